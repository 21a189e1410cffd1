"""A place in a proof as text: the board, the answers, and why some moves need none."""

from __future__ import annotations

from itertools import zip_longest

from inarow.apps.cli.show import Page
from inarow.certificate.line import Visit
from inarow.certificate.nodes import Answer, Node
from inarow.certificate.reader import Certificate
from inarow.certificate.words import answer_words, claim_words, fate_words, groups, moment, reasons
from inarow.model.bits import cells_of
from inarow.model.counted import counted
from inarow.model.position import Position
from inarow.svg.proof import pair_names

STEALING = (
    "X holds by strategy stealing: if O could win, so could X, who begins anywhere and then plays"
    " as O does; a stone more does no harm"
)

SIGNS = {"listed": "*", "dominated": "<", "open": "?"}
"""On the board, for what becomes of each move; of any other, ``-``."""

MEANINGS = {
    "*": "has an answer of its own",
    "-": "needs none",
    "<": "is no better than another move",
    "?": "has no answer: the proof does not hold",
}


LISTED = 24
"""Of more moves with answers than so many, those are told together that have the same answer."""

NAMED = 60
"""Of more moves than so many that share a reason, the number is told; ``--json`` has them all."""


def print_visit(
    page: Page, certificate: Certificate, visit: Visit | None, part: int | None, depth: int
) -> None:
    """Print a place in a proof; None is a part without a strategy."""
    claims = certificate.claims
    if part is None:
        part = next((i for i, claim in enumerate(claims) if claim.word != "steals"), 0)
    others = f"part {part + 1} of {len(claims)}: " if len(claims) > 1 else ""
    page.fact("claim", f"{others}{claims[part].text}")
    if visit is None:
        page.fact("proof", STEALING)
        return
    seen, name = visit.seen, certificate.game.name
    if not certificate.game.is_grid:
        page.fact("board", certificate.game.key)
    if certificate.where:
        page.fact("holds", certificate.where)
    if visit.played:
        moves = ", ".join(f"{side} {name(cell)}" for side, cell in visit.played)
        page.fact("played", moves)
    for note in visit.notes:
        page.fact("note", note)
    page.fact("here", claim_words(seen))
    if threats := moment(seen):
        page.fact("threats", threats)
    page.say()
    if isinstance(seen, Node):
        _draw(page, seen, seen.position, _signs(seen))
        page.say()
        _print_node(page, seen, depth, "")
    else:
        position, labels = _ending_board(seen)
        _draw(page, seen, position, labels)
        page.say()
        page.fact("answer", answer_words(seen))
        for reason in reasons(seen):
            page.fact("why", reason)


def _draw(page: Page, seen: Node | Answer, position: Position, labels: dict[int, str]) -> None:
    """The board with its signs; those that are no letters, stars or question marks are dim."""
    styled = {
        cell: (label, "bold green" if label.isalnum() or label in "*?" else "dim")
        for cell, label in labels.items()
    }
    shown = {*labels.values()}
    words = [f"{sign} {meaning}" for sign, meaning in MEANINGS.items() if sign in shown]
    if any(map(str.isdigit, shown)):
        words.append(f"numbers {seen.keeper}'s threats (odd), and what they force (even), in turn")
    if any(map(str.isalpha, shown)):
        words.append("letters pairs of cells that answer each other")
    page.board(position, styled, legend="; ".join(words))


def _signs(node: Node) -> dict[int, str]:
    signs = {cell: SIGNS.get(fate.why, "-") for cell, fate in node.fates.items()}
    if node.chain is not None:  # an unlisted spoiler there is none: the rest are numbered or bare
        signs.update({cell: "." for cell, sign in signs.items() if sign == "-"})
        signs.update(_numbers(node.chain.moves, node.chain.replies, 0))
    return signs


def _numbers(moves: tuple[int, ...], replies: tuple[int, ...], wins: int) -> dict[int, str]:
    order = [cell for two in zip_longest(moves, replies) for cell in two if cell is not None]
    found = {cell: str(number) for number, cell in enumerate(order, 1)}
    return {**found, **dict.fromkeys(cells_of(wins), str(len(order) + 2))}


def _ending_board(answer: Answer) -> tuple[Position, dict[int, str]]:
    """The board and its labels: numbers of a chain, or letters of pairs."""
    if answer.chain is not None:
        chain = answer.chain
        return answer.position, _numbers(chain.moves, chain.replies, chain.wins)
    letters = zip(answer.pairs, pair_names(), strict=False)
    return answer.after, {cell: letter for pair, letter in letters for cell in pair}


def _print_node(page: Page, node: Node, depth: int, indent: str) -> None:
    """Print what every move leads to."""
    game = node.game
    if not indent:
        _print_counts(page, node)
    if depth == 1 and not indent and len(node.entries) > LISTED:
        _print_replies(page, node)
    elif depth > 0:
        for answer in sorted(node.entries, key=lambda answer: answer.move or 0):
            assert answer.move is not None
            line = f"{indent}  {game.name(answer.move):<4}{answer_words(answer)}"
            page.say(line)
            if depth > 1 and answer.node is not None:
                _print_node(page, answer.node, depth - 1, f"{indent}      ")
    for fate, moves in groups(node).items():
        cells = (
            " ".join(map(game.name, moves)) if len(moves) <= NAMED else counted(len(moves), "move")
        )
        line = f"{cells}: {fate_words(node, fate)}"
        if indent:
            page.say(f"{indent}  {line}")
        else:
            page.fact("no answer", line)
    if not indent and node.goal == "stops":
        inside, whole = node.zone.bit_count(), len(node.fates)
        zone = " ".join(map(game.name, cells_of(node.zone)))
        said = "all empty cells" if inside == whole else f"{inside} of {whole} cells: {zone}"
        page.fact("zone", said)


def _print_replies(page: Page, node: Node) -> None:
    """Print which moves are answered with the same cell, the most first."""
    name = node.game.name
    found: dict[str, list[int]] = {}
    for answer in node.entries:
        assert answer.move is not None
        reply = "nothing, for it needs none" if answer.reply is None else name(answer.reply)
        how = "a win by threats from " if answer.kind == "chain" else ""
        found.setdefault(f"{how}{reply}", []).append(answer.move)
    for reply, moves in sorted(found.items(), key=lambda one: (-len(one[1]), one[0])):
        page.fact("answered", f"{reply} to {' '.join(map(name, sorted(moves)))}")


def _print_counts(page: Page, node: Node) -> None:
    if node.chain is not None:
        moves = " ".join(map(node.game.name, node.chain.moves))
        text = f"{node.keeper} would win by threats, {moves} (numbered)"
        page.fact("chain", f"{text}, in {node.chain.plies} plies, if {node.rival} passed")
    if node.tree is not None:
        page.fact("threat", f"if {node.rival} passed, {answer_words(node.tree)}")
    listed = len(node.entries)
    empty = node.game.cells - (node.position.x | node.position.o).bit_count()
    own = "1 has an answer of its own" if listed == 1 else f"{listed} have answers of their own"
    if listed or empty:
        page.fact("answers", f"of {node.rival}'s {counted(empty, 'move')}, {own}")
