"""A line of play through a certificate: moves of the rival's, and what the proof answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from inarow.certificate.nodes import Answer, Node
from inarow.certificate.reader import Certificate
from inarow.certificate.words import answer_words, claim_words, fate_words, moment, reasons
from inarow.model.bits import cells_of
from inarow.model.board import MoveLike
from inarow.model.legal import Player


@dataclass(frozen=True)
class Visit:
    """Where a line of play has led to: to a node, or to an answer with which the proof ends."""

    seen: Node | Answer
    played: tuple[tuple[Player, int], ...] = ()
    """The moves on the board of the proof."""
    reply: int | None = None
    """The last of them, if it is the keeper's."""
    notes: tuple[str, ...] = ()
    """Where the proof has taken another move for one that was made."""

    def play(self, move: MoveLike) -> Visit:
        """Make a move of the rival's, and the keeper's answer.

        Raises `IllegalMoveError` for a move that cannot be made here.
        """
        seen, notes = self.seen, self.notes
        game, name = seen.game, seen.game.name
        cell = game.cell(move)
        answer = seen.answer(cell)
        if isinstance(seen, Node) and answer.move != cell:
            why = fate_words(seen, seen.fates[cell])
            instead = "a pass" if answer.move is None else name(answer.move)
            notes = (*notes, f"{name(cell)}: {why}; here is {instead} instead")
        played = self.played if answer.move is None else (*self.played, (seen.rival, answer.move))
        return _at(answer, replace(self, played=played, notes=notes))

    def record(self, depth: int = 1) -> dict[str, Any]:
        """All that is known here, for programs, with what follows for so many moves."""
        seen, game = self.seen, self.seen.game
        return {
            "played": [{"side": side, "name": game.name(cell)} for side, cell in self.played],
            "notes": list(self.notes),
            **(_node(seen, depth) if isinstance(seen, Node) else _ending(seen)),
        }


def begin(certificate: Certificate, part: int | None = None) -> Visit:
    """Return the beginning of a part; if the keeper is to move, after its first move."""
    root = certificate.root(part)
    return Visit(root) if isinstance(root, Node) else _at(root, Visit(root))


def follow(visit: Visit, moves: Sequence[MoveLike]) -> Visit:
    """Make moves of the rival's, each with the keeper's answer.

    Raises `IllegalMoveError` for one that cannot be made.
    """
    for move in moves:
        visit = visit.play(move)
    return visit


def _at(answer: Answer, visit: Visit) -> Visit:
    node, reply = answer.node, answer.reply
    if node is None and answer.kind != "pairs":
        return replace(visit, seen=answer, reply=None)
    assert reply is not None
    played = (*visit.played, (answer.keeper, reply))
    return replace(visit, seen=node or answer, played=played, reply=reply)


# For programs.


def _common(seen: Node | Answer) -> dict[str, Any]:
    position, name = seen.position, seen.game.name
    return {
        "keeper": seen.keeper,
        "goal": seen.goal,
        "plies": seen.plies,
        "length": seen.length,
        "says": claim_words(seen),
        "position": position.text,
        "turn": position.turn,
        "threats": [name(cell) for cell in cells_of(seen.threats)],
        "moment": moment(seen),
        "zone": [name(cell) for cell in cells_of(seen.zone)],
    }


def _node(node: Node, depth: int) -> dict[str, Any]:
    name = node.game.name
    moves: list[dict[str, Any]] = []
    if depth > 0:
        entries = {answer.move: answer for answer in node.entries}
        for move, fate in node.fates.items():
            record: dict[str, Any] = {"move": name(move), "why": fate.why}
            if fate.why == "listed":
                record["answer"] = _answer(entries[move], depth - 1)
            else:
                record["by"] = None if fate.by is None else name(fate.by)
                record["words"] = fate_words(node, fate)
            moves.append(record)
    chain = None if node.chain is None else [name(cell) for cell in node.chain.moves]
    tree = None if node.tree is None else _answer(node.tree, 0)
    common = _common(node)
    return {
        **{"kind": "node", "number": node.number, **common},
        **{"chain": chain, "tree": tree, "moves": moves},
    }


def _answer(answer: Answer, depth: int) -> dict[str, Any]:
    name, chain, node = answer.game.name, answer.chain, answer.node
    record: dict[str, Any] = {
        "kind": answer.kind,
        "words": answer_words(answer),
        "reply": None if answer.reply is None else name(answer.reply),
        "zone": [name(cell) for cell in cells_of(answer.zone)],
    }
    if answer.kind == "pairs":
        record["pairs"] = [[name(a), name(b)] for a, b in answer.pairs]
    if chain is not None:
        record["chain"] = [name(cell) for cell in chain.moves]
        record["forced"] = [name(cell) for cell in chain.replies]
        record["wins"] = [name(cell) for cell in cells_of(chain.wins)]
    if answer.potential is not None:
        record["potential"] = answer.potential
    if node is not None:
        record["number"], record["symmetry"] = node.number, answer.symmetry
        if depth > 0:
            record["node"] = _node(node, depth)
    return record


def _ending(answer: Answer) -> dict[str, Any]:
    return {**_common(answer), **_answer(answer, 0), "reasons": reasons(answer)}
