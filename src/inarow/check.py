"""Check a certificate: a proof of what a position is worth that needs no search to be believed.

This file is for whoever doubts the solver. It imports nothing of it, only the standard library;
it searches nothing; and it says VERIFIED only if every line of play is accounted for. The format
of the file is told in full in ``docs/certificates.md``.

A certificate holds strategies. In each, one side (the *keeper*) claims to win, or not to lose,
against every move of the other (the *rival*). Most moves need no answer of their own:

* Pairs. If every line that the rival may still complete contains both cells of one of some
  disjoint pairs, the keeper answers in the same pair for ever, and none is completed.
* Potential (Erdos and Selfridge, 1973). If the keeper is to move, and the sum of 2**-missing over
  the rival's lines is less than 1, he can stop them all.
* Zones. A strategy that only stops lines uses no more than some cells, its zone, and works as
  well if the rival has stones elsewhere. So the answer to one move answers every move outside the
  zone that is left after it. It also answers a move all of whose lines pass through another cell
  that is answered and empty: a stone there would do the rival at least as much good.
* Threats. If the keeper would win by continuous threats were it his turn, a move of the rival's
  must spoil them: it lies on a cell that they use, or on a line that the rival lacks two cells
  of when he is to answer, which that move would turn into a threat of his own.

Memory does not grow with the file: what is proven is kept on disk, and looked up by number.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, BinaryIO, NamedTuple, NoReturn

__all__ = ["Verdict", "check"]

HEADER = re.compile(
    rb"inarow certificate 1\n"
    rb"([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2}) (strong|weak)\n"  # m, n, k and the kind of game
    rb"([XO./]{1,419}) ([XO])\n"  # the rows, and the side to move
    rb"([XO] [^\n]{4,40}(?:; [XO] [^\n]{4,40})*)\n"
)
END, PASS, CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK = range(8)
WIN, HOLD, STOP = range(3)  # complete a line first; not let the rival; not let him at all
PART = re.compile(r"([XO]) (wins|holds|stops|steals)(?: within ([0-9]{1,3}) plies)?")
GOALS = {"wins": WIN, "holds": HOLD, "stops": STOP}


@dataclass(frozen=True)
class Verdict:
    """What a certificate claims, and whether it proves it."""

    verified: bool
    claim: str
    """Game, position and what is said of it; "" if not even that could be read."""
    reason: str = ""
    """Where and why it was refused."""
    nodes: int = 0
    """The positions, with the rival to move, that it goes through."""

    def __str__(self) -> str:
        if self.verified:
            return f"VERIFIED: {self.claim} ({self.nodes:,} positions)"
        return f"REFUSED: {self.claim or 'no claim can be read'}: {self.reason}"


class Refused(Exception):
    """The certificate does not prove its claim."""


def refuse(reason: str) -> NoReturn:
    raise Refused(reason)


def members(bits: int) -> Iterator[int]:
    """The members of a set of cells or of lines; a set is an int, bit i stands for member i."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class State(NamedTuple):
    """The stones of both sides, and the lines that each can still complete."""

    rival: int
    keeper: int
    theirs: int
    mine: int


