"""The `survivor`: runs or drives for the objective, keeps out of arm's reach, aims when it pays, fights when it must.

Plain arithmetic on the view: it looks at a few spots ahead on its road and takes the one that is nearest to where it
wants to be and farthest from what can grab it. Sitting in the umpire's seat it takes the automatic answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice, pairwise
from math import cos, floor, hypot, inf, pi, sin
from typing import Any

from adjudge.engine import Asked, Choose, Deed, PickPoint
from adjudge.field import Point, Rectangle, Stand
from adjudge.field.moving import Crowd, is_on_table
from adjudge.field.paths import is_clear, is_open, leg_cost
from adjudge.field.points import apart, rotated, towards
from adjudge.field.roads import Roads, roads
from adjudge.games.akula import routes
from adjudge.games.akula.data import KINDS, NEEDED, NUMBERS, WEAPONS, Weapon
from adjudge.games.akula.places import (
    distance,
    distances,
    gait_of,
    ground_of,
    nearby,
    place_of,
    scenario_of,
    walkers,
    zeds_touching,
)
from adjudge.games.akula.readings import BITTEN, EATEN, HEADSHOT, KNOCK_BACK, damage, injury, lead, reaches
from adjudge.games.akula.regions import Lane
from adjudge.games.akula.rules import actions, melee, shooting, vehicles
from adjudge.games.akula.rules.grab import zed_hold
from adjudge.games.akula.rules.infection import is_conscious
from adjudge.games.akula.scenario import BASES
from adjudge.games.akula.state import Battle, Survivor, Vehicle, Zed
from adjudge.games.akula.ways import point_on, road, stretch

LOOKAHEAD = 9.0
"""How far down its road it looks."""
ARM = 1.0 + 0.02
"""Nearer than this a zed grabs."""
GRAB_COST, CATCH_COST, CORNER_COST = 7.0, 2.5, 1.2
"""In inches of way: what a spot within arm's reach costs, one that a zed can reach on its card, one near to that."""
FARTHEST = 9.0
"""Zeds farther from a spot than this do not count there."""
PASSING_COST = 4.5
"""What brushing past a zed costs."""
DEATH, BITE = 1.0, 0.5
WORTH_A_SHOT = 0.12
"""The chance of a headshot that is worth the noise when nobody is near."""
THREAT = 5.0
"""A zed this near is shot at even by those who would rather be quiet."""
RAYS = [(cos(i * pi / 8), sin(i * pi / 8)) for i in range(16)]
RAYS += [(0.55 * cos(i * pi / 4), 0.55 * sin(i * pi / 4)) for i in range(8)]
"""Directions in which it looks for spots: full moves and half ones."""
TARGETS_WEIGHED = 6
"""How many of the nearest targets are looked at for a shot."""
APART = {kind: base.reach + NUMBERS.base / 2 for kind, base in BASES.items()}
"""From centre to centre if a zed of a kind touches a survivor."""
WALK_TO_RIDE, WORTH_RIDING = 12.0, 15.0
"""How far it walks to a vehicle, and how far the way out must be for that."""
AT_THE_DOORS = 3.0
"""With zeds so near nobody is waited for."""
FIGHTER = 2
"""The bonus in hand-to-hand from which on it seeks a fight."""


Deeds = dict[str, Deed]
"""The options of a question by their keys: what each is."""


def survivor(asked: Asked) -> Any:
    """Answers any question of the game."""
    return _ANSWERS.get(asked.rule, _first)(asked, asked.view)


def policy(asked: Asked) -> Any:
    """How odds take seats to choose: as the survivor does, and never by chance."""
    return _first(asked, asked.view) if asked.rule in _BY_CHANCE else survivor(asked)


def _deeds(asked: Asked) -> Deeds:
    question: Choose[str] = asked.question  # type: ignore[assignment]
    return {key: deed for key in question.options if (deed := question.about(key)) is not None}


# ---------------------------------------------------------------------- chances


