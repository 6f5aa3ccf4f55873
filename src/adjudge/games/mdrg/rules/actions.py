"""Actions: what an activated model may do, what it costs, and the loop in which it does it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from adjudge import engine
from adjudge.engine import Choose, Option, Table
from adjudge.engine.moments import any_of, each, gather
from adjudge.games.mdrg.ability import occasion, one_voice, voices
from adjudge.games.mdrg.book import ARMS, CELLS, GEAR, is_litter, name_of
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import (
    bring_forward,
    can_hold,
    current,
    enemies_of,
    friends_of,
    hangs,
    is_helpless,
    is_inbuilt,
    is_mental_deed,
    is_pinned,
    named,
    ready_weapons,
    refresh,
    side_of,
    uses_hands,
    weapon,
)
from adjudge.games.mdrg.places import active_opponents, adjacent, base_of, gap_between, length
from adjudge.games.mdrg.rules import morale
from adjudge.games.mdrg.rules.area import throw_deeds
from adjudge.games.mdrg.rules.artifacts import is_strange, study_deeds, take_into_use
from adjudge.games.mdrg.rules.buildings import door_deeds
from adjudge.games.mdrg.rules.hand_to_hand import attack_deeds
from adjudge.games.mdrg.rules.heights import climb_deeds
from adjudge.games.mdrg.rules.movement import move_deeds
from adjudge.games.mdrg.rules.profiles import may_carry_tainted
from adjudge.games.mdrg.rules.ranged import (
    go_prone,
    is_rock_thrower,
    shot_deeds,
    sighting,
    take_rock,
    upkeep_deeds,
    usable,
)
from adjudge.games.mdrg.state import Battle, Figure, Item

DONE = "done"
BREAK_FREE = 2
MOST_DEEDS = 60


# Moments at which special rules speak


@each
def acts(table: Table[Battle], figure: Figure, deed: str) -> None:
    """The model is about to spend an action on something."""


@gather
def offers(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """What the rule lets the model do with its actions."""


@gather
def lends(state: Battle, me: Figure, other: Figure) -> list[Deed]:
    """What the model lets one do that touches it."""


@any_of
def holds_fast() -> bool:
    """Whether nobody breaks free of it by himself."""


@any_of
def spares_the_mind() -> bool:
    """Whether one who is held can still use Mental Mutations."""


# Moments at which the scenario speaks


@gather
def invites(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """What the place lets a model do."""


@each
def aftermath(table: Table[Battle]) -> None:
    """Somebody has done something, or was done something: what follows from where everybody is now."""


@any_of
def is_settled(state: Battle) -> bool:
    """Whether its end has come, though several sides are left."""


def act(table: Table[Battle], figure: Figure, actions: int, *, barred: tuple[str, ...] = ()) -> None:
    """actions.per-activation: one deed after the other, in any order, until the actions are spent or given up.

    Unused actions are lost (actions-not-saved). `barred` deeds may not be done, as attacks in a Regroup.
    """
    _spend(table, figure, actions, barred)
    table.state.acting = ""


def _spend(table: Table[Battle], figure: Figure, actions: int, barred: tuple[str, ...]) -> None:
    seat = side_of(table.state, figure)
    for _ in range(MOST_DEEDS):
        if figure.gone or side_of(table.state, figure) != seat or is_decided(table.state):
            return
        deeds = {deed.key: deed for deed in possible(table.state, figure, actions) if not deed.key.startswith(barred)}
        if not deeds or not (actions or is_worth_asking(table.state, figure, deeds)):
            return
        table.state.acting = figure.id
        key = table.ask(seat, "actions.per-activation", menu(figure, deeds, actions))
        if key == DONE:
            return
        actions -= carry_out(table, figure, deeds[key])


def is_worth_asking(state: Battle, figure: Figure, deeds: Iterable[str]) -> bool:
    """Whether anything that is free is worth a question once the actions are spent (zero-cost-actions).

    To lie down helps against those who see it and have something to shoot with; before an enemy in contact it only
    helps him. A thing is dropped for a friend who has yet to act and is near enough to come for it, unless it lies
    about everywhere anyway: what the model itself wants to be rid of, it drops for nothing in its next activation.
    """
    offered = set(deeds)
    if offered - {"prone", "drop"}:
        return True
    return ("drop" in offered and _is_dropped_for_somebody(state, figure)) or (
        "prone" in offered and _helps_to_lie_down(state, figure)
    )


def _is_dropped_for_somebody(state: Battle, figure: Figure) -> bool:
    return not is_litter(figure.hand) and any(_may_come(state, it, figure) for it in friends_of(state, figure))


def _helps_to_lie_down(state: Battle, figure: Figure) -> bool:
    shot_at = any(_may_be_shot_by(state, figure, it) for it in enemies_of(state, figure))
    return shot_at and not active_opponents(state, figure)


def _may_be_shot_by(state: Battle, figure: Figure, enemy: Figure) -> bool:
    """Whether the enemy sees it and has a weapon, in hand or at his belt, that shoots farther than a stone flies."""
    arms = (*usable(enemy), *(it.id for it in enemy.weapons))
    return any(not is_litter(arm) for arm in arms) and sighting(state, enemy, figure, and_cover=False).objection is None


def _may_come(state: Battle, friend: Figure, figure: Figure) -> bool:
    is_able = not (friend.activated or is_helpless(friend))
    return is_able and gap_between(state, friend, figure) <= length(state, "long")


def carry_out(table: Table[Battle], figure: Figure, deed: Deed) -> int:
    """One deed and the checks that follow from it; what it cost."""
    acts(voices(figure.rules), table, figure, deed.key)
    if not deed.key.startswith(("shoot", "aim")):  # a volley is one uninterrupted attack (multishot.one-attack)
        figure.volley = []
    if deed.attack:
        figure.attacked = True
    cost = deed.do(table, figure)
    follow_up(table)
    return deed.cost if cost is None else cost


def follow_up(table: Table[Battle]) -> None:
    """What the place makes of it, the Morale checks, and what the place makes of those who ran."""
    aftermath(occasion(table.state), table)
    morale.settle(table)
    aftermath(occasion(table.state), table)
    morale.settle(table)


FOR_GOOD = ("leave", "drop", "let-go")
"""Deeds that cost a model or its gun: nobody should do them by chance."""


def menu(figure: Figure, deeds: dict[str, Deed], actions: int) -> Choose[str]:
    """The deeds as a question, with the odds of each. With no actions left, to do nothing more comes first: it is what
    nearly everybody wants, and a hasty answer must not cost a gun."""

    def describe(key: str) -> Option:
        if key == DONE:
            return Option(key, "nothing more", hotkey="d", caution="apart" if actions else "")
        deed = deeds[key]
        note = price(deed.cost, actions) + (f"; {deed.note}" if deed.note else "")
        caution: Literal["", "ask"] = "ask" if deed.kind in FOR_GOOD else ""
        return Option(key, deed.label, figure=deed.target, rule=deed.rule, note=note, caution=caution)

    prompt = f"{named(figure)} has {actions or 'no'} action{'s' * (actions != 1)}{'' if actions else ' left'}"
    keys = [*deeds, DONE] if actions else [DONE, *deeds]
    return Choose(
        keys,
        describe,
        prompt=prompt,
        about=lambda key: deeds[key].about(figure.id) if key in deeds else engine.Deed(DONE, figure.id),
        facts={"figure": figure.id, "actions": actions},
        forecast=lambda key: deeds[key].forecast if key in deeds else None,
        onward=lambda key: after() if key in deeds and (after := deeds[key].onward) else None,
    )


def price(cost: int, actions: int) -> str:
    """What a deed costs, in words."""
    return f"{cost} of {actions} action{'s' * (actions != 1)}" if cost else "free"


def is_decided(state: Battle) -> bool:
    """Whether only one side is left (game.end), or the scenario has come to its end."""
    return len(sides_left(state)) < 2 or is_settled(occasion(state), state)


def sides_left(state: Battle) -> list[str]:
    """The sides that still have a model of their own to fight with.

    A controlled one does not count (sp-mind-control-turns), nor do those that lie senseless or without power when
    nobody else of their side is left (sp-knocked-out-state).
    """
    own = [f for f in state.figures.values() if f.seat and (f.placed or f.lurking) and not f.gone]
    fighting = [figure for figure in own if not (figure.controller or figure.unconscious or figure.inert)]
    return list(dict.fromkeys(state.teams.get(figure.seat, figure.seat) for figure in fighting))


# What is possible


def possible(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """Everything that the model can do with the actions it has left."""
    if figure.unconscious or figure.inert:
        return []
    if hangs(figure) and not figure.transfixed:
        deeds = _up_the_wall(state, figure, actions)
    elif is_helpless(figure):
        deeds = _breaking_free(figure) + _with_the_mind(state, figure, actions)
    elif actions == 0:
        climbs = climb_deeds(state, figure, actions) if figure.climbing else []
        deeds = [*climbs, *special_deeds(state, figure, actions), *free_deeds(state, figure)]
    elif figure.puzzle is not None:  # ruling.sp-artifact-carry: the next action is the try
        deeds = [*study_deeds(figure), *free_deeds(state, figure)]
    else:
        deeds = [
            *standing(figure),
            *attack_deeds(state, figure, actions),
            *shot_deeds(state, figure, actions),
            *throw_deeds(state, figure, actions),
            *special_deeds(state, figure, actions),
            *upkeep_deeds(state, figure, actions),
            *move_deeds(state, figure, actions),
            *climb_deeds(state, figure, actions),
            *door_deeds(state, figure, actions),
            *handling_deeds(state, figure),
            *free_deeds(state, figure),
        ]
    return [
        deed for deed in deeds if deed.cost <= actions and not (deed.attack and figure.attacked and not figure.volley)
    ]


def special_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.use-mutation, actions.other-uses: what special rules offer."""
    lent = [deed for other in adjacent(state, figure) for deed in lends(voices(other.rules), state, other, figure)]
    here = invites(occasion(state), state, figure, actions)
    return offers(voices(figure.rules), state, figure, actions) + lent + here


