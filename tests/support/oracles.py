"""Oracles that know nothing of the core, and the comparison of arrays of answers with one.

`Dense` solves every board of a small game at once, backwards, with numpy, reachable or not.
`Exhaustive` solves what lies below one position, by full minimax over sets of cells. Neither
prunes anything: there is nothing in them to argue about but the rules. `WeakDense` is the same for
every board of a small weak game; `WeakTruth` asks the reference and takes larger boards.
"""

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from boards import ALL_RULES, Width

from inarow import BatchSolution, Game, Position, Solver
from inarow._core import FOLD_PLY, make_kernel
from inarow.reference import weak, weak_careful

LOST = 100
"""A score is LOST - d for a win in d plies, d - LOST for a loss, 0 for a draw."""

NO_POSITION = 127
"""The score of a board that is no position."""

NEVER = 127
"""Plies to a line that does not come."""

WIN = 512
"""A score in the table is WIN - d for a win in d plies, d - WIN for a loss, 0 for a draw."""


def by_code(worth: Iterable[tuple[int, int, int]]) -> npt.NDArray[np.int32]:
    """For every number in base three, the sum of what each of its digits is worth."""
    sums = np.zeros(1, np.int32)
    for each in worth:
        sums = np.concatenate([sums + digit for digit in each])
    return sums


