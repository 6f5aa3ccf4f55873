"""A league for any game of two sides: pairings, dates, points, tie-breaks, ratings."""

from dataclasses import replace
from itertools import combinations

import msgspec
import pytest

from adjudge.check import check
from adjudge.check.rulebooks import package_folder, problems, read_sources
from adjudge.engine import BadInput, Cards, Match, Outcome, playout
from adjudge.engine.audit import audit
from adjudge.engine.rulebook import citations
from adjudge.engine.table import one_bot, random_bot
from adjudge.league import game, player
from adjudge.league.pairings import NOBODY, round_robin, swiss
from adjudge.league.ratings import Bout, Rating, after, expected, rated
from adjudge.league.standings import ratings, table
from adjudge.league.state import Options
from adjudge.league.view import draw
from tests.engine import feud

SECRET = b"a secret of thirty-two bytes....."
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")


def options(**how):
    return {"game": feud.brawl.id, "players": NAMES[:4], **how}


def new(**how):
    return Match.new(game, SECRET, options=options(**how))


def hand(match, seat, result):
    """The first battle of a seat, told by hand from its side: won, lost or drawn."""
    fight = match.pending.for_seat(seat)
    mine = next(side for side, holder in fight.seats.items() if holder == seat)
    other = next(side for side in fight.seats if side != mine)
    winners = {"won": [mine], "lost": [other], "drew": []}[result]
    match.answer(seat, {"by": "hand", "outcome": {"text": "", "rule": "", "winners": winners}})


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(count):
    players = [f"p{number}" for number in range(count)]
    rounds = round_robin(players)
    met = [frozenset(pair) for pairs in rounds for pair in pairs if NOBODY not in pair]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(players, 2)))
    assert all(len({it for pair in pairs for it in pair if it}) == count for pairs in rounds)
    firsts = [sum(pair[0] == it and pair[1] != NOBODY for pairs in rounds for pair in pairs) for it in players]
    assert max(firsts) - min(firsts) <= 2 if count % 2 else True


def test_in_the_second_leg_the_sides_change():
    first, second = round_robin(["a", "b"], 2)
    assert first[0] == second[0][::-1]


@pytest.mark.parametrize("count", [4, 7, 8, 16])
def test_the_swiss_system_avoids_rematches_and_second_byes(count):
    players = [f"p{number}" for number in range(count)]
    met: frozenset[frozenset[str]] = frozenset()
    byes: frozenset[str] = frozenset()
    for number in range(count // 2):
        pairs = swiss(players[number:] + players[:number], met, byes)
        fresh = [frozenset(pair) for pair in pairs if NOBODY not in pair]
        assert not met & set(fresh)
        resting = {one for one, other in pairs if other == NOBODY}
        assert len(resting) == count % 2
        assert not resting & byes
        met, byes = met | set(fresh), byes | resting


def test_where_a_rematch_cannot_be_avoided_there_are_as_few_as_can_be():
    everybody = frozenset(frozenset(pair) for pair in combinations("abcd", 2) if pair != ("c", "d"))
    assert ("c", "d") in swiss("abcd", everybody, frozenset())


def test_ratings_are_those_of_the_published_example():
    """Glickman's own: three battles in one period, 1500 with deviation 200 becomes 1464 with 151.4."""
    me, others = Rating(1500, 200), (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))
    assert [round(expected(me, it), 3) for it in others] == [0.639, 0.432, 0.303]
    new = after(me, list(zip(others, (1, 0, 0), strict=True)))
    assert (round(new.value), round(new.deviation, 1)) == (1464, 151.4)


def test_a_rating_gets_surer_and_what_one_gains_the_other_loses():
    ratings = rated("ab", [[Bout("a", "b", 1)]] * 5)
    assert ratings["a"].value + ratings["b"].value == pytest.approx(3000)
    assert ratings["a"].value > 1500
    assert ratings["a"].deviation < 350
    low, high = ratings["a"].interval
    assert low < ratings["a"].value < high


def test_bots_play_a_whole_league_and_it_replays():
    match = Match.new(game, SECRET, options=options(), bots={f"p{number}": "player" for number in range(1, 5)})
    assert match.outcome is not None
    assert len(match.state.pairings) == 6
    assert audit(match).is_clean


@pytest.mark.parametrize("system", ["round-robin", "swiss"])
@pytest.mark.parametrize("count", [2, 5, 7])
def test_a_league_of_random_answers_comes_to_its_end(system, count):
    configured = game.configure(options(players=NAMES[:count], system=system, rounds=2))
    for seed in range(4):
        league = playout(game, configured, one_bot(random_bot), seed)
        assert game.outcome(league) is not None
        assert {row.seat for row in table(league)} == set(league.order)
    league = playout(game, configured, one_bot(player), 1)
    assert len([it for it in league.pairings if it.away and it.by == "bots"]) >= count // 2


