"""The papers of the game: a soldier's playbook sheet, the squad's sheet between sessions, a playbook of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudge.engine import Card, Cards, Facts, Finding, Paper, Prose, Scene, Script
from adjudge.engine.chance import FastDice
from adjudge.engine.rulebook import rulebook_of
from adjudge.engine.scene import Panel
from adjudge.games.regiment import setup
from adjudge.games.regiment.data import (
    STATS,
    Playbook,
    SoldierData,
    SquadData,
    basic_moves,
    demand_sound,
    move_text,
    numbers,
    operations,
    playbook_moves,
    playbooks,
    ready_soldiers,
    weapons,
    words,
)
from adjudge.games.regiment.forms import PLAYBOOK_FORM, SOLDIER_FORM, SQUAD_FORM, weapon_line
from adjudge.games.regiment.procedures import AIMING, PERSONAL, AttackParams, Shooter, Target, VehicleParams
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.experience import improvement_words
from adjudge.games.regiment.rules.playbooks import draw_soldier, muster, return_to_duty, stats_in_words
from adjudge.games.regiment.rules.sessions import all_faults, first_day, squad_faults
from adjudge.games.regiment.state import Harmed, Options, Rulings, Soldier
from adjudge.story.sheets import read_text, write_text

AS_WRITTEN = Rulings()
ROOM = 4
"""Lines to write on."""


# ---------------------------------------------------------------------- a soldier


def findings(data: SoldierData) -> Iterator[Finding]:
    """What keeps it from being a soldier, without house rules."""
    for fault in all_faults(data, books_of(data), AS_WRITTEN):
        yield Finding("illegal", fault.text, fault.field, fault.rule)


def books_of(data: SoldierData) -> dict[str, Playbook]:
    """The four playbooks, and the one that the soldier brings along."""
    return dict(playbooks()) | ({data.book.id: data.book} if data.book else {})


def read_soldier(text: str) -> SoldierData:
    """A soldier, with a playbook that makes sense."""
    data = read_text(SoldierData, text, "soldier")
    if data.book:
        demand_sound(data.book, "book")
    return data


def show(data: SoldierData) -> Scene:
    """The playbook sheet: who it is, tracks to mark, moves with what they do, loadout, bonds, improvements."""
    if any(True for _ in findings(data)):
        return _as_written(data)
    soldier = as_soldier(data)
    book = books_of(data)[data.playbook]
    return Scene(
        f"{data.rank} {data.name}, {book.title}",
        (
            Facts("", _identity(data)),
            Facts("Stats", tuple((stat.capitalize(), f"{soldier.stats[stat]:+d}") for stat in STATS)),
            Facts("Tracks", _tracks(soldier)),
            Facts("Numbers", _numbers(soldier)),
            Cards("Moves", tuple(_move_card(rule) for rule in soldier.moves)),
            Prose("Weapons", tuple(weapon_line(held.weapon) for held in soldier.weapons)),
            Facts("What the tags of weapons do", tuple(_tags_of(held.weapon for held in soldier.weapons))),
            Prose("Equipment", (", ".join((*soldier.items, data.personal_item or "one personal item")),)),
            Facts("Squad and bonds", _bonds(data)),
            Facts("Improvements", _improvements(soldier)),
            Facts("Moves that everybody has", tuple((it.title, _in_short(it.roll, it.cost)) for it in _basics())),
            Facts("Other equipment and spoils of war", (("", ""),) * ROOM),
        ),
    )


def _tags_of(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each tag that these weapons have, once, with its rule."""
    arms = [weapons()[id] for id in ids]
    tags = dict.fromkeys(tag for weapon in arms for tag in (*weapon.tags, *(("crew",) if weapon.crew else ())))
    book = rulebook_of("adjudge.games.regiment")
    return ((tag, book.find(f"tag.{tag.lower()}").text) for tag in tags)


def _as_written(data: SoldierData) -> Scene:
    """What no rule would make a soldier of, as it stands in the file."""
    rows = [(name, getattr(data, name)) for name in data.__struct_fields__]
    return Scene(
        f"{data.rank} {data.name}".strip(), (Facts("As written", tuple((it, _plain(text)) for it, text in rows)),)
    )


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number:+d}" for name, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def as_soldier(data: SoldierData) -> Soldier:
    """The soldier that play would make of it: stats and tracks with what moves, improvements and the war have given."""
    books = (data.book,) if data.book else ()
    session = setup.start(Options(players=1, operation="free", cast="make", playbooks=books))
    return muster(session, "p1", data)


def _identity(data: SoldierData) -> tuple[tuple[str, str], ...]:
    rows = (("Profile", data.profile), ("Background", data.background), ("Deployment", data.deployment))
    return tuple((name, text) for name, text in rows if text) or (("Profile", ""),)


TRACKS: tuple[Harmed, ...] = ("wounds", "stress")


