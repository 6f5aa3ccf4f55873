"""Peripheral moves: impose your will, push yourself, are you crazy, petition, NPC action."""

from __future__ import annotations

from adjudge.engine import Choose, Table, Write
from adjudge.engine.moments import any_of
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import numbers, weapons
from adjudge.games.regiment.readings import Harm, fire, in_words
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import Attempt, Modifier, owe_gm_move, roll_stat, roll_with
from adjudge.games.regiment.rules.npcs import hurt, take_damage
from adjudge.games.regiment.rules.vehicles import open_conditions
from adjudge.games.regiment.state import Anybody, Session, Soldier, Team, Tier, Vehicle
from adjudge.story import GM, Beat, Speaker, effect, narrate, owe
from adjudge.story.ledger import open_items

COMPLICATION = "complication"
COST = "cost"
WAY_THROUGH = "way through"


@any_of
def is_spared_the_push() -> bool:
    """Whether up-close violence leaves this soldier unmoved (operator.ice-cold)."""
    return False


# ---------------------------------------------------------------------- impose your will


def commanded(session: Session, soldier: Soldier) -> list[Anybody]:
    """Whom one can order about: anybody (ruling.will-target). Rank adds nothing (ruling.rank-no-number)."""
    others: list[Anybody] = [it for it in session.able_soldiers() if it.id != soldier.id]
    return others + [it for it in session.teams.values() if it.is_able and not it.hidden]


def impose_will(table: Table[Session], speaker: Speaker, id: str) -> None:
    """will.roll: obey, or suffer 1 stress; on a strong hit 2."""
    session = table.state
    soldier = session.soldiers[id]
    options = [it.id for it in commanded(session, soldier)]
    target = session.figure(
        table.ask(speaker.hand, "will.roll", Choose(options, session.name, prompt="Who is to obey?"))
    )
    order = table.ask(speaker.hand, "will.roll", Write("What do you order?", limit=200, suggestion="Move up, now!"))
    command(table, soldier, target, order)


def command(table: Table[Session], soldier: Soldier, target: Anybody, order: str) -> Tier:
    """The order itself: roll, then obedience or stress."""
    tier = roll_stat(table, soldier, Attempt("will", "will.roll", target=target.id), "leadership")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s order")
    else:
        obey_or_suffer(table, target, order, 2 if tier == "strong" else 1)
    return tier


def obey_or_suffer(table: Table[Session], target: Anybody, order: str, stress: int) -> None:
    """will.roll: the one who is commanded chooses; an NPC through the GM, on its strength."""
    words = {"obey": f"Obey: {order}", "suffer": f"Refuse, and suffer {stress} stress"}
    question = Choose(list(words), words.__getitem__, prompt=f"{target.name} is ordered: {order}")
    choice = table.ask(table.state.hand(target), "will.roll", question)
    if choice == "obey":
        effect(
            table,
            "will.roll",
            "{who} obeys: {order}",
            on=(target.id,),
            beat=Beat("obeys", target.name, what=order),
            who=target.name,
            order=order,
        )
    elif isinstance(target, Soldier):
        tracks.suffer(table, target, Harm(stress, 0), "will.roll")
    elif isinstance(target, Team):
        hurt(table, target, take_damage(target.marks, stress), stress, "will.roll")


# ---------------------------------------------------------------------- push yourself


def push(table: Table[Session], speaker: Speaker, id: str) -> None:
    """push.roll, against hardship, trauma or fire."""
    soldier = table.state.soldiers[id]
    question = Write("Through what do you push yourself?", limit=200, suggestion="I get up and go")
    what = table.ask(speaker.hand, "push.roll", question)
    narrate(table, speaker.seat, what, "push.roll", about=(speaker.seat,))
    against = ask_against(table)
    push_through(table, soldier, what, against)


