"""The tree of all games for some plies: every position solved, drawn, and coloured by its outcome.

    python docs/examples/game_tree.py                 # 3,3,3: three openings, and all answers
    python docs/examples/game_tree.py 4 4 3 --depth 1 -o tree.svg

Moves that lead to the same position up to turning and mirroring are one branch. The list tells for
each branch its move, for how many it stands, what it leads to, and whether it is a best one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import inarow
from inarow import Game, Position
from inarow.svg.board import BoardDrawing
from inarow.svg.drawing import MARGIN, Drawing

ACROSS, GAP, TOP = 82, 52, 100
"""Pixels: from leaf to leaf, below a board, and above the first."""


@dataclass
class Node:
    """A position of the tree, with its value for the side to move and the plies to the end."""

    position: Position
    moves: Sequence[int]
    """That led here: equivalent ones, merged; none at the root."""
    value: int
    distance: int | None
    children: list[Node]
    """Best for the side to move first."""
    below: int
    """Plies from here to the end of the tree."""
    x: float = 0.0

    @property
    def outcome(self) -> str:
        """``"x"`` or ``"o"``, who wins, or ``"draw"``."""
        mover, other = ("x", "o") if self.position.turn == "X" else ("o", "x")
        return "draw" if self.value == 0 else mover if self.value > 0 else other

    @property
    def label(self) -> str:
        if self.value == 0:
            return "draw"
        return f"{self.outcome.upper()} {f'in {self.distance}' if self.distance else 'won'}"

    @property
    def move(self) -> str:
        """The name of the first move, and for how many it stands: ``a1 x4``."""
        alike = f" x{len(self.moves)}" if len(self.moves) > 1 else ""
        return f"{self.position.game.name(self.moves[0])}{alike}" if self.moves else ""

    @property
    def rank(self) -> tuple[int, int, Sequence[int]]:
        """Lower is better for whoever moved here: a win, soon; else a loss, late."""
        late = (self.distance or 0) * (1 if self.value < 0 else -1)
        return self.value, late, self.moves

    def is_best(self, child: Node) -> bool:
        """Does the child's move keep the value, as fast or as long as possible?"""
        return child.rank[:2] == self.children[0].rank[:2]


def grow(position: Position, depth: int, moves: Sequence[int] = ()) -> Node:
    """The tree of the next `depth` plies, solved."""
    found = inarow.solve(position, distance=True)
    alike: dict[Position, list[int]] = {}
    for move in position.legal_moves if depth else ():
        alike.setdefault(position.play(move).canonical(), []).append(move)
    children = [grow(position.play(same[0]), depth - 1, same) for same in alike.values()]
    children.sort(key=lambda child: child.rank)
    return Node(position, moves, found.value, found.distance, children, depth)


def text(node: Node, depth: int = 0, best: bool = False) -> str:
    """The tree as a list, deeper with each ply."""
    name = f"{node.move:<6}" if node.moves else f"{node.position.status} ({node.position.text})"
    lines = [f"{'  ' * depth}{name}  {node.label}{'  best' * best}"]
    lines += [text(child, depth + 1, node.is_best(child)) for child in node.children]
    return "\n".join(lines)


def leaves(node: Node) -> int:
    """How many boards stand side by side below a node, or in its place."""
    return sum(map(leaves, node.children)) or 1


def place(node: Node, left: float = 0.0) -> None:
    """Leaves stand side by side, a parent over the middle of its leaves."""
    node.x = left + leaves(node) / 2
    for child in node.children:
        place(child, left)
        left += leaves(child)


def picture(root: Node) -> str:
    """The tree as SVG: best moves have thick lines, boards the colour of who wins."""
    place(root)
    game = root.position.game
    cell = ACROSS * 0.72 / max(game.m, game.n)
    step = game.m * cell + GAP
    wide = max(480.0, leaves(root) * ACROSS)
    title = f"{game.words}: {root.label}"
    drawing = Drawing(title, wide + 2 * MARGIN, TOP + (1 + root.below) * step)
    drawing.heading(title, "Thick: best moves. Blue: X wins; orange: O wins; no colour: a draw.")
    shift = MARGIN + (wide - leaves(root) * ACROSS) / 2

    def draw(node: Node, y: float) -> None:
        x = shift + node.x * ACROSS
        foot = y + game.m * cell
        for child in reversed(node.children):  # the best last, above the others
            ink, width = ("ink", 3.0) if node.is_best(child) else ("grid", 1.2)
            end = f"{shift + child.x * ACROSS:g} {y + step - 15:g}"
            drawing.stroke(ink, f"M{x:g} {foot + 18:g}L{end}", width, name="edge")
            draw(child, y + step)
        with drawing.group(f"node {node.outcome}", f"{node.move} {node.label}".strip()):
            left = x - game.n * cell / 2
            board = BoardDrawing(drawing, node.position, left, y, cell, f"{node.outcome}-board")
            board.grid(0.8)
            board.stones(node.position.x, node.position.o)
            board.lines(node.position)
            drawing.text("page", node.move, x, y - 7, 11, middle=True, name="move")
            drawing.text("page", node.label, x, foot + 10, 11, bold=True, middle=True, name="value")

    draw(root, TOP)
    return drawing.svg()


def main() -> None:
    """Solve, list, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=["3", "3", "3"], metavar="M N K")
    parser.add_argument("--moves", default="", help="That lead to the root: b2 a1.")
    parser.add_argument("--depth", type=int, default=2, help="Plies below the root.")
    parser.add_argument("-o", "--output", type=Path, help="Draw the tree into this file (SVG).")
    options = parser.parse_args()
    tree = grow(
        Game.from_key(",".join(options.game)).start().play_all(options.moves.split()), options.depth
    )
    print(text(tree))
    if options.output:
        options.output.write_text(picture(tree), encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except (inarow.InarowError, OSError) as error:
        sys.exit(str(error))
