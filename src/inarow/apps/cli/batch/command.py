"""``inarow batch``: many positions from a file, the answers into another."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Annotated, Any, Literal

import numpy as np

from inarow.apps.cli.batch.columns import Contents
from inarow.apps.cli.batch.read import Boards, board_texts, read_boards
from inarow.apps.cli.files import check_output, whole
from inarow.apps.cli.options import (
    AnyGame,
    Force,
    LimitedSearch,
    argument,
    flag,
    option,
    output_file,
)
from inarow.apps.cli.show import Page
from inarow.apps.cli.watch import Watch, count
from inarow.model.counted import counted
from inarow.model.errors import InvalidOptionError, InvalidPositionError
from inarow.model.results import BatchSolution

OUTPUT_FORMATS = {"": "csv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".npz": "npz"}
"""The format that each ending stands for."""

FIELDS = ("index", "position", "value", "lower", "upper", "proven", "move", "distance", "optimal")
"""What is said of each position; `index` counts from 0."""

Row = dict[str, Any]


class BatchSearch(LimitedSearch):
    """The same options, of many positions."""

    threads: Annotated[int, option("T", "Threads to share the work.")] = 1
    seconds: Annotated[float | None, option("S", "Stop after S seconds in all.")] = None
    nodes: Annotated[int | None, option("N", "At most N nodes for each position.")] = None


def batch(
    game: AnyGame,
    options: BatchSearch,
    source: Annotated[
        str,
        argument(
            "INPUT",
            "A text file with a position on each line, a .csv with a column 'position' or a"
            " column for each cell (further columns are kept), or a .npy; '-' is standard input.",
        ),
    ] = "-",
    *,
    input_format: Annotated[
        Literal["text", "csv", "npy"] | None,
        option("text|csv|npy", "Unless the file's ending tells."),
    ] = None,
    as_x: Annotated[str | None, option("WORD", "What stands for X, besides the usual.")] = None,
    as_o: Annotated[str | None, option("WORD", "What stands for O.")] = None,
    empty: Annotated[str | None, option("WORD", "What stands for an empty cell.")] = None,
    output: Annotated[
        str | None, output_file("Write there, not to standard output: .csv, .jsonl or .npz.")
    ] = None,
    force: Force = False,
    output_form: Annotated[
        Literal["csv", "jsonl", "npz"] | None,
        option("csv|jsonl|npz", "Unless the file's ending tells.", "--format"),
    ] = None,
    optimal: Annotated[
        bool, flag("--optimal", "Also list every move that keeps the value.")
    ] = False,
) -> None:
    """Solve many positions from a file, into a table or arrays.

    Example: [bold]inarow batch 3 3 3 positions.txt --optimal -o labels.csv[/bold]
    """
    form = output_form or OUTPUT_FORMATS.get(Path(output or "").suffix.lower())
    if form is None:
        raise InvalidOptionError(
            f"no format is known for {output}: give --format csv, jsonl or npz"
        )
    if form == "npz" and output is None:
        raise InvalidOptionError("arrays are not written to standard output: give -o FILE.npz")
    check_output(output, source, force=force)
    solver = options.solver(game.needed())
    boards = read_boards(solver.game, source, input_format, Contents(as_x, as_o, empty))
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
    _write_results(boards, answers, output, form, force)
    page = Page(stderr=True)
    if unproven := int((~answers.proven).sum()):
        positions = counted(unproven, "position")
        page.say(f"inarow: {positions} of {len(answers)} not proven, with bounds")
    if output is not None and page.is_terminal:  # a program reads the file
        page.say(
            f"{counted(len(answers), 'position')} from {boards.source},"
            f" {int(answers.proven.sum())} proven, {count(answers.nodes)} nodes,"
            f" {answers.seconds:.1f} s: {output}"
        )


# The answers, written as a table, as JSON lines or as arrays.


def _write_results(
    boards: Boards, answers: BatchSolution, output: str | None, form: str, force: bool
) -> None:
    """Write all answers to the file `output`, or to standard output if it is None."""
    binary = form == "npz"
    target = nullcontext(sys.stdout) if output is None else whole(output, binary, force=force)
    with target as stream:
        if binary:
            _write_arrays(stream, boards, answers)
        elif form == "csv":
            _write_table(stream, [*FIELDS, *_kept(boards)], _rows(boards, answers))
        else:
            stream.writelines(json.dumps(row) + "\n" for row in _rows(boards, answers))


def _rows(boards: Boards, answers: BatchSolution) -> Iterator[Row]:
    """One row for each board; None is what is not known, not there or not asked."""
    kept = _kept(boards)
    for index, text in enumerate(board_texts(boards.game, boards.cells)):
        proven = bool(answers.proven[index])
        optimal = None if answers.optimal is None else answers.optimal[index]
        yield {
            "index": index,
            "position": text,
            "value": int(answers.values[index]) if proven else None,
            "lower": int(answers.lower[index]),
            "upper": int(answers.upper[index]),
            "proven": proven,
            "move": _unless_missing(answers.moves[index]),
            "distance": _unless_missing(answers.distances[index]),
            "optimal": np.flatnonzero(optimal).tolist() if proven and optimal is not None else None,
            **{name: column[index] for name, column in kept.items()},
        }


def _kept(boards: Boards) -> dict[str, Sequence[str]]:
    """The further columns of the input, under names that are not those of the answers."""
    return {
        f"input_{name}" if name in (*FIELDS, "board", "file") else name: column
        for name, column in boards.columns.items()
    }


def _unless_missing(number: np.int16) -> int | None:
    return None if number < 0 else int(number)


def _write_table(stream: IO[str], names: Sequence[str], rows: Iterator[Row]) -> None:
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(names)
    for row in rows:
        optimal = row["optimal"]
        row["proven"] = "true" if row["proven"] else "false"
        row["optimal"] = None if optimal is None else " ".join(map(str, optimal))
        table.writerow(row.values())


def _write_arrays(stream: IO[Any], boards: Boards, answers: BatchSolution) -> None:
    """The arrays of the solution under the names of the fields, with the boards themselves."""
    width = len(boards.game.start().text)
    arrays: dict[str, Any] = {
        "index": np.arange(len(answers)),
        "position": np.array(board_texts(boards.game, boards.cells), dtype=f"U{width}"),
        "board": boards.cells,
        "value": answers.values,
        "lower": answers.lower,
        "upper": answers.upper,
        "proven": answers.proven,
        "move": answers.moves,
        "distance": answers.distances,
    }
    if answers.optimal is not None:
        arrays["optimal"] = answers.optimal
    arrays.update((name, np.array(column, "U")) for name, column in _kept(boards).items())
    np.savez_compressed(stream, **arrays)
