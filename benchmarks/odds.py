"""Exact odds, three ways: the engine runs a rule, icepool is told the mechanic, integers are written by hand.

Each yardstick is a rule as a game would have it, with its choices made by a stated policy. All three ways give whole
numbers over a common denominator, and the tests hold them to give the same. Readings and icepool's caches are warm, as
they are from the second time on that a screen shows odds; the first time is shown too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from statistics import geometric_mean
from typing import Any, NamedTuple
from warnings import catch_warnings

import icepool
from dyce import H, P, expand, explode_n
from icepool import Die, MultisetEvaluator, d4, d6, d8, d10
from msgspec import Struct

from adjudge.engine import Best, Choose, Reading, Table, against, at_least, opposed, pool, tally, total
from adjudge.engine.steps import alone, over_to, step
from adjudge.engine.table import Asked
from adjudge.odds import Distribution, chain, distribution
from adjudge.odds.enumerate import forget
from benchmarks import WORKING, Result, at_least_as, at_most, fastest, seconds, within

Weights = tuple[dict[Any, int], int]
"""Whole numbers, and what they add up to."""

TWO_DICE = tuple((pips, 6 - abs(pips - 7)) for pips in range(2, 13))
"""Each total of two dice with its number of ways."""


# ------------------------------------------------ one die a side, with a modifier: doubled is killed, trebled gruesome

ATTACKER, DEFENDER = 3, 2


def verdict(attack: int, bonus: int, defence: int, cover: int) -> str:
    """Who is beaten and how, from the natural dice and what is added to them."""
    ours, theirs = attack + bonus, defence + cover
    if ours == theirs:
        return "tie"
    beaten, die = ("defender", attack) if ours > theirs else ("attacker", defence)
    high, low = max(ours, theirs), min(ours, theirs)
    if high >= 2 * low:
        return f"{beaten} gruesomely killed" if high >= 3 * low else f"{beaten} killed"
    return f"{beaten} recoils" if die % 2 else f"{beaten} falls"


@cache
def clash(bonus: int, cover: int) -> Reading[str]:
    return against(total(1), total(1)).map(lambda dice: verdict(dice[0], bonus, dice[1], cover), "hand to hand")


def hand_to_hand(table: Table[None]) -> str:
    result = table.roll(clash(ATTACKER, DEFENDER), "combat.roll", ("red", "blue"))
    table.tell("combat.result", "the {result}", result=result)
    return result


def hand_to_hand_by_icepool() -> Any:
    return icepool.map(lambda attack, defence: verdict(attack, ATTACKER, defence, DEFENDER), d6, d6)


def hand_to_hand_by_hand() -> Weights:
    weights: dict[str, int] = {}
    for attack in range(1, 7):
        for defence in range(1, 7):
            result = verdict(attack, ATTACKER, defence, DEFENDER)
            weights[result] = weights.get(result, 0) + 1
    return weights, 36


# ------------------------------------------------ two dice a side to hit, then the armour roll, then damage in dice

SKILL = 6


class Target(Struct):
    skill: int = 8
    armour: int = 7
    life: int = 15


def hits(attack: int, defence: int) -> bool:
    return attack >= defence


@cache
def attack_roll(skill: int) -> Reading[bool]:
    return opposed(SKILL, skill, hits, count=2)


@cache
def armour_roll(armour: int) -> Reading[bool]:
    return total(2).map(lambda pips: pips <= armour, f"armour {armour}")


def attack(table: Table[Target]) -> tuple[int, int]:
    """An attack; what armour and life it leaves. A stopped hit wears the armour down, which is useless from 3 on."""
    target = table.state
    if not table.roll(attack_roll(target.skill), "attack.opposed-roll", ("regulator", "enemy")):
        table.tell("attack.miss", "missed")
    elif target.armour and table.roll(armour_roll(target.armour), "armor.roll", "enemy"):
        target.armour = target.armour - 1 if target.armour > 4 else 0
        table.tell("armor.stopped", "stopped, armour {armour} is left", armour=target.armour)
    else:
        damage = table.roll(total(2), "attack.damage-dice", "regulator")
        target.life = target.life - damage if target.life > damage else 0
        table.tell("attack.hit", "hit, life {life} is left", life=target.life)
    return target.armour, target.life


TWO = 2 @ d6


def attack_by_icepool(target: Target = Target()) -> Any:  # noqa: B008 - read only
    hit = (TWO - TWO).quantity(">=", target.skill - SKILL)
    return attacked_by_icepool(target.armour, target.life, hit)


def attacked_by_icepool(armour: int, life: int, hit: int) -> Any:
    """A mixture of dice by whole-number shares: of the ways that were tried, the one that icepool is fastest at."""
    hurt = TWO.map(lambda damage: (armour, max(0, life - damage)))
    stop = TWO.quantity("<=", armour) if armour else 0
    worn = (armour - 1 if armour > 4 else 0, life)
    return Die([Die([worn, hurt], times=[stop, 36 - stop]), (armour, life)], times=[hit, 1296 - hit])


def ways_to_hit(skill: int, against_skill: int) -> int:
    return sum(v * w for a, v in TWO_DICE for b, w in TWO_DICE if a + skill >= b + against_skill)


def ways_to_stop(armour: int) -> int:
    return sum(ways for pips, ways in TWO_DICE if pips <= armour)


def attack_by_hand() -> Weights:
    target = Target()
    hit = ways_to_hit(SKILL, target.skill)
    weights: dict[tuple[int, int], int] = {}
    _add_attack(weights, (target.armour, target.life), 1, hit)
    return weights, 36**4


def _add_attack(weights: dict[tuple[int, int], int], state: tuple[int, int], weight: int, hit: int) -> None:
    armour, life = state
    stopped = ways_to_stop(armour) if armour else 0
    weights[state] = weights.get(state, 0) + weight * (1296 - hit) * 1296
    if stopped:
        worn = (armour - 1 if armour > 4 else 0, life)
        weights[worn] = weights.get(worn, 0) + weight * hit * stopped * 36
    through = weight * hit * (36 - stopped)
    for damage, ways in TWO_DICE:
        hurt = (armour, life - damage if life > damage else 0)
        weights[hurt] = weights.get(hurt, 0) + through * ways


# ------------------------------------------------ the best of two six-sided dice and an eight-sided one, one re-rolled


class Contest(Struct):
    dice: tuple[int, int, int] = (0, 0, 0)


POOL = (6, 6, 8)


@cache
def cast() -> Reading[tuple[int, int, int]]:
    """The three dice; which of the six-sided ones shows which face is all the same."""
    return Reading(POOL, lambda faces: (min(faces[:2]), max(faces[:2]), faces[2]), "2d6 and 1d8")


@cache
def best_with(face: int, ones: int, sides: int) -> Reading[Best]:
    """One more die beside dice whose highest face and ones are known."""
    return total(1, sides).map(lambda new: Best(max(face, new), ones + (new == 1)), "re-roll")


def contest(table: Table[Contest]) -> Best:
    """The highest die after the player may have rolled one of them again, and how many ones lie there."""
    table.state.dice = dice = table.roll(cast(), "roll.cast-after-setup", "player")
    again = table.ask("player", "advantage.re-roll", Choose(range(-1, 3)))
    if again < 0:
        return Best(max(dice), dice.count(1))
    rest = dice[:again] + dice[again + 1 :]
    return table.roll(best_with(max(rest), rest.count(1), POOL[again]), "advantage.re-roll", "player")


def worth_another_throw(dice: tuple[int, int, int]) -> int:
    """The stated policy: a one goes first, else the lowest if the highest is below 5; of equals the last."""
    lowest = min(dice)
    if lowest > 1 and max(dice) >= 5:
        return -1
    return 2 if dice[2] == lowest else 1 if dice[1] == lowest else 0


def careful(asked: Asked) -> int:
    return worth_another_throw(asked.view.dice)


def contest_by_icepool() -> Any:
    @cache
    def again(rest: tuple[int, int], sides: int) -> Any:
        return Die([(max(*rest, new), (*rest, new).count(1)) for new in range(1, sides + 1)])

    def read(sixes: tuple[int, int], eight: int) -> Any:
        dice = (*sixes, eight)
        which = worth_another_throw(dice)
        if which < 0:
            return max(dice), dice.count(1)
        return again(dice[:which] + dice[which + 1 :], POOL[which])

    return icepool.map(read, d6.pool(2).expand(), d8)


def contest_by_hand() -> Weights:
    weights: dict[tuple[int, int], int] = {}
    for low, high, eight in product(range(1, 7), range(1, 7), range(1, 9)):
        dice = (low, high, eight) if low <= high else (high, low, eight)
        which = worth_another_throw(dice)
        if which < 0:
            best = (max(dice), dice.count(1))
            weights[best] = weights.get(best, 0) + 24
            continue
        rest = dice[:which] + dice[which + 1 :]
        highest, ones = max(rest), rest.count(1)
        for new in range(1, POOL[which] + 1):
            best = (new if new > highest else highest, ones + (new == 1))
            weights[best] = weights.get(best, 0) + 24 // POOL[which]
    return weights, 6 * 6 * 8 * 24


# ------------------------------------------------ six dice, each read on a row of the table

INCIDENTAL = ("nothing", "nothing", "stress", "stress", "stress", "wound")


def volume_of_fire(table: Table[None]) -> tuple[int, int]:
    _, stress, wounds = table.roll(tally(6, INCIDENTAL), "vof.table", "gm")
    table.tell("vof.suffered", "{stress} stress and {wounds} wounds", stress=stress, wounds=wounds)
    return stress, wounds


class _ReadOnTheRow(MultisetEvaluator):  # type: ignore[misc]
    def initial_state(self, order: Any, outcomes: Any, *sizes: Any) -> tuple[int, int]:
        return 0, 0

    def next_state(self, state: tuple[int, int], order: Any, face: int, count: int) -> tuple[int, int]:
        kind = INCIDENTAL[face - 1]
        return state[0] + count * (kind == "stress"), state[1] + count * (kind == "wound")


_read_on_the_row = _ReadOnTheRow()


def volume_of_fire_by_icepool() -> Any:
    return _read_on_the_row(d6.pool(6))


def volume_of_fire_by_hand() -> Weights:
    weights = {}
    for stress in range(7):
        for wounds in range(7 - stress):
            ways = comb(6, stress) * comb(6 - stress, wounds)
            weights[stress, wounds] = ways * 3**stress * 2 ** (6 - stress - wounds)
    return weights, 6**6


# ------------------------------------------------ two attacks on the same target, one after the other


def attack_if_alive(table: Table[Target]) -> None:
    if table.state.life:
        attack(table)


def two_attacks() -> Distribution[Any]:
    return chain([attack_if_alive] * 2, Target(), lambda target: (target.armour, target.life))


def two_attacks_by_icepool() -> Any:
    target = Target()
    hit = (TWO - TWO).quantity(">=", target.skill - SKILL)

    def step(armour: int, life: int) -> Any:
        return attacked_by_icepool(armour, life, hit) if life else (armour, life)

    return step(target.armour, target.life).map(step, star=True)


def two_attacks_by_hand() -> Weights:
    target = Target()
    hit = ways_to_hit(SKILL, target.skill)
    states = {(target.armour, target.life): 1}
    for _ in range(2):
        following: dict[tuple[int, int], int] = {}
        for state, weight in states.items():
            if state[1]:
                _add_attack(following, state, weight, hit)
            else:
                following[state] = following.get(state, 0) + weight * 36**4
        states = following
    return states, 36**8


# ------------------------------------------------ eight dice, the ones thrown again, the best three added up


def _best_three(table: Table[None]) -> int:
    return table.roll(pool(8).again(1).highest(3), "feat.roll", "red")


def best_three() -> Distribution[Any]:
    return distribution(_best_three)


def best_three_by_icepool() -> Any:
    return d6.reroll([1], depth=1).highest(8, 3)


def best_three_by_hand() -> Weights:
    each = {face: 1 if face == 1 else 7 for face in range(6, 0, -1)}  # of 36
    ways = {(8, 0, 0): 1}  # dice left, kept, total
    weights: dict[int, int] = {}
    below = 36
    for face, one in each.items():
        below -= one
        following: dict[tuple[int, int, int], int] = {}
        for (left, kept, sum_), weight in ways.items():
            for taken in range(left + 1):
                more = min(taken, 3 - kept)
                share = weight * comb(left, taken) * one**taken
                if kept + more == 3:
                    share *= below ** (left - taken)
                    weights[sum_ + more * face] = weights.get(sum_ + more * face, 0) + share
                else:
                    key = (left - taken, kept + more, sum_ + more * face)
                    following[key] = following.get(key, 0) + share
        ways = following
    return {total_: weight for total_, weight in weights.items() if weight}, 36**8


# ------------------------------------------------ three pools one after the other: hits, wounds, saves


@step
@alone
def resolve_saves(table: Table[None], wounds: int) -> int:
    return wounds - table.roll(at_least(wounds, 5), "volley.save", "blue") if wounds else 0


@step
@alone
def resolve_wounds(table: Table[None], hits: int) -> int:
    wounds = table.roll(at_least(hits, 4), "volley.wound", "red") if hits else 0
    return over_to(table, resolve_saves, wounds)


def _volley(table: Table[None]) -> int:
    return resolve_wounds(table, table.roll(at_least(12, 3), "volley.hit", "red"))


def volley() -> Distribution[Any]:
    return distribution(_volley)


def volley_by_icepool() -> Any:
    def counted(dice: int, target: int) -> Any:
        return dice @ (d6 >= target) if dice else Die([0])

    wounds = counted(12, 3).map(lambda hits: counted(int(hits), 4))
    return wounds.map(lambda wounds: int(wounds) - counted(int(wounds), 5))


def volley_by_hand() -> Weights:
    """Each die by itself comes through all three."""
    return {n: comb(12, n) * 48**n * 168 ** (12 - n) for n in range(13)}, 216**12


# ------------------------------------------------ dice that explode


def _exploding(table: Table[None]) -> int:
    return table.roll(pool(4).exploding(6, most=3).total(), "feat.roll", "red")


def exploding() -> Distribution[Any]:
    return distribution(_exploding)


def exploding_by_icepool() -> Any:
    return 4 @ d6.explode(depth=3)


def exploding_by_hand() -> Weights:
    one = [0] * 25
    for sixes in range(4):
        for face in range(1, 7 if sixes == 3 else 6):
            one[6 * sixes + face] = 6 ** (3 - sixes)
    weights = [1]
    for _ in range(4):
        longer = [0] * (len(weights) + 24)
        for at, weight in enumerate(weights):
            if weight:
                for pips, share in enumerate(one):
                    longer[at + pips] += weight * share
        weights = longer
    return {total_: weight for total_, weight in enumerate(weights) if weight}, 6**16


# ------------------------------------------------ the largest set among ten dice


def _largest_set(table: Table[None]) -> tuple[int, int]:
    return table.roll(pool(10).set(), "feat.roll", "red")


def largest_set() -> Distribution[Any]:
    return distribution(_largest_set)


class _LargestSet(MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state: Any, order: Any, face: int, count: int) -> tuple[int, int]:
        return max(state or (0, 0), (count, face))


_find_largest_set = _LargestSet()


def largest_set_by_icepool() -> Any:
    return _find_largest_set(d6.pool(10))


def largest_set_by_hand() -> Weights:
    ways = {(10, 0, 0): 1}
    for face in range(6, 0, -1):
        following: dict[tuple[int, int, int], int] = {}
        for (left, most, which), weight in ways.items():
            for taken in range(left + 1) if face > 1 else (left,):
                best = (taken, face) if taken > most else (most, which)
                key = (left - taken, *best)
                following[key] = following.get(key, 0) + weight * comb(left, taken)
        ways = following
    weights: dict[tuple[int, int], int] = {}
    for (_, most, which), weight in ways.items():
        weights[most, which] = weights.get((most, which), 0) + weight
    return weights, 6**10


# ------------------------------------------------ the best two of four different dice


def _best_two(table: Table[None]) -> int:
    return table.roll((pool(1, 4) + pool(1, 6) + pool(1, 8) + pool(1, 10)).highest(2), "feat.roll", "red")


def best_two() -> Distribution[Any]:
    return distribution(_best_two)


def best_two_by_icepool() -> Any:
    return icepool.Pool([d4, d6, d8, d10]).highest(2).sum()


def best_two_by_hand() -> Weights:
    ways = {(0, 0): 1}
    for sides in (4, 6, 8, 10):
        following: dict[tuple[int, int], int] = {}
        for (first, second), weight in ways.items():
            for face in range(1, sides + 1):
                best = (face, first) if face > first else (first, max(second, face))
                following[best] = following.get(best, 0) + weight
        ways = following
    weights: dict[int, int] = {}
    for (first, second), weight in ways.items():
        weights[first + second] = weights.get(first + second, 0) + weight
    return weights, 4 * 6 * 8 * 10


# ------------------------------------------------ beside one another


class Yardstick(NamedTuple):
    name: str
    by_engine: Callable[[], Distribution[Any]]
    by_icepool: Callable[[], Any]
    by_hand: Callable[[], Weights]


YARDSTICKS = (
    Yardstick(
        "opposed d6 with doubling and trebling",
        lambda: distribution(hand_to_hand),
        hand_to_hand_by_icepool,
        hand_to_hand_by_hand,
    ),
    Yardstick(
        "2d6 opposed, armour, damage in dice",
        lambda: distribution(attack, Target()),
        attack_by_icepool,
        attack_by_hand,
    ),
    Yardstick(
        "best of 2d6 and 1d8, a re-roll, ones counted",
        lambda: distribution(contest, Contest(), policy=careful),
        contest_by_icepool,
        contest_by_hand,
    ),
    Yardstick(
        "six dice read on a table",
        lambda: distribution(volume_of_fire),
        volume_of_fire_by_icepool,
        volume_of_fire_by_hand,
    ),
    Yardstick("two attacks chained", two_attacks, two_attacks_by_icepool, two_attacks_by_hand),
    Yardstick("ones again, best three of eight", best_three, best_three_by_icepool, best_three_by_hand),
    Yardstick("hits, wounds, saves", volley, volley_by_icepool, volley_by_hand),
    Yardstick("four exploding dice", exploding, exploding_by_icepool, exploding_by_hand),
    Yardstick("largest set of ten dice", largest_set, largest_set_by_icepool, largest_set_by_hand),
    Yardstick("best two of d4, d6, d8, d10", best_two, best_two_by_icepool, best_two_by_hand),
)


# ------------------------------------------------ the pools by dyce, as its documentation would have them


def best_three_by_dyce() -> Any:
    once_again = H({1: 1, **dict.fromkeys(range(2, 7), 7)})  # of 36
    return (8 @ P(once_again)).at(slice(-3, None))


def volley_by_dyce() -> Any:
    def counted(dice: int, target: int) -> Any:
        return dice @ H(6).ge(target) if dice else H({0: 1})

    def unsaved(wounds: int) -> Any:
        return counted(wounds, 5).apply(lambda saved: wounds - int(saved))

    wounds = expand(lambda hits: counted(int(hits.outcome), 4), counted(12, 3))
    return expand(lambda them: unsaved(int(them.outcome)), wounds)


def exploding_by_dyce() -> Any:
    return 4 @ explode_n(H(6), n=3)


def largest_set_by_dyce() -> Any:
    def largest(roll: tuple[int, ...]) -> tuple[int, int]:
        return max((roll.count(face), face) for face in set(roll))

    return H.from_counts((largest(roll), count) for roll, count in (10 @ P(6)).rolls_with_counts())


def best_two_by_dyce() -> Any:
    return P(H(4), H(6), H(8), H(10)).at(-2, -1)


BY_DYCE: dict[str, Callable[[], Any]] = {
    "ones again, best three of eight": best_three_by_dyce,
    "hits, wounds, saves": volley_by_dyce,
    "four exploding dice": exploding_by_dyce,
    "largest set of ten dice": largest_set_by_dyce,
    "best two of d4, d6, d8, d10": best_two_by_dyce,
}
"""dyce is about pools of dice; the chains of rules above are not what it is for."""


def fractions(weights: Iterable[tuple[Any, int]], denominator: int) -> dict[Any, Fraction]:
    """The probabilities that weights stand for, to compare one way with another."""
    return {outcome: Fraction(weight, denominator) for outcome, weight in weights if weight}


def forty_dice() -> Distribution[int]:
    """How many of forty dice show 4 or more, worked out as if for the first time."""
    reading = at_least.__wrapped__(40, 4)
    return distribution(lambda table: table.roll(reading, "attack.roll", "red"))


def for_the_first_time(work: Callable[[], object]) -> Callable[[], object]:
    """The same with no reading prepared and no step known."""

    def run() -> object:
        for readings in (total, against, opposed, tally, at_least, clash, attack_roll, armour_roll, cast, best_with):
            readings.cache_clear()
        pool.cache_clear()
        forget()
        return work()

    return run


def results() -> list[Result]:
    times = {yardstick.name: _timed(yardstick) for yardstick in YARDSTICKS}
    by_dyce = _by_dyce()
    best = {name: min(it.icepool, by_dyce.get(name, it.icepool)) for name, it in times.items()}
    beside_best = {name: best[name] / it.engine for name, it in times.items()}
    beside_hand = geometric_mean(it.engine / it.hand for it in times.values())
    library = "as fast as the better of icepool and dyce"
    return [
        *(_line(name, it) for name, it in times.items()),
        *(Result(f"{name}, by dyce", f"{1e6 * taken:.0f} µs") for name, taken in by_dyce.items()),
        at_least_as("the pools, geometric mean", geometric_mean(beside_best[name] for name in by_dyce), 6, library),
        at_least_as("all of them, geometric mean", geometric_mean(beside_best.values()), 6, library),
        at_most("all of them, geometric mean", beside_hand, 3, "of integers by hand"),
        within("how many of 40 dice show 4 or more", seconds(forty_dice, clock=WORKING), 0.010),
    ]


def _by_dyce() -> dict[str, float]:
    """The time that dyce takes for each of the pools."""
    with catch_warnings(action="ignore"):  # dyce warns that parts of it may change
        return {name: seconds(by_dyce, least=0.2, clock=WORKING) for name, by_dyce in BY_DYCE.items()}


class Times(NamedTuple):
    engine: float
    first: float
    icepool: float
    hand: float


def _timed(yardstick: Yardstick) -> Times:
    ways = (yardstick.by_engine, yardstick.by_icepool, yardstick.by_hand)
    engine, by_icepool, by_hand = fastest(*ways, least=0.4, batches=15, clock=WORKING)
    return Times(engine, seconds(for_the_first_time(yardstick.by_engine), clock=WORKING), by_icepool, by_hand)


def _line(name: str, times: Times) -> Result:
    engine, first, by_icepool, by_hand = (f"{1e6 * time:.0f} µs" for time in times)
    return Result(name, f"{engine}, the first time {first}; {by_icepool} icepool, {by_hand} by hand")
