"""A proof that the side to move wins on any board, by quiet moves above chains: Qubic first of all.

    python benchmarks/proofs/by_chains.py -o qubic.cert  # from the empty cube: minutes
    python benchmarks/proofs/by_chains.py --stones "1a1 4d4 4a4 2b2" -o win.cert  # seconds
    python benchmarks/proofs/by_chains.py --game "torus 5,5,4" --stones a1 -o win.cert

Depth-first proof-number search (df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its
applications", 2002). The attacker wins at once by a chain of threats to complete a line. After any
other move of its own the defender may pass: each reply that spoils the chain which wins then has to
be answered; or every reply, if there is none. Moves on the most lines without a stone of the
defender's are tried first. Where numbers would be added, it is the greatest of them, and one for
each of the others: many moves lead to the same positions. Of few stones, images are one position.

After an odd number of stones the replies to the last of them are searched one by one, and what is
written is that it wins.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np

import inarow
from inarow import Game, Position, Solver
from inarow.certificate.forced import BY_FORCE, write_forced_win
from inarow.model.bits import cells_of, image_of
from inarow.model.options import refuse_exact, refuse_plain

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

CHAIN = 3000
"""Positions that are looked at for a chain."""
FOLDED = 8
"""With more stones, positions are not compared with images of others."""
THREAT, NO_THREAT = 1, 10
"""How much is left to prove after a move, at first, if a pass loses and if it may not; and one more
for each `ZONE` replies."""
ZONE = 20
RANK = 0.5
"""A move is tried as if so much more were left for each move that looks better."""
NEVER = 1 << 30

Key = tuple[int, int]
"""The stones of the attacker's and of the defender's."""


@dataclass(slots=True)
class Node:
    """What is left to prove of a position, that the attacker wins, and what to disprove."""

    proof: int = 1
    disproof: int = 1
    moves: tuple[int, ...] = ()
    """Of the attacker's, the best first; or the replies that have to be answered."""
    ranks: tuple[int, ...] = ()
    """For each of the attacker's, how many look better."""
    chain: tuple[int, ...] = ()
    """By which the attacker wins, at its turn or if the defender passes."""

    def settle(self, won: bool) -> None:
        self.proof, self.disproof = (0, NEVER) if won else (NEVER, 0)


