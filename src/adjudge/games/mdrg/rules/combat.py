"""Combat: two dice, two scores, and what happens to the loser.

A `Clash` is who attacks whom and how. `strike` resolves it: it rolls and grades the result, and changes nothing but
what is spent by asking (a Hero's die, the cell of a force field). It is the one place in which special rules speak
about a lost combat, in the order of the ruling sp-lost-combat-order. `suffer` then carries the verdict out. Play,
forecasts, the desk and bots all call `strike`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from adjudge.engine import Reading, Table, step, total
from adjudge.engine.dice import Faces
from adjudge.engine.moments import any_of, chain, sum_of
from adjudge.engine.steps import alone
from adjudge.field import Point
from adjudge.games.mdrg.ability import Special, voices
from adjudge.games.mdrg.book import Arm, title_of
from adjudge.games.mdrg.figures import (
    current,
    is_active,
    is_down,
    is_helpless,
    named,
    side_of,
    size,
)
from adjudge.games.mdrg.outcomes import NOTHING, Outcome
from adjudge.games.mdrg.places import adjacent_enemies, is_across_obstacle
from adjudge.games.mdrg.rules.quality import reroll_question, rerolling, spend_reroll
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Battle, Figure

Kind = Literal["hth", "hack", "prick", "shot", "blast", "mind", "duel", "rubble"]
Grade = Literal["none", "draw", "recoil", "fall", "transfix", "thrown", "wound", "kill", "death", "gruesome"]
"""`death` is a kill that frightens nobody; a `wound` is what some get in place of a kill."""

SEVERITY: tuple[Grade, ...] = (
    "none", "draw", "recoil", "fall", "transfix", "thrown", "wound", "death", "kill", "gruesome",
)  # fmt: skip
DEADLY: tuple[Grade, ...] = ("kill", "death", "gruesome")


# Moments at which special rules speak


@sum_of
def to_fight(clash: Clash, me: Figure, foe: Figure) -> int:
    """A modifier to the model's score in hand-to-hand, attacking or defending."""


@sum_of
def to_shoot(clash: Clash) -> int:
    """A modifier to the shooter's score."""


@sum_of
def to_resist(clash: Clash) -> int:
    """A modifier to the score of one who is shot at or caught in a blast."""


@sum_of
def to_think(clash: Clash, me: Figure) -> int:
    """A modifier to the score in psionic combat, attacking or defending."""


@any_of
def foils_ambush() -> bool:
    """Whether nobody gets the Ambush bonus against the model."""


@any_of
def shrugs_off(blow: Blow) -> bool:
    """Step 1, the loser's: whether the attack does nothing to it."""


@any_of
def is_proof(figure: Figure, energy: str) -> bool:
    """Step 1, the loser's: whether attacks of this energy do nothing to it."""


@any_of
def is_harmless(blow: Blow) -> bool:
    """Step 1, the weapon's: whether it does nothing to this loser."""


@any_of
def draws(blow: Blow) -> bool:
    """Step 3, the loser's: whether being beaten by exactly one point is a draw."""


@any_of
def saves(table: Table[Battle], blow: Blow) -> bool:
    """Step 4, the loser's: whether something stops the result at the last moment."""


@any_of
def is_lethal(blow: Blow) -> bool:
    """Step 5, the weapon's: whether merely beating the loser kills it."""


@chain
def worsens(grade: Grade, blow: Blow) -> Grade:
    """Step 5, the winner's: the grade made worse."""


@chain
def softens(grade: Grade, blow: Blow) -> Grade:
    """Step 6, the loser's: the grade made milder."""


@chain
def turns(grade: Grade, table: Table[Battle], blow: Blow) -> Grade:
    """Step 7, the weapon's and the winner's: a recoil or fall turned into something else."""


class Modifier(NamedTuple):
    """A number that changes a score, and the rule by which it does."""

    rule: str
    amount: int


