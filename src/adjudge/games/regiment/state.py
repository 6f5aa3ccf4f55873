"""What lies on the table besides the story: soldiers, squad, teams, vehicles, the ground, and the fight that is on.

Everything is plain data. What a move or a tag does is in `rules/`; what a weapon is stands in `data/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.games.regiment.data import (
    Band,
    Behind,
    Facing,
    Fallen,
    ObjectiveKind,
    Playbook,
    SoldierData,
    SquadData,
    Stat,
    Volume,
)
from adjudge.story.state import GM, Story

Side = Literal["friend", "enemy"]
Tier = Literal["strong", "weak", "miss"]
Harmed = Literal["wounds", "stress"]
Occasion = Literal["", "assault", "covering-fire", "mine", "burning", "charge", "one-shot"]
"""What an attack is part of."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """How this table reads the doubtful points; the first reading of each is ours."""

    forward_sums: Literal["sum", "one"] = "sum"
    exchange: Literal["counted", "gm"] = "counted"
    operator_loadout_one: Literal["one", "all"] = "one"
    same_playbook_twice: Literal["any", "once"] = "any"
    starting_gear: Literal["full", "three"] = "full"
    gear_cap: Literal["six", "none"] = "six"
    heavy_kit: Literal["own", "ordinary"] = "own"
    missing_bonds: Literal["two-one-one", "all-one", "all-zero"] = "two-one-one"
    bond_limits: Literal["to-one", "to-zero", "none"] = "to-one"
    missing_end_of_session: Literal["none", "survivors"] = "none"
    missing_op: Literal["zero", "one"] = "zero"
    op_roll_xp: Literal["roller", "nobody"] = "roller"
    missing_supply: Literal["three", "per-soldier"] = "three"
    missing_intel: Literal["spent", "fiction"] = "spent"
    track_line: Literal["own", "third-box"] = "own"
    recover_past_line: Literal["left", "blocked"] = "left"
    last_box: Literal["filled", "beyond", "spills"] = "filled"
    critical_rate: Literal["exchange", "gm"] = "exchange"
    critical_ends: Literal["by-marks", "cleared"] = "by-marks"
    medic_needs_wound: Literal["wounded", "either"] = "wounded"
    medic_self: Literal["operator", "both", "neither"] = "operator"
    operator_medic_both: Literal["two-gear", "one-only"] = "two-gear"
    grit_all_sources: Literal["all", "attacks"] = "all"
    kevlar_stacks: Literal["sum", "best"] = "sum"
    rally_duration: Literal["one-attack", "engagement"] = "one-attack"
    net_steps: Literal["net", "in-order"] = "net"
    floor_is_1d_incidental: Literal["incidental", "row"] = "incidental"
    effective_attack: Literal["gm", "dice-left"] = "gm"
    concealment_both_ends: Literal["one", "each"] = "one"
    movement_both_ends: Literal["one", "each"] = "one"
    parity_measure: Literal["more", "twice", "gm"] = "more"
    team_attack_dice: Literal["once", "each"] = "once"
    assault_fire_order: Literal["quick", "assault", "together"] = "quick"
    no_gear_no_assault: Literal["refused", "weak"] = "refused"
    gear_costs_add: Literal["add", "covered"] = "add"
    autofire_single: Literal["group", "one"] = "group"
    area_on_team: Literal["each", "once"] = "each"
    messy_splash: Literal["dice", "one-die"] = "dice"
    crew_flat: Literal["flat", "each"] = "flat"
    suppress_trigger: Literal["every", "harm", "covering"] = "every"
    pinned_is_two_steps: Literal["two", "one"] = "two"
    hit_the_deck_sets: Literal["least", "stacks"] = "least"
    clear_one_level: Literal["one", "both"] = "one"
    conditions_end: Literal["fire", "help"] = "fire"
    knife_quick: Literal["quick", "not"] = "quick"
    melee_reach: Literal["tight", "thrown"] = "tight"
    help_several: Literal["best", "sum"] = "best"
    help_trouble_weak: Literal["same", "exposed"] = "same"
    xp_stacks: Literal["both", "one"] = "both"
    ignore_cry: Literal["both", "ignored", "nobody"] = "both"
    steam_distinct: Literal["distinct", "repeat"] = "distinct"
    petition_smokes: Literal["either", "both"] = "either"
    scrounge_amount: Literal["gm", "rolled", "two"] = "gm"
    heat_number: Literal["armor", "dice", "roll"] = "armor"
    vehicle_condition_choice: Literal["attacker", "gm"] = "attacker"
    xp_overflow: Literal["kept", "lost"] = "kept"
    advanced_gate_count: Literal["after", "as-pick"] = "after"
    era_mix: Literal["mixed", "war"] = "mixed"
    up_close: Literal["face", "tight"] = "face"
    thrown_reach: Literal["one-band", "optimal"] = "one-band"


CHECKLIST = [
    "Did everybody come home?",
    "Did you do what you were sent for?",
    "Did you learn something about a comrade?",
    "Did you put somebody else before yourself?",
    "Did the war cost you something?",
]
"""Of our own: the book has none (ruling.missing-end-of-session)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table settles before it starts."""

    players: Annotated[int, Meta(description="players with a soldier each, besides the GM", ge=1, le=6)] = 2
    operation: Annotated[
        Literal["culvert", "night-crossing", "free"],
        Meta(description="an operation that comes with the game, or a free session"),
    ] = "culvert"
    scenes: Annotated[int, Meta(description="the session ends after so many scenes; 0: when the GM says so", ge=0)] = 3
    cast: Annotated[
        Literal["ready", "make"], Meta(description="soldiers that come with the game, or made at the table")
    ] = "ready"
    soldiers: Annotated[tuple[SoldierData, ...], Meta(description="your own soldiers, one for each player")] = ()
    squad: Annotated[
        SquadData | None, Meta(description="a squad that has sessions behind it: the sheet that the last one ended in")
    ] = None
    playbooks: Annotated[tuple[Playbook, ...], Meta(description="playbooks that the table wrote itself")] = ()
    checklist: Annotated[
        tuple[Annotated[str, Meta(examples=CHECKLIST)], ...],
        Meta(description="questions at the end of a session, 1 xp for each yes", max_length=3),
    ] = ()
    establish: Annotated[
        Literal["as-shown", "ask"],
        Meta(description="whether the GM confirms the factors of each attack, or they stand as the map shows them"),
    ] = "as-shown"
    rulings: Rulings = Rulings()


# ---------------------------------------------------------------------- soldiers


class Marks(Struct, frozen=True):
    """A track with a line: the marks on either side of it (ruling.recover-past-line)."""

    left: int = 0
    right: int = 0

    @property
    def all(self) -> int:
        return self.left + self.right


class Bonus(Struct, frozen=True, omit_defaults=True):
    """A forward or an ongoing: what it adds, from where, and to which rolls; an empty scope is any roll."""

    amount: int
    source: str
    rule: str
    scope: str = ""
    about: str = ""
    """The target that an ongoing is about."""


class Held(Struct, frozen=True, omit_defaults=True):
    """A weapon in somebody's hands."""

    weapon: str
    loaded: bool = True
    emplaced: str = ""
    """The place where a weapon that needs it is set up."""
    borrowed: bool = False
    """Drawn from the unit for this session."""


