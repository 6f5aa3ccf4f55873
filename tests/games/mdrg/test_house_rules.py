"""House rules that a table argues about: what the index rules, and what it may be changed to."""

from __future__ import annotations

import pytest

from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.figures import side_of
from adjudge.games.mdrg.rules import area
from adjudge.games.mdrg.rules.activation import begin_turn, candidates
from adjudge.games.mdrg.rules.movement import shift
from adjudge.games.mdrg.rules.results import (
    free_hacks,
    fresh_hackers,
    landing_spots,
    transfix,
)
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.special import mental
from tests.games.mdrg.field import battle, flee_from_contact, odds, script, wall


@pytest.mark.rules("wretched.infection-roll")
def test_a_friendly_wretched_infects_unless_the_table_says_otherwise():
    """infection-timing."""
    models = ({"type": "human", "at": (400, 400)}, {"type": "wretched", "at": (450, 400)}, {"blue": True})
    state = battle(*models)
    shift(script(state, [1, 4, 4]), state.figures["red-1"], (430, 400))
    assert "infected" in state.figures["red-1"].rules
    state = battle(*models, rulings=Rulings(infection_timing="foes-only"))
    shift(script(state), state.figures["red-1"], (430, 400))
    assert "infected" not in state.figures["red-1"].rules


@pytest.mark.rules("wretched.infection-roll")
def test_an_enemy_wretched_infects_whatever_the_table_says():
    models = ({"type": "human", "at": (400, 400)}, {"type": "wretched", "blue": True, "at": (450, 400)})
    state = battle(*models, rulings=Rulings(infection_timing="foes-only"))
    shift(script(state, [1, 4, 4]), state.figures["red-1"], (430, 400))
    assert "infected" in state.figures["red-1"].rules


@pytest.mark.rules("recoil.free-hack")
def test_an_enemy_that_was_touched_before_hacks_at_one_that_recoils_by_house_rule_alone():
    """recoil-new-contact-only."""
    models = ({"at": (400, 400)}, {"blue": True, "at": (420, 400)})
    for ruling, count in (("new-contact", 0), ("any-contact", 1)):
        state = battle(*models, rulings=Rulings(recoil_new_contact_only=ruling))  # type: ignore[arg-type]
        one, enemy = state.figures.values()
        assert len(fresh_hackers(state, one, [enemy])) == count


PRESSED = (
    {"combat": 3, "at": (400, 400)},
    {"blue": True, "combat": 3, "at": (420, 400)},
    {"blue": True, "combat": 3, "at": (380, 400)},
)


@pytest.mark.rules("disengage.active-opponent", "freehack.resolution")
def test_several_free_hacks_count_once_or_one_by_one():
    """several-free-hacks: both hackers win with an even die."""
    state = battle(*PRESSED)
    victim = state.figures["red-1"]
    assert not free_hacks(script(state, [4, 4, 4, 2]), victim, "disengage.active-opponent")
    assert victim.fallen
    state = battle(*PRESSED, rulings=Rulings(several_free_hacks="one-by-one"))
    victim = state.figures["red-1"]
    assert not free_hacks(script(state, [4, 4, 4, 2]), victim, "disengage.active-opponent")
    assert victim.gone == "killed"  # the second hack beats one who lies on the ground


@pytest.mark.rules("disengage.morale", "ability.tough-wound")
def test_a_tough_runaway_is_wounded_once_or_by_everyone():
    """several-free-hacks, in flight."""
    for ruling, wounds in (("worst-counts", 1), ("one-by-one", 2)):
        models = ({**PRESSED[0], "traits": ("tough",)}, *PRESSED[1:])
        state = battle(*models, rulings=Rulings(several_free_hacks=ruling))  # type: ignore[arg-type]
        victim = state.figures["red-1"]
        assert flee_from_contact(script(state, [5, 3, 5, 3]), victim)
        assert victim.losses["wounds"] == wounds


@pytest.mark.rules("psi.no-target-restrictions", "los.required")
def test_minds_need_a_line_of_sight_or_only_hands_of_the_mind_or_none():
    """psionic-line-of-sight."""
    screen = wall(440, 300, 10, 200)
    found = {}
    for ruling in ("needed", "not-for-telepaths", "not-needed"):
        state = battle(
            {"at": (400, 400)},
            {"blue": True, "at": (490, 400)},
            terrain=(screen,),
            rulings=Rulings(psionic_line_of_sight=ruling),
        )
        psyker = state.figures["red-1"]
        found[ruling] = (
            len(mental.mind_targets(state, psyker, "long", telepathic=True)),
            len(mental.mind_targets(state, psyker, "long")),
        )
    assert found == {"needed": (0, 0), "not-for-telepaths": (1, 0), "not-needed": (1, 1)}


