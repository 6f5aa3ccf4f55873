"""Single dice that decide one thing."""

from __future__ import annotations

from functools import cache

from adjudge.engine import Reading, total


@cache
def on_or_more(needed: int, what: str) -> Reading[bool]:
    """Whether a die shows this or more."""
    return total(1).map(lambda face: face >= needed, f"d6, {what} on {needed}+").saying(_yes_or_no)


@cache
def on_a_one(what: str) -> Reading[bool]:
    """Whether a die shows a 1."""
    return total(1).map(lambda face: face == 1, f"d6, {what} on a 1").saying(_yes_or_no)


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"
