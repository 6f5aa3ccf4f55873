"""Attack: whoever fires or is fired at rolls dice on the volume of fire table (attack.trigger); hit the deck in answer.

Each attack is resolved, then carried out. `resolve_fire` asks, rolls and tells and changes nothing but hold that is
spent; `carry_out` marks what came of it. Play, forecasts and the desk call the same two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Choose, ChooseSome, Table
from adjudge.engine.moments import each, first_of
from adjudge.engine.steps import step
from adjudge.engine.table import Mark
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import VOLUMES, Volume, numbers, weapons
from adjudge.games.regiment.places import at, band_of_places, ground, is_there
from adjudge.games.regiment.readings import Harm, damage, fire, in_words
from adjudge.games.regiment.rules import conditions, vehicles
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import Attempt, owe_gm_move, roll_stat, spend_gear
from adjudge.games.regiment.rules.experience import mark_xp
from adjudge.games.regiment.rules.fire import Factor, Pool, is_armored, pool, range_of, why_not
from adjudge.games.regiment.rules.npcs import hurt, take_area, take_damage
from adjudge.games.regiment.state import (
    Anybody,
    Burning,
    Fire,
    Hold,
    Place,
    Session,
    Soldier,
    Team,
    Tier,
    Vehicle,
)
from adjudge.story import GM, Beat, effect
from adjudge.story.journal import enter


class Verdict(NamedTuple):
    """What one attack does to one target, before it is carried out."""

    volume: Volume | str
    """Empty: it does nothing."""
    dice: int = 0
    stress: int = 0
    """For a vehicle: minor conditions."""
    wounds: int = 0
    """For a vehicle: major conditions."""
    damage: int = 0
    """For NPCs."""
    rolled: int = 0
    """Stress and wounds together as the dice showed them."""


MISSED = Verdict("")


class Kill(NamedTuple):
    """Somebody taken out by an attack of one's own."""

    fire: Fire
    is_high_value: bool
    is_up_close: bool


@first_of
def xp_for_kill(kill: Kill) -> str | None:
    """The rule by which a playbook move marks xp for a kill."""


@first_of
def answers_fire(table: Table[Session], soldier: Soldier) -> str | None:
    """What a playbook move does when its owner is about to be fired at: `spared`, `concealed`, or nothing."""


@each
def after_a_hit(session: Session, soldier: Soldier, order: Fire) -> None:
    """What a playbook move makes of a hit of one's own."""


# ---------------------------------------------------------------------- resolve


@step
def resolve_fire(table: Table[Session], order: Fire) -> Verdict:
    """attack.sequence: is it effective, which dice on which row, what do they do to this target."""
    session = table.state
    refusal = table.once(lambda: why_not(session, order))
    if refusal:
        about = (order.attacker,) if order.attacker else (order.target,)
        table.tell(
            refusal.rule, "{who}: no attack, {why}", on=about, mark="miss", who=session.name(about[0]), why=refusal.text
        )
        return MISSED
    rolls = table.once(lambda: pool(session, order))
    who = f"{session.name(order.attacker)}, " if order.attacker else ""
    table.tell(
        "attack.sequence",
        "{who}{what} at {whom}: {pool}",
        on=(order.attacker, order.target) if order.attacker else (order.target,),
        mark="shoot" if order.attacker else "",
        who=who,
        what=weapons()[order.weapon].title,
        whom=session.name(order.target),
        pool=table.once(lambda: in_full(rolls)),
    )
    target = session.figure(order.target)
    if isinstance(target, Soldier):
        return _on_soldier(table, order, target, rolls)
    if isinstance(target, Team):
        return _on_team(table, order, target, rolls)
    return _on_vehicle(table, order, target, rolls)


def in_full(rolls: Pool) -> str:
    """Dice and row, with every factor by its name: what the table sees step by step."""
    steps = [f"{it.name} {_signed(it.amount, 'step')}" for it in rolls.steps]
    changes = [_change(it) for it in rolls.changes]
    why = ", ".join((*steps, *changes))
    return f"{rolls.dice}d {rolls.volume}" + (f" ({why})" if why else "")


