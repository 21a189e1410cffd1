"""The signature is the recorded one, on every width; it says so when a value is wrong."""

from pathlib import Path
from typing import Any

import pytest
from cli import Run, runs

import inarow.solver.signature as module
from inarow._core import WIDTHS, make_kernel
from inarow.solver.signature import Signature, signature

# What `inarow signature` prints. A change here means that the search walks another tree: the
# commit that makes it must say which change did it and why that is wanted.
SIGNATURE = Signature(nodes=356_562, digest="61122a60")

run = runs("signature")


@pytest.mark.long
@pytest.mark.parametrize("width", [None, *WIDTHS])
def test_signature_is_the_recorded_one_on_every_width(width: int | None) -> None:
    assert signature(width) == SIGNATURE


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "benchmarks/results/bench.md"])
def test_pages_have_the_recorded_signature(page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    assert f"{SIGNATURE.nodes} nodes, digest {SIGNATURE.digest}" in text


def test_signature_refuses_other_widths() -> None:
    widths = ", ".join(map(str, WIDTHS))
    with pytest.raises(ValueError, match=f"width must be one of {widths}, not 100"):
        signature(100)


class WrongKernel:
    """A kernel that is wrong about values, or only about nodes."""

    def __init__(self, kernel: Any, about_values: bool) -> None:
        self._kernel = kernel
        self._about_values = about_values

    def solve(self, *given: Any) -> tuple[Any, ...]:
        lower, upper, *rest, nodes = self._kernel.solve(*given)
        if self._about_values:
            return (1 - lower, 1 - upper, *rest, nodes)
        return (lower, upper, *rest, nodes + 1)


@pytest.mark.long
def test_signature_checks_values_and_counts_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(about_values: bool) -> None:
        monkeypatch.setattr(
            module,
            "make_kernel",
            lambda *given, **named: WrongKernel(make_kernel(*given, **named), about_values),
        )

    lie(about_values=True)
    with pytest.raises(AssertionError, match="value"):
        signature()
    lie(about_values=False)
    found = signature()
    assert found.nodes > SIGNATURE.nodes and found.digest != SIGNATURE.digest


def test_the_command(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "signature", lambda: Signature(1234, "0000abcd"))
    assert run().out == "signature: 1234 nodes, digest 0000abcd\n"
    assert run("--json").record == {"nodes": 1234, "digest": "0000abcd"}
