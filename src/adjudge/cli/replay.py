"""`adjudge replay`: steps through a match that was kept, or checks all of it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.text import Text

from adjudge.cli.keeping import new_id
from adjudge.cli.output import console, emit
from adjudge.cli.table import pages
from adjudge.cli.table.foresight import foresee
from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.pages import names_of
from adjudge.cli.table.scene import drawn
from adjudge.cli.table.screen import Screen, open_screen
from adjudge.cli.typed import options_of
from adjudge.engine.audit import Audit, audit, audit_battles
from adjudge.engine.dice import name_dice
from adjudge.engine.log import Answered, Counted, Threw
from adjudge.engine.match import Match
from adjudge.engine.questions import Choose, ChooseSome
from adjudge.engine.scene import Scene
from adjudge.engine.table import Event, Happening
from adjudge.engine.wording import several
from adjudge.mind.thoughts import thoughts

COMMANDS = {
    "L": "log",
    "W": "why",
    "R": "rules",
    "O": "odds",
    "X": "what-if",
    "V": "table",
    "Q": "quit",
    "?": "help",
}
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


def step_through(match: Match[Any]) -> Match[Any] | None:
    """Forwards, backwards, to a position, to the next turn: the scene and what happened at each place.

    What comes back is the match to go on with, if somebody asked what if.
    """
    screen = open_screen(console())
    with screen.open():
        try:
            return Replay(match, screen).run()
        except KeyboardInterrupt:
            return None


class Replay:
    """A place in a kept match, and whatever can be asked about it there."""

    def __init__(self, match: Match[Any], screen: Screen) -> None:
        self.match, self.screen = match, screen
        self.position, self.news, self.names = 0, news_of(match), names_of(match)
        self._complaint = ""

    def run(self) -> Match[Any] | None:
        while True:
            complaint, self._complaint = self._complaint, ""
            reply = self.screen.pick(_frame(self.match, self.position, self.news).with_complaint(complaint))
            if not isinstance(reply, Command):
                self.position = _moved(self.match, self.screen, self.position, reply)
            elif reply.name == "quit":
                return None
            elif reply.name == "what-if":
                if self.match.look(self.position).pending is not None:
                    return self.branch()
                self._complaint = "the match is over here: go back to a decision"
            elif serve := getattr(self, f"_{reply.name}", None):
                serve(reply.words)

    def branch(self) -> Match[Any]:
        """Another match from here, with dice of its own."""
        return self.match.what_if(self.position, secrets.token_bytes(32), new_id())

    def _told(self) -> list[Happening]:
        """What had happened up to here."""
        return [it for at in sorted(self.news) if at <= self.position for it in self.news[at]]

    def _table(self, words: str) -> None:
        self.screen.page("The table", drawn(_scene(self.match, self.position), self.screen.console.width))

    def _log(self, words: str) -> None:
        self.screen.page("Everything up to here", pages.history(self._told(), self.names), from_end=True)

    def _why(self, words: str) -> None:
        before = [it for it in thoughts(self.match) if it.position < self.position]
        found = pages.explained(self._told(), before)
        if found:
            self.screen.page("Why", pages.why_so(self.match.game.rulebook, found[0], self.names))
        else:
            self._complaint = "no dice have been rolled up to here"

    def _rules(self, words: str) -> None:
        book = self.match.game.rulebook
        pending = self.match.look(self.position).pending
        cited = [it.rule for it in self.news.get(self.position, [])] + ([pending.rule] if pending else [])
        found = pages.found_rules(book, words) if words else [book.find(rule) for rule in dict.fromkeys(cited)]
        if found:
            self.screen.page("Rules", pages.rule_text(found))
        else:
            self._complaint = pages.nothing_found(book, words)

    def _odds(self, words: str) -> None:
        """The odds of what could be answered here, worked out on a branch."""
        pending = self.match.look(self.position).pending
        if pending is None or pending.question is None:
            self._complaint = "nobody is asked anything here"
            return
        branch, seat = self.branch(), pending.seats[0]
        question = pending.for_seat(seat)
        options = options_of(question) if isinstance(question, (Choose, ChooseSome)) else ()
        self.screen.page("Odds", pages.odds_page([(it.label, foresee(branch, seat, it.key)) for it in options]))

    def _help(self, words: str) -> None:
        self.screen.page("Help", Text(HELP))


HELP = """\
n, space or →   the next answer or roll          b or ←   the one before
t               the next turn                    j        any position
L log   W why: the dice, or what a bot considered   R rules cited here   O odds of what could be answered here
X what if: play on from here, in a match of its own with other dice
V the whole table   Q quit
"""


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
    return match.picture(match.look(position).state, None)


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
