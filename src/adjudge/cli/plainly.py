"""Terminals and files that know no signs beyond ASCII get one that looks like it, never a question mark."""

from __future__ import annotations

import codecs
import sys
import unicodedata

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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME)
