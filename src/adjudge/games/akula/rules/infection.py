"""Infection, the optional rule: pass out, die, come back."""

from __future__ import annotations

from adjudge.engine import Table, total
from adjudge.engine.steps import step
from adjudge.engine.wording import several
from adjudge.games.akula.figures import put_down, remove_survivor
from adjudge.games.akula.places import place_of
from adjudge.games.akula.readings import reaches
from adjudge.games.akula.rules.spawn import place_zed
from adjudge.games.akula.state import Battle, Survivor
from adjudge.games.akula.verdicts import Ill

SOON = 1
INFECTED_ON = 4
WELL = Ill(False)


@step
def resolve_infection(table: Table[Battle], survivor: Survivor) -> Ill:
    """infection.roll: 4 or more with every new marker. One already infected does not roll (ruling.infection-stages)."""
    state = table.state
    if not state.infectious:
        return WELL
    if survivor.infection and state.rulings.infection_stages == "once":
        table.tell(
            "ruling.infection-stages",
            "{name} is infected already.",
            on=(survivor.id,),
            mark="wound",
            name=survivor.name,
        )
        return WELL
    if not table.roll(reaches(INFECTED_ON), "infection.roll", survivor.seat):
        table.tell("infection.roll", "{name} is not infected.", on=(survivor.id,), name=survivor.name)
        return WELL
    is_second = bool(survivor.infection)  # by the house rule it halves the time left
    countdown = (
        max(SOON, survivor.countdown // 2) if is_second else table.roll(total(3), "infection.pass-out", survivor.seat)
    )
    tell_countdown(table, survivor, countdown)
    return Ill(True, countdown)


def tell_countdown(table: Table[Battle], survivor: Survivor, countdown: int) -> None:
    turns = several(countdown, "turn")
    table.tell(
        "infection.pass-out",
        "{name} is infected and passes out in {turns}.",
        on=(survivor.id,),
        mark="wound",
        name=survivor.name,
        turns=turns,
    )


def fall_ill(survivor: Survivor, ill: Ill) -> None:
    """Carries an infection out."""
    if not ill.infected:
        return
    if not survivor.infection:
        survivor.infection, survivor.just_infected = "infected", True
    survivor.countdown = ill.countdown


def tick(table: Table[Battle], when: str) -> None:
    """One turn passes for the infected, if this is what a turn is (ruling.infection-turns)."""
    state = table.state
    if when != state.rulings.infection_turns:
        return
    for survivor in state.survivors.values():
        if survivor.fate == "rising" or (survivor.infection and not survivor.fate):
            count_down(table, survivor)


def count_down(table: Table[Battle], survivor: Survivor) -> None:
    """The end of the turn in which the marker was received is not counted (ruling.infection-turns)."""
    if survivor.just_infected:
        survivor.just_infected = False
        return
    survivor.countdown -= 1
    if survivor.countdown <= 0:
        worsen(table, survivor)


def worsen(table: Table[Battle], survivor: Survivor) -> None:
    """infection.pass-out, infection.death, infection.turning: one stage after the other."""
    if survivor.fate:
        become_zombie(table, survivor)
    elif survivor.infection == "out":
        die(table, survivor)
    else:
        pass_out(table, survivor)


def pass_out(table: Table[Battle], survivor: Survivor) -> None:
    """infection.pass-out: no more actions, and whom it carried it drops."""
    survivor.infection = "out"
    survivor.countdown = table.roll(total(1), "infection.death", survivor.seat)
    table.tell("infection.pass-out", "{name} passes out.", on=(survivor.id,), mark="down", name=survivor.name)
    table.state.waiting.pop(survivor.id, None)
    put_down(table.state, survivor)


def die(table: Table[Battle], survivor: Survivor) -> None:
    """infection.death: from now on it is only a marker (ruling.infection-stages), and stays in its vehicle as such."""
    vehicle = survivor.vehicle
    remove_survivor(table.state, survivor)
    survivor.fate, survivor.countdown = "rising", SOON
    survivor.vehicle, survivor.carried_by = vehicle, ""
    table.tell("infection.death", "{name} dies.", on=(survivor.id,), mark="dead", name=survivor.name)


def become_zombie(table: Table[Battle], survivor: Survivor) -> None:
    """infection.turning: a shambler in the same place."""
    place_zed(table.state, "shambler", place_of(table.state, survivor).at, was=survivor.id)
    survivor.fate, survivor.vehicle = "turned", ""
    table.tell("infection.turning", "{name} rises as a shambler.", on=(survivor.id,), mark="appear", name=survivor.name)


def is_conscious(survivor: Survivor) -> bool:
    """ruling.infection-stages: one who passed out takes no actions and loses every combat."""
    return survivor.infection != "out"
