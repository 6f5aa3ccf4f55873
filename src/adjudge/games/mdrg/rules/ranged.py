"""Ranged combat: who may be shot at, at what modifiers, and the shot itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from adjudge.engine import Table
from adjudge.engine.questions import Point
from adjudge.games.mdrg.book import ARMS, Arm, is_litter, name_of
from adjudge.games.mdrg.rules import heights, malfunction
from adjudge.games.mdrg.rules.combat import Clash, Modifier, Verdict, mishap_of, reckoning, strike
from adjudge.games.mdrg.rules.deeds import Deed, by_id
from adjudge.games.mdrg.rules.figures import (
    are_enemies,
    arms_at_hand,
    current,
    enemies_of,
    is_down,
    is_helpless,
    named,
    size,
    take_up,
    weapon,
)
from adjudge.games.mdrg.rules.hand_to_hand import told
from adjudge.games.mdrg.rules.moments import Special, voices
from adjudge.games.mdrg.rules.places import (
    adjacent,
    adjacent_enemies,
    apart,
    base_of,
    from_point,
    length,
    look,
)
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure, Item

BANDS = 3
"""A weapon reaches three times its range, at growing penalties."""


# Who may be shot at


def is_engaged(state: Battle, shooter: Figure) -> bool:
    """engaged.shooter: in contact with an enemy that is neither Fallen nor helpless (engaged.fallen-foe-only)."""
    return any(not is_down(enemy) for enemy in adjacent_enemies(state, shooter))


def is_protected_by_melee(state: Battle, shooter: Figure, target: Figure) -> bool:
    """engaged.target: in contact with anyone hostile to it; the shooter's own touch does not protect it."""
    return any(are_enemies(state, target, other) and other is not shooter for other in adjacent(state, target))


class Sighting(NamedTuple):
    """An enemy as the shooter finds it: how far, in cover or not, and why it cannot be shot at, range aside."""

    figure: Figure
    away: float
    cover: bool
    objection: Objection | None


def sighting(state: Battle, shooter: Figure, target: Figure) -> Sighting:
    """What stands between a shooter and one target; the dear part, so it is looked at once for all weapons."""
    away = apart(state, shooter, target)
    if is_engaged(state, shooter):
        return Sighting(target, away, False, Objection("engaged.shooter", f"{named(shooter)} is in hand-to-hand"))
    if is_protected_by_melee(state, shooter, target):
        return Sighting(target, away, False, Objection("engaged.target", f"{named(target)} is in hand-to-hand"))
    hiding = evades(state, shooter, target)
    if hiding is not None:
        return Sighting(target, away, False, Objection(hiding.rule, f"{named(target)} cannot be made out"))
    seen = look(state, shooter, target)
    return Sighting(target, away, seen.cover, seen.objection)


def sightings(state: Battle, shooter: Figure) -> list[Sighting]:
    """Every enemy, as the shooter finds it."""
    return [sighting(state, shooter, enemy) for enemy in enemies_of(state, shooter)]


def is_in_range(state: Battle, seen: Sighting, arm: Arm) -> bool:
    """ranged.range-bands: three times the range and no farther."""
    return seen.away <= BANDS * length(state, arm.range) + 1e-6


def objection_to(state: Battle, shooter: Figure, target: Figure, arm: Arm) -> Objection | None:
    """Why this target cannot be shot at, and by which rule; nothing if it can, the closest-enemy rule aside."""
    return _objection(state, sighting(state, shooter, target), arm)


def _objection(state: Battle, seen: Sighting, arm: Arm) -> Objection | None:
    if seen.objection is None and not is_in_range(state, seen, arm):
        reach = BANDS * length(state, arm.range)
        words = f"{named(seen.figure)} is {seen.away:.0f} mm away, the {arm.name} reaches {reach:.0f}"
        return Objection("ranged.range-bands", words)
    return seen.objection


def evades(state: Battle, shooter: Figure, target: Figure) -> Special | None:
    """The rule by which the target cannot be chosen; for some shooters nobody evades (ability.superior-senses)."""
    if any(one.finds() for one in voices(shooter.rules, "finds")):
        return None
    return next((one for one in voices(target.rules, "evades") if one.evades(state, target, shooter)), None)


def why_not(state: Battle, shooter: Figure, target: Figure, arm: Arm) -> Objection | None:
    """Why this target cannot be shot at, the closest-enemy rule included (target.closest)."""
    seen = sightings(state, shooter)
    mine = next((one for one in seen if one.figure is target), None) or sighting(state, shooter, target)
    return _why_not(state, mine, seen, arm)


