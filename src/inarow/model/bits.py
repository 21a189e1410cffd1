"""Sets of cells as bit masks: bit i stands for cell i."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count

_DIGITS = bytes.maketrans(b"01", b"\0\1")


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the cells of a bit mask, ascending.

    >>> cells_of(0b10110)
    (1, 2, 4)
    """
    # The binary digits, lowest first: in pure Python quicker than taking off bit after bit.
    return tuple(compress(count(), f"{mask:b}"[::-1].encode().translate(_DIGITS)))


def image_of(mask: int, permutation: Sequence[int]) -> int:
    """Return where a permutation of the cells takes a mask.

    >>> image_of(0b011, (2, 0, 1)) == 0b101
    True
    """
    return sum([1 << permutation[cell] for cell in cells_of(mask)])
