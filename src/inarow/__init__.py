"""Perfect play for k-in-a-row games (m,n,k-games): exact values and best moves, fast.

Begin with these; `help(inarow.solve)` tells all about one, docs/reference/api.md lists the rest.

    Game            a board of m rows and n columns, k in a row to win; `Game(3, 3, 3).start()`
    Position        stones and the side to move; `play` returns the next one
    solve           the value of a position, a best move and the line of best play
    best_move       a move that keeps the value, or the most promising within a limit
    analyse         the value of every move
    solve_batch     the same for arrays of boards, by the million
    forced_win      a win by threats, proven
    grade           what each move of a game gave away
    check           whether a certificate proves what it claims
    Solver          all of these with a table, threads and memory of your own

>>> import inarow
>>> game = inarow.Game(4, 4, 4)
>>> position = game.start().play("b2")
>>> inarow.solve(position).value
0
"""

from importlib import import_module
from typing import TYPE_CHECKING

from inarow._check import check
from inarow.check import Verdict
from inarow.model.errors import (
    CertificateError,
    CheckpointError,
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
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import Analysis, BatchSolution, Playouts, Progress, Solution
from inarow.solver.forced import ForcedWin
from inarow.solver.functions import (
    analyse,
    best_move,
    forced_win,
    grade,
    grade_batch,
    playouts,
    solve,
    solve_batch,
)
from inarow.solver.grading import BatchGrades, Grade, Grades
from inarow.solver.solver import Solver

if TYPE_CHECKING:
    from inarow import boards as boards
    from inarow import certificate as certificate
    from inarow import distributed as distributed
    from inarow import envs as envs
    from inarow import reference as reference
    from inarow import store as store
    from inarow import strategies as strategies
    from inarow import svg as svg
    from inarow.model.exercises import WinChecker, is_reachable, winner_of_moves
    from inarow.model.match import Match
    from inarow.records.formats import read_record, write_record
    from inarow.records.record import Branch, Record
    from inarow.solver.counts import Counts, count
    from inarow.solver.pairing import Pairing, pairing
    from inarow.strategies.levels import level

    __version__: str

__all__ = [
    "Analysis",
    "BatchGrades",
    "BatchSolution",
    "Branch",
    "CertificateError",
    "CheckpointError",
    "Counts",
    "DistributedError",
    "ForcedWin",
    "Game",
    "Grade",
    "Grades",
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
    "Solution",
    "Solver",
    "StoreError",
    "StoreWarning",
    "Verdict",
    "WinChecker",
    "__version__",
    "analyse",
    "best_move",
    "check",
    "count",
    "forced_win",
    "grade",
    "grade_batch",
    "is_reachable",
    "level",
    "pairing",
    "playouts",
    "read_record",
    "solve",
    "solve_batch",
    "winner_of_moves",
    "write_record",
]

_LATE = {
    **dict.fromkeys(("WinChecker", "is_reachable", "winner_of_moves"), "model.exercises"),
    "Match": "model.match",
    **dict.fromkeys(("read_record", "write_record"), "records.formats"),
    **dict.fromkeys(("Branch", "Record"), "records.record"),
    **dict.fromkeys(("Counts", "count"), "solver.counts"),
    **dict.fromkeys(("Pairing", "pairing"), "solver.pairing"),
    "level": "strategies.levels",
}
"""Where a name lives that is imported when it is first asked for: not every program needs it."""

_MODULES = ("boards", "certificate", "distributed", "reference", "store", "strategies", "svg")
"""Public modules, which are imported in the same way; and `envs`, which needs other libraries."""

if not TYPE_CHECKING:  # a type checker sees every name above, and no others

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            value = version("inarow")
        elif name in _LATE:
            value = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
        elif name in (*_MODULES, "envs"):
            value = import_module(f"{__name__}.{name}")
        else:
            raise AttributeError(f"module 'inarow' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    from importlib.util import find_spec

    # `help` asks for all that is listed.
    has_envs = all(map(find_spec, ("gymnasium", "pettingzoo")))
    return [*__all__, *_MODULES, *["envs"] * has_envs]
