"""Morale: who checks, when, and how a model runs."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from adjudge.engine import Choose, Table
from adjudge.engine.questions import Point
from adjudge.field.measuring import distance_to_piece, where_they_meet
from adjudge.games.mdrg.book import name_of
from adjudge.games.mdrg.rules.figures import (
    are_enemies,
    enemies_of,
    hangs,
    in_play,
    is_active,
    is_helpless,
    is_pinned,
    leads,
    models_of,
    named,
    side_of,
)
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.places import (
    TOUCH,
    active_opponents,
    adjacent,
    adjacent_enemies,
    base_of,
    from_point,
    ground,
    length,
    nearest_edge,
    sees,
    stand,
    stands,
    touches_cover,
)
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import (
    choose_spot,
    come_into_contact,
    drop,
    hacked_in_flight,
    kill,
    run_off,
)
from adjudge.games.mdrg.rules.sticks import STILL, leaves_table, own_stick, reach, where_to
from adjudge.games.mdrg.state import Battle, Death, Figure

MORALE_DICE = 3
COMPASS = 24


# Who checks


def settle(table: Table[Battle]) -> None:
    """The checks that follow an attack, in the order Gruesome, Leader, halved (morale-several-triggers)."""
    state = table.state
    while state.deaths or _newly_halved(state):
        deaths, state.deaths = state.deaths, []
        for death in deaths:
            if death.gruesome:
                witness_gruesome_kill(table, death)
        for death in deaths:
            mourn_leader(table, death)
        for seat in _newly_halved(state):
            halve(table, seat)
        withdraw(table)


def witness_gruesome_kill(table: Table[Battle], death: Death) -> None:
    """morale.trigger-gruesome: friends within Long of the place; sight only by house rule (gruesome-witness)."""
    state = table.state
    victim = state.figures[death.figure]
    for seat in sorted(state.seats, key=lambda seat: seat == state.active):  # morale-table-order: the active one last
        moved = [figure for figure in models_of(state, seat) if witnesses(state, figure, victim, death)]
        for figure in one_by_one(table, seat, moved):
            check(table, figure, "morale.trigger-gruesome")


def witnesses(state: Battle, figure: Figure, victim: Figure, death: Death) -> bool:
    """A friend of the victim, near the place, whom such things move."""
    if are_enemies(state, figure, victim) or exempt(figure):
        return False
    near = from_point(state, figure, (death.x, death.y)) <= length(state, "long")
    return near and (state.rulings.gruesome_witness == "distance" or _saw(state, figure, victim))


def _saw(state: Battle, figure: Figure, victim: Figure) -> bool:
    return sees(state, figure, victim, models_block=False)


def exempt(figure: Figure) -> bool:
    """Those whom neither gore nor Terror moves (ability.artificial-morale)."""
    return any(one.ignores_terror() for one in voices(figure.rules, "ignores_terror"))


def mourn_leader(table: Table[Battle], death: Death) -> None:
    """morale.trigger-leader, ability.leader-death: everybody in the party, wherever it is."""
    dead = table.state.figures[death.figure]
    if leads(dead):
        check_party(table, dead.seat, "morale.trigger-leader")


def check_party(table: Table[Battle], seat: str, rule: str) -> None:
    """Every model of a party checks, and those that it controls with them (sp-mind-control-turns)."""
    for figure in one_by_one(table, seat, models_of(table.state, seat)):
        check(table, figure, rule)


def one_by_one(table: Table[Battle], seat: str, figures: list[Figure]) -> Iterator[Figure]:
    """The models that check, in the order their owner likes, each after he has seen the last (morale-table-order)."""
    known = table.state.figures
    left = [figure.id for figure in figures]
    while left := [id for id in left if not known[id].gone]:
        question = Choose(left, lambda id: named(known[id]), prompt="who checks Morale next?")
        chosen = table.ask(seat, "ruling.morale-table-order", question)
        left.remove(chosen)
        yield known[chosen]


def _newly_halved(state: Battle) -> list[str]:
    """morale.trigger-halved: the first time a party is down to half its number, rounded down."""
    return [
        seat
        for seat in state.seats
        if seat not in state.halved and 0 < left(state, seat) <= state.originals.get(seat, 0) // 2
    ]


def left(state: Battle, seat: str) -> int:
    """How many of a party are in play (halving-count); a controlled model counts for none (sp-mind-control-turns)."""
    own = [figure for figure in state.figures.values() if figure.seat == seat and not figure.controller]
    if state.rulings.halving_count == "killed-only":
        return sum(figure.gone != "killed" for figure in own)
    return sum((figure.placed or figure.lurking) and not figure.gone for figure in own)


def halve(table: Table[Battle], seat: str) -> None:
    """The check of a party at half strength, once in a game."""
    table.state.halved.append(seat)
    table.tell("morale.trigger-halved", "the party of {seat} is down to half", seat=seat)
    check_party(table, seat, "morale.trigger-halved")


def withdraw(table: Table[Battle]) -> None:
    """Those who do not stay without the others leave."""
    state = table.state
    for figure in in_play(state):
        rule = next((rule for one in voices(figure.rules, "withdraws") if (rule := one.withdraws(state, figure))), "")
        if rule:
            run_off(table, figure, rule)


# The check


def check(table: Table[Battle], figure: Figure, rule: str) -> int:
    """morale.roll: three Quality dice, at once, in anyone's turn. How many failed."""
    if figure.gone or figure.unconscious or figure.inert:
        return 0
    table.tell(rule, "{name} checks Morale", name=named(figure))
    failures = quality_roll(table, figure, MORALE_DICE, "morale", rule).failures
    if not failures:
        table.tell("morale.roll", "{name} stands firm", name=named(figure))
        return 0
    break_and_run(table, figure, failures)
    return failures


