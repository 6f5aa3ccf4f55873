"""What weapons do besides hitting: one object for each trait of a weapon."""

from __future__ import annotations

from msgspec.structs import replace

from adjudge.engine import Table, step
from adjudge.engine.moments import answers, any_of
from adjudge.engine.questions import Point
from adjudge.field.measuring import distance_to_piece
from adjudge.games.mdrg.ability import Special, one_voice, special, voices
from adjudge.games.mdrg.book import Arm
from adjudge.games.mdrg.figures import (
    is_artificial,
    is_plant,
    is_type,
    is_vegetable,
    mutes,
    named,
    refresh,
    side_of,
)
from adjudge.games.mdrg.places import ground
from adjudge.games.mdrg.readings import on_or_more
from adjudge.games.mdrg.rules import buildings
from adjudge.games.mdrg.rules.actions import spares_the_mind
from adjudge.games.mdrg.rules.area import scours, washed, washes
from adjudge.games.mdrg.rules.buildings import blast_disc, rams
from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade, is_harmless, is_immune, is_lethal, to_shoot, turns
from adjudge.games.mdrg.rules.profiles import is_drawback, is_mental
from adjudge.games.mdrg.rules.quality import quality_roll, resists
from adjudge.games.mdrg.rules.ranged import fired, is_silent, is_single, spends, spreads
from adjudge.games.mdrg.rules.results import kill, knock_out, lingers, lose_quality, release_all, transfix
from adjudge.games.mdrg.state import Battle, Figure

# Moments at which special rules speak


@any_of
def keeps_out_gas() -> bool:
    """Whether neither gas nor disease reaches the model."""


def wears(figure: Figure, item: str) -> bool:
    """Whether a piece of armor works for a model now."""
    return item in figure.rules


def is_sealed(figure: Figure) -> bool:
    """Whether neither gas nor disease reaches a model."""
    return keeps_out_gas(voices(figure.rules))


def feels_poison(figure: Figure) -> bool:
    """Whether poison does anything to a model (ability.artificial-poison, plant.poison-immunity)."""
    return not is_artificial(figure) and not is_plant(figure)


def is_shielded(figure: Figure) -> bool:
    """Whether a shield stops everything material that flies at it."""
    return "shielded" in figure.effects


def not_killed(blow: Blow, grade: Grade) -> bool:
    """Whether a Transfix takes the place of this grade (ruling.sp-transfix-weapons-kill)."""
    if blow.state.rulings.sp_transfix_weapons_kill == "never-kill":
        return grade in ("recoil", "fall", "kill", "gruesome")
    return grade in ("recoil", "fall")


@special("death-ray")
class DeathRay(Special):
    """equipment.death-ray-gun, equipment.death-ray-immunity."""

    rule = "equipment.death-ray-gun"

    @answers(is_lethal)
    def is_lethal(self, blow: Blow) -> bool:
        """ability.lethal against everything organic."""
        return not is_artificial(blow.loser)

    @answers(is_harmless)
    def is_harmless(self, blow: Blow) -> bool:
        return is_artificial(blow.loser) or wears(blow.loser, "force-field")


@special("one-shot")
class OneShot(Special):
    """equipment.death-ray-cell, weapon-row.death-ray-gun: every shot uses up the cell."""

    rule = "equipment.death-ray-cell"

    @answers(is_single)
    def is_single(self) -> bool:
        return True

    @answers(spends)
    def spends(self, mishap: str) -> str:
        return "empty"


@special("loaded-by-hand")
class LoadedByHand(Special):
    """weapon-row.bow-crossbow, equipment.bow: an action to load for each to loose."""

    rule = "reload.bow"

    @answers(spends)
    def spends(self, mishap: str) -> str:
        return "unloaded"


@special("burns-out")
class BurnsOut(Special):
    """ability.energy-projection-burnout: a natural 1 ends the power for this game."""

    rule = "ability.energy-projection-burnout"

    @answers(spends)
    def spends(self, mishap: str) -> str:
        return "burnt out" if mishap == "one" else ""

    @answers(fired)
    def fired(self, table: Table[Battle], figure: Figure, arm: Arm, wear: tuple[str, ...]) -> None:
        if "burnt out" in wear:
            figure.used.append(arm.id)
            table.tell(
                "ability.energy-projection-burnout", "{name}'s power is burnt out", on=(figure.id,), name=named(figure)
            )


@special("short-circuit")
class ShortCircuit(Special):
    """equipment.electric-gun, weapon-row.electric-gun: Lethal against machines."""

    rule = "equipment.electric-gun"

    @answers(is_lethal)
    def is_lethal(self, blow: Blow) -> bool:
        return is_artificial(blow.loser)


