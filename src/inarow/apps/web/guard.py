"""What keeps strangers out: headers, allowed hosts and origins, and the token of the link."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

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

PORTS = {"http": 80, "https": 443}

NO_TOKEN = "this page needs its whole link, with the token that inarow serve has printed"


def is_loopback(host: str) -> bool:
    """Is this an address that no other machine reaches?

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def allowed_hosts(bound: str, named: Collection[str]) -> frozenset[str] | None:
    """The names that a request may call this server by; None if any will do.

    A server on the loopback interface answers to loopback names only: a foreign page that has its
    own name resolve to 127.0.0.1 gets nothing. Elsewhere the token keeps such pages out.

    >>> sorted(allowed_hosts("127.0.0.1", [])), allowed_hosts("0.0.0.0", [])
    (['127.0.0.1', '::1', 'localhost'], None)
    """
    if is_loopback(bound):
        return frozenset({*LOOPBACK, bound, *named})
    return frozenset({bound, *named}) if named else None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Did the page that opens a WebSocket come from this server?

    Behind a proxy it may have come by https; and either side may name the port that is the default.

    >>> same_origin("http://localhost:8000", "localhost:8000"), same_origin(None, "localhost:8000")
    (True, False)
    >>> same_origin("https://games.example", "games.example:443")
    True
    >>> same_origin("https://games.example", "games.example:80")
    False
    >>> same_origin("http://[", "localhost:8000")  # no URL at all
    False
    """
    scheme = (origin or "").partition("://")[0].lower()
    if not origin or not host or scheme not in PORTS:
        return False
    try:
        page, server = urlsplit(origin), urlsplit(f"{scheme}://{host}")
        ports = [url.port or PORTS[scheme] for url in (page, server)]
    except ValueError:
        return False
    return bool(page.hostname) and page.hostname == server.hostname and ports[0] == ports[1]


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Around the application: refuses foreign names and links without the token, adds `HEADERS`.

    The files of the page are anybody's.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, token: str | None) -> None:
        self._app, self._hosts, self._token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "http":
            await refusal(scope, receive, send_guarded)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        host = host_name(Headers(scope=scope).get("host", ""))
        if self._hosts is not None and host not in self._hosts:
            return PlainTextResponse("this server has another name", 421)
        if self._token is None or scope["path"].startswith("/static/"):
            return None
        query = scope["query_string"].decode("latin-1")
        given = parse_qs(query).get("token", [""])[0]
        if secrets.compare_digest(given.encode(), self._token.encode()):
            return None
        return PlainTextResponse(NO_TOKEN, 403)
