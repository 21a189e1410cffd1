"""What an ablation asks, in sets: from empty boards to hard middle games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from measure import middle_positions, random_boards

from inarow import Game, Position
from inarow.solver.signature import SIGNATURE_POSITIONS

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

Answer: TypeAlias = object
"""Equal for equal answers: a value, a value and a distance, a truth; None if not found."""


class RuleQuestion(NamedTuple):
    """What is asked, with all rules and without each."""

    game: Game
    kind: str
    """"strong", "weak" or "contested"."""
    ask: Callable[[Kernel, int], tuple[Answer, int]]
    """From a new kernel and a limit in nodes: the answer, and the nodes it took."""
    known: Answer = None
    """The answer from elsewhere, if there is one."""


def ordinary(
    position: Position, distance: bool = False, known: tuple[int, int | None] | None = None
) -> RuleQuestion:
    """Ask for the value, or for value and distance: None for none, or if not asked."""

    def ask(kernel: Kernel, limit: int) -> tuple[Answer, int]:
        lower, upper, plies, _, _, nodes = kernel.solve(
            position._own, position._opponent, distance, False, limit, None, None
        )
        if lower < upper or (distance and lower and plies < 0):
            return None, nodes
        return (lower, plies if distance and lower else None), nodes

    return RuleQuestion(position.game, "strong", ask, known)


def together(positions: Sequence[Position]) -> RuleQuestion:
    """Ask for the values of many positions of one game, one after the other over one table."""
    singly = [ordinary(position).ask for position in positions]

    def ask(kernel: Kernel, limit: int) -> tuple[Answer, int]:
        answers, spent = [], 0
        for one in singly:
            answer, nodes = one(kernel, limit - spent)
            spent += nodes
            if answer is None or spent >= limit:
                return None, spent
            answers.append(answer)
        return answers, spent

    return RuleQuestion(positions[0].game, "strong", ask)


def weak(position: Position, known: int | None = None) -> RuleQuestion:
    """Ask whether X wins the weak game, 1 or 0."""

    def ask(kernel: Kernel, limit: int) -> tuple[Answer, int]:
        lower, upper, *_, nodes, _ = kernel.solve_weak(
            position.x, position.o, position.turn == "X", False, False, limit, None, None
        )
        return (lower if lower == upper else None), nodes

    return RuleQuestion(position.game, "weak", ask, known)


def contested(position: Position, maker: str, known: bool | None = None) -> RuleQuestion:
    """Ask whether `maker`, "X" or "O", wins the ordinary game, and not how the other side fares."""

    def ask(kernel: Kernel, limit: int) -> tuple[Answer, int]:
        sides = (position.x, position.o) if maker == "X" else (position.o, position.x)
        wins, _, _, nodes = kernel.solve_contested(*sides, position.turn == maker, limit, None)
        return wins, nodes

    return RuleQuestion(position.game, "contested", ask, known)


def _empty(*sizes: tuple[int, int, int], exact: bool = False) -> list[Position]:
    return [Game(*size, exact=exact).start() for size in sizes]


def _small() -> list[RuleQuestion]:
    """Random boards, as a batch has them."""
    return [
        together([game.position(board) for board in random_boards(game, count, 1, finished=False)])
        for game, count in (
            *((Game(4, 4, 4), 1000), (Game(5, 5, 4), 100), (Game(6, 6, 4), 30)),
            (Game(5, 5, 4, exact=True), 100),
        )
    ]


def _signature() -> list[RuleQuestion]:
    """The positions of the node-count signature."""
    return [
        ordinary(
            Game(m, n, k).start().play_all(moves.split()),
            distance,
            (value, plies if distance else None),
        )
        for m, n, k, moves, value, plies in SIGNATURE_POSITIONS
        for distance in ((False, True) if value else (False,))
    ]


def _contested() -> list[RuleQuestion]:
    """The hard questions, and both questions about random positions."""
    game = Game(8, 8, 5)
    hard = [line.split() for line in HARD_CONTESTED.strip().splitlines()]
    return [
        *(contested(game.position(rows), maker, how == "wins") for rows, maker, how in hard),
        *(
            contested(position, maker)
            for position in middle_positions(game, 10, 20, 40, seed=6)
            for maker in "XO"
        ),
    ]


HARD_WEAK = {
    (8, 8, 5): """
        ......../......../....X.../...OO.../....X.../......../......../........
        ......../......../......../..XO..../...O..../....X.../......../........
        ......../......../......../...OX.../....O.../....X.../......../........
        ......../......../....X.../...OO.../......../....X.../......../........
        ......../......../......../...O..../...OXX../......../......../........
        ......../......../...X..../...OX.../.....O../......../......../........
        ......../......../......../..XO..../...X..../....O.../......../........
        ......../......../......../...OO.../....X.../....X.../......../........
    """,
    (9, 7, 5): """
        ......./......./......./......./..O..../..X.O../...X.../......./.......
        ......./......./......./..X.O../..O..../....X../......./......./.......
        ......./......./..O..../...X.../...OX../......./......./......./.......
        ......./......./....O../...X.../..XO.../......./......./......./.......
        ......./......./......./..O.X../....OX./......./......./......./.......
        ......./......./....O../......./..XO.../....X../..O.X../......./.......
        ......./......./..O..../......./..XOX../.X.O.../......./......./.......
    """,
    (10, 6, 5): """
        ....../....../....../.O..../....O./.XO.X./....../...X../....../......
        ....../....../....../..O.../.X.X../.O.O../.X..../....../....../......
        ....../....../...X../...O../.XO.X./....O./....../....../....../......
        ....../....../....../.X..../.O..O./.XO.X./....../....../....../......
    """,
    (9, 6, 5): """
        ....../....../....../....../.XO.../....../....../....../......
    """,
    (8, 7, 5): """
        ......./......./......./...O.../....X../......./......./.......
        ......./......./......./..XO.../......./......./......./.......
        ......./......./......./...O.../..X..../......./......./.......
    """,
    (12, 5, 5): """
        ...../...../...../...../.X.../.OO../...X./..XO./...../...../...../.....
        ...../...../...../...../...X./..OO./O..../X.X../...../...../...../.....
    """,
}
"""Positions of the weak game in which Breaker holds.

