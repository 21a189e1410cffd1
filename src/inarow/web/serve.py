"""The server from its first line to Ctrl-C."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Collection

import uvicorn

from inarow.errors import InvalidOptionError
from inarow.web.app import make_app
from inarow.web.guard import allowed_hosts
from inarow.web.limits import Limits

__all__ = ["serve"]

BACKLOG = 1024

SHUTDOWN_SECONDS = 2
"""For connections to end in their own time; then they are cut."""

SOCKETS_OF_A_BROWSER = 8
"""One for the WebSocket; the others fetch the page's files, and may stay for some seconds."""

PING_SECONDS = 20.0
"""How often a connection is asked whether it is still there, and how long it has to answer."""


def serve(
    host: str,
    port: int,
    limits: Limits,
    names: Collection[str] = (),
    ready: Callable[[str], None] = print,
) -> None:
    """Serve the page until Ctrl-C, which raises `KeyboardInterrupt` once all is put away.

    `names` are further names of this server; `ready` is called with its address when it listens.
    Raises `InvalidOptionError` for a port out of range, `OSError` if it cannot be had.
    """
    if not 0 <= port <= 65535:
        raise InvalidOptionError(f"port must be 0 to 65535, not {port}")
    with listening_socket(host, port) as listener:
        config = uvicorn.Config(
            make_app(limits, allowed_hosts(host, names)),
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=limits.connections * SOCKETS_OF_A_BROWSER,
            ws_max_size=limits.message_bytes,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        server = _Server(config, lambda: ready(_address(host, listener.getsockname()[1])))
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._tell_started()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, over IPv6 where the host is an address of that kind."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    return listener


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name and '[' not in name else name}:{port}/"
