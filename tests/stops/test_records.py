"""Entries of the table as records: the same at every width, true, and checked."""

import random
import struct
from typing import Any

import numpy as np
import pytest
from boards import widths_for
from oracles import stones_of, weak_dense

from inarow import Game
from inarow._core import make_kernel
from inarow.solver.saved import _exported


def records_of(game: Game, width: int, weak: bool, nodes: int = 20_000) -> tuple[Any, bytes]:
    kernel = make_kernel(game, 1 << 24, width=width)
    if weak:
        kernel.solve_weak(0, 0, True, False, False, nodes, None, None)
    else:
        kernel.solve(0, 0, False, False, nodes, None, None)
    return kernel, exported(kernel, weak)


def exported(kernel: Any, weak: bool) -> bytes:
    return bytes(_exported(kernel, weak, 0))


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
