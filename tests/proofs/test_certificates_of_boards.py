"""Certificates of games on any lines: both checkers verify what is written, and no false proof."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from boards import random_play
from certificate_player import play_out
from cli import Run, refused, runs
from hypothesis import given, settings
from hypothesis import strategies as st
from mutants import FANO, KINDS
from oracles import Exhaustive, WeakTruth
from unpacking import unpacked, verified

import inarow
from inarow import Game, Solver, boards, check
from inarow.certificate import Answer, Node, read
from inarow.certificate.board import proof_board
from inarow.certificate.prove import header_of
from inarow.check import CHAIN, END, KNOWN, PAIRS, PASS, POTENTIAL
from inarow.model.errors import CertificateError, InvalidGameError
from inarow.model.options import GameKind
from inarow.svg.proof import proof_svg

run = runs()

BOARDS = [
    boards.box((3, 3, 3), 3),
    boards.torus(3, 3, 3),
    boards.torus(4, 4, 4),
    boards.torus(5, 4, 4),
    boards.torus(5, 5, 4),
    boards.hexagon(3, 3),
    boards.animal(4, 4, ["a1", "a2", "a3", "b3"]),
    boards.lines(7, FANO),
    boards.box((2, 2, 2, 2), 2),
]


@pytest.mark.parametrize(
    "board",
    [*BOARDS, pytest.param(boards.torus(17, 17, 17), marks=pytest.mark.long)],  # two bytes a cell
    ids=lambda board: board.key,
)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_verified(board: boards.Board, kind: GameKind, tmp_path: Path) -> None:
    path, game = tmp_path / "proof", Game.on(board)
    for distance in (False, True):
        solution = Solver(game, 16).solve(
            game.start(), game_kind=kind, distance=distance, certificate=path, overwrite=True
        )
        said = verified(path).claim
        assert said.startswith(f"{game.cells} cells and {len(game.lines)} lines, {kind} game, ")
        value = {1: "X wins", 0: "O stops" if kind == "weak" else "a draw", -1: "O stops"}
        wanted = value[solution.value or 0]
        assert said.rpartition(": ")[2].startswith(wanted)
        if distance and solution.value == 1:
            assert f"X wins within {solution.distance} plies" in said
        certificate = read(path)
        assert certificate.game == game
        assert len(certificate) == check(path).nodes


def test_a_certificate_says_what_it_did(tmp_path: Path) -> None:
    """The bytes of the third version."""
    game = Game.on(boards.lines(3, [(0, 1), (1, 2)], symmetries=[(2, 1, 0)]))
    assert game.key == "lines 3:12c38a9d"
    path = tmp_path / "proof"
    inarow.solve(game.start(), certificate=path)
    header = b"lines 3:12c38a9d = 3 cells, 2 lines, 1 symmetries strong\n... X\nX wins\n"
    board = bytes([2, 0, 1, 2, 1, 2, 2, 1, 0])
    assert unpacked(path) == b"inarow certificate 3\n" + header + board + bytes([CHAIN, 1, 1])


@st.composite
def hypergraphs(draw: st.DrawFn) -> boards.Board:
    """A board of up to nine cells, and some symmetries, if it has any."""
    cells = draw(st.integers(2, 9))
    line = st.frozensets(st.integers(0, cells - 1), min_size=2, max_size=5)
    found = draw(st.frozensets(line, min_size=1, max_size=12))
    kept = [line for line in found if not any(other < line for other in found)]
    given_lines = [tuple(sorted(line)) for line in kept]
    turns = []
    for turn in draw(st.lists(st.permutations(range(cells)), max_size=20)):
        if {frozenset(turn[cell] for cell in line) for line in kept} == {*kept}:
            turns.append(turn)
    return boards.lines(cells, given_lines, symmetries=turns)


def value_of(game: Game, kind: GameKind) -> int:
    """By plain minimax."""
    if kind == "weak":
        return int(WeakTruth(game).plies(0, 0, True) is not None)
    return Exhaustive(game).outcome(0, 0)[0]


@given(board=hypergraphs(), kind=st.sampled_from(KINDS), distance=st.booleans())
@settings(max_examples=60)
def test_any_lines(
    board: boards.Board, kind: GameKind, distance: bool, tmp_path_factory: Any
) -> None:
    path, game = tmp_path_factory.mktemp("any") / "proof", Game.on(board)
    solver = Solver(game, 1)
    solution = solver.solve(game.start(), game_kind=kind, distance=distance, certificate=path)
    assert solution.value == value_of(game, kind)
    verified(path)
    play_out(path)


@pytest.mark.long
def test_any_positions(tmp_path: Path) -> None:
    """Of random games on random lines: verified, and played out against every move."""
    rng, path, met = random.Random(7), tmp_path / "proof", 0
    for _ in range(400):
        cells = rng.randint(6, 12)
        sets = {frozenset(rng.sample(range(cells), rng.randint(2, 5))) for _ in range(14)}
        kept = [sorted(line) for line in sets if not any(other < line for other in sets)]
        game = Game.on(boards.lines(cells, kept))
        position = random_play(game, rng.randint(0, 4), rng)
        if position.is_over:
            continue
        kind: GameKind = rng.choice(KINDS)
        distance = rng.random() < 0.5
        solver = Solver(game, 1)
        solver.solve(position, game_kind=kind, distance=distance, certificate=path, overwrite=True)
        verified(path)
        met += play_out(path)
    assert met > 1000


def test_wins_by_force(tmp_path: Path) -> None:
    path, game = tmp_path / "proof", Game.on(boards.box((4, 4, 4), 4))
    position = game.start().play_all("2c3 1d3 4c4 3c4 1b4 4b4 2d3 2b2")
    assert inarow.forced_win(position, certificate=path) is not None
    assert verified(path).claim.startswith("64 cells and 76 lines, strong game")
    assert len(read(path)) == check(path).nodes


# --- false proofs --------------------------------------------------------------------------------


def file_of(
    rest: bytes,
    lines: list[bytes],
    turns: list[bytes] = [],  # noqa: B006
    said: str = "X wins",
    rows: str = "....",
    sizes: str = "",
) -> bytes:
    """A file by hand; cells of one byte."""
    sizes = sizes or f"{len(rows)} {len(lines)} {len(turns)}"
    counts = "{} cells, {} lines, {} symmetries".format(*sizes.split())
    head = f"inarow certificate 3\nby hand = {counts} strong\n{rows} X\n{said}\n".encode()
    return head + b"".join(bytes([len(line)]) + line for line in lines) + b"".join(turns) + rest


WIN = bytes([CHAIN, 1, 1])  # of four cells with the lines 0 1, 1 2: X plays the one in both
PATH = [bytes([0, 1]), bytes([1, 2])]
THREE = [bytes([2, 3]), bytes([0, 3])]
MIRROR = bytes([2, 1, 0, 3])

FALSE: dict[str, tuple[bytes, str]] = {
    "another line": (file_of(WIN, [bytes([0, 1]), bytes([2, 3])]), "a chain has no end"),
    "a line twice": (file_of(WIN, [*PATH, PATH[0]]), "a line is inside another"),
    "a line in another": (file_of(WIN, [*PATH, bytes([1, 2, 3])]), "a line is inside another"),
    "a line around one": (file_of(WIN, [bytes([1, 2, 3]), *PATH]), "a line is inside another"),
    "a line of one cell": (file_of(WIN, [*PATH, bytes([3])]), "that is no line"),
    "a line of no cell": (file_of(WIN, [*PATH, b""]), "that is no line"),
    "a cell twice": (file_of(WIN, [*PATH, bytes([3, 3])]), "that is no line"),
    "cells that descend": (file_of(WIN, [PATH[0], bytes([2, 1])]), "that is no line"),
    "a cell too many": (file_of(WIN, [*PATH, bytes([3, 4])]), "that is no line"),
    "no permutation": (file_of(WIN, PATH, [bytes([1, 1, 2, 3])]), "no permutation"),
    "off the board": (file_of(WIN, PATH, [bytes([0, 1, 2, 4])]), "no permutation"),
    "no symmetry": (file_of(WIN, PATH, [bytes([1, 0, 2, 3])]), "to what is none"),
    "no lines": (file_of(WIN, [], sizes="4 0 0"), "not a certificate"),
    "zeros before": (file_of(WIN, PATH, sizes="4 02 0"), "not a cert"),
    "too many cells": (
        file_of(WIN, PATH, rows="." * 401, sizes="401 2 0"),
        "the board is too large",
    ),
    "too many lines": (file_of(WIN, PATH, sizes="4 513 0"), "the board is too large"),
    "too many symmetries": (file_of(WIN, PATH, sizes="4 2 256"), "the board is too large"),
    "fewer rows": (file_of(WIN, PATH, rows="...", sizes="4 2 0"), "the rows do not fit"),
    "two rows": (file_of(WIN, PATH, rows="../..", sizes="4 2 0"), "the rows do not fit"),
    "a line on the board": (file_of(WIN, PATH, rows="XX.."), "there is a line on the board"),
    "too strong": (file_of(WIN, PATH, said="X wins within 2 plies"), "the win takes 3 plies"),
    "O stops": (file_of(bytes([END]), PATH, said="O stops"), "a move is not answered"),
    "O holds": (file_of(bytes([END]), PATH, said="O holds"), "a move is not answered"),
    "no chain": (file_of(bytes([PASS, 0, END]), PATH, said="O holds"), "a chain has no end"),
    "potential": (  # a quarter for each line
        file_of(bytes([POTENTIAL]), [*PATH, *THREE], said="X stops"),
        "the potential is too high",
    ),
    "one pair": (file_of(bytes([PAIRS, 3, 1, 0, 1]), PATH, said="X stops"), "no pair on a line"),
    "itself": (file_of(bytes([KNOWN, 1, 0, 0, 0, 0, 0, 0]), PATH), "that position is not proven"),
}


@pytest.mark.parametrize(("data", "said"), FALSE.values(), ids=FALSE.keys())
def test_false_proofs_are_refused(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(data)
    plain, verdict = check(path, plain=True), check(path)
    assert not plain.verified and said in plain.reason, plain
    assert not verdict.verified and verdict.reason
    path.write_bytes(file_of(WIN, PATH, [MIRROR]))
    verified(path)


@pytest.mark.parametrize("name", ["plane a", "plane 3,3,3 frame 0,0,2,2", "plane ", "3,3,3"])
def test_a_name_says_nothing(name: str, tmp_path: Path) -> None:
    """Where the lines stand in the file, though it looks like that of another header."""
    path = tmp_path / "proof"
    path.write_bytes(file_of(WIN, PATH).replace(b"by hand", name.encode()))
    verified(path)


def test_a_name_is_not_believed(run: Run, tmp_path: Path) -> None:
    """It is repeated by no checker, and a reader compares it with the lines."""
    path = tmp_path / "proof"
    data = file_of(WIN, PATH)
    for name in (b"4,4,4", b"lines 4:00000000", b"VERIFIED: the world", b"x" * 200):
        path.write_bytes(data.replace(b"by hand", name))
        assert verified(path).claim == (
            "4 cells and 2 lines, strong game, the empty board, X to move: X wins"
        )
        assert read(path).game.key.startswith("lines 4:")
    for name in (b"", b"x" * 201, b"a=b", b"\x1b[2J", b"\xff"):
        path.write_bytes(data.replace(b"by hand", name))
        assert not check(path).verified and not check(path, plain=True).verified
    path.write_bytes(data.replace(b"by hand", b"torus 2,2,2"))
    assert verified(path)
    with pytest.raises(CertificateError, match="its lines are not those of torus 2,2,2"):
        read(path)
    refused(run("check", path), "torus 2,2,2")


# --- readers -------------------------------------------------------------------------------------


def test_it_is_explained_and_drawn(run: Run, tmp_path: Path) -> None:
    path, game = tmp_path / "proof", Game.on(boards.torus(5, 4, 4))
    assert run("prove", "--board", "torus:5,4", "--k", 4, "-o", path).status == 0
    checked = run("check", path)
    assert checked.status == 0 and "its lines are those of torus 5,4,4" in checked.out
    assert run("check", path, "--json").record["board"] == "torus 5,4,4"
    shown = run("explain", path)
    assert shown.status == 0 and "torus 5,4,4" in shown.out
    root = read(path).root()
    while isinstance(root, Node | Answer):
        assert proof_svg(root).startswith("<svg ")
        node = root if isinstance(root, Node) else root.node
        if node is None or not node.entries:
            break
        root = node.entries[0]
    assert game.start() == read(path).position


def test_names_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    game = Game.on(boards.lines(7, [line[::-1] for line in FANO], names=[*"abcdefg"]))
    inarow.solve(game.start(), certificate=path)
    assert read(path).game != game
    assert Solver(game, proof=path).best_move(game.start()) is not None
    other = Game.on(boards.lines(7, FANO[:-1]))
    with pytest.raises(InvalidGameError, match="is a proof of"):
        Solver(other, proof=path)


def test_symmetries_need_be_no_group(tmp_path: Path) -> None:
    """Code 6 takes one back after another: of a turn alone the way back is made as well."""
    turn = (0, 3, 4, 5, 6, 1, 2)
    star = [(0, 1), (0, 3), (0, 5), (1, 3, 5), (2, 4, 6)]
    game = Game.on(boards.lines(7, star, symmetries=[turn]))
    board = proof_board(game, False)
    assert [*map(tuple, board.symmetries)] == [tuple(range(7)), turn]
    assert board.image(1) == [*turn]
    assert [board.image(1 << 8)[cell] for cell in turn] == [*range(7)]
    path = tmp_path / "proof"
    for cells in product(range(7), repeat=2):
        if len({*cells}) == 2:
            position = game.start().play_all(cells)
            if not position.is_over:
                inarow.solve(position, distance=True, certificate=path, overwrite=True)
                verified(path)


def test_more_symmetries_than_a_certificate_has(tmp_path: Path) -> None:
    game = Game.on(boards.torus(6, 6, 6))
    assert len(game.symmetries) == 288
    head = header_of(game.start(), ["O stops"], False)
    assert b"torus 6,6,6 = 36 cells, 24 lines, 255 symmetries strong\n" in head
    path = tmp_path / "proof"
    inarow.solve(game.start(), certificate=path)
    verified(path)
