"""What a match was worth, move by move: the chance of winning after every event, and who changed it.

The chance is estimated at every position by playouts of the game's own bot. What lies between two positions, a roll or
a decision, gets the difference of their estimates. So luck and decisions add up to final minus initial by construction:
everything is counted in whole `UNIT`s, and nothing is left over. Beside that each decision is held against the other
answers to the same question, in the same worlds: what the best of them would have been worth more is what was given
away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from random import Random
from time import process_time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.log import Answered, Threw, Weighed
from adjudge.engine.match import Match
from adjudge.engine.questions import Question, Write
from adjudge.engine.table import Asked, Rolled, one_bot
from adjudge.mind.candidates import candidates, label
from adjudge.mind.playouts import play_from, spread
from adjudge.mind.results import Glances, result
from adjudge.mind.search import Budget, interval, weigh
from adjudge.mind.think import Cancelled

UNIT = 100_000
"""Chances are counted in whole parts of this, so that sums are exact."""

BLUNDER, MISTAKE, INACCURACY = 0.15, 0.08, 0.03
"""From what a decision gave away on it counts as one of these."""

Grade = Literal["", "inaccuracy", "mistake", "blunder"]


class Depth(Struct, frozen=True, forbid_unknown_fields=True):
    """How thoroughly a match is looked at. It is fitted to `seconds` of all processors together, within the bounds."""

    seconds: Annotated[float, Meta(gt=0, le=36_000)] = 240.0
    least: Annotated[int, Meta(ge=2, le=10_000)] = 8
    most: Annotated[int, Meta(ge=2, le=10_000)] = 200
    options: Annotated[int, Meta(ge=2, le=32)] = 5


TRIALS = 4
"""Playouts at each position that is tried to see how long they take."""
SURE = 2.0
"""Standard errors that a loss must be to count: of several answers as good as each other one always looks better."""

QUICK, DEEP = Depth(), Depth(seconds=2400.0, least=30, most=1000, options=10)


class Plan(Struct, frozen=True):
    """How the events of a match are looked at: the same for all of them, so that they can be shared out."""

    playouts: int
    """At each position."""
    weighing: int
    """For each decision."""
    options: int
    horizon: int
    seed: str


class Event(Struct, frozen=True):
    """What lies between two positions: one answer, or the dice of one roll."""

    first: int
    last: int
    kind: Literal["decision", "roll"]
    seat: str
    rule: str
    text: str


class Looked(Struct, frozen=True):
    """What playouts found out about an event: the chances after it, and, if it was a decision, the other answers."""

    chances: dict[str, float]
    spread: dict[str, tuple[float, float]]
    weighed: tuple[Weighed, ...] = ()
    playouts: int = 0
    prompt: str = ""


class Judged(Struct, frozen=True):
    """An event with what it changed for each seat."""

    number: int
    first: int
    last: int
    turn: int
    kind: Literal["decision", "roll"]
    seat: str
    rule: str
    text: str
    chances: dict[str, float]
    """After it."""
    change: dict[str, float]
    margin: float
    """Half the interval of 95 % of the change."""
    gave_away: float = 0.0
    grade: Grade = ""
    best: str = ""
    """The answer that would have been better, in words."""
    weighed: tuple[Weighed, ...] = ()
    prompt: str = ""
    """What the decision was about."""


class Account(Struct, frozen=True):
    """Where the chances of a seat went: initial + luck + own + others is final, exactly."""

    seat: str
    name: str
    initial: float
    final: float
    luck: float
    own: float
    """What its own decisions changed, held against the game's own bot."""
    others: float
    """What the decisions of others did to it."""
    margin: float
    """Half the interval of 95 % of luck, and likewise of the decisions."""
    gave_away: float
    grades: dict[str, int]


class Analysis(Struct, frozen=True):
    """The whole of it."""

    match: str
    game: str
    seats: tuple[str, ...]
    initial: dict[str, float]
    steps: tuple[Judged, ...]
    accounts: tuple[Account, ...]
    turning_points: tuple[int, ...]
    """The numbers of the steps that changed most."""
    lessons: tuple[str, ...]
    thresholds: dict[str, float]
    playouts: int
    is_worth: bool
    is_over: bool


Progress = Callable[[int, int], None]


