"""How a bot finds its way on the floor: by what an offer is, never by what it is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudge.engine import Asked, Choose, ChooseSome, Deed, Write

Menu = dict[str, Deed]
"""The options of a question by their keys, with what each is."""


def menu_of(asked: Asked) -> Menu:
    """Every option of a menu that says what it is."""
    question = asked.question
    if not isinstance(question, Choose):
        return {}
    deeds = {key: question.about(key) for key in question.options}
    return {key: deed for key, deed in deeds.items() if deed is not None}


def due(menu: Menu, order: Iterable[str]) -> str | None:
    """What others wait for, the preferred first: `tell`, or `means/quality` for a deed whose item begins so."""
    waiting = {key: deed for key, deed in menu.items() if deed.facts.get("nature") == "now"}
    if not waiting:
        return None
    return next((key for wanted in order for key, deed in waiting.items() if _is(deed, wanted)), next(iter(waiting)))


def _is(deed: Deed, wanted: str) -> bool:
    kind, _, item = wanted.partition("/")
    return deed.kind == kind and deed.item.startswith(item)


def initiative(menu: Menu, wanted: Iterable[str]) -> str | None:
    """The first of these things that one may do of one's own accord, in one's own name."""
    own = {deed.kind: key for key, deed in menu.items() if deed.facts.get("nature") == "do" and not deed.figure}
    return next((own[kind] for kind in wanted if kind in own), None)


def remark(menu: Menu, kind: str) -> str | None:
    """A remark of that kind, if one can be made."""
    return next((key for key, deed in menu.items() if deed.kind == kind and not deed.facts.get("nature")), None)


def plain_answer(asked: Asked) -> Any:
    """The suggestion, as much as may be chosen, what is open carried over, or anything."""
    question = asked.question
    if isinstance(question, Write) and (question.suggestion or question.optional):
        return "" if question.optional else question.suggestion
    if isinstance(question, ChooseSome):
        return tuple(question.options[: max(question.least, min(question.most, 2))])
    if isinstance(question, Choose) and "carry" in question.options:
        return "carry"
    return question.sample(asked.rng)
