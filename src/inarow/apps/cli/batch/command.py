"""``inarow batch``: many positions from a file, the answers into another."""

from __future__ import annotations

from typing import Annotated

import typer

from inarow.apps.cli.batch.read import Boards, read_boards
from inarow.apps.cli.batch.write import check_output, output_format, write_results
from inarow.apps.cli.options import (
    TABLE_MB,
    Columns,
    DatabaseFile,
    Distance,
    Exact,
    InARow,
    Rows,
    TableMb,
)
from inarow.apps.cli.show import error_console
from inarow.apps.cli.watch import Watch, count
from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game
from inarow.model.results import BatchSolution
from inarow.solver.solver import Solver

__all__ = ["batch"]


def batch(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    source: Annotated[
        str,
        typer.Argument(
            metavar="INPUT",
            help="A text file with a position on each line, a .csv with a column 'position' or a"
            " column for each cell, or a .npy; '-' is standard input.",
            show_default=False,
        ),
    ] = "-",
    input_format: Annotated[
        str | None,
        typer.Option(
            metavar="text|csv|npy", help="Unless the file's ending tells.", show_default=False
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write there, not to standard output: .csv, .jsonl or .npz.",
            show_default=False,
        ),
    ] = None,
    output_form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="csv|jsonl|npz",
            help="Unless the file's ending tells.",
            show_default=False,
        ),
    ] = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Also list every move that keeps the value.")
    ] = False,
    distance: Distance = False,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Stop after S seconds in all.", show_default=False),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", help="At most N nodes for each position.", show_default=False),
    ] = None,
    threads: Annotated[int, typer.Option(metavar="T", help="Threads to share the work.")] = 1,
    table_mb: TableMb = TABLE_MB,
    database: DatabaseFile = None,
) -> None:
    """Solve many positions from a file, into a table or arrays.

    Example: [bold]inarow batch 3 3 3 positions.txt --optimal -o labels.csv[/bold]
    """
    form = output_format(output, output_form)
    check_output(output, source)
    game = Game(m, n, k, exact=exact)
    solver = Solver(game, table_mb, threads, database)
    boards = read_boards(game, source, input_format)
    with Watch(quiet=False) as watch:
        try:
            answers = solver.solve_batch(
                boards.cells,
                distance=distance,
                optimal=optimal,
                seconds=seconds,
                nodes=nodes,
                progress=watch,
            )
        except InvalidPositionError:
            boards.blame()
            raise
    write_results(boards, answers, output, form)
    if output is not None:
        _report(boards, answers, output)


def _report(boards: Boards, answers: BatchSolution, output: str) -> None:
    """Tell a person what was done; a program reads the file."""
    console = error_console()
    if console.is_terminal:
        console.print(
            f"{len(answers)} positions from {boards.source}, {int(answers.proven.sum())} proven,"
            f" {count(answers.nodes)} nodes, {answers.seconds:.1f} s: {output}",
            markup=False,
            soft_wrap=True,
        )
