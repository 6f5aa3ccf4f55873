"""Making a party: the types, their tables, and the bonuses of a party's composition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudge.engine import Playout, Script, random_bot
from adjudge.engine.chance import FastDice
from adjudge.engine.table import one_bot
from adjudge.games.mdrg.book import CREATED_TYPES, EQUIPMENT, SPECIES, TABLES, TYPES, roll_on
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.creation import muster_turn, numbers_of_models, party_of
from adjudge.games.mdrg.rules.profiles import has, rate, settled
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Muster


def blank(type, **fields):
    return settled(Profile(name="it", type=type, quality=4, combat=0, **fields))


def created(type, faces, answers=(), *, rulings=None, opponent="", **fields):
    """A character made with these dice and answers, all of them used up."""
    muster = Muster("red", rulings=rulings or Rulings(), opponent=opponent)
    table = Script(muster, faces=faces, answers=answers)
    profile = creation.featured(table, muster, blank(type, **fields))
    table.finish()
    return profile


def equipped(type, faces, answers=(), **fields):
    """The muster and the character after one roll on the Equipment Table."""
    muster = Muster("red")
    table = Script(muster, faces=faces, answers=answers)
    profile = creation.one_equipment_roll(table, muster, blank(type, **fields))
    table.finish()
    return muster, profile


def muster_of(*types, size=5, rulings=None):
    muster = Muster("red", size, rulings or Rulings())
    muster.models = [
        replace(blank(t, species="rat" if t == "animal" else ""), name=f"{t} {i}") for i, t in enumerate(types)
    ]
    return muster


# Types and numbers


@pytest.mark.rules(
    "human.profile",
    "mutant.profile",
    "animal.profile",
    "plant.profile",
    "android.profile",
    "robot.profile",
    "wretched.profile",
    "creation.types",
    "profile.quality",
    "profile.combat",
    "move.rates",
)
@pytest.mark.parametrize(
    ("type", "quality", "combat", "stick"),
    [
        ("human", 3, 2, "medium"),
        ("mutant", 4, 3, "medium"),
        ("animal", 4, 3, "medium"),
        ("plant", 5, 3, "short"),
        ("android", 4, 3, "medium"),
        ("robot", 4, 4, "medium"),
        ("wretched", 4, 2, "short"),
    ],
)
def test_each_type_has_its_basic_profile(type, quality, combat, stick):
    profile = blank(type, species="rat" if type == "animal" else "")
    assert (profile.quality, profile.combat, rate(profile)) == (quality, combat, stick)
    assert type in CREATED_TYPES


@pytest.mark.rules("purity.composition", "purity.size", "purity.extra-equipment")
@pytest.mark.parametrize(("size", "models", "rolls"), [(5, 4, 10), (10, 8, 20), (3, 2, 6), (9, 8, 18), (1, 1, 2)])
def test_a_purity_squad_is_smaller_and_better_equipped(size, models, rolls):
    """ex.creation-purity-five, ex.creation-purity-ten."""
    assert numbers_of_models({"human": size}, size, purity=True) == {"human": models}
    muster = muster_of(*["human"] * models, size=size)
    muster.purity = True
    table = Script(muster, dice=FastDice(1), policy=random_bot)
    creation.roll_all_equipment(table, muster)
    assert sum(rolled.rule == EQUIPMENT.rule for rolled in table.rolls) == rolls


@pytest.mark.rules("purity.composition")
def test_humans_alone_may_decline_to_be_a_purity_squad_where_the_table_plays_it_so():
    muster = Muster("red", rulings=Rulings(purity_squad_automatic="optional"))
    table = Script(muster, answers=[{"human": 5}, "plain party"])
    creation.choose_types(table, muster)
    assert len(muster.models) == 5


@pytest.mark.rules("plant.two-per-slot", "creation.party-size")
def test_two_humans_and_three_places_of_plants_are_two_humans_and_six_plants():
    """ex.creation-plants-book."""
    assert numbers_of_models({"human": 2, "plant": 3}, 5, purity=False) == {"human": 2, "plant": 6}
    assert numbers_of_models({"plant": 5}, 5, purity=False) == {"plant": 10}


@pytest.mark.rules("wretched.underdog")
def test_wretched_alone_are_seven_in_a_game_of_five_and_fourteen_in_one_of_ten():
    """ex.creation-wretched-party."""
    assert numbers_of_models({"wretched": 5}, 5, purity=False) == {"wretched": 7}
    assert numbers_of_models({"wretched": 10}, 10, purity=False) == {"wretched": 14}
    assert numbers_of_models({"wretched": 4, "human": 1}, 5, purity=False) == {"wretched": 4, "human": 1}
    assert numbers_of_models({"wretched": 3}, 3, purity=False) == {"wretched": 5}  # ex.creation-wretched-small
    always = Rulings(wretched_underdog_scaling="always-two")
    assert numbers_of_models({"wretched": 3}, 3, purity=False, rulings=always) == {"wretched": 5}
    assert numbers_of_models({"wretched": 10}, 10, purity=False, rulings=always) == {"wretched": 12}


@pytest.mark.rules("android.sustenance", "android.all-android-party")
def test_an_android_among_others_chooses_its_sustenance_and_among_its_own_lives_on_cells():
    mixed = Muster("red", size=2)
    creation.choose_types(Script(mixed, answers=[{"android": 1, "robot": 1}, "food"]), mixed)
    assert [model.lives_on for model in mixed.models if model.type == "android"] == ["food"]
    alone = Muster("red", size=2)
    creation.choose_types(Script(alone, answers=[{"android": 2}]), alone)
    assert [model.lives_on for model in alone.models] == ["cells", "cells"]


# Skills, Mutations, features


@pytest.mark.rules("human.skills", "creation.choose-entries")
def test_a_human_keeps_one_of_two_skill_rolls():
    """ex.creation-human-skills: Hero, or one of Sharpshooter and Gunsmith."""
    for kept in ("hero", "sharpshooter", "gunsmith"):
        assert created("human", [1, 1, 3, 4], [kept]).traits == (kept,)
    assert created("human", [3, 2, 2, 3]).traits == ("free-disengage",)  # the same twice: taken, nobody is asked


@pytest.mark.rules("mutant.number-of-mutations", "mutant.kind-of-mutation", "dice.d66", "mutant.skill-and-equipment")
def test_a_mutant_with_a_five_has_two_mutations():
    """ex.creation-mutant: physical 21 Huge, mental 7 Telepathy; then a skill."""
    mutant = created("mutant", [5, 3, 2, 1, 6, 3, 4, 5, 6])
    assert mutant.traits == ("huge", "telepathy", "steadfast")
    assert created("mutant", [4, 1, 3, 4, 5, 6]).traits == ("entangle", "steadfast")


@pytest.mark.rules("mutant.psyker")
def test_a_mental_mutation_makes_a_mutant_a_psyker():
    from adjudge.games.mdrg.rules.profiles import is_psyker

    assert is_psyker(blank("mutant", traits=("telepathy",)))
    assert is_psyker(blank("mutant", traits=("danger-sense (mental)",)))
    assert not is_psyker(blank("mutant", traits=("huge", "danger-sense")))


@pytest.mark.rules("ability.absorption-type", "ability.energy-projection-type", "ability.phobia")
def test_what_a_mutation_works_on_is_rolled_when_it_is_gained():
    """ex.sp-absorption-type: a 3 absorbs death rays."""
    assert created("mutant", [1, 1, 1, 1, 3, 5, 6]).traits[0] == "absorption (death-rays)"
    assert created("mutant", [1, 1, 3, 3, 4, 5, 6]).traits[0] == "energy-projection (radiation)"
    assert created("mutant", [1, 6, 1, 3, 3, 5, 6]).traits[0] == "phobia (artificial)"


@pytest.mark.rules("ability.two-headed")
def test_a_second_head_worsens_quality_and_may_bring_mental_mutations():
    """ex.sp-two-headed: on a 6, two of them."""
    mutant = created("mutant", [1, 1, 6, 4, 6, 3, 4, 5, 5, 5, 6])
    assert mutant.traits == ("two-headed", "telepathy", "mind-block", "steadfast")
    assert mutant.quality == 5
    assert created("mutant", [1, 1, 6, 4, 4, 5, 6]).traits == ("two-headed", "steadfast")


@pytest.mark.rules("ability.absorption-adaptation-exclusive", "ability.energy-adaptation-reset")
def test_a_mutation_that_the_model_has_or_may_not_have_is_rolled_again():
    again = created("mutant", [5, 1, 1, 1, 3, 1, 2, 6, 5, 2, 5, 6])
    assert again.traits == ("absorption (death-rays)", "tough", "steadfast")
    other_way = created("mutant", [5, 1, 2, 6, 1, 1, 1, 5, 2, 5, 6])
    assert other_way.traits == ("energy-adaptation", "tough", "steadfast")
    wasted = created("mutant", [5, 1, 5, 2, 1, 6, 6, 5, 6], rulings=Rulings(mutation_duplicates="wasted"))
    assert wasted.traits == ("tough", "steadfast")


@pytest.mark.rules("ability.big", "ability.huge")
def test_a_big_model_that_rolls_huge_becomes_huge_and_a_huge_one_never_big():
    assert created("mutant", [5, 1, 1, 5, 1, 2, 1, 5, 6]).traits == ("huge", "steadfast")
    assert created("mutant", [5, 1, 2, 1, 1, 1, 5, 5, 2, 5, 6]).traits == ("huge", "tough", "steadfast")


@pytest.mark.rules("robot.feature-civilian", "ability.mounted-combat")
def test_a_skill_that_cannot_be_used_is_rolled_again_or_lost():
    flyer = created("mutant", [1, 1, 5, 5, 4, 6, 5, 6])
    assert flyer.traits == ("flying", "steadfast")
    lost = created("mutant", [1, 1, 5, 5, 4, 6], rulings=Rulings(unusable_skill="lost"))
    assert lost.traits == ("flying",)
    civilian = created("robot", [3, 4, 4, 6, 1, 2])
    assert civilian.traits == ("civilian-robot", "forester")
    assert (civilian.quality, civilian.combat) == (3, 3)


@pytest.mark.rules("creation.leader-bonus")
def test_a_rolled_leader_has_the_rule_without_the_quality_unless_the_table_says_so():
    assert created("android", [6, 6]).quality == 4
    assert created("android", [6, 6], rulings=Rulings(rolled_leader="also-quality")).quality == 3
    muster = muster_of("android", "android", rulings=Rulings(rolled_leader="one-leader"))
    muster.models[0] = replace(muster.models[0], traits=("leader",))
    second = creation.featured(Script(muster, faces=[6, 6, 5, 6]), muster, muster.models[1])
    assert second.traits == ("steadfast",)


@pytest.mark.rules("animal.package", "animal.food")
@pytest.mark.parametrize("species", list(SPECIES))
def test_an_animal_rolls_the_mutations_of_its_species_and_has_some_food(species):
    muster = Muster("red")
    table = Script(muster, dice=FastDice(species), policy=random_bot)
    animal = creation.featured(table, muster, blank("animal", species=species))
    assert 1 <= animal.food <= 6
    heads = 2 if has(animal, "two-headed") else 0
    assert SPECIES[species].mutations <= len(animal.traits) <= SPECIES[species].mutations + heads
    assert not set(animal.traits) & set(SPECIES[species].traits)


@pytest.mark.rules(
    "animal.horse",
    "animal.canine",
    "animal.feline",
    "animal.monkey",
    "animal.aquatic",
    "animal.turtle",
    "animal.insect-wingless",
    "animal.insect-winged",
    "animal.spider",
    "animal.bird",
    "animal.flightless-bird",
    "animal.swine-sheep",
    "animal.bear",
    "animal.rat",
)
@pytest.mark.parametrize(
    ("species", "fixed", "mutations", "stick"),
    [
        ("horse", {"long-move"}, 2, "long"),
        ("canine", {"long-move", "superior-senses"}, 1, "long"),
        ("feline", {"long-move", "danger-sense"}, 1, "long"),
        ("monkey", {"nimble-hands"}, 1, "medium"),
        ("aquatic", {"amphibious", "swimmer"}, 1, "medium"),
        ("turtle", {"short-move", "amphibious", "heavy-armor"}, 1, "short"),
        ("wingless-insect", {"clinging"}, 2, "medium"),
        ("winged-insect", {"flying"}, 2, "medium"),
        ("spider", {"clinging", "poison", "entangle"}, 0, "medium"),
        ("bird", {"flying"}, 2, "medium"),
        ("flightless-bird", {"long-move"}, 2, "long"),
        ("swine-or-sheep", set(), 3, "medium"),
        ("bear", {"big"}, 2, "medium"),
        ("rat", {"strong-constitution"}, 2, "medium"),
    ],
)
def test_each_species_has_its_package(species, fixed, mutations, stick):
    package = SPECIES[species]
    assert (set(package.traits), package.mutations) == (fixed, mutations)
    assert rate(blank("animal", species=species)) == stick


def test_a_bear_rolls_big_again():
    bear = created("animal", [1, 5, 3, 5, 5, 3, 2], species="bear")
    assert (bear.traits, bear.food) == (("tough", "allure"), 2)


def test_animals_roll_mental_mutations_only_where_the_table_says_so():
    rat = created("animal", [5, 3, 4, 1, 3, 5, 1], species="rat", rulings=Rulings(animal_mental_at_creation="die-each"))
    assert rat.traits == ("telepathy", "tough")


@pytest.mark.rules("plant.mutations")
def test_a_plant_has_two_physical_mutations_and_a_mental_one():
    plant = created("plant", [1, 4, 5, 5, 3, 4])
    assert plant.traits == ("heavy-armor", "nutritious-fruits", "telepathy")


def test_where_a_row_offers_two_the_owner_chooses_and_where_it_says_half_a_die_does():
    plant = created("plant", [1, 5, 5, 5, 1, 2, 4], ["big"])
    assert plant.traits == ("big", "nutritious-fruits", "fear-of-water")


@pytest.mark.rules(
    "robot.rolls",
    "robot.feature-steel-plating",
    "robot.feature-motion-detector",
    "robot.feature-combat-computer",
    "robot.feature-size",
    "robot.feature-all-terrain",
    "robot.feature-superior-software",
    "robot.feature-medical",
    "robot.feature-long-movement",
    "robot.feature-intrusion",
    "robot.feature-targeting",
)
@pytest.mark.parametrize(
    ("faces", "trait"),
    [
        ([1, 1], "steel-plating"),
        ([1, 2], "motion-detector"),
        ([1, 3], "combat-computer"),
        ([1, 4, 3], "big"),
        ([1, 4, 4], "huge"),
        ([1, 5], "all-terrain"),
        ([2, 6], "superior-software"),
        ([3, 6, 2, 1, 3], "medical-robot"),
        ([4, 6], "long-move"),
        ([5, 6], "intrusion-module"),
        ([6, 6], "advanced-targeting"),
    ],
)
def test_a_robot_has_one_feature(faces, trait):
    robot = created("robot", faces)
    assert robot.traits == (trait,)
    assert robot.combat == (5 if trait == "combat-computer" else 4)
    assert robot.gear == (("stimulant", "frenzy-drug") if trait == "medical-robot" else ())


# Equipment


@pytest.mark.rules("human.equipment", "android.equipment-and-skill", "animal.no-equipment", "plant.no-equipment")
def test_each_type_has_its_number_of_equipment_rolls():
    rolls = {
        type: creation.equipment_rolls(blank(type, species="rat" if type == "animal" else "")) for type in CREATED_TYPES
    }
    assert rolls == {"human": 2, "mutant": 1, "animal": 0, "plant": 0, "android": 1, "robot": 2, "wretched": 1}


@pytest.mark.rules("ability.humanoid")
def test_a_humanoid_plant_moves_medium_and_gets_one_equipment_roll():
    plant = blank("plant", traits=("humanoid",))
    assert creation.equipment_rolls(plant) == 1
    assert rate(plant) == "medium"


@pytest.mark.rules("creation.nested-rolls", "creation.equipment-pool")
@pytest.mark.parametrize(
    ("faces", "answers", "pool", "food", "cells"),
    [
        ([1, 1], [], ["bow"], 0, 0),
        ([1, 2, 4], [], [], 0, 7),
        ([1, 3], [], ["powered-weapon"], 0, 2),
        ([1, 4, 3], [], ["plasma-grenade"], 0, 0),
        ([1, 5, 6], [], ["genetic-booster"], 1, 0),
        ([3, 4, 4, 5], [], ["laser-gun"], 0, 1),
        ([2, 6, 1, 4], ["shotgun"], ["shotgun"], 0, 1),
        ([3, 6], [0], ["herbicide"], 0, 0),
        ([3, 6, 5], [1], [], 5, 0),
        ([4, 6, 1], [], [], 4, 0),
        ([5, 6], [1], ["nbc-suit"], 0, 0),
        ([6, 6, 6, 6], [], ["power-armor"], 0, 0),
    ],
)
def test_the_equipment_table_gives_items_rolls_on_other_tables_and_stock(faces, answers, pool, food, cells):
    muster, human = equipped("human", faces, answers)
    assert (muster.pool, muster.food, muster.cells, human.gear) == (pool, food, cells, ())


@pytest.mark.rules("robot.armor-result", "robot.rolls")
def test_a_robot_gets_cells_in_place_of_armor():
    """ex.creation-robot-armor: 12, then 4 cells; no roll on the Armor Table. An 11 is armor too."""
    for faces in ([6, 6, 4], [5, 6, 4]):
        muster, robot = equipped("robot", faces)
        assert (muster.cells, muster.pool, robot.gear) == (4, [], ())


@pytest.mark.rules("robot.inbuilt-weapons", "robot.drug-result")
def test_weapons_and_drugs_stay_in_the_robot_that_rolled_them():
    muster, robot = equipped("robot", [3, 4, 3, 4])
    assert (robot.gear, muster.cells) == (("assault-rifle",), 1)
    assert equipped("robot", [1, 5, 1])[1].gear == ("stimulant",)
    muster, robot = equipped("robot", [3, 6], [0])
    assert (robot.gear, muster.pool) == ((), ["herbicide"])


def test_everybody_keeps_what_it_rolled_where_the_table_plays_it_so():
    muster = Muster("red", rulings=Rulings(equipment_pool_scope="own-rolls"))
    human = creation.one_equipment_roll(Script(muster, faces=[1, 1]), muster, blank("human"))
    assert (human.gear, muster.pool) == (("bow",), [])


@pytest.mark.rules("purity.extra-equipment", "android.all-android-party")
def test_what_the_party_as_a_whole_rolls_is_handed_out_even_where_everybody_keeps_its_own():
    """ruling.equipment-pool-scope."""
    rulings = Rulings(equipment_pool_scope="own-rolls")
    squad = muster_of(*["human"] * 4, rulings=rulings)
    squad.purity = True
    creation.roll_all_equipment(Script(squad, faces=[1, 1] * 10), squad)
    assert ([len(model.gear) for model in squad.models], squad.pool) == ([2, 2, 2, 2], ["bow", "bow"])
    android = muster_of("android", rulings=rulings)
    creation.roll_all_equipment(Script(android, faces=[1, 1] * 2, answers=["equipment roll"]), android)
    assert (android.models[0].gear, android.pool) == (("bow",), ["bow"])


@pytest.mark.rules("creation.equipment-pool", "mutant.equipment-limits", "ability.quills-no-armor", "ability.bestial")
def test_items_go_only_to_those_who_can_use_them():
    muster = muster_of("human", "mutant", "mutant", "mutant", "animal")
    for number, trait in ((1, "big"), (2, "quills"), (3, "bestial")):
        muster.models[number] = replace(muster.models[number], traits=(trait,))
    muster.pool = ["flak-jacket", "force-field", "pistol"]
    table = Script(muster, answers=[0, 1, 2])
    creation.hand_out(table, muster)
    assert [model.gear for model in muster.models] == [("flak-jacket",), ("force-field",), ("pistol",), (), ()]
    assert [i for i, model in enumerate(muster.models) if creation.takes(model, "nbc-suit")] == [0]
    assert [i for i, model in enumerate(muster.models) if creation.takes(model, "bow")] == [0, 1, 2]


def test_a_second_body_armor_is_not_worn_over_the_first():
    wearer = blank("human", gear=("flak-jacket",))
    assert not creation.takes(wearer, "power-armor")
    assert creation.takes(wearer, "laser-reflective-armor")
    assert not creation.takes(blank("human", gear=("power-armor",)), "laser-reflective-armor")


# The bonuses of a party


@pytest.mark.rules("mutationist.composition", "mutationist.bonus")
def test_a_mutationist_party_gets_one_more_mutation():
    muster = muster_of("mutant", "animal", "plant")
    table = Script(muster, faces=[5, 3, 4], answers=["mutationist", 1])
    creation.take_extras(table, muster)
    table.finish()
    assert muster.models[1].traits == ("telepathy",)
    physical = muster_of("mutant", "plant")
    creation.take_extras(Script(physical, faces=[4, 6, 1], answers=["mutationist", 1]), physical)
    assert physical.models[1].traits == ("explosive-fruits",)
    assert not creation.may_be_mutationist(muster_of("mutant", "human"))
    assert not creation.may_be_mutationist(muster_of("animal", rulings=Rulings(mutationist_stacks="one-bonus")))


@pytest.mark.rules("animal.all-animal-party")
def test_one_animal_among_animals_may_be_humanoid():
    muster = muster_of("animal", "animal")
    creation.take_extras(Script(muster, answers=["plain", 1]), muster)
    assert [has(model, "humanoid") for model in muster.models] == [False, True]
    declined = muster_of("animal", "animal")
    creation.take_extras(Script(declined, answers=["plain", "nobody"]), declined)
    assert not any(has(model, "humanoid") for model in declined.models)


@pytest.mark.rules("plant.free-humanoid")
def test_of_five_plants_or_more_one_that_is_not_humanoid_becomes_so():
    muster = muster_of("human", *["plant"] * 6)
    muster.models[1] = replace(muster.models[1], traits=("humanoid",))
    creation.take_extras(Script(muster, answers=[2]), muster)
    assert has(muster.models[2], "humanoid")
    four = muster_of("human", *["plant"] * 4)
    creation.take_extras(Script(four), four)
    assert not any(has(model, "humanoid") for model in four.models)


@pytest.mark.rules("android.all-android-party", "robot.robotic-party")
def test_machines_get_extra_cells_or_androids_a_roll():
    androids = muster_of("android")
    creation.roll_all_equipment(Script(androids, faces=[1, 1, 5], answers=["energy cells"]), androids)
    assert (androids.cells, androids.pool) == (5, ["bow"])
    rolled = muster_of("android")
    creation.roll_all_equipment(Script(rolled, faces=[1, 1, 1, 1], answers=["equipment roll"]), rolled)
    assert rolled.pool == ["bow", "bow"]
    robotic = muster_of("robot", "android")
    creation.roll_all_equipment(Script(robotic, faces=[1, 1, 1, 1, 1, 1, 6]), robotic)
    assert robotic.cells == 6


@pytest.mark.rules(
    "creation.champion-bonus",
    "creation.leader-bonus",
    "creation.bonuses-same-model-and-timing",
    "ability.leader-optional",
)
def test_champion_and_leader_may_be_one_model_or_two_or_nobody():
    """ex.creation-leader-quality: a Mutant with both is Q3+, C4, Leader."""
    muster = muster_of("mutant", "human")
    creation.give_bonuses(Script(muster, answers=[0, 0, "The Two"]), muster)
    assert (muster.models[0].quality, muster.models[0].combat, has(muster.models[0], "leader")) == (3, 4, True)
    assert party_of(muster).name == "The Two"
    plain = muster_of("mutant")
    creation.give_bonuses(Script(plain, answers=["nobody", "nobody", ""]), plain)
    assert (plain.models[0].quality, plain.models[0].combat) == (4, 3)


# Picked features


@pytest.mark.rules("optional.pick-two-opponent-one")
def test_picks_go_round_player_player_opponent():
    muster = Muster("red", opponent="blue")
    asked = []

    class Noting(Script[Muster]):
        def ask(self, seat, rule, question):
            asked.append(seat)
            return super().ask(seat, rule, question)

    table = Noting(muster, faces=[], answers=["tough", "heavy-armor", "phobia"])
    table._faces = [3]
    plant = creation.featured(table, muster, blank("plant"))
    assert asked == ["red", "red", "blue"]
    assert plant.traits == ("tough", "heavy-armor", "phobia (artificial)")


@pytest.mark.rules("optional.pick-two-opponent-one")
def test_the_player_may_propose_two_of_which_the_opponent_picks_one():
    rulings = Rulings(sp_pick_two_procedure="propose-two")
    android = created("android", [], ["hero", "stealth", "stealth"], rulings=rulings, opponent="blue")
    assert android.traits == ("stealth",)


# The whole


def test_a_muster_goes_through_its_steps_to_a_party_of_the_size_agreed():
    for seed in range(60):
        muster = Muster("red")
        table = Playout(muster, one_bot(random_bot), FastDice(seed))
        for _ in range(40):
            if muster.step == "done":
                break
            muster_turn(table, muster)
        party = party_of(muster)
        assert sum(1 / TYPES[model.type].slots for model in party.models) >= 4
        assert all(model == settled(model) for model in party.models)


@pytest.mark.rules("dice.d6", "dice.d66")
@pytest.mark.parametrize("name", list(TABLES))
def test_every_face_hits_one_row_of_its_table(name):
    table = TABLES[name]
    faces = [
        face
        for row in table.rows
        for face in range(row.on[0], row.on[1] + 1)
        if table.dice != "d66" or 1 <= face % 10 <= 6
    ]
    expected = {"d6": range(1, 7), "2d6": range(2, 13), "d66": [t * 10 + u for t in range(1, 7) for u in range(1, 7)]}
    assert faces == list(expected[table.dice])
    assert sum(weight for _, weight in roll_on(name).outcomes) == roll_on(name).ways
