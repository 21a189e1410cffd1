"""``inarow store``, and what a verification finds."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from cli import Run, refused, runs

from inarow import Game, StoreError
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, Goal, Question, canonical, question_of
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.row import StoreRow, _digest, row_of, words
from inarow.distributed.store.store import Store
from inarow.distributed.store.verify import verify

GAME = Game(3, 4, 3)


run = runs("store")


def asked(text: str = "/".join(["...."] * 3), goal: Goal = Goal.HOLD) -> Question:
    """The canonical question about a position of 3,4,3, O the keeper."""
    return canonical(question_of(GAME.position(text), "O", goal))[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of four answers, of two games."""
    with Store(tmp_path / "a.store") as store:
        for question in (asked(), asked("X.../..../...."), asked("X.../.O../....", Goal.STOP)):
            store.keep(question, settle(question, certified=True)._replace(nodes=10, seconds=0.5))
        other = question_of(Game(5, 4, 4).start(), "O", Goal.STOP)
        store.keep(other, Finding(None, nodes=1_000_000, seconds=2.0))
    return tmp_path / "a.store"


def damage(path: Path) -> None:
    """Alter the first row that has a part."""
    with Store(path) as store:
        part = next(answer.part for _, answer in store if answer.part)
    content = bytearray(path.read_bytes())
    content[content.index(part)] ^= 1
    path.write_bytes(content)


# --- stats, merge -------------------------------------------------------------------------------


@pytest.mark.long
def test_stats(run: Run, path: Path) -> None:
    ran = run("stats", path)
    size = path.stat().st_size
    with Store(path) as store:
        parts = store.stats().part_bytes
    assert ran == (
        0,
        "store of answers\n\n"
        "answers     4: 0 held, 3 not, 1 not settled\n"
        "3,4,3       3: 0 held, 3 not, 0 not settled\n"
        "4,5,4       1: 0 held, 0 not, 1 not settled\n"
        f"parts       2, {parts} bytes\n"
        "effort      1.00 M nodes, 3.500 s\n"
        f"file        {path}, {size:,} bytes\n",
        "",
    )
    told = run("stats", path, "--json").record
    sums = {"answers": 4, "held": 0, "lost": 3, "unsettled": 1, "parts": 2, "part_bytes": parts}
    assert told == {
        **{"file": str(path), "bytes": size, **sums, "nodes": 1_000_030, "seconds": 3.5},
        "games": [
            {**Game(3, 4, 3).record(), **sums, "answers": 3, "unsettled": 0}
            | {"nodes": 30, "seconds": 1.5},
            {**Game(4, 5, 4).record(), **dict.fromkeys(sums, 0), "answers": 1, "unsettled": 1}
            | {"nodes": 1_000_000, "seconds": 2.0},
        ],
    }


@pytest.mark.long
def test_merge(run: Run, path: Path, tmp_path: Path) -> None:
    other, new = tmp_path / "b.store", tmp_path / "new.store"
    question = asked("X..O/..../....")
    with Store(other) as store:
        store.keep(question, settle(question))
    told = run("merge", path, other, "-o", new, "--json").record
    assert (told["file"], told["answers"], told["damaged"]) == (str(new), 5, 0)
    assert "answers     4:" in run("stats", path).out
    refused(run("merge", path, other, "-o", new), f"{new} exists")
    assert "answers     5: " in run("merge", path, other).out
    with Store(path) as merged, Store(new) as made:
        assert list(merged) == list(made) and len(list(made)) == 5
    assert {found.name for found in tmp_path.iterdir()} == {"a.store", "b.store", "new.store"}
    refused(run("merge", path, tmp_path / "none"), "there is no file")
    refused(run("merge", tmp_path / "none", path), "there is no file")
    refused(run("merge", path), "Missing argument")
    refused(run("merge", path, other, "-o", tmp_path / "no" / "where"), "there is no directory")
    with Store(other) as store:
        store.keep(asked("X.../..../...."), Finding(True, zone=GAME.full))
    refused(run("merge", path, other), "contradicts", "X.../..../.... O to move")


def test_merge_leaves_damaged_rows_out(run: Run, path: Path, tmp_path: Path) -> None:
    damage(path)
    ran = run("merge", path, path, "-o", tmp_path / "sound.store")
    assert ran.status == 1 and "answers     3: " in ran.out
    assert ran.err == "inarow: 2 damaged rows were left out\n"  # it was read twice
    assert verify(tmp_path / "sound.store").problems == ()


