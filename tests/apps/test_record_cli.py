"""Records on the command line: wherever a position is taken, and tables of positions."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from cli import Run, runs

import inarow
from inarow import Game, read_record, write_record
from inarow.apps.cli import main

run = runs()

RECORD = read_record("4,4,3 b2 a1 c3")
WANTED = "O.../.X../..X./...."


# --- wherever a position is taken ----------------------------------------------------------------


@pytest.mark.parametrize("form", ["sgf", "moves", "position"])
def test_a_record_is_a_position(run: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"game.{form}"
    path.write_text(write_record(RECORD, form))  # type: ignore[arg-type]
    for command in (("solve",), ("best",), ("analyse",)):
        for game in ((4, 4, 3), ()):  # which the record tells as well
            found = run(*command, *game, "--record", path, "--json").record
            assert (found["position"], found["turn"]) == (WANTED, "O")
            piped = run(*command, *game, "--record", "-", "--json", given=path.read_text()).record
            assert piped["position"] == WANTED


@pytest.mark.parametrize(
    "arguments",
    [
        ("--moves", "b2 a1 c3"),
        ("--moves", "1,1 0,0 2,2"),
        ("--moves", "1. b2 a1 2. c3"),
        ("--moves", "b3 a4 c2", "--from-bottom"),
        ("--position", "4,4,3 O.../.X../..../....", "--moves", "c3"),
        ("--position", "O.../.X../..../....", "--moves", "c3"),
        ("--position", f"4,4,3 {WANTED}"),
    ],
)
def test_moves_and_positions_that_tell_their_game(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("solve", 4, 4, 3, *arguments, "--json").record["position"] == WANTED


def test_all_commands_that_take_a_position_take_a_record(run: Run, tmp_path: Path) -> None:
    """Also those that name it otherwise, as a game in the terminal does."""
    path = tmp_path / "game.sgf"
    path.write_text(write_record(read_record("3,3,3 b2 a1 c3")))
    for game in ((3, 3, 3), ()):
        given = (*game, "--record", path)
        played = run("play", *given, "--o", "person", given="position\n")
        assert "3,3,3 O../.X./..X" in played.out
        assert run("prove", *given, "-o", tmp_path / f"{len(game)}.cert", "--json").record["m"] == 3
        sizes = ("--game", *game) if game else ()
        explained = run("explain", *sizes, "--record", path, "--json").record
        assert explained["verified"] and explained["m"] == 3


def test_a_game_at_the_keyboard_is_set_up_from_any_record(run: Run) -> None:
    game = ("play", 3, 3, 3, "--x", "person", "--o", "person")
    for text in (
        "3,3,3 O../.X./...",
        "position O.. .X. ...",
        "p (;GM[4]RU[k=3]SZ[3];B[bb];W[aa])",
        "position 3,3,3 b2 a1",
        "Game(3, 3, 3).position('O../.X./...')",
    ):
        assert "3,3,3 O../.X./...\n" in run(*game, given=f"{text}\nposition\n").out, text
    ran = run(*game, given="position 3,3,3 b2 a1\nundo\nposition\n")  # its moves can be taken back
    assert "3,3,3 .../.X./...\n" in ran.out
    assert "is of 4,4,4, not of 3,3,3" in run(*game, given="4,4,4 X.../..../..../....\n").err


# --- from one format into another ----------------------------------------------------------------


def test_records_are_turned_into_each_other(run: Run, tmp_path: Path) -> None:
    moves = "15,15,5 h8 i9 j10"
    for form in ("sgf", "psq", "moves", "position"):
        path = tmp_path / "record"
        path.write_text(run("record", "--format", form, given=moves).out)
        assert read_record(path.read_text()).position == read_record(moves).position
        ran = run("record", path, "--format", "position")
        assert ran.out == read_record(moves).position.key + "\n"
    bottom = run("record", "--format", "moves", "--to-bottom", given=moves).out
    assert bottom == "15,15,5 from the bottom h8 i7 j6\n"
    assert run("record", "--format", "moves", given=bottom).out == moves + "\n"
    exact = run("record", "--game", "15,15,5 exact", "--from-bottom", given="h8 i7").out
    assert exact == write_record(read_record("15,15,5 exact h8 i9"))


# --- tables of positions -------------------------------------------------------------------------

BOARDS = [Game(3, 3, 3).position(text) for text in ("X../.O./...", "XO./.X./...", ".../.../...")]


def cells(position: inarow.Position, names: str = "XO.") -> list[str]:
    return [names["XO.".index(stone)] for stone in position.text.replace("/", "")]


def table(*rows: list[str]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


NAMES = [Game(3, 3, 3).name(cell) for cell in range(9)]
OTHER = ["TL", "TM", "TR", "ML", "MM", "MR", "BL", "BM", "BR"]
NUMBERS = list(map(str, range(10)))

TABLES = {
    "a column and others": (
        table(
            ["id", "Position", "note"], *([str(i), b.text, "a, b"] for i, b in enumerate(BOARDS))
        ),
        {"id": ["0", "1", "2"], "note": ["a, b"] * 3},
    ),
    "an index without a name": (
        table(["", "position"], *([str(i), b.text] for i, b in enumerate(BOARDS))),
        {"column 1": ["0", "1", "2"]},
    ),
    "no header": (
        table(*([b.text, "n", "m"] for b in BOARDS)),
        {"column 2": ["n"] * 3, "column 3": ["m"] * 3},
    ),
    "no header, text last": (
        table(*(["n", b.text] for b in BOARDS)),
        {"column 1": ["n"] * 3},
    ),
    "another name": (table(["board", "y"], *([b.text, "1"] for b in BOARDS)), {"y": ["1"] * 3}),
    "cells by name": (
        table(["note", *NAMES[::-1]], *(["n", *cells(b)[::-1]] for b in BOARDS)),
        {"note": ["n"] * 3},
    ),
    "cells by other names": (
        table([*OTHER, "class"], *([*cells(b), "won"] for b in BOARDS)),
        {"class": ["won"] * 3},
    ),
    "cells by numbers": (
        table(NUMBERS, *([*cells(b, ["1", "-1", "0"]), "7"] for b in BOARDS)),
        {"9": ["7"] * 3},
    ),
    "cells alone": (table(*(cells(b, ["1", "-1", "0"]) for b in BOARDS)), {}),
    "cells and a label": (
        table(*([*cells(b, "xo."), "-1"] for b in BOARDS)),
        {"column 10": ["-1"] * 3},
    ),
    "names that are taken": (
        table(["value", "position", "value"], *(["1", b.text, "2"] for b in BOARDS)),
        {"input_value": ["1"] * 3, "value 2": ["2"] * 3},
    ),
    "values that are missing": (
        table(["position", "y"], *([b.text] for b in BOARDS)),
        {"y": [""] * 3},
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_keeps_its_further_columns(run: Run, tmp_path: Path, name: str) -> None:
    text, kept = TABLES[name]
    path = tmp_path / "in.csv"
    path.write_text(text, encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(run("batch", 3, 3, 3, path).out)))
    assert [row["position"] for row in rows] == [board.text for board in BOARDS]
    assert [list(row)[9:] for row in rows] == [list(kept)] * 3
    for column, values in kept.items():
        assert [row[column] for row in rows] == values
    lines = run("batch", 3, 3, 3, path, "--format", "jsonl").out.splitlines()
    assert [{key: json.loads(line)[key] for key in kept} for line in lines] == [
        {key: values[i] for key, values in kept.items()} for i in range(3)
    ]
    run("batch", 3, 3, 3, path, "-o", tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert {key: arrays[key].tolist() for key in kept} == kept


@pytest.mark.parametrize(
    "names, options",
    [
        ("xob", ("--empty", "b")),  # as a known collection of endgames has it
        ("120", ("--as-o", "2")),
        ("WBE", ("--as-x", "W", "--as-o", "B", "--empty", "E")),
        ("OX.", ("--as-x", "O", "--as-o", "X")),
        (["black", "white", "none"], ("--as-x", "black", "--as-o", "white", "--empty", "none")),
        (["1", "-1", ""], ("--empty", "")),
    ],
)
def test_cells_have_names_of_ones_own(run: Run, names: str, options: tuple[str, ...]) -> None:
    given = table(*([*cells(board, names), "label"] for board in BOARDS))
    ran = run("batch", 3, 3, 3, "--input-format", "csv", *options, given=given)
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["position"] for row in rows] == [board.text for board in BOARDS]
    assert [row["column 10"] for row in rows] == ["label"] * 3
    if all(len(name) == 1 for name in names):
        texts = ["/".join("".join(cells(b, names)[i : i + 3]) for i in (0, 3, 6)) for b in BOARDS]
        for form in ("text", "csv"):
            ran = run(
                "batch", 3, 3, 3, "--input-format", form, *options, given="\n".join(texts) + "\n"
            )
            found = [row["position"] for row in csv.DictReader(io.StringIO(ran.out))]
            assert found == [board.text for board in BOARDS], form


def test_a_strip_is_a_table_too(run: Run) -> None:
    for text in ("X.O,n\n", "X,.,O,n\n", "position,y\nX.O,n\n"):
        ran = run("batch", 1, 3, 3, "--input-format", "csv", given=text)
        (row,) = csv.DictReader(io.StringIO(ran.out))
        assert row["position"] == "X.O" and list(row.values())[-1] == "n"


def test_what_is_noted_beside_a_game_is_printed_in_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the file says, whatever the locale is."""
    path, out = tmp_path / "game.sgf", io.TextIOWrapper(io.BytesIO(), "ascii")
    text = "(;GM[4]SZ[15]PB[\u0158\xed]PW[b];B[hh]C[\u20ac](;W[ii])(;W[jj]))"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdout", out)
    assert main(["record", str(path)]) == 0
    out.seek(0)
    record = read_record(out.buffer.read())
    assert record == read_record(path) and record.names[0] == "\u0158\xed"


def test_standard_input_has_names_in_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file has, which is the same program's."""
    data = b"Piskvorky 15x15, 0:0, 0\n8,8,0\nT\xf8i.exe\nb.exe\n0\n"
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
    monkeypatch.setattr("sys.stdout", out)
    assert main(["record"]) == 0
    out.seek(0)
    assert read_record(out.read()) == read_record(data)
