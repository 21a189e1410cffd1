"""The application: the page, pictures of positions and records, and the WebSocket behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.apps.web.games import game_record, shown_game
from inarow.apps.web.guard import Guard, same_origin
from inarow.apps.web.messages import MESSAGE_BYTES, read_board
from inarow.apps.web.searches import Searches
from inarow.apps.web.session import PageSession, Shared
from inarow.model.errors import InarowError, InvalidOptionError
from inarow.records.formats import write_record
from inarow.records.record import Branch, Record
from inarow.svg.board import board_svg

STATIC = Path(__file__).parent / "static"

LONGEST_MARK = 8
ASKED = "give game=3,3,3, moves=4.0.8, marks=2:+5,6:-4 and branches=0.1.8-1.3.0.4"


def make_app(
    searches: Searches,
    seconds: float,
    hosts: frozenset[str] | None = None,
    token: str | None = None,
) -> Starlette:
    """Return the application; it ends its `searches` when it ends.

    `seconds` is the most time for one search. It answers to `hosts` only (see
    `guard.allowed_hosts`), and only to links with the `token`, if there is one.
    """
    shared = Shared(searches, seconds)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await asyncio.to_thread(searches.close)

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    # These three are no coroutines, so that they are called in a thread.

    def game(request: Request) -> Response:
        return JSONResponse(game_record(shown_game(request.query_params.get("game", ""))))

    def picture(request: Request) -> Response:
        return Response(_picture(request), media_type="image/svg+xml")

    def record(request: Request) -> Response:
        text = write_record(_with_branches(_board(request), request))
        return Response(text, media_type="application/x-go-sgf")

    async def refuse(request: Request, error: Exception) -> Response:
        return PlainTextResponse(str(error), 400)

    async def connect(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(1008)
            return
        with suppress(WebSocketDisconnect):  # who has gone meanwhile
            await socket.accept()
            await PageSession(socket, shared).run()

    return Starlette(
        routes=[
            Route("/", index),
            Route("/game.json", game),
            Route("/board.svg", picture),
            Route("/game.sgf", record),
            WebSocketRoute("/ws", connect),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, token=token)],
        exception_handlers={InarowError: refuse},
        lifespan=lifespan,
    )


def _picture(request: Request) -> str:
    """``/board.svg?game=3,3,3&start=X../.../...&moves=4.0&marks=2:+5``."""
    board = _board(request)
    try:
        pairs = [
            pair.split(":") for pair in request.query_params.get("marks", "").split(",") if pair
        ]
        marks = {int(cell): text[:LONGEST_MARK] for cell, text in pairs}
    except ValueError:
        raise InvalidOptionError(ASKED) from None
    return board_svg(board.position, marks=marks)


def _board(request: Request) -> Record:
    """``?game=3,3,3+exact&start=X../.../...&moves=4.0``."""
    asked = request.query_params
    if len(request.url.query) > 2 * MESSAGE_BYTES:  # as long as what a read SGF becomes
        raise InvalidOptionError("the address is too long")
    try:
        moves = [int(cell) for cell in asked.get("moves", "").split(".") if cell]
    except ValueError:
        raise InvalidOptionError(ASKED) from None
    return read_board({"game": asked.get("game"), "start": asked.get("start"), "moves": moves})


def _with_branches(record: Record, request: Request) -> Record:
    """``&branches=0.1.8-1.3.0.4``: the line that each leaves, after how many, its own.

    Line 0 is the game, 1 the first branch.
    """
    lines, branches = [record.moves], []
    try:
        for row in filter(None, request.query_params.get("branches", "").split("-")):
            above, ply, *moves = map(int, row.split("."))
            lines.append((*lines[above][:ply], *moves))
            branches.append(Branch(above - 1 if above else None, ply, tuple(moves)))
            record.start.play_all(lines[-1])
    except (IndexError, ValueError):
        raise InvalidOptionError(ASKED) from None
    return record._replace(branches=tuple(branches))
