"""The sniper's moves. Loadouts: sniper.loadout-precision-rifle, sniper.loadout-battle-rifle, and for both sniper.also;
they are in `data/playbooks/sniper.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import Choose, Table
from adjudge.engine.moments import answers
from adjudge.games.regiment.ability import Ability, Act, known, voices_of
from adjudge.games.regiment.data import Band, Volume, Weapon, numbers, weapons
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.attack import Kill, after_a_hit, credit_kill, pay, xp_for_kill
from adjudge.games.regiment.rules.battle import enemies_in_sight, shots
from adjudge.games.regiment.rules.core import (
    Attempt,
    choose_some,
    number_by,
    owe_gm_move,
    roll_stat,
    to_roll,
)
from adjudge.games.regiment.rules.fire import base_volume, quickens
from adjudge.games.regiment.rules.npcs import hurt
from adjudge.games.regiment.state import Anybody, Bonus, Fire, Session, Soldier, Team, Vehicle
from adjudge.story import GM, Beat, Speaker, effect

FOUND_OUT = {
    "pinpointed": "The enemy knows just where the shot came from",
    "outflanked": "The enemy is getting around the sniper",
    "hunted": "The enemy comes after the sniper",
}


@known("sniper.one-shot-one-kill")
class OneShot(Ability):
    """An aimed shot at a person: no dice of fire, no cover, no strength (ruling.one-shot-limits)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not _aimed(session, soldier):
            return ()
        return [Act("one-shot", "One shot, one kill", self.rule, one_shot, "roll+tactics")]

    @answers(xp_for_kill)
    def knows_their_worth(self, kill: Kill) -> str | None:
        """sniper.one-shot-xp: any elimination of theirs, once for each target (ruling.one-shot-xp-scope)."""
        return "sniper.one-shot-xp" if kill.is_high_value else None


def _aimed(session: Session, soldier: Soldier) -> list[Fire]:
    """ruling.human-target: people, with a weapon that reaches; not a buttoned-up vehicle."""
    people = [it for it in enemies_in_sight(session) if isinstance(it, Team)]
    return [it for it in shots(session, soldier, people, "one-shot") if not it.boost and _is_firearm(it.weapon)]


def _is_firearm(weapon: str) -> bool:
    return weapons()[weapon].kind not in ("hand", "thrown", "mine", "vehicle") and "messy" not in weapons()[weapon].tags


def one_shot(table: Table[Session], speaker: Speaker, id: str) -> None:
    """sniper.one-shot-one-kill: on a hit the target is eliminated; on 7-9 the GM says how the shot gives you away."""
    session, rule = table.state, "sniper.one-shot-one-kill"
    sniper = session.soldiers[id]
    orders = {f"{it.weapon}/{it.target}": it for it in _aimed(session, sniper)}
    question = Choose(list(orders), lambda key: _shot_words(session, orders[key]), prompt="Aim at whom?")
    order = orders[table.ask(speaker.hand, rule, question)]
    pay(table, order)
    tier = roll_stat(table, sniper, Attempt("one-shot", rule, "shot", order.target), "tactics")
    if tier == "miss":
        owe_gm_move(table, sniper, f"{sniper.name}'s shot")
        return
    eliminate(table, order)
    after_a_hit(voices_of(sniper), session, sniper, order)
    if tier == "weak":
        found = Choose(list(FOUND_OUT), FOUND_OUT.__getitem__, prompt=f"The shot gives {sniper.name} away")
        effect(
            table,
            rule,
            "{who} is {how}",
            on=(sniper.id,),
            beat="found-out",
            who=sniper.name,
            how=table.ask(GM, rule, found),
        )


def _shot_words(session: Session, order: Fire) -> str:
    return f"{session.name(order.target)}, with the {weapons()[order.weapon].title.lower()}"


def eliminate(table: Table[Session], order: Fire) -> None:
    """One chosen soldier of a team is out: all three marks (ruling.human-target)."""
    team = table.state.teams[order.target]
    marks = list(team.marks)
    at = next(place for place, taken in enumerate(marks) if taken < numbers().down_at)
    marks[at] = numbers().strength
    hurt(table, team, marks, numbers().strength, "sniper.one-shot-one-kill")
    credit_kill(table, order, team)


