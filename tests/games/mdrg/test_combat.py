"""Combat: scores, results, recoils, Free Hacks. The book's own cases and the index's worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.rules.combat import (
    Reckoning,
    attack_modifiers,
    clash_reading,
    defence_modifiers,
    in_words,
    totals,
)
from adjudge.games.mdrg.rules.hand_to_hand import attack, fight
from adjudge.games.mdrg.rules.ranged import shot
from adjudge.games.mdrg.rules.results import free_hacks
from adjudge.games.mdrg.rulings import Rulings
from tests.games.mdrg.field import battle, hth, odds, script, shoot, two, wall

C2, C3, C4, C5 = ({"combat": n} for n in (2, 3, 4, 5))


def powerful_of(state):
    one, other = state.figures.values()
    return fight(state, one, other, powerful=True)


def shot_of(state, arm):
    one, other = state.figures.values()
    return shot(state, one, other, ARMS[arm])


def fight_of(state):
    one, other = list(state.figures.values())[:2]
    return fight(state, one, other)


@pytest.mark.rules("combat.tie", "combat.score")
def test_equal_scores_hurt_nobody():
    """ex.hth-tie: 6 against 6."""
    assert hth(C3, C2, [3, 4])[0].grade == "none"


@pytest.mark.rules("combat.beaten-recoil-or-fall", "recoil.cause", "recoil.move")
def test_a_loser_recoils_one_base_width_from_an_odd_die():
    """ex.hth-recoil: 8 against 6, die 5."""
    verdict, _, loser = hth(C3, C3, [5, 3], [(440, 400)])
    assert verdict.grade == "recoil"
    assert (loser.x, loser.y, loser.fallen) == (440, 400, False)


@pytest.mark.rules("combat.beaten-recoil-or-fall", "fallen.cause")
def test_a_loser_falls_from_an_even_die():
    """ex.hth-fall: 7 against 5, die 4."""
    assert hth(C3, C3, [4, 2])[2].fallen


@pytest.mark.rules("combat.kill")
def test_exactly_double_kills():
    """ex.hth-exact-double: 6 against 3."""
    verdict, _, loser = hth(C4, C2, [2, 1])
    assert (verdict.grade, loser.gone) == ("kill", "killed")


@pytest.mark.rules("combat.gruesome-kill")
def test_exactly_treble_kills_gruesomely():
    """ex.hth-exact-treble: 9 against 3."""
    assert hth(C4, C2, [5, 1])[0].grade == "gruesome"


@pytest.mark.rules("hth.simultaneous", "combat.kill")
def test_a_defender_who_doubles_kills_the_attacker():
    """ex.hth-defender-wins: 3 against 7."""
    verdict, attacker, _ = hth(C2, C4, [1, 3])
    assert (verdict.loser, attacker.gone) == (attacker.id, "killed")


@pytest.mark.rules("hth.mod-helpless-foe", "fallen.killed-if-beaten")
def test_a_fallen_foe_is_attacked_at_plus_two_and_killed_by_one_point():
    """ex.hth-fallen-beaten: 7 against 6."""
    assert hth(C3, {**C3, "fallen": True}, [2, 3])[0].grade == "kill"


@pytest.mark.rules("fallen.doubled-gruesome")
def test_a_fallen_foe_that_is_doubled_dies_gruesomely():
    """ex.hth-fallen-doubled: 8 against 4."""
    assert hth(C3, {**C3, "fallen": True}, [3, 1])[0].grade == "gruesome"


@pytest.mark.rules("hth.mod-outnumbered")
def test_each_enemy_in_contact_beyond_the_first_costs_a_point():
    """ex.hth-outnumbered: 4 + 4 - 2 against 3 + 3: a tie."""
    state = battle(
        {"combat": 4, "at": (400, 400)},
        {"blue": True, "at": (420, 400)},
        {"blue": True, "at": (380, 400)},
        {"blue": True, "at": (400, 420)},
    )
    attacker, target = list(state.figures.values())[:2]
    assert totals(fight(state, attacker, target)) == (2, 3)
    list(state.figures.values())[2].fallen = True
    assert totals(fight(state, attacker, target)) == (2, 3)  # a Fallen model can still fight
    list(state.figures.values())[3].transfixed = "web-gun"
    assert totals(fight(state, attacker, target)) == (3, 3)
    state.rulings = Rulings(outnumbered_count="standing-only")
    assert totals(fight(state, attacker, target)) == (4, 3)


DISTRIBUTIONS = [
    # ex.hth-distribution-3v3, -4v3, -powerful, -fallen-defender, -fallen-attacker, -2v5
    (C3, C3, False, {"recoil": 5, "fall": 8, "kill": 2}, 6, {"recoil": 5, "fall": 8, "kill": 2}),
    (C4, C3, False, {"recoil": 8, "fall": 9, "kill": 4}, 5, {"recoil": 4, "fall": 6}),
    (C3, C3, True, {"recoil": 6, "fall": 9, "kill": 5, "gruesome": 1}, 5, {"recoil": 4, "fall": 5, "kill": 1}),
    (C3, {**C3, "fallen": True}, False, {"kill": 20, "gruesome": 6}, 4, {"recoil": 2, "fall": 4}),
    ({**C3, "fallen": True}, C3, False, {"recoil": 5, "fall": 8, "kill": 2}, 6, {"kill": 13, "gruesome": 2}),
    (C2, C5, False, {"recoil": 1, "fall": 2}, 3, {"recoil": 8, "fall": 10, "kill": 9, "gruesome": 3}),
]


@pytest.mark.rules(
    "combat.score",
    "hth.mod-powerful-attack",
    "actions.extra-action-on-attack",
    "fallen.attacks-normally",
    "hth.simultaneous",
)
@pytest.mark.parametrize(("one", "other", "powerful", "defender", "tie", "attacker"), DISTRIBUTIONS)
def test_the_odds_of_a_fight_are_those_of_the_dice(one, other, powerful, defender, tie, attacker):
    state = two(one, other)[0]

    def clash_of(state):
        first, second = state.figures.values()
        return fight(state, first, second, powerful=powerful)

    expected = {("defender", grade): n for grade, n in defender.items()} | {
        ("attacker", g): n for g, n in attacker.items()
    }
    assert odds(clash_of, state) == {("", "none"): tie, **expected}


@pytest.mark.rules("hth.mod-powerful-attack", "actions.extra-action-on-attack")
def test_a_powerful_attack_kills_more_often_than_a_bonus_of_one():
    """ex.hth-power-versus-plus-one: 6 of 36 against 4 of 36."""
    powerful = odds(lambda state: powerful_of(state), two(C3, C3)[0])
    plus_one = odds(fight_of, two(C4, C3)[0])
    kills = [sum(found.get(("defender", g), 0) for g in ("kill", "gruesome")) for found in (powerful, plus_one)]
    assert kills == [6, 4]


@pytest.mark.rules("hth.mod-big", "hth.mod-huge", "size.hth")
@pytest.mark.parametrize(
    ("mine", "yours", "attack", "defence"),
    [
        ((), (), 3, 3),
        (("big",), (), 4, 3),
        (("huge",), ("big",), 4, 3),
        (("huge",), (), 4, 3),
        ((), ("big",), 3, 4),
        (("big",), ("big",), 3, 3),
    ],
)
def test_the_larger_of_two_models_has_one_more(mine, yours, attack, defence):
    assert totals(fight_of(two({"traits": mine}, {"traits": yours})[0])) == (attack, defence)


def test_the_house_may_give_size_to_attackers_alone_or_twice_to_the_huge():
    state = two({}, {"traits": ("huge",)}, rulings=Rulings(size_when_defending="attacker-only"))[0]
    assert totals(fight_of(state)) == (3, 3)
    state = two({"traits": ("huge",)}, {}, rulings=Rulings(huge_versus_normal="plus-two"))[0]
    assert totals(fight_of(state)) == (5, 3)


@pytest.mark.rules("hth.mod-ambush", "ambush.hth", "ability.danger-sense", "robot.feature-motion-detector")
def test_one_who_began_hidden_has_the_ambush_bonus_unless_the_target_cannot_be_surprised():
    assert totals(fight_of(two({"hidden": True}, {})[0])) == (4, 3)
    assert totals(fight_of(two({"hidden": True}, {"traits": ("danger-sense",)})[0])) == (3, 3)
    assert totals(fight_of(two({"hidden": True}, {"type": "robot", "traits": ("motion-detector",)})[0])) == (3, 3)


@pytest.mark.rules("hth.mod-obstacle-or-elevation")
def test_one_who_defends_an_obstacle_or_stands_higher_has_one_more():
    state = two({}, {}, apart=32.0, terrain=[wall(411, 350, 10, 100, "fence", "fence")])[0]
    assert totals(fight_of(state)) == (3, 4)
    higher = two({"level": 30.0}, {})[0]
    assert totals(fight_of(higher)) == (4, 3)


@pytest.mark.rules("hth.mod-obstacle-or-elevation")
def test_an_obstacle_and_height_together_give_no_more_than_one():
    """ruling.obstacle-and-elevation: one line of the table."""
    fence = wall(411, 350, 10, 100, "fence", "fence")
    up = {"level": 60.0, "climbing": "cliff", "traits": ("clinging",)}
    state = two({}, up, apart=32.0, terrain=[fence, wall(442, 350, 50, 100, "wall", "cliff")])[0]
    assert totals(fight_of(state)) == (3, 4)


@pytest.mark.rules("hth.mod-pistol", "weapon-row.pistol", "equipment.pistol")
def test_a_pistol_in_hand_to_hand_is_worse_than_a_club():
    state, one, other = two({"gear": ("pistol",)}, {})
    assert totals(fight(state, one, other, "pistol")) == (1, 3)


@pytest.mark.rules("combat.score")
def test_scores_below_one_neither_double_nor_are_they_floored():
    verdict, _, _ = hth({"combat": 1}, {"combat": 0, "traits": ("sharpshooter",)}, [3, 1])
    assert verdict.grade == "gruesome"  # 4 against 0
    floored = hth(
        {"combat": 1},
        {"combat": 0, "traits": ("sharpshooter",)},
        [1, 1],
        rulings=Rulings(zero_or_negative_score="at-least-one"),
    )
    assert floored[0].grade == "kill"  # 2 against 1


@pytest.mark.rules("transfixed.effects", "transfixed.causes")
def test_a_transfixed_model_is_killed_if_beaten_and_hurts_nobody_when_it_wins():
    held = {**C3, "transfixed": "web-gun"}
    assert hth(C3, held, [2, 3])[0].grade == "kill"
    assert hth(C3, held, [5, 1])[0].grade == "kill"  # 10 against 4, doubled: Gruesome only when trebled
    verdict, attacker, _ = hth({"combat": 1}, {**held, "combat": 5}, [1, 6])
    assert (verdict.grade, attacker.gone) == ("none", "")
    gruesome = hth(C3, held, [5, 1], rulings=Rulings(transfixed_doubled="gruesome"))
    assert gruesome[0].grade == "gruesome"
    hurts = hth({"combat": 1}, {**held, "combat": 5}, [1, 6], rulings=Rulings(transfixed_fights_back="hurts"))
    assert hurts[1].gone == "killed"


@pytest.mark.rules("combat.tie", "transfixed.effects", "ability.absorption-effect")
@pytest.mark.parametrize(
    ("target", "dice", "why"),
    [
        ({}, [3, 3], "combat.tie"),
        ({"transfixed": "web-gun"}, [1, 6], "ruling.transfixed-fights-back"),
        ({"transfixed": "web-gun"}, [1, 3], "combat.tie"),
        ({"traits": ("absorption (kinetic)",)}, [6, 1], "ruling.sp-lost-combat-order"),
    ],
)
def test_an_attack_that_does_nothing_says_why(target, dice, why):
    state, one, other = two(C3, {**C3, **target})
    table = script(state, dice)
    attack(table, one, other)
    assert table.events[-1].rule == why


@pytest.mark.rules("recoil.no-space", "move.recoil-through-friends")
def test_without_room_to_recoil_a_model_falls():
    cornered = hth(C3, C3, [5, 3], terrain=[wall(431, 300, 20, 200)])[2]
    assert cornered.fallen
    edge = battle({"at": (860, 400)}, {"at": (880, 400), "blue": True})
    one, other = edge.figures.values()
    table = script(edge, [5, 3])
    attack(table, one, other)
    assert other.fallen


@pytest.mark.rules("recoil.free-hack", "freehack.resolution", "freehack.who-cannot", "ability.free-disengage")
def test_a_recoil_into_an_active_enemy_draws_a_free_hack():
    behind = {"at": (461, 400)}
    state = battle({"at": (400, 400)}, {"at": (420, 400), "blue": True}, behind)
    attacker, loser, hacker = state.figures.values()
    table = script(state, [5, 3, 6, 1], [(440, 400)])
    attack(table, attacker, loser)
    assert loser.gone == "killed"  # 9 against 4
    hacker.fallen = True
    for changed in ({"fallen": True}, {}):
        state = battle(
            {"at": (400, 400)},
            {"at": (420, 400), "blue": True, "traits": ("free-disengage",) if not changed else ()},
            {**behind, **changed},
        )
        table = script(state, [5, 3], [(440, 400)])
        attack(table, *list(state.figures.values())[:2])
        table.finish()


@pytest.mark.rules("recoil.free-hack", "freehack.resolution")
def test_each_enemy_hacks_once_in_a_chain_of_recoils():
    """ruling.recoil-chain: thrown to and fro between two, it is hacked by each of them, and then no more."""
    state = battle(
        {"at": (420, 380), "blue": True},
        {"at": (420, 360), **C5},
        {"at": (400, 400), **C5},
        {"at": (460, 400), **C5},
        rulings=Rulings(recoil_direction="straight"),
    )
    loser, attacker, *hackers = state.figures.values()
    table = script(state, [3, 3] * 3)
    attack(table, attacker, loser)
    table.finish()
    assert [roll.rule for roll in table.rolls[1:]] == ["recoil.free-hack"] * len(hackers)


@pytest.mark.rules("freehack.resolution", "disengage.active-opponent", "disengage.result")
def test_a_free_hack_hurts_only_the_one_who_leaves():
    """ex.free-hack-one-sided: 5 against 8, and the model moves away."""
    state, leaver, hacker = two(C2, C4)
    assert free_hacks(script(state, [1, 6]), leaver, "disengage.active-opponent")
    assert not hacker.fallen
    state, leaver, _ = two(C2, C4)
    assert not free_hacks(script(state, [4, 5]), leaver, "disengage.active-opponent")  # 8 against 7: it falls
    assert leaver.fallen
    state, leaver, _ = two(C2, C4)
    assert free_hacks(script(state, [2, 4]), leaver, "disengage.active-opponent")  # a tie lets it go
    state, leaver, _ = two(C2, C4, rulings=Rulings(free_hack_tie="stays"))
    assert not free_hacks(script(state, [2, 4]), leaver, "disengage.active-opponent")


@pytest.mark.rules("disengage.active-opponent")
def test_of_several_free_hacks_the_worst_result_counts():
    state = battle({"at": (400, 400)}, {"at": (420, 400), "blue": True}, {"at": (380, 400), "blue": True})
    leaver = state.figures["red-1"]
    free_hacks(script(state, [5, 3, 6, 1]), leaver, "disengage.active-opponent")
    assert leaver.gone == "killed"


# Ranged


@pytest.mark.rules(
    "ranged.resolution",
    "weapon-row.laser-gun",
    "ranged.kill",
    "ranged.recoil-or-fall",
    "ranged.mod-weapon-bonus",
    "equipment.laser-gun",
)
def test_a_laser_shot_has_the_odds_of_five_against_three():
    """ex.ranged-laser-distribution."""
    state = two(C3, C3, apart=150)[0]
    found = odds(lambda state: shot_of(state, "laser-gun"), state)
    assert found == {("defender", "recoil"): 9, ("defender", "fall"): 11, ("defender", "kill"): 6, ("", "none"): 10}


@pytest.mark.rules("ranged.mod-transfixed", "transfixed.effects")
def test_a_transfixed_target_is_shot_at_plus_two_and_killed_if_beaten():
    """ex.ranged-transfixed-distribution."""
    state = two(C3, {**C3, "transfixed": "web-gun"}, apart=70)[0]
    found = odds(lambda state: shot_of(state, "javelin"), state)
    assert found == {("defender", "kill"): 26, ("", "none"): 10}


@pytest.mark.rules(
    "ranged.primitive-penalties", "weapon-row.bow-crossbow", "equipment.bow", "ranged.high-tech-definition"
)
def test_a_bow_at_double_range_is_at_minus_two():
    """ex.ranged-bow-double-range, ex.sp-bow-range: 6 against 5, odd."""
    assert shoot("bow", C3, C2, [5, 3], [(740, 400)], apart=320)[0].grade == "recoil"


@pytest.mark.rules("ranged.range-bands", "ranged.primitive-penalties", "robot.feature-targeting")
@pytest.mark.parametrize(
    ("arm", "apart", "traits", "total"),
    [
        ("pistol", 140, (), 4),
        ("pistol", 140.5, (), 3),
        ("pistol", 260, (), 3),
        ("pistol", 261, (), 2),
        ("bow", 380, (), 1),
        ("bow", 381, (), -1),
        ("bow", 381, ("advanced-targeting",), 1),
        ("pistol", 300, ("advanced-targeting",), 4),
    ],
)
def test_range_bands_end_at_once_twice_and_three_times_the_range(arm, apart, traits, total):
    state, one, other = two({"traits": traits}, {}, apart=apart)
    assert totals(shot(state, one, other, ARMS[arm]))[0] == total


@pytest.mark.rules("ranged.resolution")
def test_a_target_that_rolls_higher_is_safe_and_harmless():
    """ex.ranged-target-higher: 5 against 10."""
    verdict, shooter, _ = shoot("pistol", C2, C4, [2, 5, 6])
    assert (verdict.grade, shooter.gone) == ("none", "")


@pytest.mark.rules("size.ranged", "ranged.recoil-or-fall", "weapon-row.assault-rifle", "equipment.assault-rifle")
def test_size_goes_to_the_score_and_not_to_the_parity():
    """ex.ranged-big-parity: 9 against 7, natural 4."""
    assert shoot("assault-rifle", C2, {**C3, "traits": ("huge",)}, [4, 2, 4])[2].fallen


@pytest.mark.rules(
    "cover.modifier", "prone.targeted", "prone.killed-if-beaten", "prone.shooting", "aimed.shot", "multishot.penalty"
)
def test_cover_prone_aim_and_later_targets_change_the_scores():
    half = [wall(560, 390, 4, 12, "wall", "stump")]
    state, one, other = two({}, {}, apart=180, terrain=half)
    assert totals(shot(state, one, other, ARMS["laser-gun"])) == (4, 3)
    state, one, other = two({}, {"fallen": True}, apart=180)
    assert totals(shot(state, one, other, ARMS["laser-gun"])) == (4, 3)
    near = two({}, {"fallen": True}, apart=90)
    assert totals(shot(near[0], near[1], near[2], ARMS["laser-gun"])) == (5, 3)
    state, one, other = two({"fallen": True}, {}, apart=90)
    assert totals(shot(state, one, other, ARMS["laser-gun"])) == (5, 3)
    assert totals(shot(state, one, other, ARMS["bow"])) == (1, 3)
    assert totals(shot(state, one, other, ARMS["laser-gun"], aimed=True)) == (5, 2)
    assert totals(shot(state, one, other, ARMS["laser-gun"], later=True)) == (4, 3)
    assert shoot("laser-gun", C3, {**C3, "fallen": True}, [1, 2, 2], apart=90)[0].grade == "kill"  # 6 against 5


@pytest.mark.rules("prone.hit-the-dirt", "prone.killed-if-beaten")
def test_the_house_may_spare_those_who_went_prone_by_themselves():
    prone = {**C3, "fallen": True, "effects": ["prone"]}
    assert shoot("laser-gun", C3, prone, [1, 2, 2], apart=90)[0].grade == "kill"
    spared = shoot("laser-gun", C3, prone, [2, 3, 3], apart=90, rulings=Rulings(prone_is_fallen="not-killed"))
    assert spared[0].grade == "fall"


@pytest.mark.rules("malfunction.die", "ammo.depletion", "ammo.double-one")
def test_one_shot_in_twelve_jams_one_in_twelve_breaks_and_five_in_thirty_six_empty_the_weapon():
    """ex.malfunction-probabilities."""
    reading = clash_reading(5, 3, True, True, False, fine=True)
    chances: dict[str, Fraction] = {}
    for value, weight in reading.outcomes:
        chances[value.mishap] = chances.get(value.mishap, Fraction(0)) + Fraction(weight, reading.ways)
    assert chances["jam"] + chances["jam and empty"] == Fraction(1, 12) == chances["break"]
    assert (chances["jam and empty"], chances["empty"]) == (Fraction(1, 36), Fraction(5, 36))


def test_modifiers_say_by_which_rule_they_apply():
    state, one, other = two({"traits": ("sharpshooter",)}, {"traits": ("big",)}, apart=300)
    rules = {modifier.rule: modifier.amount for modifier in attack_modifiers(shot(state, one, other, ARMS["pistol"]))}
    assert rules == {"ranged.range-bands": -2, "ability.sharpshooter": 1, "size.ranged": 1}
    powerful = fight(state, one, other, powerful=True)
    assert next(modifier.rule for modifier in defence_modifiers(powerful)) == "actions.extra-action-on-attack"


@pytest.mark.rules("combat.score", "size.ranged", "actions.extra-action-on-attack")
def test_both_scores_are_told_with_all_that_is_in_them():
    state, one, other = two({"traits": ("sharpshooter",)}, {"traits": ("big",)}, apart=300.0)
    clash = shot(state, one, other, ARMS["laser-gun"], aimed=True)
    assert str(Reckoning(clash)) == "5 -1 range +1 Sharpshooter +1 size against blue 2's 3 -1 extra action"
    assert totals(clash) == (6, 2)


def test_the_dice_of_a_fight_say_who_is_beaten_and_how():
    def says(attack, faces, one_sided=False, coloured=False):
        reading = clash_reading(attack, 3, one_sided, coloured, False, fine=False)
        return in_words(reading.read(bytes(faces)))

    assert says(3, [4, 3]) == "the target is beaten, even"
    assert says(3, [3, 4]) == "the attacker is beaten, even"
    assert says(3, [3, 4], one_sided=True) == "nothing"
    assert says(5, [6, 1]) == "the target is doubled"
    assert says(9, [3, 3, 1], coloured=True) == "the target is trebled; weapon: jam"
