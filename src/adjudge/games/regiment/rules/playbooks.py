"""Playbooks: how a soldier is made, in the book's order (creation.steps).

Rank, name, profile, background, stats, moves, loadout, then bonds. The same judgement (`faults`) serves a soldier made
at the table, drawn at random or read from a file: nothing enters play that a rule refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter

from msgspec.structs import replace

from adjudge.engine import Choose, Option, Reading, Table, Write
from adjudge.engine.errors import BadInput, Refused
from adjudge.games.regiment.data import (
    STATS,
    ForwardData,
    Loadout,
    Playbook,
    Service,
    SoldierData,
    Stat,
    move_text,
    numbers,
    operations,
    playbook_moves,
    weapons,
    words,
)
from adjudge.games.regiment.rules.attack import take_position
from adjudge.games.regiment.rules.experience import change, learn
from adjudge.games.regiment.state import Bonus, Held, Marks, Rulings, Session, Soldier
from adjudge.story import Beat, Speaker, effect

MOST_TEXT = 80


class Fault(Refused):
    """Something about a soldier that a rule refuses; `field` is where it stands on the sheet."""

    def __init__(self, rule: str, field: str, text: str) -> None:
        super().__init__(rule, text)
        self.field = field


# ---------------------------------------------------------------------- what a sheet may hold


def faults(data: SoldierData, books: dict[str, Playbook], rulings: Rulings) -> Iterator[Fault]:
    """Everything that a rule refuses about a new soldier, in the order of the sheet."""
    if data.playbook not in open_playbooks(books, rulings):
        known = ", ".join(open_playbooks(books, rulings))
        yield Fault("creation.playbooks", "playbook", f"{data.playbook!r} is no playbook here; choose one of {known}")
        return
    book = books[data.playbook]
    yield from _identity_faults(data, book)
    yield from _stat_faults(data, book)
    yield from _move_faults(data, book)
    yield from _loadout_faults(data, book, rulings)
    if data.service is None:
        yield from _bond_faults(data, rulings)


def open_playbooks(books: dict[str, Playbook], rulings: Rulings) -> list[str]:
    """creation.playbooks; officers are the GM's (ruling.missing-officer-playbook), operators may be left out
    (ruling.era-mix)."""
    return [id for id in books if not (id == "operator" and rulings.era_mix == "war")]


def _identity_faults(data: SoldierData, book: Playbook) -> Iterator[Fault]:
    """creation.rank, creation.name, creation.profile, creation.background: one of each (ruling.profile-count)."""
    if data.rank not in book.ranks:
        yield Fault("creation.rank", "rank", f"a {book.title.lower()} is {_or(book.ranks)}, not {data.rank!r}")
    if not data.name.strip() or len(data.name) > MOST_TEXT:
        yield Fault("creation.name", "name", f"a name has 1 to {MOST_TEXT} characters")
    if data.profile not in words().profiles:
        yield Fault("creation.profile", "profile", f"{data.profile!r} is no profile; choose one of the list")
    if data.background not in words().backgrounds:
        yield Fault(
            "creation.background", "background", f"{data.background!r} is no background; choose one of the list"
        )


def _stat_faults(data: SoldierData, book: Playbook) -> Iterator[Fault]:
    """creation.stat-sets: one set, whole; creation.operator-stats: the numbers of the array in any order."""
    if set(data.stats) != set(STATS):
        yield Fault("core.stats", "stats", f"the five stats are {', '.join(STATS)}")
    elif book.stat_array and sorted(data.stats.values()) != sorted(book.stat_array):
        array = ", ".join(f"{it:+d}" if it else "0" for it in book.stat_array)
        yield Fault("creation.operator-stats", "stats", f"assign {array} in any order")
    elif book.stat_set and data.stats not in [it.as_stats() for it in book.stat_set]:
        yield Fault("creation.stat-sets", "stats", f"take one of the {len(book.stat_set)} sets of the playbook, whole")


def _move_faults(data: SoldierData, book: Playbook) -> Iterator[Fault]:
    """creation.moves: two more beside the signature move (ruling.first-move-is-free)."""
    wanted = numbers().chosen_moves
    for move in data.moves:
        if move not in book.moves:
            yield Fault("creation.moves", "moves", f"{move!r} is not among the moves to choose from")
    if len(data.moves) != wanted or len(set(data.moves)) != wanted:
        yield Fault("creation.moves", "moves", f"choose {wanted} different moves; the signature move is yours anyway")


def _loadout_faults(data: SoldierData, book: Playbook, rulings: Rulings) -> Iterator[Fault]:
    loadout = next((it for it in book.loadout if it.id == data.loadout), None)
    if loadout is None:
        ids = ", ".join(it.id for it in book.loadout)
        yield Fault(
            "creation.loadout", "loadout", f"{data.loadout!r} is no loadout of the playbook; choose one of {ids}"
        )
    elif loadout.either and data.either not in loadout.either:
        yield Fault(loadout.rule, "either", f"choose {_or(loadout.either)}")
    elif data.either and not loadout.either:
        yield Fault("creation.loadout", "either", "this loadout leaves no choice of grenades")
    if len(data.personal_item) > MOST_TEXT:
        yield Fault("creation.personal-item", "personal_item", f"at most {MOST_TEXT} characters")


def _bond_faults(data: SoldierData, rulings: Rulings) -> Iterator[Fault]:
    """creation.bonds: one at +2 and two at +1, with three people (ruling.missing-bonds); fewer if there are fewer."""
    allowed = list(numbers().bonds) if rulings.missing_bonds == "two-one-one" else []
    for name, value in data.bonds.items():
        if rulings.missing_bonds == "two-one-one" and value in allowed:
            allowed.remove(value)
        elif value != {"all-one": 1, "two-one-one": 0, "all-zero": 0}[rulings.missing_bonds]:
            yield Fault("creation.bonds", "bonds", f"the bond {value:+d} with {name} is one too many or too high")


def _or(names: Sequence[str]) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def demand(found: Iterable[Fault], data: SoldierData, what: str) -> None:
    """Refuses a soldier from a file for the first of its faults, with entry, field and rule."""
    for fault in found:
        given = attrgetter(fault.field)(data)
        raise BadInput(f"{what}.{fault.field}", given, f"{fault.text} [{fault.rule}]")


# ---------------------------------------------------------------------- from data to a soldier


def enlist(session: Session, seat: str, data: SoldierData) -> Soldier:
    """creation.tracks, creation.smokes, creation.other-equipment: a legal soldier joins the squad, with the full track
    of gear (ruling.starting-gear, ruling.gear-marks-meaning) and the barter goods as smokes (ruling.smokes-start)."""
    book = session.playbooks[data.playbook]
    loadout = next(it for it in book.loadout if it.id == data.loadout)
    soldier = Soldier(
        id=new_id(session, seat), name=data.name.strip(), seat=seat, playbook=book.id, rank=data.rank,
        profile=data.profile, background=data.background, stats=dict(data.stats), moves=[], loadout=loadout.id,
        items=[*book.also, *loadout.items], personal_item=data.personal_item, deployment=data.deployment,
        weapons=[Held(weapon) for weapon in weapons_of(book, loadout, data.either, session.rulings)],
        gear=numbers().gear if session.rulings.starting_gear == "full" else numbers().three_gear,
        smokes=book.smokes, armor=book.armor, made=replace(data, bonds={}, service=None, book=None),
    )  # fmt: skip
    for rule in (book.signature, *data.moves):
        learn(session, soldier, rule)
    session.soldiers[soldier.id] = soldier
    settle_bonds(session, soldier, data.bonds)
    return soldier


def weapons_of(book: Playbook, loadout: Loadout, either: str, rulings: Rulings) -> list[str]:
    """creation.loadout, with everything in the playbook's own line (ruling.operator-loadout-one)."""
    chosen = loadout.weapons
    if book.stat_array and rulings.operator_loadout_one == "all":
        chosen = tuple(weapon for each in book.loadout for weapon in each.weapons)
    return [*dict.fromkeys((*chosen, *([either] if either else []), *book.also_weapons))]