def _change(factor: Factor) -> str:
    if factor.rule == "vof.minimum":
        return "at least 1d"
    return f"{factor.name} {factor.amount:+d}d" if factor.amount < 0 else f"{factor.name} {factor.amount}d"


def _signed(number: int, what: str) -> str:
    return f"{number:+d} {what}{'s' * (abs(number) != 1)}"


def roller(session: Session, order: Fire) -> str:
    """ruling.who-rolls-vof: the player, for what they do and what they suffer; the GM if only NPCs are in it."""
    for id in (order.target, order.attacker):
        soldier = session.soldiers.get(id)
        if soldier:
            return session.hand(soldier)
    return GM


def _on_soldier(table: Table[Session], order: Fire, target: Soldier, rolls: Pool) -> Verdict:
    """defence.tough and defence.grit come off what the dice show; rally may add to them (rally.spend)."""
    session = table.state
    tough = table.once(lambda: tracks.tough_of(session, target, order))
    grit = table.once(lambda: tracks.grit_of(session, target, order))
    rolled: Harm = table.roll(fire(rolls.volume, rolls.dice), "vof.table", roller(session, order))
    tough, grit = rallied(table, target, rolled, tough, grit)
    taken = tracks.lessened(rolled, tough, grit)
    if taken != rolled:
        table.tell("defence.tough" if taken.wounds != rolled.wounds else "defence.grit",
                   "{who} takes {taken} of {rolled}", on=(target.id,), who=target.name, taken=in_words(taken),
                   rolled=in_words(rolled))  # fmt: skip
    return Verdict(rolls.volume, rolls.dice, taken.stress, taken.wounds, rolled=rolled.all)


def rallied(table: Table[Session], target: Soldier, rolled: Harm, tough: int, grit: int) -> tuple[int, int]:
    """rally.spend: hold for tough or grit, after the dice and before the marks (ruling.rally-duration)."""
    session = table.state
    if session.rulings.rally_duration != "one-attack":
        return tough, grit
    for holder in [hold.holder for hold in session.holds if hold.move == "rally"]:
        while hold := hold_of(session, holder):
            options = [
                "keep",
                *(["tough"] if rolled.wounds > tough else []),
                *(["grit"] if rolled.stress > grit else []),
            ]
            if len(options) == 1:
                break
            words = {"keep": "Keep it", "tough": "1 tough: one wound less", "grit": "1 grit: one stress less"}
            prompt = f"{target.name} is about to take {in_words(tracks.lessened(rolled, tough, grit))}"
            question = Choose(options, words.__getitem__, prompt=prompt, facts={"hold": hold.points})
            choice = table.ask(session.hand(session.soldiers[holder]), "rally.spend", question)
            if choice == "keep":
                break
            spend_hold(session, hold)
            tough, grit = tough + (choice == "tough"), grit + (choice == "grit")
    return tough, grit


def hold_of(session: Session, holder: str) -> Hold | None:
    """core.hold: the rally hold of a soldier who can still speak up."""
    if not session.soldiers[holder].is_able:
        return None
    return next((it for it in session.holds if (it.holder, it.move) == (holder, "rally")), None)


def spend_hold(session: Session, hold: Hold) -> None:
    """core.hold: 1-for-1."""
    place = session.holds.index(hold)
    session.holds[place] = replace(hold, points=hold.points - 1)
    session.holds = [it for it in session.holds if it.points]


