"""The Regiment in five browsers: four players and a GM, from the making of the soldiers to the debriefing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import MOVED_FROM, gather, play, position

SQUAD = {"p1": ("Soldier", "Hale"), "p2": ("Medic", "Okoro"), "p3": ("Sniper", "Lind"), "p4": ("Operator", "Marsh")}
"""Who plays which playbook, and what their soldier is called."""
FLOOR = "story.floor"


@pytest.fixture
def five(visit, create) -> dict[str, Page]:
    """A browser for each seat."""
    made = create("regiment", options={"players": 4, "cast": "make", "scenes": 0})
    return {
        seat: visit(f"table/{made['id']}/{seat}/{token}", viewport={"width": 1366, "height": 768})
        for seat, token in made["seat_tokens"].items()
    }


def take(page: Page, label: str) -> None:
    """Takes the first option whose label says so, and waits until the table has moved on."""
    at = position(page)
    option = page.locator(".options button", has=page.locator(".label", has_text=label)).first
    option.wait_for(state="attached")
    if not option.is_visible():  # what does not belong to this step is folded
        page.get_by_text("Something else").click()
    option.click()
    page.wait_for_function(MOVED_FROM, arg=at)


def say(page: Page, words: str) -> None:
    at = position(page)
    page.locator(".question textarea").fill(words)
    page.get_by_role("button", name="Say so").click()
    page.wait_for_function(MOVED_FROM, arg=at)


def asked(page: Page) -> str:
    """The rule by which this screen is asked something; empty while others are."""
    rule = page.locator(".question .why code")
    return rule.inner_text() if rule.count() else ""


def answer_until_the_floor_is_open(five: dict[str, Page], helper: str = "") -> None:
    """Everybody answers what they are asked, the first option each time; the helper offers to help."""
    for _ in range(60):
        gather(list(five.values()))
        waiting = {seat: page for seat, page in five.items() if asked(page) not in ("", FLOOR)}
        if not waiting:
            return
        seat, page = next(iter(waiting.items()))
        if seat == helper and asked(page) == "help.rolling":
            take(page, f"{SQUAD[seat][1]} helps")
        else:
            play(page, 1)
    raise AssertionError("the floor never opens again")


def make_soldier(five: dict[str, Page], seat: str) -> None:
    """By the page: playbook, rank and name, then the first of everything else."""
    page, (playbook, name) = five[seat], SQUAD[seat]
    for label in ("Make your soldier", "step by step", playbook, ""):
        take(page, label)
    say(page, name)
    answer_until_the_floor_is_open(five)


def test_four_players_and_a_gm_play_from_creation_to_debriefing(five):
    gm = five["gm"]
    expect(gm.get_by_label("Journal", exact=True)).to_contain_text("Goal: Take the mill")
    for seat in SQUAD:
        make_soldier(five, seat)
    for page in five.values():
        for _, name in SQUAD.values():
            expect(page.get_by_label("Squad", exact=True)).to_contain_text(name)

    take(gm, "Tell what happens")
    say(gm, "Mist over the mill pond, and boots on the planks.")
    take(five["p1"], "Begin an engagement")
    answer_until_the_floor_is_open(five, helper="p2")
    for page in five.values():
        journal = page.get_by_label("Journal", exact=True)
        expect(journal).to_contain_text("Mist over the mill pond")
        expect(journal).to_contain_text("Hale")
        expect(page.get_by_label("Log", exact=True)).to_contain_text("Hale, engage: ")

    for seat in SQUAD:
        take(five[seat], "Attack")
        answer_until_the_floor_is_open(five)
    take(gm, "Make a GM move")
    take(gm, "Enemy")
    answer_until_the_floor_is_open(five)
    take(gm, "End the engagement")
    take(gm, "End the session")
    if asked(gm) == "story.scene":  # moves that nobody has made yet
        take(gm, "waive what is owed")
    for page in five.values():
        expect(page.locator(".ending")).to_contain_text("The session ends after 1 scene")
        debriefing = page.get_by_label("Journal", exact=True)
        expect(debriefing).to_contain_text("It has failed.")
        expect(debriefing).to_contain_text("What was left undone: take the mill")
        for _, name in SQUAD.values():
            expect(debriefing).to_contain_text(name)
