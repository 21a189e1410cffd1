"""First steps to a proof of 15,15,5: X has h8 i9, O has h9 and moves. Which replies lose?

    python benchmarks/proofs/open_board.py [--nodes 100000000] [--replies "l4 a1 …"] [--jobs 2]
    python benchmarks/proofs/open_board.py --stones "h8 i9 g9"  # after O's indirect answer
    python benchmarks/proofs/open_board.py --folder FOLDER --whole  # goes on where it was
    python benchmarks/proofs/open_board.py --replies i8 --given benchmarks/proofs/given.txt
    python benchmarks/proofs/open_board.py --answers --nodes 1000000  # each answer to h8

A pass first: X wins by force, and the zone of that tree tells which replies need an answer. Each
of them is searched within the limit (`quiet_moves.py`), and each win is written as a certificate
and checked. If none is left, `--whole` makes one certificate of all: that X's last stone wins.
A move of X's that is `given`, at the end of a line, is not sought: after it too a pass is asked
about first, and each reply in the zone is searched within the limit.
`--answers` does so after each of O's answers to h8, with the second stone of X's that is judged
best of those after which a pass loses.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from quiet_moves import JUDGED, Attack, Search, Threat, find

import inarow
from inarow import ForcedWin, Game, Position, Solver
from inarow.certificate.forced import spoilers, write_forced_win
from inarow.model.bits import cells_of
from inarow.study.bench.measure import machine

GAME = Game(15, 15, 5)
PASS = "pass"
ENOUGH = 1_000_000  # nodes for the win after the pass
SECOND = 24  # second stones of X's that are tried, those judged best


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
    for number, cell in enumerate(map(GAME.cell, played)):
        assert board[cell] == ".", f"{GAME.name(cell)} is taken"
        board[cell] = "XO"[number % 2]
    rows = ["".join(board[row * GAME.n : (row + 1) * GAME.n]) for row in range(GAME.m)]
    return GAME.position(rows, turn="X", strict=False)


class Prover:
    """Searches replies, and keeps in a folder what it found."""

    def __init__(self, nodes: int, folder: Path, given: dict[str, str]) -> None:
        self._nodes, self._folder = nodes, folder
        self._given = given

    def prove(self, reply: str, stones: str) -> Step:
        """Search a reply; write a certificate of the win, and have it checked."""
        root, nodes, seconds = self._search(reply, stones)
        if root.left:
            return Step(reply, "", nodes, seconds)
        win = root.win()
        found = GAME.name(win.move), nodes, seconds, len(win.line)
        return Step(reply, *found, *self._certificate(win, f"{stones} {reply}"))

    def prove_whole(self, stones: str) -> str:
        """Make one certificate of all replies: X's last stone wins. Returns what it is."""
        root, nodes, seconds = self._answer(stones)
        assert not root.left
        size, positions, checked = self._certificate(root, stones)
        return (
            f"{nodes:,} nodes, {seconds:,.0f} s; a proof of {size:,} bytes,"
            f" {positions:,} positions, checked in {checked:.1f} s."
        )

    def _search(self, reply: str, stones: str) -> tuple[Attack, int, float]:
        """Search a reply, or those to a given move after it, as far as that was not done before.

        Returns what is known of the position, the nodes and the seconds.
        """
        line = f"{stones} {reply}"
        if line in self._given:
            return self._answer(f"{line} {self._given[line]}")
        search = Search(position(stones, reply), self._file(line, "log"))
        search.run(self._nodes)
        return search.root, search.nodes, search.seconds

    def _answer(self, stones: str) -> tuple[Attack, int, float]:
        """Search all replies in the zone of X's last stone."""
        *before, last = stones.split()
        found = {reply: self._search(reply, stones) for reply in zone(stones)}
        roots = {GAME.cell(reply): root for reply, (root, *_) in found.items()}
        attack = Attack(position(" ".join(before)), met=True)
        threat = Threat(attack, GAME.cell(last), 0, limit=ENOUGH, replies=roots)
        attack.threats, threat.left = [threat], threat.count()
        attack.left = attack.count()
        _, nodes, seconds = zip(*found.values(), strict=True)
        return attack, sum(nodes), sum(seconds)

    def _certificate(self, win: Attack | ForcedWin, stones: str) -> tuple[int, int, float]:
        """Write it, unless it is there, and check it: bytes, positions and seconds."""
        path = self._file(stones, "cert")
        if not path.exists():
            write_forced_win(win, path, False)
        started = process_time()
        verdict = inarow.check(path)
        assert verdict.verified and win.position.text in verdict.claim, verdict
        return path.stat().st_size, verdict.nodes, process_time() - started

    def _file(self, stones: str, kind: str) -> Path:
        return self._folder / f"{stones.replace(' ', '-')}.{kind}"


