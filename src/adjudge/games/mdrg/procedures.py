"""Procedures for the desk: each is a rule of the game run on two or three models that the parameters describe.

What a procedure returns is what a table wants to know; nobody is asked anything, so the odds are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Procedure, Table
from adjudge.field import Piece, rectangle
from adjudge.games.mdrg.book import ARMS, FIELD, GEAR, TABLES, Arm, roll_on
from adjudge.games.mdrg.party import Profile, TypeName
from adjudge.games.mdrg.rules import area, artifacts, buildings, groups, heights, malfunction, ranged
from adjudge.games.mdrg.rules.battlefield import open_table
from adjudge.games.mdrg.rules.combat import Modifier, Verdict, roll_clash, strike
from adjudge.games.mdrg.rules.figures import muster_figure, refresh
from adjudge.games.mdrg.rules.hand_to_hand import fight, told
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.morale import MORALE_DICE
from adjudge.games.mdrg.rules.places import base_of
from adjudge.games.mdrg.rules.quality import actions_in_words, quality_roll
from adjudge.games.mdrg.rules.radiation import WORDS, exposure
from adjudge.games.mdrg.rules.results import falling_dice, hack, is_a_fall, lands_safely
from adjudge.games.mdrg.rules.special import disease, drugs, mental, weapons
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.state import Battle, Figure

SCALE = FIELD.scale["28mm"]
SHOOTER_X = 200.0


class Model(Struct, frozen=True, forbid_unknown_fields=True):
    """A model as the desk needs it."""

    type: Annotated[TypeName, Meta(description="its character type")] = "mutant"
    quality: Annotated[int, Meta(ge=2, le=6, description="the number its dice must reach")] = 4
    combat: Annotated[int, Meta(ge=0, le=12, description="what is added to its die")] = 3
    traits: Annotated[tuple[str, ...], Meta(description="special rules, as in a party file")] = ()
    gear: Annotated[tuple[str, ...], Meta(description="equipment, as in a party file")] = ()
    effects: Annotated[tuple[str, ...], Meta(description="drugs and the like: stimulant, infected, confused")] = ()
    fallen: bool = False
    transfixed: bool = False
    hidden: Annotated[bool, Meta(description="it began its turn out of sight")] = False


def put(state: Battle, id: str, model: Model, at: tuple[float, float]) -> Figure:
    """A model on the table."""
    profile = Profile(
        name=id, type=model.type, quality=model.quality, combat=model.combat, traits=model.traits, gear=model.gear
    )
    figure = muster_figure(id, id.partition("-")[0], profile)
    figure.x, figure.y = at
    figure.placed, figure.fallen, figure.hidden = True, model.fallen, model.hidden
    figure.transfixed = "held" if model.transfixed else ""
    figure.effects += model.effects
    refresh(figure)
    state.figures[id] = figure
    return figure


def table_of(rulings: Rulings, cover: bool = False, at: float = 0.0) -> Battle:
    """An empty battlefield, with a stump before the target if it is in cover."""
    ground = open_table(SCALE)
    if cover:
        stump = Piece("stump", (rectangle(at - 24, 391, 4, 10),), frozenset({"wall"}), "stump")
        ground = type(ground)(ground.id, ground.title, ground.unit, ground.width, ground.depth, ground.base, (stump,))
    return Battle(("red", "blue"), SCALE, rulings, ground, phase="play", active="red")


def two(state: Battle) -> tuple[Figure, Figure]:
    """The attacker and the target."""
    return state.figures["red-1"], state.figures["blue-1"]


BLASTS = tuple(id for id, arm in ARMS.items() if arm.blast)
SIDEARMS = tuple(id for id, arm in ARMS.items() if arm.hth is not None)
"""What is fired in hand-to-hand (hth.mod-pistol)."""
REPEATERS = tuple(
    id for id, arm in ARMS.items() if (arm.cells or arm.projected) and not voices(arm.traits, "is_single")
)
"""What is fired at several targets (multishot.targets): high tech, with more than one shot in its cell."""


def one_of(ids: Sequence[str], description: str | None = None) -> Meta:
    """A choice among things of the book, for a form."""
    return Meta(description=description, extra_json_schema={"enum": list(ids)})


def checked(field: str, given: str, ids: Sequence[str]) -> str:
    """One of the things that can be named there, or a refusal."""
    if given not in ids:
        raise BadInput(field, given, f"one of {', '.join(ids)}")
    return given


def arm_of(name: str) -> Arm:
    """A weapon by its id."""
    return ARMS[checked("weapon", name, tuple(ARMS))]


def in_words(verdict: Verdict, arm: Arm | None = None) -> str:
    """The outcome, and beside it what befell the weapon."""
    words = told(verdict, "red-1")
    return f"{words}; weapon: {verdict.mishap}" if arm is not None and arm.cells and verdict.mishap else words


# One model alone


class Alone(Struct, frozen=True, forbid_unknown_fields=True):
    """One model."""

    model: Model = Model()
    rulings: Rulings = AS_WRITTEN


def one_model(params: Any) -> Battle:
    """The model in the middle of nowhere."""
    state = table_of(params.rulings)
    put(state, "red-1", params.model, (400.0, 400.0))
    return state


class Activation(Alone, frozen=True, forbid_unknown_fields=True):
    """A model and its dice."""

    dice: Annotated[int, Meta(ge=1, le=3)] = 2


def activation(table: Table[Battle], params: Activation) -> str:
    figure = table.state.figures["red-1"]
    dice = quality_roll(table, figure, params.dice, "activation", "activation.success-per-die", quiet=True)
    return actions_in_words(dice)


def morale(table: Table[Battle], params: Alone) -> str:
    figure = table.state.figures["red-1"]
    failures = quality_roll(table, figure, MORALE_DICE, "morale", "morale.roll", quiet=True).failures
    return ("stands", "one fleeing move", "two fleeing moves", "runs away")[failures]


class Climb(Alone, frozen=True, forbid_unknown_fields=True):
    """A model and a wall."""

    vertical: bool = True


def climb(table: Table[Battle], params: Climb) -> str:
    figure = table.state.figures["red-1"]
    wall = Piece("wall", (), frozenset({"vertical"} if params.vertical else {"slope"}), height=100.0)
    return heights.climbed_words(heights.climbing_roll(table, figure, wall, quiet=True))


class Fall(Alone, frozen=True, forbid_unknown_fields=True):
    """A model and a drop."""

    height: Annotated[float, Meta(gt=0, description="in millimetres at the 28 mm scale")] = 100.0


def fall(table: Table[Battle], params: Fall) -> str:
    figure = table.state.figures["red-1"]
    if not is_a_fall(table.state, figure, params.height):
        return "no fall"
    if lands_safely(figure):
        return "fallen, unhurt"
    dice = falling_dice(table.state, params.height)
    failures = quality_roll(table, figure, dice, "fall", "fall.damage-roll", quiet=True).failures
    return "out of action" if failures else "fallen, two actions to rise"


def poison(table: Table[Battle], params: Alone) -> str:
    figure = table.state.figures["red-1"]
    failures = weapons.withstand_needle(table, figure, quiet=True) if weapons.feels_poison(figure) else 0
    return ("unharmed", "Quality worsens by one", "passes out", "dies")[failures]


def radiation(table: Table[Battle], params: Alone) -> str:
    rule = "ability.energy-projection-radiation"
    return WORDS[exposure(table, table.state.figures["red-1"], rule, quiet=True)]


def infection(table: Table[Battle], params: Alone) -> str:
    figure = table.state.figures["red-1"]
    if not disease.can_catch(figure):
        return "cannot catch it"
    return "infected" if disease.catches(table, figure, "wretched.infection-roll", quiet=True) else "immune"


class Unjam(Struct, frozen=True, forbid_unknown_fields=True):
    """A model with a jammed weapon."""

    model: Model = Model(gear=("pistol",))
    rulings: Rulings = AS_WRITTEN


def unjam(table: Table[Battle], params: Unjam) -> str:
    return "works" if malfunction.unjamming(table, table.state.figures["red-1"], quiet=True) else "stuck"


class Dose(Alone, frozen=True, forbid_unknown_fields=True):
    """A model and a drug."""

    drug: Annotated[str, one_of(drugs.PLAIN)] = drugs.PLAIN[0]


def dose(table: Table[Battle], params: Dose) -> str:
    checked("drug", params.drug, drugs.PLAIN)
    return "works" if drugs.dose(table, table.state.figures["red-1"], params.drug) else "nothing"


class Find(Alone, frozen=True, forbid_unknown_fields=True):
    """A model and something of the old world."""

    item: Annotated[str, Meta(description="its id, as laser-gun or nbc-suit")] = "laser-gun"


def artifact(table: Table[Battle], params: Find) -> str:
    """Understood, left to somebody else, or ruined; and what comes with it."""
    if params.item not in GEAR:
        raise BadInput("item", params.item, f"one of {', '.join(GEAR)}")
    figure = table.state.figures["red-1"]
    found = artifacts.figure_out(table, figure, params.item)
    match found:
        case "ruined" if artifacts.goes_off(table, figure, params.item):
            return f"ruined, and goes off: {mishandled(table, figure, params.item)}"
        case "understood":
            return f"understood, {use_of(table, figure, params.item)}"
    return found


def mishandled(table: Table[Battle], figure: Figure, item: str) -> str:
    """What a gun or grenade does to its finder."""
    if ARMS[item].blast:
        return area.caught_in(table, figure, ARMS[item], (figure.x, figure.y))
    return told(
        strike(table, artifacts.accident(table.state, figure, item), "campaign.artifact-goes-off", quiet=True), ""
    )


def use_of(table: Table[Battle], figure: Figure, item: str) -> str:
    """campaign.artifact-success: armor only from the next game; a gun that had to be figured out may be empty."""
    if GEAR[item].kind in ("armor", "generator"):
        return "to be worn in the next game"
    if GEAR[item].kind == "gun" and not artifacts.knows(figure, item):
        return "with an Energy Cell" if artifacts.holds_a_cell(table, figure, item) else "without an Energy Cell"
    return "ready for use"


# Hand-to-hand


class Fight(Struct, frozen=True, forbid_unknown_fields=True):
    """Two models in contact, and others who press either of them."""

    attacker: Model = Model()
    defender: Model = Model()
    powerful: bool = False
    gun: Annotated[str, one_of(("", *SIDEARMS), "a ready gun used in hand-to-hand, or nothing")] = ""
    pressing_attacker: Annotated[int, Meta(ge=0, le=3, description="more enemies in contact with the attacker")] = 0
    pressing_defender: Annotated[int, Meta(ge=0, le=3, description="more enemies in contact with the defender")] = 0
    rulings: Rulings = AS_WRITTEN


def melee(params: Fight) -> Battle:
    """Two models base to base and those beside them."""
    state = table_of(params.rulings)
    first = put(state, "red-1", params.attacker, (400.0, 400.0))
    touching = 2 * first_radius(state, first)
    second = put(state, "blue-1", params.defender, (400.0 + touching, 400.0))
    gap = (first_radius(state, first) + first_radius(state, second)) - touching
    second.x += gap
    for number in range(params.pressing_attacker):
        put(state, f"blue-{number + 2}", Model(), beside(state, first, number, -1))
    for number in range(params.pressing_defender):
        put(state, f"red-{number + 2}", Model(), beside(state, second, number, 1))
    return state


def first_radius(state: Battle, figure: Figure) -> float:
    """Half the width of its base."""
    return base_of(state, figure).diameter / 2


def beside(state: Battle, figure: Figure, number: int, outward: int) -> tuple[float, float]:
    """A spot in contact with a figure, away from its opponent."""
    reach = first_radius(state, figure) + state.scale.bases.normal / 2
    spots = [(outward * reach, 0.0), (0.0, reach), (0.0, -reach)]
    return (figure.x + spots[number][0], figure.y + spots[number][1])


def hand_to_hand(table: Table[Battle], params: Fight) -> str:
    if params.gun:
        checked("gun", params.gun, SIDEARMS)
    attacker, defender = two(table.state)
    clash = fight(table.state, attacker, defender, params.gun, params.powerful)
    return in_words(strike(table, clash, "combat.score", quiet=True), clash.arm)


def free_hack(table: Table[Battle], params: Fight) -> str:
    hacker, leaver = two(table.state)
    grade = told(strike(table, hack(table.state, hacker, leaver), "freehack.resolution", quiet=True), "red-1")
    return "gets away" if grade == "nothing" else grade


# At range


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """A shot."""

    shooter: Model = Model()
    target: Model = Model()
    weapon: Annotated[str, Meta(description="its id, as laser-gun or bow")] = "pistol"
    distance: Annotated[float, Meta(ge=0, le=600, description="between the bases, in millimetres (28 mm scale)")] = (
        100.0
    )
    aimed: bool = False
    cover: Annotated[bool, Meta(description="scenery partly hides the target")] = False
    later: Annotated[bool, Meta(description="the second or third target of one attack")] = False
    rulings: Rulings = AS_WRITTEN


def range_of(params: Any) -> Battle:
    """A shooter and his target."""
    at = SHOOTER_X + 20.0 + params.distance
    state = table_of(params.rulings, getattr(params, "cover", False), at)
    put(state, "red-1", params.shooter, (SHOOTER_X, 400.0))
    put(state, "blue-1", params.target, (at, 400.0))
    return state


def shot(table: Table[Battle], params: Shot) -> str:
    arm = arm_of(params.weapon)
    shooter, target = two(table.state)
    clash = ranged.shot(table.state, shooter, target, arm, aimed=params.aimed, later=params.later)
    return in_words(strike(table, clash, "combat.score", quiet=True), arm)


class Volley(Struct, frozen=True, forbid_unknown_fields=True):
    """One attack on two or three targets."""

    shooter: Model = Model()
    targets: Annotated[tuple[Model, ...], Meta(min_length=2, max_length=3)] = (Model(), Model())
    weapon: Annotated[str, one_of(REPEATERS)] = "laser-gun"
    distance: Annotated[float, Meta(ge=0, le=600)] = 100.0
    rulings: Rulings = AS_WRITTEN


def volley_of(params: Volley) -> Battle:
    """The targets one beside the other."""
    state = table_of(params.rulings)
    put(state, "red-1", params.shooter, (SHOOTER_X, 400.0))
    for number, target in enumerate(params.targets, 1):
        put(state, f"blue-{number}", target, (SHOOTER_X + 20.0 + params.distance, 360.0 + 40.0 * number))
    return state


def repeater(params: Volley) -> Arm:
    """The weapon, or a refusal."""
    return ARMS[checked("weapon", params.weapon, REPEATERS)]


@lru_cache(maxsize=16)
def aims(params: Volley) -> tuple[tuple[Modifier, ...], ...]:
    """The modifiers of each shot: nobody moves in between, so they are looked for once."""
    state, arm = volley_of(params), repeater(params)
    shooter, *targets = state.figures.values()
    shots = [ranged.situation(state, shooter, target, arm, later=number > 0) for number, target in enumerate(targets)]
    return tuple(map(tuple, shots))


def volley(table: Table[Battle], params: Volley) -> str:
    """multishot.targets: the later shots at -1; an empty, jammed or broken weapon ends it."""
    arm, state, words = repeater(params), table.state, []
    for number, found in enumerate(aims(params), 1):
        clash = ranged.shot(state, state.figures["red-1"], state.figures[f"blue-{number}"], arm, found=found)
        verdict = strike(table, clash, "multishot.targets", quiet=True)
        words.append(told(verdict, "red-1"))
        if verdict.mishap:
            return " / ".join([*words, f"weapon: {verdict.mishap if arm.cells else 'burnt out'}"])
    return " / ".join(words)


class Concentrated(Struct, frozen=True, forbid_unknown_fields=True):
    """Several shooters at one target."""

    shooters: Annotated[tuple[Model, ...], Meta(min_length=2, max_length=5)] = (Model(), Model())
    target: Model = Model()
    weapon: str = "assault-rifle"
    distance: Annotated[float, Meta(ge=0, le=500)] = 100.0
    rulings: Rulings = AS_WRITTEN


def firing_line(params: Concentrated) -> Battle:
    """The shooters in a row."""
    state = table_of(params.rulings)
    for number, shooter in enumerate(params.shooters, 1):
        put(state, f"red-{number}", shooter, (SHOOTER_X, 340.0 + 21.0 * number))
    put(state, "blue-1", params.target, (SHOOTER_X + 20.0 + params.distance, 400.0))
    return state


def concentrated(table: Table[Battle], params: Concentrated) -> str:
    state, arm = table.state, arm_of(params.weapon)
    shooters = [(state.figures[f"red-{number + 1}"], arm) for number in range(len(params.shooters))]
    clash = groups.concentrated(state, shooters, state.figures["blue-1"])
    return in_words(strike(table, clash, "concentrated.single-roll", quiet=True), arm)


class Grenade(Struct, frozen=True, forbid_unknown_fields=True):
    """A grenade or the like, and one model in its blast."""

    grenade: Annotated[str, one_of(BLASTS)] = BLASTS[0]
    target: Model = Model()
    cover: Annotated[bool, Meta(description="scenery between the point of impact and the target")] = False
    rulings: Rulings = AS_WRITTEN


def blasted(params: Grenade) -> Battle:
    """The target beside the point of impact."""
    state = table_of(params.rulings, params.cover, 440.0)
    put(state, "blue-1", params.target, (440.0, 400.0))
    return state


def grenade(table: Table[Battle], params: Grenade) -> str:
    checked("grenade", params.grenade, BLASTS)
    return area.caught_in(table, table.state.figures["blue-1"], ARMS[params.grenade], (405.0, 400.0))


# Minds


class Minds(Struct, frozen=True, forbid_unknown_fields=True):
    """One mind against another."""

    shooter: Annotated[Model, Meta(description="the psionic")] = Model(traits=("telepathy",))
    target: Model = Model()
    aimed: bool = False
    distance: Annotated[float, Meta(ge=0, le=SCALE.sticks.long)] = 100.0
    rulings: Rulings = AS_WRITTEN


class Telekinesis(Minds, frozen=True, forbid_unknown_fields=True):
    """A mind against a body, within Medium."""

    distance: Annotated[float, Meta(ge=0, le=SCALE.sticks.medium)] = 100.0


def telepathy(table: Table[Battle], params: Minds) -> str:
    attacker, target = two(table.state)
    if not mental.has_a_mind(target):
        return "nothing"
    clash = mental.mind_clash(table.state, attacker, target, aimed=params.aimed)
    result = roll_clash(table, clash, "ability.telepathy-attack", quiet=True)
    return ("attacker " if result.winner < 0 and result.times else "") + mental.MIND_WORDS[result.times]


def telekinesis(table: Table[Battle], params: Telekinesis) -> str:
    works = mental.telekinetic_test(table, table.state.figures["blue-1"], params.aimed, quiet=True)
    return "works" if works else "resisted"


# Doors and tables


class Door(Struct, frozen=True, forbid_unknown_fields=True):
    """Models at a door."""

    bashers: Annotated[tuple[Model, ...], Meta(min_length=1, max_length=2)] = (Model(),)
    door: Literal["plain", "heavy", "steel"] = "plain"
    ram: bool = False
    rulings: Rulings = AS_WRITTEN


def at_a_door(params: Door) -> Battle:
    """The bashers."""
    state = table_of(params.rulings)
    for number, model in enumerate(params.bashers, 1):
        put(state, f"red-{number}", model, (400.0 + 60.0 * number, 400.0))
    return state


def door(table: Table[Battle], params: Door) -> str:
    leaf = Piece("door", (), frozenset({"door", f"{params.door}-door"}))
    modifier = buildings.bash_modifier(list(table.state.figures.values()), leaf, ram=params.ram)
    return "smashed" if table.roll(buildings.bash_reading(modifier), "door.bash", "red") else "holds"


class TableRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll on one of the creation tables."""

    table: Annotated[str, Meta(description=f"one of {', '.join(TABLES)}")] = "skills"


