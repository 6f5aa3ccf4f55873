"""A battle as the answer to a question: what a campaign asks for, and what comes back.

A campaign is a game like any other. Where a battle is due it asks with `Fight`, which names the battle's game, its
options and who sits where; the answer is a `Fought`: who won, and what the battle's game reports of it (`Game.report`).
The rule never learns how the battle was fought: at a table here, with miniatures at somebody's home and typed in, or by
bots at once.

    fight = Fight("mdrg", options, {"red": "ann", "blue": "bob"}, name="Week 2: Rats against Owls")
    seat, fought = table.ask(EVERYONE, "campaign.battle", Floor(shared([fight]), all_due=True))
    if "red" in fought.outcome.winners: …

`Fight` can be put to one seat directly, or through a `Floor` to all who fight in it, beside other battles and other
questions, so that nobody waits who need not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from adjudge.engine.errors import AdjudgeError, BadInput, IllegalAnswer, Refused
from adjudge.engine.game import Game, Outcome, find_game
from adjudge.engine.inputs import convert, meant, one_of
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.engine.playout import playout
from adjudge.engine.questions import (
    NO_FACTS,
    FightSeat,
    Question,
    Shown,
    ShownFight,
    is_writable,
)
from adjudge.engine.wording import named

MOST_TEXT = 500
INSTEAD_ONE_IN = 4
"""How seldom an even draw does something else than fight, where it may."""


class Fought(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a battle went. `report` is of the battle game's `report_type`, or None if that game reports winners only.

    `by` says how it was fought: in a "match" here (`match` is its id), by "bots" (`seed` plays it again), or typed in
    by "hand". `version` is that of the game it was fought with.
    """

    by: Literal["match", "hand", "bots"]
    outcome: Outcome
    report: Any = None
    match: str = ""
    seed: str = ""
    version: str = ""


class Instead(Struct, frozen=True, forbid_unknown_fields=True):
    """The battle waits: a seat answered what else it was asked (`Fight.instead`)."""

    instead: Any


