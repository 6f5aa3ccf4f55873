"""Single keypresses from a terminal, as names: a sign stands for itself, the rest are words such as `up`."""

from __future__ import annotations

import codecs
import os
import select
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

RESIZED = "resized"
END = "end of input"

NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x04": END,
    "\x15": "clear",
    "\t": "tab",
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "[5~": "page up",
    "[6~": "page down",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
}
ESCAPE_SECONDS = 0.05
LOOK_SECONDS = 0.5


class Keyboard:
    """Keys of the terminal on a file descriptor. Bytes are taken one by one: what nobody asked for stays unread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._size = shutil.get_terminal_size()
        self.look: Callable[[], None] = lambda: None
        """Called again and again while no key comes; it may raise."""

    @contextmanager
    def listening(self, show: Callable[[], None], hide: Callable[[], None]) -> Iterator[None]:
        """Keys arrive at once and are not echoed, on a screen that is shown as long.

        ctrl-C interrupts; ctrl-Z gives the terminal back as it was, until `fg`.
        """
        import termios
        import tty

        before = termios.tcgetattr(self._descriptor)

        def begin() -> None:
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)
            show()

        def end() -> None:
            hide()
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, before)

        def stop(*_: object) -> None:
            end()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)  # stops here, and goes on from here
            signal.signal(signal.SIGTSTP, stop)
            begin()

        begin()
        usual = signal.signal(signal.SIGTSTP, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, usual)
            end()

    def key(self) -> str:
        """The next key, or `RESIZED` if the window changed meanwhile."""
        while not self._ready(LOOK_SECONDS):
            self.look()
            if self._size != shutil.get_terminal_size():
                self._size = shutil.get_terminal_size()
                return RESIZED
        sign = self._sign()
        if sign == "\x1b":
            return self._escape()
        return NAMED.get(sign, sign)

    def _escape(self) -> str:
        sequence = ""
        while self._ready(ESCAPE_SECONDS) and len(sequence) < 8:
            sequence += self._sign()
            if len(sequence) > 1 and (sequence[-1].isalpha() or sequence[-1] == "~"):
                break
        return NAMED.get(sequence, "unknown") if sequence else "escape"

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def _sign(self) -> str:
        text = ""
        while not text:
            byte = os.read(self._descriptor, 1)
            if not byte:
                return "\x04"
            text = self._decoder.decode(byte)
        return text