@special("spread")
class Spread(Special):
    """equipment.shotgun-spread, equipment.flamethrower-spread."""

    rule = "equipment.shotgun-spread"

    @answers(spreads)
    def spreads(self) -> bool:
        return True


@special("laser")
class Laser(Special):
    """equipment.laser-gun, weapon-row.laser-gun: no bonus against a mirror (equipment.laser-reflective-armor)."""

    rule = "equipment.laser-gun"

    @answers(to_shoot)
    def shoot(self, clash: Clash) -> int:
        mirrored = wears(clash.target, "laser-reflective-armor") or wears(clash.target, "power-armor")
        return -clash.arm.bonus if mirrored and clash.arm is not None else 0


@special("silent")
class Silent(Special):
    """equipment.needler-silent."""

    rule = "equipment.needler-silent"

    @answers(is_silent)
    def is_silent(self) -> bool:
        return True


@special("needles")
class Needles(Special):
    """equipment.needler: nothing to Robots and Power Armor (robot.needler-immunity)."""

    rule = "equipment.needler"

    @answers(is_harmless)
    def is_harmless(self, blow: Blow) -> bool:
        return is_type(blow.loser, "robot") or wears(blow.loser, "power-armor")

    @answers(lingers)
    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        """equipment.needler-poison: on 4+, it has to withstand the poison."""
        victim = blow.loser
        if not feels_poison(victim):
            return
        if not table.roll(on_or_more(4, "the needle bites"), "equipment.needler-poison", side_of(table.state, victim)):
            return
        withstand_needle(table, victim)


NEEDLE = ("nothing", "quality", "passes out", "kill")
"""What so many failures come to."""


@step
def resolve_needle(table: Table[Battle], victim: Figure) -> int:
    """Three Quality dice against the poison. How many failed; nobody rolls whom it does not touch."""
    feels = feels_poison(victim)
    failures = quality_roll(table, victim, 3, "poison", "equipment.needler-poison").failures if feels else 0
    words = ("feels nothing of the poison", "is weakened by the poison", "passes out", "dies of the poison")[failures]
    table.tell("equipment.needler-poison", "{name} {words}", on=(victim.id,), name=named(victim), words=words)
    return failures


def withstand_needle(table: Table[Battle], victim: Figure) -> int:
    """Three failures: death; two: it passes out; one: its Quality worsens. How many failed."""
    failures = resolve_needle(table, victim)
    if failures == 3:
        kill(table, victim, "equipment.needler-poison")
    elif failures == 2:
        knock_out(table, victim, "equipment.needler-poison")
    elif failures == 1:
        lose_quality(table, victim, "needle")
    return failures


@special("stuns")
class Stuns(Special):
    """equipment.sonic-stunner, weapon-row.sonic-stunner."""

    rule = "equipment.sonic-stunner"

    @answers(is_harmless)
    def is_harmless(self, blow: Blow) -> bool:
        victim = blow.loser
        suited = wears(victim, "nbc-suit") or wears(victim, "power-armor")
        return is_artificial(victim) or is_plant(victim) or suited

    @answers(turns)
    def turns(self, grade: Grade, table: Table[Battle], blow: Blow) -> Grade:
        return "transfix" if not_killed(blow, grade) else grade


@special("webs")
class Webs(Special):
    """equipment.web-gun, weapon-row.web-gun."""

    rule = "equipment.web-gun"

    @answers(turns)
    def turns(self, grade: Grade, table: Table[Battle], blow: Blow) -> Grade:
        return "transfix" if not_killed(blow, grade) else grade


@special("web-gun")
class Web(Special):
    """equipment.web-gun-mental: its web holds the body alone (sp-entangle-mental)."""

    @answers(spares_the_mind)
    def spares_the_mind(self) -> bool:
        return True


@special("nanites")
class Nanites(Special):
    """equipment.nanite-gun-machines, weapon-row.nanite-gun: whenever a machine is beaten and lives (nanite-margin)."""

    rule = "equipment.nanite-gun-machines"

    @answers(lingers)
    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        victim = blow.loser
        if not (is_artificial(victim) or wears(victim, "power-armor")):
            return
        if table.roll(on_or_more(4, "the nanites bite"), "equipment.nanite-gun-machines", side_of(table.state, victim)):
            transfix(table, victim, "nanites")


