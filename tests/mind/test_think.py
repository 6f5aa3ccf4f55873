"""The bot that thinks: reproducible, at home in half-run turns, and blind to what its seat cannot see."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudge.engine import Asked, BadInput, Choose, Match, Outcome, Rule, Rulebook, find_game, total
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.log import Answered, Considered
from adjudge.engine.questions import EVERYONE, PickPoint, Sealed
from adjudge.engine.table import Hidden, Playout, one_bot
from adjudge.mind import Level
from adjudge.mind.candidates import label
from adjudge.mind.playouts import play_from, spread
from adjudge.mind.results import Glances
from adjudge.mind.search import AT_STAKE, CERTAIN, LOOK_UP, Budget, interval, weigh
from adjudge.mind.think import played as played_once
from adjudge.mind.tree import Tree
from adjudge.mind.worlds import Worlds, encoded
from tests.engine.duel import game as duel
from tests.mind.examples import hoard, liars_dice, pig, pig_rules

SECRET = b"what would you do in my place?.."


def question_to(match: Match[Any], seat: str) -> Asked:
    asked = match.question_to(seat)
    assert asked is not None
    return asked


def record_of(match: Match[Any], seat: str) -> tuple[Any, ...]:
    so_far = question_to(match, seat).so_far
    assert so_far is not None
    return so_far.record


def played(game, bots, **options):
    return Match.new(game, SECRET, bots=bots, options=options)


def thoughts(match):
    return [entry for entry in match.line if isinstance(entry, Answered) and entry.why]


# ---------------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("given", "spent"), [("0.2s", Budget(0.2)), ("2s", Budget(2.0)), ("200", Budget(playouts=200))]
)
def test_a_level_is_a_time_or_a_number_of_playouts(given, spent):
    assert Level(given).spent() == spent


@pytest.mark.parametrize("name", ["think:0", "think:900s", "think:soon", "think:2s,options=1"])
def test_levels_out_of_range_are_refused(name):
    with pytest.raises(BadInput):
        pig.bot(name)


def test_every_game_can_be_thought_about():
    for game in ("rdz", "akula", "mdrg", "regiment", "regulus"):
        assert "think" in find_game(game).bot_names()
    tunable = pig.tunable("think")
    assert tunable is not None
    assert tunable.params is Level


def test_no_more_time_is_spent_once_nothing_else_can_be_better():
    def play(answer: str, number: int) -> float:
        return {"own": 0.9, "poor": 0.1, "bad": 0.2, "worse": 0.0}[answer] + number % 3 / 100

    tried = weigh(["own", "poor", "bad", "worse"], play, Budget(playouts=400))
    assert tried[0].answer == "own"
    assert sum(len(it.results) for it in tried) == 4 * LOOK_UP


def test_no_more_time_is_spent_on_what_can_make_next_to_no_difference():
    def play(answer: str, number: int) -> float:
        return {"own": 0.5, "as good": 0.5 + AT_STAKE / 4}[answer] + (number % 2) * AT_STAKE / 8

    assert weigh(["own", "as good"], play, Budget(playouts=400), caution=1.0)[0].answer == "own"
    assert [len(it.results) for it in weigh(["own", "as good"], play, Budget(playouts=400))] == [CERTAIN, CERTAIN]


@pytest.mark.parametrize(
    ("id", "rule", "told"), [("mdrg", "move.straight-line", "mm"), ("akula", "action.move", "inches")]
)
def test_spots_are_told_by_how_far_off_they_are_and_in_which_direction(id, rule, told):
    game, seen = find_game(id), list[str]()

    def bot(asked: Asked) -> Any:
        if asked.rule == rule and not seen and isinstance(asked.question, PickPoint):
            seen.extend(label(asked.question, spot) for spot in asked.question.region.samples())
        return game.bot(game.default_bot)(asked)

    table = Playout(game.start(game.configure({})), one_bot(bot), FastDice(1), game.view)
    while not seen:
        table.begin_turn()
        game.turn(table)
    assert any(re.fullmatch(rf"\d+ {told} (north|south)?-?(east|west)?", it) for it in seen)
    assert all(it == "stay" or f" {told} " in it for it in seen)


def test_a_playout_that_is_broken_off_counts_for_its_turns_the_nearer_ones_more():
    guessed = replace(pig, worth=lambda state, seat: state.points / 10, outcome=lambda state: None)
    state = pig.start(pig.configure({}))

    def mean(*points: int) -> float:
        glances = Glances(guessed, "red", 4)
        for state.points in points:
            glances(state)
        return glances.mean(state)

    assert mean(5, 5, 5) == pytest.approx(0.5)
    assert mean(10, 0, 0) == pytest.approx(0.5)
    assert mean(0, 0, 10) == pytest.approx(0.25)
    assert mean(10, 0, 0) > mean(0, 10, 0)


def test_the_first_roll_of_playouts_comes_out_as_often_as_it_should():
    state, bots = pig.start(pig.configure({})), one_bot(pig.bot("hold"))
    state.points = 5

    def is_lost(number: int) -> bool:
        choice = ("red", "roll")
        return not play_from(pig, state, bots, FastDice(number), (), choice, 1, first=spread(number)).points

    assert sum(map(is_lost, range(60))) in (10, 11)


def test_a_budget_of_playouts_gives_the_same_match_again():
    bots = {"red": "think:40", "blue": "hold"}
    first, again = played(pig, bots, target=20), played(pig, bots, target=20)
    assert first.line == again.line
    assert thoughts(first)


# ---------------------------------------------------------------------- what it considers


def test_it_says_what_it_considered_beside_each_answer():
    match = played(pig, {"red": "think:60", "blue": "hold"}, target=20)
    for entry in thoughts(match):
        why = entry.why
        assert isinstance(why, Considered)
        assert why.options[0].answer == entry.answer
        assert {it.answer for it in why.options} == {"roll", "hold"}
        assert all(0 <= it.low <= it.chance <= it.high <= 1 for it in why.options)
        assert sum(it.playouts for it in why.options) == why.playouts


def test_what_it_considered_is_saved_with_the_match():
    match = played(pig, {"red": "think:20", "blue": "hold"}, target=20)
    assert Match.load(match.save(), pig).line == match.line


def given_away(match, seat):
    """What the answers of a seat gave away of the chance of winning, by the exact one."""
    rules, target = pig_rules, match.options.target
    for position, entry in enumerate(match.line):
        if isinstance(entry, Answered) and entry.seat == seat:
            now = match.look(position).state
            mine, theirs = now.scores[seat], now.scores[rules.RIVAL[seat]]
            rolled, held = rules.chances(target, mine, theirs, now.points)
            yield max(rolled, held) - (rolled if entry.answer == "roll" else held)


def test_it_gives_away_less_at_pig_than_random_play():
    thinking = sum(given_away(played(pig, {"red": "think:300", "blue": "hold"}, target=30), "red"))
    at_random = sum(given_away(played(pig, {"red": "random", "blue": "hold"}, target=30), "red"))
    assert thinking < 0.6 * at_random


# ---------------------------------------------------------------------- inside half-run turns


def doors_turn(table):
    """Three questions in one turn, a secret die between them; only the last answer matters, and the die."""
    table.ask("red", "door.first", Choose(["left", "right"]))
    table.state.round += table.roll(total(1), "door.die", "blue", to=("blue",))
    table.ask(EVERYONE, "door.sealed", Sealed({"red": Choose([1, 2]), "blue": Choose([1, 2])}))
    chosen = table.ask("red", "door.last", Choose(["lose", "win", "draw"]))
    table.state.journal.append(chosen)


def doors_outcome(state):
    if not state.journal:
        return None
    return Outcome(state.journal[0], "door.end", ("red",) if state.journal[0] == "win" else ())


@pytest.fixture
def doors():
    rules = ("door.first", "door.die", "door.sealed", "door.last", "door.end")
    return replace(
        duel,
        id="doors",
        turn=doors_turn,
        outcome=doors_outcome,
        view=doors_view,
        imagine=doors_imagine,
        rules=Rulebook("doors", "Doors", tuple(Rule(id, id) for id in rules)),
    )


def doors_view(state, seat):
    seen = copy(state)
    if seat != "blue":
        seen.round = 0
    return seen


def doors_imagine(seen, seat, rng):
    return copy(seen)


def test_it_decides_inside_a_half_run_turn(doors):
    match = Match.new(doors, SECRET, bots={"red": "think:30", "blue": "random"})
    assert match.outcome is not None
    assert match.outcome.text == "win"
    assert len(thoughts(match)) == 3  # the first, the sealed and the last question


def test_the_open_turn_is_known_but_for_what_is_secret(doors):
    match = Match.new(doors, SECRET)
    match.answer("red", "left")
    match.answer("blue", 1)
    first, die = record_of(match, "red")
    assert (first.answer, die) == ("left", Hidden("blue", "door.die"))  # blue's sealed answer is not among them
    match.answer("red", 2)
    record = record_of(match, "red")
    assert [type(it).__name__ for it in record] == ["Answered", "Hidden", "Answered", "Answered"]
    assert match.question_to("blue") is None


# ---------------------------------------------------------------------- no peeking


def test_the_same_thoughts_whatever_the_other_has_rolled():
    """Red begins and sees its own die alone: with other dice under blue's cup it thinks the same."""
    thought: dict[int, set[Any]] = {}
    hidden: dict[int, set[int]] = {}
    for seed in range(30):
        match = Match.new(liars_dice, bytes([seed]) * 32, options={"dice": 1})
        (mine,) = match.state.cups["red"].faces
        asked = question_to(match, "red")
        asked.rng = Random(1)
        argued = liars_dice.bot("think:24")(asked)
        thought.setdefault(mine, set()).add((argued.answer, encoded(argued.why)))
        hidden.setdefault(mine, set()).add(match.state.cups["blue"].faces[0])
    assert all(len(each) == 1 for each in thought.values())
    assert max(len(each) for each in hidden.values()) > 2


