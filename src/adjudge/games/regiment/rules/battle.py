"""Battle moves: attack, assault, covering fire, maneuver, attack a vehicle.

Shooting to harm is an attack, without a roll or gear of its own; closing in to take ground is an assault
(ruling.plain-attack-vs-assault). The sequence of an attack, and hit the deck, are in `attack`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from adjudge.engine import Choose, ChooseSome, Deed, Option, Table
from adjudge.engine.moments import any_of
from adjudge.engine.steps import step
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import numbers, vehicles, weapons
from adjudge.games.regiment.places import band_of_places, is_there
from adjudge.games.regiment.rules import conditions, peripheral
from adjudge.games.regiment.rules.attack import (
    carry_out_all,
    cost_of,
    in_full,
    pay,
    resolve_volley,
    take_position,
    volley,
)
from adjudge.games.regiment.rules.core import Attempt, Modifier, give_forward, owe_gm_move, roll_stat
from adjudge.games.regiment.rules.equipment import step_on_mines
from adjudge.games.regiment.rules.experience import mark_xp
from adjudge.games.regiment.rules.fire import is_armored, is_quick, not_ready, pool, why_not
from adjudge.games.regiment.state import Anybody, Charge, Fire, Occasion, Session, Soldier, Team, Tier, Vehicle
from adjudge.story import GM, Beat, Speaker, effect

Foresee = Callable[[Fire], Callable[[Table[Session]], object]]
"""What an attack would do, as a rule to be run on a copy."""


@any_of
def marks_for_breaking_cover() -> bool:
    """Whether leaving cover to take the fight to the enemy marks xp."""
    return False


# ---------------------------------------------------------------------- what can be fired at what


def enemies_in_sight(session: Session, side: str = "enemy") -> list[Team | Vehicle]:
    """Everybody of a side who can be fired at."""
    others: list[Team | Vehicle] = [*session.teams.values(), *session.vehicles.values()]
    return [it for it in others if it.side == side and is_there(it) and not it.hidden and not _is_spent(it)]


def _is_spent(figure: Team | Vehicle) -> bool:
    """Nobody left to fire at: all down or out, or a wreck."""
    return figure.is_destroyed if isinstance(figure, Vehicle) else not figure.able


def weapons_at_hand(session: Session, figure: Anybody) -> list[str]:
    """What a figure can fire: its own, or those of the vehicle it is in; a gun that is destroyed is gone for good."""
    if isinstance(figure, Soldier) and figure.inside:
        figure = session.vehicles[figure.inside]
    if isinstance(figure, Vehicle):
        broken = "system destroyed: gun" in figure.major
        return [it for at, it in enumerate(vehicles()[figure.kind].weapons) if at or not broken]
    return list(dict.fromkeys(held.weapon for held in figure.weapons))


def shots(session: Session, figure: Anybody, targets: Sequence[Anybody], occasion: Occasion = "") -> list[Fire]:
    """Every effective attack of a figure on these targets, each with and without what ammo can buy."""
    found = []
    for weapon in weapons_at_hand(session, figure):
        if weapon == "rifle-grenade" and not any(held.weapon == "battle-rifle" for held in figure.weapons):
            continue  # ruling.rifle-grenade-launcher
        for target in targets:
            plain = Fire(weapon, target.id, figure.id, occasion=occasion, fixed=_is_fixed(figure, weapon))
            orders = () if not_ready(session, plain) else (plain, *_boosted(session, plain, target))
            found += [it for it in orders if why_not(session, it) is None]
    return found


def _is_fixed(figure: Anybody, weapon: str) -> bool:
    """ruling.bayonet-dice: on a rifle, if there is one."""
    return weapon == "bayonet" and any(weapons()[held.weapon].kind == "rifle" for held in figure.weapons)


def _boosted(session: Session, plain: Fire, target: Anybody) -> list[Fire]:
    """tag.autofire and tag.spray: one payment, one of two effects (ruling.autofire-one-option); without it they are
    ordinary weapons (ruling.autofire-without-ammo)."""
    tags = weapons()[plain.weapon].tags
    choices: list[str] = []
    if "autofire" in tags:
        choices = [*(["volume"] if is_group(session, target) else []), *(["area"] if "area" not in tags else [])]
    elif "spray" in tags and _is_near(session, plain):
        choices = ["area"] if is_several(session, target) else ["volume"]
    return [replace(plain, boost=choice) for choice in choices]


def _is_near(session: Session, plain: Fire) -> bool:
    """tag.spray: tight or close only, whatever the weapon's best range (ruling.spray-out-of-optimal)."""
    shooter, target = session.figure(plain.attacker), session.figure(plain.target)
    return band_of_places(session, shooter.place, target.place) in ("tight", "close")


