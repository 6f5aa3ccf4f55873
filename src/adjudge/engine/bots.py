"""Bots by name, and bots with parameters: `hold:25`, `warlord:bold=0.3`.

A bot is a function of one question. One that can be set differently is a `Tunable`: its parameters are a struct, so
that they have types, ranges, defaults and a sentence each, and every edge (command line, browser, lab) refuses what is
wrong in the same words. Bots that play any game are found by the entry-point group `adjudge.bots`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.inputs import convert, meant, one_of
from adjudge.engine.table import Asked, Bot

ENTRY_POINTS = "adjudge.bots"


class Tunable:
    """A bot with parameters. Asked as it is, it plays by their defaults."""

    def __init__(self, params: type[Struct], make: Callable[[Any], Bot], about: str = "") -> None:
        self.params, self._make, self.about = params, make, about

    @cached_property
    def plain(self) -> Bot:
        """The bot by the defaults of its parameters."""
        return self._make(self.params())

    def __call__(self, asked: Asked) -> Any:
        return self.plain(asked)

    def tuned(self, name: str, given: str) -> Bot:
        """The bot by parameters as a person types them: values in their order, or `name=value`, with commas between."""
        return self._make(convert(self.params, self._assigned(name, given), f"bot {name}"))

    def _assigned(self, name: str, given: str) -> dict[str, Any]:
        fields = [field.encode_name for field in msgspec.structs.fields(self.params)]
        assigned: dict[str, Any] = {}
        for number, part in enumerate(given.split(",")):
            key, equals, value = part.partition("=")
            called = key.strip() if equals else fields[number] if number < len(fields) else ""
            called = meant(called, fields) or called
            if called not in fields:
                raise BadInput(f"bot {name}", part, f"a value for {one_of(called, fields)}")
            if called in assigned:
                raise BadInput(f"bot {name}", part, f"{called} only once")
            assigned[called] = (value if equals else key).strip()
        return assigned


AnyGameBot = Callable[[Any], Bot]
"""A bot that plays any game: made for the game that it is to play."""


@cache
def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def names_for_any_game() -> tuple[str, ...]:
    """The bots that play whatever game there is, `random` apart."""
    return tuple(sorted(_offered()))


@cache
def _maker(name: str) -> AnyGameBot:
    return _offered()[name].load()  # type: ignore[no-any-return]


def for_any_game(name: str, game: Any) -> Bot:
    """The bot of that name, made for a game."""
    return _maker(name)(game)


def find_bot(called: str, known: Mapping[str, Bot], game: Any) -> Bot:
    """The bot that a name with its parameters means, among those of a game and those for any game."""
    name, colon, given = called.partition(":")
    names = (*known, *(it for it in names_for_any_game() if it not in known))
    found = meant(name, names)
    if found is None:
        raise BadInput("bot", called, one_of(name, sorted(names)))
    bot = known[found] if found in known else for_any_game(found, game)
    if not colon:
        return bot.plain if isinstance(bot, Tunable) else bot
    if not isinstance(bot, Tunable):
        raise BadInput("bot", called, f"{found} alone: it has no parameters")
    return bot.tuned(found, given)


def tunable(name: str, known: Mapping[str, Bot], game: Any) -> Tunable | None:
    """The bot of that name if it has parameters."""
    bot = known.get(name) or (for_any_game(name, game) if name in names_for_any_game() else None)
    return bot if isinstance(bot, Tunable) else None
