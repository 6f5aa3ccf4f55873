"""Takes pictures of every screen at three widths and in both looks, with dice that fall the same way each time.

All of them go to build/screenshots/ to be looked at; the few that the README and docs/ show go to docs/screenshots/.
"""

from __future__ import annotations

import shutil
import struct
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from adjudge.server import hub
from adjudge.server.app import built_client, make_app
from adjudge.server.limits import Limits
from adjudge.server.running import listen
from adjudge.store import open_store

ROOT = Path(__file__).parents[1]
ALL, CHOSEN = ROOT / "build/screenshots", ROOT / "docs/screenshots"
WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1366, 768)}
LOOKS = ("light", "dark")
SHOWN = {
    "lobby-desk-light",
    "battle-desk-light",
    "sight-desk-light",
    "patrol-desk-dark",
    "story-desk-light",
    "procedure-desk-light",
    "procedure-phone-light",
    "described-phone-light",
    "papers-desk-light",
    "maps-desk-light",
    "battle-phone-dark",
    "outcome-desk-dark",
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
BRIEFED = 'localStorage.setItem("adjudge.briefed", JSON.stringify(["akula", "mdrg", "rdz", "regiment", "regulus"]))'
"""Whoever takes pictures has read the briefings."""
SECRET = bytes(31) + b"\x07"


def play_now(page: Page, game: str) -> None:
    page.get_by_role("listitem").filter(has_text=game).get_by_role("button", name="Play now").click()
    page.locator(".question").wait_for()


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
    page.locator(".games").wait_for()


def new_match(page: Page) -> None:
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
    if page.viewport_size and page.viewport_size["width"] < NARROW:
        page.locator(SETTLED).wait_for()
        page.touchscreen.tap(*middle(target))
        page.locator("[role=menu] .value").first.wait_for()
    else:
        target.hover()
        page.locator(".tip .value").first.wait_for()


def outcome(page: Page) -> None:
    """A shot as it has just been played out on the board."""
    play_now(page, "AR:SE")
    for name in ("Joel", "fire the", ""):
        take(page, name)
        page.locator(SETTLED).wait_for()
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


def patrol(page: Page) -> None:
    play_now(page, "Regs, Dregs")
    for _ in range(40):
        if page.locator(".question .value").count() > 3:
            return
        take(page)


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
    new_match,
    battle,
    outcome,
    reach,
    sight,
    patrol,
    story,
    procedures,
    described,
    procedure,
    encounter,
    rules,
    papers,
    stat_book,
    maps,
    ending,
)


@contextmanager
def server(database: Path) -> Iterator[str]:
    """A server of our own, on which every match has the same secret."""
    real = hub.secrets
    hub.secrets = SimpleNamespace(token_bytes=lambda size: SECRET, token_urlsafe=real.token_urlsafe)  # type: ignore[assignment]
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
    hub.secrets = real


def picture(browser: Browser, address: str, scene: Callable[[Page], None], size: str, look: str) -> None:
    width, height = WIDTHS[size]
    settings: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": look}
    context = browser.new_context(**settings, has_touch=width < NARROW, reduced_motion="reduce")
    context.add_init_script(BRIEFED)
    page = context.new_page()
    page.goto(address)
    scene(page)
    page.wait_for_timeout(250)
    name = f"{scene.__name__.replace('_', '-')}-{size}-{look}"
    page.screenshot(path=ALL / f"{name}.png")
    if name in SHOWN:
        shutil.copy(ALL / f"{name}.png", CHOSEN)
    context.close()


def main(wanted: list[str]) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("no Chromium on this machine")
    for folder in (ALL, CHOSEN):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder) / "club.db") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for scene in SCENES:
            for size in WIDTHS:
                for look in LOOKS:
                    if not wanted or scene.__name__ in wanted:
                        picture(browser, address, scene, size, look)
            print(scene.__name__, flush=True)
        if not wanted or "turn" in wanted:
            CHOSEN.joinpath("turn.png").write_bytes(animated(turn(browser, address)))
        browser.close()


FRAMES, FRAME_MS = 12, 260


def turn(browser: Browser, address: str) -> list[bytes]:
    """Pictures of the board, one after the other, while a survivor acts and the table answers."""
    context = browser.new_context(viewport={"width": 960, "height": 560})
    context.add_init_script(BRIEFED)
    page = context.new_page()
    page.goto(address)
    play_now(page, "AR:SE")
    board = page.get_by_role("region", name="Board")
    pictures = []
    for name in ("Joel", "fire the", ""):
        take(page, name)
        page.locator(SETTLED).wait_for()
    for _ in range(FRAMES):
        pictures.append(board.screenshot(caret="initial"))
        page.wait_for_timeout(FRAME_MS // 2)
    context.close()
    return pictures


def animated(pictures: list[bytes]) -> bytes:
    """One animated PNG out of pictures of the same size: the first one's header, then each one's data with its time."""
    first = list(chunks(pictures[0]))
    head = dict(first)[b"IHDR"]
    size = head[:8]
    made, number = [(b"IHDR", head), (b"acTL", struct.pack(">II", len(pictures), 0))], 0
    for at, picture in enumerate(pictures):
        made.append((b"fcTL", struct.pack(">I8sIIHHBB", number, size, 0, 0, FRAME_MS, 1000, 0, 0)))
        number += 1
        for kind, data in chunks(picture):
            if kind == b"IDAT":
                made.append((kind, data) if at == 0 else (b"fdAT", struct.pack(">I", number) + data))
                number += at > 0
    made.append((b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in made
    )


SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG, by their kind."""
    at = len(SIGNATURE)
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        yield kind, picture[at + 8 : at + 8 + length]
        at += length + 12


if __name__ == "__main__":
    main(sys.argv[1:])