def zone(stones: str) -> list[str]:
    """The replies that may spoil the win after a pass."""
    win = find(position(stones), ENOUGH)
    assert win is not None, "a pass does not lose so"
    return list(map(GAME.name, cells_of(spoilers(win))))


def second_stone(answer: str) -> str:
    """X's stone after h8 and an answer: of those where a pass loses the one judged best."""
    stones = f"h8 {answer}"
    best = Solver(GAME, 16).estimates(position(stones), SECOND, nodes=JUDGED)
    moves = [GAME.name(estimate.best_move) for estimate in best]
    second = next((move for move in moves if find(position(f"{stones} {move}"), ENOUGH)), None)
    assert second is not None, "a pass loses after none of them"
    return second


def print_replies(steps: Iterable[Step], nodes: int) -> bool:
    """A row for each reply that is proven, and what is left. Returns whether nothing is."""
    print("| reply | X | nodes | seconds | plies | proof, bytes | positions | checked, s |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    asked = []
    for step in steps:
        asked.append(step)
        if step.move:
            print(
                f"| {step.reply} | {step.move} | {step.nodes:,} | {step.seconds:.2f} | {step.plies}"
                f" | {step.size:,} | {step.positions:,} | {step.checked:.2f} |",
                flush=True,
            )
    found = [step for step in asked if step.move]
    left = [step.reply for step in asked if not step.move]
    print(
        f"\n{len(found)} of {len(asked)} proven,"
        f" {median(step.seconds for step in found or asked):.2f} s in the middle,"
        f" {sum(step.seconds for step in asked):,.0f} s together."
        f" Not within {nodes:,} nodes: {' '.join(left) or 'none'}."
    )
    return not left


def print_answers(answers: list[str], ask: Callable[[str, list[str]], Iterable[Step]]) -> None:
    """A row for each of O's answers to h8: how many replies to X's second stone are proven."""
    print("| answer | X | zone | replies proven in it | open of 222 | nodes | seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for answer in answers:
        second = second_stone(answer)
        cells = zone(stones := f"h8 {answer} {second}")
        steps = list(ask(stones, cells))
        proven = sum(bool(step.move) for step in steps)
        print(
            f"| {answer} | {second} | {len(cells)} | {proven} | {len(cells) - proven}"
            f" | {sum(step.nodes for step in steps):,}"
            f" | {sum(step.seconds for step in steps):,.0f} |",
            flush=True,
        )


def main() -> None:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stones", default="h8 h9 i9", help="as played, X first; O passes")
    parser.add_argument(
        "--nodes", type=int, default=100_000_000, help="for each reply that is searched"
    )
    parser.add_argument("--replies", help="these alone")
    parser.add_argument("--answers", nargs="*", help="to h8: these, or all up to symmetry")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="for certificates, and to go on from")
    parser.add_argument("--whole", action="store_true", help="one certificate, if all are proven")
    parser.add_argument("--given", type=Path, help="a file of lines that end with X's move")
    given = parser.parse_args()
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    keep = TemporaryDirectory() if given.folder is None else nullcontext(given.folder)
    with keep as name, ProcessPoolExecutor(given.jobs) as pool:
        lines = given.given.read_text().splitlines() if given.given else []
        moves = {" ".join(before): move for *before, move in filter(None, map(str.split, lines))}
        prover = Prover(given.nodes, Path(name), moves)

        def ask(stones: str, replies: list[str]) -> Iterable[Step]:
            return pool.map(partial(prover.prove, stones=stones), replies)

        if given.answers is not None:
            names = map(GAME.name, GAME.start().play("h8").distinct_moves)
            print_answers(given.answers or list(names), ask)
        else:
            cells = zone(given.stones)
            free = GAME.cells - len(given.stones.split())
            print(f"The zone of the pass holds {len(cells)} of {free} cells.\n")
            replies = given.replies.split() if given.replies else [PASS, *cells]
            proven = print_replies(ask(given.stones, replies), given.nodes)
            if given.whole and proven and not given.replies:
                print(f"\nThe whole: {prover.prove_whole(given.stones)}")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
