"""A picture of a place in a proof as self-contained SVG: a board on which one can see why.

Pairs are cells with the same letter, joined by a band or a thread. The moves of a chain of threats
are numbered: those of the keeper in full boxes, the answers they force in empty ones, the cells of
which the last move leaves one to the keeper in dashed ones. In a node each move says what it gets:
the keeper's reply if it has one of its own, else the move that speaks for it. A zone is shaded.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import count, product
from math import ceil

from inarow.certificate.nodes import Answer, Node
from inarow.certificate.words import answer_words, claim_words, reasons
from inarow.model.game import Game
from inarow.model.position import cells_of
from inarow.svg.parts import Palette, cross, grid_lines, ring, text_width

__all__ = ["pair_names", "proof_svg"]

_MARGIN = 24  # around the picture
_CELL = 44
_EDGE = 24  # for the coordinates
_TITLE, _LINE = 26, 19  # heights of lines of text
_WORDS = 13  # size of the letters below the board
_LEAST = 400  # width within the margins

_PALETTE = Palette(
    "inarow-proof",
    light={
        "page": ("#fbfaf7", "#fbfaf7", "#24292f", "#57606a"),
        "cell": ("#ffffff", "#ffffff", "#24292f", "#6e7781"),
        "zone": ("#dcebdf", "#dcebdf", "#24292f", "#57606a"),
        "last": ("#ffecae", "#ffecae", "#24292f", "#57606a"),
        "full-X": ("#0b5394", "#0b5394", "#ffffff", "#ffffff"),
        "full-O": ("#b3470b", "#b3470b", "#ffffff", "#ffffff"),
        "empty-X": ("#ffffff", "#0b5394", "#0b5394", "#0b5394"),
        "empty-O": ("#ffffff", "#b3470b", "#b3470b", "#b3470b"),
        "win": ("#ffffff", "#24292f", "#24292f", "#24292f"),
    },
    dark={
        "page": ("#16191d", "#16191d", "#e6e8ea", "#a3abb3"),
        "cell": ("#22262b", "#22262b", "#e6e8ea", "#a3abb3"),
        "zone": ("#24402f", "#24402f", "#e6e8ea", "#b9c1c8"),
        "last": ("#5c4d1c", "#5c4d1c", "#e6e8ea", "#a3abb3"),
        "full-X": ("#5aa2e6", "#5aa2e6", "#08192a", "#08192a"),
        "full-O": ("#f09a5b", "#f09a5b", "#2a1204", "#2a1204"),
        "empty-X": ("#22262b", "#5aa2e6", "#8cc2f5", "#8cc2f5"),
        "empty-O": ("#22262b", "#f09a5b", "#f7b384", "#f7b384"),
        "win": ("#22262b", "#e6e8ea", "#e6e8ea", "#e6e8ea"),
    },
    dashed=("win",),
    inks={
        "grid": ("#9aa1a8", "#5b636b"),
        "stone-x": ("#0b5394", "#8cc2f5"),
        "stone-o": ("#b3470b", "#f7b384"),
        "pair-edge": ("#3d7a52", "#7cc796"),
        "pair": ("#f2f9f4", "#1c3325"),
    },
)


def proof_svg(seen: Node | Answer, reply: int | None = None) -> str:
    """Return an SVG picture of a node or an answer; `reply`, a stone that lies there, is marked."""
    if isinstance(seen, Answer) and (seen.node is not None or seen.kind == "pairs"):
        reply = seen.reply
        seen = seen.node or seen
    position = seen.after if isinstance(seen, Answer) and seen.pairs else seen.position
    game = position.game
    board_width, board_height = game.n * _CELL, game.m * _CELL
    title, words = claim_words(seen), _below(seen)
    inner = max(_LEAST, board_width + 2 * _EDGE, text_width(title, 18))  # it is bold
    per_line = int(inner / (0.52 * _WORDS))
    lines = [line for sentence in words for line in textwrap.wrap(sentence, per_line)]
    left, top = _MARGIN + (inner - board_width) / 2, _MARGIN + _TITLE + _EDGE
    foot = top + board_height + _LINE
    width, height = inner + 2 * _MARGIN, foot + len(lines) * _LINE + _MARGIN - 4
    parts = [
        *_PALETTE.opening(f"{game!r}, {position.text}: {title}", ceil(width), ceil(height)),
        _PALETTE.text("page", title, _MARGIN, _MARGIN + 8, 17, bold=True),
        f"<g transform='translate({left:g} {top:g})'>",
    ]
    for cell in range(game.cells):
        row, column = game.coordinates(cell)
        kind = "last" if cell == reply else "zone" if _shaded(seen) >> cell & 1 else "cell"
        parts.append(_PALETTE.box(kind, column * _CELL, row * _CELL, _CELL, _CELL, 0))
    parts.append(_stroke("grid", grid_lines(0, 0, _CELL, game.m, game.n), 1))
    for column, letter in enumerate(game.letters):
        x = (column + 0.5) * _CELL
        parts.append(_PALETTE.text("page", letter, x, -11, 13, quiet=True, middle=True))
    for row in range(game.m):
        y = (row + 0.5) * _CELL
        parts.append(_PALETTE.text("page", str(row + 1), -12, y, 13, quiet=True, middle=True))
    pairs = _pairs(seen) if isinstance(seen, Answer) else ([], [])
    parts += pairs[0]  # threads lie below the stones
    for cell in range(game.cells):
        x, y = _centre(game, cell)
        if position.x >> cell & 1:
            parts.append(_stroke("stone-x", cross(x, y, _CELL), 5))
        elif position.o >> cell & 1:
            parts.append(_stroke("stone-o", ring(x, y, _CELL), 5))
    parts += pairs[1] or (_marks(seen) if isinstance(seen, Node) else _chain(seen))
    parts.append("</g>")
    for number, line in enumerate(lines):
        y = foot + (number + 0.3) * _LINE
        parts.append(_PALETTE.text("page", line, _MARGIN, y, _WORDS))
    parts.append("</svg>")
    return "\n".join(parts)


def pair_names() -> Iterator[str]:
    """Letters for pairs: none that looks like a stone or a digit, then two of them.

    >>> from itertools import islice
    >>> names = list(islice(pair_names(), 25))
    >>> names[:3], names[-3:]
    (['A', 'B', 'C'], ['Z', 'AA', 'AB'])
    """
    letters = "ABCDEFGHJKLMNPQRSTUVWYZ"
    for length in count(1):
        yield from map("".join, product(letters, repeat=length))


def _centre(game: Game, cell: int) -> tuple[float, float]:
    row, column = game.coordinates(cell)
    return (column + 0.5) * _CELL, (row + 0.5) * _CELL


def _stroke(ink: str, path: str, width: float) -> str:
    return _PALETTE.stroke(ink, path, width, "round")


def _shaded(seen: Node | Answer) -> int:
    """The zone, if it is not the whole board; of a node with a chain, what may spoil that."""
    if isinstance(seen, Node) and seen.chain is not None:
        return seen.chain.spoilers
    return 0 if seen.zone == seen.game.full else seen.zone


def _below(seen: Node | Answer) -> list[str]:
    if isinstance(seen, Answer):
        return [f"{answer_words(seen)}.", *reasons(seen)]
    fates = {fate.why for fate in seen.fates.values()}
    words = [f"{seen.rival} is to move."]
    if "listed" in fates:
        words.append(f"d4: the cell with which {seen.keeper} answers a move there.")
        if any(answer.chain for answer in seen.entries):
            words.append(f"d4!: with it {seen.keeper} wins, or begins the threats that do.")
    if "outside" in fates:
        words.append("as d4: outside the zone of the answer to d4, which answers it as well.")
    if "dominated" in fates:
        words.append(f"\u2264d4: all open lines of {seen.rival}'s through it pass through d4.")
    if seen.chain is not None:
        moves = " ".join(map(seen.game.name, seen.chain.moves))
        words.append(
            f"Shaded: what may spoil the threats {moves}; after any other move {seen.keeper} wins"
            " by them."
        )
    elif _shaded(seen):
        words.append(f"Shaded: the zone. What {seen.rival} has elsewhere does not matter.")
    if "completes" in fates:
        threats = " ".join(map(seen.game.name, cells_of(seen.keeper_threats)))
        words.append(f"{seen.keeper} threatens {threats}.")
    if "spent" in fates:
        words.append(f"All lines of {seen.rival}'s lack more stones than {seen.rival} has moves.")
    if "open" in fates:
        words.append("?: nothing is said of it, and the proof does not hold.")
    return words


def _marks(node: Node) -> Iterator[str]:
    """On each cell, what a move there gets."""
    name, shaded = node.game.name, _shaded(node)
    answers = {answer.move: answer for answer in node.entries}
    for cell, fate in node.fates.items():
        x, y = _centre(node.game, cell)
        colours = "zone" if shaded >> cell & 1 else "cell"
        by = "" if fate.by is None else name(fate.by)
        if fate.why == "listed":
            reply, ends = answers[cell].reply, answers[cell].chain is not None
            label = "-" if reply is None else name(reply) + "!" * ends
            yield _PALETTE.text(colours, label, x, y, 15, bold=True, middle=True, kind="reply")
        elif label := {"outside": f"as {by}", "dominated": f"\u2264{by}", "open": "?"}.get(
            fate.why, ""
        ):
            yield _PALETTE.text(colours, label, x, y, 12, quiet=True, middle=True, kind="by")


def _pairs(answer: Answer) -> tuple[list[str], list[str]]:
    """Threads between the cells of pairs; and their letters, in bands where they are neighbours."""
    game = answer.game
    bands, threads, ends = [], [], []
    for (a, b), name in zip(answer.pairs, pair_names(), strict=False):
        (xa, ya), (xb, yb) = _centre(game, a), _centre(game, b)
        near = max(abs(xa - xb), abs(ya - yb)) <= _CELL
        path = f"M{xa:g} {ya:g}L{xb:g} {yb:g}"
        if not near:
            threads.append(_stroke("pair-edge", path, 1.6))
            path = f"M{xa:g} {ya:g}h0M{xb:g} {yb:g}h0"
        bands += [_stroke("pair-edge", path, 27), _stroke("pair", path, 24)]
        for x, y in ((xa, ya), (xb, yb)):
            ends.append(_PALETTE.text("page", name, x, y, 15, bold=True, middle=True, kind="name"))
    return threads, bands + ends


def _chain(answer: Answer) -> Iterator[str]:
    """The moves of a chain, numbered, and where it ends."""
    chain = answer.chain
    if chain is None:
        return
    shown = []
    for number, move in enumerate(chain.moves):
        shown.append((move, f"full-{answer.keeper}", 2 * number + 1))
    for number, move in enumerate(chain.replies):
        shown.append((move, f"empty-{answer.rival}", 2 * number + 2))
    shown += [(cell, "win", 2 * len(chain.moves) + 1) for cell in cells_of(chain.wins)]
    for cell, kind, number in shown:
        x, y = _centre(answer.game, cell)
        r = 0.36 * _CELL
        yield _PALETTE.box(kind, x - r, y - r, 2 * r, 2 * r, 5, edge=1.6)
        yield _PALETTE.text(kind, str(number), x, y, 15, bold=True, middle=True, kind="number")
