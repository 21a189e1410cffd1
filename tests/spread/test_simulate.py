"""A proof played again from its log: with one worker as it was, with more sooner, and complete."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from inarow import Game
from inarow.distributed import solve
from inarow.distributed.log import Log, Logged, read_log
from inarow.distributed.simulate import simulate

POSITION = Game(7, 7, 5).start()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[Logged]:
    path = tmp_path_factory.mktemp("log") / "log"
    with path.open("w") as stream, ThreadPoolExecutor(1) as executor:
        listener = Log(stream).job
        assert solve(POSITION, executor=executor, budget=32, listener=listener).value == 0
    return read_log(path)


@pytest.mark.long
def test_one_worker_is_what_was_recorded(log: list[Logged]) -> None:
    found = simulate(POSITION, log, 1)
    assert (found.jobs, found.guessed) == (len(log), 0)
    assert found.seconds == pytest.approx(sum(job.outcome.answer.seconds for job in log))
    assert found.busy == pytest.approx(1.0)
    slower = simulate(POSITION, log, 1, latency=0.5, cold=2.0)
    assert slower.seconds == pytest.approx(2 * found.seconds + 0.5 * len(log))


@pytest.mark.long
def test_more_workers(log: list[Logged]) -> None:
    assert len(log) > 20
    one, two, many = (simulate(POSITION, log, count) for count in (1, 2, 64))
    assert one.seconds / 2 <= two.seconds < one.seconds
    assert many.seconds < two.seconds
    assert many.jobs > one.jobs and many.guessed > 0  # which one worker would not have done
    assert many == simulate(POSITION, log, 64)


def test_the_log_of_a_part_of_a_proof(log: list[Logged]) -> None:
    part = simulate(POSITION, log[: len(log) // 2], 4)
    assert part.guessed > 0 and part.seconds > 0
