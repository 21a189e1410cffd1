"""Nodes of a certificate and the keeper's answers, as they are seen from a place in the proof.

A position of the file may be met as an image of itself: cells are those of where it is met.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Literal, NamedTuple, get_args

from inarow.certificate.index import ProofEntry
from inarow.certificate.strategy import Chain, Fate, Strategies
from inarow.check import CHAIN, GOALS, KNOWN, NODE, PAIRS, PASS, POTENTIAL, TREE, WEAK, WIN, Stones
from inarow.model.bits import cells_of, image_of
from inarow.model.board import MoveLike
from inarow.model.drawn import Drawn
from inarow.model.errors import CertificateError, IllegalMoveError, InvalidOptionError
from inarow.model.game import Game
from inarow.model.legal import OTHER, Player
from inarow.model.position import Position, make_position

SPENT = -1
"""Stands for the code of an answer where none is needed."""

Goal = Literal["wins", "holds", "stops"]
Kind = Literal["chain", "potential", "pairs", "node", "known", "weak", "spent"]

_GOALS: tuple[Goal, ...] = get_args(Goal)
_CODES = (CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK, SPENT)
_KINDS: dict[int, Kind] = dict(zip(_CODES, get_args(Kind), strict=True))


class View(NamedTuple):
    """How positions of the file are seen: for whom, and where each of their cells."""

    strategies: Strategies
    keeper: Player
    to: tuple[int, ...]

    def cells(self, mask: int) -> int:
        """Return where a set of cells is seen."""
        return image_of(mask, self.to)

    def position(self, at: Stones, turn: Player) -> Position:
        own, opponent = (at.keeper, at.rival) if turn == self.keeper else (at.rival, at.keeper)
        game = self.strategies.index.header.position.game
        return make_position(game, self.cells(own), self.cells(opponent), turn, None)

    def chain(self, at: Stones, moves: tuple[int, ...]) -> Chain:
        """Return the chain of these moves, its cells as they are seen."""
        chain = self.strategies.chain(at, moves)
        moves, replies = (
            tuple(self.to[cell] for cell in cells) for cells in (chain.moves, chain.replies)
        )
        return Chain(
            moves, replies, self.cells(chain.wins), self.cells(chain.spoilers), chain.plies
        )


class _Seen(Drawn):
    """What `Node` and `Answer` share: a position of the file as it is seen."""

    def __init__(self, view: View, at: Stones, goal: int, plies: int) -> None:
        self._view, self._at, self._strategies = view, at, view.strategies
        self._board = view.strategies.board
        self.goal: Goal = _GOALS[goal]
        """What the keeper does: ``wins``, ``holds`` or ``stops``."""
        self.plies = plies
        """For how many plies from here: the number of empty cells at most."""
        self.game: Game = view.strategies.index.header.position.game
        """The board and the length of a line."""
        self.keeper: Player = view.keeper
        """The side of which the proof speaks."""
        self.rival: Player = OTHER[view.keeper]
        """The other side."""

    @property
    def threats(self) -> int:
        """The cells, as a mask, with which the rival would complete a line."""
        return self._view.cells(self._board.missed(self._at, self._at.theirs[1:2]))


class Node(_Seen):
    """A position with the rival to move, and the keeper's answers. Sets of cells are masks."""

    def __init__(self, view: View, number: int, at: Stones) -> None:
        self._index = index = view.strategies.index
        super().__init__(view, at, index.goal(number), index.plies(number))
        self.number = number
        """In the file."""

    def __repr__(self) -> str:
        return f"<node {self.number}: {self.keeper} {self.goal}, {self.position!r}>"

    @property
    def position(self) -> Position:
        """The board, the rival to move."""
        return self._view.position(self._at, self.rival)

    @cached_property
    def _settled(self) -> tuple[int, dict[int, Fate]]:
        return self._strategies.settle(self.number, self._at)

    @property
    def below(self) -> int:
        """How many positions the file has from here on, not counting those that are referred to."""
        return self._index.below(self.number)

    def work_out(self) -> None:
        """Work out zone and fates now: it takes a while if much lies below, but not for a win."""
        _ = self._settled

    @property
    def zone(self) -> int:
        """The claim holds whatever stones the rival has outside these cells."""
        return self._view.cells(self._settled[0])

    @property
    def length(self) -> int | None:
        """In how many plies the keeper wins at most; None if the goal is another."""
        return self._index.length(self.number) or None

    @cached_property
    def _listed(self) -> tuple[ProofEntry, ...]:
        return tuple(self._index.entries(self.number))

    @cached_property
    def entries(self) -> tuple[Answer, ...]:
        """The moves that have answers of their own, with these, in the order of the file."""
        return tuple(self._answer(entry) for entry in self._listed if entry.move >= 0)

    def _first(self, code: int) -> ProofEntry | None:
        return next((entry for entry in self._listed if entry.code == code), None)

    @cached_property
    def chain(self) -> Chain | None:
        """The win by threats that the keeper has if the rival passes, where the proof uses it."""
        entry = self._first(PASS)
        return entry and self._view.chain(self._at, entry.cells)

    @cached_property
    def tree(self) -> Answer | None:
        """How the keeper wins if the rival passes, where that takes more than a chain."""
        entry = self._first(TREE)
        return entry and Answer(self._view, entry._replace(code=NODE), self._at, WIN, self.plies)

    @property
    def keeper_threats(self) -> int:
        """The cells with which the keeper would complete a line that counts."""
        return self._view.cells(self._board.missed(self._at, self._at.mine[1:2]))

    @cached_property
    def fates(self) -> Mapping[int, Fate]:
        """What becomes of each of the rival's moves."""
        to = self._view.to
        return {
            to[move]: Fate(fate.why, None if fate.by is None else to[fate.by])
            for move, fate in sorted(self._settled[1].items(), key=lambda item: to[item[0]])
        }

    def answer(self, move: MoveLike) -> Answer:
        """Return the keeper's answer to a move, also to one that has none of its own.

        To a move outside a zone, or dominated by another one, it is the answer to that other one,
        which `Answer.move` then names. To one that does not spoil the `tree` it is that tree, where
        the move is not on the board: `Answer.move` is None.

        Raises `IllegalMoveError` for a cell that is taken, and `CertificateError` for a move of
        which nothing is said, so that the proof does not hold.
        """
        name, cell = self.game.name, self.game.cell(move)
        if cell not in self.fates:
            theirs = f"the moves to give are {self.rival}'s, and the proof answers them"
            raise IllegalMoveError(f"{name(cell)} is taken; {theirs}")
        fate = self.fates[cell]
        if fate.why == "open":
            raise CertificateError(f"nothing is said of {name(cell)}: the proof does not hold")
        if fate.why in ("outside", "dominated"):
            assert fate.by is not None
            return self.answer(fate.by)
        if fate.why == "tree" and self.tree is not None:
            return self.tree
        if fate.why == "listed":
            return next(answer for answer in self.entries if answer.move == cell)
        played, cells = self._view.to.index(cell), tuple[int, ...]()
        if fate.why == "chain" and self.chain is not None:
            cells = tuple(map(self._view.to.index, self.chain.moves))
        elif fate.by is not None:
            cells = (self._view.to.index(fate.by),)
        return self._answer(ProofEntry(CHAIN if cells else SPENT, played, cells=cells))

    def _answer(self, entry: ProofEntry) -> Answer:
        goal = GOALS[self.goal]
        self._strategies.check_free(self._at, entry.move)
        at = self._board.rival_plays(self._at, entry.move)
        return Answer(self._view, entry, at, goal, self.plies - 1)


