"""A campaign at the screen: a battle's table opens from its question, and its result comes back."""

from __future__ import annotations

from contextlib import suppress

import httpx
import pytest
from playwright.sync_api import TimeoutError, expect

from adjudge.engine import game as registry
from tests.engine.feud import brawl, feud


@pytest.fixture(autouse=True)
def feud_is_installed(monkeypatch):
    for game in (brawl, feud):
        monkeypatch.setitem(registry._known, game.id, game)  # other tests know them too, and go on to


def seat(made, who):
    return f"table/{made['id']}/{who}/{made['seat_tokens'][who]}"


def test_two_fight_at_the_table_that_opens_from_the_question(visit, create, check_accessibility):
    made = create("feud", seats={"cat": {"bot": "random"}})
    ann, bob = visit(seat(made, "ann")), visit(seat(made, "bob"))
    expect(bob.get_by_role("button", name="Open the table")).to_be_visible()
    check_accessibility(ann)
    ann.get_by_role("button", name="Fight it at a table here").click()
    expect(ann.get_by_text("Ann (you)")).to_be_visible()
    bob.get_by_role("button", name="Fight it at a table here").click()
    expect(bob.get_by_text("Waiting for Ann")).to_be_visible()
    ending = ann.get_by_text("holds the yard")
    for _ in range(80):
        red = ann.locator("button:enabled", has_text="red").first
        expect(red.or_(ending.first).first).to_be_visible()
        if ending.count():
            break
        with suppress(TimeoutError):  # the last blow may have fallen in the meantime
            red.click(timeout=2_000)
    ann.get_by_role("link", name="Back to the campaign").click()
    expect(ann.get_by_role("link", name="Replay")).to_be_visible()
    bob.get_by_role("link", name="Back to the campaign").click()
    expect(bob.get_by_text("at a table here", exact=True)).to_be_visible()
    ann.get_by_role("link", name="The chronicle").click()
    expect(ann.get_by_role("heading", name="The story")).to_be_visible()
    expect(ann.get_by_text("holds the yard").first).to_be_visible()
    check_accessibility(ann)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["desk", "phone"])
def test_a_result_is_told_in_a_form_and_refused_if_it_cannot_be(visit, create, check_accessibility, size):
    made = create("feud", seats={"cat": {"bot": "random"}})
    page = visit(seat(made, "bob"), viewport={"width": size[0], "height": size[1]})
    page.get_by_role("button", name="Tell how it went").click()
    page.get_by_label("Ann", exact=True).check()
    for name in ("Rolf", "Rita"):
        page.get_by_label(name).check()
    check_accessibility(page)
    page.get_by_role("button", name="So it was").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot have won")
    for name in ("Rolf", "Rita"):
        page.get_by_label(name).uncheck()
    page.get_by_label("How it went").fill("Over before lunch")
    page.get_by_role("button", name="So it was").click()
    expect(page.get_by_text("Over before lunch").first).to_be_visible()


def test_bots_fight_once_both_agree_and_a_date_can_be_proposed(visit, create):
    made = create("feud", seats={"cat": {"bot": "random"}})
    ann, bob = visit(seat(made, "ann")), visit(seat(made, "bob"))
    ann.get_by_role("textbox", name="Say when").fill("On Thursday")
    ann.get_by_role("button", name="Say so").click()
    expect(ann.get_by_text("Say when")).to_have_count(0)
    ann.get_by_role("button", name="Let bots fight it").click()
    expect(ann.get_by_text("as soon as Bob agrees")).to_be_visible()
    bob.get_by_role("button", name="Let bots fight it").click()
    expect(bob.get_by_text("by bots", exact=True)).to_be_visible()


def test_a_saved_campaign_goes_on_from_its_file(visit, create, address):
    made = create("feud", seats={"cat": {"bot": "random"}})
    headers = {"Adjudge-Token": made["host_token"]}
    content = httpx.get(f"{address}/api/matches/{made['id']}/save", headers=headers).content
    page = visit()
    field = page.get_by_label("go on with a saved match")
    field.set_input_files({"name": "bad.json", "mimeType": "application/json", "buffer": content[:-30]})
    expect(page.get_by_role("alert")).to_be_visible()
    field.set_input_files({"name": "feud.json", "mimeType": "application/json", "buffer": content})
    expect(page.get_by_role("button", name="Fight it at a table here")).to_be_visible()


SLOW_SEATS = """() => {
    const quick = fetch;
    window.fetch = async (url, ...rest) => {
        if (String(url).endsWith("/seats")) await new Promise((done) => setTimeout(done, 500));
        return quick(url, ...rest);
    };
}"""


def test_a_league_is_set_up_with_its_game_and_its_players_in_haste(visit):
    page = visit("new/league")
    expect(page.get_by_label("Game", exact=True)).to_have_value("mdrg")
    page.evaluate(SLOW_SEATS)
    page.get_by_label("Remove 4 of Players").click()
    page.get_by_role("group", name="Players").get_by_label("1", exact=True).fill("Zoe")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("Zoe (you)")).to_be_visible()
    expect(page.get_by_role("button", name="Fight it at a table here")).to_be_visible()
