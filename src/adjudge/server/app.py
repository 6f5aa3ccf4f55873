"""The web application: REST for the lobby and the desk, one WebSocket per guest of a table, and the browser client."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, put, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter, RawBody
from litestar.static_files import create_static_files_router

from adjudge import __version__
from adjudge.check.drafts import Draft
from adjudge.engine.errors import AdjudgeError, NotYourTurn, UnknownGame, UnknownName, UnknownRule
from adjudge.engine.errors import Refused as RefusedByRule
from adjudge.engine.game import find_game, games, troubles
from adjudge.engine.log import SeatSetting
from adjudge.mind.pool import TooBusy
from adjudge.server import desk, imports, keeper, maps, minding, papers, studies
from adjudge.server.asides import Asides, is_aside
from adjudge.server.drafts import follow
from adjudge.server.gate import Gate
from adjudge.server.guard import Guard, address_of
from adjudge.server.home import Home, Tally
from adjudge.server.hub import Hub, NotYours
from adjudge.server.journal import note
from adjudge.server.limits import MOST_BODY, MOST_FRAME, Bucket, Buckets, Connections, Limits, check_size
from adjudge.server.protocol import (
    BattleCard,
    BranchFrom,
    BriefingShown,
    Created,
    FigureCard,
    FiguresOn,
    FromClient,
    GameCard,
    Hello,
    Invited,
    Keeping,
    KeptFor,
    LeftToBots,
    NewMatch,
    OddsGiven,
    Opened,
    ProcedureCard,
    Refused,
    Replace,
    Ruled,
    RuleEntry,
    Shade,
    Situation,
    TableRules,
    Wanted,
)
from adjudge.server.refusals import ANY, NAMED, RULED, Refusal, in_public
from adjudge.server.room import RULES_FAILED, Guest, Room
from adjudge.server.shading import Shading
from adjudge.server.workers import Busy, TookTooLong
from adjudge.sheets import NoPrinter
from adjudge.store import LivesElsewhere, Store, StoreFailed, UnknownMatch

HelloOnly = msgspec.json.Decoder(Hello)
Incoming = msgspec.json.Decoder(FromClient)
Outgoing = msgspec.json.Encoder()

HELLO_SECONDS = 10.0
BUSY_SECONDS = 2
"""When somebody may come back who was told that the server is too busy just now."""

STATUS: dict[type[AdjudgeError], int] = {
    RefusedByRule: 422,
    NotYours: 403,
    NotYourTurn: 403,
    UnknownGame: 404,
    UnknownName: 404,
    UnknownRule: 404,
    UnknownMatch: 404,
    Busy: 503,
    TooBusy: 503,
    TookTooLong: 503,
    StoreFailed: 503,
    LivesElsewhere: 503,
    NoPrinter: 503,
}
"""How our refusals are numbered; all others are 400."""

NOTHING_HERE, COME_AGAIN = 4000, 1013
"""How a line is closed before anybody is let in: for good, or for now."""

MatchId = Annotated[str, PathParameter(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, PathParameter(max_length=40, pattern=r"^[a-z0-9-]+$")]
RuleId = Annotated[str, PathParameter(max_length=120, pattern=r"^[a-z0-9.-]+$")]
ProcedureName = Annotated[str, PathParameter(max_length=60, pattern=r"^[a-z0-9-]+$")]
FightKey = Annotated[str, PathParameter(max_length=24, pattern=r"^[0-9a-f]{24}$")]
SeatId = Annotated[str, PathParameter(max_length=80)]
HostToken = Annotated[str, HeaderParameter(name="Adjudge-Token", max_length=80)]


COMPRESSED = CompressionConfig(backend="gzip", minimum_size=1024, gzip_compress_level=6, exclude="^/api/matches")
"""The client's files and the rules are sent compressed. What holds somebody's tokens is not: lengths tell too much."""

ONE_YEAR = 365 * 24 * 3600


class Done(msgspec.Struct, frozen=True):
    """The request was carried out."""

    is_done: bool = True


# ------------------------------------------------------------------ lobby and desk


@get("/api/games", sync_to_thread=False, summary="The games that can be played here", responses=ANY)
def list_games() -> list[GameCard]:
    return [desk.card(game) for game in games().values()]


@post("/api/games/{game_id:str}/seats", status_code=200, summary="The seats that options give", responses=NAMED)
async def list_seats(game_id: GameId, data: JSONBody[dict[str, Any]], state: State) -> list[SeatSetting]:
    check_size(data, "options")
    hub: Hub = state.hub
    return list(await hub.desk.run(desk.seats, find_game(game_id), data))


@get(
    "/api/games/{game_id:str}/rules",
    sync_to_thread=False,
    summary="The rules of a game that hold some words",
    responses=NAMED,
)
def list_rules(game_id: GameId, words: Annotated[str, QueryParameter(max_length=200)] = "") -> list[RuleEntry]:
    return desk.rules(find_game(game_id), words)


@get(
    "/api/games/{game_id:str}/rules/{rule_id:str}",
    sync_to_thread=False,
    summary="One rule of a game",
    responses=NAMED,
)
def get_rule(game_id: GameId, rule_id: RuleId) -> RuleEntry:
    return desk.rule(find_game(game_id), rule_id)


@get("/api/games/{game_id:str}/procedures", summary="What the desk can rule on", responses=NAMED)
async def list_procedures(game_id: GameId, state: State) -> list[ProcedureCard]:
    game, hub = find_game(game_id), state.hub
    return desk.procedures_known(game) or await hub.desk.run(desk.procedures, game)


@post(
    "/api/games/{game_id:str}/procedures/{name:str}/odds",
    status_code=200,
    summary="The odds of a situation",
    responses=RULED,
)
async def give_odds(
    game_id: GameId, name: ProcedureName, data: JSONBody[Situation], state: State
) -> OddsGiven | Wanted:
    _check_situation(data)
    hub: Hub = state.hub
    return await hub.desk.run(desk.odds, find_game(game_id), name, data)


@post(
    "/api/games/{game_id:str}/procedures/{name:str}/resolve",
    status_code=200,
    summary="The ruling on a situation",
    responses=RULED,
)
async def give_ruling(game_id: GameId, name: ProcedureName, data: JSONBody[Situation], state: State) -> Ruled | Wanted:
    _check_situation(data)
    hub: Hub = state.hub
    return await hub.desk.run(desk.resolve, find_game(game_id), name, data, secrets.token_hex(16))


@post(
    "/api/games/{game_id:str}/procedures/{name:str}/figures",
    status_code=200,
    summary="Who can be put into a situation",
    responses=RULED,
)
async def list_figures(
    game_id: GameId, name: ProcedureName, data: JSONBody[FiguresOn], state: State
) -> list[FigureCard]:
    hub: Hub = state.hub
    return await hub.desk.run(desk.figures, find_game(game_id), name, data.papers)


def _check_situation(situation: Situation) -> None:
    for name in ("params", "policy", "answers"):
        check_size(getattr(situation, name), name)


# ------------------------------------------------------------------ matches


@post("/api/matches", summary="Set up a table", responses=NAMED)
async def create_match(data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]) -> Created:
    _take_place(state, request)
    hub: Hub = state.hub
    return await hub.create(data)


@get("/api/matches/{match_id:str}/rules", summary="The house rules and options of a table", responses=NAMED)
async def table_rules(match_id: MatchId, state: State) -> TableRules:
    hub: Hub = state.hub
    room = await hub.room(match_id)
    return desk.in_force(room.match.game, room.match.options)


@get("/api/matches/{match_id:str}/briefing", summary="What a newcomer is told at a table", responses=NAMED)
async def briefing(match_id: MatchId, state: State) -> BriefingShown:
    hub: Hub = state.hub
    return await (await hub.room(match_id)).briefing()


@post(
    "/api/matches/{match_id:str}/seats/{seat:str}/invitation",
    summary="A fresh link for a seat; the old one is void",
    responses=NAMED,
)
async def invite(match_id: MatchId, seat: SeatId, state: State, token: HostToken) -> Invited:
    return Invited(seat, await state.hub.invite(match_id, token, seat))


@post("/api/matches/{match_id:str}/host", summary="A fresh host's link; the old one is void", responses=NAMED)
async def hand_over(match_id: MatchId, state: State, token: HostToken) -> Invited:
    return Invited("", await state.hub.hand_over(match_id, token))


@put(
    "/api/matches/{match_id:str}/seats/{seat:str}",
    summary="Give a seat to a bot, or back to a person",
    responses=NAMED,
)
async def replace_seat(
    match_id: MatchId, seat: SeatId, data: JSONBody[Replace], state: State, token: HostToken
) -> Done:
    await state.hub.replace(match_id, token, seat, data.bot)
    return Done()


@put("/api/matches/{match_id:str}/paused", summary="Pause a table or let it go on", responses=NAMED)
async def pause(match_id: MatchId, data: JSONBody[bool], state: State, token: HostToken) -> Done:
    await state.hub.pause(match_id, token, data)
    return Done()


@get("/api/matches/{match_id:str}/expiry", summary="How long a table is kept that nobody touches", responses=NAMED)
async def kept_for(match_id: MatchId, state: State) -> KeptFor:
    hub: Hub = state.hub
    await hub.room(match_id)
    return hub.kept_for(match_id)


@put("/api/matches/{match_id:str}/expiry", summary="Keep a table, and for how long", responses=NAMED)
async def choose_expiry(match_id: MatchId, data: JSONBody[Keeping], state: State, token: HostToken) -> KeptFor:
    hub: Hub = state.hub
    await hub.keep_for(match_id, token, data.days)
    return hub.kept_for(match_id)


@delete("/api/matches/{match_id:str}", summary="Remove a table for good", responses=NAMED)
async def end_match(match_id: MatchId, state: State, token: HostToken) -> None:
    await state.hub.end(match_id, token)


@post(
    "/api/matches/{match_id:str}/branches",
    summary="What if: a new table from a position of this one",
    responses=NAMED,
)
async def branch_match(
    match_id: MatchId, data: JSONBody[BranchFrom], state: State, token: HostToken, request: Request[Any, Any, Any]
) -> Created:
    _take_place(state, request)
    hub: Hub = state.hub
    return await hub.branch(match_id, token, data.position)


@post(
    "/api/matches/{match_id:str}/sequel",
    summary="The next session of a story: a new table that goes on where this one ended",
    responses=NAMED,
)
async def next_session(match_id: MatchId, state: State, token: HostToken, request: Request[Any, Any, Any]) -> Created:
    _take_place(state, request)
    hub: Hub = state.hub
    return await hub.sequel(match_id, token)


@get(
    "/api/matches/{match_id:str}/save",
    summary="The match as a file: for the host, or for everybody when it is over",
    responses=NAMED,
)
async def save_match(match_id: MatchId, state: State, token: HostToken = "") -> Response[dict[str, Any]]:
    name, text = await state.hub.save(match_id, token)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.JSON, headers=headers)


@post("/api/imports", include_in_schema=False, request_max_body_size=imports.MOST_IMPORT)
async def import_match(body: RawBody, state: State, request: Request[Any, Any, Any]) -> Created:
    """A table for a saved match, or a campaign with its battles, if all of it replays."""
    _take_place(state, request)
    return await imports.bring_in(state.hub, body)


@get("/api/matches/{match_id:str}/battles", summary="The battles of a campaign", responses=NAMED)
async def list_battles(match_id: MatchId, state: State) -> list[BattleCard]:
    return await state.hub.battles.overview(match_id)  # type: ignore[no-any-return]


@post(
    "/api/matches/{match_id:str}/battles/{key:str}/table",
    status_code=200,
    summary="Open the table of a battle, or find the one that is open",
    responses=NAMED,
)
async def open_battle(
    match_id: MatchId, key: FightKey, state: State, token: HostToken, request: Request[Any, Any, Any]
) -> Opened:
    _take_place(state, request)
    return await state.hub.battles.open(match_id, token, key)  # type: ignore[no-any-return]


@get(
    "/api/matches/{match_id:str}/battles/{key:str}/form",
    summary="The JSON schema of a battle's result, to be told by hand",
    responses=NAMED,
)
async def battle_form(match_id: MatchId, key: FightKey, state: State, token: HostToken) -> dict[str, Any]:
    return await state.hub.battles.form(match_id, token, key)  # type: ignore[no-any-return]


@post(
    "/api/matches/{match_id:str}/battles/{key:str}/bots",
    status_code=200,
    summary="Leave a battle to bots, once all who fight in it agree",
    responses=NAMED,
)
async def leave_to_bots(match_id: MatchId, key: FightKey, state: State, token: HostToken) -> LeftToBots:
    return LeftToBots(await state.hub.battles.by_bots(match_id, token, key))


def _take_place(state: State, request: Request[Any, Any, Any]) -> None:
    if not state.newcomers.take(address_of(request.scope)):
        wait = {"Retry-After": str(3600 // max(state.hub.limits.matches_per_address, 1))}
        raise HTTPException("too many new tables from this address: wait a while", status_code=429, headers=wait)


# ------------------------------------------------------------------ the table


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: WebSocket[Any, Any, State], match_id: MatchId) -> None:
    """One guest of a table: says hello with a token, then hears the present and speaks."""
    state = socket.app.state
    await socket.accept()
    try:
        with state.connections.one(address_of(socket.scope)):
            hello = HelloOnly.decode(await asyncio.wait_for(_receive(socket), HELLO_SECONDS))
            await _attend(socket, state.hub, await state.hub.room(match_id), hello)
    except WebSocketDisconnect:
        return
    except (UnknownMatch, NotYours) as error:
        await _goodbye(socket, NOTHING_HERE, str(error))
    except (msgspec.DecodeError, RecursionError) as error:
        await _goodbye(socket, NOTHING_HERE, f"that is no hello: {error}")
    except AdjudgeError as error:
        await _goodbye(socket, COME_AGAIN, in_public(error))
    except TimeoutError:
        await _goodbye(socket, COME_AGAIN, "no hello came")
    finally:
        del socket.receive, socket.send  # they know the socket: it would be left to a search for garbage (see `Line`)


async def _attend(socket: WebSocket[Any, Any, State], hub: Hub, room: Room, hello: Hello) -> None:
    """Until the guest goes or is dismissed. What it is being heard on is carried out to the end either way."""
    opened = hub.welcome(room, hello.token)
    guest = Guest(opened.seat, opened.is_host, hello.since, is_spare=hello.spare, takes=hello.takes)
    asides, shading = Asides(guest, room, hub.limits, hub.clock), Shading(guest, room)
    tasks: list[asyncio.Task[None]] = []
    try:
        await room.enter(guest, partial(hub.welcome, room, hello.token))
        tasks += [asyncio.create_task(it) for it in (_speak(socket, guest), asides.serve(), shading.serve())]
        await _listen(socket, hub, guest, room, asides, shading)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await room.leave(guest)


async def _speak(socket: WebSocket[Any, Any, State], guest: Guest) -> None:
    """Sends what waits, several messages in one frame, until the guest is dismissed."""
    while guest.farewell is None:
        if letters := await guest.outbox.take():
            await _send(socket, letters)
    await socket.close(code=guest.farewell.code, reason=guest.farewell.reason)


async def _listen(
    socket: WebSocket[Any, Any, State], hub: Hub, guest: Guest, room: Room, asides: Asides, shading: Shading
) -> None:
    """Hears one message after the other. A question that finds its place in line holds up nothing and counts extra."""
    messages = Bucket(hub.limits.messages_per_second, hub.limits.message_burst, hub.clock)
    while True:
        try:
            message = Incoming.decode(await _receive(socket))
        except WebSocketDisconnect:
            return
        except (msgspec.DecodeError, RecursionError) as error:
            guest.send(Refused("", f"that message cannot be read: {error}", room.match.position))
            message = None
        if message is not None and is_aside(message) and asides.take(message):
            continue
        if not messages.take():
            guest.send(Refused(getattr(message, "id", ""), "too many messages: slow down", room.match.position))
            await asyncio.sleep(1.0)
        elif message is not None and is_aside(message):
            asides.turn_away(message)
        elif isinstance(message, Shade):
            shading.ask(message)
        elif message is not None:
            hub.touch(room.match.header.id)
            await room.hear(guest, message)
            guest.outbox.is_held = False
            if letters := guest.outbox.empty():
                await _send(socket, letters)


async def _receive(socket: WebSocket[Any, Any, State]) -> bytes:
    """The next frame; whatever is too long or no text is no message."""
    data = await socket.receive_data("text")
    if not isinstance(data, str):
        raise msgspec.DecodeError("a message is text")
    if len(data) > MOST_FRAME:
        raise msgspec.DecodeError(f"a message may have {MOST_FRAME} characters")
    return data.encode()


async def _send(socket: WebSocket[Any, Any, State], letters: list[bytes]) -> None:
    await socket.send_data(b"[%s]" % b",".join(letters), mode="text")


async def _goodbye(socket: WebSocket[Any, Any, State], code: int, why: str) -> None:
    await _send(socket, [msgspec.json.encode(Refused("", why, 0))])
    await socket.close(code=code, reason=_short(why))


def _short(reason: str) -> str:
    """As much of a reason as fits into a closing frame."""
    return reason.encode()[:120].decode(errors="ignore")


# ------------------------------------------------------------------ watching over it


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, Any]]:
    """Whether tables can be played here: that takes a database that something can be written to."""
    tables, _, _ = _counted(state)
    why = await state.hub.ails()
    said = {"status": "failing" if why else "ok", "version": __version__, "tables": tables}
    return Response(said | ({"why": why} if why else {}), status_code=503 if why else 200)


@get("/metrics", sync_to_thread=False, media_type=MediaType.TEXT, include_in_schema=False)
def metrics(state: State) -> str:
    tables, guests, changes = _counted(state)
    lines = [
        "# TYPE adjudge_tables_awake gauge",
        f"adjudge_tables_awake {tables}",
        "# TYPE adjudge_guests gauge",
        f"adjudge_guests {guests}",
        "# TYPE adjudge_changes_stored_total counter",
        f"adjudge_changes_stored_total {changes}",
    ]
    return "\n".join(lines) + "\n"


def _counted(state: State) -> tuple[int, int, int]:
    """What all processes of this server have in hand: this one as it is, the others as they were a second ago."""
    state.tally.put(*state.hub.count())
    return state.tally.total()  # type: ignore[no-any-return]


async def _keep_count(hub: Hub, tally: Tally) -> None:
    while True:
        tally.put(*hub.count())
        await asyncio.sleep(1.0)


def refuse(request: Request[Any, Any, Any], error: AdjudgeError) -> Response[Refusal]:
    """Every refusal of ours as one sentence, with a fitting status."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    if isinstance(error, StoreFailed):  # where it happened says nothing: the database is away
        note("failed", logging.ERROR, why=str(error), path=request.scope["path"])
    elif isinstance(error, RULES_FAILED) and not isinstance(error, TookTooLong):
        note("failed", logging.ERROR, error=error, path=request.scope["path"])
    rule = error.rule if isinstance(error, RefusedByRule) else ""
    headers = {"Retry-After": str(BUSY_SECONDS)} if status == 503 else None
    return Response(Refusal(in_public(error), rule), status_code=status, headers=headers)


