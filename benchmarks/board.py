"""A battle of a hundred figures in Chromium: how many frames a second it pans, zooms and plays out.

    python -m benchmarks.board [figures]

It opens a real table of AR:SE in a real browser, puts as many figures on its board as are wanted by changing what the
server says of it, and counts the frames that the page draws while the view is dragged about and every figure walks.
"""

from __future__ import annotations

import json
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
  return { fps: gaps.length / ((last - begun) / 1000), slowest: gaps[Math.floor(gaps.length * 0.95)] };
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


def measure(number: int) -> dict[str, dict[str, float]]:
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
            return _in_browser(f"http://127.0.0.1:{listener.getsockname()[1]}", number)
        finally:
            server.should_exit = True
            thread.join(10)


def _in_browser(address: str, number: int) -> dict[str, dict[str, float]]:
    made = httpx.post(f"{address}/api/matches", json={"game": "akula"}).json()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1366, "height": 768})
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
    """Frames a second, and the processor time that the page's own thread took for each, which no other program's work
    changes."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _busy(line.send("Performance.getMetrics"))
    found: dict[str, float] = page.evaluate(FRAMES, [SECONDS, kind])
    spent = _busy(line.send("Performance.getMetrics")) - before
    line.detach()
    return {**found, "busy": 1000 * spent / max(1.0, found["fps"] * SECONDS)}


def _busy(metrics: dict[str, Any]) -> float:
    return next(float(it["value"]) for it in metrics["metrics"] if it["name"] == "TaskDuration")


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


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else FIGURES
    for kind, found in measure(number).items():
        fps, slowest, busy = found["fps"], found["slowest"], found["busy"]
        print(f"{kind:6} {number} figures: {fps:5.1f} frames a second (95 of 100 within {slowest:.0f} ms),", end=" ")
        print(f"{busy:.1f} ms of the page's processor time each")


if __name__ == "__main__":
    main()
