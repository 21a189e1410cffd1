"""What commands refuse, in one line and without a file; and what a failure on the way leaves."""

import io
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli import Run, on_posix, process, refused, runs
from forced import THREES
from signals import interrupted

run = runs()

GAME_SIZE = "a game is three numbers, as in 'inarow"
QUBIC = Path(__file__).parents[2] / "benchmarks" / "results" / "qubic.cert"

BAD: list[tuple[str, ...]] = [
    *(
        (f"{command} {words}", word)
        for command in ("solve", "best", "analyse")
        for words, word in (
            ("3 3", GAME_SIZE),
            ("3x3 3", GAME_SIZE),
            ("3,3", GAME_SIZE),
            ("3 x 3", GAME_SIZE),
            ("-3 3 3", "a game is three numbers from 1, M N K, not -3"),
            ("3 3 -3", "not -3"),
            ("-3,3,3", "not -3"),
            ("0 3 3", "m (rows)"),
            ("3 3 3 -p X", "rows"),
            ("3 3 3 -p XX./.../...", "X 2, O 0"),
            ("3 3 3 --seconds 0", "seconds"),
            ("3 3 3 --seconds nan", "seconds"),
            ("3 3 3 --table-mb 0", "--table-mb"),
        )
    ),
    ("solve 3 21 3", "n (columns)"),
    ("best 3 3 0", "k must be 1"),
    ("solve 3 x 3 --distance", "'N'"),
    (f"solve {'9' * 5000} 3 3", "'M'"),
    ("solve 3 3 3 --colour", "--colour"),
    ("solve 3 3 3 --position", "--position"),
    ("sovle 3 3 3", "sovle", "Did you mean 'solve'"),
    ("solve 3 3 3 -p ''", "rows"),
    ("solve 3 3 3 -p XO./...", "2 rows"),
    ("solve 3 3 3 -p XO./..../...", "4 cells"),
    ("solve 3 3 3 -p XO./.?./...", "'?'"),
    ("solve 3 3 3 -p XO./.\N{SNOWMAN}./...", "\N{SNOWMAN}"),
    ("solve 3 3 3 -p 'XO.\n...'", "2 rows"),
    ("solve 3 3 3 -p XXX/OOO/...", "both sides"),
    ("analyse 3 3 3 -p XXX/OO./O..", "O moved last"),
    ("solve 3 3 3 -p XX./.../...", "X must have as many as O"),
    ("solve 3 3 3 -p XX./.../... --loose", "--turn X or --turn O"),
    ("solve 3 3 3 --turn O", "--turn O contradicts", "--loose"),
    ("solve 3 3 3 --turn Z", "--turn"),
    ("best 3 3 3 -p XXX/OO./...", "the game is over", "X wins"),
    ("best 3 3 3 -p OOO/XX./X..", "the game is over", "O wins"),
    ("best 3 3 3 -p XOX/XXO/OXO", "the game is over", "draw"),
    ("best 3 3 3 -p XXX/OO./... --weak", "the game is over", "X has completed a line"),
    ("best 3 3 3 -p XOX/XXO/OXO --weak", "the game is over", "O has stopped X"),
    ("solve 3 4 3 --exact --weak", "no rule of exactly k for the weak game", "exact=True"),
    ("solve 3 3 3 --seconds -1", "seconds must be a positive number"),
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
    ("batch 3 3 3 game.sgf -o out.txt", "--format"),
    ("batch 3 3 3 game.sgf -o game.sgf --format csv", "game.sgf", "another file"),
    ("batch 3 3 3 game.sgf -o link.sgf --format csv", "link.sgf", "another file"),
    ("batch 3 3 3 --empty b --as-o b", "must differ"),
    ("play 3 3 3 --level 11", "a level from 1 to 10, not '11'"),
    ("play 3 3 3 --x nobody", "--x is person"),
    ("play 3 3 3 --x '\u0663'", "a level from 1 to 10"),
    ("play 3 3 3 --seconds 0", "seconds must be a positive number"),
    ("play 3 3 3 -p -", "moves come from standard input"),
    ("play 3 3 3 --record -", "standard input"),
    ("play 3 3 3 -p XX./.../...", "X 2, O 0"),
    ("play 3 3 3 --json", "--json"),
    ("forced 7 7 4 --order 0", "order"),
    ("forced 7 7 4 --json --interactive", "--interactive"),
    ("forced 3 3 3 --position XXX/OO./...", "over"),
    (f"forced 7 7 4 --loose --turn X -p {THREES} --replies z9", "z9"),
    (f"forced 7 7 4 --loose --turn X -p {THREES} -o one --svg ./one", "same file"),
    ("check -3", "No such option: -3"),
    ("explain --game 7 7 4 --forced --distance", "--forced"),
    ("explain", "FILE", "--record"),
    ("explain game.sgf --record game.sgf", "FILE", "--record"),
    ("explain 443.cert --board torus:3,3,3", "FILE", "--board"),
    ("explain --game 3 3 3 --board torus:3,3,3", "either M N K or --board"),
    ("record --format pdf", "'sgf', 'psq', 'moves', 'position'"),
    ("record --exact", "--game"),
    ("prove '3,3,3 exact' -o x", "--exact"),
    *(
        (f"{command} --record game.sgf", "game.sgf", "15,15,5", "3,3,3")
        for command in ("solve 3 3 3", "best 3 3 3", "analyse 3 3 3", "play 3 3 3")
    ),
    ("prove 3 3 3 --record game.sgf -o x.cert", "15,15,5", "3,3,3"),
    ("explain --game 3 3 3 --record game.sgf", "15,15,5", "3,3,3"),
    ("solve --exact --record game.sgf", "--exact goes with M N K"),
    ("solve 15 15 --record game.sgf", "three numbers"),
    ("solve -p X../.../...", "three numbers", "--record"),
    *(
        (f"{words} --board {board}", *wanted)
        for words in ("solve", "batch")
        for board, *wanted in (
            ("box:4,4,4", "without --k"),
            ("torus:5,5", "without --k"),
            ("hexagon:3", "without --k"),
            ("cube:4 --k 4", "cube"),
            ("'' --k 4", "is no board"),
            ("box: --k 3", "is no board"),
            ("box:4,4,x --k 3", "is no board"),
            ("box:0,4 --k 3", "a side must be 1 or more"),
            ("box:21,20 --k 3", "420"),
            ("box:1,1,1,1,1,1,1 --k 1", "2 to 6 sides"),
            ("box:20,20 --k 3", "1 to 512 lines"),
            ("box:4,4,4 --k 5", "a line of 4x4x4,5 does not fit"),
            ("torus:5,5 --k 999999999", "does not fit"),
            ("torus:5,5,4 --k 4", "says K already: it takes no --k"),
            ("hexagon:3,3 --k 3", "says K already: it takes no --k"),
            ("torus:5 --k 4", "is no board"),
            (f"box:{'9' * 5000},3 --k 3", "is no board"),
            ("hexagon:21 --k 3", "400 cells"),
            ("animal:4,4:a1-a2 --k 2", "--k"),
            ("animal:4,4", "is no board"),
            ("animal:4,4:a1-a1", "different"),
            ("animal:4,4:z99", "z99"),
            ("animal:2,2:a1-a2-a3", "does not fit"),
            ("lines:7:a05372e5", "is no board"),
            ("box:3,3,3 --k 3 3 3 3", "either M N K or --board"),
            ("box:3,3,3 --k 3 3,3,3", "either M N K or --board"),
        )
    ),
    *(
        (f"{words} {rule}", f"'inarow {words.split()[0]}' does not offer {rule}")
        for words in ("prove 3 3 3 -o x.cert", "explain --game 3 3 3")
        for rule in ("--misere", "--gravity", "--exact")
    ),
    ("solve --board lines:", "--board lines:", "box:4,4,4 --k 4", "animal:4,4:a1-a2-b2"),
    ("solve 4x4x4,4", GAME_SIZE, "--board"),
    ("solve --k 3", "--k goes with --board"),
    ("count 3 3 3 --k 3", "--k goes with --board"),
    ("count 7 7 5", "up to 34 cells"),
    ("count 5 5 5 --memory-mb 100", "--memory-mb 100"),
    ("count 3 3 3 --memory-mb 0", "--memory-mb"),
    *(
        (f"solve 3 3 3 --workers {words}", "")
        for words in ("2 --distance", "2 --nodes 5", "2 --checkpoint file", "2 --weak", "0")
    ),
    ("solve 3 3 3 --workers 1 --budget 0", ""),
    ("solve 3 3 3 --store file", ""),
    ("solve 3 3 3 --budget 5", ""),
    ("solve --board box:3,3 --k 3 --exact", "--exact goes with M N K"),
    ("solve --board hexagon:3 --k 3 --gravity", "no gravity"),
    ("solve --board box:3,3,3 --k 3 --weak --misere", "the weak game"),
    ("solve --board box:3,3,3 --k 3 -p X../.../...", "rows"),
    ("solve --board box:3,3,3 --k 3 --moves b2", "b2", "1a1 to 3c3"),
    ("solve --board box:3,3,3 --k 3 --record game.sgf", "15,15,5", "3x3x3,3"),
    ("solve --board box:3,3,3 --k 3 --moves 2b2 --from-bottom", "no grid"),
    ("solve --board box:3,3,3 --k 3 --workers 2", "distributed proofs", "3x3x3,3"),
    ("solve --board box:3,3,3 --k 3 --workers 2 --store x", "distributed proofs"),
    ("prove --board box:3,3,3 --k 3 --misere -o x.cert", "--misere"),
    ("prove --board box:3,3,3 --k 3 --gravity -o x.cert", "--gravity"),
    ("play --board box:3,3,3 --k 3 --proof game.sgf", "game.sgf"),
    ("serve --board torus:5,5 --k 4", "the page shows", "boxes of up to 4 layers"),
    ("serve --board box:5,3,3 --k 3", "the page shows", "5x3x3,3"),
    ("serve --board box:3,3,3", "--k"),
    ("serve --gravity", "--gravity goes with M N K or --board"),
    ("serve 6 7", "three numbers"),
    ("serve --seconds 0", "seconds must be"),
    ("serve --host '' --port 0", "host must be"),
    ("serve --port 70000", "port must be 0 to 65535"),
    ("serve --memory-mb 0", "--memory-mb must be"),
    ("serve 3 3 3 --proof game.sgf", "game.sgf"),
    ("play --proof game.sgf", "game.sgf"),
    (f"play 3 3 3 --proof {QUBIC}", "is a proof of 4x4x4,4, not of 3,3,3"),
    (f"serve 3 3 3 --proof {QUBIC}", "is a proof of 4x4x4,4, not of 3,3,3"),
    ("solve 6 7 4 --gravity --moves 'd h'", "move 2 (h)", "a to g"),
    ("solve --board '6,7,4 gravity'", "M N K"),
    ("mcp --board box:3,3,3 --k 3", "--board"),
    ("record --game 3 3 3 --board box:3,3,3 --k 3", "either M N K or --board"),
    ("grade --moves 2b2 --board box:3,3,3", "--k"),
    ("solve 3 3 3 -p '4,4,4 X../.../...'", "4,4,4", "3,3,3"),
    ("solve 3 3 3 --moves 'b2 b2'", "move 2 (b2)", "taken"),
    ("solve 3 3 3 --record game.sgf -p X../.../...", "--record"),
    ("solve 3 3 3 --record none", "none"),
    ("solve 3 3 3 --record .", "directory"),
    (f"solve 3 3 3 --record {'x' * 5000}", "xxx"),
    ("solve 3 3 3 --record noise.sgf", "noise.sgf", "move 1"),
    ("batch 3 3 3 noise.sgf", "noise.sgf", "no text"),
    *(
        (f"{command} {name}", word)
        for command in (
            "prove 3 3 3 -o",
            "batch 3 3 3 --format csv -o",
            "batch 3 3 3 --format jsonl -o",
            "batch 3 3 3 --format npz -o",
            "explain --game 3 3 3 --svg",
        )
        for name, word in (("noise.sgf", "exists"), ("x\0y", ""), ("x" * 300, ""))
    ),
]
"""A command, and words of the line that refuses it."""
if os.path.exists("/dev/zero"):
    BAD.append(("solve 3 3 3 --record /dev/zero", "too long"))

