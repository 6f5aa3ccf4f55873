"""From one session to the next, which is ours (story.next-session): characters, Strings, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudge.engine import BadInput
from adjudge.games.regulus.data import Chronicle, SheetData, SituationData, StringData
from adjudge.games.regulus.rules.sheets import faults
from adjudge.games.regulus.rules.strings import is_phrase
from adjudge.games.regulus.state import Options, Rulings, Session, Sheet, SituationRating, String
from adjudge.story.people import is_among, is_same, spelled
from adjudge.story.sessions import resume, so_far
from adjudge.story.sheets import Fault

WEIGHTY = frozenset({"string.create-ours", "string.resolve-ours", "story.sheet-edit", "sheet.contents-ours"})
"""The rules whose effects a story remembers."""
ENDS = frozenset({"push"})
"""What is owed inside a contest, which ends with the session."""
MOST_PLAYERS = 6


def chronicle_faults(chronicle: Chronicle, rulings: Rulings, ratings: tuple[str, ...]) -> Iterator[Fault]:
    """What keeps a chronicle from being gone on with."""
    names: list[str] = []
    for number, sheet in enumerate(chronicle.sheets):
        for fault in faults(sheet, rulings, ratings):
            yield replace(fault, field=f"sheets[{number}].{fault.field}")
        if is_among(sheet.name, names):
            yield Fault(f"sheets[{number}].name", sheet.name, "a name that no other character has")
        names.append(sheet.name)
    for number, string in enumerate(chronicle.strings):
        if not is_phrase(string.phrase):
            yield Fault(f"strings[{number}].phrase", string.phrase, "a state in words")
    for number, rating in enumerate(chronicle.situation_ratings):
        if not is_among(rating.who, names):
            yield Fault(f"situation_ratings[{number}].who", rating.who, f"one of {', '.join(names)}")


# ------------------------------------------------------------------ out of play


def chronicle_of(session: Session) -> Chronicle:
    """The story as this session leaves it. Strings that are resolved are told, and no longer written down."""
    return Chronicle(
        sheets=(*(_kept(it) for it in session.sheets.values()), *session.reserve),
        strings=tuple(StringData(it.phrase, it.names) for it in session.strings if not it.resolved),
        people=tuple(session.people),
        situation=session.situation,
        situation_ratings=tuple(
            SituationData(session.story.name(it.seat), it.name, it.level) for it in session.situation_ratings
        ),
        on_a_job=session.on_a_job,
        story=so_far(session.story, WEIGHTY, ends=ENDS),
    )


def _kept(sheet: Sheet) -> SheetData:
    player = int(sheet.seat.removeprefix("p"))
    return SheetData(sheet.name, tuple(sheet.qualities), dict(sheet.ratings), sheet.luck, sheet.notes, player)


def next_session(options: Options, session: Session, *, leaving: Sequence[str] = (), joining: int = 0) -> Options:
    """story.next-session: the options of a session that goes on from this one; seats in `leaving` are free, and as many
    as `joining` come in. House rules and the rest stay as they were agreed."""
    staying = [seat for seat in session.seats if seat not in leaving]
    if not 1 <= len(staying) + joining <= MOST_PLAYERS:
        raise BadInput("players", len(staying) + joining, f"1 to {MOST_PLAYERS} players")
    at = {int(seat.removeprefix("p")): number for number, seat in enumerate(staying, 1)}
    chronicle = chronicle_of(session)
    sheets = tuple(replace(it, player=at.get(it.player or 0, 0)) for it in chronicle.sheets)
    return replace(
        options,
        players=len(staying) + joining,
        sheets=(),
        premise=session.story.premise,
        approvals=session.approvals,
        chronicle=replace(chronicle, sheets=sheets),
    )


# ------------------------------------------------------------------ into play


def carry_on(session: Session, chronicle: Chronicle) -> None:
    """What the story brings along besides the characters at the table."""
    here = [sheet.name for sheet in session.sheets.values()]
    session.reserve = [it for it in chronicle.sheets if not is_among(it.name, here)]
    known = [*session.people, *chronicle.people, *(it.name for it in session.reserve)]
    session.people = [name for name in dict.fromkeys(known) if not is_among(name, here)]
    everybody = (*here, *session.people)
    for string in chronicle.strings:
        names = tuple(spelled(it, everybody) for it in string.names)
        session.strings.append(String(session.story.number(), string.phrase, names))
    seats = {sheet.name: seat for seat, sheet in session.sheets.items()}
    session.situation, session.on_a_job = chronicle.situation, chronicle.on_a_job
    for it in chronicle.situation_ratings:
        seat = next((seat for name, seat in seats.items() if is_same(name, it.who)), "")
        if seat:
            session.situation_ratings.append(SituationRating(seat, it.name, it.level))
    resume(session.story, chronicle.story)
