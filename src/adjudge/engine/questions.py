"""The closed set of questions that a rule can put to a seat, and that every screen can draw.

| question | answer |
|---|---|
| `Choose` | one of the options |
| `ChooseSome` | several of the options |
| `PickPoint` | a spot of the battlefield within a region |
| `Allocate` | a number shared out over slots |
| `Write` | free text |
| `Sealed` | the answers of several seats, all secret until all are given |
| `Floor` | the first answer that any of several seats gives |
| `Fight` | how a battle went, which is a match of its own: `adjudge.engine.fights` |

A question knows which answers are legal; legality is written nowhere else. What a screen shows of it (labels, figures,
odds) is worked out only when somebody looks: in a simulation nobody does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar
from unicodedata import category

from msgspec import Struct, structs

from adjudge.engine.errors import IllegalAnswer
from adjudge.engine.scene import Sightline

if TYPE_CHECKING:
    from adjudge.engine.table import Table

A = TypeVar("A")
K = TypeVar("K", bound=str | int)

Point = tuple[float, float]
Forecast = Callable[["Table[Any]"], Hashable]
"""A rule to be run on a copy of the present state to tell what an option leads to."""

Outlook = Sequence[tuple[Sightline, Forecast | None]]
"""What a figure would see from a spot and, where it could attack what it sees, the rule that tells what comes of it."""

Onward = tuple[str, "Question[Any]"]
"""A question that dice stand before, and the rule by which it would be put."""

Counts = tuple[tuple[Any, int], ...]
"""How many times each outcome came up, in the order of the outcomes: text, or data that can be ordered."""


class Together:
    """The forecast of several things that do not touch one another, as what a blast does to each of those in it.

    Each part says what becomes of one of them; `told` makes one outcome of how many times each came up. Run as one
    rule it does one part after the other; odds work the parts out one by one, so that ten cost no more than ten.
    """

    __slots__ = ("parts", "told")

    def __init__(self, parts: Sequence[Callable[[Table[Any]], Any]], told: Callable[[Counts], Hashable]) -> None:
        self.parts, self.told = parts, told

    def __call__(self, table: Table[Any]) -> Hashable:
        return self.told(counted([part(table) for part in self.parts]))


@lru_cache(4096)
def _choice_of(options: tuple[str | int, ...]) -> list[Any]:
    """The identity of a choice, which is recorded with every answer: one for all that are put in the same words."""
    return ["choose", [*options]]


def counted(outcomes: Sequence[Any]) -> Counts:
    """How many times each of the outcomes is among them."""
    return tuple((outcome, outcomes.count(outcome)) for outcome in sorted(set(outcomes)))


NO_FACTS: Mapping[str, Any] = MappingProxyType({})

EVERYONE = ""
"""The seat that `Sealed` and `Floor` are put to: they name their seats themselves."""

MOST_TEXT = 4_000
MOST_BLANKS = 100
"""Before and after a text: they are recorded with it."""

_UNWRITABLE = ("Cc", "Cs")
"""What no text may hold: commands to a terminal, and halves of signs, which no file can store."""


def is_writable(text: str) -> bool:
    """Whether a text can be shown and stored: no control characters but the ends of lines and tabs."""
    return not any(category(sign) in _UNWRITABLE and sign not in "\n\t" for sign in text)


class Deed(Struct, frozen=True, omit_defaults=True):
    """What an option is, as data: who does what to whom, with what, where. How it is worded is another matter.

    Bots, programs and screens go by this; a label can be reworded without breaking any of them.
    """

    kind: str
    figure: str = ""
    """Who does it."""
    target: str = ""
    """To whom, or to what."""
    item: str = ""
    """With what: a weapon, a thing, a power."""
    point: Point | None = None
    facts: dict[str, Any] = {}
    """Whatever else tells it from others, by name: numbers, modes."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One thing to choose, as a screen shows it."""

    key: str | int
    label: str
    figure: str = ""
    point: Point | None = None
    rule: str = ""
    note: str = ""
    hotkey: str = ""
    deed: Deed | None = None
    caution: Literal["", "apart", "ask"] = ""
    """Nobody should take it by chance. "apart": it gives something away, as holding fire does, and stands apart from
    what one wants. "ask": it cannot be made good, as leaving the table; a screen asks once more."""


