"""The table itself: who may do what now, and one act to a turn (story.floor). A move is told in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from adjudge.engine import Choose, Deed, Outcome, Table, Write
from adjudge.games.regiment import prospects
from adjudge.games.regiment.ability import Act, voices_of
from adjudge.games.regiment.data import Stat, numbers, weapons
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules import (
    battle,
    engagement,
    equipment,
    experience,
    gm,
    liberty,
    operations,
    overrides,
    peripheral,
    plans,
    playbooks,
    support,
    vehicles,
)
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import GM_MOVE, Attempt, Modifier, room_for_gear
from adjudge.games.regiment.rules.medic import credit_medics
from adjudge.games.regiment.state import LastMove, Session, Soldier
from adjudge.story import (
    GM,
    Offer,
    Proposal,
    Speaker,
    effect,
    narrate,
    powers,
    proposals,
    scenes,
    take_the_floor,
    tellings,
)
from adjudge.story.floor import debts_first, listen, patience, together
from adjudge.story.journal import let_stand, pending
from adjudge.story.ledger import open_items, waive
from adjudge.story.oracle import BY_DICE, in_one_go, sentence, spark

Do = Callable[[Table[Any], Speaker], None]
Forecast = Callable[[Table[Any]], Any]

SILENT = frozenset({GM_MOVE})
"""What is owed and settled by a deed, not by words."""


def turn(table: Table[Session]) -> None:
    """One act of anybody."""
    operations.brief(table)
    take_the_floor(table, "story.floor", offers(table.state))
    tidy_up(table)


def tidy_up(table: Table[Session]) -> None:
    """Nothing goes on by itself: what is left of an act is owed (story.ledger). But what has come true is ticked."""
    operations.look_at_objectives(table)


def outcome(session: Session) -> Outcome | None:
    """story.session-end; whoever accomplishes the operation has won (story.debriefing)."""
    if not session.story.ended:
        return None
    won = session.seats if operations.is_accomplished(session) else ()
    return Outcome(session.story.ended, "story.session-end", won)


def offers(session: Session) -> dict[str, list[Offer]]:
    """Everything that anybody may do now."""
    story = session.story
    told = tellings.offers(story, needs_leave=frozenset(), gains=frozenset(), silent=SILENT)
    asked = proposals.offers(story, GRANTED, {})
    waiting = together(due(session), told, asked)
    by_dice = in_one_go(waiting, offers, tidy_up)
    own = {seat: player_offers(session, seat) for seat in session.seats}
    ready = [seat for seat in session.seats if session.soldiers_of(seat)]
    wait = listen("Wait for the GM") if len(session.seats) == 1 else listen()
    done = {seat: [wait] for seat in ready if _has_acted(session, seat)}
    others = [seat for seat in (*ready, GM) if seat not in done]
    free = debts_first(story, together(own, {GM: gm_offers(session)}))
    return together(waiting, done, free, by_dice, patience(waiting, others, wait))


def _has_acted(session: Session, seat: str) -> bool:
    """Whether a player has had their chance in this exchange; then the first thing they may do is to wait."""
    fight = session.engagement
    return fight is not None and all(it.id in fight.acted for it in session.soldiers_of(seat))


def due(session: Session) -> dict[str, list[Offer]]:
    """What others wait for: soldiers to be made, GM moves that are owed, the end of an exchange."""
    found: dict[str, list[Offer]] = {
        seat: [Offer("now/make", "Make your soldier", "creation.steps", playbooks.make_soldier)]
        for seat in session.seats
        if seat in session.to_make
    }
    oldest = {(it.source, it.text): it for it in reversed(gm.owed(session))}  # two for one reason: one after the other
    found[GM] = [offer for item in reversed(oldest.values()) for offer in _gm_move_offers(item.id, item.source)]
    if is_exchange_over(session):
        deed = Deed(BY_DICE, item="exchange")  # nothing to decide: it goes along when the dice see to everything
        found[GM].append(
            Offer("now/exchange", "End the exchange", "ruling.exchange", engagement.end_exchange, deed=deed)
        )
    return found


def is_exchange_over(session: Session) -> bool:
    return engagement.everybody_has_acted(session) and session.rulings.exchange == "counted"


def _gm_move_offers(number: int, source: str) -> list[Offer]:
    return [
        _due(number, "move", "Make a move", "core.miss", gm.answer_item, source),
        _due(number, "by-dice", "Let a die pick the move", "story.oracle", gm.answer_by_dice, source),
        _due(number, "waive", "Let it pass", "story.ledger", _waive, source),
    ]


def _due(number: int, name: str, label: str, rule: str, do: Callable[..., None], source: str) -> Offer:
    key, deed = f"now/item/{number}/{name}", Deed(name, target=str(number), item=GM_MOVE)
    return Offer(key, label, rule, partial(do, number), prompt="The GM has a move", matter=source, deed=deed)


def _waive(number: int, table: Table[Session], speaker: Speaker) -> None:
    waive(table, number, "the GM lets it pass")


# ---------------------------------------------------------------------- the players


def player_offers(session: Session, seat: str) -> list[Offer]:
    """What a player may do: tell, and every move whose trigger they can bring about (core.trigger)."""
    found = [*_standing_offers(session, seat), *_rest_offers(session, seat)]
    soldiers = session.soldiers_of(seat)
    if not soldiers:
        return found
    found.append(Offer("do/narrate", "Tell what you do", "core.trigger", tell))
    for soldier in soldiers:
        prefix = "do" if len(soldiers) == 1 else f"do/{soldier.id}"
        label = "" if len(soldiers) == 1 else f"{soldier.name}: "
        for act, forecast in acts_of(session, soldier):
            do = partial(act_out, act, soldier.id)
            found.append(Offer(f"{prefix}/{act.key}", f"{label}{act.label}", act.rule, do, act.note, forecast))
    if session.downtime:
        out = Offer("do/move-out", "Move out: the time off is over", "gm.downtime", engagement.end_downtime)
        found.append(out)
    if session.plan is None:
        found.append(Offer("do/plan", "Choose a battle plan", "plan.trigger", plans.choose_plan))
    return [*found, *scenes.suggestion(session.story)]


def _rest_offers(session: Session, seat: str) -> Iterator[Offer]:
    """ruling.last-box: whoever is broken can still let go, and come back to the squad."""
    for soldier in session.soldiers.values():
        if soldier.seat == seat and soldier.status == "broken" and liberty.may_blow_off_steam(session, soldier):
            act = Act("steam", f"{soldier.name}: blow off steam", "blow-off-steam.roll", liberty.blow_off_steam)
            do = partial(act_out, act, soldier.id)
            yield Offer(
                f"do/{soldier.id}/steam", act.label, act.rule, do, "0 to 3 smokes; healed stress brings them back"
            )


def _standing_offers(session: Session, seat: str) -> Iterator[Offer]:
    """Narrations of others that one may let stand (story.journal)."""
    waiting = [it for it in pending(session.story) if it.by != seat and seat not in it.passed]
    if waiting:
        yield Offer("stand", "Let stand what was told", "story.journal", partial(_let_stand, [it.id for it in waiting]))


def _let_stand(numbers: list[int], table: Table[Session], speaker: Speaker) -> None:
    for number in numbers:
        if any(it.id == number for it in pending(table.state.story)):
            let_stand(table, speaker.seat, number)


def tell(table: Table[Session], speaker: Speaker) -> None:
    """core.trigger: a player says what their soldier does; if it is a move, they make the move."""
    text = table.ask(
        speaker.hand, "core.trigger", Write("What do you do?", limit=1000, suggestion="I keep my head down")
    )
    narrate(table, speaker.seat, text, "core.trigger", about=(speaker.seat,))


def act_out(act: Act, id: str, table: Table[Session], speaker: Speaker) -> None:
    """A move from its trigger to its result; whoever acts in a fight has had their chance in this exchange."""

    def do() -> None:
        is_action = act.is_action and table.state.engagement is not None
        if is_action:
            credit_medics(table, id)
        act.do(table, speaker, id)
        if is_action:
            engagement.note_action(table.state, id)

    overrides.remember(table, act.key, id, speaker, do)


def make_again(table: Table[Session], last: LastMove) -> None:
    """story.override: the same move from its trigger, in the same name."""
    session = table.state
    act = next(act for act, _ in acts_of(session, session.soldiers[last.soldier]) if act.key == last.key)
    act_out(act, last.soldier, table, Speaker(last.seat, session.hand(session.soldiers[last.soldier])))


def acts_of(session: Session, soldier: Soldier) -> Iterator[tuple[Act, Forecast | None]]:
    """Every move that this soldier could make now, with the odds of its roll."""
    for act in (*_battle_acts(session, soldier), *_other_acts(session, soldier)):
        yield act, _forecast(session, soldier, act.key)
    for ability in voices_of(soldier):
        for act in ability.acts(session, soldier):
            yield act, _forecast(session, soldier, act.key)


ROLLS: dict[str, tuple[str, str, Stat]] = {
    "assault": ("assault", "assault.roll", "battle"),
    "covering-fire": ("covering-fire", "covering-fire.roll", "battle"),
    "maneuver": ("maneuver", "maneuver.roll", "tactics"),
    "attack-vehicle": ("attack-a-vehicle", "attack-vehicle.roll", "battle"),
    "assess": ("assess", "assess.roll", "tactics"),
    "rally": ("rally", "rally.roll", "leadership"),
    "scrounge": ("scrounge", "scrounge.roll", "lucky"),
    "will": ("will", "will.roll", "leadership"),
    "push": ("push", "push.roll", "guts"),
    "crazy": ("are-you-crazy", "crazy.roll", "lucky"),
    "petition": ("petition", "petition.roll", "leadership"),
    "medic": ("medic", "medic.medic", "guts"),
    "field-medic": ("medic", "operator.medic", "guts"),
    "infirmity": ("infirmity", "medic.infirmity", "guts"),
    "one-shot": ("one-shot", "sniper.one-shot-one-kill", "tactics"),
    "camouflage": ("camouflage", "sniper.camouflage", "tactics"),
    "forward-observer": ("forward-observer", "sniper.forward-observer", "tactics"),
    "explosives": ("explosives", "operator.explosives", "tactics"),
    "ew": ("ew", "operator.ew", "tactics"),
}
"""The acts that roll a stat: move, rule, stat."""


def _forecast(session: Session, soldier: Soldier, key: str) -> Forecast | None:
    if key in ROLLS:
        move, rule, stat = ROLLS[key]
        return prospects.of_roll(soldier.id, Attempt(move, rule), stat)
    if key in ("engage", "npc-action"):
        rule = "engage.roll" if key == "engage" else "npc-action.roll"
        return prospects.of_roll(soldier.id, Attempt(key, rule), None, Modifier("op", session.squad.op, "track.op"))
    return None


def _battle_acts(session: Session, soldier: Soldier) -> Iterator[Act]:
    if session.engagement is None:
        if support.may_rally(session, soldier):
            yield Act("rally", "Rally the troops", "rally.roll", support.rally, "before an engagement")
        if session.soldiers and engagement.may_engage(session):
            yield Act("engage", "Begin an engagement", "engage.roll", engagement.engage, is_action=False)
        return
    people = battle.people_in_sight(session)
    if not soldier.serves and battle.affordable(session, soldier, battle.shots(session, soldier, people)):
        area = partial(prospects.of_area, session)
        yield Act("attack", "Attack", "attack.trigger", partial(_with, battle.attack, area))
    if battle.assault_orders(session, soldier, "assault"):
        charge = partial(_with, battle.assault, prospects.of_assault)
        yield Act("assault", "Assault the enemy", "assault.roll", charge, "1 gear")
        cover = partial(_with, battle.covering_fire, prospects.of_covering_fire)
        yield Act("covering-fire", "Covering fire", "covering-fire.roll", cover, "1 gear")
    if len(session.places) > 1 and not soldier.inside:
        yield Act("maneuver", "Maneuver", "maneuver.roll", battle.maneuver)
    if battle.vehicle_orders(session, soldier):
        crack = partial(_with, battle.attack_vehicle, prospects.of_vehicle)
        yield Act("attack-vehicle", "Attack a vehicle", "attack-vehicle.roll", crack)


def _with(move: Callable[..., None], foresee: battle.Foresee, table: Table[Any], speaker: Speaker, id: str) -> None:
    move(table, speaker, id, foresee)


def _other_acts(session: Session, soldier: Soldier) -> Iterator[Act]:
    yield Act("assess", "Assess the situation", "assess.roll", support.assess)
    yield from _team_acts(session, soldier)
    yield from _liberty_acts(session, soldier)
    if peripheral.commanded(session, soldier):
        yield Act("will", "Impose your will", "will.roll", peripheral.impose_will)
    yield Act("push", "Push yourself", "push.roll", peripheral.push)
    yield Act("crazy", "Are you crazy?", "crazy.roll", peripheral.crazy)
    if session.engagement is None:
        yield Act("petition", "Petition those above you", "petition.roll", peripheral.petition)
    if any(team.side == "friend" and team.is_able for team in session.teams.values()):
        yield Act("npc-action", "Send NPC soldiers", "npc-action.roll", peripheral.npc_action)
    if any(True for _ in equipment.uses(session, soldier)):
        yield Act("equipment", "Use your equipment", "track.gear", equipment.use_equipment)


def _team_acts(session: Session, soldier: Soldier) -> Iterator[Act]:
    if support.may_spend_rally(session, soldier):
        yield Act("spend-rally", "Spend rally hold", "rally.spend", support.spend_rally, is_action=False)
    if support.in_trouble(session, soldier):
        yield Act("help", "Help somebody in trouble", "help.trouble", support.help_in_trouble, "roll+bond, mark xp")
    if len(session.able_soldiers()) > 1:
        yield Act("cry", "Cry for help", "help.ignore", support.cry, is_action=False)


def _liberty_acts(session: Session, soldier: Soldier) -> Iterator[Act]:
    if liberty.may_blow_off_steam(session, soldier):
        yield Act("steam", "Blow off steam", "blow-off-steam.roll", liberty.blow_off_steam, "0 to 3 smokes")
    yield Act("scrounge", "Scrounge", "scrounge.roll", liberty.scrounge)
    if liberty.may_resupply(session):
        yield Act("resupply", "Resupply", "resupply.resupply", liberty.resupply, "1 supply", is_action=False)
    if liberty.may_consolidate(session):
        yield Act(
            "consolidate", "Consolidate gear", "resupply.consolidate", liberty.consolidate, "6 gear", is_action=False
        )
    if liberty.may_hand_over(session, soldier):
        yield Act("hand-over", "Hand something over", "track.gear", liberty.hand_over)


# ---------------------------------------------------------------------- the GM


def gm_offers(session: Session) -> list[Offer]:
    """What the GM may do for the world."""
    found = [*_standing_offers(session, GM), Offer("do/narrate", "Tell what happens", "gm.when", narrate_world)]
    if session.soldiers:
        found.append(Offer("do/move", "Make a GM move", "gm.when", gm.make_move))
        found.append(Offer("do/world/by-dice", "Let the dice move the world", "story.oracle", move_the_world))
    found += _fight_offers(session)
    menus: dict[str, tuple[str, str, Callable[[Session], dict[str, Do]]]] = {
        "do/field": ("Change the field", "gm.maps", field_menu),
        "do/ruling": ("Rule on something", "story.override", ruling_menu),
        "do/screen": ("Behind the screen", "story.notes", powers.screen_menu),  # story.secret-roll, story.absent
    }
    for key, (label, rule, menu) in menus.items():
        found.append(powers.submenu(key, label, rule, menu))
    return [
        *found,
        Offer("do/close", "Close the scene", "story.scene", close_scene, starts=False),
        Offer("do/end", "End the session", "story.session-end", end_session, starts=False),
    ]


def _fight_offers(session: Session) -> Iterator[Offer]:
    if session.engagement is None:
        if session.able_soldiers() and gm.has_enemies(session):
            yield Offer("do/contact", "The enemy opens the fight", "engage.roll", open_fight)
        return
    if gm.has_friends_to_fire(session):
        yield Offer("do/friends-fire", "Friendly NPCs fire", "attack.trigger", gm.friends_fire)
    if not is_exchange_over(session):  # else that is waited for, and offered first
        yield Offer("do/exchange", "End the exchange", "ruling.exchange", engagement.end_exchange, starts=False)
    yield Offer("do/end-fight", "End the engagement", "story.scene", engagement.end_engagement, starts=False)


def open_fight(table: Table[Session], speaker: Speaker) -> None:
    """Contact without an engage roll: the GM starts it."""
    engagement.begin(table.state, "contact")
    effect(table, "engage.roll", "the fight is on", beat="fight-on")


def narrate_world(table: Table[Session], speaker: Speaker) -> None:
    text = table.ask(speaker.hand, "gm.when", Write("What happens?", limit=1000, suggestion="Shots ring out"))
    narrate(table, GM, text, "gm.when")


def move_the_world(table: Table[Session], speaker: Speaker) -> None:
    """story.oracle: a die picks one of the moves that fit, or two words tell what happens."""
    titles = {"spark": "Something happens"} | {id: gm.title_of(id) for id in gm.fitting(table.state)}
    chosen = playbooks.draw(table, speaker.hand, "story.oracle", titles)
    if chosen == "spark":
        narrate(table, GM, sentence(spark(table, speaker)), "story.oracle")
    else:
        gm.carry(table, speaker, chosen, "")


def field_menu(session: Session) -> dict[str, Do]:
    """gm.maps: places, teams, clocks, the plan, and what units do off-screen."""
    menu: dict[str, Do] = {
        "Bring a team onto the field": bring_team,
        "Start a clock": gm.new_clock,
        "A unit off-screen": plans.unit_maneuver,
    }
    if session.places:
        is_night = any(it.dark for it in session.places.values())
        menu["It gets light" if is_night else "Night falls"] = partial(_turn_the_sky, not is_night)
    if gm.has_clock(session):
        menu["Advance a clock"] = lambda table, speaker: gm.advance_clock(table, speaker, "")
    if session.plan:
        menu["Tick off the plan"] = plans.tick_off
    for figure in [it for it in session.figures() if getattr(it, "gone", "") == ""]:
        menu[f"Where {figure.name} stands"] = partial(set_stand, figure.id)
    for vehicle in session.vehicles.values():
        if vehicle.minor and session.squad.supply and session.engagement is None and not vehicle.is_destroyed:
            menu[f"Repair {vehicle.name}"] = partial(_repair, vehicle.id)
    return menu


def _turn_the_sky(is_dark: bool, table: Table[Session], speaker: Speaker) -> None:
    """Darkness conceals everybody, except from those who have night vision (ruling.gear-without-numbers)."""
    for place in table.state.places.values():
        place.dark = is_dark
    effect(table, "gm.time-scale", "night falls" if is_dark else "it gets light", beat="dark" if is_dark else "light")


def _repair(id: str, table: Table[Session], speaker: Speaker) -> None:
    vehicles.repair(table, table.state.vehicles[id])


def bring_team(table: Table[Session], speaker: Speaker) -> None:
    """npc.team: five soldiers, or one alone (npc.soldier)."""
    side = table.ask(speaker.hand, "npc.team", Choose(["enemy", "friend"], str.capitalize, prompt="Whose?"))
    arms = [id for id, weapon in weapons().items() if weapon.dice and weapon.kind in ("", "rifle", "heavy")]
    weapon = table.ask(speaker.hand, "npc.team", Choose(arms, lambda id: weapons()[id].title, prompt="Armed with"))
    gm.bring(table, speaker, "Team", side, weapon, "npc.team")


STANDS = {
    "cover/0": "No cover", "cover/1": "Cover 1", "cover/2": "Cover 2", "cover/3": "Cover 3",
    "conceal": "Concealed", "show": "In the open", "run": "Moving quickly", "halt": "Not moving quickly",
    "lift": "The fire on them stops", "reveal": "They are seen", "hide": "Nobody knows of them",
    "mine": "They drive or walk onto a mine",
}  # fmt: skip


def set_stand(id: str, table: Table[Session], speaker: Speaker) -> None:
    """attack.gm-assigns-defence: place, cover, concealment and movement of anybody, as established."""
    session, rule = table.state, "attack.gm-assigns-defence"
    figure = session.figure(id)
    places = {f"place/{it.id}": f"At {it.name}" for it in session.places.values() if it.id != figure.place}
    skip = ("reveal", "hide") if isinstance(figure, Soldier) else ()
    words = {**places, **{key: text for key, text in STANDS.items() if key not in skip}}
    question = Choose(list(words), words.__getitem__, prompt=f"{figure.name}")
    what, _, value = table.ask(speaker.hand, rule, question).partition("/")
    match what:
        case "place":
            battle.go(table, figure, value, rule)
        case "cover":
            figure.cover = int(value)
        case "conceal" | "show":
            figure.concealed = what == "conceal"
        case "run" | "halt":
            figure.moving = what == "run"
        case "mine":
            equipment.step_on_mines(table, figure)
        case "lift":
            figure.pinned, figure.steps, figure.suppressed_by = False, 0, ""
        case _ if not isinstance(figure, Soldier):
            figure.hidden = what == "hide"
    if what != "hide":
        chosen = words[f"{what}/{value}" if value else what]
        battle.tell_of(table, figure, rule, "{who}: {what}", "", who=figure.name, what=chosen)


def ruling_menu(session: Session) -> dict[str, Do]:
    """The GM's rulings: numbers, what is owed, time, and how the table is run."""
    menu: dict[str, Do] = {}
    if overrides.can_be_set_aside(session):
        menu["Set a result aside"] = partial(overrides.set_aside, make_again)
    if overrides.may_put_back(session):
        menu["Put the result back"] = overrides.put_back
    if session.soldiers:
        menu["Change a number by hand"] = override_number
    if any(it.critical for it in session.soldiers.values()):
        menu["Time passes for the critical"] = _time_passes
    if open_items(session.story):
        menu["Waive something owed"] = waive_item
    menu["Ask about every attack" if session.establish == "as-shown" else "Leave attacks as the map shows"] = (
        switch_asking
    )
    menu["End the downtime" if session.downtime else "Give them downtime"] = switch_downtime
    for soldier in session.able_soldiers():
        menu[f"Call on {soldier.name} to push through violence"] = partial(_call_for_violence, soldier.id)
    return menu | powers.presence_menu(session.story)