class Fight(Question[Any]):
    """A battle to be fought.

    `seats` maps seats of the battle to those of the campaign; the others, and all of them where nobody sits, are played
    by the battle game's bots: the ones that `bots` names by the battle's seats, else its default bot. `name` tells the
    battle from every other of the campaign. `instead` is what the seat may answer while the battle waits.
    """

    __slots__ = ("_options", "bots", "facts", "game", "instead", "name", "options", "played_by", "prompt", "seats")

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | Struct,
        seats: Mapping[str, str],
        *,
        name: str = "",
        prompt: str = "",
        bots: Mapping[str, str] = NO_FACTS,
        facts: Mapping[str, Any] = NO_FACTS,
        instead: Question[Any] | None = None,
    ) -> None:
        self.game, self.options, self.seats = game, msgspec.to_builtins(options), dict(seats)
        self.name, self.prompt, self.facts = name, prompt, facts
        self.bots, self.instead = dict(bots), instead
        self.played_by = tuple(seats.values())
        self._options: Any = None

    @property
    def rules(self) -> Game[Any]:
        """The game that is fought."""
        return find_game(self.game)

    @property
    def configured(self) -> Any:
        """The battle's options as its game wants them."""
        if self._options is None:
            self._options = self.rules.configure(self.options)
        return self._options

    @property
    def key(self) -> str:
        """Tells this battle from another: short, and the same on every machine."""
        told = msgspec.json.encode([self.game, self.options, self.seats, self.bots, self.name], order="deterministic")
        return blake2b(told, digest_size=12).hexdigest()

    def identity(self) -> Any:
        return ["fight", self.game, self.name, self.key, self.instead.identity() if self.instead else None]

    def is_empty(self) -> bool:
        return False

    def forced(self) -> None:
        return None

    def check(self, answer: Any, rule: str) -> Fought | Instead:
        given = self._converted(answer, rule)
        if isinstance(given, Instead):
            return given
        self._check_who(given.outcome, rule)
        self._check_how(given, rule)
        if self.rules.check_report:
            self.rules.check_report(self.configured, given.outcome, given.report)
        return given

    def again(self, answer: Any, rule: str) -> Fought | Instead:
        """A result on record: fought by another version of its game it is taken as it is."""
        given = self._converted(answer, rule)
        if isinstance(given, Fought) and given.version not in ("", self.rules.version):
            return given
        return self.check(answer, rule)

    def _converted(self, answer: Any, rule: str) -> Fought | Instead:
        answer = msgspec.to_builtins(answer)
        if not isinstance(answer, Mapping):
            raise IllegalAnswer(rule, answer, "the result of the battle")
        if "instead" in answer:
            if self.instead is None:
                raise IllegalAnswer(rule, answer, "the result of the battle: nothing else is asked")
            return Instead(self.instead.check(convert(Instead, answer, "answer").instead, rule))
        fought = convert(Fought, answer, "result")
        return structs.replace(fought, report=_report(self.rules, fought.report, self.choices))

    def _check_who(self, outcome: Outcome, rule: str) -> None:
        seats = [seat.id for seat in self.rules.seats(self.configured)]
        for winner in outcome.winners:
            if winner not in seats:
                raise BadInput("outcome.winners", winner, f"of {', '.join(seats)}")
        if len(set(outcome.winners)) < len(outcome.winners):
            raise Refused(rule, "each winner is named once")
        if outcome.rule and outcome.rule not in self.rules.rule_ids:
            raise BadInput("outcome.rule", outcome.rule, f"a rule of {self.rules.title}, or nothing")

    def _check_how(self, fought: Fought, rule: str) -> None:
        if bool(fought.match) != (fought.by == "match") or bool(fought.seed) != (fought.by == "bots"):
            raise Refused(rule, "a match is named by its id, a battle by bots by its seed, one typed in by neither")
        if len(fought.outcome.text) > MOST_TEXT or not _all_writable(msgspec.to_builtins(fought)):
            raise Refused(rule, f"a result is told in up to {MOST_TEXT} characters, none of them a control character")

    def sample(self, rng: Random) -> Fought | Instead:
        if self.instead is not None and not self.instead.is_empty() and rng.random() * INSTEAD_ONE_IN < 1:
            return Instead(self.instead.sample(rng))
        return self.by_bots(f"{rng.getrandbits(64):016x}")

    def by_bots(self, seed: str) -> Fought:
        """The battle by bots in every seat: the same for the same seed on every machine."""
        game, options = self.rules, self.configured
        names = {seat.id: self.bots.get(seat.id, game.default_bot) for seat in game.seats(options)}
        state = playout(game, options, {seat: game.bot(name) for seat, name in names.items()}, seed)
        outcome, report = result_of(game, state, {seat.id: seat.name for seat in game.seats(options)})
        return Fought("bots", outcome, report, seed=seed, version=game.version)

    def titles(self, names: Mapping[str, str] = NO_FACTS) -> dict[str, str]:
        """What the battle's seats are called, by who holds them if the campaign's `names` are given."""
        seats = self.rules.seats(self.configured)
        return {seat.id: names.get(self.seats.get(seat.id, ""), seat.name) for seat in seats}

    def by_hand(
        self, winners: Iterable[str], report: Any = None, text: str = "", names: Mapping[str, str] = NO_FACTS
    ) -> Fought:
        """A result that a person tells; `check` says whether it can be."""
        names = self.titles(names)
        won = tuple(winners)
        told = text or (f"{' and '.join(names.get(it, it) for it in won)} won" if won else "Nobody won")
        return Fought("hand", Outcome(told, "", won), report, version=self.rules.version)

    def from_match(self, match: Match[Any]) -> Fought:
        """The result of a match that was played for this battle; any other, or one not over yet, is refused."""
        header = match.header
        if header.game != self.game:
            raise BadInput("match", header.id, f"a match of {self.rules.title}; this one is of {header.game}")
        if self.rules.configure(header.options) != self.configured:
            raise BadInput("match", header.id, "the match of this battle; this one was set up differently")
        if match.outcome is None:
            raise BadInput("match", header.id, "a match that is over; this one goes on")
        outcome, report = result_of(match.game, match.state, match.names)
        return Fought("match", outcome, report, match=header.id, version=header.version)

    def shown(self) -> Shown:
        seats = tuple(
            FightSeat(seat.id, seat.name, self.seats.get(seat.id, ""), self.bots.get(seat.id, ""))
            for seat in self.rules.seats(self.configured)
        )
        also = self.instead.shown() if self.instead else None
        return ShownFight(self.prompt, self.game, self.rules.title, self.name, self.key, seats, also, dict(self.facts))

    @property
    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """For fields of the report, the names that may stand there with their titles."""
        return self.rules.report_choices(self.configured) if self.rules.report_choices else NO_FACTS

    def form(self, names: Mapping[str, str] = NO_FACTS) -> dict[str, Any]:
        """The JSON schema of a result that is typed in: who won, and the report with the names that may stand in it."""
        return result_form(self.rules, self.titles(names), self.choices)


