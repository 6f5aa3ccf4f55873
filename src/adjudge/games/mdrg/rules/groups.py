"""Group actions: what a Leader may order. One order in a turn, and it ends his own actions (group.leader-first)."""

from __future__ import annotations

from collections.abc import Callable

from adjudge import engine
from adjudge.engine import UMPIRE, Choose, ChooseSome, Option, Table, step
from adjudge.engine.moments import any_of, each
from adjudge.engine.questions import Forecast
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS, Arm
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import (
    enemies_of,
    is_active,
    is_helpless,
    models_of,
    named,
    side_of,
    take_up,
)
from adjudge.games.mdrg.places import active_opponents, apart, are_adjacent, is_within
from adjudge.games.mdrg.rules import actions, morale
from adjudge.games.mdrg.rules.combat import Clash, Modifier, strike, to_shoot
from adjudge.games.mdrg.rules.heights import may_let_go
from adjudge.games.mdrg.rules.line_of_sight import sees
from adjudge.games.mdrg.rules.movement import can_move, carry_out
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.quality import PASSING_FAILURES, Dice, actions_of, needed_by, quality_dice
from adjudge.games.mdrg.rules.ranged import (
    LAPSED,
    Fired,
    announce,
    fired_at,
    give_away,
    land,
    let_fly,
    objection_to,
    reaches,
    shot,
    situation,
    usable,
    wear_of,
    wear_out,
    why_not,
)
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.sticks import own_stick
from adjudge.games.mdrg.wording import words as in_words

ALL_ACTIONS = 99
LEAST, MOST = 2, 5
ENOUGH = "enough"
DICE = (1, 2, 3)


# Moments at which special rules speak


@each
def after_activation(table: Table[Battle], figure: Figure, ones: int) -> None:
    """The activation dice lie on the table; `ones` of them show 1."""


@any_of
def bewilders() -> bool:
    """Whether the model can give no orders."""


def order_deeds(state: Battle, leader: Figure) -> list[Deed]:
    """group.order, regroup.order, concentrated.order: offered to one who can lead, while the turn is not lost."""
    if not can_lead(leader) or (state.turn_lost and state.rulings.order_after_two_failures == "wasted"):
        return []
    deeds = []
    followers = in_earshot(state, leader)
    if any(are_adjacent(state, one, two) for one in followers for two in followers if one is not two):
        deeds.append(Deed("order-group", "order a group to act", 1, "group.order", order_group))
    if len(followers) >= LEAST:
        deeds.append(Deed("order-regroup", "order to regroup", 1, "regroup.order", order_regroup))
    if fire_targets(state, leader):
        deeds.append(Deed("order-fire", "order concentrated fire", 1, "concentrated.order", order_fire))
    return deeds


def can_lead(leader: Figure) -> bool:
    """orders-need-sight: standing, conscious, not confused and not under another's control."""
    return is_active(leader) and not leader.controller and not bewilders(voices(leader.rules))


def in_earshot(state: Battle, leader: Figure) -> list[Figure]:
    """group-members: models of the party not yet activated, within Long of the Leader and in sight of him."""
    models = [one for one in models_of(state, side_of(state, leader)) if one is not leader and not one.activated]
    able = [one for one in models if not is_helpless(one)]
    near = [one for one in able if is_within(state, leader, one, "long")]
    if state.rulings.orders_need_sight == "distance-only":
        return near
    return [one for one in near if sees(state, one, leader, models_block=False)]


# The group's roll


def group_roll(table: Table[Battle], leader: Figure, members: list[Figure], rule: str) -> Dice:
    """group.single-roll: one roll against the worst Quality; nobody's automatic success counts (group-quality)."""
    state = table.state
    seat = side_of(state, leader)
    needed = max(needed_by(state, member, "activation") for member in members)
    count = table.ask(seat, rule, common_dice(needed, rule, "dice for the group"))
    dice = resolve_group(table, needed, count, rule, seat)
    state.turn_lost = state.turn_lost or dice.failures >= PASSING_FAILURES
    for member in members:
        member.activated = True
        after_activation(voices(member.rules), table, member, dice.ones)  # sp-power-armor-group-roll
    return dice


