"""``inarow serve``: the page to play and analyse on."""

from __future__ import annotations

import signal
import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.options import flag, option
from inarow.apps.web.limits import Limits
from inarow.model.errors import InvalidOptionError

NEEDED = ("starlette", "uvicorn", "websockets")


def serve(
    host: Annotated[
        str, option("ADDRESS", "Address to listen on; 0.0.0.0 is the network.")
    ] = "127.0.0.1",
    port: Annotated[int, option("PORT", "0 takes any that is free.")] = 8000,
    open_browser: Annotated[bool, flag("--open/--no-open", "Open the page in a browser.")] = False,
    name: Annotated[
        list[str] | None, option("NAME", "A name that this server is called by, may be repeated.")
    ] = None,
    *,
    limits: Limits,
) -> None:
    """Serve the page: play and analyse in a browser, alone or over the network.

    Example: [bold]inarow serve --open[/bold]
    """
    if not all(map(find_spec, NEEDED)):
        raise InvalidOptionError("serve needs libraries: pip install starlette uvicorn websockets")
    from inarow.apps.web.serve import serve as run

    def ready(address: str) -> None:
        typer.echo(f"inarow plays at {address} (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address)

    def warn(line: str) -> None:
        typer.echo(f"warning: {line}", err=True)

    try:
        run(host, port, limits, name or (), ready, warn)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all that is left is to go
        raise typer.Exit(INTERRUPTED) from None
