"""What a person can look up in the middle of a match: rules, the last roll, the history, luck, odds, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from adjudge.cli.output import grid, percent, words
from adjudge.cli.table.foresight import Foreseen
from adjudge.cli.table.story import Names, hands, told
from adjudge.engine.audit import Luck, luck
from adjudge.engine.dice import name_dice
from adjudge.engine.log import Considered
from adjudge.engine.match import Match
from adjudge.engine.rulebook import Entry, Rulebook
from adjudge.engine.table import UMPIRE, Happening, Rolled
from adjudge.mind.thoughts import Thought
from adjudge.odds import Distribution

UMPIRES_NAME = "the umpire"
BY_HAND = "All dice are real ones: the umpire takes your word for their faces."


def names_of(match: Match[Any]) -> dict[str, str]:
    """Every seat's name."""
    return {seat.id: seat.name for seat in match.header.seats}


# ---------------------------------------------------------------------- rules


def found_rules(book: Rulebook, query: str) -> list[Entry]:
    """The rule of that id, or all that hold the words."""
    exact = [entry for entry in book.entries() if entry.id == query]
    return exact or book.search(query)


def rule_text(entries: Sequence[Entry]) -> RenderableType:
    """Rules in full."""
    return Group(*(part for entry in entries for part in _rule(entry)))


def _rule(entry: Entry) -> Iterable[RenderableType]:
    yield Text.assemble((entry.id, "bold cyan"), f"  {entry.title}" if entry.title != entry.id else "")
    yield Text(entry.text)
    if entry.related:
        yield Text(f"see {', '.join(entry.related)}", style="dim")
    yield Text("")


def nothing_found(book: Rulebook, query: str) -> str:
    """The sentence for words that no rule holds."""
    near = get_close_matches(query, book.ids, 3, 0.5)
    hint = f"; near it are {', '.join(near)}" if near else ""
    return f"rule: {query!r} isn't found; use an id, or words that a rule of {book.game} holds{hint}"


# ---------------------------------------------------------------------- the past


def why(book: Rulebook, roll: Rolled, names: Names) -> RenderableType:
    """A roll explained: the dice, how they were read, and the rule."""
    rollers = [names.get(seat, seat) if seat != UMPIRE else UMPIRES_NAME for seat in roll.by]
    rows = [
        (roller, name_dice(dice), " ".join(map(str, faces)), sum(faces))
        for roller, dice, faces in zip(rollers, roll.hands, roll.faces, strict=True)
    ]
    return Group(
        grid("roller", "dice", "faces", ">sum", rows=rows),
        Text.assemble(("read as  ", "dim"), roll.label),
        Text.assemble(("gives    ", "dim"), (words(roll.value), "bold yellow")),
        "",
        rule_text([book.find(roll.rule)]),
    )


def last_rolls(happenings: Iterable[Happening]) -> list[Rolled]:
    """The rolls, the latest first."""
    return [happening for happening in happenings if isinstance(happening, Rolled)][::-1]


def short_roll(roll: Rolled, names: Names) -> str:
    return f"{hands(roll, names).plain} {roll.label} → {words(roll.value)}"


def why_thought(thought: Thought, names: Names) -> RenderableType:
    """What a bot considered before its answer."""
    return considered(thought.considered, f"{names.get(thought.seat, thought.seat)} answered")


def considered(found: Considered, first: str) -> RenderableType:
    """Options with their chance of winning and its interval; `first` says of the first of them what it is."""
    rows = [
        (it.label, percent(it.chance), f"{percent(it.low)} to {percent(it.high)}", it.playouts) for it in found.options
    ]
    how = "looking a few turns ahead" if found.is_worth else "played out to the end"
    return Group(
        Text.assemble((f"{first}  ", "dim"), (found.options[0].label, "bold yellow")),
        "",
        grid("option", ">wins", "95 % interval", ">playouts", rows=rows),
        Text(f"{found.playouts:,} playouts, {how}", style="dim"),
    )


def short_thought(thought: Thought, names: Names) -> str:
    best = thought.considered.options[0]
    return f"{names.get(thought.seat, thought.seat)} thought about it: {best.label} → {percent(best.chance)}"


Explained = Rolled | Thought