@known("sniper.camouflage")
class Camouflage(Ability):
    """Hides from the enemy; on 10+ with 1 stress recovered."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        return [Act("camouflage", "Hide from the enemy", self.rule, hide, "roll+tactics")] if session.engagement else ()


def hide(table: Table[Session], speaker: Speaker, id: str) -> None:
    sniper, rule = table.state.soldiers[id], "sniper.camouflage"
    tier = roll_stat(table, sniper, Attempt("camouflage", rule), "tactics")
    if tier == "miss":
        owe_gm_move(table, sniper, f"{sniper.name} hiding")
        return
    sniper.concealed = True
    effect(table, rule, "{who} evades detection", on=(sniper.id,), beat="unseen", who=sniper.name)
    if tier == "strong":
        tracks.recover(table, sniper, "stress", rule)


@known("sniper.deadly-aim")
class DeadlyAim(Ability):
    """Rifles at people start from concentrated (ruling.rifle-definition)."""

    @answers(base_volume)
    def aims(self, fire: Fire, weapon: Weapon, target: Anybody) -> Volume | None:
        return "concentrated" if weapon.kind == "rifle" and not isinstance(target, Vehicle) else None


@known("sniper.advanced-marksmanship")
class AdvancedMarksmanship(Ability):
    @answers(quickens)
    def is_fast(self, weapon_id: str, band: Band) -> bool:
        return weapon_id in ("precision-rifle", "battle-rifle") and band in ("far", "extreme")


REPORTS = {
    "intel": "Intelligence: +1 intel",
    "engage": "Tactical initiative: +1 forward to an engagement move",
    "fire-support": "Target coordinates: +1 forward to fire support",
}


@known("sniper.forward-observer")
class ForwardObserver(Ability):
    """Watches the enemy unseen and reports: the unit gains by it."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        return [Act("forward-observer", "Observe the enemy and report", self.rule, observe, "roll+tactics")]


def observe(table: Table[Session], speaker: Speaker, id: str) -> None:
    session, rule = table.state, "sniper.forward-observer"
    sniper = session.soldiers[id]
    tier = roll_stat(table, sniper, Attempt("forward-observer", rule), "tactics")
    if tier == "miss":
        owe_gm_move(table, sniper, f"{sniper.name}'s observation")
    for report in choose_some(table, speaker.hand, rule, REPORTS, number_by(tier), "What does the unit get?"):
        if report == "intel":
            session.squad.intel += 1
        else:
            session.squad.forward.append(Bonus(1, "the forward observer", rule, report))
        effect(table, rule, "{what}", beat=f"reports-{report}", what=REPORTS[report])


@known("sniper.spotter")
class Spotter(Ability):
    """With a spotter's eyes on a target that was hit, later shots at it or near it are at +1 (ruling.spotter-bonus)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if not _spotters(session, soldier):
            return ()
        return [Act("spotter", "Have somebody spot for you", self.rule, name_spotter, is_action=False)]

    @answers(after_a_hit)
    def keeps_eyes_on(self, session: Session, soldier: Soldier, order: Fire) -> None:
        """ruling.spotter-hit: from the next shot on, at that target or at others near it."""
        if soldier.spotter:
            soldier.sighted = session.figure(order.target).place

    @answers(to_roll)
    def follows_up(self, session: Session, soldier: Soldier, attempt: Attempt) -> int:
        return int(attempt.kind == "shot" and is_spotted(session, soldier, attempt.target))


def _spotters(session: Session, sniper: Soldier) -> list[str]:
    """ruling.spotter-who: any ally who sees the target and watches for the sniper."""
    allies: list[Anybody] = [*session.able_soldiers(), *(it for it in session.teams.values() if it.side == "friend")]
    return [it.id for it in allies if it.is_able and it.id not in (sniper.id, sniper.spotter)]


def name_spotter(table: Table[Session], speaker: Speaker, id: str) -> None:
    session, rule = table.state, "sniper.spotter"
    sniper = session.soldiers[id]
    question = Choose(_spotters(session, sniper), session.name, prompt="Who spots for you?")
    sniper.spotter = table.ask(speaker.hand, rule, question)
    effect(
        table,
        rule,
        "{who} spots for {sniper}",
        beat=Beat("spots", session.name(sniper.spotter), sniper.name),
        on=(sniper.spotter, sniper.id),
        who=session.name(sniper.spotter),
        sniper=sniper.name,
    )


def is_spotted(session: Session, sniper: Soldier, target: str) -> bool:
    """It ends when the spotter is gone, or the group of targets (ruling.spotter-bonus)."""
    if not sniper.spotter or not sniper.sighted or not session.figure(sniper.spotter).is_able:
        return False
    return session.figure(target).place == sniper.sighted