@special("knockback")
class Knockback(Special):
    """grenade.knockback, grenade.fragmentation, grenade.plasma: beaten models are thrown clear of the blast."""

    rule = "grenade.knockback"

    @answers(turns)
    def turns(self, grade: Grade, table: Table[Battle], blow: Blow) -> Grade:
        """Defoliant too, being treated as plasma (ruling.defoliant-knockback)."""
        if "kills-plants" in blow.traits and blow.state.rulings.defoliant_knockback == "does-not":
            return grade
        return "thrown" if grade in ("recoil", "fall") else grade

    @answers(scours)
    def scours(self, table: Table[Battle], point: Point, arm: Arm) -> None:
        """ladder.destroyed, stairs.collapse-chance, door.grenade-in-room: fragments and plasma, not defoliant."""
        if "kills-plants" not in arm.traits:
            buildings.shake(table, point, arm)


@special("photons")
class Photons(Special):
    """grenade.photon."""

    rule = "grenade.photon"

    @answers(is_lethal)
    def is_lethal(self, blow: Blow) -> bool:
        return not (wears(blow.loser, "force-field") or wears(blow.loser, "power-armor"))


@special("kills-plants")
class KillsPlants(Special):
    """grenade.defoliant, equipment.herbicide, plant.herbicide-vulnerability (ruling.sp-plant-poisons)."""

    rule = "grenade.defoliant"

    @answers(washes)
    def washes(self, table: Table[Battle], clash: Clash) -> str:
        figure = clash.target
        safe = is_shielded(figure) or (is_sealed(figure) and not is_plant(figure))  # sp-tk-shield-list
        if not is_vegetable(figure) or safe or resists(table, figure, "herbicide", _plant_killer(clash)):
            return ""
        return "kill"

    @answers(washed)
    def washed(self, table: Table[Battle], clash: Clash) -> None:
        kill(table, clash.target, _plant_killer(clash))


def _plant_killer(clash: Clash) -> str:
    """The rule of the grenade, or of the canister, which has no Combat."""
    return "grenade.defoliant" if clash.base else "equipment.herbicide"


@special("clears-woods")
class ClearsWoods(Special):
    """equipment.herbicide-woods: the whole wood that the blast touches becomes broken ground."""

    rule = "equipment.herbicide-woods"

    @answers(scours)
    def scours(self, table: Table[Battle], point: Point, arm: Arm) -> None:
        state = table.state
        spot = blast_disc(state, point)
        touched = [piece for piece in ground(state).pieces if "woods" in piece.traits]
        for piece in touched:
            if distance_to_piece(ground(state), spot, piece.id) <= 0:
                bare = replace(piece, traits=frozenset({"broken"}), name="bare ground")
                state.changes = replace(state.changes, added=(*state.changes.added, bare))
                table.tell("equipment.herbicide-woods", "{wood} withers", wood=piece.title)


@special("deafens")
class Deafens(Special):
    """grenade.sonic: Quality or Transfixed; not Plants, machines or Power Armor (grenade.quality-resisted)."""

    rule = "grenade.sonic"

    @answers(washes)
    def washes(self, table: Table[Battle], clash: Clash) -> str:
        figure = clash.target
        unaffected = is_artificial(figure) or is_plant(figure) or wears(figure, "power-armor")
        if unaffected or is_immune(Blow(clash, clash.attacker, figure)):
            return ""
        return "" if resists(table, figure, "stun", "grenade.sonic") else "transfix"

    @answers(washed)
    def washed(self, table: Table[Battle], clash: Clash) -> None:
        transfix(table, clash.target, "sonic")


@special("silences-minds")
class SilencesMinds(Special):
    """grenade.psi-neg: whoever has a Mental Mutation resists or loses them for this game (ruling.sp-psi-neg-scope)."""

    rule = "grenade.psi-neg"

    @answers(washes)
    def washes(self, table: Table[Battle], clash: Clash) -> str:
        if not any(is_mental(rule) for rule in clash.target.rules):
            return ""
        return "" if resists(table, clash.target, "psi-neg", "grenade.psi-neg") else "silenced"

    @answers(washed)
    def washed(self, table: Table[Battle], clash: Clash) -> None:
        figure = clash.target
        figure.effects = [*(effect for effect in figure.effects if effect != "shielded"), "silenced"]
        refresh(figure)
        release_all(table, figure)
        table.tell("grenade.psi-neg", "{name}'s mind is silenced", on=(figure.id,), name=named(figure))


@special("silenced")
class Silenced(Special):
    """grenade.psi-neg: no Mental Mutation works, but fears stay (ruling.sp-psi-neg-scope)."""

    rule = "grenade.psi-neg"

    lasts = True

    @answers(mutes)
    def mutes(self, rule: str) -> bool:
        return is_mental(rule) and not is_drawback(one_voice(rule))


RAM = "battering-ram"


@special(RAM)
class BatteringRam(Special):
    """door.bash-ram."""

    @answers(rams)
    def rams(self) -> bool:
        return True
