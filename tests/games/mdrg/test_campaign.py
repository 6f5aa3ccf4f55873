"""Between battles: survival, spoils, Upkeep, Advances, replacements, and the weeks as a whole. The index's examples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from adjudge.check import check
from adjudge.cli.app import app
from adjudge.engine import BadInput, Fight, Fought, Match, Outcome, Refused, Script
from adjudge.engine.chance import FastDice
from adjudge.engine.playout import playout
from adjudge.games.mdrg.campaign import game
from adjudge.games.mdrg.campaign.members import alter, model, names
from adjudge.games.mdrg.campaign.rules import advances, aftermath, replacements, upkeep, week, work
from adjudge.games.mdrg.campaign.state import Bout, Camp, Campaign
from adjudge.games.mdrg.legality import is_legal
from adjudge.games.mdrg.papers import PARTY
from adjudge.games.mdrg.party import Party, Profile, from_toml, prerolled, to_toml
from adjudge.games.mdrg.report import Report
from adjudge.games.mdrg.rules.profiles import upkeep as upkeep_of
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.sheet import record_sheet
from adjudge.odds import distribution
from adjudge.store.files import write as write_match

NUMBERS = {"human": (3, 2), "mutant": (4, 3), "robot": (4, 4), "plant": (5, 3), "android": (4, 3), "wretched": (4, 2)}


def one(name, type="human", **fields):
    quality, combat = NUMBERS.get(type, (4, 3))
    return Profile(**{"name": name, "type": type, "quality": quality, "combat": combat, **fields})


def camp_of(*models, seat="red", **fields):
    own = {key: fields.pop(key) for key in list(fields) if key in Party.__struct_fields__}
    return Camp(seat, Party(name=f"The {seat}s", models=models, **own), **fields)


def campaign(*camps, **fields):
    seats = tuple(camp.seat for camp in camps)
    return Campaign(seats, **{"weeks": 5, "rulings": AS_WRITTEN, "week": 1, **fields}, camps={c.seat: c for c in camps})


def script(state, faces=(), answers=()):
    return Script(state, faces=list(faces), answers=list(answers))


def after(state, told, winners=(), faces=(), answers=()):
    """The battle of all camps is over."""
    table = script(state, faces, answers)
    aftermath.settle(table, Bout(state.seats, "", "a battle"), winners, told)
    table.finish()
    return table


# Upkeep


@pytest.mark.rules("campaign.leader-upkeep", "campaign.upkeep")
def test_a_leader_needs_one_more_than_normal():
    """ex.sp-upkeep-leader: 2+1 = 3 Food Points."""
    ralph = one("Ralph Rad", "mutant", traits=("energy-projection (flames)",), leader=True)
    assert upkeep_of(ralph).food == 3
    assert upkeep_of(one("W", "wretched", leader=True)).food == 2
    assert str(upkeep_of(one("P", "plant", leader=True))) == "none"


@pytest.mark.rules("campaign.upkeep", "campaign.leader-upkeep")
def test_the_bill_of_a_week():
    """ex.sp-week-bill: Food 6, Energy Cells 5."""
    camp = camp_of(
        one("leader", leader=True),
        one("ray", "mutant", traits=("energy-projection (flames)",)),
        one("ill", infected=True),
        one("robot", "robot", gear=("powered-weapon",)),
        one("android", "android", lives_on="cells", gear=("power-armor",)),
        one("plant", "plant"),
    )
    assert upkeep.bill(camp, AS_WRITTEN) == upkeep.Bill(6, 5, 0)


@pytest.mark.rules("campaign.upkeep-shortage-choice", "campaign.leader-underfed", "campaign.underfed-combat")
def test_the_owner_chooses_who_goes_without():
    """ex.sp-underfed-choice: three are paid, and the Leader goes without."""
    camp = camp_of(one("boss", leader=True), one("a"), one("b"), one("c"), food=3, stage="home")
    state = campaign(camp)
    table = script(state)
    week.decide(table, camp, ())
    assert camp.stage == "upkeep"
    for number in (1, 2, 3):
        week.decide(table, camp, f"{number}:food")
    assert camp.stage == "ready"
    assert [it.hungry for it in camp.party.models] == [1, 0, 0, 0]
    assert camp.party.food == 0


@pytest.mark.rules("campaign.upkeep-shortage-choice")
def test_the_outlook_of_each_choice_stands_beside_it():
    camp = camp_of(one("boss", leader=True), one("a"), one("b"), food=2, stage="upkeep")
    state = campaign(camp)
    question = upkeep.feeding_question(state, camp)
    assert question.options == ["0:food", "1:food", "2:food", "enough"]
    boss = question.forecast("0:food")
    assert boss is not None
    assert distribution(boss, state).chances == {"2 go without now, next week 4 food short": Fraction(1)}


@pytest.mark.rules("campaign.underfed-desertion", "campaign.underfed-combat")
def test_two_games_in_a_row_without_food_are_enough():
    """ex.sp-desertion: unfed for games 2 and 3 it leaves after game 3; fed in between it stays."""
    camp = camp_of(one("first", "mutant"), one("second", "mutant"), one("boss", leader=True))
    state = campaign(camp)
    for fed in (["boss"], ["boss", "second"], ["boss", "first"]):
        camp.fed = fed
        for name in fed:
            alter(camp, name, hungry=0)
        upkeep.go_without(script(state), camp)
        after(state, Report(), ("red",))
        if fed == ["boss", "second"]:
            assert names(camp.party.models) == ["second", "boss"], "after the second game in a row"
            break
    camp.fed = ["boss"]
    upkeep.go_without(script(state), camp)
    after(state, Report(), ("red",))
    assert "second" in names(camp.party.models)
    assert [grave.how for grave in camp.graves] == ["left, being hungry"]
    assert camp.room == 0, "not replaced (sp-deserter-gear)"


@pytest.mark.rules("campaign.underfed-desertion", "campaign.underpowered-robot")
def test_a_robot_shuts_down_and_comes_back_for_its_ordinary_cell():
    """ex.sp-robot-returns."""
    camp = camp_of(one("Bolt", "robot"), one("Ann"), food=99)
    state = campaign(camp)
    for shut_down, hungry in ((False, 1), (True, 0)):
        camp.fed = ["Ann"]
        upkeep.go_without(script(state), camp)
        after(state, Report(), ("red",))
        assert (model(camp, "Bolt").shut_down, model(camp, "Bolt").hungry) == (shut_down, hungry)
    assert names(aftermath.fighters(camp)) == ["Ann"]
    camp.fed = ["Ann"]
    upkeep.go_without(script(state), camp)
    assert model(camp, "Bolt").shut_down, "no Cell for game 4 either"
    camp.party = replace(camp.party, cells=1)
    upkeep.pay(script(state), camp, "Bolt")
    assert (camp.party.cells, names(aftermath.fighters(camp))) == (0, ["Bolt", "Ann"])


@pytest.mark.rules("campaign.leader-underfed")
def test_leaders_never_desert_however_they_came_by_it():
    """sp-rolled-leader-upkeep."""
    camp = camp_of(one("boss", leader=True, hungry=2), one("rolled", "mutant", traits=("leader",), hungry=5))
    after(campaign(camp), Report(), ("red",))
    assert names(camp.party.models) == ["boss", "rolled"]


@pytest.mark.rules("ability.weak-constitution-upkeep", "campaign.replacements")
def test_a_weak_constitution_dies_of_hunger_and_is_replaced_later():
    camp = camp_of(one("frail", "mutant", traits=("weak-constitution",), leader=True), one("a"))
    upkeep.go_without(script(campaign(camp)), camp)
    assert (names(camp.party.models), camp.room, camp.lost_leader) == (["a"], 2, True)


@pytest.mark.rules("campaign.cells-shared-use")
def test_machines_that_stay_at_home_are_switched_off():
    """sp-absent-upkeep: no Cell, and no week that counts."""
    camp = camp_of(one("Bolt", "robot", hungry=1), one("Ann"), food=1, stage="home")
    week.decide(script(campaign(camp)), camp, (0,))
    assert (camp.stage, model(camp, "Bolt").hungry, camp.party.food) == ("ready", 1, 0)
    assert names(aftermath.fighters(camp)) == ["Ann"]


@pytest.mark.rules("campaign.cells-shared-use", "campaign.spoils")
def test_cells_are_shared_out_before_a_battle_and_return_after_it():
    """sp-carried-stock."""
    camp = camp_of(one("a", gear=("pistol",)), one("b"), cells=5, stage="cells")
    state = campaign(camp)
    week.decide(script(state), camp, {"0": 3, "1": 1})
    assert (camp.party.cells, model(camp, "a").cells) == (1, 3)
    after(state, Report(cells={"red-1": 1}), ("red",))
    assert (camp.party.cells, model(camp, "a").cells) == (3, 0)


@pytest.mark.rules(
    "ability.nutritious-fruits", "drug.stimulant-food", "ability.animal-upkeep-sacrifice", "campaign.upkeep"
)
def test_fruit_a_stimulant_and_an_animal_feed_three():
    """ex.sp-food-sources: 1 + 1 + 2 = 4 available, 3 needed: all fed, 1 left."""
    camp = camp_of(
        one("a"),
        one("b"),
        one("c"),
        one("Pear-tree", "plant", traits=("nutritious-fruits",)),
        one("Rover", "trained-animal"),
        loot=("stimulant",),
        stage="camp",
    )
    state = campaign(camp)
    after(state, Report(), ("red",))
    for key in ("eat:0", "slaughter:4"):
        week.decide(script(state), camp, key)
    assert camp.party.food == 4
    for answer in ("done", ()):
        week.decide(script(state), camp, answer)
    assert (camp.party.food, [it.hungry for it in camp.party.models]) == (1, [0, 0, 0, 0])
    assert camp.room == 0, "an animal is not replaced (sp-animal-sacrifice)"


# After the battle


@pytest.mark.rules("campaign.survival-winner")
@pytest.mark.parametrize(
    ("faces", "health"), [([4, 4, 6], "fit"), ([4, 6, 2], "wounded"), ([1, 6, 2], "absent"), ([1, 2, 3], None)]
)
def test_the_winners_dead_roll_for_their_lives(faces, health):
    """ex.sp-survival: two successes are -1 on Quality rolls in the next game."""
    camp = camp_of(one("Max", "mutant"), one("b"))
    after(campaign(camp), Report(killed=("red-1",)), ("red",), faces)
    if health is None:
        assert (names(camp.party.models), camp.graves[0].how) == (["b"], "died of wounds")
    else:
        assert model(camp, "Max").health == health


@pytest.mark.rules("campaign.survival-winner", "ability.hero-automatic-success")
def test_a_hero_has_one_success_without_a_die_and_no_second_try():
    """ex.sp-survival-hero."""
    camp = camp_of(one("Max", "mutant", traits=("hero",)), one("b"))
    after(campaign(camp), Report(killed=("red-1",)), ("red",), [1, 3])
    assert model(camp, "Max").health == "absent"


@pytest.mark.rules("campaign.survival-winner")
def test_one_who_misses_a_game_is_wounded_in_the_next():
    camp = camp_of(one("Max", health="absent"), one("b", health="wounded"))
    state = campaign(camp)
    assert names(aftermath.fighters(camp)) == ["b"]
    after(state, Report(), ("red",))
    assert [it.health for it in camp.party.models] == ["wounded", "fit"]


@pytest.mark.rules("campaign.survival-winner")
def test_the_odds_of_survival_come_from_the_same_roll():
    state = campaign(camp_of(one("Max", "mutant")))
    rule = lambda table: aftermath.resolve_survival(table, "red", one("Max", "mutant"), AS_WRITTEN)  # noqa: E731
    assert distribution(rule, state).chances == {
        "fit": Fraction(1, 8),
        "wounded": Fraction(3, 8),
        "absent": Fraction(3, 8),
        "dead": Fraction(1, 8),
    }


@pytest.mark.rules("campaign.spoils", "campaign.survival-loser", "campaign.after-battle-runaways")
def test_the_winner_takes_what_the_losers_dead_had_on_them():
    """ex.sp-spoils: the empty Pistol and 2 Cells; the runaway keeps his Needler, the camp its food and cells."""
    loser = camp_of(
        one("Mut", "mutant", gear=("pistol",), cells=2),
        one("Hum", gear=("needler",)),
        seat="blue",
        food=4,
        cells=3,
    )
    winner = camp_of(one("a"))
    told = Report(killed=("blue-1",), fled=("blue-2",), gear={"blue-1": ("pistol (empty)",)})
    after(campaign(winner, loser), told, ("red",))
    assert (winner.party.loot, winner.party.cells) == (("pistol (unknown, empty)",), 2)
    assert (names(loser.party.models), loser.party.food, loser.party.cells) == (["Hum"], 4, 3)
    assert model(loser, "Hum").gear == ("needler",)
    assert loser.room == 2


@pytest.mark.rules("campaign.spoils")
def test_after_a_draw_all_roll_and_keep_what_they_have():
    """sp-drawn-game, sp-loot-who."""
    camps = [camp_of(one("a", gear=("bow",)), one("b"), seat=seat) for seat in ("red", "blue")]
    after(campaign(*camps), Report(killed=("red-1", "blue-1"), lying=("pistol",)), (), [1, 1, 1, 6, 6, 6])
    assert [names(camp.party.models) for camp in camps] == [["b"], ["a", "b"]]
    assert [camp.party.loot for camp in camps] == [("bow",), ()]


@pytest.mark.rules("wretched.corpse-contagion", "campaign.spoils")
def test_what_the_wretched_had_is_left_by_those_who_could_not_touch_it():
    """sp-tainted-loot."""
    told = Report(killed=("blue-1",), gear={"blue-1": ("pistol (tainted)",)})
    for type, loot in (("human", ()), ("robot", ("pistol (unknown, tainted)",))):
        winner, loser = camp_of(one("a", type)), camp_of(one("w", "wretched", gear=("pistol",)), seat="blue")
        after(campaign(winner, loser), told, ("red",))
        assert winner.party.loot == loot


@pytest.mark.rules("wretched.cannibals", "faq.no-feeding-own-models", "campaign.upkeep")
def test_the_wretched_eat_their_dead_opponents_and_nobody_else_does():
    """ex.sp-cannibals: 3 x 2 = 6 Food Points for the Wretched only; the Mutant needs other food."""
    eaters = camp_of(*(one(f"w{n}", "wretched") for n in range(3)), one("m", "mutant"), one("own", "mutant"))
    dead = (one("a"), one("b"), one("p", "plant"), one("r", "robot"), one("x", "wretched"))
    fled = (one("y", "mutant"), one("z", "mutant"))
    food = camp_of(*dead, *fled, seat="blue")
    told = Report(killed=(*(f"blue-{n}" for n in range(1, 6)), "red-5"), fled=("blue-6", "blue-7"))
    state = campaign(eaters, food)
    after(state, told, ("red",), [1, 1, 1])
    assert (eaters.party.flesh, eaters.party.food) == (6, 0)
    assert not upkeep.is_covered(eaters, AS_WRITTEN)
    assert set(upkeep.feeding_options(eaters, AS_WRITTEN)) == {"0:food", "1:food", "2:food"}
    eaters.party = replace(eaters.party, food=1)
    upkeep.feed_all(script(state), eaters)
    assert (eaters.party.flesh, eaters.party.food) == (0, 0)


@pytest.mark.rules("wretched.infection-weekly-death")
def test_an_infected_model_rolls_each_week():
    """ex.sp-infected-week: needs 4+ and dies; its equipment stays and it is replaced."""
    camp = camp_of(one("ill", gear=("bow",)), one("b"))
    after(campaign(camp), Report(infected=("red-1",)), ("red",), [3])
    assert (names(camp.party.models), camp.party.loot, camp.room) == (["b"], ("bow",), 2)
    camp = camp_of(one("ill"), one("w", "wretched"))
    after(campaign(camp), Report(infected=("red-1",)), ("red",), [4])
    assert model(camp, "ill").infected


@pytest.mark.rules("campaign.radiation-check")
def test_two_food_points_take_away_one_loss_to_radiation():
    """ex.sp-radiation-recovery: of 4 Food Points two bring it to Q5+, one is its Upkeep, one cannot buy half a cure."""
    camp = camp_of(one("m", "mutant"), food=4, stage="camp")
    state = campaign(camp)
    after(state, Report(sickened={"red-1": 2}), ("red",))
    week.decide(script(state), camp, "cure:0")
    assert "cure:0" in work.tasks(state, camp), "the Upkeep is not paid yet: it is the owner's choice"
    week.decide(script(state), camp, "done")
    assert (camp.party.food, model(camp, "m").sickness) == (1, 1)
    assert "cure:0" not in work.tasks(state, camp)


@pytest.mark.rules("campaign.radiation-mutation")
def test_a_mutation_that_radiation_started_is_rolled_for_after_the_game():
    """sp-radiation-mutation-timing."""
    camp = camp_of(one("m", "mutant"))
    table = Script(campaign(camp), faces=[1, 4, 2], policy=game.policy)
    aftermath.settle(table, Bout(("red",), "", ""), ("red",), Report(mutating={"red-1": 1}))
    assert len(model(camp, "m").traits) == 1


@pytest.mark.rules("creation.equipment-reassign")
def test_what_cannot_be_worn_with_the_rest_goes_into_the_store():
    camp = camp_of(one("a", gear=("nbc-suit",)), one("r", "robot", gear=("pistol",)))
    told = Report(gear={"red-1": ("nbc-suit", "nbc-suit"), "red-2": ("pistol", "flak-jacket")})
    after(campaign(camp), told, ("red",))
    assert [it.gear for it in camp.party.models] == [("nbc-suit",), ("pistol",)]
    assert camp.party.loot == ("nbc-suit", "flak-jacket")


# Advances


def won(*models, **fields):
    camp = camp_of(*models, stage="advance", due=1, **fields)
    return camp, campaign(camp)


@pytest.mark.rules("campaign.advance-no-repeat")
def test_the_same_advance_only_once_another_character_had_one():
    """ex.sp-advance-book."""
    camp, _ = won(one("m", "mutant"), one("n", "mutant"), advances=[("m", "mutation")])
    assert "mutation:0" not in advances.options(camp, AS_WRITTEN)
    assert "mutation:1" in advances.options(camp, AS_WRITTEN)
    camp.advances.append(("", "follower"))
    assert "mutation:0" not in advances.options(camp, AS_WRITTEN), "a follower is the party's (sp-advance-repeat)"
    camp.advances.append(("n", "mutation"))
    assert "mutation:0" in advances.options(camp, AS_WRITTEN)


@pytest.mark.rules("campaign.advance-no-repeat", "campaign.advance-quality", "campaign.advance-per-win")
def test_advances_in_a_row():
    """ex.sp-advance-order."""
    camp, state = won(one("Anna"), one("Bert"), advances=[("Anna", "skill")])
    assert "quality:0" in advances.options(camp, AS_WRITTEN)
    week.decide(script(state), camp, "quality:0")
    assert model(camp, "Anna").quality == 2
    assert "skill:0" not in advances.options(camp, AS_WRITTEN)
    camp.advances.append(("Bert", "food"))
    assert "skill:0" in advances.options(camp, AS_WRITTEN)
    assert "quality:0" not in advances.options(camp, AS_WRITTEN)


@pytest.mark.rules("campaign.advance-combat")
def test_the_combat_bonus_comes_once():
    camp, state = won(one("a", combat=3, champion=True), one("b"))
    assert "combat:0" not in advances.options(camp, AS_WRITTEN)
    week.decide(script(state), camp, "combat:1")
    camp.due, camp.stage = 1, "advance"
    camp.advances.append(("a", "food"))
    assert model(camp, "b").combat == 3
    assert "combat:1" not in advances.options(camp, AS_WRITTEN)


@pytest.mark.rules("campaign.advance-cells")
def test_extra_cells():
    """ex.sp-advance-cells: 6 and one more."""
    camp, state = won(one("a"))
    week.decide(script(state, [6]), camp, "cells:0")
    assert camp.party.cells == 7


@pytest.mark.rules("campaign.advance-food")
def test_extra_food_feeds_one_that_went_hungry_first():
    """sp-extra-food-underfed."""
    camp, state = won(one("a"), one("b", hungry=1), one("c"), one("d"), one("e"))
    week.decide(script(state, [1]), camp, "food:1")
    assert (camp.party.food, camp.first) == (3, ["b"])
    camp.stage = "home"
    week.decide(script(state), camp, ())
    assert camp.fed == ["b"]


@pytest.mark.rules("campaign.advance-equipment")
def test_equipment_that_it_cannot_use_is_rolled_again():
    """ex.sp-advance-equipment-reroll: no Flak Jacket over quills, but a Grenade."""
    camp, state = won(one("q", "mutant", traits=("quills",)))
    table = script(state, [5, 6, 2, 3, 3], [0])
    advances.give(table, camp, "equipment", "q")
    assert [it for it in model(camp, "q").gear if "grenade" in it]


@pytest.mark.rules("campaign.advance-skill")
def test_a_skill_that_cannot_apply_is_rolled_again():
    """ex.sp-advance-skill-reroll: a Robot does not ride; it becomes a Forester."""
    camp, state = won(one("r", "robot"))
    table = script(state, [5, 5, 2, 1])
    advances.give(table, camp, "skill", "r")
    table.finish()
    assert model(camp, "r").traits == ("forester",)


@pytest.mark.rules("campaign.advance-mutation")
def test_only_what_mutates_takes_extra_mutations_and_the_owner_chooses_the_kind():
    camp, state = won(one("m", "mutant"), one("h"), one("r", "robot"))
    assert [key for key in advances.options(camp, AS_WRITTEN) if key.startswith("mutation")] == ["mutation:0"]
    table = Script(state, faces=[3, 3], answers=["mental"], policy=game.policy)
    advances.give(table, camp, "mutation", "m")
    assert len(model(camp, "m").traits) == 1


@pytest.mark.rules("campaign.advance-follower")
def test_two_plants_follow_a_party_of_four():
    """ex.sp-follower-plants."""
    camp, state = won(*(one(name, "mutant") for name in "abcd"))
    table = Script(state, faces=None, dice=FastDice(1), policy=game.policy)
    week.decide(table, camp, "follower:plant")
    joined = camp.party.models[4:]
    assert [(it.type, it.gear, it.cells, it.food) for it in joined] == [("plant", (), 0, 0)] * 2
    assert len(camp.party.models) == 6
    camp.due, camp.stage = 1, "advance"
    assert not any(key.startswith("follower") for key in advances.options(camp, AS_WRITTEN)), "six are more than five"


# Replacements


@pytest.mark.rules("campaign.replacements")
def test_the_room_that_the_dead_leave():
    """ex.sp-replacement-plants: for a Robot and three Plants five Plants, or two Humans and a Plant, no third Human."""
    for wanted in (["plant"] * 5, ["human", "human", "plant"]):
        camp = camp_of(one("a"), room=5, stage="replace")
        for type in wanted:
            assert type in replacements.possible(camp)
            camp.room -= replacements.places(type)
        assert replacements.possible(camp) == []
    camp = camp_of(one("a"), room=5 - 4)
    assert replacements.possible(camp) == ["plant"], "for the third Human a second dead Plant is missing"


@pytest.mark.rules("campaign.replacement-equipment", "campaign.replacements")
def test_a_replacement_brings_the_cell_in_its_gun_and_no_other():
    """ex.sp-replacement-equipment: 8 a random Gun, 6 a Pistol, without the row's Energy Cell."""
    camp = camp_of(one("a"), room=2, stage="replace")
    # one Mutation (physical), its roll, a skill, then 2d6 and the Gun table
    table = Script(campaign(camp), faces=[1, 1, 4, 2, 2, 1, 4, 4, 3, 3], policy=game.policy)
    week.decide(table, camp, "mutant")
    table.finish()
    joined = camp.party.models[-1]
    assert (joined.gear, joined.cells, joined.empty, camp.party.cells) == (("pistol",), 0, (), 0)
    assert camp.room == 0


