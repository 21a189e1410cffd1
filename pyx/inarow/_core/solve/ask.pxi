# Questions as they are put, of the position whose keys `root_keys` has set: alone or with a crew, without
# limit or within a part of the nodes that are left.

cdef int ask_at_cost(search_t* s, bb_t own, bb_t opponent, int beta, int cost) noexcept nogil:
    """As `ask`, but a win that costs more than `cost` counts for nothing; see `s.cut`."""
    cdef bb_t zone
    s.question.game = GAME_ORDINARY
    s.question.root.maker = own
    s.question.root.breaker = opponent
    s.question.beta = beta
    s.question.cost = cost
    return answer_question(s, &zone)


cdef int ask(search_t* s, bb_t own, bb_t opponent, int beta) noexcept nogil:
    """Ask `search` of the position whose keys `root_keys` has set."""
    return ask_at_cost(s, own, opponent, beta, ANY_COST)


cdef int ask_within(search_t* s, bb_t own, bb_t opponent, int beta, uint64_t budget) noexcept nogil:
    """As `ask`, but STOPPED with `stopped` = 0 if `budget` nodes did not do."""
    cdef uint64_t limit = begin_part(&s.limits, budget)
    cdef int answer = ask(s, own, opponent, beta)
    end_part(&s.limits, limit)
    return answer


cdef int ask_game(search_t* s, int game, weak_root_t* root, int beta) noexcept nogil:
    """Is Maker's score at least `beta`, in the weak game or the contested one?"""
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
