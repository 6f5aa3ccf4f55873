"""Is this party legal? Every finding names the model, what is wrong, and the rule.

What no roll could have given is illegal. What the tables would not have given but the book's own parties do (a Mutation
of another type's table, one too few) is only odd.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudge.games.mdrg.ability import first_word, one_voice, voices
from adjudge.games.mdrg.book import GEAR, SPECIALS, SPECIES, TABLES, TYPES, name_of, split
from adjudge.games.mdrg.party import Party, Profile, inborn_rules
from adjudge.games.mdrg.rules.creation import (
    MUTATIONISTS,
    clash_of_armor,
    equipment_rolls,
    models_given_up,
    mutates,
    numbers_of_models,
    schools,
    stocks,
    unfit,
)
from adjudge.games.mdrg.rules.profiles import combat_by_rules, objection, quality_by_rules
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.state import FIVE


class Finding(Struct, frozen=True):
    """Something that is not as the rules would have it."""

    grade: Literal["illegal", "odd"]
    model: str
    rule: str
    text: str
    field: str = ""
    """Where on the model's profile, and below what would be right there."""
    fix: int | None = None

    def __str__(self) -> str:
        where = f"{self.model}: " if self.model else ""
        return f"{self.grade}: {where}{self.text} ({self.rule})"


def findings(party: Party, rulings: Rulings = AS_WRITTEN) -> list[Finding]:
    """Everything that is wrong or odd with a party, the party as a whole first."""
    found = [*_bonuses(party), *_store(party)]
    if not party.games:  # a campaign changes numbers, equipment and special rules
        found += [*_numbers(party, rulings), *_mutationist(party), *_rolls(party)]
    for model in party.models:
        unknown = list(_unknown(model))
        found += unknown or [*_profile(model, rulings), *_traits(model, party.games), *_gear(model), *_career(model)]
        if model.advances and not party.games:
            found.append(_illegal(model, "campaign.advance-per-win", "an Advance, and no game behind it"))
    return found


def is_legal(party: Party, rulings: Rulings = AS_WRITTEN) -> bool:
    """Whether a party may be played."""
    return not any(finding.grade == "illegal" for finding in findings(party, rulings))


def _illegal(model: Profile | None, rule: str, text: str, field: str = "", fix: int | None = None) -> Finding:
    return Finding("illegal", model.name if model else "", rule, text, field, fix)


def _odd(model: Profile | None, rule: str, text: str) -> Finding:
    return Finding("odd", model.name if model else "", rule, text)


# The party


def _bonuses(party: Party) -> Iterator[Finding]:
    """At most one Leader and one champion, also of profiles mixed from several parties (optional.prerolled-use)."""
    leaders = [model.name for model in party.models if model.leader]
    champions = [model.name for model in party.models if model.champion]
    if len(leaders) > 1:
        yield _illegal(None, "creation.leader-bonus", f"more than one appointed Leader: {', '.join(leaders)}")
    if len(champions) > 1:
        yield _illegal(None, "creation.champion-bonus", f"more than one Combat bonus: {', '.join(champions)}")
    names = Counter(model.name for model in party.models)
    for name, count in names.items():
        if count > 1:
            yield _illegal(None, "profile.fields", f"{count} models are called {name}")


