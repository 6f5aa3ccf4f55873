"""Support moves: assess, rally, and help for somebody in trouble. Help with a roll is part of the roll (`core`)."""

from __future__ import annotations

from adjudge.engine import Choose, Table, Write
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.naming import in_full, in_words
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import conditions
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import hold_of, spend_hold
from adjudge.games.regiment.rules.core import (
    Attempt,
    bond,
    bond_modifier,
    expose,
    gain_gear,
    owe_gm_move,
    roll_stat,
    settle,
    spend_gear,
    standing,
)
from adjudge.games.regiment.rules.experience import mark_xp
from adjudge.games.regiment.state import Guard, Hold, Session, Soldier, Team, Tier
from adjudge.story import GM, Beat, Speaker, effect, narrate, owe

ANSWER = "answer"

# ---------------------------------------------------------------------- assess

ANSWERS = {
    "strong": "generously, with a few follow-up questions",
    "weak": "straightforwardly",
    "miss": "with something true but incomplete",
}


def assess(table: Table[Session], speaker: Speaker, id: str) -> None:
    """assess.roll: a question first, then roll+tactics; the GM answers by the tier (ruling.assess-miss-xp)."""
    session = table.state
    soldier = session.soldiers[id]
    asked_before = sum(item.kind == ANSWER for item in session.story.ledger)
    suggestion = QUESTIONS[asked_before % len(QUESTIONS)]
    words = Write("What do you want to know?", limit=300, suggestion=suggestion)
    question = table.ask(speaker.hand, "assess.roll", words)
    narrate(table, speaker.seat, question, "assess.roll", about=(speaker.seat,))
    tier = roll_stat(table, soldier, Attempt("assess", "assess.roll"), "tactics")
    how = ANSWERS[tier]
    effect(table, "assess.roll", "the GM answers {how}", how=how)
    seen = what_is_seen(session)
    owe(session.story, ANSWER, f"{soldier.name}: {question}", "assess.roll", GM, advice=how, text=seen)


QUESTIONS = ("Where are they weakest?", "Which of them would break first?", "Where do we hit them?", "Who is still up?")
"""What one may ask, one after the other."""
NOBODY = (
    "Nobody in sight",
    "Nothing moves out there",
    "All quiet, as far as one can see",
    "There is nobody left to see",
)
BEHIND = ("out in the open", "with little in front of them", "behind good cover", "dug in deep")
"""How a team stands, by its cover."""


def what_is_seen(session: Session) -> str:
    """Words to begin an answer with: who of those in sight has the least strength left, and how they stand."""
    seen = [it for it in session.teams.values() if it.side == "enemy" and it.is_able and not it.hidden]
    if not seen:
        return NOBODY[sum(item.kind == ANSWER for item in session.story.ledger) % len(NOBODY)]
    weakest = min(seen, key=lambda it: (it.able, it.cover))
    name = in_full(weakest.name)
    return f"{name[:1].upper()}{name[1:]}: {in_words(weakest.able)} left, {BEHIND[min(weakest.cover, 3)]}"


# ---------------------------------------------------------------------- rally


def may_rally(session: Session, soldier: Soldier) -> bool:
    """engage.rally-first: before an engagement, once for each character (ruling.rally-limit)."""
    return session.engagement is None and not session.downtime and soldier.id not in session.rallied


def rally(table: Table[Session], speaker: Speaker, id: str) -> None:
    """rally.roll: hold 3, hold 1, or none."""
    session = table.state
    soldier = session.soldiers[id]
    session.rallied.append(id)
    tier = roll_stat(table, soldier, Attempt("rally", "rally.roll"), "leadership")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s rally")
        return
    hold = numbers().rally_hold
    points = hold.strong if tier == "strong" else hold.weak
    session.holds.append(Hold(id, "rally", points))
    effect(
        table,
        "rally.roll",
        "the squad is ready: {who} has {points} hold",
        on=(soldier.id,),
        who=soldier.name,
        points=points,
    )


def may_spend_rally(session: Session, soldier: Soldier) -> bool:
    """rally.spend: during the engagement."""
    return session.engagement is not None and hold_of(session, soldier.id) is not None


def spend_rally(table: Table[Session], speaker: Speaker, id: str) -> None:
    """rally.spend: gear for yourself or a member of the team; by house rule lasting tough and grit too."""
    session = table.state
    hold = hold_of(session, id)
    if hold is None:
        return
    lasting = session.rulings.rally_duration == "engagement"
    kinds = ["gear", *(["tough", "grit"] if lasting else [])]
    options = [f"{kind}/{it.id}" for it in session.able_soldiers() for kind in kinds]
    question = Choose(options, lambda key: _rally_words(session, key), prompt=f"Rally, {hold.points} hold")
    kind, _, whom = table.ask(speaker.hand, "rally.spend", question).partition("/")
    spend_hold(session, hold)
    soldier = session.soldiers[whom]
    if kind == "gear":
        gain_gear(table, soldier, 1, "rally.spend")
        return
    guard = Guard("rally.spend", int(kind == "tough"), int(kind == "grit"), "engagement")
    soldier.guards.append(guard)
    effect(table, "rally.spend", "{who} gets 1 {kind}", on=(soldier.id,), who=soldier.name, kind=kind)


def _rally_words(session: Session, key: str) -> str:
    kind, _, whom = key.partition("/")
    return f"1 {kind} for {session.name(whom)}"


# ---------------------------------------------------------------------- help somebody in trouble

CLEARED = ("critical", "condition", "stress", "wound")


