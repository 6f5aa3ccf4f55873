"""What a seat may know, and what it sees: the ground in range bands, squad, everybody else, plan, clocks, journal."""

from __future__ import annotations

from random import Random

from adjudge.engine import Bar, Card, Cards, Facts, Prose, Scene, Step, Track
from adjudge.engine.copying import copy
from adjudge.engine.scene import Mood, Panel
from adjudge.games.regiment.data import BANDS, STATS, numbers, operations, plans, vehicles, weapons
from adjudge.games.regiment.places import band_of_places
from adjudge.games.regiment.retelling import latest, retell
from adjudge.games.regiment.rules import harm
from adjudge.games.regiment.rules.attack import in_full
from adjudge.games.regiment.rules.battle import enemies_in_sight, shots
from adjudge.games.regiment.rules.fire import is_concealed, pool
from adjudge.games.regiment.rules.npcs import state_in_words
from adjudge.games.regiment.rules.operations import is_accomplished
from adjudge.games.regiment.rules.table import offers
from adjudge.games.regiment.state import Anybody, Figure, Objective, Place, Session, Soldier, Team, Vehicle
from adjudge.story import GM
from adjudge.story.floor import awaited, is_overdue
from adjudge.story.panels import journal_panel, ledger_panel, papers_panel
from adjudge.story.screen import hide_from
from adjudge.story.sessions import MOST_LINES

PASSAGES = 8
"""So many of the story are on the screen."""


def view(session: Session, seat: str | None) -> Session:
    """Everything but what lies behind the GM's screen, and units that nobody has seen yet."""
    seen = copy(session)
    hide_from(seen.story, seat)
    seen.last = None
    if seat != GM:
        seen.teams = {id: team for id, team in seen.teams.items() if not team.hidden}
        seen.vehicles = {id: vehicle for id, vehicle in seen.vehicles.items() if not vehicle.hidden}
        seen.mines = [mine for mine in seen.mines if mine.side == "friend"]
    return seen


def imagine(seen: Session, seat: str | None, rng: Random) -> Session:
    """What lies behind the screen, nobody can guess: a seat takes it that there is nothing."""
    return copy(seen)


def scene(session: Session, seat: str | None) -> Scene:
    story = session.story
    panels: list[Panel] = [_journal(session)]
    panels += _fight(session, seat)
    if session.soldiers:
        panels.append(Cards("Squad", tuple(_soldier_card(session, it) for it in session.soldiers.values())))
        panels.append(_squad(session))
    others: list[Team | Vehicle] = [*session.teams.values(), *session.vehicles.values()]
    for title, side in (("Enemies", "enemy"), ("Friends", "friend")):
        cards = tuple(_unit_card(session, it) for it in others if it.side == side)
        panels += [Cards(title, cards)] if cards else []
    panels += _objectives(session) + _plan(session) + _clocks(session)
    if story.proposals or any(item.status == "open" for item in story.ledger):
        panels.append(ledger_panel(story))
    if seat == GM and story.papers:
        panels.append(papers_panel(story))
    return Scene(_headline(session), tuple(panels), _note(session, seat))


def _journal(session: Session) -> Prose:
    """The end of the story so far; of a session that is over, all of it."""
    if session.story.ended:
        whole = retell(session)
        return journal_panel(session.story, len(whole) + MOST_LINES + 2, whole)
    return journal_panel(session.story, PASSAGES, latest(session))


def _objectives(session: Session) -> list[Panel]:
    """story.objectives: what is to be done, and what is."""
    if not session.objectives:
        return []
    rows = [(it.title, "done" if it.done else _so_far(it)) for it in session.objectives]
    return [Facts("Objectives", tuple(rows))]


def _so_far(objective: Objective) -> str:
    return f"{objective.held} of {objective.exchanges} exchanges" if objective.exchanges else "open"


def _headline(session: Session) -> str:
    of = f" of {session.scenes}" if session.scenes else ""
    what = f"Exchange {session.engagement.exchange}" if session.engagement else "Downtime" if session.downtime else ""
    parts = (operations()[session.operation].title, f"Scene {session.story.scene}{of}", what)
    return session.story.ended or ", ".join(part for part in parts if part)


