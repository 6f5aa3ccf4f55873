"""What a seat sees, as a small closed vocabulary that terminal and browser both draw: a new game needs no new screen.

A game turns a view (what the seat may know) into a `Scene`; it decides what is worth showing, never how it looks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar

from msgspec import Struct, msgpack, structs

R = TypeVar("R")
P = ParamSpec("P")

MOST_REMEMBERED = 16_384

Mood = Literal["", "ready", "active", "done", "hurt", "down", "good", "bad"]
Role = Literal["", "person", "leader", "soldier", "zombie", "runner", "brute", "horde", "caller", "mutant", "psyker",
               "beast", "plant", "robot", "supplies", "unknown"]  # fmt: skip
"""What a figure is, as a silhouette shows it."""
Held = Literal["", "pistol", "rifle", "shotgun", "automatic", "heavy", "ray", "flame", "bow", "blade", "club",
               "grenade"]  # fmt: skip
"""What a figure has in its hand."""
Condition = Literal["down", "held", "hurt", "ill", "hidden", "jammed", "helpless", "aiming", "dead"]
"""What is the matter with a figure, as a badge shows it."""


class Bar(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number that runs down from its start: life, armour, ammunition."""

    label: str
    now: int
    start: int


class Card(Struct, frozen=True, gc=False, omit_defaults=True):
    """A figure or a thing on the table."""

    id: str
    title: str
    note: str = ""
    seat: str = ""
    bars: tuple[Bar, ...] = ()
    lines: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    mood: Mood = ""
    picture: str = ""
    """The name of a drawing, of those in web/src/lib/pictures.json."""


class Cards(Struct, frozen=True, gc=False, omit_defaults=True, tag="cards"):
    """A group of cards, such as a squad or its enemies."""

    title: str
    cards: tuple[Card, ...]


class Face(Struct, frozen=True, gc=False, omit_defaults=True):
    """A playing card that lies open or in a hand, by its name. An option is about it if it names its `id`."""

    id: str
    title: str
    mood: Mood = ""


class Heap(Struct, frozen=True, gc=False, omit_defaults=True):
    """Playing cards that lie together: how many, and those that one sees. `is_open`: the last one lies on top."""

    id: str
    title: str
    count: int
    faces: tuple[Face, ...] = ()
    seat: str = ""
    is_open: bool = False


class Spread(Struct, frozen=True, gc=False, omit_defaults=True, tag="spread"):
    """Playing cards on the table: hands, a deck, discards (`adjudge.engine.cards`)."""

    title: str
    heaps: tuple[Heap, ...]


class Step(Struct, frozen=True, gc=False, omit_defaults=True):
    """One place of a track."""

    label: str
    here: bool = False
    mood: Mood = ""


class Track(Struct, frozen=True, gc=False, omit_defaults=True, tag="track"):
    """Places in a row: sectors, an order of turns, a countdown."""

    title: str
    steps: tuple[Step, ...]


class Facts(Struct, frozen=True, gc=False, omit_defaults=True, tag="facts"):
    """Names with values."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Prose(Struct, frozen=True, gc=False, omit_defaults=True, tag="prose"):
    """Lines of text, such as a journal."""

    title: str
    lines: tuple[str, ...]


class Terrain(Struct, frozen=True, gc=False, omit_defaults=True):
    """A piece of scenery on a board: its outline, and what it does."""

    id: str
    outline: tuple[tuple[float, float], ...]
    label: str = ""
    traits: tuple[str, ...] = ()


class Piece(Struct, frozen=True, gc=False, omit_defaults=True):
    """A figure on a board: round with a radius, or a rectangle of `size` that faces `facing` degrees.

    `label` is what fits on a map, `name` what it is called in full if that is more. `role`, `holds` and `conditions`
    are for screens that draw it: silhouette, weapon and badges.
    """

    id: str
    x: float
    y: float
    label: str
    radius: float = 0.0
    size: tuple[float, float] | None = None
    facing: float = 0.0
    seat: str = ""
    mood: Mood = ""
    tags: tuple[str, ...] = ()
    name: str = ""
    role: Role = ""
    holds: Held = ""
    conditions: tuple[Condition, ...] = ()


class Overlay(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something drawn over a board: a noise or blast circle, a line of sight, a zone."""

    shape: Literal["circle", "line", "area"]
    points: tuple[tuple[float, float], ...]
    radius: float = 0.0
    label: str = ""
    mood: Mood = ""


