"""At range: shots at one or several, concentrated fire, grenades."""

from __future__ import annotations

from math import asin, degrees, hypot
from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Table
from adjudge.engine.inputs import known
from adjudge.engine.questions import Point
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.outcomes import Outcome, Several
from adjudge.games.mdrg.procedures.play import BLASTS, BLUE, RED, REPEATERS, SHOT, Cover, Distance, facing, figure
from adjudge.games.mdrg.rules import area, groups, ranged
from adjudge.games.mdrg.rules.line_of_sight import sees_spot
from adjudge.games.mdrg.rules.ranged import wear_out
from adjudge.games.mdrg.small_tables import (
    HERE,
    PLAIN,
    Fighter,
    Gunner,
    ScaleName,
    Shooter,
    away_from,
    hide,
    offered,
    put,
    radius,
    refuse,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.special import skills
from adjudge.games.mdrg.state import Battle, Figure


class Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """A shot."""

    shooter: Shooter = Shooter()
    target: Fighter = Fighter()
    weapon: Annotated[str, known(SHOT)] = "pistol"
    distance: Distance = 100.0
    aimed: bool = False
    cover: Cover = False
    later: Annotated[bool, Meta(description="the second or third target of one attack")] = False
    beside: Annotated[
        int, Meta(ge=0, le=2, description="other models in contact with the target, not hostile to it")
    ] = 0
    scale: ScaleName = "28mm"


def shooting(params: Shot) -> Battle:
    """A shot, perhaps a later one of an attack, at a target that is perhaps not alone."""
    state = facing(params)
    shooter, target = state.figures[RED], state.figures[BLUE]
    for number in range(params.beside):
        one = put(state, f"blue-{number + 2}", PLAIN, HERE, f"one beside it {number + 1}")
        away_from(state, one, target, 0.0, (30.0, -30.0)[number])
    if params.later:  # the first target of the attack stood within Short of this one
        first = put(state, "blue-first", PLAIN, (target.x, target.y + state.scale.sticks.short), "the first target")
        ranged.note_shot(shooter, first, ARMS[params.weapon])
        shooter.attacked = True
    return state


def shot(state: Battle, params: Shot) -> Deed:
    shooter, target, arm = state.figures[RED], state.figures[BLUE], ARMS[params.weapon]
    why = ranged.why_no_shot(state, shooter, target, arm, aimed=params.aimed, later=params.later)
    refuse(why)
    word = "aim" if params.aimed else "shoot on" if params.later else "shoot"
    return offered(state, shooter, f"{word}:{arm.id}:{BLUE}", why)


class Volley(Struct, frozen=True, forbid_unknown_fields=True):
    """One attack on two or three targets."""

    shooter: Gunner = Gunner()
    targets: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=3)] = (Fighter(), Fighter())
    weapon: Annotated[str, known(REPEATERS)] = "laser-gun"
    distance: Distance = 100.0
    scale: ScaleName = "28mm"


def volley_of(params: Volley) -> Battle:
    """The targets one beside the other, each at the distance."""
    state = small_table(rulings_of(params), params.scale)
    shooter = put(state, RED, params.shooter, HERE, "the shooter", holds=params.weapon)
    placed: list[Figure] = []
    for number, target in enumerate(params.targets, 1):
        one = put(state, f"blue-{number}", target, HERE, f"target {number}")
        turn = sum(_turn_past(state, other, shooter, params.distance) for other in placed)
        away_from(state, one, shooter, params.distance, turn)
        placed.append(one)
    for number, one in enumerate(placed):
        refuse(ranged.why_no_shot(state, shooter, one, ARMS[params.weapon], later=number > 0))
    return state


def _turn_past(state: Battle, one: Figure, middle: Figure, distance: float) -> float:
    """The turn about the middle that keeps the next model, of any size, clear of one at that distance."""
    far = distance + radius(state, middle) + radius(state, one)
    return 2 * degrees(asin(min(1.0, (state.scale.bases.huge + 4.0) / 2 / far)))


