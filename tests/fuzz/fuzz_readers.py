"""Cases for `fuzz.py` of whatever the package reads: altered files, lines and arguments, and noise.

A case gives one reader something that is sound, altered in a few places, or nothing of the kind.
It reads that, or refuses it with an error of our family; what was read of a record is written in
all formats and read again. Any other error, and a case that takes long, is a fault.
"""

import json
import random
import signal
import sqlite3
import tempfile
import threading
import warnings
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from time import monotonic, process_time
from unittest.mock import patch

import numpy as np
from cases import case
from our_files import KINDS, sound

from inarow import Game, InarowError, Solver, read_record, write_record
from inarow.apps.cli import main
from inarow.apps.cli.batch.columns import Contents
from inarow.apps.cli.batch.read import read_boards
from inarow.apps.engine.engine import Engine
from inarow.apps.engine.reader import Command, LineSplitter
from inarow.apps.web.messages import parse, read_answer
from inarow.model.errors import InvalidRecordError
from inarow.records.formats import FORMATS

SLOW = 20.0
"""Seconds of processor time that no case takes."""

GAME = Game(3, 3, 3)

EDGES = [
    *[b"-1", b"0", b"1", b"2", b"20", b"21", b"255", b"256", b"400", b"1e400", b"nan", b"\xd9\xa3"],
    *[b"2147483648", b"18446744073709551616", b"9" * 400, b"9" * 5000, b"0x10", b"1_0", b"+3"],
]
"""Where numbers end, or are none."""


# What alters.


def noise(rng: random.Random) -> bytes:
    """Anything: bytes, text of few letters, or nothing at all."""
    letters = rng.choice(
        [bytes(range(256)), b"XO./: ,0123456789\n", b"(;B[aa])W\\GM4SZ", b'{"[]}:0']
    )
    return bytes(rng.choices(letters, k=rng.choice([0, 1, 2, 10, 100, 1000])))


def altered(data: bytes, rng: random.Random) -> bytes:
    """The same in a few places changed; now and then just the same, or noise."""
    if rng.random() < 0.05:
        return noise(rng)
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 8])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 2, 4, 8, 40]))
        match rng.randrange(8):
            case 0:  # a bit
                part = bytes(one ^ 1 << rng.randrange(8) for one in data[at : at + 1])
                data = data[:at] + part + data[at + 1 :]
            case 1:
                data = data[:at] + rng.randbytes(end - at) + data[end:]
            case 2:
                data = data[:at] + data[end:]
            case 3:  # twice
                data = data[:end] + data[at:]
            case 4:
                data = data[:at] + noise(rng) + data[at:]
            case 5:
                data = data[:at]
            case 6:  # elsewhere
                part, data = data[at:end], data[:at] + data[end:]
                at = rng.randrange(len(data) + 1)
                data = data[:at] + part + data[at:]
            case 7:  # a number
                digits = [i for i, one in enumerate(data) if chr(one).isdigit()]
                if digits:
                    at = rng.choice(digits)
                    data = data[:at] + rng.choice(EDGES) + data[at + 1 :]
    return data


def altered_text(text: str, rng: random.Random) -> str:
    """The same of a text."""
    return altered(text.encode(), rng).decode(rng.choice(["utf-8", "latin-1"]), "replace")


# What is sound.

RECORDS = [
    b"15,15,5 h8 i9 j10",
    b"15,15,5 exact from the bottom h8i9j10",
    b"3,3,3 X../.O./... c3",
    b"3,3,3 XX./.../...:O",
    b"1. h8 i9 2. j10 7,7 8,8",
    b"X../.O./...",
    b"Game(3, 3, 3).position('XX./.../...', turn='O')",
    b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,100\r\n-1\r\nA.zip\r\nB.zip\r\n",
    b"Piskvorky 20x20, 1:1, 1\n8,8,0\nA.zip\nB.zip\n0\n",
    b"A.zip\r\nB.zip\r\n8,8,0\r\n9,9,100\r\n-1\r\n",
    b"(;GM[4]SZ[15]CA[GBK]PB[\xc4\xe3]PW[b]C[c];B[hh](;W[ii](;B[jj])(;B[kk]C[d]))(;C[e];W[ll]))",
    b"(;FF[4]GM[4]SZ[15]RU[standard]PB[a\\]]AB[aa][bb:cc]PL[W];B[hh];W[ii]C[x](;B[jj])(;B[kk]))",
    b"(;GM[999]SZ[4:3]RU[k=3, exactly];B[aa];W[];B[b1])",
]

