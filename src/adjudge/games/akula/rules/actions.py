"""Turn Sequence: a survivor's go of two actions."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.engine import Choose, Deed, Option, PickPoint, Table
from adjudge.engine.questions import Forecast
from adjudge.engine.steps import step
from adjudge.field import Point, Round, Stand
from adjudge.field.paths import Path
from adjudge.field.points import compass_word
from adjudge.field.regions import Reachable
from adjudge.games.akula import prospects, sights
from adjudge.games.akula.data import NUMBERS, WEAPONS
from adjudge.games.akula.figures import put_down
from adjudge.games.akula.places import (
    close_door,
    door_name,
    doors_touched,
    gait_of,
    is_closed,
    open_door,
    place_of,
    scenario_of,
    stands_in_door,
    touch,
    walk,
    walkers,
    zeds_touching,
)
from adjudge.games.akula.readings import reaches
from adjudge.games.akula.regions import reachable
from adjudge.games.akula.rules import grab, melee, shooting, vehicles
from adjudge.games.akula.rules.activation import make_noise
from adjudge.games.akula.rules.infection import is_conscious
from adjudge.games.akula.state import Battle, Go, Marker, Survivor, Vehicle
from adjudge.games.akula.wording import inches

PASS = "pass"
MOVE, AIM, FIRE, FIGHT, WRESTLE, OPEN, CLOSE, BAR = "move", "aim", "fire", "fight", "wrestle", "open", "close", "bar"
ENTER, RIDE, START, DRIVE, WHEEL, LEAVE = "enter", "ride", "start", "drive", "wheel", "leave"
SEARCH, TAKE, GIVE, SHOUT, LIFT, LOWER = "search", "take", "give", "shout", "lift", "lower"


def act(table: Table[Battle], survivor: Survivor) -> None:
    """One action of the figure whose go it is (action.two-free-choice): chosen, then carried out."""
    state = table.state
    go = state.go
    assert go is not None
    driving = vehicles.driven_by(state, survivor)
    key = table.ask(survivor.seat, "action.two-free-choice", question(state, survivor, go))
    if key == PASS:
        left, go.actions = go.actions, 0
        vehicles.pass_up(table, survivor, left)
        return
    name, _, what = key.partition(":")
    go.actions -= 1
    ACTIONS[name](table, survivor, what)
    survivor.aimed = name == AIM  # ruling.aim-details: aiming helps only the very next action
    vehicle = driving or vehicles.driven_by(state, survivor)  # it may have got in or taken the wheel
    if vehicle is not None and name != DRIVE:
        vehicles.roll_on(table, vehicle)


def question(state: Battle, survivor: Survivor, go: Go) -> Choose[str]:
    ordinal = "second" if go.actions == 1 else "first"
    return Choose(
        options(state, survivor, go),
        lambda key: describe(state, survivor, key),
        prompt=f"{survivor.name}: {ordinal} action?",
        about=lambda key: about(survivor, key),
        facts={"actions": go.actions},
        forecast=lambda key: foresee(state, survivor, key),
    )


def about(survivor: Survivor, key: str) -> Deed:
    name, _, what = key.partition(":")
    return Deed(name, survivor.id, item=what) if name == FIRE else Deed(name, survivor.id, what)


def foresee(state: Battle, survivor: Survivor, key: str) -> Forecast | None:
    """The step that answers for an action, where the dice decide at once."""
    name, _, what = key.partition(":")
    match name:
        case "fight":
            return prospects.of_fight(melee.resolve_combat, survivor.id)
        case "wrestle":
            return prospects.of_wrestling(grab.resolve_wrestling, survivor.id)
        case "search":
            return prospects.of_search(resolve_search, survivor.id)
        case "start" | "enter":
            return foresee_start(state, survivor, state.vehicles[what or survivor.vehicle])
    return None


def foresee_start(state: Battle, survivor: Survivor, vehicle: Vehicle) -> Forecast | None:
    """Whether the engine starts, where that is not certain."""
    is_taken = bool(vehicle.driver) and vehicle.driver != survivor.id
    if vehicle.running or is_taken or vehicle.lurking or not vehicles.start_number(state, vehicle):
        return None
    return prospects.of_starting(vehicles.resolve_start, survivor.id, vehicle.id)


# ---------------------------------------------------------------------- what can be done


def options(state: Battle, survivor: Survivor, go: Go) -> list[str]:
    """The actions open to a figure; doing nothing always is (ruling.same-action-twice: the same one twice, too)."""
    found: list[str] = []
    held = grab.is_held(state, survivor)
    if survivor.vehicle:
        found += _in_vehicle(state, survivor)
    elif not held:
        found.append(MOVE)
    found += _fighting(state, survivor, go, held)
    if not survivor.vehicle and not held:
        found += _with_hands(state, survivor, go)
    if state.rulings.further_actions == "more":
        found.append(SHOUT)
    return [*found, PASS]


def _fighting(state: Battle, survivor: Survivor, go: Go, held: bool) -> list[str]:
    """action.fire, action.aim, action.close-combat, action.escape-grab (grab.shoot, grab.fight)."""
    guns = [name for name in shooting.firearms(survivor) if shooting.has_target(state, survivor, WEAPONS[name])]
    found = [f"{FIRE}:{name}" for name in guns]
    if go.actions > 1 and shooting.firearms(survivor):
        found.append(AIM)
    if zeds_touching(state, survivor):
        found.append(FIGHT)
    return [*found, WRESTLE] if held else found


def _with_hands(state: Battle, survivor: Survivor, go: Go) -> list[str]:
    """Doors, vehicles, supplies and people within arm's reach."""
    found = _doors(state, survivor, go)
    for vehicle in state.vehicles.values():
        found += _doorhandle(state, survivor, vehicle)
    found += _supplies(state, survivor)
    return found + _people(state, survivor)


