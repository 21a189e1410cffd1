"""What all commands have in common: how a game is spelled, and what their help leaves out."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from inarow.model.errors import InvalidGameError

GAME = re.compile(r"(?:(--game)=)?(\d+),(\d+),(\d+)( exact)?")
"""A game as one word, its key, as files and messages have it."""

NEGATIVE = re.compile(r"-\d[\d,]*")


class Plain:
    """Help without typer's own signs: <bool> for a switch, {M} for an argument M."""

    def get_params(self, context: Any) -> Any:
        """Return the parameters, the switches without a word for their value."""
        params = super().get_params(context)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params

    def collect_usage_pieces(self, ctx: Any) -> Any:
        """Return the words of the usage, an argument as it is typed."""
        pieces = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [re.sub("[{}]", "", piece).replace("......", "...") for piece in pieces]


class Group(Plain, TyperGroup):
    """Commands under one name, which alone shows their help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of the group itself."""
        return super().parse_args(ctx, args or ["--help"])


class Command(Plain, TyperCommand):
    """A command, which takes ``3,3,3`` wherever it takes ``3 3 3``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of a command line."""
        named = {param.name for param in self.params}
        valued = {
            name
            for param in self.params
            if param.param_type_name == "option" and not getattr(param, "is_flag", False)
            for name in param.opts
        }
        words: list[str] = []
        for before, word in zip([None, *args], args, strict=False):
            if before in valued:  # -o 3,3,3 is a file
                is_game = before == "--game"
            else:
                is_game = bool(named & {"m", "board"}) or word.startswith("--game=")
            if is_game and (match := GAME.fullmatch(word)):
                option, *sizes, exact = match.groups()
                words += [*filter(None, [option]), *sizes, *["--exact"] * (exact is not None)]
            elif is_game and NEGATIVE.fullmatch(word):  # else an option that there is not
                raise InvalidGameError(f"a game is three numbers from 1, M N K, not {word}")
            else:
                words.append(word)
        return super().parse_args(ctx, words)