@pytest.mark.rules("campaign.replacement-equipment")
@pytest.mark.parametrize("row", [(1, 2), (4, 6)])
def test_rows_of_food_or_cells_give_a_replacement_nothing(row):
    camp = camp_of(one("a"), room=2, stage="replace")
    table = Script(campaign(camp), faces=[1, 1, 4, 2, 2, 1, *row, 2], policy=game.policy)
    week.decide(table, camp, "mutant")
    assert (camp.party.models[-1].gear, camp.party.food, camp.party.cells) == ((), 0, 0)


@pytest.mark.rules("campaign.replacements")
def test_a_replacement_may_have_the_bonus_that_died_and_places_may_stay_empty():
    """sp-replacement-plants-and-leaders, sp-replacement-composition."""
    camp = camp_of(one("a"), room=4, lost_leader=True, stage="replace")
    table = Script(campaign(camp), faces=[1, 1, 4, 2, 2, 1, 4, 4, 3, 3], answers=["Leader"], policy=game.policy)
    week.decide(table, camp, "mutant")
    assert camp.party.models[-1].leader
    assert not camp.lost_leader
    week.decide(script(campaign(camp)), camp, "nobody")
    assert (camp.room, camp.stage) == (0, "camp")


# Work in camp


@pytest.mark.rules("campaign.artifact-roll", "campaign.artifact-success", "campaign.artifact-unknown")
def test_spoils_are_figured_out_in_camp_once_by_each_who_could_use_them():
    """sp-artifact-between-games; ex.sp-artifact-animal: a Humanoid rat has -2."""
    rat = one("rat", "animal", species="rat", traits=("humanoid",))
    camp = camp_of(rat, one("h"), one("dog", "animal", species="canine"), loot=("laser-gun (unknown)",), stage="camp")
    state = campaign(camp)
    assert [key for key in work.tasks(state, camp) if key.startswith("study")] == ["study:0:0", "study:0:1"]
    week.decide(script(state, [6, 4]), camp, "study:0:0")
    assert "study:0:0" not in work.tasks(state, camp)
    week.decide(script(state, [3, 4]), camp, "study:0:1")
    assert camp.party.loot == ("laser-gun",)
    week.decide(script(state), camp, "give:0:0")
    assert model(camp, "rat").gear == ("laser-gun",)