LINE = "standard input, line"
BAD_INPUT: list[tuple[str, ...]] = [
    ("solve 3 3 3 --position -", "", "rows"),
    ("solve 3 3 3 --exact --record -", "3,3,3 b2", "3,3,3 exact"),
    ("solve --record -", "h8 i9", "which game it is", "(M N K)"),
    ("record", "h8 i9", "standard input", "--game"),
    ("record --format psq", "3,3,3 b2", "Piskvork"),
    ("record --format sgf", "3x3x3,3 2b2", "SGF", "3x3x3,3", "'moves'"),
    ("record --format psq", "torus 5,5,4 b2", "Piskvork", "torus 5,5,4"),
    ("record --board box:3,3,3 --k 3", "torus 5,5,4 b2", "torus 5,5,4", "3x3x3,3"),
    ("batch --board box:3,3,3 --k 3", "X../.../...\n", f"{LINE} 1", "3 rows"),
    ("record --game 3x3", "b2", "--game"),
    ("grade", "b2 a1", "--game M N K"),
    ("grade", "3,3,3 b2 b2", "move 2"),
    ("grade", "", "nothing"),
    *(
        (f"batch 3 3 3 --input-format {form}", text, *words)
        for form, text, *words in (
            ("text", "X../.../...\n\n# ok\nXX./.../...\n", f"{LINE} 4", "X 2, O 0"),
            ("text", "X../.../...\nXZ./.../...\n", f"{LINE} 2", "'Z' at b1"),
            ("text", "X../.../...\nX../...\n", f"{LINE} 2", "2 rows"),
            ("text", "X..|...|...\n", f"{LINE} 1"),
            ("text", "X../.../...\n\n.../..\N{SNOWMAN}/...\n", f"{LINE} 3", "c2"),
            ("text", "XXX/OO./O..\n", f"{LINE} 1", "O moved last"),
            ("csv", "position\nX../.../...\nOO./.../...\n", f"{LINE} 3", "X 0, O 2"),
            ("csv", "note,position\na,X../.../...\nb\n", f"{LINE} 3", "'position'"),
            ("csv", "a,b\n1,2\n", f"{LINE} 2", "'position'"),
            ("csv", "2,0,0,0,0,0,0,0,0\n", f"{LINE} 1", "'2' at a1"),
            ("csv", "1,0,0,0,0,0,0,0,0\n1,0,0\n", f"{LINE} 2", "3 columns"),
            ("csv", "1,0,0,0,0,0,0,0,0\n1.5,0,0,0,0,0,0,0,0\n", f"{LINE} 2", "'1.5' at a1"),
            (
                "csv",
                "note,position\na,X../.../...,b\n",
                f"{LINE} 2",
                "3 columns (separated by commas), but there are 2",
            ),
            ("csv", "1,1,0,0,0,0,0,0,0\n", f"{LINE} 1", "X 2, O 0"),
            ("csv", f"{'0,' * 9}a\n{'0,' * 9}a,b\n", f"{LINE} 2", "11 columns", "10"),
            ("csv", "1,0,0\n", f"{LINE} 1", "3 columns", "9 cells", "a1 ... c3"),
            ("csv", "a;b\n1;2\n", "separated by semicolons"),
            ("csv", "a\tb\n1\t2\n", "separated by tabs"),
            ("csv", "x,o,b,b,b,b,b,b,b\n", f"{LINE} 1", "'b' at c1"),
            ("csv --empty b", "x,b,b,b,b,b,b,b,b\nx,q,b,b,b,b,b,b,b\n", f"{LINE} 2", "'q' at b1"),
        )
    ),
]
"""The same with what comes from standard input between them."""


