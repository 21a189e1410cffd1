"""A match: the engine `pbrain-inarow`, as a process, against players of the package.

    python benchmarks/play/engine_match.py                  # 40 games against each, 200 ms a move
    python benchmarks/play/engine_match.py --ms 1000 --against random
    python benchmarks/play/engine_match.py --ms 60000 --nodes 200000  # the same on a busy machine
    INAROW_PROOF=benchmarks/results/15-15-5.cert python benchmarks/play/engine_match.py \\
        --games 200 --ms 100 --program pbrain-rapfi  # as X from the empty board, by the proof

Every opening (two to four random stones around the centre) is played twice, once with each
colour. The Monte-Carlo player has as much time for a move as the engine; minimax takes as long as
its depth takes. Every move is checked by the rules of the package, and the time of every answer is
measured from outside, against the limit that the engine was told. Exit status 1 if the engine did
not win every game. Another program, which speaks the same protocol, plays O from the empty board;
its first move is drawn near the centre, for the rest it has as much time.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from time import sleep

from match import opening, play_game

from inarow import Game, Position
from inarow.model.position import cells_of
from inarow.strategies import AlphaBeta, MonteCarlo, Random
from inarow.strategies.strategy import Choice, Strategy

ENGINE = Path(sys.executable).with_name("pbrain-inarow")
PAUSE = 0.03
"""Seconds before another program is asked again: some listen a little after they have answered."""
CERTAIN = ("proven win", "Eval +M")
"""What engines say, ours and Rapfi, where they see a win by force."""
MOST_SIMULATIONS = 10_000_000
"""The Monte-Carlo player is to be limited by its time."""


class Engine:
    """The process, spoken to as a manager would."""

    def __init__(
        self, game: Game, ms: int, nodes: int, program: str = str(ENGINE), seed: int = 1
    ) -> None:
        self._game, self._program = game, program
        self._rng = random.Random(seed)
        self._process = subprocess.Popen(
            shlex.split(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        square = f"START {game.m}" if game.m == game.n else f"RECTSTART {game.n},{game.m}"
        self.send(square)
        if (said := self.answer()[-1]) != "OK":
            raise ConnectionError(f"{program} takes no such board: {said}")
        self.send(f"INFO timeout_turn {ms}", "INFO timeout_match 0", f"INFO max_node {nodes}")

    def send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None

    def _ended(self) -> ConnectionError:
        return ConnectionError(f"{self._program} has ended")

    def answer(self) -> list[str]:
        """Messages, and the answer as the last."""
        assert self._process.stdout is not None
        lines = []
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise self._ended()
            lines.append(line.strip())
            if not line.startswith("MESSAGE"):
                return lines

    def move(self, position: Position, _: float) -> tuple[int, bool]:
        """The engine's move, and whether it said that it wins for certain."""
        n, own = self._game.n, position.turn
        self.send("BOARD")
        # By turns, X first: some programs take the order of the stones for that of the moves.
        for both in zip_longest(cells_of(position.x), cells_of(position.o)):
            for side, cell in zip("XO", both, strict=True):
                if cell is not None:
                    self.send(f"{cell % n},{cell // n},{1 if side == own else 2}")
        self.send("DONE")
        *messages, answer = self.answer()
        try:
            x, y = map(int, answer.split(","))
        except ValueError:
            raise ConnectionError(f"{self._program} answers {answer!r}, no move") from None
        said = [each for each in messages if "Eval" in each][-1:] or messages[-1:]
        return y * n + x, any(words in "".join(said) for words in CERTAIN)

    def choose(self, position: Position, progress: object = None) -> Choice:
        """As a strategy; a first reply is drawn, so that games differ."""
        if position.ply == 1:
            near = {*position.game.near(position.game.centre, 4)}
            return Choice(self._rng.choice([*near.intersection(position.legal_moves)]), None, {})
        sleep(PAUSE)
        return Choice(self.move(position, 0)[0], None, {})

    def end(self) -> None:
        self.send("END")
        try:
            status = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise ConnectionError(f"{self._program} does not end") from None
        if status:
            raise ConnectionError(f"{self._program} has ended with status {status}")


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
    parser.add_argument("--program", help="another engine: it plays O from the empty board")
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
    if options.program:
        rival = Engine(game, options.ms, 0, options.program, options.seed)
        players = {options.program: lambda _: rival}
    for name in options.against or players:
        points, slowest = 0.0, 0.0
        for number in range(options.games):
            start = opening(game, 1000 * options.seed + number // 2)
            colour = "XO"[number % 2]
            if options.program:
                start, colour = game.start(), "X"
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
