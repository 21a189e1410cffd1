"""What an analysis tells while it goes on: true bounds that only grow, and estimates early."""

import threading
from pathlib import Path
from time import monotonic

import pytest

import inarow
from inarow import Analysis, Game, Progress, Solution, Solver
from inarow.apps.engine.thinking import SearchLimits, think
from inarow.strategies import Perfect


def heard(
    game: Game, moves: str, *, seconds: float | None = None, nodes: int | None = None
) -> tuple[list[Analysis], Analysis]:
    """The analyses that were told, and the one that was returned."""
    told: list[Analysis] = []

    def listen(progress: Progress) -> None:
        assert progress.analysis is not None
        if not told or progress.analysis is not told[-1]:
            told.append(progress.analysis)

    position = game.start().play_all(moves)
    solver = Solver(game)
    found = solver.analyse(position, distance=True, seconds=seconds, nodes=nodes, progress=listen)
    return told, found


@pytest.mark.parametrize(
    ("game", "moves"),
    [(Game(4, 4, 4), "b2 c3"), (Game(5, 5, 4), "a1"), (Game(6, 6, 4), "b2"), (Game(3, 3, 3), "")],
)
@pytest.mark.parametrize("seconds", [None, 30.0])
def test_what_is_told_is_true_and_grows(game: Game, moves: str, seconds: float | None) -> None:
    told, whole = heard(game, moves, seconds=seconds)
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


def test_what_a_proof_settles_is_told_first(tmp_path: Path) -> None:
    """Of the position as a whole, before its moves are looked up one by one."""
    game, path = Game(5, 6, 4), tmp_path / "proof"
    with Solver(game) as solver:
        assert solver.solve(game.start(), certificate=path).value == 1
    with Solver(game, proof=path) as solver:
        after = game.start().play(solver.best_move(game.start()))
        told: list[Progress] = []
        solver.analyse(after, seconds=60, progress=told.append)
        assert told[0].analysis is not None
        assert told[0].analysis.solution.value == -1


@pytest.mark.parametrize("gravity", [False, True])
def test_a_finished_position_is_analysed_under_a_limit(gravity: bool) -> None:
    full = Game(3, 3, 3, gravity=gravity).position("XOX/XOX/OXO")
    found = inarow.analyse(full, nodes=100)
    assert not found and found.solution.value == 0


def test_the_distance_of_a_position_is_found_though_its_value_is_known() -> None:
    """Where a single move is asked about, none of the others tells it."""
    game = Game(5, 5, 4)
    position = game.position("..O.O/....X/...../...X./.....")
    with Solver(game) as solver:
        value = solver.solve(position, nodes=200_000).value
        found = solver.analyse(position, moves="e4", distance=True, nodes=200_000)
    truth = Solver(game).solve(position, distance=True)
    assert value == truth.value == found.solution.value
    assert found.solution.distance == truth.distance


@pytest.mark.long
def test_every_move_is_estimated_early_on_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.solver.analysis.TELL_SECONDS", 0)  # however fast the machine is
    game = Game(15, 15, 5)
    told, whole = heard(game, "h8 g7 h9 g9", nodes=50_000)
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


def test_a_move_asked_about_is_estimated_by_its_image() -> None:
    """Of images of each other only the first is searched, and it may not be one asked about."""
    position = Game(9, 9, 5).start().play_all("e5")
    for name in ("d4", "f6"):
        found = Solver(position.game).analyse(position, moves=[name], nodes=20_000)
        assert [position.game.name(one.best_move) for one in found.estimates] == ["d4"]


def test_other_calls_tell_no_analysis() -> None:
    told: list[Progress] = []
    start = Game(9, 9, 5).start()
    found = Solver(start.game, 1).solve(start, seconds=0.2, progress=told.append)
    assert told and all(progress.analysis is None for progress in told)
    assert told[-1].nodes <= found.nodes


FIGHT = "h8 h6 i7 j6 g9 j5 j10 j7"
"""On 15,15,5: whoever does not block, or threaten, loses in four plies, and the others later."""


def lasts(solution: Solution) -> int:
    """The plies that a loss is known to take at least."""
    return solution.least if solution.distance is None else solution.distance


@pytest.mark.long
def test_a_loss_of_unknown_length_is_no_worse_than_a_quick_one() -> None:
    game = Game(15, 15, 5)
    position = game.start().play_all(FIGHT)
    found = Solver(game).analyse(position, distance=True, nodes=200_000)
    assert {game.name(move) for move in list(found)[:4]} == {"j4", "j8", "e11", "f10"}
    assert found.solution.best_move == next(iter(found))
    assert any(solution.distance == 4 for solution in found.values())


@pytest.mark.parametrize(
    ("game", "moves"), [(Game(4, 4, 3), "b2"), (Game(5, 5, 4), "c3 c4 b3"), (Game(6, 5, 4), "c3")]
)
def test_losses_are_ranked_by_what_they_last_for_certain(game: Game, moves: str) -> None:
    position = game.start().play_all(moves)
    truth = Solver(game).analyse(position, distance=True)
    assert truth.solution.value == -1
    for nodes in (30, 300, 1000, 3000, 10_000):
        found = Solver(game).analyse(position, distance=True, nodes=nodes)
        lost = [(move, solution) for move, solution in found.items() if solution.value == -1]
        lengths = [lasts(solution) for _, solution in lost]
        assert lengths == sorted(lengths, reverse=True)
        for move, solution in lost:
            assert solution.distance in (None, truth[move].distance)
            assert solution.least <= (truth[move].distance or 0)


@pytest.mark.parametrize("nodes", [None, 1000])
def test_a_move_that_loses_at_once_is_last(nodes: int | None) -> None:
    """Where all moves lose and the plies were not asked for."""
    lost = Game(3, 3, 3).start().play_all("a1 b1 b2")
    assert next(iter(inarow.analyse(lost, nodes=nodes))) == inarow.best_move(lost)


def test_a_lost_position_is_defended_as_long_as_can_be() -> None:
    game = Game(5, 5, 4)
    position = game.start().play_all("c3 c4 b3")
    truth = inarow.analyse(position, distance=True)
    longest = {move for move, found in truth.items() if found.distance == truth.solution.distance}
    assert 0 < len(longest) < len(truth)
    assert Solver(game).best_move(position, tie_break="first") == min(longest)
    for nodes in (None, 20_000):
        assert Perfect(nodes).choose(position).move in longest
    limits = SearchLimits(monotonic() + 5, threading.Event(), None)
    assert think(Solver(game), position, limits).move in longest