# ---------------------------------------------------------------------- the events of a match


def events(match: Match[Any]) -> list[Event]:
    """Every decision and every roll, in their order."""
    rolls = {it.position - len(it.hands): it for it in _all_told(match) if isinstance(it, Rolled)}
    found: list[Event] = []
    at, line = 0, match.line
    while at < len(line):
        entry = line[at]
        if isinstance(entry, Threw):
            roll = rolls.get(at)
            last = at + (len(roll.hands) if roll else 1)
            faces = " and ".join(" ".join(map(str, it.faces)) for it in line[at:last] if isinstance(it, Threw))
            read = f" → {roll.value}" if roll else ""
            found.append(Event(at, last, "roll", entry.by, entry.rule, f"{entry.label}: {faces}{read}"))
            at = last
        else:
            found.append(Event(at, at + 1, "decision", entry.seat, entry.rule, str(entry.answer)))
            at += 1
    return found


def _all_told(match: Match[Any]) -> Iterator[Any]:
    """All that happened, also in secret."""
    seen: set[int] = set()
    for seat in (None, *(it.id for it in match.header.seats)):
        for happening in match.happenings(seat):
            if id(happening) not in seen:
                seen.add(id(happening))
                yield happening


# ---------------------------------------------------------------------- looking at one event


class Eye:
    """Looks at the events of a match by playouts, on copies of the true states."""

    def __init__(self, match: Match[Any], plan: Plan) -> None:
        self.match, self.plan, self.game = match, plan, match.game
        self.seats = tuple(it.id for it in match.header.seats)
        self._bot = self.game.bot(self.game.default_bot)
        self._bots = one_bot(self._bot)

    def start(self) -> Looked:
        """The chances before anything happened."""
        return self._chances(0)

    def look(self, event: Event) -> Looked:
        """The chances after an event, and for a decision what the other answers were worth."""
        after = self._chances(event.last)
        if event.kind == "roll":
            return after
        entry = self.match.line[event.first]
        assert isinstance(entry, Answered)
        moment = self.match.look(event.first)
        question = moment.pending.for_seat(entry.seat) if moment.pending else None
        if question is None or isinstance(question, Write):
            return after
        weighed, spent = self._weigh(event, entry, question, moment.state)
        prompt = getattr(question, "prompt", "")
        return msgspec.structs.replace(after, weighed=weighed, playouts=after.playouts + spent, prompt=prompt)

    def _chances(self, position: int) -> Looked:
        if position == self.match.position and self.match.outcome is not None:
            final = {seat: float(seat in self.match.outcome.winners) for seat in self.seats}
            return Looked(final, {seat: (it, it) for seat, it in final.items()})
        state, record = self.match.turn_at(position)
        results: dict[str, list[float]] = {seat: [] for seat in self.seats}
        for number in range(self.plan.playouts):
            final_state = self._played(state, record, None, number)
            for seat in self.seats:
                results[seat].append(result(self.game, final_state, seat) if final_state is not None else 0.0)
        means = {seat: sum(it) / len(it) for seat, it in results.items()}
        return Looked(means, {seat: interval(it) for seat, it in results.items()}, playouts=self.plan.playouts)

    def _played(
        self,
        state: Any,
        record: Sequence[Any],
        choice: tuple[str, Any] | None,
        number: int,
        glances: Glances | None = None,
    ) -> Any:
        dice = FastDice(f"{self.plan.seed}/{number}")
        try:
            return play_from(
                self.game,
                state,
                self._bots,
                dice,
                record,
                choice,
                self.plan.horizon,
                glance=glances,
                first=spread(number),
            )
        except AdjudgeError:
            return None

    def _weigh(
        self, event: Event, entry: Answered, question: Question[Any], asked_in: Any
    ) -> tuple[tuple[Weighed, ...], int]:
        answers = self._answers(question, entry, asked_in)
        if len(answers) < 2:
            return (_only(question, answers[0]),), 0
        state, record = self.match.turn_at(event.first)

        def play(answer: Any, number: int) -> float:
            glances = Glances(self.game, entry.seat, self.plan.horizon)
            final = self._played(state, record, (entry.seat, answer), number, glances)
            return glances.mean(final) if final is not None else 0.0

        tried = weigh(answers, play, Budget(playouts=self.plan.weighing))
        tried.sort(key=lambda it: it.answer is not answers[0])  # the answer that was given comes first
        found = []
        for it in tried:
            low, high = it.interval()
            answer, words = msgspec.to_builtins(it.answer), label(question, it.answer)
            found.append(Weighed(answer, words, round(it.mean, 4), round(low, 4), round(high, 4), len(it.results)))
        return tuple(found), sum(len(it.results) for it in tried)

    def _answers(self, question: Question[Any], entry: Answered, state: Any) -> list[Any]:
        """The answer that was given, what the game's own bot would have answered, and others."""
        rng = Random(f"{self.plan.seed}/{entry.rule}")
        seen = self.game.seen(copy(state), entry.seat)
        own = self._bot(Asked(entry.seat, entry.rule, question, seen, rng))
        answers = candidates(question, question.check(entry.answer, entry.rule), self.plan.options, rng)
        if own is not None and all(msgspec.json.encode(own) != msgspec.json.encode(it) for it in answers):
            answers = [answers[0], own, *answers[1 : self.plan.options - 1]]
        return answers


