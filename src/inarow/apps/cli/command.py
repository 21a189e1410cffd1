"""What all commands have in common: how a game is told, as ``3 3 3``, ``3,3,3`` or by --board."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperOption

from inarow.model.errors import InvalidGameError, InvalidOptionError

GIVEN = re.compile(r"\d+|\d+,.*")
"""What tells M N K, or begins to."""

GAME = re.compile(r"(\d+),(\d+),(\d+)((?: exact| misere| gravity)*)")
"""A game as one word, its key, as files and messages have it."""

RULES = "--exact", "--misere", "--gravity"

NEGATIVE = re.compile(r"-\d[\d,]*")

_SIZE = "m", "n", "k"

EITHER = "a game is either M N K or --board"


class Command(TyperCommand):
    """A command, which takes ``3,3,3`` wherever it takes ``3 3 3``, and neither with --board."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of a command line."""
        options = [param for param in self.params if isinstance(param, TyperOption)]
        with_value = {name for option in options if not option.is_flag for name in option.opts}
        begins_with_game = any(param.name == "m" for param in self.params)
        has_board = any(word.partition("=")[0] == "--board" for word in args)
        ctx.meta["board"] = begins_with_game and has_board
        words: list[str] = []
        for word in args:
            before = words[-1] if words else ""
            if ctx.meta["board"] and before not in with_value and GIVEN.fullmatch(word):
                raise InvalidOptionError(EITHER)
            if word.startswith("--game="):
                words += ["--game", *_game_words(word.removeprefix("--game="))]
            elif before == "--game" or (begins_with_game and before not in with_value):
                words += _game_words(word)
            else:
                words.append(word)  # as a file of that name: -o 3,3,3
        taken = {name for option in options for name in option.opts}
        for word in words:
            if (begins_with_game or "--game" in taken) and word in RULES and word not in taken:
                raise InvalidOptionError(
                    f"'{ctx.command_path}' does not offer {word}: it is for games without that rule"
                    f" (try '{ctx.command_path} --help')"
                )
        rest = super().parse_args(ctx, words)
        if ctx.meta["board"]:  # typer remembers what it is not told
            ctx.params |= dict.fromkeys(_SIZE)
        return rest

    def get_params(self, ctx: Any) -> list[Any]:
        """Return what it takes: with --board no M N K, so that what comes first is its FILE."""
        params = super().get_params(ctx)
        return [p for p in params if not (ctx.meta.get("board") and p.name in _SIZE)]


def _game_words(word: str) -> list[str]:
    """The words for a game, if it is one, else the word itself."""
    if NEGATIVE.fullmatch(word):  # typer would take it for an option
        raise InvalidGameError(f"a game is three numbers from 1, M N K, not {word}")
    match = GAME.fullmatch(word)
    if match is None:
        return [word]
    *sizes, rules = match.groups()
    return [*sizes, *(f"--{word}" for word in rules.split())]