def volley(table: Table[Battle], params: Volley) -> Several:
    """multishot.targets: the later shots at -1; an empty, jammed or broken weapon ends it."""
    shooter, arm, found = figure(table), ARMS[params.weapon], list[Outcome]()
    for number in range(1, len(params.targets) + 1):
        target = figure(table, f"blue-{number}")
        fired = ranged.resolve_shot(table, shooter, target, arm, later=number > 1)
        found.append(fired.outcome)
        ranged.note_shot(shooter, target, arm)
        wear_out(table, [(shooter, arm)], fired.wear)
        if not ranged.may_go_on(shooter, arm):
            break
    return Several(tuple(found))


class Marksman(Shooter, frozen=True, forbid_unknown_fields=True):
    """One of several shooters, with what, how far from the target, and whether that is in cover from him."""

    weapon: Annotated[str, known(SHOT)] = "assault-rifle"
    distance: Distance = 100.0
    cover: Cover = False


class Concentrated(Struct, frozen=True, forbid_unknown_fields=True):
    """Several shooters at one target, by order of their Leader."""

    shooters: Annotated[tuple[Marksman, ...], Meta(min_length=2, max_length=5)] = (Marksman(), Marksman())
    target: Fighter = Fighter()
    scale: ScaleName = "28mm"


def firing_line(params: Concentrated) -> Battle:
    """The shooters abreast, the Leader behind them."""
    state = small_table(rulings_of(params), params.scale)
    target = put(state, BLUE, params.target, HERE, "the target")
    nearest = min(shooter.distance for shooter in params.shooters) + radius(state, target)
    step = degrees(asin(min(1.0, (state.scale.bases.huge + 8.0) / max(1.0, nearest + 20.0))))
    placed = []
    for number, shooter in enumerate(params.shooters, 1):
        one = put(state, f"red-{number}", shooter, HERE, f"shooter {number}", holds=shooter.weapon)
        away_from(state, one, target, shooter.distance, 180.0 + step * (number - (len(params.shooters) + 1) / 2))
        placed.append((one, shooter))
    for one, shooter in placed:
        if shooter.cover:
            hide(state, target, one, shooter.distance)
    behind = min(one.x for one, _ in placed) - 2 * state.scale.bases.huge
    leader = put(state, "red-leader", Fighter(traits=(skills.LEADER,)), (behind, HERE[1]), "the Leader")
    for one, shooter in placed:
        refuse(groups.why_not_with_others(state, leader, one, target, ARMS[shooter.weapon]))
    return state


def concentrated(table: Table[Battle], params: Concentrated) -> Outcome:
    firing = [(figure(table, f"red-{number}"), ARMS[one.weapon]) for number, one in enumerate(params.shooters, 1)]
    return groups.resolve_fire(table, firing, figure(table, BLUE))[1].outcome


class Grenade(Struct, frozen=True, forbid_unknown_fields=True):
    """A grenade or the like, and one model in its blast."""

    grenade: Annotated[str, known(BLASTS)] = next(iter(BLASTS))
    target: Fighter = Fighter()
    cover: Annotated[bool, Meta(description="scenery between the point of impact and the target")] = False


IMPACT: Point = (HERE[0] - 45.0, HERE[1])


def throwing(state: Battle, arm: str) -> None:
    """Whether the throw is one that play offers."""
    thrower = state.figures[RED]
    offered(state, thrower, f"throw:{arm}")
    assert sees_spot(state, thrower, IMPACT)


def blasted(params: Grenade) -> Battle:
    """The target beside the point of impact, the thrower at a safe distance."""
    state = small_table(rulings_of(params))
    put(state, RED, Fighter(type="mutant"), (IMPACT[0] - 100.0, HERE[1]), "the thrower", holds=params.grenade)
    state.figures[RED].gear[params.grenade] = 1
    target = put(state, BLUE, params.target, HERE, "the target")
    if params.cover:
        spot = put(state, "red-spot", PLAIN, IMPACT, "the point of impact")
        hide(state, target, spot, hypot(target.x - spot.x, target.y - spot.y) - 2 * radius(state, target))
        del state.figures["red-spot"]
    throwing(state, params.grenade)
    return state


def grenade(table: Table[Battle], params: Grenade) -> Outcome:
    arm, thrower = ARMS[params.grenade], figure(table)
    return Outcome(area.resolve_blast(table, thrower, figure(table, BLUE), arm, IMPACT).kind)
