"""Matches as plain JSON files that a person can read.

The first line names the format and holds a digest of all that follows it, so that a file that was cut, edited or
mangled on its way is found out and refused with one sentence. A file is replaced in one step and only by the same
match: what is damaged, foreign or another match's is left as it is.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.errors import BadInput, DamagedFile
from adjudge.engine.game import Game
from adjudge.engine.log import FORMAT, FORMAT_VERSION, Header, Saved
from adjudge.engine.match import Match
from adjudge.store.errors import MatchExists, StoreFailed

MOST_BYTES = 64 * 1024 * 1024

_FIRST_LINE = re.compile(rb'\{"format": "([^"\n]{1,40})", "format_version": (\d{1,9}), "digest": "([0-9a-f]{64})",\n')

_COMMANDS = re.compile(
    rb"(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|\xc2[\x80-\x9f]|\x7f"
)
"""Control characters in JSON text, spelled out or as they are; tabs and the ends of lines are none."""


class _Heading(Struct, frozen=True):
    """As much of a file as tells whose it is."""

    header: Header


def read(path: str | Path, game: Game[Any] | None = None) -> Match[Any]:
    """The match in a file, at its present question; the game is found among the installed ones if it is not given."""
    saved: Saved = _decode(Path(path), _checked(Path(path)), Saved)
    return Match.load(saved, game)


def read_with_battles(path: str | Path, game: Game[Any] | None = None) -> tuple[Match[Any], list[Match[Any]]]:
    """The match in a file, and of a campaign the battles that were fought for it."""
    saved: Saved = _decode(Path(path), _checked(Path(path)), Saved)
    return Match.load(saved, game), [Match.load(it) for it in saved.battles]


def decode(content: bytes) -> Saved:
    """A match from the text of a file that came from somewhere, with its battles."""
    if len(content) > MOST_BYTES:
        raise DamagedFile(f"the file has more than {MOST_BYTES:,} bytes")
    name = Path("the file")
    return _decode(name, _sound(name, content), Saved)  # type: ignore[no-any-return]


def write(match: Match[Any], path: str | Path, battles: Sequence[Match[Any]] = ()) -> None:
    """Puts a match into a file, in one step: whatever happens, the file holds the old match or the new one, whole.

    A campaign takes its `battles` along."""
    content = encode(match, battles)
    if len(content) > MOST_BYTES:
        raise StoreFailed(f"{path} cannot be written: the match takes more than {MOST_BYTES:,} bytes")
    try:
        target = Path(path).resolve()
        _refuse_another(match, target)
        _replace(target, content)
    except (OSError, ValueError) as error:  # a path with a null character is a ValueError
        raise StoreFailed(f"{str(path)!r} cannot be written: {_reason(error)}") from None


def encode(match: Match[Any], battles: Sequence[Match[Any]] = ()) -> bytes:
    """The text of a file: the header spread out, then one entry of the log, one turn and one battle on each line."""
    saved = match.save()
    header = msgspec.json.format(msgspec.json.encode(saved.header), indent=2).replace(b"\n", b"\n  ")
    body = b"".join(
        (
            b'  "header": ' + header,
            b',\n  "secret": ' + msgspec.json.encode(saved.secret),
            b',\n  "log": ' + _lines(saved.log),
            b',\n  "turns": ' + _lines(saved.turns),
            b',\n  "battles": ' + _lines(tuple(it.save() for it in battles)) if battles else b"",
            b"\n}\n",
        )
    )
    digest = sha256(body).hexdigest()
    return f'{{"format": "{FORMAT}", "format_version": {FORMAT_VERSION}, "digest": "{digest}",\n'.encode() + body


def _lines(items: tuple[Any, ...]) -> bytes:
    lines = b",\n".join(b"    " + msgspec.json.encode(item) for item in items)
    return b"[\n" + lines + b"\n  ]" if items else b"[]"


def _checked(path: Path) -> bytes:
    """The bytes of a file whose format is known and whose digest is right."""
    return _sound(path, _bytes(path))


def _sound(path: Path, content: bytes) -> bytes:
    first = _FIRST_LINE.match(content)
    if first is None or first[1] != FORMAT.encode():
        raise DamagedFile(f"{path} is not a saved match of adjudge, or its beginning is damaged")
    if not 1 <= int(first[2]) <= FORMAT_VERSION:
        raise DamagedFile(
            f"{path} has format version {int(first[2])}, this version of adjudge reads up to {FORMAT_VERSION}"
        )
    if sha256(memoryview(content)[first.end() :]).hexdigest().encode() != first[3]:
        raise DamagedFile(f"{path} is damaged: it was cut or changed since it was saved")
    if _COMMANDS.search(content):
        raise DamagedFile(f"{path} holds characters that command a terminal, which no match of adjudge has")
    return content


def _bytes(path: Path) -> bytes:
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput("file", str(path), "a plain file")
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput("file", str(path), f"a file that can be read ({_reason(error)})") from None
    if len(content) > MOST_BYTES:
        raise DamagedFile(f"{path} is not a saved match of adjudge: it is larger than {MOST_BYTES:,} bytes")
    return content


def _open_without_waiting(path: str, flags: int) -> int:
    """A pipe would wait for its other end for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _decode(path: Path, content: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise DamagedFile(f"{path} cannot be read: {error}") from None


def _refuse_another(match: Match[Any], target: Path) -> None:
    """Only a whole save of the same match may be replaced."""
    if not os.path.lexists(target):
        return
    there = _decode(target, _checked(target), _Heading).header.id
    if there != match.header.id:
        raise MatchExists(f"{target} holds another match ({there!r}) and is left as it is")


def _replace(target: Path, content: bytes) -> None:
    """Writes beside the target, waits for the disk, then takes the target's place.

    The file stays readable for its owner alone: it holds the secret that the dice follow from.
    """
    handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk only when its folder is. Windows neither can nor needs to."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
