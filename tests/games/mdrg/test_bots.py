"""The warlord."""

from __future__ import annotations

from collections import Counter
from copy import copy as copied
from random import Random

import msgspec
import pytest

from adjudge.engine import Allocate, Asked, Choose, ChooseSome, PickPoint, Write, playout, random_bot
from adjudge.engine.copying import copy
from adjudge.field.regions import Among
from adjudge.field.terrain import Piece
from adjudge.games.mdrg import bots, game, wording
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.rules import actions, area, groups
from adjudge.games.mdrg.rules.activation import nominate
from adjudge.games.mdrg.rules.movement import move_question
from tests.games.mdrg.field import battle, script, wall

PAIRS = (("android", "mutationist"), ("robot", "human"), ("wretched", "animal"))


def winner(pair, bots, seed):
    state = playout(game, game.configure({"parties": pair}), bots, seed)
    ended = game.outcome(state)
    assert ended is not None
    return ended.winners


def test_the_warlord_beats_random_play_from_either_seat():
    """A few mirrored battles; the benchmark of the bots takes more of them."""
    won = 0
    for seed, pair in enumerate(PAIRS):
        won += winner(pair, {"red": warlord, "blue": random_bot}, seed) == ("red",)
        won += winner(pair, {"red": random_bot, "blue": warlord}, seed) == ("blue",)
    assert won >= 5


def test_warlords_make_parties_and_fight_them_out():
    options = game.configure({"parties": ("create", "create"), "size": 2, "terrain": "open", "most_turns": 30})
    state = playout(game, options, {"red": warlord, "blue": warlord}, 5)
    assert game.outcome(state) is not None
    assert any(model.leader for party in state.parties.values() for model in party.models)


def test_the_warlord_looks_without_touching():
    """What he weighs is not changed by weighing: the same battle with and without a copied view."""

    def careful(asked):
        asked.view = copy(asked.view)
        return warlord(asked)

    options = game.configure({"parties": ("android", "human"), "most_turns": 12})
    one = playout(game, options, {"red": warlord, "blue": warlord}, 1)
    two = playout(game, options, {"red": careful, "blue": careful}, 1)
    assert one == two


# What is asked is data


def watched(bot, look):
    """A bot that shows every question to somebody before it answers."""

    def answer(asked):
        look(asked)
        return bot(asked)

    return answer


LONG_WAYS = (
    {"parties": ("create", "create"), "size": 2, "terrain": "laid", "most_turns": 20},
    {"parties": ("create", "create"), "size": 1, "creation": "auction", "terrain": "open", "most_turns": 2},
    {"parties": ("create", "create"), "size": 2, "creation": "picked", "terrain": "open", "most_turns": 2},
    {"parties": ("plant", "mutationist"), "most_turns": 40},
    {"parties": ("animal", "robot"), "most_turns": 40},
    {"parties": ("human", "wretched"), "most_turns": 40},
)


@pytest.mark.parametrize("options", LONG_WAYS)
@pytest.mark.parametrize("bot", [random_bot, warlord])
def test_every_question_says_in_data_what_it_is_about(options, bot):
    """Who does what to whom, with what: no program has to read a label or a prompt."""

    def look(asked):
        question = asked.question
        if isinstance(question, (Choose, ChooseSome)):
            deeds = [question.about(key) for key in question.options]
            assert all(deed is not None and deed.kind for deed in deeds), asked.rule
            told = [msgspec.json.encode(deed) for deed in deeds]
            assert len(set(told)) == len(told), f"{asked.rule}: two options are the same deed"
        elif isinstance(question, PickPoint):
            assert question.facts["deed"], asked.rule
        else:
            assert isinstance(question, (Allocate, Write)), asked.rule

    playout(game, game.configure(options), {seat: watched(bot, look) for seat in ("red", "blue")}, 3)


GIBBERISH = "£$% 9 against 1: red-1 kill, 3 actions"
"""Words that would mislead anybody who read them."""


def misprinted(question):
    """The same question with every word that a person would read replaced."""
    worded = copied(question)
    if isinstance(worded, (Choose, ChooseSome)):
        worded._describe = lambda key: GIBBERISH
    worded.prompt = GIBBERISH
    return worded


