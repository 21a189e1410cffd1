"""Proves, with searches and moves that are given or sought, that X wins after a reply of O's.

What it does is told in `open_board.py`, the program.
"""

from __future__ import annotations

import lzma
import sys
from math import inf
from pathlib import Path
from time import process_time, sleep
from typing import NamedTuple

from quiet_moves import Search, find
from wins import Together, begin, checked

import inarow
from inarow import ForcedWin, Game, Position, Solver
from inarow.certificate import Answer
from inarow.certificate.forced import WinAt, spoilers, write_forced_win
from inarow.check import unpacked
from inarow.model.bits import cells_of

sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
from engine_match import PAUSE, Engine

PASS = "pass"
ENOUGH = 1_000_000  # nodes for the win after the pass
TIMES = 1, 4, 12  # so many times as long is looked for a move, each time that one has failed
LONGEST = 20  # with more stones no move is looked for: lines of an engine lead ever deeper


class Step(NamedTuple):
    """What came of one reply."""

    reply: str
    move: str
    nodes: int
    seconds: float
    size: int = 0
    positions: int = 0
    checked: float = 0
    left: str = ""
    """The replies to a given move that are not proven."""

    @property
    def name(self) -> str:
        """The reply, with what is left after it."""
        return f"{self.reply} ({self.left})" if self.left else self.reply


def read_stones(game: Game, text: str) -> str:
    """Stones as they are named here, after which O is to move.

    Raises `inarow.InarowError` if they are not.
    """
    names = [game.name(game.cell(cell)) for cell in text.split()]
    if len(names) % 2 == 0:
        raise inarow.InvalidPositionError(f"{text!r} does not end with a stone of X's")
    stones = " ".join(names)
    position(game, stones)
    return stones


def position(game: Game, stones: str) -> Position:
    """X to move after stones in the order of play, X first; O may have passed."""
    board = ["."] * game.cells
    for number, name in enumerate(stones.split()):
        if name != PASS:
            cell = game.cell(name)
            if board[cell] != ".":
                raise inarow.IllegalMoveError(f"{game.name(cell)} is taken")
            board[cell] = "XO"[number % 2]
    rows = ["".join(board[row * game.n : (row + 1) * game.n]) for row in range(game.m)]
    return game.position(rows, turn="X", strict=False)


