"""The example games in the browser: cards in a hand, cells of a board, a skirmish by the kit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from adjudge.engine import game as known
from tests.browser.play import SETTLED
from tests.mind.examples import contraband, holdfast, pig, thin_ice


@pytest.fixture
def examples(address: str) -> Iterator[None]:
    """The games as if they were installed."""
    for game in (contraband, holdfast, pig, thin_ice):
        known.register(game)
    yield
    for game in (contraband, holdfast, pig, thin_ice):
        known._known.pop(game.id)


def table_of(create: Callable[..., dict[str, Any]], game: Any) -> str:
    made = create(game.id, seats={"blue": {"bot": game.default_bot}})
    return f"table/{made['id']}/red/{made['seat_tokens']['red']}"


def answers(page: Page) -> int:
    return int(page.locator("input[type=range]").get_attribute("max") or 0)


def test_cells_are_clicked_and_gone_to_with_the_arrows(examples, visit, create, check_accessibility):
    page = visit(table_of(create, thin_ice))
    expect(page.get_by_text("Who goes?")).to_be_visible()
    expect(page.get_by_role("list", name="Figures").get_by_text("Red 1: C1")).to_be_attached()
    check_accessibility(page)
    page.locator("[data-figure='red 2']").click()
    expect(page.get_by_text("Where to?")).to_be_visible()
    before = answers(page)
    board = page.get_by_role("application")
    board.focus()
    board.press("ArrowUp")
    chosen = page.locator(".cell.chosen")
    expect(chosen).to_have_count(1)
    first = chosen.get_attribute("data-cell")
    board.press("ArrowRight")
    expect(page.locator(f".cell.chosen:not([data-cell={first}])")).to_have_count(1)
    cell = chosen.get_attribute("data-cell")
    page.wait_for_function(SETTLED)
    board.press("Enter")
    page.wait_for_function("at => Number(document.querySelector('input[type=range]').max) > at", arg=before)
    expect(page.get_by_role("list", name="Figures").get_by_text(f"Red 2: {cell}")).to_be_attached()


def test_cards_lie_in_the_hand_and_are_played_from_it(examples, visit, create, check_accessibility):
    page = visit(table_of(create, contraband))
    hand = page.locator(".hand").filter(has_text="Red's hand")
    expect(hand.locator("button.card")).to_have_count(2)
    expect(page.locator(".hand").filter(has_text="Blue's hand").locator(".card.back")).to_have_count(2)
    check_accessibility(page)
    kind = hand.locator("button.card").first.inner_text()
    hand.locator("button.card").first.click()
    hand.get_by_role("button", name=f"Sell {kind}").click()
    expect(page.locator("[data-figure=deck]")).to_be_visible()
    before = answers(page)
    page.locator("[data-figure=deck]").click()
    page.wait_for_function("at => Number(document.querySelector('input[type=range]').max) > at", arg=before)


def test_a_skirmish_by_the_kit_shows_zones_reach_and_what_is_seen(examples, visit, create):
    page = visit(table_of(create, holdfast))
    board = page.get_by_role("application")
    for number in range(1, 4):
        expect(page.get_by_text(f"Where is red {number}?")).to_be_visible()
        expect(page.locator(".region")).to_be_attached()
        page.wait_for_function(SETTLED)
        board.focus()
        board.press("PageDown")
        board.press("Enter")
    expect(page.get_by_text("Who acts?")).to_be_visible()
    page.wait_for_function(SETTLED)
    page.locator("[data-figure='red 1'] .base").click()
    expect(page.get_by_text("Where does red 1 go?")).to_be_visible()
    board.press("PageDown")
    expect(page.locator(".region")).to_be_attached()


def test_a_replay_tells_what_a_bot_considered(examples, visit, create, address):
    made = create("pig", options={"target": 12}, seats={"red": {"bot": "think:8"}, "blue": {"bot": "think:8"}})
    page = visit(f"table/{made['id']}")
    expect(page.get_by_role("heading", name="wins").first).to_be_visible()
    thought = httpx.get(f"{address}/api/matches/{made['id']}/thoughts").json()[0]
    page.get_by_role("slider", name="Position of the match").fill(str(thought["position"] + 1))
    told = page.get_by_role("region", name="What was considered")
    expect(told).to_contain_text("answered, and had considered")
    expect(told).to_contain_text("8 playouts")
