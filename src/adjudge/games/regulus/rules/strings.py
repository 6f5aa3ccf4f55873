"""Strings: how narration lasts (string.purpose). Their life is ours (ruling.string-life-cycle-missing).

Written: phrase, colon, names (string.attach, ruling.string-notation). Loose, attached or resolved (string.states-ours).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudge.engine import Choose, ChooseSome, Table, Write
from adjudge.games.regulus.state import Session, String
from adjudge.story import Offer, Proposal, Speaker, effect, narrate, propose
from adjudge.story.ledger import find as find_item
from adjudge.story.ledger import mark, open_items
from adjudge.story.people import is_among, is_same, spelled
from adjudge.story.state import Beat

LONG = 120


def written(string: String) -> str:
    """A String as it stands on paper."""
    return f"{string.phrase}: {', '.join(string.names)}" if string.names else string.phrase


def read_back(text: str, known: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Phrase and names: split at the last colon, if all that follows are known names (ruling.string-notation).

    Each name once, as the table spells it (string.attach-ours).
    """
    phrase, colon, tail = f" {text}".rpartition(": ")
    typed = [name for name in tail.split(",") if name.strip()]
    if not colon or not typed or not all(is_among(name, known) for name in typed):
        return text, ()
    return phrase.strip(), tuple(dict.fromkeys(spelled(name, known) for name in typed))


def is_phrase(text: str) -> bool:
    """string.definition: a state in words, so there has to be a word."""
    return any(sign.isalnum() for sign in text)


def known_names(session: Session) -> list[str]:
    """Everybody who can be named (ruling.string-notation): players' characters, and the GM's that the table knows."""
    own = [sheet.name for sheet in session.sheets.values()]
    return [*own, *(name for name in session.people if not is_among(name, own))]


def meet(session: Session, name: str) -> str:
    """A name as the table spells it; a new one is known from now on."""
    known = known_names(session)
    if not is_among(name, known):
        session.people.append(spelled(name, ()))
    return spelled(name, known)


def become(session: Session, name: str) -> None:
    """A player takes a character that the table knew already: what was written of it stays with it."""
    session.people = [it for it in session.people if not is_same(it, name)]
    for string in session.strings:
        change(session, replace(string, names=tuple(spelled(it, (name,)) for it in string.names)))


def standing(string: String) -> str:
    """table.string-life-cycle."""
    return "resolved" if string.resolved else "attached" if string.names else "loose"


def create(table: Table[Session], by: str, phrase: str, names: tuple[str, ...], *, earned_by: str = "") -> String:
    """string.create-ours: a short phrase that lasts (string.definition). It is narration, and can be disputed."""
    session = table.state
    string = String(session.story.number(), phrase, names)
    session.strings.append(string)
    told = f"String: {written(string)}"
    narrate(table, by, told, "string.create-ours", about=seats_named(session, names), earned_by=earned_by,
            link=f"string/{string.id}")  # fmt: skip
    return string


