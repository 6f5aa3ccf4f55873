"""The briefing of a game at the terminal, and which ones this person has read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.cli.table.labels import labels_of
from adjudge.cli.table.scene import WORDS, drawn
from adjudge.engine.guides import Briefing, found
from adjudge.engine.scene import Board, Cards, Scene

NAMED = 4
"""So many figures are named as examples of a token."""


def page(briefing: Briefing, scene: Scene, width: int, rows: int) -> RenderableType:
    """Who you are, how you win, what the tokens are, and the table itself as far as there is room."""
    parts: list[RenderableType] = [Text(text) for text in (briefing.you, briefing.win, briefing.table)]
    parts += [Text.assemble(("Now: ", "bold"), (scene.goal, "green"))] if scene.goal else []
    parts += ["", *(Padding(text, (0, 0, 0, 2)) for text in _tokens(briefing, scene))]
    parts += [Text(f"To read on (R): {', '.join(briefing.rules)}", style="dim")] if briefing.rules else []
    return Group(*parts, "", drawn(scene, width, WORDS, rows=rows))


def _tokens(briefing: Briefing, scene: Scene) -> Iterator[Text]:
    names = _names(scene)
    for token in briefing.token:
        ids = [spot.id for spot in found(scene, token.at) if spot.kind == "figure"]
        shown = ", ".join(names[id] for id in ids[:NAMED]) + (" …" if len(ids) > NAMED else "")
        yield Text.assemble((token.name, "bold cyan"), (f" ({shown})" if shown else "", "cyan"), f": {token.text}")


def _names(scene: Scene) -> dict[str, str]:
    cards = {it.id: it.title for panel in scene.panels if isinstance(panel, Cards) for it in panel.cards}
    boards = [panel.pieces for panel in scene.panels if isinstance(panel, Board)]
    labels = {id: label for pieces in boards for id, label in labels_of(pieces).items()}
    pieces = {it.id: it.label if len(it.label) > 1 else labels[it.id] for pieces in boards for it in pieces}
    return pieces | cards


def is_read(game: str) -> bool:
    """Whether this person has seen the briefing of a game."""
    with suppress(OSError):
        return game in _file().read_text("utf-8").split()
    return False


def note_read(game: str) -> None:
    """Remembers it. A folder that cannot be written to costs the memory, not the game."""
    if is_read(game):
        return
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        with _file().open("a", encoding="utf-8") as file:
            file.write(f"{game}\n")


def _file() -> Path:
    return user_data_path("adjudge") / "briefed.txt"
