"""The league itself: lots are drawn, rounds are paired, battles fought, dates agreed on, points counted.

Every answer is a turn of its own, and everybody who has a battle to fight is asked at the same time.
"""

from __future__ import annotations

from typing import Any

from adjudge.engine import (
    EVERYONE,
    Choose,
    Fight,
    Floor,
    Fought,
    Option,
    Outcome,
    Question,
    Table,
    Write,
    find_game,
    total,
)
from adjudge.engine.wording import listed
from adjudge.league.pairings import NOBODY, Pair, round_robin, swiss
from adjudge.league.standings import table as standings
from adjudge.league.standings import winner
from adjudge.league.state import League, Pairing

MOST_DATE = 60


def play(table: Table[League]) -> None:
    """The draw, or the next answer of anybody."""
    if not table.state.is_drawn:
        draw_lots(table)
        pair_next_round(table)
        return
    seat, said = table.ask(EVERYONE, "league.battle", Floor(_parts(table.state), all_due=True))
    pairing = table.state.first_of(seat)
    if isinstance(said, Fought):
        record(table, pairing, said)
    else:
        heed(table, seat, pairing, said.instead)
    if not table.state.open():
        pair_next_round(table)


# ---------------------------------------------------------------------- lots and rounds


def draw_lots(table: Table[League]) -> None:
    """The order of the players is drawn by lot."""
    league = table.state
    left = league.order
    order: list[str] = []
    while len(left) > 1:
        drawn = table.roll(total(1, len(left)), "league.draw")
        order.append(left[drawn - 1])
        left = [it for it in left if it != order[-1]]
    league.order, league.is_drawn = [*order, *left], True
    table.tell("league.draw", "The lots fall: {order}", order=listed([league.name(it) for it in league.order]))


def pair_next_round(table: Table[League]) -> None:
    """All rounds at once where everybody meets everybody, so that nobody waits; else the next one."""
    league = table.state
    if league.options.system == "round-robin":
        rounds = [] if league.round else round_robin(league.order, league.options.rounds)
    else:
        rounds = [_swiss_round(league)] if league.round < league.options.rounds and len(_staying(league)) > 1 else []
    for pairs in rounds:
        league.round += 1
        for pair in pairs:
            _add(table, pair)


def _staying(league: League) -> list[str]:
    return [it for it in league.order if it not in league.withdrawn]


def _swiss_round(league: League) -> list[Pair]:
    ranked = [row.seat for row in standings(league) if row.seat not in league.withdrawn]
    met = frozenset(frozenset(it.players) for it in league.pairings if it.away)
    byes = frozenset(it.home for it in league.pairings if not it.away)
    firsts = {seat: sum(it.home == seat and it.away != "" for it in league.pairings) for seat in ranked}
    return [_fair_sides(pair, firsts) for pair in swiss(ranked, met, byes)]


def _fair_sides(pair: Pair, firsts: dict[str, int]) -> Pair:
    """Whoever sat in the first seat less often sits there now."""
    home, away = pair
    return (away, home) if away != NOBODY and firsts[away] < firsts[home] else pair


def _add(table: Table[League], pair: Pair) -> None:
    league = table.state
    home, away = pair
    league.pairings.append(Pairing(league.round, home, away))
    if away == NOBODY:
        league.pairings[-1].result = "home"
        table.tell("league.bye", "Round {round}: {player} has a bye", round=league.round, player=league.name(home))
    else:
        one, other = league.name(home), league.name(away)
        table.tell("league.pairing", "Round {round}: {one} meets {other}", round=league.round, one=one, other=other)


# ---------------------------------------------------------------------- battles


def _parts(league: League) -> dict[str, Question[Any]]:
    """For everybody the first battle that they still have to fight."""
    seats = [seat for seat in league.order if any(seat in it.players for it in league.open())]
    return {seat: _fight(league, league.first_of(seat), seat) for seat in seats}


def _fight(league: League, pairing: Pairing, seat: str) -> Fight:
    first, second = league.sides
    names = f"{league.name(pairing.home)} against {league.name(pairing.away)}"
    return Fight(
        league.options.game,
        league.options.settings,
        {first: pairing.home, second: pairing.away},
        name=f"Round {pairing.round}: {names}",
        prompt=_prompt(league, pairing, seat),
        facts={"round": pairing.round, "date": pairing.date, "proposed": pairing.proposed},
        instead=_instead(league, pairing, seat),
    )


