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
`open_board.py`, with its `--longer` and `--engine`). Searches count X's lines beyond the frame
too; a win that needs one is thrown away. For a reply to the first stone all images of its answer
are tried. Where an old move does not win any more another one is sought so, and if none is found,
above it. `--nodes` are for positions of two and of four stones; with each two more there are an
eighth of them, but 400,000 at least.

Each reply to the first stone, up to symmetry, has a certificate of its own in the folder, and is
not asked about again. If all are proven, they are joined to one of the first stone, `parts.cert`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from heapq import nsmallest
from pathlib import Path
from time import process_time
from typing import NamedTuple

from program import options, run_program, workers
from prover import Prover
from quiet_moves import QUICK, Search, find
from wins import checked

from inarow import CertificateError, Game, InvalidGameError, Position, Verdict
from inarow.certificate.board import ProofBoard
from inarow.certificate.forced import Win, WinWriter, spoilers_of
from inarow.certificate.index import Index, ProofEntry, read_entry
from inarow.certificate.prove import Write, write_file
from inarow.check import CHAIN, END, KNOWN, NODE, PASS, TREE, WIN, Geometry, Stones, unpacked
from inarow.distributed.assemble import put_in_place
from inarow.model.bits import cells_of
from inarow.model.grid import Grid
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

Attempt = Callable[[Stones, bool], tuple[int, bytes]]
"""To a position, perhaps after a pass: an answer's code and what follows; or it raises `Open`."""


class Open(Exception):
    """No win is found here."""


class Old(NamedTuple):
    """An answer of a proof, and where each of its cells is on the new board."""

    proof: Index
    entry: ProofEntry
    to: tuple[int, ...]


@cache
def index_of(path: Path) -> Index:
    """The nodes of the old proof, read once by each process."""
    return Index(path)


class Task:
    """The new board, the frame on it, and where things are kept."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.path, self.folder = given.proof, given.folder
        self.nodes, self.longer, self.engine = given.nodes, given.longer, given.engine
        proof, side = index_of(given.proof), given.side
        (claim, *_), old = proof.header.claims, proof.header.position.game
        is_ours = old.is_grid and not proof.header.weak and not proof.header.position.ply
        if not is_ours or (claim.side, claim.word) != ("X", "wins") or proof.roots[0].code != NODE:
            raise CertificateError(f"{given.proof} is no proof of a win by the first stone")
        self.game = Game.on(Grid(side, side, old.k))
        down, right = (side - old.m) // 2, (side - old.n) // 2
        self.to = tuple(
            row * side + column if 0 <= row < side and 0 <= column < side else OFF
            for row in range(down, down + old.m)
            for column in range(right, right + old.n)
        )
        """Where the cells of the old board are."""
        self.first = self.to[proof.roots[0].reply]
        """X's first stone."""
        if self.first == OFF or side < old.k:
            raise InvalidGameError(f"a board of side {side} is too small for this proof")
        alone = given.alone or min(down, right) < 0
        self.frame = () if alone else (down, right, down + old.m - 1, right + old.n - 1)
        """Where X has lines, if not everywhere: its first row and column, its last ones."""
        self.board = ProofBoard(Geometry.grid(*self.game.size, self.frame), False)
        moved, kept = self.board.moved, (1 << self.first, self.board.frame)
        every = range(len(self.board.symmetries))
        self.turns = [i for i in every if all(moved(i, cells) == cells for cells in kept)]
        """The symmetries that leave the first stone, and the frame, where they are."""

    @property
    def replies(self) -> list[int]:
        """To the first stone, up to symmetry."""
        images = [self.board.image(number) for number in self.turns]
        cells = self.game.start().play(self.first).legal_moves
        return [cell for cell in cells if cell == min(to[cell] for to in images)]

    def write(self, path: Path, position: Position, answer: Callable[[Write], object]) -> None:
        """Write a certificate that X wins a position."""
        write_file(path, position, ["X wins"], answer, overwrite=True, version=2, frame=self.frame)


