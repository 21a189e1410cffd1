"""Files that are ours, a kind at a time: how a sound one is made, and what reading it comes to."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from store_writer import pair
from unpacking import unpacked

from inarow import (
    CertificateError,
    CheckpointError,
    Game,
    InarowError,
    InvalidRecordError,
    Solver,
    StoreError,
    check,
    read_record,
    write_record,
)
from inarow.certificate import read
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, Goal, Question, canonical, question_of
from inarow.distributed.store.store import Store
from inarow.solver.saved import _exported

GAME = Game(3, 4, 3)


class Kind(NamedTuple):
    """`read` says what is in a file, and raises `error` for one that is none or is damaged."""

    error: type[InarowError]
    write: Callable[[Path], object]
    read: Callable[[Path], Any]
    agrees: Callable[[Any, Any], bool] = lambda found, sound: bool(found == sound)
    """Is what was read of an altered file no lie, beside what is in the sound one?"""


def write_certificate(path: Path) -> None:
    game = Game(4, 5, 4)
    Solver(game, 1).solve(game.start(), certificate=path)


def read_certificate(path: Path) -> bytes:
    """The checkers, which know nothing of our errors, must refuse what the reader does."""
    verdict = None
    with suppress(OSError):
        verdict = check(path)
        assert verdict.verified == check(path, plain=True).verified
    try:
        read(path).root()
    except CertificateError:
        assert verdict is None or not verdict.verified
        raise
    assert verdict is not None and verdict.verified
    return unpacked(path)


def write_table(path: Path) -> None:
    solver = Solver(GAME, 1)
    solver.solve(GAME.start(), nodes=100)
    solver.solve(GAME.start(), nodes=100, game_kind="weak")
    solver.save(path)


def read_table(path: Path) -> list[bytes]:
    solver = Solver(GAME, 1)
    try:
        solver.load(path)
    except CheckpointError:
        assert solver.table_used == 0
        raise
    return [bytes(_exported(solver._kernel, weak, 0)) for weak in (False, True)]


@cache
def answers() -> dict[Question, Finding]:
    """What is in the store."""
    found, start = {}, GAME.start()
    for goal in Goal:
        for cell in (None, 0, 1, 4, 5):
            position = start if cell is None else start.play(cell)
            question, _ = canonical(question_of(position, "O", goal))
            found[question] = settle(question, certified=True)
    return found


def write_store(path: Path) -> None:
    with Store(path) as store:
        store.keep_all(answers().items())
    assert not list(path.parent.glob("*-wal"))


def read_store(path: Path) -> dict[Question, Finding]:
    with Store(path, read_only=True) as store:
        return dict(store)


def add_to_store(path: Path) -> dict[Question, Finding]:
    """What is there after more was written, whatever had become of the file."""
    try:
        with Store(path) as store:
            store.keep_all([*answers().items(), pair(1, 1)])
            found = {question: store.find(question) for question in answers()}
            return {question: answer for question, answer in found.items() if answer is not None}
    finally:
        for rest in path.parent.glob(f"{path.name}-*"):
            rest.unlink()


def write_game(path: Path) -> None:
    text = "(;GM[4]SZ[15]PB[x]PW[y];B[hh]C[c](;W[ii];B[jj](;W[kk])(;W[ll]C[d]))(;W[mm];B[nn]))"
    path.write_text(write_record(read_record(text)).rstrip())


def part_of(found: dict[Question, Finding], sound: dict[Question, Finding]) -> bool:
    """A damaged row is lost, and no other one comes up."""
    return found.items() <= sound.items()


KINDS = {
    "certificate": Kind(CertificateError, write_certificate, read_certificate),
    "table": Kind(CheckpointError, write_table, read_table),
    "store": Kind(StoreError, write_store, read_store, part_of),
    "store that is added to": Kind(StoreError, write_store, add_to_store, part_of),
    # Another letter may make another game, which is whole in every format.
    "record": Kind(
        InvalidRecordError,
        write_game,
        read_record,
        lambda found, _: read_record(write_record(found)) == found,
    ),
}


@cache
def sound(name: str) -> bytes:
    """A file of this kind, small enough to be altered where it matters."""
    with TemporaryDirectory() as folder:
        KINDS[name].write(Path(folder) / "sound")
        return (Path(folder) / "sound").read_bytes()


@cache
def whole(name: str) -> Any:
    """What is read of it."""
    with TemporaryDirectory() as folder:
        KINDS[name].write(Path(folder) / "sound")
        return KINDS[name].read(Path(folder) / "sound")
