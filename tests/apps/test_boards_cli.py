"""Other boards in the shell: `--board` in every command that takes a game, and the values of it."""

import csv
import io
import re
from pathlib import Path

import numpy as np
import pytest
from cli import Run, runs

import inarow
from inarow import Game
from inarow.boards import animal, box, hexagon, torus

CUBE = Game.on(box((3, 3, 3), 3))
QUBIC = Game.on(box((4, 4, 4), 4))
ON_CUBE = "--board", "box:3,3,3", "--k", "3"
ON_QUBIC = "--board", "box:4,4,4", "--k", "4"
FORCED = "2c3 1d3 4c4 3c4 1b4 4b4 2d3 2b2"
run = runs()


@pytest.mark.parametrize(
    ("words", "game", "value", "distance"),
    [
        ("box:3,3,3 --k 3", CUBE, 1, 7),
        ("box:3x3x3 --k 3", CUBE, 1, 7),
        ("3x3x3,3", CUBE, 1, 7),
        ("torus:3,3,3", Game.on(torus(3, 3, 3)), 1, 7),
        ("torus:3,3 --k 3 --misere", Game.on(torus(3, 3, 3), misere=True), 1, 8),
        ("hexagon:3 --k 3", Game.on(hexagon(3, 3)), 1, 5),
        ("animal:4,4:a1-a2-a3-b3", Game.on(animal(4, 4, ["a1", "a2", "a3", "b3"])), 1, 7),
        ("animal:4,4:a1-a2-b1-b2", Game.on(animal(4, 4, ["a1", "a2", "b1", "b2"])), 0, None),
        ("box:2,2,2 --k 2 --gravity", Game.on(box((2, 2, 2), 2), gravity=True), 1, 3),
    ],
)
def test_values_of_other_boards(
    run: Run, words: str, game: Game, value: int, distance: int | None
) -> None:
    record = run("solve", "--board", *words.split(), "--distance", "--json").record
    found = inarow.solve(game.start(), distance=True)
    assert (record["value"], record["distance"]) == (value, distance)
    assert (found.value, found.distance) == (value, distance)
    assert {name: record[name] for name in game.record()} == game.record()
    assert record["line_names"] == list(map(game.name, found.line))
    assert run("solve", "--board", record["board"], "--json").record["board"] == record["board"]


def test_layers_are_drawn_side_by_side(run: Run) -> None:
    ran = run("solve", *ON_CUBE, "--moves", "2b2 1a1", "--distance")
    position = CUBE.start().play_all("2b2 1a1")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:7] == [
        "3x3x3,3: 49 lines, X to move",
        "",
        *position.draw().splitlines(),
        "",
    ]
    assert re.search(r"^best move +1b1$", ran.out, re.M)
    # What is drawn is read, and so is the text of the position.
    for given in (position.draw(), position.text, position.key):
        found = run("best", *ON_CUBE, "--position", "-", given=given)
        assert (found.out, found.err) == ("1b1\n", "")


def test_a_board_without_corners_is_drawn_by_its_rows(run: Run) -> None:
    ran = run("solve", "--board", "hexagon:2", "--k", "3", "--moves", "b2")
    assert [line.rstrip() for line in ran.out.splitlines()[2:6]] == [
        "  a b c",
        "1 . .",
        "2 . X .",
        "3 . .",
    ]


def test_every_move_of_a_cube(run: Run) -> None:
    asked = (*ON_CUBE, "--moves", "2b2 1a1", "--distance")
    record = run("analyse", *asked, "--json").record
    found = inarow.analyse(CUBE.start().play_all("2b2 1a1"), distance=True)
    assert {move["name"]: move["distance"] for move in record["moves"]} == {
        CUBE.name(move): solution.distance for move, solution in found.items()
    }
    drawn = re.findall(r"^\d +(.*)", run("analyse", *asked).out, re.M)
    signs = [row.split() for row in drawn[:3]]  # a row of each layer beside one another
    for cell, solution in found.items():
        layer, row, column = np.unravel_index(cell, (3, 3, 3))
        assert signs[row][3 * layer + column] == f"+{solution.distance}"
    assert signs[0][0] == "O" and signs[1][4] == "X"


def test_a_win_by_force_in_qubic(run: Run) -> None:
    record = run("forced", *ON_QUBIC, "--moves", FORCED, "--json").record
    found = inarow.forced_win(QUBIC.start().play_all(FORCED))
    assert found is not None and record["board"] == "4x4x4,4"
    assert (record["move_name"], record["line"]) == ("2b3", list(found.line))
    assert "numbers the line of the win" in run("forced", *ON_QUBIC, "--moves", FORCED).out
    assert run("best", *ON_QUBIC, "--moves", FORCED, "--nodes", 1000).out == "2b3\n"


def test_counts_of_a_torus(run: Run) -> None:
    record = run("count", "--board", "torus:3,3", "--k", 3, "--json").record
    found = inarow.count(Game.on(torus(3, 3, 3)))
    assert (record["positions"], record["draws"]) == (found.positions, 0)
    assert record["board"] == "torus 3,3,3"
    out = run("count", "--board", "torus:3,3", "--k", 3, "--by-ply", "--symmetry", "--games").out
    assert out.startswith("torus 3,3,3: 12 lines\n") and "draws 0" in out


