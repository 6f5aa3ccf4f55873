"""The server's journal: one line of JSON on standard error for each event. No token, no secret, no word of a player."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

journal = logging.getLogger("adjudge.server")


def note(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **facts: Any) -> None:
    """Writes one event, with the traceback of an error if there is one."""
    if journal.isEnabledFor(level):
        journal.log(level, event, exc_info=error, extra={"facts": facts})


class JsonLines(logging.Formatter):
    """A record of ours, or of the libraries below us, as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def write_json_lines(level: int = logging.INFO) -> None:
    """Sends what is logged in this process to standard error, of ours from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    journal.setLevel(level)