def break_and_run(table: Table[Battle], figure: Figure, failures: int) -> None:
    """What one, two or three failures come to."""
    if hangs(figure):
        _fall_and_run(table, figure, failures)
    elif is_helpless(figure):  # transfixed.morale
        kill(table, figure, "transfixed.morale")
    elif is_pinned(figure):
        run_off(table, figure, "ruling.sp-power-armor-shutdown-length")
    elif figure.fallen:
        _rise_and_run(table, figure, failures)
    elif active_opponents(table.state, figure):
        _break_away(table, figure, failures)
    else:
        _run(table, figure, failures)


def _fall_and_run(table: Table[Battle], figure: Figure, failures: int) -> None:
    """climb.morale-failure: it falls, and makes all its fleeing moves from where it landed (climb-morale-stand)."""
    drop(table, figure)
    if not figure.gone:
        stand_up(figure)
        _run(table, figure, failures)


def _rise_and_run(table: Table[Battle], figure: Figure, failures: int) -> None:
    """morale.fallen-alone: the first move is used to stand up; with an enemy in contact it is killed."""
    if adjacent_enemies(table.state, figure):
        kill(table, figure, "morale.helpless-killed")
        return
    if failures == MORALE_DICE:  # morale-fallen-three
        run_off(table, figure, "morale.three-failures")
        return
    stand_up(figure)
    table.tell("morale.fallen-alone", "{name} scrambles to its feet", name=named(figure))
    flee(table, figure, failures - 1)


def stand_up(figure: Figure) -> None:
    """On its feet again."""
    figure.fallen = figure.slow_to_rise = False
    figure.effects = [effect for effect in figure.effects if effect != "prone"]


def _break_away(table: Table[Battle], figure: Figure, failures: int) -> None:
    """morale.flee-from-contact: hacked first, then it runs (morale-in-contact-three)."""
    removed = failures == MORALE_DICE and table.state.rulings.morale_in_contact_three == "removed"
    if removed or hacked_in_flight(table, figure):
        _run(table, figure, failures)


def _run(table: Table[Battle], figure: Figure, failures: int) -> None:
    """morale.one-failure, morale.two-failures, morale.three-failures."""
    if failures >= MORALE_DICE:
        run_off(table, figure, "morale.three-failures")
    else:
        flee(table, figure, failures)


# Flight


def flee(table: Table[Battle], figure: Figure, moves: int) -> None:
    """So many moves towards the nearest edge, or cover that no enemy holds; Slow models too (morale.slow).

    A Short mover that cannot get on makes one Short move of two (short-mover-one-action).
    """
    if not moves or figure.gone:
        return
    shelter = nearest_shelter(table.state, figure)
    options = ["edge", "shelter"] if shelter is not None else ["edge"]
    goal = table.ask(
        side_of(table.state, figure), "morale.one-failure", Choose(options, prompt=f"where does {named(figure)} run?")
    )
    table.tell("morale.one-failure", "{name} runs", name=named(figure))
    moves += _gained(table, figure)
    while moves:
        if figure.gone or (goal == "shelter" and touches_cover(table.state, figure)):
            return
        short = own_stick(table.state, figure) in (None, "short")
        double = short and moves > 1 and _is_stuck(table.state, figure)
        _one_flight(table, figure, shelter if goal == "shelter" else None, double=double)
        moves -= 2 if double else 1


