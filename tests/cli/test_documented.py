"""Every command and every option stands in docs/command-line.md, and the commands that pages show are accepted."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from adjudge.cli.app import app

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "command-line.md").read_text("utf-8")
COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


def chapter(command: str) -> str:
    """What the document says of one command."""
    return TEXT.partition(f"\n## adjudge {command}")[2].partition("\n## adjudge")[0]


def undocumented() -> list[str]:
    missing = [command for command in COMMANDS if not chapter(command)]
    for command, described in COMMANDS.items():
        options = [name for param in described.params for name in param.opts if name.startswith("--")]
        missing += [f"{command} {name}" for name in options if name != "--help" and f"`{name}" not in chapter(command)]
    return missing


def test_no_command_and_no_option_is_undocumented():
    assert undocumented() == []


def test_the_document_describes_no_command_that_is_not_there():
    headings = [line.split()[2] for line in TEXT.splitlines() if line.startswith("## adjudge ")]
    assert sorted(headings) == sorted(COMMANDS)


@pytest.mark.parametrize("page", ["command-line.md", "games/akula.md", "games/mdrg.md"])
def test_the_commands_that_a_page_shows_can_be_given(run, page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"^(?:\$ |    )adjudge (.+)$", (DOCS / page).read_text("utf-8"), re.MULTILINE)
    assert shown
    for line in shown:
        command, _, file = line.partition(" > ")
        result = run(*shlex.split(command))
        assert result.exit_code == 0, f"{line}: {result.stderr}"
        if file:
            Path(file).write_text(result.stdout)


def test_the_check_notices_a_new_command():
    @app.command("brandnew")
    def brandnew(flag: bool = typer.Option(False, "--flag")) -> None: ...

    try:
        assert "brandnew" in get_command(app).commands  # type: ignore[attr-defined]
        assert not chapter("brandnew")
    finally:
        app.registered_commands.pop()
