# Deciding a question of the weak game: can Maker win?

cdef enum:
    DEEPENING_SHARE = 8         # an eighth of the plain budget goes into looking for near wins …
    CROWDED_SHARE = 8           # … but on a crowded board so much of theirs into the plain question


cdef bint root_is_crowded(search_t* s, const weak_root_t* root) noexcept nogil:
    cdef lines_t lines
    scan_maker(s.weak_ctx, root.maker, root.breaker, &lines)
    return s.rules & RULE_VCF and is_crowded(s.weak_ctx, &lines)


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
    """Maker wins, with `s.choice` if Maker is to move, on the cells of `root`: the table keeps it."""
    cdef weak_node_t* node = weak_node(s, s.root_ply, KIND_MAKER if root.maker_moves else KIND_BREAKER, 1,
                                       root.maker, root.breaker)
    node.entered = entered
    node.zone = root.zone
    weak_probe(s, node)
    if node.record.lower < 1:
        keep_win(s, node, 1, s.choice)


cdef int attack_within(search_t* s, weak_root_t* root, int* price, uint64_t budget) noexcept nogil:
    """Look for a win at a price of `price` and more: YES, or STOPPED as `ask_game_within`."""
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
        answer = ask_game_within(s, GAME_WEAK, root, 1, budget / CROWDED_SHARE if attacks else budget)
        if answer != STOPPED or s.limits.stopped:
            return answer
        if attacks:
            answer = attack_within(s, root, &price, budget)
            if answer == YES or s.limits.stopped:
                return answer
        limit = s.limits.nodes + budget / DEEPENING_SHARE
        while plies <= s.weak_ctx.cells - s.root_ply and s.limits.nodes < limit:
            answer = ask_game_within(s, GAME_WEAK, root, WIN - plies, limit - s.limits.nodes)
            if answer == YES or s.limits.stopped:
                return answer
            if answer == STOPPED:
                break
            plies += 2
        budget *= 4
