"""The example that plays Ultimate tic-tac-toe: rules, strength, and exact ends."""

from functools import cache
from types import ModuleType
from typing import Any

import pytest
from scripts import loaded

from inarow import IllegalMoveError

ultimate = loaded("docs/examples/ultimate.py")


def test_the_rules(ultimate: ModuleType) -> None:
    start = ultimate.Ultimate()
    assert len(start.legal_moves) == 81
    position = start.play("e5")
    assert sorted(position.legal_moves) == [36, 37, 38, 39, 41, 42, 43, 44]  # all but the centre
    with pytest.raises(IllegalMoveError):
        position.play("a1")
    with pytest.raises(IllegalMoveError):
        position.play("nowhere")
    numbers = ultimate.Random(seed=1)
    while not start.is_over:  # the key is that of what is on the board, however it came there
        stones = (start.own, start.other)[:: 1 - 2 * start.side]
        key = ultimate.TARGETS[start.target]
        for side, cells in enumerate(stones):
            for cell in range(81):
                key ^= ultimate.STONES[side][cell] * (cells >> cell & 1)
        assert key == start.key
        start = start.play(numbers.choose(start).move)


def test_boards_are_won_and_close(ultimate: ModuleType) -> None:
    two = 0b000000011  # X has two of a row in board 0, which O's last move sent him to
    position = ultimate.Ultimate(own=two, target=0)
    after = position.play("c1")
    assert after.lost == after.closed == 1 and after.target == 2
    assert after.play("g1").target == 9  # to board 0, which is closed
    won = ultimate.Ultimate(own=two, won=0b110, closed=0b110, target=0).play("c1")
    assert won.is_over and won.winner == "X"
    with pytest.raises(IllegalMoveError):
        won.play("d1")


@pytest.mark.long
@pytest.mark.parametrize("first", [True, False])
def test_it_beats_random_moves(ultimate: ModuleType, first: bool) -> None:
    quick, other = ultimate.AlphaBeta(2), ultimate.Random(seed=7)
    players = (quick, other) if first else (other, quick)
    ends = [ultimate.play(*players).winner for _ in range(50)]
    assert ends.count("X" if first else "O") >= 48


@pytest.mark.long
def test_the_end_is_exact(ultimate: ModuleType) -> None:
    """Values and moves against full minimax; and with 20 cells left all is proven."""

    @cache
    def minimax(position: Any) -> int:
        if position.is_over:
            return 0 if position.winner is None else -1
        return max(-minimax(position.after(move)) for move in position.legal_moves)

    compared = 0
    for seed in range(8):
        numbers, position, player = (
            ultimate.Random(seed),
            ultimate.Ultimate(),
            ultimate.AlphaBeta(2),
        )
        while not position.is_over:
            if position.room in (20, *range(13)):
                choice = player.choose(position)
                assert choice.info["proven"]
                if position.room < 13:
                    assert choice.value == minimax(position)
                    assert choice.value == -minimax(position.after(choice.move))
                    compared += 1
            position = position.play(numbers.choose(position).move)
    assert compared > 30
