"""What goes over the wire: plain structs, the same for REST and WebSocket. The browser's types are made from them.

A client never sends a state, only answers; a server never sends one, only what the seat may see.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine.coach import Advice
from adjudge.engine.forms import Canvas, Pick, Tally
from adjudge.engine.guides import Spot
from adjudge.engine.log import SeatSetting
from adjudge.engine.papers import Finding
from adjudge.engine.questions import AnyShown, FightSeat
from adjudge.engine.scene import Role as Silhouette
from adjudge.engine.scene import Scene, Sightline
from adjudge.engine.table import Event, Rolled
from adjudge.server.redrawn import Redrawn

MOST_CHAT = 500
MOST_NAME = 40
MOST_PAPER = 100_000

Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
Key = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]
Token = Annotated[str, Meta(max_length=80)]
Position = Annotated[int, Meta(ge=0)]
BotName = Annotated[str, Meta(max_length=120)]
"""A bot with its parameters: `warlord:bold=0.3`."""


# ------------------------------------------------------------------ the lobby


class BotChoice(Struct, frozen=True):
    """A bot that can hold a seat of a game. Its parameters come after its name: `warlord:bold=0.3`."""

    name: str
    is_default: bool
    about: str = ""
    params: dict[str, Any] | None = None
    """The JSON schema of its parameters; none if it has none."""


class Switch(Struct, frozen=True):
    """A house rule: a ruling with the readings that a table may choose from, the default first."""

    id: str
    problem: str
    choices: dict[str, str]


class GameCard(Struct, frozen=True):
    """A game in the lobby."""

    id: str
    title: str
    blurb: str
    players: str
    minutes: str
    family: str
    version: str
    seats: tuple[SeatSetting, ...]
    bots: tuple[BotChoice, ...]
    options: dict[str, Any]
    """The JSON schema of the options."""
    house_rules: tuple[Switch, ...]
    has_briefing: bool = False
    has_guide: bool = False
    """Whether there is a guided first match of it."""
    kind: Literal["match", "campaign"] = "match"
    emblem: Silhouette = ""


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to hold a seat: a person if no bot is named."""

    name: Name | None = None
    bot: BotName = ""
    physical_dice: bool = False


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be set up."""

    game: Key
    options: dict[str, Any] = {}
    seats: Annotated[dict[str, SeatWish], Meta(max_length=16)] = {}
    umpire_dice: bool = False
    stirred: bool = False
    """Whether people add numbers of their own to the dice: the match begins once the first have."""
    guided: bool = False
    """The guided first match of the game, which sets its own options, seats and dice."""


class Keeping(Struct, frozen=True, forbid_unknown_fields=True):
    """How many days a table is kept that nobody touches; 0 leaves it to the server."""

    days: Annotated[int, Meta(ge=0, le=3_650)]


class KeptFor(Struct, frozen=True):
    """How long a table is kept: the host's days, the server's (0 is for ever), and when it goes if it was warned."""

    days: int
    server_days: int
    is_kept: bool
    goes: datetime | None = None


class TableKept(Struct, frozen=True):
    """A table as the keeper's list shows it."""

    id: str
    game: str
    seats: tuple[str, ...]
    created: datetime
    updated: datetime
    position: int
    bytes: int
    outcome: str | None
    campaign: str
    owner: str
    days: int
    is_kept: bool
    goes: datetime | None


class KeepersList(Struct, frozen=True):
    """All tables of a database, and how long this server keeps those that nobody touches."""

    version: str
    server: str
    server_days: int
    warn_days: int
    processes: int
    folder: str
    tables: list[TableKept]


class Awake(Struct, frozen=True):
    """The tables awake in one process, each with how many are connected to it."""

    place: int
    guests: dict[str, int]


class Created(Struct, frozen=True):
    """A match that was set up. The tokens are shown this once and kept only as hashes."""

    id: str
    host_token: str
    seat_tokens: dict[str, str]


class Invited(Struct, frozen=True):
    """A fresh token of a seat, or of the host if none is named; the one before it is void."""

    seat: str
    token: str


