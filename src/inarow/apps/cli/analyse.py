"""``inarow analyse``: what every legal move is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.options import AnyGame, Json, LimitedSearch, StartPosition
from inarow.apps.cli.records import analysis_record, print_record
from inarow.apps.cli.show import Page, aligned, heading, output_console
from inarow.apps.cli.solve import print_effort
from inarow.apps.cli.watch import search
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.model.words import verdict

__all__ = ["analyse", "print_values", "summarise"]

RANKED = 10
"""Moves in the ranking; the board shows them all."""

LINE = 8
"""Moves of a line in the ranking."""

STYLES = {1: "bold green", 0: "yellow", -1: "red", None: "dim"}
"""For the value of a move."""


def analyse(
    game: AnyGame, start: StartPosition, options: LimitedSearch, as_json: Json = False
) -> None:
    """Show the value of every legal move on the board, and rank the best.

    Example: [bold]inarow analyse 3 3 3 --position XO./.../... --distance[/bold]
    """
    asked = start.read(game.read())
    solver = options.solver(asked.game)
    analysis, watch = search(
        partial(solver.analyse, asked, distance=options.distance),
        asked.game,
        as_json,
        options.limits,
    )
    if asked.is_over:
        summary = solver.solve(asked)
    elif watch is not None:
        summary = summarise(analysis, watch.nodes, watch.seconds)
    else:
        found = analysis.values()
        spent = sum(solution.nodes for solution in found), sum(each.seconds for each in found)
        summary = summarise(analysis, *spent)
    if as_json:
        print_record(analysis_record(asked, summary, analysis))
    else:
        page = output_console()
        page.title(heading(asked))
        print_values(page, asked, analysis)
        if analysis:
            page.say()
        page.fact("value", verdict(asked, summary))
        label = "best moves" if summary.proven else "best known"
        _print_ranking(page, asked, analysis, label)
        print_effort(page, summary.nodes, summary.seconds, watch is not None)
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


def print_values(page: Page, position: Position, analysis: Mapping[int, Solution]) -> None:
    """Draw on every legal cell what a move there is worth to the mover, and say what signs mean."""
    labels = {
        move: (_sign(solution), STYLES[solution.value]) for move, solution in analysis.items()
    }
    page.board(position, labels)
    if analysis:
        words = f"for {position.turn}: + win, = draw, - loss, ? not proven"
        if any(solution.distance is not None for solution in analysis.values()):
            words += "; numbers are plies to the end"
        page.say(words, "dim")


def _sign(solution: Solution) -> str:
    """The value as ``+5``, ``=``, ``-8`` or ``?``; a bare sign where no distance is known."""
    if solution.value is None:
        return "?"
    if solution.value == 0:
        return "="
    distance = "" if solution.distance is None else str(solution.distance)
    return ("+" if solution.value > 0 else "-") + distance


def _print_ranking(
    page: Page, position: Position, analysis: Mapping[int, Solution], label: str
) -> None:
    name = position.game.name
    # A move of which nothing is known has no place in a ranking.
    known = [item for item in analysis.items() if (item[1].lower, item[1].upper) != (-1, 1)]
    rows = []
    for rank, (move, solution) in enumerate(known[:RANKED], 1):
        # A line of one move says nothing that the rank has not said.
        line = " ".join(map(name, solution.line[:LINE])) if len(solution.line) > 1 else ""
        more = " ..." if len(solution.line) > LINE else ""
        rows.append((f"{rank:>2}. {name(move):<3}", verdict(position, solution), line + more))
    for number, entry in enumerate(aligned(rows)):
        page.fact("" if number else label, entry)
    if len(known) > RANKED:
        page.fact("", f"    and {len(known) - RANKED} more")
    if len(known) < len(analysis):
        page.fact("open", f"{len(analysis) - len(known)} moves of which nothing is known")
