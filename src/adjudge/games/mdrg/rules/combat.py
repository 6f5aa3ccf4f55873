"""Combat: two dice, two scores, and what happens to the loser.

A `Clash` is who attacks whom and how. `strike` rolls it and grades the result; it is the one place in which special
rules speak about a lost combat, in the order of the ruling sp-lost-combat-order. `suffer` then carries the result out.
Odds are `strike` run through all its dice.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from adjudge.engine import Choose, Reading, Table, total
from adjudge.engine.dice import Faces
from adjudge.field import Point
from adjudge.games.mdrg.book import GEAR, SPECIALS, Arm
from adjudge.games.mdrg.rules.figures import (
    current,
    is_active,
    is_down,
    is_helpless,
    named,
    side_of,
    size,
)
from adjudge.games.mdrg.rules.moments import Special, voices
from adjudge.games.mdrg.rules.places import adjacent_enemies, is_across_obstacle
from adjudge.games.mdrg.rules.quality import REROLL, rerolling
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Battle, Figure

Kind = Literal["hth", "hack", "prick", "shot", "blast", "mind", "duel", "rubble"]
Grade = Literal["none", "draw", "recoil", "fall", "transfix", "thrown", "wound", "kill", "death", "gruesome"]
"""`death` is a kill that frightens nobody; a `wound` is what some get in place of a kill."""

SEVERITY: tuple[Grade, ...] = (
    "none", "draw", "recoil", "fall", "transfix", "thrown", "wound", "death", "kill", "gruesome",
)  # fmt: skip
DEADLY: tuple[Grade, ...] = ("kill", "death", "gruesome")


class Modifier(NamedTuple):
    """A number that changes a score, and the rule by which it does."""

    rule: str
    amount: int


class Clash:
    """One attack on one target. `modifiers` are those of the attacker's situation: range, cover, ambush; `hacked` names
    those who have hacked at the target in this chain of recoils. `arms` are all the weapons fired, `arm` the one
    whose score and effects count."""

    __slots__ = ("aimed", "arm", "arms", "attacker", "base", "hacked", "kind", "modifiers", "point", "state", "target")

    def __init__(
        self,
        state: Battle,
        kind: Kind,
        attacker: Figure | None,
        target: Figure,
        *,
        arm: Arm | None = None,
        base: int = 0,
        aimed: int = 0,
        point: Point | None = None,
        modifiers: tuple[Modifier, ...] = (),
        hacked: list[str] | None = None,
        arms: tuple[Arm, ...] = (),
    ) -> None:
        self.state, self.kind, self.attacker, self.target = state, kind, attacker, target
        self.hacked = [] if hacked is None else hacked
        self.arm, self.base, self.aimed, self.point, self.modifiers = arm, base, aimed, point, modifiers
        self.arms = arms or ((arm,) if arm else ())

    @property
    def is_hand_to_hand(self) -> bool:
        return self.kind in ("hth", "hack")

    @property
    def is_one_sided(self) -> bool:
        """Only the attacker can hurt: shots, blasts, Free Hacks (freehack.resolution, ranged.resolution)."""
        return self.kind not in ("hth", "duel")

    @property
    def energy(self) -> str:
        """What kind of energy the attack is made of; every blow is kinetic (sp-kinetic-scope)."""
        if self.kind in ("hth", "hack", "prick", "rubble"):
            return "kinetic"
        return self.arm.energy if self.arm else ""


class Blow:
    """A clash that somebody lost, seen from the loser's side. `winner` is nobody for falling rubble and the like."""

    __slots__ = ("clash", "even", "loser", "margin", "times", "winner")

    def __init__(
        self, clash: Clash, winner: Figure | None, loser: Figure, margin: int = 2, times: int = 1, even: bool = False
    ) -> None:
        self.clash, self.winner, self.loser = clash, winner, loser
        self.margin, self.times, self.even = margin, times, even

    @property
    def state(self) -> Battle:
        return self.clash.state

    @property
    def arm(self) -> Arm | None:
        """The weapon that struck: the attacker's, if it was he who won."""
        return self.clash.arm if self.winner is self.clash.attacker else None

    @property
    def traits(self) -> tuple[str, ...]:
        return self.arm.traits if self.arm else ()

    @property
    def energy(self) -> str:
        return "kinetic" if self.clash.is_hand_to_hand else self.clash.energy


