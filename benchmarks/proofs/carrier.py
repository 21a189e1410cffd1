"""Answers of old proofs, written as they stand where they hold on a new board, or mended.

What it does is told in `carry.py`, the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from prover import Prover
from quiet_moves import QUICK, Search, find

from inarow import CertificateError, Position
from inarow.certificate.forced import Win, WinWriter, spoilers_of
from inarow.certificate.index import Index, ProofEntry
from inarow.check import CHAIN, END, PASS, TREE, Stones
from inarow.model.bits import cells_of
from inarow.model.position import make_position

if TYPE_CHECKING:
    from carry import Task

LEAST = 400_000
"""Nodes for a search, however many stones are on the board."""
NEAR = 2
"""So many answers to replies nearby are tried …"""
NEAR_STONES = 8
"""… with so many stones on the board at most: further down a search is the shorter way."""
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

    @property
    def turned(self) -> tuple[int, ...]:
        """Where the cells of the node are that follows or is referred to."""
        if not self.entry.symmetry:
            return self.to
        return tuple(self.to[cell] for cell in self.proof.board.image(self.entry.symmetry))


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
        _, entry, to = old
        if entry.code in (CHAIN, PASS):
            return self.chain([to[cell] for cell in entry.cells], at)
        move = to[entry.reply]
        if move == OFF or not self.board.empty(at) >> move & 1:
            raise Open
        return self.quiet(move, at, after_pass, partial(self._carried_node, old))

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
        x = dict.fromkeys([*task.stones[::2], *cells_of(at.keeper)])
        o = dict.fromkeys([*task.stones[1::2], self._reply, *cells_of(at.rival)])
        *stones, reply = [self._game.name(cell) for pair in zip(x, o, strict=True) for cell in pair]
        name = "-".join([*stones, reply])
        folder = task.folder / "searched"
        folder.mkdir(exist_ok=True)
        prover = Prover(self._game, nodes, folder, {}, task.longer, task.engine)
        if prover.proven(reply, " ".join(stones)).move:
            proof, same = Index(folder / f"{name}.cert"), tuple(range(self._game.cells))
            with suppress(Open):
                return self.carry(Old(proof, proof.roots[0], same), at, False)
        self.left.append(name)
        raise Open

    def _carried_node(self, old: Old, at: Stones, after_pass: bool) -> bytes:
        """The other side is to move, at the node that the answer leads to."""
        board, (source, answer, _), to, body = self.board, old, old.turned, b""
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
