"""The desk: a contest, a challenge, a push, a check and a test, played on a small table of one character.

A procedure sets a real session up and takes play's own steps, one offer after the other; what play does not offer, the
desk refuses, with the rule. Dice come in rolling order: d8s first, then d6s, then re-rolls, then the dice of each push
(ruling.dice-order-convention).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Procedure, Refused, Script, Table
from adjudge.engine.copying import copy
from adjudge.games.regulus import setup
from adjudge.games.regulus.data import SheetData, numbers
from adjudge.games.regulus.offers import Offered
from adjudge.games.regulus.outcomes import Decided
from adjudge.games.regulus.readings import tidy
from adjudge.games.regulus.rules import checks, contests, results, tests
from adjudge.games.regulus.rules.leverage import may_lever, most_leverage, options_now
from adjudge.games.regulus.rules.luck import most_luck
from adjudge.games.regulus.rules.roll import sides_of, sources
from adjudge.games.regulus.rules.sheets import entries_of, highest_rating
from adjudge.games.regulus.state import COLUMNS, Column, Contest, Options, Pool, Rulings, Session, Test
from adjudge.games.regulus.wording import counted
from adjudge.story import Speaker
from adjudge.story.ledger import open_items, waive

ROLLER = "p1"
MEANS, *FURTHER = ("What gives Means", "First leverage", "Second leverage", "Third leverage", "Something else")
SHEET = SheetData("The roller", (MEANS, *FURTHER), {"Wealth": 3, "Security": 3})

Few = Annotated[int, Meta(ge=0, le=3)]
LuckLevel = Annotated[int, Meta(description="the character's Luck before it all", ge=0, le=20)]

ROLL = (
    *("ones_count_per_die", "ones_add_to_result", "ones_not_declinable", "ones_after_push", "advantage_repeats"),
    *("advantage_chosen_before_roll", "favored_without_means", "leverage_without_means", "discard_only_die"),
    *("reroll_result_stands", "d8_timing", "dice_before_sudden", "push_advantages", "push_again"),
    *("push_no_new_resources", "yes_double_exclamation", "luck_range", "luck_both_payments"),
)
"""The house rules that a contest or challenge at the desk can follow; a push gets to fewer."""
PUSH = tuple(
    name
    for name in ROLL
    if not name.startswith(("dice_before", "luck_both", "favored_without", "ones_not", "advantage_chosen"))
)
CHECK = (
    *("check_missing_rating", "check_certain_results", "check_only_hindering_reasons", "luck_in_checks"),
    *("luck_range", "sheet_missing"),
)
TEST = ("test_floor", "test_luck_before_roll", "test_luck_farming", "luck_range")


class ContestParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll as it is set up, and how its open results are taken."""

    means: Annotated[
        bool, Meta(description="whether an entry of the sheet gives Means; without, one die is rolled")
    ] = True
    buy_means: Annotated[bool, Meta(description="1 Luck is paid for Means, where no entry gives them")] = False
    dice: Annotated[int, Meta(description="dice in the first roll", ge=1, le=3)] = 1
    sudden: Annotated[bool, Meta(description="the GM calls it Sudden: no leverage")] = False
    pay_sudden: Annotated[bool, Meta(description="1 Luck is paid on Sudden: leverage, and the Favored column")] = False
    favored: Annotated[bool, Meta(description="an advantage is spent on the Favored column")] = False
    plus: Annotated[Few, Meta(description="advantages spent on +1")] = 0
    discard: Annotated[Few, Meta(description="advantages spent on discarding a 1")] = 0
    reroll: Annotated[Few, Meta(description="advantages spent on re-rolls")] = 0
    d8: Annotated[Few, Meta(description="advantages spent on d8s")] = 0
    luck: Annotated[Few, Meta(description="advantages spent on marking up Luck")] = 0
    held: Annotated[Few, Meta(description="advantages held back until the dice lie, if the house allows")] = 0
    luck_level: LuckLevel | None = None
    maybe: Annotated[
        Literal["open", "accept", "push"], Meta(description="a Maybe is shown as such, accepted as a No, or pushed")
    ] = "open"
    pushes: Annotated[int, Meta(description="how many pushes are followed before a Maybe is accepted", ge=1, le=3)] = 1
    pay_push: Annotated[bool, Meta(description="1 Luck is paid at each push to stay in the column")] = False
    possibly: Annotated[
        Literal["open", "accept", "decline"], Meta(description="a Possibly is shown as such, accepted or declined")
    ] = "open"
    rulings: Rulings = Rulings()


class PushParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll that came out as Maybe, about to be pushed."""

    dice: Annotated[int, Meta(description="dice in the roll before", ge=1, le=3)] = 1
    column: Annotated[Column, Meta(description="column of the roll before")] = "Means"
    plus: Annotated[Few, Meta(description="advantages spent on +1")] = 0
    discard: Annotated[Few, Meta(description="advantages spent on discarding a 1")] = 0
    reroll: Annotated[Few, Meta(description="advantages spent on re-rolls")] = 0
    d8: Annotated[Few, Meta(description="advantages spent on d8s")] = 0
    used_discard: Annotated[Few, Meta(description="discards that were used in the roll before")] = 0
    used_reroll: Annotated[Few, Meta(description="re-rolls that were used in the roll before")] = 0
    used_d8: Annotated[Few, Meta(description="d8s that were cast for a d6 in the roll before, if the house allows")] = 0
    ones: Annotated[Few, Meta(description="dice of the roll before that show a 1 and are not discarded")] = 0
    pushes: Annotated[int, Meta(description="pushes before this one", ge=0, le=20)] = 0
    pay_push: Annotated[bool, Meta(description="1 Luck is paid to stay in the column")] = False
    luck_level: LuckLevel | None = None
    rulings: Rulings = Rulings()


class CheckParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Rating that is tested."""

    level: Annotated[int, Meta(description="level of the Rating", ge=0, le=20)] = 0
    missing: Annotated[bool, Meta(description="the character does not have the Rating")] = False
    reasons: Annotated[int, Meta(description="reasons that hinder", ge=0, le=20)] = 0
    helping: Annotated[int, Meta(description="reasons that help, if the house allows", ge=0, le=20)] = 0
    luck_level: LuckLevel | None = None
    rulings: Rulings = Rulings()


class TestParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A simple question."""

    entries: Annotated[
        int, Meta(description="entries that help: the first is Means, the second leverage", ge=0, le=20)
    ] = 0
    hard: Annotated[bool, Meta(description="particularly hard or unlikely")] = False
    luck: Annotated[
        Literal["roll", "down", "up"], Meta(description="roll, or mark Luck down to succeed or up to fail")
    ] = "roll"
    luck_level: LuckLevel | None = None
    failed_before: Annotated[bool, Meta(description="a test was failed for Luck in this scene")] = False
    rulings: Rulings = Rulings()


# ------------------------------------------------------------------ the small table


def seated(rulings: Rulings, luck_level: int | None, followed: tuple[str, ...]) -> Session:
    """One character, a GM who agrees to everything, and the house rules that the procedure can follow."""
    demand_followed(rulings, followed)
    session = setup.start(Options(sheets=(SHEET,), approvals="automatic", rulings=rulings, scenes=0))
    if luck_level is not None:
        most = most_luck(rulings)
        if most is not None and luck_level > most:
            raise Refused("luck.level-ours", f"luck_level: Luck goes up to {most}, {luck_level} is too much")
        session.sheets[ROLLER].luck = luck_level
    return session


def demand_followed(rulings: Rulings, followed: tuple[str, ...]) -> None:
    """A house rule that would change nothing here is refused."""
    for name in rulings.__struct_fields__:
        given, ours = getattr(rulings, name), getattr(Rulings(), name)
        if given != ours and name not in followed:
            raise BadInput(f"rulings.{name}", given, f"{ours} only: this procedure never gets to it")


def take(table: Table[Session], offered: Offered, key: str, rule: str, otherwise: str) -> None:
    """Does what play offers under that key; what it does not offer is refused."""
    for seat, offer in offered:
        if offer.key.split("/", 2)[2] == key:
            offer.do(table, Speaker(seat, seat))
            return
    raise Refused(rule, otherwise)


# ------------------------------------------------------------------ contests and challenges


Kind = Literal["contest", "challenge"]


@lru_cache(64)
def set_up(params: ContestParams, kind: Kind) -> Script[Session]:
    """Step by step up to the dice, as the table would. Nothing is asked or rolled on the way, so once will do."""
    table = Script(seated(params.rulings, params.luck_level, ROLL), faces=())
    begun = contests.begin(table, kind, ROLLER, "what is at stake", "what the roller does")
    while begun.step in SET_UP:
        SET_UP[begun.step](table, begun, params)
    demand_all_used(begun, params)
    return table


def at_a_contest(params: ContestParams) -> Session:
    return copy(set_up(params, "contest").state)


def at_a_challenge(params: ContestParams) -> Session:
    return copy(set_up(params, "challenge").state)


def contest(table: Table[Session], params: ContestParams) -> Decided:
    """The result with its and-clauses and its issues."""
    return play(table, params, "contest")


def challenge(table: Table[Session], params: ContestParams) -> Decided:
    """challenge.same-rules: the same roll; what Yes and No stand for is reversed."""
    return play(table, params, "challenge")


def play(table: Table[Session], params: ContestParams, kind: Kind) -> Decided:
    """The set-up is told, the dice are cast, and what is open is settled."""
    for event in set_up(params, kind).events:
        table.tell(event.rule, event.text.replace("{", "{{").replace("}", "}}"))
    begun = table.state.contests[0]
    act(table, begun, "cast", "roll.cast-after-setup", "the dice are not to be cast yet")
    settle(table, begun, params)
    return outcome_of(table.state, begun)


def act(table: Table[Session], begun: Contest, key: str, rule: str, otherwise: str) -> None:
    take(table, contests.offers_of(table.state, begun), key, rule, otherwise)


def name_means(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    if params.means:
        act(table, begun, f"means/quality/{MEANS}", "contest.means", "the sheet gives no Means")
    elif params.buy_means:
        demand_offered(table, begun, "means/luck", "luck.empty-ours", "buy_means: there is no Luck to pay")
        contests.buy_by(begun, "a lucky circumstance", table)
    else:
        act(table, begun, "means/none", "contest.no-means-one-die", "one die is rolled")


def choose_dice(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    act(table, begun, f"dice/{params.dice}", "contest.means-one-to-three-dice", "one to three dice are rolled")


def say_sudden(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    act(table, begun, "sudden" if params.sudden else "calm", "contest.sudden-gm-decides", "the GM decides")


def pay_or_not(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    act(table, begun, "pay" if params.pay_sudden else "keep", "luck.pay-sudden", "there is no Luck to pay")


def find_leverage(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    """leverage.maximum-three: one entry of the sheet for each advantage."""
    wanted, most = len(list(advantages(params))) + params.held, most_leverage(table.state, begun)
    if wanted > most:
        raise Refused("leverage.maximum-three", f"there are {wanted} advantages, at most {most} can be had")
    if not wanted:
        act(table, begun, "enough", "leverage.maximum-three", "leverage is found")
        return
    named = [entry for entry in entries_of(table.state, ROLLER) if entry not in (begun.means, *begun.leverage)]
    contests.lever(begun, tuple(named[:wanted]), table)


def spend_advantages(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    """leverage.one-option-per-advantage, in the order in which the table of options lists them."""
    for option in advantages(params):
        why = f"{option} is not to be had for a further advantage"
        act(table, begun, f"advantage/{option}", "leverage.one-option-per-advantage", why)
    if begun.step == "advantages":
        rule = "ruling.advantage-chosen-before-roll"
        raise Refused(rule, "held: advantages are spent before the roll; say on what with plus, reroll and so on")


def advantages(params: ContestParams | PushParams) -> Iterator[str]:
    """The options of the advantages that are spent before the dice are cast."""
    counts = {"Luck": "luck", "d8": "d8", "favored": "favored", "re-roll": "reroll", "discard": "discard", "+1": "plus"}
    for option, name in counts.items():
        yield from [option] * int(getattr(params, name, 0))


SET_UP = {
    "means": name_means,
    "dice": choose_dice,
    "sudden": say_sudden,
    "luck": pay_or_not,
    "leverage": find_leverage,
    "advantages": spend_advantages,
}
"""What the desk does at each step of a contest's set-up."""


