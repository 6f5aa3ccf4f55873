"""Bots that carry an operation: veterans in the players' seats, a commander in the GM's.

Each plays whatever seat it is given, so that one name is enough for a whole table. They go by what a question is about,
never by how it is put.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudge.engine import Asked, Choose, ChooseSome, Write
from adjudge.games.regiment.places import band_of_places
from adjudge.games.regiment.rules.battle import enemies_in_sight
from adjudge.games.regiment.rules.operations import is_decided
from adjudge.games.regiment.state import Objective, Session, Soldier, Team, Vehicle
from adjudge.story import GM
from adjudge.story.bots import Menu, due, initiative, menu_of, plain_answer, remark

Answer = Callable[[Asked], Any]

MOST_EXCHANGES = 8
"""A fight that goes on longer is broken off."""
BREATH = 8
"""So many lines of the journal are one moment."""
SCENES = 3
"""After so many scenes the commander ends a session for which no number was agreed."""
PATIENCE = 12
"""So many acts of each player for every fight, and the enemy opens the next one."""
BEARABLE = 0.4
"""The part of its boxes that a squad can have marked before the enemy lets up."""
ROWS = {"incidental": 1.0, "direct": 1.8, "concentrated": 2.6}
"""What a die of each row of the volume of fire table is worth to us."""


def veteran(asked: Asked) -> Any:
    """A soldier who has seen this before; in the GM's seat, the commander."""
    return _commander(asked) if asked.seat == GM else _veteran(asked)


def commander(asked: Asked) -> Any:
    """The umpire as GM: runs the enemy, answers misses with what fits, and ends what is decided."""
    return veteran(asked)


# ---------------------------------------------------------------------- the veteran


def _veteran(asked: Asked) -> Any:
    if asked.rule != "story.floor":
        return SOLDIERS_ANSWERS.get(asked.rule, plain_answer)(asked)
    session: Session = asked.view
    menu = menu_of(asked)
    waiting = due(menu, ("make", "tell"))
    if waiting is not None:
        return waiting
    able = session.soldiers_of(asked.seat)
    broken = [f"{it.id}/steam" for it in session.soldiers.values() if it.status == "broken"]
    rest = initiative(menu, broken)
    if rest or not able or is_decided(session):
        return rest or remark(menu, "stand")
    return _fight(asked, session, menu, able) if session.engagement else _prepare(session, menu, able)


def _prepare(session: Session, menu: Menu, able: Sequence[Soldier]) -> str | None:
    """Before a fight: steam off, gear, wounds, courage; then in."""
    wanted = []
    if session.downtime and any(it.stress.all or it.wounds.all for it in able):
        wanted.append("steam")
    if session.downtime and any(it.wounds.all or it.stress.all for it in session.able_soldiers()):
        wanted.append("infirmity")
    if session.squad.supply and any(it.gear < 2 for it in able):
        wanted.append("resupply")
    if any(it.critical or it.wounds.all > 1 for it in session.able_soldiers()):
        wanted += ["medic", "field-medic"]
    if session.downtime and _others_rest(session, able):
        return initiative(menu, wanted)
    return initiative(menu, [*wanted, *(["move-out", "rally", "engage"] if _leads(session, able) else [])])


def _others_rest(session: Session, able: Sequence[Soldier]) -> bool:
    """Whether somebody else has steam to blow off, and has not had long enough for it."""
    resting = [it for it in session.able_soldiers() if it not in able and it.id not in session.relaxed]
    is_long = sum(session.story.words.values()) > PATIENCE
    return not is_long and any(it.stress.all for it in resting)


def _leads(session: Session, able: Sequence[Soldier]) -> bool:
    """Whether it is for this player to open the fight: the squad's leader does, or anybody if nobody can lead."""
    leader = session.soldiers.get(session.squad.leader)
    can_lead = leader is not None and leader.is_able and leader.seat not in session.story.away
    return not can_lead or session.squad.leader in [it.id for it in able]


