"""The desk: play on a small table, that refuses what play refuses and listens to all it is told."""

from fractions import Fraction

import pytest

from adjudge import desk
from adjudge.engine import BadInput, Refused, Script
from adjudge.engine.chance import FastDice
from adjudge.games.rdz import game
from adjudge.games.rdz.outcomes import ArmorLeft, Fought, Struck, Trouble
from adjudge.games.rdz.state import Rulings
from adjudge.odds import estimate, of_procedure
from tests.games.rdz.situations import book

TWO = [a + b for a in range(1, 7) for b in range(1, 7)]


def chance(events):
    events = list(events)
    return Fraction(sum(events), len(events))


def ruling(name, dice, answers=(), **params):
    """What the desk says to a situation, with the dice that fell."""
    situation = desk.situation(game, name, params, desk.examples_of(game))
    found = desk.rule_on(game, game.procedure(name), situation, dice=dice, answers=answers)
    assert isinstance(found, desk.Ruling)
    return found


def sentences(found):
    return [(it.rule, it.text) for it in found.happenings if hasattr(it, "text")]


def odds(name="attack", **params):
    return of_procedure(game, name, params).chances


# ---------------------------------------------------------------------- Patrol, encounter, order


@pytest.mark.rules("patrol.roll")
def test_the_desk_rolls_patrols():
    found = of_procedure(game, "patrol-roll", {})
    assert found[Trouble()] == Fraction(1, 6)
    assert sum(found.chances.values()) == 1
    assert ruling("patrol-roll", [3, 4]).words == "no trouble"
    assert (
        ruling("patrol-roll", [2, 2]).words == "2d6 enemies: Dregs after a Rarity Roll, Zombies without a Rarity Roll"
    )


@pytest.mark.rules("encounter.type-roll", "encounter.rarity-roll", "patrol.result-7")
def test_the_desk_meets_an_enemy():
    found = of_procedure(game, "encounter", {"patrol_roll": 6})
    assert found["Radiation Reaper"] == Fraction(1, 36) * chance(roll >= 11 for roll in TWO)
    assert of_procedure(game, "encounter", {"patrol_roll": 12})["roll again"] == Fraction(25, 36)
    with pytest.raises(Refused, match=r"brings nobody \(patrol.result-7\)"):
        of_procedure(game, "encounter", {"patrol_roll": 7})


@pytest.mark.parametrize(
    ("patrol_roll", "dice", "rule"),
    [
        (2, [1, 1], "encounter.wrong-class-reroll"),
        (12, [6, 6], "encounter.wrong-class-reroll"),
        (6, [6, 6, 5, 5], "encounter.rarity-failure"),
        (6, [6, 6, 5, 6], "encounter.type-roll"),
    ],
)
def test_the_desk_names_the_rule_by_which_a_type_is_rolled_again(patrol_roll, dice, rule):
    assert [it for it, _ in sentences(ruling("encounter", dice, patrol_roll=patrol_roll))] == [rule]


@pytest.mark.rules("combat.initiative-order", "ability.pounce")
def test_the_desk_puts_figures_in_order():
    first = ruling("initiative-order", [], enemies=["Dreg Dog", "zombie-reg"]).words
    assert first.startswith("Dreg Dog 1, Regulator Sharpshooter")
    later = ruling("initiative-order", [], enemies=["dreg-dog", "zombie-reg"], round=2).words
    assert not later.startswith("Dreg Dog 1")
    assert "Sharpshooter" not in ruling("initiative-order", [], absent=["sharpshooter"]).words
    assert ruling("initiative-order", [], numbers={"medic": {"initiative": 90}}, round=2).words.startswith(
        "Regulator Medic"
    )
    with pytest.raises(BadInput, match=r"enemies\[0\].*did you mean dreg-dog"):
        ruling("initiative-order", [], enemies=["dreg-dogg"])
    with pytest.raises(BadInput, match="numbers"):
        ruling("initiative-order", [], numbers={"zombie-reg-2": {"initiative": 3}})
    with pytest.raises(Refused, match=r"combat\.tie-regulators"):
        ruling("initiative-order", [], numbers={"medic": {"combat_skill": 3}})


# ---------------------------------------------------------------------- attacks


