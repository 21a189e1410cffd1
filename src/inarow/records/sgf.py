"""SGF, the Smart Game Format (FF[4]), read: its grammar is that of the library sgfmill.

``GM[4]`` is Gomoku: five in a row, more or exactly five as ``RU`` says. Other games have no
number: ours say ``RU[k=4]`` or ``RU[k=4, exactly]``, which no other program does. Black is X.

Kept are the moves, the names of the players (``PB``, ``PW``), comments (``C``) and variations: of
the sequences that follow a node, the first goes on with the line, each other one is a branch.
Marks, times and whatever else is noted are passed over.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from sgfmill import sgf_grammar, sgf_properties

from inarow.model.errors import InarowError, InvalidPositionError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.legal import Player
from inarow.model.position import Position
from inarow.records.record import Branch, Record, after

Node: TypeAlias = Mapping[str, list[bytes]]
"""The values of each property, as they stand in the brackets."""

Tree: TypeAlias = Any
"""The library's: nodes in a ``sequence``, and ``children``, trees that follow the last of them."""

GOMOKU = "4"
IN_A_ROW = 5
GAMES = {
    **{"1": "Go", "2": "Othello", "3": "chess", "5": "Nine Men's Morris", "6": "backgammon"},
    **{"7": "xiangqi", "8": "shogi", "9": "Lines of Action", "10": "Ataxx", "11": "Hex"},
    **{"12": "Jungle", "13": "Neutron", "14": "Philosopher's Football", "15": "Quadrature"},
    **{"16": "Trax", "17": "Tantrix", "18": "Amazons", "19": "Octi", "20": "Gess", "21": "TwixT"},
}
"""Of the numbers of ``GM``: who has such a file is told what it is."""

RULES = {"": False, "free": False, "freestyle": False, "standard": True}
"""Whether exactly five win, by the words that programs write in ``RU``."""

