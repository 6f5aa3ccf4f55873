"""The GM's moves carry out what they say; plans, clocks, and what happens off-screen."""

from __future__ import annotations

import pytest

from adjudge.engine import Script
from adjudge.engine.chance import FastDice
from adjudge.games.regiment.data import gm_moves, plans
from adjudge.games.regiment.policy import policy
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import gm
from adjudge.games.regiment.rules.core import GM_MOVE
from adjudge.games.regiment.rules.plans import Suffering, suffer, with_gains
from adjudge.games.regiment.state import Clock
from adjudge.story import GM, Speaker
from adjudge.story.ledger import owe
from tests.games.regiment.field import HERE, P1, P2, THERE, Field

EVEN = {"parity_measure": "gm"}
MASTER = Speaker(GM, GM)


def move(field: Field, id: str, *answers, dice=()) -> Field:
    """The GM makes a move, about the first soldier."""
    table = Script(field.session, faces=dice, answers=answers)
    gm.carry(table, MASTER, id, P1)
    table.finish()
    field.told += table.events
    return field


@pytest.mark.rules("gm.general", "gm.terrain", "gm.enemy", "gm.battle")
def test_there_are_20_6_12_and_7_of_them():
    kinds = [move.kind for move in gm_moves().values()]
    assert [kinds.count(kind) for kind in gm.KINDS] == [20, 6, 12, 7]


@pytest.mark.rules("gm.what-do-you-do")
@pytest.mark.parametrize("id", list(gm_moves()))
def test_every_move_can_be_carried_out_and_ends_in_the_question(id):
    field = Field(2, rulings=EVEN)
    field.soldier.cover = 1
    field.session.clocks = [Clock(1, "Dawn", "It is light", 6)]
    field.team("ambushers").hidden = True
    table = Script(field.session, dice=FastDice(1), policy=policy)
    gm.carry(table, MASTER, id, P1)
    assert table.events[-1].rule == "gm.what-do-you-do"
    assert any(gm_moves()[id].title in event.text for event in table.events)


@pytest.mark.rules("gm.when", "story.ledger")
def test_a_miss_owes_the_gm_a_move_which_is_then_made():
    field = Field()
    field.act(P1, "do/push", "I go", "", dice=(1, 1))
    (item,) = field.owed("GM move")
    field.act(GM, f"now/item/{item.id}/move", "general", "general/tough-spot")
    assert field.owed("GM move") == []
    assert field.says("is in the open")


@pytest.mark.rules("story.oracle")
def test_the_dice_can_pick_the_move():
    field = Field(men=0)
    field.act(P1, "do/push", "I go", "", dice=(1, 1))
    (item,) = field.owed("GM move")
    at = gm.fitting(field.session).index("general/news") + 1
    field.act(GM, f"now/item/{item.id}/by-dice", "News", dice=(at,))
    assert field.owed("GM move") == []


@pytest.mark.rules("gm.inflict-fire")
def test_inflict_fire_is_an_attack_like_any_other():
    field = move(Field(rulings=EVEN), "general/inflict-fire", ("foe",), dice=(4, 1, 1))
    assert (field.soldier.wounds.all, field.soldier.stress.all) == (1, 2)


@pytest.mark.rules("gm.trade-harm")
def test_trading_harm_hurts_both():
    field = move(Field(rulings=EVEN), "general/trade-harm", ("foe",), dice=(1, 1, 1))
    assert field.soldier.stress.all == 3
    assert sum(field.foe.marks) == 3


@pytest.mark.rules("gm.consume-resources")
def test_resources_are_consumed():
    field = Field(fight=False)
    supply = field.session.squad.supply
    move(field, "general/consume", f"gear/{P1}")
    move(field, "general/consume", "supply/")
    assert (field.soldier.gear, field.session.squad.supply) == (5, supply - 1)


@pytest.mark.rules("gm.buy-it")
def test_a_price_is_paid_or_left():
    field = move(Field(fight=False), "general/buy-it", "smokes", "yes")
    assert field.soldier.smokes == 2
    assert move(field, "general/buy-it", "smokes", "no").soldier.smokes == 2


@pytest.mark.rules("gm.gear-can-fail")
@pytest.mark.parametrize("id", ["general/gear-fails", "battle/gear-fails"])
def test_a_weapon_that_fails_has_to_be_made_ready(id):
    field = move(Field(), id)
    assert not field.soldier.weapons[0].loaded
    assert not field.has(P1, "do/attack")


@pytest.mark.rules("gm.countdown-clock")
def test_a_clock_runs_to_its_end():
    field = Field()
    field.session.clocks = [Clock(1, "Dawn", "It is light", 6, 4)]
    move(field, "general/clock")
    assert not field.says("It is light")
    move(field, "general/clock")
    assert field.says("Dawn runs out: It is light")
    assert "general/clock" not in gm.fitting(field.session)


@pytest.mark.rules("gm.suppress-them")
def test_the_enemy_pins_whom_the_gm_names():
    field = move(Field(2), "enemy/suppress", (P1, P2), "pinned")
    assert field.soldier.pinned
    assert field.other.pinned


@pytest.mark.rules("gm.degrade-cover")
def test_cover_is_shot_away():
    field = Field()
    field.soldier.cover = 2
    assert move(field, "enemy/degrade-cover").soldier.cover == 1


@pytest.mark.rules("gm.downtime", "gm.time-scale")
def test_downtime_opens_the_liberty_moves():
    field = move(Field(fight=False), "general/downtime", "days")
    assert field.has(P1, "do/steam")


def test_reinforcements_are_a_team_of_five_as_long_as_the_sheet_has_room():
    field = move(Field(), "enemy/reinforce", THERE)
    assert list(field.session.teams.values())[-1].marks == [0] * 5


