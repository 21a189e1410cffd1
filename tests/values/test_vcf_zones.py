"""Wins by continuous threats, and their zones, by the definition: play them out on plain sets.

Nothing here searches. A chain is replayed against a stone of the loser on every cell outside of
its zone, and against none: each move must threaten exactly the cell that is answered, the last
one two cells, and the loser must never have a line to complete when it is his turn.
"""

import random

import pytest
from boards import chain_wins, completing, numbered_for, random_board, random_play, widths_for

from inarow import Game
from inarow._core import make_kernel

GAMES = [
    *[(4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 6, 4), (4, 9, 4), (5, 5, 3), (5, 5, 5)],
    *[(7, 7, 5), (8, 8, 5), (9, 9, 5), (8, 8, 6), (12, 12, 5), (20, 20, 5)],
]
EXACT_GAMES = [(4, 4, 3), (5, 4, 3), (5, 5, 4), (6, 6, 4), (7, 7, 5), (15, 15, 5)]
EVERY_GAME = [Game(*size) for size in GAMES] + [Game(*size, exact=True) for size in EXACT_GAMES]


MOST_OUTSIDE = 20
"""Cells outside of a zone that are tried: large boards have hundreds."""


@pytest.mark.long
@pytest.mark.parametrize("game", EVERY_GAME, ids=repr)
def test_a_chain_wins_against_any_stone_outside_of_its_zone(game: Game) -> None:
    k, rng = game.k, random.Random(game.cells * game.k)
    by_step = [make_kernel(game, 1, width=width) for width in widths_for(game)]
    numbered = [make_kernel(game, 1, width=width) for width in numbered_for(game)]
    chains = longest = outside = 0
    for _ in range(400 if game.cells <= 81 else 60):
        if rng.random() < 0.5:
            stones = rng.randint(2 * k - 2, min(12 * k, game.cells - 3))
            position = random_play(game, stones, rng)
            own, opponent = position._own, position._opponent
        else:
            own, opponent = random_board(
                game, rng.randint(max(4, game.cells - 12 * k), game.cells - k), rng
            )
        if position_is_tense(game, own, opponent):
            continue
        for mine, theirs in ((own, opponent), (opponent, own)):
            first = by_step[0].chain(mine, theirs, False)
            assert all(kernel.chain(mine, theirs, False) == first for kernel in by_step)
            for found in (first, *(kernel.chain(mine, theirs, False) for kernel in numbered)):
                if found is None:
                    continue
                moves, answers, zone = found
                chains += 1
                longest = max(longest, len(moves))
                assert chain_wins(game, mine, theirs, moves, answers)
                cells = [i for i in range(game.cells) if not (mine | theirs | zone) >> i & 1]
                for cell in rng.sample(cells, min(len(cells), MOST_OUTSIDE)):
                    outside += 1
                    assert chain_wins(game, mine, theirs | 1 << cell, moves, answers), cell
    assert chains > 5 and outside > 5
    assert longest > 1 or game.cells < 20


def position_is_tense(game: Game, own: int, opponent: int) -> bool:
    """Has a side a line, or a cell that completes one?"""
    lined = any(stones & span == mask for mask, span in game.spans for stones in (own, opponent))
    return bool(lined or completing(game, own, opponent) or completing(game, opponent, own))
