"""Near wins in the weak game: what the attack claims, by definition, and what it must find."""

import random

import pytest
from boards import EVERY_WIDTH, as_text, random_weak_board
from oracles import WeakDense, WeakTruth, weak_dense

from inarow import Game, Position, Solver
from inarow._core import make_kernel

Size = tuple[int, int, int]

SMALL = [(2, 2, 2), (3, 3, 2), (3, 3, 3), (2, 5, 3), (1, 9, 3), (3, 4, 3), (3, 4, 4), (2, 6, 3)]
MIDGAME = [((4, 4, 3), 10), ((4, 5, 4), 11), ((5, 5, 4), 11), ((3, 6, 3), 10), ((5, 5, 5), 12)]
ANY_PRICE = 12
"""Above the moves that Maker has left on any of these boards."""


def subsets(cells: int, rng: random.Random, most: int) -> list[int]:
    """Some sets of the given cells, none and all of them among these."""
    each = [1 << cell for cell in range(cells.bit_length()) if cells >> cell & 1]
    return [0, cells, *(sum(bit for bit in each if rng.random() < 0.5) for _ in range(most))]


def check_win(
    truth: WeakDense | WeakTruth,
    place: tuple[int, int, bool],
    found: tuple[int, int],
    rng: random.Random,
) -> None:
    """Maker wins, also whatever stones Breaker is given outside of the cells; so does the move."""
    maker, breaker, makers_turn = place
    move, cells = found
    free = truth.full & ~(maker | breaker)
    assert cells & ~free == 0
    for gift in subsets(free & ~cells, rng, 3):
        where = as_text(truth.game, maker, breaker | gift)
        assert truth.plies(maker, breaker | gift, makers_turn), where
        if makers_turn:
            assert cells >> move & 1
            assert truth.plies(maker | 1 << move, breaker | gift, False) is not None, where


@pytest.mark.long
@pytest.mark.parametrize("game", SMALL)
def test_wins_on_small_boards_are_true_and_all_found(game: Size) -> None:
    table = weak_dense(*game)
    wins = dear = tight = 0
    for number, width in enumerate(EVERY_WIDTH):
        kernel = make_kernel(table.game, 1 << 16, width=width)
        rng = random.Random(number)
        for place in table.positions(600, number):
            won = bool(table.plies(*place))
            found = [kernel.attack(*place, price, None) for price in (0, 1, ANY_PRICE)]
            for win in found:
                if win is not None:
                    assert won
                    check_win(table, place, win, rng)
                    tight += win[1] != table.full & ~(place[0] | place[1])
            assert (found[-1] is not None) == won, as_text(table.game, *place[:2])
            wins += won
            dear += won and found[0] is None
    assert wins > 20
    assert tight > 0 or game == (2, 2, 2)  # cells that are all free ones claim nothing
    assert dear > 0 or game not in [(3, 3, 3), (3, 4, 3)]


@pytest.mark.parametrize("game, empties", MIDGAME)
def test_wins_in_the_middle_of_the_game_are_true_and_all_found(game: Size, empties: int) -> None:
    truth, rng = WeakTruth(Game(*game)), random.Random(3)
    kernel = make_kernel(truth.game, 1 << 16)
    wins = 0
    for _ in range(60):
        maker, breaker = random_weak_board(truth.game, rng.randint(4, empties), rng)
        if maker | breaker == truth.full:
            continue
        place = maker, breaker, rng.random() < 0.5
        won = truth.plies(*place)
        if won == 0:
            continue
        found = kernel.attack(*place, ANY_PRICE, None)
        assert (found is not None) == (won is not None)
        if found is not None:
            wins += 1
            check_win(truth, place, found, rng)
    assert wins > 3


def test_the_judge_of_wins_would_notice() -> None:
    """X.X/.O./... with X to move: b1 completes the line, and is all that is needed."""
    truth, rng = weak_dense(3, 3, 3), random.Random(4)
    place = 0b000_000_101, 0b000_010_000, True
    assert make_kernel(truth.game, 1 << 16).attack(*place, 0, None) == (1, 0b10)
    check_win(truth, place, (1, 0b10), rng)
    for wrong in ((1, 0), (1, 0b11), (2, 0b10), (3, 0b10)):
        with pytest.raises(AssertionError):
            check_win(truth, place, wrong, rng)


def test_a_limit_ends_it() -> None:
    kernel = make_kernel(Game(12, 12, 5), 1 << 16)
    assert kernel.attack(0, 0, True, ANY_PRICE, 500) is None
    assert kernel.attack(0, 0, False, ANY_PRICE, 500) is None


# --- open boards ---------------------------------------------------------------------------------


def play_against(position: Position, rng: random.Random, nodes: int) -> int:
    """Let the solver win against replies near the stones; returns the plies it took."""
    game, plies, move = position.game, 0, 0
    solver = Solver(game, table_mb=16)
    while position.winner is None:
        solution = solver.solve(position, game_kind="weak", nodes=nodes)
        assert solution.value == (1 if position.turn == "X" else -1), position.draw()
        assert solution.best_move is not None
        if position.turn == "X":
            move = solution.best_move
        else:
            near = [cell for cell in game.near(move, game.k - 1) if cell in position.legal_moves]
            move = rng.choice(near or position.legal_moves)
        position = position.play(move)
        plies += 1
    assert position.winner == "X"
    return plies


@pytest.mark.parametrize("size", [(12, 12, 4), (16, 16, 4), (20, 20, 4)])
def test_four_in_a_row_is_won_on_open_boards(size: Size) -> None:
    """In nine plies on boards of 5x6 and more; the weak game of X keeps it on any larger one."""
    start = Game(*size).start()
    solution = Solver(start.game).solve(start, game_kind="weak", nodes=30_000)
    assert solution.value == 1
    assert len(solution.line) >= 9 and set(solution.line[::2]).isdisjoint(solution.line[1::2])
    stones = sum(1 << cell for cell in solution.line[::2])
    assert any(stones & mask == mask for mask in start.game.line_masks)
    for seed in range(4):
        assert play_against(start, random.Random(seed), 30_000) <= 40
