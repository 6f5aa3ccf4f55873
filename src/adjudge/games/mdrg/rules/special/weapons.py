"""What weapons do besides hitting: one object for each trait of a weapon."""

from __future__ import annotations

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.engine.questions import Point
from adjudge.field.measuring import distance_to_piece
from adjudge.games.mdrg.book import Arm
from adjudge.games.mdrg.rules import buildings
from adjudge.games.mdrg.rules.buildings import blast_disc
from adjudge.games.mdrg.rules.chances import on_or_more
from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade, is_immune
from adjudge.games.mdrg.rules.figures import (
    is_artificial,
    is_plant,
    is_type,
    is_vegetable,
    named,
    refresh,
    side_of,
    weapon,
)
from adjudge.games.mdrg.rules.moments import Special, special, voice, voices
from adjudge.games.mdrg.rules.places import ground
from adjudge.games.mdrg.rules.profiles import is_mental
from adjudge.games.mdrg.rules.quality import quality_roll, resists
from adjudge.games.mdrg.rules.results import kill, knock_out, lose_quality, release_all, transfix
from adjudge.games.mdrg.state import Battle, Figure


def wears(figure: Figure, item: str) -> bool:
    """Whether a piece of armor works for a model now."""
    return item in figure.rules


def is_sealed(figure: Figure) -> bool:
    """Whether neither gas nor disease reaches a model."""
    return any(one.keeps_out_gas() for one in voices(figure.rules, "keeps_out_gas"))


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

    def is_lethal(self, blow: Blow) -> bool:
        """ability.lethal against everything organic."""
        return not is_artificial(blow.loser)

    def is_harmless(self, blow: Blow) -> bool:
        return is_artificial(blow.loser) or wears(blow.loser, "force-field")


@special("one-shot")
class OneShot(Special):
    """equipment.death-ray-cell, weapon-row.death-ray-gun: every shot uses up the cell."""

    def is_single(self) -> bool:
        return True

    def fired(self, table: Table[Battle], figure: Figure, arm: Arm, mishap: str) -> None:
        gun = weapon(figure, arm.id)
        if gun is not None:
            gun.loaded = False


@special("loaded-by-hand")
class LoadedByHand(Special):
    """weapon-row.bow-crossbow, equipment.bow: an action to load for each to loose."""

    def fired(self, table: Table[Battle], figure: Figure, arm: Arm, mishap: str) -> None:
        gun = weapon(figure, arm.id)
        if gun is not None:
            gun.loaded = False


@special("burns-out")
class BurnsOut(Special):
    """ability.energy-projection-burnout: a natural 1 ends the power for this game."""

    def fired(self, table: Table[Battle], figure: Figure, arm: Arm, mishap: str) -> None:
        if mishap == "one":
            figure.used.append(arm.id)
            table.tell("ability.energy-projection-burnout", "{name}'s power is burnt out", name=named(figure))


@special("short-circuit")
class ShortCircuit(Special):
    """equipment.electric-gun, weapon-row.electric-gun: Lethal against machines."""

    def is_lethal(self, blow: Blow) -> bool:
        return is_artificial(blow.loser)


@special("spread")
class Spread(Special):
    """equipment.shotgun-spread, equipment.flamethrower-spread."""

    def spreads(self) -> bool:
        return True


@special("laser")
class Laser(Special):
    """equipment.laser-gun, weapon-row.laser-gun: no bonus against a mirror (equipment.laser-reflective-armor)."""

    def shoot(self, clash: Clash) -> int:
        mirrored = wears(clash.target, "laser-reflective-armor") or wears(clash.target, "power-armor")
        return -clash.arm.bonus if mirrored and clash.arm is not None else 0


@special("silent")
class Silent(Special):
    """equipment.needler-silent."""

    def is_silent(self) -> bool:
        return True


@special("needles")
class Needles(Special):
    """equipment.needler: nothing to Robots and Power Armor (robot.needler-immunity)."""

    def is_harmless(self, blow: Blow) -> bool:
        return is_type(blow.loser, "robot") or wears(blow.loser, "power-armor")

    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        """equipment.needler-poison: on 4+, it has to withstand the poison."""
        victim = blow.loser
        if not feels_poison(victim):
            return
        if not table.roll(on_or_more(4, "the needle bites"), "equipment.needler-poison", side_of(table.state, victim)):
            return
        withstand_needle(table, victim)