def is_several(session: Session, target: Anybody) -> bool:
    """Two people close together, or a team with at least two able soldiers."""
    if isinstance(target, Team):
        return target.able > 1
    beside = [it for it in session.figures() if it.place == target.place and it.side == target.side and is_there(it)]
    return not isinstance(target, Vehicle) and len(beside) > 1


def is_group(session: Session, target: Anybody) -> bool:
    """ruling.autofire-single: autofire's step is for a group, by house rule for one person too."""
    if isinstance(target, Vehicle):
        return False
    return session.rulings.autofire_single == "one" or is_several(session, target)


def affordable(session: Session, soldier: Soldier, orders: list[Fire], own: int = 0) -> list[Fire]:
    """core.spend: who cannot pay cannot choose it."""
    covered = own and session.rulings.gear_costs_add == "covered"
    return [it for it in orders if soldier.gear >= own + (0 if covered else cost_of(session, it))]


def key_of(order: Fire) -> str:
    return "/".join(part for part in (order.weapon, order.target, order.boost) if part)


def choose_shot(table: Table[Session], hand: str, rule: str, orders: list[Fire], prompt: str, foresee: Foresee) -> Fire:
    """Which weapon at whom; the odds of each beside it."""
    session = table.state
    by_key = {key_of(order): order for order in orders}
    question = Choose(
        list(by_key), lambda key: _shot_option(session, by_key[key]), prompt=prompt,
        about=lambda key: _shot_deed(session, by_key[key]), forecast=lambda key: foresee(by_key[key]),
    )  # fmt: skip
    return by_key[table.ask(hand, rule, question)]


def _shot_option(session: Session, order: Fire) -> Option:
    weapon = weapons()[order.weapon]
    boost = {"": "", "volume": ", 1 ammo for volume", "area": ", 1 ammo for the whole group"}[order.boost]
    label = f"{weapon.title} at {session.name(order.target)}{boost}"
    return Option(key_of(order), label, figure=order.target, rule=weapon.rule, note=in_full(pool(session, order)))


def _shot_deed(session: Session, order: Fire) -> Deed:
    rolls = pool(session, order)
    facts = {"dice": rolls.dice, "volume": rolls.volume, "boost": order.boost, "gear": cost_of(session, order)}
    return Deed("attack", order.attacker, order.target, order.weapon, facts=facts)


def best_shot(session: Session, figure: Anybody, target: Anybody, occasion: Occasion = "") -> Fire | None:
    """The attack of an NPC with the most to expect: row first, then dice."""
    orders = [it for it in shots(session, figure, [target], occasion) if not it.boost]
    return max(orders, key=lambda it: _weight(session, it), default=None)


def _weight(session: Session, order: Fire) -> tuple[int, int]:
    rolls = pool(session, order)
    return rolls.dice * {"incidental": 1, "direct": 2, "concentrated": 3}[rolls.volume], rolls.dice


# ---------------------------------------------------------------------- attack


def attack(table: Table[Session], speaker: Speaker, id: str, foresee: Foresee) -> None:
    """attack.trigger: no 2d6 and no gear but what the weapon costs (attack.inputs)."""
    session = table.state
    soldier = session.soldiers[id]
    orders = affordable(session, soldier, shots(session, soldier, people_in_sight(session)))
    order = choose_shot(table, speaker.hand, "attack.trigger", orders, "Which attack?", foresee)
    pay(table, order)
    if order.weapon == "satchel-charge":
        light_the_fuse(table, soldier, order)
    else:
        volley(table, [order])


def people_in_sight(session: Session) -> list[Anybody]:
    return [it for it in enemies_in_sight(session) if isinstance(it, Team)]


# ---------------------------------------------------------------------- assault


def assault(table: Table[Session], speaker: Speaker, id: str, foresee: Foresee) -> None:
    """assault.roll: 1 gear, then roll+battle; assault.hit: strike, and take the ground under fire."""
    session = table.state
    soldier = session.soldiers[id]
    if not peripheral.may_leave(table, soldier):
        return
    orders = assault_orders(session, soldier, "assault")
    order = choose_shot(table, speaker.hand, "assault.roll", orders, "Assault whom, with what?", foresee)
    charge(table, soldier, order)


