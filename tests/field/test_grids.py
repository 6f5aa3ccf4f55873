"""Grids: squares and hexes, their neighbours, distances, lines and ways."""

from itertools import pairwise, product

import pytest

from adjudge.engine import IllegalAnswer
from adjudge.field.grids import Grid, column_name

HEX, SQUARE, KINGS = Grid(6, 5, "hex"), Grid(6, 5), Grid(6, 5, diagonal=True)


@pytest.mark.parametrize("grid", [HEX, SQUARE, KINGS], ids=["hex", "square", "diagonal"])
def test_the_distance_is_the_number_of_steps_of_the_shortest_way(grid):
    for one in grid.cells[::3]:
        reach = grid.reach(one, 99)
        assert set(reach) == set(grid.cells)
        assert all(reach[two] == grid.distance(one, two) == grid.distance(two, one) for two in grid.cells)


@pytest.mark.parametrize("grid", [HEX, SQUARE, KINGS], ids=["hex", "square", "diagonal"])
def test_neighbours_are_mutual_and_one_step_away(grid):
    for cell in grid.cells:
        assert all(cell in grid.neighbours(it) and grid.distance(cell, it) == 1 for it in grid.neighbours(cell))
        assert {ray[0] for ray in grid.rays(cell) if ray} == set(grid.neighbours(cell))
        assert all(grid.distance(cell, far) == at for ray in grid.rays(cell) for at, far in enumerate(ray, 1))
        assert grid.at(grid.centre(cell)) == cell


def test_a_hex_has_six_neighbours_anticlockwise_from_the_east():
    assert HEX.neighbours("C3") == ("D3", "C4", "B4", "B3", "B2", "C2")
    assert HEX.neighbours("C2") == ("D2", "D3", "C3", "B2", "C1", "D1")


@pytest.mark.parametrize("grid", [HEX, KINGS], ids=["hex", "diagonal"])
def test_a_line_goes_from_cell_to_neighbour(grid):
    for one, two in product(grid.cells[::4], grid.cells[::3]):
        line = grid.line(one, two)
        assert (line[0], line[-1]) == (one, two)
        assert all(b in grid.neighbours(a) for a, b in pairwise(line))


def test_what_blocks_a_line_is_named():
    assert SQUARE.blocker("A1", "E1", {"C1", "D1"}) == "C1"
    assert SQUARE.sees("A1", "E1", {"C2"})
    assert HEX.blocker("A1", "A5", lambda cell: cell in {"A3"}) == "A3"
    assert SQUARE.sees("A1", "B1", {"A1", "B1"})


def test_ways_go_round_what_cannot_be_entered_and_pay_for_what_is_hard():
    wall = {"C1", "C2", "C3", "C4"}
    path = SQUARE.path("A1", "E1", lambda here, there: None if there in wall else 1)
    assert len(path) == 13
    assert "C5" in path
    assert SQUARE.path("A1", "E1", lambda here, there: None if there[0] == "C" else 1) == ()
    assert SQUARE.reach("A1", 3, lambda here, there: 3 if there == "B1" else 1)["B1"] == 3
    assert "A2" not in Grid(2, 2, without={"A2"}).neighbours("A1")


def test_a_cell_is_asked_for_by_its_name():
    question = SQUARE.pick(["B3", "C3"], figure="rook", others={"pass": "Pass"}, words=lambda cell: f"to {cell}")
    assert question.check("B3", "any") == "B3"
    with pytest.raises(IllegalAnswer):
        question.check("A1", "any")
    first, _, last = (question.describe(key) for key in question.options)
    assert (first.label, first.point, first.deed and first.deed.target) == ("to B3", (1.5, 2.5), "B3")
    assert (last.label, last.caution, last.point) == ("Pass", "apart", None)


def test_columns_go_on_after_z():
    assert [column_name(number) for number in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
