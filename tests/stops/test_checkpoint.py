"""Checkpoints: a search goes on where it was, whatever ended it; no damaged file is believed."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import threading
import warnings
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from boards import widths_for
from interrupts import Enough, enough_after
from oracles import stones_of, weak_dense

import inarow
from inarow import (
    CheckpointError,
    CheckpointWarning,
    Game,
    Position,
    Progress,
    Solver,
)
from inarow._core import make_kernel
from inarow.apps.cli import main
from inarow.model.files import unfinished
from inarow.model.options import GameKind
from inarow.solver import checkpoint as module
from inarow.solver import limited
from inarow.solver.checkpoint import HEADER, Contents, read_checkpoint

WHOLE_HEADER = HEADER.size + 32
SMALL = Game(4, 4, 4)
HARD = Game(8, 8, 5)

posix = pytest.mark.skipif(os.name != "posix", reason="processes and modes as POSIX has them")


def written(path: Path, game: Game, weak: bool = False, nodes: int = 3000) -> bytes:
    """A checkpoint of the empty board after so many nodes."""
    kind: GameKind = "weak" if weak else "strong"
    Solver(game, table_mb=64).solve(game.start(), game_kind=kind, nodes=nodes, checkpoint=path)
    return path.read_bytes()


def loaded(path: Path, position: Position, weak: bool = False) -> Contents | None:
    return read_checkpoint(path, make_kernel(position.game, 1 << 26), position, weak)


# --- going on ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "kind", "parts"),
    [
        ((8, 7, 5), "weak", (0.45, 0.55)),
        ((7, 7, 5), "weak", (0.9,)),
        ((8, 6, 5), "weak", (0.7,)),
        ((9, 6, 5), "weak", (0.4, 0.6, 0.9)),
        ((4, 8, 4), "strong", (0.6, 0.9)),
    ],
)
def test_a_search_goes_on_where_it_was(
    size: tuple[int, int, int],
    kind: GameKind,
    parts: tuple[float, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # All of a limit for the exact search: how moves were judged is not kept.
    monkeypatch.setattr(limited, "EXACT_SHARES", ((128, 1, 1),))
    game = Game(*size)
    whole = Solver(game).solve(game.start(), game_kind=kind)
    spent = saved = 0
    for part in parts:
        path, cut = tmp_path / f"kept at {part}", int(part * whole.nodes)
        first = Solver(game).solve(game.start(), game_kind=kind, nodes=cut, checkpoint=path)
        assert not first.proven
        rest = Solver(game).solve(game.start(), game_kind=kind, checkpoint=path)
        assert (rest.value, rest.proven) == (whole.value, True)
        spent += cut
        saved += whole.nodes - rest.nodes
        if kind == "weak":  # finished, it answers at once, and says so
            again = Solver(game).solve(game.start(), game_kind="weak", checkpoint=path)
            assert (again.value, again.best_move) == (whole.value, rest.best_move)
            assert again.nodes <= 1
            contents = loaded(path, game.start(), weak=True)
            assert contents is not None and contents.finished
            assert contents.nodes == first.nodes + rest.nodes
    # One search that goes on may save little, since what it has learnt is not kept and its steps of
    # deepening are taken anew; several save three quarters of what was spent.
    assert saved > spent / 2


@pytest.mark.long
def test_a_search_in_many_small_parts_ends(tmp_path: Path) -> None:
    game, path = Game(4, 7, 4), tmp_path / "kept"
    whole = Solver(game).solve(game.start())
    spent = 0
    for _ in range(40):
        solution = Solver(game).solve(game.start(), nodes=whole.nodes // 10, checkpoint=path)
        spent += solution.nodes
        if solution.proven:
            break
    assert solution.value == whole.value
    assert spent < 3 * whole.nodes


def test_an_interrupted_call_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with pytest.raises(Enough):
        Solver(HARD).solve(
            HARD.start(), game_kind="weak", progress=enough_after(2000), checkpoint=path
        )
    contents = loaded(path, HARD.start(), weak=True)
    assert contents is not None and not contents.finished
    assert sum(contents.records) > 100 and contents.nodes > 2000 and contents.seconds > 0.05


def test_a_checkpoint_is_written_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    sizes: list[int] = []

    def look(_: Progress) -> None:
        if path.exists():
            sizes.append(path.stat().st_size)
            assert loaded(path, HARD.start(), weak=True) is not None
        if len(set(sizes)) >= 2:
            raise Enough

    with pytest.raises(Enough):
        Solver(HARD).solve(
            HARD.start(), game_kind="weak", progress=look, checkpoint=path, checkpoint_seconds=0.05
        )
    assert sizes == sorted(sizes)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_distance_and_limits_work_from_a_checkpoint(tmp_path: Path) -> None:
    path, game = tmp_path / "kept", Game(4, 5, 4)
    position = game.start().play("b2").play("a1")
    truth = Solver(game).solve(position, distance=True)
    Solver(game).solve(position, checkpoint=path)
    solution = Solver(game).solve(position, distance=True, seconds=60, checkpoint=path)
    assert (solution.value, solution.distance) == (truth.value, truth.distance)


def test_a_finished_position_needs_no_file(tmp_path: Path) -> None:
    over = SMALL.position("XXXX/OOO./..../....")
    assert Solver(SMALL).solve(over, checkpoint=tmp_path / "kept").value == -1
    assert not list(tmp_path.iterdir())


# --- entries -------------------------------------------------------------------------------------


def records_of(game: Game, width: int, weak: bool, nodes: int = 20_000) -> tuple[Any, bytes]:
    kernel = make_kernel(game, 1 << 24, width=width)
    if weak:
        kernel.solve_weak(0, 0, True, False, False, nodes, None, None)
    else:
        kernel.solve(0, 0, False, False, nodes, None, None)
    return kernel, exported(kernel, weak)


def exported(kernel: Any, weak: bool, least_work: int = 0) -> bytes:
    return b"".join(bytes(part) for part in module._exported(kernel, weak, least_work))


@pytest.mark.long
@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("size", [(4, 4, 4), (5, 8, 4), (6, 7, 5), (8, 8, 5), (8, 11, 5)])
def test_every_width_writes_and_reads_the_same_records(
    size: tuple[int, int, int], weak: bool
) -> None:
    game = Game(*size)
    nodes = 400 if weak else 20_000
    size_of_record = make_kernel(game, 1 << 20).record_bytes(weak)
    found: dict[int, set[bytes]] = {}
    for width in widths_for(game):
        _, records = records_of(game, width, weak, nodes)
        found[width] = {
            records[i : i + size_of_record] for i in range(0, len(records), size_of_record)
        }
    first = next(iter(found.values()))
    assert first and all(records == first for records in found.values())
    for width in widths_for(game):
        kernel = make_kernel(game, 1 << 27, width=width)
        kernel.reserve(1 << 20)  # so many that no bucket overflows
        content = np.frombuffer(b"".join(sorted(first)), np.uint8)
        assert kernel.first_bad_record(content, weak) == -1
        kernel.import_entries(content, weak)
        back = exported(kernel, weak)
        assert {back[i : i + size_of_record] for i in range(0, len(back), size_of_record)} == first
        kernel.import_entries(content, weak)  # facts that are known change nothing
        assert exported(kernel, weak) == back


def test_records_of_the_weak_game_are_true() -> None:
    """Decoded by hand: every bound holds. `test_table_facts` does so for the ordinary game."""
    game = Game(3, 4, 3)
    kernel = make_kernel(game, 1 << 24)
    kernel.solve_weak(0, 0, True, False, False, None, None, None)
    words = np.frombuffer(exported(kernel, True), "<u8").reshape(-1, kernel.record_bytes(True) // 8)
    truth = weak_dense(3, 4, 3)
    for head, key, zone in random.Random(3).sample(words.tolist(), min(300, len(words))):
        lower, upper, move = (head >> shift & 0xFFFF for shift in (0, 16, 32))
        kind = head >> 48 & 0xFF
        maker, breaker = stones_of(key, game.cells)
        assert kind in (1, 2)  # X to move, O to move
        value = truth.plies(maker, breaker, kind == 1) is not None
        assert zone >> game.cells == 0
        assert (lower > 2048) <= (value > 0) and (lower >= 2048) <= (value >= 0)
        assert (upper < 2048) <= (value < 0) and (upper <= 2048) <= (value <= 0)
        assert move == 0xFFF or not (maker | breaker) >> move & 1


def test_a_search_of_the_strong_game_keeps_what_it_knows_of_the_weak_one(tmp_path: Path) -> None:
    game, path = Game(5, 5, 4), tmp_path / "kept"
    solver = Solver(game)
    solver.solve(game.start(), game_kind="weak")
    solver.solve(game.start(), nodes=1000, checkpoint=path)
    contents = loaded(path, game.start())
    assert contents is not None and min(contents.records) > 0
    fresh = Solver(game)
    fresh.solve(game.start(), nodes=1, checkpoint=path)
    assert fresh.solve(game.start(), game_kind="weak").nodes <= 1


def test_only_the_dearest_entries_are_kept_when_room_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, everything = records_of(Game(4, 7, 4), 40, False, 100_000)
    counts, size = kernel.work_counts(False), kernel.record_bytes(False)
    weak_counts, weak_size = kernel.work_counts(True), kernel.record_bytes(True)
    assert sum(counts) == len(everything) // size
    assert sum(counts) + sum(weak_counts) == kernel.table_used
    for kept in range(8):
        assert len(exported(kernel, False, kept)) == size * sum(counts[kept:])
        room = size * sum(counts[kept:]) + weak_size * sum(weak_counts[kept:])
        monkeypatch.setattr(module, "SIZE_BUDGET", room)
        least = module._least_work(kernel, False)
        # 16 nodes and more are kept whatever it takes.
        assert sum(counts[least:]) == sum(counts[min(kept, module.SURE_WORK) :])


@pytest.mark.long
def test_entries_that_no_lookup_would_believe_are_not_written() -> None:
    """Threads write to the table while it is read: what comes out are facts all the same."""
    game = Game(4, 5, 4)
    boards = np.zeros((20_000, 4, 5), np.int8)
    rng = np.random.default_rng(5)
    for board in boards:
        cells = rng.permutation(20)[:10]
        board.flat[cells[:5]], board.flat[cells[5:]] = 1, -1
    rows = boards.reshape(len(boards), -1)
    truth = make_kernel(game, 1 << 24)
    shared = make_kernel(game, 1 << 13)  # crowded: entries are overwritten all the time
    arrays = [np.zeros(len(rows), kind) for kind in (np.int8, np.int8, np.int16, np.int16)]
    enough = threading.Event()

    def work(part: int) -> None:
        mine, results = rows[part::2].copy(), [array[part::2].copy() for array in arrays]
        while not enough.is_set():
            shared.solve_shared_rows(mine, *results, None, False, 50, None)

    workers = [threading.Thread(target=work, args=(part,)) for part in range(2)]
    shared.share()
    seen: set[bytes] = set()
    try:
        for worker in workers:
            worker.start()
        # The table holds 512 entries: these are the contents of several moments.
        while len(seen) < 3000:
            content = exported(shared, False)
            assert shared.first_bad_record(np.frombuffer(content, np.uint8), False) == -1
            seen.update(content[i : i + 16] for i in range(0, len(content), 16))
    finally:
        enough.set()
        shared.unshare()
        for worker in workers:
            worker.join()
    # Contradictory bounds would come of a false fact sooner or later.
    for record in seen:
        truth.import_entries(np.frombuffer(record, np.uint8), False)
    merged = np.frombuffer(exported(truth, False), np.uint8)
    assert truth.first_bad_record(merged, False) == -1


@pytest.mark.parametrize("weak", [False, True])
def test_an_impossible_record_is_found(weak: bool) -> None:
    game = Game(4, 4, 4)
    kernel, content = records_of(game, 40, weak, 200)
    size = kernel.record_bytes(weak)
    head = int.from_bytes(content[:8], "little")

    def bad(word: int, zone: int = 0) -> int:
        record = bytearray(content[:size])
        record[:8] = struct.pack("<Q", word)
        if zone:
            record[16:24] = struct.pack("<Q", zone)
        return int(kernel.first_bad_record(np.frombuffer(bytes(record), np.uint8), weak))

    assert bad(head) == -1
    assert bad(head & ~0xFFFF) == 0  # lower bound below all
    assert bad(head & ~0xFFFFFFFF | 2560 | 2500 << 16) == 0  # lower above upper
    assert bad(head | 0xFFFF << 16) == 0
    assert bad(head & ~(0xFFFF << 32) | 16 << 32) == 0  # a move off the board
    assert bad(head & ~(0xFF << 48) | (0 if weak else 1) << 48) == 0  # the other kind
    assert bad(head & ~(0xFF << 48) | 5 << 48) == 0  # no kind at all
    assert bad(head | 0xFF << 56) == 0
    if weak:
        assert bad(head, 1 << 16) == 0  # a zone off the board


# --- damage --------------------------------------------------------------------------------------


def refused(path: Path, position: Position, *words: str, weak: bool = False) -> None:
    """Refused by name in one line, before anything enters the table; the file is left alone."""
    before = path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else None
    kernel = make_kernel(position.game, 1 << 20)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(path, kernel, position, weak)
    text = str(caught.value)
    assert path.name in text and "\n" not in text
    assert all(word in text for word in words), text
    assert kernel.table_used == 0
    kind: GameKind = "weak" if weak else "strong"
    with pytest.raises(CheckpointError):
        Solver(position.game, table_mb=1).solve(position, game_kind=kind, checkpoint=path)
    if before is not None:
        assert path.read_bytes() == before


@pytest.mark.parametrize("weak", [False, True])
def test_a_file_that_was_cut_or_has_grown_is_refused(tmp_path: Path, weak: bool) -> None:
    path = tmp_path / "kept"
    whole = written(path, SMALL, weak, nodes=150)
    lengths = {*range(0, WHOLE_HEADER + 60, 7), WHOLE_HEADER - 1, WHOLE_HEADER, WHOLE_HEADER + 1}
    lengths |= {len(whole) - less for less in (1, 2, 8, 16, 24, 32)}
    lengths |= set(random.Random(1).sample(range(len(whole)), 40))
    for length in sorted(lengths):
        path.write_bytes(whole[:length])
        refused(path, SMALL.start(), weak=weak)
    for more in (b"\0", b"\0" * 24, whole):
        path.write_bytes(whole + more)
        refused(path, SMALL.start(), "damaged", weak=weak)
    path.write_bytes(whole)
    assert loaded(path, SMALL.start(), weak) is not None


@pytest.mark.long
@pytest.mark.parametrize("weak", [False, True])
def test_a_flipped_bit_is_found_wherever_it_is(tmp_path: Path, weak: bool) -> None:
    path = tmp_path / "kept"
    whole = written(path, SMALL, weak, nodes=150)
    rng = random.Random(2)
    places = [*range(WHOLE_HEADER), *rng.sample(range(WHOLE_HEADER, len(whole)), 150)]
    for place in places:
        content = bytearray(whole)
        content[place] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
        with pytest.raises(CheckpointError):
            loaded(path, SMALL.start(), weak)
    for start in range(0, len(whole), len(whole) // 20):  # blocks that a disk has lost
        content = bytearray(whole)
        block = content[start : start + 512]
        if any(block):
            content[start : start + len(block)] = bytes(len(block))
            path.write_bytes(content)
            refused(path, SMALL.start(), weak=weak)


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    game = Game(4, 5, 4)
    written(path, game, nodes=500)
    for other in (Game(5, 4, 4), Game(4, 5, 3), Game(4, 5, 5), Game(4, 4, 4), HARD):
        refused(path, other.start(), "4x5, 4 in a row")
    refused(path, game.start(), "strong game", weak=True)
    refused(path, game.start().play("a1"), "another position")
    refused(path, game.position(game.start().text, turn="O", strict=False), "another position")
    path.unlink()
    written(path, game, weak=True, nodes=500)
    refused(path, game.start(), "weak game")


def test_a_later_version_is_refused_even_if_it_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    whole = bytearray(written(path, SMALL))
    for version in (0, 1, 3, 0xFFFF):
        whole[8:10] = version.to_bytes(2, "little")
        digest = blake2b(whole[: HEADER.size], digest_size=32).digest()
        path.write_bytes(whole[: HEADER.size] + digest + whole[WHOLE_HEADER:])
        refused(path, SMALL.start(), f"version {version}")


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    for content in (b"", b"x", b"\0" * 1000, b"\x89PNG\r\n\x1a\n" * 50, os.urandom(5000)):
        path.write_bytes(content)
        refused(path, SMALL.start(), "no checkpoint")
    directory = tmp_path / "directory"
    directory.mkdir()
    refused(directory, SMALL.start())
    refused(Path(os.devnull), SMALL.start(), "is not a file")


@posix
def test_without_permission_it_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    written(path, SMALL)
    if os.geteuid() != 0:  # who may do everything
        path.chmod(0)
        refused(path, SMALL.start(), "ermission")
        path.chmod(0o600)
        tmp_path.chmod(0o500)
        try:
            with pytest.raises(CheckpointError, match="cannot be written"):
                Solver(SMALL).solve(SMALL.start(), checkpoint=path)
        finally:
            tmp_path.chmod(0o700)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", forbidden)
    with pytest.raises(CheckpointError, match="cannot be read: Permission denied"):
        loaded(path, SMALL.start())
    with pytest.raises(CheckpointError, match="cannot be written: Permission denied"):
        module.check_target(path, CheckpointError, overwrite=True)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_checkpoint_seconds_out_of_range(tmp_path: Path, seconds: float) -> None:
    with pytest.raises(inarow.InvalidOptionError, match="checkpoint_seconds"):
        Solver(SMALL).solve(SMALL.start(), checkpoint=tmp_path / "kept", checkpoint_seconds=seconds)


# --- failures while writing ----------------------------------------------------------------------


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), MemoryError()])
def test_a_failure_on_the_way_costs_a_warning_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    path, game = tmp_path / "kept", Game(4, 7, 4)
    before = written(path, game, nodes=100)

    def fail(_: int) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.warns(CheckpointWarning, match=r"no checkpoint was written to .*kept"):
            assert Solver(game).solve(game.start(), checkpoint=path).value == 0
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_an_interrupt_while_writing_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    before = written(path, HARD, weak=True, nodes=100)
    interrupts = [KeyboardInterrupt(), KeyboardInterrupt()]

    def interrupted(*_: object) -> None:
        raise interrupts.pop()

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Solver(HARD).solve(
            HARD.start(), game_kind="weak", checkpoint=path, checkpoint_seconds=0.01, seconds=20
        )
    assert not interrupts
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


LIMITED = """
import resource, sys, warnings
import inarow
game = inarow.Game(4, 7, 4)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
print(inarow.Solver(game).solve(game.start(), checkpoint=sys.argv[1]).value)
"""


@pytest.mark.processes
@posix
def test_a_full_disk_leaves_the_old_file_and_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    before = written(path, Game(4, 7, 4), nodes=100)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "0\n")
    assert "CheckpointWarning: no checkpoint was written" in done.stderr
    assert "File too large" in done.stderr
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


@pytest.mark.processes
@posix
def test_links_and_modes_are_kept_and_leftovers_removed(tmp_path: Path) -> None:
    path, link = tmp_path / "kept", tmp_path / "link"
    written(path, SMALL)
    path.chmod(0o640)
    link.symlink_to(path)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lefts = [
        tmp_path / f".kept.{ended.pid}-00000000.unfinished",
        tmp_path / f".other.{ended.pid}-00000000.unfinished",  # nobody may come back to that
    ]
    others = [tmp_path / ".kept.x.unfinished", tmp_path / f".kept.{ended.pid}-00000000.building"]
    for name in (*lefts, *others):
        name.write_bytes(b"half")
    with unfinished(tmp_path / "mine", CheckpointError) as at_work:
        written(link, SMALL, nodes=10**6)
        assert {*tmp_path.iterdir()} == {path, link, at_work, *others}
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert {*tmp_path.iterdir()} == {path, link, tmp_path / "mine", *others}


# --- kill -9 -------------------------------------------------------------------------------------

SEARCHING = """
import sys
import inarow, inarow.solver.checkpoint
inarow.solver.checkpoint.REST = 0
game = inarow.Game(8, 8, 5)
inarow.Solver(game).solve(
    game.start(), game_kind=sys.argv[2], checkpoint=sys.argv[1], checkpoint_seconds=0.001
)
"""
WRITING = """
import sys
from pathlib import Path
from inarow import Game
from inarow._core import make_kernel
from inarow.solver.checkpoint import Contents, read_checkpoint, write_checkpoint
game, path = Game(8, 8, 5), Path(sys.argv[1])
kernel = make_kernel(game, 1 << 26)
read_checkpoint(path, kernel, game.start(), True)
while True:
    nodes = 20_000 if kernel.table_used < 2000 else 500
    kernel.solve_weak(0, 0, True, False, False, nodes, None, None)
    for _ in range(20):
        write_checkpoint(path, kernel, game.start(), True, Contents(False, (0, 0), 0, 0))
