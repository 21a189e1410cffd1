"""`solve_batch`: what goes in, what comes out, and that nothing depends on how it is shared out."""

import random
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from boards import random_play
from oracles import Dense, check_batch, dense

from inarow import BatchSolution, Game, InvalidPositionError, Solver, solve_batch
from inarow.solver.batch import CHUNK

Boards = npt.NDArray[np.int8]
TICTACTOE = Game(3, 3, 3)


def random_boards(game: Game, count: int, seed: int, over: bool = True) -> Boards:
    """Boards after random moves, finished ones among them."""
    rng = random.Random(seed)
    boards = np.zeros((count, game.m, game.n), np.int8)
    for number in range(count):
        position = random_play(game, rng.randrange(game.cells), rng)
        if over and rng.random() < 0.2:
            position = position.play(rng.choice(position.legal_moves))
        boards[number] = position.to_array()
    return boards


def same(a: BatchSolution, b: BatchSolution) -> None:
    """Values and distances agree; moves may differ, nodes too."""
    for name in ("values", "lower", "upper", "proven", "distances"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)
    assert (a.optimal is None) == (b.optimal is None)
    if a.optimal is not None and b.optimal is not None:
        np.testing.assert_array_equal(a.optimal, b.optimal)
    np.testing.assert_array_equal(a.moves == -1, b.moves == -1)


# --- shapes and types ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(3, 3, 3), (2, 5, 3), (5, 2, 3), (1, 9, 3), (9, 9, 4)])
def test_shapes_and_types(game: tuple[int, int, int]) -> None:
    board = Game(*game)
    boards = random_boards(board, 7, 1) if board.cells < 20 else np.ones((0, 9, 9), np.int8)
    count = len(boards)
    tables = boards, boards.reshape(count, board.cells)
    grids, rows = (Solver(board).solve_batch(each).values.tolist() for each in tables)
    assert grids == rows
    for distance in (False, True):
        for optimal in (False, True):
            batch = Solver(board).solve_batch(boards, distance=distance, optimal=optimal)
            assert len(batch) == count
            kinds = {"values": "i1", "moves": "i2", "distances": "i2", "proven": "?"}
            for name, kind in {**kinds, "lower": "i1", "upper": "i1"}.items():
                array = getattr(batch, name)
                assert (array.shape, array.dtype) == ((count,), kind), name
            assert distance or (batch.distances == -1).all()
            assert (batch.optimal is not None) == optimal
            if batch.optimal is not None:
                assert (batch.optimal.shape, batch.optimal.dtype) == (boards.shape, np.bool_)
            assert batch.nodes >= 0 and batch.seconds >= 0


