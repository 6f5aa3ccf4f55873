"""Proposals: what a player asks for and the GM grants or refuses. What granting does is the game's affair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudge.engine import Deed, Table, Write
from adjudge.story.floor import Do, Offer, Speaker
from adjudge.story.oracle import BY_DICE, at_least, chances
from adjudge.story.state import GM, Proposal, S, Story

Answers = Mapping[str, Callable[[Table[Any], Proposal], None]]
"""What happens when a proposal of some kind is granted, or refused."""


def propose(table: Table[S], by: str, kind: str, text: str, rule: str, about: str = "") -> Proposal:
    """Puts a wish before the GM."""
    story = table.state.story
    proposal = Proposal(story.number(), by, kind, text, rule, about)
    story.proposals.append(proposal)
    table.tell(rule, "{who} proposes: {text}", on=(by,), who=story.name(by), text=text)
    return proposal


def offers(story: Story, granting: Answers, refusing: Answers) -> dict[str, list[Offer]]:
    """The GM may grant or refuse each open proposal, or let the dice do it."""
    return {GM: [offer for proposal in story.proposals for offer in _answers(story, proposal, granting, refusing)]}


def _answers(story: Story, proposal: Proposal, granting: Answers, refusing: Answers) -> list[Offer]:
    rule = proposal.rule

    def grant_it(table: Table[Any], speaker: Speaker) -> None:
        grant(table, proposal.id, granting)

    def refuse_it(table: Table[Any], speaker: Speaker) -> None:
        reason = table.ask(speaker.hand, rule, Write("Why not, or what must happen first?", suggestion="not yet"))
        refuse(table, proposal.id, reason, refusing)

    def leave_it_to_the_dice(table: Table[Any], speaker: Speaker) -> None:
        if at_least(table, speaker, 2, f"Is it granted: {proposal.text}"):
            grant(table, proposal.id, granting)
        else:
            refuse(table, proposal.id, "the dice say no", refusing)

    def offer(name: str, label: str, rule: str, do: Do, note: str = "") -> Offer:
        return Offer(
            f"now/proposal/{proposal.id}/{name}",
            label,
            rule,
            do,
            note,
            prompt="Do you grant it?",
            matter=f"{story.name(proposal.by)} asks: {proposal.text}",
            deed=Deed(name, target=str(proposal.id), item=proposal.kind),
        )

    return [
        offer("grant", "Grant it", rule, grant_it),
        offer("refuse", "Refuse it, or name a condition", rule, refuse_it),
        offer(BY_DICE, "Let the dice decide", "story.oracle", leave_it_to_the_dice, chances(2)),
    ]


def grant(table: Table[S], number: int, granting: Answers) -> None:
    """The GM agrees: the wish comes true."""
    proposal = _take(table.state.story, number)
    who = table.state.story.name(proposal.by)
    table.tell(proposal.rule, "{who} is granted: {text}", on=(proposal.by,), who=who, text=proposal.text)
    granting[proposal.kind](table, proposal)


def refuse(table: Table[S], number: int, reason: str, refusing: Answers) -> None:
    """The GM does not agree, or names a condition."""
    proposal = _take(table.state.story, number)
    who, words = table.state.story.name(proposal.by), "{who} is refused: {text} ({reason})"
    table.tell(proposal.rule, words, on=(proposal.by,), who=who, text=proposal.text, reason=reason)
    if proposal.kind in refusing:
        refusing[proposal.kind](table, proposal)


def withdraw(story: Story, kind: str, about: str) -> None:
    """Wishes that events have overtaken."""
    story.proposals = [it for it in story.proposals if (it.kind, it.about) != (kind, about)]


def _take(story: Story, number: int) -> Proposal:
    proposal = next(it for it in story.proposals if it.id == number)
    story.proposals.remove(proposal)
    return proposal
