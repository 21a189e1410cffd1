"""Connections that say nothing, and too many of them."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

import uvicorn
from uvicorn.server import ServerState
from websockets import connect

from inarow.apps.web import connections
from inarow.apps.web.connections import (
    LimitedProtocol,
    complain_once,
    limited_protocol,
    raise_descriptors,
)
from inarow.apps.web.limits import Limits

pytestmark = pytest.mark.processes

WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[object], Awaitable[None]]


async def hello(scope: object, receive: object, send: Send) -> None:
    headers = [(b"content-length", b"5")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"hello"})


async def echo(scope: object, receive: Receive, send: Send) -> None:
    """Over a WebSocket: says again what it is told."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})


@asynccontextmanager
async def listening(protocol: type[LimitedProtocol], app: object = hello) -> AsyncIterator[int]:
    """A server with this protocol; gives its port."""
    ws = "auto" if app is echo else "none"
    config = uvicorn.Config(  # type: ignore[arg-type]
        app, http=protocol, ws=ws, log_level="error", timeout_keep_alive=1
    )
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}, loop), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the connection ends."""
    try:
        return await asyncio.wait_for(reader.read(), 20)
    except ConnectionResetError:
        return b""


async def is_served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    writer.write(WHOLE)
    try:
        return (await asyncio.wait_for(reader.readuntil(b"hello"), 20)).startswith(b"HTTP/1.1 200")
    except (asyncio.IncompleteReadError, ConnectionResetError):
        return False


POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1"


@pytest.mark.parametrize("sent", [b"", WHOLE[:-2], WHOLE + WHOLE[:-2], POST])
def test_who_sends_no_whole_request_is_cut(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)

    async def run() -> None:
        async with listening(LimitedProtocol) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            answer = await rest(reader)
            assert answer.count(b"hello") == (sent.startswith(WHOLE) or sent == POST)
            writer.close()
            again = await asyncio.open_connection("127.0.0.1", port)
            assert await is_served(*again)
            await asyncio.sleep(0.4)  # what was answered in time is not cut
            assert await is_served(*again)
            again[1].close()

    asyncio.run(run())


def test_a_websocket_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose owner thinks about a move, or waits for another's, is not cut."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 1.0)

    async def run() -> None:
        async with (
            listening(LimitedProtocol, echo) as port,
            connect(f"ws://127.0.0.1:{port}/") as socket,
        ):
            for text in ("in time", "after that"):
                await asyncio.sleep(0.75)
                await socket.send(text)
                assert await asyncio.wait_for(socket.recv(), 20) == text

    asyncio.run(run())


@pytest.mark.parametrize(
    ("most", "most_of_one", "is_proxied", "admitted"),
    [(2, 9, False, 2), (9, 2, False, 2), (9, 2, True, 4)],
)
def test_so_many_connections(most: int, most_of_one: int, is_proxied: bool, admitted: int) -> None:
    limited = type("Limited", (LimitedProtocol,), {**locals()})

    async def run() -> None:
        async with listening(limited) as port:
            open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
            served = [await is_served(*streams) for streams in open_ones]
            assert served == [True] * admitted + [False] * (4 - admitted)
            for _, writer in open_ones:
                writer.close()
            await asyncio.sleep(0.05)
            last = await asyncio.open_connection("127.0.0.1", port)
            assert await is_served(*last)  # those that have gone no longer count
            last[1].close()

    asyncio.run(run())


def test_limits_are_below_that_of_descriptors() -> None:
    limits = Limits(workers=2)
    small = limited_protocol(limits, is_proxied=False, descriptors=1024)
    assert (small.most, small.most_of_one) == (1024 - 128 - 24, (1024 - 128 - 24) // 2)
    large = limited_protocol(limits, is_proxied=True, descriptors=20_000)
    assert (large.most, large.most_of_one, large.is_proxied) == (4000, 800, True)


def test_descriptors_are_raised() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(before[1], 512) if before[1] > 0 else 512
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted // 2, before[1]))
        assert raise_descriptors() >= wanted
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= wanted
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_that_descriptors_ran_out_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    try:
        loop.set_exception_handler(complain_once())
        for _ in range(3):
            error = OSError(errno.EMFILE, "too many open files")
            loop.call_exception_handler({"message": "accept", "exception": error})
        assert [record.exc_info for record in caplog.records] == [None]
        assert "too many open files" in caplog.text
        loop.call_exception_handler({"message": "odd", "exception": ValueError("another")})
        assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    finally:
        loop.close()
