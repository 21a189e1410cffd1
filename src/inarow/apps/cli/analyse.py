"""``inarow analyse``: what every legal move is worth."""

from __future__ import annotations

from collections.abc import Mapping

import typer
from rich.console import Console

from inarow.apps.cli.options import (
    TABLE_MB,
    Columns,
    DatabaseFile,
    Distance,
    Exact,
    InARow,
    Json,
    Loose,
    Nodes,
    PositionText,
    Rows,
    Seconds,
    TableMb,
    Threads,
    Turn,
    read_position,
)
from inarow.apps.cli.records import analysis_record, print_record
from inarow.apps.cli.show import draw_values, heading, output_console, print_fact, verdict
from inarow.apps.cli.solve import INTERRUPTED, print_effort
from inarow.apps.cli.watch import search
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.solver.solver import Solver

__all__ = ["analyse", "legend", "summarise"]

RANKED = 10
"""Moves in the ranking; the board shows them all."""

LINE = 8
"""Moves of a line in the ranking."""


def analyse(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    table_mb: TableMb = TABLE_MB,
    distance: Distance = False,
    database: DatabaseFile = None,
    as_json: Json = False,
) -> None:
    """Show the value of every legal move on the board, and rank the best.

    Example: [bold]inarow analyse 3 3 3 --position XO./.../... --distance[/bold]
    """
    asked = read_position(m, n, k, position, turn, loose, exact)
    solver = Solver(asked.game, table_mb, threads, database)
    analysis, watch = search(
        lambda nodes, seconds, watch: solver.analyse(
            asked, distance=distance, nodes=nodes, seconds=seconds, progress=watch
        ),
        nodes,
        seconds,
        as_json,
        asked.game,
    )
    if asked.is_over:
        summary = solver.solve(asked)
    elif watch is not None:
        summary = summarise(analysis, watch.nodes, watch.seconds)
    else:
        spent = sum(solution.nodes for solution in analysis.values())
        summary = summarise(
            analysis, spent, sum(solution.seconds for solution in analysis.values())
        )
    if as_json:
        print_record(analysis_record(asked, summary, analysis))
    else:
        _print_analysis(asked, summary, analysis, watch is not None)
    if watch is not None:
        raise typer.Exit(INTERRUPTED)


def summarise(analysis: Mapping[int, Solution], nodes: int, seconds: float) -> Solution:
    """The solution of the position itself, given those of its moves, best first."""
    move, first = next(iter(analysis.items()))
    lower = max(solution.lower for solution in analysis.values())
    upper = max(solution.upper for solution in analysis.values())
    # Among moves that may be best, one of unknown distance could be quicker, or hold out longer.
    settled = all(
        solution.distance is not None for solution in analysis.values() if solution.upper == upper
    )
    return Solution(
        value=lower if lower == upper else None,
        distance=first.distance if lower == upper and settled else None,
        best_move=move,
        line=first.line,
        lower=lower,
        upper=upper,
        nodes=nodes,
        seconds=seconds,
        judged=lower < upper,
    )


def _print_analysis(
    position: Position, summary: Solution, analysis: Mapping[int, Solution], interrupted: bool
) -> None:
    console = output_console()
    console.print(heading(position), style="bold", soft_wrap=True)
    console.print()
    draw_values(console, position, analysis)
    if analysis:
        console.print(legend(position, analysis), style="dim", soft_wrap=True)
        console.print()
    print_fact(console, "value", verdict(position, summary))
    _print_ranking(console, position, analysis, "best moves" if summary.proven else "best known")
    print_effort(summary.nodes, summary.seconds, interrupted)


def legend(position: Position, analysis: Mapping[int, Solution]) -> str:
    """What the signs on the board mean."""
    words = f"for {position.turn}: + win, = draw, - loss, ? not proven"
    if any(solution.distance is not None for solution in analysis.values()):
        words += "; numbers are plies to the end"
    return words


def _print_ranking(
    console: Console, position: Position, analysis: Mapping[int, Solution], label: str
) -> None:
    game = position.game
    # A move of which nothing is known has no place in a ranking.
    known = [item for item in analysis.items() if (item[1].lower, item[1].upper) != (-1, 1)]
    ranked = known[:RANKED]
    words = [verdict(position, solution) for _, solution in ranked]
    width = max(map(len, words), default=0)
    for rank, ((move, solution), text) in enumerate(zip(ranked, words, strict=True), 1):
        names = [game.name(cell) for cell in solution.line[:LINE]]
        if len(solution.line) > LINE:
            names.append("...")
        # A line of one move says nothing that the rank has not said.
        line = " ".join(names) if len(names) > 1 else ""
        entry = f"{rank:>2}. {game.name(move):<3}  {text:<{width}}  {line}".rstrip()
        print_fact(console, label if rank == 1 else "", entry)
    if len(known) > RANKED:
        print_fact(console, "", f"    and {len(known) - RANKED} more")
    if len(known) < len(analysis):
        print_fact(console, "open", f"{len(analysis) - len(known)} moves of which nothing is known")
