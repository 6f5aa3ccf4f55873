"""Stat books: the pages of Regulators, Dregs and Zombies, checked field by field and made ready for play.

A book is data that a player may replace. `read_book` checks one from its text; `rosters` makes its kinds, each with the
voices of its abilities, which keep who answers which moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import MISSING, BadInput
from adjudge.engine.inputs import convert, parse_toml
from adjudge.engine.moments import Moment, Voices
from adjudge.games.rdz.ability import ABILITIES, Ability, Told, name_of
from adjudge.games.rdz.data import SquadRow, TypeRow, tables, text
from adjudge.games.rdz.readings import target_roll, type_roll

WeaponClass = Literal["ordinary", "grenade", "gas-cannister", "item"]

ITEM = "item"
AREA_CLASSES = ("grenade", "gas-cannister")

P = ParamSpec("P")
R = TypeVar("R")

_DAMAGE = re.compile(r"(?P<fixed>\d{1,3})|(?P<dice>[1-9]\d?)d6")

# ---------------------------------------------------------------------- the pages as written (table.stat-block-fields)


class WeaponEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """stat.weapon-entry: a name, Shots, Damage, uses if they are limited, and a class."""

    name: Annotated[str, Meta(min_length=1)]
    class_: WeaponClass = msgspec.field(default="ordinary", name="class")
    shots: Annotated[int, Meta(ge=0, le=50)] = 0
    damage: str | int = ""
    uses: Annotated[int, Meta(ge=1)] | None = None


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every page has: stat.regulator-page, stat.enemy-page."""

    id: str
    initiative: Annotated[int, Meta(ge=1, le=100)]
    combat_skill: Annotated[int, Meta(ge=0, le=100)]
    life_points: Annotated[int, Meta(ge=1, le=1000)]
    armor: Annotated[int, Meta(ge=0, le=12)]
    abilities: tuple[str, ...] = ()
    weapon: tuple[WeaponEntry, ...] = ()
    name: str = ""
    picture: str = ""


