# Labels by retrograde analysis: the last ply first, each layer from the one after it.
#
# (Ströhlein 1970, and Thompson, "Retrograde analysis of certain endgames", 1986. Here every move adds a
# stone, so one pass over each ply is all.) A row holds at first, for each position, the most that any
# move is worth; then the labels.
#
# O's moves stay in a row: his stones are the column, and the next ply has the same rows. X's moves lead
# to other rows, but the positions of a row follow one another there as well: for each cell that X may
# take, the row of his stones and the symmetry that folds them are found once, and O's stones go there by
# two tables. So memory is touched row by row, and a layer may be larger than any cache, or lie in a file.
#
# Ranks of sets do not depend on how many cells they are drawn from: one list of the sets of each size
# serves all rows.

cdef struct ranks_t:
    uint32_t* rank              # of each set among those of its size
    set_t* sets                 # and the way back: the sets of a size, in order
    uint32_t first[MOST_CELLS + 2]  # where those of a size begin
    uint8_t worth[256]          # of a move, by the label of where it leads

cdef struct spread_t:           # where the cells of a set go, by its lower and upper half
    int half                    # cells in the lower one
    set_t low[HALF]
    set_t high[HALF]


cdef inline set_t spread(const spread_t* by, set_t stones) noexcept nogil:
    return by.low[stones & ((<set_t>1 << by.half) - 1)] | by.high[stones >> by.half]


cdef void spread_to(spread_t* by, const int* target, int cells) noexcept nogil:
    """Let cell i go to target[i]."""
    cdef int i, bit
    cdef set_t sub
    cdef set_t* part
    by.half = (cells + 1) // 2
    by.low[0] = by.high[0] = 0
    for i in range(cells):
        part = &by.low[0] if i < by.half else &by.high[0]
        bit = i if i < by.half else i - by.half
        for sub in range(<set_t>1 << bit):
            part[sub | <set_t>1 << bit] = part[sub] | <set_t>1 << target[i]


cdef int ranks_init(ranks_t* ranks, const place_t* place) except -1:
    cdef set_t stones
    cdef uint32_t count[MOST_CELLS + 1]
    cdef int size
    ranks.rank = <uint32_t*>calloc(<size_t>1 << place.cells, sizeof(uint32_t))
    ranks.sets = <set_t*>calloc(<size_t>1 << place.cells, sizeof(set_t))
    if ranks.rank == NULL or ranks.sets == NULL:
        raise MemoryError
    for size in range(256):
        ranks.worth[size] = worth_of(<uint8_t>size)
    ranks.first[0] = 0
    for size in range(place.cells + 1):
        ranks.first[size + 1] = ranks.first[size] + place.choose[place.cells][size]
        count[size] = 0
    for stones in range(place.full + 1):
        size = word_count(stones)
        ranks.rank[stones] = count[size]
        ranks.sets[ranks.first[size] + count[size]] = stones
        count[size] += 1
    return 0


cdef void ranks_free(ranks_t* ranks) noexcept:
    free(ranks.rank)
    free(ranks.sets)


cdef inline void raise_to(uint8_t* best, uint8_t worth) noexcept nogil:
    if worth > best[0]:
        best[0] = worth


cdef void try_moves_of_o(const place_t* place, const ranks_t* ranks, int ply,
                         const uint8_t* after, uint8_t* best) noexcept nogil:
    """The best worth of O's moves for each position of a row; `after` is that of the next ply."""
    cdef int o = stones_of_o(ply)
    cdef set_t beside = (<set_t>1 << (place.cells - stones_of_x(ply))) - 1
    cdef const set_t* sets = ranks.sets + ranks.first[o]
    cdef set_t empty, lowest
    cdef uint32_t column
    for column in range(columns_of(place, ply)):
        best[column] = NO_MOVE_WORTH
        empty = beside & ~sets[column]
        while empty:
            lowest = empty & (0 - empty)
            empty ^= lowest
            raise_to(best + column, ranks.worth[after[ranks.rank[sets[column] | lowest]]])


cdef void try_move_of_x(const place_t* place, const ranks_t* ranks, int ply, set_t stones,
                        const int* empty, int index, const uint8_t* later,
                        uint8_t* best, spread_t* by) noexcept nogil:
    """Raise the worth of a row's positions to that of X's move to empty[index], where it is free.

    O's stones are counted without that cell here: `below` are the cells before it.
    """
    cdef int o = stones_of_o(ply)
    cdef int cells = place.cells - stones_of_x(ply) - 1
    cdef set_t below = (<set_t>1 << index) - 1
    cdef const set_t* sets = ranks.sets + ranks.first[o]
    cdef set_t after = stones | <set_t>1 << empty[index]
    cdef set_t image, seen
    cdef uint32_t column, columns = place.choose[cells][o]
    cdef const uint8_t* row
    cdef int target[MOST_CELLS]
    cdef int symmetry, i
    if has_line(place, after):
        for column in range(columns):
            seen = sets[column]
            best[ranks.rank[(seen & below) | (seen & ~below) << 1]] = WIN_WORTH - 1
        return
    symmetry = place.fold[after] & 7
    image = image_of(place, symmetry, after)
    for i in range(cells):
        seen = image_of(place, symmetry, <set_t>1 << empty[i if i < index else i + 1])
        target[i] = word_count(~image & (seen - 1))
    spread_to(by, target, cells)
    row = later + <uint64_t>(place.fold[after] >> 3) * columns
    for column in range(columns):
        seen = sets[column]
        raise_to(best + ranks.rank[(seen & below) | (seen & ~below) << 1],
                 ranks.worth[row[ranks.rank[spread(by, seen)]]])


cdef void label_row(const place_t* place, const ranks_t* ranks, int ply, set_t stones,
                    const int* empty, uint8_t* row, uint64_t* tally, spread_t* by) noexcept nogil:
    """Turn worths into labels, and count the positions that they stand for."""
    cdef uint64_t images = 0
    cdef uint32_t column
    cdef const set_t* sets = ranks.sets + ranks.first[stones_of_o(ply)]
    cdef int symmetry
    for symmetry in range(place.symmetries):
        images += image_of(place, symmetry, stones) == stones
    images = place.symmetries // images
    spread_to(by, empty, place.cells - stones_of_x(ply))
    for column in range(columns_of(place, ply)):
        if has_line(place, spread(by, sets[column])):
            row[column] = NO_POSITION
        else:
            row[column] = label_of(row[column])
            tally[row[column]] += images


cdef void fill_row(const place_t* place, const ranks_t* ranks, int ply, uint32_t number,
                   const uint8_t* later, uint8_t* row, uint64_t* tally) noexcept nogil:
    """Label the positions of a row, given the labels of the next ply (none on the last)."""
    cdef set_t stones = place.row_stones[place.first_row[stones_of_x(ply)] + number]
    cdef int empty[MOST_CELLS]
    cdef int cells = 0
    cdef int cell, i
    cdef spread_t by
    for cell in range(place.cells):
        if not stones >> cell & 1:
            empty[cells] = cell
            cells += 1
    if ply & 1:
        if ply < place.cells:
            later += <uint64_t>number * columns_of(place, ply + 1)
        try_moves_of_o(place, ranks, ply, later, row)
    else:
        memset(row, NO_MOVE_WORTH, columns_of(place, ply))
        if ply < place.cells:
            for i in range(cells):
                try_move_of_x(place, ranks, ply, stones, empty, i, later, row, &by)
    label_row(place, ranks, ply, stones, empty, row, tally, &by)
