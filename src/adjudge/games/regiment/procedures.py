"""The desk: attacks, moves, harm and healing, played on a small table.

A procedure sets a real session up, two places and whoever is needed, and puts play's own deed; what play does not
offer, the desk refuses, with the rule.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudge.engine import Procedure, Refused, Table
from adjudge.engine.inputs import known
from adjudge.games.regiment import setup
from adjudge.games.regiment.data import BANDS, FACINGS, STATS, VOLUMES, Band, Facing, Volume, vehicles, weapons
from adjudge.games.regiment.prospects import Exchange
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import battle, engagement, liberty, medic, operator, peripheral, plans, support
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import can_hit_the_deck, cost_of, pay, volley
from adjudge.games.regiment.rules.attack import hit_the_deck as fall_flat
from adjudge.games.regiment.rules.core import ACTS_ON_INTEL, EXPOSED, Attempt, Modifier, roll_with
from adjudge.games.regiment.rules.experience import learn
from adjudge.games.regiment.rules.fire import Refusal, is_armored, not_ready, why_not
from adjudge.games.regiment.state import (
    Anybody,
    Bonus,
    Fire,
    Held,
    Marks,
    Occasion,
    Options,
    Place,
    Rulings,
    Session,
    Soldier,
    Team,
    Tier,
    Vehicle,
)
from adjudge.story import Speaker
from adjudge.story.ledger import open_items

ME, YOU, THEM, CREW = "p1", "p2", "them", "crew"
HERE, THERE = "here", "there"
NAMES = {ME: "The soldier", YOU: "The other", "p3": "A third", "p4": "A fourth", "p5": "A fifth", "p6": "A sixth"}
SPEAKER = Speaker(ME, ME)

ARMS = {id: weapon.title for id, weapon in weapons().items() if weapon.dice and weapon.kind != "mine"}
PERSONAL = {id: title for id, title in ARMS.items() if weapons()[id].kind != "vehicle"}

Few = Annotated[int, Meta(ge=0, le=3)]
StatValue = Annotated[int, Meta(ge=-1, le=3)]
Boxes = Annotated[int, Meta(ge=0, le=6)]

IN_PLAY_ALONE = (
    "advanced_gate_count", "conditions_end", "critical_rate", "era_mix", "exchange", "heavy_kit", "ignore_cry",
    "missing_bonds", "missing_end_of_session", "missing_op", "missing_supply", "operator_loadout_one",
    "rally_duration", "same_playbook_twice",
    "starting_gear", "up_close", "vehicle_condition_choice", "xp_overflow", "xp_stacks",
)  # fmt: skip
"""House rules that no procedure of the desk comes to."""

AIMING = {
    "sniper.deadly-aim": "Deadly Aim",
    "operator.close-quarters-battle": "Close quarters battle",
    "operator.sniper": "Sniper (operator)",
}
ROLLED = (
    "assess", "assault", "covering-fire", "maneuver", "attack-a-vehicle", "hit-the-deck", "rally", "engage", "push",
    "will", "are-you-crazy", "petition", "npc-action", "scrounge", "blow-off-steam", "medic", "infirmity",
)  # fmt: skip
"""Every move that is a roll of 2d6."""
PARITY = {"equal": 0, "larger": 1, "smaller": -1}


class Shooter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whoever fires."""

    team: Annotated[int, Meta(description="able soldiers of an NPC team; 0: a player's soldier", ge=0, le=5)] = 0
    moves: Annotated[
        tuple[Annotated[str, known(AIMING)], ...], Meta(description="playbook moves that bear on an attack")
    ] = ()
    steps: Annotated[int, Meta(description="steps lost to suppression: 1 suppressed, 2 pinned", ge=0, le=5)] = 0
    concealed: bool = False
    moving: bool = False
    hands: Annotated[int, Meta(description="people who serve the weapon, the gunner with them", ge=1, le=6)] = 1
    gear: Boxes = 6