class RegulatorEntry(Entry, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    attack_die: int | None = None


class EnemyEntry(Entry, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    rarity_factor: Annotated[int, Meta(ge=2, le=12)]
    code: tuple[int, int] | None = None
    class_: str = msgspec.field(default="", name="class")
    family: str = ""


class AbilityEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers of an ability; what it does is written in Python under its id.

    An id of the book's own has no code: its text is shown wherever the figure is, and the table plays it by hand.
    """

    id: str
    name: str = ""
    params: dict[str, Any] = {}
    who: str = ""
    timing: str = ""
    text: str = ""


class Book(Struct, frozen=True, omit_defaults=True):
    """A whole stat book."""

    regulator: tuple[RegulatorEntry, ...]
    enemy: tuple[EnemyEntry, ...]
    ability: tuple[AbilityEntry, ...] = ()


# ---------------------------------------------------------------------- checking (ruling.missing-books)


def read_book(toml: str) -> Book:
    """A stat book from its text; what does not fit is refused by the name of the entry and the field."""
    try:
        data = parse_toml(toml)
    except msgspec.DecodeError as error:
        raise BadInput(
            "books", toml.partition("\n")[0], f"a TOML file in the form of the house book ({error})"
        ) from None
    book = Book(
        _entries(RegulatorEntry, data, "regulator"),
        _entries(EnemyEntry, data, "enemy"),
        _entries(AbilityEntry, data, "ability"),
    )
    _check_complete("regulator", book.regulator, [row.id for row in tables().regulator])
    _check_complete("enemy", book.enemy, [row.id for row in tables().type])
    known = tuple(_make_abilities(book))
    for page in (*book.regulator, *book.enemy):
        _check_page(page, known)
    return book


E = TypeVar("E", RegulatorEntry, EnemyEntry, AbilityEntry)


def _entries(kind: type[E], data: Mapping[str, Any], word: str) -> tuple[E, ...]:
    listed = data.get(word, [])
    if not isinstance(listed, list):
        raise BadInput(word, listed, f"a list of [[{word}]] entries")
    return tuple(_entry(kind, entry, word) for entry in listed)


def _entry(kind: type[E], data: Any, word: str) -> E:
    name = f"{word} {data.get('id', '?')}" if isinstance(data, dict) else word
    missing = [field for field in _required(kind) if isinstance(data, dict) and field not in data]
    if missing:
        raise BadInput(f"{name}: {missing[0]}", MISSING, "a value")
    return _named(name, kind, data)


def _required(kind: type[Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.required]


def _named(name: str, kind: type[E], data: Any) -> E:
    """The data as a typed entry; a refusal names the entry before the field."""
    try:
        return convert(kind, data, "entry")
    except BadInput as refused:
        raise refused.inside(f"{name}: ") from None


def _check_complete(word: str, entries: Iterable[Entry], known: list[str]) -> None:
    given = [entry.id for entry in entries]
    for id_ in given:
        if id_ not in known:
            raise BadInput(f"{word} {id_}: id", id_, f"one of {', '.join(known)}")
        if given.count(id_) > 1:
            raise BadInput(f"{word} {id_}", "two entries", "one entry for each")
    for id_ in known:
        if id_ not in given:
            raise BadInput(f"{word} {id_}", MISSING, "an entry for each of the rulebook's figures")


def _check_page(page: Entry, abilities: Collection[str]) -> None:
    word = "regulator" if isinstance(page, RegulatorEntry) else "enemy"
    name = f"{word} {page.id}"
    if 0 < page.armor < 4:  # ruling.starting-armor-1-to-3
        raise BadInput(f"{name}: armor", page.armor, "0 or 4 to 12")
    for id_ in page.abilities:
        if id_ not in abilities:
            own = "or an [[ability]] of the book's own with a text"
            raise BadInput(f"{name}: abilities", id_, f"one of {', '.join(abilities)}; {own}")
    if word == "regulator" and not page.weapon:
        raise BadInput(f"{name}: weapon", MISSING, "one or more")
    for weapon in page.weapon:
        _check_weapon(f"{name}: weapon {weapon.name}", weapon)
    _check_table(name, page)


def _check_weapon(name: str, weapon: WeaponEntry) -> None:
    if weapon.class_ == ITEM:
        return
    if weapon.shots < 1:
        raise BadInput(f"{name}: shots", weapon.shots, "1 or more")
    if not _DAMAGE.fullmatch(str(weapon.damage)):
        raise BadInput(f"{name}: damage", weapon.damage, 'a number such as "3" or dice such as "2d6"')


def _check_table(name: str, page: Entry) -> None:
    """What a page repeats of the rulebook's tables has to agree with them."""
    row = _row(page.id)
    repeated: dict[str, tuple[Any, Any]] = {"name": (page.name, row.name)}
    if isinstance(page, RegulatorEntry) and isinstance(row, SquadRow):
        repeated["attack_die"] = (page.attack_die, row.attack_die)
    if isinstance(page, EnemyEntry) and isinstance(row, TypeRow):
        repeated["code"] = (page.code, divmod(row.code, 10))
        repeated["class"] = (page.class_, row.faction)
        repeated["family"] = (page.family, row.family)
    for field, (given, written) in repeated.items():
        if given not in ("", None, written):
            raise BadInput(f"{name}: {field}", given, f"{written!r}, as the rulebook has it")


def _row(id_: str) -> SquadRow | TypeRow:
    rows: tuple[SquadRow | TypeRow, ...] = (*tables().regulator, *tables().type)
    return next(row for row in rows if row.id == id_)


def _make_abilities(book: Book) -> dict[str, Ability]:
    """Each ability with its numbers: those of the book, else those of the house book."""
    entries = {entry.id: entry for entry in (*_house().ability, *book.ability)}
    made = {}
    for id_, entry in entries.items():
        made[id_] = _ability(entry) if id_ in ABILITIES else _told(entry)
    return made


def _told(entry: AbilityEntry) -> Told:
    """stat.special-abilities: one that only its book knows."""
    if not entry.text.strip():
        known = ", ".join(ABILITIES)
        raise BadInput(f"ability {entry.id}: text", MISSING, f"what it does, in words; the umpire knows only {known}")
    return Told(called=entry.name or entry.id.replace("-", " "), text=" ".join(entry.text.split()))


def _ability(entry: AbilityEntry) -> Ability:
    kind = ABILITIES[entry.id]
    missing = [field for field in _required(kind) if field not in entry.params]
    if missing:
        raise BadInput(f"ability {entry.id}: params.{missing[0]}", MISSING, "a value")
    try:
        return convert(kind, entry.params, "params")
    except BadInput as refused:
        raise refused.inside(f"ability {entry.id}: params.") from None


# ---------------------------------------------------------------------- ready for play


class Weapon:
    """A weapon as play uses it."""

    __slots__ = ("class_", "dice", "fixed", "is_area", "name", "shots", "uses")

    def __init__(self, entry: WeaponEntry) -> None:
        self.name, self.class_, self.shots, self.uses = entry.name, entry.class_, entry.shots, entry.uses
        self.is_area = entry.class_ in AREA_CLASSES  # ruling.area-weapon-class
        self.dice, self.fixed = parse_damage(entry.damage)

    @property
    def damage(self) -> str:
        return f"{self.dice}d6" if self.dice else str(self.fixed)

    def __repr__(self) -> str:
        return f"<Weapon {self.name}>"


def parse_damage(damage: str | int) -> tuple[int, int]:
    """Damage as a number of dice and a fixed number; one of them is 0."""
    found = _DAMAGE.fullmatch(str(damage))
    if not found:
        return 0, 0
    return (int(found["dice"]), 0) if found["dice"] else (0, int(found["fixed"]))


FISTS = Weapon(WeaponEntry("Fists", shots=1, damage=1))  # ruling.no-usable-weapon


class Kind:
    """A type of figure: its starting numbers, its weapons, and the voices of its abilities."""

    __slots__ = (
        "ability_names",
        "armor",
        "armory",
        "arms",
        "at",
        "code",
        "combat_skill",
        "faction",
        "id",
        "initiative",
        "life_points",
        "limited",
        "limits",
        "name",
        "named_arms",
        "picture",
        "rarity_factor",
        "told",
        "unlimited",
        "voices",
        "weapons",
    )

    def __init__(self, page: Entry, row: SquadRow | TypeRow, abilities: Iterable[Ability]) -> None:
        self.id, self.name, self.voices = page.id, row.name, Voices(abilities)
        self.ability_names = tuple(map(name_of, self.voices))
        self.told = tuple(each for each in self.voices if isinstance(each, Told))
        self.picture = page.picture or _drawn(page.id)
        self.code = row.code if isinstance(row, TypeRow) else 0
        self.at = self.voices.at
        self.initiative, self.combat_skill = page.initiative, page.combat_skill
        self.life_points, self.armor = page.life_points, page.armor
        self.rarity_factor = page.rarity_factor if isinstance(page, EnemyEntry) else 0
        self.faction = row.faction if isinstance(row, TypeRow) else "regulator"
        self.weapons = tuple(Weapon(entry) for entry in page.weapon)
        self.armory = {weapon.name: weapon for weapon in self.weapons}
        self.arms = tuple(weapon for weapon in self.weapons if weapon.class_ != ITEM)
        self.named_arms = tuple((weapon.name, weapon.uses is not None) for weapon in self.arms)
        self.limited = tuple(weapon for weapon in self.arms if weapon.uses)
        self.unlimited = next((weapon for weapon in self.arms if not weapon.uses), None)
        self.limits = {weapon.name: weapon.uses for weapon in self.weapons if weapon.uses}

    def weapon(self, name: str) -> Weapon:
        if name not in self.armory:
            raise BadInput("weapon", name, f"one of {', '.join(self.armory) or 'none'}")
        return self.armory[name]

    def __repr__(self) -> str:
        return f"<Kind {self.id}>"


class Roster:
    """All kinds of a book, and the tables of the Rule Book in terms of them."""

    __slots__ = ("_answering", "_heard", "by_code", "by_die", "kinds", "regulators", "target_roll", "type_roll")

    def __init__(self, book: Book) -> None:
        abilities = _make_abilities(book)
        pages = {page.id: page for page in (*book.regulator, *book.enemy)}
        rows: tuple[SquadRow | TypeRow, ...] = (*tables().regulator, *tables().type)
        self.kinds = {row.id: Kind(pages[row.id], row, _of(pages[row.id], abilities)) for row in rows}
        self.regulators = tuple(self.kinds[row.id] for row in tables().regulator)  # squad.composition
        self.by_die = {row.attack_die: row.id for row in tables().regulator}  # table.regulator-attacked
        self.by_code = {row.code: self.kinds[row.id] for row in tables().type}  # table.encounter-types
        self.type_roll = type_roll({code: kind.name for code, kind in self.by_code.items()})
        self.target_roll = target_roll({die: self.kinds[id_].name for die, id_ in self.by_die.items()})
        self._heard: dict[Any, tuple[tuple[str, Any], ...]] = {}
        self._answering: dict[Any, frozenset[str]] = {}

    def squad_at(self, moment: Moment[P, R]) -> tuple[tuple[str, Callable[P, R]], ...]:
        """The Regulators with an answer to a moment, each with that answer."""
        if moment not in self._heard:
            answers = ((kind.id, answer) for kind in self.regulators for answer in kind.at(moment))
            self._heard[moment] = tuple(answers)
        return self._heard[moment]

    def kinds_at(self, moment: Moment[..., Any]) -> frozenset[str]:
        """The kinds with an answer to a moment, for rules that go through all figures."""
        if moment not in self._answering:
            self._answering[moment] = frozenset(kind.id for kind in self.kinds.values() if kind.at(moment))
        return self._answering[moment]


def _of(page: Entry, abilities: Mapping[str, Ability]) -> tuple[Ability, ...]:
    return tuple(abilities[id_] for id_ in page.abilities)


class _Rosters(dict[str, Roster]):
    """Rosters by the text of their book, made when first needed. Looking one up is the most frequent thing in play."""

    def __missing__(self, books: str) -> Roster:
        if len(self) > 16:
            self.clear()
        self[books] = made = Roster(msgspec.json.decode(books, type=Book) if books else _house())
        return made


rosters = _Rosters()
"""The kinds of a book as the state carries it: its JSON text, or nothing for the house book."""


@lru_cache(maxsize=1)
def _house() -> Book:
    data = msgspec.toml.decode(text("bestiary.toml"))
    return msgspec.convert(data, Book)


@lru_cache(maxsize=64)
def _drawn(id_: str) -> str:
    """The picture on the house book's page."""
    return next((page.picture for page in (*_house().regulator, *_house().enemy) if page.id == id_), "")


def carried(book: Book) -> str:
    """A book as the state carries it."""
    return msgspec.json.encode(book).decode()
