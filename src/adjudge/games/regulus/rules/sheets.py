"""Character sheets, ours (ruling.sheet-missing): what stands on one, what a new one may hold, and how it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine import Allocate, Choose, Table, Write
from adjudge.games.regulus.data import SheetData, characters, numbers
from adjudge.games.regulus.rules.luck import most_luck, starting_luck
from adjudge.games.regulus.state import Rulings, Session, Sheet, SituationRating
from adjudge.story import Proposal, Speaker, effect, propose
from adjudge.story.sheets import Fault


def faults(sheet: SheetData, rulings: Rulings, ratings: tuple[str, ...]) -> Iterator[Fault]:
    """What keeps a sheet from being a new character's (sheet.contents-ours, table.new-character)."""
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
    if rulings.sheet_missing == "minimal" and len(sheet.qualities) != number.qualities:
        yield Fault("qualities", len(sheet.qualities), f"{number.qualities} phrases")
    seen: set[str] = set()
    for place, quality in enumerate(sheet.qualities):
        if not 1 <= len(quality.strip()) <= number.quality_length:
            yield Fault(f"qualities[{place}]", quality, f"a phrase of 1 to {number.quality_length} characters")
        if quality.strip().casefold() in seen:
            yield Fault(f"qualities[{place}]", quality, "a phrase that is not on the sheet yet")
        seen.add(quality.strip().casefold())


def _rating_faults(sheet: SheetData, rulings: Rulings, ratings: tuple[str, ...]) -> Iterator[Fault]:
    """sheet.ratings-ours: Wealth and Security, 6 levels in all, at most 4 on one."""
    number = numbers()
    is_free = rulings.sheet_missing == "free-form"
    most = number.highest_rating if is_free else number.most_on_one_rating
    for name in ratings:
        if name not in sheet.ratings:
            yield Fault(f"ratings.{name}", "nothing", f"a level of 0 to {most}")
    for name, level in sheet.ratings.items():
        if not 0 <= level <= most:
            yield Fault(f"ratings.{name}", level, f"a level of 0 to {most}")
    if not is_free and sum(sheet.ratings.values()) != number.rating_levels:
        yield Fault("ratings", sum(sheet.ratings.values()), f"{number.rating_levels} levels in all")


def from_data(seat: str, data: SheetData, rulings: Rulings) -> Sheet:
    """A sheet in play."""
    luck = starting_luck(rulings) if data.luck is None else data.luck
    return Sheet(seat, data.name.strip(), [it.strip() for it in data.qualities], dict(data.ratings), luck, data.notes)


# ------------------------------------------------------------------ creation


def make_character(table: Table[Session], speaker: Speaker) -> None:
    """story.creation: one choice after the other; the sheet comes into being with the last, and only if it is legal."""
    session = table.state
    example = characters()[session.seats.index(speaker.seat) % len(characters())]
    name = ask_name(table, speaker, example.name)
    qualities = ask_qualities(table, speaker, example.qualities)
    ratings = ask_ratings(table, speaker)
    data = SheetData(name, tuple(qualities), ratings)
    session.sheets[speaker.seat] = from_data(speaker.seat, data, session.rulings)
    session.story.names[speaker.seat] = name
    effect(table, "sheet.contents-ours", "{name} enters: {qualities}", name=name, qualities=", ".join(qualities))
    ask_opening_string(table, speaker, name)


def ask_name(table: Table[Session], speaker: Speaker, suggestion: str) -> str:
    taken = {sheet.name.casefold() for sheet in table.state.sheets.values()}
    while True:
        name = table.ask(
            speaker.hand, "sheet.contents-ours", Write("Your character's name", limit=40, suggestion=suggestion)
        )
        if name.casefold() not in taken and "," not in name and ":" not in name:
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
        levels = Choose(list(range(number.highest_rating + 1)), prompt="Which level?")
        return {name: table.ask(speaker.hand, "sheet.ratings-ours", levels) for name in names}
    levels_in_all, most = number.rating_levels, number.most_on_one_rating
    prompt = f"Share out {levels_in_all} levels over your Ratings, at most {most} on one"
    share = Allocate(levels_in_all, names, most=most, prompt=prompt)
    return table.ask(speaker.hand, "sheet.ratings-ours", share)


