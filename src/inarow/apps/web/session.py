"""One connection: its searches, its seat in a room, and what it is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib.metadata import version
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.apps.web.guard import Bucket
from inarow.apps.web.hub import Hub
from inarow.apps.web.limits import MESSAGE_BYTES, MESSAGES_PER_SECOND
from inarow.apps.web.messages import Request, parse, read_answer
from inarow.apps.web.processes import SearchJob
from inarow.apps.web.room import Room
from inarow.apps.web.tasks import Task
from inarow.model.errors import InarowError
from inarow.strategies.levels import LEVELS

MOST_UNSENT = 500
"""Messages that wait for a slow reader; with more the connection is closed."""

READ_COST = 10
"""A record takes as much time as so many other messages."""

CLOSING_SECONDS = 1.0
"""For the last message to go out."""

_log = logging.getLogger(__name__)

POLICY, TOO_BIG, FAULT, BUSY = 1008, 1009, 1011, 1013
"""Codes that a WebSocket is closed with."""


class PageSession:
    """Reads what one page says, and answers."""

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self._socket, self._hub = socket, hub
        self.address = socket.client.host if socket.client is not None else ""
        self._unsent: asyncio.Queue[Mapping[str, Any] | int] = asyncio.Queue(MOST_UNSENT)
        self._jobs: dict[int, SearchJob] = {}
        self._room: Room | None = None
        self._bucket = Bucket(MESSAGES_PER_SECOND, 2 * MESSAGES_PER_SECOND)

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
        limits = self._hub.limits
        self.send(
            {
                "type": "welcome",
                "version": version("inarow"),
                "levels": len(LEVELS),
                "limits": {"cells": limits.cells, "seconds": limits.seconds},
            }
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
        for job in list(self._jobs.values()):
            self._hub.pool.stop(job)
        room = self._room
        if room is not None:
            self._hub.rooms.change(room, lambda: room.quit(self, for_good=False))

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
            code = self._take(text)
        self._close(code)
        await asyncio.sleep(CLOSING_SECONDS)

    def _take(self, text: str) -> int | None:
        """Answer a message; returns the code to close with, if it is one too many."""
        if len(text) > MESSAGE_BYTES:
            return TOO_BIG
        if not self._bucket.take():
            return POLICY
        try:
            self._answer(parse(text, self._hub.limits))
        except InarowError as error:
            self.send({"type": "error", "message": str(error)})
        except Exception:
            _log.exception("a fault while answering a message")
            return FAULT
        return None

    def _answer(self, request: Request) -> None:
        hub = self._hub
        match request:
            case "search", number, task:
                self._search(number, task)
            case "stop", number:
                for own, job in list(self._jobs.items()):
                    if number in (None, own):
                        hub.pool.stop(job)
            case "hurry", number:
                if number in self._jobs:
                    hub.pool.hurry(self._jobs[number])
            case "read", number, text, game, from_bottom:
                if not self._bucket.take(READ_COST):
                    raise InarowError("too many records at once: wait a moment")
                self.send(read_answer(number, text, game, from_bottom, hub.limits))
            case "create", board, side:
                self._leave()
                self._room = hub.rooms.create(self, board, side)
            case "join", code, token:
                room = hub.rooms.find(code)
                if room is not self._room:
                    self._leave()
                self._room = room
                hub.rooms.change(room, lambda: room.join(self, token))
            case ("leave",):
                self._leave()
            case _:
                room = self._in_room()
                hub.rooms.change(room, lambda: self._act(room, request))

    def _act(self, room: Room, request: Request) -> None:
        """Do something in the room."""
        match request:
            case "play", move, ply:
                room.play(self, move, ply)
            case ("takeback",):
                room.take_back(self)
            case ("decline",):
                room.decline(self)
            case ("resign",):
                room.resign(self)

    def _search(self, number: int, task: Task) -> None:
        for job in list(self._jobs.values()):
            if job.task.kind == task.kind:  # one of each kind at a time
                self._hub.pool.stop(job)
        if number in self._jobs:
            raise InarowError("this id is in use")

        def listen(kind: str, fields: Mapping[str, Any]) -> None:
            if kind == "done":
                self._jobs.pop(number, None)
            self.send({"type": kind, "id": number, **fields})

        self._jobs[number] = self._hub.pool.submit(self, task, listen)

    def _in_room(self) -> Room:
        if self._room is None:
            raise InarowError("you are in no room")
        return self._room

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            self._hub.rooms.change(room, lambda: room.quit(self, for_good=True))
            self.send({"type": "left", "message": None})
