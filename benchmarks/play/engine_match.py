"""A match: the engine `pbrain-inarow`, as a process, against players of the package.

    python benchmarks/play/engine_match.py                  # 40 games against each, 200 ms a move
    python benchmarks/play/engine_match.py --ms 1000 --against random
    python benchmarks/play/engine_match.py --ms 60000 --nodes 200000  # the same on a busy machine

Every opening (two to four random stones around the centre) is played twice, once with each
colour. The Monte-Carlo player has as much time for a move as the engine; minimax takes as long as
its depth takes. Every move is checked by the rules of the package, and the time of every answer is
measured from outside, against the limit that the engine was told. Exit status 1 if the engine did
not win every game.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from match import opening, play_game

from inarow import Game, Position
from inarow.model.position import cells_of
from inarow.strategies import AlphaBeta, MonteCarlo, Random
from inarow.strategies.strategy import Strategy

ENGINE = Path(sys.executable).with_name("pbrain-inarow")
MOST_SIMULATIONS = 10_000_000
"""The Monte-Carlo player is to be limited by its time."""


class Engine:
    """The process, spoken to as a manager would."""

    def __init__(self, game: Game, ms: int, nodes: int) -> None:
        self._game = game
        self._process = subprocess.Popen(
            [ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send(f"RECTSTART {game.n},{game.m}")
        assert self.answer()[-1] == "OK"
        self.send(f"INFO timeout_turn {ms}", "INFO timeout_match 0", f"INFO max_node {nodes}")

    def send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def answer(self) -> list[str]:
        """Messages, and the answer as the last."""
        assert self._process.stdout is not None
        lines = []
        while True:
            line = self._process.stdout.readline()
            assert line, "the engine is gone"
            lines.append(line.strip())
            if not line.startswith("MESSAGE"):
                return lines

    def move(self, position: Position, _: float) -> tuple[int, bool]:
        """The engine's move, and whether it said that it wins for certain."""
        n, own = self._game.n, position.turn
        stones = (position.x, position.o) if own == "X" else (position.o, position.x)
        self.send("BOARD")
        for whose, mask in enumerate(stones, 1):
            self.send(*(f"{cell % n},{cell // n},{whose}" for cell in cells_of(mask)))
        self.send("DONE")
        *messages, answer = self.answer()
        x, y = map(int, answer.split(","))
        return y * n + x, "proven win" in messages[-1]

    def end(self) -> None:
        self.send("END")
        assert self._process.wait(5) == 0


def main() -> int:
    """Play the matches, and print every game and the scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", nargs=2, type=int, metavar=("M", "N"), default=[15, 15])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ms", type=int, default=200, help="the engine's time for a move")
    parser.add_argument("--nodes", type=int, default=0, help="its limit in nodes; 0: none")
    parser.add_argument("--depth", type=int, default=4, help="of minimax")
    parser.add_argument("--reach", type=int, default=1, help="minimax moves so near to a stone")
    parser.add_argument("--against", nargs="+", choices=["random", "monte-carlo", "minimax"])
    options = parser.parse_args()
    players: dict[str, Callable[[int], Strategy]] = {
        "random": lambda seed: Random(seed=seed),
        "monte-carlo": lambda seed: MonteCarlo(
            MOST_SIMULATIONS, seconds=options.ms / 1000, seed=seed
        ),
        "minimax": lambda seed: AlphaBeta(
            options.depth, ends="known", reach=options.reach, seed=seed
        ),
    }
    game = Game(*options.size, 5)
    engine = Engine(game, options.ms, options.nodes)
    perfect = True
    for name in options.against or players:
        points, slowest = 0.0, 0.0
        for number in range(options.games):
            start = opening(game, 1000 * options.seed + number // 2)
            colour = "XO"[number % 2]
            played = play_game(start, colour, engine.move, players[name](number))
            points += played.points
            slowest = max(slowest, played.slowest)
            print(
                f"{name} game {number + 1:>2}, {colour}: {played.points:g} in"
                f" {played.final.ply} plies, slowest answer {played.slowest:.3f} s,"
                f" {played.proven} proven wins",
                flush=True,
            )
            if played.points < 1:
                print(f"    {played.final.text}", flush=True)
        perfect = perfect and points == options.games
        print(
            f"the engine scored {points:g} of {options.games} against {name},"
            f" {options.ms} ms and {options.nodes or 'any number of'} nodes a move,"
            f" slowest answer {slowest:.3f} s",
            flush=True,
        )
    engine.end()
    return 0 if perfect else 1


if __name__ == "__main__":
    sys.exit(main())
