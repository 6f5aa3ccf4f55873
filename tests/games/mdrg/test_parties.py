"""Party files, their validator, Upkeep, and record sheets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudge.engine import BadInput
from adjudge.games.mdrg.legality import findings, is_legal
from adjudge.games.mdrg.making import roll_party
from adjudge.games.mdrg.party import PREROLLED, Party, Profile, from_toml, prerolled, to_toml
from adjudge.games.mdrg.rules.profiles import has, objection, rate, settled, upkeep
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.sheet import pdf, record_sheet, special_rules, typst_page


def profile(type="mutant", **fields):
    return settled(Profile(name=fields.pop("name", "it"), type=type, quality=4, combat=0, **fields))


def party(*models, **fields):
    return Party(name="They", models=models, **fields)


def named(name):
    return next(model for each in PREROLLED for model in prerolled(each).models if model.name == name)


def rules_against(*models, **fields):
    return {finding.rule for finding in findings(party(*models, **fields)) if finding.grade == "illegal"}


# Pre-rolled parties


@pytest.mark.rules("optional.prerolled-parties", "optional.prerolled-use")
def test_the_seven_prerolled_parties_are_legal_and_hold_forty_one_profiles():
    sizes = {name: len(prerolled(name).models) for name in PREROLLED}
    assert sizes == {"human": 4, "android": 5, "mutationist": 5, "robot": 5, "plant": 10, "animal": 5, "wretched": 7}
    assert [finding for name in PREROLLED for finding in findings(prerolled(name)) if finding.grade == "illegal"] == []


@pytest.mark.rules("optional.prerolled-use", "creation.champion-bonus")
def test_a_mixed_party_with_two_combat_bonuses_is_refused():
    """ex.sp-prerolled-mix: Karl, John and Helmut."""
    mixed = party(named("Karl"), named("John"), named("Helmut"))
    assert not is_legal(mixed)
    assert "more than one Combat bonus: John, Helmut" in str(findings(mixed)[0])


@pytest.mark.rules("profile.fields", "ability.sharpshooter")
def test_the_sample_profile_of_the_book_can_be_read():
    """ex.profile-sandy."""
    sandy = named('Sandy "Mindshock"')
    assert (sandy.quality, sandy.combat, str(upkeep(sandy)), sandy.cells) == (4, 3, "1 food", 3)
    assert all(has(sandy, rule) for rule in ("telekinetic-push", "sharpshooter", "sonic-stunner"))


# Upkeep


@pytest.mark.rules(
    "profile.upkeep",
    "plant.no-upkeep",
    "robot.upkeep",
    "wretched.upkeep",
    "creation.leader-drawbacks",
    "ability.energy-projection-upkeep",
    "ability.weak-constitution-upkeep",
    "ability.energy-feeding-food",
    "equipment.power-armor-upkeep",
    "equipment.powered-weapon-upkeep",
)
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("Karl", "2 food"),
        ("Helmut", "3 cells"),
        ("Ralph Rad", "3 food"),
        ('"The Leech"', "1 food or 1 cell"),
        ("CL-A-2WS", "3 cells"),
        ("Mangrove", "none"),
        ("Purceddu", "2 food"),
        ("Master", "2 food"),
        ("Jake", "2 food"),
        ("Smasher", "2 food + 1 cell"),
    ],
)
def test_upkeep_is_worked_out_from_the_profile(name, cost):
    """ex.sp-upkeep-leader, and the printed profiles with the book's slips mended (sp-prerolled-upkeep)."""
    assert str(upkeep(named(name))) == cost


@pytest.mark.rules("ability.photosynthesis")
def test_one_who_lives_on_light_eats_nothing_whatever_else_applies():
    for traits in (("photosynthesis", "energy-projection (light)"), ("energy-projection (light)", "photosynthesis")):
        assert str(upkeep(profile(traits=traits))) == "none"


@pytest.mark.rules("wretched.infection-effects")
def test_an_infected_model_eats_for_two():
    assert str(upkeep(profile(infected=True))) == "2 food"


def test_the_house_may_let_leaders_eat_double_or_always_two():
    leader = profile(leader=True, traits=("weak-constitution",))
    eaten = [upkeep(leader, Rulings(leader_upkeep=house)).food for house in ("one-more", "double", "always-two")]
    assert eaten == [3, 4, 2]


# Movement