def _on_team(table: Table[Session], order: Fire, target: Team, rolls: Pool) -> Verdict:
    """npc.strength: stress and wounds add up; npc.direct-no-roll (ruling.npc-tough: unless they have tough or grit)."""
    session = table.state
    if target.tough or target.grit:
        rolled: Harm = table.roll(fire(rolls.volume, rolls.dice), "vof.table", roller(session, order))
        taken = tracks.lessened(rolled, target.tough, target.grit).all
    elif rolls.volume == "direct":
        table.tell(
            "npc.direct-no-roll",
            "{who}: no roll, every die is 1 damage",
            on=(order.target,),
            who=session.name(order.target),
        )
        taken = rolls.dice
    else:
        taken = table.roll(damage(rolls.volume, rolls.dice), "vof.table", roller(session, order))
    return Verdict(rolls.volume, rolls.dice, damage=taken, rolled=taken)


def _on_vehicle(table: Table[Session], order: Fire, target: Vehicle, rolls: Pool) -> Verdict:
    """attack-vehicle.armor in place of tough and grit (ruling.vehicle-vof)."""
    session = table.state
    rolled: Harm = table.roll(fire(rolls.volume, rolls.dice), "vof.table", roller(session, order))
    facing = order.facing or vehicles.usual_facing(order)
    armor = vehicles.armor_of(target, facing, order.weapon, session.rulings)
    got = vehicles.through_armor(rolled, armor)
    table.tell(
        "attack-vehicle.armor",
        "{who}: {rolled} against armor {armor}, {major} major, {minor} minor",
        on=(target.id,),
        who=target.name,
        rolled=in_words(rolled),
        armor=armor,
        major=got.major,
        minor=got.minor,
    )
    return Verdict(rolls.volume, rolls.dice, got.minor, got.major, rolled=rolled.all)


# ---------------------------------------------------------------------- carry out


def carry_out(table: Table[Session], order: Fire, verdict: Verdict) -> None:
    """attack.sequence (9): mark what remains, then what the weapon's tags bring."""
    if not verdict.volume:
        return
    target = table.state.figure(order.target)
    if order.attacker and not order.splash:
        enter(table.state.story, "attack.sequence", shot_in_words(table.state, order), shot_as_beat(table.state, order))
    if isinstance(target, Soldier):
        taken = Harm(verdict.stress, verdict.wounds)
        befallen: Mark = "wound" if taken.all else "safe"
        effect(
            table,
            "attack.sequence",
            "{who} takes {harm}",
            on=(target.id,),
            mark=befallen,
            beat=tracks.as_beat(target, taken),
            who=target.name,
            harm=in_words(taken),
        )
        tracks.mark(table, target, taken)
        target.guards = [it for it in target.guards if it.until != "attack"]
    elif isinstance(target, Team):
        _hurt_team(table, order, target, verdict)
    else:
        hand = roller(table.state, order)
        vehicles.inflict(table, target, vehicles.Penetration(verdict.wounds, verdict.stress), hand)
    _tags_after(table, order, target, verdict)
    soldier = table.state.soldiers.get(order.attacker)
    if soldier and verdict.rolled:
        after_a_hit(voices_of(soldier), table.state, soldier, order)


def shot_in_words(session: Session, order: Fire) -> str:
    """Who does what to whom from where, for the journal."""
    attacker, target, weapon = session.figure(order.attacker), session.figure(order.target), weapons()[order.weapon]
    what = weapon.title if weapon.title.isupper() else weapon.title.lower()
    if weapon.kind in ("hand", "thrown"):
        return f"{attacker.name} attacks {target.name}: {what}"
    place = session.places.get(attacker.place)
    is_elsewhere = place is not None and attacker.place != target.place and place.name not in attacker.name
    where = f" from {place.name}" if place and is_elsewhere else ""
    fires = "open fire on" if isinstance(attacker, Team) else "fires at"
    return f"{attacker.name} {fires} {target.name}{where}: {what}"


