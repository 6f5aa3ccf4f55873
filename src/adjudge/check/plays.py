"""Matches by bots in every seat, watched: each question is shown as to a screen, answers and states go through JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from adjudge.check.report import Ledger, Setting
from adjudge.check.settings import secret_of
from adjudge.check.watchdog import Hung
from adjudge.engine.errors import IllegalAnswer, Runaway
from adjudge.engine.game import Game
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.engine.questions import Question, ShownAllocate, ShownChoose
from adjudge.engine.table import Asked, Bot, Table, is_blind

MOST_TURNS = 2_000
LONGEST_TURN = 400
"""Answers and rolls in one turn. Every answer runs the turn again: at this length a person would feel it."""


class Watch:
    """The eyes of the kit on one match: it stands between the match and the game's turn and bots."""

    def __init__(self, game: Game[Any], setting: Setting, ledger: Ledger) -> None:
        self.game, self.setting, self.ledger = game, setting, ledger
        self.shown: list[bytes] = []
        self._table: Any = None
        self._turns = 0

    def play(self) -> Match[Any] | None:
        """The match, played to its end; None if a fault stopped it."""
        setting = self.setting
        try:
            match = Match.new(self._watched(), secret_of(setting.seed), options=setting.options, bots=setting.bots)
        except Hung as hang:
            self.ledger.note_hang(hang, "a match by bots", setting, self._position)
            raise
        except Exception as error:
            self.ledger.note_error(error, "crash", "a match by bots", setting, self._position)
            return None
        match.game = self.game
        match.bots = {seat: self.game.bot(name) for seat, name in setting.bots.items()}
        return match if self._is_sound(match) else None

    def _watched(self) -> Game[Any]:
        names = self.game.own_bots()
        bots = {name: self._listen_to(self.game.bot(name)) for name in names}
        return replace(self.game, turn=self._turn, bots=bots, rules=self.game.rulebook)

    def _turn(self, table: Table[Any]) -> None:
        self._table = table
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise Runaway(f"{self.game.id} did not end within {MOST_TURNS} turns")
        self.game.turn(table)
        with self.ledger.watching("replay", "the state as JSON", self.setting, self._position):
            self._keep(table.state)

    def _keep(self, state: Any) -> None:
        """A match that is stored goes on from its states as they were written."""
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        if again != state:
            text = f"the state is not the same after JSON: {_first_difference(state, again)}"
            self.ledger.note("replay", text, self.setting, self._position, same="state as JSON")

    def _listen_to(self, bot: Bot) -> Bot:
        def answer(asked: Asked) -> Any:
            self._look_at(asked.question, asked.rule)
            before = None if is_blind(bot) else plain(asked.view)
            given = bot(asked)
            if before is not None and plain(asked.view) != before:
                self._note("mutation", f"a bot changes the view that {asked.rule} gave it", asked.rule)
            if given is not None:
                self._send(asked.question, asked.rule, given)
            return given

        answer.blind = is_blind(bot)  # type: ignore[attr-defined]
        return answer

    def _look_at(self, question: Question[Any], rule: str) -> None:
        with self.ledger.watching("question", f"showing {rule}", self.setting, self._position):
            shown = question.shown()
            self.shown.append(msgspec.json.encode(shown))
            for fault in shown_faults(question, shown, self.game):
                self._note("question", f"{rule}: {fault}", rule)

    def _send(self, question: Question[Any], rule: str, answer: Any) -> None:
        try:
            meant = question.check(answer, rule)
        except IllegalAnswer as error:
            self._note("bot", str(error), rule)
            return
        with self.ledger.watching("answer", f"an answer to {rule} as JSON", self.setting, self._position):
            if not survives(question, rule, answer, meant):
                self._note("answer", f"{rule}: {answer!r} is another answer once it has been written as JSON", rule)

    def _note(self, fault: str, text: str, rule: str) -> None:
        self.ledger.note(fault, text, self.setting, self._position, rule=rule)

    @property
    def _position(self) -> int | None:
        return getattr(self._table, "position", None)

    def _is_sound(self, match: Match[Any]) -> bool:
        if match.pending is not None:
            seats = ", ".join(match.pending.seats)
            text = f"{match.pending.rule} asks {seats}, which is no seat of the match"
            self.ledger.note("dead-end", text, self.setting, match.position, rule=match.pending.rule)
            return False
        if match.outcome and match.outcome.rule not in self.game.rule_ids:
            text = f"the outcome cites {match.outcome.rule!r}, which the rulebook does not hold"
            self.ledger.note("rulebook", text, self.setting, match.position, same=match.outcome.rule)
        for number, start, end, _ in match.finished_turns():
            if end - start > LONGEST_TURN:
                text = f"turn {number} holds {end - start} answers and rolls, and each answer runs it again: cut it up"
                self.ledger.note("runaway", text, self.setting, start, same="long turn")
        return True


def _first_difference(one: Any, other: Any) -> str:
    for name in getattr(one, "__struct_fields__", ()):
        if getattr(one, name) != getattr(other, name):
            return f"{name} is {getattr(one, name)!r}, then {getattr(other, name)!r}"[:300]
    return f"{one!r}, then {other!r}"[:300]


def shown_faults(question: Question[Any], shown: Any, game: Game[Any]) -> list[str]:
    """What is wrong with a question as shown: keys that do not fit, or rules that do not exist."""
    if isinstance(shown, ShownChoose):
        keys, options = list(getattr(question, "options", ())), shown.options
    elif isinstance(shown, ShownAllocate):
        keys, options = list(getattr(question, "slots", ())), shown.slots
    else:
        return []
    faults = []
    if [option.key for option in options] != keys:
        faults.append(f"describe answers with the keys {[option.key for option in options]} for {keys}")
    if len(set(keys)) != len(keys):
        faults.append(f"an option is offered twice: {keys}")
    unknown = [option.rule for option in options if option.rule and option.rule not in game.rule_ids]
    return faults + [f"an option cites {rule!r}, which the rulebook does not hold" for rule in unknown]


def survives(question: Question[Any], rule: str, answer: Any, meant: Any) -> bool:
    """Whether an answer means the same after it has been written as JSON and read again."""
    try:
        return bool(question.check(msgspec.json.decode(msgspec.json.encode(answer)), rule) == meant)
    except IllegalAnswer:
        return False


def plain(data: Any) -> bytes:
    """Any data as bytes to compare; what JSON cannot hold goes by its text."""
    return msgspec.json.encode(data, enc_hook=repr, order="deterministic")


def answers_of(match: Match[Any]) -> list[tuple[int, Answered]]:
    """The answers of a match with their positions."""
    return [(position, entry) for position, entry in enumerate(match.line) if isinstance(entry, Answered)]
