"""The umpire's desk: a small table is laid from a few words, and play's own rules run on it.

Each procedure sets up a legal state on an open table so large that nothing leaves it, makes sure that play would offer
what it is asked about, and puts the same step that play puts. What play refuses, the desk refuses, with the rule. A
procedure takes only those house rules that make a difference to it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from adjudge.engine import Procedure, Table
from adjudge.engine.errors import Refused
from adjudge.engine.questions import counted as tally
from adjudge.engine.wording import several
from adjudge.field import Round, Stand
from adjudge.field.paths import Path
from adjudge.games.akula.data import NUMBERS, WEAPONS, called
from adjudge.games.akula.laying import (
    CAR,
    MIDDLE,
    SEAT,
    SIDE,
    check_room,
    lay,
    put_car,
    put_round,
    put_survivor,
    put_zed,
    put_zed_east,
    the_survivor,
    the_zed,
)
from adjudge.games.akula.places import zeds_touching, zeds_touching_vehicle
from adjudge.games.akula.readings import BITTEN, HURT
from adjudge.games.akula.rules import actions, activation, grab, infection, melee, shooting, spawn, tanks, vehicles
from adjudge.games.akula.scenario import Scenery
from adjudge.games.akula.state import Battle, Survivor, Zed, noise_of
from adjudge.games.akula.verdicts import (
    Back,
    Braked,
    Fought,
    Held,
    Ill,
    Stirred,
    Succeeded,
    Toll,
    fought_of,
    result_of,
    toll_of,
)
from adjudge.games.akula.wording import inches

MOST_ROUND = 6
"""ruling.contact-room: as many ordinary bases as fit round another."""

P = TypeVar("P", bound=Struct)
Lays = Callable[[P], Battle]
Runs = Callable[[Table[Battle], P], Hashable]

Gun = Literal[
    "Handgun", "M-pistol", "Shotgun", "SMG", "Bolt Action Rifle", "Assault Rifle", "Machinegun", "Sniper Rifle"
]  # fmt: skip
Launcher = Literal["RPG", "Automatic Grenade Launcher", "Pipebomb"]
InHand = Literal[
    "nothing", "firearm", "bat", "axe", "knife", "machete", "crowbar", "club", "hammer", "spear", "sword", "chainsaw"
]  # fmt: skip
KindName = Literal["shambler", "fast", "tank", "horde", "liche", "witch"]
Inches = Annotated[float, Meta(ge=0, le=60)]
Markers = Annotated[int, Meta(ge=0, le=6, description="injury markers")]
Wounds = Annotated[int, Meta(ge=0, le=2, description="wounds that it has")]
Crowd = Annotated[int, Meta(ge=1, le=MOST_ROUND)]
Places = Annotated[tuple[tuple[float, float], ...], Meta(max_length=12)]


# ---------------------------------------------------------------------- house rules, each where it counts


class ShotRules(Struct, frozen=True, forbid_unknown_fields=True):
    natural_six: Literal["modified", "natural"] = "modified"
    horde_destruction: Literal["one", "wounds", "blast", "never"] = "one"
    liche_kills: Literal["one", "wounds"] = "one"


class BlastRules(Struct, frozen=True, forbid_unknown_fields=True):
    natural_six: Literal["modified", "natural"] = "modified"
    skill_with_explosives: Literal["helps", "not-pipebombs"] = "helps"
    blast_details: Literal["everyone", "spared"] = "everyone"
    scatter_direction: Literal["line", "north"] = "line"
    horde_destruction: Literal["one", "wounds", "never"] = "one"
    liche_kills: Literal["one", "wounds"] = "one"
    injury_markers_limit: Literal["none", "three"] = "none"


class DamageRules(Struct, frozen=True, forbid_unknown_fields=True):
    skill_with_explosives: Literal["helps", "not-pipebombs"] = "helps"
    horde_destruction: Literal["one", "wounds", "blast", "never"] = "one"
    liche_kills: Literal["one", "wounds"] = "one"


class MeleeRules(Struct, frozen=True, forbid_unknown_fields=True):
    melee_knocked_back: Literal["harmless", "normal", "uncounted"] = "harmless"
    tank_counts_as_additional: Literal["both", "bonus"] = "both"
    tank_in_melee: Literal["wounds", "removed"] = "wounds"
    injury_markers_limit: Literal["none", "three"] = "none"


class GrabRules(Struct, frozen=True, forbid_unknown_fields=True):
    grab_several_zeds: Literal["each", "once"] = "each"
    grab_knocked_back: Literal["cannot", "can"] = "cannot"


class HoldRules(Struct, frozen=True, forbid_unknown_fields=True):
    wrestle_modifiers: Literal["none", "tank"] = "none"


class InjuryRules(Struct, frozen=True, forbid_unknown_fields=True):
    injury_markers_limit: Literal["none", "three"] = "none"


class InfectionRules(Struct, frozen=True, forbid_unknown_fields=True):
    infection_stages: Literal["once", "halved"] = "once"


class ActivationRules(Struct, frozen=True, forbid_unknown_fields=True):
    smell_through_walls: Literal["through", "sight"] = "through"


class DebrisRules(Struct, frozen=True, forbid_unknown_fields=True):
    tank_debris_details: Literal["sight", "blind"] = "sight"
    injury_markers_limit: Literal["none", "three"] = "none"


class StartRules(Struct, frozen=True, forbid_unknown_fields=True):
    vehicle_start: Literal["scenario", "four"] = "scenario"


class SpawnRules(Struct, frozen=True, forbid_unknown_fields=True):
    spawn_automatic: Literal["automatic", "edge"] = "automatic"
    spawn_which_kinds: Literal["all", "lesser"] = "all"
    spawn_infected: Literal["recycled", "gone"] = "recycled"


# ---------------------------------------------------------------------- situations in words


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """One die of a weapon at one zed."""

    weapon: Gun = "Handgun"
    distance: Annotated[Inches, Meta(description="inches from base edge to base edge")] = 4.0
    aimed: bool = False
    skill: Annotated[bool, Meta(description="firearms skill")] = False
    injuries: Markers = 0
    in_moving_vehicle: bool = False
    target: KindName = "shambler"
    wounds: Wounds = 0
    rulings: ShotRules = ShotRules()


class Bomb(Struct, frozen=True, forbid_unknown_fields=True):
    """A blast weapon at a zed to the east with others around it, measured from its middle."""

    weapon: Launcher = "Pipebomb"
    distance: Annotated[Inches, Meta(description="inches from base edge to base edge")] = 8.0
    aimed: bool = False
    skill: Annotated[bool, Meta(description="firearms skill")] = False
    injuries: Annotated[Markers, Meta(description="injury markers of the thrower")] = 0
    armour: Annotated[bool, Meta(description="the thrower wears armour")] = False
    in_moving_vehicle: bool = False
    target: KindName = "shambler"
    wounds: Wounds = 0
    others: Annotated[Places, Meta(description="further shamblers, [east, north] of the target")] = ()
    friends: Annotated[Places, Meta(description="other survivors, [east, north] of the target")] = ()
    infection: Annotated[bool, Meta(description="the optional rule is in use")] = False
    rulings: BlastRules = BlastRules()


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """A hit: what it does."""

    weapon: Gun | Launcher = "Handgun"
    aimed: bool = False
    skill: Annotated[bool, Meta(description="firearms skill")] = False
    target: KindName = "shambler"
    wounds: Wounds = 0
    rulings: DamageRules = DamageRules()


class Melee(Struct, frozen=True, forbid_unknown_fields=True):
    """One survivor against zeds in contact."""

    weapon: InHand = "nothing"
    skill: Annotated[bool, Meta(description="melee skill")] = False
    injuries: Markers = 0
    armour: bool = False
    passed_out: Annotated[bool, Meta(description="the survivor has passed out of the infection")] = False
    zeds: Annotated[Crowd | None, Meta(description="zeds in contact, tanks included; else the tanks, or one")] = None
    tanks: Annotated[int, Meta(ge=0, le=MOST_ROUND, description="how many of them are tanks")] = 0
    tank_wounds: Annotated[int, Meta(ge=0, le=2, description="wounds on each tank")] = 0
    knocked_back: Annotated[int, Meta(ge=0, le=MOST_ROUND, description="how many of the others are knocked back")] = 0
    infection: Annotated[bool, Meta(description="the optional rule is in use")] = False
    rulings: MeleeRules = MeleeRules()


class Passing(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that comes within 1 inch of so many zeds, one after the other."""

    zeds: Annotated[int, Meta(ge=1, le=12)] = 1
    knocked_back: Annotated[int, Meta(ge=0, le=12, description="how many of them, the first ones")] = 0
    rulings: GrabRules = GrabRules()