class Shown(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag=lambda name: name.removeprefix("Shown")):
    """What a screen needs to draw a question: plain data, the same for terminal, browser and API.

    `facts`, where a question has any, are the numbers and names behind the prompt.
    """

    prompt: str


class ShownChoose(Shown, frozen=True, omit_defaults=True):
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    has_odds: bool = False
    facts: dict[str, Any] = {}


class ShownStake(Struct, frozen=True, omit_defaults=True):
    """Something that matters at a spot, as a screen offers it: a chance, or, with a unit, a length."""

    id: str
    title: str
    unit: str = ""
    best: Literal["most", "least"] = "most"


class ShownPickPoint(Shown, frozen=True, omit_defaults=True):
    region: Any
    figure: str = ""
    has_odds: bool = False
    """Whether a spot can be asked about: what picking it leads to, or what is seen from it."""
    facts: dict[str, Any] = {}
    stakes: tuple[ShownStake, ...] = ()
    """What the spots can be shaded by."""


class ShownAllocate(Shown, frozen=True, omit_defaults=True):
    number: int
    slots: tuple[Option, ...]
    most: int
    exactly: bool = True
    facts: dict[str, Any] = {}


class ShownWrite(Shown, frozen=True, omit_defaults=True):
    limit: int
    optional: bool = False
    suggestion: str = ""
    facts: dict[str, Any] = {}


class ShownSeveral(Shown, frozen=True, omit_defaults=True):
    """A sealed question or an open floor: which seats are asked, and what."""

    mode: Literal["sealed", "floor"]
    parts: dict[str, Any]


class FightSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a battle: its id and name there, which seat of the campaign holds it, or the bot that plays it."""

    id: str
    name: str
    holder: str = ""
    bot: str = ""


class ShownFight(Shown, frozen=True, omit_defaults=True):
    """A battle to be fought: `game` is its id and `title` what it is called; `key` tells the battle from others.

    `instead` is another question that may be answered while the battle waits.
    """

    game: str
    title: str
    name: str
    key: str
    seats: tuple[FightSeat, ...]
    instead: Any = None
    facts: dict[str, Any] = {}


AnyShown = ShownFight | ShownChoose | ShownPickPoint | ShownAllocate | ShownWrite | ShownSeveral


class Question(ABC, Generic[A]):
    """What can be asked. `identity` is what a replay compares: kind, constraints and options, not the wording."""

    __slots__ = ()

    is_choice: ClassVar[bool] = False
    """Whether it asks for one of `options`, as `Choose` does and whatever is made of it."""

    is_shared: ClassVar[bool] = False
    """Whether it is put to several seats, as `Sealed` and `Floor` are."""

    played_by: tuple[str, ...] = ()
    """The seats that would play a battle for its answer. A bot leaves one with a person in it to that person."""

    facts: Mapping[str, Any]
    """The numbers and names behind the prompt, for bots and programs: nobody has to read a sentence."""

    @abstractmethod
    def identity(self) -> Any:
        """Plain JSON data that tells this question from another."""

    @abstractmethod
    def check(self, answer: Any, rule: str) -> A:
        """The answer as the rule wants it, or `IllegalAnswer`."""

    def again(self, answer: Any, rule: str) -> A:
        """An answer on record, as the rule wants it."""
        return self.check(answer, rule)

    @abstractmethod
    def is_empty(self) -> bool:
        """Whether there is no legal answer at all."""

    @abstractmethod
    def forced(self) -> A | None:
        """The only legal answer if there is just one, else None."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """A legal answer drawn evenly."""

    @abstractmethod
    def shown(self) -> Shown:
        """What a screen draws."""

    def forecast(self, answer: Any) -> Forecast | None:
        """The rule that tells what an answer leads to, if the game offers one."""
        return None


Describe = Callable[[K], Option | str]


class _Options(Question[A], Generic[A, K]):
    """What `Choose` and `ChooseSome` share: keys, and words for them when somebody looks."""

    __slots__ = ("_about", "_describe", "_foresee", "_onward", "facts", "options", "prompt")

    def __init__(
        self,
        options: Sequence[K],
        describe: Describe[K] = str,
        *,
        prompt: str = "",
        about: Callable[[K], Deed] | None = None,
        facts: Mapping[str, Any] = NO_FACTS,
        forecast: Callable[[K], Forecast | None] | None = None,
        onward: Callable[[K], Onward | None] | None = None,
    ) -> None:
        self._onward = onward
        self.options = options
        self._describe = describe
        self._about = about
        self._foresee = forecast
        self.prompt = prompt
        self.facts = facts

    def is_empty(self) -> bool:
        return not self.options

    def about(self, key: K) -> Deed | None:
        """What an option is, as data, if the game says so."""
        return self._about(key) if self._about else None

    def onward(self, key: Any) -> Onward | None:
        """What an option leads to once the dice have been kind: by which rule, and the question."""
        return self._onward(key) if self._onward and key in self.options else None

    def describe(self, key: K) -> Option:
        """An option in words, with what it is."""
        option = _as_option(key, self._describe(key))
        return structs.replace(option, deed=self._about(key)) if self._about and option.deed is None else option

    def forecast(self, answer: Any) -> Forecast | None:
        return self._foresee(answer) if self._foresee and answer in self.options else None

    def _one(self, answer: Any, rule: str) -> K:
        for option in self.options:
            if option == answer and type(option) is type(answer):
                return option
        raise IllegalAnswer(rule, answer, _listed(self.options))

    def _shown(self, least: int, most: int) -> Shown:
        options = tuple(self.describe(key) for key in self.options)
        return ShownChoose(self.prompt, options, least, most, self._foresee is not None, dict(self.facts))


class Choose(_Options[K, K]):
    """One of the options.

    >>> Choose(["left", "right"]).check("left", "door.which")
    'left'
    """

    __slots__ = ()

    is_choice = True

    def identity(self) -> Any:
        return _choice_of(tuple(self.options))

    def check(self, answer: Any, rule: str) -> K:
        return self._one(answer, rule)

    def forced(self) -> K | None:
        return self.options[0] if len(self.options) == 1 else None

    def sample(self, rng: Random) -> K:
        return self.options[int(rng.random() * len(self.options))]

    def shown(self) -> Shown:
        return self._shown(1, 1)


class ChooseSome(_Options[tuple[K, ...], K]):
    """Several of the options, at least `least` and at most `most`, in the order in which they were chosen."""

    __slots__ = ("least", "most")

    def __init__(
        self,
        options: Sequence[K],
        describe: Describe[K] = str,
        *,
        least: int = 0,
        most: int | None = None,
        prompt: str = "",
        about: Callable[[K], Deed] | None = None,
        facts: Mapping[str, Any] = NO_FACTS,
        forecast: Callable[[K], Forecast | None] | None = None,
    ) -> None:
        super().__init__(options, describe, prompt=prompt, about=about, facts=facts, forecast=forecast)
        self.least = least
        self.most = len(options) if most is None else min(most, len(options))

    def is_empty(self) -> bool:
        return self.least > self.most

    def identity(self) -> Any:
        return ["choose-some", list(self.options), self.least, self.most]

    def check(self, answer: Any, rule: str) -> tuple[K, ...]:
        allowed = f"{self.least} to {self.most} different ones of {_listed(self.options)}"
        if not isinstance(answer, (list, tuple)) or not self.least <= len(answer) <= self.most:
            raise IllegalAnswer(rule, answer, allowed)
        chosen = tuple(self._one(item, rule) for item in answer)
        if len(set(chosen)) != len(chosen):
            raise IllegalAnswer(rule, answer, allowed)
        return chosen

    def forced(self) -> tuple[K, ...] | None:
        if self.most == 0:
            return ()
        return tuple(self.options) if self.least == len(self.options) == 1 else None

    def sample(self, rng: Random) -> tuple[K, ...]:
        return tuple(rng.sample(list(self.options), rng.randint(self.least, self.most)))

    def shown(self) -> Shown:
        return self._shown(self.least, self.most)


class Region(Protocol):
    """Where a point may be picked. The battlefield offers several; the engine knows only this much of them."""

    def admits(self, point: Point) -> bool:
        """Whether the point lies within."""

    def samples(self) -> Sequence[Point]:
        """Some points of the region, always the same ones, for those who cannot look at a map."""

    def outline(self) -> Any:
        """Plain JSON data that describes the region to a screen and tells it from another."""


class Stake(NamedTuple):
    """Something that matters at a spot: screens shade a reach by it, one spot after the other.

    `at` gives the rules that tell what may come of standing there, of which the likeliest counts: the chance that their
    outcome is one that `counts`. With a `unit` it gives a length instead. None: nothing can be said of the spot.
    """

    id: str
    title: str
    at: Callable[[Point], Sequence[Forecast] | float | None]
    counts: Callable[[Any], bool] = bool
    unit: str = ""
    best: Literal["most", "least"] = "most"
    """Whether one wants much of it or little."""


class PickPoint(Question[Point]):
    """A spot within a region. Coordinates are rounded to thousandths, so that they survive a text file.

    A region whose outline is dear to draw may have a `key()` as well: little plain data that tells it from another. One
    whose samples are dear may have a `sample(rng)`: a spot drawn by lot. `words(point)`, if there is one, tells where a
    spot is without a map.
    `outlook` tells what the figure would see from a spot; like `forecast` it is asked only where somebody points.
    `stakes` are what the spots can be compared by.
    """

    __slots__ = ("_foresee", "_outlook", "_stakes", "facts", "figure", "prompt", "region")

    def __init__(
        self,
        region: Region,
        *,
        prompt: str = "",
        figure: str = "",
        facts: Mapping[str, Any] = NO_FACTS,
        forecast: Callable[[Point], Forecast | None] | None = None,
        outlook: Callable[[Point], Outlook] | None = None,
        stakes: Callable[[], Sequence[Stake]] | None = None,
    ) -> None:
        self.region, self.prompt, self.figure = region, prompt, figure
        self.facts = facts
        self._foresee, self._outlook, self._stakes = forecast, outlook, stakes

    def identity(self) -> Any:
        key = getattr(self.region, "key", None)
        return ["pick-point", key() if key else self.region.outline()]

    def check(self, answer: Any, rule: str) -> Point:
        allowed = "a pair of coordinates within the region shown"
        if not isinstance(answer, (list, tuple)) or len(answer) != 2:
            raise IllegalAnswer(rule, answer, allowed)
        if not all(type(number) in (int, float) and abs(number) < 1e6 for number in answer):
            raise IllegalAnswer(rule, answer, allowed)
        point = (round(float(answer[0]), 3), round(float(answer[1]), 3))
        if not self.region.admits(point):
            raise IllegalAnswer(rule, answer, allowed)
        return point

    def is_empty(self) -> bool:
        asked: Callable[[], bool] | None = getattr(self.region, "is_empty", None)  # sooner than by all samples
        return not self.region.samples() if asked is None else asked()

    def forced(self) -> Point | None:
        return None

    def sample(self, rng: Random) -> Point:
        by_lot: Callable[[Random], Point] | None = getattr(self.region, "sample", None)
        if by_lot is not None:
            return by_lot(rng)
        samples = self.region.samples()
        return samples[int(rng.random() * len(samples))]

    def shown(self) -> Shown:
        has_odds = self._foresee is not None or self._outlook is not None
        stakes = tuple(ShownStake(it.id, it.title, it.unit, it.best) for it in self.stakes())
        return ShownPickPoint(self.prompt, self.region.outline(), self.figure, has_odds, dict(self.facts), stakes)

    def stakes(self) -> Sequence[Stake]:
        """What matters at a spot, as far as the game tells."""
        return self._stakes() if self._stakes else ()

    def words(self, point: Point) -> str:
        """Where a spot is, as the region tells it."""
        told: Callable[[Point], str] | None = getattr(self.region, "words", None)
        return told(point) if told else f"to {point[0]:.0f}, {point[1]:.0f}"

    def forecast(self, answer: Any) -> Forecast | None:
        return self._foresee(answer) if self._foresee else None

    def outlook(self, point: Point) -> Outlook:
        """What the figure would see from a spot, as far as the game tells."""
        return self._outlook(point) if self._outlook else ()


class Allocate(Question[dict[str, int]]):
    """A number shared out over slots, each getting 0 to `most`; all of it if `exactly`, else any part."""

    __slots__ = ("_describe", "exactly", "facts", "most", "number", "prompt", "slots")

    def __init__(
        self,
        number: int,
        slots: Sequence[str],
        describe: Describe[str] = str,
        *,
        most: int | None = None,
        exactly: bool = True,
        prompt: str = "",
        facts: Mapping[str, Any] = NO_FACTS,
    ) -> None:
        self.facts = facts
        self.number, self.slots, self._describe = number, slots, describe
        self.most = number if most is None else most
        self.exactly, self.prompt = exactly, prompt

    def identity(self) -> Any:
        return ["allocate", self.number, list(self.slots), self.most, self.exactly]

    def check(self, answer: Any, rule: str) -> dict[str, int]:
        how = "all of" if self.exactly else "up to"
        allowed = f"{how} {self.number} shared over {_listed(self.slots)}, 0 to {self.most} each"
        if not isinstance(answer, Mapping) or any(slot not in self.slots for slot in answer):
            raise IllegalAnswer(rule, answer, allowed)
        shares = {slot: answer.get(slot, 0) for slot in self.slots}
        if any(type(share) is not int or not 0 <= share <= self.most for share in shares.values()):
            raise IllegalAnswer(rule, answer, allowed)
        if not self._adds_up(sum(shares.values())):
            raise IllegalAnswer(rule, answer, allowed)
        return shares

    def _adds_up(self, given: int) -> bool:
        return given == self.number if self.exactly else given <= self.number

    def is_empty(self) -> bool:
        return self.number < 0 or (self.exactly and self.number > self.most * len(self.slots))

    def forced(self) -> dict[str, int] | None:
        if not (self.number and self.most and self.slots):
            return dict.fromkeys(self.slots, 0)
        if self.exactly and (len(self.slots) == 1 or self.number == self.most * len(self.slots)):
            return dict.fromkeys(self.slots, self.number // len(self.slots))
        return None

    def sample(self, rng: Random) -> dict[str, int]:
        shares = dict.fromkeys(self.slots, 0)
        for _ in range(self.number if self.exactly else rng.randint(0, self.number)):
            open_slots = [slot for slot in self.slots if shares[slot] < self.most]
            if open_slots:
                shares[open_slots[int(rng.random() * len(open_slots))]] += 1
        return shares

    def shown(self) -> Shown:
        slots = tuple(_as_option(slot, self._describe(slot)) for slot in self.slots)
        return ShownAllocate(self.prompt, self.number, slots, self.most, self.exactly, dict(self.facts))


class Write(Question[str]):
    """Free text, for story games: trimmed, at most `limit` characters, not empty unless `optional`."""

    __slots__ = ("facts", "limit", "optional", "prompt", "suggestion")

    def __init__(
        self,
        prompt: str = "",
        *,
        limit: int = 500,
        optional: bool = False,
        suggestion: str = "",
        facts: Mapping[str, Any] = NO_FACTS,
    ) -> None:
        self.facts = facts
        self.prompt, self.limit, self.optional, self.suggestion = prompt, min(limit, MOST_TEXT), optional, suggestion

    def identity(self) -> Any:
        return ["write", self.limit, self.optional]

    def check(self, answer: Any, rule: str) -> str:
        allowed = f"text of {0 if self.optional else 1} to {self.limit} characters"
        text = answer.strip() if isinstance(answer, str) else ""
        if not isinstance(answer, str) or len(text) > self.limit or len(answer) - len(text) > MOST_BLANKS:
            raise IllegalAnswer(rule, answer, allowed)
        if not text and not self.optional:
            raise IllegalAnswer(rule, answer, allowed)
        if not is_writable(text):
            raise IllegalAnswer(rule, answer, allowed + ", without control characters")
        return text

    def is_empty(self) -> bool:
        return False

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        if self.optional and rng.random() < 0.5:
            return ""
        return (self.suggestion or f"words {rng.randrange(1000)}")[: self.limit]

    def shown(self) -> Shown:
        return ShownWrite(self.prompt, self.limit, self.optional, self.suggestion, dict(self.facts))


class _Several(Question[A]):
    """Questions to several seats at once."""

    __slots__ = ("facts", "parts", "prompt")

    is_shared = True

    def __init__(self, parts: Mapping[str, Question[Any]], *, prompt: str = "") -> None:
        self.parts, self.prompt, self.facts = dict(parts), prompt, NO_FACTS

    def part(self, seat: str) -> Question[Any] | None:
        return self.parts.get(seat)

    def _identities(self) -> dict[str, Any]:
        return {seat: part.identity() for seat, part in self.parts.items()}

    def _shown_parts(self) -> dict[str, Any]:
        return {seat: part.shown() for seat, part in self.parts.items()}


class Sealed(_Several[dict[str, Any]]):
    """Every seat answers its own question; nobody sees an answer before all have given theirs."""

    __slots__ = ()

    def identity(self) -> Any:
        return ["sealed", self._identities()]

    def check(self, answer: Any, rule: str) -> dict[str, Any]:
        if not isinstance(answer, Mapping) or set(answer) != set(self.parts):
            raise IllegalAnswer(rule, answer, f"one answer of each of {_listed(tuple(self.parts))}")
        return {seat: part.check(answer[seat], rule) for seat, part in self.parts.items()}

    def is_empty(self) -> bool:
        return not self.parts or any(part.is_empty() for part in self.parts.values())

    def forced(self) -> dict[str, Any] | None:
        answers = {seat: part.forced() for seat, part in self.parts.items()}
        return None if any(answer is None for answer in answers.values()) else answers

    def sample(self, rng: Random) -> dict[str, Any]:
        return {seat: part.sample(rng) for seat, part in self.parts.items()}

    def shown(self) -> Shown:
        return ShownSeveral(self.prompt, "sealed", self._shown_parts())


class Floor(_Several[tuple[str, Any]]):
    """Any of the seats may act; the first legal answer is taken, together with the seat that gave it.

    In a conversation a bot that spoke last lets people speak. Where everybody has something of their own to settle
    (`all_due`), bots settle theirs at once, all but a battle with a person in it.
    """

    __slots__ = ("all_due",)

    def __init__(self, parts: Mapping[str, Question[Any]], *, prompt: str = "", all_due: bool = False) -> None:
        super().__init__(parts, prompt=prompt)
        self.all_due = all_due

    def identity(self) -> Any:
        return ["floor", self._identities()]

    def check(self, answer: Any, rule: str) -> tuple[str, Any]:
        if not isinstance(answer, (list, tuple)) or len(answer) != 2 or answer[0] not in list(self.parts):
            raise IllegalAnswer(rule, answer, f"a seat of {_listed(tuple(self.parts))} and its answer")
        seat, given = answer
        return seat, self.parts[seat].check(given, rule)

    def again(self, answer: Any, rule: str) -> tuple[str, Any]:
        seat, given = answer
        return seat, self.parts[seat].again(given, rule)

    def is_empty(self) -> bool:
        return all(part.is_empty() for part in self.parts.values())

    def forced(self) -> tuple[str, Any] | None:
        able = [(seat, part) for seat, part in self.parts.items() if not part.is_empty()]
        if len(able) != 1:
            return None
        ((seat, part),) = able
        only = part.forced()
        return None if only is None else (seat, only)

    def sample(self, rng: Random) -> tuple[str, Any]:
        seats = [seat for seat, part in self.parts.items() if not part.is_empty()]
        seat = seats[int(rng.random() * len(seats))]
        return seat, self.parts[seat].sample(rng)

    def shown(self) -> Shown:
        return ShownSeveral(self.prompt, "floor", self._shown_parts())


def _as_option(key: str | int, described: Option | str) -> Option:
    return described if isinstance(described, Option) else Option(key, described)


def _listed(keys: Sequence[str | int], limit: int = 12) -> str:
    listed = ", ".join(str(key) for key in keys[:limit])
    return listed + (f" and {len(keys) - limit} more" if len(keys) > limit else "")
