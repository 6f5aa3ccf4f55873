"""Results at rest: a file of JSON lines. First the study with all its settings, then a line for every match.

Lines are only ever added, so a file survives whatever ends the program; a line that was cut short is left out when it
is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec import Struct

from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.lab.playing import Row

if TYPE_CHECKING:
    from adjudge.lab.study import Design, Study

FORMAT = "adjudge results 1"
MOST_BYTES = 2_000_000_000


class Run(Struct, frozen=True, omit_defaults=True, tag="run", tag_field="kind"):
    """One sitting: who played, for how long, and how many matches."""

    workers: int
    seconds: float
    matches: int
    on: str = ""


class BadResults(AdjudgeError):
    """A file holds no results, or results that do not go together. Cure: what the message says."""


class Appending:
    """A file that is written to as matches are played; nothing is written without a path."""

    def __init__(self, path: Path | None, design: Design, *, fresh: bool) -> None:
        self._file = None
        if path is None:
            return
        try:
            if fresh:
                path.write_bytes(msgspec.json.encode(msgspec.structs.replace(design, format=FORMAT)) + b"\n")
            else:
                _drop_what_was_cut_short(path)
            self._file = path.open("ab")
        except OSError as error:
            raise BadInput(
                "--out", str(path), f"a file that can be written ({(error.strerror or '').lower()})"
            ) from None

    def write(self, lines: Sequence[Row | Run]) -> None:
        if self._file is not None and lines:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


def _drop_what_was_cut_short(path: Path) -> None:
    """The last line, if whoever wrote it was killed in the middle of it."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole != len(data):
        with path.open("r+b") as file:
            file.truncate(whole)


def lines_of(study: Study) -> bytes:
    """A study as its file holds it."""
    head = msgspec.structs.replace(study.design, format=FORMAT)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *study.rows, *study.runs))


def read(path: Path, *, to_go_on: bool = False) -> Study:
    """A study with everything that its file tells of it; or with what can be gone on from."""
    from adjudge.lab.study import Study

    design, lines = _lines(path)
    study = Study(design)
    rows = [it for it in lines if isinstance(it, Row)]
    if to_go_on:
        study.take_again(rows)
    else:
        study.take_all(rows)
    study.runs += [it for it in lines if isinstance(it, Run)]
    return study


def _lines(path: Path) -> tuple[Design, list[Row | Run]]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadResults(f"{path} is too large: {MOST_BYTES:,} bytes are the most")
        whole = path.read_bytes()
    except OSError as error:
        raise BadInput("FILE", str(path), f"a file that can be read ({(error.strerror or '').lower()})") from None
    return _parsed(whole, path)


def study_in(lines: bytes) -> Study:
    """The study that `lines_of` made lines of."""
    from adjudge.lab.study import Study

    design, found = _parsed(lines, "this")
    study = Study(design)
    study.take_all([it for it in found if isinstance(it, Row)])
    study.runs += [it for it in found if isinstance(it, Run)]
    return study


def _parsed(whole: bytes, path: Path | str) -> tuple[Design, list[Row | Run]]:
    from adjudge.lab.study import Design

    first, *rest = whole[: whole.rfind(b"\n")].split(b"\n") if b"\n" in whole else [whole]
    try:
        design = msgspec.json.decode(first, type=Design)
        reader: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Row | Run)
        lines = [reader.decode(line) for line in rest if line]
    except msgspec.MsgspecError as error:
        raise BadResults(f"{path} holds no results of the lab ({error})") from None
    if design.format != FORMAT:
        raise BadResults(f"{path} is of another kind: {design.format!r}; this is {FORMAT!r}")
    return design, lines


def same_question(one: Design, other: Design) -> str:
    """What two studies differ in that would have to be the same; nothing if their results go together."""
    for name in ("game", "version", "seed", "arms", "contrasts", "goal", "margin", "stops"):
        if getattr(one, name) != getattr(other, name):
            return {"arms": "settings", "contrasts": "comparisons", "goal": "what is measured"}.get(name, name)
    return ""


def merged(paths: Sequence[Path]) -> Study:
    """The results of several machines as one study, in the order of their numbers. The same match twice counts once."""
    from adjudge.lab.study import Study

    files = [_lines(path) for path in paths]
    first = files[0][0]
    matches: dict[tuple[int, int], Row] = {}
    for path, (design, lines) in zip(paths, files, strict=True):
        if what := same_question(first, design):
            raise BadResults(f"{path} differs from {paths[0]} in its {what}: only parts of one study can be merged")
        for row in lines:
            if isinstance(row, Row) and matches.setdefault((row.number, row.arm), row) != row:
                raise BadResults(f"{path} and another file tell game {row.number} differently: is the game the same?")
    numbers = sorted({number for number, _ in matches})
    start = numbers[0] if numbers else 0
    span = numbers[-1] + 1 - start if numbers else first.games
    study = Study(msgspec.structs.replace(first, first=start, games=span))
    study.take_all([matches[key] for key in sorted(matches)])
    study.runs += [it for _, lines in files for it in lines if isinstance(it, Run)]
    return study


def write(study: Study, path: Path) -> None:
    """A whole study as a file."""
    with Appending(path, study.design, fresh=True) as file:
        file.write(study.rows)
        file.write(study.runs)
