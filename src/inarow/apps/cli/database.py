"""``inarow database``: strong solutions in a file; built, looked up, described and checked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.command import Command, Group
from inarow.apps.cli.options import (
    Force,
    FreeGame,
    Json,
    StartPosition,
    argument,
    flag,
    grouped,
    option,
    output_file,
)
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page, tell_interrupted
from inarow.apps.cli.solve import print_solution
from inarow.apps.cli.watch import StatusLine
from inarow.solver.solver import Solver

if TYPE_CHECKING:
    from inarow.solver.database.database import Database

database = typer.Typer(
    cls=Group, help="Strong solutions: every position of a board of up to 25 cells, in a file."
)

File = Annotated[str, argument("FILE", "The database.")]


def opened(file: str) -> Database:
    """Return the database in a file; it is loaded only by the commands that need it."""
    from inarow.solver.database.database import Database

    return Database(file)


@database.command(cls=Command)
@grouped
def build(
    game: FreeGame,
    output: Annotated[
        str, output_file("Write there. FILE.building keeps what a stopped build has done.")
    ],
    force: Force = False,
    threads: Annotated[int, option("T", "Threads to share the work.")] = 1,
    as_json: Json = False,
) -> None:
    """Label every position with its value and distance; goes on where a build was stopped.

    Example: [bold]inarow database build 4 4 4 -o 444.db[/bold]
    """
    from inarow.solver.database.database import Database

    asked = game.read()
    try:
        with StatusLine(as_json) as status:
            report = partial(status.show_share, "building")
            made = Database.build(asked, output, threads=threads, progress=report, overwrite=force)
    except KeyboardInterrupt:
        tell_interrupted("the same command will go on from here")
        raise typer.Exit(INTERRUPTED) from None
    _describe(made, as_json, status.seconds)


@database.command(cls=Command)
@grouped
def probe(
    file: File,
    start: StartPosition,
    distance: Annotated[
        bool, flag("--distance/--no-distance", "Count the plies to the win.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Look a position up: its value, and best play from there.

    Example: [bold]inarow database probe 444.db --position X.../.O../..../....[/bold]
    """
    found = opened(file)
    asked = start.read(found.game)
    solution = Solver(found.game, 1, database=found).solve(asked, distance=distance)
    print_solution(asked, solution, as_json)


@database.command(cls=Command)
def info(file: File, as_json: Json = False) -> None:
    """Tell what a database is of, and what it found.

    Example: [bold]inarow database info 444.db[/bold]
    """
    _describe(opened(file), as_json)


@database.command(cls=Command)
def verify(file: File, as_json: Json = False) -> None:
    """Read the whole file and check it against its digests.

    Example: [bold]inarow database verify 444.db[/bold]
    """
    with StatusLine(as_json) as status:
        found = opened(file)
        found.verify(partial(status.show_share, "verifying"))
        seconds = status.seconds
    if as_json:
        print_record({"file": file, "sound": True, "bytes": found.size, "seconds": seconds})
    else:
        print(f"{file} is sound: {found.size:,} bytes, {seconds:.3f} s")


def _describe(found: Database, as_json: bool, seconds: float | None = None) -> None:
    game, (x_wins, o_wins, draws) = found.game, found.values
    value, distance = found.probe(game.start())
    if as_json:
        record = {
            **game.record(),
            **{"file": str(found.path), "bytes": found.size, "positions": found.positions},
            **{"x_wins": x_wins, "o_wins": o_wins, "draws": draws},
            **{"value": value, "distance": distance, "longest": found.longest},
        }
        print_record(record if seconds is None else {**record, "seconds": seconds})
        return
    page = Page()
    page.title(game.words)
    page.fact("positions", f"{found.positions:,}")
    page.fact("values", f"X wins {x_wins:,}, O wins {o_wins:,}, draws {draws:,}")
    page.fact("empty board", "draw" if distance is None else f"X wins in {distance} plies")
    if found.longest is not None:
        page.fact("longest win", f"{found.longest} plies")
    page.fact("file", f"{found.path}, {found.size:,} bytes")
    if seconds is not None:
        page.fact("effort", f"{seconds:.3f} s")