@pytest.mark.rules("campaign.artifact-roll")
def test_the_odds_of_a_study_are_those_of_the_roll():
    camp = camp_of(one("h"), loot=("laser-gun (unknown)",), stage="camp")
    state = campaign(camp)
    rule = work.work_question(state, camp).forecast("study:0:0")
    assert rule is not None
    chances = distribution(rule, state, policy=game.policy).chances
    assert chances["understood, ready for use"] == Fraction(21, 36)
    assert sum(chances.values()) == 1


@pytest.mark.rules("campaign.artifact-goes-off", "campaign.survival-winner")
def test_an_accident_in_camp_may_kill_and_is_survived_like_a_winner():
    """sp-dead-between-games."""
    camp = camp_of(one("m", "mutant"), loot=("death-ray-gun (unknown)",), stage="camp")
    state = campaign(camp)
    week.decide(script(state, [1, 1, 1, 6, 1, 4, 6, 2]), camp, "study:0:0")
    assert (model(camp, "m").health, camp.party.loot) == ("wounded", ())


@pytest.mark.rules("malfunction.repair")
def test_a_gunsmith_repairs_what_is_broken_and_nobody_else_does():
    """sp-gunsmith-between-games."""
    for traits, broken, loot in ((("gunsmith",), (), ("bow",)), ((), ("pistol",), ("bow (broken)",))):
        smith = one("smith", traits=traits)
        camp = camp_of(smith, one("b", gear=("pistol",), broken=("pistol",)), loot=("bow (broken)",))
        work.repair(script(campaign(camp)), camp)
        assert (model(camp, "b").broken, camp.party.loot) == (broken, loot)


