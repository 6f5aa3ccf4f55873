"""Special rules: skills, Mutations, features, equipment, effects, each as one small object beside its words.

A special rule is an object of a class derived from `Special`, registered under its id with `@special`. It answers the
moments it means, which are declared beside the procedures that ask; `voices` finds the objects of the rules that a
model has. A rule adds to the core rules or overrides them only for the model that has it
(ability.special-rules-general).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from adjudge.engine.moments import Voices, any_of
from adjudge.games.mdrg.book import GEAR, SPECIALS, split

if TYPE_CHECKING:
    from adjudge.games.mdrg.party import Profile
    from adjudge.games.mdrg.state import Battle

C = TypeVar("C", bound="type[Special]")


class Special:
    """A special rule. Its detail is what stands in brackets behind its name."""

    lasts = False
    """Whether it is something that comes over a model and stays for a while."""

    def __init__(self, id: str, detail: str = "") -> None:
        self.id, self.detail = id, detail

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.detail!r})"

    @property
    def rule(self) -> str:
        """The rule to cite for it."""
        entry = SPECIALS.get(self.id) or GEAR.get(self.id)
        return entry.rule if entry else self.id


@any_of
def marks(profile: Profile) -> bool:
    """Whether a mark on the record sheet gives the model the rule, besides all that is listed there."""


_KNOWN: dict[str, type[Special]] = {}


def special(*ids: str) -> Callable[[C], C]:
    """Registers a class under the ids of the special rules it stands for."""

    def register(kind: C) -> C:
        for id in ids:
            assert id not in _KNOWN, f"{id} is registered twice"
            _KNOWN[id] = kind
        return kind

    return register


def effects() -> tuple[str, ...]:
    """The special rules that come over a model in play and stay for a while."""
    return tuple(id for id, kind in _KNOWN.items() if kind.lasts)


def is_special(id: str) -> bool:
    """Whether something is registered under an id."""
    return id in _KNOWN


@lru_cache(maxsize=4096)
def marked(profile: Profile) -> tuple[str, ...]:
    """The special rules that a model has by a mark on its record sheet."""
    return tuple(one.id for one, is_so in marks.said(_everything(), profile) if is_so)


@cache
def _everything() -> Voices:
    return voices(tuple(_KNOWN))


@cache
def voice(rule: str) -> Special:
    """The object of a special rule, from its id with detail."""
    id, detail = split(rule)
    return _KNOWN.get(id, Special)(id, detail)


@cache
def voices(rules: tuple[str, ...]) -> Voices:
    """The objects of special rules, in the order in which the model got them."""
    return Voices(map(voice, rules))


@cache
def one_voice(rule: str) -> Voices:
    """The object of one special rule, to be asked by itself."""
    return voices((rule,))


def occasion(state: Battle) -> Voices:
    """The scenario that is played, which answers moments of its own; in a plain battle nobody does."""
    return one_voice(state.scenario)


def first_word(said: Iterable[tuple[Any, str | None]]) -> str:
    """The first answer that is more than nothing."""
    return next((word for _, word in said if word), "")