@pytest.mark.parametrize(
    ("words", "given", "wanted"),
    [
        *((words, "", wanted) for words, *wanted in BAD),
        *((words, given, wanted) for words, given, *wanted in BAD_INPUT),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_bad_input_gets_one_line_and_no_file(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    given: str,
    wanted: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    contents = {"game.sgf": b"(;GM[4]SZ[15];B[hh])", "noise.sgf": b"\xff\xfe\0"}
    for name, content in contents.items():
        Path(name).write_bytes(content)
    Path("link.sgf").symlink_to("game.sgf")
    refused(run(*shlex.split(words), given=given), *wanted)
    assert sorted(os.listdir()) == ["game.sgf", "link.sgf", "noise.sgf"]
    assert {name: Path(name).read_bytes() for name in contents} == contents


@pytest.mark.processes
def test_standard_input_that_is_no_text_is_refused() -> None:
    refused(process("solve", "3", "3", "3", "-p", "-", given=b"\xff"), "no text")


def damaged_files() -> Iterator[tuple[str, bytes, str]]:
    def saved(array: np.ndarray[Any, Any], pickled: bool = False) -> bytes:
        stream = io.BytesIO()
        np.save(stream, array, allow_pickle=pickled)
        return stream.getvalue()

    yield "in.txt", b"X../.../...\nXZ./.../...\n", "in.txt, line 2: cannot read 'Z' at b1"
    whole = saved(np.zeros((50, 3, 3), np.int8))
    yield "empty.npy", b"", "no whole .npy"
    yield "text.npy", b"X../.../...\n", "no whole .npy"
    yield "magic.npy", whole[:6], "no whole .npy"
    yield "header.npy", whole[:40], "no whole .npy"
    yield "garbled.npy", whole[:10] + b"(" * 118 + whole[128:], "no whole .npy"
    yield "truncated.npy", whole[:-1], "no whole .npy"
    # A header that claims far more than there is must not be believed.
    huge = whole.replace(b"(50, 3, 3), ", b"(9" + b"0" * 9 + b",3,3)")
    yield "huge.npy", huge, "no whole .npy"
    yield "objects.npy", saved(np.array([[["X"]]], object), pickled=True), "Python objects"
    yield "dtype.npy", saved(np.zeros((5, 3, 3), complex)), "complex128"
    yield "shape.npy", saved(np.zeros((5, 3, 4), np.int8)), "(N, 3, 3)"
    yield "flat.npy", saved(np.zeros((5, 9), np.int8)), "(N, 3, 3)"
    yield "stone.npy", saved(np.full((5, 3, 3), 2, np.int8)), "board 0"
    board = np.zeros((5, 3, 3), np.int8)
    board[3, 0, :2] = 1
    yield "counts.npy", saved(board), "board 3: stones of X 2, O 0"


@pytest.mark.parametrize(
    ("name", "content", "word"), list(damaged_files()), ids=lambda v: ascii(v)[:9]
)
def test_a_damaged_file_is_refused_by_its_name(
    run: Run, tmp_path: Path, name: str, content: bytes, word: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    refused(run("batch", 3, 3, 3, path, "-o", tmp_path / "out.npz"), name, word)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.npz"])
def test_a_failure_while_writing_leaves_what_was_there(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    fault: BaseException,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("before")
    seen: list[str] = []

    def fail(*_: object, **__: object) -> None:
        seen.extend(os.listdir())
        raise fault

    monkeypatch.setattr("inarow.apps.cli.batch.command.board_texts", fail)
    ran = run("batch", 3, 3, 3, "-o", name, "--force", given="X../.O./...")
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
    assert os.listdir() == []
