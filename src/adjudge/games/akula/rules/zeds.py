"""What zeds do on their card: who moves where, and whom they attack then."""

from __future__ import annotations

import itertools
from math import inf
from typing import NamedTuple

from adjudge.engine import PickPoint, Table
from adjudge.field import EPS, Gait, Point, Stand
from adjudge.field.moving import Crowd, has_room, nearest_free_spot, spots_at, straight_move
from adjudge.field.paths import Path, shortest_path
from adjudge.field.points import apart, length_of, towards
from adjudge.field.roads import roads
from adjudge.games.akula.data import KINDS, called
from adjudge.games.akula.places import (
    distance,
    doors_touched,
    follow,
    gait_of,
    ground_of,
    in_play,
    is_closed,
    nearby,
    nearest_survivors,
    open_door,
    opened_ground,
    place_of,
    scenario_of,
    survivors_touching,
    touch,
    walkers,
    zeds_touching,
)
from adjudge.games.akula.readings import one_of, reaches
from adjudge.games.akula.regions import Reachable
from adjudge.games.akula.rules import activation, liches, tanks, vehicles
from adjudge.games.akula.rules.harm import loosen_grabs, remove_survivor
from adjudge.games.akula.rules.melee import combat
from adjudge.games.akula.state import ACE, NUMBER, UMPIRE_SEAT, Battle, Survivor, Zed

CALLERS = activation.ALWAYS
SPOTS_TRIED = 4
"""How many of the nearest free spots round a survivor a zed tries to reach."""
BESIDE = 0.25
"""How much nearer than the way to the prey itself a spot beside it may be, besides the bases: round a corner."""
AHEAD = (1.0, 0.75, 0.5)
"""Which shares of its move along the road a zed would like to end at, past others that stand in it."""
DETOUR = 1.0
"""How much longer than its move the way round others may be: enough to get past one of them."""
ENOUGH = 0.5
"""A zed that gets this share of its move before others hold it up looks for no way round them."""


def zed_card(table: Table[Battle]) -> None:
    """A black card: those of its kind that are active move and then attack (active.relevant-card)."""
    state = table.state
    acted: list[str] = []
    if state.card == NUMBER:  # ruling.activation-timing: callers first, so that a call counts on this card
        acted += callers_act(table)
    others = [zed for zed in activation.of_card(state, state.card) if zed.kind not in CALLERS]
    stirred = [(zed, activation.why_active(state, zed)) for zed in others if activation.can_act(zed)]
    for zed in by_nearness(state, [zed for zed, _ in stirred]):
        why = next(why for other, why in stirred if other is zed)
        if state.rulings.activation_timing == "each":
            why = activation.why_active(state, zed)
        if why and act(table, zed, why):
            acted.append(zed.id)
    after_moving(table, [id_ for id_ in acted if id_ in state.zeds])


def by_nearness(state: Battle, zeds: list[Zed]) -> list[Zed]:
    """ruling.zed-movement: nearest to a survivor first."""
    people = [place_of(state, survivor) for survivor in in_play(state)]
    return sorted(zeds, key=lambda zed: (min((distance(state, zed.stand, it) for it in people), default=inf), zed.id))


def callers_act(table: Table[Battle]) -> list[str]:
    """zed.liche-witch-card: they move and attack like shamblers and call whenever somebody is near."""
    state = table.state
    acted = []
    for zed in by_nearness(state, [zed for zed in state.zeds.values() if zed.kind in CALLERS]):
        if not activation.can_act(zed):
            continue
        has_called = liches.call_if_near(table, zed)
        table.tell("zed.liche-witch-card", "{zed} is active: {why}.", zed=called(zed.id), why=activation.CALLER)
        move(table, zed, activation.CALLER)
        if not has_called:
            liches.call_if_near(table, zed)
        acted.append(zed.id)
    return acted


RULES = {"shambler": "zed.shambler", "fast": "zed.fast", "tank": "zed.tank", "horde": "zed.horde-move"}


def act(table: Table[Battle], zed: Zed, why: str) -> bool:
    """Moves; False if it did something else instead of moving and attacking."""
    table.tell(RULES[zed.kind], "{zed} is active: {why}.", zed=called(zed.id), why=why)
    if zed.kind == "tank" and tanks.hurl_if_it_does(table, zed):
        return False
    move(table, zed, why)
    return True


