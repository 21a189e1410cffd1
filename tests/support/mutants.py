"""Small certificates, and how they are spoilt: what the checkers are asked about."""

import gzip
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from boards import random_play
from certificate_player import (
    CHAIN,
    KNOWN,
    NODE,
    PAIRS,
    PASS,
    POTENTIAL,
    WEAK,
    Answer,
    Certificate,
    Node,
)
from forced import FORGETFUL, wins
from planes import wins_of_parts, wins_on_the_plane
from unpacking import rewrite, unpacked

import inarow
from inarow import Game, Solver, boards
from inarow.model.options import GameKind
from inarow.model.position import Position

STARTS: list[tuple[tuple[int, int, int], GameKind, bool]] = [
    ((3, 3, 3), "strong", False),
    ((3, 3, 3), "weak", False),
    ((2, 2, 2), "strong", True),
    ((3, 4, 3), "strong", True),
    ((3, 4, 3), "weak", True),
    ((2, 5, 4), "strong", False),
    ((1, 9, 3), "weak", False),
]
MIDDLES = [(4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4), (5, 6, 4), (6, 6, 5), (17, 16, 8)]


KINDS: list[GameKind] = ["weak", "strong"]
WIDE = [(17, 16, 8), (13, 20, 12)]
"""Cells of two bytes; the positions are nearly full."""


def middle_game(seed: int, least: int, most: int) -> Position:
    """A position of some game with that many empty cells."""
    rng = random.Random(seed)
    while True:
        game = Game(*rng.choice(MIDDLES))
        position = random_play(game, game.cells - rng.randint(least, most), rng)
        if least <= game.cells - (position.x | position.o).bit_count() <= most:
            return position


def written(position: Position, path: Path, kind: GameKind, distance: bool) -> bytes:
    """A certificate, unpacked."""
    solver = Solver(position.game, table_mb=1)
    solver.solve(position, game_kind=kind, distance=distance, certificate=path, overwrite=True)
    return unpacked(path)


def sources(path: Path, seeds: range) -> Iterator[bytes]:
    for size, kind, distance in STARTS:
        yield written(Game(*size).start(), path, kind, distance)
    for seed in seeds:
        kind = "weak" if seed % 4 == 0 else "strong"
        yield written(middle_game(seed, 5, 9), path, kind, seed % 3 == 0)


def corpus(path: Path, seed: int) -> Iterator[bytes]:
    """Small certificates of all codes, kinds and widths, unpacked: the last few are wide."""
    yield from sources(path, range(seed, seed + 9))
    yield from on_lines(path, seed)
    yield from (data for data, *_ in wins_on_the_plane(seed, 9, path))
    yield from (data for data, *_ in wins_of_parts(seed, 9, path))
    yield FORGETFUL
    yield written(middle_game(1094, 5, 14), path, "strong", True)  # of the few with code 7
    for _ in wins(seed, 9, path):
        yield unpacked(path)
    start = Game(20, 20, 5).start().play_all(["j10", "a1", "k11", "a20", "l10", "t1"])
    inarow.forced_win(start, certificate=path, overwrite=True)
    yield unpacked(path)
    rng = random.Random(seed)
    for size, kind in product(WIDE, KINDS):
        game = Game(*size)
        position = random_play(game, game.cells - 7, rng)
        while position.is_over:
            position = random_play(game, game.cells - 7, rng)
        yield written(position, path, kind, kind == "strong")