def charge(table: Table[Session], soldier: Soldier, order: Fire) -> Tier:
    """The assault itself: cost, roll, fire both ways, the ground."""
    pay(table, order, own=0 if order.weak else 1, rule="assault.roll")
    break_cover(table, soldier)
    tier = roll_stat(table, soldier, Attempt("assault", "assault.roll", "shot", order.target), "battle")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s assault")
        return tier
    exchange_fire(table, soldier, order)
    after_assault(table, soldier, order, strong=tier == "strong")
    return tier


def assault_orders(session: Session, soldier: Soldier, occasion: Occasion) -> list[Fire]:
    """What the soldier can pay for; without gear nothing, or by house rule weakly (ruling.no-gear-no-assault)."""
    orders = shots(session, soldier, people_in_sight(session), occasion)
    orders = [it for it in orders if it.weapon != "satchel-charge"]  # its fuse takes longer (ruling.satchel-fuse)
    if soldier.gear == 0 and session.rulings.no_gear_no_assault == "weak":
        return [replace(it, weak=True) for it in orders if not cost_of(session, it)]
    return affordable(session, soldier, orders, own=1)


def break_cover(table: Table[Session], soldier: Soldier) -> None:
    """soldier.once-more-into-the-breach: each time cover is broken to attack (ruling.once-more-frequency).

    Whoever crosses open ground has no cover (ruling.assault-factors)."""
    was_covered = soldier.cover > 0 or soldier.concealed
    soldier.cover, soldier.concealed = 0, False
    ability = marks_for_breaking_cover.who(voices_of(soldier)) if was_covered else None
    if ability:
        mark_xp(table, soldier, ability.rule)


def exchange_fire(table: Table[Session], soldier: Soldier, order: Fire) -> None:
    """assault.hit: both ways at once, unless one side is quicker (ruling.assault-fire-order, ruling.quick-both)."""
    session = table.state
    replies = ask_who_fires(table, soldier, order.target, "assault.hit", "assault")
    order_of_fire = session.rulings.assault_fire_order
    mine_is_quick = is_quick(session, order)
    theirs = [it for it in replies if is_quick(session, it)]
    if order_of_fire == "assault" or (order_of_fire == "quick" and mine_is_quick and len(theirs) < len(replies)):
        carry_out_all(table, resolve_volley(table, [order]))
        volley(table, [it for it in replies if session.figure(it.attacker).is_able])
    elif order_of_fire == "quick" and theirs and not mine_is_quick:
        volley(table, theirs)
        slower = [it for it in replies if it not in theirs]
        if soldier.is_able:
            both_at_once(table, order, slower)
    else:
        both_at_once(table, order, replies)


def both_at_once(table: Table[Session], order: Fire, replies: Sequence[Fire]) -> None:
    mine = resolve_volley(table, [order])
    carry_out_all(table, [*mine, *resolve_volley(table, replies)])


def ask_who_fires(table: Table[Session], target: Anybody, met: str, rule: str, occasion: Occasion = "") -> list[Fire]:
    """Fire as established: the GM says who can bring a weapon to bear, those who were met first."""
    return list(who_fires(table, target.id, met, rule, occasion))


@step
def who_fires(table: Table[Session], id: str, met: str, rule: str, occasion: Occasion) -> tuple[Fire, ...]:
    """The GM's word on it; the best that each of them has is what they would fire."""
    session = table.state
    target = session.figure(id)
    others = enemies_in_sight(session, "friend" if target.side == "enemy" else "enemy")
    able = {it.id: best_shot(session, it, target, occasion) for it in others if it.is_able}
    orders = {id: order for id, order in able.items() if order}
    ids = sorted(orders, key=lambda id: id != met)
    question = ChooseSome(
        ids, lambda id: f"{session.name(id)}: {in_full(pool(session, orders[id]))}",
        prompt=f"Who fires at {target.name}?", about=lambda id: Deed("fire", id, target.id, orders[id].weapon),
    )  # fmt: skip
    return tuple(orders[id] for id in table.ask(GM, rule, question))


