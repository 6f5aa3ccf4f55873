"""The desk plays on a small table: it rules as play does, and refuses what play refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudge import desk
from adjudge.engine.errors import AdjudgeError, Refused
from adjudge.games.regiment import game
from adjudge.games.regiment.procedures import Struck
from adjudge.odds.forecasts import of_procedure


def rule(name: str, *dice: int, answers: tuple[Any, ...] = (), **inputs: Any) -> Any:
    params = desk.situation(game, name, inputs, desk.examples_of(game))
    found = desk.rule_on(game, game.procedure(name), params, dice=dice, answers=answers)
    assert isinstance(found, desk.Ruling)
    return found


def words(name: str, *dice: int, answers: tuple[Any, ...] = (), **inputs: Any) -> str:
    return str(rule(name, *dice, answers=answers, **inputs).words)


def odds(name: str, **inputs: Any) -> Any:
    return of_procedure(game, name, desk.situation(game, name, inputs, desk.examples_of(game)), policy=game.policy)


def test_an_attack_with_every_factor():
    told = rule(
        "attack", 6, 2, weapon="lmg", band="close", shooter={"hands": 2, "concealed": True}, target={"tough": 1}
    )
    assert told.outcome == Struck(0, 0, 0, "not critical")
    assert any("LMG 3d, close range -1d" in getattr(it, "text", "") for it in told.happenings)


def test_the_odds_of_becoming_critical():
    found = odds("attack")
    assert found.chance(lambda it: it.fate == "critical") == Fraction(1, 8)


def test_a_team_at_the_desk():
    assert words("attack", target={"team": 5}) == "3 damage: 4 able, 0 down, 1 out"


@pytest.mark.parametrize(
    ("name", "inputs", "rule_id"),
    [
        ("attack", {"weapon": "combat-knife", "band": "far"}, "ruling.melee-reach"),
        ("attack", {"weapon": "automatic-rifle", "boost": "volume", "target": {"team": 1}}, "tag.autofire"),
        ("attack", {"weapon": "battle-rifle", "splash": True}, "tag.messy"),
        ("attack", {"weapon": "frag-grenade", "band": "close", "shooter": {"gear": 0}}, "core.spend"),
        ("attack-vehicle", {"weapon": "lmg"}, "vehicle.small-arms-immune"),
        ("assault", {"gear": 0}, "ruling.no-gear-no-assault"),
        ("medic", {"patient": "oneself"}, "ruling.medic-self"),
        ("roll", {"move": "push", "intel": True}, "track.intel"),
        ("hit-the-deck", {"cover": 0}, "hit-the-deck.roll"),
        ("covering-fire", {"gear": 0}, "ruling.no-gear-no-assault"),
        ("covering-fire", {"weapon": "combat-knife"}, "ruling.melee-reach"),
        ("will", {"team": 2, "grit": 1}, "npc.strength"),
        ("help", {"steps": 0}, "help.trouble"),
    ],
)
def test_what_play_refuses_the_desk_refuses_with_the_rule(name, inputs, rule_id):
    with pytest.raises(Refused) as refused:
        rule(name, *[1] * 20, **inputs)
    assert refused.value.rule == rule_id


def test_names_are_understood_in_any_clear_spelling():
    assert words("attack", 4, 4, 4, weapon="Battle Rifle", band="NEAR") == "3 wounds: critical"
    with pytest.raises(AdjudgeError, match="battle-rifle"):
        rule("attack", weapon="battel rifle")


def test_an_attack_on_a_vehicle():
    answers = ("burning", "stuck", "leaking")
    told = words("attack-vehicle", 5, 5, 4, 5, 6, 6, 2, answers=answers, vehicle="armored-car", facing="front")
    assert told == "strong hit: 2 major, 1 minor; in action"


def test_a_roll_with_a_helper_is_the_books_example():
    found = odds("roll", helpers=[{}])
    assert (found["strong"], found["weak"], found["miss"]) == (
        Fraction(25, 108),
        Fraction(187, 432),
        Fraction(145, 432),
    )


def test_which_box_do_i_erase():
    assert words("healing", how="recover", left=0, right=2) == "wounds ..xx.., stress ......: not critical"
    assert words("healing", how="heal", left=0, right=2) == "wounds ..x..., stress ......: not critical"
    assert words("harm", wounds_right=2) == "wounds x.xx.., stress x.....: critical"


def test_a_treatment_tells_the_patients_sheet_and_the_gear():
    told = words("medic", 3, 3, answers=("yes",), left=2, right=2, gear=2)
    assert told == "weak hit: wounds x.xx.., stress ......: not critical; 1 gear left"


def test_the_other_moves():
    assert words("rally", 5, 5, leadership=1) == "hold 3"
    assert words("unit-maneuver", 3, 6, dice=2, volume="incidental") == "1 stress, 1 wound"
    assert words("petition", 3, 3, smokes=3, leadership=-1, answers=("owe",)) == "weak hit"
    assert words("scrounge", 4, 3, kind="ammo", battle=2, lucky=-1, eye_for_supply=True, answers=("jackpot",)) == (
        "weak hit: 6 gear"
    )


@pytest.mark.parametrize(
    ("name", "dice", "answers", "inputs", "said"),
    [
        ("hit-the-deck", (4, 4), (), {"cover": 2}, "weak hit: cover 2, pinned (2 steps)"),
        ("hit-the-deck", (6, 6), (), {"concealment": True}, "strong hit: cover 1, concealed, suppressed"),
        ("hit-the-deck", (1, 1), (), {"steps": 1}, "miss: cover 0, suppressed"),
        ("covering-fire", (3, 4, 6, 6), ("suppressed",), {}, "weak hit: 2 damage, suppressed"),
        ("maneuver", (5, 5), ("no",), {}, "strong hit: there, nothing"),
        ("maneuver", (4, 4, 1, 1, 6), (("them",),), {"grit": 1}, "weak hit: there, 1 stress, 1 wound"),
        ("engage", (6, 3), ("cohesion", "advantage"), {"kind": "ambush", "ranger": True},
         "strong hit: cohesion, advantage"),
        ("push", (5, 4), ("stress",), {"terror": True}, "weak hit: 1 stress"),
        ("push", (5, 5), (), {"battle": 1, "fight_back": True, "guts": -1}, "strong hit"),
        ("will", (5, 5), ("suffer",), {"grit": 1}, "strong hit: 1 stress"),
        ("will", (4, 4), ("suffer",), {"team": 3}, "weak hit: 1 damage"),
        ("will", (4, 4), ("obey",), {}, "weak hit"),
        ("npc-action", (4, 4, 6, 6, 1), (), {}, "weak hit: 4 able, 1 down, 0 out, morale or materiel lost"),
        ("help", (3, 3), (), {"steps": 2},
         "weak hit: wounds ......, stress ......: not critical; suppressed; 6 gear left"),
        ("help", (3, 3), ("wound",), {"left": 1, "rulings": {"help_trouble_weak": "exposed"}},
         "weak hit: wounds ......, stress ......: not critical; suppressed; 5 gear left, exposed"),
    ],
)  # fmt: skip
def test_each_move_has_a_procedure_of_its_own(name, dice, answers, inputs, said):
    assert words(name, *dice, answers=answers, **inputs) == said


@pytest.mark.rules("push.suppress-penalty", "push.terror-penalty")
def test_the_odds_of_pushing_through_count_what_is_pushed_against():
    assert odds("push", suppress=True, terror=True).chance(lambda it: it.tier != "miss") == Fraction(1, 6)
    assert odds("push").chance(lambda it: it.tier != "miss") == Fraction(7, 12)