@pytest.mark.parametrize("parties", [("create", "create"), *PAIRS, ("plant", "mutationist")])
def test_the_warlord_reads_neither_labels_nor_prompts(parties, monkeypatch):
    """He answers every question of a battle alike when all the words in it, and in the odds, are gibberish."""
    monkeypatch.setattr(wording, "words", lambda outcome: GIBBERISH)
    asked_for: Counter[str] = Counter()

    def twice(asked):
        chance = asked.rng.getstate()
        blind = warlord(Asked(asked.seat, asked.rule, misprinted(asked.question), asked.view, asked.rng))
        asked.rng.setstate(chance)
        answer = warlord(asked)
        assert answer == blind, asked.rule
        asked_for[asked.rule] += 1
        return answer

    options = game.configure({"parties": parties, "most_turns": 30})
    playout(game, options, {"red": twice, "blue": twice}, 2)
    assert asked_for["actions.per-activation"] > 20


class NoChance(Random):
    """Chance, to one who must not need it."""

    def random(self):
        raise AssertionError("drawn at random")


@pytest.mark.parametrize("parties", [*PAIRS, ("plant", "mutationist"), ("random", "random")])
def test_the_warlord_leaves_nothing_to_chance_once_the_battle_has_begun(parties):
    """So odds can take seats to choose as he does."""

    def firm(asked):
        in_battle = asked.view.phase == "play"
        chance = NoChance() if in_battle else asked.rng
        return warlord(Asked(asked.seat, asked.rule, asked.question, asked.view, chance))

    options = game.configure({"parties": parties, "most_turns": 40, "seed": 5})
    playout(game, options, {"red": firm, "blue": firm}, 4)


@pytest.mark.parametrize(
    ("deed", "expected"), [("throw clear", (300, 100)), ("push", (500, 100)), ("disarm", (300, 100))]
)
def test_the_warlord_puts_things_where_they_do_him_most_good(deed, expected):
    """A thrown enemy within reach, a pushed one far from his own models, a gun far from those who might pick it up."""
    state = battle({"at": (200, 100)}, {"blue": True, "at": (420, 100)}, {"blue": True, "at": (600, 100)})
    facts = {"deed": deed, "figure": "blue-2"} if deed != "disarm" else {"deed": deed, "target": "blue-2"}
    question = PickPoint(Among(((300.0, 100.0), (500.0, 100.0))), facts=facts)
    assert answers(state, "any.rule", question) == expected


def test_the_warlord_cures_what_keeps_a_model_from_acting_first():
    assert answers(None, "ability.healing-use", Choose(["wounds", "poison", "transfixed"])) == "transfixed"
    assert answers(None, "ability.healing-use", Choose(["wounds", "poison"])) == "wounds"


# What he does with what he is offered


def answers(state, rule, question, seat="red"):
    return warlord(Asked(seat, rule, question, state, Random(1)))


def deed(state, actions_left=2):
    """What the warlord lets the first red model do."""
    figure = state.figures["red-1"]
    state.acting = figure.id
    deeds = {one.key: one for one in actions.possible(state, figure, actions_left)}
    return answers(state, "actions.per-activation", actions.menu(figure, deeds, actions_left))


def door(locked):
    piece = wall(300, 440, 200, 4, "door", "gate")
    traits = {"door", "closed", *({"locked"} if locked else ())}
    return Piece("gate", piece.shapes, frozenset(traits), "gate")


WALLS = (wall(0, 440, 300, 4, name="west"), wall(500, 440, 400, 4, name="east"))


def test_the_warlord_walks_to_a_door_and_bashes_it_if_it_is_locked():
    state = battle({"at": (400, 380)}, {"blue": True, "at": (400, 600)}, terrain=(*WALLS, door(True)))
    assert deed(state) == "move"
    x, y = answers(state, "move.straight-line", move_question(state, state.figures["red-1"]))
    assert (round(x), y > 420) == (400, True)
    state.figures["red-1"].y = 429.5
    assert deed(state) == "bash:gate"


def test_two_of_his_models_at_a_locked_door_bash_it_together():
    state = battle(
        {"at": (390, 429.5)}, {"at": (411, 429.5)}, {"blue": True, "at": (400, 600)}, terrain=(*WALLS, door(True))
    )
    asked = []

    def listen(one):
        asked.append(warlord(one))
        return asked[-1]

    table = script(state)
    table.policy = listen
    assert nominate(table, list(state.figures.values())[:2]).startswith("together:gate")


