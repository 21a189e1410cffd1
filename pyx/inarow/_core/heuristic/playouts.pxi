# Random games to the end: uniformly random moves, the board checked for a line at each of them.

cdef struct playouts_t:
    uint64_t own_wins
    uint64_t opponent_wins
    uint64_t draws
    uint64_t plies


cdef int lay_out(const context_t* ctx, bb_t own, bb_t opponent, int8_t* board,
                 int16_t* free_cells) noexcept nogil:
    """Write a position as `play_out` reads it, 1 for the stones of `own`; returns the empties."""
    cdef int empties = 0
    cdef int cell
    for cell in range(ctx.cells):
        if bb_has(own, cell):
            board[cell] = 1
        elif bb_has(opponent, cell):
            board[cell] = 2
        else:
            board[cell] = 0
            free_cells[empties] = cell
            empties += 1
    return empties


cdef void play_out(const context_t* ctx, const int8_t* board, const int16_t* free_cells,
                   int empties, int mover, uint64_t* state, playouts_t* total) noexcept nogil:
    """One random game from a position that is not over. `board` holds 0, 1, 2 for each cell."""
    cdef int8_t colour[CAPACITY]
    cdef int16_t rest[CAPACITY]
    cdef int cell, chosen
    cdef int first = mover
    memcpy(colour, board, ctx.cells)
    memcpy(rest, free_cells, empties * sizeof(int16_t))
    while empties:
        chosen = <int>below(state, empties)
        cell = rest[chosen]
        empties -= 1
        rest[chosen] = rest[empties]
        colour[cell] = mover
        total.plies += 1
        if completes(ctx, colour, cell):
            if mover == first:
                total.own_wins += 1
            else:
                total.opponent_wins += 1
            return
        mover = 3 - mover
    total.draws += 1