@pytest.mark.rules("enemy.target-roll")
def test_the_desk_lets_the_attack_die_choose():
    found = odds(attacker="dreg-dolly", absent=["medic", "officer"])
    hit = {it.name for struck in found for it in struck}
    assert hit == {
        f"Regulator {name}" for name in ("Captain", "Shotgunner", "Sharpshooter", "Riot Control", "Assault Unit")
    }


@pytest.mark.rules("attack.area-targets")
def test_at_the_desk_too_an_enemys_area_weapon_may_spare_the_captain():
    """ruling.enemy-area-weapons"""
    dice = [6, 6, *[1, 1] * 6, *[6, 6] * 6]
    spared = {"rulings": {"enemy_area_weapons": "not-the-captain"}}
    found = ruling("attack", dice, attacker="radiation-wizard", **spared)
    assert Struck("Regulator Officer", "wounded") in found.outcome
    assert "Captain" not in found.words


@pytest.mark.rules("ruling.regulator-not-in-combat")
def test_who_is_not_in_the_combat_neither_attacks_nor_is_attacked():
    with pytest.raises(Refused, match=r"Regulator Medic is not in the Combat and cannot attack \(ruling"):
        odds(attacker="medic", absent=["medic"])
    with pytest.raises(Refused, match="cannot be attacked"):
        odds(attacker="dreg-thug", target="medic", absent=["medic"])
    with pytest.raises(Refused, match=r"the game is over \(death.captain\)"):
        odds(absent=["captain"])
    assert odds(attacker="officer", absent=["captain"], rulings={"captain_death_timing": "officer"})


@pytest.mark.rules("enemy.target-captain", "ability.take-the-bullet")
def test_an_attack_passes_to_the_captain_only_if_somebody_is_not_in_the_combat():
    with pytest.raises(Refused, match=r"enemy\.target-captain"):
        odds(attacker="dreg-thug", target="captain")
    stepped_in = ruling("attack", [1, 1, 6, 6], attacker="dreg-thug", target="captain", absent=["medic"])
    assert "ability.take-the-bullet" in [rule for rule, _ in sentences(stepped_in)]
    used = {"attacker": "dreg-thug", "target": "captain", "absent": ["medic"], "used": ["take-the-bullet"]}
    assert "Regulator Captain" in str(sentences(ruling("attack", [1, 1, 6, 6], **used)))
    assert set(odds(**used)) <= {"missed", "stopped", "wounded", "killed"}
    with pytest.raises(Refused, match="nobody in the Combat has take-the-bullet"):
        odds(**{**used, "absent": ["medic", "officer"]})


@pytest.mark.rules("attack.shots")
def test_the_desk_takes_several_shots_of_a_weapon():
    hit = chance(a + 8 >= d + 6 for a in TWO for d in TWO)
    assert odds(shots=1)["missed"] == 1 - hit
    assert odds(shots=2)["missed"] == (1 - hit) ** 2
    assert odds(shots=2, target_state={"life_points": 3})["killed"] == 1 - (1 - hit) ** 2
    with pytest.raises(Refused, match=r"Magnum Pistol has 2 Shots and not 3 \(attack.shots\)"):
        odds(shots=3)
    twice = ruling("attack", [6, 6, 1, 1, 1, 1, 6, 6], shots=2)
    assert [rule for rule, _ in sentences(twice)] == ["attack.hit", "attack.miss"]


@pytest.mark.rules("ruling.enemy-target-per-shot", "enemy.shots")
def test_an_enemy_with_several_shots_finds_a_target_for_each():
    each = ruling("attack", [1, 6, 6, 1, 1, 6, 6, 2, 1, 1, 6, 6], attacker="zombie-harvester", shots=2)
    assert [it.name for it in each.outcome] == ["Regulator Officer"]
    dice = [1, 6, 6, 1, 1, 6, 6, 1, 1, 6, 6]
    once = ruling("attack", dice, attacker="zombie-harvester", shots=2, rulings={"enemy_target_per_shot": "once"})
    assert [it.name for it in once.outcome] == ["Regulator Officer"]


