"""The lab: whole matches by bots, many of them, and what they come to.

A designer asks "how often?" and "does it matter?" and gets rates and differences with honest intervals. Every game has
its own seed, made from the seed of the whole and the game's number, so the answer is the same on one core as on twenty.
`simulate` plays one setting; a study (`sweep`, `compare`, `matchups`) plays several with the same dice, and stops when
the answer is clear. Nothing here knows a game; what is worth counting is said by the game's `measures` and `traits`.
"""

from adjudge.lab.designs import compare, matchups, sweep
from adjudge.lab.playing import Arm, GameFailed, Row
from adjudge.lab.report import Mean, Rate, Report, Results
from adjudge.lab.results import merged, read
from adjudge.lab.simulate import simulate
from adjudge.lab.study import Contrast, Design, Goal, Study, Verdict

__all__ = [
    "Arm",
    "Contrast",
    "Design",
    "GameFailed",
    "Goal",
    "Mean",
    "Rate",
    "Report",
    "Results",
    "Row",
    "Study",
    "Verdict",
    "compare",
    "matchups",
    "merged",
    "read",
    "simulate",
    "sweep",
]
