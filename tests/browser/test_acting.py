"""Acting on the board: what a figure can reach and whom it can attack shows at once, and a click does it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.play import MOVED_FROM, play, position, start

ROUND_OF_TWO_MOVES = 3
"""Clicks that a survivor's two moves take: on the survivor, on the ground, on the ground. By the list it is five."""


class Clicker:
    """Counts the clicks that it takes to move the table on."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def at(self, x: float, y: float) -> None:
        before = position(self.page)
        self.page.mouse.click(x, y)
        self.clicks += 1
        self.page.wait_for_function(MOVED_FROM, arg=before)
        position(self.page)

    def on(self, what: Locator) -> None:
        before = position(self.page)
        what.click()
        self.clicks += 1
        self.page.wait_for_function(MOVED_FROM, arg=before)
        position(self.page)


def middle(page: Page, figure: str) -> tuple[float, float]:
    box = page.locator(f"[data-figure='{figure}'] .base").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_moves_take_three_clicks_on_the_board_and_five_by_the_list(visit):
    page = visit(viewport={"width": 1366, "height": 768})
    start(page, "AR:SE")
    hand = Clicker(page)
    hand.at(*middle(page, "Marta"))
    for _ in range(2):
        expect(page.locator(".region.faint")).to_have_count(1)
        x, y = middle(page, "Marta")
        hand.at(x + 4, y + 45)
    expect(page.locator(".question h2")).to_contain_text("Who acts next")
    assert hand.clicks == ROUND_OF_TWO_MOVES

    listed = Clicker(page)
    listed.on(page.locator(".options button").filter(has_text="Bea"))
    for _ in range(2):
        listed.on(page.locator(".options button").filter(has_text="Move up to"))
        x, y = middle(page, "Bea")
        listed.at(x + 4, y + 30)
    assert listed.clicks == 5


def test_an_enemy_shows_what_can_be_done_to_him_with_the_odds(visit):
    page = visit(viewport={"width": 1366, "height": 768})
    start(page, "AR:SE")
    Clicker(page).at(*middle(page, "Marta"))
    target = page.locator("[data-figure='shambler-1']")
    expect(page.locator(".piece.target[data-figure='shambler-1']")).to_have_count(1)
    before = position(page)
    target.locator(".base").click()
    menu = page.get_by_role("menu")
    deed = menu.get_by_role("menuitem", name="Fire the Handgun")
    expect(deed).to_contain_text("headshot")
    deed.click()
    page.wait_for_function(MOVED_FROM, arg=before + 1)
    expect(page.get_by_role("status")).to_contain_text("Shambler 1")


def test_a_figure_is_dragged_to_where_it_shall_go_and_the_reach_is_shaded(visit):
    page = visit(viewport={"width": 1366, "height": 768})
    start(page, "AR:SE")
    Clicker(page).at(*middle(page, "Marta"))
    expect(page.locator(".region.faint")).to_have_count(1)
    before = position(page)
    x, y = middle(page, "Marta")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y + 25, steps=3)
    page.mouse.move(x + 4, y + 45, steps=3)
    expect(page.locator(".tip").filter(has_text="inch")).to_be_visible()
    page.mouse.up()
    page.wait_for_function(MOVED_FROM, arg=before + 1)
    expect(page.get_by_role("status")).to_contain_text("Marta moves")

    expect(page.locator(".heat")).to_have_count(0)
    expect(page.get_by_label("Shade the reach")).to_be_visible()  # once the next move can be planned
    page.keyboard.press("Shift+H")
    expect(page.locator("[data-part=heat]")).to_contain_text("at best", timeout=60_000)
    assert page.locator(".heat rect").count() > 40
    page.get_by_label("Shade the reach").select_option(label="Shade: off")
    expect(page.locator(".heat")).to_have_count(0)


def test_the_end_tells_its_story_and_is_played_again(visit):
    page = visit(viewport={"width": 1366, "height": 768})
    start(page, "AR:SE")
    assert play(page, which="last") == "over"
    ending = page.locator(".ending")
    expect(ending.get_by_role("heading", name="What turned it")).to_be_visible()
    expect(ending.locator(".moments li").first).to_contain_text("likely")
    expect(page.get_by_role("region", name="Board").get_by_role("heading", level=1)).to_have_text(
        ending.locator("#ending").inner_text()
    )
    before = page.url
    ending.get_by_role("button", name="Play again").click()
    expect(page.locator(".question")).to_be_visible()
    assert page.url != before
