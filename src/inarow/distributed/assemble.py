"""The certificate of a proof that was spread over workers, put together from their parts.

A part is the strategy of one question, written by the worker that settled it, its nodes numbered
from 0. Where it finds its place it is turned as the position there is, and its nodes are numbered
anew; what is above the parts is written from the tree. The zones of a part do not depend on how it
is turned, so it says the same in its place.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from struct import error as StructError

from inarow.certificate.board import proof_board
from inarow.certificate.index import ProofEntry, read_entry
from inarow.certificate.prove import Write, write_file
from inarow.check import END, KNOWN, NODE, TREE
from inarow.distributed.proof import Proof
from inarow.distributed.question import Goal, composed, inverse
from inarow.distributed.tree import Edge, ProofNode
from inarow.model.errors import CertificateError
from inarow.model.files import AnyPath
from inarow.model.game import Game
from inarow.model.position import Position


def write_certificate(proof: Proof, position: Position, path: AnyPath, overwrite: bool) -> None:
    """Write the certificate of what has been proven, whole or not at all."""
    claims, ways = _proven(proof, position)

    def strategies(write: Write) -> None:
        writer = _Writer(position.game, write, proof.part)
        for node, turned in ways:
            if node.question.rival_moves == node.held:
                writer.node(node, turned)
            else:
                writer.answer(node, turned)

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

    def __init__(self, game: Game, write: Write, part: Callable[[ProofNode], bytes | None]) -> None:
        self._game, self._write, self._part = game, write, part
        self._board = proof_board(game, False)
        self._count = 0
        self._written: dict[ProofNode, tuple[int, int]] = {}  # its number, and how it was turned
        # The reply, and the node after it.
        self._replies: dict[ProofNode, tuple[int, int, int]] = {}

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

    def answer(self, node: ProofNode, turned: int, move: int = -1) -> None:
        """Write the answer to a move, and what follows it."""
        part = self._part(node)
        if node in self._replies:
            reply, number, then = self._replies[node]
            self._refer(move, self._cell(reply, turned), number, then, turned)
        elif part is not None:
            placed = self._place(part, turned, move)
            begin, _ = read_entry(placed, 0, self._board, with_move=False)
            if begin.is_followed:
                self._replies[node] = begin.reply, self._count - 1, turned
        else:
            assert node.answer is not None and node.edges is not None
            edge = next(edge for edge in node.edges if edge.move == node.answer.move)
            reply, after = self._cell(edge.move, turned), self._after(edge, turned)
            if edge.child in self._written:
                self._refer(move, reply, *self._written[edge.child], after)
            else:
                self._put(ProofEntry(NODE, move, reply))
                self.node(edge.child, after)

    def _put(self, entry: ProofEntry) -> None:
        self._write(entry.written(self._board))

    def _refer(self, move: int, reply: int, number: int, then: int, now: int) -> None:
        """Write that a position is the image of one that has been written, turned otherwise."""
        image = composed(self._game, inverse(self._game, then), now)
        self._put(ProofEntry(KNOWN, move, reply, (), number, image))

    def _after(self, edge: Edge, turned: int) -> int:
        """How the child of an edge is turned."""
        return composed(self._game, edge.symmetry, turned)

    def _cell(self, cell: int, turned: int) -> int:
        return self._board.symmetries[turned][cell]

    def _place(self, packed: bytes, turned: int, move: int | None) -> bytes:
        """Write a part: a node, or the answer to a move. Returns it as it was given."""
        try:
            part = zlib.decompress(packed)
            data, count = put_in_place(part, self._game, turned, self._count, move)
        except (ValueError, zlib.error) as error:
            raise CertificateError(f"a part of the proof is damaged: {error}") from None
        self._write(data)
        self._count += count
        return part


def put_in_place(
    part: bytes, game: Game, symmetry: int, first_number: int, move: int | None
) -> tuple[bytes, int]:
    """Return a part as it is written for another image of its position, and how many nodes it has.

    `first_number` is added to the number of every node. The part is a node, or the answer to a
    `move` (-1: to nothing). `ValueError` if it is no whole strategy.
    """
    board, back = proof_board(game, False), inverse(game, symmetry)
    to = [*board.symmetries[symmetry], -1]
    out, place, count = bytearray(), 0, 0
    depth, answered = (1, -1) if move is None else (0, move)
    try:
        while not out or depth:
            if part[place] == END:
                out.append(END)
                place, count, depth = place + 1, count + 1, depth - 1
                continue
            if part[place] > TREE:
                raise ValueError(f"it has a code {part[place]}")
            entry, place = read_entry(part, place, board, with_move=depth > 0)
            # What took one position to another takes the image of one to that of the other.
            known = entry.code == KNOWN
            turned = composed(game, composed(game, back, entry.symmetry), symmetry) if known else 0
            entry = ProofEntry(
                entry.code,
                to[entry.move] if depth else answered,
                to[entry.reply],
                tuple([to[cell] for cell in entry.cells]),
                first_number + entry.node,
                turned,
            )
            out += entry.written(board)
            depth += entry.is_followed
        if place > len(part):
            raise IndexError
    except (IndexError, StructError):
        raise ValueError("it ends too soon, or has a number that means nothing") from None
    if place < len(part):
        raise ValueError("something follows its end")
    return bytes(out), count
