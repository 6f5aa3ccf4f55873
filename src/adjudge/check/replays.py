"""Whether a match that is looked back on, saved, taken back or answered by people is the one that was played."""

from __future__ import annotations

from collections.abc import Iterable
from time import process_time
from typing import Any

import msgspec

from adjudge.check.plays import plain
from adjudge.check.report import Ledger, Setting
from adjudge.check.settings import secret_of
from adjudge.engine.audit import audit
from adjudge.engine.log import Answered, Counted, Saved, SeatSetting
from adjudge.engine.match import Match, Moment

ENOUGH = 1.0
"""Seconds of computing in which a match is answered again by people."""


def try_replays(match: Match[Any], setting: Setting, ledger: Ledger, positions: Iterable[int]) -> None:
    """Every way back into a match that is over."""
    with ledger.watching("replay", "an audit", setting):
        for problem in audit(match).problems:
            ledger.note("replay", f"audit: {problem}", setting, same="audit")
    for position in positions:
        with ledger.watching("replay", "looking back", setting, position):
            _look_back(match, setting, ledger, position)
    _answer_as_people(match, setting, ledger)
    _take_all_back(match, setting, ledger)


def _look_back(match: Match[Any], setting: Setting, ledger: Ledger, position: int) -> None:
    moment = match.look(position)
    opened = reopened(match, position)
    for what, one, other in _differences(moment, opened):
        text = f"{what} is {one[:200]} when looked back on and {other[:200]} when saved there and opened again"
        ledger.note("replay", text, setting, position, same=what)


def _differences(moment: Moment[Any], opened: Match[Any]) -> Iterable[tuple[str, str, str]]:
    told = [it for it in moment.happenings if not it.to]
    told_again = opened.happenings(None)[-len(told) :] if told else []
    pairs = [("the state", moment.state, opened.state), ("what was told", told, told_again)]
    if moment.pending and opened.pending:
        pairs.append(("the pending rule", moment.pending.rule, opened.pending.rule))
        pairs.append(("the pending question", _identity(moment), _identity(opened)))
    for what, one, other in pairs:
        if plain(one) != plain(other):
            yield what, plain(one).decode(), plain(other).decode()


def _identity(waiting: Any) -> Any:
    question = waiting.pending.question
    return question.identity() if question else list(waiting.pending.dice)


def reopened(match: Match[Any], position: int, entries: tuple[Counted, ...] = ()) -> Match[Any]:
    """The match as if saved at a position (with other entries after it) and opened by people with real dice.

    So it waits at the next question or roll, whatever that is.
    """
    saved = match.save()
    seats = tuple(SeatSetting(seat.id, seat.name, physical_dice=True) for seat in saved.header.seats)
    header = msgspec.structs.replace(saved.header, seats=seats, umpire_dice=True)
    turns = tuple(turn for turn in saved.turns if turn.start <= position)
    cut = Saved(header, saved.secret, (*match.line[:position], *entries), turns)
    return Match.load(msgspec.json.decode(msgspec.json.encode(cut), type=Saved), match.game)


def _answer_as_people(match: Match[Any], setting: Setting, ledger: Ledger) -> None:
    """The same answers, given one by one by people: each one suspends the rules and runs the turn again."""
    with ledger.watching("replay", "the same answers by people", setting):
        people = Match.new(match.game, secret_of(setting.seed), options=setting.options)
        answers = [entry for entry in match.line if isinstance(entry, Answered)]
        until, played = process_time() + ENOUGH, match.line
        for entry in answers:
            if process_time() > until:
                played = match.line[: people.position]
                break
            people.answer(entry.seat, entry.answer)
        _compare_lines("answered by people one by one", played, people.line, setting, ledger)


def _take_all_back(match: Match[Any], setting: Setting, ledger: Ledger) -> None:
    """Everything is taken back; the bots, asked again, must give the same answers and meet the same dice."""
    with ledger.watching("replay", "taking everything back", setting):
        other = Match.load(match.save(), match.game)
        other.take_back(0, "")
        _compare_lines("taken back and played again", match.line, other.line, setting, ledger)


def _compare_lines(how: str, one: list[Counted], other: list[Counted], setting: Setting, ledger: Ledger) -> None:
    for position, (before, after) in enumerate(zip(one, other, strict=False)):
        if _unsigned(before) != _unsigned(after):
            text = f"{how}, the match differs: {before} was played, {after} came instead"
            ledger.note("replay", text, setting, position, same=how)
            return
    if len(one) != len(other):
        text = f"{how}, the match has {len(other)} answers and rolls instead of {len(one)}"
        ledger.note("replay", text, setting, min(len(one), len(other)), same=how)


def _unsigned(entry: Counted) -> Counted:
    return msgspec.structs.replace(entry, bot=False) if isinstance(entry, Answered) else entry
