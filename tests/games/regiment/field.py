"""A small field to try the rules on: soldiers as a test describes them, and whoever stands against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.engine import Script
from adjudge.engine.table import Event
from adjudge.games.regiment import game
from adjudge.games.regiment.data import Band, Volume, numbers
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import engagement
from adjudge.games.regiment.rules.attack import Verdict, carry_out, resolve_fire
from adjudge.games.regiment.rules.experience import learn
from adjudge.games.regiment.rules.fire import Pool, pool
from adjudge.games.regiment.rules.table import offers, turn
from adjudge.games.regiment.state import Fire, Held, Marks, Place, Session, Soldier, Team, Vehicle
from adjudge.odds.enumerate import distribution
from adjudge.story import Item
from adjudge.story.ledger import open_items

P1, P2, P3 = "p1", "p2", "p3"
HERE, THERE = "here", "there"


class Field:
    """Two places, some soldiers with nothing special about them, and an enemy team."""

    def __init__(
        self, players: int = 1, *, band: Band = "near", men: int = 5, rulings: dict[str, str] | None = None,
        fight: bool = True, **options: Any,
    ) -> None:  # fmt: skip
        chosen = {"players": players, "operation": "free", "rulings": rulings or {}, **options}
        self.session: Session = game.start(game.configure(chosen))
        self.session.places = {
            HERE: Place(HERE, "here", {THERE: band}, inside="close"),
            THERE: Place(THERE, "there", {HERE: band}, inside="close"),
        }
        for soldier in self.session.soldiers.values():
            plain(soldier)
        self.session.teams = {}
        if men:
            self.team("foe", men=men)
        if fight:
            engagement.begin(self.session, "assault")
        self.told: list[Event] = []
        self.rolled: list[tuple[int, ...]] = []

    # ------------------------------------------------------------------ who is there

    @property
    def soldier(self) -> Soldier:
        return self.session.soldiers[P1]

    @property
    def other(self) -> Soldier:
        return self.session.soldiers[P2]

    @property
    def foe(self) -> Team:
        return self.session.teams["foe"]

    def team(
        self, id: str, *, men: int = 5, side: str = "enemy", place: str = THERE, weapon: str = "battle-rifle"
    ) -> Team:
        team = Team(id=id, name=id.capitalize(), side=side, place=place, marks=[0] * men, weapons=[Held(weapon)])  # type: ignore[arg-type]
        self.session.teams[id] = team
        return team

    def vehicle(self, id: str, kind: str, *, side: str = "enemy", place: str = THERE) -> Vehicle:
        vehicle = Vehicle(id=id, name=id.capitalize(), kind=kind, side=side, place=place)  # type: ignore[arg-type]
        self.session.vehicles[id] = vehicle
        return vehicle

    def arm(self, *weapons: str, who: str = P1) -> Field:
        self.session.soldiers[who].weapons = [Held(it, emplaced=HERE) for it in weapons]
        return self

    def teach(self, *moves: str, who: str = P1) -> Field:
        for move in moves:
            learn(self.session, self.session.soldiers[who], move)
        return self

    # ------------------------------------------------------------------ attacks

    def order(self, weapon: str, target: str = "foe", *, by: str = P1, equal: bool = True, **factors: Any) -> Fire:
        """An attack with the forces equal, unless the test is about that."""
        parity = {"parity": 0} if equal else {}
        return Fire(weapon, target, by, **{**parity, **factors})

    def pool(self, weapon: str, target: str = "foe", **factors: Any) -> str:
        """What is rolled, as `3d direct`."""
        return in_short(pool(self.session, self.order(weapon, target, **factors)))

    def strike(self, order: Fire, *dice: int, answers: Sequence[Any] = ()) -> Verdict:
        """The attack resolved and carried out."""
        table = Script(self.session, faces=dice, answers=answers)
        verdict = resolve_fire(table, order)
        carry_out(table, order, verdict)
        table.finish()
        self.told += table.events
        return verdict

    def suffer(self, volume: Volume, *dice: int, who: str = P1, answers: Sequence[Any] = ()) -> Verdict:
        """So many dice of fire on a soldier: a battle rifle's three, more or fewer by the GM's word."""
        order = Fire("battle-rifle", who, "foe", base=volume, parity=0, cover=3 - len(dice))
        return self.strike(order, *dice, answers=answers)

    # ------------------------------------------------------------------ acts

    def keys(self, seat: str) -> list[str]:
        return [offer.key for offer in offers(self.session).get(seat, ())]

    def key(self, seat: str, part: str) -> str:
        if part.startswith("for/"):
            return part
        found = [key for key in self.keys(seat) if key == part or key.endswith(f"/{part}")]
        assert len(found) == 1, f"{part} among {self.keys(seat)}"
        return found[0]

    def has(self, seat: str, part: str) -> bool:
        return any(key == part or key.endswith(f"/{part}") for key in self.keys(seat))

    def act(self, seat: str, part: str, *answers: Any, dice: Sequence[int] = ()) -> Field:
        """One act of a seat, with the answers and dice it takes; nothing may be left over."""
        table = Script(self.session, faces=dice, answers=[(seat, self.key(seat, part)), *answers])
        turn(table)
        table.finish()
        self.told += table.events
        self.rolled += [roll.faces[0] for roll in table.rolls]
        return self

    def run(self, rule: Any, *args: Any, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> Any:
        """A rule on this table."""
        table = Script(self.session, faces=dice, answers=answers)
        result = rule(table, *args)
        table.finish()
        self.told += table.events
        return result

    def cites(self, rule: str) -> bool:
        return any(event.rule == rule for event in self.told)

    def says(self, words: str) -> bool:
        return any(words in event.text for event in self.told)

    def owed(self, kind: str = "") -> list[Item]:
        return [item for item in open_items(self.session.story) if kind in ("", item.kind)]

    def odds(self, rule: Any) -> Any:
        return distribution(rule, self.session, policy=None)


def plain(soldier: Soldier) -> None:
    """A soldier with nothing special about them, who stands in the open."""
    soldier.moves, soldier.stats = [], dict.fromkeys(soldier.stats, 0)
    soldier.weapons = [Held("battle-rifle")]
    soldier.tough = soldier.grit = soldier.armor = soldier.kit = 0
    soldier.gear, soldier.smokes = numbers().gear, 3
    soldier.place, soldier.cover, soldier.concealed, soldier.bonds = HERE, 0, False, {}


def marks(left: int, right: int = 0) -> Marks:
    return Marks(left, right)


def in_short(found: Pool) -> str:
    return f"{found.dice}d {found.volume}"


def harm(verdict: Verdict) -> Harm:
    return Harm(verdict.stress, verdict.wounds)
