"""Databases: the label of every position of a small board, made backwards and looked up.

Begin with `database/place.pxi`, where a label lies, and `database/label.pxi`, what it says.

Nothing here checks its input beyond what keeps memory safe: the seam does (`_core/__init__`).
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from inarow._core.intrinsics cimport word_count, word_lowest

include "inarow/_core/database/room.pxi"

cdef enum:
    BLOCK_BITS = 12             # labels are checked in blocks of 4096, each when it is first used
    NEVER = -1
    ELSEWHERE = 253             # the stones are not those of a game with X first: no answer

BLOCK_BYTES = 1 << BLOCK_BITS
LARGEST = MOST_CELLS


cdef class Index:
    """Where the labels of a game lie, and how they are found from those of the next ply."""

    cdef place_t place
    cdef ranks_t ranks          # only for building: made when it is first wanted

    def __cinit__(self, int cells, lines, symmetries):
        if not (0 < cells <= MOST_CELLS and len(lines) <= 4 * MOST_CELLS):
            raise ValueError(f"a database is for 1 to {MOST_CELLS} cells, not {cells}")
        place_init(&self.place, cells, lines, symmetries)

    def __dealloc__(self):
        place_free(&self.place)
        ranks_free(&self.ranks)

    def layer(self, int ply):
        """(first byte, rows, columns) of a layer in the labels; ply 0 … cells + 1, its end."""
        if ply > self.place.cells:
            return self.place.layer[self.place.cells + 1], 0, 0
        return self.place.layer[ply], rows_of(&self.place, ply), columns_of(&self.place, ply)

    def prepare(self):
        """Make ready for `fill_rows`, before threads share the work."""
        if self.ranks.rank == NULL:
            ranks_init(&self.ranks, &self.place)

    def fill_rows(self, int ply, uint32_t first, uint32_t last, const uint8_t[::1] later,
                  uint8_t[::1] rows, uint64_t[::1] tally):
        """Write the labels of the rows first … last - 1 of a layer into `rows`.

        `later` holds the labels of the whole next layer, and nothing if there is none.
        `tally[label]` is raised by the number of positions, images included. Several threads may
        be inside, each with rows and a tally of its own.
        """
        cdef uint64_t columns = columns_of(&self.place, ply)
        cdef const uint8_t* after = &later[0] if later.shape[0] else NULL
        cdef uint32_t number
        with nogil:
            for number in range(first, last):
                fill_row(&self.place, &self.ranks, ply, number, after,
                         &rows[(number - first) * columns], &tally[0])


cdef class Labels:
    """Look-ups in the labels of a game.

    A block of labels is not believed until `trust` is called for it: a look-up that meets one
    answers with the number of the block instead, as -1 - number. Blocks begin anew with each layer.
    """

    cdef Index index            # keeps the memory of `place`
    cdef const place_t* place
    cdef const uint8_t[::1] labels
    cdef uint8_t[::1] trusted
    cdef int64_t first_block[MOST_CELLS + 2]

    def __cinit__(self, Index index, const uint8_t[::1] labels):
        cdef int ply
        cdef uint64_t size
        self.index = index
        self.place = &index.place
        if labels.shape[0] != <Py_ssize_t>self.place.layer[self.place.cells + 1]:
            raise ValueError("labels of another size")
        self.labels = labels
        self.first_block[0] = 0
        for ply in range(self.place.cells + 1):
            size = self.place.layer[ply + 1] - self.place.layer[ply]
            self.first_block[ply + 1] = self.first_block[ply] + (
                (<int64_t>size + BLOCK_BYTES - 1) >> BLOCK_BITS)
        self.trusted = bytearray(self.first_block[self.place.cells + 1])

    def trust(self, int64_t block):
        """Believe a block from now on."""
        if not 0 <= block < self.trusted.shape[0]:
            raise IndexError(block)
        self.trusted[block] = True

    cdef inline int64_t find(self, set_t x, set_t o) noexcept nogil:
        """The label of a position, or -1 - the block that it lies in and that is not trusted."""
        cdef uint64_t at
        cdef int64_t block
        cdef int ply = word_count(x) + word_count(o)
        if has_line(self.place, x) or has_line(self.place, o):
            return LOST_AT_ONCE
        at = place_of(self.place, x, o)
        block = self.first_block[ply] + <int64_t>((at - self.place.layer[ply]) >> BLOCK_BITS)
        if not self.trusted[block]:
            return NEVER - block
        return self.labels[at]

    cdef int64_t try_moves(self, set_t x, set_t o, uint8_t* worths) noexcept nogil:
        """What each move is worth, by cells; no other cell is touched. 0, or an untrusted block."""
        cdef set_t empty = self.place.full & ~(x | o)
        cdef set_t move
        cdef bint x_moves = word_count(x) == word_count(o)
        cdef int64_t found
        while empty:
            move = empty & (0 - empty)
            empty ^= move
            found = self.find(x | move, o) if x_moves else self.find(x, o | move)
            if found < 0:
                return found
            worths[word_lowest(move)] = worth_of(<uint8_t>found)
        return 0

    def probe(self, uint64_t own, uint64_t opponent, bint x_moves):
        """The label of a position; ELSEWHERE if it has none, or -1 - an untrusted block.

        `own` are the mover's stones. LOST_AT_ONCE if somebody has a line.
        """
        cdef set_t x = <set_t>(own if x_moves else opponent)
        cdef set_t o = <set_t>(opponent if x_moves else own)
        if (own & opponent or (own | opponent) & ~<uint64_t>self.place.full
                or word_count(x) - word_count(o) != (0 if x_moves else 1)):
            return ELSEWHERE
        return self.find(x, o)

    def worths(self, uint64_t x, uint64_t o):
        """[(cell, worth), …] of the moves of a position that `probe` has a label for.

        An untrusted block instead, as -1 - its number.
        """
        cdef uint8_t worths[MOST_CELLS]
        cdef int64_t found = self.try_moves(<set_t>x, <set_t>o, worths)
        if found < 0:
            return found
        return [(cell, worths[cell]) for cell in range(self.place.cells)
                if not (x | o) >> <uint64_t>cell & 1]

    def label_rows(self, const int8_t[:, ::1] rows, Py_ssize_t first, Py_ssize_t last,
                   int8_t[::1] values, int16_t[::1] distances,
                   int16_t[::1] moves, int8_t[:, ::1] optimal):
        """Answer for rows first … last - 1 of sound positions; (rows that are done, block or -1).

        It ends early before a row that needs a block that is not trusted. `moves` and `optimal`
        may be None; their rows that are over, and rows of `optimal` in all, are left as they are.
        """
        cdef bint wants_moves = moves is not None
        cdef bint wants_optimal = optimal is not None
        cdef uint8_t worths[MOST_CELLS]
        cdef Py_ssize_t row = first
        cdef int64_t found = 0
        cdef set_t x, o, empty
        cdef int cell, value, best
        with nogil:
            while row < last:
                x = o = 0
                for cell in range(self.place.cells):
                    x |= <set_t>(rows[row, cell] > 0) << cell
                    o |= <set_t>(rows[row, cell] < 0) << cell
                found = self.find(x, o)
                if found < 0:
                    break
                empty = self.place.full & ~(x | o)
                if found == LOST_AT_ONCE:
                    values[row] = -1
                    distances[row] = 0
                    row += 1
                    continue
                value = value_of(<uint8_t>found)
                values[row] = value
                distances[row] = <int16_t>found if found else -1
                if empty and (wants_moves or wants_optimal):
                    found = self.try_moves(x, o, worths)
                    if found < 0:
                        break
                    best = -1
                    for cell in range(self.place.cells):
                        if empty >> cell & 1:
                            if best < 0 or worths[cell] > worths[best]:
                                best = cell
                            if wants_optimal and value_of_worth(worths[cell]) == value:
                                optimal[row, cell] = 1
                    if wants_moves:
                        moves[row] = best
                row += 1
        return row, (NEVER - found if found < 0 else NEVER)
