"""Thousands of games at once against one opponent: a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from inarow.envs.board import RENDER_FPS, Observation, read_options, spaces_of, start_of
from inarow.envs.many import Boards, Draws, Rows
from inarow.envs.raster import raster
from inarow.model.bits import cells_of
from inarow.model.board import as_integer
from inarow.model.errors import IllegalMoveError, InvalidOptionError, InvalidPositionError
from inarow.model.game import Game
from inarow.model.legal import count_turn
from inarow.model.options import node_limit, positive_integer, refuse_plain
from inarow.model.position import Position
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
    the solver, for boards that it knows quickly); a `level` and strategies play one game at a time,
    as misère games and those with gravity do:
    ``gymnasium.make_vec("inarow/MNK-v0", ..., vectorization_mode="sync")``. Rewards, illegal moves
    and the options `side`, `exact`, `grade` and `grade_nodes` are those of `MNKEnv`.

    What becomes of a game that is over is the `autoreset_mode`, one of Gymnasium's
    ``AutoresetMode`` or its value. ``NEXT_STEP``: it begins anew with the next step, whose action
    and reward count for nothing there. ``SAME_STEP``: with the same step, which tells how the game
    ended in ``infos["final_obs"]`` and ``infos["final_info"]``. ``DISABLED``: by
    ``reset(options={"reset_mask": ...})``, before the next step.

    ``infos`` has arrays: ``"action_mask"``, ``"opponent_move"`` (-1 for none), ``"illegal"``; with
    `grade` also ``"value_before"``, ``"value_after"``, ``"regret"`` and ``"best_moves"`` as in
    `inarow.BatchGrades`. Each has a mask, such as ``"_regret"``, of the games of which it tells.

    All that is drawn for a game comes from a seed of its own, but not as `MNKEnv` draws it. With
    ``render_mode="rgb_array"`` `render` gives a picture of every board.

    >>> environments = MNKVectorEnv(1000, 3, 3, 3)
    >>> observations, infos = environments.reset(seed=1)
    >>> observations["observation"].shape, infos["action_mask"].shape
    ((1000, 3, 3, 2), (1000, 9))
    >>> observations, rewards, ended, _, infos = environments.step(np.full(1000, 4))
    >>> int(environments.boards[:, 1, 1].sum()), int(infos["action_mask"].sum())
    (1000, 7000)
    """

    metadata = {  # noqa: RUF012
        "render_modes": ["rgb_array"],
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

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
        misere: bool = False,
        gravity: bool = False,
        grade: bool = False,
        grade_nodes: SupportsIndex | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        game = Game(m, n, k, exact=exact, misere=misere, gravity=gravity)
        refuse_plain(game, 'many boards at once (vectorization_mode="sync" has them)')
        if level is not None or opponent not in ("random", "perfect"):
            raise InvalidOptionError(
                'the opponent of many boards is "random" or "perfect"; levels and strategies take'
                ' gymnasium.make_vec(..., vectorization_mode="sync")'
            )
        if side not in ("X", "O", "both"):
            raise InvalidOptionError(f'side must be "X", "O" or "both", not {side!r}')
        if render_mode not in (None, "rgb_array"):
            raise InvalidOptionError(
                f'the render_mode of many boards is None or "rgb_array", not {render_mode!r}'
            )
        try:
            self._autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise InvalidOptionError(
                f"{autoreset_mode!r} is none of {', '.join(map(str, AutoresetMode))}"
            ) from None
        self.metadata = {**self.metadata, "autoreset_mode": self._autoreset_mode}
        self.render_mode = render_mode
        self.num_envs = positive_integer("num_envs", num_envs, most=MOST_BOARDS)
        self._boards, self._draws = Boards(game, self.num_envs), Draws(self.num_envs)
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
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, or those that ``options["reset_mask"]`` tells, (N,) of bool.

        They begin from ``options["position"]`` if that is given, one whose stones say who is to
        move; games that begin by themselves later do so with the empty board.

        `seed` has a seed for each game, or None for one that goes on drawing as before; a number is
        that of the first game, and each further one has the next.
        """
        options = read_options(options)
        rows = self._reset_rows(options.pop("reset_mask", None))
        start = start_of(self.game, options, self._side)
        if count_turn(start.x, start.o) != start.turn:
            raise InvalidPositionError(f"the stones do not say {start.turn} to move: {start!r}")
        self._seed(seed, rows)
        moves = np.full(self.num_envs, -1)
        self._answer(self._begin(rows, start), moves, np.zeros(self.num_envs))
        self._has_begun = True
        observation = self._observation()
        return observation, self._info(observation, moves, rows)

    def _reset_rows(self, given: object) -> Rows:
        """The games of a mask; without one, all."""
        if given is None:
            return np.arange(self.num_envs)
        try:
            mask = np.asarray(given)
        except ValueError:  # rows of several lengths
            mask = np.zeros(0)
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise InvalidOptionError(
                f"reset_mask has a bool for each of {self.num_envs} games, and one is True: not"
                f" {given!r}"
            )
        if not self._has_begun:
            raise InvalidOptionError("the first reset begins all games: it takes no reset_mask")
        return mask.nonzero()[0]

    def _seed(self, given: int | Sequence[int | None] | None, rows: Rows) -> None:
        """Give the games that begin what they draw from."""
        if isinstance(given, Sequence | np.ndarray):
            if len(given) != self.num_envs:
                raise InvalidOptionError(f"{len(given)} seeds for {self.num_envs} games")
            seeds = [None if seed is None else as_integer("seed", seed) for seed in given]
        elif given is not None:
            first = as_integer("seed", given)
            seeds = list(range(first, first + self.num_envs))
        else:
            seeds = [None] * self.num_envs
        if any(seed is not None and seed < 0 for seed in seeds):
            raise InvalidOptionError("a seed is 0 or more")
        super().reset(seed=seeds[0])
        if not self._has_begun:
            drawn = self.np_random.integers(1 << 64, size=self.num_envs, dtype=np.uint64)
            self._draws.seed(np.arange(self.num_envs), drawn)
        told = np.array([row for row in rows if seeds[row] is not None], np.intp)
        self._draws.seed(told, np.array([seeds[row] % (1 << 64) for row in told], np.uint64))

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        """Make a move in every game, and have it answered."""
        if not self._has_begun:
            raise IllegalMoveError("the games have not begun: reset the environment")
        boards, cells = self._boards, self._cells(actions)
        over, moving = self._is_over.nonzero()[0], (~self._is_over).nonzero()[0]
        if len(over) and self._autoreset_mode is AutoresetMode.DISABLED:
            raise IllegalMoveError(
                f"game {over[0]} is over: begin it anew by a reset with a reset_mask"
            )
        is_legal = boards.free[moving, cells[moving]] == 1
        legal, illegal = moving[is_legal], moving[~is_legal]
        graded = self._graded(legal, cells)

        rewards, moves = np.zeros(self.num_envs), np.full(self.num_envs, -1)
        won = boards.play(0, legal, cells[legal])
        rewards[legal[won]] = 1
        rewards[illegal] = -1
        self._is_over[illegal] = True
        self._is_over[legal] = won | (boards.left[legal] == 0)
        answered = legal[~self._is_over[legal]]
        if len(over):
            answered = np.concatenate([answered, self._begin(over, self.game.start())])
        self._answer(answered, moves, rewards)

        every = np.arange(self.num_envs)
        observation, ended = self._observation(), self._is_over.copy()
        infos = {
            **self._info(observation, moves, every),
            **self._told("illegal", illegal, np.ones(len(illegal), bool)),
            **graded,
        }
        if self._autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            final = {"final_obs": _apart(observation, ended), "final_info": _only(infos, ended)}
            moves = np.where(ended, -1, moves)
            opponents = self._begin(ended.nonzero()[0], self.game.start())
            self._answer(opponents, moves, np.zeros(self.num_envs))
            observation = self._observation()
            infos = {**_only(infos, ~ended), **self._info(observation, moves, every), **final}
            infos["_final_obs"], infos["_final_info"] = ended.copy(), ended.copy()
        return observation, rewards, ended, np.zeros(self.num_envs, bool), infos

    def render(self) -> tuple[npt.NDArray[np.uint8], ...] | None:
        """Return a picture of every board, if that is the `render_mode`."""
        if self.render_mode is None:
            return None
        return tuple(
            raster(self.game.position(board), None if last < 0 else last)
            for board, last in zip(self.boards, self._boards.last.tolist(), strict=True)
        )

    def _begin(self, rows: Rows, start: Position) -> Rows:
        """Begin games on some boards, and return those where the opponent is to move."""
        if self._side == "both":
            self._agent[rows] = self._draws.draw(rows) < 0.5
        else:
            self._agent[rows] = "XO".index(self._side)
        self._boards.clear(rows)
        for colour, mask in enumerate((start.x, start.o)):
            player = (self._agent[rows] != colour).astype(np.intp)
            for cell in cells_of(mask):
                for number in (0, 1):
                    here = rows[player == number]
                    self._boards.play(number, here, np.full(len(here), cell))
        self._boards.last[rows] = -1 if start.last_move is None else start.last_move
        self._is_over[rows] = False
        opponents: Rows = rows[self._agent[rows] != "XO".index(start.turn)]
        return opponents

    def _answer(self, rows: Rows, moves: Rows, rewards: npt.NDArray[np.float64]) -> None:
        """The opponent moves on some boards."""
        if not len(rows):
            return
        boards = self._boards
        if self._is_perfect:
            found = default_solver(self.game).solve_batch(self.boards[rows])
            cells = found.moves.astype(np.intp)
        else:
            cells = boards.free_cells(rows, self._draws.draw(rows))
        lost = boards.play(1, rows, cells)
        moves[rows] = cells
        rewards[rows[lost]] = -1
        self._is_over[rows] = lost | (boards.left[rows] == 0)

    def _graded(self, rows: Rows, cells: Rows) -> dict[str, npt.NDArray[Any]]:
        if not self._grade:
            return {}
        solver = default_solver(self.game)
        found = solver.grade_batch(self.boards[rows], cells[rows], nodes=self._grade_nodes)
        infos: dict[str, npt.NDArray[Any]] = {}
        for name, column in (
            ("value_before", found.before),
            ("value_after", found.after),
            ("regret", found.regrets),
            ("best_moves", found.best_moves),
        ):
            infos.update(self._told(name, rows[found.proven], column[found.proven], -1))
        return infos

    def _told(
        self, name: str, rows: Rows, values: npt.NDArray[Any], none: object = 0
    ) -> dict[str, npt.NDArray[Any]]:
        """An entry of infos and its mask, with values for some games."""
        entry = np.full(self.num_envs, none, values.dtype)
        mask = np.zeros(self.num_envs, bool)
        entry[rows], mask[rows] = values, True
        return {name: entry, f"_{name}": mask}

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

    def _info(self, observation: Observation, moves: Rows, rows: Rows) -> dict[str, Any]:
        """What infos tell of every move and of games that begin."""
        mask = np.zeros(self.num_envs, bool)
        mask[rows] = True
        return {
            "action_mask": observation["action_mask"],
            "_action_mask": mask,
            "opponent_move": moves,
            "_opponent_move": mask.copy(),
        }


def _only(infos: dict[str, npt.NDArray[Any]], rows: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Infos that tell of some of the games alone: masks have nothing of others."""
    return {
        name: value & rows if value.dtype == np.bool_ else value for name, value in infos.items()
    }


def _apart(observation: Observation, rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
    """What is observed in some of the games, each by itself; None for others."""
    found = np.full(len(rows), None, object)
    for row in rows.nonzero()[0]:
        found[row] = {name: part[row] for name, part in observation.items()}
    return found
