"""What a session of Regulus consists of besides the story: sheets, Strings, and what is being resolved."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.games.regulus.data import Chronicle, SheetData
from adjudge.story.state import Story

Column = Literal["Favored", "Means", "No Means"]
COLUMNS: tuple[Column, ...] = ("Favored", "Means", "No Means")

Result = Literal["Hell No", "No!", "No", "Maybe", "Possibly", "Yes", "Yes!", "Yes!!"]
RESULTS: tuple[Result, ...] = ("Hell No", "No!", "No", "Maybe", "Possibly", "Yes", "Yes!", "Yes!!")

Advantage = Literal["+1", "discard", "re-roll", "d8", "favored", "Luck"]
ADVANTAGES: tuple[Advantage, ...] = ("+1", "discard", "re-roll", "d8", "favored", "Luck")


class Rulings(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, gc=False):
    """How this table reads the doubtful points; the first reading of each is ours."""

    ones_count_per_die: Literal["per-die", "once", "colour"] = "per-die"
    ones_add_to_result: Literal["add", "not-the-kept", "one-at-most"] = "add"
    ones_not_declinable: Literal["kept", "avoided"] = "kept"
    ones_after_push: Literal["last-roll", "every-roll"] = "last-roll"
    advantage_chosen_before_roll: Literal["before", "held"] = "before"
    advantage_repeats: Literal["repeat", "once-each"] = "repeat"
    favored_without_means: Literal["as-it-stands", "one-left"] = "as-it-stands"
    leverage_without_means: Literal["none", "allowed"] = "none"
    discard_only_die: Literal["count-only", "not-the-last", "plain-no", "roll-again"] = "count-only"
    reroll_result_stands: Literal["stands", "better"] = "stands"
    d8_timing: Literal["before", "after"] = "before"
    means_approval: Literal["gm", "player"] = "gm"
    helping: Literal["none", "helper"] = "none"
    dice_before_sudden: Literal["before", "last"] = "before"
    push_advantages: Literal["afresh", "spent", "none"] = "afresh"
    push_again: Literal["unlimited", "once", "twice"] = "unlimited"
    push_no_new_resources: Literal["none", "luck"] = "none"
    yes_double_exclamation: Literal["two", "one-great"] = "two"
    luck_range: Literal["three-of-six", "no-maximum", "five", "start-one"] = "three-of-six"
    luck_both_payments: Literal["both", "one"] = "both"
    luck_in_checks: Literal["none", "removes-a-reason"] = "none"
    dispute_which_roll: Literal["as-it-befalls", "disputer"] = "as-it-befalls"
    dispute_earned_narration: Literal["canon", "and-clauses"] = "canon"
    player_against_player: Literal["contest", "challenge"] = "contest"
    check_missing_rating: Literal["zero", "fails", "situation-first"] = "zero"
    check_certain_results: Literal["none", "double-six", "double-one"] = "none"
    check_only_hindering_reasons: Literal["hinder", "both-ways"] = "hinder"
    test_floor: Literal["once", "each"] = "once"
    test_luck_before_roll: Literal["before", "after"] = "before"
    test_luck_farming: Literal["gm-watches", "once-a-scene"] = "gm-watches"
    sheet_missing: Literal["minimal", "free-form"] = "minimal"
    string_life_cycle_missing: Literal["ours", "notes"] = "ours"
    group_action: Literal["one-roll", "one-each"] = "one-roll"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table settles before it starts."""

    players: Annotated[int, Meta(description="players with a character each, besides the GM", ge=1, le=6)] = 1
    scenes: Annotated[int, Meta(description="the session ends after so many scenes; 0: when the GM says so", ge=0)] = 3
    cast: Annotated[
        Literal["ready", "make"], Meta(description="characters that come with the game, or made at the table")
    ] = "ready"
    sheets: Annotated[tuple[SheetData, ...], Meta(description="your own characters, in the order of the players")] = ()
    chronicle: Annotated[Chronicle | None, Meta(description="a story that goes on: what the last session ended in")] = (
        None
    )
    ratings: Annotated[
        tuple[str, ...], Meta(description="Ratings the group agrees on besides Wealth and Security")
    ] = ()
    approvals: Annotated[
        Literal["ask", "automatic"], Meta(description="whether the GM is asked about outcomes and entries")
    ] = "ask"
    premise: Annotated[
        str, Meta(description="how the story begins; empty: a beginning that comes with the game", max_length=1000)
    ] = ""
    rulings: Rulings = Rulings()


class Sheet(Struct, omit_defaults=True):
    """A character."""

    seat: str
    name: str
    qualities: list[str]
    ratings: dict[str, int]
    luck: int
    notes: str = ""
    failed_for_luck: int = 0
    """How often a test was failed on purpose in this session."""
    failed_in_scene: int = 0
    """The last scene in which one was."""