def new_id(session: Session, seat: str) -> str:
    """The seat's own name, or with a number for those who come after."""
    before = sum(it.seat == seat for it in session.soldiers.values())
    return seat if not before else f"{seat}-{before + 1}"


def settle_bonds(session: Session, soldier: Soldier, written: dict[str, int]) -> None:
    """creation.bonds by name; toward everybody else in the squad it is 0, or by house rule 1 (ruling.missing-bonds)."""
    by_name = {it.name: it.id for it in (*session.soldiers.values(), *session.teams.values())}
    soldier.bonds = {by_name.get(name, name): value for name, value in written.items()}
    usual = 1 if session.rulings.missing_bonds == "all-one" else 0
    for other in session.soldiers.values():
        if soldier.name in other.bonds:  # until now somebody who was only spoken of
            other.bonds[soldier.id] = other.bonds.pop(soldier.name)
        if other.id != soldier.id and other.is_able:
            soldier.bonds.setdefault(other.id, usual)
            other.bonds.setdefault(soldier.id, usual)


def share_bonds(session: Session, soldier: Soldier) -> None:
    """Bonds of a soldier who has none written: with those who come after them in the squad (ruling.missing-bonds)."""
    if session.rulings.missing_bonds != "two-one-one":
        return
    ids = [it.id for it in session.able_soldiers()]
    at = ids.index(soldier.id)
    for value, other in zip(numbers().bonds, (*ids[at + 1 :], *ids[:at]), strict=False):
        soldier.bonds[other] = value


