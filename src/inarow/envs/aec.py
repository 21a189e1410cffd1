"""Two players in turn: PettingZoo's AEC interface.

`raw_env` is the game, and trusts what it is given; `env` checks what the players do.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from inarow.envs.board import RENDER_FPS, RENDER_MODES, Board, Observation, spaces_of, start_of
from inarow.model.game import Game

AGENTS = ("player_0", "player_1")
OTHER = {"player_0": "player_1", "player_1": "player_0"}
NUMBER = {"player_0": 0, "player_1": 1}


def env(
    m: SupportsIndex = 3,
    n: SupportsIndex = 3,
    k: SupportsIndex = 3,
    *,
    render_mode: str | None = None,
    exact: bool = False,
    misere: bool = False,
    gravity: bool = False,
    grade: bool = False,
    grade_nodes: SupportsIndex | None = None,
) -> Guarded:
    """Return an environment for m rows, n columns and k in a row: the game that `Game` makes.

    A move that is not legal ends the game: whoever made it gets -1, the other one 0. An action that
    is no cell at all raises `IllegalMoveError`; calls out of order are treated as PettingZoo's
    own wrapper does. ``infos[agent]`` has the ``"action_mask"`` of that agent, and with `grade` the
    ``"grade"`` of its last move (`inarow.Grade`; `grade_nodes` limits the search for a position).
    ``reset(options={"position": ...})`` begins elsewhere than with the empty board.
    `render_mode` is None, ``"human"`` (printed after each move), ``"ansi"`` (a
    text) or ``"rgb_array"``.

    >>> game = env(m=4, n=4, k=3)
    >>> game.reset()
    >>> game.step(5)
    >>> observation, reward, termination, truncation, info = game.last()
    >>> game.agent_selection, observation["observation"][1, 1].tolist()
    ('player_1', [0, 1])
    """
    words = {"exact": exact, "misere": misere, "gravity": gravity}
    return Guarded(
        raw_env(m, n, k, render_mode=render_mode, grade=grade, grade_nodes=grade_nodes, **words)
    )


class raw_env(AECEnv[str, Observation, int]):
    """The game itself, without a look at what the players do; `env` is what one plays with."""

    metadata = {  # noqa: RUF012 (as its base declares it)
        "render_modes": list(RENDER_MODES),
        "name": "inarow_mnk_v0",
        "is_parallelizable": False,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        m: SupportsIndex = 3,
        n: SupportsIndex = 3,
        k: SupportsIndex = 3,
        *,
        render_mode: str | None = None,
        exact: bool = False,
        misere: bool = False,
        gravity: bool = False,
        grade: bool = False,
        grade_nodes: SupportsIndex | None = None,
    ) -> None:
        super().__init__()
        game = Game(m, n, k, exact=exact, misere=misere, gravity=gravity)
        self.board = Board(game, render_mode, grade, grade_nodes)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: spaces_of(game)[0] for agent in AGENTS}
        self.action_spaces = {agent: spaces_of(game)[1] for agent in AGENTS}
        self.state_space = spaces.Box(0, 1, (game.m, game.n, 2), np.int8)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.board.game!r}>"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing is left to chance here: a seed makes no difference."""
        self.board.clear(start_of(self.board.game, options))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._note_masks()
        self.agent_selection = AGENTS[self.board.player]
        self._skip_agent_selection = None

    def _note_masks(self) -> None:
        for agent, info in self.infos.items():
            info["action_mask"] = self.board.mask(NUMBER[agent])

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Where the agent whose turn it is may move: (m * n,)."""
        return self.board.mask(NUMBER[self.agent_selection]).astype(bool)

    def observe(self, agent: str) -> Observation:
        return self.board.observation(NUMBER[agent])

    def state(self) -> npt.NDArray[np.int8]:
        """The stones of player_0 and of player_1, whoever is to move: (m, n, 2)."""
        return self.board.observation(0)["observation"]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        board = self.board
        if board.is_graded:
            self.infos[agent]["grade"] = board.grade(action)
        board.play(action)
        self._note_masks()
        self.agent_selection = OTHER[agent]
        if board.is_over:
            self.end({agent: board.result(NUMBER[agent]) for agent in AGENTS})
        elif self.render_mode == "human":
            board.render()

    def end(self, rewards: dict[str, int]) -> None:
        """End the game with these rewards."""
        self.rewards = rewards
        self._cumulative_rewards = dict(rewards)  # before the end there are none
        self.terminations = dict.fromkeys(AGENTS, True)
        if self.render_mode == "human":
            self.board.render()

    def render(self) -> Any:
        return self.board.render()


class Guarded(OrderEnforcingWrapper[str, Observation, int]):
    """Looks after the order of calls, as its base does, after the bounds, and after taken cells.

    One wrapper instead of three, which hands on what a step needs without searching for it: the
    usual three take more time than all the rest.
    """

    env: raw_env

    def __repr__(self) -> str:
        return repr(self.env)

    @property
    def agents(self) -> list[str]:
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        return self.env.agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return told

    def step(self, action: int | None) -> None:
        env = self.env
        if not self._has_reset or not env.agents or env.terminations[env.agent_selection]:
            super().step(action)
            return
        self._has_updated = True
        board = env.board
        cell = board.cell(action)
        if board.is_free(cell):
            env.step(cell)
        else:
            EnvLogger.warn_on_illegal_move()
            agent = env.agent_selection
            env.infos[agent]["illegal"] = cell
            env.end({agent: -1, OTHER[agent]: 0})
