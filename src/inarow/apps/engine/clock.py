"""How long a move may take, by what INFO has said."""

from __future__ import annotations

from inarow.apps.engine.settings import Settings

__all__ = ["time_for_move"]

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
