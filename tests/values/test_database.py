"""Databases: every label right, whatever the threads; no answer from a file that is not whole."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from interrupts import SOON, Enough, seconds_after_ctrl_c
from oracles import VALUES_OF_POSITIONS, Dense

import inarow
from inarow import Database, DatabaseError, Game, Position, Solver
from inarow._core.database import BLOCK_BYTES, LARGEST, Index, Labels
from inarow.model.errors import InvalidGameError, InvalidOptionError, InvalidPositionError
from inarow.reference import Rules, outcomes
from inarow.solver.database.build import unfinished_name
from inarow.solver.database.file import (
    HEADER,
    Layout,
    read_header,
    write_header,
)

Open = Callable[..., Database]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Open:
    """The database of a game, built once."""
    directory = tmp_path_factory.mktemp("databases")

    @cache
    def build(m: int, n: int, k: int) -> Database:
        return Database.build(Game(m, n, k), directory / f"{m}{n}{k}.db")

    return build


def same_as_reference(database: Database) -> None:
    """Ask for every position that play reaches, one by one and all at once."""
    game = database.game
    truth = outcomes(Rules(game.m, game.n, game.k))
    stones = {"X": 1, "O": -1, ".": 0}
    boards = np.array([[stones[cell] for cell in board] for board in truth], np.int8)
    batch = database.probe_batch(boards.reshape(-1, game.m, game.n))
    for board, (value, distance), found, plies in zip(
        truth, truth.values(), batch.values, batch.distances, strict=True
    ):
        assert (found, plies) == (value, -1 if distance is None else distance)
        text = "".join(board)
        rows = [text[first : first + game.n] for first in range(0, game.cells, game.n)]
        assert database.probe(game.position(rows)) == (value, distance)
    assert database.positions == len(truth)
    by_x = [value if board.count("X") == board.count("O") else -value
            for board, (value, _) in truth.items()]  # fmt: skip
    assert database.values == (by_x.count(1), by_x.count(-1), by_x.count(0))
    distances = [distance for _, distance in truth.values() if distance is not None]
    assert database.longest == max(distances, default=None)


# What it says.


@pytest.mark.parametrize(
    "board",
    [
        *[(3, 3, 3), (3, 3, 2), (2, 4, 3), (1, 9, 3), (7, 1, 2), (2, 4, 9)],
        *[
            pytest.param(board, marks=pytest.mark.slow)
            for board in ((3, 4, 3), (4, 3, 4), (2, 6, 3), (1, 12, 4), (3, 4, 2))
        ],
    ],
)
def test_every_position_as_in_the_reference(opened: Open, board: tuple[int, int, int]) -> None:
    same_as_reference(opened(*board))


@pytest.mark.long
def test_every_board_of_up_to_six_cells(tmp_path: Path) -> None:
    boards = [(m, n) for m, n in product(range(1, 7), repeat=2) if m * n <= 6]
    for (m, n), k in product(boards, range(1, 5)):
        same_as_reference(Database.build(Game(m, n, k), tmp_path / "small.db", overwrite=True))


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 4, 3), (3, 5, 3)])
def test_every_position_as_by_search(opened: Open, board: tuple[int, int, int]) -> None:
    database, table = opened(*board), Dense(Game(*board))
    boards = table.rows(table.reachable()).reshape(-1, *board[:2])
    wanted = Solver(table.game).solve_batch(boards, distance=True)
    found = database.probe_batch(boards)
    assert (found.values == wanted.values).all() and wanted.proven.all()
    assert (found.distances == wanted.distances).all()
    assert len(boards) == database.positions


@pytest.mark.parametrize("board", VALUES_OF_POSITIONS)
def test_published_numbers_of_values(opened: Open, board: tuple[int, int, int]) -> None:
    database = opened(*board)
    assert database.values == VALUES_OF_POSITIONS[board]
    assert database.positions == inarow.count(Game(*board)).positions
    assert database.probe(Game(*board).start()) == {
        (3, 3, 3): (0, None),
        (4, 4, 4): (0, None),
        (4, 4, 3): (1, 5),
    }.get(board)


def random_positions(game: Game, count: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(game.cells + 1)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves))
        found.append(position)
    return found


@pytest.mark.parametrize("board", [(4, 4, 4), (4, 4, 3), (3, 5, 4), (2, 8, 3), (8, 2, 4)])
def test_random_positions_as_by_search(opened: Open, board: tuple[int, int, int]) -> None:
    database, game = opened(*board), Game(*board)
    solver = Solver(game)
    for position in random_positions(game, 400, seed=sum(board)):
        solution = solver.solve(position, distance=True)
        assert database.probe(position) == (solution.value, solution.distance)


@pytest.mark.slow
def test_twenty_cells(tmp_path: Path) -> None:
    """4,5,4 whole: its numbers by another way of counting, its labels by search."""
    game = Game(4, 5, 4)
    database = Database.build(game, tmp_path / "454.db", threads=2)
    assert database.positions == inarow.count(game).positions == 674_794_169
    assert database.probe(game.start()) == (0, None)
    database.verify()
    positions = [p for p in random_positions(game, 3000, seed=9) if p.ply >= 6]
    solver = Solver(game)
    for position in positions:
        solution = solver.solve(position, distance=True)
        assert database.probe(position) == (solution.value, solution.distance)
        assert solver.best_move(position) in position.legal_moves if not position.is_over else True


# What is asked.


def test_what_has_no_label_is_refused(opened: Open) -> None:
    database = opened(3, 3, 3)
    game = database.game
    handicap = game.position("X.X/.../...", turn="O", strict=False)
    assert not database.covers(handicap) and database.covers(game.start())
    for position in (handicap, game.position("X../.O./...", turn="O", strict=False)):
        with pytest.raises(InvalidPositionError, match="in no database"):
            database.probe(position)
    with pytest.raises(InvalidPositionError, match=r"Game\(4, 4, 4\)"):
        database.probe(Game(4, 4, 4).start())
    with pytest.raises(TypeError, match="Position"):
        database.probe("X../.../...")  # type: ignore[arg-type]


def test_finished_positions(opened: Open) -> None:
    database = opened(3, 3, 3)
    game = database.game
    assert database.probe(game.position("XXX/OO./...")) == (-1, 0)
    assert database.probe(game.position("OOO/XX./X..")) == (-1, 0)
    assert database.probe(game.position("XOX/XXO/OXO")) == (0, None)
    loose = game.position("XX./OO./...", turn="X", strict=False).play("c1")
    assert database.probe(loose) == (-1, 0)


def test_bad_batches_are_refused(opened: Open) -> None:
    database = opened(3, 3, 3)
    boards = np.zeros((3, 3, 3), np.int8)
    boards[1, 0, 0] = -1
    with pytest.raises(InvalidPositionError, match="board 1: stones of X 0, O 1"):
        database.probe_batch(boards)
    for wrong in (boards[0, 0], boards.astype(float), np.zeros((2, 4, 4), np.int8)):
        with pytest.raises(InvalidPositionError):
            database.probe_batch(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        database.probe_batch(None)  # type: ignore[arg-type]
    empty = database.probe_batch(np.zeros((0, 3, 3), np.int8))
    assert len(empty.values) == len(empty.distances) == 0


def test_a_database_can_be_pickled_and_shared(opened: Open) -> None:
    database = opened(3, 3, 3)
    again = pickle.loads(pickle.dumps(database))
    positions = random_positions(database.game, 200, seed=4)
    truth = [again.probe(position) for position in positions]
    fresh = Database(database.path)  # no block of it has been checked yet
    with ThreadPoolExecutor(6) as threads:
        several = threads.map(lambda _: [fresh.probe(each) for each in positions], range(6))
        assert all(found == truth for found in several)


# The solver.


def values_of(game: Game, boards: npt.NDArray[np.int8], solver: Solver) -> list[list[object]]:
    answers = solver.solve_batch(boards, distance=True, optimal=True)
    assert answers.optimal is not None and answers.proven.all()
    assert answers.optimal.shape == boards.shape
    return [answers.values.tolist(), answers.distances.tolist(), answers.optimal.tolist()]


@pytest.mark.parametrize("board", [(3, 3, 3), (4, 4, 3), (3, 5, 4)])
def test_a_solver_answers_from_it(opened: Open, board: tuple[int, int, int]) -> None:
    game = Game(*board)
    database = opened(*board)
    plain, backed = Solver(game), Solver(game, database=database)
    positions = random_positions(game, 60, seed=3)
    for position in positions:
        for distance in (False, True):
            wanted = plain.solve(position, distance=distance)
            found = backed.solve(position, distance=distance)
            assert (found.value, found.lower, found.upper) == (wanted.value,) * 3
            assert found.distance == wanted.distance
            assert (found.nodes, found.judged) == (0, False)
            if position.is_over:
                assert (found.best_move, found.line) == (None, ())
                continue
            # The line is best play: it ends as the value and the distance say.
            end = position.play_all(found.line)
            assert found.best_move == found.line[0] and end.is_over
            if wanted.value:
                assert len(found.line) == plain.solve(position, distance=True).distance
                assert (end.winner == position.turn) == (wanted.value == 1)
            else:
                assert end.is_draw
            assert backed.best_move(position) == found.best_move
        by_search = plain.analyse(position, distance=True)
        looked_up = backed.analyse(position, distance=True)
        assert list(by_search) == list(looked_up)
        for move, solution in by_search.items():
            assert solution[:2] == looked_up[move][:2]
    boards = np.array([position.to_array() for position in positions])
    assert values_of(game, boards, plain) == values_of(game, boards, backed)
    answers = backed.solve_batch(boards)
    assert (answers.distances == -1).all() and answers.optimal is None
    for position, move in zip(positions, answers.moves.tolist(), strict=True):
        if position.is_over:
            assert move == -1
        else:
            after = database.probe(position.play(move))
            assert -after.value == database.probe(position).value
    assert (plain.table_used > 1) and backed.table_used == 0


def test_what_a_database_lacks_is_searched(opened: Open) -> None:
    game = Game(3, 3, 3)
    solver = Solver(game, database=opened(3, 3, 3).path)
    handicap = game.position("X.X/.../...", turn="O", strict=False)
    assert solver.solve(handicap).value == Solver(game).solve(handicap).value
    assert solver.best_move(handicap) == 1
    assert solver.solve(game.start(), game_kind="weak").value == 1
    assert solver.solve(game.start(), nodes=1).value == 0  # proven, whatever the limit
    assert solver.solve(game.start(), seconds=1e-6).proven


def test_a_checkpoint_is_not_wanted_where_the_answer_is_known(opened: Open, tmp_path: Path) -> None:
    solver = Solver(Game(4, 4, 4), database=opened(4, 4, 4))
    assert solver.solve(solver.game.start(), checkpoint=tmp_path / "kept").value == 0
    assert list(tmp_path.iterdir()) == []


def test_a_solver_takes_the_database_of_its_game_only(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match=r"of Game\(3, 3, 3\), not of Game\(4, 4, 4\)"):
        Solver(Game(4, 4, 4), database=opened(3, 3, 3))
    with pytest.raises(DatabaseError, match="cannot be read"):
        Solver(Game(3, 3, 3), database=tmp_path / "none.db")


# Building.


def test_the_file_does_not_depend_on_threads(opened: Open, tmp_path: Path) -> None:
    wanted = opened(4, 4, 4).path.read_bytes()
    for threads in (2, 5):
        database = Database.build(Game(4, 4, 4), tmp_path / "t.db", threads=threads, overwrite=True)
        assert database.path.read_bytes() == wanted
    assert [path.name for path in tmp_path.iterdir()] == ["t.db"]


KILLED = """
import os, signal, sys
import inarow
from inarow.solver.database.build import _Builder