class Board:
    """The lines and symmetries of an m x n board: k cells in a row, at any place, in four ways."""

    def __init__(self, m: int, n: int, k: int) -> None:
        self.n, self.cells, self.full = n, m * n, (1 << m * n) - 1
        self.lines = [
            sum(1 << (row + i * down) * n + column + i * right for i in range(k))
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if k > 1 else 1]
            for row in range(m)
            for column in range(n)
            if row + (k - 1) * down < m and 0 <= column + (k - 1) * right < n
        ]
        self.through = [
            sum(1 << i for i, line in enumerate(self.lines) if line >> cell & 1)
            for cell in range(self.cells)
        ]
        self.symmetries = [
            [self._image(m, cell, i) for cell in range(self.cells)] for i in range(8)
        ]
        del self.symmetries[8 if m == n else 4 :]

    def _image(self, m: int, cell: int, symmetry: int) -> int:
        """Where it takes a cell: bit 0 mirrors columns, bit 1 rows, bit 2 swaps the two first."""
        row, column = divmod(cell, self.n)
        row, column = (column, row) if symmetry & 4 else (row, column)
        row = m - 1 - row if symmetry & 2 else row
        return row * self.n + (self.n - 1 - column if symmetry & 1 else column)

    def moved(self, symmetry: int, cells: int) -> int:
        """Where a symmetry takes a set of cells."""
        to = self.symmetries[symmetry]
        return sum(1 << to[cell] for cell in members(cells)) if symmetry else cells

    def start(self, rival: int, keeper: int) -> State:
        """The state of a position: each side has the lines without a stone of the other."""
        theirs = sum(1 << i for i, line in enumerate(self.lines) if not line & keeper)
        mine = sum(1 << i for i, line in enumerate(self.lines) if not line & rival)
        return State(rival, keeper, theirs, mine)

    def rival_plays(self, at: State, cell: int) -> State:
        return at._replace(rival=at.rival | 1 << cell, mine=at.mine & ~self.through[cell])

    def keeper_plays(self, at: State, cell: int) -> State:
        return at._replace(keeper=at.keeper | 1 << cell, theirs=at.theirs & ~self.through[cell])

    def lacking(self, lines: int, stones: int) -> tuple[int, int]:
        """The cells missing on those of `lines` that miss one stone, and on those that miss two."""
        one = two = 0
        for i in members(lines):
            missing = self.lines[i] & ~stones
            others = missing & (missing - 1)
            if not others:
                one |= missing
            elif not others & (others - 1):
                two |= missing
        return one, two

    def completed(self, lines: int, stones: int) -> bool:
        """Are all cells of one of `lines` among the stones?"""
        return any(not self.lines[i] & ~stones for i in members(lines))

    def missing(self, at: State) -> list[int]:
        """What the rival's lines miss, each as a set of cells."""
        return [self.lines[i] & ~at.rival for i in members(at.theirs)]

    def reach(self, at: State) -> int:
        """The empty cells on the rival's lines."""
        return reduce(or_, self.missing(at), 0)

    def spent(self, at: State, plies: int) -> bool:
        """Do all of the rival's lines miss more stones than he, to move, can place?"""
        return all(missing.bit_count() > (plies + 1) // 2 for missing in self.missing(at))

    def dominate(self, at: State, unanswered: int, zone: int) -> tuple[int, int]:
        """The moves for which no answered cell speaks, and the zone with those cells that do."""
        empty = self.full & ~(at.rival | at.keeper)
        for move in members(unanswered):
            lines, answered = at.theirs & self.through[move], empty & ~unanswered
            for other in (*members(answered & zone), *members(answered)):
                if not lines & ~self.through[other]:
                    unanswered, zone = unanswered & ~(1 << move), zone | 1 << other
                    break
        return unanswered, zone

    def name(self, cell: int) -> str:
        return f"{chr(97 + cell % self.n)}{cell // self.n + 1}"


class Checker:
    """Reads strategies from a stream and checks them node by node.

    `node` and `answer` return a zone, all cells where there is none, and the plies to the keeper's
    line, 0 if he does not win. For so many `plies` the rival is kept from a line.
    """

    def __init__(
        self, board: Board, stream: BinaryIO, progress: Callable[[int], object] | None = None
    ) -> None:
        self.board, self.stream, self.progress = board, stream, progress
        self.count = 0
        self.path: list[int] = []  # the moves to the node at hand, to tell where something is wrong
        self.proven = sqlite3.connect("", isolation_level=None)  # on disk, and gone at the end
        self.proven.execute("pragma journal_mode = off")
        self.proven.execute("create table proven (number integer primary key, what text)")

    def number(self, size: int = 1) -> int:
        data = self.stream.read(size)
        return int.from_bytes(data, "little") if len(data) == size else refuse("the file ends here")

    def cell(self, allowed: int) -> int:
        cell = self.number(1 if self.board.cells <= 256 else 2)
        return cell if allowed >> cell & 1 else refuse(f"cell {cell} is taken, or was answered")

    def empty(self, at: State) -> int:
        return self.board.full & ~(at.rival | at.keeper)

    def node(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The rival is to move."""
        board, empty = self.board, self.empty(at)
        plies = max(0, min(plies, empty.bit_count()))
        unanswered, zone, length = empty, 0, 0
        if goal != STOP:
            zone = board.full
            if (plies or goal == WIN) and board.lacking(at.theirs, at.rival)[0]:
                refuse("the other side completes a line")
            wins = board.lacking(at.mine, at.keeper)[0]
            if wins:  # the rival must take that cell; there is nothing he can do against two
                unanswered, length = (0 if wins & (wins - 1) else wins), 2
        while code := self.number():
            if code == PASS and goal != STOP:
                spoilers, more = self.chain(at)
                unanswered &= spoilers
            else:
                move = self.cell(unanswered)
                self.path.append(move)
                after = board.rival_plays(at, move)
                if board.completed(at.theirs & board.through[move], after.rival):
                    refuse("that completes a line")
                used, more = self.answer(code, after, goal, plies - 1)
                self.path.pop()
                unanswered &= used & ~(1 << move)
                zone |= used
            length = max(length, more + 1)
        if unanswered and goal != WIN and board.spent(at, plies):
            unanswered, zone = 0, board.reach(at)
        if unanswered and goal == STOP:
            unanswered, zone = board.dominate(at, unanswered, zone)
        if unanswered:
            refuse(f"nothing is said of {board.name(next(members(unanswered)))}")
        if goal == WIN and not length:
            refuse("nobody wins on a full board")
        said = [goal, length if goal == WIN else plies, at.rival, at.keeper, zone]
        self.proven.execute("insert into proven values (?, ?)", (self.count, json.dumps(said)))
        self.count += 1
        if self.progress is not None and self.count % 1024 == 0:
            self.progress(self.count)
        return zone, length

    def answer(self, code: int, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The keeper is to move."""
        board = self.board
        if code == CHAIN and goal != STOP:
            return board.full, self.chain(at)[1]
        if code == POTENTIAL and goal != WIN:
            if sum(2.0 ** -missing.bit_count() for missing in board.missing(at)) >= 1:
                refuse("the potential is not below 1")
            return board.reach(at), 0
        if code not in (PAIRS, NODE, KNOWN, WEAK):
            refuse(f"code {code} has no place here")
        reply = self.cell(self.empty(at))
        self.path.append(reply)
        at = board.keeper_plays(at, reply)
        if code == NODE:
            zone, length = self.node(at, goal, plies - 1)
        elif code == KNOWN:
            zone, length = self.known(at, goal, plies - 1)
        elif code == PAIRS and goal != WIN:
            zone, length = self.pairs(at), 0
        elif code == WEAK and goal == HOLD:
            zone, length = self.node(at._replace(mine=0), STOP, board.cells)
        else:
            refuse(f"code {code} has no place here")
        self.path.pop()
        return zone | 1 << reply, length + 1

    def pairs(self, at: State) -> int:
        """The keeper answers in pairs, whoever is to move: the zone."""
        through, empty, covered = self.board.through, self.empty(at), 0
        free = empty
        for _ in range(self.number()):
            a = self.cell(free)
            b = self.cell(free & ~(1 << a))
            free &= ~(1 << a | 1 << b)
            covered |= through[a] & through[b]
        for i in members(at.theirs & ~covered):
            line = " ".join(self.board.name(cell) for cell in members(self.board.lines[i]))
            refuse(f"no pair on {line}")
        return empty & ~free

    def chain(self, at: State) -> tuple[int, int]:
        """The keeper, as if to move, wins by threats: what may spoil it, and the plies it takes."""
        board, spoilers, last = self.board, 0, self.number() - 1
        for i in range(last + 1):
            move = self.cell(self.empty(at))
            at = board.keeper_plays(at, move)
            threats, nearly = board.lacking(at.theirs, at.rival)
            wins = board.lacking(at.mine, at.keeper)[0]
            spoilers |= 1 << move | nearly | wins
            done = board.completed(at.mine & board.through[move], at.keeper)
            if not done and (threats or not wins):
                refuse(f"{board.name(move)} forces no answer")
            if done or wins & (wins - 1):
                plies = 2 * i + (1 if done else 3)
                return (spoilers, plies) if i == last else refuse("a chain goes on after its end")
            at = board.rival_plays(at, next(members(wins)))
        refuse("a chain has no end")

    def known(self, at: State, goal: int, plies: int) -> tuple[int, int]:
        """The position, or one of which it is an image, has been proven."""
        number = self.number(4)
        if number >= self.count:
            refuse(f"position {number} is used before it is proven")
        row = self.proven.execute("select what from proven where number = ?", (number,)).fetchone()
        proven_goal, proven_plies, *sets = json.loads(row[0])
        symmetry = self.number()
        if symmetry >= len(self.board.symmetries):
            refuse(f"there is no symmetry {symmetry}")
        rival, keeper, zone = (self.board.moved(symmetry, cells) for cells in sets)
        if (rival, keeper) != (at.rival, at.keeper):
            refuse("that is another position")
        if proven_goal != goal and (proven_goal, goal) != (STOP, HOLD):
            refuse("something else was proven there")
        if goal == WIN:
            return zone, proven_plies
        asked = min(plies, self.empty(at).bit_count())
        return (zone, 0) if proven_plies >= asked else refuse("it was proven for fewer plies")


def claim(header: bytes) -> tuple[Board, dict[str, int], str, bool, list[re.Match[str]], str]:
    """The board, the stones of both sides, the side to move, whether the game is the weak one,
    the parts of the proof, and all that in words.
    """
    told = HEADER.fullmatch(header)
    if told is None:
        refuse("not a certificate of this version")
    *size, kind, text, turn, parts = (group.decode() for group in told.groups())
    m, n, k = map(int, size)
    if not (1 <= m <= 20 and 1 <= n <= 20 and 1 <= k <= 20):
        refuse(f"no board has {m} rows, {n} columns and {k} in a row")
    if [len(row) for row in text.split("/")] != [n] * m:
        refuse("the position does not fit the game")
    matches = [match for match in map(PART.fullmatch, parts.split("; ")) if match]
    if len(matches) != len(parts.split("; ")):
        refuse(f"no claim can be made of {parts}")
    cells = text.replace("/", "")
    stones = {side: sum(1 << i for i in range(m * n) if cells[i] == side) for side in "XO"}
    held = {match[1] for match in matches if match[2] != "wins" and not match[3]}
    said = "a draw" if held == {"X", "O"} else parts
    where = text if any(stones.values()) else "the empty board"
    words = f"{m},{n},{k}, {kind} game, {where}, {turn} to move: {said}"
    return Board(m, n, k), stones, turn, kind == "weak", matches, words


def check_part(checker: Checker, stones: dict[str, int], turn: str, weak: bool,
               part: re.Match[str]) -> None:  # fmt: skip
    """Check that a side does what one part of the claim says of it."""
    board, side, goal = checker.board, part[1], GOALS.get(part[2])
    keeper, rival = stones[side], stones["O" if side == "X" else "X"]
    plies = board.cells if part[3] is None else int(part[3])
    every_line = (1 << len(board.lines)) - 1
    if board.completed(every_line, keeper) or board.completed(every_line, rival):
        refuse("there is a line on the board")
    if weak and (side, goal) not in (("X", WIN), ("O", STOP)):
        refuse("in the weak game X wins or O stops him")
    if goal is None:
        # If O could win, so could X: he begins anywhere and plays as O does; a stone more does no
        # harm. It takes the empty board, X to move and a game in which both sides have lines.
        if keeper | rival or side != "X" or turn != "X" or part[3]:
            refuse("there is no strategy to steal")
        return
    at = board.start(rival, keeper)
    if weak or goal == STOP:
        at = at._replace(theirs=0) if goal == WIN else at._replace(mine=0)
    if turn == side:
        length = checker.answer(checker.number(), at, goal, plies)[1]
    else:
        length = checker.node(at, goal, plies)[1]
    if goal == WIN and length > plies:
        refuse(f"the win takes {length} plies")


def check(path: str | os.PathLike[str], progress: Callable[[int], object] | None = None) -> Verdict:
    """Return what the certificate in a file claims, and whether it proves it.

    `progress` is called with the number of positions that are checked, every 1,024 of them.

    Raises an `OSError` for a file that cannot be read, and nothing for what is in it.
    """
    words, after = "", ""
    try:
        with open(path, "rb") as file, gzip.GzipFile(fileobj=file) as unpacked:
            stream: Any = io.BufferedReader(unpacked)
            header = b"".join(stream.readline(512) for _ in range(4))
            board, stones, turn, weak, parts, words = claim(header)
            checker = Checker(board, stream, progress)
            try:
                for part in parts:
                    check_part(checker, stones, turn, weak, part)
            except Refused as refusal:
                after = ", ".join(map(board.name, checker.path))
                refuse(f"after {after}: {refusal}" if after else str(refusal))
            if stream.read(1):
                refuse("something follows the proof")
    except Refused as refusal:
        return Verdict(False, words, str(refusal))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        return Verdict(False, words, f"the file is damaged: {error}")
    return Verdict(True, words, nodes=checker.count)


if __name__ == "__main__":
    verdict = check(sys.argv[1])
    print(verdict)
    sys.exit(0 if verdict.verified else 1)
