"""Small battlefields for tests: models by a line each, in millimetres, at the 28 mm scale."""

from __future__ import annotations

from adjudge.engine import Script
from adjudge.field import Circle, Piece, rectangle
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.book import ARMS, FIELD
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.figures import muster_figure, refresh
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import morale
from adjudge.games.mdrg.rules.activation import begin_turn
from adjudge.games.mdrg.rules.combat import strike
from adjudge.games.mdrg.rules.hand_to_hand import fight
from adjudge.games.mdrg.rules.ranged import shot
from adjudge.games.mdrg.rules.results import carry_out_hacks, cut_down, resolve_hacks, suffer
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Battle
from adjudge.games.mdrg.wording import words
from adjudge.odds import distribution

SCALE = FIELD.scale["28mm"]


def wall(x, y, width, depth, kind="wall", name="wall"):
    return Piece(name, (rectangle(x, y, width, depth),), frozenset({kind}), name)


def disc(x, y, radius, kind="woods", name="wood"):
    return Piece(name, (Circle((x, y), radius),), frozenset({kind}), name)


def battle(*models, terrain=(), rulings=None, active="red"):
    """A battle in play. A model is a dict with `at`, its seat by `blue=True`, and any field of a profile or figure."""
    table = Battlemap("test", "Test", "mm", 900, 900, 20, tuple(terrain))
    state = Battle(("red", "blue"), SCALE, rulings or Rulings(), table, phase="play", active=active, most_turns=80)
    for number, model in enumerate(models, 1):
        add(state, number, dict(model))
    state.originals = {seat: sum(f.seat == seat for f in state.figures.values()) for seat in state.seats}
    return state


def add(state, number, model):
    seat = "blue" if model.pop("blue", False) else "red"
    at = model.pop("at", (400.0 + 20 * number, 400.0))
    own = {key: model.pop(key) for key in list(model) if key in Profile.__struct_fields__}
    profile = Profile(**{"name": f"{seat} {number}", "type": "mutant", "quality": 4, "combat": 3, **own})
    figure = muster_figure(f"{seat}-{number}", seat, profile)
    figure.x, figure.y = at
    figure.placed = True
    for key, value in model.items():
        setattr(figure, key, value)
    refresh(figure)
    state.figures[figure.id] = figure


def two(attacker, defender, **fields):
    """Two models base to base; the first attacks."""
    apart = fields.pop("apart", 20.0)
    state = battle({"at": (400, 400), **attacker}, {"at": (400 + apart, 400), "blue": True, **defender}, **fields)
    return state, *state.figures.values()


def script(state, faces=(), answers=()):
    return Script(state, faces=list(faces), answers=list(answers))


def hth(attacker, defender, faces, answers=(), *, powerful=False, arm="", **fields):
    """A hand-to-hand attack with these dice; the verdict and the two figures afterwards."""
    state, one, two_ = two(attacker, defender, **fields)
    table = script(state, faces, answers)
    clash = fight(state, one, two_, arm, powerful)
    verdict = strike(table, clash, "combat.score")
    suffer(table, clash, verdict)
    table.finish()
    return verdict, one, two_


def shoot(arm, attacker, defender, faces, answers=(), *, aimed=False, apart=100.0, **fields):
    """A shot with these dice (shooter, coloured, target and so on)."""
    state, one, two_ = two(attacker, defender, apart=apart, **fields)
    table = script(state, faces, answers)
    clash = shot(state, one, two_, ARMS[arm], aimed=aimed)
    verdict = strike(table, clash, "combat.score")
    suffer(table, clash, verdict)
    table.finish()
    return verdict, one, two_


def odds(clash_of, state):
    """Thirty-sixths of each verdict of a clash, by (side that suffers, grade)."""

    def rule(table):
        clash = clash_of(table.state)
        verdict = strike(table, clash, "combat.score")
        who = (
            "attacker" if clash.attacker and verdict.loser == clash.attacker.id else "defender" if verdict.loser else ""
        )
        return (who, verdict.grade)

    return {key: p * 36 for key, p in distribution(rule, state, policy=warlord).chances.items()}


def foreseen(rule, state):
    """The odds of a forecast, in words."""
    return distribution(rule, state, policy=warlord).map(words)


def fail_morale(table, figure, failures):
    """A Morale check of which so many dice have failed."""
    morale.break_and_run(table, figure, morale.nerve_after(table, figure, failures))


def flee_from_contact(table, figure):
    """The Free Hacks at a model that runs away; whether it lives."""
    carry_out_hacks(table, figure, resolve_hacks(table, figure, "disengage.morale", cut_down), cut_down)
    return not figure.gone


def take_turn(state, seat, faces=()):
    begin_turn(script(state, faces), seat)
