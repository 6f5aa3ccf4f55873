"""The "Zombie Grab": moving near zombies, being held, wrestling free."""

from __future__ import annotations

import itertools

from adjudge.engine import UMPIRE, PickPoint, Table
from adjudge.engine.moments import sum_of
from adjudge.engine.steps import step
from adjudge.engine.wording import several
from adjudge.field import Point, Round, Stand
from adjudge.field.measuring import gap
from adjudge.field.moving import meetings, spots_at
from adjudge.field.paths import Path, is_open, shortest_path
from adjudge.field.points import apart, part_way
from adjudge.field.regions import Reachable
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.figures import is_able, loosen_grabs
from adjudge.games.akula.places import gait_of, ground_of, stands, touch, walk, zeds_touching
from adjudge.games.akula.readings import is_odd, lead
from adjudge.games.akula.regions import reachable
from adjudge.games.akula.state import Battle, Survivor, Zed
from adjudge.games.akula.verdicts import Modifier, Seized, total_of
from adjudge.games.akula.victory import leave_if_out
from adjudge.games.akula.voices import voices_of

ARM = Round(0.0)
"""What a zed stretches out: no wider than a line."""
STEP = 0.25
"""How often, in inches of its way, a survivor is looked at who comes out from behind a wall."""


@sum_of
def holding_bonus(state: Battle, zed: Zed) -> int:
    """What a zed adds to a hold besides being one more."""
    raise NotImplementedError


def move(table: Table[Battle], survivor: Survivor, path: Path, spared: frozenset[str] = frozenset()) -> None:
    """A survivor walks a path, and may be grabbed on the way. `spared` zeds do not grab."""
    state = table.state
    seized = resolve_passing(table, survivor, path, spared)
    if seized is not None:
        seize(table, survivor, seized)
        return
    place(state, survivor, path.end)
    loosen_grabs(state)
    leave_if_out(table, survivor)


@step
def resolve_passing(
    table: Table[Battle], survivor: Survivor, path: Path, spared: frozenset[str] = frozenset()
) -> Seized | None:
    """grab.trigger: each zed that the path comes near in turn, until one grabs (ruling.grab-several-zeds)."""
    state = table.state
    for along, zed in risks(state, survivor, path):
        spot = None if zed.id in spared else spot_at(state, survivor, zed, point_along(path.points, along))
        if spot is None:
            continue
        if table.roll(is_odd(), "grab.trigger", UMPIRE):
            return Seized(zed.id, spot)
        table.tell(
            "grab.trigger",
            "{name} slips past {zed}.",
            on=(survivor.id, zed.id),
            mark="free",
            name=survivor.name,
            zed=called(zed.id),
        )
        if state.rulings.grab_several_zeds == "once":
            break
    return None


def place(state: Battle, survivor: Survivor, at: Point) -> None:
    """Puts a figure down, with whom it carries (ruling.infection-stages)."""
    for one in state.survivors.values():
        if survivor.id in (one.id, one.carried_by):
            one.stand = one.stand.moved(at)


def risks(state: Battle, survivor: Survivor, path: Path) -> list[tuple[float, Zed]]:
    """The zeds that the path comes within 1 inch of, in that order, with how far along (ruling.grab-several-zeds).

    All kinds grab, active or not; one that was knocked back does not (ruling.grab-knocked-back).
    """
    if path.length <= NUMBERS.contact:
        return []
    zeds = [zed for zed in state.zeds.values() if is_able(state, zed) and _is_near_path(zed.stand, survivor, path)]
    met = meetings(survivor.stand, path.points, [zed.stand for zed in zeds], grab_distance(state))
    within = [(reached_at(state, survivor, path, state.zeds[it.id], it.along), state.zeds[it.id]) for it in met]
    found = [(along, zed) for along, zed in within if along is not None]
    if state.rulings.leaving_contact == "free":  # ruling.leaving-contact
        found = [(along, zed) for along, zed in found if along > 0]
    return sorted(found, key=lambda it: it[0])


def reached_at(state: Battle, survivor: Survivor, path: Path, zed: Zed, first: float) -> float | None:
    """How far along a path a zed gets hold of somebody: within 1 inch, nothing between (ruling.grab-through-walls)."""
    layer, reach = ground_of(state).layer(ARM, 0.0, gait_of(state)), grab_distance(state) + NUMBERS.contact
    steps = int((path.length - first) / STEP) + 1
    for along in (*(first + STEP * i for i in range(steps)), path.length):
        here = survivor.stand.moved(point_along(path.points, along))
        if is_open(layer, here.at, zed.stand.at) and gap(here, zed.stand) <= reach:
            return along
    return None


def _is_near_path(stand: Stand, survivor: Survivor, path: Path) -> bool:
    far = path.length + NUMBERS.grab + survivor.stand.base.reach + stand.base.reach + NUMBERS.contact
    return apart(stand.at, survivor.stand.at) <= far


def grab_distance(state: Battle) -> float:
    """1 inch between the bases; between the centres of two ordinary bases as the house rule of measuring has it."""
    return 0.0 if state.rulings.measuring == "centre" else NUMBERS.grab


