"""What a club's keeper is given in deploy/ fits the program."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from adjudge.cli.app import app

DEPLOY = Path(__file__).parents[1] / "deploy"


def commands() -> list[list[str]]:
    """The commands that the files start, without the program's name."""
    unit = re.search(r"^ExecStart=\S+ (.+)$", (DEPLOY / "adjudge.service").read_text(), re.MULTILINE)
    container = re.search(r"^CMD (\[.+\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert unit
    assert container
    return [shlex.split(unit[1]), json.loads(container[1])]


@pytest.mark.parametrize("words", commands())
def test_the_commands_can_be_given(words: list[str]):
    command = get_command(app).commands[words[0]]  # type: ignore[attr-defined]
    assert command.make_context(words[0], words[1:]).params["port"] == 8765


def test_the_dashboard_asks_for_what_the_server_tells():
    told = set(re.findall(r"adjudge_\w+(?= \{)", (DEPLOY.parent / "src/adjudge/server/app.py").read_text()))
    asked = set(re.findall(r"adjudge_\w+", (DEPLOY / "grafana.json").read_text()))
    assert asked == told


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_takes_the_unit(tmp_path: Path):
    unit = (DEPLOY / "adjudge.service").read_text().replace("/opt/adjudge/bin/adjudge", sys.executable)
    (tmp_path / "adjudge.service").write_text(unit)
    said = subprocess.run(["systemd-analyze", "verify", tmp_path / "adjudge.service"], capture_output=True, text=True)
    assert "adjudge.service" not in said.stderr