@cache
def _fight_value(mine: int, theirs: int, armour: bool) -> float:
    """What a fight is worth: a win counts 1, and a loss what it may cost."""
    reading, hurt = lead(mine, theirs), injury(-1 if armour else 0)
    won = sum(weight for ahead, weight in reading.outcomes if ahead > 0) / reading.ways
    lost = sum(weight for ahead, weight in reading.outcomes if ahead < 0) / reading.ways
    eaten, bitten = float(hurt.chance(EATEN)), float(hurt.chance(BITTEN))
    return won - lost * (eaten * DEATH * 2.5 + bitten * BITE)


@cache
def _free_chance(hold: int) -> float:
    return sum(weight for ahead, weight in lead(0, hold).outcomes if ahead > 0) / lead(0, hold).ways


@cache
def _shot_chances(number: int, bonus: int) -> tuple[float, float]:
    """The chance of a headshot, and of at least a knock-back, with one die."""
    hit = float(reaches(number).chance(True))
    head, back = (float(damage(bonus).chance(result)) for result in (HEADSHOT, KNOCK_BACK))
    return hit * head, hit * (head + back)


def _best_shot(state: Battle, figure: Survivor, weapon: Weapon, *, aimed: bool) -> tuple[float, str]:
    """The target that a fire action promises most against, with the chance of a headshot by its first die."""
    best = (0.0, "")
    for id_ in islice(shooting.nearest_targets(state, figure, weapon), TARGETS_WEIGHED):
        if id_ not in state.zeds:
            continue
        number = shooting.needed(state, figure, weapon, state.zeds[id_].stand, aimed=aimed)
        if number is not None:
            head, _ = _shot_chances(number, shooting.damage_bonus(state, figure, weapon, aimed=aimed))
            best = max(best, (round(head * _worth(state, figure, state.zeds[id_]), 9), id_))
    return best


def _worth(state: Battle, figure: Survivor, zed: Zed) -> float:
    """How much one would like to be rid of a zed: near ones more, those on the ground less."""
    away = distance(state, place_of(state, figure), zed.stand)
    return (0.5 if zed.down else 1.0) * (1.5 if away <= THREAT else 1.0) * (0.6 if zed.kind == "tank" else 1.0)


# ---------------------------------------------------------------------- what it does with an action


def _action(asked: Asked, state: Battle) -> str:
    deeds = _deeds(asked)
    figure = state.survivors[next(iter(deeds.values())).figure]
    zeds = zeds_touching(state, figure)
    if any(not zed.down for zed in zeds) or figure.grabbed:
        return _in_contact(state, figure, zeds, deeds)
    at_feet = _key(deeds, actions.FIGHT) if zeds else ""
    chosen = _key(deeds, actions.TAKE, actions.SEARCH, actions.BAR) or at_feet
    if chosen:
        return chosen
    if figure.vehicle:
        return _aboard(state, figure, deeds)
    boarding = _boarding(state, figure, deeds)
    if boarding:
        return boarding
    if scenario_of(state).type == "hold-out":
        return _holding(state, figure, deeds)
    return _running(state, figure, deeds)


def _key(deeds: Deeds, *kinds: str) -> str:
    """The first option of one of these kinds; empty if there is none."""
    return next((key for key, deed in deeds.items() if deed.kind in kinds), "")


def _pass(deeds: Deeds) -> str:
    return _key(deeds, actions.PASS)


# ---------------------------------------------------------------------- in vehicles


def _aboard(state: Battle, figure: Survivor, deeds: Deeds) -> str:
    """Drive if one sits at the wheel, take it if nobody else can, shoot on the way; out of what leads nowhere."""
    vehicle = state.vehicles[figure.vehicle]
    leave = _key(deeds, actions.LEAVE)
    if leave and routes.way_out(state, vehicle) is None:
        return leave
    forward = _key(deeds, actions.DRIVE, actions.START, actions.WHEEL)
    if forward and not _waits(state, vehicle):
        return forward
    return _shot(state, figure, deeds) or _pass(deeds)


