r"""A proof that X wins five in a row on an open board, 15,15,5 first of all, in steps.

X has h8 i9, O has h9 and moves: which replies lose?

    python benchmarks/proofs/open_board.py --replies "l4 a1" --nodes 1000000  # some seconds
    python benchmarks/proofs/open_board.py [--nodes 100000000] [--replies "l4 a1 …"] [--jobs 2]
    python benchmarks/proofs/open_board.py --stones "h8 i9 g9"  # after O's indirect answer
    python benchmarks/proofs/open_board.py --folder FOLDER  # goes on where it was
    python benchmarks/proofs/open_board.py --replies i8 --given benchmarks/proofs/given.txt
    python benchmarks/proofs/open_board.py --stones h8 --given benchmarks/proofs/given.txt \
        --nodes 3000000000 --folder FOLDER --whole  # from the empty board
    python benchmarks/proofs/open_board.py --game 13 13 5 --stones g7 --longer 20000000 \
        --given benchmarks/proofs/given.txt --nodes 20000000 --folder FOLDER  # another board
    python benchmarks/proofs/open_board.py --game 13 13 5 --stones g7 --longer 6000 \
        --engine pbrain-rapfi --nodes 6000000 --folder FOLDER  # its moves, in milliseconds
    python benchmarks/proofs/open_board.py --game 19 19 4 --stones j10 --whole --folder FOLDER \
        --plane  # four in a row, on the endless board too

A pass first: X wins by force, and the zone of that tree tells which replies need an answer. Each
of them is searched within the limit (`quiet_moves.py`), and each win is written as a certificate
and checked. If none is left, `--whole` makes one certificate of all: that X's last stone wins.
A move of X's that is `given`, at the end of a line, is not sought: after it too a pass is asked
about first, and each reply in the zone is searched within the limit. After the first stone alone no
win after a pass is known: each reply is asked about, up to symmetry.

`--plane` asks whether the certificate of all proves it on the endless board too, and writes it so
(`plane.cert`), with the smallest frame for which it does, as far from all four edges.

Given lines, of one file or more, are those of 15,15,5 from h8. On another board they are moved to
where X has its first stone; a line that does not fit is left out, and so is a move after which a
pass would not lose.
With `--longer` a reply that stays open is given the move that the heuristic search prefers with so
many nodes, and so are the replies to that; the folder keeps those that win in `given.txt`. The
replies to such a move are searched hardest first; at the first that is not proven another move is
looked for, four and then twelve times as long. With `--engine` another program is asked, by the
Gomocup protocol, for so many milliseconds. With `--book` the move is tried first that the proof of
another board has there, moved as given lines are.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from math import inf
from pathlib import Path
from signal import SIG_DFL, SIG_IGN, SIGINT, getsignal, signal
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time, sleep
from typing import NamedTuple, TypeAlias

from quiet_moves import Search, find
from wins import Together, begin

import inarow
from inarow import ForcedWin, Game, Position, Solver
from inarow.certificate import Answer, Book
from inarow.certificate.forced import WinAt, spoilers, write_forced_win
from inarow.check import unpacked
from inarow.model.bits import cells_of

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
from engine_match import PAUSE, Engine
from measure import machine

PASS = "pass"
ENOUGH = 1_000_000  # nodes for the win after the pass
GIVEN = Game(15, 15, 5)  # the board of the lines of given moves, which begin in its centre
TIMES = 1, 4, 12  # so many times as long is looked for a move, each time that one has failed
Place: TypeAlias = "tuple[Game, int]"  # a cell of a board
LONGEST = 50  # with more stones no move is looked for; a file is named by its stones


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


def read_given(lines: Iterable[str], game: Game, first: str) -> dict[str, str]:
    """The moves of X's that end lines of 15,15,5, by what stands before them; the first counts.

    From `first` on, in place of the centre: in all eight images, unless the board has them too.
    """
    centre, to = GIVEN.cell("h8"), game.cell(first)
    images = GIVEN.start().symmetries
    if len(game.start().play(first).symmetries) == len(images):
        images = images[:1]
    moves = dict[str, str]()
    for line in filter(str.strip, lines):
        cells = [GIVEN.cell(name) for name in read_stones(GIVEN, line).split()]
        for image in images:
            there = moved([image[cell] for cell in cells], (GIVEN, centre), (game, to))
            if there is not None:
                *before, move = map(game.name, there)
                moves.setdefault(" ".join(before), move)
    return moves


def moved(cells: Iterable[int], one: Place, other: Place) -> list[int] | None:
    """Cells of a board on another, one place of which is the other; None if not all fit."""
    (game, at), (new, to) = one, other
    down, right = to // new.n - at // game.n, to % new.n - at % game.n
    places = [(cell // game.n + down, cell % game.n + right) for cell in cells]
    fits = all(0 <= row < new.m and 0 <= column < new.n for row, column in places)
    return [row * new.n + column for row, column in places] if fits else None


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
        book: Path | None = None,
    ) -> None:
        self.game, self._nodes, self._folder, self._longer = game, nodes, folder, longer
        self._program, self._book_path = program, book
        self._seeks = longer > 0 or book is not None
        self._engine: Engine | None = None
        self._book: Book | None = None
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
        verdict = inarow.check(path)
        where = self._position(line).text if line else "the empty board"
        if not verdict.verified or not verdict.claim.endswith(f", {where}, X to move: X wins"):
            raise inarow.CertificateError(f"{path}: {verdict}")
        return path.stat().st_size, verdict.nodes, process_time() - started

    def _prove(self, reply: str, stones: str) -> Step:
        """Search a reply, and write a certificate of the win.

        After a given move the replies to that are searched, if a pass would lose; and after those
        that are sought.
        """
        line = f"{stones} {reply}"
        given = self._given.get(line)
        step = self._prove_move(reply, line, given) if given else None
        if step and (step.move or not self._seeks):
            return step
        spent, _ = self._search(reply, stones, self._nodes)
        if spent.move or len(line.split()) > LONGEST:
            return spent
        tried = {given}
        for move in self._sought(line):
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
        for each in self._hardest_first(stones, replies) if self._seeks else replies:
            steps.append(self._prove(each, stones))
            if self._seeks and not steps[-1].move:
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

    def _sought(self, line: str) -> Iterator[str]:
        """Moves to try: that of another board's proof, and what longer searches prefer."""
        at = self._position(line)
        if self._book_path is not None and (move := self._of_book(line, at)) is not None:
            yield self.game.name(move)
        for times in TIMES if self._longer else ():
            yield self.game.name(self._preferred(at, times * self._longer))

    def _of_book(self, line: str, at: Position) -> int | None:
        """X's move in the proof of another board, from its first stone on, if there is one."""
        assert self._book_path is not None
        if self._book is None:
            self._book = Book(self._book_path)
        start = self._book.game.start()
        first = self._book.find(start)
        if PASS in line.split() or first is None or first.move is None:
            return None
        stones = [*map(self.game.cell, line.split())]
        here, there = (self.game, stones[0]), (start.game, first.move)
        if (cells := moved(stones, here, there)) is None:
            return None
        found = self._book.find(start.play_all(cells))
        if found is None or found.lower < 1 or found.move is None:
            return None
        back = moved([found.move], there, here)
        return back[0] if back and back[0] in at.legal_moves else None

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


