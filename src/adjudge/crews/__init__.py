"""Crews: who does a lot of work that falls into jobs. This process, others on this machine, or a cluster.

A job is bytes of JSON, and so is what comes of it: no thought, state or function is pickled. What a job comes to
depends on the job alone, so it does not matter who does it, in which order, or whether it is done twice. That is why a
crew may hand a job out again when the worker that had it is lost, and why results are the same whatever the crew.
"""

from adjudge.crews.crew import Crew, Here, Lost, Work, cores, crew_at
from adjudge.crews.pool import Pool

__all__ = ["Crew", "Here", "Lost", "Pool", "Work", "cores", "crew_at"]
