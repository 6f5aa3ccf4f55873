"""Physical Mutations."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from adjudge.engine import Reading, Table, step, total
from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, one_voice, special
from adjudge.games.mdrg.book import ARMS, GEAR, SPECIALS, TABLES, TYPES, Arm, Stick, split
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    are_enemies,
    clinging,
    current,
    in_play,
    is_artificial,
    is_green,
    is_helpless,
    larger,
    most_moves,
    moves_once,
    named,
    natural_arms,
    owns,
    quality,
    refresh,
    side_of,
    size,
    stick_for,
    uses_hands,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.places import active_opponents, adjacent, apart, is_within, length
from adjudge.games.mdrg.readings import on_a_one, on_or_more
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.actions import lends, offers
from adjudge.games.mdrg.rules.activation import fades
from adjudge.games.mdrg.rules.artifacts import puzzles
from adjudge.games.mdrg.rules.battlefield import enters
from adjudge.games.mdrg.rules.buildings import bashes
from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade, is_proof, shrugs_off, softens, strike, to_think, turns
from adjudge.games.mdrg.rules.creation import brings, equips, mutates, unfit, wasted_on
from adjudge.games.mdrg.rules.heights import climbs, climbs_only, shakes_stairs
from adjudge.games.mdrg.rules.morale import doubles_a_move
from adjudge.games.mdrg.rules.movement import can_move, carry_out, move_question
from adjudge.games.mdrg.rules.profiles import (
    Objection,
    bars,
    bears,
    fasts,
    feeds_on_cells,
    gives_hands,
    has,
    is_leading,
    is_mental,
    moving,
    needs,
    quality_made,
    rate,
    settled,
    starves,
    takes_hands,
)
from adjudge.games.mdrg.rules.quality import quality_roll, resists, steadies
from adjudge.games.mdrg.rules.radiation import irradiate, radiated
from adjudge.games.mdrg.rules.ranged import finds, is_clumsy, shot_at, targets, why_not
from adjudge.games.mdrg.rules.results import (
    DEAD_AT,
    glides,
    is_machine_fed_on_cells,
    kill,
    lingers,
    lose_quality,
    remains,
    suffer,
    survives_falls,
    touched,
    transfix,
    went_down,
)
from adjudge.games.mdrg.special.armor import burn_out, shut_down
from adjudge.games.mdrg.special.disease import expose
from adjudge.games.mdrg.special.weapons import feels_poison, is_sealed, is_shielded, wears
from adjudge.games.mdrg.state import Battle, Figure, Muster
from adjudge.games.mdrg.sticks import flying, fords

GARMENTS = frozenset(item for item, gear in GEAR.items() if gear.kind == "armor")
"""Armor, Flak Jackets and NBC Suits: cut for humans. A Force Field is a generator (sp-force-field-wearers)."""


BODILY = ("poison", "gas", "radiation", "disease", "herbicide")
"""The Quality rolls on which a constitution tells."""
QUILLS_COMBAT = 1
RADIATION = Arm("Radiation", "short")


def can_adapt(figure: Figure, energy: str) -> bool:
    """Whether a model has not yet adapted in this game, and this energy is one it could adapt to."""
    return energy not in ("", "kinetic") and not any(effect.startswith("adapted") for effect in figure.effects)


def plain_targets(state: Battle, figure: Figure, arm: Arm, far: float) -> list[Figure]:
    """The enemies that a power without range bands may be used on: sight, melee, Stealth and the closest rule apply."""
    return [foe for foe in targets(state, figure, arm) if apart(state, figure, foe) <= far + 1e-6]


@special("long-move")
class LongMove(Special):
    """ability.long-move; with Short Move together it gives Medium (ruling.mutation-duplicates)."""

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "medium" if stick == "short" else "long"


@special("short-move")
class ShortMove(Special):
    """ability.short-move."""

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "medium" if stick == "long" else "short"


@special("medium-movement")
class MediumMovement(Special):
    """A Plant Mutation: the model moves with the Medium stick (move.rates)."""

    @answers(wasted_on)
    def wasted_on(self, profile: Profile, muster: Muster) -> str:
        return "it moves Medium" if rate(profile) == "medium" else ""

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "medium"


@special("bestial")
class Bestial(Special):
    """ability.bestial: on all fours, no hands, no human gear."""

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "long"

    @answers(takes_hands)
    def takes_hands(self) -> bool:
        return True


@special("humanoid")
class Humanoid(Special):
    """ability.humanoid: hands and a Medium move, but no armor made for humans."""

    @answers(equips)
    def equips(self) -> int:
        return 1

    @answers(mutates)
    def mutates(self) -> int:
        """A party's gift: animal.all-animal-party, plant.free-humanoid."""
        return 1

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "medium"

    @answers(gives_hands)
    def gives_hands(self) -> bool:
        return True

    @answers(bars)
    def bars(self, item: str, profile: Profile) -> bool:
        return item in GARMENTS