# ---------------------------------------------------------------------- where it goes


def move(table: Table[Battle], zed: Zed, why: str) -> None:
    """As far as it may towards what stirs it; the umpire may send it elsewhere (ruling.zed-movement)."""
    state = table.state
    before = touched_vehicle(state, zed)
    spot = automatic_spot(table, zed, why)
    if state.rulings.zed_movement == "human":
        spot = asked_spot(table, zed, spot)
    zed.stand = zed.stand.moved(spot)
    loosen_grabs(state)
    after = touched_vehicle(state, zed)
    zed.arrived = after if after != before else ""


def allowance(zed: Zed) -> float:
    """tank.wounds: an inch less for each wound (ruling.tank-wound-minimum)."""
    return KINDS[zed.kind].move - zed.wounds


def touched_vehicle(state: Battle, zed: Zed) -> str:
    return next((it.id for it in state.vehicles.values() if it.people and touch(zed.stand, it.stand)), "")


def automatic_spot(table: Table[Battle], zed: Zed, why: str) -> Point:
    """Where the automatic umpire moves a zed."""
    state = table.state
    if survivors_touching(state, zed.stand) or touched_vehicle(state, zed):
        return zed.stand.at
    prey = choose_prey(table, zed, why)
    if prey is not None:
        return approach(state, zed, place_of(state, prey))
    noise = activation.nearest_noise(state, zed)
    if noise is None:
        return zed.stand.at
    return go_towards(state, zed, (noise.x, noise.y))


def choose_prey(table: Table[Battle], zed: Zed, why: str) -> Survivor | None:
    """The nearest survivor within 10 inches; one that only heard a noise goes there; else the nearest of all."""
    state = table.state
    people = in_play(state)
    noticed = [it for it in people if activation.is_noticed(state, zed, it)]
    if not noticed and why == activation.NOISE:
        return None
    nearest = one_in_each_place(nearest_survivors(state, zed.stand, noticed or people))
    if len(nearest) > 1:
        return nearest[table.roll(one_of(len(nearest)), "ruling.zed-movement")]
    return nearest[0] if nearest else None


def one_in_each_place(people: list[Survivor]) -> list[Survivor]:
    """Those who sit in one vehicle are one goal."""
    return list({it.vehicle or it.id: it for it in people}.values())


def approach(state: Battle, zed: Zed, prey: Stand) -> Point:
    """By the shortest free path into contact, or as near as the move and the crowd allow."""
    gait, mine, far = gait_of(state, zed), zed.stand, allowance(zed)
    way = road(state, mine, prey.at)
    if way is None:
        return mine.at
    crowd = crowd_round(state, zed, far, prey)
    went = follow(state, mine, Path(way, inf, inf), far, gait, crowd.firm)
    is_there = went.length >= far - EPS or touch(mine.moved(went.end), prey)
    if is_there and has_room(ground_of(state), mine.moved(went.end), crowd.all, gait):
        return went.end
    if length_of(way) <= far + mine.base.reach + prey.base.reach + BESIDE:
        path = path_into_contact(state, mine, prey, far, gait, crowd)
        if path is not None:
            return follow(state, mine, path, far, gait, crowd.firm).end
    return past_others(state, zed, way, went, crowd)


class Others(NamedTuple):
    """The figures near a zed that moves: all, on none of which it may end, and those that it cannot pass."""

    all: list[Stand]
    firm: Crowd


def crowd_round(state: Battle, zed: Zed, far: float, prey: Stand | None = None) -> Others:
    """ruling.zeds-in-the-way: zeds jostle past each other, or are as firm as survivors and vehicles."""
    near = nearby(state, zed.stand, far + DETOUR)
    if prey is not None and all(stand is not prey for stand in near):
        near.append(prey)
    passed = state.zeds if state.rulings.zeds_in_the_way == "jostle" else ()
    return Others(near, Crowd(zed.stand, [stand for stand in near if stand.id not in passed]))


