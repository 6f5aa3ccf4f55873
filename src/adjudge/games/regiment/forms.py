"""How soldiers, squads and playbooks are filled in: every choice with what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudge.engine.forms import Form, Pick, Tally, ruled
from adjudge.games.regiment.data import (
    Playbook,
    SoldierData,
    SquadData,
    move_text,
    numbers,
    playbook_moves,
    playbooks,
    weapons,
    words,
)
from adjudge.games.regiment.rules.playbooks import stats_in_words

RULES = "adjudge.games.regiment"


def weapon_line(id: str) -> str:
    """A weapon as the book writes it: dice, best ranges, tags."""
    weapon = weapons()[id]
    dice = f"{weapon.dice}d/{weapon.fixed}d" if weapon.fixed else f"{weapon.dice}d" if weapon.dice else ""
    crew = f"{weapon.crew}-crew" if weapon.crew else ""
    parts = (dice, "/".join(weapon.bands), *weapon.tags, crew)
    return f"{weapon.title} ({' '.join(part for part in parts if part)})"


def books() -> list[Pick]:
    return [Pick(id, book.title, move_text(book.signature), book.signature) for id, book in playbooks().items()]


def _of(book: Playbook) -> dict[str, tuple[str, ...]]:
    return {"playbook": (book.id,)}


def ranks() -> list[Pick]:
    having = {
        rank.id: tuple(book.id for book in playbooks().values() if rank.id in book.ranks) for rank in words().ranks
    }
    return [Pick(it.id, it.title, rule="creation.rank", only={"playbook": having[it.id]}) for it in words().ranks]


def every_rank() -> list[Pick]:
    return [Pick(it.id, it.title) for it in words().ranks]


def profiles() -> list[Pick]:
    return [Pick(it, it) for it in words().profiles]


def backgrounds() -> list[Pick]:
    return [Pick(it, it) for it in words().backgrounds]


def stat_sets() -> list[Pick]:
    """creation.stat-sets: each set whole."""
    return [
        Pick(it.as_stats(), stats_in_words(it.as_stats()), "", "creation.stat-sets", book.title, _of(book))
        for book in playbooks().values()
        for it in book.stat_set
    ]


def moves() -> list[Pick]:
    return [
        Pick(rule, playbook_moves()[rule].title, move_text(rule), rule, book.title, _of(book))
        for book in playbooks().values()
        for rule in book.moves
    ]


def every_move() -> list[Pick]:
    titles = {id: book.title for id, book in playbooks().items()}
    return [
        Pick(rule, move.title, move_text(rule), rule, titles.get(move.playbook, move.playbook))
        for rule, move in playbook_moves().items()
    ]


def loadouts() -> list[Pick]:
    return [
        Pick(it.id, it.title, ", ".join(map(weapon_line, it.weapons)), it.rule, book.title, _of(book))
        for book in playbooks().values()
        for it in book.loadout
    ]


def grenades() -> list[Pick]:
    """What loadouts leave a choice of."""
    found: dict[str, tuple[str, ...]] = {}
    for book in playbooks().values():
        for loadout in book.loadout:
            for id in loadout.either:
                found[id] = (*found.get(id, ()), loadout.id)
    return [Pick(id, weapons()[id].title, weapon_line(id), only={"loadout": ids}) for id, ids in found.items()]


def arms() -> list[Pick]:
    return [ruled(RULES, id, it.title, it.rule, f"{weapon_line(id)}.") for id, it in weapons().items()]


def tallies(data: SoldierData) -> Iterator[Tally]:
    """creation.moves: the signature move is the soldier's anyway."""
    yield Tally("Moves", str(len(data.moves)), str(numbers().chosen_moves), "creation.moves")
    if data.service is None:
        yield Tally("Bonds", str(len(data.bonds)), rule="creation.bonds")


def squad_tallies(squad: SquadData) -> Iterator[Tally]:
    yield Tally("Soldiers", str(len(squad.soldiers)))
    yield Tally("Supply", str(squad.supply), rule="track.supply")
    yield Tally("Sessions", str(squad.story.sessions), rule="story.next-session")
    for number, data in enumerate(squad.soldiers):
        moves = f"{len(data.moves)} of {numbers().chosen_moves}"
        yield Tally("Moves", moves, rule="creation.moves", path=f"soldiers[{number}]")


Choices = dict[str, Callable[[], list[Pick]]]
OF_A_SOLDIER: Choices = {
    "playbook": books,
    "rank": ranks,
    "profile": profiles,
    "background": backgrounds,
    "stats": stat_sets,
    "moves": moves,
    "loadout": loadouts,
    "either": grenades,
    "service/weapons": arms,
}
SOLDIER_RULES = {
    "playbook": "creation.playbooks",
    "rank": "creation.rank",
    "name": "creation.name",
    "profile": "creation.profile",
    "background": "creation.background",
    "stats": "core.stats",
    "moves": "creation.moves",
    "loadout": "creation.loadout",
    "personal_item": "creation.personal-item",
    "bonds": "creation.bonds",
}
SELDOM = ("service", "book")
FIRST = next(iter(playbooks().values()))
RECRUIT = {
    "playbook": FIRST.id,
    "rank": FIRST.ranks[0],
    "name": "",
    "profile": words().profiles[0],
    "background": words().backgrounds[0],
    "stats": FIRST.stat_set[0].as_stats(),
    "moves": list(FIRST.moves[: numbers().chosen_moves]),
    "loadout": FIRST.loadout[0].id,
    **({"either": FIRST.loadout[0].either[0]} if FIRST.loadout[0].either else {}),
}
"""Somebody to begin with: the first of everything, and no name yet."""

SOLDIER_FORM = Form(
    kind=SoldierData, picks=OF_A_SOLDIER, seldom=SELDOM, rules=SOLDIER_RULES, blank=RECRUIT, tallies=tallies
)

SINCE = ("forward", "to_make", "fallen", "operations", "clocks", "playbooks", "story")
"""What sessions leave behind."""

SQUAD_FORM = Form(
    kind=SquadData,
    picks={f"soldiers/{place}": picks for place, picks in OF_A_SOLDIER.items()},
    seldom=(*SINCE, *(f"soldiers/{place}" for place in SELDOM)),
    rules={f"soldiers/{place}": rule for place, rule in SOLDIER_RULES.items()}
    | {"leader": "creation.squad", "op": "track.op"},
    blank={"name": "New squad", "soldiers": [RECRUIT]},
    fresh={"soldiers": RECRUIT},
    tallies=squad_tallies,
)

PLAYBOOK_FORM = Form(
    kind=Playbook,
    picks={
        "ranks": every_rank,
        "signature": every_move,
        "moves": every_move,
        "loadout/weapons": arms,
        "loadout/either": arms,
        "also_weapons": arms,
    },
    rules={"moves": "creation.moves", "loadout": "creation.loadout", "stat_set": "creation.stat-sets"},
    seldom=("stat_array", "loadout/rule"),
    blank={
        "id": "new-playbook",
        "title": "New playbook",
        "ranks": list(FIRST.ranks),
        "smokes": FIRST.smokes,
        "signature": FIRST.signature,
        "moves": list(FIRST.moves),
        "stat_set": [it.as_stats() for it in FIRST.stat_set],
        "loadout": [{"id": "first", "title": "First loadout", "weapons": list(FIRST.loadout[0].weapons)}],
    },
    fresh={
        "stat_set": {"battle": 1, "guts": 1, "leadership": 0, "lucky": -1, "tactics": 2},
        "loadout": {"id": "another", "title": "Another loadout", "weapons": ["battle-rifle"]},
    },
)