class Clash:
    """One attack on one target. `modifiers` are those of the attacker's situation: range, cover, ambush; `hacked` names
    those who have hacked at the target in this chain of recoils. `arms` are all the weapons fired, `arm` the one
    whose score and effects count; `is_fired`: their malfunction die is thrown with this attack (malfunction.die)."""

    __slots__ = (
        "_added", "_modifiers", "aimed", "arm", "arms", "attacker", "base", "hacked", "is_fired", "kind", "point",
        "state", "target",
    )  # fmt: skip

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
        modifiers: tuple[Modifier, ...] | Callable[[], Sequence[Modifier]] = (),
        hacked: list[str] | None = None,
        arms: tuple[Arm, ...] = (),
        is_fired: bool = True,
    ) -> None:
        self.state, self.kind, self.attacker, self.target = state, kind, attacker, target
        self.is_fired = is_fired
        self._added: tuple[list[Modifier], list[Modifier]] | None = None
        self.hacked = [] if hacked is None else hacked
        self.arm, self.base, self.aimed, self.point, self._modifiers = arm, base, aimed, point, modifiers
        self.arms = arms or ((arm,) if arm else ())

    @property
    def modifiers(self) -> Sequence[Modifier]:
        """Those of the situation, which is looked at when somebody wants to know."""
        if callable(self._modifiers):
            self._modifiers = tuple(self._modifiers())
        return self._modifiers

    @property
    def added(self) -> tuple[list[Modifier], list[Modifier]]:
        """What is added to the attacker's die and to the target's, besides Combat: found out once."""
        if self._added is None:
            self._added = (attack_modifiers(self), defence_modifiers(self))
        return self._added

    def prepare(self, table: Table[Battle]) -> None:
        """Finds out what is added; for odds it is the same however the dice fall."""
        self._added = table.once(lambda: self.added)

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
    """What a clash came to: the grade, who suffers it, and the rule that decided. A winner without a loser could do
    nothing with it."""

    grade: Grade
    loser: str = ""
    winner: str = ""
    mishap: str = ""
    even: bool = False
    immune: bool = False
    rule: str = "combat.tie"


# Dice


@cache
def clash_reading(
    attack: int, defence: int, one_sided: bool, coloured: bool, floor: bool, fine: bool, worn: bool = True
) -> Reading[Result]:
    """combat.score: a die and a number on either side; with a high-tech weapon a coloured die (malfunction.die).

    The dice are thrown in the order attacker, coloured die, target. `fine`: somebody minds a margin of one. `worn`: a
    natural 1 does something to a weapon.
    """
    dice = (6, 6, 6) if coloured else (6, 6)

    def read(faces: Faces) -> Result:
        mishap = mishap_of(faces[0], faces[1]) if coloured else "one" if worn and faces[0] == 1 else ""
        return judged(faces[0], faces[-1], attack, defence, one_sided, floor, fine, mishap)

    label = f"{total(1, 6, attack).label} against {total(1, 6, defence).label}"
    reading = Reading(dice, read, label, hands=(2, 1) if coloured else (1, 1)).saying(in_words)
    return reading.naming(*dice_names(coloured))


def dice_names(coloured: bool) -> tuple[str, ...]:
    """What a table calls the dice of a combat, in the order in which they are thrown."""
    return ("combat die", *(["malfunction die"] if coloured else []), "combat die")


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
            found += _of(to_shoot.said(voices(skills), clash))
            found += _of(to_shoot.said(voices(arm_traits(clash)), clash))
            found += target_modifiers(clash)
        case "blast":
            found += target_modifiers(clash)
        case "mind" | "duel":
            assert clash.attacker is not None
            found += _thinking(clash, clash.attacker)
    return found


def _of(said: list[tuple[Special, int]]) -> list[Modifier]:
    """What special rules add, each by its own rule."""
    return [Modifier(one.rule, amount) for one, amount in said if amount]


def arm_traits(clash: Clash) -> tuple[str, ...]:
    """The traits of the weapon used."""
    return clash.arm.traits if clash.arm else ()


def _thinking(clash: Clash, me: Figure) -> list[Modifier]:
    return _of(to_think.said(voices(me.rules), clash, me))


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
            higher = target.level > clash.attacker.level  # obstacle-and-elevation: one line of the table, so once
            if not higher and is_across_obstacle(clash.state, clash.attacker, target):  # defending an obstacle
                found.append(Modifier("hth.mod-obstacle-or-elevation", 1))
            if clash.state.rulings.fallen_plus_two_direction == "both-ways" and is_down(clash.attacker):
                found.append(Modifier("ruling.fallen-plus-two-direction", 2))
        case "prick":  # a Free Hack: what the target's own rules make of a fight
            assert clash.attacker is not None
            found += _fighting(clash, target, clash.attacker)
        case "shot" | "blast" | "rubble":  # stairs-collapse-details: its own armor and weakness count, nothing else
            found += _of(to_resist.said(voices(target.rules), clash))
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
    return _of(to_fight.said(voices(me.rules), clash, me, foe))


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
    mine, yours = clash.added
    attack = clash.base + sum(modifier.amount for modifier in mine)
    return attack, current(clash.target).combat + sum(modifier.amount for modifier in yours)


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


