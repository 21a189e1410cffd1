"""The programs to learn from: exercises, the ladder, the table of small games, trees."""

import random
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from boards import random_play
from drawn import of_class, stands_by_itself
from scripts import script

import inarow
from inarow import Game, Position
from inarow.reference import Rules, outcomes


@pytest.fixture
def load() -> Iterator[Callable[[str], Any]]:
    """A function that loads an example."""
    with ExitStack() as loaded:
        yield lambda name: loaded.enter_context(script(f"docs/examples/{name}.py"))


EXAMPLES = Path(__file__).parents[2] / "docs/examples"

Run = Callable[..., str]


@pytest.fixture
def run(
    load: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """A function that runs an example; what it printed."""

    def run(name: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
        load(name).main()
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("game_tree 3 3", "'3,3' is no game"),
        ("game_tree --depth 0 -o none/tree.svg", "No such file"),
        ("ladder 3 3", "'3,3' is no game"),
        ("ladder --position X", "1 rows"),
        ("small_games --certificate none.cert", "No such file"),
        ("retrograde 3 3 x", "three numbers"),
        ("ultimate --games 0", "--games must be 1 or more"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    words: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *arguments = words.split()
    path = EXAMPLES / f"{name}.py"
    monkeypatch.setattr(sys, "argv", [str(path), *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(path), run_name="__main__")
    told = capsys.readouterr().err or str(end.value.code)  # the latter is printed by Python
    last = told.strip().splitlines()[-1]
    assert reason in last and end.value.code not in (None, 0)
    assert told.count("\n") <= 1 or told.startswith("usage: ")


# The exercises.


def test_the_exercises_have_their_answers(run: Run) -> None:
    lines = run("exercises").splitlines()
    assert [line.rpartition(" ")[2] for line in lines[:8]] == [
        *("A", "B", "Draw", "Pending"),
        *("False", "False", "False", "True"),
    ]
    assert lines[8] == "[0, 0, 0, 0, 0, 0, 1]"
    agreed = [int(line.split()[-2].replace(",", "")) for line in lines[9:]]
    assert len(agreed) == 3 and all(count > 500 for count in agreed)


# The ladder.


@pytest.mark.long
def test_the_ladder(run: Run) -> None:
    rows = [line.split() for line in run("ladder").splitlines()]
    rungs = {name: (value, nodes) for name, value, nodes, *_ in rows[1:7]}
    assert rungs == {
        "minimax": ("0", "549,946"),
        "memo": ("0", "5,478"),
        "alphabeta": ("0", "16,811"),
        "alphabeta_memo": ("0", "2,503"),
        "careful": ("0", "117"),
        "core": ("0", str(inarow.Solver(Game(3, 3, 3)).solve(Game(3, 3, 3).start()).nodes)),
    }
    assert rows[-3:] == [["3,3,3", "5,478"], ["4,4,3", "6,036,001"], ["4,4,4", "9,722,011"]]


# The table.

TABLE = {
    3: "draw X7 X7 X7 / X5 X5 X5 / X5 X5 / X5",
    4: "draw draw draw draw / draw draw draw / draw X11 / X11",
    5: "draw draw draw draw / draw draw draw / draw draw / draw",
}


@pytest.mark.long
def test_the_table_of_small_games(run: Run) -> None:
    parts = run("small_games").split("\n\n")
    for k, part in zip(TABLE, parts, strict=False):
        title, heading, *rows, nodes = part.splitlines()
        assert (title, heading.split()) == (f"{k} in a row", ["m", "\\", "n", *"3456"])
        cells = " / ".join(" ".join(row[5:].replace("X ", "X").split()) for row in rows)
        assert cells == TABLE[k]
        assert nodes.endswith(" nodes")


def test_the_table_of_the_weak_game_and_of_what_takes_too_long(run: Run) -> None:
    weak = run("small_games", "--weak", "--most", "4", "--k", "3", "4")
    assert [row.split()[1:] for row in weak.splitlines()[2:4]] == [[*"X7X7"], [*"X5"]]
    assert "O: O stops X" in weak
    open_board = run("small_games", "--least", "9", "--most", "9", "--k", "5", "--seconds", "0.01")
    assert open_board.splitlines()[2].split() == ["9", "?"]


def test_a_certificate_is_checked(run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "664.cert"
    inarow.solve(Game(6, 6, 4).start(), certificate=proof)
    assert "X wins" in run("small_games", "--certificate", str(proof))
    proof.write_bytes(proof.read_bytes()[:40])
    assert "X wins" not in run("small_games", "--certificate", str(proof))


# Trees.

THREE = Game(3, 3, 3)
MIDGAME = THREE.position("XO./.X./..O")


def nodes_of(node: Any) -> Iterator[Any]:
    yield node
    for child in node.children:
        yield from nodes_of(child)


def test_the_tree_of_tic_tac_toe(run: Run, tmp_path: Path) -> None:
    """Three openings; of the answers one, three and one hold."""
    listed = run("game_tree", "-o", str(tmp_path / "tree.svg"))
    lines = listed.splitlines()
    openings = [line.split() for line in lines if line.startswith("  ") and line[2] != " "]
    assert openings == [
        ["a1", "x4", "draw", "best"],
        ["b1", "x4", "draw", "best"],
        ["b2", "draw", "best"],
    ]
    assert sum(line.endswith("draw  best") for line in lines) == 3 + 5
    assert sum("X in 5" in line for line in lines) == 7
    picture = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert len(of_class(picture, "node")) == 16 and len(of_class(picture, "edge")) == 15
    # Openings and answers have the colour of who wins.
    assert [len(of_class(picture, f"{who}-board-box")) for who in ("x", "o", "draw")] == [7, 0, 9]


@pytest.mark.parametrize(
    ("position", "depth"),
    [
        (THREE.start(), 2),
        (MIDGAME, 9),
        (THREE.position("XXX/OO./..."), 2),
        pytest.param(Game(3, 4, 3).start(), 1, marks=pytest.mark.long),
        (Game(2, 3, 2).start().play("b1"), 3),
    ],
)
def test_a_tree_has_every_line_of_play(
    load: Callable[[str], Any], position: Position, depth: int
) -> None:
    """Each move is in one branch, and values and distances are those of full minimax."""
    module, rules = load("game_tree"), Rules(*position.game.size)
    known = outcomes(rules)
    for node in nodes_of(tree := module.grow(position, depth)):
        assert known[rules.parse(node.position.text)] == (node.value, node.distance)
        if node.below:
            moves = [move for child in node.children for move in child.moves]
            assert sorted(moves) == list(node.position.legal_moves)
        for child in node.children:
            images = {node.position.play(move).canonical() for move in child.moves}
            assert images == {child.position.canonical()}
            best = -child.value == node.value
            if node.value:
                best = best and child.distance == node.distance - 1
            assert node.is_best(child) == best
    assert len(module.text(tree).splitlines()) == sum(1 for _ in nodes_of(tree))


def test_boards_of_a_tree_do_not_overlap(load: Callable[[str], Any]) -> None:
    module, rng = load("game_tree"), random.Random(4)
    for game in (THREE, Game(4, 4, 3), Game(2, 5, 3)):
        for _ in range(3):
            root = module.grow(random_play(game, rng.randrange(game.cells - 1), rng), 2)
            stands_by_itself(module.picture(root), letter=0.5)
            layers: dict[int, list[float]] = {}
            for node in nodes_of(root):
                layers.setdefault(node.below, []).append(node.x)
                if node.children:  # above the middle of what is below
                    assert node.children[0].x <= node.x <= node.children[-1].x
            for places in layers.values():
                assert all(b - a >= 1 for a, b in pairwise(places))
