"""The table of a league: points, and who is ahead at equal points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from adjudge.league.ratings import Bout, Rating, rated
from adjudge.league.state import League, Pairing


class Row(NamedTuple):
    """A player in the table. `breaks` are the numbers that decide at equal points, in the order in which they do."""

    seat: str
    points: int
    won: int
    drawn: int
    lost: int
    breaks: tuple[Fraction | int, ...]
    rank: int = 0


def table(league: League) -> list[Row]:
    """Everybody, the first ahead; whom nothing tells apart share a rank."""
    rows = [_row(league, seat) for seat in league.order]
    rows = [row._replace(breaks=_breaks(league, row.seat, rows)) for row in rows]
    rows.sort(key=lambda row: (-row.points, tuple(-it for it in row.breaks)))
    ranked: list[Row] = []
    for number, row in enumerate(rows, 1):
        same = ranked and (ranked[-1].points, ranked[-1].breaks) == (row.points, row.breaks)
        ranked.append(row._replace(rank=ranked[-1].rank if same else number))
    return ranked


def _row(league: League, seat: str) -> Row:
    points, mine = league.options.points, [it for it in league.pairings if seat in it.players and it.result]
    byes = sum(not it.away for it in mine)
    won = sum(it.away != "" and winner(it) == seat for it in mine)
    drawn = sum(it.result == "draw" for it in mine)
    lost = len(mine) - byes - won - drawn
    return Row(
        seat, won * points.win + drawn * points.draw + lost * points.loss + byes * points.bye, won, drawn, lost, ()
    )


def winner(pairing: Pairing) -> str:
    """The player who won, or nobody."""
    return {"home": pairing.home, "away": pairing.away}.get(pairing.result, "")


def _breaks(league: League, seat: str, rows: list[Row]) -> tuple[Fraction | int, ...]:
    """The numbers of `league.tie-break`, in the agreed order."""
    points = {row.seat: row.points for row in rows}
    met = [(it.other(seat), it) for it in league.pairings if seat in it.players and it.result and it.away]
    level = {row.seat for row in rows if row.points == points[seat]} - {seat}
    known: dict[str, Fraction | int] = {
        "head-to-head": sum((_score(it, seat) for other, it in met if other in level), Fraction(0)),
        "buchholz": sum(points[other] for other, _ in met),
        "sonneborn-berger": sum((_score(it, seat) * points[other] for other, it in met), Fraction(0)),
        "wins": sum(winner(it) == seat for _, it in met),
    }
    return tuple(known[name] for name in league.options.tie_breaks)


def _score(pairing: Pairing, seat: str) -> Fraction:
    if pairing.result == "draw":
        return Fraction(1, 2)
    return Fraction(winner(pairing) == seat)


def ratings(league: League) -> Mapping[str, Rating]:
    """Everybody's strength by the battles that were fought (`league.rating`); forfeits and byes say nothing of it."""
    fought = [it for it in league.pairings if it.result and it.away and it.by != "forfeit"]
    last = max((it.round for it in fought), default=0)
    rounds = [[_bout(it) for it in fought if it.round == number] for number in range(1, last + 1)]
    return rated(league.order, rounds)


def _bout(pairing: Pairing) -> Bout:
    return Bout(pairing.home, pairing.away, {"home": 1.0, "draw": 0.5, "away": 0.0}[pairing.result])