def shot_as_beat(session: Session, order: Fire) -> Beat:
    """The same for the story: how it is done, with what, and from where if that is elsewhere."""
    attacker, target, weapon = session.figure(order.attacker), session.figure(order.target), weapons()[order.weapon]
    place = session.places.get(attacker.place)
    is_elsewhere = place is not None and attacker.place != target.place and place.name not in attacker.name
    return Beat(
        "fire",
        attacker.name,
        target.name,
        weapon.title if weapon.title.isupper() else weapon.title.lower(),
        place.name if place and is_elsewhere else "",
        weapon.kind if weapon.kind in ("hand", "thrown") else "shot",
    )


def _hurt_team(table: Table[Session], order: Fire, team: Team, verdict: Verdict) -> None:
    session = table.state
    is_area = is_area_fire(order) and not order.splash and session.rulings.area_on_team == "each"
    marks = (take_area if is_area else take_damage)(team.marks, verdict.damage)
    rule = "tag.area" if is_area else "npc.strength"
    out = hurt(table, team, marks, verdict.damage, rule)
    if out:
        credit_kill(table, order, team)


def credit_kill(table: Table[Session], order: Fire, team: Team) -> None:
    """What the killer's own moves make of it (sniper.one-shot-xp, operator.ice-cold-xp); the GM says who is of high
    value (ruling.high-value)."""
    soldier = table.state.soldiers.get(order.attacker)
    if soldier is None or team.side == "friend":
        return
    rule = xp_for_kill(voices_of(soldier), Kill(order, team.high_value, is_up_close(table.state, order)))
    if rule:
        mark_xp(table, soldier, rule)


POINT_BLANK = ("sidearm", "sidearm-suppressor")


def is_up_close(session: Session, order: Fire) -> bool:
    """ruling.up-close: by hand, blade or point-blank shot; by house rule any attack at tight range."""
    if range_of(session, order) != "tight":
        return False
    is_personal = weapons()[order.weapon].kind == "hand" or order.weapon in POINT_BLANK
    return is_personal or session.rulings.up_close == "tight"


def _tags_after(table: Table[Session], order: Fire, target: Anybody, verdict: Verdict) -> None:
    """tag.suppress, tag.burn and tag.breach, on each target attacked."""
    tags = weapons()[order.weapon].tags
    if "suppress" in tags and suppresses(table.state, order, verdict) and not isinstance(target, Vehicle):
        conditions.suppress(table, target, order.attacker, "tag.suppress")
    if "burn" in tags and verdict.rolled and order.occasion != "burning":
        set_on_fire(table, target, order.weapon)
    if "breach" in tags and not order.splash:
        breach(table, target)


def suppresses(session: Session, order: Fire, verdict: Verdict) -> bool:
    """ruling.suppress-trigger; covering fire brings its own condition and one attack suppresses once
    (ruling.suppress-once-per-attack)."""
    when = session.rulings.suppress_trigger
    if order.occasion == "covering-fire" or when == "covering":
        return False
    return when == "every" or verdict.rolled > 0


def set_on_fire(table: Table[Session], target: Anybody, weapon: str) -> None:
    """tag.burn: it burns on until the fuel is spent or it is put out (ruling.burn-rate)."""
    session = table.state
    session.burning = [it for it in session.burning if it.target != target.id]
    session.burning.append(Burning(target.id, weapon, numbers().burning_exchanges))
    effect(table, "tag.burn", "{who}: on fire", on=(target.id,), beat="burns", who=target.name)


def breach(table: Table[Session], target: Anybody) -> None:
    """tag.breach: the cover it struck is 1 lower for the rest of the engagement (ruling.breach-amount)."""
    lower_cover(table, target, numbers().breach, "tag.breach")


def lower_cover(table: Table[Session], target: Anybody, by: int, rule: str) -> None:
    if not target.cover:
        return
    target.cover = max(target.cover - by, 0)
    place: Place | None = table.state.places.get(target.place)
    if place:
        place.cover = min(place.cover, target.cover)
    effect(
        table,
        rule,
        "the cover of {who} is down to {cover}",
        on=(target.id,),
        beat="cover-lost",
        who=target.name,
        cover=target.cover,
    )


