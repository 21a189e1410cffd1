"""First steps to a proof of 15,15,5: X has h8 i9, O has h9 and moves. Which replies lose by force?

    python benchmarks/proofs/open_board.py [--nodes 20000000] [--replies "l4 a1 …"] [--jobs 2]
    python benchmarks/proofs/open_board.py --stones "h8 i9 g9"  # after O's indirect answer

A pass first: X wins by quiet moves (order 3), and the zone of that tree tells which replies need an
answer. Each of them is asked for within the limit, and each win is written as a certificate and
checked.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import inarow
from inarow import Game, Position, Solver
from inarow.study.bench.measure import machine

GAME = Game(15, 15, 5)
TABLE_MB = 1024  # the memo of wins by force grows with it


class Step(NamedTuple):
    """What came of one reply."""

    reply: str
    proven: bool
    nodes: int
    seconds: float
    plies: int
    size: int
    positions: int
    checked: float


def position(stones: str, reply: str = "pass") -> Position:
    """X to move after a reply of O's, or a pass, to the stones in the order of play."""
    played = stones.split() + [reply] * (reply != "pass")
    board = ["."] * GAME.cells
    for number, cell in enumerate(played):
        board[GAME.cell(cell)] = "XO"[number % 2]
    rows = ["".join(board[row * GAME.n : (row + 1) * GAME.n]) for row in range(GAME.m)]
    return GAME.position(rows, turn="X", strict=False)


def prove(reply: str, stones: str, nodes: int, folder: str) -> Step:
    """Ask for one win, and have its certificate checked."""
    at, path = position(stones, reply), Path(folder, reply)
    solver, started = Solver(GAME, TABLE_MB), process_time()
    win = solver.forced_win(at, 3, nodes=nodes)
    taken = process_time() - started
    if win is None:
        return Step(reply, False, 0, taken, 0, 0, 0, 0)
    solver.forced_win(at, 3, certificate=path)
    started = process_time()
    verdict = inarow.check(path)
    checked = process_time() - started
    assert verdict.verified and verdict.claim.endswith("X wins"), verdict
    size = path.stat().st_size
    return Step(reply, True, win.nodes, taken, len(win.line), size, verdict.nodes, checked)


def main() -> None:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stones", default="h8 h9 i9", help="as played, X first; O passes")
    parser.add_argument("--nodes", type=int, default=20_000_000, help="for each reply")
    parser.add_argument("--replies", help="these alone")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, ProcessPoolExecutor(given.jobs) as pool:
        first = prove("pass", given.stones, given.nodes, folder)
        win = Solver(GAME, TABLE_MB).forced_win(position(given.stones), 3)
        assert first.proven and win is not None
        zone = list(map(GAME.name, win.spoilers))
        replies = given.replies.split() if given.replies else zone
        ask = partial(prove, stones=given.stones, nodes=given.nodes, folder=folder)
        print("| reply | nodes | seconds | plies | proof, bytes | positions | checked, s |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        steps = []
        for step in chain([first], pool.map(ask, replies)):
            steps.append(step)
            if step.proven:
                print(
                    f"| {step.reply} | {step.nodes:,} | {step.seconds:.2f} | {step.plies}"
                    f" | {step.size:,} | {step.positions:,} | {step.checked:.2f} |",
                    flush=True,
                )
    found = [step for step in steps if step.proven]
    free = GAME.cells - len(given.stones.split())
    open_replies = [step.reply for step in steps if not step.proven]
    print(
        f"\nThe zone of the pass holds {len(zone)} of {free} cells."
        f" {len(found)} of {len(steps)} proven, {median(step.seconds for step in found):.2f} s in"
        f" the middle. Not within {given.nodes:,} nodes: {' '.join(open_replies) or 'none'}."
    )
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