def _call_for_violence(id: str, table: Table[Session], speaker: Speaker) -> None:
    peripheral.call_for_violence(table, table.state.soldiers[id])


def _time_passes(table: Table[Session], speaker: Speaker) -> None:
    """ruling.critical-rate: out of a fight, whenever the GM lets serious time pass."""
    engagement.worsen_all(table)


def switch_asking(table: Table[Session], speaker: Speaker) -> None:
    """story.approval."""
    session = table.state
    session.establish = "ask" if session.establish == "as-shown" else "as-shown"
    effect(table, "story.approval", "attacks: {how}", how=session.establish)


def switch_downtime(table: Table[Session], speaker: Speaker) -> None:
    session = table.state
    if session.downtime:
        engagement.end_downtime(table, speaker)
    else:
        engagement.give_downtime(table)


def waive_item(table: Table[Session], speaker: Speaker) -> None:
    """story.ledger."""
    powers.waive_something(table, speaker)


SQUAD, SOLDIER = ("op", "supply", "intel"), ("gear", "smokes", "kit", "tough", "grit", "xp")


def override_number(table: Table[Session], speaker: Speaker) -> None:
    """story.override: any number of the squad, a soldier or a team, by one, with a reason that everybody sees."""
    session, rule = table.state, "story.override"
    owners = ["squad", *session.soldiers, *session.teams]
    whose = table.ask(speaker.hand, rule, Choose(owners, partial(_owner_name, session), prompt="Whose number?"))
    keys = [key for key in _numbers_of(session, whose) if _may_change(session, whose, key)]
    key = table.ask(speaker.hand, rule, Choose(keys, _number_words, prompt="Which number?"))
    reason = table.ask(speaker.hand, rule, Write("Why?", limit=200, suggestion="as it happened"))
    effect(table, rule, "{who}, {what}: {why}", who=_owner_name(session, whose), what=_number_words(key), why=reason)
    _change(table, whose, key)


