"""The stage: one screen that never scrolls as a page, on which a player sees what the last answer did."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import MOVED_FROM, answer, play, position, start

GAMES = {"akula": "AR:SE", "mdrg": "Mutants", "rdz": "Regs, Dregs", "regulus": "Regulus", "regiment": "The Regiment"}
DESK, SMALL_DESK, PHONE = (1366, 768), (1280, 720), (390, 844)
ANSWERS = 30

SEEN = """() => {
  const inWindow = (it) => {
    const box = it.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.top >= 0 && box.left >= 0
      && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  };
  const wrong = [];
  const status = document.querySelector(".table [role=status]");
  const newest = status.querySelector("p:last-of-type");
  const told = [...document.querySelectorAll("[aria-label='What happened'] .what")].at(-1);
  const [outer, inner] = [status.getBoundingClientRect(), newest.getBoundingClientRect()];
  if (!inWindow(status)) wrong.push("the newest event is not in the window");
  if (inner.bottom > outer.bottom + 2) wrong.push(`the newest event is cut off: ${newest.textContent}`);
  if (told && newest.textContent.trim() !== told.textContent.trim())
    wrong.push(`"${newest.textContent}" is shown as the newest event, but it is "${told.textContent}"`);
  const question = document.querySelector("[aria-label=Question]");
  const body = question?.querySelector(".body");
  if (question && !inWindow(question)) wrong.push(`the question is not in the window: ${question.innerText}`);
  const first = body?.querySelector("button, textarea, input");
  if (first && !inWindow(first)) wrong.push(`the first option is not in the window: ${first.innerText}`);
  const confirm = body?.querySelector(".confirm button");
  if (confirm && !inWindow(confirm)) wrong.push("what confirms is not in the window");
  if (!inWindow(document.querySelector("[aria-label=Board]"))) wrong.push("the board is not in the window");
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight) wrong.push(`the page scrolls: ${page.scrollHeight} of ${innerHeight}`);
  if (page.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  const main = document.querySelector("main");
  if (main.scrollWidth > main.clientWidth || main.scrollHeight > main.clientHeight) wrong.push("the table scrolls");
  return { wrong, isWhole: !body || body.scrollHeight <= body.clientHeight + 1 };
}"""
"""What of newest event, question and board is not in the window, and whether the question needs no scrolling."""


def seen(page: Page, width: int, height: int) -> dict[str, bool]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = page.evaluate(SEEN)
    assert found["wrong"] == [], (width, height)
    return {"isWhole": found["isWhole"]}


@pytest.mark.parametrize("game", list(GAMES))
def test_after_every_answer_the_newest_event_and_the_whole_question_are_in_the_window(visit, game):
    page = visit(viewport={"width": DESK[0], "height": DESK[1]})
    start(page, GAMES[game])
    looks = 0
    for number in range(ANSWERS):
        at = position(page)
        play(page, 1, which="last" if number % 7 == 3 else "first")
        if page.locator(".ending").count():
            break
        if position(page) == at:
            continue
        looks += 1
        for size in (DESK, PHONE):
            assert seen(page, *size)["isWhole"], f"answer {number}, {size}: one has to scroll in the question"
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert looks >= ANSWERS // 2


@pytest.mark.parametrize("size", [SMALL_DESK, (1920, 1080), (1024, 768), (768, 1024)])
def test_a_table_is_one_screen_at_any_usual_size(visit, size):
    page = visit(viewport={"width": size[0], "height": size[1]})
    start(page, GAMES["mdrg"])
    play(page, 6)
    position(page)
    seen(page, *size)


def test_the_board_grows_with_the_window(visit):
    page = visit(viewport={"width": 1280, "height": 720})
    start(page, GAMES["akula"])
    small = page.locator("svg[role=application]").bounding_box()
    page.set_viewport_size({"width": 1920, "height": 1080})
    large = page.locator("svg[role=application]").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.3 * small["width"]
    assert large["height"] > 1.3 * small["height"]


def test_a_double_click_answers_one_question_and_not_the_next(visit):
    page = visit()
    start(page, GAMES["mdrg"])
    at = position(page)
    box = page.locator(".options button").first.bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(MOVED_FROM, arg=at)
    page.wait_for_timeout(400)
    answers = page.evaluate("() => document.querySelectorAll('.log .move').length")
    after = position(page)
    page.wait_for_timeout(400)
    assert (position(page), page.evaluate("() => document.querySelectorAll('.log .move').length")) == (after, answers)


def test_what_happened_stands_in_the_only_status_of_a_table(visit):
    page = visit()
    start(page, GAMES["rdz"])
    for _ in range(3):
        answer(page)
    status = page.get_by_role("status")
    expect(status).to_have_count(1)
    expect(page.get_by_role("region", name="Question")).to_be_visible()
    expect(page.get_by_role("region", name="Board")).to_be_visible()


def test_drawers_open_one_at_a_time_beside_the_question_and_close_by_escape(visit, check_accessibility):
    page = visit(viewport={"width": 1366, "height": 768})
    start(page, GAMES["akula"])
    bar = page.get_by_role("navigation", name="Parts of the table")
    for name in ("Sheets", "Talk", "Invitations", "House rules", "Host"):
        bar.get_by_role("button", name=name).click()
        expect(page.get_by_role("region", name=name)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("region", name="Question")).to_be_in_viewport(ratio=1)
        check_accessibility(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Host")).to_have_count(0)
    expect(page.get_by_role("region", name="Log")).to_be_visible()
