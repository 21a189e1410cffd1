"""One connection: its search, its seat in a room, and what it is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.apps.web.messages import MESSAGE_BYTES, Request, parse, read_answer
from inarow.apps.web.room import Room, Rooms
from inarow.apps.web.searches import Search, Searches, Task
from inarow.model.errors import InarowError

MOST_UNSENT = 500
"""Messages that wait for a slow reader; with more the connection is closed."""

CLOSING_SECONDS = 1.0
"""For the last message to go out."""

_log = logging.getLogger(__name__)

TOO_BIG, FAULT, BUSY = 1009, 1011, 1013
"""Codes that a WebSocket is closed with."""


@dataclass
class Shared:
    """What all connections have together; `seconds` is the most time for one search."""

    searches: Searches
    seconds: float
    rooms: Rooms = field(default_factory=Rooms)


class PageSession:
    """Reads what one page says, and answers."""

    def __init__(self, socket: WebSocket, shared: Shared) -> None:
        self._socket, self._shared = socket, shared
        self._unsent: asyncio.Queue[Mapping[str, Any] | int] = asyncio.Queue(MOST_UNSENT)
        self._search: Search | None = None
        self._room: Room | None = None

    def send(self, message: Mapping[str, Any]) -> None:
        """Let a message go out; never waits."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self._close(BUSY)

    def dismiss(self, message: str) -> None:
        """No longer in its room: somebody with the same token has come."""
        self._room = None
        self.send({"type": "left", "message": message})

    async def run(self) -> None:
        """Serve the connection until it ends."""
        self.send(
            {"type": "welcome", "version": version("inarow"), "seconds": self._shared.seconds}
        )
        try:
            async with anyio.create_task_group() as both:  # whichever ends, ends the other

                async def until_end(half: Callable[[], Awaitable[None]]) -> None:
                    await half()
                    both.cancel_scope.cancel()

                both.start_soon(until_end, self._write)
                both.start_soon(until_end, self._read)
        finally:
            self._end()

    def _end(self) -> None:
        self._stop()
        room = self._room
        if room is not None:
            self._shared.rooms.change(room, lambda: room.quit(self, for_good=False))

    def _close(self, code: int) -> None:
        """Send nothing more but the end."""
        while not self._unsent.empty():
            self._unsent.get_nowait()
        self._unsent.put_nowait(code)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect):  # gone, and nobody has heard of it yet
            while True:
                message = await self._unsent.get()
                if isinstance(message, int):
                    await self._socket.close(message)
                    return
                await self._socket.send_json(message)

    async def _read(self) -> None:
        code = None
        while code is None:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):  # gone, or bytes, or closed
                return
            code = await self._take(text)
        self._close(code)
        await asyncio.sleep(CLOSING_SECONDS)

    async def _take(self, text: str) -> int | None:
        """Answer a message; returns the code to close with, if it is one too many."""
        if len(text) > MESSAGE_BYTES:
            return TOO_BIG
        try:
            await self._answer(parse(text, self._shared.seconds))
        except InarowError as error:
            self.send({"type": "error", "message": str(error)})
        except Exception:
            _log.exception("a fault while answering a message")
            return FAULT
        return None

    async def _answer(self, request: Request) -> None:
        rooms = self._shared.rooms
        match request:
            case "search", number, task:
                self._begin(number, task)
            case ("stop",):
                self._stop()
            case "read", *asked:
                # A long record takes a while to read, and others are not to wait for that.
                self.send(await asyncio.to_thread(read_answer, *asked))
            case "create", board, side:
                self._leave()
                self._room = rooms.create(self, board, side)
            case "join", code, token:
                room = rooms.find(code)
                if room is not self._room:
                    self._leave()
                self._room = room
                rooms.change(room, lambda: room.join(self, token))
            case ("leave",):
                self._leave()
            case "play", *played:
                self._act(Room.play, *played)
            case ("takeback",):
                self._act(Room.take_back)
            case ("decline",):
                self._act(Room.decline)
            case ("resign",):
                self._act(Room.resign)

    def _act(self, action: Callable[..., None], *asked: object) -> None:
        """Do something in the room, and let all who are there know of it."""
        room = self._room
        if room is None:
            raise InarowError("you are in no room")
        self._shared.rooms.change(room, lambda: action(room, self, *asked))

    def _begin(self, number: int, task: Task) -> None:
        """Search; a page has one search at a time, the newest."""
        self._stop()

        def listen(kind: str, fields: Mapping[str, Any]) -> None:
            self.send({"type": kind, "id": number, **fields})

        self._search = self._shared.searches.begin(task, listen)

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            self._shared.rooms.change(room, lambda: room.quit(self, for_good=True))
            self.send({"type": "left", "message": None})