def _why_not(state: Battle, mine: Sighting, seen: list[Sighting], arm: Arm) -> Objection | None:
    found = _objection(state, mine, arm)
    if found is not None:
        return found
    nearer = _closer(state, mine, seen, arm)
    return Objection("target.closest", f"{named(nearer)} is closer") if nearer else None


def _closer(state: Battle, mine: Sighting, seen: list[Sighting], arm: Arm) -> Figure | None:
    """target.closest, target.may-ignore, target.big-huge-preference: a nearer enemy that may not be passed over."""
    for other in seen:
        if other.figure is mine.figure or other.away >= mine.away - 1e-6 or _objection(state, other, arm) is not None:
            continue
        passed_over = other.figure.fallen or other.cover or (size(mine.figure) and not size(other.figure))
        if not passed_over:
            return other.figure
    return None


def targets(state: Battle, shooter: Figure, arm: Arm, seen: list[Sighting] | None = None) -> list[Figure]:
    """Everybody who may be shot at with a weapon."""
    seen = sightings(state, shooter) if seen is None else seen
    return [one.figure for one in seen if _why_not(state, one, seen, arm) is None]


# The shot


def range_penalty(state: Battle, shooter: Figure, arm: Arm, distance: float) -> int:
    """ranged.range-bands, ranged.primitive-penalties; shrunk but never turned into a bonus (targeting-system-cap)."""
    reach = length(state, arm.range)
    band = 0 if distance <= reach + 1e-6 else 1 if distance <= 2 * reach + 1e-6 else 2
    penalty = band * (2 if arm.primitive else 1)
    relief = sum(one.range_relief() for one in voices(shooter.rules, "range_relief"))
    return -max(0, penalty - relief)


def shot(
    state: Battle,
    shooter: Figure,
    target: Figure,
    arm: Arm,
    *,
    aimed: bool = False,
    later: bool = False,
    found: Sequence[Modifier] | None = None,
) -> Clash:
    """The clash of a shot: ranged.mod-weapon-bonus, and what the situation adds, unless that was found out before."""
    base = arm.combat if arm.combat is not None else current(shooter).combat + arm.bonus
    return Clash(
        state,
        "shot",
        shooter,
        target,
        arm=arm,
        base=base,
        aimed=int(aimed),
        modifiers=tuple(situation(state, shooter, target, arm, later=later) if found is None else found),
    )


def situation(state: Battle, shooter: Figure, target: Figure, arm: Arm, *, later: bool = False) -> list[Modifier]:
    """The modifiers of range, cover, prone models, later targets and ambush."""
    distance = apart(state, shooter, target)
    found = [
        Modifier("ranged.range-bands", range_penalty(state, shooter, arm, distance)),
        Modifier("cover.modifier", -int(look(state, shooter, target).cover)),
        Modifier("prone.targeted", -int(target.fallen and distance > length(state, "short") + 1e-6)),
        Modifier("multishot.penalty", -int(later)),
        Modifier("prone.shooting", -2 * int(shooter.fallen and arm.primitive)),
        Modifier("ambush.ranged", int(ambushes(shooter, target))),
    ]
    return [modifier for modifier in found if modifier.amount]


def ambushes(shooter: Figure, target: Figure) -> bool:
    """ambush.ranged, woods.shooting-out: hidden at the start of the turn and not revealed by a shot (wood-ambush)."""
    surprised = not any(one.foils_ambush() for one in voices(target.rules, "foils_ambush"))
    return shooter.hidden and not shooter.revealed and surprised


def shoot(
    table: Table[Battle], shooter: Figure, target: Figure, arm: Arm, *, aimed: bool = False, later: bool = False
) -> Verdict:
    """ranged.resolution: only the shooter can inflict a result; then his weapon, and whoever else was hit."""
    state = table.state
    if heights.may_let_go(table, target) and not _still_legal(table, shooter, target, arm):
        return Verdict("none")
    take_up(shooter, arm.id, lambda gun: gun.works)
    clash = shot(state, shooter, target, arm, aimed=aimed, later=later)
    announce(table, shooter, clash)
    beside = spread_over(state, shooter, target, arm)
    shooter.volley = [arm.id, *shooter.volley[1:], target.id]
    shooter.aimed_at = (target.x, target.y)
    verdict = strike(table, clash, "combat.score")
    land(table, clash, verdict)
    for other in beside:  # weapon-row.shotgun, equipment.flamethrower-spread
        if not other.gone and not is_lost(state, verdict):
            sprayed = shot(state, shooter, other, arm, found=_at_the_range_of(clash, other, later))
            announce(table, shooter, sprayed)
            land(table, sprayed, strike(table, sprayed, "ruling.shotgun-flamer-spread", wears=False))
    give_away(shooter, arm)
    wear(table, [(shooter, arm)], verdict.mishap, shooter.aimed_at)
    return verdict


