"""Shooting: range bands, modifiers, several shots, blasts and scatter."""

from __future__ import annotations

from adjudge.engine import UMPIRE, Choose, Option, Table, total
from adjudge.field import EPS, Point, Stand
from adjudge.field.blasts import in_blast, scatter
from adjudge.games.akula.data import BANDS, NEEDED, NUMBERS, WEAPONS, Weapon, called
from adjudge.games.akula.places import (
    distance,
    ground_of,
    is_partly_hidden,
    place_of,
    sees,
    survivors_touching,
    walkers,
)
from adjudge.games.akula.readings import damage, reaches
from adjudge.games.akula.rules import prospects
from adjudge.games.akula.rules.harm import apply_shot, injure
from adjudge.games.akula.rules.noise import make_noise
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Vehicle

HOLD = "hold"
STEP = 60.0
"""ruling.scatter-direction: degrees from one number of the direction die to the next."""


# ---------------------------------------------------------------------- targets and modifiers


def has_rounds(survivor: Survivor, weapon: str) -> bool:
    """Ammunition is not counted, except where the scenario limits it (ruling.further-actions)."""
    return survivor.rounds.get(weapon, 1) > 0


def firearms(survivor: Survivor) -> list[str]:
    """What it can shoot with."""
    return [name for name in survivor.weapons if name in WEAPONS and has_rounds(survivor, name)]


def targets(state: Battle, survivor: Survivor, weapon: Weapon) -> list[str]:
    """Zeds in range and in sight, nearest first (and survivors by ruling.survivors-against-survivors)."""
    measured = _in_range(state, survivor, weapon)
    return [id_ for _, id_, stand in measured if may_shoot_at(state, survivor, id_, stand)]


def has_target(state: Battle, survivor: Survivor, weapon: Weapon) -> bool:
    measured = _in_range(state, survivor, weapon)
    return any(may_shoot_at(state, survivor, id_, stand) for _, id_, stand in measured)


def _in_range(state: Battle, survivor: Survivor, weapon: Weapon) -> list[tuple[float, str, Stand]]:
    mine, reach = place_of(state, survivor), weapon.reach + EPS
    found = [(distance(state, mine, zed.stand), zed.id, zed.stand) for zed in state.zeds.values()]
    if state.rulings.survivors_against_survivors == "injury":
        people = [other for other in walkers(state) if other.id != survivor.id]
        found += [(distance(state, mine, other.stand), other.id, other.stand) for other in people]
    return sorted([it for it in found if it[0] <= reach], key=lambda it: it[:2])


def may_shoot_at(state: Battle, survivor: Survivor, id_: str, stand: Stand) -> bool:
    """ruling.line-of-sight; figures do not block, and shooting into hand-to-hand is allowed."""
    if state.rulings.line_of_sight == "no-melee" and id_ in state.zeds:
        others = [other.id for other in survivors_touching(state, stand)]
        if any(other != survivor.id for other in others):
            return False
    return sees(state, place_of(state, survivor), stand)


def hit_modifier(state: Battle, survivor: Survivor, weapon: Weapon, target: Stand, *, aimed: bool) -> int:
    """shooting.hit-aimed, shooting.hit-skill, shooting.hit-injury, shooting.hit-vehicle."""
    modifier = int(aimed) + is_skilled(state, survivor, weapon) - survivor.injuries
    if survivor.vehicle and is_moving(state.vehicles[survivor.vehicle]):
        modifier -= 1
    if state.rulings.line_of_sight == "partly" and is_partly_hidden(state, place_of(state, survivor), target):
        modifier -= 1
    return modifier


def is_skilled(state: Battle, survivor: Survivor, weapon: Weapon) -> bool:
    """The firearms skill helps with every weapon (ruling.skill-with-explosives)."""
    helps = not weapon.thrown or state.rulings.skill_with_explosives == "helps"
    return helps and "firearms" in survivor.skills


def is_moving(vehicle: Vehicle) -> bool:
    """ruling.moving-vehicle-shooter: it has speed, or has moved in this go."""
    return vehicle.speed != 0 or vehicle.moved


