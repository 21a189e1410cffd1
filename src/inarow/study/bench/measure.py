"""What every measurement needs: a row for its result, a clock, and the machine it ran on."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from time import perf_counter

import numpy as np


@dataclass(frozen=True)
class Figure:
    """One measured figure. It exists only if the answer behind it was checked first."""

    name: str
    value: float
    unit: str
    detail: str = ""

    @property
    def figure(self) -> str:
        """The value to three digits, with its unit.

        >>> Figure("", 1234567.8, "games/s").figure, Figure("", 0.012345, "s").figure
        ('1,230,000 games/s', '0.0123 s')
        """
        if abs(self.value) < 1000:
            return f"{self.value:.3g} {self.unit}"
        return f"{int(float(f'{self.value:.3g}')):,} {self.unit}"


def check(holds: bool, complaint: str) -> None:
    """Raise `AssertionError` unless `holds`: unlike ``assert``, under ``python -O`` too."""
    if not holds:
        raise AssertionError(complaint)


def median_seconds(
    action: Callable[[], object], budget: float, least: int = 3, most: int = 1001
) -> float:
    """The median time of an action, over as many calls as fit into `budget` seconds.

    The median, because on a machine with other work a mean measures the other work.
    """
    times: list[float] = []
    while len(times) < least or (sum(times) < budget and len(times) < most):
        started = perf_counter()
        action()
        times.append(perf_counter() - started)
    return median(times)


def median_pair(
    ours: Callable[[], object], theirs: Callable[[], object], budget: float
) -> tuple[float, float]:
    """The median times of two actions for a ratio, the first expected to be the quicker one.

    They take turns, and the quick one is repeated until it takes as long as the slow one: other
    work on the machine, which interrupts long actions more often, then falls on both alike.
    """
    once = median_seconds(theirs, 0, least=1)
    calls = max(1, round(once / median_seconds(ours, 0)))

    def burst() -> None:
        for _ in range(calls):
            ours()

    fast: list[float] = []
    slow: list[float] = []
    while len(slow) < 3 or sum(slow) < budget:
        fast.append(median_seconds(burst, 0, least=1) / calls)
        slow.append(median_seconds(theirs, 0, least=1))
    return median(fast), median(slow)


def time_row(name: str, seconds: float, detail: str = "") -> Figure:
    """A row for a time, in the unit that gives it digits before the point."""
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if seconds * scale >= 1:
            return Figure(name, seconds * scale, unit, detail)
    return Figure(name, seconds * 1e6, "us", detail)


def machine() -> str:
    """One line: processor, cores, system, Python, numpy and the package.

    The options of the compiler are no part of it: a binary does not tell them.
    """
    return ", ".join(
        [
            _processor(),
            f"{os.cpu_count()} cores",
            f"{platform.system()} {platform.machine()}",
            f"{platform.python_implementation()} {platform.python_version()}",
            f"numpy {np.__version__}",
            f"inarow {version('inarow')}",
        ]
    )


def _processor() -> str:
    """The name of the processor, where the system tells; else its architecture."""
    if sys.platform == "linux":
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as lines:
                for line in lines:
                    key, _, name = line.partition(":")
                    if key.strip() == "model name":
                        return name.strip()
        except OSError:
            pass
    return platform.processor() or platform.machine() or "unknown processor"
