"""How a move is rolled: 2d6 and every modifier by its name, help inside the roll, three tiers.

The book uses these words and explains none; they are those of its family (ruling.pbta-conventions). Whatever changes a
roll is settled before the dice (ruling.modifier-order). Dice of fire are no such roll (core.vof-is-not-a-move-roll).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from adjudge.engine import EVERYONE, Choose, Sealed, Table
from adjudge.engine.moments import first_of, highest_of, sum_of
from adjudge.engine.steps import step
from adjudge.engine.table import Mark
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import Stat, numbers
from adjudge.games.regiment.readings import move_roll
from adjudge.games.regiment.rules.experience import mark_xp
from adjudge.games.regiment.state import Bonus, Rolled, Session, Soldier, Tier
from adjudge.story import GM, Beat, effect, owe
from adjudge.story.journal import enter

GM_MOVE = "GM move"
EXPOSED = "exposure"
"""Kinds of what is owed to the story."""

MARKS: dict[Tier, Mark] = {"strong": "won", "weak": "won", "miss": "lost"}
TIER_WORDS: dict[Tier, str] = {"strong": "a strong hit", "weak": "a weak hit", "miss": "a miss"}

ACTS_ON_INTEL = ("assess", "maneuver", "engage")
"""The moves that intel helps (ruling.missing-intel)."""


class Attempt(NamedTuple):
    """A roll that somebody is about to make."""

    move: str
    """Which move; limited forwards wait for theirs."""
    rule: str
    kind: str = ""
    """What more there is to know: what is looked for, what kind of engagement it is."""
    target: str = ""
    marks_xp: bool = False
    """Whether the move marks xp whatever the result (xp.move-tells)."""


class Modifier(NamedTuple):
    """Something added to a roll, with its source."""

    name: str
    amount: int
    rule: str


@first_of
def stat_instead(soldier: Soldier, attempt: Attempt) -> Stat | None:
    """Another stat for a move; all else stays (core.instead-of-stat)."""


@sum_of
def to_roll(session: Session, soldier: Soldier, attempt: Attempt) -> int:
    """What a playbook move adds to a roll."""
    return 0


@highest_of
def gear_for_plus(soldier: Soldier, attempt: Attempt) -> int:
    """How much gear may be spent on a roll, for +1 each."""
    return 0


@highest_of
def help_is_worth() -> int:
    """What help from this soldier adds, if more than the usual."""
    return 0


# ---------------------------------------------------------------------- the roll


def roll_stat(table: Table[Session], soldier: Soldier, attempt: Attempt, stat: Stat, *more: Modifier) -> Tier:
    """core.move-roll with one of the five stats (core.stats)."""
    return roll_with(table, soldier, attempt, stat_modifier(soldier, attempt, stat), *more)


def stat_modifier(soldier: Soldier, attempt: Attempt, stat: Stat) -> Modifier:
    """core.instead-of-stat: the stat that counts here."""
    used = cast("Stat", stat_instead(voices_of(soldier), soldier, attempt) or stat)
    return Modifier(used, soldier.stats[used], "core.stats")


def roll_with(
    table: Table[Session], soldier: Soldier, attempt: Attempt, *more: Modifier, helpers: Sequence[str] | None = None
) -> Tier:
    """core.move-roll: gather what counts, let others help, roll, read the tier, mark xp. Who helps is asked, unless it
    is known already."""
    modifiers = [*more, *modifiers_at_hand(table.state, soldier, attempt)]
    modifiers += _bought(table, soldier, attempt) + _informed(table, soldier, attempt)
    modifiers += helped(table, soldier, _who_helps(table, soldier, attempt) if helpers is None else helpers)
    return settle(table, soldier, attempt, modifiers)


def settle(table: Table[Session], soldier: Soldier, attempt: Attempt, modifiers: list[Modifier]) -> Tier:
    """The dice, and what follows from them in any move."""
    use_up_forward(table.state, soldier, attempt)
    words = ", ".join(f"{it.name} {it.amount:+d}" for it in modifiers if it.amount)
    what = f"{soldier.name}, {attempt.move.replace('-', ' ')}"
    why = f" ({words})" if words else ""
    tier = _as_ruled(table, soldier, attempt, what) or roll_tier(
        table, sum(it.amount for it in modifiers), attempt.rule, table.state.hand(soldier), what, why, soldier.id
    )
    table.state.rolled.append(Rolled(soldier.id, attempt.move, tier))
    target = attempt.target and _name_of(table.state, attempt.target)
    beat = Beat("move", soldier.name, target, attempt.move, how=tier)
    enter(table.state.story, "core.tiers", f"{what}: {TIER_WORDS[tier]}{why}", beat)
    _mark_reasons(table, soldier, attempt, tier)
    return tier


def _name_of(session: Session, id: str) -> str:
    """Whom or where a move is about."""
    return session.places[id].name if id in session.places else session.name(id)


def _as_ruled(table: Table[Session], soldier: Soldier, attempt: Attempt, what: str) -> Tier | None:
    """story.override: the tier that the GM has named, in place of the dice."""
    tier = table.state.ruled.pop(f"{soldier.id}/{attempt.move}", None)
    if tier:
        words = "{what}: {tier}, by the GM's word"
        table.tell("story.override", words, on=(soldier.id,), mark=MARKS[tier], what=what, tier=TIER_WORDS[tier])
    return tier


@step
def roll_tier(
    table: Table[Session], plus: int, rule: str, hand: str, what: str = "", why: str = "", by: str = ""
) -> Tier:
    """The tier of a roll; its total is told, and matters no further."""
    total = table.roll(move_roll(plus), rule, hand)
    tier = tier_of(total)
    table.tell(
        "core.tiers",
        "{what}: {total}, {tier}{why}",
        on=(by,) if by else (),
        mark=MARKS[tier] if by else "",
        what=what,
        total=total,
        tier=TIER_WORDS[tier],
        why=why,
    )
    return tier


def tier_of(total: int) -> Tier:
    """core.tiers: only the modified total counts. core.on-a-hit: a hit is either of the upper two."""
    if total >= numbers().strong_hit:
        return "strong"
    return "weak" if total >= numbers().weak_hit else "miss"


def _mark_reasons(table: Table[Session], soldier: Soldier, attempt: Attempt, tier: Tier) -> None:
    """xp.miss, and the move's own reason; each counts (ruling.xp-stacks)."""
    reasons = [attempt.rule] if attempt.marks_xp else []
    if tier == "miss" and not _is_nobodys_miss(table.state, attempt):
        reasons.append("xp.miss")
    if table.state.rulings.xp_stacks == "one":
        reasons = reasons[:1]
    for rule in reasons:
        mark_xp(table, soldier, rule)


