"""``inarow bench``: the figures that the package claims, measured on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from inarow.apps.cli.options import Json
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import output_console
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError

if TYPE_CHECKING:  # the workloads bring the reference searches with them: loaded when wanted
    from inarow.model.options import GameKind
    from inarow.study.bench import Row, Signature

__all__ = ["bench"]

SELDOM = 2.0
"""How often a second the status is drawn: that takes time from what is measured."""

HEADINGS = ("measured", "figure", "goal", "detail")


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Smaller samples: seconds, not half a minute.")
    ] = False,
    signature: Annotated[
        bool, typer.Option("--signature", help="Only the node counts, which no machine changes.")
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Also OpenSpiel and easyAI, where installed.")
    ] = False,
    ablate: Annotated[
        tuple[int, int, int] | None,
        typer.Option(
            metavar="M N K",
            help="Only what each rule of the search buys on one empty board, in nodes.",
        ),
    ] = None,
    weak: Annotated[
        bool, typer.Option("--weak", help="With --ablate: in the weak (Maker-Breaker) game.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    json: Json = False,
) -> None:
    """Measure the speed of the solver; every answer is checked before it is timed."""
    if json and markdown:
        raise InvalidOptionError("--json and --markdown exclude one another")
    if signature and (quick or compare or markdown):
        raise InvalidOptionError("--signature goes with no other option than --json")
    if ablate is not None:
        if signature or quick or compare or markdown:
            raise InvalidOptionError("--ablate goes with no other option than --weak and --json")
        _print_ablation(*ablate, "weak" if weak else "strong", json)
        return
    if weak:
        raise InvalidOptionError("--weak goes with --ablate only")
    from inarow.study import bench as measure

    if signature:
        found = measure.signature()
        if json:
            print_record({"signature": found._asdict()})
        else:
            print(_signature_line(found))
        return
    found = measure.signature()  # first of all: a wrong answer there makes the rest pointless
    rows = _measure(quick, compare)
    machine = measure.machine()
    if json:
        print_record(_record(rows, machine, found))
    elif markdown:
        _print_markdown(rows, machine, found)
    else:
        _print_table(rows, machine, found)


def _measure(quick: bool, compare: bool) -> list[Row]:
    """Run the workloads, naming the one under way to a person who watches."""
    from inarow.study.bench import run

    with StatusLine(quiet=False, redraws=SELDOM) as line:
        return run(quick, compare, progress=line.show)


def _print_ablation(m: int, n: int, k: int, kind: GameKind, json: bool) -> None:
    from inarow.study.bench.ablation import ablate

    with StatusLine(quiet=False, redraws=SELDOM) as line:
        rows = ablate(m, n, k, progress=line.show, game_kind=kind)
    if json:
        print_record(
            {"m": m, "n": n, "k": k, "game_kind": kind, "rows": [row._asdict() for row in rows]}
        )
        return
    print(f"{'rules':<18}  {'nodes':>13}  {'seconds':>9}  {'nodes against all':>18}")
    for row in rows:
        nodes = f"{'' if row.proven else '> '}{row.nodes:,}"
        factor = f"{'' if row.proven else '> '}{row.nodes / rows[0].nodes:.3g} x"
        print(f"{row.rules:<18}  {nodes:>13}  {row.seconds:>9.3f}  {factor:>18}")


def _record(rows: Sequence[Row], machine: str, signature: Signature) -> dict[str, Any]:
    return {
        "machine": machine,
        "rows": [asdict(row) for row in rows],
        "signature": signature._asdict(),
    }


def _signature_line(signature: Signature) -> str:
    return f"signature: {signature}"


def _columns(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """The headings and the cells; goals have a column only where there are any."""
    table = [[row.name, row.figure, row.goal, row.detail] for row in rows]
    headings = list(HEADINGS)
    if not any(row.goal for row in rows):
        for cells in (headings, *table):
            del cells[2]
    return headings, table


def _print_table(rows: Sequence[Row], machine: str, signature: Signature) -> None:
    """A table that fits a terminal; in a pipe, columns that align and lines that do not wrap."""
    console = output_console()
    headings, cells = _columns(rows)
    if console.is_terminal:
        table = Table(*headings)
        table.columns[1].justify = "right"
        for row in cells:
            table.add_row(*row)
        console.print(table)
    else:
        widths = [max(map(len, column)) for column in zip(headings, *cells, strict=True)]
        for name, figure, *rest in (headings, *cells):
            padded = [f"{text:<{width}}" for text, width in zip(rest, widths[2:], strict=True)]
            line = "  ".join([f"{name:<{widths[0]}}", f"{figure:>{widths[1]}}", *padded])
            print(line.rstrip())
    for note in (machine, _signature_line(signature)):
        console.print(note, soft_wrap=True, markup=False)


def _print_markdown(rows: Sequence[Row], machine: str, signature: Signature) -> None:
    """The table for a README, with the machine and the signature below it."""
    headings, cells = _columns(rows)
    print(f"| {' | '.join(headings)} |")
    print(f"| {' | '.join(['---', '---:', *['---'] * (len(headings) - 2)])} |")
    for row in cells:
        print(f"| {' | '.join(row)} |")
    print(f"\n{machine}  \n{_signature_line(signature)}")