They were reached by moves of X's drawn by lot among the eight heaviest cells, each answered on the
heaviest, and are those that took between some 8,000 and 400,000 nodes when they were chosen.
"""

HARD_CONTESTED = """
    .X...X../.....X../......../.O..O..X/......../.O....../.....X../..O....O O fails
    O.....OX/..XX..X./O.....OO/....X.X./.X....../....XOO./X....O.O/......X. X wins
    .O.O..X./.....O../XO..X.../....OX../.O...X../.X...O.O/..O...XX/.X.....X O fails
    ...X..../.O..X.../......../......../..O...../..O....O/.X...X.X/..O...X. O wins
    .X.X..../O.....X./O.OOO.../......../.....X../.O...X../......X./OO...XX. X fails
    O.X...../...O...X/......O./......../.....X../O......O/.X...XO./X....... X fails
    ......../....X..X/..OX..../OX....../OX....X./...X.O../...O...O/.O..X... X fails
    ...XO.../....O.../.....O../......O./..X....X/.X..X.../.O...XX./......O. X wins
    .......O/.X.....X/.......X/.O.O.O.X/......../X....X../....OXO./........ O wins
    X..XX.../XX....../.XOO..../O......./O..O..../.O....X./.....XXO/...O.... O wins
    X.X...../.O.X..../......../..O...../.....X../.OO...X./.....O../........ O fails
    ...O..../XOXO.O.X/......../X.....X./.O....../......../......../.....X.. O fails
    O...X.../X....O../..O....O/......../....X.X./....O.../.....O../.XX....X O fails
    ......../XO.O..../X..XXO../X......O/......../......X./O......./....OX.. X fails
    ....X.../.......O/..X...../.......O/......XX/OO....../X......./......XO X fails
    .......O/.O...O.X/...X..../.XX...../....O..X/......../......../.O...... X fails
    ...O.O.O/..O...../.O..X..X/O...X.../.X..XX../......../......../....X... X wins
    ..O...O./....X.../..X.X.../X......./......../...O..O./......../.X....O. X wins
    ......../.....XX./...X...O/.......O/O......./.X....O./...OX.../........ X wins
    O....O.X/.O.X.X../......O./.....X../.....X../X......O/X.X...OO/.O.X.XO. X wins
    .O....../X.....O./X.X...../.....O../....X.../....X.../....O.O./........ X wins
    ....O.X./.OO...O./O.XX..../..OX..../......../O......./.XXX..../.......X X wins
    ..O...../XO..X.XX/......../......../.....X.O/....X.../.OO...X./.....O.. X fails
    X...X.X./...OX.../......../.....X../......../OO....X./..OX.OOX/..OO.XO. X fails
    ......../.O....../X..X..O./......../......X./O.O..X.X/X.....O./....O... X wins
