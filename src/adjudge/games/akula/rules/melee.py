"""Hand-to-Hand Combat: one survivor against all zeds in contact, and what losing does to the survivor."""

from __future__ import annotations

from adjudge.engine import UMPIRE, Choose, Deed, Option, Table
from adjudge.engine.moments import any_of, sum_of
from adjudge.engine.steps import step
from adjudge.engine.wording import several
from adjudge.games.akula.data import NUMBERS, WEAPONS, Blade, blade_of, called
from adjudge.games.akula.figures import remove_survivor, remove_zed, wound
from adjudge.games.akula.places import place_of, survivors_touching
from adjudge.games.akula.readings import BITTEN, EATEN, HURT, KILLED, LAST_WOUND, REMOVED, UNHARMED, WOUND, injury, lead
from adjudge.games.akula.rules.activation import make_noise
from adjudge.games.akula.rules.infection import fall_ill, is_conscious, resolve_infection
from adjudge.games.akula.state import Battle, Survivor, Zed
from adjudge.games.akula.verdicts import Combat, Harm, Ill, Modifier, total_of
from adjudge.games.akula.voices import voices_of

WON, STANDOFF, LOST = "won", "standoff", "lost"
BAREHANDED = -1
DEADLY_MARKERS = 3
"""ruling.injury-markers-limit: as a house rule, how many markers remove a survivor."""


# ---------------------------------------------------------------------- what kinds of zed have to say


@sum_of
def fighting_bonus(zed: Zed) -> int:
    """What a zed adds to its side besides being one more."""
    raise NotImplementedError


@any_of
def is_bonus_enough(state: Battle) -> bool:
    """Whether a zed that has a bonus of its own is not counted as a further one."""
    raise NotImplementedError


@any_of
def takes_wounds(state: Battle) -> bool:
    """Whether it takes several wounds to be rid of a zed, instead of one headshot or point."""
    raise NotImplementedError


@any_of
def falls_in_melee(state: Battle) -> bool:
    """Whether one point in a fight removes a zed all the same."""
    raise NotImplementedError


@any_of
def is_proof(state: Battle, blast: bool) -> bool:
    """Whether a zed cannot be removed that way."""
    raise NotImplementedError


# ---------------------------------------------------------------------- modifiers


def best_blade(survivor: Survivor) -> Blade | None:
    """ruling.melee-weapon-choice: the best melee weapon carried."""
    carried = [blade for name in survivor.weapons if (blade := blade_of(name)) is not None]
    return max(carried, key=lambda blade: blade.bonus, default=None)


def weapon_modifier(survivor: Survivor) -> Modifier:
    """melee.weapon, else melee.firearm, else melee.barehanded: only one of them applies."""
    blade = best_blade(survivor)
    if blade is not None:
        return Modifier("melee.weapon", blade.bonus, blade.name)
    firearm = next((name for name in survivor.weapons if name in WEAPONS and not WEAPONS[name].thrown), "")
    return Modifier("melee.firearm", 0, firearm) if firearm else Modifier("melee.barehanded", BAREHANDED, "barehanded")


def survivor_modifiers(state: Battle, survivor: Survivor, zeds: list[Zed]) -> list[Modifier]:
    """melee.injury, melee.skill and the weapon (and as a house rule helpers: ruling.survivors-together)."""
    found = [weapon_modifier(survivor)]
    if survivor.injuries:
        markers = several(survivor.injuries, "injury marker")
        found.append(Modifier("melee.injury", -survivor.injuries, markers))
    if "melee" in survivor.skills:
        found.append(Modifier("melee.skill", 1, "melee skill"))
    if state.rulings.survivors_together == "help":
        others = {other.id for zed in zeds for other in survivors_touching(state, zed.stand)} - {survivor.id}
        if others:
            found.append(Modifier("ruling.survivors-together", len(others), several(len(others), "helper")))
    return found


def survivor_bonus(state: Battle, survivor: Survivor, zeds: list[Zed]) -> int:
    return total_of(survivor_modifiers(state, survivor, zeds))


def zed_modifiers(state: Battle, zeds: list[Zed]) -> list[Modifier]:
    """melee.extra-zeds, and melee.tank less wounds (ruling.tank-counts-as-additional: both)."""
    if state.rulings.melee_knocked_back == "uncounted":  # ruling.melee-knocked-back
        zeds = [zed for zed in zeds if not zed.down] or zeds[:1]
    strong = [zed for zed in zeds if is_bonus_enough(voices_of(zed), state)]
    further = max(0, len(zeds) - len(strong) - 1)
    found = [Modifier("melee.extra-zeds", further, several(further, "further zed"))] if further else []
    for zed in zeds:
        bonus = fighting_bonus(voices_of(zed), zed)
        if bonus:
            wounds = f", {several(zed.wounds, 'wound')}" if zed.wounds else ""
            found.append(Modifier("melee.tank", bonus, f"{called(zed.id)}{wounds}"))
    return found


