"""Contests, step 6: the dice are cast, changed, and the highest is kept.

Order of operations (ruling.advantage-order, table.order-of-operations): d8s, cast, re-rolls, discards, count the 1s,
keep the highest, +1, column, look-up. What is done to dice that lie is asked of the roller, one thing after the other;
`throw` is the one step that play, forecasts, the desk and bots take.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Table, alone, over_to, step, total
from adjudge.engine.questions import Forecast
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.outcomes import Foretold
from adjudge.games.regulus.readings import hand, listed, tidy
from adjudge.games.regulus.rules.leverage import may_take
from adjudge.games.regulus.state import (
    ADVANTAGES,
    COLUMNS,
    Column,
    Contest,
    Hand,
    Pool,
    Result,
    Rulings,
    Session,
    Throw,
)
from adjudge.games.regulus.wording import LABELS

T = TypeVar("T", bound=Hashable)
Then = Callable[[Throw, Rulings], T]
"""What is wanted of dice that are left as they are."""

GOOD = frozenset({"Yes", "Yes!", "Yes!!"})
OPEN = frozenset({"Maybe", "Possibly"})
KEEP = "keep"


class Fall(NamedTuple):
    """How a roll falls: its result, the 1s that count, and whether the kept die shows a 1."""

    result: Result
    ones: int
    on_a_one: bool = False


# ------------------------------------------------------------------ the cast


@step
@alone
def throw(
    table: Table[Any], pool: Pool, rulings: Rulings, seat: str, then: Then[T], rule: str = "roll.cast-after-setup"
) -> T:
    """roll.cast-after-setup: the dice are cast, d8s first; then everything is done to them that the roller wants.

    `then` says what is wanted of them once they are left as they are: all (`as_they_lie`), or what they come to.
    """
    sides = sides_of(pool)
    thrown = Throw(pool, sides, table.roll(hand(sides), rule, seat))
    return over_to(table, settled, thrown, rulings, seat, then)


def as_they_lie(thrown: Throw, rulings: Rulings) -> Throw:
    return thrown


def is_plain(pool: Pool) -> bool:
    """Whether nothing can be done to the dice once they lie."""
    return not (pool.rerolls or pool.discards or pool.swaps or pool.held)


def sides_of(pool: Pool) -> Hand:
    """The dice of a pool, d8s first (ruling.dice-order-convention). A d8 replaces a d6 (advantage.d8)."""
    eights = min(pool.eights, pool.dice)  # ruling.d8-more-than-dice
    return (8,) * eights + (6,) * (pool.dice - eights)


# ------------------------------------------------------------------ dice that lie


@step
@alone
def settled(table: Table[Any], thrown: Throw, rulings: Rulings, seat: str, then: Then[T]) -> T:
    """The roller changes dice that lie until they are left as they are."""
    number = open_change(thrown, rulings)
    if number is None:
        return then(thrown, rulings)
    answer = table.ask(seat, CHANGES[number].rule, _question(number, thrown, rulings, seat))
    return over_to(table, followed, number, thrown, rulings, seat, answer, then)


@step
@alone
def followed(
    table: Table[Any], number: int, thrown: Throw, rulings: Rulings, seat: str, answer: str, then: Then[T]
) -> T:
    """What an answer about dice that lie leads to; `number` is the change's place in the order."""
    change = CHANGES[number]
    if answer == KEEP:
        changed = replace(thrown, kept=(*thrown.kept, change.kind))
    else:
        changed = change.do(table, thrown, rulings, seat, answer)
    if open_change(changed, rulings) is None:
        return then(changed, rulings)
    return over_to(table, settled, changed, rulings, seat, then)


def open_change(thrown: Throw, rulings: Rulings) -> int | None:
    """The first thing that may still be done to dice that lie, by its number in `CHANGES`."""
    if is_plain(thrown.pool):
        return None
    for number, change in enumerate(CHANGES):
        if change.kind not in thrown.kept and change.is_open(thrown, rulings):
            return number
    return None


class Change(NamedTuple):
    """Something that may be done to dice that lie: when, what is asked, and what an answer does."""

    kind: str
    rule: str
    is_open: Callable[[Throw, Rulings], bool]
    options: Callable[[Throw, Rulings], Sequence[str]]
    words: Callable[[Throw, str], str]
    do: Callable[[Table[Any], Throw, Rulings, str, str], Throw]
    prompt: str


def _question(number: int, thrown: Throw, rulings: Rulings, seat: str) -> Choose[str]:
    change = CHANGES[number]

    def foresee(answer: str) -> Forecast:
        return lambda table: foretold(followed(table, number, thrown, rulings, seat, answer, as_they_lie), rulings)

    return Choose(
        change.options(thrown, rulings),
        partial(change.words, thrown),
        prompt=f"You rolled {listed(thrown.faces)} in {thrown.pool.column}. {change.prompt}",
        about=lambda key: Deed(change.kind, item=key),
        facts=facts_of(thrown, rulings),
        forecast=foresee,
    )


