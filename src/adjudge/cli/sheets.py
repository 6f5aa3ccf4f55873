"""`adjudge sheet`: the papers that a game understands, made, checked and printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudge.engine.game import Game
    from adjudge.engine.papers import Examined, Paper

Pdf = Annotated[Path | None, typer.Option(metavar="OUT", help="Write it as a PDF (needs the extra print).")]
Seed = Annotated[int | None, typer.Option(min=0, metavar="N", help="Makes the same one again. Default: any.")]
Wishes = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="What a new one is to be like.")
]


def sheet(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or a Python file with one.")],
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A file, or the name of an example that comes with the game.")
    ] = None,
    paper: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which paper it is. Default: the first that it can be read as.")
    ] = None,
    of: Annotated[
        str | None, typer.Option(metavar="SEAT", help="FILE is a match: the paper of this seat as it stands there.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what is wrong with it.")] = False,
    pdf: Pdf = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print its drawing, if it has one, as SVG.")] = False,
    source: Annotated[bool, typer.Option("--source", help="Print the file itself, as of an example.")] = False,
    reference: Annotated[
        bool, typer.Option("--reference", help="Print the game's reference cards: orders of play and tables.")
    ] = False,
    make: Annotated[bool, typer.Option("--make", help="Make a new one and print it as a file.")] = False,
    seed: Seed = None,
    option: Wishes = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Print, check or make a paper: a party, a scenario, a character.

    Without a file and without --make it lists the papers of the game. Exit code 1 if the paper is illegal.
    """
    from adjudge.cli.given import game_of
    from adjudge.engine.errors import BadInput

    chosen = game_of(game)
    if reference:
        print_reference(chosen, pdf)
        return
    if make and file is not None:
        raise BadInput("FILE", file, "nothing together with --make")
    if not make and file is None:
        listed(chosen, named=game, as_json=json)
        return
    if make:
        kind, text = made(chosen, paper, option or (), seed)
    else:
        kind, text = held(chosen, paper, str(file), of) if of else found(chosen, paper, str(file))
    if not told(kind, text, check=check, pdf=pdf, svg=svg, source=source or make, as_json=json):
        raise typer.Exit(1)


# ---------------------------------------------------------------------- which paper, and its text


def made(game: Game[Any], name: str | None, options: Sequence[str], seed: int | None) -> tuple[Paper, str]:
    """A new paper; of one that nobody named, the first that can be made."""
    from adjudge.cli.given import settings
    from adjudge.engine.errors import BadInput

    able = [paper.name for paper in game.papers if paper.make]
    if name is None and not able:
        raise BadInput("--make", game.id, "a game with a paper that can be made")
    kind = game.paper(name or able[0])
    return kind, kind.made(settings(options, "--option"), any_seed(seed))


def any_seed(seed: int | None) -> int:
    """The seed that was given, else one that nobody knows."""
    import secrets

    return secrets.randbelow(10**6) if seed is None else seed


def found(game: Game[Any], name: str | None, given: str) -> tuple[Paper, str]:
    """The text of a file or an example, and what it is: of several papers the first that it can be read as."""
    from adjudge.engine.papers import examine

    kinds = [game.paper(name)] if name else list(game.papers or [game.paper("any")])
    for kind in kinds:
        if given in kind.examples and not Path(given).exists():
            return kind, kind.sample(given)
    text = read(Path(given), [name for kind in kinds for name in kind.examples])
    return next((kind for kind in kinds if examine(kind, text).is_readable), kinds[0]), text


def held(game: Game[Any], name: str | None, reference: str, seat: str) -> tuple[Paper, str]:
    """The paper of a seat as it stands in a match: in a file, or kept in the store."""
    from adjudge.cli.keeping import found
    from adjudge.engine.errors import BadInput

    able = [paper.name for paper in game.papers if paper.held]
    if not able:
        raise BadInput("--of", seat, f"nothing: matches of {game.title} hold no papers")
    kind = game.paper(name or able[0])
    match, kept = found(reference, None, game)
    with kept:
        texts = kind.held(match.state) if kind.held else {}
    if seat not in texts:
        raise BadInput("--of", seat, f"one of {', '.join(texts) or 'nobody yet'}")
    return kind, texts[seat]


def read(path: Path, examples: Sequence[str]) -> str:
    from adjudge.cli.given import text_in
    from adjudge.engine.errors import BadInput

    if examples and not path.exists():
        raise BadInput("FILE", str(path), f"a file that can be read, or one of the examples {', '.join(examples)}")
    return text_in(path, "FILE")