def ask_opening_string(table: Table[Session], speaker: Speaker, name: str) -> None:
    """table.new-character: none, or one String the GM agrees to."""
    words = Write("A String you begin with, if the GM agrees (empty: none)", limit=120, optional=True)
    text = table.ask(speaker.hand, "table.new-character", words)
    if text:
        propose(table, speaker.seat, "string", f"{text}: {name}", "string.create-ours")


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
        "raise": any(level < numbers().highest_rating for level in sheet.ratings.values()),
        "lower": any(level > 0 for level in sheet.ratings.values()),
        "luck-up": most is None or sheet.luck < most,
        "luck-down": sheet.luck > 0,
    }
    return {what: EDITS[what] for what, is_able in able.items() if is_able}


EDITS = {
    "note": "Write the notes anew",
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
        "raise": [name for name, level in sheet.ratings.items() if level < numbers().highest_rating],
        "lower": [name for name, level in sheet.ratings.items() if level > 0],
    }.get(what)
    return table.ask(hand, "story.sheet-edit", Choose(among, prompt="Which?")) if among else ""


def apply(table: Table[Session], edit: Edit) -> None:
    """Changes a sheet, if the change still makes sense, and records it."""
    sheet = table.state.sheets[edit.seat]
    if edit.what not in edits(table.state, edit.seat) or not APPLY[edit.what](sheet, edit):
        table.tell(
            "story.sheet-edit", "{name}: {what} is not possible any more", name=sheet.name, what=EDITS[edit.what]
        )
        return
    rule = "sheet.changes-ours" if is_between_scenes(table.state) else "story.sheet-edit"
    told = " → ".join(it for it in (edit.old, edit.new) if it)
    effect(table, rule, "{name}: {what} {told} ({reason})", name=sheet.name, what=EDITS[edit.what].lower(),
           told=told, reason=edit.reason or "a note")  # fmt: skip


def _is_new(sheet: Sheet, quality: str) -> bool:
    return quality.casefold() not in (it.casefold() for it in sheet.qualities)


def _write_note(sheet: Sheet, edit: Edit) -> bool:
    sheet.notes = edit.new
    return True


def _add(sheet: Sheet, edit: Edit) -> bool:
    if not _is_new(sheet, edit.new):
        return False
    sheet.qualities.append(edit.new)
    return True


def _reword(sheet: Sheet, edit: Edit) -> bool:
    others = [it for it in sheet.qualities if it != edit.old]
    if edit.old not in sheet.qualities or edit.new.casefold() in (it.casefold() for it in others):
        return False
    sheet.qualities[sheet.qualities.index(edit.old)] = edit.new
    return True


def _remove(sheet: Sheet, edit: Edit) -> bool:
    if edit.old not in sheet.qualities:
        return False
    sheet.qualities.remove(edit.old)
    return True


def _rate(step: int) -> Callable[[Sheet, Edit], bool]:
    def rate(sheet: Sheet, edit: Edit) -> bool:
        level = sheet.ratings.get(edit.old, 0) + step
        if not 0 <= level <= numbers().highest_rating:
            return False
        sheet.ratings[edit.old] = level
        return True

    return rate


def _luck(step: int) -> Callable[[Sheet, Edit], bool]:
    def move(sheet: Sheet, edit: Edit) -> bool:
        sheet.luck += step
        return True

    return move


APPLY: dict[str, Callable[[Sheet, Edit], bool]] = {
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
    levels = Choose(list(range(numbers().highest_rating + 1)), prompt=f"Which level of {name}?")
    rating = SituationRating(seat, name, table.ask(speaker.hand, "sheet.situation-rating-ours", levels))
    session.situation_ratings = [it for it in session.situation_ratings if (it.seat, it.name) != (seat, name)]
    session.situation_ratings.append(rating)
    effect(table, "sheet.situation-rating-ours", "{who} has {name} {level} for now", who=session.story.name(seat),
           name=name, level=rating.level)  # fmt: skip
    return rating