def facts_of(thrown: Throw, rulings: Rulings) -> dict[str, Any]:
    """Dice that lie, as data: what they show, what it comes to, and what it would with one more option."""
    found: dict[str, Any] = {
        "sides": thrown.sides,
        "faces": thrown.faces,
        "result": result_of(thrown, rulings),
        "ones": ones_in(thrown.faces) - thrown.discarded,
    }
    if thrown.pool.held:
        found |= {"held": thrown.pool.held, "discards": thrown.pool.discards}
        found["with"] = {
            option: read_off(_with(thrown, option), rulings).result
            for option in ("favored", "+1")
            if option in _held_options(thrown, rulings)
        }
    return found


# ------------------------------------------------------------------ one change after the other


@cache
def _dice(sides: Hand, faces: Hand, sizes: tuple[int, ...] = (6, 8)) -> Sequence[str]:
    """The dice that may be chosen, equal ones once: `die-1` is the first that lies there."""
    seen: dict[tuple[int, int], str] = {}
    for place, die in enumerate(zip(sides, faces, strict=True)):
        if die[0] in sizes:
            seen.setdefault(die, f"die-{place + 1}")
    return (KEEP, *seen.values())


@cache
def _place(answer: str) -> int:
    return int(answer.removeprefix("die-")) - 1


def _may_swap(thrown: Throw, rulings: Rulings) -> bool:
    return thrown.pool.swaps > 0 and 6 in thrown.sides


def _swap(table: Table[Any], thrown: Throw, rulings: Rulings, seat: str, answer: str) -> Throw:
    """ruling.d8-timing, by house rule: a d6 is taken away and a d8 cast for it."""
    pool = thrown.pool
    face = table.roll(total(1, 8), "ruling.d8-timing", seat)
    table.tell(
        "ruling.d8-timing",
        "a d8 is cast for the {old}: {face}",
        on=(seat,),
        old=thrown.faces[_place(answer)],
        face=face,
    )
    return replace(_with_d8(thrown, _place(answer), face), pool=replace(pool, swaps=pool.swaps - 1))


def _with_d8(thrown: Throw, place: int, face: int) -> Throw:
    dice = list(zip(thrown.sides, thrown.faces, strict=True))
    dice[place] = (8, face)
    dice.sort(key=lambda die: -die[0])
    sides = tuple(size for size, _ in dice)
    faces = tidy(sides, tuple(shown for _, shown in dice))
    return replace(thrown, sides=sides, faces=faces)


def _may_reroll(thrown: Throw, rulings: Rulings) -> bool:
    return thrown.pool.rerolls > 0


def _reroll(table: Table[Any], thrown: Throw, rulings: Rulings, seat: str, answer: str) -> Throw:
    """advantage.re-roll: the die keeps its size, and may be chosen again (ruling.reroll-which-die)."""
    pool, sides, place = thrown.pool, thrown.sides, _place(answer)
    face = table.roll(total(1, sides[place]), "advantage.re-roll", seat)
    table.tell("advantage.re-roll", "the {old} is rolled again: {face}", on=(seat,), old=thrown.faces[place], face=face)
    faces = with_face(sides, thrown.faces, place, face, rulings)
    return Throw(_less_a_reroll(pool), sides, faces, thrown.discarded, thrown.kept)


@lru_cache(4096)
def _less_a_reroll(pool: Pool) -> Pool:
    return replace(pool, rerolls=pool.rerolls - 1)


def with_face(sides: Hand, faces: Hand, place: int, face: int, rulings: Rulings) -> Hand:
    """The new face stands (ruling.reroll-result-stands)."""
    if rulings.reroll_result_stands == "better":
        face = max(face, faces[place])
    return tidy(sides, (*faces[:place], face, *faces[place + 1 :]))


def _holds(thrown: Throw, rulings: Rulings) -> bool:
    return thrown.pool.held > 0 and len(_held_options(thrown, rulings)) > 1


def _held_options(thrown: Throw, rulings: Rulings) -> list[str]:
    """What an advantage that was held back may still be spent on (ruling.advantage-chosen-before-roll)."""
    pool = thrown.pool
    able = [
        option
        for option in ADVANTAGES
        if may_take(option, pool.taken, rulings, dice=pool.dice, can_favor=bool(pool.favored), luck_room=pool.luck_room)
    ]
    return [KEEP, *able]


