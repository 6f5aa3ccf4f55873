"""Terminals and files that know no signs beyond ASCII get one that looks like it, never a question mark."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping

NAME = "adjudge.plainly"

ALIKE = str.maketrans(
    {
        **dict.fromkeys("█▓", "#"),
        **dict.fromkeys("▒░", "%"),
        **dict.fromkeys("♣", "^"),
        **dict.fromkeys("≈", "~"),
        **dict.fromkeys("•·∙", "."),
        **dict.fromkeys("─━═╌", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛╔╗╚╝", "+"),
        **dict.fromkeys("▸▶→»", ">"),
        **dict.fromkeys("◀←«", "<"),
        **dict.fromkeys("°", "'"),
        **dict.fromkeys("✗×", "x"),  # noqa: RUF001
        **dict.fromkeys("✓◆⚄▪★¤", "*"),
        **dict.fromkeys("⋮", ":"),
        **dict.fromkeys("–—−", "-"),  # noqa: RUF001
        **dict.fromkeys("…", "."),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("‘’", "'"),  # noqa: RUF001
        **dict.fromkeys("↑", "^"),
        **dict.fromkeys("↓", "v"),
        **dict.fromkeys("§", "S"),
    }
)
"""One sign for one sign: columns stay where they are."""


def plainly(text: str) -> str:
    """A text in ASCII, as long as before.

    >>> plainly("█♣ 2 → 3 … Zoë ☃")
    '#^ 2 > 3 . Zoe *'
    """
    return "".join(_plain(sign) for sign in text.translate(ALIKE))


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign
    base = unicodedata.normalize("NFKD", sign)[0]
    return base if base.isascii() else "*"


def _alike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plainly(error.object[error.start : error.end]), error.end


codecs.register_error(NAME, _alike)


def speak_plainly() -> None:
    """What standard output and standard error cannot encode is written as what looks like it."""
    encoding = {"encoding": "ascii"} if wants_ascii(os.environ) else {}
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME, **encoding)


def wants_ascii(environment: Mapping[str, str]) -> bool:
    """Whether somebody asked for the C locale. Python would write UTF-8 there all the same, and says so in LC_CTYPE.

    >>> wants_ascii({"LANG": "C"}), wants_ascii({"LANG": "en_GB.UTF-8"}), wants_ascii({})
    (True, False, False)
    >>> wants_ascii({"LC_ALL": "C.UTF-8", "LANG": "C"}), wants_ascii({"LANG": "C", "PYTHONUTF8": "1"})
    (False, False)
    """
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return False
    return (environment.get("LC_ALL") or environment.get("LANG", "")) in ("C", "POSIX")
