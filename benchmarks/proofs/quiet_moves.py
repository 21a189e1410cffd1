"""Wins by quiet moves beyond order 3: proof-number search, with wins by force as its leaves.

The side to move wins if a win by force is found within a limit, or by a move after which a pass
loses so, and after each reply in the zone of that win it wins again, in either way. The numbers
say how much is left to prove (Allis, van der Meulen and van den Herik, Proof-number search,
Artificial Intelligence 66, 1994); nothing is ever disproven, for what no limit finds may be there
all the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf, sqrt
from pathlib import Path
from time import process_time

from inarow import CertificateError, ForcedWin, Position, Progress, Solver
from inarow.certificate.forced import spoilers
from inarow.model.bits import cells_of

QUICK = 20_000
"""Nodes for a win by force when a position is met, and for the win if a pass follows on a move."""
LONG = 200_000
"""Nodes for the latter if a win is seen after the move."""
CANDIDATES, JUDGED = 20, 20_000
"""So many moves are tried, the best that the heuristic search finds with so many nodes."""
LOOK, GROWTH, SHARE = 100_000, 4, 2
"""Nodes of the first new look for the best move, how many times as many each later one has, and how
many times its nodes must have been spent before it."""
PROMISED = 10
"""A move after which a win is seen is preferred to one of which so much less is left to prove."""
BATCH = 8
"""So many replies are asked for before another move may turn out to be more promising."""
UNMET = 0.8
"""Of a zone of n replies, not asked for yet, so many times the square root of n will be open."""
RANK = 1.0
"""A move is preferred to one that seems worse unless so much more is left to prove of it."""
UNSEEN = 1
"""So much more is left for each look that saw no win, or one is sought where there may be none."""


def find(position: Position, nodes: int) -> ForcedWin | None:
    """Ask for a win by force: always the same answer."""
    table_mb = min(max(16, nodes // 20_000), 1000)  # which bounds the memo of wins
    return Solver(position.game, table_mb).forced_win(position, 3, nodes=nodes)


def passed(position: Position) -> Position:
    """The other side to move."""
    other = "XO".replace(position.turn, "")
    return position.game.position(position.text, turn=other, strict=False)


@dataclass(eq=False)
class Attack:
    """The attacker is to move: it wins if one of its threats does. As a win it can be written."""

    position: Position
    met: bool = False
    """Was a win by force asked for?"""
    by_force: bool = False
    """Was one found?"""
    looks: int = 0
    """So often the best move was looked for once more."""
    seen: bool = False
    """Was a win seen then?"""
    threats: list[Threat] | None = None
    """The moves that may be tried; None: a leaf."""
    left: float = 1
    """How many positions are left to prove, as an estimate."""
    spent: int = 0
    """Nodes spent here and below since it was met."""
    parents: list[Threat] = field(default_factory=list)
    order = 4  # beyond those of a win by force

    @property
    def best(self) -> Threat:
        """The threat that is proven, or of which least is left to prove and that looks best."""
        assert self.threats
        return min(self.threats, key=lambda one: (one.left > 0, one.left + RANK * one.rank))

    @property
    def move(self) -> int:
        """The first move, where it is not by force that it wins."""
        return self.best.move

    @property
    def line(self) -> tuple[int, ...]:
        """That move and what may follow, to the completed line: one of the longer defences."""
        below = ((reply, *attack.win().line) for reply, attack in self.best.replies.items())
        return self.move, *max(below, key=len)

    @property
    def threat(self) -> ForcedWin | None:
        """How its move wins if the other side passes."""
        return find(passed(self.position.play(self.move)), self.best.limit)

    @property
    def deeper(self) -> int:
        """With so many nodes the best move is to be looked for; 0: not yet."""
        nodes = LOOK * GROWTH**self.looks
        return nodes if self.threats and not self.seen and self.spent >= SHARE * nodes else 0

    def count(self) -> float:
        """What is left to prove now."""
        if self.by_force or self.threats is None:
            return float(not self.by_force)
        if not self.threats:
            return inf
        best = self.best
        left = best.left if best.limit else best.left + RANK * max(0, best.rank)
        return left + UNSEEN * self.looks if left and not self.seen else left

    def win(self) -> Attack | ForcedWin:
        """This, or the win by force that it has."""
        found = find(self.position, QUICK) if self.by_force else self
        if found is None:
            raise CertificateError("a win that was found is not there: is a log of another game?")
        return found

    def after(self, reply: int) -> Attack | ForcedWin | None:
        """How it goes on after a reply in the zone."""
        attack = self.best.replies.get(reply)
        return attack and attack.win()


@dataclass(eq=False)
class Threat:
    """A move of the attacker's after which a pass loses, and the replies that may not."""

    parent: Attack
    move: int
    rank: int
    """What counts against it: how many looked better at first, and one for each look that preferred
    another; below 0 when a win was seen after it."""
    left: float = 1
    limit: int = 0
    """With so many nodes the win after a pass was found; 0: it was not asked for."""
    replies: dict[int, Attack] = field(default_factory=dict)

    def count(self) -> float:
        """What is left to prove after the replies in the zone; there is none if a pass is none."""
        met = [attack.left for attack in self.replies.values() if attack.met]
        size = len(self.replies)
        return sum(met) + UNMET * (size - len(met)) / sqrt(size) if size else inf