class Search:
    """What is known of the positions that follow one, in which the attacker is to move."""

    def __init__(self, position: Position) -> None:
        game = position.game
        refuse_exact(game, "wins by chains")
        refuse_plain(game, "wins by chains")
        x, o = position.x, position.o
        self.position, self.game, self.nodes = position, game, 0
        self.start: Key = (x, o) if position.turn == "X" else (o, x)
        self._ahead = self.start[0].bit_count() - self.start[1].bit_count()
        self.known: dict[Key, Node] = {}
        self._limit = 0
        self._solver = Solver(game, 16)
        self._images = np.array(game.symmetries, np.int16)
        self.image = cache(self._image)

    def run(self, key: Key, nodes: int) -> bool:
        """Search until the attacker's win is proven, or so many nodes more are spent."""
        self._limit = self.nodes + nodes
        key, _ = self.image(*key)
        if self._look(key).proof:
            self._search(key, NEVER, NEVER)
        return not self.known[key].proof

    def after(self, key: Key, cell: int, attacks: bool) -> Key:
        """The position after a move, or the image of it that stands for all."""
        mine, theirs = key
        stones = (mine | 1 << cell, theirs) if attacks else (mine, theirs | 1 << cell)
        return self.image(*stones)[0]

    def _image(self, mine: int, theirs: int) -> tuple[Key, tuple[int, ...] | None]:
        """The first image of a position, and the symmetry to it; None if it is not compared."""
        if (mine | theirs).bit_count() > FOLDED:
            return (mine, theirs), None
        own = np.sort(self._images[:, cells_of(mine)])
        other = np.sort(self._images[:, cells_of(theirs)])
        both = np.concatenate((own, other), axis=1)
        first = np.lexsort(both.T[::-1])[0] if both.size else 0
        to = self.game.symmetries[first]
        return (image_of(mine, to), image_of(theirs, to)), to

    def attacks(self, key: Key) -> bool:
        """Is the attacker to move?"""
        return key[0].bit_count() - key[1].bit_count() == self._ahead

    def completions(self, own: int, other: int) -> int:
        """The cells that complete a line of one side's."""
        found = 0
        for mask in self.game.line_masks:
            if not mask & other and (gap := mask & ~own) and not gap & (gap - 1):
                found |= gap
        return found

    def _chain(self, own: int, other: int) -> tuple[int, ...]:
        """The moves of a chain of one side's, as if to move."""
        line, _ = self._solver._kernel.vcf(own, other, CHAIN, True)
        return tuple(line)

    def _zone(self, mine: int, theirs: int, chain: tuple[int, ...]) -> int:
        """The cells that may spoil it, as the checker finds them.

        Those of the chain, and of lines that the defender completes with one stone more.
        """
        zone, lines = 0, [mask for mask in self.game.line_masks if not mask & mine]
        for number, cell in enumerate(chain[:-2]):
            if number % 2:
                theirs |= 1 << cell
                continue
            mine |= 1 << cell
            zone |= 1 << cell | self.completions(mine, theirs)
            for mask in lines:
                if not mask & mine and (gap := mask & ~theirs).bit_count() == 2:
                    zone |= gap
        return zone

    def _look(self, key: Key) -> Node:
        """What is known of a position, or is seen at once."""
        if key in self.known:
            return self.known[key]
        self.nodes += 1
        node = self.known[key] = Node()
        (self._meet if self.attacks(key) else self._threaten)(node, *key)
        if not node.moves and 0 < node.proof < NEVER:
            node.settle(False)
        return node

    def _meet(self, node: Node, mine: int, theirs: int) -> None:
        """The attacker is to move."""
        node.chain = self._chain(mine, theirs)
        if node.chain:
            node.settle(True)
            return
        empty = self.game.full & ~(mine | theirs)
        forced = self.completions(theirs, mine)
        if forced.bit_count() > 1:
            return
        lines = [mask for mask in self.game.line_masks if not mask & theirs]
        tried = cells_of(forced or empty)
        weights = {cell: sum(mask >> cell & 1 for mask in lines) for cell in tried}
        node.moves = tuple(sorted(weights, key=weights.__getitem__, reverse=True))
        ordered = [weights[cell] for cell in node.moves]
        node.ranks = tuple(map(ordered.index, ordered))

    def _threaten(self, node: Node, mine: int, theirs: int) -> None:
        """The defender is to move."""
        if self.completions(theirs, mine):
            return
        if forced := self.completions(mine, theirs):
            node.moves = cells_of(forced)[:1]
            return
        if self._chain(theirs, mine):
            return
        empty = self.game.full & ~(mine | theirs)
        node.chain = self._chain(mine, theirs)
        zone = self._zone(mine, theirs, node.chain) & empty if node.chain else empty
        node.moves = cells_of(zone)
        node.proof = (THREAT if node.chain else NO_THREAT) + len(node.moves) // ZONE

    def _search(self, key: Key, most_proof: int, most_disproof: int) -> None:
        """Search until one of the numbers reaches its limit."""
        node, attacks = self.known[key], self.attacks(key)
        below: dict[Key, int] = {}
        for number, cell in enumerate(node.moves):
            rank = node.ranks[number] if attacks else 0
            below.setdefault(self.after(key, cell, attacks), int(rank * RANK))
        if not attacks:
            for each in below:
                if not self._look(each).disproof:
                    node.settle(False)
                    return
        while self.nodes < self._limit:
            best, first, second, most, count = key, NEVER, NEVER, 0, 0
            settled = False
            for each, more in below.items():
                child = self.known.get(each)
                proof, disproof = (child.proof, child.disproof) if child else (1, 1)
                wish, fear = (proof, disproof) if attacks else (disproof, proof)
                if not wish:
                    settled = True
                    break
                if fear:
                    count, most, wish = count + 1, max(most, fear), wish + more
                    if wish < first:
                        best, first, second = each, wish, first
                    else:
                        second = min(second, wish)
            if settled or not count:
                node.settle(settled == attacks)
                return
            numbers = first, min(NEVER, most + count - 1)
            node.proof, node.disproof = numbers if attacks else numbers[::-1]
            if node.proof >= most_proof or node.disproof >= most_disproof:
                return
            if best not in self.known:
                self._look(best)
                continue
            child, limit = self.known[best], second + 1 + second // 8
            if attacks:
                wish = min(most_proof, limit) - below[best]
                self._search(best, wish, most_disproof - numbers[1] + child.disproof)
            else:
                wish = most_proof - numbers[1] + child.proof
                self._search(best, wish, min(most_disproof, limit))


