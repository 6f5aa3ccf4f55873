"""Moves from their trigger to their result: who is asked what, what it costs, what is owed afterwards."""

from __future__ import annotations

import pytest

from adjudge.games.regiment.rules import engagement, peripheral, support
from adjudge.games.regiment.state import Bonus, Burning, Held, Hold
from adjudge.story import GM
from tests.games.regiment.field import HERE, P1, P2, THERE, Field, marks

EVEN = {"parity_measure": "gm"}
SILENT = {P2: "no"}


# ---------------------------------------------------------------------- battle


@pytest.mark.rules("assault.strong-hit")
@pytest.mark.parametrize(
    ("gain", "answers", "gone", "place"),
    [
        ("push-back", (HERE,), "", HERE),
        ("push-back", ("off",), "withdrawn", THERE),
        ("surrender", (), "surrendered", THERE),
    ],
)
def test_a_strong_assault_gives_the_gm_a_choice(gain, answers, gone, place):
    field = Field(rulings=EVEN)
    field.soldier.stats["battle"] = 2
    field.act(P1, "do/assault", (), gain, *answers, dice=(5, 5))
    assert (field.foe.gone, field.foe.place) == (gone, place)
    assert field.soldier.place == THERE


@pytest.mark.rules("assault.hit", "soldier.once-more-into-the-breach")
def test_an_assault_breaks_cover_under_fire_both_ways_at_once():
    field = Field(rulings=EVEN).teach("soldier.once-more-into-the-breach")
    field.soldier.cover = 1
    field.foe.marks = [3, 3, 3, 3, 0]
    field.act(P1, "do/assault", ("foe",), dice=(4, 4, 4, 4, 4))
    assert not field.foe.is_able  # and yet they fired
    assert field.soldier.wounds.all == 3
    assert field.soldier.xp == 1


def test_without_gear_there_is_no_assault_and_no_covering_fire():
    field = Field()
    field.soldier.gear = 0
    assert not field.has(P1, "do/assault")
    assert not field.has(P1, "do/covering-fire")
    assert field.has(P1, "do/attack")


@pytest.mark.rules("maneuver.roll", "maneuver.weak-hit")
def test_a_weak_maneuver_arrives_under_fire():
    field = Field(rulings=EVEN)
    field.session.places[THERE].cover = 2
    field.act(P1, "do/maneuver", ("foe",), dice=(4, 4, 3, 3, 3))
    assert field.soldier.stress.all == 3  # 3d incidental: moving quickly
    assert (field.soldier.place, field.soldier.cover) == (THERE, 2)


@pytest.mark.rules("maneuver.strong-hit")
@pytest.mark.parametrize(("answers", "words"), [(("no",), "stays undetected"), (("yes", "break"), "slips away")])
def test_a_strong_maneuver_stays_unseen_or_chooses(answers, words):
    field = Field()
    field.act(P1, "do/maneuver", *answers, dice=(5, 5))
    assert field.says(words)
    assert field.soldier.place == THERE


def test_making_contact_gives_and_takes_fire():
    field = Field(rulings=EVEN)
    field.act(P1, "do/maneuver", "yes", "make", ("foe",), dice=(5, 5, 1, 1, 1))
    assert sum(field.foe.marks) == 3
    assert field.soldier.stress.all == 3


@pytest.mark.rules("condition.pinned")
def test_the_pinned_push_themselves_before_they_leave():
    field = Field(men=0)
    field.soldier.pinned, field.soldier.steps = True, 2
    field.act(P1, "do/maneuver", dice=(1, 2))
    assert field.soldier.place == HERE
    field.act(P1, "do/maneuver", dice=(5, 5, 5, 5))
    assert field.soldier.place == THERE
    assert field.soldier.pinned  # pushing does not clear it


@pytest.mark.rules("covering-fire.condition")
def test_covering_fire_may_pin_them_with_cover_that_does_not_count_against_itself():
    field = Field(rulings=EVEN)
    field.act(P1, "do/covering-fire", "both", dice=(4, 4, 3, 3, 3))
    assert sum(field.foe.marks) == 3
    assert (field.foe.pinned, field.foe.steps, field.foe.cover, field.foe.concealed) == (True, 2, 1, True)


