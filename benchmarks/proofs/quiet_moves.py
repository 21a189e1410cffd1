"""Wins by quiet moves beyond order 3: proof-number search, with wins by force as its leaves.

The side to move wins if a win by force is found within a limit, or by a move after which a pass
loses so, and after each reply in the zone of that win it wins again, in either way. The numbers
say how much is left to prove (Allis, van der Meulen and van den Herik, Proof-number search,
Artificial Intelligence 66, 1994); nothing is ever disproven, for what no limit finds may be there
all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from time import process_time

from inarow import ForcedWin, Position, Solver
from inarow.certificate.forced import spoilers
from inarow.model.bits import cells_of

QUICK, LONG = 20_000, 1_000_000
"""Nodes for a win by force when a position is met, and before moves are tried in it."""
CANDIDATES, JUDGED = 12, 100_000
"""So many moves are tried, the best that the heuristic search finds with so many nodes."""
BATCH = 8
"""So many replies are asked for before another move may turn out to be more promising."""
UNMET, OPEN, HARD = 0.2, 1.0, 2.0
"""What is left to prove of a position not asked about yet, open with QUICK, and with LONG."""


def find(position: Position, nodes: int) -> ForcedWin | None:
    """Ask for a win by force: always the same answer."""
    table_mb = max(16, nodes // 20_000)  # which bounds the memo of wins
    return Solver(position.game, table_mb).forced_win(position, 3, nodes=nodes)


def passed(position: Position) -> Position:
    """The other side to move."""
    other = "XO".replace(position.turn, "")
    return position.game.position(position.text.split("/"), turn=other, strict=False)


@dataclass(eq=False)
class Attack:
    """The attacker is to move: he wins if one of his threats does. As a win it can be written."""

    position: Position
    limit: int = 0
    """With so many nodes a win by force was asked for last."""
    threats: list[Threat] | None = None
    """The moves that are tried; None: a leaf."""
    left: float = UNMET
    parents: list[Threat] = field(default_factory=list)
    order = 4  # beyond those of a win by force

    @property
    def best(self) -> Threat:
        """The threat of which least is left to prove."""
        assert self.threats
        return min(self.threats, key=lambda threat: threat.left)

    @property
    def move(self) -> int:
        """The first move, where it is not by force that it wins."""
        return self.best.move

    @property
    def line(self) -> tuple[int, ...]:
        """That move and what may follow, to the completed line: one of the longer defences."""
        below = (
            (reply, *(attack.line if attack.threats else attack.win().line))
            for reply, attack in self.best.replies.items()
        )
        return self.move, *max(below, key=len)

    @property
    def threat(self) -> ForcedWin | None:
        """How its move wins if the other side passes."""
        return find(passed(self.position.play(self.move)), self.best.limit)

    def win(self) -> Attack | ForcedWin:
        """This, or the win by force that it has."""
        found = self if self.threats else find(self.position, self.limit)
        assert found is not None
        return found

    def after(self, reply: int) -> Attack | ForcedWin:
        """How it goes on after a reply in the zone."""
        return self.best.replies[reply].win()


@dataclass(eq=False)
class Threat:
    """A move of the attacker's after which a pass loses, and the replies that may not."""

    parent: Attack
    move: int
    limit: int
    """With so many nodes the win after a pass is found."""
    replies: dict[int, Attack] = field(default_factory=dict)
    left: float = 0


