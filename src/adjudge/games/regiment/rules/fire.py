"""The volume of fire, step by step: what row of the table, how many dice, and why (attack.sequence).

Steps up and down are netted first and what passes either end of the table becomes dice (ruling.net-steps); all changes
of dice are added up (ruling.cover-order) and the floor is looked at once, at the end (ruling.floor-once).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from adjudge.engine.moments import any_of, first_of, sum_of
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import BANDS, VOLUMES, Band, Volume, Weapon, numbers, vehicles, weapons
from adjudge.games.regiment.places import band_between, has_smoke, increments, is_in_sight
from adjudge.games.regiment.state import Anybody, Fire, Rulings, Session, Side, Soldier, Team, Vehicle


class Factor(NamedTuple):
    """Something that moves the volume by steps, or changes the dice."""

    name: str
    amount: int
    rule: str


class Pool(NamedTuple):
    """What is rolled, and how it came about."""

    volume: Volume
    dice: int
    steps: tuple[Factor, ...] = ()
    changes: tuple[Factor, ...] = ()


class Refusal(NamedTuple):
    """Why an attack does nothing."""

    rule: str
    text: str


@first_of
def base_volume(fire: Fire, weapon: Weapon, target: Anybody) -> Volume | None:
    """Another base than direct (ruling.base-vof)."""


@sum_of
def bonus_dice(fire: Fire, band: Band) -> int:
    """Dice that a playbook move adds at some range (ruling.cqb-and-sniper-bonus)."""
    return 0


@any_of
def quickens(weapon_id: str, band: Band) -> bool:
    """Whether a playbook move makes a weapon quick (tag.quick)."""
    return False


# ---------------------------------------------------------------------- is it effective?


def why_not(session: Session, fire: Fire) -> Refusal | None:
    """attack.sequence (1): what keeps an attack from doing anything (ruling.effective-attack)."""
    weapon, target = weapons()[fire.weapon], session.figure(fire.target)
    if fire.ineffective:
        return Refusal("ruling.effective-attack", "the GM rules it out")
    if not weapon.dice:
        return Refusal("weapon.smoke-grenade", f"a {weapon.title.lower()} does no damage")
    return (
        _out_of_sight(session, fire, weapon)
        or _out_of_reach(session, fire, weapon)
        or _armored(session, fire, weapon, target)
        or _no_dice_left(session, fire)
    )


def _out_of_sight(session: Session, fire: Fire, weapon: Weapon) -> Refusal | None:
    """tag.indirect: only such a weapon fires over obstacles at what its operator cannot see."""
    if not fire.attacker or fire.splash or "indirect" in weapon.tags:
        return None
    attacker, target = session.figure(fire.attacker), session.figure(fire.target)
    if is_in_sight(session, attacker, target):
        return None
    return Refusal("tag.indirect", f"{attacker.name} cannot see {target.name}")


def _out_of_reach(session: Session, fire: Fire, weapon: Weapon) -> Refusal | None:
    """Hand weapons (ruling.melee-reach) and thrown ones (ruling.thrown-reach) reach no farther."""
    band = range_of(session, fire)
    if band is None or fire.splash:
        return None
    farthest = max(BANDS.index(best) for best in weapon.bands)
    if weapon.kind == "hand":
        reach = farthest + (1 if session.rulings.melee_reach == "thrown" else 0)
        return _beyond(band, reach, "ruling.melee-reach", weapon)
    if weapon.kind == "thrown":
        reach = farthest + (1 if session.rulings.thrown_reach == "one-band" else 0)
        return _beyond(band, reach, "ruling.thrown-reach", weapon)
    if weapon.kind == "mine":
        return Refusal("ruling.thrown-reach", f"the {weapon.title.lower()} acts only where it lies")
    return None


def _beyond(band: Band, reach: int, rule: str, weapon: Weapon) -> Refusal | None:
    return Refusal(rule, f"the {weapon.title.lower()} does not reach that far") if BANDS.index(band) > reach else None


def _armored(session: Session, fire: Fire, weapon: Weapon, target: Anybody) -> Refusal | None:
    """vehicle.small-arms-immune; vehicle.armor-zero is armor too, vehicle.unarmored none (ruling.vehicle-occupants)."""
    if isinstance(target, Soldier) and target.inside and not target.hatch:
        inside = session.vehicles[target.inside]
        if vehicles()[inside.kind].armor is not None:
            return Refusal("ruling.vehicle-occupants", f"{target.name} is buttoned up behind armor")
    if isinstance(target, Vehicle) and is_armored(target) and "ap" not in weapon.tags:
        return Refusal("vehicle.small-arms-immune", f"the {weapon.title.lower()} does nothing to armor")
    return None


def is_armored(vehicle: Vehicle) -> bool:
    return vehicles()[vehicle.kind].armor is not None


def not_ready(session: Session, fire: Fire) -> Refusal | None:
    """What keeps a weapon from being used: tag.reload (ruling.reload-time), tag.setup (ruling.undefined-tags)."""
    attacker, weapon = session.figure(fire.attacker), weapons()[fire.weapon]
    held = next((it for it in attacker.weapons if it.weapon == fire.weapon), None)
    if held and not held.loaded:
        return Refusal("tag.reload", f"the {weapon.title.lower()} has to be reloaded first")
    if held and "setup" in weapon.tags and held.emplaced != attacker.place:
        return Refusal("tag.setup", f"the {weapon.title.lower()} has to be set up here first")
    return None


def _no_dice_left(session: Session, fire: Fire) -> Refusal | None:
    """By house rule an attack that range and crew leave without dice is none (ruling.effective-attack)."""
    if session.rulings.effective_attack == "gm":
        return None
    left = sum(it.amount for it in (*_weapon_dice(session, fire), *_range_and_crew(session, fire)))
    return Refusal("ruling.effective-attack", "range and crew leave no dice") if left < 1 else None


# ---------------------------------------------------------------------- the volume


def pool(session: Session, fire: Fire) -> Pool:
    """attack.sequence (2) to (6)."""
    if fire.weak or (fire.splash and session.rulings.messy_splash == "one-die"):
        return Pool("incidental", 1)
    base = base_of(session, fire)
    steps = tuple(steps_of(session, fire))
    volume, converted = shifted(base, steps, session.rulings)
    changes = (*dice_of(session, fire), *converted)
    dice = sum(change.amount for change in changes)
    if dice >= 1:
        return Pool(volume, dice, steps, changes)
    return Pool(_floor(volume, session.rulings), 1, steps, (*changes, Factor("at least", 1 - dice, "vof.minimum")))


def _floor(volume: Volume, rulings: Rulings) -> Volume:
    """vof.minimum: without dice it is 1d incidental (ruling.floor-is-1d-incidental)."""
    return "incidental" if rulings.floor_is_1d_incidental == "incidental" else volume


def base_of(session: Session, fire: Fire) -> Volume:
    """vof.default is direct; the GM may set another, a playbook move may start higher (ruling.base-vof)."""
    if fire.splash:
        return "incidental"  # tag.messy
    if fire.base:
        return fire.base
    attacker = session.soldiers.get(fire.attacker)
    if attacker is None:
        return "direct"
    found = base_volume(voices_of(attacker), fire, weapons()[fire.weapon], session.figure(fire.target))
    return cast("Volume", found or "direct")


def shifted(base: Volume, steps: tuple[Factor, ...], rulings: Rulings) -> tuple[Volume, list[Factor]]:
    """vof.order, vof.past-concentrated, vof.below-incidental: where the steps lead, and the dice beyond either end."""
    ups = sum(it.amount for it in steps if it.amount > 0)
    downs = sum(it.amount for it in steps if it.amount < 0)
    at, extra = VOLUMES.index(base), 0
    for shift in (ups, downs) if rulings.net_steps == "in-order" else (ups + downs,):
        wanted = at + shift
        at = min(max(wanted, 0), len(VOLUMES) - 1)
        extra += wanted - at
    if not extra:
        return VOLUMES[at], []
    name, rule = ("past concentrated", "vof.past-concentrated")
    if extra < 0:
        name, rule = ("below incidental", "vof.below-incidental")
    return VOLUMES[at], [Factor(name, extra, rule)]


def steps_of(session: Session, fire: Fire) -> Iterator[Factor]:
    """attack.sequence (3): every step up and down."""
    if fire.occasion in ("mine", "burning"):
        return  # ruling.mine-roll, ruling.burn-rate: nothing but the dice
    for factor in (*_steps_up_or_down(session, fire), *_defensive_steps(session, fire)):
        if factor.amount < 0 or not fire.splash:  # ruling.messy-splash: what raises the aimed fire leaves the splash
            yield factor


def _steps_up_or_down(session: Session, fire: Fire) -> Iterator[Factor]:
    parity = parity_of(session, fire)
    if parity:
        yield Factor("force parity", parity, "vof.force-parity")
    if fire.boost == "volume":
        tag = "autofire" if "autofire" in weapons()[fire.weapon].tags else "spray"
        yield Factor(tag, 1, f"tag.{tag}")
    if fire.occasion == "covering-fire":
        yield Factor("covering fire", -1, "covering-fire.hit")
    yield from _attackers_steps(session, fire)


def _attackers_steps(session: Session, fire: Fire) -> Iterator[Factor]:
    """condition.suppressed and condition.pinned weaken one's own fire; a vehicle's conditions weaken its guns."""
    if not fire.attacker:
        return
    attacker = session.figure(fire.attacker)
    if attacker.is_suppressed:
        name = "pinned" if attacker.pinned else "suppressed"
        yield Factor(name, -attacker.steps, f"condition.{name}")
    gun = mount_of(session, attacker)
    if gun and "blind" in gun.major:
        yield Factor("blind", -1, "attack-vehicle.major")  # ruling.vehicle-condition-effects
    if gun and "wild" in gun.minor and gun.moving:
        yield Factor("wild", -1, "attack-vehicle.minor")


def mount_of(session: Session, attacker: Anybody) -> Vehicle | None:
    """The vehicle that somebody fires from."""
    if isinstance(attacker, Vehicle):
        return attacker
    return session.vehicles.get(attacker.inside) if isinstance(attacker, Soldier) and attacker.inside else None


def _defensive_steps(session: Session, fire: Fire) -> Iterator[Factor]:
    """defence.concealment and defence.movement: one step each (ruling.concealment-and-movement), however many ends it
    concerns (ruling.concealment-both-ends, ruling.movement-both-ends)."""
    hidden = _concealed_ends(session, fire)
    if hidden:
        number = hidden if session.rulings.concealment_both_ends == "each" else 1
        yield Factor("concealment", -number, "defence.concealment")
    moving = _moving_ends(session, fire)
    if moving:
        number = moving if session.rulings.movement_both_ends == "each" else 1
        yield Factor("movement", -number, "defence.movement")


def _concealed_ends(session: Session, fire: Fire) -> int:
    """How many of the two ends are concealed; the GM's word comes first (attack.gm-assigns-defence)."""
    if fire.concealed is not None:
        return int(fire.concealed)
    ends = [session.figure(id) for id in (fire.attacker, fire.target) if id]
    is_seeing = bool(fire.attacker) and sees_in_the_dark(session.figure(fire.attacker))
    return sum(is_concealed(session, end) or (is_in_the_dark(session, end) and not is_seeing) for end in ends)