class Result(NamedTuple):
    """What the dice of a clash say. `winner`: 1 the attacker, -1 the target, 0 nobody; `margin`: 1 or more than 1;
    `times`: 2 doubled, 3 trebled; `even`: the winner's natural die; `mishap`: what befell the weapon."""

    winner: int
    margin: int
    times: int
    even: bool
    mishap: str


class Verdict(NamedTuple):
    """What a clash came to: the grade, and who suffers it."""

    grade: Grade
    loser: str = ""
    winner: str = ""
    mishap: str = ""
    even: bool = False
    immune: bool = False


# Dice


@cache
def clash_reading(
    attack: int, defence: int, one_sided: bool, coloured: bool, floor: bool, fine: bool
) -> Reading[Result]:
    """combat.score: a die and a number on either side; with a high-tech weapon a coloured die (malfunction.die).

    The dice are thrown in the order attacker, coloured die, target. `fine`: somebody minds a margin of one.
    """
    dice = (6, 6, 6) if coloured else (6, 6)

    def read(faces: Faces) -> Result:
        mishap = mishap_of(faces[0], faces[1]) if coloured else "one" if faces[0] == 1 else ""
        return judged(faces[0], faces[-1], attack, defence, one_sided, floor, fine, mishap)

    label = f"{total(1, 6, attack).label} against {total(1, 6, defence).label}"
    return Reading(dice, read, label, hands=(2, 1) if coloured else (1, 1)).saying(in_words)


SCORES = {1: "beaten", 2: "doubled", 3: "trebled"}


def in_words(result: Result) -> str:
    """What the dice say, for a screen: who is beaten, how, and by an odd die or an even one."""
    weapon = f"; weapon: {result.mishap}" if result.mishap not in ("", "one") else ""
    if result.winner == 0:
        return "nothing" + weapon
    loser = "the target" if result.winner > 0 else "the attacker"
    die = "" if result.times > 1 else ", even" if result.even else ", odd"
    return f"{loser} is {SCORES[result.times]}{die}{weapon}"


def mishap_of(die: int, coloured: int) -> str:
    """malfunction.die, ammo.depletion, ammo.double-one."""
    if die == coloured:
        return "jam and empty" if die == 1 else "jam" if die % 2 else "break"
    return "empty" if die == 1 else ""


def judged(
    die: int, other: int, attack: int, defence: int, one_sided: bool, floor: bool, fine: bool, mishap: str
) -> Result:
    """The result of two natural dice, read as coarsely as possible: the fewer the values, the faster the odds."""
    mine, yours = die + attack, other + defence
    if floor:
        mine, yours = max(1, mine), max(1, yours)
    if mine == yours or (one_sided and mine < yours):  # combat.tie; a target that wins, but can do nothing with it
        return Result(0, 0, 0, False, mishap)
    if mine > yours:
        return _won(1, mine, yours, die, fine, mishap)
    return _won(-1, yours, mine, other, fine, mishap)


def _won(winner: int, more: int, less: int, die: int, fine: bool, mishap: str) -> Result:
    """Odd or even matters only where nobody is doubled, a margin of one only to those who mind it."""
    times = times_over(more, less)
    return Result(winner, min(2, more - less) if fine else 2, times, times == 1 and die % 2 == 0, mishap)


def times_over(winner: int, loser: int) -> int:
    """combat.kill, combat.gruesome-kill: at least double, at least treble (zero-or-negative-score)."""
    if winner < 1:
        return 1
    loser = max(0, loser)
    return 3 if winner >= 3 * loser else 2 if winner >= 2 * loser else 1


# Scores


def attack_modifiers(clash: Clash) -> list[Modifier]:
    """Everything that is added to the attacker's die besides his Combat."""
    found = list(clash.modifiers)
    match clash.kind:
        case "hth" | "hack":
            assert clash.attacker is not None
            found += hand_to_hand_modifiers(clash, clash.attacker, clash.target)
            if is_down(clash.target):  # hth.mod-helpless-foe; one who is down himself fallen.attacks-normally
                found.append(Modifier("hth.mod-helpless-foe", 2))
            if clash.arm is not None and clash.arm.hth is not None:  # hth.mod-pistol, equipment.electric-gun-hth
                found.append(Modifier("hth.mod-pistol", clash.arm.hth))
        case "shot":
            skills = clash.attacker.rules if clash.attacker else ()  # nobody: the gun went off by itself
            found += [Modifier(one.rule, n) for one in voices(skills, "shoot") if (n := one.shoot(clash))]
            found += [Modifier(one.rule, n) for one in voices(arm_traits(clash), "shoot") if (n := one.shoot(clash))]
            found += target_modifiers(clash)
        case "blast":
            found += target_modifiers(clash)
        case "mind" | "duel":
            assert clash.attacker is not None
            found += _thinking(clash, clash.attacker)
    return found


