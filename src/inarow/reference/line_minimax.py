"""Minimax to a given depth: what to do when the end of the game is out of sight.

The search stops after ``depth`` moves and judges the board by its lines: a line that only one side
has stones on counts for that side, 10 if it is full, 2 if it misses one stone, 1 if it misses two;
the other side's count against it.  (Where k is below 3, a line without stones counts for nobody.)
A finished game is not judged but known, so it outweighs every judgement, the more the sooner it
ends: otherwise a player would rather collect twos than win.

So much for `play`.  A `Plan` may choose another judgement, and have finished games judged like any
board, as the tutorials do that this comes from.

Two things make large boards bearable.  The sums are kept up to date: a stone changes only the
lines through its cell.  And ``reach`` leaves out moves more than so many rows and columns away
from every stone, which may cost the best move; alpha-beta, which also serves here, costs nothing.

>>> rules = Rules(3, 3, 3)
>>> play(rules, rules.parse("XX./OO./..."), depth=1).move
2
>>> play(rules, depth=2)  # the centre is on four lines; no reply takes away more than three
LineResult(score=1, move=4, nodes=35)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from inarow.reference.line_sums import OTHER, Lines
from inarow.reference.rules import EMPTY, Board, O, Rules, X

INFINITY = 1 << 62  # more than any score


class LineResult(NamedTuple):
    """``score`` is from the side to move; ``nodes`` counts the boards visited, the root too."""

    score: int
    move: int | None
    nodes: int


Evaluation: TypeAlias = Callable[[Lines], int]
"""A judgement from the view of X."""


def by_lines(lines: Lines) -> int:
    """The lines of X, each counted by `SCORES`, less those of O."""
    return lines.sum[X] - lines.sum[O]


def by_wins(lines: Lines, win: int = 10, loss: int = -10) -> int:
    """``win`` if X has a full line, ``loss`` if O has one, else 0."""
    return win if lines.full[X] else loss if lines.full[O] else 0


@dataclass(frozen=True)
class Plan:
    """How to search; without pruning it is plain minimax, the moves in rising order."""

    won: int | None
    """What a win counts, and one more for each move not needed; ``None``: it is judged."""
    evaluate: Evaluation = by_lines
    reach: int | None = None
    prune: bool = True


def play(
    rules: Rules, board: Board | None = None, depth: int = 4, reach: int | None = None
) -> LineResult:
    """Score, first best move and nodes of a board (the empty one if not given).

    Raises ``ValueError`` for a board that no game reaches, and for a depth or reach below 1.
    """
    if depth < 1 or (reach is not None and reach < 1):
        raise ValueError("depth and reach must be at least 1")
    lines = Lines(rules, rules.check(board))
    plan = Plan(lines.won, reach=reach)
    mover = rules.turn(tuple(lines.cells))
    return search(lines, mover, OTHER[mover], depth, plan, -INFINITY, INFINITY)


def best_moves(lines: Lines, mover: str, depth: int, plan: Plan) -> tuple[int, list[int], int]:
    """The best score, every move that has it in rising order, and the nodes; not for the end."""
    best, nodes = -INFINITY, 1
    moves: list[int] = []
    for move in _candidates(lines, mover, OTHER[mover], plan):
        lines.put(move, mover)
        # The window lets in one score more: a move that only equals the best is exact as well.
        reply = search(lines, OTHER[mover], mover, depth - 1, plan, -INFINITY, 1 - best)
        lines.take(move)
        nodes += reply.nodes
        if -reply.score > best:
            best, moves = -reply.score, []
        if -reply.score == best:
            moves.append(move)
    return best, sorted(moves), nodes


def search(
    lines: Lines, own: str, other: str, depth: int, plan: Plan, alpha: int, beta: int
) -> LineResult:
    """The recursion: exact between ``alpha`` and ``beta``, a bound outside (see ``alphabeta``)."""
    if lines.full[other] and plan.won is not None:
        return LineResult(-plan.won - depth, None, 1)
    if depth == 0 or lines.full[other] or EMPTY not in lines.cells:
        score = plan.evaluate(lines)
        return LineResult(score if own == X else -score, None, 1)
    best, best_move, nodes = -INFINITY, None, 1
    for move in _candidates(lines, own, other, plan):
        lines.put(move, own)
        reply = search(lines, other, own, depth - 1, plan, -beta, -max(alpha, best))
        lines.take(move)
        nodes += reply.nodes
        if best_move is None or -reply.score > best:
            best, best_move = -reply.score, move
        if best >= beta and plan.prune:
            break
    return LineResult(best, best_move, nodes)


def _candidates(lines: Lines, own: str, other: str, plan: Plan) -> list[int]:
    """The moves to search; for pruning, those on the fullest lines of either side first."""
    moves = lines.near(plan.reach)
    if not plan.prune:
        return moves

    def fullest(move: int) -> int:
        counts = [
            max(lines.count[own][line], lines.count[other][line])
            for line in lines.through[move]
            if not (lines.count[own][line] and lines.count[other][line])
        ]
        return -max(counts, default=0)

    return sorted(moves, key=fullest)
