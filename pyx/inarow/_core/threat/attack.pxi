# Near wins in the weak game, where Maker has more live lines than are set down.
#
# On so open a board the nodes of `weak/weak.pxi` see no pairing, and their zones cover all of it: a win
# that threats make plain is lost in the crowd. So it is looked for on its own, by what it costs: chains
# of threats (`chain.pxi`) are free, any other move of Maker's costs one, and wins are looked for at a
# price of 0, 1, 2, … That is lambda search (Thomsen, "Lambda-search in game trees", ICGA Journal 23,
# 2000) for a game where a stone of Breaker's is never a threat.
#
# What makes it narrow is that every win carries a set of cells, the counterpart of a zone: Maker wins
# whatever stones Breaker has been given outside of it.
#
#     a line to complete              the completing cells
#     a chain of threats              its cells (`zone.pxi`)
#     Maker's node                    its move, and the cells of the win after it
#     Breaker's node                  those of the win if Breaker passed, and of all searched replies
#
# At Breaker's node Breaker passes first. If Maker has no win then, Maker's move was no threat, and is given up:
# a stone more is never worse for Breaker than a pass. If Maker has one, Breaker's stone must lie on a cell
# of it; and since a reply outside of the cells of the win after another reply fails like that one, every
# win found narrows what is left.
#
# A win found so is a fact. That none was found says nothing, and leaves no trace in the table: the memo
# here keeps it.

cdef enum:
    ATTACK_ENTRIES = 1 << 14    # positions: one that is overwritten costs time, no more
    MOST_PRICE = 12             # of a win; none as dear as that is found in a lifetime
    WIDE_PRICE = 3              # from here on moves on lines that miss four and more are tried

cdef struct attack_memo_t:      # what is known of a position, Maker to move
    key_t key
    bb_t cells                  # of the win
    int16_t move                # the first move of the win
    int8_t won                  # is there one?
    int8_t none_below           # no win was found at a price below this

cdef struct attack_frame_t:     # what a node keeps while its children are searched
    lines_t lines
    int weight[CAPACITY]

cdef struct attack_memory_t:
    attack_memo_t memo[ATTACK_ENTRIES]
    attack_frame_t maker[MOST_PRICE + 1]        # by price: each of Maker's moves costs one
    attack_frame_t breaker[MOST_PRICE + 1]

cdef struct attack_t:
    const context_t* ctx        # where longer rows always win
    limits_t* limits
    int move                    # the first move of the win last found
    chain_t chain               # Maker's chains: Breaker's lines do not count
    lines_t none                # of Breaker's
    attack_memory_t* memory     # NULL until the first attack


cdef bint attack_ready(attack_t* attack) noexcept nogil:
    """Is there memory for it, made when it is first wanted?"""
    return memo_ready(<void**>&attack.memory, 1, sizeof(attack_memory_t))


cdef int makers_chain(attack_t* a, bb_t maker, bb_t breaker, key_t key, const lines_t* lines,
                      int most, bint whole) noexcept nogil:
    """The pairs in a chain of Maker's, as if to move, `most` at most; or NO_CHAIN."""
    cdef place_t at = place_t(maker, breaker, key, lines, &a.none)
    cdef int pairs
    a.chain.alone = True
    pairs = seek_chain(a.ctx, &a.chain, &at, min(most, MOST_PAIRS), CHAIN_BUDGET, whole)
    bring_watch_nearer(a.limits, a.chain.looked_at)
    return pairs


cdef int attack(attack_t* a, bb_t maker, bb_t breaker, key_t key, int price,
                bb_t* cells) noexcept nogil:
    """Does Maker, to move, win at this price? YES leaves the cells of the win and its `move`."""
    cdef const context_t* ctx = a.ctx
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    cdef attack_memo_t* memo = &a.memory.memo[key_hash(key) & (ATTACK_ENTRIES - 1)]
    cdef lines_t* lines = &a.memory.maker[price].lines
    cdef int* weight = a.memory.maker[price].weight
    cdef bb_t moves
    cdef int pairs, move, answer
    if node_stops(a.limits):
        return STOPPED
    scan_maker(ctx, maker, breaker, lines)
    if lines.fewest == 1:
        cells[0] = bb_and(cells_of(ctx, lines.one), empty)
        a.move = bb_lowest(cells[0])
        return YES
    if lines.fewest == 0:
        return NO
    if same_key(memo.key, key):
        if memo.won:
            cells[0] = memo.cells
            a.move = memo.move
            return YES
        if memo.none_below > price:
            return NO
    pairs = makers_chain(a, maker, breaker, key, lines, MOST_PAIRS, True)
    if pairs != NO_CHAIN:
        cells[0] = bb_and(zone_of(ctx, &a.chain, pairs, maker, breaker), empty)
        a.move = a.chain.move[0]
        return YES
    if price == 0:
        return NO

    moves = bb_or(cells_of(ctx, lines.two), cells_of(ctx, lines.three))
    if price >= WIDE_PRICE:
        moves = bb_or(moves, cells_of(ctx, lines.more))
    moves = bb_and(moves, empty)
    weigh_board(ctx, lines, empty, weight)
    answer = NO
    while answer == NO and bb_any(moves):
        move = heaviest(weight, moves)
        moves = bb_andnot(moves, bb_of(move))
        answer = withstand(a, bb_or(maker, bb_of(move)), breaker,
                           key_add(key, ctx.weight[move][0]), price - 1, cells)
    if answer == STOPPED:
        return STOPPED
    memo.key = key
    memo.won = answer == YES
    memo.none_below = price if answer == YES else price + 1
    if answer == YES:
        cells[0] = bb_or(cells[0], bb_of(move))
        memo.cells = cells[0]
        memo.move = move
        a.move = move
    return answer


cdef int attack_up_to(attack_t* a, bb_t maker, bb_t breaker, key_t key, int price,
                      bb_t* cells) noexcept nogil:
    """The same, the cheapest wins first."""
    cdef int answer = NO, cheap
    for cheap in range(price + 1):
        answer = attack(a, maker, breaker, key, cheap, cells)
        if answer != NO:
            break
    return answer


cdef int withstand(attack_t* a, bb_t maker, bb_t breaker, key_t key, int price,
                   bb_t* cells) noexcept nogil:
    """Does Maker win at this price with Breaker to move? YES leaves the cells of the win."""
    cdef const context_t* ctx = a.ctx
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    cdef lines_t* lines = &a.memory.breaker[price].lines
    cdef int* weight = a.memory.breaker[price].weight
    cdef bb_t after, left
    cdef int reply, answer
    # The pass. With a line to complete at once it costs a node and no more.
    answer = attack_up_to(a, maker, breaker, key, price, cells)
    if answer != YES:
        return answer
    scan_maker(ctx, maker, breaker, lines)
    weigh_board(ctx, lines, empty, weight)
    left = bb_and(cells[0], empty)
    if lines.fewest == 1 and bb_several(left):
        return YES
    while bb_any(left):
        reply = heaviest(weight, left)
        left = bb_andnot(left, bb_of(reply))
        answer = attack_up_to(a, maker, bb_or(breaker, bb_of(reply)),
                              key_add(key, key_negate(ctx.weight[reply][0])), price, &after)
        if answer != YES:
            return answer
        cells[0] = bb_or(cells[0], after)
        left = bb_and(left, after)
    return YES
