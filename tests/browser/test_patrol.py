"""The patrol game in the browser: from Play now to the end, by mouse, by keyboard, on a phone, with a guest."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.play import MOVED_FROM, answer, gather, play, position, start, wait_for_odds

RDZ = "Regs, Dregs"


def test_play_now_leads_to_the_end_of_a_match_with_its_luck_report(visit):
    page = visit()
    start(page, RDZ)
    assert play(page, which="last") == "over"
    expect(page.get_by_role("heading", name="Luck")).to_be_visible()
    page.get_by_text("The dice were fair").click()
    expect(page.get_by_text("The secret:")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this match").click()
    assert saved.value.suggested_filename.endswith(".json")


def test_odds_stand_beside_each_target_before_one_commits(visit):
    page = visit()
    start(page, RDZ)
    for _ in range(60):
        if wait_for_odds(page):
            break
        answer(page)
    expect(page.locator(".question .value").first).to_contain_text("%")


def test_a_reload_in_the_middle_comes_back_to_the_same_question(visit):
    page = visit()
    start(page, RDZ)
    for _ in range(8):
        answer(page)
    before, question = position(page), page.locator(".question h2").inner_text()
    page.reload()
    expect(page.locator(".question h2")).to_have_text(question)
    assert position(page) == before


def test_a_match_is_played_with_the_keyboard_alone(visit):
    page = visit()
    start(page, RDZ)
    before = position(page)
    for _ in range(5):
        at = position(page)
        page.keyboard.press(page.locator(".options kbd").first.inner_text())
        page.wait_for_function(MOVED_FROM, arg=at)
    assert position(page) > before


def test_after_an_answer_by_key_the_focus_is_on_the_next_question(visit):
    page = visit()
    start(page, RDZ)
    at = position(page)
    page.locator(".options button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_FROM, arg=at)
    page.wait_for_function("() => document.activeElement.classList.contains('question')")


def test_why_shows_the_rule_and_closes_again(visit):
    page = visit()
    start(page, RDZ)
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_one_can_look_back_step_by_step_and_ask_what_if(visit):
    page = visit()
    start(page, RDZ)
    for _ in range(5):
        answer(page)
    page.get_by_label("Position of the match").fill("3")
    expect(page.get_by_text("Looking back: position 3")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press(",")
    expect(page.get_by_text(f"Looking back: position {position(page) - 1}")).to_be_visible()
    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_text(f"Looking back: position {position(page) - 2}")).to_be_visible()
    address = page.url
    page.get_by_role("button", name="What if, from here").click()
    page.wait_for_function("before => location.href !== before", arg=address)
    expect(page.locator(".question")).to_be_visible()
    expect(page.get_by_text("Looking back")).to_have_count(0)
    expect(page.get_by_text("What if, from position")).to_be_visible()


def test_a_guest_holds_the_medic_and_takes_back_by_consent(visit, create):
    made = create("rdz", options={"guests": {"medic": "anna"}})
    pages = [visit(f"table/{made['id']}/{seat}/{made['seat_tokens'][seat]}") for seat in ("captain", "anna")]
    watcher = visit(f"table/{made['id']}")
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    before = gather(pages)
    asked, other = pages if pages[0].locator(".question").count() else reversed(pages)
    expect(other.get_by_text("Waiting for")).to_be_visible()
    while gather(pages) - before < 4:
        answer(asked if asked.locator(".options").count() else other)
    at = gather(pages)
    asked.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Agree").click()
    asked.wait_for_function(MOVED_FROM, arg=at)
    assert position(asked) < at


def test_real_dice_are_typed_face_by_face(visit, create):
    made = create("rdz", seats={"captain": {"physical_dice": True}}, umpire_dice=True)
    page = visit(f"table/{made['id']}/captain/{made['seat_tokens']['captain']}")
    expect(page.locator(".question")).to_be_visible()
    for _ in range(10):
        if page.locator(".die").count():
            break
        answer(page)
    at = position(page)
    for die in page.locator(".die").all():
        die.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="That is what I rolled").click()
    page.wait_for_function(MOVED_FROM, arg=at)


def test_on_a_phone_the_question_is_in_view_and_nothing_scrolls_sideways(visit):
    page = visit(viewport={"width": 390, "height": 844})
    start(page, RDZ)
    play(page, 20)
    expect(page.locator(".question")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
