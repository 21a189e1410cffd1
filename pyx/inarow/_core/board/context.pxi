# The board as the kernels see it: made once for each game from the lines and symmetries that the layer
# above computed, read-only afterwards, shared by every thread.

cdef enum:
    MAX_SYMMETRIES = 8
    DIRECTIONS = 4

cdef struct context_t:
    int cells                   # m * n
    int k                       # stones in a row that win
    bint exact                  # are longer rows worth nothing? See below
    bint misere                 # does whoever completes a line lose?
    int drop                    # with gravity: how far on the cell lies that a stone rests upon, else 0
    bint plainly                # is it misère or has gravity, and so is searched by `strong/plain.pxi`?
    int directions              # how many of the four directions hold a line; 0: nobody can win
    int step[DIRECTIONS]        # distance between neighbouring cells of a line, 1 … n + 1
    bb_t starts[DIRECTIONS]     # the first cell of every line of this direction
    bb_t full                   # all cells
    bb_t through[CAPACITY][DIRECTIONS]          # by their first cells, the lines that hold a cell
    int symmetries              # how many symmetries the board has, 1 … 8; the first is identity
    int fold_ply                # positions with more stones are not folded by symmetry
    int16_t image[MAX_SYMMETRIES][CAPACITY]     # where a symmetry takes a cell
    int16_t preimage[MAX_SYMMETRIES][CAPACITY]  # and the way back
    key_t weight[CAPACITY][MAX_SYMMETRIES]      # a stone's share of the key, for each image
    # Of an exact game:
    bb_t before[DIRECTIONS]     # the lines (by first cell) with a cell of the board before them
    bb_t behind[DIRECTIONS]     # and those with one behind
    context_t* plain            # this board where k or more win; of other games, itself


cdef key_t cell_weight(int cell, int cells) noexcept nogil:
    """The weight of a stone on `cell`: 3^cell where that is exact, else a random number."""
    cdef key_t power = key_of(1, 0)
    cdef uint64_t state = <uint64_t>cell * <uint64_t>0xd1342543de82ef95
    cdef uint64_t low, high
    cdef int i
    if cells > EXACT_CELLS:
        low = splitmix(&state)
        high = splitmix(&state)
        return key_of(low, high)
    for i in range(cell):
        power = key_add(power, key_add(power, power))
    return power


cdef int context_init(context_t* ctx, int k, lines, flanks, symmetries, int cells,
                      int fold_ply) except -1:
    """Fill `ctx`, but for `misere` and `drop`, from tuples of cells; a line's cells have a constant distance.

    `flanks`: for each line the cells beyond its ends that must not hold stones of its owner.
    """
    cdef int cell, image, index, step, direction
    ctx.cells = cells
    ctx.k = k
    ctx.exact = any(flanks)
    ctx.plain = ctx
    ctx.fold_ply = fold_ply
    ctx.full = bb_none()
    for cell in range(cells):
        ctx.full = bb_or(ctx.full, bb_of(cell))

    by_step = {}
    for line in lines:
        by_step.setdefault(line[1] - line[0] if len(line) > 1 else 1, []).append(line[0])
    ctx.directions = len(by_step)
    for direction, step in enumerate(sorted(by_step)):
        ctx.step[direction] = step
        ctx.starts[direction] = ctx.before[direction] = ctx.behind[direction] = bb_none()
        for cell in by_step[step]:
            ctx.starts[direction] = bb_or(ctx.starts[direction], bb_of(cell))
    memset(ctx.through, 0, sizeof(ctx.through))
    for line, beyond in zip(lines, flanks):
        direction = sorted(by_step).index(line[1] - line[0] if len(line) > 1 else 1)
        for cell in line:
            ctx.through[cell][direction] = bb_or(ctx.through[cell][direction], bb_of(line[0]))
        for end in beyond:
            if end < line[0]:
                ctx.before[direction] = bb_or(ctx.before[direction], bb_of(line[0]))
            else:
                ctx.behind[direction] = bb_or(ctx.behind[direction], bb_of(line[0]))

    ctx.symmetries = len(symmetries)
    for index, permutation in enumerate(symmetries):
        for cell in range(cells):
            image = permutation[cell]
            ctx.image[index][cell] = image
            ctx.preimage[index][image] = cell
            ctx.weight[cell][index] = cell_weight(image, cells)
    # The lanes of symmetries that the board lacks repeat the identity: they never change a
    # minimum, and loops over all lanes need no count.
    for index in range(ctx.symmetries, MAX_SYMMETRIES):
        for cell in range(cells):
            ctx.weight[cell][index] = ctx.weight[cell][0]
    if ctx.exact:
        plain_context(ctx)
    return 0


cdef int plain_context(context_t* ctx) except -1:
    """Give an exact game's board a copy where longer rows win, for the free weak game."""
    ctx.plain = <context_t*>calloc(1, sizeof(context_t))
    if ctx.plain == NULL:
        raise MemoryError
    memcpy(ctx.plain, ctx, sizeof(context_t))
    ctx.plain.exact = False
    ctx.plain.plain = ctx.plain
    return 0


cdef void context_free(context_t* ctx) noexcept:
    if ctx.plain != ctx:
        free(ctx.plain)


cdef inline bb_t playable(const context_t* ctx, bb_t empty) noexcept nogil:
    """The empty cells that a stone may be put on: with gravity those that do not lie above an empty one."""
    return bb_andnot(empty, bb_down(empty, ctx.drop)) if ctx.drop else empty


cdef inline bb_t spoilt(const context_t* ctx, int direction, bb_t stones, bb_t last) noexcept nogil:
    """The lines of a direction that `stones` spoil for their owner, who would get too many.

    `last` are the stones moved back k - 1 steps: where a line begins, they tell of its last cell.
    """
    cdef int step = ctx.step[direction]
    return bb_or(bb_and(bb_up(stones, step), ctx.before[direction]),
                 bb_and(bb_down(last, step), ctx.behind[direction]))


cdef inline bb_t next_cell(const context_t* ctx, int direction, bb_t cells) noexcept nogil:
    """The cells after these on the lines of a direction."""
    return bb_up(cells, ctx.step[direction])


cdef inline bb_t line_cells(const context_t* ctx, int direction, bb_t starts) noexcept nogil:
    """All cells of the lines of a direction that begin at `starts`."""
    cdef bb_t cells = starts
    cdef int i
    for i in range(1, ctx.k):
        starts = next_cell(ctx, direction, starts)
        cells = bb_or(cells, starts)
    return cells


cdef inline bb_t complete_lines(const context_t* ctx, int direction, bb_t stones) noexcept nogil:
    """The lines of a direction, by first cell, that `stones` fill: exactly, if that is the game."""
    cdef bb_t run = bb_and(stones, ctx.starts[direction])
    cdef bb_t ahead = stones
    cdef int i
    for i in range(1, ctx.k):
        if not bb_any(run):
            return run
        ahead = bb_down(ahead, ctx.step[direction])
        run = bb_and(run, ahead)
    return bb_andnot(run, spoilt(ctx, direction, stones, ahead)) if ctx.exact else run


cdef inline bint has_line(const context_t* ctx, bb_t stones) noexcept nogil:
    """Does `stones` contain a whole line, and no more than that if it must be exact?"""
    cdef int direction
    for direction in range(ctx.directions):
        if bb_any(complete_lines(ctx, direction, stones)):
            return True
    return False
