"""How a stat book is filled in: a page for every figure, with its weapons and what its abilities do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudge.engine.forms import Form, Pick, Tally, ruled
from adjudge.games.rdz.ability import ABILITIES
from adjudge.games.rdz.books import Book
from adjudge.games.rdz.data import tables, text

RULES = "adjudge.games.rdz"


def regulators() -> list[Pick]:
    return [Pick(row.id, row.name) for row in tables().regulator]


def enemies() -> list[Pick]:
    return [Pick(row.id, row.name, group=f"{row.faction.capitalize()}s") for row in tables().type]


def abilities() -> list[Pick]:
    return [ruled(RULES, id, id.replace("-", " ").capitalize(), f"ability.{id}") for id in ABILITIES]


def tallies(book: Book) -> Iterator[Tally]:
    """ruling.missing-books: a page for each figure of the rulebook."""
    squad, foes = tables().regulator, tables().type
    yield Tally("Regulators", str(len(book.regulator)), str(len(squad)), "ruling.missing-books")
    yield Tally("Enemies", str(len(book.enemy)), str(len(foes)), "ruling.missing-books")


PAGE_RULES = {
    "abilities": "ruling.missing-books",
    "weapon": "stat.weapon-entry",
}

SELDOM = (
    "ability", "regulator/attack_die", "regulator/name", "regulator/picture", "enemy/name", "enemy/picture",
    "enemy/code", "enemy/class", "enemy/family",
)  # fmt: skip
"""What a page only repeats of the rulebook's tables, and the numbers of abilities."""

FORM = Form(
    kind=Book,
    picks={
        "regulator/id": regulators,
        "enemy/id": enemies,
        "regulator/abilities": abilities,
        "enemy/abilities": abilities,
        "ability/id": abilities,
    },
    seldom=SELDOM,
    rules={
        "regulator": "stat.regulator-page",
        "enemy": "stat.enemy-page",
        **{f"{page}/{field}": rule for page in ("regulator", "enemy") for field, rule in PAGE_RULES.items()},
    },
    blank=msgspec.toml.decode(text("bestiary.toml")),
    fresh={
        "regulator": {"id": "captain", "initiative": 8, "combat_skill": 8, "life_points": 15, "armor": 6},
        "enemy": {
            "id": "",
            "initiative": 6,
            "combat_skill": 6,
            "life_points": 8,
            "armor": 0,
            "rarity_factor": 7,
        },
        "regulator/weapon": {"name": "New weapon", "shots": 1, "damage": "1d6"},
        "enemy/weapon": {"name": "New weapon", "shots": 1, "damage": "1d6"},
    },
    tallies=tallies,
)
