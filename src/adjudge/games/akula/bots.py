"""The `survivor`: runs for the objective, keeps out of arm's reach, aims when it pays, fights when it must.

Plain arithmetic on the view: it looks at a few spots ahead on its road and takes the one that is nearest to where it
wants to be and farthest from what can grab it. Sitting in the umpire's seat it takes the automatic answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import cos, floor, hypot, inf, pi, sin
from typing import Any

from adjudge.engine import Asked
from adjudge.field import Point, Stand
from adjudge.field.moving import Crowd, is_on_table
from adjudge.field.paths import is_clear, is_open, leg_cost
from adjudge.field.points import apart
from adjudge.field.roads import Roads, roads
from adjudge.games.akula.data import KINDS, NEEDED, NUMBERS, WEAPONS, Weapon
from adjudge.games.akula.places import distance, gait_of, ground_of, nearby, place_of, scenario_of, zeds_touching
from adjudge.games.akula.readings import HEADSHOT, KNOCK_BACK, damage, lead, reaches
from adjudge.games.akula.rules import actions, melee, shooting
from adjudge.games.akula.rules.grab import zed_hold
from adjudge.games.akula.rules.sequence import DONE
from adjudge.games.akula.rules.zeds import point_on, road, stretch
from adjudge.games.akula.scenario import BASES
from adjudge.games.akula.state import Battle, Survivor, Zed

LOOKAHEAD = 9.0
"""How far down its road it looks."""
ARM = 1.0 + 0.02
"""Nearer than this a zed grabs."""
GRAB_COST, CATCH_COST, CORNER_COST = 7.0, 2.5, 1.2
"""In inches of way: what a spot within arm's reach costs, one that a zed can reach on its card, one near to that."""
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
APART = {kind: base.reach + NUMBERS.base / 2 for kind, base in BASES.items()}
"""From centre to centre if a zed of a kind touches a survivor."""
FIGHTER = 2
"""The bonus in hand-to-hand from which on it seeks a fight."""


def survivor(asked: Asked) -> Any:
    """Answers any question of the game."""
    return _ANSWERS.get(asked.rule, _first)(asked, asked.view)


# ---------------------------------------------------------------------- chances


@cache
def _fight_value(mine: int, theirs: int, armour: bool) -> float:
    """What a fight is worth: a win counts 1, and a loss what it may cost."""
    chances = {value: weight / 36 for value, weight in lead(mine, theirs, 1).outcomes}
    eaten, bitten = (1 / 6, 1 / 3) if armour else (1 / 3, 1 / 3)
    return chances.get(1, 0.0) - chances.get(-1, 0.0) * (eaten * DEATH * 2.5 + bitten * BITE)


@cache
def _free_chance(hold: int) -> float:
    return sum(weight for value, weight in lead(0, hold, 1).outcomes if value > 0) / 36


@cache
def _shot_chances(number: int, bonus: int) -> tuple[float, float]:
    """The chance of a headshot, and of at least a knock-back, with one die."""
    hit = float(reaches(number).chance(True))
    head, back = (float(damage(bonus).chance(result)) for result in (HEADSHOT, KNOCK_BACK))
    return hit * head, hit * (head + back)


def _best_shot(state: Battle, figure: Survivor, weapon: Weapon, *, aimed: bool) -> tuple[float, str]:
    """The target that a fire action promises most against, with the chance of a headshot by its first die."""
    best = (0.0, "")
    for id_ in shooting.targets(state, figure, weapon)[:6]:
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
    keys: list[str] = asked.question.options  # type: ignore[attr-defined]
    assert state.go is not None
    figure = state.survivors[state.go.figure]
    zeds = zeds_touching(state, figure)
    if any(not zed.down for zed in zeds) or figure.grabbed:
        return _in_contact(state, figure, zeds, keys)
    handy = _handy(state, figure, keys)
    if handy:
        return handy
    if zeds and actions.FIGHT in keys:  # it lies at one's feet
        return actions.FIGHT
    if figure.vehicle:
        return actions.LEAVE if actions.LEAVE in keys else actions.PASS
    if scenario_of(state).type == "hold-out":
        return _holding(state, figure, keys)
    return _running(state, figure, keys)