def _waits(state: Battle, vehicle: Vehicle) -> bool:
    """For those who are still to get in and can do so with the next red card, unless zeds are at the doors."""
    if vehicle.speed > 0 or _zeds_near(state, vehicle.stand, AT_THE_DOORS):
        return False
    missing = [state.survivors[name] for name, ride in _rides(state).items() if ride is vehicle]
    soon = NUMBERS.actions * NUMBERS.move
    return any(not it.grabbed and distance(state, it.stand, vehicle.stand) <= soon for it in missing)


def _zeds_near(state: Battle, stand: Stand, far: float) -> bool:
    return any(not zed.down and distance(state, stand, zed.stand) <= far for zed in state.zeds.values())


def _walking(state: Battle) -> list[Survivor]:
    return [it for it in walkers(state) if is_conscious(it) and not it.carried_by]


def _boarding(state: Battle, figure: Survivor, deeds: Deeds) -> str:
    """Into the vehicle that one is to ride in; the last one in starts the engine, which wakes the street."""
    rides = _rides(state)
    vehicle = rides.get(figure.id)
    if vehicle is None:
        return ""
    ways_in = {deed.kind: key for key, deed in deeds.items() if deed.target == vehicle.id}
    others = [name for name, ride in rides.items() if ride is vehicle and name != figure.id]
    waits = others and len(vehicle.people) + 1 < vehicle.seats
    enter = ways_in.get(actions.ENTER, "")
    return ways_in.get(actions.RIDE, enter) if waits else enter


def _rides(state: Battle) -> dict[str, Vehicle]:
    """Who is to get away in which vehicle: each in the nearest with a seat left by those who are nearer to it."""
    usable = [it for it in state.vehicles.values() if _is_usable(state, it)]
    if not usable:
        return {}
    seats = {it.id: it.seats - len(it.people) for it in usable}
    people = [it for it in _walking(state) if _is_worth_it(state, it)]
    pairs = sorted((round(distance(state, it.stand, v.stand), 6), it.id, v.id) for it in people for v in usable)
    found: dict[str, Vehicle] = {}
    for away, name, id_ in pairs:
        if name not in found and seats[id_] and away <= WALK_TO_RIDE:
            found[name] = state.vehicles[id_]
            seats[id_] -= 1
    return found


def _is_usable(state: Battle, vehicle: Vehicle) -> bool:
    has_seats = vehicle.speed == 0 and len(vehicle.people) < vehicle.seats
    return has_seats and routes.way_out(state, vehicle) is not None


def _doors(figure: Survivor, vehicle: Vehicle) -> list[Point]:
    """Spots beside a vehicle from which a figure gets in, nearest first; whether they are free is another matter."""
    base, here = vehicle.stand.base, vehicle.stand
    assert isinstance(base, Rectangle)
    long, wide, beside = base.length / 2, base.breadth / 2, figure.stand.base.reach
    x, y = rotated((figure.stand.x - here.x, figure.stand.y - here.y), -here.facing)
    near = (min(long, max(-long, x)), min(wide, max(-wide, y)))
    sides = [(share * long, side * (wide + beside)) for share in (-0.7, 0.0, 0.7) for side in (-1, 1)]
    spots = [towards(near, (x, y), beside), *sides, (long + beside, 0.0), (-long - beside, 0.0)]
    turned = [rotated(spot, here.facing) for spot in sorted(spots, key=lambda spot: apart(spot, (x, y)))]
    return [_rounded((here.x + dx, here.y + dy)) for dx, dy in turned]


def _is_worth_it(state: Battle, figure: Survivor) -> bool:
    """With the way out so near one walks."""
    return bool(scenario_of(state).edge) and apart(figure.stand.at, _exit(state, figure)) > WORTH_RIDING


