"""``inarow record``: a game from one format into another."""

from __future__ import annotations

from typing import Annotated

from inarow.apps.cli.options import FromBottom, argument, flag, option, read_file
from inarow.model.errors import InvalidOptionError, InvalidRecordError
from inarow.model.game import Game
from inarow.records.formats import FORMATS, write_record

__all__ = ["record"]


def record(
    source: Annotated[
        str, argument("FILE", "SGF, .psq, a board or a list of moves; '-' is standard input.")
    ] = "-",
    form: Annotated[str, option("|".join(FORMATS), "What to print.", "--format")] = "sgf",
    game: Annotated[
        str | None, option("M,N,K", "The game, if FILE does not tell; 'M,N,K exact' is exactly K.")
    ] = None,
    from_bottom: FromBottom = False,
    bottom_out: Annotated[
        bool, flag("--to-bottom", "Count the rows of --format moves from the bottom.")
    ] = False,
) -> None:
    """Read the record of a game, and print it in another format.

    Example: [bold]inarow record game.psq --format sgf > game.sgf[/bold]
    """
    if form not in FORMATS:
        raise InvalidOptionError(f"--format must be {', '.join(FORMATS)}, not {form!r}")
    given = None if game is None else Game.from_key(game)
    try:
        found = read_file(source, given, from_bottom)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"{error}{' (--game M,N,K)' * error.needs_game}") from None
    print(write_record(found, form, bottom_out).rstrip("\n"))
