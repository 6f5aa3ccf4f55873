"""Attacks: factors by name, weapons and their tags, vehicles, teams."""

from __future__ import annotations

import pytest

from adjudge.games.regiment.data import numbers, vehicles, weapons
from adjudge.games.regiment.places import band_of
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import engagement, equipment
from adjudge.games.regiment.rules import vehicles as armor
from adjudge.games.regiment.rules.attack import in_full, resolve_volley, spread, use, volley
from adjudge.games.regiment.rules.battle import best_shot, shots
from adjudge.games.regiment.rules.fire import not_ready, pool, why_not
from adjudge.games.regiment.state import Bonus, Charge, Fire, Held, Hold, Mine, Place
from adjudge.story import GM
from tests.games.regiment.field import HERE, P1, P2, THERE, Field, harm, in_short, marks

EVEN = {"parity_measure": "gm"}


def refused(field: Field, order: Fire) -> str:
    refusal = not_ready(field.session, order) or why_not(field.session, order)
    return refusal.rule if refusal else ""


# ---------------------------------------------------------------------- factors


@pytest.mark.rules("attack.inputs", "vof.default", "attack.trigger")
def test_every_factor_is_told_by_name():
    field = Field(band="close").arm("lmg")
    field.soldier.steps = 1
    field.foe.cover = 1
    assert in_full(pool(field.session, field.order("lmg", equal=False))) == (
        "1d incidental (force parity -1 step, suppressed -1 step, LMG 3d, close range -1d, crew -1d, cover -1d,"
        " below incidental -1d, at least 1d)"
    )


@pytest.mark.rules("vof.force-parity")
@pytest.mark.parametrize(("men", "expected"), [(5, "3d incidental"), (1, "3d direct")])
def test_the_smaller_force_fires_one_step_lower(men, expected):
    assert Field(men=men).pool("battle-rifle", equal=False) == expected


def test_the_larger_force_fires_one_step_higher():
    field = Field()
    assert field.pool("battle-rifle", P1, by="foe", equal=False) == "3d concentrated"


def test_those_who_are_down_do_not_count_for_parity():
    field = Field(men=2)
    field.foe.marks = [2, 0]
    assert field.pool("battle-rifle", equal=False) == "3d direct"


@pytest.mark.rules("attack.gm-assigns-defence", "core.as-established", "story.approval")
def test_the_gm_confirms_or_changes_the_factors_before_the_dice():
    field = Field(establish="ask", rulings=EVEN)
    field.act(P1, "do/attack", ("cover/2", "base/concentrated"), dice=(6,))
    assert sum(field.foe.marks) == 2
    field.act(P1, "do/attack", ("ineffective",))
    assert field.says("the GM rules it out")


@pytest.mark.rules("core.vof-is-not-a-move-roll")
def test_forward_and_xp_have_no_part_in_dice_of_fire():
    field = Field(rulings=EVEN)
    field.soldier.forward = [Bonus(1, "a friend", "core.forward")]
    field.foe.concealed = True
    field.act(P1, "do/attack", dice=(1, 1, 1))
    assert len(field.soldier.forward) == 1
    assert field.soldier.xp == 0


@pytest.mark.rules("range.bands")
def test_distances_are_rounded_up_and_end_at_a_thousand_yards():
    assert [band_of(it) for it in (0, 7, 7.5, 25.2, 1000, 1001)] == ["tight", "tight", "close", "near", "extreme", None]


@pytest.mark.rules("defence.cover-ratings")
def test_cover_ratings_have_their_examples():
    assert list(numbers().cover) == ["1", "2", "3"]
    assert "bunker" in numbers().cover["3"]


# ---------------------------------------------------------------------- weapons as listed