def sides_by_code(cells: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The stones of either side on every board."""
    bits = [1 << cell for cell in range(cells)]
    return by_code((0, bit, 0) for bit in bits), by_code((0, 0, bit) for bit in bits)


def code_of(cells: int, one: int, two: int) -> int:
    """The number of a board given as two sets of cells: digits 1 and 2."""
    return sum(((one >> i & 1) + 2 * (two >> i & 1)) * 3**i for i in range(cells))


class Dense:
    """Every board of `game`, seen from the mover, with its score.

    A board is a number in base three: digit i tells of cell i, 0 empty, 1 the mover's, 2 the
    other side's. `score[code]` is the score, or `NO_POSITION` if the mover has a line.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.weights = [3**cell for cell in range(game.cells)]
        self.size = 3**game.cells
        self.mover, self.other = sides_by_code(game.cells)
        self.swapped = by_code((0, 2 * weight, weight) for weight in self.weights)
        self.won = self._has_line(self.mover)
        self.lost = self._has_line(self.other)
        self.plies = np.bitwise_count(self.mover | self.other)
        self.score = self._solve()

    def _has_line(self, stones: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        found = np.zeros(len(stones), bool)
        for mask, span in self.game.spans:
            found |= stones & span == mask
        return found

    def _solve(self) -> npt.NDArray[np.int8]:
        score = np.full(self.size, NO_POSITION, np.int8)
        score[~self.won & self.lost] = -LOST
        running = ~self.won & ~self.lost
        for ply in range(self.game.cells, -1, -1):
            codes = np.flatnonzero(running & (self.plies == ply)).astype(np.int32)
            best = np.full(len(codes), 0 if ply == self.game.cells else -LOST, np.int8)
            for cell, free, children in self.moves(codes):
                best[free] = np.maximum(best[free], seen_before(score[children]))
                assert not (score[children] == NO_POSITION).any(), cell
            score[codes] = best
        return score

    def moves(
        self, codes: npt.NDArray[np.int32]
    ) -> Iterator[tuple[int, npt.NDArray[np.intp], npt.NDArray[np.int32]]]:
        """For each cell: it, the indices of the boards where it is free, and those after it."""
        taken = self.mover[codes] | self.other[codes]
        for cell, weight in enumerate(self.weights):
            free = np.flatnonzero(taken >> cell & 1 == 0)
            yield cell, free, (self.swapped[codes[free]] + 2 * weight).astype(np.int32)

    def after(
        self, codes: npt.NDArray[np.int32], moves: npt.NDArray[np.int16]
    ) -> npt.NDArray[np.int32]:
        """The boards after one move each."""
        weights = np.array(self.weights, np.int32)
        return np.asarray(self.swapped[codes] + 2 * weights[moves], np.int32)

    def positions(self) -> npt.NDArray[np.int32]:
        """All boards that are positions: nobody has a line, or only the side that just moved."""
        return np.flatnonzero(self.score != NO_POSITION).astype(np.int32)

    def reachable(self) -> npt.NDArray[np.int32]:
        """The boards that games from the empty one reach."""
        seen = np.zeros(self.size, bool)
        level = np.zeros(1, np.int32)
        seen[level] = True
        while len(level):
            found = np.zeros(self.size, bool)
            running = level[~self.lost[level]]
            for _, _, children in self.moves(running):
                found[children] = True
            level = np.flatnonzero(found).astype(np.int32)
            seen[level] = True
        return np.flatnonzero(seen).astype(np.int32)

    def rows(self, codes: npt.NDArray[np.int32]) -> npt.NDArray[np.int8]:
        """Rows for a kernel, which takes X to be the mover where both have as many stones."""
        mover, other = self.mover[codes], self.other[codes]
        sign = np.where(np.bitwise_count(mover) == np.bitwise_count(other), 1, -1).astype(np.int8)
        rows = np.empty((len(codes), self.game.cells), np.int8)
        for cell in range(self.game.cells):
            rows[:, cell] = ((mover >> cell & 1) - (other >> cell & 1)).astype(np.int8) * sign
        return rows

    def optimal(self, codes: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """The moves that keep the value; none on boards where the game is over."""
        masks = np.zeros((len(codes), self.game.cells), bool)
        for cell, free, children in self.moves(codes):
            kept = np.sign(self.score[children]) == -np.sign(self.score[codes[free]])
            masks[free, cell] = kept
        masks[self.lost[codes]] = False
        return masks

    def outcome(self, code: int) -> tuple[int, int | None]:
        """Value and distance of one board."""
        return outcome_of(int(self.score[code]))

    def code(self, own: int, opponent: int) -> int:
        """The number of a board given as two sets of cells."""
        return code_of(self.game.cells, own, opponent)


def seen_before(score: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The scores of the positions after a move as the side that made it sees them."""
    return (-(score - np.sign(score))).astype(np.int8)


def outcome_of(score: int) -> tuple[int, int | None]:
    """Value and distance from a score."""
    if score == 0:
        return 0, None
    return (1, LOST - score) if score > 0 else (-1, LOST + score)


@lru_cache(maxsize=16)
def dense(m: int, n: int, k: int, exact: bool = False) -> Dense:
    """The solved boards of a game, kept between tests."""
    return Dense(Game(m, n, k, exact=exact))


def check_rows(
    table: Dense,
    codes: npt.NDArray[np.int32],
    *,
    width: Width | None = None,
    rules: int = ALL_RULES,
    table_bytes: int = 1 << 24,
    fold_ply: int = FOLD_PLY,
    distance: bool,
) -> int:
    """Solve boards with a kernel and compare everything it says; returns how many there were."""
    kernel = make_kernel(table.game, table_bytes, width=width, rules=rules, fold_ply=fold_ply)
    count = len(codes)
    lower, upper = np.full(count, 9, np.int8), np.full(count, 9, np.int8)
    moves, distances = np.full(count, -1, np.int16), np.full(count, -1, np.int16)
    masks = np.zeros((count, table.game.cells), np.int8)
    kernel.solve_rows(
        table.rows(codes), (lower, upper, moves, distances, masks), distance, None, None, None
    )
    check_answers(table, codes, lower, upper, moves, distances if distance else None, masks)
    return count


def check_answers(
    table: Dense,
    codes: npt.NDArray[np.int32],
    lower: npt.NDArray[np.int8],
    upper: npt.NDArray[np.int8],
    moves: npt.NDArray[np.int16],
    distances: npt.NDArray[np.int16] | None,
    optimal: npt.NDArray[np.int8] | npt.NDArray[np.bool_] | None,
) -> None:
    """Compare arrays of answers with the truth; names a board where they differ."""

    def none_differ(wrong: npt.NDArray[np.bool_], what: str) -> None:
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            code = int(codes[i])
            rows = table.rows(codes[i : i + 1]).reshape(table.game.m, table.game.n)
            raise AssertionError(
                f"{what}: {int(wrong.sum())} boards, first {table.game} {rows.tolist()}, mover"
                f" {'X' if rows.sum() == 0 else 'O'}: [{lower[i]}, {upper[i]}] move {moves[i]}"
                f" distance {None if distances is None else distances[i]};"
                f" the truth {table.outcome(code)}"
            )

    score = table.score[codes]
    value = np.sign(score)
    over = table.lost[codes] | (table.plies[codes] == table.game.cells)
    none_differ((lower != value) | (upper != value), "wrong value")
    none_differ((moves >= 0) == over, "a move where the game is over, or none where it is not")
    live = np.flatnonzero(~over)
    taken = (table.mover | table.other)[codes[live]]
    wrong = np.zeros(len(codes), bool)
    wrong[live] = taken >> moves[live] & 1 != 0
    none_differ(wrong, "a move to a taken cell")
    reached = seen_before(table.score[table.after(codes[live], moves[live])])
    wrong[live] = np.sign(reached) != value[live]
    none_differ(wrong, "a move that loses value")
    wrong[live] = (score[live] == LOST - 1) & (reached != LOST - 1)
    none_differ(wrong, "a win on the spot passed by")
    if distances is not None:
        expected = np.where(score == 0, -1, LOST - np.abs(score.astype(np.int16)))
        none_differ(distances != expected, "wrong distance")
        wrong[live] = reached != score[live]
        none_differ(wrong, "a move that does not keep the distance")
    if optimal is not None:
        masks = table.optimal(codes)
        none_differ((optimal.reshape(masks.shape) != masks).any(axis=1), "wrong optimal mask")


def check_batch(table: Dense, codes: npt.NDArray[np.int32], batch: BatchSolution) -> None:
    """The same for an unlimited batch with distances, and perhaps with masks."""
    assert batch.proven.all() and (batch.values == batch.lower).all()
    arrays = batch.lower, batch.upper, batch.moves, batch.distances, batch.optimal
    check_answers(table, codes, *arrays)


class Exhaustive:
    """Value and distance by full minimax; `known` keeps every position that was met."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.full = (1 << game.cells) - 1
        self.through = game.spans_by_cell
        self.known: dict[tuple[int, int], tuple[int, int | None]] = {}

    def completes(self, own: int, cell: int) -> bool:
        """Does a stone on `cell`, one of `own`, stand in a line?"""
        return any(own & span == mask for mask, span in self.through[cell])

    def outcome(self, own: int, opponent: int) -> tuple[int, int | None]:
        """Value and distance of a position that is not over, or is a full board without a line."""
        found = self.known.get((own, opponent))
        if found is None:
            free = self.full & ~(own | opponent)
            cells = [cell for cell in range(self.game.cells) if free >> cell & 1]
            moves = [self.move_outcome(own, opponent, cell) for cell in cells]
            found = self.known[own, opponent] = max(moves, key=rank, default=(0, None))
        return found

    def move_outcome(self, own: int, opponent: int, cell: int) -> tuple[int, int | None]:
        """Value and distance for the mover if he plays `cell`."""
        after = own | 1 << cell
        if self.completes(after, cell):
            return 1, 1
        value, plies = self.outcome(opponent, after)
        return -value, None if plies is None else plies + 1


def rank(outcome: tuple[int, int | None]) -> tuple[int, int]:
    """A higher value is better for the mover, then a quicker win or a later loss."""
    value, plies = outcome
    return value, -value * (plies or 0)


class WeakDense:
    """Every board of a weak game, whoever is to move, with the plies to Maker's line.

    Boards are numbered as in `Dense`, digit 1 for Maker's stones and 2 for Breaker's.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.full = game.full
        self.weights = [3**cell for cell in range(game.cells)]
        self.maker, self.breaker = sides_by_code(game.cells)
        self.won = np.zeros(len(self.maker), bool)
        for mask in game.line_masks:
            self.won |= self.maker & mask == mask
        self.plies_left = self._solve()

    def _solve(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """The plies to the line with Breaker to move, and with Maker to move."""
        breakers, makers = (np.full(len(self.maker), NEVER, np.int8) for _ in range(2))
        breakers[self.won] = makers[self.won] = 0
        stones = np.bitwise_count(self.maker | self.breaker)
        for count in range(self.game.cells - 1, -1, -1):
            codes = np.flatnonzero((stones == count) & ~self.won)
            taken = (self.maker | self.breaker)[codes]
            latest, soonest = np.zeros(len(codes), np.int8), np.full(len(codes), NEVER, np.int8)
            for cell, weight in enumerate(self.weights):
                free = np.flatnonzero(taken >> cell & 1 == 0)
                latest[free] = np.maximum(latest[free], makers[codes[free] + 2 * weight])
                soonest[free] = np.minimum(soonest[free], breakers[codes[free] + weight])
            breakers[codes] = latest + (latest != NEVER)
            makers[codes] = soonest + (soonest != NEVER)
        return breakers, makers

    def plies(self, maker: int, breaker: int, makers_turn: bool) -> int | None:
        """Plies to Maker's line; None if Breaker prevents it."""
        found = int(self.plies_left[makers_turn][code_of(self.game.cells, maker, breaker)])
        return None if found == NEVER else found

    def positions(self, most: int | None = None, seed: int = 0) -> list[tuple[int, int, bool]]:
        """The positions that are not over, any stones, either side to move, in random order.

        All of them, or so many drawn by lot.
        """
        codes = np.flatnonzero(~self.won & (self.maker | self.breaker != self.full))
        count = 2 * len(codes)
        chosen = random.Random(seed).sample(
            range(count), count if most is None else min(most, count)
        )
        turns = np.array(chosen, np.int64)
        maker, breaker = self.maker[codes[turns // 2]], self.breaker[codes[turns // 2]]
        return list(zip(maker.tolist(), breaker.tolist(), (turns % 2 == 1).tolist(), strict=True))


class WeakTruth:
    """Plies to Maker's line on boards of any size, by the reference's careful search.

    With `stones`, a line for which Maker needs more stones than these counts as none.
    """

    def __init__(self, game: Game, stones: int | None = None) -> None:
        self.game = game
        self.full = game.full
        self.stones = stones
        self.search = weak_careful.WeakSearch()
        self.arena = weak.Arena(game.full, tuple(game.line_masks))
        self.known: dict[tuple[int, int, bool], int | None] = {}

    def plies(self, maker: int, breaker: int, makers_turn: bool) -> int | None:
        """Plies to Maker's line; None if Breaker prevents it."""
        key = maker, breaker, makers_turn
        if key not in self.known:
            if weak.has_line(self.arena, maker):
                self.known[key] = 0
            else:
                family = weak_careful.family_of(self.arena.lines, maker, breaker)
                free = self.full & ~(maker | breaker)
                if self.stones is not None:  # only the number of free cells matters
                    free = (1 << min(free.bit_count(), 2 * self.stones)) - 1
                self.known[key] = self.search.plies(family, free, makers_turn)
        return self.known[key]


@lru_cache(maxsize=16)
def weak_dense(m: int, n: int, k: int) -> WeakDense:
    """The solved boards of a weak game, kept between tests."""
    return WeakDense(Game(m, n, k))


def stones_of(key: int, cells: int) -> tuple[int, int]:
    """The mover's stones and the other side's from a key: digits 1 and -1 of balanced ternary."""
    if key >= 1 << 63:
        key -= 1 << 64
    own = other = 0
    for cell in range(cells):
        digit = (key + 1) % 3 - 1
        own |= (digit == 1) << cell
        other |= (digit == -1) << cell
        key = (key - digit) // 3
    assert key == 0
    return own, other


class Truth:
    """What is so of positions of a game: by `Dense` on boards of up to twelve cells, else `Solver`.

    The solver has a table of its own: what another table holds has no part in its answers.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = dense(game.m, game.n, game.k) if game.cells <= 12 else None
        self.solver = Solver(game)

    def outcome(self, position: Position) -> tuple[int, int | None]:
        """Value and distance of a position."""
        if self.table is not None:
            return self.table.outcome(self.table.code(position._own, position._opponent))
        solution = self.solver.solve(position, distance=True)
        assert solution.value is not None
        return solution.value, solution.distance

    def check_answer(self, kernel: Any, position: Position, distance: bool) -> None:
        """Compare what a kernel says of a position."""
        asked = position._own, position._opponent, distance, True, None, None, None
        lower, upper, plies, *_ = kernel.solve(*asked)
        value, wanted = self.outcome(position)
        assert lower == upper == value, position
        if distance:
            assert plies == (-1 if wanted is None else wanted), position

    def check_entries(self, kernel: Any) -> int:
        """Compare the bounds of every entry of its table; returns how many there were."""
        game = self.game
        buffer = np.empty(1 << 20, np.uint8)
        index = checked = 0
        while index < kernel.table_entries:
            index, records = kernel.export_entries(buffer, index, False, 0)
            words = buffer[: 16 * records].view("<u8").reshape(-1, 2)
            for word, key in words.tolist():
                lower, upper = (word & 0xFFFF) - 2048, (word >> 16 & 0xFFFF) - 2048
                own, other = stones_of(key, game.cells)
                x, o = (own, other) if own.bit_count() == other.bit_count() else (other, own)
                board = [(x >> cell & 1) - (o >> cell & 1) for cell in range(game.cells)]
                position = game.position(np.array(board, np.int8).reshape(game.m, game.n))
                value, distance = self.outcome(position)
                score = value * (WIN - (distance or 0))
                assert lower <= score <= upper, (position, lower, score, upper)
                checked += 1
        return checked
