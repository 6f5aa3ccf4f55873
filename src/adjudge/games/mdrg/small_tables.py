"""Small tables for the desk: a described situation as a real, legal battle, and a deed as play offers it.

Models stand at the distance that was told, from base to base, whatever the size of their bases; cover is scenery that
partly hides them, height is a rock. Nothing here rules on anything: a deed is looked for among those that play offers,
and what play does not offer is refused with the rule.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, sin, tau
from typing import Annotated, Any, Literal, get_type_hints

from msgspec import Meta, Struct, defstruct
from msgspec.structs import asdict, replace

from adjudge.engine import Refused
from adjudge.engine.inputs import known
from adjudge.field import Piece, Point, rectangle
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.ability import effects
from adjudge.games.mdrg.book import ARMS, FIELD, GEAR, SPECIALS, TABLES
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import muster_figure, refresh
from adjudge.games.mdrg.party import Profile, TypeName
from adjudge.games.mdrg.places import base_of
from adjudge.games.mdrg.rules import actions
from adjudge.games.mdrg.rules.profiles import Objection, objection
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.special import skills
from adjudge.games.mdrg.state import Battle, Figure

SIDE = 1400.0
"""Wide enough for the longest shot from the middle."""
HERE: Point = (SIDE / 2, SIDE / 2)
THREE_ACTIONS = 3

ScaleName = Annotated[Literal["28mm", "15mm"], Meta(description="of the miniatures: the length of the sticks")]


# What can be said of a model


def _traits() -> dict[str, str]:
    """Every special rule that a model can have besides those of its type, with its details, and how it is called."""
    found: dict[str, str] = {}
    for id, entry in SPECIALS.items():
        if entry.kind == "type":
            continue
        details = TABLES[entry.detail].entries if entry.detail else ()
        found |= {f"{id} ({detail})": f"{entry.name} ({detail})" for detail in details} or {id: entry.name}
        if entry.kind == "skill" and id in TABLES["mental-mutations"].entries:
            found[f"{id} (mental)"] = f"{entry.name} (mental)"
    return found


TRAITS = _traits()
GEAR_NAMES = {id: gear.name for id, gear in GEAR.items()}
PRONE, STRAINED = "prone", "strained"
EFFECTS = (*effects(), PRONE, STRAINED)

Traits = Annotated[
    tuple[Annotated[str, known(TRAITS)], ...], Meta(description="special rules besides those of its type", max_length=9)
]
Gear = Annotated[tuple[Annotated[str, known(GEAR_NAMES)], ...], Meta(description="what it carries", max_length=9)]
Effects = Annotated[
    tuple[Annotated[str, known(EFFECTS)], ...], Meta(description="what has come over it in this game", max_length=5)
]
Quality = Annotated[int, Meta(ge=2, le=6, description="the number its dice must reach")]
Combat = Annotated[int, Meta(ge=0, le=12, description="what is added to its die")]
Type = Annotated[TypeName, Meta(description="its character type")]


class Steady(Struct, frozen=True, forbid_unknown_fields=True):
    """A model as far as its nerve goes."""

    quality: Quality = 4
    traits: Traits = ()
    effects: Effects = ()


class Being(Steady, frozen=True, forbid_unknown_fields=True):
    """A model as far as its nerve and body go."""

    type: Type = "mutant"
    gear: Gear = ()


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    """A model as far as it fights."""

    type: Type = "mutant"
    combat: Combat = 3
    traits: Traits = ()
    gear: Gear = ()
    effects: Effects = ()
    fallen: bool = False
    transfixed: bool = False


class Attacker(Fighter, frozen=True, forbid_unknown_fields=True):
    """One who attacks."""

    hidden: Annotated[bool, Meta(description="it began its turn out of every enemy's sight")] = False


class Gunner(Struct, frozen=True, forbid_unknown_fields=True):
    """One who fires a high-tech weapon."""

    type: Type = "mutant"
    combat: Combat = 3
    traits: Traits = ()
    effects: Effects = ()
    transfixed: bool = False
    hidden: Annotated[bool, Meta(description="it began its turn out of every enemy's sight")] = False


class Shooter(Gunner, frozen=True, forbid_unknown_fields=True):
    """One who shoots, with whatever it is."""

    fallen: bool = False


class Aimer(Struct, frozen=True, forbid_unknown_fields=True):
    """One who shoots at something that does not fight back."""

    type: Type = "mutant"
    traits: Traits = ()
    transfixed: bool = False


class Psionic(Struct, frozen=True, forbid_unknown_fields=True):
    """A mind that reaches for others."""

    combat: Combat = 3
    traits: Traits = ()
    effects: Effects = ()
    transfixed: bool = False


class Mind(Struct, frozen=True, forbid_unknown_fields=True):
    """A mind that is reached for."""

    type: Type = "mutant"
    combat: Combat = 3
    traits: Traits = ()
    effects: Effects = ()


Model = Steady | Fighter | Gunner | Psionic | Mind | Aimer
PLAIN = Fighter()


# The table


def small_table(rulings: Rulings, scale: str = "28mm", pieces: tuple[Piece, ...] = ()) -> Battle:
    """A battlefield in play, red to act."""
    ground = Battlemap("small", "Small table", "mm", SIDE, SIDE, FIELD.scale[scale].bases.normal, pieces)
    return Battle(("red", "blue"), FIELD.scale[scale], rulings, ground, phase="play", active="red", turn=1)


def lay(state: Battle, *pieces: Piece) -> None:
    """More scenery."""
    state.map = replace(state.map, pieces=(*state.map.pieces, *pieces))


def put(state: Battle, id: str, model: Model, at: Point, name: str, *, holds: str = "") -> Figure:
    """A model on the table, if there can be such a one. `holds`: the weapon it has ready, besides what it carries."""
    said = {field: getattr(model, field) for field in model.__struct_fields__ if field in Profile.__struct_fields__}
    profile = Profile(**{"name": name, "type": "mutant", "quality": 4, "combat": 3, **said})
    if holds in GEAR:
        profile = replace(profile, gear=(*profile.gear, holds), ready=holds)
    for item in profile.gear:
        refuse(objection(profile, item) if not (profile.type == "robot" and GEAR[item].kind == "drug") else None)
    figure = muster_figure(id, id.partition("-")[0], profile)
    figure.x, figure.y, figure.placed = *at, True
    figure.effects += getattr(model, "effects", ())
    figure.fallen = getattr(model, "fallen", False) or PRONE in figure.effects
    figure.transfixed = "held" if getattr(model, "transfixed", False) else ""
    figure.hidden = getattr(model, "hidden", False)
    if holds in ARMS and ARMS[holds].litter:
        figure.hand = holds
    refresh(figure)
    state.figures[id] = figure
    state.originals[figure.seat] = state.originals.get(figure.seat, 0) + 1
    return figure


def radius(state: Battle, figure: Figure) -> float:
    """Half the width of a base."""
    return base_of(state, figure).diameter / 2


def away_from(state: Battle, figure: Figure, from_: Figure, distance: float, turn: float = 0.0) -> None:
    """Puts a model so far from another, from base to base, in a direction: 0 is east, and it turns with the sun."""
    far, angle = radius(state, figure) + distance + radius(state, from_), tau * turn / 360
    figure.x, figure.y = from_.x + far * cos(angle), from_.y - far * sin(angle)


def hide(state: Battle, target: Figure, from_: Figure, distance: float) -> None:
    """Scenery that hides half of a model from another, who is so far away: close before it, on the line."""
    wide, deep = radius(state, target), min(4.0, distance / 3)
    dx, dy = target.x - from_.x, target.y - from_.y
    far = hypot(dx, dy)
    ux, uy = dx / far, dy / far
    back = wide + min(14.0, distance / 2)
    x, y = target.x - ux * back + uy * wide / 2, target.y - uy * back - ux * wide / 2
    shape = rectangle(x - deep / 2, y - wide / 2, deep, wide, degrees(atan2(uy, ux)))
    lay(state, Piece(f"stump-{len(state.map.pieces)}", (shape,), frozenset({"wall"}), "stump"))


def rally(state: Battle, figure: Figure) -> None:
    """A Leader of its side in sight, well within Long and in nobody's way."""
    leader = put(state, f"{figure.seat}-leader", Fighter(traits=(skills.LEADER,)), HERE, "the Leader")
    away_from(state, leader, figure, state.scale.sticks.short, 135.0)