LISTED = {
    "weapon.rifle-grenade": (3, ("near",), {"ap", "messy", "indirect", "reload", "ordnance"}),
    "weapon.shotgun": (3, ("tight", "close"), {"messy", "reload"}),
    "weapon.entrenching-tool": (2, ("tight",), set()),
    "weapon.combat-knife": (2, ("tight",), {"quick"}),
    "weapon.bayonet": (2, ("tight",), {"quick"}),
    "weapon.flamethrower": (4, ("close",), {"messy", "area", "burn", "terror", "ordnance"}),
    "weapon.mortar-light": (4, ("extreme",), {"messy", "indirect", "setup", "reload", "ordnance"}),
    "weapon.mortar-heavy": (5, ("extreme",), {"messy", "indirect", "setup", "reload", "ordnance"}),
    "weapon.satchel-charge": (5, ("tight",), {"ap", "messy", "breach", "expend"}),
    "weapon.ap-mine": (4, ("tight",), {"messy", "expend"}),
    "weapon.saw": (3, ("far",), {"area", "autofire", "suppress"}),
    "weapon.smg-suppressor": (2, ("tight", "close"), {"spray", "quick", "quiet"}),
    "weapon.sidearm-suppressor": (2, ("tight",), {"quick", "quiet"}),
}


@pytest.mark.parametrize("rule", LISTED)
def test_each_weapon_is_as_listed(rule):
    weapon = weapons()[rule.removeprefix("weapon.")]
    assert (weapon.dice, weapon.bands, set(weapon.tags)) == LISTED[rule]
    assert weapon.rule == rule


@pytest.mark.parametrize(
    ("rule", "crew", "armor_values"),
    [
        ("vehicle.assault-gun", 4, {"front": 6, "side": 5, "rear": 4, "top": 2}),
        ("vehicle.car-recon", 3, None),
        ("vehicle.armored-car", 4, {"front": 4, "side": 3, "rear": 3, "top": 0}),
    ],
)
def test_each_vehicle_is_as_listed(rule, crew, armor_values):
    kind = vehicles()[rule.removeprefix("vehicle.")]
    assert (kind.crew, kind.armor) == (crew, armor_values)


def test_a_bayonet_has_three_dice_on_a_rifle():
    field = Field(band="tight").arm("bayonet", "battle-rifle")
    (order,) = [it for it in shots(field.session, field.soldier, [field.foe]) if it.weapon == "bayonet"]
    assert order.fixed
    field.arm("bayonet", "smg")
    (order,) = [it for it in shots(field.session, field.soldier, [field.foe]) if it.weapon == "bayonet"]
    assert not order.fixed


def test_hand_weapons_reach_tight_range_only():
    assert refused(Field(band="close"), Fire("combat-knife", "foe", P1)) == "ruling.melee-reach"
    assert refused(Field(band="tight"), Fire("combat-knife", "foe", P1)) == ""


@pytest.mark.rules("tag.indirect")
def test_only_indirect_fire_reaches_what_nobody_sees():
    field = Field(band="extreme").arm("precision-rifle", "mortar-light")
    field.session.places[HERE].unseen = [THERE]
    assert refused(field, field.order("precision-rifle")) == "tag.indirect"
    assert refused(field, field.order("mortar-light")) == ""


@pytest.mark.rules("tag.setup")
def test_a_mortar_is_set_up_before_it_fires_and_again_after_a_move():
    field = Field(band="extreme").arm("mortar-light")
    field.soldier.weapons = [Held("mortar-light")]
    assert refused(field, field.order("mortar-light")) == "tag.setup"
    field.act(P1, "do/equipment")
    assert refused(field, field.order("mortar-light")) == ""
    field.soldier.place = THERE
    assert refused(field, field.order("mortar-light")) == "tag.setup"


@pytest.mark.rules("tag.reload")
def test_a_precision_rifle_is_reloaded_after_each_shot():
    field = Field(band="far", rulings=EVEN).arm("precision-rifle")
    field.act(P1, "do/attack")
    assert not field.has(P1, "do/attack")
    field.act(P1, "do/equipment")
    assert field.has(P1, "do/attack")


@pytest.mark.rules("tag.expend", "weapon.molotov")
def test_a_molotov_is_gone_after_one_use():
    field = Field(band="tight", rulings=EVEN).arm("molotov", "sidearm")
    field.act(P1, "do/attack", "molotov/foe")
    assert [it.weapon for it in field.soldier.weapons] == ["sidearm"]
    assert field.session.burning[0].target == "foe"


@pytest.mark.rules("weapon.smoke-grenade")
def test_smoke_conceals_a_place_until_the_end_of_the_next_exchange():
    field = Field(band="close").arm("smoke-grenade", "smg")
    field.act(P1, "do/equipment", f"smoke/{THERE}")
    assert field.soldier.gear == 5
    assert field.pool("smg") == "2d incidental"
    field.run(engagement.end_exchange, None)
    assert field.pool("smg") == "2d incidental"
    field.run(engagement.end_exchange, None)
    assert field.pool("smg") == "2d direct"


