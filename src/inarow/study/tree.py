"""Game trees: all lines of play for some plies, every position with its value and distance.

Among moves of equal value the best are those of the shortest win and of the longest defence.

A tree has very many equivalent branches. With `symmetry`, moves that lead to the same position up
to turning and mirroring are drawn as one, which tells how many they are: of the nine openings of
3,3,3 a corner, an edge and the centre are left, and of the 72 first pairs of moves twelve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, SupportsFloat, SupportsIndex

from inarow.model.drawn import Drawn
from inarow.model.game import Game, start_of
from inarow.model.options import TABLE_MB, positive_integer, time_limit
from inarow.model.position import Position
from inarow.model.worth import Worth
from inarow.solver.solver import Solver
from inarow.study.grow import Branch, TreeProgress, grow, solve

LIMIT = 1000
"""The default limit on the positions of a tree."""

_SHAPES = {"X": "box", "O": "ellipse", "draw": "octagon", "?": "box"}
"""Who wins, told without colour."""
_PAPERS = {"X": "#cfe2f5", "O": "#fad9c1", "draw": "#f1efe9", "?": "#ffffff"}


@dataclass(frozen=True)
class TreeNode:
    """A position of a tree; its value is from the side to move there.

    >>> from inarow import Game
    >>> node = tree(Game(3, 3, 3).position("X../.../..."), depth=1).nodes[1]
    >>> node.move_name, node.value, node.optimal
    ('b2', 0, True)
    """

    index: int
    """Its place in `GameTree.nodes`."""
    parent: int | None
    """The index of the position before; None at the root."""
    depth: int
    """Plies from the root."""
    position: Position
    moves: tuple[int, ...]
    """The moves that led here, ascending: equivalent ones, merged; none at the root.

    `position` is that after the first of them.
    """
    value: int | None
    """+1 a win, 0 a draw, -1 a loss; None if it was not proven."""
    distance: int | None
    """Plies to the completed line; None for a draw, or where it is not known."""
    lower: int
    """The value is at least this."""
    upper: int
    """The value is at most this."""
    optimal: bool
    """Do the moves keep the value of the position before, as fast or as long as possible?

    Where that position's distance is not known, it is enough that they keep its value. The root
    is not optimal.
    """
    children: tuple[int, ...]
    """The indices of the positions after it, best for the side to move first."""

    @property
    def winner(self) -> str | None:
        """``"X"`` or ``"O"``, who wins from here; None for a draw, or if it is not proven."""
        if not self.value:
            return None
        other = "O" if self.position.turn == "X" else "X"
        return self.position.turn if self.value > 0 else other

    @property
    def label(self) -> str:
        """The value in a few characters: ``X in 5``, ``O won``, ``X wins``, ``draw`` or ``?``."""
        if self.value is None:
            return "?"
        if self.value == 0:
            return "draw"
        if self.distance is None:
            return f"{self.winner} wins"
        return f"{self.winner} won" if self.distance == 0 else f"{self.winner} in {self.distance}"

    @property
    def move_name(self) -> str | None:
        """The name of the first of the moves; None at the root."""
        return self.position.game.name(self.moves[0]) if self.moves else None

    @property
    def move_words(self) -> str:
        """The move, and how many equivalent ones it stands for: ``a1 x4``."""
        return f"{self.move_name}{f' x{len(self.moves)}' if len(self.moves) > 1 else ''}"

    def record(self) -> dict[str, Any]:
        """The fields by name, for JSON."""
        position, moves = self.position, self.moves
        return {
            **vars(self),
            "position": position.text,
            "turn": position.turn,
            "moves": list(moves),
            "move_names": list(map(position.game.name, moves)),
            "label": self.label,
            "children": list(self.children),
        }


@dataclass(frozen=True)
class GameTree(Drawn):
    """The tree below a position, as `tree` returns it.

    >>> from inarow import Game
    >>> grown = tree(Game(3, 3, 3).start(), depth=1, symmetry=True)
    >>> len(grown), grown.by_ply, grown.root.value
    (4, (1, 3), 0)
    """

    depth: int
    """Plies that were asked for."""
    symmetry: bool
    """Are equivalent moves merged?"""
    nodes: tuple[TreeNode, ...]
    """Ply by ply from the root; siblings together, best first."""

    @property
    def root(self) -> TreeNode:
        return self.nodes[0]

    @property
    def game(self) -> Game:
        return self.root.position.game

    @property
    def by_ply(self) -> tuple[int, ...]:
        """How many positions there are at each ply from the root."""
        return tuple(Counter(node.depth for node in self.nodes).values())

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        more = ", symmetry=True" if self.symmetry else ""
        positions = f"{len(self)} position" + ("s" if len(self) > 1 else "")
        return f"<GameTree of {self.root.position!r}, depth={self.depth}{more}: {positions}>"

    def record(self) -> dict[str, Any]:
        """The whole tree as one object for JSON: what was asked, and a flat list of positions."""
        game, root = self.game, self.root
        return {
            **game.record(),
            "position": root.position.text,
            "turn": root.position.turn,
            "value": root.value,
            "distance": root.distance,
            "depth": self.depth,
            "symmetry": self.symmetry,
            "by_ply": list(self.by_ply),
            "nodes": [node.record() for node in self.nodes],
        }

    def svg(self) -> str:
        """A picture of the tree, as `inarow.svg` draws it."""
        picture = self._repr_svg_()
        assert picture is not None
        return picture

    def dot(self) -> str:
        r"""The tree as a directed graph for ``dot``: boards as text, optimal moves thick.

        A box says that X wins, an ellipse that O does, an octagon is a draw; a dashed box is open.

        >>> print(tree(Game(1, 1, 1)).dot())
        digraph inarow {
          node [fontname="monospace" style="filled"];
          n0 [label=".\n\nX in 1" shape="box" fillcolor="#cfe2f5"];
          n1 [label="X\n\nX won" shape="box" fillcolor="#cfe2f5"];
          n0 -> n1 [label="a1" penwidth="3"];
        }
        """
        lines = ["digraph inarow {", '  node [fontname="monospace" style="filled"];']
        for node in self.nodes:
            kind = "?" if node.value is None else node.winner or "draw"
            rows = "".join(" ".join(row) + r"\n" for row in node.position.text.split("/"))
            dashed = ' style="filled,dashed"' if kind == "?" else ""
            lines.append(
                rf'  n{node.index} [label="{rows}\n{node.label}" shape="{_SHAPES[kind]}"'
                f' fillcolor="{_PAPERS[kind]}"{dashed}];'
            )
        for node in self.nodes[1:]:
            thick = 3 if node.optimal else 1
            edge = f'[label="{node.move_words}" penwidth="{thick}"]'
            lines.append(f"  n{node.parent} -> n{node.index} {edge};")
        return "\n".join([*lines, "}"])

    def text(self) -> str:
        """The tree as a list, two spaces deeper with each ply; the root first, with its board.

        A move says how many equivalent ones it stands for, its value, and whether it is a best one.
        """
        root = self.root
        worth = "" if root.position.is_over else f": {root.label}"
        lines = [f"{root.position.status}{worth} ({root.position.text})"]
        width = max((len(node.move_words) for node in self.nodes[1:]), default=0)
        stack = list(reversed(root.children))
        while stack:
            node = self.nodes[stack.pop()]
            best = "  best" if node.optimal else ""
            lines.append(f"{'  ' * node.depth}{node.move_words:<{width}}  {node.label}{best}")
            stack += reversed(node.children)
        return "\n".join(lines)


def tree(
    position: Game | Position,
    *,
    depth: SupportsIndex = 2,
    symmetry: bool = False,
    limit: SupportsIndex = LIMIT,
    seconds: SupportsFloat | None = None,
    table_mb: SupportsIndex = TABLE_MB,
    progress: TreeProgress | None = None,
) -> GameTree:
    """Return the tree of the next `depth` plies from a position, or from the start of a game.

    `symmetry` merges moves that lead to the same position up to turning and mirroring. `seconds`
    limits the solving in all; what it leaves open has bounds, and no value. `progress` is called
    about ten times a second while a position is solved.

    Raises `InvalidOptionError` for a tree of more than `limit` positions, at once, and for options
    out of range.

    >>> print(tree(Game(3, 3, 3), symmetry=True).text())
    X to move: draw (.../.../...)
      a1 x4  draw  best
        b2     draw  best
        b1 x2  X in 5
        c1 x2  X in 5
        c2 x2  X in 5
        c3     X in 5
      b1 x4  draw  best
        a1 x2  draw  best
        b2     draw  best
        b3     draw  best
        a2 x2  X in 5
        a3 x2  X in 5
      b2     draw  best
        a1 x4  draw  best
        b1 x4  X in 5
    """
    position = start_of(position)
    plies = positive_integer("depth", depth)
    most, time = positive_integer("limit", limit), time_limit(seconds)
    branches = grow(position, plies, bool(symmetry), most)
    solve(branches, Solver(position.game, table_mb), time, progress)
    return GameTree(plies, bool(symmetry), tuple(_nodes(branches[0])))


def _nodes(root: Branch) -> Iterator[TreeNode]:
    """The nodes ply by ply, siblings best first, of equals that of the lower cell."""
    queue: list[tuple[Branch, int | None]] = [(root, None)]
    for index, (branch, parent) in enumerate(queue):  # it grows on the way
        worth, first = branch.worth, len(queue)
        children = sorted(
            branch.children, key=lambda child: (child.worth.before().rank, child.moves)
        )
        queue += [(child, index) for child in children]
        before = Worth() if parent is None else queue[parent][0].worth
        move = worth.before()  # is it as good as there was, and as fast or as long?
        optimal = before.value is not None and move.value == before.value
        if before.value:
            optimal &= before.distance in (None, move.distance)
        yield TreeNode(
            *(index, parent, branch.depth, branch.position, branch.moves),
            *(worth.value, worth.distance, worth.lower, worth.upper),
            optimal,
            children=tuple(range(first, len(queue))),
        )