def goal(session: Session, seat: str | None) -> str:
    """story.objectives: how many are done, and the first that is not; without any, the scene."""
    if not session.objectives:
        return _scenes(session)
    open_ones = [it for it in session.objectives if not it.done]
    done = f"{len(session.objectives) - len(open_ones)} of {len(session.objectives)} objectives done"
    return " · ".join([done, *([f"next: {open_ones[0].title}"] if open_ones else []), _scenes(session)])


def _scenes(session: Session) -> str:
    number = session.story.scene
    return f"scene {number} of {session.scenes}" if session.scenes else f"scene {number}"


def _note(session: Session, viewer: str | None) -> str:
    """Whom the table waits for, whether one has had one's chance in this exchange, and who is away."""
    name = session.story.name
    asked = () if session.story.ended else awaited(offers(session))
    waiting = ["you" if seat == viewer else name(seat) for seat in asked]
    parts = [f"Waiting for {', '.join(waiting)}"] if waiting else []
    parts += ["what is owed comes first"] if is_overdue(session.story) else []
    mine = session.soldiers_of(viewer) if viewer else []
    if session.engagement and mine and all(it.id in session.engagement.acted for it in mine):
        parts.append("you have acted in this exchange")
    text = "; ".join([*parts, *(f"{name(seat)} is away" for seat in session.story.away)])
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- the fight


def _fight(session: Session, seat: str | None) -> list[Panel]:
    """Who is where, and what each weapon would do to each target now."""
    found: list[Panel] = [
        Facts("The ground", tuple((it.name, _place_line(session, it)) for it in session.places.values()))
    ]
    if session.engagement:
        for soldier in session.able_soldiers():
            if seat in (None, GM, soldier.seat):
                rows = tuple(_aims(session, soldier))
                found += [Facts(f"{soldier.name} could fire", rows)] if rows else []
    return found


def _place_line(session: Session, place: Place) -> str:
    who = [it.name for it in session.figures() if it.place == place.id and _is_shown(it)]
    gives = [f"cover {place.cover}" if place.cover else "", "concealment" if place.concealment else ""]
    smoke = ", ".join(it for it, is_so in (("smoke", place.smoke_until), ("dark", place.dark)) if is_so)
    others = {it.name: band_of_places(session, place.id, it.id) for it in session.places.values() if it is not place}
    bands = [f"{band}: {', '.join(names)}" for band in BANDS if (names := [it for it in others if others[it] == band])]
    parts = (", ".join(who) or "nobody", ", ".join(it for it in (*gives, smoke) if it), *bands)
    return "; ".join(part for part in parts if part)


def _is_shown(figure: Anybody) -> bool:
    return figure.status in ("active", "broken") if isinstance(figure, Soldier) else not figure.gone


def _aims(session: Session, soldier: Soldier) -> list[tuple[str, str]]:
    orders = [it for it in shots(session, soldier, enemies_in_sight(session)) if not it.boost]
    return [(f"{weapons()[it.weapon].title} at {session.name(it.target)}", in_full(pool(session, it))) for it in orders]


# ---------------------------------------------------------------------- people


def _soldier_card(session: Session, soldier: Soldier) -> Card:
    bars = (
        Bar("Wounds", soldier.wounds.all, harm.boxes("wounds")),
        Bar("Stress", soldier.stress.all, harm.boxes("stress")),
        Bar("Gear", soldier.gear, max(numbers().gear, soldier.gear)),
        Bar("Experience", soldier.xp, numbers().xp),
    )
    return Card(
        soldier.id, f"{soldier.rank} {soldier.name}", session.playbooks[soldier.playbook].title, soldier.seat, bars,
        lines=tuple(_soldier_lines(session, soldier)), tags=tuple(_tags(session, soldier)), mood=_mood(soldier),
    )  # fmt: skip


def _soldier_lines(session: Session, soldier: Soldier) -> list[str]:
    stats = ", ".join(f"{stat} {soldier.stats[stat]:+d}" for stat in STATS)
    tough, grit = harm.tough_of(session, soldier), harm.grit_of(session, soldier)
    armed = ", ".join(
        weapons()[it.weapon].title.lower() + ("" if it.loaded else " (not ready)") for it in soldier.weapons
    )
    bonds = ", ".join(f"{session.name(id)} {value:+d}" for id, value in soldier.bonds.items())
    forward = sum(it.amount for it in soldier.forward)
    hold = sum(it.points for it in session.holds if it.holder == soldier.id)
    lines = [stats, f"tough {tough}, grit {grit}, smokes {soldier.smokes}", armed, f"bonds: {bonds}" if bonds else ""]
    lines += [f"forward {forward:+d}" if forward else "", f"hold {hold}" if hold else ""]
    return [line for line in lines if line]


