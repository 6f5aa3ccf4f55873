"""Create your party: types, skills, Mutations, features, equipment, and the two bonuses that come last.

A party in the making is a `Muster`. `muster_turn` takes it one step further; between two steps everything is in the
muster, so a party can be made in the turns of a match, at the desk, or at once. The order of the steps is the ruling
party-order-of-creation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from adjudge.engine import Allocate, Choose, Deed, Option, Reading, Table, Write, total
from adjudge.engine.moments import any_of, chain, first_of, sum_of
from adjudge.games.mdrg.ability import first_word, one_voice, voices
from adjudge.games.mdrg.book import (
    CREATED_TYPES,
    EQUIPMENT,
    GEAR,
    SPECIALS,
    SPECIES,
    TABLES,
    TYPES,
    Grant,
    name_of,
    roll_equipment,
    roll_on,
    row_of,
    with_detail,
)
from adjudge.games.mdrg.party import Party, Profile
from adjudge.games.mdrg.rules.profiles import has, objection, rules_of, settled
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.state import FIVE, Muster

K = TypeVar("K", bound=str | int)
Change = Callable[[Muster, Profile], Profile]
"""A way in which a model changes, as far as its party has a say in it."""
NOBODY = "nobody"
STOCK = "stock"
MUTATIONISTS = ("mutant", "animal", "plant")


# Moments at which special rules speak


@first_of
def unfit(profile: Profile) -> str | None:
    """Why this model cannot get the rule, in words; nothing if it can."""


@first_of
def wasted_on(profile: Profile, muster: Muster) -> str | None:
    """Why the model cannot get the rule now, in this party, in words; nothing if it can."""


@chain
def brings(profile: Profile, table: Table[Any], muster: Muster) -> Profile:
    """The model has got the rule: what comes with it."""


@sum_of
def equips() -> int:
    """How many rolls on the Equipment Table it gives to a model that has none by its type."""


@sum_of
def schools() -> int:
    """How many skills it gives besides those of the type."""


@sum_of
def mutates() -> int:
    """How many Mutations a model with it can have besides those of the type."""


@any_of
def stocks() -> bool:
    """Whether the model carries things that came with the rule and not from the Equipment Table."""


def muster_turn(table: Table[Any], muster: Muster) -> None:
    """One step of making a party."""
    match muster.step:
        case "types":
            choose_types(table, muster)
            muster.step = "characters"
        case "characters":
            roll_character(table, muster)
        case "extras":
            take_extras(table, muster)
            muster.step = "equipment"
        case "equipment":
            roll_all_equipment(table, muster)
            muster.step = "hand-out"
        case "hand-out":
            hand_out(table, muster)
            muster.step = "bonuses"
        case "bonuses":
            give_bonuses(table, muster)
            muster.step = "done"


# Types and numbers of models


def choose_types(table: Table[Any], muster: Muster) -> None:
    """creation.party-size, creation.types: the places of the party are shared out over the seven types."""
    shares = table.ask(muster.seat, "creation.types", Allocate(muster.size, CREATED_TYPES, _type_name))
    muster.purity = is_purity_squad(table, muster, shares)
    for type, count in numbers_of_models(shares, muster.size, muster.purity, muster.rulings).items():
        muster.models += [blank(table, muster, type, number + 1) for number in range(count)]
    alone = all_of(muster, "android")
    muster.models = [sustained(table, muster, model, alone) for model in muster.models]


def _type_name(type: str) -> str:
    return TYPES[type].name


def is_purity_squad(table: Table[Any], muster: Muster, shares: dict[str, int]) -> bool:
    """purity.composition: humans only. Nobody is asked unless the table plays it so (purity-squad-automatic)."""
    if shares.get("human") != muster.size:
        return False
    if muster.rulings.purity_squad_automatic == "automatic":
        return True
    return (
        table.ask(muster.seat, "ruling.purity-squad-automatic", Choose(["purity squad", "plain party"], about=Deed))
        != "plain party"
    )


def numbers_of_models(shares: dict[str, int], size: int, purity: bool, rulings: Rulings = AS_WRITTEN) -> dict[str, int]:
    """How many models the places give (purity.size, plant.two-per-slot, wretched.underdog)."""
    numbers = {type: share * TYPES[type].slots for type, share in shares.items() if share}
    if purity:
        numbers["human"] = size - models_given_up(size)
    if shares.get("wretched") == size:
        per_five = rulings.wretched_underdog_scaling == "per-five"
        numbers["wretched"] += 2 * max(1, size // FIVE if per_five else 1)  # never fewer than two
    return numbers


def models_given_up(size: int) -> int:
    """One for every full five of the agreed size, and one at least; one alone gives up nobody, and so rolls for no
    more equipment (ruling.purity-squad-scaling)."""
    return min(max(1, size // FIVE), size - 1)


def blank(table: Table[Any], muster: Muster, type: Any, number: int | str) -> Profile:
    """A character with the basic profile of its type; animals choose their species (animal.package)."""
    profile = Profile(name=f"{TYPES[type].name} {number}", type=type, quality=6, combat=0)
    if type == "animal":
        species = table.ask(muster.seat, "animal.package", Choose(tuple(SPECIES), _species_option, about=taking))
        profile = replace(profile, species=species)
    return settled(profile, muster.rulings)


def sustained(table: Table[Any], muster: Muster, profile: Profile, alone: bool) -> Profile:
    """android.sustenance: chosen now and for good; in a party of Androids alone all live on Energy Cells."""
    if profile.type != "android":
        return profile
    choices: list[Literal["food", "cells"]] = ["cells"] if alone else ["food", "cells"]
    return replace(profile, lives_on=table.ask(muster.seat, "android.sustenance", Choose(choices, about=taking)))


def _species_option(species: str) -> Option:
    package = SPECIES[species]
    traits = ", ".join(name_of(trait) for trait in package.traits) or "no fixed rule"
    return Option(species, package.name, rule=package.rule, note=f"{traits}; {package.mutations} Mutations")


# Skills, features and Mutations of each


def roll_character(table: Table[Any], muster: Muster) -> None:
    """Everything that the tables give to one character apart from its equipment."""
    number = muster.rolled
    muster.models[number] = featured(table, muster, muster.models[number])
    muster.rolled += 1
    if muster.rolled == len(muster.models):
        muster.step = "extras"


def featured(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """The character with the skills, features and Mutations of its type."""
    match profile.type:
        case "human" | "android" | "wretched":  # human.skills, android.equipment-and-skill, wretched.profile
            return with_skill(table, muster, profile)
        case "mutant":
            return with_skill(table, muster, _mutant(table, muster, profile))  # mutant.skill-and-equipment
        case "animal":
            return _animal(table, muster, profile)
        case "plant":
            return _plant(table, muster, profile)
        case "robot":
            return _robot(table, muster, profile)
    return profile


def with_skill(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """A roll on the Skills Table; humans roll twice and keep one (human.skills)."""
    if muster.opponent:
        return with_trait(table, muster, profile, pick(table, muster, profile, "skills", 0))
    return with_one_skill(table, muster, profile, TYPES[profile.type].skill_rolls or 1)


def with_one_skill(table: Table[Any], muster: Muster, profile: Profile, rolls: int = 1) -> Profile:
    """One skill of so many rolls; what the model cannot use is rolled again (ruling.unusable-skill)."""
    while True:
        found = [entry for _ in range(rolls) for entry in _entries(table, muster, "skills")]
        usable = [skill for skill in dict.fromkeys(found) if not misfit(muster, profile, skill)]
        if usable:
            rule = "human.skills" if profile.type == "human" else "creation.choose-entries"
            return with_trait(table, muster, profile, table.ask(muster.seat, rule, one_of(usable)))
        if muster.rulings.unusable_skill == "lost":
            return profile
        table.tell("ruling.unusable-skill", "{name} cannot use that and rolls again", name=profile.name)


def _mutant(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """mutant.number-of-mutations, mutant.kind-of-mutation. With a mental one it is a Psyker (mutant.psyker)."""
    for nth in range(table.roll(one_or_two(), "mutant.number-of-mutations", muster.seat)):
        profile = with_mutation(
            table, muster, profile, nth, kind_of_mutation(table, muster.seat, "mutant.kind-of-mutation")
        )
    return profile


@cache
def one_or_two() -> Reading[int]:
    """1-4: one Mutation; 5-6: two."""
    return total(1).map(lambda face: 1 if face <= 4 else 2, "d6, two Mutations on 5+")


@cache
def physical_or_mental() -> Reading[str]:
    """1-4: physical; 5-6: mental."""
    return total(1).map(lambda face: "physical" if face <= 4 else "mental", "d6, mental on 5+")


def kind_of_mutation(table: Table[Any], seat: str, rule: str) -> str:
    """The die that says on which table a Mutation is rolled."""
    return table.roll(physical_or_mental(), rule, seat)


def _animal(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """animal.package: the Mutations of its species; animal.food.

    Mental ones come later (ruling.animal-mental-at-creation).
    """
    by_die = muster.rulings.animal_mental_at_creation == "die-each"
    for nth in range(SPECIES[profile.species].mutations):
        kind = kind_of_mutation(table, muster.seat, "ruling.animal-mental-at-creation") if by_die else "physical"
        profile = with_mutation(table, muster, profile, nth, kind)
    return replace(profile, food=table.roll(total(1), "animal.food", muster.seat))


def _plant(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """plant.mutations: two from its own table, one mental."""
    for nth, kind in enumerate(("physical", "physical", "mental")):
        profile = with_mutation(table, muster, profile, nth, kind)
    return profile


def _robot(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """robot.rolls: one roll on the Robot Features table, with what the feature brings."""
    feature = drawn(table, muster, profile, "robot-features", 0)
    if feature is None:
        return profile
    return with_trait(table, muster, profile, feature)


def with_mutation(table: Table[Any], muster: Muster, profile: Profile, nth: int, kind: str) -> Profile:
    """One more Mutation, of the physical table of its type or of the mental one; nothing if it has them all."""
    book = mutation_table(profile, kind)
    if is_exhausted(muster, profile, book):
        return profile
    mutation = drawn(table, muster, profile, book, nth)
    if mutation is None:
        return profile
    return with_trait(table, muster, profile, mutation, mental=kind == "mental")


def with_trait(table: Table[Any], muster: Muster, profile: Profile, trait: str, *, mental: bool = False) -> Profile:
    """The profile with a special rule that it got, and all that comes with getting it."""
    detail = _detail(table, muster, trait) or ("mental" if mental and SPECIALS[trait].kind != "mental" else "")
    table.tell(SPECIALS[trait].rule, "{name}: {trait}", name=profile.name, trait=name_of(with_detail(trait, detail)))
    profile = replace(profile, traits=(*profile.traits, with_detail(trait, detail)))
    return brings(one_voice(trait), settled(profile, muster.rulings), table, muster)


def _detail(table: Table[Any], muster: Muster, trait: str) -> str:
    """What is rolled once when the rule is gained.

    ability.absorption-type, ability.energy-projection-type, ability.phobia.
    """
    book = SPECIALS[trait].detail
    return table.roll(roll_on(book), TABLES[book].rule, muster.seat) if book else ""


# Entries of a table: rolled, or picked


def drawn(table: Table[Any], muster: Muster, profile: Profile, book: str, nth: int) -> str | None:
    """An entry of a table that the model can have; nothing if duplicates are wasted."""
    if muster.opponent:
        return pick(table, muster, profile, book, nth)
    while True:
        usable = [entry for entry in _entries(table, muster, book) if not misfit(muster, profile, entry)]
        if usable:
            return table.ask(muster.seat, "creation.choose-entries", one_of(usable))
        if muster.rulings.mutation_duplicates == "wasted":
            return None
        table.tell("ruling.mutation-duplicates", "{name} cannot have that and rolls again", name=profile.name)


def _entries(table: Table[Any], muster: Muster, book: str) -> tuple[str, ...]:
    """What a roll offers: what the row gives or lets choose, or the one that a die decides (fifty-percent-die)."""
    row = row_of(book, table.roll(roll_on(book), TABLES[book].rule, muster.seat))
    if not row.die:
        return row.entries
    first = table.roll(first_half(), "ruling.fifty-percent-die", muster.seat)
    return (row.die[0] if first else row.die[1],)


@cache
def first_half() -> Reading[bool]:
    """1-3 is the first of two, 4-6 the second."""
    return total(1).map(lambda face: face <= 3, "d6, 1-3 the first")


def misfit(muster: Muster, profile: Profile, trait: str) -> str:
    """Why the model cannot have a special rule: it has it, it contradicts another, it cannot use it."""
    if has(profile, trait):
        return "it has that"
    one = one_voice(trait)
    return first_word(wasted_on.said(one, profile, muster)) or first_word(unfit.said(one, profile))


def is_exhausted(muster: Muster, profile: Profile, book: str) -> bool:
    """Whether a table has nothing left that the model could have."""
    return all(misfit(muster, profile, entry) for entry in TABLES[book].entries)


def mutation_table(profile: Profile, kind: str) -> str:
    """The table of the physical or mental Mutations of its type (mutationist-table)."""
    return "mental-mutations" if kind == "mental" else TYPES[profile.type].physical


def pick(table: Table[Any], muster: Muster, profile: Profile, book: str, nth: int) -> str:
    """optional.pick-two-opponent-one: in place of a roll. The third pick is the opponent's (sp-pick-two-procedure)."""
    fitting = [entry for entry in TABLES[book].entries if not misfit(muster, profile, entry)]
    rule = "optional.pick-two-opponent-one"
    if muster.rulings.sp_pick_two_procedure == "propose-two" and len(fitting) > 1:
        one = table.ask(muster.seat, rule, one_of(fitting, "propose one"))
        rest = [entry for entry in fitting if entry != one]
        two = table.ask(muster.seat, rule, one_of(rest, "propose another"))
        return table.ask(muster.opponent, rule, one_of([one, two], "choose what he gets"))
    return table.ask(muster.opponent if nth % 3 == 2 else muster.seat, rule, one_of(fitting))


