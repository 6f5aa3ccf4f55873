"""Words that sentences of every game need."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


def several(number: int, one: str, many: str = "") -> str:
    """A number of things, with the right plural.

    >>> several(1, "die", "dice"), several(2, "die", "dice"), several(0, "wound"), several(1200, "branch", "branches")
    ('1 die', '2 dice', '0 wounds', '1,200 branches')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(names: Sequence[str], conjunction: str = "and") -> str:
    """Names as one says them.

    >>> listed(["akula"]), listed(["akula", "mdrg"]), listed(["akula", "mdrg", "rdz"], "or")
    ('akula', 'akula and mdrg', 'akula, mdrg or rdz')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


def named(text: str, names: Mapping[str, str] | None = None) -> str:
    """A sentence with the names of seats where their ids stand in braces. Rules know seats, not who sits there;
    where nobody does, as at the desk, seats are called by their ids.

    >>> named("{blue} holds the field", {"blue": "Anna"}), named("a set {1, 2} of {red}", {"blue": "Anna"})
    ('Anna holds the field', 'a set {1, 2} of {red}')
    """
    if "{" not in text:
        return text
    return re.sub(r"\{([\w-]+)\}", lambda it: it[1] if names is None else names.get(it[1], it[0]), text)
