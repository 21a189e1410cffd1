"""``inarow bench``: the figures that the package claims, measured on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from inarow.apps.cli.options import Json, flag, option
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import aligned
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError

if TYPE_CHECKING:  # the workloads bring the reference searches with them: loaded when wanted
    from inarow.model.options import GameKind

__all__ = ["bench"]

SELDOM = 2.0
"""How often a second the status is drawn: that takes time from what is measured."""

HEADINGS = ("measured", "figure", "goal", "detail")


def bench(
    quick: Annotated[bool, flag("--quick", "Smaller samples: seconds, not half a minute.")] = False,
    signature: Annotated[
        bool, flag("--signature", "Only the node counts, which no machine changes.")
    ] = False,
    compare: Annotated[
        bool, flag("--compare", "Also OpenSpiel and easyAI, where installed.")
    ] = False,
    ablate: Annotated[
        tuple[int, int, int] | None,
        option("M N K", "Only what each rule of the search buys on one empty board, in nodes."),
    ] = None,
    weak: Annotated[
        bool, flag("--weak", "With --ablate: in the weak (Maker-Breaker) game.")
    ] = False,
    markdown: Annotated[bool, flag("--markdown", "Print a Markdown table.")] = False,
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

    found = measure.signature()  # first of all: a wrong answer there makes the rest pointless
    if signature:
        if json:
            print_record({"signature": found._asdict()})
        else:
            print(f"signature: {found}")
        return
    with StatusLine(quiet=False, redraws=SELDOM) as line:
        rows = measure.run(quick, compare, progress=line.show)
    machine = measure.machine()
    if json:
        told = [asdict(row) for row in rows]
        print_record({"machine": machine, "rows": told, "signature": found._asdict()})
        return
    cells: list[Sequence[str]] = [HEADINGS]
    cells += [(row.name, row.figure, row.goal, row.detail) for row in rows]
    if not any(row.goal for row in rows):  # goals have a column only where there are any
        cells = [(*row[:2], row[3]) for row in cells]
    if markdown:
        rule = ["---", "---:", *["---"] * (len(cells[0]) - 2)]
        for row in (cells[0], rule, *cells[1:]):
            print(f"| {' | '.join(row)} |")
        print(f"\n{machine}  \nsignature: {found}")
    else:
        print(*aligned(cells, right=[1]), machine, f"signature: {found}", sep="\n")


def _print_ablation(m: int, n: int, k: int, kind: GameKind, json: bool) -> None:
    from inarow.study.bench.ablation import ablate

    with StatusLine(quiet=False, redraws=SELDOM) as line:
        rows = ablate(m, n, k, progress=line.show, game_kind=kind)
    if json:
        told = [row._asdict() for row in rows]
        print_record({"m": m, "n": n, "k": k, "game_kind": kind, "rows": told})
        return
    cells = [("rules", "nodes", "seconds", "nodes against all")]
    for row in rows:
        more, factor = "" if row.proven else "> ", row.nodes / rows[0].nodes
        figures = f"{more}{row.nodes:,}", f"{row.seconds:.3f}", f"{more}{factor:.3g} x"
        cells.append((row.rules, *figures))
    print(*aligned(cells, right=[1, 2, 3]), sep="\n")
