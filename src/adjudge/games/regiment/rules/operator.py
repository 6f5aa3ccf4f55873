"""The operator's moves. Loadouts: operator.loadout-assault-rifle, operator.loadout-saw,
operator.loadout-smg-suppressor; for all of them operator.armor and operator.also. They are in
`data/playbooks/operator.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import Choose, ChooseSome, Table, Write
from adjudge.engine.moments import answers
from adjudge.games.regiment.ability import Ability, Act, known
from adjudge.games.regiment.data import Band, numbers
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import Kill, xp_for_kill
from adjudge.games.regiment.rules.core import (
    Attempt,
    choose_some,
    gear_for_plus,
    joined,
    number_by,
    owe_gm_move,
    roll_stat,
    spend_gear,
    to_roll,
)
from adjudge.games.regiment.rules.experience import gear_of_its_own, lasting_grit
from adjudge.games.regiment.rules.fire import bonus_dice
from adjudge.games.regiment.rules.medic import Patient, choose_patient, patients
from adjudge.games.regiment.rules.peripheral import COMPLICATION, is_spared_the_push
from adjudge.games.regiment.state import Fire, Session, Soldier, Tier
from adjudge.story import GM, Beat, Speaker, effect, owe


@known("operator.ice-cold")
class IceCold(Ability):
    """Never has to push through up-close violence (push.violence), and marks xp for killing so."""

    @answers(is_spared_the_push)
    def is_unmoved(self) -> bool:
        return True

    @answers(xp_for_kill)
    def killed_up_close(self, kill: Kill) -> str | None:
        return "operator.ice-cold-xp" if kill.is_up_close else None


@known("operator.made-it-through-selection")
class Selection(Ability):
    @answers(lasting_grit)
    def is_hard(self) -> int:
        return 1


@known("operator.airborne-ranger")
class AirborneRanger(Ability):
    """+1 to lead an insertion, recon, infiltration or ambush."""

    @answers(to_roll)
    def leads_the_way(self, session: Session, soldier: Soldier, attempt: Attempt) -> int:
        return int(attempt.move == "engage" and attempt.kind in ("insertion", "recon", "infiltration", "ambush"))


@known("operator.close-quarters-battle")
class CloseQuarters(Ability):
    @answers(bonus_dice)
    def is_deadly(self, fire: Fire, band: Band) -> int:
        return int(band in ("tight", "close"))


@known("operator.sniper")
class LongShot(Ability):
    @answers(bonus_dice)
    def is_deadly(self, fire: Fire, band: Band) -> int:
        return int(band in ("far", "extreme"))


# ---------------------------------------------------------------------- explosives


@known("operator.explosives")
class Explosives(Ability):
    """Sets up an explosion, from a kit of its own (operator.explosives-kit)."""

    @answers(gear_of_its_own)
    def brings_a_kit(self) -> int:
        return numbers().explosives_kit

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not soldier.kit and not soldier.gear:
            return ()
        return [Act("explosives", "Set up an explosion", self.rule, set_up_explosion, "1 gear, roll+tactics")]


def set_up_explosion(table: Table[Session], speaker: Speaker, id: str) -> None:
    """operator.explosives: from the kit or the track (ruling.heavy-kit); a satchel charge where dice are needed
    (ruling.explosives-damage)."""
    rule = "operator.explosives"
    soldier = table.state.soldiers[id]
    words = Write("What is to blow up?", limit=200, suggestion="The bridge")
    what = table.ask(speaker.hand, rule, words)
    pay_for_explosion(table, speaker, soldier)
    tier = roll_stat(table, soldier, Attempt("explosives", rule), "tactics")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s explosion")
        return
    effect(table, rule, "it works: {what}", beat="blows-up", what=what)
    if tier == "weak":
        advice = "a hitch, a delay or a complication, right now"
        owe(table.state.story, COMPLICATION, f"{soldier.name}'s explosion", rule, GM, advice=advice,
            text=f"Something about {soldier.name}'s charge is not as it should be")  # fmt: skip


def pay_for_explosion(table: Table[Session], speaker: Speaker, soldier: Soldier) -> None:
    sources = [source for source, has in (("kit", soldier.kit), ("gear", soldier.gear)) if has]
    words = {"kit": f"From the kit ({soldier.kit} left)", "gear": f"From your gear ({soldier.gear} left)"}
    source = table.ask(speaker.hand, "operator.explosives-kit", Choose(sources, words.__getitem__, prompt="1 gear"))
    if source == "gear":
        spend_gear(table, soldier, 1, "operator.explosives")
    else:
        soldier.kit -= 1
        effect(table, "operator.explosives-kit", "{left} gear left in the kit", left=soldier.kit)


# ---------------------------------------------------------------------- improvise, adapt, overcome


@known("operator.improvise-adapt-overcome")
class Improvise(Ability):
    """1 gear for +1 to are you crazy, for something improvised with time and materials."""

    @answers(gear_for_plus)
    def improvises(self, soldier: Soldier, attempt: Attempt) -> int:
        return int((attempt.move, attempt.kind) == ("are-you-crazy", "improvised"))


# ---------------------------------------------------------------------- medic


@known("operator.medic")
class FieldMedic(Ability):
    """Treats an injury, also one's own (ruling.medic-self)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not patients(session, soldier, may_treat_self=session.rulings.medic_self != "neither"):
            return ()
        return [Act("field-medic", "Treat an injury", self.rule, treat_injury, "roll+guts")]