def is_concealed(session: Session, figure: Anybody) -> bool:
    """In smoke, out of sight by the ground, in a ghillie suit, or by what a playbook move has earned."""
    if isinstance(figure, Vehicle) and "smoking" in figure.minor:
        return False  # ruling.vehicle-condition-effects: it cannot hide
    earned = isinstance(figure, Soldier) and (figure.spared == "concealed" or is_in_the_green(session, figure))
    return figure.concealed or earned or has_smoke(session, figure.place)


def is_in_the_green(session: Session, soldier: Soldier) -> bool:
    """ruling.gear-without-numbers: somebody in a ghillie suit who keeps still vanishes in fitting terrain."""
    place = session.places.get(soldier.place)
    is_still = not soldier.moving and not soldier.inside
    return bool(place and place.growth and is_still and "ghillie suit" in soldier.items)


def is_in_the_dark(session: Session, figure: Anybody) -> bool:
    """Concealed by nothing but the night."""
    place = session.places.get(figure.place)
    is_lit = isinstance(figure, Vehicle) and "smoking" in figure.minor
    return bool(place and place.dark and not is_lit)


def sees_in_the_dark(figure: Anybody) -> bool:
    """ruling.gear-without-numbers: night vision cancels concealment that is only darkness."""
    return isinstance(figure, Soldier) and "NVGs" in figure.items


