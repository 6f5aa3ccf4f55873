"""Names that pretend to be somebody else: the umpire or the host, in whatever letters."""

from __future__ import annotations

import unicodedata

LOOKALIKES = str.maketrans(
    {
        **dict(zip("аеорсухіјѕмтнквгп", "aeopcyxijsmthkbrn", strict=True)),  # Cyrillic
        **dict(zip("αεορυικτνμηρ", "aeopuiktvmnp", strict=True)),  # Greek
        **dict(zip("0134578$@|!ıɪʀᴇᴍᴘᴜ", "oieastbsaiiiirempu", strict=True)),
        "l": "i",
        "v": "u",
    }
)


def pretends(name: str) -> bool:
    """Whether a name could be taken for the umpire's or the host's."""
    letters = _skeleton(name)
    return _UMPIRE in letters or letters == _HOST


def _skeleton(name: str) -> str:
    """A name as a quick glance sees it: plain small letters and nothing between them."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in plain.replace("rn", "m") if letter.isalpha())


_UMPIRE, _HOST = _skeleton("umpire"), _skeleton("host")