def withstand_needle(table: Table[Battle], victim: Figure, *, quiet: bool = False) -> int:
    """Three Quality dice. Three failures: death; two: it passes out; one: its Quality worsens. How many failed."""
    failures = quality_roll(table, victim, 3, "poison", "equipment.needler-poison", quiet=quiet).failures
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

    def is_harmless(self, blow: Blow) -> bool:
        victim = blow.loser
        suited = wears(victim, "nbc-suit") or wears(victim, "power-armor")
        return is_artificial(victim) or is_plant(victim) or suited

    def turns(self, table: Table[Battle], blow: Blow, grade: Grade) -> Grade:
        return "transfix" if not_killed(blow, grade) else grade


@special("webs")
class Webs(Special):
    """equipment.web-gun, weapon-row.web-gun."""

    def turns(self, table: Table[Battle], blow: Blow, grade: Grade) -> Grade:
        return "transfix" if not_killed(blow, grade) else grade


@special("web-gun")
class Web(Special):
    """equipment.web-gun-mental: its web holds the body alone (sp-entangle-mental)."""

    def spares_the_mind(self) -> bool:
        return True


@special("nanites")
class Nanites(Special):
    """equipment.nanite-gun-machines, weapon-row.nanite-gun: whenever a machine is beaten and lives (nanite-margin)."""

    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        victim = blow.loser
        if not (is_artificial(victim) or wears(victim, "power-armor")):
            return
        if table.roll(on_or_more(4, "the nanites bite"), "equipment.nanite-gun-machines", side_of(table.state, victim)):
            transfix(table, victim, "nanites")


@special("knockback")
class Knockback(Special):
    """grenade.knockback, grenade.fragmentation, grenade.plasma: beaten models are thrown clear of the blast."""

    def turns(self, table: Table[Battle], blow: Blow, grade: Grade) -> Grade:
        """Defoliant too, being treated as plasma (ruling.defoliant-knockback)."""
        if "kills-plants" in blow.traits and blow.state.rulings.defoliant_knockback == "does-not":
            return grade
        return "thrown" if grade in ("recoil", "fall") else grade

    def scours(self, table: Table[Battle], point: Point, arm: Arm) -> None:
        """ladder.destroyed, stairs.collapse-chance, door.grenade-in-room: fragments and plasma, not defoliant."""
        if "kills-plants" not in arm.traits:
            buildings.shake(table, point, arm)


@special("photons")
class Photons(Special):
    """grenade.photon."""

    def is_lethal(self, blow: Blow) -> bool:
        return not (wears(blow.loser, "force-field") or wears(blow.loser, "power-armor"))


@special("kills-plants")
class KillsPlants(Special):
    """grenade.defoliant, equipment.herbicide, plant.herbicide-vulnerability (ruling.sp-plant-poisons)."""

    def washes(self, table: Table[Battle], clash: Clash, *, quiet: bool) -> None:
        figure = clash.target
        safe = is_shielded(figure) or (is_sealed(figure) and not is_plant(figure))  # sp-tk-shield-list
        rule = "grenade.defoliant" if clash.base else "equipment.herbicide"
        if is_vegetable(figure) and not safe and not resists(table, figure, "herbicide", rule, quiet=quiet):
            kill(table, figure, rule)


@special("clears-woods")
class ClearsWoods(Special):
    """equipment.herbicide-woods: the whole wood that the blast touches becomes broken ground."""

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

    def washes(self, table: Table[Battle], clash: Clash, *, quiet: bool) -> None:
        figure = clash.target
        unaffected = is_artificial(figure) or is_plant(figure) or wears(figure, "power-armor")
        if unaffected or is_immune(Blow(clash, clash.attacker, figure)):
            return
        if not resists(table, figure, "stun", "grenade.sonic", quiet=quiet):
            transfix(table, figure, "sonic")


@special("silences-minds")
class SilencesMinds(Special):
    """grenade.psi-neg: whoever has a Mental Mutation resists or loses them for this game (ruling.sp-psi-neg-scope)."""

    def washes(self, table: Table[Battle], clash: Clash, *, quiet: bool) -> None:
        figure = clash.target
        if not any(is_mental(rule) for rule in figure.rules):
            return
        if resists(table, figure, "psi-neg", "grenade.psi-neg", quiet=quiet):
            return
        figure.effects = [*(effect for effect in figure.effects if effect != "shielded"), "silenced"]
        refresh(figure)
        release_all(table, figure)
        table.tell("grenade.psi-neg", "{name}'s mind is silenced", name=named(figure))


@special("silenced")
class Silenced(Special):
    """grenade.psi-neg: no Mental Mutation works, but fears stay (ruling.sp-psi-neg-scope)."""

    def mutes(self, rule: str) -> bool:
        return is_mental(rule) and not voice(rule).is_drawback()


@special("battering-ram")
class BatteringRam(Special):
    """door.bash-ram."""

    def rams(self) -> bool:
        return True