# ---------------------------------------------------------------------- who is hit


def is_area_fire(order: Fire) -> bool:
    """tag.area, or autofire and spray that were paid for it."""
    return "area" in weapons()[order.weapon].tags or order.boost == "area"


def spread(session: Session, order: Fire) -> list[Fire]:
    """Everybody an attack reaches: tag.area at full volume, tag.messy at incidental, friends too (ruling.area-friends).

    Each uses their own cover (ruling.area-pc-defence); a team aimed at is one target (ruling.messy-on-team); whoever is
    at the edge of what is both gets the splash (ruling.area-and-messy); armor holds (ruling.attack-vehicle-vs-area)."""
    target = session.figure(order.target)
    others = [it for it in at(session, target.place) if it.id not in (order.target, order.attacker)]
    if order.boost == "area" and "area" not in weapons()[order.weapon].tags:
        others = [it for it in others if it.side == target.side][: numbers().small_group - 1]  # ruling.small-group
    if is_area_fire(order):
        edge = at_the_edge(session, target.place) if "messy" in weapons()[order.weapon].tags else []
        beyond = [it for it in edge if it.id != order.attacker]
        return [
            order,
            *(_also(order, it, splash=False) for it in others),
            *(_also(order, it, splash=True) for it in beyond),
        ]
    if "messy" in weapons()[order.weapon].tags:
        return [order, *(_also(order, it, splash=True) for it in others)]
    return [order]


def at_the_edge(session: Session, place: str) -> list[Anybody]:
    """ruling.area-and-messy: whoever is right beside the area, at tight range of the place that it covers."""
    beside = [it for it in session.places if it != place and band_of_places(session, place, it) == "tight"]
    return [figure for it in beside for figure in at(session, it)]


def _also(order: Fire, other: Anybody, *, splash: bool) -> Fire:
    """The same attack on somebody beside the target, as they stand."""
    return replace(order, target=other.id, splash=splash, facing="", base="", cover=None, concealed=None, moving=None)


def can_be_hurt(session: Session, order: Fire) -> bool:
    """Whether it is worth telling that somebody is in the area at all."""
    target = session.figure(order.target)
    if not is_there(target):
        return False
    is_immune = isinstance(target, Vehicle) and is_armored(target) and "ap" not in weapons()[order.weapon].tags
    return not is_immune or not order.splash


# ---------------------------------------------------------------------- using a weapon


def cost_of(session: Session, order: Fire) -> int:
    """tag.ordnance, tag.autofire, tag.spray: gear of a player's soldier (ruling.ammo-is-gear); NPCs count none.

    A move's own gear does not pay for the weapon's (ruling.gear-costs-add, ruling.vehicle-weapons-ordnance)."""
    if order.attacker not in session.soldiers:
        return 0
    ordnance = 1 if "ordnance" in weapons()[order.weapon].tags else 0
    return ordnance + (1 if order.boost else 0)


def pay(table: Table[Session], order: Fire, own: int = 0, rule: str = "") -> None:
    """core.spend: the move's own gear and the weapon's, before any roll (ruling.tag-costs-when)."""
    session = table.state
    soldier = session.soldiers.get(order.attacker)
    if soldier:
        cost = cost_of(session, order)
        if own and session.rulings.gear_costs_add == "covered":
            cost = 0
        spend_gear(table, soldier, own, rule or "core.spend")
        spend_gear(table, soldier, cost, "tag.ordnance" if not order.boost else _boost_rule(order))
    use(table, order)


def _boost_rule(order: Fire) -> str:
    return "tag.autofire" if "autofire" in weapons()[order.weapon].tags else "tag.spray"


