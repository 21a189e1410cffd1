"""``inarow database`` and --database: the library's answers, in words and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import Run, on_posix, refused, runs
from signals import interrupted

import inarow
from inarow import Database, Game, Solver

run = runs()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of 3,4,3."""
    return Database.build(Game(3, 4, 3), tmp_path_factory.mktemp("cli") / "343.db").path


def facts(out: str) -> dict[str, str]:
    """The labelled lines of an answer for people."""
    lines = [line for line in out.splitlines() if len(line) > 12 and line[11] == " "]
    return {line[:12].strip(): line[12:] for line in lines}


@pytest.mark.long
def test_build_and_info(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "333.db"
    ran = run("database", "build", 3, 3, 3, "-o", path, "--threads", 2)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("3x3 board, 3 in a row\n")
    told = facts(ran.out)
    assert told["positions"] == "5,478"
    assert told["values"] == "X wins 2,936, O wins 1,474, draws 1,068"
    assert told["empty board"] == "draw" and told["longest win"] == "5 plies"
    assert told["effort"].endswith(" s")
    again = facts(run("database", "info", path).out)
    assert again == {name: text for name, text in told.items() if name != "effort"}
    record = run("database", "info", path, "--json").record
    assert record == {
        **{"m": 3, "n": 3, "k": 3, "exact": False, "file": str(path), "bytes": path.stat().st_size},
        **{"positions": 5478, "x_wins": 2936, "o_wins": 1474, "draws": 1068},
        **{"value": 0, "distance": None, "longest": 5},
    }
    built = run("database", "build", 3, 3, 3, "-o", path, "--json", "--force").record
    assert {**built, "seconds": 0} == {**record, "seconds": 0}
    assert [found.name for found in tmp_path.iterdir()] == ["333.db"]


@pytest.mark.long
def test_verify(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("database", "verify", file).out.startswith(f"{file} is sound: ")
    assert run("database", "verify", file, "--json").record["sound"] is True
    damaged = tmp_path / "damaged.db"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    refused(run("database", "verify", damaged), "damaged: bytes")
    assert run("database", "info", damaged).status == 0  # what it tells was checked
    refused(run("database", "probe", damaged, "-p", "XXOX/OOXO/XOX."), "damaged: bytes")


@pytest.mark.long
@pytest.mark.parametrize(
    "text", ["..../..../....", "X.../.O../....", "XXX./OO../....", "XO../..../X..O"]
)
def test_probe_and_solve_say_the_same(run: Run, file: Path, text: str) -> None:
    game = Game(3, 4, 3)
    wanted = Solver(game).solve(game.position(text), distance=True)
    probed = run("database", "probe", file, "--position", text, "--json").record
    assert (probed["value"], probed["distance"]) == (wanted.value, wanted.distance)
    assert (probed["nodes"], probed["position"]) == (0, text)
    asked = ("solve", 3, 4, 3, "-p", text, "--database", file, "--distance", "--json")
    solved = run(*asked).record
    assert {**solved, "seconds": 0} == {**probed, "seconds": 0}
    without = run("database", "probe", file, "-p", text, "--no-distance", "--json").record
    assert without["value"] == wanted.value
    assert without["distance"] == (0 if wanted.best_move is None else None)
    out = run("database", "probe", file, "-p", text).out
    for name, told in facts(run(*asked[:-1]).out).items():
        assert name == "effort" or facts(out)[name] == told


@pytest.mark.long
def test_best_analyse_and_batch_take_a_database(run: Run, file: Path, tmp_path: Path) -> None:
    best = run("best", 3, 4, 3, "--database", file, "--json").record
    assert (best["value"], best["nodes"]) == (1, 0)
    analysis = run("analyse", 3, 4, 3, "--distance", "--database", file, "--json").record
    wanted = run("analyse", 3, 4, 3, "--distance", "--json").record
    for record in (analysis, wanted):
        record["moves"] = [(m["name"], m["value"], m["distance"]) for m in record["moves"]]
    assert analysis["moves"] == wanted["moves"] and analysis["nodes"] == 0
    boards = tmp_path / "boards.txt"
    boards.write_text("..../..../....\nX.../.O../....\n")
    rows = [run("batch", 3, 4, 3, boards, "--distance", *more).out.splitlines()
            for more in ((), ("--database", file))]  # fmt: skip
    chosen = [[row.split(",")[2:6] + row.split(",")[7:8] for row in table] for table in rows]
    assert chosen[0] == chosen[1] and len(chosen[0]) == 3


@pytest.mark.long
def test_bad_input_is_refused_in_one_line(run: Run, file: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database")
    for command in ("info", "verify", "probe"):
        refused(run("database", command, text), "no database of inarow")
        refused(run("database", command, tmp_path / "none.db"), "cannot be read", "none.db")
    refused(run("database", "probe", file, "-p", "XX../..../...."), "stones of X 2, O 0")
    refused(run("database", "probe", file, "-p", "X../.../..."), "4 columns")
    refused(run("solve", 4, 4, 3, "--database", file), "Game(3, 4, 3), not of Game(4, 4, 3)")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text.db"]


@pytest.mark.processes
@on_posix
def test_ctrl_c_keeps_what_is_done(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    command = ("database", "build", 4, 4, 4, "-o", path)
    writing = "inarow.solver.database.build:_Builder._write"
    ran = interrupted(*command, at=writing, call=9, seconds=0)
    assert ran == (130, "", "inarow: interrupted; the same command will go on from here\n")
    assert [found.name for found in tmp_path.iterdir()] == ["c.db.building"]
    assert run(*command).status == 0
    assert inarow.Database(path).values == (2_304_458, 1_386_364, 6_031_189)
