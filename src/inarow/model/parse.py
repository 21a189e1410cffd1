"""The reading of boards: texts, lists and arrays become the stones of X and of O."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.board import Board, columns_over
from inarow.model.errors import InvalidPositionError


class SupportsArray(Protocol):
    """An array of another library, such as torch, JAX or pandas."""

    def __array__(self) -> npt.NDArray[Any]: ...


BoardLike: TypeAlias = (
    "str | Sequence[str] | Sequence[Sequence[int | str]] | StoneArray | SupportsArray"
)
"""What `Game.position` reads."""

StoneArray: TypeAlias = (
    "npt.NDArray[np.integer[Any]] | npt.NDArray[np.floating[Any]] | npt.NDArray[np.bool_]"
)
"""+1 for X, -1 for O, 0 for an empty cell, of any integer, floating or boolean dtype."""

_ROW_BREAK = re.compile(r"//?|\r?\n|\r")
_STONES = {"X": 1, "x": 1, "O": -1, "o": -1, ".": 0, "_": 0}


_KEY = re.compile(r"\s*((?:[a-z]+ )?[0-9]+[x,:][0-9a-z,:-]+(?: exact| misere| gravity)*)\s+(?=\S)")
_TURNS = {":X": "X", ":O": "O"}


def split_key(text: str) -> tuple[str | None, str, str | None]:
    """Return game, board and side to move of a `Position.key`; of another text, the board alone.

    >>> split_key("1,3,3 XX.:X"), split_key("XX.")
    (('1,3,3', 'XX.', 'X'), (None, 'XX.', None))
    """
    match = _KEY.match(text)
    if match is None:
        return None, text, None
    board = text[match.end() :].rstrip()
    turn = _TURNS.get(board[-2:])
    return match[1], board[:-2] if turn else board, turn


def read_board(game: Board, board: BoardLike) -> tuple[int, int]:
    """Return the stones of X and of O on `board` as bit masks; counts and lines are not judged."""
    hint = ""
    whole = "the board has"
    rows: Sequence[Any]
    board = as_array(board)
    if isinstance(board, np.ndarray):
        if not has_stone_dtype(board):
            raise InvalidPositionError(
                f"a board array must have numbers or bools, not {board.dtype}"
            )
        if board.shape != game.shape:
            raise InvalidPositionError(
                f"the array has shape {board.shape}, but {game} needs {game.shape}"
            )
        flat = (board.astype(np.int8) if board.dtype == np.bool_ else board).ravel().tolist()
        rows = [flat[row.start : row.stop] for row in game.rows]
    elif isinstance(board, str):
        rows = [row.strip() for row in _ROW_BREAK.split(board.strip())]
        if rows[0].split() == letters_over(game).split():
            rows = _drawn_rows(game, rows[1:])
        elif " " in board:
            hint = " (in a text an empty cell is '.', not a space)"
    elif isinstance(board, list | tuple):
        rows = board
        if len(game.layers) > 1 and len(rows) == game.shape[0]:
            whole = "the layers have"
            for _ in game.shape[2:]:
                rows = [row for layer in rows for row in _entries(layer, "a layer")]
    else:
        kind = type(board).__name__
        raise TypeError(f"a board must be a text, a list of rows or an array, not {kind}")
    if len(rows) != len(game.rows):
        layers = ", layers by '//'" * (len(game.layers) > 1)
        form = f": in a text rows are joined by '/'{layers}" * isinstance(board, str)
        raise InvalidPositionError(
            f"{whole} {len(rows)} rows, but {game} has {len(game.rows)}{form}"
        )
    x, o, bit = 0, 0, 1
    for r, (row, cells) in enumerate(zip(rows, game.rows, strict=True)):
        if len(_entries(row, f"row {r}")) != len(cells):
            raise InvalidPositionError(
                f"row {r} ({row!r}) has {len(row)} cells, but {game} has {len(cells)} columns{hint}"
            )
        for c, content in enumerate(row):
            stone = _stone(content, space=not isinstance(board, str))
            if stone is None:
                raise InvalidPositionError(
                    f"cannot read {content!r} at {game.names[cells[c]]} (row {r}, column {c}):"
                    f" a cell is X, O, '.' or '_', as a number +1, -1 or 0{hint}"
                )
            if stone > 0:
                x |= bit
            elif stone < 0:
                o |= bit
            bit <<= 1
    return x, o


def letters_over(game: Board) -> str:
    """What is over the columns of a drawing, those of all layers side by side."""
    return "   ".join(map(" ".join, columns_over(game)))


def _entries(given: Any, name: str) -> Any:
    if not isinstance(given, str | list | tuple):
        raise TypeError(f"{name} must be a text or a list, not {type(given).__name__}")
    return given


def as_array(given: Any) -> Any:
    """Return an array of another library as one of numpy, and all else as it is."""
    is_foreign = hasattr(given, "__array__") and not isinstance(given, np.generic)
    return np.asarray(given) if is_foreign else given


def has_stone_dtype(array: npt.NDArray[Any]) -> bool:
    """Can the array be one of stones: has it an integer, floating or boolean dtype?"""
    return array.dtype.kind in "biuf"


def _drawn_rows(game: Board, rows: list[str]) -> list[str]:
    """The rows of a `Position.draw`, which has numbers before them and blanks between cells.

    Those of several layers stand side by side.
    """
    found: list[list[str]] = [[] for _ in game.layers]
    for number, row in enumerate(rows, 1):
        first, *cells = row.split() or [""]
        if first != str(number):
            raise InvalidPositionError(f"row {number} of the drawing begins with {first!r}")
        texts, each = "".join(cells), len(cells) // len(found)
        for layer, rest in enumerate(found):
            last = None if layer == len(found) - 1 else each * (layer + 1)
            rest.append(texts[each * layer : last])
    return [row for layer in found for row in layer]


def _stone(content: object, *, space: bool) -> int | None:
    if isinstance(content, str):
        return 0 if space and content == " " else _STONES.get(content)
    if isinstance(content, int | float | np.integer | np.floating) and not isinstance(
        content, bool
    ):
        return int(content) if content in (-1, 0, 1) else None
    return None
