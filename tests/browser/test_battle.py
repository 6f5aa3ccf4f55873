"""The battlefield in the browser: spots, targets, sight and reach, by mouse, by keys and by finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import MOVED_FROM, open_drawer, play, position, start

AKULA, MDRG = "AR:SE", "Mutants"


def to_a_move(page: Page) -> None:
    """The first survivor is about to move."""
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    page.get_by_role("button", name="move up to").click()
    expect(page.locator("svg.picking")).to_be_visible()


def on_board(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a spot of a table that is 24 inches deep lies on the screen."""
    place = page.locator("svg[role=application]").evaluate(
        "(board, [x, y]) => { const at = new DOMPoint(x, 24 - y).matrixTransform(board.getScreenCTM());"
        " return [at.x, at.y]; }",
        [x, y],
    )
    return place[0], place[1]


@pytest.mark.parametrize(("game", "scheme"), [(AKULA, "light"), (MDRG, "dark")])
def test_play_now_leads_to_the_end_of_a_battle(visit, check_accessibility, game, scheme):
    page = visit(color_scheme=scheme)
    start(page, game)
    play(page, 10)
    assert play(page, which="last") == "over"
    expect(page.get_by_role("heading", name="Luck")).to_be_visible()
    check_accessibility(page)


def test_a_move_is_made_by_a_click_within_the_reach_shown(visit):
    page = visit()
    to_a_move(page)
    expect(page.locator("path.region")).to_be_visible()
    at, spot = position(page), on_board(page, 3.0, 7.0)
    page.mouse.move(*spot)
    expect(page.locator(".tip")).to_contain_text("inch")
    page.mouse.click(*spot)
    page.wait_for_function(MOVED_FROM, arg=at)


def test_a_spot_out_of_reach_is_shown_as_such_and_not_picked(visit):
    page = visit()
    to_a_move(page)
    at = position(page)
    page.mouse.click(*on_board(page, 18.0, 20.0))
    expect(page.locator(".tip")).to_contain_text("out of reach")
    expect(page.get_by_role("button", name="Pick this spot")).to_be_disabled()
    page.get_by_label("Coordinates").fill("18, 20")
    page.get_by_role("button", name="There").click()
    expect(page.get_by_role("alert")).to_contain_text("out of reach")
    assert position(page) == at


def test_a_move_and_a_shot_are_made_with_the_keyboard_alone(visit):
    page = visit()
    to_a_move(page)
    page.get_by_role("button", name="Pick with the arrow keys").press("Enter")
    page.keyboard.press("ArrowRight")
    expect(page.locator("figure > [aria-live]")).to_contain_text("from Marta")
    at = position(page)
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_FROM, arg=at)
    page.wait_for_function("() => document.activeElement.classList.contains('question')")
    position(page)
    page.get_by_role("button", name="fire the").press("Enter")
    expect(page.locator(".question .value").first).to_contain_text("%")


def test_a_target_shows_its_odds_on_the_board_and_is_chosen_there(visit):
    page = visit()
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    page.get_by_role("button", name="fire the").click()
    expect(page.get_by_role("region", name="Question")).to_contain_text("at whom?")
    target = page.locator(".piece.target .base").first
    target.hover(force=True)  # another token may lie on its middle
    expect(page.locator(".tip")).to_contain_text("inches")
    expect(page.locator("line.sight.free")).to_have_count(1)
    expect(page.locator(".tip .value").first).to_contain_text("%")
    at = position(page)
    target.click(force=True)
    page.wait_for_function(MOVED_FROM, arg=at)


def turn_to(page, figure):
    """By the page keys, through those that something can be done with: enemies join them while one looks."""
    page.keyboard.press("PageUp")
    for _ in range(30):
        if page.locator("figure > [aria-live]").inner_text().startswith(f"{figure}:"):
            return
        page.keyboard.press("PageDown")
    raise AssertionError(f"the page keys do not come to {figure}")


def test_a_click_on_a_figure_with_several_options_shows_them_beside_it(visit, check_accessibility):
    page = visit()
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    expect(page.get_by_role("region", name="Question")).to_contain_text("first action?")
    position(page)
    page.locator(".piece[data-figure=Marta] .base").click()
    menu = page.get_by_role("menu", name="Marta")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    assert menu.get_by_role("menuitem").count() > 2
    check_accessibility(page)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    at = position(page)
    turn_to(page, "Marta")
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_FROM, arg=at)
    expect(page.get_by_role("region", name="Question")).to_contain_text("at whom?")


def test_a_finger_sees_the_odds_before_it_shoots(visit):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    page.get_by_role("button", name="fire the").click()
    at = position(page)
    page.locator(".piece.target .base").first.tap()
    item = page.get_by_role("menu").get_by_role("menuitem").first
    expect(item).to_contain_text("%")
    assert position(page) == at
    item.tap()
    page.wait_for_function(MOVED_FROM, arg=at)


def test_a_screen_reader_is_told_where_the_figures_stand(visit):
    page = visit()
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    figures = page.get_by_role("region", name="Board").get_by_role("list", name="Figures")
    expect(figures.get_by_role("listitem").filter(has_text="shambler").first).to_contain_text("of Marta")


def test_a_finger_shows_the_spot_before_it_picks(visit):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    to_a_move(page)
    at = position(page)
    page.touchscreen.tap(*on_board(page, 3.0, 7.0))
    page.get_by_role("button", name="Pick this spot").tap()
    page.wait_for_function(MOVED_FROM, arg=at)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_battlefield_is_accessible_while_a_spot_is_wanted(visit, check_accessibility, scheme):
    page = visit(color_scheme=scheme)
    to_a_move(page)
    check_accessibility(page)


def test_a_line_that_is_blocked_is_drawn_with_its_blocker_and_can_be_read(visit, check_accessibility):
    page = visit()
    start(page, AKULA)
    page.get_by_role("button", name="Marta").first.click()
    page.get_by_text("Marta sees").click()
    page.locator(".sights .lost").first.focus()
    expect(page.locator("line.sight.lost")).to_have_count(1)
    expect(page.locator(".tip")).to_contain_text("in the way")
    open_drawer(page, "House rules")
    check_accessibility(page)
    page.locator(".sights").get_by_role("button", name="Rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_spot_that_one_points_at_shows_what_is_seen_from_it(visit):
    page = visit()
    to_a_move(page)
    page.mouse.move(*on_board(page, 3.0, 7.0))
    expect(page.locator("line.sight").first).to_be_visible()
    expect(page.locator(".tip")).to_contain_text("%")


def test_the_log_folds_by_turns(visit):
    page = visit()
    start(page, AKULA)
    at = position(page)
    page.get_by_role("button", name="Marta").first.click()
    page.wait_for_function(MOVED_FROM, arg=at)
    turn, lines = page.locator(".log [aria-expanded]").last, page.locator(".log .move")
    before = lines.count()
    turn.click()
    expect(turn).to_have_attribute("aria-expanded", "false")
    assert lines.count() < before
    turn.click()
    expect(lines).to_have_count(before)
    page.get_by_role("button", name="Look at Round").last.click()
    expect(page.get_by_text("Looking back")).to_be_visible()
