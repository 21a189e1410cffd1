# Batches: rows of int8 cells, +1 for X, -1 for O, 0 for empty, checked and solved one by one over a
# shared table.

cdef enum:
    ROWS_PER_LOOK = 1024        # rows that cost no search still let the watch look up


cdef bint read_row(const context_t* ctx, const int8_t* row, bb_t* x, bb_t* o) noexcept nogil:
    """Two sets of cells from a row; False if a cell holds anything but -1, 0 or 1."""
    cdef uint64_t x_word, o_word
    cdef int cell = 0, word, end
    cdef int strange = 0
    x[0] = o[0] = bb_none()
    for word in range(WORDS):
        x_word = o_word = 0
        end = min(ctx.cells, 64 * word + 64)
        for cell in range(64 * word, end):
            x_word |= <uint64_t>(row[cell] == 1) << (cell & 63)
            o_word |= <uint64_t>(row[cell] == -1) << (cell & 63)
            strange |= <uint8_t>(row[cell] + 1) > 2
        x[0] = bb_with_word(x[0], word, x_word)
        o[0] = bb_with_word(o[0], word, o_word)
    return strange == 0


cdef bint one_stone_explains(const context_t* ctx, bb_t stones, bb_t taken) noexcept nogil:
    """Is there a stone, the last one played, without which there was no line?

    It is on all of the complete lines. Where overlines win nothing, that is not enough: one may
    have been a line before it.
    """
    cdef bb_t common = in_all_complete(ctx, stones)
    if ctx.drop:                # and nothing lies upon it
        common = bb_andnot(common, right_below(ctx, taken))
    while ctx.exact and bb_any(common):
        if not has_line(ctx, bb_andnot(stones, take_lowest(&common))):
            return True
    return bb_any(common)


cdef bint row_is_sound(const context_t* ctx, const int8_t* row) noexcept nogil:
    """Can the position of a row arise in play? The same rules as a strict position's."""
    cdef bb_t x, o
    cdef int lead
    cdef bint x_line, o_line
    if not read_row(ctx, row, &x, &o):
        return False
    lead = bb_count(x) - bb_count(o)
    if lead != 0 and lead != 1:
        return False
    if ctx.drop and bb_meet(bb_or(x, o), right_above(ctx, bb_andnot(ctx.full, bb_or(x, o)))):
        return False            # a stone floats
    x_line = has_line(ctx, x)
    o_line = has_line(ctx, o)
    if not x_line and not o_line:
        return True
    if x_line and o_line or x_line != (lead == 1):
        return False
    return one_stone_explains(ctx, x if x_line else o, bb_or(x, o))


cdef struct row_t:              # where the results of a row go; NULL: not wanted
    int8_t* lower
    int8_t* upper
    int16_t* move
    int16_t* distance
    int8_t* optimal             # one for each cell


cdef int mark_optimal(search_t* s, bb_t own, bb_t opponent, const answer_t* answer,
                      int8_t* optimal) noexcept nogil:
    """Mark every move that keeps the value; STOPPED if the search was."""
    cdef bb_t rest = playable(s.ctx, bb_andnot(s.ctx.full, bb_or(own, opponent)))
    cdef bb_t after
    cdef int cell, said
    while bb_any(rest):
        cell = pop_lowest(&rest)
        if answer.lower < 0:
            optimal[cell] = 1   # every move loses
            continue
        after = bb_or(own, bb_of(cell))
        if has_line(s.ctx, after):
            optimal[cell] = not s.ctx.misere
        elif bb_equal(bb_or(after, opponent), s.ctx.full):
            optimal[cell] = answer.lower == 0
        else:
            root_keys(s, opponent, after)
            # A move wins if the other side cannot hold then, and draws if that side cannot win.
            said = decide(s, opponent, after, 0 if answer.lower == 1 else 1)
            if said == STOPPED:
                return STOPPED
            optimal[cell] = said == NO
    return YES


cdef void solve_row(search_t* s, const int8_t* cells, bint distance, row_t* row) noexcept nogil:
    """Solve a sound row and write its results. A row that was stopped keeps its bounds."""
    cdef const context_t* ctx = s.ctx
    cdef bb_t x, o, own, opponent
    cdef answer_t answer
    read_row(ctx, cells, &x, &o)
    own = x if bb_count(x) == bb_count(o) else o
    opponent = o if bb_count(x) == bb_count(o) else x
    if has_line(ctx, opponent):
        row.lower[0] = row.upper[0] = 1 if ctx.misere else -1
        row.distance[0] = 0
        return
    if bb_equal(bb_or(x, o), ctx.full):
        row.lower[0] = row.upper[0] = 0
        return
    solve(s, own, opponent, distance, &answer)
    if (row.optimal != NULL and answer.lower == answer.upper
            and (s.limits.stopped or mark_optimal(s, own, opponent, &answer, row.optimal) == STOPPED)):
        # A mask that is not whole would read as one that is, and so would "proven" beside none.
        memset(row.optimal, 0, ctx.cells)
        answer = answer_t(-1, 1, NO_DISTANCE, answer.move)
    row.lower[0] = answer.lower
    row.upper[0] = answer.upper
    row.move[0] = answer.move
    row.distance[0] = answer.distance


cdef solve_batch(Kernel kernel, search_t* s, const int8_t[:, ::1] rows, results, bint distance, nodes,
                 seconds, progress):
    """Solve sound rows into the arrays of `results`; the nodes spent. See `Kernel.solve_rows`."""
    cdef _Watch watch = _Watch(kernel, seconds, progress)
    cdef uint64_t budget = limit_of(nodes)
    cdef int8_t[::1] lower, upper
    cdef int16_t[::1] moves, distances
    cdef int8_t[:, ::1] optimal
    cdef row_t row
    cdef Py_ssize_t i
    cdef bint with_optimal
    lower, upper, moves, distances, optimal = results
    with_optimal = optimal is not None
    set_out(s, watch, None)
    watch.rows = rows.shape[0]
    with nogil:
        for i in range(rows.shape[0]):
            watch.row = i
            watch.share = 0
            row = row_t(&lower[i], &upper[i], &moves[i], &distances[i], NULL)
            if with_optimal:
                row.optimal = &optimal[i, 0]
            limit_nodes(&s.limits, s.limits.nodes + min(budget, UINT64_MAX - s.limits.nodes))
            s.limits.stopped = 0
            solve_row(s, &rows[i, 0], distance, &row)
            if s.limits.stopped == STOP_WATCH:
                break
            if i % ROWS_PER_LOOK == 0 and watch_stops(&s.limits):
                break
    watch.settle()
    return s.limits.nodes