def damage_bonus(state: Battle, survivor: Survivor, weapon: Weapon, *, aimed: bool) -> int:
    """shooting.damage-skill, shooting.damage-aimed, shooting.damage-shotgun, -machinegun, -rpg.

    The weapon's own bonus stands in its line of the table (shooting.damage-machinegun, shooting.damage-rpg).
    """
    return int(aimed) + is_skilled(state, survivor, weapon) + weapon.damage


def stand_of(state: Battle, id_: str) -> Stand:
    return state.zeds[id_].stand if id_ in state.zeds else state.survivors[id_].stand


def needed(state: Battle, survivor: Survivor, weapon: Weapon, target: Stand, *, aimed: bool) -> int | None:
    """What the die must show: shooting.range-bands less the modifiers; None out of range."""
    band = weapon.band(distance(state, place_of(state, survivor), target))
    return None if band is None else NEEDED[band] - hit_modifier(state, survivor, weapon, target, aimed=aimed)


# ---------------------------------------------------------------------- a fire action


def fire(table: Table[Battle], survivor: Survivor, name: str, *, aimed: bool) -> None:
    """action.fire: as many dice as the weapon has (shooting.dice), one shot after the other."""
    state, weapon = table.state, WEAPONS[name]
    first = choose_target(table, survivor, weapon, targets(state, survivor, weapon), aimed=aimed)
    if first == HOLD:
        return
    if name in survivor.rounds:
        survivor.rounds[name] -= 1
    report(table, survivor, weapon)
    where = stand_of(state, first)
    if state.rulings.extra_shot_details == "declared":  # ruling.extra-shot-details
        chosen = [
            first,
            *(next_target(table, survivor, weapon, where, first, aimed=aimed) for _ in range(weapon.dice - 1)),
        ]
        for target in chosen:
            if is_there(state, target) and not survivor.fate:
                shoot(table, survivor, weapon, target, aimed=aimed)
        return
    shoot(table, survivor, weapon, first, aimed=aimed)
    for _ in range(weapon.dice - 1):
        if survivor.fate:  # its own blast
            return
        target = next_target(table, survivor, weapon, where, first, aimed=aimed)
        if target == HOLD:
            return
        shoot(table, survivor, weapon, target, aimed=aimed)


def is_there(state: Battle, id_: str) -> bool:
    return id_ in state.zeds or (id_ in state.survivors and not state.survivors[id_].fate)


def report(table: Table[Battle], survivor: Survivor, weapon: Weapon) -> None:
    """Every shot is loud; a thrown bomb only where it bursts (ruling.noise-position)."""
    if not weapon.thrown:
        make_noise(table, place_of(table.state, survivor).at, "a gunshot")


def next_target(
    table: Table[Battle], survivor: Survivor, weapon: Weapon, where: Stand, first: str, *, aimed: bool
) -> str:
    """shooting.extra-targets: the first target, or one within 1 inch of where it stands or stood."""
    state = table.state
    found = [
        id_
        for id_ in targets(state, survivor, weapon)
        if id_ == first or distance(state, where, stand_of(state, id_)) <= NUMBERS.extra_target + EPS
    ]
    return choose_target(table, survivor, weapon, found, aimed=aimed) if found else HOLD


def choose_target(table: Table[Battle], survivor: Survivor, weapon: Weapon, found: list[str], *, aimed: bool) -> str:
    state = table.state
    question = Choose(
        [*found, HOLD],
        lambda id_: describe_target(state, survivor, weapon, id_),
        prompt=f"{survivor.name}, {weapon.name}: at whom?",
        forecast=lambda id_: prospects.of_shot(survivor.id, weapon.name, id_, aimed=aimed),
    )
    return table.ask(survivor.seat, "shooting.extra-targets", question)


def describe_target(state: Battle, survivor: Survivor, weapon: Weapon, id_: str) -> Option:
    if id_ == HOLD:
        return Option(HOLD, "hold fire", rule="action.two-free-choice")
    stand = stand_of(state, id_)
    away = distance(state, place_of(state, survivor), stand)
    band = weapon.band(away)
    note = f"{away:.1f} inches, {BANDS[band]}" if band is not None else ""
    return Option(id_, called(id_), figure=id_, point=stand.at, note=note, rule="shooting.range-bands")


