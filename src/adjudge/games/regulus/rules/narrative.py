"""Narrative matters: who tells what, when it is canon, and what a dispute leads to.

Play is a conversation without turns (narrative.give-and-take); most of it needs no dice, and it is about the player
characters (narrative.centres-on-player-characters).
"""

from __future__ import annotations

from typing import Any

from adjudge.engine import Choose, ChooseSome, Table, Write
from adjudge.games.regulus.data import ventures
from adjudge.games.regulus.rules import contests
from adjudge.games.regulus.rules.strings import fall_with
from adjudge.games.regulus.state import Session
from adjudge.story import GM, Entry, Offer, Proposal, Speaker, narrate, propose, tellings
from adjudge.story.journal import dispute, find, make_canon, pending, strike

LONG = 2000


def tell(table: Table[Session], speaker: Speaker) -> None:
    """A player narrates their character, the GM the world (narrative.players-narrate-their-characters).

    It may change everything without a roll (narrative.impact-without-dice); it is not canon at once
    (narrative.not-canon-at-once).
    """
    is_gm = speaker.seat == GM
    rule = "narrative.gm-narrates-the-world" if is_gm else "narrative.players-narrate-their-characters"
    prompt = "What happens in the world?" if is_gm else "What does your character do?"
    text = table.ask(speaker.hand, rule, Write(prompt, limit=LONG, suggestion=_quiet(table.state, is_gm)))
    narrate(table, speaker.seat, text, rule, about=whom_it_befalls(table, speaker))


def _quiet(session: Session, is_gm: bool) -> str:
    """Something that changes nothing, for whoever has no words yet."""
    quiet = ventures().quiet
    return "A moment of quiet." if is_gm else quiet[len(session.story.journal) % len(quiet)]


def whom_it_befalls(table: Table[Session], speaker: Speaker) -> tuple[str, ...]:
    """The characters of others that a narration is about: their players may dispute it with a challenge."""
    session = table.state
    others = [seat for seat in session.sheets if seat != speaker.seat]
    question = ChooseSome(others, session.story.name, prompt="Whom does it befall?")
    return table.ask(speaker.hand, "dispute.any-narration", question)


def offers(session: Session, seat: str) -> list[Offer]:
    """dispute.any-narration: while it is pending, once (ruling.dispute-window)."""
    found = tellings.standing(session.story, seat)
    may_dispute = any(it.by != seat and seat not in it.passed and not it.disputed_once for it in pending(session.story))
    if not may_dispute:
        return found
    return [*found, Offer("dispute", "Dispute a narration", "dispute.any-narration", object_to)]


def object_to(table: Table[Session], speaker: Speaker) -> None:
    """Whoever disputes says against what; a roll or the GM settles it."""
    story = table.state.story
    open_to = [it for it in pending(story) if it.by != speaker.seat and not it.disputed_once]
    words = {it.id: f"{story.name(it.by)}: {it.text}" for it in open_to}
    question = Choose(list(words), words.__getitem__, prompt="What do you dispute?")
    settle_by_roll(
        table, speaker, dispute(table, speaker.seat, table.ask(speaker.hand, "dispute.any-narration", question))
    )


def settle_by_roll(table: Table[Session], speaker: Speaker, entry: Entry) -> None:
    """dispute.resolved-by-roll: which of the two, and who rolls (ruling.dispute-which-roll)."""
    kind, roller = which_roll(table.state, entry, speaker.seat)
    if kind == "gm":  # ruling.dispute-third-party
        why = table.ask(
            speaker.hand, "ruling.dispute-third-party", Write("What is your objection?", suggestion="that is unlikely")
        )
        propose(
            table,
            speaker.seat,
            "objection",
            f"strike {entry.text!r}: {why}",
            "ruling.dispute-third-party",
            str(entry.id),
        )
        return
    own = roller == entry.by
    against = kind == "contest" and not own  # by house rule the one who disputes rolls to change the narration
    wanted = f"{entry.text!r} is struck" if against else entry.text
    contests.begin(table, kind, roller, wanted, entry.text if own else "", disputes=entry.id)


def which_roll(session: Session, entry: Entry, by: str) -> tuple[str, str]:
    """The narrator's contest, the challenge of whom it befalls, or the GM's word."""
    if session.rulings.dispute_which_roll == "disputer" and by in session.sheets:
        return "contest", by
    if by in entry.about:
        return "challenge", by
    if entry.by in session.sheets:
        return "contest", entry.by
    return "gm", GM


def objection_granted(table: Table[Any], proposal: Proposal) -> None:
    strike(table, int(proposal.about))
    fall_with(table.state, find(table.state.story, int(proposal.about)).link)


def objection_refused(table: Table[Any], proposal: Proposal) -> None:
    make_canon(table, int(proposal.about))
