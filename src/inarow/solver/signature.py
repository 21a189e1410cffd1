"""The node-count signature: one number that says whether the search is still the same search.

A fixed list of positions is solved, each from a cold table, and the nodes are added up. The
search uses integers only and breaks all ties by cell number, so the sum is the same on every
machine, by every compiler and on every width of the core. A change that is meant to leave the
search alone must leave it unchanged; one that alters it says so, and by how much.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from inarow._core import WIDTHS, make_kernel
from inarow.model.game import Game

SIGNATURE_POSITIONS: tuple[tuple[int, int, int, str, int, int | None], ...] = (
    (3, 3, 3, "", 0, None),
    (3, 3, 3, "b3 c2", 1, 5),
    (3, 4, 3, "", 1, 7),
    (2, 8, 3, "", 0, None),
    (4, 4, 3, "", 1, 5),
    (4, 4, 3, "d2 a2 a4 b3", -1, 8),
    (4, 4, 4, "", 0, None),
    (5, 4, 4, "", 0, None),
    (5, 5, 4, "", 0, None),
    (5, 5, 4, "b1 c1 e1 a3 c3 e5 d4", -1, 8),
    (6, 5, 4, "", 1, 11),
    (6, 6, 4, "", 1, 11),
    (6, 6, 4, "d1 d2 f2 d5 e6 c6", -1, 16),
    (4, 7, 4, "", 0, None),
    (5, 8, 4, "", 1, 11),  # 40 cells: the widest board whose key is one word
    (5, 8, 4, "c2 a2 f4 b2 d5", -1, 20),
    (6, 6, 5, "c1 a1 b4 b1 b5 f1 d5 e4 a6 f4 d6 c6", 0, None),
    (7, 7, 4, "", 1, 11),
    (7, 7, 5, "e1 d1 f1 f3 b2 c4 c2 e4 a4 a5 f5 a7 a6 d7 d6 e7", 0, None),
    (7, 7, 5, "c1 d3 e1 c4 g1 b6 e2 c6 a5 e7 g5 g7 b7", 1, 13),
    (8, 8, 4, "", 1, 11),  # 64 cells: the widest board in one word
    (8, 8, 5, "e2 f2 g2 b4 c3 e7 c4 d8 e4 g8 b5 h8 d7", -1, 14),
    (10, 10, 5, "d3 c4 d5 d4 e5 g5 h5 d6 i5 d7 g7 h7 g8 d8 i9 f9", 1, 9),
    (10, 10, 5, "c4 f4 d4 i5 g4 g6 f5 f8 c6 h8 e6", -1, 8),
    (16, 8, 5, "d7 c7 c8 b8 f9 g8 c10 f10 d12 g10 f12 b12", 1, 7),  # 128 cells: two words
    (12, 12, 5, "e5 g5 h7 f6 i8 h6 d9 d8 e9 e8 h9 j8", -1, 12),
    (16, 16, 5, "g6 f6 j6 g7 g9 h8 j9 i8 h10 f9 h11 l10 i12 k11", -1, 10),  # 256: four words
    (20, 20, 5, "n10 i9 h12 i10 i12 l10 m13 m10 l14 l11 n14 m11 l15 j15 m15", 1, 7),
)
"""m, n, k, moves from the start, value for the side to move, distance."""

TABLE_BYTES = 256 << 20
"""Far more than any of the positions fills: entries are wider on wider boards, and what would be
overwritten in a full table would then depend on the width. So would the store of prices that
takes a share of it, were it not at its largest with so much."""


class Signature(NamedTuple):
    """What `signature` found."""

    nodes: int
    """Positions searched in all."""
    digest: str
    """Eight hexadecimal digits over nodes, value, distance and best move of every answer."""

    def __str__(self) -> str:
        return f"{self.nodes} nodes, digest {self.digest}"


def signature(width: int | None = None) -> Signature:
    """Solve the list with and without distance and return the signature, in well under two seconds.

    `width`, one of 40, 64, 128, 256 and 400 cells, has every position that fits solved by that
    kernel, and the others by the narrowest that holds them; None, all by the narrowest. The
    answer is the same. Raises `AssertionError` if a value or a distance is wrong, `ValueError`
    for a width that does not exist.
    """
    if width is not None and width not in WIDTHS:
        raise ValueError(f"width must be one of {', '.join(map(str, WIDTHS))}, not {width}")
    total = 0
    answers = []
    for m, n, k, moves, value, plies in SIGNATURE_POSITIONS:
        game = Game(m, n, k)
        position = game.start().play_all(moves.split())
        fits = width is not None and game.cells <= width
        # A draw has no distance: asked for it, the search would do the same again.
        for distance in (False, True) if value else (False,):
            kernel = make_kernel(game, TABLE_BYTES, width=width if fits else None)
            lower, upper, found, move, _, nodes = kernel.solve(
                position._own, position._opponent, distance, True, None, None, None
            )
            name = f"{game.key} {position}"
            if not lower == upper == value:
                raise AssertionError(f"{name}: value {lower}..{upper}, not {value}")
            if distance and found != plies:
                raise AssertionError(f"{name}: distance {found}, not {plies}")
            total += nodes
            # Without being asked, a distance may be known or not; it is no part of the answer.
            answers.append((nodes, lower, found if distance else None, move))
    return Signature(total, blake2b(repr(answers).encode(), digest_size=4).hexdigest())
