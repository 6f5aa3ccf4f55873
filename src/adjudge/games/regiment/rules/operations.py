"""Operations, which are ours: what is to be done, what has been done, and the debriefing (story.objectives).

An objective comes true by what happens on the field, whoever brings it about. It is looked at after every act and at
the end of every exchange, and once it is ticked it stays so.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.games.regiment.state import Objective, Place, Session, Soldier, Team, Vehicle
from adjudge.story import Beat, effect


def brief(table: Table[Session]) -> None:
    """story.briefing: read out once, before anybody acts. Nobody is told what is hidden."""
    session = table.state
    if session.is_briefed or not (session.objectives or session.story.previously):
        return
    session.is_briefed = True
    for text in (*_before(session), *_orders(session), *_beginning(session)):
        table.tell("story.briefing", "{text}", text=text)


def _before(session: Session) -> list[str]:
    """story.next-session: what happened in the session before."""
    return [f"Previously: {it}" for it in session.story.previously]


def _orders(session: Session) -> list[str]:
    return [
        session.story.premise,
        *(f"To do: {it.title}" for it in session.objectives),
        *(f"The ground: {_spot(session, it)}" for it in session.places.values()),
        *(f"The clock: {it.title}, {it.marked} of {it.steps}; then: {it.end}" for it in session.clocks),
    ]


def _beginning(session: Session) -> list[str]:
    fight = (
        "rally the troops, then begin an engagement. In a fight, attack from where you are, or maneuver and assault to "
        "take ground."
    )
    if not session.downtime:
        return [f"To begin: {fight}"]
    time_off = "First there is time off: blow off steam, resupply, scrounge, petition those above, tend to the wounded."
    return [time_off, f"Then move out, {fight}"]


def _spot(session: Session, place: Place) -> str:
    """A place with what it gives and who is known to be there."""
    gives = [f"cover {place.cover}" if place.cover else "", "concealment" if place.concealment else ""]
    units: list[Team | Vehicle] = [*session.teams.values(), *session.vehicles.values()]
    known = [it.name for it in units if it.place == place.id and not it.hidden]
    parts = (place.name, place.note, ", ".join(it for it in gives if it), ", ".join(known))
    return "; ".join(part for part in parts if part)


def look_at_objectives(table: Table[Session]) -> None:
    """story.objectives: ticks whatever has come true."""
    session = table.state
    for at, objective in enumerate(session.objectives):
        if not objective.done and not is_failed(session) and COMES_TRUE[objective.kind](session, objective):
            session.objectives[at] = replace(objective, done=True)
            effect(table, "story.objectives", "{what}: done", beat="objective", what=objective.title)


def count_exchange(session: Session) -> None:
    """A place is held for one exchange more, by a soldier who stands there with no enemy beside them."""
    for at, objective in enumerate(session.objectives):
        if objective.kind == "hold" and _is_ours(session, objective.place):
            session.objectives[at] = replace(objective, held=objective.held + 1)


def _is_cleared(session: Session, objective: Objective) -> bool:
    return _is_ours(session, objective.place)


def _is_held(session: Session, objective: Objective) -> bool:
    return objective.held >= objective.exchanges


def _is_found(session: Session, objective: Objective) -> bool:
    unit = _unit(session, objective)
    return unit is not None and not unit.hidden


def _is_out(session: Session, objective: Objective) -> bool:
    unit = _unit(session, objective)
    return unit is not None and not unit.is_able


def _unit(session: Session, objective: Objective) -> Team | Vehicle | None:
    return session.teams.get(objective.unit) or session.vehicles.get(objective.unit)


def _is_reached(session: Session, objective: Objective) -> bool:
    """By everybody who can still act."""
    return _is_ours(session, objective.place) and all(it.place == objective.place for it in session.able_soldiers())


COMES_TRUE: dict[str, Callable[[Session, Objective], bool]] = {
    "clear": _is_cleared,
    "hold": _is_held,
    "find": _is_found,
    "destroy": _is_out,
    "reach": _is_reached,
}


def _is_ours(session: Session, place: str) -> bool:
    """A soldier of the squad stands there, and no enemy who could do anything about it, seen or unseen."""
    there = [it for it in session.figures() if it.place == place]
    mine = any(isinstance(it, Soldier) and it.is_able for it in there)
    return mine and not any(it.side == "enemy" and it.is_able for it in there)


def is_failed(session: Session) -> bool:
    """A clock that ends the operation has run out."""
    return any(clock.fails and clock.marked >= clock.steps for clock in session.clocks)


def is_accomplished(session: Session) -> bool:
    return bool(session.objectives) and all(it.done for it in session.objectives)


def is_decided(session: Session) -> bool:
    """Nothing more can be won or lost."""
    return is_accomplished(session) or is_failed(session) or not (session.able_soldiers() or _may_come_back(session))


def _may_come_back(session: Session) -> bool:
    """Nobody can act, but soldiers are still to be made before the first fight, or the broken have time to rest."""
    waits = bool(session.to_make) and not session.engagements
    resting = [it.id for it in session.soldiers.values() if it.status == "broken" and it.id not in session.relaxed]
    return waits or (session.downtime and bool(resting))


def debrief(table: Table[Session]) -> None:
    """story.debriefing: what was to be done and what was, and who comes back."""
    session = table.state
    if not session.objectives:
        return
    how = "accomplished" if is_accomplished(session) else "failed"
    effect(table, "story.debriefing", "the operation is {how}", beat="outcome", how=how)
    for objective in session.objectives:
        done = "done" if objective.done else "not done"
        effect(
            table,
            "story.debriefing",
            "{what}: {done}",
            beat=Beat("aim", what=objective.title, number=int(objective.done)),
            what=objective.title,
            done=done,
        )
    for soldier in session.soldiers.values():
        effect(
            table,
            "story.debriefing",
            "{who} {fate}",
            on=(soldier.id,),
            beat=fate_as_beat(soldier),
            who=soldier.name,
            fate=fate_of(soldier),
        )


def fate_as_beat(soldier: Soldier) -> Beat:
    """The same for the story: how somebody comes back, if they do."""
    if soldier.status != "active":
        return Beat("fate", soldier.name, how=soldier.status)
    shaken = "shaken" if soldier.stress.all else ""
    return Beat("fate", soldier.name, how="critical" if soldier.critical else shaken, number=soldier.wounds.all)


def fate_of(soldier: Soldier) -> str:
    match soldier.status:
        case "dead":
            return "is dead"
        case "broken":
            return "has broken"
        case "home":
            return "has gone home"
    hurt = ["critically wounded"] if soldier.critical else []
    marks = ((soldier.wounds.all, "wound"), (soldier.stress.all, "stress"))
    hurt += [f"{count} {what}{'s' * (count != 1 and what == 'wound')}" for count, what in marks if count]
    return f"comes back, {', '.join(hurt)}" if hurt else "comes back unhurt"
