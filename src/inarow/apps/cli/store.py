"""``inarow store``: answers of workers in a file; described, checked and merged."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from inarow.apps.cli.command import Command, Group
from inarow.apps.cli.files import check_output
from inarow.apps.cli.options import Force, Json, argument, option, output_file
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page
from inarow.apps.cli.watch import StatusLine, count
from inarow.distributed.store.store import Stats, Store, merged
from inarow.model.errors import StoreError

store = typer.Typer(
    cls=Group, help="Stores of answers: what workers found out about parts of proofs."
)

WRONG = 1
"""The exit status for a store in which something is wrong."""
MOST_SHOWN = 20

File = Annotated[str, argument("FILE", "The store.")]


@store.command(cls=Command)
def stats(file: File, as_json: Json = False) -> None:
    """Tell how many answers a store has, of which games, and what they took.

    Example: [bold]inarow store stats answers.store[/bold]
    """
    with Store(file, read_only=True) as found:
        _describe(found, as_json)


@store.command(cls=Command)
def verify(
    file: File,
    sample: Annotated[
        int, typer.Option(min=0, metavar="N", help="Prove so many answers again.")
    ] = 10,
    seed: Annotated[int, option("S", "Another seed draws others.")] = 0,
    nodes: Annotated[int, option("LIMIT", "Positions to search for each question.")] = 1_000_000,
    as_json: Json = False,
) -> None:
    """Check the whole file, and prove answers drawn by lot again: exit status 1 if one is wrong.

    Example: [bold]inarow store verify answers.store --sample 100[/bold]
    """
    from inarow.distributed.store.verify import verify as verify_store

    with StatusLine(as_json) as status:

        def report(doing: str) -> None:
            status.show(f"verifying: {doing}, {status.seconds:.1f} s")

        found = verify_store(file, sample, seed, nodes, report)
        seconds, sound = status.seconds, not found.problems
    if as_json:
        print_record({"file": file, "sound": sound, **found._asdict(), "seconds": seconds})
    elif sound:
        print(
            f"{file} is sound: {found.rows:,} answers, {found.proven:,} proven again,"
            f" {found.unsettled:,} not settled, {found.parts:,} parts checked, {seconds:.3f} s"
        )
    else:
        for problem in found.problems[:MOST_SHOWN]:
            print(f"{file}: {problem}")
        if len(found.problems) > MOST_SHOWN:
            print(f"{file}: and {len(found.problems) - MOST_SHOWN:,} more")
    if not sound:
        raise typer.Exit(WRONG)


@store.command(cls=Command)
def merge(
    file: File,
    others: Annotated[list[str], argument("OTHER...", "Stores to read.")],
    output: Annotated[
        str | None, output_file("Leave FILE as it is, and make a new store of all.", "NEW")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Add the answers of other stores to FILE, or make a NEW store of all; all of them or none.

    Damaged rows are left out, with exit status 1.

    Example: [bold]inarow store merge a.store b.store -o both.store[/bold]
    """
    target = file if output is None else output
    check_output(output, force=force)
    with StatusLine(as_json) as status:

        def report(rows: int) -> None:
            status.show(f"merging: {rows:,} rows read")

        if output is None:
            if not Path(file).exists():  # a new one would not be what was meant
                raise StoreError(f"there is no file {file}")
            with Store(file) as found:
                damaged = found.merge(*others, report=report)
        else:
            damaged = merged(output, file, *others, report=report, overwrite=force)
    with Store(target, read_only=True) as found:
        _describe(found, as_json, damaged)
    _tell_damaged(damaged)


def _tell_damaged(damaged: int) -> None:
    if damaged:
        rows = "damaged row was" if damaged == 1 else "damaged rows were"
        print(f"inarow: {damaged:,} {rows} left out", file=sys.stderr)
        raise typer.Exit(WRONG)


def _describe(found: Store, as_json: bool, damaged: int | None = None) -> None:
    games, total = found.games(), found.stats()
    size = Path(found.path).stat().st_size
    if as_json:
        record = {
            **{"file": str(found.path), "bytes": size, **total._asdict()},
            **({} if damaged is None else {"damaged": damaged}),
            "games": [{**game.record(), **sums._asdict()} for game, sums in games.items()],
        }
        print_record(record)
        return
    page = Page()
    page.title("store of answers")
    page.fact("answers", _answers(total))
    for game, sums in games.items() if len(games) > 1 else ():
        page.fact(game.key, _answers(sums))
    if len(games) == 1:
        page.fact("game", next(iter(games)).words)
    page.fact("parts", f"{total.parts:,}, {total.part_bytes:,} bytes")
    page.fact("effort", f"{count(total.nodes)} nodes, {total.seconds:.3f} s")
    page.fact("file", f"{found.path}, {size:,} bytes")


def _answers(sums: Stats) -> str:
    settled = f"{sums.held:,} held, {sums.lost:,} not, {sums.unsettled:,} not settled"
    return f"{sums.answers:,}: {settled}"