# Mutationist and Humanoid extras


def all_of(muster: Muster, *types: str) -> bool:
    """Whether the party is made of these types alone."""
    return all(model.type in types for model in muster.models)


def take_extras(table: Table[Any], muster: Muster) -> None:
    """The bonuses of a party's composition that change its models."""
    if may_be_mutationist(muster):
        declared = table.ask(muster.seat, "mutationist.composition", Choose(["mutationist", "plain"], about=Deed))
        muster.mutationist = declared == "mutationist"
    if muster.mutationist:
        _extra_mutation(table, muster)
    _free_humanoid(table, muster)


def may_be_mutationist(muster: Muster) -> bool:
    """mutationist.composition. A party with a bonus of its own may be one too (mutationist-stacks)."""
    if not all_of(muster, *MUTATIONISTS):
        return False
    return muster.rulings.mutationist_stacks == "stacks" or not (all_of(muster, "animal") or all_of(muster, "plant"))


def _extra_mutation(table: Table[Any], muster: Muster) -> None:
    """mutationist.bonus."""
    number = table.ask(muster.seat, "mutationist.bonus", one_model(muster, range(len(muster.models))))
    kind = kind_of_mutation(table, muster.seat, "mutationist.bonus")
    muster.models[number] = with_mutation(table, muster, muster.models[number], 0, kind)