def settle_squad(session: Session) -> None:
    """creation.squad: the highest rank leads (ruling.squad-leader); all have name, leader and op in common."""
    order = [rank.id for rank in words().ranks]
    able = session.able_soldiers()
    if able and (session.squad.leader not in [it.id for it in able]):
        session.squad.leader = max(able, key=lambda it: order.index(it.rank)).id


# ---------------------------------------------------------------------- made at the table


def make_soldier(table: Table[Session], speaker: Speaker) -> None:
    """creation.steps: one question after the other; the soldier comes into being with the last. Or somebody whose
    player has left comes back to the squad (story.next-session)."""
    session = table.state
    how = {"steps": "Make your soldier step by step", "random": "Draw one at random"}
    how |= {f"reserve/{it.name}": f"Take over {it.rank} {it.name}, who has served before" for it in session.reserve}
    question = Choose(list(how), how.__getitem__, prompt="How do you make your soldier?")
    chosen = table.ask(speaker.hand, "creation.steps", question)
    if chosen == "steps":
        data = replace(ask_soldier(table, speaker), bonds=ask_bonds(table, speaker))
    elif chosen == "random":
        data = draw_soldier(table, speaker.hand)
    else:
        data = next(it for it in session.reserve if chosen == f"reserve/{it.name}")
        session.reserve.remove(data)
    soldier = muster(session, speaker.seat, data)
    if chosen == "random":
        share_bonds(session, soldier)
    join(table, soldier)


def muster(session: Session, seat: str, data: SoldierData) -> Soldier:
    """A soldier joins the squad, new or with a service behind them."""
    soldier = enlist(session, seat, data)
    if data.service:
        return_to_duty(session, soldier, data.service)
    return soldier


def return_to_duty(session: Session, soldier: Soldier, service: Service) -> None:
    """What the war has made of them, on top of the first day (story.next-session)."""
    for key in service.improvements:
        change(session, soldier, key)
    soldier.gear, soldier.kit, soldier.smokes, soldier.xp = service.gear, service.kit, service.smokes, service.xp
    soldier.wounds, soldier.stress = Marks(*service.wounds), Marks(*service.stress)
    soldier.critical, soldier.status = service.critical, "broken" if service.broken else "active"
    soldier.tough, soldier.grit = soldier.tough + service.tough, soldier.grit + service.grit
    soldier.forward = bonuses(service.forward)
    if service.weapons:
        soldier.weapons = [Held(weapon) for weapon in service.weapons]


def bonuses(given: Sequence[ForwardData]) -> list[Bonus]:
    return [Bonus(it.amount, it.source, it.rule, it.scope) for it in given]


def join(table: Table[Session], soldier: Soldier) -> None:
    """A new soldier takes the place of the squad, and the seat its name."""
    session = table.state
    if soldier.seat in session.to_make:
        session.to_make.remove(soldier.seat)
    others = [it for it in session.able_soldiers() if it.id != soldier.id]
    soldier.place = others[0].place if others else operations()[session.operation].start
    take_position(session, soldier)
    session.story.names[soldier.seat] = soldier.name
    settle_squad(session)
    effect(
        table,
        "creation.steps",
        "{rank} {who} joins the squad: {what}",
        beat=Beat("joins", soldier.name, how=soldier.rank),
        rank=soldier.rank,
        on=(soldier.id,),
        who=soldier.name,
        what=in_short(session, soldier),
    )


def in_short(session: Session, soldier: Soldier) -> str:
    """Who somebody is, in one line."""
    moves = ", ".join(map(move_title, soldier.moves))
    who = (
        f"{session.playbooks[soldier.playbook].title.lower()}, {soldier.profile.lower()}, {soldier.background.lower()}"
    )
    return f"{who}; {stats_in_words(soldier.stats)}; {moves}"


