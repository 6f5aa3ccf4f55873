"""What `adjudge check` sees before it plays: each fault by its file and line, however it is imported and spelled."""

import sys
from pathlib import Path

from adjudge.check import open_game
from adjudge.check.lint import lint

FAULTY = """
import datetime as dt
import os
import random as rnd
from collections.abc import Callable
from time import time as now
from msgspec import Struct
from adjudge.engine import Choose, Game, Outcome, Procedure, Rule, Rulebook, total

class Unit(Struct):
    life: int = 2

class State(Struct):  # the state's hook holds a function
    units: list[Unit]
    names: set[str] = set()
    hook: Callable[[int], int] | None = None

def turn(table):
    state = table.state
    rnd.choice([1, 2])  # rnd.choice() draws dice of its own
    now()  # now() reads the clock
    dt.datetime.now()  # dt.datetime.now() reads the clock
    os.listdir(".")  # os.listdir() reaches past the table
    open("notes.txt")  # open() reaches past the table
    for name in table.state.names:  # walks over a set
        print(name)
    state.hook = lambda it: it + 1  # keeps a function in the state
    unit = state.units[0]
    ways = Choose([1, 2], forecast=lambda it: lambda odds: unit.life)  # the forecast captures unit
    table.ask("player", "a.ask", ways)
    try:  # try around ask or roll
        table.roll(total(1), "a.nope", "player")  # cites 'a.nope'
    except ValueError:
        pass
    table.tell("a.ask", "{who} wins")  # tells of {who}

def outcome(state):
    if not state.units:
        return "over"  # outcome must return an Outcome
    if len(state.units) > 1:
        return Outcome("over", "a.missing", ("player",))  # cites 'a.missing'
    return Outcome("over", "a.ask", "player")  # winners must be a tuple of seats

class Situation(Struct, frozen=True):
    number: int = 1

def run(table, situation):
    return [situation.number]  # an outcome that is counted must be hashable

game = Game(
    id="bad", title="Bad", version="1", state=State, start=lambda options: State([Unit()]), turn=turn, outcome=outcome,
    rules=Rulebook("bad", "Bad", (Rule("a.ask", "Ask."),)),
    procedures=(Procedure(name="run", title="Run", rule="a.ask", params=Situation, run=run),),
)
"""


def test_every_fault_is_named_with_its_line_and_nothing_else_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("bad.py").write_text(FAULTY)
    found = [str(fault) for fault in lint(open_game("./bad.py"))]
    lines = enumerate(FAULTY.splitlines(), 1)
    expected = [f"bad.py:{number}: {line.partition('  # ')[2]}" for number, line in lines if "  # " in line]
    assert [fault[: len(start)] for fault, start in zip(found, expected, strict=True)] == expected
