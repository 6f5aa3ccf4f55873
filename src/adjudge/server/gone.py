"""Visitors who hang up: what only they wanted to know is not worked out any further."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

QUESTIONS = ("/api/games/", "/api/maps/")
"""Where everything that is asked for is an answer and nothing more."""
NEW_TABLES = "/api/matches"


def is_for_one(scope: Any) -> bool:
    """Whether a request is of use to nobody but whoever waits for its answer: a question to the desk, say, or a table
    whose links nobody would ever hear of. All else that was asked for is carried out to the end."""
    path: str = scope["path"]
    is_asking = scope["type"] == "http" and scope["method"] == "POST"
    return bool(is_asking and (path.startswith(QUESTIONS) or path == NEW_TABLES))


async def serve_while_there(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """Runs an application until it has answered, or until there is nobody left to answer."""
    has_asked = asyncio.Event()

    async def hearing() -> Any:
        message = await receive()
        if not message.get("more_body"):
            has_asked.set()
        return message

    async def until_gone() -> None:
        await has_asked.wait()
        while (await receive())["type"] != "http.disconnect":
            pass

    work, gone = asyncio.ensure_future(app(scope, hearing, send)), asyncio.ensure_future(until_gone())
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        work.cancel()
    with suppress(asyncio.CancelledError):
        await work
