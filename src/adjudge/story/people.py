"""Who is who: one person has one name, however it is typed."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize


def folded(name: str) -> str:
    """A name without what people type differently: capitals, blanks, accents put together or apart."""
    return " ".join(normalize("NFKC", name).casefold().split())


def is_same(one: str, other: str) -> bool:
    return folded(one) == folded(other)


def is_among(name: str, known: Iterable[str]) -> bool:
    return any(is_same(name, other) for other in known)


def spelled(name: str, known: Iterable[str]) -> str:
    """A name as the table spells it; one that nobody has yet, as it was typed."""
    return next((other for other in known if is_same(name, other)), " ".join(name.split()))