@pytest.mark.rules("ability.frenzy", "ability.surrender")
def test_a_figure_that_was_wounded_is_as_its_abilities_leave_it():
    with pytest.raises(Refused, match=r"attack\.shots"):
        odds(attacker="dreg-brawler", target="medic", shots=2)
    assert odds(attacker="dreg-brawler", target="medic", shots=2, attacker_state={"life_points": 5})
    with pytest.raises(Refused, match=r"Dreg Youth has given up at 1 Life Point \(ability.surrender\)"):
        odds(target="dreg-youth", target_state={"life_points": 1})
    assert "gave up" in odds(target="dreg-youth", target_state={"life_points": 6})


@pytest.mark.rules("ability.distraction", "ability.suppressing-fire", "ability.ringleader")
def test_every_modifier_of_an_attack_is_told_with_its_rule():
    assert odds(target="dreg-dolly") == {"evaded": 1}
    assert "missed" in odds(target="dreg-dolly", used=["distraction"])
    found = ruling(
        "attack",
        [3, 3, 3, 4],
        attacker="Dreg Thug",
        target="medic",
        others=["dreg-enforcer"],
        used=["suppressing-fire"],
    )
    told = sentences(found)
    assert ("ability.suppressing-fire", "Dreg Thug 1 attacks at -2.") in told
    assert ("ability.ringleader", "Dreg Thug 1 attacks at +1.") in told


@pytest.mark.rules("ability.riot-shield", "ability.armor-breaker", "ability.called-shot", "ability.reap")
def test_what_abilities_make_of_a_hit_is_told_with_their_rules():
    shielded = sentences(ruling("attack", [6, 6, 1, 1, 4, 6, 6], attacker="dreg-bruiser", target="riot-control"))
    assert ("ability.riot-shield", "Regulator Riot Control defends at +2.") in shielded
    assert ("ability.armor-breaker", "Regulator Riot Control's Armor counts -2.") in shielded
    called = sentences(ruling("attack", [6, 6, 1, 1, 1, 1], attacker="sharpshooter", target="zombie-reg"))
    assert ("ability.called-shot", "Zombie Reg 1 makes no Armor Roll.") in called
    reaped = sentences(ruling("attack", [6, 6, 1, 1, 1, 6, 6], attacker="radiation-reaper", target="medic"))
    assert ("ability.reap", "Regulator Medic loses all Life Points.") in reaped


@pytest.mark.rules("ability.command")
def test_at_the_desk_the_captain_may_have_a_miss_rolled_again():
    hit = chance(a + 8 >= d + 6 for a in TWO for d in TWO)
    assert odds(command=True)["missed"] < odds()["missed"] == 1 - hit
    again = ruling("attack", [1, 1, 4, 4, 6, 6], ["reroll"], command=True)
    assert [rule for rule, _ in sentences(again)] == ["ability.command", "attack.hit"]
    for params in (
        {"attacker": "dreg-thug", "target": "medic"},
        {"weapon": "Frag Grenade"},
        {"attacker": "officer", "absent": ["captain"], "rulings": {"captain_death_timing": "officer"}},
    ):
        with pytest.raises(Refused, match=r"ability\.command"):
            odds(command=True, **params)


@pytest.mark.rules("attack.limited-uses", "attack.one-weapon", "armor.collapse")
def test_the_desk_refuses_what_play_refuses():
    for params, said in (
        ({"weapon": "Frag Grenade", "uses": 0}, "no use of the Frag Grenade is left"),
        ({"uses": 2}, "the Magnum Pistol is not limited"),
        ({"weapon": "frag grenade", "uses": 9}, "starts with 1 use of"),
        ({"attacker": "medic", "weapon": "Medkit"}, "the Medkit makes no attacks"),
        ({"attacker": "dreg-innocent"}, "Dreg Innocent makes no attacks"),
        ({"attacker": "radiation-wizard", "target": "medic"}, "attacks every Regulator"),
        ({"target_state": {"armor": 2}}, "Armor of 2 is gone"),
        ({"target_state": {"life_points": 999}}, "starts with 10 Life Points"),
    ):
        with pytest.raises(Refused, match=said):
            odds(**params)


