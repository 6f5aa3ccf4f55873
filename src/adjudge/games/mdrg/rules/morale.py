"""Morale: who checks, when, and how a model runs."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import Literal, NamedTuple

from adjudge.engine import Choose, Deed, Option, Table, step
from adjudge.engine.moments import any_of, first_of
from adjudge.engine.questions import Point
from adjudge.field.measuring import distance_to_piece, where_they_meet
from adjudge.field.points import part_way
from adjudge.games.mdrg.ability import Special, first_word, voices
from adjudge.games.mdrg.book import name_of
from adjudge.games.mdrg.figures import (
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
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import (
    TOUCH,
    active_opponents,
    adjacent,
    adjacent_enemies,
    base_of,
    from_point,
    ground,
    length,
    nearest_edge,
    stand,
    stands,
)
from adjudge.games.mdrg.rules.line_of_sight import sees, touches_cover
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import (
    Hacked,
    carry_out_hacks,
    choose_spot,
    come_into_contact,
    cut_down,
    drop,
    kill,
    resolve_hacks,
    run_off,
)
from adjudge.games.mdrg.state import Battle, Death, Figure
from adjudge.games.mdrg.sticks import STILL, leaves_table, own_stick, reach, where_to

MORALE_DICE = 3
COMPASS = 24


# Moments at which special rules speak


@any_of
def ignores_terror() -> bool:
    """Whether neither Terror nor witnessed Gruesome Kills frighten the model."""


@first_of
def withdraws(state: Battle, figure: Figure) -> str | None:
    """The rule by which the model leaves the table now; nothing if it stays."""


@any_of
def doubles_a_move(figure: Figure) -> bool:
    """Whether the model may still, for once, make two moves in place of one."""


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
    return ignores_terror(voices(figure.rules))


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
        describe = lambda id: Option(id, named(known[id]), figure=id)  # noqa: E731
        question = Choose(left, describe, prompt="who checks Morale next?", about=lambda id: Deed("check", id))
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
    table.tell("morale.trigger-halved", "the party of {{{seat}}} is down to half", seat=seat)
    check_party(table, seat, "morale.trigger-halved")


def withdraw(table: Table[Battle]) -> None:
    """Those who do not stay without the others leave."""
    state = table.state
    for figure in in_play(state):
        rule = first_word(withdraws.said(voices(figure.rules), state, figure))
        if rule:
            run_off(table, figure, rule)


# The check


Response = Literal["exempt", "stands", "falls", "killed", "runs off", "rises", "breaks away", "flees"]


class Nerve(NamedTuple):
    """What a Morale check comes to: what the model does, the fleeing moves it has left for it, and the rule."""

    response: Response
    moves: int = 0
    rule: str = "morale.roll"
    failures: int = 0
    hacked: Hacked = Hacked()

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome."""
        if self.response == "killed" or (self.hacked.is_beaten and self.response == "breaks away"):
            return Outcome("kill", also=("by a Free Hack",) if self.hacked.is_beaten else ())
        if self.moves >= MORALE_DICE or self.response == "runs off":
            return Outcome("runs away", also=("falls first",) if self.response == "falls" else ())
        also = {"falls": ("falls first",), "rises": ("gets up first",), "breaks away": ("hacked first",)}
        if self.response in ("stands", "exempt"):
            return Outcome("stands")
        return Outcome("flees", count=self.moves, also=also.get(self.response, ()))


@step
def resolve_check(table: Table[Battle], figure: Figure, rule: str) -> Nerve:
    """morale.roll: three Quality dice, at once, in anyone's turn."""
    if figure.gone or figure.unconscious or figure.inert:
        return Nerve("exempt")
    table.tell(rule, "{name} checks Morale", on=(figure.id,), name=named(figure))
    return nerve_after(table, figure, quality_roll(table, figure, MORALE_DICE, "morale", rule).failures)


def nerve_after(table: Table[Battle], figure: Figure, failures: int) -> Nerve:
    """What so many failures come to; one who flees from contact is hacked at first (morale.flee-from-contact)."""
    nerve = response(table.state, figure, failures)
    if nerve.response != "breaks away":
        return nerve
    removed = failures == MORALE_DICE and table.state.rulings.morale_in_contact_three == "removed"
    return nerve if removed else nerve._replace(hacked=resolve_hacks(table, figure, "disengage.morale", cut_down))


