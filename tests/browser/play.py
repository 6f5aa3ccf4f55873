"""Somebody at the screen: answers whatever is asked, with the means that the screen offers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PLAY = """async ([most, which, patience]) => {
  const rest = () => new Promise((done) => setTimeout(done, 15));
  const at = () => document.querySelector("input[type=range]").max;
  const isBusy = () => document.querySelector(".table").getAttribute("aria-busy") === "true";
  let moved = performance.now(), before = at();
  const isStuck = () => {
    if (at() !== before) [moved, before] = [performance.now(), at()];
    return performance.now() - moved > patience;
  };
  for (let look = 0; look < most; look++) {
    if (document.querySelector(".ending")) return "over";
    if (isStuck()) return "stuck";
    const open = [...document.querySelectorAll(".options button:not(:disabled):not([aria-pressed=true])")];
    const options = open.filter((it) => !it.textContent.includes("Never mind"));
    const several = document.querySelector(".options [aria-pressed]");
    const some = several && document.querySelector(".question .row > button.main:not(:disabled)");
    const words = document.querySelector(".question textarea");
    const board = document.querySelector("svg.picking");
    const sure = document.querySelector(".options .sure button:not(:disabled)");
    if (sure) sure.click();
    else if (some) some.click();
    else if (options.length) (which === "last" ? options.at(-1) : options[0]).click();
    else if (board) {
      board.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
      await rest();
      board.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    } else if (words) {
      words.value = "They wait for nightfall.";
      words.dispatchEvent(new Event("input", { bubbles: true }));
      await rest();
      document.querySelector(".question form button.main:not(:disabled)")?.click();
    }
    do await rest();
    while (isBusy() && !isStuck());
  }
  return isStuck() ? "stuck" : "unfinished";
}"""

PATIENCE = 30_000
"""Milliseconds without any answer taken after which a player gives up."""
MOVED_FROM = "at => Number(document.querySelector('input[type=range]').max) !== at"
SETTLED = "() => document.querySelector('.table')?.getAttribute('aria-busy') === 'false'"
"""All that was said at this screen has been taken or refused."""


def play(page: Page, looks: int = 100_000, which: str = "first") -> str:
    """Takes the first or last option each time, for so many looks at the screen or until nothing happens any more, and
    waits for what comes of it; tells whether the match is over."""
    told: str = page.evaluate(PLAY, [looks, which, PATIENCE])
    return told


def start(page: Page, game: str) -> None:
    card = page.get_by_role("listitem").filter(has_text=game).first  # its campaign comes after it
    card.get_by_role("button", name="Play now").click()
    expect(page.locator(".question")).to_be_visible()


def position(page: Page) -> int:
    page.wait_for_function(SETTLED)
    return int(page.get_by_label("Position of the match").get_attribute("max") or -1)


def gather(pages: list[Page]) -> int:
    """The position of the match, once all of these screens show it."""
    latest = max(position(page) for page in pages)
    for page in pages:
        expect(page.get_by_label("Position of the match")).to_have_attribute("max", str(latest))
    return latest


def answer(page: Page, index: int = 0) -> None:
    """Clicks an option and waits until the table has moved on."""
    at = position(page)
    page.locator(".options button").nth(index).click()
    page.wait_for_function(MOVED_FROM, arg=at)


def open_drawer(page: Page, name: str) -> None:
    """Draws out a part of the table, if it is not out already."""
    button = page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=name)
    if button.get_attribute("aria-expanded") != "true":
        button.click()


def wait_for_odds(page: Page) -> bool:
    """Whether any option has odds, once all of them have come."""
    expect(page.locator(".question .coming")).to_have_count(0)
    return page.locator(".question .value").count() > 0


def tab_to(page: Page, selector: str) -> None:
    """Presses the tab key until something of that kind has the focus."""
    for _ in range(200):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key never leads to {selector}")


def play_by_keys(page: Page) -> None:
    """Answers whatever is asked without a mouse."""
    if page.locator(".options [aria-pressed]").count():
        page.keyboard.press(page.locator(".options kbd").first.inner_text())
        tab_to(page, ".question .row > button.main")
        page.keyboard.press("Enter")
    elif page.locator(".options").count():
        page.keyboard.press(page.locator(".options kbd").first.inner_text())
    elif page.locator(".question textarea").count():
        tab_to(page, ".question textarea")
        page.keyboard.type("They wait for nightfall.")
        page.keyboard.press("Control+Enter")
    else:
        tab_to(page, "svg[role=application]")
        page.keyboard.press("PageDown")
        page.keyboard.press("Enter")