def _doorhandle(state: Battle, survivor: Survivor, vehicle: Vehicle) -> list[str]:
    """action.enter-vehicle; the first in is the driver unless it says otherwise (ruling.vehicle-entering)."""
    if not vehicles.may_enter(vehicle, survivor):
        return []
    as_passenger = not vehicle.driver and state.rulings.further_actions == "more"
    return [f"{ENTER}:{vehicle.id}", *([f"{RIDE}:{vehicle.id}"] if as_passenger else [])]


def _doors(state: Battle, survivor: Survivor, go: Go) -> list[str]:
    """action.open-door; closing and barring by ruling.doors and the scenario."""
    found = []
    for door in doors_touched(state, survivor.stand):
        if is_closed(state, door):
            found.append(f"{OPEN}:{door}")
        elif door in state.broken:
            if go.actions >= NUMBERS.actions and not zeds_touching(state, survivor) and not stands_in_door(state, door):
                found.append(f"{BAR}:{door}")
        elif state.rulings.further_actions == "more" and not stands_in_door(state, door):
            found.append(f"{CLOSE}:{door}")
    return found


def _supplies(state: Battle, survivor: Survivor) -> list[str]:
    if len(survivor.supplies) >= scenario_of(state).carry:
        return []
    near = [marker for marker in state.markers.values() if is_at(state, survivor, marker)]
    return [f"{SEARCH if marker.hidden else TAKE}:{marker.id}" for marker in near]


def is_at(state: Battle, survivor: Survivor, marker: Marker) -> bool:
    """In contact with a marker, which is as large as an ordinary base."""
    return touch(survivor.stand, Stand(marker.id, marker.x, marker.y, Round(NUMBERS.base)))


def _people(state: Battle, survivor: Survivor) -> list[str]:
    """Handing things over, and carrying those who passed out (ruling.infection-stages)."""
    near = [it for it in walkers(state) if it.id != survivor.id and touch(it.stand, survivor.stand)]
    found = []
    if any(it.carried_by == survivor.id for it in walkers(state)):
        found.append(LOWER)
    else:
        found += [f"{LIFT}:{it.id}" for it in near if may_be_lifted(state, it)]
    if survivor.supplies and state.rulings.further_actions == "more":
        room = scenario_of(state).carry
        found += [f"{GIVE}:{it.id}" for it in near if is_conscious(it) and len(it.supplies) < room]
    return found


def may_be_lifted(state: Battle, survivor: Survivor) -> bool:
    """One who passed out, unless a zed holds on to it (ruling.grabbed-survivor)."""
    return not is_conscious(survivor) and not survivor.carried_by and not grab.is_held(state, survivor)


def _in_vehicle(state: Battle, survivor: Survivor) -> list[str]:
    vehicle = state.vehicles[survivor.vehicle]
    if vehicle.driver == survivor.id:
        may_move = [DRIVE] if vehicle.due > 0 else []  # not again when it has moved twice, whoever drove
        found = may_move if vehicle.running else [] if vehicle.wrecked else [START]
    else:
        found = [] if vehicles.has_able_driver(state, vehicle) else [WHEEL]
    return [*found, LEAVE] if vehicle.speed == 0 else found


# ---------------------------------------------------------------------- words


