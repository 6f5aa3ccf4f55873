"""What happens to figures: zeds are removed or wounded, survivors bitten or eaten, grabs end."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.field import Rectangle, Round, Stand
from adjudge.field.moving import nearest_free_spot
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import gait_of, ground_of, scenario_of, stands, zeds_touching
from adjudge.games.akula.readings import (
    BITTEN,
    EATEN,
    HEADSHOT,
    HURT,
    KNOCK_BACK,
    LAST_WOUND,
    NO_EFFECT,
    UNHARMED,
    WOUND,
    injury,
)
from adjudge.games.akula.rules import infection
from adjudge.games.akula.rules.noise import make_noise
from adjudge.games.akula.state import Battle, Marker, Survivor, Zed

LESSER = ("shambler", "fast")

# ---------------------------------------------------------------------- zeds


def apply_shot(table: Table[Battle], zed: Zed, result: str, *, blast: bool = False) -> str:
    """table.shooting-results: a headshot removes, a knock-back holds until the next Round, less does nothing.

    Returns what the result is to a zed of this kind.
    """
    if result == HEADSHOT:
        return headshot(table, zed, blast=blast)
    if result == KNOCK_BACK and zed.kind == "tank":
        table.tell("tank.ignores-knock-back", "{zed} shrugs it off.", zed=called(zed.id))
        return NO_EFFECT
    if result == KNOCK_BACK:
        zed.down = True
        table.tell("shooting.knock-back", "{zed} is knocked back until the next Round.", zed=called(zed.id))
        loosen_grabs(table.state)
    else:
        table.tell("shooting.no-effect", "{zed} takes no harm.", zed=called(zed.id))
    return result


def headshot(table: Table[Battle], zed: Zed, *, blast: bool = False) -> str:
    """shooting.headshot: removed, unless it is of a kind that takes wounds instead."""
    state = table.state
    if zed.kind == "horde" and is_proof(state, blast):  # ruling.horde-destruction
        table.tell("shooting.no-effect", "{zed} closes its ranks.", zed=called(zed.id))
        return NO_EFFECT
    if takes_wounds(state, zed):
        return wound(table, zed)
    remove_zed(table, zed, "shooting.headshot")
    return HEADSHOT


def is_proof(state: Battle, blast: bool) -> bool:
    """Whether a horde cannot be removed this way."""
    rule = state.rulings.horde_destruction
    return rule == "never" or (rule == "blast" and not blast)


def takes_wounds(state: Battle, zed: Zed) -> bool:
    """tank.wounds; as house rules hordes (ruling.horde-destruction) and liches (ruling.liche-kills) too."""
    if zed.kind == "horde":
        return state.rulings.horde_destruction == "wounds"
    if zed.kind in ("liche", "witch"):
        return state.rulings.liche_kills == "wounds"
    return zed.kind == "tank"


def wound(table: Table[Battle], zed: Zed) -> str:
    """tank.wounds: -1 inch of move and -1 in fighting each (ruling.tank-wound-minimum)."""
    zed.wounds += 1
    if zed.wounds >= NUMBERS.tank_wounds:
        remove_zed(table, zed, "tank.third-wound")
        return LAST_WOUND
    table.tell("tank.wounds", "{zed} has {wounds} wounds.", zed=called(zed.id), wounds=zed.wounds)
    return WOUND


def remove_zed(table: Table[Battle], zed: Zed, rule: str) -> None:
    state = table.state
    del state.zeds[zed.id]
    state.killed += 1
    if is_recycled(state, zed):
        state.casualties.append(zed.kind)
    table.tell(rule, "{zed} is destroyed.", zed=called(zed.id))
    loosen_grabs(state)


def is_recycled(state: Battle, zed: Zed) -> bool:
    """spawn.recycle, unless the scenario or a house rule says otherwise (ruling.spawn-which-kinds)."""
    if zed.kind in scenario_of(state).no_recycle:
        return False
    if zed.was and state.rulings.spawn_infected == "gone":  # ruling.spawn-infected
        return False
    return state.rulings.spawn_which_kinds == "all" or zed.kind in LESSER


def loosen_grabs(state: Battle) -> None:
    """ruling.grabbed-survivor: a grab ends when no zed that is able to act is left in contact."""
    for survivor in state.survivors.values():
        if survivor.grabbed and not any(is_able(state, zed) for zed in zeds_touching(state, survivor)):
            survivor.grabbed = False


def is_able(state: Battle, zed: Zed) -> bool:
    """Whether a zed can hold somebody (ruling.grab-knocked-back)."""
    return not zed.down or state.rulings.grab_knocked_back == "can"


# ---------------------------------------------------------------------- survivors


def injure(table: Table[Battle], survivor: Survivor, rule: str, modifier: int = 0, *, how: str = HURT) -> str:
    """table.survivor-injury, with -1 for armour (melee.armour). Zeds bite; debris, blasts and vehicles only hurt."""
    by_zeds = how == BITTEN
    result = table.roll(injury(modifier - (1 if survivor.armour else 0)), rule, survivor.seat)
    if result == UNHARMED:
        table.tell("injury.unharmed", "{name} is unharmed.", name=survivor.name)
        return result
    if by_zeds:
        _scream(table, survivor)
    if result == EATEN:
        table.tell("injury.eaten", "{name} is eaten alive." if by_zeds else "{name} is killed.", name=survivor.name)
        remove_survivor(table, survivor)
        return result
    hurt(table, survivor, how)
    return how


def hurt(table: Table[Battle], survivor: Survivor, how: str = HURT) -> None:
    """injury.bitten: a marker, without limit (ruling.injury-markers-limit)."""
    survivor.injuries += 1
    text = "{name} is {how}: injury marker {count}."
    table.tell("injury.bitten", text, name=survivor.name, how=how, count=survivor.injuries)
    if survivor.injuries >= 3 and table.state.rulings.injury_markers_limit == "three":
        table.tell("ruling.injury-markers-limit", "{name} dies of the third wound.", name=survivor.name)
        remove_survivor(table, survivor)
    else:
        infection.infect(table, survivor)


def _scream(table: Table[Battle], survivor: Survivor) -> None:
    if table.state.rulings.which_shots_are_loud == "bites":  # ruling.which-shots-are-loud
        make_noise(table, survivor.stand.at, "a scream")


def remove_survivor(table: Table[Battle], survivor: Survivor) -> None:
    """Off the table for good; supplies stay where it fell, and whoever it carried."""
    state = table.state
    leave_seat(state, survivor)
    survivor.fate = "dead"
    survivor.grabbed = False
    drop_supplies(state, survivor)
    put_down(state, survivor)
    state.waiting.pop(survivor.id, None)


def leave_seat(state: Battle, survivor: Survivor) -> None:
    """Out of its vehicle, which has no driver then if it was the driver."""
    if not survivor.vehicle:
        return
    vehicle = state.vehicles[survivor.vehicle]
    vehicle.people.remove(survivor.id)
    if vehicle.driver == survivor.id:
        vehicle.driver = ""
    survivor.stand = survivor.stand.moved(vehicle.stand.at)
    survivor.vehicle = ""


def drop_supplies(state: Battle, survivor: Survivor) -> None:
    """Supplies of a removed survivor lie there as markers that need no search."""
    for name in survivor.supplies:
        state.markers[name] = Marker(name, name, *survivor.stand.at, hidden=False)
    survivor.supplies = []


def put_down(state: Battle, carrier: Survivor) -> None:
    """Whoever the carrier carried lies beside it (ruling.infection-stages)."""
    for other in state.survivors.values():
        if other.carried_by == carrier.id:
            other.carried_by = ""
            make_room(state, other)


def make_room(state: Battle, survivor: Survivor, keep_off: tuple[Stand, ...] = ()) -> None:
    """Moves a figure to the nearest spot where it fits."""
    others = [*stands(state, apart_from=survivor.id), *keep_off]
    spot = nearest_free_spot(ground_of(state), survivor.stand, others, gait_of(state))
    if spot is not None:
        survivor.stand = survivor.stand.moved(spot)


def keep_away(stand: Stand, distance: float) -> Stand:
    """A stand with a margin round it that nobody may enter."""
    more = 2 * distance + 0.02
    if isinstance(stand.base, Round):
        return Stand(stand.id, stand.x, stand.y, Round(stand.base.diameter + more))
    base = Rectangle(stand.base.length + more, stand.base.breadth + more)
    return Stand(stand.id, stand.x, stand.y, base, stand.facing)
