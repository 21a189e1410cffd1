"""Values of misère games and of games with gravity, against the reference and what is known."""

import random

import pytest
from boards import every_width_for, plain_games, random_play
from compared import compare

import inarow
from inarow import Game, Position, Solver
from inarow._core import HEEDED, RULES
from inarow.boards import box
from inarow.solver import search

ALL = sum(RULES.values())
SETS = {"none": 0, "all": ALL, **{name: RULES[name] for name in sorted(HEEDED["plain"])}}

CONNECT_FOUR = {
    (4, 4): 0, (4, 5): 0, (4, 6): -1, (4, 7): 0, (5, 4): 0, (5, 5): 0, (6, 4): 0,
    (5, 6): 0, (6, 5): 0, (7, 4): 0,
}  # fmt: skip
"""By rows and columns: John Tromp, "John's Connect Four Playground"."""


SMALL = [(1, 1, 1), (2, 2, 2), (2, 2, 3), (3, 3, 2), (3, 3, 3), (2, 4, 2), (1, 6, 2), (6, 1, 3)]
LARGER = [(3, 4, 3), (4, 3, 3), (2, 5, 3), (5, 2, 2), (4, 3, 2), (4, 3, 4)]


@pytest.mark.parametrize("rules", SETS.values(), ids=SETS)
@pytest.mark.parametrize("width", [40, 64])
def test_boards_as_in_the_reference(rules: int, width: int) -> None:
    compared = sum(compare(game, rules, width, 150) for game in plain_games(SMALL))
    assert compared > 3000


@pytest.mark.long
@pytest.mark.parametrize("game", plain_games([*SMALL, *LARGER]), ids=str)
def test_many_boards_as_in_the_reference(game: Game) -> None:
    for seed, rules in enumerate(SETS.values()):
        for width in every_width_for(game):
            compare(game, rules, width, 200, seed)


@pytest.mark.parametrize("size", CONNECT_FOUR, ids=str)
def test_connect_four_on_small_boards(size: tuple[int, int]) -> None:
    game = Game(*size, 4, gravity=True)
    assert Solver(game).solve(game.start()).value == CONNECT_FOUR[size]


def test_misere_tic_tac_toe_is_held_from_the_centre_alone() -> None:
    """S. W. Golomb and A. W. Hales, "Hypercube Tic-Tac-Toe", 2002."""
    found = inarow.analyse(Game(3, 3, 3, misere=True).start())
    assert [move for move, solution in found.items() if solution.value == 0] == [4]
    assert found.solution.value == 0


@pytest.mark.parametrize("game", plain_games([(3, 3, 3), (4, 4, 3)]), ids=str)
def test_what_is_proven_within_a_limit_is_true(game: Game) -> None:
    """Bounds, distances, and so many plies at least, of every move."""
    rng, whole = random.Random(1), Solver(game)
    for _ in range(40):
        position = random_play(game, rng.randrange(2, game.cells - 3), rng)
        limit = rng.choice([5, 20, 60, 200, 1000, 5000])
        found = Solver(game).analyse(position, distance=True, nodes=limit)
        for move, one in found.items():
            reply = whole.solve(position.play(move), distance=True)
            assert reply.value is not None and one.lower <= -reply.value <= one.upper
            plies = None if reply.distance is None else reply.distance + 1
            assert one.distance in (None, plies)
            assert reply.value != 1 or plies is None or one.least <= plies


