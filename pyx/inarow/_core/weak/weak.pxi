# The weak game, or Maker-Breaker game: Maker wants to complete a line, Breaker only to stop that;
# Breaker's own lines count for nothing. If Breaker holds, the ordinary game is not lost for that side.
#
# Scores are Maker's, on the scale of `search`: WIN - d if it completes a line d plies from now, 0 if
# Breaker holds. `weak_search` (`moves.pxi`) answers "is the score at least `beta`?" for either side to
# move; `beta` = 1 asks "can Maker win?", WIN - d "within d plies?".
#
# Every NO comes with a zone: a set of empty cells such that the answer stays NO whatever stones Maker
# were given outside it (the zones of relevance of the solvers of Go; Thomsen, "Lambda-search in game
# trees", ICGA Journal 23, 2000, and of Hex, as "must-play regions").
#
#     no live line                    nothing
#     a pairing                       its cells
#     beyond the horizon              the empty cells of the live lines: no others matter
#     Breaker's node                  its reply, and the zone after it
#     Maker's node                    the zones of the moves that were searched, together
#
# At Maker's node a move outside the zone of one that failed fails as well: Breaker plays on as if Maker
# had made that one, and what it has instead lies outside. So every zone narrows the choice, and the
# search of a node ends when no candidate is left. A move that another one dominates is not searched, but
# then the dominating cell belongs to the zone: Breaker must find it empty.
#
# A YES comes with the cells of the win: `win_cells.pxi`.
#
# Keys are of Maker's stones (+) and Breaker's (-), whoever is to move: the kind of a table entry tells
# that. The zone of an entry belongs to its upper bound, if there is one, else it has the cells of a win
# instead; the move of an entry reaches the lower bound if Maker is to move, the upper one if Breaker is.
# (As long as Breaker's has no upper bound it is only the one that is being searched, or was when the
# search was stopped.)

cdef int look_as_maker(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of Maker's, if no move needs to be searched; else OPEN."""
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[node.ply].mine
    cdef bb_t cells
    cdef int pairs, answer
    if enter_node(s, node):
        return STOPPED
    scan_maker(ctx, node.maker, node.breaker, lines)
    if lines.fewest == 0:
        return NO
    if lines.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, lines.one), node.empty))
        node.zone = bb_of(s.choice)
        return YES
    if node.beta > WIN - 3 or beyond_reach(s, node, lines):
        node.zone = bb_and(cells_alive(ctx, lines), node.empty)
        return NO
    if s.rules & RULE_DOUBLE:
        cells = double_threat(ctx, lines, node.maker, node.empty, node.empty)
        if bb_any(cells):
            s.choice = bb_lowest(cells)
            node.zone = bb_or(cells, completions(ctx, bb_or(node.maker, cells),
                                                 bb_andnot(node.empty, cells)))
            return YES
    weak_probe(s, node)
    answer = known_answer(s, node)
    if answer != OPEN:
        return answer

    if s.rules & RULE_VCF and is_crowded(ctx, lines):
        pairs = makers_chain(&s.attack, node.maker, node.breaker, s.keys[node.ply][0], lines,
                             (WIN - 3 - node.beta) >> 1, True)
        if pairs != NO_CHAIN:
            s.choice = s.attack.chain.move[0]
            node.zone = bb_and(node.empty, zone_of(ctx, &s.attack.chain, pairs, node.maker, node.breaker))
            keep_win(s, node, WIN - 3 - 2 * pairs, s.choice)    # more than was asked
            return YES
    node.live = node.candidates = bb_and(cells_alive(ctx, lines), node.empty)
    sort_moves(s, node)
    settle_moves(s, node)
    return OPEN


cdef int look_as_breaker(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of Breaker's, if no reply needs to be searched; else OPEN."""
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[node.ply].mine
    cdef lines_t none
    cdef bb_t cells, chain
    cdef bb_t won = bb_none()   # the cells of the threats that leave no replies but `cells`
    cdef int pairs, answer
    if enter_node(s, node):
        return STOPPED
    scan_maker(ctx, node.maker, node.breaker, lines)
    if lines.fewest == 0:
        return NO
    cells = bb_and(cells_alive(ctx, lines), node.empty)
    if node.beta > WIN - 2 or beyond_reach(s, node, lines):
        node.zone = cells
        return NO
    if lines.fewest == 1:
        won = cells = bb_and(cells_of(ctx, lines.one), node.empty)
        s.choice = bb_lowest(cells)
        if bb_several(cells):
            node.zone = cells
            return YES
    elif s.rules & RULE_REPLIES and node.beta <= WIN - 4:
        memset(&none, 0, sizeof(none))
        cells = bb_and(cells, replies(ctx, &none, lines, node.maker, node.empty, &won))
        if not bb_any(cells):
            node.zone = won
            return YES
    node.met_before = weak_probe(s, node)
    answer = known_answer(s, node)
    if answer != OPEN:
        return answer

    # Breaker's reply must meet the chain that Maker has if it comes in time: its win in 2n + 3 plies is
    # one in 2n + 4 from here.
    if (s.rules & RULE_VCF and lines.fewest == 2 and node.beta <= WIN - 4
            and is_crowded(ctx, lines)):
        pairs = makers_chain(&s.attack, node.maker, node.breaker, s.keys[node.ply][0], lines,
                             (WIN - 4 - node.beta) >> 1, True)
        if pairs != NO_CHAIN:
            chain = bb_and(node.empty, zone_of(ctx, &s.attack.chain, pairs, node.maker, node.breaker))
            cells = bb_and(cells, chain)
            won = bb_or(won, chain)
    node.candidates = cells
    node.won = won
    return settle_replies(s, node)
