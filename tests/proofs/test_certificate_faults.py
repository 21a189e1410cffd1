"""A solver with a fault in it may write what it likes: the checker believes none of it.

Each fault is put into a kernel, into its table, or into all that it writes, and the solver then
proves many positions. What is verified all the same must be true, and a strategy that is kept
in play; and each fault must have done harm: a false claim, or a strategy that loses, was written
and refused, or no file was left.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from boards import random_play
from certificate_player import (
    CHAIN,
    KNOWN,
    NODE,
    PAIRS,
    PASS,
    WEAK,
    Answer,
    BrokenStrategy,
    Certificate,
    play_out,
)
from oracles import Exhaustive, WeakTruth

from inarow import Game, Solver, check
from inarow._core import FOLD_PLY, PLAIN_BUDGET, RULES, make_kernel
from inarow.certificate.board import between
from inarow.model.options import GameKind
from inarow.model.position import Position

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
    core: Any = sys.modules[type(make_kernel(game, TABLE)).__module__]
    board = core.Board(game.k, game.cells, lines, flanks, game.symmetries, FOLD_PLY)
    return core.Kernel(board, TABLE, sum(RULES.values()), PLAIN_BUDGET, 0)


def a_diagonal_is_not_seen(game: Game) -> Any:
    return seeing_only(game, lambda line: line != game.lines[-1])


def the_row_at_the_top_is_not_seen(game: Game) -> Any:
    return seeing_only(game, lambda line: max(line) >= game.n)


def lines_are_too_long(game: Game) -> Any:
    return make_kernel(Game(game.m, game.n, game.k + 1), TABLE)


def with_table(game: Game, solved: Any, weak: bool, change: Callable[[Any], None]) -> Any:
    """A kernel with the entries of another that has solved the positions, changed.

    The words of an entry are the columns of an array: bounds and move, the key, and the zone.
    """
    size = solved.record_bytes(weak)
    for position, kind in positions(60):
        if position.game == game and not weak:
            solved.solve(position._own, position._opponent, True, False, None, None, None)
        elif position.game == game and kind == "weak":
            solved.solve_weak(
                position.x, position.o, position.turn == "X", False, False, None, None, None
            )
    records = np.zeros((1 << 16) * size, np.uint8)
    _, written = solved.export_entries(records, 0, weak, 0)
    records = records[: written * size]
    change(records.view("<u8").reshape(written, size // 8))
    kernel = make_kernel(game, TABLE)
    kernel.import_entries(records, weak)
    return kernel


def a_table_of_another_game(game: Game) -> Any:
    """Entries that are true of longer lines, for the positions that are asked for."""
    longer = Game(game.m, game.n, game.k + 1)
    return with_table(game, make_kernel(longer, TABLE), False, lambda _: None)


def lowest(game: Game, *stones: int) -> int:
    """The first empty cell."""
    taken = sum(stones)
    return next((cell for cell in range(game.cells) if not taken >> cell & 1), 0)


def taken(key: int, cells: int) -> int:
    """The stones of a position whose key has one word: balanced ternary, cell by cell."""
    number = key - (1 << 64) if key >> 63 else key
    stones = 0
    for cell in range(cells):
        digit = (number + 1) % 3 - 1
        number = (number - digit) // 3
        stones |= (digit != 0) << cell
    return stones


def any_move_will_do(game: Game) -> Any:
    """Whoever is to move holds, with whatever is empty."""

    def change(records: Any) -> None:
        for record in records:
            move = lowest(game, taken(int(record[1]), game.cells))
            bounds = 2048 | max(2048, int(record[0]) >> 16 & 0xFFFF) << 16
            record[0] = bounds | move << 32 | int(record[0]) >> 48 << 48

    return with_table(game, make_kernel(game, TABLE), False, change)


def all_are_stopped(game: Game) -> Any:
    """X completes no line in any position of the weak game, wherever O plays."""

    def change(records: Any) -> None:
        for record in records:
            move = lowest(game, taken(int(record[1]), game.cells))
            record[0] = (2048 - 512) | 2048 << 16 | move << 32 | int(record[0]) >> 48 << 48
            record[2] = 0

    return with_table(game, make_kernel(game, TABLE), True, change)


def a_lost_game_is_won(game: Game) -> Any:
    return Between(make_kernel(game, TABLE), solve=lambda said, *_: (1, 1, 5, *said[3:]))


def wins_are_too_fast(game: Game) -> Any:
    """Lower bound, upper bound and distance are told; a longer win loses two plies."""

    def answer(said: Any, *_: Any) -> Any:
        return (*said[:2], said[2] - 2 if said[2] > 2 else said[2], *said[3:])

    return Between(make_kernel(game, TABLE), solve=answer)


def pairs_miss_a_line(answer: Answer) -> None:
    if answer.code == PAIRS:
        del answer.cells[:2]


def everything_is_known(answer: Answer) -> None:
    """Every position that is known is said to be the first one."""
    if answer.code == KNOWN:
        answer.number = answer.symmetry = 0


def a_chain_ends_too_early(answer: Answer) -> None:
    if answer.code in (CHAIN, PASS):
        del answer.cells[-1:]


def a_reply_is_not_forced(answer: Answer) -> None:
    """A win by threats begins with its second one."""
    if answer.code in (CHAIN, PASS) and len(answer.cells) > 1:
        answer.cells[:2] = answer.cells[1::-1]


def nothing_is_contested(answer: Answer) -> None:
    """What only stops a side while the other has threats is said to stop it for good."""
    if answer.code == NODE:
        answer.code = WEAK


def a_move_is_not_answered(answer: Answer) -> None:
    if answer.node is not None and answer.code != KNOWN:
        del answer.node.entries[1::2]


WRITTEN: list[Callable[[Answer], None]] = [
    pairs_miss_a_line,
    everything_is_known,
    a_chain_ends_too_early,
    a_reply_is_not_forced,
    nothing_is_contested,
    a_move_is_not_answered,
]

FAULTS: list[Callable[[Game], Any]] = [
    a_diagonal_is_not_seen,
    the_row_at_the_top_is_not_seen,
    lines_are_too_long,
    a_table_of_another_game,
    any_move_will_do,
    all_are_stopped,
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
        return Exhaustive(position.game).outcome(position._own, position._opponent)
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


def harm(
    make: Callable[[Game], Any],
    path: Path,
    change: Callable[[Answer], None] = lambda _: None,
    count: int = 60,
) -> Counter[str]:
    """Prove positions with a fault, and judge what is written and changed."""
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
        certificate = Certificate(path)
        for answer in certificate.answers:
            change(answer)
        path.write_bytes(gzip.compress(certificate.encode(), 1))
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
    print(make.__name__, change.__name__, dict(counts))
    return counts


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_faults_are_caught(fault: Callable[[Game], Any], tmp_path: Path) -> None:
    counts = harm(fault, tmp_path / "proof")
    assert set(+counts) != {"verified"}
    assert counts["refused"] >= counts["a false claim"]


@pytest.mark.long
@pytest.mark.parametrize("fault", WRITTEN, ids=lambda fault: fault.__name__)
def test_what_is_written_by_fault(fault: Callable[[Answer], None], tmp_path: Path) -> None:
    counts = harm(sound, tmp_path / "proof", fault)
    assert counts["a true claim, a broken strategy"] > 0
    assert counts["refused"] >= counts["a true claim, a broken strategy"]


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


@pytest.mark.long
def test_no_fault(tmp_path: Path) -> None:
    """The same judges, and a solver as it is."""
    counts = harm(sound, tmp_path / "proof")
    assert dict(+counts) == {"verified": 60}


def test_images_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is said to be the image of another by a wrong symmetry."""

    def wrong(*given: Any) -> list[list[int]]:
        return [row[::-1] for row in between(*given)]

    monkeypatch.setattr("inarow.certificate.prove.between", wrong)
    for size in ((3, 3, 3), (4, 5, 4), (4, 6, 4)):
        start = Game(*size).start()
        Solver(start.game, table_mb=1).solve(start, certificate=tmp_path / "proof", overwrite=True)
        verdict = check(tmp_path / "proof")
        assert verdict.reason.endswith("that is another position")