class Carrier(WinWriter):
    """Writes wins of X's on the new board, by answers of proofs where they hold."""

    def __init__(self, task: Task, reply: int) -> None:
        super().__init__(task.board)
        self._task, self._game, self._reply = task, task.game, reply
        self._given_up = set[tuple[int, int]]()
        self.carried = self.searched = 0
        self.left: list[str] = []
        """The positions of six stones or fewer that were searched in vain."""

    def answer(
        self, at: Stones, old: Sequence[Old], near: Iterable[Old], after_pass: bool
    ) -> tuple[int, bytes]:
        """An answer to a reply that has just been made, as its code and what follows it."""
        before = self._count
        if (at.rival, at.keeper) not in self._given_up:
            for attempt in self._attempts(at, old, near):
                with suppress(Open):
                    return attempt(at, after_pass)
                self._forget(before)
        self._given_up.add((at.rival, at.keeper))
        raise Open

    def _attempts(self, at: Stones, old: Sequence[Old], near: Iterable[Old]) -> Iterator[Attempt]:
        yield from (partial(self.carry, each) for each in old)
        yield self.by_force
        if self.board.missed(at, at.theirs[1:2]).bit_count() > 1:
            return  # the other side completes a line
        if (at.keeper | at.rival).bit_count() <= NEAR_STONES:
            yield from (partial(self.carry, each) for each in near)
        yield self.search

    def carry(self, old: Old, at: Stones, after_pass: bool) -> tuple[int, bytes]:
        """An answer of a proof, if it holds here."""
        proof, entry, to = old
        if entry.code in (CHAIN, PASS):
            return self.chain([to[cell] for cell in entry.cells], at)
        move = to[entry.reply]
        if move == OFF or not self.board.empty(at) >> move & 1:
            raise Open
        if entry.code == KNOWN:
            to = tuple(to[cell] for cell in proof.board.image(entry.symmetry))
        node = partial(self._carried_node, Old(proof, entry, to))
        return self.quiet(move, at, after_pass, node)

    def chain(self, moves: Sequence[int], at: Stones) -> tuple[int, bytes]:
        """A chain, if it wins here; it may do so sooner than where it comes from."""
        board = self.board
        for number, move in enumerate(moves, 1):
            if move == OFF or not board.empty(at) >> move & 1:
                break
            at = board.keeper_plays(at, move)
            done, wins = at.mine[0] & board.through[move], board.missed(at, at.mine[1:2])
            if not done and (not wins or board.missed(at, at.theirs[1:2])):
                break
            if done or wins & (wins - 1):
                return super().chain(moves[:number], at)
            at = board.rival_plays(at, wins.bit_length() - 1)
        raise Open

    def by_force(self, at: Stones, after_pass: bool) -> tuple[int, bytes]:
        """A win by force, if one is found and holds."""
        if (win := find(self._position(at), QUICK)) is None:
            raise Open
        return self.win(win, at, after_pass)

    def win(self, win: Win, at: Stones, after_pass: bool = False) -> tuple[int, bytes]:
        """A win, if it holds with the lines that X has here."""
        try:
            return super().win(win, at, after_pass)
        except CertificateError:  # what it threatens, or an answer, was not found again
            raise Open from None

    def search(self, at: Stones, after_pass: bool) -> tuple[int, bytes]:
        """A win that is searched; with few stones one that is kept in the folder."""
        task, position = self._task, self._position(at)
        nodes = max(LEAST, task.nodes >> 3 * max(0, (position.ply - 4) // 2))
        self.searched += 1
        if position.ply > 6 or after_pass:
            search = Search(position)
            if not search.run(nodes):
                raise Open
            return self.win(search.root.win(), at, after_pass)
        # In one order, whatever that of play was.
        x = dict.fromkeys([task.first, *cells_of(at.keeper)])
        o = dict.fromkeys([self._reply, *cells_of(at.rival)])
        *stones, reply = [self._game.name(cell) for pair in zip(x, o, strict=True) for cell in pair]
        name = "-".join([*stones, reply])
        prover = Prover(self._game, nodes, task.folder, {}, task.longer, task.engine)
        if prover.proven(reply, " ".join(stones)).move:
            proof, same = Index(task.folder / f"{name}.cert"), tuple(range(self._game.cells))
            with suppress(Open):
                return self.carry(Old(proof, proof.roots[0], same), at, False)
        self.left.append(name)
        raise Open

    def _carried_node(self, old: Old, at: Stones, after_pass: bool) -> bytes:
        """The other side is to move, at the node that the answer leads to."""
        board, (source, answer, to), body = self.board, old, b""
        answers, chains = dict[int, Old](), list[Old]()
        empty = board.empty(at)
        if board.missed(at, at.theirs[1:2]) or not empty & (empty - 1):
            raise Open  # the other side completes a line, or fills the board
        wins = board.missed(at, at.mine[1:2])  # the other side takes one, but not two
        unanswered = 0 if wins & (wins - 1) else wins or empty
        for entry in source.entries(answer.node):
            each = Old(source, entry, to)
            if entry.move >= 0 and to[entry.move] != OFF:
                answers[to[entry.move]] = each
            if entry.code in (PASS, CHAIN):
                chains.append(each)
            if entry.code in (PASS, TREE) and not wins:
                found, spoilers = self._after_pass(each, at, unanswered)
                body, unanswered = body + found, unanswered & spoilers
        # First those without an answer of their own: if they fail, they do so before long work.
        for reply in sorted(cells_of(unanswered), key=answers.__contains__):
            own = [answers[reply]] if reply in answers else []
            after, near = board.rival_plays(at, reply), self._near(reply, answers)
            code, follows = self.answer(after, own + chains, near, after_pass)
            body += bytes([code]) + board.cell_bytes(reply) + follows
        self.carried += 1
        return body + bytes([END])

    def _near(self, reply: int, answers: dict[int, Old]) -> Iterator[Old]:
        """The answers to replies nearby, which are looked for when they are first asked for."""
        others, distance = (cell for cell in answers if cell != reply), self._game.board.distance
        yield from map(answers.__getitem__, nsmallest(NEAR, others, partial(distance, reply)))

    def _after_pass(self, old: Old, at: Stones, unanswered: int) -> tuple[bytes, int]:
        """A win after a pass, that of the old proof or another one, and the replies it leaves."""
        before = self._count
        for attempt in (partial(self.carry, old), self.by_force):
            with suppress(Open):
                code, body = attempt(at, True)
                spoilers = spoilers_of(self.board, code, at, body)
                if unanswered & ~spoilers:
                    return bytes([PASS if code == CHAIN else TREE]) + body, spoilers
            self._forget(before)
        raise Open

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
    path, carrier = task.folder / f"{name}.cert", Carrier(task, reply)
    position = make_position(task.game, 1 << task.first, 1 << reply, "X", None)
    if not path.exists():
        at = task.board.state(1 << reply, 1 << task.first, WIN)
        with suppress(Open):
            code, body = carrier.answer(at, *answers_to(reply, task), False)
            task.write(path, position, lambda write: write(bytes([code]) + body))
    seconds = process_time() - started
    row = f"| {name} | {carrier.carried:,} | {carrier.searched:,} | {seconds:,.0f} |"
    if not path.exists():
        return reply, f"{row} | open: {' '.join(carrier.left)} |", None
    verdict = checked(path, position, task.frame)
    return reply, f"{row} {path.stat().st_size:,} | {verdict.nodes:,} |", path


def join(task: Task, proofs: dict[int, Path]) -> Verdict:
    """Make one certificate, that the first stone wins, of those of the replies to it; check it.

    Each stands there as it is, but that its nodes are numbered anew.
    """
    path, start, board = task.folder / "parts.cert", task.game.start(), task.board

    def strategy(write: Write) -> None:
        known, count = dict[int, ProofEntry](), 0
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
    parser.add_argument("proof", type=Path, help="of a win, from its first stone on")
    parser.add_argument("--side", type=int, default=21, help="of the new board (%(default)s)")
    parser.add_argument(
        "--alone", action="store_true", help="of a larger board: not of those between as well"
    )
    parser.add_argument("--folder", type=Path, required=True, help="for certificates; it goes on")
    parser.add_argument("--replies", default="", help="these alone")
    run_program(parser, run)


def run(given: argparse.Namespace) -> None:
    """Carry what is asked for, and print what came of each reply."""
    task, proofs = Task(given), dict[int, Path]()
    asked = map(task.game.cell, given.replies.split())
    replies = [*dict.fromkeys(asked)] or task.replies
    for reply in replies:
        task.game.start().play(task.first).play(reply)  # or `IllegalMoveError`
    given.folder.mkdir(parents=True, exist_ok=True)
    print("| reply | carried | searched | seconds | proof, bytes | positions |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with workers(given.jobs) as pool:
        for reply, row, path in pool.map(partial(proven, task=task), replies):
            print(row, flush=True)
            if path is not None:
                proofs[reply] = path
    print(f"\n{len(proofs)} of {len(replies)} are proven.")
    if proofs.keys() >= {*task.replies}:
        print(f"The whole: {join(task, proofs)}")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