def _moving_ends(session: Session, fire: Fire) -> int:
    if fire.moving is not None:
        return int(fire.moving)
    ends = [session.figure(id) for id in (fire.attacker, fire.target) if id]
    return sum(is_fast(end) for end in ends)


def is_fast(figure: Anybody) -> bool:
    """Moving quickly by the measure of the situation; a slowed vehicle never is (ruling.vehicle-condition-effects)."""
    return figure.moving and not (isinstance(figure, Vehicle) and "slowed" in figure.minor)


# ---------------------------------------------------------------------- force parity


def parity_of(session: Session, fire: Fire) -> int:
    """vof.force-parity: +1 for the larger side, -1 for the smaller; the forces in the fight, not the one who fires
    (ruling.parity-single-shooter, ruling.parity-measure, ruling.vehicle-force-parity)."""
    if fire.parity is not None:
        return fire.parity
    if not fire.attacker or session.rulings.parity_measure == "gm":
        return 0
    attacker, target = session.figure(fire.attacker), session.figure(fire.target)
    if attacker.side == target.side:
        return 0
    mine, theirs = fighters(session, attacker.side), fighters(session, target.side)
    times = 2 if session.rulings.parity_measure == "twice" else 1
    if mine > theirs and mine >= times * theirs:
        return 1
    return -1 if theirs > mine and theirs >= times * mine else 0


