"""Doors, and what blasts do to buildings."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudge import engine
from adjudge.engine import Choose, Reading, Table, step, total
from adjudge.engine.dice import Faces
from adjudge.engine.moments import any_of, sum_of
from adjudge.engine.questions import Point
from adjudge.field import Piece, Round, Stand
from adjudge.field.maps import bounds_of
from adjudge.field.measuring import distance_to_piece, touches_piece
from adjudge.field.points import apart
from adjudge.field.sight import sight_to_point
from adjudge.field.terrain import ring
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS, Arm
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import (
    current,
    enemies_of,
    in_play,
    is_active,
    is_helpless,
    is_on_the_ground,
    named,
    side_of,
    size,
    take_up,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import TOUCH, ground, length, stand
from adjudge.games.mdrg.rules import heights
from adjudge.games.mdrg.rules.combat import mishap_of
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.ranged import (
    BANDS,
    Wear,
    give_away,
    is_engaged,
    let_fly,
    range_penalty,
    usable,
    wear_of,
    wear_out,
)
from adjudge.games.mdrg.rules.results import drop, knock_down, recoil
from adjudge.games.mdrg.state import Battle, Figure

SMASHED = 5
STRENGTHS = {"heavy-door": -1, "steel-door": -2}


# Moments at which special rules speak


@sum_of
def bashes() -> int:
    """A modifier to a roll that bashes a door or resists telekinesis."""


@any_of
def rams() -> bool:
    """Whether it helps two models to bash a door."""


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
        table.tell(
            "move.stop-at-door-or-obstacle", "{name} opens {door}", on=(figure.id,), name=named(figure), door=door.title
        )


def door_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """door.bash, door.shoot."""
    if is_helpless(figure):
        return []
    on_its_feet = not figure.fallen and is_on_the_ground(figure)
    deeds = [bash_deed([figure], door) for door in doors_near(state, figure)] if on_its_feet else []
    if figure.attacked or is_engaged(state, figure):
        return deeds
    return deeds + [
        _shoot_deed(figure, door, arm) for arm in usable(figure) for door in doors_in_sight(state, figure, arm)
    ]


def bash_deed(figures: list[Figure], door: Piece) -> Deed:
    """Bashing a door, alone or together."""
    ids, id = [figure.id for figure in figures], door.id

    def do(table: Table[Battle], figure: Figure) -> None:
        bash(table, [table.state.figures[me] for me in ids], ground(table.state).by_id[id])

    def outcome(table: Table[Battle]) -> Outcome:
        return resolve_bash(table, [table.state.figures[me] for me in ids], ground(table.state).by_id[id]).outcome

    return Deed(f"bash:{id}", f"bash {door.title}", 1, "door.bash", do, thing=id, forecast=outcome)


@cache
def bash_reading(modifier: int) -> Reading[bool]:
    """Smashed on a modified 5; no automatic six (bash-no-automatic-six)."""
    return total(1).map(lambda face: face + modifier >= SMASHED, f"d6{modifier:+d}, smashed on {SMASHED}+")


def strength(door: Piece) -> int:
    """door.bash-modifiers: a heavy door -1, a reinforced steel door -2."""
    return sum(STRENGTHS.get(trait, 0) for trait in sorted(door.traits))


def bash_modifier(figures: list[Figure], door: Piece) -> int:
    """The best size and armor among the bashers, +1 together, +1 more with a ram (bash-who-counts).

    door.bash-modifiers, door.bash-cooperate, door.bash-ram.
    """
    weight = max((size(figure) for figure in figures), default=0)
    armor = max((_armor(figure) for figure in figures), default=0)
    together = int(len(figures) > 1)
    return weight + armor + together + int(bool(together) and has_ram(figures)) + strength(door)


def _armor(figure: Figure) -> int:
    """What a model adds besides its size: a powered suit."""
    return bashes(voices(figure.rules)) - size(figure)


class Bashed(NamedTuple):
    """What bashing a door comes to: whether it gives way, and if somebody held it, who lost the contest and how."""

    gives_way: bool
    loser: str = ""
    winner: str = ""
    is_even: bool = False
    held: bool = False

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome; `friend`: the loser is one of those who bash."""
        if not self.loser:
            return Outcome("gives way" if self.gives_way else "holds")
        who = "holder" if self.held else "pusher"
        return Outcome("gives way", also=(f"the {who} {'falls' if self.is_even else 'recoils'}",))


