# Wins by continuous threats (Allis, van den Herik and Huntjens, "Go-Moku solved by new search
# techniques", Computational Intelligence 12, 1996). Players call such a chain a VCF, a victory by
# continuous fours: every move of the winner threatens to complete a line, every answer is forced, and the
# last move leaves two completing cells at once:
#
#     k = 4     . . X . .     X plays a and threatens b, where O must answer; now c makes three in
#               . X a c .     a row, with a completing cell at either end
#               . . X . .
#               . . b . .
#
# With no choice on the other side, n such threats and answers and the last move are a win in 2n + 3
# plies, and looking for one means trying threats only.
#
# It is sound as long as the answers are forced. So where an answer leaves the other side a completing
# cell, the next threat must be made on that very cell; where it leaves two, the chain is given up. To
# find none says nothing: the search gives up after a budget, and as a rule does not try threats that
# bring no other line nearer. One that tries `every` threat has only the budget to give up for; it takes
# some tens of times as long, and is meant for the root.
#
# The exact search asks at every node, always with the same budget; the heuristic one
# (`heuristic/search.pxi`) has budgets by depth and a memo of its own. In the weak game only one side
# makes threats.

cdef enum:
    CHAIN_EMPTIES = 12          # with fewer empty cells plain search is as cheap
    CHAIN_BUDGET = 300          # positions that the exact search looks at for one chain
    MOST_PAIRS = 20             # threats and answers before the last move
    SHORT_PAIRS = 3             # with every threat tried, chains of so many are looked for first, …
    LONG_PAIRS = 6              # … then of so many, then of any
    MEMO_ENTRIES = 1 << 14      # positions: likewise
    ALL_TRIED = 64              # added to the effort of a search that tries every threat
    NO_CHAIN = -1               # instead of a number of pairs: there is none, or none was found; …
    UNKNOWN = -2                # … nobody has looked
cdef struct memo_t:             # what is known of chains from a position, for the side to move
    key_t key
    int16_t move                # the first move of a chain
    int8_t length               # how many moves that chain has; 0: none is known
    int8_t none_within          # no chain of so many moves was found …
    int8_t effort               # … with a budget of so many bits, and ALL_TRIED

cdef struct place_t:            # a position, as the side sees it that looks for a chain
    bb_t own
    bb_t opponent
    key_t key
    const lines_t* mine
    const lines_t* theirs

cdef struct chain_memory_t:     # what a search for chains keeps beside the chain
    memo_t memo[MEMO_ENTRIES]
    place_t after[MOST_PAIRS + 1]   # the position after so many threats and answers: all but the first
    lines_t mine[MOST_PAIRS + 1]    # … and its lines
    lines_t theirs[MOST_PAIRS + 1]
    lines_t between[2]              # … and between a threat and its answer, of both sides

cdef struct chain_t:            # the chain last found
    int16_t move[MOST_PAIRS + 1]
    int16_t answer[MOST_PAIRS]
    bint alone                  # the weak game: the other side's lines do not count
    bint whole                  # are all moves wanted, or only the first and the length?
    bint every                  # are threats tried that bring no other line nearer?
    int budget                  # positions that may be looked at
    int effort                  # the bits of that number, and ALL_TRIED if `every` threat is tried
    int looked_at               # positions, in this search
    chain_memory_t* memory      # NULL until the first chain is looked for


cdef inline bint chains_ready(chain_t* chain) noexcept nogil:
    """Is there memory for it, made when it is first wanted?"""
    return chain.memory != NULL or memo_ready(<void**>&chain.memory, 1, sizeof(chain_memory_t))


cdef inline memo_t* memo_of(const chain_t* chain, key_t key) noexcept nogil:
    return &chain.memory.memo[key_hash(key) & (MEMO_ENTRIES - 1)]


cdef inline bint same_key(key_t a, key_t b) noexcept nogil:
    return key_low(a) == key_low(b) and key_high(a) == key_high(b)


cdef inline int recall_chain(chain_t* chain, key_t key, int depth, int most) noexcept nogil:
    """What the memo says for `find_chain`, or UNKNOWN."""
    cdef const memo_t* memo = memo_of(chain, key)
    if same_key(memo.key, key):
        if memo.none_within > most and memo.effort >= chain.effort:
            return NO_CHAIN
        if 0 < memo.length <= most + 1 and not chain.whole:
            chain.move[depth] = memo.move
            return memo.length - 1
    return UNKNOWN


cdef inline void memorise(chain_t* chain, key_t key, int depth, int most, int pairs) noexcept nogil:
    cdef memo_t* memo = memo_of(chain, key)
    if not same_key(memo.key, key):
        memo.key = key
        memo.length = memo.none_within = 0
    if pairs == NO_CHAIN:
        memo.none_within = most + 1
        memo.effort = chain.effort
    else:
        memo.length = pairs + 1
        memo.move = chain.move[depth]