POSITIONS = ["X../.O./...", "3,3,3 X../.O./...", "XX./.../...:O", "x__\no..\n...", "." * 9]

TEXTS = {
    "text": b"# boards\nX../.O./...\n.../.../...\nXO./.../...  # one\n",
    "csv": b'name,position,note\na,X../.O./...,"b,c"\nb,.../.../...,\n',
    "cells": b"a1,b1,c1,a2,b2,c2,a3,b3,c3,class\nx,o,b,b,b,b,b,b,b,win\n",
}

BOARD = {"game": "3,3,3", "start": "X../.../...", "moves": [4, 8]}
MESSAGES = [
    {"type": "analyse", "id": 1, "board": BOARD, "moves": [1, 2], "seconds": 2.5},
    {"type": "move", "id": 2, "board": BOARD, "player": {"level": 3, "seed": 7}},
    {"type": "read", "id": 3, "text": "X../.O./...", "game": "3,3,3", "bottom": True},
    {"type": "create", "board": BOARD, "side": "X"},
    {"type": "join", "room": "abc", "token": None},
    {"type": "play", "move": 4, "ply": 0},
    {"type": "forced", "id": 4, "board": BOARD, "seconds": 1},
    {"type": "stop"},
    {"type": "takeback"},
]

TALK = b"""\
ABOUT
START 15
INFO rule 1
INFO timeout_turn 100
INFO max_memory 350000000
INFO time_left 2147483647
INFO max_node -1
BEGIN
TURN 7,8
PLAY 3,3
BOARD
7,7,1
8,8,2
DONE
TAKEBACK 7,8
RESTART
RECTSTART 12,10
YXSHOWINFO
YXHASHCLEAR
YXSTOP
SUGGEST 1,1
"""

COMMANDS = [
    "solve 3 3 3 --position X../.O./... --distance --json",
    "solve 3 3 3 --weak --turn X --loose",
    "best 3 4 3 --exact --record - --from-bottom",
    "analyse --record -",
    "analyse 3 3 3 --moves b2",
    "grade - --game 3,3,3 --json",
    "grade --game 3,3,3 --moves b2a1 --json",
    "record - --game 15,15,5 --format moves --to-bottom",
    "batch 3 3 3 - --optimal --input-format csv --format jsonl",
    "count 3 3 3 --json",
    "play 3 3 3 --x person --o 3 --seed 1",
    "explain --game 3 3 3 --moves a1 --depth 1",
    "check {certificate}",
    "explain {certificate} --no-check",
]
QUICK = {"solve", "best", "analyse", "grade", "batch"}
"""Commands that take a limit: whatever game was made of theirs, it takes no long search."""


_FOLDER = tempfile.TemporaryDirectory()
FOLDER = Path(_FOLDER.name)
"""Where the files of this process lie."""

# The readers.


def read_records(rng: random.Random) -> None:
    data = altered(rng.choice(RECORDS), rng)
    game = rng.choice([None] * 5 + [GAME, Game(15, 15, 5), Game(15, 15, 5, exact=True)])
    given = data if rng.random() < 0.5 else data.decode("latin-1")
    record = read_record(given, game, rng.random() < 0.2)
    assert game is None or record.game == game
    assert record.start.play_all(record.moves) == record.position
    for form in FORMATS:
        with suppress(InvalidRecordError):
            again = read_record(write_record(record, form), record.game)
            expected = record if form == "sgf" else again._replace(position=record.position)
            assert again == expected, f"{form}: {again}, and not {record}"


def read_positions(rng: random.Random) -> None:
    text = altered_text(rng.choice(POSITIONS), rng)
    turn = rng.choice([None, None, "X", "O", "x", ""])
    given = text if rng.random() < 0.7 else text.split("/")
    GAME.position(given, turn=turn, strict=rng.random() < 0.3)


def read_games(rng: random.Random) -> None:
    Game.from_key(altered_text(rng.choice(["3,3,3", "15,15,5 exact"]), rng))


def read_batches(rng: random.Random) -> None:
    form = rng.choice([*TEXTS, "npy"])
    contents = Contents(*(rng.choice([None, "x", "b", "", "1"]) for _ in "xob"))
    path = FOLDER / "case.boards"
    array = BytesIO()
    np.save(array, np.zeros((2, 3, 3), np.int8))
    path.write_bytes(altered(array.getvalue() if form == "npy" else TEXTS[form], rng))
    boards = read_boards(GAME, str(path), "csv" if form == "cells" else form, contents)
    Solver(GAME, table_mb=1).solve_batch(boards.cells, nodes=100)


