"""Whether a forecast composes a rule as play does.

The step that a forecast runs is the step that play comes to when the option is chosen. So both are run through all
their branches until that step returns, play from the very moment at which the option is offered, and its results must
have the same chances. A forecast that adds another modifier, or forgets one, is found here however plausible its odds.
Of a forecast without a step the rolls are compared in the same way, with those in play by the same rules; and where
play does and tells the same for two rolls, the forecast must not tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import takewhile
from random import Random
from time import process_time
from typing import Any, TypeVar

from adjudge.check.chances import some_answers
from adjudge.check.plays import answers_of
from adjudge.check.report import Ledger, Setting
from adjudge.engine.copying import copy_any
from adjudge.engine.dice import Reading
from adjudge.engine.errors import AdjudgeError, NoPolicy, OverBudget, Suspended
from adjudge.engine.game import Game
from adjudge.engine.live import LiveTable
from adjudge.engine.match import Match, Moment
from adjudge.engine.questions import Question, Together
from adjudge.engine.table import UMPIRE, By, Table
from adjudge.odds import Distribution, distribution, uniform
from adjudge.odds.keys import key_any

A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T", bound=Hashable)

BUDGET = 400
"""Branches of one comparison, on either side."""
EACH_QUESTION = 4
"""How often the options of one rule are compared, for each of the steps that they run."""
POSITIONS = 12
"""Positions of a match that are looked at."""
ENOUGH = 20
"""After so many looks a question without a forecast is not looked at again."""

NEVER = "never"
"""What comes of a branch in which the step is not reached."""

Step = Callable[..., Any]


class Compositions:
    """The comparisons of one game's forecasts with its play, for so many seconds of computing."""

    def __init__(self, game: Game[Any], ledger: Ledger, seconds: float) -> None:
        self._game, self._ledger = game, ledger
        self._left = seconds
        self._policy = game.policy or uniform
        self._compared: dict[tuple[str, str], int] = {}
        self._looked_at: dict[str, int] = {}
        self._without_forecast: set[str] = set()
        self.number = 0
        """How many comparisons were made."""

    def try_match(self, match: Match[Any], setting: Setting, rng: Random) -> None:
        """Compares forecasts at some positions of a match: those whose questions were looked at least so far."""
        started = process_time()
        answers = [it for it in answers_of(match) if it[1].rule not in self._without_forecast]
        rng.shuffle(answers)
        answers.sort(key=lambda it: self._looked_at.get(it[1].rule, 0))
        for position, entry in answers[:POSITIONS]:
            if process_time() - started > self._left:
                break
            self._looked_at[entry.rule] = self._looked_at.get(entry.rule, 0) + 1
            with self._ledger.watching("forecast", f"the forecasts of {entry.rule}", setting, position):
                self._try_moment(match, match.look(position), setting)
        self._left -= process_time() - started

    def _try_moment(self, match: Match[Any], moment: Moment[Any], setting: Setting) -> None:
        """Compares the forecasts of the options that are offered at a moment."""
        pending = moment.pending
        if pending is None or pending.question is None or pending.question.is_shared:
            return
        found = [*_forecasts(pending.question)]
        if not found and self._looked_at.get(pending.rule, 0) > ENOUGH:
            self._without_forecast.add(pending.rule)
        for key, forecast in found:
            self._try(match, moment, pending.seats[0], pending.rule, key, forecast, setting)

    def _try(
        self, match: Match[Any], moment: Moment[Any], seat: str, rule: str, key: Any, forecast: Any, setting: Setting
    ) -> None:
        known = self._game.seen(copy_any(moment.state), seat)
        state = known if isinstance(known, self._game.state) else moment.state
        if _guesses(forecast, state, self._policy):
            return  # play draws from the cards that are there, and no seat knows which
        step = _step_of(forecast, state, self._policy)
        name = getattr(step, "__qualname__", "")
        if step is None:
            self._try_roll(match, moment, rule, key, forecast, setting)
        if step is None or self._compared.get((rule, name), 0) >= EACH_QUESTION:
            return
        self._compared[rule, name] = self._compared.get((rule, name), 0) + 1

        def in_play(table: Table[Any]) -> Hashable:
            return _until(step, _Joined(table, match.table_at(moment.position), key), self._game.turn)

        try:
            foreseen = self._distribution(lambda table: _until(step, table, forecast), state)
            played = self._distribution(in_play, None)
        except (OverBudget, NoPolicy) as error:
            self._ledger.skip(f"{rule}, compared with play: {error}")
            return
        self.number += 1
        difference = _difference(foreseen, played)
        if difference:
            text = f"the forecast of {key!r} at {rule} is not what play does: {name} comes to {difference}"
            self._ledger.note("composition", text, setting, moment.position, rule=rule, same=f"{rule} {name}")

    def _try_roll(
        self, match: Match[Any], moment: Moment[Any], rule: str, key: Any, forecast: Any, setting: Setting
    ) -> None:
        """The rolls of a forecast that takes no step, compared with those in play by the same rules: the first,
        then all that it comes to whichever way the dice fall. Both begin in the true state: for what a seat does not
        know, a forecast may well roll."""
        state = moment.state
        rolls = _rolls_of(forecast, state, self._policy)
        if not rolls or self._compared.get((rule, rolls[0]), 0) >= EACH_QUESTION:
            return
        self._compared[rule, rolls[0]] = self._compared.get((rule, rolls[0]), 0) + 1
        for most in dict.fromkeys((1, len(rolls))):
            try:
                foreseen, played = self._rolled(match, moment, key, forecast, state, tuple(dict.fromkeys(rolls)), most)
            except (OverBudget, NoPolicy) as error:
                self._ledger.skip(f"{rule}, compared with play: {error}")
                return
            if 0 < played[NEVER] < 1:
                return  # whether it comes to that roll at all depends on others: nothing can be said of it
            self.number += 1
            difference = _difference(foreseen, played)
            if difference:
                what = f"{rolls[most - 1]} comes to {difference}"
                text = f"the forecast of {key!r} at {rule} rolls otherwise than play: {what}"
                self._ledger.note("composition", text, setting, moment.position, rule=rule, same=f"{rule} {rolls[0]}")
                return
        self._try_judgement(match, moment, rule, key, forecast, setting)

    def _try_judgement(
        self, match: Match[Any], moment: Moment[Any], rule: str, key: Any, forecast: Any, setting: Setting
    ) -> None:
        """What a forecast makes of the dice, compared with what play does and tells until somebody is asked again."""

        def in_play(table: Table[Any]) -> Hashable:
            return _judged(_Joined(table, match.table_at(moment.position), key), self._game.turn)

        try:
            foreseen = self._distribution(lambda table: _judged(table, forecast), moment.state)
            played = self._distribution(in_play, None)
        except (OverBudget, NoPolicy, AdjudgeError) as error:
            self._ledger.skip(f"{rule}, compared with play: {error}")
            return
        apart = _told_apart(foreseen, played)
        if apart:
            text = f"the forecast of {key!r} at {rule} judges the dice otherwise than play: {apart}"
            self._ledger.note("composition", text, setting, moment.position, rule=rule, same=f"{rule} judgement")

    def _rolled(
        self,
        match: Match[Any],
        moment: Moment[Any],
        key: Any,
        forecast: Any,
        state: Any,
        by: tuple[str, ...],
        most: int,
    ) -> tuple[Distribution[Any], Distribution[Any]]:
        """What the first rolls by some rules come to, foreseen and in play."""

        def in_play(table: Table[Any]) -> Hashable:
            return _until_rolled(by, most, _Joined(table, match.table_at(moment.position), key), self._game.turn)

        foreseen = self._distribution(lambda table: _until_rolled(by, most, table, forecast), state)
        return foreseen, self._distribution(in_play, None)

    def _distribution(self, rule: Callable[[Table[Any]], Hashable], state: Any) -> Distribution[Any]:
        return distribution(rule, state, policy=self._policy, budget=BUDGET)


