"""A tree that people walk through: moves, and the way back, from standard input."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from inarow.apps.cli.input import Lines
from inarow.model.errors import InarowError

Place = TypeVar("Place")

MOVES = "a cell, or several: moves of the rival's, which {} answers"
HELP = """back, undo: before the last move    root: to the beginning    {}
again: the same once more     help: this text           quit: the end"""


def walk(
    place: Place,
    show: Callable[[Place], None],
    play: Callable[[Place, str], Place],
    answerer: str,
    *,
    command: Callable[[list[str]], Place | None] = lambda _: None,
    commands: str = "",
    prompt: str = "explain> ",
) -> None:
    """Show a place, and where the moves that are typed lead to, until the input ends.

    `command` may take a line as something else and begin somewhere else; `commands` says what.
    """
    past, lines = [place], Lines()
    help_text = f"{MOVES.format(answerer)}\n{HELP.format(commands)}"
    show(place)
    if lines.is_terminal:
        print(help_text)
    while (line := lines.read(prompt)) is not None:
        words = re.split(r"[\s,]+", line.strip().lower())
        if words == [""]:
            continue
        if words[0] in ("quit", "q", "exit"):
            return
        if words[0] in ("help", "h", "?"):
            print(help_text)
            continue
        try:
            begun = command(words)
            past = _moved(past, words, play) if begun is None else [begun]
            show(past[-1])
        except InarowError as error:
            print(error)


def _moved(past: list[Place], words: list[str], play: Callable[[Place, str], Place]) -> list[Place]:
    """All places up to that to which a line leads."""
    if words in (["back"], ["undo"]):
        return past[:-1] or past
    if words == ["root"]:
        return past[:1]
    further = list(past)
    for word in words if words != ["again"] else ():
        further.append(play(further[-1], word))
    return further
