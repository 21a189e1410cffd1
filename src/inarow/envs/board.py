"""What both environments keep: a position, and the arrays that the two players see of it."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from inarow.envs.raster import raster
from inarow.model.bits import cells_of
from inarow.model.errors import IllegalMoveError, InvalidOptionError, InvalidPositionError
from inarow.model.game import Game
from inarow.model.options import node_limit
from inarow.model.parse import as_array
from inarow.model.position import Position
from inarow.solver.functions import default_solver
from inarow.solver.grading import Grade

Observation: TypeAlias = dict[str, npt.NDArray[np.int8]]
"""``"observation"`` of shape (m, n, 2), and ``"action_mask"`` of shape (m * n,)."""

RENDER_MODES = ("human", "ansi", "rgb_array")
RENDER_FPS = 2


def spaces_of(game: Game) -> tuple[spaces.Space[Any], spaces.Discrete]:
    """Return new spaces: of the observations, and of the actions."""
    planes = spaces.Box(0, 1, (game.m, game.n, 2), np.int8)
    mask = spaces.Box(0, 1, (game.cells,), np.int8)
    spaces_seen: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
    return spaces.Dict(spaces_seen), spaces.Discrete(game.cells)


def read_options(given: object) -> dict[str, Any]:
    """A copy of the options of a reset. Raises `InvalidOptionError` if they are no mapping."""
    if not isinstance(given, Mapping | None):
        raise InvalidOptionError(f"options of a reset are a dict or None, not {given!r}")
    return dict(given or {})


def start_of(game: Game, options: object, side: str | None = None) -> Position:
    """Where a reset begins: ``options["position"]``, whatever `Game.position` reads, if given.

    Raises `InvalidOptionError` for another option, and `InvalidPositionError` for a position of
    another game, one that is over, or one where the opponent of `side`, the only agent (``"X"``,
    ``"O"``, or ``"both"`` if that is drawn), could end the game before the agent has moved.
    """
    options = read_options(options)
    unknown = sorted(map(str, options.keys() - {"position"}))
    if unknown and side is not None:  # PettingZoo's test of conformance hands over any option
        raise InvalidOptionError(
            f"options of a reset are position and, of many games, reset_mask, not {unknown[0]!r}"
        )
    given = options.get("position")
    given = game.start() if given is None else given
    position = given if isinstance(given, Position) else game.position(given)
    if position.game != game:
        raise InvalidPositionError(f"a position of {position.game} in an environment of {game}")
    if position.is_over:
        raise InvalidPositionError(f"the game is over ({position.status}): there is nothing to do")
    if side not in (None, position.turn) and any(
        position.play(cell).is_over for cell in position.legal_moves
    ):
        raise InvalidPositionError("the opponent could end the game before the agent has moved")
    return position


class Board:
    """A game in progress; players are 0, who begins, and 1.

    The arrays are kept up to date move by move: to build them anew for every observation would
    take most of the time of a step.
    """

    def __init__(
        self,
        game: Game,
        render_mode: str | None,
        grade: bool = False,
        grade_nodes: SupportsIndex | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOptionError(
                f"render_mode must be None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}"
            )
        self.game = game
        self.render_mode = render_mode
        self.is_graded = bool(grade)
        self.grade_nodes = node_limit(grade_nodes)
        self.clear(game.start())

    def clear(self, start: Position) -> None:
        """Begin a new game, from a position that is not over."""
        self.position = start
        self.player = "XO".index(start.turn)  # to move
        self.is_over = False
        self._stones = np.zeros((self.game.cells, 2), np.int8)
        self._free = np.zeros(self.game.cells, np.int8)  # 1: may be played on
        self._free[list(start.legal_moves)] = 1
        for player, stones in enumerate((start.x, start.o)):
            self._stones[list(cells_of(stones)), player] = 1

    def play(self, cell: int) -> None:
        """Put a stone of the player to move; raises what `Position.play` raises."""
        self.position = position = self.position.play(cell)
        self._stones[cell, self.player] = 1
        self._free[cell] = 0
        if self.game.gravity and cell >= self.game.n:
            self._free[cell - self.game.n] = 1
        self.player = 1 - self.player
        self.is_over = position.is_over

    def grade(self, cell: int) -> Grade:
        """What a move of the player to move gives away."""
        return default_solver(self.game).grade(self.position, cell, nodes=self.grade_nodes)

    def cell(self, action: object) -> int:
        """The cell of an action: an integer of any type, or an array of one.

        `IllegalMoveError` for anything else, a bool included.
        """
        number = as_array(action)
        number = number.item() if isinstance(number, np.ndarray) and number.size == 1 else number
        if hasattr(number, "__index__") and not isinstance(number, bool | np.bool_ | np.ndarray):
            cell = index(number)
            if 0 <= cell < self.game.cells:
                return cell
        raise IllegalMoveError(
            f"an action is a cell from 0 to {self.game.cells - 1}, not {action!r}"
        )

    def free_cells(self) -> npt.NDArray[np.intp]:
        """The cells that may be played on, ascending: quicker than `Position.legal_moves`."""
        return self._free.nonzero()[0]

    def is_free(self, cell: int) -> bool:
        """May the cell be played on?"""
        return bool(self._free[cell])

    def observation(self, player: int) -> Observation:
        """What a player sees: new arrays, which later moves do not change."""
        planes = self._stones[:, ::-1] if player else self._stones
        seen = planes.copy().reshape(self.game.m, self.game.n, 2)
        return {"observation": seen, "action_mask": self.mask(player)}

    def mask(self, player: int) -> npt.NDArray[np.int8]:
        """Return a new array: 1 for every cell that a player may play on now."""
        has_turn = player == self.player and not self.is_over
        return self._free.copy() if has_turn else np.zeros_like(self._free)

    def result(self, player: int) -> int:
        """Return 1 if a player has won, -1 if the other has, else 0."""
        return {None: 0, "XO"[player]: 1}.get(self.position.winner, -1)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Print the board, or return it as text or as an RGB array: as `render_mode` has it."""
        if self.render_mode == "rgb_array":
            return raster(self.position)
        if self.render_mode == "ansi":
            return self.position.draw()
        if self.render_mode == "human":
            print(self.position.draw(), self.position.status, sep="\n", flush=True)
        return None
