"""Cases for `fuzz.py` of positions proven in tiny jobs, against a solver that works alone.

A case is a game of any size and up to four of its positions, also with stone counts that no
play leads to, proven one after another with or without a certificate; most share a store. Jobs are
of a few nodes, end in any order, are lost now and then, and some runs are stopped half-way and
begun anew; some are left to threads, with a table each or with one of a few entries. Value
and move are held against `inarow.Solver`, the certificate against `inarow.check`; of the questions
that were settled on the way some are searched again, the small ones by minimax, and so is a sample
of the store.
"""

import random
import tempfile
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

import numpy as np
from answers import faults, store_faults
from boards import as_position, random_board, random_play
from oracles import Exhaustive, WeakTruth

import inarow
from inarow import Game, Position, Solver
from inarow._core import COMMON_BYTES
from inarow.distributed import Goal, solve
from inarow.distributed.assemble import write_certificate
from inarow.distributed.job import Job, lend, work
from inarow.distributed.proof import Ended, Proof
from inarow.distributed.question import Question
from inarow.distributed.store.store import Store
from inarow.distributed.workers import Done

TABLE_MB = 16

TINY = 4096
"""Bytes of the table that threads share: some entries, which they take from each other."""

# Strips, lines of one and two cells, lines that do not fit, two words of cells and more, cells of
# two bytes in a certificate; each with the most empty cells that a search takes in its stride.
GAMES = [
    *[((1, 1, 1), 1), ((2, 3, 1), 6), ((3, 3, 2), 9), ((3, 3, 3), 9), ((3, 3, 4), 9)],
    *[((1, 9, 3), 9), ((12, 1, 4), 12), ((1, 20, 5), 20), ((2, 7, 3), 14), ((2, 3, 7), 6)],
    *[((3, 4, 3), 12), ((4, 3, 4), 12), ((3, 5, 3), 15), ((3, 5, 4), 15), ((6, 3, 4), 18)],
    *[((4, 4, 3), 16), ((4, 4, 4), 16), ((5, 4, 4), 20), ((4, 6, 4), 24), ((5, 5, 3), 25)],
    *[((5, 5, 4), 25), ((5, 5, 5), 25), ((6, 5, 4), 22), ((6, 6, 5), 36), ((5, 7, 4), 20)],
    *[((4, 7, 4), 28), ((6, 6, 4), 18), ((7, 7, 5), 49), ((7, 7, 4), 16), ((8, 8, 5), 18)],
    *[((9, 9, 5), 14), ((13, 10, 6), 14), ((16, 17, 5), 12), ((17, 16, 7), 14), ((20, 20, 5), 12)],
]


class Whimsical:
    """Workers that end their jobs in any order, and lose some."""

    def __init__(self, rng: random.Random, losses: float) -> None:
        self._rng, self._losses = rng, losses
        self._jobs: dict[Hashable, Job] = {}

    def submit(self, key: Hashable, job: Job) -> None:
        self._jobs[key] = job

    def cancel(self, key: Hashable) -> bool:
        if self._rng.random() < 0.5:
            return False  # it has begun
        del self._jobs[key]
        return True

    def wait(self, timeout: float) -> list[Done]:
        if not self._jobs:
            return []  # all is known from the store
        keys = self._rng.sample(list(self._jobs), self._rng.randint(1, len(self._jobs)))
        return [self._done(key, self._jobs.pop(key)) for key in keys]

    def _done(self, key: Hashable, job: Job) -> Done:
        if self._rng.random() < self._losses:
            return Done(key, None, lost=True)
        return Done(key, work(job))

    def clock(self) -> float:
        return perf_counter()


class Stopped(Exception):
    """A run is to end."""


