"""The desk: play on a small table. What play does is ruled on, what play refuses is refused with its rule."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import pytest

from adjudge.engine import AdjudgeError, Asked, BadInput, Refused, Script
from adjudge.engine.chance import FastDice
from adjudge.engine.inputs import convert
from adjudge.games.regulus import game
from adjudge.games.regulus.outcomes import Decided
from adjudge.games.regulus.policy import policy
from adjudge.games.regulus.procedures import CHECK, PUSH, ROLL, TEST, demand_followed
from adjudge.games.regulus.state import Rulings
from adjudge.odds.forecasts import of_procedure

GOOD = ("Yes", "Yes!", "Yes!!")


def ruled(name: str, params: dict[str, Any], dice: list[int], answers: tuple[str, ...] = ()) -> str:
    procedure = game.procedure(name)
    situation = convert(procedure.params, params, name)
    asked = None if answers else policy
    table: Script[Any] = Script(procedure.situate(situation), faces=dice, answers=answers, policy=asked)
    outcome = procedure.run(table, situation)
    table.finish()
    return game.words(outcome)


def refusal(name: str, params: dict[str, Any]) -> str:
    """The rule by which the desk refuses."""
    with pytest.raises(Refused) as caught:
        of_procedure(game, name, params)
    assert caught.value.rule in game.rule_ids
    return caught.value.rule


@pytest.mark.parametrize(
    ("name", "params", "dice", "outcome"),
    [
        ("contest", {"dice": 2}, [1, 6], "Yes!, 1 and-clause, 1 issue"),
        ("contest", {"dice": 2, "reroll": 1}, [2, 3, 6], "Yes!, 1 and-clause"),
        ("contest", {"d8": 1}, [8], "Yes!!, 2 and-clauses"),
        ("contest", {"maybe": "push"}, [3, 5, 2], "Possibly, 1 complication"),
        (
            "contest",
            {"maybe": "push", "pushes": 2, "means": False},
            [4, 4, 4, 6, 2, 1],
            "Yes, 1 issue, 2 complications",
        ),
        ("contest", {"maybe": "accept"}, [3], "No, 1 complication"),
        ("contest", {"possibly": "accept"}, [4], "Yes, 1 issue"),
        ("contest", {"possibly": "decline", "dice": 2}, [4, 1], "No, 1 issue"),
        ("contest", {"sudden": True, "pay_sudden": True, "plus": 1, "d8": 1}, [3], "Yes"),
        ("contest", {"means": False, "buy_means": True, "dice": 3}, [2, 5, 5], "Yes"),
        (
            "contest",
            {"means": False, "buy_means": True, "sudden": True, "pay_sudden": True, "dice": 3, "luck_level": 2},
            [3, 2, 2],
            "Possibly",
        ),
        ("challenge", {"means": False}, [2], "No!, 1 issue: it happens"),
        ("challenge", {"possibly": "accept"}, [4], "Yes, 1 issue: avoided"),
        ("challenge", {}, [6], "Yes!, 1 blanket narration: avoided"),
        ("push", {"dice": 1}, [5, 2], "Possibly"),
        ("push", {"dice": 2, "column": "Favored"}, [6, 1, 2], "Yes!, 1 and-clause, 1 issue"),
        ("check", {"level": 2, "reasons": 1}, [4, 4], "failed"),
        ("check", {"level": 5, "reasons": 5}, [5, 6], "passed"),
        ("test", {"entries": 1, "hard": True}, [3], "failure"),
        ("test", {"luck": "down"}, [], "success"),
        ("test", {"luck": "up"}, [], "failure"),
    ],
)
def test_the_desk_rules_on_real_dice(name, params, dice, outcome):
    assert ruled(name, params, dice) == outcome


def told(name: str, params: dict[str, Any], dice: list[int]) -> list[str]:
    procedure = game.procedure(name)
    situation = convert(procedure.params, params, name)
    table: Script[Any] = Script(procedure.situate(situation), faces=dice, policy=game.policy)
    procedure.run(table, situation)
    assert all(happening.rule in game.rule_ids for happening in table.happenings)
    return [event.text for event in table.events]


@pytest.mark.rules("roll.lookup", "luck.pay-sudden", "luck.pay-means")
def test_a_ruling_says_what_was_done_and_what_decided():
    params = {"means": False, "buy_means": True, "sudden": True, "pay_sudden": True, "plus": 1, "reroll": 1}
    assert told("contest", params, [2, 5]) == [
        "The roller wants: what is at stake",
        "The roller pays 1 Luck for Means: Luck 2",
        "The roller, by luck: a lucky circumstance",
        "The roller takes 1 die",
        "it is Sudden: no leverage for The roller",
        "The roller pays 1 Luck for leverage in a Sudden contest: Luck 1",
        "The roller's leverage: What gives Means, First leverage",
        "The roller's advantage: Re-roll one die",
        "The roller's advantage: +1 on the final result",
        "the 2 is rolled again: 5",
        "The roller has 5 +1 in Favored: Yes!",
        "The roller has a Yes, and more: what is at stake",
    ]


@pytest.mark.rules("roll.cast-after-setup")
def test_a_reading_has_words():
    procedure = game.procedure("contest")
    situation = procedure.params(dice=3)
    table: Script[Any] = Script(procedure.situate(situation), faces=[1, 6, 2])
    procedure.run(table, situation)
    assert [roll.value for roll in table.rolls] == ["1, 2, 6"]


# ------------------------------------------------------------------ house rules are followed


@pytest.mark.rules("ruling.d8-timing", "advantage.d8")
def test_the_desk_casts_a_d8_when_the_dice_lie_where_the_house_does():
    params = {"d8": 1, "dice": 2, "rulings": {"d8_timing": "after"}}
    assert ruled("contest", params, [2, 3, 8], ("die-1",)) == "Yes!!, 2 and-clauses"
    assert ruled("contest", params, [2, 6], ("keep",)) == "Yes!, 1 and-clause"
    before = of_procedure(game, "contest", {"d8": 1})
    after = of_procedure(game, "contest", {"d8": 1, "rulings": {"d8_timing": "after"}})
    assert before.chance(is_good) == Fraction(4, 8)
    assert after.chance(is_good) == Fraction(2, 6) + Fraction(4, 6) * Fraction(4, 8)


def is_good(decided: Decided) -> bool:
    return decided.result in GOOD


@pytest.mark.rules("ruling.advantage-chosen-before-roll")
def test_the_desk_holds_advantages_back_where_the_house_does():
    params = {"held": 2, "rulings": {"advantage_chosen_before_roll": "held"}}
    assert ruled("contest", params, [3], ("favored", "+1")) == "Yes"
    assert ruled("contest", params, [5], ("keep",)) == "Yes"
    assert refusal("contest", {"plus": 1, "rulings": {"advantage_chosen_before_roll": "held"}}) == (
        "ruling.advantage-chosen-before-roll"
    )
    assert refusal("contest", {"held": 1}) == "ruling.advantage-chosen-before-roll"


@pytest.mark.rules("ruling.push-advantages")
@pytest.mark.parametrize(
    ("ruling", "good"),
    [
        ("afresh", Fraction(11, 36) + Fraction(25, 36) * Fraction(1, 6)),  # a 6, or another for the lower die
        ("spent", Fraction(11, 36)),
        ("none", Fraction(11, 36)),
    ],
)
def test_the_desk_follows_what_a_push_does_to_advantages(ruling, good):
    params = {"dice": 1, "reroll": 1, "used_reroll": 1, "rulings": {"push_advantages": ruling}}
    assert of_procedure(game, "push", params).chance(is_good) == good


@pytest.mark.rules("ruling.push-advantages")
def test_an_unused_re_roll_is_not_spent():
    spent = {"push_advantages": "spent"}
    used = of_procedure(game, "push", {"reroll": 1, "used_reroll": 1, "rulings": spent})
    unused = of_procedure(game, "push", {"reroll": 1, "rulings": spent})
    assert unused.chance(is_good) > used.chance(is_good)


@pytest.mark.rules("ruling.push-advantages", "push.one-more-die")
def test_a_contest_that_is_pushed_spends_what_was_used():
    params = {"reroll": 1, "maybe": "push", "rulings": {"push_advantages": "spent"}}
    assert ruled("contest", params, [2, 3, 5, 4], ("die-1",)) == "Possibly, 1 complication"
    assert ruled("contest", params, [3, 5, 4, 6], ("keep", "die-1")) == "Yes, 1 complication"


@pytest.mark.rules("ruling.ones-after-push")
def test_the_ones_of_the_roll_before_count_where_the_house_counts_them():
    params = {"dice": 2, "column": "Favored", "ones": 1}
    assert ruled("push", params, [6, 1, 2]) == "Yes!, 1 and-clause, 1 issue"
    every = {**params, "rulings": {"ones_after_push": "every-roll"}}
    assert ruled("push", every, [6, 1, 2]) == "Yes!, 1 and-clause, 2 issues"


@pytest.mark.rules("ruling.favored-without-means", "luck.pay-sudden-free-favored")
@pytest.mark.parametrize(("ruling", "outcome"), [("as-it-stands", "Yes"), ("one-left", "Possibly")])
def test_the_desk_knows_what_the_favored_column_is_without_means(ruling, outcome):
    params = {"means": False, "sudden": True, "pay_sudden": True, "rulings": {"favored_without_means": ruling}}
    assert ruled("contest", params, [4]) == outcome


@pytest.mark.rules("contest.no-means-one-die", "ruling.leverage-without-means")
@pytest.mark.parametrize("advantage", [{"plus": 1}, {"favored": True}])
def test_the_desk_gives_no_advantages_without_means_unless_the_table_does(advantage):
    assert refusal("contest", {"means": False, **advantage}) == "ruling.leverage-without-means"
    allowed = {"means": False, "rulings": {"leverage_without_means": "allowed"}, **advantage}
    assert ruled("contest", allowed, [5]) == "Yes"


@pytest.mark.rules("ruling.luck-in-checks")
def test_luck_may_take_away_a_reason_in_a_check():
    params = {"level": 2, "reasons": 1, "rulings": {"luck_in_checks": "removes-a-reason"}}
    assert ruled("check", params, [4, 4], ("pay",)) == "passed"
    assert ruled("check", params, [4, 4], ("keep",)) == "failed"
    assert ruled("check", {**params, "luck_level": 0}, [4, 4]) == "failed"


@pytest.mark.rules("ruling.check-missing-rating")
@pytest.mark.parametrize(("ruling", "passes"), [("zero", 6), ("fails", 0)])
def test_a_rating_that_is_missing(ruling, passes):
    odds = of_procedure(game, "check", {"missing": True, "rulings": {"check_missing_rating": ruling}})
    assert odds["passed"] * 36 == passes


@pytest.mark.rules("ruling.test-luck-before-roll")
def test_luck_may_save_a_failed_test_where_the_house_allows_it():
    params = {"rulings": {"test_luck_before_roll": "after"}}
    assert ruled("test", params, [1], ("down",)) == "success"
    assert ruled("test", {**params, "luck_level": 0}, [1]) == "failure"


# ------------------------------------------------------------------ what play refuses


@pytest.mark.parametrize(
    ("name", "params", "rule"),
    [
        ("contest", {"plus": 3, "reroll": 1}, "leverage.maximum-three"),
        ("contest", {"d8": 2}, "leverage.one-option-per-advantage"),
        ("contest", {"plus": 2, "rulings": {"advantage_repeats": "once-each"}}, "leverage.one-option-per-advantage"),
        ("contest", {"sudden": True, "pay_sudden": True, "favored": True}, "leverage.one-option-per-advantage"),
        ("contest", {"luck": 1, "luck_level": 6}, "leverage.one-option-per-advantage"),
        ("contest", {"sudden": True, "plus": 1}, "contest.sudden-skips-leverage"),
        ("contest", {"pay_sudden": True}, "luck.pay-sudden-only-if-sudden"),
        ("contest", {"sudden": True, "pay_sudden": True, "luck_level": 0}, "luck.empty-ours"),
        ("contest", {"means": False, "buy_means": True, "luck_level": 0}, "luck.empty-ours"),
        ("contest", {"buy_means": True}, "luck.pay-means"),
        ("contest", {"means": False, "dice": 2}, "contest.no-means-one-die"),
        ("contest", {"luck_level": 7}, "luck.level-ours"),
        ("contest", {"maybe": "push", "pay_push": True}, "ruling.push-no-new-resources"),
        ("contest", {"pushes": 2}, "maybe.accept-or-push"),
        ("push", {"plus": 3, "discard": 3, "reroll": 3, "d8": 3}, "leverage.maximum-three"),
        ("push", {"column": "No Means", "plus": 1}, "ruling.leverage-without-means"),
        ("push", {"column": "No Means", "dice": 2}, "contest.no-means-one-die"),
        ("push", {"column": "Favored", "dice": 2, "pushes": 1}, "push.column-moves-right"),
        ("push", {"column": "Means", "dice": 3, "pushes": 2}, "push.column-moves-right"),
        ("push", {"dice": 1, "pushes": 1}, "push.one-more-die"),
        ("push", {"plus": 3}, "roll.lookup"),
        ("push", {"used_reroll": 1}, "leverage.one-option-per-advantage"),
        ("push", {"ones": 1}, "roll.keep-highest"),
        ("push", {"pay_push": True}, "ruling.push-no-new-resources"),
        ("push", {"dice": 2, "pushes": 1, "rulings": {"push_again": "once"}}, "ruling.push-again"),
        ("check", {"level": 7}, "sheet.ratings-ours"),
        ("check", {"missing": True, "level": 2}, "ruling.check-missing-rating"),
        ("check", {"helping": 1}, "ruling.check-only-hindering-reasons"),
        ("test", {"luck": "down", "luck_level": 0}, "luck.empty-ours"),
        (
            "test",
            {"luck": "up", "failed_before": True, "rulings": {"test_luck_farming": "once-a-scene"}},
            "ruling.test-luck-farming",
        ),
    ],
)
def test_what_play_refuses_the_desk_refuses_with_the_rule(name, params, rule):
    assert refusal(name, params) == rule


@pytest.mark.parametrize(("name", "followed"), [("contest", ROLL), ("push", PUSH), ("check", CHECK), ("test", TEST)])
def test_a_house_rule_that_a_procedure_never_gets_to_is_refused(name, followed):
    for field, hint in get_type_hints(Rulings).items():
        other = Rulings(**{field: get_args(hint)[1]})
        if field in followed:
            demand_followed(other, followed)
        else:
            with pytest.raises(BadInput, match=rf"rulings\.{field}"):
                of_procedure(game, name, {"rulings": {field: get_args(hint)[1]}})


# ------------------------------------------------------------------ every input counts

VARIED: dict[str, list[dict[str, Any]]] = {
    "contest": [
        {},
        {"means": False},
        {"sudden": True},
        {"maybe": "push", "dice": 2},
        {"maybe": "accept", "dice": 2, "favored": True},
        {"possibly": "decline", "dice": 2},
        {"luck_level": 6},
        {"luck_level": 7},
        {"maybe": "push", "pay_push": True},
        {"means": False, "buy_means": True},
        {"sudden": True, "pay_sudden": True},
        {"sudden": True, "pay_sudden": True, "means": False},
        {"sudden": True, "pay_sudden": True, "means": False, "buy_means": True},
        {"discard": 2},
        {"reroll": 1, "maybe": "push"},
        {"d8": 1},
        {"plus": 2, "means": False},
        {"plus": 2},
        {"luck": 2},
        {"luck": 1, "luck_level": 5},
        {"held": 1, "rulings": {"advantage_chosen_before_roll": "held"}},
        {"maybe": "push", "pay_push": True, "rulings": {"push_no_new_resources": "luck"}},
        {"maybe": "push", "pushes": 3, "means": False},
    ],
    "push": [
        {},
        {"dice": 2},
        {"dice": 2, "ones": 1, "rulings": {"ones_after_push": "every-roll"}},
        {"reroll": 1, "used_reroll": 1, "rulings": {"push_advantages": "spent"}},
        {"dice": 2, "discard": 1, "used_discard": 1, "rulings": {"push_advantages": "spent"}},
        {"dice": 2, "discard": 1},
        {"dice": 2, "d8": 1, "rulings": {"d8_timing": "after", "push_advantages": "spent"}},
        {"dice": 2, "pushes": 1},
        {"plus": 2},
        {"discard": 1},
        {"discard": 2},
        {"d8": 1},
        {"d8": 1, "used_d8": 1},
        {"column": "No Means"},
        {"column": "Favored", "dice": 2, "d8": 1},
        {"dice": 2, "ones": 1},
        {"reroll": 1},
        {"reroll": 1, "used_reroll": 1},
        {"column": "No Means", "plus": 1},
        {"luck_level": 6},
        {"luck_level": 7},
        {"pay_push": True},
        {"column": "No Means", "plus": 1, "rulings": {"leverage_without_means": "allowed"}},
        {"pay_push": True, "rulings": {"push_no_new_resources": "luck"}},
    ],
    "check": [
        {},
        {"level": 4, "reasons": 2},
        {"missing": True},
        {"reasons": 2, "rulings": {"check_only_hindering_reasons": "both-ways"}},
        {"reasons": 2, "rulings": {"luck_in_checks": "removes-a-reason"}},
        {"level": 8},
        {"level": 8, "rulings": {"sheet_missing": "free-form"}},
        {"missing": True, "level": 2},
        {"reasons": 2, "helping": 1},
        {"luck_level": 6},
        {"luck_level": 7},
    ],
    "test": [
        {},
        {"entries": 3},
        {"luck": "up"},
        {"luck": "down"},
        {"luck": "up", "rulings": {"test_luck_farming": "once-a-scene"}},
        {"luck": "up", "failed_before": True},
        {"luck_level": 6},
        {"luck_level": 7},
        {"rulings": {"test_luck_before_roll": "after"}},
    ],
}


def mood(asked: Asked) -> Any:
    """A roller who pays wherever a question asks for Luck; else as the odds have it."""
    paying = {"ruling.luck-in-checks": "pay", "ruling.test-luck-before-roll": "down"}
    return paying[asked.rule] if asked.rule in paying else policy(asked)


def answer(name: str, params: dict[str, Any]) -> Any:
    """All that the desk says over some throws of the dice, or its refusal."""
    procedure = game.procedure(name)
    try:
        situation = convert(procedure.params, params, name)
        found = []
        for seed in range(SEEDS):
            table: Script[Any] = Script(procedure.situate(situation), dice=FastDice(seed), policy=mood)
            outcome = procedure.run(table, situation)
            found.append((outcome, [(happening.rule, str(happening)) for happening in table.happenings]))
    except AdjudgeError as error:
        return str(error)
    return found


SEEDS = 8


def odds(name: str, params: dict[str, Any]) -> Any:
    try:
        return of_procedure(game, name, params, policy=mood).chances
    except AdjudgeError as error:
        return str(error)


KNOWN: dict[tuple[Any, ...], Any] = {}


def once(ask: Callable[[str, dict[str, Any]], Any], name: str, params: dict[str, Any]) -> Any:
    key = (ask, name, str(params))
    if key not in KNOWN:
        KNOWN[key] = ask(name, params)
    return KNOWN[key]


def is_different(name: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    return any(once(ask, name, one) != once(ask, name, other) for ask in (answer, odds))


def inputs(name: str) -> list[tuple[str, Any]]:
    """Every input of a procedure with every value worth trying."""
    fields = get_type_hints(game.procedure(name).params)
    values: list[tuple[str, Any]] = []
    for field, hint in fields.items():
        if field == "rulings":
            followed = {"contest": ROLL, "push": PUSH, "check": CHECK, "test": TEST}[name]
            hints = get_type_hints(Rulings)
            values += [(f"rulings.{ruling}", value) for ruling in followed for value in get_args(hints[ruling])[1:]]
        elif hint is bool:
            values += [(field, True), (field, False)]
        elif get_args(hint) and all(isinstance(value, str) for value in get_args(hint)):
            values += [(field, value) for value in get_args(hint)]
        else:
            values += [(field, number) for number in (0, 1, 2, 3)]
    return values


def with_input(params: dict[str, Any], field: str, value: Any) -> dict[str, Any]:
    if not field.startswith("rulings."):
        return {**params, field: value}
    return {**params, "rulings": {**params.get("rulings", {}), field.removeprefix("rulings."): value}}


@pytest.mark.parametrize("name", list(VARIED))
def test_every_input_changes_something_or_is_refused(name):
    changed: dict[str, bool] = {}
    for field, value in inputs(name):
        key = f"{field}={value}" if field.startswith("rulings.") else field
        counts = changed.get(key) or any(
            is_different(name, params, with_input(params, field, value)) for params in VARIED[name]
        )
        changed[key] = counts
    idle = [key for key, counts in changed.items() if not counts]
    assert not idle, ", ".join(idle)
