"""Wins by threes and fours: true against exact values, at every width; their trees hold in play."""

import pickle
import random
from pathlib import Path

import pytest
from boards import as_position, numbered_for, scattered, widths_for
from cases import case
from forced import THREES

import inarow
from inarow import ForcedWin, Game, Position, Solver
from inarow._core import make_kernel
from inarow.model.bits import cells_of

MB = 1 << 20
EXACTLY = (False, False, None, None, None)
NODES = 20_000
LARGE = Game(15, 15, 5)
SMALL = [(5, 5, 4), (5, 6, 4), (6, 6, 4), (5, 5, 3), (6, 6, 5), (5, 7, 4), (5, 8, 5), (4, 5, 4)]
WIDER = [(7, 7, 5), (7, 7, 4), (8, 8, 5), (9, 7, 4)]


def any_stones(game: Game, rng: random.Random, most: int) -> tuple[int, int] | None:
    """Stones of the mover and the other side, nobody's line complete, differing by up to two."""
    own = rng.randint(0, most)
    other = max(0, own - rng.choice((0, 0, 0, 1, 2, -1)))
    cells = rng.sample(range(game.cells), own + other)
    mine, theirs = (sum(1 << cell for cell in part) for part in (cells[:own], cells[own:]))
    if any(mine & span == mask or theirs & span == mask for mask, span in game.spans):
        return None
    return mine, theirs


def check_claims(game: Game, order: int, count: int, seed: int) -> tuple[int, int, int]:
    """How many wins are claimed, of just this order, and proven by exact search; none is wrong."""
    rng = random.Random(seed)
    by_step, numbered = (
        [make_kernel(game, MB, width=width) for width in widths]
        for widths in (widths_for(game), numbered_for(game))
    )
    exact = make_kernel(game, 32 * MB)
    claimed = highest = proven = 0
    for number in range(count):
        stones = any_stones(game, rng, game.cells // 2 - 1)
        if stones is None:
            continue
        with case(number, stones):
            found = {kernel.forced_win(*stones, order, NODES, None, None) for kernel in by_step}
            assert len(found) == 1  # the same at every width
            more = [kernel.forced_win(*stones, order, NODES, None, None) for kernel in numbered]
            for line, _, needed, _, spent in (*found, *more):
                assert spent <= NODES
                if not line:
                    continue
                claimed += 1
                highest += needed == order
                lower, upper, *_ = exact.solve(*stones, False, False, 200_000, None, None)
                assert upper == 1
                proven += lower == 1
                played = as_position(game, *stones).play_all(line)
                assert played.winner is not None and len(line) % 2
    return claimed, highest, proven


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "order, sizes",
    [
        *[(2, (5, 5, 4)), (2, (6, 6, 4)), (3, (6, 6, 4))],
        pytest.param(3, (5, 5, 4), marks=pytest.mark.long),
    ],
)
def test_a_win_that_is_claimed_is_one(order: int, sizes: tuple[int, int, int], exact: bool) -> None:
    count = {2: 60, 3: 12}[order]
    claimed, _, proven = check_claims(Game(*sizes, exact=exact), order, count, 1)
    assert claimed == proven >= 5


@pytest.mark.long
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("sizes", SMALL + WIDER)
@pytest.mark.parametrize("order", [2, 3])
def test_many_wins_that_are_claimed_are_wins(
    order: int, sizes: tuple[int, int, int], exact: bool
) -> None:
    count = {2: 500, 3: 200}[order]
    claimed, highest, proven = check_claims(Game(*sizes, exact=exact), order, count, 2)
    assert claimed > 15 and proven > 0.9 * claimed
    assert highest > 0 or sizes in {(5, 5, 3), (6, 6, 5), (5, 8, 5)}  # too small for such wins


def opened(game: Game, rng: random.Random, stones: int) -> Position:
    """Stones near the centre, of whoever is to move one more than of the other."""
    position = scattered(game, stones, rng, game.near(game.centre, 2))
    return as_position(game, position._opponent, position._own)


