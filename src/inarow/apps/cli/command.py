"""What all commands have in common: a game may be one word, ``3,3,3`` for ``3 3 3``."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperOption

from inarow.model.errors import InvalidGameError

GAME = re.compile(r"(\d+),(\d+),(\d+)( exact)?( misere)?( gravity)?")
"""A game as one word, its key, as files and messages have it."""

NEGATIVE = re.compile(r"-\d[\d,]*")


class Command(TyperCommand):
    """A command, which takes ``3,3,3`` wherever it takes ``3 3 3``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of a command line."""
        options = [param for param in self.params if isinstance(param, TyperOption)]
        with_value = {name for option in options if not option.is_flag for name in option.opts}
        begins_with_game = any(param.name == "m" for param in self.params)
        words: list[str] = []
        for word in args:
            before = words[-1] if words else ""
            if word.startswith("--game="):
                words += ["--game", *_game_words(word.removeprefix("--game="))]
            elif before == "--game" or (begins_with_game and before not in with_value):
                words += _game_words(word)
            else:
                words.append(word)  # as a file of that name: -o 3,3,3
        return super().parse_args(ctx, words)


def _game_words(word: str) -> list[str]:
    """The words for a game, if it is one, else the word itself."""
    if NEGATIVE.fullmatch(word):  # typer would take it for an option
        raise InvalidGameError(f"a game is three numbers from 1, M N K, not {word}")
    match = GAME.fullmatch(word)
    if match is None:
        return [word]
    *sizes, exact, misere, gravity = match.groups()
    return [*sizes, *(f"--{word.strip()}" for word in (exact, misere, gravity) if word)]
