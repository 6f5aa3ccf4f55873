"""Sheets: a paper set for print, as plain text or, with the extra `print`, as a PDF by typst.

What stands on a paper is its game's business and comes as a scene; how a scene looks in print is said here, once for
every game. A game that has a printed form of its own gives it with its paper.
"""

from __future__ import annotations

from typing import Any

from adjudge.engine.errors import AdjudgeError
from adjudge.engine.papers import Paper
from adjudge.sheets.plain import as_text
from adjudge.sheets.typeset import as_typst

__all__ = ["NoPrinter", "as_text", "as_typst", "can_print", "pdf_of", "text_of", "typst_of"]


class NoPrinter(AdjudgeError):
    """A PDF was wanted and typst is not installed. Cure: install the extra `print`, or print the text."""


def text_of(paper: Paper, thing: Any) -> str:
    """The sheet for a terminal or a plain printer."""
    return paper.text(thing) if paper.text else as_text(paper.show(thing))


def typst_of(paper: Paper, thing: Any) -> str:
    """The sheet as a typst document."""
    if paper.typst:
        return paper.typst(thing)
    return as_typst(paper.show(thing), paper.picture(thing) if paper.picture else "")


def can_print() -> bool:
    """Whether PDFs can be made here."""
    try:
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


def pdf_of(paper: Paper, thing: Any) -> bytes:
    """The sheet as a PDF."""
    return compiled(typst_of(paper, thing))


def compiled(document: str) -> bytes:
    """A typst document as a PDF."""
    try:
        import typst
    except ImportError:
        raise NoPrinter('a PDF needs typst, which is not installed: install the extra "print" of adjudge') from None
    pdf: bytes = typst.compile(document.encode())
    return pdf
