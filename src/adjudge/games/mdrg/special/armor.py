"""Armor, and the hand weapon that is powered like it."""

from __future__ import annotations

from functools import cache

from adjudge.engine import Reading, Table, total
from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import is_down, named, pins, refresh, side_of
from adjudge.games.mdrg.rules.actions import offers
from adjudge.games.mdrg.rules.activation import overloads
from adjudge.games.mdrg.rules.battlefield import enters
from adjudge.games.mdrg.rules.buildings import bashes
from adjudge.games.mdrg.rules.combat import (
    Blow,
    Clash,
    Grade,
    arm_traits,
    draws,
    saves,
    shrugs_off,
    softens,
    to_fight,
    to_resist,
)
from adjudge.games.mdrg.rules.groups import after_activation
from adjudge.games.mdrg.rules.heights import climbs, shakes_stairs
from adjudge.games.mdrg.rules.profiles import needs, seals_off
from adjudge.games.mdrg.rules.quality import steadies
from adjudge.games.mdrg.special.weapons import keeps_out_gas
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.sticks import fords

FIRE = ("flames", "fire")


@special("heavy-armor", "steel-plating")
class HeavyArmor(Special):
    """equipment.heavy-armor: worn, grown, or plated (robot.feature-steel-plating)."""

    @answers(draws)
    def draws(self, blow: Blow) -> bool:
        """Beaten by exactly one: a draw, also for one who is down or lethally struck (sp-heavy-armor-fallen)."""
        if blow.state.rulings.sp_heavy_armor_fallen == "draw":
            return True
        return not is_down(blow.loser) and blow.times < 2

    @answers(climbs)
    def climbs(self) -> int:
        """equipment.heavy-armor-drawbacks."""
        return -2


@special("flak-jacket")
class FlakJacket(Special):
    """equipment.flak-jacket: against bullets and fragments, at range only (ruling.sp-flak-in-hth)."""

    @answers(to_resist)
    def resist(self, clash: Clash) -> int:
        return 2 if "bullets" in arm_traits(clash) else 0


@special("nbc-suit")
class NbcSuit(Special):
    """equipment.nbc-suit. That it stops Sonic Stunners stands with the stunner."""

    @answers(to_resist)
    def resist(self, clash: Clash) -> int:
        """All fire damage (ruling.sp-nbc-flames)."""
        return int(any(trait in FIRE for trait in arm_traits(clash)))

    @answers(keeps_out_gas)
    def keeps_out_gas(self) -> bool:
        return True

    @answers(seals_off)
    def seals_off(self) -> bool:
        """Loot of the Wretched too (ruling.sp-tainted-loot)."""
        return True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 2 if purpose == "radiation" else 0


@special("force-field")
class ForceField(Special):
    """A last chance against any lost combat but a psionic one (ruling.sp-force-field-scope)."""

    @answers(saves)
    def saves(self, table: Table[Battle], blow: Blow) -> bool:
        """equipment.force-field-save, equipment.force-field-burnout."""
        me = blow.loser
        stopped = table.roll(field_die(), "equipment.force-field-save", side_of(table.state, me))
        if stopped == "burnt out":
            burn_out(table, me)
        elif stopped == "stopped":
            table.tell(
                "equipment.force-field-save", "{name}'s force field stops it", on=(me.id,), mark="safe", name=named(me)
            )
        return stopped == "stopped"


def burn_out(table: Table[Battle], figure: Figure) -> None:
    """A force field has used up its cell."""
    figure.effects.append("force-field off")
    refresh(figure)
    table.tell("equipment.force-field-burnout", "{name}'s force field is off", on=(figure.id,), name=named(figure))


@cache
def field_die() -> Reading[str]:
    """5-6 stops the attack, 1 burns the field out."""
    words = {1: "burnt out", 5: "stopped", 6: "stopped"}
    return total(1).map(lambda face: words.get(face, "nothing"), "d6, force field on 5+")


@special("force-field off")
class BurntOutField(Special):
    """A field without power: one action and one Energy Cell switch it on again."""

    rule = "equipment.force-field-burnout"

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if not figure.cells:
            return []
        rule, label = "equipment.force-field-burnout", "put a new cell into the force field"
        return [Deed("recharge", label, 1, rule, recharge, item="force-field")]


