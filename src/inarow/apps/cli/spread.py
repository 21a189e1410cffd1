"""``inarow solve --workers`` and ``--scheduler``: a proof spread over many workers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from inarow.apps.cli.options import OptionGroup, SearchOptions, option
from inarow.apps.cli.watch import StatusLine, count, percent
from inarow.model.errors import DistributedError, InvalidOptionError
from inarow.model.options import positive_integer
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.solver.functions import solve as solve_alone

if TYPE_CHECKING:
    from distributed import Client

    from inarow.distributed import ProofProgress
    from inarow.distributed.workers import ExecutorSource

CONNECT_SECONDS = 10
"""How long a scheduler may take to answer."""


class Spread(OptionGroup):
    """The options of a spread proof."""

    workers: Annotated[
        int | None,
        option(
            "N", "Spread the proof over N threads of this machine; they share N times --table-mb."
        ),
    ] = None
    scheduler: Annotated[
        str | None,
        option(
            "ADDRESS", "Spread the proof over the workers of a Dask scheduler, tcp://host:8786 say."
        ),
    ] = None
    store: Annotated[
        str | None, option("FILE", "Keep what workers find out in FILE, and go on from it.")
    ] = None
    budget: Annotated[
        int | None,
        option(
            "NODES",
            "Nodes for a job of a spread proof (262,144; 524,288 for a lone"
            " worker); less for many workers.",
        ),
    ] = None

    def is_wanted(self, options: SearchOptions, weak: bool, checkpoint: str | None) -> bool:
        """Is the proof to be spread? Refuses options that then, or else, mean nothing."""
        if self.workers is None and self.scheduler is None:
            when = "without --workers or --scheduler"
            refused = {"store": self.store, "budget": self.budget}
        else:
            when = "with --workers or --scheduler"
            refused = {**vars(options), "weak": weak, "checkpoint": checkpoint}
            refused |= {"threads": options.threads != 1, "table_mb": None, "seconds": None}
        for name, value in refused.items():
            if value is not None and value is not False:
                raise InvalidOptionError(f"--{name} cannot be used {when}")
        return when.startswith("with ")

    def solve(
        self,
        position: Position,
        options: SearchOptions,
        quiet: bool,
        certificate: str | None = None,
        overwrite: bool = False,
    ) -> tuple[Solution, bool]:
        """The solution, and whether Ctrl-C cut the proof short: its store has what was found."""
        from inarow.distributed import ProofProgress, solve  # other calls do without

        last = ProofProgress(0, 0, 0, 0.0, 0, 0.0)
        with (
            _executor(self.scheduler, self.workers) as (executor, slots),
            StatusLine(quiet) as line,
        ):

            def report(progress: ProofProgress) -> None:
                nonlocal last
                last = progress
                line.show(text_of(progress))

            try:
                solution = solve(
                    position,
                    executor=executor,
                    workers=slots,
                    store=self.store,
                    certificate=certificate,
                    overwrite=overwrite,
                    seconds=options.limits["seconds"],
                    budget=self.budget,
                    table_mb=options.table_mb,
                    progress=report,
                )
            except KeyboardInterrupt:
                known = solve_alone(position, nodes=1)  # bounds that need no search
                return replace(known, nodes=last.nodes, seconds=last.seconds), True
        return solution, False


def text_of(progress: ProofProgress) -> str:
    """How far a proof has come, in a line for people."""
    rest = "" if progress.rest is None else f", perhaps {progress.rest:.0f} s more"
    return (
        f"{percent(progress.share)} closed, {count(progress.nodes)} nodes, "
        f"questions: {progress.running} at work, {progress.waiting} waiting, "
        f"{count(progress.closed)} settled, {progress.seconds:.0f} s{rest}"
    )


@contextmanager
def _executor(
    scheduler: str | None, workers: int | None
) -> Iterator[tuple[ExecutorSource | None, int | None]]:
    """The workers that were asked for: an executor, and how many jobs it is given."""
    if workers is not None:
        workers = positive_integer("--workers", workers)
    if scheduler is None:
        yield None, workers
        return
    try:
        from distributed import Client

        from inarow.distributed.dask import DaskExecutor
    except ImportError:
        raise InvalidOptionError("--scheduler takes Dask: pip install distributed") from None
    with _connected(lambda: Client(scheduler, timeout=CONNECT_SECONDS), scheduler) as client:
        slots = workers or sum(client.nthreads().values())
        if not slots:
            raise DistributedError(f"the scheduler at {scheduler} has no workers")
        yield DaskExecutor(client), slots


def _connected(connect: Callable[[], Client], scheduler: str) -> Client:
    """A client, or `DistributedError`. It is waited for here: where nobody says a word, Dask does
    not keep to its own limit."""
    from concurrent.futures import Future, TimeoutError  # slow to load, and rarely needed

    answer: Future[Client] = Future()

    def call() -> None:
        try:
            answer.set_result(connect())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=call, daemon=True).start()
    try:
        return answer.result(2 * CONNECT_SECONDS)
    except TimeoutError:
        reason = f"not a word in {2 * CONNECT_SECONDS} seconds"
    except Exception as error:  # of many kinds, for an address that is none too
        reason = " ".join(str(error).split())
    raise DistributedError(f"no scheduler answers at {scheduler}: {reason}")
