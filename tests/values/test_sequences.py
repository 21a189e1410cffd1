"""Random sequences of calls on one solver against the reference; failures shrink to a few calls.

Everything a solver keeps between calls, its table above all, is shared by all the steps of a
sequence, so an answer that depends on what was asked before shows here.
"""

import numpy as np
import pytest
from boards import as_position
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from oracles import Dense, check_answers, dense, seen_before

from inarow import Game, Position, Solution, Solver

GAMES = [
    *[(3, 3, 3), (2, 2, 2), (3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3), (1, 9, 3), (1, 12, 4)],
    *[(3, 3, 2), (2, 5, 4), (1, 1, 1), (3, 3, 5)],
]
limits = st.none() | st.integers(1, 12) | st.integers(13, 400)
seeds = st.integers(0, 2**32)


class Calls(RuleBasedStateMachine):
    """A solver, a current position, and calls in any order."""

    @initialize(
        game=st.sampled_from(GAMES),
        megabytes=st.sampled_from([1, 16]),
        threads=st.sampled_from([1, 2]),
    )
    def begin(self, game: tuple[int, int, int], megabytes: int, threads: int) -> None:
        self.truth: Dense = dense(*game)
        self.game = Game(*game)
        self.solver = Solver(self.game, table_mb=megabytes, threads=threads)
        self.position = self.game.start()
        self.path = [self.position]

    # Where we are.

    @precondition(lambda self: not self.position.is_over)
    @rule(pick=seeds)
    def play(self, pick: int) -> None:
        moves = self.position.legal_moves
        self.position = self.position.play(moves[pick % len(moves)])
        self.path.append(self.position)

    @precondition(lambda self: len(self.path) > 1)
    @rule()
    def take_back(self) -> None:
        self.path.pop()
        self.position = self.path[-1]

    @rule(pick=seeds, turn=st.sampled_from("XO"))
    def go_elsewhere(self, pick: int, turn: str) -> None:
        codes = self.truth.positions()
        codes = codes[~self.truth.lost[codes]]
        code = int(codes[pick % len(codes)])
        own, opponent = int(self.truth.mover[code]), int(self.truth.other[code])
        self.position = as_position(self.game, own, opponent, turn)
        self.path = [self.position]

    @rule(number=st.integers(0, 7))
    def look_from_another_side(self, number: int) -> None:
        self.position = self.position.transform(number % len(self.game.symmetries))
        self.path = [self.position]

    # Questions.

    @rule(distance=st.booleans(), nodes=limits)
    def solve(self, distance: bool, nodes: int | None) -> None:
        solution = self.solver.solve(self.position, distance=distance, nodes=nodes)
        self.check(self.position, solution, distance=distance, limited=nodes is not None)

    @rule(distance=st.booleans(), nodes=limits)
    def analyse(self, distance: bool, nodes: int | None) -> None:
        analysis = self.solver.analyse(self.position, distance=distance, nodes=nodes)
        assert set(analysis) == set(self.position.legal_moves)
        for move, solution in analysis.items():
            value, plies = self.after(self.position, move)
            assert solution.lower <= value <= solution.upper
            assert solution.proven or nodes is not None
            assert solution.value in ((value, None) if nodes else (value,))
            assert solution.distance in ((plies, None) if nodes or not distance else (plies,))
            assert solution.line[0] == solution.best_move == move
        middles = [solution.lower + solution.upper for solution in analysis.values()]
        assert middles == sorted(middles, reverse=True)

    @precondition(lambda self: not self.position.is_over)
    @rule(nodes=limits)
    def best_move(self, nodes: int | None) -> None:
        move = self.solver.best_move(self.position, nodes=nodes)
        assert move in self.position.legal_moves
        value, plies = self.outcome(self.position)
        if nodes is None:
            assert self.after(self.position, move)[0] == value
        if (value, plies) == (1, 1):
            assert self.after(self.position, move) == (1, 1)

    @rule(
        pick=seeds,
        count=st.integers(0, 60),
        distance=st.booleans(),
        optimal=st.booleans(),
        nodes=limits,
    )
    def batch(
        self, pick: int, count: int, distance: bool, optimal: bool, nodes: int | None
    ) -> None:
        reachable = self.truth.reachable()
        codes = reachable[np.random.default_rng(pick).integers(0, len(reachable), count)]
        boards = self.truth.rows(codes).reshape(-1, self.game.m, self.game.n)
        batch = self.solver.solve_batch(boards, distance=distance, optimal=optimal, nodes=nodes)
        values = np.sign(self.truth.score[codes])
        assert (batch.lower <= values).all() and (values <= batch.upper).all()
        live = np.flatnonzero(batch.proven & (batch.moves >= 0))
        after = seen_before(self.truth.score[self.truth.after(codes[live], batch.moves[live])])
        assert (np.sign(after) == values[live]).all()
        if nodes is None:
            plies = batch.distances if distance else None
            arrays = batch.lower, batch.upper, batch.moves, plies, batch.optimal
            check_answers(self.truth, codes, *arrays)

    @rule()
    def clear(self) -> None:
        self.solver.clear()
        assert self.solver.table_used == 0

    @precondition(lambda self: not self.position.is_over)
    @rule(seed=seeds)
    def playouts(self, seed: int) -> None:
        found = self.solver.playouts(self.position, 5, seed)
        assert found.games == 5
        assert 5 <= found.plies <= 5 * len(self.position.legal_moves)

    @invariant()
    def the_table_keeps_its_books(self) -> None:
        if hasattr(self, "solver"):
            assert 0 <= self.solver.table_used * 16 <= self.solver.table_size

    # The truth.

    def outcome(self, position: Position) -> tuple[int, int | None]:
        return self.truth.outcome(self.truth.code(position._own, position._opponent))

    def after(self, position: Position, move: int) -> tuple[int, int | None]:
        value, plies = self.outcome(position.play(move))
        return -value, None if plies is None else plies + 1

    def check(
        self, position: Position, solution: Solution, *, distance: bool, limited: bool
    ) -> None:
        value, plies = self.outcome(position)
        assert solution.lower <= value <= solution.upper
        assert solution.proven or limited
        assert solution.value == (value if solution.proven else None)
        if position.is_over:
            assert solution.best_move is None
            return
        assert solution.best_move in position.legal_moves
        if not solution.proven:
            assert (solution.line, solution.distance) == ((), None)
            return
        assert self.after(position, solution.best_move)[0] == value
        if distance and not limited:
            assert solution.distance == plies
            assert plies is None or len(solution.line) == plies
        if solution.distance is not None:
            assert self.after(position, solution.best_move) == (value, plies)
        for move in solution.line:
            before = self.outcome(position)
            reached = self.after(position, move)
            assert reached == before if solution.distance else reached[0] == before[0]
            position = position.play(move)
        assert position.is_over or limited


Calls.TestCase.settings = settings(max_examples=40, stateful_step_count=80)
TestCalls = pytest.mark.long(Calls.TestCase)
