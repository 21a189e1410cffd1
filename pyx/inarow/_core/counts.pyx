"""Counting positions without visiting them: sums over all subsets of the board.

Stones of a position can have been played in any order, as long as no line was complete before
the last one. So a position is a pair of disjoint sets of cells, and whether it occurs in play is
a question to each set alone:

    open        neither set has a line
    won         the side that moved last has lines, which share a cell: that stone came last, and
                each cell that they share can have been it; the other set has no line

For the positions with b stones of one side: give every line-free set of b cells the number 1 and
every other set 0, then let each set hold the sum over all its subsets. That is Yates's method
("The design and analysis of factorial experiments", 1937), one addition for each set and cell:

    sets of cells     {}  {a}  {b}  {ab}           after a          after b
                      w    x    y    z         w  w+x  y  y+z    w  w+x  w+y  w+x+y+z

Now the set of all cells outside A holds the number of positions that A's side makes with b stones
of the other. Twelve such passes count the 10^11 positions of 5x5.

The same is done with the sets that a symmetry of the board leaves as they are, which are made of
whole orbits of cells. By the lemma of Cauchy, Frobenius and Burnside the mean over the symmetries
is the number of classes.

Numbers: a set of up to MOST_CELLS cells has at most C(34, 17) < 2^32 subsets of one size, and
there are at most 3^34 < 2^54 positions, each with at most 34 last stones: nothing overflows.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from inarow._core.intrinsics cimport word_count, zeroed

cpdef enum:
    MOST_CELLS = 34             # larger boards could overflow the numbers: see above

cdef enum:
    MOST_LINES = 512            # of any board of so many cells
    HALF = 1 << 17              # the sets of half the orbits
    LINE_FREE = 255             # a set without lines; else from how many cells they all share
    SMALL_BITS = 12             # sums over so many orbits stay in the nearest cache
    LOOK_BITS = 22              # and over so many take a few milliseconds: time for a look

cdef struct sets_t:             # the unions of orbits; bit i of a set's number is orbit i
    int orbits
    int half                    # orbits that the first table looks after
    uint64_t low[HALF]          # the cells of a set: low[first orbits] | high[the others]
    uint64_t high[HALF]
    uint64_t lines[MOST_LINES]  # by the highest orbit that they meet
    int first_line[MOST_CELLS + 1]
    uint8_t* kind               # of each set: LINE_FREE, or how many cells its lines share
    uint32_t* sums              # for each set, over its subsets

cdef struct tally_t:            # the positions of one ply
    uint64_t unfinished         # nobody has a line
    uint64_t won
    uint64_t last_stones        # over the won ones, how many stones can have been the last


cdef int look() except -1 nogil:
    """Let Ctrl-C through."""
    with gil:
        PyErr_CheckSignals()
    return 0


cdef inline uint64_t cells_of(const sets_t* sets, uint64_t number) noexcept nogil:
    return (sets.low[number & ((<uint64_t>1 << sets.half) - 1)]
            | sets.high[number >> sets.half])


cdef int shared_cells(const sets_t* sets, uint64_t cells, int orbits) noexcept nogil:
    """How many cells lie on all complete lines among the first orbits; LINE_FREE without one."""
    cdef uint64_t shared = ~<uint64_t>0
    cdef int i
    for i in range(sets.first_line[orbits]):
        if sets.lines[i] & ~cells == 0:
            shared &= sets.lines[i]
            if shared == 0:
                return 0
    return LINE_FREE if shared == ~<uint64_t>0 else word_count(shared)


cdef int find_kinds(sets_t* sets) except -1 nogil:
    """The kind of every set, from that of the set without its highest orbit."""
    cdef uint64_t number, cells, rest
    cdef int top, i
    sets.kind[0] = LINE_FREE
    for top in range(sets.orbits):
        for rest in range(<uint64_t>1 << top):
            number = rest | <uint64_t>1 << top
            if rest & ((1 << LOOK_BITS) - 1) == 0:
                look()
            if sets.kind[rest] == 0:
                sets.kind[number] = 0
                continue
            cells = cells_of(sets, number)
            if sets.kind[rest] == LINE_FREE:
                sets.kind[number] = LINE_FREE
                for i in range(sets.first_line[top], sets.first_line[top + 1]):
                    if sets.lines[i] & ~cells == 0:
                        sets.kind[number] = shared_cells(sets, cells, top + 1)
                        break
            else:
                sets.kind[number] = shared_cells(sets, cells, top + 1)
    return 0


cdef int add_subsets(uint32_t* sums, int orbits) except -1 nogil:
    """Let each set hold the sum over its subsets; halves first, which fit a cache sooner."""
    cdef uint64_t half, first, step, i
    cdef uint32_t* upper
    cdef int bit
    if orbits <= SMALL_BITS:
        for bit in range(orbits):
            step = <uint64_t>1 << bit
            first = 0
            while first < <uint64_t>1 << orbits:
                for i in range(first, first + step):
                    sums[i + step] += sums[i]
                first += 2 * step
        return 0
    half = <uint64_t>1 << (orbits - 1)
    upper = sums + half
    add_subsets(sums, orbits - 1)
    add_subsets(upper, orbits - 1)
    for i in range(half):
        upper[i] += sums[i]
    if orbits >= LOOK_BITS:
        look()
    return 0


cdef uint64_t choose(const sets_t* sets, int stones) noexcept nogil:
    """Mark the line-free sets of so many cells; returns how many there are."""
    cdef uint64_t number, found = 0
    cdef bint chosen
    for number in range(<uint64_t>1 << sets.orbits):
        chosen = (sets.kind[number] == LINE_FREE
                  and word_count(cells_of(sets, number)) == stones)
        sets.sums[number] = chosen
        found += chosen
    return found


cdef void add_positions(const sets_t* sets, int stones, tally_t* even, tally_t* odd) noexcept nogil:
    """Count the positions in which the side that did not move last has so many stones.

    The other has as many, if it is O (`even`), or one more, if it is X (`odd`).
    """
    cdef uint64_t full = (<uint64_t>1 << sets.orbits) - 1
    cdef uint64_t number, positions
    cdef tally_t* tally
    cdef int kind, last
    for number in range(full + 1):
        kind = sets.kind[number]
        if kind == 0:
            continue
        last = word_count(cells_of(sets, number)) - stones
        if last != 0 and last != 1:
            continue
        tally = odd if last else even
        positions = sets.sums[full ^ number]
        if kind == LINE_FREE:
            tally.unfinished += positions
        else:
            tally.won += positions
            tally.last_stones += kind * positions


cdef int fill(sets_t* sets, orbits, lines) except -1:
    """Take over the orbits and the lines, and reserve the memory."""
    cdef int i, count = 0
    cdef uint64_t number
    sets.orbits = len(orbits)
    sets.half = (sets.orbits + 1) // 2
    for i, orbit in enumerate(orbits):
        for number in range(<uint64_t>1 << (i if i < sets.half else i - sets.half)):
            if i < sets.half:
                sets.low[number | <uint64_t>1 << i] = sets.low[number] | <uint64_t>orbit
            else:
                sets.high[number | <uint64_t>1 << (i - sets.half)] = (
                    sets.high[number] | <uint64_t>orbit)
    for i in range(sets.orbits):
        sets.first_line[i] = count
        for line in lines:
            if line & orbits[i] and not any([line & later for later in orbits[i + 1:]]):
                sets.lines[count] = line
                count += 1
    sets.first_line[sets.orbits] = count
    sets.kind = <uint8_t*>zeroed(<size_t>1 << sets.orbits, sizeof(uint8_t))
    sets.sums = <uint32_t*>zeroed(<size_t>1 << sets.orbits, sizeof(uint32_t))
    if sets.kind == NULL or sets.sums == NULL:
        raise MemoryError
    return 0


def tally_plies(orbits, lines, int cells, progress):
    """Count the positions made of whole orbits, for each ply (unfinished, won, last stones).

    `orbits` are masks that part the `cells` cells of the board; with an orbit for each cell, all
    positions are counted. `lines` are masks. `progress` is called with a share from 0 to 1, or is
    None. Takes 5 bytes for each set of orbits.
    """
    cdef tally_t plies[MOST_CELLS + 2]
    cdef sets_t* sets
    cdef uint64_t found
    cdef int stones, i
    if not (0 < len(orbits) <= cells <= MOST_CELLS and len(lines) <= MOST_LINES):
        raise ValueError(f"at most {MOST_CELLS} cells and {MOST_LINES} lines, not {cells}"
                         f" and {len(lines)}")
    for i in range(MOST_CELLS + 2):
        plies[i].unfinished = plies[i].won = plies[i].last_stones = 0
    sets = <sets_t*>calloc(1, sizeof(sets_t))
    if sets == NULL:
        raise MemoryError
    try:
        fill(sets, orbits, lines)
        with nogil:
            find_kinds(sets)
        for stones in range(cells // 2 + 1):
            if progress is not None:
                progress(<double>stones / (cells // 2 + 1))
            with nogil:
                found = choose(sets, stones)
                look()
                if found:
                    add_subsets(sets.sums, sets.orbits)
                    add_positions(sets, stones, &plies[2 * stones], &plies[2 * stones + 1])
                look()
    finally:
        free(sets.kind)
        free(sets.sums)
        free(sets)
    return [(plies[i].unfinished, plies[i].won, plies[i].last_stones) for i in range(cells + 1)]