@special("big")
class Big(Special):
    """ability.big."""

    @answers(unfit)
    def misfit(self, profile: Profile) -> str:
        return "it is Huge" if has(profile, "huge") else ""

    @answers(bars)
    def bars(self, item: str, profile: Profile) -> bool:
        return item in GARMENTS  # mutant.equipment-limits, ruling.big-models-and-armor

    @answers(larger)
    def size(self) -> int:
        """size.hth, size.ranged."""
        return 1

    @answers(bashes)
    def bashes(self) -> int:
        """door.bash-modifiers, ability.telekinetic-test."""
        return 1


@special("huge")
class Huge(Special):
    """ability.huge."""

    @answers(brings)
    def brings(self, profile: Profile, table: Table[Any], muster: Muster) -> Profile:
        """A Big model that rolls it becomes Huge (ruling.mutation-duplicates)."""
        kept = tuple(trait for trait in profile.traits if trait != "big")
        return settled(replace(profile, traits=kept), muster.rulings)

    @answers(bars)
    def bars(self, item: str, profile: Profile) -> bool:
        return item in GARMENTS

    @answers(larger)
    def size(self) -> int:
        return 2

    @answers(bashes)
    def bashes(self) -> int:
        return 2

    @answers(shakes_stairs)
    def shakes_stairs(self) -> bool:
        """stairs.collapse-chance."""
        return True


QUILLS, ENTANGLE = "quills", "entangle"


@special("quills")
class Quills(Special):
    """ability.quills-no-armor."""

    @answers(bars)
    def bars(self, item: str, profile: Profile) -> bool:
        return item in GARMENTS

    @answers(touched)
    def touched(self, table: Table[Battle], me: Figure, other: Figure) -> None:
        """ability.quills-contact: a Free Hack with Combat 1 at everyone who comes into contact, friend or foe."""
        clash = quilled(table.state, me, other)
        suffer(table, clash, strike(table, clash, "ability.quills-contact"))

    @answers(natural_arms)
    def arms(self, figure: Figure) -> list[str]:
        """ability.quills-shoot, weapon-row.quills."""
        return ["quills"]


def quilled(state: Battle, me: Figure, other: Figure) -> Clash:
    """The clash of one who touches quills."""
    return Clash(state, "prick", me, other, base=QUILLS_COMBAT)


@special("absorption")
class Absorption(Special):
    """ability.absorption-adaptation-exclusive."""

    @answers(unfit)
    def misfit(self, profile: Profile) -> str:
        return "it has Energy Adaptation" if has(profile, "energy-adaptation") else ""

    @answers(is_proof)
    def is_proof(self, figure: Figure, energy: str) -> bool:
        """ability.absorption-effect."""
        return energy == self.detail

    @answers(survives_falls)
    def survives_falls(self) -> bool:
        return self.detail == "kinetic"


@special("energy-adaptation")
class EnergyAdaptation(Special):
    """ability.absorption-adaptation-exclusive, from the other side; forgotten after the game:
    ability.energy-adaptation-reset."""

    @answers(unfit)
    def misfit(self, profile: Profile) -> str:
        return "it has Absorption" if has(profile, "absorption") else ""

    @answers(is_proof)
    def is_proof(self, figure: Figure, energy: str) -> bool:
        """ability.energy-adaptation: the first energy of the game; that attack too, unless the table says otherwise."""
        return energy != "kinetic" and f"adapted ({energy})" in figure.effects

    @answers(shrugs_off)
    def shrugs_off(self, blow: Blow) -> bool:
        """The triggering attack (ruling.sp-energy-adaptation-first-attack)."""
        first = can_adapt(blow.loser, blow.energy)
        return first and blow.state.rulings.sp_energy_adaptation_first_attack == "harmless"

    @answers(shot_at)
    def shot_at(self, table: Table[Battle], figure: Figure, clash: Clash) -> None:
        if can_adapt(figure, clash.energy):
            figure.effects.append(f"adapted ({clash.energy})")
            refresh(figure)
            table.tell(
                "ability.energy-adaptation",
                "{name} adapts to {energy}",
                on=(figure.id,),
                name=named(figure),
                energy=clash.energy,
            )


