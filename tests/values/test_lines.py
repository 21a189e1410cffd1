"""Values of games on any lines, against the reference and what is known of them."""

import random
from itertools import combinations, product

import pytest
from boards import RULE_SETS, as_text, random_play, rules_of
from compared import compare
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import inarow
from inarow import Game, InvalidGameError, Solver
from inarow._core import LINESETS, RULES, make_kernel
from inarow.boards import Board, animal, box, hexagon, lines, torus
from inarow.reference import weak

FANO = lines(7, [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)])
ANIMALS = {
    "domino": ["a1", "b1"],
    "el": ["a1", "a2", "b2"],
    "tic": ["a1", "b1", "c1"],
    "elly": ["a1", "a2", "a3", "b3"],
    "tippy": ["a1", "b1", "b2", "c2"],
    "knobby": ["a1", "b1", "c1", "b2"],
    "skinny": ["a1", "b1", "c1", "d1"],
    "fatty": ["a1", "b1", "a2", "b2"],
}
SMALL = [
    *[torus(3, 3, 3), box((2, 2, 2), 2), box((2, 2, 3), 3), animal(3, 3, ANIMALS["el"]), FANO],
    *[hexagon(2, 3), hexagon(2, 2), torus(2, 4, 3), lines(9, [(0, 8), (1, 2, 3, 4, 5), (5, 6, 7)])],
]


def games_on(board: Board) -> list[Game]:
    """All that can be played on a board."""
    games = []
    for misere in (False, True):
        games.append(Game.on(board, misere=misere))
        if board.drop:
            games.append(Game.on(board, misere=misere, gravity=True))
    return games


@st.composite
def hypergraphs(draw: st.DrawFn) -> Board:
    """Up to nine cells, and any lines on them of which none is in another."""
    cells = draw(st.integers(2, 9))
    line = st.frozensets(st.integers(0, cells - 1), min_size=2, max_size=min(cells, 6))
    drawn = draw(st.lists(line, min_size=1, max_size=14))
    return lines(cells, [each for each in {*drawn} if not any(other < each for other in drawn)])


def check_hypergraph(board: Board, rng: random.Random, most: int) -> int:
    """So many positions of each game, with three sets of rules; how many answers."""
    sets = [RULE_SETS[name] for name in rng.sample([*RULE_SETS], 3)]
    compared = check_weak(Game.on(board), sets, most, rng)
    for rules, width, misere in product(sets, LINESETS, (False, True)):
        game = Game.on(board, misere=misere)
        compared += compare(game, rules, width, most, rng.randrange(1 << 30))
    return compared


def check_weak(game: Game, sets: list[int], most: int, rng: random.Random) -> int:
    """So many positions of the weak game, each at both widths; how many answers."""
    arena, memo, compared = weak.arena_of(rules_of(game)), weak.Memo(), 0
    kernels = [
        (rules, make_kernel(game, 1 << 18, rules=rules, width=width))
        for rules, width in product(sets, LINESETS)
    ]
    for _ in range(most):
        cells = [rng.choice("XXOO.....") for _ in range(game.cells)]
        maker, breaker = (
            sum(1 << i for i, cell in enumerate(cells) if cell == side) for side in "XO"
        )
        if maker | breaker == game.full or any(maker & line == line for line in game.line_masks):
            continue
        moves = rng.random() < 0.5
        known = weak.search(arena, weak.State(maker, breaker, moves), memo)
        for (rules, kernel), distance in product(kernels, (False, True)):
            lower, upper, plies, *_ = kernel.solve_weak(
                maker, breaker, moves, distance, True, None, None, None
            )
            told = game.board.lines, as_text(game, maker, breaker), moves, rules, kernel
            assert lower == upper == (known is not None), told
            if distance and known is not None:
                assert plies == known, told
            compared += 1
    return compared


