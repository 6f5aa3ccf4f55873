"""Shooting: range bands, modifiers, several shots, blasts and scatter, and what a hit does."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from adjudge.engine import UMPIRE, Choose, Deed, Option, Table, total
from adjudge.engine.abreast import Each
from adjudge.engine.moments import any_of
from adjudge.engine.questions import Forecast
from adjudge.engine.steps import step
from adjudge.engine.wording import several
from adjudge.field import EPS, Point, Stand
from adjudge.field.blasts import in_blast, scatter
from adjudge.field.points import compass_word
from adjudge.games.akula import prospects
from adjudge.games.akula.data import BANDS, NEEDED, NUMBERS, WEAPONS, Weapon, called
from adjudge.games.akula.figures import knock_back, remove_zed, wound
from adjudge.games.akula.places import (
    Lookout,
    distance,
    distances,
    ground_of,
    is_partly_hidden,
    place_of,
    survivors_touching,
    walkers,
)
from adjudge.games.akula.readings import HEADSHOT, KNOCK_BACK, LAST_WOUND, NO_EFFECT, WOUND, damage, reaches
from adjudge.games.akula.rules.activation import burst_at, make_noise
from adjudge.games.akula.rules.melee import is_proof, resolve_injury, suffer, takes_wounds, tell_wound
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Vehicle, Zed
from adjudge.games.akula.verdicts import Harm, Modifier, Shot, result_of, total_of
from adjudge.games.akula.voices import voices_of
from adjudge.games.akula.wording import inches

HOLD, SHOOT = "hold", "shoot"
STEP = 60.0
"""ruling.scatter-direction: degrees from one number of the direction die to the next."""
DIRECTIONS = {
    1: "straight on",
    2: "on and to the right",
    3: "back and to the right",
    4: "straight back",
    5: "back and to the left",
    6: "on and to the left",
}


@any_of
def ignores_knock_backs() -> bool:
    """Whether a knock-back does nothing to a zed."""
    raise NotImplementedError


# ---------------------------------------------------------------------- targets


def has_rounds(survivor: Survivor, weapon: str) -> bool:
    """Ammunition is not counted, except where the scenario limits it (ruling.further-actions)."""
    return survivor.rounds.get(weapon, 1) > 0


def firearms(survivor: Survivor) -> list[str]:
    """What it can shoot with."""
    return [name for name in survivor.weapons if name in WEAPONS and has_rounds(survivor, name)]


def targets(state: Battle, survivor: Survivor, weapon: Weapon) -> list[str]:
    """Zeds in range and in sight, nearest first (and survivors by ruling.survivors-against-survivors)."""
    return list(nearest_targets(state, survivor, weapon))


def nearest_targets(state: Battle, survivor: Survivor, weapon: Weapon) -> Iterator[str]:
    """The same one after the other, for those who need a few: whether it is in sight is the costly part."""
    lookout = Lookout(state, place_of(state, survivor))
    for _, id_, stand in _in_range(state, survivor, weapon):
        if lookout.sees(stand) and is_fair_game(state, survivor, id_, stand):
            yield id_


def has_target(state: Battle, survivor: Survivor, weapon: Weapon) -> bool:
    return any(True for _ in nearest_targets(state, survivor, weapon))


def _in_range(state: Battle, survivor: Survivor, weapon: Weapon) -> list[tuple[float, str, Stand]]:
    reach = weapon.reach + EPS
    found = [(zed.id, zed.stand) for zed in state.zeds.values()]
    if state.rulings.survivors_against_survivors == "injury":
        found += [(other.id, other.stand) for other in walkers(state) if other.id != survivor.id]
    away = distances(state, place_of(state, survivor), [stand for _, stand in found])
    near = [(far, *it) for far, it in zip(away, found, strict=True) if far <= reach]
    return sorted(near, key=itemgetter(0, 1))


def is_fair_game(state: Battle, survivor: Survivor, id_: str, stand: Stand) -> bool:
    """ruling.line-of-sight: shooting into hand-to-hand is allowed, unless the house rule has it otherwise."""
    if state.rulings.line_of_sight != "no-melee" or id_ not in state.zeds:
        return True
    return all(other.id == survivor.id for other in survivors_touching(state, stand))


def stand_of(state: Battle, id_: str) -> Stand:
    return state.zeds[id_].stand if id_ in state.zeds else state.survivors[id_].stand


# ---------------------------------------------------------------------- hit modifiers


def needed(state: Battle, survivor: Survivor, weapon: Weapon, target: Stand, *, aimed: bool) -> int | None:
    """What the die must show: shooting.range-bands less the modifiers; None out of range."""
    band = weapon.band(distance(state, place_of(state, survivor), target))
    return None if band is None else NEEDED[band] - hit_modifier(state, survivor, weapon, target, aimed=aimed)


def hit_modifier(state: Battle, survivor: Survivor, weapon: Weapon, target: Stand, *, aimed: bool) -> int:
    return total_of(hit_modifiers(state, survivor, weapon, target, aimed=aimed))


def hit_modifiers(state: Battle, survivor: Survivor, weapon: Weapon, target: Stand, *, aimed: bool) -> list[Modifier]:
    """shooting.hit-aimed, shooting.hit-skill, shooting.hit-injury, shooting.hit-vehicle."""
    found = [Modifier("shooting.hit-aimed", 1, "aimed")] if aimed else []
    if is_skilled(state, survivor, weapon):
        found.append(Modifier("shooting.hit-skill", 1, "firearms skill"))
    if survivor.injuries:
        markers = several(survivor.injuries, "injury marker")
        found.append(Modifier("shooting.hit-injury", -survivor.injuries, markers))
    if survivor.vehicle and is_moving(state.vehicles[survivor.vehicle]):
        found.append(Modifier("shooting.hit-vehicle", -1, "in a moving vehicle"))
    if state.rulings.line_of_sight == "partly" and is_partly_hidden(state, place_of(state, survivor), target):
        found.append(Modifier("ruling.line-of-sight", -1, "partly hidden"))
    return found


def is_skilled(state: Battle, survivor: Survivor, weapon: Weapon) -> bool:
    """The firearms skill helps with every weapon (ruling.skill-with-explosives)."""
    helps = not weapon.thrown or state.rulings.skill_with_explosives == "helps"
    return helps and "firearms" in survivor.skills


def is_moving(vehicle: Vehicle) -> bool:
    """ruling.moving-vehicle-shooter: it has speed, or has moved in this go."""
    return vehicle.speed != 0 or vehicle.moved


# ---------------------------------------------------------------------- damage modifiers


def damage_bonus(state: Battle, survivor: Survivor, weapon: Weapon, *, aimed: bool) -> int:
    return total_of(damage_modifiers(state, survivor, weapon, aimed=aimed))


def damage_modifiers(state: Battle, survivor: Survivor, weapon: Weapon, *, aimed: bool) -> list[Modifier]:
    """shooting.damage-skill, shooting.damage-aimed, shooting.damage-shotgun, -machinegun, -rpg.

    The weapon's own bonus stands in its line of the table (shooting.damage-machinegun, shooting.damage-rpg).
    """
    found = [Modifier("shooting.damage-aimed", 1, "aimed")] if aimed else []
    if is_skilled(state, survivor, weapon):
        found.append(Modifier("shooting.damage-skill", 1, "firearms skill"))
    if weapon.damage:
        found.append(Modifier(weapon.damage_rule, weapon.damage, weapon.name))
    return found


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
        further = [next_target(table, survivor, weapon, where, first, aimed=aimed) for _ in range(weapon.dice - 1)]
        for target in (first, *further):
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
        make_noise(table, place_of(table.state, survivor), "a gunshot")


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
        about=lambda id_: about_target(survivor, weapon, id_),
        facts={"aimed": aimed},
        forecast=lambda id_: foresee_shot(survivor, weapon, id_, aimed=aimed),
    )
    return table.ask(survivor.seat, "shooting.extra-targets", question)


def foresee_shot(survivor: Survivor, weapon: Weapon, id_: str, *, aimed: bool) -> Forecast | None:
    return None if id_ == HOLD else prospects.of_shot(resolve_shot, survivor.id, weapon, id_, aimed=aimed)


def about_target(survivor: Survivor, weapon: Weapon, id_: str) -> Deed:
    return Deed(HOLD, survivor.id) if id_ == HOLD else Deed(SHOOT, survivor.id, id_, weapon.name)


def describe_target(state: Battle, survivor: Survivor, weapon: Weapon, id_: str) -> Option:
    if id_ == HOLD:
        return Option(HOLD, "hold fire", rule="action.two-free-choice", caution="apart")
    stand = stand_of(state, id_)
    away = distance(state, place_of(state, survivor), stand)
    band = weapon.band(away)
    note = f"{away:.1f} inches, {BANDS[band]}" if band is not None else ""
    return Option(id_, called(id_), figure=id_, point=stand.at, note=note, rule="shooting.range-bands")


# ---------------------------------------------------------------------- one shot


def shoot(table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, *, aimed: bool) -> Shot:
    """One die of a fire action: resolved, then carried out."""
    shot = resolve_shot(table, survivor, weapon, target, aimed=aimed)
    if shot.burst is not None:
        make_noise(table, burst_at(shot.burst), "an explosion")
    for harm in shot.harms:
        inflict(table, harm)
    return shot


@step
def resolve_shot(table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, *, aimed: bool) -> Shot:
    """shooting.range-bands: hit die, then damage (ruling.dice-order). A blast weapon goes off in any case."""
    state = table.state
    stand = stand_of(state, target)
    hit = resolve_hit(table, survivor, weapon, target, stand, aimed=aimed)
    if weapon.blast:
        burst = stand.at if hit else stray(table, place_of(state, survivor), stand)
        harms = () if burst is None else resolve_blast(table, survivor, weapon, burst, aimed=aimed)
        return Shot(hit, harms, burst)
    if not hit:
        table.tell(
            "shooting.range-bands",
            "{name} misses {target}.",
            on=(survivor.id, target),
            mark="miss",
            name=survivor.name,
            target=called(target),
        )
        return Shot(False)
    return Shot(True, (resolve_damage(table, survivor, weapon, target, aimed=aimed),))


def resolve_hit(
    table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, stand: Stand, *, aimed: bool
) -> bool:
    """The hit die: shooting.range-bands and the modifiers, each told with its rule."""
    state = table.state
    away = distance(state, place_of(state, survivor), stand)
    band = weapon.band(away)
    assert band is not None
    modifiers = hit_modifiers(state, survivor, weapon, stand, aimed=aimed)
    table.tell(
        "shooting.range-bands",
        "{name}, {weapon} at {target}: {away}, {band} range, hits on {number}.",
        on=(survivor.id, target),
        mark="shoot",
        name=survivor.name,
        weapon=weapon.name,
        target=called(target),
        away=inches(round(away, 1)),
        band=BANDS[band],
        number="6" if NEEDED[band] == 6 else f"{NEEDED[band]} or more",
    )
    tell_modifiers(table, survivor, modifiers, "to hit")
    natural = state.rulings.natural_six == "natural"  # ruling.natural-six
    return table.roll(reaches(NEEDED[band] - total_of(modifiers), natural), "shooting.range-bands", survivor.seat)


def tell_modifiers(table: Table[Battle], survivor: Survivor, modifiers: list[Modifier], what: str) -> None:
    for modifier in modifiers:
        table.tell(
            modifier.rule,
            "{name}: {amount:+d} {what}, {why}.",
            on=(survivor.id,),
            name=survivor.name,
            amount=modifier.amount,
            what=what,
            why=modifier.why,
        )


@step
def resolve_damage(table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, *, aimed: bool) -> Harm:
    """shooting.damage-roll: read on table.shooting-results; survivors roll on table.survivor-injury instead."""
    state = table.state
    if target in state.survivors:
        return resolve_injury(table, state.survivors[target], "shooting.damage-roll")
    modifiers = damage_modifiers(state, survivor, weapon, aimed=aimed)
    tell_modifiers(table, survivor, modifiers, "damage")
    result = table.roll(damage(total_of(modifiers)), "shooting.damage-roll", survivor.seat)
    return resolve_result(table, state.zeds[target], result, blast=weapon.blast)


def stray(table: Table[Battle], shooter: Stand, target: Stand) -> Point | None:
    """shooting.scatter: a die for the direction, one for the inches; None off the table (ruling.scatter-direction)."""
    state = table.state
    direction = table.roll(total(1), "shooting.scatter", UMPIRE)
    if state.rulings.scatter_direction == "human":
        direction = read_direction(table, direction)
    away = table.roll(total(1), "shooting.scatter", UMPIRE)
    came_from = (target.x, target.y - 1) if state.rulings.scatter_direction == "north" else shooter.at
    fell = scatter(ground_of(state), came_from, target.at, STEP * (direction - 1), away)
    if fell.by == "table edge":
        table.tell(
            "shooting.scatter",
            "The shot at {target} strays off the table.",
            on=(target.id,),
            mark="miss",
            target=called(target.id),
        )
        return None
    way = compass_word(target.at, fell.end)
    table.tell(
        "shooting.scatter",
        "The shot at {target} strays {away} {way}.",
        on=(target.id,),
        target=called(target.id),
        away=inches(away),
        way=way,
    )
    return fell.end


def read_direction(table: Table[Battle], die: int) -> int:
    """The umpire reads the die as an arrow; the reading of the automatic umpire comes first."""
    directions = [die, *(number for number in DIRECTIONS if number != die)]
    question = Choose(
        directions,
        describe_direction,
        prompt=f"The shot strays, and the die shows {die}: which way?",
        about=lambda number: Deed("stray", facts={"direction": number}),
        facts={"die": die},
    )
    return table.ask(UMPIRE_SEAT, "shooting.scatter", question)


def describe_direction(number: int) -> Option:
    return Option(number, DIRECTIONS[number], rule="ruling.scatter-direction", hotkey=str(number))


def resolve_blast(
    table: Table[Battle], survivor: Survivor, weapon: Weapon, centre: Point, *, aimed: bool
) -> tuple[Harm, ...]:
    """shooting.blast: everyone with a base within 1.5 inches of the centre, nearest first (ruling.blast-details)."""

    def struck(table: Table[Battle], id_: str, _: None) -> Harm:
        return resolve_damage(table, survivor, weapon, id_, aimed=aimed)

    caught = caught_in(table.state, centre)
    return tuple(table.abreast(caught, [Each(struck)], Harm("", NO_EFFECT), result_of))


def caught_in(state: Battle, centre: Point) -> list[str]:
    """The figures that a blast reaches; in a vehicle that is no APC everybody aboard (ruling.blast-details)."""
    vehicles = [vehicle.stand for vehicle in state.vehicles.values() if vehicle.people and not vehicle.armoured]
    near = [*(zed.stand for zed in state.zeds.values()), *(it.stand for it in walkers(state)), *vehicles]
    ids = [it.id for it in in_blast(ground_of(state), centre, NUMBERS.blast, near) if it.sheltered_by is None]
    found = [name for id_ in ids for name in (state.vehicles[id_].people if id_ in state.vehicles else [id_])]
    return [name for name in found if name in state.zeds or state.rulings.blast_details != "spared"]


# ---------------------------------------------------------------------- results of shooting


def resolve_result(table: Table[Battle], zed: Zed, result: str, *, blast: bool = False) -> Harm:
    """table.shooting-results, as it is to a zed of this kind: some shrug off knock-backs, some take wounds."""
    state, voices, name = table.state, voices_of(zed), called(zed.id)
    if result == NO_EFFECT:
        table.tell("shooting.no-effect", "{zed} takes no harm.", on=(zed.id,), mark="safe", zed=name)
    elif result == KNOCK_BACK and ignores_knock_backs(voices):
        table.tell("tank.ignores-knock-back", "{zed} shrugs it off.", on=(zed.id,), mark="safe", zed=name)
    elif result == KNOCK_BACK:
        table.tell(
            "shooting.knock-back", "{zed} is knocked back until the next Round.", on=(zed.id,), mark="back", zed=name
        )
        return Harm(zed.id, KNOCK_BACK)
    elif is_proof(voices, state, blast):
        table.tell("ruling.horde-destruction", "{zed} closes its ranks.", on=(zed.id,), mark="safe", zed=name)
    elif takes_wounds(voices, state):
        tell_wound(table, zed, zed.wounds + 1)
        return Harm(zed.id, LAST_WOUND if zed.wounds + 1 >= NUMBERS.tank_wounds else WOUND)
    else:
        table.tell("shooting.headshot", "{zed} is destroyed.", on=(zed.id,), mark="dead", zed=name)
        return Harm(zed.id, HEADSHOT)
    return Harm(zed.id, NO_EFFECT)


def inflict(table: Table[Battle], harm: Harm) -> None:
    """Carries a result out: shooting.headshot removes, shooting.knock-back holds until the next Round."""
    state = table.state
    zed = state.zeds.get(harm.target)
    if zed is None:
        suffer(table, harm)
    elif harm.result == HEADSHOT:
        remove_zed(state, zed)
    elif harm.result in (WOUND, LAST_WOUND):
        wound(state, zed)
    elif harm.result == KNOCK_BACK:
        knock_back(state, zed)
