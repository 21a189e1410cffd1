"""The weak game: X makes a line or does not; O only has to stop that.

In the weak game (also Maker-Breaker; Beck, "Combinatorial Games: Tic-Tac-Toe Theory", 2008) X is
*Maker* and O is *Breaker*.  A line of O counts for nothing and play goes on after it, so there
are no threats of O to answer and the question is simpler: does X get a line or not?  If X does
not, the ordinary game is no X win either; if X does, the ordinary game may still be a draw, as
the 3x3 board shows:

>>> solve(Rules(3, 3, 3))
DistanceResult(value=1, distance=7, move=0, nodes=5646)
>>> solve(Rules(3, 4, 4))[:2]
(0, None)

With X to move the value is +1 if X can complete a line and 0 if not; with O to move it is -1 or
0.  X hurries, O delays.  Any stones may be on the board, O's lines among them; where the counts
do not tell whose turn it is, `turn` must.

>>> solve(Rules(3, 3, 3), tuple("OOOX....."), "O")
DistanceResult(value=0, distance=None, move=4, nodes=95)

Plain search over sets of cells with a memo: X needs one move that leads to a line, O one that
does not.  No bound, no cut: the oracle for `weak_careful`, and for faster programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from inarow.reference.bitboards import Cells, cell_set, sides
from inarow.reference.distance import DistanceResult
from inarow.reference.rules import Board, O, Rules, X


class State(NamedTuple):
    """A position of the weak game."""

    maker: Cells
    breaker: Cells
    makers_turn: bool


Memo: TypeAlias = dict[State, int | None]
"""Plies to the line that Maker forces; ``None`` where Breaker prevents it."""


class Arena(NamedTuple):
    """The board as sets of cells."""

    full: Cells
    lines: tuple[Cells, ...]


def solve(rules: Rules, board: Board | None = None, turn: str | None = None) -> DistanceResult:
    """Value, distance, first best move and nodes of a board (the empty one if not given).

    Visits every position that can come of it.  ``ValueError`` as from `check`.
    """
    state, arena = check(rules, board, turn), arena_of(rules)
    memo: Memo = {}
    plies = search(arena, state, memo)
    children = list(successors(arena, state))
    move = None
    if children and plies != 0:
        pick = min if state.makers_turn else max  # of equals, the first
        move, _ = pick(children, key=lambda step: lateness(memo[step[1]]))
    return DistanceResult(value_of(plies, state.makers_turn), plies, move, len(memo))


def search(arena: Arena, state: State, memo: Memo) -> int | None:
    """The recursion: plies to Maker's line, ``None`` if there will be none."""
    if state not in memo:
        if has_line(arena, state.maker):
            memo[state] = 0
        elif state.maker | state.breaker == arena.full:
            memo[state] = None
        else:
            found = [search(arena, child, memo) for _, child in successors(arena, state)]
            best = (min if state.makers_turn else max)(found, key=lateness)
            memo[state] = None if best is None else best + 1
    return memo[state]


def successors(arena: Arena, state: State) -> Iterator[tuple[int, State]]:
    """Each empty cell with the position after a move there."""
    maker, breaker, makers_turn = state
    for cell in range(arena.full.bit_length()):
        stone = 1 << cell
        if not (maker | breaker) & stone:
            if makers_turn:
                yield cell, State(maker | stone, breaker, False)
            else:
                yield cell, State(maker, breaker | stone, True)


def has_line(arena: Arena, stones: Cells) -> bool:
    """Whether some line lies within the stones."""
    return any(line & stones == line for line in arena.lines)


def lateness(plies: int | None) -> float:
    """Sorts outcomes as time passes: a line that never comes is the latest."""
    return float("inf") if plies is None else plies


def value_of(plies: int | None, makers_turn: bool) -> int:
    """The value to the side to move: 0 if no line comes, else Maker's win."""
    return 0 if plies is None else 1 if makers_turn else -1


def arena_of(rules: Rules) -> Arena:
    """The board of a game as sets of cells."""
    return Arena((1 << rules.m * rules.n) - 1, tuple(map(cell_set, rules.lines)))


def check(rules: Rules, board: Board | None, turn: str | None = None) -> State:
    """The board as a position of the weak game; ``None`` is the empty board.

    Any stones are admitted, except that X cannot be to move with a line completed.  ``ValueError``
    for that, for a board of another size or of other letters, and for a turn that is neither
    given nor plain from the counts.
    """
    rules.refuse_exact("the weak game")
    board = rules.check_cells(board)
    if turn is None:
        surplus = board.count(X) - board.count(O)
        if surplus not in (0, 1):
            raise ValueError(f"{board.count(X)} X and {board.count(O)} O: whose turn is it?")
        turn = O if surplus else X
    if turn not in (X, O):
        raise ValueError(f"the turn is 'X' or 'O', not {turn!r}")
    maker, breaker = sides(board, X)
    if turn == X and has_line(arena_of(rules), maker):
        raise ValueError("X has a line, yet X is to move")
    return State(maker, breaker, turn == X)
