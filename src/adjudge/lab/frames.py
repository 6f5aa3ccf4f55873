"""Results as data frames, for notebooks and for files: polars, the extra `lab`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.lab.answers import deeds_used, effects, rules_used, standings
from adjudge.lab.designs import shown
from adjudge.lab.study import Study, measures_of
from adjudge.lab.traits import fitted, matrix_of

if TYPE_CHECKING:
    import polars


class NoFrames(AdjudgeError):
    """Data frames need polars. Cure: `pip install "adjudge[lab]"`."""


def _frame(rows: Sequence[dict[str, Any]], columns: Sequence[str] = ()) -> polars.DataFrame:
    try:
        import polars
    except ImportError:
        raise NoFrames('data frames need polars, of the extra `lab`: pip install "adjudge[lab]"') from None
    names = list(dict.fromkeys((*columns, *(name for row in rows for name in row))))
    full = [{name: row.get(name) for name in names} for row in rows]
    return polars.DataFrame(full, schema=names if not full else None, infer_schema_length=None, strict=False)


def matches(study: Study) -> polars.DataFrame:
    """A row for each match: its setting, how it ended, what was measured."""
    return _frame([_match(study, row) for row in study.rows], ("setting", "number"))


def _match(study: Study, row: Any) -> dict[str, Any]:
    arm = study.design.arms[row.arm]
    return {
        "arm": row.arm,
        "setting": arm.name,
        **{name: shown(value) for name, value in arm.varied.items()},
        "number": row.number,
        "seed": f"{study.design.seed}/{row.number}",
        "bots": " ".join(f"{seat}={name}" for seat, name in arm.bots.items()),
        "outcome": row.outcome,
        "winners": " ".join(row.winners),
        "score": study.score(row),
        **{name: _cell(value) for name, value in measures_of(row).items()},
        "change": row.seen.change,
        "parted at": row.seen.at or None,
    }


def _cell(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, int, float, str)) else msgspec.json.encode(value).decode()


def settings(study: Study) -> polars.DataFrame:
    """A row for each setting: wins of every seat with their intervals, length, swings."""
    rows = []
    for it in standings(study):
        wins = {
            f"{seat} {name}": getattr(rate, key)
            for seat, rate in it.wins.items()
            for name, key in (("wins", "rate"), ("low", "low"), ("high", "high"))
        }
        rows.append(
            {
                "setting": it.arm,
                "matches": it.matches,
                **wins,
                "drawn": it.drawn.rate,
                "turns": it.turns,
                "swings": it.swings,
            }
        )
    return _frame(rows, ("setting", "matches"))


def comparisons(study: Study) -> polars.DataFrame:
    """A row for each comparison: the difference with its interval, and whether it came up."""
    rows = [
        {
            "comparison": it.verdict.name,
            "blocks": it.verdict.blocks,
            "difference": it.verdict.difference,
            "low": it.verdict.low,
            "high": it.verdict.high,
            "finding": it.verdict.finding,
            "pairs": it.pairs,
            "came up": it.came_up,
            "changed": it.changed,
        }
        for it in effects(study)
    ]
    return _frame(rows, ("comparison", "difference", "low", "high", "finding"))


def rules(study: Study, known: Sequence[str] = ()) -> polars.DataFrame:
    """A row for each rule: how often it came up."""
    return _frame(
        [msgspec.structs.asdict(it) for it in rules_used(study, known)], ("name", "times", "matches", "share")
    )


def deeds(study: Study) -> polars.DataFrame:
    """A row for each kind of thing to do: how often it was offered, and taken."""
    return _frame([msgspec.structs.asdict(it) for it in deeds_used(study)], ("name", "offered", "taken", "rate"))


def traits(study: Study) -> polars.DataFrame:
    """A row for each trait: what one more of it is worth, in points of winning chances."""
    model = fitted(study)
    found = [msgspec.structs.asdict(it) for it in (*model.worths, model.first) if it] if model else []
    return _frame(found, ("trait", "points", "low", "high", "matchups"))


def matchups(study: Study) -> polars.DataFrame:
    """A row for each pair of sides: how often the first wins."""
    _, cells = matrix_of(study) if study.design.about == "matchups" else ([], {})
    rows = [
        {"side": one, "against": other, "wins": wins, "matches": many} for (one, other), (wins, many) in cells.items()
    ]
    return _frame(rows, ("side", "against", "wins", "matches"))


def tables(study: Study, known: Sequence[str] = ()) -> dict[str, polars.DataFrame]:
    """All of them, by name; those that this study has nothing for are left out."""
    found = {
        "matches": matches(study),
        "settings": settings(study),
        "comparisons": comparisons(study),
        "rules": rules(study, known),
        "deeds": deeds(study),
        "traits": traits(study),
        "matchups": matchups(study),
    }
    return {name: frame for name, frame in found.items() if frame.height}


def write_tables(study: Study, folder: Path, known: Sequence[str] = ()) -> list[Path]:
    """All tables as CSV and Parquet."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, frame in tables(study, known).items():
        frame.write_csv(folder / f"{name}.csv")
        frame.write_parquet(folder / f"{name}.parquet")
        written += [folder / f"{name}.csv", folder / f"{name}.parquet"]
    return written


def write_report(study: Study, out: Path, known: Sequence[str] = ()) -> list[Path]:
    """The page of a study, and its tables in a folder beside it."""
    from adjudge.lab.page import page

    text = page(study, known)
    try:
        out.write_text(text, "utf-8")
        return [out, *write_tables(study, out.with_name(f"{out.stem}-tables"), known)]
    except OSError as error:
        raise BadInput("--out", str(out), f"a file that can be written ({(error.strerror or '').lower()})") from None
