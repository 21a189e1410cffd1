r"""A proof of a win on one board, carried over to boards that are a little larger or smaller.

    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 14 --folder FOLDER
    python benchmarks/proofs/carry.py benchmarks/results/15-15-5.cert --side 21 --folder FOLDER \
        --replies "d4 g7" --nodes 200000000 --longer 20000000

A smaller board is laid into the middle of the old one: O has nothing that it did not have there,
and X lacks what lies beyond the edge. A larger board is laid around the old one: there O has more
cells and lines, and X the lines of the old board alone, the *frame*: so what is proven holds on
every board between the two, of whatever shape. With `--alone` X has all lines of the larger board,
which is easier, and it is proven of that board alone.

Most of the old proof holds as it is. A reply that it leaves unanswered is met by a chain of threats
that answers another reply, or by a win by force, or, with eight stones or fewer on the board, as if
it were a reply nearby; else an answer is searched (`quiet_moves.py`; with six stones or fewer as in
`open_board.py`). For a reply to the first stone all images of its answer are tried. Where an
old move does not win any more another one is sought so, and if none is found, above it. `--nodes`
are for positions of two and of four stones; with each two more there are an eighth of them, but
400,000 at least. `--longer` and `--engine` are as in `open_board.py`.

Each reply to the first stone, up to symmetry, has a certificate of its own in the folder, and is
not asked about again. If all are proven, they are joined to one of the first stone, `parts.cert`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import NamedTuple

from prover import Prover
from quiet_moves import QUICK, Search, find

import inarow
from inarow import Game, Position
from inarow.certificate.board import ProofBoard, proof_board
from inarow.certificate.forced import WinWriter, spoilers_of
from inarow.certificate.index import Index, ProofEntry, read_entry
from inarow.certificate.prove import Write, packed
from inarow.check import (
    CHAIN,
    END,
    KNOWN,
    NODE,
    PASS,
    TREE,
    WIN,
    Checker,
    Geometry,
    Stones,
    Unproven,
    unpacked,
)
from inarow.distributed.assemble import put_in_place
from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError
from inarow.model.files import new_file
from inarow.model.grid import MAX_SIDE, Grid
from inarow.model.position import make_position

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

LEAST = 400_000
"""Nodes for a search, however many stones are on the board."""
NEAR = 2
"""So many answers to replies nearby are tried …"""
NEAR_STONES = 8
"""… with so many stones on the board at most: further down a search is the shorter way …"""
NEAR_FIRST = 6
"""… and so many to the first stone, each with another move."""

OFF = -1
"""Where a cell is that the new board does not have."""

Attempt = Callable[[], tuple[int, bytes]]
"""Returns the code of an answer and what follows it, or raises `Open`."""


class Open(Exception):
    """No win is found here."""


class Old(NamedTuple):
    """An answer of a proof, and where each of its cells is on the new board."""

    proof: Index
    entry: ProofEntry
    to: tuple[int, ...]


class Task:
    """The new board, the frame on it, and where things are kept."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.path, self.folder = given.proof, given.folder
        self.nodes, self.longer, self.engine = given.nodes, given.longer, given.engine
        side = given.side
        old = index_of(given.proof).header.position.game
        down, right = (side - old.m) // 2, (side - old.n) // 2
        alone = given.alone or min(down, right) < 0
        self.game = Game.on(Grid(side, side, old.k))
        rows, columns = range(-down, side - down), range(-right, side - right)
        places = (divmod(cell, old.n) for cell in range(old.cells))
        self.to = tuple(
            (row + down) * side + column + right if row in rows and column in columns else OFF
            for row, column in places
        )
        """Where the cells of the old board are."""
        # A larger board than any game has is proven as parts, of which the whole is the only one.
        self.alone = alone and side <= MAX_SIDE
        frame = {*range(side * side)} if alone else {*self.to}  # where X has lines
        self.frame = (*divmod(min(frame), side), *divmod(max(frame), side))
        self.first = self.to[index_of(given.proof).roots[0].reply]
        """X's first stone."""
        symmetries = self.game.start().play(self.first).symmetries
        self.turns = [to for to in symmetries if {to[cell] for cell in frame} == frame]
        """The symmetries that leave it, and the frame, where they are."""

    @property
    def replies(self) -> list[int]:
        """To the first stone, up to symmetry."""
        cells = self.game.start().play(self.first).legal_moves
        return [cell for cell in cells if cell == min(to[cell] for to in self.turns)]

    @property
    def head(self) -> str:
        """What is proven of, in the words of a certificate."""
        size, frame = (",".join(map(str, numbers)) for numbers in (self.game.size, self.frame))
        return size if self.alone else f"parts {size} frame {frame}"

    @contextmanager
    def begun(self, path: Path, position: Position) -> Iterator[Write]:
        """A certificate of what is proven of; its answer is to be written."""
        version = 2 if self.alone else 3
        head = f"inarow certificate {version}\n{self.head} strong\n{position.text} X\nX wins\n"
        with new_file(path, CertificateError, overwrite=True) as file, packed(file) as proof:
            proof.write(head.encode())
            yield proof.write

    def checked(self, path: Path, position: Position) -> inarow.Verdict:
        """What the checker says of a certificate; it is to prove that X wins a position."""
        verdict, where = inarow.check(path), position.text if position.ply else "the empty board"
        claim = f"{self.head}, strong game, {where}, X to move: X wins"
        if not verdict.verified or verdict.claim != claim:
            raise CertificateError(f"{path} is refused, or of another board: {verdict}")
        return verdict

    def old(self, path: Path) -> Old:
        """How a proof of the new board begins."""
        proof = index_of(path)
        return Old(proof, proof.roots[0], tuple(range(self.game.cells)))


