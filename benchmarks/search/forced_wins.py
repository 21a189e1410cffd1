"""Find the forced wins of a suite of positions, one by one, and print what each took.

    python benchmarks/search/forced_wins.py [NAME …]

The positions are in `forced_wins.txt`, which says what is known of each and how. That is proven
first, by `verify`: a win is played out against every reply of its zones and some outside of them,
the absence of one is shown by other means than the search for it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import inarow
from inarow import ForcedWin, Position, Solver
from inarow.solver.forced import ORDERS

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

SUITE = Path(__file__).with_suffix(".txt")
SECONDS = 60
"""For a position that takes too long; such a one fails."""
OUTSIDE = 3
"""Replies outside of a zone that are tried at each node of a tree."""


class Puzzle(NamedTuple):
    """A position, and what is known of the side to move."""

    name: str
    position: Position
    answer: str
    source: str

    @property
    def order(self) -> int | None:
        """Of a win; None if there is none."""
        first = self.answer.split()[0]
        return int(first) if first.isdecimal() else None


def read_suite() -> Iterator[Puzzle]:
    """The suite, in its order."""
    for line in SUITE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, key, stones, turn, answer, source = (part.strip() for part in line.split("|"))
            game = inarow.Game.from_key(key)
            position = placed(game, stones, turn)
            assert position.turn == turn, name
            yield Puzzle(name, position, answer, source)


def placed(game: inarow.Game, stones: str, turn: str) -> Position:
    """The position after moves, or with stones that are listed by colour."""
    if not stones.startswith("X"):
        return game.start().play_all(stones.split())
    board = ["."] * game.cells
    for side, cells in zip("XO", stones[1:].split("O"), strict=True):
        for cell in cells.split():
            board[game.cell(cell)] = side
    rows = ["".join(board[row * game.n : (row + 1) * game.n]) for row in range(game.m)]
    return game.position(rows, turn=turn, strict=False)


# What is known, proven.


def verify(puzzle: Puzzle, win: ForcedWin | None, solver: Solver) -> None:
    """Prove what the suite says, given what was found."""
    position = puzzle.position
    own, other = position._own, position._opponent
    if puzzle.order is not None:
        assert (puzzle.order == 1) == has_chain(position.game, own, other), puzzle.name
        for quiet in puzzle.answer.split()[1:]:
            after = position.play(quiet)
            for reply in after.legal_moves:
                assert solver.forced_win(after.play(reply)) is not None, puzzle.name
        if puzzle.order in ORDERS:
            assert win is not None, f"{puzzle.name}: no win found"
            assert win.order <= puzzle.order, puzzle.name
            assert position.play_all(win.line).winner == position.turn
            play_out(win, solver, random.Random(1), set())
        return
    assert win is None, f"{puzzle.name}: a win that cannot be"
    if puzzle.answer == "lost":
        for move in position.legal_moves:
            assert solver.forced_win(position.play(move)) is not None, puzzle.name
    elif puzzle.answer == "draw":
        assert solver.solve(position).value == 0, puzzle.name
    else:  # no chain of fours; and for order 2 no move that threatens one
        assert not has_chain(position.game, own, other), puzzle.name
        if puzzle.answer == "none 2":
            for move in position.legal_moves:
                assert not has_chain(position.game, own | 1 << move, other), puzzle.name


def play_out(win: ForcedWin, solver: Solver, rng: random.Random, seen: set[str]) -> None:
    """Follow a win through all replies of its zones, and some outside of them."""
    position = win.position
    if position.text in seen:
        return
    seen.add(position.text)
    if win.order == 1:
        check_chain(win)
        return
    after = position.play(win.move)
    outside = [cell for cell in after.legal_moves if cell not in win.zone]
    for reply in rng.sample(outside, min(OUTSIDE, len(outside))):
        later = after.play(reply)
        assert later.winner is None and solver.forced_win(later, win.order - 1) is not None
    replies = win.replies
    assert set(replies) == set(win.zone), f"{position.text}: a reply without an answer"
    for further in replies.values():
        play_out(further, solver, rng, seen)


def check_chain(win: ForcedWin) -> None:
    """Each move of a chain completes a line or leaves one answer; the last but one leaves none."""
    game, own, other = win.position.game, win.position._own, win.position._opponent
    for number, cell in enumerate(win.line):
        if number % 2:
            other |= 1 << cell
            continue
        own |= 1 << cell
        answers = completing(game, own, other)
        if number < len(win.line) - 1:
            assert not completing(game, other, own), win.position.text
            assert answers == 1 << win.line[number + 1] or answers.bit_count() > 1
    assert win.position.play_all(win.line).winner == win.position.turn


@cache
def line_masks(game: inarow.Game) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in line) for line in game.lines)


def completing(game: inarow.Game, own: int, other: int) -> int:
    """The cells that complete a line of `own`."""
    found = 0
    for mask in line_masks(game):
        if not mask & other and (mask & own).bit_count() == game.k - 1:
            found |= mask & ~own
    return found


def has_chain(
    game: inarow.Game, own: int, other: int, seen: set[tuple[int, int]] | None = None
) -> bool:
    """Is there a win by fours? Every four is tried, each position once: this is exhaustive."""
    seen = set() if seen is None else seen
    if (own, other) in seen:
        return False
    seen.add((own, other))
    if completing(game, own, other):
        return True
    must = completing(game, other, own)
    if must.bit_count() > 1:
        return False
    for mask in line_masks(game):
        if mask & other or (mask & own).bit_count() != game.k - 2:
            continue
        for move in cells(mask & ~own & (must or mask)):
            mine = own | move
            answers = completing(game, mine, other)
            if answers.bit_count() > 1 or has_chain(game, mine, other | answers, seen):
                return True
    return False


def cells(mask: int) -> Iterator[int]:
    """Its bits, one by one."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


