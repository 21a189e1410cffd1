"""Which room of the core may use which: every name in its source, against the page's table.

And how lines are kept, which one file alone may know: the others, against the table in `lines.pxi`.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "pyx/inarow/_core"
PAGE = ROOT / "docs/architecture.md"
INCLUDED = re.compile(r'^include "inarow/_core/(\w+)/room\.pxi"$', re.M)
ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|[^|]*\| ([\w ,]+) \|$", re.M)


def order() -> list[str]:
    """The rooms as the core is put together from them."""
    return INCLUDED.findall((CORE / "core.pxi").read_text("utf-8"))


def told() -> dict[str, set[str]]:
    """What each room uses, as the table of the page has it."""
    page = PAGE.read_text("utf-8").partition("\n## The core\n")[2].partition("\n## ")[0]
    return {room: {*used.split(", ")} - {"nothing"} for room, used in ROW.findall(page)}


def code(file: Path) -> str:
    """The text of a file without comments and strings."""
    text = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.S)
    return re.sub(r'"(?:\\.|[^"\\\n])*"|#.*', "", text)


def defined(text: str) -> list[str]:
    """The functions, structs, classes, constants and shared values that a file defines."""
    names = re.findall(r"^cdef [^\n(=]*?(\w+)\(", text, re.M)
    names += re.findall(r"^(?:cdef (?:struct|class)|ctypedef [\w ]+) (\w+)", text, re.M)
    names += re.findall(r"^cdef [\w* ]+ (\w+) =", text, re.M)
    for block in re.findall(r"^cdef enum:\n((?:[ \t]+[^\n]*\n|\n)+)", text, re.M):
        names += re.findall(r"^\s+([A-Z]\w+)", block, re.M)
    return names


def used(text: str) -> set[str]:
    """The names that a file calls, and those that no variable has: types, classes, constants."""
    called = re.findall(r"(?<![.\w])(\w+)\(", text)
    return {*called, *re.findall(r"(?<![.\w])(\w+_t|_?[A-Z]\w+)\b", text)}


def uses(core: Path, rooms: list[str]) -> dict[str, dict[str, set[str]]]:
    """By room and by the room that it uses: the names."""
    texts = {room: [code(file) for file in sorted((core / room).glob("*.pxi"))] for room in rooms}
    home = {name: room for room in rooms for text in texts[room] for name in defined(text)}
    found: dict[str, dict[str, set[str]]] = {room: {} for room in rooms}
    for room in rooms:
        for name in set().union(*map(used, texts[room])):
            if home.get(name, room) != room:
                found[room].setdefault(home[name], set()).add(name)
    return found


ROOMS = order()


def test_the_page_tells_of_every_room() -> None:
    assert sorted(told()) == sorted(ROOMS) == sorted(p.parent.name for p in CORE.glob("*/room.pxi"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_what_the_page_says(room: str) -> None:
    found = uses(CORE, ROOMS)[room]
    may = told()[room]
    assert {r: sorted(names) for r, names in found.items() if r not in may} == {}
    assert may == {*found}, f"{room} does not use {may - {*found}}"


def test_no_room_is_above_itself() -> None:
    for place, room in enumerate(ROOMS):
        assert told()[room] <= {*ROOMS[:place]}


KINDS = CORE / "board/lines_by_step.pxi", CORE / "board/lines_by_number.pxi"
CONTRACT = CORE / "board/lines.pxi"
OTHERS = sorted({*CORE.rglob("*.pxi")} - {*KINDS, CORE / "bits_words.pxi"})

MOVED = re.compile(r"\bbb_(?:up|down)\(")
"""What moves cells along a direction."""

PAST = re.compile(
    r"\bctx\.lines\.(?!groups\b)"  # looks into the board's lines
    r"|\bbb_\w+\([^()]*\.(?:one|two|three|more)\["  # takes a set of lines for one of cells
    r"|\b(?:DIRECTIONS|starts|by_step)\b"
)


def table() -> set[str]:
    """The names in the first column of the contract's table."""
    rows = re.findall(r"^#     (.+?)  ", CONTRACT.read_text("utf-8"), re.M)
    return {*", ".join(rows).split(", ")}


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.relative_to(CORE).as_posix())
def test_no_other_file_computes_with_steps(file: Path) -> None:
    assert PAST.findall(code(file)) == []
    assert file.parent.name == "board" or not MOVED.search(code(file))


@pytest.mark.parametrize("kind", KINDS, ids=lambda file: file.stem)
def test_the_table_has_what_others_use_and_no_more(kind: Path) -> None:
    elsewhere = set[str]().union(*(used(code(file)) for file in OTHERS))
    names = defined(re.sub(r"^cdef struct \w+ *$", "", code(kind), flags=re.M))
    assert {*names} & elsewhere == table()


@pytest.mark.parametrize(
    "line",
    [
        "ahead = bb_down(stones, 7)",
        "cell = start + ctx.lines.step[d]",
        "while bb_any(at.mine.two[d]):",
        "rest = bb_and(moves, lines.more[d])",
        "for d in range(DIRECTIONS):",
    ],
)
def test_what_goes_past_the_seam_is_seen(line: str) -> None:
    assert PAST.search(line) or MOVED.search(line)
