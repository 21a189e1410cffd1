"""What is known of a position, in words: for the command line, and for the labels of pictures."""

from __future__ import annotations

from collections.abc import Iterator

from inarow.model.counted import counted
from inarow.model.legal import OTHER
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.model.weak import weak_winner

VALUES = {1: "win", 0: "draw", -1: "loss", None: "?"}
"""A value from the side to move, in a word."""


def weak_status(position: Position) -> str | None:
    """How the weak game ended, or None if it goes on."""
    words = {"X": "X has completed a line", "O": "O has stopped X"}
    winner = weak_winner(position)
    return None if winner is None else words[winner]


def verdict(position: Position, solution: Solution, game_kind: GameKind = "strong") -> str:
    """Say the value, or what is known of it, in words."""
    if game_kind == "weak":
        return _weak_verdict(position, solution)
    if position.is_over:
        return f"{position.status}, the game is over"
    mover = position.turn
    if solution.value is None:
        if solution.lower == 0:
            return f"not proven: at least a draw for {mover}"
        if solution.upper == 0:
            return f"not proven: at most a draw for {mover}"
        return f"not proven: win, draw and loss are open for {mover}"
    if solution.value == 0:
        return "draw, proven"
    winner = mover if solution.value > 0 else OTHER[mover]
    return f"{winner} wins{_in_plies(solution.distance)}, proven"


def facts(
    position: Position, solution: Solution, game_kind: GameKind = "strong"
) -> Iterator[tuple[str, str]]:
    """Yield what a solution tells, each with a label: the value, a move, the line of play."""
    name, best = position.game.name, solution.best_move
    yield "value", verdict(position, solution, game_kind)
    if best is not None and solution.judged:
        yield "promising", f"{name(best)}, judged"
    elif best is not None:
        yield "best move", name(best)
    if solution.line:
        yield "line", " ".join(map(name, solution.line))


_ORDERS = {1: "fours", 2: "threes and fours", 3: "quiet moves, threes and fours"}


def forced_words(winner: str, order: int, plies: int) -> str:
    """What kind of win by force it is, and how long the line is that shows it, not every line.

    >>> forced_words("X", 2, 9)
    'X wins by force, here in 5 moves: threes and fours'
    """
    moves = counted((plies + 1) // 2, "move")
    return f"{winner} wins by force, here in {moves}: {_ORDERS[order]}"


def _weak_verdict(position: Position, solution: Solution) -> str:
    status = weak_status(position)
    if status is not None:
        return f"{status}, the game is over"
    if solution.value is None:
        return "not proven: X may complete a line, or O stop X"
    if solution.value == 0:
        return "O stops X, proven"
    return f"X completes a line{_in_plies(solution.distance)}, proven"


def _in_plies(distance: int | None) -> str:
    """`` in 5 plies``, or nothing where the distance is not known."""
    return "" if distance is None else f" in {counted(distance, 'ply')}"