def _free_humanoid(table: Table[Any], muster: Muster) -> None:
    """animal.all-animal-party: a choice; plant.free-humanoid: compulsory (all-animal-humanoid-optional)."""
    if all_of(muster, "animal"):
        rule, type, may_decline = "animal.all-animal-party", "animal", True
    elif sum(model.type == "plant" for model in muster.models) > 4:
        rule, type, may_decline = "plant.free-humanoid", "plant", False
    else:
        return
    gift = TYPES[type].gift
    candidates = _without(muster, type, gift)
    if not candidates:
        return
    options = [*candidates, NOBODY] if may_decline else candidates
    chosen = table.ask(muster.seat, rule, one_model(muster, options))
    if chosen != NOBODY:
        muster.models[int(chosen)] = with_trait(table, muster, muster.models[int(chosen)], gift)


def _without(muster: Muster, type: str, trait: str) -> list[int | str]:
    return [i for i, model in enumerate(muster.models) if model.type == type and not has(model, trait)]


# Questions


def taking(entry: str) -> Deed:
    """What it is to choose an entry of a table, a species, a way of life."""
    return Deed("take", item=entry)


def one_of(entries: Sequence[str], prompt: str = "") -> Choose[str]:
    """One of several special rules or things."""
    return Choose(entries, name_of, prompt=prompt, about=taking)


