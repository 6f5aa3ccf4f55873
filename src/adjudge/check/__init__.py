"""The conformance kit: plays many random matches of any game and reports the faults that authors make.

Crash, dead end, runaway, leak of hidden state, non-determinism, replay that differs from play, odds that differ from
sampling, and what a screen could not show. It knows no game and judges none: what it calls a fault breaks the contract
of the table, not its taste. Each finding carries the seed and the position that show it again.
"""

from adjudge.check.kit import check
from adjudge.check.report import FAULTS, Finding, Report, Setting
from adjudge.check.sources import open_game

__all__ = ["FAULTS", "Finding", "Report", "Setting", "check", "open_game"]
