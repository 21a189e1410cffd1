"""Proofs that are killed, interrupted, out of disk or out of memory.

Whatever happens, a run that is begun again on the same store ends with the value and a certificate,
and does not repeat what was finished.
"""

import random
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from answers import store_faults
from proof_run import Run

import inarow
from inarow import Game
from inarow.distributed import solve
from inarow.distributed.proof import Ended
from inarow.distributed.store.store import Store
from inarow.model.errors import StoreWarning

SLOTS = 2

pytestmark = pytest.mark.processes

FAULTS = {"killed": signal.SIGKILL, "interrupt": signal.SIGINT}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_run_with_faults(fault: str, tmp_path: Path) -> None:
    """Runs until the proof is complete; the first three meet with a fault at a random moment."""
    rng, finished = random.Random(1), set[str]()
    for number in range(20):
        run, is_hurt = Run((7, 7, 5), 64, tmp_path, number), number < 3
        moment, pause = rng.randrange(1, 20), rng.random() * 0.1
        try:
            if is_hurt and run.wait_for_jobs(moment):
                sleep(pause)
                run.process.send_signal(FAULTS[fault])
            status, out, err = run.end()
        finally:
            run.process.kill()
        done = run.jobs()
        assert not finished.intersection(done), "jobs were done again"
        # What ended last may not have been on the disk when the run was killed.
        finished.update(done if status == 0 else done[:-SLOTS])
        if out == "0\n":  # what happens after that comes too late
            assert status == 0 or is_hurt, status
            assert not err or fault == "interrupt", err
            break
        assert is_hurt and status in (-signal.SIGKILL, 130, -signal.SIGINT), (status, err)
        assert not err or fault == "killed", err
    assert inarow.check(tmp_path / "certificate").verified
    assert store_faults(tmp_path / "answers.store", 5) == []


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
