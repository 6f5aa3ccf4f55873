"""The umpire's desk: every rule that a table would want a ruling on, on a situation described in a few words."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import Procedure, Table
from adjudge.field import Changes, Rectangle, Round, Stand
from adjudge.games.akula.data import NUMBERS, WEAPONS
from adjudge.games.akula.readings import BITTEN, is_odd
from adjudge.games.akula.rules import activation, grab, harm, infection, prospects, shooting, vehicles
from adjudge.games.akula.scenario import Scenario, Size, SurvivorEntry, carried_text
from adjudge.games.akula.setup import add_zed
from adjudge.games.akula.state import Battle, Noise, Rulings, Survivor, Vehicle, Zed

DESK = carried_text(
    Scenario("desk", "An open table", "hold-out", 1, 1, Size(60.0, 60.0), (SurvivorEntry("survivor", (29.5, 29.5)),))
)
SEAT = "player"
HERE = (30.0, 30.0)

Gun = Literal[
    "Handgun", "M-pistol", "Shotgun", "SMG", "Bolt Action Rifle", "Assault Rifle", "Machinegun", "Sniper Rifle",
    "RPG", "Automatic Grenade Launcher", "Pipebomb",
]  # fmt: skip
Blast = Literal["RPG", "Automatic Grenade Launcher", "Pipebomb"]
InHand = Literal["nothing", "firearm", "bat", "axe", "knife", "machete", "crowbar", "sword", "chainsaw"]
KindName = Literal["shambler", "fast", "tank", "horde", "liche", "witch"]
Inches = Annotated[float, Meta(ge=0, le=40)]
Markers = Annotated[int, Meta(ge=0, le=6, description="injury markers")]


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """One die of a weapon at one zed."""

    weapon: Gun = "Handgun"
    distance: Annotated[Inches, Meta(description="inches from base edge to base edge")] = 4.0
    aimed: bool = False
    skill: Annotated[bool, Meta(description="firearms skill")] = False
    injuries: Markers = 0
    in_moving_vehicle: bool = False
    target: KindName = "shambler"
    wounds: Annotated[int, Meta(ge=0, le=2, description="wounds on a tank")] = 0
    rulings: Rulings = Rulings()


class Bomb(Struct, frozen=True, forbid_unknown_fields=True):
    """A blast weapon at a zed to the north with others around it, measured from it."""

    weapon: Blast = "Pipebomb"
    distance: Inches = 8.0
    aimed: bool = False
    skill: bool = False
    injuries: Markers = 0
    others: Annotated[
        tuple[tuple[float, float], ...], Meta(max_length=12, description="further zeds, [east, north] of it")
    ] = ()
    rulings: Rulings = Rulings()


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """A hit: what it does."""

    weapon: Gun = "Handgun"
    aimed: bool = False
    skill: bool = False
    target: KindName = "shambler"
    wounds: Annotated[int, Meta(ge=0, le=2)] = 0
    rulings: Rulings = Rulings()


class Melee(Struct, frozen=True, forbid_unknown_fields=True):
    """One survivor against zeds in contact."""

    weapon: InHand = "nothing"
    skill: Annotated[bool, Meta(description="melee skill")] = False
    injuries: Markers = 0
    armour: bool = False
    zeds: Annotated[int, Meta(ge=1, le=6, description="zeds in contact, tanks included")] = 1
    tanks: Annotated[int, Meta(ge=0, le=6)] = 0
    tank_wounds: Annotated[int, Meta(ge=0, le=2, description="wounds on each tank")] = 0
    knocked_back: Annotated[int, Meta(ge=0, le=6, description="how many of the zeds are knocked back")] = 0
    infection: bool = False
    rulings: Rulings = Rulings()


class Passing(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that comes within 1 inch of so many zeds."""

    zeds: Annotated[int, Meta(ge=1, le=12)] = 1
    rulings: Rulings = Rulings()