def _take(table: Table[Any], thrown: Throw, rulings: Rulings, seat: str, answer: str) -> Throw:
    """An advantage is spent; a d8 is cast at once for the lowest d6 if d8s are not chosen when the dice lie."""
    table.tell("leverage.one-option-per-advantage", "advantage: {option}", on=(seat,), option=LABELS[answer])
    thrown = _with(thrown, answer)
    if answer == "d8" and rulings.d8_timing == "before":
        lowest = min((place for place, size in enumerate(thrown.sides) if size == 6), key=thrown.faces.__getitem__)
        return _swap(table, thrown, rulings, seat, f"die-{lowest + 1}")
    return thrown


def _with(thrown: Throw, option: str) -> Throw:
    """The dice with one more option."""
    pool = thrown.pool
    pool = replace(pool, held=pool.held - 1, taken=(*pool.taken, option))
    match option:
        case "+1":
            pool = replace(pool, plus=pool.plus + 1)
        case "discard":
            pool = replace(pool, discards=pool.discards + 1)
        case "re-roll":
            pool = replace(pool, rerolls=pool.rerolls + 1)
        case "d8":
            pool = replace(pool, swaps=pool.swaps + 1)
        case "favored":
            pool = replace(pool, column=pool.favored or pool.column, favored="")
        case _:
            pool = replace(pool, luck_room=pool.luck_room - 1)
    return replace(thrown, pool=pool)


def _may_discard(thrown: Throw, rulings: Rulings) -> bool:
    """advantage.discard-one: a single 1, and what becomes of the last die (ruling.discard-only-die)."""
    if not thrown.pool.discards or ones_in(thrown.faces) <= thrown.discarded:
        return False
    return rulings.discard_only_die != "not-the-last" or not is_last_die(thrown)


def is_last_die(thrown: Throw) -> bool:
    """Whether one more discard leaves no die."""
    return thrown.discarded + 1 == len(thrown.faces)


def _discard(table: Table[Any], thrown: Throw, rulings: Rulings, seat: str, answer: str) -> Throw:
    """The result is read as if the die were still there; by house rule the last die is cast again."""
    pool = thrown.pool
    table.tell("advantage.discard-one", "a 1 is discarded", on=(seat,))
    thrown = replace(thrown, pool=replace(pool, discards=pool.discards - 1))
    if not is_last_die(thrown) or rulings.discard_only_die != "roll-again":
        return replace(thrown, discarded=thrown.discarded + 1)
    face = table.roll(total(1, thrown.sides[-1]), "ruling.discard-only-die", seat)
    return replace(thrown, faces=(*thrown.faces[:-1], face))


def _die_words(deed: str, keep: str, thrown: Throw, answer: str) -> str:
    if answer == KEEP:
        return keep
    return deed.format(face=thrown.faces[_place(answer)], size=thrown.sides[_place(answer)])


CHANGES = (
    Change(
        "swap",
        "advantage.d8",
        _may_swap,
        lambda thrown, rulings: _dice(thrown.sides, thrown.faces, (6,)),
        partial(_die_words, "Cast a d8 for the {face}", "Leave the d6s"),
        _swap,
        "Replace a d6 with a d8?",
    ),
    Change(
        "re-roll",
        "advantage.re-roll",
        _may_reroll,
        lambda thrown, rulings: _dice(thrown.sides, thrown.faces),
        partial(_die_words, "Re-roll the {face} (d{size})", "Leave the dice"),
        _reroll,
        "Re-roll a die?",
    ),
    Change(
        "advantage",
        "leverage.one-option-per-advantage",
        _holds,
        _held_options,
        lambda thrown, answer: "No more advantages" if answer == KEEP else LABELS[answer],
        _take,
        "Use an advantage that you held back?",
    ),
    Change(
        "discard",
        "advantage.discard-one",
        _may_discard,
        lambda thrown, rulings: ["discard", KEEP],
        lambda thrown, answer: "Let the 1 count" if answer == KEEP else "Discard a 1",
        _discard,
        "Discard a 1?",
    ),
)
"""In the order of table.order-of-operations; the two that only house rules bring stand where they fit best."""


# ------------------------------------------------------------------ reading


def read_off(thrown: Throw, rulings: Rulings) -> Fall:
    """The result of dice that are left as they are."""
    faces = thrown.faces
    ones = thrown.pool.ones + ones_in(faces) - thrown.discarded
    return Fall(result_of(thrown, rulings), ones, max(faces) == 1)


def result_of(thrown: Throw, rulings: Rulings) -> Result:
    """roll.keep-highest, then advantage.plus-one on the kept die (ruling.plus-one-before-or-after-highest)."""
    if thrown.discarded == len(thrown.faces) and rulings.discard_only_die == "plain-no":
        return "No"
    return look_up(thrown.pool.column, max(thrown.faces) + thrown.pool.plus)


