"""The command line: the library's answers in words and JSON, one line for bad input, no debris."""

import csv
import io
import json
import os
import re
import stat
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli import Run, environment, on_posix, process, refused, runs, terminal
from signals import interrupted

import inarow
from inarow import Game
from inarow.apps.cli.batch.command import FIELDS
from inarow.apps.cli.show import Page

TEXTS = ["X../.O./...", "XXX/OO./...", ".../.../...", "XO./.X./..O", "XOX/XXO/OXO", "XX./OO./..."]
THREE = Game(3, 3, 3)
run = runs()


def agree(record: dict[str, Any], solution: inarow.Solution) -> None:
    """The record says what the solution says; only the seconds are others."""
    told = {**solution.record(), "line": list(solution.line), "proven": solution.proven}
    del told["seconds"]
    assert {field: record[field] for field in told} == told


# One position.


def test_solve_for_people(run: Run) -> None:
    ran = run("solve", 4, 4, 3, "--distance")
    assert (ran.status, ran.err) == (0, "")
    game = Game(4, 4, 3)
    solution = inarow.Solver(game).solve(game.start(), distance=True)
    assert solution.best_move is not None and solution.distance == 5
    lines = ran.out.splitlines()
    assert lines[0] == "4x4 board, 3 in a row, X to move"
    assert lines[2:7] == game.start().draw().splitlines()
    facts = dict(re.split(r"  +", line, maxsplit=1) for line in lines[8:])
    assert facts["value"] == "X wins in 5 plies, proven"
    assert facts["best move"] == game.name(solution.best_move)
    assert facts["line"] == " ".join(map(game.name, solution.line))
    assert facts["effort"].startswith(f"{solution.nodes:,} nodes, ")


@pytest.mark.parametrize(
    ("text", "weak", "words"),
    [
        (".../.../...", False, "draw, proven"),
        ("XX./OO./...", False, "X wins in 1 ply, proven"),
        ("X../O../...", False, "X wins in 5 plies, proven"),
        ("X../.OX/..O", False, "draw, proven"),
        ("XO./.X./...", False, "X wins in 4 plies, proven"),
        ("XXX/OO./...", False, "X wins, the game is over"),
        ("XOX/XXO/OXO", False, "draw, the game is over"),
        ("XX./OO./...", True, "X completes a line in 1 ply, proven"),
        ("X../.../..O", True, "X completes a line in 5 plies, proven"),
        ("XO./.X./OX.", True, "O stops X, proven"),
        ("XXX/OO./...", True, "X has completed a line, the game is over"),
        ("XOX/XXO/OXO", True, "O has stopped X, the game is over"),
        ("OOO/XX./X..", True, "X completes a line in 1 ply, proven"),
    ],
)
def test_the_value_in_words(run: Run, text: str, weak: bool, words: str) -> None:
    ran = run("solve", 3, 3, 3, "-p", text, "--distance", *(["--weak"] if weak else []))
    assert (ran.status, ran.err) == (0, "")
    assert re.search(rf"^value +{re.escape(words)}$", ran.out, re.MULTILINE)
    assert ran.out.startswith("weak game, 3x3 board, 3 in a row, " if weak else "3x3 board")
    assert ("O's line counts for nothing" in ran.out) == ("OOO" in text)


@pytest.mark.parametrize("text", [*TEXTS, "OOO/XX./X.."])
@pytest.mark.parametrize("command", ["solve", "best"])
def test_an_answer_as_json(run: Run, command: str, text: str) -> None:
    position = THREE.position(text)
    for kind, distance in product(("weak", "strong"), (False, True)):
        options = ["--weak"] * (kind == "weak") + ["--distance"] * distance
        ran = run(command, 3, 3, 3, "--position", text, "--json", *options)
        ask: Any = inarow.Solver(THREE).solve
        solution = ask(position, distance=distance, game_kind=kind)
        best = solution.best_move
        if command == "best" and best is None:
            refused(ran, "the game is over")
            continue
        record = ran.record
        agree(record, solution)
        assert record["seconds"] >= 0 and record["game_kind"] == kind
        assert record["best_move_name"] == (None if best is None else THREE.name(best))
        assert record["line_names"] == [THREE.name(move) for move in solution.line]
        told = [record[name] for name in ("m", "n", "k", "position", "turn")]
        assert told == [3, 3, 3, text, position.turn]