class Reckoning:
    """Both scores with all that is in them, for a player who asks why so much and why so little.

    It is put into words when somebody reads it: odds pass it many times, and nobody listens.
    """

    __slots__ = ("clash",)

    def __init__(self, clash: Clash) -> None:
        self.clash = clash

    def __str__(self) -> str:
        mine, yours = self.clash.added
        target = self.clash.target
        return (
            f"{_reckoned(self.clash.base, mine)} against {named(target)}'s {_reckoned(current(target).combat, yours)}"
        )


def _reckoned(base: int, modifiers: list[Modifier]) -> str:
    return " ".join([str(base), *(f"{amount:+d} {_word(rule)}" for rule, amount in modifiers)])


@cache
def _word(rule: str) -> str:
    """A modifier in a word: of a special rule or item, its name."""
    return WORDS.get(rule) or title_of(rule)


# The roll


class Throw(NamedTuple):
    """What is thrown in a clash, and how it is read: the same however the dice fall, so odds find it out once."""

    reading: Reading[Result]
    thrown: Thrown
    modifiers: list[tuple[str, int, str]]
    """Everything added to either die: by which rule, how much, in a word."""


def roll_clash(table: Table[Battle], clash: Clash, rule: str) -> Result:
    """Both dice at once. A Hero may roll his own again; then the natural dice are looked at one by one."""
    clash.prepare(table)
    reading, thrown, modifiers = table.once(lambda: throw_of(clash))
    table.tell(
        rule,
        "{name}: {scores}",
        on=(clash.attacker.id, clash.target.id) if clash.attacker else (clash.target.id,),
        name=named(clash.attacker) if clash.attacker else clash.arm.name if clash.arm else "rubble",
        scores=Reckoning(clash),
        modifiers=modifiers,
    )
    if thrown.heroes == ("", ""):
        return table.roll(reading, rule, thrown.seats)
    result, spent = open_roll(table, thrown, rule)
    for figure, is_spent in zip((clash.attacker, clash.target), spent, strict=True):
        if figure is not None and is_spent:
            spend_reroll(figure)
    return result


def throw_of(clash: Clash) -> Throw:
    """The dice of a clash with both scores."""
    attack, defence = totals(clash)
    fired = clash.is_fired and clash.attacker is not None and clash.kind in ("shot", "hth")
    coloured = fired and any(arm.cells for arm in clash.arms)
    floor = clash.state.rulings.zero_or_negative_score == "at-least-one"
    fine = any(minds_a_point(one) for one in (clash.attacker, clash.target))
    seats = (_seat(clash.state, clash.attacker), side_of(clash.state, clash.target))
    heroes = (_rerolling(own_roller(clash)), _rerolling(clash.target))
    names = (named(clash.attacker) if clash.attacker else "", named(clash.target))
    return Throw(
        clash_reading(attack, defence, clash.is_one_sided, coloured, floor, fine, fired and bool(clash.arms)),
        Thrown(attack, defence, clash.is_one_sided, coloured, floor, seats, names, heroes),
        [(rule, amount, _word(rule)) for side in clash.added for rule, amount in side],
    )


def own_roller(clash: Clash) -> Figure | None:
    """Whose Combat roll the attacker's die is; a grenade rolls with a Combat of its own (grenade.own-combat)."""
    return None if clash.kind == "blast" else clash.attacker


def minds_a_point(figure: Figure | None) -> bool:
    """Whether being beaten by exactly one is something else for it."""
    return figure is not None and draws.is_answered(voices(figure.rules))


def _seat(state: Battle, figure: Figure | None) -> str:
    return side_of(state, figure) if figure else ""


def _rerolling(figure: Figure | None) -> str:
    """The rule by which a model may roll its die again; nothing if it may not."""
    found = rerolling(figure) if figure is not None else None
    return found[1] if found else ""


@cache
def open_reading(coloured: bool) -> Reading[tuple[int, ...]]:
    """The faces themselves, for a roll of which a die may be rolled again."""
    dice = (6, 6, 6) if coloured else (6, 6)
    hands = (2, 1) if coloured else (1, 1)
    reading = Reading(dice, lambda faces: tuple(faces), "die against die", hands=hands).saying(_shown)
    return reading.naming(*dice_names(coloured))


def _shown(faces: tuple[int, ...]) -> str:
    return f"{faces[0]} against {faces[-1]}"