@step
def resolve_group(table: Table[Battle], needed: int, count: int, rule: str, seat: str = UMPIRE) -> Dice:
    """One roll for all of them: an action each for every success."""
    dice = table.roll(quality_dice(needed, count), rule, seat)
    table.tell(rule, "the group has {words}", words=in_words(actions_of(dice)))
    return dice


def common_dice(needed: int, rule: str, prompt: str) -> Choose[int]:
    """One, two or three dice for several models at once, each number with its odds."""

    def foresee(count: int) -> Forecast:
        return lambda table: actions_of(resolve_group(table, needed, count, rule))

    return Choose(
        DICE,
        lambda n: f"{n} dice" if n > 1 else "1 die",
        prompt=prompt,
        about=lambda n: engine.Deed("roll", facts={"dice": n}),
        facts={"needed": needed},
        forecast=foresee,
    )


# Group action


def order_group(table: Table[Battle], leader: Figure) -> int:
    """group.order: two to five in contact with each other; group.free-actions: each may do something else."""
    members = choose_chain(table, leader)
    dice = group_roll(table, leader, members, "group.single-roll")
    for member in members:
        if not member.gone and dice.successes:
            actions.act(table, member, dice.successes)
    return ALL_ACTIONS


def choose_chain(table: Table[Battle], leader: Figure) -> list[Figure]:
    """Models in a chain of contact, named one after the other."""
    state = table.state
    followers = in_earshot(state, leader)
    chosen: list[Figure] = []
    while len(chosen) < MOST:
        keys = [one.id for one in followers if one not in chosen and _joins(state, one, chosen, followers)]
        if len(chosen) >= LEAST:
            keys.append(ENOUGH)
        if not keys:
            break
        question = Choose(keys, _named(state), prompt="who joins the group?", about=_joining)
        key = table.ask(side_of(state, leader), "group.order", question)
        if key == ENOUGH:
            break
        chosen.append(state.figures[key])
    return chosen


def _joining(key: str) -> engine.Deed:
    return engine.Deed(ENOUGH) if key == ENOUGH else engine.Deed("join", key)


def _joins(state: Battle, one: Figure, chosen: list[Figure], followers: list[Figure]) -> bool:
    company = chosen or [other for other in followers if other is not one]
    return any(are_adjacent(state, one, other) for other in company)


def _named(state: Battle) -> Callable[[str], Option]:
    def describe(key: str) -> Option:
        figure = state.figures.get(key)
        return Option(key, named(figure) if figure else key, figure=key if figure else "")

    return describe


# Regroup


def order_regroup(table: Table[Battle], leader: Figure) -> int:
    """regroup.order, regroup.resolution: one roll; everybody goes to the nearest other and does nothing else."""
    state = table.state
    keys = [one.id for one in in_earshot(state, leader)]
    about = lambda key: engine.Deed("regroup", key)  # noqa: E731
    question = ChooseSome(keys, _named(state), least=LEAST, prompt="who regroups?", about=about)
    members = [state.figures[key] for key in table.ask(side_of(state, leader), "regroup.order", question)]
    dice = group_roll(table, leader, members, "regroup.resolution")
    for member in members:
        regroup(table, member, members, dice.successes)
    morale.settle(table)
    return ALL_ACTIONS


def regroup(table: Table[Battle], member: Figure, members: list[Figure], left: int) -> None:
    """The actions of a regrouping model: up on its feet, then towards the nearest other (regroup-unreachable)."""
    while left and not member.gone and (others := _still_apart(table.state, member, members)):
        rising = actions.standing(member)
        if rising and rising[0].cost <= left:
            left -= actions.carry_out(table, member, rising[0])
            continue
        step_closer(table, member, others)
        left -= 1


def _still_apart(state: Battle, member: Figure, members: list[Figure]) -> list[Figure]:
    """The others whom a model has to reach; nobody once it touches one of them."""
    others = [other for other in members if other is not member and not other.gone]
    return [] if any(are_adjacent(state, member, other) for other in others) else others


