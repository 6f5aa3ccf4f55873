import pytest

from adjudge.engine.forms import to_toml
from adjudge.field import Circle, FieldError, Stand
from adjudge.field.bases import Round
from adjudge.field.maps import (
    ground_of,
    is_partly_in,
    is_wholly_in,
    load_map,
    map_from_text,
    measured_in,
    problems,
)
from adjudge.field.moving import room
from adjudge.field.paths import shortest_path
from adjudge.field.sight import sight
from tests.field.scenes import MAPS, man, the_map

HEAD = """
id = "test"
title = "A test"
table = { width = 20, depth = 10 }
"""


def read(text):
    return map_from_text(HEAD + text, "test.toml")


# ---------------------------------------------------------------- the three tables


@pytest.mark.parametrize(
    ("name", "size", "pieces", "zones"),
    [
        ("mill-road", (36, 24), 6, {"deployment": 1, "exit": 1, "spawn": 3}),
        ("corner-shop", (36, 36), 13, {"deployment": 1, "exit": 1, "objective": 5, "spawn": 4}),
        ("harts-garage", (30, 30), 10, {"deployment": 1, "spawn": 4}),
    ],
)
def test_the_tables_of_the_three_scenarios_load(name, size, pieces, zones):
    battlemap = the_map(name)
    assert (battlemap.width, battlemap.depth) == size
    assert len(battlemap.pieces) == pieces
    assert {kind: len(battlemap.zones_of(kind)) for kind in zones} == zones


def test_the_bus_of_mill_road_hides_who_stands_behind_it():
    ground = ground_of(the_map("mill-road"))
    assert sight(ground, man(12.5, 11), man(22.5, 11, "b")).by == "burnt-out-bus"
    assert sight(ground, man(28.5, 10.5), man(33.5, 10.5, "b")).seen  # over the hedge


def test_the_window_of_the_corner_shop_is_seen_through_and_not_passed():
    ground = ground_of(the_map("corner-shop"))
    inside, outside = man(13.5, 16.5), man(13.5, 11.5, "b")
    assert sight(ground, inside, outside).seen
    path = shortest_path(ground, inside, outside.at)
    assert path is not None
    assert path.length > 8
    assert room(ground, man(13.5, 14.5)).by == ("corner-shop/window-1",)


@pytest.mark.parametrize("name", ["mill-road", "corner-shop", "harts-garage"])
def test_a_table_is_the_same_table_in_another_unit(name):
    inches = the_map(name)
    metric = measured_in("mm", inches)
    assert (metric.unit, metric.base) == ("mm", 25.4)
    assert metric.width == pytest.approx(25.4 * inches.width)
    assert list(problems(metric)) == []
    ground, other = ground_of(inches), ground_of(metric)
    for zone in metric.zones_of("spawn"):
        assert isinstance(zone.shape, Circle)
        x, y = zone.shape.centre
        stand = Stand("spawned", x, y, Round(25.4))
        there = shortest_path(other, stand, (metric.width / 2, metric.depth / 2))
        here = shortest_path(ground, man(x / 25.4, y / 25.4), (inches.width / 2, inches.depth / 2))
        assert (there and there.length) == (here and pytest.approx(25.4 * here.length))
    back = measured_in("inch", metric)
    assert [piece.top for piece in back.pieces] == pytest.approx([piece.top for piece in inches.pieces])


def test_the_closed_doors_of_the_garage_are_pieces_of_their_own():
    ground = ground_of(the_map("harts-garage"))
    assert [p.id for p in ground.pieces if "closed" in p.traits] == ["garage/door-1", "garage/door-2"]
    assert sight(ground, man(14.5, 13.5), man(14.5, 7.5, "b")).by == "garage/door-1"


def test_everybody_of_the_published_set_up_has_room():
    squares = {
        "mill-road": [(1, 9), (29, 10), (18, 23)],
        "corner-shop": [(9, 17), (29, 10)],
        "harts-garage": [(12, 16)],
    }
    for name, places in squares.items():
        ground = ground_of(the_map(name))
        assert all(room(ground, Stand("s", x + 0.5, y + 0.5, Round(1.0))).free for x, y in places)


def test_equal_maps_share_their_ground():
    assert ground_of(the_map("mill-road")) is ground_of(the_map("mill-road"))


def test_a_zone_is_found_by_its_id():
    assert the_map("mill-road").zone("east-edge").title == "east edge"
    with pytest.raises(FieldError, match="no zone is called 'moon'"):
        the_map("mill-road").zone("moon")


def test_a_base_is_wholly_in_a_zone_if_no_part_sticks_out():
    exit_zone, spot = the_map("mill-road").zone("east-edge"), the_map("mill-road").zone("alley")
    assert is_wholly_in(man(35.5, 5), exit_zone)
    assert not is_wholly_in(man(35.4, 5), exit_zone)
    assert is_partly_in(man(34.5, 5), exit_zone)
    assert not is_partly_in(man(34.49, 5), exit_zone)
    assert is_partly_in(man(18.5, 23.0), spot)


