"""Vehicles: getting in and out, speed, turns, braking, collisions, and being dragged out."""

from __future__ import annotations

from adjudge.engine import UMPIRE, Choose, Option, Table, total
from adjudge.field import EDGE, EPS, Stand
from adjudge.field.moving import Move, Touch, meetings, nearest_free_spot, room, spots_at, straight_move, swollen_stands
from adjudge.field.points import at_angle
from adjudge.field.rounded import pierces
from adjudge.games.akula.data import NUMBERS, TABLES, called
from adjudge.games.akula.places import (
    gait_of,
    ground_of,
    stands,
    touch,
    walkers,
    zeds_touching_vehicle,
)
from adjudge.games.akula.readings import damage, one_of, reaches
from adjudge.games.akula.rules.harm import apply_shot, hurt, injure, leave_seat, loosen_grabs
from adjudge.games.akula.rules.infection import is_conscious
from adjudge.games.akula.rules.noise import make_noise
from adjudge.games.akula.rules.victory import depart, vehicle_is_out
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Vehicle, Zed

STRAIGHT, LEFT, RIGHT = "straight", "left", "right"
TURNS = {LEFT: 90.0, RIGHT: -90.0}
MOST_TURNS = 2
CONTROL_ON = 3
DRAG_ON = 6
FAST, VERY_FAST, HARD = 15.0, 20.0, 10.0
YES, NO = "yes", "no"

# ---------------------------------------------------------------------- in and out


def may_enter(vehicle: Vehicle, survivor: Survivor) -> bool:
    """ruling.vehicle-entering: in contact at the start of the action, with a seat free, and standing still."""
    has_room = len(vehicle.people) < vehicle.seats
    return has_room and not vehicle.wrecked and vehicle.speed == 0 and touch(vehicle.stand, survivor.stand)


