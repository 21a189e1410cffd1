"""What the nodes of a certificate amount to: zones, plies, and what becomes of every move.

This follows the rules of the format as `inarow.check` does, but refuses nothing: of a proof that
does not hold it shows what is there. The zone of a node is worked out when it is asked for, with
all that lies below it, and kept, as a few bytes for each node. A win is confined to no zone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inarow.certificate.board import undone
from inarow.certificate.cover import Cover
from inarow.certificate.forced import spoilers_of
from inarow.certificate.index import Index, ProofEntry
from inarow.check import CHAIN, HOLD, KNOWN, NODE, PAIRS, PASS, STOP, TREE, WIN, Stones
from inarow.model.bits import cells_of


@dataclass(frozen=True)
class Chain:
    """A win by threats, each of which must be answered."""

    moves: tuple[int, ...]
    """The cells that the keeper plays."""
    replies: tuple[int, ...]
    """Where the rival must answer: one cell for each move but the last."""
    wins: int
    """The cells that complete a line after the last move; 0 if that itself completes one."""
    spoilers: int
    """The cells, as a mask, on one of which the rival must have played to spoil it."""
    plies: int
    """To the completed line, from the keeper's first move on."""


@dataclass(frozen=True)
class Fate:
    """What becomes of one of the rival's moves."""

    why: str
    """``listed``: it has an answer of its own. ``outside``: it lies outside the zone of the answer
    to the move `by`. ``dominated``: all open lines of the rival's through it pass through `by`.
    ``chain``: it does not spoil the chain of the node. ``tree``: it does not spoil what the keeper
    wins by if the rival passes. ``completes``: it leaves the keeper the cell
    `by`, which completes a line. ``spent``: the rival has too few moves left to complete a line.
    ``open``: nothing is said of it, and the proof does not hold.
    """
    by: int | None = None


