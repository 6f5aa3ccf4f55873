"""What forecasts and procedures come to, as data; `wording` puts it into words."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Foretold(Struct, frozen=True):
    """What a roll will come to: the result, and how many issues it is sure to bring."""

    result: str
    issues: int = 0


class Decided(Struct, frozen=True, omit_defaults=True):
    """What a contest or challenge comes to at the desk: the result and all that it brings."""

    result: str
    kind: Literal["contest", "challenge"] = "contest"
    clauses: int = 0
    issues: int = 0
    complications: int = 0
