"""`adjudge` by itself: choose a game, play, go on, look rules up, or sit at the desk, all by keypress."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from adjudge.cli import desk, given
from adjudge.cli.keeping import in_store
from adjudge.cli.listing import parameters
from adjudge.cli.output import console
from adjudge.cli.play import PHYSICAL, Wishes, at_the_table, begin, new_match
from adjudge.cli.reference import contents
from adjudge.cli.table.asking import entries
from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.pages import found_rules, nothing_found, rule_text
from adjudge.cli.table.screen import Screen, open_screen
from adjudge.cli.typed import options_of, typed_faces, understand
from adjudge.desk import Choices, Throw, Wants, attended, odds
from adjudge.engine.chance import FastDice
from adjudge.engine.dice import name_dice
from adjudge.engine.errors import MISSING, AdjudgeError, BadInput, NoPolicy
from adjudge.engine.game import Game, Procedure, games
from adjudge.engine.questions import Choose, Question
from adjudge.store import open_store
from adjudge.store.database import Summary

MOST_MATCHES = 9
HOT_SEAT = "hot-seat"


def launch() -> None:
    """Shows the doors until the person leaves. A match is played on a screen of its own."""
    while True:
        screen = open_screen(console())
        with screen.open():
            try:
                then = _front_door(screen)
            except KeyboardInterrupt:
                return
        if then is None:
            return
        then()
        if not _again():
            return


def _again() -> bool:
    console().print(Text("\nenter: back to the games · q: quit", style="dim"))
    try:
        return input().strip().lower() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        return False


Then = Callable[[], None]
"""What to do once the launcher's screen is closed."""


def _front_door(screen: Screen) -> Then | None:
    """The games and the matches that wait."""
    while True:
        reply = screen.pick(_front())
        if isinstance(reply, Command):
            return None
        then = _resumed(reply) if isinstance(reply, Summary) else _game_door(screen, reply)
        if then is not None:
            return then


def _front() -> Frame:
    known = [
        Entry(game, game.title, str(number), note=f"{_players(game)} · {game.blurb}".rstrip(" ·"))
        for number, game in enumerate(games().values(), 1)
    ]
    return Frame("Adjudge", prompt="Which game?", menu=(*known, *_waiting()), commands={"Q": "quit"})


def _players(game: Game[Any]) -> str:
    return f"{game.players} player{'' if game.players == '1' else 's'}"


def _waiting() -> list[Entry]:
    """Matches that are not over, the latest first."""
    with open_store() as store:
        unfinished = [each for each in store.matches() if each.outcome is None and each.game in games()]
    letters = "abcdefghi"
    return [
        Entry(each, f"go on with {games()[each.game].title}", letters[number], note=_left(each))
        for number, each in enumerate(unfinished[:MOST_MATCHES])
    ]


def _left(summary: Summary) -> str:
    """Which match it is: how far it went, and when."""
    return f"{summary.id} · turn {summary.turn} · {summary.updated.astimezone():%d %b %H:%M}"


def _resumed(summary: Summary) -> Then:
    def go_on() -> None:
        with in_store(None) as kept:
            at_the_table(kept.load(summary.id), kept, Wishes())

    return go_on


def _game_door(screen: Screen, game: Game[Any]) -> Then | None:
    menu = (
        Entry("play", "play", "p", note="a new match: the first seat is yours"),
        *([Entry("learn", "learn by playing", "l", note="a first match with a coach")] if game.course else []),
        Entry("options", "play with options", "o", note="and say who sits where, or that the dice are real"),
        Entry("rules", "rules", "r", note="look rules up"),
        Entry("desk", "the desk", "d", note="rulings and odds for a table with real dice"),
    )
    while True:
        reply = screen.pick(Frame(game.title, prompt=game.blurb, menu=menu, commands={"Q": "back"}))
        if reply in ("play", "learn", "options"):
            wishes = Wishes(guided=reply == "learn")
            then = _match_with_options(screen, game) if reply == "options" else _new_match(game, wishes)
            if then is not None:
                return then
        elif reply == "rules":
            _rules(screen, game)
        elif reply == "desk":
            _desk(screen, game)
        else:
            return None


def _new_match(game: Game[Any], wishes: Wishes) -> Then:
    match = new_match(game, wishes)
    return lambda: begin(match, wishes)


def _match_with_options(screen: Screen, game: Game[Any]) -> Then | None:
    """A match with options as they are typed; what does not fit is said and asked again."""
    complaint = ""
    prompt = f"Options as name=value; {HOT_SEAT}: people in every seat; {PHYSICAL}: real dice; enter: as they stand"
    menu = _listed(game.options)
    while True:
        typed = screen.write(Frame(game.title, prompt=prompt, menu=menu, commands={}, complaint=complaint))
        if isinstance(typed, Command):
            return None
        try:
            return _new_match(game, _wishes(typed.split()))
        except AdjudgeError as error:
            complaint = str(error)


def _wishes(words: list[str]) -> Wishes:
    options = [word for word in words if word not in (HOT_SEAT, PHYSICAL)]
    return Wishes(options=options, hot_seat=HOT_SEAT in words, dice=[word for word in words if word == PHYSICAL])


def _listed(kind: type[Struct]) -> tuple[Entry, ...]:
    """What can be typed as name=value, with what it is if nothing is typed."""
    rows = parameters(kind, ())
    return tuple(Entry(name, f"{name} = {default}", note=what) for name, default, what in rows)


