# From the two nodes of the weak game to an answer: value, distance, move, line and zone. The
# counterpart of `root` for the ordinary game.

cdef enum:
    DEEPENING_SHARE = 8         # an eighth of the plain budget goes into looking for near wins …
    CROWDED_SHARE = 8           # … but on a crowded board so much of theirs into the plain question


cdef bint root_is_crowded(search_t* s, const weak_root_t* root) noexcept nogil:
    cdef lines_t lines
    scan_maker(s.weak_ctx, root.maker, root.breaker, &lines)
    return s.rules & RULE_VCF and is_crowded(s.weak_ctx, &lines)


cdef int ask_game(search_t* s, int game, weak_root_t* root, int beta) noexcept nogil:
    """Is Maker's score at least `beta`, in the weak game or the armed one?"""
    cdef int answer
    s.question.game = game
    s.question.root = root[0]
    s.question.beta = beta
    s.question.cost = ANY_COST
    s.frames[s.root_ply].move = NO_MOVE
    answer = answer_question(s, &root.zone)
    if answer == STOPPED and beta == 1 and s.frames[s.root_ply].move != NO_MOVE:
        s.at_hand = s.frames[s.root_ply].move
    return answer


cdef int weak_ask(search_t* s, weak_root_t* root, int beta) noexcept nogil:
    """Is Maker's score in the weak game at least `beta`?"""
    return ask_game(s, GAME_WEAK, root, beta)


cdef int ask_game_within(search_t* s, int game, weak_root_t* root, int beta,
                         uint64_t budget) noexcept nogil:
    """As `ask_game`, but STOPPED with `stopped` = 0 if `budget` nodes did not do."""
    cdef uint64_t limit = begin_part(&s.limits, budget)
    cdef int answer
    s.aside = beta > 1 or s.prover.on       # proof numbers do not tell what share is closed
    answer = ask_game(s, game, root, beta)
    s.aside = False
    end_part(&s.limits, limit)
    return answer


cdef int weak_ask_within(search_t* s, weak_root_t* root, int beta, uint64_t budget) noexcept nogil:
    """As `weak_ask`, but STOPPED with `stopped` = 0 if `budget` nodes did not do."""
    return ask_game_within(s, GAME_WEAK, root, beta, budget)


cdef int attack_root(search_t* s, const weak_root_t* root, int price, bb_t* cells) noexcept nogil:
    """Does Maker win at this price? The crew has no part in this: it waits for the next question."""
    cdef key_t key = s.keys[s.root_ply][0]
    cdef int answer
    s.now = s.root_ply          # it has no path to tell
    s.limits.stopped = 0
    s.alone = True
    if root.maker_moves:
        answer = attack(&s.attack, root.maker, root.breaker, key, price, cells)
    else:
        answer = withstand(&s.attack, root.maker, root.breaker, key, price, cells)
    s.alone = False
    s.choice = s.attack.move if root.maker_moves else NO_MOVE
    return answer


cdef void remember_attack(search_t* s, const weak_root_t* root, uint64_t entered) noexcept nogil:
    """Maker wins, with `s.choice` if he is to move, on the cells of `root`: the table keeps it."""
    cdef weak_node_t node
    node.kind = KIND_MAKER if root.maker_moves else KIND_BREAKER
    node.entered = entered
    weak_probe(s, s.root_ply, &node)
    if node.record.lower < 1:
        keep_win(s, &node, 1, s.choice, root.zone)
    if s.tracer != NULL:
        trace_weak(s, node.kind, root.maker, root.breaker, 1, YES, bb_none())


cdef int attack_within(search_t* s, weak_root_t* root, int* price, uint64_t budget) noexcept nogil:
    """Look for a win at a price of `price` and more: YES, or STOPPED as `weak_ask_within`."""
    cdef uint64_t limit = begin_part(&s.limits, budget), entered = s.limits.nodes
    cdef int answer = NO
    s.aside = True
    while answer == NO and price[0] <= MOST_PRICE:
        answer = attack_root(s, root, price[0], &root.zone)
        price[0] += answer == NO
    if answer == YES:
        remember_attack(s, root, entered)
    s.aside = False
    end_part(&s.limits, limit)
    return STOPPED if answer == NO else answer


cdef int weak_decide(search_t* s, weak_root_t* root) noexcept nogil:
    """Can Maker win? Plainly, and for wins within ever more plies, by turns, with growing budgets.

    What the table keeps of a turn makes the next one cheap to take up again. On a crowded board
    wins are first looked for by their price, and the plain question gets little: see `threat/attack.pxi`.
    """
    cdef uint64_t budget = s.plain_budget, limit
    cdef int plies = 2 - root.maker_moves
    cdef int answer, price = 0
    cdef bint attacks = root_is_crowded(s, root) and attack_ready(&s.attack)
    while True:
        answer = weak_ask_within(s, root, 1, budget / CROWDED_SHARE if attacks else budget)
        if answer != STOPPED or s.limits.stopped:
            return answer
        if attacks:
            answer = attack_within(s, root, &price, budget)
            if answer == YES or s.limits.stopped:
                return answer
        limit = s.limits.nodes + budget / DEEPENING_SHARE
        while plies <= s.weak_ctx.cells - s.root_ply and s.limits.nodes < limit:
            answer = weak_ask_within(s, root, WIN - plies, limit - s.limits.nodes)
            if answer == YES or s.limits.stopped:
                return answer
            if answer == STOPPED:
                break
            plies += 2
        budget *= 4


cdef int weak_measure(search_t* s, weak_root_t* root, answer_t* answer) noexcept nogil:
    """Find how soon Maker wins, and the move that goes with it: quickest win, longest defence."""
    cdef int plies = 2 - root.maker_moves
    cdef int said
    cdef bb_t cells = root.zone         # of the win that is known, whatever it takes
    while True:
        said = weak_ask(s, root, WIN - plies)
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
    answer.lower = 0
    answer.upper = 1
    answer.distance = NO_DISTANCE
    answer.move = s.at_hand = NO_MOVE
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
    while True:
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
            said = weak_ask(s, &root, beta)
        if said == STOPPED:
            break
        move = s.choice if s.choice != NO_MOVE else likely_move(s, &root)
    limit_nodes(&s.limits, limit)
    return length
