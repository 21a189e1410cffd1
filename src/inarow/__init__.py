"""Perfect play for k-in-a-row games (m,n,k-games): exact values and best moves, fast.

>>> import inarow
>>> game = inarow.Game(4, 4, 4)
>>> position = game.start().play("b2")
>>> inarow.solve(position).value
0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from inarow.check import Verdict, check
from inarow.model.errors import (
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
    InvalidRecordError,
    StoreError,
    StoreWarning,
)
from inarow.model.exercises import Match, WinChecker, is_reachable, winner_of_moves
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import Analysis, BatchSolution, Playouts, Progress, Solution
from inarow.solver.counts import Counts, count
from inarow.solver.forced import ForcedWin
from inarow.solver.functions import (
    analyse,
    best_move,
    forced_win,
    playouts,
    solve,
    solve_batch,
)
from inarow.solver.pairing import Pairing, pairing
from inarow.solver.solver import Solver
from inarow.study.ladder import Rung, ladder
from inarow.study.tree import GameTree, TreeNode, tree

if TYPE_CHECKING:
    from inarow.records.formats import read_record, write_record
    from inarow.records.record import Record
    from inarow.solver.database.database import Database
    from inarow.strategies.levels import level

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
    "ForcedWin",
    "Game",
    "GameTree",
    "IllegalMoveError",
    "InarowError",
    "InvalidGameError",
    "InvalidOptionError",
    "InvalidPositionError",
    "InvalidRecordError",
    "Match",
    "Pairing",
    "Playouts",
    "Position",
    "Progress",
    "Record",
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
    "forced_win",
    "is_reachable",
    "ladder",
    "level",
    "pairing",
    "playouts",
    "read_record",
    "solve",
    "solve_batch",
    "tree",
    "winner_of_moves",
    "write_record",
]


_LATE = {
    "Database": "inarow.solver.database.database",
    "Record": "inarow.records.record",
    "level": "inarow.strategies.levels",
    "read_record": "inarow.records.formats",
    "write_record": "inarow.records.formats",
}
"""What few programs need would slow every import down."""


def __getattr__(name: str) -> Any:
    if name == "__version__":  # looked up when asked for: it is slow, and rarely wanted
        from importlib.metadata import version

        return version("inarow")
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module 'inarow' has no attribute {name!r}")
