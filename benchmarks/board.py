"""A battle of a hundred figures in Chromium: how many frames a second it pans, zooms and plays out.

    python -m benchmarks.board [figures [width height]]

It opens a real table of AR:SE in a real browser, puts as many figures on its board as are wanted by changing what the
server says of it, and counts the frames that the page draws while the view is dragged about and every figure walks.

Other programs on the machine would be measured too, so it asks for real-time priority, which a superuser gets: the
browser then has the cores whenever it wants them. What all its processes take of them, with the drawing
of pixels that no graphics card does here, is counted beside.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvicorn
from playwright.sync_api import Page, WebSocketRoute, sync_playwright

from adjudge.server.app import built_client, make_app
from adjudge.server.limits import Limits
from adjudge.server.running import listen
from adjudge.store import open_store

FIGURES = 100
SIZE = (1366, 768)
SECONDS = 4
FLAGS = ["--no-sandbox", "--disable-gpu"]
BRIEFED = "localStorage.setItem('adjudge.briefed', '[\"akula\"]')"

FRAMES = """async ([seconds, kind]) => {
  const board = document.querySelector("svg[role=application]");
  const box = board.getBoundingClientRect();
  const at = (x, y, type, buttons) => board.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, pointerType: "mouse", buttons, clientX: box.left + x, clientY: box.top + y }));
  for (let i = 0; i < 3; i++) board.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
  const begun = performance.now(), gaps = [];
  let last = begun;
  if (kind === "pan") at(box.width / 2, box.height / 2, "pointerdown", 1);
  for (let frame = 0; performance.now() - begun < seconds * 1000; frame++) {
    const [x, y] = [box.width / 2 + 180 * Math.sin(frame / 20), box.height / 2 + 90 * Math.cos(frame / 15)];
    if (kind === "pan") at(x, y, "pointermove", 1);
    if (kind === "zoom") board.dispatchEvent(new WheelEvent("wheel",
      { bubbles: true, cancelable: true, deltaY: frame % 20 < 10 ? -1 : 1,
        clientX: box.left + x, clientY: box.top + y }));
    if (kind === "hover") at(x, y, "pointermove", 0);
    if (kind === "walk" && frame % 12 === 0) window.walk(frame);
    await new Promise(requestAnimationFrame);
    gaps.push(performance.now() - last);
    last = performance.now();
  }
  if (kind === "pan") at(box.width / 2, box.height / 2, "pointerup", 0);
  gaps.sort((a, b) => a - b);
  const late = gaps.filter((it) => it > 1000 / 30 + 1).length / gaps.length;
  return { fps: gaps.length / ((last - begun) / 1000), slowest: gaps[Math.floor(gaps.length * 0.95)], late };
}"""


def crowd(board: dict[str, Any], number: int, step: int) -> None:
    """As many figures as are wanted, each a little farther on with every step."""
    pieces = board["pieces"]
    while len(pieces) < number:
        model = dict(pieces[len(pieces) % 15])
        pieces.append({**model, "id": f"more-{len(pieces)}"})
    for place, piece in enumerate(pieces[15:], 15):
        piece["x"] = (place * 7.3 + step * 0.4) % board["width"]
        piece["y"] = (place * 3.1 + step * 0.2) % board["height"]


def chromium() -> str:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))


def measure(number: int, size: tuple[int, int] = SIZE) -> dict[str, dict[str, float]]:
    client = built_client()
    assert client is not None, "the browser client is not built: run make"
    with TemporaryDirectory() as folder:
        listener = listen("127.0.0.1", 0)
        limits = Limits(matches_per_address=1000)
        app = make_app(open_store(str(Path(folder) / "club.db")), limits, client)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            return _in_browser(f"http://127.0.0.1:{listener.getsockname()[1]}", number, size)
        finally:
            server.should_exit = True
            thread.join(10)


def _in_browser(address: str, number: int, size: tuple[int, int]) -> dict[str, dict[str, float]]:
    made = httpx.post(f"{address}/api/matches", json={"game": "akula"}).json()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.add_init_script(BRIEFED)
        walker = _Walker(page, number)
        token = made["seat_tokens"]["player"]
        page.goto(f"{address}/#/table/{made['id']}/player/{token}")
        page.wait_for_selector(".question")
        page.wait_for_function(f"() => document.querySelectorAll('.piece').length >= {number}")
        page.expose_function("walk", walker.walk)
        found = {kind: _counted(page, kind) for kind in ("pan", "zoom", "hover", "walk")}
        browser.close()
    return found


def _counted(page: Page, kind: str) -> dict[str, float]:
    """Frames a second, and how much of a core the browser took meanwhile, and for each frame."""
    before, begun = _busy(page), time.perf_counter()
    found: dict[str, float] = page.evaluate(FRAMES, [SECONDS, kind])
    spent, lasted = _busy(page) - before, time.perf_counter() - begun
    return {**found, "busy": 1000 * spent / max(1.0, found["fps"] * SECONDS), "cores": spent / lasted}


def _busy(page: Page) -> float:
    """Processor time of all the browser's processes in seconds."""
    browser = page.context.browser
    assert browser is not None
    line = browser.new_browser_cdp_session()
    processes = line.send("SystemInfo.getProcessInfo")["processInfo"]
    line.detach()
    return sum(float(it["cpuTime"]) for it in processes)


class _Walker:
    """Stands between page and server: adds figures to every board that is sent, and has them walk on."""

    def __init__(self, page: Page, number: int) -> None:
        self._number, self._last = number, ""
        self._line: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self._line = line
        server.on_message(lambda text: line.send(self._crowded(str(text), 0)))

    def _crowded(self, text: str, step: int) -> str:
        letters = json.loads(text)
        for letter in letters:
            if letter.get("kind") != "present":
                continue
            self._last = text if not step else self._last
            for panel in letter["scene"].get("panels") or []:
                if panel and panel.get("type") == "board" and panel.get("pieces"):
                    crowd(panel, self._number, step)
        return json.dumps(letters)

    def walk(self, step: int) -> None:
        if self._line is not None and self._last:
            self._line.send(self._crowded(self._last, step))


def alone() -> str:
    """Takes the cores before other programs do, if the system lets us."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except (AttributeError, PermissionError):
        return "beside whatever else runs here"
    return "with real-time priority"


def main() -> None:
    number, *size = map(int, sys.argv[1:] or [FIGURES])
    width, height = size or SIZE
    print(f"{number} figures at {width}x{height}, {os.cpu_count()} cores, {alone()}:")
    for kind, found in measure(number, (width, height)).items():
        print(
            f"{kind:6} {found['fps']:5.1f} frames a second, 95 of 100 within {found['slowest']:.0f} ms, "
            f"{found['late']:.1%} later than 33 ms; {found['busy']:.1f} ms of processor time each, "
            f"{found['cores']:.2f} cores"
        )


if __name__ == "__main__":
    main()
