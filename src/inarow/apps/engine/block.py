"""A block: a word, stones, and DONE, on one line or on many."""

from __future__ import annotations

import re

from inarow.apps.engine.board import CommandError, numbers

MOST_STONES = 400
"""That are kept: no board has more cells."""

Stones = list[tuple[int, ...]]

_COMMA = re.compile(r"[ \t]*,[ \t]*")


class Block:
    """What has come of a block that `word` began.

    >>> block = Block("YXBOARD")
    >>> block.take("7,7,1 8, 8,2"), block.take("9,9,1 done TURN 3,3"), block.stones()
    (None, 'TURN 3,3', [(7, 7, 1), (8, 8, 2), (9, 9, 1)])
    """

    def __init__(self, word: str) -> None:
        self.word = word
        self._wanted = "x,y" if word == "SWAP2BOARD" else "x,y,f"
        self._stones: Stones = []
        self._fault = ""

    def take(self, text: str) -> str | None:
        """Take a line, or the rest of one; return what stands behind DONE, or None without it."""
        parts = _COMMA.sub(",", text).split()
        for number, part in enumerate(parts, 1):
            if part.upper() == "DONE":
                return " ".join(parts[number:])
            try:
                if len(self._stones) == MOST_STONES:
                    raise CommandError(f"there are more than {MOST_STONES} stones")
                self._stones.append(numbers(part, self._wanted))
            except CommandError as error:
                self._fault = self._fault or str(error)
        return None

    def stones(self) -> Stones:
        """Return all stones; raises the first `CommandError` of the block."""
        if self._fault:
            raise CommandError(self._fault)
        return self._stones
