"""Some cases of `fuzz.py`, which runs for as long as one likes."""

import shutil

import fuzz
import pytest

compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler of C")


@pytest.mark.parametrize(
    ("kind", "cases", "least"),
    [
        *[("strong", 10, 500), ("weak", 4, 40), ("contested", 4, 40), ("exact", 2, 100)],
        pytest.param("readers", 500, 75, marks=pytest.mark.long),
        pytest.param("checkers", 5, 30, marks=[pytest.mark.processes, compiled]),
        pytest.param("strong", 500, 40_000, marks=pytest.mark.long),
        pytest.param("weak", 400, 4_000, marks=pytest.mark.long),
        pytest.param("contested", 200, 2_000, marks=pytest.mark.long),
        pytest.param("exact", 150, 10_000, marks=pytest.mark.long),
        pytest.param("distributed", 50, 120, marks=pytest.mark.processes),
    ],
)
def test_random_cases(kind: str, cases: int, least: int) -> None:
    done, answers = fuzz.run(0, cases=cases, case=fuzz.KINDS[kind])
    assert done == cases
    assert answers > least
