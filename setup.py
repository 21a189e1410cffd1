"""Build the Cython core: one extension per board width, all from the same search source, and three
more: the table of rules, the counts of positions, and pairings of any number of lines. The second
checker of certificates is in C, and has an extension beside the core.

``INAROW_NATIVE=1`` compiles for the processor at hand (faster, not portable).
``INAROW_SANITIZE=1`` builds with the address and undefined-behaviour sanitizers.
"""

import os
import platform
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

WIDTHS = ("kernel40", "kernel64", "kernel128", "kernel256", "kernel400")
MODULES = (*WIDTHS, "rules", "counts", "pairings")

# Every width is a module of its own, so they are translated and compiled side by side.
JOBS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

if sys.platform == "win32":
    compile_args, link_args = ["/O2"], []
else:
    # -g0: without debug data, a third of the time and nine tenths of the size.
    compile_args, link_args = ["-O3", "-g0", "-fno-strict-aliasing"], []
    # The search is deep, and a thread may have a small stack: what is called once, before moves
    # are searched, must not take its room in the frame of the function that searches them.
    compile_args += ["-fno-inline-functions-called-once"]
    # Clang knows no such bound. Without it the loops over pairings are called, for 3 % of the time.
    if "clang" not in os.environ.get("CC", "") and sys.platform != "darwin":
        compile_args += ["--param=max-inline-insns-single=600"]
    # The search counts bits all the time; NumPy's wheels ask for the same processors and more.
    if platform.machine().lower() in ("x86_64", "amd64"):
        compile_args += ["-mpopcnt"]
    if os.environ.get("INAROW_NATIVE"):
        compile_args += ["-march=native"]
    if os.environ.get("INAROW_SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"]
        compile_args, link_args = compile_args + checks, checks[:1]

options = {"extra_compile_args": compile_args, "extra_link_args": link_args}
extensions = [
    *(Extension(f"inarow._core.{m}", [f"pyx/inarow/_core/{m}.pyx"], **options) for m in MODULES),
    Extension(
        "inarow._check",
        ["pyx/inarow/_check.pyx"],
        depends=["pyx/inarow/check.c"],
        include_dirs=["pyx/inarow"],
        **options,
    ),
]

setup(
    options={"build_ext": {"parallel": JOBS}},
    ext_modules=cythonize(
        extensions,
        include_path=["pyx"],
        build_dir="build/cython",
        nthreads=JOBS,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "embedsignature": True,
            "auto_pickle": False,
            "autotestdict": False,
            "freethreading_compatible": True,
        },
    ),
)
