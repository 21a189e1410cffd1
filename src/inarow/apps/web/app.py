"""The application: the page, pictures of positions and records, and the WebSocket behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.apps.web.guard import Guard, same_origin
from inarow.apps.web.hub import Hub
from inarow.apps.web.limits import MESSAGE_BYTES, Limits
from inarow.apps.web.messages import read_board
from inarow.apps.web.session import BUSY, PageSession
from inarow.model.errors import InarowError, InvalidOptionError
from inarow.records.formats import write_record
from inarow.records.record import Record
from inarow.svg.board import board_svg

STATIC = Path(__file__).parent / "static"

LONGEST_MARK = 8
ASKED = "give m, n, k, moves=4.0.8 and marks=2:+5,6:-4"


def make_app(limits: Limits, hosts: frozenset[str] | None = None) -> Starlette:
    """Return the application; it answers to `hosts` only: see `guard.allowed_hosts`.

    Its workers are started and ended with it.
    """
    hub = Hub(limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await hub.pool.start()
            yield
        finally:
            await hub.pool.close()

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def picture(request: Request) -> Response:
        return Response(_picture(request, limits), media_type="image/svg+xml")

    async def record(request: Request) -> Response:
        game = write_record(_board(request, limits))
        return Response(game, media_type="application/x-go-sgf")

    async def refuse(request: Request, error: Exception) -> Response:
        return PlainTextResponse(str(error), 400)

    async def connect(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(1008)
            return
        with suppress(WebSocketDisconnect):  # who has gone meanwhile
            await socket.accept()
            session = PageSession(socket, hub)
            with hub.connection(session.address) as admitted:
                if admitted:
                    await session.run()
                else:
                    await socket.close(BUSY, "too many connections")

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/board.svg", picture),
            Route("/game.sgf", record),
            WebSocketRoute("/ws", connect),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={InarowError: refuse},
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app


def _picture(request: Request, limits: Limits) -> str:
    """``/board.svg?m=3&n=3&k=3&start=X../.../...&moves=4.0&marks=2:+5``."""
    board = _board(request, limits)
    try:
        pairs = [
            pair.split(":") for pair in request.query_params.get("marks", "").split(",") if pair
        ]
        marks = {int(cell): text[:LONGEST_MARK] for cell, text in pairs}
    except ValueError:
        raise InvalidOptionError(ASKED) from None
    return board_svg(board.position, marks=marks)


def _board(request: Request, limits: Limits) -> Record:
    """``?m=3&n=3&k=3&exact=yes&start=X../.../...&moves=4.0``."""
    asked = request.query_params
    if len(request.url.query) > MESSAGE_BYTES:
        raise InvalidOptionError("the address is too long")
    try:
        fields = {name: int(asked[name]) for name in "mnk"}
        moves = [int(cell) for cell in asked.get("moves", "").split(".") if cell]
    except (KeyError, ValueError):
        raise InvalidOptionError(ASKED) from None
    game = {**fields, "exact": asked.get("exact") == "yes"}
    return read_board({**game, "start": asked.get("start"), "moves": moves}, limits)