@special("energy-projection")
class EnergyProjection(Special):
    """ability.energy-projection-upkeep: 2 Food Points."""

    @answers(needs)
    def eats(self, eaten: tuple[int, int]) -> tuple[int, int]:
        return max(eaten[0], 2), eaten[1]

    @answers(natural_arms)
    def arms(self, figure: Figure) -> list[str]:
        """ability.energy-projection-use: as the weapon it equals; not once it is burnt out."""
        arm = f"projected-{self.detail}"
        return [arm] if arm in ARMS and arm not in figure.used else []

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        """ability.energy-projection-radiation: a Radiation Check for one target within Short."""
        if self.detail != "radiation" or figure.attacked or is_helpless(figure):
            return []
        return [_irradiating(foe) for foe in plain_targets(state, figure, RADIATION, length(state, "short"))]


@special("weak-constitution")
class WeakConstitution(Special):
    """ability.weak-constitution-upkeep: 2 Food Points."""

    @answers(needs)
    def eats(self, eaten: tuple[int, int]) -> tuple[int, int]:
        return max(eaten[0], 2), eaten[1]

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        """ability.weak-constitution."""
        return -1 if purpose in BODILY else 0

    @answers(starves)
    def starves(self) -> bool:
        """ability.weak-constitution-upkeep: a Leader too (ruling.sp-underfed-leader)."""
        return True


@special("nutritious-fruits")
class NutritiousFruits(Special):
    """ability.nutritious-fruits: one Food Point a week, wherever the plant was (ruling.sp-nutritious-fruits)."""

    @answers(bears)
    def bears(self) -> int:
        return 1


@special("photosynthesis")
class Photosynthesis(Special):
    """ability.photosynthesis: no food, whatever else applies (ruling.sp-upkeep-combinations)."""

    @answers(fasts)
    def fasts(self) -> bool:
        return True

    @answers(is_green)
    def is_vegetable(self) -> bool:
        return True


@special("superior-touch")
class SuperiorTouch(Special):
    """ability.superior-touch."""

    @answers(puzzles)
    def puzzles(self) -> int:
        return 2


@special("two-headed")
class TwoHeaded(Special):
    """ability.two-headed: Quality worsens by one."""

    @answers(quality_made)
    def quality(self, number: int) -> int:
        return number + 1

    @answers(unfit)
    def misfit(self, profile: Profile) -> str:
        return "its Quality would become 7" if profile.quality >= 6 else ""

    @answers(mutates)
    def mutates(self) -> int:
        return 2

    @answers(brings)
    def brings(self, profile: Profile, table: Table[Any], muster: Muster) -> Profile:
        """A die less four is the number of mental Mutations that come with the second head."""
        for nth in range(table.roll(extra_mutations(), "ability.two-headed", muster.seat)):
            profile = creation.with_mutation(table, muster, profile, nth, "mental")
        return profile

    @answers(to_think)
    def think(self, clash: Clash, me: Figure) -> int:
        return 1


@cache
def extra_mutations() -> Reading[int]:
    """1-4: none; 5: one; 6: two."""
    return total(1).map(lambda face: max(0, face - 4), "d6-4")


@special("nimble-hands")
class NimbleHands(Special):
    """animal.monkey: hand-to-hand weapons, Powered ones included, and nothing else; +2 on climbing."""

    @answers(climbs)
    def climbs(self) -> int:
        return 2

    @answers(gives_hands)
    def gives_hands(self) -> bool:
        return True

    @answers(bars)
    def bars(self, item: str, profile: Profile) -> bool:
        """With the hands of a Humanoid a monkey is no longer limited to its paws."""
        return GEAR[item].kind != "hand-weapon" and not has(profile, "humanoid")

    @answers(is_clumsy)
    def is_clumsy(self, figure: Figure) -> bool:
        """rock-throwers: not even monkeys."""
        return not owns(figure, "humanoid")


