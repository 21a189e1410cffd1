"""Answers from a certificate, at once: where a position is in the proof, and what is played there.

A position has no history, so it is looked for from the root: each stone of the rival's is tried as
the next move, and what the keeper answers must be on the board. Where the proof has no answer of
its own to a stone it goes on as if there had been a pass or another move, and so does the search.

What the file says is believed: `inarow.check` tells whether it proves anything.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from inarow.certificate.board import is_alike, sides_of, undone
from inarow.certificate.forced import spoilers_of
from inarow.certificate.index import Index, ProofEntry, Reported
from inarow.certificate.strategy import Strategies
from inarow.check import CHAIN, GOALS, KNOWN, NODE, PAIRS, PASS, POTENTIAL, STOP, TREE, WIN, Stones
from inarow.model.bits import cells_of, image_of
from inarow.model.drawn import fields_told_above
from inarow.model.errors import InvalidGameError, InvalidOptionError
from inarow.model.files import AnyPath
from inarow.model.game import Game
from inarow.model.legal import Player
from inarow.model.position import Position, require_move, require_position_of
from inarow.model.results import Solution, searched

MOST_TRIED = 1000
"""Answers that are tried for one position: some tenths of a second at the most."""
MOST_KEPT = 4096
"""Nodes whose entries are kept: a game goes through few."""


@fields_told_above
class Found(NamedTuple):
    """What a proof says of a position.

    lower, upper
        Bounds on its value, for the side to move.
    move
        One that keeps to the lower bound; of a loss, one that the proof answers last.
    plies
        The win takes so many at most.
    threat
        Of a loss: what the winner would begin with if the side to move passed, where that wins.
    answered
        Of a loss: the moves that have answers of their own; the others change nothing.
    """

    lower: int
    upper: int
    move: int | None
    plies: int | None
    threat: int | None = None
    answered: tuple[int, ...] = ()

    def solution(self, position: Position, seconds: float) -> Solution:
        """Return a value as a solver does; without a distance: there may be a shorter win."""
        move = position.legal_moves[0] if self.move is None else self.move
        answer = self.lower, self.upper, -1, move, (move,), 0
        return searched(answer, False, seconds, position)


class _Place(NamedTuple):
    """A place in the proof where all stones of the position are on the board."""

    move: int | None = None
    plies: int = 0
    threat: int | None = None
    answered: tuple[int, ...] = ()

    def turned(self, to: Sequence[int]) -> _Place:
        """The same as it is seen where a cell lies at ``to[cell]``."""
        move, threat = (None if cell is None else to[cell] for cell in (self.move, self.threat))
        return self._replace(
            move=move, threat=threat, answered=tuple(to[cell] for cell in self.answered)
        )


class _Left(NamedTuple):
    """Stones of the position that the proof has not placed yet, as masks of its cells."""

    rival: int
    keeper: int

    @property
    def is_none(self) -> bool:
        return not self.rival and not self.keeper


class Book:
    """A certificate that is played from: `find` tells what it says of a position.

    >>> import inarow, tempfile
    >>> game = inarow.Game(6, 6, 4)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = f"{directory}/664.cert"
    ...     _ = inarow.Solver(game).solve(game.start(), certificate=path)
    ...     book = Book(path)
    >>> start = book.find(game.start())
    >>> start.lower, start.plies
    (1, 15)
    >>> book.find(game.start().play(start.move).play("a1")).lower
    1
    """

    def __init__(
        self, path: AnyPath, game: Game | None = None, progress: Reported | None = None
    ) -> None:
        self.index = Index(path, progress)
        self.strategies, self.board = Strategies(self.index), self.index.board
        self._spoilers: dict[int, int] = {}
        self.entries = lru_cache(MOST_KEPT)(lambda number: tuple(self.index.entries(number)))
        header = self.index.header
        # A win within some plies is a win; to hold for some plies says nothing of the value.
        self._parts = [
            (part, claim)
            for part, claim in enumerate(header.claims)
            if claim.word == "wins" or claim.plies is None
        ]
        if header.weak or not self._parts:
            said = (
                "; ".join(claim.text for claim in header.claims) + " in the weak game" * header.weak
            )
            raise InvalidOptionError(
                f"{path} is no proof of a value in the ordinary game: it says that {said}"
            )
        self.game: Game = header.position.game
        """The game that it is of; `game`, if that has the same lines and other names."""
        if game is not None and is_alike(game, self.game):
            self.game = game
        self.path = os.fspath(path)
        """The file."""
        self.keeper: Player = self._parts[0][1].side
        """The side for which it is played."""

    def __repr__(self) -> str:
        return f"Book({self.path!r})"

    def spoilers(self, number: int, entry: ProofEntry, at: Stones) -> int:
        """What spoils the tree by which the keeper wins if the rival passes at a node."""
        if number not in self._spoilers:
            proof = self.index.proof(entry)
            self._spoilers[number] = spoilers_of(self.board, NODE, at, proof)
        return self._spoilers[number]

    def find(self, position: Position) -> Found | None:
        """Return what the proof says of a position that is not over; None: it is not in it.

        A proof that a side holds gives a bound: its rival may have played worse than that. Raises
        `InvalidPositionError` for a position of another game, or one that is over.
        """
        require_position_of(self.game, position, self)
        require_move(position)
        lower, upper, move, plies = -1, 1, None, None
        threat, answered = None, tuple[int, ...]()
        for part, claim in self._parts:
            if claim.word == "steals":
                continue
            place = self._find(position, part, claim.side, GOALS[claim.word])
            if place is None:
                continue
            worth = 1 if claim.word == "wins" else 0
            if position.turn == claim.side:
                lower = worth
                move = position.legal_moves[0] if place.move is None else place.move  # any will do
            else:
                upper, move = -worth, place.move if worth else move
                threat, free = place.threat, {*position.legal_moves}
                answered = tuple(sorted(free.intersection(place.answered)))
            plies = place.plies if worth else plies
        if (lower, upper) == (-1, 1):
            return None
        return Found(lower, upper, move, plies, threat, answered)

    def _find(self, position: Position, part: int, side: Player, goal: int) -> _Place | None:
        """Where the position is in a part, by any symmetry."""
        header = self.index.header
        begun = header.position
        other, own = sides_of(begun, side)
        at = self.board.state(other, own, goal)
        theirs, mine = sides_of(position, side)
        search = _Search(self, position.turn == side)
        for image in self.game.symmetries:
            keeper, rival = image_of(mine, image), image_of(theirs, image)
            if own & ~keeper or other & ~rival:
                continue
            left = _Left(rival & ~other, keeper & ~own)
            root = self.index.roots[part]
            if begun.turn == side:
                place = search.answer(root, at, left, goal)
            else:
                place = search.node(root.node, at, left)
            if place is not None:
                seen = place.turned([image.index(cell) for cell in range(self.game.cells)])
                # A false proof may play on a stone; of such a one nothing is believed.
                played = {seen.move, seen.threat} - {None}
                return seen if played <= {*position.legal_moves} else None
        return None


class _Search:
    """Looks for one position below one root; cells are those of the file."""

    def __init__(self, book: Book, keeper_moves: bool) -> None:
        self._book, self._entries, self._keeper_moves = book, book.entries, keeper_moves
        self._index, self._strategies, self._board = book.index, book.strategies, book.board
        self._tried = 0
        self._failed: set[tuple[int, int, int, _Left]] = set()

    def node(self, number: int, at: Stones, left: _Left) -> _Place | None:
        """The place at a node or below, with the rival to move."""
        if left.is_none and not self._keeper_moves:
            return self._lost(number, at)
        if not left.rival or (number, at.rival, at.keeper, left) in self._failed:
            return None
        entries, listed = self._entries(number), 0
        for entry in entries:
            if entry.move < 0:
                continue
            listed |= 1 << entry.move
            if left.rival >> entry.move & 1 and self._tried < MOST_TRIED:
                self._tried += 1
                after = left._replace(rival=left.rival & ~(1 << entry.move))
                place = self.answer(
                    entry, self._board.rival_plays(at, entry.move), after, self._index.goal(number)
                )
                if place is not None:
                    return place
        for move in cells_of(left.rival & ~listed):
            after = left._replace(rival=left.rival & ~(1 << move))
            for entry, then in self._instead(number, entries, at, move, after):
                place = self.answer(entry, then, after, self._index.goal(number))
                if place is not None:
                    return place
        self._failed.add((number, at.rival, at.keeper, left))
        return None

    def _instead(
        self, number: int, entries: tuple[ProofEntry, ...], at: Stones, move: int, left: _Left
    ) -> Iterator[tuple[ProofEntry, Stones]]:
        """The answer that the proof gives to a move without one of its own, and the position."""
        if self._index.goal(number) == STOP:
            fate = self._strategies.settle(number, at)[1].get(move)
            # A cell that speaks for the move does not while both are the rival's.
            if (
                fate is not None
                and fate.by is not None
                and not (fate.why == "dominated" and left.rival >> fate.by & 1)
            ):
                for entry in entries:
                    if entry.move == fate.by:
                        yield entry, self._board.rival_plays(at, fate.by)
            return
        for entry in entries:
            if entry.code == PASS:
                if not self._strategies.chain(at, entry.cells).spoilers >> move & 1:
                    yield entry._replace(code=CHAIN), at
                    return
            elif entry.code == TREE and not self._book.spoilers(number, entry, at) >> move & 1:
                yield entry._replace(code=NODE), at
                return

    def answer(self, entry: ProofEntry, at: Stones, left: _Left, goal: int) -> _Place | None:
        """The place at an answer or below, with the keeper to move."""
        if entry.code == CHAIN:
            return self._chain(entry.cells, at, left)
        if entry.code == POTENTIAL:
            return None
        if left.is_none and self._keeper_moves:
            return _Place(entry.reply, self._strategies.plies(entry, at))
        if not left.keeper >> entry.reply & 1:
            return None
        left = left._replace(keeper=left.keeper & ~(1 << entry.reply))
        if entry.code == PAIRS:
            return self._pairs(entry.cells, left)
        after = self._strategies.child(entry, at)
        if entry.code != KNOWN:
            return self.node(entry.node, after, left)
        back = undone(entry.symmetry)
        turned = _Left(*(self._board.moved(back, cells) for cells in left))
        place = self.node(entry.node, after, turned)
        return place and place.turned(self._board.image(entry.symmetry))

    def _lost(self, number: int, at: Stones) -> _Place:
        """With the rival to move: the move that the proof of a win answers last."""
        if self._index.goal(number) != WIN:
            return _Place()
        length = {
            entry.move: self._strategies.plies(entry, self._board.rival_plays(at, entry.move))
            for entry in self._entries(number)
            if entry.move >= 0
        }
        longest = max(length, key=length.__getitem__, default=None)
        passed = next((one for one in self._entries(number) if one.code in (PASS, TREE)), None)
        begin = () if passed is None else passed.cells if passed.code == PASS else (passed.reply,)
        return _Place(longest, self._index.length(number), next(iter(begin), None), (*length,))

    def _chain(self, moves: tuple[int, ...], at: Stones, left: _Left) -> _Place | None:
        """A place within a chain of threats, each answered where it must be."""
        chain = self._strategies.chain(at, moves)
        for number, move in enumerate(moves):
            if left.is_none and self._keeper_moves:
                return _Place(move, chain.plies - 2 * number)
            if not left.keeper >> move & 1:
                return None
            left = left._replace(keeper=left.keeper & ~(1 << move))
            if number < len(chain.replies):
                reply = chain.replies[number]
                if left.is_none and not self._keeper_moves:
                    return _Place(reply, chain.plies - 2 * number - 1)
                if not left.rival >> reply & 1:
                    return None
                left = left._replace(rival=left.rival & ~(1 << reply))
        if left.is_none and not self._keeper_moves and chain.wins:
            return _Place(cells_of(chain.wins)[0], 2)  # of two lines only one can be stopped
        return None

    def _pairs(self, cells: tuple[int, ...], left: _Left) -> _Place | None:
        """A place where the keeper answers in pairs: of one pair at most the answer is wanting."""
        pairs = [*zip(cells[::2], cells[1::2], strict=True)]
        wanting = [
            b
            for a, b in (*pairs, *((b, a) for a, b in pairs))
            if left.rival >> a & 1 and not left.keeper >> b & 1
        ]
        if any(left.rival >> b & 1 for b in wanting) or len(wanting) > self._keeper_moves:
            return None
        return _Place(wanting[0] if wanting else None)


def opened(proof: AnyPath | Book, game: Game) -> Book:
    """Return a proof of a game, opened; raises `InvalidGameError` for one of another game."""
    book = proof if isinstance(proof, Book) else Book(proof, game)
    if game != book.game:
        raise InvalidGameError(f"{book.path} is a proof of {book.game.key}, not of {game.key}")
    return book