@pytest.mark.rules("tag.terror", "weapon.flamethrower", "assault.hit")
def test_an_assault_with_a_flamethrower_makes_them_run():
    field = Field(band="close", rulings=EVEN).arm("flamethrower")
    field.foe.cover = 3
    field.act(P1, "do/assault", (), dice=(4, 4))
    assert field.foe.gone == "fled"
    assert field.soldier.place == THERE


@pytest.mark.rules("push.terror-penalty")
def test_pushing_against_terror_is_at_minus_two():
    field = Field()
    field.act(P1, "do/push", "I stand", "suppress terror", "stress", dice=(5, 5))
    assert field.says("7, a weak hit (against a weapon that suppresses -1, against a weapon of terror -2)")
    assert field.soldier.stress.all == 1


@pytest.mark.rules("tag.loud", "tag.quiet")
def test_a_loud_gun_gives_a_hidden_shooter_away_and_a_quiet_one_does_not():
    field = Field(band="far")
    tank = field.vehicle("tank", "tank-medium")
    tank.hidden = True
    field.run(use, Fire("main-gun-7", P1, "tank"))
    assert not tank.hidden
    field.foe.hidden, field.foe.weapons = True, [Held("smg-suppressor")]
    field.run(use, Fire("smg-suppressor", P1, "foe"))
    assert field.foe.hidden


@pytest.mark.rules("weapon.satchel-charge")
def test_a_satchel_charge_goes_off_at_the_end_of_the_exchange():
    field = Field(band="tight", rulings=EVEN).arm("satchel-charge")
    tank = field.vehicle("tank", "tank-medium")
    field.act(P1, "do/attack-vehicle", dice=(4, 4))
    assert tank.major == []
    assert len(field.session.charges) == 1
    field.session.teams.clear()
    field.run(engagement.explode_charges, dice=(6, 6, 6, 6, 6))
    assert field.says("5 wounds against armor")


@pytest.mark.rules("weapon.ap-mine")
def test_a_mine_goes_off_under_whoever_comes_from_the_other_side():
    field = Field()
    field.session.mines = [Mine("ap-mine", THERE, "friend")]
    field.run(equipment.step_on_mines, field.foe)
    assert sum(field.foe.marks) == 4
    assert field.session.mines == []


def test_area_fire_hits_each_soldier_of_a_team_and_friends_beside_it():
    field = Field(2, band="far", rulings=EVEN).arm("saw")
    field.other.place = THERE
    results = field.run(resolve_volley, [field.order("saw")], dice=(1, 1, 1))
    assert [order.target for order, _ in results] == ["foe", P2]


def test_a_team_with_grit_is_rolled_for_even_at_direct():
    field = Field()
    field.foe.grit = 1
    assert field.strike(field.order("battle-rifle"), 1, 1, 4).damage == 2


@pytest.mark.rules("npc.out-of-strength", "npc.team")
def test_a_team_without_able_soldiers_fights_no_more():
    field = Field()
    field.foe.marks = [3, 3, 3, 3, 0]
    field.strike(field.order("battle-rifle"))
    assert field.cites("npc.out-of-strength")
    assert not field.foe.is_able
    assert not field.has(P1, "do/attack")


def test_an_npc_takes_its_best_weapon():
    field = Field(band="tight")
    field.foe.weapons = [Held("battle-rifle"), Held("smg")]
    order = best_shot(field.session, field.foe, field.soldier)
    assert order is not None
    assert order.weapon == "smg"


# ---------------------------------------------------------------------- vehicles


@pytest.mark.rules("attack-vehicle.roll", "attack-vehicle.crew-damage")
def test_an_attack_on_a_vehicle_rolls_battle_first_and_hurts_the_crew():
    field = Field(rulings=EVEN).arm("bazooka")
    car = field.vehicle("car", "armored-car")
    car.crew = [0] * 4
    field.session.teams.clear()
    answers = ("rear", "stuck", "burning", "slowed")
    field.act(P1, "do/attack-vehicle", *answers, dice=(4, 4, 6, 6, 6, 1, 6, 6))
    assert (car.major, car.minor) == (["stuck", "burning"], ["slowed"])
    assert sum(car.crew) == 2