@special("coiling")
class Coiling(Special):
    """climb.coilers: it winds itself round things and climbs nothing else."""

    @answers(climbs_only)
    def climbs_only(self) -> list[frozenset[str]]:
        return [frozenset({"tree", "pillar"})]


@special("strong-constitution")
class StrongConstitution(Special):
    """ability.strong-constitution."""

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 1 if purpose in BODILY else 0


@special("amphibious")
class Amphibious(Special):
    """ability.amphibious."""

    @answers(fords)
    def crosses(self, mark: str) -> bool:
        return mark in ("water", "marsh", "deep-water")


@special("swimmer")
class Swimmer(Special):
    """animal.aquatic: Long in water."""

    @answers(stick_for)
    def stick(self, stick: Stick, in_water: bool) -> Stick:
        return "long" if in_water else stick


@special("flying")
class Flying(Special):
    """ability.flying-movement, fly.leaps, fly.not-activated-on-ground."""

    @answers(flying)
    def flies(self) -> bool:
        return True

    @answers(glides)
    def glides(self) -> bool:
        """ability.flying-combat."""
        return True


@special("clinging")
class Clinging(Special):
    """ability.clinging-movement, climb.clinging, ladder.terrain; up a wall it is higher: ability.clinging-elevation."""

    @answers(clinging)
    def clings(self) -> bool:
        return True

    @answers(fords)
    def crosses(self, mark: str) -> bool:
        return mark == "ladder"

    @answers(survives_falls)
    def survives_falls(self) -> bool:
        """ability.clinging-falls."""
        return True


@special("superior-senses")
class SuperiorSenses(Special):
    """ability.superior-senses."""

    @answers(finds)
    def finds(self) -> bool:
        return True


@special("slow")
class Slow(Special):
    """ability.slow."""

    @answers(moves_once)
    def moves_once(self) -> bool:
        return True


@special("tough")
class Tough(Special):
    """ability.tough-wound, ability.tough-gruesome."""

    @answers(softens)
    def softens(self, grade: Grade, blow: Blow) -> Grade:
        if grade == "gruesome":
            return "death"
        return "wound" if grade == "kill" else grade


@special("poison")
class Poison(Special):
    """ability.poison, on blows, quills and primitive missiles (sp-poison-scope); not ability.artificial-poison."""

    @answers(lingers)
    def lingers(self, table: Table[Battle], blow: Blow) -> None:
        victim = blow.loser
        if not feels_poison(victim) or not is_poisonous(blow):
            return
        if table.roll(on_or_more(6, "poisoned"), "ability.poison", side_of(table.state, victim)):
            table.tell("ability.poison", "{name} is poisoned", on=(victim.id,), mark="wound", name=named(victim))
            lose_quality(table, victim, "poison")


def is_poisonous(blow: Blow) -> bool:
    """Whether the blow carries the winner's venom."""
    if blow.arm is None:
        return blow.clash.kind in ("hth", "hack", "prick")
    return blow.arm.primitive and blow.state.rulings.sp_poison_scope != "hand-to-hand-only"


@special("tailslap")
class Tailslap(Special):
    """ability.tailslap: an enemy of its size or smaller that recoils in hand-to-hand falls on a 1."""

    @answers(turns)
    def turns(self, grade: Grade, table: Table[Battle], blow: Blow) -> Grade:
        me = blow.winner
        if grade != "recoil" or not blow.clash.is_hand_to_hand or me is None or size(blow.loser) > size(me):
            return grade
        return "fall" if table.roll(on_a_one("it falls"), "ability.tailslap", side_of(table.state, me)) else "recoil"


@special("sprint")
class Sprint(Special):
    """ability.sprint: once in a game two moves for one action. A Slow model gets nothing by it, except in flight
    (sp-slow-sprint)."""

    @answers(doubles_a_move)
    def doubles_a_move(self, figure: Figure) -> bool:
        return self.id not in figure.used

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        engaged = active_opponents(state, figure)  # a Fallen one holds nobody (disengage.free)
        if not self.doubles_a_move(figure) or not can_move(figure) or most_moves(figure) == 1 or engaged:
            return []
        return [Deed("sprint", "sprint: two moves", 1, "ability.sprint", sprint)]


