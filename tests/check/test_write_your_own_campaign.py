"""The campaign of docs/write-your-own-campaign.md is what the page says."""

import re
from pathlib import Path

import msgspec
import pytest

from adjudge.check import check, open_game
from adjudge.engine import Fight, Match, playout
from adjudge.engine.audit import audit, audit_battles
from adjudge.engine.game import register
from adjudge.engine.log import Saved
from adjudge.engine.table import one_bot, random_bot
from tests.engine.feud import brawl

PAGE = Path(__file__).parents[2] / "docs" / "write-your-own-campaign.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
QUICK = "import tests.engine.feud\nfrom msgspec"
SECRET = b"the mice are the only winners..."


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("winter") / "winter.py"
    path.write_text(BLOCKS[0], "utf-8")
    return open_game(str(path))


def test_the_campaign_has_fewer_than_80_lines():
    assert len(BLOCKS[0].splitlines()) < 80
    assert max(map(len, BLOCKS[0].splitlines())) <= 120


def test_every_python_block_of_the_page_runs_in_order():
    names = {"__name__": "game_in_winter"}
    for block in BLOCKS:
        exec(compile(block, str(PAGE), "exec"), names)


def test_it_is_played_by_people_who_tell_their_battles(game):
    match = Match.new(game, SECRET)
    while not match.is_over:
        assert match.pending is not None
        seat = match.pending.seats[0]
        question = match.pending.for_seat(seat)
        told = {"by": "hand", "outcome": {"text": "", "rule": "", "winners": ["red"]}}
        match.answer(seat, told if isinstance(question, Fight) else "train")
    assert match.state.clans["north"].won == match.state.month - 1
    saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
    assert audit(Match.load(saved, game)).is_clean


def test_bots_play_it_and_their_battles_are_fought_again_to_check_them(game):
    match = Match.new(game, SECRET, options={"months": 1}, bots={"north": "random", "south": "random"})
    report = audit_battles(match, {})
    assert (report.by_bots, report.problems, report.unchecked) == (1, (), ())


def test_whole_campaigns_are_simulated(game):
    valley = playout(game, game.configure({"months": 1}), one_bot(random_bot), 1)
    assert game.outcome(valley) is not None


def test_the_kit_finds_no_fault_in_it(tmp_path):
    """With quicker battles than those of the page."""
    register(brawl)
    path = tmp_path / "winter.py"
    path.write_text(BLOCKS[0].replace('Fight("mdrg"', 'Fight("brawl"').replace("from msgspec", QUICK, 1), "utf-8")
    report = check(open_game(str(path)), matches=4, seconds=3)
    assert report.is_clean, str(report)
