"""One rule, one composition: in situations from real matches the desk, the forecast and play give the same fractions.

Play is counted without regard to what the rules say of themselves: the real action runs through all its branches, and
what came of it is read off the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from adjudge.check.compositions import Compositions
from adjudge.check.report import Ledger, Setting
from adjudge.engine import Asked, Choose, Match, PickPoint, Playout, Table, playout, random_bot
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy_any
from adjudge.games.akula import game
from adjudge.games.akula.bots import policy, survivor
from adjudge.games.akula.data import NUMBERS, WEAPONS
from adjudge.games.akula.places import distance, place_of, zeds_touching
from adjudge.games.akula.rules import actions, melee, shooting
from adjudge.games.akula.setup import start
from adjudge.games.akula.state import Battle, Options, Rulings, Survivor
from adjudge.odds import distribution, of_procedure

Odds = dict[Any, Fraction]


def foreseen(question: Choose[Any], key: Any, state: Battle) -> Odds:
    """What stands beside the option, in words."""
    rule = question.forecast(key)
    assert rule is not None
    return worded(distribution(rule, copy_any(state), policy=policy).items())


def at_the_desk(name: str, **params: Any) -> Odds:
    return worded(of_procedure(game, name, params).items())


def worded(items: Any) -> Odds:
    found: Odds = {}
    for outcome, p in items:
        words = game.words(outcome)
        found[words] = found.get(words, Fraction(0)) + p
    return found


def played(state: Battle, rule: Callable[[Table[Battle]], Any], read: Callable[[Battle], str], first: str) -> Odds:
    """The real rule through all its branches, and what it left on the table. `first` answers the first question."""
    answers = [first]

    def decide(asked: Asked) -> Any:
        if answers:
            return answers.pop()
        return shooting.HOLD if asked.rule == "shooting.extra-targets" else policy(asked)

    def run(table: Table[Battle]) -> str:
        rule(table)
        return read(table.state)

    return dict(distribution(run, copy_any(state), policy=decide).items())


# ---------------------------------------------------------------------- what is left on the table


def harm_to_zed(before: Battle, id_: str) -> Callable[[Battle], str]:
    """What a shot has done to a zed, as far as one can see: a miss looks like no effect."""
    zed = before.zeds[id_]

    def read(after: Battle) -> str:
        if id_ not in after.zeds:
            return "removed"
        now = after.zeds[id_]
        return "wound" if now.wounds > zed.wounds else "knock-back" if now.down and not zed.down else "nothing"

    return read


SEEN_AS = {"headshot": "removed", "last wound": "removed", "miss": "nothing", "no effect": "nothing"}


def seen(odds: Odds, *, down: bool) -> Odds:
    """The odds of a shot by what one can see of it on the table."""
    found: Odds = {}
    for words, p in odds.items():
        visible = SEEN_AS.get(words, words)
        visible = "nothing" if visible == "knock-back" and down else visible
        found[visible] = found.get(visible, Fraction(0)) + p
    return found


def harm_to_fighter(before: Battle, name: str) -> Callable[[Battle], str]:
    """What a fight has done: zeds removed, wounds given, and what became of the survivor."""
    fighter, wounds = before.survivors[name], {id_: zed.wounds for id_, zed in before.zeds.items()}

    def read(after: Battle) -> str:
        removed = before.made - after.made + len(before.zeds) - len(after.zeds)
        given = sum(after.zeds[id_].wounds - worn for id_, worn in wounds.items() if id_ in after.zeds)
        gone = [zed for id_, zed in before.zeds.items() if zed.kind == "tank" and id_ not in after.zeds]
        given += sum(NUMBERS.tank_wounds - 1 - zed.wounds for zed in gone)  # the last wound is the end of it
        now = after.survivors[name]
        if now.fate:
            return "lost, eaten"
        if now.injuries > fighter.injuries:
            is_new = now.infection and not fighter.infection
            return "lost, bitten, infected" if is_new else "lost, bitten"
        return f"won {removed} {given}" if removed or given else "nothing"

    return read


# ---------------------------------------------------------------------- real situations


class Watcher:
    """Plays like the survivor, now and then like nobody in particular, and looks into what it is offered."""

    def __init__(self, seed: int, look: Callable[[Asked, Battle], int]) -> None:
        self._rng, self._look, self.looked = Random(seed), look, 0

    def __call__(self, asked: Asked) -> Any:
        self.looked += self._look(asked, asked.view)
        bot = survivor if self._rng.random() < 0.7 else random_bot
        return bot(asked)


def watch(look: Callable[[Asked, Battle], int], *, enough: int, **rulings: Any) -> int:
    """Looks into the questions of whole matches until enough has been seen."""
    looked = 0
    for seed, name in enumerate(("harts-garage", "corner-shop", "mill-road", "causeway") * 6):
        watcher = Watcher(seed, look)
        state = start(Options(scenario=name, rulings=Rulings(**rulings)))
        table: Playout[Battle] = Playout(state, {"player": watcher}, FastDice(f"watched {seed}"))
        while game.outcome(state) is None and watcher.looked + looked < enough:
            game.turn(table)
        looked += watcher.looked
        if looked >= enough:
            break
    return looked


def shot_at_the_desk(state: Battle, shooter: Survivor, weapon: str, target: str) -> Odds:
    zed = state.zeds[target]
    vehicle = state.vehicles.get(shooter.vehicle)
    return at_the_desk(
        "shot",
        weapon=weapon,
        distance=distance(state, place_of(state, shooter), zed.stand),
        aimed=shooter.aimed,
        skill="firearms" in shooter.skills,
        injuries=shooter.injuries,
        in_moving_vehicle=vehicle is not None and shooting.is_moving(vehicle),
        target=zed.kind,
        wounds=zed.wounds,
    )


@pytest.mark.rules("shooting.range-bands", "shooting.damage-roll")
def test_a_shot_has_the_same_odds_at_the_desk_beside_the_option_and_in_play():
    kinds: Counter[str] = Counter()

    def look(asked: Asked, state: Battle) -> int:
        if asked.rule != "shooting.extra-targets":
            return 0
        question: Choose[str] = asked.question  # type: ignore[assignment]
        deeds = [deed for key in question.options if (deed := question.about(key)) and deed.target in state.zeds]
        deeds = [deed for deed in deeds[:2] if not WEAPONS[deed.item].blast]
        for deed in deeds:
            shooter, target = state.survivors[deed.figure], deed.target
            odds = foreseen(question, target, state)
            assert odds == shot_at_the_desk(state, shooter, deed.item, target)
            kinds[f"{deed.item} at {state.zeds[target].kind}"] += 1

            def fire(table: Table[Battle], who: str = deed.figure, gun: str = deed.item) -> None:
                figure = table.state.survivors[who]
                shooting.fire(table, figure, gun, aimed=figure.aimed)

            assert seen(odds, down=state.zeds[target].down) == played(state, fire, harm_to_zed(state, target), target)
        return len(deeds)

    assert watch(look, enough=60) >= 60
    assert len(kinds) >= 6


@pytest.mark.rules("melee.one-die-per-side", "melee.survivor-wins", "melee.zeds-win", "infection.roll")
@pytest.mark.parametrize("infection", ["off", "on"])
def test_a_fight_has_the_same_odds_at_the_desk_beside_the_option_and_in_play(infection):
    crowds: Counter[int] = Counter()

    def look(asked: Asked, state: Battle) -> int:
        if asked.rule != "action.two-free-choice":
            return 0
        question: Choose[str] = asked.question  # type: ignore[assignment]
        if actions.FIGHT not in question.options:
            return 0
        deed = question.about(actions.FIGHT)
        assert deed is not None
        figure = state.survivors[deed.figure]
        zeds = zeds_touching(state, figure)
        odds = foreseen(question, actions.FIGHT, state)
        crowds[len(zeds)] += 1
        tanks = [zed for zed in zeds if zed.kind == "tank"]
        if not figure.infection and len({zed.wounds for zed in tanks}) <= 1:
            blade, weapon = melee.best_blade(figure), melee.weapon_modifier(figure)
            in_hand = blade.name if blade else "firearm" if weapon.rule == "melee.firearm" else "nothing"
            assert odds == at_the_desk(
                "hand-to-hand",
                weapon=in_hand,
                skill="melee" in figure.skills,
                injuries=figure.injuries,
                armour=figure.armour,
                zeds=len(zeds),
                tanks=len(tanks),
                tank_wounds=tanks[0].wounds if tanks else 0,
                knocked_back=sum(zed.down for zed in zeds),
                infection=state.infectious,
            )
        in_play = played(
            state,
            lambda table: actions.act(table, table.state.survivors[figure.id]),
            harm_to_fighter(state, figure.id),
            actions.FIGHT,
        )
        assert visible_fight(odds) == in_play
        return 1

    assert watch(look, enough=25, infection_default=infection) >= 25
    assert len(crowds) >= 2


def visible_fight(odds: Odds) -> Odds:
    """The odds of a fight by what one can see of it on the table: a standoff looks like a loss without harm."""
    found: Odds = {}
    for words, p in odds.items():
        parts = words.split(", ")
        if parts[0] == "won":
            removed = sum(int(part.split()[0]) for part in parts if part.endswith("removed"))
            wounds = sum(int(part.split()[0]) for part in parts if "wound" in part)
            visible = f"won {removed} {wounds}" if removed or wounds else "nothing"
        else:
            visible = "nothing" if words in ("standoff", "lost, unharmed") else words
        found[visible] = found.get(visible, Fraction(0)) + p
    return found


@pytest.mark.rules("wrestle.roll", "wrestle.extra-zeds")
def test_wrestling_has_the_same_odds_at_the_desk_and_beside_the_option():
    def look(asked: Asked, state: Battle) -> int:
        question = asked.question
        if asked.rule != "action.two-free-choice" or actions.WRESTLE not in getattr(question, "options", ()):
            return 0
        assert isinstance(question, Choose)
        deed = question.about(actions.WRESTLE)
        assert deed is not None
        zeds = zeds_touching(state, state.survivors[deed.figure])
        odds = foreseen(question, actions.WRESTLE, state)
        tanks = sum(zed.kind == "tank" for zed in zeds)
        assert odds == at_the_desk("wrestle-free", zeds=len(zeds), tanks=tanks)
        free = sum(mine > theirs + len(zeds) - 1 for mine in range(1, 7) for theirs in range(1, 7))
        assert odds.get("free", Fraction(0)) == Fraction(free, 36)
        return 1

    assert watch(look, enough=8) >= 8


@pytest.mark.rules("grab.trigger")
def test_a_move_has_the_same_odds_beside_the_spot_and_in_play():
    def look(asked: Asked, state: Battle) -> int:
        question = asked.question
        if asked.rule != "action.move" or not isinstance(question, PickPoint):
            return 0
        looked = 0
        for spot in list(question.region.samples())[:40:8]:
            rule = question.forecast(spot)
            assert rule is not None
            odds = worded(distribution(rule, copy_any(state), policy=policy).items())
            if len(odds) == 1:
                continue

            def move(table: Table[Battle]) -> None:
                actions.move(table, table.state.survivors[question.figure], "")

            def read(after: Battle) -> str:
                return "held" if after.survivors[question.figure].grabbed else "free"

            assert odds == played(state, move, read, spot)  # type: ignore[arg-type]
            looked += 1
        return looked

    assert watch(look, enough=12) >= 12


@pytest.mark.rules("shooting.blast", "shooting.scatter")
def test_a_blast_at_the_desk_does_not_depend_on_how_far_it_is_from_an_edge():
    """At long range a miss scatters over a table on which there is nobody else, wherever that is."""
    near, far = (at_the_desk("blast", weapon="RPG", distance=away) for away in (15.5, 25.0))
    assert near == far
    assert near["1 removed"] == Fraction(1, 6) * Fraction(1, 2) + Fraction(5, 6) * Fraction(12, 36) * Fraction(1, 2)


def test_the_conformance_kit_finds_no_second_composition():
    ledger = Ledger()
    compositions = Compositions(game, ledger, 12.0)
    for seed in (b"one", b"two"):
        match = Match.new(game, seed, options={"scenario": "corner-shop"}, bots={"player": "survivor"})
        compositions.try_match(match, Setting(seed=0), Random(1))
    assert compositions.number > 5
    assert ledger.findings == ()


def test_a_playout_with_the_policy_in_its_seat_comes_to_an_end():
    assert playout(game, game.configure({}), {"player": policy}, 3).over