# What it takes.


def proven(win: ForcedWin, solver: Solver, path: Path) -> tuple[int, float]:
    """Write the certificate of a win and check it: its bytes, and the milliseconds of checking."""
    solver.forced_win(win.position, win.order, certificate=path)
    started = process_time()
    verdict = inarow.check(path)
    assert verdict.verified and verdict.claim.endswith(f"{win.position.turn} wins"), verdict
    return path.stat().st_size, 1000 * (process_time() - started)


def main() -> None:
    """Find, verify, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    names = parser.parse_args().names
    print("| position | board | stones | known | plies | nodes | ms | proof, bytes | checked, ms |")
    print("| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    taken, folder = [], TemporaryDirectory()
    for puzzle in read_suite():
        if names and puzzle.name not in names:
            continue
        position, order = puzzle.position, puzzle.order or (1 if puzzle.answer == "none 1" else 2)
        solver, win, figures = Solver(position.game, 16), None, "| | | | |"
        if order in ORDERS:
            started = process_time()
            win = solver.forced_win(position, order, seconds=SECONDS)
            milliseconds = 1000 * (process_time() - started)
            figures = f"| | | {milliseconds:.1f} | | |"
        if win is not None:
            size, checked = proven(win, solver, Path(folder.name, puzzle.name))
            figures = f"| {len(win.line)} | {win.nodes:,} | {milliseconds:.1f}"
            figures += f" | {size:,} | {checked:.0f} |"
            taken.append(milliseconds)
        verify(puzzle, win, solver)
        stones = (position.x | position.o).bit_count()
        print(
            f"| {puzzle.name} | {position.game.key} | {stones} | {puzzle.answer} {figures}",
            flush=True,
        )
    print(
        f"\n{len(taken)} wins: {median(taken):.1f} ms in the middle, {max(taken):.1f} at most;"
        f" {sum(ms > 1000 for ms in taken)} took longer than a second"
    )
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