def _tracks(soldier: Soldier) -> tuple[tuple[str, str], ...]:
    """Boxes to mark, with the line where it stands."""
    rows = []
    for track in TRACKS:
        marked = tracks.boxes_marked(AS_WRITTEN, soldier, track)
        line = tracks.line(AS_WRITTEN, track)
        boxes = f"{_boxes(marked[:line])} | {_boxes(marked[line:])}"
        rows.append((f"{track.capitalize()} (line after {line})", boxes + ("  critical" * _is_worst(soldier, track))))
    rows.append(("Gear", _boxes(at < soldier.gear for at in range(max(numbers().gear, soldier.gear)))))
    rows.append(("Experience", _boxes(at < soldier.xp for at in range(numbers().xp))))
    return tuple(rows)


def _boxes(marked: Iterable[bool]) -> str:
    return " ".join("☒" if it else "☐" for it in marked)


def _is_worst(soldier: Soldier, track: Harmed) -> bool:
    return soldier.critical and tracks.is_at_threshold(AS_WRITTEN, soldier, track)


def _numbers(soldier: Soldier) -> tuple[tuple[str, str], ...]:
    tough = soldier.tough + soldier.armor
    rows = [("Gear", soldier.gear), ("Smokes", soldier.smokes), ("Tough", tough), ("Grit", soldier.grit)]
    rows += [("Explosives kit", soldier.kit)] if soldier.kit else []
    return (*((name, str(number)) for name, number in rows), ("Forward", ""))


def _move_card(rule: str) -> Card:
    return Card(rule, playbook_moves()[rule].title, lines=(move_text(rule),))


def _bonds(data: SoldierData) -> tuple[tuple[str, str], ...]:
    written = tuple((name, f"{value:+d}") for name, value in data.bonds.items())
    return (("Squad", ""), ("Leader", ""), ("Op", ""), *(written or (("", ""),) * ROOM))


def _improvements(soldier: Soldier) -> tuple[tuple[str, str], ...]:
    """Each with a circle for every time, those that were taken filled with what was chosen."""
    rows = []
    for it in numbers().improvement:
        taken = [key for key in soldier.improvements if key.partition("/")[0] == it.id]
        circles = ["(x)"] * len(taken) + ["( )"] * (it.times - len(taken))
        chosen = ", ".join(improvement_words(key) for key in taken)
        after = f"after {it.after}" if it.after else ""
        rows.append((it.title, "  ".join(part for part in (" ".join(circles), chosen, after) if part)))
    return tuple(rows)


def _basics() -> list[Any]:
    return list(basic_moves().values())


def _in_short(roll: str, cost: str) -> str:
    return ", ".join(part for part in (f"roll+{roll}" if roll else "no roll", cost) if part)


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of soldier is drawn."""

    playbook: Annotated[
        Literal["", "soldier", "medic", "sniper", "operator"], Meta(description="empty: any of them")
    ] = ""
    book: Annotated[str, Meta(description="the text of a playbook of your own, to draw from", max_length=20_000)] = ""


def make(wishes: Wishes, seed: int) -> str:
    """A soldier drawn at random."""
    dice = FastDice(seed)
    own = (read_playbook(wishes.book),) if wishes.book else ()
    wanted = own[0].id if own else wishes.playbook
    while True:
        session = setup.start(Options(players=1, operation="free", cast="make", playbooks=own))
        data = draw_soldier(Script(session, dice=dice), "p1")
        if wanted in ("", data.playbook):
            return as_text(replace(data, book=own[0]) if own else data)


def as_text(data: SoldierData) -> str:
    """A soldier as a file."""
    return "\n".join(f"{key} = {_toml(value)}" for key, value in msgspec.to_builtins(data).items()) + "\n"


def _toml(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{msgspec.json.encode(key).decode()} = {_toml(it)}" for key, it in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return msgspec.json.encode(value).decode()


def members(data: SoldierData, kind: type[Struct]) -> Mapping[str, Mapping[str, Any]]:
    """The soldier as somebody who fires, or is fired at."""
    if data.playbook not in books_of(data) or any(True for _ in findings(data)):
        return {}
    soldier = as_soldier(data)
    if kind is Shooter:
        return {data.name: {"moves": [it for it in soldier.moves if it in AIMING], "gear": soldier.gear}}
    if kind is Target:
        return {data.name: {"tough": soldier.tough, "armor": soldier.armor, "grit": soldier.grit}}
    if kind in (AttackParams, VehicleParams):
        carried = [held.weapon for held in soldier.weapons if held.weapon in PERSONAL]
        return {data.name: {"weapon": carried[0]}} if carried else {}
    return {}


SOLDIER = Paper(
    name="soldier",
    title="Soldier",
    about="A soldier's playbook sheet: rank, name, profile, background, stats, moves, loadout, bonds.",
    rule="creation.steps",
    read=read_soldier,
    findings=findings,
    show=show,
    examples=tuple(it.name.lower() for it in ready_soldiers()),
    example=lambda name: as_text(next(it for it in ready_soldiers() if it.name.lower() == name)),
    make=make,
    wishes=Wishes,
    option="soldiers",
    form=SOLDIER_FORM,
    members=members,
)


# ---------------------------------------------------------------------- a squad


def squad_findings(squad: SquadData) -> Iterator[Finding]:
    """What a rule refuses about a squad, without house rules."""
    books = dict(playbooks()) | {book.id: book for book in squad.playbooks}
    for where, fault in squad_faults(squad, books, AS_WRITTEN):
        yield Finding("illegal", fault.text, f"{where}.{fault.field}", fault.rule)


def show_squad(squad: SquadData) -> Scene:
    """The squad's sheet: what they have in common, everybody as they are, bonds, what is behind them, what goes on."""
    if any(True for _ in squad_findings(squad)):
        return Scene(squad.name, (Prose("Soldiers", tuple(f"{it.rank} {it.name}" for it in squad.soldiers)),))
    sessions = squad.story.sessions
    note = f"After {sessions} session{'s' * (sessions != 1)}" if sessions else "Before the first session"
    return Scene(squad.name, tuple(_squad_panels(squad)), note)


