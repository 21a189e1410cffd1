"""The certificate of a win by force: its tree, as the format has it.

The zone of what a move threatens is asked of the checker itself, and each reply in it is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from inarow.certificate.board import ProofBoard, proof_board, undone
from inarow.certificate.prove import write_file
from inarow.check import CHAIN, END, KNOWN, NODE, PASS, TREE, WIN, Checker, Stones, Unproven
from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError
from inarow.model.files import AnyPath

if TYPE_CHECKING:
    from inarow.model.position import Position


class Win(Protocol):
    """What is asked of a `ForcedWin`, which the solver finds, and of all below it."""

    @property
    def order(self) -> int: ...
    @property
    def move(self) -> int: ...
    @property
    def line(self) -> tuple[int, ...]: ...
    @property
    def threat(self) -> Win | None: ...
    def after(self, reply: int) -> Win | None: ...


class WinAt(Win, Protocol):
    """A win, and where it is one."""

    @property
    def position(self) -> Position: ...


BY_FORCE = 3
"""Wins of a higher order may answer every reply, where none is known if the other side passes."""


def write_forced_win(win: WinAt, path: AnyPath, overwrite: bool) -> None:
    """Write the certificate of a win by force, whole or not at all."""
    position = win.position
    writer = WinWriter(proof_board(win.position.game, False))
    at = writer.board.state(position._opponent, position._own, WIN)
    code, proof = writer.win(win, at)
    answer, parts = bytes([code]) + proof, [f"{position.turn} wins"]
    write_file(path, position, parts, lambda to: to(answer), overwrite=overwrite, version=2)


def spoilers(win: WinAt) -> int:
    """The cells that may spoil a win, as if it came after a pass."""
    writer = WinWriter(proof_board(win.position.game, False))
    at = writer.board.state(win.position._opponent, win.position._own, WIN)
    code, proof = writer.win(win, at, after_pass=True)
    return spoilers_of(writer.board, code, at, proof) & writer.board.empty(at)


def spoilers_of(board: ProofBoard, code: int, at: Stones, proof: bytes) -> int:
    """The cells that may spoil a win after a pass, as the checker finds.

    All cells if it is none. `code` and `proof` are those of an answer.
    """
    checker = Checker(BytesIO(proof), BytesIO(), None)
    checker.board, checker.spoilers = board, [0]
    try:
        checker.answer(code, at, WIN, board.cells)
    except Unproven:
        return board.full
    return checker.spoilers[0]


FOLDED = 8
"""With more stones, positions are not compared with images of others: few are ever the same."""


class WinWriter:
    """Numbers nodes in the order in which they end, as the format does."""

    def __init__(self, board: ProofBoard) -> None:
        self.board = board
        every = range(len(board.symmetries))
        self._turns = [each for each in every if board.moved(each, board.frame) == board.frame]
        self._count = 0
        self._numbers: dict[tuple[int, int], int] = {}  # of nodes that are in no win after a pass

    def win(self, win: Win, at: Stones, after_pass: bool = False) -> tuple[int, bytes]:
        """The code of an answer by which the keeper, to move, wins; and what follows it."""
        if win.order == 1:
            moves = win.line[::2] if len(win.line) == 1 else win.line[:-2:2]
            return self.chain(moves, at)
        return self.quiet(win.move, at, after_pass, partial(self._node, win))

    def quiet(
        self, move: int, at: Stones, after_pass: bool, node: Callable[[Stones, bool], bytes]
    ) -> tuple[int, bytes]:
        """The same of a move, after which the rival is at a node."""
        after, played = self.board.keeper_plays(at, move), self.board.cell_bytes(move)
        if not after_pass and (known := self._known(after)):
            return KNOWN, played + known
        proof = played + node(after, after_pass)
        if not after_pass:
            self._numbers[after.rival, after.keeper] = self._count
        self._count += 1
        return NODE, proof

    def chain(self, moves: Sequence[int], at: Stones) -> tuple[int, bytes]:
        """The code of a chain of threats by the keeper, to move, and what follows it."""
        return CHAIN, bytes([len(moves)]) + self.board.cell_bytes(*moves)

    def _known(self, at: Stones) -> bytes:
        """The number of the node of this position or of an image, and the symmetry; or nothing."""
        board, few = self.board, (at.rival | at.keeper).bit_count() <= FOLDED
        for symmetry in self._turns if few else [0]:
            back = undone(symmetry)
            place = board.moved(back, at.rival), board.moved(back, at.keeper)
            if place in self._numbers:
                turned = [symmetry] if board.columns else [symmetry, 0]
                return self._numbers[place].to_bytes(4, "little") + bytes(turned)
        return b""

    def _node(self, win: Win, at: Stones, after_pass: bool) -> bytes:
        """The rival is to move."""
        proof, before = b"", self._count
        replies, empty = self.board.missed(at, at.mine[1:2]), self.board.empty(at)
        if not replies:
            replies, threat = empty, win.threat
            if threat is not None:
                code, body = self.win(threat, at, after_pass=True)
                replies &= spoilers_of(self.board, code, at, body)
                if replies != empty:
                    proof = bytes([PASS if code == CHAIN else TREE]) + body
                else:  # it answers nothing
                    self._count = before
            elif win.order <= BY_FORCE:
                raise CertificateError("what a move threatens was not found again")
        for reply in cells_of(replies):
            follows = win.after(reply)
            if follows is None:
                raise CertificateError("the answer to a reply was not found again")
            code, body = self.win(follows, self.board.rival_plays(at, reply), after_pass)
            proof += bytes([code]) + self.board.cell_bytes(reply) + body
        return proof + bytes([END])
