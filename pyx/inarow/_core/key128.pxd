"""Keys of two words: exact up to 80 cells (3^80 < 2^128), a 128-bit hash on larger boards.

As in `key64` a key is the sum of a weight for each stone, negated for the other side, here
modulo 2^128. Up to 80 cells the weights are the powers of three. Beyond, they are random, and
two given positions share a key with a chance below 2^-126: for a search that stores 2^32
positions and looks up 2^40, the chance of a single false hit is below 2^-54.
"""

from libc.stdint cimport uint64_t

cdef struct pair_t:
    uint64_t low
    uint64_t high

ctypedef pair_t key_t

cdef enum:
    KEY_WORDS = 2
    EXACT_CELLS = 80


cdef inline key_t key_of(uint64_t low, uint64_t high) noexcept nogil:
    cdef key_t r
    r.low = low
    r.high = high
    return r

cdef inline key_t key_add(key_t a, key_t b) noexcept nogil:
    cdef key_t r
    r.low = a.low + b.low
    r.high = a.high + b.high + (r.low < a.low)
    return r

cdef inline key_t key_negate(key_t a) noexcept nogil:
    cdef key_t r
    r.low = 0 - a.low
    r.high = ~a.high + (a.low == 0)
    return r

cdef inline bint key_less(key_t a, key_t b) noexcept nogil:
    return a.high < b.high or (a.high == b.high and a.low < b.low)

cdef inline uint64_t key_low(key_t a) noexcept nogil:
    return a.low

cdef inline uint64_t key_high(key_t a) noexcept nogil:
    return a.high