def test_a_round_zone_is_round():
    (zone,) = read('[[zone]]\nkind = "objective"\ncircle = [10, 5, 2]').zones
    assert is_wholly_in(man(11.5, 5), zone)
    assert not is_wholly_in(man(11.2, 6.2), zone)


# ---------------------------------------------------------------- shapes


def test_a_piece_may_be_a_rectangle_a_circle_a_polygon_or_a_line():
    battlemap = read("""
[[terrain]]
name = "box"
kind = "solid"
rect = [1, 1, 2, 2]
turn = 45
[[terrain]]
kind = "woods"
circle = [6, 3, 2]
traits = ["haunted"]
numbers = { danger = 3 }
[[terrain]]
kind = "water"
polygon = [[10, 1], [14, 1], [12, 4]]
[[terrain]]
name = "fence"
kind = "fence"
line = [[9, 6], [14, 6], [14, 9]]
thickness = 0.5
height = 1
""")
    assert [p.id for p in battlemap.pieces] == ["box", "woods-2", "water-3", "fence"]
    assert battlemap.pieces[1].traits == {"woods", "haunted"}
    assert battlemap.pieces[1].number("danger") == 3
    assert len(battlemap.pieces[3].shapes) == 2
    assert battlemap.pieces[3].top == 1


def test_a_building_may_stand_askew():
    battlemap = read("""
[[terrain]]
name = "hut"
kind = "building"
rect = [5, 2, 6, 6]
turn = 90
openings = [{ kind = "door", rect = [7, 2, 2, 1] }]
[[zone]]
kind = "deployment"
rect = [0, 0, 3, 3]
[[zone]]
kind = "objective"
at = [8, 5]
""")
    ground = ground_of(battlemap)
    assert room(ground, man(10.5, 5)).free  # the door of the south wall has come to the east
    assert not room(ground, man(8, 2.5)).free


def test_what_is_written_is_read_again():
    document = {"id": "x", "title": 'A "quoted" name', "table": {"width": 5, "depth": 5.5},
                "terrain": [{"kind": "door", "rect": [1, 1, 2, 2], "closed": True, "traits": ["heavy"]}]}  # fmt: skip
    text = to_toml(document)
    battlemap = map_from_text(text)
    assert battlemap.title == 'A "quoted" name'
    assert battlemap.pieces[0].traits == {"door", "closed", "heavy"}


