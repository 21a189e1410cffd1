"""Moves by estimate: what the heuristic search must see, prove and keep to."""

import random
from functools import partial
from itertools import product
from time import process_time

import numpy as np
import pytest
from boards import as_position, chain_wins, completing, random_play, widths_for
from cases import case
from interrupts import SOON, Enough, enough_after
from oracles import dense

from inarow import (
    Game,
    InvalidOptionError,
    InvalidPositionError,
    Position,
    Solver,
)
from inarow._core import make_kernel
from inarow.strategies import AlphaBeta

MB = 1 << 20
NODES = 20_000
LARGE = Game(15, 15, 5)
EXACT = Game(15, 15, 5, exact=True)
FAR = [Game(9, 9, 5), LARGE, Game(20, 20, 5), Game(13, 11, 6), Game(19, 19, 19)]
"""Boards beyond exact reach."""
ODD = [(1, 1, 1), (1, 2, 1), (2, 2, 2), (5, 5, 2), (3, 3, 4), (1, 20, 3), (20, 20, 21), (20, 2, 20)]
"""Boards that end at once, have no line, or hardly any."""


def clustered(game: Game, stones: int, spread: int, rng: random.Random) -> Position:
    """Random stones near the centre, with nobody's line complete."""
    rows = range(max(0, game.m // 2 - spread), min(game.m, game.m // 2 + spread + 1))
    columns = range(max(0, game.n // 2 - spread), min(game.n, game.n // 2 + spread + 1))
    cells = [row * game.n + column for row in rows for column in columns]
    while True:
        position = game.start()
        for cell in rng.sample(cells, stones):
            position = position.play(cell)
            if position.is_over:
                break
        else:
            return position


def check_threats(position: Position, line: tuple[int, ...]) -> None:
    """The line wins against any defence: every move threatens, every reply is forced."""
    if len(line) == 1:
        assert position.play(line[0]).winner == position.turn
        return
    stones = position._own, position._opponent
    assert chain_wins(position.game, *stones, [*line[:-1:2]], [*line[1:-2:2]])
    before = position.play_all(line[:-2])
    assert {*line[-2:]} <= completing(before.game, before._opponent, before._own)


def judged(position: Position, nodes: int = NODES, width: int | None = None) -> int:
    """The move of the heuristic search alone, in a new kernel."""
    kernel = make_kernel(position.game, MB, width=width)
    move, spent = kernel.judge(position._own, position._opponent, nodes, None, None)
    assert move in position.legal_moves
    assert spent <= nodes
    return move


# --- what it must see ----------------------------------------------------------------------------

NEAR_WINS = [(Game(6, 6, 4), 4, 10, 2), (Game(10, 10, 4), 4, 8, 3), (Game(9, 9, 5), 8, 20, 3)]
NEAR_WINS += [(LARGE, 8, 22, 3), (Game(7, 20, 5), 8, 22, 3)]
NEAR_WINS += [(EXACT, 8, 22, 3), (Game(6, 6, 4, exact=True), 4, 12, 2)]


@pytest.mark.long
@pytest.mark.parametrize("game, fewest, most, spread", NEAR_WINS)
def test_a_win_in_five_plies_is_never_missed(
    game: Game, fewest: int, most: int, spread: int
) -> None:
    """The exact search finds the wins, and says whether the chosen move still wins."""
    rng = random.Random(5)
    exact = make_kernel(game, 64 * MB)
    seen = {1: 0, 3: 0, 5: 0}
    for _ in range(40 if game.exact or game.cells > 100 else 100):
        position = clustered(game, rng.randint(fewest, most), spread, rng)
        stones = position._own, position._opponent
        lower, _, plies, *_ = exact.solve(*stones, True, False, 10_000, None, None)
        if lower < 1 or plies not in seen:
            continue
        seen[plies] += 1
        limited = Solver(game, table_mb=1).solve(position, nodes=NODES)
        for move in {judged(position), limited.best_move}:
            assert move is not None
            after = position.play(move)
            if plies == 1:
                assert after.winner == position.turn
            else:
                stones = after._own, after._opponent
                bounds = exact.solve(*stones, True, False, 500_000, None, None)[:2]
                assert bounds == (-1, -1), (position.text, game.name(move), plies)
    assert all(seen.values()), seen


@pytest.mark.long
@pytest.mark.parametrize("game", [Game(6, 6, 4), *FAR[2:4], EXACT])
@pytest.mark.parametrize("nodes", [1, 20, NODES])
def test_lines_are_completed_and_blocked(game: Game, nodes: int) -> None:
    rng = random.Random(game.cells)
    for _ in range(5 if nodes == NODES else 20):
        # A line of the mover or of the other side that misses one stone, among random stones.
        line = rng.choice(game.lines)
        gap = rng.choice(line)
        threat = sum(1 << cell for cell in line if cell != gap)
        others = [cell for cell in range(game.cells) if cell not in line]
        scattered = sum(1 << cell for cell in rng.sample(others, game.k))
        if any(scattered & span == mask for mask, span in game.spans):
            continue
        winning = as_position(game, threat, scattered)
        losing = as_position(game, scattered, threat)
        for move in (judged(winning, nodes), Solver(game, 1).best_move(winning, nodes=nodes)):
            assert winning.play(move).winner == winning.turn
        if completing(game, scattered, threat):
            continue
        for move in (judged(losing, nodes), Solver(game, 1).best_move(losing, nodes=nodes)):
            assert move in completing(game, threat, scattered)


@pytest.mark.long
def test_no_move_walks_into_a_win_in_five() -> None:
    """Where the game can be held, the move chosen does not let the other side win soon."""
    game, rng = Game(6, 6, 4), random.Random(8)
    exact = Solver(game, table_mb=64)
    dangerous = 0
    for _ in range(150):
        position = clustered(game, rng.randint(5, 11), 2, rng)
        analysis = exact.analyse(position, distance=True)
        losing = {move for move, s in analysis.items() if s.value == -1 and (s.distance or 0) <= 6}
        if max(solution.lower for solution in analysis.values()) >= 0:
            dangerous += 2 * len(losing) > len(analysis)
            assert judged(position) not in losing, position.text
    assert dangerous > 20


@pytest.mark.long
def test_a_game_against_the_line_minimax_is_won() -> None:
    """The match of the benchmark in small, by nodes: every game must be won."""
    opponent, rng = AlphaBeta(2, ends="known", reach=1), random.Random(3)
    for number in range(6):
        solver = Solver(LARGE, table_mb=16)
        position = clustered(LARGE, 2 + number % 3, 2, rng)
        colour = "XO"[number % 2]
        while not position.is_over:
            if position.turn == colour:
                move = solver.solve(position, nodes=NODES).best_move
            else:
                move = opponent.choose(position).move
            assert move is not None
            position = position.play(move)
        assert position.winner == colour, position.draw()


# --- wins by threats alone -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (2, 6, 3), (4, 3, 4)])
def test_threats_against_the_truth(size: tuple[int, int, int], exact: bool) -> None:
    """What is found is a win and its line a proof; a win in one or three plies is always found."""
    table = dense(*size, exact=exact)
    kernel = make_kernel(table.game, MB)
    codes = table.positions()
    codes = codes[~table.lost[codes] & (table.plies[codes] < table.game.cells)]
    for code in np.random.default_rng(4).permutation(codes)[:4000]:
        value, plies = table.outcome(int(code))
        own, opponent = int(table.mover[code]), int(table.other[code])
        line, spent = kernel.vcf(own, opponent, NODES)
        if line:
            assert value == 1 and plies is not None and plies <= len(line)
            check_threats(as_position(table.game, own, opponent), line)
            lower, upper, *_, nodes = kernel.solve(own, opponent, False, False, 1, None, None)
            assert (lower, upper, nodes) == (1, 1, 0)  # the table keeps it
        elif value == 1:
            assert plies is not None and plies > 3
        assert spent < 1000


@pytest.mark.long
@pytest.mark.parametrize(
    "game, fewest, most", [(LARGE, 20, 34), (Game(12, 12, 4), 8, 12), (EXACT, 20, 34)]
)
def test_a_proven_win_by_threats_is_a_proof(game: Game, fewest: int, most: int) -> None:
    rng = random.Random(11)
    lengths = set()
    for _ in range(200):
        position = clustered(game, rng.randint(fewest, most), 3, rng)
        solver = Solver(game, table_mb=1)
        solution = solver.solve(position, nodes=NODES)
        line, _ = make_kernel(game, MB).vcf(position._own, position._opponent, NODES // 16)
        if line:
            assert (solution.value, solution.line, solution.judged) == (1, line, False)
            check_threats(position, line)
            lengths.add(len(line))
            again = solver.solve(position, distance=True, nodes=NODES)
            assert again.value == 1
            assert again.distance is None or again.distance <= len(line)
    assert {1, 3, 5} <= lengths and max(lengths) >= 7


@pytest.mark.long
def test_with_every_threat_tried_chains_are_proofs_as_well() -> None:
    """What the quick search finds is found again, at every width alike; budgets are kept to."""
    game, rng, found = Game(8, 8, 5), random.Random(3), 0
    for _ in range(150):
        position = clustered(game, rng.randint(12, 30), 4, rng)
        stones = position._own, position._opponent
        quick, _ = make_kernel(game, MB).vcf(*stones, NODES)
        answers = {
            make_kernel(game, MB, width=width).vcf(*stones, NODES, True)
            for width in widths_for(game)
        }
        assert len(answers) == 1
        ((line, spent),) = answers
        assert spent <= NODES
        if quick:
            assert line  # not always as short: the order of the threats is another
        if line:
            found += 1
            check_threats(position, line)
        assert make_kernel(game, MB).vcf(*stones, 5, True)[1] <= 5
    assert found > 20


# --- what it says --------------------------------------------------------------------------------


@pytest.mark.long
def test_a_judgement_is_there_after_an_interrupt() -> None:
    position = clustered(LARGE, 6, 3, random.Random(1))
    solver = Solver(LARGE, 16)
    with pytest.raises(Enough):  # by then others have had their shares of the limit
        solver.solve(position, nodes=2_000_000, progress=enough_after(600_000))
    estimate = solver.last_estimate(position)
    assert estimate is not None and estimate.depth > 2
    assert estimate.best_move in position.legal_moves


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("game", [*FAR, *[Game(*size) for size in ODD]], ids=repr)
def test_any_limit_gives_a_legal_move(game: Game) -> None:
    for nodes, plies in product((1, 2, 3, 7, 10, 64, 500, 5000), (0, 3, game.cells // 2)):
        position = random_play(game, plies, random.Random(nodes))
        if position.is_over:
            continue
        judged(position, nodes)
        for distance in (False, True):
            with case(nodes, plies, distance):
                solution = Solver(game, 1).solve(position, nodes=nodes, distance=distance)
                assert solution.nodes <= nodes
                assert solution.best_move in position.legal_moves
                assert solution.judged == (not solution.proven)
                assert solution.line == () or solution.proven


@pytest.mark.long
@pytest.mark.parametrize("game", FAR[:4], ids=repr)
def test_all_nodes_of_the_limit_are_used_and_no_more(game: Game) -> None:
    solution = Solver(game, 16).solve(game.start(), nodes=10_000)
    assert solution.judged and solution.nodes == 10_000


@pytest.mark.parametrize("game", [Game(9, 9, 5), Game(20, 20, 5)], ids=repr)
def test_a_limit_in_seconds_is_kept(game: Game) -> None:
    position = clustered(game, 10, 3, random.Random(2))
    solver = Solver(game, table_mb=64)
    started = process_time()
    solution = solver.solve(position, seconds=0.1)
    assert solution.best_move in position.legal_moves
    assert process_time() - started < 0.1 + SOON


# --- the same everywhere -------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("size", [(5, 8, 4), (8, 8, 5), (8, 16, 5)])
def test_every_width_chooses_the_same(size: tuple[int, int, int], exact: bool) -> None:
    game, rng = Game(*size, exact=exact), random.Random(6)
    for stones in (0, 1, 4, 6, 9):
        position = clustered(game, stones, 3, rng)
        for nodes in (1, 300, NODES):
            moves = {judged(position, nodes, width) for width in widths_for(game)}
            assert len(moves) == 1
        lines = {
            make_kernel(game, MB, width=width).vcf(position._own, position._opponent, NODES)
            for width in widths_for(game)
        }
        assert len(lines) == 1


def test_a_node_limit_gives_the_same_move_whatever_was_asked_before() -> None:
    rng = random.Random(7)
    kernel = make_kernel(LARGE, MB)
    positions = [clustered(LARGE, stones, 3, rng) for stones in (4, 5, 8, 9, 12)]
    for _ in range(3):
        rng.shuffle(positions)
        for position in positions:
            answer = kernel.judge(position._own, position._opponent, 3000, None, None)
            fresh = make_kernel(LARGE, MB)
            assert answer == fresh.judge(position._own, position._opponent, 3000, None, None)


def test_what_needs_no_search_is_known_at_any_limit() -> None:
    """X does not lose: so says whoever is asked, and with how little so ever."""
    start = Game(15, 15, 5).start()
    for nodes in (1, 100, 20_000):
        analysis = Solver(start.game, 1).analyse(start, nodes=nodes)
        assert (analysis.solution.lower, analysis.solution.value) == (0, None)


# --- several moves -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("exact", [False, True])
def test_estimates_are_of_one_depth_and_in_the_order_of_their_scores(exact: bool) -> None:
    rng = random.Random(12)
    for sizes in ((5, 5, 4), (8, 8, 5), (10, 10, 5)):
        game = Game(*sizes, exact=exact)
        for _ in range(8):
            position = clustered(game, rng.randint(2, 6), 2, rng)
            solver = Solver(game, 1)
            few = solver.estimates(position, 3, nodes=NODES)
            assert [one.score for one in few] == sorted((one.score for one in few), reverse=True)
            assert len({one.depth for one in few}) == 1
            assert len({one.best_move for one in few}) == len(few) <= 3
            assert solver.last_estimate(position) == few[0]
            for one in few:
                assert one.line[0] == one.best_move
                position.play_all(one.line)


def test_the_narrow_search_sees_wins_that_are_far() -> None:
    """Such a win is proven by `benchmarks/proofs/quiet_moves.py` with some million nodes."""
    position = LARGE.start().play_all("h8 h9 i9 e6")
    solver = Solver(LARGE, 1)
    broad, narrow = (
        solver.estimates(position, 1, nodes=300_000, narrow=narrow)[0] for narrow in (False, True)
    )
    assert broad.plies == 0 and narrow.plies > 20 and narrow.depth > broad.depth
    position.play_all(narrow.line)
    assert solver.estimates(position, 1, nodes=300_000, narrow=True)[0] == narrow
    assert solver.estimates(position, 1, nodes=300_000)[0] == broad


@pytest.mark.long
def test_what_a_long_call_has_used_changes_no_later_one() -> None:
    """The memo of a call grows, where the table is large; the next begins with a small one."""
    position = Game(7, 7, 5).start().play("d4")
    solver = Solver(position.game, 64)
    judged = partial(Solver.estimates, position=position, most=1, narrow=True)
    short, long = judged(solver, nodes=50_000), judged(solver, nodes=1_000_000)
    assert judged(Solver(position.game, 1), nodes=1_000_000) != long
    assert judged(Solver(position.game, 1), nodes=50_000) == short
    for _ in range(2):
        assert judged(solver, nodes=50_000) == short
        assert judged(solver, nodes=1_000_000) == long
        solver.clear()
        assert solver.last_estimate(position) is None


def test_estimates_of_no_moves_are_refused_and_few_moves_are_few() -> None:
    game = Game(3, 3, 3)
    assert len(Solver(game).estimates(game.position("XOX/OOX/.X."), 5)) <= 2
    with pytest.raises(InvalidPositionError, match="over"):
        Solver(game).estimates(game.position("XXX/OO./..."))
    with pytest.raises(InvalidOptionError):
        Solver(game).estimates(game.start(), 0)


@pytest.mark.parametrize("sizes", [(15, 15, 5), (20, 20, 5), (10, 12, 5)])
def test_the_first_move_goes_to_the_centre_whatever_the_limit(sizes: tuple[int, int, int]) -> None:
    game = Game(*sizes)
    centre = {image[game.centre] for image in game.symmetries}
    for nodes in (1, 100, 500):
        assert Solver(game, 1).best_move(game.start(), nodes=nodes) in centre
    assert Solver(game, 1).best_move(game.start(), seconds=0.03) in centre


def test_of_moves_that_are_images_of_each_other_one_is_judged() -> None:
    position = LARGE.start().play("h8")
    looked_at = {one.best_move for one in Solver(LARGE, 1).estimates(position, 30, nodes=NODES)}
    assert looked_at <= set(position.distinct_moves)
