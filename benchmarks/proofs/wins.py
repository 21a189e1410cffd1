"""Wins that certificates have, and one win made of them, as what writes certificates asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain as joined
from pathlib import Path

import inarow
from inarow import ForcedWin, Position
from inarow.certificate import Answer, Chain, Node, read
from inarow.certificate.forced import BY_FORCE
from inarow.certificate.prove import header_of
from inarow.check import unpacked
from inarow.model.bits import cells_of


def checked(path: Path, position: Position, frame: Sequence[int] = ()) -> inarow.Verdict:
    """What the checker says of a certificate; with a frame, of one of all boards from that on.

    Raises `inarow.CertificateError` if it does not prove that X, to move, wins a position.
    """
    verdict, head = inarow.check(path), header_of(position, ["X wins"], False, 2, frame)
    with path.open("rb") as file:
        if not verdict.verified or unpacked(file).read(len(head)) != head:
            raise inarow.CertificateError(f"{path} is refused, or of another board: {verdict}")
    return verdict


class Written:
    """A win as a certificate has it."""

    def __init__(self, line: tuple[int, ...], node: Node | None) -> None:
        self.line, self.move = line, line[0]
        self.order = 1 if node is None else BY_FORCE + 1
        self._node = node
        self._answers = {answer.move: answer for answer in node.entries} if node else {}

    @property
    def threat(self) -> Written | None:
        """How it wins if the other side passes."""
        assert self._node is not None
        if self._node.tree is not None:
            return written(self._node.tree)
        return None if self._node.chain is None else Written(line_of(self._node.chain), None)

    def after(self, reply: int) -> Written | None:
        """How it goes on after a reply."""
        answer = self._answers.get(reply)
        return answer and written(answer)


def begin(path: Path) -> Answer:
    """How the win of a certificate begins."""
    root = read(path).root()
    assert isinstance(root, Answer)
    return root


def written(answer: Answer) -> Written:
    """The win that an answer begins."""
    if (chain := answer.chain) is not None:
        return Written(line_of(chain), None)
    assert answer.reply is not None
    return Written((answer.reply,), answer.node)


def line_of(chain: Chain) -> tuple[int, ...]:
    """A chain of fours as a line, to the completed one."""
    if not chain.wins:
        return chain.moves
    block, last, *_ = cells_of(chain.wins)
    return *joined.from_iterable(zip(chain.moves, (*chain.replies, block), strict=True)), last


@dataclass
class Together:
    """A move, and the answers to all replies, or to those in the zone of the win after a pass."""

    position: Position
    move: int
    threat: ForcedWin | None
    answers: dict[int, Answer]
    order = BY_FORCE + 1

    @property
    def line(self) -> tuple[int, ...]:
        """The move alone."""
        return (self.move,)

    def after(self, reply: int) -> Written | None:
        """How it goes on after a reply."""
        answer = self.answers.get(reply)
        return answer and written(answer)
