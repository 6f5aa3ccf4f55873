"""The medic's moves. Loadouts: medic.loadout-carbine, medic.loadout-battle-rifle, and for both medic.also; they are in
`data/playbooks/medic.toml`. What has no number permits and colors actions (ruling.gear-without-numbers)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import Choose, Table
from adjudge.engine.moments import answers
from adjudge.games.regiment.ability import Ability, Act, known
from adjudge.games.regiment.data import Stat, numbers
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import answers_fire, volley
from adjudge.games.regiment.rules.battle import ask_who_fires, enemies_in_sight
from adjudge.games.regiment.rules.core import Attempt, change_bond, owe_gm_move, roll_stat, spend_gear
from adjudge.games.regiment.rules.experience import mark_xp, raises
from adjudge.games.regiment.rules.harm import extra_tough
from adjudge.games.regiment.rules.npcs import hurt, take_damage
from adjudge.games.regiment.state import Fire, Harmed, Session, Soldier, Team, Tier, Treated
from adjudge.story import Speaker, effect

Patient = Soldier | Team


# ---------------------------------------------------------------------- treating somebody


def is_wounded(session: Session, patient: Patient) -> bool:
    """medic.medic: at least 1 wound (ruling.medic-needs-wound); an NPC with marks (ruling.medic-npc)."""
    if isinstance(patient, Team):
        return any(0 < marks < numbers().strength for marks in patient.marks)
    is_stress_case = patient.critical and session.rulings.medic_needs_wound == "either"
    return patient.wounds.all > 0 or is_stress_case


def patients(session: Session, medic: Soldier, *, may_treat_self: bool) -> list[str]:
    """Wounded soldiers beside the medic, and themself only where ruling.medic-self lets them."""
    people: list[Patient] = [it for it in session.soldiers.values() if it.status in ("active", "broken")]
    people += [it for it in session.teams.values() if it.side == "friend" and not it.gone]
    near = [it for it in people if it.place == medic.place and (it.id != medic.id or may_treat_self)]
    return [it.id for it in near if is_wounded(session, it)]


def choose_patient(table: Table[Session], speaker: Speaker, ids: list[str], rule: str) -> Patient:
    session = table.state
    found = session.figure(table.ask(speaker.hand, rule, Choose(ids, session.name, prompt="Whom do you treat?")))
    assert isinstance(found, (Soldier, Team))
    return found


def attend(table: Table[Session], medic: Soldier, patient: Patient) -> None:
    """While the treatment goes on the enemy may fire at either (medic.battlefield-grace, ruling.timed-bonuses)."""
    session = table.state
    if session.engagement is None or not any(it.is_able for it in enemies_in_sight(session)):
        return
    session.attending = [medic.id, patient.id]
    volley(table, ask_who_fires(table, medic, "", "medic.medic"))
    session.attending = []


def remember_patient(session: Session, medic: Soldier, patient: Patient, rule: str) -> None:
    """ruling.medic-back-in-the-fight: who was critical, down or broken, and acts again in this engagement."""
    was_out = isinstance(patient, Soldier) and (patient.critical or patient.status == "broken")
    if session.engagement and was_out:
        session.treated.append(Treated(medic.id, patient.id, rule))


def credit_medics(table: Table[Session], patient: str) -> None:
    """medic.medic-xp: the patient is back in the fight; once for each patient and engagement."""
    session = table.state
    for treated in [it for it in session.treated if it.patient == patient]:
        session.treated.remove(treated)
        key = f"{treated.medic}/{patient}"
        if key not in session.credited:
            session.credited.append(key)
            mark_xp(table, session.soldiers[treated.medic], treated.rule)


@known("medic.medic")
class Medic(Ability):
    """Treats a wounded soldier, behind cover at the least."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not patients(session, soldier, may_treat_self=session.rulings.medic_self == "both"):
            return ()
        return [Act("medic", "Treat a wounded soldier", self.rule, treat, "roll+guts")]


def treat(table: Table[Session], speaker: Speaker, id: str) -> None:
    """medic.medic: stabilized, and 1 wound recovered; on 7-9 for 1 gear; on a miss stress, unless 1 gear is spent."""
    session, rule = table.state, "medic.medic"
    medic = session.soldiers[id]
    ids = patients(session, medic, may_treat_self=session.rulings.medic_self == "both")
    patient = choose_patient(table, speaker, ids, rule)
    attend(table, medic, patient)
    if medic.is_able:
        attempt_treatment(table, speaker, medic, patient)


def attempt_treatment(table: Table[Session], speaker: Speaker, medic: Soldier, patient: Patient) -> Tier:
    """The treatment itself: roll, cost, relief."""
    session, rule = table.state, "medic.medic"
    tier = roll_stat(table, medic, Attempt("medic", rule, target=patient.id), "guts")
    if tier == "miss":
        worse_than_it_looked(table, medic, patient)
    elif tier == "strong" or pays(table, medic, rule, "Stabilize and recover 1 wound"):
        remember_patient(session, medic, patient, "medic.medic-xp")
        tracks.stabilize(table, patient)
        tracks.recover(table, patient, "wounds", rule)
    return tier


def pays(table: Table[Session], medic: Soldier, rule: str, what: str) -> bool:
    """1 gear, if there is any (ruling.medic-no-gear) and the medic wants to."""
    if not medic.gear:
        effect(table, "core.spend", "{who} has no gear for it", on=(medic.id,), who=medic.name)
        return False
    words = {"yes": f"Spend 1 gear: {what}", "no": "Keep the gear"}
    if table.ask(table.state.hand(medic), rule, Choose(list(words), words.__getitem__)) == "no":
        return False
    spend_gear(table, medic, 1, rule)
    return True