# ---------------------------------------------------------------------- one shot


def shoot(table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, *, aimed: bool) -> str:
    """shooting.range-bands: hit die, then damage (ruling.dice-order). A blast weapon goes off in any case."""
    state = table.state
    stand = stand_of(state, target)
    number = needed(state, survivor, weapon, stand, aimed=aimed)
    assert number is not None
    natural = state.rulings.natural_six == "natural"  # ruling.natural-six
    hit = table.roll(reaches(number, natural), "shooting.range-bands", survivor.seat)
    bonus = damage_bonus(state, survivor, weapon, aimed=aimed)
    if weapon.blast:
        centre = stand.at if hit else stray(table, place_of(state, survivor), stand)
        return explode(table, survivor, weapon, centre, bonus) if centre else "off the table"
    if not hit:
        table.tell("shooting.range-bands", "{name} misses {target}.", name=survivor.name, target=target)
        return "miss"
    return strike(table, survivor, target, bonus)


def strike(table: Table[Battle], survivor: Survivor, target: str, bonus: int, *, blast: bool = False) -> str:
    """shooting.damage-roll: read on table.shooting-results; survivors roll on table.survivor-injury instead."""
    state = table.state
    if target in state.survivors:
        return injure(table, state.survivors[target], "shooting.damage-roll")
    result = table.roll(damage(bonus), "shooting.damage-roll", survivor.seat)
    return apply_shot(table, state.zeds[target], result, blast=blast)


def stray(table: Table[Battle], shooter: Stand, target: Stand) -> Point | None:
    """shooting.scatter: a die for the direction, one for the inches; None off the table (ruling.scatter-direction)."""
    state = table.state
    if state.rulings.scatter_direction == "human":
        prompt = "The shot strays: which way? 1 is straight on, each further number 60 degrees clockwise."
        direction = table.ask(UMPIRE_SEAT, "shooting.scatter", Choose([1, 2, 3, 4, 5, 6], prompt=prompt))
    else:
        direction = table.roll(total(1), "shooting.scatter", UMPIRE)
    inches = table.roll(total(1), "shooting.scatter", UMPIRE)
    came_from = (target.x, target.y - 1) if state.rulings.scatter_direction == "north" else shooter.at
    fell = scatter(ground_of(state), came_from, target.at, STEP * (direction - 1), inches)
    if fell.by == "table edge":
        table.tell("shooting.scatter", "The shot strays off the table.")
        return None
    table.tell("shooting.scatter", "The shot strays to {x:.1f},{y:.1f}.", x=fell.end[0], y=fell.end[1])
    return fell.end


def explode(table: Table[Battle], survivor: Survivor, weapon: Weapon, centre: Point, bonus: int) -> str:
    """shooting.blast: everyone with a base within 1.5 inches of the centre, nearest first (ruling.blast-details)."""
    state = table.state
    make_noise(table, centre, "an explosion")
    results = []
    for caught in in_blast(ground_of(state), centre, NUMBERS.blast, _may_be_caught(state)):
        if caught.sheltered_by is None:
            results += _blown(table, survivor, caught.id, bonus)
    return ", ".join(results) or "nobody"


def _may_be_caught(state: Battle) -> list[Stand]:
    vehicles = [vehicle.stand for vehicle in state.vehicles.values() if vehicle.people and not vehicle.armoured]
    return [*(zed.stand for zed in state.zeds.values()), *(it.stand for it in walkers(state)), *vehicles]


def _blown(table: Table[Battle], survivor: Survivor, id_: str, bonus: int) -> list[str]:
    state = table.state
    if id_ in state.zeds:
        return [strike(table, survivor, id_, bonus, blast=True)]
    if state.rulings.blast_details == "spared":
        return []
    if id_ in state.vehicles:
        people = [state.survivors[name] for name in list(state.vehicles[id_].people)]
        return [injure(table, person, "shooting.damage-roll") for person in people]
    return [injure(table, state.survivors[id_], "shooting.damage-roll")]