def test_best_prints_a_name_and_nothing_else(run: Run) -> None:
    assert run("best", 3, 3, 3, "-p", "XX./OO./...") == (0, "c1\n", "")
    assert run("best", 1, 1, 1) == (0, "a1\n", "")
    record = run("best", 3, 3, 3, "-p", "XX./OO./...", "--json").record
    assert (record["best_move"], record["best_move_name"], record["value"]) == (2, "c1", 1)


@pytest.mark.long
def test_the_position_from_standard_input(run: Run) -> None:
    for given in ("X../.O./...", "x..\n.o.\n...\n", " X__ / _O_ / ___ \r\n"):
        ran = run("solve", 3, 3, 3, "--position", "-", "--json", given=given)
        assert ran.record["position"] == "X../.O./..."


@pytest.mark.long
def test_turn_and_loose(run: Run) -> None:
    assert run("solve", 3, 3, 3, "--loose", "--turn", "o", "--json").record["turn"] == "O"
    text = "XX./.../..."
    record = run("solve", 3, 3, 3, "-p", text, "--loose", "--turn", "O", "--json").record
    assert (record["turn"], record["position"]) == ("O", text)


@pytest.mark.long
def test_best_in_the_weak_game(run: Run) -> None:
    assert run("best", 3, 3, 3, "-p", "OOO/XX./X..", "--weak") == (0, "c2\n", "")
    ran = run("best", 9, 9, 5, "--weak", "--nodes", 200)
    assert (ran.status, ran.err) == (
        0,
        "not proven: X may complete a line, or O stop X; the move is judged\n",
    )


# All moves of one position.


def cells_drawn(out: str, m: int) -> list[list[str]]:
    """The labels of the drawn board, row by row."""
    lines = out.splitlines()
    header = next(number for number, line in enumerate(lines) if re.match(r" +a( |$)", line))
    board = lines[header : header + m + 1]
    assert len({len(line) for line in board}) == 1  # aligned
    return [line.split()[1:] for line in board[1:]]


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        (1, 20, 3),
        (3, 3, 3, "-p", "XO./.../..."),
        (4, 4, 3, "--distance"),
        (20, 20, 5, "--nodes", "4000"),
    ],
    ids=str,
)
def test_analyse_draws_every_value(run: Run, arguments: tuple[object, ...]) -> None:
    m, n, *_ = arguments
    assert isinstance(m, int) and isinstance(n, int)
    shown = run("analyse", *arguments)
    assert (shown.status, shown.err) == (0, "")
    record = run("analyse", *arguments, "--json").record
    expected = [list(row) for row in record["position"].split("/")]
    for entry in record["moves"]:
        row, column = divmod(entry["move"], n)
        if entry["value"] is None:
            sign = "?"
        elif entry["value"] == 0:
            sign = "="
        else:
            plies = "" if entry["distance"] is None else str(entry["distance"])
            sign = ("+" if entry["value"] > 0 else "-") + plies
        assert expected[row][column] == "."
        expected[row][column] = sign
    assert cells_drawn(shown.out, m) == expected


def test_analyse_agrees_with_the_library(run: Run) -> None:
    position = THREE.position("XO./.../...")
    analysis = inarow.Solver(THREE).analyse(position, distance=True)
    record = run("analyse", 3, 3, 3, "-p", position.text, "--distance", "--json").record
    assert [entry["move"] for entry in record["moves"]] == list(analysis)
    for entry in record["moves"]:
        solution = analysis[entry["move"]]
        assert entry["name"] == THREE.name(entry["move"])
        agree(entry, solution)
    whole = inarow.Solver(THREE).solve(position, distance=True)
    assert (record["value"], record["distance"], record["proven"]) == (1, whole.distance, True)
    assert record["best_move"] == record["moves"][0]["move"]
    out = run("analyse", 3, 3, 3, "-p", position.text, "--distance").out
    ranked = re.findall(r"^(?:best moves)? +(\d+)\. (\S+) +(.*?)(?:  |$)", out, re.MULTILINE)
    assert [name for _, name, _ in ranked] == [THREE.name(move) for move in analysis]
    assert [number for number, _, _ in ranked] == [str(rank) for rank in range(1, 8)]
    assert ranked[0][2] == "X wins in 5 plies, proven" and ranked[-1][2] == "draw, proven"


