"""Every place for a line, what lies beyond its ends, and the symmetries of a board.

>>> windows(1, 5, 3, exact=True)
{(0, 1, 2): (3,), (1, 2, 3): (0, 4), (2, 3, 4): (1,)}
"""

from __future__ import annotations

from collections.abc import Iterable


def windows(m: int, n: int, k: int, exact: bool) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The k cells of each line, with those that its owner must not hold for it to win.

    With ``exact`` the latter are the neighbours of its two ends, as far as the board has them:
    with a stone there the line would be part of a longer one.  A single stone (k = 1) is a line in
    any direction, whatever its neighbours are.
    """
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    if k > max(m, n):
        return found  # at once, however large k is
    for row in range(m):
        for column in range(n):
            for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = _cells(m, n, (row, column), step, range(k))
                if len(line) == k:
                    ends = (-1, k) if exact and k > 1 else ()
                    found[line] = _cells(m, n, (row, column), step, ends)
    return found


def _cells(
    m: int, n: int, first: tuple[int, int], step: tuple[int, int], counts: Iterable[int]
) -> tuple[int, ...]:
    """The cells so many steps from the first, those off the board left out."""
    places = [(first[0] + i * step[0], first[1] + i * step[1]) for i in counts]
    return tuple(row * n + column for row, column in places if 0 <= row < m and 0 <= column < n)


def symmetries(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """The maps of the board onto itself, as permutations, each once."""
    maps: dict[tuple[int, ...], None] = {}
    rows, columns = range(m), range(n)
    for down in (rows, rows[::-1]):
        for right in (columns, columns[::-1]):
            maps[tuple(r * n + c for r in down for c in right)] = None
            if m == n:
                maps[tuple(r * n + c for c in right for r in down)] = None
    return tuple(maps)