def read_files(rng: random.Random) -> None:
    name = rng.choice([*KINDS])
    path = FOLDER / "case"
    path.write_bytes(altered(sound(name), rng))
    try:
        KINDS[name].read(path)
    finally:
        path.unlink(missing_ok=True)


def read_rows(rng: random.Random) -> None:
    """A row that is none, in a store that is sound."""
    path = FOLDER / "case"
    path.write_bytes(sound("store"))
    with closing(sqlite3.connect(path)) as file:
        columns = [name for _, name, *_ in file.execute("PRAGMA table_info(answers)")]
        value = rng.choice([None, "x", b"", rng.randbytes(9), -1, 0, 2, 1 << 40, 1.5, 9e99])
        with suppress(sqlite3.IntegrityError):
            file.execute(f"UPDATE answers SET {rng.choice(columns)} = ? WHERE id = 1", (value,))
        file.commit()
    KINDS["store that is added to"].read(path)


def read_engine_lines(rng: random.Random) -> None:
    said: list[str] = []
    engine = Engine(said.append, lambda: False, "about")
    at_once = threading.Event()
    at_once.set()
    lines = TALK.splitlines(keepends=True)
    if rng.random() < 0.5:
        rng.shuffle(lines)
    splitter = LineSplitter()
    for text in [*splitter.feed(altered(b"".join(lines), rng)), *splitter.rest()]:
        # A table of each size that is named would take most of the time.
        if "max_memory" not in text.lower():
            engine.handle(Command(text, monotonic(), at_once))
    engine.handle(Command("RECTSTART 9,8", monotonic(), at_once))
    said.clear()
    engine.handle(Command("TURN 0,0", monotonic(), at_once))
    assert said and all("\n" not in line for line in said), f"said {said}"


def read_messages(rng: random.Random) -> None:
    text = altered_text(json.dumps(rng.choice(MESSAGES)), rng)
    kind, *asked = parse(text, 60)
    if kind == "read":
        json.dumps(read_answer(*asked))


def read_arguments(rng: random.Random) -> None:
    """Run a command of altered arguments: status 2 and a line is a refusal, and no error left."""
    certificate = FOLDER / "case.certificate"
    certificate.write_bytes(
        sound("certificate") if rng.random() < 0.5 else altered(sound("certificate"), rng)
    )
    words = rng.choice(COMMANDS).format(certificate=certificate).split()
    name, *given = words
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        at = rng.randrange(len(given))
        match rng.randrange(4):
            case 0:
                given[at] = altered_text(given[at], rng).replace("\0", "")
            case 1:
                del given[at]
                if not given:
                    break
            case 2:
                given.insert(at, rng.choice(given))
            case 3:
                given[at] = rng.choice(EDGES).decode()
    refusable = [*given, *["--nodes", "200"] * (name in QUICK)]
    standard = TextIOWrapper(BytesIO(altered(rng.choice(RECORDS), rng)), "utf-8")
    out, errors = StringIO(), StringIO()
    status, timer = 130, threading.Timer(1.0, signal.raise_signal, [signal.SIGINT])
    with (
        redirect_stdout(out),
        redirect_stderr(errors),
        patch("sys.stdin", standard),
        suppress(KeyboardInterrupt),
    ):
        timer.start()  # a number may have become a large one
        status = main([name, *refusable])
        timer.cancel()
    timer.cancel()
    timer.join()
    assert status in (0, 1, 2, 130), f"status {status} of {refusable}"
    if status == 2:
        assert errors.getvalue().count("\n") == 1, f"{errors.getvalue()!r} for {refusable}"
        raise InarowError(errors.getvalue())


READERS: list[Callable[[random.Random], None]] = [
    *[read_records, read_positions, read_games, read_batches, read_files, read_files, read_rows],
    *[read_engine_lines, read_messages, read_arguments],
]


def run_reader_case(seed: int) -> int:
    """One case of a reader; returns 1 if it took what it was given."""
    rng = random.Random(seed)
    reader = rng.choice(READERS)
    started = process_time()
    with case(f"readers case {seed}", reader.__name__), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            reader(rng)
        except InarowError:
            return 0
        finally:
            taken = process_time() - started
        assert taken < SLOW, f"{taken:.1f} s"
    return 1