"""
"""Positions of 8,8,5, who is to win, and whether that side does.

They were drawn by lot from those with 10 to 20 random stones that took from 50,000 to 600,000 nodes
when they were chosen, by the search of then or by one that it was compared with. What was tuned was
tuned on others.
"""

SETS: dict[str, tuple[Callable[[], list[RuleQuestion]], int]] = {
    "empty": (
        lambda: [
            ordinary(start)
            for start in _empty(
                *[(4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (4, 7, 4), (8, 8, 4)],
                *[(6, 6, 5), (7, 7, 5), (9, 5, 5), (8, 6, 5)],
            )
        ],
        200_000,
    ),
    "signature": (_signature, 200_000),
    "fours": (
        lambda: [
            ordinary(position, distance)
            for size in ((5, 5, 4), (6, 6, 4))
            for position in middle_positions(Game(*size), 2, 10, 15, seed=2)
            for distance in (False, True)
        ],
        50_000,
    ),
    "fives": (
        lambda: [
            ordinary(position)
            for size, count in (((6, 6, 5), 10), ((7, 7, 5), 20), ((8, 8, 5), 60))
            for position in middle_positions(Game(*size), 8, 22, count, seed=3)
        ],
        30_000,
    ),
    "distances": (
        lambda: [
            ordinary(position, True)
            for size, count in (((7, 7, 5), 20), ((8, 8, 5), 60))
            for position in middle_positions(Game(*size), 12, 24, count, seed=4)
        ],
        30_000,
    ),
    "exact": (
        lambda: [
            *map(ordinary, _empty((4, 4, 4), (5, 5, 4), (6, 6, 4), exact=True)),
            *map(ordinary, _empty((6, 6, 5), (7, 7, 5), exact=True)),
            *map(ordinary, middle_positions(Game(7, 7, 5, exact=True), 6, 16, 15, seed=5)),
        ],
        50_000,
    ),
    "small": (_small, 100_000),
    "weak": (
        lambda: [
            weak(start)
            for start in _empty(
                *[(5, 5, 4), (4, 7, 4), (4, 8, 4), (7, 6, 5), (8, 6, 5), (9, 5, 5), (7, 7, 5)],
                (9, 6, 5),
            )
        ],
        50_000,
    ),
    "weak-open": (
        lambda: [*map(weak, middle_positions(Game(10, 10, 5), 8, 20, 40, seed=7))],
        20_000,
    ),
    "weak-hard": (
        lambda: [
            weak(Game(*size).position(rows), 0)
            for size, positions in HARD_WEAK.items()
            for rows in positions.split()
        ],
        50_000,
    ),
    "contested": (_contested, 50_000),
}
"""By name: the questions, and how many nodes one may take with all rules, or it is left out."""
