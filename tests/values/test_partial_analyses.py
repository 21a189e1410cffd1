"""What an analysis tells while it goes on: true bounds that only grow, and estimates early."""

from __future__ import annotations

import pytest

import inarow
from inarow import Analysis, Game, Progress, Solver


def heard(game: Game, moves: str, seconds: float | None) -> tuple[list[Analysis], Analysis]:
    """The analyses that were told, and the one that was returned."""
    told: list[Analysis] = []

    def listen(progress: Progress) -> None:
        assert progress.analysis is not None
        if not told or progress.analysis is not told[-1]:
            told.append(progress.analysis)

    position = game.start().play_all(moves)
    return told, Solver(game).analyse(position, distance=True, seconds=seconds, progress=listen)


@pytest.mark.parametrize(
    ("game", "moves"),
    [(Game(4, 4, 4), "b2 c3"), (Game(5, 5, 4), "a1"), (Game(6, 6, 4), "b2"), (Game(3, 3, 3), "")],
)
@pytest.mark.parametrize("seconds", [None, 30.0])
def test_what_is_told_is_true_and_grows(game: Game, moves: str, seconds: float | None) -> None:
    told, whole = heard(game, moves, seconds)
    position = game.start().play_all(moves)
    assert {move: (s.value, s.distance) for move, s in whole.items()} == {
        move: (s.value, s.distance) for move, s in inarow.analyse(position, distance=True).items()
    }
    assert seconds is None or told
    for before, after in zip(told, [*told[1:], whole], strict=True):
        assert set(before) == set(position.legal_moves)
        for move, solution in before.items():
            grown = after[move]
            assert solution.lower <= grown.lower <= grown.upper <= solution.upper
            assert solution.distance is None or solution.distance == grown.distance
        assert before.solution.lower <= after.solution.lower
        assert before.solution.upper >= after.solution.upper


@pytest.mark.long
def test_every_move_is_estimated_early_on_a_large_board() -> None:
    game = Game(15, 15, 5)
    told, whole = heard(game, "h8 g7 h9 g9", seconds=1.0)
    moves = set(game.start().play_all("h8 g7 h9 g9").legal_moves)
    assert {guess.best_move for guess in whole.estimates} == moves
    first = next(analysis for analysis in told if analysis.estimates)
    assert {guess.best_move for guess in first.estimates} == moves
    assert len(told) > 4
    depths = [guess.depth for guess in whole.estimates]
    assert depths == sorted(depths, reverse=True)  # those that were compared come first


def test_a_move_that_is_clear_may_not_be_asked_about() -> None:
    position = Game(3, 3, 3).position("XX./OO./...")
    told: list[Progress] = []
    found = Solver(position.game).analyse(position, moves=["b3"], nodes=5, progress=told.append)
    assert list(found) == [7]
    assert told and not told[-1].analysis.estimates  # type: ignore[union-attr]


def test_what_a_listener_raises_ends_an_analysis() -> None:
    solver, calls = Solver(Game(9, 9, 5), 1), 0

    def listen(progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solver.analyse(solver.game.start(), seconds=60, progress=listen)
    assert calls == 3
    assert solver.solve(solver.game.start(), nodes=100).nodes > 0


def test_other_calls_tell_no_analysis() -> None:
    told: list[Progress] = []
    Solver(Game(9, 9, 5), 1).solve(Game(9, 9, 5).start(), seconds=0.2, progress=told.append)
    assert told and all(progress.analysis is None for progress in told)
