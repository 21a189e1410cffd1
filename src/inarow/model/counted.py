"""Numbers with what they count."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, a ply, a reply, or one whose plural ends in s alone.

    >>> counted(1, "move"), counted(1200, "move"), counted(1, "ply"), counted(2, "ply")
    ('1 move', '1,200 moves', '1 ply', '2 plies')
    """
    many = f"{noun.removesuffix('y')}ies" if noun.endswith("ply") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"