@given(hypergraphs(), st.builds(random.Random, st.integers(0, 1 << 30)))
@settings(max_examples=10)
def test_any_hypergraph(board: Board, rng: random.Random) -> None:
    check_hypergraph(board, rng, 8)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_a_million_values_of_hypergraphs(part: int) -> None:
    """In four parts, which processors can share."""
    compared = 0

    @seed(part)
    @given(hypergraphs(), st.builds(random.Random, st.integers(0, 1 << 30)))
    @settings(max_examples=110)
    def check(board: Board, rng: random.Random) -> None:
        nonlocal compared
        compared += check_hypergraph(board, rng, 150)

    check()
    print(f"{compared:,} values")
    assert compared >= 250_000


@pytest.mark.parametrize("name", RULE_SETS)
def test_each_rule_alone_and_left_out(name: str) -> None:
    number = [*RULE_SETS].index(name)
    games = [game for board in SMALL for game in games_on(board) if board.cells < 10]
    for game in random.Random(number).sample(games, 3):
        assert compare(game, RULE_SETS[name], "lines64", 20, number) > 10


@pytest.mark.long
@pytest.mark.parametrize("width", LINESETS)
@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.key)
def test_many_positions_with_each_rule_alone_and_left_out(board: Board, width: str) -> None:
    for number, rules in enumerate(RULE_SETS.values()):
        for game in games_on(board):
            compare(game, rules, width, 75, number)