def _forecasts(question: Question[Any]) -> Iterator[tuple[Any, Any]]:
    options = getattr(question, "options", None)
    for key in some_answers(question) if options is None else options:
        forecast = question.forecast(key)
        if forecast is not None and not isinstance(forecast, Together):
            yield key, forecast


def _difference(foreseen: Distribution[Any], played: Distribution[Any]) -> str:
    """The first result whose chances differ, in words."""
    for result in [*foreseen, *(it for it in played if it not in foreseen.weights)]:
        if foreseen[result] != played[result]:
            return f"{_shown(result)} with {_chance(foreseen[result])}, in play with {_chance(played[result])}"
    return ""


def _told_apart(foreseen: Distribution[Any], played: Distribution[Any]) -> str:
    """Two rolls that a forecast calls by different names, though play makes no difference between them, in words."""
    called, done = list(foreseen), list(played)
    names, deeds = dict(called), dict(done)
    if len(names) < len(called) or len(deeds) < len(done):
        return ""  # more than these dice decides
    alike: dict[Any, Any] = {}
    for values in (it for it in names if it in deeds):
        other = alike.setdefault(deeds[values], values)
        if names[other] != names[values]:
            return f"{other} is {names[other]}, {values} is {names[values]}, and play does and tells the same for both"
    return ""


