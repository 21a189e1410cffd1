"""Thousands of games at once against one opponent: a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from inarow.envs.board import Observation, spaces_of, start_of
from inarow.envs.many import Boards
from inarow.model.bits import cells_of
from inarow.model.errors import IllegalMoveError, InvalidOptionError, InvalidPositionError
from inarow.model.game import Game
from inarow.model.legal import count_turn
from inarow.model.options import node_limit, positive_integer
from inarow.solver.functions import default_solver

Step: TypeAlias = tuple[
    Observation,
    npt.NDArray[np.float64],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    dict[str, Any],
]

MOST_BOARDS = 1 << 20


class MNKVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games of m rows, n columns and k in a row, played in arrays: see `MNKEnv`.

    The opponent plays any legal move (``"random"``), or never gives anything away (``"perfect"``:
    the solver, for boards that it knows quickly); a `level` and strategies play one game at a time:
    ``gymnasium.make_vec("inarow/MNK-v0", ..., vectorization_mode="sync")``. Rewards, illegal moves
    and the options `side`, `exact`, `grade` and `grade_nodes` are those of `MNKEnv`.

    A game that is over begins anew with the next step, whose action and reward count for nothing
    there (Gymnasium's ``AutoresetMode.NEXT_STEP``). ``infos`` has arrays: ``"action_mask"``,
    ``"opponent_move"`` (-1 for none), ``"illegal"``; with `grade` also ``"value_before"``,
    ``"value_after"``, ``"regret"`` and ``"best_moves"`` as in `inarow.BatchGrades`, where
    ``"_regret"`` says which games made a move.

    >>> environments = MNKVectorEnv(1000, 3, 3, 3)
    >>> observations, infos = environments.reset(seed=1)
    >>> observations["observation"].shape, infos["action_mask"].shape
    ((1000, 3, 3, 2), (1000, 9))
    >>> observations, rewards, ended, _, infos = environments.step(np.full(1000, 4))
    >>> int(environments.boards[:, 1, 1].sum()), int(infos["action_mask"].sum())
    (1000, 7000)
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        m: SupportsIndex = 3,
        n: SupportsIndex = 3,
        k: SupportsIndex = 3,
        *,
        opponent: Literal["random", "perfect"] = "random",
        level: None = None,
        side: Literal["X", "O", "both"] = "X",
        exact: bool = False,
        grade: bool = False,
        grade_nodes: SupportsIndex | None = None,
    ) -> None:
        game = Game(m, n, k, exact=exact)
        if level is not None or opponent not in ("random", "perfect"):
            raise InvalidOptionError(
                'the opponent of many boards is "random" or "perfect"; levels and strategies take'
                ' gymnasium.make_vec(..., vectorization_mode="sync")'
            )
        if side not in ("X", "O", "both"):
            raise InvalidOptionError(f'side must be "X", "O" or "both", not {side!r}')
        self.num_envs = positive_integer("num_envs", num_envs, most=MOST_BOARDS)
        self._boards = Boards(game, self.num_envs)
        self._is_perfect, self._side = opponent == "perfect", side
        self._grade, self._grade_nodes = bool(grade), node_limit(grade_nodes)
        self._agent = np.zeros(self.num_envs, np.intp)  # plays X (0) or O (1)
        self._is_over = np.ones(self.num_envs, bool)
        self._has_begun = False
        self.single_observation_space, self.single_action_space = spaces_of(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._boards.game

    @property
    def boards(self) -> npt.NDArray[np.int8]:
        """The boards as `inarow.solve_batch` takes them: (N, m, n), +1 for X, -1 for O."""
        planes = self._boards.planes
        sign = (1 - 2 * self._agent).astype(np.int8)[:, None, None]
        return np.asarray(sign * (planes[..., 0] - planes[..., 1]), np.int8)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Where each agent may move: (N, m * n); nowhere where the game is over."""
        return (self._boards.free & ~self._is_over[:, None]).astype(bool)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, from ``options["position"]`` if that is given.

        It is one whose stones say who is to move. Games that are over begin with the empty board.
        """
        start = start_of(self.game, options, self._side)
        if count_turn(start.x, start.o) != start.turn:
            raise InvalidPositionError(f"the stones do not say {start.turn} to move: {start!r}")
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        every = np.arange(self.num_envs)
        self._boards.shuffle()
        opponents = self._begin(every, (start.x, start.o), "XO".index(start.turn))
        self._has_begun = True
        moves = np.full(self.num_envs, -1)
        self._answer(opponents, moves, np.zeros(self.num_envs))
        observation = self._observation()
        return observation, self._info(observation, moves)

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        """Make a move in every game, and have it answered."""
        if not self._has_begun:
            raise IllegalMoveError("the games have not begun: reset the environment")
        boards, cells = self._boards, self._cells(actions)
        begun = np.flatnonzero(self._is_over)
        moving = np.flatnonzero(~self._is_over)
        is_legal = boards.free[moving, cells[moving]] == 1
        legal, illegal = moving[is_legal], moving[~is_legal]
        graded = self._graded(legal, cells)

        rewards, moves = np.zeros(self.num_envs), np.full(self.num_envs, -1)
        won = boards.play(0, legal, cells[legal])
        rewards[legal[won]] = 1
        rewards[illegal] = -1
        self._is_over[illegal] = True
        self._is_over[legal] = won | (boards.left[legal] == 0)
        opponents = [legal[~self._is_over[legal]]]
        if len(begun):
            opponents.append(self._begin(begun, (0, 0), 0))
        self._answer(np.concatenate(opponents), moves, rewards)

        observation = self._observation()
        infos = self._info(observation, moves, graded)
        infos["illegal"] = np.zeros(self.num_envs, bool)
        infos["illegal"][illegal] = True
        never = np.zeros(self.num_envs, bool)
        return observation, rewards, self._is_over.copy(), never, infos

    def _begin(self, rows: npt.NDArray[np.intp], stones: tuple[int, int], turn: int) -> Any:
        """Begin games on some boards, and return those where the opponent is to move."""
        if self._side == "both":
            self._agent[rows] = self.np_random.integers(0, 2, len(rows))
        else:
            self._agent[rows] = "XO".index(self._side)
        self._boards.clear(rows)
        for colour, mask in enumerate(stones):
            player = (self._agent[rows] != colour).astype(np.intp)
            for cell in cells_of(mask):
                for number in (0, 1):
                    here = rows[player == number]
                    self._boards.play(number, here, np.full(len(here), cell))
        self._is_over[rows] = False
        return rows[self._agent[rows] != turn]

    def _answer(
        self,
        rows: npt.NDArray[np.intp],
        moves: npt.NDArray[np.intp],
        rewards: npt.NDArray[np.float64],
    ) -> None:
        """The opponent moves on some boards."""
        if not len(rows):
            return
        boards = self._boards
        if self._is_perfect:
            found = default_solver(self.game).solve_batch(self.boards[rows])
            cells = found.moves.astype(np.intp)
        else:
            cells = boards.random_cells(rows, self.np_random)
        lost = boards.play(1, rows, cells)
        moves[rows] = cells
        rewards[rows[lost]] = -1
        self._is_over[rows] = lost | (boards.left[rows] == 0)

    def _graded(
        self, rows: npt.NDArray[np.intp], cells: npt.NDArray[np.intp]
    ) -> dict[str, npt.NDArray[Any]]:
        if not self._grade:
            return {}
        solver = default_solver(self.game)
        found = solver.grade_batch(self.boards[rows], cells[rows], nodes=self._grade_nodes)
        infos = {}
        for name, column in (
            ("value_before", found.before),
            ("value_after", found.after),
            ("regret", found.regrets),
            ("best_moves", found.best_moves),
        ):
            infos[name] = np.full(self.num_envs, -1, column.dtype)
            infos[name][rows] = column
            infos[f"_{name}"] = np.zeros(self.num_envs, bool)
            infos[f"_{name}"][rows] = found.proven
        return infos

    def _cells(self, actions: object) -> npt.NDArray[np.intp]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalMoveError(
                f"actions are {self.num_envs} cells, not {given.dtype} of shape {given.shape}"
            )
        cells = given.astype(np.intp)
        if (off := (cells < 0) | (cells >= self.game.cells)).any():
            bad = given[off.argmax()]
            raise IllegalMoveError(
                f"an action is a cell from 0 to {self.game.cells - 1}, not {bad}"
            )
        return cells

    def _observation(self) -> Observation:
        mask = self._boards.free.copy()
        mask[self._is_over] = 0
        return {"observation": self._boards.planes, "action_mask": mask}

    def _info(
        self,
        observation: Observation,
        moves: npt.NDArray[np.intp],
        graded: dict[str, npt.NDArray[Any]] | None = None,
    ) -> dict[str, Any]:
        mask = observation["action_mask"]
        return {"action_mask": mask, "opponent_move": moves, **(graded or {})}
