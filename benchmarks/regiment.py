"""The Regiment: the odds of the heaviest attack there is, a menu of attacks as a screen redraws it, operations by bots.

The heaviest attack is an assault gun's nine dice on six targets in an area: three teams and three soldiers of the
squad, some of whom have tough and grit. The menu of attacks is the longest that any loadout gives in such a crowd,
every attack with its whole distribution; that of assaults is worked out once for each question, and no key a player
presses works it out again. The first time: nothing about those dice has been worked out before, and the rule itself is
run through every branch.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudge.engine import playout
from adjudge.games.regiment import game
from adjudge.games.regiment.prospects import Forecast, of_area, of_assault
from adjudge.games.regiment.rules import engagement
from adjudge.games.regiment.rules.attack import spread
from adjudge.games.regiment.rules.battle import affordable, assault_orders, people_in_sight, shots
from adjudge.games.regiment.rules.playbooks import weapons_of
from adjudge.games.regiment.state import Fire, Held, Session, Team, Vehicle
from adjudge.odds import distribution
from adjudge.odds.enumerate import forget
from adjudge.odds.forecasts import SCREEN_BUDGET
from benchmarks import WORKING, Result, seconds, within

AREA = "mill"
TARGETS = 6
AGAIN, FIRST = 0.020, 0.100


def at_the_mill() -> Session:
    """Three teams and three soldiers at one place; the fourth soldier and an assault gun fire at it."""
    session: Session = game.start(game.configure({"players": 4, "operation": "culvert"}))
    session.teams = {
        id: Team(id=id, name=id.capitalize(), side="enemy", place=AREA, cover=1, marks=[0] * 5)
        for id in ("first", "second", "third")
    }
    gunner, *others = session.soldiers.values()
    for number, soldier in enumerate(others):
        soldier.place, soldier.tough, soldier.grit, soldier.cover = AREA, number, number, 0
    gunner.place = AREA
    session.vehicles = {"gun": Vehicle(id="gun", name="Assault gun", kind="assault-gun", side="enemy", place=AREA)}
    engagement.begin(session, "assault")
    return session


def heaviest(session: Session) -> Fire:
    """Nine dice at full volume on everybody at the place but the one who waits outside."""
    session.soldiers["p1"].place = "ditch"
    session.vehicles["gun"].place = "ditch"
    order = Fire("heavy-assault-gun", "p2", "gun")
    assert len(spread(session, order)) == TARGETS
    return order


def with_the_longest_menu() -> Session:
    """The same place, with the loadout that gives most to choose from."""
    session, arms = at_the_mill(), {}
    for book in session.playbooks.values():
        for loadout in book.loadout:
            either = loadout.either[0] if loadout.either else ""
            arms[book.id, loadout.id] = [Held(it) for it in weapons_of(book, loadout, either, session.rulings)]

    def length(held: list[Held]) -> int:
        session.soldiers["p1"].weapons = held
        return len(menu(session))

    session.soldiers["p1"].weapons = max(arms.values(), key=length)
    return session


def menu(session: Session) -> list[Fire]:
    gunner = session.soldiers["p1"]
    return affordable(session, gunner, shots(session, gunner, people_in_sight(session)))


def before_the_mill() -> Session:
    """The squad in the ditch, both of the enemy's teams in sight."""
    session: Session = game.start(game.configure({"players": 4, "operation": "culvert"}))
    session.teams["gunners"].hidden = False
    for soldier in session.soldiers.values():
        soldier.place = "ditch"
    engagement.begin(session, "assault")
    return session


Rules = Callable[[], list[Forecast]]
"""What is foreseen, put together again each time, as for a screen."""


def attacks(session: Session) -> list[Forecast]:
    return [of_area(session, order) for order in menu(session)]


def assaults(session: Session, who: str) -> list[Forecast]:
    """The whole exchange, both ways, of every assault that a soldier could make."""
    return [of_assault(order) for order in assault_orders(session, session.soldiers[who], "assault")]


def draw(session: Session, rules: Rules) -> None:
    """Every option with its distribution, as a screen has them worked out."""
    for rule in rules():
        distribution(rule, session, policy=game.policy, budget=SCREEN_BUDGET)


def draw_cold(session: Session, rules: Rules) -> None:
    forget()
    draw(session, rules)


def operation_by_bots(seed: int = 1) -> Session:
    options = game.configure({"players": 4})
    bots = {seat.id: game.bot(game.default_bot) for seat in game.seats(options)}
    return playout(game, options, bots, seed)


def results() -> list[Result]:
    crowd, field, ditch = at_the_mill(), with_the_longest_menu(), before_the_mill()
    blast = heaviest(crowd)

    def heavy() -> list[Forecast]:
        return [of_area(crowd, blast)]

    shots_of: Rules = partial(attacks, field)
    charges: Rules = partial(assaults, ditch, max(ditch.soldiers, key=lambda id: len(assaults(ditch, id))))
    six, several = (
        f"nine dice on each of {TARGETS} targets in an area",
        f"a menu of {len(shots_of())} attacks in a crowd",
    )
    found = []
    for what, session, rules in ((six, crowd, heavy), (several, field, shots_of)):
        draw(session, rules)
        again, first = partial(draw, session, rules), partial(draw_cold, session, rules)
        found.append(within(f"{what}, as it is redrawn", seconds(again, clock=WORKING), AGAIN))
        found.append(within(f"{what}, the first time", seconds(first, clock=WORKING), FIRST))
    both_ways = seconds(partial(draw_cold, ditch, charges), clock=WORKING)
    evening = seconds(operation_by_bots, clock=WORKING)
    return [
        *found,
        within(f"a menu of {len(charges())} assaults with the fire that comes back, the first time", both_ways, FIRST),
        Result("an operation of four soldiers and a GM by bots", f"{1000 * evening:.3g} ms"),
    ]
