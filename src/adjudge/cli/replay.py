"""`adjudge replay`: steps through a match that was kept, or checks all of it."""

from __future__ import annotations

from typing import Any

from adjudge.cli.output import console, emit
from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.pages import names_of
from adjudge.cli.table.scene import drawn
from adjudge.cli.table.screen import Screen, open_screen
from adjudge.engine.audit import Audit, audit
from adjudge.engine.dice import name_dice
from adjudge.engine.log import Answered, Counted, Threw
from adjudge.engine.match import Match, may_know
from adjudge.engine.scene import Scene

COMMANDS = {"V": "table", "Q": "quit"}
NEXT, BEFORE, JUMP, TURN = "next", "back", "jump", "turn"


def verify(match: Match[Any], *, as_json: bool) -> bool:
    """Runs every turn again and compares questions, faces and states."""
    report = audit(match)
    typed = sum(isinstance(entry, Threw) and entry.typed for entry in match.line)
    if as_json:
        emit(as_data(report, typed))
    else:
        console().print(_sentence(report, typed), style="green" if report.is_clean else "red")
        for problem in report.problems:
            console().print(f"  {problem}")
    return report.is_clean


def as_data(report: Audit, typed: int) -> dict[str, Any]:
    return {
        "verified": report.is_clean,
        "answers": report.answers,
        "rolls": report.rolls,
        "turns": report.turns,
        "problems": list(report.problems),
        "typed": typed,
    }


def _sentence(report: Audit, typed: int) -> str:
    checked = f"{report.answers} answers, {report.rolls - typed} rolls and {report.turns} turns were checked"
    checked += f", {typed} rolls of real dice taken as they were typed" if typed else ""
    wrong = len(report.problems)
    return f"verified: {checked}" if not wrong else f"not verified: {checked}, {wrong} of them wrong"


def positions(match: Match[Any]) -> list[dict[str, Any]]:
    """The whole record for programs: what was answered or rolled at each position, and what then happened."""
    return [_position(match, position) for position in range(match.position)]


def _position(match: Match[Any], position: int) -> dict[str, Any]:
    entry = match.line[position]
    told = [{"rule": it.rule, "text": it.text} for it in _news(match, position + 1) if hasattr(it, "text")]
    done = {"answer": entry.answer} if isinstance(entry, Answered) else {"dice": list(entry.faces)}
    seat = entry.seat if isinstance(entry, Answered) else entry.by
    return {"position": position, "seat": seat, "rule": entry.rule, **done, "events": told}


def _news(match: Match[Any], position: int) -> list[Any]:
    """What happened at just that position, for a spectator."""
    return [it for it in match.look(position).happenings if it.position == position and may_know(it, None)]


def step_through(match: Match[Any]) -> None:
    """Forwards, backwards, to a position, to the next turn: the scene and what happened at each place."""
    screen = open_screen(console())
    position = 0
    with screen.open():
        while True:
            try:
                reply = screen.pick(_frame(match, position))
            except KeyboardInterrupt:
                return
            if isinstance(reply, Command):
                if reply.name == "quit":
                    return
                if reply.name == "table":
                    screen.page("The table", drawn(_scene(match, position), screen.console.width))
                continue
            position = _moved(match, screen, position, reply)


MENU = (
    Entry(NEXT, "next", "n", names=("",), keys=(" ", "right")),
    Entry(BEFORE, "back", "b", keys=("left", "backspace")),
    Entry(TURN, "next turn", "t"),
    Entry(JUMP, "jump to a position", "j"),
)


def _frame(match: Match[Any], position: int) -> Frame:
    moment = match.look(position)
    return Frame(
        title=f"{match.game.title}: replay",
        aside=f"turn {moment.turn}, position {position} of {match.position}",
        scene=_scene(match, position),
        story=_news(match, position) if position else [],
        names=names_of(match),
        prompt=_done(match.line[position - 1], match) if position else "The beginning",
        menu=MENU,
        commands=COMMANDS,
    )


def _scene(match: Match[Any], position: int) -> Scene:
    """What a spectator saw there."""
    return match.game.picture(match.look(position).state, None)


def _done(entry: Counted, match: Match[Any]) -> str:
    """What the entry before the position was."""
    names = names_of(match)
    if isinstance(entry, Answered):
        return f"{names.get(entry.seat, entry.seat)} answered {entry.answer!r}"
    roller = names.get(entry.by, "the umpire")
    return f"{roller} rolled {name_dice(entry.dice)}: {' '.join(map(str, entry.faces))}"


def _moved(match: Match[Any], screen: Screen, position: int, reply: str) -> int:
    if reply == NEXT:
        return min(position + 1, match.position)
    if reply == BEFORE:
        return max(position - 1, 0)
    if reply == TURN:
        starts = [end for _, _, end, _ in match.finished_turns() if end > position]
        return starts[0] if starts else match.position
    typed = screen.write(Frame(match.game.title, prompt=f"Which position, 0 to {match.position}?", commands={}))
    wanted = typed if isinstance(typed, str) and typed.isdigit() else str(position)
    return min(int(wanted), match.position)
