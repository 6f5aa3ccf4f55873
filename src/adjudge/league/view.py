"""What a league shows: where it stands, the table, what is to be fought, round by round what was. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge.engine import Card, Cards, Facts, Prose, Scene, Step, Track, find_game
from adjudge.engine.scene import Mood
from adjudge.engine.wording import listed, several
from adjudge.league.standings import Row, ratings, table, winner
from adjudge.league.state import League, Pairing


def heading(league: League) -> str:
    """Which round is fought; several at once where nobody need wait."""
    rounds = sorted({it.round for it in league.open()})
    if not rounds:
        return "The league is over" if league.is_drawn else "The draw"
    last = f" to {rounds[-1]}" if len(rounds) > 1 else ""
    return f"Round{'s' if last else ''} {rounds[0]}{last} of {_rounds(league)}"


def _rounds(league: League) -> int:
    return max(league.round, league.options.rounds if league.options.system == "swiss" else 0)


def draw(league: League, seat: str | None) -> Scene:
    title = find_game(league.options.game).title
    return Scene(
        heading(league),
        (
            _track(league),
            Cards("Table", tuple(_card(league, row) for row in table(league))),
            Facts("To be fought", tuple(_open_row(league, it) for it in league.open())),
            *_results(league),
        ),
        note=f"{title}, {'everybody meets everybody' if league.options.system == 'round-robin' else 'Swiss system'}",
    )


def _track(league: League) -> Track:
    steps = []
    for number in range(1, _rounds(league) + 1):
        pairings = [it for it in league.pairings if it.round == number]
        is_open = any(not it.result for it in pairings)
        mood: Mood = "active" if is_open else "done" if pairings else ""
        steps.append(Step(f"Round {number}", is_open, mood))
    return Track("Rounds", tuple(steps))


def _card(league: League, row: Row) -> Card:
    rating = ratings(league)[row.seat]
    low, high = rating.interval
    lines = (
        f"{row.won} won, {row.drawn} drawn, {row.lost} lost",
        f"rating {rating.value:.0f} ({max(low, 0):.0f} to {high:.0f})",
    )
    gone = row.seat in league.withdrawn
    mood: Mood = "down" if gone else "good" if row.rank == 1 and row.won else ""
    note = several(row.points, "point")
    return Card(
        row.seat, f"{row.rank}. {league.name(row.seat)}", note, row.seat, (), lines, ("left",) if gone else (), mood
    )


def _open_row(league: League, pairing: Pairing) -> tuple[str, str]:
    when = pairing.date or (f"{pairing.proposed}?" if pairing.proposed else "no date yet")
    return f"Round {pairing.round}: {league.name(pairing.home)} and {league.name(pairing.away)}", when


HOW = {"match": "at the table", "hand": "told by hand", "bots": "by bots", "forfeit": "forfeit"}


def _results(league: League) -> list[Prose]:
    rounds = sorted({it.round for it in league.pairings if it.result}, reverse=True)
    return [
        Prose(f"Round {number}", tuple(_told(league, it) for it in league.pairings if it.round == number and it.result))
        for number in rounds
    ]


def _told(league: League, pairing: Pairing) -> str:
    if not pairing.away:
        return f"{league.name(pairing.home)} had a bye"
    how = HOW.get(pairing.by, pairing.by)
    best = winner(pairing)
    if not best:
        return f"{league.name(pairing.home)} and {league.name(pairing.away)} drew ({how})"
    return f"{league.name(best)} beat {league.name(pairing.other(best))} ({how})"


def measures(league: League) -> Mapping[str, Any]:
    """For simulations: how decisive the league was, and who came first."""
    rows, fought = table(league), [it for it in league.pairings if it.away]
    return {
        "champion": listed([league.name(row.seat) for row in rows if row.rank == 1]),
        "draws": sum(it.result == "draw" for it in fought),
        "first seat won": sum(it.result == "home" for it in fought),
        "lead": rows[0].points - rows[1].points,
    }
