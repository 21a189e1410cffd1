"""Which boards are positions: counts, winners, and lines that one last stone explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from inarow.model.board import Board
from inarow.model.errors import InvalidPositionError

if TYPE_CHECKING:
    from inarow.model.game import Game

Player: TypeAlias = Literal["X", "O"]

OTHER: dict[Player, Player] = {"X": "O", "O": "X"}
"""The other side."""


def side_to_move(game: Game, x: int, o: int, turn: str | None, strict: bool) -> Player:
    """Return who moves on the board with these stones, or raise `InvalidPositionError`."""
    by_count = count_turn(x, o)
    if turn is not None and not isinstance(turn, str):
        raise TypeError(f"turn must be 'X' or 'O', not {type(turn).__name__}")
    if turn not in (None, "X", "O"):
        raise InvalidPositionError(f"turn must be 'X' or 'O', not {turn!r}")
    if strict:
        fault = find_fault(game, x, o)
        if fault is not None:
            raise InvalidPositionError(fault)
        if turn not in (None, by_count):
            raise InvalidPositionError(
                f"turn={turn!r} contradicts the stones: {_counts(x, o)} means {by_count} to move"
                " (strict=False admits any counts)"
            )
    else:
        if turn is None and by_count is None:
            raise InvalidPositionError(
                f"with {_counts(x, o)} the side to move is open: give turn='X' or turn='O'"
            )
        if (floating := _floating(game, x, o)) is not None:
            raise InvalidPositionError(floating)
        for player, stones, others in (("X", x, o), ("O", o, x)):
            lines = complete_lines(game, stones)
            if lines and (player == (turn or by_count) or not last_stones(game, stones, others)):
                raise InvalidPositionError(
                    "with strict=False only the last stone may have completed a line, but"
                    f" {player} has {_names(game, lines)}"
                )
    return "X" if (turn or by_count) == "X" else "O"


def find_fault(game: Game, x: int, o: int) -> str | None:
    """Say why no game reaches the board with these stones; None if one does.

    The conditions are complete unless the game is exact or has gravity. Take a board that meets
    them. If nobody has a line, its stones can be played in any order. If the last mover has lines,
    they share a cell: play that one last, the others before it in any order. In an exact game they
    are necessary: an overline must have been filled from within, and whether that was possible for
    all of them at once is not asked. With gravity nothing may float, but whether the columns can be
    filled by turns is not asked.
    """
    turn = count_turn(x, o)
    if turn is None:
        return f"stones of {_counts(x, o)}: X must have as many as O or one more"
    if (floating := _floating(game, x, o)) is not None:
        return floating
    x_lines, o_lines = complete_lines(game, x), complete_lines(game, o)
    if x_lines and o_lines:
        x_names, o_names = _names(game, x_lines), _names(game, o_lines)
        return f"both sides have a complete line: X {x_names}; O {o_names}"
    lines = x_lines or o_lines
    owner, other = ("X", "O") if x_lines else ("O", "X")
    if lines and owner == turn:
        names, counts = _names(game, lines), _counts(x, o)
        return f"{owner} has a complete line ({names}), but {other} moved last ({counts})"
    if lines and not last_stones(game, *((x, o) if x_lines else (o, x))):
        return f"no single last stone explains all lines of {owner}: {_names(game, lines)}"
    return None


def _floating(game: Game, x: int, o: int) -> str | None:
    """Say which stone has nothing below it; None if none has, or the game has no gravity."""
    floating = (x | o) & ((game.full & ~(x | o)) >> game.drop) if game.gravity else 0
    return f"nothing lies below {game.name(floating.bit_length() - 1)}" if floating else None


def count_turn(x: int, o: int) -> Player | None:
    surplus = x.bit_count() - o.bit_count()
    return "X" if surplus == 0 else "O" if surplus == 1 else None


def _counts(x: int, o: int) -> str:
    return f"X {x.bit_count()}, O {o.bit_count()}"


def complete_lines(board: Board, stones: int) -> list[tuple[int, ...]]:
    pairs = zip(board.lines, board.spans, strict=True)
    return [line for line, (mask, span) in pairs if stones & span == mask]


def last_stones(game: Game, stones: int, others: int) -> list[int]:
    """The cells, ascending, of the stones that may have been last: without one there is no line.

    They are on all lines, and with gravity none of the `others` lies on one. In an exact game,
    taking one away may leave a line of an overline.
    """
    lines = complete_lines(game, stones)
    below = (stones | others) << game.drop if game.gravity else 0
    common = sorted(set(lines[0]).intersection(*lines))
    return [
        cell
        for cell in common
        if not below >> cell & 1 and not complete_lines(game, stones & ~(1 << cell))
    ]


def _names(board: Board, lines: Sequence[Sequence[int]], limit: int = 4) -> str:
    """Name lines by their cells; a board of 20x20 can have hundreds, so not all of them."""
    named = ["-".join(map(board.name, line)) for line in lines[:limit]]
    if len(lines) > limit:
        named.append(f"{len(lines) - limit} more")
    return ", ".join(named)