def seats_named(session: Session, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(seat for seat, sheet in session.sheets.items() if sheet.name in names)


def find(session: Session, number: int) -> String:
    return next(string for string in session.strings if string.id == number)


def change(session: Session, string: String) -> None:
    place = next(place for place, it in enumerate(session.strings) if it.id == string.id)
    session.strings[place] = string


def attach(table: Table[Session], by: str, number: int, name: str) -> None:
    """string.attach-ours: each name once, in the order of attaching. Against a player's will it can be disputed."""
    session = table.state
    string = find(session, number)
    name = meet(session, name)
    if string.resolved or is_among(name, string.names):
        raise ValueError(f"{name} cannot be attached to {written(string)}")
    change(session, replace(string, names=(*string.names, name)))
    told = f"String: {written(find(session, number))}"
    narrate(
        table, by, told, "string.attach-ours", about=seats_named(session, (name,)), link=f"attached/{number}/{name}"
    )


def detach(table: Table[Session], number: int, name: str) -> None:
    """string.detach-ours: the last one leaves it loose, not resolved."""
    string = find(table.state, number)
    change(table.state, replace(string, names=tuple(it for it in string.names if it != name)))
    beat = Beat("free", name, what=string.phrase)
    effect(table, "string.detach-ours", "{name} is free of {phrase}", beat=beat, name=name, phrase=string.phrase)


def resolve(table: Table[Session], number: int, how: str) -> None:
    """string.resolve-ours: it keeps its text and names, has no effects any more, and is not reopened."""
    string = find(table.state, number)
    change(table.state, replace(string, resolved=how))
    effect(table, "string.resolve-ours", "resolved: {string} ({how})", string=written(string), how=how)


DISPUTED_AWAY = "disputed away"


def fall_with(session: Session, link: str) -> None:
    """A String that was disputed away is done with; an attachment never was."""
    kind, _, rest = link.partition("/")
    number, _, name = rest.partition("/")
    if kind == "string":
        change(session, replace(find(session, int(number)), resolved=DISPUTED_AWAY))
    if kind == "attached":
        string = find(session, int(number))
        change(session, replace(string, names=tuple(it for it in string.names if it != name)))


def rise_with(session: Session, link: str) -> None:
    """What had fallen stands again, with those it was attached to: the dispute ends the other way after all."""
    kind, _, rest = link.partition("/")
    number, _, name = rest.partition("/")
    string = find(session, int(number)) if rest else None
    if kind == "string" and string and string.resolved == DISPUTED_AWAY:
        change(session, replace(string, resolved=""))
    if kind == "attached" and string and not is_among(name, string.names):
        change(session, replace(string, names=(*string.names, name)))


# ------------------------------------------------------------------ on the floor


def gm_menu(session: Session) -> dict[str, Callable[[Table[Session], Speaker], None]]:
    """What the GM may do with Strings now."""
    alive = [string for string in session.strings if not string.resolved]
    menu: dict[str, Callable[[Table[Session], Speaker], None]] = {"Create a String": gm_creates}
    if any(item.status == "settled" and item.kind != "luck" and item.text for item in session.story.ledger):
        menu["Turn something a roll brought into a String"] = from_item
    if alive:
        menu |= {"Attach a character": gm_attaches, "Resolve a String": gm_resolves}
    if any(string.names for string in alive):
        menu["Detach a character"] = gm_detaches
    return menu


def gm_creates(table: Table[Session], speaker: Speaker) -> None:
    phrase, names = ask_string(table, speaker)
    create(table, speaker.seat, phrase, names)


def ask_string(table: Table[Session], speaker: Speaker) -> tuple[str, tuple[str, ...]]:
    """A phrase, with names after a colon or chosen from the characters."""
    text = ask_words(table, speaker, "string.definition", "The String: a phrase or one sentence")
    phrase, names = read_back(text, known_names(table.state))
    return phrase, names or ask_attached(table, speaker)


def ask_words(table: Table[Session], speaker: Speaker, rule: str, prompt: str, *, optional: bool = False) -> str:
    """A String as it is written; names alone are none (string.definition)."""
    while True:
        text = table.ask(speaker.hand, rule, Write(prompt, limit=LONG, optional=optional))
        phrase, _ = read_back(text, known_names(table.state))
        if is_phrase(phrase) or (optional and not text):
            return text
        table.tell("string.definition", "a String needs a phrase before the names: {text}", text=text)


def ask_attached(table: Table[Session], speaker: Speaker) -> tuple[str, ...]:
    question = ChooseSome(known_names(table.state), prompt="Who is attached?")
    return table.ask(speaker.hand, "string.attach", question)


def from_item(table: Table[Session], speaker: Speaker) -> None:
    """issue.record-ours: the GM may turn anything a roll brought into a String."""
    items = {
        it.id: it.text for it in table.state.story.ledger if it.status == "settled" and it.kind != "luck" and it.text
    }
    number = table.ask(speaker.hand, "issue.record-ours", Choose(list(items), items.__getitem__))
    create(table, speaker.seat, items[number][:LONG], ask_attached(table, speaker))


def _ask_which(table: Table[Session], speaker: Speaker, rule: str, among: list[String]) -> String:
    words = {string.id: written(string) for string in among}
    return find(
        table.state, table.ask(speaker.hand, rule, Choose(list(words), words.__getitem__, prompt="Which String?"))
    )


def gm_attaches(table: Table[Session], speaker: Speaker) -> None:
    session = table.state
    string = _ask_which(table, speaker, "string.attach-ours", [it for it in session.strings if not it.resolved])
    known = [name for name in known_names(session) if not is_among(name, string.names)]
    name = table.ask(speaker.hand, "string.attach-ours", Choose([*known, "somebody else"], prompt="Who?"))
    if name == "somebody else":
        name = ask_person(table, speaker)
    if is_among(name, string.names):
        table.tell("string.attach-ours", "{name} is attached already: {string}", name=name, string=written(string))
    else:
        attach(table, speaker.seat, string.id, name)


def ask_person(table: Table[Session], speaker: Speaker) -> str:
    """A name that can be written after a phrase (ruling.string-notation)."""
    while True:
        name = table.ask(speaker.hand, "string.attach-ours", Write("Who?", limit=60, suggestion="Evan"))
        if "," not in name and ":" not in name:
            return name
        table.tell("ruling.string-notation", "one name at a time, without comma or colon: {name}", name=name)


def gm_detaches(table: Table[Session], speaker: Speaker) -> None:
    among = [string for string in table.state.strings if string.names and not string.resolved]
    string = _ask_which(table, speaker, "string.detach-ours", among)
    detach(
        table,
        string.id,
        table.ask(speaker.hand, "string.detach-ours", Choose(list(string.names), prompt="Who is freed?")),
    )


def gm_resolves(table: Table[Session], speaker: Speaker) -> None:
    string = _ask_which(table, speaker, "string.resolve-ours", [it for it in table.state.strings if not it.resolved])
    resolve(table, string.id, table.ask(speaker.hand, "string.resolve-ours", Write("How did it end?", limit=LONG)))


def player_proposes(table: Table[Session], speaker: Speaker) -> None:
    """Without an and-clause a player proposes; the GM grants it or names a condition (ruling.string-who-creates)."""
    text = ask_words(table, speaker, "string.create-ours", "Which String do you propose?")
    propose(table, speaker.seat, "string", text, "string.create-ours")


def granted(table: Table[Any], proposal: Proposal) -> None:
    """A String of a player's: with the names it gives, else attached to their character."""
    session: Session = table.state
    phrase, names = read_back(proposal.text, known_names(session))
    own = session.sheets[proposal.by].name
    earned = spend_clause(session, proposal.about)
    create(table, proposal.by, phrase, names or (own,), earned_by=earned)


def spend_clause(session: Session, about: str) -> str:
    """The and-clause that pays for a String, if one does."""
    if not about or find_item(session.story, int(about)).status != "open":
        return ""
    item = mark(session.story, int(about), "settled", "a String")
    return f"{item.kind}, from {item.source}"


def clause_offers(session: Session, seat: str, gains: frozenset[str]) -> list[Offer]:
    """One and-clause makes at most one String (ruling.string-who-creates)."""
    waiting = {wish.about for wish in session.story.proposals if wish.kind == "string"}
    mine = [
        it for it in open_items(session.story) if it.owner == seat and it.kind in gains and str(it.id) not in waiting
    ]
    return [
        Offer(
            f"item/{it.id}/string",
            f"Make a String of the {it.kind} from {it.source}",
            "string.create-ours",
            partial(from_clause, it.id),
        )
        for it in mine
    ]


def from_clause(number: int, table: Table[Any], speaker: Speaker) -> None:
    text = ask_words(table, speaker, "string.create-ours", "Which String does it create?")
    propose(table, speaker.seat, "string", text, "string.create-ours", str(number))
