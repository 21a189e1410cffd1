"""The server from its first line to Ctrl-C."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import FrameType
from urllib.parse import quote_plus

import uvicorn

from inarow.apps.web.app import make_app
from inarow.apps.web.games import shown_game
from inarow.apps.web.guard import allowed_hosts, is_loopback
from inarow.apps.web.messages import MESSAGE_BYTES
from inarow.apps.web.searches import Searches
from inarow.certificate.book import Book
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.legal import OTHER
from inarow.model.options import positive_seconds

SHUTDOWN_SECONDS = 2
"""For connections to end in their own time; then they are cut."""

PING_SECONDS = 20.0
"""How often a connection is asked whether it is still there, and how long it has to answer."""


def serve(
    host: str,
    port: int,
    seconds: float,
    memory_mb: int,
    names: Collection[str] = (),
    ready: Callable[[str], None] = print,
    proof: Book | None = None,
    game: Game | None = None,
) -> None:
    """Serve the page until Ctrl-C, which raises `KeyboardInterrupt` once all is put away.

    `seconds` bound a search, `memory_mb` MiB the tables of all; `names` are those that a proxy
    passes on. `ready` is called with the address when the server listens; where others may reach
    it, by the network or through a proxy, the address holds a token, and only who has it gets in.
    The address is that of the `game`; or of one against a `proof`, from which the solver answers.
    Raises `InvalidOptionError` for a port out of range or no host, `OSError` if it cannot be had.
    """
    if not host:
        raise InvalidOptionError("host must be an address or a name; 0.0.0.0 is the network")
    if not 0 <= port <= 65535:
        raise InvalidOptionError(f"port must be 0 to 65535, not {port}")
    place = _place(game, proof)
    searches = Searches(memory_mb, proof=proof)
    most = positive_seconds("seconds", seconds)
    token = None if is_loopback(host) and not names else secrets.token_urlsafe(16)
    with listening_socket(host, port) as listener:
        address = _address(host, listener.getsockname()[1], token) + place
        config = uvicorn.Config(
            make_app(searches, most, allowed_hosts(host, names), token),
            log_level="error",  # what strangers send amiss is no news
            access_log=False,
            server_header=False,
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        ready(address)
        _Server(config).run(sockets=[listener])


def _place(game: Game | None, proof: Book | None) -> str:
    """The end of the address at which a game begins; a person plays against a proof."""
    if proof is not None:
        game = proof.game
    if game is None:
        return ""
    place = f"#game={quote_plus(shown_game(game.key).key, ',')}"
    if proof is None:
        return place
    return f"{place}&{proof.keeper.lower()}=solver&{OTHER[proof.keeper].lower()}=person"


class _Server(uvicorn.Server):
    """Ends in its own time."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        with super().capture_signals():  # until the loop is closed as well
            super().run(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # see run

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.force_exit = False  # or a second Ctrl-C would cut the end short, and leave searches on


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, over IPv6 where the host is an address of that kind."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    is_dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    listener = socket.create_server((host, port), family=family, dualstack_ipv6=is_dual)
    # Short messages do not wait for each other: connections have it from here.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _address(host: str, port: int, token: str | None) -> str:
    """Where a browser on this machine finds the server."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    query = "" if token is None else f"?token={token}"
    return f"http://{f'[{name}]' if ':' in name and '[' not in name else name}:{port}/{query}"
