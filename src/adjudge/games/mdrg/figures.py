"""Figures: who is on whose side, who can fight, what a model is at this moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from adjudge.engine.moments import any_of, chain, each, gather, highest_of
from adjudge.games.mdrg.ability import is_special, marked, one_voice, voices
from adjudge.games.mdrg.book import ARMS, GEAR, SPECIALS, Stick, split
from adjudge.games.mdrg.party import Profile, inborn_rules
from adjudge.games.mdrg.rules.profiles import has_hands, is_leading, moving, objection
from adjudge.games.mdrg.state import Battle, Figure, Weapon

# Moments at which special rules speak


@each
def mustered(figure: Figure) -> None:
    """A model with such a mark takes its place in a battle."""


@any_of
def mutes(rule: str) -> bool:
    """An effect's: whether it takes this special rule from the model."""


@highest_of
def larger() -> int:
    """0 normal, 1 Big, 2 Huge."""


@chain
def stick_for(stick: Stick, in_water: bool) -> Stick:
    """The stick for this move."""


@any_of
def hampers() -> bool:
    """Whether the model moves one category lower than it would."""


@any_of
def pins() -> bool:
    """Whether the model can neither move nor rise nor recoil."""


@any_of
def moves_once() -> bool:
    """Whether it makes only one move in a turn."""


@any_of
def clinging() -> bool:
    """Whether the model walks on walls."""


@any_of
def is_made() -> bool:
    """Whether the model is made and not born."""


@any_of
def is_green() -> bool:
    """Whether plant poisons work on the model."""


@gather
def natural_arms(figure: Figure) -> list[str]:
    """The natural weapons that the model can shoot."""


def muster_figure(id: str, seat: str, profile: Profile) -> Figure:
    """A model as it enters play: weapons loaded (weapons-start-loaded) if the sheet says nothing else, cells and
    doses as on it."""
    figure = Figure(id, seat, profile, immune=profile.immune)
    empty, broken = list(profile.empty), list(profile.broken)
    for item in profile.gear:
        if GEAR[item].kind in ("gun", "missile"):
            figure.weapons.append(Weapon(item, loaded=not _struck_off(empty, item), broken=_struck_off(broken, item)))
        else:
            figure.gear[item] = figure.gear.get(item, 0) + 1
            if GEAR[item].kind == "generator" and _struck_off(empty, item):  # ruling.sp-cells-between-games
                figure.effects.append(f"{item} off")
    figure.tainted = list(profile.tainted)
    figure.cells = profile.cells
    figure.hand = first_weapon(profile)
    for rule in marked(profile):
        mustered(one_voice(rule), figure)
    refresh(figure)
    return figure


def _struck_off(listed: list[str], item: str) -> bool:
    """Whether a thing is listed; if so it is no longer."""
    if item not in listed:
        return False
    listed.remove(item)
    return True


def first_weapon(profile: Profile) -> str:
    """actions.ready-weapon-at-start: one weapon is ready, the marked one or else the first that is shot.

    A robot's are built in: its hand is free (robot.pick-up-weapons).
    """
    if profile.type == "robot":
        return ""
    shot = [item for item in profile.gear if GEAR[item].kind in ("gun", "missile")]
    struck = [item for item in profile.gear if GEAR[item].kind == "hand-weapon"]
    return profile.ready or next(iter((*shot, *struck)), "")


def current(figure: Figure) -> Profile:
    """The profile that counts: its own, or the one it has copied."""
    return figure.form or figure.profile


def refresh(figure: Figure) -> None:
    """Brings the special rules of a figure up to date after anything that changes them."""
    profile = current(figure)
    traits: tuple[str, ...] = (*inborn_rules(profile.type, profile.species), *profile.traits)
    marks = tuple(rule for rule in marked(figure.profile) if rule not in (*traits, *figure.effects))
    worn = tuple(item for item in figure.gear if is_worn(figure, item))
    rules = (*traits, *marks, *worn, *kinds_carried(figure), *figure.effects)
    effects = voices(tuple(figure.effects))
    if mutes.is_answered(effects):
        rules = tuple(rule for rule in rules if not mutes(effects, rule))
    figure.rules = rules


def kinds_carried(figure: Figure) -> tuple[str, ...]:
    """The kinds of things it carries that let it do something, whichever of them it is."""
    kinds = dict.fromkeys(GEAR[item].kind for item, count in figure.gear.items() if count and item in GEAR)
    return tuple(kind for kind in kinds if is_special(kind))


