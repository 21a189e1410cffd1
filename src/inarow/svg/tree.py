"""A picture of a game tree as self-contained SVG: drawn boards in layers, one layer for each ply.

Below each board a plate tells its value: X wins in a dark box with square corners, O in one with
round ends, a draw is framed only. Above it stands the move that led there. Best moves have thick
lines and their boards thick frames, so that nothing depends on colour. Where a layer would be too
wide for a page, the last boards of a branch stand in rows below one another.
"""

from __future__ import annotations

from math import ceil

from inarow.study.tree import GameTree, TreeNode
from inarow.svg.board import BoardDrawing
from inarow.svg.drawing import MARGIN, Drawing, text_width
from inarow.svg.tree_layout import CAPTION, LEAST_WIDTH, PLATE, SPACE, BoardSize, best_plan

_HEADER = 52  # for the title
_NARROWEST = 560
_LEGEND = 26  # height of a line of the legend
_SMALL = 11  # size of the letters at a board
_SAMPLE = LEAST_WIDTH + 8  # width of a sample in the legend
_TIMES = "\N{MULTIPLICATION SIGN}"


def tree_svg(tree: GameTree) -> str:
    """Return an SVG picture of `tree`.

    >>> from inarow import Game, tree
    >>> picture = tree_svg(tree(Game(3, 3, 3), symmetry=True))
    >>> [picture.count(f"class='{name} ") for name in ("node", "edge", "best")]
    [16, 7, 17]
    """
    size = BoardSize(tree.game)
    plan = best_plan(tree, size)
    title, subtitle = _words(tree)
    inner = max(plan.width, _NARROWEST, text_width(title, 22), text_width(subtitle, 13))
    notes = _legend(tree)
    left, top = MARGIN + (inner - plan.width) / 2, MARGIN + _HEADER
    foot = top + plan.height + MARGIN
    width = inner + 2 * MARGIN
    height = foot + _LEGEND * len(notes) + MARGIN - 8
    drawing = Drawing(title, ceil(width), ceil(height))
    drawing.heading(title, subtitle)
    with drawing.group("tree", shift=f"{left:g} {top:g}"):
        # Thick lines lie upon thin ones where they run together.
        for node in sorted(tree.nodes[1:], key=lambda node: node.optimal):
            ink, name, strength = ("ink", "best", 3) if node.optimal else ("grid", "edge", 1.3)
            drawing.stroke(ink, plan.edges[node.index], strength, name=name)
        for node in tree.nodes:
            _draw_node(drawing, node, *plan.places[node.index], size)
    for number, (sample, words) in enumerate(notes):
        _draw_note(drawing, sample, words, MARGIN, foot + number * _LEGEND)
    return drawing.svg()


# Boards.


def _kind(node: TreeNode) -> str:
    """Of plates and boards: who wins."""
    return "open" if node.value is None else (node.winner or "draw").lower()


def _draw_plate(drawing: Drawing, kind: str, words: str, x: float, y: float, width: float) -> None:
    """A value in a box, whose form says who wins; (x, y) is the middle of its top."""
    drawing.box(kind, x - width / 2, y, width, PLATE, {"x": 1, "o": PLATE / 2}.get(kind, 3))
    drawing.text(kind, words, x, y + PLATE / 2, _SMALL, bold=True, middle=True, name="value")


def _draw_node(drawing: Drawing, node: TreeNode, x: float, y: float, size: BoardSize) -> None:
    """The move, the board and the value of a node; (x, y) is the middle of its top."""
    kind, text = _kind(node), drawing.text
    (width, height), position = size.board, node.position
    left, top = x - width / 2, y + CAPTION
    with drawing.group(f"node {kind}{' optimal' if node.optimal else ''}", _told(node)):
        if node.move_name is not None:
            edge, middle = min(left, x - size.width / 2), y + CAPTION / 2 - 1
            text("page", node.move_name, edge, middle, _SMALL, bold=node.optimal, name="move")
            if len(node.moves) > 1:
                times, edge = f"{_TIMES}{len(node.moves)}", x + size.width / 2
                text("page", times, edge, middle, _SMALL, quiet=True, end=True, name="count")
        board = BoardDrawing(drawing, position, left, top, size.cell, f"{kind}-board")
        board.fill("last", node.moves[:1])
        board.grid(0.8)
        if node.optimal or node.depth == 0:
            frame = f"M{left:g} {top:g}h{width:g}v{height:g}h{-width:g}z"
            name, ink = ("best", "ink") if node.optimal else ("root", "grid")
            drawing.stroke(ink, frame, 2.6, name=name)
        board.stones(position.x, position.o)
        board.lines(position)
        _draw_plate(drawing, kind, node.label, x, top + height + SPACE, size.width)


def _told(node: TreeNode) -> str:
    """What pointing at a board shows."""
    moves = " ".join(map(node.position.game.name, node.moves))
    best = ", a best move" if node.optimal else ""
    known = node.label
    if node.value is None:
        known = f"not proven, {node.lower} to {node.upper} for {node.position.turn}"
    return f"{moves + ': ' if moves else ''}{node.position.text}, {known}{best}"


# Words.


def _words(tree: GameTree) -> tuple[str, str]:
    """The title and what stands below it."""
    root, game = tree.root, tree.game
    title = f"{game.words}: {_value(root)}"
    plies = "the next ply" if tree.depth == 1 else f"the next {tree.depth} plies"
    start = "the empty board" if root.position.ply == 0 else "the board at the top"
    state = root.position.status
    subtitle = f"From {start}, {state}: {plies} of every game."
    return title, subtitle


def _value(node: TreeNode) -> str:
    """The value of the root in words."""
    if node.value is None:
        return "not proven"
    if node.winner is None:
        return "a draw"
    if not node.distance:
        return f"{node.winner} {'wins' if node.distance is None else 'has won'}"
    return f"{node.winner} wins in {node.distance} {'plies' if node.distance > 1 else 'ply'}"


def _legend(tree: GameTree) -> list[tuple[str, str]]:
    """Samples, and what they mean: those that occur."""
    samples: dict[str, TreeNode] = {}
    for node in sorted(tree.nodes, key=lambda node: not node.distance):  # a number, if any
        samples.setdefault(_kind(node), node)
    meanings = {"x": "X wins", "o": "O wins", "draw": "neither can win", "open": "not proven"}
    notes = []
    for kind, words in meanings.items():
        if kind in samples:
            node = samples[kind]
            plies = f", {node.distance} plies from here" if (node.distance or 0) > 1 else ""
            notes.append((node.label, words + plies))
    if any(node.optimal for node in tree.nodes):
        notes.append(("best", "a best move: wins soonest, holds, or loses latest"))
    count = max(len(node.moves) for node in tree.nodes)
    if count > 1:
        notes.append((f"{_TIMES}{count}", "so many moves, alike by turning and mirroring"))
    return notes


def _draw_note(drawing: Drawing, sample: str, words: str, x: float, y: float) -> None:
    """A line of the legend; (x, y) is its top left corner."""
    middle = y + PLATE / 2
    if sample == "best":
        drawing.stroke("ink", f"M{x:g} {middle:g}h{LEAST_WIDTH}", 3, name="best")
    elif sample.startswith(_TIMES):
        drawing.text("page", sample, x + LEAST_WIDTH, middle, _SMALL, quiet=True, end=True)
    else:
        kind = {"X": "x", "O": "o", "d": "draw"}.get(sample[0], "open")
        _draw_plate(drawing, kind, sample, x + LEAST_WIDTH / 2, y, LEAST_WIDTH)
    drawing.text("page", words, x + _SAMPLE, middle, 12, quiet=True)
