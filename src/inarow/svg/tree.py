"""A picture of a game tree as self-contained SVG: drawn boards in layers, one layer for each ply.

Below each board a plate tells its value: X wins in a dark box with square corners, O in one with
round ends, a draw is framed only. Above it stands the move that led there. Best moves have thick
lines and their boards thick frames, so that nothing depends on colour. Where a layer would be too
wide for a page, the last boards of a branch stand in rows below one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from inarow.model.position import cells_of
from inarow.study.tree import GameTree, TreeNode
from inarow.svg.parts import Palette, clean, cross, grid_lines, ring, text_width
from inarow.svg.tree_plan import CAPTION, LEAST_WIDTH, PLATE, SPACE, Size, best_plan

__all__ = ["tree_svg"]

_MARGIN = 28  # around the picture
_HEADER = 52  # for the title
_NARROWEST = 560
_LEGEND = 26  # height of a line of the legend
_SMALL = 11  # size of the letters at a board
_TIMES = "\N{MULTIPLICATION SIGN}"

_KINDS = {"X": "x", "O": "o"}

_PALETTE = Palette(
    "inarow-tree",
    light={
        "page": ("#fbfaf7", "#fbfaf7", "#24292f", "#57606a"),
        "x": ("#0b5394", "#0b5394", "#ffffff", "#ffffff"),
        "o": ("#b3470b", "#b3470b", "#ffffff", "#ffffff"),
        "draw": ("#fbfaf7", "#6e7781", "#24292f", "#24292f"),
        "open": ("#fbfaf7", "#6e7781", "#24292f", "#24292f"),
        "x-board": ("#e4eefa", "#0b5394", "#24292f", "#57606a"),
        "o-board": ("#fdeadb", "#b3470b", "#24292f", "#57606a"),
        "draw-board": ("#ffffff", "#6e7781", "#24292f", "#57606a"),
        "open-board": ("#ffffff", "#6e7781", "#24292f", "#57606a"),
        "last": ("#ffecae", "#ffecae", "#24292f", "#57606a"),
    },
    dark={
        "page": ("#16191d", "#16191d", "#e6e8ea", "#a3abb3"),
        "x": ("#5aa2e6", "#5aa2e6", "#08192a", "#08192a"),
        "o": ("#f09a5b", "#f09a5b", "#2a1204", "#2a1204"),
        "draw": ("#16191d", "#8b949e", "#e6e8ea", "#e6e8ea"),
        "open": ("#16191d", "#8b949e", "#e6e8ea", "#e6e8ea"),
        "x-board": ("#172c42", "#5aa2e6", "#e6e8ea", "#a3abb3"),
        "o-board": ("#40260f", "#f09a5b", "#e6e8ea", "#a3abb3"),
        "draw-board": ("#22262b", "#8b949e", "#e6e8ea", "#a3abb3"),
        "open-board": ("#22262b", "#8b949e", "#e6e8ea", "#a3abb3"),
        "last": ("#5c4d1c", "#5c4d1c", "#e6e8ea", "#a3abb3"),
    },
    dashed=("open", "open-board"),
    inks={
        "grid": ("#9aa1a8", "#5b636b"),
        "stone-x": ("#0b5394", "#8cc2f5"),
        "stone-o": ("#b3470b", "#f7b384"),
        "line": ("#24292f", "#e6e8ea"),
        "edge": ("#a5abb1", "#5b636b"),
        "best": ("#24292f", "#e6e8ea"),
    },
)


def tree_svg(tree: GameTree) -> str:
    """Return an SVG picture of `tree`.

    >>> from inarow import Game, tree
    >>> picture = tree_svg(tree(Game(3, 3, 3), symmetry=True))
    >>> picture.count("class='node "), picture.count("class='edge'"), picture.count("class='best'")
    (16, 7, 17)
    """
    size = Size(tree.game)
    plan = best_plan(tree, size)
    notes = _legend(tree)
    title, subtitle = _words(tree)
    least = max(_NARROWEST, text_width(title, 22), text_width(subtitle, 13))
    inner = max(plan.width, least)
    lines = _flow(notes, inner)
    left, top = _MARGIN + (inner - plan.width) / 2, _MARGIN + _HEADER
    foot = top + plan.height + _MARGIN
    width = inner + 2 * _MARGIN
    height = foot + _LEGEND * (1 + max((line for line, _, _ in lines), default=-1)) + _MARGIN - 8
    parts = [
        *_PALETTE.opening(title, ceil(width), ceil(height)),
        _PALETTE.text("page", title, _MARGIN, _MARGIN + 12, 22, bold=True),
        _PALETTE.text("page", subtitle, _MARGIN, _MARGIN + 36, 13, quiet=True),
        f"<g transform='translate({left:g} {top:g})'>",
    ]
    # Thick lines lie upon thin ones where they run together.
    for node in sorted(tree.nodes[1:], key=lambda node: node.optimal):
        name, strength = ("best", 3) if node.optimal else ("edge", 1.3)
        parts.append(_PALETTE.stroke(name, plan.edges[node.index], strength, "round"))
    for node in tree.nodes:
        parts += _node(node, *plan.places[node.index], size)
    parts.append("</g>")
    for line, x, (sample, words) in lines:
        parts += _note(sample, words, _MARGIN + x, foot + line * _LEGEND)
    parts.append("</svg>")
    return "\n".join(parts)


# Boards.


def _kind(node: TreeNode) -> str:
    """Of plates and boards: who wins."""
    return "open" if node.value is None else _KINDS.get(node.winner or "", "draw")


def _node(node: TreeNode, x: float, y: float, size: Size) -> Iterator[str]:
    """The move, the board and the value of a node; (x, y) is the middle of its top."""
    kind, text = _kind(node), _PALETTE.text
    left, top = x - size.board[0] / 2, y + CAPTION
    yield f"<g class='node {kind}{' optimal' if node.optimal else ''}'>"
    yield f"<title>{clean(_told(node))}</title>"
    if node.move_name is not None:
        edge, middle = min(left, x - size.width / 2), y + CAPTION / 2 - 1
        yield text("page", node.move_name, edge, middle, _SMALL, bold=node.optimal, kind="move")
        if len(node.moves) > 1:
            count = f"{_TIMES}{len(node.moves)}"
            edge = x + size.width / 2
            yield text("page", count, edge, middle, _SMALL, quiet=True, end=True, kind="count")
    yield from _board(node, left, top, size)
    plate = top + size.board[1] + SPACE
    round = {"x": 1, "o": PLATE / 2}.get(kind, 3)
    yield _PALETTE.box(kind, x - size.width / 2, plate, size.width, PLATE, round)
    yield text(kind, node.label, x, plate + PLATE / 2, _SMALL, bold=True, middle=True, kind="value")
    yield "</g>"


def _board(node: TreeNode, left: float, top: float, size: Size) -> Iterator[str]:
    position, cell = node.position, size.cell
    game = position.game
    width, height = size.board

    def centre(number: int) -> tuple[float, float]:
        row, column = game.coordinates(number)
        return left + (column + 0.5) * cell, top + (row + 0.5) * cell

    yield _PALETTE.box(f"{_kind(node)}-board", left, top, width, height, 1)
    if node.moves:
        x, y = centre(node.moves[0])
        yield _PALETTE.box("last", x - cell / 2, y - cell / 2, cell, cell, 0, edge=0)
    yield _PALETTE.stroke("grid", grid_lines(left, top, cell, game.m, game.n), 0.8)
    if node.optimal or node.depth == 0:
        frame = f"M{left:g} {top:g}h{width:g}v{height:g}h{-width:g}z"
        yield _PALETTE.stroke("best" if node.optimal else "grid", frame, 2.6)
    for name, stones, shape in (("stone-x", position.x, cross), ("stone-o", position.o, ring)):
        if stones:
            path = "".join(shape(*centre(number), cell) for number in cells_of(stones))
            yield _PALETTE.stroke(name, path, 0.13 * cell, "round")
    for line in position.winning_lines:
        (x1, y1), (x2, y2) = centre(line[0]), centre(line[-1])
        yield _PALETTE.stroke("line", f"M{x1:g} {y1:g}L{x2:g} {y2:g}", 0.1 * cell, "round")


def _told(node: TreeNode) -> str:
    """What pointing at a board shows."""
    game = node.position.game
    moves = " ".join(map(game.name, node.moves))
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


def _flow(
    notes: Sequence[tuple[str, str]], width: float
) -> list[tuple[int, float, tuple[str, str]]]:
    """Lines of notes within a width: for each its line and its x."""
    placed = []
    line, x = 0, 0.0
    for sample, words in notes:
        wide = _sample_width(sample) + text_width(words, 12) + 24
        if x > 0 and x + wide - 24 > width:
            line, x = line + 1, 0.0
        placed.append((line, x, (sample, words)))
        x += wide
    return placed


def _sample_width(sample: str) -> float:
    return 22 if sample.startswith(_TIMES) else LEAST_WIDTH + 8


def _note(sample: str, words: str, x: float, y: float) -> Iterator[str]:
    """A line of the legend; (x, y) is its top left corner."""
    middle = y + PLATE / 2
    if sample == "best":
        yield _PALETTE.stroke("best", f"M{x:g} {middle:g}h{LEAST_WIDTH}", 3, "round")
    elif sample.startswith(_TIMES):
        yield _PALETTE.text("page", sample, x, middle, _SMALL, quiet=True)
    else:
        kind = {"X": "x", "O": "o", "d": "draw"}.get(sample[0], "open")
        round = {"x": 1, "o": PLATE / 2}.get(kind, 3)
        yield _PALETTE.box(kind, x, y, LEAST_WIDTH, PLATE, round)
        yield _PALETTE.text(
            kind, sample, x + LEAST_WIDTH / 2, middle, _SMALL, bold=True, middle=True
        )
    yield _PALETTE.text("page", words, x + _sample_width(sample), middle, 12, quiet=True)
