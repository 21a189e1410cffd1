"""Minimax to a given depth with a chosen evaluation, as it stands and with alpha-beta.

Both search with `inarow.reference.line_minimax`, in plain Python: to learn from, and to play on
small boards. They agree in score and move; only the effort differs.
"""

from __future__ import annotations

from typing import Literal, SupportsIndex

from inarow.model.errors import InvalidOptionError
from inarow.model.game import as_integer
from inarow.model.options import positive_integer
from inarow.model.position import Position
from inarow.reference.line_minimax import Plan, best_moves
from inarow.strategies.evaluation import Evaluation, as_evaluation, lines_of
from inarow.strategies.strategy import Choice, drawn, numbers_for, require_move

__all__ = ["AlphaBeta", "Minimax"]

CUSTOM_WIN = 1 << 40
"""What a win counts where nobody knows how far an evaluation goes."""


class Minimax:
    """Follows every line of play `depth` moves far, and judges what it finds there.

    `evaluation` is ``"lines"`` (`line_score`), ``"wins"`` (`win_score`), or a function that takes
    a `Position` and returns its score from the view of X. With ``ends="judged"`` finished games
    are judged like any other board, as tutorials do; with ``ends="known"`` a win outweighs every
    judgement, the more the sooner it comes. `reach` leaves out moves more than so many rows and
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
        self._evaluation = evaluation
        self._ends = ends
        self._reach = None if reach is None else positive_integer("reach", reach)
        self._seed = None if seed is None else as_integer("seed", seed)

    @property
    def name(self) -> str:
        return f"{self._label} {self._depth}"

    def __repr__(self) -> str:
        options = f"ends={self._ends!r}, reach={self._reach}, seed={self._seed}"
        return f"{type(self).__name__}({self._depth}, {self._evaluation!r}, {options})"

    def choose(self, position: Position) -> Choice:
        require_move(position)
        lines = lines_of(position)
        won = lines.won if isinstance(self._evaluation, str) else CUSTOM_WIN
        plan = Plan(
            won=won if self._ends == "known" else None,
            evaluate=as_evaluation(position, self._evaluation),
            reach=self._reach,
            prune=self._prune,
        )
        value, best, nodes = best_moves(lines, position.turn, self._depth, plan)
        move = best[0] if self._seed is None else drawn(best, numbers_for(self._seed, position))
        return Choice(move, value, {"nodes": nodes, "best": tuple(best)})


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
