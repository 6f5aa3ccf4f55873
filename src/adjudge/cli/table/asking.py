"""Puts one question to one person, whatever its kind, and brings back a checked answer or a command."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudge.cli.table.foresight import briefly
from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.screen import Screen
from adjudge.cli.typed import hotkeys, options_of, samples_of, typed_faces, understand
from adjudge.engine.dice import name_dice
from adjudge.engine.live import Pending
from adjudge.engine.match import Match
from adjudge.engine.questions import Allocate, Choose, ChooseSome, Option, PickPoint, Question, Write


def ask(screen: Screen, frame: Frame, match: Match[Any], seat: str, question: Question[Any], rule: str) -> Any:
    """An answer as the log keeps it, or a `Command`."""
    frame = replace(frame, prompt=question.shown().prompt or _plain_prompt(question), rule=rule)
    if isinstance(question, (Choose, ChooseSome)):
        return _ask_options(screen, frame, match, seat, question)
    return _ask_text(screen, frame, question, rule)


def _ask_options(
    screen: Screen, frame: Frame, match: Match[Any], seat: str, question: Choose[Any] | ChooseSome[Any]
) -> Any:
    options = options_of(question)
    cells = [it.point for it in options if it.point and it.deed and it.deed.kind == "cell"]
    frame = replace(frame, menu=entries(options, briefly(match, seat, options)), marked=cells)
    if isinstance(question, Choose):
        return screen.pick(frame)
    limits = f"{question.least} to {question.most}, enter when done"
    return screen.pick_some(replace(frame, prompt=f"{frame.prompt} ({limits})"), question.least, question.most)


def entries(options: tuple[Option, ...], odds: dict[Any, str]) -> tuple[Entry, ...]:
    """The options as lines of a menu."""
    keys = {option.key: hotkey for hotkey, option in hotkeys(options).items()}
    return tuple(
        Entry(
            option.key,
            option.label,
            keys.get(option.key, ""),
            odds.get(option.key, ""),
            option.note,
            (str(option.key),),
            target=(option.deed.target if option.deed else "") or option.figure,
            point=option.point if option.deed and option.deed.kind == "cell" else None,
            caution=option.caution,
        )
        for option in options
    )


def _ask_text(screen: Screen, frame: Frame, question: Question[Any], rule: str) -> Any:
    suggestion = question.suggestion if isinstance(question, Write) else ""
    if frame.suggested is not None:
        suggestion = in_a_line(frame.suggested)
    marked = samples_of(question) if isinstance(question, PickPoint) else ()
    if isinstance(question, PickPoint) and frame.scene is not None:
        from adjudge.cli.table.board import with_reach  # the battlefield takes its time to load

        frame = replace(frame, scene=with_reach(frame.scene, question.region))
    typed = screen.write(replace(frame, menu=_offered(question), marked=marked), suggestion)
    return typed if isinstance(typed, Command) else understand(question, typed, rule)


def in_a_line(answer: Any) -> str:
    """An answer as it would be typed: `6.5,9.5` for a point, `red=2 blue=1` for shares, a text as it is."""
    if isinstance(answer, dict):
        return " ".join(f"{name}={share}" for name, share in answer.items())
    return ",".join(f"{number:g}" for number in answer) if isinstance(answer, (list, tuple)) else str(answer)


def _offered(question: Question[Any]) -> tuple[Entry, ...]:
    """What a typed answer may refer to: points by their number, slots by their name."""
    if isinstance(question, PickPoint):
        return tuple(Entry(option.key, option.label, str(option.key)) for option in options_of(question))
    if isinstance(question, Allocate):
        slots = question.shown().slots  # type: ignore[attr-defined]
        return tuple(Entry(slot.key, slot.label, note=slot.note) for slot in slots)
    return ()


def _plain_prompt(question: Question[Any]) -> str:
    match question:
        case PickPoint():
            return "Pick a point: type x,y or the number of one of these"
        case Allocate():
            how = "Share out" if question.exactly else "Share out up to"
            return f"{how} {question.number}, at most {question.most} each: type a number for each, in this order"
        case Write():
            return f"Write up to {question.limit} characters" + (" (enter: nothing)" if question.optional else "")
    return "Choose"


def ask_faces(screen: Screen, frame: Frame, pending: Pending, roller: str) -> Any:
    """The faces of real dice or the card that was drawn, or a `Command`."""
    if pending.draws:
        options = tuple(Option(face, name) for name, face in pending.draws)
        menu = entries(options, {})
        asked = replace(frame, prompt=f"What does {roller} draw?", rule=pending.rule, menu=menu)
        picked = screen.pick(asked)
        return picked if isinstance(picked, Command) else [picked]
    prompt = f"Roll {name_dice(pending.dice)} for {roller} ({pending.label}) and type the faces"
    typed = screen.write(replace(frame, prompt=prompt, rule=pending.rule))
    return typed if isinstance(typed, Command) else typed_faces(typed, pending.dice)
