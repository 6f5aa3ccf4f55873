"""For the desk: a contest, a challenge, a push, a check and a test on their own, with real dice or as odds.

Re-rolls and discards are used as the odds shown use them (ruling.odds-policy), so that nobody needs to be asked. Dice
come in rolling order: d8s first, then d6s, then re-rolls, then the dice of each push (ruling.dice-order-convention).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Procedure, Table, total
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.rules import checks, tests
from adjudge.games.regulus.rules.leverage import column, may_lever
from adjudge.games.regulus.rules.results import in_words, issues, marks
from adjudge.games.regulus.rules.roll import (
    Fall,
    Hand,
    die_to_reroll,
    foreseen,
    hand,
    is_last_die,
    may_discard,
    ones_in,
    pushed,
    result_of,
    sides_of,
    with_face,
)
from adjudge.games.regulus.state import Column, Pool, Rulings

Dice = Annotated[int, Meta(description="dice in the first roll", ge=1, le=3)]
Few = Annotated[int, Meta(ge=0, le=3)]


class ContestParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll as it is set up, and how its open results are taken."""

    means: Annotated[bool, Meta(description="whether the character has Means; without them one die is rolled")] = True
    dice: Dice = 1
    favored: Annotated[bool, Meta(description="the Favored column, by an advantage or by paying on Sudden")] = False
    plus: Annotated[Few, Meta(description="advantages spent on +1")] = 0
    discard: Annotated[Few, Meta(description="advantages spent on discarding a 1")] = 0
    reroll: Annotated[Few, Meta(description="advantages spent on re-rolls")] = 0
    d8: Annotated[Few, Meta(description="advantages spent on d8s")] = 0
    free_favored: Annotated[bool, Meta(description="the Favored column came from paying Luck, not an advantage")] = (
        False
    )
    maybe: Annotated[
        Literal["open", "accept", "push"], Meta(description="a Maybe is shown as such, accepted as a No, or pushed")
    ] = "open"
    pushes: Annotated[int, Meta(description="how many pushes are followed before a Maybe is accepted", ge=1, le=3)] = 1
    possibly: Annotated[
        Literal["open", "accept", "decline"], Meta(description="a Possibly is shown as such, accepted or declined")
    ] = "open"
    rulings: Rulings = Rulings()


class PushParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll that came out as Maybe, about to be pushed."""

    dice: Annotated[int, Meta(description="dice in the roll before", ge=1, le=3)] = 1
    column: Annotated[Column, Meta(description="column of the roll before")] = "Means"
    plus: Few = 0
    discard: Few = 0
    reroll: Few = 0
    d8: Few = 0
    rulings: Rulings = Rulings()


class CheckParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Rating that is tested."""

    level: Annotated[int, Meta(description="level of the Rating", ge=0, le=20)] = 0
    reasons: Annotated[int, Meta(description="reasons that hinder", ge=0, le=20)] = 0
    helping: Annotated[int, Meta(description="reasons that help, if the house allows", ge=0, le=20)] = 0
    rulings: Rulings = Rulings()


class TestParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A simple question."""

    entries: Annotated[int, Meta(description="entries that help: the first is Means, the second leverage", ge=0)] = 0
    hard: Annotated[bool, Meta(description="particularly hard or unlikely")] = False
    luck: Annotated[
        Literal["roll", "down", "up"], Meta(description="roll, or mark Luck down to succeed or up to fail")
    ] = "roll"
    rulings: Rulings = Rulings()


def pool_of(params: ContestParams) -> Pool:
    """The dice of a contest."""
    demand_leverage(params)
    where = column(params.rulings, means=params.means, favored=params.favored or params.free_favored)
    dice = params.dice if params.means else 1  # contest.no-means-one-die
    return Pool(dice, where, min(params.d8, dice), params.reroll, params.discard, params.plus)


def demand_leverage(params: ContestParams) -> None:
    """Three advantages at most (leverage.maximum-three), none without Means, any option again unless by house rule."""
    options = (params.plus, params.discard, params.reroll, params.d8, int(params.favored and not params.free_favored))
    spent, most = sum(options), numbers().most_advantages
    if spent > most:
        raise BadInput("advantages", spent, f"at most {most} in all")
    if spent and not may_lever(params.rulings, means=params.means):
        raise BadInput("advantages", spent, "none without Means; only the free Favored column")
    if max(options) > 1 and params.rulings.advantage_repeats == "once-each":
        raise BadInput("advantages", max(options), "each option once")


def roll(table: Table[Any], pool: Pool, rulings: Rulings) -> Fall:
    """A roll with real dice, changed as ruling.odds-policy has it."""
    whole = foreseen(pool, rulings)
    if whole.dice == sides_of(pool):  # no die can be cast again: one reading tells all
        fall = table.roll(whole, "roll.cast-after-setup")
    else:
        fall = roll_and_change(table, pool, rulings)
    table.tell(
        "roll.lookup", "{dice} dice in {column}: {result}", dice=pool.dice, column=pool.column, result=fall.result
    )
    return fall


def roll_and_change(table: Table[Any], pool: Pool, rulings: Rulings) -> Fall:
    """One roll after the other: the dice, the re-rolls, the discards."""
    sides = sides_of(pool)
    faces = table.roll(hand(sides), "roll.cast-after-setup")
    for _ in range(pool.rerolls):
        place = die_to_reroll(pool, sides, faces, rulings)
        if place is not None:
            face = table.roll(total(1, sides[place]), "advantage.re-roll")
            faces = with_face(sides, faces, place, face, rulings)
    faces, gone = discard(table, pool, sides, faces, rulings)
    return Fall(result_of(pool, faces, gone, rulings), ones_in(faces) - gone, max(faces) == 1)


def discard(table: Table[Any], pool: Pool, sides: Hand, faces: Hand, rulings: Rulings) -> tuple[Hand, int]:
    gone = 0
    for _ in range(pool.discards):
        if not may_discard(faces, gone, rulings):
            break
        if is_last_die(faces, gone) and rulings.discard_only_die == "roll-again":
            faces = (*faces[:-1], table.roll(total(1, sides[-1]), "ruling.discard-only-die"))
        else:
            gone += 1
    return faces, gone


def contest(table: Table[Any], params: ContestParams) -> str:
    """The result, its and-clauses and its issues, in words."""
    fall, complications = settle(table, pool_of(params), params)
    if fall.result == "Maybe" and params.maybe != "open":
        return in_full("No", fall, params.rulings, complications=complications)
    if fall.result != "Possibly" or params.possibly == "open":
        return in_full(fall.result, fall, params.rulings, complications=complications)
    taken = "accepted" if params.possibly == "accept" else "declined"
    result = "Yes" if taken == "accepted" else "No"
    return in_full(result, fall, params.rulings, possibly=taken, complications=complications)


def settle(table: Table[Any], pool: Pool, params: ContestParams) -> tuple[Fall, int]:
    """The last roll, and how many complications the way there brought."""
    rulings = params.rulings
    limit = {"unlimited": params.pushes, "once": 1, "twice": min(params.pushes, 2)}[rulings.push_again]
    fall, complications, pushes = roll(table, pool, rulings), 0, 0
    while fall.result == "Maybe":
        complications += 1
        if params.maybe != "push" or pushes == limit:
            break
        pool, pushes = pushed(pool, rulings), pushes + 1
        table.tell("push.one-more-die", "pushed: {dice} dice in {column}", dice=pool.dice, column=pool.column)
        before = fall.ones if rulings.ones_after_push == "every-roll" else 0
        fall = roll(table, pool, rulings)
        fall = fall._replace(ones=fall.ones + before)
    return fall, complications


def in_full(result: str, fall: Fall, rulings: Rulings, *, possibly: str = "", complications: int = 0) -> str:
    """A result in words, with all that it brings."""
    count = len(issues(result, fall.ones, rulings, on_a_one=fall.on_a_one, possibly=possibly))
    parts = [(marks(result, rulings), "and-clause"), (count, "issue"), (complications, "complication")]
    return ", ".join([result, *(f"{number} {word}{'s' if number > 1 else ''}" for number, word in parts if number)])


def challenge(table: Table[Any], params: ContestParams) -> str:
    """challenge.same-rules: the same roll; what Yes and No stand for is reversed."""
    told = contest(table, params)
    if told.startswith(("Maybe", "Possibly")):
        return told
    return f"{told}: {'avoided' if told.startswith('Yes') else 'it happens'}"


def push(table: Table[Any], params: PushParams) -> str:
    """The pushed roll (table.push)."""
    before = Pool(params.dice, params.column, min(params.d8, params.dice), params.reroll, params.discard, params.plus)
    return in_words(roll(table, pushed(before, params.rulings), params.rulings), params.rulings)


def check(table: Table[Any], params: CheckParams) -> str:
    target = checks.target_of(params.reasons, params.rulings, params.helping)
    reading = checks.check_reading(params.level, target, params.rulings.check_certain_results)
    checked = table.roll(reading, "check.roll")
    table.tell("check.pass", "{total} against {target}", total=checked.total, target=target)
    return checks.in_words(checked.passed)


def test(table: Table[Any], params: TestParams) -> str:
    if params.luck != "roll":
        rule = "test.luck-down-succeeds" if params.luck == "down" else "test.luck-up-fails"
        table.tell(rule, "Luck is marked {way}", way=params.luck)
        return "success" if params.luck == "down" else "failure"
    target = tests.target_of(params.entries, params.hard, params.rulings)
    result = table.roll(tests.test_reading(target), "test.roll")
    table.tell("test.roll", "{target}+: {result}", target=target, result=result)
    return result


PROCEDURES = (
    Procedure(name="contest", title="A contest", rule="contest.when", params=ContestParams, run=contest),
    Procedure(name="challenge", title="A challenge", rule="challenge.when", params=ContestParams, run=challenge),
    Procedure(name="push", title="A push", rule="push.one-more-die", params=PushParams, run=push),
    Procedure(name="check", title="A check", rule="check.roll", params=CheckParams, run=check),
    Procedure(name="test", title="A test", rule="test.roll", params=TestParams, run=test),
)