LAYOUTS: dict[str, Callable[[Boards], Boards]] = {
    "Fortran order": lambda boards: np.asfortranarray(boards),
    "negative strides": lambda boards: boards[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1],
    "a slice of wider boards": lambda boards: np.pad(boards, ((1, 1), (2, 1), (1, 3)))[
        1:-1, 2:-1, 1:-3
    ],
    "not aligned": lambda boards: np.frombuffer(
        b"\0" + boards.tobytes(), np.int8, offset=1
    ).reshape(boards.shape),
    "another byte order": lambda boards: boards.astype(">i1"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_memory_layout_does_not_matter(layout: str) -> None:
    game = Game(3, 4, 3)
    boards = random_boards(game, 50, 2)
    other = LAYOUTS[layout](boards)
    plain = np.array(other.tolist(), np.int8)
    before = plain.copy()
    same(
        Solver(game).solve_batch(other, distance=True, optimal=True),
        Solver(game).solve_batch(plain, distance=True, optimal=True),
    )
    assert (np.asarray(other) == before).all()


def test_boards_are_never_written_and_answers_are_arrays_of_their_own() -> None:
    boards = random_boards(TICTACTOE, 20, 3)
    boards.flags.writeable = False
    before, solver = boards.copy(), Solver(TICTACTOE)
    first = solver.solve_batch(boards, distance=True, optimal=True)
    assert first.proven.all() and (boards == before).all()
    copy = {name: getattr(first, name).copy() for name in ("values", "moves", "distances")}
    solver.solve_batch(boards[::-1], distance=True, optimal=True)
    for name, array in copy.items():
        assert (getattr(first, name) == array).all()
    first.moves[:] = 0  # writeable, too


# --- bad boards ----------------------------------------------------------------------------------

BAD_BOARDS = {
    "X 0, O 1": [[-1, 0, 0], [0, 0, 0], [0, 0, 0]],
    "X 2, O 0": [[1, 1, 0], [0, 0, 0], [0, 0, 0]],
    "both sides have a complete line": [[1, 1, 1], [-1, -1, -1], [0, 0, 0]],
    "X has a complete line": [[1, 1, 1], [-1, -1, 0], [0, 0, -1]],
    "O has a complete line": [[-1, -1, -1], [1, 1, 0], [0, 1, 1]],
    "cannot read 2": [[2, 0, 0], [0, 0, 0], [0, 0, 0]],
    "cannot read -128": [[0, 0, 0], [0, 0, 0], [0, 0, -128]],
}


@pytest.mark.parametrize("reason", BAD_BOARDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_board_is_named_with_its_reason(reason: str, threads: int) -> None:
    bad = np.array(BAD_BOARDS[reason], np.int8)
    solver = Solver(TICTACTOE, threads=threads)
    for first in (0, 1, 19):
        boards = random_boards(TICTACTOE, 20, 4)
        boards[first] = bad
        boards[-1] = bad  # a later one is not the one that is named
        with pytest.raises(InvalidPositionError) as caught:
            solver.solve_batch(boards)
        assert str(caught.value).startswith(f"board {first}: ")
        assert reason in str(caught.value)
    assert solver.table_used == 0  # all are checked before any is solved


def test_two_lines_that_no_last_stone_explains() -> None:
    game = Game(4, 4, 3)
    bad = np.array([[1, 1, 1, 0], [-1, -1, 0, -1], [0, 1, 1, 1], [-1, 0, -1, 0]], np.int8)
    with pytest.raises(InvalidPositionError, match=r"board 0: no single last stone"):
        Solver(game).solve_batch(bad[None])
    crossing = np.array([[1, 1, 1, 0], [1, 0, 0, -1], [1, -1, 0, 0], [0, 0, -1, -1]], np.int8)
    assert Solver(game).solve_batch(crossing[None]).values.tolist() == [-1]


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "count", "threads"),
    [
        *[((3, 3, 3), count, 2) for count in (CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 17)],
        *[pytest.param((3, 4, 3), None, n, marks=pytest.mark.long) for n in (1, 2, 4)],
    ],
)
def test_threads_and_chunks_change_no_answer(
    size: tuple[int, int, int], count: int | None, threads: int
) -> None:
    table = dense(*size)
    codes = np.random.default_rng(threads).permutation(table.reachable())
    assert count or len(codes) > 8 * CHUNK
    codes = np.resize(codes, count or len(codes))
    boards = table.rows(codes).reshape(-1, *size[:2])
    for solver in (Solver(table.game, threads=threads), Solver(table.game, table_mb=1)):
        batch = solver.solve_batch(boards, distance=True, optimal=True, threads=threads)
        check_batch(table, codes, batch)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "published"),
    [
        ((4, 4, 4), (2_304_458, 1_386_364, 6_031_189)),
        ((4, 4, 3), (3_444_110, 2_590_569, 1_322)),
    ],
)
def test_every_position_of_sixteen_cells(
    board: tuple[int, int, int], published: tuple[int, int, int]
) -> None:
    """Every answer right, and so many positions that X wins, that O wins, and draws."""
    table = Dense(Game(*board))
    codes = table.reachable()
    boards = table.rows(codes).reshape(-1, *board[:2])
    batch = solve_batch(table.game, boards, distance=True, optimal=True)
    check_batch(table, codes, batch)
    by_x = np.where(boards.sum(axis=(1, 2)) == 0, batch.values, -batch.values)
    assert tuple(int((by_x == value).sum()) for value in (1, -1, 0)) == published


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 10, 30, 100])
@pytest.mark.parametrize("game", [(3, 4, 3), (3, 4, 4)])
def test_limited_batches_never_say_more_than_they_know(
    game: tuple[int, int, int], nodes: int
) -> None:
    """An optimal mask is whole where the value is proven, and empty where it is not."""
    table = dense(*game)
    codes = np.random.default_rng(nodes).permutation(table.reachable())[:4000]
    boards = table.rows(codes).reshape(-1, table.game.m, table.game.n)
    batch = Solver(table.game).solve_batch(boards, distance=True, optimal=True, nodes=nodes)
    values = np.sign(table.score[codes])
    assert (batch.lower <= values).all() and (values <= batch.upper).all()
    assert (batch.proven == (batch.lower == batch.upper)).all()
    assert (batch.values == batch.lower).all()
    assert batch.nodes <= nodes * len(codes)
    known = batch.distances >= 0
    truth = 100 - np.abs(table.score[codes].astype(int))
    assert (batch.distances[known] == truth[known]).all() and batch.proven[known].all()
    live = np.flatnonzero(batch.proven & (batch.moves >= 0))
    after = table.score[table.after(codes[live], batch.moves[live])]
    assert (np.sign(after) == -values[live]).all()
    assert batch.optimal is not None
    masks = batch.optimal.reshape(len(codes), -1)
    assert not masks[~batch.proven].any()
    assert (masks[batch.proven] == table.optimal(codes)[batch.proven]).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_limit_the_whole_call(threads: int) -> None:
    game = Game(9, 9, 5)
    boards = np.zeros((20_000, 9, 9), np.int8)
    batch = Solver(game, threads=threads).solve_batch(boards, seconds=0.05, optimal=True)
    assert batch.seconds < 5
    assert not batch.proven.all()
    assert (batch.lower <= 0).all() and (batch.upper >= 0).all()
    assert batch.optimal is not None and not batch.optimal[~batch.proven].any()


