"""The GM's last word on a roll (story.override): the move is told again from its trigger, with another tier.

A move is told in one go, and its consequences are carried out at once. So the table keeps the world as it was before
the last move, and as it was after it: as long as nothing has changed since, the GM can name another tier for one of its
rolls, with a reason. What the old result did never happened, and it can be put back just as it was.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from adjudge.engine import Choose, Table
from adjudge.games.regiment.rules.core import TIER_WORDS
from adjudge.games.regiment.state import LastMove, Session, Tier
from adjudge.story import Speaker, Story, powers
from adjudge.story.journal import restore, strike_effects
from adjudge.story.ledger import owe_just, tie_to
from adjudge.story.powers import Result

Again = Callable[[Table[Session], LastMove], None]
"""Makes the same move again."""


def world_of(session: Session) -> str:
    """Everything but the story, as text: two worlds are the same if their texts are. Playbooks never change."""
    bare = replace(session, story=Story(names={}), playbooks={}, last=None, ruled={}, rolled=[])
    return msgspec.json.encode(bare).decode()


def put_world(session: Session, world: str) -> None:
    """The world as it was; the story goes on."""
    before = msgspec.json.decode(world, type=Session)
    for field in Session.__struct_fields__:
        if field not in ("story", "playbooks", "last", "ruled", "rolled"):
            setattr(session, field, getattr(before, field))


def remember(table: Table[Session], key: str, soldier: str, speaker: Speaker, do: Callable[[], None]) -> None:
    """A move is made, and kept until the next: what it rolled, and what the world was like before and after it."""
    session = table.state
    before, number, at = world_of(session), session.story.number(), session.story.numbered
    session.rolled = []
    do()
    tie_to(session.story, number, since=at)
    rolls = {f"{it.soldier}/{it.move}": it.tier for it in session.rolled}
    after = world_of(session)
    until = session.story.numbered
    session.last = LastMove(number, key, soldier, speaker.seat, rolls, before, after, at, until) if rolls else None
    session.rolled, session.ruled = [], {}


def can_be_set_aside(session: Session) -> bool:
    """Whether nothing has changed since the last move."""
    return session.last is not None and world_of(session) == session.last.after


def set_aside(again: Again, table: Table[Session], speaker: Speaker) -> None:
    """story.override: another tier, with a reason; the move goes on from there. Rolls before it stay as they fell."""
    session = table.state
    last = session.last
    assert last is not None
    keys = list(last.rolls)
    question = Choose(keys, lambda key: _what(session, key), prompt="Which roll?")
    key = table.ask(speaker.hand, "story.override", question)
    result = Result(_what(session, key), TIER_WORDS[last.rolls[key]], tuple(TIER_WORDS.values()))
    done = powers.set_aside(table, speaker, {last.id: result})
    strike_effects(session.story, last.first, last.until)
    put_world(session, last.before)
    session.ruled = {it: last.rolls[it] for it in keys[: keys.index(key)]} | {key: _tier(done.now)}
    again(table, last)
    if session.last:
        session.last.instead_of = replace(last, instead_of=None)  # one step back is enough, and keeps the table small


def _what(session: Session, key: str) -> str:
    soldier, _, move = key.partition("/")
    return f"{session.name(soldier)}, {move.replace('-', ' ')}"


def put_back(table: Table[Session], speaker: Speaker) -> None:
    """The old result, just as it was."""
    session = table.state
    assert session.last is not None
    old, new = session.last.instead_of, session.last
    assert old is not None
    powers.put_back(table, speaker, [old.id])
    owe_just(session.story, new.id, ())
    strike_effects(session.story, new.first, new.until)
    restore(session.story, old.first, old.until)
    put_world(session, old.after)
    session.last = old


def may_put_back(session: Session) -> bool:
    return can_be_set_aside(session) and session.last is not None and session.last.instead_of is not None


def _tier(words: str) -> Tier:
    return next(tier for tier, text in TIER_WORDS.items() if text == words)
