"""`adjudge replay`: steps through a match that was kept, or checks all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudge.cli.output import console, emit
from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.pages import names_of
from adjudge.cli.table.scene import drawn
from adjudge.cli.table.screen import Screen, open_screen
from adjudge.engine.audit import Audit, audit, audit_battles
from adjudge.engine.dice import name_dice
from adjudge.engine.log import Answered, Counted, Threw
from adjudge.engine.match import Match
from adjudge.engine.scene import Scene
from adjudge.engine.table import Event, Happening
from adjudge.engine.wording import several

COMMANDS = {"V": "table", "Q": "quit"}
NEXT, BEFORE, JUMP, TURN = "next", "back", "jump", "turn"


def _checked(answers: int, rolls: int, turns: int) -> str:
    return f"{several(answers, 'answer')}, {several(rolls, 'roll')} and {several(turns, 'turn')} were checked"


def verify(match: Match[Any], *, as_json: bool, battles: Sequence[Match[Any]] = ()) -> bool:
    """Runs every turn again and compares questions, faces and states; of a campaign the battles, too."""
    if match.game.kind == "campaign":
        return _verify_campaign(match, battles, as_json=as_json)
    return _verify_match(match, as_json=as_json)


def _verify_campaign(match: Match[Any], battles: Sequence[Match[Any]], *, as_json: bool) -> bool:
    report, fought = audit(match), audit_battles(match, {it.header.id: it for it in battles})
    whole = msgspec.structs.replace(report, problems=(*report.problems, *fought.problems))
    if as_json:
        emit(as_data(whole, 0) | {"battles": msgspec.to_builtins(fought)})
        return whole.is_clean
    console().print(_sentence(whole, 0), style="green" if whole.is_clean else "red")
    ways = {"match": fought.matches, "by bots": fought.by_bots, "told by hand": fought.by_hand}
    console().print(f"battles: {', '.join(f'{number} {how}' for how, number in ways.items() if number) or 'none yet'}")
    for problem in whole.problems:
        console().print(f"  {problem}")
    for name in fought.unchecked:
        console().print(f"  not checked, its match is not here or its game has changed: {name}")
    return whole.is_clean


def _verify_match(match: Match[Any], *, as_json: bool) -> bool:
    report = audit(match)
    typed = sum(isinstance(entry, Threw) and entry.typed for entry in match.line)
    if as_json:
        emit(as_data(report, typed))
    else:
        console().print(_sentence(report, typed), style="green" if report.is_clean else "red")
        for problem in report.problems:
            console().print(f"  {problem}")
        for notice in report.notices:
            console().print(f"  noted at the table: {notice}", style="dim")
    return report.is_clean


def as_data(report: Audit, typed: int) -> dict[str, Any]:
    return {
        "verified": report.is_clean,
        "answers": report.answers,
        "rolls": report.rolls,
        "turns": report.turns,
        "problems": list(report.problems),
        "typed": typed,
        "stirred": report.rounds,
        "notices": list(report.notices),
    }


def _sentence(report: Audit, typed: int) -> str:
    checked = _checked(report.answers, report.rolls - typed, report.turns)
    checked += f", {several(typed, 'roll')} of real dice taken as typed" if typed else ""
    if report.rounds:
        checked += f"; the seats added numbers of their own to the dice {several(report.rounds, 'time')}"
    wrong = len(report.problems)
    return f"verified: {checked}" if not wrong else f"not verified: {checked}, {wrong} of them wrong"


News = dict[int, list[Happening]]
"""What happened at each position, as a spectator may know it; at 0 nothing was answered or rolled yet."""


def news_of(match: Match[Any]) -> News:
    """All that is told in a match. What a turn says as it ends has the position at which the next one begins."""
    found: News = {}
    for happening in match.happenings(None):
        found.setdefault(happening.position, []).append(happening)
    return found


def positions(match: Match[Any]) -> list[dict[str, Any]]:
    """The whole record for programs: what was answered or rolled at each position, and what then happened.

    What was told before that, as the match began, stands `before` the first.
    """
    news = news_of(match)
    record = [_position(entry, position, news) for position, entry in enumerate(match.line)]
    if record and (before := _told(news, 0)):
        record[0]["before"] = before
    return record


def _position(entry: Counted, position: int, news: News) -> dict[str, Any]:
    done = {"answer": entry.answer} if isinstance(entry, Answered) else {"dice": list(entry.faces)}
    seat = entry.seat if isinstance(entry, Answered) else entry.by
    return {"position": position, "seat": seat, "rule": entry.rule, **done, "events": _told(news, position + 1)}


def _told(news: News, position: int) -> list[dict[str, str]]:
    return [{"rule": it.rule, "text": it.text} for it in news.get(position, ()) if isinstance(it, Event)]


def step_through(match: Match[Any]) -> None:
    """Forwards, backwards, to a position, to the next turn: the scene and what happened at each place."""
    screen = open_screen(console())
    position, news = 0, news_of(match)
    with screen.open():
        while True:
            try:
                reply = screen.pick(_frame(match, position, news))
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


def _frame(match: Match[Any], position: int, news: News) -> Frame:
    moment = match.look(position)
    return Frame(
        title=f"{match.game.title}: replay",
        aside=f"turn {moment.turn}, position {position} of {match.position}",
        scene=_scene(match, position),
        story=news.get(position, []),
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