@pytest.mark.rules("ability.long-move", "ability.short-move", "ability.bestial", "ability.humanoid", "move.rates")
@pytest.mark.parametrize(
    ("fields", "stick"),
    [
        ({"traits": ("long-move",)}, "long"),
        ({"traits": ("short-move", "long-move")}, "medium"),
        ({"traits": ("bestial", "short-move")}, "medium"),
        ({"traits": ("mounted",)}, "long"),
        ({"type": "animal", "species": "canine", "traits": ("humanoid",)}, "medium"),
        ({"type": "plant", "traits": ("medium-movement",)}, "medium"),
        ({"type": "plant", "traits": ("humanoid",)}, "medium"),
    ],
)
def test_movement_rules_work_one_upon_the_other_in_the_order_they_came(fields, stick):
    assert rate(profile(**fields)) == stick


# The validator


@pytest.mark.rules("creation.leader-bonus")
def test_a_quality_that_the_rules_do_not_give_is_explained():
    liar = replace(profile("human"), quality=2)
    (finding,) = [each for each in findings(party(liar)) if each.grade == "illegal"]
    assert str(finding) == "illegal: it: Quality 2+ is written, the rules make it 3+ (human.profile)"
    assert rules_against(profile("human", leader=True)) == set()


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"traits": ("flight",)}, "profile.special-rules"),
        ({"traits": ("absorption",)}, "ability.absorption-effect"),
        ({"traits": ("absorption (love)",)}, "ability.absorption-effect"),
        ({"traits": ("absorption (heat)", "energy-adaptation")}, "ability.absorption-effect"),
        ({"traits": ("huge", "big")}, "ability.big"),
        ({"traits": ("tough", "tough")}, "ruling.mutation-duplicates"),
        ({"traits": ("flying", "mounted")}, "ability.mounted-combat"),
        ({"traits": ("hero", "savage")}, "mutant.profile"),
        ({"traits": ("tough", "slow", "sprint", "allure")}, "mutant.profile"),
        ({"traits": ("big",), "gear": ("flak-jacket",)}, "ability.big"),
        ({"traits": ("quills",), "gear": ("nbc-suit",)}, "ability.quills-contact"),
        ({"traits": ("bestial",), "gear": ("pistol",)}, "ability.bestial"),
        ({"gear": ("blunderbuss",)}, "profile.fields"),
        ({"gear": ("pistol",), "ready": "bow"}, "actions.ready-weapon-at-start"),
        ({"species": "rat"}, "animal.package"),
        ({"lives_on": "cells"}, "android.sustenance"),
        ({"type": "human", "traits": ("tough",)}, "human.profile"),
        ({"type": "human", "gear": ("heavy-armor", "flak-jacket")}, "ruling.sp-armor-stacking"),
        ({"type": "animal", "species": "rat", "gear": ("pistol",)}, "animal.no-equipment"),
        ({"type": "plant", "gear": ("pistol",)}, "plant.no-equipment"),
        ({"type": "animal", "species": "monkey", "gear": ("pistol",)}, "animal.monkey"),
        ({"type": "robot", "gear": ("flak-jacket",)}, "robot.armor-result"),
        ({"type": "robot", "traits": ("all-terrain", "medical-robot")}, "robot.rolls"),
        ({"type": "plant", "traits": ("humanoid",), "gear": ("flak-jacket",)}, "ability.humanoid"),
    ],
)
@pytest.mark.rules("animal.no-equipment", "plant.no-equipment", "profile.special-rules", "mutant.equipment-limits")
def test_what_is_illegal_is_named_with_its_rule(fields, rule):
    fields = {"type": "mutant", **fields}
    bad = Profile(name="it", quality=4, combat=3, **fields)
    assert rule in rules_against(settled(bad) if fields.get("species") != "none" else bad)


@pytest.mark.rules("creation.party-size")
def test_a_party_of_nobody_is_not_legal_until_a_campaign_has_cost_it_everybody():
    assert (rules_against(), rules_against(games=3)) == ({"creation.party-size"}, set())


@pytest.mark.rules("animal.monkey", "robot.drug-result")
def test_a_monkey_may_have_a_powered_weapon_and_a_robot_an_injector():
    assert objection(profile("animal", species="monkey"), "powered-weapon") is None
    assert objection(profile("animal", species="monkey", traits=("humanoid",)), "pistol") is None
    assert rules_against(profile("robot", gear=("stimulant",))) == set()


