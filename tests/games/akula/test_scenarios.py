"""Scenario and roster files: what is read, what is refused and how, and that a saved match needs no file."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine import BadInput, Match
from adjudge.engine.audit import audit
from adjudge.engine.log import Saved
from adjudge.engine.papers import examine
from adjudge.field.moving import room
from adjudge.games.akula import game, papers
from adjudge.games.akula.places import ground_of, stands
from adjudge.games.akula.scenario import check, house_scenarios, read_scenario, stage
from adjudge.games.akula.setup import start
from adjudge.games.akula.state import Options
from adjudge.games.akula.victory import grade, is_out
from tests.games.akula.table import battle, person

YARD = """
id = "yard"
title = "The yard"
type = "hold-out"
rounds = 1
need = 2
draw = 1
table = { width = 20, depth = 20 }

[[terrain]]
name = "shed"
kind = "building"
rect = [4, 4, 6, 6]
openings = [{ kind = "door", at = [6, 4], closed = true }]

[[vehicle]]
name = "tractor"
rect = [13, 4, 2, 3]
facing = "north"
seats = 1
top_speed = 10

[[survivor]]
name = "Ana"
weapons = ["Handgun", "bat"]
skills = ["firearms"]
at = [6, 6]

[[survivor]]
name = "Bob"
at = [7, 6]

[[zed]]
kind = "shambler"
at = [[16, 16]]

