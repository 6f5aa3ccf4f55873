"""What is on the table: survivors, zeds, vehicles, markers, noises, and the deck as far as it is known.

The order of the undrawn cards is nowhere: a card is decided when it is drawn, which is as good as any shuffle and
leaves nothing to peek at. Maps and scenarios are shared and looked up by `Battle.scenario`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine.inputs import TextFile, words
from adjudge.field import Base, Changes, Point, Round, Stand
from adjudge.games.akula.scenario import house_scenarios

RED, NUMBER, ROYAL, ACE, JOKER = "red", "number", "royal", "ace", "joker"
UMPIRE_SEAT = "umpire"

Umpires = Literal["automatic", "human"]


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: the rulings that a table may choose otherwise. The first choice is the one we play."""

    measuring: Literal["edge", "centre"] = "edge"
    survivors_against_survivors: Literal["never", "injury"] = "never"
    deck_all_black_alike: Literal["scenario", "book"] = "scenario"
    joker_first: Literal["nobody", "redraw"] = "nobody"
    survivor_order: Literal["figures", "mixed", "turns"] = "figures"
    further_actions: Literal["more", "listed"] = "more"
    leaving_contact: Literal["roll", "held", "free"] = "roll"
    grab_several_zeds: Literal["each", "once"] = "each"
    grab_knocked_back: Literal["cannot", "can"] = "cannot"
    melee_knocked_back: Literal["harmless", "normal", "uncounted"] = "harmless"
    wrestle_modifiers: Literal["none", "tank"] = "none"
    wrestle_move_grabs: Literal["others", "none"] = "others"
    zed_movement: Umpires = "automatic"
    zeds_in_the_way: Literal["jostle", "block"] = "jostle"
    activation_timing: Literal["card", "each"] = "card"
    smell_through_walls: Literal["through", "sight"] = "through"
    which_shots_are_loud: Literal["shots", "bites"] = "shots"
    tank_debris_choice: Literal["dice", "human"] = "dice"
    tank_debris_details: Literal["sight", "blind"] = "sight"
    tank_in_melee: Literal["wounds", "removed"] = "wounds"
    tank_counts_as_additional: Literal["both", "bonus"] = "both"
    horde_timing: Literal["ace", "at-once"] = "ace"
    horde_destruction: Literal["one", "wounds", "blast", "never"] = "one"
    zed_combat_per_card: Literal["all", "kind"] = "all"
    zed_touching_two_survivors: Literal["one", "both"] = "one"
    survivors_together: Literal["separate", "help"] = "separate"
    natural_six: Literal["modified", "natural"] = "modified"
    extra_shot_details: Literal["one-by-one", "declared"] = "one-by-one"
    skill_with_explosives: Literal["helps", "not-pipebombs"] = "helps"
    line_of_sight: Literal["plain", "partly", "no-melee"] = "plain"
    blast_details: Literal["everyone", "spared"] = "everyone"
    scatter_direction: Literal["line", "human", "north"] = "line"
    vehicle_start: Literal["scenario", "four", "human"] = "scenario"
    vehicle_speed_details: Literal["exact", "up-to", "stands"] = "exact"
    loss_of_control: Literal["table", "human"] = "table"
    vehicle_hits_figures: Literal["table", "stops", "human"] = "table"
    drag_details: Literal["kind", "all", "arrived"] = "kind"
    spawn_automatic: Literal["automatic", "human", "far", "edge"] = "automatic"
    spawn_which_kinds: Literal["all", "lesser"] = "all"
    spawn_infected: Literal["recycled", "gone"] = "recycled"
    infection_turns: Literal["rounds", "red", "cards"] = "rounds"
    infection_stages: Literal["once", "halved"] = "once"
    infection_default: Literal["scenario", "on", "off"] = "scenario"
    injury_markers_limit: Literal["none", "three"] = "none"
    liche_calls: Literal["always", "human"] = "always"
    liche_call_details: Literal["place", "reached"] = "place"
    liche_kills: Literal["one", "wounds"] = "one"
    doors: Literal["scenario", "six"] = "scenario"
    terrain: Literal["obstacles", "none"] = "obstacles"


ASKED_OF_AN_UMPIRE = (
    "zed_movement",
    "tank_debris_choice",
    "liche_calls",
    "scatter_direction",
    "vehicle_start",
    "loss_of_control",
    "vehicle_hits_figures",
    "spawn_automatic",
)
"""The rulings that become questions if they are set to `human`."""


