"""What is drawn of a match: the battlefield, the card in play and the deck, the survivors, the zeds that stir.

Nothing is hidden from anybody: the order of the deck does not exist before it is drawn, and the cards left are known to
all who can count.
"""

from __future__ import annotations

from collections import Counter

from adjudge.engine import Bar, Board, Card, Cards, Facts, Overlay, Piece, Scene, Step, Track
from adjudge.engine.scene import Condition, Held, Mood, Panel, Role
from adjudge.engine.wording import several
from adjudge.field import Rectangle, Round, Stand
from adjudge.field.board import scenery
from adjudge.field.points import at_angle, rotated
from adjudge.games.akula.data import KINDS, NUMBERS, WEAPONS, called
from adjudge.games.akula.places import door_name, ground_of, is_closed, scenario_of
from adjudge.games.akula.rules.activation import sources, why_active
from adjudge.games.akula.rules.melee import survivor_bonus
from adjudge.games.akula.scenario import Scenario, stage
from adjudge.games.akula.sights import sightlines
from adjudge.games.akula.state import ACE, JOKER, NUMBER, RED, ROYAL, Battle, Noise, Survivor, Vehicle, Zed
from adjudge.games.akula.victory import COUNTED, TITLES, score

CARD_NAMES = {RED: "red", NUMBER: "number", ROYAL: "royal", ACE: "ace", JOKER: "Joker"}
CARD_MOODS: dict[str, Mood] = {RED: "good", NUMBER: "bad", ROYAL: "bad", ACE: "bad", JOKER: "done"}


def scene(state: Battle, seat: str | None) -> Scene:
    """The same for every seat, with its own figures marked by their seat."""
    panels: list[Panel] = [board(state), cards(state), people(state), crowd(state)]
    if state.vehicles:
        panels.append(vehicles(state))
    return Scene(headline(state), (*panels, standing(state)))


def headline(state: Battle) -> str:
    scenario = scenario_of(state)
    if state.over:
        return f"{scenario.title}: {TITLES[state.over]}"
    card = f"a {CARD_NAMES[state.card]} card" if state.card else "the next card"
    acting = f", {state.go.figure}" if state.go else ""
    return f"{scenario.title}, Round {state.round} of {scenario.rounds}: {card}{acting}"


def goal(state: Battle, seat: str | None) -> str:
    """What the scenario wants, how much of it is done, and how long there is."""
    scenario = scenario_of(state)
    done = {
        "escape": f"{score(state)} of {scenario.need} out by the {scenario.edge} edge",
        "supply-run": f"{score(state)} of {scenario.need} supplies home by the {scenario.edge} edge",
        "hold-out": f"{score(state)} alive, {scenario.need} needed",
    }
    left = scenario.rounds - state.round
    return f"{done[scenario.type]} · {several(left, 'Round') + ' left' if left > 0 else 'the last Round'}"


def heading(state: Battle) -> str:
    """What the turn that begins here is called in the log."""
    return f"Round {state.round}"


# ---------------------------------------------------------------------- the board


def board(state: Battle) -> Board:
    found = stage(state.scenario).battlemap
    pieces = (*map(_survivor, _standing(state)), *map(_zed, state.zeds.values()))
    return Board(
        scenario_of(state).title,
        found.width,
        found.depth,
        found.unit,
        scenery(ground_of(state)),
        (*pieces, *map(_vehicle, state.vehicles.values()), *_markers(state)),
        (*_noises(state), *_zones(state)),
        sightlines(state, state.survivors[state.go.figure]) if state.go else (),
    )


HOLDS: dict[str, Held] = {
    "Handgun": "pistol", "M-pistol": "pistol", "Shotgun": "shotgun", "SMG": "automatic", "Bolt Action Rifle": "rifle",
    "Assault Rifle": "automatic", "Machinegun": "heavy", "Sniper Rifle": "rifle", "RPG": "heavy",
    "Automatic Grenade Launcher": "heavy", "Pipebomb": "grenade",
}  # fmt: skip
ROLES: dict[str, Role] = {
    "shambler": "zombie", "fast": "runner", "tank": "brute", "horde": "horde", "liche": "caller", "witch": "caller",
}  # fmt: skip
DOWN: tuple[Condition, ...] = ("down",)
HURT: tuple[Condition, ...] = ("hurt",)


def _standing(state: Battle) -> list[Survivor]:
    """Who is on foot, and the markers of those who died of the infection."""
    return [it for it in state.survivors.values() if it.fate in ("", "rising") and not it.vehicle]


def _survivor(survivor: Survivor) -> Piece:
    tags = (
        *(["grabbed"] if survivor.grabbed else []),
        *(["dead"] if survivor.fate else ["passed out"] if survivor.infection == "out" else []),
    )
    mood: Mood = "down" if survivor.fate else "hurt" if survivor.injuries or survivor.grabbed else "ready"
    return Piece(
        survivor.id,
        round(survivor.stand.x, 2),
        round(survivor.stand.y, 2),
        survivor.name,
        radius=NUMBERS.base / 2,
        seat=survivor.seat,
        mood=mood,
        tags=tags,
        role="person",
        holds=next((HOLDS.get(it, "blade") for it in survivor.weapons), ""),
        conditions=_conditions(survivor),
    )


