"""The command line: what the library answers, for people and, with --json, for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

__all__ = ["main"]

OK, BAD_INPUT, INTERRUPTED = 0, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of this process) and return its exit status.

    0 also for a search that met its limit; 2 for bad input, with one line on standard error;
    130 after Ctrl-C. What is left to raise is a fault of the program.
    """
    try:
        status = _status_of(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:  # closed by whoever started the program
            sys.stdout.flush()  # so that a reader who has gone, or a full disk, is noticed here
    except BrokenPipeError:
        # The reader of a pipe has all it wanted: that is its right and no failure.
        _silence(sys.stdout)
        return OK
    except SystemExit:
        return OK  # so rich ends a help text whose reader has gone
    except OSError as error:
        _silence(sys.stdout)
        reason = error.strerror or str(error)
        return _refuse(reason if error.filename is None else f"{error.filename}: {reason}")
    except KeyboardInterrupt:
        return _refuse("interrupted", INTERRUPTED)
    return status


def _status_of(arguments: Sequence[str]) -> int:
    # Nothing heavy is imported before Ctrl-C is looked after.
    import typer

    from inarow.apps.cli.app import command
    from inarow.apps.cli.watch import warnings_in_a_line
    from inarow.model.errors import InarowError

    if "_INAROW_COMPLETE" in os.environ:  # a shell asks how a command line may go on
        command(prog_name="inarow")
    words = list(arguments) or ["--help"]
    try:
        # Not `app()`: it frames its errors in boxes, and swallows Ctrl-C and broken pipes.
        with warnings_in_a_line(), command.make_context("inarow", words) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.TyperException as error:
        return _refuse(_usage(error))
    except InarowError as error:
        return _refuse(_as_options(str(error)))
    except MemoryError:
        return _refuse("not enough memory")
    return OK


def _usage(error: Exception) -> str:
    """What is wrong with the arguments, and where to read more."""
    message = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    path = "inarow" if context is None else context.command_path
    if any(f"'{name}'" in message for name in "MNK"):  # 3x3 3, say, or 3,3,3
        message = (
            f"{message.rstrip('.')}: a game is three numbers, as in '{path} 3 3 3', or --board"
        )
    return f"{message.rstrip('.')} (try '{path} --help')"


def _as_options(message: str) -> str:
    """The library names its parameters; here they are options."""
    for parameter, option in (
        ("strict=False", "--loose"),
        ("turn='X'", "--turn X"),
        ("turn='O'", "--turn O"),
        ("symmetry=True", "--symmetry"),
        ("limit=", "--limit "),
        ("overwrite=True", "--force"),
        ("memory_mb=", "--memory-mb "),
        ("memory_mb", "--memory-mb"),
        ("table_mb=", "--table-mb "),
        ("table_mb", "--table-mb"),
        ("per_address", "--per-address"),
    ):
        message = message.replace(parameter, option)
    return message


def _refuse(message: str, status: int = BAD_INPUT) -> int:
    """Say what is wrong, in one line whatever the message holds."""
    with suppress(OSError):
        print("inarow:", " ".join(message.split()), file=sys.stderr, flush=True)
    return status


def _silence(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, or the interpreter complains when it ends."""
    with suppress(OSError):
        target = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, target)
        os.close(nowhere)
