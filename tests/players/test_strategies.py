"""Strategies: the numbers of their sources, legal and repeatable moves, proofs that are true."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

import pytest
from boards import played
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow import Game, Position, Progress
from inarow.model.errors import InvalidPositionError
from inarow.reference import evaluate
from inarow.strategies import (
    LEVELS,
    AlphaBeta,
    Careless,
    Choice,
    Greedy,
    Minimax,
    MonteCarlo,
    Perfect,
    Random,
    Strategy,
    level,
    line_score,
    win_score,
)

TICTACTOE = Game(3, 3, 3)


@st.composite
def positions(draw: st.DrawFn, most: int = 5, over: bool = False) -> Position:
    """A position of a small game, after some moves; not over unless `over`."""
    size = draw(st.integers(1, most)), draw(st.integers(1, most)), draw(st.integers(1, 6))
    game = Game(*size, exact=draw(st.booleans()))
    position = game.start()
    for number in draw(st.lists(st.integers(0, 1 << 20), max_size=game.cells)):
        after = position.play(position.legal_moves[number % len(position.legal_moves)])
        if after.is_over:
            return after if over else position
        position = after
    return position


def value_of(position: Position) -> int:
    """The solver's value, also of a position that is over."""
    value = inarow.solve(position).value
    assert value is not None
    return value


# The numbers of the sources.


@pytest.mark.parametrize(
    "board, score",
    [
        ("X.O/.XO/..X", 10),
        ("XXX/OO./...", 10),
        ("X.O/X.O/.XO", -10),
        ("XOX/OOX/X..", 0),
        ("XXO/OOX/XOX", 0),
        (".../.../...", 0),
    ],
)
def test_the_tutorial_scores_wins_with_plus_and_minus_ten(board: str, score: int) -> None:
    position = TICTACTOE.position(board)
    assert win_score(position) == score
    nested = [[cell.lower().replace(".", "_") for cell in row] for row in board.split("/")]
    assert evaluate(nested) == score
    # Any other pair will do, and two lines at once count like one.
    assert win_score(position, 3, -7) == {10: 3, -10: -7, 0: 0}[score]


def sum_over_lines(position: Position) -> int:
    """The blog's evaluation, written down a second time: 10, 2, 1 by what a line misses."""
    game, total = position.game, 0
    for line, flank in zip(game.lines, game.flanks, strict=True):
        for stones, others, sign in ((position.x, position.o, 1), (position.o, position.x, -1)):
            own = sum(stones >> cell & 1 for cell in line)
            longer = any(stones >> cell & 1 for cell in flank)
            if own and not longer and not any(others >> cell & 1 for cell in line):
                total += sign * {0: 10, 1: 2, 2: 1}.get(game.k - own, 0)
    return total


@pytest.mark.long
@given(positions(over=True))
def test_the_line_score_is_ten_two_one(position: Position) -> None:
    assert line_score(position) == sum_over_lines(position)


def full_width(
    position: Position, depth: int, score: Any, ends: str = "judged"
) -> tuple[int, tuple[int, ...]]:
    """Minimax by its definition, from the view of the mover: the score and all best moves."""
    if ends == "known" and position.winner:
        return -(10 * len(position.game.lines) + 1) - depth, ()
    if depth == 0 or position.is_over:
        judged = score(position)
        return (judged if position.turn == "X" else -judged), ()
    scores = {
        move: -full_width(position.play(move), depth - 1, score, ends)[0]
        for move in position.legal_moves
    }
    best = max(scores.values())
    return best, tuple(move for move, found in scores.items() if found == best)


@pytest.mark.long
@settings(max_examples=200)
@given(
    positions(most=4),
    st.integers(1, 3),
    st.sampled_from(
        [*((name, "judged") for name in ("wins", "lines", "custom")), ("lines", "known")]
    ),
)
def test_minimax_and_alpha_beta_are_minimax(
    position: Position, depth: int, judged: tuple[str, Any]
) -> None:
    """Also where the score of the lines is kept up to date, move by move."""
    custom, (name, ends) = partial(win_score, win=5, loss=-3), judged
    score = {"wins": win_score, "lines": sum_over_lines, "custom": custom}[name]
    evaluation: Any = custom if name == "custom" else name
    expected, best = full_width(position, depth, score, ends)
    choices = [
        Minimax(depth, evaluation, ends=ends).choose(position),
        AlphaBeta(depth, evaluation, ends=ends).choose(position),
    ]
    for choice in choices:
        assert (choice.value, choice.info["best"]) == (expected, best)
        assert choice.move == best[0]
    nodes = [choice.info["nodes"] for choice in choices]
    assert nodes[1] <= nodes[0]  # type: ignore[operator]