class Thrown(NamedTuple):
    """A clash of which a die may be rolled again: the scores, how the dice are read, and on either side who throws, for
    whom, and the rule by which he may throw again."""

    attack: int
    defence: int
    is_one_sided: bool
    coloured: bool
    floor: bool
    seats: tuple[str, str]
    names: tuple[str, str]
    heroes: tuple[str, str]


@step
@alone
def open_roll(table: Table[Battle], thrown: Thrown, rule: str) -> tuple[Result, tuple[bool, bool]]:
    """ability.hero-reroll: the one who may looks at both dice first. The result, and which side has rolled again."""
    faces = table.roll(open_reading(thrown.coloured), rule, thrown.seats)
    dice, spent = [faces[0], faces[-1]], [False, False]
    for side, hero in enumerate(thrown.heroes):
        totals = (dice[0] + thrown.attack, dice[1] + thrown.defence)
        if not hero:
            continue
        mine, yours = totals[side], totals[1 - side]
        prompt = f"{thrown.names[side]} has {mine} against {yours}: roll its die again?"
        if table.ask(thrown.seats[side], hero, reroll_question(prompt, mine=mine, yours=yours)) == "re-roll":
            spent[side] = True
            dice[side] = table.roll(total(1), hero, thrown.seats[side])
    mishap = mishap_of(dice[0], faces[1]) if thrown.coloured else "one" if dice[0] == 1 else ""
    result = judged(dice[0], dice[1], thrown.attack, thrown.defence, thrown.is_one_sided, thrown.floor, True, mishap)
    return result, (spent[0], spent[1])


# The order in which everybody speaks when a combat is lost: sp-lost-combat-order


def strike(table: Table[Battle], clash: Clash, rule: str) -> Verdict:
    """Resolves a clash: rolls it, grades the result, and says which rule decided. Nobody is moved or removed yet."""
    result = roll_clash(table, clash, rule)
    if result.winner == 0:
        decided = UNBEATEN.get(clash.kind, "combat.tie")
        table.tell(decided, "nothing happens to {foe}", on=(clash.target.id,), mark="safe", foe=named(clash.target))
        return Verdict("none", mishap=result.mishap, rule=decided)
    if result.winner < 0 and not can_strike_back(clash):
        decided = "ruling.transfixed-fights-back"
        table.tell(decided, "{foe} wins, but cannot strike back", on=(clash.target.id,), foe=named(clash.target))
        return Verdict("none", winner=clash.target.id, mishap=result.mishap, rule=decided)
    won, lost = (clash.attacker, clash.target) if result.winner > 0 else (clash.target, clash.attacker)
    assert lost is not None
    blow = Blow(clash, won, lost, result.margin, result.times, result.even)
    immune = is_immune(blow)  # 1 immunity; 2, the comparison of totals, lies behind us
    grade: Grade
    grade, decided = ("none", "ruling.sp-lost-combat-order") if immune else graded(table, blow)
    why = "{name} is {times}, but immune" if immune else WHY.get(decided, "{name} is {times}: {grade}")
    table.tell(decided, why, on=(lost.id,), name=named(lost), grade=KINDS.get(grade, grade), times=SCORES[result.times])
    return Verdict(grade, lost.id, won.id if won else "", result.mishap, result.even, immune, decided)


UNBEATEN: dict[Kind, str] = {"shot": "ranged.resolution", "hack": "freehack.resolution", "blast": "area.separate-rolls"}
"""The rule by which nothing happens, where only one side can hurt; elsewhere it is a tie."""
WHY = {
    "combat.beaten-recoil-or-fall": "{name} is beaten: {grade}",
    "combat.gruesome-kill": "{name} is trebled, which is a gruesome kill",
    "combat.kill": "{name} is doubled, which kills",
    "combat.lethal": "{name} is beaten, and the weapon is lethal",
    "fallen.doubled-gruesome": "{name} is doubled while Fallen, which is a gruesome kill",
    "fallen.killed-if-beaten": "{name} is beaten while Fallen, which kills",
    "prone.killed-if-beaten": "{name} is beaten while prone, which kills",
    "ruling.sp-lost-combat-order": "{name}'s armor or field makes it a draw",
    "ruling.transfixed-doubled": "{name} is doubled while helpless, which is a gruesome kill",
    "transfixed.effects": "{name} is beaten while helpless, which kills",
}
"""The sentence of the rule that decided a combat."""


KINDS: dict[Grade, str] = {"none": "nothing", "draw": "nothing", "death": "kill"}
"""What a grade is called as an outcome, where it is not called by its own name."""


