"""Ranged Combat, in the order of the book. Line of Sight, Cover and Wooded Areas have a page of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Table, step
from adjudge.engine.moments import any_of, each, first_of, sum_of
from adjudge.engine.questions import Point
from adjudge.games.mdrg.ability import Special, voices
from adjudge.games.mdrg.book import ARMS, Arm, is_litter, name_of
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    are_enemies,
    arms_at_hand,
    current,
    enemies_of,
    is_down,
    is_helpless,
    named,
    ready_weapons,
    size,
    take_up,
    weapon,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import adjacent, adjacent_enemies, apart, base_of, from_point, length
from adjudge.games.mdrg.rules import heights
from adjudge.games.mdrg.rules.combat import Clash, Modifier, Verdict, foils_ambush, outcome_of, strike
from adjudge.games.mdrg.rules.line_of_sight import look
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure, Item, Weapon

BANDS = 3
"""A weapon reaches three times its range, at growing penalties."""


Shots = Sequence[tuple[Figure, Arm]]
"""The weapons that are fired at once, each with the one who fires it."""


WORDS = ("jam", "break", "empty", "unloaded", "strain", "burnt out")
"""What can befall a weapon or the arm that threw it, the worst first. To load a bow again is no mishap."""


# Moments at which special rules speak


@any_of
def evading(state: Battle, me: Figure, shooter: Figure) -> bool:
    """Whether the model cannot be chosen as a target."""


@any_of
def finds() -> bool:
    """Whether nobody evades the model's attacks."""


@any_of
def is_passed_over() -> bool:
    """Whether shooters may choose somebody farther away in its place."""


@sum_of
def range_relief() -> int:
    """By how much range penalties shrink."""


@each
def shot_at(table: Table[Battle], figure: Figure, clash: Clash) -> None:
    """The target's: it has been shot at or caught in a blast, hit or not, and is still in play."""


@any_of
def spreads() -> bool:
    """The weapon's: whether those who touch a distant target are hit too."""


@any_of
def is_silent() -> bool:
    """Whether firing the weapon gives nothing away."""


@any_of
def is_single() -> bool:
    """The weapon's: whether every shot uses up its cell."""


@first_of
def spends(mishap: str) -> str | None:
    """The weapon's: what firing it does to it besides what the die does; `mishap`: what the die says."""


@each
def fired(table: Table[Battle], figure: Figure, arm: Arm, wear: tuple[str, ...]) -> None:
    """The weapon's: it has been fired, and this has befallen it."""


@sum_of
def repairs() -> int:
    """A bonus on unjamming a weapon; a party with such a model ignores its first malfunction."""


@any_of
def is_clumsy(figure: Figure) -> bool:
    """Whether its hands cannot throw what lies about."""


# What a shot comes to


class Wear(NamedTuple):
    """What firing does to weapons: to each of them, in the order in which they are named, and to all together.

    `repaired`: the seat whose Gunsmith has seen to it that none of them jams or breaks.
    """

    each: tuple[tuple[str, ...], ...] = ()
    repaired: str = ""

    @property
    def mishaps(self) -> tuple[str, ...]:
        """Whatever befalls any of them, as an outcome tells it."""
        befallen = frozenset(word for one in self.each for word in one)
        return tuple(word for word in WORDS if word in befallen and word != "unloaded") if befallen else ()


