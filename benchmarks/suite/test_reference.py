"""The core against plain Python: with the ideas of `inarow.reference.careful`, and node by node."""

from __future__ import annotations

import pytest
from measure import timed
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, Solver
from inarow._core import make_kernel
from inarow.reference import Rules, careful

SIZES = [(3, 3, 3), (4, 4, 4), (5, 4, 4)]


@pytest.mark.parametrize("size", SIZES)
def test_root(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    """Search against search: the table is cleared, as the other begins with an empty memo."""
    solver, start = Solver(Game(*size)), Game(*size).start()
    assert solver.solve(start).value == careful.solve(Rules(*size)).value

    def solve() -> None:
        solver.clear()
        solver.solve(start)

    timed(benchmark, f"{start.game.key} root, table cleared", solve)


@pytest.mark.parametrize("size", SIZES)
def test_root_by_careful_python(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    game, rules = Game(*size), Rules(*size)
    assert careful.solve(rules).value == Solver(game).solve(game.start()).value
    row = f"{game.key} root, careful Python"
    timed(benchmark, row, lambda: careful.solve(rules), against=f"{game.key} root, table cleared")


# Boards of 4,4,4 with their values, in reach of a search without a table. Each of their questions
# takes less than 4,096 nodes: above that the core would begin to deepen, and walk another tree.
BOARDS = [
    (".OOX/..XO/...X/...X", 0),
    ("..O./XO.O/..X./.X.X", 0),
    ("O..X/.X../.X.O/.OX.", 0),
    (".OX./.OX./.O.O/XX..", 1),
    (".O../O.../OXOX/X.XX", -1),
]
GAME = Game(4, 4, 4)
POSITIONS = [GAME.position(text) for text, _ in BOARDS]
LINES = [sum(1 << cell for cell in line) for line in GAME.lines]


class BareSearch:
    """What is left of the core with every rule switched off.

    Null-window alpha-beta without a table: complete a line, block one, else all cells in order.
    """

    def __init__(self) -> None:
        self.nodes = 0

    def value(self, own: int, opponent: int) -> int:
        """The value of a position that is not over."""
        if self.at_least(1, own, opponent):
            return 1
        return 0 if self.at_least(0, own, opponent) else -1

    def at_least(self, target: int, own: int, opponent: int) -> bool:
        """Is the value at least `target`, 0 or 1?"""
        self.nodes += 1
        block = 0
        for line in LINES:
            missing = line & ~own
            if not missing & (missing - 1) and not line & opponent:
                return True
            missing = line & ~opponent
            if not missing & (missing - 1) and not line & own:
                block |= missing
        if block & (block - 1):
            return False
        empty = GAME.full & ~(own | opponent)
        if not empty:
            return target == 0
        moves = block or empty
        while moves:
            move = moves & -moves
            moves ^= move
            if not self.at_least(1 - target, opponent, own | move):
                return True
        return False


def in_python() -> list[tuple[int, int]]:
    """Value and nodes of each board."""
    found = []
    for position in POSITIONS:
        search = BareSearch()
        found.append((search.value(position._own, position._opponent), search.nodes))
    return found


def in_core() -> list[tuple[int, int]]:
    """The same by the core without a rule, without the line of play."""
    kernel = make_kernel(GAME, 64 << 20, rules=0)
    found = []
    for position in POSITIONS:
        lower, upper, *_, nodes = kernel.solve(
            position._own, position._opponent, False, False, None, None, None
        )
        assert lower == upper
        found.append((lower, nodes))
    return found


def test_one_tree(benchmark: BenchmarkFixture) -> None:
    """What compiling buys: the same nodes, one by one."""
    assert in_core() == in_python()
    assert [value for value, _ in in_core()] == [value for _, value in BOARDS]
    nodes = sum(nodes for _, nodes in in_core())
    timed(
        benchmark, "one tree on 4,4,4", in_core, of=nodes, unit="nodes/s", detail=f"{nodes:,} nodes"
    )


def test_one_tree_in_python(benchmark: BenchmarkFixture) -> None:
    assert in_python() == in_core()
    nodes = sum(nodes for _, nodes in in_python())
    row = "one tree on 4,4,4, Python"
    timed(benchmark, row, in_python, of=nodes, unit="nodes/s", against="one tree on 4,4,4")
