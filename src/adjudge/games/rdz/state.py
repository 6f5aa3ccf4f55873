"""What is on the table: the squad, its place in the city, the Combat it is in, and the record of the Patrol."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from adjudge.engine.inputs import TextFile, known

CAPTAIN = "captain"
OFFICER = "officer"


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: the rulings that a table may choose otherwise. The first choice is the one we play."""

    game_end_and_victory: Literal["target", "open", "distance"] = "target"
    shuttling: Literal["allowed", "two-out", "four-moves"] = "allowed"
    retreat: Literal["never", "break-off"] = "never"
    no_usable_weapon: Literal["nothing", "fists"] = "nothing"
    use_versus_shot: Literal["uses", "shots"] = "uses"
    one_at_a_time_shots: Literal["one-at-a-time", "declared"] = "one-at-a-time"
    area_damage_once: Literal["once", "each"] = "once"
    enemy_target_per_shot: Literal["each-shot", "once"] = "each-shot"
    enemy_area_weapons: Literal["everyone", "not-the-captain"] = "everyone"
    captain_death_timing: Literal["ends", "officer"] = "ends"
    innocents: Literal["bystanders", "enemies"] = "bystanders"
    guest_decisions: Literal["holder", "captain"] = "holder"
    innocents_killed: Literal["recorded", "command"] = "recorded"


GUESTS = ("officer", "medic", "shotgunner", "sharpshooter", "riot-control", "assault-unit")
SeatName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=24)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up."""

    target: Annotated[
        int, Meta(ge=1, le=1000, description="Sector moves to survive (or, as a house rule, distance to reach)")
    ] = 10
    finish: Annotated[bool, Meta(description="end the match as soon as the target is reached")] = False
    guests: Annotated[
        dict[Annotated[str, known(GUESTS)], SeatName],
        Meta(description="Regulators that other people play, each with the name of who does"),
    ] = {}
    books: Annotated[TextFile, Meta(description="a stat book of your own")] = ""
    rulings: Rulings = Rulings()


class Figure(Struct):
    """A Regulator, a Dreg or a Zombie with its current numbers. The starting numbers are those of its kind."""

    id: str
    kind: str
    name: str
    seat: str
    """Who rolls for it; the umpire for enemies."""
    chooser: str
    """Who chooses its weapon and targets."""
    initiative: int
    combat_skill: int
    life_points: int
    armor: int
    uses: dict[str, int]
    """What is left of each weapon or item that is limited."""
    place: int = 0
    """Among enemies of equal numbers: the place that their dice gave them for the Combat."""
    marks: list[str] = []
    """What abilities remember of it until the Combat ends."""
    halted: bool = False
    """It makes no attacks for the rest of the Round."""
    numb: bool = False
    """It makes no attacks the next time it would."""


class Combat(Struct):
    """A fight: the enemies in it, those that fell or gave up, and the order of the present Round. Empty in peace."""

    enemies: dict[str, Figure] = {}
    fallen: dict[str, Figure] = {}
    round: int = 0
    order: list[str] = []
    acting: str = ""
    leaders: list[str] = []
    """The enemies whose abilities reach others."""
    dying: list[str] = []
    """Figures removed by the present attack, which may have something to say about it when it is over."""
    spent: list[str] = []
    """What abilities remember until the Round ends."""
    rerolls: dict[str, int] = {}
    """How many misses the holder of an ability may still have rolled again in this Round."""


class Record(Struct):
    """The record of a match: how far the squad got with its orders, for which there are no points (squad.orders)."""

    moves: int = 0
    greatest_distance: int = 0
    visits: int = 0
    """Returns to Headquarters."""
    combats_won: int = 0
    killed: dict[str, int] = {}
    """Enemies killed, by their kind."""
    justice: dict[str, int] = {}
    """Enemies that gave themselves up, by their kind."""
    innocents: int = 0
    regulators_lost: int = 0
    target_reached: bool = False


class Patrol(Struct):
    """The whole state of a match."""

    squad: dict[str, Figure]
    target: int
    finish: bool
    rulings: Rulings
    books: str = ""
    """The text of a stat book of the players' own; empty is the house book. It makes the state whole without a file."""
    commander: str = CAPTAIN
    distance: int = 0
    depth: int = 0
    """The greatest distance since Headquarters."""
    moves_out: int = 0
    """Sector moves since Headquarters."""
    fighting: bool = False
    combat: Combat = field(default_factory=Combat)
    record: Record = field(default_factory=Record)
    blame: int = 0
    """Innocents killed since Headquarters."""
    over: str = ""
    """How the match ended: fallen, stopped or target."""
