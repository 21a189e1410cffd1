"""Many positions from a file or standard input, as one array that knows its file lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inarow.apps.cli.batch.columns import SEPARATORS, Contents, Table
from inarow.apps.cli.input import read_input
from inarow.model.errors import InvalidOptionError, InvalidPositionError
from inarow.model.files import decoded, refuse_pointer
from inarow.model.game import Game
from inarow.model.parse import has_stone_dtype
from inarow.solver.batch import as_int8

INPUT_FORMATS = {".txt": "text", ".csv": "csv", ".tsv": "csv", ".npy": "npy"}
"""The format that each ending stands for; anything else is text."""

_FOREIGN = 2
# What each character of a text stands for, as `Game.position` reads it.
_STONES = np.full(256, _FOREIGN, np.int8)
for _characters, _stone in ((b"Xx", 1), (b"Oo", -1), (b"._", 0)):
    _STONES[list(_characters)] = _stone
# The letters of empty, X and O; O is -1, an index from the end.
_LETTERS = np.frombuffer(b".XO", np.uint8)


@dataclass(frozen=True)
class Boards:
    """Boards as int8, each of the shape of the board, and where each of them came from."""

    game: Game
    source: str
    cells: npt.NDArray[np.int8]
    lines: Sequence[int] | None
    """The file line of each board; None for an array."""
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The further columns of a table, by their names: a value for each board."""

    def blame(self) -> None:
        """Raise for the first board that no game reaches, naming its file line."""
        for number, board in enumerate(self.cells):
            place = f"board {number}" if self.lines is None else f"line {self.lines[number]}"
            with _at(self.source, place):
                self.game.position(np.asarray(board))


@contextmanager
def _at(source: str, place: str) -> Iterator[None]:
    """Name the place of what is wrong."""
    try:
        yield
    except InvalidPositionError as error:
        raise InvalidPositionError(f"{source}, {place}: {error}") from None


def read_boards(game: Game, source: str, form: str | None, contents: Contents) -> Boards:
    """Read boards from the file `source`, or from standard input if it is ``-``.

    `contents` says what stands for X, O and an empty cell. `form` is ``text``, ``csv`` or ``npy``;
    without it the ending of the file decides. The boards are of the right shape and hold nothing
    but stones; whether a game reaches them is not judged.
    """
    if source != "-":
        refuse_pointer(source, InvalidPositionError)
    form = form or INPUT_FORMATS.get(Path(source).suffix.lower(), "text")
    if form == "npy":
        return _read_array(game, source)
    name = "standard input" if source == "-" else source
    text = _read_text(source)
    if form == "csv":
        table = Table(game, contents, _separator(text, Table(game, contents)))
        found = _csv_texts(name, text, table)
    else:
        table, found = None, _plain_texts(text, contents)
    boards = _parse(game, name, found)
    return boards if table is None else replace(boards, columns=table.columns())


def board_texts(game: Game, boards: npt.NDArray[np.int8]) -> list[str]:
    """Return the text of each board, as `Position.text` has it."""
    empty = _characters_of(game.start().text)
    characters = np.tile(empty, (len(boards), 1))
    characters[:, empty == ord(".")] = _LETTERS[boards.reshape(len(boards), game.cells)]
    whole, width = characters.tobytes().decode("ascii"), len(empty)
    return [whole[first : first + width - 1] for first in range(0, len(whole), width)]


def _characters_of(text: str) -> npt.NDArray[np.uint8]:
    """The characters of a position's text, and one more behind it."""
    return np.frombuffer(f"{text}/".encode("ascii"), np.uint8)


# Texts and tables.


def _read_text(source: str) -> str:
    if source == "-":
        return read_input()
    try:
        return decoded(Path(source).read_bytes())
    except UnicodeDecodeError:
        raise InvalidPositionError(
            f"{source} is no text (UTF-8, or UTF-16 with its mark)"
        ) from None


def _plain_texts(text: str, contents: Contents) -> Iterator[tuple[int, str]]:
    """(file line, text of a position), without blank lines and comments."""
    for number, line in enumerate(text.split("\n"), 1):
        if content := line.partition("#")[0].strip():
            yield number, contents.translated(content)


def _separator(text: str, table: Table) -> str:
    """What stands between columns: it makes the most of the first row that there is."""

    def told(separator: str) -> tuple[int, int]:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            row = next(filter(any, rows), [])
        except csv.Error:  # is refused when the table is read
            row = []
        return sum(table.knows(value.strip()) for value in row), len(row)

    return max(SEPARATORS, key=told)


def _csv_texts(name: str, text: str, table: Table) -> Iterator[tuple[int, str]]:
    """The same from a table."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=table.separator)
    try:
        for row in rows:
            found = table.take([value.strip() for value in row])
            if found is not None:
                yield rows.line_num, found
        table.check_end()
    except (csv.Error, InvalidPositionError) as error:
        raise InvalidPositionError(f"{name}, line {rows.line_num}: {error}") from None


def _parse(game: Game, name: str, found: Iterator[tuple[int, str]]) -> Boards:
    """All texts at once: one position after the other would take minutes for millions."""
    empty = _characters_of(game.start().text)
    lines: list[int] = []
    texts: list[str] = []
    for number, text in found:
        if len(text) != len(empty) - 1 or not text.isascii():
            with _at(name, f"line {number}"):
                text = game.position(text).text
        lines.append(number)
        texts.append(text)
    characters = np.frombuffer("".join(text + "/" for text in texts).encode("ascii"), np.uint8)
    table, is_cell = characters.reshape(-1, len(empty)), empty == ord(".")
    cells = _STONES[table[:, is_cell]]
    faulty = (cells == _FOREIGN).any(axis=1) | (table[:, ~is_cell] != ord("/")).any(axis=1)
    for number in np.flatnonzero(faulty).tolist():
        # Unusual, or wrong: the library reads it, or says what is wrong.
        with _at(name, f"line {lines[number]}"):
            cells[number] = game.position(texts[number]).to_array().ravel()
    return Boards(game, name, cells.reshape(-1, *game.shape), lines)


# Arrays.


def _read_array(game: Game, source: str) -> Boards:
    if source == "-":
        raise InvalidOptionError("an array cannot come from standard input: give the .npy file")
    with open(source, "rb"):
        pass  # what the system refuses, it says better than numpy
    try:
        # Mapped, not loaded: the size that a damaged header claims is checked before it is taken.
        array = np.lib.format.open_memmap(source, mode="r")
    except Exception as error:  # a damaged header can fail in its parser in any way
        if "Python objects" in str(error):
            reason = "it holds Python objects, which are not read"
        else:
            reason = f"it is no whole .npy file ({error})"
        raise InvalidPositionError(f"{source}: {reason}") from None
    if not has_stone_dtype(array):
        raise InvalidPositionError(
            f"{source}: boards must have numbers or bools, not {array.dtype}"
        )
    if array.shape[:1] + game.shape != array.shape:
        needed = ", ".join(map(str, ("N", *game.shape)))
        raise InvalidPositionError(
            f"{source}: the array has shape {array.shape}, but {game} needs ({needed})"
        )
    return Boards(game, source, np.array(as_int8(array), order="C"), None)
