"""The strategies of a certificate, written by a kernel whose table holds the search.

Nothing that is written needs to be believed: it is what `inarow.check` will ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from inarow.certificate.board import Board
from inarow.certificate.images import between
from inarow.check import WIN, State

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.game import Game
    from inarow.model.results import Report

__all__ = ["Sink", "Walker"]


class Sink(Protocol):
    """Where bytes are written."""

    def write(self, data: bytes, /) -> object: ...


class Walker:
    """Writes strategies of one game. The kernel is nobody else's meanwhile.

    Nodes are numbered from 0 on, through all strategies of this walker. `report` is called as by a
    search, with the positions that have been looked at; what it raises ends the call.
    """

    def __init__(
        self, kernel: Kernel, game: Game, sink: Sink, weak: bool, report: Report | None = None
    ) -> None:
        self.kernel, self.weak, self.report = kernel, weak, report
        self.board = Board(game, weak)
        kernel.begin_proof(sink.write, between(game.symmetries, self.board.symmetries))

    def node(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """Write what the keeper does against every move: the zone, and the plies that a win takes.

        A win takes 0 plies for the other goals, as in `inarow.check`.
        """
        return self._write(at, goal, plies, rival_moves=True)

    def answer(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """Write what the keeper, to move, does: the zone, and the plies that a win takes."""
        return self._write(at, goal, plies, rival_moves=False)

    def _write(self, at: State, goal: int, plies: int, rival_moves: bool) -> tuple[int, int]:
        return self.kernel.write_strategy(
            at.rival, at.keeper, goal, self.weak and goal == WIN, rival_moves, plies, self.report
        )
