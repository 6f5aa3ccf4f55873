"""An open table to try rules on: who stands where, and a script of answers and dice."""

from __future__ import annotations

from typing import Any

from adjudge.engine import Script
from adjudge.field import Rectangle, Round, Stand
from adjudge.games.akula.data import WEAPONS
from adjudge.games.akula.places import zeds_touching
from adjudge.games.akula.readings import HURT
from adjudge.games.akula.rules import melee, shooting
from adjudge.games.akula.scenario import (
    Opening,
    Scenario,
    Scenery,
    Size,
    Spawn,
    SurvivorEntry,
    carried_text,
    house_scenarios,
)
from adjudge.games.akula.setup import add_zed, fresh_deck
from adjudge.games.akula.state import Battle, Go, Rulings, Survivor, Vehicle, Zed
from adjudge.games.akula.verdicts import fought_of, toll_of
from adjudge.games.akula.wording import words

SEAT = "player"


def scenario(**changes: Any) -> Scenario:
    """A bare table of 60 by 60 inches, or one with what is given."""
    settings: dict[str, Any] = {
        "id": "open",
        "title": "An open table",
        "type": "hold-out",
        "rounds": 20,
        "need": 1,
        "table": Size(60.0, 60.0),
        "survivor": (SurvivorEntry("Ana", (0.0, 0.0)),),
    }
    return Scenario(**(settings | changes))


def battle(rulings: Rulings = Rulings(), **changes: Any) -> Battle:  # noqa: B008 - frozen
    state = Battle(carried_text(scenario(**changes)), rulings, {})
    state.deck = fresh_deck(state)
    state.cards = 1
    return state


def person(state: Battle, at: tuple[float, float], name: str = "Ana", **changes: Any) -> Survivor:
    made = Survivor(name, name, SEAT, Stand(name, *at, Round(1.0)), **changes)
    state.survivors[name] = made
    return made


def zed(state: Battle, kind: str, at: tuple[float, float], **changes: Any) -> Zed:
    made = add_zed(state, kind, at)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def crowd(state: Battle, survivor: Survivor, *kinds: str) -> list[Zed]:
    """Zeds in contact with a survivor, all round."""
    spots = ((1.0, 0.0), (0.5, 0.8660254), (-0.5, 0.8660254), (-1.0, 0.0), (-0.5, -0.8660254), (0.5, -0.8660254))
    x, y = survivor.stand.at
    return [zed(state, kind, (x + dx, y + dy)) for kind, (dx, dy) in zip(kinds, spots, strict=False)]


def car(state: Battle, at: tuple[float, float], **changes: Any) -> Vehicle:
    stand = Stand("car", *at, Rectangle(4.0, 2.0), changes.pop("facing", 0.0))
    settings: dict[str, Any] = {"seats": 4, "top_speed": 20.0, "due": 2}
    made = Vehicle("car", "car", stand, **(settings | changes))
    state.vehicles["car"] = made
    for name in made.people:
        state.survivors[name].vehicle = "car"
        state.survivors[name].stand = state.survivors[name].stand.moved(at)
    return made


def script(state: Battle, dice: list[int] | None = None, answers: list[Any] | None = None) -> Script[Battle]:
    return Script(state, faces=dice or [], answers=answers)


def go(state: Battle, survivor: Survivor, actions: int = 2) -> Go:
    """It is this figure's go."""
    state.card = "red"
    state.waiting = {survivor.id: actions}
    state.go = Go(survivor.id, actions)
    return state.go


def apply_shot(table: Script[Battle], zed: Zed, result: str, *, blast: bool = False) -> str:
    """A result of the shooting table, carried out: what it is to this zed."""
    harm = shooting.resolve_result(table, zed, result, blast=blast)
    shooting.inflict(table, harm)
    return harm.result


def injure(table: Script[Battle], survivor: Survivor, rule: str = "melee.zeds-win", *, how: str = HURT) -> str:
    """The injury roll, carried out."""
    harm = melee.resolve_injury(table, survivor, rule, how=how)
    melee.suffer(table, harm)
    return harm.result


def hurt(table: Script[Battle], survivor: Survivor) -> None:
    """An injury marker."""
    melee.suffer(table, melee.resolve_marker(table, survivor))


def fought(table: Script[Battle], survivor: Survivor) -> str:
    """A combat with all zeds in contact, in words."""
    return words(fought_of(melee.fight(table, survivor, zeds_touching(table.state, survivor))))


def shoot(table: Script[Battle], survivor: Survivor, weapon: str, target: str, *, aimed: bool = False) -> str:
    """One shot, in words."""
    shot = shooting.shoot(table, survivor, WEAPONS[weapon], target, aimed=aimed)
    return words(toll_of(shot, blast=WEAPONS[weapon].blast))


def told(table: Script[Battle]) -> set[str]:
    """The rules by which something happened."""
    return {it.rule for it in table.happenings}


WALL = Scenery("wall", "solid", (20.0, 10.0, 1.0, 20.0))
SHED = Scenery(
    "shed", "building", (20.0, 20.0, 6.0, 6.0), (Opening("door", (22.0, 20.0), True), Opening("window", (20.0, 22.0)))
)
HEDGE = Scenery("hedge", "low", (20.0, 10.0, 1.0, 20.0))
GATE = Spawn("gate", (0.0, 30.0))
HOUSE = house_scenarios()
