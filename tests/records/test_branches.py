"""What is noted beside a game: branches, comments and names, kept as far as a format has them."""

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import inarow
from inarow import Branch, Game, InvalidRecordError, Record, read_record, write_record

GAMES = [Game(3, 3, 3), Game(4, 6, 4, exact=True), Game(1, 7, 3), Game(15, 15, 5), Game(20, 20, 6)]

# What a comment keeps: blanks other than new lines are spaces in every file.
TEXTS = st.text(
    st.one_of(st.sampled_from("\\]:[(;)\n "), st.characters(exclude_categories=["Cs", "Cc"])),
    min_size=1,
)
NAMES = st.one_of(
    st.just(""), TEXTS.map(lambda text: " ".join(text.split())), st.sampled_from(["7,7,0", "-1"])
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game, with random branches of the game and of each other."""
    game = draw(st.sampled_from(GAMES))
    start = game.start()
    if draw(st.booleans()):
        start = start.play(draw(st.sampled_from(start.legal_moves)))
    most = draw(st.integers(0, 8))

    def line(at: inarow.Position) -> list[inarow.Position]:
        found = [at]
        for _ in range(draw(st.integers(0, most))):
            if found[-1].is_over:
                break
            found.append(found[-1].play(draw(st.sampled_from(found[-1].legal_moves))))
        return found

    def comments(ply: int, count: int) -> tuple[tuple[int, str], ...]:
        plies = draw(st.sets(st.integers(ply, ply + count), max_size=3))
        return tuple((at, draw(TEXTS)) for at in sorted(plies))

    main = line(start)
    lines, branches = [(0, main)], []
    parents = sorted(draw(st.lists(st.integers(0, 5), max_size=6)))
    for parent in parents:
        parent = min(parent, len(lines) - 1)
        ply, above = lines[parent]
        at = draw(st.integers(0, len(above) - 1))
        own = line(above[at])
        lines.append((ply + at, own))
        branches.append((parent, ply + at, own))
    branches.sort(key=lambda branch: branch[0])
    return Record(
        start,
        moves_of(main),
        main[-1],
        (draw(NAMES), draw(NAMES)),
        comments(0, len(main) - 1),
        tuple(
            Branch(parent - 1 if parent else None, ply, moves_of(own), comments(ply, len(own) - 1))
            for parent, ply, own in branches
        ),
    )


def moves_of(line: list[inarow.Position]) -> tuple[int, ...]:
    found = []
    for before, after in pairwise(line):
        stone = (before.x | before.o) ^ (after.x | after.o)
        found.append(stone.bit_length() - 1)
    return tuple(found)


def in_order(record: Record) -> Record:
    """The same, its branches as they are read: by their parent, and by where they leave it."""
    new = {None: None}
    found: list[Branch] = []
    queue: list[int | None] = [None]
    for parent in queue:
        of_it = [i for i, branch in enumerate(record.branches) if branch.parent == parent]
        for index in sorted(of_it, key=lambda i: record.branches[i].ply):
            new[index] = len(found)
            found.append(record.branches[index]._replace(parent=new[parent]))
            queue.append(index)
    return record._replace(branches=tuple(found))


@pytest.mark.long
@settings(deadline=None, max_examples=150)
@given(records())
def test_whatever_is_written_is_read_again(record: Record) -> None:
    expected = in_order(record)
    text = write_record(record)
    again = read_record(text)
    assert again == expected
    assert read_record(text.encode()) == read_record(text, record.game) == again
    assert write_record(again) == text
    assert hash(again) == hash(expected)
    for index, branch in enumerate(again.branches):
        moves = again.line(index)
        assert len(moves) == branch.ply + len(branch.moves)
        again.start.play_all(moves)
    bare = Record(record.start, record.moves, record.position)
    for from_bottom in (False, True):
        assert read_record(write_record(record, "moves", from_bottom=from_bottom)) == bare
    position = record.position
    for shown in (write_record(record, "position"), position.key, repr(position)):
        assert read_record(shown).position == position
    assert record.game.position(position.key) == position


@settings(deadline=None)
@example(":", "-")
@given(NAMES, NAMES)
def test_names_in_a_file_of_piskvork_are_never_moves(first: str, second: str) -> None:
    record = read_record("15,15,5 h8 i9")._replace(names=(first, second))
    again = read_record(write_record(record, "psq"))
    assert again.moves == record.moves
    assert again.names in (record.names, ("", ""))
    kept = all(name and not name.lstrip("-").isdigit() and "," not in name for name in record.names)
    assert again.names == record.names or not kept


FILE = """(;FF[4]GM[4]SZ[15]PB[Alice ]PW[Bob\\]
Smith]C[begins];B[hh]C[one \\] two];C[more](;W[ii]C[good];B[jj](;W[kk])(;C[or];W[ll];B[mm]))
(;W[gg]C[bad](;B[ff])(;B[ee]))(;C[nothing else]))"""


def test_branches_comments_and_names_are_read() -> None:
    record = read_record(FILE)
    name = record.game.name
    assert record.names == ("Alice", "Bob] Smith")
    assert record.comments == ((0, "begins"), (1, "one ] two\nmore"), (2, "good"))
    assert [name(move) for move in record.moves] == ["h8", "i9", "j10", "k11"]
    found = [
        (parent, ply, " ".join(map(name, moves)), comments)
        for parent, ply, moves, comments in record.branches
    ]
    assert found == [
        (None, 1, "g7 f6", ((2, "bad"),)),
        (None, 1, "", ((1, "nothing else"),)),
        (None, 3, "l12 m13", ((3, "or"),)),
        (0, 2, "e5", ()),
    ]
    assert [" ".join(map(name, record.line(index))) for index in range(4)] == [
        "h8 g7 f6",
        "h8",
        "h8 i9 j10 l12 m13",
        "h8 g7 e5",
    ]


NAMED = {
    **{"GBK": "\u4e5a", "Shift_JIS": "\u4e91", "windows-1250": "T\u0159i"},
    **{"UTF-8": "\u20ac", "utf-16": "\u20ac"},
}


@pytest.mark.parametrize("charset", NAMED)
def test_names_and_comments_are_in_the_encoding_that_the_file_names(charset: str) -> None:
    """In two of these a character may end with the byte of a bracket."""
    name = NAMED[charset]
    text = f"(;FF[4]GM[4]SZ[15]CA[{charset}]PB[{name}];B[hh]C[{name}])"
    record = read_record(text.encode(charset))
    assert record.names[0] == name and record.comments == ((1, name),)
    assert read_record(text) == record == read_record(write_record(record).encode())


@pytest.mark.parametrize("charset", ["", "CA[rot13]", "CA[idna]", "CA[unicode_escape]", "CA[nil]"])
def test_an_encoding_that_is_none_is_passed_over(charset: str) -> None:
    for data in (b"\xc3\xa9", b"\xe9"):  # of UTF-8, and of the standard where nothing is named
        found = read_record(b"(;GM[4]SZ[15]" + charset.encode() + b"PB[" + data + rb"\\\x41])")
        assert found.names[0] == "\xe9\\x41"


@pytest.mark.parametrize(
    ("branch", "words"),
    [
        (Branch(None, 3, (7,)), "branch 1 leaves no line"),
        (Branch(None, -1, (7,)), "branch 1 leaves no line"),
        (Branch(0, 0, (7,)), "branch 1 leaves no line"),
        (Branch(-2, 0, (7,)), "branch 1 leaves no line"),
        (Branch(None, 1, (7,), ((3, "x"),)), "after move 3"),
        (Branch(None, 1, (7,), ((0, "x"),)), "after move 0"),
        (Branch(None, 1, (9,)), "9"),
    ],
)
def test_what_is_no_branch_is_not_written(branch: Branch, words: str) -> None:
    record = read_record("3,3,3 b2 a1")._replace(branches=(branch,))
    with pytest.raises(inarow.InarowError, match=words):
        write_record(record)


@pytest.mark.long
def test_nesting_is_bounded_by_no_stack_and_reading_by_its_length() -> None:
    depth = 100_000
    nested = "(;GM[4]SZ[15]" + "(;C[x]" * depth + ")" * depth + ")"
    assert read_record(nested).comments == ((0, "\n".join("x" * depth)),)
    depth = 10_000
    forked = "(;GM[4]SZ[15]" + "(;(;C[x])" * depth + ")" * depth + ")"
    record = read_record(forked)
    assert record.branches[-1] == Branch(depth - 3, 0, (), ((0, "x"),))
    assert record.line(depth - 2) == ()
    assert read_record(write_record(record)) == record
    tracemalloc.start()
    try:
        for part in ("(;", "(;B[aa])", ";C[x]", ";"):
            with pytest.raises(InvalidRecordError, match="has more than 262,144 nodes"):
                read_record("(;GM[4]SZ[15]" + part * (4_000_000 // len(part)))
        with pytest.raises(InvalidRecordError, match="too long for a record: more than 4 MB"):
            read_record(b"(;" * (1 << 21) + b";")
        assert tracemalloc.get_traced_memory()[1] < 32e6
    finally:
        tracemalloc.stop()
