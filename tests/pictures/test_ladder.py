"""The ladder: one search by ever more ideas. Its counts are facts, its values agree everywhere."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Any

import pytest
from boards import as_board, random_play, rules_of
from cli import Run, runs
from drawn import of_class, stands_by_itself, text_of

import inarow
from inarow import Game, InvalidOptionError, InvalidPositionError, Position, Rung
from inarow.model.results import Progress
from inarow.reference import METHODS, Rules
from inarow.reference.ladder import RUNGS, Ideas, LadderSearch, NodeLimit, solve
from inarow.study import ladder as ladder_module
from inarow.study.ladder import IDEAS, climb
from inarow.svg.ladder import ladder_svg

THREE = Game(3, 3, 3)
SMALL = [
    *((1, 1, 1), (1, 1, 2), (1, 5, 2), (5, 1, 3), (2, 2, 2), (2, 3, 2), (2, 4, 3), (3, 2, 2)),
    *((3, 3, 1), (3, 3, 2), (3, 3, 3), (3, 3, 4), (2, 5, 2), (2, 4, 9)),
]

run = runs("ladder")


# Counts.


@pytest.mark.long
def test_the_whole_tree_of_three_in_a_row() -> None:
    found = {rung.name: rung.nodes for rung in inarow.ladder(THREE, seconds=None)}
    assert list(found) == list(IDEAS) == [*RUNGS, "everything"]
    assert found["minimax"] == 549_946
    assert found["minimax + memo"] == 5_478
    assert found["everything"] == inarow.Solver(THREE).solve(THREE.start()).nodes


SAME = {
    "minimax": "minimax",
    "minimax + memo": "memo",
    "alpha-beta": "alphabeta",
    "alpha-beta + memo": "alphabeta_memo",
}
"""Rungs and the files of the reference that were written for the same idea alone."""


@pytest.mark.long
@pytest.mark.parametrize("name", SAME)
def test_an_idea_visits_the_nodes_of_its_own_file(name: str) -> None:
    rng = random.Random(name)
    for size in (*SMALL, (3, 4, 3), (4, 4, 4)):
        rules = Rules(*size)
        board = rules.start()
        if rules.m * rules.n > 9 or (name == "minimax" and rules.m * rules.n > 6):
            game = Game(*size)
            board = as_board(random_play(game, game.cells - 6, rng))
        expected = METHODS[SAME[name]](rules, board)
        found = solve(rules, board, ideas=RUNGS[name])
        assert (found.value, found.nodes) == (expected.value, expected.nodes), (size, board)


def test_from_the_fourth_rung_on_each_adds_one_idea() -> None:
    ladder = list(RUNGS.values())
    assert ladder[0] == Ideas()
    assert [sum(ideas) for ideas in ladder] == [0, 1, 1, 2, 3, 4, 5]
    for below, above in pairwise(ladder[3:]):
        assert all(kept >= had for had, kept in zip(below, above, strict=True))


def test_with_symmetry_the_memo_holds_no_image_twice() -> None:
    search = LadderSearch(Rules(3, 3, 3), Ideas(memo=True, symmetry=True))
    search.run(0, 0)
    assert (len(search.memo), search.nodes) == (765, 765)  # every class, once


# Values.


@pytest.mark.long
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_all_combinations_of_ideas_agree(size: tuple[int, int, int]) -> None:
    rules, rng = Rules(*size), random.Random(repr(size))
    game = Game(*size)
    boards = [as_board(random_play(game, rng.randrange(game.cells + 1), rng)) for _ in range(12)]
    for board in boards:
        expected = METHODS["memo"](rules, board)
        for switches in range(32):
            ideas = Ideas(*(bool(switches >> i & 1) for i in range(5)))
            if board.count(".") > 7 and not ideas.memo:
                continue
            found = solve(rules, board, ideas=ideas)
            assert found.value == expected.value, (board, ideas)
            if found.move is None:
                assert rules.is_over(board)
            elif not rules.is_over(after := rules.play(board, found.move)):
                assert -METHODS["memo"](rules, after).value == found.value
            else:
                assert -(rules.outcome(after) or 0) == found.value


@pytest.mark.long
@pytest.mark.parametrize("size", [(3, 4, 3), (4, 3, 4), (4, 4, 3), (4, 4, 4), (3, 5, 3), (5, 5, 4)])
def test_rungs_agree_on_larger_boards(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(repr(size))
    positions = [random_play(game, game.cells - rng.randrange(5, 8), rng) for _ in range(200)]
    wanted = [position for position in positions if 2 <= len(position.legal_moves) <= 7][:6]
    assert wanted
    for position in wanted:
        values = {rung.value for rung in inarow.ladder(position, seconds=None)}
        assert values == {METHODS["careful"](rules_of(game), as_board(position)).value}


def test_lines_that_fit_no_board() -> None:
    assert Rules(20, 20, 10**9).lines == ()
    assert {rung.value for rung in climb(Game(2, 2, 10**30).start())} == {0}


def test_positions_with_any_number_of_stones() -> None:
    position = THREE.position("OO./.../..X", turn="O", strict=False)
    assert {rung.value for rung in inarow.ladder(position)} == {1}
    position = THREE.position("OO./OO./...", turn="X", strict=False)
    assert {rung.value for rung in inarow.ladder(position)} == {-1}


@pytest.mark.long
def test_rungs_that_disagree_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def solve(self, *_: object) -> tuple[object, ...]:
            return 1, 1, -1, 4, (), 1

    monkeypatch.setattr(ladder_module, "make_kernel", lambda *_: Wrong())
    with pytest.raises(AssertionError, match="everything finds 1, others 0"):
        inarow.ladder(THREE)


# Limits.


@pytest.mark.long
def test_a_limit_on_nodes_is_exact_and_leaves_no_value() -> None:
    whole = {rung.name: rung for rung in inarow.ladder(THREE, seconds=None)}
    for limit in (1, 77, 78, 739, 740, 16_810):
        for rung in inarow.ladder(THREE, seconds=None, nodes=limit):
            if whole[rung.name].nodes <= limit:
                assert (rung.value, rung.nodes, rung.stopped) == (0, whole[rung.name].nodes, None)
            else:
                assert (rung.value, rung.stopped, rung.complete) == (None, "nodes", False)
                assert rung.nodes <= limit and rung.count == f"> {rung.nodes:,}"
                if rung.name != "everything":  # the core looks at its limit before it goes on
                    assert rung.nodes == limit


@pytest.mark.long
def test_a_limit_on_time() -> None:
    found = inarow.ladder(Game(20, 20, 5), seconds=0.01)
    assert len(found) == len(IDEAS)
    for rung in found:
        assert (rung.value, rung.stopped) == (None, "seconds")
        assert rung.nodes > 0 and rung.time.startswith("> ")


@pytest.mark.long
def test_a_limit_on_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    found = inarow.ladder(Game(5, 5, 4), seconds=None, nodes=20_000, table_mb=1)
    stopped = {rung.name: rung.stopped for rung in found}
    assert stopped.pop("everything") is None
    assert stopped.pop("minimax") == stopped.pop("alpha-beta") == "nodes"
    assert set(stopped.values()) == {"memory"}


@pytest.mark.long
def test_the_largest_board_fits_the_stack() -> None:
    found = inarow.ladder(Game(20, 20, 20), seconds=None, nodes=2000)
    assert all(rung.stopped == "nodes" for rung in found if not rung.complete)
    search = LadderSearch(Rules(20, 20, 400), Ideas(), limit=500)  # nobody wins: straight down
    with pytest.raises(NodeLimit):
        search.run(0, 0)


@pytest.mark.long
def test_progress_tells_of_every_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "_REPORT_SECONDS", 0)
    seen: list[tuple[str, Progress]] = []
    found = inarow.ladder(
        Game(6, 6, 6), nodes=500, progress=lambda name, progress: seen.append((name, progress))
    )
    for rung in found[:-1]:  # the core reports ten times a second, if it takes so long
        told = [progress for name, progress in seen if name == rung.name]
        assert [progress.nodes for progress in told] == list(range(64, rung.nodes + 1, 64))
        assert all(0 <= progress.table_fill <= 1 for progress in told)
        assert all(0 < progress.seconds <= rung.seconds for progress in told)


def test_what_a_progress_callback_raises_ends_the_climb() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        inarow.ladder(Game(6, 6, 6), seconds=5, progress=stop)


@pytest.mark.parametrize(
    ("named", "word"),
    [({"seconds": 0}, "seconds"), ({"nodes": 0}, "nodes"), ({"table_mb": 0}, "table_mb")],
)
def test_bad_limits_are_refused_at_once(named: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidOptionError, match=word):
        climb(THREE, **named)


def test_only_a_game_or_a_position_that_goes_on() -> None:
    with pytest.raises(InvalidPositionError, match=r"the game is over \(X wins\)"):
        climb(THREE.position("XXX/OO./..."))
    with pytest.raises(TypeError, match="expected a Game or a Position, not str"):
        climb("3,3,3")  # type: ignore[arg-type]


# For people.


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (12.345, "12.3 s"),
        (123.45, "123 s"),
        (1234.5, "1234 s"),
        (0.7164, "0.716 s"),
        (0.0164, "16.4 ms"),
        (0.00099999, "1.00 ms"),
        (0.0000109, "10.9 us"),
        (0.0, "0.000 us"),
    ],
)
def test_times(seconds: float, shown: str) -> None:
    assert Rung("minimax", 0, 1, seconds, None).time == shown
    assert Rung("minimax", None, 1, seconds, "seconds").time == f"> {shown}"


@pytest.mark.long
def test_the_table(run: Run) -> None:
    status, out, err = run(3, 3, 3, "--nodes", 10_000)
    assert (status, err) == (0, "") and out.isascii()
    rows = re.findall(
        r"^(\S.*?)  +(> [\d,]+|[\d,]+)  +(?:> )?[\d.]+ [mu]?s  (draw|\?)  ", out, re.M
    )
    expected = inarow.ladder(THREE, nodes=10_000)
    assert rows == [(rung.name, rung.count, "draw" if rung.complete else "?") for rung in expected]
    assert out.startswith("3x3 board, 3 in a row, X to move\n")
    assert out.endswith("\n> stopped by a limit: it would have needed more, ? not proven by then\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "words"), [("XX./OO./...", "X wins"), ("XX./OO./X..", "O wins"), ("...", "draw")]
)
def test_who_wins_is_told_by_name(run: Run, board: str, words: str) -> None:
    board = board if "/" in board else ".../.../..."
    _, out, _ = run(3, 3, 3, "-p", board, "--seconds", 60)
    assert out.count(f"  {words} ") == len(IDEAS)


def test_json(run: Run) -> None:
    record = run(3, 3, 3, "--json", "-p", "X../.O./...", "--nodes", 100).record
    position = THREE.position("X../.O./...")
    expected = [rung.record() for rung in inarow.ladder(position, nodes=100)]
    for rung in (*record["rungs"], *expected):
        del rung["seconds"]
    assert record.pop("rungs") == expected
    told = {"complete": True, "position": "X../.O./...", "turn": "X"}
    assert record == {**THREE.record(), **told}
    assert {rung["complete"] for rung in expected} == {True, False}


# The chart.


def chart_rungs(picture: str) -> list[dict[str, Any]]:
    """What a chart shows of each rung, the length of its bar included."""
    found = []
    for rung in of_class(picture, "rung"):
        told: dict[str, Any] = {name: text_of(rung, name) for name in ("name", "nodes", "time")}
        told |= {"kind": rung.get("class", "").split()[1], "idea": text_of(rung, "idea")}
        (told["length"],) = (float(e.get("width", 0)) for e in rung if e.tag.endswith("}rect"))
        told["arrow"] = any(e.tag.endswith("}path") for e in rung)
        found.append(told)
    return found


@pytest.mark.long
@pytest.mark.parametrize("limit", [1, 100, 600_000])
def test_bars_are_as_long_as_the_logarithm_says(limit: int) -> None:
    found = inarow.ladder(THREE, seconds=None, nodes=limit)
    drawn = chart_rungs(ladder_svg(THREE.start(), found))
    assert [bar["name"] for bar in drawn] == list(IDEAS)
    for bar, rung in zip(drawn, found, strict=True):
        assert (bar["nodes"], bar["time"], bar["idea"]) == (rung.count, rung.time, rung.idea)
        assert (bar["kind"] == "done") == rung.complete == (not bar["arrow"])
    steps = {
        round(bar["length"] / log10(rung.nodes), 1)
        for bar, rung in zip(drawn, found, strict=True)
        if rung.nodes > 5
    }
    assert len(steps) <= 1 and all(3 <= bar["length"] <= 480 for bar in drawn)


@pytest.mark.long
def test_the_chart_stands_by_itself() -> None:
    game = Game(20, 20, 5)
    busy = random_play(game, 30, random.Random(3))
    for position in (game.start(), busy, THREE.position("XX./OO./...")):
        stands_by_itself(ladder_svg(position, inarow.ladder(position, nodes=50)))
    assert chart_rungs(ladder_svg(THREE.start(), [])) == []


def test_the_command_writes_the_chart_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "l.svg"
    assert run(3, 3, 3, "--nodes", 100, "-o", output)[0] == 0
    assert list(tmp_path.iterdir()) == [output]
    assert len(chart_rungs(output.read_text(encoding="utf-8"))) == len(IDEAS)


@pytest.mark.long
def test_an_interrupt_prints_what_is_done(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(position: Position, **named: Any) -> Iterator[Rung]:
        for rung in climb(position, **named):
            if rung.name == "alpha-beta":
                raise KeyboardInterrupt
            yield rung

    monkeypatch.setattr("inarow.apps.cli.ladder.climb", stop)
    status, out, err = run(3, 3, 3, "--nodes", 9, "-o", tmp_path / "l.svg")
    assert (status, list(tmp_path.iterdir())) == (130, [])
    assert err == "inarow: interrupted; 2 of 8 methods are done\n" and "interrupted" not in out
    ran = run(3, 3, 3, "--nodes", 9, "--json")
    assert (ran.status, ran.printed["complete"], len(ran.printed["rungs"])) == (130, False, 2)
