"""A real server, the built client, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from adjudge.server.app import built_client, make_app
from adjudge.server.limits import Limits
from adjudge.server.running import listen
from adjudge.store import open_store

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no window to draw, which saves nearly half of the work."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
PATIENCE = 30_000
"""Milliseconds until something that should be on the screen counts as missing: a busy machine is no fault of ours."""
BRIEFED = 'localStorage.setItem(\'adjudge.briefed\', \'["akula","mdrg","rdz","regiment","regulus"]\')'
STIRRED = "let stirred = {start}; crypto.getRandomValues = (bytes) => bytes.fill(stirred++)"
"""The numbers that seats add to the dice: the same in every run, others in every browser."""
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where there is no Chromium they are skipped, except in continuous integration, where that is a failure."""
    if CHROMIUM is not None or os.environ.get("ADJUDGE_CI"):
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(scope="package")
def same_dice() -> Iterator[None]:
    """Every match of a game has the same dice in every run, so that what a test meets is not left to chance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudge.server.hub.new_secret", lambda: bytes(32))
        yield


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory, same_dice: None) -> Iterator[str]:
    client = built_client()
    assert client is not None, "the browser client is not built: run make"
    database = tmp_path_factory.mktemp("club") / "club.db"
    limits = Limits(
        matches_per_address=10_000,
        requests_per_second=1e6,
        request_burst=10**6,
        messages_per_second=1e6,
        message_burst=10**6,
        questions_per_second=1e6,
        question_burst=10**6,
    )
    listener = listen("127.0.0.1", 0)
    app = make_app(open_store(str(database)), limits, client)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "no Chromium on this machine"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


def is_fault(message: ConsoleMessage) -> bool:
    """Whether the page itself is at fault; that the server refused something is its right."""
    return message.type == "error" and not message.text.startswith("Failed to load resource")


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own, with nothing remembered but that the briefings have been read, unless a
    newcomer sits there; fails on any error in its console."""
    contexts, complaints = [], []

    def visited(path: str = "", *, is_newcomer: bool = False, **settings: Any) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **settings}
        )
        contexts.append(context)
        context.add_init_script(STIRRED.format(start=16 * len(contexts)))
        if not is_newcomer:
            context.add_init_script(BRIEFED)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda it: complaints.append(it.text) if is_fault(it) else None)
        page.goto(f"{address}/#/{path}")
        return page

    yield visited
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def create(address: str) -> Callable[..., dict[str, Any]]:
    def created(game: str, **wish: Any) -> dict[str, Any]:
        answer = httpx.post(f"{address}/api/matches", json={"game": game, **wish})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    return created


@pytest.fixture
def check_accessibility() -> Callable[[Page], None]:
    """Runs axe on the page once it has its heading; any finding of weight is a failure."""

    def checked(page: Page) -> None:
        page.locator("h1").first.wait_for(state="attached")
        page.evaluate(AXE.read_text())
        found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
        problems = [f"{it['id']}: {it['nodes'][0]['html'][:160]}" for it in found]
        assert not problems, "\n".join(problems)

    return checked
