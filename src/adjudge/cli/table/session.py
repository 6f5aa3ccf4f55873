"""A match at the terminal: asks whoever is to act, keeps every answer at once, and serves the umpire's commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import structs
from rich.console import Group
from rich.text import Text

from adjudge.cli.table import briefings, pages
from adjudge.cli.table.asking import ask, ask_faces
from adjudge.cli.table.battle import INSTEAD, Tables, ask_battle
from adjudge.cli.table.foresight import foresee
from adjudge.cli.table.frame import AT_THE_TABLE, WITH_HINTS, Command, Entry, Frame, command_in
from adjudge.cli.table.scene import drawn
from adjudge.cli.table.screen import Screen
from adjudge.cli.typed import options_of
from adjudge.engine.coach import Advice, Coach
from adjudge.engine.errors import AdjudgeError, IllegalAnswer, NeedsConsent
from adjudge.engine.fights import Fight
from adjudge.engine.guides import Spot
from adjudge.engine.log import Answered, Threw
from adjudge.engine.match import Match
from adjudge.engine.questions import Choose, ChooseSome, Floor, Option, Question, Sealed
from adjudge.engine.scene import Board, Card, Cards, Panel, Piece, Scene
from adjudge.engine.table import Rolled
from adjudge.mind.thoughts import hint, thoughts

if TYPE_CHECKING:  # the kit takes its time to load, and only authors need it
    from adjudge.check.drafts import Draft

F = TypeVar("F", Card, Piece)

Keep = Callable[[Match[Any]], None]
"""Makes a match durable."""
SaveAs = Callable[[Match[Any], str], str]
"""Writes a match to the file of that name and says where it went."""


class Saved(Exception):
    """The author has saved the rules while somebody was to answer."""


class Session:
    """One match, one screen, and the places where the match is kept. If its game is a draft, it follows that."""

    def __init__(
        self,
        match: Match[Any],
        screen: Screen,
        keep: Keep,
        save_as: SaveAs,
        tables: Tables | None = None,
        draft: Draft | None = None,
        hints: bool = False,
    ) -> None:
        self._draft, self._hints = draft, hints
        self._hinted: tuple[int, str | None] | None = None
        """The question that a hint was taken on: the position, and the seat."""
        self.match, self.screen, self._keep, self._save_as = match, screen, keep, save_as
        self._tables = tables
        self.names = pages.names_of(match)
        self._seen_by: str | None = None
        self._asked: str | None = None
        """Who is asked now; nobody in particular while an open floor is offered."""
        self._next: Command | None = None
        """A command that was typed where a line was wanted; it is served next."""
        self._complaint = ""
        self._notice = ""
        self._coach = Coach(match) if match.header.guided and match.game.course else None
        if screen.has_keys:  # where lines are printed it stands above, in full
            self._notice = pages.short_promise(match)

    def play(self) -> bool:
        """Plays until the match is over (True) or the person leaves (False)."""
        if self._draft is not None:
            self.screen.interrupt_by(self._look_at_draft)
        self._start()
        while self.match.pending is not None:
            try:
                self._look_at_draft()
                reply = self._ask_next()
                if isinstance(reply, Command) and not self._obey(reply):
                    return False
            except Saved:
                self._take_up_draft()
            except IllegalAnswer as error:
                self._complaint = unfit(error)
            except AdjudgeError as error:
                self._complaint = str(error)
        return True

    def _start(self) -> None:
        try:
            self._brief()
        except Saved:
            self._take_up_draft()

    def _look_at_draft(self) -> None:
        if self._draft is not None and self._draft.is_changed():
            raise Saved

    def _take_up_draft(self) -> None:
        """Goes on by the rules that were saved, as far as the match fits them."""
        from adjudge.check.drafts import refused, taken_up

        assert self._draft is not None
        self._seen_by = self._next = None
        try:
            self._notice = taken_up(self._draft, self._draft.read_again(), self.match)
        except AdjudgeError as error:
            self._complaint = refused(error)
            return
        self._coach = Coach(self.match) if self.match.header.guided and self.match.game.course else None
        self._kept()

    def _brief(self) -> None:
        """The briefing comes before the first decision; on a screen of one's own only until it has been read."""
        game = self.match.game
        if game.brief is None or last_speaker(self.match) or (self.screen.has_keys and briefings.is_read(game.id)):
            return
        self._briefing("")
        if self.screen.has_keys:
            briefings.note_read(game.id)

    # ------------------------------------------------------------------ asking

    def _ask_next(self) -> Command | None:
        if self._next is not None:
            command, self._next = self._next, None
            return command
        self._asked = None
        seat = self._next_seat()
        if isinstance(seat, Command):
            return seat
        self._hand_over(seat)
        self._asked = seat
        return self._throw(seat) if self._pending.question is None else self._answer(seat)

    @property
    def _pending(self) -> Any:
        assert self.match.pending is not None
        return self.match.pending

    def _next_seat(self) -> str | Command:
        """Whoever is asked; on an open floor, whoever wants to act."""
        seats: tuple[str, ...] = self._pending.seats
        if len(seats) == 1 or not isinstance(self._pending.question, Floor):
            return seats[0]
        menu = tuple(Entry(seat, self.names[seat], str(number), names=(seat,)) for number, seat in enumerate(seats, 1))
        frame = replace(self._frame(seats[0], None), prompt="Who acts?", rule=self._pending.rule, menu=menu)
        return self.screen.pick(frame)  # type: ignore[no-any-return]

    def _hand_over(self, seat: str) -> None:
        """With secrets at the table, one person looks away before the next one looks."""
        secrets = self.match.game.view is not None or isinstance(self._pending.question, Sealed)
        if secrets and len(self.match.people) > 1 and seat != self._seen_by:
            self.screen.curtain(f"{self.names[seat]} takes the screen")
        self._seen_by = seat

    def _answer(self, seat: str) -> Command | None:
        pending = self._pending
        question = pending.for_seat(seat)
        reply = self._reply(seat, question, pending.rule)
        if isinstance(reply, Command):
            return reply
        hinted = self._hinted == (self.match.position, seat)
        self.match.answer(seat, reply, pending.position, hinted=hinted)
        self._kept()
        return None

    def _reply(self, seat: str, question: Question[Any], rule: str) -> Any:
        frame = self._frame(seat, seat)
        if not isinstance(question, Fight) or self._tables is None:
            return ask(self.screen, frame, self.match, seat, question, rule)
        frame = replace(frame, prompt=question.prompt or question.name or "A battle is to be fought", rule=rule)
        reply = ask_battle(self.screen, frame, self.match, question, self._tables, self._fight)
        if reply != INSTEAD or question.instead is None:
            return reply
        said = ask(self.screen, frame, self.match, seat, question.instead, rule)
        return said if isinstance(said, Command) else {"instead": said}

    def _fight(self, battle: Match[Any]) -> bool:
        """Plays a battle of this campaign; whether it came to its end."""
        self._seen_by = None
        return Session(battle, self.screen, self._keep, self._save_as, self._tables, hints=self._hints).play()

    def _throw(self, seat: str) -> Command | None:
        pending = self._pending
        roller = self.names.get(pending.by, pages.UMPIRES_NAME)
        reply = ask_faces(self.screen, self._frame(seat, seat), pending, roller)
        if isinstance(reply, Command):
            return reply
        self.match.throw(seat, reply, pending.position)
        self._kept()
        return None

    def _kept(self) -> None:
        self._complaint = ""
        self._keep(self.match)

    def _frame(self, seat: str, viewer: str | None) -> Frame:
        """What the seat sees: the scene, and what happened since its last answer."""
        complaint, self._complaint = self._complaint, ""
        notice, self._notice = self._notice, ""
        several = len(self.match.header.seats) > 1
        advice = self._coach.advice() if self._coach and viewer == self._coach.seat else None
        scene = self.match.scene(viewer)
        return Frame(
            title=self.match.game.title,
            aside=f"{self.names[seat]}, turn {self.match.turn}" if several else f"turn {self.match.turn}",
            scene=pointed(scene, advice.spots) if advice else scene,
            story=self.match.happenings(viewer, after_last_word(self.match, seat)),
            names=self.names,
            commands=WITH_HINTS if self._hints else AT_THE_TABLE,
            complaint=complaint,
            notice=notice,
            coach=coached(advice) if advice else "",
            suggested=advice.answer if advice else None,
        )

    # ------------------------------------------------------------------ obeying

    def _obey(self, command: Command) -> bool:
        """Serves a command; False: the person leaves."""
        if command.name == "quit":
            return False
        serve = getattr(self, f"_{command.name}", None)
        if serve is not None:
            serve(command.words)
        return True

    def _back(self, words: str) -> None:
        """Nothing to go back to but the question itself."""

    def _undo(self, words: str) -> None:
        by = last_speaker(self.match)
        if by is None:
            self._complaint = "nobody has answered anything that could be taken back"
            return
        try:
            self.match.undo(by)
        except NeedsConsent as needed:
            if not self._agree(needed.seats):
                return
            self.match.undo(by, self.match.people)
        self._seen_by = None
        self._kept()

    def _agree(self, seats: Iterable[str]) -> bool:
        since = f"Dice have fallen or secrets have come out since then; {self._same_dice()}."
        if len(self.match.people) == 1:
            return self.screen.confirm(f"{since} Go back all the same?")
        who = " and ".join(self.names[seat] for seat in seats)
        return self.screen.confirm(f"{since} Go back, if {who} agree?")

    def _same_dice(self) -> str:
        """What becomes of rolls that are taken back: ours follow from the secret, real ones from nothing."""
        header = self.match.header
        real = {seat.physical_dice for seat in header.seats} | {header.umpire_dice}
        if real == {True}:
            return "real dice are thrown again"
        ours = "the dice will fall the same again"
        return f"{ours}, real ones are thrown again" if True in real else ours

    def _save(self, words: str) -> None:
        name = words or self._ask_line(
            Frame(self.match.game.title, prompt="Save as which file?", commands={}),
            f"{self.match.game.id}-{self.match.header.id}.json",
        )
        if name:
            self._notice = self._save_as(self.match, name)

    def _ask_line(self, frame: Frame, suggestion: str) -> str:
        """A line of text, or nothing. A script that goes on with the next command instead is not misunderstood."""
        typed = self.screen.write(frame, suggestion)
        if isinstance(typed, Command):
            return ""
        self._next = None if self.screen.has_keys else command_in(AT_THE_TABLE, typed)
        return "" if self._next else typed

    def _rules(self, words: str) -> None:
        book = self.match.game.rulebook
        cited = self._cited()
        query = words or self._pick_rule(cited)
        if not query:
            return
        found = pages.found_rules(book, query)
        if found:
            self.screen.page(f"Rules: {query}", pages.rule_text(found))
        else:
            self._complaint = pages.nothing_found(book, query)

    def _cited(self) -> list[str]:
        """The rules that stand on the screen now."""
        told = [it.rule for it in self.match.happenings(self._asked, after_last_word(self.match, self._asked))]
        options = [option.rule for option in self._options() if option.rule]
        return list(dict.fromkeys([self._pending.rule, *options, *reversed(told)]))[:9]

    def _pick_rule(self, cited: list[str]) -> str:
        menu = tuple(Entry(rule, rule, str(number)) for number, rule in enumerate(cited, 1))
        frame = Frame("Rules", prompt="Type a number, a rule id, or words to look for", menu=menu, commands={})
        typed = self._ask_line(frame, cited[0])
        return cited[int(typed) - 1] if typed.isdigit() and 0 < int(typed) <= len(cited) else typed

    def _why(self, words: str) -> None:
        found = pages.explained(self.match.happenings(self._asked), thoughts(self.match))
        if not found:
            self._complaint = "no dice have been rolled yet"
            return
        number = int(words) if words.isdigit() and 0 < int(words) <= len(found) else 1
        picked = found[number - 1] if words or not self.screen.has_keys else self._pick_explained(found)
        if picked is not None:
            self.screen.page("Why", pages.why_so(self.match.game.rulebook, picked, self.names))

    def _pick_explained(self, found: list[pages.Explained]) -> pages.Explained | None:
        menu = tuple(Entry(i, pages.short(it, self.names), str(i) if i < 10 else "") for i, it in enumerate(found, 1))
        what = "roll" if all(isinstance(it, Rolled) for it in found) else "roll, or which thought"
        picked = self.screen.pick(Frame("Why", prompt=f"Which {what}? The latest comes first", menu=menu, commands={}))
        return None if isinstance(picked, Command) else found[picked - 1]

    def _hint(self, words: str) -> None:
        """What a bot would consider in this seat. Whoever takes one has it noted beside the answer."""
        asked = self.match.question_to(self._asked) if self._asked else None
        found = hint(self.match, asked) if asked is not None else None
        if found is None:
            self._complaint = "there is nothing to weigh here"
            return
        self._hinted = (self.match.position, self._asked)
        self.screen.page("A hint", pages.considered(found, "the advice"))

    def _briefing(self, words: str) -> None:
        brief = self.match.game.brief
        if brief is None:
            self._complaint = f"{self.match.game.title} has no briefing"
            return
        viewer = self._asked or (self.match.people[0] if len(self.match.people) == 1 else None)
        size = self.screen.console.size
        self.screen.page(
            f"{self.match.game.title}: before you begin",
            briefings.page(brief, self.match.scene(viewer), size.width, size.height),
            then="begins" if self._asked is None else "goes back",
        )

    def _table(self, words: str) -> None:
        self.screen.page("The table", drawn(self.match.scene(self._asked), self.screen.console.width))

    def _log(self, words: str) -> None:
        told = self.match.happenings(self._asked)
        self.screen.page("Everything so far", pages.history(told, self.names), from_end=True)

    def _luck(self, words: str) -> None:
        self.screen.page("Luck", Group(pages.luck_table(self.match, self._asked), "", pages.promise(self.match)))

    def _odds(self, words: str) -> None:
        found = [(option.label, foresee(self.match, self._asked or "", option.key)) for option in self._options()]
        self.screen.page("Odds", pages.odds_page(found))

    def _options(self) -> tuple[Option, ...]:
        question = self._pending.for_seat(self._asked) if self._asked else None
        return options_of(question) if isinstance(question, (Choose, ChooseSome)) else ()

    def _help(self, words: str) -> None:
        self.screen.page("Help", Text(pages.HELP))

    def _unknown(self, words: str) -> None:
        if words == "/hint":
            self._complaint = "hints are off: begin or resume the match with --hints to have them"
            return
        known = ", ".join(f"/{name}" for name in AT_THE_TABLE.values())
        self._complaint = f"{words!r} isn't an answer here; type an answer or one of {known}"