_OWN_RULE = re.compile(r"k\s*=\s*([1-9][0-9]{0,999})(,\s*exactly)?")
_SIZE = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
SIDES: dict[str, Player] = {"B": "X", "W": "O"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PASS_SIZE = 19
"""Up to this size ``tt`` is a pass as well, as older programs write it."""

SETS_UP = ("AB", "AW", "AE", "PL")

MOST_NODES = 1 << 18
"""Of a file: they take 200 MB at most while they are read."""


def read_sgf(text: str, game: Game | None) -> Record:
    """Return the first game of a file.

    `game` is for a file that does not tell; one that tells of another game is refused. Raises
    `InvalidRecordError` with the reason and the node, counted from 1 along its line.
    """
    tree = _parsed(text)
    root = tree.sequence[0]
    game = _game(root, game)
    start, set_up = _begun(game, tree)
    main, position, found = _followed(_Fork(tree, 1, None, 0, start), None, set_up)
    forks, branches = deque(found), list[Branch]()
    while forks:  # a branch is read after the line that it leaves: no nesting is too deep
        branch, _, found = _followed(forks.popleft(), len(branches))
        branches.append(branch)
        forks.extend(found)
    names = (_name(root, "PB"), _name(root, "PW"))
    return Record(start, main.moves, position, names, main.comments, tuple(branches))


def _parsed(text: str) -> Tree:
    if max(text.count(";"), text.count("(")) > MOST_NODES:
        raise InvalidRecordError(f"the SGF has more than {MOST_NODES:,} nodes")
    data = text.encode()
    try:
        return sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        place = ""
        if "end" in str(error):  # of what can be read
            _, end = sgf_grammar.tokenise(data)
            line, character = data.count(b"\n", 0, end) + 1, end - data.rfind(b"\n", 0, end)
            place = f" in line {line}, character {character}"
        raise InvalidRecordError(f"the SGF cannot be read: {error}{place}") from None


def _nodes(tree: Tree, number: int) -> Iterator[tuple[int, Node, list[Tree]]]:
    """The nodes of a line, each with its number and with the trees that leave the line after it."""
    while True:
        for node in tree.sequence[:-1]:
            yield number, node, []
            number += 1
        yield number, tree.sequence[-1], tree.children[1:]
        if not tree.children:
            return
        tree, number = tree.children[0], number + 1


# The game.


def _game(root: Node, given: Game | None) -> Game:
    """Which game the root tells of, what it leaves open taken from `given`."""
    kind, rule, size = (_text(root, name) for name in ("GM", "RU", "SZ"))
    if kind is not None and kind != GOMOKU:
        raise InvalidRecordError(
            f"the SGF is a game of {GAMES.get(kind, 'another kind')} (GM[{_shown(kind)}]):"
            f" Gomoku is GM[{GOMOKU}]"
        )
    own = _OWN_RULE.fullmatch(rule or "")
    if own is not None:
        k, exact = int(own[1]), own[2] is not None
    elif kind is not None:
        k, exact = IN_A_ROW, _is_exact(rule or "")
        if rule is None and given is not None:
            exact = given.exact
    else:
        given = _needed(given, "which game it is (GM, or RU with k=)")
        k, exact = given.k, given.exact
    if size is None:
        given = _needed(given, "how large the board is (SZ)")
        m, n = given.m, given.n
    else:
        sides = _SIZE.fullmatch(size)
        if sides is None:
            raise InvalidRecordError(f"the SGF has a size that is none: SZ[{_shown(size)}]")
        n, m = int(sides[1]), int(sides[2] or sides[1])
    try:
        found = Game(m, n, k, exact=exact)
    except InarowError as error:
        raise InvalidRecordError(f"the SGF cannot be read: {error}") from None
    if given is not None and found != given:
        raise InvalidRecordError(f"the SGF is a game of {found.key}, not of {given.key}")
    return found


def _needed(given: Game | None, what: str) -> Game:
    if given is None:
        raise InvalidRecordError(f"the SGF does not say {what}: give the game", needs_game=True)
    return given


def _is_exact(rule: str) -> bool:
    word = re.sub(r"[^a-z0-9]|gomoku", "", rule.lower())
    if word not in RULES:
        raise InvalidRecordError(
            f"the SGF is played by a rule that is not played here: RU[{_shown(rule)}]"
        )
    return RULES[word]


def _name(node: Node, name: str) -> str:
    return " ".join((_text(node, name) or "").split())


def _text(node: Node, name: str) -> str | None:
    """The value of a property; None if there is none."""
    if name not in node:
        return None
    value: bytes = sgf_grammar.simpletext_value(node[name][0])
    return value.decode("utf-8", "replace").strip()


# Where it begins.


def _begun(game: Game, tree: Tree) -> tuple[Position, int]:
    """The position before the first move, and the number of the last node that sets it up."""
    stones, turn, set_up = ["."] * game.cells, None, 0
    for number, node, _ in _nodes(tree, 1):
        place = f"node {number} of the SGF"
        if any(name in node for name in SETS_UP):
            _set_up(game, node, stones, place)
            set_up = number
        if "PL" in node:
            value = _text(node, "PL") or ""
            turn = SIDES.get(value[:1].upper())
            if turn is None:
                raise InvalidRecordError(f"{place}: PL[{_shown(value)}] is neither B nor W")
        first = [SIDES[name] for name in SIDES if name in node]
        if first:
            turn = turn or first[0]
            break
    text = "".join(stones)
    rows = [text[first : first + game.n] for first in range(0, game.cells, game.n)]
    try:
        return game.position(rows, turn, strict=False), set_up
    except InvalidPositionError as error:
        raise InvalidRecordError(f"what the SGF sets up (AB, AW, PL): {error}") from None


def _set_up(game: Game, node: Node, stones: list[str], place: str) -> None:
    points = {}
    for name in ("AE", "AB", "AW"):
        values = dict.fromkeys(value.strip() for value in node.get(name, ()))
        points[name] = {
            cell
            for value in values
            if value  # an empty list is a list
            for cell in _cells(game, value, f"{place}, {name}[{_shown(value)}]")
        }
    twice = points["AB"] & points["AW"]
    if twice:
        raise InvalidRecordError(f"{place}: stones of both sides on {game.name(min(twice))}")
    for name, stone in (("AE", "."), ("AB", "X"), ("AW", "O")):
        for cell in points[name]:
            stones[cell] = stone


# Moves.


class _Fork(NamedTuple):
    """A tree that leaves a line: the first number of its nodes, and where the line stood."""

    tree: Tree
    number: int
    parent: int | None
    ply: int
    position: Position


def _followed(
    line: _Fork, branch: int | None, set_up: int = 0
) -> tuple[Branch, Position, list[_Fork]]:
    """What the nodes of a line have played and said, where it ends, and what leaves it.

    It is a `branch` with this number, or None: the game. Stones are set up as far as the node with
    the number `set_up`, and nowhere else.
    """
    of = "" if branch is None else f"branch {branch + 1} of "
    position, cells, forks = line.position, list[int](), list[_Fork]()
    texts: dict[int, list[str]] = {}
    for number, node, others in _nodes(line.tree, line.number):
        place = f"node {number} of {of}the SGF"
        names = [name for name in SETS_UP if name in node]
        if names and number > set_up:
            raise InvalidRecordError(f"{place}: {names[0]} comes after moves")
        if others and number < set_up:
            raise InvalidRecordError(f"{place}: branches of it begin with other stones")
        moves = [name for name in SIDES if name in node]
        if len(moves) == 2 or any(len(node[name]) > 1 for name in moves):
            raise InvalidRecordError(f"{place} has more than one move")
        for name in moves:
            cell, position = _played(position, name, node[name][0].strip(), place)
            cells.append(cell)
        ply = line.ply + len(cells)
        for value in node.get("C", ()):
            if text := sgf_grammar.text_value(value).decode("utf-8", "replace"):
                texts.setdefault(ply, []).append(text)
        forks += [_Fork(other, number + 1, branch, ply, position) for other in others]
    comments = tuple((ply, "\n".join(said)) for ply, said in texts.items())
    return Branch(line.parent, line.ply, tuple(cells), comments), position, forks


def _played(position: Position, name: str, value: bytes, place: str) -> tuple[int, Position]:
    """The cell of a move, a property B or W, and the position after it."""
    game, place = position.game, f"{place}, {name}[{_shown(value)}]"
    if not value or (value == b"tt" and max(game.m, game.n) <= PASS_SIZE):
        raise InvalidRecordError(f"{place}: a pass, which no game in a row has")
    cells = _cells(game, value, place)
    if len(cells) > 1:
        raise InvalidRecordError(f"{place} has more than one move")
    if SIDES[name] != position.turn:
        raise InvalidRecordError(f"{place}: it is not the turn of {SIDES[name]}")
    return cells[0], after(position, cells[0], place)


def _cells(game: Game, value: bytes, place: str) -> list[int]:
    """The cells of a point or of a rectangle of points."""
    # The library's boards are squares, with rows from the bottom: the largest holds all points.
    largest = sgf_properties.Presenter(len(LETTERS), "UTF-8")
    try:
        found = sgf_properties.interpret_point_list([value], largest)
    except ValueError:
        raise InvalidRecordError(f"{place} is no point of a board") from None
    points = [(len(LETTERS) - 1 - row, column) for row, column in found]
    row, column = map(max, zip(*points, strict=True))
    if row >= game.m or column >= game.n:
        raise InvalidRecordError(f"{place} is off the board of {game.m} rows, {game.n} columns")
    return [row * game.n + column for row, column in points]


def _shown(value: bytes | str) -> str:
    """The beginning of a value, fit to be printed in a line."""
    text = value if isinstance(value, str) else value.decode("ascii", "replace")
    return "".join(c if c.isprintable() else "?" for c in text[:40])
