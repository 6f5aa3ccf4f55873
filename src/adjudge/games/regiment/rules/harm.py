"""Wounds, stress, and what takes them away: the two tracks with their lines, recovery, healing, the critical condition.

A track is two counts, left and right of its line (track.wounds, track.stress; ruling.track-line): new marks fill the
boxes left of it first (ruling.recover-past-line). Nothing heals by itself (ruling.no-natural-recovery).
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudge.engine import Choose, Table
from adjudge.engine.moments import sum_of
from adjudge.engine.table import Mark
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.readings import Harm, in_words
from adjudge.games.regiment.state import Fire, Harmed, Marks, Rulings, Session, Soldier, Team
from adjudge.story import Beat, effect

TRACKS: tuple[Harmed, ...] = ("stress", "wounds")
WORDS: dict[Harmed, str] = {"wounds": "wound", "stress": "stress"}


@sum_of
def extra_tough(session: Session, soldier: Soldier, fire: Fire) -> int:
    """Tough that a playbook move gives against an attack (ruling.timed-bonuses)."""
    return 0


@sum_of
def extra_grit(session: Session, soldier: Soldier, fire: Fire) -> int:
    """Grit that a playbook move gives against an attack."""
    return 0


# ---------------------------------------------------------------------- the tracks


def line(rulings: Rulings, track: Harmed) -> int:
    """After which box the line stands (ruling.track-line)."""
    return 3 if rulings.track_line == "third-box" else numbers().tracks[track].line


def boxes(track: Harmed) -> int:
    return numbers().tracks[track].boxes


def marks_of(soldier: Soldier, track: Harmed) -> Marks:
    return soldier.wounds if track == "wounds" else soldier.stress


def set_marks(soldier: Soldier, track: Harmed, marks: Marks) -> None:
    if track == "wounds":
        soldier.wounds = marks
    else:
        soldier.stress = marks


def is_at_threshold(rulings: Rulings, soldier: Soldier, track: Harmed) -> bool:
    """harm.critical-threshold: more marks than there are boxes left of the line."""
    return marks_of(soldier, track).all > line(rulings, track)


def boxes_marked(rulings: Rulings, soldier: Soldier, track: Harmed) -> list[bool]:
    """The track as it is drawn: which boxes are marked (ruling.checked-box: a new one has none)."""
    marks, left = marks_of(soldier, track), line(rulings, track)
    return [box < marks.left if box < left else box - left < marks.right for box in range(boxes(track))]


# ---------------------------------------------------------------------- taking harm


def tough_of(session: Session, soldier: Soldier, fire: Fire | None = None) -> int:
    """track.tough: all sources add up (ruling.kevlar-stacks, track.notation); for an attack, what it calls up too."""
    natural = soldier.tough + sum(guard.tough for guard in soldier.guards)
    natural += extra_tough(voices_of(soldier), session, soldier, fire) if fire else 0
    return natural + soldier.armor if session.rulings.kevlar_stacks == "sum" else max(natural, soldier.armor)


def grit_of(session: Session, soldier: Soldier, fire: Fire | None = None) -> int:
    """track.grit: the sum of all sources."""
    extra = extra_grit(voices_of(soldier), session, soldier, fire) if fire else 0
    return soldier.grit + sum(guard.grit for guard in soldier.guards) + extra


def lessened(harm: Harm, tough: int, grit: int) -> Harm:
    """defence.tough from the wounds, defence.grit from the stress, once for each attack (ruling.tough-per-attack)."""
    return Harm(max(harm.stress - grit, 0), max(harm.wounds - tough, 0))


def suffer(table: Table[Session], soldier: Soldier, harm: Harm, rule: str, *, reduced: bool = True) -> Harm:
    """Harm that is no attack: grit and tough work on it too (ruling.grit-all-sources), unless nothing can."""
    taken = harm
    if reduced and table.state.rulings.grit_all_sources == "all":
        taken = lessened(harm, tough_of(table.state, soldier), grit_of(table.state, soldier))
    befallen: Mark = "wound" if taken.all else "safe"
    effect(
        table,
        rule,
        "{who} takes {harm}",
        on=(soldier.id,),
        mark=befallen,
        beat=as_beat(soldier, taken),
        who=soldier.name,
        harm=in_words(taken),
    )
    mark(table, soldier, taken)
    return taken


def as_beat(soldier: Soldier, taken: Harm) -> Beat:
    """What a story says of it: wounds, what shakes somebody, or nothing."""
    return Beat("harm", soldier.name, how="shaken" if taken.stress else "", number=taken.wounds)


def mark(table: Table[Session], soldier: Soldier, harm: Harm) -> None:
    """Marks the boxes, the left ones first; what does not fit is lost (ruling.last-box)."""
    over = _mark_track(table, soldier, "stress", harm.stress)
    spilled = over if table.state.rulings.last_box == "spills" else 0
    _mark_track(table, soldier, "wounds", harm.wounds + spilled)


def _mark_track(table: Table[Session], soldier: Soldier, track: Harmed, number: int) -> int:
    """Returns how many marks found no box."""
    if not number:
        return 0
    rulings, marks = table.state.rulings, marks_of(soldier, track)
    left = min(number, line(rulings, track) - marks.left)
    right = min(number - left, boxes(track) - line(rulings, track) - marks.right)
    set_marks(soldier, track, Marks(marks.left + left, marks.right + right))
    over = number - left - right
    if left + right and is_at_threshold(rulings, soldier, track) and not soldier.critical:
        soldier.critical = True  # it hampers nothing else (ruling.critical-acting)
        effect(
            table,
            "condition.critical",
            "{who} is critical",
            on=(soldier.id,),
            mark="down",
            beat="critical",
            who=soldier.name,
        )
    _check_last_box(table, soldier, track, over)
    return over


def _check_last_box(table: Table[Session], soldier: Soldier, track: Harmed, over: int) -> None:
    """ruling.last-box: a full track of wounds kills, a full track of stress breaks."""
    is_full = marks_of(soldier, track).all == boxes(track)
    if soldier.status in ("dead", "home") or not is_full or (table.state.rulings.last_box == "beyond" and not over):
        return
    if track == "wounds":
        _die(table, soldier)
    elif soldier.status == "active":
        soldier.status = "broken"
        effect(
            table,
            "ruling.last-box",
            "{who} breaks and is out of action",
            on=(soldier.id,),
            mark="flee",
            beat="breaks",
            who=soldier.name,
        )


def _die(table: Table[Session], soldier: Soldier) -> None:
    """ruling.dead-character: the bonds end, and the player makes a new soldier."""
    session = table.state
    soldier.status, soldier.critical = "dead", False
    for other in session.soldiers.values():
        other.bonds.pop(soldier.id, None)
    session.to_make.append(soldier.seat)
    effect(table, "ruling.last-box", "{who} is dead", on=(soldier.id,), mark="dead", beat="dies", who=soldier.name)


# ---------------------------------------------------------------------- recovery and healing


def can_recover(rulings: Rulings, soldier: Soldier, track: Harmed) -> bool:
    """harm.recover: a mark left of the line (ruling.recover-past-line)."""
    marks = marks_of(soldier, track)
    return marks.left > 0 and not (rulings.recover_past_line == "blocked" and marks.right)


def recover(table: Table[Session], patient: Soldier | Team, track: Harmed, rule: str) -> bool:
    """harm.recover: erase one mark left of the line; without one nothing happens."""
    if isinstance(patient, Team):
        return restore_strength(table, patient, rule)
    if not can_recover(table.state.rulings, patient, track):
        effect(
            table,
            "harm.recover",
            "{who} has no {what} to recover",
            on=(patient.id,),
            who=patient.name,
            what=WORDS[track],
        )
        return False
    marks = marks_of(patient, track)
    set_marks(patient, track, replace(marks, left=marks.left - 1))
    effect(
        table,
        rule,
        "{who} recovers 1 {what}",
        on=(patient.id,),
        mark="heal",
        beat=f"better-{track}",
        who=patient.name,
        what=WORDS[track],
    )
    after_relief(table, patient)
    return True


def heal(table: Table[Session], patient: Soldier | Team, track: Harmed, rule: str) -> bool:
    """harm.heal: erase any mark; its player says which side of the line (ruling.heal-which-box)."""
    if isinstance(patient, Team):
        return restore_strength(table, patient, rule)
    marks = marks_of(patient, track)
    sides = [side for side, number in (("right", marks.right), ("left", marks.left)) if number]
    if not sides:
        effect(table, "harm.heal", "{who} has no {what} to heal", on=(patient.id,), who=patient.name, what=WORDS[track])
        return False
    question = Choose(sides, lambda side: f"The last mark {side} of the line", prompt=f"Which {WORDS[track]} heals?")
    side = table.ask(table.state.hand(patient), "harm.heal", question)
    erased = replace(marks, right=marks.right - 1) if side == "right" else replace(marks, left=marks.left - 1)
    set_marks(patient, track, erased)
    effect(
        table,
        rule,
        "{who} heals 1 {what}",
        on=(patient.id,),
        mark="heal",
        beat=f"better-{track}",
        who=patient.name,
        what=WORDS[track],
    )
    after_relief(table, patient)
    return True


def restore_strength(table: Table[Session], team: Team, rule: str) -> bool:
    """ruling.medic-npc: an NPC gets 1 strength back; those who are out stay out (ruling.npc-down)."""
    hurt = [place for place, marks in enumerate(team.marks) if 0 < marks < numbers().strength]
    if not hurt:
        return False
    team.marks[max(hurt, key=lambda place: team.marks[place])] -= 1
    effect(table, rule, "{who}: 1 strength is restored", on=(team.id,), mark="heal", beat="patched-up", who=team.name)
    return True


def after_relief(table: Table[Session], soldier: Soldier) -> None:
    """ruling.critical-ends: with the marks under both thresholds nobody is critical; healed stress ends a breakdown."""
    rulings = table.state.rulings
    if soldier.critical and rulings.critical_ends == "by-marks":
        soldier.critical = any(is_at_threshold(rulings, soldier, track) for track in TRACKS)
    if soldier.status == "broken" and table.state.engagement is None and soldier.stress.all < boxes("stress"):
        soldier.status = "active"
        effect(
            table, "ruling.last-box", "{who} is back", on=(soldier.id,), mark="heal", beat="is-back", who=soldier.name
        )


def stabilize(table: Table[Session], patient: Soldier | Team, rule: str = "harm.stabilized") -> None:
    """harm.stabilized: the critical condition is gone, the marks stay (ruling.stabilized-meaning)."""
    if isinstance(patient, Soldier) and patient.critical:
        patient.critical = False
        effect(table, rule, "{who} is stabilized", on=(patient.id,), mark="heal", beat="stabilized", who=patient.name)


def worsen(table: Table[Session], soldier: Soldier) -> None:
    """harm.critical-worsens: one more on each track at its threshold; nothing reduces it (ruling.critical-rate)."""
    rulings = table.state.rulings
    stress, wounds = (int(is_at_threshold(rulings, soldier, track)) for track in TRACKS)
    harm = Harm(stress, wounds)
    effect(
        table,
        "harm.critical-worsens",
        "{who} gets worse: {harm}",
        on=(soldier.id,),
        beat="worsens",
        mark="wound",
        who=soldier.name,
        harm=in_words(harm),
    )
    mark(table, soldier, harm)
