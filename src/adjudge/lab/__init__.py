"""The lab: whole matches by bots, many of them, and what they come to.

A designer asks "how often?" and gets rates and means with 95 % intervals. Every game of a simulation has its own seed,
made from the simulation's seed and the game's number, so the answer is the same on one core as on twenty. A sweep sets
simulations side by side. Nothing here knows a game; what is worth counting is said by the game's `measures`.
"""

from adjudge.lab.playing import GameFailed
from adjudge.lab.report import Mean, Rate, Report, Results
from adjudge.lab.simulate import simulate
from adjudge.lab.sweep import Trial, sweep

__all__ = ["GameFailed", "Mean", "Rate", "Report", "Results", "Trial", "simulate", "sweep"]