def test_worlds_show_what_the_seat_sees():
    match = Match.new(liars_dice, SECRET, options={"dice": 3})
    match.answer("red", "1x3")
    asked = question_to(match, "blue")
    worlds = Worlds(liars_dice, asked, "any")
    cups = set()
    for number in range(12):
        state, _ = worlds.world(number)
        assert encoded(liars_dice.seen(state, "blue")) == encoded(asked.view)
        cups.add(tuple(state.cups["red"].faces))
    assert len(cups) > 3  # it does not know red's dice


def test_a_game_that_hides_and_cannot_imagine_is_played_by_its_own_bot():
    silent = replace(hoard, imagine=None)
    match = Match.new(silent, SECRET, bots={"red": "think:20", "blue": "bold"})
    assert match.is_over
    assert not thoughts(match)


# ---------------------------------------------------------------------- the search


def test_the_search_spends_where_it_matters():
    rng = Random(3)
    chances = {"good": 0.7, "better": 0.75, "poor": 0.2, "bad": 0.1, "worse": 0.05}
    luck = [rng.random() for _ in range(10_000)]
    tried = weigh(list(chances), lambda answer, k: float(luck[k] < chances[answer]), Budget(playouts=3000))
    assert tried[0].answer == "better"
    spent = {it.answer: len(it.results) for it in tried}
    assert spent["better"] > 3 * spent["worse"]