def ask_against(table: Table[Session]) -> tuple[str, ...]:
    """What kind of weapon is to be faced: that makes it harder, each kind once (ruling.push-penalties)."""
    words = {"": "No such weapon", "suppress": "Against a weapon that suppresses: -1",
             "terror": "Against a weapon of terror: -2", "suppress terror": "Against both: -3"}  # fmt: skip
    question = Choose(list(words), words.__getitem__, prompt="What do they push against?")
    return tuple(table.ask(GM, "push.roll", question).split())


def push_through(table: Table[Session], soldier: Soldier, what: str, against: tuple[str, ...] = ()) -> Tier:
    """push.roll: 10+ fully; 7-9 in a roundabout way that the player tells, at a cost that the GM names."""
    penalties = [PENALTIES[kind] for kind in against]
    attempt = Attempt("push", "push.roll", " ".join(against))
    tier = roll_stat(table, soldier, attempt, "guts", *penalties)
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name} pushing through")
    elif tier == "weak":
        indirectly(table, soldier, what)
    else:
        effect(
            table, "push.roll", "{who} keeps calm and carries on", on=(soldier.id,), beat="carries-on", who=soldier.name
        )
    return tier


PENALTIES = {
    "suppress": Modifier("against a weapon that suppresses", -1, "push.suppress-penalty"),
    "terror": Modifier("against a weapon of terror", -2, "push.terror-penalty"),
}

COSTS = {"time": "Time", "trouble": "Trouble", "respect": "Respect", "stress": "1 stress"}


def indirectly(table: Table[Session], soldier: Soldier, what: str) -> None:
    """push.roll, 7-9: stress, where that is the cost, is 1 (ruling.push-cost)."""
    session = table.state
    question = Choose(list(COSTS), COSTS.__getitem__, prompt=f"What does it cost {soldier.name}?")
    cost = table.ask(GM, "push.roll", question)
    if cost == "stress":
        tracks.suffer(table, soldier, Harm(1, 0), "push.roll")
    else:
        effect(
            table,
            "push.roll",
            "it costs {who} {cost}",
            on=(soldier.id,),
            beat=f"costs-{cost}",
            who=soldier.name,
            cost=cost,
        )
    source = f"{soldier.name}, {what}"
    if any((it.kind, it.source) == (WAY_THROUGH, source) for it in open_items(session.story)):
        return  # one way through the same thing is enough to tell
    owe(session.story, WAY_THROUGH, source, "push.roll", soldier.seat,
        advice="slowly, staying low, leaving it to another, or looking after yourself",
        text=f"{soldier.name} stays low and gets through, bit by bit")  # fmt: skip


def may_leave(table: Table[Session], soldier: Soldier) -> bool:
    """ruling.pinned-and-moves: the pinned stay where they are, unless they push themselves this once."""
    if not soldier.pinned:
        return True
    tier = push_through(table, soldier, "getting up under fire", ("suppress",) if _is_held_down(table, soldier) else ())
    return tier != "miss"


def _is_held_down(table: Table[Session], soldier: Soldier) -> bool:
    """Whether the weapon that pins them is one that suppresses."""
    source = soldier.suppressed_by
    known = source and table.state.figure(source)
    return bool(known and any("suppress" in weapons()[it.weapon].tags for it in known.weapons))


def call_for_violence(table: Table[Session], soldier: Soldier) -> Tier:
    """push.violence: the GM calls for it where killing face to face would shake them (ruling.push-violence-implied)."""
    if is_spared_the_push(voices_of(soldier)):
        effect(
            table,
            "operator.ice-cold",
            "{who} does not need to push through",
            on=(soldier.id,),
            beat="unmoved",
            who=soldier.name,
        )
        return "strong"
    return push_through(table, soldier, "killing face to face")


# ---------------------------------------------------------------------- are you crazy


