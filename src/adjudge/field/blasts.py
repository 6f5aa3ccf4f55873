"""Blasts and scatter: who is caught, and what stands between."""

from collections.abc import Iterable

import msgspec

from adjudge.field.bases import Stand
from adjudge.field.ground import Ground
from adjudge.field.measuring import distance_to_point
from adjudge.field.points import Point, apart, at_angle, bearing, part_way, within
from adjudge.field.rounded import span_inside
from adjudge.field.sight import BLOCKERS, cover_from_point, sight_to_point
from adjudge.field.terrain import EDGE


class Caught(msgspec.Struct, frozen=True):
    """A stand in a blast: how far from the centre, what wall shelters it wholly, what pieces partly."""

    distance: float
    id: str
    sheltered_by: str | None = None
    cover: tuple[str, ...] = ()


class Scatter(msgspec.Struct, frozen=True):
    """Where a stray shot comes down, and what stopped it: a piece, or the table edge if it left the table."""

    end: Point
    by: str | None = None


def in_blast(ground: Ground, centre: Point, radius: float, stands: Iterable[Stand]) -> list[Caught]:
    """The stands with any part of the base within the radius, nearest to the centre first, equal ones by id.

    Whether a wall saves those behind it is the game's to say: one ruling stops the blast there ("blast-details"),
    another only gives cover ("blast-walls").
    """
    near = [(distance_to_point(stand, centre), stand.id, stand) for stand in stands]
    hit = sorted((away, name) for away, name, _ in near if within(away, radius))
    by_id = {name: stand for _, name, stand in near}
    return [_caught(ground, centre, away, by_id[name]) for away, name in hit]


def _caught(ground: Ground, centre: Point, away: float, stand: Stand) -> Caught:
    shelter = sight_to_point(ground, stand, centre).by
    return Caught(away, stand.id, shelter, cover_from_point(ground, centre, stand))


def scatter(ground: Ground, shooter: Point, target: Point, clockwise: float, distance: float) -> Scatter:
    """Where a shot comes down that strays from its target: so many degrees clockwise from straight on, so far.

    It ends at a wall in its way; off the table it is gone (ruling "scatter-direction").
    """
    end = at_angle(target, bearing(shooter, target) - clockwise, distance)
    solids = ground.marked(BLOCKERS)
    walls = [(span[0], s.id) for s in solids if (span := span_inside(s.shape, target, end))]
    if walls:
        share, name = min(walls)
        return Scatter(part_way(target, end, share), name)
    inside = 0 <= end[0] <= ground.width and 0 <= end[1] <= ground.depth
    return Scatter(end, None if inside else EDGE)


def knocked_to_the_rim(centre: Point, radius: float, stand: Stand) -> Point:
    """The spot straight away from the centre where the base touches the blast from outside."""
    away = radius + stand.base.width / 2
    return at_angle(centre, bearing(centre, stand.at) if apart(centre, stand.at) else 0.0, away)
