"""Doors, and what blasts do to buildings."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudge.engine import Choose, Reading, Table, total
from adjudge.engine.dice import Faces
from adjudge.engine.questions import Point
from adjudge.field import Piece, Round, Stand
from adjudge.field.maps import bounds_of
from adjudge.field.measuring import distance_to_piece, touches_piece
from adjudge.field.sight import sight_to_point
from adjudge.games.mdrg.book import ARMS, Arm
from adjudge.games.mdrg.rules import heights
from adjudge.games.mdrg.rules.combat import mishap_of
from adjudge.games.mdrg.rules.deeds import Deed
from adjudge.games.mdrg.rules.figures import (
    current,
    enemies_of,
    in_play,
    is_helpless,
    named,
    side_of,
    size,
    take_up,
)
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.places import TOUCH, ground, length, stand
from adjudge.games.mdrg.rules.ranged import BANDS, give_away, is_engaged, range_penalty, usable, wear
from adjudge.games.mdrg.rules.results import drop, knock_down, recoil
from adjudge.games.mdrg.state import Battle, Figure

SMASHED = 5
STRENGTHS = {"heavy-door": -1, "steel-door": -2}


def doors_near(state: Battle, figure: Figure) -> list[Piece]:
    """The closed doors that a model touches."""
    here, field = stand(state, figure), ground(state)
    closed = [piece for piece in field.pieces if "door" in piece.traits and "closed" in piece.traits]
    return [door for door in closed if touches_piece(field, here, door.id, TOUCH)]


def open_door(table: Table[Battle], figure: Figure, stopped_by: str | None) -> None:
    """move.stop-at-door-or-obstacle: opening an unlocked door is part of the stop."""
    state = table.state
    door = ground(state).by_id.get(stopped_by or "")
    if door is not None and "closed" in door.traits and "locked" not in door.traits:
        state.changes = replace(state.changes, opened=(*state.changes.opened, door.id))
        table.tell("move.stop-at-door-or-obstacle", "{name} opens {door}", name=named(figure), door=door.title)


def door_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """door.bash, door.shoot."""
    if figure.fallen or is_helpless(figure) or figure.on or figure.climbing:
        return []
    deeds = [_bash_deed(figure, door) for door in doors_near(state, figure)]
    if not figure.attacked and not is_engaged(state, figure):
        deeds += [
            _shoot_deed(figure, door, arm) for arm in usable(figure) for door in doors_in_sight(state, figure, arm)
        ]
    return deeds


def _bash_deed(figure: Figure, door: Piece) -> Deed:
    me, id = figure.id, door.id

    def do(table: Table[Battle], figure: Figure) -> None:
        bash(table, [figure], ground(table.state).by_id[id])

    def outcome(table: Table[Battle]) -> str:
        gives = bash_reading(bash_modifier([table.state.figures[me]], ground(table.state).by_id[id]))
        return "gives way" if table.roll(gives, "door.bash") else "holds"

    return Deed(f"bash:{id}", f"bash {door.title}", 1, "door.bash", do, forecast=outcome)


@cache
def bash_reading(modifier: int) -> Reading[bool]:
    """Smashed on a modified 5; no automatic six (bash-no-automatic-six)."""
    return total(1).map(lambda face: face + modifier >= SMASHED, f"d6{modifier:+d}, smashed on {SMASHED}+")


def strength(door: Piece) -> int:
    """door.bash-modifiers: a heavy door -1, a reinforced steel door -2."""
    return sum(STRENGTHS.get(trait, 0) for trait in sorted(door.traits))


def bash_modifier(figures: list[Figure], door: Piece, *, ram: bool = False) -> int:
    """The best size and armor among the bashers, +1 together, +1 more with a ram (bash-who-counts).

    door.bash-modifiers, door.bash-cooperate, door.bash-ram.
    """
    weight = max((size(figure) for figure in figures), default=0)
    armor = max((_armor(figure) for figure in figures), default=0)
    together = int(len(figures) > 1)
    return weight + armor + together + int(ram and together) + strength(door)


def _armor(figure: Figure) -> int:
    """What a model adds besides its size: a powered suit."""
    return sum(one.bashes() for one in voices(figure.rules, "bashes")) - size(figure)


def bash(table: Table[Battle], figures: list[Figure], door: Piece, *, ram: bool = False) -> bool:
    """door.bash: one roll; a failed attempt may be repeated. Whether the door gave way."""
    seat = side_of(table.state, figures[0])
    if not table.roll(bash_reading(bash_modifier(figures, door, ram=ram)), "door.bash", seat):
        table.tell("door.bash", "{door} holds", door=door.title)
        return False
    holder = next((enemy for enemy in enemies_of(table.state, figures[0]) if holds(table.state, enemy, door)), None)
    if holder is not None:
        pusher = max(figures, key=lambda figure: (current(figure).combat, figure.id))
        return contest(table, pusher, holder, door)
    smash(table, door)
    return True


def holds(state: Battle, figure: Figure, door: Piece) -> bool:
    """door.blocked-by-enemy: it stands against the door, on its feet."""
    return (
        not figure.fallen
        and not is_helpless(figure)
        and touches_piece(ground(state), stand(state, figure), door.id, TOUCH)
    )


def smash(table: Table[Battle], door: Piece) -> None:
    """The door is gone."""
    state = table.state
    state.changes = replace(state.changes, removed=(*state.changes.removed, door.id))
    table.tell("door.bash", "{door} is smashed", door=door.title)


class Push(NamedTuple):
    """Who won the contest at a door, and whether the winner's die was even."""

    winner: Literal["pusher", "holder", "nobody"]
    even: bool


