"""Scenes and frames are drawn within the room there is, in colour or without."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from adjudge.cli import plainly
from adjudge.cli.table import layout, screen
from adjudge.cli.table.board import charted, legend
from adjudge.cli.table.frame import AT_THE_TABLE, Entry, Frame
from adjudge.cli.table.labels import labels_of
from adjudge.cli.table.menu import menu
from adjudge.cli.table.scene import BARE, BOXES, LINES, SIZES, WORDS, drawn, strangers, with_first
from adjudge.engine import (
    Bar,
    Board,
    Card,
    Cards,
    Event,
    Facts,
    Match,
    Overlay,
    Piece,
    Prose,
    Scene,
    Sightline,
    Step,
    Terrain,
    Track,
    find_game,
)
from adjudge.engine.chance import secret_from
from adjudge.engine.scene import Mood

MOODS: tuple[Mood, ...] = ("", "ready", "active", "done", "hurt", "down", "good", "bad")

SCENE = Scene(
    "A headline that says where things stand",
    (
        Track("Sectors", tuple(Step(f"Sector {n}", n == 9) for n in range(12))),
        Cards(
            "Squad",
            tuple(
                Card(
                    f"c{n}",
                    f"Regulator {n}",
                    note="a note",
                    bars=(Bar("Life", n, 7), Bar("Armor", 0, 0)),
                    lines=("Rifle: 3 x 2",),
                    tags=("in command",),
                    mood=mood,
                )
                for n, mood in enumerate(MOODS)
            ),
        ),
        Board(
            "The field",
            48,
            36,
            "inches",
            (Terrain("w", ((10, 10), (20, 10), (20, 20)), "wood", ("woods",)), Terrain("x", ((1, 1), (2, 1), (2, 2)))),
            (Piece("p", 5, 5, "Pete", radius=0.5, seat="red"), Piece("q", 30, 30, "Q", size=(2, 1), mood="down")),
            (Overlay("circle", ((5, 5),), 6, "noise"),),
        ),
        Facts("Record", (("moves", "3"), ("kills", "12"))),
        Prose("Journal", tuple(f"line {n}" for n in range(9))),
    ),
    note="Night falls.",
)


def console(width: int = 80, height: int = 30, *, colour: bool = False) -> Console:
    return Console(file=io.StringIO(), width=width, height=height, force_terminal=colour, highlight=False, markup=False)


def lines(width: int, size: int, scene: Scene = SCENE, rows: int | None = None) -> list[str]:
    return layout.lines_of(console(width), drawn(scene, width, size, rows=rows))


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
@pytest.mark.parametrize("size", SIZES)
def test_a_scene_keeps_within_its_width(width, size):
    assert max(map(len, lines(width, size))) <= width


@pytest.mark.parametrize("width", [60, 80, 120])
def test_each_size_takes_less_room_than_the_one_before(width):
    for scene in (SCENE, Scene("No board", tuple(it for it in SCENE.panels if not isinstance(it, Board)))):
        heights = [len(lines(width, size, scene)) for size in (BOXES, LINES, WORDS, BARE)]
        assert heights == sorted(heights, reverse=True)
        assert heights[0] > heights[-1]


@pytest.mark.parametrize("size", SIZES)
def test_every_panel_is_in_the_picture(size):
    text = "\n".join(lines(80, size))
    assert all(f"Regulator {n}" in text for n in range(8))
    assert "Sector 9" in text
    assert "The field" in text
    assert "Pete" in text
    assert "Night falls." in text
    if size != BARE:
        assert "line 8" in text
        assert "12" in text


def test_a_scene_of_facts_alone_keeps_them_in_every_size():
    plain = Scene("Game", (Facts("", (("round", "3"),)),))
    assert all("round" in "\n".join(layout.lines_of(console(), drawn(plain, 80, size))) for size in SIZES)


def test_panels_stand_beside_a_board_where_the_width_allows():
    wide, narrow = (next(line for line in lines(width, WORDS) if "The field" in line) for width in (120, 40))
    assert "Sectors" in wide
    assert "Sectors" not in narrow


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("rows", range(4, 24))
def test_what_has_no_room_is_counted_and_no_heading_is_left_without_entries(width, rows):
    shown = lines(width, BARE, rows=rows)
    assert len(shown) <= rows
    text = "\n".join(shown)
    assert re.search(r"⋮ \d+ more", text) or all(f"Regulator {n}" in text for n in range(8))
    assert ("Squad" in text) == ("Regulator 0" in text)


def test_a_board_that_is_cut_keeps_its_scale():
    shown = "\n".join(lines(80, BARE, rows=11))
    assert "└┬" in shown
    assert "Regulator 0" in shown


def test_the_story_gets_shorter_before_the_scene_is_cut():
    shown = "\n".join(layout.fitted(console(120, 24), frame(6, 2)))
    assert "Regulator 7" in shown
    assert "lines before: L shows them" in shown
    assert "V shows all" not in shown


def test_how_to_type_a_point_stands_where_one_is_asked_for():
    assert "type a point" not in "\n".join(lines(80, BOXES))
    assert "type a point" in "\n".join(layout.lines_of(console(), drawn(SCENE, 80, BOXES, [(1.0, 1.0)])))


def test_a_number_that_runs_down_is_drawn_and_written():
    text = "\n".join(lines(80, LINES))
    assert "███░░░░ 3/7" in text
    assert "░░░░░░░ 0/7" in text


def test_colours_are_silent_when_nobody_sees_them():
    coloured = console(colour=True)
    assert "\x1b[" in "\n".join(layout.lines_of(coloured, drawn(SCENE, 80)))
    assert "\x1b[" not in "\n".join(lines(80, BOXES))


def frame(happened: int = 0, options: int = 3, **more: object) -> Frame:
    story = tuple(Event("some.rule", f"thing {n} happened") for n in range(happened))
    menu = tuple(Entry(n, f"option {n}", "abcdefghijklmnopqrstuvwxyz"[n % 26], "odds 50%") for n in range(options))
    return Frame("Game", scene=SCENE, story=story, prompt="What now?", menu=menu, commands=AT_THE_TABLE, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 30), (120, 40), (50, 16), (200, 70)])
@pytest.mark.parametrize(("happened", "options"), [(0, 2), (3, 9), (40, 4), (40, 40)])
def test_a_frame_always_fits_and_always_shows_the_question(width, height, happened, options):
    shown = layout.fitted(console(width, height), frame(happened, options), cursor=0)
    assert len(shown) <= height
    assert max(map(len, shown)) <= width
    assert any("What now?" in line for line in shown)
    assert any("option 0" in line for line in shown)


def test_a_long_menu_scrolls_with_the_cursor():
    shown = layout.fitted(console(), frame(0, 40), cursor=39)
    assert any("option 39" in line for line in shown)
    assert not any("option 0 " in line for line in shown)


@pytest.mark.parametrize(("width", "height"), [(40, 12), (30, 10), (60, 14)])
@pytest.mark.parametrize("cursor", range(6))
def test_in_a_small_window_the_chosen_option_and_the_keys_stay_in_sight(width, height, cursor):
    note = "a note that is longer than its line " * 3
    menu = tuple(Entry(n, f"option {n} of several", str(n), "win 50% · lose 50%", note) for n in range(6))
    small = replace(frame(3, notice="The dice are bound by a hash that is long"), menu=menu)
    shown = layout.fitted(console(width, height), small, cursor=cursor)
    assert len(shown) <= height
    assert any(line.startswith(f"▸{cursor}  option {cursor}") for line in shown)
    assert shown[-1].endswith("? help")


def test_the_footer_says_what_escape_does():
    asked = frame()
    assert "esc" not in layout.fitted(console(), asked)[-1]
    assert "esc clears it" in layout.fitted(console(), asked, typing="7,")[-1]
    assert "esc goes back" in layout.fitted(console(), replace(asked, commands={}), typing="")[-1]
    assert "esc goes back" in layout.fitted(console(), replace(asked, commands={}))[-1]


def test_a_long_story_wants_a_page_of_its_own():
    assert layout.is_too_long(console(), frame(40))
    assert not layout.is_too_long(console(120, 80), frame(5))


def test_the_latest_lines_of_a_long_story_stay_in_sight():
    shown = "\n".join(layout.fitted(console(), frame(40)))
    assert "thing 39 happened" in shown
    assert "lines before: L shows them" in shown


def test_odds_stand_in_a_column():
    entries = (Entry(1, "go", "1", "win 50%"), Entry(2, "go far away", "2", "win 25%"))
    shown = layout.lines_of(console(), menu(entries, 80))
    assert shown[0].index("win") == shown[1].index("win")


def test_labels_of_many_options_are_cut_before_their_odds_are():
    entries = tuple(Entry(n, f"{n} " + "a long description " * 4, str(n), "win 50% · lose 50%") for n in range(6))
    shown = layout.lines_of(console(60), menu(entries, 60))
    assert len(shown) == 6
    assert all(line.endswith("win 50% · lose 50%") for line in shown)


def test_a_note_takes_what_room_the_odds_leave():
    entries = tuple(
        Entry(n, f"Zombie {n}", str(n), "wounds 51% · miss 49%", "Life 13, Combat Skill 7") for n in range(6)
    )
    wide = layout.lines_of(console(80), menu(entries, 80))
    narrow = layout.lines_of(console(50), menu(entries, 50))
    assert all(line.endswith("Combat Skill 7") for line in wide)
    assert all("wounds 51% · miss 49%" in line for line in narrow)
    assert len(wide) == len(narrow) == 6


def test_few_options_show_all_they_have_on_a_second_line():
    entries = tuple(Entry(n, f"Zombie {n}", str(n), note="a note that is longer than its line " * 3) for n in range(2))
    shown = "\n".join(layout.lines_of(console(60), menu(entries, 60)))
    assert " ".join(shown.split()).count("a note that is longer than its line") == 6


@pytest.mark.parametrize("columns", [24, 40, 90])
@pytest.mark.parametrize("game", ["akula", "mdrg"])
def test_every_figure_of_a_map_has_a_label_of_its_own_and_none_is_hidden(game: str, columns: int):
    match = Match.new(
        find_game(game), secret_from(2), bots={"red": "warlord", "blue": "warlord"} if game == "mdrg" else {}
    )
    state = match.look(match.position // 3).state
    board = next(it for it in match.game.picture(state, None).panels if isinstance(it, Board))
    labels = labels_of(board.pieces)
    assert len(set(labels.values())) == len(board.pieces)
    shown = "\n".join(line.plain for line in charted(board, columns))
    assert [label for label in labels.values() if label not in shown] == []


def test_where_room_is_short_those_come_first_whom_nobody_at_the_table_plays():
    squad = Cards("Squad", (Card("ann", "Ann", seat="captain"),))
    enemies = Cards("Enemies", (Card("rat", "Rat"),))
    scene = Scene("A fight", (squad, enemies))
    assert with_first(scene, strangers(scene)).panels == (enemies, squad)
    assert with_first(Scene("Peace", (squad,)), frozenset()).panels == (squad,)


def test_the_line_of_sight_to_the_target_is_drawn_up_to_what_blocks_it():
    pieces = (Piece("a", 2, 5, "Ann", radius=0.5), Piece("b", 18, 5, "Bob", radius=0.5))
    free, blocked = Sightline("a", "b"), Sightline("a", "b", by="wall", at=(10, 5))
    for line, dots in ((free, 12), (blocked, 5)):
        board = Board("The yard", 20, 10, "m", pieces=pieces, sights=(line,))
        shown = "\n".join(text.plain for text in charted(board, 30, target="b"))
        assert abs(shown.count("·") - dots) <= 3
        assert "·" not in "\n".join(text.plain for text in charted(board, 30))


def test_zones_lines_and_the_last_wide_ring_lie_on_open_ground_and_are_explained():
    edge = ((18.0, 0.0), (20.0, 0.0), (20.0, 10.0), (18.0, 10.0))
    overlays = (
        Overlay("area", edge, label="the way out", mood="good"),
        Overlay("circle", ((2.0, 2.0),), 0.5, "spawn point", "bad"),
        Overlay("circle", ((10.0, 5.0),), 4.0, "an old shot", "hurt"),
        Overlay("circle", ((10.0, 5.0),), 3.0, "a shout", "hurt"),
        Overlay("line", ((4.0, 5.0), (6.0, 5.0)), label="a tripwire"),
    )
    board = Board("The yard", 20, 10, "m", pieces=(Piece("a", 10, 8, "Ann", radius=0.5),), overlays=overlays)
    shown = "\n".join(text.plain for text in charted(board, 60))
    assert all("»" in line for line in shown.splitlines()[2:-2])
    assert shown.count("*") == 1
    assert (10 < shown.count("°") < 40, "··" in shown, "An" in shown) == (True, True, True)
    (told,) = legend(board)
    assert told.plain == "An Ann  » the way out  * spawn point  ° a shout  · a tripwire"


def test_a_terminal_that_knows_only_ascii_gets_no_question_marks():
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, "ascii", errors=plainly.NAME)
    Console(file=file, width=60, color_system=None).print(drawn(SCENE, 60, LINES))
    file.flush()
    assert "?" not in raw.getvalue().decode("ascii")
    assert plainly.plainly("▸ 2 → 3 · Zoë…") == "> 2 > 3 . Zoe."


def test_enter_begins_at_what_can_be_taken_by_chance():
    menu = (Entry("leave", "leave the table", caution="ask"), Entry("hold", "hold", caution="apart"), Entry("go", "go"))
    assert screen._first(Frame("", menu=menu)) == 2
    assert screen._first(Frame("", menu=menu, suggested="hold")) == 1


def test_where_not_all_can_be_seen_the_figures_that_the_question_is_about_come_first():
    squad = Cards("Squad", tuple(Card(f"s{n}", f"Soldier {n}", bars=(Bar("Life", 9, 9),)) for n in range(20)))
    foes = Cards("Enemies", (Card("z1", "Zombie 1"), Card("z2", "Zombie 2")))
    menu = (Entry("z1", "Zombie 1", "1", target="z1"), Entry("z2", "Zombie 2", "2", target="z2"))
    console = Console(file=io.StringIO(), width=80, height=14, color_system=None)
    shown = "\n".join(
        layout.fitted(console, Frame("Fight", scene=Scene("Round 1", (squad, foes)), prompt="At whom?", menu=menu))
    )
    assert "Enemies" in shown
    assert "Soldier 19" not in shown
