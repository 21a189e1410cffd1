"""The strategies of a certificate, found by asking a kernel whose table holds the search.

A strategy is walked from its root, and written on the way: each of the rival's moves that must be
answered, the keeper's answer, and what follows. Nothing here needs to be believed, and what the
table has lost is searched again; what is written is what `inarow.check` will ask for. The zones
that spare most moves are worked out as they are there, by the same rules.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from inarow.certificate.images import Images
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
    Board,
    State,
    members,
)
from inarow.trace import Kind, read_events

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

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


class Reply(NamedTuple):
    """The keeper's answer as the kernel told it."""

    cell: int
    pairs: tuple[int, ...] | None = None


class Walker:
    """Writes strategies of one game. The kernel is nobody else's meanwhile.

    `node` and `answer` return what those of `inarow.check.Checker` do.
    """

    def __init__(
        self,
        kernel: Kernel,
        board: Board,
        sink: Sink,
        weak: bool,
        told: Callable[[int], object] | None = None,
    ) -> None:
        self.kernel, self.board, self.sink, self.weak, self.told = kernel, board, sink, weak, told
        self.cell_size = 1 if board.cells <= 256 else 2
        self.images = Images(board.symmetries)
        self.known: dict[tuple[int, int, int], Found] = {}
        self.count = 0

    def write(self, code: int, *cells: int) -> None:
        """Write a code, or a count, and cells."""
        if self.cell_size == 1:
            self.sink.write(bytes((code, *cells)))
        else:
            self.sink.write(bytes([code]) + struct.pack(f"<{len(cells)}H", *cells))

    def empty(self, at: State) -> int:
        return self.board.full & ~(at.rival | at.keeper)

    # The rival is to move.

    def node(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """Write what the keeper does against every move."""
        plies = max(0, min(plies, self.empty(at).bit_count()))
        zone, length = (self.stop if goal == STOP else self.contest)(at, goal, plies)
        self.write(END)
        (rival, keeper), symmetry = self.images.name(at.rival, at.keeper)
        said = length if goal == WIN else plies
        self.known[goal, rival, keeper] = Found(self.count, said, zone, symmetry)
        self.count += 1
        if self.told is not None and self.count % 64 == 0:
            self.told(self.count)
        return zone, length

    def stop(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The same where the rival is to complete no line at all."""
        board = self.board
        if not at.theirs:
            return 0, 0
        if board.spent(at, plies):
            return board.reach(at), 0
        unanswered, zone = self.empty(at), 0
        replies = self.replies(at)
        while unanswered:
            if replies:
                move, reply = replies.popitem()
                if not unanswered >> move & 1:
                    continue
            else:
                unanswered, zone = board.dominate(at, unanswered, zone)
                if not unanswered:
                    break
                move, reply = self.weightiest(at, unanswered), None
            after = board.rival_plays(at, move)
            used, _ = self.answer(after, goal, plies - 1, move, reply)
            unanswered &= used & ~(1 << move)
            zone |= used
        return zone, 0

    def replies(self, at: State) -> dict[int, Reply]:
        """The answers by which the search has shown that the rival is stopped, last one first."""
        events: list[bytes] = []
        self.kernel.trace(events.append, 2)
        self.ask_weak(at, rival_moves=True)
        self.kernel.trace(None, 0)
        pairs: dict[tuple[int, int], tuple[int, ...]] = {}
        replies: dict[int, Reply] = {}
        for event in read_events(b"".join(events), self.kernel.words):
            if event.kind == Kind.PAIRS:
                pairs[event.own, event.other] = sum(event.pairs, ())
            elif event.kind == Kind.REPLY and event.move is not None:
                move = (event.own ^ at.rival).bit_length() - 1
                after = event.own, event.other | 1 << event.move
                replies[move] = Reply(event.move, pairs.get(after))
        return dict(reversed(replies.items()))

    def contest(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The same where the keeper's lines count as well."""
        board = self.board
        unanswered, length = self.empty(at), 0
        wins = board.lacking(at.mine, at.keeper)[0]
        if goal == HOLD and board.spent(at, plies):
            return board.reach(at), 0
        if wins:
            unanswered, length = (0 if wins & (wins - 1) else wins), 2
        elif chain := self.kernel.chain(at.keeper, at.rival, self.weak):
            moves, _, spoilers = chain
            takes = 2 * len(moves) + 2
            if goal == HOLD or takes <= plies:
                self.write(PASS)
                self.write(len(moves), *moves)
                unanswered, length = unanswered & spoilers, takes
        while unanswered:
            move = self.weightiest(at, unanswered)
            used, more = self.answer(board.rival_plays(at, move), goal, plies - 1, move, None)
            unanswered &= used & ~(1 << move)
            length = max(length, more + 1)
        return board.full, length

    def weightiest(self, at: State, cells: int) -> int:
        """The cell with most lines of the rival's."""
        through = self.board.through
        return max(members(cells), key=lambda cell: (at.theirs & through[cell]).bit_count())

    # The keeper is to move.

    def answer(
        self, at: State, goal: int, plies: int, move: int | None, reply: Reply | None
    ) -> tuple[int, int]:
        """Write the answer to the rival's `move` (or to none, at the root), and what follows."""
        before = () if move is None else (move,)
        if goal == STOP:
            if not at.theirs:
                self.write(POTENTIAL, *before)
                return 0, 0
            if reply is None:
                reply = self.stopper(at)
                assert reply is not None, "there was no limit"
            return self.follow(at, goal, plies, before, reply)
        moves, takes = self.threats(at)
        if moves and (goal == HOLD or takes <= plies):
            self.write(CHAIN, *before)
            self.write(len(moves), *moves)
            return self.board.full, takes
        if goal == WIN:
            return self.follow(at, goal, plies, before, Reply(self.winner(at, plies)))
        stopper = self.stopper(at, WEAK_BUDGET)
        if stopper is not None:
            return self.follow(at, STOP, plies, before, stopper, WEAK)
        return self.follow(at, goal, plies, before, Reply(self.holder(at, plies)))

    def follow(
        self,
        at: State,
        goal: int,
        plies: int,
        before: tuple[int, ...],
        reply: Reply,
        code: int = NODE,
    ) -> tuple[int, int]:
        """Write the keeper's reply and what follows it."""
        at, played = self.board.keeper_plays(at, reply.cell), 1 << reply.cell
        pairs: Sequence[int] | None = reply.pairs
        if pairs is None:
            found, image = self.find(at, goal, plies - 1)
            if found is not None:
                self.write(KNOWN, *before, reply.cell)
                self.sink.write(found.number.to_bytes(4, "little") + bytes([image]))
                zone = self.images.moved(image, found.zone)
                return zone | played, found.plies + 1 if goal == WIN else 0
            pairs = None if goal == WIN else self.kernel.pairing(at.rival, at.keeper)
        if pairs is not None:
            self.write(PAIRS, *before, reply.cell)
            self.write(len(pairs) // 2, *pairs)
            return sum(1 << cell for cell in pairs) | played, 0
        self.write(code, *before, reply.cell)
        zone, length = self.node(at._replace(mine=0) if goal == STOP else at, goal, plies - 1)
        return zone | played, length + 1

    def find(self, at: State, goal: int, plies: int) -> tuple[Found | None, int]:
        """A node that says the same of this position, and the symmetry that leads here from it."""
        (rival, keeper), symmetry = self.images.name(at.rival, at.keeper)
        found = self.known.get((goal, rival, keeper))
        left = min(plies, self.empty(at).bit_count())
        if found is None or (goal != WIN and found.plies < left):
            return None, 0
        return found, self.images.between[found.symmetry][symmetry]

    # What the kernel says.

    def ask_weak(self, at: State, *, rival_moves: bool, nodes: int | None = None) -> int | None:
        """A reply with which the rival is stopped; -1 if any will do, None if `nodes` did not."""
        _, upper, _, move, *_ = self.kernel.solve_weak(
            at.rival, at.keeper, rival_moves, False, False, nodes, None, None
        )
        return move if upper == 0 else None

    def stopper(self, at: State, nodes: int | None = None) -> Reply | None:
        move = self.ask_weak(at, rival_moves=False, nodes=nodes)
        return None if move is None else Reply(move)

    def threats(self, at: State) -> tuple[Sequence[int], int]:
        """The keeper's moves of a win by continuous threats, and the plies it takes; or none."""
        if wins := self.board.lacking(at.mine, at.keeper)[0]:
            return [next(members(wins))], 1
        if self.weak:
            chain = self.kernel.chain(at.keeper, at.rival, self.weak)
            return (chain[0], 2 * len(chain[0]) + 1) if chain else ((), 0)
        line, _ = self.kernel.force(at.keeper, at.rival, CHAIN_BUDGET)
        return line[:-1:2], len(line)

    def holder(self, at: State, plies: int) -> int:
        """A move with which the rival completes no line within so many plies."""
        whole = plies >= self.empty(at).bit_count()
        return self.ask(at, 0 if whole else plies - WHOLE + 1)

    def winner(self, at: State, plies: int) -> int:
        """A move with which the keeper wins within so many plies."""
        whole = plies >= self.empty(at).bit_count()
        if self.weak:
            answer = self.kernel.solve_weak(
                at.keeper, at.rival, True, not whole, False, None, None, None
            )
            return answer[3]
        return self.ask(at, 1 if whole else WHOLE - plies)

    def ask(self, at: State, beta: int) -> int:
        said, move = self.kernel.ask(at.keeper, at.rival, beta, None, None)
        if not said:
            raise RuntimeError(f"no move keeps what was said of {at.rival:#x} {at.keeper:#x}")
        return move
