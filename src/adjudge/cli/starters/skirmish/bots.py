"""Who plays where nobody sits. A bot is a function of one question: it sees the view of its seat and nothing else."""

from typing import Any

from adjudge.engine import Asked, Bot, Choose, PickPoint
from adjudge.field.kit import Walk

from .field import FIELD, Fighter
from .rules import RIVAL, Battle, may_shoot


def hunter(asked: Asked) -> Any:
    """Stays where it has a shot, else goes for the nearest enemy, and shoots whoever has least life left."""
    battle: Battle = asked.view
    enemies = battle.standing(RIVAL[asked.seat])
    match asked.question:
        case PickPoint(region=Walk() as walk):
            return _goal(battle.figures[asked.question.figure], enemies, walk)
        case Choose(options=options):
            lives = {it.id: it.life for it in enemies}
            return min(options, key=lambda id: lives.get(str(id), 3))


def _goal(fighter: Fighter, enemies: list[Fighter], walk: Walk) -> tuple[float, float]:
    if any(may_shoot(fighter, it) for it in enemies):
        return fighter.at
    return walk.towards(min(enemies, key=lambda it: FIELD.distance(fighter, it)))


BOTS: dict[str, Bot] = {"hunter": hunter}
