"""The desk: rulings and odds for what a table wants to know."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

import pytest

from adjudge.engine import BadInput, Script
from adjudge.engine.inputs import convert
from adjudge.games.mdrg import game
from adjudge.odds import of_procedure


def odds(name, **params):
    return of_procedure(game, name, params).chances


def resolve(name, faces, **params):
    procedure = game.procedure(name)
    situation = convert(procedure.params, params, name)
    table = Script(procedure.situate(situation), faces=faces)
    outcome = procedure.run(table, situation)
    table.finish()
    return outcome


@pytest.mark.parametrize("name", [procedure.name for procedure in game.procedures])
def test_every_procedure_has_exact_odds_in_its_plain_case_and_in_a_blink(name):
    odds(name)
    start = perf_counter()
    found = of_procedure(game, name, {})
    spent = perf_counter() - start
    assert sum(found.chances.values()) == 1
    assert spent < 0.5  # twenty milliseconds on a quiet machine; several targets in one attack take longer


@pytest.mark.rules("activation.success-per-die", "activation.two-failures-pass-turn")
def test_the_odds_of_an_activation():
    """ex.activation-probability-q3."""
    found = odds("activation", model={"quality": 3}, dice=3)
    assert sum(p for outcome, p in found.items() if "lost" in outcome) == Fraction(7, 27)


@pytest.mark.rules("hth.simultaneous", "hth.mod-outnumbered")
def test_the_desk_knows_the_odds_of_a_fight():
    """ex.hth-distribution-4v3; and with two more enemies at the defender's sides."""
    found = odds("hand-to-hand", attacker={"combat": 4})
    assert (found["recoils"], found["falls"], found["kill"]) == (Fraction(8, 36), Fraction(9, 36), Fraction(4, 36))
    pressed = odds("hand-to-hand", attacker={"combat": 4}, defender={"combat": 5}, pressing_defender=2)
    assert pressed["kill"] == found["kill"]
    assert resolve("hand-to-hand", [2, 1], attacker={"combat": 4}, defender={"combat": 2}) == "kill"


@pytest.mark.rules("ranged.resolution", "malfunction.die")
def test_the_desk_knows_the_odds_of_a_shot_and_of_its_weapon():
    """ex.ranged-laser-distribution."""
    found = odds("shot", weapon="laser-gun", distance=150)
    assert sum(p for outcome, p in found.items() if outcome.startswith("falls")) == Fraction(11, 36)
    assert sum(p for outcome, p in found.items() if "break" in outcome) == Fraction(1, 12)
    assert (
        resolve("shot", [4, 2, 4], shooter={"combat": 2}, weapon="assault-rifle", target={"traits": ["huge"]})
        == "falls"
    )
    covered = odds("shot", weapon="bow", cover=True)
    assert covered["kill"] < odds("shot", weapon="bow")["kill"]
    with pytest.raises(BadInput):
        odds("shot", weapon="blunderbuss")


@pytest.mark.rules("door.bash-modifiers", "climb.roll", "fall.damage-roll", "morale.roll", "wretched.infection-roll")
def test_the_desk_knows_doors_walls_drops_and_nerves():
    assert odds("door", door="steel") == {"holds": 1}
    assert odds("door", bashers=[{"traits": ["big"]}], door="heavy")["smashed"] == Fraction(1, 3)
    assert resolve("climb", [5, 6, 4], model={"type": "human", "gear": ["heavy-armor"]}) == "climbs one category less"
    assert resolve("fall", [4, 5]) == "fallen, two actions to rise"
    assert odds("morale")["runs away"] == Fraction(1, 8)
    assert odds("infection", model={"type": "human", "quality": 3})["infected"] == Fraction(19, 27)


@pytest.mark.rules(
    "fall.damage-roll", "ability.clinging-falls", "wretched.infection-roll", "equipment.nbc-suit", "android.immunities"
)
@pytest.mark.parametrize(
    ("name", "params", "outcome"),
    [
        ("fall", {"height": 19}, "no fall"),
        ("fall", {"model": {"traits": ["clinging"]}}, "fallen, unhurt"),
        ("infection", {"model": {"type": "robot"}}, "cannot catch it"),
        ("infection", {"model": {"type": "plant"}}, "cannot catch it"),
        ("infection", {"model": {"type": "human", "gear": ["nbc-suit"]}}, "cannot catch it"),
        ("radiation", {"model": {"type": "android"}}, "unharmed"),
        ("poison", {"model": {"type": "robot"}}, "unharmed"),
        ("poison", {"model": {"type": "plant"}}, "unharmed"),
    ],
)
def test_the_desk_rolls_for_nobody_whom_a_harm_does_not_touch(name, params, outcome):
    assert odds(name, **params) == {outcome: 1}


@pytest.mark.rules("multishot.targets", "hth.mod-pistol", "ability.telekinetic-test", "equipment.death-ray-cell")
@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("multiple-shots", {"weapon": "bow"}),
        ("multiple-shots", {"weapon": "death-ray-gun"}),
        ("hand-to-hand", {"gun": "assault-rifle"}),
        ("telekinesis", {"distance": 121}),
    ],
)
def test_the_desk_refuses_what_the_rules_do_not_allow(name, params):
    with pytest.raises(BadInput):
        odds(name, **params)


@pytest.mark.rules("multishot.targets", "ability.energy-projection-burnout")
def test_a_projection_that_burns_out_ends_the_shots_at_several_targets():
    assert resolve("multiple-shots", [1, 6], weapon="projected-light") == "nothing / weapon: burnt out"