def point_along(points: tuple[Point, ...], along: float) -> Point:
    for p, q in itertools.pairwise(points):
        length = apart(p, q)
        if along <= length and length > 0:
            return part_way(p, q, along / length)
        along -= length
    return points[-1]


def spot_at(state: Battle, survivor: Survivor, zed: Zed, at: Point) -> Point | None:
    """In contact with a zed, where somebody gets to from a point of its way; None if there is no room at the zed."""
    ground, gait, here = ground_of(state), gait_of(state), survivor.stand.moved(at)
    if touch(here, zed.stand):
        return at
    others = stands(state, apart_from=survivor.id)
    nearest = spots_at(ground, here, zed.stand, others, gait, most=1)
    if not nearest or is_open(ground.layer(here.base, here.facing, gait), at, nearest[0]):
        return nearest[0] if nearest else None
    spots = spots_at(ground, here, zed.stand, others, gait)
    way = shortest_path(ground, here, spots, gait=gait, limit=NUMBERS.move)
    return None if way is None else way.end


def seize(table: Table[Battle], survivor: Survivor, seized: Seized) -> None:
    """grab.effect: the action ends with the figure in contact with the zed; grab.no-attack: that is all for now."""
    place(table.state, survivor, seized.at)
    survivor.grabbed = True
    table.tell(
        "grab.effect",
        "{zed} grabs {name}.",
        on=(seized.zed, survivor.id),
        mark="held",
        zed=called(seized.zed),
        name=survivor.name,
    )


def is_held(state: Battle, survivor: Survivor) -> bool:
    """Grabbed, or by the house rule in contact at all (ruling.leaving-contact)."""
    if survivor.grabbed or state.rulings.leaving_contact != "held":
        return survivor.grabbed
    return any(is_able(state, zed) for zed in zeds_touching(state, survivor))


# ---------------------------------------------------------------------- wrestling free


def hold_modifiers(state: Battle, zeds: list[Zed]) -> list[Modifier]:
    """wrestle.extra-zeds: +1 for each zombie after the first; nothing else counts (ruling.wrestle-modifiers)."""
    further = len(zeds) - 1
    found = [Modifier("wrestle.extra-zeds", further, several(further, "further zed"))] if further > 0 else []
    for zed in zeds:
        bonus = holding_bonus(voices_of(zed), state, zed)
        if bonus:
            found.append(Modifier("ruling.wrestle-modifiers", bonus, called(zed.id)))
    return found


def zed_hold(state: Battle, zeds: list[Zed]) -> int:
    return total_of(hold_modifiers(state, zeds))


def wrestle(table: Table[Battle], survivor: Survivor) -> bool:
    """One attempt: resolved, then carried out. Free, the survivor moves away in the same action."""
    is_free = resolve_wrestling(table, survivor)
    if is_free:
        survivor.grabbed = False
        break_away(table, survivor)
    return is_free


@step
def resolve_wrestling(table: Table[Battle], survivor: Survivor) -> bool:
    """wrestle.roll: a higher score frees (wrestle.needs-more); a failure only costs the action (wrestle.failure)."""
    state = table.state
    modifiers = hold_modifiers(state, zeds_touching(state, survivor))
    for modifier in modifiers:
        table.tell(modifier.rule, "The zeds: {amount:+d}, {why}.", amount=modifier.amount, why=modifier.why)
    ahead = table.roll(lead(0, total_of(modifiers)), "wrestle.roll", (survivor.seat, UMPIRE))
    if ahead > 0:
        table.tell("wrestle.needs-more", "{name} breaks free.", on=(survivor.id,), mark="free", name=survivor.name)
    else:
        table.tell("wrestle.failure", "{name} cannot break free.", on=(survivor.id,), name=survivor.name)
    return ahead > 0


def break_away(table: Table[Battle], survivor: Survivor) -> None:
    """wrestle.success-move: up to 3 inches in the same action, out of contact with the zeds it broke from."""
    state = table.state
    held_by = zeds_touching(state, survivor)
    region = escape_region(state, survivor, held_by)
    spot = table.ask(
        survivor.seat,
        "wrestle.success-move",
        PickPoint(region, prompt=f"{survivor.name} is free: where to?", figure=survivor.id),
    )
    path = region.path_to(spot)
    assert path is not None
    spared = frozenset(zed.id for zed in held_by)
    if state.rulings.wrestle_move_grabs == "none":  # ruling.wrestle-move-grabs
        spared = frozenset(state.zeds)
    move(table, survivor, path, spared)


def escape_region(state: Battle, survivor: Survivor, held_by: list[Zed]) -> Reachable:
    """Within 3 inches, and out of contact if there is room at all."""
    allowance = NUMBERS.wrestle_move

    def way(to: Point) -> Path | None:
        return walk(state, survivor, to, allowance)

    def is_clear(spot: Point) -> bool:
        there = survivor.stand.moved(spot)
        return not any(touch(there, zed.stand) for zed in held_by)

    clear = reachable(state, survivor.stand, allowance, way, gait_of(state), test=is_clear)
    if len(clear.samples()):
        return clear
    return reachable(state, survivor.stand, allowance, way, gait_of(state))
