"""The inner loops of the battlefield in C, where somebody has built them.

A function marked `@compiled` is plain Python, complete in itself. If the module `kernel` stands beside it, the function
of the same name there takes its place: it gives the same answers, bit by bit, sooner. No installation needs it;
`python -m adjudge.field.build` makes it from `kernel.c` with the C compiler of this machine. A kernel made from another
`kernel.c` is not used, nor is any kernel where `ADJUDGE_PLAIN=1` is in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

SOURCE = Path(__file__).with_name("kernel.c")

PLAIN: dict[str, Callable[..., Any]] = {}
"""The functions in Python by the names of their twins: what tests compare the kernel with."""


def fingerprint() -> str:
    """What tells this `kernel.c` from another."""
    return sha256(SOURCE.read_bytes()).hexdigest()


def _kernel() -> ModuleType | None:
    if os.environ.get("ADJUDGE_PLAIN"):
        return None
    try:
        kernel = import_module("adjudge.field.kernel")
    except ImportError:
        return None
    return kernel if fingerprint() == kernel.FINGERPRINT else None


KERNEL = _kernel()


def compiled(plain: F) -> F:
    """The function's twin in C if there is one, else the function itself."""
    name = plain.__name__.removeprefix("_")
    PLAIN[name] = plain
    twin: F = getattr(KERNEL, name, plain)
    return twin
