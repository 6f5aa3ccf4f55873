"""Profiles: what the numbers on a record sheet are made of."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from adjudge.engine.moments import any_of, chain, sum_of
from adjudge.games.mdrg.ability import Special, marked, one_voice, voice, voices
from adjudge.games.mdrg.book import GEAR, SPECIALS, TYPES, Stick, split
from adjudge.games.mdrg.party import Profile, inborn_rules
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings

# Moments at which special rules speak


@chain
def moving(stick: Stick) -> Stick:
    """The movement rate, made of the one it had before (sp-movement-conflict)."""


@chain
def quality_made(number: int) -> int:
    """The Quality number, made of the one it had before."""


@chain
def combat_made(number: int) -> int:
    """The Combat score, made of the one it had before."""


@chain
def needs(eaten: tuple[int, int]) -> tuple[int, int]:
    """The Upkeep in food and Energy Cells, made of what it was before."""


@any_of
def feeds_on_cells() -> bool:
    """Whether the model may pay its food in Energy Cells."""


@any_of
def fasts() -> bool:
    """Whether the model needs no food at all."""


@sum_of
def bears() -> int:
    """Food Points that the model gives to its party each week."""


@any_of
def starves() -> bool:
    """Whether the model dies if its Upkeep is not paid."""


@any_of
def mends() -> bool:
    """Whether the model repairs weapons and builds them in between games."""


@sum_of
def nourishes() -> int:
    """A thing's: the Food Points that it stands for between games."""


@any_of
def is_drawback() -> bool:
    """Whether it is nothing but a burden, which stays when powers go."""


@any_of
def bars(item: str, profile: Profile) -> bool:
    """Whether the model may not use this piece of equipment."""


@any_of
def gives_hands() -> bool:
    """Whether the model can hold things like a human, whatever its type."""


@any_of
def takes_hands() -> bool:
    """Whether the model has lost the use of hands."""


@any_of
def seals_off() -> bool:
    """Whether nothing that clings to a thing gets to the model's skin."""


@any_of
def is_leading() -> bool:
    """Whether the model leads its party: it needs more food, and everybody grieves for it."""


class Objection(Struct, frozen=True):
    """Why something is not allowed, and by which rule."""

    rule: str
    text: str


@lru_cache(1024)
def rules_of(profile: Profile) -> tuple[str, ...]:
    """Every special rule of a model, equipment included: its type's, its species', its own (profile.special-rules)."""
    return (
        *inborn_rules(profile.type, profile.species),
        *profile.traits,
        *(rule for rule in marked(profile) if rule not in profile.traits),
        *_distinct(profile.gear),
    )


def _distinct(gear: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(gear)) if gear else ()


def has(profile: Profile, id: str) -> bool:
    """Whether a model has a special rule or carries an item, whatever its detail."""
    return any(split(rule)[0] == id for rule in rules_of(profile))


class Upkeep(Struct, frozen=True):
    """What a week costs (profile.upkeep). `either`: the food may be paid in Energy Cells."""

    food: int = 0
    cells: int = 0
    either: bool = False

    def __str__(self) -> str:
        food = f"{self.food} food" + (f" or {_cells(self.food)}" if self.either else "")
        parts = [food if self.food else "", _cells(self.cells) if self.cells else ""]
        return " + ".join(part for part in parts if part) or "none"


def _cells(number: int) -> str:
    return f"{number} cell{'s' * (number > 1)}"


def rate(profile: Profile) -> Stick:
    """The stick it moves with (move.rates)."""
    return moving(voices(rules_of(profile)), "medium")


def settled(profile: Profile, rulings: Rulings = AS_WRITTEN) -> Profile:
    """The profile with Quality and Combat as the rules make them."""
    return replace(profile, quality=quality_by_rules(profile, rulings), combat=combat_by_rules(profile))


def quality_by_rules(profile: Profile, rulings: Rulings = AS_WRITTEN) -> int:
    """The Quality of type and special rules, improved by one for the appointed Leader (creation.leader-bonus)."""
    number = TYPES[profile.type].quality
    if number is None:
        return profile.quality
    number = quality_made(voices(rules_of(profile)), number)
    return number - improves_as_leader(profile, rulings) - ("quality" in profile.advances)  # campaign.advance-quality


