"""Several threads at one tree: the same values, whoever finds them, and no thread left behind."""

import asyncio
import doctest
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from boards import FIRST_LOOK, random_play
from interrupts import Enough

import inarow
from inarow import Game, Progress, Solver
from inarow._core import WIDTHS, kernel64, make_kernel
from inarow._core.kernel64 import Kernel

TABLE_BYTES = 8 << 20


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "stones"), [((5, 5, 4), 4), ((5, 6, 4), 8), ((4, 7, 4), 6), ((6, 6, 5), 12)]
)
@pytest.mark.parametrize("width", WIDTHS)
def test_values_and_distances_do_not_depend_on_the_threads(
    board: tuple[int, int, int], stones: int, width: int
) -> None:
    game = Game(*board)
    alone = make_kernel(game, TABLE_BYTES, width=width)
    together = make_kernel(game, TABLE_BYTES, width=width)
    together.set_threads(3, 0.0)  # called in at the first look, after some hundred nodes
    rng = random.Random(width)
    for _ in range(6):
        position = random_play(game, stones, rng)
        asked = position._own, position._opponent
        for distance in (False, True):
            together.clear()
            wanted = alone.solve(*asked, distance, True, None, None, None)
            found = together.solve(*asked, distance, True, None, None, None)
            assert found[:2] == wanted[:2]
            if distance:
                assert found[2] == wanted[2]
            after = position.play(found[3])
            if not after.is_over:
                reply = alone.solve(after._own, after._opponent, False, False, None, None, None)
                assert reply[:2] == (-wanted[1], -wanted[0])
        weak = (position.x, position.o, position.turn == "X", True, False, None, None, None)
        together.clear()
        assert together.solve_weak(*weak)[:3] == alone.solve_weak(*weak)[:3]


@pytest.mark.long
def test_a_crew_counts_the_nodes_of_all() -> None:
    solver = Solver(Game(4, 8, 4), threads=2)
    solution = solver.solve(solver.game.start())
    assert solution.value == 0
    assert solution.nodes > 200_000


def test_a_limit_holds_for_a_crew() -> None:
    solver = Solver(Game(9, 9, 5), threads=3)
    solution = solver.solve(solver.game.start(), game_kind="weak", nodes=5_000)
    assert (solution.lower, solution.upper) == (0, 1)
    assert solution.nodes <= 3 * 5_000


@pytest.mark.long
def test_a_crew_leaves_the_attack_of_a_crowded_board_to_its_leader() -> None:
    """No question is posted then: that the last one is answered is no reason to stop."""
    game, dice = Game(11, 11, 5), random.Random(5)
    found = 0
    middle = [row * game.n + column for row in range(3, 8) for column in range(3, 8)]
    for _ in range(24):
        cells = dice.sample(middle, 7)
        maker, breaker = (sum(1 << cell for cell in part) for part in (cells[:4], cells[4:]))
        question = (maker, breaker, dice.random() < 0.5, False, False, 20_000, None, None)
        wanted = make_kernel(game, TABLE_BYTES).solve_weak(*question)
        together = make_kernel(game, TABLE_BYTES)
        together.set_threads(3, 0.0)
        answer = together.solve_weak(*question)
        if wanted[0] == wanted[1]:
            assert answer[:2] == wanted[:2]
            found += wanted[5] > 4 * FIRST_LOOK
        else:
            assert answer[0] == answer[1] or answer[5] >= 20_000
    assert found > 1


@pytest.mark.long
def test_no_crew_comes_together_while_the_table_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its threads would be at entries that are being moved, in memory that is given back then."""
    question = (0, 0, True, False, False)  # the weak game, from the empty board

    def kernel_after(nodes: int) -> Kernel:
        kernel = make_kernel(Game(8, 8, 5), TABLE_BYTES, width=64)
        kernel.solve_weak(*question, nodes, None, None)
        return kernel

    entries = kernel_after(1).table_entries
    limits = range(FIRST_LOOK, 8 * FIRST_LOOK, 8)
    kernel = kernel_after(max(n for n in limits if kernel_after(n).table_entries == entries))

    # The time for a crew has come when the watch is first asked: that is when the table grows.
    called: list[threading.Thread] = []

    class Called(threading.Thread):
        def start(self) -> None:
            called.append(self)
            super().start()

    monkeypatch.setattr(kernel64, "Thread", Called)
    kernel.set_threads(3, 0.0)
    kernel.solve_weak(*question, FIRST_LOOK - 1, None, None)
    assert kernel.table_entries == 4 * entries
    assert not called
    kernel.solve_weak(*question, 2 * FIRST_LOOK, None, None)
    assert called


def test_a_call_with_a_limit_does_not_wait_for_another_thread() -> None:
    """The functions share a solver; whoever has no limit waits for it."""
    game, begun, enough = Game(9, 9, 5), threading.Event(), threading.Event()
    position = game.start().play("e5")

    def listen(_: Progress) -> None:
        begun.set()
        if enough.is_set():
            raise Enough

    def search() -> None:
        with suppress(Enough):
            inarow.solve(game.start(), progress=listen)

    board, limit = position.to_array()[None], {"nodes": 200}
    calls: list[Callable[[], object]] = [
        lambda: inarow.best_move(position, seconds=0.01),
        lambda: inarow.solve(position, **limit),
        lambda: inarow.analyse(position, **limit),
        lambda: inarow.forced_win(position, **limit),
        lambda: inarow.grade(position, "e6", **limit),
        lambda: inarow.solve_batch(game, board, **limit),
        lambda: inarow.grade_batch(game, board, [0], **limit),
    ]
    thread = threading.Thread(target=search)
    thread.start()
    try:
        assert begun.wait(30)
        for call in calls:
            call()
        assert thread.is_alive()
    finally:
        enough.set()
        thread.join()
    assert inarow.solve(position, nodes=100).nodes > 0


@pytest.mark.long
def test_a_task_that_is_cancelled_ends_its_search() -> None:
    """By the recipe of the guide."""
    guide = (Path(__file__).parents[2] / "docs/guide/python.md").read_text(encoding="utf-8")
    recipe: dict[str, Any] = {"inarow": inarow}
    for example in doctest.DocTestParser().get_examples(guide):
        if example.source.startswith(("import asyncio", "async def solve")):
            exec(example.source, recipe)

    async def main() -> float:
        task = asyncio.create_task(recipe["solve"](Game(15, 15, 5).start(), seconds=60))
        await asyncio.sleep(0.2)
        task.cancel()
        return perf_counter()

    cancelled = asyncio.run(main())  # waits for all threads
    assert perf_counter() - cancelled < 1