def test_analyse_when_there_is_no_move(run: Run) -> None:
    record = run("analyse", 3, 3, 3, "-p", "XXX/OO./...", "--json").record
    assert (record["value"], record["distance"], record["moves"]) == (-1, 0, [])
    out = run("analyse", 3, 3, 3, "-p", "XXX/OO./...").out
    assert "X wins, the game is over" in out and "best" not in out


def test_what_nothing_is_known_of_is_not_ranked(run: Run) -> None:
    out = run("analyse", 12, 12, 5, "--nodes", 144).out
    assert "not proven" in out
    counted = re.search(r"^open +(\d+) moves", out, re.MULTILINE)
    assert counted is not None
    analysis = inarow.Solver(Game(12, 12, 5)).analyse(Game(12, 12, 5).start(), nodes=144)
    unknown = [found for found in analysis.values() if (found.lower, found.upper) == (-1, 1)]
    assert int(counted[1]) == len(unknown) > 0


def test_every_command_takes_a_game_as_numbers_or_as_one_word(run: Run, tmp_path: Path) -> None:
    """The words for the game are replaced by its key; nothing else changes, least of all files."""
    for words in (
        ("solve", "GAME", "--json"),
        ("best", "--distance", "GAME", "--nodes", "5000"),
        ("analyse", "GAME", "-p", "XO./.../...", "--json"),
        ("count", "GAME", "--json"),
        ("batch", "GAME"),
        ("play", "GAME", "--seed", "1"),
        ("record", "--game", "GAME"),
        ("grade", "--game", "GAME", "--json"),
        ("explain", "--game", "GAME", "--moves", "b2", "--json"),
    ):
        given = "b2 a1" if words[0] in ("record", "grade") else ""
        numbers, word = (
            run(*" ".join(words).replace("GAME", form).split(), given=given)
            for form in ("3 3 3", "3,3,3")
        )
        assert (numbers.status, numbers.err) == (0, ""), words
        assert re.sub(r'"seconds": [^,}]*', "", numbers.out) == re.sub(
            r'"seconds": [^,}]*', "", word.out
        )
    assert run("record", "--game=3,3,3", given="b2").status == 0
    assert (
        run("best", "1,3,2 exact", "-p", "X.X", "--loose", "--turn", "O").out
        == run(*("best", 1, 3, 2, "--exact", "-p", "X.X", "--loose", "--turn", "O")).out
    )


def test_the_value_of_an_option_is_no_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("prove", 3, 3, 3, "-o", "4,4,4").status == 0
    assert run("check", "4,4,4").out.startswith("VERIFIED: 3,3,3")
    Path("3,3,3").write_text("3,3,3 b2")
    assert run("record", "3,3,3", "--format", "position").out == "3,3,3 .../.X./...\n"


def test_what_is_no_certificate_is_told_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# inarow\n")
    for command in ("check", "explain"):
        ran = run(command, tmp_path / "README.md")
        assert ran.status == 1 and "'inarow prove -o FILE'" in ran.out


# Limits and interrupts.


@pytest.mark.long
def test_a_limited_run_reports_its_bounds(run: Run) -> None:
    ran = run("solve", 9, 9, 5, "--nodes", 20000)
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"^value +not proven: at least a draw for X$", ran.out, re.MULTILINE)
    assert re.search(r"^promising +e5, judged$", ran.out, re.MULTILINE)
    record = run("solve", 9, 9, 5, "--nodes", 20000, "--json").record
    assert record["judged"] is True
    assert (record["value"], record["lower"], record["upper"], record["proven"]) == (
        *(None, 0, 1),
        False,
    )
    assert record["nodes"] == 20000
    assert run("solve", 9, 9, 5, "--seconds", 0.05, "--json").record["value"] is None
    ran = run("best", 9, 9, 5, "--nodes", 20000)
    assert (ran.status, ran.out) == (0, "e5\n")  # the move alone; that it is unproven, beside it
    assert ran.err == "not proven: at least a draw for X; the move is judged\n"
    assert run("solve", 3, 3, 3, "--nodes", 20000, "--json").record["judged"] is False


SEARCH = "inarow.apps.cli.watch:Watch.__enter__"
"""What begins with a search, however long the start has taken."""


