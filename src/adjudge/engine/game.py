"""A game: its identity card, and the plain functions that are its rules.

A designer writes a state, a `start`, a `turn` and an `outcome`; everything else — play against bots or people, undo,
replay, odds, simulation, the desk — follows from them. Games are found by the entry-point group `adjudge.games`; the
five that come with the project are found the same way as anybody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudge.engine.errors import BadInput, UnknownGame, UnknownName
from adjudge.engine.inputs import convert
from adjudge.engine.papers import Paper
from adjudge.engine.rulebook import Rulebook
from adjudge.engine.scene import Scene, plain_scene
from adjudge.engine.table import Bot, Table, random_bot

S = TypeVar("S")

ENTRY_POINTS = "adjudge.games"


class Seat(Struct, frozen=True, omit_defaults=True):
    """A place at the table."""

    id: str
    name: str
    note: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a match ended."""

    text: str
    rule: str
    winners: tuple[str, ...] = ()


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """For games without any."""


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """A rule that makes sense on its own, for the desk, `resolve` and `odds`.

    `params` describes the situation, `situate` sets it up as a state, and `run` is the rule; what it returns is the
    outcome. `estimate` marks a procedure too long for exact odds, which are then sampled and labelled.
    """

    name: str
    title: str
    rule: str
    params: type[Struct]
    run: Callable[[Table[Any], Any], Hashable]
    situate: Callable[[Any], Any] = lambda params: None
    estimate: bool = False


def _one_seat(options: Any) -> Sequence[Seat]:
    return (Seat("player", "Player"),)


def _no_measures(state: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """The identity card of a game.

    `view` gives what a seat (None: a spectator) may know, as new data: it never changes the state. Leave it out if
    nothing is ever hidden. `scene` draws a view.
    `heading` says what the turn that begins in a state is called in the log; the headline of what everybody sees if it
    is left out.
    `measures` are the numbers that simulations gather at the end of a match. `papers` are the documents it understands.
    """

    id: str
    title: str
    version: str
    state: type[S]
    start: Callable[[Any], S]
    turn: Callable[[Table[S]], None]
    outcome: Callable[[S], Outcome | None]
    rules: Rulebook | str
    """The rulebook, or the package whose `rulebook.toml` is read when it is first needed."""
    options: type[Struct] = NoOptions
    seats: Callable[[Any], Sequence[Seat]] = _one_seat
    view: Callable[[S, str | None], Any] | None = None
    scene: Callable[[Any, str | None], Scene] | None = None
    heading: Callable[[S], str] | None = None
    measures: Callable[[S], Mapping[str, Any]] = _no_measures
    procedures: tuple[Procedure, ...] = ()
    papers: tuple[Paper, ...] = ()
    bots: Mapping[str, Bot] = field(default_factory=dict)
    default_bot: str = "random"
    players: str = "1"
    family: str = ""
    minutes: str = ""
    blurb: str = ""
    stage: str = "complete"

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.load(self.rules) if isinstance(self.rules, str) else self.rules

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """Everything that the rules may cite."""
        return self.rulebook.ids

    def configure(self, data: Mapping[str, Any]) -> Any:
        """The options of a match from plain data, checked."""
        return convert(self.options, dict(data), "options")

    def bot(self, name: str) -> Bot:
        """The bot of that name; `random` plays every game."""
        known: dict[str, Bot] = {"random": random_bot, **self.bots}
        if name not in known:
            raise BadInput("bot", name, " or ".join(sorted(known)))
        return known[name]

    def bot_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.default_bot, *self.bots, "random")))

    def procedure(self, name: str) -> Procedure:
        for procedure in self.procedures:
            if procedure.name == name:
                return procedure
        known = ", ".join(procedure.name for procedure in self.procedures)
        raise UnknownName("procedure", name, f"one of {known}" if known else f"nothing: {self.id} has no procedures")

    def paper(self, name: str) -> Paper:
        for paper in self.papers:
            if paper.name == name:
                return paper
        known = ", ".join(paper.name for paper in self.papers)
        raise UnknownName("paper", name, f"one of {known}" if known else f"nothing: {self.id} has no papers")

    def seen(self, state: S, seat: str | None) -> Any:
        """What a seat may know of a state."""
        return state if self.view is None else self.view(state, seat)

    def picture(self, state: S, seat: str | None) -> Scene:
        """What a seat sees of a state."""
        view = self.seen(state, seat)
        return self.scene(view, seat) if self.scene else plain_scene(view, self.title)

    def call_turn(self, state: S) -> str:
        """What the turn that begins in a state is called."""
        return self.heading(state) if self.heading else self.picture(state, None).headline


_known: dict[str, Game[Any]] = {}
_broken: dict[str, str] = {}


@cache
def installed() -> dict[str, EntryPoint]:
    """The games that are installed, by their names: none of them is loaded yet."""
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def register(game: Game[Any]) -> None:
    """Makes a game known for this process, as if it were installed."""
    _known[game.id] = game


def games() -> dict[str, Game[Any]]:
    """Every game that is known or installed, by its id in alphabetical order. One that fails to load is left out."""
    for name in installed():
        _load(name)
    return dict(sorted(_known.items()))


def find_game(name: str) -> Game[Any]:
    """The game of that id; of the installed ones, only that one is loaded."""
    _load(name)
    if name in _known:
        return _known[name]
    if name in _broken:
        raise UnknownGame(f"game: {name!r} was given, which is installed and cannot be loaded ({_broken[name]})")
    known = games()
    if name not in known:
        raise UnknownGame(f"game: {name!r} was given, installed are {', '.join(known) or 'none'}")
    return known[name]


def _load(name: str) -> None:
    """Loads the installed game of that name, which by custom is its id."""
    if name in _known or name in _broken or name not in installed():
        return
    try:
        register(installed()[name].load())
    except Exception as error:
        _broken[name] = f"{type(error).__name__}: {error}"
