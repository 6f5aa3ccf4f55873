"""A step in odds: worked out once for equal arguments in equal states, and branched on by its result."""

from fractions import Fraction

import pytest
from msgspec import Struct

from adjudge.engine import Choose, Script, alone, over_to, step, total
from adjudge.engine.abreast import Each, Once, in_phases
from adjudge.engine.dice import at_least
from adjudge.engine.errors import OverBudget
from adjudge.odds import chain, distribution
from adjudge.odds.enumerate import forget


class Wall(Struct):
    stones: int = 3
    patience: int = 1


RUNS: list[tuple[str, int]] = []


def plain_blow(table, strength):
    """Knocks stones out of a wall: a total of six dice, of which only its class matters."""
    RUNS.append(("blow", strength))
    rolled = table.roll(total(6), "wall.blow") + strength
    if rolled < 15 and table.ask("red", "wall.again", Choose(["yes", "no"])) == "yes":
        table.tell("wall.again", "once more")
        rolled = table.roll(total(6), "wall.blow") + strength
    return min(2, max(0, (rolled - 15) // 6))


resolve_blow = step(plain_blow)


def blow(table):
    stones = resolve_blow(table, 2)
    table.state.stones -= stones
    return stones


def as_one_call(table):
    """The same without a step."""
    return plain_blow(table, 2)


def always(asked):
    return "yes"


def test_a_step_has_the_odds_of_the_plain_call():
    plain = distribution(as_one_call, Wall(), policy=always)
    found = distribution(blow, Wall(), policy=always)
    assert found.chances == plain.chances
    assert sum(found.chances.values()) == 1


def test_the_ways_of_a_step_that_come_to_the_same_are_one_branch():
    def three_blows(table):
        for _ in range(3):
            blow(table)
        return table.state.stones

    def three_calls(table):
        for _ in range(3):
            table.state.stones -= as_one_call(table)
        return table.state.stones

    found = distribution(three_blows, Wall(9), policy=always)
    assert found.chances == chain([as_one_stone] * 3, Wall(9), lambda wall: wall.stones, policy=always).chances
    with pytest.raises(OverBudget):
        distribution(three_calls, Wall(9), policy=always, budget=50 * found.leaves)


def as_one_stone(table):
    table.state.stones -= as_one_call(table)


def test_a_step_is_worked_out_once_for_equal_arguments_in_equal_states():
    def two(table):
        table.roll(at_least(1, 4), "wall.side")
        return resolve_blow(table, 2) + resolve_blow(table, 2)

    RUNS.clear()
    once = distribution(lambda table: resolve_blow(table, 2), Wall(), policy=always)
    runs = len(RUNS)
    twice = distribution(two, Wall(), policy=always)
    assert len(RUNS) == 2 * runs
    assert twice[4] == once[2] ** 2


def test_other_arguments_or_another_state_are_worked_out_by_themselves():
    def rule(table):
        if table.roll(at_least(1, 4), "wall.side"):
            table.state.patience = 0
        return resolve_blow(table, table.roll(at_least(1, 4), "wall.strength"))

    def patient(asked):
        return "yes" if asked.view.patience else "no"

    def plainly(table):
        if table.roll(at_least(1, 4), "wall.side"):
            table.state.patience = 0
        return plain_blow(table, table.roll(at_least(1, 4), "wall.strength"))

    assert distribution(rule, Wall(), policy=patient).chances == distribution(plainly, Wall(), policy=patient).chances


@step
def knock(table):
    """No proper step: it changes the state itself."""
    table.state.stones -= table.roll(at_least(2, 4), "wall.blow")
    return "done"


@step
def gather(table):
    """No proper step either: its results cannot be told apart."""
    return [table.roll(at_least(1, 4), "wall.blow")]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (lambda table: (knock(table), table.state.stones), {("done", 3): 1, ("done", 2): 2, ("done", 1): 1}),
        (lambda table: gather(table)[0], {0: 2, 1: 2}),
    ],
)
def test_of_what_leaves_more_than_a_result_the_odds_are_right_all_the_same(rule, expected):
    assert distribution(rule, Wall()).chances == {key: Fraction(ways, 4) for key, ways in expected.items()}


def test_the_rules_that_come_up_inside_a_step_are_noted():
    found = distribution(blow, Wall(), policy=always, events=True)
    plain = distribution(as_one_call, Wall(), policy=always, events=True)
    assert found.events == plain.events
    assert 0 < found.events["wall.again"] < 1


# ------------------------------------------------------------------ figures abreast

GUARDS = (2, 5, 3, 6)


def phases(strength):
    """A blast that everybody may dodge; one die of damage for all that do not; their armour stops what it can."""
    dodge = Each(lambda table, guard, _: table.roll(at_least(1, guard), "blast.dodge") < strength % 2 or None)
    damage = Once(lambda table: table.roll(total(1), "blast.damage"))
    armour = Each(lambda table, guard, hit: max(0, hit[1] - guard * table.roll(at_least(1, 4), "blast.armour")))
    return [dodge, damage, armour]


def blast(table, guards=GUARDS, alike=None):
    return table.abreast(guards, phases(table.roll(total(1), "blast.strength")), -1, alike)


def by_phases(table):
    """The same as people roll it, phase by phase, each roll a branch of its own."""
    return tuple(in_phases(table, GUARDS[:2], phases(table.roll(total(1), "blast.strength")), -1))


def test_people_abreast_take_phase_after_phase():
    table = Script(None, faces=[1, 1, 5, 2, 6, 4, 3, 6])
    assert blast(table) == [4, -1, 1, -1]
    assert [roll.rule for roll in table.rolls] == [
        "blast.strength",
        *["blast.dodge"] * 4,
        "blast.damage",
        *["blast.armour"] * 2,
    ]