@pytest.mark.rules("robot.gunsmith-swap")
def test_a_gunsmith_moves_weapons_from_robot_to_robot():
    robots = one("r", "robot", gear=("laser-gun",), shut_down=True), one("s", "robot")
    without = camp_of(*robots, stage="camp")
    assert not [key for key in work.tasks(campaign(without), without) if key.startswith(("take-out", "store:0"))]
    camp = camp_of(*robots, one("smith", traits=("gunsmith",)), stage="camp")
    state = campaign(camp)
    week.decide(script(state), camp, "take-out:0:0")
    assert camp.party.loot == ("laser-gun (in-built)",)
    assert not [key for key in work.tasks(state, camp) if key.startswith("give")], "nobody can hold it"
    week.decide(script(state), camp, "build-in:0:1")
    assert (model(camp, "r").gear, model(camp, "s").gear, camp.party.loot) == ((), ("laser-gun",), ())


@pytest.mark.rules("creation.equipment-reassign", "campaign.cells-shared-use")
def test_things_change_hands_and_are_loaded_in_camp():
    camp = camp_of(one("a", gear=("pistol",), empty=("pistol",)), one("b"), cells=1, stage="camp")
    state = campaign(camp)
    week.decide(script(state), camp, "store:0:0")
    assert camp.party.loot == ("pistol (empty)",)
    week.decide(script(state), camp, "give:0:1")
    week.decide(script(state), camp, "reload:1:pistol")
    assert (model(camp, "b").gear, model(camp, "b").empty, camp.party.cells) == (("pistol",), (), 0)


