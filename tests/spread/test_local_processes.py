"""The processes of this machine that do jobs: they end, and are ended, in any way."""

from __future__ import annotations

import errno
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from proof_run import PATIENCE, wait_until
from worker_jobs import fail_unreadably, stop_halfway

from inarow import Game
from inarow.distributed import Goal, solve, workers
from inarow.distributed.job import settle
from inarow.distributed.local import processes
from inarow.distributed.local.processes import local_processes
from inarow.distributed.question import question_of
from inarow.model.errors import InvalidOptionError

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"),
]


def run(*command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """What a process says that is begun with these arguments."""
    options = {"capture_output": True, "text": True, "timeout": PATIENCE, **options}
    return subprocess.run(command, **options)


def workers_of(executor: Executor) -> list[subprocess.Popen[bytes]]:
    return [worker.process for worker in executor.crew.workers]  # type: ignore[attr-defined]


def hours_of_work(executor: Executor) -> Future[Any]:
    """A job that does not end, and has begun."""
    hours = executor.submit(settle, question_of(Game(9, 9, 5).start(), "O", Goal.STOP))
    wait_until(lambda: hours.running() and workers_of(executor))
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


def test_a_thread_that_is_not_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that it would have watched is ended."""
    begun: list[subprocess.Popen[bytes]] = []

    def refused(watcher: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    def begin(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun.append(popen(*args, **options))
        return begun[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(OSError, match="new thread"):  # which the crew takes for no process
        processes._Worker(None)
    assert [process.returncode is not None for process in begun] == [True]


@pytest.mark.parametrize("given", [False, True], ids=["script", "stdin"])
def test_a_program_without_a_guard(given: bool, tmp_path: Path) -> None:
    """Workers do not import who calls; what jobs print does not get between the answers."""
    program = """
import inarow
from inarow.distributed import solve
from inarow.distributed.local.processes import local_processes
print(solve(inarow.Game(7, 7, 5).start(), workers=2, budget=256).value)
with local_processes(1) as executor:
    print(executor.submit(print, "from a worker").result())
"""
    script = tmp_path / "program.py"
    script.write_text(program)
    done = run(
        sys.executable,
        "-" if given else str(script),
        input=program if given else "",
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert (done.stdout, done.returncode) == ("0\nNone\n", 0), done
    assert done.stderr == "from a worker\n"


TWO_WORKERS = """
import inarow
from inarow.distributed import solve
print(solve(inarow.Game(7, 7, 5).start(), workers=2, budget=256).value)
"""


def test_interpreters_that_print_as_they_begin(tmp_path: Path) -> None:
    """What is printed before there are jobs is no answer to them."""
    (tmp_path / "sitecustomize.py").write_text("print('good morning')")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = run(sys.executable, "-c", TWO_WORKERS, env=environment)
    lines = done.stdout.splitlines()
    assert (lines.count("0"), set(lines), done.returncode) == (1, {"good morning", "0"}, 0), done


@pytest.mark.parametrize("closed", ["0", "1", "2", "01", "02", "12", "012"])
def test_closed_descriptors(closed: str, tmp_path: Path) -> None:
    """Those of sockets are none that jobs may write to."""
    program = """
import os, sys
from inarow.distributed.local.processes import local_processes
with local_processes(1) as executor:
    said = executor.submit(os.system, "echo hello; echo hello >&2").result(timeout=60)
    open(sys.argv[1], "w").write(str((said, executor.submit(abs, -1).result(timeout=60))))
"""
    close = " ".join(f"{descriptor}>&-" for descriptor in closed)
    arguments = [sys.executable, "-c", program, str(tmp_path / "result")]
    run("sh", "-c", f'exec "$@" {close}', "sh", *arguments, capture_output=False)
    assert (tmp_path / "result").read_text() == "(0, 1)"


def test_lost_jobs_leave_no_descriptors() -> None:
    with local_processes(1) as executor:
        before = len(os.listdir("/proc/self/fd"))
        lost = [executor.submit(os._exit, 1) for _ in range(5)]
        for future in lost:
            with pytest.raises(CancelledError):
                future.result(timeout=PATIENCE)
        assert len(os.listdir("/proc/self/fd")) <= before


def test_half_a_reply_whose_other_half_never_comes(tmp_path: Path) -> None:
    """A copy of the worker that was killed holds on to the socket."""
    path = tmp_path / "copy"
    with local_processes(1) as executor:
        try:
            with pytest.raises(CancelledError, match="the process has ended"):
                executor.submit(stop_halfway, path).result(timeout=PATIENCE)
        finally:
            os.kill(int(path.read_text()), signal.SIGKILL)
        assert executor.submit(abs, -1).result(timeout=PATIENCE) == 1


def test_a_signal_for_broken_pipes() -> None:
    """Where it ends a process, a worker that was killed does not take its parent along."""
    program = """
import os, signal
from inarow.distributed.local.processes import local_processes
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
with local_processes(1) as executor:
    worker = executor.submit(os.getpid).result()
    os.kill(worker, signal.SIGKILL)
    executor.crew.workers[0].process.wait()
    print(type(executor.submit(abs, -1).exception()).__name__)
"""
    done = run(sys.executable, "-c", program)
    assert (done.stdout, done.returncode) == ("CancelledError\n", 0), done


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_nobody_forks_while_a_process_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy would hold on to the pipe by which the process tells that it has begun."""
    begin, begun, copies = subprocess.Popen, threading.Event(), []

    def slowly(*arguments: Any, **named: Any) -> Any:
        begun.set()
        sleep(0.3)
        assert not copies
        return begin(*arguments, **named)

    def fork() -> None:
        begun.wait()
        copy = os.fork()
        if copy == 0:
            os._exit(0)
        copies.append(copy)

    monkeypatch.setattr(subprocess, "Popen", slowly)
    forking = threading.Thread(target=fork)
    forking.start()
    with local_processes(1) as executor:
        assert executor.submit(abs, -1).result(timeout=PATIENCE) == 1
    forking.join()
    (copy,) = copies
    assert os.waitpid(copy, 0) == (copy, 0)


def test_ctrl_c_while_outcomes_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the standard library has let go of its locks."""
    wait, waited = workers.wait, []

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        waited.append(wait(*arguments))
        return waited[-1]

    monkeypatch.setattr(workers, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(Game(9, 9, 5).start(), workers=2)
    assert len(waited) == 1


def test_a_directory_that_was_removed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    program = f"import os; os.rmdir({str(folder)!r})\n" + TWO_WORKERS
    done = run(sys.executable, "-c", program, cwd=folder)
    assert (done.stdout, done.stderr) == ("0\n", ""), done


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
        worker._asked.sendall(pickle.dumps(call))
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
        wait_until(lambda: workers_of(executor))
        begun = workers_of(executor)
    assert None not in [worker.poll() for worker in begun]


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
        begun = workers_of(executor)
        executor.shutdown()
        assert None not in [worker.poll() for worker in begun]
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
from inarow.distributed.local.processes import local_processes
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
    program += "    os._exit(0)\n"
    done = run(sys.executable, "-W", "ignore::DeprecationWarning", "-c", program)
    assert (done.stdout.splitlines()[1:], done.stderr) == (["True"], ""), done


def test_the_copy_of_one_who_was_killed() -> None:
    """It holds on to all sockets; the workers end all the same."""
    program = FORKS + "else:\n    time.sleep(600)\nos.kill(os.getpid(), 9)\n"
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    copy, *begun = map(int, parent.stdout.readline().split())
    try:
        parent.wait(timeout=PATIENCE)
        wait_until(lambda: not any(map(is_alive, begun)))
        assert len(begun) == 2 and is_alive(copy)
    finally:
        os.kill(copy, signal.SIGKILL)
        parent.stdout.close()


def is_alive(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    return False
