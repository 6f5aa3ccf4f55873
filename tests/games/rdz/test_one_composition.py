"""A rule has one composition: for situations out of real matches the desk, the forecast beside the option, and a count
over all branches of the live turn give the same fractions.

The matches are played by bots. Wherever a Regulator chooses a weapon or a target, each option is worked out three ways:
by its forecast; by going on from there with the turn itself, through all branches, until the attack is resolved; and by
telling the desk the situation as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from adjudge.check.compositions import _Joined
from adjudge.check.plays import answers_of
from adjudge.engine import Match
from adjudge.engine.match import Moment
from adjudge.games.rdz import game
from adjudge.games.rdz.books import Weapon, rosters
from adjudge.games.rdz.outcomes import OUT, Toll, worst
from adjudge.games.rdz.prospects import nearest_to_its_end
from adjudge.games.rdz.rules.attack import caught_by, resolve_area, resolve_attack, shots_of
from adjudge.games.rdz.state import Figure, Patrol
from adjudge.odds import distribution, of_procedure

MATCHES = [f"one composition {number}".encode() for number in range(6)]
MOST = 50
"""Situations of a kind."""


class Situation(NamedTuple):
    """A place in a match at which an option is offered."""

    match: Match[Patrol]
    position: int
    key: str

    @property
    def state(self) -> Patrol:
        return moment(self.match, self.position).state

    @property
    def question(self) -> Any:
        pending = moment(self.match, self.position).pending
        assert pending is not None
        return pending.question

    @property
    def deed(self) -> Any:
        return self.question.about(self.key)

    def foreseen(self) -> dict[Any, Any]:
        """The odds that a screen shows beside the option."""
        return distribution(self.question.forecast(self.key), self.state, policy=game.policy).chances

    def played(self, read: Callable[[Any, tuple[Any, ...], Any], Any]) -> dict[Any, Any]:
        """The live turn from here on, with this option, until `read` makes something of the steps that return."""

        def rule(table: Any) -> Any:
            try:
                game.turn(Onward(table, self.match.table_at(self.position), self.key, read))
            except Reached as reached:
                return reached.outcome
            return "never resolved"

        return distribution(rule, None, policy=game.policy, budget=20_000).chances


@cache
def moment(match: Match[Patrol], position: int) -> Moment[Patrol]:
    return match.look(position)


class Reached(BaseException):
    def __init__(self, outcome: Any) -> None:
        super().__init__()
        self.outcome = outcome


class Onward(_Joined):
    """A turn that leaves its rule as soon as the steps it has taken tell what is asked."""

    __slots__ = ("_read",)

    def __init__(self, odds: Any, live: Any, choice: Any, read: Callable[[Any, tuple[Any, ...], Any], Any]) -> None:
        super().__init__(odds, live, choice)
        self._read = read

    def step(self, rule: Any, *args: Any, **kwargs: Any) -> Any:
        result = rule(self, *args, **kwargs)
        outcome = self._read(rule, args, result) if self.has_chosen else None
        if outcome is not None:
            raise Reached(outcome)
        return result


def rule_of(step: Any) -> Any:
    return step.__wrapped__


@cache
def matches() -> list[Match[Patrol]]:
    options = {"target": 6, "finish": True}
    return [Match.new(game, secret, options=options, bots={"captain": "captain"}) for secret in MATCHES]


@cache
def situations(rule: str, kind: str) -> list[Situation]:
    """Places at which an option of that kind is offered, spread over all the matches."""
    found = [
        Situation(match, position, key)
        for match in matches()
        for position, entry in answers_of(match)
        if entry.rule == rule
        for key in entry.asked[1]
    ]
    chosen = found[:: max(1, len(found) // (3 * MOST))]
    return [it for it in chosen if it.deed is not None and it.deed.kind == kind][:MOST]


# ---------------------------------------------------------------------- a situation as a person would describe it


def desk(**params: Any) -> dict[Any, Any]:
    return of_procedure(game, "attack", params, budget=20_000).chances


def described(state: Patrol, figure: Figure, weapon: Weapon, target: Figure) -> dict[str, Any]:
    """What matters to an attack of a Regulator on an enemy."""
    others = [enemy.kind for enemy in state.combat.enemies.values() if enemy is not target]
    return {
        "attacker": figure.id,
        "weapon": weapon.name,
        "target": target.kind,
        "attacker_state": {"combat_skill": figure.combat_skill},
        "target_state": {
            "combat_skill": target.combat_skill,
            "life_points": target.life_points,
            "armor": target.armor,
        },
        "others": others,
        "absent": [id_ for id_, regulator in state.squad.items() if regulator.life_points <= 0],
        "command": bool(state.combat.rerolls) and not weapon.is_area,
        "used": ["distraction"] if "distraction" in target.marks else [],
    }


def arm_of(state: Patrol, figure: Figure, name: str) -> Weapon:
    return rosters[state.books].kinds[figure.kind].weapon(name)


# ---------------------------------------------------------------------- the three ways


def first_fate(rule: Any, args: tuple[Any, ...], result: Any) -> Any:
    return result.fate if rule is rule_of(resolve_attack) else None


@pytest.mark.rules("attack.opposed-roll", "attack.target-choice")
def test_a_shot_comes_to_the_same_by_forecast_in_play_and_at_the_desk():
    tried = situations("attack.target-choice", "attack")
    for situation in tried:
        state, deed = situation.state, situation.deed
        figure, target = state.squad[deed.figure], state.combat.enemies[deed.target]
        foreseen = situation.foreseen()
        assert situation.played(first_fate) == foreseen
        assert desk(**described(state, figure, arm_of(state, figure, deed.item), target)) == foreseen
    assert len(tried) >= 30
    assert {True, False} == {bool(it.state.combat.rerolls) for it in tried}, "with Command and without"


def all_shots(target: str, shots: int) -> Callable[[Any, tuple[Any, ...], Any], Any]:
    """What becomes of a figure when all Shots are taken, or when it is out of the Combat."""
    fates: list[Any] = []

    def read(rule: Any, args: tuple[Any, ...], result: Any) -> Any:
        if rule is not rule_of(resolve_attack):
            return None
        assert args[2].id == target
        fates.append(result.fate)
        return worst(fates) if result.fate in OUT or len(fates) == shots else None

    return read


@pytest.mark.rules("attack.shots", "attack.one-weapon")
def test_all_shots_of_a_weapon_come_to_the_same_by_forecast_in_play_and_at_the_desk():
    tried = 0
    for situation in situations("attack.one-weapon", "take-weapon"):
        state, deed = situation.state, situation.deed
        figure, target = state.squad[deed.figure], nearest_to_its_end(state)
        weapon = arm_of(state, figure, deed.item)
        if weapon.is_area:
            continue
        shots = shots_of(state, figure, rosters[state.books].kinds[figure.kind], weapon)
        foreseen = situation.foreseen()
        assert played_afresh(situation, target.id, shots) == foreseen
        assert desk(**described(state, figure, weapon, target), shots=shots) == foreseen
        tried += 1
    assert tried >= 20


def played_afresh(situation: Situation, target: str, shots: int) -> dict[Any, Any]:
    """The live turn, with a new count of Shots for each of its branches."""

    def rule(table: Any) -> Any:
        read = all_shots(target, shots)
        try:
            game.turn(Onward(table, situation.match.table_at(situation.position), situation.key, read))
        except Reached as reached:
            return reached.outcome
        return "never resolved"

    return distribution(rule, None, policy=game.policy, budget=20_000).chances


@pytest.mark.rules("attack.area-rolls")
def test_an_area_weapon_comes_to_the_same_by_forecast_in_play_and_at_the_desk():
    tried = 0
    for situation in area_situations():
        state, deed = situation.state, situation.deed
        figure, (first, *_) = state.squad[deed.figure], state.combat.enemies.values()
        foreseen = situation.foreseen()

        def toll(rule: Any, args: tuple[Any, ...], result: Any) -> Any:
            return Toll(sum(it.fate == "killed" for it in result)) if rule is rule_of(resolve_area) else None

        assert situation.played(toll) == foreseen
        if all(_is_fresh(state, enemy) for enemy in state.combat.enemies.values() if enemy is not first):
            told: dict[Any, Any] = {}
            for struck, p in desk(**described(state, figure, arm_of(state, figure, deed.item), first)).items():
                killed = Toll(sum(it.fate == "killed" for it in struck))
                told[killed] = told.get(killed, 0) + p
            assert told == foreseen
            tried += 1
    assert tried >= 3


def area_situations() -> Iterator[Situation]:
    """Area weapons against few enough enemies to count every branch."""
    for match in matches():
        for position, entry in answers_of(match):
            names = entry.asked[1] if entry.rule == "attack.one-weapon" else ()
            for name in {"Frag Grenade", "Flash Grenade", "Gas Cannister"}.intersection(names):
                situation = Situation(match, position, name)
                enemies = list(situation.state.combat.enemies.values())
                weapon = arm_of(situation.state, situation.state.squad[situation.deed.figure], name)
                if len(enemies) <= 2 and caught_by(situation.state, weapon, enemies):
                    yield situation


def _is_fresh(state: Patrol, enemy: Figure) -> bool:
    kind = rosters[state.books].kinds[enemy.kind]
    now = (enemy.life_points, enemy.armor, enemy.combat_skill)
    return now == (kind.life_points, kind.armor, kind.combat_skill)


def _fate_and_reroll(rule: Any, args: tuple[Any, ...], result: Any) -> Any:
    return (result.fate, result.spent) if rule is rule_of(resolve_attack) else None


@pytest.mark.rules("ability.command")
def test_a_miss_that_is_rolled_again_comes_to_the_same_by_forecast_and_in_play():
    tried = situations("ability.command", "reroll")
    for situation in tried:
        foreseen = {(fate, "captain"): p for fate, p in situation.foreseen().items()}
        assert situation.played(_fate_and_reroll) == foreseen
    assert len(tried) >= 5


@pytest.mark.rules("ability.field-dressing")
def test_a_wound_that_is_dressed_comes_to_the_same_by_forecast_and_in_play():
    tried = situations("ability.field-dressing", "dress")
    for situation in tried:

        def healed(rule: Any, args: tuple[Any, ...], result: Any) -> Any:
            return result if rule.__name__ == "resolve_dressing" else None

        foreseen = {outcome.life_points: p for outcome, p in situation.foreseen().items()}
        assert situation.played(healed) == foreseen
    assert len(tried) >= 5