def _is_nobodys_miss(session: Session, attempt: Attempt) -> bool:
    """ruling.op-roll-xp."""
    return attempt.move in ("engage", "npc-action") and session.rulings.op_roll_xp == "nobody"


# ---------------------------------------------------------------------- modifiers


def modifiers_at_hand(session: Session, soldier: Soldier, attempt: Attempt) -> list[Modifier]:
    """What counts without anybody choosing anything: playbook moves, forward, ongoing."""
    return _from_moves(session, soldier, attempt) + standing(session, soldier, attempt)


def _from_moves(session: Session, soldier: Soldier, attempt: Attempt) -> list[Modifier]:
    said = to_roll.said(voices_of(soldier), session, soldier, attempt)
    return [Modifier(ability.title, amount, ability.rule) for ability, amount in said if amount]


def standing(session: Session, soldier: Soldier, attempt: Attempt) -> list[Modifier]:
    """core.forward and core.ongoing, as far as they are for this roll."""
    forward = [it for it in (*soldier.forward, *session.squad.forward) if _is_for(it, attempt)]
    found = [Modifier(f"forward from {it.source}", it.amount, "core.forward") for it in forward]
    if session.rulings.forward_sums == "one":
        found = found[:1]
    ongoing = [it for it in soldier.ongoing if _is_for(it, attempt) and it.about in ("", attempt.target)]
    return found + [Modifier(it.source, it.amount, "core.ongoing") for it in ongoing]


def _is_for(bonus: Bonus, attempt: Attempt) -> bool:
    """A limited one waits for a roll of its kind; a general one goes onto the very next (ruling.forward-sums)."""
    return not bonus.scope or attempt.move in bonus.scope.split() or attempt.kind in bonus.scope.split()


def use_up_forward(session: Session, soldier: Soldier, attempt: Attempt) -> None:
    """core.forward: gone with the roll, hit or miss."""
    soldier.forward = [it for it in soldier.forward if not _is_for(it, attempt)]
    session.squad.forward = [it for it in session.squad.forward if not _is_for(it, attempt)]