@step
def resolve_bash(table: Table[Battle], figures: list[Figure], door: Piece) -> Bashed:
    """door.bash: one roll; a failed attempt may be repeated. If an enemy holds it: door.blocked-by-enemy."""
    state, modifier = table.state, bash_modifier(figures, door)
    names = " and ".join(named(figure) for figure in figures)
    words = "{names} {bash} {door}: the die counts {modifier:+d}"
    verb = "bash" if len(figures) > 1 else "bashes"
    table.tell("door.bash", words, names=names, bash=verb, door=door.title, modifier=modifier)
    if not table.roll(bash_reading(modifier), "door.bash", side_of(state, figures[0])):
        return Bashed(False)
    holder = next((enemy for enemy in enemies_of(state, figures[0]) if holds(state, enemy, door, figures[0])), None)
    if holder is None:
        return Bashed(True)
    return _contested(table, max(figures, key=lambda figure: (current(figure).combat, figure.id)), holder, door)


def _contested(table: Table[Battle], pusher: Figure, holder: Figure, door: Piece) -> Bashed:
    """door.blocked-result: the winner decides whether it opens; then the loser recoils or falls. A tie: shut."""
    state = table.state
    reading = push_reading(current(pusher).combat + size(pusher), current(holder).combat + size(holder))
    result = table.roll(reading, "door.blocked-by-enemy", (side_of(state, pusher), side_of(state, holder)))
    if result.winner == "nobody":
        return Bashed(False)
    winner, loser = (pusher, holder) if result.winner == "pusher" else (holder, pusher)
    question = Choose(["opens", "stays shut"], prompt=door.title, about=lambda key: engine.Deed(key, target=door.id))
    if table.ask(side_of(state, winner), "door.blocked-result", question) == "stays shut":
        return Bashed(False)
    return Bashed(True, loser.id, winner.id, result.even, loser is holder)


def bash(table: Table[Battle], figures: list[Figure], door: Piece) -> bool:
    """Bashing a door, carried out. Whether it gave way."""
    bashed = resolve_bash(table, figures, door)
    if not bashed.gives_way:
        table.tell("door.bash", "{door} holds", door=door.title)
        return False
    smash(table, door)
    if bashed.loser:
        loser, winner = table.state.figures[bashed.loser], table.state.figures[bashed.winner]
        if bashed.is_even:
            knock_down(table, loser, "door.blocked-result")
        else:
            recoil(table, loser, (winner.x, winner.y))
    return True


def holds(state: Battle, enemy: Figure, door: Piece, basher: Figure) -> bool:
    """door.blocked-by-enemy: it stands against the door, on its feet, on the side that the basher is not on."""
    return (
        is_active(enemy)
        and is_on_the_ground(enemy)
        and touches_piece(ground(state), stand(state, enemy), door.id, TOUCH)
        and side_of_door(door, enemy) != side_of_door(door, basher)
    )


def side_of_door(door: Piece, figure: Figure) -> bool:
    """On which of its two sides a model is: left or right of a line along the door through its middle."""
    corners = ring(door.shapes[0])
    one, two = max(pairwise((*corners, corners[0])), key=lambda side: apart(*side))
    x, y = _middle(door)
    return (two[0] - one[0]) * (figure.y - y) > (two[1] - one[1]) * (figure.x - x)


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

    return Reading((6, 6), read, f"d6{push:+d} against d6{hold:+d}", hands=(1, 1)).saying(_pushed)


def _pushed(push: Push) -> str:
    if push.winner == "nobody":
        return "nobody wins"
    return f"the {push.winner} wins with an {'even' if push.even else 'odd'} die"


# Two at a door


def pairs_at_doors(state: Battle, seat: str) -> list[tuple[Piece, Figure, Figure]]:
    """door.bash-cooperate: two models of a side at the same door, neither of them activated."""
    able = [figure for figure in in_play(state) if side_of(state, figure) == seat and not figure.activated]
    able = [figure for figure in able if is_active(figure) and is_on_the_ground(figure)]
    found = []
    for number, one in enumerate(able):
        for door in doors_near(state, one):
            found += [(door, one, two) for two in able[number + 1 :] if door in doors_near(state, two)]
    return found


def has_ram(figures: list[Figure]) -> bool:
    """door.bash-ram: one of them carries a battering ram."""
    return any(rams(voices(figure.rules)) for figure in figures)


# Shooting at doors