@pytest.mark.long
def test_bad_input(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no store\n")
    for command in ("stats", "verify"):
        refused(run(command, tmp_path / "none"), "there is no file", "none")
        refused(run(command, text), "is no store of answers")
        refused(run(command, tmp_path), "is no file")
    refused(run("verify", text, "--sample", -1), "--sample")
    refused(run("merge", text, text), "is no store of answers")


# --- verify --------------------------------------------------------------------------------------


@pytest.mark.long
def test_verify(run: Run, path: Path) -> None:
    ran = run("verify", path)
    wanted = "is sound: 4 answers, 3 proven again, 0 not settled, 2 parts checked, "
    assert ran.status == 0 and ran.out.startswith(f"{path} {wanted}")
    told = run("verify", path, "--sample", 1, "--seed", 2, "--json").record
    assert (told["sound"], told["rows"], told["problems"], told["proven"]) == (True, 4, [], 1)
    damage(path)
    ran = run("verify", path)
    assert ran.status == 1 and re.fullmatch(rf"{re.escape(str(path))}: row 1: damaged\n", ran.out)
    ran = run("verify", path, "--json")
    assert (ran.status, ran.printed["sound"], ran.printed["damaged"]) == (1, False, 1)


@pytest.mark.long
def test_verify_within_a_limit(run: Run, tmp_path: Path) -> None:
    question = question_of(Game(6, 6, 5).start(), "X", Goal.HOLD)
    with Store(tmp_path / "hard.store") as store:
        store.keep(question, Finding(True, 14, Game(6, 6, 5).full))
    told = run("verify", tmp_path / "hard.store", "--nodes", 1, "--json").record
    assert (told["proven"], told["unsettled"], told["sound"]) == (0, 1, True)
    refused(run("verify", tmp_path / "hard.store", "--nodes", 0), "nodes must be 1 or more")


WON = settle(asked(), certified=True)
HELD = asked("XO../..../....", Goal.STOP)._replace(game=Game(3, 4, 4))
STOPPED = settle(HELD, certified=True)
THREAT = asked("XX../OO../....")
IDLE = max(move for move in range(12) if THREAT.empty >> move & 1)


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        (
            asked(),
            Finding(True, zone=GAME.full),
            "kept as 'yes', and a search says the opposite",
        ),
        (HELD, Finding(False), "kept as 'no', and a search says the opposite"),
        (THREAT, Finding(False, IDLE), "the move d3 does not show 'no'"),
        (HELD, STOPPED._replace(zone=0, part=None), "the zone is too small"),
        (HELD, STOPPED._replace(part=b"no zlib"), "the part is refused: "),
        (HELD, STOPPED._replace(part=zlib.compress(b"\0")), "the part is refused: "),
        (asked(), WON._replace(part=STOPPED.part), "the part is refused: "),
        (asked(goal=Goal.STOP), WON, "the part is refused: a line of the rival's"),
    ],
)
def test_wrong_answers_are_found(
    run: Run, tmp_path: Path, question: Question, answer: Finding, said: str
) -> None:
    file = tmp_path / "wrong.store"
    with Store(file) as store:
        store.keep(question, answer)
    ran = run("verify", file)
    assert (ran.status, ran.err) == (1, "")
    assert said in ran.out and f"{file}: {words(question)}" in ran.out


def test_rows_that_no_store_writes_are_found(tmp_path: Path) -> None:
    file = tmp_path / "odd.store"
    with Store(file) as store:
        store.keep(asked(), WON)
    row = row_of(asked("X.../..../...."), Finding(None))
    turned = row._replace(rival=(1 << 3).to_bytes(2, "little"), digest=b"")
    odd = row._replace(m=0, held=1, digest=b"")
    columns = ", ".join(StoreRow._fields)
    with StoreFile(file).transaction() as connection:
        for number, wrong in enumerate((turned, odd), 7):
            signed = wrong._replace(digest=_digest(wrong))
            places = ", ".join("?" * (len(StoreRow._fields) + 1))
            connection.execute(
                f"INSERT INTO answers (id, {columns}) VALUES ({places})", (number, *signed)
            )
    problems = verify(file).problems
    assert len(problems) == 3  # the last is of a row that was drawn
    assert problems[0] == "row 7: the question is not in the form of a store"
    assert problems[1].startswith("row 8: no answer: m (rows) must be 1 to 20")
    with Store(file) as store, pytest.raises(StoreError, match="no game"):
        store.stats()


def test_ctrl_c_ends_a_verification(path: Path) -> None:
    told: list[str] = []

    def report(doing: str) -> None:
        told.append(doing)
        if doing.startswith("answer"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(path, report=report)
    assert told[-1] == "answer 1 of 3"

    def at_once(doing: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(path, report=at_once)
    assert verify(path).problems == ()