def give_forward(table: Table[Session], soldier: Soldier, source: str, rule: str, scope: str = "") -> None:
    soldier.forward.append(Bonus(1, source, rule, scope))
    effect(table, rule, "{who} takes +1 forward", on=(soldier.id,), who=soldier.name)


def _bought(table: Table[Session], soldier: Soldier, attempt: Attempt) -> list[Modifier]:
    """Gear spent on the roll, as far as a playbook move allows it; before the dice (ruling.modifier-order)."""
    most = min(gear_for_plus(voices_of(soldier), soldier, attempt), soldier.gear)
    if not most:
        return []
    ability = max(gear_for_plus.said(voices_of(soldier), soldier, attempt), key=lambda said: said[1])[0]
    question = Choose(list(range(most + 1)), _gear_words, prompt=f"{ability.title}: gear for the roll?")
    spent = table.ask(table.state.hand(soldier), ability.rule, question)
    spend_gear(table, soldier, spent, ability.rule)
    return [Modifier(ability.title, spent, ability.rule)] if spent else []


def _gear_words(number: int) -> str:
    return f"Spend {number} gear: +{number}" if number else "Spend no gear"


def _informed(table: Table[Session], soldier: Soldier, attempt: Attempt) -> list[Modifier]:
    """ruling.missing-intel: 1 intel for +1 to a roll that acts on it."""
    squad = table.state.squad
    acts_on_it = attempt.move in ACTS_ON_INTEL and table.state.rulings.missing_intel == "spent"
    if not squad.intel or not acts_on_it:
        return []
    words = {"keep": "Keep it", "spend": "Spend 1 intel: +1"}
    question = Choose(list(words), words.__getitem__, prompt=f"The unit has {squad.intel} intel")
    if table.ask(table.state.hand(soldier), "track.intel", question) == "keep":
        return []
    squad.intel -= 1
    return [Modifier("intel", 1, "track.intel")]


# ---------------------------------------------------------------------- help with a roll


def helped(table: Table[Session], soldier: Soldier, willing: Sequence[str]) -> list[Modifier]:
    """help.rolling: before the dice (ruling.help-before) everybody else may help, each by a roll of their own; the best
    counts (ruling.help-several). Rolls with op can be helped as well (ruling.help-squad-rolls)."""
    session = table.state
    bonuses = [bonus for helper in willing if (bonus := _help(table, session.soldiers[helper], soldier))]
    if session.rulings.help_several == "best":
        bonuses = sorted(bonuses, key=lambda it: -it.amount)[:1]
    return bonuses


def _who_helps(table: Table[Session], soldier: Soldier, attempt: Attempt) -> list[str]:
    """All other players are asked at once; nobody helps their own roll (ruling.help-chain), nor the one it is about."""
    session = table.state
    others = [
        it for it in session.able_soldiers() if it.id not in (soldier.id, attempt.target) and it.side == soldier.side
    ]
    prompt = f"{soldier.name} is about to roll for {attempt.move.replace('-', ' ')}. Do you help?"
    parts: dict[str, Choose[str]] = {}
    for seat in dict.fromkeys(session.hand(it) for it in others):
        mine = [it.id for it in others if session.hand(it) == seat]
        parts[seat] = Choose(["no", *mine], lambda key: _help_words(session, soldier, key), prompt=prompt)
    if not parts:
        return []
    given = table.ask(EVERYONE, "help.rolling", Sealed(parts, prompt=f"Who helps {soldier.name}?"))
    return [helper for helper in given.values() if helper != "no"]


def _help_words(session: Session, soldier: Soldier, key: str) -> str:
    if key == "no":
        return "Let them do it"
    return f"{session.name(key)} helps, bond {bond(session.soldiers[key], soldier.id):+d}"


def _help(table: Table[Session], helper: Soldier, soldier: Soldier) -> Modifier | None:
    """help.rolling: 2d6 and the bond; on 7-9 the helper is exposed. A help roll is not helped (ruling.help-chain)."""
    attempt = Attempt("help", "help.rolling", target=soldier.id)
    modifiers = [bond_modifier(helper, soldier.id), *standing(table.state, helper, attempt)]
    tier = settle(table, helper, attempt, modifiers)
    if tier == "miss":
        owe_gm_move(table, helper, f"{helper.name}'s help")
        return None
    if tier == "weak":
        expose(table, helper, "help.rolling")
    worth = max(help_is_worth(voices_of(helper)), 1)
    return Modifier(f"help from {helper.name}", worth, "help.rolling")