def _inches(asked: Asked, state: Battle) -> int | str:
    """The speed by which the way out is finished soonest; else the slowest that needs no brakes."""
    question: Choose[int | str] = asked.question  # type: ignore[assignment]
    offered = {key: deed.facts.get("inches") for key in question.options if (deed := question.about(key)) is not None}
    vehicle = _driven(state)
    if vehicle is None or not offered:
        return question.options[-1]
    way = routes.way_out(state, vehicle)
    planned = routes.first_action(way, vehicle.speed, vehicle.top_speed) if way else None
    slowest = max(0.0, vehicle.speed - NUMBERS.speed_step)
    wanted = slowest if planned is None else float(planned.speed)
    return next((key for key, inches in offered.items() if inches == wanted), question.options[0])


def _turn(asked: Asked, state: Battle) -> Any:
    """The next turn of the way out that the inches left reach, or straight on."""
    vehicle = _driven(state)
    if vehicle is None:
        return _first(asked, state)
    way = routes.way_out(state, vehicle) or ""
    if isinstance(asked.question, PickPoint):
        lane = asked.question.region
        assert isinstance(lane, Lane)
        found = routes.next_turn(way, lane.length)
        return lane.point(found[1] if found else 0.0)
    found = routes.next_turn(way, asked.question.facts["inches"])
    return vehicles.STRAIGHT if found is None else vehicles.LEFT if found[0] == routes.LEFT else vehicles.RIGHT


def _driven(state: Battle) -> Vehicle | None:
    return vehicles.driven_by(state, state.survivors[state.go.figure]) if state.go else None


# ---------------------------------------------------------------------- fighting and shooting


def _in_contact(state: Battle, figure: Survivor, zeds: list[Zed], deeds: Deeds) -> str:
    """Fight, shoot, wrestle or walk away, whatever is worth most."""
    worth = {key: _worth_in_contact(state, figure, zeds, deed) for key, deed in deeds.items()}
    return max(deeds, key=lambda key: (worth[key], key))


def _worth_in_contact(state: Battle, figure: Survivor, zeds: list[Zed], deed: Deed) -> float:
    if deed.kind == actions.FIGHT and zeds:
        mine = melee.survivor_bonus(state, figure, zeds)
        return _fight_value(mine, melee.zeds_bonus(state, zeds), figure.armour)
    if deed.kind == actions.WRESTLE:
        return 0.9 * _free_chance(zed_hold(state, zeds))
    if deed.kind == actions.MOVE:
        return float(0.8 * 0.5 ** len([zed for zed in zeds if not zed.down]))
    weapon = WEAPONS.get(deed.item)
    if deed.kind == actions.FIRE and zeds and weapon is not None and not weapon.blast:
        number = NEEDED[0] - shooting.hit_modifier(state, figure, weapon, zeds[0].stand, aimed=figure.aimed)
        bonus = shooting.damage_bonus(state, figure, weapon, aimed=figure.aimed)
        return float(0.9 * weapon.dice**0.7 * _shot_chances(number, bonus)[1] / len(zeds))
    return -1.0 if deed.kind == actions.PASS else -2.0


def _running(state: Battle, figure: Survivor, deeds: Deeds) -> str:
    """Towards the objective; a shot only at what is too near to leave behind."""
    threat = _nearest_threat(state, figure)
    if threat <= THREAT:
        shot = _shot(state, figure, deeds)
        if shot and (threat <= 2.5 or state.noises):
            return shot
    return _key(deeds, actions.MOVE) or _pass(deeds)


def _holding(state: Battle, figure: Survivor, deeds: Deeds) -> str:
    """Shoot while there is something to shoot at; fighters meet what comes in, the others stay away from it."""
    shot = _shot(state, figure, deeds)
    if shot:
        return shot
    intruder, move = _intruder(state, figure), _key(deeds, actions.MOVE)
    if intruder and move and (_is_fighter(state, figure) or intruder[0] < NUMBERS.move + 2):
        return move
    return _pass(deeds)


