"""A check that takes long tells how far it is, and ends on Ctrl-C and where its callback raises."""

import os
from concurrent.futures import ThreadPoolExecutor
from io import BufferedReader, RawIOBase
from pathlib import Path

import pytest
from interrupts import Enough, seconds_after_ctrl_c

from inarow import check
from inarow._check import check_file
from inarow.apps.cli.explain.command import _verdict_on
from inarow.apps.cli.watch import StatusLine, open_book
from inarow.certificate import book

RESULTS = Path(__file__).parents[2] / "benchmarks/results"
LONG = RESULTS / "15-15-5.cert"  # some twelve seconds
SHORT = RESULTS / "qubic.cert"


@pytest.mark.long
def test_ctrl_c_is_heard_at_once() -> None:
    assert seconds_after_ctrl_c(0.5, lambda: check(LONG)) < 0.2


def test_progress_is_told_and_may_end_it() -> None:
    told: list[int] = []
    assert check(SHORT, told.append).verified
    assert len(told) > 3 and told == sorted(told) and 0 < told[-1] <= 8_489

    def enough(nodes: int) -> None:
        if nodes > 1000:
            raise Enough

    with pytest.raises(Enough):
        check(SHORT, enough)


def test_the_line_says_how_much_of_the_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(StatusLine, "show", lambda self, text: shown.append(text))
    assert _verdict_on(str(SHORT), StatusLine(True)).verified
    shares = [float(text.partition(" %")[0]) for text in shown]
    assert shares == sorted(shares) and 0 < shares[0] < 90 < shares[-1] <= 100
    assert shown[-1].endswith(" positions checked")


def test_the_line_says_how_much_of_a_proof_to_play_by_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(StatusLine, "show", lambda self, text: shown.append(text))
    monkeypatch.setattr(book, "Book", lambda path, game, progress: progress(70_000))
    open_book("a proof", None)
    assert shown == ["70.0 k positions read"]


def test_two_threads_check_at_once() -> None:
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(check, [SHORT] * 4))
    assert {*verdicts} == {check(SHORT)}


def test_what_a_file_raises_is_raised() -> None:
    class Broken(RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, into: object) -> int:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        check_file(BufferedReader(Broken()))


def test_memory_is_bounded_by_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda _name: 100)
    verdict = check(SHORT)
    assert not verdict.verified and verdict.reason.startswith("no memory is left for its nodes")