def play_out(win: ForcedWin, rng: random.Random) -> int:
    """Play a tree against replies at random, in the zone and outside; how many moves it took."""
    moves, position = 0, win.position
    solver = Solver(position.game, 1)
    while win.order > 1:
        position = position.play(win.move)
        moves += 1
        outside = [cell for cell in position.legal_moves if cell not in win.zone]
        if outside and rng.random() < 0.3:
            stray = position.play(rng.choice(outside))
            if stray.winner is None:
                below = solver.forced_win(stray, win.order - 1)
                assert below is not None, (position.text, stray.text)
        reply = rng.choice(win.zone)
        threat, after = win.threat, win.after(reply)
        assert after is not None and (threat is None) == (len(win.zone) == 1)
        assert threat is None or threat.order < win.order
        win, position = after, position.play(reply)
        assert win.position == position
    assert position.play_all(win.line).winner == position.turn
    return moves


@pytest.mark.long
@pytest.mark.parametrize(("order", "stones", "least"), [(2, (5, 7, 9), 2), (3, (3, 3, 5), 3)])
@pytest.mark.parametrize("exact", [False, True])
def test_a_tree_wins_against_whatever_is_replied(
    order: int, stones: tuple[int, ...], least: int, exact: bool
) -> None:
    rng, longest, game = random.Random(5), 0, Game(15, 15, 5, exact=exact)
    for _ in range(12):
        position = opened(game, rng, rng.choice(stones))
        win = inarow.forced_win(position, order, nodes=500_000)
        if win is None or win.order < order:
            continue
        assert position.play_all(win.line).winner == position.turn
        for _ in range(5):
            longest = max(longest, play_out(win, rng))
    assert longest > least


