"""The lobby's and the desk's answers, worked out from the games: no state, no table."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from adjudge import desk
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import NoPolicy
from adjudge.engine.game import Game, Procedure
from adjudge.engine.log import Happenings, Saved, SeatSetting
from adjudge.engine.match import Match
from adjudge.engine.rulebook import Entry, Ruling
from adjudge.server.journal import note
from adjudge.server.protocol import (
    BotChoice,
    FigureCard,
    GameCard,
    Hand,
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

DESK_BUDGET = 50_000
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
    bots = tuple(_bot(game, name) for name in game.bot_names())
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
        game.brief is not None,
        game.course is not None,
        game.kind,
        game.emblem,
    )


def _bot(game: Game[Any], name: str) -> BotChoice:
    bot = game.tunable(name)
    params = msgspec.json.schema(bot.params) if bot else None
    return BotChoice(name, name == game.default_bot, bot.about if bot else "", params)


def rules(game: Game[Any], words: str) -> list[RuleEntry]:
    """The rules that hold the words; all of them for none."""
    found = game.rulebook.search(words) if words.strip() else list(game.rulebook.entries())
    return [_entry(it) for it in found]


def rule(game: Game[Any], cited: str) -> RuleEntry:
    return _entry(game.rulebook.find(cited))


def _entry(it: Entry) -> RuleEntry:
    return RuleEntry(it.id, it.title, it.text, it.related)


_PROCEDURES: dict[str, tuple[Game[Any], list[ProcedureCard]]] = {}


def procedures(game: Game[Any]) -> list[ProcedureCard]:
    """What the desk can rule on; worked out once for each game, since that takes a while and never changes."""
    cards = procedures_known(game)
    if not cards:
        cards = [_procedure_card(it) for it in game.procedures]
        _PROCEDURES[game.id] = (game, cards)
    return cards


def procedures_known(game: Game[Any]) -> list[ProcedureCard]:
    """The same, if it has been worked out; else nothing."""
    known, cards = _PROCEDURES.get(game.id, (None, []))
    return cards if known is game else []


def _procedure_card(it: Procedure) -> ProcedureCard:
    return ProcedureCard(it.name, it.title, it.rule, msgspec.json.schema(it.params), it.estimate)


def odds(game: Game[Any], name: str, situation: Situation) -> OddsGiven | Wanted:
    """The odds of a situation: exact, or an estimate that is labelled so."""
    procedure, params, choices = _described(game, name, situation)
    try:
        found = desk.odds(game, procedure, params, choices, budget=DESK_BUDGET, past_budget=True)
    except NoPolicy as missing:
        if missing.question is None:
            raise
        return Wanted(missing.rule, missing.seat, missing.question.shown())
    events = {rule: float(p) for rule, p in found.events.items()}
    return OddsGiven(found.exact, tuple(map(_odd, found.outcomes)), events, found.asked)


def _odd(it: desk.Odd) -> Odd:
    return Odd(it.words, it.value, str(it.p or ""), it.low, it.high, msgspec.to_builtins(it.data, enc_hook=str))


def resolve(game: Game[Any], name: str, situation: Situation, seed: str) -> Ruled | Wanted:
    """The ruling on a situation, with the dice that were rolled or, if none are given, with ours.

    Where it takes a choice that was not made, or a roll that was not thrown, that is asked for. Our dice go on from the
    same seed.
    """
    procedure, params, choices = _described(game, name, situation)
    seed = situation.seed or seed
    dice = FastDice(seed.encode()) if situation.dice is None else situation.dice
    reply = desk.rule_on(game, procedure, params, dice=dice, answers=situation.answers, choices=choices)
    if isinstance(reply, desk.Wants):
        return _wanted(procedure, reply, seed)
    return Ruled(reply.words, reply.happenings, msgspec.to_builtins(reply.outcome, enc_hook=str))


def _described(game: Game[Any], name: str, situation: Situation) -> tuple[Procedure, Any, desk.Choices]:
    """What is asked about. Papers come as texts, or are examples of the game: a server opens no file for anybody."""
    examples = desk.examples_of(game)

    def paper(called: str) -> str | None:
        return situation.papers.get(called) or examples(called)

    params = desk.situation(game, name, situation.params, paper)
    return game.procedure(name), params, desk.Choices(situation.policy, situation.bot)


def _wanted(procedure: Procedure, wants: desk.Wants, seed: str) -> Wanted:
    seat = procedure.seats.get(wants.seat, wants.seat)
    if wants.throw is None:
        shown: Any = wants.question.shown() if wants.question else None
        return Wanted(wants.rule, seat, shown, wants.happenings, seed)
    throw = wants.throw
    by = " and ".join(dict.fromkeys(procedure.seats.get(it, it) for it in throw.by if it))
    hands = tuple(_hands(procedure, throw))
    return Wanted(wants.rule, seat, None, wants.happenings, seed, throw.dice, throw.label, by, throw.draws, hands)


def _hands(procedure: Procedure, throw: desk.Throw) -> Iterator[Hand]:
    names = throw.names
    for number, dice in enumerate(throw.hands):
        seat = throw.by[number] if number < len(throw.by) else ""
        yield Hand(procedure.seats.get(seat, seat), dice, names[: len(dice)])
        names = names[len(dice) :]


_EXAMPLES: dict[tuple[str, str], tuple[Game[Any], list[FigureCard]]] = {}


def figures(game: Game[Any], name: str, papers: Mapping[str, str]) -> list[FigureCard]:
    """Everybody on these papers and on the game's examples who can be put into a procedure; the latter are known."""
    procedure = game.procedure(name)
    known, cards = _EXAMPLES.get((game.id, name), (None, []))
    if known is not game:
        cards = _cards(game, procedure, desk.example_papers(game))
        _EXAMPLES[game.id, name] = (game, cards)
    return [*_cards(game, procedure, papers), *cards]


def _cards(game: Game[Any], procedure: Procedure, papers: Mapping[str, str]) -> list[FigureCard]:
    return [
        FigureCard(it.field, it.paper, it.name, msgspec.to_builtins(it.inputs), msgspec.to_builtins(it.beside))
        for it in desk.figures(game, procedure, papers)
    ]


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
