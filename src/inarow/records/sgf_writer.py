"""SGF written: see `sgf` for what it tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sgfmill import sgf_grammar

from inarow.model.bits import cells_of
from inarow.model.errors import InvalidRecordError
from inarow.model.game import Game
from inarow.records.record import Branch, Record
from inarow.records.sgf import GOMOKU, IN_A_ROW, LETTERS, Tree

Node: TypeAlias = dict[str, list[bytes]]


def write_sgf(record: Record) -> str:
    """Return the file of a record.

    Raises `InvalidRecordError` for a branch that leaves no earlier line, and for a comment that
    stands beside the moves of its line.
    """
    game = Branch(None, 0, record.moves, record.comments)
    lines = [game, *record.branches]
    leaving: list[dict[int, list[Tree]]] = [{} for _ in lines]  # where they leave each line
    for number in range(len(lines) - 1, 0, -1):  # the last first: a parent comes after its branches
        parent, ply, *_ = lines[number]
        above = 0 if parent is None else parent + 1
        if not 0 <= above < number or not 0 <= ply - lines[above].ply <= len(lines[above].moves):
            raise InvalidRecordError(f"branch {number} leaves no line that comes before it")
        tree = _tree(record, lines[number], leaving[number], None)
        leaving[above].setdefault(ply, []).append(tree)
    text: bytes = sgf_grammar.serialise_game_tree(_tree(record, game, leaving[0], _root(record)))
    return text.decode("utf-8")


def _root(record: Record) -> Node:
    """What is told before the first move."""
    game, start = record.game, record.start
    square = game.m == game.n
    root = {
        "FF": "4",
        "GM": GOMOKU,
        "CA": "UTF-8",
        "SZ": f"{game.n}" if square else f"{game.n}:{game.m}",
        "RU": "Standard" if game.exact else "Freestyle",
    }
    if game.k != IN_A_ROW:
        root["RU"] = f"k={game.k}{', exactly' * game.exact}"
    if record.position.is_over:
        root["RE"] = {"X": "B+", "O": "W+", None: "0"}[record.position.winner]
    if start.ply or start.turn == "O":
        root["PL"] = "B" if start.turn == "X" else "W"
    for name, player in zip(("PB", "PW"), record.names, strict=True):
        if player.split():
            root[name] = " ".join(player.split())
    node = {name: [_escaped(value)] for name, value in root.items()}
    for name, stones in (("AB", start.x), ("AW", start.o)):
        if stones:
            node[name] = [_point(game, cell) for cell in cells_of(stones)]
    return node


def _tree(
    record: Record, line: Branch, leaving: Mapping[int, Sequence[Tree]], root: Node | None
) -> Tree:
    """The tree of a line, and of those that leave it, the last first; the game has a `root`."""
    comments = dict(line.comments)
    nodes: list[tuple[int, Node]] = []
    if root is not None or line.ply in comments or line.ply in leaving:
        nodes.append((line.ply, root or {}))  # stands before the first move
    sides = ("B", "W") if record.start.turn == "X" else ("W", "B")
    for ply, cell in enumerate(line.moves, line.ply):
        nodes.append((ply + 1, {sides[ply % 2]: [_point(record.game, cell)]}))
    top = tree = sgf_grammar.Coarse_game_tree()
    for ply, node in nodes:
        if ply in comments:
            node["C"] = [_escaped(comments.pop(ply))]
        tree.sequence.append(node)
        if ply in leaving:
            going_on = sgf_grammar.Coarse_game_tree()
            tree.children = [going_on, *reversed(leaving[ply])]
            tree = going_on
    if comments:
        where = f"after move {min(comments)}"
        raise InvalidRecordError(f"a comment stands {where}, which is not of its line")
    if not tree.sequence:
        tree.sequence.append({})  # the line ends here, and none of its branches goes on with it
    return top


def _escaped(text: str) -> bytes:
    value: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return value


def _point(game: Game, cell: int) -> bytes:
    row, column = game.coordinates(cell)
    return f"{LETTERS[column]}{LETTERS[row]}".encode()
