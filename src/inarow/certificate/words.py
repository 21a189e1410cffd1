"""Nodes and answers of a certificate in words."""

from __future__ import annotations

from collections.abc import Iterable

from inarow.certificate.nodes import Answer, Node
from inarow.certificate.strategy import Fate
from inarow.model.bits import cells_of
from inarow.model.counted import counted

SYMMETRIES = (
    "as it is",
    "mirrored left to right",
    "mirrored top to bottom",
    "turned by half",
    "mirrored on the diagonal from a1",
    "turned by a quarter to the right",
    "turned by a quarter to the left",
    "mirrored on the other diagonal",
)
"""What each symmetry of the format does."""


def _names(seen: Node | Answer, cells: Iterable[int]) -> str:
    return " ".join(map(seen.game.name, cells))


def claim_words(seen: Node | Answer) -> str:
    """What is said of a position.

    >>> from inarow import Game, solve
    >>> from inarow.certificate import read
    >>> import tempfile
    >>> directory = tempfile.TemporaryDirectory()
    >>> path = f"{directory.name}/proof"
    >>> solution = solve(Game(4, 4, 3).start(), distance=True, certificate=path)
    >>> [claim_words(read(path).root(part)) for part in (0, 1)]  # doctest: +NORMALIZE_WHITESPACE
    ['X wins in 5 plies at most',
     'O holds: X completes no line before O does, for 4 plies']
    """
    keeper, rival = seen.keeper, seen.rival
    if seen.goal == "wins":
        plies = seen.length
        takes = "" if plies is None else " in 1 ply" if plies == 1 else f" in {plies} plies at most"
        return f"{keeper} wins{takes}"
    stones = seen.position.x | seen.position.o
    empty = seen.game.cells - stones.bit_count()
    limit = f", for {counted(seen.plies, 'ply')}" if seen.plies < empty else ""
    if seen.goal == "holds":
        return f"{keeper} holds: {rival} completes no line before {keeper} does{limit}"
    return f"{keeper} stops {rival}: {rival} never completes a line{limit}"


def moment(seen: Node | Answer) -> str | None:
    """What the sides threaten; None if nothing."""
    found = []
    if seen.threats:
        found.append(f"{seen.rival} threatens {_names(seen, cells_of(seen.threats))}")
    if isinstance(seen, Node) and seen.keeper_threats:
        found.append(f"{seen.keeper} threatens {_names(seen, cells_of(seen.keeper_threats))}")
    return ", ".join(found) or None


def answer_words(answer: Answer) -> str:
    """An answer in one line."""
    name, keeper, rival = answer.game.name, answer.keeper, answer.rival
    chain = answer.chain
    if chain is not None:
        if chain.plies == 1:
            return f"{keeper} completes a line with {_names(answer, chain.moves[:1])}"
        threats = _names(answer, chain.moves)
        return f"{keeper} wins in {chain.plies} plies by threats: {threats}"
    if answer.kind == "spent":
        return f"{rival} has too few moves left to complete a line"
    if answer.potential is not None:
        lines = len(answer.open_lines)
        if not lines:
            return f"{rival} has no line left"
        held = counted(lines, "line")
        return f"{keeper} stops {held}: the potential is {answer.potential:g}, below 1"
    assert answer.reply is not None
    plays = f"{keeper} plays {name(answer.reply)}"
    if answer.threats >> answer.reply & 1:
        plays += f", which {rival} threatens"
    if answer.kind == "pairs":
        count = len(answer.pairs)
        if not count:
            return f"{plays}: {rival} has no line left"
        return f"{plays}, then answers in {counted(count, 'pair')}"
    node = answer.node
    assert node is not None
    if answer.kind == "known":
        symmetry = answer.symmetry
        how = "under a symmetry of the board" if symmetry is None else SYMMETRIES[symmetry]
        return f"{plays}: the position of node {node.number}, {how}"
    if answer.kind == "weak":
        plays += f", and now stops {rival} for good"
    count = len(node.entries)
    if not count and not node.chain and not node.tree:
        return f"{plays}; no move needs an answer"
    return f"{plays}; {counted(count, 'move')} with answers"


def fate_words(node: Node, fate: Fate) -> str:
    """Why moves need no answer of their own."""
    keeper, rival = node.keeper, node.rival
    by = "" if fate.by is None else node.game.name(fate.by)
    return {
        "listed": "an answer of its own",
        "outside": f"outside the zone of the answer to {by}, which answers it as well",
        "dominated": f"no better than {by}, on which all open lines of {rival}'s through it lie",
        "chain": f"spoils nothing of the threats by which {keeper} wins",
        "tree": f"spoils nothing of the win that {keeper} has if {rival} passes",
        "completes": f"leaves {keeper} to complete a line with {by}",
        "spent": f"all lines of {rival}'s lack more stones than moves are left",
        "open": "nothing is said of it: the proof does not hold",
    }[fate.why]


def groups(node: Node) -> dict[Fate, list[int]]:
    """The moves without answers of their own, by the reason."""
    found: dict[Fate, list[int]] = {}
    for move, fate in node.fates.items():
        if fate.why != "listed":
            found.setdefault(fate, []).append(move)
    return found


def reasons(answer: Answer) -> list[str]:
    """Why an answer suffices with which the strategy ends, in sentences."""
    keeper, rival, chain = answer.keeper, answer.rival, answer.chain
    lines = len(answer.open_lines)
    if chain is not None:
        found = []
        if chain.replies:
            found.append(
                f"Each threat leaves {rival} one cell to answer, and none of the answers makes a"
                f" threat: {_names(answer, chain.replies)}."
            )
        if chain.wins:
            last = _names(answer, chain.moves[-1:])
            ends = _names(answer, cells_of(chain.wins))
            found.append(f"After {last}, {keeper} threatens {ends}: {rival} can stop only one.")
        else:
            found.append(f"{_names(answer, chain.moves[-1:])} completes a line.")
        return found
    if answer.kind == "pairs" and lines:
        return [
            f"Each of the {counted(lines, 'line')} that {rival} may still complete contains both"
            " cells of a pair.",
            f"Whenever {rival} takes a cell of a pair, {keeper} takes the other.",
        ]
    if answer.kind == "spent":
        return [f"All lines of {rival}'s lack more stones than {rival} has moves."]
    if answer.kind == "potential" and lines:
        return [
            f"A line that lacks i stones counts 2^-i; all {counted(lines, 'line')} of {rival}'s"
            f" together count {answer.potential:g}.",
            f"While that is below 1, {keeper} stops them all by always taking the cell whose lines"
            " count most.",
        ]
    return [f"Every line has a stone of {keeper}'s."]