def _is_fighter(state: Battle, figure: Survivor) -> bool:
    return melee.survivor_bonus(state, figure, []) >= FIGHTER


def _shot(state: Battle, figure: Survivor, deeds: Deeds) -> str:
    """The fire action that promises most, or aiming first if that promises more than two shots."""
    best, chosen = 0.0, ""
    for key, deed in deeds.items():
        if deed.kind != actions.FIRE or not _is_safe(state, figure, WEAPONS[deed.item]):
            continue
        plain, _target = _best_shot(state, figure, WEAPONS[deed.item], aimed=figure.aimed)
        if plain > best:
            best, chosen = plain, key
    if not chosen:
        return ""
    aim = _key(deeds, actions.AIM)
    if aim:
        aimed, _target = _best_shot(state, figure, WEAPONS[deeds[chosen].item], aimed=True)
        if aimed > 2 * best:
            return aim
    return chosen if best >= WORTH_A_SHOT / 3 else ""


def _is_safe(state: Battle, figure: Survivor, weapon: Weapon) -> bool:
    """A bomb is thrown only where it cannot well come down on friends."""
    if not weapon.blast:
        return True
    _, target = _best_shot(state, figure, weapon, aimed=figure.aimed)
    if not target:
        return False
    at = state.zeds[target].stand
    return all(distance(state, at, it.stand) > 2 * NUMBERS.blast for it in state.survivors.values() if not it.fate)


def _nearest_threat(state: Battle, figure: Survivor) -> float:
    zeds = [zed.stand for zed in state.zeds.values() if not zed.down]
    return min(distances(state, figure.stand, zeds), default=inf)


def _intruder(state: Battle, figure: Survivor) -> tuple[float, Zed] | None:
    """The nearest zed that could walk straight up to it, with how far it is away."""
    layer = _roads(state, figure.stand).layer
    zeds = state.zeds.values()
    found = zip(distances(state, figure.stand, [zed.stand for zed in zeds]), zeds, strict=True)
    near = sorted([it for it in found if it[0] <= 12], key=lambda it: (it[0], it[1].id))
    return next((it for it in near if is_open(layer, figure.stand.at, it[1].stand.at)), None)


def _roads(state: Battle, stand: Stand) -> Roads:
    return roads(ground_of(state), stand.base)


# ---------------------------------------------------------------------- where it goes


def _move(asked: Asked, state: Battle) -> Point:
    """The best of a few spots: straight ahead all round, on the road, or where it stands."""
    region = asked.question.region  # type: ignore[attr-defined]
    figure = state.survivors[region.stand.id]
    vehicle = _rides(state).get(figure.id)
    for spot in _doors(figure, vehicle) if vehicle else ():
        if apart(spot, figure.stand.at) <= region.allowance and region.admits(spot):
            return spot
    goal = _doors(figure, vehicle)[0] if vehicle else _goal(state, figure)
    way = road(state, figure.stand, goal) if goal else None
    look = point_on(way, LOOKAHEAD) if way else figure.stand.at
    far, here = region.allowance, _rounded(figure.stand.at)
    ahead = {_rounded(point_on(way, far * share)): far * share for share in (1.0, 0.8, 0.6, 0.4, 0.2)} if way else {}
    spots = dict.fromkeys([*_all_round(figure.stand, far), *ahead, here])
    walk, dangers = _Walk(state, figure, far), _Dangers(state, figure, far)
    for _, spot in sorted((dangers.cost(spot, look), spot) for spot in spots):
        if spot == here:
            return here
        may_go = walk.is_free(way, ahead[spot]) if way and spot in ahead else walk.is_straight(spot)
        if may_go and region.admits(spot):
            return spot
    return here


def _all_round(stand: Stand, far: float) -> list[Point]:
    return [_rounded((stand.x + far * dx, stand.y + far * dy)) for dx, dy in RAYS]


def _rounded(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))