@pytest.mark.rules("campaign.cells-shared-use")
def test_a_camp_of_one_is_not_asked_who_stays_at_home():
    camp = camp_of(one("last"), food=3, stage="camp")
    week.decide(script(campaign(camp)), camp, "done")
    assert (camp.stage, camp.party.food) == ("ready", 2)


# House rules


def test_by_house_rule_nobody_has_the_same_advance_twice():
    camp, _ = won(one("m", "mutant"), one("n", "mutant"), advances=[("m", "mutation"), ("n", "food")])
    assert "mutation:0" in advances.options(camp, AS_WRITTEN)
    assert "mutation:0" not in advances.options(camp, Rulings(sp_advance_repeat="never"))


@pytest.mark.rules("wretched.cannibals")
def test_by_house_rule_flesh_is_food_for_all():
    camps = camp_of(one("w", "wretched")), camp_of(one("a"), seat="blue")
    state = campaign(*camps, rulings=Rulings(sp_cannibals="common-stock"))
    after(state, Report(killed=("blue-1",)), ("red",))
    assert (camps[0].party.food, camps[0].party.flesh) == (2, 0)


def test_by_house_rule_guns_are_loaded_again_for_nothing():
    camp = camp_of(one("a", gear=("pistol",)))
    state = campaign(camp, rulings=Rulings(sp_cells_between_games="recharged"))
    after(state, Report(gear={"red-1": ("pistol (empty)",)}), ("red",))
    assert model(camp, "a").empty == ()


