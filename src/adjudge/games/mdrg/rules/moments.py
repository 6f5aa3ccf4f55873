"""The named moments at which special rules speak.

A special rule is an object of a class derived from `Special`, registered under its id with `@special`. It answers the
moments it overrides and is never asked about the others: `voices` finds, for the rules a model has, the ones that have
something to say at a moment, and remembers the answer. A rule adds to the core rules or overrides them only for the
model that has it (ability.special-rules-general).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeVar

from adjudge.games.mdrg.book import GEAR, SPECIALS, Stick, split

if TYPE_CHECKING:
    from typing import Any

    from adjudge.engine import Table
    from adjudge.engine.questions import Point
    from adjudge.games.mdrg.book import Arm
    from adjudge.games.mdrg.party import Profile
    from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade
    from adjudge.games.mdrg.rules.deeds import Deed
    from adjudge.games.mdrg.state import Battle, Figure, Muster

C = TypeVar("C", bound="type[Special]")


class Special:
    """A special rule that says nothing. Its detail is what stands in brackets behind its name."""

    contact_rank = 1
    """When it speaks on contact: the lower before the higher (order-of-contact-events)."""

    def __init__(self, id: str, detail: str = "") -> None:
        self.id, self.detail = id, detail

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.detail!r})"

    @property
    def rule(self) -> str:
        """The rule to cite for it."""
        entry = SPECIALS.get(self.id) or GEAR.get(self.id)
        return entry.rule if entry else self.id

    # On the profile

    def rate(self, stick: Stick) -> Stick:
        """The movement rate, made of the one it had before (sp-movement-conflict)."""
        return stick

    def quality(self, number: int) -> int:
        """The Quality number, made of the one it had before."""
        return number

    def combat(self, number: int) -> int:
        """The Combat score, made of the one it had before."""
        return number

    def eats(self, food: int, cells: int) -> tuple[int, int]:
        """The Upkeep in food and Energy Cells, made of what it was before."""
        return food, cells

    def feeds_on_cells(self) -> bool:
        """Whether the model may pay its food in Energy Cells."""
        return False

    def fasts(self) -> bool:
        """Whether the model needs no food at all."""
        return False

    def marks(self, profile: Profile) -> bool:
        """Whether a mark on the record sheet gives the model the rule, besides all that is listed there."""
        return False

    def mustered(self, figure: Figure) -> None:
        """A model with such a mark takes its place in a battle."""

    def misfit(self, profile: Profile) -> str:
        """Why this model cannot get the rule, in words; nothing if it can."""
        return ""

    def wasted_on(self, profile: Profile, muster: Muster) -> str:
        """Why the model cannot get the rule now, in this party, in words; nothing if it can."""
        return ""

    def brings(self, table: Table[Any], muster: Muster, profile: Profile) -> Profile:
        """The model has got the rule: what comes with it."""
        return profile

    def equips(self) -> int:
        """How many rolls on the Equipment Table it gives to a model that has none by its type."""
        return 0

    def schools(self) -> int:
        """How many skills it gives besides those of the type."""
        return 0

    def mutates(self) -> int:
        """How many Mutations a model with it can have besides those of the type."""
        return 0

    def stocks(self) -> bool:
        """Whether the model carries things that came with the rule and not from the Equipment Table."""
        return False

    def is_drawback(self) -> bool:
        """Whether it is nothing but a burden, which stays when powers go."""
        return False

    def mutes(self, rule: str) -> bool:
        """An effect's: whether it takes this special rule from the model."""
        return False

    def bars(self, item: str, profile: Profile) -> bool:
        """Whether the model may not use this piece of equipment."""
        return False

    def gives_hands(self) -> bool:
        """Whether the model can hold things like a human, whatever its type."""
        return False

    def takes_hands(self) -> bool:
        """Whether the model has lost the use of hands."""
        return False

    def is_clumsy(self, figure: Figure) -> bool:
        """Whether its hands cannot throw what lies about."""
        return False

    def size(self) -> int:
        """0 normal, 1 Big, 2 Huge."""
        return 0

    def is_machine(self) -> bool:
        """Whether the model is made and not born."""
        return False

    def is_vegetable(self) -> bool:
        """Whether plant poisons work on the model."""
        return False

    def keeps_out_gas(self) -> bool:
        """Whether neither gas nor disease reaches the model."""
        return False

    def leaves(self, figure: Figure) -> list[str]:
        """What lies on the table where the model was killed."""
        return []

    def trodden(self, table: Table[Battle], figure: Figure) -> None:
        """A thing's on the ground: a model has ended its move on it."""

    def puzzles(self) -> int:
        """A bonus when the model figures out an artifact; several add up (sp-artifact-modifiers-stack)."""
        return 0

    # Leading

    def leads(self) -> bool:
        """Whether the model leads its party: it needs more food, and everybody grieves for it."""
        return False

    def bewilders(self) -> bool:
        """Whether the model can give no orders."""
        return False

    # Quality rolls

    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        """A bonus on each die of the model's own Quality roll."""
        return 0

    def heartens(self, state: Battle, me: Figure, friend: Figure, purpose: str) -> int:
        """A bonus on each die of a friend's Quality roll; of several the best counts."""
        return 0

    def sure(self, purpose: str) -> bool:
        """Whether one die of the Quality roll is not rolled and succeeds."""
        return False

    def rerolls(self, figure: Figure) -> str:
        """The rule by which the model may still roll one die of its own again; nothing if it may not."""
        return ""

    def ends(self, table: Table[Battle], figure: Figure) -> bool:
        """An effect's, or what holds the model: whether it is over when its bearer's owner begins a turn."""
        return False

    def fades(self) -> bool:
        """An effect's: whether it is over when the turn passes."""
        return False

    def is_held_by_another(self) -> bool:
        """An effect's: whether it is over when nobody controls the model any more."""
        return False

    def after_activation(self, table: Table[Battle], figure: Figure, ones: int) -> None:
        """The activation dice lie on the table; `ones` of them show 1."""

    # The score

    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """A modifier to the model's score in hand-to-hand, attacking or defending."""
        return 0

    def shoot(self, clash: Clash) -> int:
        """A modifier to the shooter's score."""
        return 0

    def resist(self, clash: Clash) -> int:
        """A modifier to the score of one who is shot at or caught in a blast."""
        return 0

    def think(self, clash: Clash, me: Figure) -> int:
        """A modifier to the score in psionic combat, attacking or defending."""
        return 0

    def foils_ambush(self) -> bool:
        """Whether nobody gets the Ambush bonus against the model."""
        return False

    def range_relief(self) -> int:
        """By how much range penalties shrink."""
        return 0

    # A lost combat, in the order of sp-lost-combat-order

    def shrugs_off(self, blow: Blow) -> bool:
        """Step 1, the loser's: whether the attack does nothing to it."""
        return False

    def is_proof(self, figure: Figure, energy: str) -> bool:
        """Step 1, the loser's: whether attacks of this energy do nothing to it."""
        return False

    def is_harmless(self, blow: Blow) -> bool:
        """Step 1, the weapon's: whether it does nothing to this loser."""
        return False

    def draws(self, blow: Blow) -> bool:
        """Step 3, the loser's: whether being beaten by exactly one point is a draw."""
        return False

    def saves(self, table: Table[Battle], blow: Blow) -> bool:
        """Step 4, the loser's: whether something stops the result at the last moment."""
        return False

    def is_lethal(self, blow: Blow) -> bool:
        """Step 5, the weapon's: whether merely beating the loser kills it."""
        return False

    def worsens(self, blow: Blow, grade: Grade) -> Grade:
        """Step 5, the winner's: the grade made worse."""
        return grade

    def softens(self, blow: Blow, grade: Grade) -> Grade:
        """Step 6, the loser's: the grade made milder."""
        return grade

    def turns(self, table: Table[Battle], blow: Blow, grade: Grade) -> Grade:
        """Step 7, the weapon's and the winner's: a recoil or fall turned into something else."""
        return grade

    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        """Step 7, the weapon's and the winner's: what else happens to a loser that is still in play."""

    # Afterwards

    def went_down(self, table: Table[Battle], figure: Figure) -> None:
        """The model was knocked down or out."""

    def ignores_terror(self) -> bool:
        """Whether neither Terror nor witnessed Gruesome Kills frighten the model."""
        return False

    def frightens(self, state: Battle, me: Figure, foe: Figure) -> bool:
        """Whether the model is terrible to this enemy."""
        return False

    def fears(self, state: Battle, me: Figure, foe: Figure) -> bool:
        """Whether the model treats this enemy as terrible."""
        return False

    def slips_away(self, state: Battle, me: Figure, hacker: Figure) -> bool:
        """Whether this enemy gets no Free Hack at the model."""
        return False

    # Being a target, and firing

    def evades(self, state: Battle, me: Figure, shooter: Figure) -> bool:
        """Whether the model cannot be chosen as a target."""
        return False

    def finds(self) -> bool:
        """Whether nobody evades the model's attacks."""
        return False

    def is_silent(self) -> bool:
        """Whether firing the weapon gives nothing away."""
        return False

    def fired(self, table: Table[Battle], figure: Figure, arm: Arm, mishap: str) -> None:
        """The weapon's: it has been fired, and what the die did to it."""

    def is_single(self) -> bool:
        """The weapon's: whether every shot uses up its cell."""
        return False

    def spreads(self) -> bool:
        """The weapon's: whether those who touch a distant target are hit too."""
        return False

    def shot_at(self, table: Table[Battle], figure: Figure, clash: Clash) -> None:
        """The target's: it has been shot at or caught in a blast, hit or not, and is still in play."""

    def washes(self, table: Table[Battle], clash: Clash, *, quiet: bool) -> None:
        """The grenade's: what it does to a model in its blast besides or in place of a Combat roll.

        `quiet`: for a forecast; nobody is asked whether a die is rolled again.
        """

    def scours(self, table: Table[Battle], point: Point, arm: Arm) -> None:
        """The grenade's: what it does to the ground."""

    # Being Transfixed, asked of what holds the model

    def holds_fast(self) -> bool:
        """Whether nobody breaks free of it by himself."""
        return False

    def spares_the_mind(self) -> bool:
        """Whether one who is held can still use Mental Mutations."""
        return False

    # Moving

    def stick(self, stick: Stick, in_water: bool) -> Stick:
        """The stick for this move."""
        return stick

    def hampers(self) -> bool:
        """Whether the model moves one category lower than it would."""
        return False

    def crosses(self, mark: str) -> bool:
        """Whether ground with this trait does not slow the model."""
        return False

    def pins(self) -> bool:
        """Whether the model can neither move nor rise nor recoil."""
        return False

    def flies(self) -> bool:
        """Whether the model moves in leaps over everything."""
        return False

    def clings(self) -> bool:
        """Whether the model walks on walls."""
        return False

    def doubles_a_move(self, figure: Figure) -> bool:
        """Whether the model may still, for once, make two moves in place of one."""
        return False

    def most_moves(self) -> int:
        """The most moves it can make in a turn."""
        return 99

    def dares(self, table: Table[Battle], figure: Figure, here: frozenset[str], ahead: frozenset[str]) -> bool:
        """Whether it dares to go on, from ground with these traits into ground with those."""
        return True

    def climbs_only(self) -> frozenset[str]:
        """The only things it can climb, by their traits; nothing: whatever can be climbed."""
        return frozenset()

    def climbs(self) -> int:
        """A modifier to each climbing die."""
        return 0

    def survives_falls(self) -> bool:
        """Whether a drop does it no harm."""
        return False

    def bashes(self) -> int:
        """A modifier to a roll that bashes a door or resists telekinesis."""
        return 0

    def rams(self) -> bool:
        """Whether it helps two models to bash a door."""
        return False

    def shakes_stairs(self) -> bool:
        """Whether stairs may collapse under it."""
        return False

    def stirs(self, table: Table[Battle], figure: Figure) -> None:
        """The model has moved."""

    def assailed(self, table: Table[Battle], figure: Figure) -> None:
        """The model is attacked in hand-to-hand."""

    def acts(self, table: Table[Battle], figure: Figure, deed: str) -> None:
        """The model is about to spend an action on something."""

    def touched(self, table: Table[Battle], me: Figure, other: Figure) -> None:
        """Another model came into contact with it, or it with the other."""

    # Acting

    def enters(self, table: Table[Battle], figure: Figure) -> None:
        """The battle begins."""

    def lends(self, state: Battle, me: Figure, other: Figure) -> list[Deed]:
        """What the model lets one do that touches it."""
        return []

    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        """What the rule lets the model do with its actions."""
        return []

    def arms(self, figure: Figure) -> list[str]:
        """The natural weapons that the model can shoot."""
        return []

    def repairs(self) -> int:
        """A bonus on unjamming a weapon; a party with such a model ignores its first malfunction."""
        return 0

    def withdraws(self, state: Battle, figure: Figure) -> str:
        """The rule by which the model leaves the table now; nothing if it stays."""
        return ""


