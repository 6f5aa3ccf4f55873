"""From one session to the next: the squad's sheet holds what play left, is judged by the rules, and is played on."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from adjudge.engine import BadInput, Match
from adjudge.engine.papers import examine
from adjudge.engine.playout import playout
from adjudge.games.regiment import game
from adjudge.games.regiment.data import SquadData, ready_soldiers
from adjudge.games.regiment.papers import SOLDIER, SQUAD, as_text, squad_text
from adjudge.games.regiment.readings import Harm
from adjudge.games.regiment.rules.core import owe_gm_move
from adjudge.games.regiment.rules.engagement import end_engagement
from adjudge.games.regiment.rules.experience import take
from adjudge.games.regiment.rules.gm import new_clock
from adjudge.games.regiment.rules.harm import mark
from adjudge.games.regiment.rules.sessions import next_session, squad_sheet
from adjudge.games.regiment.rules.table import say_the_end
from adjudge.games.regiment.state import Bonus, Marks, Options, Session
from adjudge.sheets import can_print, pdf_of, plain
from adjudge.story import GM, Speaker, effect
from adjudge.story.ledger import open_items
from tests.games.regiment.field import P1, P2, P3, Field

UMPIRE = Speaker(GM, GM)
MOVES = ("battle-tested", "eye-for-supply", "fight-back")
AGREED = {"players": 2, "operation": "free", "rulings": {"petition_smokes": "both"}, "scenes": 2}


def options_of(**more: object) -> Options:
    found: Options = game.configure({**AGREED, **more})
    return found


def played() -> Field:
    """A session in which a lot has happened, out of a fight again."""
    found = Field(2)
    found.session = game.start(options_of())
    delaney, novak = found.soldier, found.other
    for key in ("stat/guts", "stat/lucky", *(f"move/soldier.{it}" for it in MOVES), "tough"):
        found.run(take, delaney, key)
    found.run(mark, delaney, Harm(4, 1))
    delaney.gear, delaney.smokes, delaney.xp, delaney.bonds[P2] = 2, 1, 3, 3
    delaney.forward = [Bonus(1, "a chance", "core.forward", "assault")]
    delaney.grit += 1  # by the GM's hand
    novak.bonds["A comrade"] = -2
    found.session.squad.supply, found.session.squad.intel, found.session.squad.op = 1, 2, 1
    found.run(new_clock, UMPIRE, answers=["The offensive", "It begins"])
    return found


@pytest.mark.rules("story.next-session")
def test_a_squad_goes_into_the_next_session_as_it_left_the_last():
    before = played().session
    again: Session = game.start(next_session(options_of(), before))
    for id in (P1, P2):
        old, new = before.soldiers[id], again.soldiers[id]
        for name in ("name", "stats", "moves", "gear", "smokes", "kit", "wounds", "stress", "critical", "tough", "grit",
                     "armor", "forward", "bonds", "xp", "improvements", "weapons", "items", "status"):  # fmt: skip
            assert getattr(new, name) == getattr(old, name), name
    assert (again.squad.op, again.squad.intel, again.squad.leader) == (1, 2, before.squad.leader)
    assert again.squad.supply == 3, "made up to what is issued"
    assert [(it.title, it.steps) for it in again.clocks] == [("The offensive", 6)]
    assert again.story.session == 2


def test_house_rules_and_other_agreements_stay():
    after = next_session(options_of(), played().session)
    assert after.rulings.petition_smokes == "both"
    assert (after.scenes, after.operation) == (2, "free")
    assert next_session(options_of(operation="culvert"), game.start(options_of(operation="culvert"))).operation == (
        "night-crossing"
    )


def test_the_sheet_is_read_back_as_it_was_written_and_both_prints_show_it():
    squad = squad_sheet(played().session)
    examined = examine(SQUAD, squad_text(squad))
    assert examined.findings == ()
    assert examined.thing == squad
    printed = plain.as_text(SQUAD.show(squad))
    for words in ("Cpl Delaney", "stress ☒☒☒|☒☐☐", "+1 guts", "A comrade -2", "The offensive", "critical"):
        assert words in printed, words
    soldier = squad.soldiers[0]
    assert SOLDIER.read(as_text(soldier)) == soldier
    assert "Stress (line after 3)  ☒ ☒ ☒ | ☒ ☐ ☐" in plain.as_text(SOLDIER.show(soldier))


@pytest.mark.skipif(not can_print(), reason="no printer is installed")
@pytest.mark.parametrize("paper", ["soldier", "squad", "playbook"])
def test_every_sheet_comes_out_as_a_pdf(paper):
    found = game.paper(paper)
    thing = squad_sheet(played().session) if paper == "squad" else found.read(found.sample(found.examples[0]))
    assert pdf_of(found, thing).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("improvements", ("tough",), "improve.once-each"),
        ("improvements", ("stat/guts", "stat/guts", "stat/guts"), "improve.once-each"),
        ("improvements", ("move/medic.medic",), "improve.once-each"),
        ("wounds", (3, 0), "track.wounds"),
        ("stress", (0, 4), "track.stress"),
        ("wounds", (2, 4), "ruling.last-box"),
        ("stress", (3, 3), "ruling.last-box"),
        ("critical", True, "condition.critical"),
        ("xp", 5, "xp.track"),
        ("gear", 7, "track.gear"),
        ("weapons", ("ray-gun",), "creation.loadout"),
    ],
)
def test_what_no_play_could_have_brought_is_refused_with_its_rule(field, value, rule):
    squad = squad_sheet(game.start(options_of()))
    soldier = squad.soldiers[0]
    assert soldier.service is not None
    odd = replace(soldier, service=replace(soldier.service, **{field: value}))
    wrong = replace(squad, soldiers=(odd, *squad.soldiers[1:]))
    findings = examine(SQUAD, squad_text(wrong)).findings
    assert [finding.rule for finding in findings] == [rule]
    with pytest.raises(BadInput, match=rule):
        game.start(options_of(squad=msgspec.to_builtins(wrong)))


def test_a_bond_a_leader_an_op_or_a_clock_that_cannot_be_is_refused():
    squad = squad_sheet(game.start(options_of()))
    wild = replace(squad.soldiers[0], bonds={"Novak": 5})
    for wrong, rule in (
        (replace(squad, soldiers=(wild,)), "track.bonds"),
        (replace(squad, leader="Nobody"), "creation.squad"),
        (replace(squad, op=7), "track.op"),
        (replace(squad, soldiers=squad.soldiers * 2), "creation.name"),
    ):
        assert rule in [it.rule for it in examine(SQUAD, squad_text(wrong)).findings]


# ------------------------------------------------------------------ who comes and goes


def test_whoever_leaves_is_in_reserve_and_whoever_joins_has_a_soldier():
    before = played().session
    fewer = next_session(options_of(), before, leaving=[P1])
    session: Session = game.start(fewer)
    assert [(it.id, it.name) for it in session.soldiers.values()] == [(P1, "Novak")]
    assert [it.name for it in session.reserve] == ["Delaney"]
    more = next_session(fewer, session, joining=1)
    both: Session = game.start(more)
    assert (more.players, both.story.name(P1)) == (2, "Novak")
    assert both.soldiers[P2].name not in ("Novak", "Delaney")
    assert [it.name for it in both.reserve] == ["Delaney"]
    with pytest.raises(BadInput, match="1 to 6 players"):
        next_session(options_of(), before, leaving=[P1, P2])


def test_a_soldier_in_reserve_comes_back_with_everything_and_is_known_by_the_others():
    before = played().session
    without = next_session(options_of(), before, leaving=[P1])
    again = replace(next_session(without, game.start(without), joining=1), cast="make")
    found = Field(2)
    found.session = game.start(again)
    found.act(P2, "now/make", "reserve/Delaney")
    delaney, novak = found.session.soldiers[P2], found.soldier
    assert (delaney.name, delaney.xp, delaney.improvements[0]) == ("Delaney", 3, "stat/guts")
    assert delaney.bonds[P1] == 3
    assert novak.bonds[P2] == before.soldiers[P2].bonds[P1]
    assert found.session.reserve == []


@pytest.mark.rules("improve.go-home", "improve.new-character")
def test_the_dead_and_those_gone_home_are_remembered_and_their_players_make_another():
    before = played().session
    before.soldiers[P1].status = "home"
    before.to_make.append(P1)
    after = replace(next_session(options_of(), before), cast="make")
    assert after.squad is not None
    assert [(it.name, it.fate, it.session) for it in after.squad.fallen] == [("Delaney", "home", 1)]
    session: Session = game.start(after)
    assert session.to_make == [P1]
    assert [it.name for it in session.soldiers.values()] == ["Novak"]


@pytest.mark.rules("improve.new-character")
def test_a_second_soldier_that_is_still_to_be_made_and_one_that_was_both_go_on():
    found = played()
    found.session.to_make.append(P1)
    assert P1 in game.start(next_session(options_of(), found.session)).to_make
    more = ready_soldiers()[2]
    two = squad_sheet(found.session)
    assert two.soldiers[0].service is not None
    second = replace(more, service=replace(two.soldiers[0].service, improvements=(), critical=False, tough=0, grit=0))
    session: Session = game.start(options_of(squad=msgspec.to_builtins(replace(two, soldiers=(*two.soldiers, second)))))
    assert [it.name for it in session.soldiers_of(P1)] == ["Delaney", more.name]


# ------------------------------------------------------------------ the story goes on


@pytest.mark.rules("story.next-session")
def test_what_is_owed_and_what_happened_go_on():
    found = played()
    found.run(owe_gm_move, found.soldier, "the last shot")
    found.run(effect, "ruling.last-box", "Somebody is dead")
    found.run(effect, "track.gear", "Delaney spends 1 gear")
    after = next_session(options_of(), found.session)
    session: Session = game.start(after)
    assert "Somebody is dead." in session.story.previously
    assert not any("gear" in line for line in session.story.previously)
    (item,) = open_items(session.story)
    assert (item.owner, item.source, item.text) == (GM, "the last shot", P1)


@pytest.mark.rules("story.briefing", "gm.downtime")
def test_the_next_session_begins_with_what_happened_and_time_off_until_the_squad_moves_out():
    found = played()
    found.run(effect, "ruling.last-box", "Somebody is dead")
    after = next_session(options_of(), found.session, operation="culvert")
    found.session = game.start(after)
    assert found.session.downtime
    assert not found.has(P1, "rally")
    found.act(P1, "do/move-out")
    assert found.says("Previously: Somebody is dead.")
    assert not found.session.downtime
    assert found.has(P1, "rally")


@pytest.mark.rules("ruling.last-box")
def test_the_broken_come_back_in_time_off():
    found = played()
    found.soldier.stress = Marks(3, 3)
    found.soldier.status = "broken"
    found.session = game.start(next_session(options_of(), found.session))
    assert not found.soldier.is_able
    found.act(P1, "do/p1/steam", 0, {P2: "no"}, "stress", "right", dice=(5, 3))
    assert found.soldier.is_able


def test_what_belongs_to_the_fight_stays_there():
    found = Field(2)
    found.session.soldiers[P1].suppressed_by, found.session.soldiers[P1].steps = "foe", 1
    found.run(end_engagement, UMPIRE)
    found.run(say_the_end)
    again: Session = game.start(next_session(options_of(), found.session))
    assert not again.soldiers[P1].is_suppressed
    assert again.engagement is None


@pytest.mark.parametrize("bot", ["veteran", "random"])
@pytest.mark.parametrize("cast", ["ready", "make"])
def test_a_campaign_of_sessions_is_played_on_from_sheet_to_sheet(bot, cast):
    options = game.configure({"players": 2, "cast": cast, "scenes": 1})
    for number in range(4):
        bots = {seat.id: game.bot("commander" if seat.id == GM else bot) for seat in game.seats(options)}
        session = playout(game, options, bots, seed=number)
        options = next_session(options, session)
        assert options.squad is not None
        assert examine(SQUAD, squad_text(options.squad)).thing == options.squad
        assert options == game.configure(msgspec.to_builtins(options))
        assert options.squad.story.sessions == number + 1
    assert len(options.squad.operations) == 4


def test_a_squad_of_recruits_is_a_sheet_too():
    squad = SQUAD.read(SQUAD.sample("recruits"))
    session: Session = game.start(options_of(squad=msgspec.to_builtins(squad)))
    assert [it.name for it in session.soldiers.values()] == [it.name for it in squad.soldiers]
    assert not session.downtime
    assert isinstance(squad, SquadData)


def test_a_session_saved_on_the_way_can_be_gone_on_from():
    match = Match.new(game, secret=bytes(32), options={"players": 1})
    assert game.sequel is not None
    assert game.sequel(match.options, match.state).players == 1
    assert P3 not in match.state.seats