def test_a_missed_attack_on_a_vehicle_rolls_no_damage():
    field = Field(men=0).arm("bazooka")
    field.vehicle("car", "armored-car")
    field.act(P1, "do/attack-vehicle", dice=(1, 2))
    assert len(field.rolled) == 1
    assert field.soldier.gear == 5
    assert len(field.owed("GM move")) == 1


@pytest.mark.rules("vehicle.unarmored")
def test_small_arms_can_hurt_an_unarmored_car():
    field = Field(men=0, rulings=EVEN)
    car = field.vehicle("car", "car-recon")
    field.act(P1, "do/attack-vehicle", "blind", "slowed", "wild", dice=(4, 4, 4, 1, 1))
    assert (car.major, car.minor) == (["blind"], ["slowed", "wild"])


@pytest.mark.rules("attack-vehicle.disabled")
def test_three_minor_conditions_disable_a_vehicle():
    field = Field()
    tank = field.vehicle("tank", "tank-medium")
    field.run(armor.inflict, tank, armor.Penetration(0, 3), GM, answers=["slowed", "wild", "smoking"])
    assert not tank.is_able
    assert not tank.is_destroyed
    assert field.cites("attack-vehicle.disabled")


def test_a_blind_tank_fires_one_step_lower_and_a_damaged_gun_has_a_die_less():
    field = Field(band="far")
    tank = field.vehicle("tank", "tank-medium")
    tank.crew = [0] * 5
    assert field.pool("main-gun-7", P1, by="tank") == "7d direct"
    tank.major, tank.minor = ["blind"], ["system damaged: gun"]
    assert field.pool("main-gun-7", P1, by="tank") == "6d incidental"


def test_people_inside_armor_are_safe_until_they_look_out():
    field = Field()
    tank = field.vehicle("ours", "tank-medium", side="friend", place=HERE)
    field.soldier.inside = tank.id
    assert refused(field, Fire("battle-rifle", P1, "foe")) == "ruling.vehicle-occupants"
    field.soldier.hatch = True
    assert field.pool("battle-rifle", P1, by="foe") == "1d direct"


def test_a_destroyed_vehicle_throws_its_riders_out():
    field = Field()
    tank = field.vehicle("ours", "tank-medium", side="friend", place=THERE)
    field.soldier.inside = tank.id
    field.run(armor.inflict, tank, armor.Penetration(3, 0), GM, dice=(1, 1, 1), answers=["stuck", "blind", "burning"])
    assert field.soldier.inside == ""
    assert field.soldier.place == THERE


def test_a_charge_on_a_vehicle_splashes_those_beside_it():
    field = Field(men=1)
    field.vehicle("tank", "tank-heavy")
    field.session.charges = [Charge(P1, THERE, "tank", "front")]
    field.run(engagement.explode_charges, dice=(1, 1, 1, 1, 1, 6, 6, 6, 6, 6))
    assert field.foe.marks == [3]


# ---------------------------------------------------------------------- fire on soldiers


def test_rally_hold_is_spent_after_the_dice_are_read():
    field = Field(2, rulings=EVEN)
    field.session.holds = [Hold(P1, "rally", 1)]
    verdict = field.suffer("direct", 4, who=P2, answers=["tough"])
    assert harm(verdict) == Harm(0, 0)
    assert field.session.holds == []


def test_a_volley_is_answered_by_one_roll_to_hit_the_deck():
    field = Field(rulings=EVEN)
    field.session.places[HERE].cover = 1
    field.team("more")
    orders = [field.order("battle-rifle", P1, by=by) for by in ("foe", "more")]
    field.run(volley, orders, answers=["yes"], dice=(5, 5, 1, 1, 1, 1))
    assert field.soldier.stress == marks(3, 1)
    assert field.soldier.steps == 1


def test_those_who_walk_onto_a_mine_set_it_off():
    field = Field(men=0)
    field.session.mines = [Mine("ap-mine", THERE, "enemy")]
    field.act(P1, "do/maneuver", dice=(5, 5, 1, 1, 1, 4))
    assert (field.soldier.stress.all, field.soldier.wounds.all) == (3, 1)


