"""Robot Features.

robot.feature-size gives Big or Huge, robot.feature-long-movement Long Move, robot.feature-intrusion Stealth, and
robot.feature-steel-plating Heavy Armor: those stand with the rules they give.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudge.engine import Table, total
from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.artifacts import puzzles
from adjudge.games.mdrg.rules.creation import brings, schools, stocks
from adjudge.games.mdrg.rules.profiles import combat_made, quality_made
from adjudge.games.mdrg.rules.ranged import range_relief
from adjudge.games.mdrg.state import Muster
from adjudge.games.mdrg.sticks import fords

CIVILIAN_QUALITY = 3
CIVILIAN_COMBAT = 3


@special("combat-computer")
class CombatComputer(Special):
    """robot.feature-combat-computer."""

    @answers(combat_made)
    def combat(self, number: int) -> int:
        return number + 1


@special("civilian-robot")
class CivilianRobot(Special):
    """robot.feature-civilian: its own Quality and Combat in place of the basic ones (ruling.civilian-robot-order)."""

    @answers(quality_made)
    def quality(self, number: int) -> int:
        return CIVILIAN_QUALITY

    @answers(combat_made)
    def combat(self, number: int) -> int:
        return CIVILIAN_COMBAT

    @answers(schools)
    def schools(self) -> int:
        return 1

    @answers(brings)
    def brings(self, profile: Profile, table: Table[Any], muster: Muster) -> Profile:
        """A skill."""
        return creation.with_skill(table, muster, profile)


@special("medical-robot")
class MedicalRobot(Special):
    """robot.feature-medical: an injector with d6 doses."""

    @answers(stocks)
    def stocks(self) -> bool:
        return True

    @answers(brings)
    def brings(self, profile: Profile, table: Table[Any], muster: Muster) -> Profile:
        doses = table.roll(total(1), "robot.feature-medical", muster.seat)
        drugs = tuple(creation.random_item(table, muster.seat, "drugs") for _ in range(doses))
        return replace(profile, gear=(*profile.gear, *drugs))


@special("all-terrain")
class AllTerrain(Special):
    """robot.feature-all-terrain."""

    @answers(fords)
    def crosses(self, mark: str) -> bool:
        return True


@special("advanced-targeting")
class AdvancedTargeting(Special):
    """robot.feature-targeting."""

    @answers(range_relief)
    def range_relief(self) -> int:
        return 2


@special("superior-software")
class SuperiorSoftware(Special):
    """robot.feature-superior-software."""

    @answers(puzzles)
    def puzzles(self) -> int:
        return 2
