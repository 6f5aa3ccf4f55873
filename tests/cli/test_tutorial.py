"""docs/skirmish-tutorial.md, followed to the letter: every step fits the project, and its tests pass at the end."""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "skirmish-tutorial.md"
ENDS = {"[[terrain]]": "src/raid/map.toml", "[[rule]]": "src/raid/rulebook.toml"}


def add(file: Path, text: str) -> None:
    file.write_text(file.read_text() + text)


def follow(block: str, project: Path) -> None:
    """Does what one block of the page says."""
    head, _, rest = block.partition("\n")
    if replacing := re.fullmatch(r"# replace in (\S+)", head):
        old, _, new = rest.partition("# by\n")
        file = project / replacing[1]
        text = file.read_text()
        assert text.count(old) == 1, f"{replacing[1]} has this {text.count(old)} times:\n{old}"
        file.write_text(text.replace(old, new))
    elif adding := re.fullmatch(r"# add to (\S+)", head):
        add(project / adding[1], f"\n\n{rest}")
    elif head in ENDS:
        add(project / ENDS[head], f"\n{block}")
    else:
        assert block in (project / "pyproject.toml").read_text()


def test_every_step_of_the_tutorial_can_be_followed_and_leads_to_a_game_that_passes_its_tests(run, tmp_path):
    text = PAGE.read_text("utf-8")
    assert "adjudge new raid --kind skirmish" in text
    assert run("new", "raid", "--kind", "skirmish", "--in", str(tmp_path)).exit_code == 0
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 8
    for block in blocks:
        follow(block, tmp_path / "raid")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not conformance"],
        cwd=tmp_path / "raid",
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout
    assert run("map", str(tmp_path / "raid/src/raid/map.toml")).exit_code == 0
