"""The certificate of a draw by pairings: whatever is played, the answer is in the same pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from inarow.certificate.board import proof_board
from inarow.certificate.prove import write_file
from inarow.check import END, PAIRS
from inarow.model.bits import cells_of
from inarow.model.files import AnyPath
from inarow.model.legal import OTHER, Player

if TYPE_CHECKING:
    from inarow.model.position import Position

Pairs: TypeAlias = Sequence[tuple[int, int]]


def write_pairings(
    position: Position, held: Mapping[Player, Pairs], path: AnyPath, *, weak: bool, overwrite: bool
) -> None:
    """Write a certificate that these pairs hold these sides, whole or not at all."""
    parts = [f"{OTHER[side]} stops" for side in held]
    strategies = (_strategy(position, side, held[side], weak) for side in held)
    proof = b"".join(part for strategy in strategies for part in strategy)
    write_file(path, position, parts, lambda to: to(proof), weak=weak, overwrite=overwrite)


def _strategy(position: Position, rival: Player, pairs: Pairs, weak: bool) -> Iterator[bytes]:
    cells = proof_board(position.game, weak).cell_bytes
    # In the weak game there is play after a line of O's.
    empty = cells_of(position.game.full & ~(position.x | position.o))
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}

    def answer(*played: int) -> tuple[bytes, set[int]]:
        """The keeper's move, after the rival's if there was one, with the pairs left; the zone."""
        anywhere = next(cell for cell in empty if cell not in played)
        move = partner.get(played[0], anywhere) if played else anywhere
        left = [pair for pair in pairs if not {move, *played} & {*pair}]
        paired = [cell for pair in left for cell in pair]
        return cells(move) + bytes([len(left)]) + cells(*paired), {move, *paired}

    if position.turn != rival:
        yield bytes([PAIRS]) + answer()[0]
        return
    unanswered = {*empty}
    for cell in empty:
        if cell in unanswered:
            answered, zone = answer(cell)
            unanswered &= zone
            yield bytes([PAIRS]) + cells(cell) + answered
    yield bytes([END])