def response(state: Battle, figure: Figure, failures: int) -> Nerve:
    """What so many failures come to, as the model is."""
    if not failures:
        return Nerve("stands")
    if hangs(figure):
        return Nerve("falls", failures, "climb.morale-failure", failures)
    if is_helpless(figure):
        return Nerve("killed", 0, "transfixed.morale", failures)
    if is_pinned(figure):
        return Nerve("runs off", 0, "ruling.sp-power-armor-shutdown-length", failures)
    if figure.fallen and adjacent_enemies(state, figure):
        return Nerve("killed", 0, "morale.helpless-killed", failures)
    if figure.fallen and failures == MORALE_DICE:  # morale-fallen-three
        return Nerve("runs off", 0, "morale.three-failures", failures)
    if figure.fallen:  # the first move is used to stand up
        return Nerve("rises", failures - 1, "morale.fallen-alone", failures)
    kind: Response = "breaks away" if active_opponents(state, figure) else "flees"
    return Nerve(
        kind, failures, "morale.flee-from-contact" if kind == "breaks away" else "morale.one-failure", failures
    )


def check(table: Table[Battle], figure: Figure, rule: str) -> int:
    """A Morale check, carried out. How many dice failed."""
    nerve = resolve_check(table, figure, rule)
    break_and_run(table, figure, nerve)
    return nerve.failures


def break_and_run(table: Table[Battle], figure: Figure, nerve: Nerve) -> None:
    """What a Morale check came to, carried out."""
    match nerve.response:
        case "stands":
            table.tell("morale.roll", "{name} stands firm", on=(figure.id,), mark="safe", name=named(figure))
        case "killed":
            kill(table, figure, nerve.rule)
        case "runs off":
            run_off(table, figure, nerve.rule)
        case "falls":  # climb-morale-stand: it makes all its fleeing moves from where it landed
            drop(table, figure)
            if not figure.gone:
                stand_up(figure)
                _run(table, figure, nerve.moves)
        case "rises":
            stand_up(figure)
            table.tell(
                "morale.fallen-alone", "{name} scrambles to its feet", on=(figure.id,), mark="free", name=named(figure)
            )
            flee(table, figure, nerve.moves)
        case "breaks away":  # morale-in-contact-three
            carry_out_hacks(table, figure, nerve.hacked, cut_down)
            if not figure.gone:
                _run(table, figure, nerve.moves)
        case "flees":
            _run(table, figure, nerve.moves)


def stand_up(figure: Figure) -> None:
    """On its feet again."""
    figure.fallen = figure.slow_to_rise = False
    figure.effects = [effect for effect in figure.effects if effect != "prone"]


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
    question = Choose(
        options,
        prompt=f"where does {named(figure)} run?",
        about=lambda key: Deed("flee", figure.id, "edge" if key == "edge" else shelter or ""),
        facts={"figure": figure.id, "moves": moves},
    )
    goal = table.ask(side_of(table.state, figure), "morale.one-failure", question)
    table.tell("morale.one-failure", "{name} runs", on=(figure.id,), mark="flee", name=named(figure))
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
    fast: Special | None = doubles_a_move.who(voices(figure.rules), figure)
    if fast is None:
        return 0
    question = Choose(
        ["run", "run faster"],
        prompt=f"{named(figure)} may use {name_of(fast.id)}",
        about=lambda key: Deed(key, figure.id, item=fast.id),
    )
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
            table.tell("morale.keep-away", "{name} finds no way past its enemies", on=(figure.id,), name=named(figure))
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
    """Where a straight fleeing move may end: nearer to its goal, never within Short of an active enemy.

    flee-path: where no full move is legal, as far as it gets that way; or not at all, if the table plays it so.
    """
    here = (figure.x, figure.y)
    full = reach(state, figure, own_stick(state, figure)) or reach(state, figure, "short")
    rays = [_ray(here, i, full) for i in range(COMPASS)]
    targets = [goal, *(ray for ray in rays if _leads_to(here, ray, goal))]
    ends = dict.fromkeys(where_to(state, figure, target, double=double).end for target in targets)
    spots = [end for end in ends if _is_nearer(end, here, goal) and keeps_away(state, figure, end)]
    if spots or state.rulings.flee_path == "full-moves":
        return spots
    cut = (where_to(state, figure, _as_far_as_safe(state, figure, end), double=double).end for end in ends)
    return [end for end in dict.fromkeys(cut) if _is_nearer(end, here, goal) and keeps_away(state, figure, end)]


def _is_nearer(end: Point, here: Point, goal: Point) -> bool:
    """Whether a move from here brings one nearer to a goal."""
    return hypot(goal[0] - end[0], goal[1] - end[1]) < hypot(goal[0] - here[0], goal[1] - here[1]) - STILL


def _as_far_as_safe(state: Battle, figure: Figure, end: Point) -> Point:
    """The last point of a straight way at which the model has kept away from everybody."""
    here, low, high = (figure.x, figure.y), 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if keeps_away(state, figure, part_way(here, end, middle)) else (low, middle)
    return part_way(here, end, low)


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
