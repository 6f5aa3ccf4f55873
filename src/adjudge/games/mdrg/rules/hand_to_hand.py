"""Hand-to-hand combat."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Table, step
from adjudge.engine.moments import each
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS, name_of
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import arms_at_hand, current, is_helpless, named, take_up
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import adjacent_enemies, are_adjacent
from adjudge.games.mdrg.rules import heights
from adjudge.games.mdrg.rules.combat import Clash, Modifier, Verdict, foils_ambush, outcome_of, strike
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.ranged import Wear, wear_of, wear_out
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure

# Moments at which special rules speak


@each
def assailed(table: Table[Battle], figure: Figure) -> None:
    """The model is attacked in hand-to-hand."""


def attack_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.hth-attack: every adjacent enemy, plain or powerful, with the hand or with a small gun."""
    if why_no_attack(figure) is not None:
        return []
    return [
        _attack_deed(state, figure, foe, arm, powerful)
        for foe in adjacent_enemies(state, figure)
        for arm in ("", *guns_at_hand(figure))
        for powerful in (False, True)
    ]


def why_no_attack(figure: Figure, gun: str = "") -> Objection | None:
    """Why a model cannot attack anybody, or not with this gun."""
    if is_helpless(figure):
        return Objection("transfixed.effects", f"{named(figure)} is helpless and attacks nobody")
    if figure.attacked:
        return Objection("actions.one-attack-per-turn", f"{named(figure)} has attacked already")
    if gun and ARMS[gun].hth is None:
        return Objection("hth.mod-pistol", f"the {name_of(gun)} is too long to be fired in hand-to-hand")
    if gun and gun not in guns_at_hand(figure):
        return Objection("hth.mod-pistol", f"{named(figure)} has no {name_of(gun)} ready to fire")
    return None


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

    def outcome(table: Table[Battle]) -> Outcome:
        return resolve_attack(table, by_id(table.state, me), by_id(table.state, you), arm, powerful).outcome(me)

    cost, rule = (2, "hth.mod-powerful-attack") if powerful else (1, "actions.hth-attack")
    return Deed(key, words, cost, rule, do, attack=True, target=foe.id, item=arm, forecast=outcome)


def fight(state: Battle, attacker: Figure, target: Figure, arm: str = "", powerful: bool = False) -> Clash:
    """The clash of a hand-to-hand attack: Combat on either side, with the Ambush bonus of one who began hidden."""
    ambush = (Modifier("ambush.hth", 1),) if ambushes(attacker, target) else ()
    weapon = ARMS[arm] if arm else None
    return Clash(
        state, "hth", attacker, target, arm=weapon, base=current(attacker).combat, aimed=int(powerful), modifiers=ambush
    )


def ambushes(attacker: Figure, target: Figure) -> bool:
    """ambush.hth: in any turn that it started hidden, unless the target cannot be surprised (hth.mod-ambush)."""
    return attacker.hidden and not foils_ambush(voices(target.rules))


class Fought(NamedTuple):
    """What an attack comes to: for the loser, and for the gun that was used in it. `lapsed`: there was none, because
    the target let go and is out of reach."""

    verdict: Verdict
    wear: Wear = Wear()
    lapsed: bool = False

    def outcome(self, attacker: str) -> Outcome:
        """The same as an outcome; `attacker`: his id."""
        return replace(outcome_of(self.verdict, attacker), wear=self.wear.mishaps)


@step
def resolve_attack(
    table: Table[Battle], attacker: Figure, target: Figure, arm: str = "", powerful: bool = False
) -> Fought:
    """hth.simultaneous: one pair of dice, and whoever is higher inflicts the result. It is still to be carried out, but
    a target part-way up a wall may let go before the dice (climbing-target)."""
    table.tell(
        "hth.adjacent",
        "{name} attacks {foe}",
        on=(attacker.id, target.id),
        mark="strike",
        name=named(attacker),
        foe=named(target),
    )
    if heights.may_let_go(table, target) and not are_adjacent(table.state, attacker, target):
        return Fought(Verdict("none", rule="ruling.climbing-target"), lapsed=True)
    verdict = strike(table, fight(table.state, attacker, target, arm, powerful), "combat.score")
    # firearm-in-hth-malfunction: a gun may jam or break, but is not emptied; a power may burn out
    wear = wear_of(table.state, [(attacker, ARMS[arm])], verdict.mishap, empties=False) if arm else Wear()
    return Fought(verdict, wear)


def attack(table: Table[Battle], attacker: Figure, target: Figure, arm: str = "", powerful: bool = False) -> Verdict:
    """A hand-to-hand attack, carried out."""
    assailed(voices(target.rules), table, target)
    fought = resolve_attack(table, attacker, target, arm, powerful)
    if fought.lapsed:
        return fought.verdict
    take_up(attacker, arm, lambda gun: gun.works)
    suffer(table, fight(table.state, attacker, target, arm, powerful), fought.verdict)
    if arm:
        wear_out(table, [(attacker, ARMS[arm])], fought.wear)
    return fought.verdict
