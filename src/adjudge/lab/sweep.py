"""The same simulation for several settings, side by side: what does one more die, or a better captain, change?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.engine.inputs import merged
from adjudge.lab.report import Report
from adjudge.lab.simulate import Progress, simulate


class Trial(Struct, frozen=True):
    """One combination of the values varied, and what came of it."""

    varied: dict[str, Any]
    report: Report


def sweep(
    game: Game[Any] | str,
    *,
    vary: Mapping[str, Sequence[Any]],
    games: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Trial]:
    """Simulates every combination of the values that `vary` lists, each with the same seed.

    It is keyed by dotted paths: `{"options.target": [5, 10], "bots.captain": ["random", "captain"]}`.
    """
    settings = list(_combinations(vary))
    trials: list[Trial] = []
    for varied in settings:
        given = _laid_over({"options": dict(options or {}), "bots": dict(bots or {})}, varied)
        report = simulate(
            game,
            games=games,
            seed=seed,
            options=given["options"],
            bots=given["bots"],
            workers=workers,
            progress=_onward(progress, len(trials) * games, len(settings) * games),
        )
        trials.append(Trial(varied, report))
    return trials


def _combinations(vary: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for path, values in vary.items():
        if path.partition(".")[0] not in ("options", "bots") or "." not in path:
            raise BadInput("vary", path, "a path that begins with `options.` or `bots.`")
        if not values:
            raise BadInput(f"vary {path}", list(values), "one value or more")
    for values in product(*vary.values()):
        yield dict(zip(vary, values, strict=True))


def _laid_over(given: dict[str, Any], varied: Mapping[str, Any]) -> dict[str, Any]:
    for path, value in varied.items():
        for key in reversed(path.split(".")):
            value = {key: value}
        given = merged(given, value)
    return given


def _onward(progress: Progress | None, before: int, of: int) -> Callable[[int, int], None] | None:
    """The progress of one simulation as a part of the whole."""
    return None if progress is None else lambda done, games: progress(before + done, of)
