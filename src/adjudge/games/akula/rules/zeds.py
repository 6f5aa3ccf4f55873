"""Turn Sequence: what zeds do on their card, who moves where and whom they attack then."""

from __future__ import annotations

from math import inf

from adjudge.engine import PickPoint, Table
from adjudge.engine.moments import answers, any_of, sum_of
from adjudge.field import Point
from adjudge.field.paths import Path, shortest_path
from adjudge.games.akula.data import called
from adjudge.games.akula.figures import loosen_grabs, remove_survivor
from adjudge.games.akula.places import (
    distances,
    door_name,
    doors_touched,
    gait_of,
    ground_of,
    in_play,
    is_closed,
    nearest_survivors,
    open_door,
    place_of,
    scenario_of,
    survivors_touching,
    touch,
    walkers,
    zeds_touching,
)
from adjudge.games.akula.readings import one_of, reaches
from adjudge.games.akula.regions import reachable
from adjudge.games.akula.rules import activation, melee, spawn, vehicles
from adjudge.games.akula.state import ACE, UMPIRE_SEAT, Battle, Survivor, Zed
from adjudge.games.akula.voices import Ability, rule_of, voices_of
from adjudge.games.akula.ways import allowance, approach, crowd_round, go_towards

HOUSE_BREAK_ON = 6


# ---------------------------------------------------------------------- what kinds of zed have to say


@any_of
def acts_first() -> bool:
    """Whether it acts before the others of its card are looked at."""
    raise NotImplementedError


@any_of
def calls(table: Table[Battle], zed: Zed) -> bool:
    """Whether it calls the others: asked before its move and, if it did not, after it."""
    raise NotImplementedError


@any_of
def does_otherwise(table: Table[Battle], zed: Zed) -> bool:
    """Whether it does something else instead of moving and attacking."""
    raise NotImplementedError


@any_of
def engulfs() -> bool:
    """Whether it removes whom it touches, without dice."""
    raise NotImplementedError


@sum_of
def door_bonus() -> int:
    """What it adds to the die that breaks a door."""
    raise NotImplementedError


# ---------------------------------------------------------------------- a black card


def zed_card(table: Table[Battle]) -> None:
    """A black card: those of its kind that are active move and then attack (active.relevant-card)."""
    state = table.state
    of_card = activation.of_card(state, state.card)
    first = [zed for zed in of_card if acts_first(voices_of(zed))]
    acted = act_first(table, first)  # ruling.activation-timing: so that a call counts on this card
    others = [zed for zed in of_card if zed not in first] if first else of_card
    stirred = [(zed, activation.why_active(state, zed)) for zed in others if activation.can_act(zed)]
    for zed in by_nearness(state, [zed for zed, _ in stirred]):
        why = next(why for other, why in stirred if other is zed)
        if state.rulings.activation_timing == "each":
            why = activation.why_active(state, zed)
        if why and act(table, zed, why):
            acted.append(zed.id)
    after_moving(table, [id_ for id_ in acted if id_ in state.zeds])


def by_nearness(state: Battle, zeds: list[Zed]) -> list[Zed]:
    """ruling.zed-movement: nearest to a survivor first."""
    people = [place_of(state, survivor) for survivor in in_play(state)]
    return sorted(zeds, key=lambda zed: (min(distances(state, zed.stand, people), default=inf), zed.id))


def act_first(table: Table[Battle], zeds: list[Zed]) -> list[str]:
    """zed.liche-witch-card: they move and attack like shamblers and call whenever somebody is near."""
    acted = []
    for zed in by_nearness(table.state, zeds):
        voices = voices_of(zed)
        has_called = calls(voices, table, zed)
        if not activation.can_act(zed):
            continue
        why = activation.why_active(table.state, zed)
        if not act(table, zed, why):
            continue
        if not has_called:
            calls(voices, table, zed)
        acted.append(zed.id)
    return acted


def act(table: Table[Battle], zed: Zed, why: str) -> bool:
    """Moves; False if it did something else instead of moving and attacking."""
    voices = voices_of(zed)
    table.tell(rule_of(zed), "{zed} is active: {why}.", on=(zed.id,), zed=called(zed.id), why=why)
    if does_otherwise(voices, table, zed):
        return False
    move(table, zed, why)
    return True


# ---------------------------------------------------------------------- where it goes