@cache
def index_of(path: Path) -> Index:
    """The nodes of a certificate."""
    return Index(path)


class Carrier(WinWriter):
    """Writes wins of X's on the new board, by answers of proofs where they hold."""

    def __init__(self, task: Task, reply: int) -> None:
        super().__init__(ProofBoard(Geometry.grid(*task.game.size, task.frame), False))
        self._task, self._game, self._reply = task, task.game, reply
        self._given_up = set[tuple[int, int]]()
        self.carried = self.searched = 0
        self.left: list[str] = []
        """The positions of six stones or fewer that were searched in vain."""

    def answer(
        self,
        at: Stones,
        old: Sequence[Old],
        near: Iterable[Old] = (),
        chains: Sequence[Sequence[int]] = (),
        after_pass: bool = False,
    ) -> tuple[int, bytes]:
        """An answer to a reply that has just been made, as its code and what follows it."""
        before = self._count
        if (at.rival, at.keeper) in self._given_up:
            raise Open
        for attempt in self._attempts(at, old, near, chains, after_pass):
            try:
                return attempt()
            except (Open, CertificateError):
                self._forget(before)
        self._given_up.add((at.rival, at.keeper))
        raise Open

    def _attempts(
        self,
        at: Stones,
        old: Sequence[Old],
        near: Iterable[Old],
        chains: Sequence[Sequence[int]],
        after_pass: bool,
    ) -> Iterator[Attempt]:
        yield from (partial(self.carry, each, at, after_pass) for each in old)
        yield from (partial(self.chain, moves, at) for moves in chains)
        if (win := find(self._position(at), QUICK)) is not None:
            yield partial(self.win, win, at, after_pass)
        if self.board.missed(at, at.theirs[1:2]).bit_count() > 1:
            return  # the other side completes a line
        if (at.keeper | at.rival).bit_count() <= NEAR_STONES:
            yield from (partial(self.carry, each, at, after_pass) for each in near)
        yield from self._searched(at, after_pass)

    def carry(self, old: Old, at: Stones, after_pass: bool) -> tuple[int, bytes]:
        """An answer of a proof, if it holds here; X is to move."""
        proof, entry, to = old
        if entry.code in (CHAIN, PASS):
            return self.chain([to[cell] for cell in entry.cells], at)
        move = to[entry.reply]
        if move == OFF or not self.board.empty(at) >> move & 1:
            raise Open
        after, played = self.board.keeper_plays(at, move), self.board.cell_bytes(move)
        if not after_pass and (known := self._known(after)):
            return KNOWN, played + known
        if entry.code == KNOWN:
            to = tuple(to[cell] for cell in proof.board.image(entry.symmetry))
        body = self._carried_node(Old(proof, entry, to), after, after_pass)
        self._number(after, after_pass)
        self.carried += 1
        return NODE, played + body

    def chain(self, moves: Sequence[int], at: Stones) -> tuple[int, bytes]:
        """A chain, if it wins here; it may do so sooner than where it comes from."""
        if OFF in moves:
            moves = moves[: moves.index(OFF)]
        code, body = super().chain(moves, at)
        checker = Checker(stream := BytesIO(body), None, None)
        checker.board = self.board
        try:
            checker.chain(at)
        except Unproven:
            read = (stream.tell() - 1) // self.board.cell_size
            if read == len(moves):
                raise Open from None
            return self.chain(moves[:read], at)
        return code, body

    def _carried_node(self, old: Old, at: Stones, after_pass: bool) -> bytes:
        """The other side is to move, at the node that the answer leads to."""
        board, (source, answer, to), body = self.board, old, b""
        answers, chains = dict[int, Old](), list[list[int]]()
        if board.missed(at, at.theirs[1:2]):
            raise Open
        wins = board.missed(at, at.mine[1:2])  # the other side takes one, but not two
        if wins & (wins - 1):
            return bytes([END])
        unanswered = wins or board.empty(at)
        for entry in source.entries(answer.node):
            if entry.move >= 0 and to[entry.move] != OFF:
                answers[to[entry.move]] = Old(source, entry, to)
            if entry.code in (PASS, CHAIN):
                chains.append([to[cell] for cell in entry.cells])
            if entry.code in (PASS, TREE) and not wins:
                body, spoilers = self._after_pass(Old(source, entry, to), at)
                unanswered &= spoilers
        # First those without an answer of their own: if they fail, they do so before long work.
        for reply in sorted(cells_of(unanswered), key=answers.__contains__):
            own = [answers[reply]] if reply in answers else []
            after, near = board.rival_plays(at, reply), self._near(reply, answers)
            code, follows = self.answer(after, own, near, chains, after_pass)
            body += bytes([code]) + board.cell_bytes(reply) + follows
        return body + bytes([END])

    def _near(self, reply: int, answers: dict[int, Old]) -> Iterator[Old]:
        """The answers to replies nearby; sorted when they are first asked for, which is seldom."""
        by_distance = sorted(answers, key=partial(self._game.board.distance, reply))
        yield from [answers[cell] for cell in by_distance[: NEAR + 1] if cell != reply][:NEAR]

    def _after_pass(self, old: Old, at: Stones) -> tuple[bytes, int]:
        """A win after a pass, that of the old proof or another one, and the replies it leaves."""

        def found() -> Iterator[Attempt]:
            yield partial(self.carry, old, at, True)
            if (win := find(self._position(at), QUICK)) is not None:
                yield partial(self.win, win, at, True)

        before, empty = self._count, self.board.empty(at)
        for attempt in found():
            try:
                code, body = attempt()
                spoilers = spoilers_of(self.board, code, at, body)
                if empty & ~spoilers:
                    return bytes([PASS if code == CHAIN else TREE]) + body, spoilers
            except (Open, CertificateError):
                pass
            self._forget(before)
        raise Open

    def _searched(self, at: Stones, after_pass: bool) -> Iterator[Attempt]:
        task, position = self._task, self._position(at)
        nodes = max(LEAST, task.nodes >> 3 * max(0, (position.ply - 4) // 2))
        self.searched += 1
        if position.ply > 6 or at.keeper.bit_count() > at.rival.bit_count():  # after a pass
            search = Search(position)
            if search.run(nodes):
                yield partial(self.win, search.root.win(), at, after_pass)
            return
        # In one order, as `open_board.py` comes to them from above.
        x, o = [task.first, *cells_of(at.keeper)], [self._reply, *cells_of(at.rival)]
        sides = zip(dict.fromkeys(x), dict.fromkeys(o), strict=True)
        *stones, reply = [self._game.name(cell) for pair in sides for cell in pair]
        name = "-".join([*stones, reply])
        prover = Prover(self._game, nodes, task.folder, {}, task.longer, task.engine)
        if prover.proven(reply, " ".join(stones)).move:
            yield partial(self.carry, task.old(task.folder / f"{name}.cert"), at, after_pass)
        self.left.append(name)

    def _position(self, at: Stones) -> Position:
        return make_position(self._game, at.keeper, at.rival, "X", None)

    def _forget(self, count: int) -> None:
        """Take back the numbers of nodes from this one on."""
        while self._numbers and next(reversed(self._numbers.values())) >= count:
            self._numbers.popitem()
        self._count = count


def answers_to(reply: int, task: Task) -> tuple[list[Old], list[Old]]:
    """The old answers to a reply to the first stone, in all images, and some to replies nearby."""
    proof, distance = index_of(task.path), partial(task.game.board.distance, reply)
    first = proof.roots[0].reply
    images = [proof.board.image(number) for number in range(len(proof.board.symmetries))]
    answers = [
        Old(proof, entry, tuple(task.to[cell] for cell in image))
        for entry in proof.entries(proof.roots[0].node)
        for image in images
        if image[first] == first and entry.move >= 0 and task.to[image[entry.move]] != OFF
    ]
    answers.sort(key=lambda old: distance(old.to[old.entry.move]))
    own, near = dict[object, Old](), dict[int, Old]()  # of each of X's moves the nearest answer
    for old in answers:
        if old.to[old.entry.move] != reply:
            near.setdefault(old.to[old.entry.reply], old)
            continue
        image = proof.board.image(old.entry.symmetry if old.entry.code == KNOWN else 0)
        own.setdefault((old.entry.node, *(old.to[cell] for cell in image)), old)
    return [*own.values()], [*near.values()][:NEAR_FIRST]


def proven(reply: int, task: Task) -> tuple[int, str, Path | None]:
    """Write the certificate of what follows a reply to the first stone.

    Returns the reply, a row of the table, and the certificate, if there is one.
    """
    name, started = task.game.name(reply), process_time()
    path, carrier, left = task.folder / f"{name}.cert", Carrier(task, reply), ""
    position = make_position(task.game, 1 << task.first, 1 << reply, "X", None)
    if not path.exists():
        own, near = answers_to(reply, task)
        at = carrier.board.state(1 << reply, 1 << task.first, WIN)
        try:
            answer = carrier.answer(at, own, near)
        except Open:
            left = " ".join(carrier.left)
        else:
            with task.begun(path, position) as write:
                write(bytes([answer[0]]) + answer[1])
    counts = f"{carrier.carried:,} | {carrier.searched:,} | {process_time() - started:,.0f}"
    if not path.exists():
        return reply, f"| {name} | {counts} | | open: {left} |", None
    verdict = task.checked(path, position)
    size = path.stat().st_size
    return reply, f"| {name} | {counts} | {size:,} | {verdict.nodes:,} |", path


def join(task: Task, proofs: dict[int, Path]) -> Path:
    """Make one certificate, that the first stone wins, of those of the replies to it.

    Each stands there as it is, but that its nodes are numbered anew.
    """
    path, start = task.folder / "parts.cert", task.game.start()
    board, known, count = proof_board(task.game, False), dict[int, ProofEntry](), 0
    with task.begun(path, start) as write:
        write(bytes([NODE]) + board.cell_bytes(task.first))
        for reply in start.play(task.first).legal_moves:
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
            for symmetry in task.turns:
                to = [*symmetry, -1]
                known[to[reply]] = entry._replace(
                    move=to[reply],
                    reply=to[entry.reply],
                    cells=tuple(to[cell] for cell in entry.cells),
                    symmetry=board.symmetries.index([*symmetry]),
                )
        write(bytes([END]))
    return path


def main() -> None:
    """Ask for what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("proof", type=Path, help="of the smaller board, from its first stone on")
    parser.add_argument("--side", type=int, default=21, help="of the new board (%(default)s)")
    parser.add_argument(
        "--alone", action="store_true", help="of a larger board: not of those between as well"
    )
    parser.add_argument("--folder", type=Path, required=True, help="for certificates; it goes on")
    parser.add_argument("--nodes", type=int, default=20_000_000, help="(%(default)s)")
    parser.add_argument("--longer", type=int, default=0, help="nodes for X's move (none)")
    parser.add_argument("--engine", default="", help="a program to ask for it, in milliseconds")
    parser.add_argument("--replies", help="these alone")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    given = parser.parse_args()
    if given.nodes < 1 or given.jobs < 1 or given.longer < 0:
        parser.error("--nodes and --jobs must be 1 or more, --longer 0 or more")
    if given.engine and not given.longer:
        parser.error("--engine goes with --longer")
    try:
        given.folder.mkdir(parents=True, exist_ok=True)
        task = Task(given)
        asked = map(task.game.cell, (given.replies or "").split())
        replies = [*dict.fromkeys(asked)] or task.replies
        for reply in replies:
            task.game.start().play(task.first).play(reply)  # or `IllegalMoveError`
        print("| reply | carried | searched | seconds | proof, bytes | positions |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        proofs = dict[int, Path]()
        with ProcessPoolExecutor(given.jobs) as pool:
            for reply, row, path in pool.map(partial(proven, task=task), replies):
                print(row, flush=True)
                if path is not None:
                    proofs[reply] = path
        print(f"\n{len(proofs)} of {len(replies)} are proven.")
        if proofs.keys() >= {*task.replies}:
            print(f"The whole: {task.checked(join(task, proofs), task.game.start())}")
    except (inarow.InarowError, OSError) as error:
        parser.error(str(error))
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
