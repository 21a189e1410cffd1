"""A game over the network: who sits where, who looks on, whose turn it is, and what is offered.

State only: nothing here sends anything. A *member* is whatever the caller calls a connection.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from inarow.apps.web.clock import Clock, TimeControl
from inarow.apps.web.messages import Offered, board_record
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.legal import Player
from inarow.records.record import Record

SIDES: tuple[Player, Player] = ("X", "O")

MOST_SPECTATORS = 100
"""Of one room: each of them is told of every change."""


@dataclass
class _Seat:
    """A place at the board; the token is its owner's key to come back."""

    token: str | None = None
    member: Hashable | None = None
    name: str = ""
    wins: int = 0
    offer: Offered | None = None

    @property
    def state(self) -> str:
        """ "open", "here" or "away"."""
        return "open" if self.token is None else "away" if self.member is None else "here"


class Room:
    """One room: a game, two seats and some spectators.

    `maker` is the address that it was opened from, `told` the common view as all have heard it.
    """

    def __init__(
        self,
        code: str,
        board: Record,
        maker: str = "",
        control: TimeControl | None = None,
        time: Callable[[], float] = monotonic,
    ) -> None:
        self.code, self.board, self.maker = code, board, maker
        self.told: dict[str, Any] = {}
        self.seats: dict[Player, _Seat] = {side: _Seat() for side in SIDES}
        self.spectators: dict[Hashable, None] = {}
        self.draws = 0
        self.game = 1  # counts the games
        self.outcome: dict[str, Any] | None = (
            None  # of a game that ended otherwise than on the board
        )
        self._control, self._time = control, time
        self.clock = None if control is None else Clock(control)

    # Who is here.

    def join(
        self, member: Hashable, token: str | None, side: Player | None = None
    ) -> Hashable | None:
        """Seat a member: where its token belongs, else on a free seat, else among the spectators.

        Returns the member that it replaces, if any: somebody who came back before the connection
        was known to be lost, or by another window. Raises as `place` does.
        """
        seat = self.place(token, side)
        if seat is None:
            self.spectators[member] = None
            return None
        if seat.token is None:
            seat.token = secrets.token_urlsafe(16)
        replaced, seat.member = seat.member, member
        self._set_clock()
        return None if replaced == member else replaced

    def place(self, token: str | None, side: Player | None = None) -> _Seat | None:
        """Where who joins comes to: a seat, or None for the spectators.

        Raises `InvalidOptionError` if there are too many of those.
        """
        for seat in self.seats.values():
            if token and seat.token and secrets.compare_digest(token, seat.token):
                return seat
        wanted = SIDES if side is None else (side,)
        for seat in (self.seats[side] for side in wanted):
            if seat.token is None:
                return seat
        if len(self.spectators) >= MOST_SPECTATORS:
            raise InvalidOptionError("too many look on in this room")
        return None

    def quit(self, member: Hashable, *, for_good: bool) -> None:
        """A member has gone; a seat stays its owner's unless it is given up `for_good`."""
        self.spectators.pop(member, None)
        side = self.side_of(member)
        if side is None:
            return
        if for_good:
            self.seats[side] = _Seat()
            self._forget_offers()
        else:
            self.seats[side].member = None
        self._set_clock()

    def rename(self, member: Hashable, name: str) -> None:
        """Give a player a name; spectators have none."""
        side = self.side_of(member)
        if side is not None:
            self.seats[side].name = name

    @property
    def members(self) -> list[Hashable]:
        """All who are here."""
        seated = [seat.member for seat in self.seats.values() if seat.member is not None]
        return [*seated, *self.spectators]

    @property
    def is_forsaken(self) -> bool:
        """Is nobody here, nor anybody who could come back to a seat?"""
        return not self.members and not any(seat.token for seat in self.seats.values())

    @property
    def is_full(self) -> bool:
        """Has each seat its owner, even if he is away?"""
        return all(seat.token is not None for seat in self.seats.values())

    def side_of(self, member: Hashable) -> Player | None:
        """The side that a member plays."""
        return next((side for side in SIDES if self.seats[side].member == member), None)

    # The game.

    @property
    def is_over(self) -> bool:
        return self.outcome is not None or self.board.position.is_over

    def play(self, member: Hashable, move: int, ply: int) -> None:
        """Make a move; raises `IllegalMoveError` for one that is not this member's to make."""
        self.look_at_clock()
        position, side = self.board.position, self.side_of(member)
        if side is None:
            raise IllegalMoveError("spectators do not move")
        if self.outcome is not None:
            raise IllegalMoveError("the game is over")
        if ply != len(self.board.moves) or side != position.turn:
            raise IllegalMoveError("it is not your turn")
        if not self.is_full:
            raise IllegalMoveError("wait for the other player")
        after = position.play(move)
        self.board = Record(self.board.start, (*self.board.moves, move), after)
        self._forget_offers()
        if after.is_over:
            self._score(after.winner)
        self._set_clock(has_moved=True)

    def resign(self, member: Hashable) -> None:
        """Let the other side win."""
        side = self._player(member)
        self._require_game()
        self._finish(_other(side), "resigned")

    def offer(self, member: Hashable, what: Offered) -> None:
        """Offer something; where the other side has offered the same, it is agreed.

        A draw ends the game; to take back is to undo the last move of who offered first; another
        game changes sides.
        """
        side = self._player(member)
        if what == "rematch":
            if not self.is_over:
                raise InvalidOptionError("the game is not over")
        else:
            self._require_game()
        other = _other(side)
        if what == "takeback" and not self._last_of(side) and self.seats[other].offer != what:
            raise InvalidOptionError("you have made no move")
        if self.seats[other].offer != what:
            self.seats[side].offer = what
            return
        self._forget_offers()
        if what == "draw":
            self._finish(None, "agreed")
        elif what == "takeback":
            self._take_back(self._last_of(other))
        else:
            self._begin_again()

    def decline(self, member: Hashable) -> None:
        """Want nothing of what is offered, or no longer offer it."""
        self._player(member)
        self._forget_offers()

    def look_at_clock(self) -> None:
        """End the game if the time of who is to move is over."""
        if self.clock is not None and self.clock.running is not None:
            side = self.clock.running
            if self.clock.remaining(self._time()) <= 0:
                self._finish(_other(side), "time")

    @property
    def seconds_left(self) -> float | None:
        """Until the clock ends the game, if it runs."""
        if self.clock is None or self.clock.running is None:
            return None
        return max(0.0, self.clock.remaining(self._time()))

    def _player(self, member: Hashable) -> Player:
        side = self.side_of(member)
        if side is None:
            raise InvalidOptionError("only players can do that")
        return side

    def _require_game(self) -> None:
        self.look_at_clock()
        if self.is_over:
            raise InvalidOptionError("the game is over")
        if not self.is_full:
            raise InvalidOptionError("wait for the other player")

    def _forget_offers(self) -> None:
        for seat in self.seats.values():
            seat.offer = None

    def _last_of(self, side: Player) -> int:
        """How many moves have been made since before the last of this side; 0 if it made none."""
        back = 2 if self.board.position.turn == side else 1
        return back if back <= len(self.board.moves) else 0

    def _take_back(self, moves: int) -> None:
        start, made = self.board.start, self.board.moves[: len(self.board.moves) - moves]
        self.board = Record(start, made, start.play_all(made))
        self._set_clock()

    def _finish(self, winner: Player | None, how: str) -> None:
        self.outcome = {"winner": winner, "how": how}
        self._forget_offers()
        self._score(winner)
        self._set_clock()

    def _score(self, winner: Player | None) -> None:
        if winner is None:
            self.draws += 1
        else:
            self.seats[winner].wins += 1

    def _begin_again(self) -> None:
        self.seats = {"X": self.seats["O"], "O": self.seats["X"]}
        self.board = Record(self.board.start, (), self.board.start)
        self.outcome = None
        self.clock = None if self._control is None else Clock(self._control)
        self.game += 1

    def _set_clock(self, *, has_moved: bool = False) -> None:
        """The clock begins with the first move, and stands while a seat is free."""
        if self.clock is not None:
            runs = bool(self.board.moves) and self.is_full and not self.is_over
            turn = self.board.position.turn if runs else None
            self.clock.run(turn, self._time(), has_moved=has_moved)

    # What is told.

    def view(self, member: Hashable, common: dict[str, Any] | None = None) -> dict[str, Any]:
        """The message ``room`` for a member; `common` is what all are told, if it is at hand."""
        side, left = self.side_of(member), self.seconds_left
        return {
            **(common or self.common_view),
            "side": side,
            "token": None if side is None else self.seats[side].token,
            "left": None if left is None else round(left, 2),
        }

    @property
    def common_view(self) -> dict[str, Any]:
        """What of the view is the same for all, and at all times until something happens."""
        position = self.board.position
        return {
            "type": "room",
            "room": self.code,
            "board": board_record(self.board),
            "turn": position.turn,
            "status": position.status,
            "outcome": self.outcome,
            "seats": {side: self.seats[side].state for side in SIDES},
            "names": {side: self.seats[side].name for side in SIDES},
            "spectators": len(self.spectators),
            "offers": {side: seat.offer for side, seat in self.seats.items() if seat.offer},
            "score": {**{side: self.seats[side].wins for side in SIDES}, "draws": self.draws},
            "game": self.game,
            "clock": None if self.clock is None else self.clock.record(),
        }


def _other(side: Player) -> Player:
    return "O" if side == "X" else "X"
