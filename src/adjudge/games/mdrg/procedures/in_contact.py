"""Hand-to-hand: attacks, Free Hacks, quills."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import Table
from adjudge.engine.inputs import known
from adjudge.field import Circle, Piece, rectangle
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import is_helpless, named
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import active_opponents
from adjudge.games.mdrg.procedures.play import BLUE, RED, SIDEARMS, figure, surround
from adjudge.games.mdrg.rules import hand_to_hand
from adjudge.games.mdrg.rules.combat import outcome_of, strike
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.small_tables import (
    HERE,
    PLAIN,
    Attacker,
    Fighter,
    away_from,
    lay,
    offered,
    put,
    radius,
    refuse,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.special import mutations
from adjudge.games.mdrg.state import Battle, Figure


class Fight(Struct, frozen=True, forbid_unknown_fields=True):
    """Two models in contact, and others who press either of them."""

    attacker: Attacker = Attacker()
    defender: Fighter = Fighter()
    powerful: Annotated[bool, Meta(description="two actions for one attack")] = False
    gun: Annotated[str, known(["", *SIDEARMS], "a ready gun that is fired in it, or nothing")] = ""
    pressing_attacker: Annotated[int, Meta(ge=0, le=3, description="more enemies in contact with the attacker")] = 0
    pressing_defender: Annotated[int, Meta(ge=0, le=3, description="more enemies in contact with the defender")] = 0
    ground: Annotated[
        Literal["level", "attacker higher", "defender higher", "across an obstacle"],
        Meta(description="how the two stand to each other"),
    ] = "level"


def melee(params: Fight) -> Battle:
    """Two models base to base and those beside them."""
    state = small_table(rulings_of(params))
    attacker = put(state, RED, params.attacker, HERE, "the attacker", holds=params.gun)
    defender = put(state, BLUE, params.defender, HERE, "the defender")
    fence = 3.0 if params.ground == "across an obstacle" else 0.0
    away_from(state, defender, attacker, fence)
    press(state, attacker, params.pressing_attacker, "blue", 180.0)
    press(state, defender, params.pressing_defender, "red", 0.0)
    if fence:
        x = attacker.x + radius(state, attacker)
        lay(state, Piece("fence", (rectangle(x + 0.5, HERE[1] - 30.0, 2.0, 60.0),), frozenset({"obstacle"}), "fence"))
    elif params.ground != "level":
        raise_up(state, attacker if params.ground == "attacker higher" else defender)
    return state


def press(state: Battle, figure: Figure, count: int, seat: str, turn: float) -> None:
    """More enemies in contact with a figure, away from its opponent."""
    for number in range(count):
        one = put(state, f"{seat}-{number + 2}", PLAIN, HERE, f"another {number + 1}")
        away_from(state, one, figure, 0.0, turn + (0.0, 75.0, -75.0)[number])


def raise_up(state: Battle, figure: Figure) -> None:
    """Stairs on which a model stands a step above the other."""
    figure.level, figure.climbing = 10.0, "steps"
    spot = Circle((figure.x, figure.y), 1.0)
    lay(state, Piece("steps", (spot,), frozenset({"stairs"}), "steps", height=30.0))


def attacking(state: Battle, params: Fight) -> Deed:
    attacker = state.figures[RED]
    mode = (f":{params.gun}" if params.gun else "") + (":powerful" if params.powerful else "")
    return offered(state, attacker, f"attack:{BLUE}{mode}", hand_to_hand.why_no_attack(attacker, params.gun))


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that leaves contact, and those who hack at it."""

    leaver: Fighter = Fighter()
    hackers: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=4)] = (Fighter(),)


def breaking_away(params: Leaving) -> Battle:
    """The one who leaves in the midst of its enemies."""
    state = small_table(rulings_of(params))
    leaver = put(state, RED, params.leaver, HERE, "the leaver")
    surround(state, leaver, params.hackers, "blue", "hacker")
    return state


def leaving(state: Battle, params: Leaving) -> Deed:
    leaver = state.figures[RED]
    if is_helpless(leaver):
        refuse(Objection("transfixed.effects", f"{named(leaver)} is helpless and stays where it is"))
    if leaver.fallen:
        refuse(Objection("ruling.fallen-cannot-move", f"{named(leaver)} is Fallen and has to stand up first"))
    if not active_opponents(state, leaver):
        refuse(Objection("freehack.who-cannot", "neither Fallen nor Transfixed models make Free Hacks"))
    return offered(state, leaver, "disengage")


class Contact(Struct, frozen=True, forbid_unknown_fields=True):
    """One who touches a model with quills."""

    model: Fighter = Fighter()


def pricked(params: Contact) -> Battle:
    """The two in contact."""
    state = small_table(rulings_of(params))
    thorny = put(state, BLUE, Fighter(traits=(mutations.QUILLS,)), HERE, "the one with quills")
    away_from(state, put(state, RED, params.model, HERE, "the model"), thorny, 0.0)
    return state


def quills(table: Table[Battle], params: Contact) -> Outcome:
    clash = mutations.quilled(table.state, figure(table, BLUE), figure(table))
    return outcome_of(strike(table, clash, "ability.quills-contact"))