_KNOWN: dict[str, type[Special]] = {}


class Weakened(Special):
    """-1 on every Combat roll."""

    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        return -1

    def shoot(self, clash: Clash) -> int:
        return -1

    def resist(self, clash: Clash) -> int:
        return -1

    def think(self, clash: Clash, me: Figure) -> int:
        return -1


def special(*ids: str) -> Callable[[C], C]:
    """Registers a class under the ids of the special rules it stands for."""

    def register(kind: C) -> C:
        for id in ids:
            assert id not in _KNOWN, f"{id} is registered twice"
            _KNOWN[id] = kind
        return kind

    return register


def is_special(id: str) -> bool:
    """Whether something is registered under an id."""
    return id in _KNOWN


@lru_cache(maxsize=4096)
def marked(profile: Profile) -> tuple[str, ...]:
    """The special rules that a model has by a mark on its record sheet."""
    silent = Special.marks
    return tuple(id for id, kind in _KNOWN.items() if kind.marks is not silent and kind(id).marks(profile))


@cache
def voice(rule: str) -> Special:
    """The object of a special rule, from its id with detail."""
    id, detail = split(rule)
    return _KNOWN.get(id, Special)(id, detail)


@cache
def voices(rules: tuple[str, ...], moment: str) -> tuple[Special, ...]:
    """Those of the rules that have something to say at a moment, in the order in which the model got them."""
    silent = getattr(Special, moment)
    return tuple(one for one in map(voice, rules) if getattr(type(one), moment) is not silent)
