"""The answers to a batch, written as a table, as JSON lines or as arrays: whole or not at all."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from inarow.apps.cli.batch.read import Boards, board_texts
from inarow.model.errors import InvalidOptionError
from inarow.model.files import unfinished
from inarow.model.results import BatchSolution

__all__ = [
    "FIELDS",
    "OUTPUT_FORMATS",
    "check_output",
    "output_format",
    "write_results",
    "write_whole",
]

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
    known = "csv, jsonl or npz"
    if form is not None:
        if form not in OUTPUT_FORMATS.values():
            raise InvalidOptionError(f"--format must be {known}, not {form!r}")
        found = form
    else:
        suffix = "" if output is None else Path(output).suffix.lower()
        if suffix not in OUTPUT_FORMATS:
            raise InvalidOptionError(f"no format is known for {output}: give --format {known}")
        found = OUTPUT_FORMATS[suffix]
    if found == "npz" and output is None:
        raise InvalidOptionError("arrays are not written to standard output: give -o FILE.npz")
    return found


def check_output(output: str | None, source: str) -> None:
    """Raise at once what would otherwise be found out only when the work is done."""
    if output is None:
        return
    target = Path(output).resolve()
    if source != "-" and target == Path(source).resolve():
        raise InvalidOptionError(f"{output} is the input: the output must be another file")
    if target.is_dir():
        raise InvalidOptionError(f"{output} is a directory")
    if _is_device(output):
        return
    if not target.parent.is_dir():
        raise InvalidOptionError(f"there is no directory {target.parent}")
    if not all(os.access(path, os.W_OK) for path in (target.parent, target) if path.exists()):
        raise InvalidOptionError(f"{output} cannot be written")


def write_results(boards: Boards, answers: BatchSolution, output: str | None, form: str) -> None:
    """Write all answers to the file `output`, or to standard output if it is None."""
    if form == "npz":
        assert output is not None, "checked by output_format"
        write_whole(output, True, lambda stream: _write_arrays(stream, boards, answers))
        return
    write = _write_table if form == "csv" else _write_lines
    rows = _rows(boards, answers)
    if output is None:
        write(sys.stdout, rows)
    else:
        write_whole(output, False, lambda stream: write(stream, rows))


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


def _write_lines(stream: IO[str], rows: Iterator[Row]) -> None:
    for row in rows:
        stream.write(json.dumps(row) + "\n")


def _write_arrays(stream: IO[bytes], boards: Boards, answers: BatchSolution) -> None:
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


def _open(path: Path, mode: str, binary: bool) -> IO[Any]:
    return open(path, mode + "b") if binary else open(path, mode, encoding="utf-8", newline="")


def _is_device(output: str) -> bool:
    """Is this a terminal, a named pipe or the like? It must not be replaced by a file."""
    path = Path(output)
    return path.exists() and not path.is_file()


def write_whole(output: str, binary: bool, write: Callable[[IO[Any]], None]) -> None:
    """Write a file that appears under its name only when it is complete."""
    if _is_device(output):
        with _open(Path(output), "w", binary) as stream:
            write(stream)
        return
    with unfinished(output) as part, _open(part, "x", binary) as stream:
        write(stream)
