"""What holds in the browser for every game but the patrol, which has tests of its own for the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import MOVED_FROM, gather, open_drawer, play, play_by_keys, position, start, wait_for_odds

AKULA, MDRG, REGULUS = "akula", "mdrg", "regulus"
TITLES = {AKULA: "AR:SE", MDRG: "Mutants", REGULUS: "Regulus"}
PEOPLE: dict[str, dict[str, Any]] = {
    AKULA: {"options": {"players": 2}},
    MDRG: {"options": {"parties": ["human", "animal"]}},
    REGULUS: {},
}
every_game = pytest.mark.parametrize("game", list(TITLES))


def play_until_odds(page: Page) -> None:
    """On to the middle of something that dice will decide."""
    for _ in range(100):
        if wait_for_odds(page):
            return
        play(page, 1)
    raise AssertionError("no question with odds was met")


def play_until_dice(game: str, pages: list[Page]) -> tuple[Page, Page]:
    """On until dice fall after somebody's answer: who gave it, and the other one. In a story, when the GM wants it."""
    if game == REGULUS:
        player, gm = pages
        gm.get_by_role("button", name="Behind the screen").click()
        gm.get_by_role("button", name="Roll 2d6 in secret").click()
        expect(gm.locator(".log .dice")).to_be_visible()
        return gm, player
    for _ in range(100):
        for page, other in (pages, pages[::-1]):
            at = gather(pages)
            play(page, 1, which="last")
            if position(page) > at + 1:
                gather(pages)
                return page, other
    raise AssertionError("no dice fell")


@every_game
def test_a_reload_in_the_middle_of_an_attack_comes_back_to_it(visit, game):
    page = visit()
    start(page, TITLES[game])
    if game == AKULA:
        page.get_by_role("button", name="Marta").first.click()
        page.get_by_role("button", name="fire the").click()
        expect(page.locator(".question .value").first).to_be_visible()
    play_until_odds(page)
    at = position(page)
    question, options = page.locator(".question h2").text_content(), page.locator(".options .label").all_inner_texts()
    page.reload()
    expect(page.locator(".question h2")).to_have_text(question)
    assert (position(page), page.locator(".options .label").all_inner_texts()) == (at, options)
    expect(page.locator(".question .value").first).to_contain_text("%")


def needs_consent(asker: Page, other: Page, at: int) -> bool:
    """Whether a take-back waits for the other; it does not where the dice that fell were those of somebody else."""
    if position(asker) != at:
        return False
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    return True


@every_game
def test_two_browsers_take_back_behind_a_roll_by_consent(visit, create, game):
    made = create(game, **PEOPLE[game])
    pages = [visit(f"table/{made['id']}/{seat}/{token}") for seat, token in list(made["seat_tokens"].items())[:2]]
    for page in pages:
        expect(page.get_by_label("Position of the match")).to_be_visible()
    for _ in range(10):
        asker, other = play_until_dice(game, pages)
        at = position(asker)
        asker.get_by_role("button", name="Take back").click()
        if needs_consent(asker, other, at):
            break
    other.get_by_role("button", name="Agree").click()
    asker.wait_for_function(MOVED_FROM, arg=at)
    assert gather(pages) < at


def everything_told(watcher: Page) -> list[dict[str, Any]]:
    """All messages that a page hears from now on."""
    told: list[dict[str, Any]] = []
    watcher.on(
        "websocket",
        lambda line: line.on("framereceived", lambda text: told.extend(json.loads(text))),
    )
    return told


@every_game
def test_a_spectator_is_told_what_is_public_and_nothing_else(visit, create, game):
    made = create(game, **PEOPLE[game])
    watcher = visit()
    told = everything_told(watcher)
    watcher.goto(watcher.url.split("#")[0] + f"#/table/{made['id']}")
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    pages = [visit(f"table/{made['id']}/{seat}/{token}") for seat, token in made["seat_tokens"].items()]
    for page in pages:
        expect(page.get_by_label("Position of the match")).to_be_visible()
        play(page, 8)
        gather([*pages, watcher])
    presents = [it for it in told if it["kind"] == "present"]
    assert len(presents) > 3
    for present in presents:
        assert (present["seat"], present["asks"], present["is_host"]) == (None, None, False)
        assert [it for it in present["happenings"] if it.get("to")] == []
    assert not any(token in json.dumps(told) for token in made["seat_tokens"].values())
    assert watcher.locator(".question").count() == 0
    assert watcher.get_by_role("button", name="Take back").count() == 0


@every_game
def test_a_match_is_begun_and_played_with_the_keyboard_alone(visit, game):
    page = visit()
    card = page.get_by_role("listitem").filter(has_text=TITLES[game]).first
    expect(card).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if card.get_by_role("button", name="Play now").evaluate("it => it === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_be_visible()
    for _ in range(5):
        at = position(page)
        play_by_keys(page)
        page.wait_for_function(MOVED_FROM, arg=at)


@every_game
def test_on_a_phone_the_question_is_in_view_and_nothing_scrolls_sideways(visit, game):
    page = visit(viewport={"width": 390, "height": 844})
    start(page, TITLES[game])
    for _ in range(3):
        play(page, 8)
        expect(page.locator(".question")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_word_in_the_chat_is_noticed_by_the_other_and_holds_up_no_answer(visit, create, check_accessibility):
    made = create(MDRG, **PEOPLE[MDRG])
    red, blue = (visit(f"table/{made['id']}/{seat}/{token}") for seat, token in made["seat_tokens"].items())
    open_drawer(red, "Talk")
    red.get_by_label("Say something").fill("Good luck!")
    red.keyboard.press("Enter")
    news = blue.get_by_role("button", name="Talk 1 new")
    expect(news).to_be_visible()
    expect(blue.get_by_text("Red: Good luck!")).to_be_visible()
    check_accessibility(blue)
    blue.get_by_text("Red: Good luck!").click()
    expect(blue.get_by_role("log")).to_contain_text("Good luck!")
    expect(news).to_have_count(0)
    asked = red if red.locator(".question").count() else blue
    at = gather([red, blue])
    play(asked, 1)
    assert gather([red, blue]) > at


def test_on_a_phone_every_part_of_the_table_is_one_touch_away(visit, create, check_accessibility):
    made = create(MDRG, **PEOPLE[MDRG])
    red, blue = (
        visit(f"table/{made['id']}/{seat}/{token}", viewport={"width": 390, "height": 844}, has_touch=True)
        for seat, token in made["seat_tokens"].items()
    )
    bar = blue.get_by_role("navigation", name="Parts of the table")
    red.get_by_role("button", name="Talk").tap()
    red.get_by_label("Say something").fill("Good luck!")
    red.keyboard.press("Enter")
    expect(bar.get_by_role("button", name="Talk 1 new")).to_be_visible()
    check_accessibility(blue)
    bar.get_by_role("button", name="Talk").tap()
    expect(blue.get_by_text("Good luck!")).to_be_in_viewport()
    expect(bar.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    bar.get_by_role("button", name="Log").tap()
    expect(blue.get_by_label("Position of the match")).to_be_in_viewport()
    bar.get_by_role("button", name="Rules").tap()
    expect(blue.get_by_text("rulings as we play them")).to_be_in_viewport()
    check_accessibility(blue)
    bar.get_by_role("button").first.tap()
    expect(blue.get_by_role("heading", level=1)).to_be_in_viewport()
    asked, other = (red, blue) if red.locator(".question").count() else (blue, red)
    expect(other.get_by_text("Waiting for")).to_be_in_viewport()
    asked.get_by_role("button", name="Your move").tap()
    expect(asked.locator(".question")).to_be_in_viewport()
