"""Using what one carries: reloading, setting up, serving a weapon, smoke, flashbangs, mines, fires, vehicles.

Other equipment and spoils are written on the sheet as they come (creation.other-equipment).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from adjudge.engine import Choose, Table
from adjudge.games.regiment.data import BANDS, numbers, vehicles, weapons
from adjudge.games.regiment.places import band_of_places
from adjudge.games.regiment.rules import conditions
from adjudge.games.regiment.rules.attack import carry_out, resolve_fire, use
from adjudge.games.regiment.rules.core import spend_gear
from adjudge.games.regiment.state import Anybody, Fire, Held, Mine, Session, Soldier, Vehicle
from adjudge.story import Beat, Speaker, effect

Do = Callable[[Table[Session]], None]


def uses(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    """Everything that could be done with equipment now: key, words, deed."""
    yield from _weapon_uses(soldier)
    yield from _crew_uses(session, soldier)
    yield from _thrown_uses(session, soldier)
    yield from _fire_uses(session, soldier)
    yield from _vehicle_uses(session, soldier)
    yield from _drawn(session, soldier)


def use_equipment(table: Table[Session], speaker: Speaker, id: str) -> None:
    """One of them, as the soldier's action."""
    session = table.state
    found = {key: (words, do) for key, words, do in uses(session, session.soldiers[id])}
    question = Choose(list(found), lambda key: found[key][0], prompt="Do what?")
    found[table.ask(speaker.hand, "track.gear", question)][1](table)


# ---------------------------------------------------------------------- weapons


