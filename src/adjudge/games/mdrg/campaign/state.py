"""The state of a campaign: each player's camp with its party, the battles of the week, what has happened so far.

Record sheets are frozen and replaced; everything that outlives a battle stands on them. A camp keeps beside them what
the week is at: who waits for what, which places are empty, what has been tried.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from adjudge.games.mdrg.party import Party
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Muster

Stage = Literal["muster", "home", "cells", "ready", "battle", "advance", "replace", "camp", "upkeep", "over"]
"""What a camp is at, in the order of a week (table.campaign-week), which begins with the preparations for a battle."""


class Grave(Struct, frozen=True):
    """A model that is gone for good, and how."""

    name: str
    kind: str
    week: int
    how: str


class Played(Struct, frozen=True):
    """A battle that was fought."""

    week: int
    name: str
    scenario: str
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    text: str
    by: str
    match: str = ""


class Camp(Struct):
    """A player's party over the weeks."""

    seat: str
    party: Party
    stage: Stage = "home"
    kind: str = ""
    """What the party was when the campaign began, in a word."""
    wins: int = 0
    graves: list[Grave] = []
    room: int = 0
    """Places that the dead have left, in Mutated Plants: any other model takes two (campaign.replacements)."""
    lost_leader: bool = False
    """The appointed Leader is dead: a replacement may have his bonus."""
    lost_champion: bool = False
    advances: list[tuple[str, str]] = []
    """Who got which Advance, in order; nobody's are the party's."""
    due: int = 0
    """Advances that are still to be given."""
    home: list[str] = []
    """Who stays at home in the next battle."""
    fed: list[str] = []
    """Whose Upkeep for the next battle is paid."""
    first: list[str] = []
    """Whose Upkeep is set aside before all others' (campaign.advance-food)."""
    tried: list[str] = []
    """Who has tried what in vain this week: `name/thing`."""
    made: int = 0
    """How many models have joined, for their names."""


class Bout(Struct):
    """A battle of this week: the seats in the order in which they sit down to it."""

    seats: tuple[str, ...]
    scenario: str
    name: str
    teams: dict[str, str] = {}
    fought: bool = False


class Campaign(Struct):
    """A campaign from the first question to the last."""

    seats: tuple[str, ...]
    weeks: int
    rulings: Rulings
    pairs: bool = False
    scale: str = "28mm"
    terrain: str = "generated"
    most_turns: int = 80
    week: int = 0
    camps: dict[str, Camp] = {}
    musters: list[Muster] = []
    lots: list[str] = []
    """The seats whose party is still to be drawn."""
    bouts: list[Bout] = []
    history: list[Played] = []