def _fight(asked: Asked, session: Session, menu: Menu, able: Sequence[Soldier]) -> str | None:
    """One act in an exchange, of the first who has not had theirs."""
    assert session.engagement is not None
    ready = [it for it in able if it.id not in session.engagement.acted]
    if not ready:
        return None
    soldier = ready[0]
    prefix = f"{soldier.id}/" if len(able) > 1 else ""
    for kind in _plan(session, soldier):
        key = initiative(menu, [f"{prefix}{kind}"])
        if key is not None:
            return key
    return initiative(menu, [f"{prefix}assess", f"{prefix}push"])


def _plan(session: Session, soldier: Soldier) -> list[str]:
    """What to try, the best first."""
    enemies = [it for it in enemies_in_sight(session) if it.is_able]
    if any(it.critical for it in session.soldiers.values() if it.id != soldier.id and it.status == "active"):
        return ["medic", "field-medic", "help", *_under_fire(session, soldier, enemies)]
    return _under_fire(session, soldier, enemies)


def _under_fire(session: Session, soldier: Soldier, enemies: Sequence[Any]) -> list[str]:
    goal = _goal(session)
    fit = soldier.wounds.all < 2 and soldier.stress.all < 3
    if not enemies:
        return ["maneuver", "assess"] if goal and goal.place != soldier.place else ["assess"]
    beaten = [it for it in enemies if isinstance(it, Team) and it.able <= 2 and goal and it.place == goal.place]
    if beaten and fit and not soldier.is_suppressed:
        return ["assault", "attack", "attack-vehicle", "covering-fire"]
    if soldier.cover == 0 and not soldier.pinned and _better_place(session, soldier):
        return ["maneuver", "attack", "attack-vehicle"]
    return ["one-shot", "attack", "attack-vehicle", "covering-fire", "maneuver"]


def _goal(session: Session) -> Objective | None:
    """The next thing to be done that has to do with a place."""
    return next((it for it in session.objectives if not it.done and it.place), None)


def _better_place(session: Session, soldier: Soldier) -> bool:
    return any(it.cover > soldier.cover for it in session.places.values() if it.id != soldier.place)


def _best_shot(asked: Asked) -> Any:
    """The most dice on the best row, at whom it does most good; gear has its price."""
    question = asked.question
    if not isinstance(question, Choose):
        return plain_answer(asked)
    goal = _goal(asked.view)

    def worth(key: Any) -> float:
        deed = question.about(key)
        if deed is None:
            return 0.0
        facts, target = deed.facts, asked.view.figure(deed.target)
        at_goal = 0.3 if goal and goal.place == target.place else 0.0
        boost = 1.5 if facts.get("boost") == "area" else 1.0
        return float(
            facts.get("dice", 0) * ROWS[facts.get("volume", "direct")] * boost + at_goal - facts.get("gear", 0)
        )

    return max(question.options, key=worth)


def _where_to(asked: Asked) -> Any:
    """Towards what is to be done, from cover to cover, and not among enemies."""
    session: Session = asked.view
    goal = _goal(session)

    def worth(place: Any) -> float:
        spot = session.places[place]
        enemies = sum(it.is_able for it in enemies_in_sight(session) if it.place == place)
        near = {"tight": 3, "close": 2, "near": 1}.get(band_of_places(session, place, goal.place), 0) if goal else 0
        there = 4 if goal and goal.place == place else near
        return spot.cover + spot.concealment + there - 4 * enemies

    return max(asked.question.options, key=worth)  # type: ignore[attr-defined]


def _helps(asked: Asked) -> Any:
    """A roll of somebody one is close to, as long as one is not in trouble oneself."""
    session: Session = asked.view
    options = getattr(asked.question, "options", ())
    fit = [key for key in options if key in session.soldiers and _can_spare(session.soldiers[key])]
    return fit[0] if fit and asked.rng.random() < 0.5 else "no"


def _can_spare(soldier: Soldier) -> bool:
    return max(soldier.bonds.values(), default=0) >= 1 and soldier.stress.all < 3


def _first_of(*wanted: str) -> Answer:
    """The first of these answers that is on offer."""

    def answer(asked: Asked) -> Any:
        options = getattr(asked.question, "options", ())
        found = next((key for key in wanted if key in options), None)
        return plain_answer(asked) if found is None else found

    return answer


