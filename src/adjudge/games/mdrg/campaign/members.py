"""Parties on paper: finding, changing, adding and losing models, and what lies in camp. Nothing here is a rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from adjudge.games.mdrg.book import split, with_detail
from adjudge.games.mdrg.campaign.state import Camp, Grave
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.sheet import kind_of


def model(camp: Camp, name: str) -> Profile:
    """The model of that name."""
    return next(one for one in camp.party.models if one.name == name)


def names(models: Iterable[Profile]) -> list[str]:
    return [one.name for one in models]


def keep(camp: Camp, changed: Profile) -> None:
    """The model as it is now."""
    models = tuple(changed if one.name == changed.name else one for one in camp.party.models)
    camp.party = replace(camp.party, models=models)


def alter(camp: Camp, name: str, **fields: Any) -> None:
    """The model with other entries on its sheet."""
    keep(camp, replace(model(camp, name), **fields))


def add(camp: Camp, joined: Profile) -> None:
    camp.party = replace(camp.party, models=(*camp.party.models, joined))


def lose(camp: Camp, name: str, week: int, how: str) -> Profile:
    """The model is no longer of the party; what it carried stays in camp."""
    gone = model(camp, name)
    stow(camp, things_of(gone))
    earn(camp, cells=gone.cells)
    camp.party = replace(camp.party, models=tuple(one for one in camp.party.models if one.name != name))
    camp.graves.append(Grave(name, kind_of(gone), week, how))
    return gone


def earn(camp: Camp, *, food: int = 0, cells: int = 0, flesh: int = 0) -> None:
    """More in camp, or less."""
    party = camp.party
    camp.party = replace(party, food=party.food + food, cells=party.cells + cells, flesh=party.flesh + flesh)


# Things


def marks_of(thing: str) -> list[str]:
    """What is the matter with a thing."""
    return [mark for mark in split(thing)[1].split(", ") if mark]


def marked(item: str, marks: Iterable[str]) -> str:
    """A thing with what is the matter with it."""
    return with_detail(item, ", ".join(dict.fromkeys(marks)))


def unmarked(thing: str, mark: str) -> str:
    return marked(split(thing)[0], [it for it in marks_of(thing) if it != mark])


def things_of(one: Profile) -> list[str]:
    """All that a model carries, each with what is the matter with it; a Robot's parts are marked as such."""
    lists = {"empty": [*one.empty], "broken": [*one.broken], "tainted": [*one.tainted]}
    found = []
    for item in one.gear:
        marks = [mark for mark, listed in lists.items() if item in listed]
        for mark in marks:
            lists[mark].remove(item)
        found.append(marked(item, [*marks, *(["in-built"] if one.type == "robot" else [])]))
    return found


def carrying(one: Profile, things: Iterable[str]) -> Profile:
    """The model with these things and no others."""
    held = [(split(thing)[0], marks_of(thing)) for thing in things]
    ready = one.ready if any(item == one.ready for item, _ in held) else ""
    return replace(
        one,
        gear=tuple(item for item, _ in held),
        empty=tuple(item for item, marks in held if "empty" in marks),
        broken=tuple(item for item, marks in held if "broken" in marks),
        tainted=tuple(item for item, marks in held if "tainted" in marks),
        ready=ready,
    )


def stow(camp: Camp, things: Iterable[str]) -> None:
    """Into the store of the camp."""
    camp.party = replace(camp.party, loot=(*camp.party.loot, *things))


def unstow(camp: Camp, number: int) -> str:
    """Out of the store."""
    loot = camp.party.loot
    camp.party = replace(camp.party, loot=(*loot[:number], *loot[number + 1 :]))
    return loot[number]
