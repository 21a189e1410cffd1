"""Boards of up to 64 cells: a set of cells is one machine word, cell i is bit i.

        3 x 4 board                 the set {a1, d1, b3}
        0   1   2   3                    1 . . 1
        4   5   6   7                    . . . .       bits 0, 3 and 9
        8   9  10  11                    . 1 . .

Every width header gives the same names, so the search above them is one source. The literal
one carries the board type (``<bb_t>1``): a plain ``1 << cell`` would be an int and lose cell 40.
"""

from libc.stdint cimport uint64_t
from inarow._core.intrinsics cimport word_count, word_lowest

ctypedef uint64_t bb_t

cdef enum:
    WORDS = 1
    CAPACITY = 64


cdef inline bb_t bb_none() noexcept nogil:
    return 0

cdef inline bb_t bb_of(int cell) noexcept nogil:
    return <bb_t>1 << cell

cdef inline bb_t bb_and(bb_t a, bb_t b) noexcept nogil:
    return a & b

cdef inline bb_t bb_or(bb_t a, bb_t b) noexcept nogil:
    return a | b

cdef inline bb_t bb_xor(bb_t a, bb_t b) noexcept nogil:
    return a ^ b

cdef inline bb_t bb_andnot(bb_t a, bb_t b) noexcept nogil:
    """a without b"""
    return a & ~b

cdef inline bb_t bb_not(bb_t a) noexcept nogil:
    return ~a

cdef inline bb_t bb_up(bb_t a, int step) noexcept nogil:
    """Every cell moved `step` places on; 0 <= step < 64. What leaves the board is lost."""
    return a << step

cdef inline bb_t bb_down(bb_t a, int step) noexcept nogil:
    """Every cell moved `step` places back; 0 <= step < 64."""
    return a >> step

cdef inline bint bb_any(bb_t a) noexcept nogil:
    return a != 0

cdef inline bint bb_several(bb_t a) noexcept nogil:
    """two cells or more"""
    return (a & (a - 1)) != 0

cdef inline bint bb_meet(bb_t a, bb_t b) noexcept nogil:
    """Is some cell in both?"""
    return (a & b) != 0

cdef inline bint bb_has(bb_t a, int cell) noexcept nogil:
    """Is a cell in it?"""
    return a >> cell & 1

cdef inline bint bb_equal(bb_t a, bb_t b) noexcept nogil:
    return a == b

cdef inline int bb_count(bb_t a) noexcept nogil:
    return word_count(a)

cdef inline int bb_lowest(bb_t a) noexcept nogil:
    """The smallest cell; `a` must not be empty."""
    return word_lowest(a)

cdef inline bb_t bb_beyond_lowest(bb_t a) noexcept nogil:
    """All but the smallest cell; `a` must not be empty."""
    return a & (a - 1)

cdef inline uint64_t bb_word(bb_t a, int index) noexcept nogil:
    return a

cdef inline bb_t bb_with_word(bb_t a, int index, uint64_t word) noexcept nogil:
    return word
