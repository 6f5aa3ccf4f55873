"""A Ray cluster. Everybody in it needs the same Python, Adjudge and the game; nothing else is sent but jobs."""

from __future__ import annotations

import importlib
import logging
import os
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from adjudge.crews.crew import Crew, Work
from adjudge.engine.errors import AdjudgeError

RETRIES = 5
"""How often Ray itself tries a task again whose worker or machine died."""
TOKEN = Path.home() / ".ray" / "auth_token"
"""Where `ray start` keeps the token of a cluster, and looks for it."""


class NoCluster(AdjudgeError):
    """There is no Ray, or no cluster at that address. Cure: `pip install "adjudge[ray]"`; look whether it runs."""


class Cluster(Crew):
    """A Ray cluster, each job a task for one core."""

    ahead, span = 8, 1.0  # the way there and back takes its time

    def __init__(self, place: str, workers: int | None = None) -> None:
        if place != "ray":
            _bring_token()
        try:
            import ray
        except ImportError:
            raise NoCluster('--on ray needs Ray, the extra `ray`: pip install "adjudge[ray]"') from None
        self._ray: Any = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            self._join(place)
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(do)
        self.hands = workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _join(self, place: str) -> None:
        """Workers look for modules where this process does: that is how they find a game beside the program."""
        where = os.pathsep.join(path for path in sys.path if path and not path.endswith(".zip"))
        settings: dict[str, Any] = {"runtime_env": {"env_vars": {"PYTHONPATH": where}}}
        if not place.startswith("ray://"):
            settings |= {"log_to_driver": False}
        address = place if place.startswith("ray://") else place.removeprefix("ray").removeprefix(":") or None
        try:
            self._ray.init(address=address, logging_level=logging.ERROR, **settings)
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            why = f"no Ray cluster answers at {place}: {first}"
            raise NoCluster(f"{why}. If it wants a token, put it into RAY_AUTH_TOKEN or {TOKEN}") from None

    def submit(self, work: Work, job: bytes) -> Future[bytes]:
        done: Future[bytes] = self._task.remote(work.__module__, work.__name__, job).future()
        return done

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, self._ray.exceptions.RayError) and not isinstance(
            error, self._ray.exceptions.RayTaskError
        )

    def close(self) -> None:
        if self._is_ours:
            self._ray.shutdown()


def _bring_token() -> None:
    """A cluster asks for a token, and Ray shows the one that lies here only if it is told to before it is imported."""
    has_token = {"RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"} & os.environ.keys() or TOKEN.is_file()
    if has_token and "ray" not in sys.modules:
        os.environ.setdefault("RAY_AUTH_MODE", "token")


def do(module: str, name: str, job: bytes) -> bytes:
    """A job, in a worker of the cluster: the work is found by its name."""
    work: Work = getattr(importlib.import_module(module), name)
    return work(job)
