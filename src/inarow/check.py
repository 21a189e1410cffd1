"""Check a certificate: a proof of what a position is worth that needs no search to be believed.

It needs only the standard library. ``docs/reference/certificates.md`` has the format, and why these
rules are enough. A certificate holds strategies, by which one side (the *keeper*) wins, or does not
lose, against the other (the *rival*). An answer to one move is one to all that do not spoil it.
"""

import io
import os
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import product
from operator import and_, or_
from typing import Any, NamedTuple

__all__ = ["Verdict", "check"]

SIZE = "([1-9]|1[0-9]|2[01])"
PART = "([XO]) (wins|holds|stops|steals)(?: within ([0-9]{1,3}) plies)?"
GRID = rf"(?P<m>{SIZE}),(?P<n>{SIZE}),(?P<k>[1-9][0-9]*)"
PLACE = "(?:0|[1-9][0-9]?)"
FRAME = f"(?P<frame>{PLACE}(?:,{PLACE}){{3}})"
NAME, COUNT = "[ -<>-~]{1,200}", "[1-9][0-9]{0,2}"
BOARD = (
    rf"(?P<name>{NAME}) = (?P<cells>{COUNT}) cells, (?P<lines>{COUNT}) lines,"
    rf" (?P<symmetries>0|{COUNT}) symmetries"
)
HEADER = re.compile(
    rf"inarow certificate (?:3\n{BOARD}|(?:[12]\n|3\n(?P<part>plane|parts) ){GRID}"
    rf"(?(part) frame {FRAME})) (?P<kind>strong|weak)\n"
    rf"(?P<rows>[XO./]{{1,461}}) (?P<turn>[XO])\n(?P<said>{PART}(?:; {PART})*)\n"
)
END, PASS, CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK, TREE = range(9)
GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\0"  # what these pack begins so
MEMORY = 1 << 27  # for unpacking: twice what `xz -9` asks for
WIN, HOLD, STOP = range(3)  # complete a line first; keep the rival from it; keep it from any line
GOALS = {"wins": WIN, "holds": HOLD, "stops": STOP}
Lines = tuple[int, ...]  # sets of lines, by the number of stones that these miss
ANSWERS = {WIN: (CHAIN, NODE, KNOWN), STOP: (POTENTIAL, PAIRS, NODE, KNOWN), HOLD: range(2, 8)}


class Verdict(NamedTuple):
    """Whether a certificate proves what it claims.

    verified
        Does it?
    claim
        What it claims; "" if it could not be read.
    reason
        Why it was refused, and after which moves.
    nodes
        The positions, with the rival to move, that it goes through.
    """

    verified: bool
    claim: str
    reason: str = ""
    nodes: int = 0

    def __str__(self) -> str:
        count = f"{self.nodes:,} position{'s' * (self.nodes != 1)}"
        end = f" ({count})" if self.verified else f": {self.reason}"
        return f"{'VERIFIED' if self.verified else 'REFUSED'}: {self.claim or 'no claim'}{end}"


for _field in Verdict._fields:  # no "Alias for field number 0" in the help: they are told above
    getattr(Verdict, _field).__doc__ = None


class Unproven(Exception):
    """The certificate does not prove its claim."""


def require(truth: object, reason: str) -> None:
    if not truth:
        raise Unproven(reason)


