"""Every game that is installed passes the kit, as a third party's would have to.

Campaigns play whole battles for an answer: they have tests of their own, with fewer of them.
"""

import pytest

from adjudge.check import check
from adjudge.engine.game import find_game, installed


@pytest.mark.parametrize("game", [name for name in installed() if find_game(name).kind != "campaign"])
def test_the_kit_finds_no_fault_in(game):
    report = check(game, matches=16, seconds=6)
    assert report.is_clean, str(report)
