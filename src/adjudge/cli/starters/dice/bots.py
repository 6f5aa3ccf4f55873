"""Who plays where nobody sits. A bot is a function of one question: it sees the view of its seat and nothing else."""

from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Asked, Bot, Tunable


class Nerve(Struct, frozen=True, forbid_unknown_fields=True):
    """Set on the command line as `--bot blue=careful:12`."""

    at: Annotated[int, Meta(ge=2, le=100, description="stops with so many points on the table")] = 10


def careful(nerve: Nerve) -> Bot:
    def answer(asked: Asked) -> str:
        state = asked.view
        wins = state.scores[asked.seat] + state.points >= state.target
        return "stop" if wins or state.points >= nerve.at else "roll"

    return answer


BOTS: dict[str, Bot] = {"careful": Tunable(Nerve, careful, "stops from a number of points on")}