def crazy(table: Table[Session], speaker: Speaker, id: str) -> None:
    """crazy.roll: reckless, and nothing else fits; taken back at will before the dice (ruling.crazy-trigger)."""
    soldier = table.state.soldiers[id]
    question = Write("What do you try?", limit=300, suggestion="I run straight at them with the charge")
    deed = table.ask(speaker.hand, "crazy.roll", question)
    kinds = {"": "Just reckless", "improvised": "Improvised, with time and materials"}
    kind = table.ask(speaker.hand, "crazy.roll", Choose(list(kinds), kinds.__getitem__, prompt="How?"))
    vehicle = ask_armor(table, speaker)
    narrate(table, speaker.seat, deed, "crazy.roll", about=(speaker.seat,))
    attempt = Attempt("are-you-crazy", "crazy.roll", kind, marks_xp=True)
    tier = roll_stat(table, soldier, attempt, "lucky")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s crazy deed", advice="as hard as you like")
        return
    effect(
        table,
        "crazy.roll",
        "it works" if tier == "strong" else "near enough",
        beat="works" if tier == "strong" else "nearly-works",
    )
    if vehicle:
        cripple(table, vehicle)
    if tier == "weak":
        owe(
            table.state.story,
            COMPLICATION,
            f"{soldier.name}: {deed}",
            "crazy.roll",
            GM,
            advice="they are in a spot now",
            text=f"It leaves {soldier.name} in a spot",
        )


def ask_armor(table: Table[Session], speaker: Speaker) -> Vehicle | None:
    """crazy.armored-vehicle: an attack on armor without AP is this move (ruling.non-ap-armored)."""
    session = table.state
    armored = [it.id for it in session.vehicles.values() if it.side == "enemy" and it.is_able and not it.hidden]
    if not armored:
        return None
    options = ["", *armored]
    question = Choose(options, lambda id: session.name(id) if id else "No vehicle", prompt="Against a vehicle?")
    chosen = table.ask(speaker.hand, "crazy.armored-vehicle", question)
    return session.vehicles[chosen] if chosen else None


def cripple(table: Table[Session], vehicle: Vehicle) -> None:
    """At least one condition of the GM's choice (ruling.non-ap-armored)."""
    options = [f"{grade}: {it}" for grade in ("minor", "major") for it in open_conditions(vehicle, grade)]
    if not options:
        return
    question = Choose(options, str.capitalize, prompt=f"What becomes of {vehicle.name}?")
    grade, _, condition = table.ask(GM, "crazy.armored-vehicle", question).partition(": ")
    (vehicle.major if grade == "major" else vehicle.minor).append(condition)
    effect(
        table,
        "crazy.armored-vehicle",
        "{who}: {condition}",
        on=(vehicle.id,),
        beat=Beat("damaged", vehicle.name, what=condition),
        who=vehicle.name,
        condition=condition,
    )


# ---------------------------------------------------------------------- petition


COMPROMISES = {
    "close": "You get something close",
    "bridge": "You have to burn that bridge",
    "betray": "You have to do somebody down",
    "owe": "You owe something in return",
}


def petition(table: Table[Session], speaker: Speaker, id: str) -> None:
    """petition.roll: leadership or smokes (ruling.petition-smokes), for fire too (ruling.missing-fire-support)."""
    session = table.state
    soldier = session.soldiers[id]
    kinds = {"": "Something from those above", "fire-support": "Fire support on a point you name"}
    kind = table.ask(speaker.hand, "petition.roll", Choose(list(kinds), kinds.__getitem__, prompt="For what?"))
    what = table.ask(
        speaker.hand, "petition.roll", Write("What do you ask for?", limit=200, suggestion="Supplies for the squad")
    )
    plead(table, soldier, kind, what, ask_weight(table, speaker, soldier))


def ask_weight(table: Table[Session], speaker: Speaker, soldier: Soldier) -> int:
    """How many smokes stand behind it; none: leadership."""
    most = min(soldier.smokes, numbers().most_smokes_for_petition)
    words = {0: f"Leadership {soldier.stats['leadership']:+d}"}
    words |= {n: f"Spend {n} smoke{'s' * (n > 1)}: {n:+d}" for n in range(1, most + 1)}
    question = Choose(list(words), words.__getitem__, prompt="What stands behind it?")
    return table.ask(speaker.hand, "petition.roll", question)