@pytest.mark.processes
@on_posix
@pytest.mark.parametrize("module", ["numpy", "inarow.apps.cli"])
def test_ctrl_c_while_the_package_is_imported(module: str) -> None:
    code = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except BaseException:
                raise ImportError("as an extension module says of any error")

import inarow_launcher
assert not any(name.partition(".")[0] in ("inarow", "numpy", "typer") for name in sys.modules)
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it was ignored
sys.meta_path.insert(0, Interrupting())
sys.exit(inarow_launcher.main())
"""
    assert process(module, program=("-c", code)) == (130, "", "inarow: interrupted\n")


@pytest.mark.processes
def test_the_launcher_runs_commands_as_the_package_does() -> None:
    code = "import sys, inarow_launcher; sys.exit(inarow_launcher.main())"
    for arguments, status in (("solve", 3, 3, 3, "--json"), 0), (("solve", 3), 2):
        ran, same = process(*arguments, program=("-c", code)), process(*arguments)
        assert ran.status == same.status == status
        assert ran.err == same.err
        assert bool(ran.out) == bool(same.out) == (status == 0)


@pytest.mark.processes
@on_posix
def test_ctrl_c_reports_what_is_known() -> None:
    ran = interrupted("solve", 9, 9, 5, at=SEARCH)
    assert (ran.status, ran.err) == (130, "inarow: interrupted\n")
    assert re.search(r"^value +not proven: at least a draw for X$", ran.out, re.MULTILINE)
    assert re.search(r"^effort +at least [0-9,]+ nodes", ran.out, re.MULTILINE)
    ran = interrupted("analyse", 9, 9, 5, "--json", at=SEARCH)
    assert (ran.status, ran.err) == (130, "inarow: interrupted\n")
    assert len(ran.printed["moves"]) == 81 and not ran.printed["proven"]


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_an_interrupted_search_tells_what_it_had_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    ask = getattr(inarow.Solver, command)

    def interrupt(
        solver: inarow.Solver, position: inarow.Position, **options: Any
    ) -> inarow.Solution | dict[int, inarow.Solution]:
        found: inarow.Solution | dict[int, inarow.Solution] = ask(solver, position, **options)
        if options["nodes"] is None:  # the first time: the table holds the answer by now
            options["progress"](inarow.Progress(1234, 0.1))
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(inarow.Solver, command, interrupt)
    ran = run(command, 3, 3, 3, "-p", "X../O../...", "--json")
    assert (ran.status, ran.err) == (130, "inarow: interrupted\n")
    assert (ran.printed["value"], ran.printed["nodes"]) == (1, 1234)
    out = run(command, 3, 3, 3, "-p", "X../O../...").out
    assert "X wins, proven" in out and "at least 1,234 nodes" in out


def test_an_interrupted_spread_proof_tells_its_bounds(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inarow.distributed.solve", solve)
    ran = run("solve", 9, 9, 5, "--workers", 2, "--json")
    assert ran.status == 130
    assert (ran.printed["lower"], ran.printed["upper"], ran.printed["judged"]) == (0, 1, True)


def test_a_second_ctrl_c_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def solve(*_: object, **options: object) -> None:
        asked.append(options["nodes"])
        raise KeyboardInterrupt

    monkeypatch.setattr(inarow.Solver, "solve", solve)
    assert run("solve", 3, 3, 3) == (130, "", "inarow: interrupted\n")
    assert asked == [None, 1]


# Many positions.


def expected_rows(game: Game, texts: list[str], **options: Any) -> list[dict[str, Any]]:
    """The rows that the library's own answers make."""
    boards = np.stack([game.position(text).to_array() for text in texts])
    found = inarow.Solver(game).solve_batch(boards, **options)
    assert found.proven.all()
    columns = {
        "index": range(len(texts)),
        "position": texts,
        "value": found.values.tolist(),
        "lower": found.lower.tolist(),
        "upper": found.upper.tolist(),
        "proven": [True] * len(texts),
        "move": [None if move < 0 else int(move) for move in found.moves],
        "distance": [None if plies < 0 else int(plies) for plies in found.distances],
        "optimal": [None] * len(texts)
        if found.optimal is None
        else [np.flatnonzero(mask).tolist() for mask in found.optimal],
    }
    assert tuple(columns) == FIELDS
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def rows_of_csv(text: str) -> list[dict[str, Any]]:
    """The rows of a table, with the types of the JSON lines; what is empty is None."""
    words = {"true": True, "false": False, "": None}
    rows: list[dict[str, Any]] = []
    for line in csv.DictReader(io.StringIO(text)):
        row: dict[str, Any] = {name: line[name] for name in FIELDS}
        for name in set(FIELDS) - {"position", "optimal"}:
            row[name] = words[line[name]] if line[name] in words else int(line[name])
        rows.append(row | {"optimal": [int(cell) for cell in line["optimal"].split()]})
    return rows


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Path]:
    """The same positions in every format; test_record_cli.py has more forms of CSV."""
    boards = np.stack([THREE.position(text).to_array() for text in TEXTS])
    paths = {
        name: tmp_path / f"in-{name}"
        for name in ("plain.txt", "noted.pos", "cells.csv", "array.npy")
    }
    paths["plain.txt"].write_text("\n".join(TEXTS))
    noted = [f" {text.lower().replace('/', ' / ')} # number {i}" for i, text in enumerate(TEXTS)]
    paths["noted.pos"].write_text("\ufeff# positions\r\n\r\n" + "\r\n\r\n".join(noted) + "\r\n")
    rows = "".join(",".join(map(str, board.ravel())) + "\n" for board in boards)
    paths["cells.csv"].write_text(rows)
    np.save(paths["array.npy"], boards)
    return paths