def test_nobody_waits_in_a_round_robin():
    match = new()
    assert set(match.pending.seats) == {"p1", "p2", "p3", "p4"}
    for _ in range(3):
        hand(match, "p1", "won")
    assert "p1" not in match.pending.seats
    assert set(match.pending.seats) == {"p2", "p3", "p4"}


def test_points_and_the_table():
    match = new(points={"win": 2, "draw": 1})
    for result in ("won", "won", "drew"):
        hand(match, "p1", result)
    for result in ("won", "won"):
        hand(match, "p2", result)
    hand(match, "p3", "lost")
    league = match.state
    rows = {row.seat: row for row in table(league)}
    assert (rows["p1"].points, rows["p1"].won, rows["p1"].drawn) == (5, 2, 1)
    assert sum(row.points for row in rows.values()) == 12
    assert match.outcome == Outcome(
        match.outcome.text, "league.end", tuple(it.seat for it in table(league) if it.rank == 1)
    )


def test_at_equal_points_the_battle_between_the_two_decides():
    match = new(players=("Ann", "Bob", "Cleo"), tie_breaks=["head-to-head"])
    beats = {("p1", "p2"), ("p2", "p3"), ("p1", "p3")}
    while not match.is_over:
        seat = match.pending.seats[0]
        fight = match.pending.for_seat(seat)
        other = next(it for it in fight.seats.values() if it != seat)
        hand(match, seat, "won" if (seat, other) in beats else "lost")
    assert [row.seat for row in table(match.state)] == ["p1", "p2", "p3"]


def test_whom_nothing_tells_apart_share_the_first_place():
    match = new(players=("Ann", "Bob"))
    hand(match, "p1", "drew")
    assert match.outcome.winners == tuple(match.state.order)
    assert "share" in match.outcome.text


def test_a_date_is_proposed_and_agreed_on():
    match = new(players=("Ann", "Bob"))
    match.answer("p1", {"instead": "propose"})
    match.answer("p1", {"instead": "Friday, 8 pm"})
    fight = match.pending.for_seat("p2")
    assert "Ann proposes: Friday, 8 pm" in fight.prompt
    assert "accept" not in match.pending.for_seat("p1").instead.options
    match.answer("p2", {"instead": "accept"})
    assert match.state.pairings[0].date == "Friday, 8 pm"
    assert "as agreed: Friday, 8 pm" in match.pending.for_seat("p1").prompt


def test_another_battle_can_be_fought_first_and_they_come_round_again():
    match = new()
    names = [match.pending.for_seat("p1").name]
    for _ in range(3):
        match.answer("p1", {"instead": "another"})
        names.append(match.pending.for_seat("p1").name)
    assert len(set(names[:3])) == 3
    assert names[3] == names[0]
    hand(match, "p1", "won")
    assert match.pending.for_seat("p1").name in names[1:3]


def test_the_battle_is_the_same_for_both_whatever_they_are_shown():
    match = new(players=("Ann", "Bob"))
    match.answer("p1", {"instead": "propose"})
    assert match.pending.for_seat("p1").key == match.pending.for_seat("p2").key


def test_whoever_leaves_forfeits_what_is_left():
    match = new()
    hand(match, "p1", "won")
    match.answer("p1", {"instead": "withdraw"})
    league = match.state
    forfeits = [it for it in league.pairings if it.by == "forfeit"]
    assert len(forfeits) == 2
    assert "p1" not in match.pending.seats
    assert ratings(league)["p1"].value > 1500


def test_a_game_of_one_side_and_twins_are_refused():
    with pytest.raises(BadInput, match="two sides"):
        Match.new(game, SECRET, options={"game": "rdz"})
    with pytest.raises(BadInput, match="differ"):
        new(players=("Ann", "Ann"))


def test_the_scene_tells_the_table_and_what_is_to_be_fought():
    match = new()
    hand(match, "p1", "won")
    scene = draw(match.state, None)
    assert scene.headline == "Rounds 1 to 3 of 3"
    assert [panel.title for panel in scene.panels] == ["Rounds", "Table", "To be fought", "Round 1"]
    cards = scene.panels[1]
    assert isinstance(cards, Cards)
    assert cards.cards[0].title == "1. Ann"


def test_every_rule_of_the_league_is_cited_in_its_code():

    folder = package_folder(game)
    assert folder is not None
    assert problems(game) == []
    assert game.rulebook.ids <= set(citations(read_sources(folder)))


class Brawls(Options, frozen=True):
    """The league with quicker battles."""

    game: str = "brawl"


def test_the_kit_finds_no_fault_in_the_league():
    quick = replace(game, options=Brawls, start=lambda it: game.start(game.configure(msgspec.to_builtins(it))))
    report = check(quick, matches=8, seconds=4)
    assert report.is_clean, str(report)


def test_the_kit_finds_no_fault_in_a_small_campaign():
    report = check(feud.feud, matches=8, seconds=4)
    assert [it for it in report.findings if it.fault != "rulebook"] == [], str(report)
