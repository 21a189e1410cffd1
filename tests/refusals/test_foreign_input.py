"""What other programs hand over: arrays of other libraries, and only a part of the machine."""

import gzip
import lzma
import os
import sys
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from unpacking import unpacked

import inarow
from inarow import Game, InarowError, InvalidPositionError, Solver
from inarow.apps.cli import main
from inarow.certificate import Book, read
from inarow.model.errors import CertificateError
from inarow.model.options import processors
from inarow.store import Store

GAME = Game(3, 3, 3)
STONES = [[1, -1, 0], [0, 1, 0], [0, 0, -1]]


class Foreign:
    """An array as torch, JAX and pandas show theirs."""

    def __init__(self, values: Any, dtype: Any = None) -> None:
        self._values = np.array(values, dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self._values if dtype is None else self._values.astype(dtype)


DTYPES = ("bool", "int8", "int64", "float16", "float32", "float64", "longdouble")


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_boards_of_any_library_and_of_floats(dtype: str) -> None:
    position = GAME.position(STONES)
    foreign, array = Foreign(STONES, dtype), np.array(STONES, dtype)
    assert GAME.position(foreign) == GAME.position(array) == position
    assert GAME.position(array.tolist()) == position
    for boards in (Foreign([STONES] * 2, dtype), np.stack([array] * 2), [foreign, foreign]):
        assert inarow.solve_batch(GAME, boards).values.tolist() == [1, 1]
        grades = inarow.grade_batch(GAME, boards, Foreign([2, 3]))
        assert grades.regrets.tolist() == [
            inarow.grade(position, 2).regret,
            inarow.grade(position, 3).regret,
        ]
    assert inarow.solve_batch(GAME, foreign).values.tolist() == [1]


@pytest.mark.parametrize("dtype", DTYPES)
def test_observations_of_any_library_and_of_floats(dtype: str) -> None:
    pytest.importorskip("gymnasium")
    from inarow.envs import MNKEnv, MNKVectorEnv, label

    board = np.array(STONES)
    seen = np.stack([board > 0, board < 0], -1)[None].astype(dtype)
    wanted = label(GAME, seen.astype(np.int8))
    for given in (seen, Foreign(seen), {"observation": seen}, {"observation": Foreign(seen)}):
        assert all(
            (one == other).all() for one, other in zip(label(GAME, given), wanted, strict=True)
        )
    if dtype == "int64":
        environment, many = MNKEnv(), MNKVectorEnv(2)
        environment.reset(seed=1, options={"position": Foreign(np.zeros((3, 3)))})
        environment.step(Foreign([4], dtype))  # type: ignore[arg-type]
        many.reset(seed=1)
        many.step(Foreign([4, 4], dtype))  # type: ignore[arg-type]
        many.reset(options={"reset_mask": Foreign([True, False])})
        assert environment.position["b2"] == "X" and many.boards[:, 1, 1].tolist() == [0, 1]


@pytest.mark.parametrize("wrong", [0.5, -1.5, 2.0, 1e300, np.nan, np.inf, -np.inf])
def test_a_number_that_is_no_stone_is_named(wrong: float) -> None:
    board = np.array(STONES, float)
    board[1, 2] = wrong
    for call in (
        lambda: GAME.position(board),
        lambda: GAME.position(board.tolist()),
        lambda: GAME.position(Foreign(board)),
        lambda: inarow.solve_batch(GAME, board),
        lambda: inarow.solve_batch(GAME, Foreign([board])),
    ):
        with pytest.raises(InvalidPositionError, match="c2"):
            call()
    for values in (np.str_("X../.../..."), np.int64(3), Foreign(3), Foreign(["X"]), Foreign(None)):
        try:
            GAME.position(values)
        except (InarowError, TypeError):
            assert not isinstance(values, np.str_)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no process is bound here")
def test_only_processors_that_the_process_may_use_are_counted() -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})  # of this thread
        assert processors() == 1
    finally:
        os.sched_setaffinity(0, before)
    for path in Path(inarow.__file__).parent.rglob("*.py"):
        assert path.name == "options.py" or "cpu_count" not in path.read_text("utf-8"), path


def test_a_certificate_is_read_however_it_is_packed(tmp_path: Path, capsys: Any) -> None:
    """By xz, by gzip, or not at all: a browser may have unpacked it."""
    path = tmp_path / "proof"
    inarow.solve(GAME.start(), certificate=path)
    data, wanted = unpacked(path), inarow.check(path)
    assert wanted.verified and path.read_bytes().startswith(b"\xfd7zXZ")
    for pack in (bytes, gzip.compress, lzma.compress, partial(lzma.compress, preset=9)):
        path.write_bytes(pack(data))
        for plain in (False, True):
            assert inarow.check(path, plain=plain) == wanted
        assert read(path).claims and Book(path).find(GAME.start()) is not None
        assert main(["check", str(path)]) == 0
        path.write_bytes(pack(data[:-1]))
        assert not inarow.check(path).verified and not inarow.check(path, plain=True).verified
    capsys.readouterr()


def greedy(data: bytes) -> bytes:
    """An xz stream that asks for 4 GiB to be unpacked."""
    packed = bytearray(lzma.compress(data))
    packed[16] = 40  # the size of the dictionary
    packed[20:24] = zlib.crc32(packed[12:20]).to_bytes(4, "little")
    return bytes(packed)