class Fired(NamedTuple):
    """What a shot comes to: for its target, for those beside it, for the weapons. `lapsed`: there was no shot, because
    the target let go and cannot be shot at where it lies."""

    target: Verdict
    beside: tuple[Verdict, ...] = ()
    wear: Wear = Wear()
    lapsed: bool = False

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome."""
        beside = tuple(outcome_of(verdict) for verdict in self.beside)
        return replace(outcome_of(self.target), wear=self.wear.mishaps, beside=beside)


LAPSED = Fired(Verdict("none", rule="ruling.climbing-target"), lapsed=True)


# Ranged Combat


def range_penalty(state: Battle, shooter: Figure, arm: Arm, distance: float) -> int:
    """ranged.range-bands, ranged.primitive-penalties; shrunk but never turned into a bonus (targeting-system-cap)."""
    reach = length(state, arm.range)
    band = 0 if distance <= reach + 1e-6 else 1 if distance <= 2 * reach + 1e-6 else 2
    penalty = band * (2 if arm.primitive else 1)
    return -max(0, penalty - range_relief(voices(shooter.rules)))


def shot(
    state: Battle, shooter: Figure, target: Figure, arm: Arm, *, aimed: bool = False, later: bool = False
) -> Clash:
    """The clash of a shot: ranged.mod-weapon-bonus, and what the situation adds."""
    base = arm.combat if arm.combat is not None else current(shooter).combat + arm.bonus

    def modifiers() -> list[Modifier]:
        return situation(state, shooter, target, arm, later=later)

    return Clash(state, "shot", shooter, target, arm=arm, base=base, aimed=int(aimed), modifiers=modifiers)


@step
def resolve_shot(
    table: Table[Battle], shooter: Figure, target: Figure, arm: Arm, *, aimed: bool = False, later: bool = False
) -> Fired:
    """ranged.resolution: only the shooter can inflict a result. Target and neighbours as they were when it was fired;
    nothing is carried out yet, but a target part-way up a wall may let go before the dice (climbing-target)."""
    state = table.state
    if heights.may_let_go(table, target) and not _still_legal(table, shooter, target, arm):
        return LAPSED
    announce(table, shooter, target, arm)
    clash = shot(state, shooter, target, arm, aimed=aimed, later=later)
    verdict = strike(table, clash, "combat.score")
    fired = fired_at(table, shooter, verdict, wear_of(state, [(shooter, arm)], verdict.mishap))
    if is_lost(state, verdict):
        return fired
    beside = []
    for other in spread_over(state, shooter, target, arm):  # weapon-row.shotgun, equipment.flamethrower-spread
        announce(table, shooter, other, arm)
        beside.append(strike(table, _sprayed(clash, other, later), "ruling.shotgun-flamer-spread"))
    return fired._replace(beside=tuple(beside))


def fired_at(table: Table[Battle], shooter: Figure, verdict: Verdict, wear: Wear) -> Fired:
    """What a shot comes to for its target: nothing if it is lost."""
    return Fired(_in_vain(table, shooter, verdict) if is_lost(table.state, verdict) else verdict, wear=wear)


def shoot(
    table: Table[Battle], shooter: Figure, target: Figure, arm: Arm, *, aimed: bool = False, later: bool = False
) -> Verdict:
    """A shot, carried out: the target and those beside it first, then the weapon."""
    fired = resolve_shot(table, shooter, target, arm, aimed=aimed, later=later)
    if fired.lapsed:
        return fired.target
    take_up(shooter, arm.id, lambda gun: gun.works)
    note_shot(shooter, target, arm)
    clash = shot(table.state, shooter, target, arm, aimed=aimed, later=later)
    beside = [_sprayed(clash, other, later) for other in spread_over(table.state, shooter, target, arm)]
    land(table, clash, fired.target)
    for sprayed, verdict in zip(beside, fired.beside, strict=False):  # a shot that is lost hits nobody beside either
        if not sprayed.target.gone:
            land(table, sprayed, verdict)
    give_away(shooter, arm)
    wear_out(table, [(shooter, arm)], fired.wear)
    let_fly(table, shooter, arm, shooter.aimed_at)
    return fired.target


def note_shot(shooter: Figure, target: Figure, arm: Arm) -> None:
    """What was fired at whom, and where that one stood: the next target is near there (multishot.targets)."""
    shooter.volley = [arm.id, *shooter.volley[1:], target.id]
    shooter.aimed_at = (target.x, target.y)


def _still_legal(table: Table[Battle], shooter: Figure, target: Figure, arm: Arm) -> bool:
    """climbing-target: whether one that has let go lives and can be shot at where it lies."""
    why = None if target.gone else objection_to(table.state, shooter, target, arm)
    if why is not None:
        table.tell(why.rule, "{name} cannot shoot: {why}", on=(shooter.id,), name=named(shooter), why=why.text)
    return not target.gone and why is None


def announce(table: Table[Battle], shooter: Figure, target: Figure, arm: Arm) -> None:
    """Who shoots at whom, and with what."""
    table.tell(
        "ranged.resolution",
        "{name} shoots at {foe} with the {arm}",
        on=(shooter.id, target.id),
        mark="shoot",
        name=named(shooter),
        foe=named(target),
        arm=arm.name,
    )


def land(table: Table[Battle], clash: Clash, verdict: Verdict) -> None:
    """The result on one target, and what being shot at does to it besides."""
    if is_lost(clash.state, verdict):
        return
    if verdict.immune:
        table.tell(
            "ruling.sp-immune-shot-still-spent",
            "{foe} is immune",
            on=(clash.target.id,),
            mark="safe",
            foe=named(clash.target),
        )
    suffer(table, clash, verdict)
    for react in voices(clash.target.rules).at(shot_at):
        if not clash.target.gone:
            react(table, clash.target, clash)


def spread_over(state: Battle, shooter: Figure, target: Figure, arm: Arm) -> list[Figure]:
    """shotgun-flamer-spread: beyond Short every model that touches the target, friend or foe, is attacked too."""
    if not spreads(voices(arm.traits)):
        return []
    if apart(state, shooter, target) <= length(state, "short") + 1e-6:
        return []
    return [other for other in adjacent(state, target) if other is not shooter]


def _sprayed(clash: Clash, other: Figure, later: bool) -> Clash:
    """sp-spread-scope: the shot at one beside the target, at the target's range; the weapon is fired only once."""
    assert clash.attacker is not None
    assert clash.arm is not None
    rule = "ranged.range-bands"
    found = situation(clash.state, clash.attacker, other, clash.arm, later=later)
    modifiers = [one for one in clash.modifiers if one.rule == rule] + [one for one in found if one.rule != rule]
    return Clash(
        clash.state,
        "shot",
        clash.attacker,
        other,
        arm=clash.arm,
        base=clash.base,
        modifiers=tuple(modifiers),
        is_fired=False,
    )


