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
from random import Random
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, structs

from adjudge.engine.bots import Tunable, find_bot, names_for_any_game, tunable
from adjudge.engine.errors import UnknownGame, UnknownName, authors_line, named
from adjudge.engine.guides import Briefing, Guide
from adjudge.engine.inputs import convert, meant, one_of
from adjudge.engine.papers import Paper
from adjudge.engine.reference import Reference
from adjudge.engine.rulebook import Rulebook, rulebook_of
from adjudge.engine.scene import Role, Scene, plain_scene
from adjudge.engine.table import Bot, Table, random_bot
from adjudge.engine.wording import listed

S = TypeVar("S")
T = TypeVar("T")

ENTRY_POINTS = "adjudge.games"


class Seat(Struct, frozen=True, omit_defaults=True):
    """A place at the table."""

    id: str
    name: str
    note: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a match ended. In its text `{winners}` stands for those who won, a seat's id in braces for who sits there.

    >>> Outcome("{winners} hold the well", "end", ("red", "green")).text
    '{red} and {green} hold the well'
    """

    text: str
    rule: str
    winners: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if "{winners}" in self.text:
            winners = listed([f"{{{seat}}}" for seat in self.winners])
            structs.force_setattr(self, "text", self.text.replace("{winners}", winners))


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """For games without any."""


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """A rule that makes sense on its own, for the desk, `resolve` and `odds`.

    `params` describes the situation, `situate` sets it up as a state, and `run` is the rule; what it returns is the
    outcome. `estimate` marks a procedure too long for exact odds, which are then sampled and labelled. `seats` says
    what the seats of its small table are called at the desk, as `{"red": "shooter"}`.
    """

    name: str
    title: str
    rule: str
    params: type[Struct]
    run: Callable[[Table[Any], Any], Hashable]
    situate: Callable[[Any], Any] = lambda params: None
    estimate: bool = False
    seats: Mapping[str, str] = field(default_factory=dict)


def _one_seat(options: Any) -> Sequence[Seat]:
    return (Seat("player", "Player"),)


def plain_words(outcome: Any) -> str:
    """An outcome as it stands, for games that say nothing better: text as it is, data by its parts."""
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    if isinstance(outcome, Struct):
        outcome = [getattr(outcome, name) for name in outcome.__struct_fields__]
    if isinstance(outcome, (tuple, list)):
        return ", ".join(map(plain_words, outcome)) or "nothing"
    return str(outcome)


def one_part(outcome: Any) -> tuple[Any, ...]:
    """An outcome that is told as one thing."""
    return (outcome,)


def _no_measures(state: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """The identity card of a game.

    `view` gives what a seat (None: a spectator) may know, as new data: it never changes the state. Leave it out if
    nothing is ever hidden. `scene` draws a view, and `goal` says in one line what it takes to win and how far the seat
    has got. `briefing` and `guide` are for newcomers (`adjudge.engine.guides`): the data itself, or the package whose
    `briefing.toml` and `guide.toml` are read.
    `heading` says what the turn that begins in a state is called in the log, from what everybody may know of it; it is
    the headline of what everybody sees if it is left out.
    `measures` are the numbers that simulations gather at the end of a match. `traits` tells by name, from the state
    that a match begins with, how much a seat brings of what may win it: the lab finds out what each is worth. `sequel`
    gives the options of a match that goes on where one ended, from its own options and its last state, for games that
    are told in sessions; `retell` gives the passages of such a session as a story (`adjudge.story.retelling`).
    `papers` are the documents it understands.
    `policy` is how odds take seats to choose on the way to an outcome (is a die rolled again?); it draws nothing at
    random. `bots` are functions, or `Tunable` ones with parameters.
    `imagine` is for games that hide something: a whole state that shows the seat this very view, drawn at random from
    those that it may take for the true one. `worth` guesses the chance, from 0 to 1, that a seat wins from a state:
    bots that think look `horizon` turns ahead to it instead of to the end. `secrets` are the rules whose answers only
    the seat that gave them knows.
    `words` puts an outcome of a forecast or a procedure, which is data, into words. `parts` takes an outcome
    apart into what a menu shows with chances of their own: what becomes of the target, what befalls the weapon.

    `kind` says whether it is a campaign, which asks for battles (`adjudge.engine.fights`). What a finished match tells
    a campaign is its `report`, a struct of `report_type`: plain data that a form can be made from, for battles that are
    typed in. `check_report` gets the match's options, its `Outcome` and the report and refuses what cannot be, with
    `BadInput` or `Refused`; `report_choices` tells by the options which names may stand in a field of the report, each
    with its title.
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
    goal: Callable[[Any, str | None], str] | None = None
    briefing: Briefing | str | None = None
    guide: Guide | str | None = None
    heading: Callable[[Any], str] | None = None
    measures: Callable[[S], Mapping[str, Any]] = _no_measures
    traits: Callable[[S, str], Mapping[str, float]] | None = None
    sequel: Callable[[Any, S], Any] | None = None
    retell: Callable[[S], Sequence[Any]] | None = None
    procedures: tuple[Procedure, ...] = ()
    reference: Reference | None = None
    """Cards for a real table. Left out, they are those of `reference.toml` beside the rulebook."""
    papers: tuple[Paper, ...] = ()
    bots: Mapping[str, Bot] = field(default_factory=dict)
    default_bot: str = "random"
    policy: Bot | None = None
    imagine: Callable[[Any, str | None, Random], S] | None = None
    worth: Callable[[S, str], float] | None = None
    horizon: int = 6
    secrets: frozenset[str] = frozenset()
    words: Callable[[Any], str] = plain_words
    parts: Callable[[Any], tuple[Any, ...]] = one_part
    kind: Literal["match", "campaign"] = "match"
    emblem: Role = ""
    """The silhouette that stands for it where games are offered."""
    report: Callable[[S], Struct] | None = None
    report_type: type[Struct] | None = None
    check_report: Callable[[Any, Outcome, Any], None] | None = None
    report_choices: Callable[[Any], Mapping[str, Mapping[str, str]]] | None = None
    players: str = "1"
    family: str = ""
    minutes: str = ""
    blurb: str = ""
    stage: str = "complete"

    @cached_property
    def cards(self) -> Reference:
        """The reference cards, which a game that is a package has beside its rulebook."""
        if self.reference is not None:
            return self.reference
        return Reference.load(self.rules) if isinstance(self.rules, str) else Reference()

    @cached_property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.rules) if isinstance(self.rules, str) else self.rules

    @cached_property
    def brief(self) -> Briefing | None:
        """What a newcomer is told before the first decision."""
        return Briefing.load(self.briefing) if isinstance(self.briefing, str) else self.briefing

    @cached_property
    def course(self) -> Guide | None:
        """The guided first match."""
        return Guide.load(self.guide) if isinstance(self.guide, str) else self.guide

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """Everything that the rules may cite."""
        return self.rulebook.ids

    def configure(self, data: Mapping[str, Any]) -> Any:
        """The options of a match from plain data, checked."""
        return convert(self.options, dict(data), "options")

    def bot(self, name: str) -> Bot:
        """The bot of that name, with its parameters if they are given: `hold:25`. `random` plays every game."""
        return find_bot(name, {"random": random_bot, **self.bots}, self)

    def bot_names(self) -> tuple[str, ...]:
        """The game's own bots, its default first, and those that play any game."""
        return tuple(dict.fromkeys((*self.own_bots()[:-1], *names_for_any_game(), "random")))

    def own_bots(self) -> tuple[str, ...]:
        """The game's own bots, its default first, and `random`: those that answer at once."""
        return (*dict.fromkeys(it for it in (self.default_bot, *self.bots) if it != "random"), "random")

    def tunable(self, name: str) -> Tunable | None:
        """The parameters of the bot of that name, if it has any."""
        return tunable(name, self.bots, self)

    def procedure(self, name: str) -> Procedure:
        return self._called("procedure", name, {it.name: it for it in self.procedures})

    def paper(self, name: str) -> Paper:
        return self._called("paper", name, {it.name: it for it in self.papers})

    def _called(self, what: str, name: str, known: Mapping[str, T]) -> T:
        """What goes by a name, in any spelling that is clear."""
        found = meant(name, tuple(known))
        if found is None:
            raise UnknownName(what, name, one_of(name, tuple(known)) if known else f"nothing: {self.id} has no {what}s")
        return known[found]

    def seen(self, state: S, seat: str | None) -> Any:
        """What a seat may know of a state."""
        return state if self.view is None else self.view(state, seat)

    def picture(self, state: S, seat: str | None) -> Scene:
        """What a seat sees of a state."""
        view = self.seen(state, seat)
        scene = self.scene(view, seat) if self.scene else plain_scene(view, self.title)
        return structs.replace(scene, goal=self.goal(view, seat)) if self.goal else scene

    def call_turn(self, state: S) -> str:
        """What the turn that begins in a state is called."""
        return self.heading(self.seen(state, None)) if self.heading else self.picture(state, None).headline