class Hold(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor held by zeds in contact."""

    zeds: Annotated[Crowd | None, Meta(description="zeds in contact, tanks included; else the tanks, or one")] = None
    tanks: Annotated[int, Meta(ge=0, le=MOST_ROUND, description="how many of them are tanks")] = 0
    tank_wounds: Annotated[int, Meta(ge=0, le=2, description="wounds on each tank")] = 0
    rulings: HoldRules = HoldRules()


class Injury(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor who has to roll for injury."""

    by: Annotated[Literal["zeds", "other"], Meta(description="zeds bite; debris, blasts and crashes hurt")] = "zeds"
    armour: bool = False
    injuries: Annotated[Markers, Meta(description="injury markers before")] = 0
    infection: Annotated[bool, Meta(description="the optional rule is in use")] = False
    rulings: InjuryRules = InjuryRules()


class Infection(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor who has just received a marker, with the optional rule in use."""

    turns_left: Annotated[
        int, Meta(ge=0, le=18, description="if infected already: the turns until passing out; 0: not infected")
    ] = 0
    rulings: InfectionRules = InfectionRules()


class Stirring(Struct, frozen=True, forbid_unknown_fields=True):
    """A zed and what is around it, in inches from base edge to base edge; nothing is farther than any distance."""

    kind: KindName = "shambler"
    survivor: Annotated[Inches | None, Meta(description="distance to the nearest survivor")] = None
    wall: Annotated[bool, Meta(description="a wall stands between the two")] = False
    noise: Annotated[Inches | None, Meta(description="distance to what made a loud noise in this Round")] = None
    call: Annotated[Inches | None, Meta(description="distance to where a liche or witch called in this Round")] = None
    knocked_back: bool = False
    rulings: ActivationRules = ActivationRules()


class Throwing(Struct, frozen=True, forbid_unknown_fields=True):
    """A tank zed on its card, with a survivor near."""

    distance: Annotated[Inches, Meta(description="inches from base edge to base edge")] = 6.0
    wall: Annotated[bool, Meta(description="a wall stands between the two")] = False
    vehicle: Annotated[Literal["none", "car", "apc"], Meta(description="what the survivor sits in")] = "none"
    armour: bool = False
    injuries: Markers = 0
    infection: Annotated[bool, Meta(description="the optional rule is in use")] = False
    rulings: DebrisRules = DebrisRules()


class Braking(Struct, frozen=True, forbid_unknown_fields=True):
    """A driver who slows down on open ground."""

    speed: Annotated[float, Meta(ge=0, le=60)] = 15.0
    to: Annotated[float, Meta(ge=0, le=60)] = 0.0
    armoured: Annotated[bool, Meta(description="an APC or a tank")] = False
    people: Annotated[int, Meta(ge=1, le=4)] = 1


class Starting(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine, and the start number that the scenario gives it."""

    number: Annotated[int, Meta(ge=0, le=6, description="the start number; 0: it starts by itself")] = 5
    rulings: StartRules = StartRules()


class Dragging(Struct, frozen=True, forbid_unknown_fields=True):
    """Zeds of the card's kind at a vehicle with people in it."""

    zeds: Annotated[int, Meta(ge=1, le=8, description="zeds in contact that act on this card")] = 1
    people: Annotated[int, Meta(ge=1, le=6, description="people aboard")] = 1
    moved: Annotated[bool, Meta(description="the vehicle moved in the last survivor go")] = False
    armoured: Annotated[bool, Meta(description="an APC or a tank")] = False


class Recycling(Struct, frozen=True, forbid_unknown_fields=True):
    """A zed that was destroyed, at the end of the Round."""

    kind: KindName = "shambler"
    points: Annotated[int, Meta(ge=0, le=6, description="fixed spawn points on the table")] = 3
    hordes: Annotated[int, Meta(ge=0, le=3, description="hordes on the table")] = 0
    was_survivor: Annotated[bool, Meta(description="it was a survivor who turned")] = False
    rulings: SpawnRules = SpawnRules()


# ---------------------------------------------------------------------- shooting


def shooter(state: Battle, params: Shot | Bomb) -> tuple[Survivor, float]:
    """The one who fires, on foot or in a car that moves, and the eastern edge that distances count from."""
    made = put_survivor(
        state,
        actions_left=1 if params.aimed else 2,
        weapons=(params.weapon,),
        skills=("firearms",) if params.skill else (),
        injuries=params.injuries,
        aimed=params.aimed,
    )
    if params.in_moving_vehicle:
        put_car(state, [made], speed=5.0)
        return made, MIDDLE[0] + CAR.length / 2
    return made, MIDDLE[0] + NUMBERS.base / 2


def check_in_range(state: Battle, survivor: Survivor, weapon: str) -> None:
    """What play offers: firing a weapon that reaches the target."""
    assert state.go is not None
    if f"{actions.FIRE}:{weapon}" not in actions.options(state, survivor, state.go):
        reach = inches(WEAPONS[weapon].reach)
        raise Refused("shooting.range-bands", f"the target is out of range: the {weapon} reaches {reach}")


def situate_shot(params: Shot) -> Battle:
    state = lay(params.rulings)
    survivor, edge = shooter(state, params)
    put_zed_east(state, params.target, edge, params.distance, params.wounds)
    check_in_range(state, survivor, params.weapon)
    return state


def run_shot(table: Table[Battle], params: Shot) -> Toll:
    survivor, target = the_survivor(table), the_zed(table).id
    shot = shooting.shoot(table, survivor, WEAPONS[params.weapon], target, aimed=survivor.aimed)
    return toll_of(shot, blast=False)


def situate_blast(params: Bomb) -> Battle:
    state = lay(params.rulings)
    state.infectious = params.infection
    survivor, edge = shooter(state, params)
    survivor.armour = params.armour
    x, y = put_zed_east(state, params.target, edge, params.distance, params.wounds).stand.at
    for east, north in params.others:
        put_zed(state, "shambler", (x + east, y + north))
    for number, (east, north) in enumerate(params.friends, 1):
        put_survivor(state, (x + east, y + north), f"Friend {number}")
    check_room(state)
    check_in_range(state, survivor, params.weapon)
    return state


def run_blast(table: Table[Battle], params: Bomb) -> Toll:
    """How many are removed, knocked back, hurt and killed, the thrower too. Nobody is left to act on it."""
    survivor, target = the_survivor(table), the_zed(table).id
    shot = shooting.resolve_shot(table, survivor, WEAPONS[params.weapon], target, aimed=survivor.aimed)
    return toll_of(shot, blast=True)


def situate_damage(params: Damage) -> Battle:
    state = lay(params.rulings)
    put_survivor(state, weapons=(params.weapon,), skills=("firearms",) if params.skill else (), aimed=params.aimed)
    put_zed_east(state, params.target, MIDDLE[0] + NUMBERS.base / 2, 1.0, params.wounds)
    return state


def run_damage(table: Table[Battle], params: Damage) -> Toll:
    survivor, target = the_survivor(table), the_zed(table).id
    words = "A hit with the {weapon} on {zed}."
    table.tell("shooting.damage-roll", words, on=(target,), weapon=params.weapon, zed=called(target))
    harm = shooting.resolve_damage(table, survivor, WEAPONS[params.weapon], target, aimed=survivor.aimed)
    shooting.inflict(table, harm)
    return Toll("shot", tally([harm.result]))


# ---------------------------------------------------------------------- hand-to-hand, grabs


def situate_melee(params: Melee) -> Battle:
    state = lay(params.rulings)
    state.infectious = params.infection or params.passed_out
    put_survivor(
        state,
        weapons={"nothing": (), "firearm": ("Handgun",)}.get(params.weapon, (params.weapon,)),
        skills=("melee",) if params.skill else (),
        injuries=params.injuries,
        armour=params.armour,
        infection="out" if params.passed_out else "",
    )
    put_round(state, params.zeds, params.tanks, params.tank_wounds, params.knocked_back)
    return state


def run_melee(table: Table[Battle], params: Melee) -> Fought:
    survivor = the_survivor(table)
    return fought_of(melee.fight(table, survivor, zeds_touching(table.state, survivor)))


def situate_passing(params: Passing) -> Battle:
    """Zeds along a straight move of 5 inches, half an inch beside it, left and right by turns."""
    if params.knocked_back > params.zeds:
        text = f"{params.knocked_back} knocked back cannot be among {several(params.zeds, 'zed')}"
        raise Refused("ruling.grab-knocked-back", text)
    state = lay(params.rulings)
    survivor = put_survivor(state)
    for number in range(params.zeds):
        side = 1.5 if number % 2 else -1.5
        at = (survivor.stand.x - 0.25 + 0.5 * number, survivor.stand.y + side)
        put_zed(state, "shambler", at, down=number < params.knocked_back)
    check_room(state)
    return state


def run_passing(table: Table[Battle], params: Passing) -> Held:
    survivor = the_survivor(table)
    if params.knocked_back and params.rulings.grab_knocked_back == "cannot":
        words = "{zeds} on the ground: no roll for them."
        table.tell("ruling.grab-knocked-back", words, zeds=several(params.knocked_back, "zed"))
    end = (survivor.stand.x + NUMBERS.move, survivor.stand.y)
    grab.move(table, survivor, Path((survivor.stand.at, end), NUMBERS.move, NUMBERS.move))
    return Held(survivor.grabbed)


def situate_hold(params: Hold) -> Battle:
    state = lay(params.rulings)
    put_survivor(state, grabbed=True)
    put_round(state, params.zeds, params.tanks, params.tank_wounds)
    return state


def run_hold(table: Table[Battle], params: Hold) -> Held:
    return Held(not grab.resolve_wrestling(table, the_survivor(table)))


# ---------------------------------------------------------------------- injuries


def situate_injury(params: Injury) -> Battle:
    state = lay(params.rulings)
    state.infectious = params.infection
    put_survivor(state, armour=params.armour, injuries=params.injuries)
    return state


def run_injury(table: Table[Battle], params: Injury) -> Toll:
    how, rule = (BITTEN, "melee.zeds-win") if params.by == "zeds" else (HURT, "shooting.damage-roll")
    harm = melee.resolve_injury(table, the_survivor(table), rule, how=how)
    melee.suffer(table, harm)
    return Toll("injury", tally([result_of(harm)]))


def situate_infection(params: Infection) -> Battle:
    state = lay(params.rulings)
    state.infectious = True
    put_survivor(state, injuries=1, infection="infected" if params.turns_left else "", countdown=params.turns_left)
    return state


def run_infection(table: Table[Battle], params: Infection) -> Ill:
    return infection.resolve_infection(table, the_survivor(table))


# ---------------------------------------------------------------------- zeds on their card


def wall_before(edge: float, distance: float, *, wall: bool) -> tuple[Scenery, ...]:
    """A wall half-way to something east of an edge; there must be room for it."""
    if not wall:
        return ()
    if distance < 1.5:
        raise Refused("ruling.line-of-sight", f"no wall fits between figures {inches(distance)} apart")
    return (Scenery("wall", "solid", (edge + distance / 2 - 0.5, MIDDLE[1] - 20.0, 1.0, 40.0)),)


def situate_stirring(params: Stirring) -> Battle:
    reach = NUMBERS.horde_base / 2 if params.kind == "horde" else NUMBERS.base / 2
    edge = MIDDLE[0] + reach
    if params.wall and params.survivor is None:
        raise Refused("ruling.smell-through-walls", "a wall between a zed and nobody: set survivor as well")
    state = lay(params.rulings, *wall_before(edge, params.survivor or 0.0, wall=params.wall))
    zed = put_zed(state, params.kind, MIDDLE, down=params.knocked_back)
    if params.survivor is not None:
        put_survivor(state, (edge + params.survivor + NUMBERS.base / 2, MIDDLE[1]))
    source = Stand("source", MIDDLE[0], MIDDLE[1], Round(NUMBERS.base))
    if params.noise is not None:
        made_at = (MIDDLE[0], MIDDLE[1] + reach + params.noise + NUMBERS.base / 2)
        state.noises.append(noise_of(source.moved(made_at), "a noise"))
    if params.call is not None:
        made_at = (MIDDLE[0] - reach - params.call - NUMBERS.base / 2, MIDDLE[1])
        heard = (zed.id,) if params.call <= NUMBERS.call_heard else ()
        state.noises.append(noise_of(source.moved(made_at), "a call", call=True, heard=heard))
    return state


def run_stirring(table: Table[Battle], params: Stirring) -> Stirred:
    """active.relevant-card: is it active on its card, and why?"""
    zed = the_zed(table)
    if not activation.can_act(zed):
        table.tell(
            "shooting.knock-back",
            "{zed} is knocked back until the next Round.",
            on=(zed.id,),
            mark="back",
            zed=called(zed.id),
        )
        return Stirred(False, "knocked back")
    why = activation.why_active(table.state, zed)
    tell_distances(table, params)
    rule, words = ACTIVE_BY.get(why, "active.idle"), why or "nothing stirs it"
    table.tell(rule, "{zed}: {words}.", on=(zed.id,), zed=called(zed.id), words=words)
    return Stirred(bool(why), why)


def tell_distances(table: Table[Battle], params: Stirring) -> None:
    """What is near enough and what is not."""
    for rule, what, away, limit in (
        ("active.survivor-near", "A survivor", params.survivor, NUMBERS.survivor_near),
        ("active.loud-noise", "A noise", params.noise, NUMBERS.loud_noise),
        ("active.call", "A call", params.call, NUMBERS.call_heard),
    ):
        if away is not None:
            words = "{what} at {away}: counts within {limit}."
            table.tell(rule, words, what=what, away=inches(away), limit=inches(limit))


ACTIVE_BY = {
    activation.SURVIVOR: "active.survivor-near",
    activation.NOISE: "active.loud-noise",
    activation.CALL: "active.call",
    activation.CALLER: "liche.always-active",
}


def situate_debris(params: Throwing) -> Battle:
    in_car = params.vehicle != "none"
    edge = MIDDLE[0] + (CAR.length / 2 if in_car else NUMBERS.base / 2)
    state = lay(params.rulings, *wall_before(edge, params.distance, wall=params.wall))
    state.infectious = params.infection
    survivor = put_survivor(state, armour=params.armour, injuries=params.injuries)
    if in_car:
        put_car(state, [survivor], armoured=params.vehicle == "apc")
    tank = put_zed_east(state, "tank", edge, params.distance)
    check_debris(state, tank, params)
    return state


def check_debris(state: Battle, tank: Zed, params: Throwing) -> None:
    if tanks.debris_targets(state, tank):
        return
    if params.distance > NUMBERS.debris_range:
        text = f"no debris at {inches(params.distance)}: a survivor must be within {inches(NUMBERS.debris_range)}"
        raise Refused("tank.debris-roll", text)
    why = "an APC or tank shelters those in it" if params.vehicle == "apc" else "debris needs a line of sight"
    raise Refused("ruling.tank-debris-details", f"no debris: {why}")


def run_debris(table: Table[Battle], params: Throwing) -> Toll:
    tank = the_zed(table)
    table.tell(
        "tank.debris-roll", "{zed} is {away} away.", on=(tank.id,), zed=called(tank.id), away=inches(params.distance)
    )
    if params.vehicle == "car":
        table.tell("ruling.tank-debris-details", "A plain vehicle is no shelter.")
    debris = tanks.resolve_debris(table, tank)
    if not debris.thrown:
        return Toll("debris")
    if debris.harm is None:
        return Toll("debris", tally(["miss"]))
    melee.suffer(table, debris.harm)
    return Toll("debris", tally([result_of(debris.harm)]))


def situate_recycling(params: Recycling) -> Battle:
    if params.was_survivor and params.kind != "shambler":
        raise Refused("infection.turning", f"a survivor turns into a shambler, never into a {params.kind}")
    state = lay(params.rulings, points=params.points)
    for number in range(params.hordes):
        put_zed(state, "horde", (40.0 + 40.0 * number, 60.0))
    return state


def run_recycling(table: Table[Battle], params: Recycling) -> Back:
    """spawn.recycle: where it comes back, if it does."""
    state = table.state
    fallen = put_zed(state, params.kind, MIDDLE)
    fallen.was = "somebody" if params.was_survivor else ""
    comes_back = spawn.is_recycled(state, fallen)
    del state.zeds[fallen.id]
    if not comes_back:
        rule = "ruling.spawn-infected" if params.was_survivor else "ruling.spawn-which-kinds"
        table.tell(rule, "{zed} does not come back.", on=(fallen.id,), zed=called(fallen.id))
        return Back("it does not come back")
    at = spawn.resolve_place(table, params.kind)
    places = spawn.points(state)
    if at in places:
        number = places.index(at) + 1
        where = f"point {number}" if number <= params.points else f"horde {number - params.points}"
    else:
        x, y = at
        where = (
            "the west edge"
            if x < 1
            else "the east edge"
            if x > 239
            else "the south edge"
            if y < 1
            else "the north edge"
        )
    table.tell("spawn.placement", "{zed} comes back at {where}.", on=(fallen.id,), zed=called(fallen.id), where=where)
    return Back(where)


def edge_of(at: tuple[float, float]) -> str:
    """The edge of the small table that a point lies at."""
    away = {"west": at[0], "east": SIDE - at[0], "south": at[1], "north": SIDE - at[1]}
    return min(away, key=lambda edge: away[edge])


# ---------------------------------------------------------------------- vehicles


def situate_braking(params: Braking) -> Battle:
    if params.to > params.speed + NUMBERS.speed_step:
        text = f"from {inches(params.speed)} the speed rises to {inches(params.speed + NUMBERS.speed_step)} at most"
        raise Refused("vehicle.speed-change", text)
    state = lay()
    people = [put_survivor(state)]
    people += [put_survivor(state, name=f"Passenger {number}") for number in range(1, params.people)]
    put_car(state, people, speed=params.speed, armoured=params.armoured)
    return state


def run_braking(table: Table[Battle], params: Braking) -> Braked:
    state = table.state
    car, driver = state.vehicles["car"], the_survivor(table)
    if not vehicles.is_braking(car, params.to):
        table.tell("vehicle.speed-change", "No control roll: 5 inches slower or less.")
    mishap = vehicles.change_speed(table, driver, car, params.to)
    hurt = ["killed" if it.fate else "hurt" for it in state.survivors.values() if it.fate or it.injuries]
    return Braked(mishap, tally(hurt))


def situate_start(params: Starting) -> Battle:
    state = lay(params.rulings)
    put_car(state, [put_survivor(state)], start=params.number, running=False)
    return state


def run_start(table: Table[Battle], params: Starting) -> Succeeded:
    state = table.state
    vehicles.start_engine(table, the_survivor(table), state.vehicles["car"])
    return Succeeded("start", state.vehicles["car"].running)


BESIDE = (
    *((dx, side * (CAR.breadth + NUMBERS.base) / 2) for side in (1, -1) for dx in (-1.2, 0.0, 1.2)),
    ((CAR.length + NUMBERS.base) / 2, 0.0),
    (-(CAR.length + NUMBERS.base) / 2, 0.0),
)
"""Spots in contact with the car, from its middle."""


def situate_dragging(params: Dragging) -> Battle:
    if params.armoured:
        raise Refused("vehicle.drag-exception", "nobody can be dragged out of an APC or a tank")
    if params.moved:
        raise Refused("vehicle.drag-out", "the vehicle moved in the last survivor go: nobody can be dragged out")
    state = lay()
    people = [put_survivor(state)]
    people += [put_survivor(state, name=f"Passenger {number}") for number in range(1, params.people)]
    put_car(state, people)
    for dx, dy in BESIDE[: params.zeds]:
        put_zed(state, "shambler", (MIDDLE[0] + dx, MIDDLE[1] + dy))
    return state


def run_dragging(table: Table[Battle], params: Dragging) -> Toll:
    state = table.state
    before = len(state.vehicles["car"].people)
    vehicles.drag_out(table, [zed.id for zed in zeds_touching_vehicle(state, state.vehicles["car"])])
    dragged = before - len(state.vehicles["car"].people)
    if not dragged:
        table.tell("vehicle.drag-out", "Nobody is dragged out.")
    return Toll("dragging", tally(["dragged out"] * dragged))


def at_the_desk(name: str, title: str, rule: str, params: type[P], lays: Lays[P], runs: Runs[P]) -> Procedure:
    return Procedure(name=name, title=title, rule=rule, params=params, situate=lays, run=runs, seats={SEAT: "survivor"})


PROCEDURES = (
    at_the_desk("shot", "One shot at a zed", "shooting.range-bands", Shot, situate_shot, run_shot),
    at_the_desk("blast", "A blast weapon, with scatter", "shooting.blast", Bomb, situate_blast, run_blast),
    at_the_desk("damage", "What a hit does", "shooting.damage-roll", Damage, situate_damage, run_damage),
    at_the_desk("hand-to-hand", "Hand-to-hand combat", "melee.one-die-per-side", Melee, situate_melee, run_melee),
    at_the_desk("grab", "Moving past zombies", "grab.trigger", Passing, situate_passing, run_passing),
    at_the_desk("wrestle-free", "Wrestling free", "wrestle.roll", Hold, situate_hold, run_hold),
    at_the_desk("injury", "The injury roll", "melee.zeds-win", Injury, situate_injury, run_injury),
    at_the_desk("infection", "Infection", "infection.roll", Infection, situate_infection, run_infection),
    at_the_desk(
        "activation", "Is a zed active, and why?", "active.relevant-card", Stirring, situate_stirring, run_stirring
    ),
    at_the_desk("debris", "A tank zed hurls debris", "tank.debris-roll", Throwing, situate_debris, run_debris),
    at_the_desk("spawn", "Where a zed comes back", "spawn.placement", Recycling, situate_recycling, run_recycling),
    at_the_desk("vehicle-start", "Starting an engine", "ruling.vehicle-start", Starting, situate_start, run_start),
    at_the_desk("vehicle-brake", "Slamming on the brakes", "vehicle.brake", Braking, situate_braking, run_braking),
    at_the_desk(
        "drag-out", "Dragging people out of a vehicle", "vehicle.drag-out", Dragging, situate_dragging, run_dragging
    ),
)
