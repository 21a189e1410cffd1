# Boards of more than 64 cells: WORDS machine words, cell i is bit i % 64 of word i / 64. Included by each
# width header after it has set WORDS; loops over a constant unroll.
#
# A board lives in registers as long as no word of it is named by a variable: to write one is to write it
# to memory, and to read the whole board right after waits for that. So `bb_of` shifts into every word.

from libc.stdint cimport uint64_t
from inarow._core.intrinsics cimport word_count, word_lowest

cdef struct words_t:
    uint64_t word[WORDS]

ctypedef words_t bb_t


cdef inline bb_t bb_none() noexcept nogil:
    cdef bb_t r
    cdef int i
    for i in range(WORDS):
        r.word[i] = 0
    return r

cdef inline bb_t bb_of(int cell) noexcept nogil:
    cdef bb_t r
    cdef int i
    for i in range(WORDS):
        r.word[i] = <uint64_t>(cell >> 6 == i) << (cell & 63)
    return r

cdef inline bb_t bb_and(bb_t a, bb_t b) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        a.word[i] &= b.word[i]
    return a

cdef inline bb_t bb_or(bb_t a, bb_t b) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        a.word[i] |= b.word[i]
    return a

cdef inline bb_t bb_xor(bb_t a, bb_t b) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        a.word[i] ^= b.word[i]
    return a

cdef inline bb_t bb_andnot(bb_t a, bb_t b) noexcept nogil:
    """a without b"""
    cdef int i
    for i in range(WORDS):
        a.word[i] &= ~b.word[i]
    return a

cdef inline bb_t bb_not(bb_t a) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        a.word[i] = ~a.word[i]
    return a

cdef inline bb_t bb_up(bb_t a, int step) noexcept nogil:
    """Every cell moved `step` places on; 0 < step < 64. What leaves the board is lost."""
    cdef bb_t r
    cdef int i
    r.word[0] = a.word[0] << step
    for i in range(1, WORDS):
        r.word[i] = (a.word[i] << step) | (a.word[i - 1] >> (64 - step))
    return r

cdef inline bb_t bb_down(bb_t a, int step) noexcept nogil:
    """Every cell moved `step` places back; 0 < step < 64."""
    cdef bb_t r
    cdef int i
    for i in range(WORDS - 1):
        r.word[i] = (a.word[i] >> step) | (a.word[i + 1] << (64 - step))
    r.word[WORDS - 1] = a.word[WORDS - 1] >> step
    return r

cdef inline bint bb_any(bb_t a) noexcept nogil:
    cdef uint64_t r = 0
    cdef int i
    for i in range(WORDS):
        r |= a.word[i]
    return r != 0

cdef inline bint bb_several(bb_t a) noexcept nogil:
    """two cells or more"""
    cdef uint64_t seen = 0, twice = 0
    cdef int i
    for i in range(WORDS):
        twice |= a.word[i] & (a.word[i] - 1)
        if seen and a.word[i]:
            return True
        seen |= a.word[i]
    return twice != 0

cdef inline bint bb_meet(bb_t a, bb_t b) noexcept nogil:
    """Is some cell in both?"""
    return bb_any(bb_and(a, b))

cdef inline bint bb_has(bb_t a, int cell) noexcept nogil:
    """Is a cell in it?"""
    return a.word[cell >> 6] >> (cell & 63) & 1

cdef inline bint bb_equal(bb_t a, bb_t b) noexcept nogil:
    return not bb_any(bb_xor(a, b))

cdef inline int bb_count(bb_t a) noexcept nogil:
    cdef int i, total = 0
    for i in range(WORDS):
        total += word_count(a.word[i])
    return total

cdef inline int bb_lowest(bb_t a) noexcept nogil:
    """The smallest cell; `a` must not be empty."""
    cdef int i
    for i in range(WORDS):
        if a.word[i]:
            return 64 * i + word_lowest(a.word[i])
    return -1

cdef inline bb_t bb_beyond_lowest(bb_t a) noexcept nogil:
    """All but the smallest cell; `a` must not be empty."""
    cdef int i
    for i in range(WORDS):
        if a.word[i]:
            a.word[i] &= a.word[i] - 1
            break
    return a

cdef inline uint64_t bb_word(bb_t a, int index) noexcept nogil:
    return a.word[index]

cdef inline bb_t bb_with_word(bb_t a, int index, uint64_t word) noexcept nogil:
    a.word[index] = word
    return a