class Win:
    """A proven position, the attacker to move, or the defender who passes; as it is written.

    The search knows an image of it: `to` takes the cells of that to where they are. `move`, if it
    is not the one that was found first.
    """

    def __init__(
        self, search: Search, key: Key, to: tuple[int, ...], move: int | None = None
    ) -> None:
        self._search, self.position = search, search.position
        key, to = self._known(key, to)
        chain = search.known[key].chain if move is None else ()
        self.order = 1 if chain else BY_FORCE + 1
        first = chain[0] if chain else self._quiet_move(key) if move is None else to.index(move)
        self.line = tuple(to[cell] for cell in chain or (first,))
        self.move = self.line[0]
        self._after, self._to = self._known((key[0] | 1 << first, key[1]), to)

    def _known(self, key: Key, to: tuple[int, ...]) -> tuple[Key, tuple[int, ...]]:
        """The image of a position that is known, and where it has its cells."""
        known, image = self._search.image(*key)
        return known, to if image is None else tuple(to[image.index(i)] for i in range(len(to)))

    def _quiet_move(self, key: Key) -> int:
        search = self._search
        for cell in search.known[key].moves:
            node = search.known.get(search.after(key, cell, True))
            if node is not None and not node.proof:
                return cell
        raise AssertionError("it is not proven")

    @property
    def threat(self) -> Win | None:
        """How it wins if the other side passes."""
        chain = self._search.known[self._after].chain
        return Win(self._search, self._after, self._to) if chain else None

    def after(self, reply: int) -> Win:
        """How it goes on."""
        mine, theirs = self._after
        return Win(self._search, (mine, theirs | 1 << self._to.index(reply)), self._to)


def print_replies(search: Search, move: int, nodes: int) -> bool:
    """Search the replies to a move one by one: a row for each. Is each proven?"""
    print("| reply | X | nodes | seconds |\n| --- | --- | ---: | ---: |")
    game, (mine, theirs), proven = search.game, search.start, True
    for reply in search.position.play(move).distinct_moves:
        before, started = search.nodes, process_time()
        key = mine | 1 << move, theirs | 1 << reply
        answer = "open"
        if search.run(key, nodes):
            answer = game.name(Win(search, key, tuple(range(game.cells))).move)
        proven &= answer != "open"
        seconds = process_time() - started
        name = game.name(reply)
        print(f"| {name} | {answer} | {search.nodes - before:,} | {seconds:.1f} |", flush=True)
    return proven


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="4x4x4,4", help="its key (%(default)s)")
    parser.add_argument("--stones", default="1a1", help="in the order of play (%(default)s)")
    parser.add_argument(
        "--nodes", type=int, default=10_000_000, help="for each reply (%(default)s)"
    )
    parser.add_argument("-o", dest="output", type=Path, help="the certificate, if it is proven")
    given = parser.parse_args()
    try:
        run(given)
    except (inarow.InarowError, OSError) as error:
        parser.error(str(error))


def run(given: argparse.Namespace) -> None:
    """Search what is asked for, and write it."""
    game = Game.from_key(given.game)
    stones = [game.cell(name) for name in given.stones.split()]
    move = stones.pop() if len(stones) % 2 else None
    search, started = Search(game.start().play_all(stones)), process_time()
    after = search.start if move is None else (search.start[0] | 1 << move, search.start[1])
    found = (move is None or print_replies(search, move, given.nodes)) and search.run(
        after, given.nodes
    )
    seconds = process_time() - started
    print(f"\n{'Proven' if found else 'Open'}: {search.nodes:,} nodes in {seconds:,.0f} s.")
    if found and given.output is not None:
        win = Win(search, search.start, tuple(range(game.cells)), move)
        write_forced_win(win, given.output, True)
        started = process_time()
        verdict = inarow.check(given.output)
        print(f"{verdict}; {given.output.stat().st_size:,} bytes, {process_time() - started:.1f} s")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