def after_assault(table: Table[Session], soldier: Soldier, order: Fire, *, strong: bool) -> None:
    """The ground is taken; tag.terror makes them run (ruling.terror-vs-pcs, ruling.terror-and-10plus); 10+: the GM's
    choice (assault.strong-hit)."""
    session = table.state
    target = session.figure(order.target)
    if not soldier.is_able:
        return
    held = target.place
    if "terror" in weapons()[order.weapon].tags and isinstance(target, Team) and target.is_able:
        leave_the_fight(table, target, "fled", "tag.terror")
    if strong:
        gain_of_assault(table, soldier, target)
    go(table, soldier, held, "assault.hit")


GAINS = {
    "push-back": "They are pushed back",
    "surrender": "They surrender",
    "position": "You gain an overlooking or flanking position",
}


def gain_of_assault(table: Table[Session], soldier: Soldier, target: Anybody) -> None:
    """assault.strong-hit: the GM decides one of three."""
    stands = isinstance(target, Team) and target.is_able
    options = [*(["push-back", "surrender"] if stands else []), "position"]
    gain = table.ask(GM, "assault.strong-hit", Choose(options, GAINS.__getitem__, prompt="What does the assault gain?"))
    if gain == "push-back" and isinstance(target, Team):
        push_back(table, target)
    elif gain == "surrender" and isinstance(target, Team):
        leave_the_fight(table, target, "surrendered", "assault.strong-hit")
    else:
        effect(
            table,
            "assault.strong-hit",
            "{who} gains a commanding position",
            on=(soldier.id,),
            beat="commands",
            who=soldier.name,
        )


def push_back(table: Table[Session], team: Team) -> None:
    """To another place, or off the field."""
    session = table.state
    options = [*(id for id in session.places if id != team.place), "off"]
    words = {id: place.name for id, place in session.places.items()} | {"off": "Off the field"}
    where = table.ask(
        GM, "assault.strong-hit", Choose(options, words.__getitem__, prompt=f"Where does {team.name} go?")
    )
    if where == "off":
        leave_the_fight(table, team, "withdrawn", "assault.strong-hit")
    else:
        team.place, team.cover, team.concealed = where, 0, False
        effect(
            table,
            "assault.strong-hit",
            "{who} falls back to {where}",
            on=(team.id,),
            mark="back",
            beat="falls-back",
            who=team.name,
            where=words[where],
        )


def leave_the_fight(table: Table[Session], team: Team, how: str, rule: str) -> None:
    team.gone = how
    tell_of(table, team, rule, "{who}: {how}", mark="flee", beat=how, who=team.name, how=how)


def tell_of(table: Table[Session], figure: Anybody, rule: str, text: str, beat: Beat | str, **facts: Any) -> None:
    """What a figure does; of a unit that nobody has seen yet, the GM alone hears."""
    if not isinstance(figure, Soldier) and figure.hidden:
        table.tell(rule, text, to=(GM,), on=(figure.id,), **facts)
    else:
        effect(table, rule, text, on=(figure.id,), beat=beat, **facts)


def go(table: Table[Session], figure: Anybody, place: str, rule: str) -> None:
    """To another place, taking what cover it gives; riders come along, and mines wait there."""
    session = table.state
    figure.place, figure.cover, figure.concealed, figure.moving, figure.serves = place, 0, False, False, ""
    if isinstance(figure, Vehicle):
        figure.moving = "fast" in vehicles()[figure.kind].advantages  # ruling.recon-advantages
        for rider in session.soldiers.values():
            rider.place = place if rider.inside == figure.id else rider.place
    else:
        take_position(session, figure)
    if place in session.places:
        words = "{who} is at {where}" if isinstance(figure, Soldier) else "{who}: now at {where}"
        beat = Beat("moves", figure.name, where=session.places[place].name, how=rule.partition(".")[0])
        tell_of(table, figure, rule, words, beat, who=figure.name, where=session.places[place].name)
    step_on_mines(table, figure)


# ---------------------------------------------------------------------- covering fire


def covering_fire(table: Table[Session], speaker: Speaker, id: str, foresee: Foresee) -> None:
    """covering-fire.roll: 1 gear, then roll+battle."""
    session = table.state
    soldier = session.soldiers[id]
    orders = assault_orders(session, soldier, "covering-fire")
    order = choose_shot(table, speaker.hand, "covering-fire.roll", orders, "Fire where, with what?", foresee)
    cover(table, soldier, order, ask_allies(table, speaker, soldier))


