"""Connections before they have said anything: how many there are, and how long they may be silent.

What a page does over its connection is limited elsewhere (`limits`); but a connection that never
sends a whole request holds a descriptor all the same, and those are few.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from inarow.apps.web.limits import Limits

REQUEST_SECONDS = 10.0
"""For a whole request; between two of them a connection may be silent for KEEP_ALIVE_SECONDS."""

KEEP_ALIVE_SECONDS = 5

SOCKETS_OF_A_BROWSER = 8
"""One for the WebSocket; the others fetch the page's files, and may stay for some seconds."""

ENOUGH = 65_536
"""Descriptors; more are not asked for where there is no limit."""

RESERVED, RESERVED_FOR_A_WORKER = 128, 8
"""Descriptors for files, for the loop, and for pipes."""

EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_log = logging.getLogger(__name__)


class LimitedProtocol(H11Protocol):
    """A connection that is refused if there are too many, and cut if no request comes."""

    most = ENOUGH
    """Connections, all together …"""
    most_of_one = ENOUGH
    """… and from one address."""
    is_proxied = False
    """Do the connections of this machine come from a proxy, for many?"""

    _refused = False
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        if self._is_too_many(peer[0] if peer else ""):
            self._refused = True
            transport.abort()
            return
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        if not self._refused:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_websocket = self.transport.get_protocol() is not self  # it has others to watch over it
        if is_websocket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._expect_nothing()
        elif self._deadline is None:
            self._expect_request()

    def _is_too_many(self, address: str) -> bool:
        if len(self.connections) >= self.most:
            return True
        if self.is_proxied and address and ip_address(address).is_loopback:
            return False
        # WebSockets are among them, and who comes from no address.
        clients = [getattr(other, "client", None) or [None] for other in self.connections]
        return sum(1 for client in clients if client[0] == address) >= self.most_of_one

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def limited_protocol(
    limits: Limits, *, is_proxied: bool, descriptors: int
) -> type[LimitedProtocol]:
    """The protocol for a server with these limits, in a process that has so many descriptors."""
    free = max(1, descriptors - RESERVED - RESERVED_FOR_A_WORKER * (limits.workers + 1))
    most = min(limits.connections * SOCKETS_OF_A_BROWSER, free)
    most_of_one = min(limits.per_address * SOCKETS_OF_A_BROWSER, max(1, most // 2))
    fields = {"most": most, "most_of_one": most_of_one, "is_proxied": is_proxied}
    return type("Limited", (LimitedProtocol,), fields)


def raise_descriptors() -> int:
    """Let this process open as many descriptors as it may; returns how many (at most ENOUGH)."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (
        ENOUGH if limit == resource.RLIM_INFINITY else min(limit, ENOUGH) for limit in limits
    )
    if soft < hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, limits[1]))
            return hard
        except (OSError, ValueError):  # the system has a limit of its own
            _log.info("%d descriptors are all there are", soft)
    return soft


def complain_once() -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """A handler of a loop's exceptions: that descriptors have run out is said in one line, once."""
    said = False

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in EXHAUSTED:
            loop.default_exception_handler(context)
        elif not said:
            said = True
            _log.error("connections have to wait: %s", error.strerror)

    return handle