class _Walk:
    """A quick look at where a figure can go with a move, so that few ways have to be found."""

    def __init__(self, state: Battle, figure: Survivor, far: float) -> None:
        self.at, self.far = figure.stand.at, far
        self.layer = ground_of(state).layer(figure.stand.base, 0.0, gait_of(state))
        self.crowd = Crowd(figure.stand, nearby(state, figure.stand, far))

    def is_straight(self, spot: Point) -> bool:
        """Whether it can walk straight to a spot."""
        if not is_on_table(self.layer.bounds, spot) or not is_open(self.layer, self.at, spot):
            return False
        return is_clear(self.crowd.solids, self.at, spot) and leg_cost(self.layer.tolls, self.at, spot) <= self.far

    def is_free(self, way: tuple[Point, ...], far: float) -> bool:
        """Whether nobody stands in the way so far along it. Whoever does is gone round on another ray, if at all."""
        return all(is_clear(self.crowd.solids, p, q) for p, q in pairwise(stretch(way, far)))


class _Dangers:
    """The zeds that can matter on a move, and what spots cost for them."""

    def __init__(self, state: Battle, figure: Survivor, far: float) -> None:
        self.at = (x, y) = figure.stand.at
        self.zeds = []
        for zed in state.zeds.values():
            zx, zy, bases = zed.stand.x, zed.stand.y, APART[zed.kind]
            if not zed.down and hypot(zx - x, zy - y) - bases <= far + FARTHEST:
                self.zeds.append((zx, zy, bases, KINDS[zed.kind].move))

    def cost(self, spot: Point, look: Point) -> float:
        """How far from where it wants to be, and what may happen there and on the way."""
        cost = apart(spot, look)
        (x, y), (sx, sy) = self.at, spot
        dx, dy = sx - x, sy - y
        square = dx * dx + dy * dy
        for zx, zy, bases, reach in self.zeds:
            away = hypot(zx - sx, zy - sy) - bases
            if away > FARTHEST:
                continue
            cost += GRAB_COST if away <= ARM else CATCH_COST if away <= reach else CORNER_COST / (1 + away - reach)
            if square > 0.01:
                share = ((zx - x) * dx + (zy - y) * dy) / square
                share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
                if hypot(x + share * dx - zx, y + share * dy - zy) - bases <= ARM:
                    cost += PASSING_COST
        return cost


def _goal(state: Battle, figure: Survivor) -> Point | None:
    scenario = scenario_of(state)
    if scenario.type == "hold-out":
        return _stand_ground(state, figure)
    if scenario.type == "supply-run":
        target = _supply_for(state, figure)
        if target is not None:
            return target
    return _exit(state, figure)


def _exit(state: Battle, figure: Survivor) -> Point:
    """The nearest spot of the edge by which one leaves, as far as the scenery lets one."""
    scenario = scenario_of(state)
    x, y, width, depth = figure.stand.x, figure.stand.y, scenario.table.width, scenario.table.depth
    x, y = min(floor(x) + 0.5, width - 0.6), min(floor(y) + 0.5, depth - 0.6)  # few goals: their roads are kept
    return {"east": (width - 0.6, y), "west": (0.6, y), "north": (x, depth - 0.6), "south": (x, 0.6)}[scenario.edge]


def _supply_for(state: Battle, figure: Survivor) -> Point | None:
    """The marker that this figure should fetch, shared out nearest first; none once there is enough."""
    scenario = scenario_of(state)
    people = [it for it in state.survivors.values() if not it.fate]
    in_hand = state.home + sum(len(it.supplies) for it in people)
    if figure.supplies or in_hand >= scenario.need:
        return None
    free = list(state.markers.values())
    for other in people:
        if other.supplies or not free:
            continue
        chosen = min(free, key=lambda marker: (round(apart(other.stand.at, (marker.x, marker.y)), 6), marker.id))
        if other.id == figure.id:
            return (chosen.x, chosen.y)
        free.remove(chosen)
    return None


