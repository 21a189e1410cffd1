# Move ordering: a number for each cell, kept as bit planes.
#
# A cell is worth the sum over the live lines through it, of either side, the more the fewer stones the
# line misses: 16, 4, 1 for the mover's lines that miss two, three, more, and 8, 2, 1 for the other
# side's.
#
# The sums of all cells are added up together, plane by plane, as in a ripple-carry adder: plane p holds
# bit p of every cell's number. The best cell is found from the top plane down, without sorting; ties go
# to the lower cell, so that the order is total and the same on every build and width.

cdef enum:
    PLANES = 8                  # numbers up to 255; a sum that would exceed them sticks there

cdef struct order_t:
    bb_t plane[PLANES]


cdef inline void add_cells(order_t* order, bb_t cells, int plane) noexcept nogil:
    """Add 2^plane to the number of each of `cells`."""
    cdef bb_t carry
    cdef int p
    while bb_any(cells) and plane < PLANES:
        carry = bb_and(order.plane[plane], cells)
        order.plane[plane] = bb_xor(order.plane[plane], cells)
        cells = carry
        plane += 1
    if bb_any(cells):
        for p in range(PLANES):
            order.plane[p] = bb_or(order.plane[p], cells)


cdef inline void add_lines(const context_t* ctx, order_t* order, const bb_t* starts,
                           int plane) noexcept nogil:
    """Add 2^plane to the cells of each line that begins at `starts`."""
    cdef bb_t line
    cdef int d, i
    for d in range(ctx.directions):
        line = starts[d]
        if bb_any(line):
            for i in range(ctx.k):
                add_cells(order, line, plane)
                line = next_cell(ctx, d, line)


cdef inline void no_order(order_t* order) noexcept nogil:
    """All cells alike: `pick` then takes the lowest."""
    cdef int p
    for p in range(PLANES):
        order.plane[p] = bb_none()


cdef void order_moves(const context_t* ctx, const lines_t* mine, const lines_t* theirs,
                      order_t* order) noexcept nogil:
    """Number all cells; `pick` then takes the best of a set."""
    no_order(order)
    add_lines(ctx, order, mine.two, 4)
    add_lines(ctx, order, theirs.two, 3)
    add_lines(ctx, order, mine.three, 2)
    add_lines(ctx, order, theirs.three, 1)
    add_lines(ctx, order, mine.more, 0)
    add_lines(ctx, order, theirs.more, 0)


cdef inline int pick(const order_t* order, bb_t moves) noexcept nogil:
    """The cell of `moves` with the highest number, the lowest such; `moves` is not empty."""
    cdef bb_t better
    cdef int p
    for p in range(PLANES - 1, -1, -1):
        better = bb_and(moves, order.plane[p])
        if bb_any(better):
            moves = better
    return bb_lowest(moves)


cdef int sensible_move(const context_t* ctx, bb_t own, bb_t opponent) noexcept nogil:
    """A move to show where any move will do, or none is proven: complete, block, or look best."""
    cdef lines_t mine, theirs
    cdef order_t order
    cdef bb_t moves, empty = bb_andnot(ctx.full, bb_or(own, opponent))
    scan(ctx, own, opponent, &mine, &theirs)
    if mine.fewest == 1:
        return bb_lowest(bb_and(cells_of(ctx, mine.one), empty))
    if theirs.fewest == 1:
        return bb_lowest(bb_and(cells_of(ctx, theirs.one), empty))
    moves = replies(ctx, &mine, &theirs, opponent, empty, NULL)
    order_moves(ctx, &mine, &theirs, &order)
    return pick(&order, moves if bb_any(moves) else empty)