def recharge(table: Table[Battle], figure: Figure) -> None:
    """A new cell for the field."""
    figure.cells -= 1
    figure.effects.remove("force-field off")
    refresh(figure)
    table.tell("equipment.force-field-burnout", "{name}'s force field is on again", on=(figure.id,), name=named(figure))


@special("power-armor")
class PowerArmor(Special):
    """Strength, protection and sealed air; until it shuts down."""

    @answers(needs)
    def eats(self, eaten: tuple[int, int]) -> tuple[int, int]:
        """equipment.power-armor-upkeep: 2 Energy Cells besides the wearer's own Upkeep."""
        return eaten[0], eaten[1] + 2

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """equipment.power-armor-combat, hth.mod-power-armor."""
        return 2

    @answers(to_resist)
    def resist(self, clash: Clash) -> int:
        return 2

    @answers(shrugs_off)
    def shrugs_off(self, blow: Blow) -> bool:
        """equipment.power-armor-immunities: primitive ranged weapons; what else stops at it stands with the weapons."""
        return blow.arm is not None and blow.arm.primitive and blow.clash.kind == "shot"

    @answers(draws)
    def draws(self, blow: Blow) -> bool:
        """equipment.power-armor-one-point; nanites creep in all the same (ruling.sp-nanite-one-point)."""
        if "nanites" in blow.traits:
            return False
        killed = blow.state.rulings.sp_power_armor_fallen == "killed-when-down" and is_down(blow.loser)
        return not killed

    @answers(softens)
    def softens(self, grade: Grade, blow: Blow) -> Grade:
        """Beaten by exactly one by nanites: neither recoil nor fall nor kill, but the nanites have their roll."""
        return "none" if blow.margin == 1 and "nanites" in blow.traits else grade

    @answers(fords)
    def crosses(self, mark: str) -> bool:
        """equipment.power-armor-terrain."""
        return True

    @answers(keeps_out_gas)
    def keeps_out_gas(self) -> bool:
        return True

    @answers(climbs)
    def climbs(self) -> int:
        return -2

    @answers(bashes)
    def bashes(self) -> int:
        return 2

    @answers(shakes_stairs)
    def shakes_stairs(self) -> bool:
        return True

    @answers(enters)
    def enters(self, table: Table[Battle], figure: Figure) -> None:
        """Two Energy Cells power it (ruling.sp-energy-feeding-internal-cell)."""
        figure.power += 2

    @answers(after_activation)
    def after_activation(self, table: Table[Battle], figure: Figure, ones: int) -> None:
        if self.overloads(figure, ones):
            shut_down(table, figure)

    @answers(overloads)
    def overloads(self, figure: Figure, ones: int) -> str:
        """equipment.power-armor-shutdown: two 1s and it stands still for the rest of the game."""
        return "the armor shuts down" if ones >= 2 and "immobilised" not in figure.effects else ""


def shut_down(table: Table[Battle], figure: Figure) -> None:
    """He may shoot and strike but not move, rise or recoil (ruling.sp-power-armor-shutdown-length)."""
    figure.effects.append("immobilised")
    refresh(figure)
    table.tell("equipment.power-armor-shutdown", "{name}'s armor shuts down", on=(figure.id,), name=named(figure))


@special("immobilised")
class Immobilised(Special):
    """equipment.power-armor-shutdown: inside a suit that has shut down."""

    rule = "equipment.power-armor-shutdown"

    lasts = True

    @answers(pins)
    def pins(self) -> bool:
        return True


@special("powered-weapon")
class PoweredWeapon(Special):
    """equipment.powered-weapon, while it is in hand."""

    @answers(needs)
    def eats(self, eaten: tuple[int, int]) -> tuple[int, int]:
        """equipment.powered-weapon-upkeep: 1 Energy Cell."""
        return eaten[0], eaten[1] + 1

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """+2, but not through a working Force Field, and not while a gun is used in its place."""
        shooting = clash.arm is not None and me is clash.attacker
        return 0 if shooting or "force-field" in foe.rules else 2
