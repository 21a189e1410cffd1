"""Programs beside the package, as modules: the examples of the documents, the benchmarks."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@contextmanager
def script(path: str) -> Iterator[ModuleType]:
    """The program at this path below the root, while the block runs."""
    spec = spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.modules.pop(spec.name, None)


def loaded(path: str) -> Any:
    """A fixture for the module that calls it: the program at this path."""

    @pytest.fixture(scope="module")
    def module() -> Iterator[ModuleType]:
        with script(path) as program:
            yield program

    return module