def _rules(screen: Screen, game: Game[Any]) -> None:
    complaint = ""
    while True:
        prompt = "A rule id or words to look for (* for the list of all ids)"
        typed = screen.write(Frame(game.title, prompt=prompt, commands={}, complaint=complaint))
        if isinstance(typed, Command) or not typed:
            return
        found = found_rules(game.rulebook, typed)
        complaint = "" if found or typed == "*" else nothing_found(game.rulebook, typed)
        if typed == "*":
            screen.page(game.rulebook.title, contents(game.rulebook, game.id))
        elif found:
            screen.page(f"Rules: {typed}", rule_text(found))


def _desk(screen: Screen, game: Game[Any]) -> None:
    if not game.procedures:
        screen.page(game.title, Text("This game has nothing to rule on by itself."))
        return
    while True:
        menu = tuple(
            Entry(procedure, procedure.title, key, note=procedure.rule)
            for key, procedure in zip("123456789abcdefghijklmnop", game.procedures, strict=False)
        )
        reply = screen.pick(
            Frame(f"The desk of {game.title}", prompt="A ruling on what?", menu=menu, commands={"Q": "back"})
        )
        if isinstance(reply, Command):
            return
        _situation(screen, game, reply)


def _situation(screen: Screen, game: Game[Any], procedure: Procedure) -> None:
    """Describes a situation, then shows its odds and resolves it as often as wanted."""
    complaint = ""
    menu = _listed(procedure.params)
    while True:
        prompt = "The situation as name=value with spaces between; enter: as it stands"
        typed = screen.write(Frame(procedure.title, prompt=prompt, menu=menu, commands={}, complaint=complaint))
        if isinstance(typed, Command):
            return
        try:
            _ruling(screen, game, procedure, typed.split())
            return
        except AdjudgeError as error:
            complaint = str(error)


def _ruling(screen: Screen, game: Game[Any], procedure: Procedure, settings: list[str]) -> None:
    params = given.situation(game, procedure.name, settings)
    menu = (Entry("odds", "odds", "o"), Entry("roll", "roll it", "r"), Entry("dice", "type the dice", "d"))
    told = " ".join(settings) or "as it stands"
    while True:
        reply = screen.pick(Frame(procedure.title, prompt=told, menu=menu, commands={"Q": "back"}))
        if isinstance(reply, Command):
            return
        screen.page(procedure.title, _answered(screen, game, procedure, params, reply))


def _answered(screen: Screen, game: Game[Any], procedure: Procedure, params: Any, wanted: str) -> RenderableType:
    try:
        if wanted == "odds":
            return _odds(screen, game, procedure, params)
        attendant = Visitor(screen, procedure, FastDice(secrets.token_bytes(16)) if wanted == "roll" else None)
        return desk.verdict(attended(game, procedure, params, attendant), procedure.seats)
    except AdjudgeError as error:
        return Text(str(error), style="red")


def _odds(screen: Screen, game: Game[Any], procedure: Procedure, params: Any) -> RenderableType:
    """The odds; where they depend on choices that no policy of the game makes, the person first says who makes them."""
    try:
        return desk.chances(odds(game, procedure, params))
    except NoPolicy as error:
        menu = tuple(Entry(name, name, str(n)) for n, name in enumerate(("uniform", *game.own_bots()), 1))
        chosen = screen.pick(Frame(procedure.title, prompt=f"Who decides? For {error}", menu=menu, commands={}))
    if isinstance(chosen, Command):
        return Text("")
    return desk.chances(odds(game, procedure, params, Choices({}, chosen)))


class Visitor:
    """The person at the desk: types each roll as it comes, unless dice of ours are thrown, and makes every choice."""

    def __init__(self, screen: Screen, procedure: Procedure, dice: FastDice | None) -> None:
        self._screen, self._procedure, self._dice = screen, procedure, dice

    def faces(self, wants: Wants, throw: Throw) -> Sequence[int]:
        if self._dice is not None:
            return list(self._dice.draw(throw.dice))
        complaint = ""
        while True:
            who = " and ".join(self._procedure.seats.get(seat, seat) for seat in dict.fromkeys(throw.by) if seat)
            prompt = f"Roll {name_dice(throw.dice)}{f' for {who}' if who else ''} ({throw.label}) and type the faces"
            frame = Frame(self._procedure.title, prompt=prompt, rule=wants.rule, commands={}, complaint=complaint)
            typed = self._screen.write(frame)
            if isinstance(typed, Command):
                raise BadInput("dice", MISSING, f"the faces of {name_dice(throw.dice)}")
            try:
                return typed_faces(typed, throw.dice)
            except AdjudgeError as error:
                complaint = str(error)

    def answer(self, wants: Wants, question: Question[Any]) -> Any:
        prompt = question.shown().prompt or "Choose"
        menu = entries(options_of(question), {})
        frame = Frame(self._procedure.title, prompt=prompt, rule=wants.rule, commands={}, menu=menu)
        reply = self._screen.pick(frame) if isinstance(question, Choose) else self._screen.write(frame)
        if isinstance(reply, Command):
            raise BadInput("answer", MISSING, f"an answer to {wants.rule}")
        return reply if isinstance(question, Choose) else understand(question, reply, wants.rule)
