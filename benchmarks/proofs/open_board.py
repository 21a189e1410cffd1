r"""A proof that X wins five in a row on an open board, 15,15,5 first of all, in steps.

X has h8 i9, O has h9 and moves: which replies lose?

    python benchmarks/proofs/open_board.py --replies "l4 a1" --nodes 1000000  # some seconds
    python benchmarks/proofs/open_board.py [--nodes 100000000] [--replies "l4 a1 …"] [--jobs 2]
    python benchmarks/proofs/open_board.py --stones "h8 i9 g9"  # after O's indirect answer
    python benchmarks/proofs/open_board.py --folder FOLDER  # goes on where it was
    python benchmarks/proofs/open_board.py --replies i8 --given benchmarks/proofs/given.txt
    python benchmarks/proofs/open_board.py --stones h8 --given benchmarks/proofs/given.txt \
        --nodes 3000000000 --folder FOLDER --whole  # from the empty board
    python benchmarks/proofs/open_board.py --game 19 19 4 --stones j10 --whole --folder FOLDER \
        --plane  # four in a row, on the endless board too

A pass first: X wins by force, and the zone of that tree tells which replies need an answer. Each
of them is searched within the limit (`quiet_moves.py`), and each win is written as a certificate
and checked. If none is left, `--whole` makes one certificate of all: that X's last stone wins.
A move of X's that is `given`, at the end of a line, is not sought: after it too a pass is asked
about first, and each reply in the zone is searched within the limit. After the first stone alone no
win after a pass is known: each reply is asked about, up to symmetry.

`--plane` asks whether the certificate of all proves it on the endless board too, and writes it so
(`plane.cert`), with the smallest frame for which it does, as far from all four edges.

Given lines, of one file or more, are those of 15,15,5 from h8. On another board they are moved to
where X has its first stone; a line that does not fit is left out, and so is a move after which a
pass would not lose.
(`carry.py` looks for moves that are not given.)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from program import options, run_program, workers
from prover import PASS, Prover, Step, read_stones

import inarow
from inarow import Game
from inarow.certificate.forced import spoilers
from inarow.model.bits import cells_of

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

Place: TypeAlias = "tuple[Game, int]"  # a cell of a board
GIVEN = Game(15, 15, 5)  # the board of the lines of given moves, which begin in its centre


def moved(cells: Iterable[int], one: Place, other: Place) -> list[int] | None:
    """Cells of a board on another, one place of which is the other; None if not all fit."""
    (game, at), (new, to) = one, other
    down, right = to // new.n - at // game.n, to % new.n - at % game.n
    places = [(cell // game.n + down, cell % game.n + right) for cell in cells]
    fits = all(0 <= row < new.m and 0 <= column < new.n for row, column in places)
    return [row * new.n + column for row, column in places] if fits else None


def read_given(lines: Iterable[str], game: Game, first: str) -> dict[str, str]:
    """The moves of X's that end lines of 15,15,5, by what stands before them; the first counts.

    From `first` on, in place of the centre: in all eight images, unless the board has them too.
    """
    centre, to = GIVEN.cell("h8"), game.cell(first)
    images = GIVEN.start().symmetries
    if len(game.start().play(first).symmetries) == len(images):
        images = images[:1]
    moves = dict[str, str]()
    for line in filter(str.strip, lines):
        cells = [GIVEN.cell(name) for name in read_stones(GIVEN, line).split()]
        for image in images:
            there = moved([image[cell] for cell in cells], (GIVEN, centre), (game, to))
            if there is not None:
                *before, move = map(game.name, there)
                moves.setdefault(" ".join(before), move)
    return moves


def print_replies(steps: Iterable[Step], nodes: int) -> list[Step]:
    """A row for each reply that is proven, and what is left. Returns what came of each."""
    print("| reply | X | nodes | seconds | proof, bytes | positions | checked, s |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    asked = []
    for step in steps:
        asked.append(step)
        if step.move:
            print(
                f"| {step.reply} | {step.move} | {step.nodes:,} | {step.seconds:.2f}"
                f" | {step.size:,} | {step.positions:,} | {step.checked:.2f} |",
                flush=True,
            )
    found = [step for step in asked if step.move]
    left = [step.name for step in asked if not step.move]
    print(
        f"\n{len(found)} of {len(asked)} proven,"
        f" {median(step.seconds for step in found or asked):.2f} s in the middle,"
        f" {sum(step.nodes for step in asked):,} nodes,"
        f" {sum(step.seconds for step in asked):,.0f} s together."
        f" Not within {nodes:,} nodes: {' '.join(left) or 'none'}."
    )
    return asked


def main() -> None:
    """Ask for what the command line says."""
    parser = options(__doc__, 100_000_000)
    parser.add_argument(
        "--game",
        type=int,
        nargs=3,
        default=(15, 15, 5),
        metavar=tuple("MNK"),
        help="the board (15 15 5)",
    )
    parser.add_argument("--stones", default="h8 h9 i9", help="in the order of play; O replies")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--replies", help="these alone")
    which.add_argument("--whole", action="store_true", help="one certificate, if all are proven")
    parser.add_argument("--plane", action="store_true", help="and that as one of the plane")
    parser.add_argument("--folder", type=Path, help="for certificates, and to go on from")
    parser.add_argument(
        "--given", type=Path, nargs="+", default=[], help="files of lines that end with X's move"
    )
    run_program(parser, run)


def run(given: argparse.Namespace) -> None:
    """Search what is asked for, and print it."""
    if given.plane and not given.whole:
        raise inarow.InvalidOptionError("--plane goes with --whole")
    game = Game(*given.game)
    stones = read_stones(game, given.stones)
    asked = [
        cell if cell == PASS else game.name(game.cell(cell))
        for cell in (given.replies or "").split()
    ]
    lines = [line for path in given.given for line in path.read_text().splitlines()]
    moves = read_given(lines, game, stones.split()[0])
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    keep = TemporaryDirectory() if given.folder is None else nullcontext(given.folder)
    with keep as name, workers(given.jobs) as pool:
        prover = Prover(game, given.nodes, Path(name), moves)
        win, replies = prover.replies(stones)
        if win is not None:
            zone, free = len(cells_of(spoilers(win))), game.cells - len(stones.split())
            print(f"The zone of the pass holds {zone} of {free} cells.\n")
            replies.insert(0, PASS)
        steps = pool.map(partial(prover.proven, stones=stones), dict.fromkeys(asked) or replies)
        proven = all(step.move for step in print_replies(steps, given.nodes))
        if given.whole and proven:
            line, _, move = stones.rpartition(" ")
            prover.join(line, move)
            size, positions, checked = prover.check(line)
            print(
                f"\nThe whole: a proof of {size:,} bytes, {positions:,} positions,"
                f" checked in {checked:.1f} s."
            )
            if given.plane:
                print(f"On the plane: {prover.on_plane(line) or 'not with these moves'}.")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