def demand_offered(table: Table[Session], begun: Contest, key: str, rule: str, otherwise: str) -> None:
    offered = contests.offers_of(table.state, begun)
    if not any(offer.key.split("/", 2)[2] == key for _, offer in offered):
        raise Refused(rule, otherwise)


def demand_all_used(begun: Contest, params: ContestParams) -> None:
    """Nothing that was asked for may have been passed over."""
    wanted, is_held = list(advantages(params)), params.rulings.advantage_chosen_before_roll == "held"
    if params.means and params.buy_means:
        raise Refused("luck.pay-means", "buy_means: the sheet gives Means already; only without any Luck buys them")
    if not begun.means and params.dice > 1:
        raise Refused("contest.no-means-one-die", f"dice: without Means one die is rolled, not {params.dice}")
    if params.pay_sudden and begun.sudden != "paid":
        raise _why_unpaid(begun, params)
    if (wanted or params.held) and not begun.leverage:
        raise _why_no_leverage(begun, params)
    if wanted and is_held:
        rule = "ruling.advantage-chosen-before-roll"
        raise Refused(rule, "this house holds advantages back until the dice lie: say how many with held")
    if params.pay_push and (params.maybe != "push" or params.rulings.push_no_new_resources != "luck"):
        raise Refused("ruling.push-no-new-resources", "pay_push: no Luck is paid at a push")
    if params.pushes > 1 and params.maybe != "push":
        raise Refused("maybe.accept-or-push", "pushes: nothing is pushed; let a Maybe be pushed with maybe=push")


def _why_unpaid(begun: Contest, params: ContestParams) -> Refused:
    if not params.sudden:
        return Refused("luck.pay-sudden-only-if-sudden", "pay_sudden: only in a Sudden contest Luck is paid for that")
    if begun.means == "luck" and params.rulings.luck_both_payments == "one":
        return Refused("ruling.luck-both-payments", "pay_sudden: this house allows one payment of Luck in a contest")
    return Refused("luck.empty-ours", "pay_sudden: there is no Luck to pay")


def _why_no_leverage(begun: Contest, params: ContestParams) -> Refused:
    if begun.sudden in ("sudden", "unpaid"):
        return Refused("contest.sudden-skips-leverage", "in a Sudden contest advantages have to be paid for with Luck")
    return Refused("ruling.leverage-without-means", "without Means there are no advantages")