class Answer(_Seen):
    """What the keeper answers to a move of the rival's, or begins with. Sets of cells are masks."""

    def __init__(self, view: View, entry: ProofEntry, at: Stones, goal: int, plies: int) -> None:
        super().__init__(view, at, goal, plies)
        self._entry = entry

    def __repr__(self) -> str:
        return f"<answer ({self.kind}): {self.keeper} {self.goal}, {self.position!r}>"

    def turned(self, symmetry: Sequence[int]) -> Answer:
        """Return the same as a symmetry of the board turns it: ``symmetry[cell]`` is its image.

        Raises `InvalidOptionError` for what is not one of `Game.symmetries`.
        """
        if tuple(symmetry) not in self.game.symmetries:
            raise InvalidOptionError("turned: not a symmetry of the board")
        view = self._view._replace(to=tuple(symmetry[cell] for cell in self._view.to))
        return Answer(view, self._entry, self._at, GOALS[self.goal], self.plies)

    @property
    def kind(self) -> Kind:
        """How the strategy goes on; ``spent``: the rival has too few moves left for any line."""
        return _KINDS[self._entry.code]

    @property
    def move(self) -> int | None:
        """The rival's move; None at the root, and after a pass."""
        return None if self._entry.move < 0 else self._view.to[self._entry.move]

    @property
    def reply(self) -> int | None:
        """The keeper's move; None if any will do."""
        if self.chain is not None:
            return self.chain.moves[0] if self.chain.moves else None
        return None if self._entry.reply < 0 else self._view.to[self._entry.reply]

    @property
    def position(self) -> Position:
        """The board before the reply, the keeper to move."""
        return self._view.position(self._at, self.keeper)

    @property
    def after(self) -> Position:
        """The board after the reply, the rival to move; as before if there is none."""
        played = self.reply is not None
        return self._view.position(self._after, self.rival if played else self.keeper)

    @property
    def _after(self) -> Stones:
        replies = (self._entry.reply,) if self._entry.reply >= 0 else self._entry.cells[:1]
        return self._board.keeper_plays(self._at, *replies) if replies else self._at

    @property
    def open_lines(self) -> tuple[int, ...]:
        """The rival's lines without a stone of the keeper's after the reply, as masks."""
        lines, theirs = self._board.lines, reduce(or_, self._after.theirs)
        return tuple(self._view.cells(lines[i]) for i in cells_of(theirs))

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs in which the keeper answers from now on."""
        if self.kind != "pairs":
            return ()
        cells = [self._view.to[cell] for cell in self._entry.cells]
        return tuple(zip(cells[::2], cells[1::2], strict=True))

    @property
    def chain(self) -> Chain | None:
        """The threats by which the keeper wins."""
        if self.kind != "chain":
            return None
        return self._view.chain(self._at, self._entry.cells)

    @property
    def potential(self) -> float | None:
        """The sum of 2^-missing over the rival's open lines, where that is the proof."""
        if self.kind != "potential":
            return None
        return sum(0.5**i * lines.bit_count() for i, lines in enumerate(self._at.theirs))

    @property
    def number(self) -> int | None:
        """The number of the node that follows, or that is referred to (kind ``known``)."""
        return None if self._entry.node < 0 else self._entry.node

    @property
    def symmetry(self) -> int | None:
        """What takes the node that follows from the file to here: a number as in the format.

        None on a board that is no grid, unless it is 0: the identity.
        """
        to = [*self._next_view.to]
        if self.game.is_grid:
            return self._board.symmetries.index(to)
        return 0 if to == self._board.symmetries[0] else None

    @property
    def zone(self) -> int:
        """The cells to which the answer is confined; all of them where it is not."""
        return self._view.cells(self._strategies.used(self._entry, self._at))

    @property
    def length(self) -> int | None:
        """In how many plies the keeper wins at most; None if the goal is another."""
        if self.goal != "wins" and self.kind != "chain":
            return None
        return self._strategies.plies(self._entry, self._at) or None

    def answer(self, move: MoveLike) -> Answer:
        """Return the keeper's answer in the same pair, where the strategy goes on in pairs.

        Raises `IllegalMoveError` for a cell that is taken or in no pair, or if there are no pairs.
        """
        name, cell = self.game.name, self.game.cell(move)
        if not self.pairs:
            raise IllegalMoveError(f"{name(cell)}: the proof has ended here")
        if (self.after.x | self.after.o) >> cell & 1:
            raise IllegalMoveError(f"{name(cell)} is taken")
        played, cells = self._view.to.index(cell), self._entry.cells
        if played not in cells:
            where = f"{name(cell)} is in no pair"
            raise IllegalMoveError(f"{where}: {self.keeper} may answer anywhere, even in a pair")
        place = cells.index(played)
        pair = slice(place & ~1, (place | 1) + 1)
        rest = cells[: pair.start] + cells[pair.stop :]
        entry = ProofEntry(PAIRS, played, cells[place ^ 1], rest)
        at = self._board.rival_plays(self._after, played)
        return Answer(self._view, entry, at, GOALS[self.goal], max(0, self.plies - 2))

    @property
    def node(self) -> Node | None:
        """The node after the reply, if the strategy goes on with one."""
        if self._entry.node < 0:
            return None
        at = self._strategies.child(self._entry, self._at)
        return Node(self._next_view, self._entry.node, at)

    @property
    def _next_view(self) -> View:
        """How the node that follows is seen."""
        if not self._entry.symmetry:
            return self._view
        symmetry = self._board.image(self._entry.symmetry)
        return self._view._replace(to=tuple(self._view.to[cell] for cell in symmetry))
