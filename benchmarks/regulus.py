"""Regulus: the odds that a screen redraws at each key, and sessions by bots.

A menu is redrawn whole: every option of a contest with its line of odds and its full distribution. Cold: nothing about
those dice has been worked out before, and the rule itself is run through every branch. The menu measured is the
heaviest there is, three dice with two re-rolls spent and the options of the third advantage.
"""

from __future__ import annotations

from adjudge.engine import Script, playout
from adjudge.games.regulus import game
from adjudge.games.regulus.rules.table import offers, turn
from adjudge.games.regulus.state import Session
from adjudge.odds import distribution
from adjudge.odds.enumerate import forget
from adjudge.odds.forecasts import SCREEN_BUDGET
from adjudge.story.floor import Offer
from benchmarks import WORKING, Result, seconds, within

TO_THE_MENU = (
    ("p1", "do/contest", "The droid is down", "I shoot"),
    ("p1", "now/1/means/quality/Card Sharp"),
    ("p1", "now/1/dice/3"),
    ("gm", "now/1/calm"),
    ("p1", "now/1/find", ["quality/Knows Every Bar", "rating/Wealth", "rating/Security"]),
    ("p1", "now/1/advantage/re-roll"),
    ("p1", "now/1/advantage/re-roll"),
)


def at_the_menu() -> Session:
    """A session before the third advantage of a contest."""
    session = game.start(game.configure({"approvals": "automatic"}))
    for seat, key, *answers in TO_THE_MENU:
        turn(Script(session, answers=[(seat, key), *answers]))
    return session


def draw(session: Session) -> list[Offer]:
    """The whole menu of the player, with every line and every distribution."""
    menu = offers(session)["p1"]
    for offer in menu:
        if callable(offer.note):
            offer.note()
        if offer.forecast is not None:
            distribution(offer.forecast, session, policy=game.policy, budget=SCREEN_BUDGET)
    return menu


def draw_cold(session: Session) -> None:
    forget()
    draw(session)


def session_of_bots() -> Session:
    options = game.configure({"players": 3, "scenes": 3})
    return playout(game, options, {seat.id: game.bot(game.default_bot) for seat in game.seats(options)}, 1)


def results() -> list[Result]:
    session = at_the_menu()
    shown = sum(offer.forecast is not None for offer in draw(session))
    warm = seconds(lambda: draw(session), clock=WORKING)
    cold = seconds(lambda: draw_cold(session), clock=WORKING)
    evening = seconds(session_of_bots, clock=WORKING)
    return [
        within(f"the menu of a contest, {shown} options with odds, as it is redrawn", warm, 0.020),
        within("the same menu the first time, nothing worked out before", cold, 0.020),
        Result("a session of three players and three scenes by bots", f"{1000 * evening:.3g} ms"),
    ]
