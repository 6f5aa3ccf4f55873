"""Running a squad and patrolling: moves, Headquarters, Patrol Rolls, encounters."""

import pytest

from adjudge.engine import Match, Rolled, total
from adjudge.games.rdz import game
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.data import tables
from adjudge.games.rdz.rules.combat import combat_round, turn
from adjudge.games.rdz.rules.encounter import in_words
from adjudge.games.rdz.rules.patrol import move, outcome, patrol_row
from tests.games.rdz.situations import cited, combat, enemies, patrol, script, texts


@pytest.mark.rules("squad.composition", "setup.solo", "stat.regulator-page", "patrol.start-at-headquarters")
def test_a_squad_is_one_of_each_of_seven_at_headquarters():
    state = patrol()
    assert list(state.squad) == [row.id for row in tables().regulator]
    assert len(state.squad) == 7
    assert {figure.seat for figure in state.squad.values()} == {"captain"}
    assert state.distance == 0


@pytest.mark.rules("stat.starting-and-current", "encounter.pages", "stat.enemy-page")
def test_every_figure_starts_with_the_numbers_of_its_page():
    state = combat("zombie-reg")
    for figure in (*state.squad.values(), *enemies(state)):
        kind = rosters[""].kinds[figure.kind]
        assert (figure.initiative, figure.combat_skill) == (kind.initiative, kind.combat_skill)
        assert (figure.life_points, figure.armor, figure.uses) == (kind.life_points, kind.armor, kind.limits)


@pytest.mark.rules("patrol.direction", "patrol.later-moves", "patrol.distance-tracking", "squad.captain-commands")
def test_away_from_headquarters_the_captain_chooses_the_way():
    state = patrol()
    state.distance = 2
    turn(script(state, [3, 4], ["homeward"]))
    assert (state.distance, state.record.moves) == (1, 1)
    turn(script(state, [3, 4], ["outward"]))
    assert (state.distance, state.record.greatest_distance) == (2, 2)


@pytest.mark.rules("patrol.roll")
def test_a_sector_is_rolled_for_on_the_way_home_too():
    """ruling.patrol-roll-on-revisit"""
    state = patrol()
    state.distance = 3
    move(table := script(state, [3, 4]), -1)
    table.finish()


@pytest.mark.rules("hq.replace-dead", "hq.restore-statistics")
def test_nobody_is_restored_anywhere_but_at_headquarters():
    """ruling.stat-changes-persist"""
    state = patrol()
    state.distance = 1
    state.squad["medic"].life_points = 0
    move(script(state, [3, 4]), 1)
    assert state.squad["medic"].life_points == 0


@pytest.mark.rules("patrol.result-2-3", "patrol.result-4", "patrol.result-10", "patrol.result-11-12")
@pytest.mark.parametrize(
    ("rolls", "dreg", "zombie"),
    [
        ((2, 3), "rerolled", "met"),
        ((4,), "rarity", "met"),
        ((5, 6, 8, 9), "rarity", "rarity"),
        ((10,), "met", "rarity"),
        ((11, 12), "met", "rerolled"),
    ],
)
def test_what_a_patrol_roll_asks_of_each_class(rolls, dreg, zombie):
    for rolled in rolls:
        row = patrol_row(rolled)
        assert row is not None
        assert (row.needed("dreg"), row.needed("zombie")) == (dreg, zombie)
    assert patrol_row(7) is None


@pytest.mark.rules("patrol.result-10", "encounter.rarity-failure")
def test_on_a_ten_only_zombies_need_a_rarity_roll():
    """ruling.rarity-reroll-class: after a failure a Dreg is met at once."""
    state = patrol()
    move(table := script(state, [5, 5, 1, 1, 6, 6, 1, 1, 1, 6, 2, 5]), 1)
    table.finish()
    assert [enemy.kind for enemy in enemies(state)] == ["dreg-veteran", "dreg-thug"]


@pytest.mark.rules("patrol.result-2-3", "encounter.wrong-class-reroll")
def test_on_a_two_dregs_are_rolled_again():
    state = patrol()
    move(table := script(state, [1, 1, 1, 1, 1, 1, 6, 6, 2, 5, 3, 5]), 1)
    table.finish()
    assert [enemy.kind for enemy in enemies(state)] == ["radiation-reaper", "zombie-senior"]


