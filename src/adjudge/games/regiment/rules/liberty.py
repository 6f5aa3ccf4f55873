"""Liberty moves: blow off steam, scrounge, resupply, consolidate. Only steam needs downtime (ruling.liberty-when)."""

from __future__ import annotations

from adjudge.engine import Allocate, Choose, Table
from adjudge.games.regiment.data import numbers
from adjudge.games.regiment.readings import half_a_die
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.core import (
    Attempt,
    Modifier,
    change_bond,
    choose_some,
    gain_gear,
    number_by,
    owe_gm_move,
    roll_stat,
    roll_with,
    room_for_gear,
    spend_gear,
)
from adjudge.games.regiment.rules.peripheral import COMPLICATION, spend_smokes
from adjudge.games.regiment.state import Session, Soldier, Tier
from adjudge.story import GM, Speaker, effect, owe

# ---------------------------------------------------------------------- blow off steam


def may_blow_off_steam(session: Session, soldier: Soldier) -> bool:
    """blow-off-steam.roll: in downtime, once (ruling.steam-once)."""
    return session.downtime and soldier.id not in session.relaxed


STEAM = {"bond": "Raise a bond by 1; they may do the same", "wound": "Heal 1 wound", "stress": "Heal 1 stress"}
STEAM_RULES = {"bond": "blow-off-steam.bond", "wound": "blow-off-steam.wound", "stress": "blow-off-steam.stress"}


def blow_off_steam(table: Table[Session], speaker: Speaker, id: str) -> None:
    """blow-off-steam.roll: 0 to 3 smokes, spent first, are the modifier."""
    session = table.state
    soldier = session.soldiers[id]
    session.relaxed.append(id)
    most = min(soldier.smokes, numbers().most_smokes_for_steam)
    question = Choose(list(range(most + 1)), lambda n: f"{n} smokes: {n:+d}", prompt="How many smokes?")
    let_go(table, speaker, soldier, table.ask(speaker.hand, "blow-off-steam.roll", question))


def let_go(table: Table[Session], speaker: Speaker, soldier: Soldier, spent: int) -> Tier:
    """The steam itself: smokes, roll, comforts."""
    spend_smokes(table, soldier, spent, "blow-off-steam.roll")
    attempt = Attempt("blow-off-steam", "blow-off-steam.roll")
    tier = roll_with(table, soldier, attempt, Modifier("smokes", spent, "track.smokes"))
    if tier == "miss":
        effect(
            table,
            "blow-off-steam.miss",
            "little comfort for {who}, but nothing terrible",
            beat="no-comfort",
            on=(soldier.id,),
            who=soldier.name,
        )
        return tier
    for choice in ask_comforts(table, speaker, number_by(tier)):
        comfort(table, speaker, soldier, choice)
    return tier


def ask_comforts(table: Table[Session], speaker: Speaker, number: int) -> list[str]:
    """Different ones (ruling.steam-distinct), unless the table lets one be taken twice."""
    rule, prompt = "blow-off-steam.roll", "What does it do for you?"
    if table.state.rulings.steam_distinct == "distinct":
        return choose_some(table, speaker.hand, rule, STEAM, number, prompt)
    return [table.ask(speaker.hand, rule, Choose(list(STEAM), STEAM.__getitem__, prompt=prompt)) for _ in range(number)]


def comfort(table: Table[Session], speaker: Speaker, soldier: Soldier, choice: str) -> None:
    """blow-off-steam.bond, blow-off-steam.wound, blow-off-steam.stress."""
    if choice == "wound":
        tracks.heal(table, soldier, "wounds", STEAM_RULES[choice])
    elif choice == "stress":
        tracks.heal(table, soldier, "stress", STEAM_RULES[choice])
    else:
        befriend(table, speaker, soldier)


