"""Conditions: suppressed, pinned, and how they end. A team has them as one (ruling.conditions-on-npc-team)."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.table import Mark
from adjudge.games.regiment.state import Anybody, Session, Soldier
from adjudge.story import effect

SUPPRESSED, PINNED = 1, 2
"""Steps of volume that each costs (ruling.pinned-is-two-steps)."""


def suppress(table: Table[Session], figure: Anybody, by: str = "", rule: str = "condition.suppressed") -> None:
    """condition.suppressed; again, condition.suppressed-again: pinned; and again, condition.pinned-again: one more."""
    was_suppressed, was_pinned = figure.is_suppressed, figure.pinned
    figure.steps += 1
    figure.pinned = was_suppressed
    figure.suppressed_by = by
    if was_pinned:
        _tell(table, "condition.pinned-again", figure, f"suppressed further: {figure.steps} steps", "pinned-further")
    elif was_suppressed:
        _tell(table, "condition.suppressed-again", figure, "pinned", "pinned")
    else:
        _tell(table, rule, figure, "suppressed", "suppressed")


def pin(table: Table[Session], figure: Anybody, by: str = "", rule: str = "condition.pinned") -> None:
    """condition.pinned, at once: it has suppressed in it (ruling.pinned-is-two-steps)."""
    if figure.pinned:
        return
    least = PINNED if table.state.rulings.pinned_is_two_steps == "two" else figure.steps + 1
    figure.steps = max(figure.steps, least)
    figure.pinned = True
    figure.suppressed_by = by
    _tell(table, rule, figure, "pinned", "pinned")


def clear_one(table: Table[Session], figure: Anybody, rule: str = "condition.help-overcomes") -> None:
    """One condition less: from pinned down to suppressed (ruling.clear-one-level)."""
    if figure.pinned and table.state.rulings.clear_one_level == "one":
        figure.pinned, figure.steps = False, SUPPRESSED
        _tell(table, rule, figure, "no longer pinned, still suppressed", "eased", "free")
    elif figure.is_suppressed:
        clear_all(figure)
        _tell(table, rule, figure, "no longer suppressed", "freed", "free")


def _tell(table: Table[Session], rule: str, figure: Anybody, state: str, beat: str, mark: Mark = "held") -> None:
    """In a sentence of a soldier; of a team, whose name may be one or many, after a colon."""
    text = "{who} is {state}" if isinstance(figure, Soldier) else "{who}: {state}"
    effect(table, rule, text, on=(figure.id,), mark=mark, beat=beat, who=figure.name, state=state)


def clear_all(figure: Anybody) -> None:
    figure.pinned, figure.steps, figure.suppressed_by = False, 0, ""


def lift_what_stopped(table: Table[Session]) -> None:
    """ruling.conditions-end: fire whose source is out of the fight, or suppressed itself, holds nobody down."""
    session = table.state
    if session.rulings.conditions_end == "help":
        return
    for figure in session.figures():
        if figure.is_suppressed and figure.suppressed_by and _has_stopped(session, figure.suppressed_by):
            clear_all(figure)
            effect(
                table,
                "ruling.conditions-end",
                "the fire on {who} stops",
                on=(figure.id,),
                beat="relieved",
                who=figure.name,
            )


def _has_stopped(session: Session, source: str) -> bool:
    shooter = session.figure(source)
    return not shooter.is_able or shooter.is_suppressed


def move_is_barred(figure: Anybody) -> bool:
    """condition.pinned: nobody leaves the position (ruling.pinned-and-moves)."""
    return figure.pinned
