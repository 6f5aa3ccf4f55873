"""Somebody sits down for the first time: the briefing beside the table, once, and whenever it is wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudge.engine import find_game
from tests.browser.play import MOVED_FROM, SETTLED, position, start

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


@pytest.mark.parametrize("game", TITLES)
def test_a_guided_match_is_played_to_the_coachs_farewell(visit: Visit, game: str):
    phone = game in ("akula", "regiment")
    page = visit(viewport=PHONE if phone else {"width": 1366, "height": 768})
    card = page.get_by_role("listitem").filter(has_text=TITLES[game]).first
    card.get_by_role("button", name="Learn by playing").click()
    course = find_game(game).course
    assert course is not None
    coach = page.get_by_role("region", name="Coach")
    for number, lesson in enumerate(course.lesson, 1):
        expect(coach).to_contain_text(lesson.text) if number == 1 else _come_to(page, lesson.text)
        if lesson.at:
            expect(page.locator(".pointing .ring").first, lesson.text).to_be_attached()
        page.wait_for_function(SETTLED)
        _follow(page, lesson.deed != {})
    _come_to(page, course.farewell)
    expect(coach.get_by_role("button", name="Do that")).to_have_count(0)
    expect(page.locator(".question")).to_be_visible()


def _come_to(page: Page, text: str) -> None:
    """Answers anyhow what no lesson is about until the coach says something."""
    coach = page.get_by_role("region", name="Coach")
    silent = "I speak up again"
    for _ in range(10):
        expect(coach).to_contain_text(re.compile(f"{re.escape(silent)}|{re.escape(text)}"))
        if text in coach.inner_text():
            return
        before = position(page)
        page.locator(".options button:not(:disabled)").first.click()
        page.wait_for_function(MOVED_FROM, arg=before)
    raise AssertionError(f"the coach never came to: {text}")


def _follow(page: Page, is_option: bool) -> None:
    """Takes what the coach rings: the option itself, or whatever else by its button."""
    ringed = page.evaluate(RINGED) if is_option else ""
    if ringed:
        option = page.locator(f"[data-key={json.dumps(ringed)}]")
        option.click()
        if page.locator(f"[data-key={json.dumps(ringed)}][aria-expanded]").count():
            page.locator(".options .sure .danger").click()  # what cannot be made good is asked for twice
    else:
        page.get_by_role("button", name="Do that").click()


RINGED = """() => {
  const rings = [...document.querySelectorAll('.pointing .ring')].map((it) => it.getBoundingClientRect());
  const near = (a, b) => Math.abs(a.x + 5 - b.x) < 3 && Math.abs(a.y + 5 - b.y) < 3;
  const button = [...document.querySelectorAll('.options [data-key]')].find((it) => rings.some((ring) =>
    near(ring, it.getBoundingClientRect())));
  return button?.dataset.key ?? '';
}"""