def traps_turn(table):
    """Red sets a trap that catches whoever looks away, or trusts to a die."""
    if table.ask("red", "trap.set", Choose(["trap", "die"])) == "die":
        won = table.roll(total(1), "trap.die", "red") > 2
    else:
        won = table.ask("blue", "trap.step", Choose(["look away", "look down"])) == "look away"
    table.state.journal.append("won" if won else "lost")


def test_the_other_side_learns_too():
    """The game's own bot walks into every trap: whoever only answers that bot would set one."""
    rules = ("trap.set", "trap.die", "trap.step", "trap.end")
    traps = replace(
        duel,
        id="traps",
        turn=traps_turn,
        outcome=lambda state: (
            Outcome("over", "trap.end", ("red",) if state.journal == ["won"] else ("blue",)) if state.journal else None
        ),
        view=None,
        bots={"first": lambda asked: next(iter(asked.question.options))},  # type: ignore[attr-defined]
        default_bot="first",
        rules=Rulebook("traps", "Traps", tuple(Rule(id, id) for id in rules)),
    )
    (thought,) = thoughts(Match.new(traps, SECRET, bots={"red": "think:200", "blue": "first"}))
    assert thought.answer == "die"
    assert thought.why.options[0].chance == pytest.approx(2 / 3, abs=0.1)


