"""``inarow prove`` and ``inarow check``: certificates, written and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli.options import (
    TABLE_MB,
    Checkpoint,
    Columns,
    Distance,
    InARow,
    Json,
    Loose,
    PositionText,
    Rows,
    TableMb,
    Threads,
    Turn,
    Weak,
    game_kind,
    read_position,
)
from inarow.apps.cli.records import print_record, solution_record
from inarow.apps.cli.show import output_console, print_fact
from inarow.apps.cli.solve import print_solution
from inarow.apps.cli.spread import (
    Budget,
    Scheduler,
    StoreFile,
    Workers,
    refuse_options,
    solve_spread,
)
from inarow.apps.cli.watch import StatusLine, Watch, count, warnings_in_a_line
from inarow.check import check as check_certificate
from inarow.model.errors import CertificateError
from inarow.solver.solver import Solver

__all__ = ["check", "prove"]

REFUSED = 1
"""The exit status for a certificate that does not prove its claim."""


def prove(
    m: Rows,
    n: Columns,
    k: InARow,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Write the certificate to FILE.")
    ],
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    threads: Threads = 1,
    table_mb: TableMb = TABLE_MB,
    distance: Distance = False,
    weak: Weak = False,
    checkpoint: Checkpoint = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    store: StoreFile = None,
    budget: Budget = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position, and write a certificate that anyone can check.

    With --distance, a certificate that the win is as short as it can be. With --workers or
    --scheduler the proof is spread over processes; --store keeps what they find.

    Example: [bold]inarow prove 7 7 5 -o 775.cert[/bold]
    """
    asked = read_position(m, n, k, position, turn, loose)
    kind = game_kind(weak)
    if workers is None and scheduler is None:
        spread = {"--store": store, "--budget": budget}
        refuse_options("without --workers or --scheduler", spread)
        solver = Solver(asked.game, table_mb, threads)
        with warnings_in_a_line(), Watch(as_json, asked.game) as watch:
            solution = solver.solve(
                asked,
                distance=distance,
                game_kind=kind,
                progress=watch,
                checkpoint=checkpoint,
                certificate=output,
            )
    else:
        alone = {"--distance": distance, "--weak": weak, "--checkpoint": checkpoint}
        refuse_options("with --workers or --scheduler", alone | {"--threads": threads != 1})
        with warnings_in_a_line():
            solution, interrupted = solve_spread(
                asked,
                workers=workers,
                scheduler=scheduler,
                store=store,
                budget=budget,
                certificate=output,
                table_mb=table_mb,
                quiet=as_json,
            )
        if interrupted:
            raise KeyboardInterrupt
    size = Path(output).stat().st_size
    if as_json:
        record = {"certificate": output, "bytes": size}
        print_record({**solution_record(asked, solution, kind), **record})
    else:
        print_solution(asked, solution, kind)
        print_fact(output_console(), "certificate", f"{output}, {count(size)}B")


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate.")],
    as_json: Json = False,
) -> None:
    """Check a certificate, without a search: VERIFIED (exit status 0), or REFUSED and why (1).

    Example: [bold]inarow check 775.cert[/bold]
    """
    with StatusLine(as_json) as line:
        try:
            verdict = check_certificate(
                file, lambda nodes: line.show(f"{count(nodes)} positions checked")
            )
        except OSError as error:
            raise CertificateError(f"{file} cannot be read: {error.strerror}") from error
    if as_json:
        print_record(verdict._asdict())
    else:
        print(verdict)
    if not verdict.verified:
        raise typer.Exit(REFUSED)
