"""Win, block, centre: the rule of thumb that children find, and no look ahead at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.options import refuse_plain
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback
from inarow.strategies.strategy import Choice, drawn, numbers_for

RULES = ("win", "block", "centre")


class Greedy:
    """Completes a line if it can, else keeps the opponent from one, else plays most centrally.

    It may know only some of these `rules`; where none of them applies it plays at random, and
    among equals too. ``info["reason"]`` is the rule that chose, or None. Raises
    `InvalidOptionError` for an unknown rule.

    >>> from inarow.model.game import Game
    >>> Greedy().choose(Game(3, 3, 3).position("X.X/OO./..."))
    Choice(move=1, value=None, info={'reason': 'win'})
    >>> Greedy().choose(Game(3, 3, 3).start()).move
    4
    """

    def __init__(self, rules: Iterable[str] = RULES, *, seed: SupportsIndex = 0) -> None:
        known = tuple(rules)
        for rule in known:
            if rule not in RULES:
                raise InvalidOptionError(f"rules are {', '.join(RULES)}, not {rule!r}")
        self._rules = tuple(rule for rule in RULES if rule in known)
        self.name = "greedy" if self._rules == RULES else f"greedy ({', '.join(self._rules)})"
        self._seed = as_integer("seed", seed)

    def __repr__(self) -> str:
        return f"Greedy({self._rules}, seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        refuse_plain(position.game, "this strategy")
        reason, moves = None, list(position.legal_moves)
        for rule in self._rules:
            if good := _found(rule, position):
                reason, moves = rule, good
                break
        return Choice(drawn(moves, numbers_for(self._seed, position)), None, {"reason": reason})


def _found(rule: str, position: Position) -> list[int]:
    """The moves that a rule asks for."""
    game, moves = position.game, position.legal_moves
    if rule == "centre":
        nearest = min(game.board.from_centre(cell) for cell in moves)
        return [cell for cell in moves if game.board.from_centre(cell) == nearest]
    stones = position._own if rule == "win" else position._opponent
    return [
        cell
        for cell in moves
        if any((stones | 1 << cell) & span == line for line, span in game.spans_by_cell[cell])
    ]