class Target(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whoever is fired at."""

    team: Annotated[int, Meta(description="soldiers of an NPC team; 0: a player's soldier", ge=0, le=5)] = 0
    cover: Few = 0
    concealed: bool = False
    moving: bool = False
    tough: Few = 0
    armor: Annotated[Few, Meta(description="tough from body armor")] = 0
    grit: Few = 0
    wounds: Annotated[int, Meta(description="wounds marked already", ge=0, le=5)] = 0
    stress: Annotated[int, Meta(description="stress marked already", ge=0, le=5)] = 0


class AttackParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An attack with everything that is established about it."""

    weapon: Annotated[str, known(PERSONAL)] = "battle-rifle"
    band: Annotated[str, known(BANDS)] = "near"
    shooter: Shooter = Shooter()
    target: Target = Target()
    base: Annotated[Literal["", "incidental", "direct", "concentrated"], Meta(description="by the GM's word")] = ""
    boost: Annotated[
        Literal["", "volume", "area"], Meta(description="what an ammo buys: a step of volume, or the whole group")
    ] = ""
    parity: Annotated[
        Literal["equal", "larger", "smaller"], Meta(description="the shooter's force, against the target's")
    ] = "equal"
    splash: Annotated[bool, Meta(description="not aimed at, but beside the target of a messy weapon")] = False
    covering: Annotated[bool, Meta(description="part of covering fire")] = False
    rulings: Rulings = Rulings()


class VehicleParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A soldier's attack on a vehicle."""

    weapon: Annotated[str, known(PERSONAL)] = "bazooka"
    vehicle: Annotated[str, known({id: it.title for id, it in vehicles().items()})] = "tank-medium"
    facing: Annotated[str, known(FACINGS)] = "side"
    band: Annotated[str, known(BANDS)] = "near"
    battle: StatValue = 0
    shooter: Shooter = Shooter(hands=2)
    cover: Few = 0
    concealed: bool = False
    moving: bool = False
    parity: Literal["equal", "larger", "smaller"] = "equal"
    major: Annotated[int, Meta(description="major conditions it has", ge=0, le=2)] = 0
    minor: Annotated[int, Meta(description="minor conditions it has", ge=0, le=2)] = 0
    rulings: Rulings = Rulings()


class AssaultParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An assault on a team, with the fire that comes back."""

    weapon: Annotated[str, known(PERSONAL)] = "battle-rifle"
    band: Annotated[str, known(BANDS)] = "near"
    battle: StatValue = 0
    gear: Boxes = 6
    squad: Annotated[int, Meta(description="players' soldiers in the fight", ge=1, le=6)] = 1
    section_8: bool = False
    tough: Few = 0
    grit: Few = 0
    enemy_weapon: Annotated[str, known(PERSONAL)] = "battle-rifle"
    enemies: Annotated[int, Meta(description="able enemies in the team", ge=1, le=5)] = 5
    enemy_cover: Few = 0
    enemy_concealed: bool = False
    rulings: Rulings = Rulings()


class UnitParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a unit suffers off-screen."""

    dice: Annotated[int, Meta(ge=1, le=10)] = 3
    volume: Annotated[str, known(VOLUMES)] = "direct"


class Helper(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who helps a roll."""

    bond: Annotated[int, Meta(ge=-3, le=3)] = 0
    comrade: Annotated[bool, Meta(description="has Comrade in arms")] = False


class RollParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A move's roll."""

    move: Annotated[str, known(ROLLED)] = "assess"
    modifier: Annotated[int, Meta(description="the stat, op or bond that the move names", ge=-3, le=3)] = 0
    forward: Annotated[tuple[Annotated[int, Meta(ge=-3, le=3)], ...], Meta(description="forwards, each")] = ()
    helpers: Annotated[tuple[Helper, ...], Meta(max_length=5)] = ()
    intel: Annotated[bool, Meta(description="1 intel is spent on it")] = False
    rulings: Rulings = Rulings()


class DeckParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hitting the deck under fire."""

    guts: StatValue = 0
    cover: Annotated[Few, Meta(description="what the place gives")] = 1
    concealment: Annotated[bool, Meta(description="whether the place gives concealment")] = False
    steps: Annotated[int, Meta(description="steps lost to suppression: 1 suppressed, 2 pinned", ge=0, le=2)] = 0
    rulings: Rulings = Rulings()


class CoveringParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Covering fire on a team."""

    weapon: Annotated[str, known(PERSONAL)] = "battle-rifle"
    band: Annotated[str, known(BANDS)] = "near"
    battle: StatValue = 0
    gear: Boxes = 6
    enemies: Annotated[int, Meta(description="able enemies in the team", ge=1, le=5)] = 5
    enemy_cover: Few = 0
    enemy_concealed: bool = False
    enemy_steps: Annotated[int, Meta(description="steps lost to suppression: 1 suppressed, 2 pinned", ge=0, le=2)] = 0
    rulings: Rulings = Rulings()


class ManeuverParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A maneuver within the combat zone, with the fire on the way."""

    tactics: StatValue = 0
    intel: Annotated[bool, Meta(description="the unit has intel to spend on it")] = False
    enemy_weapon: Annotated[str, known(PERSONAL)] = "battle-rifle"
    enemies: Annotated[int, Meta(description="able enemies who could fire", ge=1, le=5)] = 5
    band: Annotated[str, known(BANDS)] = "near"
    tough: Few = 0
    grit: Few = 0
    rulings: Rulings = Rulings()


class EngageParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The beginning of an engagement."""

    op: Annotated[int, Meta(description="the squad's operational effectiveness", ge=-2, le=3)] = 0
    kind: Annotated[str, known(engagement.KINDS)] = "assault"
    ranger: Annotated[bool, Meta(description="the leader has Airborne Ranger")] = False
    intel: Annotated[bool, Meta(description="the unit has intel to spend on it")] = False
    rulings: Rulings = Rulings()


class NpcActionParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """NPC soldiers sent to do something."""

    op: Annotated[int, Meta(description="the squad's operational effectiveness", ge=-2, le=3)] = 0
    men: Annotated[int, Meta(description="able soldiers in the team", ge=1, le=5)] = 5
    rulings: Rulings = Rulings()


class PushParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pushing through hardship, trauma or fire."""

    guts: StatValue = 0
    battle: StatValue = 0
    fight_back: Annotated[bool, Meta(description="has Fight back: battle in place of guts")] = False
    suppress: Annotated[bool, Meta(description="against a weapon that suppresses")] = False
    terror: Annotated[bool, Meta(description="against a weapon of terror")] = False
    rulings: Rulings = Rulings()


class WillParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An order that somebody obeys or suffers for."""

    leadership: StatValue = 0
    team: Annotated[int, Meta(description="soldiers of an NPC team; 0: a player's soldier", ge=0, le=5)] = 0
    grit: Annotated[Few, Meta(description="of the soldier who is commanded")] = 0
    rulings: Rulings = Rulings()


class HelpParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Help for somebody in trouble."""

    bond: Annotated[int, Meta(description="the helper's, toward the one in trouble", ge=-3, le=3)] = 1
    gear: Annotated[Boxes, Meta(description="the helper's")] = 6
    steps: Annotated[int, Meta(description="steps lost to suppression: 1 suppressed, 2 pinned", ge=0, le=2)] = 1
    left: Annotated[int, Meta(description="wounds left of the line", ge=0, le=2)] = 0
    right: Annotated[int, Meta(description="wounds right of the line", ge=0, le=3)] = 0
    stress: Annotated[int, Meta(ge=0, le=5)] = 0
    rulings: Rulings = Rulings()


class RallyParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rally before an engagement."""

    leadership: StatValue = 0


class MedicParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Treating somebody."""

    by: Literal["medic", "operator"] = "medic"
    guts: StatValue = 2
    gear: Boxes = 6
    patient: Literal["another", "oneself"] = "another"
    left: Annotated[int, Meta(description="wounds left of the line", ge=0, le=2)] = 2
    right: Annotated[int, Meta(description="wounds right of the line", ge=0, le=3)] = 1
    stress: Annotated[int, Meta(ge=0, le=5)] = 0
    grit: Few = 0
    rulings: Rulings = Rulings()


class SteamParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Letting go in downtime."""

    smokes: Annotated[int, Meta(description="smokes spent", ge=0, le=3)] = 0
    left: Annotated[int, Meta(description="wounds left of the line", ge=0, le=2)] = 1
    right: Annotated[int, Meta(description="wounds right of the line", ge=0, le=3)] = 0
    stress: Annotated[int, Meta(ge=0, le=5)] = 1
    bond: Annotated[int, Meta(description="toward a friend", ge=-3, le=3)] = 1
    rulings: Rulings = Rulings()


class PetitionParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Asking those above."""

    leadership: StatValue = 0
    smokes: Annotated[int, Meta(description="smokes spent on it; 0: leadership alone", ge=0, le=3)] = 0
    coordinates: Annotated[bool, Meta(description="fire support, with a forward observer's target coordinates")] = False
    rulings: Rulings = Rulings()


class ScroungeParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Looking for spoils."""

    lucky: StatValue = 0
    battle: StatValue = 0
    eye_for_supply: bool = False
    kind: Annotated[str, known(liberty.LOOKED_FOR)] = "gear"
    gear: Annotated[Boxes, Meta(description="gear the soldier has")] = 0
    rulings: Rulings = Rulings()


class HarmParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Wounds and stress to be marked."""

    wounds: Annotated[int, Meta(ge=0, le=10)] = 1
    stress: Annotated[int, Meta(ge=0, le=10)] = 1
    tough: Few = 0
    armor: Few = 0
    grit: Few = 0
    wounds_left: Annotated[int, Meta(description="wounds marked left of the line", ge=0, le=2)] = 0
    wounds_right: Annotated[int, Meta(description="wounds marked right of the line", ge=0, le=3)] = 0
    stress_left: Annotated[int, Meta(ge=0, le=3)] = 0
    stress_right: Annotated[int, Meta(ge=0, le=2)] = 0
    rulings: Rulings = Rulings()


class HealingParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wound or stress that is recovered or healed."""

    how: Literal["recover", "heal"] = "recover"
    what: Literal["wounds", "stress"] = "wounds"
    left: Annotated[int, Meta(description="marks left of the line", ge=0, le=2)] = 2
    right: Annotated[int, Meta(description="marks right of the line", ge=0, le=3)] = 1
    rulings: Rulings = Rulings()


# ---------------------------------------------------------------------- outcomes


class Struck(NamedTuple):
    """What an attack does to its target, and what becomes of it."""

    stress: int
    wounds: int
    damage: int
    fate: str


class Wrecked(NamedTuple):
    """What an attack does to a vehicle."""

    tier: Tier
    major: int
    minor: int
    state: str


class Sheet(NamedTuple):
    """Two tracks as they are drawn, and what follows from them."""

    wounds: tuple[bool, ...]
    stress: tuple[bool, ...]
    fate: str


class Treated(NamedTuple):
    """A patient after a treatment, and the gear that is left."""

    tier: Tier
    sheet: Sheet
    gear: int


class Found(NamedTuple):
    """What scrounging finds."""

    tier: Tier
    kind: str
    number: int


class Ducked(NamedTuple):
    """Where hitting the deck leaves a soldier."""

    tier: Tier
    cover: int
    concealed: bool
    state: str
    steps: int


class Covered(NamedTuple):
    """What covering fire comes to."""

    tier: Tier
    damage: int
    state: str
    steps: int


class Crossed(NamedTuple):
    """What a maneuver comes to."""

    tier: Tier
    stress: int
    wounds: int
    is_there: bool


class Engaged(NamedTuple):
    """What an engage roll gives."""

    tier: Tier
    gains: tuple[str, ...]


class Sent(NamedTuple):
    """What the action of NPC soldiers costs."""

    tier: Tier
    state: str
    costs: int


class Pushed(NamedTuple):
    """How somebody gets through."""

    tier: Tier
    stress: int


class Commanded(NamedTuple):
    """What an order does to the one who is commanded."""

    tier: Tier
    stress: int
    damage: int


class Helped(NamedTuple):
    """What help does, and what it costs the helper."""

    tier: Tier
    sheet: Sheet
    state: str
    gear: int
    is_exposed: bool


class Rallied(NamedTuple):
    """Hold of a rally."""

    points: int


# ---------------------------------------------------------------------- the small table


def small_table(rulings: Rulings, players: int = 2, band: str = "near", *, fight: bool = True) -> Session:
    """Two places, and soldiers with nothing special about them."""
    for name in IN_PLAY_ALONE:
        if getattr(rulings, name) != getattr(Rulings(), name):
            raise Refused(f"ruling.{name.replace('_', '-')}", "this house rule matters in play alone")
    session = setup.start(Options(players=players, operation="free", rulings=rulings))
    known_band: Band = next(it for it in BANDS if it == band)
    session.places = {
        HERE: Place(HERE, "here", {THERE: known_band}, inside="close"),
        THERE: Place(THERE, "there", {HERE: known_band}, inside="close"),
    }
    for soldier in session.soldiers.values():
        soldier.name, soldier.moves, soldier.bonds = NAMES[soldier.id], [], {}
        soldier.stats = dict.fromkeys(STATS, 0)
        soldier.armor = soldier.tough = soldier.grit = soldier.kit = 0
        soldier.place, soldier.cover, soldier.concealed = HERE, 0, False
    session.story.names = {id: soldier.name for id, soldier in session.soldiers.items()}
    if fight:
        engagement.begin(session, "assault")
    return session


def team(session: Session, id: str, name: str, men: int, weapon: str, place: str, side: str = "enemy") -> Team:
    found = Team(
        id=id, name=name, side="friend" if side == "friend" else "enemy", place=place, marks=[0] * men,
        weapons=[Held(weapon, emplaced=place)],
    )  # fmt: skip
    session.teams[id] = found
    return found


def place_shooter(session: Session, given: Shooter, weapon: str) -> Anybody:
    """The soldier, or a team, with those who serve the weapon."""
    if given.team and (given.moves or given.hands > 1):
        raise Refused("npc.team", "a team has no playbook moves, and its able soldiers are its hands")
    shooter: Anybody = session.soldiers[ME]
    if given.team:
        shooter = team(session, "shooters", "The team", given.team, weapon, HERE)
        shooter.marks = [0] * given.team
    shooter.weapons = [Held("battle-rifle"), Held(weapon, emplaced=HERE)]
    shooter.steps, shooter.pinned = given.steps, given.steps > 1
    shooter.concealed, shooter.moving = given.concealed, given.moving
    if isinstance(shooter, Soldier):
        shooter.gear = given.gear
        for move in given.moves:
            learn(session, shooter, move)
        if given.hands > 1:
            team(session, CREW, "The crew", given.hands - 1, "sidearm", HERE, "friend").serves = ME
    return shooter


def place_target(session: Session, given: Target) -> Anybody:
    target: Soldier | Team
    if given.team:
        if given.armor or given.wounds or given.stress:
            raise Refused("npc.strength", "a team has one strength track, and no body armor")
        target = team(session, THEM, "The team fired at", given.team, "battle-rifle", THERE)
    else:
        target = session.soldiers[YOU]
        target.side, target.place, target.armor = "enemy", THERE, given.armor
        target.wounds, target.stress = filled(session, "wounds", given.wounds), filled(session, "stress", given.stress)
    target.cover, target.concealed, target.moving = given.cover, given.concealed, given.moving
    target.tough, target.grit = given.tough, given.grit
    return target


def filled(session: Session, track: Literal["wounds", "stress"], number: int) -> Marks:
    """So many marks as they come, the left ones first."""
    left = min(number, tracks.line(session.rulings, track))
    return Marks(left, number - left)


def demand(refusal: Refusal | None) -> None:
    if refusal:
        raise Refused(refusal.rule, refusal.text)


def aimed(session: Session, shooter: Anybody, target: Anybody, weapon: str, boost: str, occasion: Occasion) -> Fire:
    """The attack that play would offer; what it would not, is refused."""
    plain = Fire(weapon, target.id, shooter.id, occasion=occasion)
    demand(not_ready(session, plain) or why_not(session, plain))
    offered = [it for it in battle.shots(session, shooter, [target], occasion) if it.weapon == weapon]
    found = next((it for it in offered if it.boost == boost), None)
    if found is None:
        tag = "tag.spray" if "spray" in weapons()[weapon].tags else "tag.autofire"
        raise Refused(tag, f"no ammo buys that with the {weapons()[weapon].title.lower()} here")
    if isinstance(shooter, Soldier) and cost_of(session, found) > shooter.gear:
        raise Refused("core.spend", f"the attack costs {cost_of(session, found)} gear")
    return found


# ---------------------------------------------------------------------- attacks


def situate_attack(params: AttackParams) -> Session:
    session = small_table(params.rulings, band=params.band)
    place_shooter(session, params.shooter, params.weapon)
    place_target(session, params.target)
    return session


def attack(table: Table[Session], params: AttackParams) -> Struck:
    """attack.sequence, from the first step to the last mark."""
    session = table.state
    shooter = session.teams.get("shooters") or session.soldiers[ME]
    target: Anybody = session.teams.get(THEM) or session.soldiers[YOU]
    occasion: Occasion = "covering-fire" if params.covering else ""
    if params.splash and "messy" not in weapons()[params.weapon].tags:
        raise Refused("tag.messy", f"the {weapons()[params.weapon].title.lower()} is not messy")
    order = aimed(session, shooter, target, params.weapon, params.boost, occasion)
    base: Volume | Literal[""] = params.base
    order = replace(order, base=base, parity=PARITY[params.parity], splash=params.splash)
    before = _marks(target)
    if not params.splash:
        pay(table, order)
    volley(table, [order])
    return _struck(session, target, before)


def _marks(target: Anybody) -> tuple[int, int, int]:
    if isinstance(target, Soldier):
        return target.stress.all, target.wounds.all, 0
    return 0, 0, sum(target.marks) if isinstance(target, Team) else 0


def _struck(session: Session, target: Anybody, before: tuple[int, int, int]) -> Struck:
    stress, wounds, damage = (now - then for now, then in zip(_marks(target), before, strict=True))
    return Struck(stress, wounds, damage, fate(target))


def fate(target: Anybody) -> str:
    """What has become of somebody, in a few words."""
    if isinstance(target, Soldier):
        state = "critical" if target.critical else "not critical"
        return state if target.status == "active" else target.status
    if isinstance(target, Team):
        down = len(target.marks) - target.able - target.out
        return f"{target.able} able, {down} down, {target.out} out"
    return "destroyed" if target.is_destroyed else "in action" if target.is_able else "disabled"


def situate_vehicle(params: VehicleParams) -> Session:
    session = small_table(params.rulings, 1, params.band)
    shooter = place_shooter(session, params.shooter, params.weapon)
    if not isinstance(shooter, Soldier):
        raise Refused(
            "attack-vehicle.roll", "this is a soldier's move; NPCs roll no battle (ruling vehicle-npc-attacks)"
        )
    shooter.stats["battle"] = params.battle
    vehicle = Vehicle(
        id=THEM, name="The vehicle", side="enemy", place=THERE, kind=params.vehicle, cover=params.cover,
        concealed=params.concealed, moving=params.moving,
        major=["stuck", "blind"][: params.major], minor=["leaking", "smoking"][: params.minor],
    )  # fmt: skip
    session.vehicles[THEM] = vehicle
    return session


def attack_vehicle(table: Table[Session], params: VehicleParams) -> Wrecked:
    """attack-vehicle.roll, then dice, armor and conditions."""
    session = table.state
    vehicle = session.vehicles[THEM]
    if params.facing != "side" and not is_armored(vehicle):
        raise Refused("vehicle.unarmored", "an unarmored vehicle has no facings")
    order = aimed(session, session.soldiers[ME], vehicle, params.weapon, "", "")
    facing: Facing = next(it for it in FACINGS if it == params.facing)
    order = replace(order, parity=PARITY[params.parity], facing=facing)
    major, minor = len(vehicle.major), len(vehicle.minor)
    tier = battle.engage_vehicle(table, session.soldiers[ME], order)
    if session.charges:
        engagement.explode_charges(table)
    return Wrecked(tier, len(vehicle.major) - major, len(vehicle.minor) - minor, fate(vehicle))


def situate_assault(params: AssaultParams) -> Session:
    session = small_table(params.rulings, params.squad, params.band)
    soldier = session.soldiers[ME]
    soldier.weapons = [Held("battle-rifle"), Held(params.weapon, emplaced=HERE)]
    soldier.stats["battle"], soldier.gear = params.battle, params.gear
    soldier.tough, soldier.grit = params.tough, params.grit
    if params.section_8:
        learn(session, soldier, "soldier.section-8")
    enemy = team(session, THEM, "The enemy", params.enemies, params.enemy_weapon, THERE)
    enemy.cover, enemy.concealed = params.enemy_cover, params.enemy_concealed
    return session


def assault(table: Table[Session], params: AssaultParams) -> Exchange:
    """assault.roll and the whole exchange, both ways."""
    session = table.state
    soldier, enemy = session.soldiers[ME], session.teams[THEM]
    demand(why_not(session, Fire(params.weapon, THEM, ME, occasion="assault")))
    orders = [it for it in battle.assault_orders(session, soldier, "assault") if it.weapon == params.weapon]
    if not orders:
        raise Refused(
            "ruling.no-gear-no-assault", "there is not enough gear for the assault, or the weapon takes longer"
        )
    tier = battle.charge(table, soldier, orders[0])
    return Exchange(tier, sum(enemy.marks), soldier.stress.all, soldier.wounds.all)


def situate_unit(params: UnitParams) -> Session:
    return small_table(Rulings())


def unit(table: Table[Session], params: UnitParams) -> Harm:
    """vof.unit-maneuvers."""
    volume: Volume = next(it for it in VOLUMES if it == params.volume)
    return plans.suffer(table, None, plans.Suffering(params.dice, volume))


# ---------------------------------------------------------------------- moves


def situate_roll(params: RollParams) -> Session:
    session = small_table(params.rulings, 1 + len(params.helpers), fight=False)
    soldier = session.soldiers[ME]
    soldier.forward = [Bonus(it, "before", "core.forward") for it in params.forward]
    for helper, given in zip(list(session.soldiers.values())[1:], params.helpers, strict=True):
        helper.bonds[ME] = given.bond
        if given.comrade:
            learn(session, helper, "soldier.comrade-in-arms")
    return session


def roll(table: Table[Session], params: RollParams) -> Tier:
    """core.move-roll, with help inside it (help.rolling)."""
    session = table.state
    attempt = Attempt(params.move, "core.move-roll")
    more = [Modifier("modifier", params.modifier, "core.stats")]
    if params.intel:
        if params.move not in ACTS_ON_INTEL or session.rulings.missing_intel == "fiction":
            raise Refused("track.intel", "no intel is spent on this roll")
        more.append(Modifier("intel", 1, "track.intel"))
    helpers = list(session.soldiers)[1:]
    return roll_with(table, session.soldiers[ME], attempt, *more, helpers=helpers)


def held_down(figure: Anybody) -> str:
    return "pinned" if figure.pinned else "suppressed" if figure.is_suppressed else "not suppressed"


def situate_deck(params: DeckParams) -> Session:
    session = small_table(params.rulings, 1)
    soldier, place = session.soldiers[ME], session.places[HERE]
    soldier.stats["guts"], place.cover, place.concealment = params.guts, params.cover, params.concealment
    soldier.steps, soldier.pinned = params.steps, params.steps > 1
    return session


def hit_the_deck(table: Table[Session], params: DeckParams) -> Ducked:
    """hit-the-deck.roll."""
    soldier = table.state.soldiers[ME]
    if not can_hit_the_deck(table.state, soldier):
        raise Refused("hit-the-deck.roll", "the place gives neither cover nor concealment")
    tier = fall_flat(table, soldier)
    return Ducked(tier, soldier.cover, soldier.concealed, held_down(soldier), soldier.steps)


def situate_covering(params: CoveringParams) -> Session:
    session = small_table(params.rulings, 1, params.band)
    soldier = session.soldiers[ME]
    soldier.weapons = [Held("battle-rifle"), Held(params.weapon, emplaced=HERE)]
    soldier.stats["battle"], soldier.gear = params.battle, params.gear
    enemy = team(session, THEM, "The enemy", params.enemies, "battle-rifle", THERE)
    enemy.cover, enemy.concealed = params.enemy_cover, params.enemy_concealed
    enemy.steps, enemy.pinned = params.enemy_steps, params.enemy_steps > 1
    return session


def covering_fire(table: Table[Session], params: CoveringParams) -> Covered:
    """covering-fire.roll, the attack one step lower, and the condition."""
    session = table.state
    soldier, enemy = session.soldiers[ME], session.teams[THEM]
    demand(why_not(session, Fire(params.weapon, THEM, ME, occasion="covering-fire")))
    orders = [it for it in battle.assault_orders(session, soldier, "covering-fire") if it.weapon == params.weapon]
    if not orders:
        raise Refused("ruling.no-gear-no-assault", "there is not enough gear for covering fire, or it takes longer")
    tier = battle.cover(table, soldier, orders[0])
    return Covered(tier, sum(enemy.marks), held_down(enemy), enemy.steps)


def situate_maneuver(params: ManeuverParams) -> Session:
    session = small_table(params.rulings, 1, params.band)
    soldier = session.soldiers[ME]
    soldier.stats["tactics"], soldier.tough, soldier.grit = params.tactics, params.tough, params.grit
    session.squad.intel = int(params.intel)
    team(session, THEM, "The enemy", params.enemies, params.enemy_weapon, THERE)
    return session


def maneuver(table: Table[Session], params: ManeuverParams) -> Crossed:
    """maneuver.roll, with the fire that it meets."""
    soldier = table.state.soldiers[ME]
    tier = battle.cross(table, soldier, THERE)
    return Crossed(tier, soldier.stress.all, soldier.wounds.all, soldier.place == THERE)


def situate_engage(params: EngageParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    session.squad.op, session.squad.intel = params.op, int(params.intel)
    if params.ranger:
        learn(session, session.soldiers[ME], "operator.airborne-ranger")
    return session


def engage(table: Table[Session], params: EngageParams) -> Engaged:
    """engage.roll."""
    session = table.state
    tier = engagement.go_in(table, SPEAKER, session.soldiers[ME], params.kind)
    return Engaged(tier, tuple(session.engagement.gains) if session.engagement else ())


def situate_npc_action(params: NpcActionParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    session.squad.op = params.op
    team(session, THEM, "The team", params.men, "battle-rifle", HERE, "friend")
    return session


def npc_action(table: Table[Session], params: NpcActionParams) -> Sent:
    """npc-action.roll, and on 7-9 its cost in men, morale or materiel."""
    session = table.state
    sent = session.teams[THEM]
    tier = peripheral.send(table, session.soldiers[ME], sent, "what they were told")
    return Sent(tier, fate(sent), len([it for it in open_items(session.story) if it.kind == peripheral.COST]))


def situate_push(params: PushParams) -> Session:
    session = small_table(params.rulings, 1)
    soldier = session.soldiers[ME]
    soldier.stats |= {"guts": params.guts, "battle": params.battle}
    if params.fight_back:
        learn(session, soldier, "soldier.fight-back")
    return session


def push(table: Table[Session], params: PushParams) -> Pushed:
    """push.roll."""
    soldier = table.state.soldiers[ME]
    against = [kind for kind, is_so in (("suppress", params.suppress), ("terror", params.terror)) if is_so]
    tier = peripheral.push_through(table, soldier, "what is in the way", tuple(against))
    return Pushed(tier, soldier.stress.all)


def situate_will(params: WillParams) -> Session:
    session = small_table(params.rulings, 1 if params.team else 2, fight=False)
    session.soldiers[ME].stats["leadership"] = params.leadership
    if not params.team:
        session.soldiers[YOU].grit = params.grit
    elif params.grit:
        raise Refused("npc.strength", "a team takes it on its strength, without grit")
    else:
        team(session, THEM, "The team", params.team, "battle-rifle", HERE, "friend")
    return session


def will(table: Table[Session], params: WillParams) -> Commanded:
    """will.roll: obey, or suffer."""
    session = table.state
    target: Anybody = session.teams.get(THEM) or session.soldiers[YOU]
    before = _marks(target)
    tier = peripheral.command(table, session.soldiers[ME], target, "what they say")
    stress, _, damage = (now - then for now, then in zip(_marks(target), before, strict=True))
    return Commanded(tier, stress, damage)


def situate_help(params: HelpParams) -> Session:
    session = small_table(params.rulings, 2)
    helper, patient = session.soldiers[ME], session.soldiers[YOU]
    helper.bonds, helper.gear = {YOU: params.bond}, params.gear
    patient.steps, patient.pinned = params.steps, params.steps > 1
    _mark_patient(session, patient, params.left, params.right, params.stress)
    return session


def give_help(table: Table[Session], params: HelpParams) -> Helped:
    """help.trouble."""
    session = table.state
    helper, patient = session.soldiers[ME], session.soldiers[YOU]
    if patient not in support.in_trouble(session, helper):
        raise Refused("help.trouble", "nobody here is in trouble that this helper could do something about")
    tier = support.go_to_help(table, helper, patient)
    is_exposed = any(it.kind == EXPOSED for it in open_items(session.story))
    return Helped(tier, sheet(session, patient), held_down(patient), helper.gear, is_exposed)


def rally(table: Table[Session], params: RallyParams) -> Rallied:
    """rally.roll."""
    session = table.state
    support.rally(table, SPEAKER, ME)
    return Rallied(sum(it.points for it in session.holds))


def situate_rally(params: RallyParams) -> Session:
    session = small_table(Rulings(), 1, fight=False)
    session.soldiers[ME].stats["leadership"] = params.leadership
    return session


def situate_medic(params: MedicParams) -> Session:
    session = small_table(params.rulings, 2, fight=False)
    healer = session.soldiers[ME]
    learn(session, healer, "medic.medic" if params.by == "medic" else "operator.medic")
    healer.stats["guts"], healer.gear = params.guts, params.gear
    patient = healer if params.patient == "oneself" else session.soldiers[YOU]
    patient.grit = params.grit
    _mark_patient(session, patient, params.left, params.right, params.stress)
    return session


def _mark_patient(session: Session, patient: Soldier, left: int, right: int, stress: int) -> None:
    if left > tracks.line(session.rulings, "wounds"):
        raise Refused("track.wounds", "there are not so many boxes left of the line")
    patient.wounds, patient.stress = Marks(left, right), filled(session, "stress", stress)
    patient.critical = any(tracks.is_at_threshold(session.rulings, patient, it) for it in tracks.TRACKS)


def treat(table: Table[Session], params: MedicParams) -> Treated:
    """medic.medic or operator.medic."""
    session = table.state
    healer = session.soldiers[ME]
    patient = healer if params.patient == "oneself" else session.soldiers[YOU]
    is_medic = params.by == "medic"
    may_self = session.rulings.medic_self == "both" or (not is_medic and session.rulings.medic_self == "operator")
    if patient.id not in medic.patients(session, healer, may_treat_self=may_self):
        rule = "ruling.medic-self" if params.patient == "oneself" else "ruling.medic-needs-wound"
        raise Refused(rule, "nobody here can be treated so")
    deed = medic.attempt_treatment if is_medic else operator.attempt_treatment
    tier = deed(table, SPEAKER, healer, patient)
    return Treated(tier, sheet(session, patient), healer.gear)


def sheet(session: Session, soldier: Soldier) -> Sheet:
    marked = {it: tuple(tracks.boxes_marked(session.rulings, soldier, it)) for it in tracks.TRACKS}
    return Sheet(marked["wounds"], marked["stress"], fate(soldier))


def situate_steam(params: SteamParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    soldier = session.soldiers[ME]
    team(session, YOU, "A friend", 1, "battle-rifle", HERE, "friend")
    session.downtime = True
    soldier.smokes, soldier.bonds = params.smokes, {YOU: params.bond}
    _mark_patient(session, soldier, params.left, params.right, params.stress)
    return session


def steam(table: Table[Session], params: SteamParams) -> tuple[Tier, Sheet, int]:
    """blow-off-steam.roll, with the comforts that are chosen."""
    soldier = table.state.soldiers[ME]
    tier = liberty.let_go(table, SPEAKER, soldier, params.smokes)
    return tier, sheet(table.state, soldier), soldier.bonds[YOU]


def situate_petition(params: PetitionParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    soldier = session.soldiers[ME]
    soldier.stats["leadership"], soldier.smokes = params.leadership, params.smokes
    if params.coordinates:
        session.squad.forward = [Bonus(1, "target coordinates", "sniper.forward-observer", "fire-support")]
    return session


def petition(table: Table[Session], params: PetitionParams) -> Tier:
    """petition.roll."""
    kind = "fire-support" if params.coordinates else ""
    return peripheral.plead(table, table.state.soldiers[ME], kind, "what they ask for", params.smokes)


def situate_scrounge(params: ScroungeParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    soldier = session.soldiers[ME]
    soldier.stats |= {"lucky": params.lucky, "battle": params.battle}
    soldier.gear, soldier.smokes = params.gear, 0
    if params.eye_for_supply:
        learn(session, soldier, "soldier.eye-for-supply")
    return session


def scrounge(table: Table[Session], params: ScroungeParams) -> Found:
    """scrounge.roll."""
    session = table.state
    soldier = session.soldiers[ME]
    tier = liberty.search(table, SPEAKER, soldier, params.kind)
    numbers = {"smokes": soldier.smokes, "intel": session.squad.intel}
    return Found(tier, params.kind, numbers.get(params.kind, soldier.gear - params.gear))


# ---------------------------------------------------------------------- harm and healing


def situate_harm(params: HarmParams) -> Session:
    session = small_table(params.rulings, 1)
    soldier = session.soldiers[ME]
    soldier.tough, soldier.armor, soldier.grit = params.tough, params.armor, params.grit
    soldier.wounds = Marks(params.wounds_left, params.wounds_right)
    soldier.stress = Marks(params.stress_left, params.stress_right)
    soldier.critical = any(tracks.is_at_threshold(session.rulings, soldier, it) for it in tracks.TRACKS)
    return session


def harm(table: Table[Session], params: HarmParams) -> Sheet:
    """track.wounds and track.stress: which boxes are marked."""
    soldier = table.state.soldiers[ME]
    tracks.suffer(table, soldier, Harm(params.stress, params.wounds), "track.wounds")
    return sheet(table.state, soldier)


def situate_healing(params: HealingParams) -> Session:
    session = small_table(params.rulings, 1, fight=False)
    soldier = session.soldiers[ME]
    tracks.set_marks(soldier, params.what, Marks(params.left, params.right))
    soldier.critical = any(tracks.is_at_threshold(session.rulings, soldier, it) for it in tracks.TRACKS)
    return session


def healing(table: Table[Session], params: HealingParams) -> Sheet:
    """harm.recover, harm.heal: which box is erased."""
    soldier = table.state.soldiers[ME]
    if params.how == "recover":
        tracks.recover(table, soldier, params.what, "harm.recover")
    else:
        tracks.heal(table, soldier, params.what, "harm.heal")
    return sheet(table.state, soldier)


PROCEDURES = (
    Procedure(
        name="attack",
        title="An attack",
        rule="attack.sequence",
        params=AttackParams,
        run=attack,
        situate=situate_attack,
    ),
    Procedure(
        name="attack-vehicle",
        title="An attack on a vehicle",
        rule="attack-vehicle.roll",
        params=VehicleParams,
        run=attack_vehicle,
        situate=situate_vehicle,
    ),
    Procedure(
        name="assault",
        title="An assault, both ways",
        rule="assault.roll",
        params=AssaultParams,
        run=assault,
        situate=situate_assault,
    ),
    Procedure(
        name="unit-maneuver",
        title="A unit off-screen",
        rule="vof.unit-maneuvers",
        params=UnitParams,
        run=unit,
        situate=situate_unit,
    ),
    Procedure(
        name="roll",
        title="A move's roll",
        rule="core.move-roll",
        params=RollParams,
        run=roll,
        situate=situate_roll,
    ),
    Procedure(
        name="hit-the-deck",
        title="Hit the deck",
        rule="hit-the-deck.roll",
        params=DeckParams,
        run=hit_the_deck,
        situate=situate_deck,
    ),
    Procedure(
        name="covering-fire",
        title="Covering fire",
        rule="covering-fire.roll",
        params=CoveringParams,
        run=covering_fire,
        situate=situate_covering,
    ),
    Procedure(
        name="maneuver",
        title="A maneuver under fire",
        rule="maneuver.roll",
        params=ManeuverParams,
        run=maneuver,
        situate=situate_maneuver,
    ),
    Procedure(
        name="engage",
        title="Begin an engagement",
        rule="engage.roll",
        params=EngageParams,
        run=engage,
        situate=situate_engage,
    ),
    Procedure(
        name="push",
        title="Push yourself",
        rule="push.roll",
        params=PushParams,
        run=push,
        situate=situate_push,
    ),
    Procedure(
        name="will",
        title="Impose your will",
        rule="will.roll",
        params=WillParams,
        run=will,
        situate=situate_will,
    ),
    Procedure(
        name="npc-action",
        title="NPC soldiers act",
        rule="npc-action.roll",
        params=NpcActionParams,
        run=npc_action,
        situate=situate_npc_action,
    ),
    Procedure(
        name="help",
        title="Help somebody in trouble",
        rule="help.trouble",
        params=HelpParams,
        run=give_help,
        situate=situate_help,
    ),
    Procedure(
        name="rally",
        title="Rally",
        rule="rally.roll",
        params=RallyParams,
        run=rally,
        situate=situate_rally,
    ),
    Procedure(
        name="medic",
        title="A treatment",
        rule="medic.medic",
        params=MedicParams,
        run=treat,
        situate=situate_medic,
    ),
    Procedure(
        name="steam",
        title="Blow off steam",
        rule="blow-off-steam.roll",
        params=SteamParams,
        run=steam,
        situate=situate_steam,
    ),
    Procedure(
        name="petition",
        title="A petition",
        rule="petition.roll",
        params=PetitionParams,
        run=petition,
        situate=situate_petition,
    ),
    Procedure(
        name="scrounge",
        title="Scrounging",
        rule="scrounge.roll",
        params=ScroungeParams,
        run=scrounge,
        situate=situate_scrounge,
    ),
    Procedure(
        name="harm",
        title="Wounds and stress",
        rule="track.wounds",
        params=HarmParams,
        run=harm,
        situate=situate_harm,
    ),
    Procedure(
        name="healing",
        title="Recovery and healing",
        rule="harm.heal",
        params=HealingParams,
        run=healing,
        situate=situate_healing,
    ),
)
