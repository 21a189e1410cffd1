"""Keys of one word: an exact number for each position of up to 40 cells.

A position is written in balanced ternary, +1 for the mover's stones and -1 for the other
side's, cell i weighing 3^i. Since 3^40 < 2^64 no two positions share a key. Changing sides
negates the number, so a move costs one addition and one negation.
"""

from libc.stdint cimport uint64_t

ctypedef uint64_t key_t

cdef enum:
    KEY_WORDS = 1
    EXACT_CELLS = 40


cdef inline key_t key_of(uint64_t low, uint64_t high) noexcept nogil:
    return low

cdef inline key_t key_add(key_t a, key_t b) noexcept nogil:
    return a + b

cdef inline key_t key_negate(key_t a) noexcept nogil:
    return 0 - a

cdef inline bint key_less(key_t a, key_t b) noexcept nogil:
    return a < b

cdef inline uint64_t key_low(key_t a) noexcept nogil:
    return a

cdef inline uint64_t key_high(key_t a) noexcept nogil:
    return 0