def test_by_house_rule_both_have_lost_a_drawn_battle():
    camps = [camp_of(one("a", gear=("bow",)), one("b"), seat=seat) for seat in ("red", "blue")]
    after(campaign(*camps, rulings=Rulings(sp_drawn_game="both-lose")), Report(killed=("red-1", "blue-1")))
    assert [(names(camp.party.models), camp.party.loot) for camp in camps] == [(["b"], ())] * 2


@pytest.mark.rules("campaign.replacements")
def test_by_house_rule_replacements_eat_nothing_in_their_first_week():
    camp = camp_of(one("a"), room=2, stage="replace")
    state = campaign(camp, rulings=Rulings(sp_replacement_upkeep="first-free"))
    table = Script(state, faces=[1, 1, 4, 2, 2, 1, 4, 4, 3, 3], policy=game.policy)
    week.decide(table, camp, "mutant")
    assert upkeep.bill(camp, AS_WRITTEN).food == 1


@pytest.mark.rules("campaign.underfed-desertion")
def test_by_house_rule_deserters_take_their_things_along():
    for ruling, loot in (("stays", ("bow",)), ("takes-along", ())):
        camp = camp_of(one("a", gear=("bow",), hungry=2), one("b"))
        after(campaign(camp, rulings=Rulings(sp_deserter_gear=ruling)), Report(), ("red",))  # type: ignore[arg-type]
        assert camp.party.loot == loot


