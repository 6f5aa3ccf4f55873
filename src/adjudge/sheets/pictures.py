"""Pictures for print: the drawings that the browser client was built with, by their names."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

SHIPPED = "client/pictures.json"


@cache
def outlines() -> dict[str, str]:
    """The outlines on a square of 512; none where the client was not built."""
    try:
        found = resources.files("adjudge").joinpath(SHIPPED).read_bytes()
    except OSError:
        return {}
    return msgspec.json.decode(found, type=dict[str, str])


def drawing(name: str) -> str:
    """A picture as SVG; nothing if there is none of that name."""
    outline = outlines().get(name)
    if not outline:
        return ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="#555" d="{outline}"/></svg>'
