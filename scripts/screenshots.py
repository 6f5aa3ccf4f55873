"""Takes pictures of every screen at three widths and in both looks, with dice that fall the same way each time.

All of them go to build/screenshots/ to be looked at; the few that the README and docs/ show go to docs/screenshots/.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from adjudge.engine.game import find_game
from adjudge.engine.match import Match
from adjudge.server import hub
from adjudge.server.app import built_client, make_app
from adjudge.server.limits import Limits
from adjudge.server.running import listen
from adjudge.store import files, open_store

ROOT = Path(__file__).parents[1]
ALL, CHOSEN = ROOT / "build/screenshots", ROOT / "docs/screenshots"
WIDTHS = {"phone": (390, 844), "desk": (1366, 768), "wide": (1920, 1080)}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = {  # named in README.md or docs/
    "lobby-desk-light",
    "battle-desk-light",
    "sight-desk-light",
    "heat-desk-light",
    "victory-desk-light",
    "contest-desk-light",
    "procedure-desk-light",
    "procedure-phone-light",
    "described-phone-light",
    "papers-desk-light",
    "maps-desk-light",
    "battle-phone-dark",
    "outcome-desk-dark",
}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
BRIEFED = 'localStorage.setItem("adjudge.briefed", JSON.stringify(["akula", "mdrg", "rdz", "regiment", "regulus"]))'
"""Whoever takes pictures has read the briefings."""
SECRET = bytes(31) + b"\x07"


ANALYSIS_MS = 120_000
"""After that it is shown as far as it got."""
NEWCOMERS = {"newcomer", "briefing", "guided"}
"""Scenes of somebody who has never been here."""


def play_now(page: Page, game: str, button: str = "Play now") -> None:
    page.get_by_role("listitem").filter(has_text=game).first.get_by_role("button", name=button).click()
    page.locator(".question").wait_for()


@cache
def played(game: str, rule: str, nth: int) -> tuple[str, bytes]:
    """Who is asked by a rule for the so-manyth time, and the match until then as a file. Bots played it."""
    known = find_game(game)
    people = Match.new(known, SECRET).people
    match = Match.new(known, SECRET, bots=dict.fromkeys(people[1:], known.default_bot))
    asked = 0
    while match.pending:
        seat = next(it for it in match.pending.seats if it in match.people)
        asked += match.pending.rule == rule
        if asked == nth:
            return seat, files.encode(match)
        question = match.question_to(seat)
        assert question is not None
        answer = known.bot(known.default_bot)(question)
        match.answer(seat, known.bot("random")(question) if answer is None else answer)
    return match.people[0], files.encode(match)


def sit(page: Page, game: str, rule: str = "", nth: int = 1) -> None:
    """Takes a seat in the middle of a match, where a rule asks for the so-manyth time; or at its end."""
    seat, content = played(game, rule, nth)
    server = page.url.split("#")[0]
    made = page.request.post(f"{server}api/imports", data=content).json()
    seated = {"id": made["id"], "game": game, "title": find_game(game).title, "host": made["host_token"], "when": 0}
    seats = {seat: made["seat_tokens"][seat]}
    page.evaluate("at => localStorage.setItem('adjudge.tables', JSON.stringify([at]))", {**seated, "seats": seats})
    page.goto(f"{server}#/table/{made['id']}")
    page.locator(".question, .ending").first.wait_for()
    page.locator(SETTLED).wait_for()


SETTLED = ".table[aria-busy=false]"
NARROW = 600
"""Pixels: a phone, on which one points with a finger."""
MOVED = "at => document.querySelector('input[type=range]').max !== at"


def position(page: Page) -> str | None:
    return page.get_by_label("Position of the match").get_attribute("max")


def take(page: Page, name: str = "") -> None:
    """Takes the option of that name, or the first, and waits until the table has moved on."""
    at = position(page)
    options = page.locator(".options button")
    option = (options.filter(has_text=name) if name else options).first
    option.wait_for(state="attached")
    if not option.is_visible():  # folded away under what fits this step better
        page.locator(".other > summary").click()
    option.click()
    page.wait_for_function(MOVED, arg=at)


def write(page: Page, words: str) -> None:
    at = position(page)
    page.locator(".question textarea").fill(words)
    page.get_by_role("button", name="Say so").click()
    page.wait_for_function(MOVED, arg=at)


def lobby(page: Page) -> None:
    page.locator(".games").first.wait_for()


def newcomer(page: Page) -> None:
    lobby(page)


def briefing(page: Page) -> None:
    play_now(page, "Mutants")
    page.get_by_role("dialog", name="Before you begin").wait_for()


def guided(page: Page) -> None:
    page.get_by_role("button", name="Learn by playing").nth(1).click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("dialog", name="Before you begin").wait_for(state="hidden")
    page.locator(".coach").wait_for()


def new_match(page: Page) -> None:
    page.goto(page.url + "new/mdrg")
    page.get_by_text("House rules").wait_for()
    page.evaluate("scrollTo(0, 0)")


def new_story(page: Page) -> None:
    page.goto(page.url + "new/regulus")
    page.get_by_text("House rules").click()


def battle(page: Page) -> None:
    play_now(page, "AR:SE")
    take(page, "Joel")
    take(page, "move")
    at = position(page)
    point(page, "ArrowRight", "ArrowRight", "Enter")
    page.wait_for_function(MOVED, arg=at)
    page.get_by_role("button", name="fire the").click()
    target = page.locator(".piece.target .base").nth(2)
    if is_phone(page):
        page.locator(SETTLED).wait_for()
        page.touchscreen.tap(*middle(target))
        page.locator("[role=menu] .value").first.wait_for()
    else:
        target.hover()
        page.locator(".tip .value").first.wait_for()


DEADLY = 7
"""The so-manyth shot of the match that we show, which kills."""


def outcome(page: Page) -> None:
    """A shot as it has just been played out on the board."""
    sit(page, "akula", "shooting.extra-targets", DEADLY)
    take(page)
    page.locator(".outcome").wait_for()


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(page: Page, *keys: str) -> None:
    """Presses keys on the board once it listens."""
    page.locator(SETTLED).wait_for()
    page.locator("svg.picking").focus()
    for key in keys:
        page.keyboard.press(key)


def reach(page: Page) -> None:
    play_now(page, "AR:SE")
    take(page, "Marta")
    take(page, "move")
    point(page, "ArrowRight", "ArrowRight")
    page.locator("line.sight").first.wait_for()


def sight(page: Page) -> None:
    """A line that something blocks, with the name of what does."""
    play_now(page, "AR:SE")
    take(page, "Marta")
    page.locator(".sights summary").click()
    page.locator(".sights .lost").nth(1).hover()


def menu(page: Page) -> None:
    """What can be done to a figure, beside it."""
    sit(page, "mdrg", "actions.per-activation", 24)
    figure = page.locator(".piece.target").last
    page.touchscreen.tap(*middle(figure)) if is_phone(page) else figure.click()
    page.locator("[role=menu]").wait_for()


def skirmish(page: Page) -> None:
    sit(page, "mdrg", "activation.nominate", 22)


def breaking_away(page: Page) -> None:
    """Out of contact: the ground, and what the Free Hacks may do before."""
    sit(page, "mdrg", "actions.per-activation", 20)
    across, down = middle(page.locator(".piece.acting .base"))
    page.touchscreen.tap(across, down + 40) if is_phone(page) else page.mouse.move(across - 12, down + 60)
    page.wait_for_timeout(1500)


def deployment(page: Page) -> None:
    sit(page, "mdrg", "game.deploy-order", 3)


def march(page: Page) -> None:
    """Ground to move over, with what that may provoke."""
    sit(page, "mdrg", "move.straight-line", 14)
    point(page, "PageDown", "PageDown", "PageDown")


def heat(page: Page) -> None:
    """The reach, shaded by the chance of being hit."""
    sit(page, "mdrg", "move.straight-line", 6)
    page.get_by_label("Shade the reach").select_option(index=2)
    page.locator(".heat, .heat-map, [data-part=heat]").first.wait_for()
    page.wait_for_timeout(3000)


def driving(page: Page) -> None:
    sit(page, "akula", "vehicle.turns", 1)


def patrol(page: Page) -> None:
    sit(page, "rdz", "attack.target-choice", 9)
    page.locator(".question .value").nth(3).wait_for()


def crossroads(page: Page) -> None:
    sit(page, "rdz", "patrol.direction", 3)


def weapons(page: Page) -> None:
    sit(page, "rdz", "attack.one-weapon", 6)


def reroll(page: Page) -> None:
    sit(page, "rdz", "ability.command", 2)


def squad(page: Page) -> None:
    """The Regiment: a session at its floor."""
    play_now(page, "The Regiment")


def soldiers(page: Page) -> None:
    """The Regiment in a fight, some way into the session."""
    sit(page, "regiment", "story.floor", 12)


def attack(page: Page) -> None:
    sit(page, "regiment", "attack.trigger")


def cover(page: Page) -> None:
    """The Regiment: what came of a move, marked on the cards."""
    sit(page, "regiment", "covering-fire.roll")
    take(page)
    page.wait_for_timeout(400)


def supplies(page: Page) -> None:
    sit(page, "regiment", "resupply.resupply")


def recruit(page: Page) -> None:
    sit(page, "regiment", "creation.playbooks")


def contest(page: Page) -> None:
    sit(page, "regulus", "story.floor", 6)


def cast(page: Page) -> None:
    """Regulus: the dice of a contest have fallen."""
    sit(page, "regulus", "story.floor", 9)
    take(page)
    page.locator(".outcome").wait_for()


def entries(page: Page) -> None:
    sit(page, "regulus", "leverage.one-advantage-per-entry")


def drawer(page: Page, name: str) -> None:
    sit(page, "mdrg", "activation.nominate", 12)
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=name).click()


def talk(page: Page) -> None:
    play_now(page, "Mutants")
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Talk").click()
    for words in ("Good evening! Mind the plants.", "They bite."):
        page.get_by_label("Say something").fill(words)
        page.keyboard.press("Enter")


def own_table(page: Page, name: str) -> None:
    """A drawer of a table that one keeps oneself."""
    page.goto(page.url + "new/mdrg")
    page.get_by_role("button", name="Start the match").click()
    page.locator(".question").wait_for()
    bar = page.get_by_role("navigation", name="Parts of the table")
    button = bar.get_by_role("button", name=name)
    if button.get_attribute("aria-expanded") != "true":
        button.click()


def invitations(page: Page) -> None:
    own_table(page, "Invit")


def host(page: Page) -> None:
    own_table(page, "Host")


def house_rules(page: Page) -> None:
    drawer(page, "ules")


def minds(page: Page) -> None:
    drawer(page, "Minds")


def settings(page: Page) -> None:
    drawer(page, "Settings")


def sheets(page: Page) -> None:
    drawer(page, "Sheets")


def rule(page: Page) -> None:
    """A rule, read from the question that it asks."""
    sit(page, "mdrg", "activation.nominate", 12)
    page.get_by_role("button", name="Why").first.click()


def past(page: Page) -> None:
    """A look back at an earlier moment."""
    sit(page, "akula", "shooting.extra-targets", 8)
    page.keyboard.press(",")
    page.get_by_role("button", name="Back to the present").or_(page.locator(".past")).first.wait_for()


def analysis(page: Page) -> None:
    sit(page, "mdrg", "activation.nominate", 3)  # of a whole match it takes minutes
    match = page.url.split("#/table/")[1]
    page.goto(page.url.split("#")[0] + f"#/analysis/{match}")
    page.get_by_role("progressbar").wait_for(state="detached", timeout=ANALYSIS_MS)


def campaign(page: Page) -> None:
    """MDRG's own campaign, at the end of its weeks."""
    sit(page, "mdrg-campaign")


