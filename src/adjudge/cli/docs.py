"""`adjudge docs`: the pages that come with the package, in the terminal or in the browser, without a network."""

from __future__ import annotations

import html
import re
import shutil
import sys
import webbrowser
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from adjudge import __version__

SHIPPED = Path(__file__).parents[1] / "docs"
CHECKOUT = Path(__file__).parents[3] / "docs"
MOST_FOUND = 60


def docs(
    page: Annotated[
        str, typer.Argument(metavar="[PAGE]", help="A page by its name; all of them are listed if none.")
    ] = "",
    search: Annotated[str, typer.Option(metavar="WORDS", help="Lines of all pages that hold these words.")] = "",
    open_: Annotated[bool, typer.Option("--open", help="Open the pages in the browser; no network is needed.")] = False,
) -> None:
    """Read the documentation: every page comes with the package."""
    if search:
        _print_found(search)
    elif open_:
        _open(page)
    elif page:
        _print_page(page)
    else:
        _print_list()


def folder() -> Path:
    """Where the pages are: in the package, or beside it in a checkout."""
    from adjudge.engine.errors import AdjudgeError

    found = next((it for it in (SHIPPED, CHECKOUT) if (it / "index.md").is_file()), None)
    if found is None:
        raise AdjudgeError("the pages did not come with this installation: install adjudge again from its wheel")
    return found


def names() -> list[str]:
    """The pages by their names, the index first."""
    found = [it.relative_to(folder()).with_suffix("").as_posix() for it in folder().rglob("*.md")]
    return sorted(found, key=lambda name: (name != "index", "/" in name, name))


def text_of(name: str) -> str:
    """A page as Markdown, with the reference filled in."""
    text = (folder() / f"{name}.md").read_text("utf-8")
    if name != "reference":
        return text
    from adjudge.cli.described import expanded

    return expanded(text)


def _meant(given: str) -> str:
    from adjudge.engine.errors import BadInput
    from adjudge.engine.inputs import meant, one_of

    known = names()
    titles = {name: name.rpartition("/")[2] for name in known}
    found = meant(given.removesuffix(".md"), titles)
    if found is None:
        raise BadInput("PAGE", given, one_of(given, known))
    return found


def _title(name: str) -> str:
    first = (folder() / f"{name}.md").read_text("utf-8").partition("\n")[0]
    return first.removeprefix("# ")


def _print_list() -> None:
    from adjudge.cli.output import console, grid

    console().print(grid("page", "what it is about", rows=((name, _title(name)) for name in names())))
    console().print("adjudge docs PAGE reads one, adjudge docs --open shows all in the browser")


def _print_page(given: str) -> None:
    text = text_of(_meant(given))
    if not sys.stdout.isatty():
        typer.echo(text)
        return
    from rich.markdown import Markdown

    from adjudge.cli.output import console

    with console().pager(styles=True):
        console().print(Markdown(text))


def _print_found(words: str) -> None:
    from adjudge.engine.errors import AdjudgeError

    found = list(_found(words.casefold().split()))
    if not found:
        raise AdjudgeError(f"no line of any page holds {words!r}: try fewer words")
    for line in found[:MOST_FOUND]:
        typer.echo(line)
    if len(found) > MOST_FOUND:
        typer.echo(f"and {len(found) - MOST_FOUND} more: add a word")


def _found(words: list[str]) -> Iterator[str]:
    for name in names():
        for line in text_of(name).splitlines():
            if all(word in line.casefold() for word in words):
                yield f"{name}: {line.strip()}"


# ---------------------------------------------------------------------- in the browser


def _open(given: str) -> None:
    """Writes the pages as HTML into the user's cache and opens one."""
    from platformdirs import user_cache_path

    target = user_cache_path("adjudge") / f"docs-{__version__}"
    write_html(target)
    page = (target / f"{_meant(given) if given else 'index'}.html").resolve()
    typer.echo(f"The pages are at {page}")
    webbrowser.open(page.as_uri())


def write_html(target: Path) -> None:
    """All pages as plain HTML files, with their pictures and examples."""
    for name in names():
        file = target / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(as_html(name), "utf-8")
    for beside in ("screenshots", "examples"):
        shutil.copytree(folder() / beside, target / beside, dirs_exist_ok=True)


def as_html(name: str) -> str:
    """A page as HTML, with links to the others."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text_of(name))
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(inline.content))
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _linked(str(child.attrGet("href"))))
    body = reader.renderer.render(tokens, reader.options, {})
    up = "../" * name.count("/")
    others = "".join(f'<li><a href="{up}{it}.html">{html.escape(_title(it))}</a></li>' for it in names())
    return _PAGE.format(title=html.escape(_title(name)), others=others, body=body)


def anchor(heading: str) -> str:
    """What a heading is linked by, as code forges have it."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")


def _linked(href: str) -> str:
    if "://" in href or href.startswith("#"):
        return href
    return re.sub(r"\.md(?=#|$)", ".html", href)


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Adjudge</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem; display: grid;
  gap: 2rem; grid-template-columns: 14rem minmax(0, 1fr); }}
@media (max-width: 50rem) {{ body {{ grid-template-columns: minmax(0, 1fr); }} nav {{ order: 2; }} }}
nav ul {{ list-style: none; padding: 0; font-size: .9rem; }} nav li {{ margin: .3rem 0; }}
pre, code {{ font: .88rem/1.45 ui-monospace, monospace; }}
pre {{ overflow-x: auto; padding: .8rem; border: 1px solid #8884; border-radius: .4rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }} th, td {{ border: 1px solid #8884;
  padding: .3rem .6rem; text-align: left; vertical-align: top; }} img {{ max-width: 100%; }}
</style></head><body><nav><ul>{others}</ul></nav><main>{body}</main></body></html>
"""
