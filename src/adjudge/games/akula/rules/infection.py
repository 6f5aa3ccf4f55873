"""Infection, the optional rule: pass out, die, come back."""

from __future__ import annotations

from adjudge.engine import Table, total
from adjudge.games.akula.readings import reaches
from adjudge.games.akula.state import Battle, Survivor

SOON = 1


def infect(table: Table[Battle], survivor: Survivor) -> bool:
    """infection.roll: 4 or more with every new marker. One already infected does not roll (ruling.infection-stages)."""
    state = table.state
    if not state.infectious:
        return False
    if survivor.infection and state.rulings.infection_stages == "once":
        return False
    if not table.roll(reaches(4), "infection.roll", survivor.seat):
        table.tell("infection.roll", "{name} is not infected.", name=survivor.name)
        return False
    if survivor.infection:
        survivor.countdown = max(SOON, survivor.countdown // 2)
        return True
    survivor.infection = "infected"
    # ruling.infection-turns: the end of the turn in which the marker was received is not counted
    survivor.countdown = table.roll(total(3), "infection.pass-out", survivor.seat) + 1
    table.tell(
        "infection.pass-out",
        "{name} is infected and passes out in {turns} turns.",
        name=survivor.name,
        turns=survivor.countdown - 1,
    )
    return True


def tick(table: Table[Battle], when: str) -> None:
    """One turn passes for the infected, if this is what a turn is (ruling.infection-turns)."""
    state = table.state
    if when != state.rulings.infection_turns:
        return
    for survivor in list(state.survivors.values()):
        if survivor.infection and not survivor.fate:
            survivor.countdown -= 1
            if survivor.countdown <= 0:
                worsen(table, survivor)


def worsen(table: Table[Battle], survivor: Survivor) -> None:
    """infection.pass-out, infection.death, infection.turning: one stage after the other."""
    if survivor.infection == "infected":
        survivor.infection = "out"
        survivor.countdown = table.roll(total(1), "infection.death", survivor.seat)
        table.tell("infection.pass-out", "{name} passes out.", name=survivor.name)
        table.state.waiting.pop(survivor.id, None)
    elif survivor.infection == "out":
        survivor.infection, survivor.countdown = "dying", SOON
        table.tell("infection.death", "{name} dies.", name=survivor.name)
    else:
        become_zombie(table, survivor)


def become_zombie(table: Table[Battle], survivor: Survivor) -> None:
    """infection.turning: a shambler in the same place."""
    from adjudge.games.akula.rules import harm
    from adjudge.games.akula.rules.spawn import place_zed

    state = table.state
    carrier = state.survivors.get(survivor.carried_by)
    harm.remove_survivor(table, survivor)
    survivor.fate, survivor.carried_by = "turned", ""
    place_zed(state, "shambler", (carrier or survivor).stand.at, was=survivor.id)
    table.tell("infection.turning", "{name} rises as a shambler.", name=survivor.name)


def is_conscious(survivor: Survivor) -> bool:
    """ruling.infection-stages: one who passed out takes no actions and loses every combat."""
    return survivor.infection not in ("out", "dying")