def sprint(table: Table[Battle], figure: Figure) -> None:
    """Two separate moves, with a turn allowed between them (ruling.sp-sprint-direction)."""
    figure.used.append("sprint")
    for _ in range(2):
        if figure.gone or not can_move(figure) or active_opponents(table.state, figure):
            return
        point = table.ask(side_of(table.state, figure), "ability.sprint", move_question(table.state, figure))
        carry_out(table, figure, point)


@special("allure")
class Allure(Special):
    """ability.allure: everyone near, friend or foe, Plants included, but not the user (ruling.sp-allure-who)."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        return [Deed("allure", "use Allure", 1, "ability.allure", allure)] if not is_helpless(figure) else []


def allure(table: Table[Battle], figure: Figure) -> None:
    """A Quality roll on one die or -2 on Quality rolls until the end of the turn."""
    for other in in_play(table.state):
        if other is figure or not is_within(table.state, figure, other, "short"):
            continue
        if is_artificial(other) or is_sealed(other) or resists(table, other, "gas", "ability.allure"):
            continue
        if "allured" not in other.effects:
            other.effects.append("allured")
            refresh(other)
        table.tell("ability.allure", "{name} is allured", on=(other.id,), mark="held", name=named(other))


@special("allured")
class Allured(Special):
    """What Allure does: -2 on all Quality rolls; it never adds up."""

    rule = "ability.allure"

    lasts = True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return -2

    @answers(fades)
    def fades(self) -> bool:
        return True


@special("entangle")
class Entangle(Special):
    """ability.entangle: one to three actions, as many Quality dice for the target, one failure holds it."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if figure.attacked or is_helpless(figure):
            return []
        found = []
        for count, stick in enumerate(SPUN[:actions], 1):
            arm = Arm("Entangle", stick, material=True)
            far = length(state, arm.range)
            found += [_entangling(foe, count) for foe in plain_targets(state, figure, arm, far)]
        return found


SPUN: tuple[Stick, ...] = ("short", "medium", "long")


def why_no_entangling(state: Battle, figure: Figure, foe: Figure, count: int) -> Objection | None:
    """Why a model cannot entangle another with so many actions."""
    stick = SPUN[count - 1]
    if not is_within(state, figure, foe, stick):
        return Objection("ability.entangle", f"{named(foe)} is farther than {stick.capitalize()} away")
    return why_not(state, figure, foe, Arm("Entangle", stick, material=True))


def _entangling(foe: Figure, count: int) -> Deed:
    id = foe.id

    def do(table: Table[Battle], figure: Figure) -> None:
        entangle(table, by_id(table.state, id), count)

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome("transfix" if resolve_entangle(table, by_id(table.state, id), count) else "nothing")

    label = f"entangle {named(foe)} with {count} action{'s' * (count > 1)}"
    return Deed(
        f"entangle:{id}:{count}", label, count, "ability.entangle", do, attack=True, target=id, forecast=outcome
    )


@step
def resolve_entangle(table: Table[Battle], victim: Figure, count: int) -> bool:
    """Whether it is held: as many Quality dice as actions, and any failure; nothing gets through a shield."""
    if is_shielded(victim):
        table.tell("ability.telekinetic-shield", "it does not reach {name}", on=(victim.id,), name=named(victim))
        return False
    held = quality_roll(table, victim, count, "entangle", "ability.entangle").failures > 0
    table.tell(
        "ability.entangle",
        "{name} {words}",
        on=(victim.id,),
        name=named(victim),
        words="is caught" if held else "slips free",
    )
    return held


def entangle(table: Table[Battle], victim: Figure, count: int) -> None:
    """ability.entangle-persists: what holds it is rope, not a mind."""
    if resolve_entangle(table, victim, count):
        transfix(table, victim, "entangled")


def _irradiating(foe: Figure) -> Deed:
    id, rule = foe.id, "ability.energy-projection-radiation"

    def do(table: Table[Battle], figure: Figure) -> None:
        figure.exposed = figure.revealed = True  # sp-stealth-firearms: every Energy Projection gives one away
        irradiate(table, by_id(table.state, id), rule)

    def outcome(table: Table[Battle]) -> Outcome:
        return radiated(table, by_id(table.state, id), rule)

    label = f"irradiate {named(foe)}"
    return Deed(f"irradiate:{id}", label, 1, rule, do, attack=True, target=id, forecast=outcome)


