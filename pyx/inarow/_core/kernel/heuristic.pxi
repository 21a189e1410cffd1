# The calls of the heuristics: judgements and random games.

cdef tuple judged(Kernel kernel, own, opponent, nodes, seconds, progress, allowed, int wanted,
                  bint resume, bint narrow):
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t cells = kernel.ctx.full if allowed is None else board_of(allowed)
    cdef _Watch watch = _Watch(kernel, seconds, progress)
    cdef heuristic_t* h
    cdef int move
    if kernel.heuristic == NULL:
        kernel.heuristic = new_heuristic(kernel.ctx, &kernel.table, &lookup_of(kernel).limits)
    h = kernel.heuristic
    set_out(lookup_of(kernel), watch, nodes)
    with nogil:
        move = heuristic_move(h, mine, theirs, cells, wanted, resume, narrow)
    watch.settle()
    return move, h.limits.nodes


cdef tuple last_judgement(Kernel kernel):
    cdef heuristic_t* h = kernel.heuristic
    if h == NULL or h.wanted == 0:
        return None
    if h.ranked == 0:
        return int_of(h.root[0]), int_of(h.root[1]), h.depth, (opinion(h, h.choice, h.found),)
    ranking = [opinion(h, h.scratch[0].move[i], h.scratch[0].rank[i]) for i in range(h.ranked)]
    return int_of(h.root[0]), int_of(h.root[1]), h.depth, tuple(ranking)


cdef tuple opinion(heuristic_t* h, int move, int score):
    """(score, plies, line) of a move."""
    cdef int16_t line[MOST_LINE]
    return score, mate_plies(score), moves_of(line, expect_line(h, move, 0, line, 0))


cdef tuple played_out(Kernel kernel, own, opponent, uint64_t count, uint64_t seed):
    cdef _Watch watch = _Watch(kernel, None, None)
    cdef playouts_t total
    cdef int8_t board[CAPACITY]
    cdef int16_t free_cells[CAPACITY]
    cdef int empties = lay_out(kernel.ctx, board_of(own), board_of(opponent), board, free_cells)
    cdef uint64_t i
    memset(&total, 0, sizeof(total))
    with nogil:
        for i in range(count):
            play_out(kernel.ctx, board, free_cells, empties, 1, &seed, &total)
            if i % ROWS_PER_LOOK == 0:
                with gil:
                    if watch.look(0, NULL):
                        break
    watch.settle()
    return total.own_wins, total.opponent_wins, total.draws, total.plies