def fighters(session: Session, side: Side) -> int:
    """Able fighters of a side; a vehicle counts as a team of its crew (ruling.parity-measure)."""
    teams = sum(team.able for team in session.teams.values() if _counts(team, side))
    guns = sum(vehicles()[it.kind].crew for it in session.vehicles.values() if _counts(it, side))
    players = len(session.able_soldiers()) if side == "friend" else 0
    return teams + guns + players


def _counts(figure: Team | Vehicle, side: Side) -> bool:
    return figure.side == side and figure.is_able and not figure.hidden


# ---------------------------------------------------------------------- the dice


def dice_of(session: Session, fire: Fire) -> Iterator[Factor]:
    """attack.sequence (5): weapon, bonus, range, crew, cover."""
    yield from _weapon_dice(session, fire)
    if fire.occasion in ("mine", "burning"):
        return
    yield from _range_and_crew(session, fire)
    cover = cover_of(session, fire)
    if cover:
        yield Factor("cover", -cover, "defence.cover")


def _weapon_dice(session: Session, fire: Fire) -> Iterator[Factor]:
    """tag.dice; more for a bayonet on a rifle (ruling.bayonet-dice), none for numbers (ruling.team-attack-dice)."""
    weapon = weapons()[fire.weapon]
    yield Factor(weapon.title, weapon.fixed if fire.fixed and weapon.fixed else weapon.dice, weapon.rule)
    if fire.occasion in ("mine", "burning") or not fire.attacker:
        return
    attacker, band = session.figure(fire.attacker), range_of(session, fire)
    if isinstance(attacker, Soldier) and band:
        for ability, dice in bonus_dice.said(voices_of(attacker), fire, band):
            if dice:
                yield Factor(ability.title, dice, ability.rule)
    if isinstance(attacker, Team) and session.rulings.team_attack_dice == "each" and attacker.able > 1:
        yield Factor("numbers", attacker.able - 1, "ruling.team-attack-dice")
    target = session.figure(fire.target)
    is_on_armor = isinstance(target, Vehicle) and is_armored(target)
    if is_on_armor and "heat" in weapon.tags and session.rulings.heat_number == "dice":
        yield Factor("HEAT", numbers().heat, "tag.heat")


