"""A campaign at the terminal: battles fought here and now, told by hand, left to bots; and its file, checked."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudge.engine import game as registry
from adjudge.engine.log import Answered
from adjudge.store import open_store
from adjudge.store.files import read_with_battles, write
from tests.engine.feud import brawl, feud

BATTLE = "red\n" * 60
"""More than enough to end a brawl; what is left over is not understood by the campaign, and the input ends."""


@pytest.fixture(autouse=True)
def feud_is_installed():
    registry.register(brawl)
    registry.register(feud)


def results():
    """The battles on record of the one campaign in the store."""
    with open_store() as store:
        (kept,) = [it for it in store.matches() if it.game == "feud"]
        campaign = store.load(kept.id)
    return campaign, [entry.answer for entry in campaign.line if isinstance(entry, Answered) and entry.is_result]


def play(run, lines, *more):
    return run("play", "feud", "--bot", "bob=random", "--bot", "cat=random", "--seed", "5", *more, lines=lines)


def test_the_three_ways_are_offered_and_bots_fight_at_once(run):
    shown = play(run, "bots\n/quit\n").stdout
    for way in ("Fight it here and now", "Tell how it went", "Let bots fight it", "Say when"):
        assert way in shown
    _, (fought,) = results()
    assert fought["by"] == "bots"


def test_a_result_is_told_field_by_field(run):
    shown = play(run, "hand\n1\nbert bess\nA bad day\n/quit\n").stdout
    assert "Who won?" in shown
    assert "Ann" in shown
    _, (fought,) = results()
    assert fought["outcome"] == {"text": "A bad day", "rule": "", "winners": ["red"]}
    assert fought["report"] == {"fallen": ["Bert", "Bess"]}


def test_what_cannot_be_is_refused_and_asked_again(run):
    shown = play(run, "hand\n1\n1 2\n\n/quit\n").stdout
    assert "cannot have won: all of them fell" in shown
    _, fought = results()
    assert fought == []


def test_something_else_can_be_said(run):
    play(run, "instead\nThursday\n/quit\n")
    campaign, fought = results()
    assert (campaign.state.when, fought) == ("Thursday", [])


def test_a_battle_is_fought_here_left_and_gone_on_with(run):
    play(run, "here\nred\n/quit\n/quit\n")
    campaign, fought = results()
    assert fought == []
    shown = run("play", "feud", "--resume", campaign.header.id, lines=f"here\n{BATTLE}").stdout
    assert "Go on with the battle" in shown
    campaign, (taken, *_) = results()
    assert taken["by"] == "match"
    with open_store() as store:
        outcome = store.load(taken["match"]).outcome
        assert outcome is not None
        assert outcome.text == taken["outcome"]["text"]


def saved(run, tmp_path):
    """A campaign with a battle that was fought here and one of bots, as a file."""
    file = tmp_path / "feud.json"
    play(run, f"here\n{BATTLE}", "--save", str(file))
    campaign, _ = results()
    run("play", "feud", "--resume", campaign.header.id, "--save", str(file), lines="bots\n/quit\n")
    return file


def test_a_campaign_goes_into_one_file_with_its_battles_and_is_verified(run, data, tmp_path):
    file = saved(run, tmp_path)
    campaign, battles = read_with_battles(file)
    assert [it.game.id for it in battles] == ["brawl"]
    report = data("replay", str(file), "--verify")
    assert report["verified"]
    assert (report["battles"]["matches"], report["battles"]["by_bots"]) == (1, 1)
    assert "battles: 1 match, 1 by bots" in run("replay", campaign.header.id, "--verify").stdout


@pytest.mark.parametrize("by", ["match", "bots"])
def test_a_changed_result_is_found_out(run, tmp_path, by):
    file = saved(run, tmp_path)
    campaign, battles = read_with_battles(file)
    taken = [(at, it) for at, it in enumerate(campaign.log) if isinstance(it, Answered) and it.is_result]
    at, entry = next((at, it) for at, it in taken if it.answer["by"] == by)
    answer = json.loads(json.dumps(entry.answer))
    answer["outcome"]["text"] = "it never was so"
    campaign.log[at] = replace(entry, answer=answer)
    forged = Path(tmp_path / "forged.json")
    write(campaign, forged, battles)
    result = run("replay", str(forged), "--verify")
    assert result.exit_code == 1
    assert "not what was fought" in result.stdout
