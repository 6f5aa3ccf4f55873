"""Armor, and the hand weapon that is powered like it."""

from __future__ import annotations

from functools import cache

from adjudge.engine import Reading, Table, total
from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade, arm_traits
from adjudge.games.mdrg.rules.deeds import Deed
from adjudge.games.mdrg.rules.figures import is_down, named, refresh, side_of
from adjudge.games.mdrg.rules.moments import Special, special
from adjudge.games.mdrg.state import Battle, Figure

FIRE = ("flames", "fire")


@special("heavy-armor", "steel-plating")
class HeavyArmor(Special):
    """equipment.heavy-armor: worn, grown, or plated (robot.feature-steel-plating)."""

    def draws(self, blow: Blow) -> bool:
        """Beaten by exactly one: a draw, also for one who is down or lethally struck (sp-heavy-armor-fallen)."""
        if blow.state.rulings.sp_heavy_armor_fallen == "draw":
            return True
        return not is_down(blow.loser) and blow.times < 2

    def climbs(self) -> int:
        """equipment.heavy-armor-drawbacks."""
        return -2


@special("flak-jacket")
class FlakJacket(Special):
    """equipment.flak-jacket: against bullets and fragments, at range only (ruling.sp-flak-in-hth)."""

    def resist(self, clash: Clash) -> int:
        return 2 if "bullets" in arm_traits(clash) else 0


@special("nbc-suit")
class NbcSuit(Special):
    """equipment.nbc-suit. That it stops Sonic Stunners stands with the stunner."""

    def resist(self, clash: Clash) -> int:
        """All fire damage (ruling.sp-nbc-flames)."""
        return int(any(trait in FIRE for trait in arm_traits(clash)))

    def keeps_out_gas(self) -> bool:
        return True

    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 2 if purpose == "radiation" else 0


@special("force-field")
class ForceField(Special):
    """A last chance against any lost combat but a psionic one (ruling.sp-force-field-scope)."""

    def saves(self, table: Table[Battle], blow: Blow) -> bool:
        """equipment.force-field-save, equipment.force-field-burnout."""
        me = blow.loser
        stopped = table.roll(field_die(), "equipment.force-field-save", side_of(table.state, me))
        if stopped == "burnt out":
            burn_out(table, me)
        elif stopped == "stopped":
            table.tell("equipment.force-field-save", "{name}'s force field stops it", name=named(me))
        return stopped == "stopped"


def burn_out(table: Table[Battle], figure: Figure) -> None:
    """A force field has used up its cell."""
    figure.effects.append("force-field off")
    refresh(figure)
    table.tell("equipment.force-field-burnout", "{name}'s force field is off", name=named(figure))


@cache
def field_die() -> Reading[str]:
    """5-6 stops the attack, 1 burns the field out."""
    words = {1: "burnt out", 5: "stopped", 6: "stopped"}
    return total(1).map(lambda face: words.get(face, "nothing"), "d6, force field on 5+")


@special("force-field off")
class BurntOutField(Special):
    """A field without power: one action and one Energy Cell switch it on again."""

    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if not figure.cells:
            return []
        return [Deed("recharge", "put a new cell into the force field", 1, "equipment.force-field-burnout", recharge)]


def recharge(table: Table[Battle], figure: Figure) -> None:
    """A new cell for the field."""
    figure.cells -= 1
    figure.effects.remove("force-field off")
    refresh(figure)
    table.tell("equipment.force-field-burnout", "{name}'s force field is on again", name=named(figure))


@special("power-armor")
class PowerArmor(Special):
    """Strength, protection and sealed air; until it shuts down."""

    def eats(self, food: int, cells: int) -> tuple[int, int]:
        """equipment.power-armor-upkeep: 2 Energy Cells besides the wearer's own Upkeep."""
        return food, cells + 2

    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """equipment.power-armor-combat, hth.mod-power-armor."""
        return 2

    def resist(self, clash: Clash) -> int:
        return 2

    def shrugs_off(self, blow: Blow) -> bool:
        """equipment.power-armor-immunities: primitive ranged weapons; what else stops at it stands with the weapons."""
        return blow.arm is not None and blow.arm.primitive and blow.clash.kind == "shot"

    def draws(self, blow: Blow) -> bool:
        """equipment.power-armor-one-point; nanites creep in all the same (ruling.sp-nanite-one-point)."""
        if "nanites" in blow.traits:
            return False
        killed = blow.state.rulings.sp_power_armor_fallen == "killed-when-down" and is_down(blow.loser)
        return not killed

    def softens(self, blow: Blow, grade: Grade) -> Grade:
        """Beaten by exactly one by nanites: neither recoil nor fall nor kill, but the nanites have their roll."""
        return "none" if blow.margin == 1 and "nanites" in blow.traits else grade

    def crosses(self, mark: str) -> bool:
        """equipment.power-armor-terrain."""
        return True

    def keeps_out_gas(self) -> bool:
        return True

    def climbs(self) -> int:
        return -2

    def bashes(self) -> int:
        return 2

    def shakes_stairs(self) -> bool:
        return True

    def enters(self, table: Table[Battle], figure: Figure) -> None:
        """Two Energy Cells power it (ruling.sp-energy-feeding-internal-cell)."""
        figure.power += 2

    def after_activation(self, table: Table[Battle], figure: Figure, ones: int) -> None:
        """equipment.power-armor-shutdown: two 1s and it stands still for the rest of the game."""
        if ones >= 2 and "immobilised" not in figure.effects:
            shut_down(table, figure)


def shut_down(table: Table[Battle], figure: Figure) -> None:
    """He may shoot and strike but not move, rise or recoil (ruling.sp-power-armor-shutdown-length)."""
    figure.effects.append("immobilised")
    refresh(figure)
    table.tell("equipment.power-armor-shutdown", "{name}'s armor shuts down", name=named(figure))


@special("immobilised")
class Immobilised(Special):
    """equipment.power-armor-shutdown: inside a suit that has shut down."""

    def pins(self) -> bool:
        return True


@special("powered-weapon")
class PoweredWeapon(Special):
    """equipment.powered-weapon, while it is in hand."""

    def eats(self, food: int, cells: int) -> tuple[int, int]:
        """equipment.powered-weapon-upkeep: 1 Energy Cell."""
        return food, cells + 1

    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """+2, but not through a working Force Field, and not while a gun is used in its place."""
        shooting = clash.arm is not None and me is clash.attacker
        return 0 if shooting or "force-field" in foe.rules else 2
