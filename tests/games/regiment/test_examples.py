"""The worked examples of the rules index, one test each, in its order. What is not named does not apply."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudge.engine import BadInput
from adjudge.games.regiment import game
from adjudge.games.regiment.data import weapons
from adjudge.games.regiment.places import band_of
from adjudge.games.regiment.readings import Harm, damage, fire, move_roll
from adjudge.games.regiment.rules import engagement, liberty, vehicles
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import rallied, spread
from adjudge.games.regiment.rules.battle import shots
from adjudge.games.regiment.rules.core import Attempt, give_forward, roll_with, tier_of
from adjudge.games.regiment.rules.experience import open_improvements
from adjudge.games.regiment.rules.fire import is_quick, why_not
from adjudge.games.regiment.rules.plans import Suffering
from adjudge.games.regiment.rules.plans import suffer as suffer_off_screen
from adjudge.games.regiment.state import Bonus, Fire, Held, Hold
from adjudge.odds.enumerate import distribution
from adjudge.story import GM, Speaker
from tests.games.regiment.field import HERE, P1, P2, THERE, Field, harm, marks

ME = Speaker(P1, P1)


def tiers(plus: int) -> dict[str, Fraction]:
    """The odds of the three tiers, straight from the reading."""
    found = dict.fromkeys(("strong", "weak", "miss"), Fraction())
    for total, weight in move_roll(plus).outcomes:
        found[tier_of(total)] += Fraction(weight, 36)
    return found


# ---------------------------------------------------------------------- rolls


@pytest.mark.rules("core.tiers", "core.move-roll")
def test_ex_tier_strong():
    field = Field(rulings={"parity_measure": "gm"})
    field.soldier.stats["battle"] = 2
    field.act(P1, "do/assault", (), "position", dice=(4, 4))
    assert field.says("10, a strong hit")


def test_ex_tier_weak_low():
    field = Field(men=0)
    field.soldier.stats["tactics"] = 1
    field.act(P1, "do/maneuver", dice=(2, 4))
    assert field.says("7, a weak hit")


@pytest.mark.rules("xp.miss", "rally.roll")
def test_ex_tier_miss_xp():
    field = Field(fight=False)
    field.act(P1, "do/rally", dice=(1, 5))
    assert field.says("6, a miss")
    assert field.soldier.xp == 1
    assert field.session.holds == []


@pytest.mark.rules("core.forward")
def test_ex_forward_spent_on_miss():
    field = Field(men=0)
    field.soldier.stats["tactics"] = -1
    field.run(give_forward, field.soldier, "covering fire", "covering-fire.strong-hit")
    field.act(P1, "do/maneuver", dice=(2, 3))
    assert field.says("5, a miss")
    assert field.soldier.forward == []
    assert field.soldier.xp == 1


@pytest.mark.rules("core.forward", "sniper.forward-observer")
def test_ex_limited_forward_waits():
    field = Field(fight=False)
    field.session.squad.forward = [Bonus(1, "the forward observer", "sniper.forward-observer", "engage")]
    field.act(P1, "do/assess", "Where are they?", dice=(5, 3))
    assert field.says("8, a weak hit")
    assert len(field.session.squad.forward) == 1
    field.act(P1, "do/engage", "assault", "initiative", dice=(5, 3))
    assert field.says("9, a weak hit (forward from the forward observer +1)")
    assert field.session.squad.forward == []


def test_ex_odds_plus_one():
    assert tiers(1) == {"strong": Fraction(5, 18), "weak": Fraction(4, 9), "miss": Fraction(5, 18)}


def test_ex_odds_minus_one():
    assert tiers(-1) == {"strong": Fraction(1, 12), "weak": Fraction(1, 3), "miss": Fraction(7, 12)}


@pytest.mark.rules("help.rolling")
def test_ex_odds_helped():
    field = Field(2)
    assert sum(weight for total, weight in move_roll(0).outcomes if total >= 7) == 36 * 7 // 12

    def rule(table):
        return roll_with(table, table.state.soldiers[P1], Attempt("assess", "assess.roll"))

    policy = lambda asked: {P2: P2}  # noqa: E731  the friend helps
    odds = distribution(rule, field.session, policy=policy)
    chances = {outcome: odds[outcome] for outcome in ("strong", "weak", "miss")}
    assert chances == {"strong": Fraction(25, 108), "weak": Fraction(187, 432), "miss": Fraction(145, 432)}


# ---------------------------------------------------------------------- the volume of fire


@pytest.mark.rules("vof.table")
@pytest.mark.parametrize(
    ("volume", "dice", "stress", "wounds"),
    [("direct", (1, 4, 6), 1, 2), ("incidental", (2, 3, 6), 1, 1), ("concentrated", (1, 5, 6), 2, 3)],
    ids=["ex_vof_direct", "ex_vof_incidental", "ex_vof_concentrated"],
)
def test_ex_vof(volume, dice, stress, wounds):
    field = Field()
    assert harm(field.suffer(volume, *dice)) == Harm(stress, wounds)
    assert field.soldier.critical == (volume == "concentrated")


@pytest.mark.rules("vof.past-concentrated", "vof.force-parity", "vof.order")
def test_ex_step_past_concentrated():
    assert Field().pool("battle-rifle", base="concentrated", parity=1) == "4d concentrated"


@pytest.mark.rules("vof.below-incidental", "tag.messy")
def test_ex_step_below_incidental():
    field = Field()
    field.foe.concealed = True
    assert field.pool("battle-rifle", splash=True) == "2d incidental"


@pytest.mark.rules("defence.concealment")
def test_ex_concealment_direct():
    field = Field()
    field.foe.concealed = True
    assert field.pool("battle-rifle") == "3d incidental"


@pytest.mark.rules("defence.movement")
def test_ex_two_steps_down():
    field = Field(band="tight")
    field.foe.concealed = field.foe.moving = True
    assert field.pool("sidearm") == "1d incidental"


@pytest.mark.rules("attack.sequence", "sniper.deadly-aim")
def test_ex_net_zero():
    field = Field(band="far").teach("sniper.deadly-aim")
    field.foe.moving = True
    assert field.pool("battle-rifle", parity=1) == "3d concentrated"


@pytest.mark.rules("defence.cover", "defence.cover-ratings")
def test_ex_cover_two():
    field = Field()
    order = Fire("battle-rifle", P1, "foe", parity=0, cover=2)
    assert harm(field.strike(order, 5)) == Harm(0, 1)


@pytest.mark.rules("vof.minimum")
def test_ex_cover_all_dice():
    field = Field(band="tight")
    order = Fire("sidearm", P1, "foe", parity=0, cover=2)
    assert harm(field.strike(order, 5)) == Harm(1, 0)


def test_ex_cover_keeps_row():
    field = Field(band="far")
    order = Fire("hmg", P1, "foe", parity=0, base="concentrated", cover=3)
    field.foe.marks = [0] * 5
    assert harm(field.strike(order, 1)) == Harm(2, 0)


def test_ex_cover_and_concealment():
    field = Field()
    order = Fire("battle-rifle", P1, "foe", parity=0, cover=1, concealed=True)
    assert harm(field.strike(order, 6, 2)) == Harm(0, 1)


# ---------------------------------------------------------------------- tough and grit


@pytest.mark.rules("defence.tough", "track.tough", "operator.armor")
def test_ex_tough():
    field = Field()
    field.soldier.armor = 1
    assert harm(field.suffer("direct", 4, 5, 2)) == Harm(1, 1)
    assert (field.soldier.wounds.all, field.soldier.stress.all) == (1, 1)


@pytest.mark.rules("defence.grit", "track.grit", "soldier.stone-cold")
def test_ex_grit():
    field = Field().teach("soldier.stone-cold")
    assert harm(field.suffer("direct", 1, 3)) == Harm(1, 0)


def test_ex_tough_not_on_stress():
    field = Field()
    field.soldier.tough = 1
    assert harm(field.suffer("concentrated", 1)) == Harm(2, 0)


def test_ex_tough_and_grit_excess():
    field = Field()
    field.soldier.tough, field.soldier.grit = 2, 1
    assert harm(field.suffer("direct", 6, 6)) == Harm(0, 0)


# ---------------------------------------------------------------------- range


@pytest.mark.rules("range.increments", "weapon.battle-rifle")
def test_ex_range_one_off():
    assert band_of(20) == "close"
    assert Field(band="close").pool("battle-rifle") == "2d direct"


@pytest.mark.rules("weapon.sidearm")
def test_ex_range_sidearm_close():
    assert band_of(15) == "close"
    assert Field(band="close").pool("sidearm") == "1d direct"


@pytest.mark.rules("range.bands", "weapon.carbine")
def test_ex_range_edge():
    assert (band_of(100), band_of(101)) == ("near", "far")
    assert Field(band="near").pool("carbine") == "1d direct"
    assert Field(band="far").pool("carbine") == "1d incidental"


@pytest.mark.rules("weapon.precision-rifle")
def test_ex_precision_near():
    assert band_of(60) == "near"
    assert Field(band="near").teach("sniper.deadly-aim").pool("precision-rifle") == "2d concentrated"


@pytest.mark.rules("operator.close-quarters-battle", "weapon.assault-rifle")
def test_ex_cqb_with_long_weapon():
    field = Field(band="tight").teach("operator.close-quarters-battle")
    assert field.pool("assault-rifle") == "2d direct"


# ---------------------------------------------------------------------- tags


@pytest.mark.rules("tag.autofire", "tag.crew", "weapon.lmg", "tag.suppress")
def test_ex_lmg_alone():
    field = Field().arm("lmg")
    assert field.pool("lmg", boost="volume") == "2d concentrated"
    field.strike(field.order("lmg", boost="volume"), 2, 2)
    assert field.foe.is_suppressed


@pytest.mark.rules("weapon.automatic-rifle")
def test_ex_autofire_one_man():
    field = Field(men=1).arm("automatic-rifle")
    orders = shots(field.session, field.soldier, [field.foe])
    assert "volume" not in [order.boost for order in orders]
    assert field.pool("automatic-rifle") == "3d direct"


@pytest.mark.rules("tag.spray", "weapon.smg")
def test_ex_smg_spray():
    field = Field(2, band="close").arm("smg")
    target = field.other
    target.place, target.side = THERE, "enemy"
    assert [it.boost for it in shots(field.session, field.soldier, [target])] == ["", "area"]
    field.foe.place = HERE  # now they are alone over there
    orders = shots(field.session, field.soldier, [target])
    assert [it.boost for it in orders] == ["", "volume"]
    order = field.order("smg", P2, boost="volume")
    assert harm(field.strike(order, 3, 6)) == Harm(0, 3)


@pytest.mark.rules("tag.messy", "tag.ordnance", "weapon.frag-grenade")
def test_ex_frag_messy():
    field = Field(band="close", men=1, rulings={"parity_measure": "gm"}).arm("frag-grenade")
    field.team("beside", men=1)
    field.foe.cover = 1
    _, splash = spread(field.session, field.order("frag-grenade"))
    assert field.pool("frag-grenade") == "3d direct"
    assert (splash.target, splash.splash) == ("beside", True)
    assert field.pool("frag-grenade", "beside", splash=True) == "4d incidental"
    field.act(P1, "do/attack", "frag-grenade/foe", dice=(1, 1, 1, 1))
    assert field.soldier.gear == 5


@pytest.mark.rules("weapon.hmg", "tag.area", "tag.setup")
def test_ex_hmg_no_ammo():
    field = Field(band="far", men=4).arm("hmg")
    field.team("crew", side="friend", place=HERE)
    field.session.teams["crew"].serves = P1
    field.session.rulings = game.configure({"rulings": {"parity_measure": "gm"}}).rulings
    field.act(P1, "do/attack", "hmg/foe")
    assert field.soldier.gear == 5
    assert field.foe.out == 4


@pytest.mark.rules("tag.quick", "assault.hit")
def test_ex_quick_first():
    field = Field(band="close", men=1, rulings={"parity_measure": "gm"}).arm("carbine")
    field.foe.marks = [1]
    field.act(P1, "do/assault", ("foe",), dice=(5, 3))
    assert not field.foe.is_able  # 2 damage without a roll
    assert field.soldier.wounds.all == field.soldier.stress.all == 0


# ---------------------------------------------------------------------- conditions


@pytest.mark.rules("condition.suppressed", "condition.suppressed-again", "condition.pinned")
def test_ex_suppressed_twice():
    field = Field()
    field.foe.weapons = [Held("lmg")]
    field.soldier.steps = 1
    field.strike(Fire("lmg", P1, "foe", parity=0, cover=2), 1)
    assert field.soldier.pinned
    assert field.soldier.steps == 2


def test_ex_pinned_attack():
    field = Field()
    field.soldier.pinned, field.soldier.steps = True, 2
    assert field.pool("battle-rifle") == "2d incidental"


@pytest.mark.rules("condition.pinned-again")
def test_ex_pinned_suppressed_again():
    field = Field()
    field.soldier.pinned, field.soldier.steps = True, 2
    field.foe.weapons = [Held("lmg")]
    field.strike(Fire("lmg", P1, "foe", parity=0, cover=2), 1)
    assert field.pool("battle-rifle") == "1d incidental"
    assert field.soldier.steps == 3


@pytest.mark.rules("hit-the-deck.hit", "hit-the-deck.roll")
def test_ex_hit_the_deck_weak():
    field = fired_at_beside_a_ditch(guts=1)
    field.act(GM, "do/move", "general", "general/inflict-fire", ("foe",), "yes", dice=(3, 4, 4, 4))
    assert field.soldier.pinned
    assert field.rolled[-1] == (4, 4)  # two dice are left
    assert field.soldier.wounds.all == 2


@pytest.mark.rules("hit-the-deck.strong-hit")
def test_ex_hit_the_deck_strong():
    field = fired_at_beside_a_ditch(guts=2)
    field.act(GM, "do/move", "general", "general/inflict-fire", ("foe",), "yes", dice=(5, 3, 1, 1))
    assert field.soldier.is_suppressed
    assert not field.soldier.pinned
    assert field.rolled[-1] == (1, 1)


def fired_at_beside_a_ditch(guts: int) -> Field:
    field = Field(rulings={"parity_measure": "gm"})
    field.session.places[HERE].cover = 1
    field.soldier.stats["guts"] = guts
    return field


@pytest.mark.rules("covering-fire.roll", "covering-fire.hit", "covering-fire.condition", "covering-fire.strong-hit")
def test_ex_covering_fire():
    field = Field(2, rulings={"parity_measure": "gm"})
    field.soldier.stats["battle"] = 2
    field.act(P1, "do/covering-fire", (P2,), {P2: "no"}, "suppressed", dice=(4, 5, 3, 3, 3))
    assert field.says("11, a strong hit")
    assert field.soldier.gear == 5
    assert sum(field.foe.marks) == 3  # 3d incidental: three 3s
    assert field.foe.is_suppressed
    assert [it.amount for it in field.other.forward] == [1]


@pytest.mark.rules("soldier.spray-and-pray")
def test_ex_spray_and_pray():
    field = Field(rulings={"parity_measure": "gm"}).teach("soldier.spray-and-pray")
    field.soldier.stats["battle"] = 2
    field.act(P1, "do/covering-fire", 2, "suppressed", dice=(2, 4, 1, 1, 1))
    assert field.says("10, a strong hit")
    assert field.soldier.gear == 3


# ---------------------------------------------------------------------- wounds and stress


@pytest.mark.rules("harm.recover", "harm.critical-threshold", "medic.medic", "harm.stabilized")
def test_ex_recover_critical():
    field = patient_of(marks(2, 1))
    field.act(P1, "do/medic", dice=(4, 4))
    assert field.other.wounds == marks(1, 1)
    assert not field.other.critical
    assert field.soldier.gear == 6


def patient_of(wounds, guts=2, **options) -> Field:
    field = Field(2, fight=False, **options).teach("medic.medic")
    field.soldier.stats["guts"] = guts
    field.other.wounds = wounds
    field.other.critical = wounds.all >= 3
    return field


def test_ex_recover_stops():
    field = Field()
    field.soldier.wounds = marks(0, 2)
    assert not field.run(tracks.recover, field.soldier, "wounds", "help.trouble")
    assert field.soldier.wounds.all == 2


@pytest.mark.rules("harm.heal")
def test_ex_heal_right():
    field = Field()
    field.soldier.wounds = marks(0, 2)
    field.run(tracks.heal, field.soldier, "wounds", "blow-off-steam.wound")
    assert field.soldier.wounds == marks(0, 1)
    assert tracks.boxes_marked(field.session.rulings, field.soldier, "wounds").index(True) == 2


@pytest.mark.rules("track.wounds")
def test_ex_refill_left():
    field = Field()
    field.soldier.wounds = marks(0, 2)
    field.run(tracks.mark, field.soldier, Harm(0, 1))
    assert field.soldier.wounds == marks(1, 2)
    assert field.soldier.critical


@pytest.mark.rules("track.stress", "condition.critical")
def test_ex_critical_stress():
    field = Field()
    field.soldier.stress = marks(3)
    field.run(tracks.mark, field.soldier, Harm(1, 0))
    assert field.soldier.stress.all == 4
    assert field.soldier.critical


def test_ex_medic_miss():
    field = patient_of(marks(1))
    field.act(P1, "do/medic", "no", dice=(1, 3))
    assert field.other.stress.all == 1
    assert field.soldier.xp == 1
    spared = patient_of(marks(1))
    spared.act(P1, "do/medic", "yes", dice=(1, 3))
    assert spared.other.stress.all == 0
    assert spared.soldier.gear == 5


@pytest.mark.rules("operator.medic")
def test_ex_operator_medic():
    field = Field(2, fight=False).teach("operator.medic")
    field.soldier.stats["guts"] = 2
    field.other.wounds, field.other.critical = marks(2, 2), True
    field.act(P1, "do/field-medic", "both", "right", dice=(5, 4))
    assert field.other.wounds == marks(2, 1)
    assert not field.other.critical
    assert field.soldier.gear == 5


# ---------------------------------------------------------------------- NPCs


@pytest.mark.rules("npc.strength", "npc.soldier")
def test_ex_npc_incidental():
    field = Field(band="close").arm("frag-grenade")
    verdict = field.strike(field.order("frag-grenade", base="incidental"), 2, 3, 6, 1)
    assert verdict.damage == 2
    assert field.foe.marks == [2, 0, 0, 0, 0]
    assert field.foe.able == 4


@pytest.mark.rules("npc.direct-no-roll", "npc.team")
def test_ex_npc_direct():
    field = Field()
    field.strike(field.order("battle-rifle"))
    assert (field.foe.out, field.foe.able) == (1, 4)


def test_ex_npc_concentrated():
    field = Field()
    assert field.strike(field.order("battle-rifle", base="concentrated"), 1, 2, 6).damage == 5
    assert field.foe.marks == [3, 2, 0, 0, 0]
    assert field.foe.able == 3


def test_ex_npc_concentrated_range():
    assert sorted({value for value, _ in damage("concentrated", 3).outcomes}) == [3, 4, 5, 6]


# ---------------------------------------------------------------------- vehicles


@pytest.mark.rules("attack-vehicle.armor", "attack-vehicle.conditions", "vehicle.facing", "attack-vehicle.minor")
def test_ex_armor_wounds_first():
    field = Field(band="far")
    tank = field.vehicle("tank", "tank-medium")
    gun = field.vehicle("gun", "tank-medium", side="friend", place=HERE)
    gun.crew = [0] * 5
    order = Fire("main-gun-7", "tank", "gun", parity=0, facing="side")
    verdict = field.strike(order, 4, 5, 6, 4, 1, 2, 3, answers=["slowed", "wild"])
    assert (verdict.wounds, verdict.stress) == (0, 2)
    assert tank.minor == ["slowed", "wild"]


@pytest.mark.rules("tag.heat", "attack-vehicle.major", "tag.ap", "weapon.bazooka")
def test_ex_heat():
    field = Field().arm("bazooka")
    car = field.vehicle("car", "armored-car")
    field.team("loader", men=1, side="friend", place=HERE).serves = P1
    order = field.order("bazooka", "car", facing="front")
    answers = ["burning", "stuck", "leaking"]
    verdict = field.strike(order, 4, 5, 6, 6, 2, answers=answers)
    assert (verdict.wounds, verdict.stress) == (2, 1)
    assert (car.major, car.minor) == (["burning", "stuck"], ["leaking"])


@pytest.mark.rules("vehicle.small-arms-immune", "vehicle.armor-zero", "vehicle.armored-car")
def test_ex_small_arms_on_armor():
    field = Field().arm("lmg")
    field.vehicle("car", "armored-car")
    refusal = why_not(field.session, field.order("lmg", "car", facing="top"))
    assert refusal is not None
    assert refusal.rule == "vehicle.small-arms-immune"


@pytest.mark.rules("attack-vehicle.destroyed")
def test_ex_destroyed():
    field = Field()
    tank = field.vehicle("tank", "tank-medium")
    tank.major = ["stuck"]
    got = vehicles.Penetration(2, 0)
    field.run(vehicles.inflict, tank, got, GM, answers=["burning", "blind"])
    assert tank.is_destroyed
    assert field.cites("attack-vehicle.destroyed")


@pytest.mark.rules("vehicle.tank-heavy")
def test_ex_concentrated_gun():
    field = Field(band="far")
    tank = field.vehicle("tank", "tank-heavy")
    gun = field.vehicle("gun", "tank-heavy", side="friend", place=HERE)
    gun.crew = [0] * 5
    order = Fire("main-gun-10", "tank", "gun", parity=0, base="concentrated", facing="front")
    rest = ["out of control", "burning", "stuck", *(f"system destroyed: {it}" for it in ("gun", "turret", "engine"))]
    answers = [*rest, "system destroyed: radio", "system destroyed: tracks"]
    verdict = field.strike(order, *[6] * 10, answers=answers)
    assert verdict.wounds == 10
    assert tank.is_destroyed


# ---------------------------------------------------------------------- costs and supplies


@pytest.mark.rules("assault.roll")
def test_ex_assault_grenade():
    field = Field(band="close", rulings={"parity_measure": "gm"}).arm("frag-grenade")
    field.act(P1, "do/assault", (), dice=(4, 3))
    assert field.soldier.gear == 4


@pytest.mark.rules("resupply.resupply", "track.gear", "track.supply")
def test_ex_resupply():
    field = Field(3, fight=False)
    field.session.squad.supply = 2
    for id, gear in ((P1, 5), (P2, 3), ("p3", 6)):
        field.session.soldiers[id].gear = gear
    field.act(P1, "do/resupply", {P1: 1, P2: 3})
    assert field.session.squad.supply == 1
    assert [it.gear for it in field.session.soldiers.values()] == [6, 6, 6]


@pytest.mark.rules("resupply.consolidate")
def test_ex_consolidate():
    field = Field(2, fight=False)
    before = field.session.squad.supply
    field.act(P1, "do/consolidate", 4, 2)
    assert field.session.squad.supply == before + 1
    assert (field.soldier.gear, field.other.gear) == (2, 4)


@pytest.mark.rules("blow-off-steam.roll", "blow-off-steam.wound", "blow-off-steam.stress", "track.smokes")
def test_ex_steam():
    field = Field(fight=False)
    field.session.downtime = True
    field.soldier.wounds, field.soldier.stress = marks(1), marks(1)
    field.act(P1, "do/steam", 2, "wound", "stress", dice=(4, 4))
    assert field.says("10, a strong hit")
    assert field.soldier.smokes == 1
    assert field.soldier.wounds.all == field.soldier.stress.all == 0


@pytest.mark.rules("scrounge.options")
def test_ex_scrounge_weak():
    field = Field(fight=False)
    field.soldier.stats["lucky"], field.soldier.gear = 1, 0
    field.act(P1, "do/scrounge", "gear", "jackpot", dice=(3, 4))
    assert field.says("8, a weak hit")
    assert field.soldier.gear == 6
    assert sorted(it.advice for it in field.owed("complication")) == ["it takes long", "there is trouble"]


@pytest.mark.rules("petition.roll", "petition.compromise")
def test_ex_petition():
    field = Field(fight=False)
    field.soldier.stats["leadership"] = -1
    field.act(P1, "do/petition", "", "A truck", 3, "owe", dice=(3, 3))
    assert field.says("9, a weak hit (smokes +3)")
    assert field.says("You owe something in return")
    assert field.soldier.smokes == 0


# ---------------------------------------------------------------------- help


@pytest.mark.rules("soldier.comrade-in-arms")
def test_ex_help_weak():
    field = Field(2, rulings={"parity_measure": "gm"}).teach("soldier.comrade-in-arms", who=P2)
    field.other.bonds[P1] = 1
    field.soldier.stats["battle"] = 1
    field.act(P1, "do/assault", {P2: P2}, (), dice=(3, 4, 3, 3))
    assert field.says("8, a weak hit (bond +1)")
    assert field.says("9, a weak hit (battle +1, help from Novak +2)")
    assert [it.advice for it in field.owed("exposure")] == ["danger, retribution or a cost"]


@pytest.mark.rules("help.trouble", "xp.move-tells", "help.conditions", "condition.help-overcomes")
def test_ex_help_trouble():
    field = Field(2)
    field.soldier.bonds[P2] = 2
    field.other.pinned, field.other.steps = True, 2
    field.act(P1, "do/help", dice=(2, 3))
    assert field.soldier.xp == 1
    assert not field.other.pinned
    assert field.other.is_suppressed


@pytest.mark.rules("crazy.roll")
def test_ex_crazy_miss():
    field = Field(men=0)
    field.act(P1, "do/crazy", "I run at them", "", dice=(2, 2))
    assert field.soldier.xp == 2


@pytest.mark.rules("help.ignore", "xp.reset-bond", "track.bonds")
def test_ex_ignore():
    field = Field(2)
    field.soldier.bonds[P2], field.other.bonds[P1] = 2, 1
    field.act(P2, "do/cry", "ignore")
    assert field.soldier.stress.all == 2
    assert (field.soldier.bonds[P2], field.other.bonds[P1]) == (0, 0)
    assert (field.soldier.xp, field.other.xp) == (1, 1)


@pytest.mark.rules("blow-off-steam.bond")
def test_ex_bond_overflow():
    field = Field(2, fight=False)
    field.soldier.bonds[P2] = 3
    field.run(liberty.befriend, ME, field.soldier, answers=["no"])
    assert field.soldier.bonds[P2] == 1
    assert field.soldier.xp == 1


@pytest.mark.rules("will.roll")
def test_ex_will():
    field = Field(2, men=0)
    field.soldier.stats["leadership"] = 1
    field.other.grit = 1
    field.act(P1, "do/will", "Go!", "suffer", dice=(6, 4))
    assert field.says("11, a strong hit")
    assert field.other.stress.all == 1


# ---------------------------------------------------------------------- improvements


@pytest.mark.rules("xp.track", "improve.stat-1")
def test_ex_improve():
    field = Field()
    field.soldier.xp = 4
    field.act(P1, "do/crazy", "I run at them", "", "stat/battle", dice=(2, 2))
    assert field.soldier.stats["battle"] == 1
    assert field.soldier.xp == 1


@pytest.mark.rules("improve.advanced-gate", "improve.grit", "improve.tough")
def test_ex_advanced_gate():
    field = Field()
    field.soldier.improvements = ["stat/battle", "stat/guts", "move/x"]
    assert not {"grit", "tough"} & set(open_improvements(field.session, field.soldier))
    field.soldier.improvements.append("move/y")
    assert {"grit", "tough"} <= set(open_improvements(field.session, field.soldier))


# ---------------------------------------------------------------------- odds of fire


def test_ex_odds_2d_direct():
    reading = fire("direct", 2)
    assert [reading.chance(Harm(2 - n, n)) for n in range(3)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]


def test_ex_odds_1d_concentrated():
    chance = fire("concentrated", 1).chance
    assert [chance(Harm(2, 0)), chance(Harm(0, 1)), chance(Harm(0, 2))] == [
        Fraction(1, 6),
        Fraction(2, 3),
        Fraction(1, 6),
    ]


def test_ex_odds_2d_incidental_grit():
    reading = fire("incidental", 2).map(lambda it: tracks.lessened(it, 0, 1), "against 1-grit")
    expected = {(0, 0): (4, 9), (0, 1): (5, 18), (0, 2): (1, 36), (1, 0): (1, 4)}
    assert {value: reading.chance(value) for value, _ in reading.outcomes} == {
        Harm(*value): Fraction(*chance) for value, chance in expected.items()
    }


def test_ex_odds_critical():
    reading = fire("direct", 3)
    assert sum(weight for value, weight in reading.outcomes if value.wounds >= 3) == 27
    assert Fraction(27, reading.ways) == Fraction(1, 8)


# ---------------------------------------------------------------------- the engagement


@pytest.mark.rules("vof.unit-maneuvers", "vof.unit-maneuvers-base")
def test_ex_unit_maneuver():
    field = Field()
    assert field.run(suffer_off_screen, None, Suffering(2, "incidental"), dice=(3, 6)) == Harm(1, 1)


@pytest.mark.rules("engage.roll", "track.op", "engage.cohesion")
def test_ex_engage():
    field = Field(fight=False)
    field.session.squad.op = 1
    field.act(P1, "do/engage", "assault", "cohesion", dice=(4, 3))
    assert field.says("8, a weak hit (op +1)")
    assert field.session.engagement is not None
    assert field.session.engagement.gains == ["cohesion"]


@pytest.mark.rules("rally.spend", "core.hold")
def test_ex_rally():
    field = Field(2, fight=False)
    field.soldier.stats["leadership"] = 1
    field.act(P1, "do/rally", {P2: "no"}, dice=(5, 5))
    assert field.session.holds == [Hold(P1, "rally", 3)]
    engagement.begin(field.session, "assault")
    tough, grit = field.run(rallied, field.other, Harm(1, 1), 0, 0, answers=["tough", "keep"])
    assert tracks.lessened(Harm(1, 1), tough, grit) == Harm(1, 0)
    assert field.session.holds == [Hold(P1, "rally", 2)]


@pytest.mark.rules("soldier.section-8")
def test_ex_section_8():
    field = Field().teach("soldier.section-8", "soldier.stone-cold")
    order = Fire("battle-rifle", P1, "foe", parity=0, occasion="assault")
    assert harm(field.strike(order, 4, 4, 1)) == Harm(0, 1)


# ---------------------------------------------------------------------- creation

SOLDIER = {
    "playbook": "soldier", "rank": "Pfc", "name": "Ames", "profile": "Cool", "background": "Cook",
    "stats": {"battle": 2, "guts": 1, "leadership": 1, "lucky": -1, "tactics": 0},
    "moves": ["soldier.battle-tested", "soldier.stone-cold"], "loadout": "battle-rifle",
}  # fmt: skip
OPERATOR = {
    "playbook": "operator", "rank": "Sgt", "name": "Boyd", "profile": "Icy", "background": "Clerk",
    "stats": {"battle": 2, "tactics": 2, "guts": 1, "leadership": 0, "lucky": 0},
    "moves": ["operator.made-it-through-selection", "operator.ew"], "loadout": "saw",
}  # fmt: skip


@pytest.mark.rules(
    "creation.stat-sets", "creation.moves", "creation.tracks", "creation.smokes", "soldier.battle-tested"
)
def test_ex_creation_soldier():
    made = game.start(game.configure({"players": 1, "soldiers": [SOLDIER]})).soldiers[P1]
    assert made.stats == {"battle": 3, "guts": 1, "leadership": 1, "lucky": -1, "tactics": 0}
    assert made.moves[0] == "soldier.once-more-into-the-breach"
    assert len(made.moves) == 3
    assert (made.tough + made.armor, made.grit, made.gear, made.smokes) == (0, 1, 6, 3)


@pytest.mark.rules("creation.operator-stats", "operator.made-it-through-selection")
def test_ex_creation_operator():
    made = game.start(game.configure({"players": 1, "soldiers": [OPERATOR]})).soldiers[P1]
    assert (made.armor, made.grit) == (1, 1)
    wrong = {**OPERATOR, "stats": {"battle": 2, "tactics": 2, "guts": 2, "leadership": 0, "lucky": -1}}
    with pytest.raises(BadInput, match=r"creation\.operator-stats"):
        game.start(game.configure({"players": 1, "soldiers": [wrong]}))


# ---------------------------------------------------------------------- playbook moves


@pytest.mark.rules("soldier.fight-back", "core.instead-of-stat", "push.suppress-penalty", "push.roll")
def test_ex_fight_back():
    field = Field().teach("soldier.fight-back")
    field.soldier.stats["battle"] = 2
    field.act(P1, "do/push", "I go on", "suppress", dice=(4, 5))
    assert field.says("10, a strong hit (battle +2, against a weapon that suppresses -1)")


@pytest.mark.rules("soldier.eye-for-supply", "scrounge.roll")
def test_ex_eye_for_supply():
    field = Field(fight=False).teach("soldier.eye-for-supply")
    field.soldier.stats |= {"battle": 2, "lucky": -1}
    field.soldier.gear = 2
    field.act(P1, "do/scrounge", "ammo", "quickly", "2", dice=(4, 3))
    assert field.says("9, a weak hit (battle +2)")
    assert field.soldier.gear == 4


def test_ex_medic_weak():
    field = patient_of(marks(2, 2))
    field.soldier.gear = 2
    field.act(P1, "do/medic", "yes", dice=(3, 3))
    assert field.other.wounds == marks(1, 2)
    assert not field.other.critical
    assert (field.soldier.gear, field.soldier.xp) == (1, 0)


@pytest.mark.rules("medic.inopportune-target")
def test_ex_inopportune():
    field = Field(rulings={"parity_measure": "gm"}).teach("medic.inopportune-target")
    field.soldier.stats["lucky"] = 1
    field.act(GM, "do/move", "general", "general/inflict-fire", ("foe",), dice=(4, 3, 1, 1, 1))
    assert field.says("8, a weak hit")
    assert field.says("3d incidental")
    assert field.soldier.stress.all == 0


@pytest.mark.rules("medic.infirmity")
def test_ex_infirmity():
    field = Field(2, fight=False).teach("medic.infirmity")
    field.session.downtime = True
    field.soldier.stats["guts"] = 2
    field.other.wounds = marks(0, 1)
    field.act(P1, "do/infirmity", {P2: "no"}, "wounds", dice=(5, 3))
    assert field.other.wounds.all == 0


@pytest.mark.rules("sniper.camouflage")
def test_ex_camouflage():
    field = Field().teach("sniper.camouflage")
    field.soldier.stats["tactics"], field.soldier.stress = 2, marks(2)
    field.act(P1, "do/camouflage", dice=(5, 3))
    assert field.soldier.concealed
    assert field.soldier.stress.all == 1


@pytest.mark.rules("sniper.advanced-marksmanship")
def test_ex_advanced_marksmanship():
    far, near = (Field(band=band).teach("sniper.advanced-marksmanship") for band in ("far", "near"))
    assert (band_of(150), band_of(90)) == ("far", "near")
    assert is_quick(far.session, far.order("battle-rifle"))
    assert not is_quick(near.session, near.order("battle-rifle"))


@pytest.mark.rules("operator.airborne-ranger")
def test_ex_airborne_ranger():
    field = Field(fight=False).teach("operator.airborne-ranger")
    field.session.squad.op = 1
    field.act(P1, "do/engage", "ambush", "initiative", "advantage", dice=(4, 4))
    assert field.says("10, a strong hit (op +1, Airborne Ranger +1)")


@pytest.mark.rules("operator.improvise-adapt-overcome")
def test_ex_improvise():
    field = Field(men=0).teach("operator.improvise-adapt-overcome")
    field.act(P1, "do/crazy", "I rig it", "improvised", 1, dice=(5, 4))
    assert field.says("10, a strong hit")
    assert (field.soldier.xp, field.soldier.gear) == (1, 5)


@pytest.mark.rules("operator.explosives", "operator.explosives-kit")
def test_ex_explosives():
    field = Field(men=0).teach("operator.explosives")
    field.soldier.stats["tactics"] = 2
    field.act(P1, "do/explosives", "The bridge", "kit", dice=(2, 4))
    assert field.says("8, a weak hit")
    assert (field.soldier.kit, field.soldier.gear) == (2, 6)
    assert len(field.owed("complication")) == 1


@pytest.mark.rules("operator.ew", "core.choose-options")
def test_ex_ew():
    field = Field(men=0).teach("operator.ew")
    field.soldier.stats["tactics"] = 1
    field.act(P1, "do/ew", ("deny",), "control", "undetected", dice=(6, 4))
    assert field.says("11, a strong hit")
    assert field.says("Shut the enemy out; You keep control of the system, You stay undetected")


@pytest.mark.rules("blow-off-steam.miss")
def test_ex_steam_miss():
    field = Field(fight=False)
    field.session.downtime = True
    field.act(P1, "do/steam", 1, dice=(2, 3))
    assert (field.soldier.smokes, field.soldier.xp) == (2, 1)
    assert field.owed() == []


@pytest.mark.rules("assess.roll")
def test_ex_assess_miss():
    field = Field(men=0)
    field.act(P1, "do/assess", "Where are they?", dice=(2, 3))
    assert [it.advice for it in field.owed("answer")] == ["with something true but incomplete"]
    assert field.soldier.xp == 1


def test_ex_will_npc():
    field = Field(men=1)
    field.act(P1, "do/will", "Drop it!", "suffer", dice=(4, 4))
    assert field.says("8, a weak hit")
    assert field.foe.marks == [1]


@pytest.mark.rules("npc-action.roll", "npc-action.cost")
def test_ex_npc_action():
    field = Field()
    ours = field.team("ours", side="friend", place=HERE)
    field.act(P1, "do/npc-action", "They go", dice=(4, 4, 2, 5, 6))
    assert field.says("1 stress, 2 wounds")
    assert ours.marks == [2, 0, 0, 0, 0]
    assert len(field.owed("cost")) == 1


# ---------------------------------------------------------------------- weapons


@pytest.mark.rules("core.miss", "core.spend")
def test_ex_assault_miss_costs():
    field = Field(band="close").arm("frag-grenade")
    field.soldier.stats["battle"], field.soldier.gear = 1, 3
    field.act(P1, "do/assault", dice=(1, 3))
    assert field.says("5, a miss")
    assert (field.soldier.gear, field.soldier.xp) == (1, 1)
    assert sum(field.foe.marks) == 0
    assert len(field.owed("GM move")) == 1


def test_ex_thrown_too_far():
    near, far = Field(band="near").arm("frag-grenade"), Field(band="far").arm("frag-grenade")
    assert (band_of(60), band_of(120)) == ("near", "far")
    assert near.pool("frag-grenade") == "3d direct"
    refusal = why_not(far.session, far.order("frag-grenade"))
    assert refusal is not None
    assert refusal.rule == "ruling.thrown-reach"
    assert not far.has(P1, "attack")


@pytest.mark.rules("weapon.av-mine")
def test_ex_av_mine():
    field = Field()
    tank = field.vehicle("tank", "tank-heavy")
    verdict = field.strike(
        Fire("av-mine", "tank", occasion="mine"), 4, 5, 6, 1, 2, answers=["stuck", "slowed", "leaking"]
    )
    assert (verdict.wounds, verdict.stress) == (1, 2)
    assert tank.major == ["stuck"]


@pytest.mark.rules("tag.breach", "weapon.at-rocket")
def test_ex_breach():
    field = Field(band="close").arm("at-rocket")
    field.foe.cover = 2
    assert field.pool("at-rocket") == "3d direct"
    field.strike(field.order("at-rocket"))
    assert field.foe.cover == 1


@pytest.mark.rules("tag.burn", "weapon.molotov")
def test_ex_burn():
    field = Field()
    field.session.places[HERE].inside = "tight"
    field.foe.place = HERE
    field.strike(Fire("molotov", P1, "foe", parity=0), 4, 1, 2)
    assert (field.soldier.wounds.all, field.soldier.stress.all) == (1, 2)
    field.run(engagement.burn_on, dice=(3, 6, 5))
    assert (field.soldier.wounds.all, field.soldier.stress.all) == (3, 3)
    assert field.soldier.critical


@pytest.mark.rules("tag.reload", "tag.dice")
def test_ex_bazooka_alone():
    field = Field(band="close", men=1, rulings={"parity_measure": "gm"}).arm("bazooka")
    assert field.pool("bazooka") == "3d direct"
    field.act(P1, "do/attack")
    assert field.soldier.gear == 5
    assert field.foe.out == 1
    assert not field.soldier.weapons[0].loaded


@pytest.mark.rules("vehicle.tank-medium", "vehicle.crew")
def test_ex_pc_gunner():
    field = Field(2, band="far", rulings={"parity_measure": "gm"})
    tank = field.vehicle("ours", "tank-medium", side="friend", place=HERE)
    field.soldier.inside = field.other.inside = tank.id
    assert field.pool("main-gun-7") == "7d direct"
    field.act(P1, "do/attack", "main-gun-7/foe")
    assert field.soldier.gear == 5
    assert sum(field.foe.marks) == 7


def test_every_weapon_has_a_rule():
    assert all(weapon.rule in game.rule_ids for weapon in weapons().values())
