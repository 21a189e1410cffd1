"""Where the boards of a drawn game tree go, and the lines between them.

One layer for each ply. Leaves stand side by side in their order, a parent over the middle of its
children: nothing overlaps, since no board is wider than what is below it, equal subtrees are drawn
alike, and a mirrored tree as the mirror image.

Where a layer would be too wide for a page, the last boards of a branch stand in rows below one
another, beside vertical lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from inarow.model.game import Game
from inarow.study.tree import GameTree, TreeNode

CAPTION, PLATE, SPACE = 15, 16, 4
"""Heights: of the move above a board, of the value below it, and between board and value."""
LEAST_WIDTH = 52
"""Of a node, so that its plate holds its text."""

_WIDEST = 1200  # a layer that is wider has its last boards in several rows
_MOST_COLUMNS = 40
_GAP, _COUSIN_GAP = 14, 26  # between siblings that are leaves, and between other boards
_LAYER_GAP = 38  # between layers, for the lines
_BUS = 14  # of them, below the horizontal lines
_RAIL = 18  # left of each column of boards, for a vertical line
_ROW_GAP = 10


class BoardSize:
    """The measures of a drawn board and of what belongs to it."""

    def __init__(self, game: Game) -> None:
        self.cell = min(18, max(8, round(6 + 36 / max(game.m, game.n))))
        self.board = (game.n * self.cell, game.m * self.cell)
        self.width = max(self.board[0], LEAST_WIDTH)
        self.height = CAPTION + self.board[1] + SPACE + PLATE


@dataclass(frozen=True)
class _Item:
    """What is laid out as one: a board, or the last boards of a branch in rows."""

    nodes: Sequence[TreeNode]
    depth: int
    columns: int = 0
    """Boards in a row; 0 for one board by itself."""

    @property
    def rows(self) -> int:
        return ceil(len(self.nodes) / max(1, self.columns))

    def width(self, size: BoardSize) -> float:
        return max(1, self.columns) * size.width + self.columns * _RAIL

    def height(self, size: BoardSize) -> float:
        return self.rows * (size.height + _ROW_GAP) - _ROW_GAP


@dataclass(frozen=True)
class TreePlan:
    """Where everything goes."""

    places: dict[int, tuple[float, float]]
    """The middle of the top of each node, by its index."""
    edges: dict[int, str]
    """The path of the line to each node but the root."""
    width: float
    height: float


def best_plan(tree: GameTree, size: BoardSize) -> TreePlan:
    """One row for each layer if that is not too wide; else what comes out largest on a page."""
    widest = max(len(node.children) for node in tree.nodes)
    plan = _plan(tree, size, max(1, widest))
    if plan.width <= _WIDEST:
        return plan
    plans = [_plan(tree, size, columns) for columns in range(1, min(widest, _MOST_COLUMNS) + 1)]

    def page(plan: TreePlan) -> float:
        """The short side of the page that it fits on, upright or across."""
        short, long = sorted((plan.width, plan.height))
        return max(short, long / sqrt(2))

    return min(plans, key=page)


def _plan(tree: GameTree, size: BoardSize, columns: int) -> TreePlan:
    """The places if the last boards of a branch are at most so many side by side."""
    items = [_Item([tree.root], 0)]
    children: list[list[int]] = []
    for item in items:  # they become more on the way
        first = len(items)
        if not item.columns:
            items += _below(tree, item.nodes[0], columns)
        children.append(list(range(first, len(items))))
    middles = spread([item.width(size) for item in items], children)
    heights = [0.0] * (1 + items[-1].depth)
    for item in items:
        heights[item.depth] = max(heights[item.depth], item.height(size))
    tops = [sum(heights[:depth]) + depth * _LAYER_GAP for depth in range(len(heights))]

    places: dict[int, tuple[float, float]] = {}
    edges: dict[int, str] = {}
    for item, middle in zip(items, middles, strict=True):
        top = tops[item.depth]
        left = middle - item.width(size) / 2
        for number, node in enumerate(item.nodes):
            if item.columns:
                row, column = divmod(number, item.columns)
                rail = left + column * (size.width + _RAIL)
                x, y = rail + (_RAIL + size.width) / 2, top + row * (size.height + _ROW_GAP)
                side = y + CAPTION + size.board[1] / 2
                end = [(rail, side), (x - size.board[0] / 2, side)]
            else:
                x, y = middle, top
                end = [(x, y + CAPTION)]
            places[node.index] = x, y
            if node.parent is not None:
                start, above = places[node.parent]
                bus = top - _BUS
                route = [(start, above + size.height), (start, bus), (end[0][0], bus), *end]
                edges[node.index] = "M" + "L".join(f"{x:g} {y:g}" for x, y in route)
    right = max(middle + item.width(size) / 2 for item, middle in zip(items, middles, strict=True))
    return TreePlan(places, edges, right, tops[-1] + heights[-1])


def _below(tree: GameTree, node: TreeNode, columns: int) -> Iterator[_Item]:
    """The items below a node: each board by itself, or in rows where they are the last."""
    below = [tree.nodes[child] for child in node.children]
    if len(below) > columns and not any(child.children for child in below):
        rows = ceil(len(below) / columns)
        yield _Item(below, node.depth + 1, ceil(len(below) / rows))
    else:
        yield from (_Item([child], child.depth) for child in below)


def spread(widths: Sequence[float], children: Sequence[Sequence[int]]) -> list[float]:
    """Return the x of the middle of each node; the leftmost edge of all is at 0.

    Node i is `widths[i]` wide and has `children[i]`; node 0 is the root.

    >>> spread([60, 60, 60, 60], [[1, 2, 3], [], [], []])
    [104.0, 30.0, 104.0, 178.0]
    """
    middles = [0.0] * len(widths)
    right = float(-_COUSIN_GAP)  # the right edge of all so far

    def place(node: int, gap: float) -> None:
        nonlocal right
        below = children[node]
        for before, child in zip([node, *below], below, strict=False):
            place(child, _COUSIN_GAP if children[before] else _GAP)
        if below:
            middles[node] = (middles[below[0]] + middles[below[-1]]) / 2
        else:
            middles[node] = right + gap + widths[node] / 2
            right += gap + widths[node]

    place(0, _COUSIN_GAP)
    return middles