def _conditions(survivor: Survivor) -> tuple[Condition, ...]:
    """What is the matter with a survivor, as badges."""
    states: dict[Condition, bool] = {
        "dead": bool(survivor.fate),
        "held": survivor.grabbed,
        "helpless": survivor.infection == "out",
        "ill": survivor.infection == "infected",
        "hurt": survivor.injuries > 0,
        "aiming": survivor.aimed,
    }
    return tuple(word for word, is_so in states.items() if is_so)


def _zed(zed: Zed) -> Piece:
    letter = KINDS[zed.kind].letter
    tags = (zed.kind, *(["knocked back"] if zed.down else []), *([several(zed.wounds, "wound")] if zed.wounds else []))
    return Piece(
        zed.id,
        round(zed.stand.x, 2),
        round(zed.stand.y, 2),
        letter,
        radius=zed.stand.base.reach,
        seat="zeds",
        mood="down" if zed.down else "bad",
        tags=tags,
        name=called(zed.id),
        role=ROLES.get(zed.kind, "zombie"),
        conditions=(*DOWN[: int(zed.down)], *HURT[: int(zed.wounds > 0)]),
    )


def _vehicle(vehicle: Vehicle) -> Piece:
    base = vehicle.stand.base
    assert isinstance(base, Rectangle)
    mood: Mood = "down" if vehicle.wrecked else "active" if vehicle.running else ""
    return Piece(
        vehicle.id,
        round(vehicle.stand.x, 2),
        round(vehicle.stand.y, 2),
        vehicle.name,
        size=(base.length, base.breadth),
        facing=vehicle.stand.facing,
        seat="vehicles",
        mood=mood,
        tags=tuple(vehicle.people),
    )


def _markers(state: Battle) -> list[Piece]:
    return [
        Piece(
            f"marker {it.id}",
            round(it.x, 2),
            round(it.y, 2),
            f"?{it.name}",
            radius=0.3,
            seat="supplies",
            mood="good",
            name=it.name,
            role="supplies",
        )
        for it in state.markers.values()
    ]


def _noises(state: Battle) -> list[Overlay]:
    """How far each noise and call of this Round is heard."""
    noises = [(it, NUMBERS.loud_noise) for it in sources(state)]
    noises += [(it, NUMBERS.call_heard) for it in state.noises if it.call]
    return [_earshot(state, noise, far) for noise, far in noises]


def _earshot(state: Battle, noise: Noise, far: float) -> Overlay:
    """Where a base's edge is near enough to hear it: measured from the edge of what made it."""
    at = (round(noise.x, 2), round(noise.y, 2))
    if isinstance(noise.base, Round) or state.rulings.measuring == "centre":
        reach = 0.0 if state.rulings.measuring == "centre" else noise.base.reach
        return Overlay("circle", (at,), far + reach, noise.what, "hurt")
    return Overlay("area", _all_round(noise.source, far), label=noise.what, mood="hurt")


def _all_round(stand: Stand, far: float) -> tuple[tuple[float, float], ...]:
    """The line so far from the edges of a rectangular base: its sides moved out, its corners rounded."""
    base = stand.base
    assert isinstance(base, Rectangle)
    x, y = base.length / 2, base.breadth / 2
    corners = (((x, y), 0.0), ((-x, y), 90.0), ((-x, -y), 180.0), ((x, -y), 270.0))
    points = [at_angle(corner, start + 5.0 * step, far) for corner, start in corners for step in range(19)]
    turned = [rotated(point, stand.facing) for point in points]
    return tuple((round(stand.x + dx, 2), round(stand.y + dy, 2)) for dx, dy in turned)


def _zones(state: Battle) -> list[Overlay]:
    """The strip by which one leaves, and the spawn points."""
    scenario = scenario_of(state)
    width, depth = scenario.table.width, scenario.table.depth
    strips = {
        "east": (width - 1, 0.0, width, depth),
        "west": (0.0, 0.0, 1.0, depth),
        "north": (0.0, depth - 1, width, depth),
        "south": (0.0, 0.0, width, 1.0),
    }
    found = [Overlay("circle", (at,), 0.5, "spawn point", "bad") for at in stage(state.scenario).spawns]
    if scenario.edge:
        left, low, right, high = strips[scenario.edge]
        corners = ((left, low), (right, low), (right, high), (left, high))
        found.append(Overlay("area", corners, label="the way out", mood="good"))
    return found


# ---------------------------------------------------------------------- the deck


def cards(state: Battle) -> Track:
    """The cards drawn in this Round, the last one in play, and what is left."""
    drawn = [
        Step(CARD_NAMES[card], number == len(state.drawn) and bool(state.card), CARD_MOODS[card])
        for number, card in enumerate(state.drawn, 1)
    ]
    left = [Step(f"{count} {CARD_NAMES[kind]} left") for kind, count in state.deck.items() if count]
    return Track("Deck", (*drawn, *left))


# ---------------------------------------------------------------------- figures