def plead(table: Table[Session], soldier: Soldier, kind: str, what: str, spent: int) -> Tier:
    """The petition itself: smokes are spent before the roll, hit or miss (track.smokes), then somebody tries or not."""
    spend_smokes(table, soldier, spent, "petition.roll")
    attempt = Attempt("petition", "petition.roll", kind)
    smokes = Modifier("smokes", spent, "track.smokes")
    if not spent:
        tier = roll_stat(table, soldier, attempt, "leadership")
    elif table.state.rulings.petition_smokes == "both":
        tier = roll_stat(table, soldier, attempt, "leadership", smokes)
    else:
        tier = roll_with(table, soldier, attempt, smokes)
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s petition")
        return tier
    effect(table, "petition.roll", "somebody will try: {what}", beat="promised", what=what)
    if tier == "weak":
        question = Choose(list(COMPROMISES), COMPROMISES.__getitem__, prompt=f"The compromise for {what}")
        chosen = table.ask(GM, "petition.compromise", question)
        effect(table, "petition.compromise", "{how}", beat=f"compromise-{chosen}", how=COMPROMISES[chosen])
    advice = "the heavy mortar, if numbers are needed" if kind else ""
    owe(table.state.story, "answer", f"the petition of {soldier.name}: {what}", "petition.roll", GM, advice=advice,
        text=f"Somebody up there has heard {soldier.name}, and will see what can be done")  # fmt: skip
    return tier


def spend_smokes(table: Table[Session], soldier: Soldier, number: int, rule: str) -> None:
    if number:
        soldier.smokes -= number
        effect(
            table,
            rule,
            "{who} spends {number} smokes ({left} left)",
            on=(soldier.id,),
            who=soldier.name,
            number=number,
            left=soldier.smokes,
        )


# ---------------------------------------------------------------------- NPC action


def npc_action(table: Table[Session], speaker: Speaker, id: str) -> None:
    """npc-action.roll: the player who sent or leads them rolls+op (ruling.npc-action-who, track.op)."""
    session = table.state
    soldier = session.soldiers[id]
    friends = [it.id for it in session.teams.values() if it.side == "friend" and it.is_able]
    team = session.teams[table.ask(speaker.hand, "npc-action.roll", Choose(friends, session.name, prompt="Who acts?"))]
    question = Write(f"What does {team.name} do?", limit=200, suggestion="They take the flank")
    send(table, soldier, team, table.ask(speaker.hand, "npc-action.roll", question))


def send(table: Table[Session], soldier: Soldier, team: Team, what: str) -> Tier:
    """The action itself: roll+op, and on 7-9 its price."""
    attempt = Attempt("npc-action", "npc-action.roll")
    tier = roll_with(table, soldier, attempt, Modifier("op", table.state.squad.op, "track.op"))
    if tier == "miss":
        owe_gm_move(table, soldier, f"{team.name}: {what}")
        return tier
    effect(table, "npc-action.roll", "{who}: {what}", on=(team.id,), beat="acts", who=team.name, what=what)
    if tier == "weak":
        pay_in_men(table, team)
    return tier


def pay_in_men(table: Table[Session], team: Team) -> None:
    """npc-action.cost: as a unit maneuver; wounds are men, stress morale or materiel (ruling.npc-action-dice,
    ruling.page-references)."""
    harm: Harm = table.roll(fire("direct", numbers().unit_dice), "npc-action.cost", GM)
    effect(table, "npc-action.cost", "it costs {who} {harm}", on=(team.id,), who=team.name, harm=in_words(harm))
    if harm.wounds:
        hurt(table, team, take_damage(team.marks, harm.wounds), harm.wounds, "npc-action.cost")
    if harm.stress:
        owe(table.state.story, COST, f"{team.name} acting ({harm.stress} stress)", "npc-action.cost", GM,
            advice="morale or materiel", text="It has cost them more than they show")  # fmt: skip
