"""What happened, as lines: each with its rule id, rolls with their faces and what was read off them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.cli.output import in_a_row, words
from adjudge.engine.table import NO_FACES, UMPIRE, Event, Happening, Rolled

Names = Mapping[str, str]
"""The name of each seat."""


def told(happenings: Iterable[Happening], names: Names) -> RenderableType:
    """Happenings one to a line, the rule of each at the right edge."""
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", no_wrap=True)
    for happening in happenings:
        if isinstance(happening, Rolled):
            table.add_row(Text("⚄", style="cyan"), roll_line(happening, names), happening.rule)
        elif happening.text:
            table.add_row(_mark(happening), Text(happening.text), happening.rule)
    return table


def _mark(event: Event) -> Text:
    """Something that came to light stands out."""
    return Text("◆", style="bold yellow") if event.reveal else Text("•", style="bold")


def roll_line(roll: Rolled, names: Names) -> Text:
    """`Red [4 2] : Blue [6 1]  2d6+3 against 2d6+1 → hit`."""
    if roll.hands == NO_FACES:
        drawn = Text(f"{names.get(roll.by[0], roll.by[0]) or 'The umpire'} draws ")
        return drawn.append(f"[{words(roll.value)}]", style="bold yellow")
    text = hands(roll, names)
    text.append(f"  {roll.label}", style="cyan").append(" → ", style="dim")
    return text.append(words(roll.value), style="bold")


def hands(roll: Rolled, names: Names) -> Text:
    """The faces of each hand, with the roller's name where it says something."""
    thrown = (_hand(seat, faces, names) for seat, faces in zip(roll.by, roll.faces, strict=True))
    return in_a_row(thrown, " : ")


def _hand(seat: str, faces: Sequence[int], names: Names) -> Text:
    name = names.get(seat, seat)
    shown = Text(f"{name} " if name != UMPIRE else "")
    return shown.append(f"[{' '.join(map(str, faces))}]", style="bold yellow")