def _range_and_crew(session: Session, fire: Fire) -> Iterator[Factor]:
    """range.increments and tag.crew."""
    weapon, band = weapons()[fire.weapon], range_of(session, fire)
    off = increments(band, weapon.bands) if band else 0
    if off:
        yield Factor(f"{band} range", -off, "range.increments")
    short = crew_missing(session, fire)
    if short:
        yield Factor("crew", -(short if session.rulings.crew_flat == "each" else 1), "tag.crew")
    gun = mount_of(session, session.figure(fire.attacker)) if fire.attacker else None
    if gun and "system damaged: gun" in gun.minor:
        yield Factor("damaged gun", -1, "attack-vehicle.minor")


def range_of(session: Session, fire: Fire) -> Band | None:
    """The band between the two; None where nobody fires."""
    if not fire.attacker or fire.occasion in ("mine", "burning", "charge"):
        return None
    return band_between(session, session.figure(fire.attacker), session.figure(fire.target))


def crew_missing(session: Session, fire: Fire) -> int:
    """tag.crew, vehicle.crew: how many hands are missing (ruling.crew-flat, ruling.crew-who)."""
    needed = weapons()[fire.weapon].crew
    if not needed or not fire.attacker or fire.occasion == "charge":
        return 0
    return max(needed - hands(session, session.figure(fire.attacker)), 0)


def hands(session: Session, gunner: Anybody) -> int:
    """Everybody who serves a weapon: the gunner, and whoever spends their action on it (ruling.crew-who)."""
    mount = mount_of(session, gunner)
    if mount:
        return len([marks for marks in mount.crew if marks < numbers().down_at]) + _players_in(session, mount)
    own = gunner.able if isinstance(gunner, Team) else 1
    serving = [it for it in session.figures() if it.serves == gunner.id and it.place == gunner.place and it.is_able]
    return own + sum(it.able if isinstance(it, Team) else 1 for it in serving)


def _players_in(session: Session, vehicle: Vehicle) -> int:
    return sum(soldier.inside == vehicle.id for soldier in session.able_soldiers())


def cover_of(session: Session, fire: Fire) -> int:
    """defence.cover: what the target has; inside a vehicle, what that gives (ruling.vehicle-occupants)."""
    if fire.cover is not None:
        return fire.cover
    target = session.figure(fire.target)
    if isinstance(target, Soldier) and target.inside:
        return numbers().hatch_cover if target.hatch else numbers().passenger_cover
    return target.cover


def is_quick(session: Session, fire: Fire) -> bool:
    """tag.quick: of the weapon (ruling.knife-quick), or by a playbook move."""
    weapon = weapons()[fire.weapon]
    blades = ("bayonet", "combat-knife")
    if "quick" in weapon.tags and not (fire.weapon in blades and session.rulings.knife_quick == "not"):
        return True
    attacker, band = session.soldiers.get(fire.attacker), range_of(session, fire)
    return bool(attacker and band and quickens(voices_of(attacker), fire.weapon, band))