@pytest.mark.rules("encounter.zombie-class")
def test_there_are_eleven_types_of_dregs_and_all_others_are_zombies():
    factions = [row.faction for row in tables().type]
    assert (factions.count("dreg"), factions.count("zombie")) == (11, 25)
    assert {row.faction for row in tables().type if "ghoul" in row.family or "skeletal" in row.family} == {"zombie"}


TYPES = """
    Dreg Innocent, Dreg Dolly, Dreg Dog, Dreg Youth, Dreg Punk, Dreg Veteran,
    Dreg Looter, Dreg Brawler, Dreg Bruiser, Dreg Enforcer, Dreg Thug, Zombie Girl,
    Zombie Boy, Zombie Housewife, Zombie Nurse, Zombie Lunchlady, Zombie Senior, Zombie Businessman,
    Zombie Executive, Zombie Cannibal, Zombie Athlete, Zombie Butcher, Zombie Firefighter, Zombie Demolisher,
    Zombie Gravedigger, Zombie Harvester, Zombie Psycho, Zombie Reg, Zombie Reg Captain, Green Ghoul,
    Grey Ghoul, Skeletal Skald, Skeletal General, Radiation Warrior, Radiation Wizard, Radiation Reaper
"""
"""A line for each first die, a name for each second."""


@pytest.mark.rules("encounter.type-roll")
def test_the_type_dice_are_read_in_order():
    """table.encounter-types"""
    names = [name.strip() for name in TYPES.split(",")]
    codes = [10 * first + second for first in range(1, 7) for second in range(1, 7)]
    roster = rosters[""]
    assert {code: kind.name for code, kind in roster.by_code.items()} == dict(zip(codes, names, strict=True))
    words = roster.type_roll.words
    assert words is not None
    assert [words(code) for code in codes] == names
    assert [roster.type_roll.read((code // 10, code % 10)) for code in codes] == codes


@pytest.mark.rules("encounter.combat-follows", "combat.start")
def test_a_combat_follows_with_dregs_and_zombies_on_one_side():
    """ruling.dregs-and-zombies-allied"""
    state = combat("dreg-thug", "zombie-senior")
    assert state.fighting
    assert game.outcome(state) is None
    answers = ["hold", "hold", "hold", "medic", "hold", "hold", "shotgunner", "hold", "hold"]
    combat_round(table := script(state, [1, 1, 1, 6, 6] * 2, answers))
    table.finish()
    assert [roll.by for roll in table.rolls if roll.rule == "enemy.opposed-roll"] == [("", "captain")] * 2


@pytest.mark.rules("setup.components")
def test_every_roll_but_damage_is_of_one_or_two_dice_a_hand():
    match = Match.new(game, b"components", bots={"captain": "captain"}, options={"finish": True})
    rolls = [it for it in match.happenings() if isinstance(it, Rolled) and it.rule not in _MANY]
    hands = [hand for roll in rolls for hand in roll.hands]
    assert len(hands) > 100
    assert all(len(hand) <= 2 and set(hand) == {6} for hand in hands)


_MANY = ("attack.damage-dice", "combat.tie-enemies-dice")  # one die for each of those that are tied


def test_a_group_is_told_in_few_words():
    kinds = rosters[""].kinds
    assert in_words([kinds["dreg-dog"], kinds["zombie-reg"], kinds["zombie-reg"]]) == "Dreg Dog, 2 x Zombie Reg"


@pytest.mark.rules("patrol.moving-on")
def test_reaching_the_target_is_told_and_ends_nothing():
    """ruling.game-end-and-victory"""
    state = patrol(target=2)
    state.distance = 1
    state.record.moves = 1
    move(table := script(state, [3, 4]), 1)
    assert state.record.target_reached
    assert outcome(state) is None
    assert "ruling.game-end-and-victory" in cited(table)
    move(table := script(state, [3, 4]), 1)
    assert "The target is reached" not in " ".join(texts(table))


def test_a_patrol_roll_of_two_dice_is_quiet_once_in_six():
    assert total(2).chance(7) * 6 == 1
