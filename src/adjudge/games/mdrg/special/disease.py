"""The disease of the Wretched."""

from __future__ import annotations

from adjudge.engine import Table, step
from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, marks, special
from adjudge.games.mdrg.figures import are_enemies, hampers, is_type, mustered, mutes, named, owns, refresh
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.places import adjacent
from adjudge.games.mdrg.rules.battlefield import enters
from adjudge.games.mdrg.rules.movement import trodden
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import lose_quality, pestilent, remains
from adjudge.games.mdrg.special.weakness import Weakened
from adjudge.games.mdrg.state import Battle, Figure

INFECTION_DICE = 3


def expose(table: Table[Battle], figure: Figure, rule: str) -> None:
    """wretched.infection-roll: once in a game. One that withstands it is immune for good."""
    if not can_catch(figure):
        return
    figure.infection_rolled = True
    if resolve_infection(table, figure, rule):
        infect(table, figure)
        return
    figure.immune = True


@step
def resolve_infection(table: Table[Battle], figure: Figure, rule: str) -> bool:
    """Three Quality dice, and any failure."""
    caught = quality_roll(table, figure, INFECTION_DICE, "disease", rule).failures > 0
    words = "catches the disease" if caught else "is naturally immune"
    table.tell("wretched.infection-roll", "{name} {words}", on=(figure.id,), name=named(figure), words=words)
    return caught


def can_catch(figure: Figure) -> bool:
    """Humans, Mutants and Mutated Animals; not those immune, infected or in an NBC Suit (infection-timing).

    Power Armor keeps gases out but not the disease (equipment.power-armor-immunities).
    """
    if figure.immune or figure.infection_rolled or "infected" in figure.rules:
        return False
    return is_type(figure, "human", "mutant", "animal") and not owns(figure, "nbc-suit")


def infect(table: Table[Battle], figure: Figure) -> None:
    """wretched.infection-effects: Quality, movement and Combat suffer at once."""
    figure.effects.append("infected")
    table.tell("wretched.infection-effects", "{name} is infected", on=(figure.id,), mark="wound", name=named(figure))
    refresh(figure)
    lose_quality(table, figure, "disease")


@special("disease")
class Disease(Special):
    """wretched.infection-roll: at the moment the bases first touch."""

    @answers(remains)
    def leaves(self, figure: Figure) -> list[str]:
        """A body that is as catching as its owner was (wretched-corpses)."""
        return ["body"]

    @answers(enters)
    def enters(self, table: Table[Battle], figure: Figure) -> None:
        """Those who were set up beside it are as much in contact as those who come later (infection-timing)."""
        for other in adjacent(table.state, figure):
            self.touched(table, figure, other)

    @answers(pestilent)
    def touched(self, table: Table[Battle], me: Figure, other: Figure) -> None:
        """Friend or foe, unless the table plays it otherwise (ruling.infection-timing)."""
        if table.state.rulings.infection_timing == "foes-only" and not are_enemies(table.state, me, other):
            return
        expose(table, other, "wretched.infection-roll")


@special("infected")
class Infected(Weakened):
    """wretched.infection-effects: worse Quality, a slower move, -1 on every Combat roll."""

    rule = "wretched.infection-effects"

    lasts = True

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        """One who brings it from an earlier game."""
        return profile.infected

    @answers(mustered)
    def mustered(self, figure: Figure) -> None:
        figure.losses["disease"] = 1
        figure.effects.append(self.id)

    @answers(hampers)
    def hampers(self) -> bool:
        """Below Short there is nothing: two actions for a Short move (ruling.infection-limits)."""
        return True


@special("no symptoms")
class NoSymptoms(Special):
    """In the form of a Wretched one does not feel the disease that one has (sp-doppelganger-wretched)."""

    rule = "ability.doppelganger-wretched"

    @answers(mutes)
    def mutes(self, rule: str) -> bool:
        return rule == "infected"


@special("no carrier")
class NoCarrier(Special):
    """One who is immune does not carry it either (ability.doppelganger-wretched)."""

    rule = "ability.doppelganger-wretched"

    @answers(mutes)
    def mutes(self, rule: str) -> bool:
        return rule == "disease"


@special("body")
class Body(Special):
    """wretched.corpse-contagion: ending a move on the body of a Wretched is contact with one."""

    rule = "wretched.corpse-contagion"

    @answers(trodden)
    def trodden(self, table: Table[Battle], figure: Figure) -> None:
        expose(table, figure, "wretched.corpse-contagion")
