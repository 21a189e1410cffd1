"""The certificate of a draw by pairings: whatever is played, the answer is in the same pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from inarow.certificate.board import proof_board
from inarow.certificate.prove import write_file
from inarow.check import END, PAIRS
from inarow.model.bits import cells_of
from inarow.model.files import AnyPath
from inarow.model.legal import OTHER, Player

if TYPE_CHECKING:
    from inarow.model.position import Position


class Held(Protocol):
    """What is asked of a `Pairing`, which the solver finds."""

    @property
    def position(self) -> Position: ...
    @property
    def attacker(self) -> Player: ...
    @property
    def pairs(self) -> tuple[tuple[int, int], ...]: ...
    def reply(self, move: int) -> int | None: ...


def write_pairings(pairings: Sequence[Held], path: AnyPath, *, weak: bool, overwrite: bool) -> None:
    """Write a certificate that all these hold, of one position; whole or not at all."""
    position = pairings[0].position
    parts = [f"{OTHER[held.attacker]} stops" for held in pairings]
    proof = b"".join(strategy for held in pairings for strategy in _strategy(held, weak))
    write_file(path, position, parts, lambda to: to(proof), weak=weak, overwrite=overwrite)


def _strategy(held: Held, weak: bool) -> Iterator[bytes]:
    cells = proof_board(held.position.game, weak).cell_bytes
    # In the weak game there is play after a line of O's.
    empty = cells_of(held.position.game.full & ~(held.position.x | held.position.o))

    def answer(*played: int) -> tuple[bytes, set[int]]:
        """The keeper's move, after the rival's if there was one, with the pairs left; the zone."""
        move = held.reply(*played) if played else None
        if move is None:  # any will do
            move = next(cell for cell in empty if cell not in played)
        pairs = [pair for pair in held.pairs if not {move, *played} & {*pair}]
        paired = [cell for pair in pairs for cell in pair]
        return cells(move) + bytes([len(pairs)]) + cells(*paired), {move, *paired}

    if held.position.turn != held.attacker:
        yield bytes([PAIRS]) + answer()[0]
        return
    unanswered = {*empty}
    for cell in empty:
        if cell in unanswered:
            answered, zone = answer(cell)
            unanswered &= zone
            yield bytes([PAIRS]) + cells(cell) + answered
    yield bytes([END])
