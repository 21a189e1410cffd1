"""What the tests of pictures and of their commands share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inarow.apps.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: status, standard output, standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        status = main(list(map(str, arguments)))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call
