"""The papers of the game: a stat book, and the record of its squad for a Patrol with pencil and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudge.engine import Bar, Card, Cards, Facts, Paper, Scene, Step, Track
from adjudge.engine.rulebook import rulebook_of
from adjudge.games.rdz.ability import Ability, Told, name_of
from adjudge.games.rdz.books import Book, Kind, Roster, Weapon, read_book
from adjudge.games.rdz.data import text
from adjudge.games.rdz.forms import FORM

SECTORS = 10
RECORD = (
    "Sector moves",
    "Greatest distance",
    "Combats won",
    "Enemies killed",
    "Brought to justice",
    "Innocents killed",
)


def patrol_scene(book: Book) -> Scene:
    """squad.composition: the seven Regulators at Headquarters, with boxes for what they lose on the way."""
    squad = Cards("Squad", tuple(_card(kind) for kind in Roster(book).regulators))
    track = Track("Sectors", (Step("HQ"), *(Step(str(number)) for number in range(1, SECTORS + 1))))
    record = Facts("Record", tuple((name, "") for name in RECORD))
    return Scene("Patrol record", (squad, track, record, _explained(Roster(book).regulators)))


def book_scene(book: Book) -> Scene:
    """stat.regulator-page, stat.enemy-page: every page of a stat book."""
    kinds = Roster(book).kinds.values()
    panels = [
        Cards(title, tuple(_card(kind) for kind in kinds if kind.faction == faction))
        for faction, title in _factions(kinds).items()
    ]
    return Scene("Stat book", (*panels, _explained(kinds)), f"{len(kinds)} pages")


def _explained(kinds: Iterable[Kind]) -> Facts:
    """What the abilities on these pages do, each once."""
    texts = {rule.id: rule.text for rule in rulebook_of("adjudge.games.rdz").rule}
    rows = {name_of(it).capitalize(): it.text if isinstance(it, Told) else texts[it.rule] for it in _abilities(kinds)}
    return Facts("What the abilities do", tuple(sorted(rows.items())))


def _abilities(kinds: Iterable[Kind]) -> Iterator[Ability]:
    return (ability for kind in kinds for ability in kind.voices)


def _factions(kinds: Iterable[Kind]) -> dict[str, str]:
    return {kind.faction: f"{kind.faction.capitalize()}s" for kind in kinds}


def _card(kind: Kind) -> Card:
    numbers = f"Initiative {kind.initiative}, Combat Skill {kind.combat_skill}"
    life = Bar("Life", kind.life_points, kind.life_points)
    armor = [Bar("Armor", kind.armor, kind.armor)] if kind.armor else []
    uses = [Bar(name, number, number) for name, number in kind.limits.items()]
    found = [f"Type roll {kind.code}, Rarity Factor {kind.rarity_factor}"] if kind.code else []
    return Card(
        kind.id,
        kind.name.removeprefix("Regulator "),
        numbers,
        bars=(life, *armor, *uses),
        lines=(*map(_weapon, kind.weapons), *found),
        tags=kind.ability_names,
        picture=kind.picture,
    )


def _weapon(weapon: Weapon) -> str:
    """stat.weapon-entry."""
    return f"{weapon.name}: {weapon.shots} x {weapon.damage}" if weapon.shots else weapon.name


BOOK = Paper(
    name="stat-book",
    title="Stat book",
    about="The pages of Regulators, Dregs and Zombies; a book of your own takes the place of ours.",
    rule="ruling.missing-books",
    read=read_book,
    show=book_scene,
    examples=("house",),
    example=lambda name: text("bestiary.toml"),
    option="books",
    form=FORM,
)

PATROL = replace(
    BOOK,
    name="patrol",
    title="Patrol record",
    about="The squad of a stat book with boxes to tick, for a Patrol with pencil and dice.",
    show=patrol_scene,
)

PAPERS = (PATROL, BOOK)