def _squad_panels(squad: SquadData) -> Iterator[Panel]:
    yield Facts("Squad", _common(squad))
    books = dict(playbooks()) | {book.id: book for book in squad.playbooks}
    yield Cards("Soldiers", tuple(_member(data, books) for data in squad.soldiers))
    yield Facts("Bonds", tuple((it.name, _plain(it.bonds) or "none") for it in squad.soldiers))
    rows = [(_title_of(it.operation), "accomplished" if it.accomplished else "failed") for it in squad.operations]
    rows += [(it.name, f"{FATES[it.fate]} in session {it.session}") for it in squad.fallen]
    if rows:
        yield Facts("Behind them", tuple(rows))
    if squad.clocks:
        yield Facts("Clocks", tuple((it.title, f"{it.marked} of {it.steps}, then: {it.end}") for it in squad.clocks))
    if squad.story.owed:
        yield Facts("Owed", tuple((it.kind, f"{it.source}, by {it.owner}") for it in squad.story.owed))
    if squad.story.previously:
        yield Prose("Previously", squad.story.previously)


FATES = {"dead": "killed", "home": "went home"}


def _title_of(operation: str) -> str:
    known = operations().get(operation)
    return known.title if known else operation


def _common(squad: SquadData) -> tuple[tuple[str, str], ...]:
    rows = [("Leader", squad.leader), ("Op", f"{squad.op:+d}"), ("Supply", str(squad.supply))]
    rows += [("Intel", str(squad.intel))]
    rows += [("Forward", f"{it.amount:+d} from {it.source}") for it in squad.forward]
    return tuple(rows)


def _member(data: SoldierData, books: dict[str, Playbook]) -> Card:
    """A soldier in a few lines."""
    session, soldier = first_day(data, books, AS_WRITTEN)
    if data.service:
        return_to_duty(session, soldier, data.service)
    player = f"player {data.service.player}" if data.service and data.service.player else "in reserve"
    close = [(name.partition(" (")[0].lower(), boxes.replace(" ", "")) for name, boxes in _tracks(soldier)]
    marks = "; ".join(f"{name} {boxes.replace('critical', '')}" for name, boxes in close)
    state = [it for it, is_so in (("critical", soldier.critical), ("broken", soldier.status == "broken")) if is_so]
    learned = ", ".join(map(improvement_words, soldier.improvements))
    carried = ", ".join(weapon_line(held.weapon) for held in soldier.weapons)
    return Card(
        data.name,
        f"{data.rank} {data.name}",
        f"{books[data.playbook].title}, {player if data.service else 'new'}",
        lines=(
            stats_in_words(soldier.stats),
            marks,
            ", ".join(f"{name.lower()} {value}" for name, value in _numbers(soldier) if value),
            "moves: " + ", ".join(playbook_moves()[rule].title for rule in soldier.moves),
            f"carries: {carried}",
            *([f"improvements: {learned}"] if learned else []),
        ),
        tags=tuple(state),
    )


def squad_text(squad: SquadData) -> str:
    """The sheet as a file, to be kept and read back."""
    return write_text(squad) + "\n"


def example_squad(name: str) -> str:
    """Two of the ready soldiers, before their first session."""
    return squad_text(SquadData(ready_soldiers()[:2], leader=ready_soldiers()[0].name))


SQUAD = Paper(
    name="squad",
    title="Squad",
    about="The squad between two sessions: soldiers with xp, improvements, marks, bonds and gear, supply, clocks.",
    rule="story.next-session",
    read=lambda text: read_text(SquadData, text, "squad"),
    findings=squad_findings,
    show=show_squad,
    examples=("recruits",),
    example=example_squad,
    option="squad",
    form=SQUAD_FORM,
    suffix="json",
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
                "Loadouts", tuple((it.title, ", ".join(weapon_line(id) for id in it.weapons)) for it in book.loadout)
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
    form=PLAYBOOK_FORM,
)

PAPERS = (SOLDIER, SQUAD, PLAYBOOK)
