r"""Proofs of a win, carried over to boards that are a little larger or smaller.

    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 14 --folder FOLDER
    python benchmarks/proofs/carry.py benchmarks/results/13-13-5.cert \
        benchmarks/results/15-15-5.cert --side 12 --folder FOLDER --looks 100 \
        --longer 5000 --engine pbrain-rapfi
    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 21 --folder FOLDER \
        --replies "d4 g7" --looks 100 --longer 20000000
    python benchmarks/proofs/carry.py --side 13 --first g7 --folder FOLDER --looks 1000

A smaller board is laid into the middle of the old one: O has nothing that it did not have there,
and X lacks what lies beyond the edge. A larger board is laid around the old one: there O has more
cells and lines, and X the lines of the old board alone, the *frame*: so what is proven holds on
every board between the two, of whatever shape. With `--alone` X has all lines of the larger board,
which is easier, and it is proven of that board alone. Where there are several proofs, the first one
is laid so, and the others with X's first stone on the same cell: they are tried one after another.
Without a proof X begins with `--first`, and all else is looked for.

Most of an old proof holds as it is (`carrier.py`). A reply that it leaves unanswered is met by a
chain of threats that answers another reply, or by a win by force, or, with eight stones or fewer on
the board, as if it were a reply nearby; else an answer is searched (`quiet_moves.py`), with 400,000
nodes, at most a hundred times after a reply to the first stone. Searches count X's lines beyond the
frame too; a win that needs one is thrown away. For a reply to the first stone all images of its
answer are tried.

A position that stays open so is searched with `--nodes`, and then up to so many `--looks` go to the
lines of play below a reply to the first stone, the most promising first (`best_first.py`). Before
moves of the proofs `--longer` has our heuristic search propose one with so many nodes, or with
`--engine` another program, by the Gomocup protocol, in so many milliseconds; four times as many at
the second look at a position, sixteen from then on. Where an engine says that it wins by force, as
`pbrain-inarow` and Rapfi do, no other move is tried unless a pass holds after it: so an engine with
much memory and time, half a minute, shows the way fastest. On a board with a frame, of which it
knows nothing, it is not believed. `--then` is X's move after a reply, one that an engine prefers
and is not sure of: no other is tried there. What was looked at is told in the folder (`*.log`).

Each position that was open and is proven has a certificate in the folder, of which the next reply
makes use, with its stones in any order and in all images. What is not proven when the program ends
is looked at anew. If all replies to the first stone are proven, they are joined to one certificate,
`parts.cert`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, partial
from itertools import chain, product
from pathlib import Path
from time import process_time

from best_first import BestFirst
from carrier import OFF, Old, answers_of
from program import options, run_program, workers
from wins import checked

from inarow import (
    CertificateError,
    Game,
    IllegalMoveError,
    InvalidGameError,
    InvalidOptionError,
    Position,
    Verdict,
)
from inarow.certificate.board import ProofBoard
from inarow.certificate.index import Index, ProofEntry, read_entry
from inarow.certificate.prove import Write, write_file
from inarow.check import END, KNOWN, NODE, WIN, Geometry, Stones, unpacked
from inarow.distributed.assemble import put_in_place
from inarow.model.bits import cells_of
from inarow.model.grid import Grid
from inarow.model.position import make_position

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

NEAR_FIRST = 6
"""So many answers to replies near the one that is asked about are tried, each with another move."""


@cache
def index_of(path: Path) -> Index:
    """The nodes of the old proof, read once by each process."""
    return Index(path)


class Task:
    """The new board, the frame on it, the stones that are replied to, and where things are kept."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.folder, self.nodes = given.folder, given.nodes
        self.looks, self.longer, self.engine = given.looks, given.longer, given.engine
        side, starts = given.side, [*map(_start, given.proof)]
        of_five = Game.on(Grid(side, side, 5))
        size, cell = starts[0] if starts else (of_five, of_five.cell(given.first))
        self.game = Game.on(Grid(side, side, size.k))
        down, right = (side - size.m) // 2, (side - size.n) // 2
        row, column = down + cell // size.n, right + cell % size.n
        if any(old.k != size.k for old, _ in starts):
            raise InvalidGameError("these proofs are of lines of several lengths")
        if not (0 <= row < side and 0 <= column < side) or side < size.k:
            raise InvalidGameError(f"a board of side {side} is too small for this proof")
        alone = given.alone or not starts or min(down, right) < 0
        self.frame = () if alone else (down, right, down + size.m - 1, right + size.n - 1)
        """Where X has lines, if not everywhere: its first row and column, its last ones."""
        self.board = ProofBoard(Geometry.grid(*self.game.size, self.frame), False)
        self.first = row * side + column
        self.then = self.game.cell(given.then) if given.then else None
        self.start = make_position(self.game, 0, 1 << self.first, "O", None)
        """After X's first stone."""
        every = range(len(self.board.symmetries))
        frame = self.board.frame
        self._turns = [i for i in every if self.board.moved(i, frame) == frame]
        self.turns = [i for i in self._turns if self.board.image(i)[self.first] == self.first]
        """The symmetries that leave X's first stone, and the frame, where they are."""
        self._laid = [
            (path, self._lay(old, row - first // old.n, column - first % old.n))
            for path, (old, first) in zip(given.proof, starts, strict=True)
        ]
        self._kept = dict[tuple[int, int], tuple[Path, int]]()
        """Certificates in the folder, of positions and of their images, and which image it is."""

    def _lay(self, old: Game, down: int, right: int) -> tuple[int, ...]:
        """Where the cells of an old board are."""
        m, n, _ = self.game.size
        rows, columns = range(down, down + old.m), range(right, right + old.n)
        return tuple(
            row * n + column if 0 <= row < m and 0 <= column < n else OFF
            for row, column in product(rows, columns)
        )

    def names(self, *cells: int) -> str:
        """The names of cells."""
        return " ".join(map(self.game.name, cells))

    def position(self, at: Stones) -> Position:
        """X to move."""
        return make_position(self.game, at.keeper, at.rival, "X", None)

    def state(self, reply: int) -> Stones:
        """After O's reply to the first stone."""
        return self.board.state(1 << reply, 1 << self.first, WIN)

    @property
    def replies(self) -> list[int]:
        """Those to the first stone, up to symmetry."""
        images = [self.board.image(number) for number in self.turns]
        cells = self.start.legal_moves
        return [cell for cell in cells if cell == min(to[cell] for to in images)]

    @cached_property
    def answers(self) -> list[Old]:
        """The old answers to replies to the first stone, in all images."""
        return answers_of(
            Old(proof, root, tuple(laid[cell] for cell in image))
            for path, laid in self._laid
            for proof, root in [(index_of(path), index_of(path).roots[0])]
            for image in map(proof.board.image, range(len(proof.board.symmetries)))
            if image[root.reply] == root.reply
        )

    def near(self, reply: int, answers: list[Old]) -> tuple[list[Old], list[Old]]:
        """Of answers those to a reply, and some to replies nearby."""
        own, near = list[Old](), dict[int, Old]()  # of each of X's moves the nearest answer
        distance = partial(self.game.board.distance, reply)
        for old in sorted(answers, key=lambda old: distance(old.to[old.entry.move])):
            if old.to[old.entry.move] == reply:
                own.append(old)
            else:
                near.setdefault(old.move, old)
        return own, [*near.values()][:NEAR_FIRST]

    def path(self, at: Stones) -> Path:
        """Of the certificate of a position: its stones by turns, in the order of their cells."""
        pairs = zip(cells_of(at.keeper), cells_of(at.rival), strict=True)
        return self.folder / f"{self.names(*chain(*pairs)).replace(' ', '-')}.cert"

    def key(self, at: Stones) -> tuple[int, int]:
        """The same for all images of a position."""
        return min(self._images(at.keeper, at.rival))

    def _images(self, keeper: int, rival: int) -> list[tuple[int, int]]:
        moved = self.board.moved
        return [(moved(i, keeper), moved(i, rival)) for i in self._turns]

    def read_folder(self) -> None:
        """Note which positions have certificates there."""
        for path in self.folder.glob("*-*.cert"):
            with suppress(IllegalMoveError):  # another file
                cells = [*map(self.game.cell, path.stem.split("-"))]
                self._keep(path, *(sum(1 << cell for cell in cells[i::2]) for i in range(2)))

    def _keep(self, path: Path, keeper: int, rival: int) -> None:
        for i, image in zip(self._turns, self._images(keeper, rival), strict=True):
            self._kept.setdefault(image, (path, i))

    def kept(self, at: Stones) -> Old | None:
        """The answer that a certificate in the folder has here, or to an image."""
        if (at.keeper, at.rival) not in self._kept:
            return None
        path, number = self._kept[at.keeper, at.rival]
        proof = Index(path)
        position, frame = proof.header.position, proof.board.frame
        images = self.board.moved(number, position.x), self.board.moved(number, position.o)
        if (position.game, frame, *images) != (self.game, self.board.frame, at.keeper, at.rival):
            raise CertificateError(f"{path} is of another board, or of other stones")
        return Old(proof, proof.roots[0], tuple(self.board.image(number)))

    def write(self, at: Stones, code: int, body: bytes) -> None:
        """Write a certificate that X wins a position, and keep it."""
        path, answer = self.path(at), bytes([code]) + body
        self.write_file(path, self.position(at), lambda write: write(answer))
        self._keep(path, at.keeper, at.rival)

    def write_file(self, path: Path, position: Position, answer: Callable[[Write], object]) -> None:
        """Write a certificate that X wins."""
        write_file(path, position, ["X wins"], answer, overwrite=True, version=2, frame=self.frame)


def _start(path: Path) -> tuple[Game, int]:
    """The board of a proof, and its first stone."""
    proof = index_of(path)
    (claim, *_), position = proof.header.claims, proof.header.position
    is_ours = position.game.is_grid and not proof.header.weak and not position.ply
    if not is_ours or (claim.side, claim.word) != ("X", "wins") or proof.roots[0].code != NODE:
        raise CertificateError(f"{path} is no proof of a win by the first stone")
    return position.game, proof.roots[0].reply


def proven(reply: int, task: Task) -> tuple[int, str, Path | None]:
    """Write the certificate of what follows a reply.

    Returns the reply, a row of the table, and the certificate, if there is one.
    """
    started = process_time()
    task.read_folder()
    at = task.state(reply)
    path, lines = task.path(at), BestFirst(task, reply)
    left = "" if path.exists() or lines.run(task.looks) else lines.left
    seconds = process_time() - started
    row = f"| {task.names(reply)} | {lines.carried:,} | {lines.searched:,} | {seconds:,.0f} |"
    if left:
        return reply, f"{row} | open: {left} |", None
    verdict = checked(path, task.position(at), task.frame)
    return reply, f"{row} {path.stat().st_size:,} | {verdict.nodes:,} |", path


def join(task: Task, proofs: dict[int, Path]) -> Verdict:
    """Make one certificate of those of the replies to the first stone, and check it.

    Each stands there as it is, but that its nodes are numbered anew.
    """
    path, start, board = task.folder / "parts.cert", task.game.start(), task.board

    def strategy(write: Write) -> None:
        known, count = dict[int, ProofEntry](), 0
        write(bytes([NODE]) + board.cell_bytes(task.first))
        for reply in task.start.legal_moves:
            if reply in known:
                write(known[reply].written(board))
                continue
            with proofs[reply].open("rb") as file:
                *_, part = unpacked(file).read().split(b"\n", 4)
            part, nodes = put_in_place(part, task.game, 0, count, reply)
            write(part)
            count += nodes
            entry, _ = read_entry(part, 0, board)
            if entry.is_followed:
                entry = entry._replace(code=KNOWN, node=count - 1)
            for number in task.turns:
                to = [*board.image(number), -1]
                known[to[reply]] = entry._replace(
                    move=to[reply],
                    reply=to[entry.reply],
                    cells=tuple(to[cell] for cell in entry.cells),
                    symmetry=number,
                )
        write(bytes([END]))

    task.write_file(path, start, strategy)
    return checked(path, start, task.frame)


def main() -> None:
    """Ask for what the command line says."""
    parser = options(__doc__, 4_000_000)
    parser.add_argument("proof", type=Path, nargs="*", help="of a win, from its first stone on")
    parser.add_argument("--first", help="without a proof: X's first stone, for five in a row")
    parser.add_argument("--side", type=int, default=21, help="of the new board (%(default)s)")
    parser.add_argument(
        "--alone", action="store_true", help="of a larger board: not of those between as well"
    )
    parser.add_argument("--folder", type=Path, required=True, help="for certificates; it goes on")
    parser.add_argument("--looks", type=int, default=0, help="for moves of X's (%(default)s)")
    parser.add_argument(
        "--longer", type=int, default=0, help="nodes of a longer search for one of them (none)"
    )
    parser.add_argument("--engine", default="", help="a program to ask instead, in milliseconds")
    parser.add_argument("--replies", default="", help="these alone")
    parser.add_argument("--then", default="", help="X's move after each of them, if they stay open")
    run_program(parser, run)


def run(given: argparse.Namespace) -> None:
    """Carry what is asked for, and print what came of each reply."""
    if bool(given.proof) == bool(given.first):
        raise InvalidOptionError("either a proof or --first is asked for")
    if min(given.longer, given.looks) < 0:
        raise InvalidOptionError("--looks and --longer must be 0 or more")
    if (given.engine and not given.longer) or (given.longer and not given.looks):
        raise InvalidOptionError("--engine goes with --longer, which goes with --looks")
    if given.then and not (given.replies and given.looks):
        raise InvalidOptionError("--then goes with --replies and --looks")
    task, proofs = Task(given), dict[int, Path]()
    asked = map(task.game.cell, given.replies.split())
    whole = task.replies
    replies = [*dict.fromkeys(asked)] or whole
    for reply in replies:
        after = task.start.play(reply)  # or `IllegalMoveError`
        if task.then is not None:
            after.play(task.then)
    given.folder.mkdir(parents=True, exist_ok=True)
    print("| reply | carried | searched | seconds | proof, bytes | positions |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with workers(given.jobs) as pool:
        for reply, row, path in pool.map(partial(proven, task=task), replies):
            print(row, flush=True)
            if path is not None:
                proofs[reply] = path
    print(f"\n{len(proofs)} of {len(replies)} are proven.")
    if proofs.keys() >= {*whole}:
        print(f"The whole: {join(task, proofs)}")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