def crag(**fields):
    rock = wall(390, 410.5, 60, 60, name="crag")
    traits = frozenset({"solid", "climbable", *fields.pop("traits", ())})
    return Piece("crag", rock.shapes, traits, "crag", height=60.0)


@pytest.mark.parametrize(("quality", "wanted"), [(2, "climb:crag"), (6, "move")])
def test_the_warlord_climbs_after_his_prey_if_a_fall_is_unlikely(quality, wanted):
    state = battle(
        {"at": (400, 400), "quality": quality},
        {"blue": True, "at": (420, 440), "on": "crag", "level": 60.0},
        terrain=(crag(),),
    )
    assert deed(state).startswith(wanted)


def test_the_warlord_comes_down_when_there_is_nobody_up_there():
    state = battle(
        {"at": (400, 421), "on": "crag", "level": 60.0, "quality": 2},
        {"blue": True, "at": (400, 200)},
        terrain=(crag(),),
    )
    assert deed(state) == "climb down:crag"


def test_a_leader_without_a_blow_of_his_own_orders_a_group_that_has_somebody_to_fight():
    state = battle(
        {"at": (400, 400), "leader": True},
        {"at": (420, 460)},
        {"at": (440, 460)},
        {"blue": True, "at": (430, 560)},
    )
    assert deed(state) == "order-group"
    state.figures["blue-4"].y = 890.0
    assert deed(state) == "move"


def test_the_dice_of_a_group_are_weighed_against_the_turn():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (600, 600)})
    question = groups.common_dice(2, "group.single-roll", "dice for the group")
    assert answers(state, "group.single-roll", question) == 3
    state.figures["red-1"].activated = True
    assert answers(state, "group.single-roll", groups.common_dice(6, "group.single-roll", "dice")) in (1, 2, 3)


def test_the_warlord_throws_where_it_hurts_enemies_and_not_his_own():
    state = battle(
        {"at": (400, 300), "gear": ("fragmentation-grenade",), "hand": "fragmentation-grenade"},
        {"at": (340, 430)},
        {"blue": True, "at": (400, 440)},
        {"blue": True, "at": (470, 450)},
    )
    assert deed(state) == "throw:fragmentation-grenade"
    question = area.throw_question(state, state.figures["red-1"], ARMS["fragmentation-grenade"])
    point = answers(state, "area.blast", question)
    assert [figure.id for figure in area.in_blast(state, point)] == ["blue-3", "blue-4"]


def test_a_hero_keeps_what_wins_and_rolls_again_what_does_not():
    def again(**facts):
        return answers(None, "ability.hero-reroll", Choose(("keep", "re-roll"), prompt="again?", facts=facts))

    assert again(mine=8, yours=5) == "keep"
    assert again(mine=5, yours=5) == "re-roll"
    assert again(failures=2) == "re-roll"


def test_the_warlord_drains_a_machine_and_heals_a_friend():
    state = battle(
        {"at": (400, 400), "traits": ("energy-feeding",), "combat": 0},
        {"blue": True, "type": "robot", "combat": 12, "power": 1, "at": (420, 400)},
    )
    assert deed(state, 1) == "drain:blue-2:cell"
    state = battle(
        {"at": (400, 400), "traits": ("healing",)},
        {"at": (420, 400), "unconscious": True},
        {"blue": True, "at": (800, 800)},
    )
    assert deed(state, 1) == "healing:red-2:1"


@pytest.mark.rules("ability.hero-reroll", "concentrated.single-roll")
def test_weighing_a_volley_spends_nobodys_second_die():
    state = battle(
        {"at": (300, 400), "gear": ("laser-gun",)},
        {"at": (300, 440), "gear": ("laser-gun",)},
        {"blue": True, "at": (420, 420), "traits": ("hero",)},
    )
    one, two, hero = state.figures.values()
    worth = bots._strike_worth(state, [(one, ARMS["laser-gun"]), (two, ARMS["laser-gun"])], hero)
    assert worth > 0
    assert hero.used == []
