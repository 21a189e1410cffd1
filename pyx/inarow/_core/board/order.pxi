# Move ordering, in two ways: a number for each cell, kept as bit planes, for a node that looks at few of its
# moves; and a list of cells by weight, for one that goes through all of them.
#
# The number of a cell is the sum over the live lines through it, of either side, the more the fewer stones
# the line misses: 16, 4, 1 for the mover's lines that miss two, three, more, and 8, 2, 1 for the other
# side's.
#
# The sums of all cells are added up together, plane by plane, as in a ripple-carry adder: plane p holds
# bit p of every cell's number. The best cell is found from the top plane down, without sorting; ties go
# to the lower cell, so that the order is total and the same on every build and width.
#
# A weight is a number of its own for each cell, of the lines of one side, which a technique may correct by what
# it knows; a list is sorted by them, and its ties go to the lower cell as well.

cdef enum:
    PLANES = 8                  # numbers up to 255; a sum that would exceed them sticks there

cdef struct order_t:
    bb_t plane[PLANES]

cdef struct choices_t:          # cells, the best first
    int count
    int16_t cell[CAPACITY]


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


cdef inline void no_order(order_t* order) noexcept nogil:
    """All cells alike: `pick` then takes the lowest."""
    cdef int p
    for p in range(PLANES):
        order.plane[p] = bb_none()


cdef inline void reverse_order(order_t* order) noexcept nogil:
    """The worst-looking cell is best."""
    cdef int p
    for p in range(PLANES):
        order.plane[p] = bb_not(order.plane[p])


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


cdef inline int line_weight(int missing) noexcept nogil:
    return LINE_WEIGHT[min(missing, LONGEST_WEIGHED)]


cdef inline void add_weight(const context_t* ctx, int group, some_lines_t lines, int amount,
                            int* weight) noexcept nogil:
    """Add to the cells of some lines."""
    cdef int i, line
    while any_line(lines):
        line = next_line(&lines)
        for i in range(length_of(ctx, line)):
            weight[cell_on(ctx, group, line, i)] += amount


cdef void weigh_board(const context_t* ctx, const lines_t* lines, bb_t empty,
                      int* weight) noexcept nogil:
    """The weight of each empty cell: the sum over its lines, of which none misses more than four, say."""
    cdef int group
    while bb_any(empty):
        weight[pop_lowest(&empty)] = 0
    for group in range(ctx.lines.groups):
        add_weight(ctx, group, lines.two[group], line_weight(2), weight)
        add_weight(ctx, group, lines.three[group], line_weight(3), weight)
        add_weight(ctx, group, lines.more[group], line_weight(4), weight)


cdef inline void place_choice(choices_t* choices, int count, int cell, const int* weight) noexcept nogil:
    """Put a cell among the first `count`, which are in the order of weight, behind its equals."""
    while count > 0 and weight[choices.cell[count - 1]] < weight[cell]:
        choices.cell[count] = choices.cell[count - 1]
        count -= 1
    choices.cell[count] = cell


cdef void sort_cells(const int* weight, bb_t cells, choices_t* choices) noexcept nogil:
    """Put `cells` in the order of weight, the lower cell first among equals."""
    choices.count = 0
    while bb_any(cells):
        place_choice(choices, choices.count, pop_lowest(&cells), weight)
        choices.count += 1


cdef void bring_to_front(choices_t* moves, int move) noexcept nogil:
    """Make `move` the first choice, whether it was one or not."""
    cdef int i = 0
    while i < moves.count and moves.cell[i] != move:
        i += 1
    if i == moves.count:
        moves.count += 1
    while i > 0:
        moves.cell[i] = moves.cell[i - 1]
        i -= 1
    moves.cell[0] = move


cdef void drop_choice(choices_t* moves, int place) noexcept nogil:
    """Take out the choice at a place; those behind it move up."""
    cdef int i
    moves.count -= 1
    for i in range(place, moves.count):
        moves.cell[i] = moves.cell[i + 1]


cdef inline int heaviest(const int* weight, bb_t cells) noexcept nogil:
    """The cell of the most weight, the lowest such; `cells` is not empty."""
    cdef int cell, best = pop_lowest(&cells)
    while bb_any(cells):
        cell = pop_lowest(&cells)
        if weight[cell] > weight[best]:
            best = cell
    return best


cdef int sensible_move(const context_t* ctx, bb_t own, bb_t opponent) noexcept nogil:
    """A move to show where any move will do, or none is proven: complete, block, or look best.

    With gravity none below a cell where the other side completes a line, if there is another.
    """
    cdef lines_t mine, theirs
    cdef order_t order
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(own, opponent))
    cdef bb_t moves = playable(ctx, empty)
    cdef bb_t completing, better
    scan(ctx, own, opponent, &mine, &theirs)
    completing = bb_and(cells_of(ctx, mine.one), moves)
    if ctx.misere:
        better = bb_andnot(moves, completing)
        return bb_lowest(better if bb_any(better) else moves)
    if bb_any(completing):
        return bb_lowest(completing)
    better = bb_and(cells_of(ctx, theirs.one), moves)
    if bb_any(better):
        return bb_lowest(better)
    if ctx.plainly:
        better = bb_andnot(moves, right_below(ctx, cells_of(ctx, theirs.one)))
    else:
        better = replies(ctx, &mine, &theirs, opponent, empty, NULL)
    order_moves(ctx, &mine, &theirs, &order)
    return pick(&order, better if bb_any(better) else moves)