def run_distributed_case(seed: int) -> int:
    """One case; how many proofs there were, and questions that were searched again."""
    rng = random.Random(seed)
    size, most = rng.choice(GAMES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.store" if rng.random() < 0.7 else None
        total = 0
        for number in range(rng.randint(1, 4)):
            m, n, k = size
            game = Game(n, m, k) if rng.random() < 0.3 else Game(m, n, k)
            position = random_position(game, most, rng)
            try:
                total += check_position(position, path, Path(folder), rng)
            except Exception as error:
                raise AssertionError(f"case {seed}, position {number}: {position!r}") from error
        if path is not None and path.exists() and rng.random() < 0.3:
            wrong = store_faults(path, 10)
            assert not wrong, f"case {seed}: the store: {wrong}"
    return total


def random_position(game: Game, most: int, rng: random.Random) -> Position:
    """A position that is not over, with up to so many empty cells."""
    kind = rng.random()
    if game.k == 1 or (kind < 0.15 and most >= game.cells):
        return game.start()  # with k = 1 there are no stones before the end
    empties = rng.randint(1, most)
    if kind < 0.55 and most >= game.cells // 2:
        return random_play(game, max(game.cells - empties, rng.randrange(game.cells // 2 + 1)), rng)
    own, opponent = random_board(game, min(empties, 14), rng)
    if (own | opponent).bit_count() < game.cells - most or own | opponent == game.full:
        return random_play(game, game.cells - min(most, game.cells), rng)
    return as_position(game, own, opponent, rng.choice("XO"))


def check_position(position: Position, path: Path | None, folder: Path, rng: random.Random) -> int:
    """Prove a position, perhaps in several runs."""
    certificate = folder / "certificate" if rng.random() < 0.6 else None
    empties = position.game.cells - (position.x | position.o).bit_count()
    least = next(
        least for cells, least in ((30, 512), (20, 128), (14, 16), (0, 1)) if empties >= cells
    )
    budget = least * rng.choice((1, 2, 4, 16))
    slots = rng.choice((1, 1, 2, 3, 8))
    solver = Solver(position.game, TABLE_MB)
    value = solver.solve(position).value
    if certificate is not None and path is not None and rng.random() < 0.5:
        # First without the strategies, which the other run has to write from what is in the store.
        prove(position, value, path, None, budget * rng.choice((1, 16, 256)), slots, rng)
    lot = rng.random()
    if lot < 0.15:
        memory = np.zeros(COMMON_BYTES + TINY, np.uint8)
        shared = ThreadPoolExecutor(2, initializer=lend, initargs=(memory,))
        with shared if lot < 0.05 else ThreadPoolExecutor(2) as executor:
            found = solve(
                position,
                executor=executor,
                workers=slots,
                budget=budget,
                store=path,
                certificate=certificate,
                overwrite=True,
                table_mb=TABLE_MB,
            )
        assert found.value == value, f"the value is {value}, not {found.value}"
        move, answers = found.best_move, 0
    else:
        move, answers = prove(position, value, path, certificate, budget, slots, rng)
    if move is not None:
        assert move in position.legal_moves, f"{move} is no move"
        reached = solver.solve(position.play(move)).value
        assert reached is not None and -reached == value, f"the move {move} loses value"
    if certificate is not None:
        verdict = inarow.check(certificate)
        assert verdict.verified, str(verdict)
        winner = position.turn if value == 1 else "XO".replace(position.turn, "")
        assert (f"{winner} wins" if value else "a draw") in verdict.claim, str(verdict)
    return 1 + answers


def prove(
    position: Position,
    value: int | None,
    path: Path | None,
    certificate: Path | None,
    budget: int,
    slots: int,
    rng: random.Random,
) -> tuple[int | None, int]:
    """The move, None if any will do, and how many answers were searched again."""
    left = 0
    losses = rng.choice((0, 0, 0.1, 0.4))
    stops = rng.choice((0, 0, 1, 3)) if path is not None else 0

    def listen(_: Ended) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Stopped

    while True:
        left = rng.randint(1, 30) if stops else -1
        store = None if path is None else Store(path)
        try:
            proof = Proof(
                position,
                Whimsical(rng, losses),
                slots,
                budget=budget,
                certified=certificate is not None,
                table_mb=TABLE_MB,
                store=store,
                listener=listen,
            )
            assert proof.run(), "not proven"
            assert proof.claims.bounds == (value, value), (
                f"the value is {value}, not {proof.claims.bounds}"
            )
            if certificate is not None:
                write_certificate(proof, position, certificate, overwrite=True)
        except Stopped:
            stops -= 1
            continue
        finally:
            if store is not None:
                store.close()
        assert proof.claims.move is not None or proof.claims.any_move
        if proof.claims.any_move and proof.claims.move is None:
            move: int | None = rng.choice(position.legal_moves)
        else:
            move = proof.claims.move
        return move, check_answers(proof, rng)


def check_answers(proof: Proof, rng: random.Random) -> int:
    """Search some of the questions that were settled again; returns how many."""
    settled = [node for node in proof.tree.nodes.values() if node.answer is not None]
    chosen = rng.sample(settled, min(len(settled), 12))
    for node in chosen:
        assert node.answer is not None and node.answer.held is not None
        said = f"{node.question}: {node.answer._replace(part=None)}"
        wrong = list(faults(node.question, node.answer))
        assert not wrong, f"{said}: {wrong}"
        if node.question.empty.bit_count() <= 7:
            assert held_by_minimax(node.question) == node.answer.held, said
    return len(chosen)


def held_by_minimax(question: Question) -> bool:
    game, goal, rival, keeper, rival_moves = question
    if goal == Goal.STOP:
        return WeakTruth(game).plies(rival, keeper, rival_moves) is None
    if rival_moves:
        return Exhaustive(game).outcome(rival, keeper)[0] < 1
    return Exhaustive(game).outcome(keeper, rival)[0] > -1
