"""A solver with a fault in it may write what it likes: the checker believes none of it.

Mutations (`test_certificate_mutations.py`) change a true proof. Here the proof is whole, but of
another game than its file says: what is verified all the same must be true, and a strategy that is
kept in play.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from boards import random_play
from certificate_player import BrokenStrategy, play_out
from oracles import Exhaustive

from inarow import Game, Solver, check
from inarow._core import FOLD_PLY, PLAIN_BUDGET, RULES, make_kernel
from inarow.model.position import Position

TABLE = 1 << 20


def a_diagonal_is_not_seen(game: Game) -> Any:
    known = list(zip(game.lines, game.flanks, strict=True))[:-1]
    lines, flanks = zip(*known, strict=True)
    core: Any = sys.modules[type(make_kernel(game, TABLE)).__module__]
    board = core.Board(game.k, game.cells, lines, flanks, game.symmetries, FOLD_PLY)
    return core.Kernel(board, TABLE, sum(RULES.values()), PLAIN_BUDGET, 0)


def lines_are_too_long(game: Game) -> Any:
    return make_kernel(Game(game.m, game.n, game.k + 1), TABLE)


def nothing_is_wrong(game: Game) -> Any:
    return make_kernel(game, TABLE)


def positions(count: int) -> Iterator[Position]:
    rng = random.Random(1)
    while count:
        game = Game(*rng.choice([(3, 3, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4)]))
        position = random_play(game, game.cells - rng.randint(5, 9), rng)
        if position.x.bit_count() + position.o.bit_count() >= game.cells - 9:
            count -= 1
            yield position


def is_true(claim: str, position: Position) -> bool:
    """Does it give the true value, and no distance but the true one?"""
    value, distance = Exhaustive(position.game).outcome(position._own, position._opponent)
    said = claim.rpartition(": ")[2]
    if value == 0:
        return said == "a draw"
    winner = position.turn if value == 1 else "XO".replace(position.turn, "")
    return said == f"{winner} wins" or said.startswith(f"{winner} wins within {distance} plies")


def harm(make: Callable[[Game], Any], path: Path) -> Counter[str]:
    """Prove positions with a fault, and judge what is written."""
    counts: Counter[str] = Counter()
    for number, position in enumerate(positions(60)):
        solver = Solver(position.game, table_mb=1)
        solver._kernel = make(position.game)
        path.unlink(missing_ok=True)
        try:
            solver.solve(position, distance=number % 2 == 0, certificate=path)
        except (RuntimeError, AssertionError, IndexError, ValueError):
            assert not list(path.parent.iterdir())
            counts["nothing written"] += 1
            continue
        verdict = check(path)
        if verdict.verified:
            assert is_true(verdict.claim, position), (position, verdict)
            play_out(path)  # raises `BrokenStrategy` if it is not kept
            counts["verified"] += 1
            continue
        try:
            play_out(path)
            counts["refused, a false claim"] += not is_true(verdict.claim, position)
        except (BrokenStrategy, IndexError, ValueError, KeyError):
            counts["refused, a broken strategy"] += 1
    return counts


@pytest.mark.long
@pytest.mark.parametrize("fault", [a_diagonal_is_not_seen, lines_are_too_long])
def test_proofs_of_another_game_are_refused(fault: Callable[[Game], Any], tmp_path: Path) -> None:
    counts = harm(fault, tmp_path / "proof")
    assert counts["refused, a broken strategy"] + counts["refused, a false claim"] > 5, counts


@pytest.mark.long
def test_the_same_judges_refuse_nothing_of_a_solver_as_it_is(tmp_path: Path) -> None:
    assert harm(nothing_is_wrong, tmp_path / "proof") == {"verified": 60}