def doors_in_sight(state: Battle, figure: Figure, arm: str) -> list[Piece]:
    """shooting-doors-details: in line of sight and within three times the range."""
    here, field = stand(state, figure), ground(state)
    far = BANDS * length(state, ARMS[arm].range)
    closed = [piece for piece in field.pieces if "door" in piece.traits and "closed" in piece.traits]
    near = [door for door in closed if distance_to_piece(field, here, door.id) <= far]
    return [door for door in near if sight_to_point(field, here, _middle(door), past=frozenset({door.id})).seen]


def why_no_door_shot(state: Battle, figure: Figure, door: Piece, arm: Arm) -> Objection | None:
    """Why a model cannot shoot at a door with this weapon."""
    if is_helpless(figure):
        return Objection("transfixed.effects", f"{named(figure)} is helpless and shoots at nothing")
    if arm.id not in usable(figure):
        return Objection("ruling.changing-weapons", f"{named(figure)} has no {arm.name} ready to fire")
    away, far = distance_to_piece(ground(state), stand(state, figure), door.id), BANDS * length(state, arm.range)
    if away > far:
        return Objection("ranged.range-bands", f"{door.title} is {away:.0f} mm away, the {arm.name} reaches {far:.0f}")
    if door not in doors_in_sight(state, figure, arm.id):
        return Objection("los.required", f"{named(figure)} does not see {door.title}")
    return None


def _middle(piece: Piece) -> Point:
    left, low, right, high = bounds_of(piece.shapes[0])
    return ((left + right) / 2, (low + high) / 2)


def _shoot_deed(figure: Figure, door: Piece, arm: str) -> Deed:
    me, id = figure.id, door.id

    def do(table: Table[Battle], figure: Figure) -> None:
        shoot_door(table, figure, ground(table.state).by_id[id], ARMS[arm])

    def outcome(table: Table[Battle]) -> Outcome:
        door = ground(table.state).by_id[id]
        smashed, wear = resolve_door_shot(table, table.state.figures[me], door, ARMS[arm])
        return Outcome("gives way" if smashed else "holds", wear=wear.mishaps)

    label = f"shoot at {door.title} with the {ARMS[arm].name}"
    key = f"shoot-door:{id}:{arm}"
    return Deed(key, label, 1, "door.shoot", do, attack=True, thing=id, item=arm, forecast=outcome)


@cache
def door_shot(modifier: int, coloured: bool) -> Reading[tuple[bool, str]]:
    """Whether the door is smashed, and what befalls the weapon."""
    dice = (6, 6) if coloured else (6,)

    def read(faces: Faces) -> tuple[bool, str]:
        mishap = mishap_of(faces[0], faces[1]) if coloured else "one" if faces[0] == 1 else ""
        return faces[0] + modifier >= SMASHED, mishap

    return Reading(dice, read, f"d6{modifier:+d} at a door").saying(_smashed)


def _smashed(value: tuple[bool, str]) -> str:
    smashed, mishap = value
    weapon = f"; weapon: {mishap}" if mishap not in ("", "one") else ""
    return ("smashed" if smashed else "holds") + weapon


def at_door(state: Battle, figure: Figure, door: Piece, arm: Arm) -> Reading[tuple[bool, str]]:
    """door.shoot: the weapon's bonus, the door's strength and the range; neither size nor skill."""
    away = distance_to_piece(ground(state), stand(state, figure), door.id)
    return door_shot(arm.bonus + strength(door) + range_penalty(state, figure, arm, away), arm.cells)


@step
def resolve_door_shot(table: Table[Battle], figure: Figure, door: Piece, arm: Arm) -> tuple[bool, Wear]:
    """Whether a shot smashes a door, and what it does to the weapon."""
    words = "{name} shoots at {door} with the {arm}"
    table.tell("door.shoot", words, on=(figure.id,), mark="shoot", name=named(figure), door=door.title, arm=arm.name)
    smashed, mishap = table.roll(at_door(table.state, figure, door, arm), "door.shoot", side_of(table.state, figure))
    return smashed, wear_of(table.state, [(figure, arm)], mishap)


def shoot_door(table: Table[Battle], figure: Figure, door: Piece, arm: Arm) -> bool:
    """One shot at a door, which gives the shooter away and wears his weapon like any other. Whether it gave way."""
    smashed, wear = resolve_door_shot(table, figure, door, arm)
    take_up(figure, arm.id, lambda gun: gun.works)
    if smashed:
        smash(table, door)
    give_away(figure, arm)
    wear_out(table, [(figure, arm)], wear)
    let_fly(table, figure, arm, _middle(door))
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