def print_replies(steps: Iterable[Step], nodes: int) -> list[Step]:
    """A row for each reply that is proven, and what is left. Returns what came of each."""
    print("| reply | X | nodes | seconds | proof, bytes | positions | checked, s |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    asked = []
    for step in steps:
        asked.append(step)
        if step.move:
            print(
                f"| {step.reply} | {step.move} | {step.nodes:,} | {step.seconds:.2f}"
                f" | {step.size:,} | {step.positions:,} | {step.checked:.2f} |",
                flush=True,
            )
    found = [step for step in asked if step.move]
    left = [step.name for step in asked if not step.move]
    print(
        f"\n{len(found)} of {len(asked)} proven,"
        f" {median(step.seconds for step in found or asked):.2f} s in the middle,"
        f" {sum(step.nodes for step in asked):,} nodes,"
        f" {sum(step.seconds for step in asked):,.0f} s together."
        f" Not within {nodes:,} nodes: {' '.join(left) or 'none'}."
    )
    return asked


def main() -> None:
    """Ask for what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--game",
        type=int,
        nargs=3,
        default=(15, 15, 5),
        metavar=tuple("MNK"),
        help="the board (15 15 5)",
    )
    parser.add_argument("--stones", default="h8 h9 i9", help="in the order of play; O replies")
    parser.add_argument(
        "--nodes", type=int, default=100_000_000, help="for each reply (%(default)s)"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--replies", help="these alone")
    which.add_argument("--whole", action="store_true", help="one certificate, if all are proven")
    parser.add_argument("--plane", action="store_true", help="and that as one of the plane")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--folder", type=Path, help="for certificates, and to go on from")
    parser.add_argument(
        "--given", type=Path, nargs="+", default=[], help="files of lines that end with X's move"
    )
    parser.add_argument(
        "--longer", type=int, default=0, help="nodes of a longer search for X's move (none)"
    )
    parser.add_argument("--book", type=Path, help="a proof of another board, to try its moves")
    parser.add_argument("--engine", default="", help="a program to ask for it, in milliseconds")
    given = parser.parse_args()
    if given.nodes < 1 or given.jobs < 1 or given.longer < 0:
        parser.error("--nodes and --jobs must be 1 or more, --longer 0 or more")
    if given.plane and not given.whole:
        parser.error("--plane goes with --whole")
    try:
        run(given)
    except (inarow.InarowError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, "interrupted; with --folder it goes on from here\n")


def run(given: argparse.Namespace) -> None:
    """Search what is asked for, and print it."""
    game = Game(*given.game)
    stones = read_stones(game, given.stones)
    asked = [
        cell if cell == PASS else game.name(game.cell(cell))
        for cell in (given.replies or "").split()
    ]
    lines = [line for path in given.given for line in path.read_text().splitlines()]
    moves = read_given(lines, game, stones.split()[0])
    if given.book is not None and (book := Book(given.book)).game.k != game.k:
        raise inarow.InvalidGameError(
            f"{given.book} is of {book.game.key}: another length of lines"
        )
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    keep = TemporaryDirectory() if given.folder is None else nullcontext(given.folder)
    # Workers end at once, and silently, where the whole is interrupted.
    on_interrupt = SIG_IGN if getsignal(SIGINT) == SIG_IGN else SIG_DFL
    pool = ProcessPoolExecutor(given.jobs, initializer=signal, initargs=(SIGINT, on_interrupt))
    with keep as name, pool:
        prover = Prover(
            game, given.nodes, Path(name), moves, given.longer, given.engine, given.book
        )
        win, replies = prover.replies(stones)
        if win is not None:
            zone, free = len(cells_of(spoilers(win))), game.cells - len(stones.split())
            print(f"The zone of the pass holds {zone} of {free} cells.\n")
            replies.insert(0, PASS)
        steps = pool.map(partial(prover.proven, stones=stones), dict.fromkeys(asked) or replies)
        proven = all(step.move for step in print_replies(steps, given.nodes))
        if given.whole and proven:
            line, _, move = stones.rpartition(" ")
            prover.join(line, move)
            size, positions, checked = prover.check(line)
            print(
                f"\nThe whole: a proof of {size:,} bytes, {positions:,} positions,"
                f" checked in {checked:.1f} s."
            )
            if given.plane:
                print(f"On the plane: {prover.on_plane(line) or 'not with these moves'}.")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