def ask_soldier(table: Table[Session], speaker: Speaker) -> SoldierData:
    """Rank, name, profile, background, stats, moves, loadout, personal item, deployment."""
    hand = speaker.hand
    book = ask_playbook(table, hand)
    rank = table.ask(hand, "creation.rank", Choose(list(book.ranks), _rank_title, prompt="Rank"))
    name = ask_name(table, hand)
    profile = table.ask(hand, "creation.profile", Choose(list(words().profiles), prompt="Profile"))
    background = table.ask(hand, "creation.background", Choose(list(words().backgrounds), prompt="Background"))
    stats = ask_stats(table, hand, book)
    moves = ask_moves(table, hand, book)
    loadout, either = ask_loadout(table, hand, book)
    item = Write("One personal item", limit=MOST_TEXT, suggestion=words().keepsakes[0])
    keepsake = table.ask(hand, "creation.personal-item", item)
    where = Write("Deployment: where, with which unit?", limit=MOST_TEXT, optional=True)
    deployment = table.ask(hand, "creation.deployment", where)
    return SoldierData(book.id, rank, name, profile, background, stats, moves, loadout, either, keepsake, deployment)


def ask_playbook(table: Table[Session], hand: str) -> Playbook:
    """creation.playbooks: any of them, also one that somebody has (ruling.same-playbook-twice)."""
    session = table.state
    taken = [it.playbook for it in session.able_soldiers()]
    once = session.rulings.same_playbook_twice == "once"
    ids = open_playbooks(session.playbooks, session.rulings)
    free = [id for id in ids if not (once and id in taken)] or ids
    question = Choose(free, lambda id: session.playbooks[id].title, prompt="Which playbook?")
    return session.playbooks[table.ask(hand, "creation.playbooks", question)]


def ask_name(table: Table[Session], hand: str) -> str:
    """creation.name: free text; a name is suggested (ruling.missing-names)."""
    taken = {it.name for it in table.state.soldiers.values()}
    suggestion = free_names(table.state)[0]
    name = table.ask(hand, "creation.name", Write("Name", limit=MOST_TEXT, suggestion=suggestion)).strip()
    return name if name not in taken else f"{name} ({len(taken)})"


def free_names(session: Session) -> list[str]:
    """Names that nobody has; when all are gone, namesakes."""
    taken = {it.name for it in session.soldiers.values()}
    taken |= {it.name for it in session.reserve} | {it.name for it in session.fallen}
    free = [name for name in words().names if name not in taken]
    return free or [f"{words().names[0]} ({len(taken)})"]


def _rank_title(id: str) -> str:
    return next(f"{rank.title} ({rank.id})" for rank in words().ranks if rank.id == id)


def ask_stats(table: Table[Session], hand: str, book: Playbook) -> dict[Stat, int]:
    if book.stat_set:
        sets = [it.as_stats() for it in book.stat_set]
        question = Choose(list(range(len(sets))), lambda at: stats_in_words(sets[at]), prompt="Stats: choose a set")
        return sets[table.ask(hand, "creation.stat-sets", question)]
    left, stats = sorted(book.stat_array, reverse=True), {}
    for stat in STATS:
        values = list(dict.fromkeys(left))
        question = Choose(values, lambda value: f"{value:+d}", prompt=f"{stat.capitalize()}")
        stats[stat] = table.ask(hand, "creation.operator-stats", question)
        left.remove(stats[stat])
    return stats


def stats_in_words(stats: dict[Stat, int]) -> str:
    return ", ".join(f"{stat} {stats[stat]:+d}" for stat in STATS)


def ask_moves(table: Table[Session], hand: str, book: Playbook) -> tuple[str, ...]:
    """creation.moves; those that raise a stat may be taken at once (ruling.battle-tested-at-start)."""
    chosen: list[str] = []
    for _ in range(numbers().chosen_moves):
        left = [rule for rule in book.moves if rule not in chosen]
        prompt = f"{playbook_moves()[book.signature].title} is yours; choose a further move"
        question = Choose(left, _move_option, prompt=prompt)
        chosen.append(table.ask(hand, "creation.moves", question))
    return tuple(chosen)


def _move_option(rule: str) -> Option:
    return Option(rule, move_title(rule), rule=rule, note=move_text(rule))


def _loadout_option(loadout: Loadout) -> Option:
    """A loadout with the dice and ranges of its weapons."""
    arms = [weapons()[it] for it in loadout.weapons if weapons()[it].dice]
    note = ", ".join(f"{it.title} {it.dice}d {'/'.join(it.bands)}" for it in arms)
    return Option(loadout.id, loadout.title, rule=loadout.rule, note=note)


