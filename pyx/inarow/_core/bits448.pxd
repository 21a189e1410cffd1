"""Boards of up to 448 cells: 7 machine words. The names are those of `bits64`."""

cdef enum:
    WORDS = 7
    CAPACITY = 448

include "inarow/_core/bits_words.pxi"
