"""``inarow ladder``: what each idea of the search buys, as a table and as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli.batch.write import check_output, write_whole
from inarow.apps.cli.options import (
    Columns,
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
from inarow.apps.cli.show import heading, output_console, tell_interrupted
from inarow.apps.cli.solve import INTERRUPTED
from inarow.apps.cli.watch import StatusLine, count
from inarow.model.errors import InvalidOptionError
from inarow.model.position import Position
from inarow.model.results import Progress
from inarow.study.ladder import IDEAS, LADDER_MB, Rung, climb

__all__ = ["ladder"]


def ladder(
    m: Rows,
    n: Columns,
    k: InARow,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Give each method S seconds at the most.")
    ] = 10,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", help="Give each method N nodes.", show_default=False),
    ] = None,
    table_mb: TableMb = LADDER_MB,
    chart: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Also draw a chart (SVG).", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Search one position by one method after another: see what each idea buys.

    Example: [bold]inarow ladder 4 4 4 -o ladder.svg[/bold]
    """
    asked = read_position(m, n, k, position, turn, loose)
    if chart is not None and Path(chart).suffix.lower() not in ("", ".svg"):
        raise InvalidOptionError(f"the chart is an SVG picture: {chart} should end in .svg")
    check_output(chart, "-")
    rungs: list[Rung] = []
    interrupted = False
    with StatusLine(quiet=as_json) as status:

        def report(name: str, progress: Progress) -> None:
            status.show(f"{name}: {count(progress.nodes)} nodes, {progress.seconds:.1f} s")

        try:
            for rung in climb(
                asked,
                seconds=seconds,
                nodes=nodes,
                table_mb=table_mb,
                progress=report if status.is_seen else None,
            ):
                rungs.append(rung)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_record(_record(asked, rungs, not interrupted))
    else:
        _print_ladder(asked, rungs, interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if chart is not None:
        from inarow.svg.ladder import ladder_svg  # only who wants a picture needs it

        picture = ladder_svg(asked, rungs)
        write_whole(chart, False, lambda stream: print(picture, file=stream))


def _record(position: Position, rungs: Sequence[Rung], complete: bool) -> dict[str, object]:
    game = position.game
    return {
        "rungs": [rung.record() for rung in rungs],
        "complete": complete,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "position": position.text,
        "turn": position.turn,
    }


def _print_ladder(position: Position, rungs: Sequence[Rung], interrupted: bool) -> None:
    console = output_console()
    console.print(heading(position), style="bold", soft_wrap=True)
    print()
    table = [("method", "nodes", "time", "value", "idea")]
    table += [
        (rung.name, rung.count, rung.time, _words(position, rung), rung.idea) for rung in rungs
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, nodes, time, value, idea in table:
        line = (
            f"{name:<{widths[0]}}  {nodes:>{widths[1]}}  {time:>{widths[2]}}"
            f"  {value:<{widths[3]}}  {idea}"
        )
        console.print(line, style="dim" if name == "method" else None, soft_wrap=True)
    if any(not rung.complete for rung in rungs):
        print("\n>  stopped by a limit: it would have needed more")
    if interrupted:
        tell_interrupted(f"{len(rungs)} of {len(IDEAS)} methods are done")


def _words(position: Position, rung: Rung) -> str:
    if rung.value is None:
        return "?"
    if rung.value == 0:
        return "draw"
    return f"{position.turn if rung.value > 0 else 'XO'[position.turn == 'X']} wins"