def chronicle(page: Page) -> None:
    campaign(page)
    page.goto(page.url.replace("#/table/", "#/chronicle/"))
    page.get_by_role("heading", name="The story", exact=True).wait_for()


def league(page: Page) -> None:
    play_now(page, "League")


def debriefing(page: Page) -> None:
    """The end of a session of The Regiment, with the way to the next one."""
    sit(page, "regiment")


def epilogue(page: Page) -> None:
    sit(page, "regulus")


def victory(page: Page) -> None:
    sit(page, "mdrg")


def homecoming(page: Page) -> None:
    sit(page, "rdz")


def lab(page: Page) -> None:
    page.goto(page.url + "lab")
    page.get_by_role("heading", level=1).wait_for()


def desk(page: Page) -> None:
    page.goto(page.url + "desk")
    page.get_by_role("heading", level=1).wait_for()


def roster(page: Page) -> None:
    page.goto(page.url + "papers/akula")
    page.get_by_role("heading", level=1).wait_for()


def character(page: Page) -> None:
    page.goto(page.url + "papers/regulus")
    page.get_by_role("heading", level=1).wait_for()


def rulebook(page: Page) -> None:
    page.goto(page.url + "rules/mdrg")
    page.locator("article").first.wait_for()


def is_phone(page: Page) -> bool:
    return page.viewport_size is not None and page.viewport_size["width"] < NARROW


