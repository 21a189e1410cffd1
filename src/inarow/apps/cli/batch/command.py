"""``inarow batch``: many positions from a file, the answers into another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from inarow.apps.cli.batch.read import read_boards
from inarow.apps.cli.batch.write import output_format, write_results
from inarow.apps.cli.files import check_output
from inarow.apps.cli.options import AnyGame, LimitedSearch
from inarow.apps.cli.show import error_console
from inarow.apps.cli.watch import Watch, count
from inarow.model.errors import InvalidPositionError

__all__ = ["batch"]


@dataclass(frozen=True)
class BatchSearch(LimitedSearch):
    """The same options, of many positions."""

    threads: Annotated[int, typer.Option(metavar="T", help="Threads to share the work.")] = 1
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Stop after S seconds in all.")
    ] = None
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="At most N nodes for each position.")
    ] = None


def batch(
    game: AnyGame,
    options: BatchSearch,
    source: Annotated[
        str,
        typer.Argument(
            metavar="INPUT",
            help="A text file with a position on each line, a .csv with a column 'position' or a"
            " column for each cell, or a .npy; '-' is standard input.",
        ),
    ] = "-",
    input_format: Annotated[
        str | None, typer.Option(metavar="text|csv|npy", help="Unless the file's ending tells.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write there, not to standard output: .csv, .jsonl or .npz.",
        ),
    ] = None,
    output_form: Annotated[
        str | None,
        typer.Option("--format", metavar="csv|jsonl|npz", help="Unless the file's ending tells."),
    ] = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Also list every move that keeps the value.")
    ] = False,
) -> None:
    """Solve many positions from a file, into a table or arrays.

    Example: [bold]inarow batch 3 3 3 positions.txt --optimal -o labels.csv[/bold]
    """
    form = output_format(output, output_form)
    check_output(output, source)
    solver = options.solver(game.read())
    boards = read_boards(solver.game, source, input_format)
    with Watch(quiet=False) as watch:
        try:
            answers = solver.solve_batch(
                boards.cells,
                distance=options.distance,
                optimal=optimal,
                seconds=options.seconds,
                nodes=options.nodes,
                progress=watch,
            )
        except InvalidPositionError:
            boards.blame()
            raise
    write_results(boards, answers, output, form)
    page = error_console()
    if output is not None and page.is_terminal:  # a program reads the file
        page.say(
            f"{len(answers)} positions from {boards.source}, {int(answers.proven.sum())} proven,"
            f" {count(answers.nodes)} nodes, {answers.seconds:.1f} s: {output}"
        )