class BattleCard(Struct, frozen=True):
    """A battle of a campaign: to be fought, with the table that was opened for it, or fought and how it ended."""

    key: str
    name: str
    game: str
    title: str
    state: Literal["open", "fought"]
    seats: tuple[FightSeat, ...] = ()
    match: str = ""
    by: str = ""
    text: str = ""
    position: int = 0


class Opened(Struct, frozen=True):
    """The table of a battle, and your seat at it: the token of your seat in the campaign opens that, too."""

    match: str
    seat: str


class LeftToBots(Struct, frozen=True):
    """A battle was fought by bots; or who has to agree to that first."""

    waits_for: str = ""


class Replace(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat is given to a bot, or back to a person if none is named."""

    bot: BotName = ""


class BranchFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """What if, from a position on."""

    position: Position


# ------------------------------------------------------------------ the rules and the desk


class RuleEntry(Struct, frozen=True):
    id: str
    title: str
    text: str
    related: tuple[str, ...] = ()


class ProcedureCard(Struct, frozen=True):
    name: str
    title: str
    rule: str
    params: dict[str, Any]
    is_estimate: bool


PaperTexts = Annotated[dict[str, Annotated[str, Meta(max_length=MOST_PAPER)]], Meta(max_length=8)]
"""Texts of papers by the names that they are called by."""


class Situation(Struct, frozen=True, forbid_unknown_fields=True):
    """What the desk is asked about: parameters, choices by rule id or in their order, and the dice that were rolled.

    `bot` names who makes the choices that are left. Without one, odds go by the game's own policy, and a ruling says
    which choice it wants. With `dice`, also an empty list, rolls that are not in it are asked for. `seed` is what the
    desk gave along with a question, so that its own dice lie as they fell. A group of `params` may be a figure of a
    paper, as "my-party.toml:Rex": `papers` holds such texts by name, and the game's own examples are known.
    """

    params: dict[str, Any] = {}
    policy: dict[str, Any] = {}
    dice: Annotated[list[Annotated[int, Meta(ge=1, le=255)]], Meta(max_length=400)] | None = None
    answers: Annotated[list[Any], Meta(max_length=200)] = []
    bot: Annotated[str, Meta(max_length=40)] = ""
    seed: Annotated[str, Meta(max_length=64)] = ""
    papers: PaperTexts = {}


class FiguresOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who stands on these papers, beside those on the game's own examples?"""

    papers: PaperTexts = {}


class FigureCard(Struct, frozen=True):
    """Somebody on a paper who can be put into a group of a procedure's inputs: `inputs` fill the group called `field`
    (all of them, if it is empty), `beside` goes with it, such as the weapon."""

    field: str
    paper: str
    name: str
    inputs: dict[str, Any]
    beside: dict[str, Any] = {}


class Hand(Struct, frozen=True):
    """Dice that one seat throws: their sides, and what each is for, where that is not plain."""

    by: str
    dice: tuple[int, ...]
    names: tuple[str, ...] = ()


class Odd(Struct, frozen=True):
    """An outcome with its chance: exact as a fraction, or estimated with an interval. `data`: what it is, unworded."""

    outcome: str
    value: float
    p: str = ""
    low: float | None = None
    high: float | None = None
    data: Any = None


class OddsGiven(Struct, frozen=True, tag="odds", tag_field="kind"):
    exact: bool
    outcomes: tuple[Odd, ...]
    events: dict[str, float] = {}
    asked: tuple[str, ...] = ()
    """The rules by which somebody chose on the way, which the policy decided."""


class Ruled(Struct, frozen=True, tag="ruled", tag_field="kind"):
    """The desk's ruling on a situation."""

    outcome: str
    happenings: list[Event | Rolled]
    data: Any = None


class Wanted(Struct, frozen=True, tag="wanted", tag_field="kind"):
    """The desk cannot go on without a choice, or without dice: which, of whom, by which rule, and what has happened."""

    rule: str
    seat: str
    question: AnyShown | None = None
    happenings: list[Event | Rolled] = []
    seed: str = ""
    dice: tuple[int, ...] = ()
    """The sides of the dice that are to be thrown, if it is dice that are wanted."""
    label: str = ""
    by: str = ""
    draws: tuple[tuple[str, int], ...] = ()
    hands: tuple[Hand, ...] = ()


# ------------------------------------------------------------------ papers and maps


class PaperCard(Struct, frozen=True):
    """A kind of document that a game understands."""

    name: str
    title: str
    about: str
    rule: str
    examples: tuple[str, ...]
    wishes: dict[str, Any] | None
    """The JSON schema of what a new one can be told to be like; none if it cannot be made."""
    option: str
    """The option of a match that takes one; empty if there is none."""
    suffix: str
    can_print: bool
    """Whether this server makes PDFs."""
    has_form: bool = False
    """Whether it can be filled in, besides being written as a text."""


class PaperForm(Struct, frozen=True):
    """How a paper is filled in. Places are written as in `model/traits`: a field of every entry of a list."""

    schema: dict[str, Any]
    picks: dict[str, tuple[Pick, ...]]
    """What may be put into the fields, with the rule behind each."""
    seldom: tuple[str, ...]
    """Fields to be folded away."""
    rules: dict[str, str]
    blank: dict[str, Any]
    """A document to begin with from nothing."""
    fresh: dict[str, dict[str, Any]]
    """A new entry of each list."""
    canvas: Canvas | None = None
    """For a document that is also a table seen from above."""


class FilledPaper(Struct, frozen=True, forbid_unknown_fields=True):
    """What was filled into a form, and the text that it takes the place of."""

    document: dict[str, Any]
    text: Annotated[str, Meta(max_length=MOST_PAPER)] = ""


class PaperText(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a file."""

    text: Annotated[str, Meta(max_length=MOST_PAPER)]


class MakePaper(Struct, frozen=True, forbid_unknown_fields=True):
    """A new paper is wanted; without a seed it is any."""

    wishes: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, le=10**9)] | None = None


class PaperShown(Struct, frozen=True):
    """A paper that was read: its text, what is wrong with it by which rule, and, if it can be read, what it shows."""

    text: str
    is_legal: bool
    findings: tuple[Finding, ...]
    sheet: Scene | None = None
    picture: str = ""
    """A drawing as SVG."""
    value: Any = None
    """What the option of a match takes, where that is not the text itself."""
    seed: int | None = None
    document: dict[str, Any] | None = None
    """The text as plain data, for a form; nothing if it is not even that."""
    tallies: tuple[Tally, ...] = ()
    """What was used, of how much."""


# ------------------------------------------------------------------ a table


class SeatState(Struct, frozen=True):
    """A seat as everybody sees it."""

    id: str
    name: str
    bot: str
    is_here: bool
    is_asked: bool
    physical_dice: bool


class RulingInForce(Struct, frozen=True):
    """A house rule as this table plays it."""

    id: str
    problem: str
    choice: str
    meaning: str
    is_default: bool


class OptionInForce(Struct, frozen=True):
    """An option as this table plays it."""

    name: str
    value: Any
    is_default: bool
    description: str = ""


class TableRules(Struct, frozen=True):
    """What this table agreed on before it began; what differs from the default comes first."""

    rulings: tuple[RulingInForce, ...]
    options: tuple[OptionInForce, ...]


class TokenShown(Struct, frozen=True):
    """A kind of thing on the table, and where one of it is to be seen now."""

    name: str
    text: str
    spots: tuple[Spot, ...]


class BriefingShown(Struct, frozen=True):
    """What a newcomer is told before the first decision at a table."""

    you: str
    win: str
    table: str
    tokens: tuple[TokenShown, ...]
    rules: tuple[str, ...]


class TurnMark(Struct, frozen=True):
    """From this place in the list of happenings on, they belong to that turn."""

    number: int
    heading: str
    first: int


class Asks(Struct, frozen=True):
    """The question to your seat, or the dice you are to throw."""

    rule: str
    question: AnyShown | None = None
    dice: tuple[int, ...] = ()
    label: str = ""
    by: str = ""
    hand: str = ""
    draws: tuple[tuple[str, int], ...] = ()


class UndoRequest(Struct, frozen=True):
    """A take-back that waits for the consent of others: the answer at a position, and the rolls since."""

    by: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    to: int
    rule: str
    rolls: int


class Trouble(Struct, frozen=True):
    """A rule failed. The table stands at its last good position."""

    position: int
    text: str


class Ending(Struct, frozen=True):
    text: str
    rule: str
    winners: tuple[str, ...]
    secret: str
    """The secret that the dice were bound by, shown now that the match is over."""
    measures: dict[str, Any]
    luck: list[dict[str, Any]]
    has_sequel: bool = False
    """Whether another session goes on where this one ended."""


class Numbers(Struct, frozen=True):
    """The numbers that seats add to the dice: of the open round who pledged which hash and told which number, and the
    numbers of the last round that closed. Once `is_pledged`, those who pledged tell their numbers."""

    closed: int
    pledges: dict[str, str]
    numbers: dict[str, str]
    last: dict[str, str]
    is_pledged: bool


class Notice(Struct, frozen=True):
    """Something that everybody at the table must know."""

    position: int
    text: str


class Present(Struct, frozen=True, tag="present", tag_field="kind"):
    """All that a seat may know of a table now: sent on arrival and after every change."""

    match: str
    game: str
    seat: str | None
    is_host: bool
    position: int
    turn: int
    since: int
    """The happenings below start at this position; earlier ones were sent before or are asked for with `look`."""
    scene: Redrawn
    happenings: list[Event | Rolled]
    seats: tuple[SeatState, ...]
    commitment: str
    asks: Asks | None = None
    undo: UndoRequest | None = None
    trouble: Trouble | None = None
    ending: Ending | None = None
    is_paused: bool = False
    turns: tuple[TurnMark, ...] = ()
    campaign: str = ""
    """The campaign that this table is a battle of."""
    numbers: Numbers | None = None
    """What seats add to the dice, where they do."""
    notices: tuple[Notice, ...] = ()
    coach: Advice | None = None
    """What the coach of a guided match says to your question."""


class Accepted(Struct, frozen=True, tag="accepted", tag_field="kind"):
    """Your message was carried out and stored."""

    id: str
    position: int


class Refused(Struct, frozen=True, tag="refused", tag_field="kind"):
    """Your message was not carried out, and why."""

    id: str
    why: str
    position: int


class Said(Struct, frozen=True, tag="said", tag_field="kind"):
    """Somebody spoke at the table."""

    who: str
    text: str
    number: int


class Seen(Struct, frozen=True):
    """What is seen from a spot that you point at, with the odds of attacking it from there."""

    line: Sightline
    outcomes: tuple[Odd, ...] = ()


class Foreseen(Struct, frozen=True, tag="foreseen", tag_field="kind"):
    """The odds of an option of your question; none if the table has moved on since you asked."""

    id: str
    position: int
    answer: Any
    outcomes: tuple[Odd, ...] = ()
    seen: tuple[Seen, ...] = ()
    is_stale: bool = False
    after: tuple[Any, ...] = ()


class Peeked(Struct, frozen=True, tag="peeked", tag_field="kind"):
    """What you would be asked after these answers; nothing if dice or others have a say before. `first`: dice come
    first, and it is asked only if they allow it; what they may do is in the odds of the last answer."""

    id: str
    position: int
    answers: tuple[Any, ...]
    rule: str = ""
    question: AnyShown | None = None
    first: bool = False


class Shaded(Struct, frozen=True, tag="shaded", tag_field="kind"):
    """Some more of a heat-map: spots of your reach with what they are worth, null where nothing can be said."""

    id: str
    position: int
    stake: str
    after: tuple[Any, ...]
    spots: tuple[tuple[float, float, float | None], ...]
    spacing: float
    """How far the spots of the map lie apart; 0 where they lie anywhere."""
    of: int
    """How many spots there are in all."""


class Looked(Struct, frozen=True, tag="looked", tag_field="kind"):
    """How the table stood at a position."""

    id: str
    position: int
    turn: int
    scene: Scene
    happenings: list[Event | Rolled]


FromServer = Present | Accepted | Refused | Said | Foreseen | Peeked | Shaded | Looked

Supposed = Annotated[tuple[Any, ...], Meta(max_length=3)]
MessageId = Annotated[str, Meta(max_length=40)]


class Hello(Struct, frozen=True, tag="hello", tag_field="kind", forbid_unknown_fields=True):
    """The first message of a connection: the token of a seat, of the host, or none for a spectator.

    A screen that holds several seats holds each as a `spare`: it makes way for the first guest who `takes` the seat, as
    whoever opens its link does.
    """

    token: Token = ""
    since: Position = 0
    spare: bool = False
    takes: bool = False


class Answer(Struct, frozen=True, tag="answer", tag_field="kind", forbid_unknown_fields=True):
    """The answer to the question at a position."""

    position: Position
    answer: Any
    id: MessageId = ""


class HandOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, by the battle's seats, and a sentence about it."""

    winners: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    text: Annotated[str, Meta(max_length=500)] = ""


class ToldByHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a battle that was fought elsewhere; the form of its report is asked for beforehand."""

    by: Literal["hand"]
    outcome: HandOutcome = HandOutcome()
    report: Any = None


class Throw(Struct, frozen=True, tag="throw", tag_field="kind", forbid_unknown_fields=True):
    """The faces of real dice."""

    position: Position
    faces: Annotated[list[Annotated[int, Meta(ge=1, le=255)]], Meta(max_length=200)]
    id: MessageId = ""


class Undo(Struct, frozen=True, tag="undo", tag_field="kind", forbid_unknown_fields=True):
    """Take back my last answer; if dice fell since, the others are asked."""

    id: MessageId = ""


class Consent(Struct, frozen=True, tag="consent", tag_field="kind", forbid_unknown_fields=True):
    """Yes or no to the take-back that waits."""

    agree: bool
    id: MessageId = ""


class Pledge(Struct, frozen=True, tag="pledge", tag_field="kind", forbid_unknown_fields=True):
    """I will add a number of this hash to the dice: SHA-256 of `adjudge number`, the seat and the number's 32
    hexadecimal digits, with a null character between them."""

    hash: Annotated[str, Meta(max_length=64)]
    id: MessageId = ""


class Add(Struct, frozen=True, tag="add", tag_field="kind", forbid_unknown_fields=True):
    """The number that I pledged."""

    number: Annotated[str, Meta(max_length=32)]
    id: MessageId = ""


class Say(Struct, frozen=True, tag="say", tag_field="kind", forbid_unknown_fields=True):
    """A word to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHAT)]
    id: MessageId = ""


