"""Vehicles: getting in and out, speed, turns, braking, collisions, and being dragged out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor

from adjudge.engine import UMPIRE, Choose, Deed, Option, PickPoint, Table, total
from adjudge.engine.moments import any_of
from adjudge.engine.questions import Forecast
from adjudge.engine.steps import step
from adjudge.field import EDGE, EPS, Stand
from adjudge.field.moving import Move, Touch, meetings, nearest_free_spot, room, spots_at, straight_move, swollen_stands
from adjudge.field.points import at_angle
from adjudge.field.rounded import pierces
from adjudge.games.akula import prospects
from adjudge.games.akula.data import NUMBERS, TABLES, called
from adjudge.games.akula.figures import leave_seat, loosen_grabs
from adjudge.games.akula.places import (
    gait_of,
    ground_of,
    stands,
    thing_name,
    touch,
    walkers,
    zeds_touching_vehicle,
)
from adjudge.games.akula.readings import damage, is_odd, one_of, reaches
from adjudge.games.akula.regions import Lane
from adjudge.games.akula.rules.activation import make_noise
from adjudge.games.akula.rules.infection import is_conscious
from adjudge.games.akula.rules.melee import resolve_injury, resolve_marker, suffer
from adjudge.games.akula.rules.shooting import inflict, resolve_result
from adjudge.games.akula.setup import add_zed
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Vehicle, Zed
from adjudge.games.akula.victory import depart, vehicle_is_out
from adjudge.games.akula.voices import voices_of
from adjudge.games.akula.wording import inches

STRAIGHT, LEFT, RIGHT = "straight", "left", "right"
TURNS = {LEFT: 90.0, RIGHT: -90.0}
MOST_TURNS = 2
CONTROL_ON = 3
HOUSE_START = 4
DRAG_ON = 6
FAST, VERY_FAST, HARD = 15.0, 20.0, 10.0
YES, NO = "yes", "no"
BETWEEN, INCHES = "between", "inches"
IN_BETWEEN = Option(BETWEEN, "something in between", rule="vehicle.speed-change", hotkey="b")


@any_of
def stops_vehicles() -> bool:
    """Whether a zed is so bulky that a vehicle which does not remove it stops there."""
    raise NotImplementedError


# ---------------------------------------------------------------------- in and out


def may_enter(vehicle: Vehicle, survivor: Survivor) -> bool:
    """ruling.vehicle-entering: in contact at the start of the action, with a seat free, and standing still."""
    has_room = len(vehicle.people) < vehicle.seats
    return has_room and not vehicle.wrecked and vehicle.speed == 0 and touch(vehicle.stand, survivor.stand)


def enter(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """action.enter-vehicle: in, and if the wheel is free also started, all in one action."""
    if get_in(table, survivor, vehicle) and not vehicle.driver:
        vehicle.driver = survivor.id
        if not vehicle.running:
            start_engine(table, survivor, vehicle)


def get_in(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> bool:
    """False if something was inside already."""
    vehicle.checked = True
    if vehicle.lurking:
        let_out(table, survivor, vehicle)
        return False
    vehicle.people.append(survivor.id)
    survivor.vehicle = vehicle.id
    survivor.stand = survivor.stand.moved(vehicle.stand.at)
    table.tell(
        "action.enter-vehicle",
        "{name} gets into the {vehicle}.",
        on=(survivor.id,),
        name=survivor.name,
        vehicle=vehicle.name,
    )
    return True


def let_out(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """ruling.spawn-inside: who opens a vehicle has what was inside upon them, and grabs go by the usual die."""
    state = table.state
    inside, vehicle.lurking = vehicle.lurking, []
    for kind in inside:
        zed = add_zed(state, kind, vehicle.stand.at)
        others = stands(state, apart_from=zed.id)
        spots = spots_at(ground_of(state), zed.stand, survivor.stand, others)
        spot = spots[0] if spots else nearest_free_spot(ground_of(state), zed.stand, others)
        zed.stand = zed.stand.moved(spot or vehicle.stand.at)
        text = "{zed} comes out of the {vehicle}."
        table.tell("ruling.spawn-inside", text, on=(zed.id,), zed=called(zed.id), vehicle=vehicle.name)
        if not survivor.grabbed and touch(zed.stand, survivor.stand) and table.roll(is_odd(), "grab.trigger", UMPIRE):
            survivor.grabbed = True
            table.tell(
                "grab.effect",
                "{zed} grabs {name}.",
                on=(zed.id, survivor.id),
                mark="held",
                zed=called(zed.id),
                name=survivor.name,
            )


def start_engine(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """ruling.vehicle-start: by itself, unless the scenario gives a start number."""
    if resolve_start(table, survivor, vehicle):
        vehicle.running = True
        table.tell("action.enter-vehicle", "The {vehicle} starts.", vehicle=vehicle.name)
        make_noise(table, vehicle.stand, "an engine")
    else:
        table.tell("ruling.vehicle-start", "The {vehicle} does not start.", vehicle=vehicle.name)


@step
def resolve_start(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> bool:
    state = table.state
    if state.rulings.vehicle_start == "human":
        question = Choose([YES, NO], prompt=f"Does the {vehicle.name} start?", about=lambda key: Deed(key, vehicle.id))
        return table.ask(UMPIRE_SEAT, "ruling.vehicle-start", question) == YES
    number = start_number(state, vehicle)
    return number == 0 or table.roll(reaches(number), "ruling.vehicle-start", survivor.seat)


def start_number(state: Battle, vehicle: Vehicle) -> int:
    """What a die must show; 0: it starts by itself."""
    return HOUSE_START if state.rulings.vehicle_start == "four" else vehicle.start


def leave(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """Out, in contact with the vehicle, at the free spot nearest to the middle of it."""
    leave_seat(table.state, survivor)
    put_beside(table.state, survivor, vehicle.stand)
    table.tell("ruling.vehicle-entering", "{name} gets out.", on=(survivor.id,), name=survivor.name)


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


def speed_limits(vehicle: Vehicle) -> tuple[float, float]:
    """vehicle.speed-change: up to 5 inches faster; down to nothing, if need be by the brakes; 5 back from a stand."""
    slowest = 0.0 if vehicle.speed > 0 else -NUMBERS.reverse
    return slowest, min(vehicle.top_speed, vehicle.speed + NUMBERS.speed_step)


def speed_marks(vehicle: Vehicle) -> list[float]:
    """The speeds that are offered at once: whole inches, and the limits. Any tenth between them is a question more.

    Whole inches come first, so that in a numbered menu each has its own number.
    """
    slowest, fastest = speed_limits(vehicle)
    limits = (fastest, vehicle.speed, max(0.0, vehicle.speed - NUMBERS.speed_step))
    odd = {round(limit, 3) for limit in limits if limit != int(limit)}
    back = [-float(number) for number in range(1, int(-slowest) + 1)]
    return [*map(float, range(1, int(fastest) + 1)), *sorted(odd), 0.0, *back]


def is_braking(vehicle: Vehicle, speed: float) -> bool:
    """vehicle.brake: slower by more than 5 inches in one action."""
    return vehicle.speed - speed > NUMBERS.speed_step + EPS


def drive(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> None:
    """A driving action: choose the speed (vehicle.first-action: up to 5 at first), brake if need be, then move."""
    vehicle.due -= 1
    speed = choose_speed(table, survivor, vehicle)
    if not change_speed(table, survivor, vehicle, speed):
        go_along(table, survivor, vehicle, choose_distance(table, survivor, abs(speed)), backwards=speed < 0)


def change_speed(table: Table[Battle], survivor: Survivor, vehicle: Vehicle, speed: float) -> str:
    """Faster or slower, by the brakes if need be: the mishap, if the driver loses control. Less than 0 is backwards."""
    mishap = brake(table, survivor, vehicle) if is_braking(vehicle, speed) else ""
    if mishap:
        return mishap
    vehicle.speed = max(0.0, speed)
    way = f"goes {inches(-speed)} back" if speed < 0 else f"goes {inches(speed)}" if speed else "stands still"
    table.tell("vehicle.speed-change", "The {vehicle} {way}.", vehicle=vehicle.name, way=way)
    return ""


def go_along(
    table: Table[Battle], survivor: Survivor, vehicle: Vehicle, distance: float, *, backwards: bool = False
) -> None:
    """So many inches, with up to two turns on the way (vehicle.turns); backwards straight."""
    left, met = distance, list[str]()
    for _ in range(0 if backwards or distance <= 0 else MOST_TURNS):
        where = choose_turn(table, survivor, vehicle, left)
        if where is None:
            break
        side, after = where
        if not roll_straight(table, vehicle, after, met) or not swing(table, vehicle, TURNS[side]):
            return
        left -= after
    roll_straight(table, vehicle, left, met, backwards=backwards)
    settle(table, vehicle)


def choose_speed(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> float:
    prompt = f"The {vehicle.name} at {inches(vehicle.speed)}: how fast?"
    limits, marks = speed_limits(vehicle), speed_marks(vehicle)

    def foresee(speed: float) -> Forecast | None:
        braking = is_braking(vehicle, speed)
        return prospects.of_braking(resolve_brake, survivor.id, vehicle.id) if braking else None

    return choose_inches(table, survivor, limits, marks, prompt, lambda speed: describe_speed(vehicle, speed), foresee)


def choose_distance(table: Table[Battle], survivor: Survivor, speed: float) -> float:
    """Exactly the speed, or up to it (ruling.vehicle-speed-details)."""
    if table.state.rulings.vehicle_speed_details != "up-to" or speed <= 0:
        return speed
    marks = sorted({*map(float, range(int(speed) + 1)), speed})
    return choose_inches(table, survivor, (0.0, speed), marks, "How far?", describe_distance)


def choose_inches(
    table: Table[Battle],
    survivor: Survivor,
    limits: tuple[float, float],
    marks: Sequence[float],
    prompt: str,
    describe: Callable[[float], Option],
    foresee: Callable[[float], Forecast | None] = lambda number: None,
) -> float:
    """A number of inches: one of the marks, or any tenth in between, as finely as the book measures."""
    keys = [*map(inch_key, marks), BETWEEN]

    def described(key: int | str) -> Option:
        return IN_BETWEEN if key == BETWEEN else describe(float(key))

    def about(key: int | str) -> Deed:
        return Deed(BETWEEN) if key == BETWEEN else Deed(INCHES, survivor.id, facts={INCHES: float(key)})

    def forecast(key: int | str) -> Forecast | None:
        return None if key == BETWEEN else foresee(float(key))

    seat, rule = survivor.seat, "vehicle.speed-change"
    chosen = table.ask(seat, rule, Choose(keys, described, prompt=prompt, about=about, forecast=forecast))
    if chosen != BETWEEN:
        return float(chosen)
    whole = range(floor(limits[0]), ceil(limits[1]))
    below = table.ask(
        seat,
        rule,
        Choose(
            list(whole),
            lambda key: f"{key} to {key + 1} inches",
            prompt=prompt,
            about=lambda key: Deed(BETWEEN, survivor.id, facts={INCHES: key}),
        ),
    )
    tenths = [tenth for tenth in range(1, 10) if limits[0] <= below + tenth / 10 <= limits[1]] or [0]
    tenth = table.ask(
        seat,
        rule,
        Choose(
            tenths,
            lambda key: Option(key, describe(below + key / 10).label),
            prompt=prompt,
            about=lambda key: Deed("tenth", survivor.id, facts={INCHES: below + key / 10}),
            forecast=lambda key: foresee(below + key / 10),
        ),
    )
    return round(below + tenth / 10, 1)


def inch_key(number: float) -> int | str:
    """Inches as the key of an option: a whole number, else in figures."""
    return int(number) if number == int(number) else f"{number:g}"


def describe_speed(vehicle: Vehicle, speed: float) -> Option:
    key = inch_key(speed)
    if speed < 0:
        return Option(key, f"{inches(-speed)} backwards", rule="ruling.vehicle-speed-details")
    note = "control roll: lost on 1 or 2" if is_braking(vehicle, speed) else ""
    label, hotkey = ("stand still", "0") if speed == 0 else (inches(speed), "")
    rule = "vehicle.brake" if note else "vehicle.speed-change"
    return Option(key, label, note=note, rule=rule, hotkey=hotkey)


def describe_distance(distance: float) -> Option:
    return Option(inch_key(distance), inches(distance), rule="ruling.vehicle-speed-details")


def choose_turn(table: Table[Battle], survivor: Survivor, vehicle: Vehicle, left: float) -> tuple[str, float] | None:
    """vehicle.turns: up to two of 90 degrees at any point; both at one point make 180."""
    turns = Choose(
        [STRAIGHT, LEFT, RIGHT],
        describe_turn,
        prompt=f"The {vehicle.name}: straight on, or a turn?",
        about=lambda key: Deed(key, survivor.id, vehicle.id),
        facts={INCHES: left},
    )
    side = table.ask(survivor.seat, "vehicle.turns", turns)
    if side == STRAIGHT:
        return None
    lane = Lane(vehicle.stand, left)
    spot = table.ask(survivor.seat, "vehicle.turns", PickPoint(lane, prompt=f"Turn {side} where?", figure=vehicle.id))
    return side, lane.along(spot)


def describe_turn(key: str) -> Option:
    label = "straight on" if key == STRAIGHT else f"turn {key} on the way"
    return Option(key, label, rule="vehicle.turns", hotkey=key[0])


def roll_on(table: Table[Battle], vehicle: Vehicle) -> None:
    """ruling.vehicle-speed-details: in an action in which nobody drives it a moving vehicle rolls on at its speed."""
    if vehicle.due <= 0:
        return
    vehicle.due -= 1
    if vehicle.speed <= 0 or table.state.rulings.vehicle_speed_details == "stands":
        return
    table.tell("vehicle.speed-carries-over", "The {vehicle} rolls on.", vehicle=vehicle.name)
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
        make_noise(table, vehicle.stand, "an engine")
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
            question = Choose(
                ["drives on", "stops", "knocks it down"],
                prompt=f"The {vehicle.name} hits {called(id_)}.",
                about=lambda key: Deed(key, vehicle.id, id_),
            )
            answer = table.ask(UMPIRE_SEAT, "ruling.vehicle-hits-figures", question)
            if answer != "knocks it down":
                return answer == "stops"
    if vehicle.speed <= NUMBERS.speed_step and not is_bulky(state, id_):
        return False
    return run_over_zed(table, vehicle, id_) if id_ in state.zeds else run_over_survivor(table, id_)


def is_bulky(state: Battle, id_: str) -> bool:
    """Tank zeds and hordes are rolled for at any speed and stop a vehicle."""
    return id_ in state.zeds and stops_vehicles(voices_of(state.zeds[id_]))


def run_over_zed(table: Table[Battle], vehicle: Vehicle, id_: str) -> bool:
    state = table.state
    zed = state.zeds[id_]
    bonus = int(vehicle.speed >= FAST) + int(vehicle.armoured)
    table.tell(
        "ruling.vehicle-hits-figures",
        "The {vehicle} runs into {zed}.",
        on=(id_,),
        vehicle=vehicle.name,
        zed=called(id_),
    )
    result = table.roll(damage(bonus), "ruling.vehicle-hits-figures", UMPIRE)
    inflict(table, resolve_result(table, zed, result))
    return is_bulky(state, id_)


def run_over_survivor(table: Table[Battle], id_: str) -> bool:
    survivor = table.state.survivors[id_]
    if not survivor.fate:
        suffer(table, resolve_injury(table, survivor, "ruling.vehicle-hits-figures"))
    return False


def crash(table: Table[Battle], vehicle: Vehicle, into: str) -> None:
    """Against a wall or vehicle: speed 0, and above 10 inches everybody aboard is shaken. The table's edge is soft."""
    state, speed = table.state, vehicle.speed
    vehicle.speed = 0.0
    obstacle, words = thing_name(state, into), "The {vehicle} stops against {obstacle}."
    table.tell("ruling.vehicle-hits-figures", words, vehicle=vehicle.name, obstacle=obstacle)
    if speed > HARD and into != EDGE:
        for id_ in list(vehicle.people):
            armour = -1 if vehicle.armoured else 0
            suffer(table, resolve_injury(table, state.survivors[id_], "ruling.vehicle-hits-figures", armour))
    settle(table, vehicle)