def in_trouble(session: Session, soldier: Soldier) -> list[Soldier | Team]:
    """Everybody whom help could do something for."""
    others: list[Soldier | Team] = [it for it in session.soldiers.values() if it.status in ("active", "broken")]
    others += [it for it in session.teams.values() if it.side == "friend" and it.is_able]
    return [it for it in others if it.id != soldier.id and any(_troubles(session, soldier, it))]


def _troubles(session: Session, helper: Soldier, patient: Soldier | Team) -> list[str]:
    """help.conditions, help.trouble: what could be done; the wound costs the helper 1 gear."""
    found = ["condition"] if patient.is_suppressed else []
    if isinstance(patient, Team):
        return found + (["wound"] if any(0 < it < numbers().strength for it in patient.marks) and helper.gear else [])
    if patient.critical:
        found.append("critical")
    if patient.stress.all:
        found.append("stress")
    if patient.wounds.all and helper.gear:
        found.append("wound")
    return found


def help_in_trouble(table: Table[Session], speaker: Speaker, id: str) -> None:
    """help.trouble: roll+bond and mark xp, whatever the result; on a hit the one in trouble chooses one."""
    session = table.state
    helper = session.soldiers[id]
    options = [it.id for it in in_trouble(session, helper)]
    patient = session.figure(
        table.ask(speaker.hand, "help.trouble", Choose(options, session.name, prompt="Help whom?"))
    )
    if isinstance(patient, (Soldier, Team)):
        go_to_help(table, helper, patient)


def go_to_help(table: Table[Session], helper: Soldier, patient: Soldier | Team) -> Tier:
    """The help itself: roll, and the relief that the one in trouble chooses."""
    session = table.state
    attempt = Attempt("help", "help.trouble", target=patient.id, marks_xp=True)
    modifiers = [bond_modifier(helper, patient.id), *standing(session, helper, attempt)]
    tier = settle(table, helper, attempt, modifiers)  # ruling.help-chain: a help roll is not helped
    if tier == "miss":
        owe_gm_move(table, helper, f"{helper.name}'s help")
        return tier
    if tier == "weak" and session.rulings.help_trouble_weak == "exposed":  # ruling.help-trouble-weak
        expose(table, helper, "help.trouble")
    relieve(table, helper, patient)
    return tier


RELIEF = {
    "condition": "Clear suppressed or pinned, one step",
    "critical": "Clear critical",
    "stress": "Recover 1 stress",
    "wound": "Recover 1 wound, for 1 gear of the helper",
}


def relieve(table: Table[Session], helper: Soldier, patient: Soldier | Team) -> None:
    """One option, chosen by the one in trouble (ruling.help-trouble-options, condition.help-overcomes)."""
    options = _troubles(table.state, helper, patient)
    if not options:
        return
    question = Choose(options, RELIEF.__getitem__, prompt=f"{helper.name} helps {patient.name}")
    choice = table.ask(table.state.hand(patient), "help.trouble", question)
    if choice == "condition":
        conditions.clear_one(table, patient)
    elif choice == "critical":
        tracks.stabilize(table, patient, "help.conditions")
    elif choice == "stress":
        tracks.recover(table, patient, "stress", "help.trouble")
    else:
        spend_gear(table, helper, 1, "help.trouble")
        tracks.recover(table, patient, "wounds", "help.trouble")


# ---------------------------------------------------------------------- a cry for help


def cry(table: Table[Session], speaker: Speaker, id: str) -> None:
    """ruling.what-is-a-cry: a soldier in trouble asks a named one for help, who could try; the answer is theirs."""
    session = table.state
    caller = session.soldiers[id]
    others = [it.id for it in session.able_soldiers() if it.id != id]
    asked = session.soldiers[
        table.ask(speaker.hand, "help.ignore", Choose(others, session.name, prompt="Whom do you ask?"))
    ]
    stress = max(bond(asked, id), 0)
    words = {"answer": f"I am coming, {caller.name}", "ignore": f"Ignore it: {stress} stress, both bonds to 0"}
    question = Choose(list(words), words.__getitem__, prompt=f"{caller.name} cries for help")
    if table.ask(session.hand(asked), "help.ignore", question) == "ignore":
        ignore(table, asked, caller)
    else:
        effect(
            table,
            "help.ignore",
            "{who} answers the cry of {caller}",
            beat=Beat("answers-cry", asked.name, caller.name),
            on=(asked.id, caller.id),
            who=asked.name,
            caller=caller.name,
        )


def ignore(table: Table[Session], asked: Soldier, caller: Soldier) -> None:
    """help.ignore: stress equal to the bond; both bonds are reset to 0 (ruling.ignore-cry, xp.reset-bond)."""
    rulings = table.state.rulings
    stress = max(bond(asked, caller.id), 0)
    reset = [one for one, other in ((asked, caller), (caller, asked)) if bond(one, other.id)]
    if stress:
        tracks.suffer(table, asked, Harm(stress, 0), "help.ignore")
    asked.bonds[caller.id] = caller.bonds[asked.id] = 0
    effect(
        table,
        "help.ignore",
        "{who} ignores {caller}: both bonds are 0",
        beat=Beat("ignores", asked.name, caller.name),
        on=(asked.id, caller.id),
        who=asked.name,
        caller=caller.name,
    )
    for one in reset:
        if rulings.ignore_cry == "both" or (rulings.ignore_cry == "ignored" and one is caller):
            mark_xp(table, one, "xp.reset-bond")