@pytest.mark.long
@pytest.mark.parametrize(("order", "wanted"), [(1, 500), (2, 500), (3, 50)])
def test_a_stone_outside_of_the_spoilers_does_not_stop_a_win(order: int, wanted: int) -> None:
    """The mover still wins, says the exact search."""
    rng, stones = random.Random(order), 0
    while stones < wanted:
        game = Game(*rng.choice(SMALL[:4] + WIDER[1:2]))
        placed = any_stones(game, rng, game.cells // 4)
        if placed is None:
            continue
        position = as_position(game, *placed)
        win = Solver(game, 1).forced_win(position, order, nodes=5_000)
        if win is None or win.order < order:
            continue
        exact = make_kernel(game, 32 * MB)
        assert set(win.zone) | set(win.spoilers) <= set(position.legal_moves)
        for cell in set(position.legal_moves) - set(win.spoilers):
            with case(cell, position.text):
                lower, *_ = exact.solve(placed[0], placed[1] | 1 << cell, *EXACTLY)
                assert lower == 1
            stones += 1


def test_a_line_is_whole_whatever_the_limit() -> None:
    """There is no line or one that wins, and it has ended only if that is all there is."""
    game = Game(7, 7, 4)
    position = game.position(THREES, turn="X", strict=False)
    stones = position._own, position._opponent
    whole = make_kernel(game, MB).forced_win(*stones, 2, None, None, None)
    assert whole[0] and whole[3]
    for nodes in range(1, 2 * whole[4] + 130):  # a chain that might have been is looked for whole
        line, _, _, ended, spent = make_kernel(game, MB).forced_win(*stones, 2, nodes, None, None)
        assert bool(line) == ended and spent <= nodes
        if line:
            assert position.play_all(line).winner == "X"
    assert line == whole[0]


def test_a_win_is_walked_with_the_solver_to_itself() -> None:
    position = Game(7, 7, 4).position(THREES, turn="X", strict=False)
    solver = Solver(position.game, 1)
    win = solver.forced_win(position)
    assert win is not None and win.order == 2
    assert pickle.loads(pickle.dumps(win)) == win

    def listen(_: object) -> None:
        win.replies  # noqa: B018

    with pytest.raises(RuntimeError, match="callback"):
        solver.estimates(Game(7, 7, 4).start(), 2, nodes=20_000, progress=listen)
    assert len(win.replies) == len(win.zone)


@pytest.mark.parametrize(("nodes", "share"), [(1, 0), (2, 0), (10, 0), (10**6, 1)])
@pytest.mark.parametrize("order", [2, 3])
def test_who_listens_is_told_whether_a_limit_ended_it(nodes: int, share: int, order: int) -> None:
    told: list[inarow.Progress] = []
    solver = Solver(Game(7, 7, 5))
    position = solver.game.start().play_all(["d4", "a1"])
    assert solver.forced_win(position, order, nodes=nodes, progress=told.append) is None
    assert told[-1].share == share and 0 < told[-1].nodes <= nodes


def test_a_chain_that_is_too_long_for_the_limit_is_told_as_such() -> None:
    rows = [
        "XOO..O...",
        "O.OX.O...",
        "X...O....",
        "O.XX.OX..",
        ".XXOX....",
        "O...XO...",
        ".....XX..",
    ]
    position = LARGE.position(["." * 15] * 4 + [f"....{row}.." for row in rows] + ["." * 15] * 4)
    told: list[inarow.Progress] = []
    win = Solver(LARGE, 1).forced_win(position, 1, progress=told.append)
    assert win is not None and len(win.line) == 9 and told[-1].share == 1
    for nodes in range(1, win.nodes):
        assert Solver(LARGE, 1).forced_win(position, 1, nodes=nodes, progress=told.append) is None
        assert told[-1].share == 0


@pytest.mark.long
def test_an_analysis_tells_which_moves_lose_by_force() -> None:
    """Of all of them, not of the one that is asked about; what is lost does not look best."""
    before = LARGE.start().play_all("h8 a1 h9 a15 i9")
    analysis = Solver(LARGE, 1).analyse(before, nodes=300_000)
    lost = {move for move, solution in analysis.items() if solution.value == -1}
    assert len(lost) > 1
    for move in lost:
        assert not analysis[move].judged and analysis[move].line[0] == move
        assert before.play_all(analysis[move].line).winner == "X"
    assert not lost & {guess.best_move for guess in analysis.estimates}
    quiet = Solver(LARGE, 1).analyse(LARGE.start().play("h8").play("i9"), nodes=20_000)
    assert all(solution.value is None for solution in quiet.values())


@pytest.mark.long
def test_limited_answers_know_such_wins() -> None:
    """They prove the mover's win; and an analysis, that the move which allowed it loses."""
    rng, seen = random.Random(7), 0
    for _ in range(15):
        position = opened(LARGE, rng, 7)
        win = inarow.forced_win(position, nodes=5_000)
        if win is None:
            continue
        seen += 1
        solution = Solver(LARGE, 1).solve(position, nodes=200_000)
        assert solution.value == 1 and not solution.judged
        assert position.play_all(solution.line).winner == position.turn
        blunder = cells_of(position._opponent)[0]
        before = as_position(LARGE, position._opponent & ~(1 << blunder), position._own)
        found = Solver(LARGE, 1).analyse(before, moves=[blunder], nodes=200_000)[blunder]
        assert found.value == -1
    assert seen > 3


def test_a_limited_answer_knows_that_every_move_loses() -> None:
    """A pass loses to threes, and so does each move in the zone of that win."""
    position = LARGE.start().play_all(["h8", "a1", "h9", "c1", "i9", "o15", "g9"])
    solution = Solver(LARGE, 1).solve(position, nodes=100_000)
    assert solution.value == -1 and not solution.judged
    assert position.play_all(solution.line).winner == "X"
    for move in position.legal_moves:
        assert inarow.forced_win(position.play(move), nodes=100_000) is not None


def test_a_certificate_is_not_given_up_for_a_loss_by_force(tmp_path: Path) -> None:
    """The exact search goes on where every move is refuted: only it can write a certificate."""
    game = Game(7, 7, 4)
    position = game.start().play_all(["d4", "a1", "d3"])
    plain = Solver(game, 16).solve(position, nodes=200_000)
    path = tmp_path / "lost"
    proven = Solver(game, 16).solve(position, nodes=200_000, certificate=path)
    assert plain.value == proven.value == -1 and inarow.check(path).verified
