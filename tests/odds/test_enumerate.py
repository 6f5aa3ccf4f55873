"""Exact odds: every branch of a rule, whole-number weights, choices by a stated policy."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from adjudge.engine import Allocate, Choose, ChooseSome, against, at_least, d66, highest, in_order, tally, total
from adjudge.engine.errors import DeadEnd, IllegalAnswer, NoPolicy, OverBudget
from adjudge.engine.questions import Together
from adjudge.engine.table import random_bot
from adjudge.odds import chain, distribution, fixed, uniform


class Purse(Struct):
    coins: int = 3
    notes: list[str] = []


def heads(table):
    return table.roll(at_least(1, 4), "coin.toss") == 1


# ------------------------------------------------------------------ choices


def left_or_right(table):
    side = table.ask("red", "door.which", Choose(["left", "right", "back"]))
    return side, table.roll(at_least(1, {"left": 3, "right": 5, "back": 1}[side]), "door.force", "red")


def test_a_choice_without_a_policy_is_refused():
    with pytest.raises(NoPolicy, match=r"choice of red \(door.which\).*left, right, back"):
        distribution(left_or_right)


def test_a_policy_decides():
    odds = distribution(left_or_right, policy=lambda asked: "right")
    assert odds.chances == {("right", 0): Fraction(2, 3), ("right", 1): Fraction(1, 3)}


def test_the_uniform_policy_takes_every_option_as_equally_likely():
    odds = distribution(left_or_right, policy=uniform)
    assert odds.map(lambda outcome: outcome[0]).chances == {"left": Fraction(1, 3)} | dict.fromkeys(
        ["right", "back"], Fraction(1, 3)
    )
    assert odds["left", 1] == Fraction(1, 3) * Fraction(2, 3)
    assert odds["back", 0] == 0


def test_a_fixed_policy_answers_by_rule_and_leaves_the_rest_to_another():
    odds = distribution(left_or_right, policy=fixed({"door.which": "back"}))
    assert odds.chances == {("back", 1): 1}
    assert distribution(left_or_right, policy=fixed({}, otherwise=uniform)).leaves == 5
    with pytest.raises(NoPolicy):
        distribution(left_or_right, policy=fixed({"another.rule": 1}))


def test_a_policy_may_not_draw_lots():
    with pytest.raises(NoPolicy, match="draws nothing at random"):
        distribution(left_or_right, policy=random_bot)


def test_a_policy_may_not_cheat():
    with pytest.raises(IllegalAnswer):
        distribution(left_or_right, policy=lambda asked: "through the window")


def test_a_policy_is_asked_once_for_each_position_however_many_branches_follow():
    asked = []

    def policy(question):
        asked.append(question.rule)
        return "left"

    def rule(table):
        side = table.ask("red", "door.which", Choose(["left", "right"]))
        return side, table.roll(total(2), "door.force")

    assert distribution(rule, policy=policy).leaves == 11
    assert asked == ["door.which"]


def test_a_policy_sees_the_state_of_its_branch():
    def rule(table):
        table.state.coins = table.roll(total(1), "purse.find")
        return table.ask("red", "purse.spend", Choose(["all", "nothing"]))

    odds = distribution(rule, Purse(), policy=lambda asked: "all" if asked.view.coins > 4 else "nothing")
    assert odds.chances == {"nothing": Fraction(2, 3), "all": Fraction(1, 3)}


def test_a_forced_choice_needs_no_policy():
    def rule(table):
        shares = table.ask("red", "purse.share", Allocate(2, ["only"]))
        return table.ask("red", "door.which", Choose(["left"])), shares["only"], heads(table)

    assert distribution(rule).chances == dict.fromkeys([("left", 2, True), ("left", 2, False)], Fraction(1, 2))


def test_a_choice_of_several_or_of_shares_is_made_by_a_policy_or_refused():
    def rule(table):
        doors = table.ask("red", "door.some", ChooseSome(["left", "right"]))
        return len(doors), table.ask("red", "purse.share", Allocate(2, ["a", "b"]))["a"], heads(table)

    odds = distribution(rule, policy=fixed({"door.some": ["right"], "purse.share": {"a": 2}}))
    assert odds.chances == dict.fromkeys([(1, 2, True), (1, 2, False)], Fraction(1, 2))
    with pytest.raises(NoPolicy):
        distribution(rule, policy=uniform)


@pytest.mark.parametrize("question", [Choose([]), ChooseSome([], least=1)], ids=["one", "some"])
def test_a_question_without_options_is_a_dead_end(question):
    with pytest.raises(DeadEnd):
        distribution(lambda table: table.ask("red", "door.none", question), policy=uniform)


# ------------------------------------------------------------------ states, events, budget


def test_every_branch_starts_from_the_state_as_it_was_given():
    def spend(table):
        table.state.coins -= table.roll(total(1), "purse.spend")
        table.state.notes.append("spent")
        return table.state.coins, len(table.state.notes)

    purse = Purse(6)
    assert distribution(spend, purse).chances == {(coins, 1): Fraction(1, 6) for coins in range(6)}
    assert purse == Purse(6)


@pytest.mark.parametrize("state", [[1, 2], {"coins": [1]}], ids=["list", "dict"])
def test_a_state_that_is_no_struct_is_copied_too(state):
    def spend(table):
        table.state.clear()
        return table.roll(total(1), "purse.spend")

    assert len(distribution(spend, state)) == 6
    assert len(state) > 0


def test_a_rule_has_the_chance_that_it_rolls_asks_or_tells_at_least_once():
    def rule(table):
        for _ in range(2):
            if table.roll(total(1), "die.roll") == 6:
                table.tell("die.six", "a six")
                if table.ask("player", "die.again", Choose(["no", "yes"])) == "yes":
                    table.roll(total(1), "die.again")
        table.tell("die.end", "that is all")

    odds = distribution(rule, events=True, policy=uniform)
    assert odds.events == {"die.end": 1, "die.roll": 1, "die.again": Fraction(11, 36), "die.six": Fraction(11, 36)}
    assert distribution(rule, policy=uniform).events == {}


def test_past_its_budget_the_answer_is_refused():
    def rule(table):
        return sum(table.roll(total(1), "die.roll") for _ in range(3))

    assert distribution(rule, budget=216).leaves == 216
    with pytest.raises(OverBudget, match="more than 215 branches"):
        distribution(rule, budget=215)


def test_a_rule_with_a_branch_that_never_ends_is_refused():
    def until_heads(table):
        while not heads(table):
            pass
        return "at last"

    with pytest.raises(OverBudget, match="may never end: ask for an estimate"):
        distribution(until_heads)


def test_a_rule_that_never_rolls_is_certain():
    assert distribution(lambda table: "so be it").chances == {"so be it": 1}


# ------------------------------------------------------------------ chains


def gamble(table):
    """Some branches roll twice, so that denominators differ."""
    if table.state.coins and heads(table):
        table.state.coins += table.roll(highest(6, 4).map(lambda best: best.face % 3, "winnings"), "purse.win")
    else:
        table.state.coins = max(0, table.state.coins - 1)


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_a_chain_is_the_product_of_its_rules(times):
    def all_at_once(table):
        for _ in range(times):
            gamble(table)
        return table.state.coins

    chained = chain([gamble] * times, Purse(1), lambda purse: purse.coins)
    assert chained.chances == distribution(all_at_once, Purse(1)).chances
    assert sum(chained.chances.values()) == 1


def test_a_chain_merges_equal_states_between_its_rules():
    def step(table):
        table.state.coins += 1 if heads(table) else -1

    odds = chain([step] * 20, Purse(0), lambda purse: purse.coins)
    assert odds.leaves == sum(2 * states for states in range(1, 21))
    assert odds[0] == Fraction(184756, 2**20)


def test_a_chain_keeps_states_apart_that_differ_deep_inside():
    def note(table):
        table.state.notes.append("heads" if heads(table) else "tails")

    odds = chain([note] * 3, Purse(), lambda purse: purse.notes.count("heads"))
    assert odds.chances == {3: Fraction(1, 8), 2: Fraction(3, 8), 1: Fraction(3, 8), 0: Fraction(1, 8)}
    assert odds.leaves == 2 + 4 + 8


def test_a_chain_asks_its_policy_and_keeps_its_budget():
    def bet(table):
        stake = table.ask("red", "purse.stake", Choose(range(table.state.coins + 1)))
        table.state.coins += stake if heads(table) else -stake

    odds = chain([bet, bet], Purse(2), lambda purse: purse.coins, policy=lambda asked: asked.view.coins)
    assert odds.chances == {8: Fraction(1, 4), 0: Fraction(3, 4)}
    with pytest.raises(OverBudget):
        chain([bet, bet], Purse(2), lambda purse: purse.coins, policy=uniform, budget=10)


def test_a_chain_leaves_the_state_as_it_was():
    purse = Purse(1)
    chain([gamble, gamble], purse, lambda after: after.coins)
    assert purse == Purse(1)


# ------------------------------------------------------------------ any rule: beside every face of every die

READINGS = (
    total(1),
    total(2, plus=-3),
    total(1, 8),
    at_least(3, 5),
    highest(6, 4),
    tally(3, ("-", "-", "hit", "crit")),
    in_order(4, 3),
    d66(),
    against(total(1, 4), highest(3, 3)),
    against(total(1), total(1)).map(lambda pair: pair[0] >= pair[1], "at least equal"),
)

trees = st.recursive(
    st.tuples(st.just("end"), st.integers(0, 3), st.just(())),
    lambda trees: st.one_of(
        st.tuples(st.just("roll"), st.sampled_from(READINGS), st.lists(trees, min_size=1, max_size=3)),
        st.tuples(st.just("ask"), st.just(None), st.lists(trees, min_size=1, max_size=3)),
    ),
    max_leaves=5,
)


def run(table, tree):
    """A rule made of rolls and choices; what is read or chosen decides how it goes on."""
    kind, what, branches = tree
    if kind == "end":
        return what
    if kind == "ask":
        return run(table, branches[table.ask("red", "tree.ask", Choose(range(len(branches))))])
    return run(table, branches[number_of(table.roll(what, "tree.roll")) % len(branches)])


def number_of(value):
    return sum(map(number_of, value)) if isinstance(value, tuple) else int(value)


def by_faces(tree):
    """The same by throwing every face of every die."""
    kind, what, branches = tree
    if kind == "end":
        return {what: Fraction(1)}
    if kind == "ask":
        return mixed([by_faces(branch) for branch in branches])
    known = [by_faces(branch) for branch in branches]
    throws = product(*(range(1, sides + 1) for sides in what.dice))
    return mixed([known[number_of(what.read(bytes(faces))) % len(branches)] for faces in throws])


def mixed(chances):
    sums: dict[int, Fraction] = {}
    for each in chances:
        for outcome, p in each.items():
            sums[outcome] = sums.get(outcome, Fraction(0)) + p / len(chances)
    return sums


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees)
def test_any_rule_has_the_odds_that_its_faces_give(tree):
    odds = distribution(lambda table: run(table, tree), policy=uniform)
    assert odds.chances == by_faces(tree)
    assert sum(odds.chances.values()) == 1


# ------------------------------------------------------------------ things that do not touch one another


def bottle(needed):
    return lambda table: "broken" if table.roll(at_least(1, needed), "bottle.hit") else "whole"


def in_words(counts):
    return ", ".join(f"{count} {outcome}" for outcome, count in counts)


def test_parts_that_do_not_touch_one_another_come_to_the_same_one_by_one_and_all_at_once():
    together = Together([bottle(4), bottle(5), bottle(5)], in_words)
    by_parts = distribution(together)
    at_once = distribution(lambda table: together(table))
    assert by_parts.chances == at_once.chances
    assert (by_parts.leaves, at_once.leaves) == (6, 8)
    assert by_parts["3 broken"] == Fraction(1, 18)


def test_thirty_parts_cost_thirty_times_one():
    odds = distribution(Together([bottle(4)] * 30, in_words))
    assert odds.leaves == 60
    assert odds["30 whole"] == Fraction(1, 2**30)


def test_each_part_has_a_fresh_copy_of_the_state():
    def spend(table):
        table.state.coins -= 1
        return f"{table.state.coins} left"

    assert distribution(Together([spend, spend], in_words), Purse(3)).chances == {"2 2 left": 1}


def test_parts_with_too_much_to_say_are_refused():
    def die(table):
        return str(table.roll(total(1, 200), "die"))

    with pytest.raises(OverBudget, match="let the parts say less"):
        distribution(Together([die, die], in_words), budget=1000)
