"""The example games in the terminal: cells and cards as characters, arrows over a board, real cards by name."""

from io import StringIO

from rich.console import Console

from adjudge.cli.table import scene as scenes
from adjudge.cli.table.frame import Entry
from adjudge.cli.table.screen import _moved_over
from adjudge.engine import Board, Match
from adjudge.field.grids import Grid
from tests.mind.examples import contraband, thin_ice


def shown(scene, **wishes):
    console = Console(width=80, record=True, file=StringIO())
    console.print(scenes.drawn(scene, 80, scenes.LINES, **wishes))
    return console.export_text()


def test_a_board_of_hexes_is_drawn_in_shifted_rows_with_what_can_be_chosen():
    scene = Match.new(thin_ice, bytes(32)).scene("red")
    board = scene.panels[0]
    assert isinstance(board, Board)
    marked = [(cell.x, cell.y) for cell in board.cells if cell.id in ("C1", "E1")]
    text = shown(scene, marked=marked, target="E1").splitlines()
    assert any(line.startswith("  1         [R1] ·  <R2> ·") for line in text)
    assert any(line.startswith("  2    ·   ·   ·") for line in text)


def test_cards_are_named_in_the_own_hand_and_counted_elsewhere():
    match = Match.new(contraband, bytes(32))
    text = shown(match.scene("red"))
    first, second = match.state.pack.hand("red").cards
    assert f"[{first}] [{second}]" in text
    assert "Blue's hand  2 cards" in text
    assert "Deck         28 cards" in text


def test_arrows_go_from_cell_to_cell():
    board = Grid(3, 3)
    menu = [Entry(cell, cell, point=board.centre(cell)) for cell in ("A1", "C1", "B2", "A3")]
    assert menu[_moved_over(menu, 0, "right")].key == "C1"
    assert menu[_moved_over(menu, 0, "up")].key == "A3"
    assert menu[_moved_over(menu, 3, "down")].key == "A1"
    assert menu[_moved_over(menu, 0, "tab")].key == "C1"


def test_whoever_draws_real_cards_is_asked_what_came():
    match = Match.new(contraband, bytes(32), physical=["red"])
    assert match.pending is not None
    assert [name for name, _ in match.pending.draws] == ["rum", "silk", "spice", "tea"]
    faces = dict(match.pending.draws)
    match.throw("red", [faces["tea"]])
    match.throw("red", [dict(match.pending.draws)["rum"]])
    assert match.state.pack.hand("red").cards == ["rum", "tea"]