def give_away(shooter: Figure, arm: Arm) -> None:
    """Firing reveals an ambusher (ambush.ranged) and, with a firearm, a Stealthy model; a silent weapon neither."""
    if is_silent(voices(arm.traits)):  # ambush.needler, equipment.needler-silent
        return
    shooter.revealed = True
    shooter.exposed = shooter.exposed or arm.cells or arm.projected


def let_fly(table: Table[Battle], shooter: Figure, arm: Arm, at: Point) -> None:
    """A thing that was thrown lies where its target stood (javelin-source)."""
    if not arm.thrown or arm.natural:
        return
    shooter.hand = "" if shooter.hand == arm.id else shooter.hand
    gun = weapon(shooter, arm.id)
    if gun is not None:
        shooter.weapons.remove(gun)
        table.state.items.append(Item(arm.id, *at, gun))


# Malfunction of Firearms


def is_malfunction(what: str) -> bool:
    """Whether the weapon jams or breaks."""
    return "jam" in what or what == "break"


def is_lost(state: Battle, verdict: Verdict) -> bool:
    """malfunction-shot-still-counts: whether the shot of a weapon that jams or breaks counts for nothing."""
    return is_malfunction(verdict.mishap) and state.rulings.malfunction_shot_still_counts == "lost"


def _in_vain(table: Table[Battle], shooter: Figure, verdict: Verdict) -> Verdict:
    """The shot counts for nothing."""
    rule = "ruling.malfunction-shot-still-counts"
    table.tell(rule, "{name}'s weapon fails, and the shot is lost", on=(shooter.id,), mark="miss", name=named(shooter))
    return Verdict("none", mishap=verdict.mishap, rule=rule)


