"""Which of X's moves leaves least to prove: a proof-number search over lines of play.

Its leaves are positions that a `Carrier` is asked about, with a limit. Where one stays open, moves
of X's are tried: an engine's, those of the old proofs, and one that a search prefers. After each,
the replies that may spoil its win after a pass are asked about in turn. The move that leaves least
is followed, and of its replies by turns the easiest and the hardest. What is left is counted as in
`quiet_moves.py`, whose leaves are wins by force.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

from carrier import Carrier, Old, Open, Spent, answers_of
from quiet_moves import Search, nearness

from inarow import Game, Position, Solver
from inarow.check import Stones
from inarow.model.bits import cells_of

sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
from engine_match import PAUSE, Engine

if TYPE_CHECKING:
    from carry import Task

FIRST_SEARCHES, SEARCHES = 100, 40
"""So many searches a leaf may take, after one of O's stones and after more."""
MOVES = 3
"""So many moves of old answers are tried at each look, and one of each other kind."""
FEW = 4
"""Of the moves of a look no other one is tried where one leaves no more than this …"""
FIRST_FEW = 35
"""… and after O's first stone, where O has twice as many replies."""
LOOKS = 4
"""So often moves are looked for at a position, …"""
GROWTH, SLACK = 2, 4
"""… again when so many times as much is left as after the look before, and so much besides."""
MOST = 60
"""A move that leaves so much is asked about no further, nor one that is so much worse than another,
unless an engine says that it wins."""
MANY = 1000
"""So much is left where no move is found yet after which a pass loses."""


class Adviser:
    """Another way to find X's move: our heuristic search, or a program, an engine."""

    def __init__(self, game: Game, longer: int, program: str) -> None:
        self._game, self._longer, self._program = game, longer, program
        self._engine: Engine | None = None

    def move(self, position: Position, times: int) -> tuple[int, bool]:
        """What it prefers with so many nodes, or in so many milliseconds, `times` over.

        And whether it says that it wins by force; it need not be right.
        """
        longer = times * self._longer
        if not self._program:
            best, *_ = Solver(self._game, 1000).estimates(position, 1, nodes=longer, narrow=True)
            return best.best_move, False
        if self._engine is None:
            self._engine = Engine(self._game, longer, 0, self._program)
        sleep(PAUSE)
        self._engine.send(f"INFO timeout_turn {longer}")
        return self._engine.move(position, 0)

    def end(self) -> None:
        """Stop the engine; it is started again when it is needed."""
        if self._engine is not None:
            with suppress(ConnectionError):  # an engine that ends badly has done its work
                self._engine.end()
            self._engine = None


@dataclass(eq=False)
class Line:
    """Stones in the order of play, X to move; and what is left to prove of his win."""

    name: str
    at: Stones
    own: list[Old]
    """Answers of old proofs here …"""
    near: list[Old]
    """… and to replies nearby."""
    left: float = 1
    is_asked: bool = False
    hints: list[int] = field(default_factory=list)
    """Moves that a search in vain had preferred."""
    looks: int = 0
    expected: float = 0
    """What was left after the last look."""
    tries: list[Try] = field(default_factory=list)
    parents: list[Try] = field(default_factory=list)

    @property
    def best(self) -> Try:
        """The move that leaves least, or one that is said to win."""
        return min(self.tries, key=lambda one: (one.left > 0 and not one.leads, one.left))

    @property
    def least(self) -> float:
        """What it leaves; there is no end of it without a move."""
        return self.best.left if self.tries else inf

    @property
    def is_leaf(self) -> bool:
        """Is it to be asked about, or are more moves to be looked for?"""
        return self.looks < LOOKS and (
            self.least == inf
            or (not self.best.leads and self.left > GROWTH * self.expected + SLACK)
        )


@dataclass(eq=False)
class Try:
    """A move of X's, and what follows the replies that may spoil its win after a pass."""

    parent: Line
    move: int
    is_won: bool
    """Is it given, or says an engine that it wins by force?"""
    lines: list[Line] = field(default_factory=list)
    left: float = inf
    """Of all lines; there is no end of it if a pass does not lose."""

    @property
    def leads(self) -> bool:
        """Is it followed, however much it leaves?"""
        return self.is_won and self.left < inf


