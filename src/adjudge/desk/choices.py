"""How seats are taken to choose where nobody sits: by rule id, by a bot, evenly, or as the game's own policy does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from adjudge.engine.errors import BadInput, IllegalAnswer
from adjudge.engine.game import Game
from adjudge.engine.inputs import one_of
from adjudge.engine.table import Asked, random_bot
from adjudge.odds import Policy, fixed, uniform

UNIFORM = "uniform"


class Choices(Struct, frozen=True):
    """What was said about choices: answers by the rule that asks, and who makes the others.

    `rest` is the name of a bot, or `uniform` for every option alike. Left empty, odds are worked out as the game's own
    policy plays, and a ruling asks the person at the desk.
    """

    by_rule: Mapping[str, Any] = {}
    rest: str = ""

    def check(self, game: Game[Any]) -> None:
        """Refuses rules and bots that the game does not have."""
        for rule in self.by_rule:
            if rule not in game.rule_ids:
                raise BadInput("policy", rule, f"a rule id of {game.id}: {one_of(rule, sorted(game.rule_ids))}")
        if self.rest not in ("", UNIFORM, *game.own_bots()):
            allowed = f"a rule with its answer, {UNIFORM}, or a bot: {', '.join(game.own_bots())}"
            raise BadInput("policy", self.rest, allowed)

    def policy(self, game: Game[Any], *, lots: bool = False) -> Watched:
        """The policy for odds. `lots`: it is for an estimate, where it may draw lots."""
        self.check(game)
        even: Policy = random_bot if lots else uniform
        rest = even if self.rest == UNIFORM else game.bot(self.rest) if self.rest else game.policy
        return Watched(self.by_rule, rest)

    def chooser(self, game: Game[Any]) -> Policy:
        """For one ruling: what was chosen for the rule where that is possible, else the bot that was named."""
        self.check(game)
        rest = fixed({}, None if not self.rest else random_bot if self.rest == UNIFORM else game.bot(self.rest))

        def choose(asked: Asked) -> Any:
            try:
                return asked.question.check(self.by_rule[asked.rule], asked.rule)
            except (KeyError, IllegalAnswer):
                return rest(asked)

        return choose


class Watched:
    """A policy that notes which rules asked it, so that one that was given for nothing is found."""

    def __init__(self, by_rule: Mapping[str, Any], rest: Policy | None) -> None:
        self._by_rule = by_rule
        self._choose = fixed(by_rule, rest)
        self.asked: set[str] = set()

    def __call__(self, asked: Asked) -> Any:
        self.asked.add(asked.rule)
        return self._choose(asked)

    def demand_use(self) -> None:
        """Refuses an answer to a rule that nobody was ever asked by: it would change nothing, and say nothing."""
        for rule in self._by_rule:
            if rule not in self.asked:
                heard = ", ".join(sorted(self.asked))
                allowed = f"a rule that asks in this situation: {heard}" if heard else "nothing: here nobody is asked"
                raise BadInput("policy", rule, allowed)