"""


def killed(program: str, rounds: int, path: Path, rng: random.Random, kind: str) -> None:
    """Kill a process that writes checkpoints, again and again; what is there always loads.

    It is killed at a random moment after it has written one.
    """
    for _ in range(rounds):
        before = path.stat().st_mtime_ns if path.exists() else None
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(path), kind],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            while not path.exists() or path.stat().st_mtime_ns == before:
                assert child.poll() is None, child.communicate()[1]
                sleep(0.01)
            sleep(rng.uniform(0, 0.35))
        finally:
            child.kill()
            error = child.communicate()[1]
        assert child.returncode == -signal.SIGKILL and error == b""
        assert loaded(path, HARD.start(), kind == "weak") is not None
    # The next run takes away what the killed have left.
    module.check_target(path, CheckpointError, overwrite=True)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@posix
@pytest.mark.processes
@pytest.mark.parametrize("rounds", [4, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("program", "kind"), [(SEARCHING, "weak"), (SEARCHING, "strong"), (WRITING, "weak")]
)
def test_a_killed_process_leaves_a_checkpoint_that_loads(
    program: str, kind: str, rounds: int, tmp_path: Path
) -> None:
    killed(program, rounds, tmp_path / "kept", random.Random(f"{program} {kind}"), kind)


# --- progress ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("size", "kind"), [((9, 9, 5), "weak"), ((8, 8, 5), "strong")])
def test_progress_means_something(size: tuple[int, int, int], kind: GameKind) -> None:
    game = Game(*size)
    reports: list[Progress] = []
    start = game.start()

    def listen(report: Progress) -> None:
        reports.append(report)
        if len(reports) >= 10 and report.share > 0 and any(each.line for each in reports):
            raise Enough

    with pytest.raises(Enough):
        Solver(game).solve(start, game_kind=kind, progress=listen)
    for report in reports:
        assert 0 <= report.share <= 1 and 0 < report.table_fill < 1
        assert len(report.line) <= 8  # none at the root
        position = start
        for move in report.line:
            position = position.play(move)  # a line of moves that can be played
    if kind == "weak":
        assert all(before.share <= after.share for before, after in pairwise(reports))


@pytest.mark.long
@pytest.mark.parametrize("limits", [{}, {"nodes": 10**9}, {"seconds": 1000.0}])
def test_progress_of_an_analysis_counts_moves(limits: dict[str, Any]) -> None:
    """Nodes and time of all moves together, what is closed of all, and lines from the position."""
    reports: list[Progress] = []
    start = Game(4, 8, 4).start()

    def listen(report: Progress) -> None:
        reports.append(report)
        if len(reports) == 15:
            raise Enough

    with pytest.raises(Enough):
        Solver(start.game, 16).analyse(start, progress=listen, **limits)
    for one, next_one in pairwise(reports):
        assert one.nodes <= next_one.nodes and one.seconds <= next_one.seconds
    for report in reports:
        assert 0 <= report.share <= 1 and len(report.line) <= 8
        start.play_all(report.line)
    assert any(report.line for report in reports)


# --- command line --------------------------------------------------------------------------------


@pytest.mark.long
def test_the_command_line_goes_on_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept"
    arguments = ["solve", "4", "7", "4", "--json", "--checkpoint", str(path)]
    assert main([*arguments, "--nodes", "50000"]) == 0
    assert '"proven": false' in capsys.readouterr().out
    assert main(arguments) == 0
    assert '"value": 0' in capsys.readouterr().out
    assert main(["solve", "4", "7", "3", "--checkpoint", str(path)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("inarow: ") and "4x7, 4 in a row" in said.err


def test_the_command_line_says_what_could_not_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "kept"
    monkeypatch.setattr(os, "fsync", fail)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["solve", "3", "3", "3", "--checkpoint", str(path)]) == 0
    said = capsys.readouterr()
    assert "draw, proven" in said.out
    assert said.err == f"inarow: no checkpoint was written to {path}: No space left on device\n"


TELLING = """
import sys
import inarow.apps.cli, inarow.solver.checkpoint
keep = inarow.solver.checkpoint.Keeper.__call__
def tell(self, nodes, *rest):
    keep(self, nodes, *rest)
    if nodes > 5000:
        print("on its way", flush=True)
