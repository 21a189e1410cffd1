"""Where the boards of a drawn game tree go, and the lines between them.

One layer for each ply, laid out tidily: a parent stands over the middle of its children, siblings
keep their order, nothing overlaps, equal subtrees are drawn alike and a mirrored tree as the mirror
image (Reingold and Tilford, "Tidier drawings of trees", IEEE Trans. Software Engineering 7, 1981).
Subtrees are set side by side as close as their outlines allow: once from the left, once from the
right, and the mean of both is taken, which keeps all distances and spreads what has room between
larger neighbours (Kennedy, "Drawing trees", J. Functional Programming 6, 1996).

Where a layer would be too wide for a page, the last boards of a branch stand in rows below one
another, beside vertical lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from inarow.model.game import Game
from inarow.study.tree import GameTree, TreeNode
from inarow.svg.drawing import corners

__all__ = ["CAPTION", "LEAST_WIDTH", "PLATE", "SPACE", "BoardSize", "TreePlan", "best_plan", "tidy"]

CAPTION, PLATE, SPACE = 15, 16, 4
"""Heights: of the move above a board, of the value below it, and between board and value."""
LEAST_WIDTH = 52
"""Of a node, so that its plate holds its text."""

_WIDEST = 1200  # a layer that is wider has its last boards in several rows
_MOST_COLUMNS = 40
_GAP, _COUSIN_GAP = 14, 26  # between siblings, and between other boards
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
    middles = tidy([item.width(size) for item in items], children, gap=_GAP, cousin_gap=_COUSIN_GAP)
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
                edges[node.index] = corners(route)
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


# Tidy layout.

_Outline = list[tuple[float, float]]
"""How far a subtree reaches to the left and to the right of its root, layer by layer."""


def tidy(
    widths: Sequence[float],
    children: Sequence[Sequence[int]],
    *,
    gap: float,
    cousin_gap: float | None = None,
) -> list[float]:
    """Return the x of the middle of each node; the leftmost edge of all is at 0.

    Node i is `widths[i]` wide and has `children[i]`, whose numbers are higher than i; node 0 is
    the root. Siblings are at least `gap` apart, other neighbours in a layer `cousin_gap` (unless
    given, as much).

    >>> tidy([2, 2, 2, 2], [[1, 2, 3], [], [], []], gap=1)
    [4.0, 1.0, 4.0, 7.0]
    """
    gaps = (gap, gap if cousin_gap is None else cousin_gap)
    offsets = [0.0] * len(widths)  # from the parent
    outlines: dict[int, _Outline] = {}
    for node in reversed(range(len(widths))):
        below = [outlines.pop(child) for child in children[node]]
        places = _side_by_side(below, gaps)
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place
        half = widths[node] / 2
        outlines[node] = [(-half, half), *_joined(below, places)]
    middles = [0.0] * len(widths)
    middles[0] = -min(left for left, _ in outlines[0])
    for node, following in enumerate(children):
        for child in following:
            middles[child] = middles[node] + offsets[child]
    return middles


def _side_by_side(outlines: Sequence[_Outline], gaps: tuple[float, float]) -> list[float]:
    """Where the roots of subtrees go, seen from the middle between the first and the last."""
    if not outlines:
        return []
    from_left = _packed(outlines, gaps)
    mirrored = [[(-right, -left) for left, right in outline] for outline in reversed(outlines)]
    from_right = [-place for place in reversed(_packed(mirrored, gaps))]
    # The first way begins at 0 and the second ends there; both are equally long.
    return [(a + b) / 2 for a, b in zip(from_left, from_right, strict=True)]


def _packed(outlines: Sequence[_Outline], gaps: tuple[float, float]) -> list[float]:
    """Each subtree as far to the left as those before it allow; the first at 0."""
    places: list[float] = []
    edge: list[float] = []  # the right edge of all so far, layer by layer
    for outline in outlines:
        place = max(
            (
                right + gaps[layer > 0] - left
                for layer, (right, (left, _)) in enumerate(zip(edge, outline, strict=False))
            ),
            default=0.0,
        )
        places.append(place)
        edge[: len(outline)] = [place + right for _, right in outline]
    return places


def _joined(outlines: Sequence[_Outline], places: Sequence[float]) -> _Outline:
    """The outline of subtrees side by side."""
    joined: _Outline = []
    for outline, place in zip(outlines, places, strict=True):
        for layer, (left, right) in enumerate(outline):
            here = (place + left, place + right)
            if layer == len(joined):
                joined.append(here)
            else:
                joined[layer] = (min(joined[layer][0], here[0]), max(joined[layer][1], here[1]))
    return joined