def ignored_by(state: Battle, figures: Iterable[Figure]) -> str:
    """malfunction.gunsmith-ignores-first: the first one of a party that began with a Gunsmith, once in a game.

    One for all who fire together (concentrated-ammo). Whose Gunsmith it is; nobody's: it is not ignored.
    """
    for seat in dict.fromkeys(figure.seat for figure in figures):
        party = [one for one in state.figures.values() if one.seat == seat]
        if seat not in state.repaired and any(repairs.is_answered(voices(one.profile.traits)) for one in party):
            return seat
    return ""


def _unjam_deed(figure: Figure, arm: str) -> Deed:
    me = figure.id

    def do(table: Table[Battle], figure: Figure) -> None:
        unjam(table, figure, arm)

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome("works" if resolve_unjam(table, table.state.figures[me]) else "stuck")

    return Deed(f"unjam:{arm}", f"unjam the {name_of(arm)}", 1, "malfunction.unjam", do, item=arm, forecast=outcome)


@step
def resolve_unjam(table: Table[Battle], figure: Figure) -> bool:
    """malfunction.unjam: a Quality roll on one die, a Gunsmith with +2."""
    skill = repairs(voices(figure.rules))
    works = quality_roll(table, figure, 1, "unjam", "malfunction.unjam", skill).successes == 1
    words = "works again" if works else "is stuck"
    table.tell("malfunction.unjam", "{name}'s weapon {words}", on=(figure.id,), name=named(figure), words=words)
    return works


def unjam(table: Table[Battle], figure: Figure, arm: str) -> bool:
    """It may be tried again."""
    gun = take_up(figure, arm, lambda gun: gun.jammed and not gun.broken)
    done = resolve_unjam(table, figure)
    if done and gun is not None:
        gun.jammed = False
    return done


# Missile Expenditure


def wear_of(state: Battle, shots: Shots, mishap: str, *, empties: bool = True) -> Wear:
    """What the dice of one attack do to every weapon that was fired, each as it can be affected (concentrated-ammo)."""
    repaired = ignored_by(state, [shooter for shooter, arm in shots if arm.cells]) if is_malfunction(mishap) else ""
    left = mishap if not repaired else "empty" if "empty" in mishap else ""
    return Wear(tuple(_worn(shooter, arm, left, empties) for shooter, arm in shots), repaired)


def _worn(shooter: Figure, arm: Arm, mishap: str, empties: bool) -> tuple[str, ...]:
    """malfunction.die, ammo.depletion; on a double 1 the cell is spent besides the jam (ammo.double-one).

    ammo.primitive-one: a natural 1 breaks a bow, and strains the arm that threw something (bow-strain).
    """
    what = mishap if arm.cells else "one" if mishap == "one" or "empty" in mishap else ""
    if not what and not spends.is_answered(voices(arm.traits)):
        return ()
    found = [word for _, word in spends.said(voices(arm.traits), what) if word]
    if arm.cells:
        found += [word for word in ("jam", "break") if word in what]
        found += ["empty"] if "empty" in what and empties else []
    elif what and not arm.natural:
        found += ["strain"] if arm.thrown else ["break"] if weapon(shooter, arm.id) else []
    return tuple(dict.fromkeys(found))


def wear_out(table: Table[Battle], shots: Shots, wear: Wear) -> None:
    """What firing does to the weapons, carried out after the attack is resolved (malfunction-shot-still-counts)."""
    if wear.repaired:
        table.state.repaired.append(wear.repaired)
        owner = shots[0][0]
        told = "{name}'s weapon works: a Gunsmith has seen to it"
        table.tell("malfunction.gunsmith-ignores-first", told, on=(owner.id,), mark="safe", name=named(owner))
    for (shooter, arm), words in zip(shots, wear.each, strict=True):
        fired(voices(arm.traits), table, shooter, arm, words)
        for word in words:
            _befall(table, shooter, arm, word)


