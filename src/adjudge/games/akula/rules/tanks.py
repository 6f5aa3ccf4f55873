"""Zombie "Tanks": stronger in every way, and they hurl debris."""

from __future__ import annotations

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.moments import answers
from adjudge.engine.steps import step
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import in_play, is_within, nearest_survivors, place_of, sees
from adjudge.games.akula.readings import one_of, reaches
from adjudge.games.akula.rules import grab, melee, shooting, vehicles, zeds
from adjudge.games.akula.rules.melee import resolve_injury, suffer
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Zed
from adjudge.games.akula.verdicts import Debris
from adjudge.games.akula.voices import Ability

DEBRIS_ON, HIT_ON = 5, 4
THROW, CHARGE = "throw", "charge"
DOOR_BONUS = 2


class Tank(Ability):
    """A tank zed, wherever it is not like the others."""

    rule = "zed.tank"

    @answers(zeds.does_otherwise)
    def hurls(self, table: Table[Battle], zed: Zed) -> bool:
        """tank.debris-roll: debris instead of moving and attacking."""
        return hurl_if_it_does(table, zed)

    @answers(zeds.door_bonus)
    def breaks_doors(self) -> int:
        return DOOR_BONUS

    @answers(melee.fighting_bonus)
    def is_strong(self, zed: Zed) -> int:
        """melee.tank: +3, less 1 for each wound."""
        return NUMBERS.tank_bonus - zed.wounds

    @answers(melee.is_bonus_enough)
    def counts_for_itself(self, state: Battle) -> bool:
        return state.rulings.tank_counts_as_additional == "bonus"  # ruling.tank-counts-as-additional

    @answers(melee.takes_wounds)
    def is_tough(self, state: Battle) -> bool:
        """tank.wounds: a headshot is a wound."""
        return True

    @answers(melee.falls_in_melee)
    def falls(self, state: Battle) -> bool:
        return state.rulings.tank_in_melee == "removed"  # ruling.tank-in-melee

    @answers(shooting.ignores_knock_backs)
    def shrugs(self) -> bool:
        """tank.ignores-knock-back."""
        return True

    @answers(grab.holding_bonus)
    def holds_fast(self, state: Battle, zed: Zed) -> int:
        return NUMBERS.tank_bonus - zed.wounds if state.rulings.wrestle_modifiers == "tank" else 0

    @answers(vehicles.stops_vehicles)
    def is_bulky(self) -> bool:
        """ruling.vehicle-hits-figures: rolled for at any speed, and it stops the vehicle."""
        return True


def hurl_if_it_does(table: Table[Battle], tank: Zed) -> bool:
    """Debris or not: resolved, then carried out."""
    debris = resolve_debris(table, tank)
    if debris.harm is not None:
        suffer(table, debris.harm)
    return debris.thrown


@step
def resolve_debris(table: Table[Battle], tank: Zed) -> Debris:
    """tank.debris-roll: with a survivor within 10 inches, debris on 5 or 6 instead of moving and attacking.

    tank.debris-hit: on 4 or more, with the damage of close combat.
    """
    near = debris_targets(table.state, tank)
    if not near or not decides_to_hurl(table, tank):
        return Debris(False)
    target = near[0] if len(near) == 1 else near[table.roll(one_of(len(near)), "tank.debris-target")]
    table.tell(
        "tank.debris-target",
        "{tank} hurls debris at {name}.",
        on=(tank.id, target.id),
        mark="shoot",
        tank=called(tank.id),
        name=target.name,
    )
    if table.roll(reaches(HIT_ON), "tank.debris-hit"):
        return Debris(True, target.id, resolve_injury(table, target, "tank.debris-hit"))
    table.tell("tank.debris-hit", "It misses.")
    return Debris(True, target.id)


def decides_to_hurl(table: Table[Battle], tank: Zed) -> bool:
    """ruling.tank-debris-choice: the die decides, or the umpire."""
    if table.state.rulings.tank_debris_choice == "dice":
        return table.roll(reaches(DEBRIS_ON), "tank.debris-roll")
    question = Choose(
        [CHARGE, THROW],
        _describe,
        prompt=f"{called(tank.id)}: charge, or throw debris?",
        about=lambda key: Deed(key, tank.id),
    )
    return table.ask(UMPIRE_SEAT, "ruling.tank-debris-choice", question) == THROW


def _describe(key: str) -> Option:
    return Option(key, "throw debris" if key == THROW else "move and attack", rule="zed.tank", hotkey=key[0])


def debris_targets(state: Battle, tank: Zed) -> list[Survivor]:
    """tank.debris-target: the nearest in sight within 10 inches; several if equally near.

    Neither contact nor a plain vehicle is shelter (ruling.tank-debris-details).
    """
    near = [it for it in in_play(state) if _may_be_hit(state, tank, it)]
    return nearest_survivors(state, tank.stand, near)


def _may_be_hit(state: Battle, tank: Zed, survivor: Survivor) -> bool:
    if survivor.vehicle and state.vehicles[survivor.vehicle].armoured:
        return False
    place = place_of(state, survivor)
    if not is_within(state, tank.stand, place, NUMBERS.debris_range):
        return False
    return state.rulings.tank_debris_details == "blind" or sees(state, tank.stand, place)
