"""A table of positions: which columns are the board, which are kept, and what stands in a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inarow.model.counted import counted
from inarow.model.errors import InvalidOptionError, InvalidPositionError
from inarow.model.game import Game

_USUAL = {
    **dict.fromkeys(("1", "+1", "1.0", "X", "x"), "X"),
    **dict.fromkeys(("-1", "-1.0", "O", "o"), "O"),
    **dict.fromkeys(("0", "0.0", "-0.0", ".", "_"), "."),
}
# These are no names: a first row with one of them in a cell must not get lost as a header.
_NO_NAME = re.compile(r"[-+.0-9eE]*")


SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""What may stand between the columns of a table."""


@dataclass(frozen=True)
class Contents:
    """What stands for X, O and an empty cell besides the usual; None for nothing else."""

    x: str | None = None
    o: str | None = None
    empty: str | None = None

    def __post_init__(self) -> None:
        given = [word for word in vars(self).values() if word is not None]
        if len(set(given)) < len(given):
            raise InvalidOptionError("--as-x, --as-o and --empty must differ")

    @property
    def words(self) -> dict[str, str]:
        """The letter of a position for each word."""
        own = ((self.x, "X"), (self.o, "O"), (self.empty, "."))
        return {**_USUAL, **{word: letter for word, letter in own if word is not None}}

    def translated(self, text: str) -> str:
        """Return the text of a position in the usual letters."""
        if self == Contents():
            return text
        return text.translate({ord(w): c for w, c in self.words.items() if len(w) == 1})


class Table:
    """The rows of a table, the first of which may name the columns.

    The board is the column ``position`` (or the one that holds rows joined by ``/``), or a column
    for each cell: by the names of the cells, else the first of all, in their order.

    >>> table = Table(Game(1, 3, 3), Contents(empty="b"))
    >>> table.take(["x", "b", "o", "won"]), table.take(["b", "b", "b", "draw"]), table.columns()
    ('X.O', '...', {'column 4': ['won', 'draw']})
    """

    def __init__(self, game: Game, contents: Contents, separator: str = ",") -> None:
        self.separator = separator
        self._game, self._contents, self._words = game, contents, contents.words
        self._names: list[str] | None = None
        self._board: list[int] | None = None  # the columns of the board; one: a text
        self._kept: list[int] = []
        self._values: list[list[str]] = []
        self._width = 0

    def take(self, values: Sequence[str]) -> str | None:
        """Take a row, and return its position as a text; None if it holds none."""
        if not any(values) and ("" not in self._words or len(values) < self._game.cells):
            return None
        if self._board is None:
            if self._names is None and self._is_header(values):
                self._names = list(values)
                return None
            self._lay_out(values)
        assert self._board is not None, "it has been laid out"
        is_text = len(self._board) == 1 < self._game.cells
        if len(values) > self._width or (len(values) <= max(self._board) and not is_text):
            raise InvalidPositionError(f"{self._columns(values)}, but there are {self._width}")
        values = [*values, *[""] * (self._width - len(values))]
        for column, kept in zip(self._kept, self._values, strict=True):
            kept.append(values[column])
        if is_text:
            text = values[self._board[0]]
            if not text:
                raise InvalidPositionError("there is no value for 'position'")
            return self._contents.translated(text)
        return self._row_text([values[column] for column in self._board])

    def check_end(self) -> None:
        """Refuse a table whose only row was taken for names, none of which is of a board."""
        if self._board is None and self._names and not any(map(self.knows, self._names)):
            raise InvalidPositionError(
                f"{self._columns(self._names)} without a column 'position' or cells of"
                f" {self._game}, and no row behind them"
            )

    def columns(self) -> dict[str, list[str]]:
        """Return the columns that are not the board, by their names, each name once."""
        found: dict[str, list[str]] = {}
        for column, kept in zip(self._kept, self._values, strict=True):
            name = (self._names or [])[column : column + 1]
            unique = wanted = (name and name[0]) or f"column {column + 1}"
            number = 2
            while unique in found:
                unique, number = f"{wanted} {number}", number + 1
            found[unique] = kept
        return found

    def knows(self, value: str) -> bool:
        """Does a value tell of a board: the name of a column of it, or what stands there?"""
        names = ("position", *map(self._game.name, range(self._game.cells)))
        return value.lower() in names or value in self._words or self._is_text(value)

    def _columns(self, values: Sequence[str]) -> str:
        return f"{counted(len(values), 'column')} (separated by {SEPARATORS[self.separator]})"

    def _is_header(self, values: Sequence[str]) -> bool:
        names, game = [value.lower() for value in values], self._game
        if "position" in names or not {*map(game.name, range(game.cells))} - {*names}:
            return True
        if names[2:] and names in (
            [*map(str, range(len(names)))],
            [*map(str, range(1, len(names) + 1))],
        ):
            return True  # the columns are numbered
        cells = values[: game.cells] if len(values) >= game.cells else values
        return not any(
            value in self._words or _NO_NAME.fullmatch(value) or self._is_text(value)
            for value in cells
        )

    def _is_text(self, value: str) -> bool:
        letters = self._contents.translated(value)
        return len(letters) > 1 and re.fullmatch(r"[XOxo._/]+", letters) is not None

    def _lay_out(self, values: Sequence[str]) -> None:
        """Decide by the names, or else by the first row, what each column is."""
        game = self._game
        names = [name.lower() for name in self._names or []]
        cells = [game.name(cell) for cell in range(game.cells)]
        texts = [column for column, value in enumerate(values) if self._is_text(value)]
        if "position" in names:
            self._board = [names.index("position")]
        elif not {*cells} - {*names}:
            self._board = [names.index(cell) for cell in cells]
        elif len(texts) == 1:
            self._board = texts
        elif len(values) >= game.cells:
            self._board = list(range(game.cells))
        else:
            raise InvalidPositionError(
                f"{self._columns(values)}, but {game} has {game.cells} cells: a table needs a"
                f" column 'position', or one for each cell, {cells[0]} ... {cells[-1]}"
            )
        self._width = len(self._names or values)
        self._kept = [column for column in range(self._width) if column not in self._board]
        self._values = [[] for _ in self._kept]

    def _row_text(self, values: Sequence[str]) -> str:
        game = self._game
        for cell, value in enumerate(values):
            if value not in self._words:
                raise InvalidPositionError(
                    f"cannot read {value!r} at {game.name(cell)}: a cell is"
                    f" {', '.join(map(repr, self._words))}; --empty, --as-x and --as-o name others"
                )
        letters = "".join(self._words[value] for value in values)
        return "/".join(letters[row.start : row.stop] for row in game.rows)