[[spawn]]
id = "gate"
at = [19, 19]
"""


def yard(*changes: tuple[str, str]) -> str:
    text = YARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("name", ["mill-road", "corner-shop", "harts-garage", "causeway"])
def test_the_house_scenarios_pass_their_own_check_and_everybody_has_room(name):
    check(house_scenarios()[name])
    state = start(Options(scenario=name))
    everybody = stands(state)
    assert all(room(ground_of(state), stand, everybody).free for stand in everybody)


def test_a_scenario_file_is_played():
    state = start(Options(scenario=YARD))
    assert [it.name for it in state.survivors.values()] == ["Ana", "Bob"]
    assert stage(state.scenario).scenario.title == "The yard"
    assert state.vehicles["tractor"].stand.at == (14, 5.5)
    assert state.survivors["Ana"].stand.at == (6.5, 6.5)


def test_a_path_is_not_opened(tmp_path):
    file = tmp_path / "yard.toml"
    file.write_text(YARD)
    with pytest.raises(BadInput, match="a file that can be read"):
        start(Options(scenario=str(file)))


def test_a_saved_match_carries_its_scenario():
    match = Match.new(game, b"yard", options={"scenario": YARD}, bots={"player": "survivor"})
    saved = msgspec.json.encode(match.save())
    again = Match.load(msgspec.json.decode(saved, type=Saved), game)
    assert again.outcome == match.outcome is not None
    assert audit(again).is_clean


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('kind = "building"', 'kind = "castle"'), "terrain[0].kind: 'castle'"),
        (('"Handgun", "bat"', '"bazooka"'), "survivor Ana: weapons: 'bazooka'"),
        (('skills = ["firearms"]', 'skills = ["magic"]'), "survivor[0].skills[0]: 'magic'"),
        (('kind = "shambler"', 'kind = "ghoul"'), "zed[0].kind: 'ghoul'"),
        (
            ("at = [[16, 16]]", "at = [[4, 4]]"),
            "zed shambler 1: at: [4.0, 4.0] doesn't fit; use a free square: shed",
        ),
        (("at = [7, 6]", "at = [6, 6]"), "survivor Bob: at: [6.0, 6.0] doesn't fit; use a free square: Ana"),
        (("at = [7, 6]", ""), "survivor Bob: at: missing"),
        (("rounds = 1\n", "rounds = 0\n"), "rounds: 0"),
        (("rounds = 1\n", "rounds = 1\nmoon = 3\n"), "moon: not a field here"),
        (("at = [6, 4], closed", "at = [6, 5], closed"), "terrain: 'yard: terrain 1 (shed): openings"),
        (('type = "hold-out"', 'type = "escape"'), "edge: missing"),
        (('name = "Bob"', 'name = "Ana"'), "survivor Ana: name: 'Ana'"),
        (("rounds = 1\n", "rounds = 1\ndeck = { red = 0, number = 0, royal = 0, ace = 0 }\n"), "deck: 'no cards'"),
        (("seats = 1", 'seats = "many"'), "vehicle[0].seats: 'many'"),
        (('title = "The yard"', 'title = "The yard'), "valid TOML"),
    ],
)
def test_a_bad_scenario_is_refused_by_its_entry_and_field(change, said):
    with pytest.raises(BadInput) as refusal:
        read_scenario(yard(change))
    assert said in str(refusal.value)


def test_all_that_is_wrong_with_a_scenario_is_told_at_once_and_it_is_drawn_all_the_same():
    given = yard(('"Handgun", "bat"', '"bazooka"'), ("at = [7, 6]", "at = [6, 6]"), ('"hold-out"', '"escape"'))
    examined = examine(papers.SCENARIO, given)
    assert [(it.grade, it.where, it.rule) for it in examined.findings] == [
        ("illegal", "edge", "ruling.scenario-missing"),
        ("illegal", "survivor Ana: weapons", "ruling.survivor-statistics"),
        ("illegal", "survivor Bob: at", "ruling.survivor-statistics"),
    ]
    assert "<svg" in papers.picture(examined.thing)
    assert papers.SCENARIO.show(examined.thing).headline == "The yard"


def test_a_scenario_without_a_table_is_no_scenario():
    examined = examine(papers.SCENARIO, yard(("at = [6, 4], closed", "at = [6, 5], closed")))
    assert not examined.is_readable
    assert [it.where for it in examined.findings] == ["terrain"]


def test_all_that_is_wrong_with_a_roster_is_told_at_once():
    given = ROSTER.replace("sword", "spoon").replace("Sniper Rifle", "bow") + '[[survivor]]\nname = "Zoe"\n'
    examined = examine(papers.ROSTER, given)
    assert [it.where for it in examined.findings] == [
        "survivor Zoe: name",
        "survivor Zoe: weapons",
        "survivor Yan: weapons",
    ]
    assert not examined.is_legal


def test_an_unknown_scenario_names_the_known_ones():
    with pytest.raises(BadInput, match="mill-road, corner-shop, harts-garage, causeway, or a file"):
        start(Options(scenario="atlantis"))


ROSTER = """
[[survivor]]
name = "Zoe"
weapons = ["Sniper Rifle"]
[[survivor]]
name = "Yan"
weapons = ["sword"]
skills = ["melee"]
armour = true
"""


def test_a_roster_takes_the_places_of_the_scenarios_own():
    state = start(Options(roster=ROSTER))
    assert list(state.survivors) == ["Zoe", "Yan"]
    assert state.survivors["Zoe"].stand.at == (1.5, 9.5)


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        (ROSTER.replace("sword", "spoon"), "survivor Yan: weapons: 'spoon'"),
        (ROSTER.replace("armour = true", 'armour = "thick"'), "survivor[1].armour: 'thick'"),
        ('[[survivor]]\nname = "A"\n' * 2, "survivor A: name: 'A'"),
        ("".join(f'[[survivor]]\nname = "{n}"\n' for n in "abcdef"), "survivor f: at: missing"),
    ],
)
def test_a_bad_roster_is_refused(roster, said):
    with pytest.raises(BadInput) as refusal:
        start(Options(roster=roster))
    assert said in str(refusal.value)


def test_more_players_than_survivors_are_refused():
    with pytest.raises(BadInput, match="players: 6"):
        start(Options(players=6))


def test_survivors_are_shared_out_in_turn():
    seats = [it.seat for it in start(Options(players=2)).survivors.values()]
    assert seats == ["player1", "player2", "player1", "player2", "player1"]


@pytest.mark.parametrize(
    ("changes", "alive", "expected"),
    [
        ({"need": 2, "draw": 1}, 2, "win"),
        ({"need": 2, "draw": 1}, 1, "draw"),
        ({"need": 2, "draw": 1}, 0, "defeat"),
        ({"need": 1, "clear": 2, "brilliant": 3}, 2, "clear"),
        ({"need": 1, "clear": 2, "brilliant": 3}, 3, "brilliant"),
    ],
)
def test_grades(changes, alive, expected):
    state = battle(**changes)
    for number in range(3):
        person(state, (10 + 3 * number, 10), f"p{number}").fate = "" if number < alive else "dead"
    assert grade(state) == expected


@pytest.mark.parametrize(
    ("edge", "out", "still"),
    [
        ("east", (59.2, 9), (58.5, 9)),
        ("west", (0.8, 9), (1.5, 9)),
        ("north", (9, 59.2), (9, 58)),
        ("south", (9, 1), (9, 1.5)),
    ],
)
def test_one_leaves_through_the_strip_along_the_edge(edge, out, still):
    state = battle(type="escape", edge=edge)
    assert is_out(state, person(state, out).stand)
    assert not is_out(state, person(state, still).stand)
