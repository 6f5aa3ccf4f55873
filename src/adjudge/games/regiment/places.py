"""Where everybody is: places, and the range bands between them (range.bands)."""

from __future__ import annotations

from math import ceil

from adjudge.games.regiment.data import BANDS, Band, numbers
from adjudge.games.regiment.state import Anybody, Place, Session


def band_of(yards: float) -> Band | None:
    """range.bands: whole yards, rounded up (ruling.fraction-yards); None beyond the last (ruling.beyond-extreme)."""
    for band in BANDS:
        if ceil(yards) <= numbers().bands[band]:
            return band
    return None


def band_between(session: Session, one: Anybody, other: Anybody) -> Band:
    """How far two figures are apart."""
    return band_of_places(session, one.place, other.place)


def band_of_places(session: Session, one: str, other: str) -> Band:
    if one == other:
        place = session.places.get(one)
        return place.inside if place else "close"
    return session.places[one].bands.get(other) or session.places[other].bands.get(one) or "far"


def is_in_sight(session: Session, one: Anybody, other: Anybody) -> bool:
    """Whether nothing of the ground stands between two figures."""
    here, there = session.places.get(one.place), session.places.get(other.place)
    if here is None or there is None:
        return True
    return there.id not in here.unseen and here.id not in there.unseen


def increments(band: Band, best: tuple[Band, ...]) -> int:
    """range.increments: bands between this one and the nearest of the best (ruling.range-two-bands)."""
    at = BANDS.index(band)
    return min(abs(at - BANDS.index(it)) for it in best)


def at(session: Session, place: str) -> list[Anybody]:
    """Everybody who is at a place and still there to be hit."""
    return [it for it in session.figures() if it.place == place and is_there(it)]


def is_there(figure: Anybody) -> bool:
    """Whether a figure can be found on the field at all."""
    if hasattr(figure, "status"):
        return figure.status in ("active", "broken")
    return not figure.gone


def ground(session: Session, figure: Anybody) -> Place | None:
    return session.places.get(figure.place)


def has_smoke(session: Session, place: str) -> bool:
    """weapon.smoke-grenade: concealment for an area, until it is gone (ruling.smoke-duration)."""
    spot = session.places.get(place)
    return bool(spot and spot.smoke_until)