def test_nothing_is_rolled_for_all_where_nobody_is_left():
    table = Script(None, faces=[1, 6, 6, 6, 6])
    assert blast(table) == [-1, -1, -1, -1]
    table.finish()


def test_the_odds_of_figures_abreast_are_those_of_every_way_their_dice_fall():
    assert distribution(lambda table: tuple(blast(table, GUARDS[:2]))).chances == distribution(by_phases).chances


def hurt(result):
    return "hurt" if result > 0 else "well"


def test_who_only_counts_gets_the_same_odds_for_little():
    def count(table, guards, alike):
        return sum(hurt(it) == "hurt" for it in blast(table, guards, alike))

    exact = distribution(lambda table: count(table, GUARDS, None))
    found = distribution(lambda table: count(table, GUARDS, hurt))
    assert found.chances == exact.chances
    crowd = distribution(lambda table: count(table, GUARDS * 3, hurt), budget=10_000)
    assert sum(crowd.chances.values()) == 1
    assert crowd.leaves < 2_000


def test_the_rules_that_come_up_among_figures_abreast_are_noted():
    found = distribution(lambda table: len(blast(table, GUARDS[:2])), events=True)
    assert found.events == distribution(lambda table: len(by_phases(table)), events=True).events


def test_figures_abreast_must_not_change_the_state():
    def fall(table, guard, _):
        table.state.stones -= 1
        return guard

    with pytest.raises(ValueError, match="changed the state"):
        distribution(lambda table: len(table.abreast([1, 2], [Each(fall)], None)), Wall())


runs: list[int] = []


@step
@alone
def settle_die(table, face: int, again: int) -> int:
    """A die that lies there may be rolled again, as often as one likes and is allowed."""
    runs.append(face)
    if not again or table.ask("ann", "again", Choose(["keep", "roll"], facts={"face": face})) == "keep":
        return face
    return settle_die(table, table.roll(total(1), "die"), again - 1)


def throw(table) -> int:
    return settle_die(table, table.roll(total(1), "die"), 2)


def roll_below_four(asked):
    return "roll" if asked.question.facts["face"] < 4 else "keep"


def test_a_step_that_goes_by_its_arguments_is_worked_out_once_and_for_all():
    forget()
    first = distribution(throw, {"any": "state"}, policy=roll_below_four)
    assert first[6] == Fraction(1, 6) + Fraction(1, 2) * (Fraction(1, 6) + Fraction(1, 2) * Fraction(1, 6))
    runs.clear()
    assert distribution(throw, {"another": "state"}, policy=roll_below_four).chances == first.chances
    assert runs == []
    other = distribution(throw, None, policy=lambda asked: "keep")
    assert other[6] == Fraction(1, 6)


def test_a_step_that_goes_by_its_arguments_finds_no_state_to_look_at():
    @step
    @alone
    def peek(table) -> bool:
        return table.state is None

    assert distribution(lambda table: peek(table), ["something"])[True] == 1
    assert peek(Script(["something"])) is False


@step
@alone
def add_up(table, dice: int, sum_so_far: int) -> int:
    """Dice added up one by one: what is still to come is left to the same step."""
    if not dice:
        return sum_so_far
    return over_to(table, add_up, dice - 1, sum_so_far + table.roll(total(1), "die"))


def test_a_step_that_leaves_the_rest_to_another_has_the_odds_of_the_whole():
    forget()
    odds = distribution(lambda table: add_up(table, 8, 0))
    assert odds.chances == {value: Fraction(weight, 6**8) for value, weight in total(8).outcomes}
    assert odds.leaves < 8 * 8 * 6 * 6
    assert add_up(Script(None, faces=[1, 2, 3]), 3, 0) == 6


def test_the_rules_that_come_up_in_what_is_left_to_another_step_are_noted():
    @step
    @alone
    def first(table) -> str:
        return over_to(table, second) if table.roll(total(1), "first.die") > 4 else "no"

    @step
    @alone
    def second(table) -> str:
        table.tell("second.told")
        return "yes"

    assert distribution(lambda table: first(table), events=True).events == {
        "first.die": 1,
        "second.told": Fraction(1, 3),
    }


# What is looked up once


LOOKED: list[int] = []


def measured(table):
    """How thick the wall is, looked up before the dice; what is left of it is looked up again after each blow."""

    def look():
        LOOKED.append(table.state.stones)
        return table.state.stones

    thick = table.once(look)
    table.state.stones -= table.roll(at_least(2, 4), "wall.blow")
    return thick, table.once(look)


def test_what_a_rule_looks_up_before_its_first_roll_is_found_out_once_for_all_branches():
    LOOKED.clear()
    found = distribution(measured, Wall())
    assert found.chances == {(3, 3): Fraction(1, 4), (3, 2): Fraction(1, 2), (3, 1): Fraction(1, 4)}
    assert sorted(LOOKED) == [1, 2, 3, 3]


def test_from_another_state_it_is_looked_up_again():
    LOOKED.clear()
    seen = chain([measured, measured], Wall(), lambda wall: wall.stones)
    assert seen.chances[3] == Fraction(1, 16)
    assert sorted(LOOKED) == [-1, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_in_play_it_is_a_plain_call():
    LOOKED.clear()
    assert measured(Script(Wall(), faces=[6, 6])) == (3, 1)
    assert LOOKED == [3, 1]


def test_without_steps_the_odds_are_the_same():
    always = {"wall.again": "yes"}
    by_steps, plainly = (
        distribution(blow, Wall(), policy=lambda asked: always[asked.rule], by_steps=way) for way in (True, False)
    )
    assert by_steps.chances == plainly.chances
    assert plainly.leaves < by_steps.leaves
