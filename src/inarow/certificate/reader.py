"""Certificates for those who want to look into them: nodes, answers, and why moves need none.

    >>> import tempfile, inarow
    >>> from inarow.certificate import read
    >>> directory = tempfile.TemporaryDirectory()
    >>> path = f"{directory.name}/665.cert"
    >>> game = inarow.Game(6, 6, 5)
    >>> inarow.Solver(game).solve(game.start(), certificate=path).value
    0
    >>> certificate = read(path)
    >>> [claim.text for claim in certificate.claims]
    ['O stops', 'X steals']
    >>> root = certificate.root()
    >>> root.goal, root.keeper, len(root.entries), len(root.fates)
    ('stops', 'O', 21, 36)
    >>> answer = root.answer("c3")
    >>> certificate.game.name(answer.reply), answer.kind
    ('d3', 'pairs')

What is read is not judged: whether the proof holds is for `inarow.check` to say.
"""

from __future__ import annotations

from inarow.certificate.board import LONGEST_HEADER, Claim, read_header, sides_of
from inarow.certificate.index import Index, Reported
from inarow.certificate.nodes import Answer, Node, View
from inarow.certificate.strategy import Strategies
from inarow.check import GOALS, NODE, unpacked
from inarow.model.bits import cells_of
from inarow.model.board import as_integer
from inarow.model.counted import counted
from inarow.model.errors import CertificateError, InvalidOptionError
from inarow.model.files import AnyPath, place, told_as
from inarow.model.game import Game
from inarow.model.options import GameKind
from inarow.model.position import Position


class Certificate:
    """A certificate that has been opened; `read` returns it."""

    def __init__(self, index: Index) -> None:
        self._index, header = index, index.header
        self._strategies = Strategies(index)
        self.position: Position = header.position
        """The position of which something is proven."""
        self.game: Game = header.position.game
        """The board and the length of a line."""
        self.game_kind: GameKind = "weak" if header.weak else "strong"
        """The game: in the weak one only X can win."""
        self.claims: tuple[Claim, ...] = header.claims
        """What is proven, in its parts."""

    def __repr__(self) -> str:
        claims = "; ".join(claim.text for claim in self.claims)
        return f"<certificate, {counted(len(self), 'node')}: {claims}, {self.position!r}>"

    def __len__(self) -> int:
        """The number of nodes in the file."""
        return len(self._index)

    @property
    def where(self) -> str:
        """Where it holds, in words, if that is on many boards; else nothing."""
        board = self._index.board
        cells = [*map(self.game.name, cells_of(board.frame))]
        frame = f"with the rectangle from {cells[0]} to {cells[-1]}"
        if board.inner < board.full:
            return f"on every board {frame}, and on the endless one"
        return f"on every part of this board {frame}" if board.frame < board.full else ""

    def root(self, part: int | None = None) -> Node | Answer:
        """Return where the strategy of a part (the first is 0) begins.

        That is a `Node` if the rival is to move, or else an `Answer` to nothing. Without a number
        it is that of the first part that has a strategy.

        Raises `InvalidOptionError` where there is none: a part that ``steals`` has no strategy.
        """
        claims = self.claims
        if part is None:
            part = next((i for i, claim in enumerate(claims) if claim.word != "steals"), 0)
        part = as_integer("part", part)
        if not 0 <= part < len(claims):
            raise InvalidOptionError(f"there is no part {part} of {len(claims)}, counted from 0")
        claim = claims[part]
        if claim.word == "steals":
            raise InvalidOptionError(f"'{claim.text}' is by strategy stealing: it has no strategy")
        index, goal = self._index, GOALS[claim.word]
        at = index.board.state(*sides_of(self.position, claim.side), goal)
        view = View(self._strategies, claim.side, tuple(range(self.game.cells)))
        entry = index.roots[part]
        if entry.reply < 0 and entry.code == NODE:
            return Node(view, entry.node, at)
        empty = self.game.cells - self.position.ply
        return Answer(view, entry, at, goal, min(claim.plies or empty, empty))


def board_in(path: AnyPath) -> str | None:
    """What the board of a certificate is called; None of a grid, and of what cannot be read twice.

    A name in the file is compared with the lines there: `CertificateError` if it is false.
    """
    with told_as(CertificateError, path):
        found = place(path)
        if not found.is_file():
            return None
        with found.open("rb") as file:
            game = read_header(unpacked(file).read(LONGEST_HEADER)).position.game
    return None if game.is_grid else game.key


def read(path: AnyPath, progress: Reported | None = None) -> Certificate:
    """Open a certificate. It is not checked: that is what `inarow.check` does.

    The nodes are found in one pass and read when they are asked for; memory grows by some tens of
    bytes for each. `progress` is called with a number of nodes now and then, in the pass and later,
    when what lies below a node has to be worked out.

    Raises `CertificateError` for a file that cannot be read, or is no certificate at all.
    """
    return Certificate(Index(path, progress))
