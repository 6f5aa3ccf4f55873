"""Connections as they come in. A request must come whole and soon, an address has only so many of them open, and
whoever does not read what is sent to it is let go: the web server by itself would wait for all of them for ever."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from adjudge.server.guard import address_of, speaks_for_many
from adjudge.server.journal import note

REQUEST_SECONDS = 30.0
"""The longest that a request may take to arrive: the largest one, over a poor line."""
MOST_HEADERS = 100
MOST_HEAD = 32 * 1024
"""How many header lines a request may have, and how many bytes before its body."""
MOST_OPEN = 256
"""Connections that an address may have open in a process. A reverse proxy may have any number."""


HEAD_REFUSED = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: application/json\r\ncontent-length: 45\r\nconnection: close\r\n\r\n"
    b'{"why":"the request\'s headers are too large"}'
)


class Request(HttpToolsProtocol):
    """A connection for requests."""

    _open: ClassVar[Counter[str]] = Counter()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._address = ""
        self._last: Any = None
        self._head = 0
        self._is_heading = True
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()
        self._address = address_of({"client": self.client})
        self._open[self._address] += 1
        if self._open[self._address] > MOST_OPEN and not speaks_for_many(self._address):
            note("connection refused", logging.WARNING, address=self._address, open=self._open[self._address])
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._alarm is None:
            self._await_request()
        self._head += len(data) if self._is_heading else 0
        super().data_received(data)
        if self._is_heading and self._head > MOST_HEAD:
            self._refuse_head()
        if self.cycle is not self._last and (not self.cycle.more_body or self.cycle.response_complete):
            self._silence()

    def on_message_begin(self) -> None:
        self._is_heading, self._head = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Also for what may follow a body: that counts with the rest."""
        self._head += 0 if self._is_heading else len(name) + len(value)
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS or (not self._is_heading and self._head > MOST_HEAD):
            self._refuse_head()

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        self._is_heading, self._head = False, size
        if size > MOST_HEAD or len(self.headers) > MOST_HEADERS:
            self._refuse_head()
        else:
            super().on_headers_complete()

    def _refuse_head(self) -> None:
        """Bounded before anything is made of it: the parser would keep whatever comes."""
        if not self.transport.is_closing():
            note("request refused", logging.WARNING, address=self._address, why="its headers are too large")
            self.transport.write(HEAD_REFUSED)
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a line to a table, which is counted there: this object has done its work."""
        self._leave()
        super().handle_websocket_upgrade()
        del self.parser

    def _await_request(self) -> None:
        self._last = self.cycle
        self._alarm = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _silence(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _leave(self) -> None:
        self._silence()
        if self._address:
            self._open[self._address] -= 1
            if not self._open[self._address]:
                del self._open[self._address]
            self._address = ""


class Line(WebSocketsSansIOProtocol):
    """A connection to a table.

    A connection, its parser and its application know one another, in circles: a hundred objects that only a search for
    garbage would find. A server that answers many hardly ever searches (`hosting.settle_down`), so whatever has come
    and gone would pile up. The circles are cut when the connection is over.
    """

    _over = 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end(without_application=not hasattr(self, "scope"))

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._end()

    def _end(self, *, without_application: bool = False) -> None:
        """Lets go of everything, once the line is lost and the application has come to its end too."""
        self._over += 1
        if self._over == 2 or without_application:
            refusal: BaseException | None = self.conn.handshake_exc
            while refusal is not None:
                refusal.__traceback__, refusal = None, refusal.__context__
            vars(self.conn).clear()
            vars(self).clear()

    def handle_ping(self) -> None:
        """Whoever asks for answers without reading them is let go before they pile up."""
        super().handle_ping()
        if not self.writable.is_set():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """The other side does not answer, so it may not read either: waiting for it to read a farewell could take for
        ever."""
        super().keepalive_timeout()
        self.transport.abort()