def arm_traits(clash: Clash) -> tuple[str, ...]:
    """The traits of the weapon used."""
    return clash.arm.traits if clash.arm else ()


def _thinking(clash: Clash, me: Figure) -> list[Modifier]:
    return [Modifier(one.rule, n) for one in voices(me.rules, "think") if (n := one.think(clash, me))]


def target_modifiers(clash: Clash) -> list[Modifier]:
    """What makes a target easy to hit, by shot or blast."""
    found = []
    if size(clash.target):  # size.ranged, grenade.size-applies
        found.append(Modifier("size.ranged", 1))
    if is_helpless(clash.target):
        found.append(Modifier("ranged.mod-transfixed", 2))
    return found


def defence_modifiers(clash: Clash) -> list[Modifier]:
    """Everything that is added to the target's die besides its Combat."""
    target = clash.target
    found = [Modifier("actions.extra-action-on-attack", -clash.aimed)] if clash.aimed else []
    match clash.kind:
        case "hth" | "hack":
            assert clash.attacker is not None
            found += hand_to_hand_modifiers(clash, target, clash.attacker)
            if is_across_obstacle(clash.state, clash.attacker, target):  # defending an obstacle
                found.append(Modifier("hth.mod-obstacle-or-elevation", 1))
            if clash.state.rulings.fallen_plus_two_direction == "both-ways" and is_down(clash.attacker):
                found.append(Modifier("ruling.fallen-plus-two-direction", 2))
        case "prick":  # a Free Hack: what the target's own rules make of a fight
            assert clash.attacker is not None
            found += _fighting(clash, target, clash.attacker)
        case "shot" | "blast":
            found += [Modifier(one.rule, n) for one in voices(target.rules, "resist") if (n := one.resist(clash))]
        case "mind" | "duel":
            found += _thinking(clash, target)
    return found


def hand_to_hand_modifiers(clash: Clash, me: Figure, foe: Figure) -> list[Modifier]:
    """The modifiers that both sides of a hand-to-hand combat may have, whoever attacked."""
    state, found = clash.state, []
    crowd = outnumbering(state, me)
    if crowd:
        found.append(Modifier("hth.mod-outnumbered", -crowd))
    bigger = size_bonus(clash, me, foe)
    if bigger:
        found.append(Modifier("size.hth", bigger))
    if me.level > foe.level:
        found.append(Modifier("hth.mod-obstacle-or-elevation", 1))
    return found + _fighting(clash, me, foe)


def _fighting(clash: Clash, me: Figure, foe: Figure) -> list[Modifier]:
    return [Modifier(one.rule, n) for one in voices(me.rules, "fight") if (n := one.fight(clash, me, foe))]


def outnumbering(state: Battle, me: Figure) -> int:
    """hth.mod-outnumbered: the adjacent enemies beyond the first that can fight (outnumbered-count)."""
    count = 0
    for enemy in adjacent_enemies(state, me):
        if state.rulings.outnumbered_count == "standing-only":
            count += is_active(enemy)
        else:
            count += not is_helpless(enemy)
    return max(0, count - 1)


def size_bonus(clash: Clash, me: Figure, foe: Figure) -> int:
    """hth.mod-big, hth.mod-huge: the larger of two models has +1, however much larger (huge-versus-normal)."""
    more = size(me) - size(foe)
    if more <= 0 or (clash.state.rulings.size_when_defending == "attacker-only" and me is not clash.attacker):
        return 0
    return more if clash.state.rulings.huge_versus_normal == "plus-two" else 1


def totals(clash: Clash) -> tuple[int, int]:
    """What each side adds to its die."""
    attack = clash.base + sum(modifier.amount for modifier in attack_modifiers(clash))
    defence = current(clash.target).combat + sum(modifier.amount for modifier in defence_modifiers(clash))
    return attack, defence


