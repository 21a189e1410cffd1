"""Arguments and options that the commands share, and what they describe.

What belongs together is a `OptionGroup`, which a command takes as one parameter (see `grouped`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from inarow.apps.cli.command import EITHER
from inarow.apps.cli.input import read_any_input, read_input
from inarow.model.boards import board_of
from inarow.model.errors import InvalidOptionError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.legal import Player
from inarow.model.options import TABLE_MB, GameKind
from inarow.model.position import Position
from inarow.solver.solver import Solver

if TYPE_CHECKING:
    from inarow.records.record import Record


def argument(metavar: str, words: str) -> Any:
    """Declare an argument."""
    return typer.Argument(metavar=metavar, help=words, show_default=False)


def flag(name: str, words: str) -> Any:
    """Declare an option that is given or not."""
    return typer.Option(name, help=words)


def option(metavar: str, words: str, *names: str) -> Any:
    """Declare an option with a value; its names are those of the parameter unless given."""
    return typer.Option(*names, metavar=metavar, help=words)


def output_file(words: str) -> Any:
    """Declare the option that names the file to write."""
    return option("FILE", words, "--output", "-o")


Exact = Annotated[bool, flag("--exact", "Exactly K in a row win, a longer row does not.")]
FromBottom = Annotated[
    bool, flag("--from-bottom", "Row 1 of a list of moves is the lowest, not the highest.")
]
TableMb = Annotated[int, option("MB", "Most memory for the table of positions.", "--table-mb")]
Distance = Annotated[bool, flag("--distance", "Count the plies to the win; play the quickest.")]
Weak = Annotated[
    bool,
    flag("--weak", "The weak game, of the usual rule: only X can win, O only tries to stop X."),
]
CheckpointFile = Annotated[
    str | None,
    option(
        "FILE",
        "Save the table to FILE, every few minutes and at the end; load it if it is there.",
        "--checkpoint",
    ),
]
Force = Annotated[bool, flag("--force", "Replace a file that is there.")]
Json = Annotated[bool, flag("--json", "Print one JSON object.")]


class OptionGroup:
    """Options that belong together, an attribute for each: annotated, with its default."""

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)


BOARDS = "box:4,4,4 --k 4, torus:5,5 --k 4, hexagon:3 --k 3 or animal:4,4:a1-a2-b2"
"""The forms of a board in the shell."""


NO_GAME = "a game is three numbers, as in 'inarow solve 3 3 3', or --board"


class AnyBoard(OptionGroup):
    """The board of a game, if it is not told by M N K."""

    TOLD_BY = "M N K"

    board: Annotated[
        str | None,
        option(
            "BOARD", f"A board instead of M N K: {BOARDS}, where the animal is a line.", "--board"
        ),
    ] = None
    length: Annotated[int | None, option("K", "With --board: K in a row win.", "--k")] = None

    def game_on(self, m: int | None, n: int | None, k: int | None) -> Game | None:
        """Return the game of M N K or on the board; None if there is neither."""
        given = vars(self)
        rules = {word: True for word in ("exact", "misere", "gravity") if given.get(word)}
        if self.board is None:
            if self.length is not None:
                raise InvalidOptionError("--k goes with --board: it is the K of M N K")
            if m is None:
                for rule in rules:
                    board = " or --board" * (rule != "exact")
                    raise InvalidOptionError(f"--{rule} goes with {self.TOLD_BY}{board}")
                return None
            if n is None or k is None:
                raise InvalidOptionError(NO_GAME)
            return Game(m, n, k, **rules)
        if m is not None:
            raise InvalidOptionError(EITHER)
        if "exact" in rules:
            raise InvalidOptionError("--exact goes with M N K, not with --board")
        kind, _, sizes = self.board.partition(":")
        if kind == "animal" and self.length is not None:
            raise InvalidOptionError("an animal is a line: it takes no --k")
        if self.length is not None and sizes.count(",") == {"torus": 2, "hexagon": 1}.get(kind):
            raise InvalidOptionError(f"--board {self.board} says K already: it takes no --k")
        key = sizes.replace(",", "x") if kind == "box" else self.board.replace(":", " ", 1)
        key = key.replace(":", ",") + ("" if self.length is None else f",{self.length}")
        lacking = " without --k" * (kind in ("box", "torus", "hexagon"))
        told = f"--board {self.board}{lacking if self.length is None else f' --k {self.length}'}"
        return Game.on(board_of(key, told, f"{BOARDS}; M N K go without --board"), **rules)


class FreeGame(AnyBoard):
    """A game in which longer rows win too."""

    m: Annotated[int | None, argument("M", "Rows, 1 to 20.")] = None
    n: Annotated[int | None, argument("N", "Columns, 1 to 20.")] = None
    k: Annotated[int | None, argument("K", "K or more in a row win.")] = None

    @property
    def game(self) -> Game | None:
        """The game, if one is given."""
        return self.game_on(self.m, self.n, self.k)

    def needed(self) -> Game:
        """Return the game; raises `InvalidOptionError` if there is none."""
        if (game := self.game) is None:
            raise InvalidOptionError(NO_GAME)
        return game


class AnyRule(OptionGroup):
    """How a game differs from that in which longer rows win too."""

    misere: Annotated[bool, flag("--misere", "Whoever completes a line loses.")] = False
    gravity: Annotated[bool, flag("--gravity", "A stone falls to the lowest empty cell.")] = False
    exact: Exact = False


class AnyGame(FreeGame, AnyRule):
    """A game of any rule."""


class StartBoard(OptionGroup):
    """The position from which a command starts: a text, or where the game of a file stands."""

    position: Annotated[
        str | None,
        option(
            "TEXT",
            "Rows from the top joined by '/', such as X../.O./... ; '-' reads standard input."
            " The empty board unless given.",
            "--position",
            "-p",
        ),
    ] = None
    turn: Annotated[
        Player | None,
        typer.Option(
            metavar="X|O", help="Side to move, if the stones leave it open.", case_sensitive=False
        ),
    ] = None
    loose: Annotated[bool, flag("--loose", "Admit any numbers of stones.")] = False
    record: Annotated[
        str | None,
        option(
            "FILE",
            "Where the game of FILE stands: SGF, .psq, .rec, moves; '-' is standard input."
            " It may tell the game: then without M N K.",
        ),
    ] = None
    from_bottom: FromBottom = False

    @property
    def is_given(self) -> bool:
        """Was any of these options given?"""
        return any(value not in (None, False) for value in vars(self).values())

    def read(self, game: Game | None) -> Position:
        """Return the position, of a game that a record may tell.

        Raises what `Game.position` and `read_record` raise.
        """
        text = self.position
        if self.record is not None:
            if text is not None or self.turn is not None or self.loose:
                raise InvalidOptionError("--record says it all: no --position, --turn or --loose")
            return read_file(self.record, game, self.from_bottom, "M N K").position
        if game is None:
            raise InvalidOptionError(f"{NO_GAME}, unless --record tells it")
        if text == "-":
            text = read_input()
        elif text is None:
            text = game.start().text
        return game.position(text, turn=self.turn, strict=not self.loose)


class StartPosition(StartBoard):
    """The same, and moves from there."""

    moves: Annotated[
        str | None, option("MOVES", "Moves from there, such as 'h8 i9' or '7,7 8,8' (row, column).")
    ] = None

    def read(self, game: Game | None) -> Position:
        """Return the position after the moves."""
        position = super().read(game)
        if self.moves is None:
            return position
        from inarow.records.plain import read_moves  # a command without moves does without

        return read_moves(position, self.moves, self.from_bottom).position


class FreeStart(StartPosition, FreeGame):
    """The same, and its game, in which longer rows win too."""

    def find(self, told: Game | None = None) -> Position:
        """Return the position; of the game that something else has `told`, unless one is given."""
        return self.read(self.game or told)


class ExactStart(FreeStart):
    """The same, where perhaps only exactly k win."""

    exact: Exact = False


class AnyStart(FreeStart, AnyRule):
    """The same of any rule."""


def read_file(file: str, game: Game | None, from_bottom: bool, option: str) -> Record:
    """Return the record that is in a file, or in standard input if it is ``-``.

    `option` names what gives the game, for whoever is told that it is wanting.
    """
    from inarow.records.formats import read_record

    source = read_any_input() if file == "-" else Path(file)
    try:
        return read_record(source, game, from_bottom)
    except InvalidRecordError as error:
        name = "standard input: " if file == "-" else ""
        raise InvalidRecordError(f"{name}{error}{f' ({option})' * error.needs_game}") from None


class RecordFile(AnyBoard, AnyRule):
    """The record of a game that a command is about."""

    TOLD_BY = "--game M N K"

    source: Annotated[
        str, argument("FILE", "SGF, .psq, .rec, a board or moves; '-' is standard input.")
    ] = "-"
    game: Annotated[
        tuple[int, int, int] | None, option("M N K", "The game, if FILE does not tell.")
    ] = None
    from_bottom: FromBottom = False

    @property
    def given(self) -> Game | None:
        """The game, if it was given."""
        return self.game_on(*(self.game or (None, None, None)))

    def read(self) -> Record:
        """Return the record; raises what `read_record` raises."""
        return read_file(self.source, self.given, self.from_bottom, self.TOLD_BY)


class SearchOptions(OptionGroup):
    """How a solver works."""

    threads: Annotated[
        int, option("T", "Threads to share the search; no answer depends on them.")
    ] = 1
    table_mb: TableMb = TABLE_MB
    distance: Distance = False

    @property
    def limits(self) -> dict[str, Any]:
        """What a search may take; None where the command has no such option."""
        return {name: vars(self).get(name) for name in ("nodes", "seconds")}

    def solver(self, game: Game) -> Solver:
        """Return a solver that works so."""
        return Solver(game, self.table_mb, self.threads)


class LimitedSearch(SearchOptions):
    """How a solver works, and how long."""

    seconds: Annotated[float | None, option("S", "Stop after S seconds, with bounds.")] = None
    nodes: Annotated[int | None, option("N", "Stop after N nodes, with bounds.")] = None


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command that takes the fields of its groups as options, one by one."""
    parameters: list[Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in signature(function, eval_str=True).parameters.values():
        kind = parameter.annotation
        if not (isinstance(kind, type) and issubclass(kind, OptionGroup)):
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        hints = get_type_hints(kind, include_extras=True)
        groups[parameter.name] = kind, hints
        for name, hint in hints.items():
            new = {"default": getattr(kind, name, Parameter.empty), "annotation": hint}
            parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, **new))

    @wraps(function)
    def command(**given: Any) -> None:
        for group, (kind, names) in groups.items():
            given[group] = kind(**{name: given.pop(name) for name in names})
        function(**given)

    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return command


def game_kind(weak: bool) -> GameKind:
    """Return the library's name for what --weak asks for."""
    return "weak" if weak else "strong"
