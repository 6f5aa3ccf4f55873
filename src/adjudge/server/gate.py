"""The keeper's gate: a port of its own, on loopback alone, to a page that needs a token.

It is no path of the public address, so that a reverse proxy cannot lead there; whoever points one at it all the same is
refused by the headers that proxies add. There are no cookies: the token comes in a header that only the page's own
script sends, so a page of another site can do nothing here.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from msgspec import Struct

PAGE = "/admin"
API = "/admin/api/"
FILES = ("/assets/", "/icon.svg", "/fonts/")
BY_PROXY = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")


class Gate(Struct, frozen=True):
    """Where the keeper's page is, and the hash of the token that opens it."""

    port: int
    digest: str

    @staticmethod
    def new(port: int) -> tuple[Gate, str]:
        """A gate, and the token that opens it."""
        token = secrets.token_urlsafe(24)
        return Gate(port, hashlib.sha256(token.encode()).hexdigest()), token

    def is_here(self, scope: Any) -> bool:
        """Whether a request came in by this port: that is the socket's own word and no header's."""
        server = scope.get("server")
        return bool(server) and server[1] == self.port

    def refusal(self, scope: Any) -> tuple[int, str] | None:
        """Why a request by this port is not let through."""
        path, headers = scope["path"], dict(scope["headers"])
        if any(name in headers for name in BY_PROXY):
            return 403, "the keeper's page is for this machine alone, not for a proxy"
        if path.startswith(API):
            given = hashlib.sha256(headers.get(b"adjudge-token", b"")).hexdigest()
            return None if hmac.compare_digest(given, self.digest) else (403, "that token does not open this page")
        return None if path == PAGE or path.startswith(FILES) else (404, "nothing is here")


def is_keepers(path: str) -> bool:
    """Whether a path is the keeper's, which the public address does not have."""
    return path.startswith(PAGE)
