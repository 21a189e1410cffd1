"""Boards of up to 256 cells: 4 machine words. The names are those of `bits64`."""

cdef enum:
    WORDS = 4
    CAPACITY = 256

include "inarow/_core/bits_words.pxi"
