"""What every GM may do: menus within the menu, behind the screen, who is away, what is waived, results set aside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from adjudge.engine import Choose, Table, Write
from adjudge.story import overrides, screen
from adjudge.story.floor import Do, Offer, Speaker, come_back, leave_the_table
from adjudge.story.ledger import open_items, waive
from adjudge.story.state import Item, Override, S, Story

BACK = "Never mind"
Menu = Mapping[str, Do]
"""Things to do, by what they are called."""


def submenu(key: str, label: str, rule: str, menu_of: Callable[[Any], Menu]) -> Offer:
    """An offer that opens a menu of its own."""
    return Offer(key, label, rule, partial(choose_from, rule, menu_of), starts=False)


def choose_from(rule: str, menu_of: Callable[[Any], Menu], table: Table[Any], speaker: Speaker) -> None:
    """A menu within the menu; one may leave it as one came."""
    menu = menu_of(table.state)
    chosen = table.ask(speaker.hand, rule, Choose([*menu, BACK], prompt="What exactly?"))
    if chosen != BACK:
        menu[chosen](table, speaker)


# ------------------------------------------------------------------ behind the screen


def screen_menu(state: Any) -> dict[str, Do]:
    """story.notes and story.secret-roll: write, roll, and show what lies there."""
    menu: dict[str, Do] = {"Write a private note": screen.write_note}
    for dice in range(1, screen.MOST_SECRET_DICE + 1):
        menu[f"Roll {dice}d6 in secret"] = partial(_roll_in_secret, dice)
    for paper in state.story.papers:
        menu[f"Show {paper.id}: {paper.text}"] = partial(_show, paper.id)
    return menu


def _roll_in_secret(dice: int, table: Table[Any], speaker: Speaker) -> None:
    screen.roll_in_secret(table, speaker, dice)


def _show(number: int, table: Table[Any], speaker: Speaker) -> None:
    screen.show(table, number)


# ------------------------------------------------------------------ who is there, and what is owed


def presence_menu(story: Story) -> dict[str, Do]:
    """story.absent: every player may be marked as away, and back."""
    return {
        f"{story.name(seat)} is {'back' if seat in story.away else 'away'}": partial(_move, seat)
        for seat in story.players
    }


def _move(seat: str, table: Table[Any], speaker: Speaker) -> None:
    (come_back if seat in table.state.story.away else leave_the_table)(table, seat)


def waive_something(table: Table[S], speaker: Speaker) -> Item:
    """story.ledger: the GM lets an item go, with a reason."""
    words = {it.id: f"{it.kind} from {it.source}" for it in open_items(table.state.story)}
    number = table.ask(speaker.hand, "story.ledger", Choose(list(words), words.__getitem__, prompt="Waive what?"))
    reason = table.ask(speaker.hand, "story.ledger", Write("Why?", limit=200, suggestion="not worth it"))
    return waive(table, number, reason)


# ------------------------------------------------------------------ the last word


class Result(NamedTuple):
    """A result that can be set aside: what it decided, what it is, and what it could be."""

    about: str
    now: str
    others: tuple[str, ...]


def set_aside(table: Table[S], speaker: Speaker, results: Mapping[int, Result]) -> Override:
    """story.override: the GM names another result, with a reason. The game puts it in force."""
    rule = "story.override"
    words = {number: f"{it.about} ({it.now})" for number, it in results.items()}
    number = table.ask(speaker.hand, rule, Choose(list(words), words.__getitem__, prompt="Which result?"))
    was = results[number].now
    others = [other for other in results[number].others if other != was]
    now = table.ask(speaker.hand, rule, Choose(others, prompt=f"In place of {was}?"))
    reason = table.ask(speaker.hand, rule, Write("Why?", limit=300, suggestion="it fits the story better"))
    return overrides.override(table, number, was, now, reason)


def put_back(table: Table[S], speaker: Speaker, matters: Collection[int] | None = None) -> Override:
    """The last override that stands for a result is taken back first. The game puts the old result in force; it may say
    of which matters it can."""
    found = [it for it in table.state.story.overrides if not it.taken_back]
    standing = {it.matter: it for it in found if matters is None or it.matter in matters}
    words = {it.id: f"{it.now}: back to {it.was}" for it in standing.values()}
    number = table.ask(speaker.hand, "story.override", Choose(list(words), words.__getitem__, prompt="Put back which?"))
    return overrides.take_back(table, number)


def may_put_back(story: Story) -> bool:
    return any(not it.taken_back for it in story.overrides)