def test_fire_that_stops_holds_nobody_down():
    field = Field(rulings=EVEN)
    field.foe.marks = [3, 3, 3, 3, 1]
    field.soldier.steps, field.soldier.suppressed_by = 1, "foe"
    field.act(P1, "do/attack", dice=(3, 3, 3))
    assert not field.foe.is_able
    assert field.soldier.steps == 0


# ---------------------------------------------------------------------- support and help


@pytest.mark.rules("rally.spend", "engage.rally-first")
def test_rally_is_made_before_the_fight_and_spent_in_it():
    field = Field(2, fight=False)
    assert field.has(P1, "do/rally")
    field.session.holds = [Hold(P1, "rally", 2)]
    engagement.begin(field.session, "assault")
    assert not field.has(P1, "do/rally")
    field.other.gear = 3
    field.act(P1, "do/spend-rally", f"gear/{P2}")
    assert field.other.gear == 4
    field.act(GM, "do/end-fight")
    assert field.session.holds == []  # what is left is lost


def test_a_helper_who_misses_marks_xp_and_hands_the_gm_a_move():
    field = Field(2, men=0)
    field.act(P1, "do/assess", "Who is there?", {P2: P2}, dice=(1, 2, 4, 4))
    assert field.other.xp == 1
    assert field.says("8, a weak hit")
    assert [it.source for it in field.owed("GM move")] == ["Novak's help"]


def test_the_one_in_trouble_chooses_and_a_wound_costs_the_helper_gear():
    field = Field(2)
    field.other.wounds, field.other.stress = marks(1), marks(1)
    field.act(P1, "do/help", "wound", dice=(4, 4))
    assert field.other.wounds.all == 0
    assert (field.soldier.gear, field.soldier.xp) == (5, 1)


@pytest.mark.rules("help.conditions")
def test_help_stabilizes_the_critical():
    field = Field(2)
    field.other.stress, field.other.critical = marks(3, 1), True
    field.act(P1, "do/help", "critical", dice=(4, 4))
    assert not field.other.critical
    assert field.other.stress == marks(3, 1)


def test_a_cry_that_is_answered_costs_nothing():
    field = Field(2)
    field.soldier.bonds[P2] = 2
    field.act(P2, "do/cry", "answer")
    assert field.soldier.stress.all == 0
    assert field.soldier.bonds[P2] == 2


def test_grit_softens_an_ignored_cry_and_a_negative_bond_gives_no_stress():
    field = Field(2)
    field.soldier.grit, field.soldier.bonds[P2] = 1, 2
    field.run(support.ignore, field.soldier, field.other)
    assert field.soldier.stress.all == 1
    field.soldier.bonds[P2] = -2
    field.run(support.ignore, field.soldier, field.other)
    assert field.soldier.stress.all == 1


# ---------------------------------------------------------------------- liberty


@pytest.mark.rules("scrounge.intel", "track.intel")
def test_intel_is_found_counted_and_spent():
    field = Field(men=0)
    field.act(P1, "do/scrounge", "intel", "jackpot", "quickly", dice=(5, 5))
    assert field.session.squad.intel == 2
    field.act(P1, "do/assess", "What is ahead?", "spend", dice=(3, 3))
    assert field.says("7, a weak hit (intel +1)")
    assert field.session.squad.intel == 1


def test_what_does_not_fit_goes_to_somebody_else_or_is_lost():
    field = Field(2, men=0)
    field.soldier.gear, field.other.gear = 5, 2
    field.act(P1, "do/scrounge", "gear", SILENT, "jackpot", P2, dice=(4, 4))
    assert (field.soldier.gear, field.other.gear) == (6, 6)


def test_steam_needs_downtime_and_is_blown_off_once():
    field = Field(fight=False)
    assert not field.has(P1, "do/steam")
    field.session.downtime = True
    field.act(P1, "do/steam", 0, dice=(1, 1))
    assert not field.has(P1, "do/steam")


def test_gear_and_smokes_change_hands():
    field = Field(2, fight=False)
    field.other.gear = 0
    field.act(P1, "do/hand-over", f"gear/{P2}")
    field.act(P1, "do/hand-over", f"smokes/{P2}")
    assert (field.soldier.gear, field.other.gear) == (5, 1)
    assert (field.soldier.smokes, field.other.smokes) == (2, 4)


# ---------------------------------------------------------------------- peripheral