def zeds_bonus(state: Battle, zeds: list[Zed]) -> int:
    return total_of(zed_modifiers(state, zeds))


# ---------------------------------------------------------------------- a combat


def fight(table: Table[Battle], survivor: Survivor, zeds: list[Zed]) -> Combat:
    """One combat, whoever began it: resolved, then carried out."""
    if is_conscious(survivor):
        rev_up(table, survivor)
    combat = resolve_combat(table, survivor, zeds)
    for harm in combat.struck:
        strike_down(table.state, harm)
    if combat.injury is not None:
        suffer(table, combat.injury)
    return combat


def rev_up(table: Table[Battle], survivor: Survivor) -> None:
    """A chainsaw sounds in every combat its user fights with it (ruling.which-shots-are-loud)."""
    blade = best_blade(survivor)
    if blade is not None and blade.loud:
        make_noise(table, survivor.stand, f"a {blade.name}")


@step
def resolve_combat(table: Table[Battle], survivor: Survivor, zeds: list[Zed]) -> Combat:
    """melee.one-die-per-side: all zeds in contact are one combat; melee.highest-wins."""
    state = table.state
    if not is_conscious(survivor):  # ruling.infection-stages: lost without dice
        return Combat("lost", injury=resolve_injury(table, survivor, "melee.zeds-win", how=BITTEN))
    mine, theirs = survivor_modifiers(state, survivor, zeds), zed_modifiers(state, zeds)
    name = survivor.name
    for modifier in mine:
        table.tell(
            modifier.rule,
            "{name}: {amount:+d}, {why}.",
            on=(survivor.id,),
            name=name,
            amount=modifier.amount,
            why=modifier.why,
        )
    for modifier in theirs:
        words, on = "The zeds around {name}: {amount:+d}, {why}.", (zeds[0].id, survivor.id)
        table.tell(modifier.rule, words, on=on, name=name, amount=modifier.amount, why=modifier.why)
    reading = lead(total_of(mine), total_of(theirs))
    ahead = table.roll(reading, "melee.one-die-per-side", (survivor.seat, UMPIRE))
    if ahead > 0:
        points = several(ahead, "point")
        table.tell(
            "melee.highest-wins",
            "{name} wins by {points}.",
            on=(survivor.id, *(it.id for it in zeds)),
            mark="strike",
            name=name,
            points=points,
        )
        return Combat("won", spend(table, survivor, zeds, ahead))
    if ahead == 0:
        table.tell("melee.draw", "{name} and the zeds: a standoff.", on=(survivor.id,), mark="safe", name=name)
        return Combat("standoff")
    if is_harmless(state, zeds):
        table.tell("ruling.melee-knocked-back", "The zeds win, but lie on the ground: a standoff.")
        return Combat("standoff")
    table.tell("melee.zeds-win", "The zeds overpower {name}.", on=(zeds[0].id, survivor.id), mark="strike", name=name)
    return Combat("lost", injury=resolve_injury(table, survivor, "melee.zeds-win", how=BITTEN))


def is_harmless(state: Battle, zeds: list[Zed]) -> bool:
    """ruling.melee-knocked-back: zeds that are all knocked back do no harm."""
    return state.rulings.melee_knocked_back == "harmless" and all(zed.down for zed in zeds)


def toughness(state: Battle, zed: Zed) -> int:
    """How many points it takes to be rid of a zed (ruling.tank-in-melee)."""
    if is_proof(voices_of(zed), state, blast=False):
        return 0
    return NUMBERS.tank_wounds - zed.wounds if is_worn_down(state, zed) else 1


def is_worn_down(state: Battle, zed: Zed) -> bool:
    """Whether a point only wounds it (ruling.tank-in-melee)."""
    voices = voices_of(zed)
    return takes_wounds(voices, state) and not falls_in_melee(voices, state)


def spend(table: Table[Battle], survivor: Survivor, zeds: list[Zed], points: int) -> tuple[Harm, ...]:
    """melee.survivor-wins: a zed for each point of difference (ruling.removal-count), as the player chooses."""
    state = table.state
    left = {zed.id: tough for zed in zeds if (tough := toughness(state, zed))}
    struck = []
    while points and left:
        question = Choose(
            list(left),
            lambda id_: describe_fallen(state, id_),
            prompt=f"{survivor.name} won: which zed?",
            about=lambda id_: Deed("strike down", survivor.id, id_, facts={"points": left[id_]}),
            facts={"points": points},
        )
        chosen = table.ask(survivor.seat, "melee.survivor-wins", question)
        struck.append(resolve_blow(table, state.zeds[chosen], left[chosen]))
        points, left[chosen] = points - 1, left[chosen] - 1
        if not left[chosen]:
            del left[chosen]
    return tuple(struck)