@special("explosive-fruits")
class ExplosiveFruits(Special):
    """ability.explosive-fruits: 1d3 of them in each game (ruling.sp-explosive-fruit-supply)."""

    @answers(enters)
    def enters(self, table: Table[Battle], figure: Figure) -> None:
        figure.gear["explosive-fruit"] = table.roll(
            half_a_die(), "ability.explosive-fruits", side_of(table.state, figure)
        )

    @answers(remains)
    def leaves(self, figure: Figure) -> list[str]:
        """ability.explosive-fruits-sharing: those of a dead plant are anybody's."""
        return ["explosive-fruit"] * figure.gear.get("explosive-fruit", 0)

    @answers(lends)
    def lends(self, state: Battle, me: Figure, other: Figure) -> list[Deed]:
        """ability.explosive-fruits-sharing: a friend may pick one; from a helpless plant, anybody."""
        allowed = not are_enemies(state, me, other) or is_helpless(me)
        if not allowed or not me.gear.get("explosive-fruit") or not uses_hands(other):
            return []
        plant = me.id

        def pick(table: Table[Battle], figure: Figure) -> None:
            by_id(table.state, plant).gear["explosive-fruit"] -= 1
            figure.gear["explosive-fruit"] = figure.gear.get("explosive-fruit", 0) + 1

        rule, label = "ability.explosive-fruits-sharing", f"pick a fruit of {named(me)}"
        return [Deed(f"fruit:{plant}", label, 1, rule, pick, target=plant, item="explosive-fruit")]


