"""The state of a battle. Profiles are frozen and outlive it; what a battle does to a model is kept beside them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from adjudge.field.ground import NOTHING_CHANGED, Changes
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.party import Party, Profile
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings

Phase = Literal["muster", "auction", "scenario", "roles", "terrain", "sides", "deploy", "play", "over"]
Gone = Literal["", "killed", "fled"]
Side = Literal["south", "north", "west", "east"]


FIVE = 5
"""The standard number of characters in a party (creation.party-size)."""

MusterStep = Literal["types", "characters", "extras", "equipment", "hand-out", "bonuses", "done"]


class Muster(Struct):
    """A party in the making. `opponent` is who picks against the owner, if features are picked and not rolled."""

    seat: str
    size: int = FIVE
    rulings: Rulings = AS_WRITTEN
    opponent: str = ""
    name: str = ""
    step: MusterStep = "types"
    models: list[Profile] = []
    rolled: int = 0
    purity: bool = False
    mutationist: bool = False
    pool: list[str] = []
    food: int = 0
    cells: int = 0


class Lot(Struct):
    """What is auctioned at once: a character, or a pair of Mutated Plants."""

    maker: str
    models: list[Profile]


class Auction(Struct):
    """An auction under way. The places are those of a party: a pair of Plants fills one."""

    seats: tuple[str, ...]
    size: int = 5
    rulings: Rulings = AS_WRITTEN
    step: Literal["making", "bidding", "done"] = "making"
    coins: dict[str, int] = {}
    lots: list[Lot] = []
    sold: int = 0
    won: dict[str, list[Profile]] = {}
    places: dict[str, int] = {}


class Weapon(Struct):
    """A weapon that is carried: whether it can be fired."""

    id: str
    loaded: bool = True
    jammed: bool = False
    broken: bool = False

    @property
    def works(self) -> bool:
        return self.loaded and not self.jammed and not self.broken


class Figure(Struct):
    """A model in a battle."""

    id: str
    seat: str
    profile: Profile
    x: float = 0.0
    y: float = 0.0
    level: float = 0.0
    climbing: str = ""
    """The wall, ladder or stairs that it is part-way up."""
    on: str = ""
    """The raised piece of terrain that it stands on."""
    placed: bool = False
    lurking: bool = False
    gone: Gone = ""
    rules: tuple[str, ...] = ()
    """The special rules it has at this moment, kept up to date by `refresh`."""
    form: Profile | None = None
    """The shape it has taken, if it has taken another's."""
    controller: str = ""
    """The id of the telepath who controls it."""

    fallen: bool = False
    slow_to_rise: bool = False
    transfixed: str = ""
    """What holds it: `web`, `booster`, another physical cause, or the id of a psionic."""
    unconscious: bool = False
    inert: bool = False
    """A machine without power."""
    losses: dict[str, int] = {}
    """Quality lost, by cause."""
    effects: list[str] = []
    """Special rules that came over it in this game: drugs, adaptation, confusion."""
    activated: bool = False
    attacked: bool = False
    volley: list[str] = []
    """The weapon and the targets of an attack on several targets that may go on."""
    aimed_at: tuple[float, float] = (0.0, 0.0)
    """Where the last of them stood."""
    moves: int = 0
    hidden: bool = False
    """It began its turn out of every enemy's sight."""
    revealed: bool = False
    exposed: bool = False
    hand: str = ""
    """What it holds ready; of several weapons of that kind, the first."""
    weapons: list[Weapon] = []
    gear: dict[str, int] = {}
    cells: int = 0
    power: int = 0
    """Cells that run the machine or its armor, besides those it carries."""
    used: list[str] = []
    bold: list[str] = []
    """The enemies whose Terror it has faced."""
    shunned: list[str] = []
    """The enemies that it dares not touch in this activation."""
    immune: bool = False
    infection_rolled: bool = False
    puzzle: Item | None = None
    """What it has just picked up and has to figure out with its next action."""
    bundle: list[Item] = []
    """What it carries without any use for it in this battle: things not understood, armor for the next game."""
    tainted: list[str] = []
    """Which of its things come from Wretched bodies."""
    changing: int = 0
    """Mutations that radiation has started: they appear in the next game (campaign.radiation-mutation)."""


class Counter(Struct):
    """A face-down counter of a lurking plant, or a dummy: then `figure` is empty. It is as wide as the plant's base."""

    id: str
    seat: str
    figure: str
    x: float
    y: float
    width: float


class Item(Struct):
    """Something that lies on the table. A weapon is as loaded, jammed or broken as it was when it left its owner."""

    item: str
    x: float
    y: float
    weapon: Weapon | None = None
    count: int = 1
    """Of Energy Cells, which lie in a heap."""
    owner: str = ""
    """The dead model that carried it."""
    found: bool = False
    """A find of the scenario: nobody ever saw such a thing, and a gun may be empty."""
    tainted: bool = False
    """It comes from the body of a Wretched (wretched.corpse-contagion)."""
    solved: bool = False
    """Somebody has understood it."""
    tried: list[str] = []
    """The models that could make nothing of it."""


class Site(Struct):
    """What a scenario keeps in mind about its battlefield, each one what it needs."""

    special: str = ""
    """The piece of terrain that is like no other: the tree with the fruit."""
    searched: list[str] = []
    """The pieces that keep no secret any more: piles that were dug in, areas that were stepped on."""
    found: dict[str, int] = {}
    """How many artifacts or caches each seat has brought to light."""
    inside: dict[str, list[str]] = {}
    """The marked pieces of ground that each model stands on."""
    spoiled: bool = False
    """The water is infected."""
    picked: list[str] = []
    """The models that have picked a fruit."""
    systems: dict[str, str] = {}
    """The areas with a surveillance system, and the model that stands for it."""
    entries: dict[str, Side] = {}
    """The side from which a model comes, where those of one party may come from several."""
    counters: int = 0
    """How many heads of livestock there are."""


class Death(Struct, frozen=True):
    """A model that was killed, for the checks that follow."""

    figure: str
    gruesome: bool
    x: float
    y: float


class Battle(Struct):
    """A battle from the first question to the last."""

    seats: tuple[str, ...]
    scale: Scale
    rulings: Rulings
    map: Battlemap
    changes: Changes = NOTHING_CHANGED
    phase: Phase = "roles"
    terrain: Literal["generated", "laid", "given"] = "given"
    parties: dict[str, Party] = {}
    teams: dict[str, str] = {}
    musters: list[Muster] = []
    auction: Auction | None = None
    figures: dict[str, Figure] = {}
    defender: str = ""
    order: list[str] = []
    sides: dict[str, Side] = {}
    placing: int = 0
    active: str = ""
    acting: str = ""
    """The model that spends its actions."""
    turn: int = 0
    waiting: list[str] = []
    """The seats that still have to act in this turn of a game with more than two players."""
    turn_lost: bool = False
    """The last activation roll had two failures: the turn passes when its actions are spent."""
    originals: dict[str, int] = {}
    halved: list[str] = []
    food: dict[str, int] = {}
    """Food Points that each seat has gained in this battle."""
    repaired: list[str] = []
    """The seats whose Gunsmith has ignored a malfunction."""
    items: list[Item] = []
    counters: list[Counter] = []
    deaths: list[Death] = []
    """Those killed since the last Morale checks."""
    most_turns: int = 0
    verdict: str = ""
    scenario: str = ""
    """The scenario by its id; nothing for a plain battle."""
    site: Site = field(default_factory=Site)
    is_concluded: bool = False
    """The battle is over, and what it was worth has been rolled for."""
    shared_food: int = 0
    """Food Points that several winners have to share."""