# The weeks


def winners_of(state):
    ended = week.outcome(state)
    assert ended is not None
    return ended.winners


@pytest.mark.rules("campaign.winner", "campaign.structure")
def test_most_victories_win_and_equals_share():
    """ex.sp-campaign-winner, sp-campaign-tie."""
    red, blue = camp_of(one("a"), wins=2, stage="over"), camp_of(one("b"), seat="blue", wins=1, stage="over", food=99)
    state = campaign(red, blue, weeks=3, week=3)
    assert week.outcome(state) == Outcome("The reds won 2 of 3", "campaign.winner", ("red",))
    blue.wins = 2
    assert winners_of(state) == ("red", "blue")
    red.wins = blue.wins = 0
    assert winners_of(state) == ()


@pytest.mark.rules("campaign.winner", "campaign.advance-per-win")
def test_allied_winners_each_have_a_victory_and_share_the_food():
    """ex.sp-multiplayer-win: 5 Food Points, 3 to the one with fewer victories."""
    a, b, c = (camp_of(one(seat), seat=seat) for seat in ("red", "blue", "green"))
    a.wins = 1
    state = campaign(a, b, c)
    state.bouts = [Bout(state.seats, "", "a battle", teams={"red": "blue", "blue": "blue"})]
    fought = week.fight(state, state.bouts[0]).by_hand(["red", "blue"], {"killed": ["green-1"], "shared_food": 5})
    checked = week.fight(state, state.bouts[0]).check(fought, "campaign.winner")
    assert isinstance(checked, Fought)
    week.take_result(script(state), state.bouts[0], checked)
    assert [(camp.wins, camp.due, camp.party.food) for camp in (a, b, c)] == [(2, 1, 2), (1, 1, 3), (0, 0, 0)]
    assert (a.stage, c.stage) == ("advance", "replace")


@pytest.mark.rules("campaign.spoils")
def test_allied_winners_pick_spoils_in_turn():
    """sp-multiplayer-campaign: whoever lost more models begins."""
    a, b = camp_of(one("a"), one("x")), camp_of(one("b"), seat="blue")
    c = camp_of(one("c", gear=("bow", "javelin")), seat="green")
    told = Report(killed=("green-1", "red-2"))
    after(campaign(a, b, c), told, ("red", "blue"), [1, 1, 1], ["javelin"])
    assert (a.party.loot, b.party.loot) == (("javelin",), ("bow",))


@pytest.mark.rules("setup.campaign-game", "campaign.party-record-sheet")
def test_food_and_cells_of_the_sheets_go_into_camp_and_the_sheet_can_be_read_again():
    state = game.start(game.configure({"parties": ("animal", "wretched")}))
    before = prerolled("animal")
    camp = state.camps["red"]
    assert camp.party.food == before.food + sum(it.food for it in before.models)
    assert all(not it.food and not it.cells for it in camp.party.models)
    alter(camp, camp.party.models[0].name, health="wounded", sickness=1, advances=("quality",))
    camp.party = replace(camp.party, games=2, loot=("pistol (unknown, empty)",))
    assert from_toml(to_toml(camp.party)) == camp.party
    printed = record_sheet(camp.party)
    assert "wounded" in printed
    assert "Pistol (unknown, empty)" in printed
    assert PARTY.typst is not None


