"""One build, one profile: refuse a stale core, and never let the clock decide a test."""

from __future__ import annotations

import signal
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers import sources_of, stale_modules
from hypothesis import settings

settings.register_profile("inarow", deadline=None)
settings.load_profile("inarow")


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
    for name in MODULES:
        spec = find_spec(f"inarow._core.{name}")
        if spec is None or spec.origin is None:
            pytest.exit(f"inarow._core.{name} has not been built", returncode=3)
        stale += stale_modules([Path(spec.origin)], sources_of(name, root / "pyx"))
    if stale:
        pytest.exit(f"older than pyx/: {', '.join(stale)}; build the core again", returncode=3)