def _gained(table: Table[Battle], figure: Figure) -> int:
    """sp-slow-sprint: who can make two moves of one may do so in flight. How many moves that gives."""
    fast = next((one for one in voices(figure.rules, "doubles_a_move") if one.doubles_a_move(figure)), None)
    if fast is None:
        return 0
    question = Choose(["run", "run faster"], prompt=f"{named(figure)} may use {name_of(fast.id)}")
    if table.ask(side_of(table.state, figure), fast.rule, question) == "run":
        return 0
    figure.used.append(fast.id)
    return 1


def nearest_shelter(state: Battle, figure: Figure) -> str | None:
    """flee-destination: the nearest feature that can hide the model, touched by no enemy and not by the model."""
    field, here = ground(state), stand(state, figure)
    enemies = stands(state, enemies_of(state, figure))
    features = [piece.id for piece in field.pieces if "cover" in field.marks[piece.id]]
    free = [
        (distance_to_piece(field, here, piece), piece)
        for piece in features
        if distance_to_piece(field, here, piece) > TOUCH
        and not any(distance_to_piece(field, enemy, piece) <= TOUCH for enemy in enemies)
    ]
    return min(free)[1] if free else None


def _one_flight(table: Table[Battle], figure: Figure, shelter: str | None, *, double: bool) -> None:
    state = table.state
    goal = where_they_meet(ground(state), stand(state, figure), shelter) if shelter else nearest_edge(state, figure)
    if not shelter and leaves_table(state, figure, goal, double=double) and keeps_away(state, figure, goal):
        run_off(table, figure, "morale.off-table")
        return
    spots = flight_spots(state, figure, goal, double=double)
    if not spots:
        if not _is_stuck(state, figure):
            table.tell("morale.keep-away", "{name} finds no way past its enemies", name=named(figure))
            kill(table, figure, "morale.keep-away")
        return
    before = adjacent(state, figure)
    figure.x, figure.y = choose_spot(table, side_of(state, figure), "morale.keep-away", figure, spots)
    come_into_contact(table, figure, before)


def _is_stuck(state: Battle, figure: Figure) -> bool:
    """A Short mover in broken ground cannot move with one failure and lives (short-mover-one-action)."""
    here = (figure.x, figure.y)
    return all(where_to(state, figure, _ray(here, i, 200.0)).length < STILL for i in range(0, COMPASS, 3))


def flight_spots(state: Battle, figure: Figure, goal: Point, *, double: bool = False) -> list[Point]:
    """Where a straight fleeing move may end: nearer to its goal, never within Short of an active enemy."""
    here = (figure.x, figure.y)
    full = reach(state, figure, own_stick(state, figure)) or reach(state, figure, "short")
    rays = [_ray(here, i, full) for i in range(COMPASS)]
    targets = [goal, *(ray for ray in rays if _leads_to(here, ray, goal))]
    ends = [where_to(state, figure, target, double=double).end for target in targets]
    away = hypot(goal[0] - here[0], goal[1] - here[1])
    nearer = [end for end in dict.fromkeys(ends) if hypot(goal[0] - end[0], goal[1] - end[1]) < away - STILL]
    return [end for end in nearer if keeps_away(state, figure, end)]


def _leads_to(here: Point, ray: Point, goal: Point) -> bool:
    """Whether a ray's first steps bring one nearer to a goal; on the others there is nothing to find."""
    return (ray[0] - here[0]) * (goal[0] - here[0]) + (ray[1] - here[1]) * (goal[1] - here[1]) > 0


def _ray(here: Point, number: int, far: float) -> Point:
    angle = 2 * pi * number / COMPASS
    return (here[0] + far * cos(angle), here[1] + far * sin(angle))


def keeps_away(state: Battle, figure: Figure, end: Point) -> bool:
    """morale.keep-away: at least Short from active enemies; nearer ones may not come nearer (flee-path)."""
    here = (figure.x, figure.y)
    short = length(state, "short")
    radius = base_of(state, figure).diameter / 2
    for enemy in enemies_of(state, figure):
        if not is_active(enemy) or enemy.controller == figure.id:
            continue
        touching = radius + base_of(state, enemy).diameter / 2
        before = hypot(enemy.x - here[0], enemy.y - here[1]) - touching
        if _nearest_on_the_way((enemy.x, enemy.y), here, end) - touching < min(short, before) - STILL:
            return False
    return True


def _nearest_on_the_way(point: Point, start: Point, end: Point) -> float:
    """How near a straight way comes to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
