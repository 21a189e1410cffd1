"""What a database says of positions, and the codes in which it is kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LOST_AT_ONCE, ELSEWHERE = 254, 253
"""Answers of the core that no file holds: a line on the board; not a position with X first."""


class Label(NamedTuple):
    """What a database says of a position, from the side to move."""

    value: int
    """+1 a win, 0 a draw, -1 a loss."""
    distance: int | None
    """Plies to the completed line under best play, 0 if it is on the board; None for a draw."""


class LabelBatch(NamedTuple):
    """What a database says of N boards, from the side to move on each."""

    values: npt.NDArray[np.int8]
    """(N,): +1, 0 or -1."""
    distances: npt.NDArray[np.int16]
    """(N,): plies to the completed line; -1 for a draw."""


def _label(code: int) -> Label:
    if code == LOST_AT_ONCE:
        return Label(-1, 0)
    return Label(0, None) if code == 0 else Label(1 if code % 2 else -1, code)


LABELS = tuple(map(_label, range(256)))