inarow.solver.checkpoint.Keeper.__call__ = tell
sys.exit(inarow.apps.cli.main(["solve", "8", "8", "5", "--checkpoint", sys.argv[1]]))
"""


@pytest.mark.processes
@posix
def test_ctrl_c_keeps_the_search(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    child = subprocess.Popen(
        [sys.executable, "-c", TELLING, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert child.stdout is not None and child.stdout.readline() == b"on its way\n"
        child.send_signal(signal.SIGINT)
        out, error = child.communicate(timeout=30)
    finally:
        child.kill()
    assert (child.returncode, error) == (130, b"")
    assert b"not proven" in out
    contents = loaded(path, HARD.start())
    assert contents is not None and sum(contents.records) > 100


@pytest.mark.parametrize(("writing", "rest"), [(0.5, 60), (4, 100), (70, 300)])
def test_how_long_a_search_goes_on_between_two_checkpoints(
    writing: float, rest: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing takes 4 % of the time, but not even a slow one puts the next off for long."""
    now, written = 0.0, []

    def write(*_: object) -> None:
        nonlocal now
        now += writing
        written.append(now)

    monkeypatch.setattr(module, "perf_counter", lambda: now)
    monkeypatch.setattr(module, "write_checkpoint", write)
    game = Game(3, 3, 3)
    keeper = module.Keeper(
        make_kernel(game, 1 << 16), game.start(), False, tmp_path / "file", 60.0, None
    )
    while len(written) < 2:
        keeper(0, now, 0.0, 0.0, ())
        now += 1
    assert written[1] - written[0] - writing == pytest.approx(rest, abs=1)