def places(party: Party, rulings: Rulings) -> tuple[int, int]:
    """How many places are filled, and how many there are (creation.party-size with purity.size, plant.two-per-slot and
    wretched.underdog)."""
    counts = _counts(party)
    filled = sum(-(-count // TYPES[type].slots) for type, count in counts.items())
    if _is_purity_squad(party, rulings):
        return filled, party.size - models_given_up(party.size)
    if list(counts) == ["wretched"]:
        return filled, numbers_of_models({"wretched": party.size}, party.size, False, rulings)["wretched"]
    return filled, party.size


def _counts(party: Party) -> Counter[str]:
    return Counter(model.type for model in party.models if TYPES[model.type].quality is not None)


def _is_purity_squad(party: Party, rulings: Rulings) -> bool:
    return list(_counts(party)) == ["human"] and rulings.purity_squad_automatic == "automatic"


def _numbers(party: Party, rulings: Rulings) -> Iterator[Finding]:
    filled, allowed = places(party, rulings)
    if not party.models:  # only a campaign can bring a party to that
        yield _illegal(None, "creation.party-size", "there is nobody in it; add a model")
    elif filled > allowed and _is_purity_squad(party, rulings):
        yield _illegal(None, "purity.size", f"{filled} humans, a Purity Squad of size {party.size} has {allowed}")
    elif filled > allowed:
        yield _illegal(None, "creation.party-size", f"{allowed} places are allowed, filled: {filled}")
    elif filled < allowed:
        yield _odd(None, "creation.party-size", f"of {allowed} places are filled: {filled}")


def _mutationist(party: Party) -> Iterator[Finding]:
    others = [model.name for model in party.models if model.type not in MUTATIONISTS]
    if party.mutationist and others:
        yield _illegal(None, "mutationist.composition", f"no Mutationists: {', '.join(others)}")


def _rolls(party: Party) -> Iterator[Finding]:
    items, rolls = equipment(party)
    if items > rolls:
        yield _illegal(None, "creation.equipment-pool", f"{items} items of equipment, the rolls give {rolls}")


def equipment(party: Party) -> tuple[int, int]:
    """creation.equipment-pool: how many items there are, and how many rolls for them. What a special rule brought comes
    besides."""
    rolls = sum(map(equipment_rolls, party.models))
    if all(model.type == "human" for model in party.models):  # purity.extra-equipment
        rolls += 2 * max(1, party.size // FIVE)
    if all(model.type == "android" for model in party.models):  # android.all-android-party
        rolls += 1
    return sum(len(model.gear) for model in party.models if not _has_stock(model)) + len(party.loot), rolls


def _store(party: Party) -> Iterator[Finding]:
    for thing in party.loot:
        if split(thing)[0] not in GEAR:
            yield _illegal(None, "profile.fields", f"no piece of equipment is called {split(thing)[0]!r}")


def _has_stock(model: Profile) -> bool:
    return stocks(voices(model.traits))


# Each model


def _unknown(model: Profile) -> Iterator[Finding]:
    for trait in model.traits:
        plain, detail = split(trait)
        if plain not in SPECIALS:
            yield _illegal(model, "profile.special-rules", f"no special rule is called {plain!r}")
        elif not _is_detail(plain, detail):
            yield _illegal(model, SPECIALS[plain].rule, f"{trait!r} needs {_details(plain)} in brackets")
    for item in (*model.gear, *((model.ready,) if model.ready else ())):
        if item not in GEAR:
            yield _illegal(model, "profile.fields", f"no piece of equipment is called {item!r}")
    if (model.type == "animal") != (model.species in SPECIES):
        species = ", ".join(SPECIES)
        yield _illegal(
            model, "animal.package", f"species is {model.species!r}: one of {species} for an animal, none else"
        )


def _is_detail(plain: str, detail: str) -> bool:
    book = SPECIALS[plain].detail
    return detail in TABLES[book].entries if book else detail in ("", "mental")


def _details(plain: str) -> str:
    book = SPECIALS[plain].detail
    return f"one of {', '.join(TABLES[book].entries)}" if book else "nothing"


def _profile(model: Profile, rulings: Rulings) -> Iterator[Finding]:
    type = TYPES[model.type]
    quality, combat = quality_by_rules(model, rulings), combat_by_rules(model)
    if quality != model.quality:
        yield _illegal(
            model, type.rule, f"Quality {model.quality}+ is written, the rules make it {quality}+", "quality", quality
        )
    if combat != model.combat:
        yield _illegal(
            model, type.rule, f"Combat {model.combat} is written, the rules make it {combat}", "combat", combat
        )
    if model.lives_on == "cells" and model.type != "android":
        yield _illegal(model, "android.sustenance", f"a {type.name} cannot choose what it lives on")


def _traits(model: Profile, games: int) -> Iterator[Finding]:
    plain = [split(trait)[0] for trait in model.traits]
    for id, count in Counter((*inborn_rules(model.type, model.species), *plain)).items():
        if count > 1 and id not in TYPES[model.type].traits:  # what goes without saying may be said
            yield _illegal(model, "ruling.mutation-duplicates", f"{name_of(id)} twice")
    for id in plain:
        yield from _misfits(model, id)
    if games:
        return
    yield from _too_many(model, "skill", plain)
    yield from _too_many(model, "feature", plain)
    yield from _mutations(model, plain)


def _misfits(model: Profile, id: str) -> Iterator[Finding]:
    others = tuple(trait for trait in model.traits if split(trait)[0] != id)
    why = first_word(unfit.said(one_voice(id), replace(model, traits=others, quality=4)))
    if why:
        yield _illegal(model, SPECIALS[id].rule, f"{name_of(id)} is not possible: {why}")


def _too_many(model: Profile, kind: str, plain: list[str]) -> Iterator[Finding]:
    """One skill (human.skills and the like); a robot has one feature, and a skill if the feature gives one."""
    type = TYPES[model.type]
    allowed = type.features if kind == "feature" else type.skills + schools(voices(tuple(plain)))
    mutated = TABLES[type.physical].entries if type.physical else ()
    found = [id for id in plain if SPECIALS[id].kind == kind and id not in mutated and not _is_mental(model, id)]
    if len(found) > allowed:
        names = ", ".join(map(name_of, found))
        rule = "robot.rolls" if kind == "feature" else type.rule
        yield _illegal(model, rule, f"{len(found)} {kind}s ({names}), a {type.name} has {allowed}")


def _is_mental(model: Profile, id: str) -> bool:
    return f"{id} (mental)" in model.traits


def _mutations(model: Profile, plain: list[str]) -> Iterator[Finding]:
    """How many could have been rolled: the type's own, a Mutationist's, a second head's two, a Humanoid's."""
    type = TYPES[model.type]
    found = [id for id in plain if SPECIALS[id].kind in ("physical", "mental") or _is_mental(model, id)]
    if model.type == "robot":
        found = [id for id in found if id not in TABLES["robot-features"].entries]
    if not type.physical:
        if found:
            names = ", ".join(map(name_of, found))
            yield _illegal(model, type.rule, f"a {type.name} has no Mutations: {names}")
        return
    own = {"mutant": 2, "plant": 3}.get(model.type) or SPECIES[model.species].mutations
    most = own + 1 + mutates(voices(tuple(plain)))
    if len(found) > most:
        yield _illegal(model, type.rule, f"{len(found)} Mutations, at most {most} can be rolled")
    for id in found:
        if id not in TABLES[type.physical].entries and id not in TABLES["mental-mutations"].entries:
            yield _odd(model, TABLES[type.physical].rule, f"{name_of(id)} is not on the tables of a {type.name}")


ONCE = ("quality", "combat")
"""Advances that come once in a career."""


def _career(model: Profile) -> Iterator[Finding]:
    """campaign.advance-quality, campaign.advance-combat; and what is the matter with things that it has not."""
    for advance in ONCE:
        if model.advances.count(advance) > 1:
            yield _illegal(model, f"campaign.advance-{advance}", f"the Advance {advance} twice")
    if model.champion and "combat" in model.advances:
        yield _illegal(model, "campaign.advance-combat", "the Combat bonus of creation and the Advance")
    for word, listed in (("empty", model.empty), ("broken", model.broken), ("tainted", model.tainted)):
        for item in Counter(listed) - Counter(model.gear):
            yield _illegal(model, "profile.fields", f"a {word} {name_of(item)} that it does not carry")


def _gear(model: Profile) -> Iterator[Finding]:
    for number, item in enumerate(model.gear):
        why = objection(model, item)
        if why is not None and not (model.type == "robot" and GEAR[item].kind == "drug"):
            yield _illegal(model, why.rule, why.text)
        worn = replace(model, gear=model.gear[:number])
        clash = clash_of_armor(worn, item) if GEAR[item].kind in ("armor", "generator") else None
        if clash is not None:
            yield _illegal(model, "ruling.sp-armor-stacking", f"{name_of(item)} does not go with {name_of(clash)}")
    if model.ready and model.ready not in model.gear:
        yield _illegal(model, "actions.ready-weapon-at-start", f"{name_of(model.ready)} is ready but not carried")
