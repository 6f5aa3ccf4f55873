"""The moves of the four playbooks, besides those that the worked examples try."""

from __future__ import annotations

import pytest

from adjudge.games.regiment.state import Fire, Held
from adjudge.story import GM
from tests.games.regiment.field import HERE, P1, P2, THERE, Field, marks

EVEN = {"parity_measure": "gm"}
SILENT = {P2: "no"}


@pytest.mark.rules("soldier.heavy-weapon", "soldier.once-more-into-the-breach")
def test_a_heavy_weapon_is_drawn_for_a_supply_and_goes_back_at_the_end():
    field = Field(fight=False).teach("soldier.heavy-weapon")
    before = field.session.squad.supply
    field.act(P1, "do/heavy-weapon", "hmg")
    assert field.session.squad.supply == before - 1
    assert field.soldier.weapons[-1] == Held("hmg", borrowed=True)
    field.act(GM, "do/end")
    assert "hmg" not in [it.weapon for it in field.soldier.weapons]


def test_without_supply_there_is_no_heavy_weapon():
    field = Field(fight=False).teach("soldier.heavy-weapon")
    field.session.squad.supply = 0
    assert not field.has(P1, "do/heavy-weapon")


def test_section_8_is_for_the_desperate_alone():
    field = Field(men=1).teach("soldier.section-8")
    assert field.strike(Fire("battle-rifle", P1, "foe", parity=0, occasion="assault"), 4, 4, 4).wounds == 3


@pytest.mark.rules("medic.medic-xp")
def test_a_medic_marks_xp_when_the_patient_is_back_in_the_fight():
    field = Field(2, men=0).teach("medic.medic")
    field.other.wounds, field.other.critical = marks(2, 1), True
    field.act(P1, "do/medic", dice=(5, 5))
    assert field.soldier.xp == 0
    field.act(P2, "do/assess", "Where?", {P1: "no"}, dice=(4, 4))
    assert field.soldier.xp == 1
    assert field.cites("medic.medic-xp")


@pytest.mark.rules("medic.battlefield-grace")
def test_grace_protects_medic_and_patient_while_the_treatment_goes_on():
    field = Field(2, rulings=EVEN).teach("medic.medic", "medic.battlefield-grace")
    field.other.wounds = marks(1)
    field.act(P1, "do/medic", ("foe",), dice=(4, 1, 1, 5, 5))
    assert (field.soldier.wounds.all, field.soldier.stress.all) == (0, 2)
    assert field.session.attending == []


@pytest.mark.rules("medic.in-their-time-of-need")
def test_comfort_recovers_stress_and_brings_people_closer():
    field = Field(2, men=0).teach("medic.in-their-time-of-need")
    field.other.wounds, field.other.stress = marks(1), marks(2)
    field.act(P1, "do/comfort", -1)
    assert field.other.stress.all == 1
    assert (field.other.bonds[P1], field.soldier.bonds[P2]) == (1, -1)
    assert not field.has(P1, "do/comfort")  # once in a scene


@pytest.mark.rules("medic.nerves-of-steel")
def test_nerves_of_steel_raise_guts_up_to_three():
    field = Field()
    field.soldier.stats["guts"] = 2
    assert field.teach("medic.nerves-of-steel").soldier.stats["guts"] == 3


@pytest.mark.rules("medic.inopportune-target")
def test_a_medic_who_is_not_worth_a_bullet_is_not_fired_at_until_they_attack():
    field = Field(rulings=EVEN).teach("medic.inopportune-target")
    fire = ("general", "general/inflict-fire", ("foe",))
    field.act(GM, "do/move", *fire, dice=(5, 5))
    field.act(GM, "do/move", *fire)
    assert field.soldier.stress.all == field.soldier.wounds.all == 0
    field.act(P1, "do/attack")
    field.act(GM, "do/move", *fire, dice=(1, 1, 1))
    assert field.soldier.stress.all == 3


@pytest.mark.rules("medic.infirmity")
def test_after_a_missed_infirmity_each_recovers_for_gear():
    field = Field(2, fight=False).teach("medic.infirmity")
    field.session.downtime = True
    field.soldier.stress, field.other.wounds = marks(1), marks(1)
    field.act(P1, "do/infirmity", SILENT, "stress", "nobody", "wounds", P1, dice=(1, 1))
    assert (field.soldier.stress.all, field.other.wounds.all) == (1, 0)
    assert field.soldier.gear == 5
    assert not field.has(P1, "do/infirmity")