class Search:
    """The tree below one position. A position that is met on several ways is met once.

    `log` names a file where answers are kept: a search that is begun again comes to where it was.
    """

    def __init__(self, position: Position, log: Path | None = None) -> None:
        self.root = Attack(position)
        self.nodes, self.seconds = 0, 0.0  # of processor time
        self._steps = 0
        self._judge = Solver(position.game, 1000)  # which bounds the memo of the heuristic search
        self._met: dict[Position, Attack] = {}
        self._log = log
        self._known: dict[str, tuple[int, float, list[int]]] = {}
        if log is not None and log.exists():
            whole, newline, cut_off = log.read_text(encoding="ascii").rpartition("\n")
            if cut_off:
                os.truncate(log, len(whole + newline))
            for line in whole.splitlines():
                key, *answer = json.loads(line)
                self._known[key] = tuple(answer)

    def run(self, nodes: int) -> bool:
        """Search until the position is proven, no move is left, or the nodes are spent.

        Returns whether it is proven.
        """
        if not self.root.met:
            self._ask(self.root)
        while 0 < self.root.left < inf and self.nodes < nodes:
            self._look_on()
        return not self.root.left

    def _look_on(self) -> None:
        """Go on with the moves of which least is left to prove; ask there or try moves.

        Of their replies by turns with the nearest to be proven and the farthest: what one finds
        soon may take the other long. Of a position on the way that has cost much the best move is
        looked for once more, with more nodes.
        """
        before, path = self.nodes, [self.root]
        self._steps += 1
        pick = min if self._steps % 2 else max
        while not (attack := path[-1]).deeper and attack.threats:
            threat = attack.best
            if not threat.limit:
                self._try(threat)
                break
            replies = threat.replies.values()
            if unmet := [reply for reply in replies if not reply.met]:
                for reply in unmet[:BATCH]:
                    self._ask(reply)
                break
            path.append(pick((reply for reply in replies if reply.left), key=lambda one: one.left))
        else:
            if attack.deeper:
                self._look_deeper(attack)
            else:
                self._expand(attack)
        for attack in path:
            attack.spent += self.nodes - before

    def _ask(self, attack: Attack) -> None:
        """Ask for a win by force."""
        attack.met = True
        attack.by_force = bool(self._answer(attack.position, QUICK))
        self._note(attack)

    def _expand(self, attack: Attack) -> None:
        """List the moves that may be tried."""
        attack.threats = []
        for rank, move in enumerate(self._candidates(attack.position)):
            self._list(attack, move, rank)
        self._note(attack)

    def _list(self, attack: Attack, move: int, rank: int) -> None:
        """List a move, unless the other side could complete a line, or the board is full."""
        assert attack.threats is not None
        after = attack.position.play(move)
        if not after.is_over and not any(after.play(cell).is_over for cell in after.legal_moves):
            attack.threats.append(Threat(attack, move, rank))

    def _look_deeper(self, attack: Attack) -> None:
        """Look for the best move once more."""
        nodes = attack.deeper
        attack.looks += 1
        position = attack.position

        def ask() -> tuple[int, list[int]]:
            told: list[Progress] = []  # the last of them of the end: a win that is seen is one
            best, *_ = self._judge.estimates(
                position, 1, nodes=nodes, narrow=True, progress=told.append
            )
            return told[-1].nodes, [best.best_move, best.plies]

        best, plies = self._recall(f"{position.text} {position.turn} best of {nodes}", ask)
        attack.seen = plies > 0
        assert attack.threats
        if all(threat.move != best for threat in attack.threats):
            self._list(attack, best, 0)
        for threat in attack.threats:
            threat.rank += 1
            if threat.move == best:
                threat.rank = -PROMISED if attack.seen else 0
                if attack.seen and not threat.replies:
                    threat.limit, threat.left = 0, 1  # what a pass leads to is asked for once more
        self._note(attack)

    def _try(self, threat: Threat) -> None:
        """Ask whether a pass would lose, and which replies may not."""
        threat.limit = LONG if threat.rank < 0 else QUICK
        after = threat.parent.position.play(threat.move)
        zone = self._answer(passed(after), threat.limit, zone=True)
        for reply in sorted(zone, key=partial(nearness, after), reverse=True):
            met = self._met.setdefault((at := after.play(reply)), Attack(at))
            met.parents.append(threat)
            threat.replies[reply] = met
        threat.left = threat.count()
        self._note(threat.parent)

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
            best = self._judge.estimates(position, CANDIDATES, nodes=JUDGED, narrow=True)
            return JUDGED, [estimate.best_move for estimate in best]

        key = f"{position.text} {position.turn} best {CANDIDATES} of {JUDGED}"
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

    def _note(self, attack: Attack) -> None:
        """Count anew what is left to prove of a position, and of those above it."""
        attack.left = attack.count()
        for threat in attack.parents:
            before, threat.left = threat.left, threat.count()
            if threat.left != before:
                self._note(threat.parent)


def nearness(position: Position, cell: int) -> float:
    """How near an empty cell is to the stones."""
    board, stones = position.game.board, cells_of(position.x | position.o)
    return sum(1 / board.distance(cell, stone) ** 2 for stone in stones)
