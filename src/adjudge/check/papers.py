"""Whether the papers that a game names can be read, judged, shown and made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudge.engine.game import Game
from adjudge.engine.papers import Examined, Paper, examine
from adjudge.engine.scene import Scene

SEED = 1


def problems(game: Game[Any]) -> Iterator[str]:
    """Everything about a game's papers that does not fit, in words."""
    for name, count in Counter(paper.name for paper in game.papers).items():
        if count > 1:
            yield f"{name} is the name of {count} papers"
    for paper in game.papers:
        yield from _card_problems(game, paper)
        for example in paper.examples:
            yield from _text_problems(game, paper, paper.sample(example), f"the example {example}")
        if paper.make:
            yield from _making_problems(game, paper)


def _card_problems(game: Game[Any], paper: Paper) -> Iterator[str]:
    if paper.rule and paper.rule not in game.rule_ids:
        yield f"{paper.name} cites {paper.rule!r}, which the rulebook does not hold"
    if paper.option and paper.option not in game.options.__struct_fields__:
        yield f"{paper.name} is for the option {paper.option!r}, which the game does not have"


def _making_problems(game: Game[Any], paper: Paper) -> Iterator[str]:
    first, again = (paper.made({}, SEED) for _ in range(2))
    if first != again:
        yield f"{paper.name} is another one each time, though it is made from the same seed"
    yield from _text_problems(game, paper, first, "a new one")


def _text_problems(game: Game[Any], paper: Paper, text: str, what: str) -> Iterator[str]:
    examined = examine(paper, text)
    for finding in examined.findings:
        if finding.grade == "illegal":
            yield f"{what} of {paper.name} is refused by its own paper: {finding}"
        if finding.rule and finding.rule not in game.rule_ids:
            yield f"{paper.name} cites {finding.rule!r}, which the rulebook does not hold"
    if examined.is_readable and not _is_showable(paper, examined):
        yield f"{what} of {paper.name} is not the same after JSON: keep to the types of the scene's vocabulary"


def _is_showable(paper: Paper, examined: Examined) -> bool:
    shown = paper.show(examined.thing)
    return msgspec.json.decode(msgspec.json.encode(shown), type=Scene) == shown
