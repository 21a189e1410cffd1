"""``inarow solve`` and ``inarow best``: the value of one position, and a move that keeps it."""

from __future__ import annotations

import typer

from inarow.apps.cli.options import (
    TABLE_MB,
    Checkpoint,
    Columns,
    DatabaseFile,
    Distance,
    Exact,
    InARow,
    Json,
    Loose,
    Nodes,
    PositionText,
    Rows,
    Seconds,
    TableMb,
    Threads,
    Turn,
    Weak,
    game_kind,
    read_position,
)
from inarow.apps.cli.records import print_record, solution_record
from inarow.apps.cli.show import (
    draw_board,
    error_console,
    heading,
    output_console,
    print_fact,
    verdict,
    weak_status,
)
from inarow.apps.cli.spread import (
    Budget,
    Scheduler,
    StoreFile,
    Workers,
    refuse_options,
    solve_spread,
)
from inarow.apps.cli.watch import count, search, warnings_in_a_line
from inarow.model.errors import InvalidPositionError
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.solver.solver import Solver

__all__ = ["INTERRUPTED", "best", "print_effort", "print_solution", "solve"]

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def solve(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    table_mb: TableMb = TABLE_MB,
    distance: Distance = False,
    weak: Weak = False,
    checkpoint: Checkpoint = None,
    database: DatabaseFile = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    store: StoreFile = None,
    budget: Budget = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position and show best play.

    With --workers or --scheduler the proof is spread over processes; --store keeps what they find.

    Example: [bold]inarow solve 4 4 3 --position "X.../.O../..../...." --distance[/bold]
    """
    asked = read_position(m, n, k, position, turn, loose, exact)
    kind = game_kind(weak)
    if workers is None and scheduler is None:
        spread = {"--store": store, "--budget": budget}
        refuse_options("without --workers or --scheduler", spread)
        solver = Solver(asked.game, table_mb, threads, database)
        with warnings_in_a_line():
            solution, interrupted = _solve(
                solver, asked, distance, kind, nodes, seconds, as_json, checkpoint
            )
    else:
        alone = {"--distance": distance, "--weak": weak, "--nodes": nodes, "--database": database}
        alone |= {"--checkpoint": checkpoint, "--threads": threads != 1}
        refuse_options("with --workers or --scheduler", alone)
        with warnings_in_a_line():
            solution, interrupted = solve_spread(
                asked,
                workers=workers,
                scheduler=scheduler,
                store=store,
                budget=budget,
                seconds=seconds,
                table_mb=table_mb,
                quiet=as_json,
            )
    if as_json:
        print_record(solution_record(asked, solution, kind))
    else:
        print_solution(asked, solution, kind, interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def best(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    position: PositionText = None,
    turn: Turn = None,
    loose: Loose = False,
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    table_mb: TableMb = TABLE_MB,
    distance: Distance = False,
    weak: Weak = False,
    database: DatabaseFile = None,
    as_json: Json = False,
) -> None:
    """Print a best move, by its name.

    Example: [bold]inarow best 3 3 3 --position X../.../...[/bold]
    """
    asked = read_position(m, n, k, position, turn, loose, exact)
    solver, kind = Solver(asked.game, table_mb, threads, database), game_kind(weak)
    over = weak_status(asked) if weak else asked.status if asked.is_over else None
    if over is not None:
        raise InvalidPositionError(f"the game is over ({over}): there is no move")
    solution, interrupted = _solve(solver, asked, distance, kind, nodes, seconds, as_json)
    if as_json:
        print_record(solution_record(asked, solution, kind))
    else:
        if solution.best_move is not None:
            print(asked.game.name(solution.best_move))
        if solution.judged:
            # The move is only the most promising one: say so where no program reads it.
            words = verdict(asked, solution, kind)
            error_console().print(f"{words}; the move is judged", soft_wrap=True)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _solve(
    solver: Solver,
    position: Position,
    distance: bool,
    kind: GameKind,
    nodes: int | None,
    seconds: float | None,
    quiet: bool,
    checkpoint: str | None = None,
) -> tuple[Solution, bool]:
    """The solution, and whether Ctrl-C cut it short."""
    solution, watch = search(
        lambda nodes, seconds, watch: solver.solve(
            position,
            distance=distance,
            game_kind=kind,
            nodes=nodes,
            seconds=seconds,
            progress=watch,
            checkpoint=None if watch.again else checkpoint,
        ),
        nodes,
        seconds,
        quiet,
        position.game,
    )
    if watch is not None:
        solution = solution._replace(nodes=watch.nodes, seconds=watch.seconds)
    return solution, watch is not None


def print_solution(
    position: Position, solution: Solution, kind: GameKind = "strong", interrupted: bool = False
) -> None:
    """Print the board, its value and best play."""
    console, game = output_console(), position.game
    console.print(heading(position, kind), style="bold", soft_wrap=True)
    console.print()
    draw_board(console, position)
    print_fact(console, "value", verdict(position, solution, kind))
    if solution.best_move is not None:
        name = game.name(solution.best_move)
        if solution.judged:
            print_fact(console, "promising", f"{name}, judged")
        else:
            print_fact(console, "best move", name)
    if solution.line:
        print_fact(console, "line", " ".join(map(game.name, solution.line)))
    print_effort(solution.nodes, solution.seconds, interrupted)


def print_effort(nodes: int, seconds: float, interrupted: bool) -> None:
    """Print what an answer took; of an interrupted search, as much as it had reported."""
    bound = "at least " if interrupted else ""
    speed = f" ({count(nodes / seconds)} nodes/s)" if nodes >= 1000 and seconds > 0 else ""
    print_fact(output_console(), "effort", f"{bound}{nodes:,} nodes, {seconds:.3f} s{speed}")
