"""The host's powers at the screen: seats to bots and back, fresh links, pause, handing over, removing; and troubles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudge.engine import Choose
from adjudge.engine import game as registry
from tests.browser.play import open_drawer, play, position, start
from tests.engine import duel

MDRG, RDZ = "Mutants", "Regs, Dregs"
GIVEN_AWAY = "The host gave your place to somebody else."


def open_host(page: Page) -> None:
    open_drawer(page, "Host")


def link_for(page: Page, who: str) -> str:
    return page.get_by_label(f"Link for {who}").input_value().split("#/")[1]


def test_a_seat_goes_from_a_bot_to_a_person_and_back(visit):
    page = visit()
    start(page, MDRG)
    open_host(page)
    page.get_by_role("combobox", name="Blue").select_option("")
    expect(page.get_by_label("Link for Blue")).to_be_visible()
    guest = visit(link_for(page, "Blue"))
    expect(guest.get_by_text("Blue (you)")).to_be_visible()
    page.get_by_role("combobox", name="Blue").select_option("warlord")
    expect(guest.get_by_text(GIVEN_AWAY)).to_be_visible()
    expect(guest.get_by_role("button", name="Take back")).to_have_count(0)
    expect(guest.get_by_text("Waiting for")).to_have_count(0)
    expect(page.get_by_text("bot warlord").first).to_be_visible()
    play(page, 5)
    assert position(page) > 0


def test_a_host_who_gives_his_own_seat_to_a_bot_watches_it_play_on(visit):
    page = visit()
    start(page, MDRG)
    open_host(page)
    page.get_by_role("combobox", name="Red").select_option("random")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator(".ending")).to_be_visible()


def test_a_what_if_from_a_bots_decision_gives_its_seat_to_the_host(visit):
    page = visit()
    start(page, MDRG)
    play(page, 5)
    for at in range(position(page)):
        page.get_by_label("Position of the match").fill(str(at))
        page.get_by_role("button", name="What if, from here").click()
        expect(page.get_by_text(f"What if, from position {at}.")).to_be_visible()
        if page.get_by_text("also decide for Blue").count():
            break
        page.go_back()
        expect(page.locator(".question")).to_be_visible()
    expect(page.get_by_role("button", name="Blue asked")).to_have_attribute("aria-pressed", "true")


def test_a_fresh_link_voids_the_old_one(visit, create):
    page = visit("new/regulus")
    page.get_by_label("Played by").nth(1).select_option("")
    page.get_by_role("button", name="Start the match").click()
    guest = visit(link_for(page, "GM"))
    expect(guest.get_by_text("GM (you)")).to_be_visible()
    open_host(page)
    page.get_by_role("button", name="New link").nth(1).click()
    expect(guest.get_by_text(GIVEN_AWAY)).to_be_visible()
    fresh = visit(link_for(page, "GM"))
    expect(fresh.get_by_text("GM (you)")).to_be_visible()


def test_a_paused_table_says_so_to_everybody_and_goes_on(visit):
    page = visit()
    start(page, RDZ)
    watcher = visit(page.url.split("#/")[1])
    open_host(page)
    page.get_by_role("button", name="Pause").click()
    for one in (page, watcher):
        expect(one.get_by_text("The host has paused the table.")).to_be_visible()
    expect(page.locator(".options button").first).to_be_disabled()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".options button").first).to_be_enabled()
    for one in (page, watcher):
        expect(one.get_by_text("The host has paused the table.")).to_have_count(0)


def test_whoever_is_handed_the_table_is_host_and_the_old_one_is_not(visit):
    page = visit()
    start(page, RDZ)
    open_host(page)
    page.get_by_role("button", name="Hand over").click()
    page.get_by_role("button", name="Make someone else the host").click()
    expect(page.get_by_text("You are no longer host.")).to_be_visible()
    assert page.get_by_role("button", name="Host", exact=True).count() == 0
    other = visit(link_for(page, "the host"))
    expect(other.get_by_text("You are watching.")).to_be_visible()
    assert "~" not in other.url
    open_host(other)
    other.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("The host has paused the table.")).to_be_visible()


def test_a_table_that_is_removed_is_gone_for_everybody(visit):
    page = visit()
    start(page, RDZ)
    watcher = visit(page.url.split("#/")[1])
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    open_host(page)
    page.get_by_role("button", name="Remove the table").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="Remove the table").click()
    page.get_by_role("button", name="Yes, remove it for good").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    expect(page.get_by_role("heading", name="Your tables")).to_have_count(0)
    expect(watcher.get_by_text("The host removed this table.")).to_be_visible()
    expect(watcher.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()
    watcher.reload()
    expect(watcher.get_by_role("status")).to_contain_text("no table")


def trip(table: Any) -> None:
    """Whoever goes on is let down by the rule, whoever stays is not."""
    if table.ask("red", "duel.stance", Choose(["stay", "go on"])) == "go on":
        raise ZeroDivisionError("seven by nought")


@pytest.fixture
def broken_game() -> Iterator[str]:
    registry.register(replace(duel.game, id="broken-duel", title="Broken duel", turn=trip))
    yield "broken-duel"
    del registry._known["broken-duel"]


def test_a_rule_that_fails_is_reported_and_the_table_stays_where_it_was(
    visit, create, broken_game, check_accessibility
):
    made = create(broken_game)
    page = visit(f"table/{made['id']}/red/{made['seat_tokens']['red']}")
    page.get_by_role("button", name="stay").click()
    expect(page.get_by_label("Position of the match")).to_have_attribute("max", "1")
    page.get_by_role("button", name="go on").click()
    report = page.get_by_role("alert").filter(has_text="A rule failed")
    expect(report).to_contain_text("seven by nought")
    expect(report.get_by_role("button", name="Copy the report")).to_be_visible()
    assert position(page) == 1
    check_accessibility(page)
    page.get_by_role("button", name="stay").click()
    expect(page.get_by_label("Position of the match")).to_have_attribute("max", "2")
    expect(report).to_have_count(0)