def is_drug(item: str) -> bool:
    """Whether an item is a dose of something."""
    return item in GEAR and GEAR[item].kind == "drug"


def is_worn(figure: Figure, item: str) -> bool:
    """Whether an item works for its bearer now: armor he can wear in this form, a hand weapon that is ready, a tool."""
    kind = GEAR[item].kind if item in GEAR else ""
    if not figure.gear[item] or f"{item} off" in figure.effects:
        return False
    if kind == "hand-weapon":
        return figure.hand == item or is_inbuilt(figure, item)
    return kind in ("armor", "generator", "tool") and objection(current(figure), item) is None


def owns(figure: Figure, rule: str) -> bool:
    """Whether a figure has a special rule now."""
    return any(split(one)[0] == rule for one in figure.rules)


def quality(figure: Figure) -> int:
    """The Quality number with everything that it has lost."""
    return current(figure).quality + sum(figure.losses.values())


def size(figure: Figure) -> int:
    """0 normal, 1 Big, 2 Huge."""
    return size_by(figure.rules)


@cache
def size_by(rules: tuple[str, ...]) -> int:
    """Asked for with every measurement, and always the same for the same special rules."""
    return larger(voices(rules))


def stick_of(figure: Figure, *, in_water: bool = False) -> Stick | None:
    """The stick it moves with; None: below Short, two actions for a Short move (ruling.infection-limits)."""
    own = voices(figure.rules)
    stick = stick_for(own, moving(own, "medium"), in_water)
    return lowered(stick) if hampers(own) else stick


def lowered(stick: Stick | None) -> Stick | None:
    """One category lower: Long as Medium, Medium as Short; below Short there is none."""
    below: dict[Stick, Stick | None] = {"long": "medium", "medium": "short", "short": None}
    return below[stick] if stick else None


# Sides


def side_of(state: Battle, figure: Figure) -> str:
    """The seat that a figure acts for: its owner's, or the one that the telepath who controls it acts for."""
    return side_of(state, state.figures[figure.controller]) if figure.controller else figure.seat


def side_name(state: Battle, team: str) -> str:
    """How a sentence calls a side: allies by the name of their side, a seat by whoever sits there (`named`)."""
    return f"{{{team}}}" if team in state.seats else team


def team_of(state: Battle, figure: Figure) -> str:
    """The side it fights on; allies share one."""
    seat = side_of(state, figure) if figure.controller else figure.seat
    return state.teams.get(seat, seat)


def are_enemies(state: Battle, one: Figure, two: Figure) -> bool:
    """Everyone not allied is an enemy (multiplayer-details)."""
    return team_of(state, one) != team_of(state, two)


def in_play(state: Battle) -> list[Figure]:
    """Everyone on the table."""
    return [figure for figure in state.figures.values() if figure.placed and not figure.gone]