def test_a_weak_push_costs_and_leaves_the_player_to_tell_how():
    field = Field()
    field.act(P1, "do/push", "I crawl on", "", "stress", dice=(4, 4))
    assert field.soldier.stress.all == 1
    (item,) = field.owed("way through")
    assert item.owner == P1
    field.act(P1, "do/push", "I crawl on", "", "time", dice=(4, 4))
    assert len(field.owed("way through")) == 1, "one way through the same thing is enough"


@pytest.mark.rules("push.violence", "operator.ice-cold")
def test_only_the_ice_cold_kill_up_close_without_pushing():
    field = Field()
    assert field.run(peripheral.call_for_violence, field.soldier, dice=(1, 1)) == "miss"
    field.teach("operator.ice-cold")
    assert field.run(peripheral.call_for_violence, field.soldier) == "strong"


@pytest.mark.rules("crazy.armored-vehicle")
def test_armor_is_attacked_without_ap_only_by_the_crazy():
    field = Field(men=0)
    tank = field.vehicle("tank", "tank-medium")
    assert not field.has(P1, "do/attack-vehicle")
    field.act(P1, "do/crazy", "A grenade in the hatch", "", "tank", "minor: smoking", dice=(4, 4))
    assert tank.minor == ["smoking"]
    assert len(field.owed("complication")) == 1


def test_fire_support_is_a_petition_that_uses_the_observers_forward():
    field = Field(fight=False)
    field.session.squad.forward = [Bonus(1, "the forward observer", "sniper.forward-observer", "fire-support")]
    field.act(P1, "do/petition", "fire-support", "The ridge", 0, dice=(5, 4))
    assert field.says("10, a strong hit (forward from the forward observer +1)")
    assert field.session.squad.forward == []


def test_a_soldier_who_obeys_takes_no_stress():
    field = Field(2, men=0)
    field.act(P1, "do/will", "Go!", "obey", dice=(5, 5))
    assert field.other.stress.all == 0
    assert field.says("obeys: Go!")


# ---------------------------------------------------------------------- the engagement


@pytest.mark.rules("engage.initiative", "engage.advantage", "engage.cohesion")
def test_a_strong_engage_gives_two_of_three_and_without_initiative_the_enemy_opens():
    field = Field(fight=False)
    field.act(P1, "do/engage", "assault", "cohesion", "advantage", dice=(5, 5))
    assert field.cites("engage.advantage")
    assert [it.source for it in field.owed("GM move")] == ["the enemy opening the fight"]


def test_a_missed_engage_gives_nothing():
    field = Field(fight=False)
    field.act(P1, "do/engage", "assault", dice=(1, 1))
    assert field.session.engagement is not None
    assert field.session.engagement.gains == []
    assert len(field.owed("GM move")) == 2


def test_an_exchange_ends_when_everybody_has_acted():
    field = Field(2, men=0)
    field.act(P1, "do/assess", "Who?", SILENT, dice=(4, 4))
    assert not field.has(GM, "now/exchange")
    field.act(P2, "do/assess", "Who?", {P1: "no"}, dice=(4, 4))
    field.act(GM, "now/exchange")
    assert field.session.engagement is not None
    assert (field.session.engagement.exchange, field.session.engagement.acted) == (2, [])


def test_crews_and_passengers_use_what_is_at_hand():
    field = Field(2).arm("lmg")
    field.act(P2, "do/equipment")
    assert field.other.serves == P1
    assert field.pool("lmg") == "3d direct"


def test_a_fire_can_be_put_out():
    field = Field()
    field.session.burning = [Burning(P1, "molotov", 3)]
    field.act(P1, "do/equipment")
    assert field.session.burning == []


def test_a_friendly_vehicle_can_be_boarded_and_left():
    field = Field()
    field.vehicle("jeep", "car-recon", side="friend", place=HERE)
    field.act(P1, "do/equipment")
    assert field.soldier.inside == "jeep"
    field.act(P1, "do/equipment", "leave")
    assert field.soldier.inside == ""


def test_weapons_of_one_use_are_drawn_from_the_stock():
    field = Field(fight=False)
    field.act(P1, "do/equipment", "draw/at-rocket")
    assert field.soldier.weapons[-1] == Held("at-rocket")
    assert field.soldier.gear == 5