def cover(table: Table[Session], soldier: Soldier, order: Fire, allies: Sequence[str] = ()) -> Tier:
    """The covering fire itself: cost, roll, attack, condition, forward."""
    session = table.state
    pay(table, order, own=0 if order.weak else 1, rule="covering-fire.roll")
    tier = roll_stat(table, soldier, Attempt("covering-fire", "covering-fire.roll", "shot", order.target), "battle")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s covering fire")
        return tier
    volley(
        table, [order]
    )  # covering-fire.hit, one step lower; the condition comes after it (ruling.covering-fire-order)
    keep_heads_down(table, soldier, order)
    effect(table, "covering-fire.hit", "friendly troops have an opportunity", beat="opening")
    for ally in allies if tier == "strong" else ():
        give_forward(table, session.soldiers[ally], "covering fire", "covering-fire.strong-hit")
    return tier


def ask_allies(table: Table[Session], speaker: Speaker, soldier: Soldier) -> tuple[str, ...]:
    """ruling.covering-fire-allies: named before the roll, never oneself."""
    session = table.state
    others = [it.id for it in session.able_soldiers() if it.id != soldier.id]
    question = ChooseSome(others, session.name, prompt="Whom do you cover?")
    return table.ask(speaker.hand, "covering-fire.strong-hit", question)


PINNED_WITH = {
    "suppressed": "Suppressed",
    "cover": "Pinned, but with cover",
    "concealment": "Pinned, but concealed",
    "both": "Pinned, but with cover and concealment",
}


def keep_heads_down(table: Table[Session], soldier: Soldier, order: Fire) -> None:
    """covering-fire.condition: the GM picks, for all who are in the position (ruling.covering-fire-scope)."""
    session = table.state
    place = session.figure(order.target).place
    hit = [it for it in people_in_sight(session) if it.place == place]
    if not hit:
        return
    question = Choose(list(PINNED_WITH), PINNED_WITH.__getitem__, prompt="What does the covering fire do to them?")
    result = table.ask(GM, "covering-fire.condition", question)
    for enemy in hit:
        if result == "suppressed":
            conditions.suppress(table, enemy, soldier.id, "covering-fire.condition")
            continue
        conditions.pin(table, enemy, soldier.id, "covering-fire.condition")
        enemy.cover = max(enemy.cover, 1) if result in ("cover", "both") else enemy.cover
        enemy.concealed = enemy.concealed or result in ("concealment", "both")


# ---------------------------------------------------------------------- maneuver


def maneuver(table: Table[Session], speaker: Speaker, id: str) -> None:
    """maneuver.roll: roll+tactics to be somewhere else in the combat zone."""
    session = table.state
    soldier = session.soldiers[id]
    if not peripheral.may_leave(table, soldier):
        return
    places = [it for it in session.places if it != soldier.place]
    question = Choose(
        places, lambda it: _place_words(session, soldier, it), prompt="Where to?",
        about=lambda it: Deed("maneuver", soldier.id, it),
    )  # fmt: skip
    cross(table, soldier, table.ask(speaker.hand, "maneuver.roll", question))


def cross(table: Table[Session], soldier: Soldier, where: str) -> Tier:
    """The maneuver itself: roll, fire or contact on the way, and the place."""
    tier = roll_stat(table, soldier, Attempt("maneuver", "maneuver.roll", target=where), "tactics")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s maneuver")
        return tier
    was_pinned = soldier.pinned
    if tier == "weak":
        take_fire(table, soldier, "maneuver.weak-hit")
    elif is_contact(table, soldier):
        make_or_break_contact(table, soldier)
    else:
        effect(
            table,
            "maneuver.strong-hit",
            "{who} stays undetected for now",
            on=(soldier.id,),
            beat="unseen",
            who=soldier.name,
        )
    if soldier.pinned and not was_pinned:
        effect(table, "maneuver.roll", "{who} is pinned on the way", on=(soldier.id,), beat="caught", who=soldier.name)
    elif soldier.is_able:
        go(table, soldier, where, "maneuver.roll")
    return tier


def _place_words(session: Session, soldier: Soldier, id: str) -> str:
    place = session.places[id]
    gives = [f"cover {place.cover}" if place.cover else "", "concealment" if place.concealment else ""]
    band = band_of_places(session, soldier.place, id) if soldier.place in session.places else ""
    return ", ".join(part for part in (place.name, f"{band} range" if band else "", *gives) if part)


