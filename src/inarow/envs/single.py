"""One player against a strategy or a level: a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, SupportsIndex, TypeAlias, cast

import gymnasium
import numpy as np
import numpy.typing as npt

from inarow.envs.board import RENDER_FPS, RENDER_MODES, Board, Observation, spaces_of, start_of
from inarow.model.board import as_integer
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.strategies.levels import level as level_of
from inarow.strategies.perfect import Perfect
from inarow.strategies.random_moves import Random
from inarow.strategies.strategy import Strategy

Opponent: TypeAlias = "Strategy | Callable[..., Strategy] | Literal['random', 'perfect']"
"""A strategy, what makes one when it is called with ``seed=``, such as a class, or a word."""

_NAMED: dict[str, type[Strategy]] = {"random": Random, "perfect": Perfect}


class MNKEnv(gymnasium.Env[Observation, np.int64]):
    """m rows, n columns and k in a row (`exact`-ly k if that is True), against an opponent.

    The agent plays `side`, ``"X"`` (who begins), ``"O"`` or ``"both"``: drawn for each game.

    The opponent is a `level` (1 to 10), or any `opponent`: a strategy, or something that makes one
    for each game when it is called with ``seed=``, such as ``inarow.strategies.Greedy``. Without
    either it plays any legal move. Its seeds come from ``self.np_random``, as everything that is
    drawn here; a ready-made strategy keeps the seed that it has.

    A game is worth 1, 0 or -1 at its end. A move that is not legal ends it with -1, and
    ``info["illegal"]`` is True. ``info["opponent_move"]`` is the cell of the answer, -1 for none,
    and ``info["action_mask"]`` that of the observation. With `grade`, ``info["grade"]`` of a step
    is the `inarow.Grade` of the agent's move, found with at most `grade_nodes` nodes for a
    position: exact on small boards, and on large ones as far as they lead.

    ``reset(options={"position": ...})`` begins with another position than the empty board: a
    `Position`, or what `Game.position` reads; not one that the opponent could end before the agent
    has moved.

    Raises `InvalidOptionError` for an unknown level, side or render mode, `IllegalMoveError` for
    an action that is no cell.

    >>> environment = MNKEnv(3, 3, 3, level=10, side="O")
    >>> observation, info = environment.reset(seed=1)
    >>> observation["observation"][:, :, 1].sum(), info["opponent_move"] >= 0
    (np.int64(1), True)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        m: SupportsIndex = 3,
        n: SupportsIndex = 3,
        k: SupportsIndex = 3,
        *,
        level: SupportsIndex | None = None,
        opponent: Opponent | None = None,
        side: Literal["X", "O", "both"] = "X",
        render_mode: str | None = None,
        exact: bool = False,
        misere: bool = False,
        gravity: bool = False,
        grade: bool = False,
        grade_nodes: SupportsIndex | None = None,
    ) -> None:
        game = Game(m, n, k, exact=exact, misere=misere, gravity=gravity)
        if level is not None and opponent is not None:
            raise InvalidOptionError("the opponent is a level or a strategy, not both")
        if isinstance(opponent, str):
            if opponent not in _NAMED:
                raise InvalidOptionError(
                    f'an opponent in a word is "random" or "perfect", not {opponent!r}'
                )
            opponent = _NAMED[opponent]
        if opponent is not None and not callable(opponent) and not hasattr(opponent, "choose"):
            raise TypeError(f"{type(opponent).__name__} is no strategy: it must have `choose`")
        if side not in ("X", "O", "both"):
            raise InvalidOptionError(f'side must be "X", "O" or "both", not {side!r}')
        if level is not None:
            opponent = partial(level_of, game, as_integer("level", level))
            opponent(seed=0)  # refuses an unknown one
        self._opponent = opponent
        self._side = side
        self._board = Board(game, render_mode, grade, grade_nodes)
        self._player = 0
        self._strategy: Strategy | None = None
        self._is_ended = True
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(game)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._board.game!r}>"

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._board.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        start = start_of(self._board.game, options, self._side)
        super().reset(seed=seed)
        self._board.clear(start)
        self._strategy = self._new_opponent()
        if self._side == "both":
            self._player = int(self.np_random.integers(2))
        else:
            self._player = "XO".index(self._side)
        answer = -1 if self._player == self._board.player else self._answer()
        self._is_ended = self._board.is_over
        if self.render_mode == "human":
            self._board.render()
        return self._seen({"opponent_move": answer})

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Where the agent may move: (m * n,). The name is that of sb3-contrib's convention."""
        return self._board.mask(self._player).astype(bool)

    def _seen(self, info: dict[str, Any]) -> tuple[Observation, dict[str, Any]]:
        """The observation, and `info` with its mask."""
        observation = self._board.observation(self._player)
        info["action_mask"] = observation["action_mask"]
        return observation, info

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        board = self._board
        if self._is_ended:
            raise IllegalMoveError("the game is over, or has not begun: reset the environment")
        cell = board.cell(action)
        info: dict[str, Any] = {"opponent_move": -1}
        if board.is_free(cell):
            if board.is_graded:
                info["grade"] = board.grade(cell)
            board.play(cell)
            if not board.is_over:
                info["opponent_move"] = self._answer()
            reward = board.result(self._player)
        else:
            info["illegal"] = board.is_over = True
            reward = -1
        self._is_ended = board.is_over
        if self.render_mode == "human":
            board.render()
        observation, info = self._seen(info)
        return observation, float(reward), self._is_ended, False, info

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        return self._board.render()

    def _new_opponent(self) -> Strategy | None:
        """The opponent of a new game; None for one that plays any move."""
        if self._opponent is None:
            return None
        seed = int(self.np_random.integers(1 << 62))
        if isinstance(self._opponent, type) or not hasattr(self._opponent, "choose"):
            return cast("Callable[..., Strategy]", self._opponent)(seed=seed)
        return cast("Strategy", self._opponent)

    def _answer(self) -> int:
        """The opponent moves."""
        board = self._board
        if self._strategy is None:
            free = board.free_cells()
            cell = int(free[int(self.np_random.random() * len(free))])
        else:
            cell = self._strategy.choose(board.position).move
        board.play(cell)
        return cell