def _owner_name(session: Session, id: str) -> str:
    return "The squad" if id == "squad" else session.name(id)


def _number_words(key: str) -> str:
    return f"{key[:-1]} {'+1' if key.endswith('+') else '-1'}"


def _numbers_of(session: Session, whose: str) -> list[str]:
    if whose == "squad":
        names: tuple[str, ...] = SQUAD
    elif whose in session.teams:
        names = ("marks",)
    else:
        names = (*SOLDIER, "wounds", "stress")
    return [f"{name}{sign}" for name in names for sign in "+-"]


def _may_change(session: Session, whose: str, key: str) -> bool:
    """track.op has limits (ruling.missing-op); marks end with their track, gear with its boxes; nothing is below 0."""
    name, is_more = key[:-1], key.endswith("+")
    if whose == "squad" and name == "op":
        now = session.squad.op
        return now < numbers().highest_op if is_more else now > numbers().lowest_op
    if whose in session.teams:
        marks = session.teams[whose].marks
        return any(it < numbers().strength for it in marks) if is_more else any(marks)
    if name in ("wounds", "stress"):
        soldier = session.soldiers[whose]
        marked = (soldier.wounds if name == "wounds" else soldier.stress).all
        return soldier.status in ("active", "broken") and (not is_more or marked < 6) and (is_more or marked > 0)
    if name == "gear" and is_more:
        return room_for_gear(session, session.soldiers[whose], 1) > 0
    return is_more or getattr(session.squad if whose == "squad" else session.soldiers[whose], name) > 0