def people(state: Battle) -> Cards:
    return Cards("Survivors", tuple(_card(state, survivor) for survivor in state.survivors.values()))


def _card(state: Battle, survivor: Survivor) -> Card:
    return Card(
        survivor.id,
        survivor.name,
        note=_note(state, survivor),
        seat=survivor.seat,
        bars=(Bar("Actions", _actions(state, survivor), NUMBERS.actions),) if state.card == RED else (),
        lines=_weapons(survivor),
        tags=_tags(survivor),
        mood=_mood(state, survivor),
    )


def _actions(state: Battle, survivor: Survivor) -> int:
    if state.go is not None and state.go.figure == survivor.id:
        return state.go.actions
    return state.waiting.get(survivor.id, 0)


def _note(state: Battle, survivor: Survivor) -> str:
    if survivor.fate:
        return ""
    place = f"in the {survivor.vehicle}, " if survivor.vehicle else ""
    return f"{place}hand-to-hand {survivor_bonus(state, survivor, []):+d}"


def _weapons(survivor: Survivor) -> tuple[str, ...]:
    lines = [_weapon(survivor, name) for name in survivor.weapons] or ["barehanded"]
    return (*lines, *([f"carries {', '.join(survivor.supplies)}"] if survivor.supplies else []))


def _weapon(survivor: Survivor, name: str) -> str:
    left = f" ({survivor.rounds[name]} left)" if name in survivor.rounds else ""
    weapon = WEAPONS.get(name)
    bands = " / ".join(f"{limit:g}" for limit in weapon.bands if limit < 1000) if weapon else ""
    if weapon is None:
        return name
    return f"{name}{left}: {weapon.dice} {'die' if weapon.dice == 1 else 'dice'}, {bands} inches"


def _tags(survivor: Survivor) -> tuple[str, ...]:
    if survivor.fate:
        return ({"left": "got away", "dead": "dead", "rising": "dead", "turned": "a zombie now"}[survivor.fate],)
    tags = [*survivor.skills, *(["armour"] if survivor.armour else []), *(["grabbed"] if survivor.grabbed else [])]
    tags += [several(survivor.injuries, "injury marker")] if survivor.injuries else []
    sickness = {"infected": f"passes out in {survivor.countdown}", "out": "passed out"}
    return (*tags, *([sickness[survivor.infection]] if survivor.infection else []))


def _mood(state: Battle, survivor: Survivor) -> Mood:
    if survivor.fate:
        return "good" if survivor.fate == "left" else "down"
    if state.go is not None and state.go.figure == survivor.id:
        return "active"
    if state.card == RED:
        return "ready" if survivor.id in state.waiting else "done"
    return "hurt" if survivor.injuries else "ready"


def crowd(state: Battle) -> Facts:
    """The zeds by kind, and which of them are active and why."""
    rows = []
    for kind in KINDS.values():
        zeds = [zed for zed in state.zeds.values() if zed.kind == kind.id]
        if zeds:
            reasons = Counter(why_active(state, zed) or "idle" for zed in zeds if not zed.down)
            knocked = sum(zed.down for zed in zeds)
            words = [f"{count} {why}" for why, count in sorted(reasons.items())]
            words += [f"{knocked} knocked back"] if knocked else []
            rows.append((f"{len(zeds)} {kind.name} ({CARD_NAMES[kind.card]})", "; ".join(words)))
    return Facts("Zeds", tuple(rows))


def vehicles(state: Battle) -> Facts:
    return Facts("Vehicles", tuple((it.name, _vehicle_words(it)) for it in state.vehicles.values()))


def _vehicle_words(vehicle: Vehicle) -> str:
    if vehicle.wrecked:
        return "a wreck"
    engine = f"speed {vehicle.speed:g}" if vehicle.running else "engine off"
    aboard = ", ".join(vehicle.people) or "nobody"
    inside = f", {several(len(vehicle.lurking), 'zed')} inside" if vehicle.lurking else ""
    return f"{engine}, top speed {vehicle.top_speed:g}, {aboard} aboard of {vehicle.seats}{inside}"


def standing(state: Battle) -> Facts:
    """How the match stands."""
    scenario = scenario_of(state)
    rows = [
        (COUNTED[scenario.type], f"{score(state)} of {scenario.need} needed"),
        ("zeds destroyed", str(state.killed)),
    ]
    if state.casualties:
        rows.append(("to come back", str(len(state.casualties))))
    if state.broken or state.changes.opened:
        rows.append(("doors", ", ".join(_door(state, door) for door in stage(state.scenario).doors)))
    return Facts("Standing", (*rows, ("by the Joker of Round " + str(scenario.rounds), _grades(scenario))))


def _grades(scenario: Scenario) -> str:
    grades = (
        ("draw", scenario.draw),
        ("win", scenario.need),
        ("clear", scenario.clear),
        ("brilliant", scenario.brilliant),
    )
    return ", ".join(f"{number} {TITLES[name]}" for name, number in grades if number)


def _door(state: Battle, door: str) -> str:
    word = "closed" if is_closed(state, door) else "broken" if door in state.broken else "open"
    return f"{door_name(state, door)} {word}"