def step_closer(table: Table[Battle], member: Figure, others: list[Figure]) -> None:
    """One move, as far as it dares."""
    state = table.state
    if not can_move(member) or active_opponents(state, member) or own_stick(state, member) is None:
        return
    nearest = min(others, key=lambda other: (apart(state, member, other), other.id))
    carry_out(table, member, (nearest.x, nearest.y))


# Concentrated fire


def shooters_at(state: Battle, leader: Figure, target: Figure) -> list[tuple[Figure, Arm]]:
    """concentrated-target: each needs sight, range and freedom from melee; with the best of its weapons."""
    return _who_hits(state, _armed(state, leader), target)


def _armed(state: Battle, leader: Figure) -> list[tuple[Figure, list[Arm]]]:
    """Those in earshot who could still fire at somebody, each with what it could fire."""
    waiting = [one for one in in_earshot(state, leader) if not one.attacked]
    armed = [(one, [ARMS[id] for id in usable(one) if not ARMS[id].blast]) for one in waiting]
    return [(one, arms) for one, arms in armed if arms]


def _who_hits(state: Battle, armed: list[tuple[Figure, list[Arm]]], target: Figure) -> list[tuple[Figure, Arm]]:
    """Those of the armed who can fire at a target, each with the best weapon that reaches it."""
    found = []
    for one, arms in armed:
        fit = [arm for arm in arms if _can_hit(state, one, arm, target)]
        if fit:
            found.append((one, max(fit, key=lambda arm: (arm.bonus, arm.id))))
    return found


def _can_hit(state: Battle, shooter: Figure, arm: Arm, target: Figure) -> bool:
    return reaches(state, shooter, target, arm) and objection_to(state, shooter, target, arm) is None


def why_not_with_others(state: Battle, leader: Figure, one: Figure, target: Figure, arm: Arm) -> Objection | None:
    """Why a model cannot join in the fire at a target with this weapon."""
    if is_helpless(one):
        return Objection("transfixed.effects", f"{named(one)} is helpless and shoots at nobody")
    if one not in in_earshot(state, leader):
        return Objection("ruling.group-members", f"{named(one)} is not within Long and in sight of {named(leader)}")
    if arm.id not in usable(one):
        return Objection("ruling.changing-weapons", f"{named(one)} has no {arm.name} ready to fire")
    return objection_to(state, one, target, arm)


def fire_targets(state: Battle, leader: Figure) -> list[Figure]:
    """Whoever two shooters can hit, and at least one may choose as his closest enemy."""
    targets: list[Figure] = []
    armed = _armed(state, leader)
    if len(armed) < LEAST:
        return targets
    for enemy in enemies_of(state, leader):
        shooters = _who_hits(state, armed, enemy)
        if len(shooters) >= LEAST and any(_may_choose(state, pair, enemy) for pair in shooters):
            targets.append(enemy)
    return targets


def _may_choose(state: Battle, shooter: tuple[Figure, Arm], enemy: Figure) -> bool:
    """Whether the closest-enemy rule lets a shooter choose this one by himself."""
    return why_not(state, shooter[0], enemy, shooter[1]) is None


def order_fire(table: Table[Battle], leader: Figure) -> int:
    """concentrated.order: two to five shooters, one activation roll, one shot."""
    state = table.state
    seat = side_of(state, leader)
    keys = [enemy.id for enemy in fire_targets(state, leader)]
    question = Choose(keys, _named(state), prompt="at whom?", about=lambda key: engine.Deed("target", target=key))
    target = state.figures[table.ask(seat, "concentrated.order", question)]
    chosen = choose_shooters(table, seat, shooters_at(state, leader, target), target)
    dice = group_roll(table, leader, [one for one, _ in chosen], "concentrated.single-roll")
    if dice.successes:
        concentrate(table, chosen, target)
    for one, _ in chosen:
        if not one.gone and dice.successes > 1:
            actions.act(table, one, dice.successes - 1)
    return ALL_ACTIONS