def _change(table: Table[Session], whose: str, key: str) -> None:
    session, name, by = table.state, key[:-1], 1 if key.endswith("+") else -1
    if whose in session.teams:
        _change_marks(session.teams[whose].marks, by)
    elif name in ("wounds", "stress"):
        _change_track(table, session.soldiers[whose], name == "wounds", by)
    elif name == "xp" and by > 0:
        experience.mark_xp(table, session.soldiers[whose], "story.override")
    else:
        owner: Any = session.squad if whose == "squad" else session.soldiers[whose]
        setattr(owner, name, getattr(owner, name) + by)


def _change_marks(marks: list[int], by: int) -> None:
    """The next mark of a team, or its last."""
    places = range(len(marks)) if by > 0 else range(len(marks) - 1, -1, -1)
    limit = numbers().strength if by > 0 else 0
    at = next(place for place in places if marks[place] != limit)
    marks[at] += by


def _change_track(table: Table[Session], soldier: Soldier, is_wound: bool, by: int) -> None:
    if by > 0:
        tracks.mark(table, soldier, Harm(int(not is_wound), int(is_wound)))
    else:
        tracks.heal(table, soldier, "wounds" if is_wound else "stress", "story.override")


# ---------------------------------------------------------------------- proposals, scenes, the end


def scene_granted(table: Table[Any], proposal: Proposal) -> None:
    close_scene(table, Speaker(GM, GM))


