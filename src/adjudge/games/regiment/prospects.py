"""Which step answers for which option: what a screen shows beside it. There is no rule in here.

A forecast runs the rule that the option would set off, on a copy, and says what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudge.engine import Table
from adjudge.engine.questions import Together
from adjudge.games.regiment.data import Stat, numbers
from adjudge.games.regiment.rules import battle
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import Verdict, can_be_hurt, is_area_fire, resolve_fire, spread
from adjudge.games.regiment.rules.core import Attempt, Modifier, modifiers_at_hand, roll_tier, stat_modifier
from adjudge.games.regiment.rules.npcs import take_area, take_damage
from adjudge.games.regiment.state import Fire, Harmed, Session, Soldier, Team, Tier, Vehicle

Forecast = Callable[[Table[Session]], object]


class Exchange(NamedTuple):
    """What an assault or covering fire comes to: how it went, what it did, what came back."""

    tier: Tier
    damage: int
    stress: int
    wounds: int


class Breach(NamedTuple):
    """What an attack on a vehicle comes to: conditions it did not have before."""

    tier: Tier
    major: int
    minor: int


class Others(NamedTuple):
    """What becomes of several: how many of them come out how."""

    counts: tuple[tuple[str, int], ...]


def of_attack(order: Fire) -> Forecast:
    """What the attack does to its target; to several, each by itself."""

    def foresee(table: Table[Session]) -> object:
        return resolve_fire(table, order)

    return foresee


def of_area(session: Session, order: Fire) -> Forecast:
    """One target as a verdict, several told apart."""
    orders = [it for it in spread(session, order) if can_be_hurt(session, it)]
    if len(orders) < 2:
        return of_attack(order)
    return Together([_one(it) for it in orders], Others)


def _one(order: Fire) -> Callable[[Table[Session]], str]:
    return lambda table: fate(table.state, order, resolve_fire(table, order))


def fate(session: Session, order: Fire, verdict: Verdict) -> str:
    """What becomes of one of several, in a word: what it would be told as if it were carried out."""
    target = session.figure(order.target)
    if isinstance(target, Team):
        hit = take_area if is_area_fire(order) and not order.splash else take_damage
        out = sum(marks >= numbers().strength for marks in hit(target.marks, verdict.damage)) - target.out
        return f"team loses {out}" if out else "team holds"
    if isinstance(target, Vehicle):
        return "vehicle hit" if verdict.wounds or verdict.stress else "vehicle unharmed"
    if not verdict.wounds and not verdict.stress:
        return "unhurt"
    after: tuple[tuple[Harmed, int], ...] = (("wounds", verdict.wounds), ("stress", verdict.stress))
    is_critical = any(n and tracks.marks_of(target, it).all + n > tracks.line(session.rulings, it) for it, n in after)
    return "critical" if is_critical else "wounded" if verdict.wounds else "stressed"


def of_assault(order: Fire) -> Forecast:
    """The whole exchange, both ways."""
    return lambda table: _exchange(table, order, battle.charge)


def of_covering_fire(order: Fire) -> Forecast:
    return lambda table: _exchange(table, order, battle.cover)


def _exchange(table: Table[Session], order: Fire, deed: Callable[[Table[Session], Soldier, Fire], Tier]) -> Exchange:
    session = table.state
    soldier, team = session.soldiers[order.attacker], session.teams[order.target]
    before = sum(team.marks), soldier.stress.all, soldier.wounds.all
    tier = deed(table, soldier, order)
    return Exchange(tier, sum(team.marks) - before[0], soldier.stress.all - before[1], soldier.wounds.all - before[2])


def of_vehicle(order: Fire) -> Forecast:
    """How many conditions the attack brings."""

    def foresee(table: Table[Session]) -> Breach:
        vehicle = table.state.vehicles[order.target]
        major, minor = len(vehicle.major), len(vehicle.minor)
        tier = battle.engage_vehicle(table, table.state.soldiers[order.attacker], order)
        return Breach(tier, len(vehicle.major) - major, len(vehicle.minor) - minor)

    return foresee


def of_roll(id: str, attempt: Attempt, stat: Stat | None, *more: Modifier) -> Forecast:
    """The tier of a move's roll as things stand: without help and without anything still to be bought."""

    def foresee(table: Table[Session]) -> Tier:
        soldier = table.state.soldiers[id]
        first = [stat_modifier(soldier, attempt, stat)] if stat else []
        modifiers = [*first, *more, *modifiers_at_hand(table.state, soldier, attempt)]
        return roll_tier(table, sum(it.amount for it in modifiers), attempt.rule, table.state.hand(soldier))

    return foresee
