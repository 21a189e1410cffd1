"""``inarow mcp``: the solver as tools for agents."""

from __future__ import annotations

from importlib.util import find_spec

from inarow.model.errors import InvalidOptionError


def mcp() -> None:
    """Serve the solver's tools to an agent, over standard streams (Model Context Protocol).

    An agent starts it by itself; its configuration names the command: inarow mcp

    Example: [bold]claude mcp add inarow -- inarow mcp[/bold]
    """
    if not find_spec("mcp"):
        raise InvalidOptionError('mcp needs a library: pip install "inarow[mcp]"')
    from inarow.apps.mcp import server

    server.run()
