"""From one session to the next, which is ours (story.next-session): the squad as its sheet keeps it.

A soldier on the sheet is the one of the first day, then every improvement in its order. So an old soldier is judged by
the rules that judge a new one, and a sheet cannot hold what no play could have brought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from adjudge.engine import BadInput
from adjudge.games.regiment.data import (
    OPERATIONS,
    Behind,
    ClockData,
    Fallen,
    ForwardData,
    Playbook,
    Service,
    SoldierData,
    SquadData,
    numbers,
    playbooks,
    weapons,
)
from adjudge.games.regiment.retelling import in_a_sentence
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import GM_MOVE
from adjudge.games.regiment.rules.experience import change, open_improvements
from adjudge.games.regiment.rules.operations import is_accomplished
from adjudge.games.regiment.rules.playbooks import Fault, enlist, faults
from adjudge.games.regiment.state import Bonus, Harmed, Options, Rulings, Session, Soldier, Squad
from adjudge.story import Story
from adjudge.story.sessions import Debt, so_far

WEIGHTY = frozenset(
    {
        "story.objectives", "story.debriefing", "ruling.last-box", "assault.strong-hit", "gm.battle", "engage.roll",
        "improve.go-home", "improve.new-character", "creation.steps",
    }
)  # fmt: skip
"""The rules whose effects a squad remembers."""


# ---------------------------------------------------------------------- what a sheet may hold


def all_faults(data: SoldierData, books: dict[str, Playbook], rulings: Rulings) -> Iterator[Fault]:
    """Everything that a rule refuses about a soldier, new or old."""
    found = list(faults(data, books, rulings))
    yield from found
    if data.service and not found:
        yield from _service_faults(data, data.service, books, rulings)


def _service_faults(
    data: SoldierData, service: Service, books: dict[str, Playbook], rulings: Rulings
) -> Iterator[Fault]:
    session, soldier = first_day(data, books, rulings)
    yield from _improvement_faults(session, soldier, service)
    yield from _track_faults(rulings, service)
    if service.xp >= numbers().xp:
        yield Fault("xp.track", "service.xp", f"at {numbers().xp} xp an improvement is taken and the marks are erased")
    if rulings.gear_cap == "six" and service.gear > numbers().gear and not service.kit:
        yield Fault("track.gear", "service.gear", f"the track has {numbers().gear} boxes")
    for weapon in service.weapons:
        if weapon not in weapons():
            yield Fault("creation.loadout", "service.weapons", f"{weapon!r} is no weapon of the book")
    for name, value in data.bonds.items():
        if rulings.bond_limits != "none" and not numbers().lowest_bond <= value <= numbers().highest_bond:
            yield Fault("track.bonds", "bonds", f"the bond {value:+d} with {name} is out of its limits")


def first_day(data: SoldierData, books: dict[str, Playbook], rulings: Rulings) -> tuple[Session, Soldier]:
    """The soldier as they came to the squad, at a table of their own."""
    session = Session(story=Story(names={}), rulings=rulings, seats=(), squad=Squad(), playbooks=books)
    return session, enlist(session, "p1", data)


def _improvement_faults(session: Session, soldier: Soldier, service: Service) -> Iterator[Fault]:
    """improve.once-each and the gates, one improvement after the other."""
    for key in service.improvements:
        if key not in open_improvements(session, soldier):
            text = f"{key!r} cannot be taken after {len(soldier.improvements)} others"
            yield Fault("improve.once-each", "service.improvements", text)
            return
        if key == "go-home":
            yield Fault("improve.go-home", "service.improvements", f"{soldier.name} has gone home and is not here")
        change(session, soldier, key)


def _track_faults(rulings: Rulings, service: Service) -> Iterator[Fault]:
    """track.wounds and track.stress: boxes on either side of the line; a full track is no soldier's in the field."""
    for name, (left, right) in (("wounds", service.wounds), ("stress", service.stress)):
        track: Harmed = "wounds" if name == "wounds" else "stress"
        line, boxes = tracks.line(rulings, track), tracks.boxes(track)
        if left > line or right > boxes - line:
            text = f"there are {line} boxes left of the line and {boxes - line} right of it"
            yield Fault(f"track.{name}", f"service.{name}", text)
    if sum(service.wounds) >= tracks.boxes("wounds") and rulings.last_box != "beyond":
        yield Fault("ruling.last-box", "service.wounds", "a soldier whose track of wounds is full is dead")
    is_full = sum(service.stress) >= tracks.boxes("stress") and rulings.last_box != "beyond"
    if is_full and not service.broken:  # the broken stay so until something heals between engagements
        yield Fault("ruling.last-box", "service.broken", "a soldier whose track of stress is full is broken")
    marks = {"wounds": sum(service.wounds), "stress": sum(service.stress)}
    is_bad = any(marks[track] > tracks.line(rulings, track) for track in tracks.TRACKS)
    if service.critical and not is_bad and rulings.critical_ends == "by-marks":
        yield Fault("condition.critical", "service.critical", "no track is past its line")


def demand_squad(squad: SquadData, books: dict[str, Playbook], rulings: Rulings, what: str) -> None:
    """Refuses a squad for the first thing that a rule refuses about it."""
    for where, fault in squad_faults(squad, books, rulings):
        raise BadInput(f"{what}.{where}", fault.field, f"{fault.text} [{fault.rule}]")