def take_fire(table: Table[Session], soldier: Soldier, rule: str) -> None:
    """On the way, in the open and moving, unless the GM says otherwise."""
    soldier.cover, soldier.concealed, soldier.moving = 0, False, True
    orders = ask_who_fires(table, soldier, "", rule)
    volley(table, orders)
    soldier.moving = False


def is_contact(table: Table[Session], soldier: Soldier) -> bool:
    """ruling.maneuver-contact: the GM says whether the enemy is met."""
    if not any(it.is_able for it in enemies_in_sight(table.state)):
        return False
    words = {"no": "No enemy on the way", "yes": "They meet the enemy"}
    question = Choose(list(words), words.__getitem__, prompt=f"Does {soldier.name} meet the enemy?")
    return table.ask(GM, "maneuver.strong-hit", question) == "yes"


def make_or_break_contact(table: Table[Session], soldier: Soldier) -> None:
    """maneuver.strong-hit: to fight or to slip away is the player's choice."""
    words = {"break": "Slip away", "make": "Fight: fire goes both ways"}
    session = table.state
    question = Choose(list(words), words.__getitem__, prompt="The enemy is there")
    if table.ask(session.hand(soldier), "maneuver.strong-hit", question) == "break":
        effect(table, "maneuver.strong-hit", "{who} slips away", on=(soldier.id,), beat="slips-away", who=soldier.name)
        return
    targets = people_in_sight(session)
    mine = [shot for it in targets if (shot := best_shot(session, soldier, it)) and not cost_of(session, shot)][:1]
    replies = ask_who_fires(table, soldier, "", "maneuver.strong-hit")
    results = [resolve_volley(table, [order]) for order in (*mine, *replies)]
    carry_out_all(table, [each for result in results for each in result])


# ---------------------------------------------------------------------- attack a vehicle


def vehicle_orders(session: Session, soldier: Soldier) -> list[Fire]:
    """tag.ap; an unarmored one with anything (ruling.unarmored-attack)."""
    targets = [it for it in enemies_in_sight(session) if isinstance(it, Vehicle)]
    return affordable(session, soldier, [it for it in shots(session, soldier, targets) if not it.boost])


def attack_vehicle(table: Table[Session], speaker: Speaker, id: str, foresee: Foresee) -> None:
    """attack-vehicle.roll: roll+battle, then the weapon's dice; no gear but the weapon's (ruling.vehicle-move-name)."""
    session = table.state
    soldier = session.soldiers[id]
    orders = vehicle_orders(session, soldier)
    order = choose_shot(table, speaker.hand, "attack-vehicle.roll", orders, "Which vehicle, with what?", foresee)
    engage_vehicle(table, soldier, order)


def engage_vehicle(table: Table[Session], soldier: Soldier, order: Fire) -> Tier:
    """The attack itself: cost, roll, dice; a satchel charge waits for its fuse."""
    pay(table, order)
    attempt = Attempt("attack-a-vehicle", "attack-vehicle.roll", "shot", order.target)
    tier = roll_stat(table, soldier, attempt, "battle", *heat_bonus(table.state, order))
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s attack on a vehicle")
    elif order.weapon == "satchel-charge":
        light_the_fuse(table, soldier, order)
    else:
        volley(table, [order])
    return tier


def heat_bonus(session: Session, order: Fire) -> list[Modifier]:
    """By house rule HEAT helps the roll (ruling.heat-number)."""
    target = session.figure(order.target)
    counts = session.rulings.heat_number == "roll" and isinstance(target, Vehicle) and is_armored(target)
    return [Modifier("HEAT", numbers().heat, "tag.heat")] if counts and "heat" in weapons()[order.weapon].tags else []


def light_the_fuse(table: Table[Session], soldier: Soldier, order: Fire) -> None:
    """ruling.satchel-fuse: it goes off at the end of the exchange, on whatever is there by then."""
    target = table.state.figure(order.target)
    on = order.target if isinstance(target, Vehicle) else ""
    table.state.charges.append(Charge(soldier.id, target.place, on, order.facing))
    effect(table, "ruling.satchel-fuse", "the fuse burns at {who}", on=(target.id,), beat="fuse", who=target.name)
