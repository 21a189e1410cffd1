"""What keeps strangers out: headers, allowed hosts and origins, and how often one may ask."""

from __future__ import annotations

from collections.abc import Callable, Collection
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
}
"""Of every answer: the page runs its own files and speaks to its own server, nothing else."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def allowed_hosts(bound: str, named: Collection[str]) -> frozenset[str] | None:
    """The names that a request may call this server by; None if any will do.

    A server on the loopback interface answers to loopback names only: a foreign page that has its
    own name resolve to 127.0.0.1 gets nothing.

    >>> sorted(allowed_hosts("127.0.0.1", [])), allowed_hosts("0.0.0.0", [])
    (['127.0.0.1', '::1', 'localhost'], None)
    """
    try:
        is_loopback = bound == "localhost" or ip_address(bound).is_loopback
    except ValueError:
        is_loopback = False
    if is_loopback:
        return frozenset({*LOOPBACK, bound, *named})
    return frozenset({bound, *named}) if named else None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Did the page that opens a WebSocket come from this server?

    >>> same_origin("http://localhost:8000", "localhost:8000"), same_origin(None, "localhost:8000")
    (True, False)
    >>> same_origin("http://[", "localhost:8000")  # no URL at all
    False
    """
    if not origin or not host:
        return False
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Around the application: refuses foreign host names, and adds `HEADERS`."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = host_name(Headers(scope=scope).get("host", ""))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if self._hosts is None or host in self._hosts:
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "http":
            refusal = PlainTextResponse("this server has another name", 421)
            await refusal(scope, receive, send_guarded)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})


class Bucket:
    """Lets `rate` things a second through, and up to `burst` at once.

    >>> now = [0.0]
    >>> bucket = Bucket(rate=2, burst=3, clock=lambda: now[0])
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    >>> now[0] = 0.5
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._seen = burst, clock()

    def take(self, count: int = 1) -> bool:
        """Are so many more allowed now? If not, none is counted."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < count:
            return False
        self._left -= count
        return True