LABELS = {
    MOVE: ("move up to {move}", "action.move", "m"),
    AIM: ("aim, for +1 to hit and +1 damage", "action.aim", "a"),
    FIRE: ("fire the {what}", "action.fire", "f"),
    FIGHT: ("fight hand-to-hand", "action.close-combat", "h"),
    WRESTLE: ("wrestle free", "action.escape-grab", "w"),
    OPEN: ("open {what}", "action.open-door", "o"),
    CLOSE: ("close {what}", "ruling.doors", "c"),
    BAR: ("bar {what} again (both actions)", "ruling.doors", "b"),
    ENTER: ("get into the {what} and start it", "action.enter-vehicle", "e"),
    RIDE: ("get into the {what} as a passenger", "ruling.vehicle-entering", ""),
    START: ("start the engine", "ruling.vehicle-start", "s"),
    DRIVE: ("drive", "vehicle.speed-change", "d"),
    WHEEL: ("take the wheel", "ruling.vehicle-entering", ""),
    LEAVE: ("get out", "ruling.vehicle-entering", "l"),
    SEARCH: ("search for {what}", "ruling.further-actions", "s"),
    TAKE: ("pick up {what}", "ruling.further-actions", "t"),
    GIVE: ("hand supplies to {what}", "ruling.further-actions", "g"),
    SHOUT: ("shout", "ruling.further-actions", "y"),
    LIFT: ("lift {what}", "ruling.infection-stages", ""),
    LOWER: ("put down whom you carry", "ruling.infection-stages", ""),
    PASS: ("do nothing more", "action.two-free-choice", "p"),
}


def describe(state: Battle, survivor: Survivor, key: str) -> Option:
    name, _, what = key.partition(":")
    text, rule, hotkey = LABELS[name]
    said = door_name(state, what) if name in (OPEN, CLOSE, BAR) else what
    label = text.format(what=said, move=inches(allowance(state, survivor)))
    if name == ENTER and state.vehicles[what].driver:
        label = f"get into the {what}"
    return Option(key, label, figure=survivor.id, rule=rule, hotkey=hotkey, caution="apart" if name == PASS else "")


# ---------------------------------------------------------------------- doing it


def allowance(state: Battle, survivor: Survivor) -> float:
    """action.move: up to 5 inches; 3 with somebody on one's back."""
    carries = any(it.carried_by == survivor.id for it in state.survivors.values())
    return NUMBERS.carried_move if carries else NUMBERS.move


def move(table: Table[Battle], survivor: Survivor, _: str) -> None:
    """action.move, with the risk of being grabbed on the way (grab.trigger)."""
    state = table.state
    region = walking_region(state, survivor)

    def passing(spot: Point) -> Forecast | None:
        return prospects.of_passing(grab.resolve_passing, survivor.id, region.path_to(spot))

    question = PickPoint(
        region,
        prompt=f"{survivor.name} moves: where to?",
        figure=survivor.id,
        forecast=passing,
        outlook=lambda spot: sights.outlook(state, survivor, spot),
        stakes=lambda: sights.stakes(state, survivor, passing),
    )
    spot = table.ask(survivor.seat, "action.move", question)
    path = region.path_to(spot)
    assert path is not None
    far, way = round(path.length, 1), compass_word(survivor.stand.at, spot)
    words = "{name} moves {far} {way}." if far else "{name} stays there."
    table.tell(
        "action.move", words, on=(survivor.id,), mark="move", at=spot, name=survivor.name, far=inches(far), way=way
    )
    grab.move(table, survivor, path)


def walking_region(state: Battle, survivor: Survivor) -> Reachable:
    far = allowance(state, survivor)

    def way(to: Point) -> Path | None:
        return walk(state, survivor, to, far)

    things = [it.stand for it in state.zeds.values()] + [it.stand for it in state.vehicles.values()]
    things += [Stand(it.id, it.x, it.y, Round(NUMBERS.base)) for it in state.markers.values()]
    return reachable(state, survivor.stand, far, way, gait_of(state), meets=things)


def aim(table: Table[Battle], survivor: Survivor, _: str) -> None:
    """action.aim: it is noted by the go."""
    table.tell("action.aim", "{name} takes aim.", on=(survivor.id,), name=survivor.name)


def fire(table: Table[Battle], survivor: Survivor, weapon: str) -> None:
    shooting.fire(table, survivor, weapon, aimed=survivor.aimed)


def fight(table: Table[Battle], survivor: Survivor, _: str) -> None:
    """action.close-combat: with every zed in contact, those between two survivors too."""
    melee.fight(table, survivor, zeds_touching(table.state, survivor))


def wrestle(table: Table[Battle], survivor: Survivor, _: str) -> None:
    grab.wrestle(table, survivor)


