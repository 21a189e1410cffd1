"""Proves, with searches and moves that are given, that X wins after a reply of O's.

What it does is told in `open_board.py`, the program.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from time import process_time
from typing import NamedTuple

from quiet_moves import Search, find
from wins import Together, begin, checked

import inarow
from inarow import ForcedWin, Game, Position
from inarow.certificate import Answer
from inarow.certificate.forced import WinAt, spoilers, write_forced_win
from inarow.check import unpacked
from inarow.model.bits import cells_of

PASS = "pass"
ENOUGH = 1_000_000  # nodes for the win after the pass


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

    def __init__(self, game: Game, nodes: int, folder: Path, given: dict[str, str]) -> None:
        self.game, self._nodes, self._folder, self._given = game, nodes, folder, given

    def proven(self, reply: str, stones: str) -> Step:
        """Search a reply, and have the certificate of the win checked."""
        step = self._prove(reply, stones)
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

        After a given move the replies to that are searched, if a pass would lose.
        """
        line = f"{stones} {reply}"
        if (given := self._given.get(line)) and (step := self._prove_move(reply, line, given)):
            return step
        search, move = Search(self._position(line), self._file(line, "log")), ""
        if search.run(self._nodes):
            win = search.root.win()
            self._write(win, line)
            move = self.game.name(win.move)
        return Step(reply, move, search.nodes, search.seconds)

    def _prove_move(self, reply: str, line: str, move: str) -> Step | None:
        """Search what a move leaves open.

        None if a pass would not lose, or a reply wins.
        """
        stones = f"{line} {move}"
        win, replies = self._replies(stones)
        if win is None or any(self._position(f"{stones} {each}").is_over for each in replies):
            return None
        steps = [self._prove(each, stones) for each in replies]
        nodes, seconds = sum(step.nodes for step in steps), sum(step.seconds for step in steps)
        if left := " ".join(step.name for step in steps if not step.move):
            return Step(reply, "", nodes, seconds, left=left)
        self.join(line, move)
        return Step(reply, move, nodes, seconds)

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