WORDS = {
    "actions.extra-action-on-attack": "extra action",
    "ambush.hth": "ambush",
    "ambush.ranged": "ambush",
    "cover.modifier": "cover",
    "grenade.cover": "cover",
    "hth.mod-helpless-foe": "helpless foe",
    "hth.mod-obstacle-or-elevation": "higher ground",
    "hth.mod-outnumbered": "outnumbered",
    "hth.mod-pistol": "with a gun",
    "multishot.penalty": "a later target",
    "prone.shooting": "lying down",
    "prone.targeted": "lies low",
    "ranged.mod-transfixed": "helpless target",
    "ranged.range-bands": "range",
    "ruling.fallen-plus-two-direction": "helpless foe",
    "size.hth": "size",
    "size.ranged": "size",
}


def reckoning(clash: Clash) -> str:
    """Both scores with all that is in them, for a player who asks why so much and why so little."""
    attack = _reckoned(clash.base, attack_modifiers(clash))
    return f"{attack} against {_reckoned(current(clash.target).combat, defence_modifiers(clash))}"


def _reckoned(base: int, modifiers: list[Modifier]) -> str:
    return " ".join([str(base), *(f"{amount:+d} {_word(rule)}" for rule, amount in modifiers)])


@cache
def _word(rule: str) -> str:
    """A modifier in a word: of a special rule or item, its name."""
    names = {entry.rule: entry.name for entry in SPECIALS.values()} | {item.rule: item.name for item in GEAR.values()}
    return WORDS.get(rule) or names.get(rule, rule)


# The roll


def roll_clash(table: Table[Battle], clash: Clash, rule: str, *, quiet: bool, wears: bool = True) -> Result:
    """Both dice at once. A Hero may roll his own again; then the natural dice are looked at one by one.

    `wears`: the coloured die is thrown too; a forecast that does not ask for the weapon can do without.
    """
    attack, defence = totals(clash)
    wears = wears and clash.attacker is not None and clash.kind in ("shot", "hth")
    coloured = wears and any(arm.cells for arm in clash.arms)
    floor = clash.state.rulings.zero_or_negative_score == "at-least-one"
    seats = (_seat(table.state, clash.attacker), side_of(table.state, clash.target))
    if not quiet and (_may_reroll(clash.attacker) or _may_reroll(clash.target)):
        return _open_roll(table, clash, (attack, defence), coloured, floor, seats, rule)
    fine = any(minds_a_point(one) for one in (clash.attacker, clash.target))
    return table.roll(clash_reading(attack, defence, clash.is_one_sided, coloured, floor, fine), rule, seats)


def minds_a_point(figure: Figure | None) -> bool:
    """Whether being beaten by exactly one is something else for it."""
    return figure is not None and bool(voices(figure.rules, "draws"))


def _seat(state: Battle, figure: Figure | None) -> str:
    return side_of(state, figure) if figure else ""


def _may_reroll(figure: Figure | None) -> bool:
    return figure is not None and rerolling(figure) is not None


@cache
def open_reading(coloured: bool) -> Reading[tuple[int, ...]]:
    """The faces themselves, for a roll of which a die may be rolled again."""
    dice = (6, 6, 6) if coloured else (6, 6)
    return Reading(dice, lambda faces: tuple(faces), "die against die", hands=(2, 1) if coloured else (1, 1))


def _open_roll(
    table: Table[Battle],
    clash: Clash,
    added: tuple[int, int],
    coloured: bool,
    floor: bool,
    seats: tuple[str, str],
    rule: str,
) -> Result:
    """ability.hero-reroll: the one who may looks at both dice first."""
    faces = table.roll(open_reading(coloured), rule, seats)
    die, other = faces[0], faces[-1]
    for figure, seat in ((clash.attacker, seats[0]), (clash.target, seats[1])):
        if figure is None or not _may_reroll(figure):
            continue
        mine, yours = die + added[0], other + added[1]
        if figure is clash.target:
            mine, yours = yours, mine
        one = rerolling(figure)
        assert one is not None
        rule = one.rerolls(figure)
        prompt = f"{named(figure)} has {mine} against {yours}: roll its die again?"
        if table.ask(seat, rule, Choose(REROLL, prompt=prompt)) == "re-roll":
            figure.used.append(one.id)
            again = table.roll(total(1), rule, seat)
            die, other = (again, other) if figure is clash.attacker else (die, again)
    mishap = mishap_of(die, faces[1]) if coloured else "one" if die == 1 else ""
    return judged(die, other, added[0], added[1], clash.is_one_sided, floor, True, mishap)


# The order in which everybody speaks when a combat is lost: sp-lost-combat-order


