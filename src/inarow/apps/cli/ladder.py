"""``inarow ladder``: what each idea of the search buys, as a table and as a chart."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.files import SVG, check_output, write_text
from inarow.apps.cli.options import (
    Force,
    FreeStart,
    Json,
    TableMb,
    option,
    output_file,
)
from inarow.apps.cli.records import position_record, print_record
from inarow.apps.cli.show import Page, heading, tell_interrupted
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError
from inarow.model.position import Position
from inarow.study.ladder import IDEAS, LADDER_MB, Rung, climb


def ladder(
    start: FreeStart,
    seconds: Annotated[float, option("S", "Give each method S seconds at the most.")] = 10,
    nodes: Annotated[int | None, option("N", "Give each method N nodes.")] = None,
    table_mb: TableMb = LADDER_MB,
    chart: Annotated[str | None, output_file("Also draw a chart (SVG).")] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Search one position by one method after another: see what each idea buys.

    Example: [bold]inarow ladder 4 4 4 -o ladder.svg[/bold]
    """
    asked = start.find()
    if chart is not None and Path(chart).suffix.lower() not in ("", ".svg"):
        raise InvalidOptionError(f"the chart is an SVG picture: {chart} should end in .svg")
    check_output(chart, force=force, kind=SVG)
    rungs: list[Rung] = []
    with StatusLine(as_json) as status, suppress(KeyboardInterrupt):
        for rung in climb(
            asked,
            seconds=seconds,
            nodes=nodes,
            table_mb=table_mb,
            progress=status.show_search,
        ):
            rungs.append(rung)
    complete = len(rungs) == len(IDEAS)
    if as_json:
        records = [rung.record() for rung in rungs]
        print_record({"rungs": records, "complete": complete, **position_record(asked)})
    else:
        _print_ladder(asked, rungs, complete)
    if not complete:
        raise typer.Exit(INTERRUPTED)
    if chart is not None:
        from inarow.svg.ladder import ladder_svg  # only who wants a picture needs it

        write_text(chart, ladder_svg(asked, rungs), force=force, kind=SVG)


def _print_ladder(position: Position, rungs: list[Rung], complete: bool) -> None:
    page = Page()
    page.title(heading(position))
    rows = [(each.name, each.count, each.time, _words(position, each), each.idea) for each in rungs]
    page.table(("method", "nodes", "time", "value", "idea"), rows, right=(1, 2))
    if any(not rung.complete for rung in rungs):
        print("\n> stopped by a limit: it would have needed more, ? not proven by then")
    if not complete:
        tell_interrupted(f"{len(rungs)} of {len(IDEAS)} methods are done")


def _words(position: Position, rung: Rung) -> str:
    if rung.value is None:
        return "?"
    if rung.value == 0:
        return "draw"
    return f"{position.turn if rung.value > 0 else 'XO'[position.turn == 'X']} wins"
