"""What the README shows is what a person sees."""

import re
from pathlib import Path

from typer.main import get_command

from adjudge.cli.app import app
from tests.cli.terminal import Terminal

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def trimmed(text: str) -> list[str]:
    """Lines without the empty ones, or spaces at their ends."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_screen_in_the_readme_is_the_real_one():
    pasted = README.partition("```text\n")[2].partition("```")[0]
    with Terminal(["play", "rdz", "--seed", "5"]) as terminal:
        terminal.wait_for("patrol.direction")
        terminal.press("o", "What happened")
        terminal.press(" ", "which weapon?")
        shown = terminal.press("1", "at whom?")
    assert trimmed(pasted) == trimmed(shown)


def test_the_readme_names_every_command():
    named = set(re.findall(r"`adjudge (\w+)", README))
    assert set(get_command(app).commands) <= named  # type: ignore[attr-defined]


def test_every_link_of_the_readme_leads_somewhere():
    folder = Path(__file__).parents[2]
    targets = re.findall(r"\]\(([^)#]+)\)", README.replace("\n", " "))
    assert [target for target in targets if not (folder / target).exists()] == []
