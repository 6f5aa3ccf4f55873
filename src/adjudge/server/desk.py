"""The lobby's and the desk's answers, worked out from the games: no state, no table."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from adjudge.engine.chance import FastDice
from adjudge.engine.errors import IllegalAnswer, NoPolicy, OverBudget
from adjudge.engine.game import Game, Procedure
from adjudge.engine.inputs import convert
from adjudge.engine.log import Happenings, Saved, SeatSetting
from adjudge.engine.match import Match
from adjudge.engine.rulebook import Entry, Ruling
from adjudge.engine.table import Asked, Script
from adjudge.odds import Policy, estimate, fixed, of_procedure
from adjudge.server.journal import note
from adjudge.server.protocol import (
    BotChoice,
    GameCard,
    Odd,
    OddsGiven,
    OptionInForce,
    ProcedureCard,
    Ruled,
    RuleEntry,
    RulingInForce,
    Situation,
    Switch,
    TableRules,
    Wanted,
)
from adjudge.server.room import odds_shown

DESK_BUDGET = 50_000
SAMPLES = 2_000
MOST_TOLD = 80


def prepare(games: Iterable[Game[Any]]) -> None:
    """Begins a match of each game and meets all its types, before anybody is served.

    msgspec works out a type when it first meets it, and two threads that do so at once bring the process down.
    """
    for game in games:
        try:
            match = Match.new(game, bytes(32))
            saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
            msgspec.json.encode(Match.load(saved, game).scene(None))
            msgspec.json.decode(b"[]", type=Happenings)
        except Exception as error:
            note("game cannot begin", logging.WARNING, error=error, game=game.id)
        for procedure in game.procedures:
            with suppress(msgspec.ValidationError):
                msgspec.convert({}, procedure.params, strict=False)


def seats(game: Game[Any], options: dict[str, Any]) -> tuple[SeatSetting, ...]:
    """The seats that a match with these options has."""
    return tuple(SeatSetting(seat.id, seat.name) for seat in game.seats(game.configure(options)))


def card(game: Game[Any]) -> GameCard:
    """A game as the lobby shows it."""
    bots = tuple(BotChoice(name, name == game.default_bot) for name in game.bot_names())
    switches = tuple(Switch(it.id, it.problem.strip(), it.choices) for it in game.rulebook.switches())
    return GameCard(
        game.id,
        game.title,
        game.blurb,
        game.players,
        game.minutes,
        game.family,
        game.version,
        seats(game, {}),
        bots,
        msgspec.json.schema(game.options),
        switches,
    )


def rules(game: Game[Any], words: str) -> list[RuleEntry]:
    """The rules that hold the words; all of them for none."""
    found = game.rulebook.search(words) if words.strip() else list(game.rulebook.entries())
    return [_entry(it) for it in found]


def rule(game: Game[Any], cited: str) -> RuleEntry:
    return _entry(game.rulebook.find(cited))


def _entry(it: Entry) -> RuleEntry:
    return RuleEntry(it.id, it.title, it.text, it.related)


def procedures(game: Game[Any]) -> list[ProcedureCard]:
    return [
        ProcedureCard(it.name, it.title, it.rule, msgspec.json.schema(it.params), it.estimate) for it in game.procedures
    ]


def odds(game: Game[Any], name: str, situation: Situation) -> OddsGiven | Wanted:
    """The exact odds of a situation; an estimate, and labelled so, where the procedure is too long for that or a bot
    makes the choices."""
    procedure = game.procedure(name)
    if procedure.estimate or situation.bot:
        return _estimated(game, procedure, situation)
    try:
        found = of_procedure(game, name, situation.params, policy=fixed(situation.policy), budget=DESK_BUDGET)
    except OverBudget:
        return _estimated(game, procedure, situation)
    except NoPolicy as missing:
        return _wanted(missing)
    return OddsGiven(True, odds_shown(found), {rule: float(p) for rule, p in found.events.items()})


def _estimated(game: Game[Any], procedure: Procedure, situation: Situation) -> OddsGiven:
    params = convert(procedure.params, situation.params, procedure.name)
    bot = game.bot(situation.bot or game.default_bot)
    found = estimate(lambda table: procedure.run(table, params), procedure.situate(params), bot, samples=SAMPLES)
    outcomes = tuple(Odd(msgspec.to_builtins(it.outcome), it.value, "", it.low, it.high) for it in found)
    return OddsGiven(False, outcomes)


def resolve(game: Game[Any], name: str, situation: Situation, seed: str) -> Ruled | Wanted:
    """The ruling on a situation, with the dice that were rolled or, if none are given, with ours.

    Where it takes a choice that was not made, that choice is asked for, and our dice go on from the same seed.
    """
    procedure = game.procedure(name)
    params = convert(procedure.params, situation.params, name)
    seed = situation.seed or seed
    table = Script(
        procedure.situate(params),
        faces=situation.dice,
        answers=situation.answers,
        dice=FastDice(seed.encode()) if situation.dice is None else None,
        policy=_chooser(game, situation),
    )
    try:
        outcome = procedure.run(table, params)
    except NoPolicy as missing:
        return _wanted(missing, table.happenings, seed)
    table.finish()
    return Ruled(msgspec.to_builtins(outcome), table.happenings)


def _chooser(game: Game[Any], situation: Situation) -> Policy:
    """What was chosen for the rule where that is possible, else the bot that was named."""
    otherwise = fixed({}, game.bot(situation.bot) if situation.bot else None)

    def choose(asked: Asked) -> Any:
        try:
            return asked.question.check(situation.policy[asked.rule], asked.rule)
        except (KeyError, IllegalAnswer):
            return otherwise(asked)

    return choose


def _wanted(missing: NoPolicy, happenings: Happenings | None = None, seed: str = "") -> Wanted:
    if missing.question is None:
        raise missing
    return Wanted(missing.rule, missing.seat, missing.question.shown(), happenings or [], seed)


# ------------------------------------------------------------------ a table's own rules


def in_force(game: Game[Any], options: Any) -> TableRules:
    """What a table agreed on: its house rules and options, those that differ from the default first."""
    rulings = (_ruling(it, options) for it in game.rulebook.switches())
    chosen = (it for it in msgspec.structs.fields(game.options) if it.name != "rulings")
    return TableRules(
        tuple(sorted(rulings, key=lambda it: it.is_default)),
        tuple(sorted((_option(it, getattr(options, it.name)) for it in chosen), key=lambda it: it.is_default)),
    )


def _ruling(switch: Ruling, options: Any) -> RulingInForce:
    default = next(iter(switch.choices))
    choice = getattr(getattr(options, "rulings", None), switch.id.replace("-", "_"), default)
    return RulingInForce(switch.id, switch.problem.strip(), choice, switch.choices[choice], choice == default)


def _option(field: msgspec.structs.FieldInfo, value: Any) -> OptionInForce:
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    meaning = msgspec.json.schema(field.type).get("description", "")
    return OptionInForce(field.name, _brief(msgspec.to_builtins(value)), value == default, meaning)


def _brief(value: Any) -> Any:
    """A file that was handed in is not told in full: it may be long, and hold what only its owner knows."""
    if isinstance(value, dict):
        return {key: _brief(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_brief(inner) for inner in value]
    return "a file" if isinstance(value, str) and len(value) > MOST_TOLD else value