def _befall(table: Table[Battle], shooter: Figure, arm: Arm, word: str) -> None:
    gun = weapon(shooter, arm.id)
    if word == "strain":
        shooter.effects.append("strained")
        table.tell("rocks.strain", "{name} strains a shoulder", on=(shooter.id,), name=named(shooter))
    if gun is None or word not in BEFALLS:
        return
    gun.jammed, gun.broken = gun.jammed or word == "jam", gun.broken or word == "break"
    gun.loaded = gun.loaded and word not in ("empty", "unloaded")
    rule = "ammo.primitive-one" if word == "break" and not arm.cells else "malfunction.die"
    if word != "unloaded":
        table.tell(
            "ammo.depletion" if word == "empty" else rule,
            "{name}'s {gun} {word}",
            on=(shooter.id,),
            name=named(shooter),
            gun=arm.name,
            word=BEFALLS[word],
        )


BEFALLS = {"jam": "jams", "break": "breaks", "empty": "is empty", "unloaded": "has to be loaded"}
"""What befalls the weapon itself."""


# Targeting Restrictions


class Sighting(NamedTuple):
    """An enemy as the shooter finds it: how far, in cover or not, and why it cannot be shot at, range aside."""

    figure: Figure
    away: float
    cover: bool
    objection: Objection | None


def sighting(
    state: Battle, shooter: Figure, target: Figure, engaged: bool | None = None, *, and_cover: bool = True
) -> Sighting:
    """What stands between a shooter and one target; the dear part, so it is looked at once for all weapons.

    `engaged`: whether the shooter is, where that is known already. `and_cover`: whether cover matters to who asks.
    """
    away = apart(state, shooter, target)
    if is_engaged(state, shooter) if engaged is None else engaged:
        return Sighting(target, away, False, Objection("engaged.shooter", f"{named(shooter)} is in hand-to-hand"))
    if is_protected_by_melee(state, shooter, target):
        return Sighting(target, away, False, Objection("engaged.target", f"{named(target)} is in hand-to-hand"))
    hiding = evades(state, shooter, target)
    if hiding is not None:
        return Sighting(target, away, False, Objection(hiding.rule, f"{named(target)} cannot be made out"))
    seen = look(state, shooter, target, and_cover=and_cover)
    return Sighting(target, away, seen.cover, seen.objection)


def sightings(state: Battle, shooter: Figure, far: float = inf) -> list[Sighting]:
    """Every enemy, as the shooter finds it; those farther away than so much are left out."""
    engaged, enemies = is_engaged(state, shooter), enemies_of(state, shooter)
    near = enemies if far == inf else [enemy for enemy in enemies if apart(state, shooter, enemy) <= far]
    return [sighting(state, shooter, enemy, engaged) for enemy in near]


def is_in_range(state: Battle, seen: Sighting, arm: Arm) -> bool:
    """ranged.range-bands: three times the range and no farther."""
    return seen.away <= farthest(state, arm)


def farthest(state: Battle, arm: Arm) -> float:
    """As far as a weapon reaches."""
    return BANDS * length(state, arm.range) + 1e-6


def reaches(state: Battle, shooter: Figure, target: Figure, arm: Arm) -> bool:
    """The same before anybody has looked: whoever is too far away need not be looked for."""
    return apart(state, shooter, target) <= farthest(state, arm)


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
    if finds(voices(shooter.rules)):
        return None
    found: Special | None = evading.who(voices(target.rules), state, target, shooter)
    return found


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
        passed_over = passed_over or is_passed_over(voices(other.figure.rules))
        if not passed_over:
            return other.figure
    return None