class Guard(Struct, frozen=True, omit_defaults=True):
    """Tough or grit that does not last."""

    rule: str
    tough: int = 0
    grit: int = 0
    until: Literal["attack", "engagement"] = "attack"


class Figure(Struct, kw_only=True):
    """Anybody or anything that can fire and be fired at."""

    id: str
    name: str
    side: Side = "friend"
    place: str = ""
    cover: int = 0
    """The cover taken at this moment."""
    concealed: bool = False
    moving: bool = False
    steps: int = 0
    """How many steps of volume suppression takes away."""
    pinned: bool = False
    suppressed_by: str = ""
    weapons: list[Held] = []
    serves: str = ""
    """Whose crewed weapon this one helps to operate."""

    @property
    def is_suppressed(self) -> bool:
        return self.steps > 0


class Soldier(Figure, kw_only=True):
    """A player's soldier."""

    seat: str
    playbook: str
    rank: str
    profile: str
    background: str
    stats: dict[Stat, int]
    moves: list[str]
    """The rules of the playbook moves, the signature move first."""
    loadout: str
    items: list[str]
    personal_item: str = ""
    deployment: str = ""
    gear: int = 0
    kit: int = 0
    """Gear of an explosives kit."""
    smokes: int = 0
    wounds: Marks = Marks()
    stress: Marks = Marks()
    armor: int = 0
    """Tough from body armor."""
    tough: int = 0
    """Tough from everything else that lasts."""
    grit: int = 0
    guards: list[Guard] = []
    critical: bool = False
    forward: list[Bonus] = []
    ongoing: list[Bonus] = []
    bonds: dict[str, int] = {}
    xp: int = 0
    improvements: list[str] = []
    status: Literal["active", "broken", "dead", "home"] = "active"
    inside: str = ""
    """The vehicle that the soldier is in."""
    hatch: bool = False
    """Whether they look out of it."""
    spared: str = ""
    """What Inopportune Target has earned: `spared` or `concealed`; empty once the medic attacks."""
    spotter: str = ""
    """Who watches for this sniper."""
    made: SoldierData | None = None
    """What was chosen on the first day."""
    sighted: str = ""
    """The place where the spotter has eyes on a target that was hit."""

    @property
    def is_able(self) -> bool:
        return self.status == "active"


