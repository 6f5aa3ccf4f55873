"""The engagement: how it begins, the exchanges it is made of, and how it ends.

The book has no rounds. An exchange is one pass in which every soldier in the fight has had a chance to act and the GM
has answered (ruling.exchange): fires, fuses and the critically wounded go by it.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudge.engine import Choose, Table
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.places import at, is_there
from adjudge.games.regiment.readings import damage, fire
from adjudge.games.regiment.rules import conditions
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import carry_out, resolve_fire
from adjudge.games.regiment.rules.core import Attempt, Modifier, choose_some, number_by, owe_gm_move, roll_with
from adjudge.games.regiment.rules.npcs import take_damage
from adjudge.games.regiment.rules.operations import count_exchange
from adjudge.games.regiment.rules.vehicles import riders
from adjudge.games.regiment.state import Burning, Engagement, Fire, Session, Soldier, Tier, Vehicle
from adjudge.story import GM, Speaker, effect, owe
from adjudge.story.retelling import PAUSE

KINDS = {
    "assault": "An attack",
    "ambush": "An ambush",
    "recon": "Recon",
    "infiltration": "An infiltration",
    "insertion": "An insertion",
    "defense": "A defense",
}
GAINS = {
    "initiative": "The initiative: you act, the enemy reacts",
    "cohesion": "Cohesion: your forces stand where you want them",
    "advantage": "A tactical advantage: position, cover, targets",
}
GAIN_RULES = {"initiative": "engage.initiative", "cohesion": "engage.cohesion", "advantage": "engage.advantage"}


def may_engage(session: Session) -> bool:
    return session.engagement is None


def engage(table: Table[Session], speaker: Speaker, id: str) -> None:
    """engage.roll: the soldier who leads rolls+op (ruling.squad-leader); the gains are the table's to choose."""
    question = Choose(list(KINDS), KINDS.__getitem__, prompt="What kind of engagement is it?")
    go_in(table, speaker, table.state.soldiers[id], table.ask(speaker.hand, "engage.roll", question))


def go_in(table: Table[Session], speaker: Speaker, leader: Soldier, kind: str) -> Tier:
    """The engagement itself: roll+op, gains, and who opens the fight."""
    session = table.state
    attempt = Attempt("engage", "engage.roll", kind)
    tier = roll_with(table, leader, attempt, Modifier("op", session.squad.op, "track.op"))
    begin(session, kind)
    chosen = choose_some(table, speaker.hand, "engage.roll", GAINS, number_by(tier), "What does the squad gain?")
    for gain in chosen:
        effect(table, GAIN_RULES[gain], "{what}", beat=gain, what=GAINS[gain])
    if session.engagement:
        session.engagement.gains = chosen
    if tier == "miss":
        owe_gm_move(table, leader, "the engagement")
    if "initiative" not in chosen:
        owe(session.story, "GM move", "the enemy opening the fight", "ruling.initiative-not-chosen", GM, text=leader.id)
    return tier


def begin(session: Session, kind: str) -> None:
    """A fight is on; time off is over."""
    session.engagement = Engagement(kind)
    session.downtime, session.tended = False, False
    session.engagements += 1
    session.credited = []


def note_action(session: Session, id: str) -> None:
    """Whoever has done something has had their chance in this exchange."""
    if session.engagement and id not in session.engagement.acted:
        session.engagement.acted.append(id)


def everybody_has_acted(session: Session) -> bool:
    return session.engagement is not None and all(it.id in session.engagement.acted for it in session.able_soldiers())


# ---------------------------------------------------------------------- the end of an exchange


def end_exchange(table: Table[Session], speaker: Speaker) -> None:
    """ruling.exchange: fuses, fires and wounds go on; smoke drifts away; then everybody can act again."""
    session = table.state
    if session.engagement is None:
        return
    effect(table, "ruling.exchange", "exchange {number} is over", beat=PAUSE, number=session.engagement.exchange)
    explode_charges(table)
    burn_on(table)
    if session.rulings.critical_rate == "exchange":
        worsen_all(table)
    clear_smoke(session)
    count_exchange(session)
    session.engagement.exchange += 1
    session.engagement.acted, session.engagement.attacked, session.engagement.answered = [], [], False
    for figure in session.figures():
        figure.moving = False
    conditions.lift_what_stopped(table)