class Sightline(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one piece sees of another, drawn when somebody points at either.

    `note` tells what the line is worth: distance, range, cover. `by` names what blocks it and `at` is where; a line
    without them is free. It runs between the middles of the two pieces unless `line` says otherwise.
    """

    viewer: str
    target: str
    note: str = ""
    by: str = ""
    at: tuple[float, float] | None = None
    line: tuple[tuple[float, float], tuple[float, float]] | None = None
    rule: str = ""


class Cell(Struct, frozen=True, gc=False, omit_defaults=True):
    """A square or hex of a board: `id` is what one calls it ("B3"), x and y its middle, `traits` those of terrain."""

    id: str
    x: float
    y: float
    traits: tuple[str, ...] = ()
    name: str = ""


class Board(Struct, frozen=True, gc=False, omit_defaults=True, tag="board"):
    """A battlefield to scale. `sights`: what the piece that acts sees of others, and what it does not.

    A board of squares or hexes says so in `grid`, and has `cells` that are as wide as 1; those that are missing are no
    part of it. An option is about a cell if its deed's target is the cell's id.
    """

    title: str
    width: float
    height: float
    unit: str
    terrain: tuple[Terrain, ...] = ()
    pieces: tuple[Piece, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    sights: tuple[Sightline, ...] = ()
    grid: Literal["", "square", "hex"] = ""
    cells: tuple[Cell, ...] = ()


Panel = Cards | Spread | Track | Facts | Prose | Board


class Scene(Struct, frozen=True, gc=False, omit_defaults=True):
    """All that is shown of a position. `goal`: what it takes to win and how far one has got, always in view."""

    headline: str
    panels: tuple[Panel, ...] = ()
    note: str = ""
    goal: str = ""


def plain_scene(view: Any, title: str) -> Scene:
    """A scene for games that do not draw their own: the view's fields, one to a row, and so the figures in them."""
    fields = structs.asdict(view) if isinstance(view, Struct) else {"view": view}
    groups = {name: value for name, value in fields.items() if _are_figures(value)}
    rows = tuple((_in_words(name), _in_words(value)) for name, value in fields.items() if name not in groups)
    lists = (Facts(_in_words(name), _rows(value)) for name, value in groups.items())
    return Scene(title, (*([Facts("", rows)] if rows else []), *lists))


def _are_figures(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return bool(items) and all(isinstance(item, Struct) for item in items)


def _rows(figures: Any) -> tuple[tuple[str, str], ...]:
    named = figures.items() if isinstance(figures, dict) else enumerate(figures, 1)
    return tuple((_in_words(name), _in_words(figure)) for name, figure in named)


def _in_words(value: Any) -> str:
    """A value as a person reads it, whatever it is made of."""
    if isinstance(value, Struct):
        value = structs.asdict(value)
    if isinstance(value, dict):
        return ", ".join(f"{_in_words(name)} {_in_words(item)}" for name, item in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_in_words, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value).replace("_", " ")


def remembered(draw: Callable[P, R]) -> Callable[P, R]:
    """Draws a part of a scene, such as a figure's card, only once as long as it looks the same.

    What is drawn must follow from the arguments alone, which are plain data of which every field counts.
    """
    known: dict[bytes, R] = {}
    encode = msgpack.Encoder().encode

    @wraps(draw)
    def drawn(*given: P.args, **named: P.kwargs) -> R:
        key = encode((given, named) if named else given)
        try:
            return known[key]
        except KeyError:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            return known.setdefault(key, draw(*given, **named))

    return drawn