def move(table: Table[Battle], zed: Zed, why: str) -> None:
    """As far as it may towards what stirs it; the umpire may send it elsewhere (ruling.zed-movement)."""
    state = table.state
    before = touched_vehicle(state, zed)
    spot = automatic_spot(table, zed, why)
    if state.rulings.zed_movement == "human":
        spot = asked_spot(table, zed, spot)
    zed.stand = zed.stand.moved(spot)
    loosen_grabs(state)
    after = touched_vehicle(state, zed)
    zed.arrived = after if after != before else ""


def touched_vehicle(state: Battle, zed: Zed) -> str:
    return next((it.id for it in state.vehicles.values() if it.people and touch(zed.stand, it.stand)), "")


def automatic_spot(table: Table[Battle], zed: Zed, why: str) -> Point:
    """Where the automatic umpire moves a zed."""
    state = table.state
    if survivors_touching(state, zed.stand) or touched_vehicle(state, zed):
        return zed.stand.at
    prey = choose_prey(table, zed, why)
    if prey is not None:
        return approach(state, zed, place_of(state, prey))
    noise = activation.nearest_noise(state, zed)
    if noise is None:
        return zed.stand.at
    return go_towards(state, zed, noise.at)


def choose_prey(table: Table[Battle], zed: Zed, why: str) -> Survivor | None:
    """The nearest survivor within 10 inches; one that only heard a noise goes there; else the nearest of all."""
    state = table.state
    people = in_play(state)
    noticed = [it for it in people if activation.is_noticed(state, zed, it)]
    if not noticed and why == activation.NOISE:
        return None
    nearest = one_in_each_place(nearest_survivors(state, zed.stand, noticed or people))
    if len(nearest) > 1 and state.rulings.zed_movement == "automatic":  # an umpire needs no die to choose
        return nearest[table.roll(one_of(len(nearest)), "ruling.zed-movement")]
    return nearest[0] if nearest else None


def one_in_each_place(people: list[Survivor]) -> list[Survivor]:
    """Those who sit in one vehicle are one goal."""
    return list({it.vehicle or it.id: it for it in people}.values())


def asked_spot(table: Table[Battle], zed: Zed, default: Point) -> Point:
    """The umpire moves the zed: anywhere it can go, the automatic answer first."""
    state, far, gait = table.state, allowance(zed), gait_of(table.state, zed)

    def way(to: Point) -> Path | None:
        return shortest_path(ground_of(state), zed.stand, to, crowd_round(state, zed, far).firm, gait, limit=far + 0.01)

    region = reachable(state, zed.stand, far, way, gait, first=default, meets=[it.stand for it in walkers(state)])
    question = PickPoint(region, prompt=f"Where does {called(zed.id)} go?", figure=zed.id)
    spot = table.ask(UMPIRE_SEAT, "ruling.zed-movement", question)
    path = region.path_to(spot)
    return zed.stand.at if path is None else path.end


# ---------------------------------------------------------------------- what it does then


def after_moving(table: Table[Battle], acted: list[str]) -> None:
    """When all zeds of the card have moved: doors, vehicles, then combats, or a horde's embrace."""
    state = table.state
    break_doors(table, acted)
    vehicles.drag_out(table, acted)
    if state.card == ACE or state.rulings.horde_timing == "at-once":
        engulf(table, acted)
    if state.card != ACE:
        fight_all(table, acted)


def break_doors(table: Table[Battle], acted: list[str]) -> None:
    """Where zeds may break doors: on the number given or more, tank and horde with +2 (ruling.doors)."""
    state = table.state
    by_house_rule = state.rulings.doors == "six"
    number = HOUSE_BREAK_ON if by_house_rule else scenario_of(state).door_break
    if not number:
        return
    for id_ in acted:
        zed = state.zeds[id_]
        for door in doors_touched(state, zed.stand):
            if not is_closed(state, door):
                continue
            bonus = 0 if by_house_rule else door_bonus(voices_of(zed))
            if table.roll(reaches(number - bonus), "ruling.doors"):
                open_door(state, door)
                state.broken.append(door)
                table.tell(
                    "ruling.doors",
                    "{zed} breaks down {door}.",
                    on=(zed.id,),
                    zed=called(zed.id),
                    door=door_name(state, door),
                )
            break


