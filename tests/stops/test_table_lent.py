"""Kernels of one process that share a table in memory which is lent to them."""

import gc
import random
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from boards import BUCKET, entry_bytes, lent, random_play, table_of
from oracles import Truth

from inarow import Game
from inarow._core import COMMON_BYTES, WIDTHS, make_kernel

LIMITS = None, None, None  # nodes, seconds, progress
FIRST = 1 << 16  # entries that such a table begins with, if it may have more


def ordinary(kernel: Any) -> tuple[object, int]:
    *found, spent = kernel.solve(0, 0, False, False, *LIMITS)
    return found[:2], spent


def weak(kernel: Any) -> tuple[object, int]:
    *found, spent, _ = kernel.solve_weak(0, 0, True, False, False, *LIMITS)
    return found[:2], spent


def held(kernel: Any) -> tuple[object, int]:
    holds, _, spent = kernel.ask(1, 0, 0, None, None)
    return holds, spent


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("call", [ordinary, weak, held])
def test_what_one_kernel_finds_another_one_knows(width: int, call: Callable[..., Any]) -> None:
    game = Game(6, 6, 5)
    memory = np.zeros(1 << 22, np.uint8)
    first, second = (make_kernel(game, 0, width=width, memory=memory) for _ in range(2))
    wanted, alone = call(make_kernel(game, 1 << 22, width=width))
    found, spent = call(first)
    again, little = call(second)
    assert found == again == wanted
    assert abs(spent - alone) <= alone // 10 and little <= 2 < spent
    memory[:] = 0  # whoever made it may empty it
    assert call(second) == (wanted, spent)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_size_of_lent_memory(width: int) -> None:
    game, bucket = Game(3, 3, 3), table_of(BUCKET, width)
    assert bucket == BUCKET * entry_bytes(width)
    for size, buckets in ((1, 1), (2, 2), (3, 2), (4, 4), (1000, 512)):
        memory = lent(size * BUCKET, width)
        kernel = make_kernel(game, 1, width=width, memory=memory)
        assert kernel.table_entries == kernel.table_limit == buckets * BUCKET
        assert kernel.table_bytes == buckets * bucket
        kernel.reserve(1 << 20)
        assert kernel.table_entries == buckets * BUCKET
        assert kernel.solve(0, 0, True, True, *LIMITS)[:2] == (0, 0)
        assert weak(kernel)[0] == [1, 1]
        assert kernel.table_used <= buckets * BUCKET
        assert not memory[COMMON_BYTES + buckets * bucket :].any()
    least = COMMON_BYTES + bucket
    with pytest.raises(ValueError, match=f"a table takes {least} bytes at the least, not"):
        make_kernel(game, 1 << 20, width=width, memory=np.zeros(least - 1, np.uint8))


@pytest.mark.long
@pytest.mark.parametrize("width", [40, 128])
def test_a_lent_table_begins_small(width: int) -> None:
    game = Game(4, 7, 4)
    memory = lent(1 << 22, width)
    wanted, alone = ordinary(make_kernel(game, 1 << 28, width=width))
    first, second = (make_kernel(game, 0, width=width, memory=memory) for _ in range(2))
    assert first.table_entries == second.table_entries == FIRST
    assert first.table_limit == 1 << 22
    found, spent = ordinary(first)
    assert found == wanted and abs(spent - alone) <= alone // 10
    grown = first.table_entries
    assert FIRST < grown < 1 << 22 and first.table_used > grown // 20
    touched = memory[COMMON_BYTES:].reshape(-1, 1 << 12).any(axis=1).sum() << 12
    assert touched <= first.table_bytes
    again, little = ordinary(second)
    assert again == found and little <= 1 and second.table_entries == grown
    before = len(known(second, game))
    second.reserve(4 * grown)
    assert len(known(first, game)) == before and first.table_entries == 4 * grown
    again, little = ordinary(make_kernel(game, 0, width=width, memory=memory))
    assert again == found and little <= 1


def known(kernel: Any, game: Game) -> set[bytes]:
    """The entries of the ordinary game, as they are written to a file."""
    kernel.solve((1 << game.k) - 1, 0, False, False, *LIMITS)  # it looks how large the table is
    buffer, found, index = np.empty(1 << 20, np.uint8), set(), 0
    while index < kernel.table_entries:
        index, records = kernel.export_entries(buffer, index, False, 0)
        size = kernel.record_bytes(False)
        found.update(bytes(record) for record in buffer[: size * records].reshape(-1, size))
    return found