def test_lines_of_any_length_take_no_memory() -> None:
    assert AlphaBeta(2).choose(Game(3, 3, 10**15).start()).value == 0


def test_a_position_of_any_stone_counts_is_searched() -> None:
    position = TICTACTOE.position("OO./.../...", turn="O", strict=False)
    seen: list[str] = []

    def score(board: Position) -> int:
        seen.append(board.turn)
        return win_score(board)

    assert Minimax(1, score).choose(position)[:2] == (2, 10)
    assert set(seen) == {"X"}
    assert AlphaBeta(3).choose(position).move == 2
    assert MonteCarlo(100).choose(position).value == 1
    assert Greedy().choose(position).info == {"reason": "win"}


def test_reach_leaves_out_distant_moves_only() -> None:
    start = Game(9, 9, 5).start()
    position = start.play("a1")
    for depth in (1, 2, 3):
        best: Any = AlphaBeta(depth, reach=1).choose(position).info["best"]
        assert set(best) <= {1, 9, 10}
    assert AlphaBeta(1, reach=9).choose(position) == AlphaBeta(1).choose(position)
    nodes: Any = AlphaBeta(2, reach=2).choose(position).info["nodes"]
    assert nodes <= 1 + 8 + 8 * 21
    assert AlphaBeta(1, reach=1).choose(start) == AlphaBeta(1).choose(start)


# Every strategy.


def everybody(game: Game, seed: int) -> list[Strategy]:
    return [
        Random(seed),
        Greedy(seed=seed),
        Greedy(["block"], seed=seed),
        Minimax(1, "wins", seed=seed),
        AlphaBeta(2, ends="known", seed=seed),
        MonteCarlo(50, seed=seed),
        Perfect(1000, seed=seed),
        Careless(Greedy(seed=seed), 0.5, seed),
        *[level(game, number, seed=seed) for number in LEVELS[:-1]],
    ]


@pytest.mark.long
@settings(max_examples=60)
@given(positions(most=4), st.integers(-(1 << 70), 1 << 70))
def test_moves_are_legal_and_repeatable(position: Position, seed: int) -> None:
    again = everybody(position.game, seed)
    for strategy, twin in zip(everybody(position.game, seed), again, strict=True):
        choice = strategy.choose(position)
        assert isinstance(choice, Choice)
        assert choice.move in position.legal_moves, strategy
        # Neither the object nor what it was asked before matters.
        twin.choose(position.game.start())
        assert twin.choose(position) == choice == strategy.choose(position), strategy
        assert strategy.name and repr(strategy)


@pytest.mark.long
def test_another_seed_is_another_game() -> None:
    start = Game(6, 6, 5).start()
    for number in LEVELS[:-1]:
        games = set()
        for seed in range(6):
            players = (level(start.game, number, seed=seed), level(start.game, 1, seed=seed))
            games.add(tuple(played(start, *players)))
        assert len(games) > 1, number


def test_where_the_game_is_over_there_is_no_move() -> None:
    over = TICTACTOE.position("XXX/OO./...")
    for strategy in [*everybody(TICTACTOE, 0), level(TICTACTOE, 10)]:
        with pytest.raises(InvalidPositionError, match="the game is over"):
            strategy.choose(over)
        with pytest.raises(TypeError, match="expected a Position"):
            strategy.choose("XXX/OO./...")  # type: ignore[arg-type]


def test_a_level_is_for_one_game() -> None:
    player = inarow.level(TICTACTOE, 3, seed=5)
    assert (player.game, player.number) == (TICTACTOE, 3)
    assert repr(player) == "level(Game(3, 3, 3), 3, seed=5)"


# Greedy and careless.


def test_greedy_wins_blocks_and_takes_the_centre() -> None:
    for board, move, reason in [
        ("XX./OO./...", "c1", "win"),
        ("XX./O../...", "c1", "block"),
        ("X../.../...", "b2", "centre"),
    ]:
        choice = Greedy().choose(TICTACTOE.position(board))
        assert (TICTACTOE.name(choice.move), choice.info["reason"]) == (move, reason)
    blind = Greedy(["centre"]).choose(TICTACTOE.position("XX./O../..."))
    assert TICTACTOE.name(blind.move) == "b2"
    even = {Greedy(seed=seed).choose(Game(4, 4, 4).start()).move for seed in range(40)}
    assert even == {5, 6, 9, 10}


def test_a_careless_player_slips_as_often_as_said() -> None:
    start = TICTACTOE.start()
    slips = [Careless(Greedy(), 0.3, seed).choose(start).info["slip"] for seed in range(1000)]
    assert 230 < sum(map(bool, slips)) < 370
    for slip in (0, 1):
        found = {Careless(Greedy(), slip, seed).choose(start).info["slip"] for seed in range(50)}
        assert found == {bool(slip)}


