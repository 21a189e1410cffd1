"""``inarow bench``: the figures that the package claims, measured on this machine."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypeAlias

from inarow.apps.cli.options import Json, argument, flag, game_kind, option
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import aligned
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game

if TYPE_CHECKING:  # the workloads bring the reference searches with them: loaded when wanted
    from inarow.study.bench import Figure
    from inarow.study.bench.ablation import Ablation

SELDOM = 2.0
"""How often a second the status is drawn: that takes time from what is measured."""

Cells: TypeAlias = list[list[str]]
"""The rows of a table, the headings first."""


def bench(
    board: Annotated[
        tuple[int, int, int] | None,
        argument("M N K", "With --ablate: this empty board alone, not the sets of questions."),
    ] = None,
    quick: Annotated[bool, flag("--quick", "Smaller samples: seconds, not half a minute.")] = False,
    signature: Annotated[
        bool, flag("--signature", "Only the node counts, which no machine changes.")
    ] = False,
    compare: Annotated[
        bool, flag("--compare", "Also OpenSpiel and easyAI, where installed.")
    ] = False,
    ablate: Annotated[
        bool,
        flag(
            "--ablate",
            "Only what each rule of the search buys, in nodes: ten minutes, or seconds for one"
            " empty board.",
        ),
    ] = False,
    sets: Annotated[
        list[str] | None,
        option("NAME", "With --ablate: this set of questions alone; may be repeated.", "--set"),
    ] = None,
    weak: Annotated[
        bool, flag("--weak", "With --ablate M N K: in the weak (Maker-Breaker) game.")
    ] = False,
    markdown: Annotated[bool, flag("--markdown", "Print a Markdown table.")] = False,
    json: Json = False,
) -> None:
    """Measure the speed of the solver; every answer is checked before it is timed."""
    if json and markdown:
        raise InvalidOptionError("--json and --markdown exclude one another")
    if signature and (quick or compare or markdown):
        raise InvalidOptionError("--signature goes with no other option than --json")
    if ablate and (signature or quick or compare):
        raise InvalidOptionError("--ablate excludes --signature, --quick and --compare")
    if not ablate and (board or sets or weak):
        raise InvalidOptionError("M N K, --weak and --set go with --ablate only")
    if (board and sets) or (weak and not board):
        raise InvalidOptionError("--ablate goes with M N K, and --weak, or with --set")
    if board is not None:
        _print_board(Game(*board), weak, json, markdown)
    elif ablate:
        _print_sets(sets, json, markdown)
    else:
        _print_figures(quick, compare, signature, json, markdown)


def _print_figures(quick: bool, compare: bool, only: bool, json: bool, markdown: bool) -> None:
    """The table, with the machine and the signature below it; or `only` the signature."""
    from inarow.study import bench as measure

    found = measure.signature()  # first of all: a wrong answer there makes the rest pointless
    record = {"signature": found._asdict()}
    line = f"signature: {found}"
    if only:
        print_record(record) if json else print(line)
        return
    with StatusLine(quiet=False, redraws=SELDOM) as status:
        rows = measure.run(quick, compare, progress=status.show)
    machine = measure.machine()
    if json:
        print_record({"machine": machine, "rows": [asdict(row) for row in rows], **record})
    else:
        _print_table(_figures(rows), [machine, line], [1], markdown)


def _figures(rows: Sequence[Figure]) -> Cells:
    table = [[row.name, row.figure, row.detail] for row in rows]
    return [["measured", "figure", "detail"], *table]


def _print_board(game: Game, weak: bool, json: bool, markdown: bool) -> None:
    from inarow.study.bench.ablation import ablate_board

    kind = game_kind(weak)
    with StatusLine(quiet=False, redraws=SELDOM) as status:
        rows = ablate_board(game, kind, progress=status.show)
    if json:
        print_record(
            {"m": game.m, "n": game.n, "k": game.k, "game_kind": kind, "rows": _records(rows)}
        )
        return
    table = [["rules", "nodes", "seconds", "nodes against all"]]
    for row in rows:
        more = "" if row.proven else "> "
        ratio = f"{more}{row.nodes / rows[0].nodes:.3g} x"
        table.append([row.rules, f"{more}{row.nodes:,}", f"{row.seconds:.3f}", ratio])
    _print_table(table, [], [1, 2, 3], markdown)


def _print_sets(names: list[str] | None, json: bool, markdown: bool) -> None:
    from inarow.study import bench as measure
    from inarow.study.bench.ablation import ablate_sets

    with StatusLine(quiet=False, redraws=SELDOM) as status:
        found = ablate_sets(names, progress=status.show)
    if json:
        sets = {name: _records(rows) for name, rows in found.items()}
        print_record({"machine": measure.machine(), "sets": sets})
        return
    rules = list(dict.fromkeys(row.rules for rows in found.values() for row in rows))
    table = [["nodes", *found, "seconds"]]
    for name in rules:
        rows = [next((row for row in rows if row.rules == name), None) for rows in found.values()]
        seconds = sum(row.seconds for row in rows if row is not None)
        table.append([name, *map(_ratio, rows), f"{seconds:.1f}"])
    _print_table(table, [measure.machine()], range(1, len(found) + 2), markdown)


def _ratio(row: Ablation | None) -> str:
    """The nodes with all rules, or how many times as many; nothing where a rule is not heeded."""
    if row is None:
        return ""
    return (
        f"{row.nodes:,}" if row.rules == "all" else f"{'' if row.proven else '> '}{row.ratio:.2f}x"
    )


def _records(rows: Sequence[Ablation]) -> list[dict[str, object]]:
    return [{**row._asdict(), "proven": row.proven} for row in rows]


def _print_table(table: Cells, notes: Sequence[str], right: Container[int], markdown: bool) -> None:
    """A table, in Markdown on request, its columns `right` aligned so; the notes stand below."""
    if markdown:
        headings, *rows = table
        rules = ["---:" if column in right else "---" for column in range(len(headings))]
        for cells in (headings, rules, *rows):
            print(f"| {' | '.join(cells)} |")
        print("\n" + "  \n".join(notes))
    else:
        print(*aligned(table, right), *notes, sep="\n")