def members(bits: int) -> Iterator[int]:
    """The members of a set of cells or of lines; a set is an int, bit i stands for member i."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class Stones(NamedTuple):  # of both sides, and the lines of each on which the other has none
    rival: int
    keeper: int
    theirs: Lines
    mine: Lines


def image(cells: int, to: Sequence[int]) -> int:
    """Where a symmetry, which takes each cell to another, takes a set of cells."""
    return sum(1 << to[cell] for cell in members(cells))


class Geometry:
    """A board: its lines, as sets of cells, and for each symmetry where it takes every cell."""

    columns = 0  # of a grid: they have letters
    passes = 8  # that may lie in one another

    def __init__(self, cells: int, lines: list[int], symmetries: list[list[int]]) -> None:
        self.cells, self.full, self.lines = cells, (1 << cells) - 1, lines
        self.symmetries, self.through = symmetries, [0] * cells
        self.cell_size, self.record = 1 if cells <= 256 else 2, cells + 16  # bytes, also of a node
        self.all = [0] * (1 + max((line.bit_count() for line in lines), default=0))
        for i, line in enumerate(lines):
            self.all[line.bit_count()] |= 1 << i
            for cell in members(line):
                self.through[cell] |= 1 << i
        self.frame = self.inner = self.full  # where X has stones at first, and O ever
        self.mine = self.all  # the lines of the keeper

    @classmethod
    def grid(cls, m: int, n: int, k: int, frame: Sequence[int] = (), edge: int = 0) -> "Geometry":
        """An m x n board: k cells in a row, at any place, in four ways, are a line.

        With a frame (its first row and column, its last ones) the keeper has lines in it alone. Of
        a piece of the plane the rival has no cells at the edge, which is so wide: all lines of its
        stones are there.
        """

        def rectangle(top: int, left: int, bottom: int, right: int) -> int:
            rows, columns = range(top, bottom + 1), range(left, right + 1)
            return sum(1 << row * n + column for row, column in product(rows, columns))

        lines = [
            sum(1 << (row + i * down) * n + column + i * right for i in range(k))
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if k > 1 else 1]
            for row, column in product(range(m), range(n))
            if row + (k - 1) * down < m and 0 <= column + (k - 1) * right < n
        ]
        symmetries = []
        for i in range(8 if m == n else 4):  # bit 2 swaps row and column, bits 1 and 0 mirror them
            bottom, right = (m - 1 if i & 2 else 0), (n - 1 if i & 1 else 0)
            turned = (place[::-1] if i & 4 else place for place in product(range(m), range(n)))
            symmetries.append([abs(bottom - r) * n + abs(right - c) for r, c in turned])
        board = cls(m * n, lines, symmetries)
        board.columns = n
        if frame:
            board.frame = rectangle(*frame)
            board.inner = rectangle(edge, edge, m - 1 - edge, n - 1 - edge)
            framed = sum(1 << i for i, line in enumerate(lines) if not line & ~board.frame)
            board.mine = [each & framed for each in board.all]
            board.passes = min(8, k - 2) if edge else 8
        return board

    def turn(self, first: int, second: int = 0) -> list[int]:
        """The symmetry that does the first and takes the second back."""
        back = sorted(range(self.cells), key=self.symmetries[second].__getitem__)
        return [back[cell] for cell in self.symmetries[first]]

    def start(self, rival: int, keeper: int, goal: int, weak: bool) -> Stones:
        """The state of a position. Lines that do not count for the goal are left out."""
        every, none = tuple(self.all), (0,) * len(self.all)
        mine = none if goal == STOP else tuple(self.mine)
        at = Stones(0, 0, none if weak and goal == WIN else every, mine)
        at = reduce(self.rival_plays, members(rival), at)
        return reduce(self.keeper_plays, members(keeper), at)

    def rival_plays(self, at: Stones, cell: int) -> Stones:
        on, nearer = self.through[cell], (*at.theirs[1:], 0)
        theirs = tuple([(a ^ b) & on ^ a for a, b in zip(at.theirs, nearer, strict=True)])
        return Stones(at.rival | 1 << cell, at.keeper, theirs, tuple([a & ~on for a in at.mine]))

    def keeper_plays(self, at: Stones, cell: int) -> Stones:
        swapped = Stones(at.keeper, at.rival, at.mine, at.theirs)
        keeper, rival, mine, theirs = self.rival_plays(swapped, cell)
        return Stones(rival, keeper, theirs, mine)

    def empty(self, at: Stones) -> int:
        return self.full & ~(at.rival | at.keeper)

    def missed(self, at: Stones, sets: Lines) -> int:
        """The empty cells of some lines."""
        lines = members(reduce(or_, sets, 0))
        return reduce(or_, (self.lines[i] for i in lines), 0) & self.empty(at)


def read_grid(header: Any) -> Geometry:
    """The grid of a header, or that of which the parts are meant, or the piece of the plane."""
    m, n, k = map(int, header.group("m", "n", "k"))
    if not header["part"]:
        require(m <= 20 and n <= 20, "the board is too large")
        return Geometry.grid(m, n, k)
    top, left, bottom, right = frame = [*map(int, header["frame"].split(","))]
    require(top <= bottom < m and left <= right < n, "the frame is not on the board")
    require(header["kind"] == "strong", "of many boards only the strong game")
    require(k > 2 or header["part"] == "parts", "of the plane only three in a row or more")
    return Geometry.grid(m, n, k, frame, k - 1 if header["part"] == "plane" else 0)


class Checker:
    """Reads and checks strategies: a zone, or all cells, and the plies to a win are returned."""

    def __init__(self, stream: Any, proven: Any, progress: Callable[[int], object] | None) -> None:
        self.stream, self.proven, self.progress = stream, proven, progress
        self.claim, self.count, self.path = "", 0, [""]  # the moves to the node at hand
        self.spoilers: list[int] = []  # of each win after a pass that it lies in, as sets of cells

    def check(self) -> None:
        lines = b"".join(self.stream.readline(512) for _ in range(4))
        header: Any = HEADER.fullmatch(lines.decode("ascii", "replace"))
        require(not lines.startswith(b"version https://git-lfs"), "a pointer of Git LFS, no file")
        require(header, "not a certificate, or not of this version")
        kind, text, turn, said = header.group("kind", "rows", "turn", "said")
        if header["name"]:
            cells, count, symmetries = map(int, header.group("cells", "lines", "symmetries"))
            board, (m, n) = self.read_board(cells, count, symmetries), (1, cells)
            game = f"{cells} cells and {count} lines"
        else:
            board, (m, n) = read_grid(header), map(int, header.group("m", "n"))
            game = lines.decode().split("\n")[1].rpartition(" ")[0]
        require([len(row) for row in text.split("/")] == [n] * m, "the rows do not fit the game")
        self.board = board
        parts = re.findall(PART, said)
        held = {side for side, word, within in parts if word != "wins" and not within}
        where = "the empty board" if set(text) <= {".", "/"} else text
        what = "a draw" if held == {"X", "O"} else said
        self.claim = f"{game}, {kind} game, {where}, {turn} to move: {what}"
        x, o = (sum(1 << i for i in range(m * n) if text[i + i // n] == side) for side in "XO")
        require(not x & ~board.frame and not o & ~board.inner, "a stone is off the frame")
        for line in board.lines:
            require(line & ~x and (line & ~o or kind == "weak"), "there is a line on the board")
        for side, word, within in parts:
            require(kind == "strong" or side + word in ("Xwins", "Ostops"), "that is not weak play")
            require(not header["part"] or side + word == "Xwins", "of many boards X wins alone")
            if word == "steals":
                require((side, turn, within, x | o) == ("X", "X", "", 0), "nothing to steal here")
                continue
            goal, plies = GOALS[word], int(within or board.cells)
            at = board.start(*((x, o) if side == "O" else (o, x)), goal, kind == "weak")
            keeps = self.node if turn != side else partial(self.answer, self.read()[0])
            _, length = keeps(at, goal, plies)
            require(goal != WIN or length <= plies, f"the win takes {length} plies")
        require(not self.stream.read(1), "something follows the proof")

    def read_board(self, cells: int, count: int, symmetries: int) -> Geometry:
        """The board that stands in the file: its lines, and symmetries that take lines to lines."""
        require(cells <= 400 and count <= 512 and symmetries <= 255, "the board is too large")
        size, lines, turns = 1 if cells <= 256 else 2, list[int](), [list(range(cells))]
        for _ in range(count):
            line = self.read(self.read()[0], size)
            fits = 2 <= len(line) <= 20 and list(line) == sorted({*line}) and line[-1] < cells
            require(fits, "that is no line")
            lines.append(sum(1 << cell for cell in line))
            inside = any(lines[-1] & other in (lines[-1], other) for other in lines[:-1])
            require(not inside, "a line is inside another")
        for _ in range(symmetries):
            to = list(self.read(cells, size))
            require(sorted(to) == turns[0], "that is no permutation of the cells")
            images = {image(line, to) for line in lines}
            require(images == {*lines}, "a symmetry takes a line to what is none")
            turns.append(to)
        return Geometry(cells, lines, turns)

    def read(self, count: int = 1, size: int = 1) -> tuple[int, ...]:
        """So many numbers of 1, 2 or 4 bytes."""
        data = self.stream.read(count * size)
        require(len(data) == count * size, "the file ends here")
        return struct.unpack(f"<{count}{' BH I'[size]}", data)

    def cell(self, allowed: int, played: bool = False) -> int:
        (cell,) = self.read(1, self.board.cell_size)
        require(allowed >> cell & 1, f"cell {cell} is not to be played, or was answered")
        if played:
            n = self.board.columns
            self.path.append(f"{chr(97 + cell % n)}{cell // n + 1}" if n else str(cell))
        return cell

    def node(self, at: Stones, goal: int, plies: int) -> tuple[int, int]:
        """The rival is to move."""
        board, unanswered, zone, length = self.board, self.board.empty(at), 0, 0
        plies = max(0, min(plies, unanswered.bit_count()))
        if goal != STOP:
            zone, threats = board.full, board.missed(at, at.theirs[1:2])
            require(not threats or (goal == HOLD and not plies), "the other side completes a line")
            if wins := board.missed(at, at.mine[1:2]):  # one it must take; two it cannot
                unanswered, length = (0 if wins & (wins - 1) else wins), 2
        while code := self.read()[0]:
            if code in (PASS, TREE) and goal != STOP:
                require(len(self.spoilers) < board.passes, "passes lie too deep in one another")
                self.spoilers.append(0)
                _, more = self.answer(CHAIN if code == PASS else NODE, at, WIN, plies)
                require(unanswered & ~(used := self.spoilers.pop()), "a pass that answers nothing")
            else:
                after = board.rival_plays(at, move := self.cell(unanswered & board.inner, True))
                require(not after.theirs[0], "that completes a line")
                self.spoil(at, 1 << move)
                used, more = self.answer(code, after, goal, plies - 1)
                self.path.pop()
                unanswered &= ~(1 << move)
            unanswered, zone, length = unanswered & used, zone | used, max(length, more + 1)
        if unanswered and goal != WIN and not any(at.theirs[: (plies + 3) // 2]):
            unanswered, zone = 0, board.missed(at, at.theirs)
        for move in members(unanswered if goal == STOP else 0):
            # A stone is as good for the rival on an answered cell that all lines of the move share.
            lines = members(reduce(or_, at.theirs) & board.through[move])
            free = board.empty(at) & ~unanswered
            if cells := reduce(and_, (board.lines[i] for i in lines), free):
                cells = cells & zone or cells
                unanswered, zone = unanswered & ~(1 << move), zone | (cells & -cells)
        require(not unanswered, "a move is not answered")
        require(goal != WIN or length, "nobody wins on a full board")
        said = f"{goal} {length if goal == WIN else plies} {at.rival} {at.keeper} {zone}"
        self.proven.seek(self.count * board.record)
        self.proven.write(said.encode().ljust(board.record))
        self.count += 1
        if self.progress is not None and self.count % 1024 == 0:
            self.progress(self.count)
        return zone, length

    def answer(self, code: int, at: Stones, goal: int, plies: int) -> tuple[int, int]:
        """The keeper is to move."""
        require(code in ANSWERS[goal], f"code {code} has no place here")
        if code == CHAIN:
            return self.board.full, self.chain(at)
        if code == POTENTIAL:
            potential = sum(0.5**missed * s.bit_count() for missed, s in enumerate(at.theirs))
            require(potential < 1, "the potential is too high")
            return self.board.missed(at, at.theirs), 0
        at = self.board.keeper_plays(at, reply := self.cell(self.board.empty(at), True))
        self.spoil(at, 1 << reply)
        if code == WEAK:  # from here on, no line of the keeper's counts
            at, goal, plies = at._replace(mine=(0,) * len(at.mine)), STOP, self.board.cells
        rule = self.pairs if code == PAIRS else self.known if code == KNOWN else self.node
        zone, length = rule(at, goal, plies - 1)
        self.path.pop()
        return zone | 1 << reply, length + 1

    def pairs(self, at: Stones, _goal: int, _plies: int) -> tuple[int, int]:
        """The keeper answers in pairs, whoever is to move."""
        board, covered = self.board, 0
        cells = self.read(2 * self.read()[0], board.cell_size)
        used = sum({1 << cell for cell in cells}) & board.empty(at)
        require(used.bit_count() == len(cells), "the pairs are not of free cells")
        for a, b in zip(cells[::2], cells[1::2], strict=True):
            covered |= board.through[a] & board.through[b]
        require(not reduce(or_, at.theirs) & ~covered, "no pair on a line")
        return used, 0

    def chain(self, at: Stones) -> int:
        """The keeper, as if to move, wins by threats: the plies it takes."""
        board, last = self.board, self.read()[0] - 1
        for i in range(last + 1):
            at = board.keeper_plays(at, move := self.cell(board.empty(at)))
            wins = board.missed(at, at.mine[1:2])
            self.spoil(at, 1 << move)
            done = at.mine[0] & board.through[move]
            forces = wins and not board.missed(at, at.theirs[1:2])
            require(done or forces, "a move in a chain forces no answer")
            if done or wins & (wins - 1):
                require(i == last, "a chain goes on after its end")
                return 2 * i + (1 if done else 3)
            require(not wins & ~board.inner, "a move of the other side's is too near the edge")
            at = board.rival_plays(at, next(members(wins)))
        raise Unproven("a chain has no end")

    def spoil(self, at: Stones, cells: int) -> None:
        """Note what a stone more of the rival's, to move, spoils: these cells, and its lines."""
        for missing, i in enumerate(reversed(range(len(self.spoilers))), 2):
            cells |= self.board.missed(at, at.theirs[missing : missing + 1] + at.mine[1:2])
            self.spoilers[i] |= cells

    def known(self, at: Stones, goal: int, plies: int) -> tuple[int, int]:
        """The position, or one of which it is an image, has been proven."""
        (number,), turned = self.read(1, 4), self.read(1 if self.board.columns else 2)
        require(number < self.count and not self.spoilers, "that position is not proven here")
        require(max(turned) < len(self.board.symmetries), "there is no such symmetry")
        self.proven.seek(number * self.board.record)
        proven, length, *sets = map(int, self.proven.read(self.board.record).split())
        to = self.board.turn(*turned)
        require(image(self.board.frame, to) == self.board.frame, "that moves the frame")
        rival, keeper, zone = (image(cells, to) for cells in sets)
        require((rival, keeper) == (at.rival, at.keeper), "that is another position")
        require(proven == goal or (proven, goal) == (STOP, HOLD), "something else was proven there")
        left = min(plies, self.board.empty(at).bit_count())
        require(goal == WIN or length >= left, "it was proven for fewer plies")
        return zone, length


