# From the answers of the weak game to a solution: value, distance, move, line and zone. The counterpart
# of `answer.pxi`.

cdef int weak_measure(search_t* s, weak_root_t* root, answer_t* answer) noexcept nogil:
    """Find how soon Maker wins, and the move that goes with it: quickest win, longest defence."""
    cdef int plies = 2 - root.maker_moves
    cdef int said
    cdef bb_t cells = root.zone         # of the win that is known, whatever it takes
    while True:
        said = ask_game(s, GAME_WEAK, root, WIN - plies)
        if said == STOPPED:
            root.zone = cells
            return STOPPED
        if s.choice != NO_MOVE:
            answer.move = s.choice
        if said == YES:
            answer.distance = plies
            return YES
        plies += 2


cdef int likely_move(search_t* s, const weak_root_t* root) noexcept nogil:
    """A move to show where any will do, or none is proven: complete, block, or weigh most."""
    cdef lines_t lines
    cdef int weight[CAPACITY]
    cdef bb_t empty = bb_andnot(s.weak_ctx.full, bb_or(root.maker, root.breaker))
    scan_maker(s.weak_ctx, root.maker, root.breaker, &lines)
    if lines.fewest == 1:
        return bb_lowest(bb_and(cells_of(s.weak_ctx, lines.one), empty))
    weigh_board(s.weak_ctx, &lines, empty, weight)
    return heaviest(weight, empty)


cdef void solve_weak_root(search_t* s, weak_root_t* root, bint distance,
                          answer_t* answer) noexcept nogil:
    """Solve a position without a line of Maker's and with an empty cell; the bounds are Maker's."""
    cdef int said
    root_keys(s, root.maker, root.breaker)
    answer[0] = answer_t(0, 1, NO_DISTANCE, NO_MOVE)
    s.at_hand = NO_MOVE
    said = weak_decide(s, root)
    if said == YES:
        answer.lower = 1
    elif said == NO:
        answer.upper = 0
    if said != STOPPED:
        answer.move = s.choice
        if said == YES and distance:
            weak_measure(s, root, answer)
    elif not root.maker_moves:
        answer.move = s.at_hand
    if answer.move == NO_MOVE:
        answer.move = likely_move(s, root)


cdef int weak_variation(search_t* s, weak_root_t root, const answer_t* answer,
                        int16_t* line) noexcept nogil:
    """Follow proven moves from a solved position; returns how many.

    It ends with Maker's line, a full board or no live line, or where the moves would cost more than
    LINE_BUDGET nodes in all.
    """
    cdef uint64_t limit = begin_part(&s.limits, LINE_BUDGET)
    cdef int distance = answer.distance
    cdef int move = answer.move
    cdef int length = 0
    cdef int said, beta
    cdef lines_t lines
    # A table from a file may be false: a move to a taken cell ends the line, and so every line ends.
    while not bb_has(bb_or(root.maker, root.breaker), move):
        line[length] = move
        length += 1
        if root.maker_moves:
            root.maker = bb_or(root.maker, bb_of(move))
        else:
            root.breaker = bb_or(root.breaker, bb_of(move))
        root.maker_moves = not root.maker_moves
        scan_maker(s.weak_ctx, root.maker, root.breaker, &lines)
        if has_line(s.weak_ctx, root.maker) or lines.fewest == 0:
            break
        beta = 1
        if distance != NO_DISTANCE:
            distance -= 1
            # Maker asks how to win in time; Breaker how to outlast any quicker win.
            beta = WIN - distance + (0 if root.maker_moves else 2)
        root_keys(s, root.maker, root.breaker)
        s.choice = NO_MOVE
        if beta > WIN:
            said = NO
        elif beta == 1 and root_is_crowded(s, &root):
            said = weak_decide(s, &root)
        else:
            said = ask_game(s, GAME_WEAK, &root, beta)
        if said == STOPPED:
            break
        move = s.choice if s.choice != NO_MOVE else likely_move(s, &root)
    limit_nodes(&s.limits, limit)
    return length
