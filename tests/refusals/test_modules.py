"""Every module can be the first that is imported, each in a new process."""

import os
import pkgutil
import subprocess
import sys

import pytest

import inarow

ONE_BY_ONE = """
import importlib, os, sys
import numpy, typer, rich.console  # what takes long and is not ours
assert not any(name.startswith("inarow") for name in sys.modules)
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process for each would take minutes")
def test_every_module_imports_alone() -> None:
    found = pkgutil.walk_packages(inarow.__path__, "inarow.")
    names = [module.name for module in found if not module.name.endswith("__main__")]
    assert len(names) > 150 and "inarow.store" in names
    ran = subprocess.run([sys.executable, "-c", ONE_BY_ONE, *names], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.processes
@pytest.mark.long
def test_importing_brings_little() -> None:
    """What few programs need is imported when it is asked for."""
    tell = "import sys, numpy; had = {*sys.modules}; import inarow; print(*{*sys.modules} - had)"
    ran = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True)
    brought = {*ran.stdout.split()}
    rooms = {name.split(".")[1] for name in brought if name.startswith("inarow.")}
    assert rooms == {"_check", "_core", "check", "model", "solver"}
    assert not brought & {"concurrent.futures", "gzip", "lzma"}
    assert not brought & {"importlib.metadata", "pathlib", "random"}
    assert not brought & {"inarow._core.kernel40", "inarow.solver.counts", "logging", "tempfile"}
