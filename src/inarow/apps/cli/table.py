"""``inarow table``: the values of many empty boards, for people, spreadsheets and as a picture."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import Annotated

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.files import SVG, check_output, whole, write_text
from inarow.apps.cli.options import (
    Force,
    Json,
    Nodes,
    TableMb,
    Weak,
    flag,
    game_kind,
    option,
    read_numbers,
)
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page, aligned, tell_interrupted
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.grid import MAX_SIDE
from inarow.model.options import TABLE_MB, time_limit
from inarow.model.results import Progress
from inarow.study.table import TECHNIQUES, Row, results

FIELDS = (
    *("m", "n", "k", "game_kind", "value", "lower", "upper", "distance", "proven"),
    *("technique", "nodes", "seconds"),
)
"""What is said of each board, in the CSV file and in JSON."""

LETTERS = {"too long": "l", "pairing": "p", "weak game": "w", "search": "s"}
"""The techniques in the cells."""


def table(
    largest: Annotated[int, option("SIDE", "The longest side of a board, 1 to 20.", "--max")] = 6,
    ks: Annotated[str, option("K", "Lengths of the line: 4, 3-6 or 3,5-8.", "--k")] = "3-6",
    smallest: Annotated[int, option("SIDE", "The shortest side of a board.", "--min")] = 1,
    both_ways: Annotated[
        bool, flag("--all", "Boards with more rows than columns as well.")
    ] = False,
    weak: Weak = False,
    distance: Annotated[bool, flag("--distance/--no-distance", "Count the plies of wins.")] = True,
    seconds: Annotated[float, option("S", "Give each board S seconds at the most.")] = 10,
    nodes: Nodes = None,
    table_mb: TableMb = TABLE_MB,
    listed: Annotated[bool, flag("--list", "Tell of each board what it took.")] = False,
    csv_file: Annotated[str | None, option("FILE", "Also write a CSV file.", "--csv")] = None,
    svg_file: Annotated[str | None, option("FILE", "Also draw a picture.", "--svg")] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Solve the empty boards of many sizes: who wins, how soon, and what proves it.

    Example: [bold]inarow table --max 8 --k 3-5 --seconds 2[/bold]
    """
    lengths = read_numbers("--k", ks, MAX_SIDE, "3-6 or 3,5")
    if not 1 <= smallest <= largest <= MAX_SIDE:
        raise InvalidOptionError(
            f"--min and --max must be 1 to {MAX_SIDE} and in order, not {smallest} and {largest}"
        )
    check_output(csv_file, force=force)
    check_output(svg_file, force=force, kind=SVG)
    if csv_file and svg_file and os.path.realpath(csv_file) == os.path.realpath(svg_file):
        raise InvalidOptionError(f"--csv and --svg name the same file, {csv_file}")
    time_limit(seconds)
    rows: list[Row] = []
    sides = largest - smallest + 1
    boards = len(lengths) * (sides * sides if both_ways else sides * (sides + 1) // 2)
    with StatusLine(as_json) as status, suppress(KeyboardInterrupt):

        def report(game: Game, progress: Progress) -> None:
            status.show_search(f"{game.words} ({len(rows) + 1} of {boards})", progress)

        for row in results(
            largest,
            lengths,
            smallest=smallest,
            both_ways=both_ways,
            game_kind=game_kind(weak),
            distance=distance,
            seconds=seconds,
            nodes=nodes,
            table_mb=table_mb,
            progress=report,
        ):
            rows.append(row)
    complete = len(rows) == boards
    if as_json:
        print_record({"rows": [row.record() for row in rows], "complete": complete})
    else:
        _print_tables(rows, boards, listed)
    if not complete:
        raise typer.Exit(INTERRUPTED)
    if csv_file is not None:
        with whole(csv_file, force=force) as stream:
            writer = csv.DictWriter(stream, FIELDS, lineterminator="\n")
            writer.writeheader()
            for row in rows:
                writer.writerow({**row.record(), "proven": "true" if row.proven else "false"})
    if svg_file is not None:
        from inarow.svg.table import table_svg  # only who wants a picture needs it

        write_text(svg_file, table_svg(rows), force=force, kind=SVG)


# Text.


def _print_tables(rows: Sequence[Row], boards: int, listed: bool) -> None:
    page = Page()
    for k, group in groupby(rows, key=lambda row: row.k):
        grid = list(group)
        weak = ", weak game" if grid[0].game_kind == "weak" else ""
        page.title(f"{k} in a row{weak}")
        _print_grid(page, grid)
        _print_efforts(grid, listed)
        print()
    if len(rows) < boards:
        tell_interrupted(f"{len(rows)} of {boards} boards are done")
    if rows:
        _print_legend(rows)


def _print_grid(page: Page, rows: Sequence[Row]) -> None:
    """Rows down, columns across; wider than the terminal it comes in parts."""
    cells = {(row.m, row.n): _cell(row) for row in rows}
    columns = sorted({n for _, n in cells})
    width = max(map(len, cells.values()))
    margin = 5
    step = max(1, (page.width - margin) // (width + 2)) if page.is_terminal else len(columns)
    for first in range(0, len(columns), step):
        part = columns[first : first + step]
        lines = [("m \\ n", *(f"{n:<{width}}" for n in part))]
        for m in sorted({m for m, _ in cells}):
            if any((m, n) in cells for n in part):
                lines.append((str(m), *(cells.get((m, n), "") for n in part)))
        print(*aligned(lines, right=[0]), "", sep="\n")


def _cell(row: Row) -> str:
    """The label and the letter of the technique, each in its column: ``draw w``, ``X 11 s``."""
    return f"{row.label:<4} {LETTERS[row.technique]}" if row.technique else row.label


def _print_efforts(rows: Sequence[Row], listed: bool) -> None:
    """What the boards took together, and each of them if that is asked for."""
    nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
    print(f"{len(rows)} boards, {nodes:,} nodes, {seconds:.3f} s")
    if listed:
        efforts = (
            (
                f"  {row.m}x{row.n}",
                row.words,
                row.technique or "-",
                f"{row.nodes:,} nodes",
                f"{row.seconds:.3f} s",
            )
            for row in rows
        )
        print(*aligned(efforts, right=[3, 4]), sep="\n")


def _print_legend(rows: Sequence[Row]) -> None:
    """What the labels and letters mean, those that occur."""
    weak = rows[0].game_kind == "weak"
    if any(row.value == 1 for row in rows):
        plies = any(row.distance is not None for row in rows)
        words = "X completes a line" if weak else "X wins"
        print(f"X     {words}" + ("; the number counts the plies to it" if plies else ""))
    if weak and any(row.value == 0 for row in rows):
        print("O     O stops X")
    if not all(row.proven for row in rows):
        print("?     not proven within the limits" + ("" if weak else ": a draw, or X wins"))
    for technique, letter in LETTERS.items():
        if any(row.technique == technique for row in rows):
            print(f"{letter}     {technique}: {TECHNIQUES[technique]}")
