"""Boards of up to 128 cells: 2 machine words. The names are those of `bits64`."""

cdef enum:
    WORDS = 2
    CAPACITY = 128

include "inarow/_core/bits_words.pxi"
