"""The kit for wargames: what it tells and offers is what the battlefield says, remembered or not."""

from pathlib import Path
from random import Random

import pytest

from adjudge.engine import Script
from adjudge.field import Changes
from adjudge.field.kit import Battlefield, Figure
from adjudge.field.maps import is_wholly_in
from adjudge.field.moving import room
from adjudge.field.sight import cover, sight

FIELD = Battlefield.from_file(Path(__file__).parents[2] / "docs/examples/holdfast.toml")
DOOR = Battlefield.from_text("""
id = "cell"
title = "A cell"
table = { width = 12, depth = 12 }
[[terrain]]
name = "cell"
kind = "building"
rect = [3, 3, 6, 6]
openings = [{ kind = "door", rect = [5, 3, 2, 1], closed = true }]
""")


def squad(seed: int) -> list[Figure]:
    random, found = Random(seed), list[Figure]()
    while len(found) < 5:
        figure = Figure(f"f{len(found)}", round(1 + 22 * random.random(), 3), round(1 + 16 * random.random(), 3))
        if room(FIELD.ground, FIELD.stand(figure), [FIELD.stand(it) for it in found]).free:
            found.append(figure)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_is_what_the_battlefield_says(seed):
    figures = squad(seed)
    for one in figures:
        for two in figures:
            if one is two:
                continue
            here, there = FIELD.stand(one), FIELD.stand(two)
            seen = sight(FIELD.ground, here, there)
            for _ in range(2):
                assert FIELD.sees(one, two) == seen.seen
                assert FIELD.cover(one, two) == cover(FIELD.ground, here, there)
            (line,) = FIELD.sightlines(one, [two], note=lambda here, foe: "aimed", rule="any")
            assert bool(line.by) != seen.seen
            assert line.note.endswith(" inch, aimed")


@pytest.mark.parametrize("seed", range(4))
def test_a_walk_offers_and_draws_only_spots_that_it_admits(seed):
    figures = squad(seed)
    walk = FIELD.walk(figures[0], figures, 6)
    spots = set(walk.samples())
    assert all(walk.admits(spot) for spot in spots)
    drawn = {walk.sample(Random(number)) for number in range(60)}
    assert drawn <= spots | {figures[0].at}
    assert len(drawn) > 10
    for spot in [*drawn, walk.towards(figures[1]), walk.towards((12.0, 9.0))]:
        path = walk.path_to(spot)
        assert path is not None
        assert path.cost <= 6.02
    assert walk.outline()["outlines"]


def test_somebody_is_set_up_whole_in_the_zone_and_beside_nobody():
    taken = [Figure("a", 6.0, 1.0), Figure("b", 12.0, 1.5)]
    region = FIELD.deploy("red", Figure("c"), taken)
    zone = FIELD.map.zone("red")
    assert len(region.samples()) > 20
    for spot in region.samples():
        stand = FIELD.stand(Figure("c"), spot)
        assert region.admits(spot)
        assert is_wholly_in(stand, zone)
        assert room(FIELD.ground, stand, [FIELD.stand(it) for it in taken]).free
    assert not region.admits((6.2, 1.0))
    assert not region.admits((12.0, 2.4))


def test_a_door_that_is_opened_lets_people_through_and_look_in():
    inside, outside = Figure("in", 6.0, 6.0), Figure("out", 6.0, 1.0)
    opened = DOOR.after(Changes(opened=("cell/door-1",)))
    assert not DOOR.sees(inside, outside)
    assert opened.sees(inside, outside)
    assert opened is DOOR.after(Changes(opened=("cell/door-1",)))
    assert not DOOR.walk(outside, [], 6).admits((6.0, 6.0))
    assert opened.walk(outside, [], 6).admits((6.0, 6.0))


def test_an_outlook_runs_the_attack_from_the_spot():
    figures = {"a": Figure("a", 12.0, 1.0), "b": Figure("b", 12.0, 17.0)}
    state = type("State", (), {"figures": figures})()

    def attack(here, foe):
        return lambda table: (table.state.figures["a"].at, FIELD.distance(table.state.figures["a"], foe))

    look = FIELD.outlook(figures["a"], [figures["b"]], attack=attack)
    ((line, rule),) = look((2.0, 16.0))
    assert line.note == "9.0 inch"
    assert rule is not None
    assert rule(Script(state)) == ((2.0, 16.0), pytest.approx(9.05, abs=0.01))


def test_figures_block_the_view_where_the_game_says_so():
    a, b, c = Figure("a", 1.0, 1.0), Figure("b", 5.0, 1.0), Figure("c", 9.0, 1.0)
    blocking = Battlefield(FIELD.map, figures_block=True)
    assert FIELD.sees(a, c, [b])
    assert not blocking.sees(a, c, [a, b, c])
    assert blocking.line(a, c, [b]).by == "b"