@cache
def push_reading(push: int, hold: int) -> Reading[Push]:
    """door.blocked-by-enemy: die and Combat on either side, Big +1 and Huge +2 (door-contest)."""

    def read(faces: Faces) -> Push:
        mine, yours = faces[0] + push, faces[1] + hold
        if mine == yours:
            return Push("nobody", False)
        return Push("pusher", faces[0] % 2 == 0) if mine > yours else Push("holder", faces[1] % 2 == 0)

    return Reading((6, 6), read, f"d6{push:+d} against d6{hold:+d}", hands=(1, 1))


def contest(table: Table[Battle], pusher: Figure, holder: Figure, door: Piece) -> bool:
    """door.blocked-result: the winner decides whether it opens; then the loser recoils or falls. A tie: shut."""
    state = table.state
    reading = push_reading(current(pusher).combat + size(pusher), current(holder).combat + size(holder))
    result = table.roll(reading, "door.blocked-by-enemy", (side_of(state, pusher), side_of(state, holder)))
    if result.winner == "nobody":
        return False
    winner, loser = (pusher, holder) if result.winner == "pusher" else (holder, pusher)
    opens = table.ask(side_of(state, winner), "door.blocked-result", Choose(["opens", "stays shut"], prompt=door.title))
    if opens == "stays shut":
        return False
    smash(table, door)
    if result.even:
        knock_down(table, loser, "door.blocked-result")
    else:
        recoil(table, loser, (winner.x, winner.y))
    return True


# Two at a door


def pairs_at_doors(state: Battle, seat: str) -> list[tuple[Piece, Figure, Figure]]:
    """door.bash-cooperate: two models of a side at the same door, neither of them activated."""
    able = [figure for figure in in_play(state) if side_of(state, figure) == seat and not figure.activated]
    able = [figure for figure in able if not figure.fallen and not is_helpless(figure)]
    found = []
    for number, one in enumerate(able):
        for door in doors_near(state, one):
            found += [(door, one, two) for two in able[number + 1 :] if door in doors_near(state, two)]
    return found


def has_ram(figures: list[Figure]) -> bool:
    """door.bash-ram: one of them carries a battering ram."""
    return any(one.rams() for figure in figures for one in voices(figure.rules, "rams"))


# Shooting at doors


def doors_in_sight(state: Battle, figure: Figure, arm: str) -> list[Piece]:
    """shooting-doors-details: in line of sight and within three times the range."""
    here, field = stand(state, figure), ground(state)
    far = BANDS * length(state, ARMS[arm].range)
    closed = [piece for piece in field.pieces if "door" in piece.traits and "closed" in piece.traits]
    near = [door for door in closed if distance_to_piece(field, here, door.id) <= far]
    return [door for door in near if sight_to_point(field, here, _middle(door), past=frozenset({door.id})).seen]


def _middle(piece: Piece) -> Point:
    left, low, right, high = bounds_of(piece.shapes[0])
    return ((left + right) / 2, (low + high) / 2)


