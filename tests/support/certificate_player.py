"""Plays the strategies of a certificate against every move of the rival.

Written from ``docs/reference/certificates.md`` alone: it shares no code with `inarow.check`, and it
believes no rule. It decodes a file, works out how each of the rival's moves is answered, and then
plays all games on a real board, where nothing but completed lines tells who was right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from unpacking import unpacked

PASS, CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK, TREE = range(1, 9)
Cells = frozenset[int]


class BrokenStrategy(Exception):
    """The strategy does not keep what it claims, or says nothing."""


@dataclass
class Answer:
    """What the keeper does, after the rival's `move` if there is one."""

    code: int
    move: int | None
    cells: list[int] = field(default_factory=list)  # of a chain, or of pairs one after another
    reply: int = -1
    node: Node | None = None
    number: int = 0  # of the node, in the file
    symmetry: int = 0


@dataclass
class Node:
    """A position with the rival to move; `how` tells what becomes of each of his moves."""

    entries: list[Answer]
    how: dict[int, tuple[str, Any]] = field(default_factory=dict)
    other: tuple[str, Any] = ("free", None)  # what answers a move that changes nothing
    zone: Cells = frozenset()


class Certificate:
    """The decoded file. Raises IndexError or ValueError where it does not follow the format."""

    def __init__(self, path: Path) -> None:
        data = self.data_of_file = unpacked(path)
        version, game, position, said, rest = data.split(b"\n", 4)
        size, _, kind = game.decode().rpartition(" ")
        self.weak, self.plane = kind == "weak", size.startswith(("plane ", "parts "))
        self.given = version == b"inarow certificate 3" and not self.plane
        self.data, self.at = rest, 0
        if self.given:
            name, cells, lines, symmetries = re.split(r" = | cells, | lines, ", size)
            self.size, self.name = int(cells), name
            if self.size > 400:
                raise ValueError("too many cells")
            self.lines = [frozenset(self._cells(self._byte())) for _ in range(int(lines))]
            number = int(symmetries.removesuffix(" symmetries"))
            self.turns = [[*range(self.size)], *(self._cells(self.size) for _ in range(number))]
        else:
            numbers = re.findall("[0-9]+", size)[:3]
            self.m, self.n, self.k = map(int, numbers)
            self.size, self.name, self.lines = self.m * self.n, size, self._lines()
        self.header = data[: len(data) - len(rest) + self.at]
        text, self.turn = position.decode().split(" ")
        stones = text.replace("/", "")
        self.stones = {
            side: frozenset(i for i, cell in enumerate(stones) if cell == side) for side in "XO"
        }
        self.board, self.nodes = frozenset(range(self.size)), list[Node]()
        self.parts: list[tuple[str, str, int | None, Node | Answer | None]] = []
        for part in said.decode().split("; "):
            side, word, *within = part.split(" ")
            root: Node | Answer | None = None
            if word != "steals":
                root = self._answer(self._byte(), None) if side == self.turn else self._node()
            self.parts.append((side, word, int(within[1]) if within else None, root))
        if self.at != len(rest):
            raise ValueError("more bytes than strategies")

    def _lines(self) -> list[Cells]:
        places = {(row, column) for row in range(self.m) for column in range(self.n)}
        lines = set()
        for row, column in places:
            for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                line = [(row + i * down, column + i * right) for i in range(self.k)]
                if places.issuperset(line):
                    lines.add(frozenset(r * self.n + c for r, c in line))
        return sorted(lines, key=sorted)

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def _cell(self) -> int:
        return self._byte() if self.size <= 256 else self._byte() + 256 * self._byte()

    def _cells(self, count: int) -> list[int]:
        return [self._cell() for _ in range(count)]

    def _node(self) -> Node:
        entries = []
        while code := self._byte():
            entries.append(self._answer(code, None if code in (PASS, TREE) else self._cell()))
        self.nodes.append(Node(entries))
        return self.nodes[-1]

    def _answer(self, code: int, move: int | None) -> Answer:
        answer = Answer(code, move)
        if code in (PASS, CHAIN):
            answer.cells = self._cells(self._byte())
        elif code in (PAIRS, NODE, KNOWN, WEAK, TREE):
            answer.reply = self._cell()
            if code == PAIRS:
                answer.cells = self._cells(2 * self._byte())
            elif code == KNOWN:
                answer.number = sum(self._byte() << 8 * i for i in range(4))
                answer.node = self.nodes[answer.number]
                answer.symmetry = self._byte() + 256 * (self._byte() if self.given else 0)
            else:
                answer.node = self._node()
        elif code != POTENTIAL:
            raise ValueError(f"no code {code}")
        return answer

    @property
    def answers(self) -> list[Answer]:
        """All of them: at the roots, and in the nodes."""
        answers = [root for *_, root in self.parts if isinstance(root, Answer)]
        return answers + [entry for node in self.nodes for entry in node.entries]

    def encode(self) -> bytes:
        """The bytes of the file, unpacked, from what has become of the strategies."""
        roots = [root for *_, root in self.parts if root is not None]
        return self.header + b"".join(
            self._node_bytes(root) if isinstance(root, Node) else self._answer_bytes(root)
            for root in roots
        )

    def _cell_bytes(self, *cells: int) -> bytes:
        return b"".join(cell.to_bytes(1 if self.size <= 256 else 2, "little") for cell in cells)

    def _node_bytes(self, node: Node) -> bytes:
        return b"".join(map(self._answer_bytes, node.entries)) + b"\0"

    def _answer_bytes(self, answer: Answer) -> bytes:
        code, cells = answer.code, answer.cells
        data = bytes([code]) + self._cell_bytes(*() if answer.move is None else (answer.move,))
        if code in (PASS, CHAIN):
            return data + bytes([len(cells)]) + self._cell_bytes(*cells)
        if code == POTENTIAL:
            return data
        data += self._cell_bytes(answer.reply)
        if code == PAIRS:
            return data + bytes([len(cells) // 2]) + self._cell_bytes(*cells)
        if code == KNOWN:
            turned = answer.symmetry.to_bytes(2 if self.given else 1, "little")
            return data + answer.number.to_bytes(4, "little") + turned
        assert answer.node is not None
        return data + self._node_bytes(answer.node)

    def image(self, symmetry: int) -> list[int]:
        """Where a symmetry takes each cell."""
        if self.given:
            first, second = (self.turns[number] for number in (symmetry & 255, symmetry >> 8))
            return [second.index(cell) for cell in first]
        places = []
        for cell in range(self.size):
            row, column = divmod(cell, self.n)
            if symmetry & 4:
                row, column = column, row
            if symmetry & 2:
                row = self.m - 1 - row
            if symmetry & 1:
                column = self.n - 1 - column
            places.append(row * self.n + column)
        return places


class At(NamedTuple):
    """Where a game is."""

    rival: Cells
    keeper: Cells
    plan: tuple[str, Any]
    """What the keeper goes by."""
    place: tuple[int, ...]
    """Where the cells of a node really are."""
    goal: str
    plies: int
    """Those that are left."""


class Player:
    """Plays one part of a certificate: `play` raises BrokenStrategy if a game goes wrong."""

    def __init__(self, certificate: Certificate, part: int) -> None:
        self.c = certificate
        self.side, self.word, self.within, self.root = certificate.parts[part]
        self.rival_counts = not (certificate.weak and self.word == "wins")
        self.seen: set[object] = set()

    # What the lines say.

    def open(self, stones: Cells, others: Cells) -> list[Cells]:
        """What a side with these stones misses on each line that the other has no stone on."""
        return [line - stones for line in self.c.lines if not line & others]

    def wins(self, stones: Cells, others: Cells) -> Cells:
        return frozenset(
            cell for line in self.open(stones, others) if len(line) == 1 for cell in line
        )

    def reach(self, rival: Cells, keeper: Cells) -> Cells:
        return frozenset().union(*self.open(rival, keeper))

    # How each move is answered, for every node once.

    def work_out(self, node: Node, rival: Cells, keeper: Cells, goal: str, plies: int) -> None:
        empty = self.c.board - rival - keeper
        unanswered, zone = empty, frozenset[int]()
        plies = max(0, min(plies, len(empty)))
        if goal != "stops" and (wins := self.wins(keeper, rival)):
            unanswered = wins if len(wins) == 1 else frozenset()
            node.other = ("win", None)
            node.how.update((cell, node.other) for cell in empty - unanswered)
        for entry in node.entries:
            if entry.move is None:
                as_said: tuple[str, Any] = ("chain", entry.cells)
                if entry.node is not None:
                    as_said = ("tree", entry)
                    self.work_out(entry.node, rival, keeper | {entry.reply}, "wins", plies)
                left = unanswered & self.spoilers(entry, rival, keeper, 0)
            else:
                as_said = ("as", entry.move)
                node.how[entry.move] = ("entry", entry)
                used = self.zone(entry, rival | {entry.move}, keeper, goal, plies - 1)
                zone |= used
                left = (unanswered & used) - {entry.move}
            node.how.update((cell, as_said) for cell in unanswered - left - {entry.move})
            unanswered = left
            if node.other[0] == "free":
                node.other = as_said
        node.zone = self.c.board if goal != "stops" else zone
        open_lines = self.open(rival, keeper)
        if unanswered and goal != "wins" and all(len(x) > (plies + 1) // 2 for x in open_lines):
            node.how, node.other, node.zone = {}, ("free", None), self.reach(rival, keeper)
            return
        if goal == "stops":
            for move in sorted(unanswered):
                through = [line for line in open_lines if move in line]
                same = (empty - unanswered).intersection(*through)
                if same:
                    spokesman = min(same & node.zone or same)
                    node.how[move] = ("swap", spokesman)
                    node.zone |= {spokesman}
                    unanswered -= {move}
        if unanswered:
            raise BrokenStrategy(f"nothing is said of {sorted(unanswered)}")

    def zone(self, answer: Answer, rival: Cells, keeper: Cells, goal: str, plies: int) -> Cells:
        """The zone of an answer; what follows it is worked out."""
        if answer.code == CHAIN:
            return self.c.board
        if answer.code == POTENTIAL:
            return self.reach(rival, keeper)
        played = keeper | {answer.reply}
        if answer.code == PAIRS:
            return frozenset((*answer.cells, answer.reply))
        assert answer.node is not None
        if answer.code == KNOWN:
            to = self.c.image(answer.symmetry)
            return frozenset((answer.reply, *(to[cell] for cell in answer.node.zone)))
        goal = "stops" if answer.code == WEAK else goal
        self.work_out(answer.node, rival, played, goal, plies - 1)
        return answer.node.zone | {answer.reply}

    def spoilers(self, win: Answer, rival: Cells, keeper: Cells, passes: int) -> Cells:
        """Where a stone of the rival's may spoil a win after a pass, and `passes` more below it."""
        if win.node is None:
            spoilers = frozenset[int]()
            for move in win.cells:
                keeper |= {move}
                spoilers |= {move} | self.near(rival, keeper, passes)
                wins = self.wins(keeper, rival)
                rival |= wins - {move} if len(wins) == 1 else frozenset()
            return spoilers
        if win.code == KNOWN:
            raise BrokenStrategy("the spoilers of a known position are not known")
        keeper |= {win.reply}
        spoilers = {win.reply} | self.near(rival, keeper, passes)
        for entry in win.node.entries:
            if entry.move is None:
                spoilers |= self.spoilers(entry, rival, keeper, passes + 1)
            else:
                after = rival | {entry.move}
                spoilers |= {entry.move} | self.spoilers(entry, after, keeper, passes)
        return spoilers

    def near(self, rival: Cells, keeper: Cells, passes: int) -> Cells:
        """The cells that complete a line of the keeper's, or lines that the rival may complete."""
        cells = self.wins(keeper, rival)
        if self.rival_counts:
            for line in self.open(rival, keeper):
                cells |= line if 2 <= len(line) <= 2 + passes else frozenset()
        return cells

    # All games.

    def play(self) -> int:
        """Play all games; return how many positions were met."""
        rival = self.c.stones["O" if self.side == "X" else "X"]
        keeper = self.c.stones[self.side]
        plies = self.c.size if self.within is None else self.within
        at = At(rival, keeper, ("node", self.root), tuple(range(self.c.size)), self.word, plies)
        if isinstance(self.root, Answer):
            self.zone(self.root, rival, keeper, self.word, plies)
            self.keeper_answers(at, self.root)
        else:
            assert self.root is not None
            self.work_out(self.root, rival, keeper, self.word, plies)
            self.rival_moves(at)
        return len(self.seen)

    def completed(self, stones: Cells) -> bool:
        return any(line <= stones for line in self.c.lines)

    def rival_moves(self, at: At) -> None:
        """The rival to move tries everything."""
        kind, what = at.plan
        key = (at.rival, at.keeper, kind, at.goal, at.plies)
        key += (id(what), at.place) if kind == "node" else (what,)
        if key in self.seen:
            return
        self.seen.add(key)
        empty = self.c.board - at.rival - at.keeper
        if at.goal == "wins":
            if at.plies <= 0 or not empty:
                raise BrokenStrategy("no line of the keeper's")
        elif at.plies <= 0 or not self.open(at.rival, at.keeper):
            return
        for move in sorted(empty):
            after = at.rival | {move}
            if self.rival_counts and self.completed(after):
                raise BrokenStrategy(f"the rival has a line: {sorted(after)}")
            self.answer_to(at._replace(rival=after, plies=at.plies - 1), move)

    def answer_to(self, at: At, move: int) -> None:
        """The rival has made a move: what the plan says of it."""
        node, place = at.plan[1], at.place
        if at.plan[0] != "node":
            self.follow(at, move)
            return
        cell = place.index(move)
        kind, what = node.how.get(cell, node.other)
        while kind in ("as", "swap"):
            if kind == "swap":
                swapped = list(place)
                swapped[cell], swapped[what] = swapped[what], swapped[cell]
                place = tuple(swapped)
            cell = what
            kind, what = node.how[cell]
        if kind in ("entry", "tree"):
            self.keeper_answers(at._replace(place=place), what)
        else:
            plan = (kind, tuple(place[cell] for cell in what or ()))
            self.follow(at._replace(plan=plan, place=place), move)

    def keeper_answers(self, at: At, answer: Answer) -> None:
        place = at.place
        cells = tuple(place[cell] for cell in answer.cells)
        if answer.code in (CHAIN, POTENTIAL):
            plan = ("chain", cells) if answer.code == CHAIN else ("potential", None)
            self.follow(at._replace(plan=plan), None)
            return
        there = place[answer.reply]
        if answer.code == KNOWN:
            to = self.c.image(answer.symmetry)
            place = tuple(place[to[cell]] for cell in range(self.c.size))
        goal = "stops" if answer.code == WEAK else at.goal
        plan = ("pairs", cells) if answer.code == PAIRS else ("node", answer.node)
        self.keeper_plays(at._replace(plan=plan, place=place, goal=goal), there)

    def follow(self, at: At, move: int | None) -> None:
        """The keeper's move by a plan that needs no tree."""
        empty = self.c.board - at.rival - at.keeper
        if not empty:
            if at.goal == "wins":
                raise BrokenStrategy("no line of the keeper's")
            return
        kind, what = at.plan
        there = min(empty)
        wins = self.wins(at.keeper, at.rival) if at.goal != "stops" else frozenset()
        if wins and kind in ("chain", "win"):
            there = min(wins)
        elif kind == "win":
            raise BrokenStrategy("there is no line to complete")
        elif kind == "chain":
            if not what:
                raise BrokenStrategy("the chain is at its end")
            there, at = what[0], at._replace(plan=(kind, what[1:]))
        elif kind == "pairs":
            partner = dict(zip(what[::2], what[1::2], strict=True))
            partner |= dict(zip(what[1::2], what[::2], strict=True))
            there = partner.get(move, -1)
            there = there if there in empty else min(empty - set(what) or empty)
        elif kind == "potential":
            lines = self.open(at.rival, at.keeper)
            there = max(
                sorted(empty), key=lambda cell: sum(2.0 ** -len(x) for x in lines if cell in x)
            )
        self.keeper_plays(at, there)

    def keeper_plays(self, at: At, there: int) -> None:
        if at.plies <= 0 and at.goal != "wins":
            return
        if there in at.rival | at.keeper:
            raise BrokenStrategy(f"cell {there} is taken")
        keeper = at.keeper | {there}
        if self.completed(keeper) and at.goal != "stops":
            if at.goal == "wins" and at.plies <= 0:
                raise BrokenStrategy("the win takes too long")
            return
        self.rival_moves(at._replace(keeper=keeper, plies=at.plies - 1))


def play_out(path: Path) -> int:
    """Play every strategy of a certificate against everything; return the positions met."""
    certificate = Certificate(path)
    met = 0
    for part, (*_, root) in enumerate(certificate.parts):
        if root is not None:
            met += Player(certificate, part).play()
    return met
