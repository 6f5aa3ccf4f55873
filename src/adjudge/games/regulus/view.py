"""What a seat may know, and what it sees: the open resolutions, the sheets, what is owed, the journal."""

from __future__ import annotations

from random import Random

from adjudge.engine import Bar, Card, Cards, Facts, Scene, Step, Track
from adjudge.engine.copying import copy
from adjudge.engine.scene import Panel, Prose
from adjudge.engine.wording import several
from adjudge.games.regulus.readings import listed
from adjudge.games.regulus.retelling import latest
from adjudge.games.regulus.rules.contests import STEPS
from adjudge.games.regulus.rules.luck import most_luck
from adjudge.games.regulus.rules.sheets import entry_words, highest_rating
from adjudge.games.regulus.rules.strings import standing, written
from adjudge.games.regulus.rules.table import offers
from adjudge.games.regulus.state import Contest, Session, Sheet, Test
from adjudge.games.regulus.wording import STEPS as STEP_WORDS
from adjudge.story import GM
from adjudge.story.floor import awaited, is_overdue
from adjudge.story.panels import journal_panel, ledger_panel, papers_panel
from adjudge.story.screen import hide_from

_PHASES = {
    "stated": ("", "reaction", "approval"),
    "means": ("means", "means-approval", "circumstance"),
    "dice": ("dice",),
    "sudden?": ("sudden", "luck"),
    "leverage": ("leverage", "leverage-approval", "advantages"),
    "roll": ("cast",),
    "decision": ("complication", "maybe", "issue", "possibly"),
    "told": ("narrate",),
}


def view(session: Session, seat: str | None) -> Session:
    """Everything but what lies behind the GM's screen."""
    seen = copy(session)
    hide_from(seen.story, seat)
    return seen


def imagine(seen: Session, seat: str | None, rng: Random) -> Session:
    """What lies behind the screen, nobody can guess: a seat takes it that there is nothing."""
    return copy(seen)


def scene(session: Session, seat: str | None) -> Scene:
    story = session.story
    panels: list[Panel] = [journal_panel(story, passages=latest(session))]
    for contest in session.contests:
        if not contest.is_over:
            panels += [_track(contest), _facts(session, contest)]
    panels += [_test_facts(session, test) for test in session.tests if not test.is_over]
    if session.sheets:
        panels.append(Cards("Characters", tuple(_sheet_card(session, sheet) for sheet in session.sheets.values())))
    if session.strings:
        panels.append(_strings(session))
    if story.proposals or any(item.status == "open" for item in story.ledger):
        panels.append(ledger_panel(story))
    if seat == GM and story.papers:
        panels.append(papers_panel(story))
    return Scene(_headline(session), tuple(panels), _note(session, seat))


def _headline(session: Session) -> str:
    of = f" of {session.scenes}" if session.scenes else ""
    situation = f" — {session.situation}" if session.situation else ""
    return session.story.ended or f"Scene {session.story.scene}{of}{situation}"


def goal(session: Session, seat: str | None) -> str:
    """There is nothing to win but a good story: how far it has come, and what is still owed."""
    owed = sum(item.status == "open" for item in session.story.ledger)
    left = session.scenes - session.story.scene
    scenes = [f"{several(left, 'scene')} to go" if left > 0 else "the last scene"] if session.scenes else []
    return " · ".join(["tell a good story", *scenes, *([f"{several(owed, 'thing')} still owed"] if owed else [])])


def _note(session: Session, viewer: str | None) -> str:
    """Whom the table waits for, who is away, and whether a Job goes on (ruling.job-rules-missing)."""
    name = session.story.name
    asked = () if session.story.ended else awaited(offers(session))
    waiting = ["you" if seat == viewer else name(seat) for seat in asked]
    parts = [f"Waiting for {', '.join(waiting)}"] if waiting else []
    parts += ["what is owed comes first"] if is_overdue(session.story) else []
    parts += [f"{name(seat)} is away" for seat in session.story.away]
    return "; ".join([*parts, *(["on a Job: the book uses other rules here"] if session.on_a_job else [])])


def _track(contest: Contest) -> Track:
    here = next(place for place, steps in enumerate(_PHASES.values()) if contest.step in steps)
    steps = tuple(
        Step(label, place == here, "done" if place < here else "active" if place == here else "")
        for place, label in enumerate(_PHASES)
    )
    return Track(f"{contest.kind.capitalize()}: {contest.wanted}", steps)


def _facts(session: Session, contest: Contest) -> Facts:
    rows = {
        "who": session.story.name(contest.seat),
        "along": ", ".join(session.story.name(seat) for seat in contest.along),
        "does": contest.action,
        "Means": _means(session, contest),
        "dice": str(contest.dice or ""),
        "Sudden": {"calm": "no", "": ""}.get(contest.sudden, contest.sudden),
        "leverage": ", ".join(entry_words(session, entry) for entry in contest.leverage),
        "advantages": ", ".join(contest.advantages),
        "dice show": f"{listed(contest.faces)} in {contest.column}" if contest.faces else "",
        "result": contest.decided or contest.result,
        "issue": contest.issue,
        "waits for": STEP_WORDS.get(contest.step, ""),
    }
    title = f"{contest.kind.capitalize()} of {rows['who']}"
    return Facts(title, tuple((name, text) for name, text in rows.items() if text))


def _means(session: Session, contest: Contest) -> str:
    if contest.means == "luck":
        return f"by luck: {contest.circumstance}"
    if contest.means:
        return entry_words(session, contest.means)
    return "none" if contest.step not in STEPS[:3] else ""


def _test_facts(session: Session, test: Test) -> Facts:
    rows = {
        "who": session.story.name(test.seat),
        "asks": test.question,
        "hard": "yes" if test.hard else "",
        "helps": ", ".join(entry_words(session, entry) for entry in test.entries),
        "result": test.result,
        "waits for": STEP_WORDS.get(test.step, ""),
    }
    return Facts(f"Test of {rows['who']}", tuple((name, text) for name, text in rows.items() if text))


def _sheet_card(session: Session, sheet: Sheet) -> Card:
    top = highest_rating(session.rulings)
    bars = [Bar("Luck", sheet.luck, most_luck(session.rulings) or max(sheet.luck, top))]
    bars += [Bar(name, level, top) for name, level in sheet.ratings.items()]
    bars += [Bar(f"{it.name} (now)", it.level, top) for it in session.situation_ratings if it.seat == sheet.seat]
    away = ("away",) if sheet.seat in session.story.away else ()
    lines = (*sheet.qualities, *([sheet.notes] if sheet.notes else []))
    return Card(sheet.seat, sheet.name, seat=sheet.seat, bars=tuple(bars), lines=lines, tags=away)


def _strings(session: Session) -> Prose:
    told = (f"{written(it)} ({it.resolved or standing(it)})" for it in session.strings)
    return Prose("Strings", tuple(told))


def measures(session: Session) -> dict[str, int]:
    """What simulations gather of a session."""
    decided = [contest.decided for contest in session.contests]
    return {
        "contests": sum(contest.kind == "contest" for contest in session.contests),
        "challenges": sum(contest.kind == "challenge" for contest in session.contests),
        "yes": sum(result.startswith("Yes") for result in decided),
        "pushes": sum(contest.pushes for contest in session.contests),
        "issues": sum(item.kind == "issue" for item in session.story.ledger),
        "scenes": session.story.scenes_closed,
    }