def _only(question: Question[Any], answer: Any) -> Weighed:
    return Weighed(msgspec.to_builtins(answer), label(question, answer), 0.0, 0.0, 1.0, 0)


# ---------------------------------------------------------------------- how thoroughly


def plan_for(match: Match[Any], found: Sequence[Event], depth: Depth, seed: str = "analysis") -> Plan:
    """As many playouts at each position as the time allows, going by what some of them take."""
    game = match.game
    horizon = game.horizon if game.worth else 0
    trial = Eye(match, Plan(TRIALS, 2, depth.options, horizon, seed))
    begun, tried = process_time(), 0
    for event in _spaced(found, 8):
        trial._chances(event.first)
        tried += TRIALS
    each = max(1e-5, (process_time() - begun) / max(1, tried))
    decisions = sum(it.kind == "decision" for it in found)
    shares = len(found) + 1 + 2 * decisions  # a decision is weighed with twice what its position gets
    playouts = int(min(depth.most, max(depth.least, depth.seconds / each / max(1, shares))))
    return Plan(playouts, 2 * playouts, depth.options, horizon, seed)


def _spaced(found: Sequence[Event], many: int) -> Sequence[Event]:
    return found[:: max(1, len(found) // many)]


# ---------------------------------------------------------------------- adding up


def summed_up(
    match: Match[Any], found: Sequence[Event], start: Looked, looked: Sequence[Looked], plan: Plan
) -> Analysis:
    """Steps, accounts, turning points and lessons from what was looked at."""
    from adjudge.mind.lessons import lessons

    seats = tuple(it.id for it in match.header.seats)
    names = {it.id: it.name for it in match.header.seats}
    steps = tuple(_steps(match, seats, found, start, looked))
    accounts = tuple(_account(seat, names[seat], start, looked, steps) for seat in seats)
    return Analysis(
        match=match.header.id,
        game=match.game.id,
        seats=seats,
        initial={seat: start.chances[seat] for seat in seats},
        steps=steps,
        accounts=accounts,
        turning_points=turning_points(steps),
        lessons=lessons(match.game, accounts, steps, names),
        thresholds={"blunder": BLUNDER, "mistake": MISTAKE, "inaccuracy": INACCURACY},
        playouts=start.playouts + sum(it.playouts for it in looked),
        is_worth=bool(plan.horizon),
        is_over=match.is_over,
    )


def in_units(chance: float) -> int:
    """A chance as a whole number, so that sums are exact."""
    return round(chance * UNIT)


def _steps(
    match: Match[Any], seats: Sequence[str], found: Sequence[Event], start: Looked, looked: Sequence[Looked]
) -> Iterator[Judged]:
    before = start
    for number, (event, after) in enumerate(zip(found, looked, strict=True)):
        change = {it: (in_units(after.chances[it]) - in_units(before.chances[it])) / UNIT for it in seats}
        whose = event.seat if event.seat in seats else seats[0]
        loss, best = _given_away(after.weighed)
        yield Judged(
            number,
            event.first,
            event.last,
            match.turn_of(event.first),
            event.kind,
            event.seat,
            event.rule,
            after.weighed[0].label if after.weighed else event.text,
            {it: in_units(after.chances[it]) / UNIT for it in seats},
            change,
            round((_half(before, whose) ** 2 + _half(after, whose) ** 2) ** 0.5, 5),
            loss,
            grade_of(loss),
            best if loss else "",
            after.weighed,
            after.prompt,
        )
        before = after


def _half(looked: Looked, seat: str) -> float:
    low, high = looked.spread[seat]
    return (high - low) / 2


def _given_away(weighed: Sequence[Weighed]) -> tuple[float, str]:
    """What the best of the other answers would have been worth more. It counts where chance does not explain it."""
    if len(weighed) < 2:
        return 0.0, ""
    given = weighed[0]
    most = max(it.playouts for it in weighed)
    best = max((it for it in weighed if 2 * it.playouts >= most), key=lambda it: it.chance)
    loss = round(best.chance - given.chance, 4)
    error = ((best.high - best.low) ** 2 + (given.high - given.low) ** 2) ** 0.5 / (2 * 1.96)
    return (loss, best.label) if loss >= INACCURACY and loss > SURE * error else (0.0, "")


def grade_of(loss: float) -> Grade:
    """What a decision is called that gave so much away."""
    if loss >= BLUNDER:
        return "blunder"
    return "mistake" if loss >= MISTAKE else "inaccuracy" if loss >= INACCURACY else ""


def _account(seat: str, name: str, start: Looked, looked: Sequence[Looked], steps: Sequence[Judged]) -> Account:
    def total(which: Iterable[Judged]) -> int:
        return sum(in_units(it.change[seat]) for it in which)

    rolls = [it for it in steps if it.kind == "roll"]
    mine = [it for it in steps if it.kind == "decision" and it.seat == seat]
    theirs = [it for it in steps if it.kind == "decision" and it.seat != seat]
    final = looked[-1] if looked else start
    halves = [_half(it, seat) for it in (start, *looked)]
    return Account(
        seat,
        name,
        in_units(start.chances[seat]) / UNIT,
        in_units(final.chances[seat]) / UNIT,
        total(rolls) / UNIT,
        total(mine) / UNIT,
        total(theirs) / UNIT,
        round(_margin(steps, halves), 4),
        round(sum(it.gave_away for it in mine), 4),
        {grade: sum(it.grade == grade for it in mine) for grade in ("blunder", "mistake", "inaccuracy")},
    )


def _margin(steps: Sequence[Judged], halves: Sequence[float]) -> float:
    """Of the sum over rolls: an estimate counts only where a roll and a decision meet, else it cancels itself out."""
    square = 0.0
    kinds = ["", *(it.kind for it in steps), ""]
    for at, half in enumerate(halves):
        into, out = kinds[at] == "roll", kinds[at + 1] == "roll" if at + 1 < len(kinds) else False
        square += half**2 if into != out else 0.0
    return float(square**0.5)


def turning_points(steps: Sequence[Judged], most: int = 5) -> tuple[int, ...]:
    """The steps that changed most for anybody, in their order; what the margin explains does not count."""
    weighty = [it for it in steps if max(map(abs, it.change.values())) > max(it.margin, 0.05)]
    weighty.sort(key=lambda it: -max(map(abs, it.change.values())))
    return tuple(sorted(it.number for it in weighty[:most]))


def analyse(
    match: Match[Any],
    depth: Depth = QUICK,
    *,
    progress: Progress | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Analysis:
    """The analysis of a match, in this process. `is_wanted` is asked now and then whether to go on."""
    found = events(match)
    plan = plan_for(match, found, depth)
    eye = Eye(match, plan)
    looked = []
    for number, event in enumerate(found):
        if not is_wanted():
            raise Cancelled("the analysis was given up")
        looked.append(eye.look(event))
        if progress:
            progress(number + 1, len(found))
    return summed_up(match, found, eye.start(), looked, plan)


def fingerprint(match: Match[Any], depth: Depth) -> str:
    """What tells an analysis from another: the match as far as it was played, the rules, and how thorough it is."""
    told = msgspec.json.encode([match.header.id, match.header.game, match.game.version, match.line, depth])
    return sha256(told).hexdigest()[:32]