left = int(sys.argv[4])
write = _Builder._write

def count_down(builder, at, content):
    global left
    left -= 1
    if left < 0:
        write(builder, at, memoryview(content)[:len(content) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    write(builder, at, content)

_Builder._write = count_down
inarow.Database.build(inarow.Game(3, 3, 3), sys.argv[1], threads=int(sys.argv[2]), overwrite=True)
"""


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_build_goes_on(opened: Open, tmp_path: Path) -> None:
    """Killed in the middle of every fifth write: each run takes it further, to the same file."""
    path = tmp_path / "k.db"
    before = opened(2, 3, 2).path.read_bytes()
    path.write_bytes(before)
    wanted = opened(3, 3, 3).path.read_bytes()
    runs = 0
    while True:
        runs += 1
        assert runs < 20, "it never ends"
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(path), "1", "-", "5"], capture_output=True
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        assert path.read_bytes() == before
        with pytest.raises(DatabaseError, match="unfinished"):
            Database(unfinished_name(path))
    # Ten layers of two writes each, and the header before and after: five at a time.
    assert 3 <= runs <= 8
    assert path.read_bytes() == wanted
    assert list(tmp_path.iterdir()) == [path]


def begun(game: Game, path: Path, layers: int) -> Path:
    """A build that ended after so many layers."""

    made = 0

    def stop(_: float) -> None:
        nonlocal made
        made += 1
        if made > layers:
            raise Enough

    with pytest.raises(Enough):
        Database.build(game, path, progress=stop)
    assert not path.exists()
    return unfinished_name(path)


@pytest.mark.parametrize("layers", [0, 1, 4, 9])
def test_damage_to_a_begun_file_is_mended(opened: Open, tmp_path: Path, layers: int) -> None:
    """A flipped bit, or a cut: what is not whole is made again."""
    game, wanted = Game(3, 3, 3), opened(3, 3, 3).path.read_bytes()
    rng = random.Random(layers)
    for _ in range(12):
        path = tmp_path / "m.db"
        unfinished = begun(game, path, layers)
        content = bytearray(unfinished.read_bytes())
        if rng.random() < 0.8:
            content[rng.randrange(8, len(content))] ^= 1 << rng.randrange(8)
        else:
            del content[rng.randrange(9, len(content)) :]
        unfinished.write_bytes(content)
        assert Database.build(game, path).path.read_bytes() == wanted
        path.unlink()


def test_a_build_goes_on_and_does_not_begin_anew(tmp_path: Path) -> None:
    game, path = Game(4, 4, 4), tmp_path / "g.db"
    begun(game, path, 14)
    shares: list[float] = []
    Database.build(game, path, progress=shares.append)
    assert shares == sorted(shares) and shares[0] > 0 and shares[-1] == 1
    again: list[float] = []
    Database.build(game, path, progress=again.append, overwrite=True)
    assert len(again) > len(shares) and again[0] < shares[0]


def test_a_whole_file_that_was_not_renamed_is(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    unfinished_name(path).write_bytes(opened(3, 3, 3).path.read_bytes())
    assert Database.build(Game(3, 3, 3), path).values == VALUES_OF_POSITIONS[3, 3, 3]


def test_what_is_in_the_way_is_left_alone(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "f.db"
    begun(Game(3, 4, 3), path, 3)
    before = unfinished_name(path).read_bytes()
    with pytest.raises(DatabaseError, match=r"in the way.*Game\(3, 4, 3\)"):
        Database.build(Game(3, 3, 3), path)
    assert unfinished_name(path).read_bytes() == before
    unfinished_name(path).write_bytes(b"my own notes")
    with pytest.raises(DatabaseError, match="in the way: it is no database"):
        Database.build(Game(3, 3, 3), path)
    assert unfinished_name(path).read_bytes() == b"my own notes"


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such lock")
def test_two_builds_of_one_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    refused = []

    def build_again(_: float) -> None:
        with pytest.raises(DatabaseError, match="another process is at work"):
            Database.build(Game(3, 3, 3), path)
        refused.append(True)

    Database.build(Game(3, 3, 3), path, progress=build_again)
    assert refused


def test_nothing_is_overwritten_unless_it_is_asked_for(tmp_path: Path) -> None:
    game = Game(2, 2, 2)
    path = tmp_path / "x.db"
    path.write_bytes(b"")  # as of a temporary file that was just made
    Database.build(game, path)
    with pytest.raises(DatabaseError, match="exists: it is replaced only with overwrite=True"):
        Database.build(Game(2, 3, 2), path)
    Database.build(Game(2, 3, 2), path, overwrite=True)
    assert Database(path).game == Game(2, 3, 2)
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with pytest.raises(DatabaseError, match="a device or a pipe"):
            Database.build(game, pipe)
        assert pipe.is_fifo()
    with pytest.raises(DatabaseError, match="a device or a pipe"):
        Database.build(game, os.devnull)


def test_odd_games_and_listeners_are_refused(tmp_path: Path) -> None:
    game = Game(2, 2, 2)
    with pytest.raises(TypeError, match="progress"):
        Database.build(game, tmp_path / "x.db", progress=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidGameError, match="too large"):
        Database.build(Game(2, 2, 1 << 64), tmp_path / "x.db")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_built_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    with pytest.raises(InvalidGameError, match=r"up to 25 cells; Game\(4, 7, 4\) has 28"):
        Database.build(Game(4, 7, 4), path)
    with pytest.raises(InvalidOptionError, match="threads"):
        Database.build(Game(3, 3, 3), path, threads=0)
    with pytest.raises(TypeError, match="Game"):
        Database.build("3,3,3", path)  # type: ignore[arg-type]
    with pytest.raises(DatabaseError, match="is a directory"):
        Database.build(Game(3, 3, 3), tmp_path)
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("inarow.solver.database.build.shutil.disk_usage", lambda _: usage)
    with pytest.raises(DatabaseError, match=r"takes 1\.2 MB, and only 0\.0 MB are free"):
        Database.build(Game(4, 4, 4), path)
    assert list(tmp_path.iterdir()) == []


def test_labels_that_do_not_add_up_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the machine, or of this program: it shows in the numbers of positions."""
    truth = inarow.count(Game(3, 3, 3))
    wrong = type(truth)(
        **{**truth.__dict__, "by_ply": (*truth.by_ply[:5], 1261, *truth.by_ply[6:])}
    )
    monkeypatch.setattr("inarow.solver.database.build.count", lambda _: wrong)
    with pytest.raises(RuntimeError, match="with 5 stones"):
        Database.build(Game(3, 3, 3), tmp_path / "x.db")
    assert not (tmp_path / "x.db").exists()


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_build_soon(tmp_path: Path, threads: int) -> None:
    before = {*threading.enumerate()}

    def build() -> None:
        Database.build(Game(4, 5, 4), tmp_path / "c.db", threads=threads)

    assert seconds_after_ctrl_c(0.3, build) < SOON * threads
    assert [path.name for path in tmp_path.iterdir()] == ["c.db.building"]
    for left in {*threading.enumerate()} - before:  # its start was interrupted: nobody waits for it
        left.join(20)
        assert not left.is_alive()


# Damage.


def labels_right_or_refused(path: Path, truth: dict[Position, tuple[object, ...]]) -> None:
    """A damaged file: refused when it is opened, when it is verified, and never wrong between."""
    try:
        database = Database(path)
    except DatabaseError:
        return
    with pytest.raises(DatabaseError, match="damaged"):
        database.verify()
    database = Database(path)
    refused = 0
    for position, label in truth.items():
        try:
            assert database.probe(position) == label
        except DatabaseError:
            refused += 1
    assert refused > 0
    boards = np.array([position.to_array() for position in truth])
    with pytest.raises(DatabaseError, match="damaged"):
        Database(path).probe_batch(boards)
    with pytest.raises(DatabaseError, match="damaged"):
        Solver(database.game, database=path).solve_batch(boards)


@pytest.fixture
def truth(opened: Open) -> dict[Position, tuple[object, ...]]:
    """All positions of 2,2,2 with their labels."""
    database = opened(2, 2, 2)
    rules = Rules(2, 2, 2)
    positions = [database.game.position(rules.text(board)) for board in outcomes(rules)]
    return {position: database.probe(position) for position in positions}


@pytest.mark.long
def test_every_flipped_bit_is_found(
    opened: Open, tmp_path: Path, truth: dict[Position, tuple[object, ...]]
) -> None:
    content = opened(2, 2, 2).path.read_bytes()
    path = tmp_path / "flipped.db"
    for at in range(len(content)):
        altered = bytearray(content)
        altered[at] ^= 1 << at % 8
        path.write_bytes(altered)
        labels_right_or_refused(path, truth)


def test_every_cut_is_found(opened: Open, tmp_path: Path) -> None:
    content = opened(2, 2, 2).path.read_bytes()
    path = tmp_path / "cut.db"
    for size in [*range(0, len(content), 5), len(content) - 1, len(content) + 1, 2 * len(content)]:
        path.write_bytes((content * 2)[:size])
        with pytest.raises(DatabaseError, match=r"damaged|no database"):
            Database(path)


def test_damage_in_one_block_leaves_the_others(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    content = bytearray(opened(4, 4, 4).path.read_bytes())
    layout = Layout(Game(4, 4, 4))
    content[layout.layers[9] + 5 * BLOCK_BYTES + 17] ^= 4
    path.write_bytes(content)
    database, whole = Database(path), opened(4, 4, 4)
    refused = 0
    for position in random_positions(database.game, 3000, seed=2):
        try:
            assert database.probe(position) == whole.probe(position)
        except DatabaseError:
            assert position.ply == 9
            refused += 1
    assert refused
    with pytest.raises(DatabaseError, match="damaged: bytes"):
        database.verify()


def test_parts_of_another_database_are_not_taken(opened: Open, tmp_path: Path) -> None:
    """3,3,4 and 3,3,5 have the same labels, all draws; a section knows its game and its ply."""
    mine, other = (opened(3, 3, k).path.read_bytes() for k in (4, 5))
    layout = Layout(Game(3, 3, 4))
    assert len(mine) == len(other) and mine[layout.labels :] == other[layout.labels :]
    path = tmp_path / "mixed.db"
    for ply in layout.plies:
        begin, end = layout.sections[ply : ply + 2]
        path.write_bytes(mine[:begin] + other[begin:end] + mine[end:])
        with pytest.raises(DatabaseError, match="front was altered"):
            Database(path)
    third, fourth = (mine[slice(*layout.sections[ply : ply + 2])] for ply in (3, 4))
    assert len(third) == len(fourth)
    begin, end = layout.sections[3], layout.sections[5]
    path.write_bytes(mine[:begin] + fourth + third + mine[end:])
    with pytest.raises(DatabaseError, match="front was altered"):
        Database(path)
    path.write_bytes(other[: HEADER.size] + mine[HEADER.size :])
    with pytest.raises(DatabaseError):
        Database(path)


def test_foreign_files_are_refused(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "f.db"
    for content in (b"", b"PK\x03\x04", b"x" * 10_000, b"\x89INAROW\n" + bytes(500)):
        path.write_bytes(content)
        with pytest.raises(DatabaseError, match="no database of inarow"):
            Database(path)
    with pytest.raises(DatabaseError, match="not a file"):
        Database(tmp_path)
    header = bytearray(write_header(Game(3, 3, 3)))
    assert read_header(bytes(header), path) == Game(3, 3, 3)
    kept = Solver(Game(4, 4, 4))
    kept.solve(Game(4, 4, 4).start(), checkpoint=tmp_path / "checkpoint")
    with pytest.raises(DatabaseError, match="no database of inarow"):
        Database(tmp_path / "checkpoint")


def test_another_version_is_refused(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v.db"
    with monkeypatch.context() as patch:
        patch.setattr("inarow.solver.database.file.VERSION", 2)
        Database.build(Game(3, 3, 3), path)
    with pytest.raises(DatabaseError, match="version 2; this inarow reads 1"):
        Database(path)


# The core.


def test_the_core_takes_no_more_than_it_can_hold() -> None:
    with pytest.raises(ValueError, match="cells"):
        Index(LARGEST + 1, (), (tuple(range(LARGEST + 1)),))
    index = Index(4, Game(2, 2, 2).line_masks, Game(2, 2, 2).symmetries)
    with pytest.raises(ValueError, match="another size"):
        Labels(index, np.zeros(3, np.uint8))
    size = index.layer(5)[0]
    labels = Labels(index, np.zeros(size, np.uint8))
    with pytest.raises(IndexError):
        labels.trust(10**6)
    with pytest.raises(IndexError):
        labels.trust(-1)
    for own, opponent in [(1, 1), (1 << 40, 0), (3, 0), (0, 1)]:
        assert labels.probe(own, opponent, True) == 253
    assert labels.probe(0, 0, True) == -1  # block 0, which nobody has vouched for