@pytest.mark.rules(
    "creation.party-size", "purity.size", "purity.composition", "wretched.underdog", "plant.two-per-slot"
)
@pytest.mark.parametrize(
    ("type", "count", "rule"),
    [
        ("human", 4, None),
        ("human", 5, "purity.size"),
        ("wretched", 7, None),
        ("wretched", 8, "creation.party-size"),
        ("plant", 10, None),
        ("plant", 11, "creation.party-size"),
        ("mutant", 6, "creation.party-size"),
    ],
)
def test_a_party_has_as_many_models_as_its_places_give(type, count, rule):
    models = [profile(type, name=f"{type} {number}") for number in range(count)]
    assert rules_against(*models) == ({rule} if rule else set())


@pytest.mark.rules("mutationist.composition", "creation.equipment-pool", "profile.fields")
def test_the_party_as_a_whole_is_looked_at_too():
    assert "mutationist.composition" in rules_against(profile("human"), profile(name="other"), mutationist=True)
    assert "creation.equipment-pool" in rules_against(profile(gear=("pistol", "bow")))
    assert "profile.fields" in rules_against(profile(), profile())
    assert "creation.leader-bonus" in rules_against(profile(leader=True), profile(leader=True, name="other"))


@pytest.mark.rules("ability.animal-restrictions")
def test_a_trained_animal_carries_nothing_and_has_the_numbers_that_its_scenario_gives():
    dog = Profile(name="dog", type="trained-animal", quality=5, combat=1)
    assert rules_against(dog) == set()
    assert "ability.animal-restrictions" in rules_against(replace(dog, gear=("pistol",)))


def test_what_the_tables_give_is_always_legal():
    for seed in range(150):
        rolled = roll_party(seed)
        assert [str(finding) for finding in findings(rolled) if finding.grade == "illegal"] == []


# Files and sheets


@pytest.mark.rules("record.party-sheet")
def test_a_party_survives_its_file():
    for seed in range(20):
        rolled = roll_party(seed)
        assert from_toml(to_toml(rolled)) == rolled


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'name = "They"\n[[model]]\nname = "x"\ntype = "elf"\nquality = 3\ncombat = 2',
            "model[0].type: 'elf' doesn't fit",
        ),
        (
            'name = "They"\n[[model]]\nname = "x"\ntype = "human"\nquality = 9\ncombat = 2',
            "model[0].quality: 9 doesn't fit",
        ),
        ('name = "They"\nfruit = 3', "fruit: not a field here"),
        ("name = ", "party: "),
    ],
)
def test_a_file_that_cannot_be_a_party_is_refused_with_its_field(text, message):
    with pytest.raises(BadInput) as refusal:
        from_toml(text)
    assert str(refusal.value).startswith(message)


def test_the_same_seed_rolls_the_same_party_and_the_types_may_be_given():
    assert roll_party(5) == roll_party(5) != roll_party(6)
    assert {model.type for model in roll_party(5, types={"robot": 5}).models} == {"robot"}
    with pytest.raises(BadInput):
        roll_party(5, types={"robot": 4})


@pytest.mark.rules("record.party-sheet", "creation.default-hth-weapon")
def test_the_record_sheet_shows_every_model_with_its_numbers():
    sheet = record_sheet(prerolled("wretched"))
    assert "Jake  (Wretched)" in sheet
    assert "Quality 3+  Combat 3  Move Short  Upkeep 2 food" in sheet
    assert "Short Move, Disease, Sharpshooter, Leader, Combat bonus, Assault Rifle" in sheet
    assert "7 cells, 2 food" in sheet
    assert all(len(line) <= 80 for line in sheet.splitlines())
    assert special_rules(replace(named("Angela"), ready="pistol"))[-2] == "Pistol (R)"
    assert "hand weapon" not in sheet.replace("Powered hand weapon", "")  # the ordinary one is not written down


def test_the_record_sheet_becomes_a_typst_page_that_holds_no_stray_sign():
    page = typst_page(replace(prerolled("mutationist"), name="We #[are] $5"))
    assert "\\#\\[are\\] \\$5" in page
    assert page.count("[Mutant]") == 5


def test_the_record_sheet_prints_as_a_pdf_where_typst_is_installed():
    pytest.importorskip("typst")
    assert pdf(prerolled("human")).startswith(b"%PDF")
