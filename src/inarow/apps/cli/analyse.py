"""``inarow analyse``: what every legal move is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from inarow.apps.cli.options import AnyStart, Json, LimitedSearch
from inarow.apps.cli.records import analysis_record, print_record
from inarow.apps.cli.show import Page, aligned, heading
from inarow.apps.cli.solve import print_effort
from inarow.apps.cli.watch import search
from inarow.model.counted import counted
from inarow.model.position import Position
from inarow.model.results import Analysis, Estimate, Solution
from inarow.model.words import verdict
from inarow.svg.overlays import sign

RANKED = 10
"""Moves in the ranking; the board shows them all."""

LINE = 8
"""Moves of a line in the ranking."""

POINTS = "points, no proof: open lines, four times as much with a stone more; + is good for"

STYLES = {1: "bold green", 0: "yellow", -1: "red", None: "dim"}
"""For the value of a move."""


def analyse(start: AnyStart, options: LimitedSearch, as_json: Json = False) -> None:
    """Show the value of every legal move on the board, and rank the best.

    Example: [bold]inarow analyse 3 3 3 --position XO./.../... --distance[/bold]
    """
    asked = start.find()
    solver = options.solver(asked.game)
    analysis, watch = search(
        partial(solver.analyse, asked, distance=options.distance),
        asked.game,
        as_json,
        options.limits,
    )
    summary = analysis.solution
    if watch.interrupted:
        summary = replace(summary, nodes=watch.nodes, seconds=watch.seconds)
    if as_json:
        print_record(analysis_record(asked, summary, analysis))
    else:
        page = Page()
        page.title(heading(asked))
        print_values(page, asked, analysis)
        if analysis:
            page.say()
        page.fact("value", verdict(asked, summary))
        _print_ranking(page, asked, analysis)
        print_effort(page, summary.nodes, summary.seconds, watch.interrupted)
    if watch.interrupted:
        raise KeyboardInterrupt


def print_values(page: Page, position: Position, analysis: Mapping[int, Solution]) -> None:
    """Draw on every legal cell what a move there is worth to the mover, and say what signs mean."""
    labels = {
        move: (_sign(solution), STYLES[solution.value]) for move, solution in analysis.items()
    }
    words = f"for {position.turn}: + win, = draw, - loss, ? not proven"
    if any(solution.distance is not None for solution in analysis.values()):
        words += "; numbers are plies to the end"
    page.board(position, labels, legend=words)


def _sign(solution: Solution) -> str:
    """The value as ``+5``, ``=``, ``-8`` or ``?``, in ASCII."""
    return "?" if solution.value is None else sign(solution).replace("\N{MINUS SIGN}", "-")


def _print_ranking(page: Page, position: Position, analysis: Analysis) -> None:
    name = position.game.name
    whole = analysis.solution
    # A move of which nothing is known has no place in a ranking, nor has one that is not the best.
    known = [
        item
        for item in analysis.items()
        if (item[1].lower, item[1].upper) != (-1, 1)
        and (whole.proven or item[1].upper > max(-1, whole.lower - 1))
    ]
    rows = [
        (f"{rank:>2}. {name(move):<3}", verdict(position, solution), _line(name, solution.line))
        for rank, (move, solution) in enumerate(known[:RANKED], 1)
    ]
    _print_rows(page, "best moves" if whole.proven else "best known", rows)
    if len(known) > RANKED:
        page.fact("", f"    and {len(known) - RANKED} more")
    if not whole.proven:
        rows = [
            (f"{rank:>2}. {name(one.best_move):<3}", _points(one), _line(name, one.line))
            for rank, one in enumerate(analysis.estimates[:RANKED], 1)
        ]
        if not rows and whole.judged and whole.best_move is not None:  # games without estimates
            rows = [(f" 1. {name(whole.best_move)}", "judged", "")]
        _print_rows(page, "look best", rows)
        if any(not one.plies for one in analysis.estimates[:RANKED]):
            page.fact("", f"    {POINTS} {position.turn}")
        lost = [name(move) for move, solution in analysis.items() if solution.upper == -1]
        if lost:
            more = f" and {len(lost) - RANKED} more" if len(lost) > RANKED else ""
            page.fact("lose", " ".join(lost[:RANKED]) + more)
    unknown = sum((found.lower, found.upper) == (-1, 1) for found in analysis.values())
    if unknown:
        page.fact("open", f"{counted(unknown, 'move')} of which nothing is proven")


def _print_rows(page: Page, label: str, rows: Sequence[tuple[str, ...]]) -> None:
    for number, entry in enumerate(aligned(rows)):
        page.fact("" if number else label, entry)


def _line(name: Callable[[int], str], line: Sequence[int]) -> str:
    """The moves of a line; one of one move says nothing that the rank has not said."""
    more = " ..." if len(line) > LINE else ""
    return " ".join(map(name, line[:LINE])) + more if len(line) > 1 else ""


def _points(estimate: Estimate) -> str:
    if estimate.plies:
        return f"seems to {'win' if estimate.plies > 0 else 'lose'} in {abs(estimate.plies)}"
    return f"{estimate.score:+d} at depth {estimate.depth}"