class Search:
    """The tree below one position. A position that is met on several ways is met once.

    A win by force is looked for with `first` nodes before moves are tried at the root. `log` names
    a file where answers are kept: a search that is begun again comes to where it was.
    """

    def __init__(self, position: Position, log: Path | None = None, first: int = LONG) -> None:
        self.root = Attack(position)
        self._first = first
        self.nodes, self.seconds = 0, 0.0  # of processor time
        self._judge = Solver(position.game, 16)
        self._met: dict[Position, Attack] = {}
        self._log = log
        self._known: dict[str, tuple[int, float, list[int]]] = {}
        if log is not None and log.exists():
            whole, newline, _ = log.read_text(encoding="ascii").rpartition("\n")
            log.write_text(whole + newline, encoding="ascii")  # without a line that was cut off
            for line in whole.splitlines():
                key, *answer = json.loads(line)
                self._known[key] = tuple(answer)

    def run(self, nodes: int) -> bool:
        """Search until the position is proven, no move is left, or the nodes are spent.

        Returns whether it is proven.
        """
        while 0 < self.root.left < inf and self.nodes < nodes:
            attack = self.root
            while attack.threats:
                replies = attack.best.replies.values()
                if unmet := [reply for reply in replies if not reply.limit]:
                    for reply in unmet[:BATCH]:
                        self._ask(reply, QUICK, OPEN)
                    break
                attack = min((reply for reply in replies if reply.left), key=lambda one: one.left)
            else:
                longer = self._first if attack is self.root else LONG
                if attack.limit < longer:
                    self._ask(attack, longer, HARD)
                else:
                    self._expand(attack)
        return not self.root.left

    def _ask(self, attack: Attack, limit: int, left: float) -> None:
        """Ask for a win by force."""
        attack.limit = limit
        self._set(attack, 0 if self._answer(attack.position, limit) else left)

    def _expand(self, attack: Attack) -> None:
        """Make threats of the moves after which a pass loses."""
        attack.threats, position = [], attack.position
        for move in self._candidates(position):
            after = position.play(move)
            if after.is_over or any(after.play(cell).is_over for cell in after.legal_moves):
                continue  # the other side would complete a line, or the board be full
            zone = self._answer(passed(after), QUICK, zone=True)
            if not zone:
                continue
            threat = Threat(attack, move, QUICK)
            attack.threats.append(threat)
            for reply in sorted(zone, key=partial(nearness, after), reverse=True):
                met = self._met.setdefault((at := after.play(reply)), Attack(at))
                met.parents.append(threat)
                threat.replies[reply] = met
            threat.left = sum(met.left for met in threat.replies.values())
        self._set(attack, min((threat.left for threat in attack.threats), default=inf))

    def _answer(self, position: Position, limit: int, zone: bool = False) -> list[int]:
        """The winning move, if there is a win by force; or the cells that may spoil the win."""

        def ask() -> tuple[int, list[int]]:
            win = find(position, limit)
            if win is None:
                return limit, []
            # As the checker finds them: those of a win of order 2 may be fewer in the core.
            return win.nodes, list(cells_of(spoilers(win))) if zone else [win.move]

        wanted = " spoilers" if zone else ""
        return self._recall(f"{position.text} {position.turn} {limit}{wanted}", ask)

    def _candidates(self, position: Position) -> list[int]:
        def ask() -> tuple[int, list[int]]:
            best = self._judge.estimates(position, CANDIDATES, nodes=JUDGED)
            return JUDGED, [estimate.best_move for estimate in best]

        key = f"{position.text} {position.turn} {CANDIDATES} of {JUDGED}"
        return self._recall(key, ask)

    def _recall(self, key: str, ask: Callable[[], tuple[int, list[int]]]) -> list[int]:
        """What was once answered, or is asked now."""
        if key not in self._known:
            started = process_time()
            nodes, answer = ask()
            self._known[key] = nodes, process_time() - started, answer
            if self._log is not None:
                with self._log.open("a", encoding="ascii") as log:
                    log.write(json.dumps([key, *self._known[key]]) + "\n")
        nodes, seconds, answer = self._known[key]
        self.nodes += nodes
        self.seconds += seconds
        return answer

    def _set(self, attack: Attack, left: float) -> None:
        """Note what is left to prove of a position, and of all above it."""
        if attack.left != left:
            attack.left = left
            for threat in attack.parents:
                threat.left = sum(met.left for met in threat.replies.values())
                self._set(threat.parent, threat.parent.best.left)


def nearness(position: Position, cell: int) -> float:
    """How near an empty cell is to the stones."""
    n = position.game.n
    distances = (
        max(abs(cell // n - stone // n), abs(cell % n - stone % n))
        for stone in cells_of(position.x | position.o)
    )
    return sum(1 / distance**2 for distance in distances)
