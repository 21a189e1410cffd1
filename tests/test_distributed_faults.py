"""Proofs over processes that are killed, interrupted, out of disk or out of memory.

Whatever happens, a run that is begun again on the same store ends with the value and a certificate,
does not repeat what was finished, and leaves no process behind.
"""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from faulty_jobs import fail_unreadably, have_no_more_memory, stop_halfway

import inarow
from inarow import Game
from inarow.distributed import Goal, processes, solve
from inarow.distributed.job import settle
from inarow.distributed.log import read_log
from inarow.distributed.processes import local_processes
from inarow.distributed.proof import Ended
from inarow.distributed.question import question_of
from inarow.errors import DistributedError, InvalidOptionError, StoreWarning
from inarow.store import Store
from inarow.store_verify import verify

PATIENCE = 120.0
"""Seconds for what takes one or two."""

SLOTS = 2

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"
)


class Run:
    """A run of `proof_run.py`, in a process group of its own."""

    def __init__(self, game: tuple[int, int, int], budget: int, folder: Path, number: int) -> None:
        self.log = folder / f"log{number}"
        self.store, self.certificate = folder / "answers.store", folder / "certificate"
        numbers = [str(number) for number in (*game, budget)]
        files = [str(path) for path in (self.store, self.log, self.certificate)]
        script = str(Path(__file__).with_name("proof_run.py"))
        self.process = subprocess.Popen(
            [sys.executable, script, *numbers, *files],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def members(self) -> dict[int, int]:
        """The living processes of the group, each with its parent."""
        found = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it ended just now
                state, parent, group = path.read_text().rpartition(")")[2].split()[:3]
                if int(group) == self.process.pid and state not in "ZX":
                    found[int(path.parent.name)] = int(parent)
        return found

    def workers(self) -> list[int]:
        return [pid for pid, parent in self.members().items() if parent == self.process.pid]

    def jobs(self) -> int:
        """How many jobs have ended."""
        return self.log.read_bytes().count(b'"kind":"job"') if self.log.exists() else 0

    def wait_for_jobs(self, count: int) -> bool:
        """Wait until so many jobs have ended, or the run has: does it run?"""
        until = monotonic() + PATIENCE
        while self.process.poll() is None:
            if self.jobs() >= count:
                return True
            assert monotonic() < until, "nothing happens"
            sleep(0.005)
        return False

    def end(self) -> tuple[int, str, str]:
        """Wait for the end of it, and of all its processes: status and output."""
        out, err = self.process.communicate(timeout=PATIENCE)
        until = monotonic() + 20
        while left := self.members():
            assert monotonic() < until, f"processes are left behind: {left}"
            sleep(0.02)
        return self.process.returncode, out, err

    def kill_group(self, number: int) -> None:
        """Send a signal to all processes; the run may have ended just now."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


def kill_worker(run: Run, rng: random.Random) -> None:
    for worker in rng.sample(run.workers(), min(1, len(run.workers()))):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def kill_parent(run: Run, _: random.Random) -> None:
    run.process.kill()


def kill_all(run: Run, _: random.Random) -> None:
    run.kill_group(signal.SIGKILL)


def interrupt(run: Run, rng: random.Random) -> None:
    """Ctrl-C in a terminal goes to the whole group; `kill -INT` to one process."""
    if rng.random() < 0.5:
        run.kill_group(signal.SIGINT)
    else:
        run.process.send_signal(signal.SIGINT)


FAULTS = {
    "worker": kill_worker,
    "parent": kill_parent,
    "all": kill_all,
    "interrupt": interrupt,
}


def check_faulty(seed: int, faults: list[str], game: tuple[int, int, int], folder: Path) -> None:
    """Run until the proof is complete, with faults at random moments on the way."""
    rng = random.Random(seed)
    budget = 64 if game == (7, 7, 5) else 2048
    finished: set[tuple[object, int]] = set()
    for number in range(20):
        run = Run(game, budget, folder, number)
        fault = rng.choice(faults) if number < 3 else None
        moment, pause = rng.randrange(1, 20), rng.random() * 0.1
        try:
            if fault is not None and run.wait_for_jobs(moment):
                sleep(pause)
                FAULTS[fault](run, rng)
            status, out, err = run.end()
        finally:
            run.kill_group(signal.SIGKILL)
        if run.log.exists():
            done = [(job.question, job.budget) for job in read_log(run.log)]
            again = finished.intersection(done)
            assert not again, f"seed {seed}: {len(again)} jobs were done again"
            # What ended last may not have been on the disk when the run was killed.
            finished.update(done if status == 0 else done[:-SLOTS])
        if out == "0\n":  # what happens after that comes too late
            assert status == 0 or fault in ("parent", "all", "interrupt"), (seed, fault, status)
            assert not err or fault in ("worker", "interrupt"), err
            break
        assert fault in ("parent", "all", "interrupt"), (seed, fault, status, err)
        assert status in (-signal.SIGKILL, 130, -signal.SIGINT), (seed, fault, status, err)
        if fault == "interrupt":
            assert not err, err
    assert inarow.check(folder / "certificate").verified
    verified = verify(folder / "answers.store", sample=5, seed=seed)
    assert verified.rows and not verified.problems, verified


@pytest.mark.parametrize("fault", FAULTS)
def test_a_run_with_faults(fault: str, tmp_path: Path) -> None:
    check_faulty(1, [fault], (7, 7, 5), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_many_runs_with_faults(seed: int, tmp_path: Path) -> None:
    game = (8, 7, 5) if seed % 4 == 0 else (7, 7, 5)
    check_faulty(seed, list(FAULTS), game, tmp_path)


# --- the disk -------------------------------------------------------------------------------------


def check_full_disk(store: Store, make_room: Callable[[], object], certificate: Path) -> None:
    """The disk of a store fills during a run; the next one goes on from what was kept."""
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
                listener=jobs.append,
            ).value
            counts.append(len(jobs))
            return value

        with pytest.warns(StoreWarning, match="answers are not kept: .* cannot be written") as told:
            assert prove(certificate) == 0
        assert len(told) == 1
        assert inarow.check(certificate).verified
        kept = store.stats().answers
        assert kept
        make_room()
        assert prove(certificate) == 0
        assert store.stats().answers > kept
        assert inarow.check(certificate).verified
        assert prove(None) == 0
    assert counts[-1] == 0
    verified = verify(store.path)
    assert verified.rows and not verified.problems, verified


def test_a_store_that_may_grow_no_more(tmp_path: Path) -> None:
    store = Store(tmp_path / "answers.store")
    limit = store._file.connection.execute
    limit("PRAGMA max_page_count = 5")
    check_full_disk(
        store, lambda: limit("PRAGMA max_page_count = 100000"), tmp_path / "certificate"
    )


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a file system")
def test_a_disk_that_fills(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        more = ["mount", "-o", "remount,size=64m", str(disk)]
        store = Store(disk / "answers.store")
        check_full_disk(store, lambda: subprocess.run(more, check=True), tmp_path / "certificate")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


# --- memory ---------------------------------------------------------------------------------------


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


# --- executors ------------------------------------------------------------------------------------


class Losing(Executor):
    """Cancels every job, or refuses it; of `shutdown` it knows no more than there has to be."""

    def __init__(self, refuses: bool) -> None:
        self._refuses, self.is_shut = refuses, False

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._refuses:
            raise RuntimeError("no connection")
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]
        self.is_shut = True


def test_an_executor_that_loses_every_job() -> None:
    with pytest.raises(DistributedError, match="the executor loses every job: it was cancelled"):
        solve(Game(7, 7, 5).start(), executor=Losing(False), workers=2)


def test_an_executor_that_takes_no_job() -> None:
    with pytest.raises(DistributedError, match="the executor broke: no connection"):
        solve(Game(7, 7, 5).start(), executor=Losing(True), workers=2)


def test_an_executor_that_takes_no_job_is_replaced() -> None:
    with ThreadPoolExecutor(1) as threads:
        refusing = Losing(True)
        executors: list[Executor] = [threads, refusing]
        position = Game(6, 6, 5).start()
        assert solve(position, executor=lambda: executors.pop(), workers=2).value == 0
        assert refusing.is_shut and not executors


def test_no_executor_can_be_had_again() -> None:
    executors = [Losing(True)]
    with pytest.raises(DistributedError, match="no executor can be had again: pop from empty list"):
        solve(Game(7, 7, 5).start(), executor=lambda: executors.pop(), workers=2)
    with pytest.raises(InvalidOptionError, match="processes cannot be had"):
        solve(Game(7, 7, 5).start(), workers=1 << 40)


# --- processes of this machine --------------------------------------------------------------------


def workers_of(executor: Executor) -> list[subprocess.Popen[bytes]]:
    return [worker.process for worker in executor.crew.workers]  # type: ignore[attr-defined]


def hours_of_work(executor: Executor) -> Future[Any]:
    """A job that does not end, and has begun."""
    hours = executor.submit(settle, question_of(Game(9, 9, 5).start(), "O", Goal.STOP))
    until = monotonic() + PATIENCE
    while not hours.running() or not workers_of(executor):
        assert monotonic() < until
        sleep(0.01)
    return hours


def test_a_worker_killed_while_it_sends() -> None:
    """It costs its job. The other goes on, the next job has a process, and all come to an end."""
    with local_processes(2) as executor:
        hours = hours_of_work(executor)
        (other,) = workers_of(executor)
        for _ in range(3):
            with pytest.raises(CancelledError, match="the process has ended"):
                executor.submit(stop_halfway).result(timeout=PATIENCE)
            assert executor.submit(os.getpid).result(timeout=PATIENCE) != other.pid
        assert hours.running() and other.poll() is None
    with pytest.raises(CancelledError):
        hours.result()


def test_a_worker_killed_while_it_waits() -> None:
    with local_processes(1) as executor:
        first = executor.submit(os.getpid).result()
        os.kill(first, signal.SIGKILL)
        with pytest.raises(CancelledError, match="the process has ended"):
            executor.submit(os.getpid).result(timeout=PATIENCE)
        assert executor.submit(os.getpid).result(timeout=PATIENCE) != first


def test_no_process_can_be_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EAGAIN, "no more of them")

    with local_processes(1) as executor:
        with monkeypatch.context() as patch:
            patch.setattr(processes, "_Worker", refused)
            with pytest.raises(CancelledError, match="no process can be had"):
                executor.submit(os.getpid).result(timeout=PATIENCE)
        assert executor.submit(os.getpid).result(timeout=PATIENCE)


@pytest.mark.parametrize("given", [False, True], ids=["script", "stdin"])
def test_a_program_without_a_guard(given: bool, tmp_path: Path) -> None:
    """Workers do not import who calls; what jobs print does not get between the answers."""
    program = """
import inarow
from inarow.distributed import solve
from inarow.distributed.processes import local_processes
print(solve(inarow.Game(7, 7, 5).start(), workers=2, budget=256).value)
with local_processes(1) as executor:
    print(executor.submit(print, "from a worker").result())
"""
    script = tmp_path / "program.py"
    script.write_text(program)
    run = subprocess.run(
        [sys.executable, "-" if given else str(script)],
        input=program if given else "",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert (run.stdout, run.returncode) == ("0\nNone\n", 0), run
    assert run.stderr == "from a worker\n"


TWO_WORKERS = """
import inarow
from inarow.distributed import solve
print(solve(inarow.Game(7, 7, 5).start(), workers=2, budget=256).value)
"""


def test_interpreters_that_print_as_they_begin(tmp_path: Path) -> None:
    """What is printed before there are jobs is no answer to them."""
    (tmp_path / "sitecustomize.py").write_text("print('good morning')")
    run = subprocess.run(
        [sys.executable, "-c", TWO_WORKERS],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    lines = run.stdout.splitlines()
    assert (lines.count("0"), set(lines), run.returncode) == (1, {"good morning", "0"}, 0), run


@pytest.mark.parametrize("closed", ["0", "1", "2", "01", "02", "12", "012"])
def test_closed_descriptors(closed: str, tmp_path: Path) -> None:
    """Those of sockets are none that jobs may write to."""
    program = """
import os, sys
from inarow.distributed.processes import local_processes
with local_processes(1) as executor:
    said = executor.submit(os.system, "echo hello; echo hello >&2").result(timeout=60)
    open(sys.argv[1], "w").write(str((said, executor.submit(abs, -1).result(timeout=60))))
"""
    arguments = [sys.executable, "-c", program, str(tmp_path / "result")]
    close = " ".join(f"{descriptor}>&-" for descriptor in closed)
    subprocess.run(["sh", "-c", f'exec "$@" {close}', "sh", *arguments], timeout=PATIENCE)
    assert (tmp_path / "result").read_text() == "(0, 1)"


def test_lost_jobs_leave_no_descriptors() -> None:
    with local_processes(1) as executor:
        before = len(os.listdir("/proc/self/fd"))
        lost = [executor.submit(os._exit, 1) for _ in range(5)]
        for future in lost:
            with pytest.raises(CancelledError):
                future.result(timeout=PATIENCE)
        assert len(os.listdir("/proc/self/fd")) <= before


def test_the_end_of_a_worker_whose_copy_lives_on(tmp_path: Path) -> None:
    """It was killed in the middle of a reply: to shut down does not wait for the rest of it."""
    path = tmp_path / "copy"
    executor = local_processes(1)
    half = executor.submit(stop_halfway, path)
    until = monotonic() + PATIENCE
    while not path.exists() or not path.read_text():
        assert monotonic() < until
        sleep(0.01)
    try:
        executor.shutdown()
        with pytest.raises(CancelledError):
            half.result(timeout=PATIENCE)
    finally:
        os.kill(int(path.read_text()), signal.SIGKILL)


def test_a_directory_that_was_removed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    program = f"import os; os.rmdir({str(folder)!r})\n" + TWO_WORKERS
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE,
    )
    assert (run.stdout, run.stderr) == ("0\n", ""), run


@pytest.mark.parametrize("missing", ["frozen", "executable"])
def test_no_interpreter(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, missing, missing == "frozen", raising=False)
    with pytest.raises(InvalidOptionError, match="no Python interpreter"):
        solve(Game(7, 7, 5).start(), workers=2)


def test_fewer_processes_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs wait for those that can be had, until there are none."""
    begin, begun = processes._Worker, []

    def at_most_two(*arguments: Any) -> Any:
        if len(begun) == 2:
            raise OSError(errno.EMFILE, "no more of them")
        begun.append(begin(*arguments))
        return begun[-1]

    monkeypatch.setattr(processes, "_Worker", at_most_two)
    with local_processes(8) as executor:
        position = Game(7, 7, 5).start()
        assert solve(position, executor=executor, workers=8, budget=256).value == 0
        assert len(begun) == 2
        for process in workers_of(executor):
            process.kill()
        lost = [executor.submit(os.getpid) for _ in range(8)]
        for future in lost:
            with pytest.raises(CancelledError, match=r"process has ended|no process can be had"):
                future.result(timeout=PATIENCE)


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt, OSError])
def test_a_call_that_is_broken_off(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reply is never taken for that to the next call."""

    def broken_off(worker: processes._Worker, call: bytes) -> bytes:
        worker._channel.send(call)
        raise error

    with local_processes(1) as executor:
        first = executor.submit(os.getpid).result()
        with monkeypatch.context() as patch:
            patch.setattr(processes._Worker, "ask", broken_off)
            with pytest.raises(CancelledError if error is OSError else error):
                executor.submit(abs, -1).result()
        assert executor.submit(os.getpid).result() != first


def test_what_jobs_raise() -> None:
    with local_processes(1) as executor:
        worker = executor.submit(os.getpid).result()
        with pytest.raises(ZeroDivisionError) as raised:
            executor.submit(divmod, 1, 0).result()
        assert "Traceback" in str(raised.value.__cause__)
        with pytest.raises(RuntimeError, match="Unreadable"):
            executor.submit(fail_unreadably).result()
        with pytest.raises(TypeError, match="pickle"):
            executor.submit(memoryview, b"cannot be sent back").result()
        with pytest.raises(TypeError, match="pickle"):
            executor.submit(len, memoryview(b"cannot be sent")).result()
        with pytest.raises(SystemExit):
            executor.submit(sys.exit, 1).result()
        assert executor.submit(os.getpid).result() == worker


def test_ctrl_c_while_a_process_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not hide the process from those who end it."""
    begin = processes._Worker

    def interrupted(*arguments: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return begin(*arguments)

    monkeypatch.setattr(processes, "_Worker", interrupted)
    with local_processes(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            hours_of_work(executor)
        until = monotonic() + PATIENCE
        while not (workers := workers_of(executor)):
            assert monotonic() < until
            sleep(0.01)
    assert None not in [worker.poll() for worker in workers]


def test_the_end_does_not_wait_for_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does Ctrl-C meanwhile leave a process behind."""
    shutdown = ThreadPoolExecutor.shutdown

    def interrupted(self: Any, wait: bool = True, *, cancel_futures: bool = False) -> None:
        signal.raise_signal(signal.SIGINT)
        shutdown(self, wait, cancel_futures=cancel_futures)

    executor = local_processes(1)
    hours, waiting = hours_of_work(executor), executor.submit(os.getpid)
    (process,) = workers_of(executor)
    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", interrupted)
    with pytest.raises(KeyboardInterrupt):
        executor.shutdown()
    assert process.poll() is not None and hours.done()
    with pytest.raises(CancelledError):
        waiting.result()
    monkeypatch.undo()
    executor.shutdown()  # again, for nothing


def test_an_executor_that_is_dropped() -> None:
    executor = local_processes(1)
    hours = hours_of_work(executor)
    (process,) = workers_of(executor)
    del executor
    with pytest.raises(CancelledError):
        hours.result(timeout=PATIENCE)
    assert process.poll() is not None


def test_the_end_while_outcomes_are_sent() -> None:
    rng = random.Random(5)
    for _ in range(5):
        executor = local_processes(2)
        assert executor.submit(int).result() == 0
        futures = [executor.submit(bytes, 1 << 20) for _ in range(400)]
        sleep(rng.random() * 0.05)
        workers = workers_of(executor)
        executor.shutdown()
        assert None not in [worker.poll() for worker in workers]
        assert all(future.done() for future in futures)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_end_of_one_who_has_forked() -> None:
    """A copy of this process holds on to all of its pipes."""
    executor = local_processes(1)
    hours = hours_of_work(executor)
    copy = os.fork()
    if copy == 0:
        sleep(10 * PATIENCE)
        os._exit(0)
    try:
        executor.shutdown()
        with pytest.raises(CancelledError):
            hours.result(timeout=PATIENCE)
    finally:
        os.kill(copy, signal.SIGKILL)
        os.waitpid(copy, 0)


FORKS = """
import os, time
from inarow.distributed.processes import local_processes
executor = local_processes(2)
jobs = [executor.submit(time.sleep, 600) for _ in range(2)]
while len(executor.crew.workers) < 2:
    time.sleep(0.01)
copy = os.fork()
if copy:
    print(copy, *[worker.process.pid for worker in executor.crew.workers], flush=True)
"""


def test_a_copy_that_ends() -> None:
    """It does not wait for processes that are not its own, nor take them along."""
    program = FORKS + "    os.waitpid(copy, 0)\n    print(not any(job.done() for job in jobs))\n"
    run = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program + "    os._exit(0)\n"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (run.stdout.splitlines()[1:], run.stderr) == (["True"], ""), run


def test_the_copy_of_one_who_was_killed() -> None:
    """It holds on to all sockets; the workers end all the same."""
    program = FORKS + "else:\n    time.sleep(600)\nos.kill(os.getpid(), 9)\n"
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    copy, *workers = map(int, run.stdout.readline().split())
    try:
        run.wait(timeout=PATIENCE)
        until = monotonic() + PATIENCE
        while any(is_alive(worker) for worker in workers):
            assert monotonic() < until
            sleep(0.05)
        assert len(workers) == 2 and is_alive(copy)
    finally:
        os.kill(copy, signal.SIGKILL)
        run.stdout.close()


def is_alive(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    return False
