"""What INFO has said: limits and the rule. INFO is never answered, so what is wrong with a value
is kept, and reported in place of the answer to the next other command."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from inarow.model.game import Game

FREE_STYLE = 0
EXACTLY_FIVE = 1
PLAYED_RULES = {"0": FREE_STYLE, "1": EXACTLY_FIVE}
OTHER_RULES = {"2": " (continuous game)", "4": " (renju)", "8": " (caro)"}
IN_A_ROW = 5

FIELDS = {
    "timeout_turn": "turn_ms",
    "timeout_match": "match_ms",
    "time_left": "left_ms",
    "max_memory": "memory",
    "max_node": "nodes",
}
"""Of `Settings`, by the keys of INFO."""

UNLIMITED_MS = 2_147_483_647
"""As `time_left`, this says that there is no limit."""

USUAL_SECONDS = 2.0
"""For a move, where nobody has set a limit."""
LEAST_SHARE = 8
"""Of what is left for the game, a move gets no more than one part in so many, …"""
USUAL_MOVES = 30
"""… and one in as many as are left of this number of moves."""
MARGIN_SECONDS, MARGIN_SHARE, MOST_MARGIN = 0.03, 0.05, 0.3
"""Kept back, for what the system is at while the clock runs: so much and this share of the time."""
LEAST_PART = 0.3
"""Of a short time, this much is used all the same."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,100}", re.ASCII)
_LARGEST = 10**18  # what is larger is as good as no limit


@dataclass
class Settings:
    """The values of INFO that matter here; times in milliseconds, memory in bytes."""

    turn_ms: int | None = None
    """For one move, 0 to move at once; None as long as nobody has said."""
    match_ms: int = 0
    """For all moves of a game together; 0: no limit."""
    left_ms: int | None = None
    """What is left of that; may be negative; None: not said, or no limit."""
    memory: int = 0
    """For the whole process; 0: no limit."""
    nodes: int = 0
    """For one move, as an extension has it (``max_node``); 0: no limit."""
    rule: int = FREE_STYLE
    _problems: dict[str, str] = field(default_factory=dict)
    _lasting: dict[str, str] = field(default_factory=dict)

    def game(self, rows: int, columns: int) -> Game:
        """Return the game under the rule that is set, which must be one that is played."""
        return Game(rows, columns, IN_A_ROW, exact=self.rule == EXACTLY_FIVE)

    def inform(self, text: str) -> None:
        """Take ``key value``; a key that means nothing here is ignored."""
        key, _, value = text.partition(" ")
        key, value = key.lower(), value.strip()
        if key == "rule":
            self._choose_rule(value)
        if key not in FIELDS:
            return
        self._problems.pop(key, None)
        self._lasting.pop(key, None)
        if not _NUMBER.fullmatch(value):
            self.complain(key, f"{key} must be a whole number, not {value[:40]!r}")
            return
        number = min(int(value), _LARGEST)
        if number < 0 and key == "max_node":  # as programs say that there is no limit
            self.nodes = 0
        elif number < 0 and key != "time_left":
            self.complain(key, f"{key} must be 0 or more, not {number}")
        elif key == "time_left" and number == UNLIMITED_MS:
            self.left_ms = None
        else:
            setattr(self, FIELDS[key], number)

    def _choose_rule(self, value: str) -> None:
        self._lasting.pop("rule", None)
        if value in PLAYED_RULES:
            self.rule = PLAYED_RULES[value]
            return
        called = value[:40] + OTHER_RULES.get(value, "")
        self.complain("rule", f"rule {called} is not played here, 0 and 1 are", lasting=True)

    def complain(self, key: str, problem: str, lasting: bool = False) -> None:
        """Keep what is wrong with the value of `key` for the next other command.

        What is `lasting` is reported until there is another value: nothing can be played with it.
        """
        (self._lasting if lasting else self._problems)[key] = problem

    def next_problem(self) -> str | None:
        """Return what is to be reported now."""
        problem = next(iter((self._problems or self._lasting).values()), None)
        self._problems.clear()
        return problem


def time_for_move(settings: Settings, moves: int, used: float) -> float:
    """Return seconds from the arrival of the command; 0: move at once.

    `moves` is how many this side has made, `used` how many seconds they took: what is left of the
    time for the match, where the manager does not say.

    >>> time_for_move(Settings(turn_ms=1000), 5, 0)
    0.92
    >>> time_for_move(Settings(turn_ms=60_000, match_ms=180_000, left_ms=20_000), 25, 160)
    2.345
    >>> time_for_move(Settings(turn_ms=1000, left_ms=-5), 5, 0)
    0.0
    """
    turn = USUAL_SECONDS if settings.turn_ms is None else settings.turn_ms / 1000
    left = settings.left_ms
    if left is None and settings.match_ms:
        left = settings.match_ms - int(1000 * used)
    if left is not None:
        if settings.turn_ms is None:
            turn = left / 1000
        turn = min(turn, left / 1000 / max(LEAST_SHARE, USUAL_MOVES - moves))
    if turn <= 0:
        return 0.0
    margin = min(MARGIN_SECONDS + MARGIN_SHARE * turn, MOST_MARGIN)
    return round(max(turn - margin, LEAST_PART * turn), 6)
