"""``inarow check`` and ``explain``: does a proof hold, and why?"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from math import inf
from pathlib import Path
from time import process_time
from typing import Annotated, NamedTuple, NoReturn

import typer

from inarow._check import check as check_certificate
from inarow._check import check_file
from inarow.apps.cli.explain.show import STEALING, print_visit
from inarow.apps.cli.files import SVG, check_output, write_text
from inarow.apps.cli.forced import print_win
from inarow.apps.cli.input import is_terminal, read_any_input
from inarow.apps.cli.options import (
    AnyBoard,
    Distance,
    Force,
    Json,
    SearchOptions,
    StartBoard,
    TableMb,
    Weak,
    argument,
    flag,
    game_kind,
    option,
)
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page
from inarow.apps.cli.solve import find
from inarow.apps.cli.walk import walk
from inarow.apps.cli.watch import StatusLine, count, percent
from inarow.certificate.line import Visit, begin, follow
from inarow.certificate.nodes import Node
from inarow.certificate.reader import Certificate, board_in, read
from inarow.check import Verdict
from inarow.model.errors import CertificateError, InvalidOptionError
from inarow.model.files import place, told_as
from inarow.model.options import TABLE_MB
from inarow.svg.proof import proof_svg

CHECK_SECONDS = 0.5
"""Of processor time for a check before the first answer."""

REFUSED = 1
"""The exit status for a certificate that does not prove its claim."""


def explain(
    given: StartBoard,
    other: AnyBoard,
    file: Annotated[str | None, argument("FILE", "A certificate; '-' is standard input.")] = None,
    *,
    game: Annotated[
        tuple[int, int, int] | None, option("M N K", "Instead of FILE: prove it first.")
    ] = None,
    forced: Annotated[
        bool, flag("--forced", "Instead of FILE: a win by threes and fours, not a proof.")
    ] = False,
    distance: Distance = False,
    weak: Weak = False,
    table_mb: TableMb = TABLE_MB,
    part: Annotated[
        int | None, option("P", "The part of the claim; by default the first with a strategy.")
    ] = None,
    moves: Annotated[
        str | None,
        option("CELLS", "Moves of the rival's, such as 'c3 d4'; the proof answers each."),
    ] = None,
    depth: Annotated[int, option("D", "Moves to list below one another.", "--depth", "-d")] = 1,
    svg: Annotated[str | None, option("FILE", "Write a picture of the place.")] = None,
    force: Force = False,
    interactive: Annotated[
        bool,
        typer.Option(
            "--interactive", "-i", help="Read moves from standard input; so it does in a terminal."
        ),
    ] = False,
    no_check: Annotated[
        bool, flag("--no-check", "Do not check it, not even for half a second.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Walk through a proof: what is answered to each move, and why some need no answer.

    It is checked for half a second: a large file is for `inarow check`. Exit status 1 if it
    is refused: what is shown then proves nothing.

    Example: [bold]inarow explain 665.cert --moves c3 --svg proof.svg[/bold]
    """
    told = other.game_on(*(game or (None, None, None)))
    if (file is None) == (told is None and given.record is None):
        raise InvalidOptionError(
            "give either a FILE or a game, by --game M N K, --board or a --record that tells it"
        )
    if depth < 0:
        raise InvalidOptionError(f"--depth must be 0 or more, not {depth}")
    if interactive and (as_json or svg is not None or file == "-"):
        raise InvalidOptionError("--interactive goes with neither --json nor --svg nor FILE -")
    check_output(svg, file or "-", force=force, kind=SVG)
    if forced and (file or distance or weak or part is not None or no_check):
        raise InvalidOptionError("--forced goes with a game, and with no option of proofs")
    plain = as_json or moves is not None or svg is not None or file == "-"
    interactive = interactive or (not plain and is_terminal())
    if forced:
        print_win(given.read(told), moves=moves, svg=svg, walks=interactive, as_json=as_json)
        return
    if file is not None and (distance or weak or given.is_given):
        raise InvalidOptionError("FILE says what is proven: the rest goes with a game")
    with tempfile.TemporaryDirectory() as directory:
        path = str(Path(directory) / "proof") if file is None else _to_be_read(file, directory)
        if file is None:
            options, kind = SearchOptions(table_mb=table_mb, distance=distance), game_kind(weak)
            if find(given.read(told), options, kind, as_json, certificate=path)[1]:
                raise KeyboardInterrupt
        number, line = None if part is None else part - 1, StatusLine(as_json)
        with line:
            verdict = None
            if not no_check:
                with suppress(_Late):
                    verdict = _verdict_on(path, line, until=process_time() + CHECK_SECONDS)
            try:
                certificate = read(path, lambda nodes: line.show(f"{count(nodes)} positions read"))
                visit = start(certificate, number, (moves or "").split())
            except CertificateError as error:
                said = str(error) if file != "-" else str(error).replace(path, "standard input")
                _not_shown(verdict, CertificateError(said), as_json)
        if visit is None and svg is not None:
            raise InvalidOptionError("there is no picture of strategy stealing")
        if not as_json:
            again = "" if file == "-" else f": inarow check {file or path}"
            print(f"NOT CHECKED{again}" if verdict is None else verdict)
        if interactive:
            prompt(certificate, visit, number, depth, line)
        else:
            if as_json:
                print_record(_record(certificate, visit, verdict, depth))
            else:
                print_visit(Page(), certificate, visit, number, depth)
            if visit is not None and svg is not None:
                write_text(svg, proof_svg(visit.seen, visit.reply), force=force, kind=SVG)
    if verdict is not None and not verdict.verified:
        raise typer.Exit(REFUSED)