def targets(state: Battle, shooter: Figure, arm: Arm, seen: list[Sighting] | None = None) -> list[Figure]:
    """Everybody who may be shot at with a weapon."""
    seen = sightings(state, shooter) if seen is None else seen
    return [one.figure for one in seen if _why_not(state, one, seen, arm) is None]


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


# Shooting into or out of Hand-to-Hand Combat


def is_engaged(state: Battle, shooter: Figure) -> bool:
    """engaged.shooter: in contact with an enemy that is neither Fallen nor helpless (engaged.fallen-foe-only)."""
    return any(not is_down(enemy) for enemy in adjacent_enemies(state, shooter))


def is_protected_by_melee(state: Battle, shooter: Figure, target: Figure) -> bool:
    """engaged.target: in contact with anyone hostile to it; the shooter's own touch does not protect it."""
    return any(are_enemies(state, target, other) and other is not shooter for other in adjacent(state, target))


# Fallen Models and Going Prone


def go_prone(table: Table[Battle], figure: Figure) -> None:
    """prone.hit-the-dirt: it counts as Fallen (prone-is-fallen)."""
    figure.fallen = True
    figure.effects.append("prone")
    table.tell("prone.hit-the-dirt", "{name} hits the dirt", on=(figure.id,), mark="down", name=named(figure))


# Ranged Combat Modifiers


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
    return shooter.hidden and not shooter.revealed and not foils_ambush(voices(target.rules))


# Aimed Shots, and all that can be shot now


def usable(figure: Figure) -> list[str]:
    """The weapons that a model could fire now."""
    held = [figure.hand] if is_litter(figure.hand) else []
    return [id for id in (*held, *arms_at_hand(figure)) if not (ARMS[id].thrown and "strained" in figure.effects)]


def shot_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.ranged-attack: each target of each weapon, plain or aimed; and the next targets of a volley."""
    if is_helpless(figure):
        return []
    if figure.attacked:
        return next_targets(state, figure)
    deeds: list[Deed] = []
    arms = usable(figure)
    if not arms:
        return deeds
    # whoever is out of every weapon's range is no target and stands in nobody's stead
    seen = sightings(state, figure, max(farthest(state, ARMS[id]) for id in arms))
    for id in arms:
        for target in targets(state, figure, ARMS[id], seen):
            deeds += [_shot_deed(state, figure, target, ARMS[id], aimed) for aimed in (False, True)]
    return deeds


def _shot_deed(state: Battle, figure: Figure, target: Figure, arm: Arm, aimed: bool, later: bool = False) -> Deed:
    word = "aim" if aimed else "shoot on" if later else "shoot"
    me, you = figure.id, target.id

    def do(table: Table[Battle], figure: Figure) -> None:
        shoot(table, figure, by_id(table.state, you), arm, aimed=aimed, later=later)

    def outcome(table: Table[Battle]) -> Outcome:
        shooter, target = by_id(table.state, me), by_id(table.state, you)
        return resolve_shot(table, shooter, target, arm, aimed=aimed, later=later).outcome

    cost, rule = (2, "aimed.shot") if aimed else (1, "multishot.targets" if later else "actions.ranged-attack")
    label = f"{word} at {named(target)} with the {arm.name}"
    return Deed(f"{word}:{arm.id}:{you}", label, cost, rule, do, attack=True, target=you, item=arm.id, forecast=outcome)


def why_no_shot(
    state: Battle, figure: Figure, target: Figure, arm: Arm, *, aimed: bool = False, later: bool = False
) -> Objection | None:
    """Why a model cannot shoot at this target with this weapon, in this way."""
    if is_helpless(figure):
        return Objection("transfixed.effects", f"{named(figure)} is helpless and shoots at nobody")
    if arm.blast:
        return Objection("grenade.general", f"the {arm.name} is thrown at a place, not shot at a model")
    if arm.id not in usable(figure):
        return Objection("ruling.changing-weapons", f"{named(figure)} has no {arm.name} ready to fire")
    if later and aimed:
        return Objection("multishot.targets", "shots at several targets are not aimed")
    if later and not (arm.cells or arm.projected):
        return Objection("multishot.targets", f"the {arm.name} is fired at one target only")
    return objection_to(state, figure, target, arm) if later else why_not(state, figure, target, arm)


# Reloading


def upkeep_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.reload, actions.prepare-arrow, malfunction.unjam."""
    if is_helpless(figure):
        return []
    deeds = []
    for gun in ready_weapons(figure):
        arm = ARMS[gun.id]
        if gun.broken:
            continue
        if gun.jammed:
            deeds.append(_unjam_deed(figure, gun.id))
        if not gun.loaded and arm.cells and figure.cells:
            deeds.append(_deed("reload", gun.id, "reload the", "reload.cell", reload))
        if not gun.loaded and not arm.cells:
            deeds.append(_deed("load", gun.id, "load the", "reload.bow", load))
    return deeds