_known: dict[str, Game[Any]] = {}
_broken: dict[str, str] = {}
_came_as: dict[str, str] = {}
"""The ids of the games that entry points brought, by the entry point's name."""


@cache
def installed() -> dict[str, EntryPoint]:
    """The games that are installed, by their names: none is loaded yet. Of two with one name the first counts."""
    found: dict[str, EntryPoint] = {}
    for point in _points():
        found.setdefault(point.name, point)
    return found


def _points() -> Sequence[EntryPoint]:
    return tuple(entry_points(group=ENTRY_POINTS))


def register(game: Game[Any]) -> None:
    """Makes a game known for this process, as if it were installed."""
    _known[game.id] = game


def games() -> dict[str, Game[Any]]:
    """Every game that is known or installed, by its id in alphabetical order. One that fails to load is left out."""
    for name in installed():
        _load(name)
    return dict(sorted(_known.items()))


def offered() -> list[str]:
    """The names that games go by here, from files too: none is loaded for it."""
    return sorted({*installed(), *_known})


def troubles() -> list[str]:
    """A sentence for each installed game that is not at hand: it cannot be loaded, or its id is another's."""
    games()
    points = _points()
    taken = installed()
    twice = [it for it in points if it.name in taken and it.value != taken[it.name].value]
    told = [f"{it.name}: {_origin(it)} brings it too; the one of {_origin(taken[it.name])} is taken" for it in twice]
    return [*(f"{name}: {why}" for name, why in sorted(_broken.items())), *sorted(told)]


