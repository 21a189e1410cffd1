"""Every position of a small board with its value, from the last ones back to the first.

    python docs/examples/retrograde.py 3 3 3

Forwards all positions are listed, by the number of stones. Backwards they are labelled: a full
board is a draw, a completed line a loss for the side to move, and any other position is worth what
its best move is worth, since the positions after it have their labels already (Thompson,
"Retrograde analysis of certain endgames", ICCA Journal 9 (3), 1986).

A position is a pair of sets of cells: the stones of the side to move, and those of the other side.
A label is the value for the side to move, +1, 0 or -1, and the plies to the completed line, None
for a draw, if the winner hurries and the loser holds out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

Position = tuple[int, int]
Label = tuple[int, int | None]


def lines_of(m: int, n: int, k: int) -> list[int]:
    """Return the lines of k cells in a row on m rows and n columns, as sets of cells."""
    lines = set()
    for row in range(m):
        for column in range(n):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(r < m and 0 <= c < n for r, c in cells):
                    lines.add(sum(1 << r * n + c for r, c in cells))
    return sorted(lines)


def is_lost(position: Position, lines: list[int]) -> bool:
    """Has the side that just moved completed a line?"""
    return any(position[1] & line == line for line in lines)


def after(position: Position, cells: int) -> Iterator[Position]:
    """Yield the positions after each move."""
    own, other = position
    for cell in range(cells):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


def rank(label: Label) -> tuple[int, int]:
    """Order labels as the side to move would: quick wins first, quick losses last."""
    value, distance = label
    return value, -value * (distance or 0)


def solve(m: int, n: int, k: int) -> dict[Position, Label]:
    """Return the label of every position that play can reach."""
    lines, cells = lines_of(m, n, k), m * n
    layers: list[set[Position]] = [{(0, 0)}]
    for _ in range(cells):
        unfinished = [position for position in layers[-1] if not is_lost(position, lines)]
        layers.append({child for position in unfinished for child in after(position, cells)})
    labels: dict[Position, Label] = {}
    for layer in reversed(layers):
        for position in layer:
            if is_lost(position, lines):
                labels[position] = -1, 0
            else:
                moves = [labels[child] for child in after(position, cells)]
                value, distance = min(moves, key=rank, default=(0, None))  # worst for the other
                labels[position] = -value, None if distance is None else distance + 1
    return labels


def count(labels: dict[Position, Label]) -> Counter[str]:
    """Count the positions that X wins, that O wins, and the draws."""
    counts: Counter[str] = Counter()
    for (own, other), (value, _) in labels.items():
        x_moves = own.bit_count() == other.bit_count()
        counts["XO"[x_moves == (value < 0)] if value else "draw"] += 1
    return counts


def main() -> None:
    sizes = sys.argv[1:] or ["3", "3", "3"]
    if len(sizes) != 3 or not all(size.isdecimal() and int(size) for size in sizes):
        sys.exit("three numbers are wanted, M N K, each 1 or more")
    m, n, k = map(int, sizes)
    labels = solve(m, n, k)
    print(f"{m},{n},{k}: {len(labels):,} positions")
    for result, number in sorted(count(labels).items()):
        print(f"{result:4} {number:>7,}")
    _, distance = labels[0, 0]
    print("empty board:", "draw" if distance is None else f"X wins in {distance} plies")


if __name__ == "__main__":
    main()