def one_model(muster: Muster, keys: Sequence[K], prompt: str = "", item: str = "") -> Choose[K]:
    """One of the models, by its number; or a word, as nobody."""

    def describe(key: K) -> Option:
        if isinstance(key, str):
            return Option(key, key)
        model = muster.models[key]
        traits = ", ".join(map(name_of, model.traits))
        return Option(key, model.name, note=f"Q{model.quality}+ C{model.combat} {traits}".strip())

    def about(key: K) -> Deed:
        return Deed(key, item=item) if isinstance(key, str) else Deed("model", item=item, facts={"number": key})

    return Choose(keys, describe, prompt=prompt, about=about)


# Equipment


def equipment_rolls(profile: Profile) -> int:
    """human.equipment, mutant.skill-and-equipment, android.equipment-and-skill, robot.rolls, wretched.profile.

    A Humanoid that had no equipment gets one roll (ability.humanoid).
    """
    return TYPES[profile.type].equipment or equips(voices(rules_of(profile)))


def roll_all_equipment(table: Table[Any], muster: Muster) -> None:
    """creation.equipment-pool: everybody's rolls, then those that the party as a whole has earned."""
    for number, model in enumerate(muster.models):
        for _ in range(equipment_rolls(model)):
            muster.models[number] = one_equipment_roll(table, muster, muster.models[number])
    extra = 2 * models_given_up(muster.size) if muster.purity else 0  # purity.extra-equipment
    first = muster.models[0]
    for _ in range(extra + _machine_bonus(table, muster)):  # nobody's own: for the pool, whoever keeps what it rolled
        muster.pool += one_equipment_roll(table, muster, first).gear[len(first.gear) :]


