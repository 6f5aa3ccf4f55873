"""Somebody sits down for the first time: the briefing beside the table, once, and whenever it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import start

Visit = Callable[..., Page]
TITLES = {"akula": "AR:SE", "mdrg": "Mutants", "rdz": "Regs", "regiment": "The Regiment", "regulus": "Regulus"}
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("game", TITLES)
def test_a_newcomer_is_briefed_before_the_first_decision(visit: Visit, game: str):
    page = visit(is_newcomer=True, viewport={"width": 1366, "height": 768})
    start(page, TITLES[game])
    briefing = page.get_by_role("dialog", name="Before you begin")
    expect(briefing).to_be_visible()
    expect(page.locator(".pointing .ring").first).to_be_visible()
    expect(page.locator("[data-part=goal]")).to_be_visible()
    page.keyboard.press("1")  # no option is taken behind it
    expect(briefing).to_be_visible()
    page.keyboard.press("Enter")
    expect(briefing).to_be_hidden()
    page.reload()
    expect(page.locator(".question")).to_be_visible()
    expect(briefing).to_be_hidden()
    page.get_by_role("button", name="Briefing", exact=True).click()
    expect(briefing).to_be_visible()
    page.keyboard.press("Escape")
    expect(briefing).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_briefing_fits_a_phone_and_can_be_heard(visit: Visit, check_accessibility: Any, scheme: str):
    page = visit(is_newcomer=True, viewport=PHONE, color_scheme=scheme)
    start(page, TITLES["akula"])
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_focused()
    expect(begin).to_be_in_viewport(ratio=1)
    check_accessibility(page)
    begin.click()
    expect(page.locator(".question")).to_be_visible()