def story(page: Page) -> None:
    play_now(page, "Regulus")
    take(page, "Tell what you do")
    write(page, "Rain on the harbour. Iris counts the lanterns of the customs boat, and waits for the third to go out.")
    take(page, "contest")
    write(page, "Get aboard the customs boat before the watch changes")
    write(page, "Iris drops from the crane onto the dark side of the deck")


def procedure(page: Page) -> None:
    """A shot at the desk, with somebody of a party in it and the dice asked for."""
    page.goto(page.url + "desk/mdrg/shot")
    page.get_by_role("button", name="Shooter from a party").click()
    page.get_by_role("listitem").get_by_role("button", name="Grak").first.click()
    page.get_by_label("Odds", exact=True).locator(".brief").wait_for()
    page.get_by_role("button", name="Roll my dice").click()
    page.get_by_role("heading", name="Roll these dice").wait_for()


def procedures(page: Page) -> None:
    page.goto(page.url + "desk/mdrg")
    page.get_by_label("Search procedures").wait_for()


def described(page: Page) -> None:
    """The desk while a situation is described: the odds at the top."""
    page.goto(page.url + "desk/mdrg/shot")
    page.get_by_label("Odds", exact=True).locator(".brief").wait_for()


def encounter(page: Page) -> None:
    page.goto(page.url + "desk/rdz/sector")
    page.get_by_role("button", name="Umpire rolls").click()
    page.get_by_label("Ruling", exact=True).wait_for()