def _deck(asked: Asked) -> str:
    """Down, if one stands in the open."""
    able = asked.view.soldiers_of(asked.seat)
    return "yes" if any(it.cover == 0 for it in able) else "no"


def _comfort(asked: Asked) -> Any:
    """All the smokes that count; then what heals, the fuller track first."""
    options: Sequence[Any] = getattr(asked.question, "options", ())
    if all(isinstance(it, int) for it in options):
        return max(options)
    mine = [it for it in asked.view.soldiers.values() if it.seat == asked.seat and it.status in ("active", "broken")]
    by_track = {"stress": sum(it.stress.all for it in mine), "wound": sum(it.wounds.all for it in mine)}
    wanted = sorted((it for it in by_track if by_track[it]), key=lambda it: -by_track[it])
    return _first_of(*wanted, "bond")(asked)


SOLDIERS_ANSWERS: dict[str, Answer] = {
    "attack.trigger": _best_shot,
    "assault.roll": _best_shot,
    "covering-fire.roll": _best_shot,
    "attack-vehicle.roll": _best_shot,
    "maneuver.roll": _where_to,
    "maneuver.strong-hit": _first_of("break"),
    "help.rolling": _helps,
    "hit-the-deck.roll": _deck,
    "rally.spend": _first_of("tough", "grit", "keep"),
    "blow-off-steam.roll": _comfort,
    "engage.roll": _first_of("assault", "initiative", "advantage", "cohesion"),
}


# ---------------------------------------------------------------------- the commander


def _commander(asked: Asked) -> Any:
    if asked.rule != "story.floor":
        return COMMANDERS_ANSWERS.get(asked.rule, plain_answer)(asked)
    session: Session = asked.view
    menu = menu_of(asked)
    if session.engagement and _is_over(session):
        return initiative(menu, ["end-fight"])
    if session.engagement and _has_idle_friends(session) and (key := initiative(menu, ["friends-fire"])):
        return key
    moves = session.engagement and _may_move(session) and not _is_owed_to_players(menu)
    if moves and (key := initiative(menu, ["move"])):
        return key
    if not session.engagement and (is_decided(session) or _is_late(session)):
        return initiative(menu, ["end"])
    if not session.engagement and session.engagements > session.story.scene:
        return initiative(menu, ["close"])  # whatever is still owed is carried over
    waiting = due(menu, ("move", "tell", "grant", "by-dice/exchange"))  # a miss is answered before the exchange ends
    if waiting is not None:
        return waiting
    if session.engagement:
        return None
    if session.engagements >= session.story.scene:
        return initiative(menu, ["close"])
    return initiative(menu, ["contact", "close"]) if _has_waited_long(session) else None


def _is_late(session: Session) -> bool:
    """Whether enough scenes were played, where no number was agreed."""
    return not session.scenes and session.story.scenes_closed >= SCENES


def _has_waited_long(session: Session) -> bool:
    """Whether the players have done enough between fights for the enemy to notice."""
    done = sum(count for seat, count in session.story.words.items() if seat != GM)
    return done > PATIENCE * len(session.seats) * (session.engagements + 1)


def _may_move(session: Session) -> bool:
    """gm.when: everybody has acted and looks to the GM, who has made no move in this exchange."""
    assert session.engagement is not None
    acted = all(it.id in session.engagement.acted for it in session.able_soldiers())
    return acted and not session.engagement.answered


def _has_idle_friends(session: Session) -> bool:
    """Whether a soldier who fights alone has friends at hand who have not fired. They are the GM's to play, every other
    exchange, once everybody has had their chance."""
    assert session.engagement is not None
    acted = all(it.id in session.engagement.acted for it in session.able_soldiers())
    friends = [it for it in enemies_in_sight(session, "friend") if it.is_able]
    is_alone = len(session.able_soldiers()) == 1 and session.engagement.exchange % 2 == 0
    return acted and is_alone and not any(it.id in session.engagement.attacked for it in friends)