GRANTED: dict[str, Callable[[Table[Any], Proposal], None]] = {"scene": scene_granted, "telling": tellings.granted}


def unresolved(session: Session) -> list[str]:
    """What keeps a scene open besides what is owed: a fight that is on."""
    return ["the engagement"] if session.engagement else []


def close_scene(table: Table[Session], speaker: Speaker) -> None:
    """story.scene; after the agreed number of scenes the session is over (story.session-end)."""
    session = table.state
    if not scenes.may_end(table, speaker, unresolved(session), "scene"):
        return
    if session.engagement:
        engagement.end_engagement(table, speaker)
    session.comforted = []
    scenes.close_scene(table, speaker)
    if session.scenes and session.story.scenes_closed >= session.scenes:
        say_the_end(table)
    else:
        scenes.open_scene(table, speaker)


def end_session(table: Table[Session], speaker: Speaker) -> None:
    if scenes.may_end(table, speaker, unresolved(table.state), "session"):
        scenes.close_scene(table, speaker)
        say_the_end(table)


def say_the_end(table: Table[Session]) -> None:
    """The end of a session: the checklist, and heavy weapons go back (ruling.heavy-weapon-session)."""
    session = table.state
    operations.debrief(table)
    experience.close_session(table)
    for soldier in session.soldiers.values():
        soldier.weapons = [held for held in soldier.weapons if not held.borrowed]
    scenes.say_the_end(table, unresolved(session))
