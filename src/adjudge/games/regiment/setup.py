"""A session before its first word: seats, the operation with its ground and its people, the squad."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudge.engine import BadInput, Seat
from adjudge.games.regiment.data import (
    Fallen,
    Operation,
    Playbook,
    SoldierData,
    SquadData,
    demand_sound,
    operations,
    plans,
    playbooks,
    ready_soldiers,
    vehicles,
)
from adjudge.games.regiment.rules.attack import take_position
from adjudge.games.regiment.rules.core import GM_MOVE
from adjudge.games.regiment.rules.npcs import new_marks
from adjudge.games.regiment.rules.playbooks import (
    bonuses,
    demand,
    muster,
    open_playbooks,
    settle_bonds,
    settle_squad,
    share_bonds,
)
from adjudge.games.regiment.rules.sessions import all_faults, demand_squad
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
from adjudge.story.sessions import resume


def seats(options: Options) -> Sequence[Seat]:
    """The players first, the GM last."""
    players = [Seat(seat, name, "player") for seat, name in _names(options).items()]
    return (*players, Seat(GM, "GM", "runs the war; left to a bot, the umpire does"))


def start(options: Options) -> Session:
    books = all_playbooks(options)
    cast = _cast(options, books)
    everybody = [(seat, data) for seat, mine in cast.items() for data in mine]
    for number, (_, data) in enumerate(everybody):
        demand(all_faults(data, books, options.rulings), data, f"soldiers[{number}] ({data.name})")
    _demand_different_names([data for _, data in everybody])
    if options.squad:
        demand_squad(options.squad, books, options.rulings, "squad")
    names = _names(options)
    operation = operations()[options.operation]
    session = Session(
        story=Story(names=names, premise=premise_of(operation)), rulings=options.rulings, seats=tuple(names),
        squad=_squad(options, operation),
        operation=operation.id, briefing=operation.briefing, scenes=options.scenes, establish=options.establish,
        checklist=options.checklist, playbooks=books,
    )  # fmt: skip
    lay_out(session, operation)
    for seat, data in everybody:
        soldier = muster(session, seat, data)
        soldier.place = operation.start
        take_position(session, soldier)
    _tie_bonds(session, [data for _, data in everybody])
    session.to_make = [seat for seat, mine in cast.items() if not mine]
    if options.squad:
        carry_on(session, options.squad)
    settle_squad(session)
    return session


def _tie_bonds(session: Session, given: Sequence[SoldierData]) -> None:
    """creation.bonds, now that everybody is there; those who have none written share theirs out."""
    for soldier, data in zip(session.soldiers.values(), given, strict=True):
        settle_bonds(session, soldier, data.bonds)
    for soldier, data in zip(session.soldiers.values(), given, strict=True):
        if not data.bonds and data.service is None:
            share_bonds(session, soldier)


def carry_on(session: Session, squad: SquadData) -> None:
    """story.next-session: what the squad brings along besides its soldiers. It begins with time off (gm.downtime)."""
    here = {it.name for it in session.soldiers.values()}
    session.reserve = [data for data in squad.soldiers if data.name not in here]
    session.fallen, session.behind = squad.fallen, squad.operations
    session.to_make += [seat for it in squad.to_make if (seat := f"p{it}") in session.seats]
    session.squad.leader = next((it.id for it in session.able_soldiers() if it.name == squad.leader), "")
    for clock in squad.clocks:
        number = session.story.number()
        session.clocks.append(Clock(number, clock.title, clock.end, clock.steps, clock.marked, goes_on=True))
    by_name = {it.name: it.id for it in session.soldiers.values()}
    owed = tuple(replace(it, text=by_name.get(it.text, "")) if it.kind == GM_MOVE else it for it in squad.story.owed)
    resume(session.story, replace(squad.story, owed=owed))
    session.downtime = squad.story.sessions > 0


def premise_of(operation: Operation) -> str:
    """The briefing, with which the journal begins."""
    return f"{' '.join(operation.briefing.split())} Goal: {operation.goal}."


def all_playbooks(options: Options) -> dict[str, Playbook]:
    """story.playbook-file: the four of the book, and those that the table wrote."""
    books = dict(playbooks())
    for number, book in enumerate(_own_playbooks(options)):
        what = f"playbooks[{number}] ({book.id})"
        demand_sound(book, what)
        if book.id in books:
            raise BadInput(f"{what}.id", book.id, "a name that no other playbook has")
        books[book.id] = book
    return books


def _own_playbooks(options: Options) -> list[Playbook]:
    """From the options, the squad's sheet, and soldiers who bring theirs; each once."""
    squad = options.squad
    soldiers = (*options.soldiers, *(squad.soldiers if squad else ()))
    books = [*(squad.playbooks if squad else ()), *options.playbooks, *(it.book for it in soldiers if it.book)]
    return [book for number, book in enumerate(books) if book not in books[:number]]


def _squad(options: Options, operation: Operation) -> Squad:
    """track.op and track.supply at the start (ruling.missing-op, ruling.missing-supply). A squad that goes on keeps
    what it has, and its stock is made up to what is issued for the operation."""
    supply = operation.supply if options.rulings.missing_supply == "three" else options.players
    if options.squad and options.squad.story.sessions:
        kept = options.squad
        return Squad(
            name=kept.name, op=kept.op, supply=max(kept.supply, supply), intel=kept.intel, forward=bonuses(kept.forward)
        )
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
            growth=spot.growth,
            dark=operation.dark,
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
    cast = _cast(options, all_playbooks(options))
    return {seat: mine[0].name if mine else f"Player {seat.removeprefix('p')}" for seat, mine in cast.items()}


def _cast(options: Options, books: dict[str, Playbook]) -> dict[str, list[SoldierData]]:
    """Who sits where: soldiers of the squad with their players, own soldiers in the seats that are left, then the ready
    ones, unless players are to make theirs."""
    if len(options.soldiers) > options.players:
        raise BadInput("soldiers", len(options.soldiers), f"at most one for each of {options.players} players")
    cast: dict[str, list[SoldierData]] = {f"p{number + 1}": [] for number in range(options.players)}
    squad = options.squad.soldiers if options.squad else ()
    for data in squad:
        if data.service and (seat := f"p{data.service.player}") in cast:
            cast[seat].append(data)
    newcomers = [data for data in (*squad, *options.soldiers) if data.service is None or data in options.soldiers]
    known = {data.name for data in (*squad, *newcomers)} | {it.name for it in _fallen(options)}
    if options.cast == "ready":
        open_books = open_playbooks(books, options.rulings)
        newcomers += [it for it in ready_soldiers() if it.name not in known and it.playbook in open_books]
    free = [seat for seat, mine in cast.items() if not mine]
    for seat, data in zip(free, newcomers, strict=False):
        cast[seat].append(data)
    return cast


def _fallen(options: Options) -> tuple[Fallen, ...]:
    return options.squad.fallen if options.squad else ()


def _demand_different_names(given: Sequence[SoldierData]) -> None:
    seen: set[str] = set()
    for number, data in enumerate(given):
        if data.name.casefold() in seen:
            raise BadInput(f"soldiers[{number}].name", data.name, "a name that no other soldier has")
        seen.add(data.name.casefold())
