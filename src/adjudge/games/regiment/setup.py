"""A session before its first word: seats, the operation with its ground and its people, the squad."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import BadInput, Seat
from adjudge.games.regiment.data import (
    Operation,
    Playbook,
    SoldierData,
    demand_sound,
    operations,
    plans,
    playbooks,
    ready_soldiers,
    vehicles,
)
from adjudge.games.regiment.rules.attack import take_position
from adjudge.games.regiment.rules.npcs import new_marks
from adjudge.games.regiment.rules.playbooks import demand, enlist, open_playbooks, settle_squad, share_bonds
from adjudge.games.regiment.state import (
    Clock,
    Held,
    Objective,
    Options,
    Place,
    PlanInForce,
    Session,
    Squad,
    Team,
    Vehicle,
)
from adjudge.story import GM, Story


def seats(options: Options) -> Sequence[Seat]:
    """The players first, the GM last."""
    players = [Seat(seat, name, "player") for seat, name in _names(options).items()]
    return (*players, Seat(GM, "GM", "runs the war; left to a bot, the umpire does"))


def start(options: Options) -> Session:
    books = all_playbooks(options)
    given = _given(options, books)
    for number, data in enumerate(given):
        demand(data, books, options.rulings, f"soldiers[{number}] ({data.name})")
    _demand_different_names(given)
    names = _names(options)
    operation = operations()[options.operation]
    session = Session(
        story=Story(names=names, premise=premise_of(operation)), rulings=options.rulings, seats=tuple(names),
        squad=_squad(options, operation),
        operation=operation.id, briefing=operation.briefing, scenes=options.scenes, establish=options.establish,
        checklist=options.checklist, playbooks=books,
    )  # fmt: skip
    lay_out(session, operation)
    for seat, data in zip(names, given, strict=False):
        soldier = enlist(session, seat, data)
        soldier.place = operation.start
        take_position(session, soldier)
    for soldier, data in zip(session.soldiers.values(), given, strict=False):
        if not data.bonds:
            share_bonds(session, soldier)
    session.to_make = [seat for seat in names if seat not in session.soldiers]
    settle_squad(session)
    return session


def premise_of(operation: Operation) -> str:
    """The briefing, with which the journal begins."""
    return f"{' '.join(operation.briefing.split())} Goal: {operation.goal}."


def all_playbooks(options: Options) -> dict[str, Playbook]:
    """story.playbook-file: the four of the book, and those that the table wrote."""
    books = dict(playbooks())
    for number, book in enumerate(options.playbooks):
        what = f"playbooks[{number}] ({book.id})"
        demand_sound(book, what)
        if book.id in books:
            raise BadInput(f"{what}.id", book.id, "a name that no other playbook has")
        books[book.id] = book
    return books


def _squad(options: Options, operation: Operation) -> Squad:
    """track.op and track.supply at the start (ruling.missing-op, ruling.missing-supply)."""
    supply = operation.supply if options.rulings.missing_supply == "three" else options.players
    return Squad(op=0 if options.rulings.missing_op == "zero" else 1, supply=supply)


def lay_out(session: Session, operation: Operation) -> None:
    """The ground in range bands, both ways, and everybody who is on it (gm.maps)."""
    for spot in operation.place:
        session.places[spot.id] = Place(
            spot.id,
            spot.name,
            dict(spot.bands),
            spot.inside,
            spot.cover,
            spot.concealment,
            unseen=list(spot.unseen),
            note=spot.note,
        )
    for spot in operation.place:
        for other, band in spot.bands.items():
            session.places[other].bands.setdefault(spot.id, band)
    for data in operation.team:
        session.teams[data.id] = Team(
            id=data.id, name=data.name, side=data.side, place=data.place, cover=data.cover, concealed=data.concealed,
            marks=new_marks(data.soldiers), weapons=[Held(it) for it in data.weapons], hidden=data.hidden,
            high_value=data.high_value, notes=data.notes,
        )  # fmt: skip
    for vehicle in operation.vehicle:
        session.vehicles[vehicle.id] = Vehicle(
            id=vehicle.id, name=vehicle.name, kind=vehicle.kind, side=vehicle.side, place=vehicle.place,
            hidden=vehicle.hidden, crew=[0] * vehicles()[vehicle.kind].crew,
        )  # fmt: skip
    for clock in operation.clock:
        session.clocks.append(Clock(session.story.number(), clock.title, clock.end, clock.steps, fails=clock.fails))
    session.objectives = [Objective(it.title, it.kind, it.place, it.unit, it.exchanges) for it in operation.objective]
    if operation.plan:
        _propose_plan(session, operation.plan)


def _propose_plan(session: Session, id: str) -> None:
    plan = plans()[id]
    session.plan = PlanInForce(id, ["open"] * len(plan.methods), [False] * len(plan.considerations))


def _names(options: Options) -> dict[str, str]:
    """Every player's seat, with the name of the soldier as far as there is one."""
    given = [data.name for data in _given(options, dict(playbooks()))]
    return {
        f"p{number + 1}": given[number] if number < len(given) else f"Player {number + 1}"
        for number in range(options.players)
    }


def _given(options: Options, books: dict[str, Playbook]) -> tuple[SoldierData, ...]:
    """Own soldiers first; the ready ones fill the other seats, unless these are to make theirs."""
    if len(options.soldiers) > options.players:
        raise BadInput("soldiers", len(options.soldiers), f"at most one for each of {options.players} players")
    if options.cast == "make":
        return options.soldiers
    taken = {data.name for data in options.soldiers}
    open_books = open_playbooks(books, options.rulings)
    ready = [it for it in ready_soldiers() if it.name not in taken and it.playbook in open_books]
    return (*options.soldiers, *ready[: options.players - len(options.soldiers)])


def _demand_different_names(given: Sequence[SoldierData]) -> None:
    seen: set[str] = set()
    for number, data in enumerate(given):
        if data.name.casefold() in seen:
            raise BadInput(f"soldiers[{number}].name", data.name, "a name that no other soldier has")
        seen.add(data.name.casefold())
