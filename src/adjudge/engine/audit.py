"""Checks on a finished or running match: was every face what the secret says, and does the record replay?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.chance import FairDice, commitment
from adjudge.engine.dice import A_CARD
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.fights import Fight, Fought
from adjudge.engine.live import as_recorded
from adjudge.engine.log import Added, Answered, Counted, Entry, Header, Threw, TookBack
from adjudge.engine.match import Match
from adjudge.engine.stirring import Stirring, unstirred
from adjudge.engine.table import Rolled


class Audit(Struct, frozen=True):
    """What was checked, and what was found wrong."""

    answers: int
    rolls: int
    turns: int
    problems: tuple[str, ...] = ()
    inherited: int = 0
    """Rolls before a branch: they are bound by the match that it was taken from."""
    rounds: int = 0
    """How often the seats added numbers of their own to the dice."""
    notices: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not self.problems


def audit(match: Match[Any]) -> Audit:
    """Runs every finished turn again from its checkpoint and compares each question, face and following state."""
    faces = check_faces_against_secret(match.header, match.secret, match.log)
    problems = [*faces, *_check_start(match), *_replay(match)]
    line = match.line
    return Audit(
        sum(isinstance(entry, Answered) for entry in line),
        sum(isinstance(entry, Threw) for entry in line),
        match.turn,
        tuple(problems),
        match.header.branched.rolls if match.header.branched else 0,
        match.stirred.closed,
        tuple(it.text for it in match.notices),
    )


class BattlesAudit(Struct, frozen=True):
    """What was checked of a campaign's battles: matches by their record, battles of bots by fighting them again."""

    matches: int = 0
    by_bots: int = 0
    by_hand: int = 0
    unchecked: tuple[str, ...] = ()
    """Battles whose match is not at hand, or that another version of their game was fought with."""
    problems: tuple[str, ...] = ()


def audit_battles(campaign: Match[Any], battles: Mapping[str, Match[Any]]) -> BattlesAudit:
    """Whether every result that a campaign took is what its match, or its bots, give."""
    counts: Counter[str] = Counter()
    unchecked, problems = [], []
    for position, entry in enumerate(campaign.line):
        if not isinstance(entry, Answered) or not entry.is_result:
            continue
        counts[entry.answer["by"]] += 1
        name = entry.asked[2] or f"the battle at position {position}"
        try:
            given = _given_again(campaign, position, entry, battles)
            if given is None:
                unchecked.append(name)
            elif not _is_same(as_recorded(given), entry.answer):
                problems.append(f"{name}: the recorded result is not what was fought")
        except AdjudgeError as error:
            problems.append(f"{name}: {error}")
    return BattlesAudit(counts["match"], counts["bots"], counts["hand"], tuple(unchecked), tuple(problems))


def _given_again(campaign: Match[Any], position: int, entry: Answered, battles: Mapping[str, Match[Any]]) -> Any:
    """The result once more; None if that cannot be had. What was told by hand is checked as it was then."""
    pending = campaign.look(position).pending
    fight = pending.for_seat(entry.seat) if pending else None
    if not isinstance(fight, Fight):
        raise AdjudgeError("no battle was asked for there")
    recorded = fight.again(entry.answer, entry.rule)
    assert isinstance(recorded, Fought)
    if recorded.by == "hand":
        return entry.answer
    if recorded.by == "match":
        return _played_again(fight, battles[recorded.match]) if recorded.match in battles else None
    return fight.by_bots(recorded.seed) if recorded.version == fight.rules.version else None


def _played_again(fight: Fight, battle: Match[Any]) -> Fought:
    report = audit(battle)
    if not report.is_clean:
        raise AdjudgeError(f"its match does not replay: {report.problems[0]}")
    return fight.from_match(battle)