def use(table: Table[Session], order: Fire) -> None:
    """tag.expend: gone after one use; tag.reload: not ready until reloaded. A miss gives nothing back."""
    session = table.state
    attacker = session.figure(order.attacker)
    tags = weapons()[order.weapon].tags
    for place, held in enumerate(attacker.weapons):
        if held.weapon != order.weapon:
            continue
        if "expend" in tags:
            attacker.weapons.pop(place)
            effect(table, "tag.expend", "the {what} is used up", what=weapons()[order.weapon].title.lower())
        elif "reload" in tags:
            attacker.weapons[place] = replace(held, loaded=False)
        break
    if session.engagement and attacker.id not in session.engagement.attacked:
        session.engagement.attacked.append(attacker.id)
    if isinstance(attacker, Soldier):
        attacker.spared = ""  # ruling.inopportune-frequency: it holds until the medic attacks
    if "loud" in tags:
        reveal(table, attacker)


def reveal(table: Table[Session], shooter: Anybody) -> None:
    """tag.loud: firing gives the position away (tag.quiet does not; ruling.undefined-tags)."""
    if not isinstance(shooter, Soldier) and shooter.hidden:
        shooter.hidden = False
        effect(table, "tag.loud", "{who} gives itself away", on=(shooter.id,), beat="gives-away", who=shooter.name)


# ---------------------------------------------------------------------- a volley from first to last


def volley(table: Table[Session], orders: Sequence[Fire]) -> list[tuple[Fire, Verdict]]:
    """Attacks that come together: what is established, who takes cover, what they do; then all of it is carried out."""
    results = resolve_volley(table, orders)
    carry_out_all(table, results)
    return results


def resolve_volley(table: Table[Session], orders: Sequence[Fire]) -> list[tuple[Fire, Verdict]]:
    session = table.state
    spreading = [each for order in orders for each in spread(session, order) if can_be_hurt(session, each)]
    ready = take_shelter(table, [establish(table, each) for each in spreading])
    return [(each, resolve_fire(table, each)) for each in ready]


def carry_out_all(table: Table[Session], results: Iterable[tuple[Fire, Verdict]]) -> None:
    for order, verdict in results:
        carry_out(table, order, verdict)
    conditions.lift_what_stopped(table)


def establish(table: Table[Session], order: Fire) -> Fire:
    """core.as-established, attack.gm-assigns-defence: the GM confirms the factors, or they stand as shown."""
    session = table.state
    if isinstance(session.figure(order.target), Vehicle) and not order.facing:
        order = replace(order, facing=vehicles.ask_facing(table, order, session.vehicles[order.target]))
    if session.establish == "as-shown":
        return order
    shown = pool(session, order) if not why_not(session, order) else None
    prompt = f"{weapons()[order.weapon].title} at {session.name(order.target)}: " + (
        in_full(shown) if shown else "not effective"
    )
    question = ChooseSome(list(ESTABLISHED), ESTABLISHED.__getitem__, prompt=f"{prompt}. What do you change?", most=4)
    changes = table.ask(GM, "attack.gm-assigns-defence", question)
    return established(order, changes)


ESTABLISHED = {
    "ineffective": "It cannot hurt them at all",
    **{f"base/{volume}": f"It starts from {volume}" for volume in VOLUMES},
    **{f"cover/{rating}": f"Cover {rating}" for rating in range(4)},
    "concealed": "Concealment counts",
    "in-the-open": "No concealment",
    "moving": "Quick movement counts",
    "still": "Nobody moves quickly",
    "parity/1": "A larger force attacks",
    "parity/0": "Forces are equal",
    "parity/-1": "A smaller force attacks",
}
"""What the GM can rule about an attack before its dice."""


def established(order: Fire, changes: Iterable[str]) -> Fire:
    """The attack with the GM's word on it; of two that contradict each other the later counts."""
    for change in changes:
        name, _, value = change.partition("/")
        match name:
            case "ineffective":
                order = replace(order, ineffective=True)
            case "base":
                order = replace(order, base=value)
            case "cover":
                order = replace(order, cover=int(value))
            case "concealed" | "in-the-open":
                order = replace(order, concealed=name == "concealed")
            case "moving" | "still":
                order = replace(order, moving=name == "moving")
            case _:
                order = replace(order, parity=int(value))
    return order


