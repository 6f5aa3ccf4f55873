"""Military Installation: rubble that may hide weapons, and guns that still watch over it."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Reading, Table, step, total
from adjudge.engine.moments import answers
from adjudge.engine.questions import Forecast, Point
from adjudge.field import Piece, rectangle
from adjudge.field.layout import SLACK, Sketch, gap, middle_of, width_of
from adjudge.field.maps import Battlemap
from adjudge.field.moving import nearest_free_spot
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.aims import heads_for
from adjudge.games.mdrg.book import ARMS, CELLS, GEAR, Scale, name_of
from adjudge.games.mdrg.deeds import by_id
from adjudge.games.mdrg.figures import current, enemies_of, in_play, muster_figure, named, pins, side_of
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.places import apart, ground, length, stand, stands
from adjudge.games.mdrg.readings import on_a_one, on_or_more
from adjudge.games.mdrg.rules.actions import aftermath
from adjudge.games.mdrg.rules.battlefield import laid
from adjudge.games.mdrg.rules.combat import DEADLY, Blow, Clash, Grade, Verdict, outcome_of, softens, strike
from adjudge.games.mdrg.rules.creation import random_item
from adjudge.games.mdrg.rules.movement import steps_on, warns
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.ranged import announce, is_passed_over, land, situation
from adjudge.games.mdrg.rules.results import remove
from adjudge.games.mdrg.scenarios.finds import Find, note_find
from adjudge.games.mdrg.scenarios.occasion import (
    Scenario,
    having,
    marked,
    note_ground,
    renamed,
    sweep,
    wrong_number,
)
from adjudge.games.mdrg.state import Battle, Figure, Item
from adjudge.games.mdrg.view import prize

ID = "military-installation"
AREA, RUBBLE, BROKEN = "area", "rubble", "broken"
SYSTEM = "surveillance"
NOBODY = ""
"""The seat of a gun that belongs to nobody."""
LASER, WEB = "laser-gun", "web-gun"
ACTIVATION_DICE = 3


@special(ID)
class Installation(Scenario):
    """scenario.military-terrain."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """Rooms in three rows, most of them with rubble on the floor, and what is left of their walls."""
        short = scale.sticks.short
        cells = [(across, up) for across in (0.22, 0.5, 0.78) for up in (0.22, 0.5, 0.78)]
        for _ in range(1 + sketch.one_of(3)):
            cells.pop(sketch.one_of(len(cells)))
        for number, (across, up) in enumerate(cells, 1):
            wide, deep = sketch.between(1.05, 1.5) * short, sketch.between(1.05, 1.5) * short
            x = sketch.width * across + sketch.between(-0.3, 0.3) * short - wide / 2
            y = sketch.depth * up + sketch.between(-0.3, 0.3) * short - deep / 2
            floor = rectangle(x, y, wide, deep)
            sketch.lay(Piece(f"{AREA}-{number}", (floor,), frozenset({BROKEN, AREA}), f"rubble {number}"))
        sketch.strew(
            "wall",
            (("wall", "wall"),),
            12,
            long=(0.9 * short, 1.8 * short),
            deep=(0.1 * short, 0.14 * short),
            margin=1.1 * short,
            fits=lambda piece: all(
                gap(piece, other) >= (0.05 * short if AREA in other.traits else scale.bases.huge)
                for other in sketch.pieces
            ),
            turn=90.0,
        )

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """Six to eight areas of rubble, each at least Short wide."""
        areas = having(battlemap, RUBBLE, BROKEN)
        found = wrong_number(areas, "areas of rubble", 6, 8)
        narrow = [area for area in areas if width_of(area) < scale.sticks.short - SLACK]
        return found + [f"{area.title} is less than Short wide" for area in narrow]

    @answers(laid)
    def laid(self, table: Table[Battle]) -> None:
        """sp-rubble-scenery: broken ground that gives no cover; by house rule it does."""
        state = table.state
        kind = RUBBLE if state.rulings.sp_rubble_scenery == "cover" else BROKEN
        areas = {piece.id for piece in having(state.map, RUBBLE, BROKEN)}

        def change(piece: Piece) -> Piece:
            if piece.id not in areas:
                return piece
            return replace(piece, traits=piece.traits - {RUBBLE, BROKEN} | {kind, AREA})

        state.map = renamed(state.map, change)

    @answers(steps_on)
    def steps_on(self, table: Table[Battle], figure: Figure, pieces: list[str]) -> None:
        note_ground(table.state, figure, AREA)
        enter(table, figure, marked(table.state, pieces, AREA))

    @answers(aftermath)
    def aftermath(self, table: Table[Battle]) -> None:
        sweep(table, AREA, enter)

    @answers(warns)
    def warns(self, state: Battle, figure: Figure, pieces: list[str]) -> Forecast | None:
        """What the first area on the way may hide; or what its gun may do."""
        areas, me = marked(state, pieces, AREA), figure.id
        if not areas:
            return None
        first = areas[0]
        if first not in state.site.searched:
            return lambda table: resolve_area(table, by_id(table.state, me)).outcome
        system = system_of(state, first)
        if system is None:
            return None
        gun = system.id
        return lambda table: resolve_reaction(table, by_id(table.state, gun), by_id(table.state, me)).outcome

    @answers(prize)
    def prize(self, state: Battle) -> str:
        areas, found = len(having(state.map, AREA)), sum(state.site.found.values())
        watching = sum(not state.figures[id].gone for id in state.site.systems.values())
        guns = f" · {watching} gun{'s' * (watching != 1)} watching" if watching else ""
        return f"{len(state.site.searched)} of {areas} areas entered · {found} cache{'s' * (found != 1)} found{guns}"

    @answers(heads_for)
    def heads_for(self, state: Battle, figure: Figure) -> Point | None:
        """The nearest area that nobody has entered, as long as no enemy is near."""
        foe = min((apart(state, figure, enemy) for enemy in enemies_of(state, figure) if enemy.seat), default=999.0)
        if foe < length(state, "long") or figure.puzzle:
            return None
        fresh = [middle_of(area) for area in having(state.map, AREA) if area.id not in state.site.searched]
        near = min(fresh, key=lambda at: (hypot(at[0] - figure.x, at[1] - figure.y), at), default=None)
        return near if near and hypot(near[0] - figure.x, near[1] - figure.y) < 1.5 * length(state, "long") else None


# What an area hides


class Contents(NamedTuple):
    """What stepping on an area brings to light."""

    cache: bool
    system: bool

    @property
    def outcome(self) -> Outcome:
        kinds = {(False, False): "nothing", (True, False): "cache", (False, True): SYSTEM}
        return Outcome(kinds.get((self.cache, self.system), f"cache and {SYSTEM}"))


@step
def resolve_area(table: Table[Battle], figure: Figure) -> Contents:
    """scenario.military-terrain: two dice, a 1 on the first is a cache, on the second a system (sp-military-rolls)."""
    rule, seat = "scenario.military-terrain", side_of(table.state, figure)
    found = Contents(table.roll(on_a_one("a cache"), rule, seat), table.roll(on_a_one("a system"), rule, seat))
    there = (("a weapon cache", found.cache), ("a surveillance system", found.system))
    words = " and ".join(word for word, is_so in there if is_so) or "nothing"
    table.tell(rule, "{name} steps on rubble: {words}", name=named(figure), words=words)
    return found


def enter(table: Table[Battle], figure: Figure, areas: list[str]) -> None:
    """A model has come onto these areas: the gun acts first, then there is something to be taken."""
    for area in areas:
        if figure.gone:
            return
        if area not in table.state.site.searched:
            explore(table, figure, area)
        system = system_of(table.state, area)
        if system is not None:
            react(table, system)


def explore(table: Table[Battle], figure: Figure, area: str) -> None:
    """The first step on an area."""
    state = table.state
    state.site.searched.append(area)
    found = resolve_area(table, figure)
    if found.cache:
        note_find(state, side_of(state, figure))
        lay_open(state, figure, roll_cache(table, side_of(state, figure)))
    if found.system:
        wake(table, area)


# Caches


@cache
def cache_table() -> Reading[str]:
    """scenario.military-cache: which table the contents are rolled on."""
    books = {1: "grenades", 2: "guns", 3: "guns", 4: "guns", 5: "armor", 6: "armor"}
    return total(1).map(lambda face: books[face], "d6, what a cache holds")


def roll_cache(table: Table[Battle], seat: str) -> Find:
    """scenario.military-cache: an item, and Energy Cells on 3+ for what runs on them (sp-cache-cells)."""
    rule = "scenario.military-cache"
    item = random_item(table, seat, table.roll(cache_table(), rule, seat))
    table.tell(rule, "a {item} in a cache", item=name_of(item))
    if not runs_on_cells(item) or not table.roll(on_or_more(3, "cells"), rule, seat):
        return Find((item,))
    cells = table.roll(total(1), rule, seat)
    table.tell(rule, "and {cells} Energy Cells", cells=cells)
    return Find((item,), cells)


def runs_on_cells(item: str) -> bool:
    """sp-cache-cells: guns, the Force Field, Power Armor."""
    return GEAR[item].kind == "gun" or item in ("force-field", "power-armor")


def lay_open(state: Battle, figure: Figure, find: Find) -> None:
    """The cache lies at the feet of whoever laid it bare: an action to take the item, another for all the Cells."""
    x, y = figure.x, figure.y
    state.items += [Item(item, x, y, found=True) for item in find.items]
    if find.cells:
        state.items.append(Item(CELLS, x, y, count=find.cells, found=True))


# Surveillance


class Build(NamedTuple):
    """What a surveillance system is like."""

    quality: int
    combat: int
    gun: str


AGAIN = 0


@cache
def quality_die() -> Reading[int]:
    """A die of which 1 and 6 are rolled again."""
    return total(1).map(lambda face: AGAIN if face in (1, 6) else face, "d6, again on 1 and 6")


def roll_build(table: Table[Battle]) -> Build:
    """scenario.military-surveillance-profile."""
    rule = "scenario.military-surveillance-profile"
    quality = AGAIN
    while quality == AGAIN:
        quality = table.roll(quality_die(), rule)
    combat = table.roll(total(1).map(lambda face: (face + 1) // 2, "half a d6, rounded up"), rule)
    gun = table.roll(total(1).map(lambda face: LASER if face <= 4 else WEB, "d6, its gun"), rule)
    text = "it has Quality {quality}+, Combat {combat} and a {gun}"
    table.tell(rule, text, quality=quality, combat=combat, gun=name_of(gun))
    return Build(quality, combat, gun)


def wake(table: Table[Battle], area: str) -> Figure:
    """A system comes alive in the middle of its area."""
    state = table.state
    system = system_model(state, len(state.site.systems) + 1, roll_build(table))
    system.x, system.y = middle_of(ground(state).by_id[area])
    others = stands(state, in_play(state))
    system.x, system.y = nearest_free_spot(ground(state), stand(state, system), others) or (system.x, system.y)
    system.placed = True
    state.figures[system.id] = system
    state.site.systems[area] = system.id
    return system


def system_model(state: Battle, number: int, build: Build) -> Figure:
    """sp-surveillance-details: an Artificial that belongs to nobody and never moves."""
    profile = Profile(
        name=f"Surveillance {number}",
        type="robot",
        quality=build.quality,
        combat=build.combat,
        traits=(SYSTEM,),
        gear=(build.gun,),
    )
    figure = muster_figure(f"system-{number}", NOBODY, profile)
    figure.power = 1
    return figure


def system_of(state: Battle, area: str) -> Figure | None:
    """The system of an area, if there is one that still works."""
    system = state.figures.get(state.site.systems.get(area, ""))
    return system if system is not None and not system.gone and not system.inert else None


class Reacted(NamedTuple):
    """What a system does when somebody steps on its area."""

    is_shut_down: bool = False
    successes: int = 0
    verdict: Verdict | None = None

    @property
    def outcome(self) -> Outcome:
        if self.is_shut_down:
            return Outcome("shuts down")
        return Outcome("no attack") if self.verdict is None else outcome_of(self.verdict)


def system_shot(state: Battle, system: Figure, target: Figure, aimed: bool) -> Clash:
    """Its Combat and the bonus of its gun, aimed at -1; it uses no Cells and never fails (sp-surveillance-details)."""
    arm = ARMS[system.profile.gear[0]]
    return Clash(
        state,
        "shot",
        system,
        target,
        arm=arm,
        base=current(system).combat + arm.bonus,
        aimed=int(aimed),
        modifiers=lambda: situation(state, system, target, arm),
        is_fired=False,
    )


@step
def resolve_reaction(table: Table[Battle], system: Figure, target: Figure) -> Reacted:
    """scenario.military-surveillance-attack: three dice; one success is a shot, more are an aimed one.
    scenario.military-surveillance-shutdown: two 1s and it is over, whatever the third die shows."""
    dice = quality_roll(table, system, ACTIVATION_DICE, "surveillance", "scenario.military-surveillance-attack")
    if dice.ones >= 2:
        table.tell("scenario.military-surveillance-shutdown", "{name} shuts down", name=named(system))
        return Reacted(is_shut_down=True)
    if not dice.successes:
        table.tell("scenario.military-surveillance-attack", "{name} does not stir", name=named(system))
        return Reacted()
    announce(table, system, target, ARMS[system.profile.gear[0]])
    clash = system_shot(table.state, system, target, dice.successes > 1)
    return Reacted(False, dice.successes, strike(table, clash, "scenario.military-surveillance-attack"))


def react(table: Table[Battle], system: Figure) -> None:
    """It attacks the model closest to it, whoever that is; nobody's turn is spent by it."""
    state = table.state
    models = [figure for figure in in_play(state) if figure.seat]
    target = min(models, key=lambda figure: (apart(state, system, figure), figure.id), default=None)
    if target is None:
        return
    reacted = resolve_reaction(table, system, target)
    if reacted.is_shut_down:
        remove(table, system, "fled")
    elif reacted.verdict is not None:
        land(table, system_shot(state, system, target, reacted.successes > 1), reacted.verdict)


@special(SYSTEM)
class Surveillance(Special):
    """scenario.military-surveillance-damage: beaten, its Quality worsens; doubled, it is destroyed."""

    rule = "scenario.military-surveillance-damage"

    @answers(softens)
    def softens(self, grade: Grade, blow: Blow) -> Grade:
        """No recoil and no fall, and no web holds what cannot move: at Quality 7 it is dead."""
        return grade if grade in (*DEADLY, "none", "draw") else "wound"

    @answers(pins)
    def pins(self) -> bool:
        return True

    @answers(is_passed_over)
    def is_passed_over(self) -> bool:
        """Whoever shoots may have more urgent targets."""
        return True
