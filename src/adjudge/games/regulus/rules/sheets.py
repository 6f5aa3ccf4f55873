"""Character sheets, ours (ruling.sheet-missing): what stands on one, what a new one may hold, and how it changes.

An entry, which can be named as Means or leverage, goes by a key such as `quality/Soldier`, `rating/Wealth` or
`string/12` (ruling.which-entries-count).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine import MISSING, Allocate, Choose, Table, Write
from adjudge.games.regulus.data import SheetData, characters, numbers
from adjudge.games.regulus.rules import strings
from adjudge.games.regulus.rules.luck import most_luck, starting_luck
from adjudge.games.regulus.state import Rulings, Session, Sheet, SituationRating, String
from adjudge.story import Proposal, Speaker, effect, propose
from adjudge.story.oracle import at_least
from adjudge.story.people import is_among
from adjudge.story.sheets import Fault

# ------------------------------------------------------------------ entries: what can be named


def entries_of(session: Session, seat: str) -> list[str]:
    """Every entry of a character. Name, Luck and notes are none (sheet.contents-ours)."""
    sheet = session.sheets[seat]
    qualities = [f"quality/{quality}" for quality in sheet.qualities]  # contest.means-from-quality
    ratings = [f"rating/{name}" for name, level in sheet.ratings.items() if level >= 1]
    situation = [f"situation/{it.name}" for it in session.situation_ratings if it.seat == seat and it.level >= 1]
    return [*qualities, *ratings, *situation, *(f"string/{string.id}" for string in strings_on(session, seat))]


def strings_on(session: Session, seat: str) -> list[String]:
    """Strings that affect a character: attached and not resolved (string.attached-are-affected, string.states-ours)."""
    if session.rulings.string_life_cycle_missing == "notes":
        return []
    name = session.sheets[seat].name
    return [string for string in session.strings if name in string.names and not string.resolved]


def entry_words(session: Session, entry: str) -> str:
    """An entry in the table's words."""
    kind, _, name = entry.partition("/")
    if kind == "string":
        return next(string.phrase for string in session.strings if str(string.id) == name)
    if kind == "help":
        return f"help from {session.story.name(name)}"
    return name


def refused_by_dice(table: Table[Any], speaker: Speaker, named: Iterable[str]) -> list[str]:
    """The entries that the dice do not accept, each judged once (ruling.means-approval)."""
    said = {entry: entry_words(table.state, entry) for entry in named}
    return [entry for entry, words in said.items() if not at_least(table, speaker, 2, f"Does it help: {words}")]


# ------------------------------------------------------------------ a new sheet


def faults(sheet: SheetData, rulings: Rulings, ratings: tuple[str, ...]) -> Iterator[Fault]:
    """What keeps a sheet from being a character's (sheet.contents-ours): a new one's (table.new-character), or that of
    one who has changed in play (sheet.changes-ours)."""
    if not sheet.name.strip():
        yield Fault("name", sheet.name, "a name")
    yield from _quality_faults(sheet, rulings)
    yield from _rating_faults(sheet, rulings, ratings)
    most = most_luck(rulings)
    if sheet.luck is not None and (sheet.luck < 0 or (most is not None and sheet.luck > most)):
        yield Fault("luck", sheet.luck, "0 or more" if most is None else f"0 to {most}")


def _quality_faults(sheet: SheetData, rulings: Rulings) -> Iterator[Fault]:
    """sheet.qualities-ours: five phrases, no two equal, adjectives included (ruling.quality-adjectives)."""
    number = numbers()
    if rulings.sheet_missing == "minimal" and sheet.player is None and len(sheet.qualities) != number.qualities:
        yield Fault("qualities", len(sheet.qualities), f"{number.qualities} phrases")
    seen: set[str] = set()
    for place, quality in enumerate(sheet.qualities):
        if not 1 <= len(quality.strip()) <= number.quality_length:
            yield Fault(f"qualities[{place}]", quality, f"a phrase of 1 to {number.quality_length} characters")
        if quality.strip() and quality.strip().casefold() in seen:
            yield Fault(f"qualities[{place}]", quality, "a phrase that is not on the sheet yet")
        seen.add(quality.strip().casefold())


def _rating_faults(sheet: SheetData, rulings: Rulings, ratings: tuple[str, ...]) -> Iterator[Fault]:
    """sheet.ratings-ours: Wealth and Security, 6 levels in all, at most 4 on one."""
    number = numbers()
    is_free = rulings.sheet_missing == "free-form" or sheet.player is not None
    most = highest_rating(rulings) if is_free else number.most_on_one_rating
    for name in ratings:
        if name not in sheet.ratings:
            yield Fault(f"ratings.{name}", MISSING, f"a level of 0 to {most}")
    for name, level in sheet.ratings.items():
        if not 0 <= level <= most:
            yield Fault(f"ratings.{name}", level, f"a level of 0 to {most}")
    if not is_free and sum(sheet.ratings.values()) != number.rating_levels:
        yield Fault("ratings", sum(sheet.ratings.values()), f"{number.rating_levels} levels in all")


