"""The pytest plug-in: `pytest --adjudge-game ID` adds the conformance tests of a game to a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudge.testing import Examination


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("adjudge", "conformance of games")
    group.addoption(
        "--adjudge-game",
        action="append",
        default=[],
        metavar="GAME",
        help="check a game: the id of an installed one, or a Python file; may be given several times",
    )
    group.addoption("--adjudge-matches", type=int, default=50, metavar="N", help="how many random matches to play")
    group.addoption("--adjudge-seed", type=int, default=0, metavar="N", help="the seed of the first match")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for source in config.getoption("adjudge_game"):
        items.extend(_tests_of(source, session, config))


def _tests_of(source: str, session: pytest.Session, config: pytest.Config) -> Iterator[pytest.Item]:
    from adjudge.check.report import FAULTS

    settings = {"matches": config.getoption("adjudge_matches"), "seed": config.getoption("adjudge_seed")}
    examination = Examination(source, settings)
    for fault in FAULTS:
        item = ConformanceItem.from_parent(session, name=f"{source}::{fault}", fault=fault, examination=examination)
        if config.pluginmanager.hasplugin("xdist"):
            item.add_marker(pytest.mark.xdist_group(f"adjudge {source}"))  # one run of the kit, in one worker
        yield item


class Faulty(Exception):
    """The kit found something."""


class ConformanceItem(pytest.Item):
    """One kind of fault in one game."""

    def __init__(self, *, fault: str, examination: Examination, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fault, self._examination = fault, examination

    def runtest(self) -> None:
        complaint = self._examination.complaint(self._fault)
        if complaint:
            raise Faulty(complaint)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Faulty) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, f"adjudge {self.name}"
