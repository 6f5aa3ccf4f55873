"""A PostgreSQL server of the tests' own, reached through a socket in its own folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
OWNER = "postgres"
"""Who runs the server where root runs the tests: it refuses to run as root."""


class PostgreSQL:
    """A new and empty database."""

    def __init__(self) -> None:
        assert PROGRAMS, "no PostgreSQL on this machine"
        self._folder = Path(tempfile.mkdtemp(prefix="adjudge"))  # the path of a socket must be short
        if os.geteuid() == 0:
            shutil.chown(self._folder, OWNER)
        self._run("initdb", "--auth=trust", f"--username={OWNER}", "--no-sync")
        self.start()

    @property
    def address(self) -> str:
        return f"postgresql+psycopg://{OWNER}@/postgres?host={self._folder}"

    @property
    def pid(self) -> int:
        """The process that starts all others of it."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", f"-k {self._folder} -h ''", "start")

    def kill(self) -> None:
        """Ends it at once, whatever it was writing."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *words: str) -> None:
        become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        command = [*become, str(PROGRAMS[-1].parent / program), "-D", str(self._folder / "data"), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