# --- in what shapes boards come -------------------------------------------------------------------


def test_boards_of_any_kind_are_the_same() -> None:
    game = Game(3, 4, 3)
    boards = random_boards(game, 40, 5)
    expected = solve_batch(game, boards, optimal=True)
    assert expected.optimal is not None
    positions = [game.position(board) for board in boards]
    for same in (
        *(boards.astype(kind) for kind in (np.int16, np.int32, np.int64, ">i8")),
        *(boards.tolist(), list(boards), tuple(boards), positions, np.asfortranarray(boards)),
    ):
        found = solve_batch(game, same, optimal=True)
        assert (found.values == expected.values).all() and found.optimal is not None
        assert (found.optimal == expected.optimal).all()
    for one in (boards[3], boards[3].tolist(), positions[3], [positions[3]], boards[3:4]):
        assert solve_batch(game, one).values.tolist() == [expected.values[3]]
    stone = np.zeros((3, 4), np.uint8)
    stone[0, 0] = 1
    for single in (stone, stone.astype(bool), stone.astype(np.uint64)):
        assert solve_batch(game, single).moves == solve_batch(game, game.position(single)).moves
        assert game.position(single) == game.start().play(0)
    for nothing in ([], (), np.zeros((0, 3, 4), bool)):
        assert len(solve_batch(game, nothing)) == 0


def test_what_is_no_stone_is_refused_in_every_dtype() -> None:
    game = Game(3, 3, 3)
    for kind, number in (("i2", 257), ("u1", 255), ("i8", 1 << 40), ("u8", 1 << 63), ("i1", 2)):
        boards = np.zeros((3, 3, 3), kind)
        boards[1, 0, 2] = number
        with pytest.raises(InvalidPositionError, match=rf"board 1: cannot read {number} at c1"):
            solve_batch(game, boards)
        with pytest.raises(InvalidPositionError, match=f"cannot read {number} at c1"):
            game.position(boards[1])


def test_a_batch_goes_by_the_stones() -> None:
    game = Game(3, 3, 3)
    other = game.position("X../.O./...", turn="O", strict=False)
    with pytest.raises(InvalidPositionError, match="board 1: a batch goes by the stones"):
        solve_batch(game, [game.start(), other])
    with pytest.raises(InvalidPositionError, match="board 0: stones of X 2, O 0"):
        solve_batch(game, game.position("XX./.../...", turn="O", strict=False))
