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
from typing import Any, NamedTuple

import icepool
from icepool import Die, MultisetEvaluator, d6, d8
from msgspec import Struct

from adjudge.engine import Best, Choose, Reading, Table, against, at_least, opposed, tally, total
from adjudge.engine.table import Asked
from adjudge.odds import Distribution, chain, distribution
from benchmarks import WORKING, Result, at_most, fastest, seconds, within

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
)


def fractions(weights: Iterable[tuple[Any, int]], denominator: int) -> dict[Any, Fraction]:
    """The probabilities that weights stand for, to compare one way with another."""
    return {outcome: Fraction(weight, denominator) for outcome, weight in weights if weight}


def forty_dice() -> Distribution[int]:
    """How many of forty dice show 4 or more, worked out as if for the first time."""
    reading = at_least.__wrapped__(40, 4)
    return distribution(lambda table: table.roll(reading, "attack.roll", "red"))


def for_the_first_time(work: Callable[[], object]) -> Callable[[], object]:
    """The same with no reading prepared."""

    def run() -> object:
        for readings in (total, against, opposed, tally, clash, attack_roll, armour_roll, cast, best_with):
            readings.cache_clear()
        return work()

    return run


def results() -> list[Result]:
    lines = [line for yardstick in YARDSTICKS for line in _compare(yardstick)]
    return [*lines, within("how many of 40 dice show 4 or more", seconds(forty_dice, clock=WORKING), 0.010)]


def _compare(yardstick: Yardstick) -> list[Result]:
    ways = (yardstick.by_engine, yardstick.by_icepool, yardstick.by_hand)
    engine, by_icepool, by_hand = fastest(*ways, least=0.4, batches=15, clock=WORKING)
    first = seconds(for_the_first_time(yardstick.by_engine), clock=WORKING)
    name = yardstick.name
    times = ", ".join(f"{1e6 * time:.0f} µs {way}" for time, way in ((by_icepool, "icepool"), (by_hand, "by hand")))
    return [
        Result(name, f"{1e6 * engine:.0f} µs, the first time {1e6 * first:.0f} µs; {times}"),
        at_most(name, engine / by_icepool, 1, "of icepool"),
        at_most(name, engine / by_hand, 10, "of integers by hand"),
    ]