def _stand_ground(state: Battle, figure: Survivor) -> Point | None:
    """Fighters go for the nearest zed that got in; others away from it."""
    intruder = _intruder(state, figure)
    if intruder is None:
        return None
    _, zed = intruder
    if _is_fighter(state, figure):
        return zed.stand.at
    away = hypot(figure.stand.x - zed.stand.x, figure.stand.y - zed.stand.y) or 1.0
    spot = (
        figure.stand.x + 5 * (figure.stand.x - zed.stand.x) / away,
        figure.stand.y + 5 * (figure.stand.y - zed.stand.y) / away,
    )
    return spot if _roads(state, figure.stand).is_free(spot) else None


def _away(asked: Asked, state: Battle) -> Point:
    """Free again: the spot from which least can happen."""
    region = asked.question.region  # type: ignore[attr-defined]
    figure = state.survivors[region.stand.id]
    goal = _goal(state, figure)
    way = road(state, figure.stand, goal) if goal else None
    look = point_on(way, LOOKAHEAD) if way else figure.stand.at
    spots: Sequence[Point] = region.samples()
    dangers = _Dangers(state, figure, region.allowance)
    return min(spots, key=lambda spot: (dangers.cost(spot, look), spot))


# ---------------------------------------------------------------------- the other questions


def _who(asked: Asked, state: Battle) -> str:
    """Those in trouble first, then those who are farthest ahead."""
    people = {key: deed.figure for key, deed in _deeds(asked).items() if deed.figure}

    def rank(id_: str) -> tuple[bool, bool, float, str]:
        figure = state.survivors[id_]
        goal = _exit(state, figure) if scenario_of(state).edge else figure.stand.at
        return (
            not figure.grabbed,
            vehicles.driven_by(state, figure) is not None,
            round(apart(figure.stand.at, goal), 6),
            id_,
        )

    return min(people, key=lambda key: rank(people[key]))


def _target(asked: Asked, state: Battle) -> str:
    """The zed that one would most like to be rid of; whom one touches first."""
    deeds = _deeds(asked)
    shots = {key: state.zeds[deed.target] for key, deed in deeds.items() if deed.target in state.zeds}
    if not shots:
        return _key(deeds, shooting.HOLD)
    figure = state.survivors[next(iter(deeds.values())).figure]
    touching = {zed.id for zed in zeds_touching(state, figure)}

    def rank(key: str) -> tuple[bool, float, str]:
        zed = shots[key]
        away = distance(state, place_of(state, figure), zed.stand)
        return (zed.id in touching and not zed.down, _worth(state, figure, zed) - away / 20, zed.id)

    return max(shots, key=rank)


def _slain(asked: Asked, state: Battle) -> str:
    """Those that still stand before those on the ground, and what can be finished before what cannot."""
    deeds, points = _deeds(asked), asked.question.facts["points"]

    def rank(key: str) -> tuple[bool, bool, int, str]:
        needs = deeds[key].facts["points"]
        return (needs > points, state.zeds[deeds[key].target].down, -needs, key)

    return min(deeds, key=rank)


def _first(asked: Asked, state: Battle) -> Any:
    """The automatic umpire's answer, or whatever comes first."""
    options = getattr(asked.question, "options", None)
    if options is not None:
        return options[0]
    region = getattr(asked.question, "region", None)
    return region.samples()[0] if region is not None else asked.question.sample(asked.rng)


def _any(asked: Asked, state: Battle) -> Any:
    return asked.question.sample(asked.rng)


_ANSWERS: dict[str, Callable[[Asked, Battle], Any]] = {
    "ruling.survivor-order": _who,
    "action.two-free-choice": _action,
    "action.move": _move,
    "wrestle.success-move": _away,
    "shooting.extra-targets": _target,
    "melee.survivor-wins": _slain,
    "spawn.other-places": _any,
    "vehicle.speed-change": _inches,
    "vehicle.turns": _turn,
}
_BY_CHANCE = frozenset({"spawn.other-places"})
"""The questions that the bot answers by chance."""