def highest_rating(rulings: Rulings) -> int:
    """sheet.ratings-ours; free-form, any level that a person would write down."""
    return numbers().highest_free_rating if rulings.sheet_missing == "free-form" else numbers().highest_rating


def from_data(seat: str, data: SheetData, rulings: Rulings) -> Sheet:
    """A sheet in play."""
    luck = starting_luck(rulings) if data.luck is None else data.luck
    return Sheet(seat, data.name.strip(), [it.strip() for it in data.qualities], dict(data.ratings), luck, data.notes)


# ------------------------------------------------------------------ creation


def make_character(table: Table[Session], speaker: Speaker) -> None:
    """story.creation: one choice after the other; the sheet comes into being with the last, and only if it is legal."""
    session = table.state
    if session.reserve and (known := ask_reserve(table, speaker)):
        take_over(table, speaker.seat, known)
        return
    example = characters()[session.seats.index(speaker.seat) % len(characters())]
    name = ask_name(table, speaker, example.name)
    qualities = ask_qualities(table, speaker, example.qualities)
    ratings = ask_ratings(table, speaker)
    data = SheetData(name, tuple(qualities), ratings)
    session.sheets[speaker.seat] = from_data(speaker.seat, data, session.rulings)
    session.story.names[speaker.seat] = name
    strings.become(session, name)
    effect(
        table,
        "sheet.contents-ours",
        "{name} enters: {qualities}",
        on=(speaker.seat,),
        mark="appear",
        name=name,
        qualities=", ".join(qualities),
    )
    ask_opening_string(table, speaker, name)


def ask_reserve(table: Table[Session], speaker: Speaker) -> SheetData | None:
    """story.next-session: a character whose player has left may be taken over."""
    words = {"": "Make a new character"} | {it.name: f"Take over {it.name}" for it in table.state.reserve}
    chosen = table.ask(
        speaker.hand, "story.next-session", Choose(list(words), words.__getitem__, prompt="Who are you?")
    )
    return next((it for it in table.state.reserve if it.name == chosen), None)


def take_over(table: Table[Session], seat: str, known: SheetData) -> None:
    session = table.state
    session.reserve = [it for it in session.reserve if it.name != known.name]
    session.sheets[seat] = from_data(seat, known, session.rulings)
    session.story.names[seat] = known.name
    strings.become(session, known.name)
    effect(table, "story.next-session", "{name} is back", name=known.name)


def ask_name(table: Table[Session], speaker: Speaker, suggestion: str) -> str:
    taken = [sheet.name for sheet in table.state.sheets.values()]
    while True:
        name = table.ask(
            speaker.hand, "sheet.contents-ours", Write("Your character's name", limit=40, suggestion=suggestion)
        )
        if not is_among(name, taken) and "," not in name and ":" not in name:
            return name
        table.tell(
            "sheet.contents-ours", "{name} cannot be a name here: each is its own, without comma or colon", name=name
        )


def ask_qualities(table: Table[Session], speaker: Speaker, suggestions: tuple[str, ...]) -> list[str]:
    """sheet.qualities-ours; free-form, as many as wanted."""
    chosen: list[str] = []
    is_free = table.state.rulings.sheet_missing == "free-form"
    while is_free or len(chosen) < numbers().qualities:
        quality = ask_quality(table, speaker, chosen, suggestions, may_stop=is_free and bool(chosen))
        if not quality:
            break
        chosen.append(quality)
    return chosen


def ask_quality(
    table: Table[Session], speaker: Speaker, chosen: list[str], suggestions: tuple[str, ...], *, may_stop: bool
) -> str:
    number = numbers()
    while True:
        suggestion = suggestions[len(chosen)] if len(chosen) < len(suggestions) else ""
        prompt = f"Quality {len(chosen) + 1}: a vocation, trait, gift or passion"
        words = Write(prompt, limit=number.quality_length, optional=may_stop, suggestion=suggestion)
        quality = table.ask(speaker.hand, "sheet.qualities-ours", words)
        if quality.casefold() not in (it.casefold() for it in chosen):
            return quality
        table.tell("sheet.qualities-ours", "{quality} is on the sheet already", quality=quality)


