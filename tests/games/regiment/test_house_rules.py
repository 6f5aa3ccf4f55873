"""House rules: each doubtful point played the other way comes out differently, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import BadInput
from adjudge.games.regiment import game
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import engagement, liberty, peripheral, support
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules import vehicles as armor
from adjudge.games.regiment.rules.attack import is_up_close
from adjudge.games.regiment.rules.battle import exchange_fire, shots
from adjudge.games.regiment.rules.conditions import clear_one, lift_what_stopped, pin
from adjudge.games.regiment.rules.core import Attempt, change_bond, roll_with
from adjudge.games.regiment.rules.experience import close_session, mark_xp, open_improvements
from adjudge.games.regiment.rules.fire import is_quick, why_not
from adjudge.games.regiment.rules.playbooks import open_playbooks
from adjudge.games.regiment.state import Bonus, Fire, Held, Hold, Rulings
from adjudge.story import GM, Speaker
from tests.games.regiment.field import HERE, P1, P2, THERE, Field, marks
from tests.games.regiment.test_examples import OPERATOR, SOLDIER

ME = Speaker(P1, P1)
SILENT = {P2: "no"}


def with_rule(name: str, choice: str, players: int = 1, **more: Any) -> Field:
    return Field(players, rulings={name: choice}, **more)


def start(rulings: dict[str, str], **options: Any) -> Any:
    return game.start(game.configure({"players": 1, "operation": "free", "rulings": rulings, **options}))


TRIED: set[str] = set()


def house(name: str) -> Any:
    """Names the house rule that a test tries."""
    TRIED.add(name)
    return pytest.mark.rules(f"ruling.{name.replace('_', '-')}")


def test_every_house_rule_is_tried():
    assert set(Rulings.__struct_fields__) - TRIED == set()


# ---------------------------------------------------------------------- rolls and experience


@house("forward_sums")
@pytest.mark.parametrize(("choice", "tier"), [("sum", "strong"), ("one", "weak")])
def test_forwards_add_up_or_not(choice, tier):
    field = with_rule("forward_sums", choice)
    field.soldier.forward = [Bonus(1, "a", "core.forward"), Bonus(1, "b", "core.forward")]
    assert field.run(roll_with, field.soldier, Attempt("assess", "assess.roll"), dice=(4, 4)) == tier


@house("exchange")
@pytest.mark.parametrize(("choice", "offered"), [("counted", True), ("gm", False)])
def test_exchanges_are_counted_or_the_gms(choice, offered):
    field = with_rule("exchange", choice)
    engagement.note_action(field.session, P1)
    assert (field.has(GM, "now/exchange"), field.has(GM, "do/exchange")) == (offered, not offered)


@house("op_roll_xp")
@pytest.mark.parametrize(("choice", "xp"), [("roller", 1), ("nobody", 0)])
def test_who_marks_a_missed_op_roll(choice, xp):
    field = with_rule("op_roll_xp", choice, fight=False)
    field.act(P1, "do/engage", "assault", dice=(1, 1))
    assert field.soldier.xp == xp


@house("xp_stacks")
@pytest.mark.parametrize(("choice", "xp"), [("both", 2), ("one", 1)])
def test_two_reasons_for_xp(choice, xp):
    field = with_rule("xp_stacks", choice, men=0)
    field.act(P1, "do/crazy", "I run", "", dice=(1, 1))
    assert field.soldier.xp == xp


@house("xp_overflow")
@pytest.mark.parametrize(("choice", "xp"), [("kept", 2), ("lost", 0)])
def test_marks_beyond_the_fifth(choice, xp):
    field = with_rule("xp_overflow", choice)
    field.run(mark_xp, field.soldier, "xp.miss", 7, answers=["stat/battle"])
    assert field.soldier.xp == xp


@house("advanced_gate_count")
@pytest.mark.parametrize(("choice", "is_open"), [("after", False), ("as-pick", True)])
def test_the_fourth_pick(choice, is_open):
    field = with_rule("advanced_gate_count", choice)
    field.soldier.improvements = ["stat/a", "stat/b", "move/c"]
    assert ("grit" in open_improvements(field.session, field.soldier)) == is_open


@house("missing_end_of_session")
@pytest.mark.parametrize(("choice", "xp"), [("none", 0), ("survivors", 1)])
def test_xp_for_survivors(choice, xp):
    field = with_rule("missing_end_of_session", choice)
    field.run(close_session)
    assert field.soldier.xp == xp


@house("help_several")
@pytest.mark.parametrize(("choice", "tier"), [("best", "weak"), ("sum", "strong")])
def test_several_helpers(choice, tier):
    field = with_rule("help_several", choice, 3)
    answers = [{P2: P2, "p3": "p3"}]
    dice = (5, 5, 5, 5, 4, 4)
    assert field.run(roll_with, field.soldier, Attempt("assess", "assess.roll"), dice=dice, answers=answers) == tier


@house("help_trouble_weak")
@pytest.mark.parametrize(("choice", "exposed"), [("same", 0), ("exposed", 1)])
def test_exposure_when_helping_in_trouble(choice, exposed):
    field = with_rule("help_trouble_weak", choice, 2)
    field.other.steps = 1
    field.act(P1, "do/help", dice=(4, 4))
    assert len(field.owed("exposure")) == exposed


@house("ignore_cry")
@pytest.mark.parametrize(("choice", "xp"), [("both", (1, 1)), ("ignored", (0, 1)), ("nobody", (0, 0))])
def test_who_marks_xp_for_an_ignored_cry(choice, xp):
    field = with_rule("ignore_cry", choice, 2)
    field.soldier.bonds[P2] = field.other.bonds[P1] = 1
    field.run(support.ignore, field.soldier, field.other)
    assert (field.soldier.xp, field.other.xp) == xp


@house("bond_limits")
@pytest.mark.parametrize(("choice", "bond"), [("to-one", 1), ("to-zero", 0), ("none", 4)])
def test_a_bond_beyond_three(choice, bond):
    field = with_rule("bond_limits", choice, 2)
    field.soldier.bonds[P2] = 3
    field.run(change_bond, field.soldier, P2, 1, "blow-off-steam.bond")
    assert field.soldier.bonds[P2] == bond


@house("missing_intel")
@pytest.mark.parametrize(("choice", "answers"), [("spent", ("keep",)), ("fiction", ())])
def test_intel_as_a_number_or_not(choice, answers):
    field = with_rule("missing_intel", choice, men=0)
    field.session.squad.intel = 1
    field.act(P1, "do/assess", "Who?", *answers, dice=(4, 4))
    assert field.session.squad.intel == 1


# ---------------------------------------------------------------------- creation


@house("starting_gear")
@house("missing_op")
@house("missing_supply")
def test_what_a_squad_starts_with():
    session = start({"starting_gear": "three", "missing_op": "one", "missing_supply": "per-soldier"}, players=2)
    assert session.soldiers[P1].gear == 3
    assert (session.squad.op, session.squad.supply) == (1, 2)
    plain = start({}, players=2)
    assert (plain.soldiers[P1].gear, plain.squad.op, plain.squad.supply) == (6, 0, 3)


@house("operator_loadout_one")
@pytest.mark.parametrize(("choice", "has_all"), [("one", False), ("all", True)])
def test_the_operators_weapons(choice, has_all):
    held = start({"operator_loadout_one": choice}, soldiers=[OPERATOR]).soldiers[P1].weapons
    assert ({"assault-rifle", "saw", "smg-suppressor"} <= {it.weapon for it in held}) == has_all


@house("heavy_kit")
@pytest.mark.parametrize(("choice", "kit", "gear"), [("own", 3, 6), ("ordinary", 0, 9)])
def test_the_explosives_kit(choice, kit, gear):
    field = with_rule("heavy_kit", choice).teach("operator.explosives")
    assert (field.soldier.kit, field.soldier.gear) == (kit, gear)


@house("missing_bonds")
@pytest.mark.parametrize(("choice", "bonds"), [("two-one-one", [2]), ("all-one", [1]), ("all-zero", [0])])
def test_bonds_at_the_start(choice, bonds):
    session = start({"missing_bonds": choice}, players=2)
    assert list(session.soldiers[P1].bonds.values()) == bonds


@house("same_playbook_twice")
def test_a_playbook_for_one_player_only():
    field = with_rule("same_playbook_twice", "once")
    field.session.to_make.append(P1)
    answers = ("steps", "medic", "Pfc", "Ray", "Shy", "Cook", 0, "medic.infirmity", "medic.nerves-of-steel", "carbine",
               "a pen", "", P1, "A", "B")  # fmt: skip
    with pytest.raises(Exception, match="soldier"):
        field.act(P1, "now/make", "steps", "soldier")
    field.act(P1, "now/make", *answers)
    assert [it.playbook for it in field.session.soldiers.values()] == ["soldier", "medic"]


@house("era_mix")
def test_a_war_without_operators():
    session = start({"era_mix": "war"})
    assert "operator" not in open_playbooks(session.playbooks, session.rulings)
    with pytest.raises(BadInput, match=r"creation\.playbooks"):
        start({"era_mix": "war"}, soldiers=[OPERATOR])
    assert start({"era_mix": "war"}, soldiers=[SOLDIER]).soldiers[P1].name == "Ames"


# ---------------------------------------------------------------------- harm


@house("gear_cap")
@pytest.mark.parametrize(("choice", "gear"), [("six", 6), ("none", 11)])
def test_gear_beyond_six(choice, gear):
    field = with_rule("gear_cap", choice, men=0)
    field.soldier.gear = 5
    field.act(P1, "do/scrounge", "gear", "jackpot", dice=(4, 4))
    assert field.soldier.gear == gear


@house("track_line")
@pytest.mark.parametrize(("choice", "critical"), [("own", True), ("third-box", False)])
def test_where_the_line_of_wounds_stands(choice, critical):
    field = with_rule("track_line", choice)
    field.run(tracks.mark, field.soldier, Harm(0, 3))
    assert field.soldier.critical == critical


@house("recover_past_line")
@pytest.mark.parametrize(("choice", "left"), [("left", 1), ("blocked", 2)])
def test_recovery_with_marks_right_of_the_line(choice, left):
    field = with_rule("recover_past_line", choice)
    field.soldier.wounds = marks(2, 1)
    field.run(tracks.recover, field.soldier, "wounds", "help.trouble")
    assert field.soldier.wounds == marks(left, 1)


@house("last_box")
@pytest.mark.parametrize(
    ("choice", "status", "wounds"), [("filled", "broken", 0), ("beyond", "active", 0), ("spills", "broken", 0)]
)
def test_the_last_box_of_stress(choice, status, wounds):
    field = with_rule("last_box", choice)
    field.run(tracks.mark, field.soldier, Harm(6, 0))
    assert (field.soldier.status, field.soldier.wounds.all) == (status, wounds)


def test_stress_beyond_the_track_is_lost_or_spills_over():
    for choice, wounds in (("filled", 0), ("beyond", 0), ("spills", 2)):
        field = with_rule("last_box", choice)
        field.run(tracks.mark, field.soldier, Harm(8, 0))
        assert (field.soldier.status, field.soldier.wounds.all) == ("broken", wounds)


@house("critical_rate")
@pytest.mark.parametrize(("choice", "wounds"), [("exchange", 4), ("gm", 3)])
def test_how_fast_the_critical_get_worse(choice, wounds):
    field = with_rule("critical_rate", choice)
    field.soldier.wounds, field.soldier.critical = marks(2, 1), True
    field.run(engagement.end_exchange, ME)
    assert field.soldier.wounds.all == wounds


@house("critical_ends")
@pytest.mark.parametrize(("choice", "critical"), [("by-marks", False), ("cleared", True)])
def test_how_critical_ends(choice, critical):
    field = with_rule("critical_ends", choice)
    field.soldier.wounds, field.soldier.critical = marks(2, 1), True
    field.run(tracks.recover, field.soldier, "wounds", "help.trouble")
    assert field.soldier.critical == critical


@house("medic_needs_wound")
@pytest.mark.parametrize(("choice", "offered"), [("wounded", False), ("either", True)])
def test_treating_stress(choice, offered):
    field = with_rule("medic_needs_wound", choice, 2).teach("medic.medic")
    field.other.stress, field.other.critical = marks(3, 1), True
    assert field.has(P1, "do/medic") == offered


@house("medic_self")
@pytest.mark.parametrize(
    ("choice", "medic", "operator"), [("operator", False, True), ("both", True, True), ("neither", False, False)]
)
def test_treating_oneself(choice, medic, operator):
    field = with_rule("medic_self", choice).teach("medic.medic", "operator.medic")
    field.soldier.wounds = marks(1)
    assert (field.has(P1, "do/medic"), field.has(P1, "do/field-medic")) == (medic, operator)


@house("operator_medic_both")
@pytest.mark.parametrize(("choice", "gear"), [("two-gear", 4), ("one-only", 5)])
def test_both_effects_on_a_weak_treatment(choice, gear):
    field = with_rule("operator_medic_both", choice, men=0).teach("operator.medic")
    field.soldier.wounds = marks(1)
    field.act(P1, "do/field-medic", "both" if gear == 4 else "heal", dice=(4, 4))
    assert field.soldier.gear == gear


@house("grit_all_sources")
@pytest.mark.parametrize(("choice", "stress"), [("all", 0), ("attacks", 1)])
def test_grit_against_other_stress(choice, stress):
    field = with_rule("grit_all_sources", choice)
    field.soldier.grit = 1
    field.run(tracks.suffer, field.soldier, Harm(1, 0), "push.roll")
    assert field.soldier.stress.all == stress


@house("kevlar_stacks")
@pytest.mark.parametrize(("choice", "tough"), [("sum", 2), ("best", 1)])
def test_armor_and_other_tough(choice, tough):
    field = with_rule("kevlar_stacks", choice)
    field.soldier.armor = field.soldier.tough = 1
    assert tracks.tough_of(field.session, field.soldier) == tough


@house("rally_duration")
def test_rally_that_lasts_for_the_engagement():
    field = with_rule("rally_duration", "engagement")
    field.session.holds = [Hold(P1, "rally", 1)]
    field.act(P1, "do/spend-rally", f"tough/{P1}")
    assert field.suffer("direct", 4).wounds == 0
    assert field.suffer("direct", 4).wounds == 0
    field.act(GM, "do/end-fight")
    assert tracks.tough_of(field.session, field.soldier) == 0


# ---------------------------------------------------------------------- fire


@house("net_steps")
@pytest.mark.parametrize(("choice", "expected"), [("net", "3d concentrated"), ("in-order", "4d direct")])
def test_steps_netted_or_in_order(choice, expected):
    field = with_rule("net_steps", choice)
    field.foe.moving = True
    assert field.pool("battle-rifle", base="concentrated", parity=1) == expected


@house("floor_is_1d_incidental")
@pytest.mark.parametrize(("choice", "expected"), [("incidental", "1d incidental"), ("row", "1d direct")])
def test_the_floor(choice, expected):
    assert with_rule("floor_is_1d_incidental", choice).pool("battle-rifle", cover=3) == expected


@house("effective_attack")
@pytest.mark.parametrize(("choice", "refused"), [("gm", False), ("dice-left", True)])
def test_an_attack_without_dice_left(choice, refused):
    field = with_rule("effective_attack", choice, band="far")
    assert bool(why_not(field.session, field.order("carbine"))) == refused


@house("concealment_both_ends")
@house("movement_both_ends")
@pytest.mark.parametrize(("choice", "expected"), [("one", "2d incidental"), ("each", "1d incidental")])
def test_both_ends_concealed_or_moving(choice, expected):
    for rule, attribute in (("concealment_both_ends", "concealed"), ("movement_both_ends", "moving")):
        field = with_rule(rule, choice)
        field.soldier.steps = 1
        setattr(field.soldier, attribute, True)
        setattr(field.foe, attribute, True)
        assert field.pool("battle-rifle") == expected


@house("parity_measure")
@pytest.mark.parametrize(
    ("choice", "expected"), [("more", "3d incidental"), ("twice", "3d direct"), ("gm", "3d direct")]
)
def test_what_is_a_larger_force(choice, expected):
    field = with_rule("parity_measure", choice, 2, men=3)
    assert field.pool("battle-rifle", equal=False) == expected


@house("team_attack_dice")
@pytest.mark.parametrize(("choice", "expected"), [("once", "3d direct"), ("each", "7d direct")])
def test_the_dice_of_a_team(choice, expected):
    assert with_rule("team_attack_dice", choice).pool("battle-rifle", P1, by="foe") == expected


@house("assault_fire_order")
@pytest.mark.parametrize(("choice", "stress"), [("quick", 3), ("assault", 0), ("together", 3)])
def test_who_fires_first_in_an_assault(choice, stress):
    field = Field(men=1, rulings={"assault_fire_order": choice, "parity_measure": "gm"})
    order = field.order("battle-rifle", occasion="assault")
    field.run(exchange_fire, field.soldier, order, answers=[("foe",)], dice=(1,) * stress)
    assert field.soldier.stress.all == stress
    assert not field.foe.is_able


@house("no_gear_no_assault")
@pytest.mark.parametrize(("choice", "offered"), [("refused", False), ("weak", True)])
def test_an_assault_without_gear(choice, offered):
    field = with_rule("no_gear_no_assault", choice)
    field.soldier.gear = 0
    assert field.has(P1, "do/assault") == offered
    if offered:
        field.act(P1, "do/assault", (), dice=(4, 4, 3))
        assert sum(field.foe.marks) == 1


@house("gear_costs_add")
@pytest.mark.parametrize(("choice", "gear"), [("add", 4), ("covered", 5)])
def test_what_an_assault_with_a_grenade_costs(choice, gear):
    field = Field(band="close", rulings={"gear_costs_add": choice, "parity_measure": "gm"}).arm("frag-grenade")
    field.act(P1, "do/assault", (), dice=(4, 4))
    assert field.soldier.gear == gear


@house("autofire_single")
@pytest.mark.parametrize(("choice", "offered"), [("group", False), ("one", True)])
def test_autofire_on_one_person(choice, offered):
    field = with_rule("autofire_single", choice, men=1).arm("automatic-rifle")
    orders = shots(field.session, field.soldier, [field.foe])
    assert ("volume" in [it.boost for it in orders]) == offered


@house("area_on_team")
@pytest.mark.parametrize(("choice", "damage"), [("each", 15), ("once", 3)])
def test_area_fire_on_a_team(choice, damage):
    field = Field(band="far", rulings={"area_on_team": choice})
    field.strike(field.order("saw"))
    assert sum(field.foe.marks) == damage


@house("messy_splash")
@pytest.mark.parametrize(("choice", "expected"), [("dice", "4d incidental"), ("one-die", "1d incidental")])
def test_the_dice_of_splash(choice, expected):
    assert with_rule("messy_splash", choice, band="close").pool("frag-grenade", splash=True) == expected


@house("crew_flat")
@pytest.mark.parametrize(("choice", "expected"), [("flat", "3d direct"), ("each", "2d direct")])
def test_a_short_crew(choice, expected):
    assert with_rule("crew_flat", choice, band="far").pool("hmg") == expected


@house("suppress_trigger")
@pytest.mark.parametrize(("choice", "steps"), [("every", 1), ("harm", 0), ("covering", 0)])
def test_when_a_weapon_suppresses(choice, steps):
    field = with_rule("suppress_trigger", choice)
    field.foe.weapons = [Held("lmg")]
    field.strike(Fire("lmg", P1, "foe", parity=0, base="incidental", cover=2), 1)
    assert field.soldier.steps == steps


@house("pinned_is_two_steps")
@pytest.mark.parametrize(("choice", "steps"), [("two", 2), ("one", 1)])
def test_pinned_at_once(choice, steps):
    field = with_rule("pinned_is_two_steps", choice)
    field.run(pin, field.soldier)
    assert field.soldier.steps == steps


@house("hit_the_deck_sets")
@pytest.mark.parametrize(("choice", "pinned"), [("least", False), ("stacks", True)])
def test_hitting_the_deck_while_suppressed(choice, pinned):
    field = Field(rulings={"hit_the_deck_sets": choice, "parity_measure": "gm"})
    field.session.places[HERE].cover = 1
    field.soldier.steps = 1
    field.act(GM, "do/move", "general", "general/inflict-fire", ("foe",), "yes", dice=(5, 5, 1, 1))
    assert field.soldier.pinned == pinned


@house("clear_one_level")
@pytest.mark.parametrize(("choice", "steps"), [("one", 1), ("both", 0)])
def test_clearing_pinned(choice, steps):
    field = with_rule("clear_one_level", choice)
    field.soldier.pinned, field.soldier.steps = True, 2
    field.run(clear_one, field.soldier)
    assert field.soldier.steps == steps


@house("conditions_end")
@pytest.mark.parametrize(("choice", "steps"), [("fire", 0), ("help", 1)])
def test_when_suppression_ends(choice, steps):
    field = with_rule("conditions_end", choice)
    field.soldier.steps, field.soldier.suppressed_by = 1, "foe"
    field.foe.gone = "fled"
    field.run(lift_what_stopped)
    assert field.soldier.steps == steps


@house("knife_quick")
@pytest.mark.parametrize(("choice", "quick"), [("quick", True), ("not", False)])
def test_a_knife_is_quick_or_not(choice, quick):
    field = with_rule("knife_quick", choice, band="tight")
    assert is_quick(field.session, field.order("combat-knife")) == quick


@house("melee_reach")
@pytest.mark.parametrize(("choice", "refused"), [("tight", True), ("thrown", False)])
def test_a_knife_that_is_thrown(choice, refused):
    field = with_rule("melee_reach", choice, band="close")
    assert bool(why_not(field.session, field.order("combat-knife"))) == refused


@house("thrown_reach")
@pytest.mark.parametrize(("choice", "refused"), [("one-band", False), ("optimal", True)])
def test_how_far_a_grenade_goes(choice, refused):
    field = with_rule("thrown_reach", choice, band="near")
    assert bool(why_not(field.session, field.order("frag-grenade"))) == refused


@house("up_close")
@pytest.mark.parametrize(("choice", "close"), [("face", False), ("tight", True)])
def test_what_is_up_close(choice, close):
    field = with_rule("up_close", choice, band="tight")
    assert is_up_close(field.session, field.order("smg")) == close


@house("heat_number")
def test_what_heat_does():
    for choice, dice, value in (("armor", "4d direct", 2), ("dice", "6d direct", 4), ("roll", "4d direct", 4)):
        field = with_rule("heat_number", choice, men=0).arm("bazooka")
        car = field.vehicle("car", "armored-car")
        assert field.pool("bazooka", "car") == dice
        assert armor.armor_of(car, "front", "bazooka", field.session.rulings) == value
    field.act(P1, "do/attack-vehicle", "rear", dice=(2, 3, 1, 1, 1, 1))
    assert field.says("7, a weak hit (HEAT +2)")


@house("vehicle_condition_choice")
@pytest.mark.parametrize("choice", ["attacker", "gm"])
def test_who_picks_a_vehicles_condition(choice):
    field = with_rule("vehicle_condition_choice", choice)
    tank = field.vehicle("tank", "tank-medium")
    asked: list[str] = []

    class Listening:
        state = field.session

        def ask(self, seat: str, rule: str, question: Any) -> Any:
            asked.append(seat)
            return question.options[0]

        def tell(self, *args: Any, **facts: Any) -> None: ...

    armor.inflict(Listening(), tank, armor.Penetration(0, 1), P1)  # type: ignore[arg-type]
    assert asked == [P1 if choice == "attacker" else GM]


# ---------------------------------------------------------------------- liberty and peripheral


@house("steam_distinct")
def test_the_same_comfort_twice():
    field = with_rule("steam_distinct", "repeat", fight=False)
    field.session.downtime = True
    field.soldier.stress = marks(2)
    field.act(P1, "do/steam", 2, "stress", "stress", dice=(4, 4))
    assert field.soldier.stress.all == 0
    assert list(liberty.STEAM) == ["bond", "wound", "stress"]


@house("petition_smokes")
@pytest.mark.parametrize(
    ("choice", "words"), [("either", "7, a weak hit (smokes +1)"), ("both", "9, a weak hit (leadership +2, smokes +1)")]
)
def test_smokes_and_leadership(choice, words):
    field = with_rule("petition_smokes", choice, fight=False)
    field.soldier.stats["leadership"] = 2
    field.act(P1, "do/petition", "", "A truck", 1, "close", dice=(3, 3))
    assert field.says(words)
    assert peripheral.COMPROMISES["close"] == "You get something close"


@house("scrounge_amount")
@pytest.mark.parametrize(
    ("choice", "answers", "dice", "smokes"), [("gm", ("3",), (), 6), ("rolled", (), (5,), 6), ("two", (), (), 5)]
)
def test_how_much_is_found(choice, answers, dice, smokes):
    field = with_rule("scrounge_amount", choice, fight=False)
    field.act(P1, "do/scrounge", "smokes", "quickly", *answers, dice=(4, 4, *dice))
    assert field.soldier.smokes == smokes
    assert field.soldier.place != THERE
