"""``inarow record``: a game from one format into another."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

from inarow.apps.cli.options import RecordFile, flag, option
from inarow.records.formats import FORMATS, Format, write_record


def record(
    file: RecordFile,
    form: Annotated[Format, option("|".join(FORMATS), "What to print.", "--format")] = "sgf",
    bottom_out: Annotated[
        bool, flag("--to-bottom", "Count the rows of --format moves from the bottom.")
    ] = False,
) -> None:
    """Read the record of a game, and print it in another format.

    Names of players, comments and variations are kept in SGF, names in psq, and else dropped.

    Example: [bold]inarow record game.psq --format sgf > game.sgf[/bold]
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as the SGF says, whatever the locale
    print(write_record(file.read(), form, bottom_out).rstrip("\n"))
