"""Figures come to the desk by name from the papers of their games."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge import desk
from adjudge.engine.errors import BadInput
from adjudge.engine.game import find_game


@pytest.mark.rules("check.roll")
def test_a_rating_of_a_regulus_character_is_checked_at_its_level():
    game = find_game("regulus")
    paper = game.paper("character")
    checked = desk.situation(game, "check", {"like": "iris:wealth"}, desk.examples_of(game))
    assert checked.level == paper.read(paper.sample("iris")).ratings["Wealth"]
    with pytest.raises(BadInput, match="nobody on iris can be put here"):
        desk.situation(game, "contest", {"like": "iris:wealth"}, desk.examples_of(game))


def of(game_id: str, procedure: str, **data: object) -> Any:
    game = find_game(game_id)
    return desk.situation(game, procedure, data, desk.examples_of(game))


@pytest.mark.rules("ruling.survivor-statistics")
def test_a_survivor_of_akula_brings_weapon_skill_and_armour():
    paper = find_game("akula").paper("roster")
    for entry in paper.read(paper.sample("mill-road")).survivor:
        named = f"mill-road:{entry.name}"
        fought = of("akula", "hand-to-hand", like=named)
        assert (fought.skill, fought.armour) == ("melee" in entry.skills, entry.armour)
        assert of("akula", "shot", like=named).skill == ("firearms" in entry.skills)
    assert of("akula", "hand-to-hand", like="mill-road:Bea").weapon == "bat"
    assert of("akula", "shot", like="mill-road:Joel").weapon == "Shotgun"
    assert of("akula", "shot", like="mill-road:joel", weapon="Handgun").weapon == "Handgun"


@pytest.mark.rules("melee.weapon")
def test_a_blade_with_a_name_of_its_own_comes_to_the_desk_as_its_class():
    game = find_game("akula")
    text = "[[survivor]]\nname = 'Ann'\nweapons = [\"Grandpa's sabre (sword)\", 'Handgun']\n"
    fought = desk.situation(game, "hand-to-hand", {"like": "ours:Ann"}, {"ours": text}.get)
    assert fought.weapon == "sword"


@pytest.mark.rules("record.party-sheet")
def test_a_model_of_mdrg_stands_at_the_desk_as_on_its_sheet():
    paper = find_game("mdrg").paper("party")
    for party in paper.examples:
        for model in paper.read(paper.sample(party)).models:
            fighter = of("mdrg", "hand-to-hand", attacker=f"{party}:{model.name}").attacker
            assert (fighter.type, fighter.combat, fighter.gear) == (model.type, model.combat, model.gear)
            assert fighter.traits[len(fighter.traits) - len(model.traits) :] == model.traits


@pytest.mark.rules("animal.bear")
def test_an_animal_of_mdrg_brings_what_its_species_has():
    text = "name = 'Zoo'\n[[model]]\nname = 'Ursa'\ntype = 'animal'\nspecies = 'bear'\nquality = 3\ncombat = 4\n"
    game = find_game("mdrg")
    params = desk.situation(game, "hand-to-hand", {"attacker": "zoo:Ursa"}, {"zoo": text}.get)
    assert params.attacker.traits == ("big",)
    ours, plain = (desk.odds(game, game.procedure("hand-to-hand"), it) for it in (params, of("mdrg", "hand-to-hand")))
    assert ours.outcomes != plain.outcomes


def test_everybody_on_a_paper_is_offered_for_each_group_with_what_they_carry():
    game = find_game("mdrg")
    shot = game.procedure("shot")
    cards = list(desk.figures(game, shot, {"ours": game.paper("party").sample("mutationist")}))
    assert {it.field for it in cards} == {"shooter", "target"}
    grak = next(it for it in cards if it.field == "shooter" and it.name.startswith("Grak"))
    assert grak.beside == {"weapon": "laser-gun"}
    assert "sharpshooter" in grak.inputs["traits"]
    assert not any(it.beside for it in cards if it.field == "target")
    for procedure in game.procedures:
        assert all(it.inputs for it in desk.figures(game, procedure, {}))


def test_a_soldier_of_the_regiment_comes_with_a_weapon_and_a_survivor_fills_the_whole_procedure():
    regiment, akula = find_game("regiment"), find_game("akula")
    soldier = next(desk.figures(regiment, regiment.procedure("attack"), desk.example_papers(regiment)))
    assert soldier.beside == {"weapon": "automatic-rifle"}
    survivor = next(desk.figures(akula, akula.procedure("shot"), desk.example_papers(akula)))
    assert (survivor.field, survivor.beside) == ("", {})
    assert survivor.inputs["weapon"] == "Handgun"
