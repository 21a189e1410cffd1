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
from struct import pack, unpack_from

from inarow.certificate.prove import Write, write_file
from inarow.check import END, KNOWN, NODE, WEAK
from inarow.distributed.claim import Claim
from inarow.distributed.parts import composed, put_in_place
from inarow.distributed.proof import Proof
from inarow.distributed.question import Goal, images_of, inverse
from inarow.distributed.tree import Edge, Node
from inarow.model.errors import CertificateError
from inarow.model.game import Game
from inarow.model.position import Position

__all__ = ["write_certificate"]


def write_certificate(proof: Proof, position: Position, path: str | os.PathLike[str]) -> None:
    """Write the certificate of what has been proven, whole or not at all."""
    parts, claims = _claims(proof, position)

    def strategies(write: Write) -> None:
        writer = _Writer(position.game, write, proof.part)
        for claim in claims:
            way, symmetry = claim.settled
            turned = inverse(position.game, symmetry)
            if way.question.rival_moves == way.held:
                writer.node(way, turned)
            else:
                writer.answer(way, turned, b"")

    write_file(path, position, parts, False, strategies)


def _claims(proof: Proof, position: Position) -> tuple[list[str], list[Claim]]:
    """What is proven, in the words of the format, and the claims that have strategies."""
    value = proof.claims.bounds[0]
    if value:
        winner = position.turn if value == 1 else "XO".replace(position.turn, "")
        return [f"{winner} wins"], [proof.claims.no_win if value == 1 else proof.claims.no_loss]
    parts, claims = [], []
    for claim in sorted((proof.claims.no_win, proof.claims.no_loss), key=lambda claim: claim.side):
        if proof.claims.stolen and claim is proof.claims.no_loss:
            parts.append(f"{claim.side} steals")
            continue
        stops = claim.settled[0].question.goal == Goal.STOP
        parts.append(f"{claim.side} {'stops' if stops else 'holds'}")
        claims.append(claim)
    return parts, claims


class _Writer:
    """Writes strategies. A symmetry takes a node's question to the position at hand."""

    def __init__(
        self, game: Game, write: Callable[[bytes], object], part: Callable[[Node], bytes | None]
    ) -> None:
        self._write, self._part = write, part
        self._images = images_of(game.m, game.n)
        self._cell_format = "B" if game.cells <= 256 else "<H"
        self._cells = [
            [self._images.moved(i, 1 << cell).bit_length() - 1 for cell in range(game.cells)]
            for i in range(self._images.count)
        ]
        self._count = 0
        self._written: dict[Node, tuple[int, int]] = {}  # its number, and how it was turned
        self._replies: dict[Node, tuple[int, int, int]] = {}  # the reply, and the node after it

    def node(self, node: Node, turned: int) -> None:
        """Write what is done against every move."""
        part = self._part(node)
        if part is not None:
            self._place(part, turned, None)
        else:
            assert node.cover is not None and node.edges is not None
            edges = {edge.move: edge for edge in node.edges}
            for move, _ in node.cover.answers:
                edge = edges[move]
                self.answer(edge.child, self._after(edge, turned), self._cell(move, turned))
            self._write(bytes([END]))
            self._count += 1
        self._written[node] = self._count - 1, turned

    def answer(self, node: Node, turned: int, before: bytes) -> None:
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
        image = composed(self._images, self._images.between[0][then], now)
        self._write(bytes([KNOWN]) + before + pack("<IB", number, image))

    def _after(self, edge: Edge, turned: int) -> int:
        """How the child of an edge is turned."""
        return composed(self._images, self._images.between[0][edge.symmetry], turned)

    def _cell(self, cell: int, turned: int) -> bytes:
        return pack(self._cell_format, self._cells[turned][cell])

    def _place(self, packed: bytes, turned: int, before: bytes | None) -> bytes:
        """Write a part: a node, or an answer if there is a move `before` it."""
        cells = self._cells[turned]
        try:
            part = zlib.decompress(packed)
            data, count = put_in_place(part, self._images, cells, turned, self._count, before)
        except (ValueError, zlib.error) as error:
            raise CertificateError(f"a part of the proof is damaged: {error}") from None
        self._write(data)
        self._count += count
        return part