def ask_ratings(table: Table[Session], speaker: Speaker) -> dict[str, int]:
    """sheet.ratings-ours; free-form, any level of each."""
    number, names = numbers(), table.state.ratings
    if table.state.rulings.sheet_missing == "free-form":
        levels = Choose(list(range(highest_rating(table.state.rulings) + 1)), prompt="Which level?")
        return {name: table.ask(speaker.hand, "sheet.ratings-ours", levels) for name in names}
    levels_in_all, most = number.rating_levels, number.most_on_one_rating
    prompt = f"Share out {levels_in_all} levels over your Ratings, at most {most} on one"
    share = Allocate(levels_in_all, names, most=most, prompt=prompt)
    return table.ask(speaker.hand, "sheet.ratings-ours", share)


def ask_opening_string(table: Table[Session], speaker: Speaker, name: str) -> None:
    """table.new-character: none, or one String the GM agrees to."""
    prompt = "A String you begin with, if the GM agrees (empty: none)"
    text = strings.ask_words(table, speaker, "table.new-character", prompt, optional=True)
    if text:
        phrase, names = strings.read_back(text, strings.known_names(table.state))
        told = strings.written(String(0, phrase, tuple(dict.fromkeys((*names, name)))))
        propose(table, speaker.seat, "string", told, "string.create-ours")


# ------------------------------------------------------------------ changes


class Edit(Struct, frozen=True):
    """A change to a sheet: what is done, to what, and what it becomes."""

    seat: str
    what: str
    old: str = ""
    new: str = ""
    reason: str = ""


def is_between_scenes(session: Session) -> bool:
    """sheet.changes-ours: nothing has been told in this scene yet."""
    return not any(it.scene == session.story.scene and it.kind == "narration" for it in session.story.journal)


def edits(session: Session, seat: str) -> dict[str, str]:
    """What can be changed on a sheet now."""
    sheet, most = session.sheets[seat], most_luck(session.rulings)
    able = {
        "note": True,
        "add": True,
        "reword": bool(sheet.qualities),
        "remove": bool(sheet.qualities),
        "raise": any(level < highest_rating(session.rulings) for level in sheet.ratings.values()),
        "lower": any(level > 0 for level in sheet.ratings.values()),
        "luck-up": most is None or sheet.luck < most,
        "luck-down": sheet.luck > 0,
    }
    return {what: EDITS[what] for what, is_able in able.items() if is_able}


EDITS = {
    "note": "Rewrite the notes",
    "add": "Add a Quality",
    "reword": "Reword a Quality",
    "remove": "Remove a Quality",
    "raise": "Raise a Rating by one",
    "lower": "Lower a Rating by one",
    "luck-up": "Luck one up",
    "luck-down": "Luck one down",
}


def ask_edit(table: Table[Session], speaker: Speaker, seat: str) -> Edit:
    """story.sheet-edit: what, how, and why."""
    rule, hand = "story.sheet-edit", speaker.hand
    menu = edits(table.state, seat)
    what = table.ask(hand, rule, Choose(list(menu), menu.__getitem__, prompt="What changes on the sheet?"))
    old = _ask_old(table, hand, seat, what)
    new = ""
    if what in ("note", "add", "reword"):
        limit = 1000 if what == "note" else numbers().quality_length
        new = table.ask(hand, rule, Write("What shall stand there?", limit=limit, suggestion=old))
    reason = table.ask(hand, rule, Write("Why?", limit=200, suggestion="as told")) if what != "note" else ""
    return Edit(seat, what, old, new, reason)


def _ask_old(table: Table[Session], hand: str, seat: str, what: str) -> str:
    sheet = table.state.sheets[seat]
    among = {
        "reword": sheet.qualities,
        "remove": sheet.qualities,
        "raise": [name for name, level in sheet.ratings.items() if level < highest_rating(table.state.rulings)],
        "lower": [name for name, level in sheet.ratings.items() if level > 0],
    }.get(what)
    return table.ask(hand, "story.sheet-edit", Choose(among, prompt="Which?")) if among else ""


def apply(table: Table[Session], edit: Edit) -> None:
    """Changes a sheet, if the change still makes sense, and records it."""
    sheet = table.state.sheets[edit.seat]
    if edit.what not in edits(table.state, edit.seat) or not APPLY[edit.what](
        sheet, edit, highest_rating(table.state.rulings)
    ):
        table.tell(
            "story.sheet-edit", "{name}: {what} is not possible any more", name=sheet.name, what=EDITS[edit.what]
        )
        return
    rule = "sheet.changes-ours" if is_between_scenes(table.state) else "story.sheet-edit"
    told = " → ".join(it for it in (edit.old, edit.new) if it)
    effect(table, rule, "{name}: {what} {told} ({reason})", name=sheet.name, what=EDITS[edit.what].lower(),
           told=told, reason=edit.reason or "a note")  # fmt: skip