def _still_legal(table: Table[Battle], shooter: Figure, target: Figure, arm: Arm) -> bool:
    """climbing-target: whether one that has let go lives and can be shot at where it lies."""
    why = None if target.gone else objection_to(table.state, shooter, target, arm)
    if why is not None:
        table.tell(why.rule, "{name} cannot shoot: {why}", name=named(shooter), why=why.text)
    return not target.gone and why is None


def _at_the_range_of(clash: Clash, other: Figure, later: bool) -> list[Modifier]:
    """sp-spread-scope: the situation of one beside the target, at the target's range."""
    assert clash.attacker is not None
    assert clash.arm is not None
    found = situation(clash.state, clash.attacker, other, clash.arm, later=later)
    rule = "ranged.range-bands"
    return [one for one in clash.modifiers if one.rule == rule] + [one for one in found if one.rule != rule]


def announce(table: Table[Battle], shooter: Figure, clash: Clash) -> None:
    """Who shoots at whom, with what, and the scores."""
    table.tell(
        "ranged.resolution",
        "{name} shoots at {foe} with the {arm}: {scores}",
        name=named(shooter),
        foe=named(clash.target),
        arm=clash.arm.name if clash.arm else "",
        scores=reckoning(clash),
    )


def land(table: Table[Battle], clash: Clash, verdict: Verdict) -> None:
    """The result on one target, and what being shot at does to it besides."""
    if is_lost(clash.state, verdict):
        return
    if verdict.immune:
        table.tell("ruling.sp-immune-shot-still-spent", "{foe} is immune", foe=named(clash.target))
    suffer(table, clash, verdict)
    for one in voices(clash.target.rules, "shot_at"):
        if not clash.target.gone:
            one.shot_at(table, clash.target, clash)


def is_lost(state: Battle, verdict: Verdict) -> bool:
    """malfunction-shot-still-counts: whether the shot of a weapon that jams or breaks counts for nothing."""
    stuck = verdict.mishap in ("jam", "break", "jam and empty")
    return stuck and state.rulings.malfunction_shot_still_counts == "lost"


def spread_over(state: Battle, shooter: Figure, target: Figure, arm: Arm) -> list[Figure]:
    """shotgun-flamer-spread: beyond Short every model that touches the target, friend or foe, is attacked too."""
    if not any(one.spreads() for one in voices(arm.traits, "spreads")):
        return []
    if apart(state, shooter, target) <= length(state, "short") + 1e-6:
        return []
    return [other for other in adjacent(state, target) if other is not shooter]


def give_away(shooter: Figure, arm: Arm) -> None:
    """Firing reveals an ambusher (ambush.ranged) and, with a firearm, a Stealthy model; a silent weapon neither."""
    if any(one.is_silent() for one in voices(arm.traits, "is_silent")):  # ambush.needler, equipment.needler-silent
        return
    shooter.revealed = True
    shooter.exposed = shooter.exposed or arm.cells or arm.projected


def wear(table: Table[Battle], shots: list[tuple[Figure, Arm]], mishap: str, at: Point) -> None:
    """What one roll does to every weapon that was fired at a spot, each as it can be affected (concentrated-ammo)."""
    mishap = malfunction.averted(table, [shooter for shooter, arm in shots if arm.cells], mishap)
    for shooter, arm in shots:
        what = mishap if arm.cells else "one" if mishap == "one" or "empty" in mishap else ""
        for one in voices(arm.traits, "fired"):
            one.fired(table, shooter, arm, what)
        if arm.cells:
            malfunction.mishap(table, shooter, arm.id, what)
        elif not arm.natural:
            malfunction.spent(table, shooter, arm.id, what == "one")
        if arm.thrown and not arm.natural:
            _let_fly(table, shooter, arm, at)


def _let_fly(table: Table[Battle], shooter: Figure, arm: Arm, at: Point) -> None:
    """A thing that was thrown lies where its target stood (javelin-source)."""
    shooter.hand = "" if shooter.hand == arm.id else shooter.hand
    gun = weapon(shooter, arm.id)
    if gun is not None:
        shooter.weapons.remove(gun)
        table.state.items.append(Item(arm.id, *at, gun))


