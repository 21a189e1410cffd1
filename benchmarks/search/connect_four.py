"""Connect Four: the empty boards of a published table, and the usual board from a dozen stones.

    python benchmarks/search/connect_four.py
    python benchmarks/search/connect_four.py --positions 20 --against "PROGRAM -w"
    python benchmarks/search/connect_four.py --size 6 5 --plies 0 --positions 1 --against "PROGRAM"

Another solver reads a game a line, its moves as numbers of columns from 1, and answers with the
line, a score whose sign is the value for the side to move, and its nodes, if it counts them. Both
get the same positions in one run; the values are compared before any time is told.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
from time import perf_counter

from inarow import Game, Position, Solver

# John Tromp, "John's Connect Four Playground": by rows and columns.
KNOWN = {
    (4, 4): 0, (4, 5): 0, (4, 6): -1, (4, 7): 0, (4, 8): -1, (5, 4): 0, (5, 5): 0, (5, 6): 0,
    (5, 7): 0, (5, 8): 1, (6, 4): 0, (6, 5): 0, (6, 6): -1, (7, 4): 0, (7, 5): 0,
}  # fmt: skip
WORDS = {1: "first wins", 0: "draw", -1: "second wins"}


def solved(position: Position, table_mb: int) -> tuple[int | None, int, float]:
    """Value, nodes and seconds, with an empty table."""
    started = perf_counter()
    with Solver(position.game, table_mb) as solver:
        found = solver.solve(position)
    return found.value, found.nodes, perf_counter() - started


def positions(game: Game, count: int, plies: int, seed: int) -> list[tuple[str, Position]]:
    """Random games of so many plies that nobody has won, nor wins at the next, as columns."""
    rng, found = random.Random(seed), {}
    while len(found) < count:
        position, columns = game.start(), ""
        while position.ply < plies and not position.is_over:
            move = rng.choice(position.legal_moves)
            position, columns = position.play(move), columns + str(move % game.n + 1)
        soon = (position.play(move).is_over for move in position.legal_moves)
        if not position.is_over and not any(soon):
            found.setdefault(position, columns)
    return [(columns, position) for position, columns in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description="Connect Four, on empty boards and from stones")
    parser.add_argument(
        "--positions", type=int, default=0, help="to be solved, instead of the table"
    )
    parser.add_argument("--size", nargs=2, type=int, metavar=("M", "N"), default=[6, 7])
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="another solver's command")
    parser.add_argument("--table-mb", type=int, default=1024)
    given = parser.parse_args()
    if not given.positions:
        print("| rows, columns | value | nodes | seconds |\n| --- | --- | ---: | ---: |")
        for (m, n), known in KNOWN.items():
            value, nodes, seconds = solved(Game(m, n, 4, gravity=True).start(), given.table_mb)
            assert value == known, f"{m} rows, {n} columns: {value}, not {known}"
            print(f"| {m}, {n} | {WORDS[known]} | {nodes:,} | {seconds:.2f} |", flush=True)
        return
    game = Game(*given.size, 4, gravity=True)
    games = positions(game, given.positions, given.plies, given.seed)
    ours = [solved(position, given.table_mb) for _, position in games]
    nodes, seconds = sum(one[1] for one in ours), sum(one[2] for one in ours)
    print(f"{len(games)} positions of {given.plies} stones: {nodes:,} nodes, {seconds:.2f} s")
    if given.against:
        command, total, counted = shlex.split(given.against), 0.0, 0
        for (columns, _), (value, _, _) in zip(games, ours, strict=True):
            started = perf_counter()
            said = subprocess.run(
                command, input=columns + "\n", capture_output=True, text=True, check=True
            )
            total += perf_counter() - started
            score, *others = map(int, said.stdout.removeprefix(columns).split())
            counted += sum(others)
            assert (score > 0) - (score < 0) == value, f"{columns}: {score}, not {value}"
        told = f"{counted:,} nodes, " if counted else ""
        ratio = seconds / total
        print(f"the other solver: {told}{total:.2f} s; ours takes {ratio:.2f} times that")


if __name__ == "__main__":
    main()