def unlock(table: Table[Battle], survivor: Survivor, door: str) -> None:
    open_door(table.state, door)
    table.tell(
        "action.open-door",
        "{name} opens {door}.",
        on=(survivor.id,),
        name=survivor.name,
        door=door_name(table.state, door),
    )


def shut(table: Table[Battle], survivor: Survivor, door: str) -> None:
    close_door(table.state, door)
    table.tell(
        "ruling.doors",
        "{name} closes {door}.",
        on=(survivor.id,),
        name=survivor.name,
        door=door_name(table.state, door),
    )


def bar(table: Table[Battle], survivor: Survivor, door: str) -> None:
    """Both actions of a go bar a broken door again."""
    state = table.state
    close_door(state, door)
    state.broken.remove(door)
    assert state.go is not None
    state.go.actions = 0
    table.tell(
        "ruling.doors", "{name} bars {door} again.", on=(survivor.id,), name=survivor.name, door=door_name(state, door)
    )


def enter(table: Table[Battle], survivor: Survivor, name: str) -> None:
    put_down(table.state, survivor)
    vehicles.enter(table, survivor, table.state.vehicles[name])


def ride(table: Table[Battle], survivor: Survivor, name: str) -> None:
    put_down(table.state, survivor)
    vehicles.get_in(table, survivor, table.state.vehicles[name])


def start(table: Table[Battle], survivor: Survivor, _: str) -> None:
    vehicles.start_engine(table, survivor, table.state.vehicles[survivor.vehicle])


def drive(table: Table[Battle], survivor: Survivor, _: str) -> None:
    vehicles.drive(table, survivor, table.state.vehicles[survivor.vehicle])


def take_wheel(table: Table[Battle], survivor: Survivor, _: str) -> None:
    table.state.vehicles[survivor.vehicle].driver = survivor.id
    table.tell("ruling.vehicle-entering", "{name} takes the wheel.", on=(survivor.id,), name=survivor.name)


def get_out(table: Table[Battle], survivor: Survivor, _: str) -> None:
    vehicles.leave(table, survivor, table.state.vehicles[survivor.vehicle])


def search(table: Table[Battle], survivor: Survivor, marker: str) -> None:
    if resolve_search(table, survivor):
        take(table, survivor, marker)
    else:
        table.tell("ruling.further-actions", "{name} finds nothing yet.", on=(survivor.id,), name=survivor.name)


@step
def resolve_search(table: Table[Battle], survivor: Survivor) -> bool:
    """The scenario's number or more finds the supplies."""
    return table.roll(reaches(scenario_of(table.state).search), "ruling.further-actions", survivor.seat)


def take(table: Table[Battle], survivor: Survivor, marker: str) -> None:
    found = table.state.markers.pop(marker)
    survivor.supplies.append(found.name)
    table.tell(
        "ruling.further-actions", "{name} has the {what}.", on=(survivor.id,), name=survivor.name, what=found.name
    )


def give(table: Table[Battle], survivor: Survivor, to: str) -> None:
    what = survivor.supplies.pop()
    table.state.survivors[to].supplies.append(what)
    table.tell(
        "ruling.further-actions",
        "{name} hands the {what} to {other}.",
        on=(survivor.id,),
        name=survivor.name,
        what=what,
        other=to,
    )


def shout(table: Table[Battle], survivor: Survivor, _: str) -> None:
    make_noise(table, place_of(table.state, survivor), "a shout")


def lift(table: Table[Battle], survivor: Survivor, other: str) -> None:
    carried = table.state.survivors[other]
    carried.carried_by = survivor.id
    carried.stand = carried.stand.moved(survivor.stand.at)
    table.tell(
        "ruling.infection-stages",
        "{name} carries {other}.",
        on=(survivor.id, carried.id),
        name=survivor.name,
        other=carried.name,
    )


def lower(table: Table[Battle], survivor: Survivor, _: str) -> None:
    put_down(table.state, survivor)


Action = Callable[[Table[Battle], Survivor, str], None]
ACTIONS: dict[str, Action] = {
    MOVE: move,
    AIM: aim,
    FIRE: fire,
    FIGHT: fight,
    WRESTLE: wrestle,
    OPEN: unlock,
    CLOSE: shut,
    BAR: bar,
    ENTER: enter,
    RIDE: ride,
    START: start,
    DRIVE: drive,
    WHEEL: take_wheel,
    LEAVE: get_out,
    SEARCH: search,
    TAKE: take,
    GIVE: give,
    SHOUT: shout,
    LIFT: lift,
    LOWER: lower,
}
