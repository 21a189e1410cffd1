"""Answers of old proofs, written as they stand where they hold on a new board, or mended.

What it does is told in `carry.py`, the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from heapq import nsmallest
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from quiet_moves import QUICK, Search, find

from inarow import CertificateError
from inarow.certificate.forced import Win, WinWriter, spoilers_of
from inarow.certificate.index import Index, ProofEntry
from inarow.check import CHAIN, END, PASS, TREE, Stones
from inarow.model.bits import cells_of

if TYPE_CHECKING:
    from carry import Task

LEAST = 400_000
"""Nodes for a search, however many stones are on the board."""
PASSED = 4_000_000
"""Nodes for a win after a pass where no old proof has one."""
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


class Spent(Exception):
    """So many searches were made as were allowed."""


class Old(NamedTuple):
    """An answer of a proof, and where each of its cells is on the new board."""

    proof: Index
    entry: ProofEntry
    to: tuple[int, ...]

    @property
    def move(self) -> int:
        """X's."""
        return self.to[(*self.entry.cells, self.entry.reply)[0]]

    @property
    def turned(self) -> tuple[int, ...]:
        """Where the cells of the node are that follows or is referred to."""
        if not self.entry.symmetry:
            return self.to
        return tuple(self.to[cell] for cell in self.proof.board.image(self.entry.symmetry))


def answers_of(places: Iterable[Old]) -> list[Old]:
    """The answers to the replies at the nodes that some answers lead to."""
    found = {
        (old.proof, each.to[entry.move], entry.node, entry.cells, each.turned): each
        for old in places
        if old.entry.node >= 0
        for to in [old.turned]
        for entry in old.proof.entries(old.entry.node)
        for each in [Old(old.proof, entry, to)]
        if entry.move >= 0 and each.to[entry.move] != OFF
    }
    return [*found.values()]


class Carrier(WinWriter):
    """Writes wins of X's on the new board, by answers of proofs where they hold.

    Raises `Spent` when it has made so many searches.
    """

    def __init__(self, task: Task, searches: float = inf) -> None:
        super().__init__(task.board)
        self._task, self._searches = task, searches
        self._given_up = set[tuple[int, int]]()
        self.carried = self.searched = 0

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
        if kept := self._task.kept(at):
            yield partial(self.carry, kept)
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

    def _carried_node(self, old: Old, at: Stones, after_pass: bool) -> bytes:
        """The other side is to move, at the node that an answer leads to."""
        to, entries = old.turned, old.proof.entries(old.entry.node)
        self.carried += 1
        return self.node([Old(old.proof, entry, to) for entry in entries], at, after_pass)

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

    def by_force(self, at: Stones, after_pass: bool, nodes: int = QUICK) -> tuple[int, bytes]:
        """A win by force, if one is found and holds."""
        if (win := find(self._task.position(at), nodes)) is None:
            raise Open
        return self.win(win, at, after_pass)

    def win(self, win: Win, at: Stones, after_pass: bool = False) -> tuple[int, bytes]:
        """A win, if it holds with the lines that X has here."""
        try:
            return super().win(win, at, after_pass)
        except CertificateError:  # what it threatens, or an answer, was not found again
            raise Open from None

    def search(self, at: Stones, after_pass: bool) -> tuple[int, bytes]:
        """A win that is searched."""
        if self.searched >= self._searches:
            raise Spent
        self.searched += 1
        search = Search(self._task.position(at))
        if not search.run(LEAST):
            raise Open
        return self.win(search.root.win(), at, after_pass)

    def replies(self, at: Stones) -> int:
        """The replies that may spoil a win after a pass; or `Open`."""
        wins, replies = self._to_answer(at)
        return replies if wins else replies & self._after_pass(None, at, replies)[1]

    def node(self, answers: Sequence[Old], at: Stones, after_pass: bool) -> bytes:
        """The other side is to move; the old answers to its replies, if it was so in an old proof.

        Else a win after a pass is sought, which leaves the replies that spoil it.
        """
        board, body = self.board, b""
        wins, unanswered = self._to_answer(at)
        replied = [each for each in answers if each.entry.move >= 0]
        own = {each.to[each.entry.move]: each for each in replied}
        own.pop(OFF, None)
        passes = [each for each in answers if each.entry.code in (PASS, TREE)]
        for each in () if wins else passes if answers else (None,):
            found, spoilers = self._after_pass(each, at, unanswered)
            body, unanswered = body + found, unanswered & spoilers
        chains = [each for each in answers if each.entry.code in (PASS, CHAIN)]
        # First those without an answer of their own: if they fail, they do so before long work.
        for reply in sorted(cells_of(unanswered), key=own.__contains__):
            old = [own[reply]] if reply in own else []
            after, near = board.rival_plays(at, reply), self._near(reply, own)
            code, follows = self.answer(after, old + chains, near, after_pass)
            body += bytes([code]) + board.cell_bytes(reply) + follows
        return body + bytes([END])

    def _to_answer(self, at: Stones) -> tuple[int, int]:
        """X's own wins in one move, and the replies; or `Open` if the game ends here."""
        board, empty = self.board, self.board.empty(at)
        if board.missed(at, at.theirs[1:2]) or not empty & (empty - 1):
            raise Open  # the other side completes a line, or fills the board
        wins = board.missed(at, at.mine[1:2])  # the other side takes one, but not two
        return wins, 0 if wins & (wins - 1) else wins or empty

    def _near(self, reply: int, answers: dict[int, Old]) -> Iterator[Old]:
        """The answers to replies nearby, which are looked for when they are first asked for."""
        distance = partial(self._task.game.board.distance, reply)
        others = (cell for cell in answers if cell != reply)
        yield from map(answers.__getitem__, nsmallest(NEAR, others, distance))

    def _after_pass(self, old: Old | None, at: Stones, unanswered: int) -> tuple[bytes, int]:
        """A win after a pass, that of the old proof or another one, and the replies it leaves."""
        before = self._count
        by_force = partial(self.by_force, nodes=QUICK if old else PASSED)
        for attempt in (partial(self.carry, old), by_force) if old else (by_force,):
            with suppress(Open):
                code, body = attempt(at, True)
                spoilers = spoilers_of(self.board, code, at, body)
                if unanswered & ~spoilers:
                    return bytes([PASS if code == CHAIN else TREE]) + body, spoilers
            self._forget(before)
        raise Open

    def _forget(self, count: int) -> None:
        """Take back the numbers of nodes from this one on."""
        while self._numbers and next(reversed(self._numbers.values())) >= count:
            self._numbers.popitem()
        self._count = count
