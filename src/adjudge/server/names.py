"""Names that pretend to be somebody else: the umpire or the host, in whatever letters."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

from __future__ import annotations

import re
import unicodedata

CAPITALS = str.maketrans(
    {
        **dict(zip("АВЕНКМОРСТУХІЈЅ", "abehkmopctyxijs", strict=True)),  # Cyrillic
        **dict(zip("ΑΒΕΗΙΚΜΝΟΡΤΥΧ", "abehikmnoptyx", strict=True)),  # Greek
        **dict(zip("ꓴꓟꓑꓲꓣꓰꓧꓳꓢꓔ", "umpirehost", strict=True)),  # Lisu
        **dict(zip("ᑌᎷᏢᎥᏒᎬᎻᏚᎢ", "umpirehst", strict=True)),  # Cherokee and others
    }
)
LOOKALIKES = str.maketrans(
    {
        **dict(zip("аеорсухіјѕмтнквгп", "aeopcyxijsmthkbrn", strict=True)),  # Cyrillic
        **dict(zip("αεορυικτνμηρ", "aeopuiktvmnp", strict=True)),  # Greek
        **dict(zip("0134578$@|!ıɪʀᴇᴍᴘᴜ", "oieastbsaiiiirempu", strict=True)),
        "l": "i",
        "v": "u",
    }
)
ANY = "?"
"""A sign that is no letter we know: it may look like any."""


def pretends(name: str) -> bool:
    """Whether a name could be taken for the umpire's or the host's."""
    words = [name, *re.split(r"[\s:,.;]+", name)]
    return _holds(_skeleton(name), _UMPIRE) or any(_is_like(_skeleton(word), _HOST) for word in words)


def _skeleton(name: str) -> str:
    """A name as a quick glance sees it: plain small letters and nothing between them."""
    plain = unicodedata.normalize("NFKD", name).translate(CAPITALS).casefold().translate(LOOKALIKES)
    return "".join(filter(None, map(_seen, plain.replace("rn", "m"))))


def _seen(sign: str) -> str:
    if sign.isascii():
        return sign if sign.isalpha() else ""
    return "" if unicodedata.combining(sign) or not sign.isprintable() or sign.isspace() else ANY


def _holds(letters: str, word: str) -> bool:
    return any(_is_like(letters[at : at + len(word)], word) for at in range(len(letters) - len(word) + 1))


def _is_like(letters: str, word: str) -> bool:
    """Whether it is that word, of which less than half may be signs that we do not know."""
    if len(letters) != len(word) or 2 * letters.count(ANY) >= len(word):
        return False
    return all(one in (other, ANY) for one, other in zip(letters, word, strict=True))


_UMPIRE, _HOST = _skeleton("umpire"), _skeleton("host")