@pytest.mark.rules("campaign.structure")
def test_everybody_meets_everybody_in_pairs():
    camps = [camp_of(one("a"), seat=seat) for seat in ("red", "blue", "green", "yellow")]
    state = campaign(*camps, pairs=True)
    met = set()
    for number in range(1, 4):
        state.week = number
        met |= {frozenset(pair) for pair in week.pairings(state)}
    assert len(met) == 6
    state = campaign(*camps[:3], pairs=True)
    assert len(week.pairings(state)) == 1, "of three one rests"


@pytest.mark.rules("purity.alliances")
def test_a_purity_squad_allies_with_machines_only():
    state = campaign(
        camp_of(one("h")), camp_of(one("m", "mutant"), seat="blue"), camp_of(one("r", "robot"), seat="green")
    )
    assert [week.may_ally(state, "red", other) for other in ("blue", "green")] == [False, True]
    assert not week.may_ally(state, "blue", "red")


# Whole campaigns


def bots(options):
    return {seat.id: game.bot(game.default_bot) for seat in game.seats(options)}


@pytest.mark.rules("campaign.structure")
@pytest.mark.parametrize(
    "chosen",
    [
        {"parties": ("human", "wretched"), "weeks": 3},
        {"parties": ("drawn", "drawn", "drawn", "drawn"), "battles": "pairs", "weeks": 2},
        {"parties": ("robot", "plant", "random"), "weeks": 1},
    ],
)
def test_a_campaign_by_bots_ends_with_legal_parties_and_is_the_same_again(chosen):
    options = game.configure(chosen)
    state = playout(game, options, bots(options), "7")
    assert game.outcome(state) is not None
    assert all(is_legal(camp.party) for camp in state.camps.values())
    assert len(state.history) == sum(len(week.pairings(replace(state, week=n))) for n in range(1, state.weeks + 1))
    if chosen["weeks"] == 1:
        assert playout(game, options, bots(options), "7") == state


@pytest.mark.rules("campaign.structure")
def test_a_campaign_is_played_with_a_battle_told_by_hand():
    match = Match.new(game, bytes(32), options={"parties": ["human", "wretched"], "weeks": 1})
    match.answer("red", [])
    match.answer("blue", [])
    for seat in ("red", "blue"):
        match.answer(seat, {})
    assert match.pending is not None
    fight = match.pending.for_seat("red")
    assert isinstance(fight, Fight)
    match.answer("red", fight.by_hand(["blue"], {"killed": ["red-1", "red-2"], "fled": ["red-3", "red-4"]}))
    assert match.outcome is not None
    assert match.outcome.winners == ("blue",)
    assert [grave.how for grave in match.state.camps["red"].graves] == ["fell in battle"] * 2


# Reports told by hand


def told(report, winners=("red",), **options):
    fight = Fight("mdrg", {"parties": ["human", "robot"], **options}, {"red": "a", "blue": "b"}, name="x")
    return fight.check(fight.by_hand(winners, report), "campaign.winner")


@pytest.mark.rules("campaign.after-battle-runaways", "campaign.spoils", "game.end")
@pytest.mark.parametrize(
    ("report", "why"),
    [
        ({"killed": ["red-1"], "fled": ["red-1"]}, "was killed and cannot have run"),
        ({"killed": ["red-1", "red-2", "red-3", "red-4"]}, "nobody of them is left"),
        ({"infected": ["blue-1"]}, "cannot catch the disease"),
        ({"sickened": {"blue-1": 1}}, "is a machine"),
        ({"mutating": {"red-1": 1}}, "does not mutate"),
        ({"lying": ["death-ray-gun"]}, "after the battle"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_a_sentence(report, why):
    with pytest.raises(Refused, match=why):
        told(report)


@pytest.mark.parametrize("report", [{"killed": ["Nobody"]}, {"lying": ["spoon"]}, {"gear": {"red-1": ["bow (bent)"]}}])
def test_names_that_nobody_knows_are_refused(report):
    with pytest.raises(BadInput):
        told(report)


def test_models_are_understood_by_their_names():
    first = prerolled("human").models[0].name
    assert told({"killed": [f"{first} ({prerolled('human').name})"]}).report.killed == ("red-1",)


def test_a_battle_by_bots_reports_what_could_be_told_by_hand():
    fight = Fight("mdrg", {"parties": ["mutationist", "wretched"]}, {"red": "a", "blue": "b"}, name="x")
    fought = fight.by_bots("3")
    assert fight.check(fought, "campaign.winner") == fought


def test_the_kit_finds_no_fault_in_campaigns():
    report = check("mdrg-campaign", matches=2, seconds=3)
    assert report.is_clean, str(report)


@pytest.mark.rules("campaign.party-record-sheet")
def test_the_sheet_of_a_party_is_printed_from_a_saved_campaign_as_it_stands(tmp_path):
    match = Match.new(game, bytes(32), options={"parties": ["human", "wretched"], "weeks": 1})
    file = tmp_path / "campaign.json"
    write_match(match, file)
    printed = CliRunner().invoke(app, ["sheet", "mdrg-campaign", str(file), "--of", "blue"])
    assert printed.stdout.startswith("Wretched")
    source = CliRunner().invoke(app, ["sheet", "mdrg-campaign", str(file), "--of", "blue", "--source"]).stdout
    assert from_toml(source) == match.state.camps["blue"].party