def befriend(table: Table[Session], speaker: Speaker, soldier: Soldier) -> None:
    """blow-off-steam.bond: an NPC keeps no bond of their own (ruling.npc-bonds)."""
    session, rule = table.state, "blow-off-steam.bond"
    others = [it.id for it in session.soldiers.values() if it.id != soldier.id and it.status in ("active", "broken")]
    friends = [id for id, team in session.teams.items() if team.side == "friend"]
    others += [id for id in (*soldier.bonds, *friends) if id not in session.soldiers]
    if not others:
        return
    other = table.ask(speaker.hand, rule, Choose(list(dict.fromkeys(others)), session.name, prompt="With whom?"))
    change_bond(table, soldier, other, 1, rule)
    friend = session.soldiers.get(other)
    if friend and friend.is_able:
        words = {"yes": f"Raise your bond with {soldier.name} too", "no": "Leave it as it is"}
        question = Choose(list(words), words.__getitem__, prompt=f"{soldier.name} feels closer to you")
        if table.ask(session.hand(friend), rule, question) == "yes":
            change_bond(table, friend, soldier.id, 1, rule)


# ---------------------------------------------------------------------- scrounge

LOOKED_FOR = {
    "ammo": "Ammo or weapons (gear)",
    "gear": "Other gear",
    "smokes": "Goods to barter (smokes)",
    "intel": "Intel",
}
SCROUNGED = {
    "quickly": "You find it quickly",
    "quietly": "You find it without trouble",
    "jackpot": "You hit the jackpot",
}


def scrounge(table: Table[Session], speaker: Speaker, id: str) -> None:
    """scrounge.roll: the player says for what (ruling.scrounge-kind), roll+lucky; scrounge.intel on enemy ground."""
    soldier = table.state.soldiers[id]
    question = Choose(list(LOOKED_FOR), LOOKED_FOR.__getitem__, prompt="What do you look for?")
    search(table, speaker, soldier, table.ask(speaker.hand, "scrounge.roll", question))


def search(table: Table[Session], speaker: Speaker, soldier: Soldier, kind: str) -> Tier:
    """The search itself: roll, options, find, and what goes wrong."""
    tier = roll_stat(table, soldier, Attempt("scrounge", "scrounge.roll", kind), "lucky")
    if tier == "miss":
        owe_gm_move(table, soldier, f"{soldier.name}'s scrounging")
        return tier
    chosen = choose_some(table, speaker.hand, "scrounge.options", SCROUNGED, number_by(tier), "How does it go?")
    find(table, soldier, kind, jackpot="jackpot" in chosen)
    troubles = {
        "quickly": ("it takes long", f"It has taken {soldier.name} far too long"),
        "quietly": ("there is trouble", f"Somebody has seen {soldier.name} at it"),
    }
    source = f"{soldier.name}'s scrounging"
    for advice, words in (trouble for missing, trouble in troubles.items() if missing not in chosen):
        # ruling.scrounge-weak: what is not chosen goes wrong
        owe(table.state.story, COMPLICATION, source, "scrounge.options", GM, advice=advice, text=words)
    return tier


def find(table: Table[Session], soldier: Soldier, kind: str, *, jackpot: bool) -> None:
    """scrounge.options: 6 gear, 6 smokes or major intel; else the usual amount (ruling.scrounge-amount)."""
    session = table.state
    if kind == "intel":
        found = numbers().major_intel if jackpot else 1
        session.squad.intel += found
        effect(table, "scrounge.intel", "the unit gains {number} intel", beat="learns", number=found)
        return
    number = numbers().jackpot if jackpot else usual_find(table)
    if kind == "smokes":
        soldier.smokes += number
        effect(
            table,
            "scrounge.roll",
            "{who} finds {number} smokes",
            on=(soldier.id,),
            beat="finds-smokes",
            who=soldier.name,
            number=number,
        )
    else:
        hand_on(table, soldier, gain_gear(table, soldier, number, "scrounge.roll"))


def usual_find(table: Table[Session]) -> int:
    how = table.state.rulings.scrounge_amount
    if how == "two":
        return 2
    if how == "gm":
        options = ["roll", *range(1, numbers().usual_find + 1)]
        question = Choose([str(it) for it in options], _find_words, prompt="How much is there to find?")
        answer = table.ask(GM, "scrounge.roll", question)
        if answer != "roll":
            return int(answer)
    return table.roll(half_a_die(), "scrounge.roll", GM)


def _find_words(key: str) -> str:
    return "Let a die say it: half of 1d6" if key == "roll" else key