class SituationRating(Struct, frozen=True):
    """A Rating that lasts as long as the Situation."""

    seat: str
    name: str
    level: int


class String(Struct, frozen=True, omit_defaults=True):
    """A lasting state or condition, and whom it affects."""

    id: int
    phrase: str
    names: tuple[str, ...] = ()
    resolved: str = ""
    """How it ended; empty while it has not."""


Hand = tuple[int, ...]
"""Sides or faces of dice: d8s first, then d6s."""


class Pool(Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """The dice of a roll and all that may be done to them: what decides the odds."""

    dice: int = 1
    column: Column = "Means"
    eights: int = 0
    rerolls: int = 0
    discards: int = 0
    plus: int = 0
    swaps: int = 0
    """Dice that may be taken away for a d8 once they lie, by house rule."""
    held: int = 0
    """Advantages that are held back until the dice lie, by house rule."""
    favored: Column | Literal[""] = ""
    """The column that an advantage held back could bring; empty if it is in use or not to be had."""
    luck_room: int = 0
    """How many marks of Luck an advantage held back could still bring."""
    taken: tuple[str, ...] = ()
    """The options of the advantages so far, where some are held back."""
    ones: int = 0
    """1s of earlier rolls that still count, by house rule."""


class Throw(Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """Dice as they lie on the table, with what may still be done to them and what has been."""

    pool: Pool
    sides: Hand
    faces: Hand
    discarded: int = 0
    kept: tuple[str, ...] = ()
    """What the roller wants no more of."""


class Contest(Struct):
    """A contest or challenge, at some step of its way."""

    id: int
    kind: Literal["contest", "challenge"]
    seat: str
    """The roller."""
    wanted: str
    """The desired outcome, or the threat."""
    step: str
    action: str = ""
    means: str = ""
    """The entry named as Means; `luck` if they were bought."""
    circumstance: str = ""
    dice: int = 0
    at_once: bool = False
    """Whether the player wants neither leverage nor Luck, and rolls as soon as the GM has spoken."""
    sudden: str = ""
    """What the GM said, `calm` or `sudden`; then, whether the player `paid` or left it `unpaid`."""
    done: tuple[str, ...] = ()
    """The steps of the set-up that are behind it."""
    leverage: tuple[str, ...] = ()
    accepted_entries: tuple[str, ...] = ()
    """The leverage that the GM has accepted."""
    advantages: tuple[str, ...] = ()
    column: Column = "No Means"
    pushes: int = 0
    sides: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    used: tuple[str, ...] = ()
    """Options used on the dice that lie."""
    discarded: int = 0
    ones_before: int = 0
    """1s of earlier rolls that still count by house rule."""
    result: str = ""
    decided: str = ""
    """How it ended: one of the results, and never an open one."""
    accepted: bool = False
    issue: str = ""
    """The issue stated on a Possibly."""
    refused: tuple[str, ...] = ()
    disputes: int = 0
    """The journal entry it decides on."""
    along: tuple[str, ...] = ()
    """Other seats for whom the outcome holds."""
    scene: int = 1

    @property
    def is_over(self) -> bool:
        return self.step == "closed"


class Check(Struct, frozen=True):
    """A check that was made."""

    id: int
    seat: str
    rating: str
    level: int
    reasons: tuple[str, ...]
    target: int
    total: int | None
    """None if nothing was rolled."""
    passed: bool
    scene: int


class Test(Struct, omit_defaults=True):
    """A test, at some step of its way."""

    id: int
    seat: str
    question: str
    step: str
    hard: bool = False
    entries: tuple[str, ...] = ()
    accepted_entries: tuple[str, ...] = ()
    """Those that the GM has accepted."""
    refused: tuple[str, ...] = ()
    result: str = ""
    scene: int = 1

    @property
    def is_over(self) -> bool:
        return self.step == "closed"


class Session(Struct):
    """Everything on the table."""

    story: Story
    rulings: Rulings
    seats: tuple[str, ...]
    scenes: int = 0
    ratings: tuple[str, ...] = ()
    approvals: Literal["ask", "automatic"] = "ask"
    on_a_job: bool = False
    situation: str = ""
    sheets: dict[str, Sheet] = {}
    situation_ratings: list[SituationRating] = []
    strings: list[String] = []
    people: list[str] = []
    """Characters of the GM's that the table knows by name."""
    reserve: list[SheetData] = []
    """Characters whom nobody plays now."""
    contests: list[Contest] = []
    checks: list[Check] = []
    tests: list[Test] = []

    def contest(self, number: int) -> Contest:
        """The contest or challenge of that number."""
        return next(it for it in self.contests if it.id == number)

    def test(self, number: int) -> Test:
        """The test of that number."""
        return next(it for it in self.tests if it.id == number)
