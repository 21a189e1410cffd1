"""Records that come in and go out: what every format tells, and what is refused with its place."""

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import inarow
from inarow import Game, IllegalMoveError, InvalidRecordError, Record, read_record, write_record
from inarow.records.formats import FORMATS

GOMOKU = Game(15, 15, 5)
EXACT = Game(15, 15, 5, exact=True)

GAMES = [
    Game(3, 3, 3),
    Game(4, 6, 4, exact=True),
    Game(6, 4, 3),
    Game(1, 7, 3),
    Game(19, 19, 5),
    Game(20, 20, 6),
    Game(5, 20, 5, exact=True),
    GOMOKU,
    EXACT,
]


def random_record(game: Game, seed: int, from_start: bool = False) -> Record:
    """Some moves at random, from the start or from a position on the way."""
    rng = random.Random(seed)
    position, start, moves = game.start(), game.start(), []
    for ply in range(rng.randrange(game.cells + 1)):
        if position.is_over:
            break
        move = rng.choice(position.legal_moves)
        position = position.play(move)
        moves.append(move)
        if not from_start and ply % 7 == 3:
            start, moves = game.position(position.text), []
    return Record(start, tuple(moves), position)


# --- out and in again ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GOMOKU, Game(19, 20, 5), Game(5, 9, 5)], ids=lambda g: g.key)
def test_piskvorks_files_too(game: Game) -> None:
    for seed in range(5):
        record = random_record(game, seed, from_start=True)
        assert read_record(write_record(record, "psq")) == record
    for other in (EXACT.start(), Game(15, 15, 4).start(), game.position(game.start().play(0).text)):
        with pytest.raises(InvalidRecordError, match="Piskvork"):
            write_record(other, "psq")


def test_constructed_positions_keep_their_side_to_move() -> None:
    for board, turn in (("XXX/.../...", "O"), ("OO./.../...", "X"), (".../.../...", "O")):
        position = Game(3, 3, 4).position(board, turn=turn, strict=False)
        for form in ("sgf", "moves", "position"):
            assert read_record(write_record(position, form)).start == position
        assert Game(3, 3, 4).position(position.key, strict=False) == position
        assert read_record(repr(position)).position == position


def test_a_number_in_a_row_may_be_beyond_the_board() -> None:
    position = Game(3, 4, 10**30).start().play("b2")
    for form in ("sgf", "moves", "position"):
        assert read_record(write_record(position, form)).start == position


def test_a_picture_is_a_record_too() -> None:
    from inarow.svg.board import board_svg

    position = Game(4, 5, 4, exact=True).start().play("b2").play("c3")
    assert read_record(board_svg(position)).position == position


