"""Perfect play for k-in-a-row games (m,n,k-games): exact values and best moves, fast.

>>> import inarow
>>> game = inarow.Game(4, 4, 4)
>>> position = game.start().play("b2")
>>> inarow.solve(position).value
0
"""

from typing import TYPE_CHECKING, Any

from inarow.check import Verdict, check
from inarow.counts import Counts, count
from inarow.errors import (
    CertificateError,
    CheckpointError,
    CheckpointWarning,
    DatabaseError,
    DistributedError,
    IllegalMoveError,
    InarowError,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
    StoreError,
    StoreWarning,
)
from inarow.functions import analyse, best_move, level, playouts, solve, solve_batch
from inarow.game import Game
from inarow.gametree import GameTree, TreeNode
from inarow.gametree_solve import tree
from inarow.pairing import Pairing, pairing
from inarow.position import Position
from inarow.rules import Match, WinChecker, is_reachable, winner_of_moves
from inarow.rungs import Rung, ladder
from inarow.solution import Analysis, BatchSolution, Playouts, Progress, Solution
from inarow.solver import Solver

if TYPE_CHECKING:
    from inarow.database import Database

__all__ = [
    "Analysis",
    "BatchSolution",
    "CertificateError",
    "CheckpointError",
    "CheckpointWarning",
    "Counts",
    "Database",
    "DatabaseError",
    "DistributedError",
    "Game",
    "GameTree",
    "IllegalMoveError",
    "InarowError",
    "InvalidGameError",
    "InvalidOptionError",
    "InvalidPositionError",
    "Match",
    "Pairing",
    "Playouts",
    "Position",
    "Progress",
    "Rung",
    "Solution",
    "Solver",
    "StoreError",
    "StoreWarning",
    "TreeNode",
    "Verdict",
    "WinChecker",
    "analyse",
    "best_move",
    "check",
    "count",
    "is_reachable",
    "ladder",
    "level",
    "pairing",
    "playouts",
    "solve",
    "solve_batch",
    "tree",
    "winner_of_moves",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":  # looked up when asked for: it is slow, and rarely wanted
        from importlib.metadata import version

        return version("inarow")
    if name == "Database":  # what few programs need would slow every import down
        from inarow.database import Database

        return Database
    raise AttributeError(f"module 'inarow' has no attribute {name!r}")