SCENARIO_TITLES = {id: it.title for id, it in house_scenarios().items()}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up."""

    scenario: Annotated[
        TextFile,
        words(SCENARIO_TITLES, "mill-road, corner-shop, harts-garage, causeway, or a scenario file"),
        Meta(examples=["corner-shop", "harts-garage"]),
    ] = "mill-road"
    roster: Annotated[TextFile, Meta(description="a roster of survivors to play with instead")] = ""
    players: Annotated[int, Meta(ge=1, le=6, description="how many people share the survivors")] = 1
    umpire: Annotated[
        Umpires, Meta(description="automatic: by the rulings; human: a seat decides whatever is marked for an umpire")
    ] = "automatic"
    rulings: Rulings = Rulings()


class Survivor(Struct):
    """A human figure."""

    id: str
    name: str
    seat: str
    stand: Stand
    weapons: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    armour: bool = False
    injuries: int = 0
    grabbed: bool = False
    rounds: dict[str, int] = {}
    """What is left of weapons that the scenario limits."""
    supplies: list[str] = []
    vehicle: str = ""
    """The vehicle it sits in."""
    carried_by: str = ""
    fate: Literal["", "left", "dead", "rising", "turned"] = ""
    """Dead of the infection it is `rising`: a marker on the table until it turns."""
    infection: Literal["", "infected", "out"] = ""
    countdown: int = 0
    """After how many turns the next stage of the infection comes."""
    just_infected: bool = False
    """In this turn, whose end does not count."""
    aimed: bool = False
    """Its last action on this card was to aim."""
    spared: int = 0
    """The number of the card on which nobody attacks it: it was dragged out then."""


class Zed(Struct):
    """Any zombie figure."""

    id: str
    kind: str
    stand: Stand
    wounds: int = 0
    down: bool = False
    """Knocked back until the next Round."""
    was: str = ""
    """The survivor it has been."""
    arrived: str = ""
    """The vehicle it came into contact with on this card."""


class Vehicle(Struct):
    """A vehicle that can be driven; `driver` is one of its `people`, or nobody."""

    id: str
    name: str
    stand: Stand
    seats: int
    top_speed: float
    start: int = 0
    armoured: bool = False
    speed: float = 0.0
    running: bool = False
    wrecked: bool = False
    driver: str = ""
    people: list[str] = []
    moved: bool = False
    """It moved in this survivor go, or in the latest one."""
    due: int = 0
    """In how many actions of this red card it is still to move, driven or not."""
    checked: bool = False
    """Somebody has looked inside."""
    lurking: list[str] = []
    """The zeds that an umpire put inside, by kind."""


class Marker(Struct):
    """Supplies on the table: `hidden` ones have to be searched for."""

    id: str
    name: str
    x: float
    y: float
    hidden: bool = True


class Noise(Struct, frozen=True):
    """A loud noise or a call of this Round: what made it, as it stood then. A burst is a point.

    `heard` are the zeds it reached, if that is asked.
    """

    x: float
    y: float
    what: str
    call: bool = False
    heard: tuple[str, ...] = ()
    base: Base = Round(0.0)
    facing: float = 0.0

    @property
    def at(self) -> Point:
        return (self.x, self.y)

    @property
    def source(self) -> Stand:
        """What distances to it are measured from (ruling.measuring)."""
        return Stand(self.what, self.x, self.y, self.base, self.facing)


def noise_of(source: Stand, what: str, *, call: bool = False, heard: tuple[str, ...] = ()) -> Noise:
    """A noise made by whatever stands there."""
    return Noise(source.x, source.y, what, call, heard, source.base, source.facing)


class Go(Struct):
    """A survivor's go: the figure, and its actions left."""

    figure: str
    actions: int = 2


class Battle(Struct):
    """The whole state of a match."""

    scenario: str
    """The id of a scenario of the house, or the text of another. It makes the state whole without a file."""
    rulings: Rulings
    survivors: dict[str, Survivor]
    zeds: dict[str, Zed] = {}
    vehicles: dict[str, Vehicle] = {}
    markers: dict[str, Marker] = {}
    umpired: bool = False
    infectious: bool = False
    round: int = 1
    deck: dict[str, int] = {}
    """How many cards of each kind are undrawn; in what order nobody knows."""
    drawn: list[str] = []
    card: str = ""
    """The card in play; empty between cards."""
    cards: int = 0
    """How many cards have been drawn in the match."""
    waiting: dict[str, int] = {}
    """On a red card: the survivors that may still act, with their actions."""
    go: Go | None = None
    last_seat: str = ""
    noises: list[Noise] = []
    casualties: list[str] = []
    """Zeds destroyed and not yet recycled, by kind."""
    killed: int = 0
    made: int = 0
    """How many zeds there have been: the number of the next one."""
    changes: Changes = Changes()
    broken: list[str] = []
    """Doors that zeds broke: open for good unless somebody bars them."""
    home: int = 0
    """Supplies brought off the table."""
    over: str = ""
    """How the match ended: brilliant, clear, win, draw or defeat."""