def expose(table: Table[Session], helper: Soldier, rule: str) -> None:
    """Danger, retribution or cost: the GM owes which."""
    story, advice = table.state.story, "danger, retribution or a cost"
    before = sum(item.kind == EXPOSED for item in story.ledger)
    words = EXPOSURES[before % len(EXPOSURES)].format(who=helper.name)
    owe(story, EXPOSED, f"{helper.name}'s help", rule, GM, advice=advice, text=words)


EXPOSURES = (
    "Helping has brought {who} out into plain view",
    "{who} has been seen",
    "Somebody over there has {who} in the sights now",
    "{who} is further out than anybody would want to be",
    "It leaves {who} without a way back",
    "{who}'s own back is bare now",
)
"""Words to begin with, one after the other."""


def bond(soldier: Soldier, other: str) -> int:
    """track.bonds: one's own number toward somebody; 0 if none is written (ruling.unwritten-bond)."""
    return soldier.bonds.get(other, 0)


def bond_modifier(soldier: Soldier, other: str) -> Modifier:
    return Modifier("bond", bond(soldier, other), "track.bonds")


def change_bond(table: Table[Session], soldier: Soldier, other: str, by: int, rule: str) -> None:
    """A bond rises or falls; above the limit it is reset, and that is xp (ruling.bond-limits, xp.reset-bond)."""
    session = table.state
    now = bond(soldier, other) + by
    if now > numbers().highest_bond and session.rulings.bond_limits != "none":
        soldier.bonds[other] = 1 if session.rulings.bond_limits == "to-one" else 0
        effect(
            table,
            rule,
            "{who}'s bond with {whom} is reset",
            on=(soldier.id, other),
            beat="estranged",
            who=soldier.name,
            whom=session.name(other),
        )
        mark_xp(table, soldier, "xp.reset-bond")
        return
    soldier.bonds[other] = max(now, numbers().lowest_bond)
    bond_now = f"{soldier.bonds[other]:+d}"
    effect(
        table,
        rule,
        "{who}'s bond with {whom}: {now}",
        on=(soldier.id, other),
        beat="closer" if by > 0 else "estranged",
        who=soldier.name,
        whom=session.name(other),
        now=bond_now,
    )


# ---------------------------------------------------------------------- costs, and what is owed


def spend_gear(table: Table[Session], soldier: Soldier, number: int, rule: str) -> None:
    """core.spend: paid before the roll, and gone whatever comes (core.miss)."""
    if not number:
        return
    soldier.gear -= number
    effect(
        table,
        rule,
        "{who} spends {number} gear ({left} left)",
        on=(soldier.id,),
        who=soldier.name,
        number=number,
        left=soldier.gear,
    )


def room_for_gear(session: Session, soldier: Soldier, number: int) -> int:
    """track.gear: how much of it fits (ruling.gear-cap)."""
    return number if session.rulings.gear_cap == "none" else max(min(number, numbers().gear - soldier.gear), 0)


def gain_gear(table: Table[Session], soldier: Soldier, number: int, rule: str) -> int:
    """Takes what fits and tells it; returns the rest."""
    taken = room_for_gear(table.state, soldier, number)
    soldier.gear += taken
    effect(
        table,
        rule,
        "{who} gains {number} gear ({now} now)",
        on=(soldier.id,),
        who=soldier.name,
        number=taken,
        now=soldier.gear,
    )
    return number - taken


def owe_gm_move(
    table: Table[Session], soldier: Soldier, source: str, rule: str = "core.miss", advice: str = ""
) -> None:
    """core.miss, gm.when: the GM owes a move, as hard as the fiction allows."""
    owe(table.state.story, GM_MOVE, source, rule, GM, text=soldier.id, advice=advice)


def choose_some(
    table: Table[Session], hand: str, rule: str, options: dict[str, str], number: int, prompt: str
) -> list[str]:
    """core.choose-options: so many different entries of a list, one by one."""
    chosen: list[str] = []
    for _ in range(min(number, len(options))):
        left = [key for key in options if key not in chosen]
        chosen.append(table.ask(hand, rule, Choose(left, options.__getitem__, prompt=prompt)))
    return chosen


def number_by(tier: Tier) -> int:
    """How many options a tier gives, where a move says two and one."""
    return {"strong": 2, "weak": 1, "miss": 0}[tier]


def joined(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"
