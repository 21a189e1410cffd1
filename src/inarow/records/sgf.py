"""SGF, the Smart Game Format (FF[4]): its grammar is read and written by the library sgfmill.

``GM[4]`` is Gomoku: five in a row, more or exactly five as ``RU`` says. Other games have no
number: ours say ``RU[k=4]`` or ``RU[k=4, exactly]``, which no other program does. Black is X.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from inarow.model.bits import cells_of
from inarow.model.errors import InarowError, InvalidPositionError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.legal import Player
from inarow.model.position import Position
from inarow.records.record import Record, played

Node: TypeAlias = Mapping[str, list[bytes]]
"""The values of each property, as they stand in the brackets."""

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


def read_sgf(data: bytes, game: Game | None) -> Record:
    """Return the first game of a file, by the first branch wherever there are some.

    `game` is for a file that does not tell; one that tells of another game is refused. Raises
    `InvalidRecordError` with the reason and the node, counted from 1 along the branch.
    """
    nodes = _nodes(data)
    board = _Board(_game(nodes[0], game))
    for number, node in enumerate(nodes, 1):
        board.take(node, number)
    return board.record()


def write_sgf(record: Record) -> str:
    """Return the file of a record."""
    grammar, _ = _library()
    game, start = record.game, record.start
    square = game.m == game.n
    root = {
        "FF": "4",
        "GM": GOMOKU,
        "CA": "UTF-8",
        "SZ": f"{game.n}" if square else f"{game.n}:{game.m}",
        "RU": "Standard" if game.exact else "Freestyle",
    }
    if game.k != IN_A_ROW:
        root["RU"] = f"k={game.k}{', exactly' * game.exact}"
    if record.position.is_over:
        root["RE"] = {"X": "B+", "O": "W+", None: "0"}[record.position.winner]
    if start.ply or start.turn == "O":
        root["PL"] = "B" if start.turn == "X" else "W"
    nodes = [{name: [value.encode()] for name, value in root.items()}]
    for name, stones in (("AB", start.x), ("AW", start.o)):
        if stones:
            nodes[0][name] = [_point(game, cell) for cell in cells_of(stones)]
    colours = ("B", "W") if start.turn == "X" else ("W", "B")
    for number, move in enumerate(record.moves):
        nodes.append({colours[number % 2]: [_point(game, move)]})
    tree = grammar.Coarse_game_tree()
    tree.sequence = nodes
    text: bytes = grammar.serialise_game_tree(tree)
    return text.decode("ascii")


def _library() -> tuple[Any, Any]:
    """The grammar and the meaning of values; loaded by those alone who have such a file."""
    try:
        from sgfmill import sgf_grammar, sgf_properties
    except ImportError:
        raise InvalidRecordError(
            "SGF needs the library sgfmill: pip install sgfmill"
            " (in the source tree: pip install '.[records]')"
        ) from None
    return sgf_grammar, sgf_properties


def _nodes(data: bytes) -> list[Node]:
    grammar, _ = _library()
    try:
        return list(grammar.main_sequence_iter(grammar.parse_sgf_game(data)))
    except ValueError as error:
        place = ""
        if "end" in str(error):  # of what can be read
            _, end = grammar.tokenise(data)
            line, character = data.count(b"\n", 0, end) + 1, end - data.rfind(b"\n", 0, end)
            place = f" in line {line}, character {character}"
        raise InvalidRecordError(f"the SGF cannot be read: {error}{place}") from None


# The game.


def _game(root: Node, given: Game | None) -> Game:
    """Which game the root tells of, what it leaves open taken from `given`."""
    kind, rule, size = (_text(root, name) for name in ("GM", "RU", "SZ"))
    if kind not in (None, GOMOKU):
        raise InvalidRecordError(
            f"the SGF is a game of {GAMES.get(kind or '', 'another kind')} (GM[{kind}]):"
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
            raise InvalidRecordError(f"the SGF has a size that is none: SZ[{size}]")
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
        raise InvalidRecordError(f"the SGF is played by a rule that is not played here: RU[{rule}]")
    return RULES[word]


def _text(node: Node, name: str) -> str | None:
    """The value of a property; None if there is none."""
    if name not in node:
        return None
    grammar, _ = _library()
    value: bytes = grammar.simpletext_value(node[name][0])
    return value.decode("utf-8", "replace").strip()


# Stones and moves.


class _Board:
    """What the nodes so far have set and played."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._stones = ["."] * game.cells
        self._turn: Player | None = None
        self._moves: list[tuple[Player, int, str]] = []

    def take(self, node: Node, number: int) -> None:
        """Go on by a node; what is set up comes before what is played."""
        names = [name for name in ("AB", "AW", "AE", "PL") if name in node]
        if names and self._moves:
            raise InvalidRecordError(f"node {number} of the SGF: {names[0]} comes after moves")
        points = {name: set(self._points(node, name, number)) for name in names if name != "PL"}
        twice = points.get("AB", set()) & points.get("AW", set())
        if twice:
            name = self._game.name(min(twice))
            raise InvalidRecordError(f"node {number} of the SGF: stones of both sides on {name}")
        for name, stone in (("AE", "."), ("AB", "X"), ("AW", "O")):
            for cell in points.get(name, ()):
                self._stones[cell] = stone
        if "PL" in node:
            self._turn = self._side(node, number)
        moves = [name for name in SIDES if name in node]
        if len(moves) == 2 or any(len(node[name]) > 1 for name in moves):
            raise InvalidRecordError(f"node {number} of the SGF has more than one move")
        for name in moves:
            self._moves.append((SIDES[name], *self._move(node, name, number)))

    def record(self) -> Record:
        """Return the record; the sides must take turns."""
        first = self._turn or (self._moves[0][0] if self._moves else None)
        start = self._start(first)
        for count, (side, _, place) in enumerate(self._moves):
            if (side == start.turn) != (count % 2 == 0):
                raise InvalidRecordError(f"{place}: it is not the turn of {side}")
        return played(start, [(cell, place) for _, cell, place in self._moves])

    def _start(self, turn: Player | None) -> Position:
        """What is set up: a position of a game if it is one, else whatever stones there are."""
        game = self._game
        text = "".join(self._stones)
        rows = [text[first : first + game.n] for first in range(0, game.cells, game.n)]
        try:
            try:
                return game.position(rows, turn)
            except InvalidPositionError:
                return game.position(rows, turn, strict=False)
        except InvalidPositionError as error:
            raise InvalidRecordError(f"what the SGF sets up (AB, AW, PL): {error}") from None

    def _side(self, node: Node, number: int) -> Player:
        value = _text(node, "PL") or ""
        if value[:1].upper() not in SIDES:
            raise InvalidRecordError(f"node {number} of the SGF: PL[{value}] is neither B nor W")
        return SIDES[value[:1].upper()]

    def _move(self, node: Node, name: str, number: int) -> tuple[int, str]:
        value = node[name][0].strip()
        place = f"node {number} of the SGF, {name}[{_shown(value)}]"
        if not value or (value == b"tt" and max(self._game.m, self._game.n) <= PASS_SIZE):
            raise InvalidRecordError(f"{place}: a pass, which no game in a row has")
        cells = self._cells(value, place)
        if len(cells) > 1:
            raise InvalidRecordError(f"{place} has more than one move")
        return cells[0], place

    def _points(self, node: Node, name: str, number: int) -> Iterable[int]:
        values = [value.strip() for value in node[name]]
        for value in dict.fromkeys(values):
            if value:  # an empty list is a list
                yield from self._cells(value, f"node {number} of the SGF, {name}[{_shown(value)}]")

    def _cells(self, value: bytes, place: str) -> list[int]:
        """The cells of a point or of a rectangle of points."""
        _, properties = _library()
        # The library's boards are squares, with rows from the bottom: the largest holds all points.
        largest = properties.Presenter(len(LETTERS), "UTF-8")
        try:
            found = properties.interpret_point_list([value], largest)
        except ValueError:
            raise InvalidRecordError(f"{place} is no point of a board") from None
        game = self._game
        points = [(len(LETTERS) - 1 - row, column) for row, column in found]
        row, column = map(max, zip(*points, strict=True))
        if row >= game.m or column >= game.n:
            raise InvalidRecordError(f"{place} is off the board of {game.m} rows, {game.n} columns")
        return [row * game.n + column for row, column in points]


def _point(game: Game, cell: int) -> bytes:
    row, column = game.coordinates(cell)
    return f"{LETTERS[column]}{LETTERS[row]}".encode()


def _shown(value: bytes) -> str:
    return value[:20].decode("ascii", "replace")