def improves_as_leader(profile: Profile, rulings: Rulings) -> bool:
    """A rolled Leader has the special rule without the better Quality (ruling.rolled-leader)."""
    return profile.leader or (rulings.rolled_leader == "also-quality" and is_leader(profile))


def is_leader(profile: Profile) -> bool:
    """Whether the party looks up to it, by appointment or by skill."""
    return is_leading(voices(rules_of(profile)))


def combat_by_rules(profile: Profile) -> int:
    """The Combat of type and special rules, and one more for the champion (creation.champion-bonus)."""
    number = TYPES[profile.type].combat
    if number is None:
        return profile.combat
    learnt = "combat" in profile.advances  # campaign.advance-combat
    return combat_made(voices(rules_of(profile)), number) + profile.champion + learnt


def upkeep(profile: Profile, rulings: Rulings = AS_WRITTEN) -> Upkeep:
    """The food and Energy Cells of a week (profile.upkeep, plant.no-upkeep, robot.upkeep, wretched.upkeep)."""
    food, cells = _own_needs(profile)
    if is_leader(profile):  # creation.leader-drawbacks
        food, cells = _as_leader(profile, food, rulings), _as_leader(profile, cells, rulings)
    food, cells = needs(voices(tuple(dict.fromkeys(profile.gear))), (food, cells))
    either = feeds_on_cells(voices(profile.traits))
    return Upkeep(food, cells, food > 0 and either)


def _own_needs(profile: Profile) -> tuple[int, int]:
    eats = TYPES[profile.type].eats
    food, cells = eats.food, eats.cells
    if profile.type == "android" and profile.lives_on == "cells":  # android.sustenance
        return 0, food
    if not food or fasts(voices(rules_of(profile))):
        return 0, cells
    food, cells = needs(voices(profile.traits), (food, cells))
    return (max(food, 2) if profile.infected else food), cells  # wretched.infection-effects


def _as_leader(profile: Profile, amount: int, rulings: Rulings) -> int:
    """One more than normal; nothing stays nothing and a Wretched stays at 2 (ruling.leader-upkeep)."""
    if not amount or profile.type == "wretched":
        return amount
    if rulings.leader_upkeep == "always-two":
        return 2
    return amount * 2 if rulings.leader_upkeep == "double" else amount + 1


def runs_on_cells(profile: Profile) -> bool:
    """Robots, and Androids that live on Energy Cells (android.sustenance)."""
    return profile.type == "robot" or (profile.type == "android" and profile.lives_on == "cells")


CLEAN_TYPES = ("android", "robot", "plant", "wretched")
"""Those whom the disease of the Wretched does not touch."""


def may_carry_tainted(profile: Profile) -> bool:
    """wretched.corpse-contagion: who may use what was on the body of a Wretched (ruling.sp-tainted-loot)."""
    return profile.immune or profile.type in CLEAN_TYPES or seals_off(voices(rules_of(profile)))


@lru_cache(1024)
def has_hands(profile: Profile) -> bool:
    """Whether it can hold things (animal.no-equipment, plant.no-equipment, ability.animal-restrictions)."""
    rules = rules_of(profile)
    if takes_hands(voices(rules)):
        return False
    return not TYPES[profile.type].handless or gives_hands(voices(rules))


@lru_cache(4096)
def objection(profile: Profile, item: str) -> Objection | None:
    """Why this model cannot use an item (creation.equipment-pool), or nothing."""
    name = GEAR[item].name
    if not has_hands(profile):
        rule = next((voice(t).rule for t in profile.traits if takes_hands(one_voice(t))), TYPES[profile.type].handless)
        return Objection(rule, f"{profile.name} has no hands for a {name}")
    barring: Special | None = bars.who(voices(rules_of(profile)), item, profile)
    if barring is not None:
        return Objection(barring.rule, f"{profile.name} cannot use a {name}")
    if profile.type == "robot" and GEAR[item].kind in ("armor", "generator"):
        return Objection("robot.armor-result", f"{profile.name} is a Robot and gets Energy Cells in place of a {name}")
    return None


def is_psyker(profile: Profile) -> bool:
    """mutant.psyker: whether it has a Mental Mutation. Some special rules come from the mental table or another."""
    return any(is_mental(trait) for trait in rules_of(profile))


def is_mental(trait: str) -> bool:
    """Whether a special rule is a Mental Mutation."""
    plain, detail = split(trait)
    return detail == "mental" or (plain in SPECIALS and SPECIALS[plain].kind == "mental")
