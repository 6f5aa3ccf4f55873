"""Moments: where a rule of the core asks whether an ability has something to say.

A moment is a typed object that says what it collects, declared beside the procedure that asks. An ability answers the
moments it means, and no others; it knows the core, and the core never knows an ability by name.

>>> @sum_of
... def shooting_bonus(distance: int) -> int:
...     "What a skill adds to a shot."

>>> class Marksman:
...     @answers(shooting_bonus)
...     def aims_well(self, distance: int) -> int:
...         return 1 if distance < 20 else 2

>>> shooting_bonus(Voices([Marksman(), "mute"]), 30)
2

| declared by | asking gives |
|---|---|
| `any_of` | whether one of the answers is true |
| `sum_of` | the sum of the answers |
| `highest_of` | the highest answer; 0 where nobody answers |
| `first_of` | the first answer that is not None |
| `gather` | all that they have to offer, in one list |
| `chain` | the value it is given, passed from one to the next |
| `each` | nothing: everybody speaks, in order |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

MARK = "__answers__"


class Voices:
    """The abilities that somebody has, in order. Who of them answers a moment is found out once and kept here."""

    __slots__ = ("abilities", "at")

    at: Heard
    """`voices.at(moment)` gives the answers to a moment, ready to be called. It is a mere look into a table."""

    def __init__(self, abilities: Iterable[Any] = ()) -> None:
        self.abilities = tuple(abilities)
        self.at = _Answers(self.abilities).__getitem__

    def __iter__(self) -> Iterator[Any]:
        return iter(self.abilities)

    def __len__(self) -> int:
        return len(self.abilities)

    def __repr__(self) -> str:
        return f"Voices({list(self.abilities)!r})"

    def __add__(self, others: Voices) -> Voices:
        return Voices(self.abilities + others.abilities)


class Heard(Protocol):
    """Gives the answers to a moment."""

    def __call__(self, moment: Moment[P, R], /) -> tuple[Callable[P, R], ...]: ...


class _Answers(dict["Moment[..., Any]", tuple[Callable[..., Any], ...]]):
    """The answers to each moment, found when it is first asked: a rule asks millions of times."""

    def __init__(self, abilities: tuple[Any, ...]) -> None:
        super().__init__()
        self.abilities = abilities

    def __missing__(self, moment: Moment[..., Any]) -> tuple[Callable[..., Any], ...]:
        answers = (moment.answer_of(ability) for ability in self.abilities)
        self[moment] = heard = tuple(answer for answer in answers if answer is not None)
        return heard


NOBODY = Voices()


class Moment(Generic[P, R]):
    """What all moments share: their name, their meaning, and how an ability's answer is found."""

    def __init__(self, meaning: Callable[P, R]) -> None:
        self.name, self.__doc__, self.__module__ = meaning.__name__, meaning.__doc__, meaning.__module__
        self._methods: dict[type, str] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.__module__}.{self.name}>"

    def answer_of(self, ability: Any) -> Callable[P, R] | None:
        """How an ability answers; None if it does not."""
        kind = type(ability)
        if kind not in self._methods:
            self._methods[kind] = self._method_of(kind)
        name = self._methods[kind]
        return getattr(ability, name) if name else None

    def _method_of(self, kind: type) -> str:
        for owner in kind.__mro__:
            names = [name for name, value in vars(owner).items() if self in getattr(value, MARK, ())]
            if len(names) > 1:
                raise TypeError(f"{owner.__name__} answers {self.name} twice: {', '.join(names)}")
            if names:
                return names[0]
        return ""

    def is_answered(self, voices: Voices) -> bool:
        """Whether anybody has something to say."""
        return bool(voices.at(self))

    def said(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> list[tuple[Any, R]]:
        """Each ability that answers, with its answer: for a rule that cites them one by one."""
        return [(answer.__self__, answer(*args, **kwargs)) for answer in voices.at(self)]  # type: ignore[attr-defined]


class AnyOf(Moment[P, bool]):
    """Is there one who says so?"""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> bool:
        for answer in voices.at(self):  # noqa: SIM110  a loop, not any(): this is asked millions of times
            if answer(*args, **kwargs):
                return True
        return False

    def who(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> Any:
        """The first ability that says so, to be cited; None if there is none."""
        for answer in voices.at(self):
            if answer(*args, **kwargs):
                return answer.__self__  # type: ignore[attr-defined]
        return None


class SumOf(Moment[P, int]):
    """How much do they come to?"""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> int:
        found = 0
        for answer in voices.at(self):
            found += answer(*args, **kwargs)
        return found


class HighestOf(Moment[P, int]):
    """Which is the most? 0 where nobody answers."""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> int:
        return max((answer(*args, **kwargs) for answer in voices.at(self)), default=0)


class FirstOf(Moment[P, R | None], Generic[P, R]):
    """Who has something, first come first served?"""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> R | None:
        for answer in voices.at(self):
            found = answer(*args, **kwargs)
            if found is not None:
                return found
        return None


class Gather(Moment[P, list[T]], Generic[P, T]):
    """What do they have to offer, all together?"""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        return [one for answer in voices.at(self) for one in answer(*args, **kwargs)]


class Chain(Moment[Concatenate[T, P], T], Generic[T, P]):
    """What do they make of a value, one after the other?"""

    def __call__(self, voices: Voices, value: T, *args: P.args, **kwargs: P.kwargs) -> T:
        for answer in voices.at(self):
            value = answer(value, *args, **kwargs)
        return value


class Each(Moment[P, None]):
    """Everybody who has something to do here does it."""

    def __call__(self, voices: Voices, *args: P.args, **kwargs: P.kwargs) -> None:
        for answer in voices.at(self):
            answer(*args, **kwargs)


def any_of(meaning: Callable[P, bool]) -> AnyOf[P]:
    """Declares a moment that asks whether one of them says so."""
    return AnyOf(meaning)


def sum_of(meaning: Callable[P, int]) -> SumOf[P]:
    """Declares a moment that adds up."""
    return SumOf(meaning)


def highest_of(meaning: Callable[P, int]) -> HighestOf[P]:
    """Declares a moment that takes the highest."""
    return HighestOf(meaning)


def first_of(meaning: Callable[P, R | None]) -> FirstOf[P, R]:
    """Declares a moment that takes the first answer there is."""
    return FirstOf(meaning)


def gather(meaning: Callable[P, list[T]]) -> Gather[P, T]:
    """Declares a moment that makes one list of theirs."""
    return Gather(meaning)


def chain(meaning: Callable[Concatenate[T, P], T]) -> Chain[T, P]:
    """Declares a moment that passes its first argument from one to the next."""
    return Chain(meaning)


def each(meaning: Callable[P, None]) -> Each[P]:
    """Declares a moment at which everybody speaks."""
    return Each(meaning)


def answers(moment: Moment[P, R]) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """Marks a method as an ability's answer to a moment; it has the moment's own signature."""

    def mark(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        setattr(method, MARK, (*getattr(method, MARK, ()), moment))
        return method

    return mark
