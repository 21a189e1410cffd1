"""Tournaments: does each level beat the one below it, and how sure is that?

Two levels play an even number of games. Every two games are a pair: they share an opening, a few
random moves, and in the second the players change colours, so that what an opening gives to one
side each has once. Whoever sits on a side has the same seed in both games, and with it the same
moves at which a careless player may slip: two levels that differ little play two games that
differ little, and chance is left out of the comparison where it can be.

A match is judged by its pairs. Were the players equal, each pair that is not even might as well
have ended the other way round; the p-value is the share of all such endings in which the stronger
level would be as many wins ahead as it is (Fisher, "The design of experiments", 1935, chapter 3).
Below 5 % it is said to win significantly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from random import Random
from time import perf_counter
from typing import Any, SupportsIndex, TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game, as_integer
from inarow.model.options import positive_integer
from inarow.model.position import Position
from inarow.strategies.levels import LEVELS, level
from inarow.strategies.strategy import Choice, Strategy, check_seed, drawn

__all__ = ["MatchResult", "TournamentProgress", "opening", "play", "play_match", "tournament"]

GAMES = 200
MOST_GAMES = 100_000
OPENING_PLIES = 1
SIGNIFICANT = 0.05

TournamentProgress: TypeAlias = Callable[[int, int, int], object]
"""Is told the stronger level, the weaker one, and the games that they have played."""


@dataclass(frozen=True)
class MatchResult:
    """The games between a level and the one below it, from the view of the stronger one."""

    level: int
    opponent: int
    games: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """How many pairs of games ended -2, -1, 0, 1 and 2 wins ahead."""
    first_player_wins: int
    """Games won by X, whoever that was."""
    plies: int
    """Moves chosen, in all games together."""
    judged: int
    """Those that the solver chose without a proof, by its heuristic search."""
    seconds: float

    @property
    def score(self) -> float:
        """Points for each game: 1 for a win, 1/2 for a draw."""
        return (self.wins + self.draws / 2) / self.games

    @cached_property
    def p_value(self) -> float:
        """The chance that equal players would have done as well: Fisher's randomization test.

        Among equals each pair that is not even might as well have ended the other way round.
        """
        worse2, worse1, _, better1, better2 = self.pairs
        ones, twos = worse1 + better1, worse2 + better2
        ahead = better1 - worse1 + 2 * (better2 - worse2)
        # In how many ways do at least so many pairs of the first kind fall to the stronger one?
        least = [0, *accumulate(reversed(_binomials(ones)))][::-1]
        as_good = 0
        for won, ways in enumerate(_binomials(twos)):
            needed = (ahead + ones) // 2 - (2 * won - twos)
            as_good += ways * least[min(max(needed, 0), ones + 1)]
        return as_good / (1 << ones + twos)

    @property
    def significant(self) -> bool:
        """Is the p-value below 5 %?"""
        return self.p_value < SIGNIFICANT

    @property
    def remark(self) -> str:
        """Why a match that is not significant may be so: what room the game left."""
        if self.significant:
            return ""
        if self.draws == self.games:
            return "every game was drawn"
        if self.first_player_wins in (0, self.games) and not self.draws:
            return f"{'X' if self.first_player_wins else 'O'} won every game"
        if not any(self.pairs[:2]):
            return "too few pairs were not even" if any(self.pairs[3:]) else "every pair was even"
        return ""

    def record(self) -> dict[str, Any]:
        """The fields and what follows from them, by name."""
        derived = {"score": self.score, "p_value": self.p_value, "significant": self.significant}
        return {**asdict(self), **derived, "remark": self.remark}


def _binomials(n: int) -> list[int]:
    """The n-th row of Pascal's triangle."""
    row = [1]
    for i in range(n):
        row.append(row[-1] * (n - i) // (i + 1))
    return row


def opening(game: Game, plies: int, seed: int) -> Position:
    """The position after so many random moves, or fewer: none of them ends the game.

    >>> opening(Game(3, 3, 3), 2, seed=1).ply, opening(Game(3, 3, 1), 2, seed=1).ply
    (2, 0)
    """
    numbers, position = Random(f"opening:{seed}"), game.start()
    for _ in range(plies):
        after = position.play(drawn(position.legal_moves, numbers))
        if after.is_over:
            break
        position = after
    return position


def play(start: Position, x: Strategy, o: Strategy) -> Iterator[tuple[Position, Choice]]:
    """Play a game to its end: each choice, with the position after it.

    >>> from inarow.strategies import Greedy, Perfect
    >>> *_, (end, _) = play(Game(3, 3, 3).start(), Perfect(), Greedy())
    >>> end.is_over
    True
    """
    position = start
    while not position.is_over:
        choice = (x if position.turn == "X" else o).choose(position)
        position = position.play(choice.move)
        yield position, choice


def play_match(
    game: Game,
    stronger: SupportsIndex,
    weaker: SupportsIndex,
    *,
    games: SupportsIndex = GAMES,
    seed: SupportsIndex = 0,
    opening_plies: SupportsIndex = OPENING_PLIES,
    progress: TournamentProgress | None = None,
) -> MatchResult:
    """Play a match between two levels; the same arguments, the same games.

    Raises `InvalidOptionError` for a level out of range, a number of games that is not even, or
    a number of plies below 0.
    """
    pair = level(game, stronger).number, level(game, weaker).number
    count, plies, seed = check_options(games, opening_plies, seed)
    started = perf_counter()
    points = [0, 0]  # of the two games of a pair: 1, 0 or -1 for the stronger player
    results, margins = Counter[int](), Counter[int]()
    x_wins = moves = judged = 0
    for number in range(count):
        if progress is not None:
            progress(*pair, number)
        start = opening(game, plies, _mixed(seed, number // 2))
        colour = "XO"[number % 2]
        seats = pair if colour == "X" else pair[::-1]
        x, o = (level(game, n, seed=_mixed(seed, number // 2, i)) for i, n in enumerate(seats))
        told = list(play(start, x, o))
        end = told[-1][0]
        moves += len(told)
        judged += sum(choice.info.get("judged") is True for _, choice in told)
        points[number % 2] = 0 if end.winner is None else 1 if end.winner == colour else -1
        results[points[number % 2]] += 1
        x_wins += end.winner == "X"
        if number % 2:
            margins[sum(points)] += 1
    return MatchResult(
        *pair,
        games=count,
        wins=results[1],
        draws=results[0],
        losses=results[-1],
        pairs=(margins[-2], margins[-1], margins[0], margins[1], margins[2]),
        first_player_wins=x_wins,
        plies=moves,
        judged=judged,
        seconds=perf_counter() - started,
    )


def tournament(
    game: Game,
    levels: Iterable[SupportsIndex] = LEVELS,
    *,
    games: SupportsIndex = GAMES,
    seed: SupportsIndex = 0,
    opening_plies: SupportsIndex = OPENING_PLIES,
    progress: TournamentProgress | None = None,
) -> Iterator[MatchResult]:
    """Play a match between every two levels that follow one another, lowest first.

    Raises what `play_match` does, at once, and `InvalidOptionError` for fewer than two levels.

    >>> matches = tournament(Game(3, 3, 3), [1, 5, 10], games=10)
    >>> [(match.level, match.opponent, match.losses) for match in matches]
    [(5, 1, 1), (10, 5, 0)]
    """
    chosen = sorted({level(game, n).number for n in levels})
    if len(chosen) < 2:
        raise InvalidOptionError(f"a tournament takes two levels or more, not {len(chosen)}")
    check_options(games, opening_plies, seed)

    def matches() -> Iterator[MatchResult]:
        for weaker, stronger in pairwise(chosen):
            yield play_match(
                game,
                stronger,
                weaker,
                games=games,
                seed=seed,
                opening_plies=opening_plies,
                progress=progress,
            )

    return matches()


def check_options(
    games: SupportsIndex, opening_plies: SupportsIndex, seed: SupportsIndex
) -> tuple[int, int, int]:
    """Return the options as plain ints, or raise what `play_match` raises."""
    count = positive_integer("games", games, most=MOST_GAMES)
    plies = as_integer("opening_plies", opening_plies)
    if count % 2:
        raise InvalidOptionError(f"games must be even (colours alternate), not {count}")
    if plies < 0:
        raise InvalidOptionError(f"opening_plies must be 0 or more, not {plies}")
    return count, plies, check_seed(seed)


def _mixed(seed: int, *parts: int) -> int:
    """A seed made of several numbers."""
    return int(Random(f"{seed}:{parts}").random() * (1 << 53))