def test_a_satchel_charge_at_people_waits_for_its_fuse():
    field = Field(band="tight", rulings=EVEN).arm("satchel-charge")
    field.act(P1, "do/attack")
    assert sum(field.foe.marks) == 0
    field.act(GM, "now/exchange")
    assert sum(field.foe.marks) == 5
    assert not field.has(P1, "do/assault")


def test_riders_come_along_with_their_vehicle():
    field = Field()
    jeep = field.vehicle("jeep", "car-recon", side="friend", place=HERE)
    field.soldier.inside = "jeep"
    field.act(GM, "do/field", "Where Jeep stands", f"place/{THERE}")
    assert field.soldier.place == jeep.place == THERE
    assert jeep.moving  # fast


def test_the_gm_fires_at_friendly_teams_and_lets_them_fire():
    field = Field(rulings=EVEN)
    ours = field.team("ours", side="friend", place=HERE)
    field.act(GM, "do/move", "general", "general/inflict-fire", "ours", ("foe",))
    assert sum(ours.marks) == 3
    field.act(GM, "do/friends-fire", ("ours",))
    assert sum(field.foe.marks) == 3


def test_nobody_hits_the_deck_in_the_middle_of_an_assault():
    field = Field(rulings=EVEN)
    field.session.places[HERE].cover = 2
    field.act(P1, "do/assault", ("foe",), dice=(4, 4, 1, 1, 1))
    assert field.soldier.stress.all == 3


def test_whoever_hits_the_deck_on_the_way_stays_there():
    field = Field(rulings=EVEN)
    field.session.places[HERE].cover = 1
    field.act(P1, "do/maneuver", ("foe",), "yes", dice=(4, 4, 3, 4, 1, 1))
    assert field.soldier.pinned
    assert field.soldier.place == HERE


# ------------------------------------------------------------------ equipment without numbers


@pytest.mark.rules("ruling.gear-without-numbers", "sniper.also")
def test_a_ghillie_suit_vanishes_in_the_green_while_its_owner_keeps_still():
    found = Field(1)
    order = found.order("battle-rifle", P1, by="foe")
    assert in_short(pool(found.session, order)) == "3d direct"
    found.soldier.items = ["ghillie suit"]
    assert in_short(pool(found.session, order)) == "3d direct"
    found.session.places[HERE].growth = True
    assert in_short(pool(found.session, order)) == "3d incidental"
    found.soldier.items = []
    assert in_short(pool(found.session, order)) == "3d direct"
    found.soldier.items, found.soldier.moving = ["ghillie suit"], True
    assert [it.name for it in pool(found.session, order).steps] == ["movement"]


@pytest.mark.rules("ruling.gear-without-numbers", "operator.also")
def test_night_vision_cancels_concealment_that_is_only_darkness():
    found = Field(1)
    for place in found.session.places.values():
        place.dark = True
    assert found.pool("battle-rifle") == "3d incidental"
    found.soldier.items = ["NVGs"]
    assert found.pool("battle-rifle") == "3d direct"
    assert in_short(pool(found.session, found.order("battle-rifle", P1, by="foe"))) == "3d incidental"
    found.foe.concealed = True
    assert found.pool("battle-rifle") == "3d incidental"


@pytest.mark.rules("ruling.area-and-messy", "weapon.flamethrower")
def test_a_flamethrower_reaches_those_at_the_edge_of_its_area_at_incidental():
    found = Field(1, band="close").arm("flamethrower")
    found.team("mates")
    found.session.places["beside"] = Place("beside", "beside", {THERE: "tight", HERE: "near"})
    found.session.places["far-off"] = Place("far-off", "far off", {THERE: "close", HERE: "near"})
    found.team("edge", place="beside")
    found.team("safe", place="far-off")
    orders = spread(found.session, found.order("flamethrower"))
    assert [(it.target, it.splash) for it in orders] == [("foe", False), ("mates", False), ("edge", True)]
    assert pool(found.session, orders[-1]).volume == "incidental"


@pytest.mark.rules("gm.time-scale")
def test_night_falls_and_it_gets_light_by_the_gms_word():
    found = Field(1)
    found.act(GM, "do/field", "Night falls")
    assert all(place.dark for place in found.session.places.values())
    found.act(GM, "do/field", "It gets light")
    assert not any(place.dark for place in found.session.places.values())
