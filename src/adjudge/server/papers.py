"""REST for papers: which a game understands, made, read, found fault with, printed. All work is done at the desk."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.forms import Document, Form, placed, written
from adjudge.engine.game import Game, find_game
from adjudge.engine.inputs import text_file_fields
from adjudge.engine.papers import Paper, examine
from adjudge.server.journal import note
from adjudge.server.limits import check_size
from adjudge.server.protocol import FilledPaper, MakePaper, PaperCard, PaperForm, PaperShown, PaperText
from adjudge.server.refusals import NAMED
from adjudge.sheets import can_print, pdf_of, text_of
from adjudge.sheets.reference import reference_pdf, reference_text

GameId = Annotated[str, PathParameter(max_length=40, pattern=r"^[a-z0-9-]+$")]
PaperName = Annotated[str, PathParameter(max_length=60, pattern=r"^[a-z0-9-]+$")]
MOST_SEED = 10**6
MOST_FINDINGS = 200
"""Nobody reads on after so many."""


def prepare(games: Iterable[Game[Any]]) -> None:
    """Meets all types of all papers before anybody is served, for the reason that `desk.prepare` tells."""
    for game in games:
        for paper in game.papers:
            try:
                for name in paper.examples[:1]:
                    msgspec.json.encode(shown(paper, paper.sample(name), game))
                if paper.wishes:
                    msgspec.convert({}, paper.wishes, strict=False)
            except Exception as error:
                note("paper cannot be shown", logging.WARNING, error=error, game=game.id, paper=paper.name)


# ------------------------------------------------------------------ what is worked out at the desk


def card(paper: Paper) -> PaperCard:
    """A paper as it is offered."""
    return PaperCard(
        paper.name,
        paper.title,
        paper.about,
        paper.rule,
        paper.examples,
        (msgspec.json.schema(paper.wishes) if paper.wishes else {}) if paper.make else None,
        paper.option,
        paper.suffix,
        can_print(),
        paper.filling is not None,
    )


def form(paper: Paper) -> PaperForm:
    """The form of a paper as data."""
    found = paper.filling
    if found is None:
        raise BadInput("paper", paper.name, "one with a form: this one is written as a text")
    return PaperForm(
        found.schema,
        {place: tuple(picks()) for place, picks in found.picks.items()},
        found.seldom,
        dict(found.rules),
        dict(found.blank),
        {place: dict(entry) for place, entry in found.fresh.items()},
        found.canvas,
    )


def filled(paper: Paper, given: FilledPaper, game: Game[Any] | None = None) -> PaperShown:
    """What was filled in, as a text that is read like any other."""
    return shown(paper, written(given.document, paper.suffix, given.text), game)


def _document(found: Form | None, text: str) -> Document | None:
    try:
        return found.document(text) if found else None
    except (AdjudgeError, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def shown(paper: Paper, text: str, game: Game[Any] | None = None, seed: int | None = None) -> PaperShown:
    """A text as a paper: what is wrong with it and, if it can be read, what stands on it."""
    examined, found = examine(paper, text), paper.filling
    document = _document(found, text)
    findings = tuple(placed(it, document or {}) for it in examined.findings[:MOST_FINDINGS])
    if not examined.is_readable:
        return PaperShown(text, False, findings, seed=seed, document=document)
    is_text = not game or not paper.option or paper.option in text_file_fields(game.options)
    return PaperShown(
        text,
        examined.is_legal,
        findings,
        paper.show(examined.thing),
        paper.picture(examined.thing) if paper.picture else "",
        None if is_text else msgspec.to_builtins(examined.thing),
        seed,
        document,
        tuple(found.tallies(examined.thing)) if found else (),
    )


def made(paper: Paper, wish: MakePaper, game: Game[Any] | None = None) -> PaperShown:
    """A new paper."""
    seed = secrets.randbelow(MOST_SEED) if wish.seed is None else wish.seed
    return shown(paper, paper.made(wish.wishes, seed), game, seed)


def printed(paper: Paper, text: str) -> str:
    """The sheet as plain text."""
    return text_of(paper, _readable(paper, text))


def pdf(paper: Paper, text: str) -> bytes:
    """The sheet as a PDF."""
    return pdf_of(paper, _readable(paper, text))


def _readable(paper: Paper, text: str) -> Any:
    """The thing on a paper; whoever wants it printed has to bring one that can be read."""
    examined = examine(paper, text)
    if not examined.is_readable:
        raise BadInput("text", text, f"a {paper.name} ({examined.findings[0]})")
    return examined.thing


def as_file(name: str, data: bytes) -> Response[bytes]:
    """A PDF to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