def _handy(state: Battle, figure: Survivor, keys: list[str]) -> str:
    """Supplies within reach, a broken door to bar, somebody to carry."""
    wanted = (actions.TAKE, actions.SEARCH, actions.BAR)
    return next((key for key in keys if key.partition(":")[0] in wanted), "")


def _in_contact(state: Battle, figure: Survivor, zeds: list[Zed], keys: list[str]) -> str:
    """Fight, shoot, wrestle or walk away, whatever is worth most."""
    mine = melee.survivor_bonus(state, figure, zeds)
    worth = {actions.PASS: -1.0}
    if actions.FIGHT in keys and zeds:
        worth[actions.FIGHT] = _fight_value(mine, melee.zeds_bonus(state, zeds), figure.armour)
    if actions.WRESTLE in keys:
        worth[actions.WRESTLE] = 0.9 * _free_chance(zed_hold(state, zeds))
    if actions.MOVE in keys:
        worth[actions.MOVE] = 0.8 * 0.5 ** len([zed for zed in zeds if not zed.down])
    for key in keys:
        name, _, what = key.partition(":")
        if name == actions.FIRE and zeds and not WEAPONS[what].blast:
            number = NEEDED[0] - shooting.hit_modifier(state, figure, WEAPONS[what], zeds[0].stand, aimed=figure.aimed)
            bonus = shooting.damage_bonus(state, figure, WEAPONS[what], aimed=figure.aimed)
            worth[key] = 0.9 * WEAPONS[what].dice ** 0.7 * _shot_chances(number, bonus)[1] / len(zeds)
    return max(keys, key=lambda key: (worth.get(key, -2.0), key))


def _running(state: Battle, figure: Survivor, keys: list[str]) -> str:
    """Towards the objective; a shot only at what is too near to leave behind."""
    threat = _nearest_threat(state, figure)
    if threat <= THREAT:
        shot = _shot(state, figure, keys)
        if shot and (threat <= 2.5 or state.noises):
            return shot
    return actions.MOVE if actions.MOVE in keys else actions.PASS


def _holding(state: Battle, figure: Survivor, keys: list[str]) -> str:
    """Shoot while there is something to shoot at; fighters meet what comes in, the others stay away from it."""
    shot = _shot(state, figure, keys)
    if shot:
        return shot
    intruder = _intruder(state, figure)
    is_fighter = melee.weapon_bonus(figure) + ("melee" in figure.skills) - figure.injuries >= FIGHTER
    if intruder and actions.MOVE in keys and (is_fighter or intruder[0] < NUMBERS.move + 2):
        return actions.MOVE
    return actions.PASS


def _shot(state: Battle, figure: Survivor, keys: list[str]) -> str:
    """The fire action that promises most, or aiming first if that promises more than two shots."""
    best, chosen = 0.0, ""
    for key in keys:
        name, _, what = key.partition(":")
        if name != actions.FIRE or not _is_safe(state, figure, WEAPONS[what]):
            continue
        plain, _target = _best_shot(state, figure, WEAPONS[what], aimed=figure.aimed)
        if plain > best:
            best, chosen = plain, key
    if not chosen:
        return ""
    assert state.go is not None
    if state.go.actions > 1 and actions.AIM in keys:
        aimed, _target = _best_shot(state, figure, WEAPONS[chosen.partition(":")[2]], aimed=True)
        if aimed > 2 * best:
            return actions.AIM
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
    return min((distance(state, figure.stand, zed.stand) for zed in state.zeds.values() if not zed.down), default=inf)


