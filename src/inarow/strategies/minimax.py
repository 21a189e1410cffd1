"""Minimax to a given depth with a chosen evaluation, as it stands and with alpha-beta.

Both search in plain Python: to learn from, and to play where the end of the game is out of sight.
They agree in score and move; only the effort differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, SupportsIndex

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.options import positive_integer, refuse_plain, require_grid
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback
from inarow.strategies.evaluation import SCORES, Evaluation, LineSums, win_score
from inarow.strategies.strategy import Choice, Watch, drawn, numbers_for

INFINITY = 1 << 62
"""More than any score."""

CUSTOM_WIN = 1 << 40
"""What a win counts where nobody knows how far an evaluation goes."""


class _Board(LineSums):
    """The board of one search, and who hears how far that is."""

    def __init__(
        self, position: Position, reach: int | None, progress: ProgressCallback | None
    ) -> None:
        super().__init__(position, reach)
        self.watch = Watch(progress)


class Minimax:
    """Follows every line of play `depth` moves far, and judges what it finds there.

    `evaluation` is ``"lines"`` (`line_score`), ``"wins"`` (`win_score`), or a function that takes
    a `Position` and returns its score from the view of X. With ``ends="judged"`` finished games
    are judged like any other board, as tutorials do; with ``ends="known"`` a win outweighs every
    evaluation, the more the sooner it comes. `reach` leaves out moves more than so many rows and
    columns away from every stone. Of several best moves it plays the first, or, with a `seed`,
    one that is drawn.

    The value of a choice is the score from the side to move; ``info`` has the ``nodes`` visited
    and all ``best`` moves. Raises `InvalidOptionError` for a depth or reach below 1.

    >>> from inarow.model.game import Game
    >>> position = Game(3, 3, 3).position("XX./OO./...")
    >>> Minimax(depth=1).choose(position)  # 10 for the row, 1 for a column; 2 for O's row
    Choice(move=2, value=9, info={'nodes': 6, 'best': (2,)})
    """

    _prune = False
    _label = "minimax"

    def __init__(
        self,
        depth: SupportsIndex = 2,
        evaluation: Evaluation | Literal["lines", "wins"] = "lines",
        *,
        ends: Literal["judged", "known"] = "judged",
        reach: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        if ends not in ("judged", "known"):
            raise InvalidOptionError(f'ends must be "judged" or "known", not {ends!r}')
        if isinstance(evaluation, str) and evaluation not in ("lines", "wins"):
            raise InvalidOptionError(f'evaluation must be "lines" or "wins", not {evaluation!r}')
        if not isinstance(evaluation, str) and not callable(evaluation):
            raise TypeError(
                f"evaluation must be a name or a function, not {type(evaluation).__name__}"
            )
        self._depth = positive_integer("depth", depth)
        self.name = f"{self._label} {self._depth}"
        self._evaluation = evaluation
        self._ends = ends
        self._reach = None if reach is None else positive_integer("reach", reach)
        self._seed = None if seed is None else as_integer("seed", seed)

    def __repr__(self) -> str:
        options = f"ends={self._ends!r}, reach={self._reach}, seed={self._seed}"
        return f"{type(self).__name__}({self._depth}, {self._evaluation!r}, {options})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        refuse_plain(position.game, "this strategy")
        require_grid(position.game, "such players")
        board = _Board(position, self._reach, progress)
        board.watch.count()
        value = -INFINITY
        best: list[int] = []
        for move in self._moves(board):
            # The window lets in one score more: a move that only equals the best is exact as well.
            score = self._try(board, move, self._depth, value - 1, INFINITY)
            if score > value:
                value, best = score, []
            if score == value:
                best.append(move)
        best.sort()
        move = best[0] if self._seed is None else drawn(best, numbers_for(self._seed, position))
        return Choice(move, value, {"nodes": board.watch.nodes, "best": tuple(best)})

    def _try(self, board: _Board, move: int, depth: int, alpha: int, beta: int) -> int:
        """The score of a move."""
        board.put(move)
        score = -self._search(board, depth - 1, -beta, -alpha)
        board.take(move)
        return score

    def _search(self, board: _Board, depth: int, alpha: int, beta: int) -> int:
        """The score of the board, which may be over, from the side to move.

        It is exact between `alpha` and `beta`, a bound outside (see `inarow.reference.alphabeta`).
        """
        board.watch.count()
        won = board.winner is not None
        if won and self._ends == "known":
            # More than any evaluation; the plies that were left come on top.
            named = isinstance(self._evaluation, str)
            return -(SCORES[0] * len(board.game.lines) + 1 if named else CUSTOM_WIN) - depth
        moves = self._moves(board) if depth and not won else ()
        if not moves:
            score = self._judge(board)
            return score if board.turn == "X" else -score
        best = -INFINITY
        for move in moves:
            best = max(best, self._try(board, move, depth, max(alpha, best), beta))
            if best >= beta and self._prune:
                break
        return best

    def _moves(self, lines: LineSums) -> Sequence[int]:
        """What to search: for pruning, the moves on the fullest lines of either side first."""
        moves = lines.moves()
        return sorted(moves, key=lines.fullness, reverse=True) if self._prune else moves

    def _judge(self, lines: LineSums) -> int:
        if isinstance(self._evaluation, str):
            return lines.score if self._evaluation == "lines" else win_score(lines.position)
        return self._evaluation(lines.position)


class AlphaBeta(Minimax):
    """`Minimax` that does not refute a move twice: the same scores and moves, in fewer nodes.

    The fullest lines come first, which makes for many cut-offs (`inarow.reference.alphabeta`).

    >>> from inarow.model.game import Game
    >>> start = Game(3, 3, 3).start()
    >>> for strategy in (Minimax(4), AlphaBeta(4)):
    ...     print(strategy.name, *strategy.choose(start))
    minimax 4 4 0 {'nodes': 3610, 'best': (4,)}
    alpha-beta 4 4 0 {'nodes': 580, 'best': (4,)}
    """

    _prune = True
    _label = "alpha-beta"
