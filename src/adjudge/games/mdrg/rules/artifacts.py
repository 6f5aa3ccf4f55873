"""Figuring out artifacts: what the first model that picks up something of the old world makes of it."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from adjudge.engine import Reading, Table, step, total
from adjudge.engine.moments import sum_of
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS, GEAR, TYPES, name_of
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import are_enemies, current, named, refresh, side_of
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.readings import on_a_one, on_or_more
from adjudge.games.mdrg.rules.area import blast, go_off, resolve_blast
from adjudge.games.mdrg.rules.combat import Clash, outcome_of, strike
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure, Item, Weapon
from adjudge.games.mdrg.wording import words

Insight = Literal["ruined", "not understood", "understood"]

INSIGHTS: dict[Insight, str] = {
    "ruined": "campaign.artifact-failure",
    "not understood": "campaign.artifact-unknown",
    "understood": "campaign.artifact-success",
}
PLAIN = ("missile", "tool")
"""Kinds of things that everybody can use."""
DANGEROUS = ("gun", "grenade")
WORN = ("armor", "generator")
"""What is understood now and used from the next game on: a Force Field too (ruling.sp-artifact-carry)."""


# Moments at which special rules speak


@sum_of
def puzzles() -> int:
    """A bonus when the model figures out an artifact; several add up (sp-artifact-modifiers-stack)."""


def knows(figure: Figure, item: str) -> bool:
    """campaign.artifact-no-roll: it has one already, or the thing is no artifact."""
    return GEAR[item].kind in PLAIN or item in current(figure).gear


def insight_modifier(figure: Figure) -> int:
    """human.artifacts, animal.artifacts, plant.artifacts, robot.artifacts; and all that special rules add."""
    return TYPES[current(figure).type].artifacts + puzzles(voices(figure.rules))


@cache
def insight(modifier: int) -> Reading[Insight]:
    """campaign.artifact-failure, campaign.artifact-unknown, campaign.artifact-success: up to 4, up to 8, and above."""

    def read(reached: int) -> Insight:
        return "ruined" if reached <= 4 else "not understood" if reached <= 8 else "understood"

    return total(2, 6, modifier).map(read, f"{total(2, 6, modifier).label}, artifact")


def figure_out(table: Table[Battle], figure: Figure, item: str) -> Insight:
    """campaign.artifact-roll: two dice. The same model gets no second try at the same thing (sp-artifact-retry)."""
    if knows(figure, item):
        table.tell("campaign.artifact-no-roll", "{name} knows such a thing", on=(figure.id,), name=named(figure))
        return "understood"
    found = table.roll(insight(insight_modifier(figure)), "campaign.artifact-roll", side_of(table.state, figure))
    table.tell(INSIGHTS[found], "the {item} is {found}", item=name_of(item), found=found)
    return found


class Studied(NamedTuple):
    """What a try at an artifact comes to. `loaded`: a gun that was found has an Energy Cell inside."""

    insight: Insight
    goes_off: bool = False
    loaded: bool = True


@step
def resolve_study(table: Table[Battle], figure: Figure, item: str, found: bool) -> Studied:
    """campaign.artifact-roll, with all that follows for the thing itself. Whether a `found` gun holds a cell is rolled
    for unless its finder knows such guns; one taken from a foe is as he left it (ruling.sp-found-weapon-cells)."""
    is_known = knows(figure, item)
    insight = figure_out(table, figure, item)
    if insight == "ruined":
        return Studied(insight, _goes_off(table, figure, item))
    if insight == "understood" and found and GEAR[item].kind == "gun" and not is_known:
        return Studied(insight, loaded=holds_a_cell(table, figure, item))
    return Studied(insight)


def in_words(table: Table[Battle], figure: Figure, item: str, found: bool) -> str:
    """What a try comes to, its finder included: for those who only want to know."""
    studied = resolve_study(table, figure, item, found)
    if studied.goes_off:
        return f"ruined, and goes off: {words(harm(table, figure, item))}"
    if studied.insight != "understood":
        return studied.insight
    if GEAR[item].kind in WORN:
        return "understood, to be worn in the next game"
    if GEAR[item].kind != "gun" or not found or knows(figure, item):
        return "understood, ready for use"
    return "understood, with an Energy Cell" if studied.loaded else "understood, without an Energy Cell"


def harm(table: Table[Battle], figure: Figure, item: str) -> Outcome:
    """What a gun or grenade does to its finder."""
    if ARMS[item].blast:
        return Outcome(resolve_blast(table, None, figure, ARMS[item], (figure.x, figure.y)).kind)
    return outcome_of(strike(table, accident(table.state, figure, item), "campaign.artifact-goes-off"))


def study(table: Table[Battle], figure: Figure) -> None:
    """One action: the thing in hand is understood, ruined, or left to somebody else (campaign.artifact-unknown)."""
    thing = figure.puzzle
    assert thing is not None
    figure.puzzle = None
    studied = resolve_study(table, figure, thing.item, thing.found)
    if studied.insight == "not understood":
        thing.tried.append(figure.id)
        figure.bundle = [*figure.bundle, thing]
    elif studied.insight == "understood":
        thing.solved = True
        if GEAR[thing.item].kind == "gun":
            thing.weapon = thing.weapon or Weapon(thing.item, loaded=studied.loaded)
        take_into_use(figure, thing)
    elif studied.goes_off:
        backfire(table, figure, thing.item)


def backfire(table: Table[Battle], figure: Figure, item: str) -> None:
    """campaign.artifact-goes-off: a gun hits its finder, a grenade everybody near (ruling.sp-artifact-goes-off)."""
    if ARMS[item].blast:
        go_off(table, None, ARMS[item], (figure.x, figure.y))
        return
    clash = accident(table.state, figure, item)
    suffer(table, clash, strike(table, clash, "campaign.artifact-goes-off"))


def take_into_use(figure: Figure, thing: Item) -> None:
    """The model has a thing that it knows: a weapon or a drug to use at once, armor for the next game."""
    kind = GEAR[thing.item].kind if thing.item in GEAR else ""
    if thing.tainted:
        figure.tainted = [*figure.tainted, thing.item]
    if kind in WORN:
        thing.solved = True
        figure.bundle = [*figure.bundle, thing]
        return
    if kind in ("gun", "missile"):
        gun = thing.weapon or Weapon(thing.item)
        figure.weapons = [*figure.weapons, gun] if figure.hand else [gun, *figure.weapons]
    else:
        figure.gear[thing.item] = figure.gear.get(thing.item, 0) + 1
    figure.hand = figure.hand or thing.item
    refresh(figure)


def is_strange(state: Battle, figure: Figure, thing: Item) -> bool:
    """Whether a thing has to be figured out: a find, or a dead foe's; a friend has shown how his works
    (ruling.sp-artifact-retry)."""
    if thing.item not in GEAR or thing.solved or knows(figure, thing.item):
        return False
    return thing.found or (bool(thing.owner) and are_enemies(state, figure, state.figures[thing.owner]))


def hold_find(table: Table[Battle], figure: Figure, item: str) -> None:
    """A model has a find of the scenario in its hands; what it knows it can use."""
    thing = Item(item, figure.x, figure.y, found=True)
    if is_strange(table.state, figure, thing):
        figure.puzzle = thing
    else:
        take_into_use(figure, thing)


def study_deeds(figure: Figure) -> list[Deed]:
    """campaign.artifact-roll: one action."""
    thing = figure.puzzle
    assert thing is not None
    id, item, found = figure.id, thing.item, thing.found

    def foreseen(table: Table[Battle]) -> str:
        return in_words(table, table.state.figures[id], item, found)

    label = f"figure out the {name_of(item)}"
    return [Deed("figure-out", label, 1, "campaign.artifact-roll", study, item=item, forecast=foreseen)]


def _goes_off(table: Table[Battle], figure: Figure, item: str) -> bool:
    """campaign.artifact-goes-off: whether a ruined gun or grenade turns against the one who handles it."""
    if GEAR[item].kind not in DANGEROUS:
        return False
    return table.roll(on_a_one("it goes off"), "campaign.artifact-goes-off", side_of(table.state, figure))


def accident(state: Battle, figure: Figure, item: str) -> Clash:
    """The clash of a weapon that nobody fires: a gun's bonus or a grenade's Combat (ruling.sp-artifact-goes-off)."""
    arm = ARMS[item]
    if arm.blast:
        return blast(state, None, figure, arm, (figure.x, figure.y))
    return Clash(state, "shot", None, figure, arm=arm, base=arm.bonus)


def holds_a_cell(table: Table[Battle], figure: Figure, item: str) -> bool:
    """campaign.artifact-empty-weapon: an even chance for a gun."""
    return table.roll(on_or_more(4, "it holds a cell"), "campaign.artifact-empty-weapon", side_of(table.state, figure))
