"""Who plays where nobody sits. A bot is a function of one question: it sees the view of its seat and nothing else."""

from typing import Any

from adjudge.engine import Asked, Bot, PickPoint

from .field import Figure, apart
from .rules import RIVAL, Battle, may_shoot


def hunter(asked: Asked) -> Any:
    """Walks to the nearest spot with a shot, else closer, and shoots whoever has least life left."""
    battle: Battle = asked.view
    enemies = battle.standing(RIVAL[asked.seat])
    if isinstance(asked.question, PickPoint):
        return min(asked.question.region.samples(), key=lambda at: _worth(Figure("", "", "", *at), enemies))
    weakest = {it.id: it.life for it in enemies}
    return min(asked.question.options, key=lambda id: weakest.get(id, 3))  # type: ignore[attr-defined]


def _worth(there: Figure, enemies: list[Figure]) -> tuple[bool, float]:
    """A spot with a shot comes before all others; then the nearer one."""
    return (not any(may_shoot(there, it) for it in enemies), min(apart(there, it) for it in enemies))


BOTS: dict[str, Bot] = {"hunter": hunter}