def ask_loadout(table: Table[Session], hand: str, book: Playbook) -> tuple[str, str]:
    by_id = {it.id: it for it in book.loadout}
    question = Choose(list(by_id), lambda id: _loadout_option(by_id[id]), prompt="Loadout")
    loadout = by_id[table.ask(hand, "creation.loadout", question)]
    if not loadout.either:
        return loadout.id, ""
    either = Choose(list(loadout.either), lambda id: id.replace("-", " ").capitalize() + "s", prompt="Which grenades?")
    return loadout.id, table.ask(hand, loadout.rule, either)


def ask_bonds(table: Table[Session], speaker: Speaker) -> dict[str, int]:
    """creation.bonds: players' soldiers first, NPCs too; somebody who is only spoken of by name."""
    session = table.state
    bonds: dict[str, int] = {}
    for value in numbers().bonds if session.rulings.missing_bonds == "two-one-one" else ():
        others = [it.id for it in session.able_soldiers() if it.id not in bonds]
        others += [id for id, team in session.teams.items() if team.side == "friend" and id not in bonds]
        question = Choose(
            [*others, "somebody"], partial(_bond_name, session), prompt=f"A bond at {value:+d} with whom?"
        )
        other = table.ask(speaker.hand, "creation.bonds", question)
        bonds[ask_somebody(table, speaker, bonds) if other == "somebody" else other] = value
    return bonds


def _bond_name(session: Session, id: str) -> str:
    return "Somebody else, by name" if id == "somebody" else session.name(id)


def ask_somebody(table: Table[Session], speaker: Speaker, bonds: dict[str, int]) -> str:
    """A person who is only a name so far; each name once."""
    number = 1 + sum(name.startswith("A comrade") for name in bonds)
    words = Write("Who is it?", limit=MOST_TEXT, suggestion=f"A comrade ({number})")
    name = table.ask(speaker.hand, "creation.bonds", words).strip() or f"A comrade ({number})"
    return name if name not in bonds else f"{name} ({len(bonds)})"


# ---------------------------------------------------------------------- drawn at random


def draw_soldier(table: Table[Session], hand: str) -> SoldierData:
    """story.creation: every choice by dice; what comes out is legal."""
    session = table.state

    def pick(options: Sequence[str], rule: str, titles: Callable[[str], str] = str) -> str:
        return draw(table, hand, rule, {it: titles(it) for it in options})

    ids = open_playbooks(session.playbooks, session.rulings)
    playbooks_in_use = {it.playbook for it in session.able_soldiers()}
    if session.rulings.same_playbook_twice == "once":
        ids = [id for id in ids if id not in playbooks_in_use] or ids
    book = session.playbooks[pick(ids, "creation.playbooks", lambda id: session.playbooks[id].title)]
    rank = pick(book.ranks, "creation.rank")
    name = pick(free_names(session), "creation.name")
    profile, background = pick(words().profiles, "creation.profile"), pick(words().backgrounds, "creation.background")
    stats = draw_stats(table, hand, book)
    first = pick(book.moves, "creation.moves", move_title)
    second = pick([rule for rule in book.moves if rule != first], "creation.moves", move_title)
    loadouts = {it.id: it for it in book.loadout}
    loadout = loadouts[pick(list(loadouts), "creation.loadout", lambda id: loadouts[id].title)]
    either = pick(loadout.either, loadout.rule) if loadout.either else ""
    item = pick(words().keepsakes, "creation.personal-item")
    return SoldierData(book.id, rank, name, profile, background, stats, (first, second), loadout.id, either, item)


def draw_stats(table: Table[Session], hand: str, book: Playbook) -> dict[Stat, int]:
    if book.stat_set:
        at = table.roll(one_of(len(book.stat_set)), "creation.stat-sets", hand) if len(book.stat_set) > 1 else 0
        return book.stat_set[at].as_stats()
    left, stats = list(book.stat_array), {}
    for stat in STATS:
        at = table.roll(one_of(len(left)), "creation.operator-stats", hand) if len(left) > 1 else 0
        stats[stat] = left.pop(at)
    return stats


def draw(table: Table[Session], hand: str, rule: str, titles: dict[str, str]) -> str:
    """One of several things, by a die with as many sides; the dice say what it is."""
    ids = list(titles)
    if len(ids) == 1:
        return ids[0]
    lot: Reading[str] = Reading((len(ids),), lambda faces: titles[ids[faces[0] - 1]], f"1 of {len(ids)}")
    drawn = table.roll(lot, rule, hand)
    return next(id for id in ids if titles[id] == drawn)


def move_title(rule: str) -> str:
    return playbook_moves()[rule].title


def one_of(number: int) -> Reading[int]:
    """A place in a list, from 0."""
    return Reading((number,), lambda faces: faces[0] - 1, f"1 of {number}")