def check_faces_against_secret(header: Header, secret: bytes, log: Sequence[Entry]) -> list[str]:
    """Every generated face of the log, those of taken-back rolls too."""
    if commitment(secret) != header.commitment:
        return ["the secret does not fit the hash that was published at the start"]
    dice, stirring = FairDice(secret), Stirring(secret, unstirred(header, log))
    problems: list[str] = []
    line: list[Counted] = []
    thrown = 0
    known = header.branched.rolls if header.branched else 0
    is_held = header.stirred and any(isinstance(entry, Added) for entry in log)
    for entry in log:
        if isinstance(entry, TookBack):
            thrown -= sum(isinstance(gone, Threw) for gone in line[entry.to :])
            del line[entry.to :]
        elif isinstance(entry, Counted):
            line.append(entry)
        if fault := stirring.fault(entry):
            problems.append(f"a number of {getattr(entry, 'seat', '')}: {fault}")
        if (after := stirring.after(entry)).key != stirring.key:
            dice = FairDice(after.key)
        stirring = after
        if isinstance(entry, Threw):
            is_early = is_held and not stirring.now.closed
            fault = _fault(entry, thrown, header, dice, is_early=is_early) if thrown >= known else ""
            problems += [f"roll {thrown + 1} ({entry.rule}) {fault}"] if fault else []
            thrown += 1
    return problems


def _fault(roll: Threw, number: int, header: Header, dice: FairDice, *, is_early: bool) -> str:
    if is_early and not roll.typed:
        return "was thrown before any seat had added a number to the dice"
    if roll.typed and not header.has_real_dice(roll.by):
        return f"was typed, though the dice of {roll.by or 'the umpire'} are not real ones"
    if not roll.typed and tuple(dice.faces(number, roll.dice)) != roll.faces:
        return f"shows {roll.faces}, which the secret does not give"
    return ""


def _check_start(match: Match[Any]) -> list[str]:
    if _is_same(match.first_state, match.game.start(match.options)):
        return []
    return ["the match begins in another state than its options give"]


def _replay(match: Match[Any]) -> list[str]:
    problems = []
    for number, start, end, state in match.finished_turns():
        where = f"turn {number} (positions {start} to {end})"
        try:
            after, told = match.replay_turn(number)
        except AdjudgeError as error:
            problems.append(f"{where}: {error}")
            continue
        if state is not None and not _is_same(after, state):
            problems.append(f"{where} ends in another state than the recorded one")
        if not _is_same(told, match.told_in(number)):
            problems.append(f"{where} tells something else than was recorded")
    return problems


def _is_same(one: Any, other: Any) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


class Luck(Struct, frozen=True):
    """The dice of one seat: how high they were expected to be, how high they were."""

    seat: str
    dice: int
    expected: Fraction
    rolled: int
    faces: dict[int, int]

    @property
    def spread(self) -> float:
        """How far from the expectation, in standard deviations of that many dice: beyond 2 is remarkable."""
        return float(self.rolled - self.expected) / self._deviation if self._deviation else 0.0

    @property
    def _deviation(self) -> float:
        return sqrt(sum((sides * sides - 1) / 12 * count for sides, count in self.kinds.items()))

    kinds: dict[int, int] = {}


def luck(match: Match[Any], seat: str | None = None) -> list[Luck]:
    """The luck of every roller, the umpire last: by the dice that a seat may see, and by all once the match is over."""
    thrown: dict[str, list[tuple[Dice, Dice]]] = {}
    for by, dice, faces in _all_hands(match) if match.is_over else _seen_hands(match, seat):
        thrown.setdefault(by, []).append((dice, faces))
    return [_luck_of(who, hands) for who, hands in sorted(thrown.items(), key=lambda item: (not item[0], item[0]))]


Dice = tuple[int, ...]


def _all_hands(match: Match[Any]) -> Iterator[tuple[str, Dice, Dice]]:
    for entry in match.line:
        if isinstance(entry, Threw) and entry.label != A_CARD:
            yield entry.by, entry.dice, entry.faces


def _seen_hands(match: Match[Any], seat: str | None) -> Iterator[tuple[str, Dice, Dice]]:
    for roll in match.happenings(seat):
        if isinstance(roll, Rolled):
            yield from zip(roll.by, roll.hands, roll.faces, strict=True)


def _luck_of(seat: str, thrown: list[tuple[Dice, Dice]]) -> Luck:
    sides = Counter(die for dice, _ in thrown for die in dice)
    faces = Counter(face for _, shown in thrown for face in shown)
    expected = sum((Fraction(die + 1, 2) * count for die, count in sides.items()), Fraction(0))
    total = sum(face * count for face, count in faces.items())
    return Luck(seat, sides.total(), expected, total, dict(sorted(faces.items())), dict(sides))