def path_into_contact(state: Battle, mine: Stand, prey: Stand, far: float, gait: Gait, crowd: Others) -> Path | None:
    """The shortest way to one of the nearest free spots beside the prey, if the move is long enough for it."""
    ground = ground_of(state)
    spots = spots_at(ground, mine, prey, crowd.all, gait, most=SPOTS_TRIED)
    return shortest_path(ground, mine, spots, crowd.firm, gait, limit=far) if spots else None


def go_towards(state: Battle, zed: Zed, goal: Point) -> Point:
    """Along the road to a point, up to closed doors."""
    way = road(state, zed.stand, goal)
    if way is None:
        return zed.stand.at
    crowd = crowd_round(state, zed, allowance(zed))
    went = follow(state, zed.stand, Path(way, inf, inf), allowance(zed), gait_of(state, zed), crowd.firm)
    return past_others(state, zed, way, went, crowd)


def past_others(state: Battle, zed: Zed, way: tuple[Point, ...], went: Path, crowd: Others) -> Point:
    """Where a zed ends that went along a road as far as it could: there, or where there is room among the others."""
    mine, far, gait = zed.stand, allowance(zed), gait_of(state, zed)
    if state.rulings.zeds_in_the_way == "jostle":
        return last_room(state, mine, went, gait, crowd)
    if went.length >= far * ENOUGH:
        return went.end
    round_it = way_round(state, mine, way, far, gait, crowd.firm)
    return closest([went.end, *([round_it] if round_it else [])], way, far)


def last_room(state: Battle, mine: Stand, went: Path, gait: Gait, crowd: Others) -> Point:
    """The last spot of a way past other zeds where there is room to stand."""
    ground, passed = ground_of(state), frozenset(state.zeds)
    for p, q in reversed(list(itertools.pairwise(went.points))):
        end = straight_move(ground, mine.moved(p), q, crowd.all, gait, passed).end
        if has_room(ground, mine.moved(end), crowd.all, gait):
            return end
    return mine.at


def road(state: Battle, mine: Stand, goal: Point) -> tuple[Point, ...] | None:
    """The shortest way round the scenery, through open doors if there is one.

    Zeds do not open doors (ruling.doors): if every way is barred they make for a door as if it were open.
    """
    for ground in (ground_of(state), opened_ground(state)):
        network = roads(ground, mine.base)
        end = goal if network.is_free(goal) else nearest_free_spot(ground, mine.moved(goal))
        way = network.way(mine.at, end) if end is not None else None
        if way is not None:
            return way
    return None


def way_round(state: Battle, mine: Stand, way: tuple[Point, ...], far: float, gait: Gait, crowd: Crowd) -> Point | None:
    """Where a way round the figures leads: to the farthest point of the road within the move that has room."""
    ground = ground_of(state)
    ahead = (point_on(way, far * share) for share in AHEAD)
    aim = next((point for point in ahead if has_room(ground, mine.moved(point), crowd, gait)), None)
    if aim is None:
        return None
    path = shortest_path(ground, mine, aim, crowd, gait, limit=far + DETOUR)
    return None if path is None else follow(state, mine, path, far, gait, crowd).end


def stretch(way: tuple[Point, ...], far: float) -> list[Point]:
    """The first part of a way, so long."""
    points = [way[0]]
    for p, q in itertools.pairwise(way):
        length = apart(p, q)
        if length >= far:
            return [*points, towards(p, q, far)]
        points.append(q)
        far -= length
    return points


def point_on(way: tuple[Point, ...], far: float) -> Point:
    return stretch(way, far)[-1]


def closest(ends: list[Point], way: tuple[Point, ...], far: float) -> Point:
    """Of several ends the one nearest to where the road would have led."""
    aim = point_on(way, far)
    return min(ends, key=lambda end: (round(apart(end, aim), 6), end))


def asked_spot(table: Table[Battle], zed: Zed, default: Point) -> Point:
    """The umpire moves the zed: anywhere it can go, the automatic answer first."""
    state, far, gait = table.state, allowance(zed), gait_of(table.state, zed)

    def way(to: Point) -> Path | None:
        return shortest_path(ground_of(state), zed.stand, to, crowd_round(state, zed, far).firm, gait, limit=far + 0.01)

    region = Reachable(state, zed.stand, far, way, gait, first=default, meets=[it.stand for it in walkers(state)])
    question = PickPoint(region, prompt=f"Where does {called(zed.id)} go?", figure=zed.id)
    spot = table.ask(UMPIRE_SEAT, "ruling.zed-movement", question)
    path = region.path_to(spot)
    return zed.stand.at if path is None else path.end