def test_nothing_but_a_format_is_written() -> None:
    assert FORMATS == ("sgf", "psq", "moves", "position")
    with pytest.raises(inarow.InvalidOptionError, match="sgf, psq, moves, position"):
        write_record(GOMOKU.start(), "pdf")  # type: ignore[arg-type]


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path, text = tmp_path / "game.sgf", write_record(read_record("15,15,5 h8 i9"))
    path.write_text(text)
    assert read_record(path) == read_record(text)
    path.write_text("h8 i9")
    assert read_record(path, GOMOKU).moves == read_record("h8 i9", GOMOKU).moves
    with pytest.raises(InvalidRecordError, match=r"game\.sgf: the text does not say") as refusal:
        read_record(path)
    assert refusal.value.needs_game
    for wrong, words in (
        (tmp_path / "none", "none cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (Path("\0"), "no file can have this name"),
    ):
        with pytest.raises(InvalidRecordError, match=words):
            read_record(wrong)
    with pytest.raises(InvalidRecordError, match=r"a file is given as pathlib\.Path"):
        read_record(str(path))  # a text, always
    with pytest.raises(TypeError, match="not int"):
        read_record(3)  # type: ignore[arg-type]
    for text in ("h8", "15,15,5 h8", "(;GM[4]SZ[15])", "Piskvorky 15x15, 0:0, 0"):
        with pytest.raises(TypeError, match="expected a Game, not str"):
            read_record(text, "15,15,5")  # type: ignore[arg-type]


# --- which game it is ----------------------------------------------------------------------------

SILENT = ["h8 i9", "7,7 8,8", "X../.O./...", "X", "(;SZ[15];B[hh])", "(;FF[4];B[aa])", "1. h8"]


@pytest.mark.parametrize("text", SILENT)
def test_a_game_that_is_not_told_is_asked_for(text: str) -> None:
    with pytest.raises(InvalidRecordError) as refusal:
        read_record(text)
    assert refusal.value.needs_game


@pytest.mark.parametrize("form", ["sgf", "psq", "moves", "position"])
def test_what_is_no_record_is_not_written(form: Any) -> None:
    given: list[Any] = [GOMOKU, None, "h8"]
    for one in given:
        with pytest.raises(TypeError, match="expected a Record or a Position, not"):
            write_record(one, form)


def test_a_game_that_is_told_is_never_taken_from_elsewhere() -> None:
    """Whatever is on the screen, an ordinary file of Gomoku is five in a row."""
    for text in ("(;GM[4]SZ[15];B[hh])", "15,15,5 h8", "Piskvorky 15x15, 11:11, 0\n8,8,0\n"):
        assert read_record(text).game == GOMOKU
        for other in (Game(3, 3, 3), Game(15, 15, 4), Game(15, 16, 5)):
            with pytest.raises(InvalidRecordError, match=re.escape(f"not of {other.key}")) as error:
                read_record(text, other)
            assert not error.value.needs_game
    # Neither Piskvork nor a Gomoku file without RU says whether more than five win.
    for text in ("(;GM[4]SZ[15];B[hh])", "Piskvorky 15x15, 11:11, 0\n8,8,0\n"):
        assert read_record(text, EXACT).game == EXACT
    for text in ("(;GM[4]SZ[15]RU[Freestyle];B[hh])", "15,15,5 h8"):
        with pytest.raises(InvalidRecordError):
            read_record(text, EXACT)
    assert read_record("(;SZ[3]AB[aa][bb]AW[cc];W[ab])", Game(3, 3, 3)).position.ply == 4
    assert read_record("(;GM[4];B[aa])", GOMOKU).game == GOMOKU


@pytest.mark.parametrize(
    "root, game",
    [
        ("GM[4]SZ[15]", GOMOKU),
        ("GM[4]SZ[15]RU[]", GOMOKU),
        ("GM[4]SZ[15]RU[Freestyle]", GOMOKU),
        ("GM[4]SZ[15]RU[free-style gomoku]", GOMOKU),
        ("GM[4]SZ[15]RU[Standard]", EXACT),
        ("GM[4]SZ[15]RU[ standard ]", EXACT),
        ("GM[4]SZ[20:12]RU[Gomoku]", Game(12, 20, 5)),
        ("GM[4]SZ[3]RU[k=3]", Game(3, 3, 3)),
        ("SZ[4:5]RU[k = 4, exactly]", Game(5, 4, 4, exact=True)),
        ("GaMe[4]SiZe[15]", GOMOKU),  # as the oldest programs write
    ],
)
def test_the_game_of_an_sgf(root: str, game: Game) -> None:
    assert read_record(f"(;FF[4]{root};B[aa])").game == game


@pytest.mark.parametrize(
    "root, names",
    [
        ("GM[1]SZ[19]", "Go .*GM.1"),
        ("GM[2]", "Othello"),
        ("GM[11]SZ[11]", "Hex"),
        ("GM[777]", "GM.777"),
        ("GM[]", "GM"),
        ("GM[4]SZ[15]RU[Renju]", "Renju"),
        ("GM[4]SZ[15]RU[RIF renju]", "renju"),
        ("GM[4]SZ[15]RU[Caro]", "Caro"),
        ("GM[4]SZ[15]RU[Japanese]", "Japanese"),
        ("GM[4]SZ[15]RU[k=0]", "k=0"),
        ("GM[4]SZ[25]", "20"),
        ("GM[4]SZ[0]", "20"),
        ("GM[4]SZ[x]", "SZ.x"),
        ("GM[4]SZ[15:]", "SZ"),
    ],
)
def test_other_games_are_refused_by_name(root: str, names: str) -> None:
    for given in (None, Game(3, 3, 3), GOMOKU):
        with pytest.raises(InvalidRecordError, match=names):
            read_record(f"(;FF[4]{root};B[aa];W[bb])", given)


# --- SGF: stones, moves, branches ----------------------------------------------------------------


@pytest.mark.parametrize(
    "nodes, start, moves",
    [
        ("AB[aa:cb]AW[dd]PL[W];W[hh];B[ii]", "X6 O1 O", "h8 i9"),  # a rectangle, and its side
        ("AB[aa][cc:dd]AW[bb:bc][ee];B[hh]", "X5 O3 X", "h8"),  # the first move tells the side
        ("AB[aa][bb]AW[cc];W[ab]", "X2 O1 O", "a2"),
        ("AB[aa]PL[white]", "X1 O0 O", ""),
        ("AB[];B[hh]", "X0 O0 X", "h8"),
        ("PL[W];W[hh];B[aa]", "X0 O0 O", "h8 a1"),  # White begins
        ("C[a game];AB[aa]AW[bb];B[cc]", "X1 O1 X", "c3"),  # set up in a node of its own
        ("AB[aa][bb]AW[cc];AE[bb]AB[dd];W[ee]", "X2 O1 O", "e5"),
        ("B[hh];W[ii]", "X0 O0 X", "h8 i9"),  # a move in the root
        ("AB[aa]AW[bb]B[cc]", "X1 O1 X", "c3"),  # and after what it sets up
        ("B[hh](;W[ii];B[jj](;W[kk])(;W[ll]))(;W[mm])", "X0 O0 X", "h8 i9 j10 k11"),
        ("B[hh];C[a \\] in a comment];W[ii]N[x\\\\]", "X0 O0 X", "h8 i9"),
        ("B[hh]BL[3.5]OB[1]TR[aa:cc]LB[aa:1][bb:2]\n\n;\t W\n[ii]", "X0 O0 X", "h8 i9"),
    ],
)
def test_an_sgf_is_read(nodes: str, start: str, moves: str) -> None:
    record = read_record(f"(;FF[4]GM[4]SZ[15]{nodes})")
    begun = record.start
    assert f"X{begun.x.bit_count()} O{begun.o.bit_count()} {begun.turn}" == start
    assert " ".join(map(GOMOKU.name, record.moves)) == moves
    assert begun.play_all(record.moves) == record.position


def test_tt_is_a_cell_of_the_largest_board() -> None:
    assert read_record("(;GM[4]SZ[20];B[tt])").moves == (399,)


def test_dashes_between_moves_say_nothing() -> None:
    assert read_record("h8 --", GOMOKU).moves == (112,)


def test_without_the_library_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sgfmill", None)
    for name in ("sgf", "sgf_writer"):
        monkeypatch.delitem(sys.modules, f"inarow.records.{name}", raising=False)
    for ask in (lambda: read_record("(;GM[4]SZ[15])"), lambda: write_record(GOMOKU.start())):
        with pytest.raises(InvalidRecordError, match=r"pip install sgfmill.*source tree.*records"):
            ask()
    assert read_record("15,15,5 h8").moves == (112,)


# --- Piskvork ------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_of_piskvork(end: str) -> None:
    lines = ["Piskvorky 20x15, 11:11, 0", "11,8,1200", "10,8,0", "20,15,34", "a.zip", "b.zip", "-1"]
    record = read_record(end.join(lines))
    assert record.game == Game(15, 20, 5)
    assert [record.game.name(move) for move in record.moves] == ["k8", "j8", "t15"]
    assert record.names == ("a.zip", "b.zip")
    marked = b"\xef\xbb\xbf" + end.join(lines[:4]).encode()
    assert read_record(marked) == record._replace(names=("", ""))
    began = "Piskvorky 20x15, 11:11, 1"  # the second of those that are named at the end
    assert read_record(end.join([began, *lines[1:]])).names == ("b.zip", "a.zip")
    czech = marked + b"\nT\xf8i.exe\n\x8ai\x9akov\xe1.exe\n0\n"  # as Windows writes, not UTF-8
    assert read_record(czech).names == ("T\xf8i.exe", "\u0160i\u0161kov\xe1.exe")


REC = ["pbrain-a.exe", "homo-2", "0,0,1200", "19,8,0", "7,19,34", "-1"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_rec_of_piskvork_has_names_first_and_counts_from_0(end: str) -> None:
    record = read_record(end.join(REC))
    assert record.game == Game(20, 20, 5)
    assert [record.game.name(move) for move in record.moves] == ["a1", "t9", "h20"]
    assert record.names == ("pbrain-a.exe", "homo-2")
    assert read_record(end.join(REC[:-1]) + end) == record
    assert read_record(write_record(record, "psq")) == record  # which counts from 1
    exact = Game(20, 20, 5, exact=True)
    assert read_record(end.join(REC), exact).game == exact
    # The board is not told: who knows better may say so, if all the moves are on it.
    small = [*REC[:3], "14,8,0", "7,14,34", "0"]
    assert read_record(end.join(small), GOMOKU).moves == (0, 8 * 15 + 14, 14 * 15 + 7)
    assert read_record(end.join(small)).game == Game(20, 20, 5)


def test_what_is_no_rec_is_never_read_as_one() -> None:
    for text in ("h8\ni9\n3,4,4", "1. h8\n2. i9\n3,4,4", "7,7\n8,8\n3,4,4", "--\n(7,7)\n3,4,3"):
        assert read_record(text, GOMOKU).moves[-1] == 3 * 15 + 4
        assert read_record(text, GOMOKU).names == ("", "")
    for text in ("a\nb\n7,7", "a\n7,7,0\n8,8,0", "7,7,0\nb\n8,8,0", "a\nb\nc\n7,7,0"):
        with pytest.raises(InvalidRecordError, match=r"^move 1|is no game"):
            read_record(text, GOMOKU)


# --- plain text ----------------------------------------------------------------------------------

LISTS = [
    "h8 i9 j10",
    "h8_i9_j10",
    "h8,i9,j10",
    "h8, i9; j10\n",
    "h8 - i9 - j10",
    "1. h8 i9 2. j10",
    "1.h8 2.i9 3.j10",
    "1 h8 2 i9 3 j10",
    "1: h8\n2: i9\n3: j10",
    "7,7 8,8 9,9",
    "7,7,8,8,9,9",
    "(7,7) (8,8) (9, 9)",
    "(7, 7), (8, 8), (9, 9)",
    "1. 7,7 8,8 2. 9,9",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_of_moves(text: str) -> None:
    moves = (7 * 15 + 7, 8 * 15 + 8, 9 * 15 + 9)
    mirrored = (7 * 15 + 7, 6 * 15 + 8, 5 * 15 + 9)
    if not text.startswith("7,7,"):  # which the game in front would run into
        assert read_record(f"15,15,5 {text}").moves == moves
        assert read_record(f"15,15,5: {text}").moves == moves
    assert read_record(text, GOMOKU).moves == moves
    assert read_record(f"15,15,5 exact\n{text}").game == EXACT
    names = re.search("[a-z]", text, re.I)
    assert read_record(text, GOMOKU, from_bottom=True).moves == mirrored
    assert read_record(f"15,15,5 from the bottom {text}").moves == mirrored
    assert names is None or "10" in text


@pytest.mark.parametrize(
    "text, position",
    [
        ("3,3,3 X../.O./...", "X../.O./..."),
        ("3,3,3\nx..\n.o.\n...\n", "X../.O./..."),
        ("3,3,3 x__ / _o_ / ___", "X../.O./..."),
        ("3,3,3 X../.O./... c3 a3", "X../.O./O.X"),
        ("3,3,3", ".../.../..."),
        ("3,3,3 from the bottom a1", ".../.../X.."),
        ("an SVG: <title>Game(3, 3, 3), X to move: X../.O./...</title>", "X../.O./..."),
    ],
)
def test_a_board(text: str, position: str) -> None:
    assert read_record(text).position == Game(3, 3, 3).position(position)


# --- what is refused, with its reason and place --------------------------------------------------

SGF = [  # below (;FF[4]GM[4]SZ[15]
    (";B[hh];W[]", r"node 3 .*W\[\]: a pass"),
    (";B[hh];W[tt];B[ii]", r"node 3 .*W\[tt\]: a pass"),
    (";B[hh];B[ii]", "node 3 .*it is not the turn of X"),
    (";B[hh];W[hh]", "node 3 .*h8: the cell is taken"),
    (";B[pp]", r"node 2 .*B\[pp\].*off"),
    (";B[h]", "node 2 .*no point"),
    (";B[hh:ii]", "node 2 of the SGF has more|no point|node 2"),
    (";B[hh]W[ii]", "node 2 .*more than one move"),
    (";B[hh];AB[aa]", "node 3 .*AB comes after moves"),
    (";B[hh];PL[B]", "node 3 .*PL comes after moves"),
    ("AB[aa]AW[aa]", "node 1 .*stones of both sides on a1"),
    ("AB[aa:zz]", r"node 1 .*AB\[aa:zz\]"),
    ("PL[green]", "node 1 .*green"),
    ("AB[aa][bb][cc]", "AB, AW, PL"),  # whose turn is it?
    ("AB[aa:ea]AW[bb:cc]PL[B]", "completed a line"),
    (";B[aa];W[ah];B[ba];W[bh];B[ca];W[ch];B[da];W[dh];B[ea];W[eh]", "node 11 .*X wins"),
    (";B[hh](;W[ii])(;W[hh])", r"node 3 of branch 1 of the SGF, W\[hh\]: .*taken"),
    (";B[hh](;W[ii])(;B[jj])", "node 3 of branch 1 .*not the turn of X"),
    (";B[hh](;W[ii])(;W[])", "node 3 of branch 1 .*a pass"),
    (";B[hh](;W[ii](;B[jj])(;B[ii]))(;W[kk])", "node 4 of branch 2 .*taken"),
    (";B[hh](;W[ii])(;W[kk];AB[aa])", "node 4 of branch 1 .*AB comes after moves"),
    ("(;AB[aa][bb]AW[cc];W[dd])(;B[hh])", "node 1 .*other stones"),
    ("(;C[x];B[hh])(;AB[aa];B[bb])", "node 2 of branch 1 .*AB comes after"),
]
HALF = ["(;", "(;GM[4", "(;GM[4]SZ[15];B[hh];W[ii]", "(;GM[4]SZ[15];B)", "(;GM[4]SZ[15]x[3"]
PISKVORK = [
    ("Piskvorky", "line 1"),
    ("Piskvorky 15", "line 1"),
    ("Piskvorky 30x15, 0:0, 0", "line 1.*20"),
    ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", "line 3: .*taken"),
    ("Piskvorky 15x15, 0:0, 0\n0,8,0", "line 2: 0,8 is off"),
    ("Piskvorky 15x15, 0:0, 0\n8,16,0", "line 2: 8,16 is off"),
    ("Piskvorky 15x15, 11:11, 0\n8,x,1", "line 2: '8,x,1' is no move"),
    ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,,0\na\nb\n-1", "line 3: '9,,0' is no move"),
    ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,1", "line 3: '9,1' has no time: is it cut short"),
    ("Piskvorky 15x15, 0:0, 0\n8,8,0\nx\n9,9,0", "line 3: 'x' stands between moves"),
]
REC_FILES = [
    ("a\nb\n20,8,0", "line 3: 20,8 is off the board of 20x20"),
    ("a\nb\n8,20,0", "line 3: 8,20 is off"),
    ("a\nb\n8,8,0\n8,8,0", "line 4: .*taken"),
    ("a\nb\n8,8,0\nx\n9,9,0", "line 4: 'x' stands between moves"),
    ("a\nb\n8,8,0\n9,9", "line 4: '9,9' has no time"),
    ("a\nb\n8,8,0\n-1,9,0", "line 4: -1,9 is off"),
    ("a\nb\n8,8,0\nc\nd\n-1", "line 4: 'c' is no move"),
    ("a\nb\n8,8,0\n0\n0", "line 4: '0' is no move"),
]
MOVES = [
    ("h8 h8", r"move 2 \(h8\): .*taken"),
    ("h8 p9", r"move 2 \(p9\): .*off"),
    ("7,7 15,0", r"move 2 \(15,0\): .*off"),
    ("h8 pass", "move 2: 'pass' .*no passes"),
    ("h8 ?", "move 2"),
    ("h8 7", "move 2: '7'"),
    ("h8 i9 1-0", "move 3"),
    ("Black h8", "move 1: 'Black'"),
    ("<svg></svg>", "move 1"),
]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *[(f"(;FF[4]GM[4]SZ[15]{nodes})", reason) for nodes, reason in SGF],
        *[(half, "SGF cannot be read") for half in HALF],
        *[*PISKVORK, *MOVES],
    ],
)
def test_a_record_is_refused_with_reason_and_place(text: str, reason: str) -> None:
    with pytest.raises(InvalidRecordError, match=reason):
        read_record(text, GOMOKU)


@pytest.mark.parametrize(("text", "reason"), REC_FILES)
def test_a_rec_is_refused_with_reason_and_place(text: str, reason: str) -> None:
    with pytest.raises(InvalidRecordError, match=reason):
        read_record(text)
    with pytest.raises(InvalidRecordError, match="five in a row, not of 15,15,4"):
        read_record(text, Game(15, 15, 4))
    with pytest.raises(InvalidRecordError, match="five in a row, not of 20,20,5 misere"):
        read_record(text, Game(20, 20, 5, misere=True))


@pytest.mark.parametrize("name", ["GM", "RU", "SZ", "PL", "B", "AB"])
def test_what_is_quoted_of_an_sgf_is_short_and_fit_to_be_printed(name: str) -> None:
    root = {"GM": "4", "SZ": "15"} | {name: "x\n\0\x1b[31m\\]" + "z" * 1000}
    text = "(;" + "".join(f"{key}[{value}]" for key, value in root.items()) + ";W[ii])"
    with pytest.raises(InvalidRecordError, match=rf"{name}\[x") as told:
        read_record(text)
    assert str(told.value).isprintable() and len(str(told.value)) < 200


def test_a_key_of_another_game_is_no_position() -> None:
    with pytest.raises(inarow.InvalidPositionError, match="of 3,3,2, not of 3,3,3"):
        Game(3, 3, 3).position("3,3,2 X../.../...")
    with pytest.raises(inarow.InarowError):
        Game(3, 3, 3).position("0,0,0 X../.../...")


# --- nothing but our errors ----------------------------------------------------------------------


def test_long_texts_take_little_time() -> None:
    for part in ("(", "(;", "h8 ", "1,", "/", "X ", "  "):
        with pytest.raises(InvalidRecordError):
            read_record(part * 5000, GOMOKU)


def test_no_more_is_read_than_can_be_played() -> None:
    """Nor is a long word looked through from each of its letters: that would take minutes."""
    for text in ("a1 a1 nonsense", "a1" * 200_000, "1. " + "a1," * 200_000):
        with pytest.raises(InvalidRecordError, match=r"move 2 \(a1\): cannot play a1"):
            read_record(f"15,15,5 {text}")
    with pytest.raises(IllegalMoveError, match="cannot play a1"):
        GOMOKU.start().play_all("a1 a1 nonsense")
    with pytest.raises(InvalidRecordError, match="line 3: cannot play a1"):
        read_record("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n99,99,0\n")
    with pytest.raises(InvalidRecordError, match=r"^.{,200}$"):
        read_record("Piskvorky " + "x" * 100_000)


def test_a_game_that_ended_after_a_handicap_is_written_as_where_it_stands() -> None:
    record = read_record("3,3,3 XX./.../...:X c1")
    again = read_record(write_record(record, "position"))
    assert again.position == record.position and again.position.winner == "X"


def test_where_stones_fall_a_column_is_a_move() -> None:
    """In a text of moves, in a record and in `play`; a cell named is that cell."""
    game, rng = Game(6, 7, 4, gravity=True), random.Random(1)
    for _ in range(20):
        position, columns = game.start(), list[str]()
        while not position.is_over:
            move = rng.choice(position.legal_moves)
            name = game.name(move)
            columns.append(rng.choice([name, name[0]]))
            assert position.play(name[0]) == position.play(move)
            position = position.play(move)
        assert game.start().play_all(" ".join(columns)) == position
        found = read_record(f"{game.key} {' '.join(columns)}")
        assert found.position == position
    rows = game.start().play_all("d d").text
    assert read_record(f"{game.key} {rows} d").position == game.start().play_all("d d d")
    bottom = read_record("6,7,4 gravity from the bottom d d2 D C1")
    assert bottom == read_record("6,7,4 gravity 1. d d5 2. d4 c6")
    for text, reason in (("d " * 7, r"move 7 \(d\): column d is full"), ("d z", r"move 2 \(z\)")):
        with pytest.raises(InvalidRecordError, match=reason):
            read_record(f"6,7,4 gravity {text}")
    with pytest.raises(InvalidRecordError, match="'d' is no cell"):
        read_record("6,7,4 d")
