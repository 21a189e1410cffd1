"""``inarow explain``: walk through a proof, and see why it holds."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from inarow.certificate.line import Visit, begin, follow
from inarow.certificate.nodes import Node
from inarow.certificate.proof_svg import proof_svg
from inarow.certificate.reader import Certificate, read
from inarow.check import Verdict
from inarow.check import check as check_certificate
from inarow.cli.certificate import REFUSED
from inarow.cli.explain_show import STEALING, print_visit
from inarow.cli.options import (
    TABLE_MB,
    Distance,
    Json,
    Loose,
    PositionText,
    TableMb,
    Turn,
    Weak,
    game_kind,
    read_position,
)
from inarow.cli.records import print_record
from inarow.cli.results import check_output, write_whole
from inarow.cli.show import output_console, print_fact
from inarow.cli.watch import StatusLine, Watch, count
from inarow.errors import CertificateError, InarowError, InvalidOptionError
from inarow.solver import Solver

__all__ = ["explain"]

HELP = """a cell, or several: moves of the rival's, which the proof answers
back: before the last move    root: to the beginning    part N: to another part
again: the same once more     help: this text           quit: the end"""


def explain(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A certificate.", show_default=False)
    ] = None,
    game: Annotated[
        tuple[int, int, int] | None,
        typer.Option(metavar="M N K", help="Instead of FILE: prove it first.", show_default=False),
    ] = None,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
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
            metavar="CELLS",
            help="Moves of the rival's, such as 'c3 d4'; the proof answers each.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", help="Moves to list below one another.")
    ] = 1,
    svg: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a picture of the place.", show_default=False),
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
    if file is not None:
        asked = position, turn, loose, distance, weak
        if asked != (None, None, False, False, False):
            raise InvalidOptionError("FILE says what is proven: the rest goes with --game")
    plain = as_json or moves is not None or svg is not None
    interactive = interactive or (not plain and _is_terminal())
    with tempfile.TemporaryDirectory() as directory:
        path = file or str(Path(directory) / "proof")
        if game is not None:
            wanted = read_position(*game, position, turn, loose)
            with Watch(as_json, wanted.game) as watch:
                Solver(wanted.game, table_mb).solve(
                    wanted,
                    distance=distance,
                    game_kind=game_kind(weak),
                    progress=watch,
                    certificate=path,
                )
        told = _Told()
        with StatusLine(as_json) as told.line:
            verdict = None if no_check else _check(path, told)
            number, fault = None if part is None else part - 1, None
            try:
                certificate = read(path, told)
                visit = _start(certificate, number, (moves or "").split())
            except CertificateError as error:
                if verdict is None or verdict.verified:
                    raise
                fault = error
        told.line = None
        if not as_json:
            print("NOT CHECKED" if verdict is None else verdict)
        if fault is not None:
            _print_fault(verdict, fault, as_json)
        elif interactive:
            _prompt(certificate, visit, number, depth, told)
        else:
            if as_json:
                print_record(_record(certificate, visit, verdict, depth))
            else:
                print_visit(output_console(), certificate, visit, number, depth)
            if svg is not None:
                _draw(visit, svg)
    if verdict is not None and not verdict.verified:
        raise typer.Exit(REFUSED)


class _Told:
    """Shows how far the reading is, while there is a line to show it in."""

    def __init__(self) -> None:
        self.line: StatusLine | None = None
        self.doing = "read"

    def __call__(self, nodes: int) -> None:
        if self.line is not None:
            self.line.show(f"{count(nodes)} positions {self.doing}")


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def _check(path: str, told: _Told) -> Verdict:
    told.doing = "checked"
    try:
        return check_certificate(path, told)
    except OSError as error:
        raise CertificateError(f"{path} cannot be read: {error.strerror}") from error
    finally:
        told.doing = "read"


def _start(certificate: Certificate, part: int | None, moves: list[str]) -> Visit | None:
    """The place after some moves; None for a part without a strategy."""
    claims = certificate.claims
    number = part or 0
    alone = part is None and all(claim.word == "steals" for claim in claims)
    if (
        0 <= number < len(claims)
        and (part is not None or alone)
        and claims[number].word == "steals"
    ):
        if moves:
            raise InvalidOptionError("strategy stealing has no moves")
        return None
    if not 0 <= number < len(claims):
        raise InvalidOptionError(f"--part must be 1 to {len(claims)}, not {number + 1}")
    visit = follow(begin(certificate, part), moves)
    _work_out(visit)
    return visit


def _work_out(visit: Visit | None) -> None:
    """Do now, while a status line can tell of it, what may take a while."""
    if visit is not None and isinstance(visit.seen, Node):
        visit.seen.work_out()


def _record(
    certificate: Certificate, visit: Visit | None, verdict: Verdict | None, depth: int
) -> dict[str, object]:
    game = certificate.game
    return {
        "verified": None if verdict is None else verdict.verified,
        "reason": "" if verdict is None else verdict.reason,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "game_kind": certificate.game_kind,
        "parts": [claim.text for claim in certificate.claims],
        **({"kind": "steals", "words": STEALING} if visit is None else visit.record(depth)),
    }


def _print_fault(verdict: Verdict | None, error: CertificateError, as_json: bool) -> None:
    if as_json:
        reason = "" if verdict is None else verdict.reason
        print_record({"verified": False, "reason": reason, "fault": str(error)})
    else:
        print_fact(output_console(), "not shown", str(error))


def _draw(visit: Visit | None, target: str) -> None:
    if visit is None:
        raise InvalidOptionError("there is no picture of strategy stealing")
    picture = proof_svg(visit.seen, visit.reply)
    write_whole(target, False, lambda stream: print(picture, file=stream))


# The prompt.


def _lines() -> Iterator[str]:
    """What is typed, with a prompt for who can see one."""
    if sys.stdin is None:
        raise InvalidOptionError("there is no standard input")
    prompt = "explain> " if _is_terminal() else ""
    while True:
        try:
            yield input(prompt)
        except EOFError:
            return


@contextmanager
def _said() -> Iterator[None]:
    """Say what is wrong with a line, and go on."""
    try:
        yield
    except InarowError as error:
        print(error)


def _prompt(
    certificate: Certificate, visit: Visit | None, part: int | None, depth: int, told: _Told
) -> None:
    console, past = output_console(), [visit]
    print_visit(console, certificate, visit, part, depth)
    if _is_terminal():
        print(HELP)
    for line in _lines():
        words = re.split(r"[\s,]+", line.strip().lower())
        if words == [""]:
            continue
        if words[0] in ("quit", "q", "exit"):
            return
        if words[0] in ("help", "h", "?"):
            print(HELP)
            continue
        with _said():
            if words[0] == "part":
                if len(words) != 2 or not words[1].isdecimal():
                    raise InvalidOptionError("part N: which one?")
                past, part = [_start(certificate, int(words[1]) - 1, [])], int(words[1]) - 1
            else:
                with StatusLine(False) as told.line:
                    past = _moved(past, words)
                    _work_out(past[-1])
                told.line = None
            print_visit(console, certificate, past[-1], part, depth)


def _moved(past: list[Visit | None], words: list[str]) -> list[Visit | None]:
    """All places up to that to which a line of the prompt leads."""
    if words == ["back"]:
        return past[:-1] or past
    if words == ["root"]:
        return past[:1]
    further: list[Visit | None] = []
    for word in words if words != ["again"] else ():
        visit = (past + further)[-1]
        if visit is None:
            raise InvalidOptionError("strategy stealing has no moves")
        further.append(visit.play(word))
    return past + further