def test_a_tree_grows_by_one_question_with_each_playout_and_not_for_ever(monkeypatch):
    monkeypatch.setattr("adjudge.mind.tree.MOST_NODES", 5)
    match = Match.new(hoard, SECRET)
    asked = question_to(match, "red")
    tree, worlds = Tree(hoard, hoard.bot("bold"), 12, "seed"), Worlds(hoard, asked, "seed")
    sizes = []
    for number in range(8):
        played_once(worlds, one_bot(hoard.bot("bold")), tree, 1, number, 0)
        sizes.append(len(tree))
    assert sizes[:3] == [1, 2, 3]
    assert sizes[-1] == 5


def test_what_is_as_good_is_not_taken_for_better():
    """The best of a dozen equals looks better by chance: the own answer stands."""
    rng = Random(5)
    luck = [[rng.random() for _ in range(400)] for _ in range(12)]
    taken = weigh(list(range(12)), lambda answer, k: luck[answer][k], Budget(playouts=600), caution=2.0)
    assert max(range(12), key=lambda answer: sum(luck[answer][:12])) != 0
    assert taken[0].answer == 0


def test_the_search_stops_where_nothing_makes_a_difference():
    tried = weigh(["own", "other"], lambda answer, k: 1.0, Budget(seconds=60.0))
    assert tried[0].answer == "own"
    assert len(tried[0].results) < 100


def test_an_interval_narrows_with_the_root_of_the_number():
    few, many = interval([0.0, 1.0] * 50), interval([0.0, 1.0] * 5000)
    assert (few[1] - few[0]) / (many[1] - many[0]) == pytest.approx(10, rel=0.05)
    assert interval([1.0] * 20)[0] < 1.0


# ---------------------------------------------------------------------- real games


@pytest.mark.parametrize("name", ["rdz", "akula", "mdrg", "regiment"])
def test_it_plays_a_few_decisions_of(name):
    game = find_game(name)
    seats = [seat.id for seat in game.seats(game.configure({}))]
    match = Match.new(game, SECRET, bots=dict.fromkeys(seats[1:], game.default_bot))
    bot, own = game.bot("think:8,options=4,horizon=2"), game.bot(game.default_bot)
    argued = 0
    for _ in range(12):
        if match.pending is None:
            break
        seat = match.pending.seats[0]
        asked = question_to(match, seat)
        found = bot(asked) if argued < 3 else own(asked)
        answer = getattr(found, "answer", found)
        argued += hasattr(found, "why")
        if answer is None:
            break
        match.answer(seat, answer)
    assert argued or name == "regiment"


def test_few_worlds_are_kept_and_one_that_is_asked_for_again_is_the_same(monkeypatch):
    monkeypatch.setattr("adjudge.mind.worlds.MOST_KEPT", 4)
    match = Match.new(liars_dice, SECRET)
    worlds = Worlds(liars_dice, question_to(match, "red"), "seed")
    first = [worlds.world(number) for number in range(12)]
    assert len(worlds._known) == 4
    assert [worlds.world(number) for number in range(12)] == first
