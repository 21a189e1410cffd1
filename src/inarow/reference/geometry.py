"""Every place for a line, what lies beyond its ends, and the symmetries of a board.

And the lines of boxes and tori.

>>> windows(1, 5, 3, exact=True)
{(0, 1, 2): (3,), (1, 2, 3): (0, 4), (2, 3, 4): (1,)}
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product


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


def box(sides: tuple[int, ...], k: int) -> set[frozenset[int]]:
    """The lines of a box: sets of k cells on each of whose axes the places rise, fall or stay.

    The last side's cells follow one another.

    >>> len(box((3, 3, 3), 3)), len(box((4, 4, 4), 4))
    (49, 76)
    """
    found = set()
    for first in product(*map(range, sides)):
        for step in product((-1, 0, 1), repeat=len(sides)):
            places = [[at + i * by for at, by in zip(first, step, strict=True)] for i in range(k)]
            if any(step) and all(
                0 <= at < side for place in places for at, side in zip(place, sides, strict=True)
            ):
                found.add(frozenset(_number(place, sides) for place in places))
    return found


def torus(m: int, n: int, k: int) -> set[frozenset[int]]:
    """The lines of a board whose edges are joined: k different cells in a row, across them too.

    >>> len(torus(3, 3, 3)), len(torus(5, 5, 4))
    (12, 100)
    """
    found = set()
    for row, column, down, right in product(range(m), range(n), (-1, 0, 1), (-1, 0, 1)):
        places = [((row + i * down) % m, (column + i * right) % n) for i in range(k)]
        line = frozenset(_number(place, (m, n)) for place in places)
        if len(line) == k:
            found.add(line)
    return found


def _number(place: Iterable[int], sides: tuple[int, ...]) -> int:
    number = 0
    for at, side in zip(place, sides, strict=True):
        number = number * side + at
    return number


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
