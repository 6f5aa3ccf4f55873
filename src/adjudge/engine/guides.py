"""What a newcomer is told, as data beside a game: a briefing before the first decision, and a guided first match.

Everything on the table that a sentence speaks of is named by what it is (`At`): screens find it in the scene and point
at it. `adjudge check` finds whatever is spoken of and is not there.
"""

from __future__ import annotations

from importlib import resources
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.scene import Board, Cards, Panel, Scene

T = TypeVar("T")

Part = Literal["", "goal", "question", "log"]


class At(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something on the screen to point at: whatever fits all that is given.

    `figure` is the id of a piece or a card, `seat` whose it is, `tag` one of its tags; `panel` is a panel's title;
    `part` is what every screen has: the goal, the question, the log.
    """

    figure: str = ""
    seat: str = ""
    tag: str = ""
    panel: str = ""
    part: Part = ""


class Spot(Struct, frozen=True):
    """One thing that is pointed at, by its id or its title."""

    kind: Literal["figure", "panel", "part"]
    id: str


class Token(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One kind of thing on the table: what it is called, and what it does."""

    name: str
    text: str
    at: At


class Briefing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Three sentences before the first decision, and the tokens to name in the picture, which is the table itself.

    `rules` are those that whoever wants to read on should read first.
    """

    you: str
    win: str
    table: str
    token: tuple[Token, ...] = ()
    rules: tuple[str, ...] = ()

    @classmethod
    def load(cls, package: str) -> Briefing:
        """The `briefing.toml` of a package."""
        return _load(cls, package, "briefing.toml")


class Lesson(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One decision that the coach explains: the rule that asks, what to do, why, and what to look at.

    What to do is a `deed` (the first option that is all that is given) or a plain `answer`. The lesson fits every
    question by its rule to which that can be answered.
    """

    rule: str
    text: str
    deed: dict[str, Any] = {}
    answer: Any = None
    at: tuple[At, ...] = ()


class Guide(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A first match with a coach: how it is set up, and the lessons in their order."""

    lesson: tuple[Lesson, ...]
    seed: int = 1
    options: dict[str, Any] = {}
    seat: str = ""
    """Whose match it is; the first seat if none is named."""
    bots: dict[str, str] = {}
    """The bots of other seats; the game's own where none is named."""
    farewell: str = "That is all I can show you: from here on the match is yours."
    astray: str = "Choose what you like here: I speak up again when I have something to add."

    @classmethod
    def load(cls, package: str) -> Guide:
        """The `guide.toml` of a package."""
        return _load(cls, package, "guide.toml")


def _load(kind: type[T], package: str, name: str) -> T:
    try:
        return msgspec.toml.decode(resources.files(package).joinpath(name).read_text("utf-8"), type=kind)
    except (OSError, msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadInput(f"{package}/{name}", str(error), "a file as docs/write-your-own-game.md describes it") from None


def found(scene: Scene, at: At) -> tuple[Spot, ...]:
    """What of a scene is meant."""
    if at.part:
        return (Spot("part", at.part),)
    if at.panel and not (at.figure or at.seat or at.tag):
        return tuple(Spot("panel", panel.title) for panel in scene.panels if panel.title == at.panel)
    inside = [panel for panel in scene.panels if at.panel in ("", panel.title)]
    ids = (it.id for panel in inside for it in _figures(panel) if _fits(it, at))
    return tuple(Spot("figure", id) for id in dict.fromkeys(ids))


def _figures(panel: Panel) -> tuple[Any, ...]:
    return panel.pieces if isinstance(panel, Board) else panel.cards if isinstance(panel, Cards) else ()


def _fits(figure: Any, at: At) -> bool:
    return at.figure in ("", figure.id) and at.seat in ("", figure.seat) and (not at.tag or at.tag in figure.tags)
