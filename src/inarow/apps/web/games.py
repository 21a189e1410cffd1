"""The games that the page shows, and what it is told of one: it knows no geometry of its own."""

from __future__ import annotations

import re
from typing import Any

from inarow.model.errors import InvalidGameError
from inarow.model.game import Game

_SHOWN = re.compile("([0-9]+,|([1-4]x)?[0-9]+x)[0-9]+,[0-9]+( |$)")


def shown_game(key: str) -> Game:
    """Return the game of a `Game.key`; raises `InvalidGameError` for one that is not shown.

    >>> shown_game("4x4x4,4 gravity").drop
    16
    """
    if not _SHOWN.match(key):
        raise InvalidGameError(
            f"the page shows rectangles, and boxes of up to 4 layers: {key[:40]!r} is none"
        )
    return Game.from_key(key)


def game_record(game: Game) -> dict[str, Any]:
    """What the page is told of a game: see `messages`."""
    k = game.k if game.is_grid else len(game.lines[0])
    aim = f"{'exactly ' * game.exact}{k} in a row"
    layers, end = len(game.layers), "loses" if game.misere else "wins"
    sides = " \u00d7 ".join(map(str, game.shape))
    ways = (
        "in any direction, also through the layers" if layers > 1 else "across, down or diagonally"
    )
    rules = f"X and O take turns; who first has {aim} \u2013 {ways} \u2013 {end}."
    if game.gravity:
        below = "through the layers to the last" if layers > 1 else "down the column to the lowest"
        rules += f" A stone falls {below} empty cell."
    return {
        "key": game.key,
        "words": f"{sides}, {aim}{' loses' * game.misere}{', with gravity' * game.gravity}",
        "rules": rules,
        "layers": layers,
        "m": len(game.layers[0]),
        "n": game.layers[0][0],
        "k": k,
        "names": game.names,
        "lines": game.lines,
        "flanks": game.flanks if game.exact else (),
        "drop": game.drop if game.gravity else 0,
        "misere": game.misere,
        "grid": game.is_grid and not game.is_plain,
        "forced": not game.is_plain,
    }