def test_a_game_on_a_cube_is_graded(run: Run, tmp_path: Path) -> None:
    moves = "1a1 2b2 3c3"
    record = run("grade", *ON_CUBE, "--moves", moves, "--json").record
    assert record["board"] == "3x3x3,3"
    assert [move["regret"] for move in record["moves"]] == [2, 0, 0]  # X loses by it
    assert re.search(r"^lost by +X 1a1", run("grade", *ON_CUBE, "--moves", moves).out, re.M)
    file = tmp_path / "game.txt"
    file.write_text(f"3x3x3,3 {moves}")
    told = run("grade", file, "--json").record
    assert told["moves"] == record["moves"]
    assert run("record", file, "--format", "moves").out == f"3x3x3,3 {moves}\n"
    position = run("record", file, "--format", "position").out.strip()
    assert CUBE.position(position) == CUBE.start().play_all(moves)
    record = run("solve", "--record", file, "--json").record
    assert (record["board"], record["turn"]) == ("3x3x3,3", "O")
    file.write_text("torus 3,3,3 misere a3 b3")
    record = run("grade", file, "--board", "torus:3,3,3", "--misere", "--json").record
    assert record["misere"] is True and len(record["moves"]) == 2


TEXTS = [
    "X../.../...//.../.O./...//.../.../...",
    ".../.../.../.../.X./.../.../.../...",  # layers need no mark
    ".../.../...//.../.../...//.../.../...",
]


def test_many_boards_of_layers(run: Run, tmp_path: Path) -> None:
    positions = [CUBE.position(text) for text in TEXTS]
    arrays = np.array([position.to_array() for position in positions])
    answers = inarow.solve_batch(CUBE, arrays, distance=True)
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(TEXTS))
    np.save(tmp_path / "boards.npy", arrays)  # a file stands where M N K would
    for source in ("boards.txt", "boards.npy"):
        target = tmp_path / f"{source}.npz"
        ran = run("batch", *ON_CUBE, tmp_path / source, "--distance", "-o", target)
        assert (ran.status, ran.err) == (0, "")
        with np.load(target) as found:
            assert (found["board"] == arrays).all()
            assert found["position"].tolist() == [position.text for position in positions]
            assert (found["value"] == answers.values).all()
            assert (found["distance"] == answers.distances).all()
    names = ",".join(CUBE.names)
    cells = "\n".join(",".join(map(str, array.ravel())) for array in arrays)
    ran = run("batch", *ON_CUBE, "--input-format", "csv", given=f"{names}\n{cells}\n")
    assert [row["value"] for row in csv.DictReader(io.StringIO(ran.out))] == ["-1", "-1", "1"]


def test_a_game_of_qubic_in_the_terminal(run: Run) -> None:
    given = "2c3\n0,2,3\n63\nposition\n9z9\nundo\nhint\nvalues\n"
    ran = run("play", *ON_QUBIC, "--o", "person", "--seconds", 0.2, given=given)
    assert ran.out.startswith(
        "4x4x4,4: 76 lines, X to move\n4d4 is layer 4, column d, row 4\nX: person, O: person\n"
    )
    played = re.findall(r"^([XO]) plays (\w+)$", ran.out, re.M)
    assert played == [("X", "2c3"), ("O", "1d3"), ("X", "4d4")]
    assert QUBIC.start().play_all("2c3 1d3 4d4").key in ran.out.splitlines()
    assert QUBIC.start().play_all("2c3 1d3 4d4").draw() in ran.out
    assert ran.errors == ["inarow: '9z9' is no cell of 4x4x4,4: 1a1 to 4d4 are"]
    assert "1 move taken back" in ran.out and "hint: " in ran.out and "for X: + win" in ran.out
    key = QUBIC.start().play_all(FORCED).key
    ran = run("play", *ON_QUBIC, "--o", "person", given=f"position {key}\nhint\n")
    assert "hint: 2b3 (X wins, proven)" in ran.out


@pytest.mark.parametrize("level", ["1", "5", "solver"])
def test_a_machine_plays_a_cube_to_the_end(run: Run, level: str) -> None:
    ran = run("play", *ON_CUBE, "--x", "10", "--o", level, "--seed", "1")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"^X wins: \w\w\w \w\w\w \w\w\w$", ran.out, re.M)


def test_an_analysis_without_estimates_says_what_looks_best(run: Run) -> None:
    out = run("analyse", 6, 7, 4, "--gravity", "--nodes", 1000).out
    assert re.search(r"^look best +1\. d6 +judged$", out, re.M)


def test_a_board_is_proven_to_be_explained(run: Run) -> None:
    """As from a file; a win by force too."""
    ran = run("explain", "--board", "torus:3,3", "--k", "3", "--moves", "b1")
    assert ran.status == 0 and "9 cells and 12 lines, strong game" in ran.out
    assert re.search(r"^board +torus 3,3,3$", ran.out, re.M) and "X wins in 5 plies" in ran.out
    forced = QUBIC.start().play_all(FORCED).text
    assert (
        run("explain", *ON_QUBIC, "--forced", "-p", forced, "--json").record["move_name"] == "2b3"
    )