@pytest.mark.rules("target.grenades-free", "los.required")
def test_a_grenade_flies_past_models_but_not_past_walls_unless_the_table_says_otherwise():
    """grenade-throwing."""
    lands = {}
    for ruling in ("past-scenery", "past-models-too", "anywhere"):
        state = battle(
            {"at": (400, 400), "gear": ("plasma-grenade",)},
            {"blue": True, "at": (460, 400)},
            terrain=(wall(300, 460, 200, 10),),
            rulings=Rulings(grenade_throwing=ruling),
        )
        region = area.throw_question(state, state.figures["red-1"], ARMS["plasma-grenade"]).region
        lands[ruling] = [region.admits(point) for point in ((520, 400), (400, 520), (460, 400))]
    assert lands == {
        "past-scenery": [True, False, True],
        "past-models-too": [False, False, True],
        "anywhere": [True, True, True],
    }


@pytest.mark.rules("grenade.knockback")
def test_a_model_is_thrown_out_of_the_blast_or_anywhere_in_it():
    """knockback-placement."""
    for ruling, inside in (("outside", False), ("anywhere", True)):
        state = battle({"at": (400, 400)}, {"blue": True}, rulings=Rulings(knockback_placement=ruling))  # type: ignore[arg-type]
        spots = landing_spots(state, state.figures["red-1"], (400, 400))
        away = [((x - 400) ** 2 + (y - 400) ** 2) ** 0.5 for x, y in spots]
        assert max(away) == pytest.approx(85)
        assert (min(away) < 80) is inside


@pytest.mark.rules("grenade.knockback", "grenade.defoliant")
def test_a_defoliant_grenade_knocks_back_or_does_not():
    """defoliant-knockback."""
    arm = ARMS["defoliant-grenade"]
    for ruling, grade in (("knocks-back", "thrown"), ("does-not", "recoil")):
        state = battle({"at": (400, 400)}, {"blue": True}, rulings=Rulings(defoliant_knockback=ruling))  # type: ignore[arg-type]
        found = odds(lambda state: area.blast(state, None, state.figures["red-1"], arm, (390, 400)), state)
        assert any(key[1] == grade for key in found)


def possessed(**rulings):
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400), "activated": True},
        {"blue": True, "at": (450, 400), "activated": True, "attacked": True},
        {"blue": True, "at": (400, 600)},
        rulings=Rulings(**rulings),
    )
    telepath, victim, _ = state.figures.values()
    mental.take_control(script(state), telepath, victim)
    return state, telepath, victim


@pytest.mark.rules("ability.telepathy-mind-control")
def test_a_controlled_model_acts_at_once_or_from_the_next_turn_on():
    """sp-mind-control-turns."""
    state, _, victim = possessed()
    assert candidates(state) == [victim]
    state, _, victim = possessed(sp_mind_control_turns="next-turn")
    assert candidates(state) == []
    begin_turn(script(state), "red")
    assert victim in candidates(state)


@pytest.mark.rules("ability.telepathy-mind-control")
def test_one_that_comes_to_is_its_owner_s_from_his_next_turn():
    state, telepath, victim = possessed()
    mental.scream(script(state, [3, 3]), telepath)  # ability.telepathy-concentration: the only mind near is let go
    assert side_of(state, victim) == "blue"
    state.active = "blue"
    assert victim not in candidates(state)
    begin_turn(script(state), "blue")
    assert victim in candidates(state)


@pytest.mark.rules("ability.telepathy-concentration")
def test_a_controller_who_is_held_or_confused_keeps_control_unless_the_table_says_otherwise():
    """sp-mind-control-release."""
    for ruling, kept in (("listed-causes", True), ("held-or-confused-too", False)):
        for befall in (lambda table, one: transfix(table, one, "held"), mental.confuse):
            state, telepath, victim = possessed(sp_mind_control_release=ruling)
            befall(script(state), telepath)
            assert bool(victim.controller) is kept