def table_roll(table: Table[Any], params: TableRoll) -> str:
    if params.table not in TABLES:
        raise BadInput("table", params.table, f"one of {', '.join(TABLES)}")
    return table.roll(roll_on(params.table), TABLES[params.table].rule)


def _procedure(
    name: str,
    title: str,
    rule: str,
    params: type[Struct],
    situate: Callable[[Any], Any],
    run: Callable[[Table[Any], Any], Hashable],
) -> Procedure:
    return Procedure(name=name, title=title, rule=rule, params=params, situate=situate, run=run)


PROCEDURES = (
    _procedure("activation", "Activation", "activation.success-per-die", Activation, one_model, activation),
    _procedure("hand-to-hand", "Hand-to-hand attack", "hth.simultaneous", Fight, melee, hand_to_hand),
    _procedure("shot", "Shot", "ranged.resolution", Shot, range_of, shot),
    _procedure("multiple-shots", "Shots at several targets", "multishot.targets", Volley, volley_of, volley),
    _procedure(
        "concentrated-fire", "Concentrated fire", "concentrated.single-roll", Concentrated, firing_line, concentrated
    ),
    _procedure("grenade", "Grenade", "grenade.own-combat", Grenade, blasted, grenade),
    _procedure("free-hack", "Free Hack", "freehack.resolution", Fight, melee, free_hack),
    _procedure("morale", "Morale check", "morale.roll", Alone, one_model, morale),
    _procedure("door", "Bashing a door", "door.bash", Door, at_a_door, door),
    _procedure("climb", "Climbing", "climb.roll", Climb, one_model, climb),
    _procedure("fall", "Falling", "fall.damage-roll", Fall, one_model, fall),
    _procedure("telepathy", "Telepathic attack", "ability.telepathy-attack", Minds, range_of, telepathy),
    _procedure("telekinesis", "Telekinetic test", "ability.telekinetic-test", Telekinesis, range_of, telekinesis),
    _procedure("poison", "A needle's poison", "equipment.needler-poison", Alone, one_model, poison),
    _procedure("radiation", "Radiation", "ability.energy-projection-radiation", Alone, one_model, radiation),
    _procedure("infection", "Touching a Wretched", "wretched.infection-roll", Alone, one_model, infection),
    _procedure("artifact", "Figuring out an artifact", "campaign.artifact-roll", Find, one_model, artifact),
    _procedure("unjam", "Unjamming a weapon", "malfunction.unjam", Unjam, one_model, unjam),
    _procedure("dose", "A dose of a drug", "drug.effectiveness", Dose, one_model, dose),
    _procedure(
        "table", "Roll on a creation table", "creation.nested-rolls", TableRoll, lambda params: None, table_roll
    ),
)
