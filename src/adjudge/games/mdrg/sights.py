"""What a model sees of its enemies from where it stands, or from a spot it may go to: lines for screens to draw."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import ceil, hypot
from typing import Any

from adjudge.engine import Sightline, Table
from adjudge.engine.copying import copy
from adjudge.engine.questions import Counts, Forecast, Outlook, Point, Stake, Together
from adjudge.games.mdrg.ability import occasion
from adjudge.games.mdrg.aims import heads_for
from adjudge.games.mdrg.book import ARMS, name_of
from adjudge.games.mdrg.deeds import by_id
from adjudge.games.mdrg.figures import enemies_of, named
from adjudge.games.mdrg.outcomes import Outcome
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
    there, moved = _moved(state, figure, spot)
    shots = _shots(there, moved)
    return [
        (line, _once_there(figure.id, spot, shots[line.target]) if line.target in shots else None)
        for line in sightlines(there, moved)
    ]


def _moved(state: Battle, figure: Figure, spot: Point) -> tuple[Battle, Figure]:
    """The battle as it would be with a model somewhere else."""
    there = copy(state)
    moved = by_id(there, figure.id)
    moved.x, moved.y = spot
    return there, moved


def _shots(state: Battle, figure: Figure) -> dict[str, Forecast]:
    """What a plain shot at each of its targets leads to."""
    plain = [deed for deed in shot_deeds(state, figure, ONE_ACTION) if deed.cost == ONE_ACTION]
    return {deed.target: deed.forecast for deed in reversed(plain) if deed.forecast is not None}


def _once_there(me: str, spot: Point, rule: Forecast) -> Forecast:
    """A rule for when a model stands at a spot."""

    def forecast(table: Table[Battle]) -> Hashable:
        moved = by_id(table.state, me)
        moved.x, moved.y = spot
        return rule(table)

    return forecast


# What matters at a spot


def stakes(state: Battle, figure: Figure, end_of: Callable[[Point], Point]) -> list[Stake]:
    """What spots can be compared by: the best shot from them, the enemies' shots at them, and how far the aim is."""
    found = []
    if usable(figure):
        found.append(Stake("shot", "best shot from there", lambda at: _own_shots(state, figure, end_of(at)), _harms))
    if any(usable(enemy) for enemy in enemies_of(state, figure)):
        danger = "hit there, if each enemy who can shoots once"
        found.append(Stake("danger", danger, lambda at: _threats(state, figure, end_of(at)), best="least"))
    aim = heads_for(occasion(state), state, figure)
    foes = [(enemy.x, enemy.y) for enemy in enemies_of(state, figure)]
    if aim or foes:
        title = "to where the scenario is decided" if aim else "to the nearest enemy"
        away = partial(_away, [aim] if aim else foes)
        found.append(Stake("goal", title, lambda at: away(end_of(at)), unit="mm", best="least"))
    return found


def _own_shots(state: Battle, figure: Figure, spot: Point) -> list[Forecast]:
    there, moved = _moved(state, figure, spot)
    return [_once_there(figure.id, spot, shot) for shot in _shots(there, moved).values()]


def _threats(state: Battle, figure: Figure, spot: Point) -> list[Forecast]:
    """Whether any of the enemies who may shoot at a model there hits it: their dice do not touch one another."""
    there, moved = _moved(state, figure, spot)
    for enemy in enemies_of(there, moved):
        enemy.attacked = False  # they shoot in a turn of their own
    shots = [_shots(there, enemy).get(figure.id) for enemy in enemies_of(there, moved)]
    parts = [_once_there(figure.id, spot, shot) for shot in shots if shot is not None]
    return [Together([partial(_hit_by, part) for part in parts], _any)] if parts else []


def _hit_by(shot: Forecast, table: Table[Battle]) -> bool:
    return _harms(shot(table))


def _any(counts: Counts) -> bool:
    return any(hit for hit, _ in counts)


def _harms(outcome: Any) -> bool:
    """Whether a shot has any effect on its target."""
    return isinstance(outcome, Outcome) and outcome.to == "target" and outcome.kind != "nothing"


def _away(aims: Sequence[Point], spot: Point) -> float:
    return min(hypot(x - spot[0], y - spot[1]) for x, y in aims)


# Lines


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