def test_the_desk_throws_grenades_and_refuses_what_makes_no_sense():
    found = odds(weapon="Frag Grenade", others=["zombie-boy", "zombie-girl"])
    assert sum(found.values()) == 1
    for params, field in (
        ({"target": "medic"}, "target"),
        ({"weapon": "Slug Load"}, "weapon"),
        ({"absent": ["dreg-dog"]}, "absent"),
        ({"target": "dreg-cat"}, "target"),
        ({"attacker": "dreg-thug", "target_state": {"armor": 5}}, "target_state"),
        ({"others": ["dreg-dog"]}, "target"),
    ):
        with pytest.raises(BadInput, match=field):
            odds(**params)


@pytest.mark.rules("attack.limited-uses")
def test_where_each_shot_spends_a_use_there_are_no_more_shots_than_uses():
    own = book("shotgunner", 'name = "Slug Load"\nshots = 1', 'name = "Slug Load"\nshots = 3')
    given = {"attacker": "shotgunner", "weapon": "Slug Load", "shots": 3, "books": own}
    assert odds(**given)
    with pytest.raises(Refused, match=r"Slug Load has 2 Shots and not 3 \(attack\.shots\)"):
        odds(**given, rulings={"use_versus_shot": "shots"})


@pytest.mark.rules("armor.roll", "armor.collapse")
def test_the_desk_rolls_armor():
    assert odds("armor-roll", armor=4) == {ArmorLeft(True, 0): Fraction(6, 36), ArmorLeft(False, 4): Fraction(30, 36)}
    assert ruling("armor-roll", [1, 3], armor=4).words == "stopped, Armor 0"
    with pytest.raises(BadInput, match="armor"):
        odds("armor-roll", armor=3)


# ---------------------------------------------------------------------- a whole Combat


@pytest.mark.rules("combat.start")
def test_the_desk_fights_a_combat_out():
    procedure = game.procedure("combat")
    situation = procedure.params(enemies=("radiation-reaper",) * 4)
    found = estimate(
        lambda table: procedure.run(table, situation), procedure.situate(situation), game.bot("captain"), samples=60
    )
    assert sum(each.value for each in found if each.outcome.end == "lost") > 0.5  # ruling.tuning: 83 %
    table = Script(procedure.situate(situation), dice=FastDice(1), policy=game.bot("captain"))
    assert isinstance(procedure.run(table, situation), Fought)
    with pytest.raises(Refused, match=r"death\.captain"):
        procedure.situate(procedure.params(absent=("captain",)))


@pytest.mark.rules("ruling.retreat")
def test_a_combat_that_is_broken_off_is_not_won():
    procedure = game.procedure("combat")
    situation = procedure.params(enemies=("zombie-reg",) * 6, rulings=Rulings(retreat="break-off"))

    def flees(asked):
        return "break-off" if asked.rule == "ruling.retreat" else game.bot("captain")(asked)

    table = Script(procedure.situate(situation), dice=FastDice(1), policy=flees)
    fought = procedure.run(table, situation)
    assert isinstance(fought, Fought)
    assert fought.end == "broke off"
    assert game.words(Fought("broke off", 1)) == "broke off, 1 lost"


@pytest.mark.rules("encounter.number", "encounter.pages", "patrol.roll")
def test_a_patrol_roll_brings_a_whole_encounter_with_its_pages_and_the_order_of_attacks():
    two_dogs = [1, 1, 1, 3, 6, 6, 1, 3, 6, 6, 5, 2]
    found = ruling("sector", two_dogs, patrol_roll=8)
    assert found.words == "2 enemies"
    told = [text for _, text in sentences(found)]
    assert told[0] == "Patrol Roll 8: 2 x Dreg Dog."
    (page,) = [text for text in told if text.startswith("Dreg Dog (13): Initiative ")]
    assert "Combat Skill" in page
    assert "Damage" in page
    assert "Dreg Dog 1" in told[-1]
    assert "Regulator Captain" in told[-1]


def test_a_quiet_sector_is_empty_and_a_patrol_roll_is_made_where_none_is_given():
    assert ruling("sector", [3, 4]).words == "no trouble"


def test_a_line_up_too_long_for_exact_odds_is_estimated_and_a_host_is_refused():
    crowd = desk.situation(game, "initiative-order", {"enemies": ["zombie-boy"] * 30})
    assert not desk.odds(game, game.procedure("initiative-order"), crowd, past_budget=True).exact
    with pytest.raises(BadInput, match="enemies"):
        desk.situation(game, "initiative-order", {"enemies": ["zombie-boy"] * 15_000})