def strike(table: Table[Battle], clash: Clash, rule: str, *, quiet: bool = False, wears: bool = True) -> Verdict:
    """Rolls a clash and grades it. Nothing is moved or removed yet."""
    result = roll_clash(table, clash, rule, quiet=quiet, wears=wears)
    if result.winner == 0 or (result.winner < 0 and not can_strike_back(clash)):
        return Verdict("none", mishap=result.mishap)
    won, lost = (clash.attacker, clash.target) if result.winner > 0 else (clash.target, clash.attacker)
    assert lost is not None
    blow = Blow(clash, won, lost, result.margin, result.times, result.even)
    grade, immune = graded(table, blow)
    return Verdict(grade, lost.id, won.id if won else "", result.mishap, result.even, immune)


def can_strike_back(clash: Clash) -> bool:
    """hth.simultaneous: a target that wins hurts the attacker, unless it is helpless (transfixed-fights-back)."""
    if clash.kind != "hth":
        return False
    return not is_helpless(clash.target) or clash.state.rulings.transfixed_fights_back == "hurts"


def graded(table: Table[Battle], blow: Blow) -> tuple[Grade, bool]:
    """Steps 1 to 7 of sp-lost-combat-order; also whether the loser was immune."""
    if is_immune(blow):  # 1 immunity; 2, the comparison of totals, lies behind us
        return "none", True
    if blow.margin == 1 and any(
        one.draws(blow) for one in voices(blow.loser.rules, "draws")
    ):  # 3 armor at a margin of one
        table.tell("ruling.sp-lost-combat-order", "{name}'s armor makes it a draw", name=named(blow.loser))
        return "draw", False
    if any(one.saves(table, blow) for one in voices(blow.loser.rules, "saves")):  # 4 a force field
        return "draw", False
    grade = severity(blow)  # 5 the grade, the weapon's lethality, the winner's savagery
    if blow.winner is not None:
        for one in voices(blow.winner.rules, "worsens"):
            grade = one.worsens(blow, grade)
    for one in voices(blow.loser.rules, "softens"):  # 6 what the victim is made of
        grade = one.softens(blow, grade)
    for one in (*voices(blow.traits, "turns"), *_winners(blow, "turns")):  # 7 side effects in place of recoil and fall
        grade = one.turns(table, blow, grade)
    return grade, False


def _winners(blow: Blow, moment: str) -> tuple[Special, ...]:
    return voices(blow.winner.rules, moment) if blow.winner is not None else ()


def is_immune(blow: Blow) -> bool:
    """Step 1: the weapon does nothing to such a target, or the target shrugs such attacks off."""
    if any(one.is_harmless(blow) for one in voices(blow.traits, "is_harmless")):
        return True
    if any(one.shrugs_off(blow) for one in voices(blow.loser.rules, "shrugs_off")):
        return True
    return is_proof_against(blow.loser, blow.energy)


def is_proof_against(figure: Figure, energy: str) -> bool:
    """Whether a kind of energy does nothing to a model."""
    return bool(energy) and any(one.is_proof(figure, energy) for one in voices(figure.rules, "is_proof"))


def severity(blow: Blow) -> Grade:
    """Step 5: what the numbers alone make of it (result-order).

    combat.gruesome-kill, fallen.doubled-gruesome, combat.kill, fallen.killed-if-beaten, transfixed.effects,
    combat.lethal, combat.beaten-recoil-or-fall; for shots ranged.kill and ranged.recoil-or-fall, which are the same.
    """
    loser, rulings = blow.loser, blow.state.rulings
    if blow.times == 3 or (blow.times == 2 and doubled_is_gruesome(loser, rulings)):
        return "gruesome"
    lethal = any(one.is_lethal(blow) for one in voices(blow.traits, "is_lethal"))
    if blow.times == 2 or lethal or killed_if_beaten(blow):
        return "kill"
    return "fall" if blow.even else "recoil"


def doubled_is_gruesome(loser: Figure, rulings: Rulings) -> bool:
    """fallen.doubled-gruesome; a Transfixed model only where the house says so (transfixed-doubled)."""
    return loser.fallen or (is_helpless(loser) and rulings.transfixed_doubled == "gruesome")


def killed_if_beaten(blow: Blow) -> bool:
    """A Fallen or helpless model; by a shot one that lies prone too (prone.killed-if-beaten, prone-is-fallen)."""
    if blow.clash.kind == "shot" and "prone" in blow.loser.effects:
        return blow.state.rulings.prone_is_fallen == "killed" or is_helpless(blow.loser)
    return is_down(blow.loser)