def unfit(error: IllegalAnswer) -> str:
    """What is wrong with an answer that was typed: whoever typed it sees the question, and needs no rule's name."""
    given = f"{error.given!r} doesn't fit" if error.given else "nothing is typed yet"
    return f"{given}; use {error.allowed}"


def coached(advice: Advice) -> str:
    """What the coach says, as a line."""
    number = f" {advice.number} of {advice.of}" if advice.number else ""
    return f"Coach{number}: {advice.text}"


def pointed(scene: Scene, spots: Iterable[Spot]) -> Scene:
    """The scene with the figures that somebody points at marked as those that act."""
    ids = {spot.id for spot in spots if spot.kind == "figure"}
    return structs.replace(scene, panels=tuple(_pointed(panel, ids) for panel in scene.panels)) if ids else scene


def _pointed(panel: Panel, ids: set[str]) -> Panel:
    if isinstance(panel, Cards):
        return structs.replace(panel, cards=tuple(_marked(card, ids) for card in panel.cards))
    if isinstance(panel, Board):
        return structs.replace(panel, pieces=tuple(_marked(piece, ids) for piece in panel.pieces))
    return panel


def _marked(figure: F, ids: set[str]) -> F:
    return structs.replace(figure, mood="active") if figure.id in ids else figure


def last_speaker(match: Match[Any]) -> str | None:
    """The person whose word stands last in the line."""
    for entry in reversed(match.line):
        if isinstance(entry, Answered) and not entry.bot:
            return entry.seat
        if isinstance(entry, Threw) and entry.typed:
            return match.hand_of(entry.by)
    return None


def after_last_word(match: Match[Any], seat: str | None) -> int:
    """The position behind the seat's last answer: what happened since is news."""
    for position in range(len(match.line) - 1, -1, -1):
        entry = match.line[position]
        if isinstance(entry, Answered) and entry.seat == seat and not entry.bot:
            return position + 1
    return 0