def test_memory_that_a_kernel_cannot_use() -> None:
    game, size = Game(3, 3, 3), COMMON_BYTES + 4096
    memory = np.zeros(size, np.uint8)
    read_only = memory.copy()
    read_only.flags.writeable = False
    cases: list[tuple[Any, type[Exception], str]] = [
        (memory[1:], ValueError, "must begin at a multiple of 8"),
        (memory[::2], ValueError, "contiguous"),
        (memory.reshape(-1, 64), ValueError, "dimensions"),
        (memory[:0], ValueError, "bytes at the least, not 0"),
        (memory.view(np.int16), ValueError, "dtype"),
        (read_only, ValueError, "read-only"),
        (bytes(size), BufferError, "not writable"),
        ([0] * size, TypeError, "bytes-like"),
    ]
    for given, error, words in cases:
        with pytest.raises(error, match=words):
            make_kernel(game, 1 << 20, memory=given)
    kernel = make_kernel(game, 1 << 20, memory=memory)
    with pytest.raises(ValueError, match="not the kernel's own to clear"):
        kernel.clear()


@pytest.mark.long
def test_a_kernel_holds_on_to_its_memory() -> None:
    game, memory = Game(4, 4, 4), np.zeros(1 << 17, np.uint8)
    kept = weakref.ref(memory)
    kernel = make_kernel(game, 0, memory=memory)
    del memory
    gc.collect()
    assert kept() is not None and kernel.solve(0, 0, False, False, *LIMITS)[:2] == (0, 0)
    del kernel
    assert kept() is None


def test_threads_of_a_kernel_in_lent_memory() -> None:
    game = Game(4, 5, 4)
    maker = weak(make_kernel(game, 1 << 20))[0]
    for entries in (BUCKET, 1 << 18):
        kernel = make_kernel(game, 0, memory=lent(entries, 40))
        kernel.set_threads(3, 0.0)
        assert ordinary(kernel)[0] == [0, 0] and weak(kernel)[0] == maker


@pytest.mark.parametrize("entries", [BUCKET, 1 << 6, 1 << 16, 1 << 20])
@pytest.mark.parametrize("width", [40, 128])
def test_what_several_write_at_once_are_facts(width: int, entries: int) -> None:
    """Kernels in threads of their own: the search lets go of the interpreter.

    Meanwhile the table is told time and again that it is small, and grows.
    """
    game = Game(3, 4, 3)
    truth = Truth(game)
    memory = lent(entries, width)
    buckets = memory[:8].view(np.uint64)
    busy = threading.Event()

    def work(seed: int) -> None:
        rng = random.Random(seed)
        kernel = make_kernel(game, 0, width=width, memory=memory, plain_budget=64)
        for _ in range(200):
            position = random_play(game, rng.randrange(game.cells), rng)
            truth.check_answer(kernel, position, rng.random() < 0.5)

    def grow() -> int:
        times = 0
        while not busy.wait(0.001):
            buckets[0] = 1 << times % 8
            kernel = make_kernel(game, 0, width=width, memory=memory)
            kernel.reserve(entries)
            times += kernel.table_entries == entries
            truth.check_entries(kernel)  # what is read while others write are facts as well
        return times

    with ThreadPoolExecutor(4) as threads:
        growing = threads.submit(grow)
        try:
            list(threads.map(work, range(3)))
        finally:
            busy.set()
        assert growing.result()
    buckets[0] = max(1, entries // BUCKET)  # all that was ever written is looked at
    kernel = make_kernel(game, 0, width=width, memory=memory)
    assert truth.check_entries(kernel) >= min(entries, 300) // 2


@pytest.mark.parametrize("width", [64, 128, 256, 400])
def test_what_lies_before_a_lent_table(width: int) -> None:
    """Experience, and more that nonsense in its place must not make dangerous."""
    game = Game(7, 7, 5)
    memory = np.zeros(1 << 23, np.uint8)
    kernel = make_kernel(game, 0, width=width, memory=memory)
    found, spent = weak(kernel)
    assert memory[128:COMMON_BYTES].any() and found[0] == 0
    memory[COMMON_BYTES:] = 0
    assert weak(kernel) != (found, spent)  # it has learnt
    memory[:] = 0
    assert weak(make_kernel(game, 0, width=width, memory=memory)) == (found, spent)
    rng = np.random.default_rng(width)
    memory[:COMMON_BYTES] = 0xFF
    for nonsense in (0xFF, 0x80, 0x01, 0x10, *rng.integers(1, 256, (4, 128), np.uint8)):
        memory[:128] = nonsense
        memory[COMMON_BYTES:] = 0
        assert weak(kernel)[0] == found
        assert weak(make_kernel(game, 0, width=width, memory=memory))[0] == found