def _tags(session: Session, figure: Figure) -> list[str]:
    found: list[str] = []
    if isinstance(figure, Soldier):
        found += [figure.status] if figure.status != "active" else []
        found += ["critical"] if figure.critical else []
        found += ["away"] if figure.seat in session.story.away else []
        found += ["leader"] if session.squad.leader == figure.id else []
    found += ["pinned"] if figure.pinned else ["suppressed"] if figure.is_suppressed else []
    found += [f"cover {figure.cover}"] if figure.cover else []
    if isinstance(figure, (Soldier, Team, Vehicle)) and is_concealed(session, figure):
        found.append("concealed")
    return found + (["moving"] if figure.moving else [])


def _mood(soldier: Soldier) -> Mood:
    if soldier.status != "active":
        return "down"
    return "hurt" if soldier.critical else "ready"


def _squad(session: Session) -> Facts:
    """creation.squad: what the soldiers have in common."""
    squad = session.squad
    rows = [("leader", session.name(squad.leader)), ("op", f"{squad.op:+d}"), ("supply", str(squad.supply)),
            ("intel", str(squad.intel))]  # fmt: skip
    rows += [("forward", f"+{it.amount} to {it.scope}") for it in squad.forward]
    return Facts(squad.name, tuple((name, text) for name, text in rows if text))


def _unit_card(session: Session, unit: Team | Vehicle) -> Card:
    tags = tuple(_tags(session, unit)) + (("hidden",) if unit.hidden else ())
    place = session.places[unit.place].name if unit.place in session.places else ""
    if isinstance(unit, Vehicle):
        kind = vehicles()[unit.kind]
        state = (*unit.major, *unit.minor)
        armor = "unarmored" if kind.armor is None else ", ".join(f"{it} {value}" for it, value in kind.armor.items())
        return Card(unit.id, unit.name, place, lines=(kind.title, armor, *state), tags=tags,
                    mood="" if unit.is_able else "down")  # fmt: skip
    armed = ", ".join(weapons()[it.weapon].title.lower() for it in unit.weapons)
    full = numbers().strength * len(unit.marks)
    bar = Bar("Strength", full - sum(unit.marks), full)
    lines = tuple(line for line in (state_in_words(unit), armed, unit.notes) if line)
    return Card(unit.id, unit.name, place, bars=(bar,), lines=lines, tags=tags, mood="" if unit.is_able else "down")


# ---------------------------------------------------------------------- plan and clocks


def _plan(session: Session) -> list[Panel]:
    """The plan in force, with its methods ticked off."""
    if session.plan is None:
        return []
    plan = plans()[session.plan.plan]
    rows: list[tuple[str, str]] = list(zip(plan.methods, session.plan.methods, strict=True))
    rows += [
        (it, "known" if is_known else "unknown")
        for it, is_known in zip(plan.considerations, session.plan.known, strict=True)
    ]
    return [Facts(f"{plan.title}: {plan.goal}", tuple(rows))]


def _clocks(session: Session) -> list[Panel]:
    return [
        Track(
            it.title,
            tuple(Step(str(n + 1), n + 1 == it.marked, "done" if n < it.marked else "") for n in range(it.steps)),
        )
        for it in session.clocks
    ]


def measures(session: Session) -> dict[str, int]:
    """What simulations gather of a session."""
    return {
        "home": sum(it.status in ("active", "home") for it in session.soldiers.values()),
        "dead": sum(it.status == "dead" for it in session.soldiers.values()),
        "broken": sum(it.status == "broken" for it in session.soldiers.values()),
        "enemies_out": sum(it.out for it in session.teams.values() if it.side == "enemy"),
        "objectives": sum(it.done for it in session.objectives),
        "accomplished": int(is_accomplished(session)),
        "engagements": session.engagements,
        "scenes": session.story.scenes_closed,
    }
