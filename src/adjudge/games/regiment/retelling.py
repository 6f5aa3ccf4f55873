"""The session as a story: beats that belong together in one sentence, under names that a sentence can carry.

Who fires at the same people in one breath does so in one sentence; help stands beside what it helped with; a roll is
what became of it. The sentences are in `data/retelling.toml`, and each kind goes through its own in turn, so that a
story does not say the same thing twice in a row. Nothing here asks, rolls or changes anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from zlib import crc32

from adjudge.games.regiment.data import operations, sentences, words
from adjudge.games.regiment.naming import agrees, in_full, in_short, in_words, is_many, listed, people_of
from adjudge.games.regiment.state import Session, Soldier
from adjudge.story.retelling import Passage
from adjudge.story.retelling import retell as retell_story
from adjudge.story.state import Beat, Entry

HEADINGS = {"outcome": "The debriefing"}
GAINS = ("initiative", "cohesion", "advantage")
FOR_SEVERAL = ("suppressed", "pinned", "pinned-further", "eased", "freed", "relieved", "is-back")
"""What befalls several people at once is said of all of them."""
Fact = str | Callable[[], str]
"""What stands in a sentence. How a name is put may depend on whether it was said before: then it waits to be used."""
Facts = dict[str, Fact]
BADLY = 2
"""So many wounds at once are bad."""
LONG = 5
"""After so many sentences a paragraph ends with whatever somebody does next."""


def retell(session: Session) -> list[Passage]:
    """`Game.retell`: who it is about, and then everything in its order."""
    told = _chapters(session, 0)
    cast = Teller(session).cast(session)
    return [*told[:1], Passage("told", cast), *told[1:]] if told and cast else told


def latest(session: Session) -> list[Passage]:
    """The end of it, for a screen that shows no more."""
    return _chapters(session, 2)


def _chapters(session: Session, number: int) -> list[Passage]:
    return retell_story(session.story, lambda at: Teller(session, at).paragraphs, HEADINGS, latest=number)


def in_a_sentence(session: Session, entry: Entry) -> str:
    """One entry by itself, for a few lines on what happened before."""
    return " ".join(Teller(session).paragraphs([entry.beat])) if entry.beat else ""


class Teller:
    """Puts the beats of one chapter into sentences, from first to last."""

    def __init__(self, session: Session, chapter: int = 0) -> None:
        self._soldiers = {it.name for it in session.soldiers.values()} | {it.name for it in session.fallen}
        self._told = operations()[session.operation].told
        self._start = crc32("".join(session.story.names.values()).encode()) + chapter
        self._used: Counter[str] = Counter()
        self._named: set[str] = set()
        self._places: dict[str, str] = {}
        self._say: list[list[str]] = []

    def cast(self, session: Session) -> str:
        """Everybody who was there from the start, with what they are."""
        joined = {it.beat.who for it in session.story.journal if it.beat and it.beat.kind == "joins"}
        people = [_introduced(session, it) for it in session.soldiers.values() if it.name not in joined]
        kind = "cast-one" if len(people) == 1 else "cast-many"
        together = f", and {people[-1]}".join(["; ".join(people[:-1]), ""]) if len(people) > 1 else "".join(people)
        return self._worded(kind, who=together, number=in_words(len(people))) if people else ""

    def paragraphs(self, beats: Sequence[Beat]) -> list[str]:
        self._break()
        self._say = [[]]
        rest = list(beats)
        while rest:
            beat = rest.pop(0)
            if beat.kind in ("fire", "move") and len(self._say[-1]) >= LONG and beat.who in self._soldiers:
                self._break()
            SPECIAL.get(beat.kind, Teller._plainly)(self, beat, rest)
            if beat.kind == "fight-over" or (beat.kind in GAINS and rest and rest[0].kind not in GAINS):
                self._break()
        return [" ".join(it) for it in self._say if it]

    def _break(self) -> None:
        """A new paragraph, in which everybody is named in full again."""
        self._named = set()
        self._say.append([])

    # ------------------------------------------------------------------ sentences

    def _add(self, kind: str, many: bool = False, **facts: Fact) -> None:
        """A sentence of that kind."""
        self._add_text(self._worded(kind, many, **facts))

    def _worded(self, kind: str, many: bool = False, **facts: Fact) -> str:
        """The next wording of its kind, or nothing; a verb in brackets agrees with whoever does it."""
        wording = self._next(kind, sentences().say.get(kind, ()))
        agreed = re.sub(r"\[(\w+)\]", lambda verb: agrees(verb[1], many), wording)
        used = {name: facts[name] for name in re.findall(r"{(\w+)}", agreed)}
        return agreed.format_map({name: it if isinstance(it, str) else it() for name, it in used.items()})

    def _next(self, kind: str, wordings: Sequence[str]) -> str:
        self._used[kind] += 1
        return wordings[(self._start + self._used[kind]) % len(wordings)] if wordings else ""

    def _add_text(self, text: str) -> None:
        if text:
            whole = text if text.endswith((".", "!", "?", "…", "”")) else f"{text}."
            self._say[-1].append(f"{whole[:1].upper()}{whole[1:]}")

    def _name(self, name: str) -> str:
        """As a sentence has it; a unit that was named a moment ago goes by less."""
        if name in self._soldiers or not name:
            return name
        if name in self._named:
            return in_short(name)
        self._named.add(name)
        return in_full(name)

    def _is_many(self, name: str) -> bool:
        return name not in self._soldiers and is_many(name)

    def _plainly(self, beat: Beat, rest: list[Beat]) -> None:
        """A beat that is a sentence of its own; what befalls several is said of all of them."""
        names = [beat.who]
        while beat.kind in FOR_SEVERAL and rest and rest[0].kind == beat.kind:
            names.append(rest.pop(0).who)
        names = list(dict.fromkeys(names))
        many = len(names) > 1 or self._is_many(beat.who)
        facts = {
            "what": _lower(beat.what) if beat.kind == "decides" else beat.what.strip().rstrip(".!?"),
            "where": beat.where,
            "how": beat.how.rstrip("."),
        }
        self._add(beat.kind, many, who=listed([self._name(it) for it in names]), whom=self._name(beat.whom), **facts)

    # ------------------------------------------------------------------ fire and harm

    def _fire(self, beat: Beat, rest: list[Beat]) -> None:
        """Fire, and what comes of it; comrades who fire at the same people the same way are in the same sentence."""
        shots, results = [beat], _results(beat.whom, rest)
        while self._joins_in(beat, rest):
            shots.append(rest.pop(0))
            results += _results(beat.whom, rest)
        who = [self._name(it) for it in dict.fromkeys(shot.who for shot in shots)]
        many = len(who) > 1 or self._is_many(beat.who)
        whom = partial(self._name, beat.whom)
        facts: Facts = {"who": listed(who), "guns": self._guns(shots), "whom": whom, "from": self._from(shots)}
        if beat.whom in self._soldiers:
            self._add(f"fire-{_harmed(results)}", many, **facts)
            return
        struck = _struck(results)
        kind = f"{beat.how}-{struck}" if f"{beat.how}-{struck}" in sentences().say else f"shot-{struck}"
        self._add(kind, many, **facts, people=partial(self._people, beat.whom), fallen=partial(self._fallen, results))

    def _joins_in(self, first: Beat, rest: list[Beat]) -> bool:
        """Whether the next to fire are comrades with the same target."""
        if not rest or rest[0].kind != "fire" or not {first.who, rest[0].who} <= self._soldiers:
            return False
        return (rest[0].whom, rest[0].how) == (first.whom, first.how)

    def _guns(self, shots: Sequence[Beat]) -> str:
        """Who fires with what; of a unit, just who."""
        arms = dict.fromkeys((shot.who, shot.what) for shot in shots)
        return listed([f"{who}'s {what}" if who in self._soldiers else self._name(who) for who, what in arms])

    def _from(self, shots: Sequence[Beat]) -> str:
        """Where they fire from, if it is one place and has not been said."""
        is_new = any(self._places.get(shot.who) != shot.where for shot in shots)
        self._places.update({shot.who: shot.where for shot in shots})
        where = {shot.where for shot in shots}
        return f" from {shots[0].where}" if is_new and len(where) == 1 and shots[0].where else ""

    def _people(self, unit: str) -> str:
        return self._name(unit) if is_many(unit) else people_of(unit)

    def _fallen(self, results: Sequence[Beat]) -> str:
        number = sum(it.number for it in results)
        if not number:
            return ""
        return self._worded("fallen-one" if number == 1 else "fallen-many", number=in_words(number))

    def _harm(self, beat: Beat, rest: list[Beat]) -> None:
        """Harm that nobody fired: a mine, shells, a hard thing to do."""
        self._add(f"harm-{_harmed([beat])}", who=beat.who)

    def _losses(self, beat: Beat, rest: list[Beat]) -> None:
        whom, people = partial(self._name, beat.who), partial(self._people, beat.who)
        facts: Facts = {"whom": whom, "people": people, "fallen": partial(self._fallen, [beat])}
        self._add(f"losses-{_struck([beat])}", self._is_many(beat.who), **facts)

    # ------------------------------------------------------------------ rolls

    def _move(self, beat: Beat, rest: list[Beat]) -> None:
        """What became of a roll, with those who helped."""
        if beat.what != "help" or not rest or not _is_helped(beat, rest):
            self._add_text(self._rolled(beat, rest))
            return
        helpers = [beat]
        while rest[0].what == "help":
            helpers.append(rest.pop(0))
        for it in helpers:
            if it.how == "miss":
                self._add("helped-badly", helper=it.who, whom=it.whom)
        self._helped([it.who for it in helpers if it.how != "miss"], rest.pop(0), rest)

    def _helped(self, helpers: list[str], roll: Beat, rest: list[Beat]) -> None:
        """Help stands before a sentence that begins with whom it helped; any other says enough."""
        told = self._rolled(roll, rest)
        if helpers and told.startswith(roll.who):
            self._add("helped", len(helpers) > 1, helper=listed(helpers), told=told)
        else:
            self._add_text(told)

    def _rolled(self, beat: Beat, rest: list[Beat]) -> str:
        """By what is known of it: on oneself, its tier, or any hit. Some hits fell people at once."""
        kinds = [f"{beat.what}-{beat.how}", *([] if beat.how == "miss" else [f"{beat.what}-hit"])]
        if beat.who == beat.whom and beat.how != "miss":
            kinds.insert(0, f"{beat.what}-self")
        kind = next((it for it in kinds if it in sentences().say), "")
        fells = any("{fallen}" in wording for wording in sentences().say.get(kind, ()))
        fallen = self._fallen(_results(beat.whom, rest)) if fells else ""
        return self._worded(kind, who=beat.who, whom=self._name(beat.whom), fallen=fallen)

    # ------------------------------------------------------------------ the world

    def _goes(self, beat: Beat, rest: list[Beat]) -> None:
        """Somebody is somewhere else now."""
        by_move = f"moves-{beat.how}" if beat.who in self._soldiers else ""
        kind = by_move if by_move in sentences().say else "moves"
        self._add(kind, self._is_many(beat.who), who=self._name(beat.who), where=beat.where)

    def _gm(self, beat: Beat, rest: list[Beat]) -> None:
        self._add_text(self._next(beat.what, sentences().gm.get(beat.what, ())))

    def _appears(self, beat: Beat, rest: list[Beat]) -> None:
        """A unit whose name says where it is need not say it again."""
        if beat.where and beat.where in beat.who:
            self._named.add(beat.who)
        kind = "appears" if beat.where else "appears-nowhere"
        self._add(kind, self._is_many(beat.who), who=self._name(beat.who), where=beat.where)

    def _clock(self, beat: Beat, rest: list[Beat]) -> None:
        told = self._told.get(beat.what, ())
        if 0 < beat.number <= len(told):
            self._add_text(told[beat.number - 1])
        else:
            self._add(f"clock-{beat.how}", what=_lower(beat.what))

    def _objective(self, beat: Beat, rest: list[Beat]) -> None:
        told = self._told.get(beat.what)
        if told:
            self._add_text(told[0])
        else:
            self._add("objective", what=_lower(beat.what))

    def _outcome(self, beat: Beat, rest: list[Beat]) -> None:
        """The debriefing: how it went, and what was left undone."""
        self._add(beat.how)
        undone = []
        while rest and rest[0].kind == "aim":
            aim = rest.pop(0)
            undone += [] if aim.number else [_lower(aim.what)]
        if undone:
            self._add("undone", what="; ".join(undone))

    def _fate(self, beat: Beat, rest: list[Beat]) -> None:
        """Who comes back and how; those who fare alike, together."""
        names = [beat.who] + [it.who for it in rest if it.kind == "fate" and _fared(it) == _fared(beat)]
        rest[:] = [it for it in rest if it.kind != "fate" or it.who not in names]
        self._add(f"home-{_fared(beat)}", len(names) > 1, who=listed(names))

    def _aim(self, beat: Beat, rest: list[Beat]) -> None:
        """By itself, only what was left undone is worth a word."""
        if not beat.number:
            self._add("undone", what=_lower(beat.what))


SPECIAL: dict[str, Callable[[Teller, Beat, list[Beat]], None]] = {
    "fire": Teller._fire,
    "harm": Teller._harm,
    "losses": Teller._losses,
    "move": Teller._move,
    "moves": Teller._goes,
    "gm": Teller._gm,
    "appears": Teller._appears,
    "clock": Teller._clock,
    "objective": Teller._objective,
    "outcome": Teller._outcome,
    "aim": Teller._aim,
    "fate": Teller._fate,
}
"""Beats that are more than a sentence of their kind."""


def _introduced(session: Session, soldier: Soldier) -> str:
    rank = next((it.title for it in words().ranks if it.id == soldier.rank), soldier.rank)
    book = session.playbooks[soldier.playbook].title.lower()
    return f"{rank} {soldier.name}, {'an' if book[0] in 'aeiou' else 'a'} {book}"


def _results(whom: str, rest: list[Beat]) -> list[Beat]:
    """What comes of a shot at once, taken from what follows."""
    found = []
    while rest and rest[0].kind in ("harm", "losses", "unharmed") and rest[0].who == whom:
        found.append(rest.pop(0))
    return found


def _is_helped(help: Beat, rest: Sequence[Beat]) -> bool:
    """Whether the roll that follows, after other help, is the one that was helped."""
    roll = next((it for it in rest if it.what != "help"), None)
    return roll is not None and roll.kind == "move" and roll.who == help.whom


def _harmed(results: Sequence[Beat]) -> str:
    wounds = sum(it.number for it in results)
    if wounds:
        return "badly" if wounds >= BADLY else "hurt"
    return "shaken" if any(it.how == "shaken" for it in results) else "none"


def _struck(results: Sequence[Beat]) -> str:
    if any(it.number for it in results):
        return "fell"
    if any(it.how == "out" for it in results):
        return "out"
    return "hurt" if any(it.kind == "losses" for it in results) else "none"


def _fared(beat: Beat) -> str:
    if beat.how in ("dead", "broken", "home"):
        return beat.how
    if beat.how == "critical" or beat.number > BADLY:
        return "badly"
    return "hurt" if beat.number else beat.how or "unhurt"


def _lower(title: str) -> str:
    """A title in the middle of a sentence."""
    return f"{title[:1].lower()}{title[1:]}".rstrip(".")
