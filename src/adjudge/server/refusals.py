"""How requests are refused: one sentence with a fitting status, described for every operation."""

from __future__ import annotations

import msgspec
from litestar.openapi import ResponseSpec

from adjudge.engine.errors import AdjudgeError, Diverged
from adjudge.store import PerhapsStored, StoreFailed


class Refusal(msgspec.Struct, frozen=True):
    """Why a request was not carried out."""

    why: str
    rule: str = ""
    """The rule by which it is refused, if it is one of the game's."""


def in_public(error: AdjudgeError) -> str:
    """What anybody may read of an error: not where things are kept, and nobody's answers. The journal has the rest."""
    if isinstance(error, StoreFailed) and not isinstance(error, PerhapsStored):
        return "the store cannot be reached now: try again in a moment"
    if isinstance(error, Diverged):
        return f"the rules have changed since position {error.position} was played"
    return str(error)


MEANING = {
    400: "something given does not fit",
    403: "not yours to do",
    404: "there is none of that name",
    413: "too large",
    422: "the rules of the game do not allow it",
    421: "not a name of this server",
    429: "too often",
    500: "a fault of the server",
    503: "too busy, took too long, or cannot be done here",
}


def _refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What an operation may be refused with, beside what any may: too much, too often, a fault of ours."""
    always = (400, 403, 413, 421, 429, 500, 503)
    return {it: ResponseSpec(Refusal, description=MEANING[it], generate_examples=False) for it in (*always, *statuses)}


ANY = _refusals()
NAMED = _refusals(404)
RULED = _refusals(404, 422)
