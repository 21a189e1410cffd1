"""The certificate of a proof that was spread over workers, put together from their parts.

A part is the strategy of one question, written by the worker that settled it, its nodes numbered
from 0. Where it finds its place it is turned as the position there is, and its nodes are numbered
anew; what is above the parts is written from the tree. The zones of a part do not depend on how it
is turned, so it says the same in its place.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from struct import error as StructError
from struct import pack, unpack, unpack_from

from inarow.certificate.prove import Write, write_file
from inarow.check import CHAIN, END, KNOWN, NODE, PAIRS, PASS, POTENTIAL, WEAK
from inarow.distributed.proof import Proof
from inarow.distributed.question import Goal, composed, inverse, symmetries_of
from inarow.distributed.tree import Edge, ProofNode
from inarow.model.errors import CertificateError
from inarow.model.game import Game
from inarow.model.position import Position


def write_certificate(
    proof: Proof, position: Position, path: str | os.PathLike[str], overwrite: bool
) -> None:
    """Write the certificate of what has been proven, whole or not at all."""
    claims, ways = _proven(proof, position)

    def strategies(write: Write) -> None:
        writer = _Writer(position.game, write, proof.part)
        for node, turned in ways:
            if node.question.rival_moves == node.held:
                writer.node(node, turned)
            else:
                writer.answer(node, turned, b"")

    write_file(path, position, claims, strategies, overwrite=overwrite)


def _proven(proof: Proof, position: Position) -> tuple[list[str], list[tuple[ProofNode, int]]]:
    """What is proven, in the words of the format, and the nodes of those that have strategies."""
    value, no_win, no_loss = proof.claims.bounds[0], proof.claims.no_win, proof.claims.no_loss
    lost = no_win if value == 1 else no_loss
    if value:
        assert lost.settled is not None
        winner = "XO".replace(lost.side, "")
        return [f"{winner} wins"], [lost.settled]
    claims, ways = [], []
    for claim in sorted((no_win, no_loss), key=lambda claim: claim.side):
        if proof.claims.stolen and claim is no_loss:
            claims.append(f"{claim.side} steals")
            continue
        assert claim.settled is not None
        stops = claim.settled[0].question.goal == Goal.STOP
        claims.append(f"{claim.side} {'stops' if stops else 'holds'}")
        ways.append(claim.settled)
    return claims, ways


class _Writer:
    """Writes strategies. A symmetry takes a node's question to the position at hand."""

    def __init__(
        self,
        game: Game,
        write: Callable[[bytes], object],
        part: Callable[[ProofNode], bytes | None],
    ) -> None:
        self._game, self._write, self._part = game, write, part
        self._cell_format = "B" if game.cells <= 256 else "<H"
        self._count = 0
        self._written: dict[ProofNode, tuple[int, int]] = {}  # its number, and how it was turned
        self._replies: dict[
            ProofNode, tuple[int, int, int]
        ] = {}  # the reply, and the node after it

    def node(self, node: ProofNode, turned: int) -> None:
        """Write what is done against every move."""
        part = self._part(node)
        if part is not None:
            self._place(part, turned, None)
        else:
            assert node.cover is not None and node.edges is not None
            edges = {edge.move: edge for edge in node.edges}
            for move in node.cover.answers:
                edge = edges[move]
                self.answer(edge.child, self._after(edge, turned), self._cell(move, turned))
            self._write(bytes([END]))
            self._count += 1
        self._written[node] = self._count - 1, turned

    def answer(self, node: ProofNode, turned: int, before: bytes) -> None:
        """Write the answer to a move, and what follows it."""
        part = self._part(node)
        if node in self._replies:
            reply, number, then = self._replies[node]
            self._refer(before + self._cell(reply, turned), number, then, turned)
        elif part is not None:
            code, *rest = self._place(part, turned, before)[:3]
            if code in (NODE, WEAK):
                (reply,) = unpack_from(self._cell_format, bytes(rest))
                self._replies[node] = reply, self._count - 1, turned
        else:
            assert node.answer is not None and node.edges is not None
            edge = next(edge for edge in node.edges if edge.move == node.answer.move)
            before += self._cell(edge.move, turned)
            after = self._after(edge, turned)
            if edge.child in self._written:
                self._refer(before, *self._written[edge.child], after)
            else:
                self._write(bytes([NODE]) + before)
                self.node(edge.child, after)

    def _refer(self, before: bytes, number: int, then: int, now: int) -> None:
        """Write that a position is the image of one that has been written, turned otherwise."""
        image = composed(self._game, inverse(self._game, then), now)
        self._write(bytes([KNOWN]) + before + pack("<IB", number, image))

    def _after(self, edge: Edge, turned: int) -> int:
        """How the child of an edge is turned."""
        return composed(self._game, edge.symmetry, turned)

    def _cell(self, cell: int, turned: int) -> bytes:
        return pack(self._cell_format, symmetries_of(self._game.m, self._game.n)[turned][cell])

    def _place(self, packed: bytes, turned: int, before: bytes | None) -> bytes:
        """Write a part: a node, or an answer if there is a move `before` it."""
        try:
            part = zlib.decompress(packed)
            data, count = put_in_place(part, self._game, turned, self._count, before)
        except (ValueError, zlib.error) as error:
            raise CertificateError(f"a part of the proof is damaged: {error}") from None
        self._write(data)
        self._count += count
        return part