class Prover:
    """Searches replies, and keeps in a folder what it found."""

    def __init__(
        self,
        game: Game,
        nodes: int,
        folder: Path,
        given: dict[str, str],
        longer: int = 0,
        program: str = "",
    ) -> None:
        self.game, self._nodes, self._folder, self._longer = game, nodes, folder, longer
        self._program = program
        self._engine: Engine | None = None
        self._given, self._found = given, folder / "given.txt"
        if self._found.exists():
            for line in self._found.read_text(encoding="ascii").splitlines():
                before, _, move = read_stones(game, line).rpartition(" ")
                self._given[before] = move

    def proven(self, reply: str, stones: str) -> Step:
        """Search a reply, and have the certificate of the win checked."""
        try:
            step = self._prove(reply, stones)
        finally:
            if self._engine is not None:
                self._engine.end()
                self._engine = None
        return Step(*step[:4], *self.check(f"{stones} {reply}")) if step.move else step

    def check(self, line: str) -> tuple[int, int, float]:
        """A certificate's bytes and positions, and the seconds that it took to check.

        Raises `inarow.CertificateError` if it does not prove that X wins after these stones.
        """
        path, started = self._file(line, "cert"), process_time()
        verdict = checked(path, self._position(line))
        return path.stat().st_size, verdict.nodes, process_time() - started

    def _prove(self, reply: str, stones: str) -> Step:
        """Search a reply, and write a certificate of the win.

        After a given move the replies to that are searched, if a pass would lose; and after those
        that are sought.
        """
        line = f"{stones} {reply}"
        given = self._given.get(line)
        step = self._prove_move(reply, line, given) if given else None
        if step and (step.move or not self._longer):
            return step
        spent, _ = self._search(reply, stones, self._nodes)
        if spent.move or len(line.split()) > LONGEST:
            return spent
        tried = {given}
        for times in TIMES if self._longer else ():
            move = self.game.name(self._preferred(self._position(line), times * self._longer))
            if move in tried:
                continue
            tried.add(move)
            if (step := self._prove_move(reply, line, move)) is None:
                continue
            nodes, seconds = spent.nodes + step.nodes, spent.seconds + step.seconds
            spent = step._replace(nodes=nodes, seconds=seconds)
            if step.move:
                self._given[line] = move
                with self._found.open("a", encoding="ascii") as found:
                    found.write(f"{line} {move}\n")
                break
        return spent

    def _search(self, reply: str, stones: str, nodes: int) -> tuple[Step, float]:
        """Search a reply without a given move; what came of it, and what is left to prove."""
        line = f"{stones} {reply}"
        search, move = Search(self._position(line), self._file(line, "log")), ""
        if search.run(nodes):
            win = search.root.win()
            self._write(win, line)
            move = self.game.name(win.move)
        return Step(reply, move, search.nodes, search.seconds), search.root.left

    def _prove_move(self, reply: str, line: str, move: str) -> Step | None:
        """Search what a move leaves open.

        None if a pass would not lose, or a reply wins.
        """
        stones = f"{line} {move}"
        win, replies = self._replies(stones)
        if win is None or any(self._position(f"{stones} {each}").is_over for each in replies):
            return None
        steps = list[Step]()
        for each in self._hardest_first(stones, replies) if self._longer else replies:
            steps.append(self._prove(each, stones))
            if self._longer and not steps[-1].move:
                break
        nodes, seconds = sum(step.nodes for step in steps), sum(step.seconds for step in steps)
        if left := " ".join(step.name for step in steps if not step.move):
            return Step(reply, "", nodes, seconds, left=left)
        self.join(line, move)
        return Step(reply, move, nodes, seconds)

    def _hardest_first(self, stones: str, replies: list[str]) -> list[str]:
        """Replies by what a short search of each leaves to prove: a move that fails does so soon.

        A reply whose move is given was hard once.
        """

        def left(reply: str) -> float:
            is_given = f"{stones} {reply}" in self._given
            return inf if is_given else self._search(reply, stones, self._nodes // 30)[1]

        return sorted(replies, key=left, reverse=True)

    def _preferred(self, position: Position, longer: int) -> int:
        """The move that a search with so many nodes, or the engine in so long, prefers."""
        if not self._program:
            best, *_ = Solver(self.game, 1000).estimates(position, 1, nodes=longer, narrow=True)
            return best.best_move
        if self._engine is None:
            self._engine = Engine(self.game, longer, 0, self._program)
        sleep(PAUSE)
        self._engine.send(f"INFO timeout_turn {longer}")
        return self._engine.move(position, 0)[0]

    def join(self, line: str, move: str) -> None:
        """Make one certificate, that X's move after `line` wins, of those of the replies to it.

        Each reply is answered as its certificate has it, or that of an image.
        """
        stones = f"{line} {move}".lstrip()
        at, answers, newest = self._position(stones), dict[int, Answer](), 0.0
        threat, replies = self.replies(stones)
        for reply in replies:
            path = self._file(f"{stones} {reply}", "cert")
            newest, answer = max(newest, path.stat().st_mtime), begin(path)
            for to in at.symmetries:
                answers.setdefault(to[self.game.cell(reply)], answer.turned(to))
        before = self._position(line)
        self._write(Together(before, self.game.cell(move), threat, answers), line, newest)

    def on_plane(self, line: str) -> inarow.Verdict | None:
        """Write a certificate as one of the plane, with equal margins, as wide as they may be.

        None if it does not hold on the plane.
        """
        m, n, k = self.game.size
        path, frame, verdict = self._folder / "plane.cert", self._folder / "frame.cert", None
        path.unlink(missing_ok=True)
        with self._file(line, "cert").open("rb") as file:
            _, _, rest = unpacked(file).read().split(b"\n", 2)
        for i in range(min(m, n) // 2):
            text = f"inarow certificate 3\nplane {m},{n},{k} frame {i},{i},{m - 1 - i},{n - 1 - i}"
            frame.write_bytes(lzma.compress(f"{text} strong\n".encode() + rest))
            if not (found := inarow.check(frame)).verified:
                break
            verdict = found
            frame.replace(path)
        frame.unlink(missing_ok=True)
        return verdict

    def replies(self, stones: str) -> tuple[ForcedWin | None, list[str]]:
        """The win after a pass and the replies in its zone; to the first stone None, and all.

        Where a symmetry leaves the stones as they are, one of each two or more that are images of
        one another: one to which an answer is given, or the first.
        """
        win, replies = self._replies(stones)
        if win is None and stones.count(" "):
            raise inarow.InvalidPositionError(f"after {stones} no win is found if O passes")
        return win, replies

    def _replies(self, stones: str) -> tuple[ForcedWin | None, list[str]]:
        """As `replies`; without a win after a pass all."""
        at, replies = self._position(stones), list[str]()
        win = find(at, ENOUGH)
        for cell in at.legal_moves if win is None else cells_of(spoilers(win)):
            images = [self.game.name(to[cell]) for to in at.symmetries]
            if not set(images) & set(replies):
                given = (name for name in images if f"{stones} {name}" in self._given)
                replies.append(next(given, images[0]))
        return win, replies

    def _write(self, win: WinAt, line: str, since: float = 0) -> None:
        """Write its certificate, unless this move's is there, not older than that."""
        path = self._file(line, "cert")
        there = path.exists() and path.stat().st_mtime >= since
        if not there or begin(path).reply != win.move:
            write_forced_win(win, path, True)

    def _position(self, stones: str) -> Position:
        return position(self.game, stones)

    def _file(self, line: str, kind: str) -> Path:
        return self._folder / f"{line.replace(' ', '-') or 'start'}.{kind}"