# ------------------------------------------------------------------ the routes


@get(
    "/api/games/{game_id:str}/papers",
    sync_to_thread=False,
    summary="The papers that a game understands",
    responses=NAMED,
)
def list_papers(game_id: GameId) -> list[PaperCard]:
    return [card(paper) for paper in find_game(game_id).papers]


@get(
    "/api/games/{game_id:str}/papers/{paper_name:str}/examples/{example:str}",
    summary="A paper that comes with a game",
    responses=NAMED,
)
async def get_example(game_id: GameId, paper_name: PaperName, example: PaperName, state: State) -> PaperShown:
    game = find_game(game_id)
    paper = game.paper(paper_name)
    shown_example: PaperShown = await state.hub.desk.run(shown, paper, paper.sample(example), game)
    return shown_example


@post(
    "/api/games/{game_id:str}/papers/{paper_name:str}/check",
    status_code=200,
    summary="What is wrong with a paper, by which rule, and what it shows",
    responses=NAMED,
)
async def check_paper(game_id: GameId, paper_name: PaperName, data: JSONBody[PaperText], state: State) -> PaperShown:
    game = find_game(game_id)
    checked: PaperShown = await state.hub.desk.run(shown, game.paper(paper_name), data.text, game)
    return checked


@get(
    "/api/games/{game_id:str}/papers/{paper_name:str}/form",
    summary="How a paper is filled in: fields, and what may be put into them by which rule",
    responses=NAMED,
)
async def get_form(game_id: GameId, paper_name: PaperName, state: State) -> PaperForm:
    described: PaperForm = await state.hub.desk.run(form, find_game(game_id).paper(paper_name))
    return described


@post(
    "/api/games/{game_id:str}/papers/{paper_name:str}/fill",
    status_code=200,
    summary="A form that was filled in, as the text of a file, with what is wrong with it",
    responses=NAMED,
)
async def fill_paper(game_id: GameId, paper_name: PaperName, data: JSONBody[FilledPaper], state: State) -> PaperShown:
    check_size(data.document, "document")
    game = find_game(game_id)
    done: PaperShown = await state.hub.desk.run(filled, game.paper(paper_name), data, game)
    return done


@post("/api/games/{game_id:str}/papers/{paper_name:str}/make", status_code=200, summary="A new paper", responses=NAMED)
async def make_paper(game_id: GameId, paper_name: PaperName, data: JSONBody[MakePaper], state: State) -> PaperShown:
    check_size(data.wishes, "wishes")
    game = find_game(game_id)
    new: PaperShown = await state.hub.desk.run(made, game.paper(paper_name), data, game)
    return new


@post(
    "/api/games/{game_id:str}/papers/{paper_name:str}/print",
    status_code=200,
    media_type=MediaType.TEXT,
    summary="A paper as plain text for a printer",
    responses=NAMED,
)
async def print_paper(game_id: GameId, paper_name: PaperName, data: JSONBody[PaperText], state: State) -> str:
    text: str = await state.hub.desk.run(printed, find_game(game_id).paper(paper_name), data.text)
    return text


@post(
    "/api/games/{game_id:str}/papers/{paper_name:str}/pdf",
    status_code=200,
    media_type="application/pdf",
    summary="A paper as a PDF, if this server can make them",
    responses=NAMED,
)
async def paper_as_pdf(
    game_id: GameId, paper_name: PaperName, data: JSONBody[PaperText], state: State
) -> Response[bytes]:
    paper = find_game(game_id).paper(paper_name)
    return as_file(f"{game_id}-{paper_name}", await state.hub.desk.run(pdf, paper, data.text))


@get(
    "/api/games/{game_id:str}/reference",
    media_type=MediaType.TEXT,
    summary="A game's reference cards as plain text",
    responses=NAMED,
)
async def get_reference(game_id: GameId, state: State) -> str:
    text: str = await state.hub.desk.run(reference_text, find_game(game_id))
    return text


@get(
    "/api/games/{game_id:str}/reference/pdf",
    media_type="application/pdf",
    summary="A game's reference cards as a PDF, if this server can make them",
    responses=NAMED,
)
async def get_reference_pdf(game_id: GameId, state: State) -> Response[bytes]:
    return as_file(f"{game_id}-reference", await state.hub.desk.run(reference_pdf, find_game(game_id)))


ROUTES = (
    get_reference,
    get_reference_pdf,
    list_papers,
    get_example,
    check_paper,
    get_form,
    fill_paper,
    make_paper,
    print_paper,
    paper_as_pdf,
)
