"""Pairings: what is found holds, and on small boards one is found wherever there is one."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from boards import random_play

import inarow
import inarow.distributed
from inarow import (
    Game,
    IllegalMoveError,
    InvalidOptionError,
    Pairing,
    Position,
    Solver,
    pairing,
)
from inarow._check import check
from inarow._core import make_kernel
from inarow._core.pairings import local_search
from inarow.boards import hexagon, lines
from inarow.solver.pairing import DECIDING_NODES, KERNEL_LINES
from inarow.solver.search import FIRST_LOOK


def live_lines(position: Position, attacker: str) -> list[list[int]]:
    """The empty cells of every line without a stone of the defender."""
    letters = position.text.replace("/", "")
    defender = "O" if attacker == "X" else "X"
    return [
        [cell for cell in line if letters[cell] == "."]
        for line in position.game.lines
        if all(letters[cell] != defender for cell in line)
    ]


def exists(lines: Sequence[list[int]], partner: dict[int, int]) -> bool:
    """Is there a pairing? Every pair is tried for the first bare line."""
    for number, line in enumerate(lines):
        if any(partner.get(cell) in line for cell in line):
            continue
        free = [cell for cell in line if cell not in partner]
        return any(
            exists(lines[number + 1 :], {**partner, a: b, b: a})
            for a in free
            for b in free
            if a < b
        )
    return True


def test_a_pairing_is_found_where_there_is_one() -> None:
    numbers, outcomes = random.Random(1), [0, 0]
    sizes = [(3, 3, 3), (3, 4, 3), (4, 4, 4), (4, 4, 3), (4, 5, 4), (5, 5, 5), (5, 5, 4)]
    games = [Game(*size) for size in sizes] + [Game(4, 5, 4, exact=True)] * 3
    for _ in range(120):
        position = random_play(numbers.choice(games), numbers.randrange(2, 12), numbers)
        for attacker in ("X", "O"):
            lines = sorted(live_lines(position, attacker), key=len)
            wanted = all(len(line) > 1 for line in lines) and exists(lines, {})
            found = pairing(position, attacker)  # type: ignore[arg-type]
            assert (found is not None) == wanted, (position, attacker)
            outcomes[wanted] += 1
            if found is not None:
                assert found.holds() and found.attacker == attacker
                assert all(any({a, b} <= set(line) for a, b in found.pairs) for line in lines)
    assert min(outcomes) > 30


@pytest.mark.long
def test_the_core_decides_and_a_local_search_finds_nothing_else() -> None:
    numbers, decided, found = random.Random(3), [0, 0], 0
    sizes = [(6, 6, 5), (8, 6, 5), (7, 7, 5), (8, 8, 6), (9, 9, 6), (11, 12, 7), (1, 20, 4)]
    for number in range(140):
        game = Game(*sizes[number % len(sizes)])
        position = random_play(game, game.cells // 3, numbers)
        kernel = make_kernel(game, 1 << 16)
        pairs = kernel.pairing(position.x, position.o, 1_000_000)
        assert pairs is not None
        lines = live_lines(position, "X")
        seen = min(map(len, lines), default=2) > 1 and local_search(lines) is not None
        if pairs is False:
            assert not seen, position
        else:
            assert Pairing(position, "X", tuple(pairs)).holds()
        found += seen
        decided[pairs is not False] += 1
        assert kernel.pairing(position.x, position.o, 0) in (None, False)  # out of nodes
    assert min(decided) > 30, decided
    assert found > decided[True] / 2, "the local search is no witness"


def forced_pairs_fail(lines: Sequence[set[int]]) -> bool:
    """Do the pairs that lines of two cells force, one after the other, leave a line without one?"""
    lines = [set(line) for line in lines]
    while True:
        if any(len(line) < 2 for line in lines):
            return True
        pair = next((line for line in lines if len(line) == 2), None)
        if pair is None:
            return False
        lines = [line - pair for line in lines if not pair <= line]


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "has"),
    [
        ((4, 8, 4), set()),
        ((8, 8, 5), {"many"}),
        ((9, 9, 5), {"many"}),
        ((12, 12, 6), {"many"}),
        ((12, 12, 9), {"long"}),
        ((20, 20, 12), {"long"}),
    ],
)
def test_forced_pairs_rule_out_replies_after_which_there_is_no_pairing(
    size: tuple[int, int, int], has: set[str]
) -> None:
    """Also on boards of several words, with more than 64 lines, and with long ones."""
    game, numbers = Game(*size), random.Random(8)
    kernel = make_kernel(game, 1 << 16)
    ruled_out, kept = 0, 0
    met: set[str] = set()
    for _ in range(120):
        share = numbers.uniform(0.2, 0.7)
        stones = [cell for cell in range(game.cells) if numbers.random() < share]
        own = sum(1 << cell for cell in stones if numbers.random() < 0.7)
        opponent = sum(1 << cell for cell in stones) - own
        empty = [cell for cell in range(game.cells) if cell not in stones]
        lines = [
            {cell for cell in line if not own >> cell & 1}
            for line in game.lines
            if not any(opponent >> cell & 1 for cell in line)
        ]
        whole = all(len(line) > 1 for line in lines)
        lines = [line for line in lines if len(line) > 1]
        replies = kernel.replies_left(own, opponent)
        assert (replies is None) == (len(lines) > 128)
        if replies is None:
            continue
        failures = 0
        for reply in empty:
            after = [line for line in lines if reply not in line]
            fail = forced_pairs_fail([line for line in after if len(line) < 8])
            assert fail == (not replies >> reply & 1), (own, opponent, reply)
            failures += fail
            if fail and whole:
                found = kernel.pairing(own, opponent | 1 << reply, DECIDING_NODES)
                assert not found and found != [], (own, opponent, reply)
        ruled_out += failures
        kept += len(empty) - failures
        if failures and len(lines) > 64:
            met.add("many")
        if failures and any(len(line) > 7 for line in lines):
            met.add("long")
    assert min(ruled_out, kept) > 100, (ruled_out, kept)
    assert met == has


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "fewest"),
    [
        *[((m, n, 5), 20) for m, n in ((5, 5), (6, 6), (5, 8), (7, 7), (8, 7), (8, 8))],
        # Rows of nine to twelve cells have dozens of covers each.
        *[((9, 9, 6), 17), ((10, 9, 6), 15), ((10, 10, 6), 15), ((12, 12, 7), 7)],
    ],
)
def test_the_core_decides_within_its_nodes(size: tuple[int, int, int], fewest: int) -> None:
    """With few lines of five always, on wide boards mostly."""
    game, numbers, decided = Game(*size), random.Random(6), 0
    kernel = make_kernel(game, 1 << 16)
    for stones in range(0, 40, 2):
        position = random_play(game, min(stones, game.cells), numbers)
        pairs = kernel.pairing(position.x, position.o, DECIDING_NODES)
        decided += pairs is not None
        assert not pairs or Pairing(position, "X", tuple(pairs)).holds()
    assert decided >= fewest, (size, decided)


def test_rows_longer_than_a_board() -> None:
    """Where lines of two directions begin at the same distance, or at every cell."""
    for size, found in (((20, 20, 1), False), ((20, 2, 2), False), ((20, 2, 3), True)):
        assert (pairing(Game(*size).start()) is not None) == found


def test_games_that_are_won() -> None:
    won = Game(3, 3, 3).start()
    for move in ("a1", "b1", "a2", "c2", "a3"):
        won = won.play(move)
    assert won.winner == "X" and pairing(won, "X") is None
    held = pairing(won, "O")
    assert held is not None and held.holds()


@pytest.mark.long
def test_pairings_of_empty_boards() -> None:
    for size, pairs in (
        ((5, 5, 5), 12),
        ((6, 6, 6), 14),
        ((7, 7, 6), None),
        ((12, 12, 9), None),
        ((20, 20, 12), None),
    ):
        found = pairing(Game(*size).start())
        assert found is not None and found.holds()
        assert pairs is None or len(found.pairs) == pairs
        assert pairing(Game(*size).start()) == found
    assert pairing(Game(3, 3, 4).start()) == Pairing(Game(3, 3, 4).start(), "X", ())
    for size in ((3, 3, 3), (4, 4, 4), (15, 15, 5)):
        assert pairing(Game(*size).start()) is None


def test_what_holds_and_what_is_replied() -> None:
    position = Game(5, 5, 5).start().play("c3").play("a1")
    good = pairing(position, "O")
    assert good is not None and good.holds()
    assert str(good) == " ".join(
        f"{position.game.name(a)}-{position.game.name(b)}" for a, b in good.pairs
    )
    (a, b), (c, d), *rest = good.pairs
    taken = ((12, b), (c, d), *rest), (*good.pairs, (12, 0))
    for wrong in (good.pairs[1:], ((a, b), (a, d), *rest), *taken):
        assert not Pairing(position, "O", tuple(wrong)).holds()
    assert not Pairing(position, "X", good.pairs).holds()
    for a, b in good.pairs:
        assert (good.reply(a), good.reply(b)) == (b, a)
    unpaired = set(position.legal_moves) - {cell for pair in good.pairs for cell in pair}
    assert unpaired and all(good.reply(cell) is None for cell in unpaired)
    with pytest.raises(IllegalMoveError, match="c3 is taken"):
        good.reply("c3")
    with pytest.raises(InvalidOptionError, match='attacker must be "X" or "O"'):
        pairing(position, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(12, 12, 8), (15, 15, 9), (20, 20, 12), (17, 20, 14)])
def test_boards_whose_many_lines_are_held_in_pairs_are_solved(
    size: tuple[int, int, int], tmp_path: Path
) -> None:
    """They have more lines than a kernel looks for pairings of: it would search for ever."""
    game, numbers = Game(*size), random.Random(6)
    solver = Solver(game)
    for stones in (0, 1, 6):
        position = random_play(game, stones, numbers)
        assert len(live_lines(position, "X")) > KERNEL_LINES
        for kind in ("strong", "weak"):
            path = tmp_path / f"{stones}{kind}.cert"
            found = solver.solve(position, game_kind=kind, nodes=1_000_000, certificate=path)
            assert check(path).verified and check(path, plain=True).verified
            assert check(path).claim.endswith("a draw" if kind == "strong" else "O stops")
            assert found.proven and found.value == 0 and found.nodes <= FIRST_LOOK
            assert found.best_move in position.legal_moves
        assert {one.value for one in solver.analyse(position, seconds=60).values()} == {0}
    assert not solver.solve(game.start(), nodes=100).proven  # too little to look for pairings


@pytest.mark.long
@pytest.mark.parametrize("size", [(14, 14, 10), (15, 15, 12), (12, 20, 11)])
def test_pairings_of_many_lines_say_what_a_search_says(size: tuple[int, int, int]) -> None:
    """Of positions that a kernel solves alone, with wins and losses among them."""
    game, numbers, seen = Game(*size), random.Random(7), [0, 0]
    solver = Solver(game)
    line = game.lines[len(game.lines) // 2]
    for number in range(24):
        lacking = numbers.choice((1, 2, game.k - 1))
        one = set(numbers.sample(line, game.k - lacking))
        others = [cell for cell in range(game.cells) if cell not in line]
        other = set(numbers.sample(others, len(one) - number % 2))
        if number % 3 == 0 and len(one) == len(other):
            one, other = other, one
        letters = ["X" if c in one else "O" if c in other else "." for c in range(game.cells)]
        rows = ["".join(letters[i : i + game.n]) for i in range(0, game.cells, game.n)]
        position = game.position("/".join(rows))
        for kind in ("strong", "weak"):
            alone = Solver(game)
            alone._has_many_lines = False
            searched = alone.solve(position, game_kind=kind, nodes=5_000)
            if searched.proven:
                found = solver.solve(position, game_kind=kind, nodes=100_000)
                assert found.value == searched.value
                seen[found.value == 0] += 1
                if kind == "strong":
                    moves = solver.analyse(position, nodes=10_000).values()
                    most = max(one.lower for one in moves), max(one.upper for one in moves)
                    assert most[0] <= searched.lower <= most[1]
                    assert solver.solve_batch([position], nodes=10_000).values == found.value
    assert min(seen) > 2


def test_the_weak_game_asks_only_for_a_pairing_against_x() -> None:
    """O has all but one of a line, which no pairing holds; and in the weak game it has a line."""
    game = Game(15, 15, 9)
    xs = ["X.X.X.X.X.X.X.X", "X.............."]
    for line, turn in (("OOOOOOOO.......", "X......."), ("OOOOOOOOO......", "X.......")):
        rows = [line, *["." * 15] * 12, xs[0], turn.ljust(15, ".")]
        position = game.position("/".join(rows))
        found = inarow.solve(position, game_kind="weak", nodes=100_000)
        assert (found.value, found.nodes < 200) == (0, True)
        assert found.best_move is not None


def test_what_is_won_at_once_is_not_looked_for_in_pairs() -> None:
    game = Game(15, 15, 7)
    stones = "b2 b14 c2 d14 d2 f14 e2 h14 f2 j14 g2 l14"
    position = game.start().play_all(stones.split())
    assert inarow.solve(position).nodes < 10
    analysis = inarow.analyse(position.play("b10"))
    assert {one.value for one in analysis.values()} == {-1}


@pytest.mark.parametrize("optimal", [False, True])
def test_batches_and_workers_are_held_too(optimal: bool, tmp_path: Path) -> None:
    game, path = Game(12, 12, 8), tmp_path / "proof"
    positions = [game.start(), game.start().play("a1"), game.start().play_all(["a1", "b7", "c12"])]
    batch = Solver(game).solve_batch(positions, optimal=optimal)
    assert batch.proven.all() and not batch.values.any() and (batch.moves >= 0).all()
    if batch.optimal is not None:
        assert [*batch.optimal.sum(axis=(1, 2))] == [144, 143, 141]
    assert not Solver(game).solve_batch(positions[:1], nodes=100).proven.any()
    found = inarow.distributed.solve(game.start(), workers=1, certificate=path)
    assert found.value == found.nodes == 0 and check(path).verified


def test_short_lines_far_apart_are_held_in_pairs() -> None:
    path = lines(150, [(i, i + 1, i + 2) for i in range(148)])
    assert inarow.solve(Game.on(path).start()).value == 0


def test_other_boards_are_held_in_pairs_too(tmp_path: Path) -> None:
    game, path = Game.on(hexagon(9, 9)), tmp_path / "hexagon.cert"
    assert len(game.lines) > KERNEL_LINES
    found = Solver(game).solve(game.start(), certificate=path)
    assert found.value == 0 and found.nodes <= FIRST_LOOK
    assert check(path).verified and check(path, plain=True).verified