def hand_on(table: Table[Session], soldier: Soldier, rest: int) -> None:
    """ruling.gear-cap: what does not fit goes to another soldier at once, or is lost."""
    session = table.state
    others = [it.id for it in session.able_soldiers() if it.id != soldier.id and room_for_gear(session, it, 1)]
    if not rest or not others:
        return
    question = Choose(["nobody", *others], lambda id: session.name(id), prompt=f"Who takes the other {rest} gear?")
    taker = table.ask(session.hand(soldier), "track.gear", question)
    if taker != "nobody":
        gain_gear(table, session.soldiers[taker], rest, "track.gear")


# ---------------------------------------------------------------------- resupply


def at_the_stocks(session: Session) -> bool:
    """ruling.liberty-when: with the unit's stock at hand and no fire on it."""
    return session.engagement is None


def resupply(table: Table[Session], speaker: Speaker, id: str) -> None:
    """resupply.resupply: 1 supply becomes up to 6 gear, shared out as you like (track.supply)."""
    session = table.state
    amount = numbers().gear_of_supply
    room = {it.id: room_for_gear(session, it, amount) for it in session.able_soldiers()}
    takers = [id for id, number in room.items() if number]
    session.squad.supply -= 1
    effect(table, "resupply.resupply", "1 supply is opened ({left} left)", beat="resupplies", left=session.squad.supply)
    most = min(amount, sum(room.values()))
    question = Allocate(most, takers, session.name, most=amount, exactly=False, prompt="Who gets how much gear?")
    shares = table.ask(speaker.hand, "resupply.resupply", question)
    for taker, number in shares.items():
        if number:
            gain_gear(table, session.soldiers[taker], number, "resupply.resupply")


def may_resupply(session: Session) -> bool:
    room = any(room_for_gear(session, it, 1) for it in session.able_soldiers())
    return at_the_stocks(session) and session.squad.supply > 0 and room


def may_consolidate(session: Session) -> bool:
    gear = sum(it.gear for it in session.able_soldiers())
    return at_the_stocks(session) and gear >= numbers().gear_of_supply


def consolidate(table: Table[Session], speaker: Speaker, id: str) -> None:
    """resupply.consolidate: 6 gear of willing soldiers become 1 supply; each player names their share."""
    session = table.state
    needed = numbers().gear_of_supply
    given: dict[str, int] = {}
    for soldier in sorted(session.able_soldiers(), key=lambda it: it.id != id):
        left = needed - sum(given.values())
        if left and soldier.gear:
            question = Choose(list(range(min(left, soldier.gear), -1, -1)), lambda n: f"{n} gear",
                              prompt=f"{left} gear missing for 1 supply: what does {soldier.name} give?")  # fmt: skip
            given[soldier.id] = table.ask(session.hand(soldier), "resupply.consolidate", question)
    if sum(given.values()) < needed:
        effect(table, "resupply.consolidate", "not enough gear comes together")
        return
    for giver, number in given.items():
        spend_gear(table, session.soldiers[giver], number, "resupply.consolidate")
    session.squad.supply += 1
    effect(table, "resupply.consolidate", "the unit has {now} supply", beat="packs", now=session.squad.supply)


# ---------------------------------------------------------------------- handing things over


def may_hand_over(session: Session, soldier: Soldier) -> bool:
    return bool((soldier.gear or soldier.smokes) and len(session.able_soldiers()) > 1)


def hand_over(table: Table[Session], speaker: Speaker, id: str) -> None:
    """ruling.gear-handover: side by side, freely out of fire; under fire it is the giver's action."""
    session = table.state
    soldier = session.soldiers[id]
    others = [it.id for it in session.able_soldiers() if it.id != id]
    what = [kind for kind, has in (("gear", soldier.gear), ("smokes", soldier.smokes)) if has]
    options = [f"{kind}/{other}" for other in others for kind in what]
    words = Choose(options, lambda key: f"1 {key.partition('/')[0]} to {session.name(key.partition('/')[2])}")
    kind, _, other = table.ask(speaker.hand, "track.gear", words).partition("/")
    taker = session.soldiers[other]
    if kind == "smokes":
        soldier.smokes, taker.smokes = soldier.smokes - 1, taker.smokes + 1
        effect(
            table,
            "track.smokes",
            "{who} gives {whom} 1 smoke",
            beat="shares-smoke",
            on=(soldier.id, taker.id),
            who=soldier.name,
            whom=taker.name,
        )
    elif room_for_gear(session, taker, 1):
        soldier.gear -= 1
        gain_gear(table, taker, 1, "track.gear")
