# Monte-Carlo tree search: a tree that grows where its random games go well, and that proves.
#
# A simulation walks down from the root, adds one position to the tree, plays one random game from there,
# and counts its result at every position that it came through. On the way down the bandit rule UCB1 picks
# the child that promises most: its mean result plus a bonus for being seldom visited (UCT: Kocsis and
# Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006).
#
# What is certain is not left to chance. Each node carries bounds on its value, and a node whose bounds
# meet is proven: the idea of MCTS-Solver (Winands, Björnsson and Saito, "Monte-Carlo tree search solver",
# CG 2008), with bounds so that draws are proven too (Cazenave and Saffidine, "Score bounded Monte-Carlo
# tree search", CG 2010):
#
#     lower(node) = max over its children of -upper(child)        one good move is enough
#     upper(node) = max over its children of -lower(child)        once every move has been tried
#
# A child that cannot better what its parent already has for certain is not walked into again. A new
# position is first looked at for what its lines tell: a win on the spot, two threats against the mover, a
# single one, which leaves one move, and sides without a live line.
#
# Everything is from the view of the side to move at the node. Scores are compared as integers, and ties
# go to the younger child: the same tree from the same seed, at every width and on every build.

cdef enum:
    FIRST_NODES = 1024          # room for so many to begin with
    SIMULATIONS_PER_LOOK = 64   # between two looks at the watch

cdef struct leaf_t:             # a node of the tree: 24 bytes
    uint32_t first_child        # the youngest one; 0: none (the root is nobody's child)
    uint32_t next_sibling       # the one before
    uint32_t visits
    int32_t total               # the sum of the results
    int16_t move                # that led here
    int16_t only                # the one move worth trying, or -1: any
    int16_t untried             # how many moves have no child yet
    int8_t lower
    int8_t upper

cdef struct mcts_t:
    const context_t* ctx
    leaf_t* nodes
    uint32_t count
    uint32_t room               # how many there is memory for now
    uint32_t most               # how many there may be
    double exploration
    uint64_t random
    int16_t cell_at[CAPACITY]   # the order in which moves are tried: drawn once for the whole tree
    int16_t rank[CAPACITY]
    uint32_t path[CAPACITY + 1]
    playouts_t played


cdef void glance(mcts_t* t, leaf_t* node, bb_t own, bb_t opponent) noexcept nogil:
    """Set the bounds and moves of a new node to what its lines tell; nobody has a line yet."""
    cdef bb_t empty = bb_andnot(t.ctx.full, bb_or(own, opponent))
    cdef bb_t threats
    cdef lines_t mine, theirs
    node.lower = -1
    node.upper = 1
    node.only = -1
    node.untried = bb_count(empty)
    scan(t.ctx, own, opponent, &mine, &theirs)
    if mine.fewest == 1:
        node.lower = 1
        node.only = bb_lowest(bb_and(cells_of(t.ctx, mine.one), empty))
    elif theirs.fewest == 1:
        threats = bb_and(cells_of(t.ctx, theirs.one), empty)
        node.only = bb_lowest(threats)
        node.untried = 1
        if bb_several(threats):
            node.upper = -1
        elif mine.fewest == 0:
            node.upper = 0
    else:
        if mine.fewest == 0 or not bb_any(empty):
            node.upper = 0
        if theirs.fewest == 0 or not bb_any(empty):
            node.lower = 0


cdef int next_move(const mcts_t* t, const leaf_t* node, bb_t own, bb_t opponent) noexcept nogil:
    """The next move to try of a node that has any; children come in the order of `cell_at`."""
    cdef bb_t taken = bb_or(own, opponent)
    cdef int rank = 0
    if node.only >= 0:
        return node.only
    if node.first_child:
        rank = t.rank[t.nodes[node.first_child].move] + 1
    while bb_has(taken, t.cell_at[rank]):
        rank += 1
    return t.cell_at[rank]


cdef bint make_nodes(mcts_t* t) noexcept nogil:
    """Is there room for another node? Gets some if it may."""
    cdef uint32_t room
    cdef leaf_t* nodes
    if t.count < t.room:
        return True
    if t.room >= t.most:
        return False
    room = t.most if t.room > t.most // 2 else 2 * t.room
    nodes = <leaf_t*>realloc(t.nodes, <size_t>room * sizeof(leaf_t))
    if nodes == NULL:           # go on with the tree as it is
        t.most = t.room
        return False
    t.nodes = nodes
    t.room = room
    return True


cdef uint32_t select(const mcts_t* t, const leaf_t* node) noexcept nogil:
    """The child to walk into, by UCB1, of those that may still better what the node has."""
    # As a float: libraries differ in the last bit of a logarithm, and the trees should not.
    cdef double logarithm = <float>log(node.visits)
    cdef const leaf_t* child
    cdef uint32_t index = node.first_child
    cdef uint32_t best = index
    cdef int64_t score, highest = INT64_MIN
    cdef double mean
    while index:
        child = &t.nodes[index]
        if -child.lower > node.lower:
            mean = -min(max(<double>child.total / child.visits, child.lower), child.upper)
            score = <int64_t>(mean * FIXED_POINT)
            score += <int64_t>(t.exploration * sqrt(logarithm / child.visits) * FIXED_POINT)
            if score > highest:
                highest = score
                best = index
        index = child.next_sibling
    return best