@pytest.mark.parametrize("game", plain_games([(3, 3, 3), (4, 3, 3)]), ids=str)
def test_batches_threads_and_limits_agree(game: Game) -> None:
    rng, positions = random.Random(1), []
    for _ in range(60):
        position = game.start()
        for _ in range(rng.randrange(game.cells)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        positions.append(position)
    batch = inarow.solve_batch(game, positions, optimal=True, distance=True)
    assert batch.optimal is not None
    parallel, limited = Solver(game, threads=2), Solver(game)
    for number, position in enumerate(positions):
        alone = inarow.solve(position, distance=True)
        assert batch.values[number] == alone.value == parallel.solve(position).value
        assert batch.distances[number] == (-1 if alone.distance is None else alone.distance)
        part = limited.solve(position, nodes=3)
        assert part.lower <= batch.values[number] <= part.upper
        assert part.best_move is None or part.best_move in position.legal_moves
        if not position.is_over:
            analysis = inarow.analyse(position, distance=True)
            best = {move for move, one in analysis.items() if one.value == alone.value}
            kept = batch.optimal[number].ravel().nonzero()[0]
            assert {*kept.tolist()} == best
            assert analysis.solution.value == alone.value
            limits = inarow.analyse(position, nodes=50)
            assert all(limits[move].lower <= one.value for move, one in analysis.items())  # type: ignore[operator]


@pytest.mark.parametrize(
    "game",
    [
        Game(6, 7, 4, gravity=True),
        Game(5, 5, 4, misere=True),
        Game.on(box((3, 3, 3), 3), gravity=True),
    ],
    ids=str,
)
def test_the_best_move_of_an_analysis_is_the_judged_one(game: Game) -> None:
    """Where nothing is estimated the judged move of the position stands first among the open."""
    rng, judged = random.Random(4), 0
    for _ in range(40):
        position = random_play(game, rng.randrange(game.cells // 3), rng)
        whole = Solver(game).solve(position, nodes=50)
        found = Solver(game).analyse(position, nodes=50)
        best = whole.best_move
        assert best is not None
        if found.solution.lower == -1 and found[best].upper == 1:  # else it was found to be worse
            assert found.solution.best_move == min(image[best] for image in position.symmetries)
            judged += 1
    assert judged > 10
    asked = [*game.start().legal_moves[:2]]
    assert {*Solver(game).analyse(game.start(), moves=asked, nodes=50)} == {*asked}


def test_connect_four_begins_in_the_middle() -> None:
    start = Game(6, 7, 4, gravity=True).start()
    assert start.game.name(next(iter(inarow.analyse(start, nodes=1000)))) == "d6"


def test_no_judged_move_lets_the_other_side_drop_into_a_line() -> None:
    """Unless every move does."""
    game, rng, seen = Game(6, 7, 4, gravity=True), random.Random(3), 0

    def completing(position: Position) -> list[int]:
        found = [cell for cell in position.legal_moves if position.play(cell).is_over]
        return [cell for cell in found if position.play(cell).winner]

    while seen < 30:
        position = random_play(game, rng.randint(8, 26), rng)
        losing = [cell for cell in position.legal_moves if completing(position.play(cell))]
        if (
            position.is_over
            or completing(position)
            or len(losing) in (0, len(position.legal_moves))
        ):
            continue
        seen += 1
        for nodes in (1, 300):
            assert Solver(game, 1).best_move(position, nodes=nodes) not in losing, position


@pytest.mark.parametrize("moves", ["d d e", "d d d d c", "d d c"])
def test_no_judged_move_loses_within_a_few_nodes(moves: str) -> None:
    """Three in a row with both ends free are met, by limits of nodes and of time."""
    position = Game(6, 7, 4, gravity=True).start().play_all(moves)
    values = {
        cell: Solver(position.game, 1).solve(position.play(cell), nodes=200).value
        for cell in position.legal_moves
    }
    assert 1 in values.values()
    for limits in ({"nodes": 200}, {"nodes": 5000}, {"seconds": 0.001}, {"seconds": 0.1}):
        found = Solver(position.game, 1).solve(position, **limits)
        assert found.best_move is not None
        assert values[found.best_move] is None, limits


def test_what_a_judged_move_leaves_of_a_limit_goes_to_the_proof() -> None:
    start, most = Game(6, 7, 4, gravity=True).start(), 500_000
    found = Solver(start.game).solve(start, nodes=most)
    assert found.judged and 0.99 * most < found.nodes <= most


@pytest.mark.parametrize(
    ("rows", "limit"),
    [
        ("......./......./...OO../...OXX./...XOOX/..OXOXX", 30_000),
        ("....../....../....O./O...O./O.X.X./X.XOXX", 20_000),
    ],
)
def test_a_move_that_proves_more_than_a_judged_one_is_told(
    rows: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of the limit is here as much as the proof had before a move was judged."""
    monkeypatch.setattr(search, "EXACT_SHARE", 1 / 2)
    game = Game(6, len(rows.split("/")[0]), 4, gravity=True)
    position = game.position(rows)
    found = Solver(game).solve(position, nodes=limit)
    assert found.judged and found.lower == 0 and found.best_move is not None
    value = Solver(game).solve(position.play(found.best_move)).value
    assert value is not None and -value >= found.lower


def test_what_is_left_of_a_limit_goes_to_the_distance_where_the_value_is_known() -> None:
    position = Game(5, 5, 4, gravity=True).start().play_all("d a c b")
    whole = Solver(position.game).solve(position, distance=True)
    limit = whole.nodes * 21 // 20
    found = Solver(position.game).solve(position, distance=True, nodes=limit)
    assert found.nodes <= limit and found.distance == whole.distance == 19
