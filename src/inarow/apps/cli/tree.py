"""``inarow tree``: the solved game tree, as a list, a picture, a graph or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli.batch.write import check_output, write_whole
from inarow.apps.cli.options import (
    TABLE_MB,
    Columns,
    Exact,
    InARow,
    Json,
    Loose,
    PositionText,
    Rows,
    TableMb,
    Turn,
    read_position,
)
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import heading, output_console, print_fact
from inarow.apps.cli.watch import StatusLine, count
from inarow.model.errors import InvalidOptionError
from inarow.model.results import Progress
from inarow.study.tree import GameTree
from inarow.study.tree_solve import LIMIT
from inarow.study.tree_solve import tree as make_tree

__all__ = ["FORMATS", "tree"]

FORMATS: dict[str, Callable[[GameTree], str]] = {
    "text": GameTree.text,
    "svg": GameTree.svg,
    "dot": GameTree.dot,
    "json": lambda grown: json.dumps(grown.record()),
}
"""The forms of a tree."""

ENDINGS = {".txt": "text", ".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json"}
"""The form that each ending of a file stands for."""


def tree(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", help="Plies below the position.")
    ] = 2,
    symmetry: Annotated[
        bool,
        typer.Option("--symmetry", help="Merge moves that turning or mirroring makes the same."),
    ] = False,
    limit: Annotated[
        int, typer.Option(metavar="P", help="Refuse a tree of more than P positions.")
    ] = LIMIT,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="Solve for S seconds in all; '?' for the rest.", show_default=False
        ),
    ] = None,
    table_mb: TableMb = TABLE_MB,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the tree to FILE.", show_default=False
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="svg (a picture), dot (for Graphviz), json or text; unless the ending says it.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show all lines of play for some plies, each position with its value.

    Example: [bold]inarow tree 3 3 3 --symmetry -o tree.svg[/bold]
    """
    chosen = tree_format(output, form)
    if as_json and form not in (None, "json") and output is None:
        raise InvalidOptionError(f"--json and --format {form} ask for different things")
    check_output(output, "-")
    asked = read_position(m, n, k, position, turn, loose, exact)
    with StatusLine(quiet=as_json) as status:

        def report(done: int, positions: int, progress: Progress) -> None:
            status.show(
                f"position {done + 1} of {positions}: {count(progress.nodes)} nodes,"
                f" {progress.seconds:.1f} s"
            )

        grown = make_tree(
            asked,
            depth=depth,
            symmetry=symmetry,
            limit=limit,
            seconds=seconds,
            table_mb=table_mb,
            progress=report if status.is_seen else None,
        )
    if output is not None:
        written = FORMATS[chosen](grown)
        write_whole(output, False, lambda stream: print(written, file=stream))
    if as_json:
        print_record(grown.record())
    elif output is None:
        print(FORMATS[chosen](grown))
    else:
        _print_summary(grown, output)


def tree_format(output: str | None, form: str | None) -> str:
    """Return the form that was asked for, or that the ending of the file stands for."""
    known = "svg, dot, json or text"
    if form is not None:
        if form not in FORMATS:
            raise InvalidOptionError(f"--format must be {known}, not {form!r}")
        return form
    if output is None:
        return "text"
    suffix = Path(output).suffix.lower()
    if suffix not in ENDINGS:
        raise InvalidOptionError(f"no format is known for {output}: give --format {known}")
    return ENDINGS[suffix]


def _print_summary(grown: GameTree, output: str) -> None:
    console, plies = output_console(), grown.by_ply
    console.print(heading(grown.root.position), style="bold", soft_wrap=True)
    print_fact(console, "value", grown.root.label)
    positions = f"{len(grown):,} position" + ("s" if len(grown) > 1 else "")
    ply = f" ({' + '.join(f'{number:,}' for number in plies)} by ply)" if len(plies) > 1 else ""
    print_fact(console, "tree", f"{positions}{ply}, written to {output}")
