"""The difference between two plain documents, as a plain document: small where little changed.

What is kept of a match must not grow with its length times the size of its state. A journal that only grows, or has a
line changed now and then, is told by its new lines.

>>> before, after = {"scene": 1, "journal": ["a", "b"]}, {"scene": 2, "journal": ["a", "B", "c"]}
>>> delta(before, after)
{'~': {'scene': {'=': 2}, 'journal': {'#': 3, '~': {'1': {'=': 'B'}}, '+': ['c']}}}
>>> applied(before, delta(before, after)) == after
True
"""

from __future__ import annotations

from typing import Any

Delta = dict[str, Any]
"""`=` something else altogether; else `#` how long a list is, `-` keys that are gone, `~` what changed, `+` what came
behind."""


def delta(before: Any, after: Any) -> Delta:
    """What makes the one of the other; empty if they are equal."""
    if type(before) is not type(after):
        return {"=": after}
    if isinstance(before, dict):
        return _of_maps(before, after)
    if isinstance(before, list):
        return _of_lists(before, after)
    return {} if before == after else {"=": after}


def _of_maps(before: dict[str, Any], after: dict[str, Any]) -> Delta:
    if [key for key in before if key in after] != list(after)[: len(before.keys() & after.keys())]:
        return {"=": after}  # a state may tell by the order of its keys
    found: Delta = {}
    if gone := [key for key in before if key not in after]:
        found["-"] = gone
    if changed := {key: change for key in before if key in after and (change := delta(before[key], after[key]))}:
        found["~"] = changed
    if came := {key: value for key, value in after.items() if key not in before}:
        found["+"] = came
    return found


def _of_lists(before: list[Any], after: list[Any]) -> Delta:
    both = range(min(len(before), len(after)))
    changed = {str(at): change for at in both if (change := delta(before[at], after[at]))}
    if not changed and len(before) == len(after):
        return {}
    found: Delta = {"#": len(after)}
    if changed:
        found["~"] = changed
    if len(after) > len(before):
        found["+"] = after[len(before) :]
    return found


def applied(before: Any, change: Delta) -> Any:
    """What the change makes of a document; the document itself stays as it is. `ValueError` if they do not fit."""
    if not isinstance(change, dict):
        raise ValueError(f"{type(change).__name__} is no change of a document")
    if not change:
        return before
    if "=" in change:
        return change["="]
    try:
        return _list(before, change) if isinstance(before, list) else _map(before, change)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"a change does not fit what it was made for: {error!r}") from None


def _map(before: dict[str, Any], change: Delta) -> dict[str, Any]:
    gone, changed = change.get("-", ()), change.get("~", {})
    kept = {key: applied(value, changed.get(key, {})) for key, value in before.items() if key not in gone}
    return {**kept, **change.get("+", {})}


def _list(before: list[Any], change: Delta) -> list[Any]:
    result = [*before[: change["#"]], *change.get("+", ())]
    for at, inner in change.get("~", {}).items():
        result[int(at)] = applied(before[int(at)], inner)
    return result