def worsen_all(table: Table[Session]) -> None:
    """harm.critical-worsens, for everybody who is critical."""
    for soldier in table.state.soldiers.values():
        if soldier.critical and soldier.status in ("active", "broken"):
            tracks.worsen(table, soldier)


def explode_charges(table: Table[Session]) -> None:
    """weapon.satchel-charge: on all who are in its area by then; vehicles do not shake it off (ruling.satchel-fuse)."""
    session = table.state
    charges, session.charges = session.charges, []
    for charge in charges:
        victims = [it.id for it in at(session, charge.place) if it.id != charge.target]
        orders = [Fire("satchel-charge", id, occasion="charge", splash=bool(charge.target)) for id in victims]
        if charge.target and is_there(session.figure(charge.target)):
            orders.insert(0, Fire("satchel-charge", charge.target, occasion="charge", facing=charge.facing))
        for order in orders:
            carry_out(table, order, resolve_fire(table, order))


def burn_on(table: Table[Session]) -> None:
    """tag.burn: the weapon's dice at direct, nothing in between; for three exchanges (ruling.burn-rate)."""
    session = table.state
    for burning in list(session.burning):
        if not is_there(session.figure(burning.target)):
            session.burning.remove(burning)
            continue
        order = Fire(burning.weapon, burning.target, occasion="burning")
        carry_out(table, order, resolve_fire(table, order))
        shorten(session, burning)
    for vehicle in session.vehicles.values():
        if vehicle.burning_left and not vehicle.is_destroyed:
            roast(table, vehicle)


def shorten(session: Session, burning: Burning) -> None:
    place = session.burning.index(burning)
    if burning.left > 1:
        session.burning[place] = replace(burning, left=burning.left - 1)
    else:
        session.burning.pop(place)


def roast(table: Table[Session], vehicle: Vehicle) -> None:
    """attack-vehicle.major, burning: 1d incidental on each of the crew inside (ruling.vehicle-condition-effects)."""
    session, rule = table.state, "attack-vehicle.major"
    vehicle.burning_left -= 1
    for soldier in riders(session, vehicle):
        tracks.suffer(table, soldier, table.roll(fire("incidental", 1), rule, session.hand(soldier)), rule)
    if vehicle.crew:
        vehicle.crew = take_damage(vehicle.crew, table.roll(damage("incidental", 1), rule, GM))


def clear_smoke(session: Session) -> None:
    """ruling.smoke-duration: until the end of the next exchange."""
    now = session.engagement.exchange if session.engagement else 0
    for place in session.places.values():
        if place.smoke_until and place.smoke_until <= now:
            place.smoke_until = 0


# ---------------------------------------------------------------------- the end of an engagement


def end_engagement(table: Table[Session], speaker: Speaker) -> None:
    """Unspent hold is lost (core.hold), suppression ends (ruling.conditions-end), borrowed cover is left behind."""
    session = table.state
    session.engagement = None
    session.holds, session.rallied, session.treated = [], [], []
    session.burning, session.charges = [], []
    for figure in session.figures():
        conditions.clear_all(figure)
        figure.moving, figure.serves = False, ""
    for soldier in session.soldiers.values():
        settle_down(soldier)
    for place in session.places.values():
        place.smoke_until = 0
    effect(table, "story.scene", "the engagement is over", beat="fight-over")


def settle_down(soldier: Soldier) -> None:
    """What was for this fight is over: guards, ongoing bonuses, being overlooked."""
    soldier.guards = [it for it in soldier.guards if it.until != "engagement"]
    soldier.ongoing, soldier.spared = [], ""


def give_downtime(table: Table[Session]) -> None:
    """gm.downtime: time off, in which steam can be blown off."""
    table.state.downtime, table.state.relaxed = True, []
    effect(table, "gm.downtime", "the squad has downtime", beat="time-off")


def end_downtime(table: Table[Session], speaker: Speaker) -> None:
    """gm.downtime: the squad moves out, or the GM calls it in."""
    table.state.downtime, table.state.tended = False, False
    effect(table, "gm.downtime", "the time off is over: the squad moves out", beat="moves-out")


def clock_size() -> int:
    """ruling.missing-countdown."""
    return numbers().clock