@cache
def half_a_die() -> Reading[int]:
    """1 to 3."""
    return total(1).map(lambda face: (face + 1) // 2, "d3")


@special("energy-feeding")
class EnergyFeeding(Special):
    """ability.energy-feeding-drain: one action, one Energy Cell of a model in contact, without a roll."""

    @answers(feeds_on_cells)
    def feeds_on_cells(self) -> bool:
        """ability.energy-feeding-food."""
        return True

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if is_helpless(figure):
            return []
        return [deed for other in adjacent(state, figure) for deed in _drains(other)]


def _drains(other: Figure) -> list[Deed]:
    """What there is to drain: a spare cell, the power of a machine or suit, the cell in a weapon or a force field."""
    kinds = []
    if other.cells or other.power:
        kinds.append(("cell", "a spare cell" if other.cells else "the last power"))
    guns = dict.fromkeys(gun.id for gun in other.weapons if gun.loaded and ARMS[gun.id].cells)
    kinds += [(id, f"the {ARMS[id].name}") for id in guns]
    kinds += [("force-field", "the Force Field")] if wears(other, "force-field") else []
    return [_drain_deed(other, what, words) for what, words in kinds]


def _drain_deed(other: Figure, what: str, words: str) -> Deed:
    id = other.id

    def do(table: Table[Battle], figure: Figure) -> None:
        drain(table, by_id(table.state, id), what)

    label, rule = f"drain {words} of {named(other)}", "ability.energy-feeding-drain"
    return Deed(f"drain:{id}:{what}", label, 1, rule, do, target=id, item=what)


def drain(table: Table[Battle], victim: Figure, what: str) -> None:
    """ability.energy-feeding-shutdown: spares first; a machine shuts down with its very last cell."""
    table.tell("ability.energy-feeding-drain", "a cell of {name} is drained", on=(victim.id,), name=named(victim))
    if what == "force-field":
        burn_out(table, victim)
        return
    if what != "cell":
        next(gun for gun in victim.weapons if gun.id == what and gun.loaded).loaded = False
        return
    if victim.cells:
        victim.cells -= 1
        return
    victim.power -= 1
    if victim.power == 0:
        power_down(table, victim)


def power_down(table: Table[Battle], victim: Figure) -> None:
    """A Robot or cell-fed Android is inert; Power Armor stands still (ruling.sp-energy-feeding-internal-cell)."""
    if is_machine_fed_on_cells(victim):
        victim.inert = True
        table.tell("ability.energy-feeding-shutdown", "{name} shuts down", on=(victim.id,), name=named(victim))
    elif "immobilised" not in victim.effects:
        shut_down(table, victim)


# Doppelganger


@special("doppelganger")
class Doppelganger(Special):
    """ability.doppelganger-copy: two actions next to an organic creature."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if is_helpless(figure):
            return []
        if figure.form is not None:
            return [Deed("revert", "take its own form again", 0, "ability.doppelganger-duration", revert)]
        return [_copying(other) for other in adjacent(state, figure) if not is_artificial(other)]

    @answers(went_down)
    def went_down(self, table: Table[Battle], figure: Figure) -> None:
        """ability.doppelganger-duration: knocked down or out, it takes its own form (sp-doppelganger-knockdown)."""
        if figure.form is not None:
            revert(table, figure)


def _copying(other: Figure) -> Deed:
    id = other.id

    def do(table: Table[Battle], figure: Figure) -> None:
        take_form(table, figure, by_id(table.state, id))

    return Deed(f"copy:{id}", f"turn into {named(other)}", 2, "ability.doppelganger-copy", do, target=id)


def take_form(table: Table[Battle], figure: Figure, other: Figure) -> None:
    """Quality and Combat as they stand, inborn rules, drugs too; never skills or equipment (sp-doppelganger-inborn).

    ability.doppelganger-variable: in the state they have; ability.doppelganger-wretched: as a carrier of the disease,
    unless it is immune, and free of its effects until it takes its own form again (sp-doppelganger-wretched).
    """
    model = current(other)
    inborn = [trait for trait in model.traits if is_inborn(model, trait)]
    skills = [trait for trait in figure.profile.traits if is_learned(figure.profile, trait)]
    own_losses = sum(figure.losses.values())
    shown = max(2, min(6, quality(other)))
    figure.form = replace(
        figure.profile,
        type=model.type,
        species=model.species,
        traits=("doppelganger", *(trait for trait in inborn if trait != "doppelganger"), *skills),
        quality=shown,
        combat=model.combat,
        leader=False,
        gear=(),
    )
    figure.losses = {"before": -own_losses, **figure.losses} if own_losses else figure.losses
    drugs = [effect for effect in other.effects if effect in DRUGS and effect not in figure.effects]
    figure.effects += [f"{effect} (copied)" for effect in (*drugs, *_signs(figure, model))]
    refresh(figure)
    table.tell(
        "ability.doppelganger-copy",
        "{name} turns into {other}",
        on=(figure.id, other.id),
        name=named(figure),
        other=named(other),
    )


def is_inborn(model: Profile, trait: str) -> bool:
    """sp-doppelganger-inborn: a Mutation or a part of the species; what else is a skill may be a Mutation of this
    type, as Danger Sense, but leading never is."""
    plain = split(trait)[0]
    if SPECIALS[plain].kind in ("physical", "mental", "species") or is_mental(trait):
        return True
    table = TYPES[model.type].physical
    return bool(table) and plain in TABLES[table].entries and not is_leading(one_voice(plain))


def is_learned(model: Profile, trait: str) -> bool:
    """Whether the model has it as a skill."""
    return SPECIALS[split(trait)[0]].kind == "skill" and not is_inborn(model, trait)


def _signs(figure: Figure, model: Profile) -> list[str]:
    """What the disease does not do to one in the form of a Wretched."""
    if model.type != "wretched":
        return []
    return ["no symptoms", "no carrier"] if figure.immune else ["no symptoms"]


DRUGS = tuple(item for item, gear in GEAR.items() if gear.kind == "drug")


def revert(table: Table[Battle], figure: Figure) -> None:
    """Its own form again, with its earlier losses and those it took meanwhile."""
    was_wretched = current(figure).type == "wretched"
    figure.form = None
    figure.losses.pop("before", None)
    figure.effects = [effect for effect in figure.effects if not effect.endswith("(copied)")]
    refresh(figure)
    table.tell("ability.doppelganger-duration", "{name} is itself again", on=(figure.id,), name=named(figure))
    if quality(figure) >= DEAD_AT:  # what it lost in the other form is kept, and may be too much for its own
        kill(table, figure, "ruling.sp-quality-seven")
    elif was_wretched:  # one roll in a game: nothing if it was made on contact (sp-doppelganger-wretched)
        expose(table, figure, "ability.doppelganger-wretched")