Applied = Callable[[Sheet, Edit, int], bool]
"""Makes a change to a sheet whose Ratings go up to a number; whether it made sense."""


def _is_new(sheet: Sheet, quality: str) -> bool:
    return quality.casefold() not in (it.casefold() for it in sheet.qualities)


def _write_note(sheet: Sheet, edit: Edit, highest: int) -> bool:
    sheet.notes = edit.new
    return True


def _add(sheet: Sheet, edit: Edit, highest: int) -> bool:
    if not _is_new(sheet, edit.new):
        return False
    sheet.qualities.append(edit.new)
    return True


def _reword(sheet: Sheet, edit: Edit, highest: int) -> bool:
    others = [it for it in sheet.qualities if it != edit.old]
    if edit.old not in sheet.qualities or edit.new.casefold() in (it.casefold() for it in others):
        return False
    sheet.qualities[sheet.qualities.index(edit.old)] = edit.new
    return True


def _remove(sheet: Sheet, edit: Edit, highest: int) -> bool:
    if edit.old not in sheet.qualities:
        return False
    sheet.qualities.remove(edit.old)
    return True


def _rate(step: int) -> Applied:
    def rate(sheet: Sheet, edit: Edit, highest: int) -> bool:
        level = sheet.ratings.get(edit.old, 0) + step
        if not 0 <= level <= highest:
            return False
        sheet.ratings[edit.old] = level
        return True

    return rate


def _luck(step: int) -> Applied:
    def move(sheet: Sheet, edit: Edit, highest: int) -> bool:
        sheet.luck += step
        return True

    return move


APPLY: dict[str, Applied] = {
    "note": _write_note,
    "add": _add,
    "reword": _reword,
    "remove": _remove,
    "raise": _rate(1),
    "lower": _rate(-1),
    "luck-up": _luck(1),
    "luck-down": _luck(-1),
}


def gm_edits(table: Table[Session], speaker: Speaker) -> None:
    session = table.state
    seat = table.ask(
        speaker.hand, "story.sheet-edit", Choose(list(session.sheets), session.story.name, prompt="Whose sheet?")
    )
    apply(table, ask_edit(table, speaker, seat))


def player_edits(table: Table[Session], speaker: Speaker) -> None:
    """Notes freely; all else is asked of the GM."""
    edit = ask_edit(table, speaker, speaker.seat)
    if edit.what == "note":
        apply(table, edit)
        return
    told = f"{EDITS[edit.what]}: {edit.new or edit.old} ({edit.reason})"
    propose(table, speaker.seat, "edit", told, "story.sheet-edit", msgspec.json.encode(edit).decode())


def granted(table: Table[Any], proposal: Proposal) -> None:
    apply(table, msgspec.json.decode(proposal.about, type=Edit))


# ------------------------------------------------------------------ situations


def open_situation(table: Table[Session], speaker: Speaker) -> None:
    """A Situation is a frame that the GM opens and closes (ruling.situation-undefined)."""
    name = table.ask(
        speaker.hand, "ruling.situation-undefined", Write("Which Situation?", limit=80, suggestion="The sweep")
    )
    table.state.situation = name
    effect(table, "ruling.situation-undefined", "a Situation opens: {name}", name=name)


def close_situation(table: Table[Session], speaker: Speaker) -> None:
    """Its Ratings go with it (sheet.situation-rating-ours)."""
    session = table.state
    effect(table, "ruling.situation-undefined", "the Situation is over: {name}", name=session.situation)
    session.situation, session.situation_ratings = "", []


def give_situation_rating(table: Table[Session], speaker: Speaker) -> None:
    session = table.state
    who = Choose(list(session.sheets), session.story.name, prompt="Whose Situation Rating?")
    seat = table.ask(speaker.hand, "sheet.situation-rating-ours", who)
    words = Write("Name of the Rating", limit=60, suggestion="Cover")
    add_situation_rating(table, speaker, seat, table.ask(speaker.hand, "sheet.situation-rating-ours", words))


def add_situation_rating(table: Table[Session], speaker: Speaker, seat: str, name: str) -> SituationRating:
    """sheet.situation-rating-ours: a level from 0 to 6, until the Situation is closed."""
    session = table.state
    levels = Choose(list(range(highest_rating(session.rulings) + 1)), prompt=f"Which level of {name}?")
    rating = SituationRating(seat, name, table.ask(speaker.hand, "sheet.situation-rating-ours", levels))
    session.situation_ratings = [it for it in session.situation_ratings if (it.seat, it.name) != (seat, name)]
    session.situation_ratings.append(rating)
    effect(table, "sheet.situation-rating-ours", "{who} has {name} {level} for now", who=session.story.name(seat),
           name=name, level=rating.level)  # fmt: skip
    return rating
