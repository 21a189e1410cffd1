"""The program: its commands, and what it says about itself."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from inarow.apps.cli.command import Command
from inarow.apps.cli.options import grouped

COMMANDS = {
    **dict.fromkeys(("solve", "best"), "solve"),
    "analyse": "analyse",
    "forced": "forced",
    "prove": "solve",
    **dict.fromkeys(("check", "explain"), "explain.command"),
    "grade": "grade",
    "play": "play.command",
    "batch": "batch.command",
    "record": "record",
    "count": "count",
    "serve": "serve",
    "mcp": "mcp",
    "signature": "signature",
}
"""The modules of the commands. Each is imported when it is asked for: all take half a second."""


class Program(TyperGroup):
    """The commands, which are imported one by one, or all for the help that lists them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return [*COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, imported when it is first asked for; None if there is none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module = import_module(f"inarow.apps.cli.{COMMANDS[cmd_name]}")
            alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
            alone.command(cls=Command)(grouped(getattr(module, cmd_name)))
            self.commands[cmd_name] = get_command(alone)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names; a misspelt one is compared with all."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="inarow",
    cls=Program,
    help=(
        "Perfect play for k-in-a-row games: boards of M rows and N columns, K in a row win."
        " A game is M N K, or M,N,K, or on another --board."
        "\n\nExample: [bold]inarow solve 4 4 3 --distance[/bold]"
    ),
    epilog="Every command explains itself: inarow solve --help",
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # slow to load, and rarely asked for

        typer.echo(f"inarow {version('inarow')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


command = get_command(app)
"""The same, made once: that takes longer than a small search."""
