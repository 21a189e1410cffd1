"""``inarow prove`` and ``inarow check``: certificates, written and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli.options import (
    Checkpoint,
    FreeGame,
    Json,
    SearchOptions,
    StartPosition,
    Weak,
    argument,
    game_kind,
    output_file,
)
from inarow.apps.cli.records import print_record, solution_record
from inarow.apps.cli.show import output_console
from inarow.apps.cli.solve import print_solution
from inarow.apps.cli.spread import Spread
from inarow.apps.cli.watch import StatusLine, Watch, count, warnings_in_a_line
from inarow.check import Verdict
from inarow.check import check as check_certificate
from inarow.model.errors import CertificateError
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.solver.solver import Solver

__all__ = ["REFUSED", "check", "prove", "verdict_on", "write_proof"]

REFUSED = 1
"""The exit status for a certificate that does not prove its claim."""


def prove(
    game: FreeGame,
    start: StartPosition,
    options: SearchOptions,
    spread: Spread,
    output: Annotated[str, output_file("Write the certificate to FILE.")],
    weak: Weak = False,
    checkpoint: Checkpoint = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position, and write a certificate that anyone can check.

    With --distance, a certificate that the win is as short as it can be. With --workers or
    --scheduler the proof is spread over processes; --store keeps what they find.

    Example: [bold]inarow prove 7 7 5 -o 775.cert[/bold]
    """
    asked, kind = start.read(game.read()), game_kind(weak)
    if spread.is_wanted(options, weak, checkpoint):
        solution, interrupted = spread.solve(
            asked, options.table_mb, quiet=as_json, certificate=output
        )
        if interrupted:
            raise KeyboardInterrupt
    else:
        solution = write_proof(asked, options, weak, output, as_json, checkpoint)
    size = Path(output).stat().st_size
    if as_json:
        record = {"certificate": output, "bytes": size}
        print_record({**solution_record(asked, solution, kind), **record})
    else:
        print_solution(asked, solution, kind)
        output_console().fact("certificate", f"{output}, {count(size)}B")


def write_proof(
    position: Position,
    options: SearchOptions,
    weak: bool,
    file: str,
    quiet: bool,
    checkpoint: str | None = None,
) -> Solution:
    """Solve a position and write the certificate."""
    solver = Solver(position.game, options.table_mb, options.threads)
    with warnings_in_a_line(), Watch(quiet, position.game) as watch:
        return solver.solve(
            position,
            distance=options.distance,
            game_kind=game_kind(weak),
            progress=watch,
            checkpoint=checkpoint,
            certificate=file,
        )


def check(
    file: Annotated[str, argument("FILE", "A certificate.")],
    as_json: Json = False,
) -> None:
    """Check a certificate, without a search: VERIFIED (exit status 0), or REFUSED and why (1).

    Example: [bold]inarow check 775.cert[/bold]
    """
    with StatusLine(as_json) as line:
        verdict = verdict_on(file, line)
    if as_json:
        print_record(verdict._asdict())
    else:
        print(verdict)
    if not verdict.verified:
        raise typer.Exit(REFUSED)


def verdict_on(file: str, line: StatusLine) -> Verdict:
    """What the checker says of a file."""
    try:
        return check_certificate(file, lambda nodes: line.show(f"{count(nodes)} positions checked"))
    except OSError as error:
        raise CertificateError(f"{file} cannot be read: {error.strerror}") from error
