"""One build, one profile: refuse a stale core, and hold the default run to what it promises.

The default run (`pytest` alone) starts no process and listens at no port: a test that does has the
marker `processes`, `cluster` or `browser`, and is refused without it. Nor does one of its tests
take long: those that took more than `LIMIT` are named at the end.
"""

import os
import re
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import settings
from sources import sources_of, stale_modules

settings.register_profile("inarow", deadline=None)
settings.load_profile("inarow")

LIMIT = 2.0
"""Seconds of processor time: however busy the machine is, the clock decides nothing."""

MAY_START = {"processes", "cluster", "browser"}
MAY_TAKE_LONG = {*MAY_START, "long", "slow"}

STARTS = {"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system", "socket.bind"}
"""Events of the interpreter that a test without such a marker must not cause."""


class Guard:
    """Refuses to start what the test that runs may not start."""

    def __init__(self) -> None:
        self.is_up = False
        self.refused: list[str] = []
        start = BaseProcess.start

        def guarded(process: BaseProcess) -> None:
            self.look("multiprocessing.Process", ())
            start(process)

        BaseProcess.start = guarded  # type: ignore[method-assign]
        sys.addaudithook(self.look)

    def look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.is_up and (event in STARTS or event.startswith("multiprocessing.")):
            self.refused.append(f"{event} {arguments}")
            raise RuntimeError(f"{event} in a test without the marker `processes`")


GUARD = Guard()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file that the default run has no test of: to import Dask takes seconds."""
    is_default = config.option.markexpr == config.getini("addopts")[-1]
    if not is_default or collection_path.suffix != ".py":
        return None
    marked = r"^pytestmark = \[?\s*pytest\.mark\.(processes|cluster|browser)\b"
    found = re.search(marked, collection_path.read_text(encoding="utf-8"), re.M)
    return True if found else None


@pytest.fixture(autouse=True)
def guard(request: pytest.FixtureRequest) -> Iterator[Guard]:
    """Let a test start processes only if a marker says so, whatever it makes of the refusal."""
    marks = {mark.name for mark in request.node.iter_markers()}
    GUARD.is_up = not marks & MAY_START
    GUARD.refused.clear()
    yield GUARD
    GUARD.is_up = False
    assert not GUARD.refused, "the test needs the marker `processes`"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    started = process_time()
    try:
        return (yield)
    finally:
        item.user_properties.append(("processor_seconds", process_time() - started))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests of the default run that are none."""
    for report in terminalreporter.stats.get("passed", []):
        seconds = dict(report.user_properties).get("processor_seconds", 0)
        if seconds > LIMIT and not MAY_TAKE_LONG & report.keywords.keys():
            terminalreporter.line(f"{report.nodeid} takes {seconds:.1f} s: mark it `long`")


def pytest_sessionstart() -> None:
    """Fail at once if a source of the core is newer than the module that would be tested.

    A shell that starts the tests in the background has them ignore Ctrl-C: here it is looked after.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    root = Path(__file__).resolve().parents[1]
    package = find_spec("inarow")
    if package is None or package.origin is None:
        pytest.exit("inarow is not installed", returncode=3)
    if not Path(package.origin).resolve().is_relative_to(root):
        return  # an installed copy: its sources are not the ones beside these tests
    from inarow._core import MODULES

    stale = []
    chosen = os.environ.get("INAROW_WIDTHS", "").split(",")  # as in setup.py
    for name in MODULES:
        width = name.replace("kernel", "").replace("linesets", "lines")
        if chosen != [""] and width[-1].isdigit() and width not in chosen:
            continue
        spec = find_spec(f"inarow._core.{name}")
        if spec is None or spec.origin is None:
            pytest.exit(f"inarow._core.{name} has not been built", returncode=3)
        stale += stale_modules([Path(spec.origin)], sources_of(name, root / "pyx"))
    if stale:
        pytest.exit(f"older than pyx/: {', '.join(stale)}; build the core again", returncode=3)