def _intruder(state: Battle, figure: Survivor) -> tuple[float, Zed] | None:
    """The nearest zed that could walk straight up to it, with how far it is away."""
    layer = _roads(state, figure.stand).layer
    found = [(distance(state, figure.stand, zed.stand), zed) for zed in state.zeds.values()]
    near = sorted([it for it in found if it[0] <= 12], key=lambda it: (it[0], it[1].id))
    return next((it for it in near if is_open(layer, figure.stand.at, it[1].stand.at)), None)


def _roads(state: Battle, stand: Stand) -> Roads:
    return roads(ground_of(state), stand.base)


# ---------------------------------------------------------------------- where it goes


def _move(asked: Asked, state: Battle) -> Point:
    """The best of a few spots: straight ahead all round, on the road, or where it stands."""
    region = asked.question.region  # type: ignore[attr-defined]
    figure = state.survivors[region.stand.id]
    goal = _goal(state, figure)
    way = road(state, figure.stand, goal) if goal else None
    look = point_on(way, LOOKAHEAD) if way else figure.stand.at
    far, here = region.allowance, _rounded(figure.stand.at)
    ahead = {_rounded(point_on(way, far * share)): far * share for share in (1.0, 0.8, 0.6, 0.4, 0.2)} if way else {}
    spots = dict.fromkeys([*_all_round(figure.stand, far), *ahead, here])
    walk = _Walk(state, figure, far)
    for _, spot in sorted((_cost(state, figure, spot, look), spot) for spot in spots):
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


def _cost(state: Battle, figure: Survivor, spot: Point, look: Point) -> float:
    """How far from where it wants to be, and what may happen there and on the way."""
    cost = apart(spot, look)
    x, y = figure.stand.at
    dx, dy = spot[0] - x, spot[1] - y
    square = dx * dx + dy * dy
    for zed in state.zeds.values():
        if zed.down:
            continue
        zx, zy, bases = zed.stand.x, zed.stand.y, APART[zed.kind]
        away = hypot(zx - spot[0], zy - spot[1]) - bases
        if away > 9:
            continue
        reach = KINDS[zed.kind].move
        cost += GRAB_COST if away <= ARM else CATCH_COST if away <= reach else CORNER_COST / (1 + away - reach)
        if square > 0.01:
            share = min(1.0, max(0.0, ((zx - x) * dx + (zy - y) * dy) / square))
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
    bonus = melee.weapon_bonus(figure) + ("melee" in figure.skills) - figure.injuries
    if bonus >= FIGHTER:
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
    return min(spots, key=lambda spot: (_cost(state, figure, spot, look), spot))


# ---------------------------------------------------------------------- the other questions


def _who(asked: Asked, state: Battle) -> str:
    """Those in trouble first, then those who are farthest ahead."""
    keys: list[str] = [key for key in asked.question.options if key != DONE]  # type: ignore[attr-defined]

    def rank(id_: str) -> tuple[bool, float, str]:
        figure = state.survivors[id_]
        goal = _exit(state, figure) if scenario_of(state).edge else figure.stand.at
        return (not figure.grabbed, round(apart(figure.stand.at, goal), 6), id_)

    return min(keys, key=rank)


def _target(asked: Asked, state: Battle) -> str:
    keys: list[str] = asked.question.options  # type: ignore[attr-defined]
    assert state.go is not None
    figure = state.survivors[state.go.figure]
    touching = {zed.id for zed in zeds_touching(state, figure)}
    zeds = [state.zeds[key] for key in keys if key in state.zeds]
    if not zeds:
        return shooting.HOLD

    def rank(zed: Zed) -> tuple[bool, float, str]:
        return (
            zed.id in touching and not zed.down,
            _worth(state, figure, zed) - distance(state, place_of(state, figure), zed.stand) / 20,
            zed.id,
        )

    return max(zeds, key=rank).id


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
    "spawn.other-places": _any,
}
