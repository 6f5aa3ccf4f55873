"""Sitting down at a table in Chromium: how long it takes from "Play now" to the first decision, in every game.

    python -m benchmarks.sitting [rounds]

A server in a process of its own, as people start it, and a browser that has never been there. The clock begins with the
click and ends when the question stands on the page with something to answer it by, drawn. The first match of a game is
told apart: the server may load something for it. Like `benchmarks.board` it asks for real-time priority.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from .board import FLAGS, alone, chromium

ROUNDS = 5
GAMES = {
    "akula": "AR:SE",
    "mdrg": "Mutants and Death Ray Guns",
    "rdz": "Regs, Dregs & Zombies",
    "regiment": "The Regiment",
    "regulus": "Regulus",
}
BRIEFED = f"localStorage.setItem('adjudge.briefed', '{str(list(GAMES)).replace(chr(39), chr(34))}')"

WAITED = """async (title) => {
  const cards = [...document.querySelectorAll("ul.games > li")];
  const card = cards.find((it) => it.querySelector("h2").textContent.startsWith(title));
  const button = [...card.querySelectorAll("button")].find((it) => it.textContent.trim() === "Play now");
  const isAsked = () => document.querySelector(".question :is(button, input, textarea):not([disabled])");
  const begun = performance.now();
  button.click();
  while (!isAsked()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""


@contextmanager
def served() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "adjudge", "serve", "--port", "0"]
        command += ["--database", f"sqlite:///{Path(folder) / 'club.db'}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            assert server.stdout is not None
            try:
                yield next(found[0] for line in server.stdout if (found := re.search(r"http://[\w.:]+", line)))
            finally:
                server.terminate()


def sat_down(browser: Browser, address: str, title: str) -> float:
    """Seconds from the click to the first decision, in a browser that was never there."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(BRIEFED)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("ul.games")
    waited = float(page.evaluate(WAITED, title)) / 1000
    context.close()
    return waited


def measure(rounds: int) -> dict[str, list[float]]:
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        found = {game: [sat_down(browser, address, title) for _ in range(rounds)] for game, title in GAMES.items()}
        browser.close()
    return found


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f'From "Play now" to the first decision, {os.cpu_count()} cores, {alone()}:')
    for game, (first, *others) in measure(rounds).items():
        then = f", then {statistics.median(others):.2f} s (at most {max(others):.2f} s)" if others else ""
        print(f"{game:9} {first:.2f} s the first time{then}")


if __name__ == "__main__":
    main()
