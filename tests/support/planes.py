"""Wins by force as proofs of many boards: of the plane, of boards laid into it, and of parts."""

import random
from collections.abc import Iterator
from pathlib import Path

from boards import scattered
from certificate_player import Certificate
from unpacking import unpacked

from inarow import Game, Position, Solver
from inarow.model.bits import cells_of

Frame = tuple[int, int, int, int]
"""First row and column, last ones."""


def on_plane(data: bytes, game: Game, frame: Frame, word: str = "plane") -> bytes:
    """The proof of a grid, unpacked, as one of the plane, or of parts of that grid."""
    size, place = ",".join(map(str, game.size)), ",".join(map(str, frame))
    header = f"inarow certificate 3\n{word} {size} frame {place} strong\n"
    return header.encode() + data.split(b"\n", 2)[2]


def laid(path: Path, game: Game, down: int, right: int) -> bytes:
    """A certificate of a win on a board, as one on a larger board of which it is a part."""
    small = Certificate(path)
    _, _, position, said, _ = small.data_of_file.split(b"\n", 4)

    def to(cell: int) -> int:
        return (cell // small.n + down) * game.n + cell % small.n + right

    for answer in small.answers:
        answer.move = None if answer.move is None else to(answer.move)
        answer.reply = to(answer.reply) if answer.reply >= 0 else answer.reply
        answer.cells = [to(cell) for cell in answer.cells]
    rows = [b"." * game.n] * game.m
    for i, row in enumerate(position[:-2].split(b"/")):
        rows[i + down] = b"." * right + row + b"." * (game.n - right - len(row))
    text = b"/".join(rows) + position[-2:]
    small.header = b"inarow certificate 2\n%d,%d,%d strong\n%s\n%s\n" % (*game.size, text, said)
    small.size = game.cells
    return small.encode()


def wins_on_the_plane(
    seed: int, count: int, path: Path
) -> Iterator[tuple[bytes, Position, Game, Frame]]:
    """Proofs that may hold on the plane or not, the small position, the piece, and the frame."""
    rng = random.Random(seed)
    while count:
        k = rng.choice([3, 4, 4])
        small = Game(rng.randint(k, 7), rng.randint(k, 7), k)
        position = scattered(small, rng.randint(k - 1, 2 * k), rng)
        if position.turn == "O":
            continue
        win = Solver(small, 1).forced_win(
            position, rng.randint(1, 3), nodes=5_000, certificate=path, overwrite=True
        )
        if win is None:
            continue
        edge = rng.randint(0, k)
        game = Game(small.m + 2 * edge, small.n + 2 * edge, k)
        if game.m > 16 or game.n > 16:
            continue
        frame = (edge, edge, edge + small.m - 1, edge + small.n - 1)
        count -= 1
        yield on_plane(laid(path, game, edge, edge), game, frame), position, game, frame


def wins_of_parts(seed: int, count: int, path: Path) -> Iterator[tuple[bytes, Position, Frame]]:
    """Proofs that may hold on all parts that have a frame or not, the position, and the frame."""
    rng = random.Random(seed)
    while count:
        k = rng.choice([3, 4])
        game = Game(rng.randint(k, 8), rng.randint(k, 8), k)
        position = scattered(game, rng.randint(k - 1, 2 * k), rng)
        if position.turn == "O" or not position.x:
            continue
        win = Solver(game, 1).forced_win(
            position, rng.randint(1, 3), nodes=5_000, certificate=path, overwrite=True
        )
        if win is None:
            continue
        rows, columns = zip(*map(game.coordinates, cells_of(position.x)), strict=True)
        top, left = rng.randint(0, min(rows)), rng.randint(0, min(columns))
        bottom, right = rng.randint(max(rows), game.m - 1), rng.randint(max(columns), game.n - 1)
        frame = top, left, bottom, right
        count -= 1
        yield on_plane(unpacked(path), game, frame, "parts"), position, frame


def part(position: Position, frame: Frame, rng: random.Random) -> Position:
    """The position on a rectangle that has the frame."""
    game, (top, left, bottom, right) = position.game, frame
    top, left = rng.randint(0, top), rng.randint(0, left)
    bottom, right = rng.randint(bottom, game.m - 1), rng.randint(right, game.n - 1)
    rows = [row[left : right + 1] for row in position.text.split("/")[top : bottom + 1]]
    return Game(len(rows), len(rows[0]), game.k).position(rows, turn="X", strict=False)