# Monte-Carlo tree search.


@settings(max_examples=60)
@given(positions(), st.integers(1, 300), st.integers(0, 1 << 64), st.floats(0, 3))
def test_what_the_tree_search_tells_adds_up(
    position: Position, simulations: int, seed: int, exploration: float
) -> None:
    choice = MonteCarlo(simulations, seed=seed, exploration=exploration).choose(position)
    info: Any = choice.info
    assert info["simulations"] == simulations == sum(info["visits"].values())
    assert next(iter(info["visits"])) == choice.move
    assert info["visits"][choice.move] == max(info["visits"].values())
    assert len(info["visits"]) == min(simulations, len(position.legal_moves))
    assert choice.value is not None and -1 <= choice.value <= 1


@pytest.mark.long
@settings(max_examples=40)
@given(positions(most=3), st.integers(0, 1000))
def test_with_enough_random_games_the_tree_search_keeps_the_value(
    position: Position, seed: int
) -> None:
    choice = MonteCarlo(3000, seed=seed).choose(position)
    assert value_of(position.play(choice.move)) == -value_of(position)


def test_the_tree_search_finds_what_random_games_alone_do_not() -> None:
    """The corners do best in random games, and lose; the edges hold the draw."""
    position = TICTACTOE.position("X../.O./..X")
    corners, edges = {2, 6}, {1, 3, 5, 7}
    wins = {}
    for move in corners | edges:
        games = inarow.playouts(position.play(move), 20_000, seed=1)
        wins[move] = games.o_wins - games.x_wins
    assert min(wins[move] for move in corners) > max(wins[move] for move in edges)
    for seed in range(5):
        assert MonteCarlo(2000, seed=seed).choose(position).move in edges


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a terminal does")
def test_the_tree_search_keeps_to_its_time_and_may_be_interrupted() -> None:
    start = Game(20, 20, 5).start()
    began = perf_counter()
    choice = MonteCarlo(10**9, seconds=0.05).choose(start)
    assert 0 < choice.info["simulations"] < 10**9  # type: ignore[operator]
    assert perf_counter() - began < 5
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        MonteCarlo(10**9).choose(start)
    timer.join()
    assert MonteCarlo(10).choose(start).move in start.legal_moves


def test_threads_may_share_a_tree_search() -> None:
    position = Game(7, 7, 5).start().play("d4")
    strategy = MonteCarlo(100, seed=9)
    expected = strategy.choose(position)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(strategy.choose, [position] * 16))


# Perfect play.


@pytest.mark.long
@settings(max_examples=100)
@given(positions(most=4), st.integers(0, 100), st.sampled_from([None, 1, 50, 5000]))
def test_perfect_play_keeps_the_value(position: Position, seed: int, nodes: int | None) -> None:
    choice = Perfect(nodes, seed=seed).choose(position)
    info: Any = choice.info
    value = value_of(position)
    assert info["lower"] <= value <= info["upper"]
    assert info["judged"] == (not info["proven"])
    if info["proven"]:
        assert choice.value == value == -value_of(position.play(choice.move))
    else:
        assert nodes is not None and choice.value is None


# Progress.


@pytest.mark.parametrize(
    ("strategy", "game"),
    [
        (Minimax(6), Game(9, 9, 5)),
        (AlphaBeta(8), Game(9, 9, 5)),
        (Perfect(100_000_000), Game(9, 9, 5)),
        (MonteCarlo(10_000_000), Game(9, 9, 5)),
        (Careless(Minimax(6), slip=0), Game(9, 9, 5)),
        (level(Game(20, 20, 5), 10), Game(20, 20, 5)),
    ],
    ids=["minimax", "alpha-beta", "perfect", "Monte Carlo", "careless", "level"],
)
def test_a_listener_hears_of_a_long_search_and_can_end_it(strategy: Strategy, game: Game) -> None:
    told: list[Progress] = []

    def listen(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 2:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        strategy.choose(game.start().play(game.centre), listen)
    assert 0 < told[0].nodes <= told[1].nodes
    assert told[0].seconds < told[1].seconds


@pytest.mark.parametrize("number", LEVELS)
def test_who_listens_changes_no_move(number: int) -> None:
    position = TICTACTOE.position("X../.../...")
    player = level(TICTACTOE, number)
    assert player.choose(position, lambda _: None).move == player.choose(position).move


def test_somebody_else_s_strategy_need_not_know_of_progress() -> None:
    class First:
        name = "first"

        def choose(self, position: Position) -> Choice:
            return Choice(position.legal_moves[0], None, {})

    strategy: Any = First()
    assert Careless(strategy, slip=0).choose(TICTACTOE.start()).move == 0
