"""What a model brings from the weeks before: hunger, a machine's weak batteries, wounds, radiation."""

from __future__ import annotations

from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, marks, special
from adjudge.games.mdrg.book import split
from adjudge.games.mdrg.figures import mustered
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.profiles import runs_on_cells
from adjudge.games.mdrg.rules.quality import discourages, steadies
from adjudge.games.mdrg.special.skills import LEADER
from adjudge.games.mdrg.special.weakness import Weakened
from adjudge.games.mdrg.state import Battle, Figure


def is_spared(profile: Profile) -> bool:
    """A Leader fights as ever, machines among them too (ruling.sp-underfed-leader)."""
    return profile.leader or any(split(trait)[0] == LEADER for trait in profile.traits)


@special("underfed")
class Underfed(Weakened):
    """campaign.underfed-combat: -1 on its Combat score; a second week makes it no worse."""

    rule = "campaign.underfed-combat"

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        return profile.hungry > 0 and not runs_on_cells(profile) and not is_spared(profile)


class Unsteady(Special):
    """-1 on every Quality roll."""

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return -1


@special("underpowered")
class Underpowered(Unsteady):
    """campaign.underpowered-robot; Androids that live on Energy Cells too (ruling.sp-underfed-androids)."""

    rule = "campaign.underpowered-robot"

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        return profile.hungry > 0 and runs_on_cells(profile) and not is_spared(profile)


@special("unfed leader")
class UnfedLeader(Special):
    """campaign.leader-underfed: he fights as ever and gives orders, but nobody gets better by his voice."""

    rule = "campaign.leader-underfed"

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        return profile.hungry > 0 and is_spared(profile)

    @answers(discourages)
    def discourages(self) -> bool:
        return True


@special("earlier wounds")
class Wounded(Unsteady):
    """campaign.survival-winner: a penalty on rolls, not a worse Quality (ruling.sp-wound-next-game)."""

    rule = "campaign.survival-winner"

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        return profile.health == "wounded"


@special("earlier radiation")
class Irradiated(Special):
    """campaign.radiation-check: what an earlier game has taken (ruling.sp-radiation-recovery)."""

    rule = "campaign.radiation-check"

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        return bool(profile.sickness or profile.scars)

    @answers(mustered)
    def mustered(self, figure: Figure) -> None:
        lost = {"radiation": figure.profile.sickness, "radiation for good": figure.profile.scars}
        figure.losses |= {cause: amount for cause, amount in lost.items() if amount}
