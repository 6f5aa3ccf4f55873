"""Tracks, experience and bonds: what happens to a soldier in the long run."""

from __future__ import annotations

import pytest

from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import engagement
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import Attempt, change_bond, roll_with, spend_gear
from adjudge.games.regiment.rules.experience import close_session, improvement_words, mark_xp, open_improvements, take
from adjudge.games.regiment.state import Bonus
from tests.games.regiment.field import P1, P2, Field, marks


@pytest.mark.rules("core.on-a-hit", "core.tiers")
@pytest.mark.parametrize(("dice", "plus", "tier"), [((1, 1), 5, "weak"), ((6, 6), -6, "miss"), ((6, 6), -2, "strong")])
def test_only_the_modified_total_counts(dice, plus, tier):
    field = Field()
    field.soldier.forward = [Bonus(plus, "a test", "core.forward")]
    assert field.run(roll_with, field.soldier, Attempt("assess", "assess.roll"), dice=dice) == tier


@pytest.mark.rules("core.ongoing")
def test_ongoing_stays_and_forward_goes():
    field = Field()
    field.soldier.forward = [Bonus(1, "a friend", "core.forward")]
    field.soldier.ongoing = [Bonus(1, "a spotter", "core.ongoing")]
    for dice, tier in (((4, 4), "strong"), ((4, 5), "strong"), ((4, 4), "weak")):
        assert field.run(roll_with, field.soldier, Attempt("assess", "assess.roll"), dice=dice) == tier


@pytest.mark.rules("track.notation", "ruling.last-box")
def test_the_sixth_wound_kills_and_the_player_makes_a_new_soldier():
    field = Field(2)
    field.other.bonds[P1] = 2
    field.soldier.wounds = marks(2, 3)
    field.run(tracks.suffer, field.soldier, Harm(0, 1), "push.roll")
    assert field.soldier.status == "dead"
    assert P1 in field.session.to_make
    assert P1 not in field.other.bonds
    assert field.keys(P1)[0] == "now/make"


def test_the_sixth_stress_breaks_until_some_is_healed_out_of_the_fight():
    field = Field()
    field.soldier.stress = marks(3, 2)
    field.run(tracks.mark, field.soldier, Harm(4, 0))
    assert not field.soldier.is_able
    field.run(tracks.heal, field.soldier, "stress", "blow-off-steam.stress", answers=["right"])
    assert field.soldier.status == "broken"  # the fight still goes on
    field.session.engagement = None
    field.run(tracks.heal, field.soldier, "stress", "blow-off-steam.stress", answers=["right"])
    assert field.soldier.is_able


@pytest.mark.rules("harm.critical-worsens", "condition.critical")
def test_the_critical_get_worse_with_every_exchange():
    field = Field()
    field.soldier.wounds, field.soldier.stress, field.soldier.critical = marks(2, 1), marks(2), True
    field.soldier.tough = field.soldier.grit = 3  # which do not help here
    field.run(engagement.worsen_all)
    assert (field.soldier.wounds, field.soldier.stress) == (marks(2, 2), marks(2))


def test_the_stabilized_become_critical_again_by_a_mark_on_a_track_at_its_threshold():
    field = Field()
    field.soldier.wounds, field.soldier.critical = marks(1, 2), False
    field.run(tracks.mark, field.soldier, Harm(1, 0))
    assert not field.soldier.critical
    field.run(tracks.mark, field.soldier, Harm(0, 1))
    assert field.soldier.critical


def test_harm_fills_the_boxes_left_of_the_line_first():
    field = Field()
    field.soldier.wounds = marks(0, 1)
    field.run(tracks.mark, field.soldier, Harm(0, 3))
    assert field.soldier.wounds == marks(2, 2)
    assert tracks.boxes_marked(field.session.rulings, field.soldier, "wounds") == [True] * 4 + [False] * 2


@pytest.mark.rules("core.spend", "track.gear")
def test_gear_is_spent_and_told():
    field = Field()
    field.run(spend_gear, field.soldier, 2, "assault.roll")
    assert field.soldier.gear == 4
    assert field.says("spends 2 gear (4 left)")


# ---------------------------------------------------------------------- experience


@pytest.mark.rules(
    "improve.once-each", "improve.final-gate", "improve.go-home", "improve.new-character", "improve.move"
)
def test_the_circles_of_the_sheet_in_their_order():
    field = Field()
    taken = [
        "stat/battle",
        "stat/battle",
        "move/soldier.stone-cold",
        "move/soldier.section-8",
        "move/soldier.fight-back",
    ]
    for key in taken:
        assert key in open_improvements(field.session, field.soldier)
        field.run(take, field.soldier, key)
    assert open_improvements(field.session, field.soldier) == ["grit", "tough"]
    for key in ("grit", "tough"):
        field.run(take, field.soldier, key)
    assert (field.soldier.grit, field.soldier.tough) == (2, 1)  # one grit from Stone cold
    assert open_improvements(field.session, field.soldier) == ["go-home", "new-character"]


@pytest.mark.rules("improve.stat-2", "core.max-stat")
def test_a_stat_never_passes_three():
    field = Field()
    field.soldier.stats["guts"] = 3
    assert "stat/guts" not in open_improvements(field.session, field.soldier)
    field.soldier.stats["battle"] = 2
    field.run(take, field.soldier, "stat/battle")
    field.teach("soldier.battle-tested")
    assert field.soldier.stats["battle"] == 3
    field.run(take, field.soldier, "stat/lucky")
    assert field.cites("improve.stat-2")


def test_going_home_leaves_play_and_a_new_character_stands_beside_the_old():
    field = Field(2)
    field.run(take, field.soldier, "go-home")
    assert field.soldier.status == "home"
    assert not any(key.startswith("do/") for key in field.keys(P1))
    field.run(take, field.other, "new-character")
    assert field.other.status == "active"
    assert field.session.to_make == [P1, P2]


def test_a_second_soldier_has_acts_of_their_own():
    field = Field()
    field.run(take, field.soldier, "new-character")
    answers = ["steps", "soldier", "Pfc", "Hale", "Shy", "Cook", 0, "soldier.stone-cold", "soldier.section-8",
               "lmg", "a pen", "", P1, "A", "B"]  # fmt: skip
    field.act(P1, "now/make", *answers)
    assert field.has(P1, "do/p1/assess")
    assert field.has(P1, "do/p1-2/assess")


def test_a_track_that_is_filled_twice_over_gives_two_improvements():
    field = Field()
    field.run(mark_xp, field.soldier, "xp.miss", 11, answers=["stat/battle", "stat/guts"])
    assert field.soldier.xp == 1
    assert [improvement_words(key) for key in field.soldier.improvements] == ["+1 battle", "+1 guts"]


@pytest.mark.rules("xp.end-of-session")
def test_the_tables_own_checklist_marks_xp():
    field = Field(checklist=["Did you bring somebody home?"])
    field.run(close_session, answers=["yes"])
    assert field.soldier.xp == 1


def test_a_bond_falls_no_lower_than_minus_three():
    field = Field(2)
    field.soldier.bonds[P2] = -3
    field.run(change_bond, field.soldier, P2, -1, "medic.in-their-time-of-need")
    assert field.soldier.bonds[P2] == -3
