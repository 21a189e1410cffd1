"""The certificate of a win by force: its tree, as the format has it.

The zone of what a move threatens is asked of the checker itself, and each reply in it is answered.
"""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from inarow.certificate.board import ProofBoard
from inarow.certificate.prove import write_file
from inarow.check import CHAIN, END, KNOWN, NODE, PASS, TREE, WIN, Checker, Stones, Unproven
from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError

if TYPE_CHECKING:
    from inarow.model.position import Position


class Win(Protocol):
    """What is asked of a `ForcedWin`, which the solver finds."""

    @property
    def position(self) -> Position: ...
    @property
    def order(self) -> int: ...
    @property
    def move(self) -> int: ...
    @property
    def line(self) -> tuple[int, ...]: ...
    @property
    def threat(self) -> Win | None: ...
    def after(self, reply: int) -> Win | None: ...


def write_forced_win(win: Win, path: str | os.PathLike[str], overwrite: bool) -> None:
    """Write the certificate of a win by force, whole or not at all."""
    position = win.position
    writer = _Writer(win)
    at = writer.board.state(position._opponent, position._own, WIN)
    proof = writer.answer(win, at)
    parts = [f"{position.turn} wins"]
    write_file(path, position, parts, False, lambda to: to(proof), overwrite, version=2)


def spoilers(win: Win) -> int:
    """The cells that may spoil a win, as if it came after a pass."""
    writer, code = _Writer(win), PASS if win.order == 1 else TREE
    at = writer.board.state(win.position._opponent, win.position._own, WIN)
    proof = writer.after_pass(win, at)
    return spoilers_of(writer.board, code, at, proof)[0] & writer.board.empty(at)


def spoilers_of(board: ProofBoard, code: int, at: Stones, proof: bytes) -> tuple[int, int]:
    """The cells that may spoil a win after a pass, and the plies it takes, as the checker finds.

    All cells if it is none.
    """
    checker = Checker(BytesIO(proof), BytesIO(), None)
    checker.board, checker.spoilers = board, [0]
    checker.cell_size, checker.record = 1 if board.cells <= 256 else 2, board.cells + 16
    try:
        _, plies = checker.answer(CHAIN if code == PASS else NODE, at, WIN, board.cells)
    except Unproven:
        return board.full, 0
    return checker.spoilers[0], plies


class _Writer:
    """Numbers nodes in the order in which they end, as the format does."""

    def __init__(self, win: Win) -> None:
        self.board = ProofBoard(win.position.game, False)
        self._size = 1 if self.board.cells <= 256 else 2
        self._count = self._passes = 0
        self._numbers: dict[tuple[int, int], int] = {}  # of nodes that are in no win after a pass

    def answer(self, win: Win, at: Stones) -> bytes:
        """The keeper is to move, and wins so."""
        code = CHAIN if win.order == 1 else NODE
        proof, known = self._win(win, at)
        return bytes([KNOWN if known else code]) + proof

    def after_pass(self, win: Win, at: Stones) -> bytes:
        """What follows the code of a win after a pass."""
        self._passes += 1
        proof, _ = self._win(win, at)
        self._passes -= 1
        return proof

    def _win(self, win: Win, at: Stones) -> tuple[bytes, bool]:
        """What follows the code; and is that a node that has been written before?"""
        if win.order == 1:
            moves = win.line[::2] if len(win.line) == 1 else win.line[:-2:2]
            return bytes([len(moves)]) + self._cells(*moves), False
        after = self.board.keeper_plays(at, win.move)
        place = after.rival, after.keeper
        if not self._passes and place in self._numbers:
            number = self._numbers[place]
            return self._cells(win.move) + number.to_bytes(4, "little") + b"\0", True
        proof = self._cells(win.move) + self._node(win, after)
        if not self._passes:
            self._numbers[place] = self._count
        self._count += 1
        return proof, False

    def _node(self, win: Win, at: Stones) -> bytes:
        """The rival is to move."""
        proof, before = b"", self._count
        replies, empty = self.board.lacking(1, at.mine, at.keeper), self.board.empty(at)
        if not replies:
            threat = win.threat
            if threat is None:
                raise CertificateError("what a move threatens was not found again")
            code, body = PASS if threat.order == 1 else TREE, self.after_pass(threat, at)
            replies = spoilers_of(self.board, code, at, body)[0] & empty
            if replies != empty:
                proof = bytes([code]) + body
            else:  # it answers nothing
                self._count = before
        for reply in cells_of(replies):
            follows = win.after(reply)
            if follows is None:
                raise CertificateError("the answer to a reply was not found again")
            answer = self.answer(follows, self.board.rival_plays(at, reply))
            proof += answer[:1] + self._cells(reply) + answer[1:]
        return proof + bytes([END])

    def _cells(self, *cells: int) -> bytes:
        return b"".join(cell.to_bytes(self._size, "little") for cell in cells)
