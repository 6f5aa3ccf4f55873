"""In a scenario: what is dug up, picked, stirred and woken there, and what it is worth."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Table
from adjudge.engine.inputs import known
from adjudge.engine.wording import several
from adjudge.field import Circle, Piece
from adjudge.games.mdrg.book import SCENARIOS, name_of, roll_scenario
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.procedures.play import RED, Cover, Distance, LeaderNear, figure
from adjudge.games.mdrg.rules.battle import roll_food
from adjudge.games.mdrg.scenarios import artifact_hunt, installation, orchard
from adjudge.games.mdrg.small_tables import (
    HERE,
    PLAIN,
    Combat,
    Fighter,
    ScaleName,
    Steady,
    away_from,
    enemy_far_away,
    hide,
    lay,
    offered,
    put,
    radius,
    rally,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.state import Battle

SYSTEM = "system-1"
GUNS = {id: name_of(id) for id in (installation.LASER, installation.WEB)}
FEEDING = {id: entry.name for id, entry in SCENARIOS.items() if entry.food.dice}


class Dig(Struct, frozen=True, forbid_unknown_fields=True):
    """A search in a pile of rubble."""

    last: Annotated[bool, Meta(description="no other pile is left, and nothing was found in them")] = False


def at_a_pile(params: Dig) -> Battle:
    """A model beside a pile that nobody has searched."""
    state = small_table(rulings_of(params))
    state.scenario = artifact_hunt.ID
    put(state, RED, PLAIN, HERE, "the digger")
    enemy_far_away(state)
    beside = HERE[0] + radius(state, state.figures[RED]) + 25.0
    for number, x in enumerate((beside, beside + 300.0), 1):
        traits = frozenset({"low", artifact_hunt.PILE})
        lay(state, Piece(f"pile-{number}", (Circle((x, HERE[1]), 25.0),), traits, f"pile {number}"))
    state.site.searched = ["pile-2"] if params.last else []
    return state


def digging(state: Battle, params: Dig) -> Deed:
    return offered(state, state.figures[RED], "dig:pile-1")


class Picking(Struct, frozen=True, forbid_unknown_fields=True):
    """A model at the tree that bears the fruit."""

    model: Steady = Steady()
    leader: LeaderNear = False


def under_the_tree(params: Picking) -> Battle:
    """A model beside the tree."""
    state = small_table(rulings_of(params))
    state.scenario, state.site.special = orchard.ID, "tree-1"
    model = put(state, RED, params.model, HERE, "the picker")
    lay(state, orchard.tree(1, (HERE[0] + radius(state, model) + 15.0, HERE[1]), 15.0, state.scale.sticks.short))
    if params.leader:
        rally(state, model)
    enemy_far_away(state)
    return state


def picking(state: Battle, params: Picking) -> Deed:
    return offered(state, state.figures[RED], "pick-fruit")


class Infested(Struct, frozen=True, forbid_unknown_fields=True):
    """A model with something under its skin, at the beginning of its turn."""

    model: Steady = Steady()


def infested(params: Infested) -> Battle:
    """The model by itself."""
    state = small_table(rulings_of(params))
    put(state, RED, params.model, HERE, "the model")
    enemy_far_away(state)
    return state


def gnawed(table: Table[Battle], params: Infested) -> Outcome:
    return Outcome("unharmed" if artifact_hunt.resolve_termites(table, figure(table)) else "kill")


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    """A surveillance system."""

    quality: Annotated[int, Meta(ge=2, le=6, description="the number its dice must reach")] = 4
    combat: Combat = 2
    weapon: Annotated[str, known(GUNS)] = installation.LASER


class Watched(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that steps on an area which a system watches."""

    system: Gun = Gun()
    target: Fighter = Fighter()
    distance: Distance = 40.0
    cover: Cover = False
    scale: ScaleName = "28mm"


def before_the_gun(params: Watched) -> Battle:
    """The system, and the model that has woken it."""
    state = small_table(rulings_of(params), params.scale)
    state.scenario = installation.ID
    gun = params.system
    system = installation.system_model(state, 1, installation.Build(gun.quality, gun.combat, gun.weapon))
    system.x, system.y, system.placed = 100.0, HERE[1], True
    state.figures[SYSTEM] = system
    target = put(state, RED, params.target, HERE, "the target")
    away_from(state, target, system, params.distance)
    if params.cover:
        hide(state, target, system, params.distance)
    enemy_far_away(state)
    return state


def watched(table: Table[Battle], params: Watched) -> Outcome:
    return installation.resolve_reaction(table, figure(table, SYSTEM), figure(table)).outcome


def alone_there(params: Rubble | CacheRoll) -> Battle:
    """Anybody at all."""
    return infested(Infested())


class Rubble(Struct, frozen=True, forbid_unknown_fields=True):
    """The first step on an area of rubble."""


def stepping(table: Table[Battle], params: Rubble) -> Outcome:
    return installation.resolve_area(table, figure(table)).outcome


class CacheRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """What a cache holds."""


def cache(table: Table[Battle], params: CacheRoll) -> str:
    find = installation.roll_cache(table, "red")
    things = ", ".join(name_of(item) for item in find.items)
    return f"{things}, {several(find.cells, 'Energy Cell')}" if find.cells else things


class ScenarioRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """Which scenario is played."""


def scenario(table: Table[Battle], params: ScenarioRoll) -> str:
    id = table.roll(roll_scenario(), "scenario.selection", "red")
    table.tell("scenario.selection", "the battle is {name}", name=SCENARIOS[id].name)
    return SCENARIOS[id].name


class Spoils(Struct, frozen=True, forbid_unknown_fields=True):
    """The Food Points of the winner."""

    scenario: Annotated[str, known(FEEDING)] = next(iter(FEEDING))


def spoils(table: Table[Battle], params: Spoils) -> str:
    return several(roll_food(table, params.scenario, ("red",)), "Food Point")