cdef int threaten(const context_t* ctx, chain_t* chain, const place_t* at, int move, int answer,
                  int depth, int most) noexcept nogil:
    """The pairs in a chain that begins with this threat and its answer, or NO_CHAIN."""
    cdef lines_t* mine = &chain.memory.mine[depth + 1]
    cdef lines_t* theirs = &chain.memory.theirs[depth + 1]
    cdef place_t* after = &chain.memory.after[depth + 1]
    cdef key_t key = key_add(key_add(at.key, ctx.weight[move][0]), key_negate(ctx.weight[answer][0]))
    cdef int pairs = recall_chain(chain, key, depth + 1, most - 1)
    if pairs == UNKNOWN:
        if chain.looked_at >= chain.budget:
            return NO_CHAIN
        chain.looked_at += 1
        after[0] = place_t(bb_or(at.own, bb_of(move)), bb_or(at.opponent, bb_of(answer)), key, mine, theirs)
        if chain.alone:
            theirs.fewest = 0
            scan_maker(ctx, after.own, after.opponent, mine)
        elif can_follow(ctx):
            lines_after_pair(ctx, move, answer, at.mine, at.theirs, chain.memory.between, mine, theirs)
        else:
            scan(ctx, after.own, after.opponent, mine, theirs)
        pairs = find_chain(ctx, chain, after, depth + 1, most - 1)
    if pairs == NO_CHAIN:
        return NO_CHAIN
    chain.move[depth] = move
    chain.answer[depth] = answer
    return pairs + 1


cdef int try_threats(const context_t* ctx, chain_t* chain, const place_t* at, bb_t moves, int depth,
                     int most) noexcept nogil:
    """Try the threats on `moves`, none of which leaves two completing cells."""
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(at.own, at.opponent))
    cdef some_lines_t lines
    cdef bb_t gaps, rest
    cdef int group, move, pairs
    for group in range(ctx.lines.groups):
        lines = at.mine.two[group]
        while any_line(lines):
            gaps = bb_and(cells_of_line(ctx, group, next_line(&lines)), empty)
            rest = bb_and(gaps, moves)
            while bb_any(rest):
                move = pop_lowest(&rest)
                pairs = threaten(ctx, chain, at, move, bb_lowest(bb_andnot(gaps, bb_of(move))), depth,
                                 most)
                if pairs != NO_CHAIN:
                    return pairs
    return NO_CHAIN


cdef int find_chain(const context_t* ctx, chain_t* chain, const place_t* at, int depth,
                    int most) noexcept nogil:
    """The pairs in a chain for the side to move, `most` at most; or NO_CHAIN.

    This side has no completing cell; the other side may have one. Of that side's lines only those
    that miss one stone are looked at.
    """
    cdef const lines_t* mine = at.mine
    cdef const lines_t* theirs = at.theirs
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(at.own, at.opponent))
    cdef const memo_t* memo
    cdef bb_t moves, cells
    cdef int pairs = NO_CHAIN
    if mine.fewest != 2:
        return NO_CHAIN
    moves = bb_and(cells_of(ctx, mine.two), empty)
    if theirs.fewest == 1:
        cells = bb_and(cells_of(ctx, theirs.one), empty)
        if bb_several(cells):
            return NO_CHAIN
        moves = bb_and(moves, cells)
    cells = double_threat(ctx, mine, at.own, empty, moves)
    if bb_any(cells):
        chain.move[depth] = bb_lowest(cells)
        return 0
    if theirs.fewest != 1 and not chain.every:
        moves = bb_and(moves, cells_of(ctx, mine.three))
    if most == 0 or not bb_any(moves):
        return NO_CHAIN
    memo = memo_of(chain, at.key)
    if same_key(memo.key, at.key) and memo.length > 0:
        pairs = try_threats(ctx, chain, at, bb_and(moves, bb_of(memo.move)), depth, most)
    if pairs == NO_CHAIN:
        pairs = try_threats(ctx, chain, at, moves, depth, most)
    memorise(chain, at.key, depth, most, pairs)
    return pairs


cdef int seek_chain(const context_t* ctx, chain_t* chain, const place_t* at, int most, int budget,
                    bint whole) noexcept nogil:
    """The pairs in a chain of this side, as if to move, `most` at most; or NO_CHAIN."""
    cdef int pairs
    chain.looked_at = 0
    if at.mine.fewest != 2 or not chains_ready(chain):
        return NO_CHAIN
    chain.whole = whole
    chain.budget = budget
    chain.effort = work_of(budget) + (ALL_TRIED if chain.every else 0)
    pairs = recall_chain(chain, at.key, 0, most)
    if pairs == UNKNOWN:
        pairs = find_chain(ctx, chain, at, 0, most)
    return pairs


cdef int seek_every_chain(const context_t* ctx, chain_t* chain, const place_t* at, int budget) noexcept nogil:
    """As `seek_chain`, whole, with every threat tried: short chains first."""
    cdef int pairs = NO_CHAIN
    cdef int spent = 0, step
    chain.every = True
    for step in range(3):
        pairs = seek_chain(ctx, chain, at, SHORT_PAIRS if step == 0 else LONG_PAIRS if step == 1 else MOST_PAIRS,
                           budget - spent, True)
        spent += chain.looked_at
        if pairs != NO_CHAIN or spent >= budget:
            break
    chain.every = False
    chain.looked_at = spent
    return pairs


cdef int line_of_chain(const context_t* ctx, const chain_t* chain, int pairs, bb_t own, bb_t empty,
                       int16_t* line) noexcept nogil:
    """Write the moves of a chain of `own` that was found whole, completed line and all; returns how many."""
    cdef bb_t rest
    cdef int i
    for i in range(pairs + 1):
        line[2 * i] = chain.move[i]
        own = bb_or(own, bb_of(chain.move[i]))
        if i < pairs:
            line[2 * i + 1] = chain.answer[i]
            empty = bb_andnot(empty, bb_of(chain.answer[i]))
    rest = completions(ctx, own, empty)
    line[2 * pairs + 1] = pop_lowest(&rest)
    line[2 * pairs + 2] = bb_lowest(rest)
    return 2 * pairs + 3