def _shown(result: Any, limit: int = 120) -> str:
    text = str(result)
    return text if len(text) <= limit else f"{text[:limit]}…"


def _chance(p: Fraction) -> str:
    return f"chance {p}"


# ---------------------------------------------------------------------- until a step returns


class _Reached(BaseException):
    """The step has returned. Not an error: what follows of the rule is of no interest."""

    def __init__(self, result: Hashable) -> None:
        super().__init__()
        self.result = result


class _Result:
    """What a step returned: compared as data, shown as it is."""

    __slots__ = ("_key", "_shown")

    def __init__(self, result: Any) -> None:
        self._key, self._shown = key_any(result), str(result)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Result) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return self._shown


class _Found(BaseException):
    """The first step that a forecast takes."""

    def __init__(self, step: Step) -> None:
        super().__init__()
        self.step = step


def _until(step: Step, table: Table[Any], rule: Callable[[Table[Any]], Any]) -> Hashable:
    """The result of a step, as data that can be compared, when a rule comes to it."""
    try:
        rule(_Waiting(table, step))
    except _Reached as reached:
        return reached.result
    return NEVER


def _until_rolled(by: tuple[str, ...], most: int, table: Table[Any], rule: Callable[[Table[Any]], Any]) -> Hashable:
    """What is read off the first rolls by some rules, when play or a forecast comes to them."""
    waiting = _UntilRolled(table, by, most)
    try:
        rule(waiting)
    except _Reached as reached:
        return reached.result
    return NEVER if not waiting.values else _Result(tuple(waiting.values))


def _rolls_of(forecast: Callable[[Table[Any]], Any], state: Any, policy: Any) -> tuple[str, ...]:
    """The rules by which a forecast rolls first, whichever way the dice fall; none if it rolls nothing."""
    try:
        ways = distribution(lambda table: _rolled_in(forecast, table), state, policy=policy, budget=BUDGET)
    except (OverBudget, NoPolicy, AdjudgeError):
        return ()
    same = takewhile(lambda rules: len(set(rules)) == 1, zip(*ways, strict=False))
    return tuple(rules[0] for rules in same)


def _rolled_in(forecast: Callable[[Table[Any]], Any], table: Table[Any]) -> tuple[str, ...]:
    noting = _Noting(table)
    forecast(noting)
    return tuple(noting.rules)


def _guesses(forecast: Callable[[Table[Any]], Any], state: Any, policy: Any) -> bool:
    """Whether a forecast draws from what the seat cannot see."""
    try:
        distribution(lambda table: forecast(_LookingForGuess(table)), state, policy=policy, budget=BUDGET)
    except _FoundRoll:
        return True
    except (OverBudget, NoPolicy, AdjudgeError):
        return False
    return False


def _step_of(forecast: Callable[[Table[Any]], Any], state: Any, policy: Any) -> Step | None:
    """The step that a forecast runs, if it runs one."""
    try:
        distribution(lambda table: forecast(_Looking(table)), state, policy=policy, budget=BUDGET)
    except _Found as found:
        return found.step
    except (OverBudget, NoPolicy, AdjudgeError):
        return None
    return None


class _Relay(Table[Any]):
    """Hands every call on to another table. Steps and what they call come through here too, as plain calls."""

    __slots__ = ("_inner",)

    def __init__(self, inner: Table[Any]) -> None:
        self._inner = inner

    @property
    def state(self) -> Any:
        return self._inner.state

    @state.setter
    def state(self, state: Any) -> None:
        self._inner.state = state

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        return self._inner.ask(seat, rule, question)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        return self._inner.roll(reading, rule, by, to=to)

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        self._inner.tell(rule, text, to=to, reveal=reveal, **facts)