def _deed(word: str, arm: str, label: str, rule: str, act: object) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> None:
        act(table, figure, arm)  # type: ignore[operator]

    return Deed(f"{word}:{arm}", f"{label} {name_of(arm)}", 1, rule, do, item=arm)


def is_empty(gun: Weapon) -> bool:
    """Whether a weapon waits for a cell or an arrow."""
    return not gun.loaded and not gun.broken


def reload(table: Table[Battle], figure: Figure, arm: str) -> None:
    """reload.cell, ammo.universal-cells: one Energy Cell that the model carries."""
    gun = take_up(figure, arm, is_empty)
    assert gun is not None
    gun.loaded = True
    figure.cells -= 1
    table.tell("reload.cell", "{name} reloads the {gun}", on=(figure.id,), name=named(figure), gun=name_of(arm))


def load(table: Table[Battle], figure: Figure, arm: str) -> None:
    """reload.bow: one action to load, another to loose."""
    gun = take_up(figure, arm, is_empty)
    assert gun is not None
    gun.loaded = True
    table.tell("reload.bow", "{name} loads the {gun}", on=(figure.id,), name=named(figure), gun=name_of(arm))


# Throwing Rocks


def is_rock_thrower(figure: Figure) -> bool:
    """rock-throwers: one with hands and no ranged weapon ready that it could fire."""
    clumsy = is_clumsy(voices(figure.rules), figure)
    return not clumsy and not usable(figure) and "strained" not in figure.effects


def take_rock(table: Table[Battle], figure: Figure) -> None:
    """weapon-row.thrown-rock: one action to pick it up, one to throw it."""
    figure.hand = next(arm.id for arm in ARMS.values() if arm.litter)
    table.tell("rocks.throw", "{name} picks up a rock", on=(figure.id,), name=named(figure))


# Shooting at Multiple Targets


def next_targets(state: Battle, figure: Figure) -> list[Deed]:
    """multishot.targets, multishot.decide-later: up to three, each within Short of where the one before stood."""
    if not figure.volley or not 2 <= len(figure.volley) <= BANDS:
        return []
    arm, last = ARMS[figure.volley[0]], state.figures[figure.volley[-1]]
    if not may_go_on(figure, arm):
        return []
    far = length(state, "short") + base_of(state, last).diameter / 2 + 1e-6  # distance-measurement
    near = [
        enemy
        for enemy in enemies_of(state, figure)
        if enemy.id not in figure.volley and from_point(state, enemy, figure.aimed_at) <= far
    ]
    legal = [enemy for enemy in near if objection_to(state, figure, enemy, arm) is None]
    return [_shot_deed(state, figure, enemy, arm, False, later=True) for enemy in legal]


def may_go_on(figure: Figure, arm: Arm) -> bool:
    """Whether a weapon can be fired at one more target: high tech, and still in order."""
    gun = weapon(figure, arm.id)
    return (arm.cells or arm.projected) and arm.id in usable(figure) and (gun is None or gun.works)