def resolve_blow(table: Table[Battle], zed: Zed, tough: int) -> Harm:
    """One point spent on a zed that so many of them remove (ruling.tank-in-melee)."""
    if not is_worn_down(table.state, zed):
        table.tell("melee.survivor-wins", "{zed} is destroyed.", on=(zed.id,), mark="dead", zed=called(zed.id))
        return Harm(zed.id, REMOVED)
    tell_wound(table, zed, NUMBERS.tank_wounds - tough + 1)
    return Harm(zed.id, LAST_WOUND if tough == 1 else WOUND)


def tell_wound(table: Table[Battle], zed: Zed, wounds: int) -> None:
    """tank.wounds, tank.third-wound."""
    if wounds >= NUMBERS.tank_wounds:
        table.tell("tank.third-wound", "{zed} is destroyed.", on=(zed.id,), mark="dead", zed=called(zed.id))
    else:
        table.tell(
            "tank.wounds",
            "{zed} has {wounds}.",
            on=(zed.id,),
            mark="wound",
            zed=called(zed.id),
            wounds=several(wounds, "wound"),
        )


def strike_down(state: Battle, harm: Harm) -> None:
    if harm.result == REMOVED:
        remove_zed(state, state.zeds[harm.target])
    else:
        wound(state, state.zeds[harm.target])


def describe_fallen(state: Battle, id_: str) -> Option:
    zed = state.zeds[id_]
    marks = ["knocked back"] if zed.down else []
    marks += [several(zed.wounds, "wound")] if zed.wounds else []
    return Option(id_, called(id_), figure=id_, point=zed.stand.at, note=", ".join(marks), rule="melee.survivor-wins")


# ---------------------------------------------------------------------- being hurt


@step
def resolve_injury(table: Table[Battle], survivor: Survivor, rule: str, modifier: int = 0, *, how: str = HURT) -> Harm:
    """table.survivor-injury, with -1 for armour (melee.armour), and the infection that a marker may bring.

    Zeds bite; debris, blasts and vehicles only hurt.
    """
    if survivor.armour:
        table.tell("melee.armour", "{name}: -1, armour.", on=(survivor.id,), name=survivor.name)
        modifier -= 1
    result = table.roll(injury(modifier), rule, survivor.seat)
    if result == UNHARMED:
        table.tell("injury.unharmed", "{name} is unharmed.", on=(survivor.id,), mark="safe", name=survivor.name)
        return Harm(survivor.id, UNHARMED)
    if result == EATEN:
        words = "{name} is eaten alive." if how == BITTEN else "{name} is killed."
        table.tell("injury.eaten", words, on=(survivor.id,), mark="dead", name=survivor.name)
        return Harm(survivor.id, EATEN if how == BITTEN else KILLED)
    return resolve_marker(table, survivor, how)


def resolve_marker(table: Table[Battle], survivor: Survivor, how: str = HURT) -> Harm:
    """injury.bitten: a marker, without limit (ruling.injury-markers-limit), and the infection that it may bring."""
    text = "{name} is {how}: injury marker {count}."
    table.tell(
        "injury.bitten", text, on=(survivor.id,), mark="wound", name=survivor.name, how=how, count=survivor.injuries + 1
    )
    if is_last_marker(table.state, survivor):
        table.tell(
            "ruling.injury-markers-limit",
            "{name} dies of the third wound.",
            on=(survivor.id,),
            mark="dead",
            name=survivor.name,
        )
        return Harm(survivor.id, how, fatal=True)
    ill = resolve_infection(table, survivor)
    return Harm(survivor.id, how, ill.infected, ill.countdown)


def is_last_marker(state: Battle, survivor: Survivor) -> bool:
    """ruling.injury-markers-limit: markers add up without limit, or the third is the last."""
    limited = state.rulings.injury_markers_limit == "three"
    return limited and survivor.injuries + 1 >= DEADLY_MARKERS


def suffer(table: Table[Battle], harm: Harm) -> None:
    """Carries an injury out: injury.bitten places a marker, injury.eaten removes the figure."""
    state = table.state
    survivor = state.survivors[harm.target]
    if harm.result in (BITTEN, EATEN) and state.rulings.which_shots_are_loud == "bites":  # ruling.which-shots-are-loud
        make_noise(table, place_of(state, survivor), "a scream")
    if harm.result in (BITTEN, HURT):
        survivor.injuries += 1
        fall_ill(survivor, Ill(harm.infected, harm.countdown))
    if harm.fatal or harm.result in (EATEN, KILLED):
        remove_survivor(state, survivor)
