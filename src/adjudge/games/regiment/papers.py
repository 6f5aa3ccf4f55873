"""The papers of the game: a soldier's playbook sheet, and a playbook that a table writes itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import Card, Cards, Facts, Finding, Paper, Prose, Rulebook, Scene, Script, Step, Track
from adjudge.engine.chance import FastDice
from adjudge.games.regiment import setup
from adjudge.games.regiment.data import (
    STATS,
    Playbook,
    SoldierData,
    basic_moves,
    demand_sound,
    numbers,
    playbook_moves,
    playbooks,
    ready_soldiers,
    weapons,
    words,
)
from adjudge.games.regiment.procedures import AIMING, Shooter, Target
from adjudge.games.regiment.rules.playbooks import draw_soldier, enlist, faults, stats_in_words
from adjudge.games.regiment.state import Options, Rulings, Soldier
from adjudge.story.sheets import read_text

ROOM = 4
"""Lines to write on."""


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("adjudge.games.regiment")


def what_it_does(rule: str) -> str:
    """A move in the rulebook's words."""
    return rulebook().find(rule).text.removeprefix("Signature move. ")


# ---------------------------------------------------------------------- a soldier


def findings(data: SoldierData) -> Iterator[Finding]:
    """What keeps it from being a new soldier, without house rules."""
    for fault in faults(data, dict(playbooks()), Rulings()):
        yield Finding("illegal", fault.text, fault.field, fault.rule)


def show(data: SoldierData) -> Scene:
    """The playbook sheet: who it is, tracks to mark, moves with what they do, loadout, bonds, improvements."""
    if any(True for _ in findings(data)):
        return _as_written(data)
    soldier = as_soldier(data)
    book = playbooks()[data.playbook]
    return Scene(
        f"{data.rank} {data.name}, {book.title}",
        (
            Facts("", _identity(data)),
            Facts("Stats", tuple((stat.capitalize(), f"{soldier.stats[stat]:+d}") for stat in STATS)),
            *_tracks(),
            Facts("Numbers", _numbers(soldier)),
            Cards("Moves", tuple(_move_card(rule) for rule in soldier.moves)),
            Prose("Weapons", tuple(_weapon_line(held.weapon) for held in soldier.weapons)),
            Prose("Equipment", (", ".join((*soldier.items, data.personal_item or "one personal item")),)),
            Facts("Squad and bonds", _bonds(data)),
            Facts("Improvements", tuple((it.title, _circles(it.times, it.after)) for it in numbers().improvement)),
            Facts("Moves that everybody has", tuple((it.title, _in_short(it.roll, it.cost)) for it in _basics())),
            Facts("Other equipment and spoils of war", (("", ""),) * ROOM),
        ),
    )


def _as_written(data: SoldierData) -> Scene:
    """What no rule would make a soldier of, as it stands in the file."""
    rows = [(name, getattr(data, name)) for name in data.__struct_fields__]
    return Scene(
        f"{data.rank} {data.name}".strip(), (Facts("As written", tuple((it, _plain(text)) for it, text in rows)),)
    )


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number:+d}" for name, number in value.items())
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def as_soldier(data: SoldierData) -> Soldier:
    """The soldier that play would make of it: stats and tracks with what the moves give."""
    session = setup.start(Options(players=1, operation="free", cast="make"))
    return enlist(session, "p1", data)


def _identity(data: SoldierData) -> tuple[tuple[str, str], ...]:
    rows = (("Profile", data.profile), ("Background", data.background), ("Deployment", data.deployment))
    return tuple((name, text) for name, text in rows if text) or (("Profile", ""),)


def _tracks() -> list[Track]:
    """Boxes to mark; the line stands where the label says so."""
    found = []
    for name, track in numbers().tracks.items():
        boxes = [Step("| [ ]" if box == track.line else "[ ]") for box in range(track.boxes)]
        found.append(Track(f"{name.capitalize()} (line after {track.line})", tuple(boxes)))
    found.append(Track("Gear", tuple(Step("[ ]") for _ in range(numbers().gear))))
    found.append(Track("Experience", tuple(Step("[ ]") for _ in range(numbers().xp))))
    return found


def _numbers(soldier: Soldier) -> tuple[tuple[str, str], ...]:
    tough = soldier.tough + soldier.armor
    rows = [("Gear", soldier.gear), ("Smokes", soldier.smokes), ("Tough", tough), ("Grit", soldier.grit)]
    rows += [("Explosives kit", soldier.kit)] if soldier.kit else []
    return (*((name, str(number)) for name, number in rows), ("Forward", ""))


def _move_card(rule: str) -> Card:
    return Card(rule, playbook_moves()[rule].title, lines=(what_it_does(rule),))