def enemy_far_away(state: Battle) -> None:
    """There is always somebody to fight."""
    put(state, "blue-far", PLAIN, (SIDE - 50.0, SIDE - 50.0), "somebody far away")


# What play offers


def refuse(why: Objection | None) -> None:
    """Refuses what the rules do not allow."""
    if why is not None:
        raise Refused(why.rule, why.text)


def offered(state: Battle, figure: Figure, key: str, why: Objection | None = None) -> Deed:
    """The deed of that key, as play offers it; or a refusal with the reason."""
    deed = next((one for one in actions.possible(state, figure, THREE_ACTIONS) if one.key == key), None)
    if deed is None:
        refuse(why)
        raise Refused("actions.per-activation", f"{figure.profile.name} cannot do that here")
    return deed


# House rules


def with_house_rules(params: type[Struct], names: tuple[str, ...]) -> type[Struct]:
    """The inputs of a procedure, and with them the house rules that it goes by, and no others."""
    if not names:
        return params
    choices = get_type_hints(Rulings)
    fields = [(name, choices[name], getattr(AS_WRITTEN, name)) for name in names]
    rules = defstruct("HouseRules", fields, frozen=True, forbid_unknown_fields=True)
    rules.__doc__ = "The doubtful points that a table may settle otherwise."
    kind = defstruct(
        params.__name__, [("rulings", rules, rules())], bases=(params,), frozen=True, forbid_unknown_fields=True
    )
    kind.__doc__ = params.__doc__
    return kind


def rulings_of(params: Any) -> Rulings:
    """All the rulings of a situation: those that were told, and the others as written."""
    told = getattr(params, "rulings", None)
    return Rulings(**asdict(told)) if told is not None else AS_WRITTEN
