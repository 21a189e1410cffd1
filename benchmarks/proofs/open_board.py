"""First steps to a proof of 15,15,5: X has h8 i9, O has h9 and moves. Which replies lose?

    python benchmarks/proofs/open_board.py [--nodes 100000000] [--replies "l4 a1 …"] [--jobs 2]
    python benchmarks/proofs/open_board.py --stones "h8 i9 g9"  # after O's indirect answer
    python benchmarks/proofs/open_board.py --folder FOLDER --whole  # goes on where it was

A pass first: X wins by force, and the zone of that tree tells which replies need an answer. Each
of them is searched within the limit (`quiet_moves.py`), and each win is written as a certificate
and checked. If none is left, `--whole` makes one certificate of all: that X's last stone wins.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from quiet_moves import Attack, Search, Threat, find

import inarow
from inarow import Game, Position
from inarow.certificate.forced import spoilers, write_forced_win
from inarow.model.bits import cells_of
from inarow.study.bench.measure import machine

GAME = Game(15, 15, 5)
PASS = "pass"
FIRST = 20_000_000  # nodes for a win by force, before quiet moves are tried: a fifth at the most


class Step(NamedTuple):
    """What came of one reply."""

    reply: str
    move: str
    nodes: int
    seconds: float
    plies: int = 0
    size: int = 0
    positions: int = 0
    checked: float = 0


def position(stones: str, reply: str = "") -> Position:
    """X to move after a reply of O's, or a pass, to the stones in the order of play."""
    played = stones.split() + [reply] * (reply not in ("", PASS))
    board = ["."] * GAME.cells
    for number, cell in enumerate(played):
        board[GAME.cell(cell)] = "XO"[number % 2]
    rows = ["".join(board[row * GAME.n : (row + 1) * GAME.n]) for row in range(GAME.m)]
    return GAME.position(rows, turn="X", strict=False)


def searched(reply: str, stones: str, nodes: int, folder: Path) -> Search:
    """Search a reply, as far as it has not been searched before."""
    log = folder / f"{stones.replace(' ', '-')}-{reply}.log"
    search = Search(position(stones, reply), log, min(FIRST, nodes // 5))
    search.run(nodes)
    return search


def prove(reply: str, stones: str, nodes: int, folder: Path) -> Step:
    """Search a reply; write a certificate of the win, and have it checked."""
    search = searched(reply, stones, nodes, folder)
    path = folder / f"{stones.replace(' ', '-')}-{reply}.cert"
    if search.root.left:
        return Step(reply, "", search.nodes, search.seconds)
    win = search.root.win()
    if not path.exists():
        write_forced_win(win, path, False)
    started = process_time()
    verdict = inarow.check(path)
    checked = process_time() - started
    assert verdict.verified and win.position.text in verdict.claim, verdict
    found = GAME.name(win.move), search.nodes, search.seconds, len(win.line)
    return Step(reply, *found, path.stat().st_size, verdict.nodes, checked)


def prove_whole(stones: str, zone: list[str], nodes: int, folder: Path) -> str:
    """Make one certificate of all replies: X's last stone wins. Returns what it is."""
    *before, last = stones.split()
    attack = Attack(position(" ".join(before)))
    roots = {GAME.cell(one): searched(one, stones, nodes, folder).root for one in zone}
    attack.threats = [Threat(attack, GAME.cell(last), FIRST, roots)]
    path = folder / f"{stones.replace(' ', '-')}.cert"
    if not path.exists():
        write_forced_win(attack, path, False)
    started = process_time()
    verdict = inarow.check(path)
    assert verdict.verified, verdict
    return f"{path.stat().st_size:,} bytes, checked in {process_time() - started:.0f} s: {verdict}"


def main() -> None:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stones", default="h8 h9 i9", help="as played, X first; O passes")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="for each reply")
    parser.add_argument("--replies", help="these alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="for certificates, and to go on from")
    parser.add_argument("--whole", action="store_true", help="one certificate, if all are proven")
    given = parser.parse_args()
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    keep = TemporaryDirectory() if given.folder is None else nullcontext(given.folder)
    with keep as name, ProcessPoolExecutor(given.jobs) as pool:
        folder = Path(name)
        win = find(position(given.stones), FIRST)
        assert win is not None, "a pass does not lose so"
        zone = list(map(GAME.name, cells_of(spoilers(win))))
        replies = given.replies.split() if given.replies else [PASS, *zone]
        print("| reply | X | nodes | seconds | plies | proof, bytes | positions | checked, s |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        ask = partial(prove, stones=given.stones, nodes=given.nodes, folder=folder)
        steps = []
        for step in pool.map(ask, replies):
            steps.append(step)
            if step.move:
                print(
                    f"| {step.reply} | {step.move} | {step.nodes:,} | {step.seconds:.2f}"
                    f" | {step.plies} | {step.size:,} | {step.positions:,} | {step.checked:.2f} |",
                    flush=True,
                )
        found = [step for step in steps if step.move]
        left = [step.reply for step in steps if not step.move]
        free = GAME.cells - len(given.stones.split())
        print(
            f"\nThe zone of the pass holds {len(zone)} of {free} cells."
            f" {len(found)} of {len(steps)} proven,"
            f" {median(step.seconds for step in found or steps):.2f} s in the middle,"
            f" {sum(step.seconds for step in steps):,.0f} s together."
            f" Not within {given.nodes:,} nodes: {' '.join(left) or 'none'}."
        )
        if given.whole and not left and not given.replies:
            print(f"\nThe whole: {prove_whole(given.stones, zone, given.nodes, folder)}")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
