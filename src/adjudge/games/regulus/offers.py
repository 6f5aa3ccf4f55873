"""What a contest, challenge or test waits for, as offers on the floor: each under the heading of its step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudge.engine import Table
from adjudge.games.regulus.state import Contest, Session, Test
from adjudge.games.regulus.wording import matter_of, prompt_of
from adjudge.story import Offer
from adjudge.story.floor import Do, step
from adjudge.story.oracle import left_to_dice

Offered = list[tuple[str, Offer]]
"""Offers with the seat that each is made to."""


def step_of(session: Session, matter: Contest | Test) -> Callable[..., Offer]:
    """Makes offers for the present step: name, label, rule, what it does, and a note."""
    prompt, about = prompt_of(matter), matter_of(session, matter)

    def offer(name: str, label: str, rule: str, do: Do, note: str = "") -> Offer:
        return step(matter.id, name, label, rule, do, note, prompt=prompt, about=about)

    return offer


def by_one_die(session: Session, matter: Contest | Test, label: str, do: Do, target: int) -> Offer:
    """The GM may leave the present step to one die."""
    return left_to_dice(matter.id, label, do, target, prompt=prompt_of(matter), about=matter_of(session, matter))


def tell_of(table: Table[Any], contest: Contest, rule: str, text: str, **facts: Any) -> None:
    """Tells something of whoever has a contest, as `{who}`."""
    table.tell(rule, text, on=(contest.seat,), who=table.state.story.name(contest.seat), **facts)
