"""The desk asks for what it was not told, refuses what changes nothing, and says how exact its odds are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct

from adjudge import desk
from adjudge.engine import Choose, Game, Paper, Procedure, Scene, Table, at_least, total
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import BadInput, DiceMismatch, NoPolicy, OverBudget, Refused
from tests.cli.arena import Arena, Fighter
from tests.cli.arena import game as arena


class Gladiator(Struct, frozen=True, forbid_unknown_fields=True):
    strength: int = 0
    tired: bool = False


class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    striker: Gladiator = Gladiator()
    foes: tuple[Gladiator, ...] = ()
    wild: bool = False


class Blow(Struct, frozen=True):
    hits: int
    stumbles: bool = False


def strike(table: Table[Arena], bout: Bout) -> Blow:
    if bout.striker.tired and bout.wild:
        raise Refused("arena.stance", "the tired strike steadily")
    again = table.ask("red", "arena.dodge", Choose(["stay", "dodge"])) if bout.foes else "stay"
    if bout.wild and table.roll(total(1), "arena.stumble", "red") == 1:
        table.tell("arena.stumble", "{by} stumbles", by="red")
        return Blow(0, stumbles=True)
    hits = table.roll(at_least(1 + bout.striker.strength, 4), "arena.strike", "red")
    return Blow(0 if again == "dodge" else hits)


def in_words(blow: Blow) -> str:
    return "stumbles" if blow.stumbles else f"{blow.hits} hits"


def people(text: str) -> dict[str, dict[str, Any]]:
    if "=" not in text:
        raise BadInput("roster", text, "NAME=STRENGTH lines")
    pairs = (line.partition("=")[::2] for line in text.splitlines())
    return {name: {"strength": int(strength)} for name, strength in pairs}


ROSTER = Paper(
    name="roster",
    title="Roster",
    about="",
    read=people,
    show=lambda thing: Scene("", ()),
    members=lambda thing, kind: thing if kind is Gladiator else {},
    examples=("old-guard",),
    example=lambda name: "Ursus=2",
)
BOUT = Procedure(
    name="bout",
    title="A bout",
    rule="arena.strike",
    params=Bout,
    run=strike,
    situate=lambda bout: Arena(Fighter(3, 6.0), Fighter(3, 14.0), 2),
    seats={"red": "striker"},
)
game: Game[Arena] = replace(arena, procedures=(BOUT,), papers=(ROSTER,), words=in_words)


def described(**data: Any) -> Any:
    return desk.situation(game, "bout", data, desk.examples_of(game))


def test_a_ruling_stops_at_each_roll_and_each_choice_that_it_was_not_told():
    params = described(foes=[{}], wild=True)
    first = desk.rule_on(game, BOUT, params, dice=[])
    assert isinstance(first, desk.Wants)
    assert (first.rule, first.seat, first.throw) == ("arena.dodge", "red", None)
    second = desk.rule_on(game, BOUT, params, dice=[], answers=["stay"])
    assert isinstance(second, desk.Wants)
    assert second.throw == desk.Throw("arena.stumble", "1d6", ("red",), ((6,),))
    third = desk.rule_on(game, BOUT, params, dice=[3], answers=["stay"])
    assert isinstance(third, desk.Wants)
    assert [it.rule for it in third.happenings] == ["arena.stumble"]
    ruling = desk.rule_on(game, BOUT, params, dice=[3, 5], answers=["stay"])
    assert isinstance(ruling, desk.Ruling)
    assert (ruling.outcome, ruling.words, ruling.dice) == (Blow(1), "1 hits", [3, 5])


def test_dice_and_answers_that_nobody_asks_for_are_refused():
    with pytest.raises(DiceMismatch, match="left over: 5"):
        desk.rule_on(game, BOUT, described(), dice=[4, 5])
    with pytest.raises(DiceMismatch, match="answers are left over"):
        desk.rule_on(game, BOUT, described(), dice=[4], answers=["stay"])


def test_dice_of_ours_go_on_where_nobody_throws():
    once, again = (desk.rule_on(game, BOUT, described(), dice=FastDice(7)) for _ in range(2))
    assert once == again


def test_what_the_rules_refuse_the_desk_refuses_with_the_rule():
    params = described(striker={"tired": True}, wild=True)
    with pytest.raises(Refused, match="the tired strike steadily") as refused:
        desk.rule_on(game, BOUT, params, dice=[])
    assert refused.value.rule == "arena.stance"


def test_odds_are_worded_and_carry_their_data():
    found = desk.odds(game, BOUT, described())
    assert [(it.words, it.data, it.p) for it in found.outcomes] == [
        ("0 hits", Blow(0), Fraction(1, 2)),
        ("1 hits", Blow(1), Fraction(1, 2)),
    ]
    assert found.exact


def test_without_a_policy_odds_that_depend_on_a_choice_are_refused_and_the_games_own_policy_decides_it():
    params = described(foes=[{}])
    with pytest.raises(NoPolicy, match=r"arena\.dodge"):
        desk.odds(game, BOUT, params)
    careful = replace(game, policy=lambda asked: "dodge")
    found = desk.odds(careful, BOUT, params)
    assert [it.words for it in found.outcomes] == ["0 hits"]
    assert found.asked == ("arena.dodge",)
    stays = desk.odds(careful, BOUT, params, desk.Choices({"arena.dodge": "stay"}))
    assert len(stays.outcomes) == 2


def test_a_policy_for_a_rule_that_never_asks_is_refused_with_the_rules_that_do():
    choices = desk.Choices({"arena.dodge": "stay", "arena.stance": "wild"})
    with pytest.raises(BadInput, match=r"'arena\.stance' doesn't fit; use a rule that asks .*: arena\.dodge"):
        desk.odds(game, BOUT, described(foes=[{}]), choices)
    with pytest.raises(BadInput, match="nobody is asked"):
        desk.estimated(game, BOUT, described(), desk.Choices({"arena.dodge": "stay"}))


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        (desk.Choices({"arena.doge": "stay"}), r"did you mean arena\.dodge"),
        (desk.Choices({}, "clever"), "uniform, or a bot: brave, random"),
    ],
)
def test_a_policy_that_nobody_knows_is_refused(choices: desk.Choices, sentence: str):
    for ask in (desk.odds, desk.estimated):
        with pytest.raises(BadInput, match=sentence):
            ask(game, BOUT, described(), choices)
    with pytest.raises(BadInput, match=sentence):
        desk.rule_on(game, BOUT, described(), dice=[4], choices=choices)


def test_odds_are_estimated_where_the_bot_draws_lots_and_past_the_budget_if_that_is_wanted():
    params = described(foes=[{}])
    assert not desk.odds(game, BOUT, params, desk.Choices({}, "random"), samples=50).exact
    assert desk.odds(game, BOUT, params, desk.Choices({}, "brave")).exact
    with pytest.raises(OverBudget):
        desk.odds(game, BOUT, described(), budget=1)
    past = desk.odds(game, BOUT, described(), budget=1, past_budget=True, samples=50)
    assert (past.exact, past.samples) == (False, 50)


def test_the_dice_to_have_ready_are_told_in_their_order_and_those_that_may_follow():
    sure, perhaps = desk.throws(game, BOUT, described())
    assert ([it.rule for it in sure], perhaps) == (["arena.strike"], [])
    sure, perhaps = desk.throws(game, BOUT, described(wild=True, foes=[{}]))
    assert [it.rule for it in sure] == ["arena.stumble"]
    assert [it.rule for it in perhaps] == ["arena.strike"]


# ---------------------------------------------------------------------- figures of a paper


def test_a_figure_of_a_paper_fills_a_group_and_more_may_be_said_of_it():
    assert described(striker="old-guard:Ursus").striker == Gladiator(2)
    assert described(striker="old-guard:ursus").striker == Gladiator(2)
    assert described(striker={"like": "old-guard:Ursus", "tired": True}).striker == Gladiator(2, tired=True)
    assert described(striker={"like": "old-guard:Ursus", "strength": 1}).striker == Gladiator(1)
    assert described(foes=["old-guard:Ursus", {}]).foes == (Gladiator(2), Gladiator())


def test_a_paper_may_be_handed_in():
    params = desk.situation(game, "bout", {"striker": "mine.txt:Ann"}, {"mine.txt": "Ann=1"}.get)
    assert params.striker == Gladiator(1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("old-guard:Urs", "striker: 'old-guard:Urs' doesn't fit; use somebody on old-guard: Ursus"),
        ("young-guard:Ursus", "use PAPER:NAME, where PAPER is a file .roster. or an example: old-guard"),
        ("Ursus", "use PAPER:NAME"),
    ],
)
def test_a_figure_that_is_on_no_paper_is_refused(given: str, sentence: str):
    with pytest.raises(BadInput, match=sentence):
        described(striker=given)


def test_a_figure_that_cannot_be_put_there_is_refused():
    with pytest.raises(BadInput, match=r"like: 'old-guard:Ursus' doesn't fit; .* nobody on old-guard can be put here"):
        described(like="old-guard:Ursus")


def test_a_paper_that_cannot_be_read_says_why():
    with pytest.raises(BadInput, match="NAME=STRENGTH lines"):
        desk.situation(game, "bout", {"striker": "mine.txt:Ann"}, {"mine.txt": "nonsense"}.get)


def test_a_game_without_figures_on_paper_says_so():
    bare = replace(game, papers=())
    with pytest.raises(BadInput, match="no paper of arena holds figures"):
        desk.situation(bare, "bout", {"striker": "old-guard:Ursus"})


def test_more_said_of_a_figure_does_not_do_away_with_it():
    assert desk.laid_over({"a": "p:x"}, {"a": {"tired": True}}) == {"a": {"like": "p:x", "tired": True}}
    assert desk.laid_over({"a": {"tired": True}}, {"a": "p:x"}) == {"a": {"like": "p:x", "tired": True}}
    assert desk.laid_over({"a": {"b": 1}}, {"a": {"c": 2}}) == {"a": {"b": 1, "c": 2}}
    assert desk.laid_over({"a": "plain"}, {"a": "other"}) == {"a": "other"}


# ---------------------------------------------------------------------- names


def test_names_of_groups_and_fields_are_understood_in_any_clear_spelling():
    assert described(Striker={"STRENGTH": 2}).striker == Gladiator(2)
    with pytest.raises(BadInput, match=r"striker\.strenth.*did you mean strength"):
        described(striker={"strenth": 2})
    with pytest.raises(BadInput, match="strength only once"):
        described(striker={"strength": 2, "Strength": 1})