def _machine_bonus(table: Table[Any], muster: Muster) -> int:
    """android.all-android-party, robot.robotic-party. Androids alone are not robotic (android-or-robotic-party)."""
    if all_of(muster, "android"):
        choice = table.ask(
            muster.seat, "android.all-android-party", Choose(["energy cells", "equipment roll"], about=Deed)
        )
        if choice == "equipment roll":
            return 1
        muster.cells += table.roll(total(1), "android.all-android-party", muster.seat)
    elif all_of(muster, "android", "robot"):
        muster.cells += table.roll(total(1), "robot.robotic-party", muster.seat)
    return 0


def one_equipment_roll(table: Table[Any], muster: Muster, profile: Profile) -> Profile:
    """One roll on the Equipment Table; what a robot cannot hand on stays in it."""
    row = EQUIPMENT.rows[table.roll(roll_equipment(), EQUIPMENT.rule, muster.seat)]
    if profile.type == "robot" and gives_armor(row.grants):  # robot.armor-result, ruling.robot-armor-results
        muster.cells += table.roll(total(1), "robot.armor-result", muster.seat)
        return profile
    grants = row.grants
    if row.instead:
        question = Choose([0, 1], lambda key: _grants_text(row, key), about=lambda key: _grants_deed(row, key))
        chosen = table.ask(muster.seat, "creation.choose-entries", question)
        grants = row.instead if chosen else row.grants
    for grant in grants:
        profile = _granted(table, muster, profile, grant)
    return profile


def gives_armor(grants: tuple[Grant, ...]) -> bool:
    """Whether a row gives armor, a Flak Jacket or an NBC Suit."""
    return any(grant.table == "armor" or (grant.item and GEAR[grant.item].kind == "armor") for grant in grants)


def _grants_text(row: Any, key: int) -> str:
    return ", ".join(
        name_of(grant.item) if grant.item else f"{grant.stock}" for grant in (row.instead if key else row.grants)
    )


def _grants_deed(row: Any, key: int) -> Deed:
    grants = row.instead if key else row.grants
    return Deed("take", facts={"items": [grant.item or grant.table or grant.stock for grant in grants]})


def _granted(table: Table[Any], muster: Muster, profile: Profile, grant: Grant) -> Profile:
    """creation.nested-rolls: an item, one from another table, or a number of something, rolled once."""
    if grant.stock:
        amount = grant.plus
        if grant.dice:
            amount = table.roll(total(grant.dice, 6, grant.plus), "creation.nested-rolls", muster.seat)
        setattr(muster, grant.stock, getattr(muster, grant.stock) + amount)
        return profile
    item = grant.item or random_item(table, muster.seat, grant.table)
    table.tell(GEAR[item].rule, "a {item}", item=name_of(item))
    if stays(muster, profile, item):
        return replace(profile, gear=(*profile.gear, item))
    muster.pool.append(item)
    return profile


def random_item(table: Table[Any], seat: str, book: str) -> str:
    """An item from a table of equipment; some rows leave a choice."""
    row = row_of(book, table.roll(roll_on(book), TABLES[book].rule, seat))
    return table.ask(seat, "creation.choose-entries", one_of(row.entries))


