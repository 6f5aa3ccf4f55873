"""Drugs: taking a dose, giving one, and what it does while it works."""

from __future__ import annotations

from adjudge.engine import Table, step
from adjudge.engine.moments import answers, any_of
from adjudge.games.mdrg.ability import Special, one_voice, special
from adjudge.games.mdrg.book import GEAR, name_of
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    are_enemies,
    current,
    is_drug,
    is_helpless,
    is_type,
    named,
    refresh,
    side_of,
    uses_hands,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import adjacent
from adjudge.games.mdrg.readings import on_or_more
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.actions import holds_fast, offers
from adjudge.games.mdrg.rules.activation import ends
from adjudge.games.mdrg.rules.combat import Clash, to_fight, to_think
from adjudge.games.mdrg.rules.profiles import nourishes
from adjudge.games.mdrg.rules.quality import steadies
from adjudge.games.mdrg.state import Battle, Figure, Muster

WORKS_ON = {"human": 1, "mutant": 3, "wretched": 3, "animal": 5, "trained-animal": 5}
"""drug.effectiveness: the die that a dose needs; types not named are never affected (ruling.sp-drugs-wretched)."""
MUTABLE = ("mutant", "animal")
"""Those to whom a Genetic Booster does anything at all."""


# A moment at which effects speak


@any_of
def yields_to(drug: str) -> bool:
    """An effect's: whether a dose of this drug that works ends it."""


@special("drug")
class Medicine(Special):
    """drug.use: one action to take a dose, or to give it to a friend in contact (ruling.sp-drugs-given-by-others)."""

    rule = "drug.use"

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if is_helpless(figure) or not (uses_hands(figure) or is_type(figure, "robot")):
            return []
        friends = [other for other in adjacent(state, figure) if not are_enemies(state, figure, other)]
        doses = [item for item, count in figure.gear.items() if count and is_drug(item)]
        return [_dose_deed(figure, patient, drug) for drug in doses for patient in (figure, *friends)]


def _dose_deed(figure: Figure, patient: Figure, drug: str) -> Deed:
    id = patient.id

    def do(table: Table[Battle], figure: Figure) -> None:
        figure.gear[drug] -= 1
        refresh(figure)
        dose(table, by_id(table.state, id), drug)

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome(resolve_dose(table, by_id(table.state, id), drug))

    word = "take" if patient is figure else f"give {named(patient)}"
    label = f"{word} a dose of {name_of(drug)}"
    return Deed(f"dose:{drug}:{id}", label, 1, "drug.use", do, target=id, item=drug, forecast=outcome)


def works_on(table: Table[Battle], patient: Figure, drug: str) -> bool:
    """drug.effectiveness: by the patient's type; some need no die, for others there is none."""
    if drug == CHANGING and not is_type(patient, *MUTABLE):
        return False
    needed = WORKS_ON.get(current(patient).type, 7)
    if needed == 1 or needed > 6:
        return needed == 1
    return table.roll(on_or_more(needed, "it works"), "drug.effectiveness", side_of(table.state, patient))


@step
def resolve_dose(table: Table[Battle], patient: Figure, drug: str) -> str:
    """Whether a dose works; of a Genetic Booster also which kind of Mutation it brings, if it brings one."""
    if not works_on(table, patient, drug):
        table.tell("drug.effectiveness", "it does nothing for {name}", on=(patient.id,), name=named(patient))
        return "nothing"
    table.tell("drug.use", "{drug} works on {name}", on=(patient.id,), drug=name_of(drug), name=named(patient))
    if drug != CHANGING:
        return "works"
    seat = side_of(table.state, patient)  # drug.genetic-booster: on 4+
    if not table.roll(on_or_more(4, "it mutates"), "drug.genetic-booster", seat):
        return "works"
    return table.roll(creation.physical_or_mental(), "drug.genetic-booster", seat)


def dose(table: Table[Battle], patient: Figure, drug: str) -> bool:
    """A dose works at once or not at all; either way it is spent (ruling.sp-stimulant-automatic)."""
    effect = resolve_dose(table, patient, drug)
    if effect in ("physical", "mental"):
        mutate(table, patient, effect)  # drug.genetic-booster-transfix: a Mutation for good, and a turn of change
        patient.transfixed = "booster"
    elif effect == "works":
        CURES.get(drug, _lasting)(table, patient, drug)
    return effect != "nothing"


def _lasting(table: Table[Battle], patient: Figure, drug: str) -> None:
    """drug.duration, drug.no-stacking: for the rest of the game, once."""
    if drug not in patient.effects:
        patient.effects.append(drug)
        refresh(patient)


def _stimulant(table: Table[Battle], patient: Figure, drug: str) -> None:
    """drug.stimulant-quality, drug.stimulant-heal-tough, drug.stimulant-revive, transfixed.stimulant."""
    _lasting(table, patient, drug)
    for cause in ("wounds", "needle"):
        patient.losses.pop(cause, None)
    patient.transfixed = ""
    if patient.unconscious:
        patient.unconscious = False
        table.tell("drug.stimulant-revive", "{name} wakes up", on=(patient.id,), mark="free", name=named(patient))
    over = [effect for effect in patient.effects if effect == "strained" or yields_to(one_voice(effect), drug)]
    patient.effects = [effect for effect in patient.effects if effect not in over]
    refresh(patient)


def _poison_antidote(table: Table[Battle], patient: Figure, drug: str) -> None:
    """drug.poison-antidote: a lasting cure, not a protection (ruling.sp-poison-antidote-indefinite)."""
    for cause in ("poison", "needle"):
        patient.losses.pop(cause, None)
    table.tell("drug.poison-antidote", "{name} is rid of the poison", on=(patient.id,), name=named(patient))


def _no_change(table: Table[Battle], patient: Figure, drug: str) -> None:
    """drug.genetic-booster: it has been taken, and nothing changes."""


def mutate(table: Table[Battle], patient: Figure, kind: str) -> None:
    """A random Mutation of the table that suits its type, at once and for good (animal.later-mutations)."""
    muster = Muster(side_of(table.state, patient), rulings=table.state.rulings)
    patient.profile = creation.with_mutation(table, muster, patient.profile, 0, kind)
    refresh(patient)


@special("booster")
class Booster(Special):
    """drug.genetic-booster-transfix: the change holds for a turn and lets go by itself (sp-genetic-booster-rolls)."""

    rule = "drug.genetic-booster-transfix"

    @answers(ends)
    def ends(self, table: Table[Battle], figure: Figure) -> bool:
        return True

    @answers(holds_fast)
    def holds_fast(self) -> bool:
        return True


CHANGING = "genetic-booster"
PLAIN = tuple(item for item in GEAR if is_drug(item) and item != CHANGING)
"""The doses that leave nothing to choose."""
CURES = {"stimulant": _stimulant, "poison-antidote": _poison_antidote, CHANGING: _no_change}


@special("stimulant")
class Stimulant(Special):
    """drug.stimulant-quality."""

    lasts = True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 1

    @answers(nourishes)
    def nourishes(self) -> int:
        """drug.stimulant-food: for anybody who eats food, without a die (ruling.sp-drugs-between-games)."""
        return 1


@special("radiation-antidote")
class RadiationAntidote(Special):
    """drug.radiation-antidote."""

    lasts = True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return 2 if purpose == "radiation" else 0


@special("frenzy-drug")
class FrenzyDrug(Special):
    """drug.frenzy."""

    lasts = True

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        return 1


@special("psionicilline")
class Psionicilline(Special):
    """drug.psionicilline."""

    lasts = True

    @answers(to_think)
    def think(self, clash: Clash, me: Figure) -> int:
        return 1
