# Where the label of a position lies: a perfect index, with next to no holes.
#
# A ply has a layer, which is a table of one byte for each position. Its row tells X's stones, its column
# O's:
#
#     row       X's stones, folded by symmetry: one row for each class of line-free sets of x
#               cells, in the order of their smallest images as binary numbers
#     column    O's stones, after the same symmetry: the rank of this set of o cells among those
#               that fit on the cells that X leaves free
#
#     X on b1 and a2 of 3 x 3:    . X .      the cells that are free      0 . 1
#                                 X . .                                   . 2 3
#                                 . . .                                   4 5 6
#     O on c1 and a3 is the set {1, 4} of seven: rank C(1, 1) + C(4, 2) = 7 of 0 … 20
#
# Ranks are those of the combinatorial number system: sets in the order of their binary numbers (Lehmer,
# "The machine tools of combinatorics", 1964). Only sets of X that a symmetry leaves as they are have
# positions with more than one label. Columns in which O has a line hold NO_POSITION; a position in which
# somebody has a line needs no label.

cdef enum:
    MOST_CELLS = 25
    HALF = 1 << 13              # the sets of half the cells
    MAX_SYMMETRIES = 8

ctypedef uint32_t set_t         # a set of cells: bit i is cell i

cdef struct place_t:
    int cells
    int half                    # cells that the first of two tables looks after
    int symmetries
    set_t full
    uint32_t choose[MOST_CELLS + 2][MOST_CELLS + 2]     # binomial coefficients
    set_t image[MAX_SYMMETRIES][2][HALF]    # of the set of the lower and of the upper cells
    uint32_t* fold              # of a set: row << 3 | the symmetry that takes it to the row's set
    uint64_t* with_line         # a bit for each set: does it contain a line?
    set_t* row_stones           # the sets of the rows, by size
    uint32_t first_row[MOST_CELLS + 2]      # where those of a size begin; the end of the last
    uint64_t layer[MOST_CELLS + 2]          # where the layer of a ply begins; the end of the last


cdef inline int stones_of_x(int ply) noexcept nogil:
    return (ply + 1) // 2


cdef inline int stones_of_o(int ply) noexcept nogil:
    return ply // 2


cdef inline bint has_line(const place_t* place, set_t stones) noexcept nogil:
    return place.with_line[stones >> 6] >> (stones & 63) & 1


cdef inline set_t image_of(const place_t* place, int symmetry, set_t stones) noexcept nogil:
    return (place.image[symmetry][0][stones & ((<set_t>1 << place.half) - 1)]
            | place.image[symmetry][1][stones >> place.half])


cdef inline uint32_t rows_of(const place_t* place, int ply) noexcept nogil:
    cdef int x = stones_of_x(ply)
    return place.first_row[x + 1] - place.first_row[x]


cdef inline uint32_t columns_of(const place_t* place, int ply) noexcept nogil:
    return place.choose[place.cells - stones_of_x(ply)][stones_of_o(ply)]


cdef inline uint32_t rank_beside(const place_t* place, set_t stones, set_t others) noexcept nogil:
    """The rank of a set among those of its size that fit beside `others`."""
    cdef set_t lowest
    cdef uint32_t rank = 0
    cdef int count = 0
    while stones:
        lowest = stones & (0 - stones)
        count += 1
        rank += place.choose[word_count(~others & (lowest - 1))][count]
        stones ^= lowest
    return rank


cdef inline uint64_t place_of(const place_t* place, set_t x, set_t o) noexcept nogil:
    """The place of the label of a position without lines."""
    cdef uint32_t fold = place.fold[x]
    cdef int symmetry = fold & 7
    cdef int ply = word_count(x) + word_count(o)
    return (place.layer[ply] + <uint64_t>(fold >> 3) * columns_of(place, ply)
            + rank_beside(place, image_of(place, symmetry, o), image_of(place, symmetry, x)))


cdef int mark_lines(place_t* place, lines) except -1:
    """Find the sets with a line: one through the highest cell, or one in the rest of the set."""
    cdef set_t through[4 * MOST_CELLS]
    cdef set_t stones, rest
    cdef int top, count, i
    cdef bint found
    for top in range(place.cells):
        highest = [line for line in lines if line >> top == 1]
        count = len(highest)
        for i in range(count):
            through[i] = highest[i]
        for rest in range(<set_t>1 << top):
            stones = rest | <set_t>1 << top
            found = has_line(place, rest)
            for i in range(count):
                found |= stones & through[i] == through[i]
            place.with_line[stones >> 6] |= <uint64_t>found << (stones & 63)
    return 0


cdef void fold_sets(place_t* place) noexcept nogil:
    """Fold every line-free set to the smallest of its images, and number these by size."""
    cdef uint32_t count[MOST_CELLS + 1]
    cdef set_t stones, image, smallest
    cdef int size, symmetry, by
    for size in range(place.cells + 1):
        count[size] = 0
    for stones in range(place.full + 1):
        if has_line(place, stones):
            continue
        smallest = stones
        by = 0
        for symmetry in range(1, place.symmetries):
            image = image_of(place, symmetry, stones)
            if image < smallest:
                smallest = image
                by = symmetry
        if by:
            place.fold[stones] = place.fold[smallest] | by
        else:
            size = word_count(stones)
            place.fold[stones] = count[size] << 3
            count[size] += 1
    place.first_row[0] = 0
    for size in range(place.cells + 1):
        place.first_row[size + 1] = place.first_row[size] + count[size]


cdef void list_rows(place_t* place) noexcept nogil:
    cdef set_t stones
    for stones in range(place.full + 1):
        if not has_line(place, stones) and place.fold[stones] & 7 == 0:
            place.row_stones[place.first_row[word_count(stones)] + (place.fold[stones] >> 3)] = (
                stones)


cdef int place_init(place_t* place, int cells, lines, symmetries) except -1:
    """Make the index of a board; `place` is zeroed, and `place_free` is for the caller."""
    cdef int i, j, cell, part, bit, ply
    cdef set_t sub
    place.cells = cells
    place.half = (cells + 1) // 2
    place.full = (<set_t>1 << cells) - 1
    place.symmetries = len(symmetries)
    for i in range(MOST_CELLS + 2):
        place.choose[i][0] = 1
        for j in range(1, i + 1):
            place.choose[i][j] = place.choose[i - 1][j - 1] + place.choose[i - 1][j]
    for i, permutation in enumerate(symmetries):
        for cell in range(cells):
            part = cell >= place.half
            bit = cell - place.half if part else cell
            for sub in range(<set_t>1 << bit):
                place.image[i][part][sub | <set_t>1 << bit] = (
                    place.image[i][part][sub] | <set_t>1 << <int>permutation[cell])
    place.fold = <uint32_t*>calloc(<size_t>1 << cells, sizeof(uint32_t))
    place.with_line = <uint64_t*>calloc((<size_t>1 << cells) // 64 + 1, sizeof(uint64_t))
    if place.fold == NULL or place.with_line == NULL:
        raise MemoryError
    mark_lines(place, lines)
    with nogil:
        fold_sets(place)
    place.row_stones = <set_t*>calloc(place.first_row[cells + 1], sizeof(set_t))
    if place.row_stones == NULL:
        raise MemoryError
    with nogil:
        list_rows(place)
    for ply in range(cells + 1):
        place.layer[ply + 1] = (
            place.layer[ply] + <uint64_t>rows_of(place, ply) * columns_of(place, ply))
    return 0


cdef void place_free(place_t* place) noexcept:
    free(place.fold)
    free(place.row_stones)
    free(place.with_line)
