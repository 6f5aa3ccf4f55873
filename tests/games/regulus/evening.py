"""An evening at the table, act by act: what the tests of Regulus speak."""

from __future__ import annotations

from typing import Any

from adjudge.engine import Script
from adjudge.engine.table import Event
from adjudge.games.regulus import game
from adjudge.games.regulus.rules.leverage import pool_of
from adjudge.games.regulus.rules.roll import Fall, read_off, throw
from adjudge.games.regulus.rules.table import offers, turn
from adjudge.games.regulus.state import Contest, Pool, Rulings, Session, Test
from adjudge.odds import Distribution, distribution
from adjudge.story import GM, Item, Offer, Story
from adjudge.story.ledger import open_items

P1, P2 = "p1", "p2"
OURS = Rulings()
IRIS = {
    "name": "Iris",
    "qualities": ["Soldier", "Marksman", "Lightning Reflexes", "Impressive Extra-Sensory Perception", "Card Sharp"],
    "ratings": {"Wealth": 2, "Security": 4},
}
FURTHER = ["quality/Marksman", "quality/Lightning Reflexes", "quality/Card Sharp"]


class Evening:
    """A session that is told what everybody does."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("sheets", [IRIS])
        self.session: Session = game.start(game.configure(options))
        self.told: list[Event] = []
        self.rolled: list[tuple[int, ...]] = []

    @property
    def story(self) -> Story:
        return self.session.story

    @property
    def contest(self) -> Contest:
        return self.session.contests[-1]

    @property
    def test(self) -> Test:
        return self.session.tests[-1]

    @property
    def luck(self) -> int:
        return self.session.sheets[P1].luck

    @luck.setter
    def luck(self, level: int) -> None:
        self.session.sheets[P1].luck = level

    def offered(self, seat: str) -> dict[str, Offer]:
        return {offer.key: offer for offer in offers(self.session).get(seat, ())}

    def key(self, seat: str, part: str) -> str:
        """The one key of a seat's offers that is or ends in the given part."""
        found = [key for key in self.offered(seat) if key == part or key.endswith(f"/{part}")]
        assert len(found) == 1, f"{part} among {list(self.offered(seat))}"
        return found[0]

    def has(self, seat: str, part: str) -> bool:
        return any(key == part or key.endswith(f"/{part}") for key in self.offered(seat))

    def act(self, seat: str, part: str, *answers: Any, dice: tuple[int, ...] = ()) -> Evening:
        """One act of a seat, with the answers and dice it takes; nothing may be left over."""
        key = f"for/{P1}/{self.key(P1, part)}" if seat == "gm for p1" else self.key(seat, part)
        hand = GM if seat == "gm for p1" else seat
        table = Script(self.session, faces=dice, answers=[(hand, key), *answers])
        turn(table)
        table.finish()
        self.told += table.events
        self.rolled += [roll.faces[0] for roll in table.rolls]
        return self

    def attempt(self, wanted: str = "The droid is incapacitated") -> Evening:
        company = [(), ()] if len(self.session.sheets) > 1 else []
        return self.act(P1, "do/contest", wanted, "I shoot", *company)

    def threaten(self, threat: str = "You are incapacitated") -> Evening:
        whom = [(P1,)]
        return self.act(GM, "do/challenge", threat, *(whom if len(self.session.sheets) > 1 else []))

    def set_up(
        self, *, means: str = "quality/Soldier", dice: int = 1, sudden: bool = False, take: tuple[str, ...] = ()
    ) -> Evening:
        """Everything up to the dice. `take`: the options of the advantages, one further entry for each."""
        if self.contest.step == "reaction":
            self.act(P1, "react", "I dodge")
        if self.contest.step == "approval":
            self.act(GM, "approve")
        self.act(P1, f"means/{means or 'none'}")
        if self.contest.step == "means-approval":
            self.act(GM, "accept")
        if self.contest.step == "dice":
            self.act(P1, f"dice/{dice}")
        self.act(GM, "sudden" if sudden else "calm")
        return self.lever(*take)

    def lever(self, *take: str) -> Evening:
        if self.contest.step == "leverage":
            self.act(P1, "find", FURTHER[: len(take)]) if take else self.act(P1, "enough")
        if self.contest.step == "leverage-approval":
            self.act(GM, "accept")
        for option in take:
            self.act(P1, f"advantage/{option}")
        return self

    def cast(self, *dice: int, then: tuple[str, ...] = ()) -> Evening:
        """The dice of a contest; `then`: what the roller answers about those that lie."""
        return self.act(P1, "cast", *then, dice=dice)

    def roll(self, *dice: int, then: tuple[str, ...] = (), **setting: Any) -> Evening:
        """A whole contest up to its dice."""
        return self.attempt().set_up(**setting).cast(*dice, then=then)

    def complicate(self) -> Evening:
        return self.act(GM, "tell", "The lights go out")

    def push(self, *dice: int, then: tuple[str, ...] = ()) -> Evening:
        return self.complicate().act(P1, "push", *then, dice=dice)

    def state_issue(self, text: str = "An alarm") -> Evening:
        return self.act(GM, "issue", text)

    def owed(self, kind: str = "") -> list[Item]:
        return [item for item in open_items(self.story) if kind in ("", item.kind)]

    def issues(self) -> list[str]:
        """The sources of all issues the contest has brought, told or not."""
        return [it.source for it in self.story.ledger if it.kind == "issue" and it.status in ("open", "settled")]

    def complications(self) -> int:
        return sum(item.kind == "complication" for item in self.story.ledger)

    def cites(self, rule: str) -> bool:
        return any(event.rule == rule for event in self.told)


def falls(pool: Pool, rulings: Rulings = OURS) -> Distribution[Fall]:
    """How a roll falls, with re-rolls and discards as the odds take them."""
    return distribution(lambda table: throw(table, pool, rulings, P1, read_off), policy=game.policy)


def pool_now(evening: Evening) -> Any:
    return pool_of(evening.session, evening.contest)
