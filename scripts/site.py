"""Makes the site of docs/: the pages with the reference filled in, one folder for each version, links checked strictly.

`make site` runs it in an environment of its own (requirements-site.lock). Nothing is fetched, neither while it is made
nor by those who read it. Folders of earlier versions that lie in the target stay, and are offered in the sidebar.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from adjudge import __version__
from adjudge.cli.docs import names, text_of

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
BUILD = ROOT / "build"
PROJECT_PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
CHAPTERS = {
    "Play": ["command-line", "browser", "server", "mind", "ladder"],
    "The games": [],
    "Write games": ["write-your-own-game", "skirmish-tutorial", "write-your-own-campaign", "reference"],
    "Understand": ["games-are-functions", "battlefield", "story-table", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"],
}
"""The order of the pages in the sidebar; those that nobody put anywhere come last."""


def main(target: Path) -> None:
    source = BUILD / "site-source"
    shutil.rmtree(source, ignore_errors=True)
    gather(source)
    made = target / __version__
    shutil.rmtree(made, ignore_errors=True)
    environment = {**os.environ, "ADJUDGE_SITE_VERSION": __version__}
    words = ["-W", "--keep-going", "-q", "-b", "html", "-d", str(BUILD / "site-doctrees"), "-c", str(source / "site")]
    subprocess.run([sys.executable, "-m", "sphinx", *words, str(source), str(made)], check=True, env=environment)
    offer_versions(target)
    print(f"The site is at {made / 'index.html'}")


def gather(source: Path) -> None:
    """Copies everything that belongs to the site into one folder, with links that lead from there."""
    source.mkdir(parents=True)
    for folder in ("examples", "games", "screenshots", "site"):
        shutil.copytree(DOCS / folder, source / folder)
    shutil.copytree(ROOT / "deploy", source / "deploy")
    for name in names():
        text = text_of(name).replace("](../", "](") if "/" not in name else text_of(name)
        (source / f"{name}.md").write_text(text + (contents() if name == "index" else ""), "utf-8")
    for page in PROJECT_PAGES:
        text = (ROOT / page).read_text("utf-8")
        (source / page).write_text(re.sub(r"\]\(docs/", "](", text), "utf-8")


def contents() -> str:
    """The chapters of the sidebar, for the end of the index."""
    placed = {it for pages in CHAPTERS.values() for it in pages}
    rest = [it for it in names() if "/" not in it and it not in placed and it != "index"]
    chapters = CHAPTERS | {"The games": [it for it in names() if it.startswith("games/")]}
    chapters["Understand"] = [*chapters["Understand"], *rest]
    blocks = (
        f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n"
        for title, pages in chapters.items()
    )
    return "\n" + "\n".join(blocks)


def offer_versions(target: Path) -> None:
    """The list of the versions, the newest first, and a page that leads to it."""
    versions = sorted((it.parent.name for it in target.glob("*/index.html")), key=_by_number, reverse=True)
    (target / "versions.json").write_text(json.dumps(versions), "utf-8")
    newest = f"{versions[0]}/index.html"
    page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={newest}">'
    (target / "index.html").write_text(f'{page}<a href="{newest}">Adjudge</a>\n', "utf-8")


def _by_number(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILD / "site")