class Squad(Struct):
    """What the soldiers have in common."""

    name: str = "1st Squad"
    leader: str = ""
    op: int = 0
    supply: int = 0
    intel: int = 0
    forward: list[Bonus] = []


class Hold(Struct, frozen=True):
    """Points to spend, of one move."""

    holder: str
    move: str
    points: int


# ---------------------------------------------------------------------- everybody else


class Team(Figure, kw_only=True):
    """NPC soldiers on a strength track: a team of five, or one alone."""

    marks: list[int]
    """What each of them has taken, left to right."""
    tough: int = 0
    grit: int = 0
    hidden: bool = False
    high_value: bool = False
    notes: str = ""
    gone: str = ""
    """How they left the fight, if not by losing their strength: `fled`, `surrendered`, `withdrawn`."""

    @property
    def is_able(self) -> bool:
        return not self.gone and self.able > 0

    @property
    def able(self) -> int:
        """npc.soldier: with 2 marks a soldier is down."""
        return sum(marks < DOWN_AT for marks in self.marks)

    @property
    def out(self) -> int:
        return sum(marks >= OUT_AT for marks in self.marks)


DOWN_AT, OUT_AT = 2, 3


class Vehicle(Figure, kw_only=True):
    """A vehicle, with its conditions and whoever crews it for the GM."""

    kind: str
    crew: list[int] = []
    """The marks of each NPC in it."""
    major: list[str] = []
    minor: list[str] = []
    hidden: bool = False
    burning_left: int = 0
    gone: str = ""

    @property
    def is_able(self) -> bool:
        return not self.gone and len(self.major) < WRECKED_AT and len(self.minor) < WRECKED_AT

    @property
    def is_destroyed(self) -> bool:
        return len(self.major) >= WRECKED_AT


WRECKED_AT = 3

Anybody = Soldier | Team | Vehicle


class Place(Struct, omit_defaults=True):
    """A spot of the battlefield: how far it is from others, and what it gives."""

    id: str
    name: str
    bands: dict[str, Band]
    """To other places."""
    inside: Band = "close"
    """Between two figures that are both here."""
    cover: int = 0
    concealment: bool = False
    smoke_until: int = 0
    """The exchange with which smoke is gone."""
    unseen: list[str] = []
    """Places out of sight from here."""
    growth: bool = False
    """Greenery in which a ghillie suit vanishes."""
    dark: bool = False
    note: str = ""


class Burning(Struct, frozen=True):
    """Somebody on fire."""

    target: str
    weapon: str
    left: int
    """Exchanges until the fuel is spent."""


class Charge(Struct, frozen=True):
    """A satchel charge with its fuse lit."""

    by: str
    place: str
    target: str
    """The vehicle that it was placed on; else empty."""
    facing: Facing | Literal[""] = ""


class Mine(Struct, frozen=True):
    """A mine in the ground."""

    weapon: str
    place: str
    side: Side


class Engagement(Struct):
    """The fight that is on."""

    kind: str
    """What it is: an assault, an ambush, an infiltration."""
    exchange: int = 1
    acted: list[str] = []
    """Who has acted in this exchange."""
    gains: list[str] = []
    """What the engage move gave: initiative, cohesion, advantage."""
    attacked: list[str] = []
    """Who has attacked in this exchange."""
    answered: bool = False
    """Whether the GM has made a move in this exchange."""


class Clock(Struct, frozen=True):
    """A countdown with its end."""

    id: int
    title: str
    end: str
    steps: int
    marked: int = 0
    fails: bool = False
    """Whether its end is the end of the operation."""
    goes_on: bool = False
    """Whether it outlasts the operation: the GM's own clocks do."""


class Objective(Struct, frozen=True, omit_defaults=True):
    """Something that an operation is about (story.objectives)."""

    title: str
    kind: ObjectiveKind
    place: str = ""
    unit: str = ""
    exchanges: int = 0
    """How long a place is to be held."""
    held: int = 0
    done: bool = False


class PlanInForce(Struct):
    """A battle plan that the squad follows."""

    plan: str
    methods: list[Literal["open", "done", "skipped"]]
    known: list[bool]
    """Which of the considerations are known."""


