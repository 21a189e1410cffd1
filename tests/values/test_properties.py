"""What must hold of every answer, whatever the position: invariances and consistency."""

import math
import random
from collections.abc import Callable
from functools import cache

import pytest
from boards import ALL_RULES, as_position, random_board, random_play
from hypothesis import given, settings
from hypothesis import strategies as st

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
def positions(draw: st.DrawFn) -> Position:
    """A running position: after random moves, or with any stone counts."""
    game = Game(*draw(st.sampled_from(GAMES)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    if draw(st.integers(0, 3)) == 0:
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


# --- an answer and the positions after it --------------------------------------------------------


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

    def loses_at_once(move: int) -> bool:
        after = position.play(move)
        return analysis[move].value == -1 and any(
            after.play(reply).is_over for reply in after.legal_moves
        )

    ranks = [
        (-(found.value or 0), soonest_win_or_longest_defence(found), loses_at_once(move), move)
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


# --- limits --------------------------------------------------------------------------------------


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