class Hold(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor held by zeds in contact."""

    zeds: Annotated[int, Meta(ge=1, le=6)] = 1
    tanks: Annotated[int, Meta(ge=0, le=6)] = 0
    rulings: Rulings = Rulings()


class Injury(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor who has to roll for injury."""

    armour: bool = False
    infection: bool = False
    rulings: Rulings = Rulings()


class Infection(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor who has just received a marker."""

    rulings: Rulings = Rulings()


class Stirring(Struct, frozen=True, forbid_unknown_fields=True):
    """A zed and what is around it, in inches; nothing is farther than any distance."""

    kind: KindName = "shambler"
    survivor: Annotated[Inches | None, Meta(description="distance to the nearest survivor")] = None
    noise: Annotated[Inches | None, Meta(description="distance to a loud noise of this Round")] = None
    call: Annotated[Inches | None, Meta(description="distance to a moan or wail of this Round")] = None
    knocked_back: bool = False
    rulings: Rulings = Rulings()


class Braking(Struct, frozen=True, forbid_unknown_fields=True):
    """A driver who slows down."""

    speed: Annotated[int, Meta(ge=0, le=60)] = 15
    to: Annotated[int, Meta(ge=0, le=60)] = 0
    armoured: Annotated[bool, Meta(description="an APC or a tank")] = False
    people: Annotated[int, Meta(ge=1, le=4)] = 1
    rulings: Rulings = Rulings()


# ---------------------------------------------------------------------- situations


def _survivor(weapons: tuple[str, ...] = (), skills: tuple[str, ...] = ()) -> Survivor:
    return Survivor("survivor", "survivor", SEAT, Stand("survivor", *HERE, Round(NUMBERS.base)), weapons, skills)


def _battle(rulings: Rulings, survivor: Survivor) -> Battle:
    return Battle(DESK, rulings, {survivor.id: survivor}, changes=Changes(), cards=1)


def _north(state: Battle, kind: str, distance: float) -> Zed:
    zed = add_zed(state, kind, HERE)
    zed.stand = zed.stand.moved((HERE[0], HERE[1] + NUMBERS.base / 2 + zed.stand.base.reach + distance))
    return zed


def _ring(state: Battle, count: int, tanks: int, wounds: int = 0, down: int = 0) -> None:
    """Zeds round the survivor, all in contact with it."""
    spots = ((1.0, 0.0), (0.5, 0.8660254), (-0.5, 0.8660254), (-1.0, 0.0), (-0.5, -0.8660254), (0.5, -0.8660254))
    for number, (x, y) in enumerate(spots[:count]):
        zed = add_zed(state, "tank" if number < tanks else "shambler", (HERE[0] + x, HERE[1] + y))
        zed.wounds = wounds if number < tanks else 0
        zed.down = number >= count - down


def _shooter(weapon: str, skill: bool, injuries: int) -> Survivor:
    survivor = _survivor((weapon,), ("firearms",) if skill else ())
    survivor.injuries = injuries
    return survivor


def situate_shot(params: Shot) -> Battle:
    shooter = _shooter(params.weapon, params.skill, params.injuries)
    state = _battle(params.rulings, shooter)
    zed = _north(state, params.target, params.distance)
    zed.wounds = params.wounds if params.target == "tank" else 0
    if params.in_moving_vehicle:
        stand = Stand("car", *HERE, Rectangle(NUMBERS.base, NUMBERS.base), 90.0)
        state.vehicles["car"] = Vehicle(
            "car", "car", stand, 1, 15.0, speed=5.0, running=True, driver=shooter.id, people=[shooter.id]
        )
        shooter.vehicle = "car"
    return state


def run_shot(table: Table[Battle], params: Shot) -> str:
    state, weapon = table.state, WEAPONS[params.weapon]
    target = next(iter(state.zeds))
    if (
        shooting.needed(state, state.survivors["survivor"], weapon, state.zeds[target].stand, aimed=params.aimed)
        is None
    ):
        table.tell("shooting.range-bands", "Out of range.")
        return "out of range"
    return shooting.shoot(table, state.survivors["survivor"], weapon, target, aimed=params.aimed)


def situate_blast(params: Bomb) -> Battle:
    state = _battle(params.rulings, _shooter(params.weapon, params.skill, params.injuries))
    first = _north(state, "shambler", params.distance)
    for east, north in params.others:
        add_zed(state, "shambler", (first.stand.x + east, first.stand.y + north))
    return state


def run_blast(table: Table[Battle], params: Bomb) -> str:
    """How many zeds are removed and knocked back; the survivor may be caught, too."""
    state, weapon = table.state, WEAPONS[params.weapon]
    thrower = state.survivors["survivor"]
    target = next(iter(state.zeds))
    if shooting.needed(state, thrower, weapon, state.zeds[target].stand, aimed=params.aimed) is None:
        table.tell("shooting.range-bands", "Out of range.")
        return "out of range"
    shooting.shoot(table, thrower, weapon, target, aimed=params.aimed)
    down = sum(zed.down for zed in state.zeds.values())
    caught = (
        ", the thrower is killed"
        if thrower.fate
        else ", the thrower is hurt"
        if thrower.injuries > params.injuries
        else ""
    )
    return f"{state.killed} removed, {down} knocked back{caught}"


def situate_damage(params: Damage) -> Battle:
    state = _battle(params.rulings, _shooter(params.weapon, params.skill, 0))
    zed = _north(state, params.target, 1.0)
    zed.wounds = params.wounds if params.target == "tank" else 0
    return state


def run_damage(table: Table[Battle], params: Damage) -> str:
    state, weapon = table.state, WEAPONS[params.weapon]
    shooter = state.survivors["survivor"]
    bonus = shooting.damage_bonus(state, shooter, weapon, aimed=params.aimed)
    zed = next(iter(state.zeds.values()))
    shooting.strike(table, shooter, zed.id, bonus, blast=weapon.blast)
    if zed.id not in state.zeds:
        return "removed"
    return f"{zed.wounds} wounds" if zed.wounds > params.wounds else "knocked back" if zed.down else "no effect"


def situate_melee(params: Melee) -> Battle:
    held = {"nothing": (), "firearm": ("Handgun",)}.get(params.weapon, (params.weapon,))
    skills = ("melee",) if params.skill else ()
    survivor = _survivor(held, skills)
    survivor.injuries, survivor.armour = params.injuries, params.armour
    state = _battle(params.rulings, survivor)
    state.infectious = params.infection
    _ring(state, params.zeds, params.tanks, params.tank_wounds, params.knocked_back)
    return state


def run_melee(table: Table[Battle], params: Melee) -> str:
    return prospects.fought(table, "survivor")


def situate_nobody(params: Passing) -> Battle:
    return _battle(params.rulings, _survivor())


def run_grab(table: Table[Battle], params: Passing) -> str:
    """grab.trigger: each zed in turn until one grabs."""
    tries = 1 if params.rulings.grab_several_zeds == "once" else params.zeds
    for number in range(1, tries + 1):
        if table.roll(is_odd(), "grab.trigger"):
            table.tell("grab.effect", "Zed {number} grabs.", number=number)
            return "grabbed"
    return "free"


def situate_hold(params: Hold) -> Battle:
    state = _battle(params.rulings, _survivor())
    state.survivors["survivor"].grabbed = True
    _ring(state, params.zeds, params.tanks)
    return state


def run_hold(table: Table[Battle], params: Hold) -> str:
    return grab.wrestle(table, table.state.survivors["survivor"])


def situate_injury(params: Injury) -> Battle:
    state = _battle(params.rulings, _survivor())
    state.survivors["survivor"].armour = params.armour
    state.infectious = params.infection
    return state


def run_injury(table: Table[Battle], params: Injury) -> str:
    survivor = table.state.survivors["survivor"]
    result = harm.injure(table, survivor, "melee.zeds-win", how=BITTEN)
    return f"{result}, infected" if survivor.infection else result


def situate_infection(params: Infection) -> Battle:
    state = _battle(params.rulings, _survivor())
    state.survivors["survivor"].injuries = 1
    state.infectious = True
    return state


def run_infection(table: Table[Battle], params: Infection) -> str:
    """infection.roll, infection.pass-out: infected or not, and when the survivor passes out."""
    survivor = table.state.survivors["survivor"]
    if not infection.infect(table, survivor):
        return "not infected"
    return f"infected, passes out in {survivor.countdown} turns"


def situate_stirring(params: Stirring) -> Battle:
    survivor = _survivor()
    state = _battle(params.rulings, survivor)
    zed = add_zed(state, params.kind, (5.0, 5.0))
    zed.down = params.knocked_back
    edge = zed.stand.base.reach
    if params.survivor is None:
        survivor.fate = "left"
    else:
        survivor.stand = survivor.stand.moved((5.0, 5.0 + edge + NUMBERS.base / 2 + params.survivor))
    if params.noise is not None:
        state.noises.append(Noise(5.0, 5.0 + edge + params.noise, "a noise"))
    if params.call is not None:
        heard = (zed.id,) if params.call <= NUMBERS.call_heard else ()
        state.noises.append(Noise(5.0, 5.0 + edge + params.call, "a call", True, heard))
    return state


def run_stirring(table: Table[Battle], params: Stirring) -> str:
    """active.relevant-card: is it active on its card, and why?"""
    zed = next(iter(table.state.zeds.values()))
    if not activation.can_act(zed):
        table.tell("shooting.knock-back", "It is knocked back until the next Round.")
        return "not active: knocked back"
    why = activation.why_active(table.state, zed)
    table.tell(ACTIVE_BY.get(why, "active.idle"), "{why}", why=(why or "nothing stirs it").capitalize() + ".")
    return f"active: {why}" if why else "idle"


ACTIVE_BY = {
    activation.SURVIVOR: "active.survivor-near",
    activation.NOISE: "active.loud-noise",
    activation.CALL: "active.call",
    activation.CALLER: "liche.always-active",
}


def situate_braking(params: Braking) -> Battle:
    driver = _survivor()
    state = _battle(params.rulings, driver)
    stand = Stand("car", 10.0, 30.0, Rectangle(4.0, 2.0), 0.0)
    car = Vehicle(
        "car",
        "car",
        stand,
        4,
        60.0,
        armoured=params.armoured,
        speed=float(params.speed),
        running=True,
        driver=driver.id,
    )
    state.vehicles["car"] = car
    for number in range(params.people):
        name = driver.id if number == 0 else f"passenger {number}"
        person = driver if number == 0 else Survivor(name, name, SEAT, Stand(name, 10.0, 30.0, Round(NUMBERS.base)))
        person.vehicle = "car"
        car.people.append(name)
        state.survivors[name] = person
    return state


def run_braking(table: Table[Battle], params: Braking) -> str:
    state = table.state
    car = state.vehicles["car"]
    if not vehicles.is_braking(car, params.to):
        table.tell("vehicle.speed-change", "No control roll: 5 inches or less.")
        return "under control"
    if vehicles.brake(table, state.survivors["survivor"], car, params.to):
        return "under control"
    hurt = sum(bool(it.fate) or it.injuries > 0 for it in state.survivors.values())
    return f"out of control, {hurt} hurt" if hurt else "out of control"


PROCEDURES = (
    Procedure(
        name="shot",
        title="One shot at a zed",
        rule="shooting.range-bands",
        params=Shot,
        situate=situate_shot,
        run=run_shot,
    ),
    Procedure(
        name="blast",
        title="A blast weapon, with scatter",
        rule="shooting.blast",
        params=Bomb,
        situate=situate_blast,
        run=run_blast,
    ),
    Procedure(
        name="damage",
        title="What a hit does",
        rule="shooting.damage-roll",
        params=Damage,
        situate=situate_damage,
        run=run_damage,
    ),
    Procedure(
        name="hand-to-hand",
        title="Hand-to-hand combat",
        rule="melee.one-die-per-side",
        params=Melee,
        situate=situate_melee,
        run=run_melee,
    ),
    Procedure(
        name="grab",
        title="Moving past zombies",
        rule="grab.trigger",
        params=Passing,
        situate=situate_nobody,
        run=run_grab,
    ),
    Procedure(
        name="wrestle-free",
        title="Wrestling free",
        rule="wrestle.roll",
        params=Hold,
        situate=situate_hold,
        run=run_hold,
    ),
    Procedure(
        name="injury",
        title="The injury roll",
        rule="melee.zeds-win",
        params=Injury,
        situate=situate_injury,
        run=run_injury,
    ),
    Procedure(
        name="infection",
        title="Infection",
        rule="infection.roll",
        params=Infection,
        situate=situate_infection,
        run=run_infection,
    ),
    Procedure(
        name="activation",
        title="Is a zed active, and why?",
        rule="active.relevant-card",
        params=Stirring,
        situate=situate_stirring,
        run=run_stirring,
    ),
    Procedure(
        name="vehicle-brake",
        title="Slamming on the brakes",
        rule="vehicle.brake",
        params=Braking,
        situate=situate_braking,
        run=run_braking,
    ),
)
