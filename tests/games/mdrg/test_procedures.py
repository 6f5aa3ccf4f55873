"""The desk: rulings and odds for what a table wants to know."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudge.engine import BadInput, Refused, Script
from adjudge.engine.inputs import convert
from adjudge.games.mdrg import game
from adjudge.odds import of_procedure


def odds(name, **params):
    return of_procedure(game, name, params).map(game.words).chances


def resolve(name, faces, **params):
    procedure = game.procedure(name)
    situation = convert(procedure.params, params, name)
    table = Script(procedure.situate(situation), faces=faces)
    outcome = procedure.run(table, situation)
    table.finish()
    return game.words(outcome)


@pytest.mark.parametrize("name", [procedure.name for procedure in game.procedures])
def test_every_procedure_has_exact_odds_in_its_plain_case(name):
    assert sum(of_procedure(game, name, {}).chances.values()) == 1


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
    assert odds("door", bashers=[{"traits": ["big"]}], door="heavy")["gives way"] == Fraction(1, 3)
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
        ("poison", {"model": {"type": "robot"}}, "nothing"),
        ("poison", {"model": {"type": "plant"}}, "nothing"),
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
        ("shot", {"weapon": "plasma-grenade"}),
        ("shot", {"weapon": "herbicide"}),
    ],
)
def test_the_desk_refuses_what_the_rules_do_not_allow(name, params):
    with pytest.raises(BadInput):
        odds(name, **params)


# What play refuses, the desk refuses


HERO = {"traits": ["hero"]}
HELD, DOWN = {"transfixed": True}, {"fallen": True}


@pytest.mark.rules(
    "ranged.range-bands",
    "engaged.shooter",
    "transfixed.effects",
    "freehack.who-cannot",
    "ruling.fallen-cannot-move",
    "ability.mind-block",
    "ability.telepathy-attack",
    "animal.no-equipment",
    "psi.immune-types",
    "psi.no-target-restrictions",
    "door.bash-ram",
    "ruling.changing-weapons",
    "multishot.targets",
    "ruling.group-members",
    "ability.telekinetic-disarm",
    "ability.entangle",
    "ability.healing-targets",
    "climb.coilers",
)
@pytest.mark.parametrize(
    ("name", "params", "rule"),
    [
        ("shot", {"weapon": "laser-gun", "distance": 541}, "ranged.range-bands"),
        ("shot", {"weapon": "laser-gun", "distance": 361, "scale": "15mm"}, "ranged.range-bands"),
        ("shot", {"distance": 0}, "engaged.shooter"),
        ("shot", {"shooter": HELD}, "transfixed.effects"),
        ("shot", {"weapon": "quills"}, "ruling.changing-weapons"),
        ("shot", {"weapon": "bow", "later": True}, "multishot.targets"),
        ("shot", {"later": True, "aimed": True}, "multishot.targets"),
        ("shot", {"shooter": {"type": "animal"}}, "animal.no-equipment"),
        ("hand-to-hand", {"attacker": HELD}, "transfixed.effects"),
        ("free-hack", {"hackers": [DOWN]}, "freehack.who-cannot"),
        ("free-hack", {"hackers": [HELD, DOWN]}, "freehack.who-cannot"),
        ("free-hack", {"leaver": HELD}, "transfixed.effects"),
        ("free-hack", {"leaver": DOWN}, "ruling.fallen-cannot-move"),
        ("telepathy", {"target": {"traits": ["mind-block"]}}, "ability.mind-block"),
        ("telepathy", {"shooter": {"traits": ["telepathy", "mind-block"]}}, "ability.mind-block"),
        ("telepathy", {"shooter": {}}, "ability.telepathy-attack"),
        ("telepathy", {"target": {"type": "robot"}}, "psi.immune-types"),
        ("telepathy", {"target": {"type": "plant"}}, "psi.immune-types"),
        ("telepathy", {"distance": 181}, "psi.no-target-restrictions"),
        ("scream", {"enemies": [{"type": "robot"}]}, "psi.immune-types"),
        ("push", {"distance": 121}, "psi.no-target-restrictions"),
        ("disarm", {"target": {}}, "ability.telekinetic-disarm"),
        ("entangle", {"distance": 76}, "ability.entangle"),
        ("healing", {"type": "robot"}, "ability.healing-targets"),
        ("door", {"ram": True}, "door.bash-ram"),
        ("door-shot", {"weapon": "shotgun", "distance": 361}, "ranged.range-bands"),
        ("concentrated-fire", {"shooters": [{"distance": 20}, {"distance": 540}]}, "ruling.group-members"),
        ("concentrated-fire", {"shooters": [{}, HELD]}, "transfixed.effects"),
    ],
)
def test_what_play_refuses_the_desk_refuses_with_the_rule(name, params, rule):
    with pytest.raises(Refused) as refused:
        odds(name, **params)
    assert refused.value.rule == rule
    assert rule in game.rule_ids


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("hand-to-hand", {"attacker": {"traits": ["savgae"]}}),
        ("hand-to-hand", {"attacker": {"effects": ["drunk"]}}),
        ("shot", {"target": {"gear": ["frob"]}}),
        ("climb", {"surface": "water"}),
    ],
)
def test_unknown_names_are_refused(name, params):
    with pytest.raises(BadInput):
        odds(name, **params)


@pytest.mark.rules("ability.savage")
def test_a_name_is_understood_in_any_spelling_that_is_clear():
    savage = odds("hand-to-hand", attacker={"traits": ["savage"]})
    assert odds("hand-to-hand", attacker={"traits": ["Savage"]}) == savage
    assert savage["gruesome kill"] == odds("hand-to-hand")["kill"]
    assert odds("shot", weapon="Laser Gun") == odds("shot", weapon="laser-gun")


# What play knows, the desk knows


@pytest.mark.rules("ability.hero-reroll")
def test_a_hero_at_the_desk_rolls_again_as_the_warlord_does():
    assert odds("hand-to-hand", attacker=HERO)["falls"] == Fraction(23, 72)


@pytest.mark.rules("transfixed.morale", "morale.helpless-killed", "morale.fallen-alone", "disengage.morale")
def test_a_morale_check_goes_by_the_state_and_the_company_of_the_model():
    assert odds("morale") == {
        "stands": Fraction(1, 8),
        "1 fleeing move": Fraction(3, 8),
        "2 fleeing moves": Fraction(3, 8),
        "runs away": Fraction(1, 8),
    }
    assert odds("morale", model=HELD) == {"stands": Fraction(1, 8), "kill": Fraction(7, 8)}
    assert odds("morale", model=DOWN)["0 fleeing moves, gets up first"] == Fraction(3, 8)
    assert odds("morale", model=DOWN, enemies=[{}])["kill"] == Fraction(7, 8)
    pressed = odds("morale", enemies=[{}])
    assert pressed["kill, by a Free Hack"] == Fraction(7, 8) * Fraction(15, 36)
    assert odds("morale", enemies=[DOWN]) == odds("morale")


@pytest.mark.rules("ability.leader-bonus", "faq.leader-bonus-mutations")
@pytest.mark.parametrize("name", ["activation", "morale", "climb", "unjam", "healing"])
def test_a_leader_in_sight_helps(name):
    alone, led = odds(name), odds(name, leader=True)
    assert alone != led


@pytest.mark.rules("equipment.power-armor-shutdown")
def test_two_ones_shut_power_armor_down():
    suit = {"type": "human", "gear": ["power-armor"]}
    found = odds("activation", model=suit, dice=2)
    assert found["0 actions, turn lost, the armor shuts down"] == Fraction(1, 36)


@pytest.mark.rules("freehack.immunity", "several-free-hacks", "freehack.resolution")
def test_free_hacks_at_the_desk_are_those_of_play():
    assert odds("free-hack", leaver={"traits": ["free-disengage"]}) == {"gets away": 1}
    one, three = odds("free-hack"), odds("free-hack", hackers=[{}, {}, {}])
    assert three["gets away"] < one["gets away"]
    fallen_among_them = odds("free-hack", hackers=[{}, HELD])
    assert fallen_among_them["gets away"] == one["gets away"]  # helpless ones neither hack nor press


@pytest.mark.rules("hth.mod-pistol", "firearm-in-hth-malfunction")
def test_a_gun_that_is_no_more_than_a_club_does_not_wear():
    armed = {"gear": ["pistol"]}
    assert not any("weapon" in outcome for outcome in odds("hand-to-hand", attacker=armed))
    fired = odds("hand-to-hand", gun="pistol")
    assert sum(p for outcome, p in fired.items() if "weapon" in outcome) == Fraction(1, 6)
    assert not any("empty" in outcome for outcome in fired)


@pytest.mark.rules("equipment.death-ray-cell")
def test_a_death_ray_gun_is_empty_after_every_shot():
    found = odds("shot", weapon="death-ray-gun")
    assert all("weapon is empty" in outcome for outcome in found)


@pytest.mark.rules("ranged.range-bands", "basing.defaults-28mm", "size.ranged")
@pytest.mark.parametrize("traits", [[], ["big"], ["huge"]])
@pytest.mark.parametrize(("distance", "penalty"), [(75, 0), (75.5, 1), (150, 1), (151, 2)])
def test_distance_is_measured_from_base_to_base_whatever_their_size(traits, distance, penalty):
    """A javelin reaches Short; primitive penalties count double."""
    target = {"traits": traits, "combat": 4}
    found = odds("shot", weapon="javelin", distance=distance, target=target, shooter={"combat": 6})
    assert found == odds("shot", weapon="javelin", distance=10, target=target, shooter={"combat": 6 - 2 * penalty})


@pytest.mark.rules("concentrated.modifiers", "ranged.range-bands", "cover.modifier")
def test_concentrated_fire_knows_each_shooter_s_distance_and_cover():
    exact = odds("concentrated-fire", shooters=[{"distance": 180}, {"distance": 180}])
    assert exact == odds("concentrated-fire")
    assert odds("concentrated-fire", shooters=[{}, {"distance": 181}]) != exact
    assert odds("concentrated-fire", shooters=[{}, {"cover": True}]) != exact


@pytest.mark.rules("cover.modifier")
@pytest.mark.parametrize("traits", [[], ["big"], ["huge"]])
@pytest.mark.parametrize("distance", [2, 10, 100, 400])
def test_cover_is_scenery_that_hides_a_target_of_any_size_at_any_distance(traits, distance):
    target = {"traits": traits}
    shot = {"weapon": "laser-gun", "distance": distance, "target": target}
    assert odds("shot", **shot, cover=True) == odds("shot", **shot, shooter={"combat": 2})


@pytest.mark.rules("sticks.three-sticks")
def test_at_the_15_mm_scale_the_sticks_are_shorter():
    assert odds("shot", weapon="laser-gun", distance=150) != odds(
        "shot", weapon="laser-gun", distance=150, scale="15mm"
    )
    assert odds("fall", height=60)["kill"] == Fraction(1, 2)
    assert odds("fall", height=60, scale="15mm")["kill"] == Fraction(3, 4)


@pytest.mark.rules("door.blocked-by-enemy", "door.blocked-result", "door.shoot", "door.bash-ram")
def test_doors_are_held_shot_at_and_rammed():
    held = odds("door", holder={})
    assert held["holds"] > odds("door")["holds"]
    assert "gives way, the holder falls" in held
    assert odds("door", bashers=[{}, {}], ram=True)["gives way"] == Fraction(2, 3)
    assert odds("door", bashers=[{}, {}])["gives way"] == Fraction(1, 2)
    shot = odds("door-shot", weapon="shotgun", distance=100)
    assert sum(p for outcome, p in shot.items() if outcome.startswith("gives way")) == Fraction(2, 3)


@pytest.mark.rules(
    "ability.telekinetic-push",
    "ability.telekinetic-disarm-mishaps",
    "ability.quills-contact",
    "ability.telepathic-scream",
    "drug.genetic-booster",
    "ability.healing-backlash",
)
def test_screams_pushes_quills_boosters_and_healing():
    assert odds("push") == {
        "resisted": Fraction(1, 2),
        "pushed": Fraction(1, 4),
        "pushed, falls": Fraction(1, 4),
    }
    assert odds("disarm")["disarmed"] == Fraction(1, 2)
    assert odds("disarm", water=True)["disarmed, the weapon breaks"] == Fraction(1, 4)
    grenadier = {"gear": ["plasma-grenade"]}
    assert odds("disarm", target=grenadier)["disarmed, it goes off"] == Fraction(1, 12)
    assert odds("quills", model={"combat": 0})["nothing"] == Fraction(15, 36)
    assert odds("scream", enemies=[{}, {}], friends=[{}])["nothing"] < 1
    assert odds("dose", drug="genetic-booster") == {
        "nothing": Fraction(1, 3),
        "works": Fraction(1, 3),
        "a physical Mutation": Fraction(2, 9),
        "a mental Mutation": Fraction(1, 9),
    }
    assert odds("entangle", actions=3)["nothing"] == Fraction(1, 8)
    assert odds("healing")["1 cured"] == Fraction(1, 2)


# The ruling tells what decided


@pytest.mark.rules("fallen.doubled-gruesome", "hth.mod-helpless-foe")
def test_a_ruling_tells_every_modifier_with_its_rule_and_the_rule_that_decided():
    procedure = game.procedure("hand-to-hand")
    situation = convert(procedure.params, {"attacker": {"combat": 4}, "defender": DOWN}, "hand-to-hand")
    table = Script(procedure.situate(situation), faces=[6, 3])
    assert game.words(procedure.run(table, situation)) == "gruesome kill"
    score, decided = table.events[-2:]
    assert score.text == "the attacker: 4 +2 helpless foe against the defender's 3"
    assert score.facts["modifiers"] == [["hth.mod-helpless-foe", 2, "helpless foe"]]
    assert (decided.rule, decided.text) == (
        "fallen.doubled-gruesome",
        "the defender is doubled while Fallen, which is a gruesome kill",
    )


@pytest.mark.rules("multishot.targets", "ability.energy-projection-burnout")
def test_a_projection_that_burns_out_ends_the_shots_at_several_targets():
    shooter = {"traits": ["energy-projection (light)"]}
    assert resolve("multiple-shots", [1, 6], weapon="projected-light", shooter=shooter) == "nothing; power is burnt out"
    with pytest.raises(Refused, match="no Light Projection"):
        odds("multiple-shots", weapon="projected-light")


@pytest.mark.rules("concentrated.single-roll", "multishot.targets", "grenade.own-combat", "freehack.resolution")
def test_the_desk_knows_volleys_concentrated_fire_grenades_and_free_hacks():
    three = odds("concentrated-fire", shooters=[{}] * 3, target={"combat": 4})
    assert sum(p for outcome, p in three.items() if "kill" in outcome) > Fraction(1, 4)
    assert resolve("multiple-shots", [6, 2, 1, 5, 2, 6]) == "kill / nothing"
    assert resolve("multiple-shots", [3, 3, 6]) == "nothing; weapon jams"
    assert resolve("grenade", [5, 3]) == "thrown"
    assert resolve("free-hack", [1, 6], hackers=[{"combat": 4}], leaver={"combat": 2}) == "gets away"


@pytest.mark.rules(
    "ability.telepathy-attack",
    "ability.telekinetic-test",
    "equipment.needler-poison",
    "drug.effectiveness",
    "malfunction.unjam",
)
def test_the_desk_knows_minds_poisons_drugs_and_jams():
    assert resolve("telepathy", [6, 2], target={"type": "human", "combat": 2}) == "passes out"
    assert resolve("push", [2], target={"traits": ["huge"]}) == "resisted"
    assert resolve("poison", [3, 2, 6]) == "passes out"
    assert odds("radiation", model={"type": "human", "quality": 3, "traits": ["hero"]})[
        "Quality worse for good"
    ] == Fraction(1, 27)
    assert odds("dose", type="animal")["works"] == Fraction(1, 3)
    assert odds("unjam", model={"traits": ["gunsmith"]})["works"] == Fraction(5, 6)
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