# ---------------------------------------------------------------------- what it does then


def after_moving(table: Table[Battle], acted: list[str]) -> None:
    """When all zeds of the card have moved: doors, vehicles, then combats, or a horde's embrace."""
    state = table.state
    break_doors(table, acted)
    vehicles.drag_out(table, acted)
    if state.card == ACE or state.rulings.horde_timing == "at-once":
        engulf(table, acted)
    if state.card != ACE:
        fight_all(table, acted)


def break_doors(table: Table[Battle], acted: list[str]) -> None:
    """Where zeds may break doors: on the number given or more, tank and horde with +2 (ruling.doors)."""
    state = table.state
    by_house_rule = state.rulings.doors == "six"
    number = 6 if by_house_rule else scenario_of(state).door_break
    if not number:
        return
    for id_ in acted:
        zed = state.zeds[id_]
        for door in doors_touched(state, zed.stand):
            if not is_closed(state, door):
                continue
            bonus = 2 if zed.kind in ("tank", "horde") and not by_house_rule else 0
            if table.roll(reaches(number - bonus), "ruling.doors"):
                open_door(state, door)
                state.broken.append(door)
                table.tell("ruling.doors", "{zed} breaks {door} down.", zed=called(zed.id), door=door)
            break


def engulf(table: Table[Battle], acted: list[str]) -> None:
    """zed.horde-contact: any survivor in contact with a horde is removed without dice (ruling.horde-timing)."""
    state = table.state
    at_once = state.rulings.horde_timing == "at-once"
    hordes = [
        z for z in state.zeds.values() if z.kind == "horde" and activation.can_act(z) and (at_once or z.id in acted)
    ]
    for horde in hordes:
        for survivor in survivors_touching(state, horde.stand):
            if survivor.spared != state.cards:
                words = "{name} vanishes in {horde}."
                table.tell("zed.horde-contact", words, name=survivor.name, horde=called(horde.id))
                remove_survivor(table, survivor)


def fight_all(table: Table[Battle], acted: list[str]) -> None:
    """ruling.zed-combat-per-card: at most one combat for each survivor, with every zed in contact."""
    state = table.state
    sides = assign(table, acted)
    for survivor in walkers(state):
        if survivor.fate:
            continue
        zeds = [state.zeds[id_] for id_ in sides.get(survivor.id, []) if id_ in state.zeds]
        if any(zed.id in acted for zed in zeds):
            combat(table, survivor, zeds)


def assign(table: Table[Battle], acted: list[str]) -> dict[str, list[str]]:
    """Which zeds count against whom: one between two survivors counts once (ruling.zed-touching-two-survivors)."""
    state = table.state
    people = [it for it in walkers(state) if not it.carried_by and it.spared != state.cards]
    crowds = {it.id: zeds_touching(state, it) for it in people}
    if state.rulings.zed_combat_per_card == "kind":
        crowds = {name: [zed for zed in zeds if zed.id in acted] for name, zeds in crowds.items()}
    if state.rulings.zed_touching_two_survivors == "both":
        return {name: [zed.id for zed in zeds] for name, zeds in crowds.items()}
    sides: dict[str, list[str]] = {name: [] for name in crowds}
    for zed in state.zeds.values():
        touched = [name for name, zeds in crowds.items() if zed in zeds]
        if touched:
            sides[choose_victim(table, crowds, touched)].append(zed.id)
    return sides


def choose_victim(table: Table[Battle], crowds: dict[str, list[Zed]], touched: list[str]) -> str:
    """The one with more zeds in contact, else diced for."""
    most = max(len(crowds[name]) for name in touched)
    best = [name for name in touched if len(crowds[name]) == most]
    return best[0] if len(best) == 1 else best[table.roll(one_of(len(best)), "ruling.zed-touching-two-survivors")]