@pytest.mark.rules("sniper.one-shot-one-kill", "sniper.one-shot-xp")
def test_one_shot_takes_one_soldier_out_and_marks_xp_for_a_high_value_target():
    field = Field(band="far").arm("precision-rifle").teach("sniper.one-shot-one-kill")
    field.foe.cover, field.foe.high_value, field.foe.tough = 3, True, 2
    field.act(P1, "do/one-shot", "hunted", dice=(4, 4))
    assert field.foe.marks == [3, 0, 0, 0, 0]
    assert field.soldier.xp == 1
    assert field.says("is hunted")
    assert not field.soldier.weapons[0].loaded


def test_a_missed_one_shot_is_the_gms():
    field = Field(band="far").arm("precision-rifle").teach("sniper.one-shot-one-kill")
    field.act(P1, "do/one-shot", dice=(1, 1))
    assert sum(field.foe.marks) == 0
    assert len(field.owed("GM move")) == 1


@pytest.mark.rules("sniper.forward-observer")
def test_the_forward_observer_serves_the_whole_unit():
    field = Field(fight=False).teach("sniper.forward-observer")
    field.act(P1, "do/forward-observer", "intel", "engage", dice=(5, 5))
    assert field.session.squad.intel == 1
    assert [it.scope for it in field.session.squad.forward] == ["engage"]


@pytest.mark.rules("sniper.spotter", "core.ongoing")
def test_a_spotter_helps_from_the_second_shot_on_near_the_same_target():
    field = Field(2, band="far", rulings=EVEN).arm("battle-rifle").teach("sniper.spotter", "sniper.one-shot-one-kill")
    field.act(P1, "do/spotter")
    field.act(P1, "do/one-shot", SILENT, dice=(5, 5))
    field.act(P1, "do/one-shot", SILENT, dice=(5, 4))
    assert field.says("10, a strong hit (Spotter +1)")
    field.foe.place = HERE
    field.act(P1, "do/one-shot", SILENT, "pinpointed", dice=(5, 4))
    assert field.says("9, a weak hit")


def test_a_plain_attack_that_hurts_counts_as_a_hit_for_the_spotter():
    field = Field(2, rulings=EVEN).teach("sniper.spotter")
    field.soldier.spotter = P2
    field.act(P1, "do/attack")
    assert field.soldier.sighted == THERE


@pytest.mark.rules("operator.ice-cold-xp", "operator.ice-cold")
def test_the_ice_cold_mark_xp_for_a_kill_up_close():
    field = Field(band="tight", rulings=EVEN).arm("combat-knife").teach("operator.ice-cold")
    field.foe.marks = [2, 0, 0, 0, 0]
    field.act(P1, "do/attack")
    assert field.soldier.xp == 1
    field.arm("smg").foe.marks = [2, 0, 0, 0, 0]
    field.act(P1, "do/attack", "smg/foe")
    assert field.soldier.xp == 1  # fire across a room is not face to face


@pytest.mark.rules("operator.sniper")
def test_the_operator_does_a_die_more_far_out():
    assert Field(band="far").teach("operator.sniper").pool("battle-rifle") == "4d direct"
    assert Field(band="near").teach("operator.sniper").pool("battle-rifle") == "3d direct"


def test_deadly_aim_is_for_rifles_at_people():
    field = Field(band="close").teach("sniper.deadly-aim")
    assert field.pool("smg") == "2d direct"
    assert field.pool("carbine") == "2d concentrated"
    assert field.pool("carbine", base="incidental") == "2d incidental"
    field.vehicle("car", "car-recon")
    assert field.pool("carbine", "car") == "2d direct"


@pytest.mark.rules("operator.medic")
def test_the_operator_may_treat_themself():
    field = Field(fight=False).teach("operator.medic")
    field.soldier.wounds = marks(1)
    field.act(P1, "do/field-medic", "heal", dice=(4, 4))
    assert field.soldier.wounds.all == 0
    assert field.soldier.gear == 5
