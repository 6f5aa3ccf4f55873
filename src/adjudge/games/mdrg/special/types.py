"""What every model of a type has: machines, trained animals. The disease of the Wretched has a page of its own."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import are_enemies, in_play, is_made, named
from adjudge.games.mdrg.rules.actions import lends
from adjudge.games.mdrg.rules.combat import Blow, Grade, softens
from adjudge.games.mdrg.rules.morale import ignores_terror, withdraws
from adjudge.games.mdrg.state import Battle, Figure


@special("artificial")
class Artificial(Special):
    """Androids and Robots. Poison, gas and telepathy ask whether a model is Artificial (android.immunities)."""

    @answers(is_made)
    def is_machine(self) -> bool:
        return True

    @answers(softens)
    def softens(self, grade: Grade, blow: Blow) -> Grade:
        """ability.artificial-no-gruesome."""
        return "kill" if grade == "gruesome" else grade

    @answers(lends)
    def lends(self, state: Battle, me: Figure, other: Figure) -> list[Deed]:
        """A friend in contact puts a new cell into a machine without power (sp-energy-feeding-internal-cell)."""
        if not me.inert or not other.cells or are_enemies(state, me, other):
            return []
        id = me.id

        def restart(table: Table[Battle], figure: Figure) -> None:
            machine = by_id(table.state, id)
            figure.cells -= 1
            machine.inert, machine.power = False, 1
            table.tell("ability.energy-feeding-shutdown", "{name} runs again", on=(machine.id,), name=named(machine))

        return [Deed(f"restart:{id}", f"restart {named(me)}", 1, "ability.energy-feeding-shutdown", restart, target=id)]

    @answers(ignores_terror)
    def ignores_terror(self) -> bool:
        """ability.artificial-morale; the approach roll too (ruling.sp-artificial-terror-approach)."""
        return True


@special("animal")
class Animal(Special):
    """Trained animals leave when nobody else of their party is left."""

    @answers(withdraws)
    def withdraws(self, state: Battle, figure: Figure) -> str:
        party = [other for other in in_play(state) if other.seat == figure.seat]
        return "ability.animal-rout" if all(self.id in other.rules for other in party) else ""
