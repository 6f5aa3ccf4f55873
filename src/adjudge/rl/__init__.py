"""Every game as an environment for those who teach machines to play.

`adjudge.rl.env` gives a PettingZoo environment of all seats, `parallel_env` the same for libraries that step all agents
at once, `solo_env` a Gymnasium one for a single seat with bots in the others (all three: `adjudge[rl]`), and
`adjudge.rl.openspiel` a game for OpenSpiel (`adjudge[openspiel]`). What an agent gets is what its seat's view holds and
nothing else; which actions are legal comes from the questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge.rl.agents import env, parallel_env
    from adjudge.rl.solo import solo_env

__all__ = ["env", "parallel_env", "solo_env"]

_HOMES = {"env": "adjudge.rl.agents", "parallel_env": "adjudge.rl.agents", "solo_env": "adjudge.rl.solo"}


def __getattr__(name: str) -> Any:
    """The environments are imported when they are asked for: who wants one kind need not have the other's library."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
