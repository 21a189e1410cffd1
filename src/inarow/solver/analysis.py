"""Every move of a position, solved one after another with what is left of the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import TypeAlias

from inarow.model.game import MoveLike
from inarow.model.position import Position
from inarow.model.results import Analysis, Report, Solution, finished
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
    found: dict[int, Solution] = {}
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
        found[move] = _seen_before(reply, move).of(position)
    return Analysis(position, dict(sorted(found.items(), key=_rank)))


def _seen_before(reply: Solution, move: int) -> Solution:
    """The solution of a move, given that of the position after it."""
    worth, line = reply.worth.before(), (move, *reply.line)
    return reply._replace(
        **worth._asdict(),
        value=worth.value,
        best_move=move,
        line=line,
        judged=False,  # the move was given
    )


def _rank(entry: tuple[int, Solution]) -> tuple[tuple[int, float], int]:
    """Sort key of an analysed move: best first, of equals the lower cell."""
    move, solution = entry
    return solution.worth.rank, move


def _later(
    report: Report | None, nodes: int, started: float, move: int, done: int, moves: int
) -> Report | None:
    """Report for the search of one move after others: their nodes and time count as well."""
    if report is None:
        return None
    return lambda more, _, share, fill, line: report(
        nodes + more, perf_counter() - started, (done + share) / moves, fill, (move, *line)[:8]
    )
