"""For authors of games: the conformance kit as tests.

    from adjudge.testing import conformance
    from mygame import game

    test_conformance = conformance(game)

gives one test for each kind of fault. Without any code, `pytest --adjudge-game ID` does the same for an installed game
or a file. This room knows pytest and the kit; it is loaded with every run of pytest, so it imports neither until asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudge.check import Report
    from adjudge.engine import Game


class Examination:
    """One run of the kit, made when its first result is wanted and shared by all its tests."""

    def __init__(self, game: Game[Any] | str, settings: Mapping[str, Any]) -> None:
        self._game, self._settings = game, settings
        self._report: Report | None = None

    @property
    def report(self) -> Report:
        if self._report is None:
            from adjudge.check import check

            self._report = check(self._game, **self._settings)
        return self._report

    def complaint(self, fault: str) -> str:
        """What the kit found of one kind of fault, in words; empty if nothing."""
        from adjudge.check import FAULTS

        found = self.report.of(fault)
        return "\n".join([f"{self.report.game}: {FAULTS[fault]}", *map(str, found)]) if found else ""


def conformance(game: Game[Any] | str, **settings: Any) -> Callable[[str], None]:
    """A test function, one test for each kind of fault. `settings` are those of `adjudge.check.check`."""
    import pytest

    from adjudge.check.report import FAULTS

    examination = Examination(game, settings)

    @pytest.mark.parametrize("fault", FAULTS)
    def test_conformance(fault: str) -> None:
        complaint = examination.complaint(fault)
        if complaint:
            pytest.fail(complaint, pytrace=False)

    return test_conformance