@pytest.mark.long
def test_every_input_and_output_format_agrees_with_the_library(
    run: Run, inputs: dict[str, Path], tmp_path: Path
) -> None:
    options = ("--distance", "--optimal")
    expected = expected_rows(THREE, TEXTS, distance=True, optimal=True)
    # A finished game has no move; JSON tells that from "not asked", a table cannot.
    table = [{**row, "optimal": row["optimal"] or []} for row in expected]
    for number, path in enumerate(inputs.values()):
        ran = run("batch", 3, 3, 3, path, *options)
        assert (ran.status, ran.err) == (0, "")
        assert rows_of_csv(ran.out) == table, path
        output = tmp_path / f"out{number}"
        for suffix in (".csv", ".jsonl", ".npz"):
            ran = run("batch", 3, 3, 3, path, *options, "-o", output.with_suffix(suffix))
            assert ran == (0, "", "")
        assert rows_of_csv(output.with_suffix(".csv").read_text()) == table
        lines = output.with_suffix(".jsonl").read_text().splitlines()
        found = [json.loads(line) for line in lines]
        assert [{name: row[name] for name in FIELDS} for row in found] == expected
        arrays = np.load(output.with_suffix(".npz"))
        for name in ("position", "value", "proven"):
            assert arrays[name].tolist() == [row[name] for row in expected]
        for name in ("distance", "move"):
            told = [None if number < 0 else number for number in arrays[name].tolist()]
            assert told == [row[name] for row in expected]
        masks = [np.flatnonzero(mask).tolist() for mask in arrays["optimal"]]
        assert masks == [row["optimal"] for row in expected]
        assert [Game(3, 3, 3).position(board).text for board in arrays["board"]] == TEXTS
    assert not [path for path in tmp_path.iterdir() if "unfinished" in path.name]


@pytest.mark.long
def test_standard_input_and_named_formats(run: Run, inputs: dict[str, Path]) -> None:
    expected = [{**row, "optimal": []} for row in expected_rows(THREE, TEXTS)]  # as a table has it
    ran = run("batch", 3, 3, 3, given="\n".join(TEXTS))
    assert rows_of_csv(ran.out) == expected
    ran = run("batch", 3, 3, 3, "-", "--input-format", "csv", given=ran.out)  # its own output
    assert rows_of_csv(ran.out) == expected
    assert ran.out.splitlines()[0] == ",".join(  # it keeps the columns of its input
        [*FIELDS, *(f"input_{name}" for name in FIELDS if name != "position")]
    )
    ran = run("batch", 3, 3, 3, inputs["cells.csv"], "--format", "jsonl")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert found == [{**row, "optimal": None} for row in expected]
    ran = run("batch", 3, 3, 3, inputs["plain.txt"], "--threads", 2)
    assert rows_of_csv(ran.out) == expected