EFFECTS = {"stabilize": "They are stabilized", "heal": "They heal 1 wound", "both": "Both"}


def treat_injury(table: Table[Session], speaker: Speaker, id: str) -> None:
    """operator.medic: 10+ one effect, or both for 1 gear; 7-9 one for 1 gear (ruling.operator-medic-both)."""
    session, rule = table.state, "operator.medic"
    soldier = session.soldiers[id]
    ids = patients(session, soldier, may_treat_self=session.rulings.medic_self != "neither")
    attempt_treatment(table, speaker, soldier, choose_patient(table, speaker, ids, rule))


def attempt_treatment(table: Table[Session], speaker: Speaker, soldier: Soldier, patient: Patient) -> Tier:
    """The treatment itself: roll, choice, cost, relief."""
    session, rule = table.state, "operator.medic"
    tier = roll_stat(table, soldier, Attempt("medic", rule, target=patient.id), "guts")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s treatment")
        return tier
    costs = {"stabilize": 0, "heal": 0, "both": 1} if tier == "strong" else weak_costs(session)
    options = [it for it, cost in costs.items() if cost <= soldier.gear]
    if not options:
        effect(
            table, "core.spend", "{who} has no gear for it", on=(soldier.id,), who=soldier.name
        )  # ruling.medic-no-gear
        return tier
    question = Choose(options, lambda it: f"{EFFECTS[it]}{f', for {costs[it]} gear' * bool(costs[it])}")
    chosen = table.ask(speaker.hand, rule, question)
    spend_gear(table, soldier, costs[chosen], rule)
    apply(table, patient, chosen)
    return tier


def weak_costs(session: Session) -> dict[str, int]:
    both = {} if session.rulings.operator_medic_both == "one-only" else {"both": 2}
    return {"stabilize": 1, "heal": 1, **both}


def apply(table: Table[Session], patient: Patient, chosen: str) -> None:
    if chosen in ("stabilize", "both"):
        tracks.stabilize(table, patient)
    if chosen in ("heal", "both"):
        tracks.heal(table, patient, "wounds", "operator.medic")


# ---------------------------------------------------------------------- electronic warfare

AIMS = {"control": "Take control of a remote system", "intel": "Gather intel", "deny": "Shut the enemy out"}
WELL = {
    "control": "You keep control of the system",
    "quickly": "You do it quickly",
    "undetected": "You stay undetected",
}


@known("operator.ew")
class ElectronicWarfare(Ability):
    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        return [Act("ew", "Use electronic warfare", self.rule, wage_ew, "roll+tactics")]


def wage_ew(table: Table[Session], speaker: Speaker, id: str) -> None:
    """operator.ew: what was named first happens (ruling.ew-effects); the list says how well."""
    session, rule = table.state, "operator.ew"
    soldier = session.soldiers[id]
    aims = table.ask(speaker.hand, rule, ChooseSome(list(AIMS), AIMS.__getitem__, least=1, prompt="What do you try?"))
    tier = roll_stat(table, soldier, Attempt("ew", rule), "tactics")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s electronic warfare")
        return
    if "intel" in aims:
        session.squad.intel += 1
    well = choose_some(table, speaker.hand, rule, WELL, number_by(tier), "How well does it go?")
    done = joined(AIMS[it] for it in aims)
    effect(table, rule, "{what}; {how}", beat=Beat("ew", soldier.name), what=done, how=joined(WELL[it] for it in well))