def settle(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    """Maybe and Possibly, as far as the desk is to follow them."""
    while begun.step in ("complication", "maybe") and params.maybe != "open":
        tell_complication(table, begun)
        if begun.step == "maybe":
            accept_or_push(table, begun, params)
    if begun.step == "issue" and params.possibly != "open":
        results.issue_stated(table, begun, "an issue")
        act(table, begun, params.possibly, "possibly.accept-for-yes", "a Possibly is accepted or declined")


def accept_or_push(table: Table[Session], begun: Contest, params: ContestParams) -> None:
    if params.maybe == "accept" or begun.pushes == params.pushes:
        act(table, begun, "accept", "maybe.accept-or-push", "the Maybe is decided")
    elif params.pay_push:
        act(table, begun, "push-for-luck", "luck.empty-ours", "pay_push: there is no Luck to pay")
    else:
        act(table, begun, "push", "maybe.accept-or-push", "the Maybe is decided")


def tell_complication(table: Table[Session], begun: Contest) -> None:
    """The GM's complication is taken as told; then the player chooses."""
    for item in open_items(table.state.story, begun.id):
        if item.kind == "complication":
            waive(table, item.id, "told at your table")
    results.tidy_up(table, begun)


def outcome_of(session: Session, begun: Contest, complications: bool = True) -> Decided:
    """What was decided, or what is still open, with all that it brings."""
    brought = [it.kind for it in session.story.ledger if it.matter == begun.id and it.status != "void"]
    issues = brought.count("issue") if begun.decided else len(sources(session, begun, begun.result, ""))
    return Decided(
        result=begun.decided or begun.result,
        kind=begun.kind,
        clauses=sum(kind in results.GAINS for kind in brought),
        issues=issues,
        complications=brought.count("complication") if complications else 0,
    )


# ------------------------------------------------------------------ a push


def at_a_maybe(params: PushParams) -> Session:
    """A contest whose dice lie there as a Maybe."""
    session = seated(params.rulings, params.luck_level, PUSH)
    began = Contest(1, "contest", ROLLER, "what is at stake", "maybe", "what the roller does", pushes=params.pushes)
    session.story.numbered = 1
    session.contests.append(began)
    demand_a_roll(params)
    began.means = "" if params.column == "No Means" and not params.pushes else f"quality/{MEANS}"
    began.dice, began.column, began.result = params.dice, params.column, "Maybe"
    wanted = list(advantages(params))
    if len(wanted) > numbers().most_advantages:
        most = numbers().most_advantages
        raise Refused("leverage.maximum-three", f"there are {len(wanted)} advantages, at most {most} can be had")
    if wanted and not may_lever(params.rulings, means=bool(began.means)):
        raise Refused("ruling.leverage-without-means", "without Means there are no advantages")
    began.leverage = tuple(f"quality/{name}" for name in FURTHER[: len(wanted)])
    for option in wanted:
        if option not in options_now(session, began):
            raise Refused("leverage.one-option-per-advantage", f"{option} is not to be had for a further advantage")
        began.advantages = (*began.advantages, option)
    lay_a_maybe(began, params)
    return session


def demand_a_roll(params: PushParams) -> None:
    """Only what can have happened in the roll before."""
    for name in ("discard", "reroll", "d8"):
        used, had = getattr(params, f"used_{name}"), getattr(params, name)
        if used > had:
            raise Refused("leverage.one-option-per-advantage", f"used_{name}: {used} used, but only {had} had")
    if params.used_d8 and params.rulings.d8_timing != "after":
        raise Refused("ruling.d8-timing", "used_d8: d8s are chosen before the roll")
    if params.column == "No Means" and not params.pushes and params.dice > 1:
        raise Refused("contest.no-means-one-die", f"dice: without Means one die was rolled, not {params.dice}")
    moved = 0 if params.rulings.push_no_new_resources == "luck" else params.pushes
    if moved > COLUMNS.index(params.column) and params.column != "No Means":
        raise Refused("push.column-moves-right", f"column: after {_pushes(params)} the column is further right")
    if params.dice < min(1 + params.pushes, numbers().most_dice):
        least = min(1 + params.pushes, numbers().most_dice)
        raise Refused("push.one-more-die", f"dice: after {_pushes(params)} there are at least {least} dice")


def _pushes(params: PushParams) -> str:
    return counted(params.pushes, "push", "pushes")


def lay_a_maybe(began: Contest, params: PushParams) -> None:
    """Faces that are a Maybe: the kept die, the 1s, and nothing higher."""
    kept = numbers().columns[params.column].index("Maybe") + 1 - params.plus
    ones = params.ones + params.used_discard
    if kept < 1:
        raise Refused("roll.lookup", f"plus: with +{params.plus} no die is a Maybe in {params.column}")
    if kept == 1:
        if ones != params.dice:
            raise Refused("ones.noted", f"ones: with +{params.plus} a Maybe in {params.column} is all 1s")
    elif ones >= params.dice:
        raise Refused("roll.keep-highest", f"ones: a Maybe in {params.column} has a die that shows {kept}")
    late = params.rulings.d8_timing == "after"
    began.sides = sides_of(Pool(params.dice, eights=params.used_d8 if late else params.d8))
    began.faces = tidy(began.sides, (1,) * ones + (kept,) * (params.dice - ones))
    began.discarded = params.used_discard
    used = {"re-roll": params.used_reroll, "discard": params.used_discard, "d8": params.used_d8}
    began.used = tuple(option for option, count in used.items() for _ in range(count))


def push(table: Table[Session], params: PushParams) -> Decided:
    """The pushed roll (table.push)."""
    began = table.state.contests[0]
    results.maybe(table, began)
    if began.decided:
        raise Refused("ruling.push-again", "pushes: this house allows no further push")
    tell_complication(table, began)
    if params.pay_push and params.rulings.push_no_new_resources != "luck":
        raise Refused("ruling.push-no-new-resources", "pay_push: no Luck is paid at a push")
    key = "push-for-luck" if params.pay_push else "push"
    act(table, began, key, "luck.empty-ours", "pay_push: there is no Luck to pay")
    return outcome_of(table.state, began, complications=False)


# ------------------------------------------------------------------ checks and tests


def at_a_check(params: CheckParams) -> Session:
    session = seated(params.rulings, params.luck_level, CHECK)
    highest = highest_rating(params.rulings)
    if params.level > highest:
        raise Refused("sheet.ratings-ours", f"level: Ratings go up to {highest}, {params.level} is too high")
    if params.missing and params.level and params.rulings.check_missing_rating != "situation-first":
        raise Refused("ruling.check-missing-rating", "level: a Rating that the character lacks has none")
    if params.helping and params.rulings.check_only_hindering_reasons != "both-ways":
        raise Refused("ruling.check-only-hindering-reasons", "helping: reasons only hinder")
    if not params.missing or params.rulings.check_missing_rating == "situation-first":
        session.sheets[ROLLER].ratings = {RATING: params.level}
    return session


RATING = "the Rating"


def check(table: Table[Session], params: CheckParams) -> str:
    reasons = tuple(f"reason {number + 1}" for number in range(params.reasons))
    return checks.in_words(checks.hold(table, ROLLER, RATING, reasons, params.helping).passed)


def at_a_test(params: TestParams) -> Session:
    session = seated(params.rulings, params.luck_level, TEST)
    entries = tuple(f"entry/{number + 1}" for number in range(params.entries))
    session.tests.append(Test(1, ROLLER, "the question", "decide", params.hard, entries, entries))
    session.story.numbered = 1
    if params.failed_before:
        session.sheets[ROLLER].failed_in_scene = session.story.scene
    return session


def test(table: Table[Session], params: TestParams) -> str:
    asked = table.state.tests[0]
    rule, why = {
        "roll": ("test.roll", "a test is rolled"),
        "down": ("luck.empty-ours", "luck: there is none to mark down"),
        "up": ("ruling.test-luck-farming", "luck: in this house a test is failed for Luck once in a scene"),
    }[params.luck]
    take(table, tests.offers_of(table.state, asked), params.luck, rule, why)
    return asked.result


SEATS = {"p1": "roller", "gm": "GM"}

PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        name="contest",
        title="A contest",
        rule="contest.when",
        params=ContestParams,
        run=contest,
        situate=at_a_contest,
        seats=SEATS,
    ),
    Procedure(
        name="challenge",
        title="A challenge",
        rule="challenge.when",
        params=ContestParams,
        run=challenge,
        situate=at_a_challenge,
        seats=SEATS,
    ),
    Procedure(
        name="push",
        title="A push",
        rule="push.one-more-die",
        params=PushParams,
        run=push,
        situate=at_a_maybe,
        seats=SEATS,
    ),
    Procedure(
        name="check", title="A check", rule="check.roll", params=CheckParams, run=check, situate=at_a_check, seats=SEATS
    ),
    Procedure(
        name="test", title="A test", rule="test.roll", params=TestParams, run=test, situate=at_a_test, seats=SEATS
    ),
)