def outcome_of(verdict: Verdict, attacker: str = "") -> Outcome:
    """What a clash comes to, as data. `attacker`: his id, so that it is told apart when he is the one who suffers."""
    kind = KINDS.get(verdict.grade, verdict.grade)
    return NOTHING if kind == "nothing" else Outcome(kind, "attacker" if verdict.loser == attacker else "target")


def can_strike_back(clash: Clash) -> bool:
    """hth.simultaneous: a target that wins hurts the attacker, unless it is helpless (transfixed-fights-back)."""
    if clash.kind != "hth":
        return False
    return not is_helpless(clash.target) or clash.state.rulings.transfixed_fights_back == "hurts"


def graded(table: Table[Battle], blow: Blow) -> tuple[Grade, str]:
    """Steps 3 to 7 of sp-lost-combat-order: the grade, and the rule that decided it."""
    if blow.margin == 1 and draws(voices(blow.loser.rules), blow):  # 3 armor at a margin of one
        return "draw", "ruling.sp-lost-combat-order"
    grade, rule = severity(blow)  # of the model as the attack found it: a field that burns out at 4 still counts at 5
    if saves(voices(blow.loser.rules), table, blow):  # 4 a force field
        return "draw", "ruling.sp-lost-combat-order"
    winner = blow.winner.rules if blow.winner is not None else ()  # 5 the weapon's lethality, the winner's savagery
    for worsen in voices(winner).at(worsens):
        grade, rule = by(worsen, worsen(grade, blow), grade, rule)
    for soften in voices(blow.loser.rules).at(softens):  # 6 what the victim is made of
        grade, rule = by(soften, soften(grade, blow), grade, rule)
    for turn in (*voices(blow.traits).at(turns), *voices(winner).at(turns)):  # 7 side effects for recoil and fall
        grade, rule = by(turn, turn(grade, table, blow), grade, rule)
    return grade, rule


def by(answer: Callable[..., Grade], grade: Grade, before: Grade, rule: str) -> tuple[Grade, str]:
    """A grade, and the rule of the special rule that made it by its answer, if it is another than before."""
    return (grade, rule) if grade == before else (grade, answer.__self__.rule)  # type: ignore[attr-defined]


def is_immune(blow: Blow) -> bool:
    """Step 1: the weapon does nothing to such a target, or the target shrugs such attacks off."""
    if is_harmless(voices(blow.traits), blow):
        return True
    if shrugs_off(voices(blow.loser.rules), blow):
        return True
    return is_proof_against(blow.loser, blow.energy)


def is_proof_against(figure: Figure, energy: str) -> bool:
    """Whether a kind of energy does nothing to a model."""
    return bool(energy) and is_proof(voices(figure.rules), figure, energy)


def severity(blow: Blow) -> tuple[Grade, str]:
    """Step 5: what the numbers alone make of it (result-order); for shots ranged.kill and ranged.recoil-or-fall."""
    loser, rulings = blow.loser, blow.state.rulings
    if blow.times == 3:
        return "gruesome", "combat.gruesome-kill"
    if blow.times == 2 and doubled_is_gruesome(loser, rulings):
        return "gruesome", "fallen.doubled-gruesome" if loser.fallen else "ruling.transfixed-doubled"
    if blow.times == 2:
        return "kill", "combat.kill"
    if is_lethal(voices(blow.traits), blow):
        return "kill", "combat.lethal"
    if killed_if_beaten(blow):
        return "kill", why_killed(blow)
    return "fall" if blow.even else "recoil", "combat.beaten-recoil-or-fall"


def why_killed(blow: Blow) -> str:
    """The rule by which a model that is merely beaten dies."""
    if is_helpless(blow.loser):
        return "transfixed.effects"
    return "prone.killed-if-beaten" if "prone" in blow.loser.effects else "fallen.killed-if-beaten"


def doubled_is_gruesome(loser: Figure, rulings: Rulings) -> bool:
    """fallen.doubled-gruesome; a Transfixed model only where the house says so (transfixed-doubled)."""
    return loser.fallen or (is_helpless(loser) and rulings.transfixed_doubled == "gruesome")


def killed_if_beaten(blow: Blow) -> bool:
    """A Fallen or helpless model; by a shot one that lies prone too (prone.killed-if-beaten, prone-is-fallen)."""
    if blow.clash.kind == "shot" and "prone" in blow.loser.effects:
        return blow.state.rulings.prone_is_fallen == "killed" or is_helpless(blow.loser)
    return is_down(blow.loser)
