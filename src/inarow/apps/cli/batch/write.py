"""The answers to a batch, written as a table, as JSON lines or as arrays: whole or not at all."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import IO, Any

import numpy as np

from inarow.apps.cli.batch.read import Boards, board_texts
from inarow.apps.cli.files import file_format, whole
from inarow.model.errors import InvalidOptionError
from inarow.model.results import BatchSolution

__all__ = ["FIELDS", "OUTPUT_FORMATS", "output_format", "write_results"]

OUTPUT_FORMATS = {
    "": "csv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".npz": "npz",
}
"""The format that each ending stands for."""

FIELDS = (
    "index",
    "position",
    "value",
    "lower",
    "upper",
    "proven",
    "move",
    "distance",
    "optimal",
)
"""What is said of each position; `index` counts from 0."""

Row = dict[str, Any]


def output_format(output: str | None, form: str | None) -> str:
    """Return ``csv``, ``jsonl`` or ``npz``: what was asked for, or what the ending stands for."""
    found = file_format(output, form, OUTPUT_FORMATS)
    if found == "npz" and output is None:
        raise InvalidOptionError("arrays are not written to standard output: give -o FILE.npz")
    return found


def write_results(boards: Boards, answers: BatchSolution, output: str | None, form: str) -> None:
    """Write all answers to the file `output`, or to standard output if it is None."""
    binary = form == "npz"
    with nullcontext(sys.stdout) if output is None else whole(output, binary) as stream:
        if binary:
            _write_arrays(stream, boards, answers)
        elif form == "csv":
            _write_table(stream, _rows(boards, answers))
        else:
            stream.writelines(json.dumps(row) + "\n" for row in _rows(boards, answers))


def _rows(boards: Boards, answers: BatchSolution) -> Iterator[Row]:
    """One row for each board; None is what is not known, not there or not asked."""
    texts = board_texts(boards.cells)
    for index, text in enumerate(texts):
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
        }


def _unless_missing(number: np.int16) -> int | None:
    return None if number < 0 else int(number)


def _write_table(stream: IO[str], rows: Iterator[Row]) -> None:
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(FIELDS)
    for row in rows:
        optimal = row["optimal"]
        row["proven"] = "true" if row["proven"] else "false"
        row["optimal"] = None if optimal is None else " ".join(map(str, optimal))
        table.writerow(row.values())


def _write_arrays(stream: IO[Any], boards: Boards, answers: BatchSolution) -> None:
    """The arrays of the solution under the names of the fields, with the boards themselves."""
    width = max(1, boards.game.m * (boards.game.n + 1) - 1)
    arrays: dict[str, Any] = {
        "index": np.arange(len(answers)),
        "position": np.array(board_texts(boards.cells), dtype=f"U{width}"),
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
    np.savez_compressed(stream, **arrays)