cdef int random_game(mcts_t* t, bb_t own, bb_t opponent) noexcept nogil:
    """The result of one random game for the side to move."""
    cdef int8_t board[CAPACITY]
    cdef int16_t free_cells[CAPACITY]
    cdef playouts_t result
    cdef int empties = lay_out(t.ctx, own, opponent, board, free_cells)
    memset(&result, 0, sizeof(result))
    play_out(t.ctx, board, free_cells, empties, 1, &t.random, &result)
    t.played.plies += result.plies
    return <int>result.own_wins - <int>result.opponent_wins


cdef bint narrow(mcts_t* t, leaf_t* node, const leaf_t* child) noexcept nogil:
    """Bring the bounds of a node up to date with a child of it: have they changed?"""
    cdef uint32_t index = node.first_child
    cdef int8_t lower = max(node.lower, <int8_t>-child.upper)
    cdef int8_t upper = -1
    if node.untried:
        upper = node.upper
    else:
        while index and upper < node.upper:
            upper = max(upper, <int8_t>-t.nodes[index].lower)
            index = t.nodes[index].next_sibling
        upper = min(upper, node.upper)
    if lower == node.lower and upper == node.upper:
        return False
    node.lower = lower
    node.upper = upper
    return True


cdef void simulate(mcts_t* t, bb_t own, bb_t opponent) noexcept nogil:
    """One walk down from the root, one node more, one random game; the root is not proven."""
    cdef uint32_t index = 0
    cdef int length = 0
    cdef int move, value
    cdef bint news = False
    cdef leaf_t* node
    while True:
        t.path[length] = index
        length += 1
        node = &t.nodes[index]
        if node.lower == node.upper:
            value = node.lower
            break
        if node.untried and make_nodes(t):
            node = &t.nodes[index]                      # it may have moved
            move = next_move(t, node, own, opponent)
            own, opponent = opponent, bb_or(own, bb_of(move))
            memset(&t.nodes[t.count], 0, sizeof(leaf_t))
            t.nodes[t.count].move = move
            t.nodes[t.count].next_sibling = node.first_child
            glance(t, &t.nodes[t.count], own, opponent)
            node.first_child = t.count
            node.untried -= 1
            t.path[length] = t.count
            length += 1
            node = &t.nodes[t.count]
            t.count += 1
            news = True
            value = node.lower if node.lower == node.upper else random_game(t, own, opponent)
            break
        if node.first_child == 0:
            value = random_game(t, own, opponent)
            break
        index = select(t, node)
        own, opponent = opponent, bb_or(own, bb_of(t.nodes[index].move))

    while length:
        length -= 1
        node = &t.nodes[t.path[length]]
        node.visits += 1
        node.total += value
        value = -value
        if news and length:
            news = narrow(t, &t.nodes[t.path[length - 1]], node)


cdef int chosen_move(const mcts_t* t, bb_t own, bb_t opponent) noexcept nogil:
    """What the tree recommends: what is certain if that is best, else the most visited move."""
    cdef const leaf_t* root = &t.nodes[0]
    cdef const leaf_t* child
    cdef uint32_t index = root.first_child
    cdef uint32_t safe = 0, visited = 0
    if index == 0:
        return next_move(t, root, own, opponent)
    while index:
        child = &t.nodes[index]
        if -child.upper == root.lower and (safe == 0 or child.visits > t.nodes[safe].visits):
            safe = index
        if ((-child.lower > root.lower or root.lower == -1)
                and (visited == 0 or child.visits > t.nodes[visited].visits)):
            visited = index
        index = child.next_sibling
    child = &t.nodes[visited]
    if (safe and root.lower > -1
            and (visited == 0 or root.lower == root.upper
                 or -<double>child.total < <double>root.lower * child.visits)):
        return t.nodes[safe].move
    return t.nodes[visited if visited else root.first_child].move


cdef int plant(mcts_t* t, const context_t* ctx, double exploration, uint64_t seed, uint32_t most,
               bb_t own, bb_t opponent) except -1:
    """Begin a tree of the root alone; for `free(t.nodes)`."""
    cdef int cell, other
    memset(t, 0, sizeof(mcts_t))
    t.ctx = ctx
    t.exploration = exploration
    t.random = seed
    t.most = most
    t.room = min(most, <uint32_t>FIRST_NODES)
    t.nodes = <leaf_t*>calloc(t.room, sizeof(leaf_t))
    if t.nodes == NULL:
        raise MemoryError
    for cell in range(ctx.cells):                       # Fisher and Yates, inside out
        other = <int>below(&t.random, cell + 1)
        t.cell_at[cell] = t.cell_at[other]
        t.cell_at[other] = cell
    for cell in range(ctx.cells):
        t.rank[t.cell_at[cell]] = cell
    t.count = 1
    glance(t, &t.nodes[0], own, opponent)
    return 0


cdef double FIXED_POINT = 4294967296.0                  # 2^32
