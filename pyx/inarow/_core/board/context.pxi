# The board as the kernels see it: made once for each game from the lines and symmetries that the layer
# above computed, read-only afterwards, shared by every thread.

cdef struct incidence_t:        # which cells are on which lines, one by one
    int lines
    int16_t cell_of[ALL_LINES * MAX_K]      # the cells of line i are cell_of[i * k] …; -1 after those of a shorter one
    int32_t line_at[ALL_LINES * MAX_K]      # the lines through cell c are line_at[first_line[c]] …
    int32_t first_line[CAPACITY + 1]        # … line_at[first_line[c + 1] - 1]
    # Of an exact game; otherwise none:
    int16_t end_of[2 * ALL_LINES]           # the cells beyond the ends of line i: end_of[2 * i] and the next; -1: none
    int32_t end_at[2 * ALL_LINES]           # the lines that cell c lies beyond the end of, as above
    int32_t first_end[CAPACITY + 1]

cdef struct context_t:
    int cells                   # m * n
    int k                       # cells of a line, of the longest if they differ
    bint exact                  # are longer rows worth nothing? See below
    bint misere                 # does whoever completes a line lose?
    int drop                    # with gravity: how far on the cell lies that a stone rests upon, else 0
    bint plainly                # is it misère or has gravity, and so is searched by `strong/plain.pxi`?
    bb_t full                   # all cells
    board_lines_t lines         # see `lines.pxi`
    int symmetries              # how many symmetries of the board are used; the first is identity
    int fold_ply                # positions with more stones are not folded by symmetry
    int16_t image[MAX_SYMMETRIES][CAPACITY]     # where a symmetry takes a cell
    int16_t preimage[MAX_SYMMETRIES][CAPACITY]  # and the way back
    key_t weight[CAPACITY][MAX_SYMMETRIES]      # a stone's share of the key, for each image
    context_t* plain            # of an exact game: this board where k or more win; of others, itself
    incidence_t incidence       # the lines once more, for whoever goes by single ones


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


cdef void list_by_cell(const int16_t* cells, int lines, int each, int32_t* first, int32_t* at) noexcept:
    """Put the numbers of the lines in the order of their `cells`, `each` so many; -1 is none."""
    cdef int32_t filled[CAPACITY]
    cdef int i, cell
    for i in range(lines * each):
        if cells[i] >= 0:
            first[cells[i] + 1] += 1
    for cell in range(CAPACITY):
        first[cell + 1] += first[cell]
        filled[cell] = first[cell]
    for i in range(lines * each):
        if cells[i] >= 0:
            at[filled[cells[i]]] = i // each
            filled[cells[i]] += 1


cdef int list_lines(incidence_t* all, int k, lines, flanks) except -1:
    """Fill `all`, which is empty, from tuples of cells."""
    cdef int i, cell
    memset(all.cell_of, -1, sizeof(all.cell_of))
    memset(all.end_of, -1, sizeof(all.end_of))
    for line, beyond in zip(lines, flanks):
        for i, cell in enumerate(line):
            all.cell_of[all.lines * k + i] = cell
        for i, cell in enumerate(beyond):
            all.end_of[2 * all.lines + i] = cell
        all.lines += 1
    list_by_cell(all.cell_of, all.lines, k, all.first_line, all.line_at)
    list_by_cell(all.end_of, all.lines, 2, all.first_end, all.end_at)
    return 0


cdef int context_init(context_t* ctx, lines, flanks, symmetries, int cells, int fold_ply) except -1:
    """Fill `ctx`, but for `misere` and `drop`, from tuples of cells.

    `flanks`: for each line the cells beyond its ends that must not hold stones of its owner.
    """
    cdef int cell, image, index
    ctx.cells = cells
    ctx.k = max(map(len, lines), default=MAX_K)
    ctx.exact = any(flanks)
    ctx.plain = ctx
    ctx.fold_ply = fold_ply
    ctx.full = bb_none()
    for cell in range(cells):
        ctx.full = bb_or(ctx.full, bb_of(cell))

    set_lines(&ctx.lines, lines, flanks)
    list_lines(&ctx.incidence, ctx.k, lines, flanks)

    ctx.symmetries = min(len(symmetries), MAX_SYMMETRIES)
    for index, permutation in enumerate(symmetries[:MAX_SYMMETRIES]):
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


cdef inline bb_t right_above(const context_t* ctx, bb_t cells) noexcept nogil:
    """With gravity: the cells that rest upon these."""
    return bb_down(cells, ctx.drop)


cdef inline bb_t right_below(const context_t* ctx, bb_t cells) noexcept nogil:
    """With gravity: the cells that these rest upon."""
    return bb_up(cells, ctx.drop)


cdef inline bb_t playable(const context_t* ctx, bb_t empty) noexcept nogil:
    """The empty cells that a stone may be put on: with gravity those that do not lie above an empty one."""
    return bb_andnot(empty, right_above(ctx, empty)) if ctx.drop else empty
