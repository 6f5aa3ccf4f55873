"""What is drawn of a match: the Sector track, the squad, the enemies, the order of the Round, the record."""

from __future__ import annotations

from functools import lru_cache

from adjudge.engine import Bar, Card, Cards, Facts, Scene, Step, Track
from adjudge.engine.scene import Mood, Panel, remembered
from adjudge.games.rdz.books import Kind, rosters
from adjudge.games.rdz.state import CAPTAIN, Combat, Figure, Patrol, Record


def scene(state: Patrol, seat: str | None) -> Scene:
    """Everything is open: each seat sees the same, with its own Regulators marked."""
    panels: list[Panel] = [sector_track(state), squad(state)]
    if state.fighting:
        panels += [enemies(state, state.combat), order(state, state.combat)]
    panels.append(record(state))
    return Scene(headline(state), tuple(panels))


def headline(state: Patrol) -> str:
    where = "at Headquarters" if state.distance == 0 else f"in Sector {state.distance}"
    if not state.fighting:
        return f"Move {state.record.moves}, {where}"
    return f"Move {state.record.moves}, {where}: Combat Round {state.combat.round}"


def goal(state: Patrol, seat: str | None) -> str:
    """ruling.game-end-and-victory: Sector moves to survive, or a way home; and how the Captain is."""
    captain = state.squad.get(CAPTAIN)
    left = captain.life_points if captain else 0
    life = f"the Captain has {left} Life" if left > 0 else "the Captain is dead"
    if state.rulings.game_end_and_victory == "open":
        return f"bring the Captain home · {life}"
    if state.rulings.game_end_and_victory == "distance":
        return f"{min(state.record.greatest_distance, state.target)} of {state.target} Sectors out · {life}"
    return f"Sector move {state.record.moves} of {state.target} · {life}"


def heading(state: Patrol) -> str:
    """What the turn that begins here is called in the log: the next Round of a Combat, or the next Sector move."""
    if not state.fighting:
        return f"Move {state.record.moves + 1}"
    return f"Move {state.record.moves}, Sector {state.distance}: Combat Round {state.combat.round + 1}"


def sector_track(state: Patrol) -> Track:
    last = max(state.distance + 2, state.record.greatest_distance + 1, 5)
    return _sectors(state.distance, state.depth, last, state.fighting)


@lru_cache(1024)
def _sectors(distance: int, depth: int, last: int, fighting: bool) -> Track:
    return Track("Sectors", tuple(_sector(number, distance, depth, fighting) for number in range(last + 1)))


def _sector(number: int, distance: int, depth: int, fighting: bool) -> Step:
    here = number == distance
    mood: Mood = "bad" if here and fighting else "active" if here else "done" if number <= depth else ""
    return Step("HQ" if number == 0 else str(number), here, mood)


def squad(state: Patrol) -> Cards:
    books, commander, acting = state.books, state.commander, state.combat.acting
    figures = state.squad.values()
    return Cards("Squad", tuple([_regulator(it, books, it.id == commander, it.id == acting) for it in figures]))


@remembered
def _regulator(figure: Figure, books: str, commands: bool, acts: bool) -> Card:
    kind = rosters[books].kinds[figure.kind]
    return Card(
        figure.id,
        kind.name.removeprefix("Regulator "),
        note=_numbers(figure.initiative, figure.combat_skill),
        seat=figure.seat,
        bars=_bars(figure, kind),
        lines=(*_weapons(kind, tuple(figure.uses.items())), *_by_hand(kind)),
        tags=_tags(figure, kind, commands),
        mood=_mood(figure, kind, acts),
        picture=kind.picture,
    )


def _by_hand(kind: Kind) -> tuple[str, ...]:
    """Abilities of a player's own book, which the table plays."""
    return tuple(f"{each.called}: {each.text}" for each in kind.told)


@lru_cache(1024)
def _numbers(initiative: int, combat_skill: int) -> str:
    return f"Initiative {initiative}, Combat Skill {combat_skill}"


