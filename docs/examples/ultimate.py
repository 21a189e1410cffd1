"""Ultimate tic-tac-toe, built on parts of the package: rules, table, alpha-beta, Monte Carlo.

    python docs/examples/ultimate.py --o mcts         # you are X; moves as e5
    python docs/examples/ultimate.py --x quick --o random --games 100

Nine boards make one. The cell that you play on tells which board your opponent has to play in; if
that is won or full, any will do. Three won boards in a row win; when all are closed, it is a draw.
"""

from __future__ import annotations

import argparse
import random
from functools import cache, partial
from math import log, sqrt
from typing import NamedTuple

from inarow import Game, IllegalMoveError
from inarow.strategies import Choice, Strategy
from inarow.strategies.strategy import drawn

SMALL, GRID = Game(3, 3, 3), Game(9, 9, 3)
LINES, FULL = SMALL.line_masks, 511
WON = [any(cells & line == line for line in LINES) for cells in range(512)]
FREE = [[cell for cell in range(9) if not taken >> cell & 1] for taken in range(512)]
NAMES = [
    GRID.name((b // 3 * 3 + cell // 3, b % 3 * 3 + cell % 3)) for b in range(9) for cell in range(9)
]
"""A move is 9 * board + cell; its name is that of the cell on the whole grid of 9x9."""
WIN = 10_000  # more than any evaluation

bits = random.Random(1).getrandbits
STONES, TARGETS = [[bits(64) for _ in range(81)] for _ in "XO"], [bits(64) for _ in range(10)]
"""Zobrist keys: that of a position is the exclusive or of what is in it."""


class Ultimate(NamedTuple):
    """A position, seen from the side to move. It has what a strategy asks a `Position` for."""

    own: int = 0  # stones of the side to move: bit 9 * board + cell
    other: int = 0
    won: int = 0  # boards that the side to move has won
    lost: int = 0
    closed: int = 0  # boards that are won, lost or full
    target: int = 9  # the board to play in; 9 where any open one will do
    side: int = 0  # 0 where X is to move
    key: int = TARGETS[9]

    @property
    def winner(self) -> str | None:
        return "OX"[self.side] if WON[self.lost] else None

    @property
    def is_over(self) -> bool:
        return WON[self.lost] or self.closed == FULL

    @property
    def legal_moves(self) -> list[int]:
        boards = FREE[self.closed] if self.target == 9 else [self.target]
        taken = self.own | self.other
        return [9 * b + cell for b in boards for cell in FREE[taken >> 9 * b & FULL]]

    @property
    def room(self) -> int:
        """No game lasts longer than this many plies from here."""
        return len(self._replace(target=9).legal_moves)

    def play(self, move: int | str) -> Ultimate:
        cell = NAMES.index(move) if move in NAMES else move
        if self.is_over or cell not in self.legal_moves:
            raise IllegalMoveError(f"{move} is taken, or not on the board to play in")
        return self.after(cell)

    def after(self, move: int) -> Ultimate:
        """The position after a legal move."""
        board, cell = divmod(move, 9)
        own, won, closed = self.own | 1 << move, self.won, self.closed
        stones = own >> 9 * board & FULL
        if WON[stones]:
            won, closed = won | 1 << board, closed | 1 << board
        elif stones | self.other >> 9 * board & FULL == FULL:
            closed |= 1 << board
        target = 9 if closed >> cell & 1 else cell
        key = self.key ^ STONES[self.side][move] ^ TARGETS[self.target] ^ TARGETS[target]
        return Ultimate(self.other, own, self.lost, won, closed, target, 1 - self.side, key)

    def draw(self) -> str:
        """The grid; a board that is won shows its winner, where one may play there are dots."""
        sides = [(self.own, self.won), (self.other, self.lost)]
        (x, boards_x), (o, boards_o) = sides[:: 1 - 2 * self.side]
        text = {}
        for move, name in enumerate(NAMES):
            b = move // 9
            is_x = (x >> move | boards_x >> b) & 1 and not boards_o >> b & 1
            here = not self.closed >> b & 1 and self.target in (b, 9)
            empty = "." if here else " "
            text[name] = "X" if is_x else "O" if (o >> move | boards_o >> b) & 1 else empty
        lines = ["  a b c   d e f   g h i"]
        for row in range(1, 10):
            parts = (" ".join(text[f"{c}{row}"] for c in part) for part in ("abc", "def", "ghi"))
            lines += ["  ------+-------+------"] * (row in (4, 7)) + [f"{row} " + " | ".join(parts)]
        return "\n".join(lines)


@cache
def hopes(own: int, blocked: int) -> int:
    """Lines that can still be had: 1 for each with one stone, 4 for each with two."""
    return sum((0, 1, 4, 0)[(line & own).bit_count()] for line in LINES if not line & blocked)


def judge(position: Ultimate) -> int:
    """The lines of boards, and of cells in open boards, from the side to move."""
    own, other, won, lost, closed, *_ = position
    score = 12 * (hopes(won, closed & ~won) - hopes(lost, closed & ~lost))
    for b in FREE[closed]:
        mine, theirs = own >> 9 * b & FULL, other >> 9 * b & FULL
        score += hopes(mine, theirs) - hopes(theirs, mine)
    return score


class Random:
    """Any legal move."""

    def __init__(self, seed: int = 0) -> None:
        self.name, self.numbers = "random", random.Random(seed)

    def choose(self, position: Ultimate) -> Choice:
        return Choice(drawn(position.legal_moves, self.numbers), None, {})


class AlphaBeta:
    """Looks `depth` plies ahead, and to the end where no more than `exact` plies are left."""

    def __init__(self, depth: int = 4, exact: int = 20) -> None:
        self.name, self.depth, self.exact = f"alpha-beta {depth}", depth, exact

    def choose(self, position: Ultimate) -> Choice:
        self.table: dict[int, tuple[int, int, int, int]] = {}  # depth, bounds, best move
        self.nodes, room = 0, position.room
        last = room if room <= self.exact else self.depth
        for depth in (
            *range(1, min(last, self.depth)),
            last,
        ):  # the last uses the moves of the first
            score = self.search(position, depth, -WIN, WIN)
            if abs(score) == WIN:
                break
        proven = depth >= room or abs(score) == WIN
        value = (score > 0) - (score < 0) if proven else score
        return Choice(self.table[position.key][3], value, {"proven": proven, "nodes": self.nodes})

    def search(self, position: Ultimate, depth: int, alpha: int, beta: int) -> int:
        """The score from the side to move: exact within the window, else a bound."""
        self.nodes += 1
        if position.is_over:
            return -WIN if WON[position.lost] else 0
        if not depth:
            return judge(position)
        known, lower, upper, first = self.table.get(position.key, (0, -WIN, WIN, -1))
        if known == depth and (alpha := max(alpha, lower)) >= (beta := min(beta, upper)):
            return alpha
        best, move, moves = -WIN - 1, -1, position.legal_moves
        wins = [m for m in moves if WON[(position.own | 1 << m) >> m // 9 * 9 & FULL]]
        for candidate in dict.fromkeys([first] * (first >= 0) + wins + moves):  # the best first
            score = -self.search(position.after(candidate), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, move = score, candidate
                if best >= beta:
                    break
        bounds = best if best > alpha else -WIN, best if best < beta else WIN
        self.table[position.key] = depth, *bounds, move
        return best


class MonteCarlo(Random):
    """UCT: a tree whose nodes are kept by their Zobrist keys, and random games from its leaves."""

    def __init__(self, simulations: int = 1000, seed: int = 0) -> None:
        super().__init__(seed)
        self.name, self.simulations = f"Monte Carlo {simulations}", simulations

    def choose(self, position: Ultimate) -> Choice:
        tree: dict[int, tuple[int, int]] = {}  # visits, and the results for who moved there
        for _ in range(self.simulations):
            path, leaf = [position], position
            while leaf.key in tree and not leaf.is_over:
                path.append(leaf := self.descend(tree, leaf))
            result = self.result(leaf)
            for node in reversed(path):
                result = -result  # for who moved there
                visits, total = tree.get(node.key, (0, 0))
                tree[node.key] = visits + 1, total + result
        tried = {m: tree.get(position.after(m).key, (0, 0)) for m in position.legal_moves}
        move = max(tried, key=lambda m: tried[m][0])
        visits, total = tried[move]
        return Choice(move, total / max(visits, 1), {"visits": visits})

    def descend(self, tree: dict[int, tuple[int, int]], node: Ultimate) -> Ultimate:
        """The child to look at: its mean, and a bonus where it was seldom tried."""
        children = [node.after(move) for move in node.legal_moves]
        if new := [child for child in children if child.key not in tree]:
            return new[int(self.numbers.random() * len(new))]
        much, found = log(tree[node.key][0] + 1), [tree[child.key] for child in children]
        promises = [total / visits + sqrt(much / visits) for visits, total in found]
        return children[promises.index(max(promises))]

    def result(self, position: Ultimate) -> int:
        """How a random game ends, for the side to move."""
        side = position.side
        while not position.is_over:
            position = position.after(drawn(position.legal_moves, self.numbers))
        return 0 if not WON[position.lost] else -1 if position.side == side else 1


class Person:
    name = "you"

    def choose(self, position: Ultimate) -> Choice:
        names = [NAMES[move] for move in position.legal_moves]
        print(position.draw())
        while (name := input(f"{'XO'[position.side]}> ").strip().lower()) not in names:
            print("a cell with a dot, such as", names[0])
        return Choice(NAMES.index(name), None, {})


def play(x: Strategy, o: Strategy) -> Ultimate:
    """Play a game; return its end."""
    position = Ultimate()
    while not position.is_over:
        position = position.play((x, o)[position.side].choose(position).move)
    return position


def main(arguments: list[str] | None = None) -> None:
    """Let two players play, and say how it ended."""
    makers = {"you": Person, "random": Random, "mcts": MonteCarlo}
    makers |= {"quick": partial(AlphaBeta, 2), "deep": partial(AlphaBeta, 5)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for side, usual in ("--x", "you"), ("--o", "quick"):
        parser.add_argument(side, choices=makers, default=usual)
    parser.add_argument("--games", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be 1 or more")
    players = makers[options.x](), makers[options.o]()
    ends = [play(*players) for _ in range(options.games)]
    won = [[end.winner for end in ends].count(side) for side in ("X", "O", None)]
    print(ends[-1].draw(), "X won {}, O won {}, nobody {}".format(*won), sep="\n")


if __name__ == "__main__":
    main()
