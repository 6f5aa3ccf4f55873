"""The identity card of a game, and how games are found."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from msgspec import Struct

from adjudge.engine import BadInput, Facts, Scene, find_game, games
from adjudge.engine import game as registry
from adjudge.engine.errors import UnknownGame
from adjudge.engine.game import register, troubles
from adjudge.engine.scene import plain_scene
from adjudge.engine.table import random_bot
from tests.engine.duel import Duel, Options, game
from tests.engine.small import small_game


def test_options_are_typed_and_have_defaults():
    assert game.configure({}) == Options(life=3)
    assert game.configure({"life": "5"}) == Options(life=5)
    with pytest.raises(BadInput, match="lives: not a field here; use life"):
        game.configure({"lives": 5})


def test_the_random_bot_plays_every_game_and_others_are_named():
    assert game.bot("random") is random_bot
    assert game.own_bots() == ("random",)
    assert game.bot_names() == ("think", "random")
    with pytest.raises(BadInput, match="bot: 'clever' doesn't fit; use one of random, think"):
        game.bot("clever")


def test_a_procedure_is_found_by_its_name_or_the_names_are_given():
    assert game.procedure("strike").title == "A strike"
    with pytest.raises(BadInput, match="procedure: 'parry' doesn't fit; use strike"):
        game.procedure("parry")
    with pytest.raises(BadInput, match="use nothing: small has no procedures"):
        small_game(lambda table: None).procedure("parry")


def test_what_a_seat_may_know_is_new_data():
    state = game.start(Options())
    seen = game.seen(state, "red")
    assert (seen.red.secret, seen.blue.secret) == ("red's", "")
    assert (game.seen(state, None).red.secret, game.seen(state, None).blue.secret) == ("", "")
    assert state == game.start(Options())


def test_a_game_that_draws_nothing_shows_the_fields_of_its_view():
    scene = game.picture(game.start(Options()), "red")
    assert scene.headline == "Duel"
    assert isinstance(scene.panels[0], Facts)
    assert [name for name, _ in scene.panels[0].rows] == ["red", "blue", "round", "journal"]


def test_figures_are_shown_in_words_each_on_its_own_row():
    class Thief(Struct):
        sack: int = 0
        is_awake: bool = True

    class Cave(Struct):
        thieves: dict[str, Thief]
        left_behind: list[int]
        guards: list[Thief]
        up: str = ""

    thieves = {"red": Thief(), "blue": Thief(3, is_awake=False)}
    scene = plain_scene(Cave(thieves, [2, 5], [Thief(1)]), "The Hoard")
    assert scene.panels == (
        Facts("", (("left behind", "2, 5"), ("up", "none"))),
        Facts("thieves", (("red", "sack 0, is awake yes"), ("blue", "sack 3, is awake no"))),
        Facts("guards", (("1", "sack 1, is awake yes"),)),
    )


def test_a_game_that_draws_gets_the_view_and_never_the_state():
    def draw(view: Duel, seat: str | None) -> Scene:
        return Scene(f"{seat}: {view.red.secret}{view.blue.secret}")

    assert replace(game, scene=draw).picture(game.start(Options()), "blue").headline == "blue: blue's"


def test_a_game_that_is_not_installed_is_said_to_be_unknown():
    with pytest.raises(UnknownGame, match="game: 'chess' isn't installed; use one of"):
        find_game("chess")
    assert list(games()) == sorted(games())


class Point:
    """An entry point as a third party might install it."""

    def __init__(self, name, load, dist="a-package"):
        self.name, self.load, self.value = name, load, f"{dist}:{name}"
        self.dist = SimpleNamespace(name=dist)


def test_a_game_that_cannot_be_loaded_says_why_and_leaves_the_others_alone(monkeypatch):
    def broken():
        raise ImportError("no module named dragons")

    points = {"dragons": Point("dragons", broken), "duel": Point("duel", lambda: game)}
    monkeypatch.setattr(registry, "installed", lambda: points)
    monkeypatch.setattr(registry, "_known", {})
    monkeypatch.setattr(registry, "_broken", {})
    assert games() == {"duel": game}
    with pytest.raises(UnknownGame, match=r"cannot be loaded .*no module named dragons"):
        find_game("dragons")
    place = f"test_game.py:{broken.__code__.co_firstlineno + 1}"
    assert troubles() == [f"dragons: a-package cannot be loaded: {place}: ImportError: no module named dragons"]


def test_ids_and_names_that_are_used_twice_are_told(monkeypatch):
    other = replace(game, title="Another")
    points = [Point("duel", lambda: game), Point("duel", lambda: other, "rivals"), Point("feud", lambda: other, "kin")]
    monkeypatch.setattr(registry, "_points", lambda: (*points, Point("text", lambda: "no game")))
    registry.installed.cache_clear()
    for name in ("_known", "_broken", "_came_as"):
        monkeypatch.setattr(registry, name, {})
    try:
        assert games() == {"duel": game}
        assert troubles() == [
            "feud: kin brings a game with the id 'duel', which another game has",
            "text: a-package gives a-package:text, which is no adjudge Game",
            "duel: rivals brings it too; the one of a-package is taken",
        ]
    finally:
        registry.installed.cache_clear()


def test_looking_for_one_game_loads_no_other(monkeypatch):
    points = {"duel": Point("duel", lambda: game), "other": Point("other", lambda: pytest.fail("loaded too"))}
    monkeypatch.setattr(registry, "installed", lambda: points)
    monkeypatch.setattr(registry, "_known", {})
    assert find_game("duel") is game


def test_a_registered_game_is_found_as_if_it_were_installed(monkeypatch):
    monkeypatch.setattr(registry, "_known", {})
    register(game)
    assert find_game("duel") is game