def _shoot_deed(figure: Figure, door: Piece, arm: str) -> Deed:
    me, id = figure.id, door.id

    def do(table: Table[Battle], figure: Figure) -> None:
        shoot_door(table, figure, ground(table.state).by_id[id], ARMS[arm])

    def outcome(table: Table[Battle]) -> str:
        shooter, door = table.state.figures[me], ground(table.state).by_id[id]
        smashed, mishap = table.roll(at_door(table.state, shooter, door, ARMS[arm]), "door.shoot")
        return ("gives way" if smashed else "holds") + (f", weapon: {mishap}" if mishap not in ("", "one") else "")

    label = f"shoot at {door.title} with the {ARMS[arm].name}"
    return Deed(f"shoot-door:{id}:{arm}", label, 1, "door.shoot", do, attack=True, forecast=outcome)


@cache
def door_shot(modifier: int, coloured: bool) -> Reading[tuple[bool, str]]:
    """Whether the door is smashed, and what befalls the weapon."""
    dice = (6, 6) if coloured else (6,)

    def read(faces: Faces) -> tuple[bool, str]:
        mishap = mishap_of(faces[0], faces[1]) if coloured else "one" if faces[0] == 1 else ""
        return faces[0] + modifier >= SMASHED, mishap

    return Reading(dice, read, f"d6{modifier:+d} at a door")


def at_door(state: Battle, figure: Figure, door: Piece, arm: Arm) -> Reading[tuple[bool, str]]:
    """door.shoot: the weapon's bonus, the door's strength and the range; neither size nor skill."""
    away = distance_to_piece(ground(state), stand(state, figure), door.id)
    return door_shot(arm.bonus + strength(door) + range_penalty(state, figure, arm, away), arm.cells)


def shoot_door(table: Table[Battle], figure: Figure, door: Piece, arm: Arm) -> bool:
    """One shot at a door, which gives the shooter away and wears his weapon like any other. Whether it gave way."""
    state = table.state
    take_up(figure, arm.id, lambda gun: gun.works)
    smashed, mishap = table.roll(at_door(state, figure, door, arm), "door.shoot", side_of(state, figure))
    if smashed:
        smash(table, door)
    give_away(figure, arm)
    wear(table, [(figure, arm)], mishap, _middle(door))
    return smashed


# Blasts


def blast_disc(state: Battle, point: Point) -> Stand:
    """The blast as something that touches pieces."""
    return Stand("blast", point[0], point[1], Round(2 * length(state, "short")))


def shake(table: Table[Battle], point: Point, arm: Arm) -> None:
    """What a fragmentation or plasma blast does: ladders go, stairs may collapse, doors of the room may burst."""
    state = table.state
    spot, field = blast_disc(state, point), ground(state)
    for piece in field.pieces:
        if distance_to_piece(field, spot, piece.id) > 0:
            continue
        if "ladder" in piece.traits:
            destroy_ladder(table, piece)
        elif "stairs" in piece.traits:
            heights.try_collapse(table, piece)
    for door in doors_of_room(state, point):  # grenade-against-door: its Combat counts
        if table.roll(bash_reading((arm.combat or 0) + strength(door)), "door.grenade-in-room"):
            smash(table, door)


def destroy_ladder(table: Table[Battle], ladder: Piece) -> None:
    """ladder.destroyed: whoever is on it falls to the foot (ladder-destroyed-occupants)."""
    state = table.state
    state.changes = replace(state.changes, removed=(*state.changes.removed, ladder.id))
    table.tell("ladder.destroyed", "{ladder} is destroyed", ladder=ladder.title)
    for figure in [one for one in in_play(state) if one.climbing == ladder.id]:
        drop(table, figure)


def doors_of_room(state: Battle, point: Point) -> list[Piece]:
    """door.grenade-in-room: the closed doors of the building that the point lies in, near or far."""
    field = ground(state)
    found = []
    for piece in field.pieces:
        boxes = [bounds_of(shape) for shape in piece.shapes]
        left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
        doors = [door for door in field.pieces if door.id.startswith(f"{piece.id}/") and "closed" in door.traits]
        if doors and left <= point[0] <= right and low <= point[1] <= high:
            found += doors
    return found