def refuse_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """What the framework refuses, in the same form; the first thing that does not fit is named."""
    extra = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    named = f"{extra['key']}: {extra['message']}" if isinstance(extra, dict) and "key" in extra else error.detail
    return Response(Refusal(named), status_code=error.status_code, headers=error.headers)


def own_up(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """A fault of ours, or of a game: noted with its traceback, told without."""
    if isinstance(error, RecursionError):
        return Response(Refusal("that is nested too deeply"), status_code=400)
    note("failed", logging.ERROR, error=error, path=request.scope["path"])
    return Response(Refusal("something failed here: it has been noted"), status_code=500)


def make_app(
    store: Store,
    limits: Limits | None = None,
    client: Path | None = None,
    hosts: Iterable[str] = (),
    home: Home | None = None,
    tally: Tally | None = None,
    drafts: Sequence[Draft] = (),
    gate: Gate | None = None,
) -> Litestar:
    """The application on a store. `client`: the folder of the built browser client; `hosts`: the names it answers to,
    any if there are none; `home` and `tally`: which of several processes this is, and what they count together;
    `drafts`: games that their author is writing, to be read again whenever they are saved; `gate`: where the keeper
    comes in, if he can."""
    bounds = limits or Limits()
    hub = Hub(store, bounds, home=home)
    counted = tally or Tally(hub.home)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        for trouble in troubles():
            note("game left out", logging.WARNING, why=trouble)
        desk.prepare(games().values())
        papers.prepare(games().values())
        hub.start()
        beside = [asyncio.create_task(it) for it in (_keep_count(hub, counted), follow(hub, drafts))]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await hub.stop()

    handlers: list[Any] = [
        *minding.ROUTES,
        list_games,
        list_seats,
        list_rules,
        get_rule,
        list_procedures,
        give_odds,
        give_ruling,
        list_figures,
        *papers.ROUTES,
        *maps.ROUTES,
        *studies.ROUTES,
        create_match,
        table_rules,
        briefing,
        invite,
        hand_over,
        replace_seat,
        pause,
        kept_for,
        choose_expiry,
        end_match,
        branch_match,
        next_session,
        save_match,
        import_match,
        list_battles,
        open_battle,
        battle_form,
        leave_to_bots,
        live,
        health,
        metrics,
        *(keeper.ROUTES if gate else ()),
    ]
    app = Litestar(
        [*handlers, *_client_routes(client)],
        lifespan=[lifespan],
        exception_handlers={AdjudgeError: refuse, HTTPException: refuse_request, Exception: own_up},
        logging_config=None,
        compression_config=COMPRESSED,
        request_max_body_size=MOST_BODY,
        openapi_config=OpenAPIConfig(
            title="Adjudge", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        state=State(
            {
                "hub": hub,
                "tally": counted,
                "newcomers": Buckets(bounds.matches_per_address / 3600, bounds.matches_per_address, hub.clock),
                "connections": Connections(bounds.connections_per_address),
            }
        ),
    )
    visitors = Buckets(bounds.requests_per_second, bounds.request_burst, hub.clock)
    app.asgi_handler = Guard(app.asgi_handler, hosts, visitors, is_alone=hub.home.count == 1, gate=gate)
    return app


def built_client() -> Path | None:
    """Where the built browser client lies: in the package, or beside it in a checkout."""
    shipped = Path(str(resources.files("adjudge"))) / "client"
    beside = Path(__file__).parents[3] / "web" / "dist"
    return next((folder for folder in (shipped, beside) if (folder / "index.html").is_file()), None)


def _client_routes(folder: Path | None) -> list[Any]:
    if folder is None:
        return []
    page = create_static_files_router(path="/", directories=[folder], html_mode=True, include_in_schema=False)
    if not (folder / "assets").is_dir():
        return [page]
    # What is built in has its hash in its name, so it may be kept for as long as anybody likes.
    built = create_static_files_router(
        path="/assets",
        directories=[folder / "assets"],
        include_in_schema=False,
        cache_control=CacheControlHeader(max_age=ONE_YEAR, immutable=True),
    )
    return [page, built]
