"""What the engine must not miss: wins by continuous fours, in whatever random position they are."""

import random
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from boards import completing
from engine_process import Talk

from inarow import Game, InvalidPositionError, Position, Solver

GAME = Game(15, 15, 5)
LONG_SEEDS = (762, 1157, 1324, 1799, 329, 618, 4160)
"""Positions whose shortest win by fours takes 11, 13 or 15 plies: few random ones are like that."""


def midgame(seed: int) -> Position | None:
    """Random stones around the centre, X to move; None if there is a line already."""
    rng = random.Random(seed)
    spread = rng.randint(4, 7)
    near = range(7 - spread, 8 + spread)
    cells = [row * GAME.n + column for row in near for column in near]
    stones = rng.sample(cells, 2 * rng.randint(10, 30))
    board = np.zeros(GAME.cells, np.int8)
    board[stones[::2]], board[stones[1::2]] = 1, -1
    try:
        position = GAME.position(board.reshape(GAME.m, GAME.n), turn="X", strict=False)
    except InvalidPositionError:
        return None
    return None if position.is_over else position


def play_out(engine: Talk, position: Position) -> None:
    """The engine must win by force: every move of its completes a line, or makes a four."""

    def cell_of(move: str) -> int:
        x, y = map(int, move.split(","))
        return y * GAME.n + x

    def name(cell: int) -> str:
        return f"{cell % GAME.n},{cell // GAME.n}"

    stones = [
        f"{name(cell)},{whose}"
        for whose, side in enumerate((position.x, position.o), 1)
        for cell in range(GAME.cells)
        if side >> cell & 1
    ]
    move = engine.move("BOARD", *stones, "DONE")
    for _ in range(20):  # the engine may have found another win than the shortest
        position = position.play(cell_of(move))
        if position.is_over:
            assert position.winner == "X"
            return
        assert not completing(GAME, position.o, position.x), "the other side comes first"
        answers = completing(GAME, position.x, position.o)
        assert answers, f"{move} is no four: {position.text}"
        answer = min(answers)
        position = position.play(answer)
        move = engine.move(f"TURN {name(answer)}")
    pytest.fail("no end of fours")


def play_all(seeds: Iterable[int], milliseconds: int) -> Counter[int]:
    """Have the engine win wherever fours win; how many wins there were, by their plies."""
    engine = Talk("START 15", f"INFO timeout_turn {milliseconds}")
    solver, lengths = Solver(GAME), Counter[int]()
    for seed in seeds:
        position = midgame(seed)
        win = None if position is None else solver.forced_win(position, 1)
        if position is not None and win is not None and len(win.line) > 3:
            lengths[len(win.line)] += 1
            play_out(engine, position)
    return lengths


@pytest.mark.long
def test_every_win_by_fours_is_found() -> None:
    lengths = play_all((*range(300), *LONG_SEEDS), 1000)
    assert lengths.total() >= 20 and all(lengths[plies] for plies in (5, 7, 9, 11, 13, 15)), lengths
