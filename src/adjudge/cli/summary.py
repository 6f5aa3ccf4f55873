"""How a match ended: the outcome, its measures, everybody's luck, and the secret that proves the dice."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.cli.output import grid, plain
from adjudge.cli.table.pages import is_by_hand, luck_table, promise
from adjudge.engine.audit import luck
from adjudge.engine.log import Answered, Threw
from adjudge.engine.match import Match
from adjudge.engine.wording import several


def summary(match: Match[Any]) -> RenderableType:
    """What is shown when a match is over."""
    assert match.outcome is not None
    measures = match.game.measures(match.state)
    parts: list[RenderableType] = [
        Text(match.outcome.text, style="bold yellow"),
        Text(f"{match.outcome.rule} · {several(match.turn - 1, 'turn')}", style="dim"),
    ]
    if measures:
        parts.append(grid("record", "", rows=((_named(name), value) for name, value in measures.items())))
    return Group(*parts, luck_table(match), revealed(match))


def _named(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def revealed(match: Match[Any]) -> RenderableType:
    """The secret that every face followed from, beside the hash that bound it."""
    if is_by_hand(match):
        return promise(match)
    lines = Group(
        Text(f"the dice were bound by the hash\n{match.header.commitment}", style="dim"),
        Text(f"of this secret, now shown:\n{match.secret.hex()}", style="dim"),
    )
    return Padding(lines, (1, 0, 0, 0))


def as_data(match: Match[Any]) -> dict[str, Any]:
    """The end of a match for programs."""
    assert match.outcome is not None
    return {
        "match": match.header.id,
        "game": match.game.id,
        "version": match.header.version,
        "outcome": plain(match.outcome),
        "turns": match.turn - 1,
        "answers": sum(isinstance(entry, Answered) for entry in match.line),
        "rolls": sum(isinstance(entry, Threw) for entry in match.line),
        "measures": plain(dict(match.game.measures(match.state))),
        "luck": [
            {"seat": each.seat, "dice": each.dice, "expected": float(each.expected), "rolled": each.rolled}
            for each in luck(match)
        ],
        "commitment": match.header.commitment,
        "secret": match.secret.hex(),
    }
