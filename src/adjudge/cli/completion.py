"""What a shell offers when the tab key is pressed: games, procedures, inputs, options, bots, house rules, rule ids.

A shell swallows complaints, and so does this: where nothing fits, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import typer


def games(incomplete: str) -> list[str]:
    from adjudge.engine.game import installed

    return _fitting(sorted(installed()), incomplete)


def procedures(ctx: typer.Context, incomplete: str) -> list[str]:
    return _fitting((it.name for game in _game(ctx) for it in game.procedures), incomplete)


def settings(ctx: typer.Context, incomplete: str) -> list[str]:
    """Inputs of the procedure, then the values of the one that was begun."""
    name = _argument(ctx, "procedure", 1)
    kinds = (it.params for game in _game(ctx) for it in game.procedures if it.name == name)
    return _fitting((word for kind in kinds for word in _assignments(kind, incomplete)), incomplete)


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """Options and house rules, then the values of the one that was begun."""
    return _fitting((word for game in _game(ctx) for word in _assignments(game.options, incomplete)), incomplete)


def bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """`SEAT=NAME`."""
    found = (
        f"{seat.id}={name}" if "=" in incomplete else f"{seat.id}="
        for game in _game(ctx)
        for seat in game.seats(game.configure({}))
        for name in game.bot_names()
    )
    return _fitting(dict.fromkeys(found), incomplete)


def rules(ctx: typer.Context, incomplete: str) -> list[str]:
    return _fitting((rule for game in _game(ctx) for rule in sorted(game.rule_ids)), incomplete)


def policies(ctx: typer.Context, incomplete: str) -> list[str]:
    """A rule to answer by, or who decides."""
    deciders = ("uniform", *(name for game in _game(ctx) for name in game.own_bots()))
    return _fitting((*deciders, *(f"{rule}=" for rule in rules(ctx, ""))), incomplete)


def papers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The papers of a game."""
    return _fitting((it.name for game in _game(ctx) for it in game.papers), incomplete)


def _game(ctx: typer.Context) -> Iterator[Any]:
    """The game that the command names, if it is one."""
    from adjudge.cli.given import game_of
    from adjudge.engine.errors import AdjudgeError

    try:
        yield game_of(_argument(ctx, "game", 0))
    except AdjudgeError:
        return


def _argument(ctx: typer.Context, name: str, place: int) -> str:
    """An argument that came before. Behind an option whose value is still missing, arguments have no names yet."""
    return str(ctx.params.get(name) or (ctx.args[place] if len(ctx.args) > place else ""))


def _fitting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _assignments(kind: type, incomplete: str) -> Iterator[str]:
    """`NAME=` for each input of a kind, with dots into groups; `NAME=VALUE` once the name is there."""
    from adjudge.cli.listing import values

    for name, allowed in values(kind):
        if incomplete.startswith(f"{name}="):
            yield from (f"{name}={value}" for value in allowed)
        else:
            yield f"{name}="
