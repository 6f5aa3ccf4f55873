"""The outcome is where the eye is: what an answer led to plays out on the board, with the dice as they fell."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.play import MOVED_FROM, answer, position, start

MOVING = {"reduced_motion": "no-preference"}


def shoot(page: Page) -> None:
    """Joel fires his gun at the first target; waits until the table has moved on."""
    start(page, "AR:SE")
    for name in ("Joel", "fire the"):
        at = position(page)
        page.locator(".options button").filter(has_text=re.compile(name, re.IGNORECASE)).first.click()
        page.wait_for_function(MOVED_FROM, arg=at)
    answer(page)


def test_a_shot_plays_out_on_the_board_and_can_be_seen_again(visit):
    page = visit(**MOVING)
    shoot(page)
    board = page.get_by_role("region", name="Board")
    expect(board.locator(".fire")).to_have_count(1)
    expect(board.locator(".outcome canvas").first).to_have_attribute("data-faces", re.compile(r"^[1-6]$"))
    expect(board.locator(".outcome .last")).not_to_be_empty()
    page.get_by_role("button", name="Skip").click()
    expect(board.locator(".outcome")).to_have_count(0)
    page.get_by_role("button", name="Again").click()
    expect(board.locator(".outcome")).to_have_count(1)


def test_whoever_wants_no_motion_sees_how_it_ended(visit):
    page = visit()
    shoot(page)
    expect(page.locator(".outcome .last")).not_to_be_empty()
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)


def test_dice_lie_flat_for_those_who_like_it(visit):
    page = visit()
    start(page, "AR:SE")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dice that tumble").uncheck()
    page.reload()
    answer(page)
    for name in ("fire the", ""):
        at = position(page)
        page.locator(".options button").filter(has_text=re.compile(name, re.IGNORECASE)).first.click()
        page.wait_for_function(MOVED_FROM, arg=at)
    expect(page.locator(".outcome .flat").first).to_be_visible()
    expect(page.locator(".outcome canvas")).to_have_count(0)


def test_a_card_is_shown_as_a_card(visit):
    page = visit()
    start(page, "AR:SE")
    log = page.get_by_role("region", name="What happened")
    expect(log.locator(".card").filter(has_text="Red").first).to_be_visible()


def test_without_a_board_it_is_marked_on_the_cards(visit):
    page = visit()
    start(page, "Regs, Dregs")
    for _ in range(60):
        if page.locator(".befell").count():
            break
        answer(page)
    expect(page.locator(".befell").first).not_to_be_empty()
    expect(page.locator(".outcome")).to_have_count(1)