class BestFirst:
    """The lines that follow a reply to the first stone."""

    def __init__(self, task: Task, reply: int) -> None:
        self._task, self._steps = task, 0
        self._adviser = Adviser(task.game, task.longer, task.engine)
        self._lines = dict[tuple[int, int], Line]()
        self.carried = self.searched = 0
        at = task.state(reply)
        self._log = task.path(at).with_suffix(".log")
        self._root = Line(task.names(task.first, reply), at, *task.near(reply, task.answers))

    def run(self, looks: int) -> bool:
        """Look for moves so often, unless it is proven before. Returns whether it is."""
        try:
            self._ask(self._root, FIRST_SEARCHES)
            while looks and 0 < self._root.left < inf:
                line = self._leaf()
                if line.is_asked:
                    self._look(line)
                    looks -= 1
                else:
                    self._ask(line)
                self._note(line)
        finally:
            self._adviser.end()
        return not self._root.left

    @property
    def left(self) -> str:
        """What is left to prove, and the line of which most is."""
        line = self._root
        while line.tries and line.best.lines:
            line = max(line.best.lines, key=lambda one: one.left)
        return f"{self._root.left:.0f} left, {line.left:.0f} of it after {line.name}"

    def _leaf(self) -> Line:
        """Where to go on."""
        line, pick = self._root, (min, max)[self._steps % 2]
        self._steps += 1
        while not line.is_leaf:
            line = pick((one for one in line.best.lines if one.left), key=lambda one: one.left)
        return line

    def _ask(self, line: Line, searches: int = SEARCHES) -> None:
        """Does what old proofs answer win here, or what a search finds?"""
        task, at, line.is_asked = self._task, line.at, True
        if line.parents and task.kept(at):
            line.left = 0
            return
        with suppress(Open):
            proof = Carrier(task).by_force(at, False)
            if not line.parents:
                task.write(at, *proof)  # below it will be found again, or be written then
            line.left = 0
            return
        carrier = Carrier(task, searches)
        with suppress(Open, Spent):
            task.write(at, *carrier.answer(at, line.own, line.near, False))
            line.left = 0
        self.carried += carrier.carried
        self.searched += carrier.searched
        if not line.left:
            return
        search = Search(task.position(at))
        if search.run(task.nodes):
            with suppress(Open):
                task.write(at, *Carrier(task).win(search.root.win(), at))
                line.left = 0
                return
        line.left = min(max(1, search.root.left), MANY)
        threats = sorted(search.root.threats or [], key=lambda one: one.left)
        line.hints = [one.move for one in threats]

    def _look(self, line: Line) -> None:
        """Try some more moves."""
        few = FEW if line.parents else FIRST_FEW
        for move, is_won in self._moves(line).items():
            self._try(line, move, is_won)
            if line.least <= few or line.best.leads:
                break
        line.looks += 1
        line.expected = line.least
        told = ", ".join(f"{self._task.names(one.move)} {one.left:.0f}" for one in line.tries)
        with self._log.open("a", encoding="ascii") as log:
            log.write(f"{line.name}: {told}\n")

    def _moves(self, line: Line) -> dict[int, bool]:
        """The next moves to try, and whether they are given or an engine says that they win."""
        task, position = self._task, self._task.position(line.at)
        if task.then is not None and not line.parents:
            line.looks = LOOKS  # no other one is tried
            return {task.then: True}
        # A line that is completed beyond the frame wins nothing, and ends the game.
        legal = {move for move in position.legal_moves if not position.play(move).is_over}
        legal.difference_update(one.move for one in line.tries)
        own, near = ([old.move for old in olds] for olds in (line.own, line.near))
        moves = [
            move
            for kind, most in ((own, MOVES), (line.hints, 1), (near, 1))
            for move in [*dict.fromkeys(cell for cell in kind if cell in legal)][:most]
        ]
        found = dict.fromkeys(moves, False)
        if task.longer:
            move, is_won = self._adviser.move(position, 4 ** min(line.looks, 2))
            is_won = is_won and not task.frame  # it may count on lines that X does not have
            for one in line.tries:
                one.is_won |= is_won and one.move == move
            if line.tries and line.best.leads:
                return {}
            if move in legal:
                found = {move: is_won} | {each: False for each in moves if each != move}
        return found

    def _try(self, line: Line, move: int, is_won: bool) -> None:
        """Ask about the replies to a move, unless so many are open that another one is better."""
        task, board = self._task, self._task.board
        others = [GROWTH * one.left + SLACK for one in line.tries]
        most = inf if is_won else min([MOST, *others])
        new, after = Try(line, move, is_won), board.keeper_plays(line.at, move)
        line.tries.append(new)
        with suppress(Open):
            replies = Carrier(task).replies(after)
            answers = answers_of(old for old in line.own if old.move == move)
            near, lines = partial(nearness, task.position(line.at)), dict[Line, None]()
            # The nearest first, which seem the hardest: a move that fails does so soon.
            for reply in sorted(cells_of(replies), key=near, reverse=True):
                at = board.rival_plays(after, reply)
                if (key := task.key(at)) not in self._lines:
                    name = f"{line.name} {task.names(move, reply)}"
                    self._lines[key] = Line(name, at, *task.near(reply, answers))
                lines[self._lines[key]] = None
            new.lines = [*lines]
            for below in new.lines:
                below.parents.append(new)
            for below in new.lines:
                if not below.is_asked:
                    self._ask(below)
                    self._note(below)
                if sum(one.left for one in new.lines if one.is_asked) >= most:
                    break
            new.left = sum(below.left for below in new.lines)

    def _note(self, line: Line) -> None:
        """Count anew what is left here, and above; write what is proven."""
        if line.looks and line.left:
            line.left = line.least
            if line.left == inf and line.looks < LOOKS:
                line.left = MANY
            if not line.left:
                self._write(line)
        for one in line.parents:
            before, one.left = one.left, sum(each.left for each in one.lines)
            if one.left != before:
                self._note(one.parent)

    def _write(self, line: Line) -> None:
        """Write that the best move wins, after all replies to it are proven to lose."""
        task = self._task

        def write() -> None:
            carrier = Carrier(task)
            node = partial(carrier.node, [])
            task.write(line.at, *carrier.quiet(line.best.move, line.at, False, node))

        try:
            write()
        except Open:  # a win by force is not found in every image of a position
            for below in line.best.lines:
                if not task.kept(below.at):
                    task.write(below.at, *Carrier(task).by_force(below.at, False))
            write()
