"""Words for what the rules say as data: options, and what attacks come to."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import structs

from adjudge.engine import Deed, Option
from adjudge.engine.game import plain_words
from adjudge.engine.moments import first_of
from adjudge.engine.wording import several
from adjudge.games.rdz.books import FISTS, Kind, Weapon, rosters
from adjudge.games.rdz.outcomes import ArmorLeft, Fate, Fought, Healed, Met, Order, Toll, Trouble
from adjudge.games.rdz.rules.attack import HOLD, evades
from adjudge.games.rdz.state import Figure, Patrol

_HOTKEYS = "123456789abcdefg"


@first_of
def offered_as(state: Patrol, figure: Figure) -> str | None:
    """What a screen shows for it among the weapons."""


# ---------------------------------------------------------------------- outcomes

_FATES: dict[Fate, str] = {
    "missed": "miss",
    "evaded": "evaded",
    "unharmed": "no harm",
    "stopped": "stopped by Armor",
    "wounded": "wounds",
    "gave up": "gives up",
    "killed": "kills",
}


_NEEDED = {"met": "{} without a Rarity Roll", "rarity": "{} after a Rarity Roll", "rerolled": "no {}"}


def words(outcome: Any) -> str:
    """An outcome of a forecast or a procedure."""
    match outcome:
        case Toll(killed):
            return f"kills {killed}"
        case Healed(life_points):
            return f"{several(life_points, 'Life Point')} back"
        case Trouble("", ""):
            return "no trouble"
        case Trouble(dregs, zombies):
            return f"2d6 enemies: {_NEEDED[dregs].format('Dregs')}, {_NEEDED[zombies].format('Zombies')}"
        case Met(enemies):
            return several(enemies, "enemy", "enemies") if enemies else "no trouble"
        case ArmorLeft(is_stopped, armor):
            return f"{'stopped' if is_stopped else 'not stopped'}, Armor {armor}"
        case Order(places):
            return ", ".join("/".join(names) for names in places)
        case Fought():
            return _fought(outcome)
        case str():
            return _FATES.get(outcome, outcome)  # type: ignore[call-overload,no-any-return]
        case tuple():
            return ", ".join(f"{it.name}: {_FATES[it.fate]}" for it in outcome) or _FATES["missed"]
    return plain_words(outcome)


def _fought(fought: Fought) -> str:
    if fought.end == "lost":
        return "the Captain dies"
    lost = f"{fought.regulators_lost} lost" if fought.regulators_lost else "nobody lost"
    return f"{fought.end}, {lost}"


# ---------------------------------------------------------------------- weapons

_HOLD_FIRE = Option(HOLD, "Hold fire", rule="ruling.declining-attacks", hotkey="h", caution="apart")
_HOLD_SHOTS = Option(HOLD, "Hold the remaining Shots", rule="ruling.declining-attacks", hotkey="h", caution="apart")


def describe_weapon(state: Patrol, figure: Figure, key: str, foe: str, deed: Deed) -> Option:
    """`foe`: the enemy that the odds are shown at."""
    if deed.kind == "hold":
        return _with(_HOLD_FIRE, deed)
    kind = rosters[state.books].kinds[figure.kind]
    if deed.kind == "use":
        (label,) = [label for ability, label in offered_as.said(kind.voices, state, figure) if ability.id == key]
        hotkey = _weapon_hotkey(kind, key)
        return Option(key, label or key, rule=f"ability.{key}", hotkey=hotkey, deed=deed)
    return _weapon(kind, key, figure.uses.get(key), foe, deed.figure)


def _with(option: Option, deed: Deed) -> Option:
    return structs.replace(option, deed=deed)


@lru_cache(4096)
def _weapon(kind: Kind, key: str, uses: int | None, foe: str, figure: str) -> Option:
    weapon = weapon_named(kind, key)
    left = f", {uses} left" if uses is not None else ""
    if weapon.is_area:
        note = f"all enemies, Damage {weapon.damage}{left}"
    else:
        note = f"{several(weapon.shots, 'Shot')}, Damage {weapon.damage}{left}; odds at {foe}"
    deed = Deed("take-weapon", figure=figure, item=key)
    return Option(key, key, rule="attack.one-weapon", note=note, hotkey=_weapon_hotkey(kind, key), deed=deed)


@lru_cache(1024)
def _weapon_hotkey(kind: Kind, key: str) -> str:
    return str((*kind.armory, *(ability.id for ability in kind.voices), key).index(key) + 1)


def weapon_named(kind: Kind, name: str) -> Weapon:
    return FISTS if name == FISTS.name else kind.weapon(name)


# ---------------------------------------------------------------------- targets


def describe_target(state: Patrol, key: str, deed: Deed) -> Option:
    if deed.kind == "hold":
        return _with(_HOLD_SHOTS, deed)
    enemies = state.combat.enemies
    it = enemies[key]
    place, will_evade = list(enemies).index(key), evades(rosters[state.books].kinds[it.kind].voices, it)
    return _with(_target(key, it.name, it.life_points, it.armor, it.combat_skill, place, will_evade), deed)


@lru_cache(4096)
def _target(key: str, name: str, life: int, armor: int, skill: int, place: int, evades: bool) -> Option:
    note = f"Life {life}{f', Armor {armor}' if armor else ''}, Combat Skill {skill}"
    if evades:
        note += "; the next Shot at it is wasted"
    return Option(key, name, figure=key, rule="attack.target-choice", note=note, hotkey=_HOTKEYS[place])


# ---------------------------------------------------------------------- rolling again


def describe_reroll(key: str, attacker: str, needed: int, deed: Deed) -> Option:
    again = f"Roll again for {attacker}: {needed} or more hits"
    label = again if deed.kind == "reroll" else "Let the miss stand"
    return Option(key, label, rule="ability.command", hotkey=key[0], deed=deed)
