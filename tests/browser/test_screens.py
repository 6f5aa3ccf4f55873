"""The screens around the table, and what assistive technology makes of them."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.play import play, start

SCHEMES = ["light", "dark"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_lobby_is_accessible(visit, check_accessibility, scheme):
    page = visit(color_scheme=scheme)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    check_accessibility(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_table_is_accessible(visit, check_accessibility, scheme):
    page = visit(color_scheme=scheme)
    start(page, "Regs, Dregs")
    play(page, 20)
    expect(page.locator(".question")).to_be_visible()
    check_accessibility(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_setting_up_a_match_is_accessible_and_starts_one(visit, check_accessibility, scheme):
    page = visit("new/rdz", color_scheme=scheme)
    page.get_by_text("House rules").click()
    check_accessibility(page)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_rules_can_be_searched(visit, check_accessibility, scheme):
    page = visit("rules/rdz", color_scheme=scheme)
    page.get_by_label("Search").fill("armor collapse")
    expect(page.get_by_role("status")).to_contain_text("entr")
    expect(page.locator("article").first).to_contain_text("armor.collapse")
    expect(page.locator("article mark").first).to_be_visible()
    check_accessibility(page)
    page.get_by_label("Search").fill("armour of cheese")
    expect(page.get_by_role("status")).to_contain_text("try fewer")


def test_the_contents_lead_to_each_heading(visit):
    page = visit("rules/mdrg")
    page.get_by_role("button", name="Knockback from").first.click()
    expect(page.get_by_role("heading", name="Knockback from").first).to_be_in_viewport()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_desk_gives_odds_and_rules_on_typed_dice(visit, check_accessibility, scheme):
    page = visit("desk/rdz/armor-roll", color_scheme=scheme)
    page.get_by_role("button", name="Odds", exact=True).click()
    expect(page.get_by_role("heading", name="The exact odds")).to_be_visible()
    page.get_by_label("Dice rolled").fill("3 4")
    page.get_by_role("button", name="Ruling", exact=True).click()
    expect(page.get_by_label("Ruling").get_by_role("listitem").first).to_be_visible()
    check_accessibility(page)


def test_too_many_dice_are_refused_with_a_sentence(visit):
    page = visit("desk/rdz/armor-roll")
    page.get_by_label("Dice rolled").fill("3 4 5 6 1")
    with page.expect_response(lambda it: it.url.endswith("/resolve")) as answer:
        page.get_by_role("button", name="Ruling", exact=True).click()
    assert answer.value.status == 400
    expect(page.get_by_role("alert")).to_contain_text("left over")


def test_a_refused_ruling_leaves_no_other_in_its_place_and_dice_stay_with_their_procedure(visit):
    page = visit("desk/rdz/armor-roll")
    page.get_by_role("button", name="Ruling", exact=True).click()
    expect(page.get_by_label("Ruling")).to_be_visible()
    page.get_by_label("Dice rolled").fill("3 4 5 6 1")
    page.get_by_role("button", name="Ruling", exact=True).click()
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_label("Ruling")).to_have_count(0)
    page.get_by_label("Procedures").get_by_role("link").last.click()
    expect(page.get_by_label("Dice rolled")).to_have_value("")


def test_every_procedure_of_every_game_has_a_form_that_gives_odds(visit, address):
    page = visit("desk")
    for game in httpx.get(f"{address}/api/games").json():
        for procedure in httpx.get(f"{address}/api/games/{game['id']}/procedures").json():
            if procedure["is_estimate"]:
                continue
            page.goto(f"{address}/#/desk/{game['id']}/{procedure['name']}")
            expect(page.locator("form h2")).to_have_text(procedure["title"])
            page.get_by_role("button", name="Odds", exact=True).click()
            expect(page.get_by_label("Odds", exact=True)).to_be_visible(timeout=15_000)


def test_the_desk_asks_choice_by_choice_and_its_dice_lie_as_they_fell(visit):
    page = visit("desk/rdz/combat")
    page.get_by_role("button", name="Ruling", exact=True).click()
    question, told = page.locator(".question h2"), page.get_by_label("Ruling").get_by_role("listitem")
    first = question.inner_text()
    before = told.count()
    page.locator(".options button").first.click()
    expect(page.get_by_role("button", name="Take the last choice back")).to_be_visible()
    page.get_by_role("button", name="Take the last choice back").click()
    expect(question).to_have_text(first)
    expect(told).to_have_count(before)
    page.get_by_role("button", name="Leave the rest to the bot").click()
    expect(page.get_by_label("A choice is wanted")).to_have_count(0)
    assert told.count() > before


def test_a_table_is_found_again_by_its_link_and_in_the_lobby(visit, create):
    made = create("rdz")
    page = visit()
    link = f"http://elsewhere/#/table/{made['id']}/captain/{made['seat_tokens']['captain']}"
    page.get_by_label("Invitation link").fill(link)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_text("Captain (you)")).to_be_visible()
    assert made["seat_tokens"]["captain"] not in page.url
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Regs, Dregs").click()
    expect(page.get_by_text("Captain (you)")).to_be_visible()


def test_the_client_is_sent_compressed_and_kept_by_the_browser(address):
    page = httpx.get(f"{address}/")
    script = re.search(r'src="(/assets/[^"]+)"', page.text)
    assert script is not None
    sent = httpx.get(f"{address}{script[1]}")
    assert sent.headers["content-encoding"] == "gzip"
    assert sent.num_bytes_downloaded < 0.45 * len(sent.content)
    assert "immutable" in sent.headers["cache-control"]
    assert "cache-control" not in page.headers


def test_the_whole_client_is_less_than_150_kilobytes_on_the_wire(address):
    page = httpx.get(f"{address}/")
    parts = [httpx.get(f"{address}{it}") for it in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)]
    assert len(parts) >= 2
    assert sum(it.num_bytes_downloaded for it in parts) < 150_000


def test_what_is_no_invitation_is_told_apart(visit):
    page = visit()
    page.get_by_label("Invitation link").fill("http://elsewhere/")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("alert")).to_contain_text("no invitation")


def test_a_table_that_does_not_answer_is_left_by_a_link(visit):
    page = visit()
    page.route_web_socket("**/live", lambda line: line.close(code=1011))
    page.goto(page.url + "table/gone")
    expect(page.get_by_role("status")).to_contain_text("does not answer")
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_closed_door_says_so(visit, create):
    page = visit("table/no-such-table")
    expect(page.get_by_role("status")).to_contain_text("no table")


def test_the_look_can_be_changed_and_is_remembered(visit):
    page = visit()
    button = page.get_by_role("button", name="Look:")
    button.click()
    assert page.evaluate("document.documentElement.dataset.look") == "light"
    button.click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.look") == "dark"
