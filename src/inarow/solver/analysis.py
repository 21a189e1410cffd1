"""Every move of a position, solved one after another with what is left of the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import TypeAlias

from inarow.model.game import MoveLike
from inarow.model.position import Position
from inarow.model.results import Analysis, Report, Solution, finished
from inarow.model.worth import Worth
from inarow.solver.query import Query

__all__ = ["analyse_positions", "positions_after"]

Search: TypeAlias = Callable[[Position, Query], Solution]
"""Solves a position that is not over."""


def positions_after(position: Position, moves: Iterable[MoveLike] | None) -> dict[int, Position]:
    """Return the positions after `moves`, or after all that are legal, by the cell."""
    if moves is None:
        return {move: position.play(move) for move in position.legal_moves}
    return {position.game.cell(move): position.play(move) for move in moves}


def analyse_positions(
    search: Search,
    position: Position,
    positions: Mapping[int, Position],
    query: Query,
) -> Analysis:
    """Return the solutions of moves, given the positions after them; the limits are for all."""
    started = perf_counter()
    found: list[tuple[tuple[int, float], int, Solution]] = []
    spent = 0
    for done, (move, after) in enumerate(positions.items()):
        # What is left is shared out among the moves that are left.
        left = len(positions) - done
        nodes, seconds = query.nodes, query.seconds
        if nodes is not None:
            nodes = max(1, (nodes - spent) // left)
        if seconds is not None:
            seconds = max(1e-6, (started + seconds - perf_counter()) / left)
        if after.is_over:
            reply = finished(after)
        else:
            later = _later(query.report, spent, started, move, done, done + left)
            reply = search(after, Query(query.distance, nodes, seconds, later))
        spent += reply.nodes
        worth = reply.worth.before()
        found.append((worth.rank, move, _seen_before(reply, move, worth).of(position)))
    found.sort(key=lambda entry: entry[:2])  # of equals the lower cell first
    return Analysis(position, {move: solution for _, move, solution in found})


def _seen_before(reply: Solution, move: int, worth: Worth) -> Solution:
    """The solution of a move of this worth, given that of the position after it."""
    lower, upper, distance = worth
    return Solution(
        value=lower if lower == upper else None,
        distance=distance,
        best_move=move,
        line=(move, *reply.line),
        lower=lower,
        upper=upper,
        nodes=reply.nodes,
        seconds=reply.seconds,
        judged=False,  # the move was given
    )


def _later(
    report: Report | None, nodes: int, started: float, move: int, done: int, moves: int
) -> Report | None:
    """Report for the search of one move after others: their nodes and time count as well."""
    if report is None:
        return None
    return lambda more, _, share, fill, line: report(
        nodes + more, perf_counter() - started, (done + share) / moves, fill, (move, *line)[:8]
    )