def put_in_place(
    part: bytes, game: Game, symmetry: int, first_number: int, before: bytes | None
) -> tuple[bytes, int]:
    """Return a part as it is written for another image of its position, and how many nodes it has.

    `first_number` is added to the number of every node. The part is a node, or with the bytes of a
    move `before` it, an answer. `ValueError` if it is no whole strategy.
    """
    try:
        return _Copier(part, game, symmetry, first_number).result(before)
    except (IndexError, StructError):
        raise ValueError("it ends too soon, or has a number that means nothing") from None


class _Copier:
    """Copies a part, entry by entry."""

    def __init__(self, part: bytes, game: Game, symmetry: int, first_number: int) -> None:
        self._part, self._at, self._out = part, 0, bytearray()
        symmetries, back = symmetries_of(game.m, game.n), inverse(game, symmetry)
        self._cells, self._first = symmetries[symmetry], first_number
        self._wide = game.cells > 256
        # What took one position to another takes the image of one to that of the other.
        self._symmetries = [
            composed(game, composed(game, back, i), symmetry) for i in range(len(symmetries))
        ]
        if not self._wide:
            self._table = bytes([*self._cells, *range(game.cells, 256)])

    def result(self, before: bytes | None) -> tuple[bytes, int]:
        part, out, count = self._part, self._out, 0
        depth = int(before is None)
        while True:
            code = part[self._at]
            self._at += 1
            out.append(code)
            if code == END:
                count += 1
                depth -= 1
            else:
                if not depth:
                    out += before or b""
                elif code != PASS:
                    self._copy_cells(1)
                depth += self._entry(code)
            if depth <= 0:
                break
        if self._at != len(part):
            raise ValueError("something follows its end")
        return bytes(out), count

    def _entry(self, code: int) -> int:
        """Copy what belongs to a code; returns 1 if a node follows."""
        if code in (PASS, CHAIN):
            self._copy_cells(self._count())
        elif code == PAIRS:
            self._copy_cells(1)
            self._copy_cells(2 * self._count())
        elif code in (NODE, WEAK):
            self._copy_cells(1)
            return 1
        elif code == KNOWN:
            self._copy_cells(1)
            number, symmetry = unpack_from("<IB", self._part, self._at)
            self._out += pack("<IB", self._first + number, self._symmetries[symmetry])
            self._at += 5
        elif code != POTENTIAL:
            raise ValueError(f"it has a code {code}")
        return 0

    def _count(self) -> int:
        count = self._part[self._at]
        self._out.append(count)
        self._at += 1
        return count

    def _copy_cells(self, count: int) -> None:
        end = self._at + (2 * count if self._wide else count)
        chunk = self._part[self._at : end]
        if len(chunk) != end - self._at:
            raise IndexError
        if self._wide:
            cells = unpack(f"<{count}H", chunk)
            self._out += pack(f"<{count}H", *(self._cells[cell] for cell in cells))
        else:
            self._out += chunk.translate(self._table)
        self._at = end