class Foresee(Struct, frozen=True, tag="foresee", tag_field="kind", forbid_unknown_fields=True):
    """Ask for the odds of an answer to the question at a position, or to the one that other answers lead to first."""

    position: Position
    answer: Any
    id: MessageId = ""
    after: Supposed = ()


class Peek(Struct, frozen=True, tag="peek", tag_field="kind", forbid_unknown_fields=True):
    """Ask what you would be asked had you given these answers."""

    position: Position
    answers: Supposed
    id: MessageId = ""


class Shade(Struct, frozen=True, tag="shade", tag_field="kind", forbid_unknown_fields=True):
    """Ask what every spot of your reach is worth by one of the question's stakes; without one, that nothing is worked
    out any more. It comes in parts, and ends when the table moves on or you ask for another."""

    position: Position
    stake: Annotated[str, Meta(max_length=40)] = ""
    id: MessageId = ""
    after: Supposed = ()


class Look(Struct, frozen=True, tag="look", tag_field="kind", forbid_unknown_fields=True):
    """Ask how the table stood at a position."""

    position: Position
    id: MessageId = ""


FromClient = Hello | Answer | Throw | Undo | Consent | Pledge | Add | Say | Foresee | Peek | Shade | Look

Role = Literal["host", "seat", "spectator"]
