"""Answers as people type them: a hotkey, a key or a label; coordinates; shares; plain text; faces of real dice.

Nothing here decides what is legal: the question does that with what is read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudge.engine.dice import check_faces, name_dice
from adjudge.engine.errors import IllegalAnswer, IllegalFaces
from adjudge.engine.questions import Allocate, Choose, ChooseSome, Option, PickPoint, Question, Write

HOTKEYS = "123456789abcdefghijklmnopqrstuvwxyz"
MOST_SAMPLES = 12


def hotkeys(options: Sequence[Option]) -> dict[str, Option]:
    """A key for each option: the one it asks for, else the next free digit or small letter; past those, none."""
    asked = {option.hotkey: option for option in reversed(options) if len(option.hotkey) == 1 and option.hotkey > " "}
    wanted = {option.key for option in asked.values()}
    free = iter(key for key in HOTKEYS if key not in asked)
    given = ((_hotkey_of(option, asked) if option.key in wanted else next(free, ""), option) for option in options)
    return {key: option for key, option in given if key}


def _hotkey_of(option: Option, asked: Mapping[str, Option]) -> str:
    return next(key for key, other in asked.items() if other.key == option.key)


def options_of(question: Question[Any]) -> tuple[Option, ...]:
    """What a question offers to pick from, as a screen shows it; nothing for questions that are typed."""
    if isinstance(question, (Choose, ChooseSome)):
        return tuple(question.describe(key) for key in question.options)
    if isinstance(question, PickPoint):
        return tuple(
            Option(number, f"{x:g},{y:g}", point=(x, y)) for number, (x, y) in enumerate(samples_of(question), 1)
        )
    return ()


def samples_of(question: PickPoint) -> Sequence[tuple[float, float]]:
    """A handful of the region's points, spread over all that it offers."""
    samples = question.region.samples()
    step = max(1, -(-len(samples) // MOST_SAMPLES))
    return samples[::step]


def understand(question: Question[Any], text: str, rule: str, keys: Mapping[str, Option] | None = None) -> Any:
    """The answer that a text stands for, checked by the question. `keys` are the hotkeys that a screen shows."""
    return question.check(_read(question, text.strip(), rule, keys or {}), rule)


def _read(question: Question[Any], text: str, rule: str, keys: Mapping[str, Option]) -> Any:
    match question:
        case Choose():
            return _option(question.options, options_of(question), text, keys)
        case ChooseSome():
            parts = [part for part in re.split(r"[,\s]+", text) if part]
            return [_option(question.options, options_of(question), part, keys) for part in parts]
        case PickPoint():
            return _point(question, text, rule)
        case Allocate():
            return _shares(question, text, rule)
        case Write():
            return text or question.suggestion
    return text


def _option(known: Sequence[Any], options: Sequence[Option], text: str, keys: Mapping[str, Option]) -> Any:
    if text in keys:
        return keys[text].key
    for key in known:
        if str(key) == text:
            return key
    return next((option.key for option in options if option.label.casefold() == text.casefold()), text)


def _point(question: PickPoint, text: str, rule: str) -> Any:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    samples = samples_of(question)
    if len(numbers) == 1 and numbers[0] in range(1, len(samples) + 1):
        return samples[int(numbers[0]) - 1]
    if len(numbers) != 2:
        allowed = f"coordinates like 12.5,7 or the number of a point from 1 to {len(samples)}"
        raise IllegalAnswer(rule, text, allowed)
    return tuple(numbers)


def _shares(question: Allocate, text: str, rule: str) -> dict[str, int]:
    parts = [part for part in re.split(r"[,\s]+", text) if part]
    named = dict(part.partition("=")[::2] for part in parts if "=" in part)
    shares = named or dict(zip(question.slots, parts, strict=False))
    if len(parts) > len(question.slots) or not all(share.isdigit() for share in shares.values()):
        allowed = f"a number for each of {', '.join(question.slots)}, like {' '.join('0' * len(question.slots))}"
        raise IllegalAnswer(rule, text, allowed)
    return {slot: int(share) for slot, share in shares.items()}


def typed_faces(text: str, dice: Sequence[int]) -> list[int]:
    """`4 2`, `4,2` or, for dice below ten sides, `42`."""
    parts = re.split(r"[,\s]+", text.strip())
    if len(parts) == 1 and len(dice) > 1 and max(dice) < 10:
        parts = list(parts[0])
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise IllegalFaces(f"{text!r} was typed for {name_dice(dice)}: type the faces as numbers, like 4 2")
    faces = [int(part) for part in parts]
    check_faces(dice, faces)
    return faces
