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
from inarow.model.bits import cells_of
from inarow.svg.board import BoardDrawing, extent
from inarow.svg.drawing import Drawing, text_width

_MARGIN = 24  # around the picture
_CELL = 44
_EDGE = 31  # for the coordinates
_TITLE, _LINE = 26, 19  # heights of lines of text
_WORDS = 13  # size of the letters below the board
_LEAST = 400  # width within the margins


def proof_svg(seen: Node | Answer, reply: int | None = None) -> str:
    """Return an SVG picture of a node or an answer; `reply`, a stone that lies there, is marked."""
    if isinstance(seen, Answer) and (seen.node is not None or seen.kind == "pairs"):
        reply = seen.reply
        seen = seen.node or seen
    position = seen.after if isinstance(seen, Answer) and seen.pairs else seen.position
    game, title = position.game, claim_words(seen)
    board_width, board_height = (side * _CELL for side in extent(game))
    inner = max(_LEAST, board_width + 2 * _EDGE, text_width(title, 18))  # it is bold
    per_line = int(inner / (0.52 * _WORDS))
    lines = [line for sentence in _below(seen) for line in textwrap.wrap(sentence, per_line)]
    left, top = _MARGIN + (inner - board_width) / 2, _MARGIN + _TITLE + _EDGE
    foot = top + board_height + _LINE
    width, height = inner + 2 * _MARGIN, foot + len(lines) * _LINE + _MARGIN - 4
    drawing = Drawing(f"{game!r}, {position.text}: {title}", ceil(width), ceil(height))
    drawing.text("page", title, _MARGIN, _MARGIN + 8, 17, bold=True)
    board = BoardDrawing(drawing, position, left, top, _CELL)
    board.fill("zone", cells_of(_shaded(seen)))
    board.fill("last", [] if reply is None else [reply])
    board.grid()
    board.coordinates()
    pairs = seen.pairs if isinstance(seen, Answer) else ()
    board.threads(pairs)
    board.stones(position.x, position.o)
    board.pairs(pairs, pair_names())
    if isinstance(seen, Node):
        _mark_moves(board, seen)
    else:
        _number_chain(board, seen)
    for number, line in enumerate(lines):
        drawing.text("page", line, _MARGIN, foot + (number + 0.3) * _LINE, _WORDS)
    return drawing.svg()


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


def _mark_moves(board: BoardDrawing, node: Node) -> None:
    """Write on each cell what a move there gets."""
    name, shaded = node.game.name, _shaded(node)
    answers = {answer.move: answer for answer in node.entries}
    for cell, fate in node.fates.items():
        kind = "zone" if shaded >> cell & 1 else "cell"
        by = "" if fate.by is None else name(fate.by)
        if fate.why == "listed":
            reply, ends = answers[cell].reply, answers[cell].chain is not None
            label = "-" if reply is None else name(reply) + "!" * ends
            board.mark(cell, label, kind, "reply", bold=True)
        elif label := {"outside": f"as {by}", "dominated": f"\u2264{by}", "open": "?"}.get(
            fate.why, ""
        ):
            board.mark(cell, label, kind, "by", quiet=True)


def _number_chain(board: BoardDrawing, answer: Answer) -> None:
    """Number the moves of a chain, and the cells where it ends."""
    chain = answer.chain
    if chain is None:
        return
    keeper, rival = answer.keeper.lower(), answer.rival.lower()
    shown = [(move, keeper, 2 * number + 1) for number, move in enumerate(chain.moves)]
    shown += [(move, f"{rival}-move", 2 * i + 2) for i, move in enumerate(chain.replies)]
    shown += [(cell, "end", 2 * len(chain.moves) + 1) for cell in cells_of(chain.wins)]
    for cell, kind, number in shown:
        (x, y), r = board.centre(cell), 0.36 * _CELL
        board.drawing.box(kind, x - r, y - r, 2 * r, 2 * r, 5, edge=1.6)
        board.mark(cell, str(number), kind, "number", bold=True)
