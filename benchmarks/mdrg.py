"""Whole battles and a campaign of Mutants and Death Ray Guns by bots, how well they play, the odds of single attacks.

Where the time of a battle goes is told in `docs/games/mdrg.md`.
"""

from __future__ import annotations

from time import process_time

from adjudge.engine import playout, random_bot
from adjudge.engine.copying import copy
from adjudge.games.mdrg import game
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.campaign import game as campaign
from adjudge.games.mdrg.figures import refresh
from adjudge.games.mdrg.rules.area import throw_question
from adjudge.odds import distribution, of_procedure
from adjudge.odds.estimate import interval
from benchmarks import WORKING, Result, seconds, within

BATTLES = 6
MIRRORED = 50
PAIRS = (("android", "robot"), ("mutationist", "animal"), ("robot", "animal"))
"""Parties of five."""
ATTACKS = ("hand-to-hand", "shot", "multiple-shots", "concentrated-fire", "grenade", "telepathy")
BLASTS = ("fragmentation-grenade", "defoliant-grenade", "sonic-grenade")
CROWD = 10
"""Models in a blast, each of them in armor and a force field."""
SLOWEST = 0.020
CAMPAIGN = {"parties": ["human", "robot", "mutationist", "wretched"], "battles": "pairs", "weeks": 5}


def results() -> list[Result]:
    won, low, high = _against_random()
    slowest = max([*((_odds(name), name) for name in ATTACKS), *((_blast(arm), f"{arm} on ten") for arm in BLASTS)])
    return [
        Result(
            "the warlord against random play, each pair of random parties from both seats",
            f"{won:.0%} of {2 * MIRRORED} battles won ({low:.0%} to {high:.0%})",
            "at least 90 %",
            won >= 0.9,
        ),
        Result("a five-a-side battle by bots", f"{_battles():.2f} s of processor time", "", None),
        within("copy a state of ten figures", _copy(), 0.00004),
        Result("a campaign of five weeks, four parties in pairs, by bots", f"{_campaign():.1f} s of processor time"),
        Result(
            "the odds of any single attack",
            f"at most {slowest[0] * 1000:.1f} ms ({slowest[1]})",
            "at most 20 ms",
            slowest[0] <= SLOWEST,
        ),
    ]


def _against_random() -> tuple[float, float, float]:
    won = 0
    for seed in range(MIRRORED):
        options = game.configure({"parties": ("random", "random"), "seed": seed})
        for seat, bots in (
            ("red", {"red": warlord, "blue": random_bot}),
            ("blue", {"red": random_bot, "blue": warlord}),
        ):
            ended = game.outcome(playout(game, options, bots, seed))
            won += ended is not None and ended.winners == (seat,)
    return won / (2 * MIRRORED), *interval(won, 2 * MIRRORED)


def _battles() -> float:
    start = process_time()
    for number in range(BATTLES):
        options = game.configure({"parties": PAIRS[number % len(PAIRS)]})
        playout(game, options, {"red": warlord, "blue": warlord}, number)
    return (process_time() - start) / BATTLES


def _copy() -> float:
    state = game.start(game.configure({"parties": ("android", "robot"), "terrain": "open"}))
    assert len(copy(state).figures) == CROWD  # the function that copies is written at its first use
    return seconds(lambda: copy(state), clock=WORKING)


def _odds(name: str) -> float:
    of_procedure(game, name, {})
    start = process_time()
    for _ in range(10):
        of_procedure(game, name, {}, events=False)
    return (process_time() - start) / 10


def _blast(arm: str) -> float:
    """The odds of a throw into a crowd of both parties."""
    state = game.start(game.configure({"parties": ("plant", "robot"), "terrain": "open"}))
    crowd = list(state.figures.values())[:CROWD]
    for number, figure in enumerate(crowd):
        figure.placed, figure.x, figure.y = True, 360.0 + 26 * (number % 5), 380.0 + 30 * (number // 5)
        figure.gear["force-field"] = 1
        refresh(figure)
    question = throw_question(state, crowd[0], ARMS[arm])
    start = process_time()
    for _ in range(10):
        rule = question.forecast((410.0, 395.0))
        assert rule is not None
        distribution(rule, state)
    return (process_time() - start) / 10


def _campaign() -> float:
    """Ten battles, and everything between them."""
    options = campaign.configure(CAMPAIGN)
    bots = {seat.id: campaign.bot(campaign.default_bot) for seat in campaign.seats(options)}
    start = process_time()
    playout(campaign, options, bots, "benchmark")
    return process_time() - start
