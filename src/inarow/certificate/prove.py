"""From a solved position to the file of its certificate."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import IO, TYPE_CHECKING, TypeAlias

from inarow._core import PLAIN_BUDGET
from inarow.certificate.board import between, proof_board, sides_of
from inarow.check import GOALS, NAME, WIN, Stones
from inarow.model import files
from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError, InvalidPositionError
from inarow.model.files import AnyPath
from inarow.model.grid import MAX_SIDE
from inarow.model.legal import OTHER
from inarow.model.options import refuse_exact
from inarow.model.weak import weak_winner

if TYPE_CHECKING:
    from gzip import GzipFile
    from lzma import LZMAFile

    from inarow._core.kernel64 import Kernel
    from inarow.model.game import Game
    from inarow.model.position import Position
    from inarow.model.results import Report, Solution

PRESET = 1
"""Of xz: 3 takes four times as long, for a file that is 4 to 13 % smaller."""

Write: TypeAlias = Callable[[bytes], object]
"""Where bytes go."""


def check_target(position: Position, weak: bool, path: AnyPath, overwrite: bool) -> None:
    """Raise at once what would otherwise be found out only when the search is done."""
    refuse_exact(position.game, "certificates")
    over = weak_winner(position) is not None if weak else position.is_over
    if over:
        raise InvalidPositionError("the game is over: there is nothing to prove")
    files.check_target(path, CertificateError, overwrite=overwrite)


def write_certificate(
    kernel: Kernel, solution: Solution, path: AnyPath, report: Report | None, overwrite: bool
) -> None:
    """Write the certificate of a solution that the kernel has just found, whole or not at all.

    The same search leaves the same bytes. `report` is called as by a search; what it raises ends
    the call.
    """
    started = perf_counter() - solution.seconds
    position, weak = solution.position, solution.game_kind == "weak"

    def told(count: int, *_: object) -> None:
        assert report is not None
        report(solution.nodes + count, perf_counter() - started, 1.0, 0.0, ())

    parts = _parts(kernel, position, solution, weak)

    def strategies(write: Write) -> None:
        writer = StrategyWriter(kernel, position.game, write, weak, report and told)
        for part in parts:
            side, word, *limit = part.split()
            if word != "steals":
                goal, plies = GOALS[word], int(limit[1]) if limit else writer.board.cells
                at = writer.board.state(*sides_of(position, side), goal)
                writer.write(at, goal, plies, rival_moves=position.turn != side)

    write_file(path, position, parts, strategies, weak=weak, overwrite=overwrite)


def write_file(
    path: AnyPath,
    position: Position,
    parts: list[str],
    strategies: Callable[[Write], object],
    *,
    weak: bool = False,
    overwrite: bool,
    version: int = 1,
    frame: Sequence[int] = (),
) -> None:
    """Write a certificate, whole or not at all; `strategies` writes those of its parts."""
    with files.new_file(path, CertificateError, overwrite=overwrite) as file, packed(file) as proof:
        proof.write(header_of(position, parts, weak, version, frame))
        strategies(proof.write)


def packed(file: IO[bytes]) -> LZMAFile | GzipFile:
    """What is written to this goes into `file`, compressed: the same bytes, the same way."""
    try:
        import lzma
    except ImportError:  # there are Pythons that were built without it
        import gzip

        return gzip.GzipFile("", "wb", 4, file, mtime=0)
    return lzma.LZMAFile(file, "wb", check=lzma.CHECK_CRC32, preset=PRESET)


def header_of(
    position: Position,
    parts: Sequence[str],
    weak: bool,
    version: int = 1,
    frame: Sequence[int] = (),
) -> bytes:
    """Return what a certificate begins with; `parts` are its claims.

    With a frame (its first row and column, its last ones) it is of all boards from that on.
    """
    game, rows, board = position.game, position.text, b""
    of = game.key
    if not game.is_grid:
        version, rows, on = 3, rows.replace("/", ""), proof_board(game, weak)
        named = of if re.fullmatch(NAME, of) else "lines"
        counts = len(on.lines), len(on.symmetries) - 1
        of = f"{named} = {game.cells} cells, {counts[0]} lines, {counts[1]} symmetries"
        board = b"".join(
            [bytes([len(line)]) + on.cell_bytes(*line) for line in map(cells_of, on.lines)]
            + [on.cell_bytes(*symmetry) for symmetry in on.symmetries[1:]]
        )
    elif frame or max(game.m, game.n) > MAX_SIDE:  # of so large a board all its parts are meant
        if weak or any(part != "X wins" for part in parts):
            raise CertificateError(f"on {of} nothing is proven but that X wins the strong game")
        corners = ",".join(map(str, frame or (0, 0, game.m - 1, game.n - 1)))
        version, of = 3, f"parts {of} frame {corners}"
    kind = "weak" if weak else "strong"
    text = f"{of} {kind}\n{rows} {position.turn}\n{'; '.join(parts)}\n"
    return f"inarow certificate {version}\n{text}".encode() + board


def _parts(kernel: Kernel, position: Position, solution: Solution, weak: bool) -> list[str]:
    """What is to be proven so that the value follows, in the words of the format."""
    mover = position.turn
    if solution.value:
        winner = mover if solution.value == 1 else OTHER[mover]
        if solution.distance is None:
            return [f"{winner} wins"]
        parts = [f"{winner} wins within {solution.distance} plies"]
        if not weak:
            parts.append(f"{OTHER[winner]} holds within {solution.distance - 1} plies")
        return parts
    if weak:
        return ["O stops"]
    parts = []
    for side in ("O", "X"):
        if side == mover == "X" and not position.x | position.o:
            parts.append("X steals")
        else:
            parts.append(f"{side} {_stops_or_holds(kernel, position, side)}")
    return parts


def _stops_or_holds(kernel: Kernel, position: Position, side: str) -> str:
    # A first attempt will do: "holds" is as true, it only says less.
    _, upper, *_ = kernel.solve_weak(
        *sides_of(position, side), position.turn != side, False, False, PLAIN_BUDGET, None, None
    )
    return "stops" if upper == 0 else "holds"


class StrategyWriter:
    """Writes strategies of one game, by a kernel whose table holds the search.

    Nothing that is written needs to be believed: it is what `inarow.check` will ask for. The kernel
    is nobody else's meanwhile. Nodes are numbered from 0 on, through all strategies. `report` is
    called as by a search, with the positions that have been looked at; what it raises ends the
    call.
    """

    def __init__(
        self, kernel: Kernel, game: Game, write: Write, weak: bool, report: Report | None = None
    ) -> None:
        self._kernel, self._weak, self._report = kernel, weak, report
        self.board = proof_board(game, weak)
        images = between(game.symmetries, self.board.symmetries) if game.is_grid else None
        kernel.begin_proof(write, images)

    def write(self, at: Stones, goal: int, plies: int, rival_moves: bool) -> tuple[int, int]:
        """Write what the keeper does, against every move if the rival is to move.

        Returns the zone, and the plies that a win takes: 0 for the other goals, as in
        `inarow.check`.
        """
        weak = self._weak and goal == WIN
        return self._kernel.write_strategy(
            at.rival, at.keeper, goal, weak, rival_moves, plies, self._report
        )
