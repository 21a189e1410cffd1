"""A solver with a fault in it may write what it likes: the checker believes none of it.

Each fault is put into a kernel, or between the kernel and the walk that asks it, and the solver
then proves many positions. What is verified all the same must be true, and a strategy that is kept
in play; and each fault must have done harm: a false claim, or a strategy that loses, was written
and refused, or no file was left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from certificate_player import BrokenStrategy, play_out
from helpers import Exhaustive, WeakTruth, random_play

from inarow import Game, Solver, check
from inarow._core import FOLD_PLY, PLAIN_BUDGET, RULES, make_kernel
from inarow.certificate.images import between
from inarow.certificate.walk import Walker
from inarow.options import GameKind
from inarow.position import Position

TABLE = 1 << 20


class Between:
    """A kernel, some answers of which are replaced."""

    def __init__(self, kernel: Any, **answers: Callable[..., Any]) -> None:
        self.kernel, self.answers = kernel, answers

    def __getattr__(self, name: str) -> Any:
        if name not in self.answers:
            return getattr(self.kernel, name)
        return lambda *given: self.answers[name](getattr(self.kernel, name)(*given), *given)


def seeing_only(game: Game, seen: Callable[[tuple[int, ...]], bool]) -> Any:
    """A kernel that does not know all lines."""
    kept = [(line, ends) for line, ends in zip(game.lines, game.flanks, strict=True) if seen(line)]
    lines, flanks = zip(*kept, strict=True)
    rules = (sum(RULES.values()), FOLD_PLY, PLAIN_BUDGET)
    kernel: Any = type(make_kernel(game, TABLE))
    return kernel(game.k, game.cells, lines, flanks, game.symmetries, TABLE, *rules)


def a_diagonal_is_not_seen(game: Game) -> Any:
    return seeing_only(game, lambda line: line != game.lines[-1])


def the_row_at_the_top_is_not_seen(game: Game) -> Any:
    return seeing_only(game, lambda line: max(line) >= game.n)


def lines_are_too_long(game: Game) -> Any:
    return make_kernel(Game(game.m, game.n, game.k + 1), TABLE)


def a_table_of_another_game(game: Game) -> Any:
    """Entries that are true of longer lines, for the positions that are asked for."""
    longer = Game(game.m, game.n, game.k + 1)
    other, kernel = make_kernel(longer, TABLE), make_kernel(game, TABLE)
    size = other.record_bytes(False)
    for position, _ in positions(60):
        if position.game == game:
            other.solve(*sides(position), True, False, None, None, None)
    records = np.zeros((1 << 16) * size, np.uint8)
    written, _ = other.export_entries(records, 0, False, 0)
    kernel.import_entries(records[: written * size], False)
    return kernel


def sides(position: Position) -> tuple[int, int]:
    x, o = position.x, position.o
    return (x, o) if position.turn == "X" else (o, x)


def lowest(game: Game, *stones: int) -> int:
    """The first empty cell."""
    taken = sum(stones)
    return next((cell for cell in range(game.cells) if not taken >> cell & 1), 0)


def any_move_will_do(game: Game) -> Any:
    return Between(
        make_kernel(game, TABLE),
        ask=lambda _, own, opponent, *__: (True, lowest(game, own, opponent), 0),
    )


def all_are_stopped(game: Game) -> Any:
    """The weak search answers no threat, and says that X has none."""

    def answer(said: Any, maker: int, breaker: int, *_: Any) -> Any:
        return (0, 0, -1, lowest(game, maker, breaker), *said[4:])

    return Between(make_kernel(game, TABLE), solve_weak=answer)


def pairs_miss_a_line(game: Game) -> Any:
    return Between(make_kernel(game, TABLE), pairing=lambda pairs, *_: (pairs or [])[2:])


def everything_is_known(game: Game) -> Any:
    """Every position that is to be stopped is said to be the first one."""
    return Between(make_kernel(game, TABLE), known_stop=lambda *_: (0, 0, 0))


def a_chain_ends_too_early(game: Game) -> Any:
    return Between(make_kernel(game, TABLE), force=lambda said, *_: (said[0][:-2], said[1]))


def a_reply_is_not_forced(game: Game) -> Any:
    """The win by threats begins with a move that threatens nothing."""

    def answer(said: Any, own: int, opponent: int, _: int) -> Any:
        cell = lowest(game, own, opponent)
        return ((cell, *said[0][1:]), said[1]) if said[0] and cell not in said[0] else said

    return Between(make_kernel(game, TABLE), force=answer)


def nothing_spoils_a_chain(game: Game) -> Any:
    return Between(make_kernel(game, TABLE), chain=lambda said, *_: said and (said[0], said[1], 0))


def a_lost_game_is_won(game: Game) -> Any:
    return Between(make_kernel(game, TABLE), solve=lambda said, *_: (1, 1, 5, *said[3:]))


def wins_are_too_fast(game: Game) -> Any:
    """Lower bound, upper bound and distance are told; a longer win loses two plies."""

    def answer(said: Any, *_: Any) -> Any:
        return (*said[:2], said[2] - 2 if said[2] > 2 else said[2], *said[3:])

    return Between(make_kernel(game, TABLE), solve=answer)


FAULTS: list[Callable[[Game], Any]] = [
    a_diagonal_is_not_seen,
    the_row_at_the_top_is_not_seen,
    lines_are_too_long,
    a_table_of_another_game,
    any_move_will_do,
    all_are_stopped,
    pairs_miss_a_line,
    everything_is_known,
    a_chain_ends_too_early,
    a_reply_is_not_forced,
    nothing_spoils_a_chain,
    a_lost_game_is_won,
]


@cache
def positions(count: int) -> list[tuple[Position, GameKind]]:
    rng = random.Random(1)
    found: list[tuple[Position, GameKind]] = []
    while len(found) < count:
        game = Game(*rng.choice([(3, 3, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4)]))
        position = random_play(game, game.cells - rng.randint(5, 9), rng)
        if position.x.bit_count() + position.o.bit_count() >= game.cells - 9:
            found.append((position, "weak" if rng.random() < 0.25 else "strong"))
    return found


@cache
def truth(position: Position, kind: GameKind) -> tuple[int, int | None]:
    """Value and distance by searches that know nothing of the core."""
    if kind == "strong":
        return Exhaustive(position.game).outcome(*sides(position))
    distance = WeakTruth(position.game).plies(position.x, position.o, position.turn == "X")
    return -1 if (distance is None) == (position.turn == "X") else 1, distance


def is_true(claim: str, position: Position, kind: GameKind) -> bool:
    """Does it give the true value, and no distance but the true one?"""
    value, distance = truth(position, kind)
    said = claim.rpartition(": ")[2]
    winner = position.turn if value == 1 else "XO".replace(position.turn, "")
    if value == 0 or (kind == "weak" and winner == "O"):
        return said in ("a draw", "O stops")
    return said == f"{winner} wins" or said.startswith(f"{winner} wins within {distance} plies")


def harm(make: Callable[[Game], Any], path: Path, count: int = 60) -> Counter[str]:
    """Prove positions with a fault, and judge what is written."""
    counts: Counter[str] = Counter()
    for number, (position, kind) in enumerate(positions(count)):
        solver = Solver(position.game, table_mb=1)
        solver._kernel = make(position.game)
        path.unlink(missing_ok=True)
        try:
            solver.solve(position, distance=number % 2 == 0, game_kind=kind, certificate=path)
        except (RuntimeError, AssertionError, IndexError, ValueError, OverflowError):
            assert not path.exists()
        if not path.exists():
            counts["nothing written"] += 1
            assert not list(path.parent.iterdir())
            continue
        verdict = check(path)
        true = is_true(verdict.claim, position, kind)
        try:
            play_out(path)
            kept = True
        except (BrokenStrategy, IndexError, ValueError, KeyError):
            kept = False
        assert not verdict.verified or (true and kept), (position, verdict)
        counts["verified" if verdict.verified else "refused"] += 1
        counts["a false claim"] += not true
        counts["a true claim, a broken strategy"] += true and not kept
    print(make.__name__, dict(counts))
    return counts


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_faults_are_caught(fault: Callable[[Game], Any], tmp_path: Path) -> None:
    counts = harm(fault, tmp_path / "proof")
    assert counts["a false claim"] + counts["a true claim, a broken strategy"] > 0
    assert counts["refused"] >= counts["a false claim"]


def test_wins_that_are_too_fast(tmp_path: Path) -> None:
    """The claim is false by two plies."""
    for size in ((3, 4, 3), (4, 4, 3), (3, 5, 3), (2, 2, 2), (5, 5, 3)):
        start = Game(*size).start()
        solver = Solver(start.game, table_mb=1)
        solver._kernel = wins_are_too_fast(start.game)  # type: ignore[assignment]
        try:
            solver.solve(start, distance=True, certificate=tmp_path / "proof")
        except RuntimeError as error:
            assert "no move keeps what was said" in str(error)
            assert not list(tmp_path.iterdir())
            continue
        assert not check(tmp_path / "proof").verified
        (tmp_path / "proof").unlink()


def sound(game: Game) -> Any:
    return make_kernel(game, TABLE)


def test_no_fault(tmp_path: Path) -> None:
    """The same judges, and a solver as it is."""
    counts = harm(sound, tmp_path / "proof")
    assert dict(+counts) == {"verified": 60}


def test_zones_that_lose_a_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Walker.answer

    def smaller(*given: Any) -> tuple[int, int]:
        zone, length = answer(*given)
        return zone & (zone - 1), length

    monkeypatch.setattr(Walker, "answer", smaller)
    counts = harm(sound, tmp_path / "proof")
    assert counts["refused"] > 0
    assert counts["a true claim, a broken strategy"] > 0


def test_images_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is said to be the image of another by a wrong symmetry."""

    def wrong(*given: Any) -> list[list[int]]:
        return [row[::-1] for row in between(*given)]

    monkeypatch.setattr("inarow.certificate.walk.between", wrong)
    monkeypatch.setattr("inarow.certificate.images.between", wrong)
    for size in ((3, 3, 3), (4, 5, 4), (4, 6, 4)):
        start = Game(*size).start()
        Solver(start.game, table_mb=1).solve(start, certificate=tmp_path / "proof")
        verdict = check(tmp_path / "proof")
        assert verdict.reason.endswith("that is another position")