class _Waiting(_Relay):
    """Leaves the rule as soon as a certain step has returned."""

    __slots__ = ("_step",)

    def __init__(self, inner: Table[Any], step: Step) -> None:
        super().__init__(inner)
        self._step = step

    def step(self, rule: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        result = rule(self, *args, **kwargs)
        if rule is self._step and self._counts():
            raise _Reached(_Result(result))
        return result

    def _counts(self) -> bool:
        """Whether play is past the choice: what was resolved before it is none of its business."""
        return not isinstance(self._inner, _Joined) or self._inner.has_chosen


class _Looking(_Relay):
    """Leaves the rule at its first step."""

    __slots__ = ()

    def step(self, rule: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        raise _Found(rule)


class _FoundRoll(BaseException):
    """The roll that is looked for."""

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule


class _Noting(_Relay):
    """Notes by which rules is rolled."""

    __slots__ = ("rules",)

    def __init__(self, inner: Table[Any]) -> None:
        super().__init__(inner)
        self.rules: list[str] = []

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        self.rules.append(rule)
        return super().roll(reading, rule, by, to=to)


class _LookingForGuess(_Relay):
    """Leaves the rule where something is drawn that nobody can see."""

    __slots__ = ()

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if reading.is_guess:
            raise _FoundRoll(rule)
        return super().roll(reading, rule, by, to=to)


class _UntilRolled(_Waiting):
    """Leaves the rule as soon as so many rolls were made by certain rules."""

    __slots__ = ("_by", "_most", "values")

    def __init__(self, inner: Table[Any], by: tuple[str, ...], most: int) -> None:
        super().__init__(inner, _nothing)
        self._by, self._most = by, most
        self.values: list[Any] = []

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        value = super().roll(reading, rule, by, to=to)
        if rule in self._by and self._counts():
            self.values.append(value)
            if len(self.values) == self._most:
                raise _Reached(_Result(tuple(self.values) if self._most > 1 else value))
        return value


def _judged(table: Table[Any], rule: Callable[[Table[Any]], Any]) -> Hashable:
    """What was rolled in a forecast, and what it returns for that; what was rolled in play after the choice, and what
    play does and tells until somebody is asked again."""
    judging = _Judging(table)
    try:
        returned = rule(judging)
    except _Reached as reached:
        return reached.result
    return judging.done() if isinstance(table, _Joined) else (judging.values, _Result(returned))


class _Judging(_Waiting):
    """Notes what is rolled and told, and leaves play where somebody is asked after the choice."""

    __slots__ = ("_told", "_values")

    def __init__(self, inner: Table[Any]) -> None:
        super().__init__(inner, _nothing)
        self._values: list[str] = []
        self._told: list[Any] = []

    @property
    def values(self) -> _Result:
        return _Result(", ".join(self._values))

    def done(self) -> Hashable:
        return self.values, _Result((self.state, tuple(self._told)))

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if isinstance(self._inner, _Joined) and self._inner.has_chosen:
            raise _Reached(self.done())
        return super().ask(seat, rule, question)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        value = super().roll(reading, rule, by, to=to)
        if self._counts():
            self._values.append(f"{rule} {value}")
        return value

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        if self._counts():
            self._told.append((rule, text, to, facts))
        super().tell(rule, text, to=to, reveal=reveal, **facts)


def _nothing() -> None:
    """No step is this one."""


class _Joined(_Relay):
    """A turn as it was played up to a choice; then the option in question, and from there on every branch."""

    __slots__ = ("_choice", "_live", "has_chosen")

    def __init__(self, odds: Table[Any], live: LiveTable[Any], choice: Any) -> None:
        super().__init__(odds)
        self._live, self._choice = live, choice
        self.has_chosen = False
        odds.state = live.state

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if self.has_chosen:
            return super().ask(seat, rule, question)
        try:
            return self._live.ask(seat, rule, question)
        except Suspended:
            self.has_chosen = True
            return question.check(self._choice, rule)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if self.has_chosen:
            return super().roll(reading, rule, by, to=to)
        return self._live.roll(reading, rule, by, to=to)
