"""What every crew can do: take jobs, and tell what came of each as it is done."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from types import TracebackType
from typing import Self

from adjudge.engine.errors import AdjudgeError, BadInput

Work = Callable[[bytes], bytes]
"""What is done with a job: a function of a module, which another process finds by its name."""

MOST_TRIES = 5
"""A job whose worker was lost so often takes its worker down itself."""


class Lost(AdjudgeError):
    """The workers that had a job died, one after the other. Cure: find out what kills them: too little memory?"""


class Crew(ABC):
    """Workers. `hands` is how many jobs they do at a time."""

    hands: int
    ahead = 2
    """Jobs handed out at once for each hand: one that is done and one that waits, so that nobody idles."""
    span = 0.2
    """Seconds of work that make a good job: short, so that progress is seen and an interruption is heeded soon."""

    @abstractmethod
    def submit(self, work: Work, job: bytes) -> Future[bytes]:
        """Has a job done by somebody."""

    def is_lost(self, error: BaseException) -> bool:
        """Whether an error means that the worker died, rather than that the job failed."""
        return False

    @abstractmethod
    def close(self) -> None:
        """Lets the workers go, wherever they are in their work."""

    def run(self, work: Work, jobs: Iterable[bytes]) -> Generator[tuple[int, bytes], None, None]:
        """The number of each job and what came of it, as they are done.

        Jobs are taken from `jobs` a few at a time, so whoever makes them may still change their mind about the rest.
        """
        coming, under_way = iter(enumerate(jobs)), _UnderWay(self, work)
        while True:
            while len(under_way) < self.ahead * self.hands and (job := next(coming, None)) is not None:
                under_way.hand_out(*job)
            if not under_way:
                return
            yield from under_way.done()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class _UnderWay:
    """Jobs that were handed out: their numbers, and how often each was tried."""

    def __init__(self, crew: Crew, work: Work) -> None:
        self._crew, self._work = crew, work
        self._jobs: dict[Future[bytes], tuple[int, bytes, int]] = {}

    def __len__(self) -> int:
        return len(self._jobs)

    def hand_out(self, number: int, job: bytes, tries: int = 1) -> None:
        self._jobs[self._crew.submit(self._work, job)] = (number, job, tries)

    def done(self) -> Generator[tuple[int, bytes], None, None]:
        """What is done by now, at least one; jobs that were lost are handed out again."""
        finished, _ = wait(self._jobs, return_when=FIRST_COMPLETED)
        for future in sorted(finished, key=lambda it: self._jobs[it][0]):
            number, job, tries = self._jobs.pop(future)
            error = future.exception()
            if error is None:
                yield number, future.result()
            elif not self._crew.is_lost(error):
                raise error
            elif tries == MOST_TRIES:
                raise Lost(f"the workers that had job {number} died, {tries} of them") from error
            else:
                self.hand_out(number, job, tries + 1)


class Here(Crew):
    """This very process: a job is done when it is handed in."""

    hands = 1

    def submit(self, work: Work, job: bytes) -> Future[bytes]:
        done: Future[bytes] = Future()
        try:
            done.set_result(work(job))
        except Exception as error:
            done.set_exception(error)
        return done

    def close(self) -> None:
        """There is nobody to let go."""

    def run(self, work: Work, jobs: Iterable[bytes]) -> Generator[tuple[int, bytes], None, None]:
        for number, job in enumerate(jobs):
            yield number, work(job)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crew_at(place: str, workers: int | None = None) -> Crew:
    """The crew at a place: "" is this machine, `ray://HOST:PORT` or `ray:ADDRESS` a Ray cluster, `ray` one that is
    started here. `workers` is how many jobs are done at a time; if it is left out, one by each core."""
    from adjudge.crews.pool import Pool

    if workers is not None and workers < 1:
        raise BadInput("workers", workers, "1 or more")
    if not place:
        return Here() if workers == 1 else Pool(workers or cores())
    if place.partition(":")[0] != "ray":
        raise BadInput("--on", place, "ray://HOST:PORT, ray:HOST:PORT, or ray")
    from adjudge.crews.cluster import Cluster

    return Cluster(place, workers)
