"""Saved tables: a search goes on where it was, whatever ended it; no false file is believed.

Damaged and half written ones: `test_our_files`.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from interrupts import Enough

from inarow import CheckpointError, Game, Progress, Solver
from inarow.apps.cli import checkpoint, main
from inarow.model.options import GameKind
from inarow.solver import limited, saved

SMALL, HARD = Game(4, 4, 4), Game(8, 8, 5)


def written(path: Path, game: Game, kind: GameKind = "strong", nodes: int = 3000) -> Solver:
    """A solver whose table was saved after so many nodes."""
    solver = Solver(game, table_mb=64)
    solver.solve(game.start(), game_kind=kind, nodes=nodes)
    solver.save(path, overwrite=True)
    return solver


def refused(path: Path, game: Game, *words: str) -> None:
    """Refused by name in one line, before anything enters the table; the file is left alone."""
    before = path.read_bytes()
    solver = Solver(game, table_mb=1)
    with pytest.raises(CheckpointError) as caught:
        solver.load(path)
    text = str(caught.value)
    assert path.name in text and "\n" not in text
    assert all(word in text for word in words), text
    assert solver.table_used == 0
    assert path.read_bytes() == before


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "kind", "part"),
    [((9, 6, 5), "weak", 0.6), ((7, 7, 5), "weak", 0.9), ((4, 7, 4), "strong", 0.6)],
)
def test_a_search_goes_on_where_it_was(
    size: tuple[int, int, int],
    kind: GameKind,
    part: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # All of a limit for the exact search: how moves were judged is not kept.
    monkeypatch.setattr(limited, "EXACT_SHARES", ((128, 1, 1),))
    game = Game(*size)
    whole = Solver(game).solve(game.start(), game_kind=kind)
    first = written(tmp_path / "kept", game, kind, int(part * whole.nodes))
    rest = Solver(game)
    rest.load(tmp_path / "kept")
    assert rest.table_used == first.table_used
    solution = rest.solve(game.start(), game_kind=kind)
    assert solution.value == whole.value and solution.nodes < 0.75 * whole.nodes
    rest.save(tmp_path / "done")
    again = Solver(game)
    again.load(tmp_path / "done")
    assert again.solve(game.start(), game_kind=kind).nodes <= 1


def test_a_progress_callback_may_save(tmp_path: Path) -> None:
    path, solver = tmp_path / "kept", Solver(HARD)

    def save(progress: Progress) -> None:
        solver.save(path)
        raise Enough

    with pytest.raises(Enough):
        solver.solve(HARD.start(), game_kind="weak", progress=save)
    other = Solver(HARD)
    other.load(path)
    assert other.table_used > 10


def test_of_a_large_table_the_dearest_entries_are_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = written(tmp_path / "all", Game(4, 7, 4), nodes=100_000).table_used
    monkeypatch.setattr(saved, "MANY_ENTRIES", 1000)
    written(tmp_path / "some", Game(4, 7, 4), nodes=100_000)
    some = Solver(Game(4, 7, 4))
    some.load(tmp_path / "some")
    assert 100 < some.table_used < every / 4


def test_records_that_no_table_held_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    written(path, SMALL, nodes=150)
    arrays = dict(np.load(path))
    for name in ("strong", "weak"):
        altered = {**arrays, name: np.full_like(arrays["strong"], 255)}
        parts = [altered[each] for each in ("head", "strong", "weak")]
        with path.open("wb") as stream:
            np.savez(stream, **{**altered, "digest": saved._digest(parts)})
        refused(path, SMALL, "altered")
    with path.open("wb") as stream:  # possible ones, which the digest does not speak of
        np.savez(stream, **{**arrays, "weak": arrays["weak"][:0], "strong": arrays["strong"][:0]})
    refused(path, SMALL, "altered")


@pytest.mark.parametrize("kind", ["strong", "weak"])
@pytest.mark.parametrize("bounds", [(-511, 0), (0, 0), (1, 511)])
def test_a_forged_file_does_no_more_than_lie(
    kind: GameKind, bounds: tuple[int, int], tmp_path: Path
) -> None:
    """Whole, with its digest: it tells the same of each position, a move to a taken cell too."""
    path, game = tmp_path / "table.npz", Game(4, 4, 4)
    solver = Solver(game)
    positions = [game.start().play_all(moves.split()) for moves in ("", "b2", "a1", "b2 a1 c3")]
    for position in positions:
        solver.solve(position, game_kind=kind)
    solver.save(path)
    found = np.load(path)
    parts = {name: found[name].copy() for name in ("head", "strong", "weak")}
    size = Solver(game)._kernel.record_bytes(kind == "weak")
    words = parts[kind].reshape(-1, size).view("<u8")
    for cell in range(game.cells):
        words[:, 0] &= 0xFF << 48  # the kind stays
        words[:, 0] |= bounds[0] + 2048 | bounds[1] + 2048 << 16 | cell << 32 | 40 << 56
        np.savez(path, **parts, digest=saved._digest(list(parts.values())))
        solver = Solver(game)
        solver.load(path)
        for position in positions:
            solution = solver.solve(position, game_kind=kind)
            assert solution.best_move in position.legal_moves
            assert position.play_all(solution.line).ply == len(solution.line) + position.ply
            if kind == "strong":
                assert solver.best_move(position) in position.legal_moves
    parts["head"][5] = 9  # no question
    np.savez(path, **parts, digest=saved._digest(list(parts.values())))
    refused(path, game, "damaged")


def test_files_of_others_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    written(path, SMALL)
    for other in (Game(4, 4, 3), Game(4, 5, 4), Game(4, 4, 4, gravity=True)):
        refused(path, other, "Game(4, 4, 4)", repr(other))
    monkeypatch.setattr(saved, "VERSION", 4)
    refused(path, SMALL, "version")
    np.save(tmp_path / "array.npy", np.zeros(3))
    np.savez(tmp_path / "foreign.npz", head=np.zeros(5))
    for name in ("array.npy", "foreign.npz"):
        refused(tmp_path / name, SMALL, "no saved table")


# --- inarow solve --checkpoint -------------------------------------------------------------------


@pytest.mark.long
def test_the_command_line_goes_on_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept"
    command = ["solve", "4", "7", "4", "--json", "--checkpoint", str(path)]
    assert main([*command, "--nodes", "50000"]) == 0
    assert '"proven": false' in capsys.readouterr().out
    assert main(command) == 0
    assert '"value": 0' in capsys.readouterr().out
    before = path.read_bytes()
    assert main(["solve", "4", "7", "3", "--checkpoint", str(path)]) == 2
    assert "Game(4, 7, 4)" in capsys.readouterr().err and path.read_bytes() == before
    path.write_text("of somebody else")
    assert main(command) == 2 and path.read_text() == "of somebody else"


def test_the_command_line_says_once_what_could_not_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(checkpoint, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "REST", 0)
    path = tmp_path / "kept"
    assert main(["solve", "7", "7", "5", "--checkpoint", str(path)]) == 0
    said = capsys.readouterr()
    assert "draw, proven" in said.out and said.err.count("\n") == 1
    assert "No space left on device" in said.err and not list(tmp_path.iterdir())