# Deeds


def usable(figure: Figure) -> list[str]:
    """The weapons that a model could fire now."""
    held = [figure.hand] if is_litter(figure.hand) else []
    return [id for id in (*held, *arms_at_hand(figure)) if not (ARMS[id].thrown and "strained" in figure.effects)]


@cache
def wear_in_words(id: str) -> str:
    """What a shot may do to the weapon, whatever it does to the target: shown beside the odds."""
    arm = ARMS[id]
    if arm.natural:
        return ""
    if not arm.cells:
        return f"{_percent(1, 6)} {'strains the arm' if arm.thrown else 'breaks'}"
    falls = [mishap_of(die, coloured) for die in range(1, 7) for coloured in range(1, 7)]
    if any(one.is_single() for one in voices(arm.traits, "is_single")):
        falls = [f"{fall} and empty" for fall in falls]
    words = ("jam", "break", "empty")
    return "weapon: " + ", ".join(f"{_percent(sum(w in fall for fall in falls), 36)} {w}" for w in words)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%"


def shot_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.ranged-attack: each target of each weapon, plain or aimed; and the next targets of a volley."""
    if is_helpless(figure):
        return []
    if figure.attacked:
        return next_targets(state, figure)
    deeds = []
    arms = usable(figure)
    seen = sightings(state, figure) if arms else []
    for id in arms:
        for target in targets(state, figure, ARMS[id], seen):
            deeds += [_shot_deed(state, figure, target, ARMS[id], aimed) for aimed in (False, True)]
    return deeds


def _shot_deed(state: Battle, figure: Figure, target: Figure, arm: Arm, aimed: bool, later: bool = False) -> Deed:
    word = "aim" if aimed else "shoot on" if later else "shoot"
    me, you = figure.id, target.id

    def do(table: Table[Battle], figure: Figure) -> None:
        shoot(table, figure, by_id(table.state, you), arm, aimed=aimed, later=later)

    found: list[tuple[Modifier, ...]] = []  # the situation is the same on every branch of the odds

    def outcome(table: Table[Battle]) -> str:
        state = table.state
        shooter, target = by_id(state, me), by_id(state, you)
        if not found:
            found.append(tuple(situation(state, shooter, target, arm, later=later)))
        clash = shot(state, shooter, target, arm, aimed=aimed, found=found[0])
        wears = state.rulings.malfunction_shot_still_counts == "lost"
        verdict = strike(table, clash, "combat.score", quiet=True, wears=wears)
        return "nothing" if is_lost(state, verdict) else told(verdict, me)

    cost, rule = (2, "aimed.shot") if aimed else (1, "multishot.targets" if later else "actions.ranged-attack")
    label = f"{word} at {named(target)} with the {arm.name}"
    key, note = f"{word}:{arm.id}:{you}", wear_in_words(arm.id)
    return Deed(key, label, cost, rule, do, attack=True, note=note, target=you, forecast=outcome)


def next_targets(state: Battle, figure: Figure) -> list[Deed]:
    """multishot.targets, multishot.decide-later: up to three, each within Short of where the one before stood."""
    if not figure.volley or not 2 <= len(figure.volley) <= BANDS:
        return []
    arm, last = ARMS[figure.volley[0]], state.figures[figure.volley[-1]]
    gun = weapon(figure, arm.id)
    if not (arm.cells or arm.projected) or arm.id not in usable(figure) or (gun is not None and not gun.works):
        return []
    far = length(state, "short") + base_of(state, last).diameter / 2 + 1e-6  # distance-measurement
    near = [
        enemy
        for enemy in enemies_of(state, figure)
        if enemy.id not in figure.volley and from_point(state, enemy, figure.aimed_at) <= far
    ]
    legal = [enemy for enemy in near if objection_to(state, figure, enemy, arm) is None]
    return [_shot_deed(state, figure, enemy, arm, False, later=True) for enemy in legal]


def refusals(state: Battle, figure: Figure) -> list[tuple[str, Objection]]:
    """Why can this model not shoot at that one? Each enemy that a weapon cannot be fired at, with the reason.

    The weapon is named where there are several.
    """
    found = []
    arms = usable(figure)
    seen = sightings(state, figure) if arms else []
    for id in arms:
        for one in seen:
            why = _why_not(state, one, seen, ARMS[id])
            if why is not None:
                found.append((named(one.figure) + (f" ({name_of(id)})" if len(arms) > 1 else ""), why))
    return found
