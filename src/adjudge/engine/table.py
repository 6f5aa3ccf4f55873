"""The table: the only thing a rule can reach the outside world through, with three calls.

`ask` a seat, `roll` dice, `tell` what happened. A rule is an ordinary function of a table; who answers the calls — a
bot, a person through a screen, a recording, a list in a test, every possible roll — is the table's affair, and no rule
can tell the difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Concatenate, Generic, Literal, ParamSpec, TypeVar

from msgspec import Struct, structs

from adjudge.engine.abreast import Phase, in_phases
from adjudge.engine.chance import FastDice
from adjudge.engine.dice import Reading, Staged, check_faces, name_dice
from adjudge.engine.errors import DeadEnd, DiceMismatch, Runaway
from adjudge.engine.questions import Floor, Question, Sealed
from adjudge.engine.wording import named, several

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Hashable)
P = ParamSpec("P")
R = TypeVar("R")

By = str | tuple[str, ...]
"""Who rolls: a seat, or one seat for each hand of an opposed roll. The empty seat is the umpire."""

UMPIRE = ""
MOST_CALLS = 200_000
Mark = Literal["", "move", "shoot", "strike", "hit", "miss", "safe", "wound", "back", "down", "dead", "held", "free",
               "flee", "heal", "appear", "won", "lost"]  # fmt: skip
"""What befalls a figure, as a small closed set that every screen can draw."""


class Event(Struct, frozen=True, gc=False, omit_defaults=True, tag="event", tag_field="kind"):
    """Something that happened, with the rule by which it did. `to` lists the seats that may know; empty: everybody.

    `on` names the figures that it is about, the one who does it first; `mark` is what befalls the last of them, and
    `at` is where the first one stands now. A screen plays events out by these, and never by the text.
    """

    rule: str
    text: str
    facts: dict[str, Any] = {}
    to: tuple[str, ...] = ()
    position: int = 0
    reveal: bool = False
    on: tuple[str, ...] = ()
    mark: Mark = ""
    at: tuple[float, float] | None = None


class Rolled(Struct, frozen=True, gc=False, omit_defaults=True, tag="roll", tag_field="kind"):
    """A roll that was made: which dice by whom, what they showed, and what was read off them."""

    rule: str
    label: str
    by: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    """The sides of the dice in each hand."""
    faces: tuple[tuple[int, ...], ...]
    """What each hand shows."""
    value: Any
    to: tuple[str, ...] = ()
    position: int = 0
    is_card: bool = False
    """Whether it was no die but a card, and the value is what it shows."""
    chance: float = 0.0
    """How likely it was that the dice would be read so; 0 where nobody worked it out."""


Happening = Event | Rolled


class Table(ABC, Generic[S]):
    """What a rule gets. `state` is the game's own data, to be read and changed freely."""

    __slots__ = ("state",)

    state: S

    sees_steps: ClassVar[bool] = False
    """Whether it does something about a step; if not, a step is a plain call."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.sees_steps = cls.step is not Table.step

    @abstractmethod
    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        """Puts a question to a seat and returns its answer. A forced choice is not put to anybody."""

    @abstractmethod
    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        """Rolls the dice of a reading and returns what it reads. `to`: only these seats see the dice."""

    @abstractmethod
    def tell(
        self,
        rule: str,
        text: str = "",
        /,
        *,
        to: tuple[str, ...] = (),
        reveal: bool = False,
        on: tuple[str, ...] = (),
        mark: Mark = "",
        at: tuple[float, float] | None = None,
        **facts: Any,
    ) -> None:
        """Says what happened: a sentence with the facts in braces. `reveal`: something hidden came to light.

        `on`, `mark` and `at` say which figures it is about and what befalls them (`Event`).
        """

    def _in_stages(self, reading: Reading[T], rule: str, by: By, to: tuple[str, ...]) -> T:
        """Rolls a reading that depends on the dice that lie there: a throw for each stage."""
        assert isinstance(reading, Staged)
        seats = rollers(reading, by)
        value: T = reading.in_stages(lambda stage, hand: self.roll(stage, rule, seats[hand], to=to))
        return value

    def step(self, rule: Callable[Concatenate[Table[Any], P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs a sub-rule whose result is all that matters to what follows (`adjudge.engine.steps`)."""
        return rule(self, *args, **kwargs)

    def over_to(self, rule: Callable[Concatenate[Table[Any], P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Leaves the rest of a step to another (`adjudge.engine.steps`)."""
        return self.step(rule, *args, **kwargs)

    def once(self, find: Callable[[], R]) -> R:
        """What a rule looks up and computes before it rolls. Odds, which run a rule again for each way its dice fall,
        find it out once; so it must be plain data, with nothing in it that belongs to a state."""
        return find()

    def abreast(
        self,
        figures: Sequence[Any],
        phases: Sequence[Phase],
        spared: R,
        alike: Callable[[R], str] | None = None,
    ) -> list[R]:
        """What becomes of figures that go through the same phases side by side (`adjudge.engine.abreast`).

        `spared` is what becomes of one that drops out on the way. Who only counts, and says by `alike` what, gets for
        odds one of each sort as many times as it came, in no order.
        """
        return in_phases(self, figures, phases, spared)


class Hidden(Struct, frozen=True, gc=False, tag="hidden", tag_field="kind"):
    """A throw or an answer that a seat may not know, in its place in the record."""

    seat: str
    rule: str


class Drew(Struct, frozen=True, gc=False, tag="drew", tag_field="kind"):
    """A card that was drawn from a pack, by its name, in the place of its throw in the record."""

    seat: str
    rule: str
    card: str


class SoFar(Struct, frozen=True):
    """The open turn as a seat may know it: how the turn began, and what was answered and thrown in it until now."""

    start: Any
    """What the seat could know when the turn began."""
    record: tuple[Any, ...]
    """Entries of the log; `Hidden` in place of those that the seat may not know, and `Drew` for cards of a pack."""


class Asked(Struct, gc=False):
    """One question as a bot gets it: with the view of its seat, never the state.

    `so_far` is for bots that look back (`looks_back`), in a match: they can have the open turn run again on a copy.
    """

    seat: str
    rule: str
    question: Question[Any]
    view: Any
    rng: Random
    so_far: SoFar | None = None


Bot = Callable[[Asked], Any]
"""One question and a view in, one answer out. On an open floor a bot may pass by returning None. A bot that tells why
returns an `Argued`."""


class Argued(Struct, frozen=True):
    """An answer with what was considered, which is recorded beside it."""

    answer: Any
    why: Any


View = Callable[[Any, str | None], Any]


def is_blind(bot: Bot) -> bool:
    """Whether a bot never looks at its view, so that none need be made."""
    return bool(getattr(bot, "blind", False))


def looks_back(bot: Bot) -> bool:
    """Whether a bot wants to know of the open turn: it thinks, and takes its time over it."""
    return bool(getattr(bot, "looks_back", False))


def random_bot(asked: Asked) -> Any:
    """Any legal answer, all equally likely."""
    return asked.question.sample(asked.rng)


random_bot.blind = True  # type: ignore[attr-defined]


def consult(
    bots: Mapping[str, Bot], seat: str, rule: str, question: Question[Any], state: Any, view: View | None, rng: Random
) -> Any:
    """The answer of the seat's bot; on several seats at once, of each bot or of the first that speaks up."""
    if isinstance(question, Sealed):
        return {who: _seal(bots, who, rule, part, state, view, rng) for who, part in question.parts.items()}
    if isinstance(question, Floor):
        return _take_the_floor(bots, rule, question, state, view, rng)
    return ask_bot(bots[seat], seat, rule, question, state, view, rng)


def ask_bot(bot: Bot, seat: str, rule: str, question: Question[Any], state: Any, view: View | None, rng: Random) -> Any:
    """One bot's answer to one question, from its seat's view."""
    seen = None if is_blind(bot) else (state if view is None else view(state, seat))
    answer = bot(Asked(seat, rule, question, seen, rng))
    return answer.answer if isinstance(answer, Argued) else answer


def _seal(
    bots: Mapping[str, Bot], seat: str, rule: str, part: Question[Any], state: Any, view: View | None, rng: Random
) -> Any:
    only = part.forced()
    return ask_bot(bots[seat], seat, rule, part, state, view, rng) if only is None else only


def _take_the_floor(
    bots: Mapping[str, Bot], rule: str, floor: Floor, state: Any, view: View | None, rng: Random
) -> tuple[str, Any]:
    seats = [seat for seat, part in floor.parts.items() if not part.is_empty()]
    rng.shuffle(seats)
    for seat in seats:
        answer = ask_bot(bots[seat], seat, rule, floor.parts[seat], state, view, rng)
        if answer is not None:
            return seat, answer
    return seats[0], floor.parts[seats[0]].sample(rng)


told_to_nobody: Any = staticmethod(type.__prepare__)
"""`tell` where nobody listens. Simulations tell by the million, and a function of our own would gather the facts first;
this one, which Python has for another purpose, takes any arguments and looks at none."""


class Playout(Table[S]):
    """Bots in every seat and dice from a buffer: straight-line speed, nothing recorded."""

    __slots__ = ("_calls", "_rng", "bots", "dice", "view")

    def __init__(self, state: S, bots: Mapping[str, Bot], dice: FastDice, view: View | None = None) -> None:
        self.state = state
        self.bots, self.dice, self.view = bots, dice, view
        self._rng = dice.rng
        self._calls = 0

    def begin_turn(self) -> None:
        self._calls = 0

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if question.is_choice:  # the common question, without a call for each thing to know of it
            options: Sequence[Any] = question.options  # type: ignore[attr-defined]
            if len(options) > 1:
                if self.view is not None:
                    return self._decide(seat, rule, question)  # type: ignore[no-any-return]
                self._calls = calls = self._calls + 1
                if calls > MOST_CALLS:
                    raise Runaway(f"a turn asked {MOST_CALLS} questions, lately {rule} of {seat}")
                return self.bots[seat](Asked(seat, rule, question, self.state, self._rng))  # type: ignore[no-any-return]
            if options:
                return options[0]  # type: ignore[no-any-return]
            raise DeadEnd(rule, seat)
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        return self._decide(seat, rule, question) if only is None else only

    def _decide(self, seat: str, rule: str, question: Question[Any]) -> Any:
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise Runaway(f"a turn asked {MOST_CALLS} questions, lately {rule} of {seat}")
        return consult(self.bots, seat, rule, question, self.state, self.view, self._rng)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        dice = self.dice
        start = dice.at
        end = start + reading.sixes
        if start < end <= dice.end:  # straight from the buffer, without a call
            dice.at = end
            return reading.read(dice.faces[start:end])
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        return reading.read(dice.sixes(reading.sixes) if reading.sixes else dice.draw(reading.dice))

    tell = told_to_nobody


class Script(Table[S]):
    """Answers and faces from lists, everything noted: for tests, worked examples and the desk.

    Dice are used up in rolling order. Without `faces`, dice come from `dice`; without `answers`, `policy` decides.
    """

    __slots__ = ("_answers", "_faces", "dice", "happenings", "policy")

    def __init__(
        self,
        state: S,
        *,
        faces: Sequence[int] | None = None,
        answers: Sequence[Any] | None = None,
        dice: FastDice | None = None,
        policy: Bot | None = None,
    ) -> None:
        self.state = state
        self._faces = None if faces is None else list(faces)
        self._answers = list(answers or ())
        self.dice, self.policy = dice, policy
        self.happenings: list[Happening] = []

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        if only is not None:
            return only
        if self._answers:
            return question.check(self._answers.pop(0), rule)
        if self.policy is None:
            raise DiceMismatch(f"no answer is left for {rule} of {seat}: {question.shown()}")
        rng = self.dice.rng if self.dice else Random(0)
        return question.check(consult(_Same(self.policy), seat, rule, question, self.state, None, rng), rule)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        faces = self._next_faces(reading, rule)
        value = reading.read(faces)
        seats = rollers(reading, by)
        self.happenings.append(rolled(reading, rule, seats, faces, value, to, len(self.happenings)))
        return value

    def _next_faces(self, reading: Reading[Any], rule: str) -> bytes:
        if self._faces is None:
            if self.dice is None:
                raise DiceMismatch(f"{rule} rolls {name_dice(reading.dice)}, and no dice were given")
            return self.dice.sixes(reading.sixes) if reading.sixes else self.dice.draw(reading.dice)
        needed = len(reading.dice)
        if len(self._faces) < needed:
            wants = f"{rule} rolls {name_dice(reading.dice)} ({reading.label})"
            left = several(len(self._faces), "die", "dice") if self._faces else "no die"
            raise DiceMismatch(f"{wants}, but {left} of those given {'are' if len(self._faces) > 1 else 'is'} left")
        faces, self._faces = self._faces[:needed], self._faces[needed:]
        check_faces(reading.dice, faces)
        return bytes(faces)

    def tell(
        self,
        rule: str,
        text: str = "",
        /,
        *,
        to: tuple[str, ...] = (),
        reveal: bool = False,
        on: tuple[str, ...] = (),
        mark: Mark = "",
        at: tuple[float, float] | None = None,
        **facts: Any,
    ) -> None:
        event = told(rule, text, facts, to, len(self.happenings), reveal, on, mark, at)
        self.happenings.append(structs.replace(event, text=named(event.text)) if "{" in event.text else event)

    def finish(self) -> None:
        """Complains about dice and answers that nobody used."""
        if self._faces:
            raise DiceMismatch(f"dice are left over: {', '.join(map(str, self._faces))}")
        if self._answers:
            raise DiceMismatch(f"answers are left over: {self._answers!r}")

    @property
    def events(self) -> list[Event]:
        return [happening for happening in self.happenings if isinstance(happening, Event)]

    @property
    def rolls(self) -> list[Rolled]:
        return [happening for happening in self.happenings if isinstance(happening, Rolled)]


class _Same(Mapping[str, Bot]):
    """One bot for whatever seat is asked."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def __getitem__(self, seat: str) -> Bot:
        return self._bot

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def one_bot(bot: Bot) -> Mapping[str, Bot]:
    """The same bot in every seat."""
    return _Same(bot)


def rollers(reading: Reading[Any], by: By) -> tuple[str, ...]:
    """The seat of each hand."""
    if isinstance(by, str):
        return _same(by, len(reading.hands))
    if len(by) != len(reading.hands):
        raise ValueError(f"{reading.label} is thrown by {len(reading.hands)} hands, but {by} was given")
    return by


@lru_cache(4096)
def _same(seat: str, hands: int) -> tuple[str, ...]:
    return (seat,) * hands


def rolled(
    reading: Reading[Any],
    rule: str,
    seats: tuple[str, ...],
    faces: Sequence[int],
    value: Any,
    to: tuple[str, ...],
    position: int,
) -> Rolled:
    """The record of a roll; `seats`: the one of each hand."""
    shown = reading.words(value) if reading.words else _plain(value)
    if reading.is_from_pack:
        return Rolled(rule, reading.label, seats, NO_FACES, NO_FACES, shown, to, position, True)
    hands = reading.in_hands(faces)
    return Rolled(
        rule, reading.label, seats, reading.held, hands, shown, to, position, reading.is_card, chance_of(reading, shown)
    )


NO_FACES: tuple[tuple[int, ...], ...] = ((),)
"""Of a card one sees what it is, and not which of those left it was."""


MOST_WEIGHED = 50_000


def chance_of(reading: Reading[Any], shown: Any) -> float:
    """How likely it was that a roll would show this, in the words in which it is shown."""
    if type(shown) not in _SCALARS or (reading.ways > MOST_WEIGHED and not reading.is_weighed):
        return 0.0
    return _chance(reading, shown)


@lru_cache(4096)
def _chance(reading: Reading[Any], shown: Any) -> float:
    words = reading.words or _plain
    return sum(weight for value, weight in reading.outcomes if words(value) == shown) / reading.ways


def told(
    rule: str,
    text: str,
    facts: Mapping[str, Any],
    to: tuple[str, ...],
    position: int,
    reveal: bool,
    on: tuple[str, ...] = (),
    mark: Mark = "",
    at: tuple[float, float] | None = None,
) -> Event:
    """The record of something told: the facts as they are now, whatever becomes of the state."""
    plain = {name: fact if type(fact) in _SCALARS else _plain(fact) for name, fact in facts.items()}
    return Event(rule, text.format_map(facts), plain, to, position, reveal, on, mark, at)


_SCALARS = frozenset({type(None), bool, int, float, str})


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; what it cannot hold becomes text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return str(value)