def choose_shooters(
    table: Table[Battle], seat: str, shooters: list[tuple[Figure, Arm]], target: Figure
) -> list[tuple[Figure, Arm]]:
    """concentrated-target: two to five, one of whom may choose the target by himself; he is named first."""
    state, able = table.state, {one.id: (one, arm) for one, arm in shooters}
    free = [key for key, pair in able.items() if _may_choose(state, pair, target)]
    firing = lambda key: engine.Deed("fire", key, target.id, able[key][1].id)  # noqa: E731
    first = []
    if len(free) < len(able):
        question = Choose(free, _named(state), prompt="whose closest enemy is it?", about=firing)
        first.append(table.ask(seat, "ruling.concentrated-target", question))
    others = [key for key in able if key not in first]
    least, most = LEAST - len(first), MOST - len(first)
    some = ChooseSome(others, _named(state), least=least, most=most, prompt="who fires?", about=firing)
    return [able[key] for key in (*first, *table.ask(seat, "concentrated.order", some))]


def concentrate(table: Table[Battle], shooters: list[tuple[Figure, Arm]], target: Figure) -> None:
    """concentrated.single-roll: one shot for all of them; what befalls one weapon befalls all (concentrated-ammo)."""
    for one, _ in shooters:
        one.attacked = True
    shooters, fired = resolve_fire(table, shooters, target)
    if fired.lapsed:
        return
    at = (target.x, target.y)
    land(table, concentrated(table.state, shooters, target), fired.target)
    for one, arm in shooters:
        take_up(one, arm.id, lambda gun: gun.works)
        give_away(one, arm)
    wear_out(table, shooters, fired.wear)
    for one, arm in shooters:
        let_fly(table, one, arm, at)
    morale.settle(table)


@step
def resolve_fire(
    table: Table[Battle], shooters: list[tuple[Figure, Arm]], target: Figure
) -> tuple[list[tuple[Figure, Arm]], Fired]:
    """One roll for all of them; those who fire, and what it comes to. A target up a wall may let go before the dice."""
    state = table.state
    if may_let_go(table, target):  # climbing-target: whoever can still shoot at it does
        shooters = [pair for pair in shooters if not target.gone and _can_hit(state, *pair, target)]
    if not shooters:
        return shooters, LAPSED
    for one, arm in shooters:
        announce(table, one, target, arm)
    verdict = strike(table, concentrated(state, shooters, target), "concentrated.single-roll")
    return shooters, fired_at(table, shooters[0][0], verdict, wear_of(state, shooters, verdict.mishap))


def concentrated(state: Battle, shooters: list[tuple[Figure, Arm]], target: Figure) -> Clash:
    """The worst score of the shooters, every modifier that applies to any of them (concentrated.modifiers).

    The target has -1 for every shooter beyond the first; concentrated.no-aimed-shot.
    """
    shots = [shot(state, one, target, arm) for one, arm in shooters]
    worst = min(shots, key=lambda clash: (clash.base + personal(clash), clash.attacker.id if clash.attacker else ""))
    assert worst.attacker is not None
    assert worst.arm is not None
    modifiers: dict[str, int] = {}
    for one, arm in shooters:
        for modifier in situation(state, one, target, arm):
            known = modifiers.get(modifier.rule, 0)
            modifiers[modifier.rule] = (
                min(known, modifier.amount) if modifier.amount < 0 else max(known, modifier.amount)
            )
    return Clash(
        state,
        "shot",
        worst.attacker,
        target,
        arm=worst.arm,
        base=worst.base,
        aimed=len(shooters) - 1,
        modifiers=tuple(Modifier(rule, amount) for rule, amount in modifiers.items()),
        arms=tuple(arm for _, arm in shooters),
    )


def personal(clash: Clash) -> int:
    """What a shooter's own skills add (concentrated-combat-score)."""
    assert clash.attacker is not None
    return to_shoot(voices(clash.attacker.rules), clash)
