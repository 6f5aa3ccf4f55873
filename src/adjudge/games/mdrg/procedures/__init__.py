"""Procedures for the desk: each builds a small table from what it is told and puts a deed to play.

What comes out is what play resolves; what play does not offer is refused, with the rule and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct

from adjudge.engine import Procedure, Table
from adjudge.games.mdrg.procedures.at_range import (
    Concentrated,
    Grenade,
    Shot,
    Volley,
    blasted,
    concentrated,
    firing_line,
    grenade,
    shooting,
    shot,
    volley,
    volley_of,
)
from adjudge.games.mdrg.procedures.doors import Door, DoorShot, at_a_door, bashing, before_a_door, door_shot
from adjudge.games.mdrg.procedures.in_contact import (
    Contact,
    Fight,
    Leaving,
    attacking,
    breaking_away,
    leaving,
    melee,
    pricked,
    quills,
)
from adjudge.games.mdrg.procedures.minds import (
    Disarm,
    Entangle,
    Healing,
    Minds,
    Push,
    Scream,
    at_the_bedside,
    disarm,
    entangle,
    entangling,
    healing,
    moved_by,
    push,
    scream,
    screaming,
    telepathy,
)
from adjudge.games.mdrg.procedures.on_site import (
    CacheRoll,
    Dig,
    Infested,
    Picking,
    Rubble,
    ScenarioRoll,
    Spoils,
    Watched,
    alone_there,
    at_a_pile,
    before_the_gun,
    cache,
    digging,
    gnawed,
    infested,
    picking,
    scenario,
    spoils,
    stepping,
    under_the_tree,
    watched,
)
from adjudge.games.mdrg.procedures.one_model import (
    Activation,
    Alone,
    Artifact,
    Climb,
    Dose,
    Fall,
    Morale,
    TableRoll,
    Unjam,
    activation,
    alone,
    artifact,
    at_a_wall,
    climbing,
    dosing,
    fall,
    infection,
    jammed,
    morale,
    poison,
    radiation,
    sick_bed,
    table_roll,
    unjamming,
    up_a_wall,
    wavering,
)
from adjudge.games.mdrg.procedures.play import facing, played
from adjudge.games.mdrg.small_tables import (
    with_house_rules,
)
from adjudge.games.mdrg.special import mental


def _procedure(
    name: str,
    title: str,
    rule: str,
    params: type[Struct],
    situate: Callable[[Any], Any],
    run: Callable[[Table[Any], Any], Hashable],
    *rulings: str,
) -> Procedure:
    kind = with_house_rules(params, rulings)
    seats = SEATS.get(name, {"red": "model"})
    return Procedure(name=name, title=title, rule=rule, params=kind, situate=situate, run=run, seats=seats)


SEATS = {
    "hand-to-hand": {"red": "attacker", "blue": "defender"},
    "shot": {"red": "shooter", "blue": "target"},
    "multiple-shots": {"red": "shooter", "blue": "target"},
    "concentrated-fire": {"red": "shooters", "blue": "target"},
    "grenade": {"red": "thrower", "blue": "target"},
    "free-hack": {"red": "leaver", "blue": "hacker"},
    "quills": {"red": "model", "blue": "quills"},
    "door": {"red": "basher", "blue": "holder"},
    "door-shot": {"red": "shooter"},
    "telepathy": {"red": "telepath", "blue": "target"},
    "scream": {"red": "psionic", "blue": "listener"},
    "push": {"red": "psionic", "blue": "target"},
    "disarm": {"red": "psionic", "blue": "target"},
    "entangle": {"red": "attacker", "blue": "target"},
    "healing": {"red": "healer"},
    "dig": {"red": "digger"},
    "fruit": {"red": "picker"},
    "watched-area": {"red": "target"},
    "cache": {"red": "finder"},
    "scenario": {"red": "roller"},
    "spoils": {"red": "winner"},
}
"""Whose dice the two sides of a small table throw."""


GRADES = (
    "zero_or_negative_score",
    "transfixed_doubled",
    "sp_savage_lethal_fallen",
    "sp_heavy_armor_fallen",
    "sp_power_armor_fallen",
)
"""The house rules about what a lost combat comes to."""


MELEE = (
    "outnumbered_count",
    "size_when_defending",
    "huge_versus_normal",
    "fallen_plus_two_direction",
    "mounted_versus_larger",
)


SHOTS = (
    *GRADES,
    "prone_is_fallen",
    "malfunction_shot_still_counts",
    "sp_energy_adaptation_first_attack",
    "sp_transfix_weapons_kill",
)


HERO = "sp_hero_scope"


PROCEDURES = (
    _procedure("activation", "Activation", "activation.success-per-die", Activation, alone, activation, HERO),
    _procedure(
        "hand-to-hand",
        "Hand-to-hand attack",
        "hth.simultaneous",
        Fight,
        *played(melee, attacking),
        *GRADES,
        *MELEE,
        "transfixed_fights_back",
    ),
    _procedure("shot", "Shot", "ranged.resolution", Shot, *played(shooting, shot), *SHOTS),
    _procedure("multiple-shots", "Shots at several targets", "multishot.targets", Volley, volley_of, volley, *SHOTS),
    _procedure(
        "concentrated-fire",
        "Concentrated fire",
        "concentrated.single-roll",
        Concentrated,
        firing_line,
        concentrated,
        *SHOTS,
    ),
    _procedure("grenade", "Grenade", "grenade.own-combat", Grenade, blasted, grenade, *GRADES, "defoliant_knockback"),
    _procedure(
        "free-hack",
        "Free Hacks",
        "freehack.resolution",
        Leaving,
        *played(breaking_away, leaving),
        *GRADES,
        *MELEE,
        "free_hack_tie",
        "several_free_hacks",
    ),
    _procedure("quills", "Touching quills", "ability.quills-contact", Contact, pricked, quills, *GRADES),
    _procedure("morale", "Morale check", "morale.roll", Morale, wavering, morale, HERO, "morale_in_contact_three"),
    _procedure("door", "Bashing a door", "door.bash", Door, *played(at_a_door, bashing)),
    _procedure("door-shot", "Shooting at a door", "door.shoot", DoorShot, *played(before_a_door, door_shot)),
    _procedure("climb", "Climbing", "climb.roll", Climb, *played(at_a_wall, climbing), HERO),
    _procedure("fall", "Falling", "fall.damage-roll", Fall, up_a_wall, fall, HERO),
    _procedure(
        "telepathy",
        "Telepathic attack",
        "ability.telepathy-attack",
        Minds,
        *played(facing, telepathy),
        "zero_or_negative_score",
    ),
    _procedure(
        "scream",
        "Telepathic scream",
        "ability.telepathic-scream",
        Scream,
        *played(screaming, scream),
        "sp_scream_friends",
    ),
    _procedure("push", "Telekinetic push", "ability.telekinetic-push", Push, moved_by(mental.PUSH), push, HERO),
    _procedure(
        "disarm", "Telekinetic disarm", "ability.telekinetic-disarm", Disarm, moved_by(mental.DISARM), disarm, HERO
    ),
    _procedure("entangle", "Entangling", "ability.entangle", Entangle, *played(entangling, entangle), HERO),
    _procedure("healing", "Healing", "ability.healing-use", Healing, *played(at_the_bedside, healing), HERO),
    _procedure("poison", "A needle's poison", "equipment.needler-poison", Alone, alone, poison, HERO),
    _procedure("radiation", "Radiation", "campaign.radiation-check", Alone, alone, radiation, HERO),
    _procedure("infection", "Touching a Wretched", "wretched.infection-roll", Alone, alone, infection, HERO),
    _procedure("artifact", "Figuring out an artifact", "campaign.artifact-roll", Artifact, alone, artifact),
    _procedure("unjam", "Unjamming a weapon", "malfunction.unjam", Unjam, *played(jammed, unjamming), HERO),
    _procedure("dose", "A dose of a drug", "drug.effectiveness", Dose, *played(sick_bed, dosing)),
    _procedure("dig", "Digging in a pile", "scenario.artifact-hunt-digging", Dig, *played(at_a_pile, digging)),
    _procedure(
        "burrowing", "Termites under the skin", "scenario.artifact-hunt-termites", Infested, infested, gnawed, HERO
    ),
    _procedure(
        "fruit", "Picking a fruit", "scenario.orchard-mutant-tree", Picking, *played(under_the_tree, picking), HERO
    ),
    _procedure("rubble-area", "Stepping on rubble", "scenario.military-terrain", Rubble, alone_there, stepping),
    _procedure("cache", "Opening a cache", "scenario.military-cache", CacheRoll, alone_there, cache),
    _procedure(
        "watched-area",
        "A system that shoots",
        "scenario.military-surveillance-attack",
        Watched,
        before_the_gun,
        watched,
        *GRADES,
        "prone_is_fallen",
        "sp_energy_adaptation_first_attack",
        "sp_transfix_weapons_kill",
    ),
    _procedure("scenario", "Which scenario", "scenario.selection", ScenarioRoll, lambda params: None, scenario),
    _procedure("spoils", "The winner's Food", "game.scenario-governs", Spoils, lambda params: None, spoils),
    _procedure(
        "table", "Roll on a creation table", "creation.nested-rolls", TableRoll, lambda params: None, table_roll
    ),
)