def stat_book(page: Page) -> None:
    page.goto(page.url + "papers/rdz/stat-book")
    page.locator("li svg").first.wait_for()
    page.locator("li svg").first.scroll_into_view_if_needed()


def rules(page: Page) -> None:
    page.goto(page.url + "rules/akula")
    page.get_by_label("Search").fill("noise")
    page.locator("article").first.wait_for()


def papers(page: Page) -> None:
    page.goto(page.url + "papers/mdrg/party")
    page.get_by_role("heading", name="Human purity squad").wait_for()
    page.get_by_role("button", name="Karl").first.click()
    page.get_by_label("Quality", exact=True).fill("4")
    page.get_by_text("Not legal").wait_for()
    page.evaluate("scrollTo(0, 150)")


def maps(page: Page) -> None:
    page.goto(page.url + "maps")
    page.get_by_role("button", name="mill (building)").click()
    page.get_by_label("Chosen piece").wait_for()
    page.evaluate("scrollTo(0, 120)")


def ending(page: Page) -> None:
    play_now(page, "AR:SE")
    while not page.locator(".ending").count():
        sure, last = page.locator(".options .sure button").first, page.locator(".options button").last
        if sure.count() or last.count():
            (sure if sure.count() else last).click()
        page.wait_for_timeout(60)


SCENES: tuple[Callable[[Page], None], ...] = (
    lobby,
    newcomer,
    briefing,
    guided,
    new_match,
    new_story,
    battle,
    outcome,
    reach,
    sight,
    menu,
    skirmish,
    breaking_away,
    deployment,
    march,
    heat,
    driving,
    patrol,
    crossroads,
    weapons,
    reroll,
    squad,
    soldiers,
    attack,
    cover,
    supplies,
    recruit,
    contest,
    cast,
    entries,
    talk,
    invitations,
    host,
    house_rules,
    minds,
    settings,
    sheets,
    rule,
    past,
    analysis,
    campaign,
    chronicle,
    league,
    debriefing,
    epilogue,
    victory,
    homecoming,
    lab,
    desk,
    roster,
    character,
    rulebook,
    story,
    procedure,
    procedures,
    described,
    encounter,
    stat_book,
    rules,
    papers,
    maps,
    ending,
)


