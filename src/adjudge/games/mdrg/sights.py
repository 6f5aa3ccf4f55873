"""What a model sees of its enemies from where it stands, or from a spot it may go to: lines for screens to draw."""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil

from adjudge.engine import Sightline, Table
from adjudge.engine.copying import copy
from adjudge.engine.questions import Forecast, Outlook, Point
from adjudge.games.mdrg.book import ARMS, name_of
from adjudge.games.mdrg.deeds import by_id
from adjudge.games.mdrg.figures import named
from adjudge.games.mdrg.places import ground, length
from adjudge.games.mdrg.rules.line_of_sight import sight_line, woods_around
from adjudge.games.mdrg.rules.ranged import BANDS, Sighting, shot_deeds, sightings, usable
from adjudge.games.mdrg.state import Battle, Figure

HIDING = ("los.required", "woods.")
"""The rules by which it is the view that is wanting."""
NO_WOODS: frozenset[str] = frozenset()
ONE_ACTION = 1


def sightlines(state: Battle, figure: Figure) -> tuple[Sightline, ...]:
    """The lines from where a model stands."""
    return tuple(_sightline(state, figure, one) for one in sightings(state, figure))


def outlook(state: Battle, figure: Figure, spot: Point) -> Outlook:
    """The lines from a spot, with what a plain shot from there leads to."""
    there = copy(state)
    moved = by_id(there, figure.id)
    moved.x, moved.y = spot
    shots = {deed.target: deed.forecast for deed in reversed(shot_deeds(there, moved, ONE_ACTION)) if deed.cost == 1}
    return [(line, _shot_from(figure.id, spot, shots.get(line.target))) for line in sightlines(there, moved)]


def _shot_from(me: str, spot: Point, shot: Forecast | None) -> Forecast | None:
    if shot is None:
        return None

    def forecast(table: Table[Battle]) -> Hashable:
        shooter = by_id(table.state, me)
        shooter.x, shooter.y = spot
        return shot(table)

    return forecast


def _sightline(state: Battle, figure: Figure, one: Sighting) -> Sightline:
    """A line that is free, that something blocks, or that is of no use for another reason, which is told then."""
    me, you, note, why = figure.id, one.figure.id, _note(state, figure, one), one.objection
    past = NO_WOODS if why and why.rule.startswith("woods.") else frozenset(woods_around(state, figure))
    seen = sight_line(state, figure, one.figure, past, True)
    if why is None:
        return Sightline(me, you, note, line=seen.line, rule="ranged.range-bands")
    if not why.rule.startswith(HIDING):
        return Sightline(me, you, f"{note}: {why.text}", rule=why.rule)
    return Sightline(me, you, note, _blocker(state, seen.by or ""), seen.at, seen.line, why.rule)


def _blocker(state: Battle, id: str) -> str:
    """What is in the way: a model, or a piece of scenery."""
    if id in state.figures:
        return named(state.figures[id])
    piece = ground(state).by_id.get(id)
    return piece.title.replace("-", " ") if piece else "the wood"


def _note(state: Battle, figure: Figure, one: Sighting) -> str:
    """The distance, how many times the range of each weapon that is, and whether there is cover."""
    bands = [(name_of(id), ceil(one.away / length(state, ARMS[id].range) - 1e-6)) for id in usable(figure)]
    words = [f"{name} {'out of range' if band > BANDS else f'band {max(1, band)}'}" for name, band in bands]
    return ", ".join([f"{one.away:.0f} mm", *words, *(["in cover"] if one.cover else [])])
