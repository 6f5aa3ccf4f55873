"""Experience and improvements: the fifth mark is an improvement, chosen at once (ruling.improve-when)."""

from __future__ import annotations

from adjudge.engine import Choose, Option, Table
from adjudge.engine.moments import sum_of
from adjudge.games.regiment.ability import voices_of
from adjudge.games.regiment.data import STATS, Improvement, Stat, move_text, numbers, playbook_moves
from adjudge.games.regiment.state import Session, Soldier
from adjudge.story import effect


@sum_of
def raises(stat: Stat) -> int:
    """By how much a playbook move raises a stat for good."""
    return 0


@sum_of
def lasting_grit() -> int:
    """Grit that a playbook move gives for good."""
    return 0


@sum_of
def gear_of_its_own() -> int:
    """Gear that comes with a playbook move and pays for nothing else (ruling.heavy-kit)."""
    return 0


def mark_xp(table: Table[Session], soldier: Soldier, rule: str, marks: int = 1) -> None:
    """xp.track: five boxes (ruling.xp-five), a mark for each reason (xp.move-tells); the last box is an improvement,
    and what is left over goes on (ruling.xp-overflow)."""
    effect(table, rule, "{who} marks {marks} xp", on=(soldier.id,), who=soldier.name, marks=marks)
    soldier.xp += marks
    while soldier.xp >= numbers().xp:
        rest = soldier.xp - numbers().xp
        soldier.xp = rest if table.state.rulings.xp_overflow == "kept" else 0
        improve(table, soldier)


def improve(table: Table[Session], soldier: Soldier) -> None:
    """xp.track: choose an improvement, then erase the marks."""
    keys = open_improvements(table.state, soldier)
    if not keys:
        return
    question = Choose(keys, _improvement_option, prompt=f"An improvement for {soldier.name}")
    take(table, soldier, table.ask(table.state.hand(soldier), "xp.track", question))


def _improvement_option(key: str) -> Option:
    """An improvement; of a move, what it does."""
    kind, _, what = key.partition("/")
    return Option(key, improvement_words(key), note=move_text(what) if kind == "move" else "")


def open_improvements(session: Session, soldier: Soldier) -> list[str]:
    """improve.once-each, with the gates: what this soldier could take now."""
    found: list[str] = []
    for improvement in numbers().improvement:
        taken = sum(it.partition("/")[0] == improvement.id for it in soldier.improvements)
        if taken < improvement.times and is_open(session, soldier, improvement):
            found += _keys(session, soldier, improvement.id)
    return found


def is_open(session: Session, soldier: Soldier, improvement: Improvement) -> bool:
    """improve.advanced-gate, improve.final-gate (ruling.advanced-gate-count)."""
    early = improvement.after and session.rulings.advanced_gate_count == "as-pick"
    return len(soldier.improvements) >= improvement.after - (1 if early else 0)


def _keys(session: Session, soldier: Soldier, id: str) -> list[str]:
    """core.max-stat: a stat at +3 is not offered (ruling.stat-at-three). improve.move: of the own playbook only."""
    if id == "stat":
        return [f"stat/{stat}" for stat in STATS if soldier.stats[stat] < numbers().highest_stat]
    if id == "move":
        book = session.playbooks[soldier.playbook]  # ruling.move-only-own
        return [f"move/{rule}" for rule in (book.signature, *book.moves) if rule not in soldier.moves]
    return [id]


def improvement_words(key: str) -> str:
    kind, _, what = key.partition("/")
    if kind == "stat":
        return f"+1 {what}"
    if kind == "move":
        return f"The move {playbook_moves()[what].title}"
    return next(it.title for it in numbers().improvement if it.id == kind).capitalize()


def take(table: Table[Session], soldier: Soldier, key: str) -> None:
    """The improvement takes effect."""
    kind = key.partition("/")[0]
    change(table.state, soldier, key)
    effect(
        table,
        _rule_of(kind, soldier),
        "{who} improves: {what}",
        on=(soldier.id,),
        who=soldier.name,
        what=improvement_words(key),
    )
    if kind == "go-home":
        _go_home(table.state, soldier)
    elif kind == "new-character":
        _second_character(table.state, soldier)


def _rule_of(kind: str, soldier: Soldier) -> str:
    """improve.stat-1 for the first raise, improve.stat-2 for the second."""
    if kind == "stat" and sum(key.startswith("stat/") for key in soldier.improvements) > 1:
        return "improve.stat-2"
    return next(it.rule for it in numbers().improvement if it.id == kind)


def change(session: Session, soldier: Soldier, key: str) -> None:
    """What an improvement changes on the sheet: improve.grit, improve.tough, a stat, a move."""
    kind, _, what = key.partition("/")
    soldier.improvements.append(key)
    match kind:
        case "stat":
            raise_stat(soldier, next(it for it in STATS if it == what), 1)
        case "move":
            learn(session, soldier, what)
        case "grit":
            soldier.grit += 1
        case "tough":
            soldier.tough += 1


def _go_home(session: Session, soldier: Soldier) -> None:
    """improve.go-home: out of the war, alive; the player makes another (ruling.new-character-meaning)."""
    soldier.status = "home"
    session.to_make.append(soldier.seat)


def _second_character(session: Session, soldier: Soldier) -> None:
    """improve.new-character: a second soldier beside this one (ruling.new-character-meaning)."""
    session.to_make.append(soldier.seat)


def raise_stat(soldier: Soldier, stat: Stat, amount: int) -> None:
    """core.max-stat."""
    soldier.stats[stat] = min(soldier.stats[stat] + amount, numbers().highest_stat)


def learn(session: Session, soldier: Soldier, rule: str) -> None:
    """A playbook move is the soldier's own, with what it gives for good."""
    before = voices_of(soldier)
    soldier.moves.append(rule)
    now = voices_of(soldier)
    for stat in STATS:
        raise_stat(soldier, stat, raises(now, stat) - raises(before, stat))
    soldier.grit += lasting_grit(now) - lasting_grit(before)
    kit = gear_of_its_own(now) - gear_of_its_own(before)
    if session.rulings.heavy_kit == "own":
        soldier.kit += kit
    else:
        soldier.gear += kit


def close_session(table: Table[Session]) -> None:
    """xp.end-of-session: the checklist is the table's own (ruling.missing-end-of-session)."""
    session = table.state
    for soldier in session.able_soldiers():
        if session.rulings.missing_end_of_session == "survivors":
            mark_xp(table, soldier, "xp.end-of-session")
        for question in session.checklist:
            asked = Choose(["no", "yes"], str.capitalize, prompt=f"{soldier.name}: {question}")
            if table.ask(session.hand(soldier), "xp.end-of-session", asked) == "yes":
                mark_xp(table, soldier, "xp.end-of-session")