@contextmanager
def server(database: Path) -> Iterator[str]:
    """A server of our own, on which every match has the same secret."""
    real = hub.new_secret
    hub.new_secret = lambda: SECRET
    limits = Limits(matches_per_address=10_000, requests_per_second=1e6, request_burst=10**6, messages_per_second=1e6)
    listener = listen("127.0.0.1", 0)
    app = make_app(open_store(str(database)), limits, built_client())
    running = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, args=([listener],), daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/#/"
    running.should_exit = True
    thread.join(10)
    hub.new_secret = real


def pictures(browser: Browser, address: str, scene: Callable[[Page], None], size: str) -> None:
    """A scene at one width, in both looks."""
    name = scene.__name__
    width, height = WIDTHS[size]
    settings: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": LOOKS[0]}
    context = browser.new_context(**settings, has_touch=width < NARROW, reduced_motion="reduce")
    if name not in NEWCOMERS:
        context.add_init_script(BRIEFED)
    page = context.new_page()
    page.goto(address)
    try:
        scene(page)
    finally:
        for look in LOOKS:
            page.emulate_media(color_scheme=look)
            page.wait_for_timeout(250)
            taken = f"{name.replace('_', '-')}-{size}-{look}"
            page.screenshot(path=ALL / f"{taken}.png")
            if taken in SHOWN:
                small(ALL / f"{taken}.png", CHOSEN / f"{taken}.png")
        context.close()


def small(taken: Path, kept: Path) -> None:
    """A picture in as many colours as one can tell apart, in a fraction of the bytes."""
    Image.open(taken).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(kept, optimize=True)


def main(wanted: list[str]) -> None:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("no Chromium on this machine")
    for folder in (ALL, CHOSEN):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as club,
        server(Path(club) / "club.db") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        failures = 0
        for scene, size in asked_for(wanted):
            try:
                pictures(browser, address, scene, size)
            except Exception:  # the others are taken all the same
                failures += 1
                traceback.print_exc(limit=-2)
            print(scene.__name__, size, flush=True)
        if not wanted or "turn" in wanted:
            CHOSEN.joinpath("turn.png").write_bytes(animated(turn(browser, address)))
        browser.close()
    sys.exit(f"{failures} could not be taken" if failures else 0)


def asked_for(wanted: list[str]) -> Iterator[tuple[Callable[[Page], None], str]]:
    """Which scenes at which widths: all, or those whose names or widths are given."""
    sizes = [it for it in WIDTHS if it in wanted] or list(WIDTHS)
    named = [it for it in wanted if it not in WIDTHS]
    for scene in SCENES:
        if not named or scene.__name__ in named:
            yield from ((scene, size) for size in sizes)


FRAME_MS = 110
LONGEST_FRAME_MS = 2400


def turn(browser: Browser, address: str) -> list[tuple[Image.Image, int]]:
    """Pictures of a table while somebody shoots and the table answers, each with the milliseconds it is to be seen."""
    context = browser.new_context(viewport={"width": 1180, "height": 664})
    context.add_init_script(BRIEFED)
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    sit(page, "akula", "shooting.extra-targets", DEADLY)
    taken: list[tuple[Image.Image, int]] = []

    def film(frames: int) -> None:
        for _ in range(frames):
            page.clock.run_for(FRAME_MS)  # however long a picture takes
            shot = Image.open(BytesIO(page.screenshot(caret="initial"))).convert("RGB")
            if taken and shot.tobytes() == taken[-1][0].tobytes():
                taken[-1] = (shot, min(taken[-1][1] + FRAME_MS, LONGEST_FRAME_MS))
            else:
                taken.append((shot, FRAME_MS))

    page.locator(".piece.target .base").nth(1).hover()
    page.locator(".tip .value").first.wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    film(8)
    page.locator(".piece.target .base").nth(1).click()
    page.locator(".outcome").wait_for()
    film(40)
    context.close()
    return taken


def animated(frames: list[tuple[Image.Image, int]]) -> bytes:
    """One animated PNG in the colours that the pictures share."""
    pictures = [picture for picture, _ in frames]
    wide, high = pictures[0].size
    strip = Image.new("RGB", (wide, high * 3))
    for place, picture in enumerate((pictures[0], pictures[len(pictures) // 2], pictures[-1])):
        strip.paste(picture, (0, place * high))
    colours = strip.quantize(256, dither=Image.Dither.NONE)
    first, *others = [it.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB") for it in pictures]
    made = BytesIO()
    durations = [length for _, length in frames]
    first.save(made, "PNG", save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    return made.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
