"""The program: its commands, and what it says about itself."""

from __future__ import annotations

from typing import Annotated

import typer

from inarow.cli.analyse import analyse
from inarow.cli.batch import batch
from inarow.cli.bench import bench
from inarow.cli.certificate import check, prove
from inarow.cli.count import count
from inarow.cli.database import database
from inarow.cli.explain import explain
from inarow.cli.ladder import ladder
from inarow.cli.play import play
from inarow.cli.serve import serve
from inarow.cli.solve import best, solve
from inarow.cli.store import store
from inarow.cli.table import table
from inarow.cli.tournament import tournament
from inarow.cli.tree import tree

__all__ = ["app"]

app = typer.Typer(
    name="inarow",
    help=(
        "Perfect play for k-in-a-row games: boards of M rows and N columns, K in a row win."
        "\n\nExample: [bold]inarow solve 4 4 3 --distance[/bold]"
    ),
    epilog="Every command explains itself: inarow solve --help",
    rich_markup_mode="rich",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        import inarow  # the version is looked up only when asked for

        typer.echo(f"inarow {inarow.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command()(solve)
app.command()(best)
app.command()(analyse)
app.command()(prove)
app.command()(check)
app.command()(explain)
app.command()(play)
app.command()(batch)
app.command()(table)
app.command()(ladder)
app.command()(tree)
app.command()(count)
app.add_typer(database, name="database")
app.add_typer(store, name="store")
app.command()(tournament)
app.command()(serve)
app.command()(bench)