class Unpacker(io.RawIOBase):
    """What an xz stream holds; nothing may follow it."""

    def __init__(self, file: Any) -> None:
        try:
            import lzma  # here, as gzip is; and there are Pythons that were built without it
        except ImportError:
            raise OSError("this Python has no lzma: unpack the file by xz -d") from None
        self.file, self.xz = file, lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
        self.error = lzma.LZMAError

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not (data or self.xz.eof):
            packed = self.file.read(1 << 16) if self.xz.needs_input else b""
            if not packed and self.xz.needs_input:
                raise EOFError("it ends before the end of its xz stream")
            try:
                data = self.xz.decompress(packed, len(buffer))
            except self.error as error:
                raise EOFError(str(error)) from None
        if not data and (self.xz.unused_data or self.file.read(1)):
            raise EOFError("something follows its xz stream")
        buffer[: len(data)] = data
        return len(data)


def unpacked(file: io.BufferedReader) -> io.BufferedReader:
    """What a file holds, packed by xz or gzip, or as it is: a browser may have unpacked it.
    Reading raises `EOFError`, `zlib.error` or `gzip.BadGzipFile` if the file is damaged."""
    import gzip  # here, for it is slow to load, and few who import the package check a proof

    head = file.peek(len(XZ))
    stream: Any = file
    if head.startswith((GZIP, XZ)):
        stream = gzip.GzipFile(fileobj=file) if head.startswith(GZIP) else Unpacker(file)
    return io.BufferedReader(stream, 1 << 16)


def check(path: str | os.PathLike[str], progress: Callable[[int], object] | None = None) -> Verdict:
    """Return what a certificate claims, and if it proves it; an `OSError` if it cannot be read.
    `progress` is told now and then how many positions are checked."""
    import gzip
    import tempfile

    try:
        file = open(os.fspath(path), "rb")  # noqa: SIM115
    except ValueError:
        raise OSError("no file can have this name") from None
    with file, tempfile.TemporaryFile(buffering=0) as proven:
        checker = Checker(unpacked(file), proven, progress)
        try:
            checker.check()
        except (Unproven, EOFError, zlib.error, gzip.BadGzipFile) as error:
            after = f"after {' '.join(checker.path[1:])}: " if checker.path[1:] else ""
            where = after if isinstance(error, Unproven) else "the file is damaged: "
            return Verdict(False, checker.claim, f"{where}{error}")
    return Verdict(True, checker.claim, nodes=checker.count)


if __name__ == "__main__":
    try:
        print(verdict := check(sys.argv[1]))
    except (IndexError, OSError) as error:
        print(f"usage: {sys.argv[0]} FILE ({error})", file=sys.stderr)
        sys.exit(2)
    sys.exit(0 if verdict.verified else 1)