def take_shelter(table: Table[Session], orders: list[Fire]) -> list[Fire]:
    """Before the dice: what a playbook move does about fire, then hit the deck, one roll for what comes together
    (ruling.hit-the-deck-once). Whoever assaults does neither."""
    session = table.state
    hostile = [it for it in orders if _is_fired_at(session, it) and it.occasion != "assault"]
    for id in dict.fromkeys(it.target for it in hostile):
        soldier = session.soldiers[id]
        answer = soldier.spared or answers_fire(voices_of(soldier), table, soldier) or ""
        if answer == "spared":
            effect(
                table,
                "medic.inopportune-target",
                "nobody fires at {who}",
                on=(soldier.id,),
                beat="spared",
                who=soldier.name,
            )
            orders = [it for it in orders if it.target != id]
        elif not answer:
            hit_the_deck_if_wanted(table, soldier)
    return [_as_sheltered(session, it) for it in orders]


def _as_sheltered(session: Session, order: Fire) -> Fire:
    """hit-the-deck.hit: what was found counts against the attack at hand, whatever was established before."""
    soldier = session.soldiers.get(order.target)
    if soldier is None:
        return order
    cover = None if order.cover is None else max(order.cover, soldier.cover)
    return replace(
        order, cover=cover, concealed=True if order.concealed is False and soldier.concealed else order.concealed
    )


def _is_fired_at(session: Session, order: Fire) -> bool:
    soldier = session.soldiers.get(order.target)
    is_hostile = bool(order.attacker) and session.figure(order.attacker).side == "enemy"
    return bool(soldier and soldier.is_able and is_hostile and not why_not(session, order))


def hit_the_deck_if_wanted(table: Table[Session], soldier: Soldier) -> None:
    """hit-the-deck.roll is offered where the place gives more than the soldier has (ruling.pinned-hit-the-deck)."""
    if not can_hit_the_deck(table.state, soldier):
        return
    place = table.state.places[soldier.place]
    words = {"no": "Stay up", "yes": f"Hit the deck: cover {place.cover}{', concealment' * place.concealment}"}
    question = Choose(list(words), words.__getitem__, prompt=f"{soldier.name} is fired at")
    if table.ask(table.state.hand(soldier), "hit-the-deck.roll", question) == "yes":
        hit_the_deck(table, soldier)


def can_hit_the_deck(session: Session, soldier: Soldier) -> bool:
    """hit-the-deck.roll: the place gives more than the soldier has."""
    place = ground(session, soldier)
    if soldier.inside or place is None:
        return False
    return place.cover > soldier.cover or place.concealment > soldier.concealed


def hit_the_deck(table: Table[Session], soldier: Soldier) -> Tier:
    """hit-the-deck.hit: cover and concealment now, and pinned; hit-the-deck.strong-hit: suppressed only."""
    tier = roll_stat(table, soldier, Attempt("hit-the-deck", "hit-the-deck.roll"), "guts")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name} hitting the deck")  # ruling.hit-the-deck-miss
        return tier
    take_position(table.state, soldier)
    rule = "hit-the-deck.hit" if tier == "weak" else "hit-the-deck.strong-hit"
    if table.state.rulings.hit_the_deck_sets == "stacks" and (soldier.pinned or tier == "strong"):
        conditions.suppress(table, soldier, rule=rule)
    elif tier == "weak":
        conditions.pin(table, soldier, rule=rule)
    elif not soldier.is_suppressed:  # ruling.hit-the-deck-sets: never worse than it was
        conditions.suppress(table, soldier, rule=rule)
    return tier


def take_position(session: Session, figure: Anybody) -> None:
    """The best cover and concealment that the place gives."""
    place = ground(session, figure)
    if place:
        figure.cover = max(figure.cover, place.cover)
        figure.concealed = figure.concealed or place.concealment
