"""What a scenario wants of a bot: moments at which it tells where to go, what to do and what to keep off.

A bot asks them of the view that its seat has; the scenario answers with what play would do.
"""

from __future__ import annotations

from adjudge.engine import Deed
from adjudge.engine.moments import first_of, gather
from adjudge.engine.questions import Point
from adjudge.games.mdrg.state import Battle, Figure, Side


@first_of
def heads_for(state: Battle, figure: Figure) -> Point | None:
    """The spot that a model had better go to than to an enemy."""


@first_of
def worth_doing(state: Battle, figure: Figure, deed: Deed) -> float | None:
    """What a deed of the scenario's is worth, a kill being one."""


@gather
def shuns(state: Battle, figure: Figure) -> list[str]:
    """The marks of ground that a model had better go round."""


@first_of
def comes_from(state: Battle, figure: Figure) -> Side | None:
    """The side from which a model had better come."""