# ---------------------------------------------------------------------- what is printed


def told(kind: Paper, text: str, *, check: bool, pdf: Path | None, svg: bool, source: bool, as_json: bool) -> bool:
    """Prints what is wanted of a paper; whether it is legal."""
    from adjudge.cli.output import emit
    from adjudge.engine.papers import examine

    examined = examine(kind, text)
    if as_json:
        emit(as_data(kind, text, examined))
    elif not examined.is_readable:
        refuse(kind, examined)
    else:
        tell_findings(examined, check=check)
        if svg or source or not (check or pdf):
            typer.echo(printed(kind, text, examined, svg=svg, source=source), nl=False)
    if pdf is not None and examined.is_readable:
        write_pdf(kind, examined.thing, pdf)
    return examined.is_legal


def refuse(kind: Paper, examined: Examined) -> None:
    """A file that is no such paper at all is bad input, in one sentence."""
    from adjudge.engine.errors import AdjudgeError

    finding = examined.findings[0]
    where, rule = f"{finding.where}: " if finding.where else "", f" ({finding.rule})" if finding.rule else ""
    sentence = f"{where}{finding.text}{rule}"
    raise AdjudgeError(sentence if sentence.startswith(f"{kind.name}: ") else f"{kind.name}: {sentence}")


def tell_findings(examined: Examined, *, check: bool) -> None:
    """Standard output is for the paper, standard error for what is wrong with it; a check says it where one looks."""
    for finding in examined.findings:
        typer.echo(str(finding), err=not check)
    if check:
        typer.echo("legal" if examined.is_legal else "not legal")


def printed(kind: Paper, text: str, examined: Examined, *, svg: bool, source: bool) -> str:
    """A paper as it is wanted."""
    from adjudge.sheets import text_of

    if svg:
        return drawing(kind, examined)
    return text if source else text_of(kind, examined.thing)


def drawing(kind: Paper, examined: Examined) -> str:
    from adjudge.engine.errors import BadInput

    if kind.picture is None:
        raise BadInput("--svg", kind.name, "a paper with a drawing")
    return kind.picture(examined.thing)


def write_pdf(kind: Paper, thing: Any, path: Path) -> None:
    from adjudge.sheets import pdf_of

    write(path, pdf_of(kind, thing))


def write(path: Path, pdf: bytes) -> None:
    from adjudge.engine.errors import BadInput

    try:
        path.write_bytes(pdf)
    except OSError as error:
        raise BadInput("--pdf", str(path), f"a file that can be written ({(error.strerror or '').lower()})") from None


def print_reference(game: Game[Any], pdf: Path | None) -> None:
    """The reference cards, on the screen or as a PDF."""
    from adjudge.sheets.reference import reference_pdf, reference_text

    if pdf is None:
        typer.echo(reference_text(game), nl=False)
    else:
        write(pdf, reference_pdf(game))


def as_data(kind: Paper, text: str, examined: Examined) -> dict[str, Any]:
    """A paper for programs."""
    from adjudge.sheets import text_of

    return {
        "paper": kind.name,
        "legal": examined.is_legal,
        "findings": [
            {"grade": it.grade, "where": it.where, "rule": it.rule, "text": it.text} for it in examined.findings
        ],
        "sheet": text_of(kind, examined.thing) if examined.is_readable else "",
        "file": text,
    }


def listed(game: Game[Any], *, named: str, as_json: bool) -> None:
    """The papers of a game, with what a new one can be told to be like."""
    from rich.text import Text

    from adjudge.cli.listing import parameters
    from adjudge.cli.output import console, emit, grid

    if as_json:
        emit([card(paper) for paper in game.papers])
        return
    console().print(Text(f"The papers of {game.title}" if game.papers else f"{game.title} has no papers", style="bold"))
    for paper in game.papers:
        console().print(Text.assemble("\n", (paper.name, "bold cyan"), "  ", paper.about))
        if paper.examples:
            console().print(f"  examples: {', '.join(paper.examples)}", style="dim")
        if paper.wishes:
            console().print(grid("option", "default", "what it is", rows=parameters(paper.wishes)))
    if game.papers:
        console().print(f"\nadjudge sheet {named} FILE, or --make", style="dim")


def card(paper: Paper) -> dict[str, Any]:
    import msgspec

    return {
        "name": paper.name,
        "title": paper.title,
        "about": paper.about,
        "rule": paper.rule,
        "examples": list(paper.examples),
        "can_make": paper.make is not None,
        "options": msgspec.json.schema(paper.wishes) if paper.wishes else None,
    }