def engulf(table: Table[Battle], acted: list[str]) -> None:
    """zed.horde-contact: any survivor in contact with a horde is removed without dice (ruling.horde-timing)."""
    state = table.state
    at_once = state.rulings.horde_timing == "at-once"
    hordes = [zed for zed in state.zeds.values() if engulfs(voices_of(zed)) and activation.can_act(zed)]
    if not at_once:
        hordes = [horde for horde in hordes if horde.id in acted]
    for horde in hordes:
        for survivor in survivors_touching(state, horde.stand):
            if survivor.spared != state.cards:
                words = "{name} vanishes in {horde}."
                table.tell(
                    "zed.horde-contact",
                    words,
                    on=(survivor.id, horde.id),
                    mark="dead",
                    name=survivor.name,
                    horde=called(horde.id),
                )
                remove_survivor(state, survivor)


def fight_all(table: Table[Battle], acted: list[str]) -> None:
    """ruling.zed-combat-per-card: at most one combat for each survivor, with every zed in contact."""
    state = table.state
    sides = assign(table, acted)
    for survivor in walkers(state):
        if survivor.fate:
            continue
        zeds = [state.zeds[id_] for id_ in sides.get(survivor.id, []) if id_ in state.zeds]
        if any(zed.id in acted for zed in zeds):
            melee.fight(table, survivor, zeds)


def assign(table: Table[Battle], acted: list[str]) -> dict[str, list[str]]:
    """Which zeds count against whom: one between two survivors counts once (ruling.zed-touching-two-survivors).

    Those that do not act on this card attack nobody, so no die is rolled for them: they only count where others fight.
    """
    state = table.state
    people = [it for it in walkers(state) if not it.carried_by and it.spared != state.cards]
    crowds = {it.id: zeds_touching(state, it) for it in people}
    if state.rulings.zed_combat_per_card == "kind":
        crowds = {name: [zed for zed in zeds if zed.id in acted] for name, zeds in crowds.items()}
    if state.rulings.zed_touching_two_survivors == "both":
        return {name: [zed.id for zed in zeds] for name, zeds in crowds.items()}
    sides: dict[str, list[str]] = {name: [] for name in crowds}
    for zed in state.zeds.values():
        victims = [name for name, zeds in crowds.items() if zed in zeds]
        if zed.id in acted and victims:
            sides[choose_victim(table, crowds, victims)].append(zed.id)
    fought = [name for name, attackers in sides.items() if attackers]
    for zed in state.zeds.values():
        combats = [name for name in fought if zed in crowds[name]]
        if zed.id not in acted and combats:
            sides[most_beset(crowds, combats)[0]].append(zed.id)
    return sides


def choose_victim(table: Table[Battle], crowds: dict[str, list[Zed]], victims: list[str]) -> str:
    """Whom a zed attacks: the one with more zeds in contact, else diced for."""
    best = most_beset(crowds, victims)
    return best[0] if len(best) == 1 else best[table.roll(one_of(len(best)), "ruling.zed-touching-two-survivors")]


def most_beset(crowds: dict[str, list[Zed]], people: list[str]) -> list[str]:
    most = max(len(crowds[name]) for name in people)
    return [name for name in people if len(crowds[name]) == most]


# ---------------------------------------------------------------------- the kinds that the Turn Sequence tells of


class Shambler(Ability):
    """The common zed: it moves 3 inches and attacks."""

    rule = "zed.shambler"

    @answers(spawn.is_lesser)
    def comes_back(self) -> bool:
        return True


class Fast(Ability):
    """A fast zed: it moves 6 inches and attacks."""

    rule = "zed.fast"

    @answers(spawn.is_lesser)
    def comes_back(self) -> bool:
        return True


class Horde(Ability):
    """One base that stands for a crowd."""

    rule = "zed.horde-move"

    @answers(engulfs)
    def swallows(self) -> bool:
        """zed.horde-contact."""
        return True

    @answers(door_bonus)
    def leans_on_doors(self) -> int:
        return 2

    @answers(spawn.is_spawn_point)
    def others_come_with_it(self) -> bool:
        """spawn.horde-is-spawn-point."""
        return True

    @answers(melee.is_proof)
    def closes_ranks(self, state: Battle, blast: bool) -> bool:
        """ruling.horde-destruction."""
        rule = state.rulings.horde_destruction
        return rule == "never" or (rule == "blast" and not blast)

    @answers(melee.takes_wounds)
    def is_many(self, state: Battle) -> bool:
        return state.rulings.horde_destruction == "wounds"

    @answers(vehicles.stops_vehicles)
    def is_bulky(self) -> bool:
        """ruling.vehicle-hits-figures: rolled for at any speed, and it stops the vehicle."""
        return True