def squad_faults(squad: SquadData, books: dict[str, Playbook], rulings: Rulings) -> Iterator[tuple[str, Fault]]:
    """Where something stands that a rule refuses, and what."""
    names: set[str] = set()
    for number, data in enumerate(squad.soldiers):
        where = f"soldiers[{number}] ({data.name})"
        for fault in all_faults(data, books, rulings):
            yield where, fault
        if data.name.casefold() in names:
            yield where, Fault("creation.name", "name", "another soldier of the squad has this name")
        names.add(data.name.casefold())
    if not numbers().lowest_op <= squad.op <= numbers().highest_op:
        limits = f"{numbers().lowest_op} to +{numbers().highest_op}"
        yield "squad", Fault("track.op", "op", f"op goes from {limits}")
    if squad.leader and squad.leader.casefold() not in names:
        yield "squad", Fault("creation.squad", "leader", f"{squad.leader!r} is not in the squad")
    for clock in squad.clocks:
        if clock.marked >= clock.steps:
            yield "squad", Fault("gm.countdown-clock", "clocks", f"{clock.title!r} has run out")


# ---------------------------------------------------------------------- from play onto the sheet


def squad_sheet(session: Session) -> SquadData:
    """The squad as this session leaves it. What belongs to the operation ends with it; the rest goes on."""
    here = [it for it in session.soldiers.values() if it.status in ("active", "broken")]
    gone = [Fallen(it.name, _fate(it), session.story.session) for it in session.soldiers.values() if it not in here]
    squad, story = session.squad, so_far(session.story, WEIGHTY, say=partial(in_a_sentence, session))
    is_over = bool(session.objectives)
    return SquadData(
        soldiers=(*(on_the_sheet(session, it) for it in here), *session.reserve),
        name=squad.name,
        leader=session.name(squad.leader) if squad.leader in [it.id for it in here] else "",
        op=squad.op,
        supply=squad.supply,
        intel=squad.intel,
        forward=forwards(squad.forward),
        to_make=tuple(_player(seat) for seat in session.to_make if session.soldiers_of(seat)),
        fallen=(*session.fallen, *gone),
        operations=(*session.behind, *([Behind(session.operation, is_accomplished(session))] if is_over else [])),
        clocks=tuple(
            ClockData(it.title, it.end, it.steps, marked=it.marked)
            for it in session.clocks
            if it.goes_on and it.marked < it.steps
        ),
        playbooks=tuple(book for id, book in session.playbooks.items() if id not in playbooks()),
        story=replace(story, owed=tuple(_by_name(session, it) for it in story.owed)),
    )


def _fate(soldier: Soldier) -> Literal["dead", "home"]:
    return "home" if soldier.status == "home" else "dead"


def _player(seat: str) -> int:
    return int(seat.removeprefix("p"))


def _by_name(session: Session, debt: Debt) -> Debt:
    """A GM move remembers whom it is about, by name."""
    return replace(debt, text=session.name(debt.text)) if debt.kind == GM_MOVE and debt.text else debt


def on_the_sheet(session: Session, soldier: Soldier) -> SoldierData:
    """A soldier as the sheet keeps them."""
    assert soldier.made is not None
    _, recruit = first_day(soldier.made, session.playbooks, session.rulings)
    for key in soldier.improvements:
        change(session, recruit, key)
    service = Service(
        player=_player(soldier.seat),
        gear=soldier.gear,
        kit=soldier.kit,
        smokes=soldier.smokes,
        xp=soldier.xp,
        improvements=tuple(soldier.improvements),
        wounds=(soldier.wounds.left, soldier.wounds.right),
        stress=(soldier.stress.left, soldier.stress.right),
        critical=soldier.critical,
        broken=soldier.status == "broken",
        weapons=tuple(held.weapon for held in soldier.weapons if not held.borrowed),
        tough=soldier.tough - recruit.tough,
        grit=soldier.grit - recruit.grit,
        forward=forwards(soldier.forward),
    )
    bonds = {session.name(id): value for id, value in soldier.bonds.items()}
    return replace(soldier.made, bonds=bonds, service=service)


def forwards(given: Sequence[Bonus]) -> tuple[ForwardData, ...]:
    return tuple(ForwardData(it.amount, it.source, it.rule, it.scope) for it in given)


# ---------------------------------------------------------------------- the next session


def next_session(
    options: Options, session: Session, *, operation: str = "", leaving: Sequence[str] = (), joining: int = 0
) -> Options:
    """story.next-session: the options of a session that goes on from this one; seats in `leaving` are free, and as many
    as `joining` come in. House rules and the rest stay as they were agreed."""
    staying = [seat for seat in session.seats if seat not in leaving]
    squad = squad_sheet(session)
    if not 1 <= len(staying) + joining <= MOST_PLAYERS:
        raise BadInput("players", len(staying) + joining, f"1 to {MOST_PLAYERS} players")
    at = {_player(seat): number for number, seat in enumerate(staying, 1)}
    soldiers = tuple(_seated(data, at) for data in squad.soldiers)
    return replace(
        options,
        players=len(staying) + joining,
        operation=operation or following(session.operation),
        soldiers=(),
        playbooks=(),
        squad=replace(squad, soldiers=soldiers, to_make=tuple(at[it] for it in squad.to_make if it in at)),
    )


MOST_PLAYERS = 6


def _seated(data: SoldierData, at: dict[int, int]) -> SoldierData:
    """At the new number of their player; a soldier whose player has left waits in reserve."""
    if data.service is None:
        return data
    return replace(data, service=replace(data.service, player=at.get(data.service.player, 0)))


def following(operation: str) -> str:
    """The next operation that comes with the game; a free session is followed by another."""
    ours = [it for it in OPERATIONS if it != "free"]
    return ours[(ours.index(operation) + 1) % len(ours)] if operation in ours else operation