# ---------------------------------------------------------------- errors: one sentence with file, entry and field


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("= 3", "test.toml: not valid TOML: Invalid statement (at line 5, column 1)"),
        ('[[terrain]]\nkind = "solid"\nrect = "big"', "test.toml: terrain 1: rect: expected a list, got text"),
        (
            '[[terrain]]\nname = "shop"\nkind = "solid"\nrect = [1, 2, "x", 4]',
            "test.toml: terrain 1 (shop): rect[2]: expected a number, got text",
        ),
        ('[[terrain]]\nrect = [1, 2, 3, 4]', "test.toml: terrain 1: kind: missing is kind"),
        (
            '[[terrain]]\nkind = "solid"\nrekt = [1, 2, 3, 4]',
            "test.toml: terrain 1: rekt: there is no field rekt",
        ),
        ('colour = "red"', "test.toml: map: colour: there is no field colour"),
        (
            '[[terrain]]\nkind = "solid"',
            "test.toml: terrain 1: shape: needs exactly one of rect, circle, polygon, line, and has none",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 1, 1]\ncircle = [1, 1, 1]',
            "test.toml: terrain 1: shape: needs exactly one of rect, circle, polygon, line, and has rect, circle",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 0, 1]',
            "test.toml: terrain 1: rect: the width must be more than 0, and is 0",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 1, -2]',
            "test.toml: terrain 1: rect: the depth must be more than 0, and is -2",
        ),
        (
            '[[terrain]]\nkind = "solid"\ncircle = [1, 1, 0]',
            "test.toml: terrain 1: circle: the radius must be more than 0, and is 0",
        ),
        (
            '[[terrain]]\nkind = "solid"\npolygon = [[1, 1], [2, 2]]',
            "test.toml: terrain 1: polygon: needs at least three corners, and has 2",
        ),
        (
            '[[terrain]]\nkind = "solid"\npolygon = [[1, 1], [3, 3], [3, 1], [1, 3]]',
            "test.toml: terrain 1: polygon: its sides must enclose one area without crossing",
        ),
        (
            '[[terrain]]\nkind = "wall"\nline = [[1, 1]]\nthickness = 1',
            "test.toml: terrain 1: line: needs at least two points, and has 1",
        ),
        (
            '[[terrain]]\nkind = "wall"\nline = [[1, 1], [2, 2]]',
            "test.toml: terrain 1: thickness: the thickness of a line must be more than 0, and is 0",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 1, 1]\nclosed = true',
            "test.toml: terrain 1: closed: only a door can be closed, and this is a solid",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 1, 1]\ntraits = ["Very big"]',
            "test.toml: terrain 1: traits: 'Very big' is not a name in small letters and hyphens",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [1, 1, 1, 1]\nopenings = [{ kind = "door", rect = [1, 1, 1, 1] }]',
            "test.toml: terrain 1: openings: only a building has openings, and this is a solid",
        ),
        (
            '[[terrain]]\nkind = "building"\ncircle = [5, 5, 3]',
            "test.toml: terrain 1: rect: a building needs a rect",
        ),
        (
            '[[terrain]]\nkind = "building"\nrect = [1, 1, 2, 5]',
            "test.toml: terrain 1: wall: the space between the walls must be more than 0, and is 0",
        ),
        (
            '[[terrain]]\nkind = "building"\nrect = [1, 1, 5, 5]\nopenings = [{ kind = "hatch", rect = [2, 1, 1, 1] }]',
            "test.toml: terrain 1: openings: 'hatch' is not one of door, window",
        ),
        (
            '[[terrain]]\nkind = "building"\nrect = [1, 1, 5, 5]\nopenings = [{ kind = "door", rect = [3, 3, 1, 1] }]',
            "test.toml: terrain 1: openings: [3.0, 3.0, 1.0, 1.0] does not lie in a wall 1 thick",
        ),
        (
            '[[zone]]\nkind = "home"\nat = [1, 1]',
            "test.toml: zone 1: kind: 'home' is not one of deployment, exit, objective, spawn",
        ),
        (
            '[[zone]]\nkind = "exit"',
            "test.toml: zone 1: shape: needs exactly one of rect, circle, polygon, at, and has none",
        ),
        (
            '[[terrain]]\nid = "a"\nkind = "low"\nrect = [1, 1, 1, 1]\n'
            '[[terrain]]\nid = "a"\nkind = "low"\nrect = [3, 1, 1, 1]',
            "test.toml: terrain a: id: used 2 times",
        ),
        (
            '[[terrain]]\nid = "a"\nkind = "low"\nrect = [18, 1, 3, 1]',
            "test.toml: terrain a: shape: reaches off the table of 20 by 10, from 18,1 to 21,2",
        ),
        (
            '[[zone]]\nid = "z"\nkind = "spawn"\nat = [1, 11]',
            "test.toml: zone z: shape: reaches off the table of 20 by 10, from 1,11 to 1,11",
        ),
        (
            '[[terrain]]\nid = "a"\nkind = "wall"\nrect = [1, 1, 3, 3]\n'
            '[[terrain]]\nid = "b"\nkind = "wreck"\nrect = [3, 3, 3, 3]',
            "test.toml: terrain b: shape: overlaps the solid piece a",
        ),
        (
            '[[terrain]]\nkind = "solid"\nrect = [5, 0, 4, 4]\n[[zone]]\nid = "z"\nkind = "spawn"\nat = [6, 1]',
            "test.toml: zone z: shape: has no room for a base of 1",
        ),
        (
            '[[terrain]]\nkind = "wall"\nrect = [9, 0, 1, 10]\n[[zone]]\nid = "home"\nkind = "deployment"\n'
            'rect = [0, 0, 3, 3]\n[[zone]]\nid = "out"\nkind = "exit"\nrect = [18, 0, 2, 10]',
            "test.toml: zone out: shape: cannot be reached from home by a base of 1",
        ),
    ],
)  # fmt: skip
def test_a_bad_map_is_refused_with_one_sentence(text, message):
    with pytest.raises(FieldError) as caught:
        read(text)
    assert str(caught.value) == message


def test_an_unknown_kind_is_refused_with_the_kinds_there_are():
    with pytest.raises(FieldError, match="terrain 1: kind: 'lava' is not one of bridge, broken, building, cliff"):
        read('[[terrain]]\nkind = "lava"\nrect = [1, 1, 1, 1]')


def test_a_table_without_a_size_is_refused():
    with pytest.raises(FieldError, match="bad: table: width, depth and base must be more than 0"):
        map_from_text('id = "x"\ntitle = "x"\ntable = { width = 0, depth = 3 }', "bad")
    with pytest.raises(FieldError, match="bad: table: depth: missing is depth"):
        map_from_text('id = "x"\ntitle = "x"\ntable = { width = 5 }', "bad")


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(FieldError, match=r"nothing\.toml: cannot be read: No such file"):
        load_map(tmp_path / "nothing.toml")


def test_pieces_that_touch_do_not_overlap():
    two = '[[terrain]]\nid = "{}"\nkind = "wall"\nrect = [{}, 1, 2, 2]\n'
    assert list(problems(read(two.format("a", 1) + two.format("b", 3)))) == []


def test_all_problems_of_a_map_can_be_listed():
    battlemap = the_map("mill-road")
    assert list(problems(battlemap)) == []
    assert all(path.stem == load_map(path).id for path in sorted(MAPS.glob("*.toml")))