@pytest.mark.long
def test_an_empty_input_gives_an_empty_result(run: Run, tmp_path: Path) -> None:
    header = ",".join(FIELDS) + "\n"
    assert run("batch", 3, 3, 3, given="\n# nothing\n") == (0, header, "")
    assert run("batch", 3, 3, 3, "--format", "jsonl") == (0, "", "")
    assert run("batch", 3, 3, 3, "--input-format", "csv") == (0, header, "")
    assert run("batch", 3, 3, 3, "--input-format", "csv", given="position\n") == (0, header, "")
    np.save(tmp_path / "none.npy", np.zeros((0, 3, 3), np.int8))
    output = tmp_path / "out.npz"
    assert run("batch", 3, 3, 3, tmp_path / "none.npy", "--optimal", "-o", output) == (0, "", "")
    arrays = np.load(output)
    assert arrays["value"].shape == arrays["position"].shape == (0,)
    assert arrays["optimal"].shape == arrays["board"].shape == (0, 3, 3)


def test_unproven_values_are_left_empty(run: Run) -> None:
    text = Game(9, 9, 5).start().text
    ran = run("batch", 9, 9, 5, "--nodes", 100, "--optimal", given=text)
    assert ran.err == "inarow: 1 position of 1 not proven, with bounds\n"
    row = rows_of_csv(ran.out)[0]
    assert (row["value"], row["lower"], row["upper"], row["proven"]) == (None, 0, 1, False)
    assert row["optimal"] == []
    ran = run("batch", 9, 9, 5, "--nodes", 100, "--optimal", "--format", "jsonl", given=text)
    assert ran.printed["value"] is None and ran.printed["optimal"] is None


@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
def test_a_written_file_takes_the_place_of_the_old_one(run: Run, tmp_path: Path) -> None:
    output, link = tmp_path / "out.csv", tmp_path / "link.csv"
    output.write_text("before")
    output.chmod(0o640)
    link.symlink_to(output)
    refused(run("batch", 3, 3, 3, "-o", link, given=TEXTS[0]), "exists", "--force")
    assert output.read_text() == "before"
    assert run("batch", 3, 3, 3, "-o", link, "--force", given=TEXTS[0]).status == 0
    assert link.is_symlink() and output.read_text().startswith("index,")
    assert stat.S_IMODE(output.stat().st_mode) == 0o640
    assert rows_of_csv(output.read_text())[0]["position"] == TEXTS[0]
    # A device is written to, never replaced.
    assert run("batch", 3, 3, 3, "-o", os.devnull, given=TEXTS[0]) == (0, "", "")
    assert not Path(os.devnull).is_file()


# The program as a whole.


@pytest.mark.long
def test_help_and_version(run: Run) -> None:
    assert run("--version") == (0, f"inarow {inarow.__version__}\n", "")
    assert run() == run("--help") == run("-h")
    for command in ("solve", "best", "analyse", "batch"):
        ran = run(command, "--help")
        assert (ran.status, ran.err) == (0, "")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", ran.out)  # some CI makes typer use colour always
        assert f"Example: inarow {command} " in plain
        assert "bool" not in plain.lower()  # a switch has no value


@pytest.mark.processes
def test_a_pipe_gets_plain_text_and_no_progress() -> None:
    ran = process("solve", "9", "9", "5", "--seconds", "0.4")  # long enough for progress
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("9x9 board, 5 in a row") and ran.out.isascii()
    assert "\x1b" not in ran.out and "\r" not in ran.out


@pytest.mark.processes
@on_posix
@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_gets_progress_and_colour(colour: bool) -> None:
    text = Game(9, 9, 5).start().play("e5").play("a1").text
    command = ("solve", 9, 9, 5, "-p", text, "--seconds", 0.4)
    with terminal(*command, **({} if colour else {"NO_COLOR": "1"})) as shown:
        output = shown.rest()
        assert shown.child.wait(timeout=20) == 0
    status = output.partition("9x9 board")[0]
    assert "nodes/s" in status and "% closed" in status and "table " in status
    colours = re.findall(r"\x1b\[[0-9;]*3[0-7]m", output)
    assert bool(colours) == colour


