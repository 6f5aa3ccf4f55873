"""What holds after every act, whatever anybody does."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine.chance import FastDice
from adjudge.engine.table import Playout
from adjudge.games.regiment import game
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.state import Session
from adjudge.story import GM

VARIED = [
    {},
    {"gear_cap": "none", "last_box": "spills", "track_line": "third-box", "area_on_team": "once"},
    {"net_steps": "in-order", "parity_measure": "twice", "assault_fire_order": "assault", "exchange": "gm"},
    {"rally_duration": "engagement", "suppress_trigger": "harm", "no_gear_no_assault": "weak", "bond_limits": "none"},
]


@pytest.mark.parametrize("rulings", VARIED)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_anybody_does_the_table_stays_sound(rulings, seed):
    options = game.configure({"players": 3, "scenes": 2, "rulings": rulings})
    bots = {seat.id: game.bot("random") for seat in game.seats(options)}
    table = Playout(game.start(options), bots, FastDice(seed), game.view)
    for _ in range(400):
        if game.outcome(table.state) is not None:
            break
        table.begin_turn()
        game.turn(table)
        check(table.state)


@pytest.mark.parametrize(("players", "establish"), [(1, "as-shown"), (1, "ask"), (2, "as-shown"), (4, "as-shown")])
def test_an_operation_is_carried_from_end_to_end(players, establish):
    for seed in range(3):
        options = game.configure({"players": players, "establish": establish})
        bots = {seat.id: game.bot("veteran") for seat in game.seats(options)}
        table = Playout(game.start(options), bots, FastDice(seed), game.view)
        for _ in range(1000):
            if game.outcome(table.state) is not None:
                break
            table.begin_turn()
            game.turn(table)
        assert table.state.story.ended
        assert table.state.engagements >= 1


def check(session: Session) -> None:
    rulings = session.rulings
    for soldier in session.soldiers.values():
        lines = (3, 3) if rulings.track_line == "third-box" else (2, 3)
        for marks, line in ((soldier.wounds, lines[0]), (soldier.stress, lines[1])):
            assert 0 <= marks.left <= line
            assert 0 <= marks.right <= 6 - line
        assert soldier.gear >= 0
        assert soldier.gear <= numbers().gear or rulings.gear_cap == "none"
        assert soldier.smokes >= 0
        assert 0 <= soldier.xp < numbers().xp
        assert all(-1 <= value <= 3 for value in soldier.stats.values())
        assert soldier.steps >= (1 if soldier.pinned else 0)
    for team in session.teams.values():
        assert all(0 <= marks <= numbers().strength for marks in team.marks)
    assert session.squad.supply >= 0
    assert session.squad.intel >= 0
    for item in session.story.ledger:
        assert item.owner in (GM, *session.seats)
    assert all(hold.points > 0 for hold in session.holds)
    assert session.attending == []
    assert msgspec.json.decode(msgspec.json.encode(session), type=Session) == session
