"""What a survivor sees of the zeds from where it stands, or from a spot it may go to: lines for screens to draw."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from adjudge.engine import Sightline, Table
from adjudge.engine.questions import Forecast, Outlook, Stake
from adjudge.field import Point, Stand
from adjudge.field.kit import sightline
from adjudge.games.akula import prospects
from adjudge.games.akula.data import BANDS, NEEDED, WEAPONS, Weapon
from adjudge.games.akula.places import distance, ground_of, line_of_sight, place_of, scenario_of
from adjudge.games.akula.rules import shooting
from adjudge.games.akula.state import Battle, Survivor, Zed
from adjudge.games.akula.verdicts import Held, Toll
from adjudge.games.akula.victory import way_out

IN_VAIN = ("miss", "no effect", "off the table")
"""Results of a shot that leave everybody as they were."""


def sightlines(state: Battle, survivor: Survivor) -> tuple[Sightline, ...]:
    """The lines from where a survivor stands."""
    stand = place_of(state, survivor)
    return tuple(_sightline(state, survivor, stand, zed) for zed in state.zeds.values())


def outlook(state: Battle, survivor: Survivor, spot: Point) -> Outlook:
    """The lines from a spot, with what a shot from there leads to."""
    there = survivor.stand.moved(spot)
    lines = [(zed, _sightline(state, survivor, there, zed)) for zed in state.zeds.values()]
    return [(line, None if line.by else _forecast(state, survivor, there, zed)) for zed, line in lines]


def stakes(state: Battle, survivor: Survivor, passing: Callable[[Point], Forecast | None]) -> list[Stake]:
    """What spots can be compared by: the best shot from them, whether a zed grabs on the way, and how far is left."""
    found = []
    if shooting.firearms(survivor) and state.zeds:
        found.append(Stake("shot", "best shot from there", lambda spot: _shots(state, survivor, spot), _harms))
    if state.zeds:
        found.append(Stake("danger", "grabbed on the way", lambda spot: _risk(passing, spot), _is_held, best="least"))
    if scenario_of(state).edge:
        title = f"to the {scenario_of(state).edge} edge"
        found.append(Stake("goal", title, lambda spot: way_out(state, spot), unit="inches", best="least"))
    return found


def _shots(state: Battle, survivor: Survivor, spot: Point) -> list[Forecast]:
    return [rule for _, rule in outlook(state, survivor, spot) if rule is not None]


def _risk(passing: Callable[[Point], Forecast | None], spot: Point) -> list[Forecast]:
    rule = passing(spot)
    return [] if rule is None else [rule]


def _harms(outcome: Any) -> bool:
    """Whether a shot does anything to whom it hits."""
    return isinstance(outcome, Toll) and any(result not in IN_VAIN for result, _ in outcome.results)


def _is_held(outcome: Any) -> bool:
    return isinstance(outcome, Held) and outcome.held


# ---------------------------------------------------------------------- lines


def _sightline(state: Battle, survivor: Survivor, stand: Stand, zed: Zed) -> Sightline:
    seen = line_of_sight(state, stand, zed.stand)
    note = _note(survivor, distance(state, stand, zed.stand))
    rules = ("shooting.range-bands", "ruling.line-of-sight")
    return sightline(ground_of(state), survivor.id, zed.id, seen, note, *rules)


def _note(survivor: Survivor, away: float) -> str:
    """The distance, and how each weapon calls it."""
    bands = [(name, WEAPONS[name].band(away)) for name in shooting.firearms(survivor)]
    words = [f"{name} {'out of range' if band is None else BANDS[band]}" for name, band in bands]
    return ", ".join([f"{away:.1f} inches", *words])


def _forecast(state: Battle, survivor: Survivor, there: Stand, zed: Zed) -> Forecast | None:
    """A shot with the weapon that hits most easily from there; none if none reaches."""
    weapons = [WEAPONS[name] for name in shooting.firearms(survivor)]
    away = distance(state, there, zed.stand)
    reaching = [(NEEDED[band], weapon.name) for weapon in weapons if (band := weapon.band(away)) is not None]
    return _shot_from(survivor.id, there.at, WEAPONS[min(reaching)[1]], zed.id) if reaching else None


def _shot_from(survivor: str, spot: Point, weapon: Weapon, target: str) -> Forecast:
    shot = prospects.of_shot(shooting.resolve_shot, survivor, weapon, target, aimed=False)

    def forecast(table: Table[Battle]) -> Hashable:
        shooter = table.state.survivors[survivor]
        shooter.stand = shooter.stand.moved(spot)
        return shot(table)

    return forecast
