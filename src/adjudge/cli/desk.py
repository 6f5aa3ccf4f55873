"""The umpire's desk: the procedures of a game, resolved once with real or thrown dice, or with all their odds."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from adjudge.cli import given
from adjudge.cli.output import console, emit, grid, percent, plain, words
from adjudge.cli.table.story import told
from adjudge.cli.typed import options_of, understand
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import BadInput, DiceMismatch, IllegalFaces, NoPolicy
from adjudge.engine.game import Game, Procedure
from adjudge.engine.questions import Question
from adjudge.engine.table import Asked, Bot, Happening, Rolled, Script, random_bot
from adjudge.odds import BUDGET, Distribution, Estimate, Policy, estimate, fixed, of_procedure, uniform

Schema = dict[str, Any]
SAMPLES = 2_000
NARROW, MIDDLING = 40, 60
"""A window below these widths has no room for fractions, or for bars."""


def procedures(game: Game[Any], *, named: str, as_json: bool) -> None:
    if as_json:
        emit([_card(procedure) for procedure in game.procedures])
        return
    about = f"The desk of {game.title}" if game.procedures else f"{game.title} has nothing to rule on by itself"
    console().print(Text(about, style="bold"))
    shared = shared_groups(game)
    for procedure in game.procedures:
        console().print(described(procedure, shared))
    for name, schema in shared.items():
        heading = Text.assemble("\n", (name, "bold"), ": a group that several of them take")
        console().print(heading, _table(_rows(schema, {})))
    if game.procedures:
        console().print(f"\nadjudge resolve {named} PROCEDURE --set name=value …", style="dim")


def _card(procedure: Procedure) -> dict[str, Any]:
    schema = msgspec.json.schema(procedure.params)
    return {"name": procedure.name, "title": procedure.title, "rule": procedure.rule, "params": schema}


def shared_groups(game: Game[Any]) -> dict[str, Schema]:
    """Groups of parameters that several procedures take: they are listed once."""
    found: dict[str, list[Schema]] = {}
    for procedure in game.procedures:
        schema = msgspec.json.schema(procedure.params)
        for field in _followed(schema, schema["$defs"]).get("properties", {}).values():
            inner = _followed(field, schema["$defs"])
            if "properties" in inner:
                found.setdefault(inner["title"], []).append(inner)
    return {name: schemas[0] for name, schemas in found.items() if len(schemas) > 1}


def described(procedure: Procedure, shared: Collection[str]) -> RenderableType:
    """A procedure with its parameters."""
    heading = Text.assemble((procedure.name, "bold cyan"), "  ", procedure.title, "  ", (procedure.rule, "dim"))
    return Group("", heading, _table(parameters(procedure.params, shared)))


def _table(rows: Iterable[tuple[str, str, str]]) -> RenderableType:
    return grid("name", "default", "what it is", rows=rows)


def parameters(kind: type[msgspec.Struct], shared: Collection[str] = ()) -> Iterator[tuple[str, str, str]]:
    """Name, default and meaning of each parameter; those of a group by dotted names, unless it is a shared one."""
    schema = msgspec.json.schema(kind)
    yield from _rows(_followed(schema, schema["$defs"]), schema["$defs"], shared)


def _rows(
    schema: Schema, definitions: Schema, shared: Collection[str] = (), prefix: str = ""
) -> Iterator[tuple[str, str, str]]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        inner = _followed(field, definitions)
        if inner.get("title") in shared:
            yield f"{prefix}{name}.…", "", f"{inner['title']}: {', '.join(inner['properties'])}"
        elif "properties" in inner:
            yield from _rows(inner, definitions, shared, f"{prefix}{name}.")
        else:
            default = "needed" if name in required else _shown(field.get("default", ""))
            yield f"{prefix}{name}", default, field.get("description") or _kind(inner)


def _followed(schema: Schema, definitions: Schema) -> Schema:
    found: Schema = definitions.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return found


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _kind(schema: Schema) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    known = {"integer": "a whole number", "boolean": "true or false", "string": "text", "array": "a list"}
    return known.get(str(schema.get("type", "")), str(schema.get("type", "")))


# ---------------------------------------------------------------------- resolve


def resolve(
    game: Game[Any],
    name: str,
    settings: Sequence[str],
    *,
    dice: list[int] | None,
    answers: Sequence[str],
    seed: int | None,
    as_json: bool,
) -> None:
    outcome, happenings = resolved(game, name, settings, dice=dice, answers=answers, seed=seed)
    if as_json:
        emit({"outcome": outcome, "events": [*map(_event, happenings)], "dice": _faces(happenings)})
        return
    console().print(verdict(outcome, happenings))


def resolved(
    game: Game[Any],
    name: str,
    settings: Sequence[str],
    *,
    dice: list[int] | None = None,
    answers: Sequence[str] = (),
    seed: int | None = None,
    policy: Bot | None = None,
) -> tuple[Any, list[Happening]]:
    """Runs a procedure once. Dice that were not given are thrown; without a policy the answers are used up in order."""
    procedure = game.procedure(name)
    params = given.situation(game, name, settings)
    left = list(answers)
    thrown = None if dice is not None else FastDice(secrets.token_bytes(16) if seed is None else seed)
    table: Script[Any] = Script(procedure.situate(params), faces=dice, dice=thrown, policy=policy or _from(left))
    try:
        outcome = procedure.run(table, params)
        table.finish()
    except (DiceMismatch, IllegalFaces) as error:
        raise DiceMismatch(f"--dice: {','.join(map(str, dice or ()))} was given, but {error}") from None
    if left:
        raise DiceMismatch(f"--answer: {', '.join(left)} was given, but no question is left for it")
    return outcome, table.happenings


def _from(answers: list[str]) -> Bot:
    """The bot that answers with the next of the given words."""

    def answer(asked: Asked) -> Any:
        if not answers:
            raise BadInput(
                "--answer", "nothing", f"an answer to {asked.rule} of {asked.seat}: {_offer(asked.question)}"
            )
        return understand(asked.question, answers.pop(0), asked.rule)

    return answer


def _offer(question: Question[Any]) -> str:
    options = options_of(question)
    return ", ".join(f"{option.key} ({option.label})" for option in options) or words(question.identity())


def _event(happening: Happening) -> dict[str, Any]:
    if not isinstance(happening, Rolled):
        return {"rule": happening.rule, "text": happening.text, "facts": plain(happening.facts)}
    faces = [face for hand in happening.faces for face in hand]
    text = f"{happening.label}: {', '.join(map(str, faces))} gives {words(happening.value)}"
    return {"rule": happening.rule, "text": text, "dice": faces, "value": happening.value}


def _faces(happenings: Sequence[Happening]) -> list[int]:
    rolls = (happening for happening in happenings if isinstance(happening, Rolled))
    return [face for roll in rolls for hand in roll.faces for face in hand]


def verdict(outcome: Any, happenings: Sequence[Happening]) -> RenderableType:
    """What happened, and what came of it."""
    return Group(told(happenings, {}), "", Text.assemble(("outcome  ", "dim"), (words(outcome), "bold yellow")))


# ---------------------------------------------------------------------- odds


def odds(
    game: Game[Any],
    name: str,
    settings: Sequence[str],
    *,
    policy: Sequence[str],
    budget: int,
    sampled: bool,
    samples: int,
    seed: int,
    as_json: bool,
) -> None:
    params = given.situation(game, name, settings)
    try:
        if sampled or game.procedure(name).estimate:
            data, picture = _sampled(sampled_odds(game, name, params, policy, samples=samples, seed=seed), samples)
        else:
            data, picture = _exact(exact_odds(game, name, params, policy, budget=budget))
    except NoPolicy as error:
        bots = ", ".join(game.bot_names())
        raise BadInput("--policy", "nothing", f"RULE=ANSWER, uniform or a bot ({bots}), for {error}") from None
    if as_json:
        emit(data)
    else:
        console().print(picture)


def exact_odds(
    game: Game[Any], name: str, params: Any, policy: Sequence[str] = (), *, budget: int = BUDGET
) -> Distribution[Any]:
    chosen, rest = given.policy_of(game, policy)
    otherwise: Policy | None = uniform if rest == "uniform" else (game.bot(rest) if rest else None)
    return of_procedure(game, name, params, policy=fixed(chosen, otherwise), budget=budget)


def sampled_odds(
    game: Game[Any], name: str, params: Any, policy: Sequence[str] = (), *, samples: int = SAMPLES, seed: int = 0
) -> list[Estimate]:
    chosen, rest = given.policy_of(game, policy)
    otherwise: Policy | None = random_bot if rest == "uniform" else (game.bot(rest) if rest else None)
    procedure = game.procedure(name)
    state = procedure.situate(params)
    decide = fixed(chosen, otherwise)
    return estimate(lambda table: procedure.run(table, params), state, decide, samples=samples, seed=seed)


def _exact(found: Distribution[Any]) -> tuple[dict[str, Any], RenderableType]:
    events = [{"rule": rule, "p": str(p), "value": float(p)} for rule, p in found.events.items()]
    outcomes = [{"outcome": outcome, "p": str(p), "value": float(p)} for outcome, p in found.items()]
    return {"exact": True, "outcomes": outcomes, "events": events}, chances(found)


def chances(found: Distribution[Any]) -> RenderableType:
    """Exact odds for people."""
    tables = [_fitting("outcome", ">chance", ">exactly", "", rows=map(_chance_row, found.items()))]
    if found.events:
        rows = ((rule, percent(p), _fraction(p)) for rule, p in found.events.items())
        tables.append(_fitting("rule that comes up", ">chance", ">exactly", rows=rows))
    return Group(*tables, Text(f"exact, from {found.leaves} branches", style="dim"))


def _fitting(*columns: str, rows: Iterable[tuple[Any, ...]]) -> RenderableType:
    """A table without those of its last columns that a narrow window would show instead of the first."""
    width = console().width
    most = 2 if width < NARROW else 3 if width < MIDDLING else 4
    return grid(*columns[:most], rows=(row[:most] for row in rows))


def _chance_row(item: tuple[Any, Fraction]) -> tuple[Any, ...]:
    outcome, p = item
    return outcome, f"{float(p):.2%}", _fraction(p), Text("█" * max(1, round(float(p) * 30)), style="cyan")


def _fraction(p: Fraction) -> str:
    text = str(p)
    return text if len(text) <= 24 else f"≈ {float(p):.6f}"


def _sampled(found: list[Estimate], samples: int) -> tuple[dict[str, Any], RenderableType]:
    outcomes = [{"outcome": e.outcome, "value": e.value, "low": e.low, "high": e.high} for e in found]
    return {"exact": False, "samples": samples, "outcomes": outcomes, "events": []}, estimates(found, samples)


def estimates(found: list[Estimate], samples: int) -> RenderableType:
    """Sampled odds for people, under their label."""
    rows = ((e.outcome, f"{e.value:.1%}", f"{e.low:.1%} to {e.high:.1%}") for e in found)
    label = Text(f"an estimate from {samples} samples, not exact; intervals hold in 95 of 100 cases", style="yellow")
    return Group(grid("outcome", ">about", "95 % interval", rows=rows), label)