DAMAGED: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: lzma.compress(data)[:-1], "it ends before the end of its xz stream"),
    (lambda data: lzma.compress(data)[:80] + lzma.compress(data)[81:], "Corrupt input data"),
    (lambda data: lzma.compress(data) + b"\0\0\0\0", "something follows its xz stream"),
    (greedy, "Memory usage limit exceeded"),
    (lambda data: gzip.compress(data)[:-1], "Compressed file ended before the end-of-stream"),
    (lambda data: gzip.compress(data) + b"1", "Not a gzipped file"),
]


@pytest.mark.parametrize(("spoil", "said"), DAMAGED)
def test_a_damaged_certificate_is_told_as_one(
    spoil: Callable[[bytes], bytes], said: str, tmp_path: Path, capsys: Any
) -> None:
    path = tmp_path / "proof"
    inarow.solve(GAME.start(), certificate=path)
    path.write_bytes(spoil(unpacked(path)))
    for plain in (False, True):
        verdict = inarow.check(path, plain=plain)
        assert not verdict.verified and f"the file is damaged: {said}" in verdict.reason
    for opened in (read, Book):
        with pytest.raises(CertificateError, match=f"the file is damaged: {said}"):
            opened(path)
    assert main(["check", str(path)]) == 1 and main(["explain", str(path)]) != 0
    assert capsys.readouterr().out.count(said) >= 2


def test_a_python_without_lzma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes gzip, and says what it cannot read."""
    packed, plain = tmp_path / "packed", tmp_path / "plain"
    inarow.solve(GAME.start(), certificate=packed)
    monkeypatch.setitem(sys.modules, "lzma", None)
    inarow.solve(GAME.start(), certificate=plain)
    assert plain.read_bytes().startswith(b"\x1f\x8b") and inarow.check(plain).verified
    for is_plain in (False, True):
        with pytest.raises(OSError, match="no lzma"):
            inarow.check(packed, plain=is_plain)
    with pytest.raises(CertificateError, match="no lzma"):
        read(packed)


def test_a_pointer_of_git_lfs_is_told_as_one(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "pointer"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n")
    for call in (
        lambda: read(path),
        lambda: Solver(GAME, 1).load(path),
        lambda: inarow.read_record(path, GAME),
        lambda: Store(path, read_only=True),
        lambda: Store(path),
    ):
        with pytest.raises(InarowError, match="pointer is a pointer of Git LFS"):
            call()
    for plain in (False, True):
        assert "pointer of Git LFS" in inarow.check(path, plain=plain).reason
    for command in (["check"], ["batch", "3", "3", "3"], ["explain"], ["record"]):
        assert main([*command, str(path)]) in (1, 2)
        told = capsys.readouterr()
        assert "pointer of Git LFS" in told.out + told.err, command
    assert path.read_text().endswith("size 12345\n")


TABLES = (
    ["position,score", "XX./OO./...,0.5"],
    ["position;score", "XX./OO./...;0,5"],
    ["XX./OO./...;0,5"],
    ["a\tposition", "1\tXX./OO./..."],
    ["x;x;b;o;o;b;b;b;b"],
    ["top;middle;c3;d;u;f;g;h;i;class", "x;x;b;o;o;b;b;b;b;won"],
)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_tables_of_other_programs(table: list[str], code: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes("\r\n".join([*table, ""]).encode(code))
    assert main(["batch", "3", "3", "3", str(path), "--empty", "b"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1 and rows[0].startswith("0,XX./OO./...,")
    assert head.startswith("index,position,")


def test_records_in_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for text in ("3,3,3 b2 a1 c3", "3,3,3 X../.O./...", "Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n"):
        path.write_text(text, "utf-16")
        assert inarow.read_record(path) == inarow.read_record(text)


def test_a_lone_row_of_a_table_is_not_lost_as_a_header(tmp_path, capsys):
    table = tmp_path / "one.csv"
    table.write_text("x|b|b|b|o|b|b|b|b\n")
    assert main(["batch", "3", "3", "3", str(table), "--empty", "b"]) == 2
    assert "line 1: 1 column (separated by commas)" in capsys.readouterr().err
    table.write_text("position,by\n")
    assert main(["batch", "3", "3", "3", str(table)]) == 0


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_matrix_is_taken_as_a_plain_array():
    game = inarow.Game(3, 3, 3)
    assert inarow.solve_batch(game, np.matrix(np.zeros((3, 3)))).values.tolist() == [0]
    assert game.position(np.matrix(np.eye(3, dtype=int) * [[1, -1, 0]])) == game.position(
        "X../.O./..."
    )


def test_cells_of_a_table_may_be_floats_and_others_are_told_the_way_out(tmp_path, capsys):
    table = tmp_path / "floats.csv"
    table.write_text("1.0,-1.0,0.0,0,0,0,0,0,-0.0\n")
    assert main(["batch", "3", "3", "3", str(table)]) == 0
    assert "0,XO./.../...," in capsys.readouterr().out
    table.write_text("x,o,b,b,b,b,b,b,b\n")
    assert main(["batch", "3", "3", "3", str(table)]) == 2
    assert "--empty" in capsys.readouterr().err