def _is_owed_to_players(menu: Menu) -> bool:
    """Whether a miss waits for its answer: then that is the move."""
    return any(deed.kind == "move" and deed.facts.get("nature") == "now" for deed in menu.values())


def _is_over(session: Session) -> bool:
    """Nobody left to fight on one side, nothing left to be done, or long enough."""
    assert session.engagement is not None
    others: list[Team | Vehicle] = [*session.teams.values(), *session.vehicles.values()]
    enemies = any(it.side == "enemy" and it.is_able for it in others)
    ground = _goal(session) is not None  # to be taken or held, with or without anybody in the way
    return is_decided(session) or not (enemies or ground) or session.engagement.exchange > MOST_EXCHANGES


def _strain(session: Session) -> float:
    """How much the squad has to bear, from 0 to 1."""
    able = session.able_soldiers()
    marks = sum(it.wounds.all + it.stress.all for it in able)
    return marks / (12 * len(able)) if able else 1.0


def _kind_of_move(asked: Asked) -> str:
    """gm.when: the hidden show themselves first; the enemy acts in a fight; else the world does."""
    session: Session = asked.view
    kinds: Sequence[str] = asked.question.options  # type: ignore[attr-defined]
    hidden = any(it.hidden and it.is_able for it in session.teams.values())
    if "battle" in kinds and hidden and asked.rng.random() < 0.4:
        return "battle"
    if "enemy" in kinds and session.engagement and asked.rng.random() < 0.6:
        return "enemy"
    return "general" if "general" in kinds else kinds[0]


HARD = ("general/inflict-fire", "enemy/suppress", "general/clock", "enemy/weak-point", "terrain/ambush")
SOFT = ("general/clock", "enemy/degrade-cover", "enemy/fortify", "general/danger", "enemy/fall-back", "general/chaos")


def _which_move(asked: Asked) -> Any:
    """As hard as the squad can take it: fire while it is fresh, time and pressure when it bleeds."""
    options: Sequence[str] = getattr(asked.question, "options", ())
    hidden = [key for key in options if key == "battle/hidden-units"]
    wanted = SOFT if _strain(asked.view) > BEARABLE else HARD
    ticked = _has_just_ticked(asked.view)
    fitting = hidden or [key for key in wanted if key in options and not (ticked and key == "general/clock")]
    return asked.rng.choice(fitting) if fitting else plain_answer(asked)


def _has_just_ticked(session: Session) -> bool:
    """Whether a clock was advanced a moment ago: time does not run on twice in one breath."""
    return any(entry.rule == "gm.countdown-clock" for entry in session.story.journal[-BREATH:])


def _who_fires(asked: Asked) -> Any:
    """Those who were met; a second weapon while the squad can bear it."""
    question = asked.question
    if not isinstance(question, ChooseSome):
        return plain_answer(asked)
    most = 1 if _strain(asked.view) > BEARABLE / 2 else 2
    return tuple(question.options[: max(question.least, min(most, question.most))])


def _contact(asked: Asked) -> Any:
    question = asked.question
    if isinstance(question, ChooseSome):
        return _who_fires(asked)
    return "yes" if asked.rng.random() < 0.4 else "no"


def _next_scene(asked: Asked) -> Any:
    """Where the squad is."""
    if not isinstance(asked.question, Write):
        return plain_answer(asked)
    session: Session = asked.view
    able = session.able_soldiers()
    place = session.places.get(able[0].place) if able else None
    return f"At {place.name}" if place else "Later"


COMMANDERS_ANSWERS: dict[str, Answer] = {
    "gm.when": lambda asked: _kind_of_move(asked) if isinstance(asked.question, Choose) else plain_answer(asked),
    "story.scene": _next_scene,
    "gm.general": _which_move,
    "gm.enemy": _which_move,
    "gm.battle": _which_move,
    "gm.terrain": _which_move,
    "assault.hit": _who_fires,
    "maneuver.weak-hit": _who_fires,
    "maneuver.strong-hit": _contact,
    "assault.strong-hit": _first_of("surrender", "push-back", "off", "position"),
    "covering-fire.condition": _first_of("suppressed"),
}
