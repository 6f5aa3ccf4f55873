"""A terminal with nobody in front of it: starts the command on a pseudo-terminal, presses keys, reads the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from time import monotonic

PATIENCE = 60.0
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9])")


def _set_size(descriptor: int, columns: int, rows: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_the_terminal() -> None:
    """Makes the pseudo-terminal the one that ctrl-C comes from, also where the tests run behind somebody's back."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """The command on a screen of so many columns and rows."""

    def __init__(self, words: Sequence[str], *, columns: int = 80, rows: int = 30) -> None:
        self._master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        environment = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "adjudge", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=_take_the_terminal,
        )
        os.close(slave)
        self._output = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def output(self) -> str:
        """Everything that was ever written, colours and all."""
        return self._output.decode("utf-8", "replace")

    @property
    def screen(self) -> str:
        """What stands on the screen now: all that came since it was last drawn from its top."""
        return ESCAPES.sub("", self.output.rpartition("\x1b[H")[2]).replace("\r", "")

    def resize(self, columns: int, rows: int, then: str) -> str:
        """Changes the window and waits until the screen has followed."""
        self._output += b"\x1b[H"
        _set_size(self._master, columns, rows)
        return self.wait_for(then)

    def press(self, keys: str, then: str) -> str:
        """Presses keys and waits until the screen shows something."""
        self._output += b"\x1b[H"  # what was shown before does not count
        os.write(self._master, keys.encode())
        return self.wait_for(then)

    def wait_for(self, *texts: str) -> str:
        """Waits until one of the texts stands on the screen."""
        until = monotonic() + PATIENCE
        while not self._shows(texts) or not self._is_quiet():
            if monotonic() > until or not self._read():
                break  # the command has ended, which is as quiet as it gets, or time is up
        if not self._shows(texts):
            raise AssertionError(f"{' or '.join(map(repr, texts))} was not shown; the screen is:\n{self.screen}")
        return self.screen

    def _shows(self, texts: Sequence[str]) -> bool:
        screen = self.screen
        return any(text in screen for text in texts)

    def _is_quiet(self) -> bool:
        """A frame is written in one go: when nothing more comes at once, it stands."""
        return not select.select([self._master], [], [], 0.05)[0]

    def _read(self) -> bool:
        if not select.select([self._master], [], [], PATIENCE)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self._output += data
        return bool(data)

    def finish(self) -> int:
        """Reads on until the command ends, and returns its exit code."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)
