"""Build the Cython core: one extension per board width and kind of lines, all from the same search
source, and four more: the table of rules, the counts of positions, pairings of any number of lines,
and the nodes of a certificate. The second checker of certificates is in C, and has an extension
beside the core. What Cython adds to each of them is compiled once, as a module that they share.

``INAROW_NATIVE=1`` compiles for the processor at hand (faster, not portable).
``INAROW_SANITIZE=1`` builds with the address and undefined-behaviour sanitizers.
``INAROW_WIDTHS=64,lines64`` builds those kernels alone, `kernel64` and `linesets64`,
``INAROW_QUICK=1`` without most optimization: both are for trying an edit out.
"""

import gc
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from hashlib import blake2b
from pathlib import Path

from Cython.Build import cythonize
from Cython.Utils import file_generated_by_this_cython
from setuptools import Extension, setup

KERNELS = {width: f"kernel{width}" for width in ("40", "64", "128", "256", "400")}
KERNELS |= {f"lines{width}": f"linesets{width}" for width in ("64", "400")}
WIDTHS = tuple(KERNELS)
if chosen := os.environ.get("INAROW_WIDTHS"):
    WIDTHS = tuple(chosen.split(","))
    if not {*WIDTHS} <= {*KERNELS}:
        sys.exit(f"INAROW_WIDTHS={chosen}: the widths are {', '.join(KERNELS)}")
OTHERS = "rules", "counts", "pairings", "nodes"
SHARED = "inarow/_core/shared"
"""What Cython needs for arrays and functions: once for all modules, else each would compile it."""
MODULES = (
    *(f"inarow/_core/{name}" for name in (*map(KERNELS.get, WIDTHS), *OTHERS)),
    "inarow/_check",
    SHARED,
)
HEAVY = {f"inarow/_core/{name}" for name in KERNELS.values() if name.startswith("kernel")}
"""Those of grids lose 5 % of their time or more with -O2, which compiles in two thirds as long."""


def is_clang() -> bool:
    """Is that the compiler, whatever it is called?"""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    try:
        said = subprocess.run([*shlex.split(compiler), "--version"], capture_output=True, text=True)
    except OSError:  # there is none, so nothing will be compiled
        return False
    return "clang" in said.stdout


# Every width is a module of its own, so they are translated and compiled side by side.
JOBS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

if sys.platform == "win32":
    compile_args, link_args = [], []
else:
    # -g0: without debug data, a third of the time and nine tenths of the size. Python asks for all
    # warnings, of which the one about misleading indentation takes a seventh of the time.
    compile_args, link_args = ["-g0", "-Wno-all", "-fno-strict-aliasing"], []
    # The search is deep, and a thread may have a small stack: what is called once, before moves
    # are searched, must not take its room in the frame of the function that searches them.
    compile_args += ["-fno-inline-functions-called-once"]
    # Clang knows no such bound. Without it the loops over pairings are called, for 3 % of the time.
    if not is_clang():
        compile_args += ["--param=max-inline-insns-single=600"]
    # The search counts bits all the time; NumPy's wheels ask for the same processors and more.
    if platform.machine().lower() in ("x86_64", "amd64"):
        compile_args += ["-mpopcnt"]
    if os.environ.get("INAROW_NATIVE"):
        compile_args += ["-march=native"]
    if os.environ.get("INAROW_SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g"]
        compile_args, link_args = compile_args + checks, checks[:1]

PYX, TRANSLATED = Path("pyx"), Path("build/cython/pyx")


def level(name: str) -> list[str]:
    """The option of the compiler that says how much it optimizes."""
    if sys.platform == "win32":
        return ["/O2"]
    if os.environ.get("INAROW_QUICK") or os.environ.get("INAROW_SANITIZE"):
        return ["-O1"]
    return ["-O3" if name in HEAVY else "-O2"]


def source(name: str) -> Path:
    """What a module is translated from; Cython makes up the shared one."""
    return PYX / f"{name}{'.c' if name == SHARED else '.pyx'}"


RECORD = Path("build/cython/translated.json")
"""Of the last translation: a digest of each file, and which modules are of these. Times do not do:
pip builds with a copy of Cython that it has just unpacked, whose files look newer than all that it
made; and an edit that was tried out at one width may have been taken back."""
known, made = json.loads(RECORD.read_text()) if RECORD.exists() else ({}, [])
sources = {
    path.as_posix(): blake2b(path.read_bytes()).hexdigest()
    for path in [Path("setup.py"), *sorted(PYX.rglob("*.*"))]
}
results = [TRANSLATED / f"{name}.c" for name in MODULES]
translated = (
    sources == known
    and {*MODULES} <= {*made}
    and all(result.exists() and file_generated_by_this_cython(str(result)) for result in results)
)
extensions = [
    Extension(
        name.replace("/", "."),
        [str(TRANSLATED / f"{name}.c" if translated else source(name))],
        depends=["pyx/inarow/check.c"] if name == "inarow/_check" else [],
        include_dirs=["pyx/inarow"],
        extra_compile_args=[*level(name), *compile_args],
        extra_link_args=link_args,
    )
    for name in MODULES
]
if not translated:
    if known.get("setup.py") != sources["setup.py"]:  # which holds the directives
        shutil.rmtree(TRANSLATED, ignore_errors=True)
    for path, digest in sources.items():
        if known.get(path, digest) != digest:
            os.utime(path)  # a file that was copied may be older than what was made of the last one
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    RECORD.write_text(json.dumps([sources, []]))  # should this one fail
    gc.disable()  # a quarter of the time: a tree of nodes is all in use until it is written
    extensions = cythonize(
        extensions,
        include_path=["pyx"],
        build_dir="build/cython",
        nthreads=JOBS,
        shared_utility_qualified_name=SHARED.replace("/", "."),
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "binding": False,  # methods of C types alone: no objects in the place of functions
            "embedsignature": True,
            "auto_pickle": False,
            "autotestdict": False,
            "emit_code_comments": False,  # else half of what the compiler has to read
            "freethreading_compatible": True,
        },
    )
    RECORD.write_text(json.dumps([sources, [*{*MODULES, *(made if sources == known else ())}]]))

options = {"build_ext": {"parallel": JOBS}}
# What is compiled otherwise has a folder of its own: no install takes it for the real one.
OTHERWISE = [word for word in ("QUICK", "NATIVE", "SANITIZE") if os.environ.get(f"INAROW_{word}")]
if OTHERWISE:
    options["build"] = {"build_base": f"build/{'-'.join(OTHERWISE).lower()}"}
setup(options=options, ext_modules=extensions)
