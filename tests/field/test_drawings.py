import itertools
from xml.etree import ElementTree

import pytest

from adjudge.field import Changes, FieldError, Rectangle, Round, Stand
from adjudge.field.board import scenery
from adjudge.field.maps import ground_of, map_from_text
from adjudge.field.reach import reach
from adjudge.field.svg import Figure, Overlay, Region, Ring, Trail, describe, grid_step
from adjudge.field.svg import draw as draw_svg
from adjudge.field.terminal import draw as draw_text
from adjudge.field.terminal import plain, point_from_text
from tests.field.scenes import MAPS, man, man_at, the_map

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(path.stem for path in MAPS.glob("*.toml"))


def crowd():
    return [
        Figure(man(1.5, 9.5, "marta"), "M", "friend", "Marta <the first>"),
        Figure(Stand("van", 17.5, 5.5, Rectangle(5.0, 3.0), 0.0), "van", "neutral", "delivery van"),
        Figure(Stand("horde", 25.5, 12.5, Round(3.0)), "H", "foe"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_map_is_drawn_as_well_formed_xml_with_a_title_and_a_description(name):
    root = ElementTree.fromstring(draw_svg(the_map(name)))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == the_map(name).title
    assert "Terrain:" in (root.findtext(f"{SVG}desc") or "")


def test_figures_and_overlays_are_drawn_and_named():
    battlemap = the_map("mill-road")
    around = reach(ground_of(battlemap), man(1.5, 9.5), 5)
    overlays: list[Overlay] = [
        Ring((5, 5), 3.0, name="noise"),
        Trail(((1, 1), (4, 4)), "blocked"),
        Region(around.outlines[0], name="one move"),
    ]
    text = draw_svg(battlemap, crowd(), overlays)
    titles = [element.text for element in ElementTree.fromstring(text).iter(f"{SVG}title")]
    assert {"Marta <the first> at 1.5,9.5", "delivery van at 17.5,5.5", "noise", "one move"} <= set(titles)


def test_an_open_door_looks_open():
    battlemap = the_map("harts-garage")
    assert 'class="open"' not in draw_svg(battlemap)
    assert 'class="open"' in draw_svg(battlemap, changes=Changes(opened=("garage/door-1",)))


def test_north_is_up():
    ground = draw_svg(the_map("mill-road"), [Figure(man(1, 23), "N")])
    assert 'cy="1"' in ground


def test_a_screen_reader_hears_what_stands_where():
    words = describe(the_map("mill-road"), crowd())
    assert words.startswith("Table of 36 by 24 inch. Terrain: shuttered shop (solid) at 11,3.5;")
    assert "Marta <the first> at 1.5,9.5" in words


@pytest.mark.parametrize(("size", "step"), [(36, 5), (30, 2), (900, 100), (8, 1), (60, 5), (4, 0.5)])
def test_the_scale_has_round_numbers(size, step):
    assert grid_step(size) == step


@pytest.mark.parametrize("name", NAMES)
def test_every_map_fits_into_100_columns(name):
    lines = draw_text(the_map(name), crowd())
    assert max(sum(len(span.text) for span in line) for line in lines) <= 100
    assert all("\n" not in span.text for line in lines for span in line)


def test_a_narrow_terminal_gets_a_smaller_map():
    lines = draw_text(the_map("mill-road"), columns=50)
    assert max(sum(len(span.text) for span in line) for line in lines) <= 50


def test_the_terminal_shows_terrain_figures_zones_and_scales():
    text = plain(draw_text(the_map("mill-road"), crowd(), marked=[(5.0, 3.0)])).splitlines()
    assert text[14] == " 10┤······                        ▒▒▒▒▒▒▒▒▒▒                    ::        »»│"
    assert "▪▪▪H▪▪" in text[12]  # a base of 3 inches
    assert "M" in text[15]
    assert "van" in text[19]
    assert "•" in "".join(text)
    assert text[-2].split() == ["0", "5", "10", "15", "20", "25", "30", "35"]


def test_runs_of_one_style_are_one_span():
    line = draw_text(the_map("mill-road"))[10]
    assert all(one.style != two.style for one, two in itertools.pairwise(line))


def test_what_is_typed_is_the_spot_that_is_drawn():
    battlemap = the_map("mill-road")
    at = point_from_text("17,20", battlemap)
    text = plain(draw_text(battlemap, [Figure(man_at(at), "X")])).splitlines()
    assert text[4].startswith(" 20┤")
    assert text[4].index("X") == 4 + 34


@pytest.mark.parametrize("text", ["12.5,7", " 12.5 , 7 ", "(12.5, 7)", "12.5 7", "12.5;7.0"])
def test_a_point_may_be_typed_in_several_ways(text):
    assert point_from_text(text, the_map("mill-road")) == (12.5, 7.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("north", "not a point: 'north'; type two numbers as in 12.5,7"),
        ("12", "not a point: '12'; type two numbers as in 12.5,7"),
        ("1,2,3", "not a point: '1,2,3'; type two numbers as in 12.5,7"),
        ("40,7", "40,7 is off the table, which goes from 0,0 to 36,24"),
        ("-1,7", "-1,7 is off the table, which goes from 0,0 to 36,24"),
    ],
)
def test_a_bad_point_is_refused_with_one_sentence(text, message):
    with pytest.raises(FieldError) as caught:
        point_from_text(text, the_map("mill-road"))
    assert str(caught.value) == message


def test_a_bridge_is_drawn_over_the_water_that_it_leads_over():
    battlemap = map_from_text("""
        id = "brook"
        title = "The brook"
        table = { width = 24, depth = 18 }
        [[terrain]]
        name = "bridge"
        kind = "bridge"
        rect = [10, 6, 4, 6]
        [[terrain]]
        name = "river"
        kind = "deep-water"
        rect = [0, 7, 24, 4]
        [[zone]]
        kind = "deployment"
        name = "south"
        rect = [0, 0, 24, 3]
        [[zone]]
        kind = "exit"
        name = "north"
        rect = [0, 15, 24, 3]
    """)  # which nobody could cross without it
    text = draw_svg(battlemap)
    assert text.index("<title>bridge") > text.index("<title>river")
    assert "≈" * 20 + "#" * 8 + "≈" * 20 in plain(draw_text(battlemap))
    assert [piece.id for piece in scenery(ground_of(battlemap))] == ["river", "bridge"]