def _origin(point: EntryPoint) -> str:
    """The package that an entry point comes with."""
    return point.dist.name if point.dist is not None else point.value


def find_game(name: str) -> Game[Any]:
    """The game of that id; of the installed ones, only that one is loaded."""
    _load(name)
    if name in _known:
        return _known[name]
    known = games()
    if name in _broken:
        raise UnknownGame(f"game: {name!r} is installed and cannot be loaded ({_broken[name]})")
    if name not in known:
        instead = f"use {one_of(name, tuple(known))}" if known else "none is installed"
        raise UnknownGame(f"game: {name!r} isn't installed; {instead}")
    return known[name]


def _load(name: str) -> None:
    """Loads the installed game of that name, which by custom is its id."""
    if name in _known or name in _broken or name not in installed() or _came_as.get(name) in _known:
        return
    point = installed()[name]
    try:
        game = point.load()
    except Exception as error:
        _broken[name] = f"{_origin(point)} cannot be loaded: {authors_line(error)}{named(error)}"
        return
    _take_in(point, game)


def _take_in(point: EntryPoint, game: Any) -> None:
    """Makes an installed game known, unless it is none, or goes by the id of another."""
    if not isinstance(game, Game):
        _broken[point.name] = f"{_origin(point)} gives {point.value}, which is no adjudge Game"
    elif game.id in _known and _known[game.id] is not game:
        _broken[point.name] = f"{_origin(point)} brings a game with the id {game.id!r}, which another game has"
    else:
        _came_as[point.name] = game.id
        register(game)