@pytest.mark.long
@pytest.mark.parametrize("board", [torus(4, 4, 3), animal(4, 4, ANIMALS["elly"]), hexagon(3, 4)])
def test_rules_agree_in_the_middle_of_larger_games(board: Board) -> None:
    """Each rule left out, at both widths, on positions that the reference is too slow for."""
    game, rng = Game.on(board), random.Random(5)
    for name in ("none", *(name for name in RULE_SETS if name.startswith("no "))):
        kernels = [
            make_kernel(game, 1 << 20, rules=rules, width=width)
            for width in LINESETS
            for rules in (RULE_SETS[name], RULE_SETS["all"])
        ]
        for _ in range(40):
            position = random_play(game, rng.randrange(game.cells // 2, game.cells - 1), rng)
            stones = position._own, position._opponent
            answers = {
                kernel.solve(*stones, True, True, None, None, None)[:3] for kernel in kernels
            }
            assert len(answers) == 1, (name, position.key)


# --- known values --------------------------------------------------------------------------------


def test_three_in_a_row_on_a_cube() -> None:
    """S. W. Golomb and A. W. Hales, "Hypercube Tic-Tac-Toe", 2002: X wins."""
    assert inarow.solve(Game.on(box((3, 3, 3), 3)).start()).value == 1


def test_a_torus_of_three_is_won_from_any_cell_and_never_drawn() -> None:
    game = Game.on(torus(3, 3, 3))
    found = inarow.analyse(game.start(), distance=True)
    assert {(one.value, one.distance) for one in found.values()} == {(1, 7)}
    assert inarow.count(game).draws == 0
    misere = inarow.analyse(Game.on(torus(3, 3, 3), misere=True).start())
    assert {one.value for one in misere.values()} == {1}


@pytest.mark.parametrize(
    "name, plies", [("domino", 3), ("el", 5), ("tic", 5), ("elly", 7), ("tippy", 9)]
)
def test_animals_that_win_on_four_by_four(name: str, plies: int) -> None:
    """The plies as found by solvers of quantified Boolean formulas."""
    solution = inarow.solve(Game.on(animal(4, 4, ANIMALS[name])).start(), distance=True)
    assert (solution.value, solution.distance) == (1, plies)


@pytest.mark.parametrize("name", ["fatty", "knobby", "skinny"])
def test_animals_that_do_not_win_on_four_by_four(name: str) -> None:
    assert inarow.solve(Game.on(animal(4, 4, ANIMALS[name])).start()).value == 0


@pytest.mark.parametrize(
    "name, side", [("domino", 2), ("el", 3), ("tic", 4), ("elly", 4), ("tippy", 3), ("knobby", 5)]
)
def test_the_smallest_square_on_which_maker_gets_an_animal(name: str, side: int) -> None:
    """F. Harary's achievement games: M. Gardner, Scientific American 240(4), 1979."""
    for size in (side - 1, side):
        if size == side - 1 and name in ("domino", "tippy"):
            with pytest.raises(InvalidGameError, match=r"1 cells|does not fit"):
                animal(size, size, ANIMALS[name])
            continue
        game = Game.on(animal(size, size, ANIMALS[name]))
        solution = Solver(game).solve(game.start(), game_kind="weak")
        assert solution.value == (size == side)


def test_fatty_is_never_got() -> None:
    game = Game.on(animal(6, 6, ANIMALS["fatty"]))
    assert inarow.pairing(game.start()) is not None
    assert Solver(game).solve(game.start(), game_kind="weak").value == 0


def test_a_pairing_covers_every_line() -> None:
    """Where lines share a pair, it may do for all: a search line by line would find none."""
    board = lines(5, [(0, 1, 2), (0, 1, 3), (0, 1, 4)])
    found = inarow.pairing(Game.on(board).start())
    assert found is not None and {frozenset(pair) for pair in found.pairs} >= {frozenset({0, 1})}
    assert inarow.pairing(Game.on(lines(3, combinations(range(3), 2))).start()) is None


def has_pairing(lines: list[frozenset[int]], used: frozenset[int]) -> bool:
    """By brute force: two cells of its own for every line."""
    if not lines:
        return True
    pairs = combinations(sorted(lines[0] - used), 2)
    return any(has_pairing(lines[1:], used | {*pair}) for pair in pairs)


@given(hypergraphs(), st.builds(random.Random, st.integers(0, 1 << 30)))
@settings(max_examples=100)
def test_a_matching_decides_where_lines_are_apart(board: Board, rng: random.Random) -> None:
    drawn = map(frozenset, board.lines)
    kept: list[frozenset[int]] = []
    for line in drawn:
        if all(len(line & other) < 2 for other in kept):
            kept.append(line)
    game = Game.on(lines(board.cells, kept))
    for width in LINESETS:
        kernel = make_kernel(game, 1 << 16, width=width)
        for _ in range(6):
            own, opponent = (
                sum(1 << cell for cell in range(game.cells) if rng.random() < share)
                for share in (0.2, 0.15)
            )
            own &= ~opponent
            alive = [line for line in kept if not any(opponent >> cell & 1 for cell in line)]
            left = [frozenset(cell for cell in line if not own >> cell & 1) for line in alive]
            found = kernel.pairing(own, opponent, 1000)
            assert (found is not False) == has_pairing(left, frozenset())
            if found is not False:
                assert found is not None and all(
                    any({*pair} <= line for pair in found) for line in left
                )
                assert len({cell for pair in found for cell in pair}) == 2 * len(found)


def test_estimates_on_a_cube_of_four() -> None:
    """Qubic is not solved in two seconds: the first player does not lose, and a move is judged."""
    game = Game.on(box((4, 4, 4), 4))
    solution = inarow.solve(game.start(), nodes=20_000)
    assert (solution.lower, solution.upper) == (0, 1)
    assert len(game.board.lines_by_cell[solution.best_move]) == 7  # one of the sixteen best cells


def test_unequal_lines_are_judged_by_what_they_miss() -> None:
    """Of a line that misses two and one that misses four, the first is worth a stone."""
    board = lines(12, [(0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11)])
    game = Game.on(board)
    position = game.position("X..X........", turn="O", strict=False)
    kernel = make_kernel(game, 1 << 20, rules=sum(RULES.values()))
    best, *_ = kernel.judge(position._own, position._opponent, 500, None, None)
    assert best in (1, 2)