def change_strategy(data: bytes, path: Path, rng: random.Random) -> bytes:
    """One thing is changed in the strategies, and the file is whole otherwise."""
    rewrite(path, gzip.compress(data, 1))
    certificate = Certificate(path)
    answers, nodes = certificate.answers, certificate.nodes
    cell = rng.randrange(certificate.size)

    def any_answer(*codes: int) -> Answer | None:
        some = [answer for answer in answers if answer.code in codes or not codes]
        return rng.choice(some) if some else None

    kind = rng.randrange(14)
    if kind <= 6:
        wanted = [(), (PAIRS, NODE, KNOWN, WEAK), (PAIRS,), (PAIRS,), (CHAIN, PASS), (KNOWN,), ()]
        answer = any_answer(*wanted[kind])
        if answer is None:
            return b""
        if kind == 0 and answer.move is not None:
            answer.move = cell
        elif kind == 1:
            answer.reply = cell
        elif kind == 2 and answer.cells:
            answer.cells[rng.randrange(len(answer.cells))] = cell
        elif kind == 3 and answer.cells:
            i = 2 * rng.randrange(len(answer.cells) // 2)
            if rng.random() < 0.5:
                del answer.cells[i : i + 2]
            else:
                j = rng.randrange(len(answer.cells))
                answer.cells[i], answer.cells[j] = answer.cells[j], answer.cells[i]
        elif kind == 4 and answer.cells:
            rng.choice((answer.cells.pop, lambda: answer.cells.append(cell)))()
            if rng.random() < 0.3:
                rng.shuffle(answer.cells)
        elif kind == 5 and rng.random() < 0.5:
            answer.symmetry = rng.choice((answer.symmetry ^ 1 << rng.randrange(3), 8, 255))
        elif kind == 5:
            beside = (answer.number + rng.choice((-1, 1))) % (1 << 32)
            answer.number = rng.choice((beside, len(nodes), len(nodes) - 1, (1 << 32) - 1))
        elif kind == 6:
            answer.code = rng.choice((CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK))
            answer.reply = cell if answer.reply < 0 else answer.reply
            answer.node = answer.node or Node([])
    elif not nodes:
        return b""
    else:
        node = rng.choice(nodes)
        if kind in (7, 8) and node.entries:  # an edge is dropped
            del node.entries[rng.randrange(len(node.entries))]
        elif kind == 9:  # or led elsewhere
            reply = rng.randrange(certificate.size)
            node.entries.append(
                Answer(NODE, cell, [], reply, rng.choice(nodes[: nodes.index(node)] or [Node([])]))
            )
        elif kind == 10 and node.entries:
            moved, to = rng.choice(node.entries), rng.choice(answers)
            if moved.move is not None and to.move is not None:
                moved.move, to.move = to.move, moved.move
        elif kind == 11:
            rng.shuffle(node.entries)
        elif kind == 12:
            node.entries.insert(0, Answer(PASS, None, [cell]))
        else:  # a position refers to itself, or to one above
            node.entries.append(
                Answer(KNOWN, cell, [], (cell + 1) % certificate.size, None, nodes.index(node))
            )
    return certificate.encode()


def change_bytes(data: bytes, rng: random.Random) -> bytes:
    """A bit, a byte or a run of bytes is changed, lost or put in, after the lines of text."""
    first = data.replace(b"\n", b" ", 3).index(b"\n") + 1
    i = rng.randrange(first - 1, len(data))
    j = min(len(data), i + rng.randrange(1, 5))
    kind = rng.randrange(5)
    if kind == 0:
        return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :]
    if kind == 1:
        return data[:i] + rng.randbytes(j - i) + data[j:]
    if kind == 2:
        return data[:i] + data[j:]
    if kind == 3:
        return data[:i] + rng.choice((data[i:j], rng.randbytes(j - i))) + data[i:]
    return data[:i]


def change_packed(data: bytes, rng: random.Random) -> bytes:
    i = rng.randrange(len(data))
    kind = rng.randrange(3)
    if kind == 0:
        return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :]
    if kind == 1:
        return data[:-8] + bytes([data[-8] ^ 1 << rng.randrange(8)]) + data[-7:]
    return data + rng.choice((b"\0", b"\1", data, data[:i], rng.randbytes(9)))