def explained(happenings: Iterable[Happening], thoughts: Iterable[Thought]) -> list[Explained]:
    """What can be asked after, the latest first: the rolls, and what bots considered."""
    return sorted((*last_rolls(happenings), *thoughts), key=lambda it: -_when(it))


def _when(it: Explained) -> int:
    """The position after it."""
    return it.position if isinstance(it, Rolled) else it.position + 1


def short(it: Explained, names: Names) -> str:
    return short_roll(it, names) if isinstance(it, Rolled) else short_thought(it, names)


def why_so(book: Rulebook, it: Explained, names: Names) -> RenderableType:
    """A roll or a thought explained."""
    return why(book, it, names) if isinstance(it, Rolled) else why_thought(it, names)


def history(happenings: Sequence[Happening], names: Names) -> RenderableType:
    return told(happenings, names) if happenings else Text("Nothing has happened yet.", style="dim")


def luck_table(match: Match[Any], seat: str | None = None) -> RenderableType:
    """Dice expected and rolled, by roller, as far as a seat may know."""
    names = {**names_of(match), UMPIRE: UMPIRES_NAME}
    report = luck(match, seat)
    if not report:
        return Text("No dice have been rolled yet.", style="dim")
    rows = [
        (names.get(each.seat, each.seat), each.dice, f"{float(each.expected):.1f}", each.rolled, _verdict(each))
        for each in report
    ]
    note = Text("How far the sum of all faces is from the expected one, in standard deviations.", style="dim")
    return Group(grid("roller", ">dice", ">expected", ">rolled", "luck", rows=rows), note)


def promise(match: Match[Any]) -> Text:
    """The hash that binds the dice before the first roll; real ones are bound by nothing."""
    bound = f"dice are bound by the hash\n{match.header.commitment}"
    return Text(BY_HAND if is_by_hand(match) else bound, style="dim")


def short_promise(match: Match[Any]) -> str:
    bound = f"The dice are bound by the hash {match.header.commitment[:16]}… (K shows all of it)"
    return BY_HAND if is_by_hand(match) else bound


def is_by_hand(match: Match[Any]) -> bool:
    """Whether all dice are real ones."""
    return all(match.header.has_real_dice(by) for by in (UMPIRE, *names_of(match)))


def _verdict(luck: Luck) -> str:
    word = "as usual" if abs(luck.spread) < 1 else "remarkably" if abs(luck.spread) >= 2 else "somewhat"
    way = "" if word == "as usual" else " high" if luck.spread > 0 else " low"
    return f"{luck.spread:+.1f} {word}{way}"


# ---------------------------------------------------------------------- the future


def odds_page(found: Iterable[tuple[str, Foreseen]]) -> RenderableType:
    """The odds of each option in full."""
    parts: list[RenderableType] = []
    for label, odds in found:
        parts.append(Text(label, style="bold"))
        parts.append(_odds(odds))
    return Group(*parts) if parts else Text("There is nothing to choose from.", style="dim")


def _odds(odds: Foreseen) -> RenderableType:
    if isinstance(odds, Distribution):
        rows = [(outcome, percent(p), str(p)) for outcome, p in odds.items()]
        return grid("outcome", ">chance", ">exactly", rows=rows)
    return Text(f"  {odds or 'the game gives no odds for this'}\n", style="dim")


# ---------------------------------------------------------------------- help

HELP = """\
Choose with the key in front of an option, or with the arrow keys and enter.
Capital letters are for the umpire; a small letter does as well where no option uses it:

  U  undo      take your last answer back; behind a roll everybody has to agree
  S  save      write the match to a file (it is also kept by itself after every answer)
  R  rules     look a rule up by its id or by words in it
  W  why       the rolls: dice, how they were read, and the rule in full; and what bots that think considered
  H  hint      what a bot would consider in your place, if the match was begun with --hints; the log marks it
  L  log       everything that has happened
  V  table     all that lies on the table, with what had no room on the screen
  K  luck      dice expected and rolled
  B  briefing  who you are, how you win, what is what
  O  odds      the odds of every option in full
  Q  quit      leave; the match waits for you

Where a line is typed, and when input is piped, commands start with a stroke: /undo, /rules attack, /quit.
"""