class Strategies:
    """Works out the nodes of a certificate."""

    def __init__(self, index: Index) -> None:
        self.index, self.board = index, index.board
        size = self.board.cells // 8 + 1  # a zone, and a bit: it is known
        self._bits = [1 << cell for cell in range(self.board.cells)]
        self._known = np.zeros((len(index), size), np.uint8)
        self._count = 0  # of those that are known

    def child(self, entry: ProofEntry, at: Stones) -> Stones:
        """The position of the node that follows an answer or is referred to, as the file has it.

        `at` is before the answer.
        """
        goal = self.index.goal(entry.node)
        self.check_free(at, entry.reply)
        after = self.board.keeper_plays(at, entry.reply)
        if entry.code != KNOWN:
            return after._replace(mine=(0,) * len(at.mine)) if goal == STOP else after
        back = undone(entry.symmetry)
        rival, keeper = (self.board.moved(back, cells) for cells in (after.rival, after.keeper))
        return self.board.state(rival, keeper, goal)

    def check_free(self, at: Stones, *cells: int) -> int:
        """Return a set of cells that the proof plays.

        Raises `CertificateError` if one of them is taken, or comes twice.
        """
        free, played = self.board.empty(at), sum(map(self._bits.__getitem__, cells))
        if played & ~free or played.bit_count() != len(cells):  # fewer, if one comes twice
            for cell in cells:
                if not free >> cell & 1:
                    name = self.index.header.position.game.name(cell)
                    raise self.index.fault(f"it plays {name}, which is taken")
                free &= ~(1 << cell)
        return played

    # What is worked out.

    def zone(self, number: int, at: Stones) -> int:
        """The cells to which a node is confined: all, for a win."""
        goal, soon = self.index.goal(number), (self.index.plies(number) + 3) // 2
        if goal == WIN or (goal == HOLD and any(at.theirs[:soon])):
            return self.board.full  # whatever lies below
        if known := int.from_bytes(self._known[number].tobytes(), "little"):
            return known >> 1
        return self._noted(number, self._settled(number, at, None))

    def plies(self, entry: ProofEntry, at: Stones) -> int:
        """In how many plies an answer wins at most; `at` is before it, after a pass as well."""
        if entry.code in (CHAIN, PASS):
            return self.chain(at, entry.cells).plies
        length = self.index.length(entry.node) if entry.node >= 0 else 0
        return length and length + 1  # 0: it does not win

    def _noted(self, number: int, zone: int) -> int:
        size = self._known.shape[1]
        self._known[number] = bytearray((zone << 1 | 1).to_bytes(size, "little"))
        self._count += 1
        if self.index.progress is not None and self._count % 1024 == 0:
            self.index.progress(self._count)
        return zone

    def settle(self, number: int, at: Stones) -> tuple[int, dict[int, Fate]]:
        """The zone, and what becomes of each of the rival's moves."""
        fates: dict[int, Fate] = {}
        return self._settled(number, at, fates), fates

    def _settled(self, number: int, at: Stones, fates: dict[int, Fate] | None) -> int:
        """The zone; the fates are noted where they are wanted, which takes longer."""
        board, cover = self.board, Cover(self.board, at, self.index.goal(number))

        def note(moves: int, why: str, by: int | None = None) -> None:
            if fates is not None:
                fates.update(dict.fromkeys(cells_of(moves), Fate(why, by)))

        for cell in cells_of(board.empty(at) & ~cover.open):
            note(1 << cell, "completes", cells_of(cover.wins & ~(1 << cell))[0])
        for entry in self.index.entries(number):
            before = cover.open
            if entry.code == PASS:
                cover.open &= self.chain(at, entry.cells).spoilers
                note(before & ~cover.open, "chain")
            elif entry.code == TREE:
                cover.open &= spoilers_of(board, NODE, at, self.index.proof(entry))
                note(before & ~cover.open, "tree")
            else:
                cover.answer(entry.move, self._used_after(entry, at))
                note(before & ~cover.open, "outside", entry.move)
                note(1 << entry.move, "listed")
        before = cover.open
        dominated = cover.finish(self.index.plies(number))
        note(before & ~cover.open, "spent")
        for move, cell in dominated.items():
            note(1 << move, "dominated", cell)
        note(cover.open, "open")
        return cover.zone

    def _used_after(self, entry: ProofEntry, at: Stones) -> int:
        """The same as `used`; `at` is before the move that is answered."""
        if entry.code == PAIRS:  # most are, and of these the lines are not asked
            played = self.check_free(at, entry.move, entry.reply, *entry.cells)
            return played & ~(1 << entry.move)
        self.check_free(at, entry.move)
        return self.used(entry, self.board.rival_plays(at, entry.move))

    def used(self, entry: ProofEntry, at: Stones) -> int:
        """The zone of an answer; `at` is before the answer."""
        if entry.code == CHAIN:
            return self.board.full
        if entry.reply < 0 and entry.code != NODE:
            return self.board.missed(at, at.theirs)
        played = 1 << entry.reply
        if entry.code == PAIRS:
            return self.check_free(at, entry.reply, *entry.cells)
        zone = self.zone(entry.node, self.child(entry, at))
        return self.board.moved(entry.symmetry, zone) | played

    def chain(self, at: Stones, moves: tuple[int, ...]) -> Chain:
        """Play a chain of threats from a position; the keeper is to move, or as if it were."""
        board = self.board
        replies: list[int] = []
        spoilers = wins = 0
        plies = 2 * len(moves) + 1
        for number, move in enumerate(moves, 1):
            self.check_free(at, move)
            at = board.keeper_plays(at, move)
            wins = board.missed(at, at.mine[1:2])
            spoilers |= 1 << move | wins | board.missed(at, at.theirs[2:3])
            if at.mine[0] & board.through[move]:
                wins, plies = 0, 2 * number - 1
            elif wins and number < len(moves):
                replies.append(cells_of(wins)[0])
                at = board.rival_plays(at, replies[-1])
        return Chain(moves, tuple(replies), wins, spoilers, plies)