def _weapon_line(id: str) -> str:
    """A weapon as the book writes it: dice, best ranges, tags."""
    weapon = weapons()[id]
    dice = f"{weapon.dice}d/{weapon.fixed}d" if weapon.fixed else f"{weapon.dice}d" if weapon.dice else ""
    crew = f"{weapon.crew}-crew" if weapon.crew else ""
    parts = (dice, "/".join(weapon.bands), *weapon.tags, crew)
    return f"{weapon.title} ({' '.join(part for part in parts if part)})"


def _bonds(data: SoldierData) -> tuple[tuple[str, str], ...]:
    written = tuple((name, f"{value:+d}") for name, value in data.bonds.items())
    return (("Squad", ""), ("Leader", ""), ("Op", ""), *(written or (("", ""),) * ROOM))


def _circles(times: int, after: int) -> str:
    return "( ) " * times + (f"after {after}" if after else "")


def _basics() -> list[Any]:
    return list(basic_moves().values())


def _in_short(roll: str, cost: str) -> str:
    return ", ".join(part for part in (f"roll+{roll}" if roll else "no roll", cost) if part)


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of soldier is drawn."""

    playbook: Annotated[
        Literal["", "soldier", "medic", "sniper", "operator"], Meta(description="empty: any of them")
    ] = ""


def make(wishes: Wishes, seed: int) -> str:
    """A soldier drawn at random."""
    dice = FastDice(seed)
    while True:
        session = setup.start(Options(players=1, operation="free", cast="make"))
        data = draw_soldier(Script(session, dice=dice), "p1")
        if wishes.playbook in ("", data.playbook):
            return as_text(data)


def as_text(data: SoldierData) -> str:
    """A soldier as a file."""
    plain = msgspec.to_builtins(data)
    lines = []
    for key, value in plain.items():
        if isinstance(value, dict):
            inner = ", ".join(f"{msgspec.json.encode(name).decode()} = {number}" for name, number in value.items())
            lines.append(f"{key} = {{ {inner} }}")
        else:
            lines.append(f"{key} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


def members(data: SoldierData, kind: type[Struct]) -> Mapping[str, Mapping[str, Any]]:
    """The soldier as somebody who fires, or is fired at."""
    if data.playbook not in playbooks() or any(True for _ in findings(data)):
        return {}
    soldier = as_soldier(data)
    if kind is Shooter:
        return {data.name: {"moves": [it for it in soldier.moves if it in AIMING], "gear": soldier.gear}}
    if kind is Target:
        return {data.name: {"tough": soldier.tough, "armor": soldier.armor, "grit": soldier.grit}}
    return {}


SOLDIER = Paper(
    name="soldier",
    title="Soldier",
    about="A soldier's playbook sheet: rank, name, profile, background, stats, moves, loadout, bonds.",
    rule="creation.steps",
    read=lambda text: read_text(SoldierData, text, "soldier"),
    findings=findings,
    show=show,
    examples=tuple(it.name.lower() for it in ready_soldiers()),
    example=lambda name: as_text(next(it for it in ready_soldiers() if it.name.lower() == name)),
    make=make,
    wishes=Wishes,
    option="soldiers",
    members=members,
)


# ---------------------------------------------------------------------- a playbook


def read_playbook(text: str) -> Playbook:
    """story.playbook-file: a playbook of one's own, whose moves are taken from those that there are."""
    book = read_text(Playbook, text, "playbook")
    demand_sound(book, "playbook")
    return book


def show_playbook(book: Playbook) -> Scene:
    sets = tuple((f"Set {at + 1}", stats_in_words(it.as_stats())) for at, it in enumerate(book.stat_set))
    array = (("Assign", ", ".join(f"{it:+d}" for it in book.stat_array)),) if book.stat_array else ()
    titles = [rank.title for rank in words().ranks if rank.id in book.ranks]
    return Scene(
        book.title,
        (
            Prose("Ranks", (", ".join(titles),)),
            Facts("Stats", sets or array),
            Cards(
                f"Moves: the first, and {numbers().chosen_moves} more",
                tuple(map(_move_card, (book.signature, *book.moves))),
            ),
            Facts(
                "Loadouts", tuple((it.title, ", ".join(_weapon_line(id) for id in it.weapons)) for it in book.loadout)
            ),
            Facts("Also", (("", ", ".join((*(weapons()[id].title for id in book.also_weapons), *book.also))),)),
            Facts("Start", (("Smokes", str(book.smokes)), ("Armor", str(book.armor)))),
        ),
    )


PLAYBOOK = Paper(
    name="playbook",
    title="Playbook",
    about="A playbook of your own: ranks, stat sets, a signature move, further moves of any playbook, loadouts.",
    rule="story.playbook-file",
    read=read_playbook,
    show=show_playbook,
    examples=("ranger", "soldier", "medic", "sniper", "operator"),
    example=lambda name: (
        resources.files("adjudge.games.regiment.data").joinpath(f"playbooks/{name}.toml").read_text("utf-8")
    ),
    option="playbooks",
)

PAPERS = (SOLDIER, PLAYBOOK)
