"""``inarow tree``: the solved game tree, as a list, a picture, a graph or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated

from inarow.apps.cli.files import SVG, check_output, file_format, write_text
from inarow.apps.cli.options import (
    AnyStart,
    Force,
    Json,
    TableMb,
    flag,
    option,
    output_file,
)
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page, heading
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError
from inarow.model.options import TABLE_MB
from inarow.model.results import Progress
from inarow.study.tree import LIMIT, GameTree
from inarow.study.tree import tree as make_tree

FORMATS: dict[str, Callable[[GameTree], str]] = {
    "text": GameTree.text,
    "svg": GameTree.svg,
    "dot": GameTree.dot,
    "json": lambda grown: json.dumps(grown.record()),
}
"""The forms of a tree."""

ENDINGS = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json", ".txt": "text"}
"""The form that each ending of a file stands for."""


def tree(
    start: AnyStart,
    depth: Annotated[int, option("D", "Plies below the position.", "--depth", "-d")] = 2,
    symmetry: Annotated[
        bool, flag("--symmetry", "Merge moves that turning or mirroring makes the same.")
    ] = False,
    limit: Annotated[int, option("P", "Refuse a tree of more than P positions.")] = LIMIT,
    seconds: Annotated[
        float | None, option("S", "Solve for S seconds in all; '?' for the rest.")
    ] = None,
    table_mb: TableMb = TABLE_MB,
    output: Annotated[str | None, output_file("Write the tree to FILE.")] = None,
    force: Force = False,
    form: Annotated[
        str | None,
        option(
            "FORMAT",
            "svg (a picture), dot (for Graphviz), json or text; unless the ending says it.",
            "--format",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show all lines of play for some plies, each position with its value.

    Example: [bold]inarow tree 3 3 3 --symmetry -o tree.svg[/bold]
    """
    endings = ENDINGS if output is not None else {**ENDINGS, "": "text"}
    chosen = file_format(output, form, endings)
    write, kind = FORMATS[chosen], SVG if chosen == "svg" else b""
    if as_json and form not in (None, "json") and output is None:
        raise InvalidOptionError(f"--json and --format {form} ask for different things")
    check_output(output, force=force, kind=kind)
    asked = start.find()
    with StatusLine(as_json) as status:

        def report(done: int, positions: int, progress: Progress) -> None:
            status.show_search(f"position {done + 1} of {positions}", progress)

        grown = make_tree(
            asked,
            depth=depth,
            symmetry=symmetry,
            limit=limit,
            seconds=seconds,
            table_mb=table_mb,
            progress=report,
        )
    if output is not None:
        write_text(output, write(grown), force=force, kind=kind)
    if as_json:
        print_record(grown.record())
    elif output is None:
        print(write(grown))
        if form is None and len(grown) > 1:  # for people
            print(f"\n{_legend(grown)}")
    else:
        page, plies = Page(), grown.by_ply
        page.title(heading(asked))
        page.fact("value", grown.root.label)
        positions = f"{len(grown):,} position" + ("s" if len(grown) > 1 else "")
        ply = f" ({' + '.join(f'{many:,}' for many in plies)} by ply)" if len(plies) > 1 else ""
        page.fact("tree", f"{positions}{ply}, written to {output}")


def _legend(grown: GameTree) -> str:
    """What the words of the list mean, those that occur."""
    below = grown.nodes[1:]
    words = ["best keeps the value"]
    if any(node.distance for node in below):
        words.append("in 5 so many plies to the end")
    if any(len(node.moves) > 1 for node in below):
        words.append("x4 so many moves alike")
    if any(node.value is None for node in below):
        words.append("? not proven")
    return ", ".join(words)
