"""A rule has one composition: for situations out of real matches the desk, the forecast beside the option, and a count
over all branches of the live rule give the same fractions.

The situations come from matches that bots play. At each choice of a deed the battle is copied; every attack that is
offered there is then worked out three ways: by its forecast, by running the live deed through all its branches until
the attack is resolved, and by describing the situation to the desk as a person would.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from adjudge.engine import Choose, playout
from adjudge.engine.copying import copy
from adjudge.field.sight import cover_from_point
from adjudge.games.mdrg import game
from adjudge.games.mdrg.book import ARMS, GEAR
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.figures import current, enemies_of, is_helpless
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import adjacent, adjacent_enemies, apart, ground, is_across_obstacle, stand
from adjudge.games.mdrg.rules import actions, area, combat, hand_to_hand, movement, ranged, results
from adjudge.games.mdrg.rules.line_of_sight import look, sees_spot
from adjudge.games.mdrg.rules.quality import rerolling
from adjudge.games.mdrg.rules.ranged import spread_over
from adjudge.games.mdrg.small_tables import EFFECTS, TRAITS
from adjudge.odds import distribution, of_procedure

SEEDS = range(8)
PARTIES = (("android", "robot"), ("mutationist", "animal"), ("robot", "human"), ("wretched", "mutationist"))
MOST = 60
"""Situations of a kind."""


class Situation(NamedTuple):
    """A battle, who acts in it, and what he may do."""

    state: Any
    figure: str
    key: str

    @property
    def deed(self) -> Any:
        figure = self.state.figures[self.figure]
        return next(deed for deed in actions.possible(self.state, figure, 3) if deed.key == self.key)


@cache
def choices() -> list[tuple[Any, str]]:
    """Battles in which somebody chooses a deed, with his id."""
    seen: list[tuple[Any, str]] = []

    def watching(asked: Any) -> Any:
        if asked.rule == "actions.per-activation" and isinstance(asked.question, Choose):
            seen.append((copy(asked.view), asked.view.acting))
        return warlord(asked)

    for seed in SEEDS:
        options = game.configure({"parties": PARTIES[seed % len(PARTIES)], "seed": seed})
        playout(game, options, {"red": watching, "blue": watching}, seed)
    return seen


@cache
def situations(*kinds: str) -> list[Situation]:
    """Those in which a deed of these kinds is offered, spread over all the matches."""
    found = []
    for state, id in choices():
        found += [
            Situation(state, id, deed.key)
            for deed in actions.possible(state, state.figures[id], 3)
            if deed.key.partition(":")[0] in kinds
        ]
    return found[:: max(1, len(found) // MOST)][:MOST]


def odds(rule: Any, state: Any) -> dict[Any, Any]:
    return distribution(rule, state, policy=game.policy).chances


class _Resolved(Exception):
    """The step has come to its result."""

    def __init__(self, outcome: Any) -> None:
        self.outcome = outcome


def live(monkeypatch: Any, module: Any, step: str, situation: Situation, read: Any) -> dict[Any, Any]:
    """The live deed, run through all its branches until the step is resolved."""
    resolve = getattr(module, step)

    def until(*args: Any, **kwargs: Any) -> Any:
        raise _Resolved(read(resolve(*args, **kwargs)))

    def rule(table: Any) -> Any:
        deed = situation.deed
        try:
            actions.carry_out(table, table.state.figures[situation.figure], deed)
        except _Resolved as found:
            return found.outcome
        return "never resolved"

    with monkeypatch.context() as patched:
        patched.setattr(module, step, until)
        return odds(rule, situation.state)


# A situation as a person would describe it


def is_plain(state: Any, figure: Any) -> bool:
    """Whether the desk has words for all that is the matter with a model."""
    own = all(trait in TRAITS for trait in current(figure).traits)
    effects = all(effect in EFFECTS for effect in figure.effects)
    simple = not (figure.form or figure.controller or figure.unconscious or figure.inert or figure.climbing)
    fresh = rerolling(figure) is not None or "hero" not in figure.rules
    return own and effects and simple and fresh and figure.profile.type != "animal"


def described(figure: Any, *, bare: bool = False) -> dict[str, Any]:
    """A model as the desk takes it; `bare`: without what it carries."""
    carried = [item for item, count in figure.gear.items() if count and item in GEAR and GEAR[item].kind != "drug"]
    gear = [item for item in carried if GEAR[item].kind != "hand-weapon" or item in figure.rules]  # what is in hand
    known = {
        "type": figure.profile.type,
        "combat": figure.profile.combat,
        "traits": list(figure.profile.traits),
        "effects": list(figure.effects),
        "fallen": figure.fallen,
        "transfixed": bool(figure.transfixed),
    }
    return known if bare else {**known, "gear": gear}


def desk(name: str, **params: Any) -> dict[Any, Any]:
    return of_procedure(game, name, params).chances


def with_gunsmith(state: Any, figure: Any, model: dict[str, Any]) -> dict[str, Any]:
    """The Gunsmith of a party prevents its first malfunction: at the desk that is the model himself."""
    party = [one for one in state.figures.values() if one.seat == figure.seat]
    ready = figure.seat not in state.repaired and any("gunsmith" in one.profile.traits for one in party)
    others = [trait for trait in model["traits"] if trait != "gunsmith"]
    return {**model, "traits": [*others, "gunsmith"] if ready else others}


# Shots


def shots() -> Iterator[tuple[Situation, Any, Any, str]]:
    for situation in situations("shoot", "aim", "shoot on"):
        _, arm, target = situation.key.split(":")
        yield situation, situation.state.figures[situation.figure], situation.state.figures[target], arm


@pytest.mark.rules("ranged.resolution")
def test_shots_come_to_the_same_by_forecast_in_play_and_at_the_desk(monkeypatch):
    at_the_desk = 0
    tried = list(shots())
    for situation, shooter, target, arm in tried:
        state, deed = situation.state, situation.deed
        foreseen = odds(deed.forecast, state)
        assert live(monkeypatch, ranged, "resolve_shot", situation, lambda fired: fired.outcome) == foreseen
        alone = not spread_over(state, shooter, target, ARMS[arm])
        if alone and is_plain(state, shooter) and is_plain(state, target) and not ARMS[arm].litter:
            told = desk(
                "shot",
                shooter=with_gunsmith(
                    state,
                    shooter,
                    {**described(shooter, bare=True), "hidden": shooter.hidden and not shooter.revealed},
                ),
                target=described(target),
                weapon=arm,
                distance=apart(state, shooter, target),
                cover=look(state, shooter, target).cover,
                aimed=situation.key.startswith("aim"),
                later=situation.key.startswith("shoot on"),
            )
            assert told == foreseen, situation.key
            at_the_desk += 1
    assert len(tried) >= 20
    assert at_the_desk >= 10


# Blows


def pressing(state: Any, figure: Any, opponent: Any) -> int:
    return sum(enemy is not opponent and not is_helpless(enemy) for enemy in adjacent_enemies(state, figure))


@pytest.mark.rules("hth.simultaneous")
def test_blows_come_to_the_same_by_forecast_in_play_and_at_the_desk(monkeypatch):
    at_the_desk = 0
    tried = situations("attack")
    for situation in tried:
        state, deed = situation.state, situation.deed
        attacker = state.figures[situation.figure]
        _, target_id, *mode = situation.key.split(":")
        target = state.figures[target_id]
        foreseen = odds(deed.forecast, state)

        def read(fought: Any, me: str = attacker.id) -> Any:
            return fought.outcome(me)

        assert live(monkeypatch, hand_to_hand, "resolve_attack", situation, read) == foreseen
        crowds = pressing(state, attacker, target), pressing(state, target, attacker)
        plain = is_plain(state, attacker) and is_plain(state, target)
        level = attacker.level == target.level and not attacker.on
        if plain and max(crowds) <= 3 and level:
            guns = [arm for arm in mode if arm in ARMS]
            told = desk(
                "hand-to-hand",
                attacker=with_gunsmith(state, attacker, {**described(attacker), "hidden": attacker.hidden}),
                defender=described(target),
                powerful="powerful" in mode,
                gun=guns[0] if guns else "",
                pressing_attacker=crowds[0],
                pressing_defender=crowds[1],
                ground="across an obstacle" if is_across_obstacle(state, attacker, target) else "level",
            )
            assert told == foreseen, situation.key
            at_the_desk += 1
    assert len(tried) >= 20
    assert at_the_desk >= 10


# Free Hacks


@pytest.mark.rules("disengage.active-opponent", "freehack.resolution")
def test_free_hacks_come_to_the_same_by_forecast_in_play_and_at_the_desk(monkeypatch):
    at_the_desk = 0
    tried = [situation for situation in situations("disengage") if situation.key == "disengage"]
    for situation in tried:
        state, leaver = situation.state, situation.state.figures[situation.figure]
        foreseen = odds(situation.deed.forecast, state)

        def read(hacked: Any, state: Any = state) -> Outcome:
            kind = combat.KINDS.get(hacked.verdict.grade, hacked.verdict.grade)
            if hacked.is_beaten:
                return Outcome(kind, "mover")
            return Outcome("gets away" if results.gets_away(state, hacked) else "stays", "mover")

        assert live(monkeypatch, results, "resolve_hacks", situation, read) == foreseen
        hackers = adjacent_enemies(state, leaver)
        plain = all(is_plain(state, one) for one in (leaver, *hackers))
        lonely = all(adjacent_enemies(state, hacker) == [leaver] for hacker in hackers)
        level = all(one.level == leaver.level and not is_across_obstacle(state, leaver, one) for one in hackers)
        if plain and lonely and level and len(hackers) <= 4:
            told = desk("free-hack", leaver=described(leaver), hackers=[described(one) for one in hackers])
            assert told == foreseen
            at_the_desk += 1
    assert tried
    assert at_the_desk >= 3


# Blasts


def throws() -> Iterator[tuple[Situation, str, Any]]:
    for situation in situations("throw"):
        thrower = situation.state.figures[situation.figure]
        for foe in enemies_of(situation.state, thrower)[:2]:
            if sees_spot(situation.state, thrower, (foe.x, foe.y)):
                yield situation, situation.key.partition(":")[2], foe


@pytest.mark.rules("area.separate-rolls", "grenade.own-combat")
def test_blasts_come_to_the_same_by_forecast_in_play_and_at_the_desk():
    """In play a blast is one roll after the other; each is the one that the forecast counts."""
    at_the_desk, tried = 0, 0
    for situation, id, foe in throws():
        state, arm, point = situation.state, ARMS[id], (foe.x + 15.0, foe.y)
        thrower = state.figures[situation.figure]
        if len(area.in_blast(state, point)) > area.MOST_NAMED or foe not in area.in_blast(state, point):
            continue
        tried += 1
        question = area.throw_question(state, thrower, arm)
        forecast = question.forecast(point)
        assert forecast is not None
        foreseen = distribution(forecast, state, policy=game.policy)
        name = foe.profile.name

        def fate(toll: Any, name: str = name) -> str:
            return str(next(one.kind for one in toll.fates if one.name == name))

        def rule(table: Any, ids: tuple[str, str] = (thrower.id, foe.id), arm: Any = arm, point: Any = point) -> str:
            figures = table.state.figures
            return area.resolve_blast(table, figures[ids[0]], figures[ids[1]], arm, point).kind

        assert foreseen.map(fate).chances == odds(rule, state)
        covered = bool(cover_from_point(ground(state), point, stand(state, foe)))
        if is_plain(state, foe):
            told = desk("grenade", grenade=id, target=described(foe), cover=covered)
            assert {outcome.kind: p for outcome, p in told.items()} == odds(rule, state)
            at_the_desk += 1
    assert tried
    assert at_the_desk


def test_the_situations_are_such_as_play_is_made_of():
    """Shots in and out of cover, near and far; blows in a crowd; and somebody who lies on the ground."""
    seen = [(look(it.state, shooter, target).cover, target.fallen) for it, shooter, target, _ in shots()]
    assert {True, False} <= {cover for cover, _ in seen}
    assert any(adjacent(it.state, it.state.figures[it.figure]) for it in situations("attack"))
    assert movement.can_move(choices()[0][0].figures[choices()[0][1]])
