"""Hand-to-hand combat."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.mdrg.book import ARMS, Arm, name_of
from adjudge.games.mdrg.rules import heights, malfunction
from adjudge.games.mdrg.rules.combat import Clash, Modifier, Verdict, reckoning, strike
from adjudge.games.mdrg.rules.deeds import Deed, by_id
from adjudge.games.mdrg.rules.figures import arms_at_hand, current, is_helpless, named, take_up
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.places import adjacent_enemies, are_adjacent
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure


def attack_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.hth-attack: every adjacent enemy, plain or powerful, with the hand or with a small gun."""
    if figure.attacked or is_helpless(figure):
        return []
    return [
        _attack_deed(state, figure, foe, arm, powerful)
        for foe in adjacent_enemies(state, figure)
        for arm in ("", *guns_at_hand(figure))
        for powerful in (False, True)
    ]


def guns_at_hand(figure: Figure) -> list[str]:
    """pistol-sized-list, sp-energy-projection-firearm: what can be fired at an enemy in contact."""
    return [id for id in arms_at_hand(figure) if ARMS[id].hth is not None]


def _attack_deed(state: Battle, figure: Figure, foe: Figure, arm: str, powerful: bool) -> Deed:
    key = f"attack:{foe.id}" + (f":{arm}" if arm else "") + (":powerful" if powerful else "")
    words = (
        ("powerful attack on " if powerful else "attack ") + named(foe) + (f" with the {name_of(arm)}" if arm else "")
    )
    me, you = figure.id, foe.id

    def do(table: Table[Battle], figure: Figure) -> None:
        attack(table, figure, by_id(table.state, you), arm, powerful)

    def outcome(table: Table[Battle]) -> str:
        state = table.state
        clash = fight(state, by_id(state, me), by_id(state, you), arm, powerful)
        return told(strike(table, clash, "combat.score", quiet=True, wears=False), me)

    cost, rule = (2, "hth.mod-powerful-attack") if powerful else (1, "actions.hth-attack")
    return Deed(key, words, cost, rule, do, attack=True, target=foe.id, forecast=outcome)


def fight(state: Battle, attacker: Figure, target: Figure, arm: str = "", powerful: bool = False) -> Clash:
    """The clash of a hand-to-hand attack: Combat on either side, with the Ambush bonus of one who began hidden."""
    ambush = (Modifier("ambush.hth", 1),) if ambushes(attacker, target) else ()
    weapon = ARMS[arm] if arm else None
    return Clash(
        state, "hth", attacker, target, arm=weapon, base=current(attacker).combat, aimed=int(powerful), modifiers=ambush
    )


def ambushes(attacker: Figure, target: Figure) -> bool:
    """ambush.hth: in any turn that it started hidden, unless the target cannot be surprised (hth.mod-ambush)."""
    return attacker.hidden and not any(one.foils_ambush() for one in voices(target.rules, "foils_ambush"))


def attack(table: Table[Battle], attacker: Figure, target: Figure, arm: str = "", powerful: bool = False) -> Verdict:
    """hth.simultaneous: one pair of dice, and whoever is higher inflicts the result."""
    clash = fight(table.state, attacker, target, arm, powerful)
    table.tell(
        "hth.adjacent",
        "{name} attacks {foe}: {scores}",
        name=named(attacker),
        foe=named(target),
        scores=reckoning(clash),
    )
    for one in voices(target.rules, "assailed"):
        one.assailed(table, target)
    if heights.may_let_go(table, target) and not are_adjacent(table.state, attacker, target):
        return Verdict("none")
    take_up(attacker, arm, lambda gun: gun.works)
    verdict = strike(table, clash, "combat.score")
    if verdict.grade == "none":
        table.tell("combat.tie", "nothing happens to {foe}", foe=named(target))
    suffer(table, clash, verdict)
    if arm:
        wear(table, attacker, ARMS[arm], verdict.mishap)
    return verdict


def wear(table: Table[Battle], attacker: Figure, arm: Arm, mishap: str) -> None:
    """firearm-in-hth-malfunction: a gun may jam or break, but is not emptied; a power may burn out."""
    for one in voices(arm.traits, "fired"):
        one.fired(table, attacker, arm, mishap)
    if arm.cells:
        malfunction.mishap(table, attacker, arm.id, malfunction.averted(table, [attacker], mishap), empties=False)


def told(verdict: Verdict, me: str) -> str:
    """The outcome in the words of a forecast; one's own misfortune is marked as such."""
    words = {
        "none": "nothing",
        "draw": "nothing",
        "fall": "falls",
        "recoil": "recoils",
        "death": "kill",
        "gruesome": "gruesome kill",
    }
    grade = words.get(verdict.grade, verdict.grade)
    return f"attacker {grade}" if verdict.loser == me and grade != "nothing" else grade
