"""REST for maps: the paper that belongs to no game. Drawings are ours, from checked data, with its words escaped."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from adjudge.field.paper import MAP
from adjudge.server.limits import check_size
from adjudge.server.papers import PaperName, as_file, card, filled, form, made, pdf, shown
from adjudge.server.protocol import FilledPaper, MakePaper, PaperCard, PaperForm, PaperShown, PaperText
from adjudge.server.refusals import ANY, NAMED


@get("/api/maps", sync_to_thread=False, summary="What a map can be told to be like, and examples", responses=ANY)
def describe_maps() -> PaperCard:
    return card(MAP)


@get("/api/maps/examples/{map_name:str}", summary="A map to begin with", responses=NAMED)
async def get_map(map_name: PaperName, state: State) -> PaperShown:
    found: PaperShown = await state.hub.desk.run(shown, MAP, MAP.sample(map_name))
    return found


@post("/api/maps/check", status_code=200, summary="What is wrong with a map, and its drawing", responses=ANY)
async def check_map(data: JSONBody[PaperText], state: State) -> PaperShown:
    checked: PaperShown = await state.hub.desk.run(shown, MAP, data.text)
    return checked


@get("/api/maps/form", summary="How a map is drawn: kinds of terrain and zones, and their fields", responses=ANY)
async def get_map_form(state: State) -> PaperForm:
    described: PaperForm = await state.hub.desk.run(form, MAP)
    return described


@post("/api/maps/fill", status_code=200, summary="A map that was drawn, as the text of a file", responses=ANY)
async def fill_map(data: JSONBody[FilledPaper], state: State) -> PaperShown:
    check_size(data.document, "document")
    drawn: PaperShown = await state.hub.desk.run(filled, MAP, data)
    return drawn


@post("/api/maps/make", status_code=200, summary="A fair random map from a seed and a terrain list", responses=ANY)
async def make_map(data: JSONBody[MakePaper], state: State) -> PaperShown:
    check_size(data.wishes, "wishes")
    new: PaperShown = await state.hub.desk.run(made, MAP, data)
    return new


@post(
    "/api/maps/pdf",
    status_code=200,
    media_type="application/pdf",
    summary="A map as a PDF, if this server can make them",
    responses=ANY,
)
async def map_as_pdf(data: JSONBody[PaperText], state: State) -> Response[bytes]:
    return as_file("map", await state.hub.desk.run(pdf, MAP, data.text))


ROUTES = (describe_maps, get_map, get_map_form, check_map, fill_map, make_map, map_as_pdf)