def stays(muster: Muster, profile: Profile, item: str) -> bool:
    """Whether an item belongs to the one who rolled it.

    robot.inbuilt-weapons, robot.drug-result; Herbicide goes to the party (robot-other-items). Of the others each keeps
    what it rolled only if the table plays it so (equipment-pool-scope).
    """
    if profile.type == "robot":
        return GEAR[item].kind != "canister"
    return muster.rulings.equipment_pool_scope == "own-rolls" and objection(profile, item) is None


def hand_out(table: Table[Any], muster: Muster) -> None:
    """creation.equipment-pool: each item to one who can use it, or to the party's stock; then cells and food."""
    kept = []
    for item in muster.pool:
        takers: list[int | str] = [i for i, model in enumerate(muster.models) if takes(model, item)]
        question = one_model(muster, [*takers, STOCK], f"who gets the {name_of(item)}?", item)
        chosen = table.ask(muster.seat, "creation.equipment-pool", question)
        if chosen == STOCK:
            kept.append(item)
        else:
            model = muster.models[int(chosen)]
            muster.models[int(chosen)] = replace(model, gear=(*model.gear, item))
    muster.pool = kept
    _share(table, muster, "cells")
    _share(table, muster, "food")


def takes(profile: Profile, item: str) -> bool:
    """Whether a model can be given an item: it can use it, and can wear it with what it wears."""
    return objection(profile, item) is None and clash_of_armor(profile, item) is None


def clash_of_armor(profile: Profile, item: str) -> str | None:
    """What the model wears that does not go with an item (sp-armor-stacking): one body armor, some things never
    together, nothing twice."""
    worn = [gear for gear in profile.gear if GEAR[gear].kind in ("armor", "generator")]
    if item in worn:
        return item
    body = next((gear for gear in worn if GEAR[gear].body), None)
    if GEAR[item].body and body:
        return body
    return next((gear for gear in worn if gear in GEAR[item].apart or item in GEAR[gear].apart), None)


def _share(table: Table[Any], muster: Muster, stock: Literal["cells", "food"]) -> None:
    """Food and cells are party stock, carried by named models (ruling.equipment-pool-scope)."""
    number = getattr(muster, stock)
    names = [str(i) for i in range(len(muster.models))]
    question = Allocate(
        number,
        names,
        lambda key: muster.models[int(key)].name,
        exactly=False,
        prompt=f"who carries {stock}?",
        facts={"stock": stock},
    )
    shares = table.ask(muster.seat, "creation.equipment-pool", question)
    for key, amount in shares.items():
        model = muster.models[int(key)]
        muster.models[int(key)] = replace(model, **{stock: getattr(model, stock) + amount})
    setattr(muster, stock, number - sum(shares.values()))


# Champion and Leader, last


def give_bonuses(table: Table[Any], muster: Muster) -> None:
    """creation.champion-bonus, creation.leader-bonus: to one model or to two, with all results known.

    creation.bonuses-same-model-and-timing; both may be declined (champion-optional, ability.leader-optional).
    """
    champion = _appointed(table, muster, "creation.champion-bonus", "who is the champion?")
    if champion is not None:
        muster.models[champion] = settled(replace(muster.models[champion], champion=True), muster.rulings)
    leader = _appointed(table, muster, "creation.leader-bonus", "who is the Leader?")
    if leader is not None:
        muster.models[leader] = settled(replace(muster.models[leader], leader=True), muster.rulings)
    muster.name = table.ask(muster.seat, "record.party-sheet", Write("the party's name", limit=60, optional=True))


def _appointed(table: Table[Any], muster: Muster, rule: str, prompt: str) -> int | None:
    """The model that gets a bonus, if the owner wants one to have it."""
    keys: list[int | str] = [*range(len(muster.models)), NOBODY]
    chosen = table.ask(muster.seat, rule, one_model(muster, keys, prompt))
    return None if chosen == NOBODY else int(chosen)


def party_of(muster: Muster) -> Party:
    """The finished party."""
    return Party(
        name=muster.name or f"The party of {muster.seat}",
        size=muster.size,
        mutationist=muster.mutationist,
        food=muster.food,
        cells=muster.cells,
        loot=tuple(muster.pool),
        models=tuple(muster.models),
    )