@pytest.mark.rules("npc.team-notes")
def test_the_sheet_holds_twelve_teams():
    field = Field()
    for number in range(11):
        field.team(f"t{number}")
    move(field, "enemy/reinforce")
    assert len(field.session.teams) == 12
    assert field.cites("npc.team-notes")


def test_an_ambush_shows_hidden_enemies_who_fire():
    field = Field(rulings=EVEN)
    field.foe.hidden = True
    field.team("bait")
    move(field, "terrain/ambush", ("foe",), dice=(1, 1, 1))
    assert not field.foe.hidden
    assert field.soldier.stress.all == 3


def test_the_enemy_digs_in_and_falls_back():
    field = Field()
    assert move(field, "enemy/fortify").foe.cover == 1
    assert move(field, "enemy/fall-back", "off").foe.gone == "withdrawn"


def test_shells_fall_on_everybody_at_a_place():
    field = Field(2)
    move(field, "battle/artillery", HERE, dice=(3, 1, 1, 1, 1, 6, 1, 1, 1, 1))
    assert (field.soldier.stress.all, field.other.wounds.all) == (1, 1)


@pytest.mark.rules("gm.maps", "attack.gm-assigns-defence")
def test_the_gm_moves_people_about_the_field():
    field = Field()
    field.act(GM, "do/field", "Where Foe stands", f"place/{HERE}")
    field.act(GM, "do/field", "Where Foe stands", "cover/3")
    field.act(GM, "do/field", "Where Foe stands", "conceal")
    assert (field.foe.place, field.foe.cover, field.foe.concealed) == (HERE, 3, True)


# ---------------------------------------------------------------------- plans


@pytest.mark.parametrize(
    ("rule", "methods", "considerations"),
    [
        ("plan.recon-patrol", 4, 2),
        ("plan.combat-patrol", 4, 2),
        ("plan.fire-and-maneuver", 3, 3),
        ("plan.ambush", 2, 2),
        ("plan.hold-ground", 2, 3),
        ("plan.pincer", 3, 3),
        ("plan.defense-in-depth", 3, 2),
        ("plan.infiltration", 3, 2),
    ],
)
def test_each_plan_has_its_methods_and_considerations(rule, methods, considerations):
    plan = plans()[rule.removeprefix("plan.")]
    assert plan.rule == rule
    assert (len(plan.methods), len(plan.considerations)) == (methods, considerations)


@pytest.mark.rules(
    "plan.trigger", "plan.goal-needs-methods", "plan.judging", "plan.considerations", "plan.intel-sources",
    "plan.zoom-in", "plan.status",
)  # fmt: skip
def test_a_plan_is_chosen_ticked_off_and_reached_by_its_methods():
    field = Field()
    field.act(P1, "do/plan", "ambush")
    assert field.session.plan is not None
    field.act(GM, "do/field", "Tick off the plan", "known/1")
    assert field.session.plan.known == [False, True]
    field.act(GM, "do/field", "Tick off the plan", "done/0")
    assert not field.cites("plan.goal-needs-methods")
    field.act(GM, "do/field", "Tick off the plan", "done/1")
    assert field.cites("plan.goal-needs-methods")


@pytest.mark.rules("plan.zoom-out", "vof.unit-maneuvers-opposed", "vof.unit-maneuvers-base")
def test_a_whole_plan_off_screen_is_an_engage_roll_and_two_sufferings():
    assert with_gains(["initiative", "advantage"], missed=False) == (
        Suffering(3, "incidental"),
        Suffering(3, "concentrated"),
    )
    assert with_gains(["cohesion"], missed=False) == (Suffering(2, "direct"), Suffering(3, "direct"))
    assert with_gains([], missed=True) == (Suffering(3, "concentrated"), Suffering(3, "direct"))
    field = Field()
    assert field.run(suffer, field.foe, Suffering(3, "direct"), dice=(4, 5, 1)) == Harm(1, 2)
    assert field.foe.marks == [2, 0, 0, 0, 0]
    assert len(field.owed("cost")) == 1


@pytest.mark.rules("vof.unit-maneuvers")
def test_the_gm_rolls_for_a_unit_off_the_map():
    field = Field()
    field.act(GM, "do/field", "A unit off-screen", "", 2, "incidental", dice=(3, 6))
    assert field.says("the unit suffers 1 stress, 1 wound")


def test_friends_fire_only_at_those_whom_they_can_hit():
    found = Field(1)
    found.team("mates", side="friend", place=HERE)
    assert gm.under_friendly_fire(found.session) == ["foe"]
    found.act(GM, "friends-fire", ())
    assert found.session.engagement is not None
    assert found.session.engagement.attacked == ["mates"]
    found.session.places[HERE].unseen = [THERE]
    assert gm.under_friendly_fire(found.session) == []
    assert not found.has(GM, "friends-fire")


@pytest.mark.rules("gm.when")
def test_of_two_moves_owed_for_one_reason_the_older_is_offered_first():
    found = Field(1)
    first, second = (owe(found.session.story, GM_MOVE, "Novak's order", "core.miss", GM) for _ in range(2))
    offered = [found.has(GM, f"now/item/{it.id}/move") for it in (first, second)]
    found.act(GM, f"now/item/{first.id}/waive")
    assert (offered, found.has(GM, f"now/item/{second.id}/move")) == ([True, False], True)


@pytest.mark.rules("gm.when")
def test_an_exchange_knows_whether_the_gm_has_answered():
    found = Field(1)
    assert found.session.engagement is not None
    found.run(gm.carry, Speaker(GM, GM), "enemy/fortify", "")
    assert found.session.engagement.answered
    found.act(GM, "do/exchange")
    assert not found.session.engagement.answered
