"""What must hold of every answer, whatever the position: invariances and consistency."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np
import pytest
from boards import ALL_RULES, as_position, random_board, random_play, table_of, widths_for
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import dense

from inarow import Game, Position, Solution, Solver
from inarow._core import RULES, make_kernel
from inarow.model.options import GameKind


def many(test: Callable[..., None]) -> Callable[..., None]:
    """Many examples, which take long."""
    return pytest.mark.long(settings(max_examples=300)(test))


GAMES = [
    *[(3, 3, 3), (3, 4, 3), (3, 5, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 4, 4), (5, 5, 4)],
    *[(3, 6, 4), (1, 12, 3), (2, 8, 3), (6, 6, 4), (5, 7, 4), (5, 6, 4), (7, 7, 4), (5, 5, 5)],
]


@cache
def solver_of(game: Game) -> Solver:
    """A solver that is kept, so that it meets each position with some other history."""
    return Solver(game, table_mb=32)


@st.composite
def positions(draw: st.DrawFn, odd: bool = True) -> Position:
    """A running position: after random moves or, if `odd`, with any stone counts."""
    game = Game(*draw(st.sampled_from(GAMES)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    if odd and draw(st.integers(0, 3)) == 0:
        own, opponent = random_board(game, draw(st.integers(1, 10)), rng)
        if own | opponent != game.full:
            return as_position(game, own, opponent, draw(st.sampled_from("XO")))
    fewest = 0 if game.cells <= 16 else game.cells // 4  # earlier ones take seconds
    return random_play(game, draw(st.integers(fewest, game.cells - 1)), rng)


def key(solution: Solution) -> tuple[int | None, int | None]:
    return solution.value, solution.distance


def from_mover(position: Position, move: int) -> tuple[int | None, int | None]:
    """Value and distance of a move, from a solver that has seen nothing else."""
    after = position.play(move)
    reply = Solver(position.game, table_mb=8).solve(after, distance=True)
    assert reply.value is not None
    return -reply.value, None if reply.distance is None else reply.distance + 1


# --- invariances ---------------------------------------------------------------------------------


@many
@given(positions())
def test_symmetry_changes_nothing(position: Position) -> None:
    expected = key(Solver(position.game, table_mb=8).solve(position, distance=True))
    for number in range(len(position.game.symmetries)):
        image = position.transform(number)
        fresh = Solver(position.game, table_mb=8)
        assert key(fresh.solve(image, distance=True)) == expected
        assert key(solver_of(position.game).solve(image, distance=True)) == expected


@many
@given(positions(), st.sampled_from([1, 8, 1 << 8, 1 << 14]), st.integers(0, 400))
def test_table_width_and_folding_change_nothing(
    position: Position, entries: int, fold: int
) -> None:
    game = position.game
    value, plies = key(solver_of(game).solve(position, distance=True))
    assert value is not None
    for width in widths_for(game):
        kernel = make_kernel(game, table_of(entries, width), width=width, fold_ply=fold)
        lower, upper, said, _, _, _ = kernel.solve(
            position._own, position._opponent, True, False, 3000, None, None
        )
        assert lower <= value <= upper  # with hardly a table some take for ever
        assert said in (-1, plies)


@many
@given(positions())
def test_the_colours_may_be_swapped(position: Position) -> None:
    board, other = -position.to_array(), "O" if position.turn == "X" else "X"
    swapped = position.game.position(board, turn=other, strict=False)
    fresh = Solver(position.game, table_mb=8)
    first = fresh.solve(position, distance=True)
    fresh.clear()
    second = fresh.solve(swapped, distance=True)
    assert key(first) == key(second)
    assert first.nodes == second.nodes
    assert first.line == second.line


@many
@given(positions())
def test_clear_makes_the_solver_as_good_as_new(position: Position) -> None:
    fresh, used = Solver(position.game, table_mb=8), Solver(position.game, table_mb=8)
    used.analyse(position)
    used.clear()
    assert used.table_used == 0
    for distance in (False, True):
        first, second = (each.solve(position, distance=distance) for each in (fresh, used))
        assert first._replace(seconds=0) == second._replace(seconds=0)


# --- an answer and the positions after it --------------------------------------------------------


@many
@given(positions())
def test_the_distance_falls_by_one_along_the_line(position: Position) -> None:
    fresh = Solver(position.game, table_mb=8)
    solution = fresh.solve(position, distance=True)
    value, plies = key(solution)
    assert value is not None
    assert plies is None or len(solution.line) == plies
    assert solution.line[0] == solution.best_move
    for move in solution.line:
        assert from_mover(position, move) == (value, plies)
        position = position.play(move)
        value, plies = -value, None if plies is None else plies - 1
        assert key(fresh.solve(position, distance=True)) == (value, plies)
    assert position.is_over


def soonest_win_or_longest_defence(found: Solution) -> float:
    """How moves of one value are ranked; those of unknown distance come after the others."""
    if found.value == 1:
        return math.inf if found.distance is None else found.distance
    return -(found.distance or 0)


@many
@given(positions(), st.booleans(), st.randoms(use_true_random=False))
def test_a_position_is_as_good_as_its_best_move(
    position: Position, distance: bool, rng: random.Random
) -> None:
    solver = Solver(position.game, table_mb=8)
    analysis = solver.analyse(position, distance=distance)
    solution = solver.solve(position, distance=distance)
    assert set(analysis) == set(position.legal_moves)
    first, values = next(iter(analysis.values())), [found.value or 0 for found in analysis.values()]
    assert first.value == solution.value == max(values)
    assert solution.best_move is not None
    chosen = analysis[solution.best_move]
    assert chosen.value == solution.value
    if distance:
        assert key(first) == key(chosen) == key(solution)
    ranks = [
        (-(found.value or 0), soonest_win_or_longest_defence(found), move)
        for move, found in analysis.items()
    ]
    assert ranks == sorted(ranks)
    for move, found in analysis.items():
        assert found.proven
        assert found.best_move == found.line[0] == move
    for move in rng.sample(position.legal_moves, min(3, len(analysis))):
        expected = from_mover(position, move)
        assert analysis[move].value == expected[0]
        assert not distance or key(analysis[move]) == expected
    move = solver.best_move(position)
    assert analysis[move].value == solution.value


@many
@given(positions(odd=False), st.booleans(), st.sampled_from([1, 2, 3]))
def test_batch_agrees_with_solve_and_analyse(
    position: Position, distance: bool, threads: int
) -> None:
    solver = Solver(position.game, table_mb=8)
    board = position.to_array()[None]
    batch = solver.solve_batch(board, distance=distance, optimal=True, threads=threads)
    truth = solver_of(position.game)
    solution = truth.solve(position, distance=distance)
    assert batch.proven.all()
    assert batch.values[0] == batch.lower[0] == batch.upper[0] == solution.value
    assert batch.distances[0] == (-1 if solution.distance is None else solution.distance)
    analysis = truth.analyse(position, distance=distance)
    chosen = analysis[int(batch.moves[0])]
    assert chosen.value == solution.value
    assert not distance or key(chosen) == key(solution)
    assert batch.optimal is not None
    keeping = {move for move, found in analysis.items() if found.value == solution.value}
    assert set(np.flatnonzero(batch.optimal[0].ravel()).tolist()) == keeping


@many
@given(positions(), st.randoms(use_true_random=False))
def test_playing_on_and_coming_back(position: Position, rng: random.Random) -> None:
    """One table serves a whole game, forwards and backwards."""
    solver = Solver(position.game, table_mb=1)
    path = [position]
    while not path[-1].is_over and len(path) < 8:
        path.append(path[-1].play(rng.choice(path[-1].legal_moves)))
    forwards = [solver.solve(node, distance=rng.random() < 0.5).value for node in path]
    backwards = [solver.solve(node, distance=True) for node in reversed(path)][::-1]
    for number, node in enumerate(path):
        fresh = Solver(position.game, table_mb=8).solve(node, distance=True)
        assert forwards[number] == backwards[number].value == fresh.value
        assert backwards[number].distance == fresh.distance


# --- the move of a distance ----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("rules", [ALL_RULES, ALL_RULES & ~RULES.get("pairing", 0)])
@pytest.mark.parametrize("game", [(5, 6, 4), (5, 7, 4), (6, 6, 4), (6, 7, 4), (7, 7, 4)])
def test_the_longest_defence_after_the_value_alone(game: tuple[int, int, int], rules: int) -> None:
    """That the value was asked for first must not spoil the move of the distance."""
    board = Game(*game)
    lost = 0
    for position in {board.start().play(move).canonical() for move in range(board.cells)}:
        kernel = make_kernel(board, 1 << 24, rules=rules)
        stones = position._own, position._opponent
        if kernel.solve(*stones, False, False, 200_000, None, None)[:2] != (-1, -1):
            continue
        _, _, plies, move, line, _ = kernel.solve(*stones, True, True, None, None, None)
        assert (plies, len(line)) == (plies, plies), position
        assert from_mover(position, move) == (-1, plies), position
        lost += 1
    assert lost >= 2


@many
@given(positions(), st.lists(st.booleans(), min_size=1, max_size=4))
def test_the_move_of_a_distance_whatever_was_asked_before(
    position: Position, asked: list[bool]
) -> None:
    solver = Solver(position.game, table_mb=8)
    for distance in asked:
        solver.solve(position, distance=distance)
        solver.analyse(position, distance=not distance)
    solution = solver.solve(position, distance=True)
    assert solution.best_move is not None
    assert from_mover(position, solution.best_move) == key(solution)


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "nodes"),
    [
        *product(
            [(4, 4, 4), (5, 5, 4), (5, 6, 4), (8, 8, 5)], [1, 2, 3, 10, 100, 1000, 5000, 10_000]
        ),
        *product([(20, 20, 5)], [1, 2, 3, 10, 100]),  # there a node takes a tenth of a millisecond
    ],
)
def test_bounds_of_a_limited_search_on_the_empty_board(
    game: tuple[int, int, int], nodes: int
) -> None:
    board, value = Game(*game), 1 if game == (5, 6, 4) else 0
    solution = Solver(board, table_mb=8).solve(board.start(), nodes=nodes)
    assert solution.nodes <= nodes
    assert solution.proven == (solution.lower == solution.upper)
    assert solution.proven == (solution.value is not None)
    assert solution.lower <= value <= solution.upper
    assert solution.best_move in range(board.cells)
    assert solution.proven or solution.line == ()
    assert solution.distance is None


@pytest.mark.long
def test_a_limit_never_turns_a_guess_into_a_proven_move() -> None:
    """Every drawn board of 3,3,3 with every limit, after the board before it was solved."""
    table = dense(3, 3, 3)
    game = table.game
    proven = 0
    for code in table.reachable().tolist():
        if table.score[code] != 0 or table.plies[code] == 9:
            continue
        own, opponent = int(table.mover[code]), int(table.other[code])
        for last in range(9):
            if not opponent >> last & 1:
                continue
            for nodes in range(1, 40):
                kernel = make_kernel(game, 1 << 14)
                kernel.solve(opponent & ~(1 << last), own, False, False, None, None, None)
                lower, upper, _, move, _, spent = kernel.solve(
                    own, opponent, False, False, nodes, None, None
                )
                if lower == upper:
                    proven += 1
                    after = int(table.after(np.array([code]), np.array([move], np.int16))[0])
                    assert table.score[after] == 0, (bin(own), bin(opponent), last, nodes, move)
                    assert kernel.best_move(own, opponent) == move
                if lower == upper and spent < nodes:
                    break
    assert proven > 1000


@pytest.mark.parametrize(("size", "kind"), [((5, 5, 4), "strong"), ((7, 7, 5), "weak")])
def test_a_limited_search_learns_from_call_to_call(
    size: tuple[int, int, int], kind: GameKind
) -> None:
    """Small steps over one table end with the proof that a single long search finds."""
    game = Game(*size)
    solver = Solver(game, table_mb=16)
    calls, proven = 0, False
    while not proven and calls < 200:
        solution = solver.solve(game.start(), game_kind=kind, nodes=100)
        assert solution.lower <= 0 <= solution.upper
        calls, proven = calls + 1, solution.proven
    assert proven or solver.solve(game.start(), game_kind=kind).value == 0
    assert calls > 1


@many
@given(positions(), st.integers(1, 2000))
def test_a_limited_analysis_contains_the_truth(position: Position, nodes: int) -> None:
    limited = Solver(position.game, table_mb=1).analyse(position, nodes=nodes)
    truth = solver_of(position.game).analyse(position)
    assert set(limited) == set(truth)
    for move, found in limited.items():
        value = truth[move].value
        assert value is not None
        assert found.lower <= value <= found.upper
        assert found.value in (None, value)
        assert found.best_move == found.line[0] == move
    middles = [found.lower + found.upper for found in limited.values()]
    assert middles == sorted(middles, reverse=True)
    assert sum(found.nodes for found in limited.values()) <= max(nodes, len(limited))
    whole = limited.solution
    if whole.value is not None and not whole.judged and truth:
        assert whole.best_move is not None
        assert truth[whole.best_move].value == whole.value
