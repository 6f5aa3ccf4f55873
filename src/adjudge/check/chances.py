"""Whether the exact odds are what the dice give: readings against their faces, rules against samples.

A difference is reported only if samples as far off as these would come less than once in a billion runs, by
Chernoff's bound, which holds for any number of samples.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import product
from math import log
from random import Random
from time import process_time
from typing import Any, TypeVar

import msgspec

from adjudge.check.plays import plain
from adjudge.check.report import Ledger, Setting
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy_any
from adjudge.engine.dice import Reading, Staged
from adjudge.engine.errors import NoPolicy, OverBudget, Runaway
from adjudge.engine.game import Game, Procedure
from adjudge.engine.match import Match, Moment
from adjudge.engine.questions import Question
from adjudge.engine.table import UMPIRE, By, Playout, Script, Table, one_bot, random_bot
from adjudge.odds import Distribution, distribution, uniform

T = TypeVar("T", bound=Hashable)

SAMPLES = 2_000
FALSE_ALARM = 1e-9
BUDGET = 1_000
"""Branches of one forecast or procedure."""
ENOUGH = 0.3
"""Seconds of computing after which the samples so far must do."""
FEWEST = 200
MOST_FACES = 8_000
MOST_ROLLS = 20_000
OPTIONS_TRIED = 6
EACH_QUESTION = 1
"""How often the forecasts of one question are sampled."""

Rule = Callable[[Table[Any]], Hashable]


def is_too_far(count: int, samples: int, p: float, alarm: float) -> bool:
    """Whether a count of an outcome of chance p is too far off to be luck."""
    if p <= 0:
        return count > 0
    if p >= 1:
        return count < samples
    rate = count / samples
    divergence = _term(rate, p) + _term(1 - rate, 1 - p)
    return samples * divergence > log(2 / alarm)


def _term(rate: float, p: float) -> float:
    return rate * log(rate / p) if rate else 0.0


def disagreement(exact: Mapping[Any, float], counts: Mapping[Any, int]) -> str:
    """The first outcome whose samples do not fit its exact chance, in words; empty if all fit."""
    samples = sum(counts.values())
    outcomes = [*exact, *(outcome for outcome in counts if outcome not in exact)]
    for outcome in outcomes:
        p, count = exact.get(outcome, 0.0), counts.get(outcome, 0)
        if is_too_far(count, samples, p, FALSE_ALARM / len(outcomes)):
            return f"{outcome!r} has the exact chance {p:.4f} but came {count} times in {samples}"
    return ""


READINGS_SECONDS = 5.0
"""How long a match is played for the sake of its readings."""


class Chances:
    """The experiments with odds on one game."""

    def __init__(self, game: Game[Any], ledger: Ledger, seed: int) -> None:
        self._game, self._ledger = game, ledger
        self._dice = FastDice(f"adjudge check {seed}")
        self._sampled: dict[str, int] = {}

    # ------------------------------------------------------------------ procedures

    def try_procedures(self) -> None:
        for procedure in self._game.procedures:
            with self._ledger.watching("crash", f"procedure {procedure.name}"):
                self._try_procedure(procedure)

    def _try_procedure(self, procedure: Procedure) -> None:
        if procedure.rule not in self._game.rule_ids:
            self._ledger.note("rulebook", f"procedure {procedure.name} cites {procedure.rule!r}, which does not exist")
        try:
            params = procedure.params()
        except TypeError:
            self._ledger.skip(f"procedure {procedure.name}: its parameters have no defaults")
            return
        state = procedure.situate(params)

        def rule(table: Table[Any]) -> Hashable:
            return procedure.run(table, params)

        self._sample(rule, state, 20)
        self._try_citations(procedure, rule, state)
        if not procedure.estimate:
            self._compare(f"procedure {procedure.name}", rule, state, None, None)

    def _try_citations(self, procedure: Procedure, rule: Rule, state: Any) -> None:
        table: Script[Any] = Script(copy_any(state), dice=self._dice, policy=random_bot)
        msgspec.json.encode(rule(table))
        for it in table.happenings:
            if it.rule not in self._game.rule_ids:
                text = f"procedure {procedure.name} cites {it.rule!r}, which the rulebook does not hold"
                self._ledger.note("rulebook", text, same=it.rule)

    # ------------------------------------------------------------------ forecasts

    def try_forecasts(self, match: Match[Any], moment: Moment[Any], setting: Setting) -> None:
        """The forecasts of the options that are offered at a moment."""
        pending = moment.pending
        if pending is None or pending.question is None:
            return
        for seat in pending.seats:
            question = pending.for_seat(seat)
            if question is not None:
                self._try_question(match, moment, seat, question, setting)

    def _try_question(
        self, match: Match[Any], moment: Moment[Any], seat: str, question: Question[Any], setting: Setting
    ) -> None:
        rule_id = moment.pending.rule if moment.pending else ""
        known = match.game.seen(copy_any(moment.state), seat)
        state = known if isinstance(known, match.game.state) else moment.state
        before = plain(moment.state)
        for key in some_answers(question):
            with self._ledger.watching("forecast", f"the forecast of {rule_id}", setting, moment.position):
                rule = question.forecast(key)
                if rule is not None:
                    self._forecast(f"the forecast of {key!r} at {rule_id}", rule_id, rule, state, setting, moment)
        if plain(moment.state) != before:
            text = f"the forecasts of {rule_id} change the state: look figures up inside, by their ids"
            self._ledger.note("mutation", text, setting, moment.position, rule=rule_id)

    def _forecast(self, name: str, rule_id: str, rule: Rule, state: Any, setting: Setting, moment: Moment[Any]) -> None:
        tried = self._sampled.get(rule_id, 0)
        if tried >= EACH_QUESTION * OPTIONS_TRIED:
            self._exact(rule, state, name)
            return
        self._sampled[rule_id] = tried + 1
        self._compare(name, rule, state, setting, moment.position, same=f"forecast {rule_id}")

    # ------------------------------------------------------------------ exact against sampled

    def _compare(
        self, name: str, rule: Rule, state: Any, setting: Setting | None, position: int | None, same: str = ""
    ) -> None:
        exact = self._exact(rule, state, name)
        if exact is None:
            self._sample(rule, state, 20)
            return
        counts = self._sample(rule, state, SAMPLES if len(exact) > 1 else 50)
        found = disagreement({outcome: float(p) for outcome, p in exact.items()}, counts)
        if found:
            self._ledger.note("odds", f"{name}: {found}", setting, position, same=same or name)

    def _exact(self, rule: Rule, state: Any, name: str) -> Distribution[Any] | None:
        try:
            return distribution(rule, state, policy=uniform, budget=BUDGET)
        except OverBudget:
            self._ledger.skip(f"{name.split(' at ')[-1]}: exact odds take more than {BUDGET} branches")
        except NoPolicy:
            self._ledger.skip(f"{name.split(' at ')[-1]}: it asks what has no even choice")
        return None

    def _sample(self, rule: Rule, state: Any, samples: int) -> dict[Hashable, int]:
        counts: dict[Hashable, int] = {}
        until = process_time() + ENOUGH
        for number in range(samples):
            if number >= FEWEST and process_time() > until:
                break
            outcome = rule(BoundedPlayout(copy_any(state), self._dice))
            counts[outcome] = counts.get(outcome, 0) + 1
        return counts

    # ------------------------------------------------------------------ readings

    def try_readings(self, setting: Setting, most_turns: int) -> None:
        """Every reading that a match by random bots rolls, against the faces of its dice; of a long match, as many as
        come up in a while."""
        table = _Gathering(self._game.start(self._game.configure(setting.options)), self._dice)
        until = process_time() + READINGS_SECONDS
        with self._ledger.watching("crash", "a playout", setting):
            for _ in range(most_turns):
                if self._game.outcome(table.state) is not None or process_time() > until:
                    break
                self._ledger.alive()
                table.begin_turn()
                self._game.turn(table)
        for (rule, label), reading in table.readings.items():
            with self._ledger.watching("odds", f"the reading {label} of {rule}"):
                found = reading_fault(reading, self._dice.rng)
                if found:
                    self._ledger.note("odds", f"the reading {label} of {rule}: {found}", setting, rule=rule)


class BoundedPlayout(Playout[Any]):
    """A playout by random bots that does not roll for ever."""

    __slots__ = ("_rolls",)

    def __init__(self, state: Any, dice: FastDice) -> None:
        super().__init__(state, one_bot(random_bot), dice)
        self._rolls = 0

    def begin_turn(self) -> None:
        super().begin_turn()
        self._rolls = 0

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        self._rolls += 1
        if self._rolls > MOST_ROLLS:
            raise Runaway(f"{MOST_ROLLS} rolls were made, lately {rule}")
        return super().roll(reading, rule, by, to=to)


class _Gathering(BoundedPlayout):
    """A playout that keeps the readings that are rolled."""

    __slots__ = ("readings",)

    def __init__(self, state: Any, dice: FastDice) -> None:
        super().__init__(state, dice)
        self.readings: dict[tuple[str, str], Reading[Any]] = {}

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        self.readings.setdefault((rule, reading.label), reading)
        return super().roll(reading, rule, by, to=to)


def reading_fault(reading: Reading[Any], rng: Random) -> str:
    """What is wrong with the weights of a reading, in words: all faces if they are few, else samples of them."""
    weights = dict(reading.outcomes)
    if sum(weights.values()) != reading.ways:
        return f"its weights add up to {sum(weights.values())}, not to {reading.ways}"
    if isinstance(reading, Staged):
        return _disagrees(reading, weights, (_thrown_in_stages(reading, rng) for _ in range(SAMPLES)))
    if reading.ways <= MOST_FACES:
        faces = product(*(range(1, sides + 1) for sides in reading.dice))
        counted = _count(reading, faces)
        wrong = [value for value in {**weights, **counted} if weights.get(value, 0) != counted.get(value, 0)]
        return (
            f"{wrong[0]!r} weighs {weights.get(wrong[0], 0)}, the faces give {counted.get(wrong[0], 0)}"
            if wrong
            else ""
        )
    return _disagrees(reading, weights, ([rng.randint(1, sides) for sides in reading.dice] for _ in range(SAMPLES)))


def _disagrees(reading: Reading[Any], weights: dict[Any, int], thrown: Any) -> str:
    """Whether so many throws come out as the weights say."""
    return disagreement({value: weight / reading.ways for value, weight in weights.items()}, _count(reading, thrown))


def _thrown_in_stages(reading: Staged[Any], rng: Random) -> list[int]:
    """All faces of one throw, in the order in which they fall."""
    fallen: list[int] = []

    def roll(stage: Reading[Any], hand: int) -> tuple[int, ...]:
        faces = tuple(rng.randint(1, sides) for sides in stage.dice)
        fallen.extend(faces)
        return faces

    reading.in_stages(roll)
    return fallen


def _count(reading: Reading[Any], throws: Any) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for faces in throws:
        value = reading.read(bytes(faces))
        counts[value] = counts.get(value, 0) + 1
    return counts


def some_answers(question: Question[Any]) -> list[Any]:
    """Options whose forecast is tried: the first few of a choice, some points of a region."""
    options = getattr(question, "options", None)
    if options is not None:
        return list(options)[:OPTIONS_TRIED]
    region = getattr(question, "region", None)
    return list(region.samples())[:OPTIONS_TRIED] if region is not None else []
