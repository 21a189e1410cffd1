"""Do the levels of play keep their order? Each meets the one below it; how sure is the result?

    python benchmarks/play/tournament.py              # 3,3,3 4,4,3 5,5,4 7,7,5: some ten minutes
    python benchmarks/play/tournament.py 3,3,3 --levels 1 3 5 --games 40

Every two games are a pair: they share an opening, a few random moves, and in the second the players
change colours, so that what an opening gives to one side each has once. Whoever sits on a side has
the same seed in both games, and with it the same moves at which a careless player may slip: two
levels that differ little play two games that differ little, and chance is left out of the
comparison where it can be.

A match is judged by its pairs. Were the players equal, each pair that is not even might as well
have ended the other way round; the p-value is the share of all such endings in which the stronger
level would be as many wins ahead as it is (Fisher, "The design of experiments", 1935, chapter 3).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import NamedTuple

from inarow import Game, Position
from inarow.strategies import LEVELS, level
from inarow.strategies.strategy import drawn

BOARDS = ("3,3,3", "4,4,3", "5,5,4", "7,7,5")
SIGNIFICANT = 0.05
HEADINGS = ("match", "wins", "draws", "losses", "score", "pairs", "p", "", "X wins", "seconds")


class Match(NamedTuple):
    """The games between a level and a lower one, from the view of the stronger one."""

    level: int
    opponent: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """How many pairs of games ended -2, -1, 0, 1 and 2 wins ahead."""
    x_wins: int
    plies: int
    judged: int
    """Moves that the solver chose without a proof, by its heuristic search."""
    seconds: float

    @property
    def p_value(self) -> float:
        """The chance that equal players would have done as well: Fisher's randomization test."""
        worse2, worse1, _, better1, better2 = self.pairs
        ways = Counter({0: 1})  # in how many ways pairs end so many wins ahead
        for margin in [1] * (worse1 + better1) + [2] * (worse2 + better2):
            before, ways = ways, Counter()
            for ahead, count in before.items():
                ways[ahead + margin] += count
                ways[ahead - margin] += count
        as_good = sum(n for ahead, n in ways.items() if ahead >= self.wins - self.losses)
        return as_good / ways.total()

    @property
    def significant(self) -> bool:
        return self.p_value < SIGNIFICANT

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the table, under `HEADINGS`."""
        score = (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)
        return (
            f"{self.level} against {self.opponent}",
            *(f"{count}" for count in (self.wins, self.draws, self.losses)),
            f"{100 * score:.1f} %",
            f"+{sum(self.pairs[3:])} ={self.pairs[2]} -{sum(self.pairs[:2])}",
            f"{self.p_value:.2g}",
            "*" if self.significant else "",
            f"{self.x_wins}",
            f"{self.seconds:.1f}",
        )


def opening(game: Game, plies: int, seed: int) -> Position:
    """The position after so many random moves, or fewer: none of them ends the game."""
    numbers, position = Random(f"opening:{seed}"), game.start()
    for _ in range(plies):
        after = position.play(drawn(position.legal_moves, numbers))
        if after.is_over:
            break
        position = after
    return position


def play_match(
    game: Game, stronger: int, weaker: int, *, games: int = 200, seed: int = 0, plies: int = 1
) -> Match:
    """Play an even number of games, after so many random `plies`; the same seed, the same games."""
    assert games > 0 and games % 2 == 0, "colours alternate"
    started = perf_counter()
    points = [0, 0]  # of the two games of a pair: 1, 0 or -1 for the stronger player
    results, margins = Counter[int](), Counter[int]()
    x_wins = moves = judged = 0
    for number in range(games):
        position = opening(game, plies, mixed(seed, number // 2))
        colour = "XO"[number % 2]
        seats = (stronger, weaker) if colour == "X" else (weaker, stronger)
        players = [level(game, n, seed=mixed(seed, number // 2, i)) for i, n in enumerate(seats)]
        while not position.is_over:
            choice = players["XO".index(position.turn)].choose(position)
            position = position.play(choice.move)
            moves += 1
            judged += choice.info.get("judged") is True
        points[number % 2] = {None: 0, colour: 1}.get(position.winner, -1)
        results[points[number % 2]] += 1
        x_wins += position.winner == "X"
        if number % 2:
            margins[sum(points)] += 1
    return Match(
        stronger,
        weaker,
        *(results[result] for result in (1, 0, -1)),
        (margins[-2], margins[-1], margins[0], margins[1], margins[2]),
        x_wins,
        moves,
        judged,
        perf_counter() - started,
    )


def mixed(seed: int, *parts: int) -> int:
    """A seed made of several numbers."""
    return int(Random(f"{seed}:{parts}").random() * (1 << 53))


def print_table(game: Game, matches: Sequence[Match]) -> None:
    table = [HEADINGS, *(match.cells for match in matches)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print(f"\n`{game.m},{game.n},{game.k}`\n\n```")
    for row in table:
        cells = [
            text.ljust(width) if column in (0, 7) else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    print("\n*  the level beats the one below it significantly (p < 5 %, pairs of games)")
    for match in matches:
        if match.judged:
            print(
                f"{match.level} against {match.opponent}: {match.judged} of {match.plies} moves"
                " are judged, not proven"
            )
    print("```", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*", metavar="M,N,K", default=BOARDS)
    parser.add_argument("--levels", nargs="+", type=int, default=[*LEVELS])
    parser.add_argument("--games", type=int, default=200, help="of each match, an even number")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plies", type=int, default=1, help="random moves before each two games")
    options = parser.parse_args()
    for board in options.boards:
        game = Game(*map(int, board.split(",")))
        matches = [
            play_match(
                game, above, below, games=options.games, seed=options.seed, plies=options.plies
            )
            for below, above in pairwise(sorted(options.levels))
        ]
        print_table(game, matches)
    print("\n```")
    for number in options.levels:
        print(level(game, number).name)
    print("```")


if __name__ == "__main__":
    main()
