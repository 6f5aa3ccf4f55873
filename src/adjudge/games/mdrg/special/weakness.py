"""What several weaknesses share."""

from __future__ import annotations

from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special
from adjudge.games.mdrg.rules.combat import Clash, to_fight, to_resist, to_shoot, to_think
from adjudge.games.mdrg.state import Figure


class Weakened(Special):
    """-1 on every Combat roll."""

    @answers(to_fight)
    def fights_weakly(self, clash: Clash, me: Figure, foe: Figure) -> int:
        return -1

    @answers(to_shoot)
    def shoots_weakly(self, clash: Clash) -> int:
        return -1

    @answers(to_resist)
    def resists_weakly(self, clash: Clash) -> int:
        return -1

    @answers(to_think)
    def thinks_weakly(self, clash: Clash, me: Figure) -> int:
        return -1
