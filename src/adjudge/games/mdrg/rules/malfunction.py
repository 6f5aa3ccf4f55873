"""Malfunctions and ammunition: jams, breaks, empty weapons, strained shoulders."""

from __future__ import annotations

from collections.abc import Iterable

from adjudge.engine import Table
from adjudge.games.mdrg.book import ARMS, name_of
from adjudge.games.mdrg.rules.deeds import Deed
from adjudge.games.mdrg.rules.figures import is_helpless, named, ready_weapons, take_up, weapon
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.state import Battle, Figure, Weapon


def mishap(table: Table[Battle], figure: Figure, arm: str, what: str, *, empties: bool = True) -> None:
    """What the shooter's dice do to his weapon, after the shot is resolved (malfunction-shot-still-counts)."""
    gun = weapon(figure, arm)
    if gun is None or not what:
        return
    if "empty" in what and empties:  # ammo.depletion; on a double 1 the cell is spent besides the jam (ammo.double-one)
        gun.loaded = False
        table.tell("ammo.depletion", "{name}'s {gun} is empty", name=named(figure), gun=name_of(arm))
    if is_malfunction(what):
        gun.jammed, gun.broken = "jam" in what, what == "break"
        word = "jams" if gun.jammed else "breaks"
        table.tell("malfunction.die", "{name}'s {gun} {word}", name=named(figure), gun=name_of(arm), word=word)


def is_malfunction(what: str) -> bool:
    """Whether the weapon jams or breaks."""
    return "jam" in what or what == "break"


def averted(table: Table[Battle], figures: Iterable[Figure], what: str) -> str:
    """What is left of a mishap once a Gunsmith has seen to it: one for all who fire together (concentrated-ammo)."""
    if not is_malfunction(what) or not any(is_ignored(table, figure) for figure in figures):
        return what
    return "empty" if "empty" in what else ""


def is_ignored(table: Table[Battle], figure: Figure) -> bool:
    """malfunction.gunsmith-ignores-first: the first one of a party that began with a Gunsmith, once in a game."""
    state = table.state
    party = [one for one in state.figures.values() if one.seat == figure.seat]
    if figure.seat in state.repaired or not any(voices(one.profile.traits, "repairs") for one in party):
        return False
    state.repaired.append(figure.seat)
    table.tell("malfunction.gunsmith-ignores-first", "the Gunsmith has seen to that")
    return True


def spent(table: Table[Battle], figure: Figure, arm: str, one: bool) -> None:
    """ammo.primitive-one: a natural 1 breaks a bow, and strains the arm that threw something (bow-strain)."""
    if not one:
        return
    gun = weapon(figure, arm)
    if ARMS[arm].thrown:
        figure.effects.append("strained")  # rocks.strain
        table.tell("rocks.strain", "{name} strains a shoulder", name=named(figure))
    elif gun is not None:
        gun.broken = True
        table.tell("ammo.primitive-one", "{name}'s {gun} is out of use", name=named(figure), gun=name_of(arm))


# Deeds


def upkeep_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.reload, actions.prepare-arrow, malfunction.unjam."""
    if is_helpless(figure):
        return []
    deeds = []
    for gun in ready_weapons(figure):
        arm = ARMS[gun.id]
        if gun.broken:
            continue
        if gun.jammed:
            deeds.append(_unjam_deed(figure, gun.id))
        if not gun.loaded and arm.cells and figure.cells:
            deeds.append(_deed("reload", gun.id, "reload the", "reload.cell", reload))
        if not gun.loaded and not arm.cells:
            deeds.append(_deed("load", gun.id, "load the", "reload.bow", load))
    return deeds


def _deed(word: str, arm: str, label: str, rule: str, act: object) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> None:
        act(table, figure, arm)  # type: ignore[operator]

    return Deed(f"{word}:{arm}", f"{label} {name_of(arm)}", 1, rule, do)


def _unjam_deed(figure: Figure, arm: str) -> Deed:
    me = figure.id

    def do(table: Table[Battle], figure: Figure) -> None:
        unjam(table, figure, arm)

    def outcome(table: Table[Battle]) -> str:
        return "works" if unjamming(table, table.state.figures[me], quiet=True) else "stuck"

    return Deed(f"unjam:{arm}", f"unjam the {name_of(arm)}", 1, "malfunction.unjam", do, forecast=outcome)


def unjamming(table: Table[Battle], figure: Figure, *, quiet: bool = False) -> bool:
    """malfunction.unjam: a Quality roll on one die, a Gunsmith with +2."""
    skill = sum(one.repairs() for one in voices(figure.rules, "repairs"))
    return quality_roll(table, figure, 1, "unjam", "malfunction.unjam", skill, quiet=quiet).successes == 1


def unjam(table: Table[Battle], figure: Figure, arm: str) -> bool:
    """It may be tried again."""
    gun = take_up(figure, arm, lambda gun: gun.jammed and not gun.broken)
    done = unjamming(table, figure)
    if done and gun is not None:
        gun.jammed = False
    table.tell(
        "malfunction.unjam",
        "{name}'s {gun} {word}",
        name=named(figure),
        gun=name_of(arm),
        word="works" if done else "is stuck",
    )
    return done


def is_empty(gun: Weapon) -> bool:
    """Whether a weapon waits for a cell or an arrow."""
    return not gun.loaded and not gun.broken


def reload(table: Table[Battle], figure: Figure, arm: str) -> None:
    """reload.cell, ammo.universal-cells: one Energy Cell that the model carries."""
    gun = take_up(figure, arm, is_empty)
    assert gun is not None
    gun.loaded = True
    figure.cells -= 1
    table.tell("reload.cell", "{name} reloads the {gun}", name=named(figure), gun=name_of(arm))


def load(table: Table[Battle], figure: Figure, arm: str) -> None:
    """reload.bow: one action to load, another to loose."""
    gun = take_up(figure, arm, is_empty)
    assert gun is not None
    gun.loaded = True
    table.tell("reload.bow", "{name} loads the {gun}", name=named(figure), gun=name_of(arm))
