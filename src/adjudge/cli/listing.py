"""What can be given: the procedures of a desk with their inputs, and the options, bots and house rules of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.cli.output import console, emit, grid
from adjudge.engine.game import Game, Procedure
from adjudge.engine.rulebook import Ruling

Schema = dict[str, Any]
Row = tuple[str, str, str]
"""Name, default, and what it is."""

RULINGS = "rulings"
"""The group of house rules, in the options of a game and in the situations of its desk."""
MOST_NAMES = 12

# ---------------------------------------------------------------------- procedures


def procedures(game: Game[Any], *, named: str, as_json: bool) -> None:
    """A line for each procedure."""
    if as_json:
        emit([_card(procedure) for procedure in game.procedures])
        return
    about = f"The desk of {game.title}" if game.procedures else f"{game.title} has nothing to rule on by itself"
    console().print(Text(about, style="bold"))
    if game.procedures:
        rows = ((Text(it.name, style="cyan"), it.title, Text(it.rule, style="dim")) for it in game.procedures)
        console().print(grid("name", "what it rules on", "rule", rows=rows))
        console().print(f"adjudge procedures {named} NAME shows what can be set", style="dim", soft_wrap=True)
        console().print(f"adjudge resolve {named} NAME --set name=value …", style="dim", soft_wrap=True)


def procedure(game: Game[Any], name: str, *, named: str, as_json: bool) -> None:
    """One procedure with its inputs."""
    found = game.procedure(name)
    if as_json:
        emit(_card(found))
        return
    title = game.rulebook.find(found.rule).title
    console().print(Text.assemble((found.name, "bold cyan"), "  ", (found.title, "bold")))
    console().print(Text.assemble((found.rule, "dim"), "  ", title))
    console().print(_table(parameters(found.params)))
    rulings = [name.removeprefix(f"{RULINGS}.") for name, _ in values(found.params) if name.startswith(f"{RULINGS}.")]
    if rulings:
        console().print(f"house rules, as {RULINGS}.NAME=CHOICE (adjudge options {named} tells them all):", style="dim")
        console().print(Padding(Text(", ".join(rulings), style="dim"), (0, 0, 0, 2)))
    if any(paper.members for paper in game.papers):
        console().print("a figure of a paper fills its group: --set GROUP=FILE:NAME", style="dim")


def _card(procedure: Procedure) -> dict[str, Any]:
    schema = msgspec.json.schema(procedure.params)
    return {"name": procedure.name, "title": procedure.title, "rule": procedure.rule, "params": schema}


def _table(rows: Iterable[Row]) -> RenderableType:
    return grid("name", "default", "what it is", rows=rows)


def parameters(kind: type[msgspec.Struct], hidden: Collection[str] = (RULINGS,)) -> Iterator[Row]:
    """Name, default and meaning of each parameter; those of a group by dotted names. A group of which there are
    several alike is told once."""
    schema = msgspec.json.schema(kind)
    yield from _rows(_followed(schema, schema["$defs"]), schema["$defs"], {}, hidden)


Told = dict[str, set[Row]]
"""The groups that were told, each with the rows of its inputs."""


def _rows(schema: Schema, definitions: Schema, told: Told, hidden: Collection[str], prefix: str = "") -> Iterator[Row]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        inner = _followed(field, definitions)
        if name in hidden:
            continue
        if "properties" not in inner:
            default = "needed" if name in required else _shown(field.get("default", ""))
            yield f"{prefix}{name}", default, _meaning(field, inner)
        else:
            yield from _group(f"{prefix}{name}", [*_rows(inner, definitions, told, hidden)], told)


def _group(name: str, rows: list[Row], told: Told) -> Iterator[Row]:
    """The inputs of a group; of one that is much like a group before, only what it has besides."""
    like = max(told, key=lambda other: len(told[other] & set(rows)), default="")
    alike = told[like] & set(rows) if like else set()
    if len(alike) * 2 > len(rows) and len(alike) > 2:
        missing = sorted(row[0] for row in told[like] - set(rows))
        yield f"{name}.…", "", f"as {like}" + (f", without {', '.join(missing)}" if missing else "")
        rows = [row for row in rows if row not in alike]
    else:
        told[name] = set(rows)
    yield from ((f"{name}.{inner}", default, meaning) for inner, default, meaning in rows)


def _followed(schema: Schema, definitions: Schema) -> Schema:
    found: Schema = definitions.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return found


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict) and not value:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _meaning(field: Schema, inner: Schema) -> str:
    """What is to be given there: in words, and which names or numbers."""
    described, kind = field.get("description", ""), _kind(inner)
    return f"{described}: {kind}" if described and _tells(inner) else described or kind


def _tells(schema: Schema) -> bool:
    """Whether the kind of a value says more than any description would."""
    inner = schema.get("items") if isinstance(schema.get("items"), dict) else schema
    return bool(inner) and bool({"enum", "minimum", "maximum", "anyOf"} & set(inner or ()))


def _kind(schema: Schema) -> str:
    if "enum" in schema:
        names = [str(value) or '""' for value in schema["enum"]]
        more = f" … ({len(names)} in all)" if len(names) > MOST_NAMES else ""
        return ", ".join(names[:MOST_NAMES]) + more
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    known = {"boolean": "true or false", "string": "text", "null": "nothing", "object": "names with values"}
    match schema.get("type"):
        case "array":
            items = schema.get("items")
            return f"a list of {_kind(items)}" if isinstance(items, dict) and items else "a list"
        case "integer" | "number":
            return _number(schema)
        case kind:
            return known.get(str(kind), str(kind or "anything"))


def _number(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    kind = "a whole number" if schema.get("type") == "integer" else "a number"
    limits = [f"at least {least}"] * (least is not None) + [f"at most {most}"] * (most is not None)
    return ", ".join([kind, *limits])


def values(kind: type[msgspec.Struct]) -> Iterator[tuple[str, list[str]]]:
    """Every input by its dotted name, house rules and all, with the values that can be listed."""
    schema = msgspec.json.schema(kind)
    yield from _values(_followed(schema, schema["$defs"]), schema["$defs"], "")


def _values(schema: Schema, definitions: Schema, prefix: str) -> Iterator[tuple[str, list[str]]]:
    for name, field in schema.get("properties", {}).items():
        inner = _followed(field, definitions)
        if "properties" in inner:
            yield from _values(inner, definitions, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", _enumerated(inner)


def _enumerated(schema: Schema) -> list[str]:
    if schema.get("type") == "boolean":
        return ["true", "false"]
    items = schema.get("items")
    found = schema.get("enum") or (isinstance(items, dict) and items.get("enum")) or ()
    return [str(value) for value in found] + [value for it in schema.get("anyOf", ()) for value in _enumerated(it)]


# ---------------------------------------------------------------------- options, bots, house rules


def options(game: Game[Any], *, named: str, as_json: bool) -> None:
    """What `--option` and `--bot` take."""
    seats = [*game.seats(game.configure({}))]
    if as_json:
        emit(
            {
                "options": [{"name": n, "default": d, "about": a} for n, d, a in parameters(game.options)],
                "seats": [{"id": seat.id, "name": seat.name} for seat in seats],
                "bots": [_bot(game, name) for name in game.bot_names()],
                "house_rules": [_switch(ruling) for ruling in game.rulebook.switches()],
            }
        )
        return
    known = [*parameters(game.options)]
    parts: list[RenderableType] = [Text(f"Options of {game.title}", style="bold"), Text("--option NAME=VALUE", "dim")]
    parts += [_table(known)] if known else [Text("none\n")]
    parts += [Text("Bots", style="bold"), Text("--bot SEAT=NAME", style="dim")]
    parts += [Text(f"  seats  {', '.join(seat.id for seat in seats)}"), _bots(game)]
    if game.rulebook.switches():
        parts += [
            Text("\nHouse rules", style="bold"),
            Text(f"--option {RULINGS}.NAME=CHOICE; the first choice is the default", style="dim"),
        ]
        parts += [_house_rule(ruling) for ruling in game.rulebook.switches()]
    console().print(Group(*parts))


def _bots(game: Game[Any]) -> RenderableType:
    named = (f"{name} (default)" if name == game.default_bot else name for name in game.bot_names())
    return Group(Text(f"  bots   {', '.join(named)}"), *(it for name in game.bot_names() for it in _tuning(game, name)))


def _tuning(game: Game[Any], name: str) -> Iterator[RenderableType]:
    """What can be given after the name of a bot."""
    if (bot := game.tunable(name)) is None:
        return
    rows = [*parameters(bot.params)]
    example = ",".join(f"{called}={default}" for called, default, _ in rows)
    yield Text(f"\n{name}: {bot.about}" if bot.about else f"\n{name}")
    yield Text(f"--bot SEAT={name}:{example}", style="dim")
    yield _table(rows)


def _bot(game: Game[Any], name: str) -> dict[str, Any]:
    bot = game.tunable(name)
    told = [{"name": n, "default": d, "about": a} for n, d, a in parameters(bot.params)] if bot else []
    return {"name": name, "default": name == game.default_bot, "about": bot.about if bot else "", "params": told}


def option_name(ruling: Ruling) -> str:
    """A house rule by the name that `--option` takes."""
    return f"{RULINGS}.{ruling.id.replace('-', '_')}"


def _switch(ruling: Ruling) -> dict[str, Any]:
    return {
        "name": option_name(ruling),
        "rule": f"ruling.{ruling.id}",
        "about": " ".join(ruling.problem.split()),
        "default": next(iter(ruling.choices)),
        "choices": dict(ruling.choices),
    }


def _house_rule(ruling: Ruling) -> RenderableType:
    choices = (Text.assemble((choice, "cyan"), f"  {meaning}") for choice, meaning in ruling.choices.items())
    heading = Text(f"\n{option_name(ruling)}", style="bold")
    return Group(heading, Text(" ".join(ruling.problem.split())), *(Padding(it, (0, 0, 0, 2)) for it in choices))
