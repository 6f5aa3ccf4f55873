"""The screens around the table, and what assistive technology makes of them."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

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


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def desk_odds(page: Page) -> Locator:
    return page.get_by_label("Odds", exact=True)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_from_opening_the_desk_to_the_odds_of_a_shot_takes_two_taps_on_a_phone(visit, check_accessibility, scheme):
    """Then somebody of a party shoots, the dice on the table are tapped, and the ruling is read."""
    page = visit("desk", color_scheme=scheme, **PHONE)
    page.get_by_role("link", name="Mutants and Death Ray Guns", exact=True).tap()
    check_accessibility(page)
    page.get_by_label("Search procedures").fill("shot")
    page.get_by_role("link", name="Shot", exact=True).tap()
    expect(desk_odds(page)).to_contain_text("falls")
    expect(desk_odds(page)).to_be_in_viewport()
    pistol = desk_odds(page).inner_text()

    page.get_by_role("button", name="Weapon: Pistol").tap()
    page.get_by_label("Search Weapon").fill("LASER gun")
    page.get_by_label("Weapon", exact=True).get_by_role("button", name="Laser Gun").tap()
    expect(page.get_by_role("button", name="Weapon: Laser Gun")).to_be_visible()
    expect(desk_odds(page)).not_to_have_text(pistol)

    page.get_by_role("button", name="Shooter from a party").tap()
    page.get_by_label("Search Shooter from a party").fill("karl human")
    page.get_by_role("listitem").get_by_role("button", name="Karl").first.tap()
    expect(page.get_by_role("button", name="Shooter from a party: Karl (human)")).to_be_visible()
    expect(page.get_by_role("button", name="Take out Hand-to-Hand Specialist")).to_be_visible()
    check_accessibility(page)

    page.get_by_role("button", name="Roll my dice").tap()
    expect(page.get_by_role("heading", name="Roll these dice: 2d6 white for the shooter")).to_be_in_viewport()
    check_accessibility(page)
    for die in page.get_by_role("group", name=re.compile("combat die|malfunction die")).all():
        die.get_by_role("button", name="6").tap()
    expect(page.get_by_label("Ruling", exact=True).get_by_role("listitem").last).to_be_visible()
    expect(page.get_by_label("Dice are wanted")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(page.url.split("#")[0] + "#/desk")
    expect(page.get_by_role("link", name="Shot", exact=True)).to_be_visible()  # the game of last time is open


def test_a_party_brought_to_the_desk_stays_there_and_a_step_can_be_taken_back(visit, address, tmp_path):
    text = httpx.get(f"{address}/api/games/mdrg/papers/party/examples/robot").json()["text"]
    file = tmp_path / "our-robots.toml"
    file.write_text(text)
    page = visit("desk/mdrg/shot")
    page.get_by_text("Parties", exact=True).click()
    page.get_by_label("Bring a party file").set_input_files(str(file))
    expect(page.get_by_role("button", name="Put away our-robots")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Target from a party").click()
    page.get_by_label("Search Target from a party").fill("our-robots")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"Target from a party: .* \(our-robots\)"))).to_be_visible()
    page.get_by_role("button", name="Roll my dice").click()
    dice = page.get_by_role("heading", name="Roll these dice")
    page.get_by_label("or type them").fill("3 4 7")
    page.get_by_role("button", name="That is what I rolled").click()
    expect(page.get_by_role("status").filter(has_text="cannot show 7")).to_be_visible()
    page.get_by_label("or type them").fill("3 4 1")
    page.get_by_role("button", name="That is what I rolled").click()
    expect(page.get_by_label("Ruling", exact=True)).to_contain_text("Pistol")
    page.get_by_role("button", name="Take the last step back").click()
    expect(dice).to_be_in_viewport()
    page.get_by_role("spinbutton", name="Distance").fill("9999")
    expect(page.get_by_role("alert")).to_contain_text("at most 600")
    expect(dice).to_have_count(0)
    page.goto(f"{address}/#/papers/mdrg/party")
    expect(page.get_by_role("option", name="our-robots")).to_have_count(1)


def test_every_procedure_of_every_game_gives_odds_as_soon_as_it_is_opened(visit, address):
    page = visit("desk", **PHONE)
    for game in httpx.get(f"{address}/api/games").json():
        for procedure in httpx.get(f"{address}/api/games/{game['id']}/procedures").json():
            page.goto(f"{address}/#/desk/{game['id']}/{procedure['name']}")
            expect(page.get_by_role("heading", level=1)).to_have_text(procedure["title"])
            if not procedure["is_estimate"]:
                expect(desk_odds(page).locator(".brief")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, procedure["name"]


def test_the_desk_asks_choice_by_choice_and_its_dice_lie_as_they_fell(visit):
    page = visit("desk/rdz/combat")
    page.get_by_role("button", name="Umpire rolls").click()
    question, told = page.locator(".question h2"), page.get_by_label("Ruling", exact=True).get_by_role("listitem")
    first = question.inner_text()
    before = told.count()
    page.locator(".options button").first.click()
    expect(page.get_by_role("button", name="Take the last step back")).to_be_visible()
    page.get_by_role("button", name="Take the last step back").click()
    expect(question).to_have_text(first)
    expect(told).to_have_count(before)
    page.get_by_role("button", name="Leave the rest to the bot").click()
    expect(page.get_by_label("A choice is wanted")).to_have_count(0)
    assert told.count() > before


def test_the_lab_finds_out_what_a_rule_does_and_can_be_stopped(visit, check_accessibility):
    page = visit("lab")
    game = page.get_by_role("combobox").first
    game.select_option("mdrg")
    expect(page.get_by_label("Who beats whom?")).to_be_visible()
    game.select_option("rdz")
    page.get_by_label("Matches at most").fill("2")
    check_accessibility(page)
    page.get_by_role("button", name="Find out").click()
    expect(page.get_by_role("heading", name="The answer")).to_be_visible(timeout=180_000)  # it starts processes
    expect(page.get_by_role("img", name="Does it matter?")).to_be_visible()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the report").click()
    assert "Who wins" in kept.value.path().read_text("utf-8")
    page.get_by_label("Matches at most").fill("400")
    page.get_by_role("button", name="Find out").click()
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_role("button", name="Find out")).to_be_enabled()


def test_a_table_is_found_again_by_its_link_and_in_the_lobby(visit, create):
    made = create("rdz")
    page = visit()
    link = f"http://elsewhere/#/table/{made['id']}/captain/{made['seat_tokens']['captain']}"
    page.get_by_label("Invitation link").fill(link)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_text("Captain (you)")).to_be_visible()
    assert made["seat_tokens"]["captain"] not in page.url
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Regs, Dregs").first.click()
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
