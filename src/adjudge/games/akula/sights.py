"""What a survivor sees of the zeds from where it stands, or from a spot it may go to: lines for screens to draw."""

from __future__ import annotations

from collections.abc import Hashable

from adjudge.engine import Sightline, Table
from adjudge.engine.questions import Forecast, Outlook
from adjudge.field import Point, Stand
from adjudge.games.akula import prospects
from adjudge.games.akula.data import BANDS, NEEDED, WEAPONS, Weapon
from adjudge.games.akula.places import distance, ground_of, line_of_sight, place_of
from adjudge.games.akula.rules import shooting
from adjudge.games.akula.state import Battle, Survivor, Zed


def sightlines(state: Battle, survivor: Survivor) -> tuple[Sightline, ...]:
    """The lines from where a survivor stands."""
    stand = place_of(state, survivor)
    return tuple(_sightline(state, survivor, stand, zed) for zed in state.zeds.values())


def outlook(state: Battle, survivor: Survivor, spot: Point) -> Outlook:
    """The lines from a spot, with what a shot from there leads to."""
    there = survivor.stand.moved(spot)
    lines = [(zed, _sightline(state, survivor, there, zed)) for zed in state.zeds.values()]
    return [(line, None if line.by else _forecast(state, survivor, there, zed)) for zed, line in lines]


def _sightline(state: Battle, survivor: Survivor, stand: Stand, zed: Zed) -> Sightline:
    seen = line_of_sight(state, stand, zed.stand)
    note = _note(survivor, distance(state, stand, zed.stand))
    if seen.seen:
        return Sightline(survivor.id, zed.id, note, line=seen.line, rule="shooting.range-bands")
    return Sightline(survivor.id, zed.id, note, _title(state, seen.by), seen.at, seen.line, "ruling.line-of-sight")


def _title(state: Battle, name: str | None) -> str:
    piece = ground_of(state).by_id.get(name or "")
    return piece.title if piece else name or ""


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