def shared(fights: Iterable[Fight], beside: Mapping[str, Question[Any]] = NO_FACTS) -> dict[str, Question[Any]]:
    """The parts of a `Floor`: each battle for all who fight in it, and other questions for other seats."""
    parts: dict[str, Question[Any]] = {seat: fight for fight in fights for seat in fight.played_by}
    return {**parts, **beside}


def is_taken(campaign: Match[Any], match_id: str) -> bool:
    """Whether a campaign has taken the result of a match, be it that it was taken back since."""
    return any(isinstance(entry, Answered) and entry.match == match_id for entry in campaign.log)


def matches_taken(campaign: Match[Any]) -> list[str]:
    """The matches that results of a campaign came from, as far as they count."""
    return [entry.match for entry in campaign.line if isinstance(entry, Answered) and entry.match]


def battle_match(fight: Fight, campaign: Match[Any], secret: bytes, match_id: str) -> Match[Any]:
    """The match of a battle: the campaign's people in their seats by their names, bots in all others. Whoever has the
    campaign's bots think elsewhere has those of its battles think there, too."""
    game, names = fight.rules, {it.id: it.name for it in campaign.header.seats}
    people = {seat for seat, holder in fight.seats.items() if holder in campaign.people}
    others = [seat.id for seat in game.seats(fight.configured) if seat.id not in people]
    return Match.new(
        game,
        secret,
        match_id=match_id,
        options=fight.options,
        bots={seat: fight.bots.get(seat, game.default_bot) for seat in others},
        names={seat: names[holder] for seat, holder in fight.seats.items()},
        waits_for_thought=campaign.waits_for_thought,
    )


def result_of(game: Game[Any], state: Any, names: Mapping[str, str]) -> tuple[Outcome, Any]:
    """What a finished match tells a campaign: how it ended, by the names of the seats, and its game's report."""
    outcome = game.outcome(state)
    if outcome is None:
        raise AdjudgeError(f"a match of {game.id} reports nothing before it is over")
    told = structs.replace(outcome, text=named(outcome.text, names))
    return told, game.report(state) if game.report else None


Choices = Mapping[str, Mapping[str, str]]


def _report(game: Game[Any], report: Any, choices: Choices) -> Any:
    """A report of plain data as its game's type; a game without one takes none."""
    if game.report_type is None:
        if report is not None:
            raise BadInput("report", report, f"nothing: {game.title} reports winners only")
        return None
    given = {} if report is None else report
    if isinstance(given, Mapping):
        given = {name: _chosen(name, it, choices[name]) if name in choices else it for name, it in given.items()}
    return convert(game.report_type, given, "report")


def _chosen(field: str, given: Any, names: Mapping[str, str]) -> Any:
    """Names as they are known: in a list, as the keys of a mapping, or one by itself."""
    if isinstance(given, Mapping):
        return {_chosen(field, name, names): value for name, value in given.items()}
    if isinstance(given, (list, tuple)):
        return [_chosen(field, name, names) for name in given]
    if not isinstance(given, str) or not given:
        return given
    found = meant(given, names)
    if found is None:
        raise BadInput(f"report.{field}", given, one_of(given, tuple(names.values())) if names else "nobody")
    return found


def result_form(game: Game[Any], seats: Mapping[str, str], choices: Choices) -> dict[str, Any]:
    """The schema of a result that is typed in."""
    properties: dict[str, Any] = {"winners": {"type": "array", "items": _one_of(seats), "default": []}}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "$defs": {}}
    if game.report_type is not None:
        report = msgspec.json.schema(game.report_type)
        schema["$defs"] = report.pop("$defs")
        properties["report"] = report
        for name, field in schema["$defs"][game.report_type.__name__].get("properties", {}).items():
            if name in choices:
                _narrow(field, choices[name])
    properties["text"] = {"type": "string", "maxLength": MOST_TEXT, "default": "", "description": "In a sentence"}
    return schema


def _one_of(names: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(names), "x-titles": list(names.values())}


def _narrow(field: dict[str, Any], names: Mapping[str, str]) -> None:
    """Puts the names that may stand in a field into its schema: in the items of a list, the keys of a mapping."""
    if field.get("type") == "array":
        field["items"] = _one_of(names)
    elif field.get("type") == "object":
        field["propertyNames"] = _one_of(names)
    else:
        field.update(_one_of(names))


def _all_writable(value: Any) -> bool:
    if isinstance(value, str):
        return is_writable(value)
    if isinstance(value, Mapping):
        return all(is_writable(str(key)) and _all_writable(item) for key, item in value.items())
    return not isinstance(value, (list, tuple)) or all(map(_all_writable, value))