def change_header(data: bytes, rng: random.Random) -> bytes:
    """Another position or claim, and the same strategies: rules that are nearly kept."""
    version, game, position, said, rest = data.split(b"\n", 4)
    match rng.randrange(6):
        case 0 | 1 | 2:
            at = rng.randrange(len(position) - 2)
            if position[at : at + 1] != b"/":
                position = position[:at] + rng.choice([b".", b"X", b"O"]) + position[at + 1 :]
        case 3:
            plies = b" within %d plies" % rng.randrange(12)
            said = b"; ".join(part.partition(b" within")[0] + plies for part in said.split(b"; "))
        case 4:
            old, new = rng.sample([b"wins", b"holds", b"stops"], 2)
            said = said.replace(old, new)
        case 5:
            size, _, kind = game.rpartition(b" ")
            if version.endswith(b"3"):  # of a plane: of its frame
                numbers = [*re.finditer(rb"[0-9]+", size)][-3:]
                at = rng.choice(numbers)
                number = b"%d" % (int(at[0]) + rng.choice([-1, 0, 1]))
                size = size[: at.start()] + number + size[at.end() :]
                game = size + b" " + rng.choice([kind, b"weak"])
            else:
                m, n, k = map(int, size.split(b","))
                k += rng.choice([-1, 0, 1])
                game = b"%d,%d,%d %s" % (m, n, k, rng.choice([kind, b"weak"]))
    return b"\n".join([version, game, position, said, rest])


FANO = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
"""The lines of the plane of seven points."""


def small_boards() -> list[boards.Board]:
    """Boards that are no grids, of lines of all kinds."""
    uneven = [(0, 1), (1, 2, 3), (2, 4, 5, 6), (0, 3, 6), (3, 4), (5, 7), (4, 6, 7)]
    return [
        boards.lines(7, FANO, symmetries=[(0, 3, 4, 5, 6, 1, 2), (0, 2, 1, 4, 3, 5, 6)]),
        boards.lines(8, uneven),
        boards.lines(9, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (4, 5, 6, 7, 8)], symmetries=[]),
        boards.torus(3, 3, 3),
        boards.torus(3, 4, 3),
        boards.box((2, 2, 2), 2),
        boards.box((2, 2, 3), 2),
        boards.hexagon(2, 3),
        boards.animal(3, 4, ["a1", "a2", "b2"]),
        boards.animal(3, 3, ["a1", "b1", "a2", "b2"]),
    ]


def on_lines(path: Path, seed: int) -> Iterator[bytes]:
    """Certificates of the beginnings, and of positions of some games, of such boards; unpacked."""
    rng = random.Random(seed)
    for board in small_boards():
        game = Game.on(board)
        for kind, distance in product(KINDS, (False, True)):
            yield written(game.start(), path, kind, distance)
    for board in [*small_boards(), boards.torus(4, 4, 4), boards.hexagon(3, 4)]:
        game = Game.on(board)
        position = random_play(game, max(1, game.cells - rng.randint(5, 8)), rng)
        if not position.is_over:
            yield written(position, path, rng.choice(KINDS), rng.random() < 0.5)


def change_board(data: bytes, path: Path, rng: random.Random) -> bytes:
    """A line or a symmetry is another one, is lost, or comes twice."""
    rewrite(path, gzip.compress(data, 1))
    found = Certificate(path)
    version, _, position, said, _ = data.split(b"\n", 4)
    lines, turns = [sorted(line) for line in found.lines], found.turns[1:]
    kind = rng.randrange(8)
    line = rng.choice(lines)
    if kind == 0:
        line[rng.randrange(len(line))] = rng.randrange(found.size)
    elif kind == 1:
        lines.append(rng.choice((line, line[:-1], sorted(rng.sample(range(found.size), 3)))))
    elif kind == 2:
        lines.remove(line)
    elif kind == 3:
        rng.shuffle(line)
    elif kind == 4:
        turns.append(rng.sample(range(found.size), found.size))
    elif kind == 5:
        rng.shuffle(lines)
        lines = [sorted(line) for line in lines]
    elif turns:
        turn = rng.choice(turns)
        a, b = rng.randrange(found.size), rng.randrange(found.size)
        turn[a], turn[b] = (turn[b], turn[a]) if kind == 6 else (turn[a], turn[a])
    kept = b"weak" if found.weak else b"strong"
    sizes = found.size, len(lines), len(turns)
    game = b"lines = %d cells, %d lines, %d symmetries " % sizes + kept
    rows = [bytes([len(line), *line]) for line in lines] + [bytes(turn) for turn in turns]
    text = b"\n".join([version, game, position, said, b""])
    return text + b"".join(rows) + data[len(found.header) :]