def _bars(figure: Figure, kind: Kind) -> tuple[Bar, ...]:
    life = _bar("Life", figure.life_points, kind.life_points)
    return (life, _bar("Armor", figure.armor, kind.armor)) if kind.armor else (life,)


_bar = lru_cache(4096)(Bar)


@lru_cache(4096)
def _weapons(kind: Kind, uses: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    left = {name: f" ({number})" for name, number in uses}
    return tuple(_weapon_line(it.name, left.get(it.name, ""), it.shots, it.damage) for it in kind.weapons)


def _weapon_line(name: str, left: str, shots: int, damage: str) -> str:
    return f"{name}{left}" + (f": {shots} x {damage}" if shots else "")


def _tags(figure: Figure, kind: Kind, commands: bool = False) -> tuple[str, ...]:
    tags = ["in command"] if commands else []
    if figure.life_points <= 0:
        return ("dead",)
    if figure.numb:
        tags.append("numb")
    if figure.halted:
        tags.append("reeling")
    if figure.initiative < kind.initiative:
        tags.append("slowed")
    if figure.combat_skill < kind.combat_skill:
        tags.append("weakened")
    return (*tags, *figure.marks)


def _mood(figure: Figure, kind: Kind, acts: bool) -> Mood:
    if figure.life_points <= 0:
        return "down"
    if acts:
        return "active"
    return "hurt" if figure.life_points * 2 <= kind.life_points else "ready"


def enemies(state: Patrol, combat: Combat) -> Cards:
    standing = [_enemy(it, state.books, it.id == combat.acting) for it in combat.enemies.values()]
    fallen = [_fallen(it.id, it.name, it.life_points <= 0) for it in combat.fallen.values()]
    return Cards("Enemies", (*standing, *fallen))


@remembered
def _enemy(figure: Figure, books: str, acts: bool) -> Card:
    kind = rosters[books].kinds[figure.kind]
    return Card(
        figure.id,
        figure.name,
        note=_numbers(figure.initiative, figure.combat_skill),
        bars=_bars(figure, kind),
        lines=(*_weapons(kind, tuple(figure.uses.items())), *_by_hand(kind)),
        tags=tuple(dict.fromkeys((*kind.ability_names, *_tags(figure, kind)))),
        mood=_mood(figure, kind, acts),
        picture=kind.picture,
    )


@lru_cache(1024)
def _fallen(id_: str, name: str, is_dead: bool) -> Card:
    return Card(id_, name, tags=("dead" if is_dead else "gave up",), mood="down")


def order(state: Patrol, combat: Combat) -> Track:
    squad, enemies, fallen, acting = state.squad, combat.enemies, combat.fallen, combat.acting
    steps: list[Step] = []
    mood: Mood
    for id_ in combat.order:
        figure = squad.get(id_) or enemies.get(id_) or fallen[id_]
        if figure.life_points <= 0 or id_ in fallen:
            mood = "down"
        else:
            mood = "active" if id_ == acting else "good" if id_ in squad else "bad"
        steps.append(_step(figure.name, id_ == acting, mood))
    return Track("Order of attacks", tuple(steps))


@lru_cache(1024)
def _step(name: str, here: bool, mood: Mood) -> Step:
    return Step(name.removeprefix("Regulator "), here, mood)


def record(state: Patrol) -> Facts:
    return _record(state.record, state.target if state.rulings.game_end_and_victory == "target" else 0)


@remembered
def _record(done: Record, target: int) -> Facts:
    rows = (
        ("Sector moves", f"{done.moves} of {target}" if target else str(done.moves)),
        ("Greatest distance", str(done.greatest_distance)),
        ("Combats won", str(done.combats_won)),
        ("Enemies killed", str(sum(done.killed.values()) - done.innocents)),
        ("Brought to justice", str(sum(done.justice.values()))),
        ("Innocents killed", str(done.innocents)),
        ("Regulators lost", str(done.regulators_lost)),
    )
    return Facts("Record", rows)
