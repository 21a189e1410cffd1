"""Proofs that are killed, interrupted, out of disk or out of memory.

Whatever happens, a run that is begun again on the same store ends with the value and a certificate,
and does not repeat what was finished.
"""

from __future__ import annotations

import random
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import sleep

import pytest
from answers import store_faults
from proof_run import Run
from worker_jobs import have_no_more_memory

import inarow
from inarow import Game
from inarow.distributed import solve
from inarow.distributed.proof import Ended
from inarow.distributed.store.store import Store
from inarow.model.errors import DistributedError, StoreWarning

SLOTS = 2

pytestmark = pytest.mark.processes

FAULTS = {"killed": signal.SIGKILL, "interrupt": signal.SIGINT}


def check_faulty(
    seed: int, faults: list[str], game: tuple[int, int, int], folder: Path, most: int
) -> None:
    """Run until the proof is complete, with faults at random moments of the first runs."""
    rng = random.Random(seed)
    budget = 64 if game == (7, 7, 5) else 2048
    finished: set[str] = set()
    for number in range(20):
        run = Run(game, budget, folder, number)
        fault = rng.choice(faults) if number < most else None
        moment, pause = rng.randrange(1, 20), rng.random() * 0.1
        try:
            if fault is not None and run.wait_for_jobs(moment):
                sleep(pause)
                run.process.send_signal(FAULTS[fault])
            status, out, err = run.end()
        finally:
            run.process.kill()
        done = run.jobs()
        again = finished.intersection(done)
        assert not again, f"seed {seed}: {len(again)} jobs were done again"
        # What ended last may not have been on the disk when the run was killed.
        finished.update(done if status == 0 else done[:-SLOTS])
        if out == "0\n":  # what happens after that comes too late
            assert status == 0 or fault is not None, (seed, status)
            assert not err or fault == "interrupt", err
            break
        assert fault is not None, (seed, status, err)
        assert status in (-signal.SIGKILL, 130, -signal.SIGINT), (seed, fault, status, err)
        if fault == "interrupt":
            assert not err, err
    assert inarow.check(folder / "certificate").verified
    assert store_faults(folder / "answers.store", 5) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_run_with_faults(fault: str, tmp_path: Path) -> None:
    check_faulty(1, [fault], (7, 7, 5), tmp_path, most=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_many_runs_with_faults(seed: int, tmp_path: Path) -> None:
    game = (8, 7, 5) if seed % 4 == 0 else (7, 7, 5)
    check_faulty(seed, list(FAULTS), game, tmp_path, most=3)


# --- the disk -------------------------------------------------------------------------------------


def test_a_store_that_may_grow_no_more(tmp_path: Path) -> None:
    """The disk of a store fills during a run; the next one goes on from what was kept."""
    certificate, store = tmp_path / "certificate", Store(tmp_path / "answers.store")
    limit = store._connection.execute
    limit("PRAGMA max_page_count = 5")
    counts = []
    with ThreadPoolExecutor(2) as threads, store:

        def prove(certificate: Path | None) -> int | None:
            jobs: list[Ended] = []
            value = solve(
                Game(7, 7, 5).start(),
                executor=threads,
                workers=2,
                budget=64,
                store=store,
                certificate=certificate,
                overwrite=True,
                listener=jobs.append,
            ).value
            counts.append(len(jobs))
            return value

        with pytest.warns(StoreWarning, match="answers are not kept: .* cannot be written") as told:
            assert prove(certificate) == 0
        # Once; garbage of other tests may have warned of itself meanwhile.
        assert sum(issubclass(each.category, StoreWarning) for each in told) == 1
        assert inarow.check(certificate).verified
        kept = len(list(store))
        assert kept
        limit("PRAGMA max_page_count = 100000")
        assert prove(certificate) == 0
        assert len(list(store)) > kept
        assert inarow.check(certificate).verified
        assert prove(None) == 0
    assert counts[-1] == 0
    assert store_faults(store.path, 10) == []


# --- memory ---------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks for its size in /proc")
def test_workers_without_memory(tmp_path: Path) -> None:
    """An error that says so, or the right value, where a worker had some memory left."""
    position, path = Game(7, 7, 5).start(), tmp_path / "answers.store"
    context = get_context("forkserver")
    with ProcessPoolExecutor(2, context, have_no_more_memory) as workers:
        try:
            found = solve(position, executor=workers, budget=64, store=path, table_mb=4096)
        except DistributedError as error:
            assert "MemoryError" in str(error) or "the executor broke" in str(error)
        else:
            assert found.value == 0
    with ThreadPoolExecutor(2) as threads:
        assert solve(position, executor=threads, budget=64, store=path).value == 0