@pytest.mark.rules("concentrated.single-roll", "multishot.targets", "grenade.own-combat", "freehack.resolution")
def test_the_desk_knows_volleys_concentrated_fire_grenades_and_free_hacks():
    three = odds("concentrated-fire", shooters=[{}] * 3, target={"combat": 4})
    assert sum(p for outcome, p in three.items() if "kill" in outcome) > Fraction(1, 4)
    assert resolve("multiple-shots", [6, 2, 1, 5, 2, 6]) == "kill / nothing"
    assert resolve("multiple-shots", [3, 3, 6]) == "nothing / weapon: jam"
    assert resolve("grenade", [5, 3]) == "thrown"
    assert resolve("free-hack", [1, 6], attacker={"combat": 4}, defender={"combat": 2}) == "gets away"


@pytest.mark.rules(
    "ability.telepathy-attack",
    "ability.telekinetic-test",
    "equipment.needler-poison",
    "drug.effectiveness",
    "malfunction.unjam",
)
def test_the_desk_knows_minds_poisons_drugs_and_jams():
    assert resolve("telepathy", [6, 2], target={"type": "human", "combat": 2}) == "passes out"
    assert odds("telepathy", target={"type": "robot"}) == {"nothing": 1}
    assert resolve("telekinesis", [2], target={"traits": ["huge"]}) == "resisted"
    assert resolve("poison", [3, 2, 6]) == "passes out"
    assert odds("radiation", model={"type": "human", "quality": 3, "traits": ["hero"]})[
        "Quality worse for good"
    ] == Fraction(1, 9)
    assert odds("dose", model={"type": "animal"})["works"] == Fraction(1, 3)
    assert odds("unjam", model={"traits": ["gunsmith"], "gear": ["pistol"]})["works"] == Fraction(5, 6)
    assert odds("table", table="mental-mutations")["telepathy"] == Fraction(1, 6)


@pytest.mark.rules(
    "campaign.artifact-roll",
    "campaign.artifact-failure",
    "campaign.artifact-goes-off",
    "campaign.artifact-unknown",
    "campaign.artifact-success",
    "campaign.artifact-empty-weapon",
)
def test_an_artifact_is_ruined_left_alone_or_understood():
    """ex.sp-artifact-animal, ex.sp-artifact-goes-off."""
    rat = {"type": "animal", "traits": ["humanoid"]}
    assert resolve("artifact", [6, 4], model=rat) == "not understood"
    assert resolve("artifact", [2, 2, 1, 5, 3]) == "ruined, and goes off: recoils"
    assert resolve("artifact", [2, 2, 2]) == "ruined"
    assert resolve("artifact", [2, 2], item="stimulant") == "ruined"
    assert resolve("artifact", [5, 4, 4]) == "understood, with an Energy Cell"
    assert resolve("artifact", [5, 4, 3]) == "understood, without an Energy Cell"
    assert resolve("artifact", [5, 4], item="frenzy-drug") == "understood, ready for use"
    assert resolve("artifact", [5, 4], item="nbc-suit") == "understood, to be worn in the next game"
    with pytest.raises(BadInput):
        odds("artifact", item="bicycle")


@pytest.mark.rules("campaign.artifact-goes-off", "grenade.sonic")
def test_a_mishandled_grenade_goes_off_in_the_hand_of_its_finder():
    """sp-artifact-goes-off: a grenade's own Combat; those that are resisted by Quality; what the target is made of."""
    assert resolve("artifact", [1, 1, 1, 4, 3], item="fragmentation-grenade") == "ruined, and goes off: thrown"
    assert resolve("artifact", [1, 1, 1, 3], item="sonic-grenade") == "ruined, and goes off: transfix"
    assert resolve("artifact", [1, 1, 1, 4], item="sonic-grenade") == "ruined, and goes off: nothing"
    assert resolve("artifact", [1, 1, 1, 5, 3], item="death-ray-gun") == "ruined, and goes off: kill"
    machine = {"type": "robot", "combat": 4}
    assert resolve("artifact", [1, 1, 1, 6, 1], item="needler", model=machine) == "ruined, and goes off: nothing"


@pytest.mark.rules(
    "human.artifacts",
    "animal.artifacts",
    "plant.artifacts",
    "robot.artifacts",
    "robot.feature-superior-software",
    "ability.psychometry",
    "ability.superior-touch",
)
@pytest.mark.parametrize(
    ("type", "traits", "modifier"),
    [
        ("mutant", [], 0),
        ("human", [], 2),
        ("animal", ["humanoid"], -2),
        ("plant", ["humanoid"], -2),
        ("robot", [], 0),
        ("robot", ["superior-software"], 2),
        ("mutant", ["psychometry", "superior-touch"], 4),
        ("plant", ["humanoid", "psychometry"], 0),
    ],
)
def test_types_and_special_rules_help_or_hinder_with_artifacts_and_all_of_it_adds_up(type, traits, modifier):
    found = odds("artifact", model={"type": type, "traits": traits}, item="stimulant")
    enough = sum(one + two + modifier >= 9 for one in range(1, 7) for two in range(1, 7))
    assert found["understood, ready for use"] == Fraction(enough, 36)


@pytest.mark.rules("campaign.artifact-no-roll")
def test_what_one_has_already_and_what_is_primitive_need_no_roll():
    assert odds("artifact", model={"gear": ["laser-gun"]}) == {"understood, ready for use": 1}
    assert odds("artifact", item="bow") == {"understood, ready for use": 1}
