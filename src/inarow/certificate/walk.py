"""The strategies of a certificate, found by asking a kernel whose table holds the search.

A strategy is walked from its root, and written on the way: each of the rival's moves that must be
answered, the keeper's answer, and what follows. Nothing here needs to be believed, and what the
table has lost is searched again; what is written is what `inarow.check` will ask for. The zones
that spare most moves are worked out as they are there, by the same rules.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from inarow.certificate.board import Board
from inarow.certificate.images import Images, between
from inarow.check import (
    CHAIN,
    END,
    HOLD,
    KNOWN,
    NODE,
    PAIRS,
    PASS,
    POTENTIAL,
    STOP,
    WEAK,
    WIN,
    State,
    members,
)

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.game import Game
    from inarow.solution import Report

__all__ = ["Sink", "Walker"]

CHAIN_BUDGET = 2000
"""Positions that are looked at for one chain of threats."""

WEAK_BUDGET = 64
"""Nodes for the question whether the rival is stopped for good, where nothing is known of it."""

WHOLE = 512
"""Scores count from here: see `Kernel.ask`."""


class Sink(Protocol):
    """Where bytes are written."""

    def write(self, data: bytes, /) -> object: ...


class Found(NamedTuple):
    """A node that has been written: its number, and what it says."""

    number: int
    plies: int  # to the line, or for which the rival is kept from one
    zone: int
    symmetry: int  # that leads to the image by which it is known


class Walker:
    """Writes strategies of one game. The kernel is nobody else's meanwhile.

    `node` and `answer` return what those of `inarow.check.Checker` do. Strategies that only stop
    the rival are written by the kernel, which makes most of a draw.
    """

    def __init__(
        self, kernel: Kernel, game: Game, sink: Sink, weak: bool, report: Report | None = None
    ) -> None:
        self.kernel, self.sink, self.weak, self.report = kernel, sink, weak, report
        self.board = Board(game, weak)
        self.cell_size = 1 if game.cells <= 256 else 2
        self.images = Images(self.board.symmetries)
        self.known: dict[tuple[int, int, int], Found] = {}
        self.count = 0
        kernel.begin_proof(sink.write, between(game.symmetries, self.board.symmetries))

    def write(self, code: int, *cells: int) -> None:
        """Write a code, or a count, and cells."""
        if self.cell_size == 1:
            self.sink.write(bytes((code, *cells)))
        else:
            self.sink.write(bytes([code]) + struct.pack(f"<{len(cells)}H", *cells))

    # The rival is to move.

    def node(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """Write what the keeper does against every move."""
        if goal == STOP:
            return self.stop(at), 0
        plies = max(0, min(plies, self.board.empty(at).bit_count()))
        zone, length = self.contest(at, goal, plies)
        self.write(END)
        (rival, keeper), symmetry = self.images.name(at.rival, at.keeper)
        said = length if goal == WIN else plies
        self.known[goal, rival, keeper] = Found(self.count, said, zone, symmetry)
        self.count += 1
        if self.report is not None and self.count % 64 == 0:
            self.report(self.count, 0.0, 0.0, 0.0, ())
        return zone, length

    def stop(self, at: State) -> int:
        """The same where the rival is to complete no line at all, however long it takes."""
        zone, self.count = self.kernel.write_stop(at.rival, at.keeper, self.count, self.report)
        return zone

    def contest(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The same where the keeper's lines count as well."""
        board = self.board
        unanswered, length = self.board.empty(at), 0
        wins = board.lacking(1, at.mine, at.keeper)
        if goal == HOLD and board.spent(at, plies):
            return board.reach(at), 0
        if wins:
            unanswered, length = (0 if wins & (wins - 1) else wins), 2
        elif chain := self.kernel.chain(at.keeper, at.rival, self.weak):
            moves, _, spoilers = chain
            takes = 2 * len(moves) + 2
            if unanswered & ~spoilers and (goal == HOLD or takes <= plies):
                self.write(PASS)
                self.write(len(moves), *moves)
                unanswered, length = unanswered & spoilers, takes
        while unanswered:
            move = self.weightiest(at, unanswered)
            used, more = self.answer(board.rival_plays(at, move), goal, plies - 1, move)
            unanswered &= used & ~(1 << move)
            length = max(length, more + 1)
        return board.full, length

    def weightiest(self, at: State, cells: int) -> int:
        """The cell with most lines of the rival's."""
        through = self.board.through
        return max(members(cells), key=lambda cell: (at.theirs & through[cell]).bit_count())

    # The keeper is to move.

    def answer(self, at: State, goal: int, plies: int, move: int | None) -> tuple[int, int]:
        """Write the answer to the rival's `move` (or to none, at the root), and what follows."""
        before = () if move is None else (move,)
        if goal != WIN and not at.theirs:
            self.write(POTENTIAL, *before)
            return 0, 0
        if goal == STOP:
            return self.stop_after(at, before, self.stopper(at), NODE), 0
        moves, takes = self.threats(at)
        if moves and (goal == HOLD or takes <= plies):
            self.write(CHAIN, *before)
            self.write(len(moves), *moves)
            return self.board.full, takes
        if goal == WIN:
            return self.follow(at, goal, plies, before, self.winner(at, plies))
        reply = self.stopper(at, WEAK_BUDGET)
        if reply is not None:
            return self.stop_after(at, before, reply, WEAK), 0
        return self.follow(at, goal, plies, before, self.holder(at, plies))

    def stop_after(self, at: State, before: tuple[int, ...], reply: int | None, code: int) -> int:
        """Write a reply with which the rival is stopped, and what follows it: the zone."""
        assert reply is not None, "without a limit there is an answer"
        at = self.board.keeper_plays(at, reply)
        known = self.kernel.known_stop(at.rival, at.keeper)
        pairs = None if known else self.kernel.pairing(at.rival, at.keeper)
        if known:
            number, image, zone = known
            self.write_known(before, reply, number, image)
        elif pairs is not None:
            self.write(PAIRS, *before, reply)
            self.write(len(pairs) // 2, *pairs)
            zone = sum(1 << cell for cell in pairs)
        else:
            self.write(code, *before, reply)
            zone = self.stop(at)
        return zone | 1 << reply

    def follow(
        self, at: State, goal: int, plies: int, before: tuple[int, ...], reply: int
    ) -> tuple[int, int]:
        """Write the keeper's reply and what follows it."""
        at = self.board.keeper_plays(at, reply)
        found, image = self.find(at, goal, plies - 1)
        if found is not None:
            self.write_known(before, reply, found.number, image)
            zone, length = self.images.moved(image, found.zone), found.plies
        else:
            self.write(NODE, *before, reply)
            zone, length = self.node(at, goal, plies - 1)
        return zone | 1 << reply, length + 1 if goal == WIN else 0

    def write_known(self, before: tuple[int, ...], reply: int, number: int, image: int) -> None:
        self.write(KNOWN, *before, reply)
        self.sink.write(number.to_bytes(4, "little") + bytes([image]))

    def find(self, at: State, goal: int, plies: int) -> tuple[Found | None, int]:
        """A node that says the same of this position, and the symmetry that leads here from it."""
        (rival, keeper), symmetry = self.images.name(at.rival, at.keeper)
        found = self.known.get((goal, rival, keeper))
        left = min(plies, self.board.empty(at).bit_count())
        if found is None or (goal != WIN and found.plies < left):
            return None, 0
        return found, self.images.between[found.symmetry][symmetry]

    # What the kernel says.

    def stopper(self, at: State, nodes: int | None = None) -> int | None:
        """A reply with which the rival is stopped; None if so many nodes did not find one."""
        _, upper, _, move, *_ = self.kernel.solve_weak(
            at.rival, at.keeper, False, False, False, nodes, None, None
        )
        return move if upper == 0 else None

    def threats(self, at: State) -> tuple[Sequence[int], int]:
        """The keeper's moves of a win by continuous threats, and the plies it takes; or none."""
        if wins := self.board.lacking(1, at.mine, at.keeper):
            return [next(members(wins))], 1
        if self.weak:
            chain = self.kernel.chain(at.keeper, at.rival, self.weak)
            return (chain[0], 2 * len(chain[0]) + 1) if chain else ((), 0)
        line, _ = self.kernel.force(at.keeper, at.rival, CHAIN_BUDGET)
        return line[:-1:2], len(line)

    def holder(self, at: State, plies: int) -> int:
        """A move with which the rival completes no line within so many plies."""
        whole = plies >= self.board.empty(at).bit_count()
        return self.ask(at, 0 if whole else plies - WHOLE + 1)

    def winner(self, at: State, plies: int) -> int:
        """A move with which the keeper wins within so many plies."""
        whole = plies >= self.board.empty(at).bit_count()
        if self.weak:
            answer = self.kernel.solve_weak(
                at.keeper, at.rival, True, not whole, False, None, None, None
            )
            return answer[3]
        return self.ask(at, 1 if whole else WHOLE - plies)

    def ask(self, at: State, beta: int) -> int:
        said, move, _ = self.kernel.ask(at.keeper, at.rival, beta, None, None)
        if not said:
            raise RuntimeError(f"no move keeps what was said of {at.rival:#x} {at.keeper:#x}")
        return move