def worse_than_it_looked(table: Table[Session], medic: Soldier, patient: Patient) -> None:
    if pays(table, medic, "medic.medic", "Spare them 1 stress"):
        return
    if isinstance(patient, Soldier):
        tracks.suffer(table, patient, Harm(1, 0), "medic.medic")
    else:
        hurt(table, patient, take_damage(patient.marks, 1), 1, "medic.medic")


@known("medic.battlefield-grace")
class BattlefieldGrace(Ability):
    """Tough for medic and patient while the treatment goes on."""

    @answers(extra_tough)
    def is_blessed(self, session: Session, soldier: Soldier, fire: Fire) -> int:
        return int(soldier.id in session.attending)


# ---------------------------------------------------------------------- not worth a bullet


@known("medic.inopportune-target")
class InopportuneTarget(Ability):
    """Rolled when the medic would be fired at and has not attacked; it stands until they do
    (ruling.inopportune-frequency)."""

    @answers(answers_fire)
    def is_overlooked(self, table: Table[Session], soldier: Soldier) -> str | None:
        engagement = table.state.engagement
        if engagement and (soldier.id in engagement.attacked or f"overlooked/{soldier.id}" in engagement.attacked):
            return None
        tier = roll_stat(table, soldier, Attempt("inopportune-target", self.rule), "lucky")
        return overlook(table, soldier, tier)


def overlook(table: Table[Session], soldier: Soldier, tier: Tier) -> str | None:
    """10+: not fired at; 7-9: with concealment; a miss: the GM's move."""
    engagement = table.state.engagement
    if engagement:
        engagement.attacked.append(f"overlooked/{soldier.id}")  # once in an exchange
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name} in the open")
        return None
    soldier.spared = "spared" if tier == "strong" else "concealed"
    return soldier.spared


# ---------------------------------------------------------------------- comfort


@known("medic.in-their-time-of-need")
class TimeOfNeed(Ability):
    """Comfort for the wounded or dying: no roll, once for each person in a scene (ruling.time-of-need-limit)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not _to_comfort(session, soldier):
            return ()
        return [Act("comfort", "Comfort somebody wounded", self.rule, comfort)]


def _to_comfort(session: Session, medic: Soldier) -> list[str]:
    ids = patients(session, medic, may_treat_self=False)
    return [id for id in ids if f"{medic.id}/{id}" not in session.comforted]


def comfort(table: Table[Session], speaker: Speaker, id: str) -> None:
    """They recover 1 stress and raise their bond; the medic's own may rise, fall or stay (ruling.npc-bonds)."""
    session, rule = table.state, "medic.in-their-time-of-need"
    medic = session.soldiers[id]
    patient = choose_patient(table, speaker, _to_comfort(session, medic), rule)
    session.comforted.append(f"{id}/{patient.id}")
    tracks.recover(table, patient, "stress", rule)
    if isinstance(patient, Soldier):
        change_bond(table, patient, id, 1, rule)
    question = Choose([1, 0, -1], lambda by: f"{by:+d}" if by else "Leave it", prompt=f"Your bond with {patient.name}")
    by = table.ask(speaker.hand, rule, question)
    if by:
        change_bond(table, medic, patient.id, by, rule)


@known("medic.nerves-of-steel")
class NervesOfSteel(Ability):
    @answers(raises)
    def is_good_at(self, stat: Stat) -> int:
        return int(stat == "guts")


# ---------------------------------------------------------------------- between sessions


@known("medic.infirmity")
class Infirmity(Ability):
    """An infirmary between two sessions, in downtime here: one roll for everybody (ruling.infirmity-scope)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not session.downtime or session.tended:
            return ()
        return [Act("infirmity", "Tend to the soldiers' health", self.rule, tend, "roll+guts", is_action=False)]


def tend(table: Table[Session], speaker: Speaker, id: str) -> None:
    """medic.infirmity: 10+ each heals, 7-9 each recovers, a miss: each recovers for 1 gear (ruling.infirmity-name)."""
    session, rule = table.state, "medic.infirmity"
    medic = session.soldiers[id]
    session.tended = True
    tier = roll_stat(table, medic, Attempt("infirmity", rule), "guts")
    for patient in [it for it in session.soldiers.values() if it.status in ("active", "broken")]:
        track = ask_relief(table, patient, rule)
        if track and (tier != "miss" or somebody_pays(table, medic, patient)):
            (tracks.heal if tier == "strong" else tracks.recover)(table, patient, track, rule)


def ask_relief(table: Table[Session], patient: Soldier, rule: str) -> Harmed | None:
    """Each makes their own choice: 1 stress, 1 wound, or nothing."""
    options = {"nothing": "Nothing"}
    options |= {it: f"1 {tracks.WORDS[it]}" for it in tracks.TRACKS if tracks.marks_of(patient, it).all}
    question = Choose(list(options), options.__getitem__, prompt=f"What is tended of {patient.name}?")
    chosen = table.ask(table.state.hand(patient), rule, question)
    return next((track for track in tracks.TRACKS if track == chosen), None)


def somebody_pays(table: Table[Session], medic: Soldier, patient: Soldier) -> bool:
    """1 gear, the medic's or the patient's."""
    able = [id for id in dict.fromkeys((patient.id, medic.id)) if table.state.soldiers[id].gear]
    question = Choose(["nobody", *able], table.state.name, prompt="Who spends 1 gear?")
    payer = table.ask(table.state.hand(patient), "medic.infirmity", question)
    if payer == "nobody":
        return False
    spend_gear(table, table.state.soldiers[payer], 1, "medic.infirmity")
    return True
