"""What commands refuse, in one line and without a file; and what a failure on the way leaves."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from cli import Run, on_posix, refused, runs
from signals import interrupted

run = runs()

SIZE = "a game is three numbers, as in 'inarow"
WHEREVER_A_POSITION_IS_SOLVED = [
    ("3 3", SIZE),
    ("3x3 3", SIZE),
    ("3,3", SIZE),
    ("3 x 3", SIZE),
    ("-3 3 3", "a game is three numbers from 1, M N K, not -3"),
    ("3 3 -3", "not -3"),
    ("-3,3,3", "not -3"),
    ("0 3 3", "m (rows)"),
    ("3 3 3 -p X", "rows"),
    ("3 3 3 -p XX./.../...", "X 2, O 0"),
    ("3 3 3 --seconds 0", "seconds"),
    ("3 3 3 --seconds nan", "seconds"),
    ("3 3 3 --table-mb 0", "--table-mb"),
]
SOLVING = ["solve", "best", "analyse"]

BAD = [
    *[
        (f"{command} {words}", word)
        for command in SOLVING
        for words, word in WHEREVER_A_POSITION_IS_SOLVED
    ],
    ("solve 3 21 3", "n (columns)"),
    ("best 3 3 0", "k must be 1"),
    ("solve 3 x 3 --distance", "'N'"),
    ("solve 3 3.5 3", "'N'"),
    (f"solve {'9' * 5000} 3 3", "'M'"),
    ("solve 3 3 3 3", "3"),
    ("solve 3 3 3 --colour", "--colour"),
    ("solve 3 3 3 --position", "--position"),
    ("sovle 3 3 3", "sovle"),
    ("solve 3 3 3 -p ''", "rows"),
    ("solve 3 3 3 -p XO./...", "2 rows"),
    ("solve 3 3 3 -p XO./..../...", "4 cells"),
    ("solve 3 3 3 -p XO./.?./...", "'?'"),
    ("solve 3 3 3 -p XO./.\N{SNOWMAN}./...", "\N{SNOWMAN}"),
    ("solve 3 3 3 -p 'XO.\n...'", "2 rows"),
    ("solve 3 3 3 -p XXX/OOO/...", "both sides"),
    ("analyse 3 3 3 -p XXX/OO./O..", "O moved last"),
    ("solve 3 3 3 --seconds -1", "seconds"),
    ("solve 3 3 3 --seconds inf", "seconds"),
    ("solve 3 3 3 --seconds soon", "--seconds"),
    ("analyse 3 3 3 --nodes 0", "nodes"),
    ("solve 3 3 3 --nodes 1e3", "--nodes"),
    ("best 3 3 3 --threads 0", "threads"),
    ("solve 3 3 3 --table-mb 99999999999", "--table-mb"),
    ("batch 3 3 3 --format xml", "'xml'"),
    ("batch 3 3 3 --input-format xml", "'xml'"),
    ("batch 3 3 3 --format npz", "-o FILE.npz"),
    ("batch 3 3 3 --input-format npy", "standard input"),
    ("batch 3 3 3 --nodes 0", "nodes"),
    ("batch 3 3 3 'no such file.txt'", "no such file.txt: No such file"),
    ("batch 3 3 3 'no such file.npy'", "no such file.npy: No such file"),
    ("batch 3 3 3 .", "directory"),
    ("batch 3 3 3 -o .", "directory"),
    ("batch 3 3 3 -o 'no such/out.csv'", "no such"),
    ("batch 3 3 3 -o out.parquet", "--format"),
    ("batch 3 3 3 --empty b --as-o b", "must differ"),
    ("play 3 3 3 --level 11", "a level from 1 to 10, not '11'"),
    ("play 3 3 3 --x nobody", "--x is person"),
    ("play 3 3 3 --x '\u0663'", "a level from 1 to 10"),
    ("play 3 3 3 --seconds 0", "seconds must be a positive number"),
    ("play 3 3 3 -p -", "moves come from standard input"),
    ("play 3 3 3 -p XX./.../...", "X 2, O 0"),
    ("play 3 3 3 --json", "--json"),
    ("forced 7 7 4 --order 0", "order"),
    ("forced 7 7 4 --json --interactive", "--interactive"),
    ("forced 3 3 3 --position XXX/OO./...", "over"),
    ("explain --game 7 7 4 --forced --distance", "--forced"),
    ("explain", "FILE"),
    ("record --format pdf", "sgf, psq, moves, position"),
    ("record --exact", "--game"),
    ("prove '3,3,3 exact' -o x", "--exact"),
]


@pytest.mark.parametrize(("words", "word"), BAD, ids=lambda text: ascii(text)[:60])
def test_bad_input_gets_one_line_and_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*shlex.split(words)), word)
    assert os.listdir() == []


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("batch 3 3 3 -o out.csv", "inarow.apps.cli.batch.command.board_texts"),
        ("batch 3 3 3 -o out.jsonl", "inarow.apps.cli.batch.command.board_texts"),
        ("batch 3 3 3 -o out.npz", "inarow.apps.cli.batch.command.board_texts"),
    ],
)
def test_a_failure_while_writing_leaves_what_was_there(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    step: str,
    fault: BaseException,
) -> None:
    monkeypatch.chdir(tmp_path)
    *_, name = words.split()
    Path(name).write_text("before")
    seen: list[str] = []

    def fail(*_: object, **__: object) -> None:
        seen.extend(os.listdir())
        raise fault

    monkeypatch.setattr(step, fail)
    ran = run(*words.split(), "--force", given="X../.O./...")
    assert ran.status == (130 if isinstance(fault, KeyboardInterrupt) else 2)
    assert ran.err.count("\n") == 1
    assert len(seen) == 2  # the unfinished file lay beside the old one
    assert os.listdir() == [name] and Path(name).read_text() == "before"


@pytest.mark.processes
@on_posix
def test_ctrl_c_leaves_no_part_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    empty = "/".join(["." * 9] * 9).encode()
    words = "batch 9 9 5 -o out.csv"
    ran = interrupted(*words.split(), at="inarow.apps.cli.watch:Watch.__enter__", given=empty)
    assert (ran.status, ran.err) == (130, "inarow: interrupted\n")
    assert "interrupted" not in ran.out
    assert os.listdir() == []