# ---------------------------------------------------------------------- brakes


def brake(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> str:
    """Slamming on the brakes: resolved, then carried out; the mishap, if the driver does not keep control."""
    mishap = resolve_brake(table, survivor, vehicle)
    if mishap:
        lose_control(table, vehicle, mishap)
    return mishap


@step
def resolve_brake(table: Table[Battle], survivor: Survivor, vehicle: Vehicle) -> str:
    """vehicle.lose-control: on 1 or 2 the driver loses control; empty if the braking works, else the mishap."""
    if table.roll(reaches(CONTROL_ON), "vehicle.lose-control", survivor.seat):
        table.tell("vehicle.brake", "The {vehicle} is under control.", vehicle=vehicle.name)
        return ""
    mishap = choose_mishap(table, vehicle)
    table.tell("vehicle.lose-control", "The {vehicle}: {mishap}.", vehicle=vehicle.name, mishap=mishap)
    return mishap


def choose_mishap(table: Table[Battle], vehicle: Vehicle) -> str:
    """ruling.loss-of-control: one die on the house table, or the umpire's word."""
    if table.state.rulings.loss_of_control == "human":
        names = [mishap.id for mishap in TABLES.mishap]
        question = Choose(
            names, prompt=f"The {vehicle.name} is out of control.", about=lambda key: Deed(key, vehicle.id)
        )
        return table.ask(UMPIRE_SEAT, "vehicle.lose-control", question)
    bonus = 2 if vehicle.speed >= VERY_FAST else 1 if vehicle.speed >= FAST else 0
    if bonus:
        table.tell("ruling.loss-of-control", "+{bonus}: at {speed}.", bonus=bonus, speed=inches(vehicle.speed))
    if vehicle.armoured:
        table.tell("ruling.loss-of-control", "-1: an armoured vehicle.")
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
                    suffer(table, resolve_marker(table, state.survivors[id_]))
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
        suffer(table, resolve_injury(table, survivor, "vehicle.lose-control"))
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
        if vehicle.people and not vehicle.moved and not vehicle.armoured:
            zeds = [zed.id for zed in zeds_touching_vehicle(state, vehicle) if is_dragging(state, zed.id, acted)]
            for zed, person in resolve_dragging(table, vehicle, zeds):
                pull(table, vehicle, zed, person)


@step
def resolve_dragging(table: Table[Battle], vehicle: Vehicle, zeds: list[str]) -> tuple[tuple[str, str], ...]:
    """A die for each zed while anybody is left inside: which zeds drag whom out, at random."""
    left, found = list(vehicle.people), []
    for zed in zeds:
        if not left or not table.roll(reaches(DRAG_ON), "vehicle.drag-out"):
            continue
        person = left[0] if len(left) == 1 else left[table.roll(one_of(len(left)), "vehicle.drag-out")]
        left.remove(person)
        found.append((zed, person))
    return tuple(found)


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


def pull(table: Table[Battle], vehicle: Vehicle, id_: str, name: str) -> None:
    """vehicle.drag-result: grabbed by that zed, and no combat on this card."""
    state = table.state
    survivor = state.survivors[name]
    leave_seat(state, survivor)
    put_beside(state, survivor, state.zeds[id_].stand)
    survivor.grabbed, survivor.spared = True, state.cards
    loosen_grabs(state)
    words = "{zed} drags {name} out of the {vehicle}."
    table.tell("vehicle.drag-result", words, on=(id_,), zed=called(id_), name=name, vehicle=vehicle.name)
