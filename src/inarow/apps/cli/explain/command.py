"""``inarow explain``: walk through a proof, and see why it holds."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from inarow.apps.cli.explain.show import STEALING, print_visit
from inarow.apps.cli.explain.walk import Told, prompt, start
from inarow.apps.cli.files import check_output, write_text
from inarow.apps.cli.input import is_terminal
from inarow.apps.cli.options import (
    TABLE_MB,
    Distance,
    FreeGame,
    Json,
    StartPosition,
    TableMb,
    Weak,
    game_kind,
)
from inarow.apps.cli.prove import REFUSED, verdict_on
from inarow.apps.cli.records import game_record, print_record
from inarow.apps.cli.show import output_console
from inarow.apps.cli.watch import Watch
from inarow.certificate.line import Visit
from inarow.certificate.reader import Certificate, read
from inarow.check import Verdict
from inarow.model.errors import CertificateError, InvalidOptionError
from inarow.solver.solver import Solver
from inarow.svg.proof import proof_svg

__all__ = ["explain"]


def explain(
    begin: StartPosition,
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A certificate.")] = None,
    game: Annotated[
        tuple[int, int, int] | None,
        typer.Option(metavar="M N K", help="Instead of FILE: prove it first."),
    ] = None,
    distance: Distance = False,
    weak: Weak = False,
    table_mb: TableMb = TABLE_MB,
    part: Annotated[
        int | None,
        typer.Option(
            metavar="P", help="The part of the claim; by default the first with a strategy."
        ),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            metavar="CELLS", help="Moves of the rival's, such as 'c3 d4'; the proof answers each."
        ),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", help="Moves to list below one another.")
    ] = 1,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a picture of the place.")
    ] = None,
    interactive: Annotated[
        bool,
        typer.Option(
            "--interactive", "-i", help="Read moves from standard input; so it does in a terminal."
        ),
    ] = False,
    no_check: Annotated[bool, typer.Option("--no-check", help="Do not check the file.")] = False,
    as_json: Json = False,
) -> None:
    """Walk through a proof: what is answered to each move, and why some need no answer.

    Exit status 1 if the certificate is refused: what is shown then proves nothing.

    Example: [bold]inarow explain 665.cert --moves c3 --svg proof.svg[/bold]
    """
    if (file is None) == (game is None):
        raise InvalidOptionError("give either a FILE or --game M N K")
    if depth < 0:
        raise InvalidOptionError(f"--depth must be 0 or more, not {depth}")
    if interactive and (as_json or svg is not None):
        raise InvalidOptionError("--interactive goes with neither --json nor --svg")
    check_output(svg, file or "-")
    if file is not None and (distance or weak or begin != StartPosition()):
        raise InvalidOptionError("FILE says what is proven: the rest goes with --game")
    plain = as_json or moves is not None or svg is not None
    interactive = interactive or (not plain and is_terminal())
    with tempfile.TemporaryDirectory() as directory:
        path = file or str(Path(directory) / "proof")
        if game is not None:
            wanted = begin.read(FreeGame(*game).read())
            with Watch(as_json, wanted.game) as watch:
                Solver(wanted.game, table_mb).solve(
                    wanted,
                    distance=distance,
                    game_kind=game_kind(weak),
                    progress=watch,
                    certificate=path,
                )
        told, number = Told(), None if part is None else part - 1
        with told.shown(as_json) as line:
            verdict = None if no_check else verdict_on(path, line)
            try:
                certificate = read(path, told)
                visit = start(certificate, number, (moves or "").split())
            except CertificateError as error:
                _not_shown(verdict, error, as_json)
        if visit is None and svg is not None:
            raise InvalidOptionError("there is no picture of strategy stealing")
        if not as_json:
            print("NOT CHECKED" if verdict is None else verdict)
        if interactive:
            prompt(certificate, visit, number, depth, told)
        else:
            if as_json:
                print_record(_record(certificate, visit, verdict, depth))
            else:
                print_visit(output_console(), certificate, visit, number, depth)
            if visit is not None and svg is not None:
                write_text(svg, proof_svg(visit.seen, visit.reply))
    if verdict is not None and not verdict.verified:
        raise typer.Exit(REFUSED)


def _record(
    certificate: Certificate, visit: Visit | None, verdict: Verdict | None, depth: int
) -> dict[str, object]:
    return {
        "verified": None if verdict is None else verdict.verified,
        "reason": "" if verdict is None else verdict.reason,
        **game_record(certificate.game),
        "game_kind": certificate.game_kind,
        "parts": [claim.text for claim in certificate.claims],
        **({"kind": "steals", "words": STEALING} if visit is None else visit.record(depth)),
    }


def _not_shown(verdict: Verdict | None, error: CertificateError, as_json: bool) -> NoReturn:
    """Of a certificate that is refused nothing can be shown here; otherwise raise the error."""
    if verdict is None or verdict.verified:
        raise error
    if as_json:
        print_record({"verified": False, "reason": verdict.reason, "fault": str(error)})
    else:
        print(verdict)
        output_console().fact("not shown", str(error))
    raise typer.Exit(REFUSED)
