"""The same search on every width: not only the same values, the same number of nodes.

The tables have the same number of entries, not of bytes: an entry takes 16 bytes at width 40
and 24 at the others.
"""

from typing import Any

import pytest
from boards import table_of, widths_for

from inarow import Game, Position
from inarow._core import make_kernel

GAMES = [
    *[(3, 3, 3), (4, 5, 4), (5, 4, 4), (5, 5, 4), (5, 6, 4), (6, 6, 4), (5, 6, 5), (5, 8, 4)],
    *[(8, 5, 4), (6, 7, 4), (7, 7, 4), (8, 8, 4), (1, 20, 4), (20, 2, 3), (9, 9, 4), (16, 16, 4)],
]
POSITIONS = [
    *[Game(*size).start() for size in GAMES],
    Game(3, 4, 3).position("..../.X../..O."),
    Game(4, 4, 4).position("X..O/.X../..../...."),
    Game(4, 4, 3).position("O.../.X../..../...."),
]
"""The fixed list."""


def solve(position: Position, width: int, distance: bool, entries: int) -> list[tuple[Any, ...]]:
    """What a fresh kernel of this width says of the position and, over its table, of a reply."""
    kernel = make_kernel(position.game, table_of(entries, width), width=width)
    answers: list[tuple[Any, ...]] = []
    for node in (position, position.play(position.legal_moves[-1])):
        answers.append(kernel.solve(node._own, node._opponent, distance, True, 60_000, None, None))
        place = node.x, node.o, node.turn == "X"
        answers.append(kernel.solve_weak(*place, distance, True, 6_000, None, None))
    assert kernel.table_entries <= entries
    return answers


@pytest.mark.long
@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: repr(position.game))
def test_every_width_searches_the_same_nodes(position: Position, distance: bool) -> None:
    for entries in (1 << 7, 1 << 16):
        found = {
            width: solve(position, width, distance, entries) for width in widths_for(position.game)
        }
        first = next(iter(found.values()))
        assert found == dict.fromkeys(found, first)
        assert first[0][-1] > 0


def test_a_table_of_other_size_searches_other_nodes() -> None:
    """The comparison above is not empty: node counts do tell searches apart."""
    position = Game(5, 5, 4).start()
    assert solve(position, 40, False, 1 << 7) != solve(position, 40, False, 1 << 16)


@pytest.mark.parametrize(("width", "m", "n"), [(40, 6, 7), (40, 8, 8), (64, 5, 13), (128, 12, 12)])
def test_a_kernel_refuses_a_board_that_is_too_large(width: int, m: int, n: int) -> None:
    """Beyond 40 cells one-word keys would no longer be exact, though the board would fit."""
    with pytest.raises(ValueError, match=f"not {m * n}"):
        make_kernel(Game(m, n, 4), 1 << 10, width=width)
