"""Random games, and the tree search that learns from them."""

from __future__ import annotations

from functools import partial

from inarow.model.game import Game
from inarow.solver.solver import Solver
from inarow.strategies import MonteCarlo
from inarow.study.bench.measure import Row, check, median_seconds

__all__ = ["random_games", "tree_search"]


def random_games(quick: bool = False) -> list[Row]:
    """Random play-outs"""
    # On 3,3,3 the chances are known: X wins 737, O 363 and nobody 160 of 1,260 random games.
    found = Solver(Game(3, 3, 3)).playouts(Game(3, 3, 3).start(), 100_000, seed=1)
    for games, share in zip(found[:3], (737, 363, 160), strict=True):
        check(abs(games / 100_000 - share / 1260) < 0.01, f"3,3,3: chances of {found}")
    solver, count = Solver(Game(15, 15, 5)), 1_000 if quick else 20_000
    start = solver.game.start()
    outcome = solver.playouts(start, count, seed=1)
    check(outcome.games == count, f"{outcome.games} games instead of {count}")
    check(outcome == solver.playouts(start, count, seed=1), "one seed, different games")
    seconds = median_seconds(lambda: solver.playouts(start, count, seed=1), 0.02 if quick else 0.5)
    detail = (
        f"{outcome.plies / count:.4g} plies a game; {outcome.plies / seconds / 1e6:.3g} M plies/s"
    )
    return [Row("playouts, 15,15,5", count / seconds, "games/s", detail=detail)]


def tree_search(quick: bool = False) -> list[Row]:
    """Monte-Carlo tree search"""
    for size, value in (((3, 3, 3), 0), ((4, 4, 3), 1), ((3, 4, 4), 0)):
        proof = MonteCarlo(200_000, seed=1).choose(Game(*size).start())
        check(proof.value == value, f"{size}: value {proof.value}, not {value}")
    rows = []
    simulations = 1_000 if quick else 20_000
    strategy = MonteCarlo(simulations, seed=1)
    for size in ((7, 7, 5), (15, 15, 5)):
        start = Game(*size).start()
        seconds = median_seconds(partial(strategy.choose, start), 0.02 if quick else 0.5)
        name = f"tree search, {','.join(map(str, size))}"
        detail = f"a move after {simulations:,} random games"
        rows.append(Row(name, simulations / seconds, "simulations/s", detail=detail))
    return rows