class Treated(Struct, frozen=True):
    """A patient who may get back into the fight."""

    medic: str
    patient: str
    rule: str


class Rolled(Struct, frozen=True):
    """A roll of 2d6 that was made."""

    soldier: str
    move: str
    tier: Tier


class LastMove(Struct):
    """The last move, kept so that the GM can set one of its rolls aside (story.override)."""

    id: int
    key: str
    soldier: str
    seat: str
    rolls: dict[str, Tier]
    """`soldier/move`, in the order of the dice."""
    before: str
    after: str
    """The world as text."""
    first: int
    until: int
    """Between which numbers of the journal it is told."""
    instead_of: LastMove | None = None


class Session(Struct):
    """Everything on the table."""

    story: Story
    rulings: Rulings
    seats: tuple[str, ...]
    squad: Squad
    operation: str = "free"
    briefing: str = ""
    scenes: int = 0
    establish: Literal["as-shown", "ask"] = "as-shown"
    checklist: tuple[str, ...] = ()
    playbooks: dict[str, Playbook] = {}
    soldiers: dict[str, Soldier] = {}
    to_make: list[str] = []
    """Seats that have a soldier to make."""
    reserve: list[SoldierData] = []
    """Soldiers whom nobody plays now."""
    fallen: tuple[Fallen, ...] = ()
    behind: tuple[Behind, ...] = ()
    """Who and what was lost or won in sessions before this one."""
    teams: dict[str, Team] = {}
    vehicles: dict[str, Vehicle] = {}
    places: dict[str, Place] = {}
    mines: list[Mine] = []
    holds: list[Hold] = []
    clocks: list[Clock] = []
    objectives: list[Objective] = []
    is_briefed: bool = False
    plan: PlanInForce | None = None
    engagement: Engagement | None = None
    engagements: int = 0
    rallied: list[str] = []
    burning: list[Burning] = []
    charges: list[Charge] = []
    treated: list[Treated] = []
    credited: list[str] = []
    """Medic and patient for whom xp was marked in this engagement."""
    attending: list[str] = []
    """A medic and a patient, while a treatment goes on."""
    comforted: list[str] = []
    """Medic and patient, in this scene."""
    last: LastMove | None = None
    rolled: list[Rolled] = []
    """What was rolled in the move that is being made."""
    ruled: dict[str, Tier] = {}
    """Tiers that the GM has named, by `soldier/move`."""
    downtime: bool = False
    relaxed: list[str] = []
    """Who has blown off steam in this downtime."""
    tended: bool = False
    """Whether the infirmary was open since the last session."""

    def figure(self, id: str) -> Anybody:
        found = self.soldiers.get(id) or self.teams.get(id) or self.vehicles.get(id)
        if found is None:
            raise KeyError(id)
        return found

    def figures(self) -> Iterator[Anybody]:
        yield from self.soldiers.values()
        yield from self.teams.values()
        yield from self.vehicles.values()

    def name(self, id: str) -> str:
        """What anybody is called: a figure, a seat, somebody who is only spoken of."""
        known = self.soldiers.get(id) or self.teams.get(id) or self.vehicles.get(id)
        return known.name if known else self.story.name(id) if id in (*self.seats, GM) else id

    def hand(self, figure: Anybody) -> str:
        """Who answers and rolls for a figure: its player, or the GM."""
        if isinstance(figure, Soldier) and figure.status in ("active", "dead", "home"):
            return GM if figure.seat in self.story.away else figure.seat
        return GM

    def able_soldiers(self) -> list[Soldier]:
        return [soldier for soldier in self.soldiers.values() if soldier.is_able]

    def soldiers_of(self, seat: str) -> list[Soldier]:
        return [soldier for soldier in self.soldiers.values() if soldier.seat == seat and soldier.is_able]


class Fire(Struct, frozen=True, omit_defaults=True):
    """An attack as established: who fires what at whom, and what the GM has ruled about it (core.as-established)."""

    weapon: str
    target: str
    attacker: str = ""
    """Empty: nobody fires, as when a mine goes off."""
    boost: Literal["", "volume", "area"] = ""
    """What an ammo was spent on."""
    occasion: Occasion = ""
    splash: bool = False
    fixed: bool = False
    """A bayonet on a rifle."""
    weak: bool = False
    """Without the gear it takes, by house rule: 1d incidental."""
    facing: Facing | Literal[""] = ""
    base: Volume | Literal[""] = ""
    """Another base than usual, by the GM's word."""
    cover: int | None = None
    concealed: bool | None = None
    moving: bool | None = None
    parity: int | None = None
    ineffective: bool = False