def _prompt(league: League, pairing: Pairing, seat: str) -> str:
    if pairing.date:
        return f"You meet {league.name(pairing.other(seat))}, as agreed: {pairing.date}"
    if pairing.proposed:
        by = "You propose" if pairing.proposed_by == seat else f"{league.name(pairing.proposed_by)} proposes"
        return f"You meet {league.name(pairing.other(seat))}. {by}: {pairing.proposed}"
    return f"You meet {league.name(pairing.other(seat))}"


def record(table: Table[League], pairing: Pairing, fought: Fought) -> None:
    """Whose side is the only one among the winners has won; everything else is a draw."""
    league, won = table.state, fought.outcome.winners
    first, second = league.sides
    pairing.result = "home" if won == (first,) else "away" if won == (second,) else "draw"
    pairing.by, pairing.match, pairing.told = fought.by, fought.match, fought.outcome.text
    _tell_result(table, pairing, "league.points")


def _tell_result(table: Table[League], pairing: Pairing, rule: str) -> None:
    league, best = table.state, winner(pairing)
    one, other = best or pairing.home, pairing.other(best or pairing.home)
    table.tell(
        rule,
        "Round {round}: {one} beats {other}" if best else "Round {round}: {one} and {other} draw",
        round=pairing.round,
        one=league.name(one),
        other=league.name(other),
        by=pairing.by,
        match=pairing.match,
        told=pairing.told,
    )


# ---------------------------------------------------------------------- dates, and leaving


def _instead(league: League, pairing: Pairing, seat: str) -> Question[Any]:
    if pairing.writing == seat:
        return Write("When do you propose to meet?", limit=MOST_DATE, suggestion="Thursday, 19:30")
    can_accept = pairing.proposed and pairing.proposed_by != seat
    has_others = sum(seat in it.players for it in league.open()) > 1
    keys = [*(["accept"] if can_accept else []), "propose", *(["another"] if has_others else []), "withdraw"]
    return Choose(keys, lambda key: _word(pairing, key), prompt="Not now?")


def _word(pairing: Pairing, key: str) -> Option:
    if key == "accept":
        return Option(key, f"Agree to meet: {pairing.proposed}", rule="league.date")
    if key == "propose":
        known = pairing.date or pairing.proposed
        return Option(key, "Propose another date" if known else "Propose a date", rule="league.date")
    if key == "another":
        return Option(key, "Fight another battle first", rule="league.pairing")
    return Option(key, "Leave the league", rule="league.withdraw", caution="ask")


def heed(table: Table[League], seat: str, pairing: Pairing, said: str) -> None:
    """What a player says instead of fighting: a date, or farewell."""
    if pairing.writing == seat:
        pairing.writing, pairing.proposed, pairing.proposed_by, pairing.date = "", said, seat, ""
        one, other = table.state.name(seat), table.state.name(pairing.other(seat))
        table.tell("league.date", "{one} proposes to meet {other}: {date}", one=one, other=other, date=said)
    elif said == "propose":
        pairing.writing = seat
    elif said == "another":
        put_off(table.state, seat, pairing)
    elif said == "accept":
        pairing.date, pairing.proposed, pairing.proposed_by = pairing.proposed, "", ""
        one, other = table.state.name(pairing.home), table.state.name(pairing.away)
        table.tell("league.date", "{one} and {other} agree to meet: {date}", one=one, other=other, date=pairing.date)
    else:
        withdraw(table, seat)


def put_off(league: League, seat: str, pairing: Pairing) -> None:
    """Another battle comes first; once all are put off, they come in their order again."""
    pairing.put_off.append(seat)
    mine = [it for it in league.open() if seat in it.players]
    if all(seat in it.put_off for it in mine):
        for it in mine:
            it.put_off.remove(seat)


def withdraw(table: Table[League], seat: str) -> None:
    """A player leaves: what they have fought stands, what is left goes to the others."""
    league = table.state
    league.withdrawn.append(seat)
    table.tell("league.withdraw", "{player} leaves the league", player=league.name(seat))
    for pairing in league.open():
        if seat in pairing.players:
            pairing.result = "away" if pairing.home == seat else "home"
            pairing.by = "forfeit"
            _tell_result(table, pairing, "league.withdraw")


# ---------------------------------------------------------------------- the end


def outcome(league: League) -> Outcome | None:
    """Over when nothing is left to fight and no round is to come."""
    if not league.is_drawn or league.open():
        return None
    best = tuple(row.seat for row in standings(league) if row.rank == 1)
    title = find_game(league.options.game).title
    names = listed([league.name(it) for it in best])
    return Outcome(f"{names} {'wins' if len(best) == 1 else 'share'} the league of {title}", "league.end", best)