def enemies_of(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies on the table."""
    team, teams = team_of(state, figure), state.teams
    return [
        one
        for one in state.figures.values()
        if one.placed
        and not one.gone
        and (team_of(state, one) if one.controller else teams.get(one.seat, one.seat)) != team
    ]


def friends_of(state: Battle, figure: Figure) -> list[Figure]:
    """The others of its side on the table."""
    team, teams = team_of(state, figure), state.teams
    return [
        one
        for one in state.figures.values()
        if one.placed
        and not one.gone
        and one is not figure
        and (team_of(state, one) if one.controller else teams.get(one.seat, one.seat)) == team
    ]


def models_of(state: Battle, seat: str) -> list[Figure]:
    """The models that a seat may activate."""
    return [
        one
        for one in state.figures.values()
        if one.placed and not one.gone and (side_of(state, one) if one.controller else one.seat) == seat
    ]


# What a figure can do


def is_helpless(figure: Figure) -> bool:
    """Transfixed, or treated as such: unconscious (sp-knocked-out-state), a machine without power, a climber."""
    return bool(figure.transfixed) or figure.unconscious or figure.inert or hangs(figure)


def hangs(figure: Figure) -> bool:
    """climb.cannot-fight: part-way up a wall and not one who clings to it; stairs and ladders are no climb."""
    return "hanging" in figure.effects


def is_pinned(figure: Figure) -> bool:
    """Whether it can neither move nor rise nor recoil, though it may strike (sp-power-armor-shutdown-length)."""
    return pins(voices(figure.rules))


def most_moves(figure: Figure) -> int:
    """The moves it can make in a turn: Slow models have one (ability.slow)."""
    return 1 if moves_once(voices(figure.rules)) else 99


def clings(figure: Figure) -> bool:
    """climb.clinging."""
    return clinging(voices(figure.rules))


def is_on_the_ground(figure: Figure) -> bool:
    """Whether it is neither on a raised piece nor part-way up one."""
    return not figure.on and not figure.climbing


def is_active(figure: Figure) -> bool:
    """Standing, conscious and not Transfixed (recoil-active-enemy)."""
    return not figure.fallen and not is_helpless(figure)


def is_down(figure: Figure) -> bool:
    """Whether a loss kills it outright: Fallen, or helpless."""
    return figure.fallen or is_helpless(figure)


def is_type(figure: Figure, *types: str) -> bool:
    """Whether it is of one of these types, in the form it has."""
    return current(figure).type in types


def is_artificial(figure: Figure) -> bool:
    """Androids, Robots and whatever else has the rule."""
    return is_made(voices(figure.rules))


def leads(figure: Figure) -> bool:
    """Whether it is a Leader, by appointment or by skill."""
    return is_leading(voices(figure.rules))


def is_plant(figure: Figure) -> bool:
    """Whether it is a Mutated Plant."""
    return is_type(figure, "plant")


def is_vegetable(figure: Figure) -> bool:
    """Whether plant poisons work on it: a Plant, or something that lives on light (ability.photosynthesis)."""
    return is_plant(figure) or is_green(voices(figure.rules))


def uses_hands(figure: Figure) -> bool:
    """Whether it can hold things in the form it has."""
    return has_hands(current(figure))


def can_hold(figure: Figure, item: str) -> bool:
    """Whether it can use an item in the form it has."""
    return item not in GEAR or objection(current(figure), item) is None or is_type(figure, "robot")


def weapon(figure: Figure, id: str) -> Weapon | None:
    """The weapon of a kind that it uses: of several the first."""
    return next((one for one in figure.weapons if one.id == id), None)


def is_inbuilt(figure: Figure, item: str) -> bool:
    """Whether something is a part of a robot (robot.inbuilt-weapons)."""
    return is_type(figure, "robot") and item in figure.profile.gear


def is_ready(figure: Figure, id: str) -> bool:
    """In hand, in-built, or part of the body (changing-weapons, robot-inbuilt-ready)."""
    return ARMS[id].natural or figure.hand == id or is_inbuilt(figure, id)


def ready_weapons(figure: Figure) -> list[Weapon]:
    """The weapons that it can use now, broken or not: the one in hand, those that are built in."""
    ready = [one for one in figure.weapons if is_ready(figure, one.id) and can_hold(figure, one.id)]
    return [one for one in ready if is_inbuilt(figure, one.id) or one is weapon(figure, one.id)]


def take_up(figure: Figure, id: str, fits: Callable[[Weapon], bool]) -> Weapon | None:
    """Of several ready weapons of a kind the first that fits: from now on that is the one in use."""
    gun = next((one for one in ready_weapons(figure) if one.id == id and fits(one)), None)
    if gun is not None:
        bring_forward(figure, gun)
    return gun


def bring_forward(figure: Figure, gun: Weapon) -> None:
    """Before the others of its kind."""
    if gun is not weapon(figure, gun.id):
        figure.weapons = [gun, *(one for one in figure.weapons if one is not gun)]


def held(figure: Figure) -> list[str]:
    """What it holds ready: the thing in its hand, the weapons that are built in."""
    inbuilt = [one.id for one in figure.weapons if is_inbuilt(figure, one.id)]
    return list(dict.fromkeys([figure.hand, *inbuilt] if figure.hand else inbuilt))


def arms_at_hand(figure: Figure) -> list[str]:
    """What it could fire now, its own body included."""
    carried = [one.id for one in ready_weapons(figure) if one.works]
    natural = natural_arms(voices(figure.rules), figure)
    return list(dict.fromkeys((*carried, *natural)))


def is_mental_deed(key: str) -> bool:
    """Whether a deed is the use of a Mental Mutation: its key begins with the Mutation's id."""
    id = key.partition(":")[0]
    return id in SPECIALS and SPECIALS[id].kind == "mental"


def named(figure: Figure) -> str:
    """Its name."""
    return figure.profile.name