@cache
def look_up(column: Column, final: int) -> Result:
    """roll.lookup, and roll.seven-plus: there is no row above 7+ (ruling.plus-one-stacking-and-seven)."""
    rows = numbers().columns[column]
    return rows[min(final, len(rows)) - 1]  # type: ignore[return-value]


# ------------------------------------------------------------------ the 1s


def ones_in(faces: Hand) -> int:
    """ones.noted: faces, not totals, and of d8s too (ruling.ones-are-faces-not-totals)."""
    return faces.count(1)


def issues(result: str, ones: int, rulings: Rulings, *, on_a_one: bool = False, possibly: str = "") -> list[str]:
    """Where issues come from (ruling.issue-order): the result's own, then one for each 1 (ones.create-issues).

    Every 1 counts (ruling.ones-count-per-die), with any outcome (ruling.ones-with-any-outcome), and they add up
    (ruling.ones-add-to-result); a No taken on a Possibly leaves them standing
    (ruling.ones-not-declinable). `on_a_one`: the kept die shows a 1.
    """
    own = ["No!"] if result == "No!" else ["Possibly"] if possibly == "accepted" else []
    count = {"per-die": ones, "once": min(ones, 1), "colour": 0}[rulings.ones_count_per_die]
    if rulings.ones_add_to_result == "not-the-kept" and on_a_one and result in ("No!", "Hell No"):
        count = max(count - 1, 0)
    if rulings.ones_not_declinable == "avoided" and possibly == "declined":
        count = 0
    found = own + ["a die showing 1"] * count
    return found[:1] if rulings.ones_add_to_result == "one-at-most" else found


def counted_ones(contest: Contest) -> int:
    """ones.noted: the 1s of the last roll that are not discarded (ruling.ones-after-push)."""
    return contest.ones_before + ones_in(contest.faces) - contest.discarded


def sources(session: Session, contest: Contest, result: str, possibly: str) -> list[str]:
    """Where the issues of a contest come from if it ends so."""
    on_a_one = max(contest.faces, default=0) == 1
    return issues(result, counted_ones(contest), session.rulings, on_a_one=on_a_one, possibly=possibly)


def foretold(thrown: Throw, rulings: Rulings) -> Foretold:
    """What a roll decides (contest.roll-decides-outcome-and-issues): the result, and the issues it is sure to bring."""
    fall = read_off(thrown, rulings)
    return Foretold(fall.result, len(issues(fall.result, fall.ones, rulings, on_a_one=fall.on_a_one)))


# ------------------------------------------------------------------ the push


def moved_right(column: Column) -> Column:
    """push.column-moves-right, with Means or not (ruling.push-from-favored-without-means); push.no-means-stays."""
    return COLUMNS[min(COLUMNS.index(column) + 1, len(COLUMNS) - 1)]


def pushed(pool: Pool, rulings: Rulings) -> Pool:
    """push.one-more-die (ruling.push-dice-count, ruling.push-without-means): two things change, dice and column.

    What else stands, the house may see otherwise (ruling.push-advantages); the added die is a d6.
    """
    dice = min(pool.dice + 1, numbers().most_dice)
    column = moved_right(pool.column)
    if rulings.push_advantages == "none":
        return Pool(dice, column)
    return replace(pool, dice=dice, column=column, eights=min(pool.eights, pool.dice), favored="", held=0, taken=())


def pool_to_push(session: Session, contest: Contest, *, stays: bool = False) -> Pool:
    """The pool of a push, from the roll before it; `stays`: in its column, by house rule.

    The 1s of the roll before are gone (ruling.ones-after-push), unless the house counts every roll.
    """
    pool = pushed(pool_before(session, contest), session.rulings)
    counted = counted_ones(contest) if session.rulings.ones_after_push == "every-roll" else 0
    return replace(pool, column=contest.column if stays else pool.column, ones=counted)


def pool_before(session: Session, contest: Contest) -> Pool:
    """The roll as it was cast, with every option unused, or without those that are spent (ruling.push-advantages)."""
    keeps = session.rulings.push_advantages == "spent"
    left = {
        option: contest.advantages.count(option) - (contest.used.count(option) if keeps else 0)
        for option in ("re-roll", "discard", "d8")
    }
    late = session.rulings.d8_timing == "after"
    return Pool(
        dice=len(contest.sides),
        column=contest.column,
        eights=0 if late and not keeps else contest.sides.count(8),
        rerolls=left["re-roll"],
        discards=left["discard"],
        plus=contest.advantages.count("+1"),
        swaps=left["d8"] if late else 0,
    )
