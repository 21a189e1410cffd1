"""``inarow serve``: the page to play and analyse on."""

from __future__ import annotations

import signal
import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.options import AnyGame, flag, option
from inarow.apps.cli.watch import open_book
from inarow.model.errors import InvalidOptionError

NEEDED = ("starlette", "uvicorn", "websockets")


def serve(
    served: AnyGame,
    *,
    host: Annotated[
        str, option("ADDRESS", "Address to listen on; 0.0.0.0 is the network.")
    ] = "127.0.0.1",
    port: Annotated[int, option("PORT", "0 takes any that is free.")] = 8000,
    open_browser: Annotated[bool, flag("--open/--no-open", "Open the page in a browser.")] = False,
    name: Annotated[
        list[str] | None, option("NAME", "A name that a proxy passes on, may be repeated.")
    ] = None,
    seconds: Annotated[float, option("S", "Most time for one move or analysis.")] = 60.0,
    memory_mb: Annotated[int, option("MB", "Most memory for the tables of all searches.")] = 256,
    proof: Annotated[
        str | None,
        option(
            "FILE", "A certificate, which tells the game: the solver plays by it, you against it."
        ),
    ] = None,
) -> None:
    """Serve the page: play and analyse in a browser, alone or over the network.

    The link is that of a game, if one is given: a rectangle, or a box of up to 4 layers.
    Only this machine reaches it, unless --host says otherwise; its link then holds a token.

    Example: [bold]inarow serve 6 7 4 --gravity --open[/bold]
    """
    game = served.game
    if not all(map(find_spec, NEEDED)):
        raise InvalidOptionError("serve needs libraries: pip install starlette uvicorn websockets")
    from inarow.apps.web.serve import serve as run
    from inarow.certificate.book import opened

    def ready(address: str) -> None:
        typer.echo(f"inarow plays at {address} (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address)

    try:
        book = None
        if proof is not None:
            book = open_book(proof, game)
            if game is not None:
                opened(book, game)
        run(host, port, seconds, memory_mb, name or (), ready, book, game)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all that is left is to go
        raise typer.Exit(INTERRUPTED) from None
