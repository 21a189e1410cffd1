"""What a search concludes, step by step: for whoever wants to check a proof or to watch one grow.

`Solver.trace` calls its listener with the `Event`s of coming searches, children before parents.
The search knows no format of proofs, and an event says nothing of why: the conclusion follows
from earlier ones, or from what is on the board.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeAlias


class Kind(IntEnum):
    """What an event says; the first five are of the weak game, with X as Maker.

    In a search of a game of exactly k they are of the free weak game, where longer rows win as
    well: who is held there is held in the exact game.
    """

    PAIRS = 1
    """X to move is held by O's answering in `pairs`, of which every live line has one."""
    HOLDS = 2
    """X to move is held, whatever he plays; moves outside the zones of others are not searched."""
    REPLY = 3
    """O to move holds with `move`; None: X has no live line, or too few moves left."""
    MOVE = 4
    """X to move wins with `move`."""
    LOST = 5
    """O to move loses, whatever he plays; replies outside the cells of a win are not searched."""
    YES = 6
    """In the ordinary game the score is at least `beta`: with `move`; None: with any move."""
    NO = 7
    """In the ordinary game the score is less than `beta`."""


class Event(NamedTuple):
    """One conclusion. Sets of cells are ints: bit i is cell i."""

    kind: Kind
    move: int | None
    beta: int
    """The question: 1 "does the attacker win?", and in the ordinary game 0 "does the mover hold?";
    512 - d "within d plies?"; d - 511 "does the mover outlast d plies?"."""
    own: int
    """The stones of X in the weak game, of the mover in the ordinary one."""
    other: int
    """The stones of the other side."""
    zone: int
    """Where X is held in the weak game: O holds whatever stones X were given outside this set."""
    pairs: tuple[tuple[int, int], ...]


Listener: TypeAlias = Callable[[Sequence[Event]], object]
"""Is called with some thousands of events at a time."""


def read_events(data: bytes, words: int) -> Iterator[Event]:
    """Yield the events of a buffer of the core's; `words` is `Kernel.words`."""
    head = struct.Struct(f"=4h{3 * words}Q")
    size = 8 * words
    at = 0
    while at < len(data):
        kind, move, beta, count, *_ = head.unpack_from(data, at)
        own, other, zone = (
            int.from_bytes(data[start : start + size], "little")
            for start in range(at + 8, at + 8 + 3 * size, size)
        )
        at += head.size
        flat = struct.unpack_from(f"={2 * count}h", data, at)
        at += 4 * count
        pairs = tuple(zip(flat[::2], flat[1::2], strict=True))
        yield Event(Kind(kind), None if move < 0 else move, beta, own, other, zone, pairs)
