"""What holds after every act, whatever anybody does."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine.chance import FastDice
from adjudge.engine.table import Playout
from adjudge.games.regulus import game
from adjudge.games.regulus.rules.luck import most_luck
from adjudge.games.regulus.state import Session
from adjudge.story import GM
from adjudge.story.ledger import open_items

VARIED = [
    {},
    {"luck_range": "five", "luck_both_payments": "one", "luck_in_checks": "removes-a-reason"},
    {"advantage_chosen_before_roll": "held", "d8_timing": "after", "helping": "helper"},
    {"discard_only_die": "roll-again", "push_advantages": "spent", "push_no_new_resources": "luck"},
    {"dice_before_sudden": "last", "leverage_without_means": "allowed", "favored_without_means": "one-left"},
]


@pytest.mark.parametrize("rulings", VARIED)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_anybody_does_the_table_stays_sound(rulings, seed):
    options = game.configure({"players": 2, "scenes": 2, "rulings": rulings})
    bots = {seat.id: game.bot("random") for seat in game.seats(options)}
    table = Playout(game.start(options), bots, FastDice(seed), game.view)
    for _ in range(1500):
        if game.outcome(table.state) is not None:
            break
        table.begin_turn()
        game.turn(table)
        check(table.state)


def check(session: Session) -> None:
    most = most_luck(session.rulings)
    for sheet in session.sheets.values():
        assert sheet.luck >= 0
        assert all(0 <= level <= 6 for level in sheet.ratings.values())
        assert len({quality.casefold() for quality in sheet.qualities}) == len(sheet.qualities)
        assert most is None or sheet.luck <= most
    for item in session.story.ledger:
        assert item.owner in (GM, *session.seats)
    for contest in session.contests:
        assert len(contest.sides) == len(contest.faces) <= 3
        assert len(contest.advantages) <= len(contest.leverage) <= 3
        assert 0 <= contest.discarded <= contest.faces.count(1)
        assert not contest.is_over or not open_items(session.story, contest.id)
    numbers = [entry.id for entry in session.story.journal] + [item.id for item in session.story.ledger]
    assert len(numbers) == len(set(numbers))
    assert msgspec.json.decode(msgspec.json.encode(session), type=Session) == session