def _up_the_wall(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """climb.cannot-fight, climb.psionics: up, down, or let go; with the mind everything."""
    minds = [deed for deed in special_deeds(state, figure, actions) if is_mental_deed(deed.key)] if actions else []
    return [*climb_deeds(state, figure, actions), *minds]


def _breaking_free(figure: Figure) -> list[Deed]:
    """transfixed.break, actions.break-transfix."""
    if holds_fast(one_voice(figure.transfixed)):
        return []
    return [Deed("break-free", "break free", BREAK_FREE, "actions.break-transfix", break_free)]


def break_free(table: Table[Battle], figure: Figure) -> None:
    """Two actions, both in one activation."""
    figure.transfixed = ""
    table.tell("transfixed.break", "{name} breaks free", on=(figure.id,), mark="free", name=named(figure))


def _with_the_mind(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """What one who is held can still do with Mental Mutations."""
    if not spares_the_mind(one_voice(figure.transfixed)):
        return []
    return [deed for deed in special_deeds(state, figure, actions) if is_mental_deed(deed.key)]


def standing(figure: Figure) -> list[Deed]:
    """fallen.stand-up, fall.stand-up-cost; not in a suit that has shut down."""
    if not figure.fallen or is_pinned(figure):
        return []
    cost, rule = (2, "fall.stand-up-cost") if figure.slow_to_rise else (1, "fallen.stand-up")
    return [Deed("stand-up", "stand up", cost, rule, stand_up)]


def stand_up(table: Table[Battle], figure: Figure) -> None:
    """actions.stand-up."""
    morale.stand_up(figure)
    table.tell("actions.stand-up", "{name} stands up", on=(figure.id,), mark="free", name=named(figure))


def free_deeds(state: Battle, figure: Figure) -> list[Deed]:
    """zero-cost-actions: at any moment of the model's own activation."""
    deeds = []
    if not figure.fallen and not is_helpless(figure) and not figure.climbing:
        deeds.append(Deed("prone", "go prone", 0, "actions.go-prone", go_prone))
    if figure.hand and not is_inbuilt(figure, figure.hand):
        deeds.append(Deed("drop", f"drop the {name_of(figure.hand)}", 0, "actions.drop", drop, item=figure.hand))
    return deeds


# Things in hand and on the ground


def drop(table: Table[Battle], figure: Figure) -> None:
    """actions.drop: it lies where the model stands, for an adjacent one to pick up (passing-items)."""
    item = figure.hand
    if not is_litter(item):
        table.state.items.append(take_away(figure, item))
    figure.hand = ""
    refresh(figure)
    table.tell("actions.drop", "{name} drops the {item}", on=(figure.id,), name=named(figure), item=name_of(item))


def take_away(figure: Figure, item: str) -> Item:
    """The model no longer carries one of these: it lies at its feet, a weapon in the state it was in."""
    gun = weapon(figure, item)
    if gun is not None:
        figure.weapons = [one for one in figure.weapons if one is not gun]
    elif figure.gear.get(item):
        figure.gear[item] -= 1
    return Item(item, figure.x, figure.y, gun)


def handling_deeds(state: Battle, figure: Figure) -> list[Deed]:
    """actions.ready-weapon, actions.stow, actions.pick-up: one thing is ready at a time (changing-weapons)."""
    if not uses_hands(figure) or is_helpless(figure):
        return []
    deeds = [_ready_deed(figure, item) for item in to_ready(figure)]
    if figure.hand and not is_litter(figure.hand) and not is_inbuilt(figure, figure.hand):
        deeds.append(Deed("stow", f"put the {name_of(figure.hand)} away", 1, "actions.stow", stow, item=figure.hand))
    if figure.climbing:
        return deeds
    near = base_of(state, figure).diameter
    for number, item in enumerate(state.items):
        if abs(item.x - figure.x) <= near and abs(item.y - figure.y) <= near and can_take(figure, item):
            deeds.append(_pick_up_deed(number, item))
    deeds += [_lay_down_deed(number, item) for number, item in enumerate(figure.bundle) if not item.solved]
    if not figure.hand and is_rock_thrower(figure):
        deeds.append(Deed("pick-rock", "pick up a rock", 1, "rocks.throw", take_rock))
    return deeds


def can_take(figure: Figure, item: Item) -> bool:
    """Whether a thing on the ground is for this model: it can use it, and may touch it (wretched.corpse-contagion)."""
    if item.item not in GEAR and item.item not in ARMS and item.item != CELLS:
        return False
    if item.tainted and not (figure.immune or may_carry_tainted(current(figure))):
        return False
    return can_hold(figure, item.item)


def to_ready(figure: Figure) -> list[str]:
    """What could be taken in hand: weapons, grenades, a powered hand weapon; another of the same kind if it differs."""
    held = weapon(figure, figure.hand)
    guns = [one.id for one in figure.weapons if not one.broken and one != held]
    kinds = ("hand-weapon", "grenade", "canister")
    others = [item for item, count in figure.gear.items() if count and item in GEAR and GEAR[item].kind in kinds]
    loose = dict.fromkeys((*guns, *(item for item in others if item != figure.hand)))
    return [item for item in loose if can_hold(figure, item) and not is_inbuilt(figure, item)]


def _ready_deed(figure: Figure, item: str) -> Deed:
    cost = 2 if figure.hand else 1

    def do(table: Table[Battle], figure: Figure) -> None:
        ready(table, figure, item)

    what = f"another {name_of(item)}" if item == figure.hand else f"the {name_of(item)}"
    label = f"put the {name_of(figure.hand)} away and ready {what}" if figure.hand else f"ready {what}"
    rule = "actions.stow" if figure.hand else "actions.ready-weapon"
    return Deed(f"ready:{item}", label, cost, rule, do, item=item)


def ready(table: Table[Battle], figure: Figure, item: str) -> None:
    """Another thing in hand; of several weapons of a kind one that works, if there is one."""
    held = weapon(figure, item) if figure.hand == item else None
    guns = [one for one in figure.weapons if one.id == item and one is not held and not one.broken]
    if guns:
        bring_forward(figure, max(guns, key=lambda one: one.works))
    figure.hand = item
    refresh(figure)
    table.tell(
        "actions.ready-weapon", "{name} readies the {item}", on=(figure.id,), name=named(figure), item=name_of(item)
    )


def stow(table: Table[Battle], figure: Figure) -> None:
    """Empty hands again."""
    item, figure.hand = figure.hand, ""
    refresh(figure)
    table.tell("actions.stow", "{name} puts the {item} away", on=(figure.id,), name=named(figure), item=name_of(item))


def _pick_up_deed(number: int, found: Item) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> None:
        pick_up(table, figure, number)

    what = f"{found.count} Energy Cells" if found.item == CELLS else f"the {name_of(found.item)}"
    label, at = f"pick up {what}", (found.x, found.y)
    return Deed(f"pick-up:{number}", label, 1, "actions.pick-up", do, item=found.item, at=at)


def pick_up(table: Table[Battle], figure: Figure, number: int) -> None:
    """actions.pick-up, robot.pick-up-weapons. What nobody of its side knows has to be figured out
    (ruling.looting-in-play)."""
    found = table.state.items.pop(number)
    table.tell(
        "actions.pick-up", "{name} picks up the {item}", on=(figure.id,), name=named(figure), item=name_of(found.item)
    )
    if found.item == CELLS:
        figure.cells += found.count
    elif figure.id in found.tried:  # ruling.sp-artifact-retry
        figure.bundle = [*figure.bundle, found]
    elif is_strange(table.state, figure, found):
        figure.puzzle = found
    else:
        take_into_use(figure, found)


def _lay_down_deed(number: int, thing: Item) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> None:
        laid = figure.bundle[number]
        figure.bundle = [one for one in figure.bundle if one is not laid]
        laid.x, laid.y = figure.x, figure.y
        table.state.items.append(laid)
        table.tell(
            "campaign.artifact-unknown",
            "{name} lays the {item} down",
            on=(figure.id,),
            name=named(figure),
            item=name_of(laid.item),
        )

    label = f"lay the {name_of(thing.item)} down for somebody else"
    return Deed(f"lay-down:{number}", label, 0, "campaign.artifact-unknown", do, item=thing.item)


def arms_in_words(figure: Figure) -> list[str]:
    """The weapons of a figure with their state, for a screen."""
    words = []
    ready = ready_weapons(figure)
    for one in figure.weapons:
        marks = [
            word
            for word, is_so in (
                ("ready", any(one is other for other in ready)),
                ("empty", not one.loaded),
                ("jammed", one.jammed),
                ("broken", one.broken),
            )
            if is_so
        ]
        words.append(ARMS[one.id].name + (f" ({', '.join(marks)})" if marks else ""))
    return words