@pytest.mark.parametrize("width", [30, 80, 200])
def test_a_status_stays_on_one_line(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from inarow.apps.cli import show, watch

    shown = io.StringIO()
    console = Page(file=shown, force_terminal=True, color_system=None, width=width)
    monkeypatch.setattr(show, "Page", lambda stderr: console)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = inarow.Progress(123_456_789, 12.3, 0.0123, 0.25, (40, 41, 42, 43, 50, 51, 52, 53))
    with watch.Watch(False, Game(9, 9, 5)) as counted:
        counted(progress)
    with watch.StatusLine(False) as line:
        line.show("[9,9,5]: " + "long " * 50)
    first, second = re.findall(r"⠋ (.*)\n\x1b", shown.getvalue())
    assert first.startswith("1.2 % closed") and second.startswith("[9,9,5]: long")
    assert ("i6" in first) == (width == 200)
    assert max(len(first), len(second)) + 2 <= width
    line.show("closed")
    with line:
        line.show("open again")
    assert "closed" not in shown.getvalue().partition("long")[2] and "again" in shown.getvalue()


@pytest.mark.parametrize(("seconds", "told"), [(None, True), (60.0, False)])
def test_whoever_waits_long_is_told_how_to_end_it(
    seconds: float | None, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inarow.apps.cli import watch

    shown: list[str] = []
    monkeypatch.setattr(watch, "LONG", -1.0)
    monkeypatch.setattr(watch.Watch, "show", lambda _, text: shown.append(text))
    with watch.Watch(
        False, limits={"nodes": None, "seconds": seconds, "overwrite": True}
    ) as counted:
        counted(inarow.Progress(1, 0.1, 0.0, 0.0, ()))
    assert shown[0].startswith("Ctrl-C ends with what is known") == told


def test_a_board_wider_than_the_terminal_comes_in_parts() -> None:
    qubic = Game.from_key("4x4x4,4").start().play_all("1a1 4d4")
    wide = Game(3, 20, 5).start().play("a1").play("t3")
    for position, parts in (
        (wide, {80: 1, 30: 2, 3: 20}),
        (qubic, {80: 1, 30: 2, 25: 2, 12: 4, 5: 8}),
    ):
        for width, count in parts.items():
            stream = io.StringIO()
            Page(file=stream, force_terminal=True, width=width, color_system=None).board(position)
            blocks = [block.splitlines() for block in stream.getvalue().strip("\n").split("\n\n")]
            assert len(blocks) == count
            assert all(len(line) <= width for block in blocks for line in block)
            rows = ["".join(row.split()[1:]) for block in blocks for row in block[1:]]
            assert "".join(rows).count(".") == position.game.cells - 2
            assert rows[0][0] == "X" and rows[-1][-1] == "O"
    stream = io.StringIO()
    page = Page(file=stream, force_terminal=True, width=40, color_system=None)
    page.fact("line", " ".join(["a1"] * 30))
    assert [len(line) <= 40 for line in stream.getvalue().splitlines()] == [True] * 4


@pytest.mark.processes
@on_posix
def test_a_reader_who_goes_early_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("X../.../...\n" * 20_000)
    command = f"set -o pipefail; '{sys.executable}' -m inarow batch 3 3 3 '{path}' | head -n 1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment())
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, ",".join(FIELDS) + "\n", "")


@pytest.mark.processes
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "inarow", "solve", "3", "3", "3"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=20,
        )
    assert (done.returncode, done.stderr) == (2, b"inarow: No space left on device\n")


# --- exactly k -----------------------------------------------------------------------------------


@pytest.mark.long
def test_exact_is_a_property_of_the_game(run: Run) -> None:
    asked = ("1", "7", "3", "--loose", "--turn", "X", "--position", "XX.XOO.")
    free = run("solve", *asked, "--json")
    assert (free.record["value"], free.record["best_move"], free.record["exact"]) == (1, 2, False)
    exact = run("solve", *asked, "--exact", "--json")
    assert (exact.record["value"], exact.record["best_move"], exact.record["exact"]) == (0, 6, True)
    assert "exactly 3 in a row" in run("solve", *asked, "--exact").out
    assert run("best", *asked, "--exact").out == "g1\n"
    moves = run("analyse", *asked, "--exact", "--json").record["moves"]
    assert {move["name"]: move["value"] for move in moves} == {"g1": 0, "c1": -1}
    for words, value in (((), "-1"), (("--exact",), "0")):
        ran = run("batch", "1", "8", "3", *words, given="XXXXOO.O\n")
        assert rows_of_csv(ran.out)[0]["value"] == int(value)
