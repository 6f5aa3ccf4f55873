"""The umpire's desk in a terminal: a situation resolved with the dice on the table, or with all its odds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from adjudge import desk
from adjudge.cli import given
from adjudge.cli.output import console, emit, grid, percent, plain, words
from adjudge.cli.table.story import told
from adjudge.cli.typed import hotkeys, options_of, typed_faces, understand
from adjudge.engine.chance import FastDice
from adjudge.engine.dice import name_dice
from adjudge.engine.errors import MISSING, AdjudgeError, BadInput, DiceMismatch, IllegalAnswer, IllegalFaces, NoPolicy
from adjudge.engine.game import Game, Procedure
from adjudge.engine.questions import Question
from adjudge.engine.table import Event, Happening, Rolled
from adjudge.engine.wording import listed, several

NARROW, MIDDLING = 40, 60
"""A window below these widths has no room for fractions, or for bars."""


# ---------------------------------------------------------------------- resolve


def resolve(
    game: Game[Any],
    name: str,
    settings: Sequence[str],
    *,
    dice: list[int] | None,
    answers: Sequence[str],
    seed: int | None,
    as_json: bool,
    prompts: bool = False,
) -> None:
    """Rules on a situation. What was not given is asked for if somebody sits there; else dice of ours are thrown."""
    procedure, params = game.procedure(name), given.situation(game, name, settings)
    ours = None if dice is not None else FastDice(secrets.token_bytes(16) if seed is None else seed)
    attendant = Person(game, procedure, answers, ours) if prompts else Given(answers, ours)
    if isinstance(attendant, Person):
        attendant.begin(params)
    try:
        ruling = desk.attended(game, procedure, params, attendant, dice=dice or ())
    except (DiceMismatch, IllegalFaces) as error:
        raise DiceMismatch(f"--dice {','.join(map(str, dice or ()))}: {error}") from None
    attendant.finish()
    if as_json:
        events = [*map(_event, ruling.happenings)]
        emit({"outcome": ruling.words, "events": events, "dice": ruling.dice, "data": ruling.outcome})
        return
    console().print(verdict(ruling, procedure.seats, attendant.seen))


class Given:
    """What was given beforehand: answers in their order, and dice of ours unless those on the table were given."""

    seen = 0
    """How much of what happened has been shown already."""

    def __init__(self, answers: Sequence[str], dice: FastDice | None) -> None:
        self._answers, self._dice = list(answers), dice

    def faces(self, wants: desk.Wants, throw: desk.Throw) -> Sequence[int]:
        if self._dice is None:
            raise DiceMismatch(f"{wants.rule} rolls {name_dice(throw.dice)} ({throw.label}), and no die is left")
        return list(self._dice.draw(throw.dice))

    def answer(self, wants: desk.Wants, question: Question[Any]) -> Any:
        if not self._answers:
            wanted = f"an answer to {wants.rule} of {wants.seat}: {_offer(question)}"
            raise BadInput("--answer", MISSING, wanted)
        return understand(question, self._answers.pop(0), wants.rule)

    def finish(self) -> None:
        """Complains about answers that nobody used."""
        if self._answers:
            raise DiceMismatch(f"--answer: {', '.join(self._answers)} has no question left to answer")


class Person(Given):
    """Somebody at a terminal, with real dice: each roll and each choice is asked for when it comes."""

    def __init__(self, game: Game[Any], procedure: Procedure, answers: Sequence[str], dice: FastDice | None) -> None:
        super().__init__(answers, dice)
        self._game, self._procedure = game, procedure
        self._rolls_itself = False

    def begin(self, params: Any) -> None:
        """Says which dice to have ready, in their order."""
        sure, others = desk.throws(self._game, self._procedure, params)
        console().print(Text(self._procedure.title, style="bold"))
        for label, rolls in (("dice", sure), ("perhaps", others)):
            if rolls:
                for number, roll in enumerate(rolls):
                    console().print(Text.assemble((f"  {'' if number else label:<8}", "dim"), self._roll(roll)))

    def _roll(self, throw: desk.Throw) -> str:
        """`shooter: combat die, then malfunction die; target: combat die (score of combat)`."""
        names = iter(throw.names)
        thrown = [
            f"{self._name(by)}: {', then '.join(islice(names, len(hand))) or name_dice(hand)}"
            for by, hand in zip(throw.by, throw.hands, strict=True)
        ]
        return f"{'; '.join(thrown)}, for {self._title(throw.rule)}"

    def _name(self, seat: str) -> str:
        return self._procedure.seats.get(seat, seat or "the umpire")

    def _title(self, rule: str) -> str:
        """A rule as one speaks of it: `malfunction.jam-roll` is the jam roll of the chapter on malfunctions."""
        chapter, _, name = rule.rpartition(".")
        return f"{name.replace('-', ' ')} ({chapter.replace('-', ' ')})" if chapter else name.replace("-", " ")

    def faces(self, wants: desk.Wants, throw: desk.Throw) -> Sequence[int]:
        if self._dice is None or self._rolls_itself:
            return super().faces(wants, throw)
        self._tell(wants)
        if throw.draws:
            kinds = ", ".join(f"{face} = {kind}" for kind, face in throw.draws)
            console().print(Text(f"  draw one: {kinds}", style="dim"))
        console().print(Text.assemble(f"  throw {self._roll(throw)}", (f"  {throw.label}", "cyan")))
        prompt = "faces (Enter: I roll; r: I roll the rest)"
        faces: Sequence[int] = self._until(prompt, lambda typed: self._read(typed, throw))
        return faces

    def _read(self, typed: str, throw: desk.Throw) -> Sequence[int]:
        self._rolls_itself = typed == "r"
        if typed in ("", "r"):
            assert self._dice is not None
            return list(self._dice.draw(throw.dice))
        return typed_faces(typed, throw.dice)

    def answer(self, wants: desk.Wants, question: Question[Any]) -> Any:
        if self._answers:
            return super().answer(wants, question)
        self._tell(wants)
        options = options_of(question)
        keys = hotkeys(options)
        for key, option in keys.items():
            note = f"  {option.note}" if option.note else ""
            console().print(Text.assemble("  ", (key, "bold cyan"), f"  {option.label}", (note, "dim")))
        prompt = question.shown().prompt or self._title(wants.rule)
        who = f"{self._name(wants.seat)}: " if wants.seat else ""
        asked = f"{who}{prompt} ({wants.rule})"
        return self._until(asked, lambda typed: understand(question, typed, wants.rule, keys), listed([*keys], "or"))

    def _tell(self, wants: desk.Wants) -> None:
        """What has happened since the last prompt."""
        if wants.happenings[self.seen :]:
            console().print(told(wants.happenings[self.seen :], self._procedure.seats))
        self.seen = len(wants.happenings)

    def _until(self, prompt: str, read: Callable[[str], Any], keys: str = "") -> Any:
        """Prompts until what is typed can be read; what is wrong with it is said in a sentence."""
        while True:
            try:
                typed = console().input(Text.assemble(("? ", "bold yellow"), f"{prompt}: "))
            except EOFError:
                raise BadInput("answer", MISSING, prompt) from None
            try:
                return read(typed.strip())
            except IllegalAnswer as error:
                console().print(Text(f"{typed!r} does not fit: type {keys or error.allowed}", style="red"))
            except AdjudgeError as error:
                console().print(Text(str(error), style="red"))


def _offer(question: Question[Any]) -> str:
    options = options_of(question)
    return ", ".join(f"{option.key} ({option.label})" for option in options) or words(question.identity())


def _event(happening: Happening) -> dict[str, Any]:
    if not isinstance(happening, Rolled):
        return {"rule": happening.rule, "text": happening.text, "facts": plain(happening.facts)}
    faces = [face for hand in happening.faces for face in hand]
    text = f"{happening.label}: {', '.join(map(str, faces))} gives {words(happening.value)}"
    return {"rule": happening.rule, "text": text, "dice": faces, "value": happening.value}


def verdict(ruling: desk.Ruling, names: Mapping[str, str], since: int = 0) -> RenderableType:
    """What happened, and what came of it."""
    outcome = Text.assemble(("outcome  ", "dim"), (ruling.words, "bold yellow"))
    return Group(told(_with_modifiers(ruling.happenings[since:]), names), "", outcome)


def _with_modifiers(happenings: Iterable[Happening]) -> Iterator[Happening]:
    """Each modifier that a rule tells of on a line of its own, so that its rule stands beside it.

    A rule tells them as `modifiers`, each with its rule, its number and a word for it.
    """
    for it in happenings:
        yield it
        for rule, number, word in it.facts.get("modifiers", ()) if isinstance(it, Event) else ():
            yield Event(rule, f"{number:+d} {word}")


# ---------------------------------------------------------------------- odds


def odds(
    game: Game[Any],
    name: str,
    settings: Sequence[str],
    *,
    policy: Sequence[str],
    budget: int,
    sampled: bool,
    samples: int,
    seed: int,
    as_json: bool,
) -> None:
    procedure, params = game.procedure(name), given.situation(game, name, settings)
    choices = given.choices_of(policy)
    try:
        if sampled or procedure.estimate:
            found = desk.estimated(game, procedure, params, choices, samples=samples, seed=seed)
        else:
            found = desk.odds(game, procedure, params, choices, budget=budget, samples=samples)
    except NoPolicy as error:
        bots = ", ".join(game.own_bots())
        raise BadInput("--policy", MISSING, f"RULE=ANSWER, uniform or a bot ({bots}), for {error}") from None
    except BadInput as error:
        if error.field == "policy":
            raise BadInput("--policy", error.given, error.allowed) from None
        raise
    if as_json:
        emit(_exact(found) if found.exact else _sampled(found))
    else:
        console().print(chances(found))


def _exact(found: desk.Odds) -> dict[str, Any]:
    events = [{"rule": rule, "p": str(p), "value": float(p)} for rule, p in found.events.items()]
    outcomes = [{"outcome": it.words, "p": str(it.p), "value": it.value, "data": it.data} for it in found.outcomes]
    return {"exact": True, "outcomes": outcomes, "events": events, "asked": found.asked}


def _sampled(found: desk.Odds) -> dict[str, Any]:
    outcomes = [
        {"outcome": it.words, "value": it.value, "low": it.low, "high": it.high, "data": it.data}
        for it in found.outcomes
    ]
    return {"exact": False, "samples": found.samples, "outcomes": outcomes, "events": [], "asked": found.asked}


def chances(found: desk.Odds) -> RenderableType:
    """Odds for people: exact, or under their label."""
    decided = [Text(f"choices on the way, by the policy: {', '.join(found.asked)}", style="dim")] if found.asked else []
    if not found.exact:
        rows = ((it.words, f"{it.value:.1%}", f"{it.low:.1%} to {it.high:.1%}") for it in found.outcomes)
        label = f"an estimate from {several(found.samples, 'sample')}, not exact; intervals hold in 95 of 100 cases"
        return Group(grid("outcome", ">about", "95 % interval", rows=rows), Text(label, style="yellow"), *decided)
    tables = [_fitting("outcome", ">chance", ">exactly", "", rows=map(_chance_row, found.outcomes))]
    if found.events:
        events = ((rule, percent(p), _fraction(p)) for rule, p in found.events.items())
        tables.append(_fitting("rule that comes up", ">chance", ">exactly", rows=events))
    label = f"exact, from {several(found.branches, 'branch', 'branches')}"
    return Group(*tables, Text(label, style="dim"), *decided)


def _fitting(*columns: str, rows: Iterable[tuple[Any, ...]]) -> RenderableType:
    """A table without those of its last columns that a narrow window would show instead of the first."""
    width = console().width
    most = 2 if width < NARROW else 3 if width < MIDDLING else 4
    return grid(*columns[:most], rows=(row[:most] for row in rows))


def _chance_row(it: desk.Odd) -> tuple[Any, ...]:
    bar = Text("█" * max(1, round(it.value * 30)), style="cyan")
    return it.words, f"{it.value:.2%}", _fraction(it.p or Fraction(0)), bar


def _fraction(p: Fraction) -> str:
    text = str(p)
    return text if len(text) <= 24 else f"≈ {float(p):.6f}"