def _to_be_read(file: str, directory: str) -> str:
    """The name of a certificate that can be read twice: of standard input or a pipe, of a copy."""
    if file == "-":
        given, copy = read_any_input(), Path(directory) / "proof"
        copy.write_bytes(given if isinstance(given, bytes) else given.encode())
        return str(copy)
    with told_as(CertificateError, file), open(place(file), "rb") as source:
        if source.seekable():
            return file
        copy = Path(directory) / Path(file).name
        with copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    return str(copy)


def _record(
    certificate: Certificate, visit: Visit | None, verdict: Verdict | None, depth: int
) -> dict[str, object]:
    return {
        "verified": None if verdict is None else verdict.verified,
        "reason": "" if verdict is None else verdict.reason,
        **certificate.game.record(),
        "game_kind": certificate.game_kind,
        "parts": [claim.text for claim in certificate.claims],
        "where": certificate.where,
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
        Page().fact("not shown", str(error))
    raise typer.Exit(REFUSED)


def check(
    file: Annotated[str, argument("FILE", "A certificate; '-' is standard input.")],
    plain: Annotated[
        bool, flag("--plain", "With the checker in plain Python, some thirty times slower.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check a certificate, without a search: VERIFIED (exit status 0), or REFUSED and why (1).

    Example: [bold]inarow check 775.cert[/bold]
    """
    with tempfile.TemporaryDirectory() as directory:
        path = _to_be_read(file, directory)
        with StatusLine(as_json) as line:
            verdict = _verdict_on(path, line, plain)
        board = board_in(path) if verdict.verified else None
    if as_json:
        print_record({**verdict._asdict(), **({} if board is None else {"board": board})})
    else:
        print(verdict)
        if board is not None:
            Page().fact("board", f"its lines are those of {board}")
    if not verdict.verified:
        raise typer.Exit(REFUSED)


class _Late(Exception):
    """A check has taken longer than anybody wants to wait before the first answer."""


def _verdict_on(path: str, line: StatusLine, plain: bool = False, until: float = inf) -> Verdict:
    """What a checker says of a file; `_Late` if `process_time` tells more than `until`.

    The line says how much of the file the checker in C has read.
    """
    with told_as(CertificateError, path), open(place(path), "rb") as file:
        size = os.fstat(file.fileno()).st_size  # 0 of a device

        def show(nodes: int) -> None:
            if process_time() > until:
                raise _Late
            share = f"{percent(file.tell() / size)}, " if size and not plain else ""
            line.show(f"{share}{count(nodes)} positions checked")

        found = check_certificate(path, show, plain=True) if plain else check_file(file, show)
    if found.verified or found.claim:
        return found
    return found._replace(reason=f"{found.reason} (is it what 'inarow prove -o FILE' writes?)")


# The place in the proof.


def start(certificate: Certificate, part: int | None, moves: list[str]) -> Visit | None:
    """The place after some moves; None for a part without a strategy."""
    claims = certificate.claims
    number = part or 0
    if not 0 <= number < len(claims):
        raise InvalidOptionError(f"--part must be 1 to {len(claims)}, not {number + 1}")
    if all(claim.word == "steals" for claim in (claims if part is None else [claims[number]])):
        if moves:
            raise InvalidOptionError("strategy stealing has no moves")
        return None
    visit = follow(begin(certificate, part), moves)
    _work_out(visit)
    return visit


def _work_out(visit: Visit | None) -> None:
    """Do now, while a status line can tell of it, what may take a while."""
    if visit is not None and isinstance(visit.seen, Node):
        visit.seen.work_out()


def prompt(
    certificate: Certificate, visit: Visit | None, part: int | None, depth: int, status: StatusLine
) -> None:
    """Follow the moves that are typed, until the input ends or nobody wants more."""
    page = Page()

    def show(place: _Place) -> None:
        print_visit(page, certificate, place.visit, place.part, depth)

    def play(place: _Place, word: str) -> _Place:
        if place.visit is None:
            raise InvalidOptionError("strategy stealing has no moves")
        with status:
            further = place.visit.play(word)
            _work_out(further)
        return place._replace(visit=further)

    def other_part(words: list[str]) -> _Place | None:
        if words[0] != "part":
            return None
        if len(words) != 2 or not words[1].isdecimal():
            raise InvalidOptionError("part N: which one?")
        number = int(words[1]) - 1
        return _Place(start(certificate, number, []), number)

    walk(
        _Place(visit, part),
        show,
        play,
        "the proof",
        command=other_part,
        commands="part N: to another part",
    )


class _Place(NamedTuple):
    visit: Visit | None
    part: int | None