def _weapon_uses(soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    for at, held in enumerate(soldier.weapons):
        title = weapons()[held.weapon].title.lower()
        if not held.loaded:
            yield f"reload/{held.weapon}", f"Reload the {title}", partial(_reload, soldier.id, at)
        if "setup" in weapons()[held.weapon].tags and held.emplaced != soldier.place:
            yield f"set-up/{held.weapon}", f"Set up the {title} here", partial(_set_up, soldier.id, at)


def _reload(id: str, at: int, table: Table[Session]) -> None:
    """tag.reload: one action before it can be used again (ruling.reload-time)."""
    soldier = table.state.soldiers[id]
    soldier.weapons[at] = replace(soldier.weapons[at], loaded=True)
    effect(table, "tag.reload", "{who} reloads", on=(soldier.id,), beat="reloads", who=soldier.name)


def _set_up(id: str, at: int, table: Table[Session]) -> None:
    """tag.setup: one action before the first shot, and after every change of position (ruling.undefined-tags)."""
    soldier = table.state.soldiers[id]
    soldier.weapons[at] = replace(soldier.weapons[at], emplaced=soldier.place)
    effect(table, "tag.setup", "{who} sets up the weapon", on=(soldier.id,), beat="sets-up", who=soldier.name)


def _crew_uses(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    """ruling.crew-who: any able soldier beside the weapon, PC or NPC."""
    for gunner in session.able_soldiers():
        if gunner.place != soldier.place or not _is_crewed(gunner):
            continue
        if gunner.id != soldier.id and soldier.serves != gunner.id:
            yield f"serve/{gunner.id}", f"Serve the weapon of {gunner.name}", partial(_serve, soldier.id, gunner.id)
    if _is_crewed(soldier):
        for team in session.teams.values():
            if team.side == "friend" and team.is_able and team.place == soldier.place and team.serves != soldier.id:
                yield f"crew/{team.id}", f"Have {team.name} serve your weapon", partial(_serve, team.id, soldier.id)


def _is_crewed(gunner: Soldier) -> bool:
    return any(weapons()[held.weapon].crew > 1 for held in gunner.weapons)


def _serve(id: str, gunner: str, table: Table[Session]) -> None:
    """tag.crew: whoever serves makes no attack of their own meanwhile."""
    helper = table.state.figure(id)
    helper.serves = gunner
    effect(
        table,
        "tag.crew",
        "{who} serves the weapon of {gunner}",
        beat=Beat("serves", helper.name, table.state.name(gunner)),
        on=(helper.id, gunner),
        who=helper.name,
        gunner=table.state.name(gunner),
    )


# ---------------------------------------------------------------------- thrown and laid


def _thrown_uses(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    has = {held.weapon for held in soldier.weapons}
    if "smoke-grenade" in has and soldier.gear:
        for place in session.places.values():
            if _in_reach(session, soldier, place.id):
                yield f"smoke/{place.id}", f"Smoke on {place.name}, 1 gear", partial(_throw_smoke, soldier.id, place.id)
    if "flashbangs" in soldier.items and soldier.gear:
        for team in session.teams.values():
            if team.side == "enemy" and team.is_able and not team.hidden and _in_reach(session, soldier, team.place):
                yield f"flash/{team.id}", f"A flashbang on {team.name}, 1 gear", partial(_flash, soldier.id, team.id)
    for weapon in ("ap-mine", "av-mine"):
        if weapon in has:
            yield f"mine/{weapon}", f"Lay the {weapons()[weapon].title.lower()} here", partial(_lay, soldier.id, weapon)


def _in_reach(session: Session, soldier: Soldier, place: str) -> bool:
    """ruling.thrown-reach: smoke works within its reach, without dice to lose."""
    reach = BANDS.index("close") + (1 if session.rulings.thrown_reach == "one-band" else 0)
    return soldier.place in session.places and BANDS.index(band_of_places(session, soldier.place, place)) <= reach


def _throw_smoke(id: str, place: str, table: Table[Session]) -> None:
    """weapon.smoke-grenade: concealment for an area, until the end of the next exchange (ruling.smoke-duration)."""
    session = table.state
    spend_gear(table, session.soldiers[id], 1, "tag.ordnance")  # ruling.grenade-count
    lay_smoke(table, place, "weapon.smoke-grenade")


def lay_smoke(table: Table[Session], place: str, rule: str) -> None:
    session = table.state
    now = session.engagement.exchange if session.engagement else 0
    session.places[place].smoke_until = now + 1
    effect(table, rule, "smoke covers {where}", beat="smoke", where=session.places[place].name)


def _flash(id: str, team: str, table: Table[Session]) -> None:
    """ruling.gear-without-numbers: the people in one room are suppressed, for 1 gear."""
    spend_gear(table, table.state.soldiers[id], 1, "tag.ordnance")
    conditions.suppress(table, table.state.teams[team], id, "ruling.gear-without-numbers")


def _lay(id: str, weapon: str, table: Table[Session]) -> None:
    """weapon.ap-mine, weapon.av-mine: buried here; it waits (tag.expend)."""
    session = table.state
    soldier = session.soldiers[id]
    use(table, Fire(weapon, id, id))
    session.mines.append(Mine(weapon, soldier.place, "friend"))


def step_on_mines(table: Table[Session], figure: Anybody) -> None:
    """ruling.mine-roll: no 2d6; its dice at direct on whoever sets it off, HEAT and the top armor as usual."""
    session = table.state
    for mine in [it for it in session.mines if it.place == figure.place and it.side != figure.side]:
        if (mine.weapon == "av-mine") != isinstance(figure, Vehicle):
            continue
        session.mines.remove(mine)
        effect(table, f"weapon.{mine.weapon}", "{who} sets off a mine", on=(figure.id,), beat="mine", who=figure.name)
        order = Fire(mine.weapon, figure.id, occasion="mine")
        carry_out(table, order, resolve_fire(table, order))


def _drawn(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    """ruling.expend-supply: a weapon of one use for 1 gear, where the unit's stock is at hand."""
    if session.engagement or not soldier.gear:
        return
    for id, weapon in weapons().items():
        if "expend" in weapon.tags:
            yield f"draw/{id}", f"Draw a {weapon.title.lower()} for 1 gear", partial(_draw, soldier.id, id)


def _draw(id: str, weapon: str, table: Table[Session]) -> None:
    soldier = table.state.soldiers[id]
    spend_gear(table, soldier, 1, "ruling.expend-supply")
    soldier.weapons.append(Held(weapon))


# ---------------------------------------------------------------------- fires


def _fire_uses(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    for burning in session.burning:
        victim = session.figure(burning.target)
        if victim.place == soldier.place:
            yield f"put-out/{victim.id}", f"Put out the fire on {victim.name}", partial(_put_out, victim.id)


def _put_out(id: str, table: Table[Session]) -> None:
    """tag.burn: an action by the target or a neighbor (ruling.burn-rate)."""
    session = table.state
    session.burning = [it for it in session.burning if it.target != id]
    effect(table, "tag.burn", "the fire on {who} is out", on=(id,), mark="free", beat="put-out", who=session.name(id))


# ---------------------------------------------------------------------- vehicles


def _vehicle_uses(session: Session, soldier: Soldier) -> Iterator[tuple[str, str, Do]]:
    if soldier.inside:
        yield "leave", f"Get out of {session.name(soldier.inside)}", partial(_leave, soldier.id)
        hatch = "Button up" if soldier.hatch else "Look out of the hatch"
        yield "hatch", hatch, partial(_hatch, soldier.id)
        return
    for vehicle in session.vehicles.values():
        is_at_hand = vehicle.side == "friend" and vehicle.place == soldier.place and not vehicle.is_destroyed
        if is_at_hand and has_room(session, vehicle):
            yield f"board/{vehicle.id}", f"Get into {vehicle.name}", partial(_board, soldier.id, vehicle.id)


def has_room(session: Session, vehicle: Vehicle) -> bool:
    """vehicle.crew; a recon car takes a team besides (ruling.recon-advantages)."""
    kind = vehicles()[vehicle.kind]
    inside = sum(it.inside == vehicle.id for it in session.soldiers.values())
    return inside + len(vehicle.crew) < kind.crew + (numbers().team if "passengers" in kind.advantages else 0)


def _board(id: str, vehicle: str, table: Table[Session]) -> None:
    soldier = table.state.soldiers[id]
    soldier.inside, soldier.hatch, soldier.cover, soldier.concealed = vehicle, False, 0, False
    effect(
        table,
        "vehicle.crew",
        "{who} gets into {what}",
        beat="boards",
        on=(soldier.id,),
        who=soldier.name,
        what=table.state.name(vehicle),
    )


def _leave(id: str, table: Table[Session]) -> None:
    soldier = table.state.soldiers[id]
    vehicle = table.state.vehicles[soldier.inside]
    soldier.inside, soldier.hatch, soldier.place = "", False, vehicle.place
    effect(
        table,
        "vehicle.crew",
        "{who} gets out of {what}",
        on=(soldier.id,),
        beat="leaves",
        who=soldier.name,
        what=vehicle.name,
    )


def _hatch(id: str, table: Table[Session]) -> None:
    """ruling.vehicle-occupants: out of a hatch one can be shot, with 2-cover."""
    soldier = table.state.soldiers[id]
    soldier.hatch = not soldier.hatch
    how = "looks out of the hatch" if soldier.hatch else "buttons up"
    effect(table, "ruling.vehicle-occupants", "{who} {how}", on=(soldier.id,), who=soldier.name, how=how)
