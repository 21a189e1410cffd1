"""Values, distances and counts that others have found, or that follow from theory."""

import numpy as np
import pytest

from inarow import Game, Solver

SIDES = range(1, 9)
DRAWN_FOURS = {(4, 4), (4, 5), (4, 6), (4, 7), (4, 8), (5, 5)}
ELEVEN_PLIES = [(5, 6, 4), (5, 7, 4), (5, 8, 4), (6, 6, 4), (6, 7, 4), (6, 8, 4), (7, 7, 4)]


def known_value(m: int, n: int, k: int) -> int:
    """The value of the empty board for k <= 4 and sides of 1 to 8.

    Folklore for k <= 3; k = 4: Uiterwijk and van den Herik, "The advantage of the initiative",
    Information Sciences 122, 2000.
    """
    low, high = min(m, n), max(m, n)
    if k == 1:
        return 1
    if k == 2:
        return int(high >= 3 or low >= 2)
    if k == 3:
        return int(low >= 3 and high >= 4)
    return int(low >= 4 and (low, high) not in DRAWN_FOURS)


def first_value(m: int, n: int, k: int) -> int | None:
    game = Game(m, n, k)
    return Solver(game).solve(game.start()).value


@pytest.mark.parametrize("k", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_values_of_all_boards_up_to_eight_by_eight(k: int) -> None:
    # 4x8 with four in a row takes a few seconds: see below.
    boards = [(m, n) for m in SIDES for n in SIDES if k < 4 or {m, n} != {4, 8}]
    found = {board: first_value(*board, k) for board in boards}
    assert found == {(m, n): known_value(m, n, k) for m, n in boards}


@pytest.mark.parametrize("k", [5, 6, 7, 8, 9])
def test_longer_lines_on_small_boards_are_draws(k: int) -> None:
    # Hsu et al., "On solving the 7,7,5-game and the 8,8,5-game", 2020: all draws up to 8x8.
    limit = 30 if k == 5 else 36
    boards = [(m, n) for m in SIDES for n in SIDES if m * n <= limit]
    assert {board: first_value(*board, k) for board in boards} == dict.fromkeys(boards, 0)


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 8), (8, 4)])
def test_four_by_eight_is_a_draw(board: tuple[int, int]) -> None:
    assert first_value(*board, 4) == 0


@pytest.mark.parametrize(
    "game, plies",
    [
        *[((m, n, 1), 1) for m, n in [(1, 1), (1, 7), (3, 3), (20, 20)]],
        *[((m, n, 2), 3) for m, n in [(1, 3), (3, 1), (2, 2), (1, 20), (8, 8), (20, 20)]],
        *[((3, 4, 3), 7), ((4, 3, 3), 7), ((3, 5, 3), 7), ((5, 3, 3), 7)],
        *[((m, n, 3), 5) for m in range(4, 9) for n in range(4, 9)],
        *[(game, 11) for game in ELEVEN_PLIES],
        *[((n, m, k), 11) for m, n, k in ELEVEN_PLIES],
        ((8, 8, 4), 11),
    ],
)
def test_distances_of_won_boards(game: tuple[int, int, int], plies: int) -> None:
    board = Game(*game)
    solution = Solver(board).solve(board.start(), distance=True)
    assert (solution.value, solution.distance) == (1, plies)
    assert len(solution.line) == plies
    after = board.start().play_all(solution.line)
    assert after.winner == "X"


@pytest.mark.parametrize("game", [(3, 3, 3), (2, 8, 3), (4, 5, 4), (5, 5, 4), (1, 2, 2), (2, 2, 3)])
def test_drawn_boards_have_no_distance_and_a_full_line_of_play(game: tuple[int, int, int]) -> None:
    board = Game(*game)
    solution = Solver(board).solve(board.start(), distance=True)
    assert (solution.value, solution.distance) == (0, None)
    assert board.start().play_all(solution.line).is_draw


@pytest.mark.parametrize("game", [(20, 20, 21), (20, 20, 400), (1, 20, 21), (8, 8, 10**30)])
def test_no_line_fits_on_the_board(game: tuple[int, int, int]) -> None:
    board = Game(*game)
    solver = Solver(board)
    solution = solver.solve(board.start(), distance=True)
    assert (solution.value, solution.distance, solution.nodes < 100) == (0, None, True)
    batch = solver.solve_batch(np.zeros((2, board.m, board.n), np.int8), optimal=True)
    assert batch.values.tolist() == [0, 0]
    assert batch.optimal is not None and batch.optimal.all()


# --- the weak game -------------------------------------------------------------------------------

# Value and distance with X to move. 3,3,3 and 5,5,4 are draws in the ordinary game.
WEAK: dict[tuple[int, int, int], tuple[int, int | None]] = {
    **{(1, 1, 1): (1, 1), (1, 2, 2): (0, None), (2, 2, 2): (1, 3), (2, 3, 1): (1, 1)},
    **{(2, 5, 3): (0, None), (3, 3, 3): (1, 7), (4, 4, 3): (1, 5)},
    **{(5, 5, 4): (1, 9), (5, 6, 4): (1, 9), (6, 6, 4): (1, 9)},
    **{(3, 3, 9): (0, None)},
}
WEAK |= {(3, 4, 3): (1, 7), **dict.fromkeys([(3, 6, 4), (4, 5, 4), (5, 5, 5)], (0, None))}
WEAK |= dict.fromkeys([(6, 6, 5), (7, 6, 5), (7, 7, 5), (9, 5, 5), (8, 8, 6)], (0, None))
WEAK_SLOW = {(4, 8, 4): (1, 15), (4, 9, 4): (1, 13), (6, 9, 5): (0, None), (7, 8, 5): (0, None)}


@pytest.mark.parametrize(
    "game, expected",
    [
        *WEAK.items(),
        pytest.param((4, 7, 4), (0, None), marks=pytest.mark.long),
        *[pytest.param(*each, marks=pytest.mark.slow) for each in WEAK_SLOW.items()],
    ],
)
def test_weak_values(game: tuple[int, int, int], expected: tuple[int, int | None]) -> None:
    start = Game(*game).start()
    for distance in (False, True):
        solution = Solver(start.game).solve(start, game_kind="weak", distance=distance)
        assert (solution.value, solution.proven) == (expected[0], True)
        assert solution.distance == (expected[1] if distance else None)
        if distance and expected[1] is not None:
            assert len(solution.line) == expected[1]
