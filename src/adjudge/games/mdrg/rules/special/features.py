"""Robot Features.

robot.feature-size gives Big or Huge, robot.feature-long-movement Long Move, robot.feature-intrusion Stealth, and
robot.feature-steel-plating Heavy Armor: those stand with the rules they give.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudge.engine import Table, total
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.moments import Special, special
from adjudge.games.mdrg.state import Muster

CIVILIAN_QUALITY = 3
CIVILIAN_COMBAT = 3


@special("combat-computer")
class CombatComputer(Special):
    """robot.feature-combat-computer."""

    def combat(self, number: int) -> int:
        return number + 1


@special("civilian-robot")
class CivilianRobot(Special):
    """robot.feature-civilian: its own Quality and Combat in place of the basic ones (ruling.civilian-robot-order)."""

    def quality(self, number: int) -> int:
        return CIVILIAN_QUALITY

    def combat(self, number: int) -> int:
        return CIVILIAN_COMBAT

    def schools(self) -> int:
        return 1

    def brings(self, table: Table[Any], muster: Muster, profile: Profile) -> Profile:
        """A skill."""
        return creation.with_skill(table, muster, profile)


@special("medical-robot")
class MedicalRobot(Special):
    """robot.feature-medical: an injector with d6 doses."""

    def stocks(self) -> bool:
        return True

    def brings(self, table: Table[Any], muster: Muster, profile: Profile) -> Profile:
        doses = table.roll(total(1), "robot.feature-medical", muster.seat)
        drugs = tuple(creation.random_item(table, muster.seat, "drugs") for _ in range(doses))
        return replace(profile, gear=(*profile.gear, *drugs))


@special("all-terrain")
class AllTerrain(Special):
    """robot.feature-all-terrain."""

    def crosses(self, mark: str) -> bool:
        return True


@special("advanced-targeting")
class AdvancedTargeting(Special):
    """robot.feature-targeting."""

    def range_relief(self) -> int:
        return 2


@special("superior-software")
class SuperiorSoftware(Special):
    """robot.feature-superior-software."""

    def puzzles(self) -> int:
        return 2
