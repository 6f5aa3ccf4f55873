"""Every command and every option stands in docs/command-line.md."""

from pathlib import Path

import typer
from typer.main import get_command

from adjudge.cli.app import app

TEXT = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
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


def test_the_check_notices_a_new_command():
    @app.command("brandnew")
    def brandnew(flag: bool = typer.Option(False, "--flag")) -> None: ...

    try:
        assert "brandnew" in get_command(app).commands  # type: ignore[attr-defined]
        assert not chapter("brandnew")
    finally:
        app.registered_commands.pop()