def enter(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """action.enter-vehicle: in, and if the wheel is free also started, all in one action."""
    get_in(table, survivor, vehicle)
    if not vehicle.driver:
        vehicle.driver = survivor.id
        if not vehicle.running:
            start_engine(table, survivor, vehicle)


def get_in(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    vehicle.people.append(survivor.id)
    survivor.vehicle = vehicle.id
    survivor.stand = survivor.stand.moved(vehicle.stand.at)
    table.tell("action.enter-vehicle", "{name} gets into {vehicle}.", name=survivor.name, vehicle=vehicle.name)


def start_engine(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """ruling.vehicle-start: by itself, unless the scenario gives a start number."""
    if starts(table, survivor, vehicle):
        vehicle.running = True
        table.tell("action.enter-vehicle", "{vehicle} starts.", vehicle=vehicle.name)
        make_noise(table, vehicle.stand.at, "an engine")
    else:
        table.tell("ruling.vehicle-start", "{vehicle} does not start.", vehicle=vehicle.name)


def starts(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> bool:
    rule = table.state.rulings.vehicle_start
    if rule == "human":
        question = Choose([YES, NO], prompt=f"Does {vehicle.name} start?")
        return table.ask(UMPIRE_SEAT, "ruling.vehicle-start", question) == YES
    number = 4 if rule == "four" else vehicle.start
    return number == 0 or table.roll(reaches(number), "ruling.vehicle-start", survivor.seat)


def leave(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """Out, in contact with the vehicle, at the free spot nearest to the middle of it."""
    leave_seat(table.state, survivor)
    put_beside(table.state, survivor, vehicle.stand)
    table.tell("ruling.vehicle-entering", "{name} gets out.", name=survivor.name)


def put_beside(state: Battle, survivor: Survivor, stand: Stand) -> None:
    """In contact with something, or as near as there is room."""
    others = stands(state, apart_from=survivor.id)
    spots = spots_at(ground_of(state), survivor.stand, stand, others, gait_of(state))
    spot = spots[0] if spots else nearest_free_spot(ground_of(state), survivor.stand, others, gait_of(state))
    if spot is not None:
        survivor.stand = survivor.stand.moved(spot)


# ---------------------------------------------------------------------- driving


def driven_by(state: Battle, survivor: Survivor) -> Vehicle | None:
    """The vehicle at whose wheel somebody sits."""
    vehicle = state.vehicles.get(survivor.vehicle)
    return vehicle if vehicle is not None and vehicle.driver == survivor.id else None


def has_able_driver(state: Battle, vehicle: Vehicle) -> bool:
    """One who passed out keeps the wheel until somebody takes it (ruling.vehicle-entering)."""
    return bool(vehicle.driver) and is_conscious(state.survivors[vehicle.driver])


def pass_up(table: Table[Battle], survivor: Survivor, actions: int) -> None:
    """Unused actions are lost, but a moving vehicle moves in each of them."""
    vehicle = driven_by(table.state, survivor)
    if vehicle is not None:
        for _ in range(actions):
            roll_on(table, vehicle)


def speeds(vehicle: Vehicle) -> list[int]:
    """vehicle.speed-change: 5 inches up or down from the present speed; harder braking below; 5 back from a stand."""
    now = vehicle.speed
    top = min(vehicle.top_speed, now + NUMBERS.speed_step)
    ahead = list(range(int(top) + 1))
    return ahead if now > 0 else [*ahead, *range(-1, -int(NUMBERS.reverse) - 1, -1)]


def is_braking(vehicle: Vehicle, speed: float) -> bool:
    """vehicle.brake: slower by more than 5 inches in one action."""
    return vehicle.speed - speed > NUMBERS.speed_step + EPS


def drive(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """A driving action: choose the speed (vehicle.first-action: up to 5 at first), brake if need be, then move."""
    state = table.state
    speed = table.ask(
        survivor.seat,
        "vehicle.speed-change",
        Choose(
            speeds(vehicle),
            lambda key: _describe_speed(vehicle, key),
            prompt=f"{vehicle.name} at {vehicle.speed:g}: how fast?",
        ),
    )
    if is_braking(vehicle, speed) and not brake(table, survivor, vehicle, speed):
        return
    backwards = speed < 0
    vehicle.speed = float(max(0, speed))
    distance = float(abs(speed))
    if state.rulings.vehicle_speed_details == "up-to" and distance > 0:  # ruling.vehicle-speed-details
        distance = float(
            table.ask(survivor.seat, "vehicle.speed-change", Choose(list(range(int(distance) + 1)), prompt="How far?"))
        )
    gone, turns = 0, 0
    met: list[str] = []
    while not backwards and turns < MOST_TURNS and distance > 0:
        where = choose_turn(table, survivor, gone, int(distance))
        if where is None:
            break
        side, at = where
        if not roll_straight(table, vehicle, at - gone, met) or not swing(table, vehicle, TURNS[side]):
            return
        gone, turns = at, turns + 1
    roll_straight(table, vehicle, distance - gone, met, backwards=backwards)
    settle(table, vehicle)


def _describe_speed(vehicle: Vehicle, speed: int) -> Option:
    if speed < 0:
        return Option(speed, f"{-speed} inches backwards", rule="ruling.vehicle-speed-details")
    note = "control roll: lost on 1 or 2" if is_braking(vehicle, speed) else ""
    label = "stand still" if speed == 0 else f"{speed} inches"
    return Option(speed, label, note=note, rule="vehicle.brake" if note else "vehicle.speed-change")


def choose_turn(table: Table[Battle], survivor: Survivor, gone: int, distance: int) -> tuple[str, int] | None:
    """vehicle.turns: up to two of 90 degrees at any point; both at one point make 180."""
    side = table.ask(survivor.seat, "vehicle.turns", Choose([STRAIGHT, LEFT, RIGHT], prompt="Straight on, or a turn?"))
    if side == STRAIGHT:
        return None
    at = table.ask(
        survivor.seat,
        "vehicle.turns",
        Choose(list(range(gone, distance + 1)), lambda key: f"after {key} inches", prompt=f"Turn {side} where?"),
    )
    return side, at


def roll_on(table: Table[Battle], vehicle: Vehicle) -> None:
    """ruling.vehicle-speed-details: in an action in which nobody drives it a moving vehicle rolls on at its speed."""
    if vehicle.due <= 0:
        return
    vehicle.due -= 1
    if vehicle.speed <= 0 or table.state.rulings.vehicle_speed_details == "stands":
        return
    table.tell("vehicle.speed-carries-over", "{vehicle} rolls on.", vehicle=vehicle.name)
    roll_straight(table, vehicle, vehicle.speed, [])
    settle(table, vehicle)


def roll_straight(
    table: Table[Battle], vehicle: Vehicle, distance: float, met: list[str], *, backwards: bool = False
) -> bool:
    """Straight on over a distance; False if something stopped the vehicle. Those it has `met` already are spared."""
    if distance <= 0:
        return True
    state = table.state
    angle = vehicle.stand.facing + (180.0 if backwards else 0.0)
    others = [it.stand for it in state.vehicles.values() if it.id != vehicle.id]
    move = straight_move(ground_of(state), vehicle.stand, at_angle(vehicle.stand.at, angle, distance), others)
    for touched in figures_touched(state, vehicle, move):
        if touched.id in met:
            continue
        met.append(touched.id)
        if hits(table, vehicle, touched.id):
            stop_at(table, vehicle, at_angle(move.start, angle, touched.along))
            return False
    arrive_at(vehicle, move.end)
    if move.stopped_by is not None:
        crash(table, vehicle, move.stopped_by)
        return False
    return True


def figures_touched(state: Battle, vehicle: Vehicle, move: Move) -> list[Touch]:
    """Whom a vehicle drives into; not those in contact that it drives along or away from."""
    figures = [*(zed.stand for zed in state.zeds.values()), *(it.stand for it in walkers(state))]
    met = meetings(vehicle.stand, (move.start, move.end), figures)
    beside = [stand for stand in figures if any(it.id == stand.id and it.along == 0 for it in met)]
    ahead = [it.id for it in swollen_stands(vehicle.stand, beside) if pierces(it.shape, move.start, move.end)]
    return [it for it in met if it.along > 0 or it.id in ahead]


def arrive_at(vehicle: Vehicle, at: tuple[float, float]) -> None:
    vehicle.moved = vehicle.moved or vehicle.stand.at != at
    vehicle.stand = vehicle.stand.moved(at)


def stop_at(table: Table[Battle], vehicle: Vehicle, at: tuple[float, float]) -> None:
    arrive_at(vehicle, at)
    vehicle.speed = 0.0
    settle(table, vehicle)


def swing(table: Table[Battle], vehicle: Vehicle, angle: float) -> bool:
    """A turn on the spot; False if there is no room for it, and then it stops against what is in the way."""
    state = table.state
    turned = vehicle.stand.moved(vehicle.stand.at, (vehicle.stand.facing + angle) % 360.0)
    others = [it.stand for it in state.vehicles.values() if it.id != vehicle.id]
    found = room(ground_of(state), turned, others)
    if not found.free:
        crash(table, vehicle, found.by[0])
        return False
    vehicle.stand = turned
    return True


def settle(table: Table[Battle], vehicle: Vehicle) -> None:
    """After a move: figures make way, people go along, the engine is heard, and the edge is the way out."""
    state = table.state
    push_aside(state, vehicle)
    for id_ in vehicle.people:
        state.survivors[id_].stand = state.survivors[id_].stand.moved(vehicle.stand.at)
    if vehicle.running:
        make_noise(table, vehicle.stand.at, "an engine")
    if vehicle_is_out(state, vehicle.stand) and vehicle.people:
        for id_ in list(vehicle.people):
            depart(table, state.survivors[id_])
        vehicle.people, vehicle.driver, vehicle.speed, vehicle.running = [], "", 0.0, False


def push_aside(state: Battle, vehicle: Vehicle) -> None:
    """Whatever is still under the vehicle is put beside it."""
    ground = ground_of(state)
    figures: list[Zed | Survivor] = [*state.zeds.values(), *walkers(state)]
    for figure in figures:
        if not touch(figure.stand, vehicle.stand):
            continue
        spot = nearest_free_spot(ground, figure.stand, stands(state, apart_from=figure.id))
        if spot is not None:
            figure.stand = figure.stand.moved(spot)
    loosen_grabs(state)


# ---------------------------------------------------------------------- collisions


def hits(table: Table[Battle], vehicle: Vehicle, id_: str) -> bool:
    """ruling.vehicle-hits-figures: what driving into somebody does; True if it stops the vehicle."""
    state = table.state
    match state.rulings.vehicle_hits_figures:
        case "stops":
            return True
        case "human":
            question = Choose(["drives on", "stops", "knocks it down"], prompt=f"{vehicle.name} hits {id_}.")
            answer = table.ask(UMPIRE_SEAT, "ruling.vehicle-hits-figures", question)
            if answer != "knocks it down":
                return answer == "stops"
    if vehicle.speed <= NUMBERS.speed_step and not is_bulky(state, id_):
        return False
    return run_over_zed(table, vehicle, id_) if id_ in state.zeds else run_over_survivor(table, id_)


def is_bulky(state: Battle, id_: str) -> bool:
    """Tank zeds and hordes are rolled for at any speed and stop a vehicle."""
    return id_ in state.zeds and state.zeds[id_].kind in ("tank", "horde")


def run_over_zed(table: Table[Battle], vehicle: Vehicle, id_: str) -> bool:
    state = table.state
    zed = state.zeds[id_]
    bonus = int(vehicle.speed >= FAST) + int(vehicle.armoured)
    table.tell("ruling.vehicle-hits-figures", "{vehicle} runs into {zed}.", vehicle=vehicle.name, zed=called(id_))
    apply_shot(table, zed, table.roll(damage(bonus), "ruling.vehicle-hits-figures", UMPIRE))
    return is_bulky(state, id_)


def run_over_survivor(table: Table[Battle], id_: str) -> bool:
    survivor = table.state.survivors[id_]
    if not survivor.fate:
        injure(table, survivor, "ruling.vehicle-hits-figures")
    return False


def crash(table: Table[Battle], vehicle: Vehicle, into: str) -> None:
    """Against a wall or vehicle: speed 0, and above 10 inches everybody aboard is shaken. The table's edge is soft."""
    state, speed = table.state, vehicle.speed
    vehicle.speed = 0.0
    table.tell("ruling.vehicle-hits-figures", "{vehicle} stops against {into}.", vehicle=vehicle.name, into=into)
    if speed > HARD and into != EDGE:
        for id_ in list(vehicle.people):
            injure(table, state.survivors[id_], "ruling.vehicle-hits-figures", -1 if vehicle.armoured else 0)
    settle(table, vehicle)


# ---------------------------------------------------------------------- brakes


def brake(table: Table[Battle], survivor: Survivor, vehicle: Vehicle, speed: float) -> bool:
    """vehicle.lose-control: on 1 or 2 the driver loses control; True if the braking works."""
    if table.roll(reaches(CONTROL_ON), "vehicle.lose-control", survivor.seat):
        table.tell("vehicle.brake", "{vehicle} is under control.", vehicle=vehicle.name)
        return True
    mishap = choose_mishap(table, vehicle)
    table.tell("vehicle.lose-control", "{vehicle}: {mishap}.", vehicle=vehicle.name, mishap=mishap)
    lose_control(table, vehicle, mishap)
    return False


def choose_mishap(table: Table[Battle], vehicle: Vehicle) -> str:
    """ruling.loss-of-control: one die on the house table, or the umpire's word."""
    if table.state.rulings.loss_of_control == "human":
        names = [mishap.id for mishap in TABLES.mishap]
        return table.ask(
            UMPIRE_SEAT, "vehicle.lose-control", Choose(names, prompt=f"{vehicle.name} is out of control.")
        )
    bonus = 2 if vehicle.speed >= VERY_FAST else 1 if vehicle.speed >= FAST else 0
    roll = table.roll(total(1, plus=bonus - int(vehicle.armoured)), "table.house-loss-of-control")
    return next(mishap.id for mishap in TABLES.mishap if roll <= mishap.to)


def lose_control(table: Table[Battle], vehicle: Vehicle, name: str) -> None:
    """table.house-loss-of-control: straight on for a share of the speed, then what it says."""
    state = table.state
    mishap = next(it for it in TABLES.mishap if it.id == name)
    roll_straight(table, vehicle, vehicle.speed * mishap.share, [])
    vehicle.speed = 0.0
    match name:
        case "skid":
            left = table.roll(one_of(6).map(lambda face: face % 2 == 0, "1d6, odd is left"), "vehicle.lose-control")
            swing(table, vehicle, 90.0 if left else -90.0)
        case "spin":
            swing(table, vehicle, -60.0 * table.roll(total(1), "vehicle.lose-control"))
            lose_actions(state, vehicle)
        case "stall":
            vehicle.running = False
            for id_ in list(vehicle.people):
                if table.roll(reaches(6), "vehicle.lose-control"):
                    hurt(table, state.survivors[id_])
        case _:
            flip(table, vehicle)
    settle(table, vehicle)


def lose_actions(state: Battle, vehicle: Vehicle) -> None:
    """Nobody aboard has an action left this go."""
    for id_ in vehicle.people:
        state.waiting.pop(id_, None)
        if state.go is not None and state.go.figure == id_:
            state.go.actions = 0


def flip(table: Table[Battle], vehicle: Vehicle) -> None:
    """A wreck; everybody aboard is hurt and thrown out beside it."""
    state = table.state
    vehicle.wrecked, vehicle.running = True, False
    for id_ in list(vehicle.people):
        survivor = state.survivors[id_]
        injure(table, survivor, "vehicle.lose-control")
        if not survivor.fate:
            leave_seat(state, survivor)
            put_beside(state, survivor, vehicle.stand)


# ---------------------------------------------------------------------- on other cards


def begin_survivor_go(state: Battle) -> None:
    """A red card: no vehicle has moved yet, and each is to move in both actions of its driver."""
    for vehicle in state.vehicles.values():
        vehicle.moved, vehicle.due = False, NUMBERS.actions


def end_survivor_go(table: Table[Battle]) -> None:
    """A vehicle whose driver is gone or could not act makes at the end of the card the moves that are left to it."""
    for vehicle in table.state.vehicles.values():
        while vehicle.due > 0:
            roll_on(table, vehicle)


def drag_out(table: Table[Battle], acted: list[str]) -> None:
    """vehicle.drag-out: zeds at a vehicle that stood still roll a die each, and a 6 takes one person at random.

    Nobody is dragged out of an APC or a tank (vehicle.drag-exception, ruling.two-meanings-of-tank).
    """
    state = table.state
    for vehicle in state.vehicles.values():
        if vehicle.moved or vehicle.armoured:
            continue
        for zed in zeds_touching_vehicle(state, vehicle):
            if (
                vehicle.people
                and is_dragging(state, zed.id, acted)
                and table.roll(reaches(DRAG_ON), "vehicle.drag-out")
            ):
                pull(table, vehicle, zed.id)


def is_dragging(state: Battle, id_: str, acted: list[str]) -> bool:
    """ruling.drag-details: those of the card's kind that may act, newly in contact or still."""
    zed = state.zeds[id_]
    match state.rulings.drag_details:
        case "all":
            return not zed.down
        case "arrived":
            return id_ in acted and bool(zed.arrived)
        case _:
            return id_ in acted


def pull(table: Table[Battle], vehicle: Vehicle, id_: str) -> None:
    """vehicle.drag-result: grabbed by that zed, and no combat on this card."""
    state = table.state
    people = vehicle.people
    name = people[0] if len(people) == 1 else people[table.roll(one_of(len(people)), "vehicle.drag-out")]
    survivor = state.survivors[name]
    leave_seat(state, survivor)
    put_beside(state, survivor, state.zeds[id_].stand)
    survivor.grabbed, survivor.spared = True, state.cards
    loosen_grabs(state)
    table.tell(
        "vehicle.drag-result", "{zed} drags {name} out of {vehicle}.", zed=called(id_), name=name, vehicle=vehicle.name
    )
