"""Which square boards does five in a row win? What decides each, as a Markdown table.

    python benchmarks/search/five_in_a_row.py

Small boards are solved: where O stops X in the weak game, in which O's lines do not count, the
game is a draw. Of larger ones the certificates in `benchmarks/results` are checked; what they do
not prove is open.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import inarow
from inarow import Game, Position, Solver
from inarow.certificate import read

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

RESULTS = Path(__file__).parents[1] / "results"
SMALLEST, LARGEST = 5, 20
SOLVED = 8
"""The largest that is solved here; 9,9,5 was not decided within 15 minutes of two threads."""


def proven(path: Path) -> tuple[Position, int]:
    """What X is proven to win by a certificate, and how many positions were checked."""
    verdict = inarow.check(path)
    assert verdict.verified, (path, verdict)
    proof = read(path)
    assert [claim.text for claim in proof.claims] == ["X wins"] and proof.game_kind == "strong"
    return proof.position, verdict.nodes


def decided(game: Game) -> tuple[str, str, int | None]:
    """The value of a board in words, what decides it, and the nodes or positions that it took."""
    whole = RESULTS / f"{game.key.replace(',', '-')}.cert"
    size = game.key.replace(",", " ")
    if game.m <= SOLVED:
        with Solver(game, table_mb=1024) as solver:
            solution = solver.solve(game.start(), game_kind="weak")
        assert solution.value == 0, "the value is published"
        return "draw", f"`inarow solve {size} --weak`: O stops X", solution.nodes
    if whole.exists():
        position, nodes = proven(whole)
        assert position == game.start()
        return "**X wins**", f"`inarow check benchmarks/results/{whole.name}`", nodes
    return "open here", "", None


def main() -> None:
    """Print the table."""
    print("| board | value | what decides it | nodes, or positions checked | seconds |")
    print("| --- | --- | --- | ---: | ---: |")
    for n in range(SMALLEST, LARGEST + 1):
        started = process_time()
        value, why, nodes = decided(Game(n, n, 5))
        took = "" if nodes is None else f"{process_time() - started:.2f}"
        count = "" if nodes is None else f"{nodes:,}"
        print(f"| {n},{n},5 | {value} | {why} | {count} | {took} |", flush=True)
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
