"""The story table in the browser: a whole session, one screen for two, and secrets kept from those who watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import play, position, start

REGULUS = "Regulus"
SECRET = "The butler keeps the second key."


def test_play_now_leads_to_the_end_of_a_session(visit):
    page = visit()
    start(page, REGULUS)
    assert play(page, 12) == "unfinished"
    assert play(page, which="last") == "over"


def two_seats(visit) -> Page:
    """Player and GM on one screen."""
    page: Page = visit("new/regulus")
    page.get_by_label("Played by").nth(1).select_option("")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()
    return page


def test_two_on_one_screen_turn_to_whoever_speaks(visit):
    page = two_seats(visit)
    page.get_by_role("button", name="GM asked").click()
    expect(page.get_by_role("button", name="GM asked")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Narrate", exact=False).first.click()
    page.locator(".question textarea").fill("Rain on the harbour.")
    page.get_by_role("button", name="Say so").click()
    page.get_by_role("button", name="Choose none").click()
    expect(page.get_by_label("Journal")).to_contain_text("Rain on the harbour.")


def test_links_hand_a_seat_to_another_browser(visit):
    page = two_seats(visit)
    link = page.get_by_label("Link for GM").input_value()
    page.get_by_role("listitem").filter(has_text="GM").get_by_label("played on this screen").uncheck()
    expect(page.get_by_text("Iris (you)")).to_be_visible()
    guest = visit(link.split("#/")[1])
    expect(guest.get_by_text("GM (you)")).to_be_visible()
    expect(guest.locator(".question")).to_be_visible()


def test_a_guest_who_opens_a_link_has_the_seat_and_the_invitations_stay_open(visit):
    page = two_seats(visit)
    link = page.get_by_label("Link for GM").input_value()
    guest = visit(link.split("#/")[1])
    expect(guest.get_by_text("GM (you)")).to_be_visible()
    expect(page.get_by_text("Iris (you)")).to_be_visible()
    expect(page.get_by_text("GM is played elsewhere now.")).to_be_visible()
    expect(page.get_by_label("Link for GM")).to_be_visible()
    expect(page.get_by_label("played on this screen").nth(1)).not_to_be_checked()


def test_what_the_gm_keeps_secret_is_seen_by_the_gm_alone(visit, create):
    made = create("regulus")
    tokens = made["seat_tokens"]
    gm, player = (visit(f"table/{made['id']}/{seat}/{tokens[seat]}") for seat in ("gm", "p1"))
    watcher = visit(f"table/{made['id']}")
    gm.get_by_role("button", name="Behind the screen").click()
    gm.get_by_role("button", name="Write a private note").click()
    gm.get_by_label("A note that only the GM sees").fill(SECRET)
    gm.get_by_role("button", name="Say so").click()
    gm.get_by_role("button", name="Behind the screen").click()
    gm.get_by_role("button", name="Roll 2d6 in secret").click()
    expect(gm.get_by_text(SECRET).first).to_be_visible()
    expect(gm.locator(".log [aria-label='What happened'] svg")).to_have_count(2)
    for page in (player, watcher):
        expect(page.get_by_label("Position of the match")).to_have_attribute("max", str(position(gm)))
        assert SECRET not in page.content()
        assert page.locator(".log [aria-label='What happened'] svg").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_story_table_is_accessible(visit, check_accessibility, scheme):
    page = visit(color_scheme=scheme)
    start(page, REGULUS)
    play(page, 25)
    check_accessibility(page)
