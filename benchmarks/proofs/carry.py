r"""Proofs of a win, carried over to boards that are a little larger or smaller.

    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 14 --folder FOLDER
    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 21 --folder FOLDER \
        --replies "d4 g7" --nodes 200000000 --longer 20000000
    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert \
        benchmarks/results/13-13-5.cert --side 12 --stones "f6 g6 g7" --folder FOLDER

A smaller board is laid into the middle of the old one: O has nothing that it did not have there,
and X lacks what lies beyond the edge. A larger board is laid around the old one: there O has more
cells and lines, and X the lines of the old board alone, the *frame*: so what is proven holds on
every board between the two, of whatever shape. With `--alone` X has all lines of the larger board,
which is easier, and it is proven of that board alone. Where there are several proofs, the first one
is laid so, and the others with X's first stone on the same cell: they are tried one after another.

Most of an old proof holds as it is. A reply that it leaves unanswered is met by a chain of threats
that answers another reply, or by a win by force, or, with eight stones or fewer on the board, as if
it were a reply nearby; else an answer is searched (`quiet_moves.py`; with six stones or fewer as in
`open_board.py`, with its `--longer` and `--engine`). Searches count X's lines beyond the frame
too; a win that needs one is thrown away. For a reply to the first stone all images of its answer
are tried. Where an old move does not win any more another one is sought so, and if none is found,
above it. `--nodes` are for positions of two and of four stones; with each two more there are an
eighth of them, but 400,000 at least.

Each reply to the first stone, up to symmetry, has a certificate of its own in the folder, and is
not asked about again. If all are proven, they are joined to one of the first stone, `parts.cert`.
With `--stones`, the last of which is X's, the replies to that stone are asked about: those in the
zone of X's win after a pass. Joined, they make the certificate of what follows O's last stone, in
the file where this program looks for it when it is asked about the stones before (of images of one
another it asks about the first cell there).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from itertools import product
from pathlib import Path
from time import process_time

from carrier import OFF, Carrier, Old, Open
from program import options, run_program, workers
from prover import Prover, read_stones
from wins import checked

from inarow import (
    CertificateError,
    Game,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
    Position,
    Verdict,
)
from inarow.certificate.board import ProofBoard
from inarow.certificate.index import Index, ProofEntry, read_entry
from inarow.certificate.prove import Write, write_file
from inarow.check import END, KNOWN, NODE, WIN, Geometry, unpacked
from inarow.distributed.assemble import put_in_place
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
        self.longer, self.engine = given.longer, given.engine
        side, starts = given.side, [*map(_start, given.proof)]
        size, cell = starts[0]
        self.game = Game.on(Grid(side, side, size.k))
        down, right = (side - size.m) // 2, (side - size.n) // 2
        row, column = down + cell // size.n, right + cell % size.n
        if any(old.k != size.k for old, _ in starts):
            raise InvalidGameError("these proofs are of lines of several lengths")
        if not (0 <= row < side and 0 <= column < side) or side < size.k:
            raise InvalidGameError(f"a board of side {side} is too small for this proof")
        alone = given.alone or min(down, right) < 0
        self.frame = () if alone else (down, right, down + size.m - 1, right + size.n - 1)
        """Where X has lines, if not everywhere: its first row and column, its last ones."""
        self.board = ProofBoard(Geometry.grid(*self.game.size, self.frame), False)
        names = read_stones(self.game, given.stones or self.game.name(row * side + column))
        self.stones = [*map(self.game.cell, names.split())]
        """In the order of play, X's first stone, which the proofs tell, and his last one."""
        if self.stones[0] != row * side + column:
            raise InvalidPositionError(f"these proofs do not begin with {names.split()[0]}")
        if names.count(" ") and self.frame:
            raise InvalidOptionError("--stones needs --alone, unless the board is smaller")
        x, o = (sum(1 << each for each in self.stones[i::2]) for i in range(2))
        self.position = make_position(self.game, o, x, "O", None)
        moved, kept = self.board.moved, (x, self.board.frame)
        every = range(len(self.board.symmetries))
        self.turns = [i for i in every if all(moved(i, cells) == cells for cells in kept)]
        """The symmetries that leave X's stones, and the frame, where they are."""
        self._laid = [
            (path, self._lay(old, row - first // old.n, column - first % old.n))
            for path, (old, first) in zip(given.proof, starts, strict=True)
        ]

    def _lay(self, old: Game, down: int, right: int) -> tuple[int, ...]:
        """Where the cells of an old board are."""
        m, n, _ = self.game.size
        rows, columns = range(down, down + old.m), range(right, right + old.n)
        return tuple(
            row * n + column if 0 <= row < m and 0 <= column < n else OFF
            for row, column in product(rows, columns)
        )

    @property
    def name(self) -> str:
        """The names of the stones."""
        return " ".join(map(self.game.name, self.stones))

    @property
    def prover(self) -> Prover:
        """It joins the answers to replies to more than one stone."""
        return Prover(self.game, 1, self.folder, {})

    @property
    def replies(self) -> list[int]:
        """Those to be answered, up to symmetry."""
        if len(self.stones) > 1:
            return [*map(self.game.cell, self.prover.replies(self.name)[1])]
        images = [self.board.image(number) for number in self.turns]
        cells = self.position.legal_moves
        return [cell for cell in cells if cell == min(to[cell] for to in images)]

    @property
    def answers(self) -> list[Old]:
        """The old answers to replies to these stones, in all images."""
        places = [
            Old(proof, root, tuple(laid[cell] for cell in image))
            for path, laid in self._laid
            for proof, root in [(index_of(path), index_of(path).roots[0])]
            for image in map(proof.board.image, range(len(proof.board.symmetries)))
            if image[root.reply] == root.reply
        ]
        for pair in zip(self.stones[1::2], self.stones[2::2], strict=True):
            after = (old for old in _answers(places) if old.entry.node >= 0)
            places = [
                old for old in after if (old.to[old.entry.move], old.to[old.entry.reply]) == pair
            ]
        return _answers(places)

    def path(self, reply: int) -> Path:
        """Of the certificate of what follows a reply."""
        return self.folder / f"{self.name} {self.game.name(reply)}.cert".replace(" ", "-")

    def write(self, path: Path, position: Position, answer: Callable[[Write], object]) -> None:
        """Write a certificate that X wins a position."""
        write_file(path, position, ["X wins"], answer, overwrite=True, version=2, frame=self.frame)


def _start(path: Path) -> tuple[Game, int]:
    """The board of a proof, and its first stone."""
    proof = index_of(path)
    (claim, *_), position = proof.header.claims, proof.header.position
    is_ours = position.game.is_grid and not proof.header.weak and not position.ply
    if not is_ours or (claim.side, claim.word) != ("X", "wins") or proof.roots[0].code != NODE:
        raise CertificateError(f"{path} is no proof of a win by the first stone")
    return position.game, proof.roots[0].reply


def _answers(places: Iterable[Old]) -> list[Old]:
    """The answers to the replies at the nodes that some answers lead to."""
    found = {
        (old.proof, each.to[entry.move], entry.node, entry.cells, each.turned): each
        for old in places
        for entry in old.proof.entries(old.entry.node)
        for each in [Old(old.proof, entry, old.turned)]
        if entry.move >= 0 and each.to[entry.move] != OFF
    }
    return [*found.values()]


def answers_to(reply: int, task: Task) -> tuple[list[Old], list[Old]]:
    """The old answers to a reply, and some to replies nearby."""
    own, near = list[Old](), dict[int, Old]()  # of each of X's moves the nearest answer
    distance = partial(task.game.board.distance, reply)
    for old in sorted(task.answers, key=lambda old: distance(old.to[old.entry.move])):
        if old.to[old.entry.move] == reply:
            own.append(old)
        else:
            near.setdefault(old.to[(*old.entry.cells, old.entry.reply)[0]], old)
    return own, [*near.values()][:NEAR_FIRST]


def proven(reply: int, task: Task) -> tuple[int, str, Path | None]:
    """Write the certificate of what follows a reply.

    Returns the reply, a row of the table, and the certificate, if there is one.
    """
    path, carrier, started = task.path(reply), Carrier(task, reply), process_time()
    position = task.position.play(reply)
    if not path.exists() and not position.is_over:
        at = task.board.state(position.o, position.x, WIN)
        with suppress(Open):
            code, body = carrier.answer(at, *answers_to(reply, task), False)
            task.write(path, position, lambda write: write(bytes([code]) + body))
    seconds = process_time() - started
    name = task.game.name(reply)
    row = f"| {name} | {carrier.carried:,} | {carrier.searched:,} | {seconds:,.0f} |"
    if not path.exists():
        return reply, f"{row} | open: {' '.join(carrier.left)} |", None
    verdict = checked(path, position, task.frame)
    return reply, f"{row} {path.stat().st_size:,} | {verdict.nodes:,} |", path


def join(task: Task, proofs: dict[int, Path]) -> Verdict:
    """Make one certificate, that X's last stone wins, of those of the replies to it; check it.

    After the first stone each stands there as it is, but that its nodes are numbered anew.
    """
    if len(task.stones) > 1:
        line, _, move = task.name.rpartition(" ")
        task.prover.join(line, move)
        at = task.position
        before = make_position(task.game, at.x ^ 1 << task.stones[-1], at.o, "X", None)
        return checked(task.folder / f"{line.replace(' ', '-')}.cert", before)
    path, start, board = task.folder / "parts.cert", task.game.start(), task.board

    def strategy(write: Write) -> None:
        known, count = dict[int, ProofEntry](), 0
        write(bytes([NODE]) + board.cell_bytes(*task.stones))
        for reply in task.position.legal_moves:
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

    task.write(path, start, strategy)
    return checked(path, start, task.frame)


def main() -> None:
    """Ask for what the command line says."""
    parser = options(__doc__, 20_000_000)
    parser.add_argument("proof", type=Path, nargs="+", help="of a win, from its first stone on")
    parser.add_argument("--side", type=int, default=21, help="of the new board (%(default)s)")
    parser.add_argument(
        "--alone", action="store_true", help="of a larger board: not of those between as well"
    )
    parser.add_argument("--folder", type=Path, required=True, help="for certificates; it goes on")
    parser.add_argument("--stones", help="the last one X's, to which O replies (his first one)")
    parser.add_argument("--replies", default="", help="these alone")
    run_program(parser, run)


def run(given: argparse.Namespace) -> None:
    """Carry what is asked for, and print what came of each reply."""
    task, proofs = Task(given), dict[int, Path]()
    asked = map(task.game.cell, given.replies.split())
    whole = task.replies
    replies = [*dict.fromkeys(asked)] or whole
    for reply in replies:
        task.position.play(reply)  # or `IllegalMoveError`
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
