"""The program: its commands, and what it says about itself."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.main import get_command

from inarow.apps.cli.analyse import analyse
from inarow.apps.cli.batch.command import batch
from inarow.apps.cli.command import Command, Group
from inarow.apps.cli.count import count
from inarow.apps.cli.explain.command import check, explain
from inarow.apps.cli.forced import forced
from inarow.apps.cli.grade import grade
from inarow.apps.cli.options import grouped
from inarow.apps.cli.play.command import play
from inarow.apps.cli.record import record
from inarow.apps.cli.serve import serve
from inarow.apps.cli.signature import signature
from inarow.apps.cli.solve import best, prove, solve

app = typer.Typer(
    name="inarow",
    cls=Group,
    help=(
        "Perfect play for k-in-a-row games: boards of M rows and N columns, K in a row win."
        " A game is M N K, or M,N,K."
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


for function in (
    *(solve, best, analyse, forced, prove, check, explain, grade, play, batch, record),
    *(count, serve, signature),
):
    app.command(cls=Command)(grouped(function))

command = get_command(app)
"""The same, made once: that takes longer than a small search."""
