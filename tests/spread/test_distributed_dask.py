"""Proofs over a Dask cluster: workers killed, the cluster restarted, no scheduler."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import inarow
from inarow import Game
from inarow.apps import cli
from inarow.apps.cli import spread
from inarow.distributed import solve
from inarow.distributed.dask import DaskExecutor
from inarow.distributed.proof import Ended
from inarow.distributed.store.store import Store
from inarow.model.errors import DistributedError

distributed, dask = pytest.importorskip("distributed"), pytest.importorskip("dask")

pytestmark = pytest.mark.cluster

POSITION = Game(7, 7, 5).start()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2,
            processes=True,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def prove(
    executor: Executor | Callable[[], Executor], **options: Any
) -> tuple[int | None, list[Ended]]:
    """The value of the empty board, in small jobs, and these."""
    jobs: list[Ended] = []
    upset = options.pop("upset", None)

    def listen(ended: Ended) -> None:
        jobs.append(ended)
        if len(jobs) == 4 and upset is not None:
            upset()

    found = solve(POSITION, executor=executor, workers=2, budget=64, listener=listen, **options)
    return found.value, jobs


def test_value_and_certificate(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    value, jobs = prove(client.get_executor(), certificate=path)
    assert value == 0 and len(jobs) > 1
    assert inarow.check(path).verified


def test_jobs_end_when_the_time_is_over(client: Any) -> None:
    """Jobs of hours: the workers are free again soon after."""
    start = Game(9, 9, 5).start()
    executor = client.get_executor()
    assert solve(start, executor=executor, workers=2, budget=1 << 50, seconds=1).value is None
    free = [client.submit(abs, -1, workers=[name], pure=False) for name in client.nthreads()]
    assert [future.result(timeout=60) for future in free] == [1, 1]


def test_a_worker_is_killed(client: Any) -> None:
    def kill() -> None:
        pids = client.run(os.getpid)
        os.kill(min(pids.values()), signal.SIGKILL)

    assert prove(client.get_executor(), upset=kill)[0] == 0
    client.wait_for_workers(2)


def test_the_cluster_is_restarted(client: Any) -> None:
    """What was out is lost, and done again. The proof waits for the restart, however long."""
    executor = DaskExecutor(client)
    held = []

    def restart() -> None:
        held.append(executor.submit(time.sleep, 3600))
        client.restart(timeout=600)

    value, jobs = prove(executor, upset=restart)
    assert value == 0
    assert isinstance(held[0].exception(timeout=60), CancelledError)
    assert all(ended.done.lost for ended in jobs if ended.done.outcome is None)


def test_jobs_that_raise_are_done_again_when_asked_for_again(client: Any, tmp_path: Path) -> None:
    calls = tmp_path / "calls"

    def fail() -> None:
        with calls.open("a") as file:
            file.write(".")
        raise ValueError("no luck")

    executor = DaskExecutor(client)
    for _ in range(3):
        with pytest.raises(ValueError, match="no luck"):
            executor.submit(fail).result(timeout=60)
    assert calls.read_text() == "..."


@pytest.mark.slow
def test_a_job_that_kills_its_workers_ends_the_proof() -> None:
    """A worker that is lost is nobody's fault, but not so time and again by the same job."""

    class Deadly(DaskExecutor):
        def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
            return super().submit(os._exit, 1)

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as deadly,
        distributed.Client(deadly) as client,
        pytest.raises(DistributedError, match="a job failed 3 times: KilledWorker"),
    ):
        prove(Deadly(client))


# --- the command ----------------------------------------------------------------------------------


def test_the_command(client: Any, tmp_path: Path) -> None:
    store = str(tmp_path / "answers.store")
    command = [sys.executable, "-m", "inarow", "solve", "7", "7", "5", "--json", "--store", store]
    done = subprocess.run(
        [*command, "--scheduler", client.scheduler.address],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["value"] == 0
    with Store(store, read_only=True) as answers:
        assert any(answer.held for _, answer in answers)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:{port}", "tcp://127.0.0.1:1", "nonsense://x", "", "127.0.0.1:x"]
)
def test_what_is_no_scheduler(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port where nobody answers what is said, and addresses that are none."""
    monkeypatch.setattr(spread, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = address.format(port=server.getsockname()[1])
        assert cli.main(["solve", "3", "3", "3", "--scheduler", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no scheduler answers at" in line


# --- a scheduler that is killed -------------------------------------------------------------------


class Cluster:
    """A scheduler and a worker as commands."""

    def __init__(self, stack: ExitStack) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._stack = stack
        self.scheduler = self.begin()

    def begin(self) -> subprocess.Popen[bytes]:
        scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", str(self._port))
        self._run("worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "30")
        return scheduler

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{arguments[0]}", *arguments[1:]]
        process = subprocess.Popen(
            [*command, "--no-dashboard"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def client(self) -> Any:
        client = distributed.Client(self.address, timeout=2)
        self._stack.callback(client.close)
        client.wait_for_workers(1, timeout=60)
        return client


@contextmanager
def cluster() -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack)


@pytest.mark.slow
def test_a_scheduler_that_is_killed_and_begun_again(tmp_path: Path) -> None:
    """A function that connects anew lets the proof go on."""
    with cluster() as commands:
        clients = [connected(commands)]

        def connect() -> Executor:
            if clients[-1].status in ("closing", "closed"):
                commands.begin()
                clients.append(connected(commands))
            return clients[-1].get_executor()  # type: ignore[no-any-return]

        certificate = tmp_path / "certificate"
        assert prove(connect, upset=commands.scheduler.kill, certificate=certificate)[0] == 0
        assert len(clients) == 2
    assert inarow.check(certificate).verified


def connected(commands: Cluster) -> Any:
    """A client, as soon as there is one."""
    for _ in range(30):
        with suppress(OSError):  # it takes a moment
            return commands.client()
    raise AssertionError("no scheduler")
